"""The words of the odds report about the weapons of planes."""

from __future__ import annotations

import pytest

from picket_duty.odds.plan_odds import PlanOdds, WaveStrikes
from picket_duty.pages.odds_report import LOST, _at_most, _interval, weapon_words
from picket_duty.text.names import percent
from tests.odds.engine_dice import plane, play_with

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
    assert ("cannot hit after your maneuver" in words) == (not strikes.weapon)


def wave_between(low: float, high: float) -> WaveStrikes:
    """A wave whose expected hits have these bounds."""
    return WaveStrikes((), (low + high) / 2, 0.0, 0.0, (), {}, low, high)


def test_an_interval_has_digits_enough_and_an_exact_mean_says_so() -> None:
    exact, sampled, close = wave_between(0.47, 0.47), wave_between(0.41, 0.53), wave_between(0.4691, 0.4724)
    assert [_interval(wave) for wave in (exact, sampled, close)] == ["exact", "0.41-0.53", "0.469-0.472"]


def test_the_chances_of_other_compartments_have_one_limit() -> None:
    assert _at_most([0.001, 0.004]) == "each under 1%"
    assert _at_most([0.001, 0.031]) == "each at most 3%"
    assert _at_most([0.004]) == "under 1%"
    assert _at_most([0.031]) == "3%"
