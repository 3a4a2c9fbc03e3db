"""The ship's log, watch by watch, in the manner of the time."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.dice import number_of
from picket_duty.events import Control, Crew, Damage, Loss
from picket_duty.reports.document import Block, Heading, Paragraph
from picket_duty.reports.story import Blow, Day, Phase, Story, Wave
from picket_duty.reports.wordlist import day_name, joined, number_words, sentences
from picket_duty.wording import POST_NAMES, item_name

#: The watches of each phase: name, first minute of the day, minutes.
WATCHES = {
    "morning": (("04 to 08", 240, 240), ("08 to 12", 480, 240)),
    "midday": (("12 to 16", 720, 240), ("16 to 18", 960, 120), ("18 to 20", 1080, 120)),
    "evening": (("20 to 24", 1200, 240), ("00 to 04", 1440, 240)),
}
#: Effects that the log need not mention.
UNHURT = ("superficial", "ok", "standing", "working")
SKY = {
    "clear": "Sky clear, visibility good.",
    "rain": "Overcast with rain squalls, visibility poor.",
    "storm": "Heavy weather from the southward, sea rough; no flying weather.",
    "typhoon": "Typhoon. Wind of hurricane force, sea mountainous. Ship labouring heavily; all topside gear secured.",
    "": "",
}


def log_blocks(story: Story, tables: Tables) -> list[Block]:
    """The whole log, a page a day."""
    found: list[Block] = [Heading("Ship's log")]
    commander = ""
    for day in story.days:
        commander = _commander(day, commander)
        found += _page(day, tables, commander)
        commander = _successor(day, commander)
    return found


def _page(day: Day, tables: Tables, commander: str) -> list[Block]:
    found: list[Block] = [Heading(f"{day.ship}, {day_name(day.date)}", 3)]
    for arrival in day.arrivals:
        how = "having completed repairs and replenishment, returned" if arrival.returning else "reported"
        found.append(Paragraph(f"{arrival.name} ({arrival.hull}) {how} for picket duty.", "log"))
    for phase in day.phases:
        found += [Paragraph(text, "log") for text in _watches(phase, tables)]
    if day.notes:
        found.append(Paragraph(" ".join(f"{note}." for note in day.notes), "log"))
    if day.leave is not None:
        found.append(Paragraph(_departure(day), "log"))
    elif day.end is not None:
        end = day.end
        found.append(
            Paragraph(
                f"Midnight report: fuel {end.fuel} of 10, ammunition {end.ammunition} of 10, hull integrity "
                f"{end.hull} of 6, morale {end.morale:+d}.",
                "log",
            )
        )
    if commander:
        found.append(Paragraph(f"Examined: {commander}, USN, Commanding", "sign"))
    return found


def _watches(phase: Phase, tables: Tables) -> list[str]:
    """Each watch of a phase; one of them fights the raid."""
    watches = WATCHES[phase.name]
    chosen = number_of(f"watch {phase.label}") % len(watches)
    entries = []
    for place, (name, start, minutes) in enumerate(watches):
        text = _steaming(phase) if place == 0 else "Steaming as before."
        if place == chosen:
            text = f"{text} {_events(phase, tables, start, minutes)}".strip()
        entries.append(f"{name}. {text}")
    return entries


def _steaming(phase: Phase) -> str:
    station = f"Radar Picket Station No. {phase.station}" if phase.station else "no assigned station"
    lights = "darkened ship, condition of readiness two" if phase.light == "night" else "radar and lookout watch set"
    return f"Steaming on {station}, off Okinawa, {lights}. {SKY.get(phase.weather, '')}".strip()


def _events(phase: Phase, tables: Tables, start: int, minutes: int) -> str:
    """The raid and what followed, each at its time within the watch."""
    said: list[str] = []
    minute = start + 5 + number_of(f"raid {phase.label}") % max(minutes // 2, 1)
    if phase.raid is not None and phase.raid.planes:
        kind = "a mass raid" if phase.raid.kikusui else "bogeys"
        planes = phase.raid.planes
        said.append(
            f"{_clock(minute)} Radar contact on {kind}, {number_words(planes)} plane{'s' if planes > 1 else ''} "
            "closing. Sounded general quarters."
        )
    for wave in phase.waves:
        minute += 4 + number_of(f"wave {phase.label} {wave.number}") % 9
        said += _wave(wave, tables, minute)
        minute += len(wave.shots) // 6 + len(wave.blows)
    fires = [one for one in phase.control if one.success]
    if fires:
        minute += 20
        said.append(f"{_clock(minute)} Repair parties reported: {_work(fires, tables)}.")
    said += [f"{line}." for line in sentences(phase.later, tables)]
    if phase.waves:
        said.append(f"{_clock(minute + 15)} Secured from general quarters.")
    return " ".join(said)


def _wave(wave: Wave, tables: Tables, minute: int) -> list[str]:
    kinds: dict[str, int] = {}
    for plane in wave.planes:
        kinds[str(plane["type"])] = kinds.get(str(plane["type"]), 0) + 1
    listed = joined([f"{number_words(count)} {kind}{'s' if count > 1 else ''}" for kind, count in kinds.items()])
    said = [f"{_clock(minute)} Wave {wave.number}: {listed} sighted. Commenced firing."]
    for number, plane in enumerate(wave.planes):
        shooters = [shot for shot in wave.shots if shot.plane == number and shot.state in ("destroyed", "shot_down")]
        if shooters:
            end = "splashed" if shooters[-1].state == "destroyed" else "set aflame"
            said.append(f"{plane['type']} {end} by {item_name(tables, shooters[0].by)}.")
    for place, blow in enumerate(wave.blows):
        said.append(f"{_clock(minute + 1 + place)} {_blow(blow, tables)}")
    if wave.misses:
        said.append(f"{number_words(wave.misses).capitalize()} crashed clear of the ship.")
    done = [one for one in wave.control if one.success]
    if done:
        said.append(f"{_clock(minute + 3 + len(wave.blows))} {_work(done, tables).capitalize()}.")
    return said


def _blow(blow: Blow, tables: Tables) -> str:
    where = f"bearing {blow.bearing:03d}" if blow.bearing is not None else "after releasing its weapon"
    if blow.outcome == "near_miss":
        first = f"{blow.type}, {where}, crashed close aboard."
    elif blow.outcome == "special":
        first = f"{blow.type} struck the ship."
    else:
        first = f"{blow.type}, {where}, crashed into the ship {_part(blow.section)}: {blow.place}."
    lost = [one for one in blow.after if isinstance(one, Loss)]
    hurt = [one for one in blow.after if isinstance(one, Damage) and one.effect not in UNHURT]
    fallen = [one for one in blow.after if isinstance(one, Crew)]
    said = [first, *(f"{line}." for line in sentences([*hurt, *lost], tables))]
    said += [f"The {POST_NAMES[one.post]} was killed in action; {one.name} assumed his duties." for one in fallen]
    return " ".join(said)


def _part(section: str) -> str:
    return "amidships" if section == "midship" else section


def _work(done: list[Control], tables: Tables) -> str:
    parts = []
    for one in done:
        name = item_name(tables, one.job)
        if one.job.startswith("deck fire"):
            parts.append(f"{name} extinguished")
        elif one.markers:
            parts.append(f"damage in {name} brought under control")
        else:
            parts.append(f"{name} restored" if not one.job.startswith("pump") else f"{name} completed")
    return joined(parts)


def _departure(day: Day) -> str:
    assert day.leave is not None
    if day.leave.reason == "sunk":
        return "Abandoned ship. The ship sank on her station."
    back = f", to be back on station {day_name(day.leave.until)}" if day.leave.until else ""
    return f"Left station ({day.leave.reason}) and set course for Kerama Retto{back}."


def _clock(minute: int) -> str:
    minute %= 1440
    return f"{minute // 60:02d}{minute % 60:02d}"


def _commander(day: Day, before: str) -> str:
    named = [one.name for one in day.crew if one.post == "captain"]
    return named[-1] if named else before


def _successor(day: Day, before: str) -> str:
    found = before
    for phase in day.phases:
        later = [event for wave in phase.waves for event in wave.later] + phase.later
        for event in [*(event for blow in phase.blows for event in blow.after), *later]:
            if isinstance(event, Crew) and event.post == "captain":
                found = event.name
    return found
