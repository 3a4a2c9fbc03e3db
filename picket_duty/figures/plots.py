"""Plots as figures or lines: bars, columns over time, the win probability.

``look`` says which characters a terminal shows (``picket_duty/figures/cells.py``).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
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
    Rectangle,
    Words,
)
from picket_duty.text.styled_text import Line, Span, line, text_of

#: Numbers in order, each with its name.
Numbers = Sequence[tuple[str, int]]


class PlotGlyphs(NamedTuple):
    """The characters of plots besides dots: of a bar, of a rule, of a tick on it, and of a line in
    the key.
    """

    full: str = "█"
    rule: str = "─"
    tick: str = "│"
    dash: str = "–"


def plot_glyphs(look: str) -> PlotGlyphs:
    """The characters of plots in a look."""
    if look == NEAREST:
        return PlotGlyphs("#", "-", "|", "-")
    return PlotGlyphs()


class TimeSeries(NamedTuple):
    """A value per day. ``most`` is the top of its scale; ``join`` combines several values that
    share a column.
    """

    name: str
    values: Sequence[int]
    most: int
    style: str = "title"
    join: Callable[[Sequence[int]], int] = min


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
    """A point of a curve, numbered in the order given: its number of answers, its height and its
    text.
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


# -- bars --------------------------------------------------------------------------

#: The most cells of a bar for one unit: a single plane draws no bar across the screen.
WIDEST_UNIT = 4
#: The width of the text form of a figure, and the characters of its widest column.
TEXT_WIDTH = 72
TEXT_COLUMN = 40


def bars(title: str, values: Numbers) -> Figure:
    """Values as bars, one below another."""
    # In pixels: a row is 22 high; names end at 118, bars begin at 124 and are at most 310 long.
    most = _highest(values)
    marks: list[Mark] = []
    for number, (name, value) in enumerate(values):
        top = number * 22
        long = value * 310 / most
        marks += [
            Words(118, 18 + top, name, "label", END),
            Rectangle(124, 5 + top, long, 16, "bar"),
            Words(130 + long, 18 + top, str(value), "value"),
        ]
    # The two spaces at the left of each line are cut off.
    rows = bar_lines(values, TEXT_WIDTH + 2, NEAREST)
    lines = tuple(text_of(row)[2:].rstrip() for row in rows)
    return Figure(title, 480, 10 + 22 * len(values), tuple(marks), REPORT, lines=lines)


def _highest(values: Numbers) -> int:
    """The highest value, or 1 if there is none above 0."""
    return max((value for _, value in values), default=0) or 1


def bar_lines(values: Numbers, width: int, look: str, style: str = "good") -> list[Line]:
    """A bar for each name, scaled so that the longest fills the width, or to ``WIDEST_UNIT`` cells
    per unit.
    """
    if not values:
        return [line(("  none", "dim"))]
    label = max(len(name) for name, _ in values) + 2
    most = _highest(values)
    digits = len(str(most))
    # Two spaces before the name, and one after the value.
    room = max(1, min(60, width - label - digits - 3))
    cells = min(WIDEST_UNIT, room / most)
    lines = []
    for name, value in values:
        full = min(room, max(1, round(value * cells))) if value else 0
        bar = (plot_glyphs(look).full * full, style)
        lines.append(line("  ", f"{name:<{label}}", (f"{value:>{digits}} ", "strong"), bar))
    return lines


# -- columns -----------------------------------------------------------------------

#: Up to this number of columns have their values below them; such a column is this wide, with the
#: space before the next.
FEW_COLUMNS = 10
VALUED_WIDTH = 4


def columns(title: str, days: Numbers, most: int = 0) -> Figure:
    """One column per day along the calendar; as text, one line per day. ``most`` is the top of the
    scale.
    """
    most = most or _highest(days)
    # In pixels: the axes meet at 28, 110; columns are at most 100 high, in 446 from 30 on.
    marks = [
        Polyline(((28, 8), (28, 110), (478, 110)), "axis"),
        Words(24, 18, str(most), "label", END),
        Words(24, 112, "0", "label", END),
        *_column_marks(days, 100 / most),
    ]
    if days:
        marks.append(Words(30, 126, days[0][0], "value"))
        marks.append(Words(476, 126, days[-1][0], "label", END))
    lines = tuple(_column_words(day, value, most) for day, value in days)
    return Figure(title, 480, 130, tuple(marks), REPORT, lines=lines)


def _column_marks(days: Numbers, scale: float) -> Iterator[Mark]:
    each = 446 / max(len(days), 1)
    wide = max(each * 0.85, 0.8)
    for index, (day, value) in enumerate(days):
        high = value * scale
        left = 30 + index * each
        yield Rectangle(left, 110 - high, wide, high, "bar", title=f"{day}: {value}")


def _column_words(day: str, value: int, most: int) -> str:
    if not value:
        return f"{day} 0"
    bar = plot_glyphs(NEAREST).full * round(value * TEXT_COLUMN / most)
    return f"{day} {bar} {value}"


