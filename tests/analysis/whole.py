"""Whole analyses for the tests."""

from __future__ import annotations

from picket_duty.analysis.measurements import Measurements
from picket_duty.analysis.win_analysis import Analysis
from picket_duty.analysis.win_probability import WinProbability
from picket_duty.book.vocabulary import ORDER_MANEUVER
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain
from picket_duty.game import Game
from picket_duty.requests import Choice
from tests.games import new_game


def analyze_game(
    game: Game, jobs: int = 1, playouts: int = 0, known: Measurements | None = None, stage: int = 0
) -> WinProbability:
    """The win probability over a game with the shipped tables: its curve, then its orders."""
    analysis = Analysis(game, "", Measurements() if known is None else known, stage)
    for _ in analysis.run(jobs, playouts):
        pass
    return analysis.so_far()


def at_decision(about=ORDER_MANEUVER.id, seed=3, **chosen):
    """A game of scenario 6 at its first decision of a kind; doctrine made the earlier ones."""
    game = new_game(seed=seed, **chosen or {"scenario": 6})
    play_out(
        game,
        DoctrineCaptain(),
        lambda game: isinstance(game.request, Choice) and game.request.about == about,
    )
    assert game.request is not None, "the game is over"
    return game
