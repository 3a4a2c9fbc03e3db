"""The ship from her port side, on the water, with what happened to her."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import cycle
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.data import SidePart, SideView
from picket_duty.book.deck import Deck
from picket_duty.dice import mix
from picket_duty.figures.cells import ACROSS, DOWN, Cells
from picket_duty.figures.marks import Point, Polygon, Polyline
from picket_duty.state import SECTIONS, SUNK, Ship
from picket_duty.text.styled_text import Line
from picket_duty.tui.deck_plan import LOST, condition_of, deck_of, section_ends
from picket_duty.tui.glyphs import Glyphs

#: Meters of sea shown ahead of the ship.
SEA_AHEAD = 3.0
#: Lines of text for the sea.
SEA_ROWS = 1
#: The slope of a sinking ship, in meters of depth per meter aft.
SINKING_SLOPE = 0.22
#: The point around which a sinking ship tilts, in meters aft of the stem.
PIVOT = 35.0
#: How much deeper the ship lies for each meter from her raised end, in meters for each point of trim.
TRIM_SLOPE = 0.012
#: Meters that the ship lies deeper for each point of flooding.
SETTLED = 0.3
#: Meters that her masts lean per meter of height, for each point of list.
LEAN = 0.045
#: The most points of trim, flooding and list that show.
MOST_POINTS = 5
#: Dots per meter from which portholes are drawn.
PORTHOLES_FROM = 0.9
#: The largest factor by which the ship may be stretched to fill the width.
SIDE_STRETCH = 1.25
#: Half the width and half the height of a hole, in meters.
HOLE_ACROSS = 2.4
HOLE_DOWN = 1.7
#: The heights of holes above the water in meters, in turn.
HOLE_HEIGHTS = (3.4, 4.6, 2.2)
#: Where smoke begins, in meters above the water.
SMOKE_FROM = 8.0
#: Half the width of smoke where it begins, in meters, and what each level of the fire adds.
SMOKE_WIDTH = 1.0
SMOKE_LEVEL = 0.8
#: What each meter of height adds to half the width of smoke, and how far aft it drifts.
SMOKE_WIDENS = 0.3
SMOKE_DRIFTS = 0.7
#: The share of dots with smoke where it begins, and how much less it is with each meter of height.
SMOKE_DENSITY = 0.8
SMOKE_THINS = 0.018


class SideState(NamedTuple):
    """What a side view shows of the ship.

    ``missing`` are the ids of parts. ``fires`` have their meters aft of the stem and their levels,
    ``holes`` only their meters. ``flood``, ``trim`` and ``heel`` are in points; ``trim`` is
    positive if she lies deeper by the stern, ``heel`` if she lists to starboard.
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
    """What the side view of a ship shows now; ``struck`` are the sections of the hits that are not
    repaired.
    """
    deck = deck_of(tables, ship.ship_class)
    plan = tables.plan_of(ship.ship_class)
    if deck is None or plan is None or plan.side is None:
        return SideState(sinking=ship.fate == SUNK)
    meters_a_column = plan.side.length / (deck.width - 1)
    # Of a ship that is lost or in the rear, the state keeps nothing that is aboard.
    parts = plan.side.parts if ship.mounts else ()
    missing = []
    for part in parts:
        condition = condition_of(ship, tables, part.item)
        if condition is None or condition.sign == LOST:
            missing.append(part.item)
    return SideState(
        missing=frozenset(missing),
        fires=tuple(sorted(_fires(deck, ship, meters_a_column))),
        holes=tuple(_holes(deck, struck, meters_a_column)),
        flood=min(ship.flood, MOST_POINTS),
        trim=max(-MOST_POINTS, min(MOST_POINTS, ship.trim_points)),
        heel=max(-MOST_POINTS, min(MOST_POINTS, ship.list_points)),
        sinking=ship.fate == SUNK,
    )


def _fires(deck: Deck, ship: Ship, meters_a_column: float) -> Iterator[tuple[float, int]]:
    """The deck fires in the middle of their sections, and the burning compartments."""
    ends = section_ends(deck)
    for section, level in ship.deck_fires.items():
        if level:
            yield sum(ends[section]) / 2 * meters_a_column, level
    for place in deck.places:
        compartment = ship.compartments.get(place.item)
        if compartment is not None and compartment.fire:
            yield place.column * meters_a_column, 1


def _holes(deck: Deck, struck: Sequence[str], meters_a_column: float) -> Iterable[float]:
    """A place for each hit, within its section; hits without a section are in turn forward, midship
    and aft.
    """
    before: Counter[str] = Counter()
    for number, section in enumerate(struck):
        part = section if section in SECTIONS else SECTIONS[number % len(SECTIONS)]
        first, last = section_ends(deck)[part]
        # The golden ratio spreads any number of places evenly.
        share = (0.5 + before[part] * 0.618) % 1
        before[part] += 1
        # No hole is at the very end of a section.
        yield (first + (last - first) * (0.1 + 0.8 * share)) * meters_a_column


def side_view(
    side: SideView, width: int, height: int, glyphs: Glyphs, state: SideState = INTACT
) -> list[Line]:
    """The ship as lines of text, bow left, as large as ``width`` and ``height`` allow."""
    # The columns that a row needs if the ship is not stretched.
    per_row = (side.length + SEA_AHEAD) / side.height * DOWN / ACROSS
    rows = max(1, min(height - SEA_ROWS, math.floor(width / per_row))) + SEA_ROWS
    columns = min(width, math.ceil((rows - SEA_ROWS) * per_row * SIDE_STRETCH))
    return _picture(side, columns, rows, glyphs.dots, glyphs.flames, state).lines()


