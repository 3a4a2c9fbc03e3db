"""The ship's log, watch by watch, in the manner of the time."""

from __future__ import annotations

import datetime
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.vocabulary import Light, Sky
from picket_duty.charts.words import signed
from picket_duty.dice import number_of
from picket_duty.events import TurnEnd
from picket_duty.facts import Aftermath, Arrival, Blow, Day, Fate, GameFacts, Killed, Phase, Plane, Wave
from picket_duty.facts.day import (
    IN_TYPHOON,
    ON_STATION,
    ON_THE_WAY,
    REAR,
    REPAIRED,
    REPLENISHED,
    STORM_REPAIRED,
    UNTOLD,
)
from picket_duty.facts.wave import HIT, NEAR_MISSED, WEAPON
from picket_duty.reports.dates import day_name, joined, number_words, part_of_ship, plain_day, sentence
from picket_duty.reports.document import Block, Heading, Paragraph
from picket_duty.reports.phrases import fallen, phrases, shooter, work
from picket_duty.text.names import WEAPONS

#: The watches of each phase: name, first minute of the day, minutes.
WATCHES = {
    "morning": (("04 to 08", 240, 240), ("08 to 12", 480, 240)),
    "midday": (("12 to 16", 720, 240), ("16 to 18", 960, 120), ("18 to 20", 1080, 120)),
    "evening": (("20 to 24", 1200, 240), ("00 to 04", 1440, 240)),
}
SKY: dict[str, str] = {
    Sky.CLEAR: "Sky clear, visibility good.",
    Sky.RAIN: "Overcast with rain squalls, visibility poor.",
    Sky.STORM: "Heavy weather, sea rough; no flying weather.",
    Sky.TYPHOON: "Typhoon. Sea mountainous, ship laboring heavily; all topside gear secured.",
    "": "",
}
#: What the later watches of a phase say; in any other weather she steams as before.
AS_BEFORE: dict[str, str] = {Sky.TYPHOON: "Wind and sea as before."}
#: What a ship comes back from.
BACK = {
    REPAIRED: "having completed repairs, returned",
    STORM_REPAIRED: "having made good her storm damage, returned",
    REPLENISHED: "having replenished, returned",
    REAR: "returned",
    UNTOLD: "returned",
}
LOST = {
    ON_STATION: "{} sank on her station.",
    ON_THE_WAY: "{} foundered on the way to the anchorage.",
    IN_TYPHOON: "{} foundered in the typhoon.",
}
ORDINALS = {1: "First wave", 2: "Second wave", 3: "Third wave"}


def log_blocks(facts: GameFacts, tables: Tables) -> list[Block]:
    """The whole log, a page a day."""
    found: list[Block] = [Heading("Ship's log")]
    for day in facts.days:
        found += _page(day, tables)
    return found


def _page(day: Day, tables: Tables) -> list[Block]:
    entries = [arrival_words(one) for one in day.arrivals]
    for phase in day.phases:
        entries += _watches(day, phase, tables)
    if day.without_duty:
        entries.append("No picket station active this date; no patrol duty.")
    if day.relieved:
        entries.append("Relieved of picket duty.")
    entries += [storm_words(phase) for phase in day.phases if phase.typhoon_days and not day.lost]
    if day.end is not None:
        entries.append(_report(day.end, tables))
    if day.leave is not None:
        entries.append(departure_words(day))
    found: list[Block] = [Heading(f"{day.ship}, {day_name(day.date)}", 3)]
    found += [Paragraph(text, "log") for text in entries]
    # The log of a ship that was lost went down with her: nobody signed its last page.
    if day.captain and not day.lost and not any(phase.running for phase in day.phases):
        found.append(Paragraph(f"Examined: {day.captain}, USN, Commanding", "sign"))
    return found


def arrival_words(arrival: Arrival) -> str:
    """A ship takes the duty."""
    how = f", {BACK[arrival.after]}" if arrival.returning else " reported"
    return f"{arrival.name} ({arrival.hull}){how} for picket duty."


def _report(end: TurnEnd, tables: Tables) -> str:
    full = tables.numbers
    return (
        f"Report at the end of the day: fuel {end.fuel} of {full.fuel}, ammunition {end.ammunition} of "
        f"{full.ammunition}, hull integrity {end.hull} of {full.hull}, morale {signed(end.morale)}."
    )


