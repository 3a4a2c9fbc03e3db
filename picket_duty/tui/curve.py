"""The win probability over a game as a curve: dice as a line, decisions as columns of knobs, moments numbered.

Decisions differ from dice by their character, not by color alone.
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

#: The glyph of the place selected.
HERE = "^"
DICE_STYLE, ORDER_STYLE, MARK_STYLE = "title", "warn", "key"
#: Cells of the scale at the left.
SCALE = 5
LEAST_HEIGHT = 3


class Mark(NamedTuple):
    """A moment on the curve: after how many answers, at what win probability, and its number."""

    answers: float
    chance: float
    label: str


def curve_lines(
    legs: Sequence[Leg], marks: Sequence[Mark], width: int, height: int, glyphs: Glyphs, here: int | None = None
) -> list[Line]:
    """The curve with its scale on the left and a rule below; ``here`` (answers) is marked on the rule."""
    rows, columns = max(LEAST_HEIGHT, height - 1), max(1, width - SCALE - 1)
    last = max((leg.to_x for leg in legs), default=1.0) or 1.0
    right, bottom = columns * ACROSS - 1, rows * DOWN - 1

    def at(answers: float, chance: float) -> tuple[int, int]:
        return round(answers * right / last), round((1.0 - chance) * bottom)

    cells = Cells(columns, rows, glyphs.dots)
    cells.draw(leg_marks(legs, at, DICE_STYLE, ORDER_STYLE))
    cells.draw(Words(*at(mark.answers, mark.chance), mark.label, MARK_STYLE) for mark in marks)
    scale = {0: "100", rows // 2: "50", rows - 1: "0"}
    lines = [[Span(f"{scale.get(row, ''):>4} ", "dim"), *spans] for row, spans in enumerate(cells.lines())]
    return [*lines, _rule(columns, glyphs, None if here is None else at(min(here, last), 0)[0] // ACROSS)]


def _rule(columns: int, glyphs: Glyphs, here: int | None) -> Line:
    before = columns if here is None else here
    rule = line((" " * SCALE, "dim"), (glyphs.rule * before, "sea"))
    return rule if here is None else [*rule, Span(HERE, "key"), Span(glyphs.rule * (columns - here - 1), "sea")]


def key_line(glyphs: Glyphs) -> Line:
    """The key to the curve."""
    dice = line((" " * SCALE, "dim"), (glyphs.dash * 2, DICE_STYLE), (" dice   ", "dim"))
    return [
        *dice,
        *line((ORDERED, ORDER_STYLE), (" your orders   ", "dim"), ("1", MARK_STYLE), (" listed below", "dim")),
    ]
