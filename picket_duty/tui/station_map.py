"""The map of the picket stations around Okinawa, drawn in a terminal."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import fmean

from picket_duty.book import Tables
from picket_duty.figures.cells import ACROSS, DOWN, Cells
from picket_duty.figures.marks import Polygon
from picket_duty.pages import campaign_records, ships
from picket_duty.state import State
from picket_duty.text.styled_text import Line, line
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import side_by_side
from picket_duty.tui.page_view import page_lines

#: Miles shown east and north of Point Bolo.
REACH_EAST = 82
REACH_NORTH = 64
#: Height of a row of a terminal, in columns.
STRETCH = 2.0
#: Columns of the map for each of its rows.
COLUMNS_PER_ROW = REACH_EAST / REACH_NORTH * STRETCH
#: Columns beside the map, for its key and the stations of today.
BESIDE = 34
#: How far from the middle of an island its name may be, in columns and rows.
NAME_COLUMNS = 14
NAME_ROWS = 3


def map_lines(state: State, tables: Tables, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """The map on the left, its key and today's stations on the right."""
    rows = max(15, height)
    columns = min(width - BESIDE - 2, round((rows - 1) * COLUMNS_PER_ROW))
    beside = page_lines(campaign_records.stations_page(state, tables), width - columns - 3, glyphs)
    return side_by_side(_map_lines(state, tables, columns, rows, glyphs), beside, columns + 2)


def small_map_lines(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The map with its key below it, for the side of another page."""
    rows = _map_lines(state, tables, width, round(width / COLUMNS_PER_ROW) + 1, glyphs)
    key: Line = []
    if station := ships.station_assigned(state):
        key += line((f"[{station}]", "mark"), (" your station   ", "dim"))
    if campaign_records.active_today(state, tables) is not None:
        key += line(("(n)", "key"), (" active today   ", "dim"))
    return [*rows, [], [*key, *line(("+", "strong"), (" Point Bolo", "dim"))]]


def _map_lines(state: State, tables: Tables, columns: int, rows: int, glyphs: Glyphs) -> list[Line]:
    """The map without its key: the coast, the stations, Point Bolo (+) and the names of islands."""
    coast = _coast(tables, columns, rows, glyphs.dots)
    cells = Cells(columns, rows, glyphs.dots, under=coast, blank="ship")
    cells.write(*_map_cell(cells, east=0, north=0), "+", "strong")
    # North is up.
    cells.write(columns // 2, 0, "N", "dim")
    _write_stations(cells, state, tables)
    # The coast has more islands than these, which have room for a name.
    for land in tables.map_data.lands:
        easts, norths = zip(*land.points, strict=True)
        _write_name(cells, land.name, *_map_cell(cells, fmean(easts), fmean(norths)))
    return cells.lines()


def _write_stations(cells: Cells, state: State, tables: Tables) -> None:
    """Write the numbers of the stations: that of the ship in brackets, those active today in
    parentheses, and the others.
    """
    active = campaign_records.active_today(state, tables)
    own = ships.station_assigned(state)
    for place in tables.map_data.stations:
        angle = math.radians(place.bearing)
        east = math.sin(angle) * place.distance
        x, y = _map_cell(cells, east, math.cos(angle) * place.distance)
        if place.number == own:
            cells.write(x - 1, y, f"[{place.number}]", "mark")
        elif active is not None and place.number in active:
            cells.write(x - 1, y, f"({place.number})", "key")
        else:
            cells.write(x, y, str(place.number), "plain" if active is None else "dim")


def _write_name(cells: Cells, name: str, x: int, y: int) -> None:
    """Write the name of an island at the blank place nearest to its middle, if there is one."""
    # A blank cell on either side.
    size = len(name) + 2
    free = []
    for row in range(max(0, y - NAME_ROWS), min(cells.height, y + NAME_ROWS + 1)):
        for column in range(max(0, x - NAME_COLUMNS - size), x + NAME_COLUMNS):
            if cells.is_blank(column, row, size):
                # How far the name is to the right or to the left of the middle; negative if it is
                # over it.
                beside = max(column - x, x - (column + size - 1))
                free.append((beside + STRETCH * abs(row - y), row, column))
    if free:
        _, row, column = min(free)
        cells.write(column + 1, row, name, "dim")


def _map_cell(cells: Cells, east: float, north: float) -> tuple[int, int]:
    """Column and row of a place, given in miles from Point Bolo."""
    x, y = _dot(east, north, cells.width, cells.height)
    return min(cells.width - 1, int(x) // ACROSS), min(cells.height - 1, int(y) // DOWN)


def _dot(east: float, north: float, columns: int, rows: int) -> tuple[float, float]:
    """A place in dots from the upper left, given in miles from Point Bolo."""
    across = (columns * ACROSS - 1) / (2 * REACH_EAST)
    down = (rows * DOWN - 1) / (2 * REACH_NORTH)
    return (east + REACH_EAST) * across, (REACH_NORTH - north) * down


@lru_cache(maxsize=8)
def _coast(tables: Tables, columns: int, rows: int, look: str) -> Cells:
    """The islands, drawn once for each size of the map."""
    cells = Cells(columns, rows, look, blank="ship")
    for land in tables.lands:
        points = tuple(_dot(east, north, columns, rows) for east, north in land.points)
        cells.draw((Polygon(points, "ship"),))
    return cells
