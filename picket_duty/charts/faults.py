"""Faults of the rows of a chart: what overlaps, is missing, or cannot be rolled."""

from __future__ import annotations

import datetime
import itertools
import math
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any

from picket_duty.charts import kinds
from picket_duty.charts.book import Book
from picket_duty.charts.errors import ChartError
from picket_duty.charts.spans import Ends, date_span, ends_of, number_span

#: Most ranges checked at once, because every pair is compared.
MOST_RANGES = 200
#: Most numbers of a gap listed in a fault.
MOST_LISTED = 10
#: A range with its name in a fault.
Span = tuple[str, Ends]


def faults_of_keyed(raw: kinds.KeyedChart) -> Iterator[str]:
    """Rows without keys or with invalid ones, and pairs of rows that match the same question."""
    if not raw.keys:
        yield "no keys"
    valid: list[tuple[str, kinds.KeyedRow]] = []
    for number, row in enumerate(raw.rows, 1):
        name = kinds.row_name(number, row.label)
        if not row.key_values:
            yield f"{name}: the key is missing"
        faults = list(_faults_of_row(raw, row))
        yield from located(name, faults)
        if not faults:
            valid.append((name, row))
    for (_, other), (name, row) in itertools.combinations(valid, 2):
        if row.key_values.keys() != other.key_values.keys():
            continue
        if all(_meet(value, other.key_values[key]) for key, value in row.key_values.items()):
            yield f"{name}: has the same keys as {other.label}"


def _faults_of_row(raw: kinds.KeyedChart, row: kinds.KeyedRow) -> Iterator[str]:
    for key, value in row.key_values.items():
        key_type = raw.keys[key]
        if key_type == "flag" and not isinstance(value, bool):
            yield f"{key!r} must be true or false, not {value!r}"
        elif key_type == "name" and not (isinstance(value, str) and value.strip()):
            yield f"{key!r} must be a name, not {value!r}"
        elif key_type == "number" and isinstance(value, str):
            try:
                ends_of(value)
            except ChartError as error:
                yield f"{key}: {error}"
        elif key_type == "number" and type(value) is not int:
            yield f"{key!r} must be a number or a range, not {value!r}"


