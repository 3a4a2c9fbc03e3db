"""The gain of an emergency declaration by situation, at doctrine's decisions in scenarios 2 to 8.

Prints ``picket_duty/odds/declarations.toml``: ``python -m tools.declarations [seeds [processes]]``.
Both orders of a position are played out with the same dice.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from picket_duty.analysis.playouts import run_playout
from picket_duty.book import load_tables
from picket_duty.book.vocabulary import DECLARE
from picket_duty.captains import doctrine
from picket_duty.game import Game
from picket_duty.odds.declarations import Situation, load_declarations, situation_of
from picket_duty.requests import Choice
from picket_duty.rules.play import NO, YES
from picket_duty.state import LEVELS

SCENARIOS = range(2, 9)
FIRST = 500_000
SEEDS = 80
BRANCHES = 200


def gains_of_seed(seed: int) -> list[tuple[Situation, float]]:
    """The situation of each declaration with a deck fire before the last quiet phase, and the
    points gained.
    """
    tables = load_tables()
    gains = []
    for scenario in SCENARIOS:
        level = LEVELS[(seed + scenario) % len(LEVELS)]
        game = Game.new(scenario=scenario, level=level, seed=seed, tables=tables)
        while game.request is not None:
            if not isinstance(game.request, Choice):
                game.roll()
                continue
            burning = game.request.decision is DECLARE and game.state.ship.deck_fires
            if burning and not doctrine.quiet_until_turn_end(game.play):
                gains.append((situation_of(game.play), points(game)))
            game.answer(doctrine.decide(game.play, game.request))
    return gains


def points(game: Game) -> float:
    """Points of the chance of winning gained by declaring, with the same dice."""
    won = [
        sum(run_playout(game, order, number).won for number in range(BRANCHES))
        for order in (YES, NO)
    ]
    return 100 * (won[0] - won[1]) / BRANCHES


def main(seeds: int) -> None:
    """Play the games of these many seeds and print the file."""
    by_situation = defaultdict(list)
    with ProcessPoolExecutor(int(sys.argv[2]) if len(sys.argv) > 2 else None) as pool:
        for gains in pool.map(gains_of_seed, range(FIRST, FIRST + seeds)):
            for situation, gained in gains:
                by_situation[situation].append(gained)
    print(
        "# Points of the chance of winning that an emergency declaration gains while a deck "
        "fire burns."
    )
    print(f"# Measured by tools/declarations.py in scenarios 2 to 8, with {seeds} seeds.")
    print(f"weak_hull = {load_declarations().weak_hull}\nbranches = {BRANCHES}")
    for flags in product((False, True), repeat=len(Situation.__struct_fields__)):
        situation = Situation(*flags)
        if situation.weak and not situation.waves:
            continue
        gained = by_situation[situation]
        error = statistics.stdev(gained) / math.sqrt(len(gained))
        fields = ", ".join(
            f"{name} = {str(value).lower()}"
            for name, value in zip(situation.__struct_fields__, flags, strict=True)
        )
        print(f"\n[[gains]]\nsituation = {{ {fields} }}")
        print(
            f"points = {statistics.mean(gained):.2f}\nerror = {error:.2f}\npositions = "
            f"{len(gained)}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS)
