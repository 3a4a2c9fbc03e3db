"""The ship from her port side on the water, with what happened to her."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.data import SidePart, SideView
from picket_duty.book.deck import Deck
from picket_duty.dice import mix
from picket_duty.figures.cells import ACROSS, DOWN, Cells
from picket_duty.figures.marks import Point, Polygon, Polyline
from picket_duty.rules.campaign import SUNK
from picket_duty.state import SECTIONS, Ship
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line
from picket_duty.tui.ship_pictures import LOST, condition_of, deck_of

#: Meters of sea shown ahead of the ship.
SEA_AHEAD = 3.0
#: Lines of text for the sea.
SEA_ROWS = 1
#: The slope of a sinking ship, in meters of depth per meter aft, and the point around which she tilts.
DOWN_BY, AFLOAT = 0.22, 35.0
#: For each point: of trim, meters deeper per meter of length; of flooding, meters deeper; of list, meters that her
#: masts lean per meter of height. No more than ``MOST_POINTS`` show.
TRIM_SLOPE, SETTLED, LEAN, MOST_POINTS = 0.012, 0.3, 0.045, 5
#: Dots per meter from which portholes are drawn.
PORTHOLES_FROM = 0.9
#: The largest factor by which the ship may be stretched to fill the width.
SIDE_STRETCH = 1.25
#: Half the size of a hole in meters, and the heights of holes above the water, in turn.
HOLE, HOLE_HEIGHTS = (2.4, 1.7), (3.4, 4.6, 2.2)
#: Smoke: where it begins above the water; its half width there, for each level of the fire, and more per meter; its
#: drift aft per meter; the share of dots where it begins, and less per meter.
SMOKE_FROM, SMOKE_WIDTH, SMOKE_LEVEL, SMOKE_WIDENS, SMOKE_DRIFTS = 8.0, 1.0, 0.8, 0.3, 0.7
SMOKE_DENSITY, SMOKE_THINS = 0.8, 0.018


class SideState(NamedTuple):
    """What a side view shows: missing parts, fires and holes by meters aft of the stem, flooding, and a sinking ship.

    ``fires`` have their levels; ``trim`` is positive by the stern, ``heel`` to starboard.
    """

    missing: frozenset[str] = frozenset()
    fires: tuple[tuple[float, int], ...] = ()
    holes: tuple[float, ...] = ()
    flood: int = 0
    trim: int = 0
    heel: int = 0
    sinking: bool = False


INTACT = SideState()


def side_state(ship: Ship, tables: Tables, struck: Sequence[str] = ()) -> SideState:
    """What the side view of a ship shows; ``struck`` are the sections of the hits that are not repaired."""
    deck, plan = deck_of(tables, ship.ship_class), tables.plan_of(ship.ship_class)
    if deck is None or plan is None or plan.side is None:
        return SideState(sinking=ship.fate == SUNK)
    meters = plan.side.length / (deck.width - 1)
    # Of a ship that is lost or in the rear, the state keeps nothing that is aboard.
    parts = plan.side.parts if ship.mounts else ()
    conditions = {part.item: condition_of(ship, tables, part.item) for part in parts}
    missing = frozenset(item for item, state in conditions.items() if state is None or state.sign == LOST)
    fires = [(_middle(deck, section) * meters, level) for section, level in ship.deck_fires.items() if level]
    burning = {room for room, compartment in ship.compartments.items() if compartment.fire}
    fires += [(place.column * meters, 1) for place in deck.places if place.item in burning]
    return SideState(
        missing,
        tuple(sorted(fires)),
        tuple(_holes(deck, struck, meters)),
        min(ship.flood, MOST_POINTS),
        max(-MOST_POINTS, min(MOST_POINTS, ship.trim_points)),
        max(-MOST_POINTS, min(MOST_POINTS, ship.list_points)),
        ship.fate == SUNK,
    )


def _columns(deck: Deck, section: str) -> tuple[int, int]:
    """The first and the last column of a section."""
    ends = (0, *deck.bulkheads, deck.width - 1)
    number = SECTIONS.index(section)
    return ends[number], ends[number + 1]


def _middle(deck: Deck, section: str) -> float:
    return sum(_columns(deck, section)) / 2


def _holes(deck: Deck, struck: Sequence[str], meters: float) -> Iterable[float]:
    """A place for each hit, within its section; hits without a section are in turn forward, midship and aft."""
    before: Counter[str] = Counter()
    for number, section in enumerate(struck):
        part = section if section in SECTIONS else SECTIONS[number % len(SECTIONS)]
        first, last = _columns(deck, part)
        # The golden ratio spreads any number of places evenly.
        share = (0.5 + before[part] * 0.618) % 1
        before[part] += 1
        yield (first + (last - first) * (0.1 + 0.8 * share)) * meters


def side_view(side: SideView, width: int, height: int, glyphs: Glyphs, state: SideState = INTACT) -> list[Line]:
    """The ship as lines of text, bow left, as large as ``width`` and ``height`` allow."""
    per_row = (side.length + SEA_AHEAD) / side.height * DOWN / ACROSS
    rows = max(1, min(height - SEA_ROWS, math.floor(width / per_row))) + SEA_ROWS
    columns = min(width, math.ceil((rows - SEA_ROWS) * per_row * SIDE_STRETCH))
    return _drawn(side, columns, rows, glyphs.dots, glyphs.flames, state).lines()


@lru_cache(maxsize=4)
def _drawn(side: SideView, columns: int, rows: int, look: str, flames: str, state: SideState) -> Cells:
    # The top of the mast is in the first row of dots, the keel in the last one above the sea.
    across, down = columns * ACROSS / (side.length + SEA_AHEAD), ((rows - SEA_ROWS) * DOWN - 1) / side.height

    def at(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(
            (
                (x + LEAN * state.heel * y + SEA_AHEAD) * across,
                (side.height - y + _deeper(side, x, state)) * down,
            )
            for x, y in points
        )

    ship = Cells(columns, rows - SEA_ROWS, look)
    shapes: list[SideView | SidePart] = [side, *(part for part in side.parts if part.item not in state.missing)]
    ship.draw(Polygon(at(outline), "ship") for shape in shapes for outline in shape.solid)
    ship.draw(Polyline(at(points), "ship") for shape in shapes for points in shape.thin)
    for first, last, apart, high in side.portholes if down >= PORTHOLES_FROM else ():
        for number in range(round((last - first) / apart)):
            ship.dot(*at(((first + number * apart, high),))[0], "ship", lit=False)
    for number, x in enumerate(state.holes):
        _hole(ship, *at(((x, HOLE_HEIGHTS[number % len(HOLE_HEIGHTS)]),))[0], across, down)
    cells = Cells(columns, rows, look, blank="sea")
    _waves(cells, across)
    for x, level in state.fires:
        _smoke(cells, *at(((x, SMOKE_FROM),))[0], level, across, down)
    cells.overlay(ship, opaque=True)
    for x, level in state.fires:
        column, row = (round(dot) // size for dot, size in zip(at(((x, SMOKE_FROM),))[0], (ACROSS, DOWN), strict=True))
        if row < ship.height:
            cells.write(column - level // 2, row, flames * level, "bad")
    return cells


def _deeper(side: SideView, x: float, state: SideState) -> float:
    """How much deeper than undamaged the ship lies at a place, in meters."""
    if state.sinking:
        return DOWN_BY * (x - AFLOAT)
    arm = x if state.trim > 0 else side.length - x
    return SETTLED * state.flood + TRIM_SLOPE * abs(state.trim) * arm


def _hole(ship: Cells, x: float, y: float, across: float, down: float) -> None:
    """Clear the dots of a ragged hole around a dot."""
    wide, high = max(1.5, HOLE[0] * across), max(1.5, HOLE[1] * down)
    for dot_y in range(round(y - high), round(y + high) + 1):
        for dot_x in range(round(x - wide), round(x + wide) + 1):
            distance = ((dot_x - x) / wide) ** 2 + ((dot_y - y) / high) ** 2
            if distance <= 0.6 + 0.5 * _grain(dot_x, dot_y):
                ship.dot(dot_x, dot_y, "warn", lit=False)


def _smoke(cells: Cells, x: float, y: float, level: int, across: float, down: float) -> None:
    """Dots of smoke from a dot to the top of the picture: wider, thinner and further aft with height."""
    for dot_y in range(min(round(y) + 1, (cells.height - SEA_ROWS) * DOWN)):
        above = (round(y) - dot_y) / down
        wide = (SMOKE_WIDTH + SMOKE_LEVEL * level + SMOKE_WIDENS * above) * across
        middle = x + (SMOKE_DRIFTS * above + math.sin(above / 2.3)) * across
        for dot_x in range(round(middle - wide), round(middle + wide) + 1):
            if _grain(dot_x, dot_y) < SMOKE_DENSITY - SMOKE_THINS * above:
                cells.dot(dot_x, dot_y, "dim")


def _grain(x: int, y: int) -> float:
    """A number from 0 to 1 that looks random but is the same in every picture."""
    return mix(x * 4099 + y) / 2**64


def _waves(cells: Cells, across: float) -> None:
    water = (cells.height - SEA_ROWS) * DOWN
    for x in range(cells.width * ACROSS):
        meters = x / across - SEA_AHEAD
        cells.dot(x, water + 0.5 + 0.5 * math.sin(meters / 2.1), "sea")
        if math.sin(meters / 5.3) > -0.2:
            cells.dot(x, water + 2.5 + 0.5 * math.sin(meters / 1.7), "sea")
