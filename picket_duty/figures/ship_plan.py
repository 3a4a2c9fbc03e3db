"""The ship from above with her hits, as a figure and as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.data import DeckPlan
from picket_duty.book.deck import Deck, DeckPlace, read_deck, section_at
from picket_duty.book.ids import STACK
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
GUN_RADII = (9.0, 6.0, 4.0)
STACK_RADIUS = 15.0
HIT_RADIUS = 16.0
BARREL = 26.0
#: Distance from the centerline of a hit on a side whose place is not on the plan, and distance
#: between two hits at one place.
OFF_CENTER = 26.0
APART = 34.0
#: Columns at bow and stern that are too narrow for a hit without a place.
BOW_COLUMNS = 8
STERN_COLUMNS = 6
#: In the text form: columns before the name of the first section, and between a bulkhead and the
#: name of the section behind it.
FIRST_NAME = 3
NAME_MARGIN = 2
#: In the text form: the labels of the rows of hits, and the width of that column.
SIDES = {STARBOARD: "starboard", "": "centerline", PORT: "port"}
SIDE_WIDTH = max(map(len, SIDES.values()))


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
    bow = []
    stern = []
    for row, (first, last) in enumerate(deck.hull):
        y = top + (row + 0.5) * down
        bow.append((left + first * across, y))
        stern.append((left + (last + 1) * across, y))
    there = _tapered(bow, down)
    back = reversed(_tapered(stern, down))
    return *there, *back, there[0]


def _tapered(end: list[Point], down: float) -> list[Point]:
    """The bow or stern end of every row. The first and last rows are extended by half a row so that
    the outline has no step.
    """
    if len(end) < 2:
        return end
    first = _half_a_row_on(before=end[1], point=end[0], down=-down)
    last = _half_a_row_on(before=end[-2], point=end[-1], down=down)
    return [first, *end, last]


def _half_a_row_on(before: Point, point: Point, down: float) -> Point:
    """The point half a row beyond another, in the direction from the one before. ``down`` is the
    height of a row, negative toward the first row.
    """
    x, y = point
    return x + (x - before[0]) / 2, y + down / 2


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
    lines = _plain_lines(plan, deck, hits)
    return Figure(title, WIDTH, HEIGHT, marks, REPORT, label=struck, lines=lines)


def _hull(deck: Deck) -> Iterator[Mark]:
    across = LONG / deck.width
    down = BEAM / len(deck.hull)
    yield Polyline(outline(deck, LEFT, TOP, across, down), "hull")
    for column in deck.bulkheads:
        x = _x(deck, column)
        yield Polyline(((x, TOP + 4), (x, TOP + BEAM - 4)), "bulkhead")
    ends = (0, *deck.bulkheads, deck.width)
    for section, first, last in zip(SECTIONS, ends, ends[1:], strict=False):
        x = _x(deck, (first + last) / 2)
        yield Words(x, NAMES_AT, section, "name", MIDDLE)


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
                muzzle = x - BARREL if ahead else x + BARREL
                yield Polyline(((x, y), (muzzle, y)), "barrel")
            radius = GUN_RADII[min(rank, len(GUN_RADII) - 1)]
            yield Circle(x, y, radius, radius, "gun", place.word)
        elif compartment is not None and compartment.kind == STACK:
            yield Circle(x, y, STACK_RADIUS, STACK_RADIUS * 0.6, "stack", place.word)


def _hits(deck: Deck, hits: Iterable[Hit]) -> Iterator[Mark]:
    taken: set[Point] = set()
    for hit in hits:
        x, y = _center(deck, hit)
        while (x, y) in taken:
            x += APART
        taken.add((x, y))
        yield Circle(x, y, HIT_RADIUS, HIT_RADIUS, "hit", hit.title)
        yield Words(x, y + 7, hit.label, "number", MIDDLE, title=hit.title)


def _center(deck: Deck, hit: Hit) -> Point:
    """The middle of the place hit; without a place on the plan, a point on the side struck."""
    place = _place_of(deck, hit)
    if place is not None:
        return _middle(deck, place)
    x = _x(deck, _column_in_section(deck, hit))
    off = {STARBOARD: -OFF_CENTER, PORT: OFF_CENTER}.get(hit.side, 0.0)
    return x, TOP + BEAM / 2 + off


def _x(deck: Deck, column: float) -> float:
    return LEFT + (column + 0.5) * LONG / deck.width


def _middle(deck: Deck, place: DeckPlace) -> Point:
    column = place.column + (len(place.word) - 1) / 2
    y = TOP + (place.row + 0.5) * BEAM / len(deck.hull)
    return _x(deck, column), y


def _place_of(deck: Deck, hit: Hit) -> DeckPlace | None:
    """The place of the first damaged item that the plan has in the section hit."""
    places = {}
    for place in deck.places:
        if section_at(deck, place.column) == hit.section:
            places[place.item] = place
    return next((places[item] for item in hit.items if item in places), None)


def _column(deck: Deck, hit: Hit) -> int:
    place = _place_of(deck, hit)
    if place is not None:
        return place.column
    return _column_in_section(deck, hit)


def _column_in_section(deck: Deck, hit: Hit) -> int:
    """The column of a hit without a place on the plan, not too close to bow and stern; it depends
    only on the section and the place.
    """
    ends = (BOW_COLUMNS, *deck.bulkheads, deck.width - STERN_COLUMNS)
    number = SECTIONS.index(hit.section)
    # A column stays free at the bulkhead before the section and at the one behind it.
    first = ends[number] + 1
    last = ends[number + 1] - 2
    # A section of a narrow plan may have no room.
    room = max(1, last - first + 1)
    return first + number_of(f"{hit.section} {hit.place}") % room


def _plain_lines(plan: DeckPlan, deck: Deck, hits: Iterable[Hit]) -> tuple[str, ...]:
    """The ship from the bow at the left, with the numbers of the hits beside her and on her."""
    rows = {side: _HitRow(deck.width) for side in SIDES}
    for hit in hits:
        row = rows[hit.side] if hit.side in rows else rows[""]
        row.write(f"*{hit.label}", _column(deck, hit))
    lines = [_hit_words(rows, STARBOARD)]
    lines.append(f"{'bow':{SIDE_WIDTH}}{plan.rows[len(plan.rows) // 2].rstrip()}")
    if rows[""].taken:
        lines.append(_hit_words(rows, side=""))
    return *lines, _hit_words(rows, PORT), _section_names(deck)


def _hit_words(rows: Mapping[str, _HitRow], side: str) -> str:
    return f"{SIDES[side]:{SIDE_WIDTH}}{''.join(rows[side].cells).rstrip()}"


def _section_names(deck: Deck) -> str:
    names = [" "] * deck.width
    firsts = [FIRST_NAME, *(bulkhead + NAME_MARGIN for bulkhead in deck.bulkheads)]
    for section, first in zip(SECTIONS, firsts, strict=False):
        names[first : first + len(section)] = section
    return " " * SIDE_WIDTH + "".join(names).rstrip()


class _HitRow:
    """A row of hits in the text form."""

    def __init__(self, width: int) -> None:
        self.cells = [" "] * width
        self.taken: set[int] = set()

    def write(self, text: str, at: int) -> None:
        """Write a hit at its column, or farther right, one free cell from the others."""
        end = at + len(text)
        while end < len(self.cells) and self.taken.intersection(range(at - 1, end + 1)):
            at += 1
            end += 1
        self.cells[at:end] = text
        self.taken.update(range(at, end))
