"""What the lab measures, for a golden listing: pieces of damage, counts of games, what a learner sees."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import numpy as np

from picket_duty.book.tables import Tables
from picket_duty.captains import captain_named, play_out
from picket_duty.dice import Dice
from picket_duty.game import Game
from picket_duty.lab import calibrate, weights
from picket_duty.lab.gym import PicketEnv
from picket_duty.lab.observations import features_of
from picket_duty.odds.damage_weights import measured_weights
from picket_duty.rules.play import Sunk

#: Games that a learner plays, with the seed of each; every so many answers what it sees is listed.
LEARNED = (
    ({"scenario": 2, "shaping": 1.0, "harm_cost": 1.0, "hit_cost": 0.25}, 3),
    ({"campaign": "mini", "level": "advanced"}, 5),
)
LISTED_EVERY = 25
#: How often each piece of damage is done, and the games that are counted.
TIMES, COUNTED = 5, 12


def lab_lines() -> Iterator[str]:
    """The listing."""
    tables = Tables()
    yield "== weights"
    yield from (weights.line(weight, tables) for weight in measured_weights())
    yield "== pieces of damage"
    yield from _pieces(tables)
    yield f"== losses {sorted(weights.play_block(weights.Sample(weights.SCENARIO, 1, seed=4), 0).items())}"
    yield "== counts of games"
    for seed in range(COUNTED):
        game = Game.new(scenario=1 + seed % 8, level="advanced", seed=seed, tables=tables)
        wrapped = captain_named("doctrine", seed)
        play_out(game, (wrapped, calibrate.Bare(), calibrate.NoMen())[seed % 3])
        yield f"{seed}: {calibrate.count(game)}"
    for arguments, seed in LEARNED:
        yield f"== learner, {arguments}"
        yield from _learned(PicketEnv(tables=tables, **arguments), seed)  # type: ignore[arg-type]


def _pieces(tables: Tables) -> Iterator[str]:
    """What each piece changes aboard a ship that is under attack."""
    game = Game.new(scenario=2, level="advanced", seed=6, tables=tables)
    moment, _ = next(weights.moments(game))
    yield moment
    before = _ship(game)
    for piece in weights.PIECES:
        for number in range(TIMES):
            trial = game.branch(number)
            step = piece.do(trial.play, number)
            if step is None:
                yield f"{piece.id} {number}: no target"
                continue
            try:
                weights.carry(step, Dice(number))
            except Sunk:
                yield f"{piece.id} {number}: sunk"
            after = _ship(trial)
            changed = {name: value for name, value in after.items() if before.get(name) != value}
            yield f"{piece.id} {number}: {json.dumps(changed)}"


def _ship(game: Game) -> dict[str, str]:
    """The fields of the ship, those of mounts, compartments and equipment one by one."""
    fields = {}
    for name, value in msgspec.to_builtins(game.play.ship).items():
        parts = value.items() if isinstance(value, dict) else [("", value)]
        fields |= {f"{name} {part}".strip(): json.dumps(item) for part, item in parts}
    return fields


def _learned(env: PicketEnv, seed: int) -> Iterator[str]:
    """A game of random answers: rewards, and at times each number that is not 0, by its name."""
    env.reset(seed=seed)
    yield f"dice {env.game.state.setup.seed}, {env.action_space}, {env.observation_space.shape}"
    chance, features = np.random.default_rng(seed), features_of(env.tables)
    done, answers, rewards = False, 0, []
    while not done:
        action = int((chance.random(env.action_space.n) * env.action_masks()).argmax())
        seen, reward, done, _, _ = env.step(np.int64(action))
        answers += 1
        rewards.append(f"{reward:.4f}")
        if answers % LISTED_EVERY == 0:
            yield f"-- {answers} answers, the last {action}"
            yield from env.render().splitlines()[:3]
            for feature, number in zip(features, seen, strict=True):
                if number:
                    yield f"  {feature.name}: {number:.4f}"
    yield f"rewards {' '.join(reward for reward in rewards if float(reward))}"
