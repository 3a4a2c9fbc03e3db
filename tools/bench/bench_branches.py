"""Speed of playouts: ``python -m pytest -s tools/bench/bench_branches.py``. Figures of one process.

Goals: a branch in 0.2 ms, a playout of a scenario in 2 ms, first figures in 0.3 s, a margin of error of five points in
1 s on two processors. The quick captain must win as often as doctrine.
"""

from __future__ import annotations

import math
import statistics
import time

import pytest

from picket_duty.analysis.decision_analysis import DecisionAnalyzer
from picket_duty.analysis.playouts import orders_of, run_playout
from picket_duty.book import load_tables
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain, QuickCaptain
from picket_duty.game import Game
from picket_duty.requests import Choice
from picket_duty.state import LEVELS

TABLES = load_tables()
DOCTRINE, QUICK = DoctrineCaptain(), QuickCaptain()
MILLISECOND = 0.001
GAMES = 4000


def decisions(game: Game):
    """Every decision of a game that doctrine plays."""
    while game.request is not None:
        if not isinstance(game.request, Choice):
            game.roll()
            continue
        yield game
        game.answer(DOCTRINE.choose(game))


@pytest.mark.parametrize("chosen", [*({"scenario": number} for number in range(1, 9)), {"campaign": "mini"}], ids=str)
def test_branch_and_playout(chosen):
    """Every decision of eight games: the time of a branch, and of playing it out with the first order."""
    branching, playing = [], []
    for seed in range(8):
        for game in decisions(Game.new(tables=TABLES, seed=seed, **chosen)):
            started = time.process_time()
            for number in range(10):
                game.branch(number)
            between = time.process_time()
            order = next(iter(orders_of(game).values()))
            ordered = time.process_time()
            for number in range(10):
                run_playout(game, order, number)
            branching.append((between - started) / 10)
            playing.append((time.process_time() - ordered) / 10 - branching[-1])
    for name, times in ("branch", branching), ("playout", playing):
        middle, mean = statistics.median(times), statistics.mean(times)
        print(f"{chosen} {name}: median {middle / MILLISECOND:.2f} ms, mean {mean / MILLISECOND:.2f} ms")


@pytest.mark.parametrize(
    "chosen",
    [{"scenario": 2}, {"scenario": 6}, *({"campaign": "mini", "level": level} for level in LEVELS)],
    ids=str,
)
def test_the_quick_captain_wins_as_often(chosen):
    """Paired on the same dice: the difference is within 2.5 standard errors, and within two points."""
    differences = []
    for seed in range(GAMES):
        won = []
        for captain in (DOCTRINE, QUICK):
            game = Game.new(seed=seed, tables=TABLES, history=False, **chosen)
            play_out(game, captain)
            won.append(game.outcome.result == "us_win")
        differences.append(won[1] - won[0])
    middle, error = statistics.mean(differences), statistics.stdev(differences) / math.sqrt(GAMES)
    print(f"{chosen}: quick less doctrine {100 * middle:+.2f} points, standard error {100 * error:.2f}")
    assert abs(middle) <= max(0.02, 2.5 * error)


def test_figures_on_the_screen():
    """First figures, and a margin of error of five points, at every decision of three games of each scenario."""
    staff = DecisionAnalyzer(2)
    staff.prepare()
    first, sure, slowest = [], [], 0.0
    try:
        for scenario in (1, 2, 3, 5, 6, 8):
            for game in decisions(Game.new(scenario=scenario, seed=3, tables=TABLES)):
                started = time.perf_counter()
                question = staff.start(game, most=512)
                slowest = max(slowest, time.perf_counter() - started)
                known = None
                while question.working:
                    looked = time.perf_counter()
                    figures = question.figures()
                    slowest = max(slowest, time.perf_counter() - looked)
                    if known is None and len(figures) == len(question.orders):
                        known = time.perf_counter() - started
                    if figures and all(figure.high - figure.low <= 0.1 for figure in figures.values()):
                        break
                    time.sleep(0.002)
                first.append(known)
                sure.append(time.perf_counter() - started)
    finally:
        staff.close()
    for name, times in ("first figures", first), ("five points", sure):
        print(f"{name}: median {statistics.median(times):.2f} s, longest {max(times):.2f} s of {len(times)}")
    print(f"longest that anything was kept waiting: {slowest / MILLISECOND:.1f} ms")
