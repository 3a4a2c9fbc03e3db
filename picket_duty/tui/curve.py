"""The curve of a game's chance of winning, drawn in dots: dice as a line, orders as a row of knobs, moments numbered.

Orders are told from dice by their sign, not by colour alone; where the look of the terminal is ASCII both are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from picket_duty.figures.cells import Cells
from picket_duty.figures.dot_glyphs import ACROSS, DOWN
from picket_duty.figures.graphs import ORDERED, Leg, leg_marks
from picket_duty.figures.marks import Words
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, line

#: The glyph of the place looked at.
HERE = "^"
DICE_STYLE, ORDER_STYLE, MARK_STYLE = "title", "warn", "key"
#: Cells of the scale at the left.
SCALE = 5
LEAST_HEIGHT = 3


class Mark(NamedTuple):
    """A moment on the curve: after how many answers, at what chance, and its sign."""

    answers: float
    chance: float
    sign: str


def curve_lines(
    legs: Sequence[Leg], marks: Sequence[Mark], width: int, height: int, glyphs: Glyphs, here: int | None = None
) -> list[Line]:
    """The curve on so many rows, the scale at its left and a rule below; ``here`` marks a place on the rule."""
    rows, columns = max(LEAST_HEIGHT, height - 1), max(1, width - SCALE - 1)
    last = max((leg.to_x for leg in legs), default=1.0) or 1.0
    right, bottom = columns * ACROSS - 1, rows * DOWN - 1

    def at(answers: float, chance: float) -> tuple[int, int]:
        return round(answers * right / last), round((1.0 - chance) * bottom)

    cells = Cells(columns, rows, glyphs.dots)
    cells.draw(leg_marks(legs, at, DICE_STYLE, ORDER_STYLE))
    cells.draw(Words(*at(mark.answers, mark.chance), mark.sign, MARK_STYLE) for mark in marks)
    scale = {0: "100", rows // 2: "50", rows - 1: "0"}
    found = [[Span(f"{scale.get(row, ''):>4} ", "dim"), *spans] for row, spans in enumerate(cells.lines())]
    return [*found, _rule(columns, glyphs, None if here is None else at(min(here, last), 0)[0] // ACROSS)]


def _rule(columns: int, glyphs: Glyphs, here: int | None) -> Line:
    before = columns if here is None else here
    found = line((" " * SCALE, "dim"), (glyphs.rule * before, "sea"))
    return found if here is None else [*found, Span(HERE, "key"), Span(glyphs.rule * (columns - here - 1), "sea")]


def key_line(glyphs: Glyphs) -> Line:
    """What the signs of the curve are."""
    dice = line((" " * SCALE, "dim"), (glyphs.dash * 2, DICE_STYLE), (" dice   ", "dim"))
    return [
        *dice,
        *line((ORDERED, ORDER_STYLE), (" your orders   ", "dim"), ("1", MARK_STYLE), (" listed below", "dim")),
    ]
