"""The action reports of raids, in the parts of the Navy's form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.events import Damage
from picket_duty.facts import Day, GameFacts, Impact, Phase, PlaneReport, Shot, WaveReport
from picket_duty.figures.ship_plan import Hit, damaged_ship
from picket_duty.pages.blocks import Grid, Heading, Items, Page, Paragraph
from picket_duty.pages.log_pages import raid_entries, raid_hours, sank_in
from picket_duty.rules.damage import side_of
from picket_duty.text import action_report, dates, deck_log, english, names
from picket_duty.text.fact_rows import shooter_words
from picket_duty.text.phrases import deck_log_words, phrase, words

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
                blocks += _report(number, day, phase, tables)
    if not number:
        blocks.append(Paragraph(phrase("no_raids").deck_log))
    return blocks


def _report(number: int, day: Day, phase: Phase, tables: Tables) -> Page:
    """A report: its sections that have any contents, numbered."""
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
    blocks: Page = [Heading(title, REPORT_LEVEL, ship=day.ship, date=date)]
    for numeral, (name, page) in zip(NUMERALS, filled, strict=False):
        blocks += [Heading(f"{numeral}. {name}", REPORT_LEVEL + 1), *page]
    return blocks


def _account(day: Day, phase: Phase, tables: Tables) -> Page:
    """The raid in chronological order, a paragraph for each time."""
    sunk = sank_in(day, phase)
    texts: list[str] = []
    for entry in raid_entries(phase, tables, sunk):
        if entry.time or not texts:
            texts.append(entry.words)
        else:
            texts[-1] += f" {entry.words}"
    if sunk:
        texts.append(deck_log.departure_words(day))
    return [Paragraph(text, "log") for text in texts]


def _ordnance(phase: Phase, tables: Tables) -> Page:
    """The planes with the fire at each, the bursts of each caliber, and the support."""
    if not phase.planes:
        return []
    rows = [_target(wave, plane, tables) for wave in phase.waves for plane in wave.planes]
    heads = ("Wave", "Plane", "Type", "Approach", "Bursts", "Hits by", "Result")
    blocks: Page = [Grid(heads, tuple(rows))]
    shots = [shot for wave in phase.waves for shot in wave.shots]
    if fired := [shot for shot in shots if shot.by_guns]:
        blocks.append(_battery(fired, phase, tables))
    if support := [shot for shot in shots if not shot.by_guns]:
        hits = sum(shot.is_hit for shot in support)
        made = english.number_words(len(support))
        good = effective_words(len(support), hits)
        fields = {"attacks": len(support), "attacks_words": made, "good": good}
        blocks.append(Paragraph(deck_log_words("support_fire", **fields)))
    return blocks


def effective_words(attacks: int, hits: int) -> str:
    """How many of some attacks were effective, before that word: ``which was``, ``both``."""
    if attacks == 1:
        return "which was" if hits else "which was not"
    if hits == attacks:
        return "both" if attacks == 2 else "all"
    if attacks == 2 and not hits:
        return "neither"
    return english.number_alone(hits)


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
    """The hits on a picture of the ship, then every impact with its damage."""
    impacts = [impact for wave in phase.waves for impact in deck_log.impacts_logged(wave)]
    # Near misses, which have no number, come last.
    impacts.sort(key=lambda impact: not impact.number)
    line = phrase("blow")
    lines = [
        words(
            line.deck_log,
            number=impact.number or None,
            impact=deck_log.impact_words(impact, tables),
        )
        for impact in impacts
    ]
    blocks: Page = []
    if hits := [_hit(impact) for impact in impacts if impact.number and impact.part]:
        title = f"{day.ship}: location of hits"
        if figure := damaged_ship(
            title, label=day.ship, tables=tables, ship_class=day.ship_class, hits=hits
        ):
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
        work = names.item_words(tables, job.job).removesuffix(f" {part}")
        work = work.removeprefix(f"{names.part_before(job.section)} ")
        rows.append((english.title_case(work), part, str(job.men), result))
    return [Grid(("Work", "Section", "Men", "Result"), tuple(rows))] if rows else []
