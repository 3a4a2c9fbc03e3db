"""The action report: every raid in the parts of the Navy's form of 1945, on one page each.

A part with nothing to report is left out, and the others are numbered in their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.events import Control, Damage
from picket_duty.facts import Day, GameFacts, Impact, Phase, PlaneReport, Shot, Side, WaveReport, shooter_side
from picket_duty.figures.marks import Figure
from picket_duty.figures.ship_plan import Hit, damaged_ship
from picket_duty.pages.blocks import Block, Grid, Heading, Items, Paragraph
from picket_duty.pages.log_pages import chronicle, raid_hours, sank_in
from picket_duty.rules.damage import side_of
from picket_duty.text import item_name, raid_report
from picket_duty.text.deck_log import format_departure, impacts_logged
from picket_duty.text.names import LEVELS, WEAPONS, naval_date, part_of_ship, title_case
from picket_duty.text.phrases import phrase

#: The parts of the form, in its order.
PARTS = SUMMARY, BEFORE, CHRONOLOGY, ORDNANCE, DAMAGE, CONTROL, CASUALTIES, LESSONS = (
    "Brief summary",
    "Preliminaries",
    "Chronological account",
    "Ordnance",
    "Battle damage",
    "Damage control",
    "Casualties",
    "Lessons and conclusions",
)
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
#: The level of the heading of one report.
REPORT_LEVEL = 3


def action_blocks(facts: GameFacts, tables: Tables) -> list[Block]:
    """The action reports of all raids of the game."""
    blocks: list[Block] = [Heading("Action reports")]
    number = 0
    for day in facts.days:
        for phase in day.phases:
            if phase.attacked:
                number += 1
                blocks += _raid(number, day, phase, tables)
    if not number:
        blocks.append(Paragraph(phrase("no_raids").deck_log))
    return blocks


def _raid(number: int, day: Day, phase: Phase, tables: Tables) -> list[Block]:
    parts: dict[str, list[Block]] = {
        SUMMARY: [Paragraph(raid_report.raid_result(phase, tables))],
        BEFORE: [Paragraph(raid_report.preliminaries(day, phase, tables))],
        CHRONOLOGY: _chronology(day, phase, tables),
        ORDNANCE: _ordnance(phase, tables),
        DAMAGE: _damage(day, phase, tables),
        CONTROL: _control(phase, tables),
        CASUALTIES: [Items(tuple(lines))] if (lines := raid_report.casualty_lines(phase)) else [],
        LESSONS: [Paragraph(" ".join(sentences))] if (sentences := raid_report.lessons(phase, tables)) else [],
    }
    hours = raid_hours(phase, tables, sank_in(day, phase))
    title = f"{number}. {day.ship}, {naval_date(hours.date)}, {hours.begun}"
    blocks: list[Block] = [Heading(title, REPORT_LEVEL, day.ship, naval_date(hours.date))]
    filled = [name for name in PARTS if parts[name]]
    for numeral, name in zip(NUMERALS, filled, strict=False):
        blocks += [Heading(f"{numeral}. {name}", REPORT_LEVEL + 1), *parts[name]]
    return blocks


def _chronology(day: Day, phase: Phase, tables: Tables) -> list[Block]:
    paragraphs: list[str] = []
    for entry in chronicle(phase, tables, sank_in(day, phase)):
        if entry.time or not paragraphs:
            paragraphs.append(entry.words)
        else:
            paragraphs[-1] = f"{paragraphs[-1]} {entry.text}"
    if sank_in(day, phase):
        paragraphs.append(format_departure(day))
    return [Paragraph(text, "log") for text in paragraphs]


def _ordnance(phase: Phase, tables: Tables) -> list[Block]:
    if not phase.planes:
        return []
    rows = tuple(_plane(wave, plane, tables) for wave in phase.waves for plane in wave.planes)
    blocks: list[Block] = [Grid(("Wave", "Plane", "Type", "Bearing", "Bursts", "Hits by", "Result"), rows)]
    shots = [shot for wave in phase.waves for shot in wave.shots]
    fired = [shot for shot in shots if shot.by_guns]
    if fired:
        kinds = {name: tables.mounted[name].name for name in dict.fromkeys(shot.by for shot in fired)}
        down = Counter(kinds[slot] for slot in phase.shot_down_by if slot in kinds)
        battery = tuple(
            (kind, *_fired([shot for shot in fired if kinds[shot.by] == kind]), str(down[kind]))
            for kind in dict.fromkeys(kinds.values())
        )
        blocks.append(Grid(("Battery", "Bursts", "Effective", "Planes set afire or splashed"), battery))
    support = raid_report.format_support(shots)
    return [*blocks, Paragraph(support)] if support else blocks


def _fired(shots: list[Shot]) -> tuple[str, str]:
    return str(len(shots)), str(sum(shot.is_hit for shot in shots))


def _plane(wave: WaveReport, plane: PlaneReport, tables: Tables) -> tuple[str, ...]:
    where = f"with {WEAPONS[plane.weapon]}" if plane.weapon else ""
    if plane.bearing is not None:
        where = f"{plane.bearing:03d}, {LEVELS.get(plane.altitude or '', '')}"
    return (
        str(wave.number),
        str(plane.number + 1),
        plane.type,
        where,
        str(len([shot for shot in wave.shots if shot.plane == plane.number])),
        _scorers(wave, plane.number, tables),
        raid_report.format_fate(plane),
    )


def _scorers(wave: WaveReport, plane: int, tables: Tables) -> str:
    """The shooters that hit a plane, with the mounts of a battery grouped: ``5-inch mounts 1 and 3, fighters``."""
    hits = dict.fromkeys(_shooter(shot.by, tables) for shot in wave.shots if shot.plane == plane and shot.is_hit)
    groups: dict[str, list[str]] = {}
    for kind, mark in hits:
        groups.setdefault(kind, []).append(mark)
    return ", ".join(f"{kind} {' '.join(marks)}".strip() for kind, marks in groups.items()) or "-"


def _shooter(slot: str, tables: Tables) -> tuple[str, str]:
    if slot in tables.mounted:
        return tables.mounted[slot].name, item_name(tables, slot).rpartition(" ")[2]
    return ("support craft" if shooter_side(slot) is Side.SUPPORT_SHIPS else "fighters"), ""


def _figure(day: Day, impacts: Sequence[Impact], tables: Tables) -> Figure:
    hits = [_hit(impact) for impact in impacts if impact.part]
    return damaged_ship(f"{day.ship}: location of hits", day.ship, tables, day.ship_class, hits)


def _hit(impact: Impact) -> Hit:
    items = tuple(event.item for event in impact.after if isinstance(event, Damage))
    title = f"{impact.number}: {impact.type}, {impact.place or impact.outcome}"
    return Hit(str(impact.number), impact.part, side_of(impact.bearing), impact.place, items, title)


def _damage(day: Day, phase: Phase, tables: Tables) -> list[Block]:
    impacts = [impact for wave in phase.waves for impact in impacts_logged(wave)]
    struck, near = ([impact for impact in impacts if bool(impact.number) == hit] for hit in (True, False))
    lines = [raid_report.impact_line(impact, tables) for impact in (*struck, *near)]
    figure: list[Block] = [_figure(day, struck, tables)] if any(impact.part for impact in struck) else []
    return [*figure, Items(tuple(lines))] if lines else []


def _control(phase: Phase, tables: Tables) -> list[Block]:
    rows = tuple(_job(job, tables) for job in phase.repairs)
    return [Grid(("Work", "Section", "Men", "Result"), rows)] if rows else []


def _job(job: Control, tables: Tables) -> tuple[str, ...]:
    name = item_name(tables, job.job).removesuffix(f" {part_of_ship(job.section)}")
    return title_case(name), part_of_ship(job.section), str(job.men), "completed" if job.success else "not completed"
