"""Spans of numbers and days in validation: where they overlap, where they leave a gap, how they are shown."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from picket_duty.charts.chart import CALENDAR_YEAR, spread

FIRST_DAY = datetime.date(CALENDAR_YEAR, 3, 24)
LAST_DAY = datetime.date(CALENDAR_YEAR, 6, 25)

#: First and last number of a span, infinite where it is open.
Ends = tuple[float, float]
Span = tuple[str, Ends]


def ends_of(text: str) -> Ends:
    """The ends of a range such as ``5..6`` or ``>=12``. Raises ChartError."""
    first, last = spread(text)
    return (-math.inf if first is None else first), (math.inf if last is None else last)


def overlaps(spans: list[Span], shown: Callable[[int], str] = str) -> Iterator[str]:
    """A complaint for each pair of named spans that meet."""
    for index, (name, (low, high)) in enumerate(spans):
        for other, (other_low, other_high) in spans[:index]:
            first, last = max(low, other_low), min(high, other_high)
            if first <= last:
                yield f"{name} overlaps {other} at {shown(int(first if math.isfinite(first) else last))}"


def gaps(spans: list[Span]) -> list[int]:
    """Whole numbers between the first and the last span that none covers."""
    ordered = sorted(ends for _, ends in spans)
    found: list[int] = []
    reached = ordered[0][1] if ordered else math.inf
    for low, high in ordered[1:]:
        if low > reached + 1:
            found.extend(range(int(reached) + 1, int(low)))
        reached = max(reached, high)
    return found


def days_missed(spans: list[Span]) -> list[str]:
    """The first few days of the calendar that no span covers."""
    days = range(FIRST_DAY.toordinal(), LAST_DAY.toordinal() + 1)
    missed = [day for day in days if not any(low <= day <= high for _, (low, high) in spans)]
    return [day_name(day) for day in missed[:5]]


def day_name(ordinal: int) -> str:
    """A day as the files write it: 04-06."""
    return datetime.date.fromordinal(ordinal).strftime("%m-%d")


def listed(numbers: list[int]) -> str:
    """Numbers in a complaint, the first ten of them."""
    text = ", ".join(map(str, numbers[:10]))
    return f"{text} and {len(numbers) - 10} more" if len(numbers) > 10 else text


def twice(names: Iterable[str]) -> list[str]:
    """The names that stand there again."""
    seen: set[str] = set()
    again: list[str] = []
    for name in names:
        if name in seen:
            again.append(name)
        seen.add(name)
    return again


def row_name(number: int, row: Mapping[str, Any], key: str) -> str:
    """A row in a complaint: its number and what the print calls it."""
    label = label_of(row, key)
    return f"row {number} ({label})" if label else f"row {number}"


def label_of(row: Mapping[str, Any], key: str) -> str:
    """The label of a row, empty where there is none."""
    label = row.get(key)
    return str(label).strip() if isinstance(label, str | int) and not isinstance(label, bool) else ""


def shown(value: Any) -> str:
    """A value in a complaint, never longer than a line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