def storm_words(phase: Phase) -> str:
    """How long a typhoon lasted."""
    after = datetime.date.fromisoformat(phase.date) + datetime.timedelta(days=phase.typhoon_days)
    return f"Rode out the typhoon until {plain_day(after.isoformat())}."


def departure_words(day: Day) -> str:
    """How a ship left her station, or was lost."""
    assert day.leave is not None
    if day.lost:
        return LOST[day.lost].format(day.ship)
    left = f"Left station: {day.leave.reason}."
    if day.absence == REAR:
        return f"{left} Found beyond repair at the anchorage; ordered to the rear."
    if day.leave.until:
        return f"{left} To be ready for duty again on {plain_day(day.leave.until)}."
    return left


# -- a watch -------------------------------------------------------------------


def _watches(day: Day, phase: Phase, tables: Tables) -> list[str]:
    """Each watch of a phase; one of them fights the raid. A ship that was lost keeps no further watch;
    of a phase that is not over none is written that is still to come.
    """
    chosen, lost = _watch_of(phase), sank_in(day, phase)
    entries = []
    for place, (name, _, _) in enumerate(WATCHES[phase.name]):
        text = _steaming(phase) if place == 0 else AS_BEFORE.get(phase.weather, "Steaming as before.")
        if place > chosen and phase.stopped_dead:
            text = "Dead in the water."
        if place == chosen:
            text = " ".join([text, *(one.words for one in chronicle(phase, tables, lost))])
        entries.append(f"{name}. {text}")
        if place == chosen and (lost or phase.running):
            break
    return entries


def _watch_of(phase: Phase) -> int:
    """Which watch of a phase fights its raid."""
    return number_of(f"watch {phase.label}") % len(WATCHES[phase.name])


def sank_in(day: Day, phase: Phase) -> bool:
    """Whether the ship was lost in a phase, and not on her way to the anchorage after it."""
    return bool(day.lost) and day.lost != ON_THE_WAY and phase is day.phases[-1]


def _steaming(phase: Phase) -> str:
    station = f"Radar Picket Station No. {phase.station}" if phase.station else "no assigned station"
    lights = "darkened ship, condition of readiness two" if phase.light == Light.NIGHT else "lookout watch set"
    said = [f"Steaming on {station}, off Okinawa, {lights}.", SKY.get(phase.weather, "")]
    if phase.stopped:
        said.append("Lying to for survivors.")
    return " ".join(one for one in said if one)


class _Clock:
    """The minutes of a watch as they pass; what happens in it is never later than its end."""

    def __init__(self, start: int, minutes: int) -> None:
        self.now, self.last = start, start + minutes - 1

    def after(self, minutes: int) -> str:
        """The time so many minutes later, as a log writes it."""
        self.now = min(self.now + minutes, self.last)
        hour, minute = divmod(self.now % 1440, 60)
        return f"{hour:02d}{minute:02d}"


class Entry(NamedTuple):
    """Something that happened in a watch, and when as a log writes it; empty where it goes with what stands before."""

    time: str
    text: str

    @property
    def words(self) -> str:
        """The entry as the log has it."""
        return f"{self.time} {self.text}" if self.time else self.text


