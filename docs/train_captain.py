"""Train a captain: first by imitation of doctrine, then with a standard learner, MaskablePPO of sb3-contrib.

pip install -e '.[train]'
python docs/train_captain.py --curve curve.toml

1. Doctrine plays ``--lessons`` games; every question it is asked and its answer are recorded.
2. The learner's network is fitted to these answers.
3. The learner continues from there by playing its own games.

``--lessons 0`` omits imitation, ``--steps 0`` the learner's own games. The curve is a TOML file: steps, games won and
answers of doctrine matched in held-out games at each mark, and the same games won by doctrine and at random.
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
from typing import NamedTuple

import numpy as np

from picket_duty.captains.doctrine import decide
from picket_duty.lab.gym import PicketEnv
from picket_duty.requests import ASSIGN, ONE
from picket_duty.state import US_WIN

#: Games played in parallel in training, and in evaluation.
TRAINED, PLAYED = 32, 64
#: Answers per step of imitation.
BATCH = 512
#: The first seeds of the games of evaluation, of the lessons, and of those held out.
EVALUATION, LESSONS, HELD = 10**6, 2 * 10**6, 3 * 10**6
#: Random numbers of the random player, separate from the dice of the games.
CHANCE = np.random.default_rng(1945)


class Lessons(NamedTuple):
    """Doctrine's answers: observations, masks of legal answers, answers, and the rewards still to come."""

    seen: np.ndarray
    masks: np.ndarray
    answers: np.ndarray
    rewards: np.ndarray


class Mark(NamedTuple):
    """An evaluation: steps so far, games won, and doctrine's answers matched, of those asked, in held-out games."""

    steps: int
    won: int
    matched: int
    asked: int


def main() -> None:
    """Imitate, train, evaluate at every mark, and write the curve."""
    wanted = arguments()
    settings = {"scenario": wanted.scenario, "decisions": wanted.decisions, "level": wanted.level}
    if wanted.features:
        for number, feature in enumerate(PicketEnv(**settings).features):
            print(f"{number:4} {feature.name}: {feature.unit}")
        return
    if find_spec("sb3_contrib") is None:
        raise SystemExit("train_captain.py needs the extra 'train': pip install -e '.[train]'")
    seeds = range(EVALUATION, EVALUATION + wanted.games)
    yardsticks = {
        "doctrine": sum(played_by_doctrine(settings, seed) for seed in seeds),
        "random": sum(wins(settings, seeds, at_random)),
    }
    print(yardsticks, flush=True)
    train(settings, wanted, seeds, yardsticks)


def arguments() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--scenario", type=int, default=2)
    parser.add_argument("--level", default="basic")
    parser.add_argument(
        "--decisions",
        nargs="+",
        metavar="DECISION",
        default=["fire plan"],
        help="decisions to learn; doctrine makes the rest",
    )
    parser.add_argument("--lessons", type=int, default=3000, help="games of doctrine to imitate")
    parser.add_argument("--passes", type=int, default=8, help="times that imitation goes through the lessons")
    parser.add_argument("--steps", type=int, default=122_880)
    parser.add_argument("--marks", type=int, default=3, help="number of evaluations")
    parser.add_argument("--games", type=int, default=1000, help="games per evaluation")
    parser.add_argument("--harm", type=float, default=2.0, help="cost of damage worth one ship")
    parser.add_argument("--discount", type=float, default=1.0)
    parser.add_argument("--trace", type=float, default=0.95, help="lambda of the advantages")
    parser.add_argument("--policy", type=int, nargs="*", default=[256, 256], help="hidden layers of the policy")
    parser.add_argument("--entropy", type=float, default=0.0)
    parser.add_argument("--rate", type=float, default=3e-5, help="learning rate of the learner's own games")
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


# -- imitation -------------------------------------------------------------------


def lessons(settings: dict, seeds: range, discount: float = 1.0) -> Lessons:
    """Every question of some games of doctrine, and its answer."""
    env, seen, masks, answers, rewards = PicketEnv(**settings), [], [], [], []
    for seed in seeds:
        env.reset(seed=seed)
        paid, choice = [], None
        while not env.game.over:
            if env.game.request is not choice:
                choice = env.game.request
                order = decide(env.game.play, choice)
            seen.append(env.seen.copy())
            masks.append(env.action_masks())
            answers.append(answer_of(env, order))
            paid.append(env.take(answers[-1])[0])
        for place in range(len(paid) - 2, -1, -1):
            paid[place] += discount * paid[place + 1]
        rewards += paid
    return Lessons(np.stack(seen), np.stack(masks), np.array(answers), np.array(rewards, np.float32))


