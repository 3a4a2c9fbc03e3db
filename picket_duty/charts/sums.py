"""Sum charts: lines added up, rounded down at the end, and the row of the total."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from picket_duty.charts.coverage import faults_of_rows
from picket_duty.charts.kinds import LineData, RangeRow, SumChart
from picket_duty.charts.spans import ChartError, ends_of, twice

#: Number of each line by name; 0 or 1 for a flag.
Given = Mapping[str, int]


def total_of(raw: SumChart, given: Given) -> int:
    """The sum of the given lines, rounded down at the end. Raises ChartError for a number a line does not allow."""
    added: float = raw.constant
    for line in raw.lines:
        if line.name in given:
            added += line.adds * checked(raw, line, given[line.name])
    return math.floor(added)


def checked(raw: SumChart, line: LineData, value: int) -> int:
    """``value`` if the line allows it. Raises ChartError if it is outside the numbers of the line."""
    if line.numbers:
        low, high = ends_of(line.numbers)
        if not low <= value <= high:
            raise ChartError(f"chart {raw.id}: {line.name} must be {line.numbers}, not {value}")
    return value


def line_named(raw: SumChart, name: str) -> LineData:
    """A line by name. Raises ChartError."""
    for line in raw.lines:
        if line.name == name:
            return line
    raise ChartError(f"chart {raw.id} has no {raw.line} {name!r}; it has {', '.join(line.name for line in raw.lines)}")


def row_of(raw: SumChart, total: int) -> RangeRow:
    """The row of a total. Raises ChartError."""
    for row in raw.rows:
        for part in row.label.split(","):
            low, high = ends_of(part)
            if low <= total <= high:
                return row
    raise ChartError(f"chart {raw.id} has no row for {total}")


def adds_of(line: LineData) -> Any:
    """What each unit of a line adds: a number, or the name of a value that the player reads from a piece or the map."""
    return line.value or line.adds


def faults_of_sum(raw: SumChart) -> Iterator[str]:
    """Duplicate or invalid lines, overlapping rows, and totals without a row."""
    if not raw.lines:
        yield "no lines"
    for name in twice(line.name for line in raw.lines):
        yield f"duplicate line {name!r}"
    for line in raw.lines:
        if line.flag and line.numbers:
            yield f"line {line.name!r}: a flag cannot have numbers"
        try:
            ends_of(line.numbers or "0")
        except ChartError as error:
            yield f"line {line.name!r}: {error}"
    if not raw.line and not raw.rows:
        yield "has neither rows nor a line to look up"
    if raw.rows:
        yield from faults_of_rows(raw.rows)
