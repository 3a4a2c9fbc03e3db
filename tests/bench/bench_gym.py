"""How fast games are played side by side for learners: ``python -m pytest -s tests/bench/bench_gym.py``.

Wanted: twice the questions a second of the environment as it was before its observation had the plan and the odds in it
(``BEFORE``), both measured in turn in one process, answered at random. Found: 1.4 to 1.5 times, with twice the numbers
in it; two fifths of the time is the game itself. Needs the history of the repository.
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
NEW, OLD = "picket_duty.lab.gym:PicketDuty-v0", "PicketDutyBefore-v0"
GAMES, STEPS, TURNS, WARM = 8, 60, 120, 600
#: Below this something has become slow.
LEAST = 1.2


def old_name() -> str:
    """The environment as it was, registered under a name of its own."""
    found = subprocess.run(
        ["git", "show", f"{BEFORE}:picket_duty/lab/gym.py"],
        capture_output=True, text=True, cwd=Path(__file__).parent, check=False,
    )  # fmt: skip
    if found.returncode:
        pytest.skip(f"no commit {BEFORE} at hand")
    module = sys.modules["gym_before"] = types.ModuleType("gym_before")
    exec(found.stdout.partition("gymnasium.register(")[0], module.__dict__)
    gymnasium.register(OLD, entry_point=module.PicketEnv)
    return OLD


class Player:
    """Plays games side by side at random among what is legal, and keeps the time."""

    def __init__(self, name, mode, chosen):
        self.envs = gymnasium.make_vec(name, num_envs=GAMES, vectorization_mode=mode, **chosen)
        self.chance = np.random.default_rng(7)
        _, self.infos = self.envs.reset(seed=7)

    def questions_a_second(self, steps):
        """The speed of so many steps on from here."""
        started = time.process_time()
        for _ in range(steps):
            masks = self.infos["action_mask"]
            _, _, _, _, self.infos = self.envs.step((self.chance.random(masks.shape) * masks).argmax(axis=1))
        return steps * GAMES / (time.process_time() - started)


@pytest.mark.parametrize("chosen", [{"scenario": 2}, {"scenario": 6}, {"campaign": "mini"}], ids=str)
def test_vectors(chosen):
    """Turn by turn, a twentieth of a second each, so that what else the machine does falls upon both."""
    players = {"before": Player(old_name(), "sync", chosen), "now": Player(NEW, "vector_entry_point", chosen)}
    for player in players.values():
        player.questions_a_second(WARM)
    turns = [{name: player.questions_a_second(STEPS) for name, player in players.items()} for _ in range(TURNS)]
    for name in players:
        print(f"{chosen} {name}: {statistics.median(one[name] for one in turns):.0f} questions a second")
    ratio = statistics.median(one["now"] / one["before"] for one in turns)
    print(f"{chosen} ratio: {ratio:.2f}")
    assert ratio > LEAST
