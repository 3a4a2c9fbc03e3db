"""The pages of the ship's log, one for each day; the action reports, in the parts of the Navy's
form; and the trace.
"""

from __future__ import annotations

import datetime
from collections import Counter
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.vocabulary import Sky
from picket_duty.dice import number_of
from picket_duty.events import Damage, DecisionMade, Ended, Event, PhaseBegun, WaveBegun
from picket_duty.facts import Day, GameFacts, Phase
from picket_duty.facts.summaries import ON_THE_WAY
from picket_duty.figures.plots import Hit, damaged_ship
from picket_duty.pages.blocks import Grid, Heading, Items, Page, Paragraph, Trace
from picket_duty.requests import Roll
from picket_duty.rules.damage import side_of
from picket_duty.text import deck_log, diary_entries, names
from picket_duty.text.deck_log import format_departure
from picket_duty.text.diary_entries import RaidHours
from picket_duty.text.fact_rows import format_shooter
from picket_duty.text.log import log_text
from picket_duty.text.orders import format_order
from picket_duty.text.phrases import cases, phrase, words
from picket_duty.text.rolls import roll_words

#: The watches of each phase: name, start in minutes after midnight, length in minutes.
WATCHES = {
    "morning": (("04 to 08", 240, 240), ("08 to 12", 480, 240)),
    "midday": (("12 to 16", 720, 240), ("16 to 18", 960, 120), ("18 to 20", 1080, 120)),
    "evening": (("20 to 24", 1200, 240), ("00 to 04", 1440, 240)),
}
#: How many watches of each phase, from its first on, may fight a raid: one at midday comes by
#: mid-afternoon.
RAID_WATCHES = {"morning": 2, "midday": 1, "evening": 2}


def log_blocks(facts: GameFacts, tables: Tables) -> Page:
    """The whole log, one page per day."""
    blocks: Page = [Heading("Ship's log")]
    for day in facts.days:
        entries = [deck_log.format_arrival(arrival) for arrival in day.arrivals]
        for phase in day.phases:
            entries += _watches(day, phase, tables)
        if day.without_duty:
            entries.append(phrase("no_duty").deck_log)
        if day.relieved:
            entries.append(phrase("relieved").deck_log)
        entries += [
            deck_log.format_storm(phase)
            for phase in day.phases
            if phase.typhoon_days and not day.lost
        ]
        if day.stores is not None:
            entries.append(
                words(phrase("stores").deck_log, **deck_log.stores_fields(day.stores, tables))
            )
        if day.leave is not None:
            entries.append(deck_log.format_departure(day))
        blocks += [Heading(f"{day.ship}, {names.day_name(day.date)}", 3)]
        blocks += [Paragraph(text, "log") for text in entries]
        # Nobody signed the last page of a ship that was lost: her log went down with her.
        if day.captain and not day.lost and not any(phase.running for phase in day.phases):
            blocks.append(
                Paragraph(
                    words(phrase("signature").deck_log, captain=names.naval_name(day.captain)),
                    "sign",
                )
            )
    return blocks


def _watches(day: Day, phase: Phase, tables: Tables) -> list[str]:
    """The watches of a phase that were reached, one of which fights the raid; the last before she
    leaves has news.
    """
    chosen = _number_of("watch", phase) % RAID_WATCHES[phase.name]
    lost = sank_in(day, phase)
    leaves = day.leave is not None and phase is day.phases[-1] and phase.attacked
    entries = []
    for index, (name, start, _) in enumerate(WATCHES[phase.name]):
        as_before = phrase(
            "typhoon_as_before" if phase.weather is Sky.TYPHOON else "as_before"
        ).deck_log
        text = as_before if index else deck_log.format_steaming(phase)
        if index > chosen and phase.stopped_dead:
            text = phrase("dead_in_water").deck_log
        if index == chosen:
            text = " ".join([text, *(entry.words for entry in chronicle(phase, tables, lost))])
        # A watch past midnight has its date.
        dated = f" ({names.plain_day(_date_at(phase, start))})" if start >= DAY else ""
        entries.append(f"{name}{dated}. {text}")
        if index == chosen and (lost or phase.running or (leaves and not phase.stopped_dead)):
            break
    return entries


