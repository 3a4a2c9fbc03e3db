"""How often each honor of ``tables/awards.toml`` is granted: ``python tools/bench/bench_awards.py
[GAMES]``.

The doctrine captain plays. Of every twenty games, sixteen are scenarios, basic and advanced, three
are mini campaigns and one is a long campaign. Ten thousand games take 15 minutes.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.facts import facts_of
from picket_duty.game import Game
from picket_duty.pages.awards import awards_of

LEVELS = ("basic", "advanced")
ROUND: tuple[dict[str, Any], ...] = (
    *({"scenario": number, "level": level} for number in range(1, 9) for level in LEVELS),
    {"campaign": "mini", "level": "basic"},
    {"campaign": "mini", "level": "advanced"},
    {"campaign": "mini", "level": "advanced", "options": ("aces", "gun-repair")},
    {"campaign": "long-b", "level": "advanced"},
)
TABLES = load_tables()


def games(number: int) -> Iterator[Game]:
    """This many finished games."""
    for seed in range(number):
        game = Game.new(seed=seed, tables=TABLES, history=False, **ROUND[seed % len(ROUND)])
        play_out(game, captain_named("doctrine", seed))
        yield game


def main(number: int) -> None:
    """Print how often each honor was granted, and in how many games."""
    granted: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    started = time.perf_counter()
    for game in games(number):
        ids = [award.id for award in awards_of(facts_of(game).whole, TABLES)]
        granted.update(ids)
        seen.update(set(ids))
    print(f"{number} games, {time.perf_counter() - started:.0f} s")
    for data in TABLES.awards:
        print(f"{data.id:<32} {granted[data.id]:>7} times, in {seen[data.id]:>6} games")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 10000)
