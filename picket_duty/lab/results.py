"""The results of many games as text, JSON, CSV and plots.

Plots show proportions with their intervals, and distributions: as lines of at most 80 characters, in ASCII if the
terminal has no other characters, or as one SVG file.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from picket_duty.analysis.statistics import Interval, deviation, mean, mean_interval, quantile, wilson
from picket_duty.book import Tables
from picket_duty.figures import svg
from picket_duty.figures.graphs import column_rows
from picket_duty.figures.marks import (
    END,
    FILLED,
    MIDDLE,
    PLOT,
    Columns,
    Figure,
    Mark,
    Polyline,
    Rectangle,
    Words,
    shifted,
)
from picket_duty.lab.batch import OUTCOMES, Batch, Results, all_rows, never_reached, row_name
from picket_duty.text import OUTCOMES as WORDS

#: Width of a plot, and of the scale on the left of columns, in characters.
WIDTH, SCALE = 80, 7
#: Lines of a plot in columns.
ROWS = 6
#: Characters of a cell filled by eighths from below.
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
        return f"{self.name} (mean {mean(self.counts):.2f}, standard deviation {deviation(self.counts):.2f})"

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
    """A bar of ``width`` cells for a share: full to the lower bound of its interval, then shaded to the upper one."""
    low, high = (round(bound * width) for bound in share.interval)
    full, shaded = ("#", "=") if ascii_only else ("█", "▒")
    # If the interval is narrower than a cell, only the share is drawn.
    if high <= low:
        return full * round(share.value * width)
    return full * low + shaded * (high - low)


def spread_lines(spread: Spread, ascii_only: bool = False) -> list[str]:
    """A column for each number or group of numbers, with the scale at the left in percent of the games."""
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
    """The labels below the columns, as many as fit."""
    line = ""
    for at, number in enumerate(numbers):
        if len(line) <= at * wide:
            line = line.ljust(at * wide) + f"{number} "
    return line.rstrip()


# -- as figures --------------------------------------------------------------------------

#: Dimensions in pixels: width of the figure, left and right end of bars, height of a row and of columns.
PAGE, FROM, TO, ROW, HIGH = 720, 330, 640, 22, 120


class Part(NamedTuple):
    """Marks of a part of a figure, and its height in pixels."""

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
    """A column for each number or group of numbers."""
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


def page(title: str, parts: Iterable[Part]) -> str:
    """An SVG file of several parts, one below another."""
    marks: list[Mark] = [Words(10, 24, title, "head")]
    top = 44.0
    for part in parts:
        marks += [shifted(mark, top) for mark in part.marks]
        top += part.height + 20
    return svg.file(Figure(title, PAGE, top, tuple(marks), PLOT))


def _whisker(low: float, high: float, y: float) -> Iterator[Mark]:
    yield from (Polyline(((x, y - 5), (x, y + 5)), "line") for x in (low, high))
    yield Polyline(((low, y), (high, y)), "line")


#: Fields that are true or false in a single game, shown as shares.
SHARES = ("afloat", "on_station")
#: Width of the labels.
NAMES = max(map(len, WORDS.values())) + 2
#: Width of the bar of a share, in characters.
BAR = WIDTH - NAMES - 37
#: Fields of ``play --json`` with a plot, and their labels.
DRAWN = {"hits": "hits", "ships_sunk": "ships lost", "stages_held": "stages held", "days": "days"}
#: Labels of fields of ``play --json``, if they differ from the names.
LABELS = {"destroyed": "splashed", "flamed": "set afire", "ships_sunk": "ships lost"}


def as_json(batch: Batch, results: Results) -> dict[str, Any]:
    """The object of ``simulate --json``."""
    means = {name: mean(counts) for name, counts in results.numbers.items() if name not in SHARES}
    names = OUTCOMES if "record" not in results.outcomes else (*OUTCOMES, "record")
    return {
        "games": results.games,
        **_game_kind(batch),
        "policy": batch.policy,
        "level": batch.chosen.level,
        "seed": batch.seed,
        "outcomes": {name: results.outcomes[name] for name in names},
        "intervals": {name: list(wilson(results.outcomes[name], results.games)) for name in names},
        "means": means,
        "mean_intervals": {name: list(mean_interval(results.numbers[name])) for name in means},
        "shares": {name: mean(results.numbers[name]) for name in SHARES if name in results.numbers},
        "requests": results.requests,
        "seconds": round(results.seconds, 3),
    }


def as_csv(results: Results) -> str:
    """One line per game, below a line with the names of the columns."""
    text = io.StringIO()
    if results.each:
        writer = csv.DictWriter(text, list(results.each[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(results.each)
    return text.getvalue()


def table(batch: Batch, results: Results, ascii_only: bool = False) -> list[str]:
    """Outcomes, means and plots as lines of text."""
    lines = [_head(batch, results), "", f"{'outcome':<{NAMES}}{'games':>8}{'share':>9}   95% interval"]
    for share in shares(results)[: len(results.outcomes)]:
        low, high = share.interval
        cells = f"{share.name:<{NAMES}}{round(share.value * results.games):>8}{share.value:>9.1%}"
        interval = f"{low:.1%} to {high:.1%}"
        lines.append(f"{cells}   {interval:<16} {bar(share, BAR, ascii_only)}".rstrip())
    lines += ["", f"{'per game':<{NAMES}}{'mean':>9}   {'95% interval':<22}{'middle half':>14}{'max':>8}"]
    for name, counts in results.numbers.items():
        label = LABELS.get(name, name.replace("_", " "))
        low, high = mean_interval(counts)
        if name in SHARES:
            low, high = wilson(counts[1], results.games)
            lines.append(f"{label:<{NAMES}}{mean(counts):>9.1%}   {f'{low:.1%} to {high:.1%}':<22}")
            continue
        middle = f"{quantile(counts, 0.25)} to {quantile(counts, 0.75)}"
        interval = f"{low:,.3f} to {high:,.3f}"
        lines.append(f"{label:<{NAMES}}{mean(counts):>9,.3f}   {interval:<22}{middle:>14}{max(counts):>8}")
    for spread in spreads(results):
        lines += ["", *spread_lines(spread, ascii_only)]
    rate = results.games / results.seconds if results.seconds else 0.0
    asked = results.requests / results.seconds if results.seconds else 0.0
    lines += ["", f"{results.seconds:.1f} s, {rate:,.0f} games/s, {asked:,.0f} requests/s"]
    return lines


def shares(results: Results) -> list[Share]:
    """The share of each outcome with its interval, and of the games that keep ship and station."""
    outcomes = sorted(results.outcomes, key=lambda name: list(WORDS).index(name))
    counted = [(WORDS[name], results.outcomes[name]) for name in outcomes]
    counted += [(name.replace("_", " "), results.numbers[name][1]) for name in SHARES if name in results.numbers]
    return [Share(name, count / results.games, wilson(count, results.games)) for name, count in counted]


def spreads(results: Results) -> list[Spread]:
    """The distributions that are drawn, if they have more than two values: strikes, ships sunk, stages, days."""
    drawn = [(label, results.numbers.get(name, Counter())) for name, label in DRAWN.items()]
    return [Spread(f"{label} per game", counts) for label, counts in drawn if len(counts) > 2]


def as_svg(batch: Batch, results: Results) -> str:
    """Outcomes and distributions as one drawing."""
    parts = [shares_part(shares(results)), *map(spread_part, spreads(results))]
    return page(_head(batch, results), parts)


def _head(batch: Batch, results: Results) -> str:
    kind = " ".join(str(part) for pair in _game_kind(batch).items() for part in pair)
    return f"{results.games} games of {kind}, {batch.chosen.level}, captain {batch.policy}, seed {batch.seed}"


def coverage_lines(tables: Tables, results: Results) -> list[str]:
    """How many rows of each chart were rolled, and the rows that never were."""
    missing = never_reached(tables, results.rows)
    rolled: Counter[str] = Counter()
    for row, count in results.rows.items():
        rolled[row[0]] += count
    rows = Counter(row[0] for row in all_rows(tables))
    gone = Counter(row[0] for row in missing)
    lines = [f"{'chart':<20}{'rolls':>10}{'rows':>6}{'rolled':>9}"]
    lines += [f"{name:<20}{rolled[name]:>10,}{rows[name]:>6}{rows[name] - gone[name]:>9}" for name in rows]
    lines += ["", f"{len(missing)} of {rows.total()} rows were never rolled:"]
    return lines + [f"  {row_name(row)}" for row in missing]


def coverage_json(tables: Tables, results: Results) -> dict[str, Any]:
    """The coverage as one JSON object: rolls of each row, and the rows never reached."""
    return {
        "rows": [
            {"table": row[0], "note": row[1], "column": row[2], "row": row[3], "rolls": results.rows[row]}
            for row in all_rows(tables)
        ],
        "never_reached": [row_name(row) for row in never_reached(tables, results.rows)],
    }


def _game_kind(batch: Batch) -> dict[str, Any]:
    """The scenario, campaign or patrol as fields of a JSON object."""
    chosen = batch.chosen
    if chosen.scenario is not None:
        return {"scenario": chosen.scenario}
    return {"campaign": chosen.campaign} if chosen.campaign else {"patrol": chosen.patrol, "days": chosen.days}
