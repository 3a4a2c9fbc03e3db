"""The map of the picket stations, with its key and today's stations."""

from __future__ import annotations

import math
from functools import lru_cache

from picket_duty.book import Tables
from picket_duty.book.data import Land, StationPlace
from picket_duty.figures.cells import ACROSS, DOWN, Cells
from picket_duty.figures.marks import Polygon
from picket_duty.pages.ships import station_assigned
from picket_duty.rules.play import Play
from picket_duty.rules.records import reported_days
from picket_duty.rules.stations import stations_today
from picket_duty.state import State
from picket_duty.text.names import count
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, line, side_by_side, wrap

#: Miles shown east and north of Point Bolo.
REACH_EAST, REACH_NORTH = 82, 64
#: Height of a row of a terminal, in columns.
STRETCH = 2.0
#: Columns of the map for each of its rows.
COLUMNS_PER_ROW = REACH_EAST / REACH_NORTH * STRETCH
BESIDE = 34
#: How far from the middle of an island its name may be, in columns and rows.
NAME_COLUMNS, NAME_ROWS = 14, 3


def map_lines(state: State, tables: Tables, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """The map on the left, its key and today's stations on the right."""
    rows = max(15, height)
    columns = min(width - BESIDE - 2, round((rows - 1) * COLUMNS_PER_ROW))
    map_rows = _map(state, tables, columns, rows, glyphs).lines()
    beside = _beside(state, tables, width - columns - 3, glyphs)
    return side_by_side(map_rows, beside, columns + 2)


def small_map_lines(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The map with its key below it, for the side of another page."""
    rows = _map(state, tables, width, round(width / COLUMNS_PER_ROW) + 1, glyphs).lines()
    station = station_assigned(state)
    yours = line((f"[{station}]", "mark"), (" your station   ", "dim")) if station else []
    active = line(("(n)", "key"), (" active today   ", "dim")) if active_today(state, tables) is not None else []
    return [*rows, [], [*yours, *active, *line(("+", "strong"), (" Point Bolo", "dim"))]]


def _map(state: State, tables: Tables, columns: int, rows: int, glyphs: Glyphs) -> Cells:
    cells = Cells(columns, rows, glyphs.dots, under=_coast(tables, columns, rows, glyphs.dots), blank="ship")
    bolo = _map_cell(0, 0, columns, rows)
    cells.write(*bolo, "+", "strong")
    cells.write(columns // 2, 0, "N", "dim")
    active = active_today(state, tables)
    for place in tables.map_data.stations:
        _station(cells, place, state, active)
    for land in tables.map_data.lands:
        _name(cells, land)
    return cells


def _station(cells: Cells, place: StationPlace, state: State, active: list[int] | None) -> None:
    angle = math.radians(place.bearing)
    east, north = math.sin(angle) * place.distance, math.cos(angle) * place.distance
    x, y = _map_cell(east, north, cells.width, cells.height)
    if station_assigned(state) == place.number:
        cells.write(x - 1, y, f"[{place.number}]", "mark")
    elif active is not None and place.number in active:
        cells.write(x - 1, y, f"({place.number})", "key")
    else:
        cells.write(x, y, str(place.number), "plain" if active is None else "dim")


def _name(cells: Cells, land: Land) -> None:
    many = len(land.points)
    east, north = sum(point[0] for point in land.points) / many, sum(point[1] for point in land.points) / many
    x, y = _map_cell(east, north, cells.width, cells.height)
    size = len(land.name) + 2
    free = [
        (max(column - x, x - column - size + 1) + STRETCH * abs(row - y), row, column)
        for row in range(max(0, y - NAME_ROWS), min(cells.height, y + NAME_ROWS + 1))
        for column in range(max(0, x - NAME_COLUMNS - size), x + NAME_COLUMNS)
        if cells.is_blank(column, row, size)
    ]
    if free:
        _, row, column = min(free)
        cells.write(column + 1, row, land.name, "dim")


def _map_cell(east: float, north: float, columns: int, rows: int) -> tuple[int, int]:
    x, y = _dot(east, north, columns, rows)
    return min(columns - 1, int(x) // ACROSS), min(rows - 1, int(y) // DOWN)


def _dot(east: float, north: float, columns: int, rows: int) -> tuple[float, float]:
    """A place in dots from the upper left, given in miles from Point Bolo."""
    across, down = columns * ACROSS - 1, rows * DOWN - 1
    return (east + REACH_EAST) * across / (2 * REACH_EAST), (REACH_NORTH - north) * down / (2 * REACH_NORTH)


@lru_cache(maxsize=8)
def _coast(tables: Tables, columns: int, rows: int, look: str) -> Cells:
    cells = Cells(columns, rows, look, blank="ship")
    for land in tables.lands:
        cells.draw((Polygon(tuple(_dot(east, north, columns, rows) for east, north in land.points), "ship"),))
    return cells


def active_today(state: State, tables: Tables) -> list[int] | None:
    """The stations active today, none after the last day; None if any station may be used."""
    if state.date > max(campaign.end for campaign in tables.campaigns.values()):
        return []
    return stations_today(Play(state, tables))


def _beside(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    station = station_assigned(state)
    active = active_today(state, tables)
    lines = [
        line(("[n]", "mark"), " your station"),
        line(("(n)", "key"), " active today")
        if active is not None
        else line(("You may be sent to any station.", "dim")),
        line((" n ", "dim"), " not active today") if active is not None else [],
        line((" + ", "strong"), " Point Bolo"),
        [],
        line(("Today  ", "dim"), (f"station {station}" if station else "no station yet", "strong")),
    ]
    lines += _where(station, tables, width)
    if active is not None:
        words = ", ".join(map(str, active)) or "none (no picket duty today)"
        lines += wrap(line(("Active ", "dim"), words), width, indent=7)
    lines += _radars(state, tables, width)
    lines += [[], line(("Days served, by station", "title"))]
    served = days_by_station(state)
    if not served:
        lines.append(line(("none yet", "dim")))
    for number, days in served:
        lines.append(line(f"{number:>3}  ", (glyphs.full * min(days, width - 12), "title"), f" {count(days, 'day')}"))
    return [*lines, [], line(("Positions are approximate.", "dim"))]


def _where(station: int | None, tables: Tables, width: int) -> list[Line]:
    for place in tables.map_data.stations:
        if place.number == station:
            words = f"{place.distance} miles, {place.bearing:03d} from Point Bolo"
            return wrap(line(("       ", "dim"), words), width, indent=7)
    return []


def _radars(state: State, tables: Tables, width: int) -> list[Line]:
    if not state.advanced:
        return []
    most = tables.numbers.land_radars
    coming = max(0, most - state.land_radars - state.land_radars_lost)
    glyphs = "*" * state.land_radars + "X" * state.land_radars_lost + "." * coming
    words = f" {state.land_radars} of {most} on the air"
    lost = f", {state.land_radars_lost} lost" if state.land_radars_lost else ""
    return wrap(line(("Land radar ", "dim"), (glyphs, "good"), words + lost), width, indent=11)


def days_by_station(state: State) -> list[tuple[int, int]]:
    """The stations served with the days on each, most days first."""
    days: dict[int, int] = {}
    for day in reported_days(state):
        if day.station:
            days[day.station] = days.get(day.station, 0) + 1
    return sorted(days.items(), key=lambda item: (-item[1], item[0]))
