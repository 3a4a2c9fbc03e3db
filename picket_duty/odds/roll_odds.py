"""Exact chances of a roll's results."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any

from picket_duty.book.effects import Effect
from picket_duty.charts import Chart, Row
from picket_duty.requests import BY_HAND, Roll, Toward

#: Chances of results by key, adding up to 1.
Chances = dict[str, float]
#: Rows as printed with their chances, adding up to 1.
Outcomes = tuple[tuple[Row, float], ...]


def outcomes(roll: Roll) -> Outcomes:
    """Every row that a roll can result in, with its chance. Raises ChartError if some dice have no
    row.
    """
    if roll.is_matrix:
        return _cells(roll.chart)
    if roll.toward is not None:
        return _moved(roll.chart, roll.column, roll.toward)
    return row_outcomes(roll.chart, roll.column, shift_of(roll))


def chances(roll: Roll) -> Chances:
    """The chances of a roll's results by key. Raises ChartError if some dice have no row."""
    if not roll.is_matrix and roll.toward is None:
        return row_chances(roll.chart, roll.column, shift_of(roll))
    return _by_key(outcomes(roll))


def chance(roll: Roll, key: Any) -> float:
    """The chance of one result by its key (``hit``; ``yes`` for true)."""
    return chances(roll).get(str(key), 0.0)


def shift_of(roll: Roll) -> int:
    """The sum of the modifiers of a roll's dice."""
    return sum([modifier.value for modifier in roll.modifiers])


@lru_cache(maxsize=65536)
def row_chances(chart: Chart, column: str | None, shift: int) -> Chances:
    """The chances of a chart's results by key, in a column, with a modifier of the dice."""
    return _by_key(row_outcomes(chart, column, shift))


@lru_cache(maxsize=65536)
def row_outcomes(chart: Chart, column: str | None, shift: int) -> Outcomes:
    """The rows of a chart with their chances, in a column, with a modifier of the dice."""
    is_percentile = chart.faces[0] == 10 and len(chart.faces) == 2
    rows = []
    for dice in product(*(_face(face) for face in chart.faces)):
        natural = dice[0] * 10 + dice[1] if is_percentile else sum(dice)
        rows.append(chart.look_up(natural if natural in chart.natural else natural + shift, column))
    return _counted(rows)


def mean_of(
    chart: Chart, value: Callable[[Row], float], column: str | None = None, shift: int = 0
) -> float:
    """The mean of a value of a chart's rows, in a column, with a modifier of the dice."""
    rows = row_outcomes(chart, column, shift)
    return sum([chance * value(row) for row, chance in rows], 0.0)


@lru_cache(maxsize=64)
def effects_of(chart: Chart) -> tuple[tuple[Effect, float], ...]:
    """The effects of a chart's rows or cells, each with its chance."""
    if chart.cells:
        cells = chart.cells.values()
        return tuple((effect, 1 / len(cells)) for cell in cells for effect in cell.effects)
    rows = row_outcomes(chart, column=None, shift=0)
    return tuple((effect, share) for row, share in rows for effect in row.effects)


@lru_cache(maxsize=64)
def _cells(chart: Chart) -> Outcomes:
    return _counted(list(chart.cells.values()))


@lru_cache(maxsize=256)
def _moved(chart: Chart, column: str | None, toward: Toward) -> Outcomes:
    """The rows of a roll whose modifier depends on the natural roll, with their chances."""
    dice = product(*(_face(face) for face in chart.faces))
    # A roll with ``toward`` has no other modifiers (tables 12-1 to 12-3). Its purpose does not
    # change its results, so any will do.
    return _counted(
        [Roll(chart, BY_HAND, column=column, toward=toward).resolve(thrown) for thrown in dice]
    )


def _counted(rows: list[Row]) -> Outcomes:
    """Each row once, with its share of equally likely ``rows``. Equal labels are the same row."""
    by_label: dict[str, tuple[Row, int]] = {}
    for row in rows:
        by_label[row.label] = (row, by_label.get(row.label, (row, 0))[1] + 1)
    return tuple((row, count / len(rows)) for row, count in by_label.values())


def _by_key(rows: Outcomes) -> Chances:
    summed: Chances = {}
    for row, chance in rows:
        summed[row.key] = summed.get(row.key, 0.0) + chance
    return summed


def _face(face: int) -> range:
    return range(10) if face == 10 else range(1, face + 1)
