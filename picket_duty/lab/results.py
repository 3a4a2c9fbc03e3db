"""The results of many games as text and JSON.

Shares and distributions are also drawn with characters, at most 80 wide, in ASCII if the terminal has no other
characters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from picket_duty.analysis.statistics import Interval, deviation, mean, mean_interval, quantile, wilson
from picket_duty.figures.plots import column_rows
from picket_duty.lab.batch import OUTCOMES, Batch, Results
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
    if ascii_only:
        return "#" if height >= 0.5 else "." if height > 0 else " "
    return BELOW[max(0, min(8, round(height * 8)))]


def _labels(numbers: Sequence[int], wide: int) -> str:
    line = ""
    for at, number in enumerate(numbers):
        if len(line) <= at * wide:
            line = line.ljust(at * wide) + f"{number} "
    return line.rstrip()


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


def _head(batch: Batch, results: Results) -> str:
    kind = " ".join(str(part) for pair in _game_kind(batch).items() for part in pair)
    return f"{results.games} games of {kind}, {batch.chosen.level}, captain {batch.policy}, seed {batch.seed}"


def _game_kind(batch: Batch) -> dict[str, Any]:
    chosen = batch.chosen
    if chosen.scenario is not None:
        return {"scenario": chosen.scenario}
    return {"campaign": chosen.campaign} if chosen.campaign else {"patrol": chosen.patrol, "days": chosen.days}
