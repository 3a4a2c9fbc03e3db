"""The after-action report: every raid in the parts of the Navy's form of 1945.

Summary, preliminaries, chronology, ordnance, damage with a figure, damage control, casualties, lessons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.charts.words import signed
from picket_duty.events import Damage
from picket_duty.facts import Aftermath, Blow, Day, Fate, GameFacts, Killed, MenLost, Phase, Shot, Wave, harm_of
from picket_duty.figures.marks import Figure
from picket_duty.figures.ship_plan import Hit, damaged_ship
from picket_duty.reports.document import Block, Grid, Heading, Items, Paragraph
from picket_duty.reports.log_pages import chronicle, sank_in
from picket_duty.rules.damage import side_of
from picket_duty.state import SECTIONS
from picket_duty.text import item_name
from picket_duty.text.deck_log import clauses, killed_clause
from picket_duty.text.names import day_name, part_of_ship, sentence
from picket_duty.text.phrases import battle_rows, raid_rows, words
from picket_duty.text.raid_report import blow_line, fate_words, firing_words, lessons, preliminaries, raid_result

#: The parts of the form, in its order.
PARTS = SUMMARY, BEFORE, CHRONOLOGY, ORDNANCE, DAMAGE, CONTROL, CASUALTIES, LESSONS = (
    "Brief summary",
    "Preliminaries",
    "Chronological account",
    "Ordnance",
    "Damage",
    "Damage control",
    "Casualties",
    "Lessons and conclusions",
)
SECTION_ORDER = {section: place for place, section in enumerate(SECTIONS)}
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def action_blocks(facts: GameFacts, tables: Tables) -> list[Block]:
    """Every raid of the game."""
    blocks: list[Block] = [Heading("After-action report")]
    number = 0
    for day in facts.days:
        for phase in day.phases:
            if phase.attacked:
                number += 1
                blocks += _raid(number, day, phase, tables)
    if not number:
        blocks.append(Paragraph(raid_rows.NO_RAIDS.report))
    return blocks


def _raid(number: int, day: Day, phase: Phase, tables: Tables) -> list[Block]:
    assert phase.raid is not None
    kind = (battle_rows.KIKUSUI_RAID if phase.raid.kikusui else battle_rows.RAID).report
    parts: dict[str, list[Block]] = {
        SUMMARY: [Paragraph(raid_result(phase))],
        BEFORE: [Paragraph(preliminaries(day, phase))],
        CHRONOLOGY: _chronology(day, phase, tables),
        ORDNANCE: _ordnance(day, phase, tables),
        DAMAGE: _damage(day, phase, tables),
        CONTROL: _control(phase, tables),
        CASUALTIES: _casualties(phase),
        LESSONS: [Paragraph(text) for text in lessons(phase, tables)],
    }
    blocks: list[Block] = [Heading(f"{number}. {kind}, {day_name(phase.date)}, {phase.name}", 3)]
    for numeral, name in zip(NUMERALS, PARTS, strict=True):
        blocks += [Heading(f"{numeral}. {name}", 4), *(parts[name] or [Paragraph("None.")])]
    return blocks


def _chronology(day: Day, phase: Phase, tables: Tables) -> list[Block]:
    """The deck log of the raid, one paragraph for each time."""
    paragraphs: list[str] = []
    for entry in chronicle(phase, tables, sank_in(day, phase)):
        if entry.time or not paragraphs:
            paragraphs.append(entry.words)
        else:
            paragraphs[-1] = f"{paragraphs[-1]} {entry.text}"
    return [Paragraph(text, "log") for text in paragraphs]


def _ordnance(day: Day, phase: Phase, tables: Tables) -> list[Block]:
    """The fire wave by wave, the shots of each caliber and what they shot down, the stores left."""
    blocks = [block for wave in phase.waves for block in _wave(wave, tables)]
    fired = [shot for wave in phase.waves for shot in wave.shots if shot.by_guns]
    if fired:
        kinds = {name: tables.mounted[name].name for name in dict.fromkeys(shot.by for shot in fired)}
        down = Counter(kinds[slot] for slot in phase.shot_down_by if slot in kinds)
        rows = tuple(
            (kind, *_fired([shot for shot in fired if kinds[shot.by] == kind]), str(down[kind]))
            for kind in dict.fromkeys(kinds.values())
        )
        blocks += [Heading("Shots by calibre", 5), Grid(("Guns", "Shots", "With effect", "Planes shot down"), rows)]
    return blocks + _stores(day, phase, tables)


def _fired(shots: list[Shot]) -> tuple[str, str]:
    return str(len(shots)), str(sum(shot.is_hit for shot in shots))


def _figure(day: Day, blows: Sequence[Blow], tables: Tables) -> Figure:
    """The ship from above with the numbers of what struck her, except where no section is known."""
    hits = [_hit(blow) for blow in blows if blow.part]
    return damaged_ship(f"{day.ship}: where she was struck", day.ship, tables, day.ship_class, hits)


def _hit(blow: Blow) -> Hit:
    items = tuple(event.item for event in blow.after if isinstance(event, Damage))
    title = f"{blow.number}: {blow.type}, {blow.place or blow.outcome}"
    return Hit(str(blow.number), blow.part, side_of(blow.bearing), blow.place, items, title)


def _damage(day: Day, phase: Phase, tables: Tables) -> list[Block]:
    """Own damage by blow and by place, and the losses of the enemy."""
    struck = [blow for blow in phase.blows if blow.number]
    near = [blow for blow in phase.blows if not blow.number]
    blocks: list[Block] = []
    if struck:
        blocks += [_figure(day, struck, tables), Items(tuple(blow_line(blow, tables) for blow in struck))]
    if near:
        blocks += [Paragraph("Near misses"), Items(tuple(blow_line(blow, tables) for blow in near))]
    rows = _places(phase, tables)
    if rows:
        blocks += [Heading("Own damage by compartment", 5), Grid(("Section", "Compartment or gear", "Damage"), rows)]
    return [*blocks, Heading("Losses of the enemy", 5), _enemy(phase)]


def _places(phase: Phase, tables: Tables) -> tuple[tuple[str, ...], ...]:
    """Every place that was damaged in a phase, section by section, with everything that happened to it."""
    damaged: dict[tuple[str, str], list[Aftermath]] = {}
    for event in phase.aftermath:
        if isinstance(event, Damage) and event.item:
            damaged.setdefault((event.section, event.item), []).append(event)
    rows = []
    for (section, item), events in sorted(damaged.items(), key=lambda place: SECTION_ORDER.get(place[0][0], 9)):
        name = item_name(tables, item)
        harm = [text.removeprefix(f"{name} ") for text in clauses(events, tables, figures=True)]
        if harm:
            rows.append((part_of_ship(section) or "-", name, "; ".join(harm)))
    return tuple(rows)


def _enemy(phase: Phase) -> Grid:
    """What became of the planes met, type by type."""
    rows: dict[str, Counter[str]] = {}
    for plane in phase.planes:
        counts = {"met": 1, "down": int(bool(plane.shot_down_by)), "struck": int(plane.fate is Fate.CRASHED)}
        rows.setdefault(plane.type, Counter()).update(counts)
    cells = tuple((kind, *(str(counts[what]) for what in ("met", "down", "struck"))) for kind, counts in rows.items())
    return Grid(("Type", "Met", "Shot down", "Struck the ship"), cells)


def _wave(wave: Wave, tables: Tables) -> list[Block]:
    planes = tuple(
        (
            str(plane.number + 1),
            plane.type,
            plane.weapon if plane.bearing is None else f"{plane.bearing:03d} {plane.altitude}",
            str(len([shot for shot in wave.shots if shot.plane == plane.number])),
            _scorers(wave, plane.number, tables),
            fate_words(plane),
        )
        for plane in wave.planes
    )
    blocks: list[Block] = [
        Heading(f"Wave {wave.number}", 5),
        Grid(("Plane", "Type", "Bearing", "Shots", "Hits by", "Fate"), planes),
    ]
    if wave.shots:
        blocks.append(Paragraph(firing_words(wave.shots)))
    return blocks


def _scorers(wave: Wave, plane: int, tables: Tables) -> str:
    hits = [shot for shot in wave.shots if shot.plane == plane and shot.is_hit]
    return ", ".join(item_name(tables, shot.by) for shot in hits) or "-"


def _control(phase: Phase, tables: Tables) -> list[Block]:
    rows = tuple(
        (
            item_name(tables, job.job),
            job.section,
            str(job.men),
            "succeeded" if job.success else "failed",
            str(job.markers) if job.markers else "-",
        )
        for job in phase.repairs
    )
    later = _later(phase, tables)
    if not rows and not later:
        return []
    grid = [Grid(("Job", "Section", "Men", "Result", "Markers removed"), rows)] if rows else []
    return [*grid, *later]


def _later(phase: Phase, tables: Tables) -> list[Block]:
    later = [event for event in _after_blows(phase) if not isinstance(event, Killed)]
    lines = [sentence(text) for text in clauses(later, tables, figures=True)]
    return [Items(tuple(lines))] if lines else []


def _after_blows(phase: Phase) -> list[Aftermath]:
    return [event for wave in phase.waves for event in wave.later] + phase.later


def _casualties(phase: Phase) -> list[Block]:
    lost = [
        words(raid_rows.SECTION_MEN_LOST.report, men=entry.men, section=entry.section)
        for entry in harm_of(phase.aftermath).entries
        if isinstance(entry, MenLost)
    ]
    killed = [sentence(killed_clause(event)) for event in phase.aftermath if isinstance(event, Killed)]
    return [Items((*lost, *killed))] if lost or killed else []


def _stores(day: Day, phase: Phase, tables: Tables) -> list[Block]:
    if day.end is None or phase is not day.phases[-1]:
        return []
    end, full = day.end, tables.numbers
    row = (
        f"{end.fuel} of {full.fuel}",
        f"{end.ammunition} of {full.ammunition}",
        f"{end.hull} of {full.hull}",
        signed(end.morale),
    )
    return [Heading("Stores at the end of the day", 5), Grid(("Fuel", "Ammunition", "Hull", "Morale"), (row,))]
