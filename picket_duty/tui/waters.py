"""The waters round Okinawa: the picket stations and the islands on a chart of cells."""

from __future__ import annotations

import math
from functools import lru_cache

from picket_duty.book import Tables
from picket_duty.book.data import Land, StationPlace, Waters
from picket_duty.rules.play import Play
from picket_duty.rules.stations import stations_today
from picket_duty.state import State
from picket_duty.tui.lines import Line, Span, line, pad, wrap
from picket_duty.tui.signs import Signs
from picket_duty.wording import count

#: Miles shown east and north of Point Bolo.
REACH_EAST, REACH_NORTH = 82, 64
#: A row of a terminal is about so many columns high.
STRETCH = 2.0
BESIDE = 34
Cells = list[list[Span]]


def waters_lines(state: State, tables: Tables, width: int, height: int, signs: Signs) -> list[Line]:
    """The chart at the left, what its signs mean and the stations of today at the right."""
    rows = max(15, height)
    mile_rows = 2 * REACH_NORTH / (rows - 1)
    columns = min(width - BESIDE - 2, round(2 * REACH_EAST / mile_rows * STRETCH))
    chart = _chart(state, tables, columns, rows, signs)
    beside = _beside(state, tables, width - columns - 3, signs)
    lines = []
    for row in range(max(len(chart), len(beside))):
        at_left = chart[row] if row < len(chart) else []
        lines.append([*pad(at_left, columns + 2), *(beside[row] if row < len(beside) else [])])
    return lines


