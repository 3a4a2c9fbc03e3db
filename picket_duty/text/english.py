"""Grammar: numbers, lists and sentences in English."""

from __future__ import annotations

import re
from collections.abc import Sequence


def count(number: int, singular: str, plural: str = "") -> str:
    """A number with its noun: ``1 plane``, ``3 planes``."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def signed(value: int) -> str:
    """A number with its sign; zero without."""
    return f"{value:+d}" if value else "0"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names in one list: ``one, two and three``. Of three or more, the last has a comma before it
    if a name contains "and" outside parentheses.
    """
    if len(names) < 2:
        return "".join(names)
    several = len(names) > 2 and any(" and " in re.sub(r"\([^)]*\)", "", name) for name in names)
    return f"{', '.join(names[:-1])}{',' if several else ''} {last} {names[-1]}"


def title_case(text: str) -> str:
    """A text with its first letter capitalized."""
    return f"{text[:1].upper()}{text[1:]}"


def lowered(text: str) -> str:
    """A text with its first letter in lower case."""
    return f"{text[:1].lower()}{text[1:]}"


def sentence(text: str) -> str:
    """A clause as a sentence, with a capital letter and a period."""
    return f"{title_case(text)}."


def number_words(number: int) -> str:
    """A number; up to twenty as a word, so that few sentences begin with a figure."""
    words = (
        "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty"
    ).split()
    if 0 <= number < len(words):
        return words[number]
    return str(number)


def number_alone(number: int) -> str:
    """A number without a noun after it: ``none``, ``one``."""
    return number_words(number) if number else "none"


def number_among(number: int, total: int) -> str:
    """A part of a ``total`` of 1 or more, in words or in figures like the total."""
    return str(number) if number_words(total).isdecimal() else number_words(number)


def ordinal_words(number: int) -> str:
    """The place of a number from 1; up to the twelfth as a word."""
    words = (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
    )
    if 1 <= number <= len(words):
        return words[number - 1]
    return f"number {number}"


def times(number: int) -> str:
    """How often: empty for once, ``twice``, ``three times``."""
    return {1: "", 2: "twice"}.get(number, f"{number_words(number)} times")


def percent(share: float) -> str:
    """A probability in whole percent; only what is impossible or certain is 0% or 100%."""
    if share < 0.005:
        return "<1%" if share > 1e-9 else "0%"
    if 0.995 <= share < 1.0 - 1e-9:
        return ">99%"
    return f"{share:.0%}"
