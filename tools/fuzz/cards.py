"""Compare every headline and wave card of N games of all kinds with the ship's sheet.

From the top of the repository: ``python -m tools.fuzz.cards 500``.
"""

from __future__ import annotations

import argparse
import sys
import time

from picket_duty.captains import captain_named
from picket_duty.game import Game
from tests.pages.games import KINDS, TABLES
from tests.text.cards import CardWatch


def main() -> int:
    """Play and check this many games; prints the setup of a game with a wrong line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=1000, help="number of the first game")
    asked = parser.parse_args()
    began, cards = time.perf_counter(), 0
    for number in range(asked.first, asked.first + asked.games):
        kind = KINDS[number % len(KINDS)]
        game = Game.new(seed=number, tables=TABLES, history=False, **kind.setup)
        try:
            cards += len(CardWatch(game, captain_named(kind.captain, number)).play(kind.most).cards)
        except Exception:
            print(f"game {number}: {kind}", file=sys.stderr)
            raise
    print(f"{asked.games} games, {cards} cards in {time.perf_counter() - began:.0f} s without a false line")
    return 0


if __name__ == "__main__":
    sys.exit(main())
