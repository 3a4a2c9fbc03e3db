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
        #: Each line of dots as the bits of a number, the leftmost dot its lowest bit.
        self._lines = [0] * (rows * DOWN)

    def dot(self, x: float, y: float, lit: bool = True) -> None:
        """Light one dot, or put it out."""
        across, down = round(x), round(y)
        if 0 <= across < self.columns * ACROSS and 0 <= down < len(self._lines):
            self._lines[down] = self._lines[down] | 1 << across if lit else self._lines[down] & ~(1 << across)

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
        low, high = min(y for _, y in points), max(y for _, y in points)
        for y in range(max(0, int(low)), min(len(self._lines), int(high) + 2)):
            for left, right in _spans(points, y):
                first, last = max(0, round(left)), min(self.columns * ACROSS - 1, round(right))
                if first <= last:
                    self._lines[y] |= (1 << last + 1) - (1 << first)

    def texts(self, ascii: bool = False) -> list[str]:
        """All rows of cells as lines of text: braille, or the ASCII signs that look most like it; blanks where dark."""
        return [self._text(self._lines[row * DOWN : (row + 1) * DOWN], ascii) for row in range(self.rows)]

    def _text(self, lines: list[int], ascii: bool) -> str:
        found = []
        for column in range(self.columns):
            bits = 0
            for line, (left, right) in zip(lines, BITS, strict=True):
                pair = line >> column * ACROSS & 3
                bits |= (left if pair & 1 else 0) | (right if pair & 2 else 0)
            found.append(" " if not bits else nearest(bits) if ascii else chr(BRAILLE + bits))
        return "".join(found)


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
def nearest(bits: int) -> str:
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
