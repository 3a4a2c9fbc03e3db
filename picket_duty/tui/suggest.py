"""The doctrine captain's answer to the current decision."""

from __future__ import annotations

from picket_duty.game import Game
from picket_duty.requests import Answer, Choice


def suggest(game: Game) -> Answer:
    """Doctrine's answer to the current choice. Raises ValueError if no choice is requested."""
    from picket_duty.captains.doctrine import decide

    choice = game.request
    if not isinstance(choice, Choice):
        raise ValueError("no choice is requested")
    return decide(game.play, choice)
