"""Graphs of reports: values as bars, days as columns, the win probability over a game; each also as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from picket_duty.figures.marks import (
    END,
    MIDDLE,
    REPORT,
    Circle,
    Columns,
    Figure,
    Mark,
    Point,
    Polyline,
    Rectangle,
    Words,
)

#: The character of bars in text.
FULL = "#"
#: The text form of a curve: its columns and rows; dice that raise it, lower it or leave it, and decisions.
ACROSS, DOWN = 64, 10
UP, DOWNWARD, LEVEL, ORDERED = "/", "\\", "-", "o"


class Leg(NamedTuple):
    """A piece of a curve over the answers of a game, with heights from 0 to 1; ``order`` if it is due to a decision."""

    x: float
    y: float
    to_x: float
    to_y: float
    order: bool


class Moment(NamedTuple):
    """A numbered point of a curve: its number of answers, its height and its text."""

    x: float
    y: float
    text: str


def bars(title: str, values: Sequence[tuple[str, int]], width: int = 30) -> Figure:
    """Values as bars, one below another; ``width`` is that of the text form, in characters."""
    most = max((value for _, value in values), default=0) or 1
    longest = max((len(name) for name, _ in values), default=0)
    lines = tuple(
        f"{name:<{longest}} {FULL * round(value * width / most)}{' ' if value else ''}{value}" for name, value in values
    )
    marks: list[Mark] = []
    for number, (name, value) in enumerate(values):
        top, long = number * 22, value * 310 / most
        marks += [
            Words(118, 18 + top, name, "label", END),
            Rectangle(124, 5 + top, long, 16, "bar"),
            Words(130 + long, 18 + top, str(value), "value"),
        ]
    return Figure(title, 480, 10 + 22 * len(values), tuple(marks), REPORT, lines=lines)


def columns(title: str, days: Sequence[tuple[str, int]], most: int = 0) -> Figure:
    """One column per day along the calendar; as text, one line per day. ``most`` is the top of the scale."""
    most = most or max((value for _, value in days), default=0) or 1
    values, titles = tuple(value for _, value in days), tuple(f"{day}: {value}" for day, value in days)
    first, last = (days[0][0], days[-1][0]) if days else ("", "")
    marks = (
        Polyline(((28, 8), (28, 110), (478, 110)), "axis"),
        Words(24, 18, str(most), "label", END),
        Words(24, 112, "0", "label", END),
        Columns(30, 10, 446, 100, values, most, "bar", titles),
        Words(30, 126, first, "value"),
        Words(476, 126, last, "label", END),
    )
    lines = tuple(f"{day} {FULL * round(value * 40 / most)}{' ' if value else ''}{value}" for day, value in days)
    return Figure(title, 480, 130, marks, REPORT, lines=lines)


def column_rows(heights: Sequence[float], rows: int, glyph: Callable[[float], str]) -> Iterator[list[str]]:
    """Columns as text, row by row from the top.

    ``heights`` are in rows; ``glyph`` returns the character for the filled share of a cell, which is below 0 above a
    column and over 1 inside it.
    """
    for row in reversed(range(rows)):
        yield [glyph(height - row) for height in heights]


def curve(title: str, legs: Sequence[Leg], moments: Sequence[Moment]) -> Figure:
    """A curve from 0 to 100 %: dice as a line, decisions as bars with a knob, moments by their numbers."""
    end = max((leg.to_x for leg in legs), default=1.0) or 1.0
    marks = (*_grid(), *_curve(legs, moments, end), *_key())
    return Figure(title, 800, 244, marks, REPORT, lines=tuple(_curve_text(legs, moments, end)))


def _grid() -> Iterator[Mark]:
    for percent in (0, 50, 100):
        y = 210 - 1.96 * percent
        yield Polyline(((44, y), (784, y)), "grid")
        yield Words(38, y + 4, str(percent), "label", END)


def _curve(legs: Sequence[Leg], moments: Sequence[Moment], end: float) -> Iterator[Mark]:
    def at(x: float, y: float) -> Point:
        return 44 + x * 740 / end, 210 - y * 196

    yield from leg_marks(legs, at, "dice", "order")
    for leg in legs:
        if leg.order:
            yield Circle(*at(leg.x, leg.to_y), 4, 4, "knob")
    for number, moment in enumerate(moments, 1):
        x, y = at(moment.x, moment.y)
        yield Circle(x, y, 10, 10, "moment", moment.text)
        yield Words(x, y + 4.5, str(number), "mark", MIDDLE, title=moment.text)


def leg_marks(legs: Sequence[Leg], at: Callable[[float, float], Point], dice: str, order: str) -> Iterator[Polyline]:
    """The legs of a curve as lines: sloping for dice, vertical for decisions."""
    for leg in legs:
        if leg.order:
            yield Polyline((at(leg.x, leg.y), at(leg.x, leg.to_y)), order, character=ORDERED)
        else:
            yield Polyline((at(leg.x, leg.y), at(leg.to_x, leg.to_y)), dice)


def _key() -> tuple[Mark, ...]:
    return (
        Polyline(((44, 232), (68, 232)), "dice"),
        Words(74, 236, "dice", "value"),
        Polyline(((124, 224), (124, 238)), "order"),
        Circle(124, 224, 4, 4, "knob"),
        Words(134, 236, "your orders", "value"),
    )


def _curve_text(legs: Sequence[Leg], moments: Sequence[Moment], end: float) -> list[str]:
    """A character for each place along the curve, steep legs as columns of characters; then a key."""
    cells = [[" "] * (ACROSS + 1) for _ in range(DOWN + 1)]

    def row(height: float) -> int:
        return DOWN - round(height * DOWN)

    for leg in sorted(legs, key=lambda leg: leg.order):
        first, last = round(leg.x * ACROSS / end), round(leg.to_x * ACROSS / end)
        for column in range(first, last + 1):
            share, to_share = ((column + side - first) / (last - first) if last > first else side for side in (0, 1))
            begin, stop = (leg.y + (leg.to_y - leg.y) * min(1.0, part) for part in (share, to_share))
            rows = sorted((row(begin), row(stop)))
            for place in range(rows[0], rows[1] + 1):
                cells[place][column] = ORDERED if leg.order else _slope(rows, leg.to_y - leg.y)
    for number, moment in enumerate(moments, 1):
        cells[row(moment.y)][round(moment.x * ACROSS / end)] = str(number)
    scale = {0: "100", DOWN // 2: " 50", DOWN: "  0"}
    drawn = [f"{scale.get(place, '   ')} |{''.join(texts).rstrip()}" for place, texts in enumerate(cells)]
    return [*drawn, f"    {LEVEL * ACROSS}", f"    {UP} {DOWNWARD} {LEVEL} dice   {ORDERED} your orders   1-5 below"]


def _slope(rows: Sequence[int], rise: float) -> str:
    return LEVEL if rows[0] == rows[1] else UP if rise > 0 else DOWNWARD
