"""How fast games are played side by side for learners: ``python -m pytest -s tests/bench/bench_gym.py``.

Wanted: twice the questions a second of the environment as it was before its observation had the plan and the odds in it
(``BEFORE``), both measured in turn in one process, answered at random. Needs the history of the repository.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
import types
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

#: The commit before the observation was renewed.
BEFORE = "6d1bb04"
NEW, OLD = "picket_duty.captains.gym:PicketDuty-v0", "PicketDutyBefore-v0"
GAMES, STEPS, TURNS = 8, 500, 8


def old_name() -> str:
    """The environment as it was, registered under a name of its own."""
    found = subprocess.run(
        ["git", "show", f"{BEFORE}:picket_duty/captains/gym.py"],
        capture_output=True, text=True, cwd=Path(__file__).parent, check=False,
    )  # fmt: skip
    if found.returncode:
        pytest.skip(f"no commit {BEFORE} at hand")
    module = sys.modules["gym_before"] = types.ModuleType("gym_before")
    exec(found.stdout.partition("gymnasium.register(")[0], module.__dict__)
    gymnasium.register(OLD, entry_point=module.PicketEnv)
    return OLD


def questions_a_second(envs, chance, steps):
    """Answer at random among what is legal."""
    _, infos = envs.reset(seed=int(chance.integers(2**31)))
    started = time.process_time()
    for _ in range(steps):
        masks = infos["action_mask"]
        _, _, _, _, infos = envs.step((chance.random(masks.shape) * masks).argmax(axis=1))
    return steps * GAMES / (time.process_time() - started)


@pytest.mark.parametrize("chosen", [{"scenario": 2}, {"scenario": 6}, {"campaign": "mini"}], ids=str)
def test_vectors(chosen):
    """The middle of the ratios, turn by turn."""
    kinds = {"before": (old_name(), "sync"), "now": (NEW, "vector_entry_point")}
    vectors = {
        name: gymnasium.make_vec(env, num_envs=GAMES, vectorization_mode=mode, **chosen)
        for name, (env, mode) in kinds.items()
    }
    chances = {name: np.random.default_rng(7) for name in vectors}
    for name, envs in vectors.items():
        questions_a_second(envs, chances[name], STEPS)
    speeds = [
        {name: questions_a_second(envs, chances[name], STEPS) for name, envs in vectors.items()} for _ in range(TURNS)
    ]
    ratios = [one["now"] / one["before"] for one in speeds]
    for name in vectors:
        print(f"{chosen} {name}: {statistics.median(one[name] for one in speeds):.0f} questions a second")
    print(f"{chosen} ratio: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    assert statistics.median(ratios) >= 2
