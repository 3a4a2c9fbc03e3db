"""What every automatic captain answers in many games, for a golden listing: a line for each game.

The state goldens hold what the doctrine captain did in a few games, answer by answer. Here each captain plays every
scenario and campaign, so that a change of any of its rules appears as games that go another way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from picket_duty.book.tables import Tables
from picket_duty.captains import captain_named
from picket_duty.game import Game
from picket_duty.requests import Choice

CAPTAINS = ("doctrine", "greedy", "random")
SEEDS = range(1, 4)
LEVELS = ("basic", "advanced")


def captain_lines() -> list[str]:
    """Captain, set-up, number of answers and their checksum, outcome and hash of the last state."""
    tables = Tables()
    return [_line(name, setup, tables) for name in CAPTAINS for setup in _setups(tables)]


def _setups(tables: Tables) -> Iterator[dict[str, Any]]:
    for level in LEVELS:
        for seed in SEEDS:
            yield from ({"scenario": number, "level": level, "seed": seed} for number in tables.scenarios)
            yield {"campaign": "mini", "level": level, "seed": seed}
            yield {"patrol": "1945-04-05", "days": 6, "level": level, "seed": seed}
        yield {"campaign": "long-a", "level": level, "seed": 1}
        yield {"campaign": "long-b", "level": level, "seed": 1}


def _line(name: str, setup: dict[str, Any], tables: Tables) -> str:
    game = Game.new(tables=tables, history=False, **setup)
    captain = captain_named(name, setup["seed"])
    answers = []
    while (request := game.request) is not None:
        if isinstance(request, Choice):
            answers.append((request.about, captain.choose(game)))
            game.answer(answers[-1][1])
        else:
            game.roll()
    given = hashlib.blake2b(repr(answers).encode(), digest_size=6).hexdigest()
    words = " ".join(str(value) for value in setup.values())
    return f"{name}: {words}: {len(answers)} answers {given}: {game.state.outcome}: {game.state_hash[:16]}"
