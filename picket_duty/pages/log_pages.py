"""The pages of the ship's log, one for each day; the action reports, in the parts of the Navy's
form; and the trace.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.vocabulary import Sky
from picket_duty.dice import number_of
from picket_duty.events import Damage, DecisionMade, Ended, Event, PhaseBegun, WaveBegun
from picket_duty.facts import Day, GameFacts, Impact, Phase, PlaneReport, Shot, WaveReport
from picket_duty.facts.summaries import ON_THE_WAY
from picket_duty.figures.ship_plan import Hit, damaged_ship
from picket_duty.pages.blocks import Grid, Heading, Items, Page, Paragraph, Trace
from picket_duty.requests import Roll
from picket_duty.rules.damage import side_of
from picket_duty.text import action_report, dates, deck_log, english, names
from picket_duty.text.deck_log import departure_words
from picket_duty.text.diary_entries import RaidHours
from picket_duty.text.fact_rows import shooter_words
from picket_duty.text.log import log_words
from picket_duty.text.orders import decision_words
from picket_duty.text.phrases import cases, deck_log_words, phrase, words
from picket_duty.text.rolls import roll_words


class Watch(NamedTuple):
    """A watch of a phase: its hours, its start in minutes after midnight, and its length."""

    name: str
    start: int
    minutes: int


#: The watches of each phase.
WATCHES = {
    "morning": (Watch("04 to 08", 240, 240), Watch("08 to 12", 480, 240)),
    "midday": (
        Watch("12 to 16", 720, 240),
        Watch("16 to 18", 960, 120),
        Watch("18 to 20", 1080, 120),
    ),
    "evening": (Watch("20 to 24", 1200, 240), Watch("00 to 04", 1440, 240)),
}
#: How many watches of each phase, from its first on, may fight a raid: one at midday comes by
#: mid-afternoon.
RAID_WATCHES = {"morning": 2, "midday": 1, "evening": 2}


def log_blocks(facts: GameFacts, tables: Tables) -> Page:
    """The whole log, one page per day."""
    blocks: Page = [Heading("Ship's log")]
    for day in facts.days:
        blocks.append(Heading(f"{day.ship}, {dates.day_name(day.date)}", 3))
        blocks += [Paragraph(text, "log") for text in _entries(day, tables)]
        # Nobody signed the last page of a ship that was lost: her log went down with her.
        if day.captain and not day.lost and not any(phase.running for phase in day.phases):
            captain = names.naval_name(day.captain)
            blocks.append(Paragraph(deck_log_words("signature", captain=captain), "sign"))
    return blocks


def _entries(day: Day, tables: Tables) -> list[str]:
    entries = [deck_log.arrival_words(arrival) for arrival in day.arrivals]
    for phase in day.phases:
        entries += _watches(day, phase, tables)
    if day.without_duty:
        entries.append(phrase("no_duty").deck_log)
    if day.relieved:
        entries.append(phrase("relieved").deck_log)
    for phase in day.phases:
        if phase.typhoon_days and not day.lost:
            entries.append(deck_log.storm_words(phase))
    if day.stores is not None:
        fields = deck_log.stores_fields(day.stores, tables)
        entries.append(deck_log_words("stores", **fields))
    if day.leave is not None:
        entries.append(deck_log.departure_words(day))
    return entries


def _watches(day: Day, phase: Phase, tables: Tables) -> list[str]:
    """The watches of a phase that were reached, one of which fights the raid; the last before she
    leaves has news.
    """
    raided = _raid_watch(phase)
    lost = sank_in(day, phase)
    entries = []
    for index, watch in enumerate(WATCHES[phase.name]):
        text = _without_news(phase, index, raided)
        if index == raided:
            text = " ".join([text, *(entry.words for entry in chronicle(phase, tables, lost))])
        entries.append(f"{_watch_name(phase, watch)}. {text}")
        if index == raided and (lost or _ends_early(day, phase)):
            break
    return entries


def _without_news(phase: Phase, index: int, raided: int) -> str:
    """The steaming or drifting of a watch."""
    if index > raided and phase.stopped_dead:
        return phrase("dead_in_water").deck_log
    if not index:
        return deck_log.steaming_words(phase)
    is_typhoon = phase.weather is Sky.TYPHOON
    return phrase("typhoon_as_before" if is_typhoon else "as_before").deck_log


def _watch_name(phase: Phase, watch: Watch) -> str:
    """Its hours; a watch past midnight has its date."""
    if watch.start < DAY:
        return watch.name
    return f"{watch.name} ({dates.plain_day(_date_at(phase, watch.start))})"


def _ends_early(day: Day, phase: Phase) -> bool:
    """Whether a phase is not over or the ship left her station after its raid."""
    leaves = day.leave is not None and phase is day.phases[-1] and phase.attacked
    return phase.running or (leaves and not phase.stopped_dead)


def _raid_watch(phase: Phase) -> int:
    """The watch of a phase that fights the raid, by its index."""
    return _number_of("watch", phase) % RAID_WATCHES[phase.name]


def _date_at(phase: Phase, minute: int) -> str:
    return (datetime.date.fromisoformat(phase.date) + datetime.timedelta(minute // DAY)).isoformat()


def raid_hours(phase: Phase, tables: Tables, lost: bool) -> RaidHours:
    """The hours of a raid in the log; ``lost``: the ship sank in it."""
    times = [entry.time for entry in chronicle(phase, tables, lost) if entry.time]
    watch = WATCHES[phase.name][_raid_watch(phase)]
    end = "" if lost or phase.running else times[-1]
    return RaidHours(_date_at(phase, watch.start), times[0], end)


class Chronicle:
    """The entries of a watch, from a minute after midnight to a last one."""

    def __init__(self, watch: Watch) -> None:
        self.now = watch.start
        self.last = watch.start + watch.minutes - 1
        self.entries: list[Entry] = []

    def enter(self, text: str, after: int = 0) -> None:
        """Enter a text some minutes later, at the end of the watch at the latest; or with the time
        before.
        """
        self.now = min(self.now + after, self.last)
        hour, minute = divmod(self.now % DAY, 60)
        self.entries.append(Entry(f"{hour:02d}{minute:02d}" if after else "", text))


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
    watch = WATCHES[phase.name][_raid_watch(phase)]
    log = Chronicle(watch)
    if phase.attacked:
        minutes = 5 + _number_of("raid", phase) % max(watch.minutes // 3, 1)
        log.enter(deck_log.contact_words(phase), minutes)
    if phase.no_raid:
        log.enter(phrase("quiet_phase").deck_log)
    for wave in phase.waves:
        minutes = 4 + _number_of(f"wave {wave.number}", phase) % 9
        log.enter(_sighting(wave), minutes)
        for text in deck_log.fight_sentences(wave, tables):
            log.enter(text)
        for text in deck_log.impact_sentences(wave, tables):
            log.enter(text, 1)
        for text in (*deck_log.dive_sentences(wave), *deck_log.later_sentences(wave, tables)):
            log.enter(text)
        if repairs := deck_log.repairs_words(wave.control, tables):
            log.enter(repairs, 3)
    for text in deck_log.clauses(phase.later, tables):
        log.enter(english.sentence(text))
    if phase_repairs := deck_log.phase_repairs_words(phase, tables):
        log.enter(phase_repairs, 20)
    if phase.attacked and not lost and not phase.running:
        log.enter(phrase("secured").deck_log, 15)
    return log.entries


def _sighting(wave: WaveReport) -> str:
    row = cases("wave_name").get(str(wave.number), phrase("numbered_wave"))
    name = words(row.deck_log, number=wave.number)
    planes = deck_log.kinds_words(wave.planes)
    return deck_log_words("wave", name=name, planes=planes)


def trace_blocks(facts: GameFacts, tables: Tables) -> Page:
    """The trace, one folded block per day."""
    days: dict[str, list[str]] = {}
    day = "Setup"
    for event in facts.events:
        if isinstance(event, PhaseBegun):
            day = event.phase.partition("/")[0]
        days.setdefault(day, []).append(trace_words(event, tables))
    return [Heading("Referee's trace"), *(Trace(day, tuple(lines)) for day, lines in days.items())]


def trace_words(event: Event, tables: Tables) -> str:
    """One event in one line."""
    if isinstance(event, Roll):
        return f"  {roll_words(event, tables)}"
    if isinstance(event, PhaseBegun):
        return f"== {event.phase} {event.light}, station {event.station or '-'}"
    if isinstance(event, WaveBegun):
        return f"-- {log_words(event, tables)}"
    if isinstance(event, DecisionMade):
        return f"  > {event.about} ({event.rule}): {decision_words(event, tables)}"
    if isinstance(event, Ended):
        return f"== {log_words(event, tables)}, {event.summary['state_hash']}"
    return f"  * {log_words(event, tables) or event.__class__.__name__}"


#: The level of the heading of one report, and the numbers of its sections.
REPORT_LEVEL = 3
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")


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
    casualties = action_report.casualty_lines(phase)
    lessons = action_report.lessons(phase)
    sections: dict[str, Page] = {
        "Brief summary": [Paragraph(action_report.raid_result(phase, tables))],
        "Preliminaries": [Paragraph(action_report.preliminaries(day, phase, tables))],
        "Chronological account": _account(day, phase, tables),
        "Ordnance": _ordnance(phase, tables),
        "Battle damage": _damage(day, phase, tables),
        "Damage control": _control(phase, tables),
        "Casualties": [Items(tuple(casualties))] if casualties else [],
        "Lessons and conclusions": [Paragraph(" ".join(lessons))] if lessons else [],
    }
    filled = [(name, page) for name, page in sections.items() if page]
    hours = raid_hours(phase, tables, sank_in(day, phase))
    date = dates.naval_date(hours.date)
    title = f"{number}. {day.ship}, {date}, {hours.begun}"
    blocks: Page = [Heading(title, REPORT_LEVEL, day.ship, date)]
    for numeral, (name, page) in zip(NUMERALS, filled, strict=False):
        blocks += [Heading(f"{numeral}. {name}", REPORT_LEVEL + 1), *page]
    return blocks


def _account(day: Day, phase: Phase, tables: Tables) -> Page:
    """The raid in chronological order, a paragraph for each time."""
    sunk = sank_in(day, phase)
    texts: list[str] = []
    for entry in chronicle(phase, tables, sunk):
        if entry.time or not texts:
            texts.append(entry.words)
        else:
            texts[-1] += f" {entry.text}"
    if sunk:
        texts.append(departure_words(day))
    return [Paragraph(text, "log") for text in texts]


def _ordnance(phase: Phase, tables: Tables) -> Page:
    if not phase.planes:
        return []
    rows = [_target(wave, plane, tables) for wave in phase.waves for plane in wave.planes]
    heads = ("Wave", "Plane", "Type", "Bearing", "Bursts", "Hits by", "Result")
    blocks: Page = [Grid(heads, tuple(rows))]
    shots = [shot for wave in phase.waves for shot in wave.shots]
    if fired := [shot for shot in shots if shot.by_guns]:
        blocks.append(_battery(fired, phase, tables))
    if support := [shot.is_hit for shot in shots if not shot.by_guns]:
        fields = {"attacks": len(support), "good": sum(support) or "none"}
        blocks.append(Paragraph(deck_log_words("support_fire", **fields)))
    return blocks


def _target(wave: WaveReport, plane: PlaneReport, tables: Tables) -> tuple[str, ...]:
    """A row for a plane: where it came from, who fired at it, and its fate."""
    where = f"with {names.WEAPONS[plane.weapon]}" if plane.weapon else ""
    if plane.bearing is not None:
        where = f"{plane.bearing:03d}, {names.LEVELS.get(plane.altitude or '', '')}"
    shots = [shot for shot in wave.shots if shot.plane == plane.number]
    hitters = [shooter_words(shot.by, "card", tables) for shot in shots if shot.is_hit]
    return (
        str(wave.number),
        str(names.plane_number(plane.number)),
        plane.type,
        where,
        str(len(shots)),
        names.grouped(list(dict.fromkeys(hitters))) or "-",
        action_report.plane_fate_words(plane),
    )


def _battery(fired: Sequence[Shot], phase: Phase, tables: Tables) -> Grid:
    """The bursts of each caliber, those that hit, and the planes they set afire or splashed."""
    kinds = {shot.by: tables.mounted[shot.by].name for shot in fired}
    bursts = Counter(kinds[shot.by] for shot in fired)
    hits = Counter(kinds[shot.by] for shot in fired if shot.is_hit)
    down = Counter(kinds[slot] for slot in phase.shot_down_by if slot in kinds)
    rows = [(kind, str(bursts[kind]), str(hits[kind]), str(down[kind])) for kind in bursts]
    heads = ("Battery", "Bursts", "Effective", "Planes set afire or splashed")
    return Grid(heads, tuple(rows))


def _damage(day: Day, phase: Phase, tables: Tables) -> Page:
    impacts = [impact for wave in phase.waves for impact in deck_log.impacts_logged(wave)]
    # Near misses, which have no number, come last.
    impacts.sort(key=lambda impact: not impact.number)
    row = phrase("blow")
    lines = [
        words(
            row.deck_log,
            number=impact.number or None,
            impact=deck_log.impact_words(impact, tables),
        )
        for impact in impacts
    ]
    blocks: Page = []
    if hits := [_hit(impact) for impact in impacts if impact.number and impact.part]:
        title = f"{day.ship}: location of hits"
        if figure := damaged_ship(title, day.ship, tables, day.ship_class, hits):
            blocks.append(figure)
    if lines:
        blocks.append(Items(tuple(lines)))
    return blocks


def _hit(impact: Impact) -> Hit:
    """An impact on the picture of the ship."""
    return Hit(
        label=str(impact.number),
        section=impact.part,
        side=side_of(impact.bearing),
        place=impact.place,
        items=tuple(event.item for event in impact.after if isinstance(event, Damage)),
        title=f"{impact.number}: {impact.type}, {impact.place or impact.outcome}",
    )


def _control(phase: Phase, tables: Tables) -> Page:
    rows = []
    for job in phase.repairs:
        part = names.part_of_ship(job.section)
        result = "completed" if job.success else "not completed"
        work = names.item_name(tables, job.job).removesuffix(f" {part}")
        rows.append((english.title_case(work), part, str(job.men), result))
    return [Grid(("Work", "Section", "Men", "Result"), tuple(rows))] if rows else []
