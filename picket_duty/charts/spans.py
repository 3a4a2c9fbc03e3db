"""Ranges of numbers and days as chart files write them: read, and judged for overlaps and gaps.

``judge`` is the only judge of ranges: charts are compiled by it and ``tables check`` lists by it.
"""

from __future__ import annotations

import datetime
import itertools
import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

#: No total of a game comes near this number; a range beyond it is a slip of the pen.
FARTHEST = 999
#: No chart has more ranges: every two of them are held against each other.
MOST_RANGES = 200
#: So many numbers of a gap are named in a complaint.
MOST_LISTED = 10

#: First and last number of a span, infinite where it is open.
Ends = tuple[float, float]
Span = tuple[str, Ends]


class ChartError(ValueError):
    """A chart file that cannot be used, or a look-up that the chart cannot answer."""


class Ruler(NamedTuple):
    """How ranges of one kind are read, and how one of their numbers is shown."""

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
    """Every fault of some ranges, each given with its name: unreadable, overlapping, leaving a gap.

    ``what`` is what covers (row, column, period). Where not ``whole`` a gap is none. ``reach`` is what must be
    covered at either end, and ``told`` says in the complaint why.
    """
    ruler = ruler or NUMBERS
    spans: list[Span] = []
    ranges = list(named)
    if len(ranges) > MOST_RANGES:
        yield f"{len(ranges)} ranges are more than {MOST_RANGES}"
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
        yield f"no {what} covers {listed(missed, ruler.shown)}"
    if reach is not None and (missed := _short_of(spans, reach)):
        yield f"no {what} covers {listed(missed, ruler.shown)}{reason}"


def _overlaps(spans: list[Span], ruler: Ruler) -> Iterator[str]:
    ordered = sorted(ends for _, ends in spans)
    if all(before[1] < after[0] for before, after in itertools.pairwise(ordered)):
        return
    for index, (name, (low, high)) in enumerate(spans):
        for other, (other_low, other_high) in spans[:index]:
            first, last = max(low, other_low), min(high, other_high)
            if first <= last:
                yield f"{name} overlaps {other} at {ruler.shown(int(first if math.isfinite(first) else last))}"


def _gaps(spans: list[Span]) -> list[int]:
    """Whole numbers between the first and the last span that none covers."""
    ordered = sorted(ends for _, ends in spans)
    missing: list[int] = []
    reached = ordered[0][1]
    for low, high in ordered[1:]:
        if low > reached + 1:
            missing.extend(range(int(reached) + 1, int(low)))
        reached = max(reached, high)
    return missing


def _short_of(spans: list[Span], reach: Ends) -> list[int]:
    """Whole numbers of a reach that lie before the first span or after the last."""
    low, high = min(span[0] for _, span in spans), max(span[1] for _, span in spans)
    return [number for number in range(int(reach[0]), int(reach[1]) + 1) if not low <= number <= high]


# -- numbers -------------------------------------------------------------


def spread(text: str) -> tuple[int | None, int | None]:
    """Read one part of a range: ``5``, ``5..6``, ``<=2`` or ``>=13``; None stands for no end."""
    text = text.strip()
    if text.startswith("<="):
        return None, _number(text[2:], text)
    if text.startswith(">="):
        return _number(text[2:], text), None
    first, dots, last = text.partition("..")
    low = _number(first, text)
    high = _number(last, text) if dots else low
    if low > high:
        raise ChartError(f"range {text!r} runs backwards")
    return low, high


def _number(text: str, whole: str) -> int:
    """A number of a range. Raises ChartError naming the whole range."""
    try:
        number = int(text)
    except ValueError:
        raise ChartError(f"range {whole!r} is not a number, a..b, <=a or >=b") from None
    if abs(number) > FARTHEST:
        raise ChartError(f"range {whole!r} is out of reach of any dice")
    return number


def ends_of(text: str) -> Ends:
    """The ends of a range such as ``5..6`` or ``>=12``. Raises ChartError."""
    first, last = spread(text)
    return (-math.inf if first is None else first), (math.inf if last is None else last)


def numbers_in(text: str) -> range:
    """The numbers that a range names; of one without an end only the one it begins with."""
    first, last = spread(text)
    low = last if first is None else first
    high = low if last is None else last
    assert low is not None
    assert high is not None
    return range(low, high + 1)


NUMBERS = Ruler(ends_of, str)


# -- days ----------------------------------------------------------------


@lru_cache(maxsize=1024)
def date_span(text: str, year: int) -> tuple[datetime.date, datetime.date]:
    """Read ``03-24`` or ``04-02..04-28`` as first and last day of a year. Raises ChartError."""
    first, dots, last = text.partition("..")
    return _month_day(first, year), _month_day(last if dots else first, year)


def _month_day(text: str, year: int) -> datetime.date:
    try:
        month, day = text.strip().split("-")
        return datetime.date(year, int(month), int(day))
    except ValueError:
        raise ChartError(f"date {text!r} is not MM-DD") from None


def days_in(text: str, year: int) -> list[datetime.date]:
    """Every day of ``04-02..04-28``. Raises ChartError."""
    first, last = date_span(text, year)
    return [first + datetime.timedelta(days=n) for n in range((last - first).days + 1)]


def calendar(first: datetime.date, last: datetime.date) -> Ruler:
    """How the days of a calendar are read; it refuses what lies outside."""

    def read(text: str) -> Ends:
        begin, end = date_span(text, first.year)
        if begin > end:
            raise ChartError("runs backwards")
        if begin < first or end > last:
            raise ChartError(f"outside the calendar, {first:%m-%d} to {last:%m-%d}")
        return begin.toordinal(), end.toordinal()

    return Ruler(read, _day_name)


def _day_name(ordinal: int) -> str:
    """A day as the files write it: 04-06."""
    return datetime.date.fromordinal(ordinal).strftime("%m-%d")


# -- complaints ----------------------------------------------------------


def listed(numbers: list[int], shown: Callable[[int], str] = str) -> str:
    """Numbers in a complaint, the first ten of them."""
    text = ", ".join(map(shown, numbers[:MOST_LISTED]))
    return f"{text} and {len(numbers) - MOST_LISTED} more" if len(numbers) > MOST_LISTED else text


def twice(names: Iterable[str]) -> list[str]:
    """The names that stand there again."""
    seen: set[str] = set()
    repeated: list[str] = []
    for name in names:
        if name in seen:
            repeated.append(name)
        seen.add(name)
    return repeated


def shown(value: Any) -> str:
    """A value in a complaint, never longer than a line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
