"""Figures in the cells of a terminal: dots, two by four per cell, a style for each cell, text over
them.

The unit of the coordinates is a dot. Only rows that changed since the background are composed.
Braille shows each dot. Half blocks show the upper and the lower half of a cell, ASCII the nearest
character.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise

from picket_duty.figures.marks import END, START, Circle, Mark, Point, Polygon, Polyline, Words
from picket_duty.text.styled_text import Line, Span

#: The three looks, or how dots are shown. In braille, each dot is visible.
BRAILLE = "single"
#: Half blocks, of which these are the characters: upper half, lower half, both, a shaded cell.
BLOCKS = "▀▄█░"
#: The nearest ASCII character.
NEAREST = "nearest"
#: Dots of a cell, across and down.
ACROSS = 2
DOWN = 4
#: The bit of each dot in a braille character, by row and column.
BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
#: The bits of the upper half of a cell.
UPPER = BITS[0][0] | BITS[0][1] | BITS[1][0] | BITS[1][1]
#: The dots of a shaded cell, in turn from cell to cell along rows and columns; its character in
#: ASCII.
SHADED = (0x02, 0x20)
SHADED_CHARACTER = ":"
#: The dots that each ASCII character covers in its cell.
SHAPES = {
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
#: Characters whose dots are only in another column or row than those of another one, which is shown
#: instead: on the screen, both look the same.
SAME = {"!": "|", ",": ".", "`": "'", "~": "-", "%": '"'}


@lru_cache(maxsize=4)
def glyphs_of(look: str) -> tuple[str, ...]:
    """The character of a cell for each of the 256 patterns of dots; ``look`` is one of the three
    above.
    """
    if look == BRAILLE:
        return (" ", *(chr(0x2800 + bits) for bits in range(1, 256)))
    glyph = _block if look == BLOCKS else _nearest
    return (" ", *map(glyph, range(1, 256)))


def _block(bits: int) -> str:
    """The half or whole block that has the dots."""
    upper, lower, both, shaded = tuple(BLOCKS)
    if bits in SHADED:
        return shaded
    if not bits & UPPER:
        return lower
    return both if bits & ~UPPER else upper


def _nearest(bits: int) -> str:
    """The ASCII character that differs from the dots in the fewest."""
    if bits in SHADED:
        return SHADED_CHARACTER

    def difference(character: str) -> int:
        differing = (_shape(character) ^ bits).bit_count()
        # More than any other difference, so that a cell with dots never looks empty.
        return differing + 10 if character == " " else differing

    nearest = min(SHAPES, key=difference)
    return SAME.get(nearest, nearest)


@cache
def _shape(character: str) -> int:
    """The dots of an ASCII character."""
    shape = 0
    for bits, dots in zip(BITS, SHAPES[character], strict=False):
        for bit, dot in zip(bits, dots, strict=True):
            if dot == "#":
                shape |= bit
    return shape


class Cells:
    """A grid of cells to draw figures on. ``look`` says how dots are shown: ``BRAILLE``, ``BLOCKS``
    or ``NEAREST``.

    A grid may begin as a copy of a finished one, ``under``; rows on which nothing more is drawn are
    then not composed again. ``blank`` is the style of empty cells; without it they take the style
    of the cell before them, for fewer changes of style.
    """

    def __init__(
        self, width: int, height: int, look: str, under: Cells | None = None, blank: str = ""
    ) -> None:
        self.width = width
        self.height = height
        self.look = look
        self.blank = blank
        self.dots: bytearray = bytearray(under.dots) if under else bytearray(width * height)
        self.styles: list[str] = list(under.styles) if under else ["plain"] * (width * height)
        #: Text over the dots, by cell number.
        self.words: dict[int, Span] = dict(under.words) if under else {}
        self._under = under.finished if under else []
        self._touched: set[int] = set()

    @cached_property
    def finished(self) -> list[Line]:
        """The rows of a finished grid, cached: nothing may be drawn on it afterwards."""
        return self.lines()

    @cached_property
    def lit(self) -> tuple[int, ...]:
        """The numbers of the cells with dots in a finished grid."""
        return tuple(cell for cell, bits in enumerate(self.dots) if bits)

    def draw(self, marks: Iterable[Mark]) -> None:
        """Draw marks; a mark's style is the name of a text style. Anything outside the grid is
        clipped.
        """
        for mark in marks:
            if isinstance(mark, Polyline):
                for start, end in pairwise(mark.points):
                    self.stroke(start, end, mark.style, mark.spacing, mark.character)
            elif isinstance(mark, Words):
                column = int(mark.x) // ACROSS
                if mark.anchor == END:
                    column -= len(mark.text)
                elif mark.anchor != START:
                    column -= len(mark.text) // 2
                self.write(column, int(mark.y) // DOWN, mark.text, mark.style, mark.action)
            elif isinstance(mark, Polygon):
                self.fill(mark.points, mark.style)
            elif isinstance(mark, Circle):
                self._circle(mark)
            else:
                left = mark.x
                top = mark.y
                right = left + mark.width
                bottom = top + mark.height
                corners = ((left, top), (right, top), (right, bottom), (left, bottom))
                self.fill(corners, mark.style)

    def _circle(self, mark: Circle) -> None:
        steps = max(24, round(math.pi * (mark.across + mark.down) / 2))
        for step in range(steps):
            angle = 2 * math.pi * step / steps
            x = round(math.sin(angle) * mark.across)
            y = round(math.cos(angle) * mark.down)
            self.dot(mark.x + x, mark.y - y, mark.style)

    def stroke(
        self, start: Point, end: Point, style: str, spacing: int = 1, character: str = ""
    ) -> None:
        """Draw a straight line: as dots, as every ``spacing``-th dot, or as characters."""
        x, y = start
        to_x, to_y = end
        # A horizontal line from dot to dot is drawn in one piece, which is faster.
        is_solid = spacing == 1 and not character
        if is_solid and y == to_y and isinstance(x, int) and isinstance(to_x, int):
            self._run(round(y), min(x, to_x), max(x, to_x), style)
            return
        width = self.width
        height = self.height
        dots = self.dots
        styles = self.styles
        touched = self._touched
        for at_x, at_y in _dots_between(start, end, spacing):
            column = at_x // ACROSS
            row = at_y // DOWN
            if character:
                self.write(column, row, character, style)
            elif 0 <= column < width and 0 <= row < height:
                cell = row * width + column
                dots[cell] |= BITS[at_y % DOWN][at_x % ACROSS]
                styles[cell] = style
                touched.add(row)

    def fill(self, points: Sequence[Point], style: str) -> None:
        """Fill an outline, including its edge."""
        for start, end in pairwise((*points, points[0])):
            self.stroke(start, end, style)
        low = min(y for _, y in points)
        high = max(y for _, y in points)
        # The rows of dots that the outline touches, rounded outward.
        top = max(0, int(low))
        bottom = min(self.height * DOWN, int(high) + 2)
        for y in range(top, bottom):
            # The row is inside the outline between its first two crossings, its next two ...
            crossings = _crossings(points, y)
            for left, right in zip(crossings[::2], crossings[1::2], strict=False):
                self._run(y, round(left), round(right), style)

    def _run(self, y: int, left: int, right: int, style: str) -> None:
        """Set the dots of a row from ``left`` to ``right``. A cell is two dots wide, so the first
        and the last cell may get only one of the two.
        """
        row = y // DOWN
        left = max(0, left)
        right = min(self.width * ACROSS - 1, right)
        if left > right or not 0 <= row < self.height:
            return
        dots = self.dots
        start = row * self.width
        left_bit, right_bit = BITS[y % DOWN]
        first = start + left // ACROSS
        end = start + right // ACROSS + 1
        if left % ACROSS:
            dots[first] |= right_bit
        if not right % ACROSS:
            dots[end - 1] |= left_bit
        for cell in range(start + (left + 1) // ACROSS, start + (right + 1) // ACROSS):
            dots[cell] |= left_bit | right_bit
        self.styles[first:end] = [style] * (end - first)
        self._touched.add(row)

    def dot(self, x: float, y: float, style: str, lit: bool = True) -> None:
        """Set a dot, or clear it."""
        at_x = round(x)
        at_y = round(y)
        column = at_x // ACROSS
        row = at_y // DOWN
        if 0 <= column < self.width and 0 <= row < self.height:
            cell = row * self.width + column
            bit = BITS[at_y % DOWN][at_x % ACROSS]
            if lit:
                self.dots[cell] |= bit
            else:
                self.dots[cell] &= ~bit
            self.styles[cell] = style
            self._touched.add(row)

    def shade(self, cells: Iterable[int], style: str) -> None:
        """Shade cells, given by number, with a few dots each."""
        width = self.width
        dots = self.dots
        styles = self.styles
        touched = self._touched
        for cell in cells:
            row = cell // width
            dots[cell] |= SHADED[(row + cell % width) % 2]
            styles[cell] = style
            touched.add(row)

    def clear(self, column: int, row: int, size: int) -> None:
        """Clear the dots of a run of cells, clipped to the grid."""
        if 0 <= row < self.height:
            left = max(0, column)
            right = max(left, min(self.width, column + size))
            start = row * self.width
            self.dots[start + left : start + right] = bytes(right - left)
            self._touched.add(row)

    def write(self, column: int, row: int, text: str, style: str, action: str = "") -> None:
        """Write text into cells, clipped to the grid; each character is one cell wide."""
        if not 0 <= row < self.height:
            return
        self._touched.add(row)
        for position, character in enumerate(text, column):
            if 0 <= position < self.width:
                self.words[row * self.width + position] = Span(character, style, action)

    def write_line(self, column: int, row: int, spans: Line) -> None:
        """Write a line; its spaces are transparent."""
        for text, style, action in spans:
            for position, character in enumerate(text, column):
                if character != " ":
                    self.write(position, row, character, style, action)
            column += len(text)

    def overlay(self, other: Cells, opaque: bool = False) -> None:
        """Draw the dots of a finished grid of equal width; ``opaque`` replaces the contents of
        their cells.
        """
        dots = self.dots
        styles = self.styles
        for cell in other.lit:
            dots[cell] = other.dots[cell] if opaque else dots[cell] | other.dots[cell]
            styles[cell] = other.styles[cell]
        self._touched |= other._touched

    def is_blank(self, column: int, row: int, size: int) -> bool:
        """Whether a run of cells in a row is inside the grid and empty."""
        if not (0 <= column <= self.width - size and 0 <= row < self.height):
            return False
        first = row * self.width + column
        return not any(self.dots[first : first + size]) and self.has_no_text(column, row, size)

    def has_no_text(self, column: int, row: int, size: int) -> bool:
        """Whether a run of cells in a row holds no text."""
        first = row * self.width + column
        return all(
            self.words[cell].text == " "
            for cell in range(first, first + size)
            if cell in self.words
        )

    def lines(self) -> list[Line]:
        """The rows as lines."""
        if not self._under:
            return [self._row(row) for row in range(self.height)]
        return [
            self._row(row) if row in self._touched else self._under[row]
            for row in range(self.height)
        ]

    def _row(self, row: int) -> Line:
        """A row as spans, each as long as style and action stay the same. Text covers dots."""
        first = row * self.width
        glyphs = glyphs_of(self.look)
        written_at = self.words.get
        styles = self.styles
        blank = self.blank
        line = []
        text = ""
        style = "plain"
        action = ""
        for cell, bits in enumerate(self.dots[first : first + self.width], first):
            written = written_at(cell)
            if written is not None:
                character, next_style, next_action = written
            elif bits:
                character = glyphs[bits]
                next_style = styles[cell]
                next_action = ""
            elif not action and not blank:
                # An empty cell takes the style before it.
                text += " "
                continue
            else:
                character = " "
                next_style = blank or "plain"
                next_action = ""
            if next_style != style or next_action != action:
                if text:
                    line.append(Span(text, style, action))
                text = ""
                style = next_style
                action = next_action
            text += character
        if text:
            line.append(Span(text, style, action))
        return line


def _crossings(points: Sequence[Point], y: int) -> list[float]:
    """Where a horizontal line crosses an outline, from the left."""
    crossings = []
    # Each edge goes from a point back to the one before it.
    for (to_x, to_y), (x, from_y) in pairwise((points[-1], *points)):
        if (from_y > y) != (to_y > y):
            crossings.append(x + (y - from_y) * (to_x - x) / (to_y - from_y))
    return sorted(crossings)


def _dots_between(start: Point, end: Point, spacing: int) -> Iterable[tuple[int, int]]:
    """The dots of a line, or every ``spacing``-th of them."""
    x, y = start
    across = end[0] - x
    down = end[1] - y
    steps = max(round(max(abs(across), abs(down))), 1)
    columns = _steps(x, across, steps, spacing)
    rows = _steps(y, down, steps, spacing)
    return zip(columns, rows, strict=True)


def _steps(start: float, way: float, steps: int, spacing: int) -> list[int]:
    if isinstance(start, int):
        # Rounded relative to a whole dot, so that a line looks the same wherever it starts.
        return [start + round(way * step / steps) for step in range(0, steps + 1, spacing)]
    return [round(start + way * step / steps) for step in range(0, steps + 1, spacing)]
