"""Forged states: a snapshot changed anywhere is refused in one line, or can be played and shown.

From the top of the repository: ``python -m tools.fuzz.forged 2000``.

One place of the state of a real game is changed: a key removed or renamed, a number or word of
another kind, a part of another game. Only SaveError may be raised, and an accepted state can be
played and shown.
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Any

import msgspec

from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.charts import ChartError
from picket_duty.game import Game
from picket_duty.pages.ships import ship_record
from picket_duty.requests import Roll
from picket_duty.rules.system import decode
from picket_duty.saves import SaveError
from picket_duty.saves.format import pack
from picket_duty.saves.loading import game_from
from picket_duty.saves.record import Snapshot
from picket_duty.state import Setup
from picket_duty.text.names import short_plane_words
from picket_duty.text.status import fought_words, outcome_words
from tests.saves.games import TABLES, played

WORDS = (
    "",
    "5in-9",
    "bridge",
    "cic",
    "40mm-A",
    "dance",
    "x" * 200,
    "\x1b[2J",
    "1945-04-01",
    "9999-12-31",
    "0001-01-01",
    "captain",
    "cook",
    "sunk",
    "forward",
    "AFS carrier 1",
    "aft/Steering",
    "rain",
    "destroyed",
    "morning",
)
NUMBERS = (-(10**18), -1, 0, 1, 3, 7, 99, 10**18)
OTHERS: tuple[Any, ...] = (None, True, [], {}, 1.5)
SETUPS: tuple[dict[str, Any], ...] = (
    {"scenario": 2, "level": "advanced"},
    {"scenario": 4},
    {"scenario": 6},
    {"scenario": 7},
    {"scenario": 8},
    {"campaign": "mini", "level": "advanced"},
    {"campaign": "long-a", "answers": 900, "level": "advanced"},
    {"campaign": "long-b", "answers": 900},
    {"patrol": "1945-04-06", "days": 4},
)


def states() -> list[tuple[Setup, bytes]]:
    """The states at every step of some games."""
    listed = []
    for seed, setup in enumerate(SETUPS):
        game = played(seed=seed, **setup)
        listed += [(game.state.setup, point.state) for point in game.checkpoints]
    return listed


def forge(state: Any, chance: random.Random, other: Any) -> None:
    """Change one place of a state, usually deep inside."""
    here = state
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            if isinstance(here, dict):
                here[chance.choice(WORDS)] = chance.choice((*NUMBERS, *WORDS))
            else:
                here.append(chance.choice((*NUMBERS, *WORDS)))
            return
        key = chance.choice([key for key in keys if key != "setup"])
        if not isinstance(here[key], dict | list) or chance.random() < 0.1:
            break
        here = here[key]
    _change(here, key, chance, other)


def _change(here: Any, key: Any, chance: random.Random, other: Any) -> None:
    kind = chance.randrange(6)
    if kind == 0:
        del here[key]
    elif kind == 1 and isinstance(here, dict):
        here[chance.choice(WORDS)] = here.pop(key)
    elif kind == 2:
        here[key] = chance.choice(OTHERS)
    elif kind == 3 and isinstance(here, dict) and isinstance(other, dict):
        here[key] = other.get(key, chance.choice(WORDS))
    elif isinstance(here[key], int) or chance.random() < 0.2:
        here[key] = chance.choice(NUMBERS)
    else:
        here[key] = chance.choice(WORDS)


def try_state(setup: Setup, state: bytes, seed: int) -> bool:
    """Load a state, play on and show it; returns whether it was accepted. Raises any error other
    than SaveError.
    """
    try:
        game = game_from(TABLES, setup, Snapshot(0, "1945-04-01/phase", "", pack(state)), "save")
    except SaveError as error:
        if len(str(error).splitlines()) != 1:
            raise ValueError("a complaint of several lines") from error
        return False
    _tell(game)
    captain = RandomCaptain(seed)
    for _ in range(120):
        if game.request is None:
            break
        try:
            if isinstance(game.request, Roll):
                game.roll()
            else:
                game.answer(captain.choose(game))
        except ChartError:
            break
    _tell(game)
    return True


def _tell(game: Game) -> None:
    state = game.state
    ship_record(state.ship, state, TABLES)
    for plane in state.air.planes:
        short_plane_words(plane)
    if state.outcome:
        outcome_words(state, TABLES)
        fought_words(state.records, 0)
    game.summary()


def fuzz(count: int, chance: random.Random) -> tuple[int, int]:
    """Forge this many states; returns how many were refused and how many were played."""
    real = states()
    taken = 0
    for number in range(count):
        setup, data = chance.choice(real)
        state = msgspec.json.decode(data)
        other = msgspec.json.decode(chance.choice(real)[1])
        forge(state, chance, other)
        try:
            taken += try_state(setup, msgspec.json.encode(state), number)
        except Exception as error:
            changed = next(iter(_unequal(msgspec.json.decode(data), state)), ("", "", ""))
            raise AssertionError(
                f"{type(error).__name__}: {error} for {setup.kind} {setup.name}: {changed}"
            ) from error
    return count - taken, taken


def _unequal(before: Any, now: Any) -> Any:
    from picket_duty.saves.loading import unequal

    return unequal(before, now)


def main() -> int:
    """Forge and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("states", type=int)
    parser.add_argument("--seed", type=int, default=3)
    asked = parser.parse_args()
    for setup, state in states():
        assert try_state(setup, state, 1), decode(state)
    refused, taken = fuzz(asked.states, random.Random(asked.seed))
    print(f"{asked.states} states forged: {refused} refused, {taken} played, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
