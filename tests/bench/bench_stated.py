"""Figures stated of waves against branches of the engine: ``python -m pytest -s tests/bench/bench_stated.py``.

Three hundred fire plans of games of every kind: strikes expected, no strike, undamaged, with the staff's plan and with
none. Where all is right the deviations are those of chance: one standard error.
"""

from __future__ import annotations

import itertools
import statistics

import pytest

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import fire_plan
from picket_duty.game import Game
from picket_duty.odds.planned import Planned
from tests.odds.stated import FIGURES, played, waves_of

TABLES = load_tables()
#: It takes as long as it takes.
pytestmark = pytest.mark.timeout(0)
POINTS, TRIALS = 300, 400


def games():
    """Games of scenarios and mini campaigns, seed after seed."""
    for seed in itertools.count(1):
        for level in ("basic", "advanced"):
            for chosen in *({"scenario": number} for number in TABLES.scenarios), {"campaign": "mini"}:
                yield Game.new(tables=TABLES, seed=seed, level=level, history=False, **chosen)


def test_deviations():
    """None is larger than chance makes the largest of so many."""
    off, told, found = {}, {}, {}
    waves = itertools.chain.from_iterable(map(waves_of, games()))
    for point, (play, choice) in enumerate(itertools.islice(waves, POINTS)):
        for number, (plan, orders) in enumerate((("staff's", fire_plan(play, choice)), ("none", {}))):
            stated, branches = Planned(play).wave(orders), played(play, orders, TRIALS, 2 * point + number)
            for name in FIGURES:
                off.setdefault((plan, name), []).append(branches.off(name, stated))
                told[plan, name] = told.get((plan, name), 0.0) + getattr(stated, name) / POINTS
                found[plan, name] = found.get((plan, name), 0.0) + branches.mean(name) / POINTS
    for key, each in off.items():
        print(
            f"{key}: stated {told[key]:.4f}, engine {found[key]:.4f}; deviations mean {statistics.mean(each):+.2f}, "
            f"spread {statistics.pstdev(each):.2f}, largest {max(map(abs, each)):.1f}"
        )
    assert max(abs(one) for each in off.values() for one in each) < 5.0
