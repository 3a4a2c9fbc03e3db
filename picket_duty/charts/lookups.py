"""Lookups in keyed charts and in sums, which need no compiled ``Chart``."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from picket_duty.charts import kinds
from picket_duty.charts.errors import ChartError
from picket_duty.charts.spans import covers, number_span

#: The values of a question by key.
Asked = Mapping[str, Any]
#: The number of each line of a sum by name; 0 or 1 for a flag.
Given = Mapping[str, int]


def find(raw: kinds.KeyedChart, asked: Asked) -> kinds.KeyedRow:
    """The row with the same keys as a question and matching values. Raises ChartError."""
    rows = [row for row in raw.rows if row.key_values.keys() == asked.keys()]
    for row in rows:
        if all(_fits(row.key_values[key], value) for key, value in asked.items()):
            return row
    # The error names the first value that fits no row, if there is one.
    for key, value in asked.items():
        known = list(dict.fromkeys(str(row.key_values[key]) for row in rows))
        if not any(_fits(row.key_values[key], value) for row in rows):
            raise ChartError(f"chart {raw.id} has no {key} {value!r}; it has {', '.join(known)}")
    question = ", ".join(f"{key} {value}" for key, value in asked.items())
    raise ChartError(f"chart {raw.id} has no entry for {question}")


def _fits(row_value: Any, value: Any) -> bool:
    """Whether a value of a question fits that of a row, which may be a range of numbers."""
    if type(value) is int:
        low, high = number_span(row_value)
        return bool(low <= value <= high)
    return bool(row_value == value)


def total_of(raw: kinds.SumChart, given: Given) -> int:
    """The sum of the given lines, rounded down at the end. Raises ChartError for a number that a
    line does not allow.
    """
    added: float = raw.constant
    for line in raw.lines:
        if line.name not in given:
            continue
        number = given[line.name]
        if line.numbers and not covers(line.numbers, number):
            raise ChartError(f"chart {raw.id}: {line.name} must be {line.numbers}, not {number}")
        added += line.adds * number
    return math.floor(added)


def line_named(raw: kinds.SumChart, name: str) -> kinds.LineData:
    """A line by name. Raises ChartError."""
    for line in raw.lines:
        if line.name == name:
            return line
    raise ChartError(
        f"chart {raw.id} has no {raw.line} {name!r}; it has "
        f"{', '.join(line.name for line in raw.lines)}"
    )


def row_of(raw: kinds.SumChart, total: int) -> kinds.RangeRow:
    """The row of a total. Raises ChartError."""
    for row in raw.rows:
        if covers(row.label, total):
            return row
    raise ChartError(f"chart {raw.id} has no row for {total}")
