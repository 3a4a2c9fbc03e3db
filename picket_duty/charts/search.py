"""The search for charts: their titles and what is rolled on them, by the stems of words.

A search counts the words that mean something: "what does the director do?" searches for "director".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from picket_duty.charts.chart import Chart
from picket_duty.charts.words import words_on

#: The word that may precede a chart's number and does not help to find it.
CHART_PREFIX = re.compile(r"^(table|chart)s?\b\s*(?=\S)")
#: The same word anywhere in a search.
CHART_WORD = re.compile(r"\b(table|chart)s?\b")
#: The parts of a text that are compared: numbers, and words of letters.
PARTS = re.compile(r"\d+|[^\W\d_]+")
#: Words of a question that name nothing in the game.
EMPTY = frozenset(
    "a about am an and any are as at be been between by can could did differ difference "
    "different do does doing done "
    "explain for from get gets getting go had happen happened happens has have her how i if "
    "in into is it its long "
    "make many me mean meaning means more much must my need not of on one or our she should "
    "show so tell than that "
    "the their them then there these they this those to use used using want was we were what "
    "when where which who "
    "whom whose why will with work works would you your".split()
)
#: Contractions, which are no words of the game: won't, doesn't, and the ends of what's, I'm,
#: ship's.
CONTRACTED = re.compile(r"\b\w*n['’]t\b|(?<=\w)['’](?:s|m|re|ve|ll|d)\b")
#: The longest search, in characters; what follows is ignored.
LONGEST_SEARCH = 60
#: The fewest letters of a stem, and of a word that is searched for as the beginning of others.
LEAST_STEM = 3
#: Endings that a search ignores. The consonants listed are doubled only before an ending; an l or s
#: is often doubled in the word itself (shelling, missed), so it stays.
ENDING = re.compile(
    r"""(?:
        (?<=\w\w([bdgmnprt]))\1(?:ing|ed)  # winning, stopped: the stems are win and stop
        | (?<=\w{3})(?:
            ing | ed  # turning, turned
            | e?(?<!s)s  # charts, losses; but loss keeps its s
            | e  # table
        )
    )$""",
    re.VERBOSE,
)


@lru_cache(maxsize=10_000)
def stem(word: str) -> str:
    """A word without its ending: maneuver, maneuvers and maneuvering have the same stem."""
    return ENDING.sub("", word)


def stems(text: str) -> list[str]:
    """The stems of all words and numbers of a text, in order."""
    return [stem(word) for word in PARTS.findall(text.casefold())]


def words_typed(text: str) -> list[str]:
    """The words of a search that mean something; all its words if none does."""
    text = text.casefold()
    words = PARTS.findall(CONTRACTED.sub("", text))
    return [word for word in words if word not in EMPTY] or words or PARTS.findall(text)


def is_question(text: str) -> bool:
    """Whether a search has words that only a question or a sentence has."""
    return len(words_typed(text)) < len(PARTS.findall(text.casefold()))


class ChartMatch(IntEnum):
    """How a chart matches, the best way first.

    The search is its number (``NUMBER``). It is the beginning of its number, in whole parts
    (``PARTS``: 9-2 for 9-2/5in) or in characters (``START``: 9-2/5). It is what a roll on the chart
    is for, or what the chart is about (``ROLL``). It has only words of the title (``TITLE``), or
    only words of the text (``TEXT``).
    """

    NUMBER = 0
    PARTS = 1
    START = 2
    ROLL = 3
    TITLE = 4
    TEXT = 5


class ChartEntry(NamedTuple):
    """A chart as it is searched: ``named`` are the stems of its id and title, ``stems`` those of
    all its text.

    ``rolls`` are what the rolls on it are for, without case and punctuation; ``about`` are the
    stems of what a chart without rolls is about.
    """

    id: str
    title: str
    named: frozenset[str]
    stems: frozenset[str]
    rolls: frozenset[str] = frozenset()
    about: frozenset[str] = frozenset()


def bare(text: str) -> str:
    """The words and numbers of a text, without case and punctuation."""
    return " ".join(PARTS.findall(text.casefold()))


def entry(chart: Chart, rolls: Iterable[str] = (), about: str = "") -> ChartEntry:
    """A chart as it is searched, with the words for the rolls on it, or what it is about."""
    asked = list(rolls)
    named = frozenset(stems(f"{chart.id} {chart.raw.title}"))
    return ChartEntry(
        chart.id,
        title=chart.raw.title,
        named=named,
        stems=named | frozenset(stems(" ".join([words_on(chart), *asked]))),
        rolls=frozenset(map(bare, asked)),
        about=frozenset(stems(about)),
    )


def matches(entries: Iterable[ChartEntry], wanted: str) -> list[tuple[ChartMatch, ChartEntry]]:
    """The charts that match ``wanted``, the best first, otherwise in their order.

    Punctuation and spaces in a number do not matter: 12.1 and D2 find 12-1 and D-2. A number alone
    matches no text. If a search with the word chart or table finds nothing better than a text, it
    is repeated without that word.
    """
    entries = list(entries)
    text = CHART_PREFIX.sub("", wanted[:LONGEST_SEARCH].strip().casefold())
    ranked = _ranked(entries, text)
    if asks_for_chart(text) and (not ranked or ranked[0][0] is ChartMatch.TEXT):
        return _ranked(entries, " ".join(words_typed(CHART_WORD.sub("", text))))
    return ranked


def asks_for_chart(wanted: str) -> bool:
    """Whether a search has the word chart or table beside other words."""
    return bool(CHART_WORD.search(wanted.casefold())) and bool(
        PARTS.search(CHART_WORD.sub("", wanted))
    )


def _ranked(entries: Iterable[ChartEntry], text: str) -> list[tuple[ChartMatch, ChartEntry]]:
    ranked = [(match, item) for item in entries if (match := _match(item, text)) is not None]
    return sorted(ranked, key=lambda pair: pair[0])


def best_matches(
    entries: Iterable[ChartEntry], wanted: str, worst: ChartMatch = ChartMatch.TEXT
) -> list[str]:
    """The ids of the charts that match best, ``worst`` or better."""
    ranked = [pair for pair in matches(entries, wanted) if pair[0] <= worst]
    return [item.id for match, item in ranked if match == ranked[0][0]]


def _match(item: ChartEntry, text: str) -> ChartMatch | None:
    parts = PARTS.findall(text)
    own_parts = PARTS.findall(item.id.casefold())
    # A number alone has no words.
    words = words_typed(text) if any(char.isalpha() for char in text) else []
    is_about = bool(item.about) and item.about <= set(map(stem, words))
    # In the order of ChartMatch, whose values are the indexes.
    tests = (
        parts == own_parts,
        bool(parts) and parts == own_parts[: len(parts)],
        bool(text) and item.id.casefold().startswith(text),
        bool(words) and (bare(text) in item.rolls or is_about),
        bool(words) and all(has_word(item.named, word) for word in words),
        bool(words) and all(has_word(item.stems, word) for word in words),
    )
    return next((ChartMatch(rank) for rank, matched in enumerate(tests) if matched), None)


def is_id_begun(entries: Iterable[ChartEntry], typed: str) -> bool:
    """Whether the id of a chart begins with what is typed: 9-2/ begins that of 9-2/5in."""
    begun = CHART_PREFIX.sub("", typed.strip().casefold())
    return any(item.id.casefold().startswith(begun) for item in entries)


def has_word(known: frozenset[str], word: str) -> bool:
    """Whether a word, or a word that begins with it, is among the stems."""
    return stem(word) in known or (
        len(word) >= LEAST_STEM and any(known_word.startswith(word) for known_word in known)
    )
