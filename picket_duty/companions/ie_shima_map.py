"""The map of Ie Shima: the Areas in their cells, colored by control, the boxes and the key."""

from __future__ import annotations

import msgspec

from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    INVENTED,
    JAPANESE,
    IslandBoard,
    IslandState,
    is_practice,
)
from picket_duty.companions.registry import Companion
from picket_duty.pages.blocks import Block, Fields, Paragraph, Trace
from picket_duty.text.names import count
from picket_duty.text.styled_text import Line, Span, line, text_of

#: The most Areas in a row, so that the map fits on 80 columns.
ACROSS = 4
#: The styles of Areas and units by side.
STYLES = {AMERICAN: "good", JAPANESE: "bad"}
#: Steps to the cells around one, in the order in which they are tried.
AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))
Cell = tuple[int, int]


class MapSize(msgspec.Struct, frozen=True):
    """How an Area is drawn: its columns, the columns to the next, its frame (corners, edges), empty
    for none.
    """

    width: int
    gap: int
    frame: str = ""

    @property
    def columns(self) -> int:
        """The columns of the map."""
        return ACROSS * (self.width + self.gap) - self.gap

    @property
    def rows(self) -> int:
        """The rows of an Area."""
        return 4 if self.frame else 2


#: What the characters of an Area mean.
MAP_KEY = "A/J control  +3 TEM  (1) reduced"
ASCII_MAP = MapSize(15, 3, "++++-|")
FRAMED_MAP = MapSize(15, 3, "┌┐└┘─│")
SMALL_MAP = MapSize(8, 1)


def has_map(state: object) -> bool:
    """Whether a game has a map that can be drawn."""
    return isinstance(state, IslandState) and state.keeps_board


def island_map(state: IslandState, tables: Companion) -> list[Block]:
    """The map: the Areas in their cells, the borders not drawn, the boxes, the key."""
    board = IslandBoard(tables, state)
    lines, others = map_lines(board, ASCII_MAP)
    rows = [("Other borders", ", ".join(others))]
    for box, words in board.box_texts().items():
        rows.append((words, "".join(text for text, _ in _counts(board, box)) or "empty"))
    title = INVENTED if is_practice(state) else "a diagram of the Areas as entered"
    key = (
        "Each Area: Victory Points, number, terrain, TEM; control (A American, J Japanese), units "
        "(reduced)"
    )
    drawing = tuple(text_of(spans).rstrip() for spans in lines)
    return [Trace(f"Map: {title}", drawing), Fields(tuple(rows)), Paragraph(key)]


def map_lines(board: IslandBoard, size: MapSize, marked: str = "") -> tuple[list[Line], list[str]]:
    """The Areas in their cells, colored by control, one of them marked; and the borders that are
    not drawn.
    """
    cells = placed(board)
    columns, rows = ([*range(min(ends), max(ends) + 1)] for ends in zip(*cells, strict=True))
    drawn: set[frozenset[str]] = set()
    lines: list[Line] = []
    for row in rows:
        texts: list[Line] = [[] for _ in range(size.rows + 1)]
        for column in columns:
            area = cells.get((column, row), "")
            beside = board.areas[area].beside if area else ()
            near = cells.get((column + 1, row), ""), cells.get((column, row + 1), "")
            right, down = (other in beside for other in near)
            gap = size.gap if column < columns[-1] else 0
            drawn.update(frozenset((area, other)) for other in near if other in beside)
            cell = (
                _cell(board, area, size, area == marked)
                if area
                else [[Span(" " * size.width)]] * size.rows
            )
            for number, spans in enumerate(cell):
                joins = right and number in ((1, 2) if size.frame else (0,))
                texts[number] += [*spans, Span(("-" if joins else " ") * gap, "dim")]
            texts[-1].append(Span(f"{'|' if down else ' ':^{size.width}}{' ' * gap}", "dim"))
        lines += texts
    pairs = (
        (area, other)
        for area in board.areas
        for other in board.areas[area].beside
        if int(area) < int(other)
    )
    others = [f"{area}-{other}" for area, other in pairs if frozenset((area, other)) not in drawn]
    return lines, others


def placed(board: IslandBoard) -> dict[Cell, str]:
    """The Areas by cell: each in the free cell that touches most of the Areas on which it
    borders.
    """
    cells: dict[Cell, str] = {}
    left = list(board.areas)
    while left:
        drawn = set(cells.values())
        area = max(left, key=lambda name: len(drawn.intersection(board.areas[name].beside)))
        beside = board.areas[area].beside
        edges = [cell for cell, name in cells.items() if name in beside] or list(cells) or [(0, 0)]
        free: list[Cell] = [] if cells else [(0, 0)]
        while not free:
            edges = [(x + dx, y + dy) for x, y in edges for dx, dy in AROUND]
            columns = [x for x, _ in cells]
            fits = range(max(columns) - ACROSS + 1, min(columns) + ACROSS)
            free = [cell for cell in edges if cell not in cells and cell[0] in fits]
        touching = {
            (x, y): sum(cells.get((x + dx, y + dy)) in beside for dx, dy in AROUND) for x, y in free
        }
        cells[max(touching, key=touching.__getitem__)] = area
        left.remove(area)
    return cells


def _cell(board: IslandBoard, area: str, size: MapSize, is_marked: bool) -> list[Line]:
    """An Area: number, terrain, TEM and points; who controls it, and its units."""
    ground = board.areas[area]
    points = board.points(area)
    owner = board.controls(area)
    terrain = "rubble" if area in board.state.rubble else "urban" if ground.urban else "clear"
    head = "good" if owner == AMERICAN else "strong"
    edge = "warn" if board.is_contested(area) else "good" if owner == AMERICAN else "sea"
    width = size.width - 2 if size.frame else size.width
    counts = [(f"{owner[0].upper()} ", STYLES[owner]), *_counts(board, area)]
    if size.frame:
        rows = [[(f"{area} {terrain} +{ground.tem}", head)], counts]
    else:
        short = f"{area + terrain[0] * (terrain != 'clear'):<3}+{ground.tem}"
        rows = [[(short, head), (f" {points}p" if points else "", "key")], counts]
        if sum(len(text) for text, _ in counts) > width:
            rows[1] = [(text.partition("(")[0], style) for text, style in counts]
    for number, row in enumerate(rows):
        room = width - sum(len(text) for text, _ in row)
        # The widest text, that of an Area contested by two full stacks with reduced units, leaves
        # no margin.
        margin = " " * bool(size.frame and room)
        rows[number] = [(margin, edge), *row, (" " * (room - len(margin)), edge)]
    if size.frame:
        left, right, low, far, edges, side = tuple(size.frame)
        worth = f" {count(points, 'point')} " if points else ""
        fill = width - len(worth)
        top = [
            (left + edges * (fill // 2), edge),
            (worth, "key"),
            (edges * (fill - fill // 2) + right, edge),
        ]
        rows = [
            top,
            *([(side, edge), *row, (side, edge)] for row in rows),
            [(low + edges * width + far, edge)],
        ]
    return [line(*((text, "mark" if is_marked else style) for text, style in row)) for row in rows]


def _counts(board: IslandBoard, place: str) -> list[tuple[str, str]]:
    """The units in a place, with styles: their number by side, reduced ones in parentheses."""
    parts: list[tuple[str, str]] = []
    for side, style in STYLES.items():
        if units := board.at(place, side):
            reduced = sum(map(board.is_reduced, units))
            parts += [(" ", "plain")] if parts else []
            parts.append(
                (f"{len(units)}{side[0].upper()}{f'({reduced})' if reduced else ''}", style)
            )
    return parts
