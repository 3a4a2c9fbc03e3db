"""Dates, numbers and places as narrative reports write them."""

from __future__ import annotations

import datetime

MONTHS = (
    "", "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def day_name(date: str) -> str:
    """A date as the heading of a page: ``Friday, 6 April 1945``."""
    day = datetime.date.fromisoformat(date)
    return f"{WEEKDAYS[day.weekday()]}, {day.day} {MONTHS[day.month]} {day.year}"


def plain_day(date: str) -> str:
    """A date within a sentence: ``6 April``."""
    day = datetime.date.fromisoformat(date)
    return f"{day.day} {MONTHS[day.month]}"


def short_day(date: str) -> str:
    """A date where there is little room: ``6 Apr``."""
    day = datetime.date.fromisoformat(date)
    return f"{day.day} {MONTHS[day.month][:3]}"


def when(label: str) -> str:
    """A phase in words, from the label that events carry: ``6 April, morning``."""
    date, _, phase = label.partition("/")
    return f"{plain_day(date)}, {phase}"


def sentence(text: str) -> str:
    """A clause as a sentence, with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def part_of_ship(section: str) -> str:
    """A section in the words of the Navy: forward, amidships, aft."""
    return "amidships" if section == "midship" else section


def number_words(number: int) -> str:
    """A number, up to twelve in words."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[number] if 0 <= number < len(words) else str(number)


def times(number: int) -> str:
    """How often: empty for once, ``twice``, ``three times``."""
    return {1: "", 2: "twice"}.get(number, f"{number_words(number)} times")