def _chart(state: State, tables: Tables, columns: int, rows: int, signs: Signs) -> Cells:
    waters = tables.waters
    cells = [[Span(" ", "sea")] * columns for _ in range(rows)]
    for x, y in _land_cells(waters, columns, rows):
        cells[y][x] = Span(signs.hull, "sea")
    bolo_x, bolo_y = _cell(0, 0, columns, rows)
    _write(cells, bolo_x, bolo_y, "+", "strong")
    names = ((33, 8, "OKINAWA"), (-52, -9, "Kume"), (-22, -19, "Kerama")) if columns > 60 else ()
    for east, north, name in names:
        _write(cells, *_cell(east, north, columns, rows), name, "dim")
    _write(cells, columns // 2, 0, "N", "dim")
    active = active_today(state, tables)
    for place in waters.stations:
        _station(cells, place, state, active, columns, rows, signs)
    return cells


def _station(
    cells: Cells, place: StationPlace, state: State, active: list[int] | None, columns: int, rows: int, signs: Signs
) -> None:
    """A station by its number, with the sign of what it is today."""
    angle = math.radians(place.bearing)
    east, north = math.sin(angle) * place.distance, math.cos(angle) * place.distance
    x, y = _cell(east, north, columns, rows)
    here = state.ship.station == place.number and not state.ship.back
    if here:
        _write(cells, x - 1, y, f"[{place.number}]", "mark")
    elif active is not None and place.number in active:
        _write(cells, x - 1, y, f"({place.number})", "key")
    else:
        _write(cells, x, y, str(place.number), "plain" if active is None else "dim")


def _cell(east: float, north: float, columns: int, rows: int) -> tuple[int, int]:
    """Column and row of a place."""
    x = round((east + REACH_EAST) * (columns - 1) / (2 * REACH_EAST))
    y = round((REACH_NORTH - north) * (rows - 1) / (2 * REACH_NORTH))
    return x, y


@lru_cache(maxsize=8)
def _land_cells(waters: Waters, columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """The cells that are land: those whose middle is, and those an outline goes through."""
    found: set[tuple[int, int]] = set()
    for land in waters.lands:
        found.update(_outline(land, columns, rows))
        if len(land.points) > 2:
            found.update(_inside(land, columns, rows))
    return tuple((x, y) for x, y in found if 0 <= x < columns and 0 <= y < rows)


def _outline(land: Land, columns: int, rows: int) -> set[tuple[int, int]]:
    ends = [*land.points[1:], land.points[0]] if len(land.points) > 2 else [*land.points[1:], land.points[-1]]
    found = set()
    for (east, north), (other_east, other_north) in zip(land.points, ends, strict=True):
        for step in range(9):
            part = step / 8
            found.add(_cell(east + (other_east - east) * part, north + (other_north - north) * part, columns, rows))
    return found


def _inside(land: Land, columns: int, rows: int) -> set[tuple[int, int]]:
    found = set()
    for y in range(rows):
        north = REACH_NORTH - y * 2 * REACH_NORTH / (rows - 1)
        for x in range(columns):
            east = x * 2 * REACH_EAST / (columns - 1) - REACH_EAST
            if _within(east, north, land.points):
                found.add((x, y))
    return found


def _within(east: float, north: float, points: tuple[tuple[int, int], ...]) -> bool:
    """Whether a place lies within an outline."""
    inside = False
    before = points[-1]
    for point in points:
        if (point[1] > north) != (before[1] > north):
            crossing = point[0] + (north - point[1]) * (before[0] - point[0]) / (before[1] - point[1])
            inside ^= east < crossing
        before = point
    return inside


def _write(cells: Cells, x: int, y: int, text: str, tone: str) -> None:
    if 0 <= y < len(cells):
        for place, sign in enumerate(text):
            if 0 <= x + place < len(cells[y]):
                cells[y][x + place] = Span(sign, tone)


def active_today(state: State, tables: Tables) -> list[int] | None:
    """The stations active today, none after the last day; None where any may be called for."""
    if state.date > max(one.end for one in tables.campaigns.values()):
        return []
    return stations_today(Play(state, tables))


# -- beside the chart ----------------------------------------------------------------


def _beside(state: State, tables: Tables, width: int, signs: Signs) -> list[Line]:
    station = state.ship.station
    active = active_today(state, tables)
    lines = [
        line(("[1]", "mark"), " our station"),
        line(("(2)", "key"), " active today") if active is not None else line(("all sixteen may be called for", "dim")),
        line((" 3 ", "dim"), " not active today") if active is not None else [],
        line((" + ", "strong"), " Point Bolo"),
        [],
        line(("Today  ", "dim"), (f"station {station}" if station else "no station", "strong")),
    ]
    lines += _where(station, tables, width)
    if active is not None:
        words = ", ".join(map(str, active)) or "none: no duty today"
        lines += wrap(line(("Active ", "dim"), words), width, indent=7)
    lines += _radars(state, tables, width)
    lines += [[], line(("Days served, by station", "title"))]
    served = days_by_station(state)
    if not served:
        lines.append(line(("none yet", "dim")))
    for number, days in served:
        lines.append(line(f"{number:>3}  ", (signs.full * min(days, width - 12), "title"), f" {count(days, 'day')}"))
    return [*lines, [], line(("Places are approximate.", "dim"))]


def _where(station: int | None, tables: Tables, width: int) -> list[Line]:
    for place in tables.waters.stations:
        if place.number == station:
            words = f"{place.distance} miles, {place.bearing:03d} from Point Bolo"
            return wrap(line(("       ", "dim"), words), width, indent=7)
    return []


def _radars(state: State, tables: Tables, width: int) -> list[Line]:
    """Land radar stations: on the air, lost, and those still to come."""
    if not state.advanced:
        return []
    most = tables.numbers.land_radars
    coming = max(0, most - state.land_radars - state.land_radars_lost)
    signs = "*" * state.land_radars + "X" * state.land_radars_lost + "." * coming
    words = f" {state.land_radars} of {most} on the air"
    lost = f", {state.land_radars_lost} lost" if state.land_radars_lost else ""
    return wrap(line(("Land radar ", "dim"), (signs, "good"), words + lost), width, indent=11)


def days_by_station(state: State) -> list[tuple[int, int]]:
    """The stations served with the days on each, most days first."""
    days: dict[int, int] = {}
    for day in state.records.daily:
        if day.station:
            days[day.station] = days.get(day.station, 0) + 1
    return sorted(days.items(), key=lambda item: (-item[1], item[0]))
