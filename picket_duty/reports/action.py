"""The after-action report: raid by raid, planes, fire, hits with a drawing, damage control, casualties, stores."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.events import Crew, Fire, Loss, Support
from picket_duty.reports.document import Block, Grid, Heading, Items, Paragraph
from picket_duty.reports.drawings import struck_ship
from picket_duty.reports.story import Blow, Day, Phase, Story, Wave
from picket_duty.reports.wordlist import day_name, sentences
from picket_duty.wording import POST_NAMES, count, item_name

OUTCOMES = {"hit": "hit", "near_miss": "near miss", "special": "weapon hit"}


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
            f"{count(raid.planes, 'plane')} in {count(len(phase.waves), 'wave')}, by table {raid.table}."
        ),
    ]
    for wave in phase.waves:
        found += _wave(wave, tables)
    struck = [blow for blow in phase.blows if blow.number]
    if struck:
        found.append(struck_ship(day.ship, struck))
        found.append(Items(tuple(_blow(blow, tables) for blow in struck)))
    near = [blow for blow in phase.blows if blow.outcome == "near_miss"]
    if near:
        found.append(Paragraph("Near misses"))
        found.append(Items(tuple(_blow(blow, tables) for blow in near)))
    found += _control(phase, tables)
    found += _casualties(phase)
    found += _stores(day, phase)
    return found


def _wave(wave: Wave, tables: Tables) -> list[Block]:
    planes = tuple(
        (
            str(plane["plane"]),
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
    hits = [shot for shot in wave.shots if shot.plane == plane and (shot.hits or shot.state == "destroyed")]
    return ", ".join(item_name(tables, shot.by) for shot in hits) or "-"


def _firing(shots: list[Fire | Support]) -> str:
    guns = [shot for shot in shots if isinstance(shot, Fire)]
    support = [shot for shot in shots if isinstance(shot, Support)]
    scored = sum(bool(shot.hits) or shot.state == "destroyed" for shot in guns)
    text = f"{count(len(guns), 'mount')} fired, {scored} with effect"
    if support:
        good = sum(bool(shot.hits) or shot.state == "destroyed" for shot in support)
        text += f"; {count(len(support), 'attack')} by fighters and support ships, {good} with effect"
    return f"{text}."


def _blow(blow: Blow, tables: Tables) -> str:
    bearing = f"bearing {blow.bearing:03d}, " if blow.bearing is not None else ""
    number = f"{blow.number}: " if blow.number else ""
    place = f" {blow.section}" if blow.section else ""
    after = "; ".join(sentences(blow.after, tables))
    result = f", {blow.place}" if blow.place else ""
    return f"{number}{blow.type}, {bearing}{OUTCOMES[blow.outcome]}{place}{result}{f'. {after}' if after else ''}."


def _control(phase: Phase, tables: Tables) -> list[Block]:
    work = [one for wave in phase.waves for one in wave.control] + phase.control
    if not work:
        return []
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
    grid = Grid(("Job", "Section", "Men", "Result", "Markers removed"), rows)
    return [Heading("Damage control", 4), grid, *_later(phase, tables)]


def _later(phase: Phase, tables: Tables) -> list[Block]:
    later = [event for wave in phase.waves for event in wave.later] + phase.later
    lines = sentences([event for event in later if not isinstance(event, Crew)], tables)
    return [Items(tuple(lines))] if lines else []


def _casualties(phase: Phase) -> list[Block]:
    events = [event for wave in phase.waves for event in wave.later] + phase.later
    events += [event for blow in phase.blows for event in blow.after]
    men: dict[str, int] = {}
    fallen = []
    for event in events:
        if isinstance(event, Loss) and event.track.startswith("men "):
            section = event.track.removeprefix("men ")
            men[section] = men.get(section, 0) + event.points
        elif isinstance(event, Crew):
            fallen.append(f"the {POST_NAMES[event.post]}, relieved by {event.name}")
    lost = [f"{number} repair men {section}" for section, number in men.items()]
    if not lost and not fallen:
        return []
    return [Heading("Casualties", 4), Items(tuple(lost + fallen))]


def _stores(day: Day, phase: Phase) -> list[Block]:
    if day.end is None or phase is not day.phases[-1]:
        return []
    end = day.end
    row = (str(end.fuel), str(end.ammunition), str(end.hull), f"{end.morale:+d}" if end.morale else "0")
    return [Heading("Stores at the end of the day", 4), Grid(("Fuel", "Ammunition", "Hull", "Morale"), (row,))]
