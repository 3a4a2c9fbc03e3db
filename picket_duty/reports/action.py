"""The after-action report: raid by raid, planes, fire, strikes with a drawing, damage control, casualties, stores."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.charts.words import signed
from picket_duty.events import Fire, Loss, Support
from picket_duty.reports.document import Block, Grid, Heading, Items, Paragraph
from picket_duty.reports.drawings import struck_ship
from picket_duty.reports.phrases import MEN, fallen, phrases
from picket_duty.reports.story import (
    HIT,
    NEAR_MISSED,
    WEAPON,
    WEAPON_NEAR,
    Aftermath,
    Blow,
    Day,
    Killed,
    Phase,
    Story,
    Wave,
)
from picket_duty.reports.wordlist import day_name, sentence
from picket_duty.state import GONE
from picket_duty.wording import count, item_name

OUTCOMES = {HIT: "struck", NEAR_MISSED: "near miss", WEAPON: "weapon struck", WEAPON_NEAR: "weapon near miss"}


def action_blocks(story: Story, tables: Tables) -> list[Block]:
    """Every raid of the game."""
    found: list[Block] = [Heading("After-action report")]
    number = 0
    for day in story.days:
        for phase in day.phases:
            if phase.raid is not None and phase.raid.planes:
                number += 1
                found += _raid(number, day, phase, tables)
    if not number:
        found.append(Paragraph("No raid came near the ship."))
    return found


def _raid(number: int, day: Day, phase: Phase, tables: Tables) -> list[Block]:
    assert phase.raid is not None
    raid = phase.raid
    kind = "Kikusui attack" if raid.kikusui else "Raid"
    found: list[Block] = [
        Heading(f"{number}. {kind}, {day_name(phase.date)}, {phase.name}", 3),
        Paragraph(
            f"{day.ship}, picket station {phase.station or '-'}, {phase.light}, weather {phase.weather}. "
            f"{count(raid.planes, 'plane')} by table {raid.table}, {count(len(phase.waves), 'wave')} met."
        ),
        Paragraph(_result(phase)),
    ]
    for wave in phase.waves:
        found += _wave(wave, tables)
    struck = [blow for blow in phase.blows if blow.number]
    if struck:
        found.append(struck_ship(day.ship, struck))
        found.append(Items(tuple(_blow(blow, tables) for blow in struck)))
    near = [blow for blow in phase.blows if not blow.number]
    if near:
        found.append(Paragraph("Near misses"))
        found.append(Items(tuple(_blow(blow, tables) for blow in near)))
    found += _control(phase, tables)
    found += _casualties(phase)
    found += _stores(day, phase, tables)
    return found


def _result(phase: Phase) -> str:
    """The raid in figures: what was shot down, what struck, what fell close aboard."""
    planes = [(wave, plane["plane"]) for wave in phase.waves for plane in wave.planes]
    destroyed = sum(wave.destroyed(plane) for wave, plane in planes)
    flamed = sum(wave.flamed(plane) and not wave.destroyed(plane) for wave, plane in planes)
    ends = [blow.outcome for blow in phase.blows]
    text = (
        f"{count(len(planes), 'plane')} met: {destroyed} destroyed, {flamed} flamed. The ship took "
        f"{count(ends.count(HIT), 'strike')} and {count(ends.count(NEAR_MISSED), 'near miss', 'near misses')}"
    )
    if ends.count(WEAPON):
        text += f", and {count(ends.count(WEAPON), 'weapon')} struck"
    return f"{text}."


def _wave(wave: Wave, tables: Tables) -> list[Block]:
    planes = tuple(
        (
            str(plane["plane"] + 1),
            str(plane["type"]),
            f"{plane['bearing']:03d} {plane['altitude']}" if plane["bearing"] is not None else str(plane["weapon"]),
            str(len([shot for shot in wave.shots if shot.plane == plane["plane"]])),
            _scorers(wave, plane["plane"], tables),
            wave.fate(plane["plane"]),
        )
        for plane in wave.planes
    )
    found: list[Block] = [
        Heading(f"Wave {wave.number}", 4),
        Grid(("Plane", "Type", "Bearing", "Shots", "Hits by", "Fate"), planes),
    ]
    if wave.shots:
        found.append(Paragraph(_firing(wave.shots)))
    return found


def _scorers(wave: Wave, plane: int, tables: Tables) -> str:
    hits = [shot for shot in wave.shots if shot.plane == plane and _hit(shot)]
    return ", ".join(item_name(tables, shot.by) for shot in hits) or "-"


def _hit(shot: Fire | Support) -> bool:
    """Whether a shot hit: a plane already aflame, too."""
    return bool(shot.hits) or shot.again or shot.state == GONE


def _firing(shots: list[Fire | Support]) -> str:
    guns = [shot for shot in shots if isinstance(shot, Fire)]
    support = [shot for shot in shots if isinstance(shot, Support)]
    scored = sum(map(_hit, guns))
    text = f"{count(len(guns), 'mount')} fired, {scored} with effect"
    if support:
        good = sum(map(_hit, support))
        text += f"; {count(len(support), 'attack')} by fighters and support ships, {good} with effect"
    return f"{text}."


def _blow(blow: Blow, tables: Tables) -> str:
    bearing = f"bearing {blow.bearing:03d}, " if blow.bearing is not None else ""
    weapon = f" with {blow.weapon}" if blow.weapon else ""
    number = f"{blow.number}: " if blow.number else ""
    place = f" {blow.section}" if blow.section else ""
    after = "; ".join(phrases(blow.after, tables, figures=True))
    result = f', by the chart "{blow.place}"' if blow.place else ""
    first = f"{number}{blow.type}{weapon}, {bearing}{OUTCOMES[blow.outcome]}{place}{result}."
    return f"{first} {sentence(after)}" if after else first


def _control(phase: Phase, tables: Tables) -> list[Block]:
    work = [one for wave in phase.waves for one in wave.control] + phase.control
    rows = tuple(
        (
            item_name(tables, one.job),
            one.section,
            str(one.men),
            "succeeded" if one.success else "failed",
            str(one.markers) if one.markers else "-",
        )
        for one in work
    )
    later = _later(phase, tables)
    if not rows and not later:
        return []
    grid = [Grid(("Job", "Section", "Men", "Result", "Markers removed"), rows)] if rows else []
    return [Heading("Damage control", 4), *grid, *later]


def _later(phase: Phase, tables: Tables) -> list[Block]:
    later = [event for event in _after_blows(phase) if not isinstance(event, Killed)]
    lines = [sentence(text) for text in phrases(later, tables, figures=True)]
    return [Items(tuple(lines))] if lines else []


def _after_blows(phase: Phase) -> list[Aftermath]:
    return [event for wave in phase.waves for event in wave.later] + phase.later


def _casualties(phase: Phase) -> list[Block]:
    men: dict[str, int] = {}
    fell = []
    for event in phase.aftermath:
        if isinstance(event, Loss) and event.track.startswith(MEN):
            section = event.track.removeprefix(MEN)
            men[section] = men.get(section, 0) + event.points
        elif isinstance(event, Killed):
            fell.append(sentence(fallen(event)))
    lost = [f"{count(number, 'repair man', 'repair men')} {section}" for section, number in men.items()]
    if not lost and not fell:
        return []
    return [Heading("Casualties", 4), Items(tuple(lost + fell))]


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
    return [Heading("Stores at the end of the day", 4), Grid(("Fuel", "Ammunition", "Hull", "Morale"), (row,))]
