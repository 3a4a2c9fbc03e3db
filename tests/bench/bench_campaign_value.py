"""The value of a state of a long campaign: refit, and compare with playouts.

    python -m tests.bench.bench_campaign_value fit [GAMES [PROCESSES]]            prints the numbers of each campaign
    python -m tests.bench.bench_campaign_value check [STATES [PLAYOUTS [PROCESSES]]]   errors of the estimates

The numbers go into ``picket_duty/analysis/campaign_values.toml``. Fit: quick doctrine plays GAMES of each campaign
(default 400), seeds 0 on. Check: at the start of a random day of games with other seeds (default 60 states), 400
playouts each; the error printed is net of that of the playouts.
"""

from __future__ import annotations

import datetime
import math
import random
import statistics
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from picket_duty.analysis.campaign_value import chance, measured, standing_of, value_for
from picket_duty.analysis.playouts import run_playout
from picket_duty.book import load_tables
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.state import LEVELS

CAMPAIGNS = [("long-b", level) for level in LEVELS]
FIRST_CHECKED = 2000
#: Days with fewer losses to come say nothing about gunnery.
FEW = 0.3


def losses_by_day(campaign: str, level: str, seed: int) -> tuple[int, dict[int, tuple[int, int]]]:
    """The ships lost in a game; by days since the start, those lost before and the values of gunnery officers."""
    game = Game.new(campaign=campaign, level=level, seed=seed, tables=load_tables(), history=False)
    captain, lost = QuickCaptain(), dict[int, tuple[int, int]]()
    while game.request is not None:
        day = (game.state.date - game.state.setup.start).days
        if day not in lost and game.state.step != "setup":
            standing = standing_of(game.system.encode(game.state))
            lost[day] = standing.records.ships_sunk, standing.gunnery
        game.roll_on() if type(game.request) is Roll else game.answer(captain.choose(game))
    return game.state.records.ships_sunk, lost


def fit(games: int, processes: int | None) -> None:
    """Print the mean further losses by day; a day that few games see is interpolated."""
    tables = load_tables()
    for campaign, level in CAMPAIGNS:
        further = defaultdict(list)
        with ProcessPoolExecutor(processes) as pool:
            for whole, lost in pool.map(partial(losses_by_day, campaign, level), range(games), chunksize=10):
                for day, (before, gunnery) in lost.items():
                    further[day].append((whole - before, gunnery))
        data = tables.campaigns[campaign]
        known = {
            day: statistics.mean(count for count, _ in counts)
            for day, counts in further.items()
            if len(counts) > games / 10
        }
        means = smooth(known, (data.end - data.start).days + 1)
        average, share = gunnery_share(further, means)
        print(f'\n[[values]]\ndigest = "{tables.digest}"\ncampaign = "{campaign}"\nlevel = "{level}"\ngames = {games}')
        print(f"average = {average:.2f}\ngunnery = {share:.4f}")
        print("further = [" + ", ".join(f"{mean:.2f}" for mean in means) + "]")


def gunnery_share(further: dict[int, list[tuple[int, int]]], means: list[float]) -> tuple[float, float]:
    """The mean sum of gunnery values, and the change of the losses by each value above it: weighted least squares."""
    rows = [(means[day], count, gunnery) for day, counts in further.items() for count, gunnery in counts]
    rows = [row for row in rows if row[0] > FEW]
    average = statistics.mean(gunnery for _, _, gunnery in rows)
    product = sum((count - mean) * (gunnery - average) for mean, count, gunnery in rows)
    square = sum(mean * (gunnery - average) ** 2 for mean, _, gunnery in rows)
    return average, product / square


def smooth(means: dict[int, float], days: int) -> list[float]:
    """The means of all days, linear between those known, 0 at the end."""
    known = {**means, days: 0.0}
    places = sorted(known)
    filled = []
    for day in range(days):
        after = next(place for place in places if place >= day)
        before = max((place for place in places if place <= day), default=after)
        share = (day - before) / (after - before) if after > before else 0.0
        filled.append(known[before] + share * (known[after] - known[before]))
    return filled


def checked(level: str, playouts: int, seed: int) -> tuple[float, float] | None:
    """The estimated chance at a random day of a game, and that of its playouts; None if the game ended before."""
    tables, captain = load_tables(), QuickCaptain()
    game = Game.new(campaign="long-b", level=level, seed=seed, tables=tables)
    wanted, days = random.Random(seed).randrange(3, 85), set[datetime.date]()
    while game.request is not None:
        point = game.checkpoints[-1]
        if point.day and point.answers == len(game.answers):
            days.add(game.state.date)
            if len(days) > wanted:
                break
        game.roll() if type(game.request) is Roll else game.answer(captain.choose(game))
    if game.request is None:
        return None
    value = value_for(tables, game.state.setup)
    assert value is not None
    standing = standing_of(game.system.encode(game.state))
    ends = [run_playout(game, None, number) for number in range(playouts)]
    played = sum(end.won + end.drawn / 2 for end in ends) / playouts
    return chance(value, tables, game.state.setup.start, standing), played


def check(states: int, playouts: int, processes: int | None) -> None:
    """Print the root mean square error of the estimates of each level, and the largest difference."""
    for level in LEVELS:
        with ProcessPoolExecutor(processes) as pool:
            found = pool.map(partial(checked, level, playouts), range(FIRST_CHECKED, FIRST_CHECKED + states))
            pairs = [pair for pair in found if pair is not None]
        squares = [(estimated - played) ** 2 - played * (1 - played) / playouts for estimated, played in pairs]
        error = 100 * math.sqrt(max(0.0, statistics.mean(squares)))
        largest = max(abs(100 * (estimated - played)) for estimated, played in pairs)
        stated = next(value.error for value in measured() if value.level == level)
        print(f"{level}: error {error:.1f} points (stated {stated}), largest {largest:.0f}, {len(pairs)} states")


def main(what: str, *numbers: int) -> None:
    """``fit`` or ``check``."""
    if what == "fit":
        games, processes = (*numbers, None, None)[:2]
        fit(games or 400, processes)
    else:
        states, playouts, processes = (*numbers, None, None, None)[:3]
        check(states or 60, playouts or 400, processes)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
