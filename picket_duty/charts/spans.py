"""Ranges of numbers and of days, as printed."""

from __future__ import annotations

import datetime
import math
from functools import lru_cache
from typing import Any

from picket_duty.charts.errors import ChartError

#: Largest absolute number in a range: far beyond any total, so a larger one is a typing error.
FARTHEST = 999
#: First and last number of a span, infinite if the span is open.
Ends = tuple[float, float]


def ends_of(text: str) -> Ends:
    """First and last number of a range: ``5``, ``5..6``, ``<=2`` or ``>=13``, infinite if open.
    Raises ChartError.
    """
    text = text.strip()
    if text.startswith("<="):
        return -math.inf, _number(text[2:], whole=text)
    if text.startswith(">="):
        return _number(text[2:], whole=text), math.inf
    first, dots, last = text.partition("..")
    low = _number(first, whole=text)
    high = _number(last, whole=text) if dots else low
    if low > high:
        raise ChartError(f"range {text!r} runs backward")
    return low, high


def number_span(value: Any) -> Ends:
    """First and last number of a range, or of a number alone. Raises ChartError."""
    if isinstance(value, str):
        return ends_of(value)
    return value, value


def _number(text: str, whole: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise ChartError(f"range {whole!r} must be a number, a..b, <=a or >=b") from None
    if abs(number) > FARTHEST:
        raise ChartError(f"range {whole!r} is too large for any dice")
    return number


def numbers_in(text: str) -> range:
    """The numbers written in a range; for an open range only its one written end. Raises
    ChartError.
    """
    ends = [int(end) for end in ends_of(text) if math.isfinite(end)]
    return range(ends[0], ends[-1] + 1)


def covers(label: str, number: int) -> bool:
    """Whether a number is in one of the ranges of a label such as ``2,5..6``. Raises ChartError."""
    return any(low <= number <= high for low, high in map(ends_of, label.split(",")))


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