def _meet(value: Any, other: Any) -> bool:
    """Whether some question fits both values: equal flags or names, or ranges that overlap."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    try:
        low, high = number_span(value)
        other_low, other_high = number_span(other)
    except ChartError:
        return bool(value == other)
    return max(low, other_low) <= min(high, other_high)


def faults_of_sum(raw: kinds.SumChart) -> Iterator[str]:
    """Duplicate or invalid lines, overlapping rows, and totals without a row."""
    if not raw.lines:
        yield "no lines"
    for name in repeated(line.name for line in raw.lines):
        yield f"duplicate line {name!r}"
    for line in raw.lines:
        if line.flag and line.numbers:
            yield f"line {line.name!r}: a flag cannot have 'numbers'"
        try:
            ends_of(line.numbers or "0")
        except ChartError as error:
            yield f"line {line.name!r}: {error}"
    # Without ``line``, every answer is the row of a total.
    if not raw.line and not raw.rows:
        yield "a chart without rows needs 'line'"
    if raw.rows:
        yield from faults_of_rows(raw.rows)


def faults_of_rows(
    rows: Sequence[kinds.PrintedRow], reach: Ends | None = None, reason: str = ""
) -> Iterator[str]:
    """Overlapping rows, and totals between them or within ``reach`` without a row; ``reason`` ends
    the latter fault.
    """
    ranges = []
    for name, label in _labeled(rows):
        ranges += [(name, part) for part in label.split(",")]
    return faults_of_ranges(ranges, "row", reach=reach, reason=reason)


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
    yield from faults_of_ranges(zip(names, raw.column_ranges, strict=True), "column")


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
        yield from (f"duplicate row {name!r}" for name in repeated(names))
        return
    if raw.by == "date":
        yield from faults_of_ranges(_labeled(raw.rows), "row", book=book, whole=whole)
    else:
        yield from faults_of_rows(raw.rows)


def faults_of_ranges(
    named: Iterable[tuple[str, str]],
    what: str,
    book: Book | None = None,
    whole: bool = True,
    reach: Ends | None = None,
    reason: str = "",
) -> Iterator[str]:
    """Faults of named ranges: unreadable, overlapping, or with gaps.

    ``what`` is the word for a range in a fault (row, column, period). Gaps are faults only if
    ``whole``. ``reach`` is the first and last number that must be covered, and ``reason`` is added
    to the fault if they are not. With a ``book`` the ranges are days, and its calendar is the
    reach.
    """
    shown: Callable[[int], str] = str
    if book is not None:
        reach = book.calendar[0].toordinal(), book.calendar[1].toordinal()
        shown = _day
    ranges = list(named)
    if len(ranges) > MOST_RANGES:
        yield f"{len(ranges)} ranges; at most {MOST_RANGES} are allowed"
        return
    spans = yield from _readable(ranges, book)
    ordered = sorted(ends for _, ends in spans)
    # Only if some ranges overlap is every pair compared, to name those that do.
    if any(high >= low for (_, high), (low, _) in itertools.pairwise(ordered)):
        yield from _overlaps(spans, shown)
    if ordered and whole:
        gaps = ((_between(ordered), ""), (_outside(ordered, reach), reason))
        for missed, why in gaps:
            if missed:
                yield f"no {what} covers {list_numbers(missed, shown)}{why}"


def _readable(
    ranges: Iterable[tuple[str, str]], book: Book | None
) -> Generator[str, None, list[Span]]:
    """Faults of ranges that cannot be read; returns the spans of the others."""
    spans = []
    for name, text in ranges:
        try:
            spans.append((name, ends_of(text) if book is None else _ordinals(text, book)))
        except ChartError as error:
            yield f"{name}: {error}"
    return spans


def _day(ordinal: int) -> str:
    return datetime.date.fromordinal(ordinal).strftime("%m-%d")


def _overlaps(spans: list[Span], shown: Callable[[int], str]) -> Iterator[str]:
    for (other, (other_low, other_high)), (name, (low, high)) in itertools.combinations(spans, 2):
        first = max(low, other_low)
        last = min(high, other_high)
        if first <= last:
            place = first if math.isfinite(first) else last
            yield f"{name} overlaps {other} at {shown(int(place))}"


def _between(ordered: list[Ends]) -> list[int]:
    """The numbers between ranges that none of them has."""
    missed: list[int] = []
    reached = ordered[0][1]
    for low, high in ordered:
        if low > reached + 1:
            missed.extend(range(int(reached) + 1, int(low)))
        reached = max(reached, high)
    return missed


def _outside(ordered: list[Ends], reach: Ends | None) -> list[int]:
    """The numbers of ``reach`` below or above all ranges."""
    if reach is None:
        return []
    low = ordered[0][0]
    high = max(ends[1] for ends in ordered)
    numbers = range(int(reach[0]), int(reach[1]) + 1)
    return [number for number in numbers if not low <= number <= high]


def _ordinals(text: str, book: Book) -> Ends:
    """The first and last day of a range as ordinals. Raises ChartError."""
    first, last = book.calendar
    begin, end = date_span(text, first.year)
    if begin > end:
        raise ChartError("runs backward")
    if begin < first or end > last:
        raise ChartError(f"outside the calendar ({first:%m-%d} to {last:%m-%d})")
    return begin.toordinal(), end.toordinal()


def list_numbers(numbers: list[int], shown: Callable[[int], str] = str) -> str:
    """Numbers in a fault, at most ``MOST_LISTED`` of them."""
    text = ", ".join(map(shown, numbers[:MOST_LISTED]))
    if len(numbers) > MOST_LISTED:
        return f"{text} and {len(numbers) - MOST_LISTED} more"
    return text


def repeated(names: Iterable[str]) -> list[str]:
    """The names that occur more than once, for each repetition."""
    again = []
    for name, count in Counter(names).items():
        again += [name] * (count - 1)
    return again


def located(place: str, faults: Iterable[str]) -> Iterator[str]:
    """Faults, each with its place."""
    return (f"{place}: {fault}" for fault in faults)


def shown(value: Any) -> str:
    """A value in a fault, shortened to fit a line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
