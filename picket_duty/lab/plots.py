"""Plots of many games: shares with their intervals, how often each number came, figures in their bands.

On the terminal in lines of at most 80 signs, in ASCII where it has no others; as one SVG with everything in it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

import msgspec

from picket_duty.analysis.statistics import Interval, deviation, mean
from picket_duty.lab.calibrate import Figure

#: Width of a terminal that every plot fits, and of the scale at the left of columns.
WIDTH, SCALE = 80, 7
#: Lines of a plot in columns.
ROWS = 6
#: Cells in which a figure is drawn, and how many of them its band takes, in the middle.
STRIP, BAND = 22, 10
#: The figures of a calibration that are shares of games won.
WINS = "wins"
#: Eighths of a cell, from below.
BELOW = " ▁▂▃▄▅▆▇█"


class Share(msgspec.Struct, frozen=True):
    """A share of the games with its 95 % interval."""

    name: str
    value: float
    interval: Interval


class Spread(msgspec.Struct, frozen=True):
    """How often each number came."""

    name: str
    counts: Counter[int]

    @property
    def title(self) -> str:
        """The name with mean and deviation."""
        return f"{self.name} (mean {mean(self.counts):.2f}, deviation {deviation(self.counts):.2f})"

    def columns(self, most: int) -> list[tuple[int, int, float]]:
        """First and last number and share of each column: a number each, or as many as make ``most`` columns do."""
        low, high = min(self.counts), max(self.counts)
        step = -(-(high - low + 1) // most)
        shares = [0] * (-(-(high - low + 1) // step))
        for value, count in self.counts.items():
            shares[(value - low) // step] += count
        trials = self.counts.total()
        return [(low + at * step, low + (at + 1) * step - 1, count / trials) for at, count in enumerate(shares)]


# -- in lines ------------------------------------------------------------------------


def bar(share: Share, width: int, ascii_only: bool = False) -> str:
    """A share of ``width`` cells: full to the lower bound of its interval, then shaded to the upper one."""
    low, high = (round(bound * width) for bound in share.interval)
    full, shaded = ("#", "=") if ascii_only else ("█", "▒")
    # Where the interval is narrower than a cell, the share itself is drawn.
    if high <= low:
        return full * round(share.value * width)
    return full * low + shaded * (high - low)


def share_lines(shares: Sequence[Share], ascii_only: bool = False) -> list[str]:
    """A line for each share: its name, its value, its bar."""
    names = max((len(share.name) for share in shares), default=0)
    room = WIDTH - names - 9
    return [f"{one.name:<{names}} {one.value:>6.1%}  {bar(one, room, ascii_only)}".rstrip() for one in shares]


def wins_of(figures: Iterable[Figure]) -> list[Share]:
    """The shares of games won among the figures of a calibration."""
    return [Share(one.band.words, one.value, one.interval) for one in figures if one.band.id == WINS]


def spread_lines(spread: Spread, ascii_only: bool = False) -> list[str]:
    """Columns over the numbers, the scale at the left in per cent of the games."""
    columns = spread.columns((WIDTH - SCALE) // 2)
    wide = min(6, (WIDTH - SCALE) // len(columns))
    most = max(share for _, _, share in columns)
    lines = [spread.title]
    for row in range(ROWS, 0, -1):
        cells = "".join(
            (_column(share / most * ROWS - (row - 1), ascii_only) * (wide - 1) + " ") for *_, share in columns
        )
        scale = f"{most * row / ROWS:.1%}" if row in (ROWS, ROWS // 2) else ""
        lines.append(f"{scale:>{SCALE - 1}} {cells}".rstrip())
    return [*lines, " " * SCALE + _labels([first for first, *_ in columns], wide)]


def _column(height: float, ascii_only: bool) -> str:
    """A cell of a column that reaches so high in it."""
    if ascii_only:
        return "#" if height >= 0.5 else "." if height > 0 else " "
    return BELOW[max(0, min(8, round(height * 8)))]


def _labels(numbers: Sequence[int], wide: int) -> str:
    """Numbers below their columns, those left out for which there is no room."""
    line = ""
    for at, number in enumerate(numbers):
        if len(line) <= at * wide:
            line = line.ljust(at * wide) + f"{number} "
    return line.rstrip()


def band_lines(figures: Iterable[Figure], ascii_only: bool = False) -> list[str]:
    """Each figure as it lies in its band, every band drawn alike: value and interval."""
    mark, rule = ("o", "-") if ascii_only else ("●", "─")
    lines = [f"[  band  ]  {mark} value  {rule}{rule} 95 % interval  < > beyond what is drawn"]
    for one in figures:
        low, high = one.band.low, one.band.high
        at = [_cell(value, low, high) for value in (one.interval[0], one.value, one.interval[1])]
        cells = [" "] * STRIP
        for cell in range(max(0, at[0]), min(STRIP - 1, at[2]) + 1):
            cells[cell] = rule
        edges = ((STRIP - BAND) // 2, (STRIP + BAND) // 2 - 1)
        for cell, sign in zip(edges, "[]", strict=True):
            cells[cell] = sign
        cells[max(0, min(STRIP - 1, at[1]))] = "<" if at[1] < 0 else ">" if at[1] >= STRIP else mark
        lines.append(f"{one.band.words:<{WIDTH - STRIP - 1}} {''.join(cells)}".rstrip())
    return lines


def _cell(value: float, low: float, high: float) -> int:
    """The cell of a value, the band filling the middle."""
    return math.floor((STRIP - BAND) / 2 + (value - low) / (high - low) * BAND)


# -- as SVG ------------------------------------------------------------------------------

#: Measures of the drawing, in its own units: its width, where bars begin and end, the height of a row and of columns.
PAGE, FROM, TO, ROW, HIGH = 720, 330, 640, 22, 120
STYLE = (
    "text{font:13px sans-serif;fill:#22313a}.head{font-weight:bold}.right{text-anchor:end}.middle{text-anchor:middle}"
    ".page{fill:#fff}.bar{fill:#3b6f8f}.band{fill:#dbe6ec}.line{stroke:#22313a;stroke-width:1.5;fill:none}"
    ".value{fill:#b3401f}"
)


def shares_svg(shares: Sequence[Share]) -> tuple[str, int]:
    """Bars with the whiskers of their intervals, and how high that is."""
    found = []
    for at, one in enumerate(shares):
        middle = at * ROW + ROW / 2
        low, value, high = (FROM + part * (TO - FROM) for part in (one.interval[0], one.value, one.interval[1]))
        found += [
            _text(FROM - 8, middle + 4, one.name, "right"),
            f'<rect x="{FROM}" y="{middle - 7:.1f}" width="{value - FROM:.1f}" height="14" class="bar"/>',
            _whisker(low, high, middle),
            _text(TO + 8, middle + 4, f"{one.value:.1%}"),
        ]
    return "".join(found), len(shares) * ROW


def spread_svg(spread: Spread) -> tuple[str, int]:
    """Columns over the numbers, and how high that is."""
    columns = spread.columns(60)
    wide = (PAGE - 80) / len(columns)
    most = max(share for *_, share in columns)
    found = [_text(10, 14, spread.title, "head"), _text(62, 36, f"{most:.1%}", "right")]
    every = -(-len(columns) // 20)
    for at, (first, last, share) in enumerate(columns):
        tall = share / most * HIGH
        label = str(first) if first == last else f"{first}-{last}"
        found.append(
            f'<rect x="{70 + at * wide:.1f}" y="{30 + HIGH - tall:.1f}" width="{wide * 0.85:.1f}" height="{tall:.1f}" '
            f'class="bar"><title>{label}: {share:.1%}</title></rect>'
        )
        if not at % every:
            found.append(_text(70 + (at + 0.42) * wide, 46 + HIGH, str(first), "middle"))
    found.append(f'<path d="M66 30v{HIGH}H{PAGE - 8}" class="line"/>')
    return "".join(found), HIGH + 60


def bands_svg(figures: Sequence[Figure]) -> tuple[str, int]:
    """Each figure on a scale of its own: the band shaded, the interval as a whisker, the value as a dot."""
    found = []
    left = FROM + 90
    for at, one in enumerate(figures):
        middle = at * ROW + ROW / 2
        low, high = one.band.low, one.band.high
        wide = (TO - left) * BAND / STRIP
        begin = left + (TO - left - wide) / 2
        low, value, high = (
            max(left, min(TO, begin + (part - one.band.low) / (one.band.high - one.band.low) * wide))
            for part in (one.interval[0], one.value, one.interval[1])
        )
        found += [
            _text(left - 8, middle + 4, one.band.words, "right"),
            f'<rect x="{begin:.1f}" y="{middle - 8:.1f}" width="{wide:.1f}" height="16" class="band"/>',
            _whisker(low, high, middle),
            f'<circle cx="{value:.1f}" cy="{middle:.1f}" r="4" class="value"/>',
            _text(TO + 8, middle + 4, f"{one.value:.2f}" if one.band.id == "ships sunk" else f"{one.value:.1%}"),
        ]
    return "".join(found), len(figures) * ROW


def page(title: str, parts: Iterable[tuple[str, int]]) -> str:
    """A drawing of some parts below one another."""
    found, below = [_text(10, 24, title, "head")], 44
    for drawn, high in parts:
        found.append(f'<g transform="translate(0 {below})">{drawn}</g>')
        below += high + 20
    box = f'viewBox="0 0 {PAGE} {below}" width="{PAGE}" height="{below}" role="img" aria-label="{escape(title)}"'
    style = f'<style>{STYLE}</style><rect width="100%" height="100%" class="page"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{style}{"".join(found)}</svg>\n'


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>{escape(words)}</text>'


def _whisker(low: float, high: float, y: float) -> str:
    return f'<path d="M{low:.1f} {y - 5:.1f}v10M{low:.1f} {y:.1f}H{high:.1f}M{high:.1f} {y - 5:.1f}v10" class="line"/>'
