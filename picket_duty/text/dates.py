"""Dates and phases in words.

=============== ======================
``short_date``  ``Apr 6``, as in charts
``date_words``  ``Apr 6, 1945``
``label_words`` ``Apr 6, morning``
``plain_day``   ``6 April``
``naval_date``  ``6 April 1945``
``day_name``    ``Friday, 6 April 1945``
=============== ======================
"""

from __future__ import annotations

import datetime

from picket_duty.charts.words import day_words
from picket_duty.text.styled_text import safe


def short_date(date: str) -> str:
    """A date in ISO form as a chart prints it: ``Apr 6``."""
    return day_words(datetime.date.fromisoformat(date))


def spell_words(first: str, last: str) -> str:
    """The first and the last day of several, or the only one."""
    return first if first == last else f"{first} to {last}"


def date_words(day: datetime.date) -> str:
    """A day with its year: ``Apr 6, 1945``."""
    return f"{day_words(day)}, {day.year}"


#: Steps of play other than phases.
STEPS = {
    "setup": "setting up",
    "turn": "the day begins",
    "turn_end": "the end of the day",
    "return": "back from the anchorage",
    "relieve": "another ship takes over",
}
#: The hours of each phase (rules 1).
PHASE_HOURS = {"morning": "0400-1200", "midday": "1200-2000", "evening": "2000-0400"}


def label_words(label: str) -> str:
    """A phase or step: ``1945-04-06/morning`` is Apr 6, morning; a label without a date, of another
    game, as it is.
    """
    date, _, step = label.partition("/")
    try:
        day = day_words(datetime.date.fromisoformat(date))
    except ValueError:
        return safe(label)
    return f"{day}, {safe(STEPS.get(step, step))}"


def day_name(date: str) -> str:
    """A date as the heading of a page: ``Friday, 6 April 1945``."""
    return f"{datetime.date.fromisoformat(date):%A}, {naval_date(date)}"


def naval_date(date: str) -> str:
    """A date with its year: ``6 April 1945``."""
    return f"{plain_day(date)} {date[:4]}"


def plain_day(date: str) -> str:
    """A date in ISO form within a sentence: ``6 April``."""
    return date_in_sentence(datetime.date.fromisoformat(date))


def date_in_sentence(day: datetime.date) -> str:
    """A date within a sentence: ``6 April``."""
    return f"{day.day} {day:%B}"
