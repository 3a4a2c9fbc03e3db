"""A Fletcher from her port side, drawn from strokes in metres, as large as her room."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from picket_duty.figures.cells import Cells
from picket_duty.figures.dot_glyphs import ACROSS, DOWN
from picket_duty.figures.marks import Mark, Point, Polygon, Polyline
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line

#: Metres from the stem to the stern, from the water to the truck, and what is shown of the sea ahead of her.
LENGTH, HEIGHT, AHEAD = 115.0, 30.0, 3.0
#: Lines of text that the sea takes.
SEA = 1
#: Going down: so many metres deeper a metre aft, forward of this point higher.
DOWN_BY, AFLOAT = 0.22, 35.0
#: The decks above the water: the forecastle's house, the after house.
HOUSE, AFTER_HOUSE = 8.2, 7.6
#: What is solid: outlines from the stem aft and from the water up.
SOLID: tuple[tuple[Point, ...], ...] = (
    ((0, 8.3), (8, 7.4), (18, 6.6), (32, 5.8), (55, 5.1), (85, 4.7), (114.6, 4.6), (115, 3.4), (113, 0), (3.6, 0)),
    ((22, 5.8), (22, HOUSE), (45, HOUSE), (45, 5.4)),
    ((31, HOUSE), (31.5, 11.6), (34, 11.6), (34, 13), (40.5, 13), (41, HOUSE)),
    ((35, 13), (35, 15.6), (39, 15.6), (39.6, 14.8), (39.6, 13)),
    ((45, 5.2), (45, 7), (77, 7), (77, 5)),
    ((47.6, 7), (48.4, 16.4), (53.4, 16.4), (53.4, 7)),
    ((62.6, 7), (63.4, 16), (68.2, 16), (68.2, 7)),
    ((77, 4.8), (77, AFTER_HOUSE), (97.5, AFTER_HOUSE), (97.5, 4.8)),
    ((55.5, 8.2), (55.5, 9.4), (61.5, 9.4), (61.5, 8.2)),
    ((69.6, 8.2), (69.6, 9.4), (76, 9.4), (76, 8.2)),
    ((85.4, AFTER_HOUSE), (85.4, 9.6), (89, 9.6), (89, AFTER_HOUSE)),
    ((108.6, 4.6), (108.6, 6.2), (113.6, 6.2), (113.6, 4.6)),
)
#: The five mounts: where the house of each begins, its deck, and where its barrel points, -1 ahead and 1 astern.
MOUNTS = ((14, 6.9, -1), (23.4, HOUSE, -1), (79, AFTER_HOUSE, -1), (91, AFTER_HOUSE, 1), (100, 4.7, 1))
MOUNT_LONG, MOUNT_HIGH, BARREL = 4.6, 3.1, 5.6
#: What is thin: masts and yards, antennas, barrels of the light guns, staffs and stays.
THIN: tuple[tuple[Point, ...], ...] = (
    ((43.4, HOUSE), (43.9, 29.6)),
    ((40.6, 22.4), (47, 22.4)),
    ((41.8, 27), (46, 27), (46, 29), (41.8, 29), (41.8, 27)),
    ((36, 15.6), (36, 17.4), (39, 17.4)),
    ((0.6, 8.2), (0.6, 12)),
    ((113.8, 5), (115, 11.4)),
    ((43.9, 29), (84, 9.6)),
    ((86, 9.4), (83.6, 11.6)),
    ((28.6, HOUSE), (29.6, 10.4), (27.6, 12.4)),
    ((73, 7), (73, 12.6), (75.4, 12.6)),
)


#: Rows of portholes and windows: from, to, how far apart, how high above the water.
PORTHOLES = ((9, 44, 3.2, 4.2), (82, 108, 3.2, 3.0), (33, 40, 1.6, 12.3))
#: Dots a metre from which portholes are dots of their own.
FINE = 0.9
#: She may be drawn so much longer than she is, where there is more room across.
MOST_STRETCHED = 1.25


def side_view(width: int, height: int, glyphs: Glyphs, sinking: bool = False) -> list[Line]:
    """The ship in lines of text, bow left, on the water, as large as ``width`` and ``height`` allow.

    ``sinking``: she goes down by the stern.
    """
    per_row = (LENGTH + AHEAD) / HEIGHT * DOWN / ACROSS
    rows = max(1, min(height - SEA, math.floor(width / per_row))) + SEA
    columns = min(width, math.ceil((rows - SEA) * per_row * MOST_STRETCHED))
    return _drawn(columns, rows, glyphs.dots, sinking).lines()


@lru_cache(maxsize=4)
def _drawn(columns: int, rows: int, look: str, sinking: bool) -> Cells:
    """The ship on the sea; of a ship that goes down, what is under water is not drawn."""
    across, down = columns * ACROSS / (LENGTH + AHEAD), (rows - SEA) * DOWN / HEIGHT

    def at(points: Iterable[Point]) -> tuple[Point, ...]:
        down_by = DOWN_BY if sinking else 0
        return tuple(((x + AHEAD) * across, (HEIGHT - y + down_by * (x - AFLOAT)) * down - 1) for x, y in points)

    ship = Cells(columns, rows - SEA, look)
    ship.draw(_ship_marks(at))
    for first, last, apart, high in PORTHOLES if down >= FINE else ():
        for number in range(round((last - first) / apart)):
            ship.dot(*at(((first + number * apart, high),))[0], "ship", lit=False)
    cells = Cells(columns, rows, look, blank="sea")
    _waves(cells, across)
    cells.overlay(ship, opaque=True)
    return cells


def _ship_marks(at: Callable[[Iterable[Point]], tuple[Point, ...]]) -> Iterator[Mark]:
    for outline in SOLID:
        yield Polygon(at(outline), "ship")
    for begin, deck, way in MOUNTS:
        end, top = begin + MOUNT_LONG, deck + MOUNT_HIGH
        yield Polygon(at(((begin, deck), (begin + 0.6, top), (end - 0.6, top), (end, deck))), "ship")
        breech, muzzle = (begin, begin - BARREL) if way < 0 else (end, end + BARREL)
        yield Polyline(at(((breech, deck + 1.8), (muzzle, deck + 2.4))), "ship")
    for points in THIN:
        yield Polyline(at(points), "ship")


def _waves(cells: Cells, across: float) -> None:
    """Two lines of swell along the water, the lower one broken."""
    water = (cells.height - SEA) * DOWN
    for x in range(cells.width * ACROSS):
        meters = x / across - AHEAD
        cells.dot(x, water + 0.5 + 0.5 * math.sin(meters / 2.1), "sea")
        if math.sin(meters / 5.3) > -0.2:
            cells.dot(x, water + 2.5 + 0.5 * math.sin(meters / 1.7), "sea")
