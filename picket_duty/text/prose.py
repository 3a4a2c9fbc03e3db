"""Words that several reports share."""

from __future__ import annotations

import datetime

MONTHS = (
    "", "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def day_name(date: str) -> str:
    """A date as the log heads its page: ``Friday, 6 April 1945``."""
    day = datetime.date.fromisoformat(date)
    return f"{WEEKDAYS[day.weekday()]}, {day.day} {MONTHS[day.month]} {day.year}"


def plain_day(date: str) -> str:
    """A date within a sentence: ``6 April``."""
    day = datetime.date.fromisoformat(date)
    return f"{day.day} {MONTHS[day.month]}"


def short_day(date: str) -> str:
    """A date in a row: ``6 Apr``."""
    day = datetime.date.fromisoformat(date)
    return f"{day.day} {MONTHS[day.month][:3]}"


def when(label: str) -> str:
    """A phase in words, from the label that events carry: ``6 April, morning``."""
    date, _, phase = label.partition("/")
    return f"{plain_day(date)}, {phase}"


def sentence(text: str) -> str:
    """A phrase as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def part_of_ship(section: str) -> str:
    """Where a section lies, as a sailor says it: forward, amidships, aft."""
    return "amidships" if section == "midship" else section


def joined(parts: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def number_words(number: int) -> str:
    """Small numbers in letters, as a log writes them."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[number] if 0 <= number < len(words) else str(number)


def times(number: int) -> str:
    """How often: nothing for once, ``twice``, ``three times``."""
    return {1: "", 2: "twice"}.get(number, f"{number_words(number)} times")
