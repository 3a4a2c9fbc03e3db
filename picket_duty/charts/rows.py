"""Rows of charts: lookup by several keys or by lines added up, and faults such as gaps, overlaps and missing cells.

Compiling a chart and checking one use the same faults.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any

from picket_duty.charts.kinds import (
    Book,
    KeyedChart,
    KeyedRow,
    LineData,
    ListChart,
    MatrixChart,
    RangeChart,
    RangeRow,
    SumChart,
    dice_ends,
    row_name,
)
from picket_duty.charts.spans import ChartError, Ends, Ruler, calendar, ends_of, judge, twice

Asked = Mapping[str, Any]


def find(raw: KeyedChart, asked: Asked) -> KeyedRow:
    """The row with the same keys as a question and matching values. Raises ChartError."""
    rows = [row for row in raw.rows if row.asked.keys() == asked.keys()]
    for row in rows:
        if all(_fits(row.asked[key], value) for key, value in asked.items()):
            return row
    for key, value in asked.items():
        known = list(dict.fromkeys(str(row.asked[key]) for row in rows))
        if not any(_fits(row.asked[key], value) for row in rows):
            raise ChartError(f"chart {raw.id} has no {key} {value!r}; it has {', '.join(known)}")
    question = ", ".join(f"{key} {value}" for key, value in asked.items())
    raise ChartError(f"chart {raw.id} has no entry for {question}")


def forms_of(raw: KeyedChart) -> list[tuple[str, ...]]:
    """The sets of keys that a question may have, in the order of the rows."""
    return list(dict.fromkeys(tuple(row.asked) for row in raw.rows))


def number_in(raw: KeyedChart, asked: Asked) -> int:
    """The number in a question, for computed values of a row; 0 if it has none."""
    numbers = [asked[key] for key, key_type in raw.keys.items() if key_type == "number" and key in asked]
    return int(numbers[-1]) if numbers else 0


def faults_of_keyed(raw: KeyedChart) -> Iterator[str]:
    """Rows without keys or with invalid ones, and pairs of rows that match the same question."""
    if not raw.keys:
        yield "no keys"
    for number, row in enumerate(raw.rows, 1):
        where = row_name(number, row.label)
        if not row.asked:
            yield f"{where}: key is missing"
        yield from (f"{where}: {fault}" for fault in _faults_of_row(raw, row))
    valid = [(number, row) for number, row in enumerate(raw.rows, 1) if not any(_faults_of_row(raw, row))]
    for (_, other), (number, row) in itertools.combinations(valid, 2):
        if row.asked.keys() == other.asked.keys() and all(
            _meet(value, other.asked[key]) for key, value in row.asked.items()
        ):
            yield f"{row_name(number, row.label)}: has the same keys as {other.label}"


def _faults_of_row(raw: KeyedChart, row: KeyedRow) -> Iterator[str]:
    for key, value in row.asked.items():
        key_type = raw.keys[key]
        if key_type == "flag" and not isinstance(value, bool):
            yield f"{key} {value!r} is not true or false"
        elif key_type == "name" and not (isinstance(value, str) and value.strip()):
            yield f"{key} {value!r} is not a name"
        elif key_type == "number" and isinstance(value, str):
            try:
                ends_of(value)
            except ChartError as error:
                yield f"{key}: {error}"
        elif key_type == "number" and type(value) is not int:
            yield f"{key}: {value!r} is not a number or a range"


def _span(value: Any) -> Ends:
    return ends_of(value) if isinstance(value, str) else (value, value)


def _fits(row_value: Any, value: Any) -> bool:
    if type(value) is int:
        low, high = _span(row_value)
        return bool(low <= value <= high)
    return bool(row_value == value)


def _meet(value: Any, other: Any) -> bool:
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    try:
        (low, high), (other_low, other_high) = _span(value), _span(other)
    except ChartError:
        return bool(value == other)
    return max(low, other_low) <= min(high, other_high)


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


# -- gaps and overlaps -----------------------------------------------------------


def faults_of_rows(rows: list[RangeRow], reach: Ends | None = None, reason: str = "") -> Iterator[str]:
    """Overlapping rows, and totals between them or within ``reach`` without a row; ``reason`` ends the latter fault."""
    ranges = [
        (row_name(number, row.label), part)
        for number, row in enumerate(rows, 1)
        if row.label
        for part in row.label.split(",")
    ]
    return judge(ranges, "row", reach=reach, reason=reason)


def faults_of_columns(raw: RangeChart) -> Iterator[str]:
    """Sums with two columns or with none."""
    if not raw.column_ranges:
        return
    if len(raw.column_ranges) != len(raw.columns):
        yield f"the number of column ranges must be {len(raw.columns)}, not {len(raw.column_ranges)}"
        return
    ranges = [(f"column {column}", text) for column, text in zip(raw.columns, raw.column_ranges, strict=True)]
    yield from judge(ranges, "column")


def faults_of_cells(raw: MatrixChart) -> Iterator[str]:
    """Cells that are duplicated, impossible with the dice, or missing."""
    rows, columns = dice_ends(raw.row_dice), dice_ends(raw.column_dice)
    expected = {(row, col) for row in range(rows[0], rows[1] + 1) for col in range(columns[0], columns[1] + 1)}
    seen: set[tuple[int, int]] = set()
    for cell in raw.cells:
        position = (cell.row, cell.col)
        if position not in expected:
            yield f"row {cell.row}, column {cell.col}: cannot be rolled on {raw.row_dice} and {raw.column_dice}"
        if position in seen:
            yield f"row {cell.row}, column {cell.col}: duplicate cell"
        seen.add(position)
    for row, col in sorted(expected - seen):
        yield f"row {row}, column {col}: the cell is missing"


def faults_of_list(raw: ListChart, book: Book, whole: bool = False) -> Iterator[str]:
    """Overlapping entries, numbers between them without one, and with ``whole`` also calendar days without one."""
    if raw.by == "name":
        names = [name for row in raw.rows for name in (row.label, row.id) if name]
        yield from (f"duplicate row {name!r}" for name in twice(names))
        return
    rows = [(row_name(number, row.label), row.label) for number, row in enumerate(raw.rows, 1) if row.label]
    if raw.by == "date":
        yield from judge(rows, "row", _calendar(book), whole, _days(book))
        return
    yield from judge([(name, part) for name, label in rows for part in label.split(",")], "row")


def faults_of_periods(raw: RangeChart, book: Book) -> Iterator[str]:
    """Overlapping periods, and calendar days without one."""
    ranges = [(f"period {period.id!r}", f"{period.first}..{period.last}") for period in raw.periods]
    return judge(ranges, "period", _calendar(book), reach=_days(book))


def _calendar(book: Book) -> Ruler:
    return calendar(book.first_day, book.last_day)


def _days(book: Book) -> Ends:
    return book.first_day.toordinal(), book.last_day.toordinal()
