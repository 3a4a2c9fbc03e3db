"""Quality of the fitted damage weights: ``python -m pytest -s tests/bench/bench_harm.py``, half an hour.

Plans with fitted weights win as often as plans with weights set by hand, and the cost they state for an order is its
cost in games won.
"""

from __future__ import annotations

import itertools
import math
import random
import statistics

import pytest

from picket_duty.analysis.playouts import run_playout
from picket_duty.book import load_tables
from picket_duty.captains import doctrine, play_out
from picket_duty.captains.doctrine import DoctrineCaptain
from picket_duty.captains.random import RandomCaptain
from picket_duty.game import Game
from picket_duty.odds import damage_weights, plan, repair
from picket_duty.odds.damage_weights import SHIP
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice

TABLES = load_tables()
#: No time limit.
pytestmark = pytest.mark.timeout(0)
MINI = {"campaign": "mini", "level": "basic"}
GAMES = [({"scenario": number}, 2000) for number in (2, 6, 7, 8)] + [(MINI, 1000)]
#: Most points of win chance that the fitted weights may lose, apart from the margin of error.
NOTHING = 0.5
#: Number of decisions compared, and branches of each order.
POINTS, BRANCHES = 400, 24


class Fitted(DoctrineCaptain):
    """Doctrine with fire plans and repair parties by the fitted weights."""

    def choose(self, game):
        """A legal answer."""
        choice, measure = game.request, damage_weights.fitted(game.play)
        if choice.kind == ASSIGN:
            return plan.best_plan(game.play, choice, limit=0, measure=measure).orders
        if choice.kind == MEN_TO_JOBS:
            return repair.best_men(game.play, choice, measure)
        return super().choose(game)


@pytest.mark.parametrize(("chosen", "games"), GAMES, ids=str)
def test_plans_win_no_less(chosen, games):
    """Paired on the same dice."""
    differences = []
    for seed in range(games):
        won = []
        for captain in (DoctrineCaptain(), Fitted()):
            game = Game.new(seed=seed, tables=TABLES, history=False, **chosen)
            play_out(game, captain)
            won.append(game.outcome.result == "us_win")
        differences.append(won[1] - won[0])
    middle, error = 100 * statistics.mean(differences), 100 * statistics.stdev(differences) / math.sqrt(games)
    print(f"{chosen}: fitted less by hand {middle:+.2f} points (standard error {error:.2f})")
    assert middle > -NOTHING - 2 * error


def decisions(kind, setups, seed):
    """Decisions of a kind, one of four, in games that doctrine plays, with doctrine's answer."""
    chance = random.Random(seed)
    for number in itertools.count(seed):
        game = Game.new(seed=number, tables=TABLES, **chance.choice(setups))
        while game.request is not None:
            if not isinstance(game.request, Choice):
                game.roll()
                continue
            answer = doctrine.decide(game.play, game.request)
            if game.request.kind == kind and answer and chance.random() < 0.25:
                yield game, answer
            game.answer(answer)


def stated(game, orders):
    """Expected damage with these orders; the loss of the ship is 1."""
    play, choice = game.play, game.request
    if choice.kind == ASSIGN:
        return plan.plan_of(play, choice, orders, damage_weights.fitted(play)).whole
    measure = damage_weights.fitted(play)
    return sum(
        repair.expected_damage(play, name, job, orders.get(name, 0), measure) for name, job in choice.jobs.items()
    )


@pytest.mark.parametrize("kind", [ASSIGN, MEN_TO_JOBS])
@pytest.mark.parametrize("what", ["scenario", "campaign"])
def test_stated_costs_meet_real_ones(kind, what):
    """Random orders against doctrine's: stated cost and measured cost."""
    levels = ("basic", "advanced")
    setups = [{"scenario": number, "level": level} for number in TABLES.scenarios for level in levels]
    if what == "campaign":
        setups = [{"campaign": "mini", "level": level} for level in levels]
    pairs = []
    ship = next(
        weight.value for weight in damage_weights.measured_weights() if (weight.kind, weight.id) == (what, SHIP)
    )
    captain = RandomCaptain(1)
    for game, answer in itertools.islice(decisions(kind, setups, 5000), POINTS if what == "scenario" else POINTS // 4):
        other = captain.decide(game.request)
        cost = stated(game, other) - stated(game, answer)
        won = [sum(run_playout(game, value, number).won for number in range(BRANCHES)) for value in (answer, other)]
        pairs.append((cost, (won[0] - won[1]) / BRANCHES / ship))
    stated_cost, real = (statistics.mean(value) for value in zip(*pairs, strict=True))
    ratio = stated_cost / real
    error = math.sqrt(statistics.mean((value - ratio * other) ** 2 for value, other in pairs) / len(pairs)) / abs(real)
    print(
        f"{kind}, {what}: stated {stated_cost:.4f} of a ship, real {real:.4f}, ratio {ratio:.2f} "
        f"(standard error {error:.2f})"
    )
    assert abs(ratio - 1.0) < 0.1 + 2 * error
