"""What an emergency maneuver changes: the wave in the air, and the fuel used tonight."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from picket_duty.book.data import SPOILED_AIM
from picket_duty.odds.fire import air_with, state_with
from picket_duty.odds.roll_odds import outcomes
from picket_duty.requests import Roll
from picket_duty.rules import (
    scenario,
    upkeep,
)
from picket_duty.rules.play import Play


class ByManeuver(NamedTuple):
    """What is expected of a wave if no maneuver is attempted (``course_held``), and if an attempt
    ``failed`` or ``succeeded``.
    """

    course_held: float
    failed: float
    succeeded: float

    def tried(self, made: float) -> float:
        """What is expected of an attempt that succeeds with the chance ``made``."""
        return made * self.succeeded + (1.0 - made) * self.failed


def by_maneuver(play: Play, expected: Callable[[Play], float]) -> ByManeuver:
    """What is expected of the wave in the air with and without an emergency maneuver. A failed one
    differs from the course held only if a maneuver spoils the aim.
    """
    course_held = expected(air_with(play, maneuver=None))
    spoils = play.state.option(SPOILED_AIM)
    failed = expected(air_with(play, maneuver=False)) if spoils else course_held
    succeeded = expected(air_with(play, maneuver=True))
    return ByManeuver(course_held=course_held, failed=failed, succeeded=succeeded)


class StoresDrawn(NamedTuple):
    """The fuel or ammunition expected to be used in a night, and the chance that none is left."""

    expected: float
    none_left: float


def stores_drawn(roll: Roll, left: int) -> StoresDrawn:
    """What a roll on table 24 uses of the stores that are left."""
    rows = outcomes(roll)
    expected = sum(share * min(row["spaces"], left) for row, share in rows)
    none_left = sum(share for row, share in rows if row["spaces"] >= left)
    return StoresDrawn(expected=expected, none_left=none_left)


def fuel_drawn(play: Play, tried: bool) -> StoresDrawn | None:
    """The fuel used tonight if a maneuver is ``tried`` now, or not. None if an attempt changes
    nothing: after an earlier one today, and at the end of a scenario's last day, when no stores are
    drawn.
    """
    if play.state.maneuvered_today or scenario.last_turn(play):
        return None
    return stores_drawn(upkeep.fuel_roll(state_with(play, maneuvered_today=tried)), play.ship.fuel)