def chronicle(phase: Phase, tables: Tables, lost: bool) -> list[Entry]:
    """The raid of a phase and what followed, each at its time within the watch; ``lost``: the ship sank in it."""
    _, start, minutes = WATCHES[phase.name][_watch_of(phase)]
    said: list[Entry] = []
    clock = _Clock(start, minutes)
    met = phase.attacked
    if met:
        first = clock.after(5 + number_of(f"raid {phase.label}") % max(minutes // 3, 1))
        said.append(Entry(first, _contact(phase)))
    if phase.nobody_comes:
        said.append(Entry("", "No enemy aircraft sighted."))
    for wave in phase.waves:
        said += _wave(wave, tables, clock, 4 + number_of(f"wave {phase.label} {wave.number}") % 9)
    done = work(phase.control, tables)
    if done:
        said.append(Entry(clock.after(20), f"Repair parties reported: {joined(done)}."))
    said += [Entry("", sentence(text)) for text in phrases(phase.later, tables)]
    if met and not lost and not phase.running:
        said.append(Entry(clock.after(15), "Secured from general quarters."))
    return said


def _contact(phase: Phase) -> str:
    assert phase.raid is not None
    planes = phase.raid.planes
    kind = "Mass raid reported" if phase.raid.kikusui else "Bogeys reported"
    number = f"{number_words(planes)} planes" if planes > 1 else "a single plane"
    return f"{kind}, {number} closing. Sounded general quarters."


def _wave(wave: Wave, tables: Tables, clock: _Clock, minutes: int) -> list[Entry]:
    name = ORDINALS.get(wave.number, f"Wave {wave.number}")
    said = [Entry(clock.after(minutes), f"{name}: {_sighted(wave)} sighted.")]
    fought: list[str] = []
    if wave.maneuver is not None:
        came_off = "Maneuvered radically at best speed.", "Attempted radical maneuvers in vain."
        fought.append(came_off[not wave.maneuver])
    if any(shot.by_guns for shot in wave.shots):
        fought.append("Commenced firing.")
    fought += [text for plane in wave.planes for text in _downed(plane, tables)]
    fought += [text for plane in wave.planes for text in _weapon_missed(plane)]
    said += [Entry("", text) for text in fought]
    said += [Entry(clock.after(1), _blow(blow, tables)) for blow in wave.blows]
    return said + _after_dives(wave, tables, clock)


def _after_dives(wave: Wave, tables: Tables, clock: _Clock) -> list[Entry]:
    """What a wave left: who withdrew, who missed, what was lost later and what was mended."""
    after = [f"{plane.type} withdrew." for plane in wave.planes if plane.fate is Fate.WITHDREW]
    if missed := wave.count(Fate.MISSED):
        number = number_words(missed)
        after.append(f"{number.capitalize()} {'plane' if number == 'one' else 'planes'} dived and missed the ship.")
    after += [sentence(text) for text in phrases(wave.later, tables)]
    said = [Entry("", text) for text in after]
    done = work(wave.control, tables)
    return [*said, Entry(clock.after(3), sentence(joined(done)))] if done else said


def _sighted(wave: Wave) -> str:
    kinds: dict[str, int] = {}
    for plane in wave.planes:
        kinds[plane.type] = kinds.get(plane.type, 0) + 1
    return joined([f"{number_words(number)} {plural(kind, number)}" for kind, number in kinds.items()])


def plural(kind: str, number: int) -> str:
    """A type of plane, one or several of it."""
    return kind if number == 1 or kind.endswith("s") else f"{kind}s"


def _downed(plane: Plane, tables: Tables) -> list[str]:
    """Who set a plane aflame and who splashed it."""
    ends = (("set aflame", plane.set_afire_by), ("splashed", plane.destroyed_by))
    words = [f"{done} by {shooter(slot, tables)}" for done, slot in ends if slot]
    return [f"{plane.type} {' and '.join(words)}."] if words else []


def _weapon_missed(plane: Plane) -> list[str]:
    if not plane.weapon_missed:
        return []
    return [f"{sentence(_weapon(plane.type, plane.weapon))[:-1]} missed."]


def _weapon(kind: str, weapon: str) -> str:
    return f"{WEAPONS[weapon]} from {kind}"


def _blow(blow: Blow, tables: Tables) -> str:
    fell = [one for one in blow.after if isinstance(one, Killed)]
    rest: list[Aftermath] = [one for one in blow.after if not isinstance(one, Killed)]
    hurt = phrases(rest, tables)
    room = blow.room if blow.room and not any(text.startswith(blow.room) for text in hurt) else ""
    said = [f"{_struck(blow)}{f', striking {room}' if room else ''}."]
    if hurt:
        said.append(sentence("; ".join(hurt)))
    return " ".join([*said, *(sentence(fallen(one)) for one in fell)])


def _struck(blow: Blow) -> str:
    """What struck the ship, or the sea beside her."""
    if blow.outcome not in (HIT, NEAR_MISSED):
        weapon = sentence(_weapon(blow.type, blow.weapon))[:-1]
        return f"{weapon} struck the ship" if blow.outcome == WEAPON else f"{weapon} fell close aboard"
    if blow.bearing is not None:
        first = f"{blow.type}, bearing {blow.bearing:03d},"
    else:
        first = f"{blow.type}, {'its' if blow.flamed else 'after releasing its'} {WEAPONS[blow.weapon]}"
        first += " lost," if blow.flamed else ","
    if blow.outcome == NEAR_MISSED:
        return f"{first} crashed close aboard"
    return f"{first} crashed into the ship {part_of_ship(blow.section)}"
