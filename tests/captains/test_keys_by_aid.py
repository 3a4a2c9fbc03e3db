"""The number of keys and prompts for the captain's orders, by the benchmark of aids."""

from __future__ import annotations

import pytest

from picket_duty.setup import COMMANDED
from picket_duty.tui.settings import FAST, NORMAL
from tools.bench import bench_aims


@pytest.mark.slow
@pytest.mark.parametrize("speed", [NORMAL, FAST])
def test_a_game_of_scenario_5_takes_few_keys(speed: str) -> None:
    """For the captain who holds fighters back in proportion, with the routine; what waits is included."""
    results = [bench_aims.asked(battle, COMMANDED, speed) for battle in bench_aims.battles(60, range(5, 6))]
    assert sum(sum(keys.total() for keys in phases.values()) for _, phases, _ in results) <= bench_aims.MOST_KEYS * 60
    assert sum(prompts.total() for prompts, _, _ in results) / len(results) < 8
    plans = [phases[phase]["fire plan"] for _, phases, waves in results for phase in phases if waves[phase] == 3]
    assert plans
    assert sum(plans) / len(plans) <= bench_aims.MOST_PLAN_KEYS
