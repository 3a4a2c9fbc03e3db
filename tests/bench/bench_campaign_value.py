"""The value of a state of a campaign: refit, and compare with playouts.

    python -m tests.bench.bench_campaign_value fit [GAMES [PROCESSES]]            prints the numbers of each campaign
    python -m tests.bench.bench_campaign_value check [GAMES [PLAYOUTS [PROCESSES]]]    errors of the estimates
    python -m tests.bench.bench_campaign_value orders [GAMES [PLAYOUTS [PROCESSES]]]   points of orders against results

The numbers go into ``picket_duty/analysis/campaign_values.toml``. Fit: quick doctrine plays GAMES of each campaign
(default 600; four times as many of the mini campaign), seeds 0 on. Check: at the start of a random day of games with
other seeds (default 90 games, about 60 states), 400 playouts each; the error printed is net of that of the playouts.

Orders: the points that all orders of a game gain against doctrine's, on average over GAMES (default 30), are the
difference between the chances of the captain and of doctrine, which ten times as many games measure. It fails if they
differ by more than three errors. It also prints the processor time of a game's orders.
"""

from __future__ import annotations

import datetime
import math
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from picket_duty.analysis import win_probability
from picket_duty.analysis.campaign_value import (
    FULL_HULL,
    Standing,
    chance,
    kikusui_dates,
    measured,
    standing_of,
    value_for,
)
from picket_duty.analysis.playouts import run_playout
from picket_duty.analysis.win_probability import WIN, Measurements, PlayoutTask, half_wins_of
from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.state import ADVANCED, LEVELS, US_WIN

LONG = [(campaign, level) for campaign in ("long-b", "long-a") for level in LEVELS]
MINI = [("mini", level) for level in LEVELS]
FIRST_CHECKED = 10_000
#: Days with fewer losses to come say nothing about gunnery.
FEW = 0.3
#: The longest mini campaign, its games for each game of a long one, and the steps and the ridge of its fit.
MOST_DAYS, MORE_GAMES, STEPS, RIDGE = 7, 4, 12, 0.1

#: The states at the start of each day of a game, its ships sunk, and whether it was won.
Played = tuple[list[Standing], int, bool]


def played(campaign: str, level: str, seed: int) -> Played:
    """A game of quick doctrine."""
    game = Game.new(campaign=campaign, level=level, seed=seed, tables=load_tables(), history=False)
    captain, days = QuickCaptain(), dict[datetime.date, Standing]()
    while game.request is not None:
        if game.state.date not in days and game.state.step != "setup":
            days[game.state.date] = standing_of(game.system.encode(game.state))
        game.roll_on() if type(game.request) is Roll else game.answer(captain.choose(game))
    return list(days.values()), game.state.records.ships_sunk, game.state.outcome == US_WIN


def fit(games: int, processes: int | None) -> None:
    """Print the numbers of every campaign and level."""
    with ProcessPoolExecutor(processes) as pool:
        for campaign, level in LONG:
            print_losses(campaign, level, list(pool.map(partial(played, campaign, level), range(games), chunksize=10)))
        for campaign, level in MINI:
            seeds = range(MORE_GAMES * games)
            print_survival(campaign, level, list(pool.map(partial(played, campaign, level), seeds, chunksize=10)))


def heading(table: str, campaign: str, level: str, games: int) -> str:
    """The first lines of an entry; its errors are filled in after a check."""
    digest = load_tables().digest
    return f'\n[[{table}]]\ndigest = "{digest}"\ncampaign = "{campaign}"\nlevel = "{level}"\ngames = {games}'


# -- long campaigns ------------------------------------------------------------------


def print_losses(campaign: str, level: str, games: list[Played]) -> None:
    """Print the mean further losses by day; a day that few games see is interpolated."""
    data = load_tables().campaigns[campaign]
    further = defaultdict(list)
    for days, sunk, _ in games:
        for state in days:
            day = state.fighting_days if data.fighting_days else (state.date - data.start).days
            further[day].append((sunk - state.records.ships_sunk, state.gunnery))
    known = {
        day: statistics.mean(count for count, _ in counts)
        for day, counts in further.items()
        if len(counts) > len(games) / 10
    }
    means = smooth(known, data.fighting_days or (data.end - data.start).days + 1)
    average, share = gunnery_share(further, means)
    print(heading("losses", campaign, level, len(games)))
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


