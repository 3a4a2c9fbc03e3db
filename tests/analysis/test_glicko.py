"""Glicko-2: the published example, and what must hold for any rating."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from picket_duty.analysis.glicko import DEVIATION, SCALE, START, Rating, expected_score, updated

RATINGS = st.builds(Rating, st.floats(400, 2800), st.floats(30, 350))


def test_the_published_example() -> None:
    """Section "Example calculation" of Glickman's paper, there with tau 0.5."""
    player = Rating(1500, 200, 0.06)
    after = updated(player, [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)])
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_results_only_the_deviation_grows() -> None:
    """Up to that of a new player."""
    after = updated(Rating(1700, 50), [])
    assert (after.rating, after.volatility) == (1700, 0.06)
    assert 50 < after.deviation < 52
    assert updated(Rating(), []).deviation == DEVIATION


@given(RATINGS, RATINGS)
def test_a_win_raises_and_a_loss_lowers(player: Rating, puzzle: Rating) -> None:
    """Either makes the rating more certain than it would be without the result."""
    won, lost = (updated(player, [(puzzle, score)]) for score in (1.0, 0.0))
    assert lost.rating <= player.rating <= won.rating
    for after in (won, lost):
        assert after.deviation <= math.hypot(player.deviation, SCALE * after.volatility)
    assert 0 <= expected_score(player, puzzle) <= 1
    assert expected_score(player, puzzle) + expected_score(puzzle, player) == pytest.approx(1)


def test_a_player_who_always_wins_passes_the_puzzles() -> None:
    """And one who never does falls below them."""
    best = worst = Rating()
    for _ in range(30):
        best, worst = updated(best, [(Rating(START, 120), 1.0)]), updated(worst, [(Rating(START, 120), 0.0)])
    assert best.rating > 1900
    assert worst.rating < 1100
    assert best.rating - START == pytest.approx(START - worst.rating)
