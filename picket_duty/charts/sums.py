"""Sums: lines added up, halves rounded down at the end, and the row of the total."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from picket_duty.charts.coverage import faults_of_rows
from picket_duty.charts.kinds import LineData, RangeRow, SumChart
from picket_duty.charts.spans import ChartError, ends_of, twice

#: What each line is given: how many, how much, or whether it holds.
Given = Mapping[str, int]


def total_of(raw: SumChart, given: Given) -> int:
    """The sum of what is given, rounded down at the end. Raises ChartError for what a line cannot be given."""
    added: float = raw.constant
    for line in raw.lines:
        if line.name in given:
            added += line.adds * checked(raw, line, given[line.name])
    return math.floor(added)


def checked(raw: SumChart, line: LineData, value: int) -> int:
    """What a line is given. Raises ChartError where it lies outside the numbers of the line."""
    if line.numbers:
        low, high = ends_of(line.numbers)
        if not low <= value <= high:
            raise ChartError(f"chart {raw.id}: {line.name} is {line.numbers}, not {value}")
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
    """What one of a line adds: a number, or the name of what the player reads off his own piece or map."""
    return line.value or line.adds


def faults_of_sum(raw: SumChart) -> Iterator[str]:
    """Lines that stand twice or cannot be given, rows that meet or leave totals uncovered."""
    if not raw.lines:
        yield "no lines"
    for name in twice(line.name for line in raw.lines):
        yield f"line {name!r} stands twice"
    for line in raw.lines:
        if line.flag and line.numbers:
            yield f"line {line.name!r}: a flag has no numbers"
        try:
            ends_of(line.numbers or "0")
        except ChartError as error:
            yield f"line {line.name!r}: {error}"
    if not raw.line and not raw.rows:
        yield "no rows, and not asked by line"
    if raw.rows:
        yield from faults_of_rows(raw.rows)
