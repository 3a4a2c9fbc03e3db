"""The exact chances of a roll: what each result of its chart is worth before the dice."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

from picket_duty.charts import Chart
from picket_duty.requests import Roll

#: Chances of results by key, adding up to 1.
Chances = dict[str, float]


@lru_cache(maxsize=65536)
def row_chances(chart: Chart, column: str | None, shift: int) -> Chances:
    """The chances of a chart's results in a column with so much added to the dice."""
    found: Chances = {}
    total = 0
    ten = chart.faces[0] == 10 and len(chart.faces) == 2
    for dice in product(*(_face(face) for face in chart.faces)):
        natural = dice[0] * 10 + dice[1] if ten else sum(dice)
        row = chart.look_up(natural if natural in chart.natural else natural + shift, column)
        found[row.key] = found.get(row.key, 0) + 1
        total += 1
    return {key: count / total for key, count in found.items()}


def chances(roll: Roll) -> Chances:
    """The chances of a roll's results. Raises ChartError where the chart has no row for some dice."""
    if roll.is_matrix:
        return _cells(roll.chart)
    if roll.maneuver is not None:
        return _maneuvered(roll)
    return row_chances(roll.chart, roll.column, sum(one.value for one in roll.modifiers))


def chance(roll: Roll, key: Any) -> float:
    """The chance of one result by its key (``hit``; ``yes`` for true)."""
    return chances(roll).get(str(key), 0.0)


@lru_cache(maxsize=64)
def _cells(chart: Chart) -> Chances:
    found: Chances = {}
    for row in chart.cells.values():
        found[row.key] = found.get(row.key, 0) + 1 / len(chart.cells)
    return found


def _maneuvered(roll: Roll) -> Chances:
    """Tables 12 after a successful maneuver: the shift depends on the natural roll."""
    found: Chances = {}
    for dice in product(*(_face(face) for face in roll.faces)):
        trial = Roll(roll.chart, roll.purpose, roll.actor, roll.column, (), (), roll.maneuver)
        key = trial.resolve(dice).key
        found[key] = found.get(key, 0) + 1 / 36
    return found


def _face(face: int) -> range:
    return range(10) if face == 10 else range(1, face + 1)
