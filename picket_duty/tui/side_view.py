"""A ship from her port side on the water, as large as there is room: the side view of her class in the tables."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from picket_duty.book.data import SideView
from picket_duty.figures.cells import Cells
from picket_duty.figures.dot_glyphs import ACROSS, DOWN
from picket_duty.figures.marks import Point, Polygon, Polyline
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line

#: Meters of the sea ahead of her that are shown.
AHEAD = 3.0
#: Lines of text that the sea takes.
SEA = 1
#: Going down by the stern: how many meters deeper per meter aft of this point; forward of it she is higher.
DOWN_BY, AFLOAT = 0.22, 35.0
#: Dots per meter from which portholes are drawn.
FINE = 0.9
#: How much longer than she is the ship may be drawn, to fill the width.
MOST_STRETCHED = 1.25


def side_view(side: SideView, width: int, height: int, glyphs: Glyphs, sinking: bool = False) -> list[Line]:
    """The ship in lines of text, bow left, as large as ``width`` and ``height`` allow.

    ``sinking``: she goes down by the stern.
    """
    per_row = (side.length + AHEAD) / side.height * DOWN / ACROSS
    rows = max(1, min(height - SEA, math.floor(width / per_row))) + SEA
    columns = min(width, math.ceil((rows - SEA) * per_row * MOST_STRETCHED))
    return _drawn(side, columns, rows, glyphs.dots, sinking).lines()


@lru_cache(maxsize=4)
def _drawn(side: SideView, columns: int, rows: int, look: str, sinking: bool) -> Cells:
    """The ship on the sea; of a sinking ship, what is under water is not drawn."""
    across, down = columns * ACROSS / (side.length + AHEAD), (rows - SEA) * DOWN / side.height

    def at(points: Iterable[Point]) -> tuple[Point, ...]:
        down_by = DOWN_BY if sinking else 0
        return tuple(((x + AHEAD) * across, (side.height - y + down_by * (x - AFLOAT)) * down - 1) for x, y in points)

    ship = Cells(columns, rows - SEA, look)
    ship.draw(Polygon(at(outline), "ship") for outline in side.solid)
    ship.draw(Polyline(at(points), "ship") for points in side.thin)
    for first, last, apart, high in side.portholes if down >= FINE else ():
        for number in range(round((last - first) / apart)):
            ship.dot(*at(((first + number * apart, high),))[0], "ship", lit=False)
    cells = Cells(columns, rows, look, blank="sea")
    _waves(cells, across)
    cells.overlay(ship, opaque=True)
    return cells


def _waves(cells: Cells, across: float) -> None:
    """Two lines of swell along the water, the lower one broken."""
    water = (cells.height - SEA) * DOWN
    for x in range(cells.width * ACROSS):
        meters = x / across - AHEAD
        cells.dot(x, water + 0.5 + 0.5 * math.sin(meters / 2.1), "sea")
        if math.sin(meters / 5.3) > -0.2:
            cells.dot(x, water + 2.5 + 0.5 * math.sin(meters / 1.7), "sea")
