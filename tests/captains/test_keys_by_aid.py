"""The number of keys and prompts for the captain's orders, by the benchmark of aids."""

from __future__ import annotations

import pytest

from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.tui.settings import FAST, NORMAL
from tools.bench import bench_aims


@pytest.mark.slow
@pytest.mark.parametrize(("speed", "share"), [(NORMAL, 0.78), (FAST, 0.73)])
def test_most_attacked_phases_stay_within_eight_keys(speed: str, share: float) -> None:
    """For the captain who holds fighters back in proportion, with the routine, cards included.

    A deck fire asks in every round.

    At the speed fast every card of a wave with damage, the last wave and the last report wait for a key.
    """
    results = [bench_aims.asked(battle, COMMANDED, speed) for battle in bench_aims.battles(140)]
    phases = [keys.total() for _, by_phase in results for keys in by_phase.values()]
    assert sum(keys <= bench_aims.MOST_KEYS for keys in phases) >= share * len(phases)
    assert sum(prompts.total() for prompts, _ in results) / len(results) < 4.6


def test_the_bench_of_aids_measures() -> None:
    prompts, keys = bench_aims.asked((3, "basic", 1), UNAIDED)
    assert prompts["fire plan"]
    assert sum(phase.total() for phase in keys.values()) >= prompts.total()
    mean, error = bench_aims.paired([(True, True), (True, False), (False, False), (False, False)])
    assert (mean, error) == (-25.0, 25.0)
