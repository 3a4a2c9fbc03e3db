"""The worth of each officer's value: the change of the chance of winning per value, over many games
by doctrine.

Prints the numbers of ``picket_duty/odds/officers.toml``: ``python -m tools.officers [games]``. The
values are drawn independently of each other, so that a linear regression on all posts at once has
no bias by post.
"""

from __future__ import annotations

import math
import sys
from concurrent.futures import ProcessPoolExecutor

from picket_duty.book import load_tables
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.state import POSTS, US_WIN

SCENARIO = 3
LEVEL = "basic"
GAMES = 4000
BLOCK = 100


def play(seeds: range) -> list[tuple[list[int], int]]:
    """The values of the first crew by post, and whether the game was won."""
    tables, known, games = load_tables(), {}, []  # type: ignore[var-annotated]
    for seed in seeds:
        game = Game.new(scenario=SCENARIO, level=LEVEL, seed=seed, tables=tables, history=False)
        while len(game.state.ship.crew) < len(POSTS):
            assert isinstance(game.request, Roll)
            game.roll()
        values = [game.state.ship.crew[post].value for post in POSTS]
        play_out(game, QuickCaptain(known=known))
        games.append((values, int(game.state.outcome == US_WIN)))
    return games


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def main(count: int) -> None:
    """Play this many games and print the worths."""
    blocks = [range(first, min(first + BLOCK, count + 1)) for first in range(1, count + 1, BLOCK)]
    with ProcessPoolExecutor() as pool:
        games = [game for block in pool.map(play, blocks) for game in block]
    rows = [([1, *values], won) for values, won in games]
    size = 1 + len(POSTS)
    normal = [
        [float(sum(row[i] * row[j] for row, _ in rows)) for j in range(size)] for i in range(size)
    ]
    inverted = inverse(normal)
    right = [sum(row[i] * won for row, won in rows) for i in range(size)]
    slope = [sum(inverted[i][j] * right[j] for j in range(size)) for i in range(size)]
    left = sum(
        (won - sum(a * b for a, b in zip(slope, row, strict=True))) ** 2 for row, won in rows
    )
    variance = left / (len(rows) - size)
    print(f'scenario = {SCENARIO}\nlevel = "{LEVEL}"\ngames = {len(rows)}\n\n[posts]')
    for number, post in enumerate(POSTS, 1):
        error = math.sqrt(variance * inverted[number][number])
        print(f"{post} = {{ points = {100 * slope[number]:.1f}, error = {100 * error:.1f} }}")
    place = 1 + POSTS.index("gunnery_officer")
    for value in range(-2, 3):
        wins = [won for row, won in rows if row[place] == value]
        print(f"# gunnery officer {value:+d}: {sum(wins)} of {len(wins)} won")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
