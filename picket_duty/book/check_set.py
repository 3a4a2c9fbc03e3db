"""Validation across files: what one file names must stand in another."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from picket_duty.book.calendar import days_in
from picket_duty.book.data import (
    Aircraft,
    CalibreData,
    CampaignData,
    DeckPlan,
    Land,
    MountData,
    Names,
    Numbers,
    OptionData,
    Rotation,
    ScenarioData,
    Sheet,
    ShipData,
)
from picket_duty.book.deck import faults_of_plan
from picket_duty.book.effects import Hit5in, HitTub, NearMiss, Random
from picket_duty.book.ids import FIRE_ROOMS, FLETCHER, PLOTTING_ROOMS, RADARS, WATER_LINES, director_id
from picket_duty.book.limits import (
    FIRST_DAY,
    ID,
    LAST_DAY,
    LONGEST_NAME,
    MOST_ABOARD,
    MOST_COUNTED,
    MOST_MILES,
    MOST_POINTS_DRAWN,
    MOST_ROUNDS,
    MOST_WORTH,
    NO_ATTACK,
    NOTE_A,
    PLAN_COLUMNS,
    PLAN_ROOM,
    PLAN_ROWS,
    RANDOM,
    STATIONS,
)
from picket_duty.book.shapes import ALTITUDES, BEARINGS, DUTY, FIRING, GUNNERY, LENGTH, RELIEF
from picket_duty.book.tables import ROTATION, Tables
from picket_duty.charts.kinds import (
    DICE,
    AnyRow,
    MatrixChart,
    RangeChart,
    RangeRow,
    RawChart,
    columns_of,
    dice_ends,
    fields_of,
    row_name,
    rows_of,
)
from picket_duty.charts.shapes import Shape
from picket_duty.charts.spans import ChartError, ends_of, listed, shown, twice
from picket_duty.state.game import KINDS, LEVELS, PHASES
from picket_duty.state.ship import POSTS, SECTIONS

#: What a column of chart 8-1 may say beside the letter of an attack table.
NO_TABLE = (NO_ATTACK, RANDOM)


class Set(NamedTuple):
    """All files of a set that could be read, each with its name."""

    charts: dict[str, RawChart]
    files: dict[str, str]
    ships: dict[str, ShipData]
    scenarios: dict[str, ScenarioData]
    campaigns: dict[str, CampaignData]
    sheet: Sheet | None
    aircraft: tuple[Aircraft, ...]
    names: Names | None
    numbers: Numbers | None
    calibres: tuple[CalibreData, ...]
    options: tuple[OptionData, ...]
    plans: dict[str, DeckPlan]
    rotation: Rotation | None
    lands: dict[str, tuple[Land, ...]]


def check_set(found: Set) -> Iterator[str]:
    """Everything that does not fit together, each complaint with its file."""
    yield from _check_stations(found)
    yield from _check_rerolls(found)
    yield from _check_attacks(found)
    yield from _check_circles(found)
    yield from _check_sections(found)
    yield from _check_repairs(found)
    yield from _check_waves(found)
    yield from _check_planes(found)
    yield from _check_calibres(found)
    yield from _check_options(found)
    yield from _check_sheet(found)
    yield from _check_ships(found)
    yield from _check_plans(found)
    yield from _check_lands(found)
    yield from _check_scenarios(found)
    yield from _check_campaigns(found)
    yield from _check_rotation(found)
    yield from _check_people(found)
    yield from _check_numbers(found)


# -- what the rules ask of a chart that another file names ----------------


def wanted_shapes(found: Set) -> dict[str, list[Shape]]:
    """The shapes of the charts that ships, calibres, scenarios, campaigns and the calendar name."""
    wanted: dict[str, list[Shape]] = {}

    def want(chart_id: str, shape: Shape) -> None:
        if shape not in wanted.setdefault(chart_id, []):
            wanted[chart_id].append(shape)

    for _, row in _rows(found, "2-2"):
        if isinstance(table := row.fields.get("table"), str):
            want(table, DUTY)
    for ship in found.ships.values():
        want(ship.firing, FIRING)
    for one in found.calibres:
        raw = found.charts.get(one.chart)
        want(one.chart, GUNNERY._replace(columns=tuple(columns_of(raw)) if raw else ()))
    for scenario in found.scenarios.values():
        if scenario.relief:
            raw = found.charts.get(scenario.relief)
            want(scenario.relief, RELIEF._replace(columns=tuple(columns_of(raw)) if raw else ()))
    for campaign in found.campaigns.values():
        if campaign.length:
            want(campaign.length, LENGTH)
    return wanted


def hits_fired_with(found: Set) -> int:
    """The most hits of a mount that still fires: one more destroys it (rules 6)."""
    return max(0, (found.numbers or Tables().numbers).mount_hits - 1)


def modifiers_of_others(found: Set) -> dict[str, tuple[int, int]]:
    """The most that modifiers from elsewhere take from the dice of a chart and add to them.

    For 9-2 they stand in the rules, in 9-1 and in the firing charts, for 10 and 24 in the rules.
    """
    raw = found.charts.get("rules")
    values = {name: one.value or 0 for name, one in raw.modifiers.items()} if raw else {}
    ends = {chart: _ends([values.get(name, 0)]) for chart, name in (("10", "stopped"), ("24", "maneuvered"))}
    bonuses = [
        bonus
        for _, row in _rows(found, "9-1")
        for cell in getattr(row, "cells", None) or ()
        if isinstance(cell, dict) and type(bonus := cell.get("bonus")) is int
    ]
    low, high = _ends(bonuses)
    for one in found.calibres:
        each = [values.get("list", 0), *_worst_mount(found, one.id)]
        spray = values.get("spray", 0)
        ends[one.chart] = (
            min(low, spray) + sum(min(0, value) for value in each),
            max(high, spray) + sum(max(0, value) for value in each),
        )
    return ends


def _worst_mount(found: Set, calibre: str) -> tuple[int, int]:
    """The most that the firing charts take from the dice of a mount of a calibre, and the most they add."""
    less = more = 0
    for ship in found.ships.values():
        raw = found.charts.get(ship.firing)
        for mount in ship.mounts:
            if mount.kind != calibre or raw is None:
                continue
            changes = [change.modifiers.get(mount.id, ()) for change in ship.options.values()]
            names = [*mount.modifiers, *(name for change in changes for name in change)]
            values = [raw.modifiers[name].value or 0 for name in names if name in raw.modifiers]
            less = min(less, sum(min(0, value) for value in values))
            more = max(more, sum(max(0, value) for value in values))
    return less, more


def _ends(values: list[int]) -> tuple[int, int]:
    """The most that one of some values takes and adds."""
    return min(0, 0, *values), max(0, 0, *values)


# -- charts against charts -----------------------------------------------


def _check_stations(found: Set) -> Iterator[str]:
    for chart_id in ("1-1", "2-2"):
        raw = found.charts.get(chart_id)
        if raw is None:
            continue
        split = any(note.dice and "split" in (note.id, note.letter) for note in raw.notes)
        for name, row in _rows(found, chart_id):
            stations, table = row.fields.get("stations"), row.fields.get("table")
            many = len(stations) if isinstance(stations, list) else 0
            if table is None and many == 2 and not split:
                yield f"{name}: two stations, and no note 'split' to pick one"
            if table is None and many > 2:
                yield f"{name}: {many} stations, and no table to pick one"
            if chart_id == "2-2" and row.fields.get("active") is not bool(many):
                yield f"{name}: active is {shown(row.fields.get('active'))} with {many} stations"
            if isinstance(table, str):
                chart = found.charts.get(table)
                if chart is None:
                    yield f"{name}: table {table!r} is not a chart"
                elif "station" not in fields_of(chart):
                    yield f"{name}: table {table!r} gives no station"


def _check_rerolls(found: Set) -> Iterator[str]:
    """Days on which every row of a table of stations is rolled again, so that no station is ever found."""
    for name, row in _rows(found, "2-2"):
        raw = found.charts.get(str(row.fields.get("table")))
        if not isinstance(raw, RangeChart) or raw.dice not in DICE:
            continue
        spans = [_days_of(one.fields.get("reroll_on")) for one in raw.rows if _is_rolled(raw, one)]
        for day in sorted(_days_of([row.label])):
            if spans and all(day in days for days in spans):
                yield f"{name}: table {raw.id} is rolled again and again on {day:%m-%d}; no row of it holds"
                break


def _days_of(spans: Any) -> set[datetime.date]:
    """The days of some spans, those left out that cannot be read."""
    found: set[datetime.date] = set()
    for span in spans if isinstance(spans, list) else ():
        with suppress(ChartError):
            found.update(days_in(str(span)))
    return found


def _is_rolled(raw: RangeChart, row: RangeRow) -> bool:
    """Whether the dice alone can make a total of this row."""
    least, most = dice_ends(raw.dice)
    for part in row.label.split(","):
        with suppress(ChartError):
            low, high = ends_of(part)
            if low <= most and high >= least:
                return True
    return False


def _check_attacks(found: Set) -> Iterator[str]:
    for name, row in _rows(found, "8-1"):
        for cell in getattr(row, "cells", None) or []:
            if isinstance(cell, str) and cell not in NO_TABLE and f"8-1{cell}" not in found.charts:
                yield f"{name}: {cell!r} leads to no table 8-1{cell}"
    for chart_id, chart in found.charts.items():
        if "note_a" not in fields_of(chart):
            continue
        rolled = {note.name for note in chart.notes if note.dice}
        for name, row in _rows(found, chart_id):
            if row.fields.get("note_a") is True and "A" not in rolled:
                yield f"{name}: note A has no die"
            if row.fields.get("random") is True and row.fields.get("planes"):
                yield f"{name}: planes beside a random result"


def _check_circles(found: Set) -> Iterator[str]:
    """Damage tables whose results lead back to themselves: one result may bring another without end."""
    leads: dict[str, set[str]] = {
        chart_id: _leads_to(found.charts[chart_id]) for chart_id in ("15", "11-1") if chart_id in found.charts
    }
    for chart_id, targets in leads.items():
        beyond = {further for target in targets for further in leads.get(target, set())}
        if chart_id in targets | beyond:
            yield f"{found.files[chart_id]}: a result leads back to table {chart_id}; it may never end"


def _leads_to(raw: RawChart) -> set[str]:
    """The damage tables that results of a chart and of its notes roll on: 15 and 11-1."""
    rows = [*rows_of(raw), *raw.notes, *(row for note in raw.notes for row in note.rows)]
    effects = [effect for row in rows for effect in row.effects]
    if isinstance(raw, RangeChart):
        effects += [effect for brought in raw.column_effects.values() for effect in brought]
    return {"15" for one in effects if isinstance(one, Random)} | {
        "11-1" for one in effects if isinstance(one, NearMiss)
    }


def _check_sections(found: Set) -> Iterator[str]:
    """The headings of table 11: a plane of any bearing strikes one section."""
    named = [f"11/{section}" for section in SECTIONS]
    charts = [found.charts.get(name) for name in named]
    bearings = [bearing for raw in charts if isinstance(raw, MatrixChart) for bearing in raw.only]
    missed = [bearing for bearing in BEARINGS if bearing not in bearings]
    if missed and all(charts):
        yield f"{found.files[named[0]]}: no table of {', '.join(named)} is for {listed(missed)}"


def _check_repairs(found: Set) -> Iterator[str]:
    for name, row in _rows(found, "18"):
        if row.fields.get("rear") is False and "weeks" not in row.fields:
            yield f"{name}: neither weeks of repairs nor the rear"


def _check_waves(found: Set) -> Iterator[str]:
    if "8-3" not in found.charts:
        return
    covered: set[int] = set()
    most, sender = _most_planes(found)
    alone = any("plane" in row.fields for _, row in _rows(found, "8-2"))
    for name, row in _rows(found, "8-3"):
        asked = _numbers(row.label, most)
        covered.update(asked)
        special = row.fields.get("special")
        if 1 in asked and alone and isinstance(special, list) and special[:1] == [0]:
            yield f"{name}: no special plane of one, and chart 8-2 sends it alone"
        waves = row.fields.get("waves")
        if not isinstance(waves, list) or "all" in waves:
            continue
        total = sum(wave for wave in waves if type(wave) is int)
        for planes in asked:
            if total != planes:
                yield f"{name}: waves of {total} planes for {planes}"
    missed = [planes for planes in range(1, most + 1) if planes not in covered]
    if missed:
        yield f"{found.files['8-3']}: no row covers {listed(missed)}; chart {sender} can send {most} planes"


def _most_planes(found: Set) -> tuple[int, str]:
    """The most planes any chart can send, and which chart does."""
    most, sender = 1, "22"
    for chart_id, raw in found.charts.items():
        for row in rows_of(raw):
            planes = row.fields.get("planes")
            if chart_id == "22" and type(planes) is int:
                count = planes
            elif "note_a" in row.fields and isinstance(planes, list):
                count = len(planes) + (NOTE_A if row.fields.get("note_a") is True else 0)
            else:
                continue
            if most < count <= MOST_COUNTED:
                most, sender = count, chart_id
    return most, sender


def _numbers(text: str, most: int) -> list[int]:
    found: list[int] = []
    for part in text.split(","):
        try:
            low, high = ends_of(part)
        except ChartError:
            continue
        found.extend(range(int(max(low, 1)), int(min(high, most)) + 1))
    return found


def _check_planes(found: Set) -> Iterator[str]:
    known = {name for one in found.aircraft for name in (one.name, *one.aliases)}
    for chart_id, field in (("A-1", "type"), ("8-2", "plane")):
        for name, row in _rows(found, chart_id):
            plane = row.fields.get(field)
            if known and isinstance(plane, str) and plane not in known:
                yield f"{name}: unknown aircraft {plane!r}; aircraft.toml names them all"
    raw = found.charts.get("8-2")
    rolled = {note.name for note in raw.notes if note.dice} if raw else set()
    for name, row in _rows(found, "8-2"):
        if "plane" not in row.fields and str(row.fields.get("note")) not in rolled:
            yield f"{name}: neither a plane nor a note with a die"
        if "plane" in row.fields and "weapon" not in row.fields:
            yield f"{name}: a special plane without a weapon"


def _rows(found: Set, chart_id: str) -> Iterator[tuple[str, AnyRow]]:
    """The rows of a chart, each with its file, number and label."""
    raw = found.charts.get(chart_id)
    for number, row in enumerate(rows_of(raw) if raw else (), 1):
        yield f"{found.files[chart_id]}: {row_name(number, row.label)}", row


# -- calibres and options ------------------------------------------------


def _check_calibres(found: Set) -> Iterator[str]:
    name = "calibres.toml"
    if not found.calibres:
        yield f"{name}: no calibres"
    for again in twice([one.id for one in found.calibres]):
        yield f"{name}: {again!r} stands twice"
    instruments = {item.id for item in found.sheet.equipment} if found.sheet else set()
    bonuses = {row.label for _, row in _rows(found, "9-1")}
    for one in found.calibres:
        chart = found.charts.get(one.chart)
        if chart is None:
            yield f"{name}: {one.id}: chart {one.chart!r} is not a chart"
        elif not columns_of(chart) or any(column not in ALTITUDES for column in columns_of(chart)):
            yield f"{name}: {one.id}: columns of chart {one.chart} are not some of {', '.join(ALTITUDES)}"
        else:
            for modifier in _modifiers_wanted(found, one.id):
                if modifier not in chart.modifiers:
                    yield f"{name}: {one.id}: chart {one.chart} has no modifier {modifier!r}"
        if bonuses and one.bonus not in bonuses:
            yield f"{name}: {one.id}: chart 9-1 has no row {one.bonus!r}; rows: {', '.join(sorted(bonuses))}"
        if one.director and instruments and one.director not in instruments:
            yield f"{name}: {one.id}: unknown equipment {one.director!r}"
        if not all(0 <= worth <= MOST_WORTH for worth in (one.worth, one.magazine_worth)):
            yield f"{name}: {one.id}: a worth that is not from 0 to {MOST_WORTH:g}, a ship"


def _modifiers_wanted(found: Set, calibre: str) -> list[str]:
    """The modifiers by which the rules shift the dice of a calibre's mounts (chart 9-2)."""
    mounts = [mount for ship in found.ships.values() for mount in ship.mounts if mount.kind == calibre]
    damaged = {
        effect.mount
        for chart in found.charts.values()
        for row in rows_of(chart)
        for effect in row.effects
        if isinstance(effect, HitTub | Hit5in)
    }
    wanted = ["ace", "gunnery_officer"]
    if any(mount.id in damaged for mount in mounts):
        wanted.append("hit")
    if any(mount.other_magazine for mount in mounts):
        wanted.append("magazine")
    return wanted


