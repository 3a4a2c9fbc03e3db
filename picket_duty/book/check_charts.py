"""Faults between several charts, and the shapes that other files require of a chart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from picket_duty.book import effects, limits
from picket_duty.book.chart_shapes import (
    ATTACK_TABLE,
    BEARINGS,
    FIRING_CHART,
    GUNNERY,
    LENGTH,
    RELIEF,
    STATION_TABLE,
    shape_of,
)
from picket_duty.book.data import CampaignData, ScenarioData, Sheet
from picket_duty.book.modifier_sums import TOWARD_MISS
from picket_duty.book.references import TableSet
from picket_duty.book.tables import SHEET
from picket_duty.book.vocabulary import StrikeOutcome
from picket_duty.charts import ChartError, kinds
from picket_duty.charts.faults import list_numbers, located, shown
from picket_duty.charts.shapes import Shape
from picket_duty.charts.spans import ends_of
from picket_duty.state import SECTIONS

#: Charts with effects that repeat a field. The rules read only the field; the effects must be those
#: that belong to its value.
REPEATED: Mapping[str, tuple[str, Callable[[Any], tuple[Any, ...]]]] = {
    "13": ("killed", lambda post: (effects.Kill((post,)),) if post else ()),
    "14": ("sinks", lambda sinks: (effects.Sink(),) if sinks else ()),
    "16": ("sinks", lambda sinks: (effects.Sink(),) if sinks else ()),
}
#: Results of chart 8-1 that name no attack table.
NO_TABLE = (limits.NO_ATTACK, limits.RANDOM)


def check_charts(tables: TableSet) -> Iterator[str]:
    """Faults between charts, each with its file."""
    yield from _check_misses(tables)
    yield from _check_repeated(tables)
    yield from _check_stations_picked(tables)
    yield from _check_rerolls(tables)
    yield from _check_attacks(tables)
    yield from _check_circles(tables)
    yield from _check_bearings(tables)
    yield from _check_repair_times(tables)
    yield from _check_waves(tables)
    yield from _check_special_planes(tables)


def _check_misses(tables: TableSet) -> Iterator[str]:
    """Faults of tables 12-1 to 12-3: a maneuver leads toward a miss, which has no effects."""
    for chart_id in TOWARD_MISS:
        raw = tables.charts.get(chart_id)
        if not isinstance(raw, kinds.RangeChart) or raw.dice not in kinds.DICE:
            continue
        rolled = []
        for name, row in tables.rows(chart_id):
            if row.fields.get("result") != StrikeOutcome.MISS:
                continue
            rolled += _numbers(row.label, kinds.TOTALS[raw.dice])
            if row.effects:
                yield f"{name}: a miss cannot have effects"
        if not rolled:
            yield (
                f"{tables.files[chart_id]}: chart {chart_id} has no "
                f"'{StrikeOutcome.MISS}' row that can be rolled with {raw.dice}"
            )


def _check_repeated(tables: TableSet) -> Iterator[str]:
    """Faults of rows whose effects differ from the field that the rules read."""
    for chart_id, (field, effects_by) in REPEATED.items():
        for name, row in tables.rows(chart_id):
            if row.effects != effects_by(row.fields.get(field)):
                yield f"{name}: the effects must match {field!r}"


def _check_stations_picked(tables: TableSet) -> Iterator[str]:
    """Faults of rows of 1-1 and 2-2 with several stations: the die of a note picks one of two; more
    need a table of their own.
    """
    for chart_id in ("1-1", "2-2"):
        raw = tables.charts.get(chart_id)
        if raw is None:
            continue
        split = any(note.dice and "split" in (note.id, note.letter) for note in raw.notes)
        for name, row in tables.rows(chart_id):
            stations = row.fields.get("stations")
            table = row.fields.get("table")
            many = len(stations) if isinstance(stations, list) else 0
            if table is None and many == 2 and not split:
                yield f"{name}: lists two stations but has no 'split' note to choose between them"
            if table is None and many > 2:
                yield f"{name}: lists {many} stations but has no table to choose among them"
            if chart_id == "2-2" and row.fields.get("active") is not bool(many):
                active = shown(row.fields.get("active"))
                yield f"{name}: 'active' is {active}, but the number of stations listed is {many}"


def _check_rerolls(tables: TableSet) -> Iterator[str]:
    """Faults of station tables with a day on which every row calls for another roll: rolling would
    never end.
    """
    for name, row in tables.rows("2-2"):
        raw = tables.charts.get(str(row.fields.get("table")))
        if not isinstance(raw, kinds.RangeChart) or raw.dice not in kinds.DICE:
            continue
        # A row counts if the dice alone can make one of its totals.
        rolled = (each for each in raw.rows if _numbers(each.label, kinds.TOTALS[raw.dice]))
        reroll_days = [limits.days_of(each.fields.get("reroll_on")) for each in rolled]
        for day in sorted(limits.days_of([row.label])):
            if reroll_days and all(day in days for days in reroll_days):
                yield f"{name}: every row of table {raw.id} is a reroll on {day:%m-%d}"
                break


def _check_attacks(tables: TableSet) -> Iterator[str]:
    """Faults of attack tables: missing ones, and rows that need a note's die or contradict
    themselves.
    """
    for name, letter in _attacks_named(tables):
        if f"8-1{letter}" not in tables.charts:
            yield f"{name}: {letter!r} needs table 8-1{letter}, which does not exist"
    for chart_id, chart in tables.charts.items():
        if "note_a" not in chart.fields:
            continue
        rolled = {note.name for note in chart.notes if note.dice}
        for name, row in tables.rows(chart_id):
            if row.fields.get("note_a") is True and "A" not in rolled:
                yield f"{name}: needs a note A that calls for a die roll"
            if row.fields.get("random") is True and row.fields.get("planes"):
                yield f"{name}: cannot have both planes and a random result"


def _attacks_named(tables: TableSet) -> Iterator[tuple[str, str]]:
    """The letters of the attack tables that chart 8-1 names, each with its row."""
    for name, row in tables.rows("8-1"):
        for cell in getattr(row, "cells", None) or ():
            if isinstance(cell, str) and cell not in NO_TABLE:
                yield name, cell


def _check_circles(tables: TableSet) -> Iterator[str]:
    """Faults of results that lead back to their own table or compartment: rolling, or computing the
    odds, might never end.
    """
    # Of the tables that an effect rolls on, only these two have effects that roll again.
    leads = {chart_id: _leads(*_effects_in(tables, chart_id)) for chart_id in ("15", "11-1")}
    sheet = tables.only(Sheet)
    for room in sheet.compartments if sheet else ():
        exploding = _effects_in(tables, "21-1", room.explodes) if room.explodes else ()
        leads[room.id] = _leads(*room.out, *room.destroyed_by_hit, *exploding)
    for name in leads:
        if name not in _reached(leads, name):
            continue
        if name in tables.files:
            yield (
                f"{tables.files[name]}: a result leads back to table {name}, so rolling may never "
                f"end"
            )
        else:
            yield f"{SHEET}: compartment {name}: its own effects would destroy it again"


def _effects_in(tables: TableSet, chart_id: str, column: str | None = None) -> Iterator[Any]:
    """All effects of a chart: of its rows, of its notes, and of its columns or only of ``column``."""
    raw = tables.charts.get(chart_id)
    if raw is None:
        return
    for row in raw.rows:
        yield from row.effects
    for note in raw.notes:
        yield from note.effects
        for result in note.rows:
            yield from result.effects
    column_effects = raw.column_effects if isinstance(raw, kinds.RangeChart) else {}
    for name, listed in column_effects.items():
        if column in (None, name):
            yield from listed


def _leads(*listed: Any) -> set[str]:
    """The tables that effects roll on, and the compartments that they hit or destroy."""
    targets = {effects.Random: "15", effects.NearMiss: "11-1"}
    leads = set()
    for effect in listed:
        if isinstance(effect, effects.HitCompartment | effects.DestroyCompartment):
            leads.add(effect.compartment)
        elif type(effect) in targets:
            leads.add(targets[type(effect)])
    # In a note, an effect may leave out the compartment: it destroys the one being hit.
    return leads - {""}


def _reached(leads: Mapping[str, set[str]], start: str) -> set[str]:
    """Everything that a table or compartment leads to, at once or later."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = leads.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def _check_bearings(tables: TableSet) -> Iterator[str]:
    """Faults of bearings that none of the tables 11 covers."""
    named = [f"11/{section}" for section in SECTIONS]
    charts = [tables.charts.get(name) for name in named]
    covered = [
        bearing for raw in charts if isinstance(raw, kinds.MatrixChart) for bearing in raw.only
    ]
    missed = [bearing for bearing in BEARINGS if bearing not in covered]
    # A missing chart is reported on its own.
    if missed and all(charts):
        yield (
            f"{tables.files[named[0]]}: no table covers bearing {list_numbers(missed)}. Tables: "
            f"{', '.join(named)}."
        )


