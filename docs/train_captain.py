"""Train a captain with a standard learner, MaskablePPO of sb3-contrib, and record its learning curve.

pip install -e '.[train]'
python docs/train_captain.py --decisions "fire plan" --steps 204800 --marks 5 --curve curve.toml

The curve is a TOML file: steps and games won at each mark, and the same games won by doctrine and at random.
``--features`` lists the numbers of an observation. Training uses one processor; a run can be repeated exactly only with
the same versions of the learner's packages. Past results are in ``docs/learning.toml`` and in the manual.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from picket_duty.lab.gym import PicketEnv
from picket_duty.state import US_WIN

#: Games played in parallel in training, and in evaluation.
TRAINED, PLAYED = 32, 64
#: Random numbers of the random player, separate from the dice of the games.
CHANCE = np.random.default_rng(1945)


def main() -> None:
    """Train, evaluate at every mark, and write the curve."""
    wanted = arguments()
    settings = {"scenario": wanted.scenario, "decisions": wanted.decisions, "level": wanted.level}
    if wanted.features:
        for number, feature in enumerate(PicketEnv(**settings).features):
            print(f"{number:4} {feature.name}: {feature.unit}")
        return
    if find_spec("sb3_contrib") is None:
        raise SystemExit("train_captain.py needs the extra 'train': pip install -e '.[train]'")
    seeds = range(10**6, 10**6 + wanted.games)
    curve = {
        "doctrine": sum(played_by_doctrine(settings, seed) for seed in seeds),
        "random": sum(wins(settings, seeds, at_random)),
    }
    print(curve, flush=True)
    train(settings, wanted, seeds, curve)


def arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--scenario", type=int, default=2)
    parser.add_argument("--level", default="basic")
    parser.add_argument(
        "--decisions", nargs="+", metavar="DECISION", help="decisions to learn; doctrine makes the rest"
    )
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--marks", type=int, default=10, help="number of evaluations")
    parser.add_argument("--games", type=int, default=500, help="games per evaluation")
    parser.add_argument("--shaping", type=float, default=0.0)
    parser.add_argument("--harm", type=float, default=10.0, help="cost of damage worth one ship")
    parser.add_argument("--discount", type=float, default=0.99)
    parser.add_argument("--trace", type=float, default=0.5, help="lambda of the advantages")
    parser.add_argument("--policy", type=int, nargs="*", default=[], help="hidden layers of the policy")
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--minutes", type=float, default=40.0, help="stop training at the first mark after this time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--features", action="store_true")
    chosen = parser.parse_args()
    try:
        PicketEnv(scenario=chosen.scenario, decisions=chosen.decisions, level=chosen.level)
    except ValueError as error:
        parser.error(str(error))
    return chosen


# -- training --------------------------------------------------------------------


def train(settings: dict, wanted: argparse.Namespace, seeds: range, yardsticks: dict[str, int]) -> None:
    """Train and evaluate: steps and games won at every mark, starting with the untrained learner."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

    torch.set_num_threads(1)
    shaped = {**settings, "harm_cost": wanted.harm, "shaping": wanted.shaping, "discount": wanted.discount}
    envs = VecNormalize(DummyVecEnv([lambda: PicketEnv(**shaped)] * TRAINED), gamma=wanted.discount)
    learner = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=512,
        n_epochs=6,
        gamma=wanted.discount,
        gae_lambda=wanted.trace,
        learning_rate=wanted.rate,
        ent_coef=wanted.entropy,
        seed=wanted.seed,
        policy_kwargs={"net_arch": {"pi": wanted.policy, "vf": [128, 128]}},
        device="cpu",
    )
    began, rows = time.monotonic(), []
    for mark in range(wanted.marks + 1):
        if mark:
            learner.learn(wanted.steps // wanted.marks, reset_num_timesteps=False)

        def learned(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
            return learner.predict(envs.normalize_obs(seen), deterministic=True, action_masks=masks)[0]

        won = sum(wins(settings, seeds, learned))
        rows.append((learner.num_timesteps, won))
        if wanted.curve:
            write(wanted, yardsticks, rows)
        print(f"{learner.num_timesteps} steps, {time.monotonic() - began:.0f} s: {won} of {len(seeds)} won", flush=True)
        if time.monotonic() - began > 60 * wanted.minutes:
            break


def write(wanted: argparse.Namespace, yardsticks: dict[str, int], rows: list[tuple[int, int]]) -> None:
    """The curve as TOML."""
    decisions = ", ".join(f'"{about}"' for about in wanted.decisions or ())
    lines = [
        f"# python {shlex.join(sys.argv)}: games won of those played.",
        f"scenario = {wanted.scenario}",
        f'level = "{wanted.level}"',
        f"decisions = [{decisions}]",
        f"games = {wanted.games}",
        *(f"{name} = {won}" for name, won in yardsticks.items()),
        "learned = [",
        *(f"  {{ steps = {steps}, won = {won} }}," for steps, won in rows),
        "]",
    ]
    wanted.curve.write_text("\n".join(lines) + "\n", encoding="utf-8")


# -- playing ---------------------------------------------------------------------


def played_by_doctrine(settings: dict, seed: int) -> bool:
    """Whether doctrine wins the game of a seed."""
    env = PicketEnv(**settings | {"decisions": ["relieving ship"]})
    env.reset(seed=seed)
    return env.game.state.outcome == US_WIN


def at_random(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """A random legal answer for each game."""
    return (CHANCE.random(masks.shape) * masks).argmax(axis=1)


def wins(settings: dict, seeds: range, answers) -> list[bool]:
    """Play the games of some seeds in parallel; whether each was won."""
    waiting, won = list(seeds), []
    envs = [PicketEnv(**settings) for _ in range(PLAYED)]
    seen = [env.reset(seed=waiting.pop())[0] for env in envs if waiting]
    playing = envs[: len(seen)]
    while playing:
        actions = answers(np.stack(seen), np.stack([env.action_masks() for env in playing]))
        still, now = [], []
        for env, action in zip(playing, actions, strict=True):
            numbers, _, over, _, _ = env.step(action)
            if over:
                won.append(env.game.state.outcome == US_WIN)
                if not waiting:
                    continue
                numbers, _ = env.reset(seed=waiting.pop())
            still.append(env)
            now.append(numbers)
        playing, seen = still, now
    return won


if __name__ == "__main__":
    main()