def _check_options(found: Set) -> Iterator[str]:
    name = "options.toml"
    if not found.options:
        yield f"{name}: no options"
        return
    ids = [one.id for one in found.options]
    for again in twice(ids):
        yield f"{name}: {again!r} stands twice"
    for one in found.options:
        if one.always and one.always not in LEVELS:
            yield f"{name}: {one.id}: always {one.always!r} is not {' or '.join(LEVELS)}"
        if one.always and one.special:
            yield f"{name}: {one.id}: always played with, and special to some scenarios"
    for wanted in Tables().options:
        if wanted not in ids:
            yield f"{name}: option {wanted!r} is missing"
    for file, ship in found.ships.items():
        for option in ship.options:
            if option not in ids:
                yield f"{file}: unknown option {option!r}; options: {', '.join(ids)}"


# -- ships, scenarios, campaigns -----------------------------------------


def _check_sheet(found: Set) -> Iterator[str]:
    if found.sheet is None:
        return
    name = "house/G-1.toml"
    raw = found.charts.get("21-1")
    calibres = [one.id for one in found.calibres]
    ids = [room.id for room in found.sheet.compartments] + [item.id for item in found.sheet.equipment]
    for again in twice(ids):
        yield f"{name}: {again!r} stands twice"
    yield from (f"{name}: {fault}" for fault in _check_ids(ids))
    for what, wanted, listed_ in (
        ("compartment", (*PLOTTING_ROOMS, *FIRE_ROOMS), found.sheet.compartments),
        ("equipment", (*RADARS, WATER_LINES), found.sheet.equipment),
    ):
        if len(listed_) > MOST_ABOARD:
            yield f"{name}: {len(listed_)} of {what} are more than {MOST_ABOARD}"
        for one in wanted:
            if one not in ids:
                yield f"{name}: {what} {one!r} is missing; the rules call it by its name"
    for room in found.sheet.compartments:
        if room.section not in SECTIONS:
            yield f"{name}: compartment {room.id}: unknown section {room.section!r}"
        if room.markers < 1:
            yield f"{name}: compartment {room.id}: {room.markers} markers are not 1 or more"
        if room.markers > MOST_COUNTED:
            yield f"{name}: compartment {room.id}: {room.markers} markers are more than {MOST_COUNTED}"
        if room.floodable and not room.explodes:
            yield f"{name}: compartment {room.id}: floodable, and no column of chart 21-1 for a failure"
        if room.explodes and raw is not None and room.explodes not in columns_of(raw):
            yield f"{name}: compartment {room.id}: chart 21-1 has no column {room.explodes!r}"
        if room.feeds and calibres and room.feeds not in calibres:
            yield f"{name}: compartment {room.id}: unknown calibre {room.feeds!r}; calibres: {', '.join(calibres)}"
    for item in found.sheet.equipment:
        if item.section and item.section not in SECTIONS:
            yield f"{name}: equipment {item.id}: unknown section {item.section!r}"


