"""Claims of the page `tactics`: a quote, and the check that reads it from the captains or the measured gains."""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.captains import doctrine
from picket_duty.odds.declarations import Situation, load_declarations
from picket_duty.odds.roll_odds import outcomes
from picket_duty.requests import Choice, Option
from picket_duty.rules import anchorage
from tests.manual.evidence import N
from tests.odds.test_survival import serving


def gains(is_so: Callable[[Situation], bool]) -> set[int]:
    """The points that a declaration gains in some situations, in whole points."""
    return {round(gain.points) for gain in load_declarations().gains if is_so(gain.situation)}


def relieved(date: str) -> str:
    """Doctrine's answer for a ship with hull 2 and three days of a mini campaign left."""
    play = serving(3, date, hull=2)
    return doctrine.decide_relief(play, Choice(ASK_RELIEF, (Option("stay", ""), Option("repair", ""))))


CLAIMS = {
    "Table 18 sends one ship in six to the rear, and in June most of the others come back too late.": lambda: (
        round(
            6 * sum(share for row, share in outcomes(anchorage.repairs_roll(serving(3, "1945-04-20"))) if row["rear"])
        )
        == 1
    ),
    "Your officers compare the chances for each date of return.": lambda: (
        (relieved("1945-04-10"), relieved("1945-06-10")) == ("repair", "stay")
    ),
    "Try a maneuver if its chance of success is at least 15%": lambda: doctrine.MANEUVER_AT == 0.15,
    "up to three": lambda: N.men_per_job == 3,
    "no more waves are known to come. This gains 1 to 4 points.": lambda: (
        gains(lambda case: not case.waves) == {1, 2, 3, 4}
    ),
    "If a Kikusui wave is on its way and the fire is below level 3, an emergency costs you 1 or 2 points": lambda: (
        gains(lambda case: case.waves and case.kikusui and not case.last) == {-1, -2} and N.deck_fire_limit == 3
    ),
}
