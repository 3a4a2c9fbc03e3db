"""Claims of the page `watch`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import datetime

from picket_duty.pages.game_card import MOST_LINES, WIDTH, waves_of
from picket_duty.saves.daily_watch import watch_setup
from picket_duty.saves.replay_code import code_of
from picket_duty.state import PATROL
from tests.saves.games import TABLES, played

MONDAY = datetime.date(2026, 11, 16)
WEEK = [watch_setup(MONDAY + datetime.timedelta(day), TABLES) for day in range(7)]


def signs_add_up() -> bool:
    """Whether every plane of a game has a glyph, grouped by wave."""
    game = played("random", scenario=5, level="advanced", seed=4)
    return [len(waves_of(game)), sum(map(len, waves_of(game)))] == [game.state.records.waves, game.state.records.planes]


CLAIMS = {
    "day, there is one game that is the": lambda: (
        len({watch_setup(MONDAY + datetime.timedelta(day), TABLES).seed for day in range(100)}) == 100
    ),
    "you play a two-day patrol during": lambda: (
        [(WEEK[day].kind, WEEK[day].days) for day in (1, 3, 5)] == [(PATROL, 2)] * 3
    ),
    "Scenarios 1 and 6 are not used": lambda: set(range(1, 9)) - set(TABLES.rotation.scenarios) == {1, 6},
    "text with at most 12 lines and 72 columns": lambda: (MOST_LINES, WIDTH) == (12, 72),
    "one group of symbols for each wave and one symbol for each": signs_add_up,
    "has fewer than 240 characters, and the code for a mini campaign has fewer than 1,100": lambda: all(
        len(code_of(played("random", level="advanced", seed=seed, **setup))) < most
        for seed in range(3)
        for setup, most in (({"scenario": 6}, 240), ({"scenario": 5}, 240), ({"campaign": "mini"}, 1100))
    ),
}
