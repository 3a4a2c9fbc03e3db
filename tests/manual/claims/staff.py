"""Claims of the page `staff`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE
from picket_duty.captains import captain_named, cautious, doctrine, greedy
from picket_duty.commands.simulate import calibrate as calibrate_command
from picket_duty.simulate import calibrate

CLAIMS = {
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
