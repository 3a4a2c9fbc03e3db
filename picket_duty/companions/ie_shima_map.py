"""The map of Ie Shima: the Areas in their cells, colored by control, the boxes and the key."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from picket_duty.companions.companion import Companion
from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    INVENTED,
    JAPANESE,
    IslandBoard,
    IslandState,
    is_practice,
)
from picket_duty.pages.blocks import Block, Fields, Paragraph, Trace
from picket_duty.text.english import count
from picket_duty.text.styled_text import Line, Span, text_of

#: The most Areas in a row, so that the map fits on 80 columns.
ACROSS = 4
#: The styles of Areas and units by side.
STYLES = {AMERICAN: "good", JAPANESE: "bad"}
#: Steps to the cells around one, in the order in which they are tried.
AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))
Cell = tuple[int, int]
#: The Areas by the cells in which they are drawn.
Drawn = dict[Cell, str]


class FrameCharacters(NamedTuple):
    """The characters of a frame."""

    top_left: str
    top_right: str
    low_left: str
    low_right: str
    edge: str
    side: str


class MapSize(msgspec.Struct, frozen=True):
    """How an Area is drawn: its columns, the columns to the next, its frame if it has one, its rows,
    and those that lines to the next Area join.
    """

    width: int
    gap: int
    frame: FrameCharacters | None
    rows: int
    joined: tuple[int, ...]

    @property
    def columns(self) -> int:
        """The columns of the map."""
        return ACROSS * (self.width + self.gap) - self.gap


#: What the characters of an Area mean.
MAP_KEY = "A/J control  +3 TEM  (1) reduced"
#: What the low edge of a frame shows.
BOX_KEY = "lower edge: beach box and units"
ASCII_MAP = MapSize(width=15, gap=3, frame=FrameCharacters(*"++++-|"), rows=4, joined=(1, 2))
FRAMED_MAP = msgspec.structs.replace(ASCII_MAP, frame=FrameCharacters(*"┌┐└┘─│"))
SMALL_MAP = MapSize(width=8, gap=1, frame=None, rows=2, joined=(0,))


def has_map(state: object) -> bool:
    """Whether a game has a map that can be drawn."""
    return isinstance(state, IslandState) and state.keeps_board


def island_map(state: IslandState, tables: Companion) -> list[Block]:
    """The map: the Areas in their cells, the borders not drawn, the boxes, the key."""
    board = IslandBoard(tables, state)
    lines, others = drawn_map(board, ASCII_MAP)
    rows = [("Other borders", ", ".join(others))]
    for box, words in board.box_texts().items():
        rows.append((words, text_of(_counts(board, box)) or "empty"))
    title = INVENTED if is_practice(state) else "a diagram of the Areas as entered"
    key = (
        "On the upper edge of an Area: its Victory Points. Inside it: number, terrain, TEM, control "
        "(A: American, J: Japanese) and units (reduced ones in parentheses). On the lower edge: the "
        "beach boxes beside it, with their units."
    )
    drawing = tuple(text_of(spans).rstrip() for spans in lines)
    return [Trace(f"Map: {title}", drawing), Fields(tuple(rows)), Paragraph(key)]


def drawn_map(board: IslandBoard, size: MapSize, marked: str = "") -> tuple[list[Line], list[str]]:
    """The Areas in their cells, colored by control, one of them marked; and the borders that are
    not drawn.
    """
    cells = placed(board)
    columns = [x for x, _ in cells]
    rows = [y for _, y in cells]
    lines = []
    for y in range(min(rows), max(rows) + 1):
        row = [(x, y) for x in range(min(columns), max(columns) + 1)]
        lines += _cells_side_by_side(board, cells, row, size, marked)
    spots = {area: cell for cell, area in cells.items()}
    return lines, _borders_not_drawn(board, spots)


def _cells_side_by_side(
    board: IslandBoard, cells: Drawn, row: list[Cell], size: MapSize, marked: str
) -> list[Line]:
    """The lines of a row of cells; the last line has the borders to the row below."""
    lines: list[Line] = [[] for _ in range(size.rows + 1)]
    for cell in row:
        gap = 0 if cell == row[-1] else size.gap
        blocks = _cell_and_borders(board, cells, cell, size, gap, marked)
        for whole, spans in zip(lines, blocks, strict=True):
            whole += spans
    return lines


def _cell_and_borders(
    board: IslandBoard, cells: Drawn, cell: Cell, size: MapSize, gap: int, marked: str
) -> list[Line]:
    """An Area with its borders to the Areas on its right and below it."""
    x, y = cell
    area = cells.get(cell, "")
    beside = board.areas[area].beside if area else ()
    right = "-" if cells.get((x + 1, y)) in beside else " "
    down = "|" if cells.get((x, y + 1)) in beside else " "
    lines = []
    for number, spans in enumerate(_cell(board, area, size, is_marked=area == marked)):
        border = right if number in size.joined else " "
        lines.append([*spans, Span(border * gap, "dim")])
    below = Span(f"{down:^{size.width}}{' ' * gap}", "dim")
    return [*lines, [below]]


def _borders_not_drawn(board: IslandBoard, spots: dict[str, Cell]) -> list[str]:
    """The borders between Areas whose cells do not touch, each once."""
    borders = []
    for area, ground in board.areas.items():
        touching = _around(spots[area])
        for other in ground.beside:
            if int(area) < int(other) and spots[other] not in touching:
                borders.append(f"{area}-{other}")
    return borders


def placed(board: IslandBoard) -> Drawn:
    """The Areas by cell: each in the free cell that touches most of the Areas on which it
    borders.
    """
    cells: Drawn = {}
    left = list(board.areas)
    while left:
        drawn = set(cells.values())
        area = max(left, key=lambda name: len(drawn.intersection(board.areas[name].beside)))
        beside = board.areas[area].beside
        neighbors = [cell for cell, name in cells.items() if name in beside]
        free = _free_cells(cells, neighbors)
        best = max(free, key=lambda cell: sum(near in neighbors for near in _around(cell)))
        cells[best] = area
        left.remove(area)
    return cells


def _around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in AROUND]


def _free_cells(cells: Drawn, edge: list[Cell]) -> list[Cell]:
    """The free cells nearest to some cells, or to any if there are none, that leave the map narrow
    enough.
    """
    if not cells:
        return [(0, 0)]
    columns = [x for x, _ in cells]
    # In these columns a cell does not make the map wider than it may be.
    fits = range(max(columns) - ACROSS + 1, min(columns) + ACROSS)
    free: list[Cell] = []
    edge = edge or list(cells)
    while not free:
        edge = [near for cell in edge for near in _around(cell)]
        free = [cell for cell in edge if cell not in cells and cell[0] in fits]
    return free


def _cell(board: IslandBoard, area: str, size: MapSize, is_marked: bool) -> list[Line]:
    """An Area: number, terrain, TEM and points; who controls it, and its units."""
    if not area:
        return [[Span(" " * size.width)]] * size.rows
    owner = board.controls(area)
    edge = _edge_style(board, area)
    name = Span(_name(board, area, size), "good" if owner == AMERICAN else "strong")
    control = Span(f"{owner[0].upper()} ", STYLES[owner])
    units = [control, *_counts(board, area)]
    points = board.points(area)
    if size.frame:
        worth = Span(f" {count(points, 'point')} " if points else "", "key")
        below = _boxes_beside(board, area)
        rows = _framed([[name], units], worth, below, size, edge)
    else:
        worth = Span(f" {points}p" if points else "", "key")
        # Without room, the numbers of reduced units are left out.
        if len(text_of(units)) > size.width:
            units = [Span(span.text.partition("(")[0], span.style) for span in units]
        rows = [_padded(row, size.width, edge) for row in ([name, worth], units)]
    if is_marked:
        return [[Span(span.text, "mark") for span in row] for row in rows]
    return rows


def _edge_style(board: IslandBoard, area: str) -> str:
    if board.is_contested(area):
        return "warn"
    return "good" if board.controls(area) == AMERICAN else "sea"


def _name(board: IslandBoard, area: str, size: MapSize) -> str:
    """The number of an Area, its terrain and its TEM."""
    ground = board.areas[area]
    terrain = "urban" if ground.urban else "clear"
    if area in board.state.rubble:
        terrain = "rubble"
    if size.frame:
        return f"{area} {terrain} +{ground.tem}"
    short = area if terrain == "clear" else area + terrain[0]
    return f"{short:<3}+{ground.tem}"


def _boxes_beside(board: IslandBoard, area: str) -> Line:
    """The beach boxes beside an Area by the first word of their names, with their units:
    ``green 12A``.
    """
    spans = []
    for box, areas in board.boxes.items():
        if area not in areas:
            continue
        name, _, _ = box.partition(" ")
        units = _counts(board, box)
        spans += [Span(f" {name} ", "dim"), *units]
        if units:
            spans.append(Span(" "))
    return spans


def _framed(rows: list[Line], worth: Span, below: Line, size: MapSize, edge: str) -> list[Line]:
    """The rows of an Area in its frame, with its points at the top and what is ``below`` it at the
    bottom.
    """
    frame = size.frame
    assert frame is not None
    width = size.width - 2
    side = Span(frame.side, edge)
    top = _on_edge([worth], frame, width, edge)
    low = _on_edge(below, frame, width, edge)
    lines = [[Span(frame.top_left, edge), *top, Span(frame.top_right, edge)]]
    for row in rows:
        # The widest text, that of an Area contested by two full stacks with reduced units, leaves
        # no margin.
        margin = " " if len(text_of(row)) < width else ""
        padded = _padded([Span(margin, edge), *row], width, edge)
        lines.append([side, *padded, side])
    lines.append([Span(frame.low_left, edge), *low, Span(frame.low_right, edge)])
    return lines


def _on_edge(label: Line, frame: FrameCharacters, width: int, style: str) -> Line:
    """A label in the middle of an edge of a frame, if it has room."""
    fill = width - len(text_of(label))
    if fill < 0:
        # The list of boxes below the map has them too.
        return _on_edge(label=[], frame=frame, width=width, style=style)
    left = fill // 2
    right = fill - left
    return [Span(frame.edge * left, style), *label, Span(frame.edge * right, style)]


def _padded(row: Line, width: int, style: str) -> Line:
    room = width - len(text_of(row))
    return [*row, Span(" " * room, style)]


def _counts(board: IslandBoard, place: str) -> Line:
    """The units in a place: their number by side, reduced ones in parentheses."""
    parts: Line = []
    for side, style in STYLES.items():
        units = board.at(place, side)
        if not units:
            continue
        words = f"{len(units)}{side[0].upper()}"
        reduced = sum(map(board.is_reduced, units))
        if reduced:
            words += f"({reduced})"
        if parts:
            parts.append(Span(" "))
        parts.append(Span(words, style))
    return parts