def _check_ships(found: Set) -> Iterator[str]:
    ids = [ship.id for ship in found.ships.values()]
    kinds: dict[str, str] = {}
    if FLETCHER not in ids:
        yield f"ships: no ship {FLETCHER!r}; a campaign is sailed in her class"
    for name, ship in found.ships.items():
        if ids.count(ship.id) > 1:
            yield f"{name}: id {ship.id!r} stands twice"
        for mount in ship.mounts:
            if kinds.setdefault(mount.id, mount.kind) != mount.kind:
                yield f"{name}: mount {mount.id} is a {mount.kind}, on another ship a {kinds[mount.id]}"
        for problem in _check_ship(found, ship):
            yield f"{name}: {problem}"


def _check_ship(found: Set, ship: ShipData) -> Iterator[str]:
    chart = found.charts.get(ship.firing)
    if chart is None:
        yield f"firing {ship.firing!r} is not a chart"
    mounts = [mount.id for mount in ship.mounts]
    for again in twice(mounts):
        yield f"mount {again} stands twice"
    if len(mounts) > MOST_ABOARD:
        yield f"{len(mounts)} mounts are more than {MOST_ABOARD}"
    yield from _check_ids([ship.id, *mounts])
    rooms = {room.id for room in found.sheet.compartments} if found.sheet else set()
    rows = {row.label: row for row in rows_of(chart)} if chart else {}
    calibres = [one.id for one in found.calibres]
    for mount in ship.mounts:
        name = f"mount {mount.id}"
        if calibres and mount.kind not in calibres:
            yield f"{name}: unknown kind {mount.kind!r}; calibres: {', '.join(calibres)}"
        if mount.section not in SECTIONS:
            yield f"{name}: unknown section {mount.section!r}"
        for room in (mount.magazine, mount.other_magazine):
            if room and rooms and room not in rooms:
                yield f"{name}: unknown compartment {room!r}"
        if chart is None:
            continue
        if mount.firing not in rows:
            yield f"{name}: chart {ship.firing} has no row {mount.firing!r}"
        elif (owner := getattr(rows[mount.firing], "id", "") or mount.id) != mount.id:
            yield f"{name}: row {mount.firing!r} of chart {ship.firing} belongs to {owner}"
        else:
            yield from (f"{name}: {fault}" for fault in _check_levels(found, mount, rows[mount.firing]))
        for modifier in mount.modifiers:
            if modifier not in chart.modifiers:
                yield f"{name}: chart {ship.firing} has no modifier {modifier!r}"
    manned = {mount.firing for mount in ship.mounts}
    for label in rows:
        if label not in manned:
            yield f"row {label!r} of chart {ship.firing} belongs to no mount"
    for option, change in ship.options.items():
        for mounted in (*change.remove, *change.modifiers):
            if mounted not in mounts:
                yield f"option {option}: unknown mount {mounted!r}"
        for modifier in {one for listed_ in change.modifiers.values() for one in listed_}:
            if chart is not None and modifier not in chart.modifiers:
                yield f"option {option}: chart {ship.firing} has no modifier {modifier!r}"