def column_lines(
    series: TimeSeries, width: int, rows: int, look: str, marks: str = ""
) -> list[Line]:
    """A column per day, or per several days if there are more; few are wide, and have their values
    below them.
    """
    # The scale takes five cells at the left, and one stays free at the right.
    room = max(1, width - 6)
    # The fewest days per column with which all days fit: a division rounded up.
    each = -(-len(series.values) // room) or 1
    starts = range(0, len(series.values), each)
    values = [series.join(series.values[start : start + each]) for start in starts]
    number = len(values)
    few = 0 < number <= FEW_COLUMNS and number * VALUED_WIDTH <= room
    wide = 2 if number * 2 <= room else 1
    if few:
        wide = VALUED_WIDTH
    rule = plot_glyphs(look).rule * (number * wide)
    lines = [
        _columns_title(series, each),
        *_column_rows(series, values, rows, wide, look),
        line((f"   0 {rule}", "sea")),
    ]
    if few:
        lines.append(_below_columns(map(str, values), wide, "plain"))
    if marks:
        lines.append(_below_columns(marks[::each], wide, "dim"))
    return lines


def _below_columns(words: Iterable[str], wide: int, style: str) -> Line:
    cells = "".join(word.ljust(wide) for word in words)
    return line((f"     {cells}", style))


def _columns_title(series: TimeSeries, each: int) -> Line:
    latest = f", latest {series.values[-1]}" if series.values else ""
    note = f"  {each} days per column" if each > 1 else ""
    return line((series.name, "title"), (f"{latest}{note}", "dim"))


def _column_rows(
    series: TimeSeries, values: Sequence[int], rows: int, wide: int, look: str
) -> Iterator[Line]:
    """The rows of the columns, with a scale at the left; wide columns have a space between them."""
    most = max(series.most, *values, 1) if values else series.most
    rows = max(1, min(rows, most))
    # A value above 0 has at least one row.
    heights = [max(value * rows // most, bool(value)) for value in values]
    solid = wide - 1 if wide == VALUED_WIDTH else wide
    column = plot_glyphs(look).full * solid
    scale = {rows: str(most)}
    middle = (rows + 1) // 2
    if rows > 2:
        scale[middle] = str(round(most * middle / rows))
    for row in range(rows, 0, -1):
        cells = "".join((column if height >= row else "").ljust(wide) for height in heights)
        yield line((f"{scale.get(row, ''):>4} ", "dim"), (cells.rstrip(), series.style))


# -- the curve ---------------------------------------------------------------------

#: The character of a decision on the curve, and the one that marks the position shown.
ORDERED = "o"
HERE = "^"
DICE_STYLE = "title"
ORDER_STYLE = "warn"
MARK_STYLE = "key"
#: Cells of the scale at the left.
SCALE = 5
#: The scale goes from ten to ten points, and covers at least so many.
TENS = 10
LEAST_TENS = 4


def curve(
    title: str, legs: Sequence[Leg], moments: Sequence[NumberedPoint], ticks: Sequence[Tick] = ()
) -> Figure:
    """A curve from 0 to 100 %: dice as a line, orders as bars, moments as numbers. Its text form
    also has the ``ticks``.
    """
    end = _end(legs)

    def at(x: float, y: float) -> Point:
        """The pixel of a chance ``y`` after ``x`` answers."""
        return 44 + x * 740 / end, 210 - y * 196

    marks: list[Mark] = []
    for percent in (0, 50, 100):
        _, y = at(0, percent / 100)
        marks += [
            Polyline(((44, y), (784, y)), "grid"),
            Words(38, y + 4, str(percent), "label", END),
        ]
    marks += _leg_marks(legs, at, "dice", "order")
    marks += (Circle(*at(leg.x, leg.to_y), 4, 4, "knob") for leg in legs if leg.order)
    marks += _moment_marks(moments, at)
    marks += [
        Polyline(((44, 232), (68, 232)), "dice"),
        Words(74, 236, "dice", "value"),
        Polyline(((124, 224), (124, 238)), "order"),
        Circle(124, 224, 4, 4, "knob"),
        Words(134, 236, "your orders", "value"),
    ]
    drawn = curve_lines(legs, moments, TEXT_WIDTH, 12, NEAREST, ticks=ticks)
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
        x, _ = self.dot(answers, 0)
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
    scale = CurveScale(columns * ACROSS - 1, rows * DOWN - 1, _end(legs), *_range(legs))
    cells = Cells(columns, rows, look)
    cells.draw(_leg_marks(legs, scale.dot, DICE_STYLE, ORDER_STYLE))
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
        [Span(f"{labels.get(number, ''):>4} ", "dim"), *spans] for number, spans in enumerate(rows)
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
    row = Cells(columns, 1, NEAREST)
    named: set[int] = set()

    def name(column: int, start: int, label: str) -> bool:
        """Write the name of a tick if it has a free cell on either side."""
        if start < 0 or not row.has_no_text(start - 1, 0, len(label) + 2):
            return False
        row.write(start, 0, label, "dim")
        named.add(column)
        return True

    shown = _roomy(ticks)
    for major in (True, False):
        too_far_right = []
        for column, tick in shown:
            if tick.major != major:
                continue
            if column + len(tick.label) <= columns:
                name(column, column, tick.label)
            else:
                too_far_right.append((column, tick.label))
        # Names that do not fit at their ticks are stacked leftward from the end of the row.
        end = columns
        for column, label in reversed(too_far_right):
            if not name(column, end - len(label), label):
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
