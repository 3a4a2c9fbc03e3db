"""The strikes expected of a single plane: its dive and its weapon."""

from __future__ import annotations

from picket_duty.odds.plan_odds import PlaneStrikes, PlanOdds
from picket_duty.state import SHOT_DOWN, UNDAMAGED, Plane
from tests.rules.script import start


def strikes(weapon: str = "", state: str = UNDAMAGED) -> PlaneStrikes:
    """The strikes of a Val that nobody fires at."""
    play = start(scenario=2)
    play.state.air.planes = [Plane(0, 0, "L", "Val", weapon, bool(weapon), 0, state)]
    return PlanOdds(play).plane(0)


def test_a_dive_or_a_weapon_is_enough() -> None:
    bomber = strikes("torpedo")
    assert bomber.any > max(bomber.dive, bomber.weapon or 0.0) > 0


def test_a_plane_set_afire_still_dives() -> None:
    assert 0 < strikes(state=SHOT_DOWN).any < strikes().any