def _check_levels(found: Set, mount: MountData, row: AnyRow) -> Iterator[str]:
    """Altitudes at which a mount fires, each with a column in the chart of its calibre."""
    calibre = next((one for one in found.calibres if one.id == mount.kind), None)
    raw = found.charts.get(calibre.chart) if calibre else None
    if raw is None:
        return
    cells = [cell.get("levels") if isinstance(cell, dict) else cell for cell in getattr(row, "cells", None) or ()]
    levels = {level for cell in cells if isinstance(cell, str) for level in cell}
    beyond = sorted(level for level in levels if level in ALTITUDES and level not in columns_of(raw))
    if beyond:
        yield f"fires at {', '.join(beyond)}, and chart {raw.id} has no such column"


def _check_ids(ids: list[str]) -> Iterator[str]:
    for one in ids:
        if re.fullmatch(ID, one) is None:
            yield f"id {one!r} is not one word of letters, digits, dots and dashes"


def _check_plans(found: Set) -> Iterator[str]:
    """Deck plans: every item of the ship stands once on the hull, and nothing else does."""
    for name, plan in found.plans.items():
        ship_id = name.rpartition("/")[2].removesuffix(".toml")
        ship = next((one for one in found.ships.values() if one.id == ship_id), None)
        if ship is None:
            yield f"{name}: plan of no ship; it is named as the id of one"
            continue
        rows, longest = len(plan.rows), max(map(len, plan.rows), default=0)
        if not 1 <= rows <= PLAN_ROWS:
            yield f"{name}: {rows} rows are not 1 to {PLAN_ROWS}"
        elif longest > PLAN_COLUMNS:
            yield f"{name}: a row is longer than {PLAN_COLUMNS} columns"
        elif len(plan.places) > PLAN_ROWS * PLAN_COLUMNS:
            yield f"{name}: {len(plan.places)} places are more than a plan has cells"
        elif found.sheet is not None:
            faults = faults_of_plan(plan, _aboard(found, found.sheet, ship), PLAN_ROOM)
            yield from (f"{name}: {fault}" for fault in faults)


