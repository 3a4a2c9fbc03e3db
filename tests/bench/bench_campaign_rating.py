"""The records of doctrine campaigns after each stage, that a captain's record is compared with.

    python -m tests.bench.bench_campaign_rating [GAMES [PROCESSES]]

Quick doctrine plays GAMES of long campaign A at each level (default 2000), seeds 0 on. What is printed goes into
``picket_duty/analysis/campaign_ratings.toml``, below the names of the ratings: after each stage the stages held, ships
sunk, ships sent to the rear, and the number of campaigns with this record.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from picket_duty.analysis.campaign_rating import Record, record_after
from picket_duty.book import load_tables
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.state import LEVELS
from picket_duty.text.campaign_progress import periods_over

CAMPAIGN = "long-a"
#: Columns of a line of the file.
WIDTH = 120


def records(level: str, seed: int) -> list[Record]:
    """The records of a game of quick doctrine after each of its stages."""
    tables, captain = load_tables(), QuickCaptain()
    game = Game.new(campaign=CAMPAIGN, level=level, seed=seed, tables=tables, history=False)
    while game.request is not None:
        game.roll_on() if type(game.request) is Roll else game.answer(captain.choose(game))
    return [record_after(game.state, tables, number) for number in range(1, periods_over(game.state, tables) + 1)]


def entry(level: str, games: Sequence[Sequence[Record]]) -> str:
    """The lines of a level."""
    lines = ["", "[[measured]]", f'digest = "{load_tables().digest}"', f'campaign = "{CAMPAIGN}"', f'level = "{level}"']
    lines += [f"games = {len(games)}", "stages = ["]
    for stage in zip(*games, strict=True):
        counts = sorted(Counter(stage).items(), key=lambda item: item[0].merit, reverse=True)
        lines += [
            "  [",
            *packed([f"[{held}, {sunk}, {rear}, {count}]" for (held, sunk, rear), count in counts]),
            "  ],",
        ]
    return "\n".join([*lines, "]"])


def packed(words: Sequence[str]) -> list[str]:
    """The words with commas in as few lines as they need."""
    lines = ["   "]
    for word in words:
        if len(lines[-1]) + len(word) + 2 > WIDTH:
            lines.append("   ")
        lines[-1] += f" {word},"
    return lines


def main(games: int = 2000, processes: int | None = None) -> None:
    """Print the entries of both levels."""
    with ProcessPoolExecutor(processes) as pool:
        for level in LEVELS:
            print(entry(level, list(pool.map(partial(records, level), range(games), chunksize=10))), flush=True)


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:]))
