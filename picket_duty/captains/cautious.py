"""The cautious captain: doctrine's gunnery, but the ship comes before the station.

It leaves for repairs and stores as soon as the rules allow, always tries the maneuver, declares an emergency when no
further wave is known in the phase, and floods burning compartments close to destruction.
"""

from __future__ import annotations

from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE, FLOOD, ORDER_MANEUVER
from picket_duty.captains import doctrine
from picket_duty.game import Game
from picket_duty.odds import repair
from picket_duty.requests import Answer, Choice
from picket_duty.rules import control
from picket_duty.rules.play import YES, Play

#: Floods even if fighting the fire is better by up to this share of a ship.
FLOOD_AGAINST = 0.01


class CautiousCaptain:
    """Answers every choice by the odds, preferring safety."""

    def choose(self, game: Game) -> Answer:
        """A legal answer to the choice requested."""
        choice = game.request
        assert isinstance(choice, Choice)
        return doctrine.answer(game.play, choice, DECISIONS)


def maneuver(play: Play, choice: Choice) -> str:
    """Always: fuel can be replaced."""
    return YES


def declare(play: Play, choice: Choice) -> str:
    """When no further wave is known in the phase, and for a deck fire at its last level."""
    return doctrine.declare(play, choice) if play.state.air.waves else YES


def flood(play: Play, choice: Choice) -> str:
    """A burning compartment one marker from destruction, unless fighting the fire is clearly better."""
    for option in choice.options[1:]:
        last = play.tables.compartments[option.value].markers - 1
        near = play.ship.compartments[option.value].markers >= last
        if near and repair.flooding_gain(play, option.value) > -FLOOD_AGAINST:
            return option.value
    return control.NO_FLOODING


def relief(play: Play, choice: Choice) -> str:
    """As soon as the rules allow it, repairs first."""
    return choice.legal()[-1]


DECISIONS = {
    **doctrine.DECISIONS,
    ORDER_MANEUVER: maneuver,
    DECLARE: declare,
    FLOOD: flood,
    ASK_RELIEF: relief,
}