def _check_repair_times(tables: TableSet) -> Iterator[str]:
    for name, row in tables.rows("18"):
        if row.fields.get("rear") is False and "weeks" not in row.fields:
            yield f"{name}: needs 'weeks', unless it sends the ship to the rear"


def _check_waves(tables: TableSet) -> Iterator[str]:
    """Faults of chart 8-3, which splits a raid of any size into waves."""
    if "8-3" not in tables.charts:
        return
    most, sender = _most_planes(tables)
    special_alone = any("plane" in row.fields for _, row in tables.rows("8-2"))
    missed = list(range(1, most + 1))
    for name, row in tables.rows("8-3"):
        sizes = _numbers(row.label, range(1, most + 1))
        missed = [planes for planes in missed if planes not in sizes]
        yield from located(name, _check_split(row.fields, sizes, special_alone))
    if missed:
        yield (
            f"{tables.files['8-3']}: no row covers {list_numbers(missed)}, but chart {sender} can "
            f"send {most} planes"
        )


def _check_split(fields: kinds.Fields, sizes: list[int], special_alone: bool) -> Iterator[str]:
    """Faults of a row of chart 8-3, which splits raids of some sizes into waves. ``special_alone``
    is whether chart 8-2 can send a special attack plane alone.
    """
    special = fields.get("special")
    waves = fields.get("waves")
    if 1 in sizes and special_alone and isinstance(special, list) and special[:1] == [0]:
        yield "chart 8-2 sends one special attack plane, but none is allowed here"
    if isinstance(waves, list) and "all" not in waves:
        total = sum(wave for wave in waves if type(wave) is int)
        for planes in sizes:
            if planes != total:
                yield f"the waves add up to {total} planes, not {planes}"