# -- the mini campaign ---------------------------------------------------------------


def print_survival(campaign: str, level: str, games: list[Played]) -> None:
    """Print the log odds of a logistic fit."""
    rows = [(features(state, level), won) for days, _, won in games for state in days]
    numbers = logistic([row for row in rows if any(row[0][:MOST_DAYS])])
    start = statistics.mean(won for _, _, won in games)
    print(heading("survival", campaign, level, len(games)))
    print("left = [" + ", ".join(f"{number:.2f}" for number in numbers[:MOST_DAYS]) + "]")
    for name, number in zip(("hull", "gunnery", "morale", "kikusui", "today"), numbers[MOST_DAYS:], strict=True):
        print(f"{name} = {number:.3f}")
    print(f"start = {start:.3f}")


def features(state: Standing, level: str) -> list[float]:
    """An indicator of the fighting days left, and the numbers of a state that ``Survival`` has coefficients for."""
    left = state.fighting_days_wanted - state.fighting_days
    days = [float(left == number) for number in range(1, MOST_DAYS + 1)]
    gunnery = state.gunnery * math.sqrt(max(0, left))
    raids = [float(level == ADVANCED and kikusui_dates(load_tables(), state.date, ahead)) for ahead in (left, 1)]
    return [*days, float(state.ship.hull - FULL_HULL), gunnery, float(state.ship.morale), *raids]


def logistic(rows: list[tuple[list[float], bool]]) -> list[float]:
    """The coefficients of a logistic fit with a small ridge, by Newton's method."""
    size = len(rows[0][0])
    numbers = [0.0] * size
    for _ in range(STEPS):
        slope = [-RIDGE * number for number in numbers]
        curve = [[RIDGE * (row == column) for column in range(size)] for row in range(size)]
        for values, won in rows:
            used = [place for place, value in enumerate(values) if value]
            probability = 1 / (1 + math.exp(-sum(numbers[place] * values[place] for place in used)))
            for place in used:
                slope[place] += (won - probability) * values[place]
                for other in used:
                    curve[place][other] += probability * (1 - probability) * values[place] * values[other]
        numbers = [number + step for number, step in zip(numbers, solved(curve, slope), strict=True)]
    return numbers


def solved(matrix: list[list[float]], right: Iterable[float]) -> list[float]:
    """The solution of a system of linear equations with a positive definite matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place, pivot in enumerate(rows):
        for other in rows:
            if other is not pivot:
                share = other[place] / pivot[place]
                other[:] = [value - share * above for value, above in zip(other, pivot, strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]


# -- the check -----------------------------------------------------------------------


def checked(campaign: str, level: str, playouts: int, seed: int) -> tuple[float, float] | None:
    """The estimated chance at a random day of a game, and that of its playouts.

    None for the first day, which is the same in every game, and if the game ended before.
    """
    tables, captain = load_tables(), QuickCaptain()
    game = Game.new(campaign=campaign, level=level, seed=seed, tables=tables)
    data = tables.campaigns[campaign]
    days, last = set[datetime.date](), data.fighting_days or (85 if data.ships_sunk_draw else 6)
    wanted = random.Random(seed).randrange(last)
    while wanted and game.request is not None:
        point = game.checkpoints[-1]
        if point.day and point.answers == len(game.answers):
            days.add(game.state.date)
            if len(days) > wanted:
                break
        game.roll() if type(game.request) is Roll else game.answer(captain.choose(game))
    if not wanted or game.request is None:
        return None
    value = value_for(tables, game.state.setup)
    assert value is not None
    standing = standing_of(game.system.encode(game.state))
    ends = [run_playout(game, None, number) for number in range(playouts)]
    won = sum(end.won + end.drawn / 2 for end in ends) / playouts
    return chance(value, tables, game.state.setup.start, standing), won


def check(games: int, playouts: int, processes: int | None) -> None:
    """Print the root mean square error of the estimates of each campaign and level, and the largest difference."""
    for value in measured():
        with ProcessPoolExecutor(processes) as pool:
            seeds = range(FIRST_CHECKED, FIRST_CHECKED + games)
            results = pool.map(partial(checked, value.campaign, value.level, playouts), seeds)
            pairs = [pair for pair in results if pair is not None]
        squares = [(estimated - won) ** 2 - won * (1 - won) / playouts for estimated, won in pairs]
        error = 100 * math.sqrt(max(0.0, statistics.mean(squares)))
        largest = max(abs(100 * (estimated - won)) for estimated, won in pairs)
        print(
            f"{value.campaign} {value.level}: error {error:.1f} points (stated {value.error}), "
            f"largest {largest:.0f}, {len(pairs)} states",
            flush=True,
        )


# -- the orders of a long campaign ---------------------------------------------------


def result(captain: str, seed: int) -> float:
    """The result of a game of long campaign B, in points."""
    game = Game.new(campaign="long-b", level="advanced", seed=seed, tables=load_tables(), history=False)
    play_out(game, captain_named(captain, seed))
    return 100 * half_wins_of(game.state) / WIN


class Ordered(NamedTuple):
    """The orders of a game that differ from doctrine's: their number, points, stated error and processor seconds."""

    orders: int
    points: float
    error: float
    seconds: float


