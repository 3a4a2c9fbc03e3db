"""A canvas finer than the cells of a terminal: two dots across and four down a cell, shown in braille or in ASCII."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

#: Dots of a cell, across and down.
ACROSS, DOWN = 2, 4
#: The bit of each dot in a braille sign, by row and column.
BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
BRAILLE = 0x2800
#: What an ASCII sign looks like in the dots of its cell; the nearest one stands for a cell.
LOOKS = {
    " ": (),
    ".": ("  ", "  ", "  ", "# "),
    ",": ("  ", "  ", "  ", " #"),
    "_": ("  ", "  ", "  ", "##"),
    "-": ("  ", "##", "  ", "  "),
    "~": ("  ", "  ", "##", "  "),
    "'": ("# ", "  ", "  ", "  "),
    "`": (" #", "  ", "  ", "  "),
    '"': ("##", "  ", "  ", "  "),
    "/": (" #", " #", "# ", "# "),
    "\\": ("# ", "# ", " #", " #"),
    "|": ("# ", "# ", "# ", "# "),
    "!": (" #", " #", " #", " #"),
    "=": ("##", "  ", "##", "  "),
    "o": ("  ", "  ", "##", "##"),
    "%": ("##", "##", "  ", "  "),
    "#": ("##", "##", "##", "##"),
}
#: Signs that only look like another one: two columns, two sides.
SAME = {"!": "|", ",": ".", "`": "'", "~": "-", "%": '"'}
Point = tuple[float, float]


class Dots:
    """So many cells of dots, all dark at first. Dots are counted from the top left; those outside are left out."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._cells = [[0] * columns for _ in range(rows)]

    def dot(self, x: float, y: float) -> None:
        """Light one dot."""
        across, down = round(x), round(y)
        column, row = across // ACROSS, down // DOWN
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self._cells[row][column] |= BITS[down % DOWN][across % ACROSS]

    def stroke(self, points: Sequence[Point], closed: bool = False) -> None:
        """Light a line from point to point, with ``closed`` back to the first."""
        ends = [*points[1:], points[0]] if closed else list(points[1:])
        for (x, y), (to_x, to_y) in zip(points, ends, strict=False):
            steps = max(1, round(max(abs(to_x - x), abs(to_y - y))))
            for step in range(steps + 1):
                part = step / steps
                self.dot(x + (to_x - x) * part, y + (to_y - y) * part)

    def fill(self, points: Sequence[Point]) -> None:
        """Light every dot within an outline, its rim with them."""
        self.stroke(points, closed=True)
        rows = self.rows * DOWN
        low, high = min(y for _, y in points), max(y for _, y in points)
        for y in range(max(0, int(low)), min(rows, int(high) + 2)):
            for left, right in _spans(points, y):
                for x in range(max(0, round(left)), min(self.columns * ACROSS - 1, round(right)) + 1):
                    self.dot(x, y)

    def lit(self, column: int, row: int) -> bool:
        """Whether any dot of a cell is lit."""
        return bool(self._cells[row][column])

    def sign(self, column: int, row: int, ascii: bool = False) -> str:
        """The sign of a cell: braille, or the ASCII sign that looks most like it; a blank where nothing is lit."""
        bits = self._cells[row][column]
        if not bits:
            return " "
        return _nearest(bits) if ascii else chr(BRAILLE + bits)

    def text(self, row: int, ascii: bool = False) -> str:
        """A row of cells."""
        return "".join(self.sign(column, row, ascii) for column in range(self.columns))


def _spans(points: Sequence[Point], y: int) -> Iterable[Point]:
    """Where a row of dots is within an outline: from, to."""
    crossings = []
    before = points[-1]
    for point in points:
        if (point[1] > y) != (before[1] > y):
            crossings.append(point[0] + (y - point[1]) * (before[0] - point[0]) / (before[1] - point[1]))
        before = point
    crossings.sort()
    return zip(crossings[::2], crossings[1::2], strict=False)


@lru_cache(maxsize=256)
def _nearest(bits: int) -> str:
    """The ASCII sign that differs in the fewest dots."""
    sign = min(LOOKS, key=lambda sign: (_bits(sign) ^ bits).bit_count() + (10 if sign == " " else 0))
    return SAME.get(sign, sign)


def _bits(sign: str) -> int:
    found = 0
    for row, dots in zip(BITS, LOOKS[sign], strict=False):
        for bit, dot in zip(row, dots, strict=True):
            if dot == "#":
                found |= bit
    return found
