"""Words that several reports share."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from picket_duty.book import Tables
from picket_duty.events import Happening
from picket_duty.wording import event_words

MONTHS = (
    "", "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def day_name(date: str) -> str:
    """A date as the log heads its page: ``Friday, 6 April 1945``."""
    day = datetime.date.fromisoformat(date)
    return f"{WEEKDAYS[day.weekday()]}, {day.day} {MONTHS[day.month]} {day.year}"


def short_day(date: str) -> str:
    """A date in a row: ``6 Apr``."""
    day = datetime.date.fromisoformat(date)
    return f"{day.day} {MONTHS[day.month][:3]}"


def sentences(events: Iterable[Happening], tables: Tables) -> list[str]:
    """Events as sentences, those without words left out, the same said once with its number."""
    counted: dict[str, int] = {}
    for event in events:
        text = event_words(event, tables)
        if text:
            counted[text] = counted.get(text, 0) + 1
    return [f"{text} ({number} times)" if number > 1 else text for text, number in counted.items()]


def joined(parts: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def number_words(number: int) -> str:
    """Small numbers in letters, as a log writes them."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[number] if 0 <= number < len(words) else str(number)
