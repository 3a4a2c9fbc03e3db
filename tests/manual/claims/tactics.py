"""Claims of the page `tactics`: a quote, and the check that reads it from the captains or the measured gains."""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.captains import doctrine
from picket_duty.odds.roll_odds import outcomes
from picket_duty.odds.survival import Situation, load_declarations
from picket_duty.rules import anchorage
from tests.manual.evidence import N
from tests.odds.test_survival import serving


def gains(is_so: Callable[[Situation], bool]) -> set[int]:
    """The points that a declaration gains in some situations, in whole points."""
    return {round(gain.points) for gain in load_declarations().gains if is_so(gain.situation)}


CLAIMS = {
    "Table 18 sends one ship in six to the rear, and": lambda: (
        round(
            6 * sum(share for row, share in outcomes(anchorage.repairs_roll(serving(3, "1945-04-20"))) if row["rear"])
        )
        == 1
    ),
    "is at least 15%": lambda: doctrine.MANEUVER_AT == 0.15,
    "up to three": lambda: N.men_per_job == 3,
    "come. This gains 1 to 4 points.": lambda: gains(lambda case: not case.waves) == {1, 2, 3, 4},
    "is below level 3, an emergency costs you 1 or 2 points": lambda: (
        gains(lambda case: case.waves and case.kikusui and not case.last) == {-1, -2} and N.deck_fire_limit == 3
    ),
}