def _most_planes(tables: TableSet) -> tuple[int, str]:
    """The most planes that a chart can send, and the first such chart."""
    most = 1
    sender = "22"
    for chart_id in tables.charts:
        for _, row in tables.rows(chart_id):
            planes = row.fields.get("planes")
            count = 0
            if chart_id == "22" and type(planes) is int:
                count = planes
            elif "note_a" in row.fields and isinstance(planes, list):
                count = len(planes) + limits.NOTE_A * (row.fields["note_a"] is True)
            # A larger number is a fault of its row.
            if most < count <= limits.MOST_COUNTED:
                most = count
                sender = chart_id
    return most, sender


def _check_special_planes(tables: TableSet) -> Iterator[str]:
    raw = tables.charts.get("8-2")
    rolled = {note.name for note in raw.notes if note.dice} if raw else set()
    for name, row in tables.rows("8-2"):
        if "plane" not in row.fields and str(row.fields.get("note")) not in rolled:
            yield f"{name}: needs a plane, or a note that calls for a die roll"
        if "plane" in row.fields and "weapon" not in row.fields:
            yield f"{name}: a special attack plane needs a weapon"


def _numbers(label: str, totals: range) -> list[int]:
    """The numbers in the label of a row that are among ``totals``."""
    numbers: list[int] = []
    for part in label.split(","):
        with suppress(ChartError):
            low, high = ends_of(part)
            first = max(low, totals.start)
            end = min(high + 1, totals.stop)
            numbers.extend(range(int(first), int(end)))
    return numbers


def wanted_shapes(tables: TableSet) -> dict[str, list[Shape]]:
    """Shapes that other files require of the charts that they name, by chart id. Those that the id
    itself requires are left out.
    """
    wanted: dict[str, list[Shape]] = {}
    for chart_id, shape in _named_shapes(tables):
        if chart_id in tables.charts and shape != shape_of(chart_id):
            shapes = wanted.setdefault(chart_id, [])
            if shape not in shapes:
                shapes.append(shape)
    return wanted


def _named_shapes(tables: TableSet) -> Iterator[tuple[str, Shape]]:
    """The charts that the calendar, chart 8-1, ships, calibers, scenarios and campaigns name, each
    with the shape that it must have.
    """
    for _, row in tables.rows("2-2"):
        table = row.fields.get("table")
        if isinstance(table, str):
            yield table, STATION_TABLE
    for _, letter in _attacks_named(tables):
        yield f"8-1{letter}", ATTACK_TABLE
    for ship in tables.ships():
        yield ship.firing, FIRING_CHART
    for caliber in tables.calibers():
        yield caliber.chart, GUNNERY
    for scenario in tables.all_of(ScenarioData).values():
        yield scenario.relief, RELIEF
    for campaign in tables.all_of(CampaignData).values():
        yield campaign.length, LENGTH