def _check_lands(found: Set) -> Iterator[str]:
    """Islands of the chart of the waters: drawn from at least a point, none of them beyond all waters."""
    for name, lands in found.lands.items():
        if sum(len(land.points) for land in lands) > MOST_POINTS_DRAWN:
            yield f"{name}: more than {MOST_POINTS_DRAWN} points of islands"
        for land in lands:
            if not land.points:
                yield f"{name}: {land.name}: no points"
            for point in land.points:
                if not all(abs(miles) <= MOST_MILES for miles in point):
                    yield f"{name}: {land.name}: point {list(point)} is more than {MOST_MILES} miles off"


def _aboard(found: Set, sheet: Sheet, ship: ShipData) -> dict[str, str]:
    """All that a ship's sheet has, each with its section: mounts, directors of tubs, compartments, equipment."""
    struck = {
        effect.mount
        for raw in found.charts.values()
        for row in rows_of(raw)
        for effect in row.effects
        if isinstance(effect, HitTub)
    }
    fed = {mount.magazine for mount in ship.mounts}
    each = {one.id for one in found.calibres if one.magazine_each}
    return {
        **{mount.id: mount.section for mount in ship.mounts},
        **{director_id(mount.id): mount.section for mount in ship.mounts if mount.id in struck},
        **{room.id: room.section for room in sheet.compartments if room.id in fed or room.feeds not in each},
        **{item.id: item.section for item in sheet.equipment},
    }


