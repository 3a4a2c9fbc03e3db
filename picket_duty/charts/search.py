"""Finds charts by what a reader types: a number as printed, or words of the title or text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from picket_duty.charts.chart import Chart
from picket_duty.charts.words import words_on

#: Words that may precede a chart's number and name no chart.
KIND = re.compile(r"^(table|chart)s?\b\s*(?=\S)")
PARTS = re.compile(r"\d+|[^\W\d_]+")


class Match(IntEnum):
    """How well a chart matches, best first: its whole number, its first parts, its first characters, title, text."""

    NUMBER = 0
    PARTS = 1
    START = 2
    TITLE = 3
    TEXT = 4


class Entry(NamedTuple):
    """A chart as it is searched. ``text`` is all its printed text in lower case."""

    id: str
    title: str
    text: str


def entry(chart: Chart) -> Entry:
    """A chart as it is searched."""
    return Entry(chart.id, chart.raw.title, words_on(chart))


def matches(entries: Iterable[Entry], wanted: str) -> list[tuple[Match, Entry]]:
    """The charts that match, the best first, otherwise in their order.

    Punctuation and spaces in a number do not matter: 12.1 and D2 find 12-1 and D-2. A number alone matches no text.
    """
    text = KIND.sub("", wanted.strip().casefold())
    ranked = [(match, one) for one in entries if (match := _match(one, text)) is not None]
    return sorted(ranked, key=lambda pair: pair[0])


def best_matches(entries: Iterable[Entry], wanted: str, worst: Match = Match.TEXT) -> list[str]:
    """The ids of the charts that match best, ``worst`` or better."""
    ranked = [pair for pair in matches(entries, wanted) if pair[0] <= worst]
    return [one.id for match, one in ranked if match == ranked[0][0]]


def _match(one: Entry, text: str) -> Match | None:
    parts, own_parts = PARTS.findall(text), PARTS.findall(one.id.casefold())
    title = f"{one.id} {one.title}".casefold()
    words = text.split() if any(char.isalpha() for char in text) else []
    tests = (
        parts == own_parts,
        bool(parts) and parts == own_parts[: len(parts)],
        bool(text) and one.id.casefold().startswith(text),
        bool(words) and all(word in title for word in words),
        bool(words) and all(word in one.text for word in words),
    )
    return next((Match(rank) for rank, found in enumerate(tests) if found), None)