def answer_of(env: PicketEnv, order) -> int:
    """The answer to the current question that an order of doctrine gives."""
    choice = env.game.request
    if choice.kind == ONE:
        return [option.value for option in choice.options].index(order)
    given = order.get(env.asked[0])
    return 0 if given is None else given + (choice.kind == ASSIGN)


def imitate(learner, envs, taught: Lessons, passes: int) -> None:
    """Fit the policy to doctrine's answers, and the critic to the rewards that followed them."""
    import torch

    envs.obs_rms.update(taught.seen)
    envs.ret_rms.update(taught.rewards)
    seen = torch.from_numpy(envs.normalize_obs(taught.seen))
    answers, worth = torch.from_numpy(taught.answers), torch.from_numpy(envs.normalize_reward(taught.rewards))
    fit = torch.optim.Adam(learner.policy.parameters(), 1e-3)
    fall = torch.optim.lr_scheduler.CosineAnnealingLR(fit, passes)
    for _ in range(passes):
        for batch in torch.randperm(len(answers)).split(BATCH):
            values, chances, _ = learner.policy.evaluate_actions(seen[batch], answers[batch], taught.masks[batch])
            loss = ((values.flatten() - worth[batch]) ** 2).mean() / 2 - chances.mean()
            fit.zero_grad()
            loss.backward()
            fit.step()
        fall.step()


def matched(answer, held: Lessons) -> tuple[int, int]:
    """How many of doctrine's answers to questions with a choice a captain gives, and how many there are."""
    open_ = held.masks.sum(axis=1) > 1
    same = answer(held.seen[open_], held.masks[open_]) == held.answers[open_]
    return int(same.sum()), len(same)


# -- training --------------------------------------------------------------------


def train(settings: dict, wanted: argparse.Namespace, seeds: range, yardsticks: dict[str, int]) -> None:
    """Imitate, train and evaluate: steps and games won at every mark, starting with the learner after imitation."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize

    torch.set_num_threads(1)
    paying = {**settings, "harm_cost": wanted.harm}
    envs = VecNormalize(DummyVecEnv([lambda: PicketEnv(**paying)] * TRAINED), gamma=wanted.discount)
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

    def learned(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return learner.predict(envs.normalize_obs(seen), deterministic=True, action_masks=masks)[0]

    began, rows = time.monotonic(), []
    if wanted.lessons:
        taught = lessons(paying, range(LESSONS, LESSONS + wanted.lessons), wanted.discount)
        imitate(learner, envs, taught, wanted.passes)
    held = lessons(settings, range(HELD, HELD + wanted.games // 10))
    for mark in range(wanted.marks + 1):
        if mark:
            learner.learn(wanted.steps // wanted.marks, reset_num_timesteps=False)
        same, asked = matched(learned, held)
        rows.append(Mark(learner.num_timesteps, sum(wins(settings, seeds, learned)), same, asked))
        if wanted.curve:
            write(wanted, yardsticks, rows)
        print(f"{time.monotonic() - began:.0f} s: {rows[-1]} of {len(seeds)} games", flush=True)
        if time.monotonic() - began > 60 * wanted.minutes or not wanted.steps:
            break


def write(wanted: argparse.Namespace, yardsticks: dict[str, int], rows: list[Mark]) -> None:
    """The curve as TOML."""
    decisions = ", ".join(f'"{about}"' for about in wanted.decisions)
    lines = [
        f"# python {shlex.join(sys.argv)}: games won of those played.",
        f"scenario = {wanted.scenario}",
        f'level = "{wanted.level}"',
        f"decisions = [{decisions}]",
        f"games = {wanted.games}",
        f"lessons = {wanted.lessons}",
        *(f"{name} = {won}" for name, won in yardsticks.items()),
        "learned = [",
        *("  { " + ", ".join(f"{name} = {count}" for name, count in row._asdict().items()) + " }," for row in rows),
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
