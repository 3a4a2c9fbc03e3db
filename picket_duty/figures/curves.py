"""The curve of the win probability over a game, as a figure or as lines.

``look`` says which characters a terminal shows (``picket_duty/figures/cells.py``).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from picket_duty.figures.cells import ACROSS, DOWN, NEAREST, Cells
from picket_duty.figures.marks import (
    END,
    MIDDLE,
    REPORT,
    Circle,
    Figure,
    Mark,
    Point,
    Polyline,
    Words,
)
from picket_duty.figures.plots import SCALE, TEXT_WIDTH, plot_glyphs
from picket_duty.text.styled_text import Line, Span, line, text_of

#: The character of a decision on the curve, and the one that marks the position shown.
ORDERED = "o"
HERE = "^"
DICE_STYLE = "title"
ORDER_STYLE = "warn"
MARK_STYLE = "key"
#: The scale goes from ten to ten points, and covers at least so many.
TENS = 10
LEAST_TENS = 4


class Leg(NamedTuple):
    """A piece of a curve over the answers of a game, with heights from 0 to 1; ``order`` if it is
    due to a decision.
    """

    x: float
    y: float
    to_x: float
    to_y: float
    order: bool


class NumberedPoint(NamedTuple):
    """A moment marked on a curve by its number in the order given: after how many answers, at what
    height, and its text.
    """

    x: float
    y: float
    text: str = ""


class Tick(NamedTuple):
    """The beginning of a day, a phase or a wave: after how many answers, and its name.

    A ``minor`` one has no name if there is no room for its name and the next. A ``major`` one is
    named before others.
    """

    answers: float
    label: str
    minor: bool = False
    major: bool = False


def curve(
    title: str, legs: Sequence[Leg], moments: Sequence[NumberedPoint], ticks: Sequence[Tick] = ()
) -> Figure:
    """A curve from 0 to 100 %: dice as a line, orders as bars, moments as numbers. Its text form
    also has the ``ticks``.
    """
    end = _end(legs)

    def at(x: float, y: float) -> Point:
        """The pixel of a chance ``y`` after ``x`` answers."""
        # The curve is 740 wide and 196 high; its lower left corner is at 44, 210.
        return 44 + x * 740 / end, 210 - y * 196

    marks: list[Mark] = []
    for percent in (0, 50, 100):
        _, y = at(0, percent / 100)
        marks += [
            Polyline(((44, y), (784, y)), "grid"),
            Words(38, y + 4, str(percent), "label", END),
        ]
    marks += _leg_marks(legs, at, dice="dice", order="order")
    marks += (Circle(*at(leg.x, leg.to_y), 4, 4, "knob") for leg in legs if leg.order)
    marks += _moment_marks(moments, at)
    # The key, below the curve.
    marks += [
        Polyline(((44, 232), (68, 232)), "dice"),
        Words(74, 236, "dice", "value"),
        Polyline(((124, 224), (124, 238)), "order"),
        Circle(124, 224, 4, 4, "knob"),
        Words(134, 236, "your orders", "value"),
    ]
    drawn = curve_lines(legs, moments, width=TEXT_WIDTH, height=12, look=NEAREST, ticks=ticks)
    drawn.append(curve_key(NEAREST, listed=bool(moments)))
    lines = tuple(text_of(row).rstrip() for row in drawn)
    return Figure(title, 800, 244, tuple(marks), REPORT, lines=lines)


def _moment_marks(
    moments: Sequence[NumberedPoint], at: Callable[[float, float], Point]
) -> Iterator[Mark]:
    for number, moment in enumerate(moments, 1):
        x, y = at(moment.x, moment.y)
        yield Circle(x, y, 10, 10, "moment", moment.text)
        yield Words(x, y + 4.5, str(number), "mark", MIDDLE, title=moment.text)


def _leg_marks(
    legs: Sequence[Leg], at: Callable[[float, float], Point], dice: str, order: str
) -> Iterator[Polyline]:
    for leg in legs:
        start = at(leg.x, leg.y)
        if leg.order:
            yield Polyline((start, at(leg.x, leg.to_y)), order, character=ORDERED)
        else:
            yield Polyline((start, at(leg.to_x, leg.to_y)), dice)


class CurveScale(NamedTuple):
    """How a curve is drawn in dots. ``right`` is the last dot of a row, and there are ``last``
    answers there; ``bottom`` is the last row of dots. ``low`` and ``high`` are the chances at the
    bottom and at the top, in tens of percentage points.
    """

    right: int
    bottom: int
    last: float
    low: int
    high: int

    def dot(self, answers: float, chance: float) -> tuple[int, int]:
        """The dot of a chance after a number of answers."""
        x = answers * self.right / self.last
        y = (self.high - TENS * chance) * self.bottom / (self.high - self.low)
        return round(x), round(y)

    def column(self, answers: float) -> int:
        """The column of cells after a number of answers."""
        x, _ = self.dot(answers, chance=0)
        return x // ACROSS


def curve_lines(
    legs: Sequence[Leg],
    moments: Sequence[NumberedPoint],
    width: int,
    height: int,
    look: str,
    here: int | None = None,
    ticks: Sequence[Tick] = (),
) -> list[Line]:
    """The curve with its scale of tens of points, a rule on which ``here`` (answers) is marked, and
    named ``ticks``.
    """
    # The rule takes a row, and so do the names of ticks.
    rows = max(3, height - 1 - bool(ticks))
    columns = max(1, width - SCALE - 1)
    low, high = _range(legs)
    scale = CurveScale(
        right=columns * ACROSS - 1,
        bottom=rows * DOWN - 1,
        last=_end(legs),
        low=low,
        high=high,
    )
    cells = Cells(columns, rows, look)
    cells.draw(_leg_marks(legs, scale.dot, dice=DICE_STYLE, order=ORDER_STYLE))
    for number, moment in enumerate(moments, 1):
        cells.draw([Words(*scale.dot(moment.x, moment.y), str(number), MARK_STYLE)])
    shown = [(scale.column(tick.answers), tick) for tick in ticks if tick.answers <= scale.last]
    axis, named = _tick_names(shown, columns)
    marked = None if here is None else scale.column(min(here, scale.last))
    lines = _with_scale(cells.lines(), scale.low, scale.high)
    lines.append(_rule(columns, named, marked, look))
    if ticks:
        lines.append(axis)
    return lines


def _end(legs: Sequence[Leg]) -> float:
    """The number of answers at the end of a curve."""
    return max((leg.to_x for leg in legs), default=1.0) or 1.0


def _with_scale(rows: Sequence[Line], low: int, high: int) -> list[Line]:
    """The rows of the curve behind their scale, in points."""
    points = 100 // TENS
    middle = (low + high) * points // 2
    labels: dict[int, object] = {0: high * points, len(rows) // 2: middle}
    labels[len(rows) - 1] = low * points
    return [
        [Span(f"{labels.get(number, ''):>{SCALE - 1}} ", "dim"), *spans]
        for number, spans in enumerate(rows)
    ]


def _rule(columns: int, named: Collection[int], marked: int | None, look: str) -> Line:
    """The rule below the curve, with its ticks and the position shown."""
    glyphs = plot_glyphs(look)
    rule = "".join(glyphs.tick if column in named else glyphs.rule for column in range(columns))
    scale = (" " * SCALE, "dim")
    if marked is None:
        return line(scale, (rule, "sea"))
    return line(scale, (rule[:marked], "sea"), (HERE, "key"), (rule[marked + 1 :], "sea"))


def _range(legs: Sequence[Leg]) -> tuple[int, int]:
    """The tens of points at the bottom and the top of the scale: they hold the whole curve, and are
    at least ``LEAST_TENS`` apart.
    """
    # Rounded, so that a chance of exactly 30 % does not reach into the next ten.
    heights = [round(height * TENS, 6) for leg in legs for height in (leg.y, leg.to_y)]
    if not heights:
        heights = [0, TENS]
    low = max(0, math.floor(min(heights)))
    high = min(TENS, math.ceil(max(heights)))
    low = max(0, min(low, high - LEAST_TENS))
    return low, max(high, low + LEAST_TENS)


def _tick_names(ticks: Sequence[tuple[int, Tick]], columns: int) -> tuple[Line, set[int]]:
    """The names of the ticks that have room, major ones first, then from the left; and their
    columns.
    """
    row = Cells(columns, height=1, look=NEAREST)
    named: set[int] = set()

    def name(column: int, start: int, label: str) -> bool:
        """Write the name of a tick if it has a free cell on either side."""
        if start < 0 or not row.has_no_text(start - 1, row=0, size=len(label) + 2):
            return False
        row.write(start, row=0, text=label, style="dim")
        named.add(column)
        return True

    shown = _roomy(ticks)
    for major in (True, False):
        too_far_right = []
        for column, tick in shown:
            if tick.major != major:
                continue
            if column + len(tick.label) <= columns:
                name(column, start=column, label=tick.label)
            else:
                too_far_right.append((column, tick.label))
        # Names that do not fit at their ticks are stacked leftward from the end of the row.
        end = columns
        for column, label in reversed(too_far_right):
            if not name(column, start=end - len(label), label=label):
                break
            end -= len(label) + 1
    text = text_of(row.lines()[0]).rstrip()
    return line((" " * SCALE + text, "dim")), named


def _roomy(ticks: Sequence[tuple[int, Tick]]) -> list[tuple[int, Tick]]:
    """The ticks without minor ones whose names would reach the next."""
    after = [column for column, _ in ticks[1:]]
    return [
        (column, tick)
        for (column, tick), then in itertools.zip_longest(ticks, after)
        if not tick.minor or then is None or column + len(tick.label) < then
    ]


def curve_key(look: str, here: bool = False, listed: bool = True) -> Line:
    """The key to the curve. ``here``: a position is marked on its rule; ``listed``: its moments are
    listed below by number.
    """
    key = line((" " * SCALE, "dim"), (plot_glyphs(look).dash * 2, DICE_STYLE), (" dice   ", "dim"))
    key += line((ORDERED, ORDER_STYLE), (" orders", "dim"))
    if listed:
        key += line(("   1", MARK_STYLE), (" number in the list below", "dim"))
    if here:
        key += line((f"   {HERE}", "key"), (" the step shown", "dim"))
    return key
