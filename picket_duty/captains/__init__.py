"""Autopilot captains. A captain has one method, ``choose(game)``, that answers the choice asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from picket_duty.game import Game
    from picket_duty.requests import Answer

NAMES = ("doctrine", "random")


class Captain(Protocol):
    """Anyone who answers choices."""

    def choose(self, game: Game) -> Answer:
        """A legal answer to the choice the game asks for."""
        ...


def captain_named(name: str, seed: int) -> Captain:
    """A captain by name. Raises ValueError naming those there are."""
    if name == "doctrine":
        from picket_duty.captains.doctrine import DoctrineCaptain

        return DoctrineCaptain()
    if name == "random":
        from picket_duty.captains.random import RandomCaptain

        return RandomCaptain(seed)
    raise ValueError(f"unknown policy {name!r}; policies: {', '.join(NAMES)}")


def play_out(game: Game, captain: Captain) -> None:
    """Play a game to its end, the computer rolling every die."""
    from picket_duty.requests import Roll

    while (request := game.request) is not None:
        if type(request) is Roll:
            game.roll()
        else:
            game.answer(captain.choose(game))
