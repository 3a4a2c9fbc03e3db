"""A canvas finer than the cells of a terminal: two dots across and four down a cell, shown in braille or in ASCII."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from picket_duty.tui.glyphs import BLOCKS, SINGLE

#: Dots of a cell, across and down.
ACROSS, DOWN = 2, 4
#: The bit of each dot in a braille sign, by row and column.
BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
BRAILLE = 0x2800
UPPER = BITS[0][0] | BITS[0][1] | BITS[1][0] | BITS[1][1]
#: The dots of a cell that is lit, by whether its column and row add up to an even number.
LIT = (0x02, 0x20)
#: Such a cell in ASCII.
LIT_SIGN = ":"
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


class Bitmap:
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

    def texts(self, look: str) -> list[str]:
        """All rows of cells as lines of text, drawn as the signs of the terminal have it; blanks where dark."""
        glyphs = glyphs_of(look)
        return [_text(self._lines[row * DOWN : (row + 1) * DOWN], self.columns, glyphs) for row in range(self.rows)]


def _text(lines: list[int], columns: int, glyphs: Sequence[str]) -> str:
    """A row of cells from its four lines of dots."""
    found = []
    for column in range(columns):
        bits = 0
        for line, (left, right) in zip(lines, BITS, strict=True):
            pair = line >> column * ACROSS & 3
            bits |= (left if pair & 1 else 0) | (right if pair & 2 else 0)
        found.append(glyphs[bits])
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


@lru_cache(maxsize=4)
def glyphs_of(look: str) -> tuple[str, ...]:
    """The sign of a cell for each of the 256 patterns of dots."""
    if look == SINGLE:
        return (" ", *(chr(BRAILLE + bits) for bits in range(1, 256)))
    if look != BLOCKS:
        return (" ", *(LIT_SIGN if bits in LIT else nearest(bits) for bits in range(1, 256)))
    upper, lower, both, lit = tuple(look)
    found = [" "]
    for bits in range(1, 256):
        at_top, at_bottom = bits & UPPER, bits & ~UPPER & 0xFF
        found.append(lit if bits in LIT else both if at_top and at_bottom else upper if at_top else lower)
    return tuple(found)
