"""Random play of a million phases with all invariants checked.

From the top of the repository: ``python -m tools.fuzz.phases 1000000``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from picket_duty.book import Tables, load_tables
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from tests.invariants import check_game

#: Answers between two full checks; every game is also checked at its end.
EVERY = 7


def game_of(seed: int, tables: Tables) -> Game:
    """The game of a number: scenarios, campaigns and patrols at both levels, options in turn."""
    level = ("basic", "advanced")[seed % 2]
    kind = seed // 2 % 13
    options = ("gun-repair",) if seed % 3 == 0 and kind > 7 else ()
    if kind < 8:
        offered = tables.scenarios[kind + 1].options
        options = tuple(offered) if seed % 3 == 0 else ()
        return Game.new(
            scenario=kind + 1, level=level, seed=seed, options=options, tables=tables, history=False
        )
    if kind < 12:
        campaign = ("mini", "long-a", "long-b", "long-b")[kind - 8]
        return Game.new(
            campaign=campaign, level=level, seed=seed, options=options, tables=tables, history=False
        )
    day = ("1945-03-24", "1945-04-06", "1945-06-20")[seed % 3]
    ship = (None, "la-prade", "dunlap")[seed // 3 % 3]
    return Game.new(
        patrol=day,
        days=1 + seed % 9,
        level=level,
        seed=seed,
        options=options,
        ship=ship,
        tables=tables,
        history=False,
    )


def play_checked(game: Game, captain: RandomCaptain, every: int = EVERY) -> int:
    """Play a game to its end with checks; returns its number of phases."""
    count = 0
    while (request := game.request) is not None:
        count += 1
        if count % every == 0:
            check_game(game)
        if type(request) is Roll:
            game.roll()
        else:
            game.answer(captain.decide(request))
    check_game(game)
    return game.state.records.phases


def main() -> int:
    """Play this many phases; a fault prints the number of the game, so that it can be repeated."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("phases", type=int)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    asked = parser.parse_args()
    tables = load_tables()
    done = 0
    answers = 0
    games: Counter[str] = Counter()
    began = time.perf_counter()
    number = asked.first
    while done < asked.phases:
        game = game_of(number, tables)
        try:
            done += play_checked(game, RandomCaptain(number))
        except Exception:
            print(f"game {number}: {game.state.setup} at answer {game.requests}", file=sys.stderr)
            raise
        answers += game.requests
        games[f"{game.state.setup.kind} {game.state.outcome}"] += 1
        number += 1
    seconds = time.perf_counter() - began
    print(
        f"{done} phases, {answers} answers, {number - asked.first} games in {seconds:.0f} s "
        f"without a fault"
    )
    print(", ".join(f"{name} {count}" for name, count in sorted(games.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
