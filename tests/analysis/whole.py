"""Whole analyses for the tests."""

from __future__ import annotations

from picket_duty.analysis.win_probability import Analysis, Measurements, WinProbability
from picket_duty.game import Game


def analyze_game(
    game: Game, jobs: int = 1, playouts: int = 0, known: Measurements | None = None, stage: int = 0
) -> WinProbability:
    """The win probability over a game with the shipped tables: its curve, then its orders."""
    analysis = Analysis(game, "", Measurements() if known is None else known, stage)
    for _ in analysis.run(jobs, playouts):
        pass
    return analysis.so_far()