def _check_scenarios(found: Set) -> Iterator[str]:
    numbers = [scenario.number for scenario in found.scenarios.values()]
    slugs = [scenario.slug for scenario in found.scenarios.values()]
    for name, scenario in found.scenarios.items():
        if numbers.count(scenario.number) > 1:
            yield f"{name}: number {scenario.number} stands twice; {max(numbers) + 1} is free"
        if slugs.count(scenario.slug) > 1:
            yield f"{name}: slug {scenario.slug!r} stands twice"
        for problem in _check_scenario(found, scenario):
            yield f"{name}: {problem}"


def _check_scenario(found: Set, scenario: ScenarioData) -> Iterator[str]:
    ship = next((one for one in found.ships.values() if one.id == scenario.ship_class), None)
    if ship is None:
        yield f"ship_class {scenario.ship_class!r} is no ship"
    if scenario.station not in STATIONS:
        yield f"station {scenario.station} is not {STATIONS.start} to {STATIONS.stop - 1}"
    if not FIRST_DAY <= scenario.date <= LAST_DAY:
        yield f"date {scenario.date} is outside the calendar, {FIRST_DAY} to {LAST_DAY}"
    elif scenario.turns > (LAST_DAY - scenario.date).days + 1:
        yield f"turns {scenario.turns} go beyond the calendar, {FIRST_DAY} to {LAST_DAY}"
    if scenario.turns < 1:
        yield f"turns {scenario.turns} are not 1 or more"
    if not 1 <= scenario.number <= MOST_COUNTED:
        yield f"number {scenario.number} is not 1 to {MOST_COUNTED}"
    yield from _check_ids([scenario.slug])
    yield from _check_names([scenario.ship, scenario.title])
    yield from _check_texts(scenario)
    if not scenario.phases or [phase for phase in PHASES if phase in scenario.phases] != list(scenario.phases):
        yield f"phases {', '.join(scenario.phases) or 'none'}: wanted some of {', '.join(PHASES)}, in order"
    others = {option for one in found.ships.values() if one is not ship for option in one.options}
    known = [one.id for one in found.options if one.id not in others]
    for option in scenario.options:
        if known and option not in known:
            yield f"unknown option {option!r}; options: {', '.join(known)}"
    if scenario.relief:
        chart = found.charts.get(scenario.relief)
        if chart is None:
            yield f"relief {scenario.relief!r} is not a chart"
        elif "relieved" not in fields_of(chart):
            yield f"relief {scenario.relief!r} gives no relief"


