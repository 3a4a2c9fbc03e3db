"""Parsing of number and date ranges in chart files, and checks for overlaps and gaps.

Both compiling a chart and ``tables check`` use ``judge``.
"""

from __future__ import annotations

import datetime
import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

#: Largest absolute number in a range: far beyond any total, so a larger one is a typing error.
FARTHEST = 999
#: Most ranges checked at once, because every pair is compared.
MOST_RANGES = 200
#: Most numbers of a gap listed in a fault.
MOST_LISTED = 10

#: First and last number of a span, infinite if the span is open.
Ends = tuple[float, float]
Span = tuple[str, Ends]


class ChartError(ValueError):
    """An invalid chart file, or a lookup without a result."""


class Ruler(NamedTuple):
    """Parser and formatter of a kind of range: numbers or days."""

    read: Callable[[str], Ends]
    shown: Callable[[int], str]


def judge(
    named: Iterable[tuple[str, str]],
    what: str,
    ruler: Ruler | None = None,
    whole: bool = True,
    reach: Ends | None = None,
    reason: str = "",
) -> Iterator[str]:
    """Faults of named ranges: unreadable, overlapping, or with gaps.

    ``what`` is the word for a range in a fault (row, column, period). Gaps are faults only if ``whole``. ``reach`` is
    the first and last number that must be covered, and ``reason`` is added to the fault if they are not.
    """
    ruler = ruler or NUMBERS
    spans: list[Span] = []
    ranges = list(named)
    if len(ranges) > MOST_RANGES:
        yield f"{len(ranges)} ranges; at most {MOST_RANGES} are allowed"
        return
    for name, text in ranges:
        try:
            spans.append((name, ruler.read(text)))
        except ChartError as error:
            yield f"{name}: {error}"
    yield from _overlaps(spans, ruler)
    if not spans or not whole:
        return
    if missed := _gaps(spans):
        yield f"no {what} covers {list_numbers(missed, ruler.shown)}"
    if reach is not None:
        low, high = min(span[0] for _, span in spans), max(span[1] for _, span in spans)
        if missed := [number for number in range(int(reach[0]), int(reach[1]) + 1) if not low <= number <= high]:
            yield f"no {what} covers {list_numbers(missed, ruler.shown)}{reason}"


def _overlaps(spans: list[Span], ruler: Ruler) -> Iterator[str]:
    ordered = sorted(ends for _, ends in spans)
    if all(previous[1] < following[0] for previous, following in itertools.pairwise(ordered)):
        return
    for index, (name, (low, high)) in enumerate(spans):
        for other, (other_low, other_high) in spans[:index]:
            first, last = max(low, other_low), min(high, other_high)
            if first <= last:
                yield f"{name} overlaps {other} at {ruler.shown(int(first if math.isfinite(first) else last))}"


def _gaps(spans: list[Span]) -> list[int]:
    """Whole numbers between the first and last span that no span covers."""
    ordered = sorted(ends for _, ends in spans)
    missing: list[int] = []
    reached = ordered[0][1]
    for low, high in ordered[1:]:
        if low > reached + 1:
            missing.extend(range(int(reached) + 1, int(low)))
        reached = max(reached, high)
    return missing


def spread(text: str) -> tuple[int | None, int | None]:
    """Parse one part of a range: ``5``, ``5..6``, ``<=2`` or ``>=13``; an open end is None. Raises ChartError."""
    text = text.strip()
    if text.startswith("<="):
        return None, _number(text[2:], text)
    if text.startswith(">="):
        return _number(text[2:], text), None
    first, dots, last = text.partition("..")
    low = _number(first, text)
    high = _number(last, text) if dots else low
    if low > high:
        raise ChartError(f"range {text!r} runs backward")
    return low, high


def _number(text: str, whole: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise ChartError(f"range {whole!r} must be a number, a..b, <=a or >=b") from None
    if abs(number) > FARTHEST:
        raise ChartError(f"range {whole!r} is too large for any dice")
    return number


def ends_of(text: str) -> Ends:
    """First and last number of a range such as ``5..6`` or ``>=12``. Raises ChartError."""
    first, last = spread(text)
    return (-math.inf if first is None else first), (math.inf if last is None else last)


def numbers_in(text: str) -> range:
    """The numbers written in a range; for an open range only its one written end. Raises ChartError."""
    first, last = spread(text)
    low = last if first is None else first
    high = low if last is None else last
    assert low is not None
    assert high is not None
    return range(low, high + 1)


NUMBERS = Ruler(ends_of, str)


@lru_cache(maxsize=1024)
def date_span(text: str, year: int) -> tuple[datetime.date, datetime.date]:
    """First and last day of ``03-24`` or ``04-02..04-28`` in a year. Raises ChartError."""
    first, dots, last = text.partition("..")
    return _month_day(first, year), _month_day(last if dots else first, year)


def _month_day(text: str, year: int) -> datetime.date:
    try:
        month, day = text.strip().split("-")
        return datetime.date(year, int(month), int(day))
    except ValueError:
        raise ChartError(f"{text!r} is not a valid date (use MM-DD)") from None


def days_in(text: str, year: int) -> list[datetime.date]:
    """Every day of ``04-02..04-28``. Raises ChartError."""
    first, last = date_span(text, year)
    return [first + datetime.timedelta(days=n) for n in range((last - first).days + 1)]


def calendar(first: datetime.date, last: datetime.date) -> Ruler:
    """Ruler for the days of a calendar; it refuses days outside the calendar."""

    def read(text: str) -> Ends:
        begin, end = date_span(text, first.year)
        if begin > end:
            raise ChartError("runs backward")
        if begin < first or end > last:
            raise ChartError(f"outside the calendar ({first:%m-%d} to {last:%m-%d})")
        return begin.toordinal(), end.toordinal()

    return Ruler(read, lambda ordinal: datetime.date.fromordinal(ordinal).strftime("%m-%d"))


def list_numbers(numbers: list[int], shown: Callable[[int], str] = str) -> str:
    """Numbers in a fault, at most ``MOST_LISTED`` of them."""
    text = ", ".join(map(shown, numbers[:MOST_LISTED]))
    return f"{text} and {len(numbers) - MOST_LISTED} more" if len(numbers) > MOST_LISTED else text


def twice(names: Iterable[str]) -> list[str]:
    """The names that occur more than once, for each repetition."""
    seen: set[str] = set()
    repeated: list[str] = []
    for name in names:
        if name in seen:
            repeated.append(name)
        seen.add(name)
    return repeated


def shown(value: Any) -> str:
    """A value in a fault, shortened to fit a line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
