"""The ship from above with her hits, as a figure and as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.data import DeckPlan
from picket_duty.book.deck import Deck, DeckPlace, read_deck, section_at
from picket_duty.book.ids import STACK as STACK_ROOM
from picket_duty.dice import number_of
from picket_duty.figures.marks import MIDDLE, REPORT, Circle, Figure, Mark, Point, Polyline, Words
from picket_duty.state import PORT, SECTIONS, STARBOARD

#: Size of the figure, space for the hull in it, and baseline of the section names.
WIDTH = 800
HEIGHT = 140
NAMES_AT = 130
LEFT = 20.0
TOP = 16.0
LONG = 760.0
BEAM = 88.0
#: Radius of a gun by the rank of its caliber in the tables, of a stack, of a hit; length of a
#: barrel.
GUNS = (9.0, 6.0, 4.0)
STACK = 15.0
HIT = 16.0
BARREL = 26.0
#: Distance from the centerline of a hit on a side whose place is not on the plan, and distance
#: between two hits at one place.
OFF_CENTER = 26.0
APART = 34.0
#: Columns at bow and stern that are too narrow for a hit without a place.
BOW_COLUMNS = 8
STERN_COLUMNS = 6
#: The labels of the rows of hits in the text form.
SIDES = {STARBOARD: "starboard ", "": "centerline", PORT: "port      "}


class Hit(NamedTuple):
    """A hit on the ship: its number, the section and the side struck, what was hit there, and a
    tooltip.

    ``items`` are the ids of what was damaged; the hit is drawn at the first one on the plan. If
    none is, it is drawn in its section, at a position that depends only on ``place``, the result of
    the damage chart.
    """

    label: str
    section: str
    side: str
    place: str
    items: tuple[str, ...] = ()
    title: str = ""


def outline(deck: Deck, left: float, top: float, across: float, down: float) -> tuple[Point, ...]:
    """The hull as a closed line; a column of the plan is ``across`` wide and a row ``down``
    high.
    """
    bow = [
        (left + first * across, top + (row + 0.5) * down)
        for row, (first, _) in enumerate(deck.hull)
    ]
    stern = [
        (left + (last + 1) * across, top + (row + 0.5) * down)
        for row, (_, last) in enumerate(deck.hull)
    ]
    points = (*_tapered(bow, down), *reversed(_tapered(stern, down)))
    return *points, points[0]


def _tapered(end: list[Point], down: float) -> list[Point]:
    """The bow or stern end of every row. The first and last rows are extended by half a row so that
    the outline has no step.
    """
    if len(end) < 2:
        return end
    x, y = end[0]
    second, _ = end[1]
    before, _ = end[-2]
    last, bottom = end[-1]
    return [
        (x + (x - second) / 2, y - down / 2),
        *end,
        (last + (last - before) / 2, bottom + down / 2),
    ]


def damaged_ship(
    title: str, label: str, tables: Tables, ship_class: str, hits: Sequence[Hit]
) -> Figure | None:
    """The ship of a class from above with the numbers of her hits; None without a plan of the
    class.
    """
    plan = tables.plan_of(ship_class)
    if plan is None:
        return None
    deck = read_deck(plan)
    marks = (*_hull(deck), *_gear(deck, tables), *_hits(deck, hits))
    places = "1 place" if len(hits) == 1 else f"{len(hits)} places"
    struck = f"{label} from above, hit in {places}"
    return Figure(title, WIDTH, HEIGHT, marks, REPORT, struck, _plain_lines(plan, deck, hits))


def _hull(deck: Deck) -> Iterator[Mark]:
    yield Polyline(outline(deck, LEFT, TOP, LONG / deck.width, BEAM / len(deck.hull)), "hull")
    for column in deck.bulkheads:
        x = _x(deck, column)
        yield Polyline(((x, TOP + 4), (x, TOP + BEAM - 4)), "bulkhead")
    ends = (0, *deck.bulkheads, deck.width)
    for section, first, last in zip(SECTIONS, ends, ends[1:], strict=False):
        yield Words(_x(deck, (first + last) / 2), NAMES_AT, section, "name", MIDDLE)


def _gear(deck: Deck, tables: Tables) -> Iterator[Mark]:
    ranks = {caliber: rank for rank, caliber in enumerate(tables.calibers)}
    for place in deck.places:
        x, y = _middle(deck, place)
        caliber = tables.mounted.get(place.item)
        compartment = tables.compartments.get(place.item)
        if caliber is not None:
            rank = ranks[caliber.id]
            if rank == 0:
                ahead = section_at(deck, place.column) == SECTIONS[0]
                yield Polyline(((x, y), (x - BARREL if ahead else x + BARREL, y)), "barrel")
            radius = GUNS[min(rank, len(GUNS) - 1)]
            yield Circle(x, y, radius, radius, "gun", place.word)
        elif compartment is not None and compartment.kind == STACK_ROOM:
            yield Circle(x, y, STACK, STACK * 0.6, "stack", place.word)


def _hits(deck: Deck, hits: Iterable[Hit]) -> Iterator[Mark]:
    taken: set[Point] = set()
    for hit in hits:
        x, y = _center(deck, hit)
        while (x, y) in taken:
            x += APART
        taken.add((x, y))
        yield Circle(x, y, HIT, HIT, "hit", hit.title)
        yield Words(x, y + 7, hit.label, "number", MIDDLE, title=hit.title)


def _center(deck: Deck, hit: Hit) -> Point:
    """The middle of the place hit; without a place on the plan, a point on the side struck."""
    place = _place_of(deck, hit)
    if place is not None:
        return _middle(deck, place)
    off = {STARBOARD: -OFF_CENTER, PORT: OFF_CENTER}.get(hit.side, 0.0)
    return _x(deck, _column_in_section(deck, hit)), TOP + BEAM / 2 + off


def _x(deck: Deck, column: float) -> float:
    return LEFT + (column + 0.5) * LONG / deck.width


def _middle(deck: Deck, place: DeckPlace) -> Point:
    column = place.column + (len(place.word) - 1) / 2
    return _x(deck, column), TOP + (place.row + 0.5) * BEAM / len(deck.hull)


def _place_of(deck: Deck, hit: Hit) -> DeckPlace | None:
    places = {
        place.item: place for place in deck.places if section_at(deck, place.column) == hit.section
    }
    return next((places[item] for item in hit.items if item in places), None)


def _column(deck: Deck, hit: Hit) -> int:
    place = _place_of(deck, hit)
    if place is not None:
        return place.column
    return _column_in_section(deck, hit)


def _column_in_section(deck: Deck, hit: Hit) -> int:
    """The column of a hit without a place on the plan, not too close to bow and stern."""
    ends = (BOW_COLUMNS, *deck.bulkheads, deck.width - STERN_COLUMNS)
    number = SECTIONS.index(hit.section)
    first = ends[number] + 1
    last = ends[number + 1] - 2
    # A section of a narrow plan may have no room.
    return first + number_of(f"{hit.section} {hit.place}") % max(1, last - first + 1)


def _plain_lines(plan: DeckPlan, deck: Deck, hits: Iterable[Hit]) -> tuple[str, ...]:
    """The ship from the bow at the left, with the numbers of the hits beside her and on her."""
    rows = {side: _HitRow(deck.width) for side in SIDES}
    for hit in hits:
        row = rows[hit.side] if hit.side in rows else rows[""]
        row.write(f"*{hit.label}", _column(deck, hit))
    names = [" "] * deck.width
    firsts = (3, *(bulkhead + 2 for bulkhead in deck.bulkheads))
    for section, first in zip(SECTIONS, firsts, strict=False):
        names[first : first + len(section)] = section
    lines = [
        f"{name}{''.join(rows[side].cells).rstrip()}"
        for side, name in SIDES.items()
        if side or rows[side].taken
    ]
    lines.insert(1, f"bow       {plan.rows[len(plan.rows) // 2].rstrip()}")
    return *lines, f"{'':10}{''.join(names).rstrip()}"


class _HitRow:
    """A row of hits in the text form."""

    def __init__(self, width: int) -> None:
        self.cells = [" "] * width
        self.taken: set[int] = set()

    def write(self, text: str, at: int) -> None:
        """Write a hit at its column, or at the next free one after it."""
        width = len(self.cells)
        while at + len(text) < width and self.taken & set(range(at - 1, at + len(text) + 1)):
            at += 1
        self.cells[at : at + len(text)] = text
        self.taken.update(range(at, at + len(text)))