def _check_texts(scenario: ScenarioData) -> Iterator[str]:
    """What is read of a scenario has no sign that controls a terminal: its file may come from anybody."""
    texts = {field: getattr(scenario, field) for field in ("hull", "background", "victory", "history", "credit")}
    for field, text in (*texts.items(), *(("special", rule) for rule in scenario.special)):
        if not text.replace("\n", "").isprintable():
            yield f"{field} has a sign that cannot be printed; wanted words"


def _check_campaigns(found: Set) -> Iterator[str]:
    ids = [campaign.id for campaign in found.campaigns.values()]
    for name, campaign in found.campaigns.items():
        if ids.count(campaign.id) > 1:
            yield f"{name}: id {campaign.id!r} stands twice"
        if not FIRST_DAY <= campaign.start <= campaign.end <= LAST_DAY:
            yield f"{name}: {campaign.start} to {campaign.end} is outside the calendar, {FIRST_DAY} to {LAST_DAY}"
        for problem in (*_check_latest_start(campaign), *_check_ids([campaign.id])):
            yield f"{name}: {problem}"
        for field in ("number", "fighting_days", "ships_sunk_draw"):
            if not 0 <= getattr(campaign, field) <= MOST_COUNTED:
                yield f"{name}: {field} {getattr(campaign, field)} is not 0 to {MOST_COUNTED}"
        if not campaign.length:
            continue
        chart = found.charts.get(campaign.length)
        if chart is None:
            yield f"{name}: length {campaign.length!r} is not a chart"
        elif "fighting_days" not in fields_of(chart):
            yield f"{name}: length {campaign.length!r} gives no fighting days"


