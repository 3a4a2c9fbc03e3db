"""The map of Ie Shima drawn from the entered Areas: number, terrain, TEM, control and units, with the borders.

The data name the borders but not the places of the Areas, so the drawing is a scheme: Areas that share a border are
put beside each other if there is room, and the other borders are listed.
"""

from __future__ import annotations

from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    INVENTED,
    JAPANESE,
    SPECIAL,
    IslandBoard,
    IslandState,
    is_practice,
)
from picket_duty.companions.registry import Companion
from picket_duty.pages.blocks import Block, Fields, Paragraph, Trace
from picket_duty.text.names import count

#: Characters of an Area, and of the gap to the next; lines of an Area with the gap below.
WIDTH, GAP, CELL_ROWS = 15, 3, 5
#: The most Areas in a row, so that the map fits on 80 columns; the columns of the map.
ACROSS = 4
MAP_WIDTH = ACROSS * (WIDTH + GAP) - GAP
#: Steps to the cells around one, in the order in which they are tried.
AROUND = ((1, 0), (0, 1), (-1, 0), (0, -1))
Cell = tuple[int, int]


def has_map(state: object) -> bool:
    """Whether a game has a map that can be drawn."""
    return isinstance(state, IslandState) and state.keeps_board


def island_map(state: IslandState, tables: Companion) -> list[Block]:
    """The map: the Areas in their cells, the borders not drawn, the boxes, the key."""
    board = IslandBoard(tables, state)
    cells = placed(board)
    lines: list[str] = []
    drawn: set[frozenset[str]] = set()
    for row in range(min(y for _, y in cells), max(y for _, y in cells) + 1):
        lines += _row(board, cells, row, drawn)
    others = [
        f"{area}-{other}"
        for area in board.areas
        for other in board.areas[area].beside
        if int(area) < int(other) and frozenset((area, other)) not in drawn
    ]
    rows = [("Other borders", ", ".join(others))]
    for box, areas in board.boxes.items():
        rows.append((f"{box} (beside {', '.join(areas)})", _count(board, box) or "empty"))
    rows.append((SPECIAL, _count(board, SPECIAL) or "empty"))
    title = INVENTED if is_practice(state) else "a diagram of the Areas as entered"
    key = "Each Area: Victory Points, number, terrain, TEM; control (A American, J Japanese), units (reduced)"
    return [Trace(f"Map: {title}", tuple(lines)), Fields(tuple(rows)), Paragraph(key)]


def placed(board: IslandBoard) -> dict[Cell, str]:
    """The Areas by cell: each in the free cell that touches most of the Areas on which it borders."""
    cells: dict[Cell, str] = {}
    left = list(board.areas)
    while left:
        drawn = set(cells.values())
        area = max(left, key=lambda name: len(drawn.intersection(board.areas[name].beside)))
        beside = board.areas[area].beside
        edges = [cell for cell, name in cells.items() if name in beside] or list(cells) or [(0, 0)]
        cells[_best_cell(cells, edges, beside)] = area
        left.remove(area)
    return cells


def _best_cell(cells: dict[Cell, str], edges: list[Cell], beside: tuple[str, ...]) -> Cell:
    """The free cell near some cells that touches most of the Areas of ``beside``."""
    free: list[Cell] = [(0, 0)] if not cells else []
    while not free:
        near = [(x + dx, y + dy) for x, y in edges for dx, dy in AROUND]
        free = [cell for cell in near if cell not in cells and _fits(cells, cell)]
        edges = near
    return max(free, key=lambda cell: sum(cells.get((cell[0] + dx, cell[1] + dy)) in beside for dx, dy in AROUND))


def _fits(cells: dict[Cell, str], cell: Cell) -> bool:
    """Whether the map with one more cell has no more columns than fit."""
    columns = [cell[0], *(x for x, _ in cells)]
    return max(columns) - min(columns) < ACROSS


def _row(board: IslandBoard, cells: dict[Cell, str], row: int, drawn: set[frozenset[str]]) -> list[str]:
    """A row of Areas with the borders to the right and below; those are added to ``drawn``."""
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    lines = ["", "", "", ""]
    below = ""
    for column in columns:
        area = cells.get((column, row), "")
        right, down = (_border(board, area, cells.get(cell, "")) for cell in ((column + 1, row), (column, row + 1)))
        drawn.update(pair for pair in (right, down) if pair)
        texts = _cell(board, area) if area else [" " * WIDTH] * len(lines)
        for number, text in enumerate(texts):
            joint = "-" if right and number in (1, 2) else " "
            lines[number] += text + joint * GAP
        below += f"{'|' if down else ' ':^{WIDTH}}{' ' * GAP}"
    return [line.rstrip() for line in (*lines, below)]


def _border(board: IslandBoard, area: str, other: str) -> frozenset[str] | None:
    return frozenset((area, other)) if area and other in board.areas[area].beside else None


def _cell(board: IslandBoard, area: str) -> list[str]:
    """An Area in four lines."""
    ground = board.areas[area]
    inner = WIDTH - 2
    terrain = "rubble" if area in board.state.rubble else "urban" if ground.urban else "clear"
    points = f" {count(number, 'point')} " if (number := board.points(area)) else ""
    control = "A" if board.controls(area) == AMERICAN else "J"
    texts = f"{area} {terrain} +{ground.tem}", f"{control} {_count(board, area)}"
    # The widest text, that of an Area contested by two full stacks with reduced units, leaves no margin.
    rows = [f"|{text if len(text) == inner else f' {text}':<{inner}}|" for text in texts]
    return [f"+{points:-^{inner}}+", *rows, f"+{'-' * inner}+"]


def _count(board: IslandBoard, place: str) -> str:
    """The units in a place: their number by side, reduced ones in parentheses."""
    parts = []
    for side, letter in ((AMERICAN, "A"), (JAPANESE, "J")):
        units = board.at(place, side)
        reduced = sum(map(board.is_reduced, units))
        if units:
            parts.append(f"{len(units)}{letter}{f'({reduced})' if reduced else ''}")
    return " ".join(parts)
