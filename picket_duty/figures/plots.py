"""Plots as figures or lines: bars, and columns over time.

``look`` says which characters a terminal shows (``picket_duty/figures/cells.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from picket_duty.figures.cells import NEAREST
from picket_duty.figures.marks import END, REPORT, Figure, Mark, Polyline, Rectangle, Words
from picket_duty.text.styled_text import Line, line, text_of

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


#: Cells of the scale at the left of a plot, the last of them a space.
SCALE = 5

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
    # One cell stays free at the right.
    room = max(1, width - SCALE - 1)
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
        line((f"{0:>{SCALE - 1}} {rule}", "sea")),
    ]
    if few:
        lines.append(_below_columns(map(str, values), wide, "plain"))
    if marks:
        lines.append(_below_columns(marks[::each], wide, "dim"))
    return lines


def _below_columns(words: Iterable[str], wide: int, style: str) -> Line:
    cells = "".join(word.ljust(wide) for word in words)
    return line((f"{' ' * SCALE}{cells}", style))


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
        yield line((f"{scale.get(row, ''):>{SCALE - 1}} ", "dim"), (cells.rstrip(), series.style))
