"""Claims of the page `staff`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE
from picket_duty.captains import captain_named, cautious, doctrine, greedy
from picket_duty.commands.simulate import calibrate as calibrate_command
from picket_duty.odds.planned import PlaneStrikes, Planned
from picket_duty.simulate import calibrate
from picket_duty.state import SHOT_DOWN, UNDAMAGED, Plane
from tests.rules.script import start


def strikes(weapon: str = "", state: str = UNDAMAGED) -> PlaneStrikes:
    """What a single plane may do to the ship."""
    play = start(scenario=2)
    play.state.air.planes = [Plane(0, 0, "L", "Val", weapon, bool(weapon), 0, state)]
    return Planned(play).plane(0)


def strikes_by_weapon_or_dive() -> bool:
    """Either is enough, and a plane aflame still dives."""
    bomber, aflame = strikes("torpedo"), strikes(state=SHOT_DOWN)
    return bomber.any > max(bomber.dive, bomber.weapon or 0.0) > 0 and 0 < aflame.any < strikes().any


CLAIMS = {
    "A plane strikes where its dive hits or its weapon does": strikes_by_weapon_or_dive,
    "What 3,000 games of each scenario and 150 long campaigns": lambda: (
        calibrate.series_named("long-b", "greedy", 3000, 1, "")[0].wanted.games == 150
    ),
    "| `cautious` | as doctrine, but declares emergencies and goes in earlier |": lambda: (
        {DECLARE, ASK_RELIEF} <= {one for one, how in cautious.DECISIONS.items() if how is not doctrine.DECISIONS[one]}
    ),
    "| `greedy` | each shot where it does most by itself; the yardstick of the calibration |": lambda: (
        calibrate.YARDSTICK == "greedy" and isinstance(captain_named("greedy", 1), greedy.GreedyCaptain)
    ),
    "with the greedy captain unless `--policy` names another": lambda: (
        {one.name: one.default for one in calibrate_command.params}["policy"] == calibrate.YARDSTICK
    ),
}
