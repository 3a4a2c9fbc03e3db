"""Every kind of stated figure against branches of the engine: ``python -m pytest -s tools/bench/bench_stated.py``.

Three hundred fire plans of games of every kind: expected hits, no hit, undamaged, with the recommended plan and with
none. Three hundred decision points of every other kind, and rolls of every purpose. If all is correct, deviations are
about one standard error. Takes most of an hour.
"""

from __future__ import annotations

import itertools
import statistics
from collections import Counter

import pytest

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import decide
from picket_duty.captains.random import RandomCaptain
from picket_duty.game import Game
from picket_duty.odds.plan import staff_plan
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.requests import Choice
from tests.odds.kinds import ABOUT, deviations, roll_deviations
from tests.odds.stated import FIGURES, played, waves_of

TABLES = load_tables()
#: No time limit.
pytestmark = pytest.mark.timeout(0)
POINTS, TRIALS = 300, 400
#: Decision points and rolls per kind, branches or throws of each, and games searched for rare ones.
OF_A_KIND, BRANCHES, THROWS, GAMES = 300, 100, 2000, 1500
#: Largest deviation that chance explains; rare rows have a long upper tail.
LARGEST = 6.0


def games(history=False):
    """Games of scenarios and mini campaigns, seed after seed."""
    for seed in itertools.count(1):
        for level in ("basic", "advanced"):
            for chosen in *({"scenario": number} for number in TABLES.scenarios), {"campaign": "mini"}:
                yield Game.new(tables=TABLES, seed=seed, level=level, history=history, **chosen)


def told(off):
    """Print the deviations of each kind; returns the largest."""
    for kind, deviations_of_kind in sorted(off.items()):
        print(
            f"{kind}: {len(deviations_of_kind)} figures, deviations mean {statistics.mean(deviations_of_kind):+.2f}, "
            f"spread {statistics.pstdev(deviations_of_kind):.2f}, largest {max(map(abs, deviations_of_kind)):.1f}"
        )
    return max(abs(deviation) for deviations_of_kind in off.values() for deviation in deviations_of_kind)


def test_waves():
    """No deviation is larger than chance explains."""
    off = {}
    waves = itertools.chain.from_iterable(map(waves_of, games()))
    for point, (play, choice) in enumerate(itertools.islice(waves, POINTS)):
        for number, (plan, orders) in enumerate((("staff's", staff_plan(play, choice)), ("none", {}))):
            stated, branches = PlanOdds(play).wave(orders), played(play, orders, TRIALS, 2 * point + number)
            for name in FIGURES:
                off.setdefault(f"fire plan, {plan}: {name}", []).append(branches.off(name, stated))
    assert told(off) < LARGEST


def rare():
    """Games with rare requests: all advanced, every third one long campaign B."""
    for number, game in enumerate(games(history=True)):
        if not number % 3:
            options = ("list-and-trim",) if number % 2 else ()
            yield Game.new(tables=TABLES, campaign="long-b", level="advanced", seed=number, options=options)
        yield game


def test_decisions_and_rolls():
    """The consequences of every decision, and the probabilities of rows for every purpose of a roll."""
    off, points, captain = {}, Counter(), RandomCaptain(1)
    for game in itertools.islice(rare(), GAMES):
        while game.request is not None:
            request, seen = game.request, game.requests
            if isinstance(request, Choice):
                if request.decision in ABOUT and points[request.about] < OF_A_KIND:
                    points[request.about] += 1
                    for kind, deviation in deviations(game, captain, BRANCHES, 1000 * sum(points.values())):
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
