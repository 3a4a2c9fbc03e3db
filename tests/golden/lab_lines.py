"""What the lab measures, for a golden listing: pieces of damage, counts of games."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from picket_duty.book.tables import Tables
from picket_duty.captains import captain_named, play_out
from picket_duty.dice import Dice
from picket_duty.game import Game
from picket_duty.lab import calibrate, weights
from picket_duty.odds.damage_weights import measured_weights
from picket_duty.rules.play import Sunk

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
