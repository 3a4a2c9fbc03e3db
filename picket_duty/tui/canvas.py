"""A canvas of dots for pictures in text: two by four dots a cell, a style for each cell, words over them.

Braille shows every dot. Half blocks and ASCII show the upper and the lower half of a cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from picket_duty.text.spans import Line, Span
from picket_duty.tui.dots import ACROSS, BITS, DOWN, LIT, glyphs_of

Dots = tuple[tuple[int, int], ...]


class Canvas:
    """Cells with dots, styles and words. ``look`` is how dots are drawn, as the signs of the terminal have it.

    Over another canvas, rows that are not touched stay that one's.
    """

    def __init__(self, width: int, height: int, look: str, under: Canvas | None = None) -> None:
        self.width, self.height, self.look = width, height, look
        self.dots: bytearray = bytearray(under.dots) if under else bytearray(width * height)
        self.styles: list[str] = list(under.styles) if under else ["plain"] * (width * height)
        self.words: dict[int, Span] = dict(under.words) if under else {}
        self._under = under.still if under else []
        self._touched: set[int] = set()

    @cached_property
    def still(self) -> list[Line]:
        """The rows of a canvas that is drawn on no more."""
        return self.lines()

    def dot(self, x: int, y: int, style: str) -> None:
        """Set a dot by its place in dots from the upper left."""
        column, row = x // ACROSS, y // DOWN
        if 0 <= column < self.width and 0 <= row < self.height:
            cell = row * self.width + column
            self.dots[cell] |= BITS[y % DOWN][x % ACROSS]
            self.styles[cell] = style
            self._touched.add(row)

    def draw(self, dots: Iterable[tuple[int, int]], style: str) -> None:
        """Set dots."""
        for x, y in dots:
            self.dot(x, y, style)

    def light(self, cells: Iterable[int], style: str) -> None:
        """Fill cells with a few dots each."""
        width = self.width
        for cell in cells:
            row, column = divmod(cell, width)
            self.dots[cell] |= LIT[(row + column) % 2]
            self.styles[cell] = style
            self._touched.add(row)

    def write(self, x: int, y: int, text: str, style: str, action: str = "") -> None:
        """Write words into cells, as far as they fall within the canvas; every sign is a cell wide."""
        if not 0 <= y < self.height:
            return
        self._touched.add(y)
        for place, sign in enumerate(text, x):
            if 0 <= place < self.width:
                self.words[y * self.width + place] = Span(sign, style, action)

    def write_line(self, x: int, y: int, spans: Line) -> None:
        """Write a line; its blanks leave what is under them."""
        for text, style, action in spans:
            for place, sign in enumerate(text, x):
                if sign != " ":
                    self.write(place, y, sign, style, action)
            x += len(text)

    def lines(self) -> list[Line]:
        """The rows as lines."""
        if not self._under:
            return [self._row(row) for row in range(self.height)]
        return [self._row(row) if row in self._touched else self._under[row] for row in range(self.height)]

    def _row(self, row: int) -> Line:
        """One row, neighbours of one style joined; an empty cell takes the style before it."""
        first = row * self.width
        last = first + self.width
        glyphs = glyphs_of(self.look)
        words, styles = self.words, self.styles
        found: Line = []
        text, style, action = "", "plain", ""
        for cell, bits in enumerate(self.dots[first:last], first):
            written = words.get(cell)
            if written is not None:
                sign, new, act = written
            else:
                sign, act = glyphs[bits], ""
                new = styles[cell] if bits else style if not action else "plain"
            if new != style or act != action:
                if text:
                    found.append(Span(text, style, action))
                text, style, action = "", new, act
            text += sign
        if text:
            found.append(Span(text, style, action))
        return found


def segment(start: tuple[int, int], end: tuple[int, int], step: int = 1) -> Dots:
    """The dots of a straight line, or every so manieth of them."""
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    return tuple(
        (x + round((to_x - x) * place / steps), y + round((to_y - y) * place / steps))
        for place in range(0, steps + 1, step)
    )
