"""The words of the odds report about the weapons of planes."""

from __future__ import annotations

import pytest

from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.report import LOST, weapon_words
from picket_duty.text.consequences import percent

from .engine_dice import plane, play_with

EVERY_GUN = [f"{kind}-{letter}" for kind, letters in (("20mm", "ABCDEFG"), ("40mm", "ABCDE")) for letter in letters]
EVERY_GUN += [f"5in-{number}" for number in range(1, 6)]


def test_a_torpedo_that_fire_makes_harmless_says_why() -> None:
    play = play_with(planes=(plane(0, "L", "torpedo"),))
    odds = PlanOdds(play)
    unfired = odds.plane(0)
    assert weapon_words(play, unfired, "the ship") == f"torpedo hits 17% (sinks the ship {percent(unfired.sinks)})"
    fired_at = odds.plane(0, EVERY_GUN)
    assert 0.0 < (fired_at.weapon or 0.0) < 0.005
    assert weapon_words(play, fired_at, "the ship") == f"torpedo hits <1% ({LOST})"


@pytest.mark.parametrize("weapon", ["bomb", "torpedo", "ohka"])
def test_only_weapons_without_a_hit_on_their_chart_cannot_hit(weapon: str) -> None:
    play = play_with(planes=(plane(0, "L", weapon),))
    play.state.air.maneuver = True
    strikes = PlanOdds(play).plane(0)
    words = weapon_words(play, strikes, "the ship")
    assert ("cannot hit now (thanks to your maneuver)" in words) == (not strikes.weapon)
