"""The number of keys and prompts for the captain's orders, by the benchmark of aids."""

from __future__ import annotations

import pytest

from picket_duty.setup import ADVISED, COMMANDED
from tests.bench import bench_aid


@pytest.mark.slow
def test_an_attacked_phase_needs_at_most_eight_keys() -> None:
    """On average, for the scripted captain of two orders with routine standing orders."""
    results = [bench_aid.asked(battle, COMMANDED) for battle in bench_aid.battles(140)]
    phases = [keys for _, by_phase in results for keys in by_phase.values()]
    assert sum(phases) / len(phases) <= bench_aid.MOST_KEYS
    assert sum(prompts.total() for prompts, _ in results) / len(results) < 5.5


def test_the_bench_of_aids_measures() -> None:
    prompts, keys = bench_aid.asked((3, "basic", 1), ADVISED)
    assert prompts["fire plan"]
    assert sum(keys.values()) >= prompts.total()
    mean, error = bench_aid.paired([(True, True), (True, False), (False, False), (False, False)])
    assert (mean, error) == (-25.0, 25.0)