def _date_at(phase: Phase, minute: int) -> str:
    return (datetime.date.fromisoformat(phase.date) + datetime.timedelta(minute // DAY)).isoformat()


def raid_hours(phase: Phase, tables: Tables, lost: bool) -> RaidHours:
    """The hours of a raid in the log; ``lost``: the ship sank in it."""
    times = [entry.time for entry in chronicle(phase, tables, lost) if entry.time]
    _, start, _ = WATCHES[phase.name][_number_of("watch", phase) % RAID_WATCHES[phase.name]]
    return RaidHours(_date_at(phase, start), times[0], "" if lost or phase.running else times[-1])


def _number_of(what: str, phase: Phase) -> int:
    """A number from the date and the first planes of a phase: with other dice, a raid comes at
    another time.
    """
    raid = phase.raid.planes if phase.raid is not None else 0
    first = [f"{plane.type} {plane.bearing}" for wave in phase.waves[:1] for plane in wave.planes]
    return number_of(" ".join([what, phase.label, str(raid), *first]))


def sank_in(day: Day, phase: Phase) -> bool:
    """Whether the ship was lost during a phase rather than on her way to the anchorage after it."""
    return bool(day.lost) and day.lost != ON_THE_WAY and phase is day.phases[-1]


#: Minutes per day.
DAY = 1440


class Entry(NamedTuple):
    """An event of a watch; ``time`` is empty if it has the time of the previous entry."""

    time: str
    text: str

    @property
    def words(self) -> str:
        """The entry as a line of the log."""
        return f"{self.time} {self.text}" if self.time else self.text


def chronicle(phase: Phase, tables: Tables, lost: bool) -> list[Entry]:
    """The raid of a phase and its consequences, each entry with its time; ``lost``: the ship sank
    in it.
    """
    _, now, minutes = WATCHES[phase.name][_number_of("watch", phase) % RAID_WATCHES[phase.name]]
    entries = list[Entry]()
    last = now + minutes - 1

    def enter(text: str, after: int = 0) -> None:
        """Enter a text some minutes later, at the end of the watch at the latest; or with the time
        before.
        """
        nonlocal now
        now = min(now + after, last)
        hour, minute = divmod(now % DAY, 60)
        entries.append(Entry(f"{hour:02d}{minute:02d}" if after else "", text))

    if phase.attacked:
        enter(deck_log.format_contact(phase), 5 + _number_of("raid", phase) % max(minutes // 3, 1))
    if phase.no_raid:
        enter(phrase("quiet_phase").deck_log)
    for wave in phase.waves:
        name = words(
            cases("wave_name").get(str(wave.number), phrase("numbered_wave")).deck_log,
            number=wave.number,
        )
        sighted = words(
            phrase("wave").deck_log, name=name, planes=deck_log.format_kinds(wave.planes)
        )
        enter(sighted, 4 + _number_of(f"wave {wave.number}", phase) % 9)
        for text in deck_log.fight_sentences(wave, tables):
            enter(text)
        for text in deck_log.impact_sentences(wave, tables):
            enter(text, 1)
        for text in (*deck_log.dive_sentences(wave), *deck_log.later_sentences(wave, tables)):
            enter(text)
        if repairs := deck_log.format_repairs(wave.control, tables):
            enter(repairs, 3)
    for text in deck_log.clauses(phase.later, tables):
        enter(names.sentence(text))
    if phase_repairs := deck_log.format_phase_repairs(phase, tables):
        enter(phase_repairs, 20)
    if phase.attacked and not lost and not phase.running:
        enter(phrase("secured").deck_log, 15)
    return entries


def trace_blocks(facts: GameFacts, tables: Tables) -> Page:
    """The trace, one folded block per day."""
    days: dict[str, list[str]] = {}
    day = "Setup"
    for event in facts.events:
        day = event.phase.partition("/")[0] if isinstance(event, PhaseBegun) else day
        days.setdefault(day, []).append(trace_line(event, tables))
    return [Heading("Referee's trace"), *(Trace(day, tuple(lines)) for day, lines in days.items())]


def trace_line(event: Event, tables: Tables) -> str:
    """One event in one line."""
    if isinstance(event, Roll):
        return f"  {roll_words(event, tables)}"
    if isinstance(event, PhaseBegun):
        return f"== {event.phase} {event.light}, station {event.station or '-'}"
    if isinstance(event, WaveBegun):
        return f"-- {log_text(event, tables)}"
    if isinstance(event, DecisionMade):
        return f"  > {event.about} ({event.rule}): {format_order(event, tables)}"
    if isinstance(event, Ended):
        return f"== {log_text(event, tables)}, {event.summary['state_hash']}"
    return f"  * {log_text(event, tables) or event.__class__.__name__}"


#: The level of the heading of one report.
REPORT_LEVEL = 3


def action_blocks(facts: GameFacts, tables: Tables) -> Page:
    """The action reports of all raids of the game."""
    blocks: Page = [Heading("Action reports")]
    number = 0
    for day in facts.days:
        for phase in day.phases:
            if phase.attacked:
                number += 1
                blocks += _raid(number, day, phase, tables)
    if not number:
        blocks.append(Paragraph(phrase("no_raids").deck_log))
    return blocks


def _raid(number: int, day: Day, phase: Phase, tables: Tables) -> Page:
    sunk = sank_in(day, phase)
    chronology: list[str] = []
    for entry in chronicle(phase, tables, sunk):
        if entry.time or not chronology:
            chronology.append(entry.words)
        else:
            chronology[-1] += f" {entry.text}"
    if sunk:
        chronology.append(format_departure(day))
    lines = diary_entries.casualty_lines(phase)
    lessons = diary_entries.lessons(phase)
    parts: dict[str, Page] = {
        "Brief summary": [Paragraph(diary_entries.raid_result(phase, tables))],
        "Preliminaries": [Paragraph(diary_entries.preliminaries(day, phase, tables))],
        "Chronological account": [Paragraph(text, "log") for text in chronology],
        "Ordnance": _ordnance(phase, tables),
        "Battle damage": _damage(day, phase, tables),
        "Damage control": _control(phase, tables),
        "Casualties": [Items(tuple(lines))] if lines else [],
        "Lessons and conclusions": [Paragraph(" ".join(lessons))] if lessons else [],
    }
    hours = raid_hours(phase, tables, sunk)
    title = f"{number}. {day.ship}, {names.naval_date(hours.date)}, {hours.begun}"
    blocks: Page = [Heading(title, REPORT_LEVEL, day.ship, names.naval_date(hours.date))]
    filled = [name for name in parts if parts[name]]
    for numeral, name in zip(
        ("I", "II", "III", "IV", "V", "VI", "VII", "VIII"), filled, strict=False
    ):
        blocks += [Heading(f"{numeral}. {name}", REPORT_LEVEL + 1), *parts[name]]
    return blocks


def _ordnance(phase: Phase, tables: Tables) -> Page:
    if not phase.planes:
        return []
    rows = []
    for wave, plane in ((each, plane) for each in phase.waves for plane in each.planes):
        where = f"with {names.WEAPONS[plane.weapon]}" if plane.weapon else ""
        if plane.bearing is not None:
            where = f"{plane.bearing:03d}, {names.LEVELS.get(plane.altitude or '', '')}"
        at_it = [shot for shot in wave.shots if shot.plane == plane.number]
        hitters = dict.fromkeys(
            format_shooter(shot.by, "card", tables) for shot in at_it if shot.is_hit
        )
        numbers = (str(wave.number), str(plane.number + 1))
        by = names.grouped(list(hitters)) or "-"
        rows.append(
            (*numbers, plane.type, where, str(len(at_it)), by, diary_entries.format_fate(plane))
        )
    blocks: Page = [
        Grid(("Wave", "Plane", "Type", "Bearing", "Bursts", "Hits by", "Result"), tuple(rows))
    ]
    shots = [shot for wave in phase.waves for shot in wave.shots]
    fired = [shot for shot in shots if shot.by_guns]
    if fired:
        kinds = {shot.by: tables.mounted[shot.by].name for shot in fired}
        bursts = Counter(kinds[shot.by] for shot in fired)
        hits = Counter(kinds[shot.by] for shot in fired if shot.is_hit)
        down = Counter(kinds[slot] for slot in phase.shot_down_by if slot in kinds)
        battery = tuple(
            (kind, str(number), str(hits[kind]), str(down[kind])) for kind, number in bursts.items()
        )
        blocks.append(
            Grid(("Battery", "Bursts", "Effective", "Planes set afire or splashed"), battery)
        )
    if support := [shot.is_hit for shot in shots if not shot.by_guns]:
        fields = {"attacks": len(support), "good": sum(support) or "none"}
        blocks.append(Paragraph(words(phrase("support_fire").deck_log, **fields)))
    return blocks


def _damage(day: Day, phase: Phase, tables: Tables) -> Page:
    impacts = [impact for wave in phase.waves for impact in deck_log.impacts_logged(wave)]
    lines = []
    hits = []
    # Near misses, which have no number, come last.
    for impact in sorted(impacts, key=lambda impact: not impact.number):
        said = deck_log.format_impact(impact, tables)
        lines.append(words(phrase("blow").deck_log, number=impact.number or None, impact=said))
        if impact.number and impact.part:
            items = tuple(event.item for event in impact.after if isinstance(event, Damage))
            title = f"{impact.number}: {impact.type}, {impact.place or impact.outcome}"
            hits.append(
                Hit(
                    str(impact.number),
                    impact.part,
                    side_of(impact.bearing),
                    impact.place,
                    items,
                    title,
                )
            )
    title = f"{day.ship}: location of hits"
    figure = damaged_ship(title, day.ship, tables, day.ship_class, hits) if hits else None
    return [*([figure] if figure else []), Items(tuple(lines))] if lines else []


def _control(phase: Phase, tables: Tables) -> Page:
    rows = []
    for job in phase.repairs:
        part = names.part_of_ship(job.section)
        result = "completed" if job.success else "not completed"
        work = names.item_name(tables, job.job).removesuffix(f" {part}")
        rows.append((names.title_case(work), part, str(job.men), result))
    return [Grid(("Work", "Section", "Men", "Result"), tuple(rows))] if rows else []
