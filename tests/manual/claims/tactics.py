"""Claims of the page `tactics`: a quote, and the check that reads it from the captains or the measured gains."""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.captains import doctrine
from picket_duty.odds.declarations import Situation, measured
from tests.manual.evidence import N


def gains(is_so: Callable[[Situation], bool]) -> set[int]:
    """The points that a declaration gains in some situations, in whole points."""
    return {round(gain.points) for gain in measured().gains if is_so(gain.situation)}


CLAIMS = {
    "Try a maneuver if its chance of success is at least 15%": lambda: doctrine.MANEUVER_AT == 0.15,
    "Put three men on every job": lambda: N.men_per_job == 3,
    "no more waves are known to come. This gains 1 to 4 points.": lambda: (
        gains(lambda case: not case.waves) == {1, 2, 3, 4}
    ),
    "If a Kikusui wave is on its way and the fire is below level 3, an emergency costs you 1 or 2 points": lambda: (
        gains(lambda case: case.waves and case.kikusui and not case.last) == {-1, -2} and N.deck_fire_limit == 3
    ),
}
