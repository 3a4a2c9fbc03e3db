"""Gaps and overlaps of the rows, columns, periods and cells of a chart, for compiling and for checking."""

from __future__ import annotations

from collections.abc import Iterator

from picket_duty.charts.kinds import Book, ListChart, MatrixChart, RangeChart, RangeRow, dice_ends, row_name
from picket_duty.charts.spans import Ends, Ruler, calendar, judge, twice


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
