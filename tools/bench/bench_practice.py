"""Games of the computer against itself on the practice island: ``python -m
tools.bench.bench_practice [GAMES]``.

It prints how often each side wins the basic game. A hundred games take two minutes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter

from picket_duty.companions import ie_shima_opponent as opponent
from picket_duty.companions import table_saves
from picket_duty.companions.ie_shima_board import JAPANESE
from picket_duty.requests import NUMBER, Roll


def winner(seed: int) -> str:
    """The outcome of a game in which the computer plays both sides."""
    game = table_saves.new_game("ie-shima", seed, ("practice", "computer-american"))
    while game.request is not None:
        request = game.request
        if isinstance(request, Roll):
            game.roll()
        elif request.kind == NUMBER:
            game.answer(0)
        elif request.about in opponent.SHARED:
            game.answer("no")
        else:
            game.answer(
                opponent.chosen_answer(game.play, JAPANESE, request.decision, request.options)[0]
            )
    return str(game.outcome.result)


def main(games: int) -> None:
    """Print the wins of each side."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["PICKET_DUTY_HOME"] = home
        wins = Counter(map(winner, range(1, games + 1)))
    print(
        f"{games} games: "
        f"{', '.join(f'{result} {number}' for result, number in sorted(wins.items()))}"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 100)
