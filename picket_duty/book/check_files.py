"""Faults between the files of a set of tables other than its charts."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from picket_duty.book import data, effects, historical_days, limits
from picket_duty.book import tables as book_tables
from picket_duty.book.chart_shapes import ALTITUDES
from picket_duty.book.deck import faults_of_plan
from picket_duty.book.ids import (
    FIRE_ROOMS,
    FLETCHER,
    MAGAZINE,
    PLOTTING_ROOMS,
    RADARS,
    WATER_LINES,
    director_id,
)
from picket_duty.book.references import TableSet
from picket_duty.book.tables import SHEET, Tables
from picket_duty.charts import ChartError
from picket_duty.charts.faults import located, shown
from picket_duty.charts.kinds import PrintedRow, columns_of
from picket_duty.state import CHIEFS, PHASES

#: The measures that are counted for gun crews and for the men; for a ship or an officer, all are.
COUNTED = {data.TO_CREW: ("shot_down",), data.TO_MEN: ("men_lost",)}


def check_files(tables: TableSet) -> Iterator[str]:
    """Faults between the files other than charts, each with its file."""
    yield from _check_calibers(tables)
    yield from _check_options(tables)
    yield from _check_sheet(tables)
    yield from _check_ships(tables)
    yield from _check_plans(tables)
    for name, file in tables.contents.items():
        if isinstance(file, data.MapData | data.Coast):
            yield from located(name, _check_lands(file.lands))
    for name, scenario in tables.all_of(data.ScenarioData).items():
        yield from located(name, _check_scenario(scenario))
    for name, campaign in tables.all_of(data.CampaignData).items():
        yield from located(name, _check_campaign(campaign))
    for name, rotation in tables.all_of(data.Rotation).items():
        yield from located(name, _check_rotation(rotation, tables))
    for name, listed in tables.all_of(data.AwardsFile).items():
        for award in listed.awards:
            yield from located(f"{name}: award {award.id}", _check_award(award))
    yield from _check_history(tables)


def _check_lands(lands: tuple[data.Land, ...]) -> Iterator[str]:
    if sum(len(land.points) for land in lands) > limits.MOST_POINTS_DRAWN:
        yield f"the islands have more than {limits.MOST_POINTS_DRAWN} points"


def _check_scenario(scenario: data.ScenarioData) -> Iterator[str]:
    first = limits.FIRST_DAY
    last = limits.LAST_DAY
    days_left = (last - scenario.date).days + 1
    if first <= scenario.date <= last and scenario.turns > days_left:
        yield f"{scenario.turns} turns run past the end of the calendar ({first} to {last})"
    if list(scenario.phases) != [phase for phase in PHASES if phase in scenario.phases]:
        yield f"'phases' must list phases in this order: {', '.join(PHASES)}"


def _check_calibers(tables: TableSet) -> Iterator[str]:
    """Faults of the gunnery charts of calibers, which need the modifiers that the rules apply to
    the mounts of the caliber.
    """
    mounts_hit = _mounts_hit(tables, effects.HitTub | effects.Hit5in)
    for caliber in tables.calibers():
        chart = tables.charts.get(caliber.chart)
        name = f"calibers.toml: {caliber.id}: chart {caliber.chart}"
        if chart is None:
            continue
        columns = columns_of(chart)
        if not columns or not set(columns) <= set(ALTITUDES):
            yield f"{name}: only these columns are allowed: {', '.join(ALTITUDES)}"
            continue
        modifiers_needed = {"ace": True, "gunnery_officer": True, "hit": False, "magazine": False}
        for ship in tables.ships():
            for mount in ship.mounts:
                if mount.kind == caliber.id:
                    modifiers_needed["hit"] |= mount.id in mounts_hit
                    modifiers_needed["magazine"] |= bool(mount.other_magazine)
        for modifier, is_needed in modifiers_needed.items():
            if is_needed and modifier not in chart.modifiers:
                yield f"{name} has no modifier {modifier!r}"


def _mounts_hit(tables: TableSet, kind: Any) -> set[str]:
    """The mounts that effects of a type hit."""
    rows = (row for chart in tables.charts.values() for row in chart.rows)
    return {effect.mount for row in rows for effect in row.effects if isinstance(effect, kind)}


def _check_options(tables: TableSet) -> Iterator[str]:
    """Faults of options; the rules need every shipped option."""
    listed = tables.only(data.OptionsFile)
    if listed is None:
        return
    named = {option.id: option for option in listed.options}
    for name, option in named.items():
        if option.always and option.special:
            yield f"options.toml: {name}: cannot be both 'always' and 'special'"
    for name in Tables().options:
        if name not in named:
            yield f"options.toml: option {name!r} is missing"


def _check_sheet(tables: TableSet) -> Iterator[str]:
    """Faults of the damage sheet, which must have the items that the rules name."""
    sheet = tables.only(data.Sheet)
    if sheet is None:
        return
    ids = [room.id for room in sheet.compartments] + [item.id for item in sheet.equipment]
    rooms_needed = (*PLOTTING_ROOMS, *FIRE_ROOMS)
    for name in rooms_needed:
        if name not in ids:
            yield f"{SHEET}: compartment {name!r} is missing, but the rules need it"
    for name in (*RADARS, WATER_LINES):
        if name not in ids:
            yield f"{SHEET}: equipment {name!r} is missing, but the rules need it"
    for room in sheet.compartments:
        # Rooms that the rules need for another purpose cannot be magazines.
        if room.feeds and (room.kind != MAGAZINE or room.id in rooms_needed):
            yield f"{SHEET}: compartment {room.id} feeds guns, so it must be a magazine"
        if room.floodable and not room.explodes:
            yield f"{SHEET}: compartment {room.id} can flood, but has no column in chart 21-1"


def _check_ships(tables: TableSet) -> Iterator[str]:
    ships = tables.all_of(data.ShipData)
    calibers: dict[str, str] = {}
    if FLETCHER not in [ship.id for ship in ships.values()] and data.ShipData not in tables.unread:
        yield f"ships: class {FLETCHER!r} is missing, but campaigns need it"
    for name, ship in ships.items():
        for mount in ship.mounts:
            other = calibers.setdefault(mount.id, mount.kind)
            if other != mount.kind:
                yield (
                    f"{name}: mount {mount.id} has caliber {mount.kind} here, but {other} on "
                    f"another ship"
                )
        yield from located(name, _check_firing(tables, ship))


def _check_firing(tables: TableSet, ship: data.ShipData) -> Iterator[str]:
    """Faults of mounts: each needs its own row of the firing chart, and a gunnery column for each
    of its altitudes.
    """
    chart = tables.charts.get(ship.firing)
    rows = {row.label: row for row in chart.rows} if chart else {}
    # The first caliber counts if two have the same id, which is another fault.
    gunnery = {caliber.id: caliber.chart for caliber in reversed(tables.calibers())}
    for mount in ship.mounts:
        row = rows.get(mount.firing)
        if row is None:
            continue
        owner = getattr(row, "id", "") or mount.id
        raw = tables.charts.get(gunnery.get(mount.kind, ""))
        if owner != mount.id:
            yield f"mount {mount.id}: row {mount.firing!r} of chart {ship.firing} is for {owner}"
        elif raw is not None:
            missing = sorted(_altitudes_in(row).difference(columns_of(raw)))
            if missing:
                yield f"mount {mount.id}: chart {raw.id} has no column for {', '.join(missing)}"
    used = {mount.firing for mount in ship.mounts}
    for label in rows:
        if label not in used:
            yield f"no mount uses row {label!r} of chart {ship.firing}"


def _altitudes_in(row: PrintedRow) -> set[str]:
    """The altitudes in the cells of a row of a firing chart."""
    found: set[str] = set()
    for cell in getattr(row, "cells", None) or ():
        levels = cell.get("levels") if isinstance(cell, dict) else cell
        if isinstance(levels, str):
            found.update(level for level in levels if level in ALTITUDES)
    return found


def _check_plans(tables: TableSet) -> Iterator[str]:
    """Faults of deck plans: every item of the ship must be drawn once on the hull, and nothing
    else.
    """
    sheet = tables.only(data.Sheet)
    ships = {ship.id: ship for ship in tables.ships()}
    for name, plan in tables.all_of(data.DeckPlan).items():
        ship = ships.get(Path(name).stem)
        if ship is None and data.ShipData not in tables.unread:
            yield f"{name}: no ship has this id; name the file after its ship"
        if ship is not None and sheet is not None:
            aboard = _items_aboard(tables, ship, sheet)
            yield from located(name, faults_of_plan(plan, aboard, room=limits.PLAN_ROOM))


def _items_aboard(tables: TableSet, ship: data.ShipData, sheet: data.Sheet) -> dict[str, str]:
    """The section of each item of a ship: mounts, directors, compartments, equipment."""
    tubs_hit = _mounts_hit(tables, effects.HitTub)
    aboard = {item.id: item.section for item in sheet.equipment}
    for mount in ship.mounts:
        aboard[mount.id] = mount.section
        # A tub that can be hit has its own director.
        if mount.id in tubs_hit:
            aboard[director_id(mount.id)] = mount.section
    with_own_magazines = {caliber.id for caliber in tables.calibers() if caliber.magazine_each}
    magazines_used = {mount.magazine for mount in ship.mounts}
    for room in sheet.compartments:
        # The magazine of a single mount is aboard only if the ship has that mount.
        if room.feeds not in with_own_magazines or room.id in magazines_used:
            aboard[room.id] = room.section
    return aboard


def _check_rotation(rotation: data.Rotation, tables: TableSet) -> Iterator[str]:
    """Each patrol of the rotation needs a station that is active on all its days (chart 2-2)."""
    stations: dict[datetime.date, set[int]] = {}
    for _, row in tables.rows("2-2"):
        with contextlib.suppress(ChartError):  # Dates that cannot be read are faults of the chart.
            stations |= {
                day: set(row.fields.get("stations", ())) for day in limits.calendar_days(row.label)
            }
    for first in rotation.patrols:
        if (limits.LAST_DAY - first).days + 1 < rotation.days:
            yield (
                f"patrols starting {first}: {rotation.days} days run past the end of the calendar "
                f"({limits.LAST_DAY})"
            )
        days = [first + datetime.timedelta(day) for day in range(rotation.days)]
        known = [stations[day] for day in days if day in stations]
        # A day that chart 2-2 lacks is a fault of the chart.
        if len(known) == len(days) and not set.intersection(*known):
            yield (
                f"patrols starting {first}: chart 2-2 has no station active on all "
                f"{rotation.days} days"
            )


def _check_campaign(campaign: data.CampaignData) -> Iterator[str]:
    if campaign.end < campaign.start:
        yield f"'end' ({campaign.end}) is before 'start' ({campaign.start})"
    if campaign.stages and not (
        campaign.fighting_days and campaign.replacement and campaign.ships_sunk_draw
    ):
        yield "a campaign with 'stages' needs 'fighting_days', 'replacement' and 'ships_sunk_draw'"
    latest = campaign.latest_start
    if latest is None:
        return
    if not campaign.choose_start:
        yield "'latest_start' is allowed only if 'choose_start' is true"
    if latest < campaign.start:
        yield f"'latest_start' ({latest}) is before 'start' ({campaign.start})"
    left = (campaign.end - latest).days + 1
    fighting_days = campaign.fighting_days * max(1, campaign.stages)
    if left < max(1, fighting_days):
        yield f"a start on {latest} is too late for {fighting_days} fighting days"


def _check_award(award: data.AwardData) -> Iterator[str]:
    counted = COUNTED.get(award.to)
    for measure in award.needs:
        if counted is not None and measure not in counted:
            listed = ", ".join(counted)
            yield f"only {listed} can be counted for {award.to!r}, not {measure!r}"
        # Who fell is counted for the day: his service ends with it.
        if measure == data.FELL and (award.to, award.span) != (data.TO_OFFICER, data.A_DAY):
            yield (
                f"'{data.FELL}' is counted only for '{data.TO_OFFICER}', "
                f"with 'span' = '{data.A_DAY}'"
            )
    if (award.to == data.TO_OFFICER) != bool(award.posts):
        yield f"'posts' is required if 'to' is '{data.TO_OFFICER}'; otherwise it is not allowed"
    if award.rank and award.to != data.TO_OFFICER:
        yield f"'rank' is allowed only if 'to' is '{data.TO_OFFICER}'"
    if award.foremost and not (
        set(award.posts) <= set(CHIEFS.values())
        and award.span == data.A_DAY
        and data.FIRES_OUT in award.needs
    ):
        yield (
            f"'foremost' is only for repair party chiefs. Set 'span' to '{data.A_DAY}' and list "
            f"'{data.FIRES_OUT}' in 'needs'."
        )
    for text in (award.id, award.name, award.rank, award.why, award.citation):
        if text.strip() != text or "\n" in text:
            yield f"{text!r} must be one line without leading or trailing spaces"
    yield from _check_braces("why", award.why, tuple(award.needs))
    yield from _check_braces("citation", award.citation, (*award.needs, "holder", "ship", "day"))


def _check_braces(field: str, text: str, known: tuple[str, ...]) -> Iterator[str]:
    """Faults of a text: its braces must name needs of the award, or the fields of a citation."""
    try:
        # The name of a part is None for the text after the last brace.
        parts = [part for part in Formatter().parse(text) if part[1] is not None]
    except ValueError as error:
        yield f"{field}: {error}; braces may contain only names listed in 'needs'"
        return
    for _, name, form, conversion in parts:
        if form or conversion:
            yield f"{field}: the braces of {{{name}}} may contain only a name"
        if name not in known:
            yield f"{field}: {{{name}}} is not one of these names: {', '.join(known)}"


def _check_history(tables: TableSet) -> Iterator[str]:
    for name, file in tables.contents.items():
        if not name.startswith(book_tables.HISTORY):
            continue
        # Each of these files is one list.
        for row, entry in enumerate(getattr(file, file.__struct_fields__[0]), 1):
            yield from located(f"{name}: row {row}", _check_entry(entry))
    ships = tables.only(historical_days.ShipsFile)
    named = tables.only(data.Names)
    if ships is None:
        return
    hulls = {ship.name: ship.hull for ship in named.ships} if named else {}
    for row, ship in enumerate(ships.ships, 1):
        hull = hulls.setdefault(ship.ship, ship.hull)
        if hull != ship.hull:
            where = f"history/ships.toml: row {row}"
            yield f"{where}: {ship.ship} has hull number {ship.hull!r} here, but {hull!r} elsewhere"


def _check_entry(entry: historical_days.Sourced) -> Iterator[str]:
    shared = historical_days.Sourced.__struct_fields__
    known = [field for field in entry.__struct_fields__ if field not in shared]
    for field in entry.about:
        if field not in known:
            yield f"'about' lists an unknown field, {shown(field)}; known fields: {', '.join(known)}"
        elif getattr(entry, field) is None:
            yield f"'about' lists {field!r}, but this entry has no such field"
    if entry.about and not entry.sure:
        yield "'about' is allowed only if 'sure' is true"
    if isinstance(entry, historical_days.GreatRaid) and entry.last < entry.first:
        yield f"'last' ({entry.last}) is before 'first' ({entry.first})"
    for span in entry.days if isinstance(entry, historical_days.StationDays) else ():
        try:
            days = limits.calendar_days(span)
        except ChartError as error:
            yield f"days: {error}"
            continue
        if min(days) < limits.FIRST_DAY or max(days) > limits.LAST_DAY:
            yield f"days {span} are outside the calendar ({limits.FIRST_DAY} to {limits.LAST_DAY})"
