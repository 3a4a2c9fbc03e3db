"""The results of many games as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from typing import Any

from picket_duty.analysis.statistics import mean, mean_interval, quantile, wilson
from picket_duty.book import Tables
from picket_duty.lab import plots
from picket_duty.lab.batch import OUTCOMES, Batch, Results, all_rows, never_reached, row_name
from picket_duty.text import OUTCOMES as WORDS

#: Shares rather than numbers: true or false in a single game.
SHARES = ("afloat", "on_station")
#: Width of the longest outcome.
NAMES = max(map(len, WORDS.values())) + 2
#: Width of the bar of a share, in characters.
BAR = plots.WIDTH - NAMES - 37
#: Fields of ``play --json`` that are drawn, with their labels.
DRAWN = {"hits": "strikes", "ships_sunk": "ships sunk", "days": "days"}


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
    lines = [_head(batch, results), "", f"{'outcome':<{NAMES}}{'games':>8}{'share':>9}   95 % interval"]
    for share in shares(results)[: len(results.outcomes)]:
        low, high = share.interval
        cells = f"{share.name:<{NAMES}}{round(share.value * results.games):>8}{share.value:>9.1%}"
        interval = f"{low:.1%} to {high:.1%}"
        lines.append(f"{cells}   {interval:<16} {plots.bar(share, BAR, ascii_only)}".rstrip())
    lines += ["", f"{'a game':<{NAMES}}{'mean':>9}   {'95 % interval':<22}{'half of them':>14}{'most':>8}"]
    for name, counts in results.numbers.items():
        label = name.replace("_", " ")
        low, high = mean_interval(counts)
        if name in SHARES:
            low, high = wilson(counts[1], results.games)
            lines.append(f"{label:<{NAMES}}{mean(counts):>9.1%}   {f'{low:.1%} to {high:.1%}':<22}")
            continue
        middle = f"{quantile(counts, 0.25)} to {quantile(counts, 0.75)}"
        interval = f"{low:,.3f} to {high:,.3f}"
        lines.append(f"{label:<{NAMES}}{mean(counts):>9,.3f}   {interval:<22}{middle:>14}{max(counts):>8}")
    for spread in spreads(results):
        lines += ["", *plots.spread_lines(spread, ascii_only)]
    rate = results.games / results.seconds if results.seconds else 0.0
    asked = results.requests / results.seconds if results.seconds else 0.0
    lines += ["", f"{results.seconds:.1f} s, {rate:,.0f} games/s, {asked:,.0f} requests/s"]
    return lines


def shares(results: Results) -> list[plots.Share]:
    """The share of each outcome with its interval, and of the games that keep ship and station."""
    outcomes = sorted(results.outcomes, key=lambda name: list(WORDS).index(name))
    counted = [(WORDS[name], results.outcomes[name]) for name in outcomes]
    counted += [(name.replace("_", " "), results.numbers[name][1]) for name in SHARES if name in results.numbers]
    return [plots.Share(name, count / results.games, wilson(count, results.games)) for name, count in counted]


def spreads(results: Results) -> list[plots.Spread]:
    """The distributions that are drawn, if they have more than two values: strikes, ships sunk, days."""
    drawn = [(label, results.numbers.get(name, Counter())) for name, label in DRAWN.items()]
    return [plots.Spread(f"{label} a game", counts) for label, counts in drawn if len(counts) > 2]


def as_svg(batch: Batch, results: Results) -> str:
    """Outcomes and distributions as one drawing."""
    parts = [plots.shares_part(shares(results)), *map(plots.spread_part, spreads(results))]
    return plots.page(_head(batch, results), parts)


def _head(batch: Batch, results: Results) -> str:
    kind = " ".join(str(part) for pair in _game_kind(batch).items() for part in pair)
    return f"{results.games} games of {kind}, {batch.chosen.level}, policy {batch.policy}, seed {batch.seed}"


def coverage_lines(tables: Tables, results: Results) -> list[str]:
    """How much of each chart was reached, and the rows that were not."""
    missing = never_reached(tables, results.rows)
    rolled: Counter[str] = Counter()
    for row, count in results.rows.items():
        rolled[row[0]] += count
    rows = Counter(row[0] for row in all_rows(tables))
    gone = Counter(row[0] for row in missing)
    lines = [f"{'chart':<20}{'rolls':>10}{'rows':>6}{'reached':>9}"]
    lines += [f"{name:<20}{rolled[name]:>10,}{rows[name]:>6}{rows[name] - gone[name]:>9}" for name in rows]
    lines += ["", f"{len(missing)} of {rows.total()} rows never reached:"]
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
