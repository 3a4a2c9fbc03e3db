"""The calendar of the game: March 24 to June 25, 1945."""

from __future__ import annotations

import datetime

from picket_duty.book.limits import FIRST_DAY
from picket_duty.charts import spans


def date_span(text: str) -> tuple[datetime.date, datetime.date]:
    """Read ``03-24`` or ``04-02..04-28`` as first and last day. Raises ChartError."""
    return spans.date_span(text, FIRST_DAY.year)


def days_in(text: str) -> list[datetime.date]:
    """Every day of ``04-02..04-28``. Raises ChartError."""
    return spans.days_in(text, FIRST_DAY.year)
