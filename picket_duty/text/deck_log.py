"""The deck log's voice: what happened, in the words of the ship's own papers. The action report uses its clauses.

A clause begins small and has no full stop, so that several can be strung together.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, PUMP, Fighters, SupportShip, parts_of, slot_named
from picket_duty.book.vocabulary import MEN_SECTIONS, DamageEffect, Light, Sky, Track
from picket_duty.events import Control, Damage, Loss, TurnEnd
from picket_duty.facts import Aftermath, Arrival, Blow, Day, Fate, Killed, Phase, Plane, Wave
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
from picket_duty.state import DAMAGED, DESTROYED
from picket_duty.text.names import POST_NAMES, WEAPONS, count, item_name, signed
from picket_duty.text.prose import joined, number_words, part_of_ship, plain_day, sentence, times

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


# -- ships and days ------------------------------------------------------------


def arrival_words(arrival: Arrival) -> str:
    """A ship takes the duty."""
    how = f", {BACK[arrival.after]}" if arrival.returning else " reported"
    return f"{arrival.name} ({arrival.hull}){how} for picket duty."


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


def stores_words(end: TurnEnd, tables: Tables) -> str:
    """How the ship stands at the end of a day."""
    full = tables.numbers
    return (
        f"Report at the end of the day: fuel {end.fuel} of {full.fuel}, ammunition {end.ammunition} of "
        f"{full.ammunition}, hull integrity {end.hull} of {full.hull}, morale {signed(end.morale)}."
    )


# -- watches and raids ---------------------------------------------------------


def steaming_words(phase: Phase) -> str:
    """What the first watch of a phase begins with."""
    station = f"Radar Picket Station No. {phase.station}" if phase.station else "no assigned station"
    lights = "darkened ship, condition of readiness two" if phase.light == Light.NIGHT else "lookout watch set"
    said = [f"Steaming on {station}, off Okinawa, {lights}.", SKY.get(phase.weather, "")]
    if phase.stopped:
        said.append("Lying to for survivors.")
    return " ".join(one for one in said if one)


def later_watch_words(phase: Phase) -> str:
    """What a later watch of a phase begins with."""
    return AS_BEFORE.get(phase.weather, "Steaming as before.")


def contact_words(phase: Phase) -> str:
    """A raid is reported."""
    assert phase.raid is not None
    planes = phase.raid.planes
    kind = "Mass raid reported" if phase.raid.kikusui else "Bogeys reported"
    number = f"{number_words(planes)} planes" if planes > 1 else "a single plane"
    return f"{kind}, {number} closing. Sounded general quarters."


def sighted_words(wave: Wave) -> str:
    """A wave comes in sight."""
    name = ORDINALS.get(wave.number, f"Wave {wave.number}")
    kinds: dict[str, int] = {}
    for plane in wave.planes:
        kinds[plane.type] = kinds.get(plane.type, 0) + 1
    planes = joined([f"{number_words(number)} {plural(kind, number)}" for kind, number in kinds.items()])
    return f"{name}: {planes} sighted."


def fight_words(wave: Wave, tables: Tables) -> list[str]:
    """The fight before the first blow: maneuver, fire, what was shot down, weapons that missed."""
    sentences: list[str] = []
    if wave.maneuver is not None:
        came_off = "Maneuvered radically at best speed.", "Attempted radical maneuvers in vain."
        sentences.append(came_off[not wave.maneuver])
    if any(shot.by_guns for shot in wave.shots):
        sentences.append("Commenced firing.")
    sentences += [text for plane in wave.planes for text in _downed(plane, tables)]
    return sentences + [text for plane in wave.planes for text in _weapon_missed(plane)]


def after_dives_words(wave: Wave, tables: Tables) -> list[str]:
    """What a wave left: planes that withdrew or missed, and what was lost later."""
    sentences = [f"{plane.type} withdrew." for plane in wave.planes if plane.fate is Fate.WITHDREW]
    if missed := wave.count(Fate.MISSED):
        number = number_words(missed)
        sentences.append(f"{number.capitalize()} {'plane' if missed == 1 else 'planes'} dived and missed the ship.")
    return sentences + [sentence(text) for text in clauses(wave.later, tables)]


def plural(kind: str, number: int) -> str:
    """A type of plane, one or several of it."""
    return kind if number == 1 or kind.endswith("s") else f"{kind}s"


def _downed(plane: Plane, tables: Tables) -> list[str]:
    """Who set a plane aflame and who splashed it."""
    ends = (("set aflame", plane.set_afire_by), ("splashed", plane.destroyed_by))
    words = [f"{done} by {shooter_words(slot, tables)}" for done, slot in ends if slot]
    return [f"{plane.type} {' and '.join(words)}."] if words else []


def _weapon_missed(plane: Plane) -> list[str]:
    if not plane.weapon_missed:
        return []
    return [f"{sentence(_weapon(plane.type, plane.weapon))[:-1]} missed."]


def _weapon(kind: str, weapon: str) -> str:
    return f"{WEAPONS[weapon]} from {kind}"


def blow_words(blow: Blow, tables: Tables) -> str:
    """What struck the ship or the sea beside her, and what it did."""
    killed = [event for event in blow.after if isinstance(event, Killed)]
    rest: list[Aftermath] = [event for event in blow.after if not isinstance(event, Killed)]
    harm = clauses(rest, tables)
    room = blow.room if blow.room and not any(text.startswith(blow.room) for text in harm) else ""
    sentences = [f"{_struck(blow)}{f', striking {room}' if room else ''}."]
    if harm:
        sentences.append(sentence("; ".join(harm)))
    return " ".join([*sentences, *(sentence(killed_clause(event)) for event in killed)])


def _struck(blow: Blow) -> str:
    """What struck the ship, or the sea beside her."""
    if blow.by_weapon:
        weapon = sentence(_weapon(blow.type, blow.weapon))[:-1]
        return f"{weapon} fell close aboard" if blow.near else f"{weapon} struck the ship"
    if blow.bearing is not None:
        first = f"{blow.type}, bearing {blow.bearing:03d},"
    else:
        first = f"{blow.type}, {'its' if blow.flamed else 'after releasing its'} {WEAPONS[blow.weapon]}"
        first += " lost," if blow.flamed else ","
    if blow.near:
        return f"{first} crashed close aboard"
    return f"{first} crashed into the ship {part_of_ship(blow.section)}"


# -- what was hit, lost and repaired ---------------------------------------------


def clauses(events: Iterable[Aftermath], tables: Tables, figures: bool = False) -> list[str]:
    """Each event as a clause, equal ones once with how often. ``figures`` adds hit markers and fire levels.

    The loss of a track is said each time: it was something else in between.
    """
    counted: dict[tuple[str, int], int] = {}
    for number, event in enumerate(events):
        text = _clause(event, tables, figures)
        if text:
            key = text, number if isinstance(event, Loss) else -1
            counted[key] = counted.get(key, 0) + 1
    return [f"{text} {times(often)}".strip() for (text, _), often in counted.items()]


def _clause(event: Aftermath, tables: Tables, figures: bool) -> str:
    """An event as a clause, empty if it left no trace."""
    if isinstance(event, Damage):
        return _damage(event, tables, figures)
    if isinstance(event, Loss):
        return _loss(event)
    if isinstance(event, Killed):
        return killed_clause(event)
    return event.text[:1].lower() + event.text[1:]


def killed_clause(event: Killed) -> str:
    """An officer or chief who was killed, and the successor."""
    name = f", {event.name}," if event.name else ""
    return f"the {POST_NAMES[event.post]}{name} was killed in action and {event.successor} assumed his duties"


def _damage(event: Damage, tables: Tables, figures: bool) -> str:
    if event.effect in (DamageEffect.SUPERFICIAL, DamageEffect.SUNK):
        return ""
    if event.item == DECK_FIRE:
        level = f", level {event.points}" if figures and event.points else ""
        return f"{FIRES[event.effect].format(part_of_ship(event.section))}{level}"
    name = item_name(tables, event.item)
    said = {
        DAMAGED: f"{name} damaged",
        DESTROYED: f"{name} destroyed",
        DamageEffect.HIT: f"{name} hit{'' if _cold(event.item, tables) else ' and set afire'}",
        DamageEffect.BURNS: f"fire in {name} gained ground",
        DamageEffect.FLOODED: f"{name} flooded to quench the fire",
        DamageEffect.EXPLODES: f"{name} blew up",
        DamageEffect.LOST: "power to the gun directors lost",
        DamageEffect.KILLED: f"{name} killed",
        DamageEffect.OUT_OF_ORDER: f"{name} failed",
    }[event.effect]
    marked = event.effect in (DamageEffect.HIT, DamageEffect.BURNS) and figures
    return f"{said}, {count(event.points, 'hit marker')}" if marked else said


FIRES = {
    DamageEffect.LIT: "fire broke out on deck {}",
    DamageEffect.GROWS: "fire on deck {} spread",
    DamageEffect.OUT_OF_CONTROL: "fire on deck {} out of control",
}


def _cold(item: str, tables: Tables) -> bool:
    """Whether a hit sets no fire: a stack."""
    return item in tables.compartments and tables.compartments[item].kind == "stack"


def _loss(event: Loss) -> str:
    if not event.points:
        return ""
    if event.track in MEN_SECTIONS:
        men = f"{number_words(event.points)} repair {'man' if event.points == 1 else 'men'}"
        return f"{men} lost {part_of_ship(MEN_SECTIONS[event.track])}, {number_words(event.left)} left"
    gone, down = TRACKS[event.track]
    left = number_words(event.left) if event.track == Track.SFS else event.left
    return down.format(left) if event.left or not gone else gone


#: A track that a result took from: at its end, and above it.
TRACKS = {
    Track.HULL: ("hull integrity gone", "hull integrity down to {}"),
    Track.MANEUVER: ("ship dead in the water", "maneuvering power down to {}"),
    Track.FUEL: ("no fuel left", "fuel down to {}"),
    Track.AMMUNITION: ("no ammunition left", "ammunition down to {}"),
    Track.SFS: ("one support ship lost, none left", "one support ship lost, {} left"),
    Track.FLOOD: ("", "ship making water, flooding {}"),
    Track.COUNTERFLOODING: ("", "counterflooded, flooding {}"),
}


def shooter_words(slot: str, tables: Tables) -> str:
    """Who fired: a mount, a support ship, or fighters by where they came from."""
    match slot_named(slot):
        case Fighters(type=kind):
            return FIGHTERS[kind]
        case SupportShip(number=number):
            return f"support ship {number}"
    return item_name(tables, slot)


FIGHTERS = {"carrier": "carrier fighters", "land": "land-based fighters"}


def repair_clauses(jobs: Iterable[Control], tables: Tables) -> list[str]:
    """What the repair parties achieved, a clause per job, and what flooding is down to by it."""
    found = []
    for job in jobs:
        if job.success:
            found.append(_job(job, tables))
        if job.water_drained:
            found.append(f"flooding down to {job.flood}")
    return found


def repairs_words(jobs: Iterable[Control], tables: Tables) -> str:
    """What the repair parties achieved after a wave, as a sentence; empty for nothing."""
    done = repair_clauses(jobs, tables)
    return sentence(joined(done)) if done else ""


def phase_repairs_words(phase: Phase, tables: Tables) -> str:
    """What the repair parties reported after the raid; empty for nothing."""
    done = repair_clauses(phase.control, tables)
    return f"Repair parties reported: {joined(done)}." if done else ""


def _job(job: Control, tables: Tables) -> str:
    kind = parts_of(job.job).kind
    name = item_name(tables, job.job)
    if kind == DECK_FIRE:
        return f"fire on deck {part_of_ship(job.section)} put out"
    if kind == PUMP:
        return f"{item_name(tables, parts_of(job.job).target)} pumped out"
    if job.markers:
        return f"headway made in {name}" if job.markers_left else f"{name} put right"
    return f"{name} restored"
