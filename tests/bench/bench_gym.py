"""Speed of vectorized environments for learners: ``python -m pytest -s tests/bench/bench_gym.py``.

Goal: twice the steps per second of the environment before its observation included plan and odds (``BEFORE``), both
measured in turn in one process with random answers. Measured: 1.4 to 1.5 times, with twice as many numbers in the
observation; two fifths of the time is the game itself. Needs the history of the repository.
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

#: The commit before the observation changed.
BEFORE = "6d1bb04"
NEW, OLD = "picket_duty.lab.gym:PicketDuty-v0", "PicketDutyBefore-v0"
GAMES, STEPS, TURNS, WARM = 8, 60, 120, 600
#: Lowest acceptable ratio.
LEAST = 1.2


def old_name() -> str:
    """The old environment, registered under a separate name."""
    result = subprocess.run(
        ["git", "show", f"{BEFORE}:picket_duty/lab/gym.py"],
        capture_output=True, text=True, cwd=Path(__file__).parent, check=False,
    )  # fmt: skip
    if result.returncode:
        pytest.skip(f"commit {BEFORE} is not available")
    module = sys.modules["gym_before"] = types.ModuleType("gym_before")
    exec(result.stdout.partition("gymnasium.register(")[0], module.__dict__)
    gymnasium.register(OLD, entry_point=module.PicketEnv)
    return OLD


class Player:
    """Plays vectorized games with random legal answers and measures the time."""

    def __init__(self, name, mode, chosen):
        self.envs = gymnasium.make_vec(name, num_envs=GAMES, vectorization_mode=mode, **chosen)
        self.chance = np.random.default_rng(7)
        _, self.infos = self.envs.reset(seed=7)

    def questions_a_second(self, steps):
        """Steps per second over this many steps."""
        started = time.process_time()
        for _ in range(steps):
            masks = self.infos["action_mask"]
            _, _, _, _, self.infos = self.envs.step((self.chance.random(masks.shape) * masks).argmax(axis=1))
        return steps * GAMES / (time.process_time() - started)


@pytest.mark.parametrize("chosen", [{"scenario": 2}, {"scenario": 6}, {"campaign": "mini"}], ids=str)
def test_vectors(chosen):
    """Alternate every twentieth of a second, so that other load affects both equally."""
    players = {"before": Player(old_name(), "sync", chosen), "now": Player(NEW, "vector_entry_point", chosen)}
    for player in players.values():
        player.questions_a_second(WARM)
    turns = [{name: player.questions_a_second(STEPS) for name, player in players.items()} for _ in range(TURNS)]
    for name in players:
        print(f"{chosen} {name}: {statistics.median(rates[name] for rates in turns):.0f} questions a second")
    ratio = statistics.median(turn["now"] / turn["before"] for turn in turns)
    print(f"{chosen} ratio: {ratio:.2f}")
    assert ratio > LEAST
