"""Luck is unbiased, over 400 games each, with standard errors.

``python -m pytest -s tools/bench/bench_luck.py``: about ten minutes on one processor. Measured: luck of doctrine
+1.0 points per game (standard error 1.2) in scenario 1, +1.2 (1.9) in 6, +1.9 (2.6) in 2; of the random captain
+1.8 (2.7) in 6, the orders -27.2 (1.9).
"""

from __future__ import annotations

import math
import statistics

import pytest

from picket_duty.analysis import win_probability
from picket_duty.analysis.win_probability import analyze_game
from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game

TABLES = load_tables()
GAMES = 400


def played(captain: str, seed: int, **chosen: object) -> Game:
    """A game played to its end."""
    game = Game.new(tables=TABLES, seed=seed, **chosen)
    play_out(game, captain_named(captain, seed))
    return game


@pytest.mark.parametrize(
    ("captain", "chosen", "branches"),
    [("doctrine", {"scenario": 1}, 16), ("doctrine", {"scenario": 6}, 16), ("doctrine", {"scenario": 2}, 8),
     ("random", {"scenario": 6}, 4)],
    ids=str,
)  # fmt: skip
def test_luck_averages_to_zero(
    monkeypatch: pytest.MonkeyPatch, captain: str, chosen: dict[str, object], branches: int
) -> None:
    """Within three standard errors of 0; intermediate sample points do not change the sum."""
    monkeypatch.setattr(win_probability, "MAX_POINTS", 2)
    monkeypatch.setattr(win_probability, "LEVELS", (0,))
    monkeypatch.setattr(win_probability, "ROUNDS", 0)
    analyses = [analyze_game(played(captain, seed, **chosen), playouts=branches) for seed in range(GAMES)]
    for name in "luck", "decisions":
        worths = [analysis.chance(getattr(analysis, name)) for analysis in analyses]
        middle, error = statistics.mean(worths), statistics.stdev(worths) / math.sqrt(GAMES)
        print(f"{captain} {chosen}: {name} {100 * middle:+.2f} points a game (standard error {100 * error:.2f})")
        if name == "luck":
            assert abs(middle) < 3 * error
