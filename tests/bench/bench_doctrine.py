"""Gain of doctrine's declaration and relief over the baseline captain, paired on the same dice.

``python -m pytest -s tests/bench/bench_doctrine.py``: some minutes.
"""

from __future__ import annotations

import math
import statistics

import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE
from picket_duty.captains import doctrine, greedy, play_out
from picket_duty.game import Game

TABLES = load_tables()
#: No time limit.
pytestmark = pytest.mark.timeout(0)
#: Doctrine except for the decisions compared.
WITHOUT = {
    "declaration": {DECLARE: greedy.declare},
    "relief": {ASK_RELIEF: greedy.relief},
    "both": {DECLARE: greedy.declare, ASK_RELIEF: greedy.relief},
}
SCENARIOS = [("declaration", {"scenario": number}, 2000) for number in (2, 6, 7, 8)]
CAMPAIGNS = [(what, {"campaign": "mini", "level": "basic"}, 1500) for what in WITHOUT]
LONG = [("both", {"campaign": "long-b", "level": "advanced"}, 60)]


class Captain:
    """Doctrine with other decisions."""

    def __init__(self, decisions=None):
        self.decisions = doctrine.DECISIONS | (decisions or {})

    def choose(self, game):
        """A legal answer."""
        return doctrine.answer(game.play, game.request, self.decisions)


def played(captain, seed, chosen):
    """Whether a game was won, and the ships sunk in it."""
    game = Game.new(seed=seed, tables=TABLES, history=False, **chosen)
    play_out(game, captain)
    return game.outcome.result == "us_win", game.state.records.ships_sunk


@pytest.mark.parametrize(("what", "chosen", "games"), SCENARIOS + CAMPAIGNS + LONG, ids=str)
def test_gain(what, chosen, games):
    """More games won or fewer ships lost, within the margin of error."""
    before, now = Captain(decisions=WITHOUT[what]), Captain()
    wins, sunk = [], []
    for seed in range(games):
        (won_before, sunk_before), (won, lost) = played(before, seed, chosen), played(now, seed, chosen)
        wins.append(won - won_before)
        sunk.append(lost - sunk_before)
    gained = []
    for name, found, unit in ("wins", wins, 100), ("ships sunk", sunk, -1):
        middle, error = statistics.mean(found), statistics.stdev(found) / math.sqrt(games)
        print(f"{what} {chosen}: {name} {abs(unit) * middle:+.2f} (standard error {abs(unit) * error:.2f})")
        gained.append(unit * middle + 2 * abs(unit) * error)
    assert max(gained) > 0
