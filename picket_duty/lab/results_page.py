"""The results of a run, as a page and as the object of ``simulate --json``."""

from __future__ import annotations

import math
from collections import Counter

from picket_duty.analysis.statistics import (
    Interval,
    deviation,
    mean,
    mean_interval,
    quantile,
    wilson,
)
from picket_duty.events import JsonObject
from picket_duty.lab.batch import Batch
from picket_duty.lab.results import Results
from picket_duty.pages.blocks import BarChart, Block, Grid, Paragraph
from picket_duty.state import DRAW, JAPANESE_WIN, US_WIN
from picket_duty.text.names import OUTCOMES as WORDS

OUTCOMES = (US_WIN, JAPANESE_WIN, DRAW)
#: Fields that are true or false in a single game, shown as shares.
SHARES = ("afloat", "on_station")
STAGES_HELD = "stages_held"
#: Fields of ``play --json`` with a chart.
DRAWN = (STAGES_HELD, "hits", "ships_sunk", "days")
#: Labels of fields of ``play --json``, if they differ from the names.
LABELS = {"destroyed": "splashed", "flamed": "set afire"}


def results_json(batch: Batch, results: Results) -> JsonObject:
    """The object of ``simulate --json``."""
    means = {name: mean(counts) for name, counts in results.numbers.items() if name not in SHARES}
    # Only patrols end with a record, which is neither a win nor a loss.
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


def results_page(batch: Batch, results: Results) -> list[Block]:
    """Outcomes, means with their intervals, and how often each number occurred; in a campaign of
    stages those held come first.
    """
    kind = " ".join(str(part) for pair in _game_kind(batch).items() for part in pair)
    head = (
        f"{results.games} games of {kind}, {batch.chosen.level}, captain {batch.policy}, seed "
        f"{batch.seed}"
    )
    grids = [_outcomes(results), _numbers(results)]
    if STAGES_HELD in results.numbers:
        # By the printed rules, a campaign of stages is won even if none was held.
        grids.reverse()
    seconds = results.seconds or math.inf
    rate = results.games / seconds
    asked = results.requests / seconds
    return [
        Paragraph(head),
        *grids,
        *_charts(results),
        Paragraph(f"{results.seconds:.1f} s, {rate:,.0f} games/s, {asked:,.0f} requests/s"),
    ]


def _outcomes(results: Results) -> Grid:
    rows = []
    for name in sorted(results.outcomes, key=list(WORDS).index):
        games = results.outcomes[name]
        interval = _percents(wilson(games, results.games))
        rows.append((WORDS[name], str(games), f"{games / results.games:.1%}", interval))
    return Grid(("outcome", "games", "share", "95% interval"), tuple(rows), right=(1, 2))


def _numbers(results: Results) -> Grid:
    rows = []
    # The stages held come first.
    for name, counts in sorted(results.numbers.items(), key=lambda item: item[0] != STAGES_HELD):
        average = mean(counts)
        if name in SHARES:
            interval = _percents(wilson(counts[1], results.games))
            rows.append((_label(name), f"{average:.1%}", interval, "", ""))
            continue
        low, high = mean_interval(counts)
        middle = f"{quantile(counts, 0.25)} to {quantile(counts, 0.75)}"
        interval = f"{low:,.3f} to {high:,.3f}"
        rows.append((_label(name), f"{average:,.3f}", interval, middle, str(max(counts))))
    heading = ("per game", "mean", "95% interval", "middle half", "max")
    return Grid(heading, tuple(rows), right=(1, 3, 4))


def _charts(results: Results) -> list[BarChart]:
    charts = []
    for name in DRAWN:
        # A chart of one or two values shows no more than the mean.
        if len(counts := results.numbers.get(name, Counter())) > 2:
            spread = f"mean {mean(counts):.2f}, standard deviation {deviation(counts):.2f}"
            charts.append(BarChart(f"Games by {_label(name)} ({spread})", grouped(counts)))
    return charts


def _label(name: str) -> str:
    return LABELS.get(name, name.replace("_", " "))


def _percents(interval: Interval) -> str:
    return "{:.1%} to {:.1%}".format(*interval)


def grouped(counts: Counter[int], most: int = 20) -> tuple[tuple[str, int], ...]:
    """How often each number occurred, or each of at most ``most`` groups of numbers, by name."""
    low = min(counts)
    high = max(counts)
    # Rounded up, so that ``most`` groups are enough.
    step = -(-(high - low + 1) // most)
    groups = []
    for first in range(low, high + 1, step):
        group = range(first, first + step)
        name = f"{group[0]}-{group[-1]}" if step > 1 else str(first)
        groups.append((name, sum(counts[number] for number in group)))
    return tuple(groups)


def _game_kind(batch: Batch) -> JsonObject:
    chosen = batch.chosen
    if chosen.scenario is not None:
        return {"scenario": chosen.scenario}
    if chosen.campaign:
        return {"campaign": chosen.campaign}
    return {"patrol": chosen.patrol, "days": chosen.days}