def _check_rotation(found: Set) -> Iterator[str]:
    """Every list of the rotation of watches, entry by entry: each must name a game that can be begun."""
    rotation = found.rotation
    if rotation is None:
        return
    calendar = [FIRST_DAY + datetime.timedelta(day) for day in range((LAST_DAY - FIRST_DAY).days + 1)]
    known: dict[str, tuple[Iterable[object], Iterable[object]]] = {
        "week": (rotation.week, KINDS),
        "levels": (rotation.levels, LEVELS),
        "scenarios": (rotation.scenarios, [one.number for one in found.scenarios.values()]),
        "campaigns": (rotation.campaigns, [one.id for one in found.campaigns.values()]),
        "patrols": (rotation.patrols, calendar),
        "stations": (rotation.stations, STATIONS),
    }
    for name, (entries, right) in known.items():
        if not entries:
            yield f"{ROTATION}: {name} is empty"
        for entry in entries:
            if entry not in right:
                yield f"{ROTATION}: {name}: {str(entry)!r} is not known"
    if not 1 <= rotation.days <= MOST_COUNTED:
        yield f"{ROTATION}: days {rotation.days} is not 1 to {MOST_COUNTED}"
    if not 1 <= rotation.version <= MOST_COUNTED:
        yield f"{ROTATION}: version {rotation.version} is not 1 to {MOST_COUNTED}"


def _check_latest_start(campaign: CampaignData) -> Iterator[str]:
    latest = campaign.latest_start
    if latest is None:
        return
    if not campaign.choose_start:
        yield f"latest_start {latest}, but its start is not to be chosen"
    if latest < campaign.start:
        yield f"latest_start {latest} is before the start, {campaign.start}"
    left = (campaign.end - latest).days + 1
    if left < max(1, campaign.fighting_days):
        yield f"latest_start {latest} leaves {left} days for {campaign.fighting_days} fighting days"


# -- people, planes, numbers ---------------------------------------------


def _check_people(found: Set) -> Iterator[str]:
    if not found.aircraft:
        yield "aircraft.toml: no aircraft"
    for again in twice([name for one in found.aircraft for name in (one.name, *one.aliases)]):
        yield f"aircraft.toml: {again!r} stands twice"
    for plane in found.aircraft:
        if plane.service not in ("Navy", "Army"):
            yield f"aircraft.toml: {plane.name}: service {plane.service!r} is not Navy or Army"
        if plane.crew < 1:
            yield f"aircraft.toml: {plane.name}: a crew of {plane.crew}"
    if found.names is None:
        return
    for word in ("ships", "surnames", "given"):
        if not getattr(found.names, word):
            yield f"names.toml: no {word}"
    ships = [ship.name for ship in found.names.ships]
    for again in twice(ships):
        yield f"names.toml: {again!r} stands twice"
    for fault in _check_names([*ships, *found.names.surnames, *found.names.given]):
        yield f"names.toml: {fault}"
    for post in POSTS:
        if post not in found.names.ranks:
            yield f"names.toml: no rank for the post {post!r}"
    for post in found.names.ranks:
        if post not in POSTS:
            yield f"names.toml: unknown post {post!r}"


def _check_names(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            yield f"name {shown(name)} must have 1 to {LONGEST_NAME} printable letters"


def _check_numbers(found: Set) -> Iterator[str]:
    numbers = found.numbers
    if numbers is None:
        return
    name = "house/numbers.toml"
    for section in SECTIONS:
        if section not in numbers.men:
            yield f"{name}: no men for the section {section!r}"
    for section in numbers.men:
        if section not in SECTIONS:
            yield f"{name}: unknown section {section!r}"
    for field in numbers.__struct_fields__:
        value = getattr(numbers, field)
        values = value.values() if isinstance(value, dict) else (value,)
        most = MOST_ROUNDS if field == "rounds_after" else MOST_COUNTED
        if any(one < 0 for one in values):
            yield f"{name}: {field} is below 0"
        if any(one > most for one in values):
            yield f"{name}: {field} is more than {most}"
