"""Deck plans as read from their rows, and the faults of plans."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from picket_duty.book.data import DeckPlan
from picket_duty.state import SECTIONS

#: Characters of the hull that may begin a row, and those that may end it.
BOW_SIDE = "/\\<(|"
STERN_SIDE = "/\\>)|"
BULKHEAD = "|"


class DeckPlace(NamedTuple):
    """A word of a plan: its row and column, and the id of the item there."""

    row: int
    column: int
    word: str
    item: str


class Deck(NamedTuple):
    """A deck plan as read. ``hull`` has the first and last column of each row; ``bulkheads`` are
    columns, because bulkheads run through every row.
    """

    width: int
    hull: tuple[tuple[int, int], ...]
    bulkheads: tuple[int, ...]
    places: tuple[DeckPlace, ...]


def read_deck(plan: DeckPlan) -> Deck:
    """The deck of a plan without its invalid parts, which ``faults_of_plan`` reports."""
    places = []
    bulkheads = set()
    for number, row in enumerate(plan.rows):
        for word in _inside(row):
            if word.group() == BULKHEAD:
                bulkheads.add(word.start())
            elif item := plan.places.get(word.group()):
                places.append(DeckPlace(number, word.start(), word.group(), item))
    hull = tuple(map(_ends, plan.rows))
    width = max((end for _, end in hull), default=-1) + 1
    return Deck(width, hull, tuple(sorted(bulkheads)), tuple(places))


def end_of_room(deck: Deck, number: int) -> int:
    """The first column that a place cannot use: the next word of its row, a bulkhead or the hull.
    ``number`` is the index of the place.
    """
    place = deck.places[number]
    _, stern = deck.hull[place.row]
    ends = [stern, *(column for column in deck.bulkheads if column > place.column)]
    if number + 1 < len(deck.places):
        following = deck.places[number + 1]
        if following.row == place.row:
            ends.append(following.column)
    return min(ends)


def faults_of_plan(plan: DeckPlan, items: Mapping[str, str], room: int) -> Iterator[str]:
    """The faults of a plan. ``items`` are those aboard with their sections, ``room`` is the number
    of free cells that each word needs to its right.
    """
    yield from _faults_of_rows(plan)
    deck = read_deck(plan)
    has_sections = len(deck.bulkheads) == len(SECTIONS) - 1
    if not has_sections:
        yield f"there must be {len(SECTIONS) - 1} columns of bulkheads, not {len(deck.bulkheads)}"
    for number, place in enumerate(deck.places):
        name = f"row {place.row + 1}: {place.word!r}"
        free = end_of_room(deck, number) - place.column - len(place.word)
        if free < room:
            yield f"{name} needs {room} free cells to its right, but has {max(0, free)}"
        section = items.get(place.item)
        if has_sections and section and section != section_at(deck, place.column):
            yield (
                f"{name} is drawn {section_at(deck, place.column)}, but {place.item!r} is {section}"
            )
    yield from _faults_of_items(plan, items)


def _faults_of_rows(plan: DeckPlan) -> Iterator[str]:
    for number, row in enumerate(plan.rows, 1):
        outline = row.strip()
        if not (row.isascii() and row.isprintable()):
            yield f"row {number}: only printable ASCII characters are allowed"
        elif len(outline) < 2 or outline[0] not in BOW_SIDE or outline[-1] not in STERN_SIDE:
            yield f"row {number}: must begin with one of {BOW_SIDE} and end with one of {STERN_SIDE}"
        else:
            for word in _inside(row):
                if word.group() not in (BULKHEAD, *plan.places):
                    yield f"row {number}: {word.group()!r} is not listed in 'places'"


def _faults_of_items(plan: DeckPlan, items: Mapping[str, str]) -> Iterator[str]:
    """Faults of places and items that are not drawn exactly once."""
    words = [word.group() for row in plan.rows for word in _inside(row)]
    for word, item in plan.places.items():
        if item not in items:
            yield f"place {word!r}: the ship has no {item!r}"
        if words.count(word) != 1:
            yield f"place {word!r} must be drawn once, not {words.count(word)} times"
    drawn = list(plan.places.values())
    for part in plan.side.parts if plan.side else ():
        if part.item not in drawn:
            yield f"side: {part.item!r} is not listed in 'places'"
    for item in items:
        if drawn.count(item) != 1:
            yield f"{item!r} must be drawn once, not {drawn.count(item)} times"


def section_at(deck: Deck, column: int) -> str:
    """The section of a column. A faulty plan may have too many bulkheads; the last ones are
    ignored.
    """
    return SECTIONS[sum(bulkhead < column for bulkhead in deck.bulkheads[: len(SECTIONS) - 1])]


def _inside(row: str) -> list[re.Match[str]]:
    """The words between the two ends of the hull in a row."""
    first, last = _ends(row)
    # Only a compiled pattern can search a part of a row and count columns from its beginning.
    return list(re.compile(r"\S+").finditer(row, first + 1, max(first + 1, last)))


def _ends(row: str) -> tuple[int, int]:
    """The first and the last column of the hull in a row."""
    return len(row) - len(row.lstrip()), len(row.rstrip()) - 1
