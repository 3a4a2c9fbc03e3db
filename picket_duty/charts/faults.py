"""Faults of the rows of a chart: what overlaps, is missing, or cannot be rolled."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from picket_duty.charts import kinds
from picket_duty.charts.kinds import Book, ChartError


def faults_of_keyed(raw: kinds.KeyedChart) -> Iterator[str]:
    """Rows without keys or with invalid ones, and pairs of rows that match the same question."""
    if not raw.keys:
        yield "no keys"
    valid: list[tuple[str, kinds.KeyedRow]] = []
    for number, row in enumerate(raw.rows, 1):
        name = kinds.row_name(number, row.label)
        if not row.asked:
            yield f"{name}: key is missing"
        faults = list(_faults_of_row(raw, row))
        yield from kinds.located(name, faults)
        if not faults:
            valid.append((name, row))
    for (_, other), (name, row) in itertools.combinations(valid, 2):
        if row.asked.keys() != other.asked.keys():
            continue
        if all(_meet(value, other.asked[key]) for key, value in row.asked.items()):
            yield f"{name}: has the same keys as {other.label}"


def _faults_of_row(raw: kinds.KeyedChart, row: kinds.KeyedRow) -> Iterator[str]:
    for key, value in row.asked.items():
        key_type = raw.keys[key]
        if key_type == "flag" and not isinstance(value, bool):
            yield f"{key} {value!r} is not true or false"
        elif key_type == "name" and not (isinstance(value, str) and value.strip()):
            yield f"{key} {value!r} is not a name"
        elif key_type == "number" and isinstance(value, str):
            try:
                kinds.ends_of(value)
            except ChartError as error:
                yield f"{key}: {error}"
        elif key_type == "number" and type(value) is not int:
            yield f"{key}: {value!r} is not a number or a range"


def _meet(value: Any, other: Any) -> bool:
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    try:
        low, high = kinds.number_span(value)
        other_low, other_high = kinds.number_span(other)
    except ChartError:
        return bool(value == other)
    return max(low, other_low) <= min(high, other_high)


def faults_of_sum(raw: kinds.SumChart) -> Iterator[str]:
    """Duplicate or invalid lines, overlapping rows, and totals without a row."""
    if not raw.lines:
        yield "no lines"
    for name in kinds.twice(line.name for line in raw.lines):
        yield f"duplicate line {name!r}"
    for line in raw.lines:
        if line.flag and line.numbers:
            yield f"line {line.name!r}: a flag cannot have numbers"
        try:
            kinds.ends_of(line.numbers or "0")
        except ChartError as error:
            yield f"line {line.name!r}: {error}"
    if not raw.line and not raw.rows:
        yield "has neither rows nor a line to look up"
    if raw.rows:
        yield from faults_of_rows(raw.rows)


def faults_of_rows(
    rows: Sequence[kinds.PrintedRow], reach: kinds.Ends | None = None, reason: str = ""
) -> Iterator[str]:
    """Overlapping rows, and totals between them or within ``reach`` without a row; ``reason`` ends
    the latter fault.
    """
    ranges = []
    for name, label in _labeled(rows):
        ranges += [(name, part) for part in label.split(",")]
    return kinds.judge(ranges, "row", reach=reach, reason=reason)


def _labeled(rows: Sequence[kinds.PrintedRow]) -> list[tuple[str, str]]:
    """The name and the label of each row that has one."""
    labeled = []
    for number, row in enumerate(rows, 1):
        if row.label:
            labeled.append((kinds.row_name(number, row.label), row.label))
    return labeled


def faults_of_columns(raw: kinds.RangeChart) -> Iterator[str]:
    """Sums with two columns or with none."""
    if not raw.column_ranges:
        return
    if len(raw.column_ranges) != len(raw.columns):
        yield f"the number of column ranges must be {len(raw.columns)}, not {len(raw.column_ranges)}"
        return
    names = (f"column {column}" for column in raw.columns)
    yield from kinds.judge(zip(names, raw.column_ranges, strict=True), "column")


def faults_of_cells(raw: kinds.MatrixChart) -> Iterator[str]:
    """Cells that are duplicated, impossible with the dice, or missing."""
    expected = [*itertools.product(kinds.TOTALS[raw.row_dice], kinds.TOTALS[raw.column_dice])]
    seen: set[tuple[int, int]] = set()
    for cell in raw.cells:
        position = (cell.row, cell.col)
        name = f"row {cell.row}, column {cell.col}"
        if position not in expected:
            yield f"{name}: cannot be rolled with {raw.row_dice} and {raw.column_dice}"
        if position in seen:
            yield f"{name}: duplicate cell"
        seen.add(position)
    for row, column in expected:
        if (row, column) not in seen:
            yield f"row {row}, column {column}: the cell is missing"


def faults_of_list(raw: kinds.ListChart, book: Book, whole: bool = False) -> Iterator[str]:
    """Overlapping entries, numbers between them without one, and with ``whole`` also calendar days
    without one.
    """
    if raw.by == "name":
        names = [name for row in raw.rows for name in (row.label, row.id) if name]
        yield from (f"duplicate row {name!r}" for name in kinds.twice(names))
        return
    if raw.by == "date":
        yield from kinds.judge(_labeled(raw.rows), "row", book, whole)
    else:
        yield from faults_of_rows(raw.rows)
