"""Text charts: bars, columns over time, shares of a whole, and the curve of the win probability."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from picket_duty.figures.cells import Cells
from picket_duty.figures.dot_glyphs import ACROSS, DOWN
from picket_duty.figures.graphs import ORDERED, Leg, column_rows, leg_marks
from picket_duty.figures.marks import Words
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, fit, length, line


class TimeSeries(NamedTuple):
    """A value per day. ``most`` is the top of its scale; ``join`` combines several values that share a column."""

    name: str
    values: Sequence[int]
    most: int
    style: str = "title"
    join: Callable[[Sequence[int]], int] = min


#: Up to this number of columns have their values below them, and are this wide, with a space between two.
FEW_COLUMNS, VALUED = 10, 4
#: The most cells of a bar for one unit: a single plane draws no bar across the screen.
WIDEST_UNIT = 4


def bars(rows: Sequence[tuple[str, int]], width: int, glyphs: Glyphs, style: str = "good") -> list[Line]:
    """A bar for each name, scaled so that the longest fills the width, or to ``WIDEST_UNIT`` cells per unit."""
    if not rows:
        return [line(("  none", "dim"))]
    label = max(len(name) for name, _ in rows) + 2
    most = max((count for _, count in rows), default=0) or 1
    digits = len(str(most))
    room = max(1, min(60, width - label - digits - 3))
    lines = []
    for name, count in rows:
        full = min(room, max(1, round(count * min(WIDEST_UNIT, room / most)))) if count else 0
        lines.append(line("  ", fit(name, label), (f"{count:>{digits}} ", "strong"), (glyphs.full * full, style)))
    return lines


def columns(series: TimeSeries, width: int, rows: int, glyphs: Glyphs, marks: str = "") -> list[Line]:
    """A column per day, or per several days if there are more days than columns; the scale at the left.

    Columns of few days are wide, and have their values below them.
    """
    room = max(1, width - 6)
    each = -(-len(series.values) // room) or 1
    values = [series.join(series.values[start : start + each]) for start in range(0, len(series.values), each)]
    few = 0 < len(values) <= FEW_COLUMNS and len(values) * VALUED <= room
    wide = VALUED if few else 2 if len(values) * 2 <= room else 1
    solid = wide - 1 if few else wide
    most = max(series.most, *values, 1) if values else series.most
    rows = max(1, min(rows, most))
    note = f"  {each} days per column" if each > 1 else ""
    last = f", latest {series.values[-1]}" if series.values else ""
    lines = [line((series.name, "title"), (f"{last}{note}", "dim"))]
    heights = [max(value * rows // most, 1 if value else 0) for value in values]
    for number, texts in enumerate(
        column_rows(heights, rows, lambda part: ((glyphs.full if part > 0 else " ") * solid).ljust(wide))
    ):
        row, cells = rows - number, "".join(texts)
        scale = most if row == rows else round(most * row / rows) if row == (rows + 1) // 2 and rows > 2 else None
        lines.append([Span(f"{'' if scale is None else scale:>4} ", "dim"), Span(cells.rstrip(), series.style)])
    lines.append(line((f"   0 {glyphs.rule * (len(values) * wide)}", "sea")))
    if few:
        lines.append(line((f"     {''.join(str(value).ljust(wide) for value in values)}", "plain")))
    if marks:
        lines.append(line((f"     {''.join(mark.ljust(wide) for mark in marks[::each])}", "dim")))
    return lines


def share(parts: Sequence[tuple[str, int, str, str]], width: int, glyphs: Glyphs) -> list[Line]:
    """A bar divided among parts (name, count, style, sign), and the legend of its pieces, wrapped at ``width``."""
    total = sum(count for _, count, _, _ in parts)
    if not total:
        return [line(("  none", "dim"))]
    room = max(10, min(60, width - 4))
    bar: Line = [Span("  ")]
    legends: list[Line] = [[Span("  ")]]
    used = seen = 0
    for name, count, style, sign in parts:
        seen += count
        cells = round(seen * room / total) - used
        used += cells
        bar.append(Span(sign * cells, style))
        entry = [Span(sign, style), Span(f" {name} {count}   ")]
        if len(legends[-1]) > 1 and length([*legends[-1], *entry]) > width:
            legends.append([Span("  ")])
        legends[-1] += entry
    return [bar, *legends]


# -- the curve ---------------------------------------------------------------------

#: The glyph of the place selected.
HERE = "^"
DICE_STYLE, ORDER_STYLE, MARK_STYLE = "title", "warn", "key"
#: Cells of the scale at the left.
SCALE = 5
LEAST_HEIGHT = 3
#: The scale goes from ten to ten points, and covers at least so many.
TENS, LEAST_TENS = 10, 4


class Mark(NamedTuple):
    """A moment on the curve: after how many answers, at what win probability, and its number."""

    answers: float
    chance: float
    label: str


class Tick(NamedTuple):
    """The beginning of a day, a phase or a wave: after how many answers, and its name.

    A ``minor`` one has no name if there is no room for its name and the next. A ``major`` one is named before others.
    """

    answers: float
    label: str
    minor: bool = False
    major: bool = False


def curve_lines(
    legs: Sequence[Leg],
    marks: Sequence[Mark],
    width: int,
    height: int,
    glyphs: Glyphs,
    here: int | None = None,
    ticks: Sequence[Tick] = (),
) -> list[Line]:
    """The curve with its scale on the left, a rule below, and the names of ``ticks`` below that.

    ``here`` (answers) is marked on the rule. The scale has the range of the curve, in tens of points.
    """
    rows, columns = max(LEAST_HEIGHT, height - 1 - bool(ticks)), max(1, width - SCALE - 1)
    last = max((leg.to_x for leg in legs), default=1.0) or 1.0
    right, bottom = columns * ACROSS - 1, rows * DOWN - 1
    low, high = _range(legs)

    def at(answers: float, chance: float) -> tuple[int, int]:
        return round(answers * right / last), round((high - TENS * chance) * bottom / (high - low))

    cells = Cells(columns, rows, glyphs.dots)
    cells.draw(leg_marks(legs, at, DICE_STYLE, ORDER_STYLE))
    cells.draw(Words(*at(mark.answers, mark.chance), mark.label, MARK_STYLE) for mark in marks)
    points = 100 // TENS
    scale = {0: high * points, rows // 2: (low + high) * points // 2, rows - 1: low * points}
    lines = [[Span(f"{scale.get(row, ''):>4} ", "dim"), *spans] for row, spans in enumerate(cells.lines())]
    named = _named(
        _with_room([(at(tick.answers, 0)[0] // ACROSS, tick) for tick in ticks if tick.answers <= last]), columns
    )
    rule = _rule(
        columns, glyphs, None if here is None else at(min(here, last), 0)[0] // ACROSS, [name.column for name in named]
    )
    return [*lines, rule, *([_axis(named)] if ticks else [])]


def _range(legs: Sequence[Leg]) -> tuple[int, int]:
    """The lowest and highest chance of a curve in tens of points, both outside it; 0 to 100 points without one."""
    heights = [round(height * TENS, 6) for leg in legs for height in (leg.y, leg.to_y)] or [0, TENS]
    low, high = max(0, math.floor(min(heights))), min(TENS, math.ceil(max(heights)))
    low = max(0, min(low, high - LEAST_TENS))
    return low, max(high, low + LEAST_TENS)


def _with_room(ticks: Sequence[tuple[int, Tick]]) -> list[tuple[int, Tick]]:
    """The columns of ticks, without the minor ones whose names reach the next tick."""
    after = [column for column, _ in ticks[1:]]
    return [
        (column, tick)
        for (column, tick), then in itertools.zip_longest(ticks, after)
        if not tick.minor or then is None or column + len(tick.label) < then
    ]


class Name(NamedTuple):
    """The name of a tick: the column of the tick, and the one at which the name begins."""

    column: int
    start: int
    label: str


def _named(ticks: Sequence[tuple[int, Tick]], columns: int) -> list[Name]:
    """The ticks (with their columns) that have room for their names: the major ones first, then from the left.

    Names of the last ticks that would be cut at the edge end there instead.
    """
    named: list[Name] = []
    for major in (True, False):
        wanted = [(column, tick.label) for column, tick in ticks if tick.major == major]
        cut_at_edge = [(column, label) for column, label in wanted if column + len(label) > columns]
        for column, label in wanted:
            if column + len(label) <= columns and _is_free(named, column, label):
                named.append(Name(column, column, label))
        end = columns
        for column, label in reversed(cut_at_edge):
            start = end - len(label)
            if not _is_free(named, start, label):
                break
            named.append(Name(column, start, label))
            end = start - 1
    return sorted(named, key=lambda name: name.start)


def _is_free(named: Sequence[Name], start: int, label: str) -> bool:
    """Whether a name has a free cell on either side."""
    return start >= 0 and all(start + len(label) < name.start or name.start + len(name.label) < start for name in named)


def _axis(named: Sequence[Name]) -> Line:
    """The names of the ticks."""
    text = ""
    for name in named:
        text = f"{text.ljust(name.start)}{name.label}"
    return line((" " * SCALE + text, "dim"))


def _rule(columns: int, glyphs: Glyphs, here: int | None, ticks: Sequence[int]) -> Line:
    """The rule below the curve with its ticks and the place marked."""
    cells = [glyphs.split if column in ticks else glyphs.rule for column in range(columns)]
    before = columns if here is None else here
    rule = line((" " * SCALE, "dim"), ("".join(cells[:before]), "sea"))
    return rule if here is None else [*rule, Span(HERE, "key"), Span("".join(cells[here + 1 :]), "sea")]


def key_line(glyphs: Glyphs, here: bool = False, listed: bool = True) -> Line:
    """The key to the curve; ``here``: a place is marked on its rule; ``listed``: numbers are on it."""
    dice = line((" " * SCALE, "dim"), (glyphs.dash * 2, DICE_STYLE), (" dice   ", "dim"))
    return [
        *dice,
        *line((ORDERED, ORDER_STYLE), (" orders", "dim")),
        *(line(("   1", MARK_STYLE), (" listed below", "dim")) if listed else []),
        *(line((f"   {HERE}", "key"), (" the step shown", "dim")) if here else []),
    ]
