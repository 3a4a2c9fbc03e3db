"""Luck is unbiased and its percentiles are uniform, over 400 games each, with standard errors.

``python -m pytest -s tests/bench/bench_luck.py``: about ten minutes on one processor. Measured: luck of doctrine
+1.0 points per game (standard error 1.2) in scenario 1, +1.2 (1.9) in 6, +1.9 (2.6) in 2; of the random captain
+1.8 (2.7) in 6, the orders -27.2 (1.9). The percentile of the whole: mean 0.508 in scenario 2 and 0.498 in 6
(0.014), distances 0.76 and 0.58.
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
from picket_duty.reports import dice_luck

TABLES = load_tables()
GAMES = 400
#: Critical value of the Kolmogorov-Smirnov distance times the root of the games, at 1 percent.
KOLMOGOROV = 1.63


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


@pytest.mark.parametrize("chosen", [{"scenario": 2}, {"scenario": 6}], ids=str)
def test_the_percentile_of_the_whole_is_uniform(chosen: dict[str, object]) -> None:
    """Mean within three standard errors, Kolmogorov-Smirnov distance below its 1 percent critical value."""
    places = []
    for seed in range(GAMES):
        game = played("doctrine", seed, **chosen)
        places.append(dice_luck.overall(dice_luck.ledger(TABLES, game.events), dice_luck.reference_luck(game, most=60)))
    places.sort()
    distance = max(max((rank + 1) / GAMES - place, place - rank / GAMES) for rank, place in enumerate(places))
    mean, error = statistics.mean(places), math.sqrt(1 / 12 / GAMES)
    print(f"{chosen}: mean {mean:.3f} (standard error {error:.3f}), distance {distance * math.sqrt(GAMES):.2f}")
    assert abs(mean - 0.5) < 3 * error
    assert distance * math.sqrt(GAMES) < KOLMOGOROV
