"""The Gymnasium environment: Gymnasium's own checker, and whole games through it."""

from __future__ import annotations

import pytest

gymnasium = pytest.importorskip("gymnasium")

NAME = "picket_duty.captains.gym:PicketDuty-v0"


@pytest.mark.parametrize("setup", [{"scenario": 2}, {"campaign": "mini", "level": "advanced"}])
@pytest.mark.filterwarnings("error")
def test_checker(setup: dict[str, object]) -> None:
    """Gymnasium finds nothing to complain of."""
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(NAME, **setup).unwrapped)


def test_games() -> None:
    """Masked actions are legal, others are answered with the least; a game ends with its reward."""
    env = gymnasium.make(NAME, scenario=2, hit_cost=0.1).unwrapped
    ends = []
    for seed in range(6):
        seen, info = env.reset(seed=seed)
        over, rewards = False, 0.0
        while not over:
            assert env.observation_space.contains(seen)
            action = env.action_space.sample(info["action_mask"])
            seen, reward, over, _, info = env.step(action)
            assert not info["illegal"]
            rewards += reward
        ends.append(env.game.outcome.result)
        won = env.game.outcome.result == "us_win"
        assert rewards == pytest.approx((1 if won else -1) - 0.1 * env.game.state.records.hits)
    env.reset(seed=1)
    assert env.step(env.action_space.n - 1)[4]["illegal"]


def test_same_seed_same_game() -> None:
    """The seed of reset is that of the dice."""
    env = gymnasium.make(NAME, scenario=2).unwrapped
    first, second = (env.reset(seed=5)[0] for _ in range(2))
    assert (first == second).all()
