"""A sensible order for every decision: one pure function of the game."""

from __future__ import annotations

from picket_duty.game import Game
from picket_duty.requests import Answer, Choice


def suggest(game: Game) -> Answer:
    """An answer to the choice wanted now, as the doctrine has it. Raises ValueError where none is wanted."""
    from picket_duty.captains.doctrine import decide

    choice = game.request
    if not isinstance(choice, Choice):
        raise ValueError("no decision is wanted now")
    return decide(game.play, choice)