class _Projection(NamedTuple):
    """How a side view is drawn: its state, and the dots per meter across and down."""

    side: SideView
    state: SideState
    across: float
    down: float

    def dot(self, x: float, y: float) -> Point:
        """The dot of a point in meters aft of the stem and above the water; the ship may lie
        deeper, and lean.
        """
        state = self.state
        from_raised_end = x if state.trim > 0 else self.side.length - x
        deeper = SETTLED * state.flood + TRIM_SLOPE * abs(state.trim) * from_raised_end
        if state.sinking:
            deeper = SINKING_SLOPE * (x - PIVOT)
        leaning = x + LEAN * state.heel * y
        return (leaning + SEA_AHEAD) * self.across, (self.side.height - y + deeper) * self.down

    def dots(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """The dots of several points."""
        return tuple(self.dot(x, y) for x, y in points)


@lru_cache(maxsize=4)
def _picture(
    side: SideView, columns: int, rows: int, look: str, flames: str, state: SideState
) -> Cells:
    """The sea, then smoke, the ship over both, and the flames over the ship."""
    # The top of the mast is in the first row of dots, the keel in the last one above the sea.
    across = columns * ACROSS / (side.length + SEA_AHEAD)
    down = ((rows - SEA_ROWS) * DOWN - 1) / side.height
    view = _Projection(side, state, across, down)
    ship = Cells(columns, rows - SEA_ROWS, look)
    _draw_hull(ship, view)
    cells = Cells(columns, rows, look, blank="sea")
    _draw_waves(cells, across)
    for x, level in state.fires:
        _draw_smoke(cells, view, x, level)
    cells.overlay(ship, opaque=True)
    for x, level in state.fires:
        fire_x, fire_y = view.dot(x, SMOKE_FROM)
        row = round(fire_y) // DOWN
        if row < ship.height:
            cells.write(round(fire_x) // ACROSS - level // 2, row, flames * level, "bad")
    return cells


def _draw_hull(ship: Cells, view: _Projection) -> None:
    """Draw the ship without the parts that are missing, with her portholes and holes."""
    side = view.side
    missing = view.state.missing
    shapes: list[SideView | SidePart] = [
        side,
        *(part for part in side.parts if part.item not in missing),
    ]
    for shape in shapes:
        ship.draw(Polygon(view.dots(outline), "ship") for outline in shape.solid)
    for shape in shapes:
        ship.draw(Polyline(view.dots(points), "ship") for points in shape.thin)
    if view.down >= PORTHOLES_FROM:
        _draw_portholes(ship, view)
    for x, high in zip(view.state.holes, cycle(HOLE_HEIGHTS), strict=False):
        _draw_hole(ship, view, x, high)


def _draw_portholes(ship: Cells, view: _Projection) -> None:
    """Clear the dot of each porthole."""
    for first, last, apart, high in view.side.portholes:
        for number in range(round((last - first) / apart)):
            ship.dot(*view.dot(first + number * apart, high), "ship", lit=False)


def _draw_hole(ship: Cells, view: _Projection, meters: float, high: float) -> None:
    """Clear the dots of a ragged hole."""
    x, y = view.dot(meters, high)
    across = max(1.5, HOLE_ACROSS * view.across)
    down = max(1.5, HOLE_DOWN * view.down)
    for dot_y in range(round(y - down), round(y + down) + 1):
        for dot_x in range(round(x - across), round(x + across) + 1):
            distance = ((dot_x - x) / across) ** 2 + ((dot_y - y) / down) ** 2
            if distance <= 0.6 + 0.5 * _grain(dot_x, dot_y):
                ship.dot(dot_x, dot_y, "warn", lit=False)


def _draw_smoke(cells: Cells, view: _Projection, meters: float, level: int) -> None:
    """Dots of smoke from a fire to the top of the picture: wider, thinner and further aft with
    height.
    """
    x, y = view.dot(meters, SMOKE_FROM)
    for dot_y in range(min(round(y) + 1, (cells.height - SEA_ROWS) * DOWN)):
        above = (round(y) - dot_y) / view.down
        wide = (SMOKE_WIDTH + SMOKE_LEVEL * level + SMOKE_WIDENS * above) * view.across
        middle = x + (SMOKE_DRIFTS * above + math.sin(above / 2.3)) * view.across
        for dot_x in range(round(middle - wide), round(middle + wide) + 1):
            if _grain(dot_x, dot_y) < SMOKE_DENSITY - SMOKE_THINS * above:
                cells.dot(dot_x, dot_y, "dim")


def _grain(x: int, y: int) -> float:
    """A number from 0 to 1 that looks random but is the same in every picture."""
    return mix(x * 4099 + y) / 2**64


def _draw_waves(cells: Cells, across: float) -> None:
    """Draw two rows of waves, the lower one with gaps, at ``across`` dots per meter."""
    water = (cells.height - SEA_ROWS) * DOWN
    for x in range(cells.width * ACROSS):
        meters = x / across - SEA_AHEAD
        cells.dot(x, water + 0.5 + 0.5 * math.sin(meters / 2.1), "sea")
        if math.sin(meters / 5.3) > -0.2:
            cells.dot(x, water + 2.5 + 0.5 * math.sin(meters / 1.7), "sea")
