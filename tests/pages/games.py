"""Games of every kind for tests of reports, each with a captain, a kind of dice and a number of
seeds.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from picket_duty.captains import captain_named
from picket_duty.game import Game
from picket_duty.requests import Roll
from tests.games import new_game
from tests.pages.truth import Watch

LEVELS = ("basic", "advanced")


class Kind(NamedTuple):
    """A kind of game: its setup, its captain, its dice, the number of seeds, the most answers."""

    setup: dict[str, Any]
    captain: str = "random"
    dice: str = "computer"
    seeds: int = 1
    most: int = 60000


def thrown(game: Game, dice: str, chance: random.Random) -> tuple[int, ...]:
    """The dice of the game's own seed, constant ones, or wild ones, so that rare results are
    frequent.
    """
    match chance.choice(("computer", "lowest", "highest")) if dice == "wild" else dice:
        case "lowest":
            return tuple(0 if face == 10 else 1 for face in game.request.faces)
        case "highest":
            return tuple(9 if face == 10 else face for face in game.request.faces)
    return game.dice.throw(game.request.faces)


#: Three hundred games. With constant dice some charts are rerolled forever; those games are cut
#: short.
KINDS = (
    *(Kind({"scenario": n, "level": level}, seeds=8) for n in range(1, 9) for level in LEVELS),
    *(
        Kind({"scenario": n, "level": level}, dice="wild", seeds=3)
        for n in range(1, 9)
        for level in LEVELS
    ),
    *(
        Kind({"scenario": n, "level": level}, captain, dice, most=2000)
        for n in (2, 5, 8)
        for level in LEVELS
        for captain in ("random", "greedy")
        for dice in ("lowest", "highest")
    ),
    *(
        Kind({"scenario": n, "level": "advanced"}, captain)
        for n in range(1, 9)
        for captain in ("doctrine", "greedy")
    ),
    Kind(
        {"scenario": 8, "options": ("dunlap-1941", "gun-repair", "aces", "list-and-trim")}, seeds=4
    ),
    *(
        Kind({"campaign": "mini", "level": level}, dice=dice, seeds=5)
        for level in LEVELS
        for dice in ("computer", "wild")
    ),
    *(
        Kind({"campaign": "mini", "level": "advanced"}, dice=dice, most=2000)
        for dice in ("lowest", "highest")
    ),
    Kind({"campaign": "mini", "level": "advanced"}, "doctrine"),
    Kind({"campaign": "long-a", "level": "advanced"}, seeds=1),
    Kind({"campaign": "long-b", "level": "advanced"}, seeds=1, most=12000),
    Kind(
        {"patrol": "1945-04-05", "days": 6, "level": "advanced", "options": ("gun-repair",)},
        seeds=15,
    ),
    Kind({"patrol": "1945-03-24", "days": 6, "level": "advanced"}, dice="wild", seeds=14),
    Kind(
        {
            "patrol": "1945-05-20",
            "days": 5,
            "station": 1,
            "options": ("gun-repair", "list-and-trim"),
        },
        seeds=11,
    ),
    Kind({"patrol": "1945-06-20", "days": 9, "ship": "La Prade", "level": "advanced"}, seeds=15),
)


def watched(kind: Kind, seed: int) -> Watch:
    game = new_game(seed=seed, history=False, **kind.setup)
    captain = captain_named(kind.captain, seed)
    chance = random.Random(f"words {seed}")

    def answer(game: Game) -> Any:
        return (
            thrown(game, kind.dice, chance)
            if isinstance(game.request, Roll)
            else captain.choose(game)
        )

    watch = Watch(game)
    watch.play(answer, kind.most)
    return watch
