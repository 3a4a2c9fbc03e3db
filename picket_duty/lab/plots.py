"""Plots of many games: shares with their intervals, how often each number occurred, measurements in their bands.

As lines of at most 80 characters, in ASCII if the terminal has no other characters, and as one SVG file.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from picket_duty.analysis.statistics import Interval, deviation, mean
from picket_duty.figures import svg
from picket_duty.figures.graphs import column_rows
from picket_duty.figures.marks import (
    END,
    FILLED,
    MIDDLE,
    Circle,
    Columns,
    Figure,
    Mark,
    Polyline,
    Rectangle,
    Words,
    shifted,
)
from picket_duty.figures.styles import PLOT
from picket_duty.lab.calibrate import Measurement

#: Width of a plot, and of the scale on the left of columns, in characters.
WIDTH, SCALE = 80, 7
#: Lines of a plot in columns.
ROWS = 6
#: Cells in which a measurement is drawn, and how many of them its band takes, in the middle.
STRIP, BAND = 22, 10
#: The measurements of a calibration that are shares of games won.
WINS = "wins"
#: The measurement that is a number of ships, not a share.
SHIPS_SUNK = "ships sunk"
#: Eighths of a cell, from below.
BELOW = " ▁▂▃▄▅▆▇█"


class Share(msgspec.Struct, frozen=True):
    """A share of the games with its 95 % interval."""

    name: str
    value: float
    interval: Interval


class Spread(msgspec.Struct, frozen=True):
    """How often each number occurred."""

    name: str
    counts: Counter[int]

    @property
    def title(self) -> str:
        """The name with mean and deviation."""
        return f"{self.name} (mean {mean(self.counts):.2f}, deviation {deviation(self.counts):.2f})"

    def columns(self, most: int) -> list[tuple[int, int, float]]:
        """First and last number and share of each column, at most ``most`` columns."""
        low, high = min(self.counts), max(self.counts)
        step = -(-(high - low + 1) // most)
        shares = [0] * (-(-(high - low + 1) // step))
        for value, count in self.counts.items():
            shares[(value - low) // step] += count
        trials = self.counts.total()
        return [(low + at * step, low + (at + 1) * step - 1, count / trials) for at, count in enumerate(shares)]


# -- as text -------------------------------------------------------------------------


def bar(share: Share, width: int, ascii_only: bool = False) -> str:
    """A share of ``width`` cells: full to the lower bound of its interval, then shaded to the upper one."""
    low, high = (round(bound * width) for bound in share.interval)
    full, shaded = ("#", "=") if ascii_only else ("█", "▒")
    # If the interval is narrower than a cell, the share itself is drawn.
    if high <= low:
        return full * round(share.value * width)
    return full * low + shaded * (high - low)


def share_lines(shares: Sequence[Share], ascii_only: bool = False) -> list[str]:
    """A line for each share: its name, its value, its bar."""
    names = max((len(share.name) for share in shares), default=0)
    room = WIDTH - names - 9
    return [f"{share.name:<{names}} {share.value:>6.1%}  {bar(share, room, ascii_only)}".rstrip() for share in shares]


def wins_of(measurements: Iterable[Measurement]) -> list[Share]:
    """The shares of games won among the measurements of a calibration."""
    return [
        Share(measured.band.words, measured.value, measured.interval)
        for measured in measurements
        if measured.band.id == WINS
    ]


def spread_lines(spread: Spread, ascii_only: bool = False) -> list[str]:
    """Columns over the numbers, the scale at the left in percent of the games."""
    columns = spread.columns((WIDTH - SCALE) // 2)
    wide = min(6, (WIDTH - SCALE) // len(columns))
    most = max(share for _, _, share in columns)
    heights = [share / most * ROWS for *_, share in columns]
    lines = [spread.title]
    for number, glyphs in enumerate(column_rows(heights, ROWS, partial(_column, ascii_only=ascii_only))):
        row, cells = ROWS - number, "".join(f"{glyph * (wide - 1)} " for glyph in glyphs)
        scale = f"{most * row / ROWS:.1%}" if row in (ROWS, ROWS // 2) else ""
        lines.append(f"{scale:>{SCALE - 1}} {cells}".rstrip())
    return [*lines, " " * SCALE + _labels([first for first, *_ in columns], wide)]


def _column(height: float, ascii_only: bool) -> str:
    """The character of a cell filled to this share."""
    if ascii_only:
        return "#" if height >= 0.5 else "." if height > 0 else " "
    return BELOW[max(0, min(8, round(height * 8)))]


def _labels(numbers: Sequence[int], wide: int) -> str:
    """Numbers below their columns, as many as fit."""
    line = ""
    for at, number in enumerate(numbers):
        if len(line) <= at * wide:
            line = line.ljust(at * wide) + f"{number} "
    return line.rstrip()


def band_lines(measurements: Iterable[Measurement], ascii_only: bool = False) -> list[str]:
    """A line for each measurement: its value and interval on a scale in which all bands have the same width."""
    mark, rule = ("o", "-") if ascii_only else ("●", "─")
    lines = [f"[  band  ]  {mark} value  {rule}{rule} 95 % interval  < > beyond what is drawn"]
    for measured in measurements:
        low, high = measured.band.low, measured.band.high
        at = [_cell(value, low, high) for value in (measured.interval[0], measured.value, measured.interval[1])]
        cells = [" "] * STRIP
        for cell in range(max(0, at[0]), min(STRIP - 1, at[2]) + 1):
            cells[cell] = rule
        edges = ((STRIP - BAND) // 2, (STRIP + BAND) // 2 - 1)
        for cell, sign in zip(edges, "[]", strict=True):
            cells[cell] = sign
        cells[max(0, min(STRIP - 1, at[1]))] = "<" if at[1] < 0 else ">" if at[1] >= STRIP else mark
        lines.append(f"{measured.band.words:<{WIDTH - STRIP - 1}} {''.join(cells)}".rstrip())
    return lines


def _cell(value: float, low: float, high: float) -> int:
    """The cell of a value, with the band in the middle."""
    return math.floor((STRIP - BAND) / 2 + (value - low) / (high - low) * BAND)


# -- as figures --------------------------------------------------------------------------

#: Measures of the figure in pixels: its width, where bars begin and end, the height of a row and of columns.
PAGE, FROM, TO, ROW, HIGH = 720, 330, 640, 22, 120


class Part(NamedTuple):
    """A part of a figure, and how high it is."""

    marks: Sequence[Mark]
    height: float


def shares_part(shares: Sequence[Share]) -> Part:
    """Bars with the whiskers of their intervals."""
    marks: list[Mark] = []
    for at, share in enumerate(shares):
        middle = at * ROW + ROW / 2
        low, value, high = (FROM + part * (TO - FROM) for part in (share.interval[0], share.value, share.interval[1]))
        marks += [
            Words(FROM - 8, middle + 4, share.name, "text", END),
            Rectangle(FROM, middle - 7, value - FROM, 14, "bar"),
            *_whisker(low, high, middle),
            Words(TO + 8, middle + 4, f"{share.value:.1%}", "text"),
        ]
    return Part(marks, len(shares) * ROW)


def spread_part(spread: Spread) -> Part:
    """Columns over the numbers."""
    groups = spread.columns(60)
    wide = (PAGE - 80) / len(groups)
    most = max(share for *_, share in groups)
    names = [str(first) if first == last else f"{first}-{last}" for first, last, _ in groups]
    titles = tuple(f"{name}: {share:.1%}" for name, (*_, share) in zip(names, groups, strict=True))
    every = -(-len(groups) // 20)
    numbers = [
        Words(70 + (at + FILLED / 2) * wide, 46 + HIGH, str(first), "text", MIDDLE)
        for at, (first, *_) in enumerate(groups)
        if not at % every
    ]
    marks: list[Mark] = [
        Words(10, 14, spread.title, "head"),
        Words(62, 36, f"{most:.1%}", "text", END),
        Columns(70, 30, PAGE - 80, HIGH, tuple(share for *_, share in groups), most, "bar", titles),
        *numbers,
        Polyline(((66, 30), (66, 30 + HIGH), (PAGE - 8, 30 + HIGH)), "line"),
    ]
    return Part(marks, HIGH + 60)


def bands_part(measurements: Sequence[Measurement]) -> Part:
    """Each measurement on a separate scale: the band shaded, the interval as a whisker, the value as a dot."""
    marks: list[Mark] = []
    left = FROM + 90
    wide = (TO - left) * BAND / STRIP
    begin = left + (TO - left - wide) / 2
    for at, measurement in enumerate(measurements):
        middle, band = at * ROW + ROW / 2, measurement.band
        value_text = f"{measurement.value:.2f}" if band.id == SHIPS_SUNK else f"{measurement.value:.1%}"
        low, value, high = (
            max(left, min(TO, begin + (part - band.low) / (band.high - band.low) * wide))
            for part in (measurement.interval[0], measurement.value, measurement.interval[1])
        )
        marks += [
            Words(left - 8, middle + 4, band.words, "text", END),
            Rectangle(begin, middle - 8, wide, 16, "band"),
            *_whisker(low, high, middle),
            Circle(value, middle, 4, 4, "value"),
            Words(TO + 8, middle + 4, value_text, "text"),
        ]
    return Part(marks, len(measurements) * ROW)


def page(title: str, parts: Iterable[Part]) -> str:
    """An SVG file of some parts below one another."""
    marks: list[Mark] = [Words(10, 24, title, "head")]
    top = 44.0
    for part in parts:
        marks += [shifted(mark, top) for mark in part.marks]
        top += part.height + 20
    return svg.file(Figure(title, PAGE, top, tuple(marks), PLOT))


def _whisker(low: float, high: float, y: float) -> Iterator[Mark]:
    yield from (Polyline(((x, y - 5), (x, y + 5)), "line") for x in (low, high))
    yield Polyline(((low, y), (high, y)), "line")
