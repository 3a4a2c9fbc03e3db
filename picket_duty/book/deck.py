"""Reads a deck plan: the ends of the hull on each row, the bulkheads, and the places between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from picket_duty.book.data import DeckPlan
from picket_duty.state import SECTIONS

#: Characters that may begin a row, and characters that may end it.
BOW_SIDE, STERN_SIDE = "/\\<(|", "/\\>)|"
BULKHEAD = "|"


class DeckPlace(NamedTuple):
    """A word of a plan: its row and column, and the id of the item there."""

    row: int
    column: int
    word: str
    item: str


class Deck(NamedTuple):
    """A deck plan.

    ``hull`` holds the first and last column of the hull for each row, ``bulkheads`` the columns of the bulkheads, which
    run through every row.
    """

    width: int
    hull: tuple[tuple[int, int], ...]
    bulkheads: tuple[int, ...]
    places: tuple[DeckPlace, ...]


def read_deck(plan: DeckPlan) -> Deck:
    """The deck of a plan without its invalid parts, which ``faults_of_plan`` reports."""
    places, bulkheads = [], set()
    for number, row in enumerate(plan.rows):
        for word in _inside(row):
            if word.group() == BULKHEAD:
                bulkheads.add(word.start())
            elif item := plan.places.get(word.group()):
                places.append(DeckPlace(number, word.start(), word.group(), item))
    hull = tuple((len(row) - len(row.lstrip()), len(row.rstrip()) - 1) for row in plan.rows)
    width = max((end for _, end in hull), default=-1) + 1
    return Deck(width, hull, tuple(sorted(bulkheads)), tuple(places))


def room_of(deck: Deck, number: int) -> int:
    """The first column after the room of a place: the next word of its row, a bulkhead or the hull."""
    place = deck.places[number]
    ends = [deck.hull[place.row][1], *(column for column in deck.bulkheads if column > place.column)]
    ends += [word.column for word in deck.places[number + 1 : number + 2] if word.row == place.row]
    return min(ends)


def faults_of_plan(plan: DeckPlan, items: Mapping[str, str], room: int) -> Iterator[str]:
    """The faults of a plan. ``items`` are the items aboard with their sections (empty: any section).

    Each item must be drawn once, inside the hull and in its section, with ``room`` free cells behind it.
    """
    for number, row in enumerate(plan.rows, 1):
        yield from (f"row {number}: {fault}" for fault in _faults_of_row(row, plan.places))
    deck = read_deck(plan)
    divided = len(deck.bulkheads) == len(SECTIONS) - 1
    if not divided:
        yield f"the bulkheads must be in {len(SECTIONS) - 1} columns, not {len(deck.bulkheads)}"
    for number, place in enumerate(deck.places):
        name = f"row {place.row + 1}: {place.word!r}"
        left = room_of(deck, number) - place.column - len(place.word)
        if left < room:
            yield f"{name} needs {room} free cells to its right, but has {max(0, left)}"
        section = items.get(place.item)
        if divided and section and section != section_at(deck, place.column):
            yield f"{name} is drawn {section_at(deck, place.column)}, but {place.item!r} is {section}"
    yield from _faults_of_places(plan, items)


def section_at(deck: Deck, column: int) -> str:
    """The section of a column."""
    return SECTIONS[sum(bulkhead < column for bulkhead in deck.bulkheads[: len(SECTIONS) - 1])]


def _faults_of_places(plan: DeckPlan, items: Mapping[str, str]) -> Iterator[str]:
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


def _faults_of_row(row: str, places: dict[str, str]) -> Iterator[str]:
    drawn = row.strip()
    if not (row.isascii() and row.isprintable()):
        yield "only printable ASCII characters are allowed"
        return
    if len(drawn) < 2 or drawn[0] not in BOW_SIDE or drawn[-1] not in STERN_SIDE:
        yield f"must begin with one of {BOW_SIDE} and end with one of {STERN_SIDE}"
        return
    for word in _inside(row):
        if word.group() != BULKHEAD and word.group() not in places:
            yield f"{word.group()!r} is not listed in 'places'"


def _inside(row: str) -> list[re.Match[str]]:
    drawn = row.rstrip()
    first = len(drawn) - len(drawn.lstrip())
    return list(re.compile(r"\S+").finditer(drawn, first + 1, max(first + 1, len(drawn) - 1)))
