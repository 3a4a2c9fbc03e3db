"""Every kind of stated figure against branches of the engine: ``python -m pytest -s
tools/bench/bench_stated.py``.

Three hundred fire plans of games of every kind: expected hits, no hit, undamaged, with the
recommended plan and with none. Three hundred decision points of every other kind, and rolls of
every purpose. If all is correct, deviations are about one standard error. The luck of 400 games
averages to zero. Takes most of an hour.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter

import pytest

from picket_duty.analysis import win_analysis
from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.captains.doctrine import decide
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.game import Game
from picket_duty.odds.plan import staff_plan
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.requests import Choice
from tests.analysis.whole import analyze_game
from tools.bench.decision_figures import ABOUT, deviations, roll_deviations
from tools.bench.wave_figures import FIGURES, played, waves_of

TABLES = load_tables()
#: No time limit.
pytestmark = pytest.mark.timeout(0)
POINTS = 300
TRIALS = 400
#: Decision points and rolls per kind, branches or throws of each, and games searched for rare ones.
OF_A_KIND = 300
BRANCHES = 100
THROWS = 2000
GAMES = 1500
#: Largest deviation that chance explains; rare rows have a long upper tail.
LARGEST = 6.0
#: Games whose luck is averaged: about ten minutes on one processor.
LUCK_GAMES = 400


def games(history=False):
    """Games of scenarios and mini campaigns, seed after seed."""
    for seed in itertools.count(1):
        for level in ("basic", "advanced"):
            for chosen in (
                *({"scenario": number} for number in TABLES.scenarios),
                {"campaign": "mini"},
            ):
                yield Game.new(tables=TABLES, seed=seed, level=level, history=history, **chosen)


def told(off):
    """Print the deviations of each kind; returns the largest."""
    for kind, deviations_of_kind in sorted(off.items()):
        print(
            f"{kind}: {len(deviations_of_kind)} figures, deviations mean "
            f"{statistics.mean(deviations_of_kind):+.2f}, "
            f"spread {statistics.pstdev(deviations_of_kind):.2f}, largest "
            f"{max(map(abs, deviations_of_kind)):.1f}"
        )
    return max(
        abs(deviation) for deviations_of_kind in off.values() for deviation in deviations_of_kind
    )


def test_waves():
    """No deviation is larger than chance explains."""
    off = {}
    waves = itertools.chain.from_iterable(map(waves_of, games()))
    for point, (play, choice) in enumerate(itertools.islice(waves, POINTS)):
        for number, (plan, orders) in enumerate(
            (("staff's", staff_plan(play, choice)), ("none", {}))
        ):
            stated = PlanOdds(play).wave(orders)
            branches = played(play, orders, TRIALS, 2 * point + number)
            for name in FIGURES:
                off.setdefault(f"fire plan, {plan}: {name}", []).append(branches.off(name, stated))
    assert told(off) < LARGEST


def rare():
    """Games with rare requests: all advanced, every third one long campaign B."""
    for number, game in enumerate(games(history=True)):
        if not number % 3:
            options = ("list-and-trim",) if number % 2 else ()
            yield Game.new(
                tables=TABLES, campaign="long-b", level="advanced", seed=number, options=options
            )
        yield game


def test_decisions_and_rolls():
    """The consequences of every decision, and the probabilities of rows for every purpose of a
    roll.
    """
    off = {}
    points = Counter()
    captain = RandomCaptain(1)
    for game in itertools.islice(rare(), GAMES):
        while game.request is not None:
            request = game.request
            seen = game.requests
            if isinstance(request, Choice):
                if request.decision in ABOUT and points[request.about] < OF_A_KIND:
                    points[request.about] += 1
                    for kind, deviation in deviations(
                        game, captain, BRANCHES, 1000 * sum(points.values())
                    ):
                        off.setdefault(kind, []).append(deviation)
                game.answer(decide(game.play, request))
                continue
            name = f"roll: {request.purpose.id}"
            if points[name] < OF_A_KIND and not (seen + len(name)) % 3:
                points[name] += 1
                off.setdefault(name, []).extend(roll_deviations(request, THROWS, points[name]))
            game.roll()
        if all(points[decision.id] >= OF_A_KIND for decision in ABOUT):
            break
    print({name: count for name, count in points.items() if not name.startswith("roll")})
    assert told(off) < LARGEST


def finished(captain: str, seed: int, **chosen: object) -> Game:
    """A game played to its end."""
    game = Game.new(tables=TABLES, seed=seed, **chosen)
    play_out(game, captain_named(captain, seed))
    return game


@pytest.mark.parametrize(
    ("captain", "chosen", "branches"),
    [
        ("doctrine", {"scenario": 1}, 16),
        ("doctrine", {"scenario": 6}, 16),
        ("doctrine", {"scenario": 2}, 8),
        ("random", {"scenario": 6}, 4),
    ],
    ids=str,
)
def test_luck_averages_to_zero(
    monkeypatch: pytest.MonkeyPatch, captain: str, chosen: dict[str, object], branches: int
) -> None:
    """Within three standard errors of 0; intermediate sample points do not change the sum.

    Measured: luck of doctrine +1.0 points per game (standard error 1.2) in scenario 1, +1.2 (1.9)
    in 6, +1.9 (2.6) in 2; of the random captain +1.8 (2.7) in 6, the orders -27.2 (1.9).
    """
    monkeypatch.setattr(win_analysis, "MAX_POINTS", 1)
    monkeypatch.setattr(win_analysis, "ROUNDS", 0)
    analyses = [
        analyze_game(finished(captain, seed, **chosen), playouts=branches)
        for seed in range(LUCK_GAMES)
    ]
    for name in "luck", "decisions":
        worths = [analysis.chance(getattr(analysis, name)) for analysis in analyses]
        middle = statistics.mean(worths)
        error = statistics.stdev(worths) / math.sqrt(LUCK_GAMES)
        print(
            f"{captain} {chosen}: {name} {100 * middle:+.2f} points a game (standard error "
            f"{100 * error:.2f})"
        )
        if name == "luck":
            assert abs(middle) < 3 * error