def order_points(captain: str, playouts: int, seed: int) -> Ordered:
    """The orders of a game compared with doctrine's, as the luck page compares them."""
    game = Game.new(campaign="long-b", level="advanced", seed=seed, tables=load_tables())
    play_out(game, captain_named(captain, seed))
    known = Measurements(playouts=playouts)

    def run(function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterable[Any]:
        # The curve is not needed: a sample point costs more than an order.
        return [0 if isinstance(task, PlayoutTask) else function(task) for task in tasks]

    started = time.process_time()
    analysis = win_probability._Analysis(game, "", known).result(run, playouts, lambda done, total: None)
    seconds = time.process_time() - started
    return Ordered(len(analysis.deviations), analysis.orders_points, analysis.orders_error, seconds)


def check_orders(games: int, playouts: int, processes: int | None) -> None:
    """Print and check the mean points of orders of two captains."""
    with ProcessPoolExecutor(processes) as pool:
        seeds = range(1, 10 * games + 1)
        doctrine = mean_and_error(list(pool.map(partial(result, "doctrine"), seeds)))
        for captain in ("cautious", "greedy"):
            theirs = mean_and_error(list(pool.map(partial(result, captain), seeds)))
            gained, error = theirs[0] - doctrine[0], math.hypot(theirs[1], doctrine[1])
            every = list(pool.map(partial(order_points, captain, playouts), seeds[:games]))
            points, spread = mean_and_error([game.points for game in every])
            stated = math.hypot(*(game.error for game in every)) / games
            print(
                f"{captain}: {statistics.mean(game.orders for game in every):.0f} orders a game, "
                f"{statistics.mean(game.seconds for game in every):.1f} s of processor; "
                f"orders {points:+.1f} points a game (standard error {spread:.1f}, stated {stated:.1f}), "
                f"results {gained:+.1f} ({error:.1f})",
                flush=True,
            )
            assert abs(points - gained) < 3 * math.hypot(error, spread)


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """The mean of some values and its standard error."""
    return statistics.mean(values), statistics.stdev(values) / math.sqrt(len(values))


def main(what: str, *numbers: int) -> None:
    """``fit``, ``check`` or ``orders``."""
    if what == "orders":
        games, playouts, processes = (*numbers, None, None, None)[:3]
        check_orders(games or 30, playouts or 32, processes)
    elif what == "fit":
        games, processes = (*numbers, None, None)[:2]
        fit(games or 600, processes)
    else:
        games, playouts, processes = (*numbers, None, None, None)[:3]
        check(games or 90, playouts or 400, processes)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
