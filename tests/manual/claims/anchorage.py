"""Claims of the page `anchorage`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import datetime

from picket_duty.rules import anchorage
from tests.manual.evidence import N, must_return, played, row, totals
from tests.rules import test_anchorage, test_campaigns

CLAIMS = {
    (
        "dead in the water, if her hull is at 0, if she has 10 flood points, or if a deck fire is out of control"
    ): lambda: must_return(maneuver=0, hull=0) == ["dead in the water", "hull integrity gone"] and N.flood_limit == 10,
    (
        "no matter how many reasons apply. If a deck fire goes out of control or the ship reaches 10 flood "
        "points, roll on table 16 at once. Do not roll again when the phase ends. There is one exception: if "
        "the ship was not dead in the water when you made that roll but is dead in the water when the phase "
        "ends, roll again"
    ): lambda: (
        played(test_anchorage.test_one_table_16_however_many_reasons_rules_9)
        and played(
            test_anchorage.test_dead_in_the_water_after_an_immediate_roll_rolls_again_12_note_b_rules_9, 7, False
        )
    ),
    "Then roll on table 18 to see how long repairs take, or": lambda: (
        {t: row("18", t)["weeks"] for t in range(2, 10)} == {2: 1, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4}
        and totals("18", "rear", True) == {10, 11, 12}
    ),
    (
        "If you take the ship there for repairs, roll on table 18. If the ship's hull is below 2, roll on "
        "table 16 first."
    ): lambda: N.steady_hull == 2,
    "To find the date of return, add the number of days away plus one to the date on which the ship "
    "left. A ship that leaves on April 1 for a week is back on April 9": lambda: (
        anchorage.back_after(datetime.date(1945, 4, 1), N.days_in_week) == datetime.date(1945, 4, 9)
    ),
    "| everything is restored, including her men and stores |": lambda: played(
        test_anchorage.test_back_from_18_everything_is_repaired_crew_and_morale_stay_rules_9
    ),
    "equipment are cleared; hull, maneuver, men and destroyed items are not restored |": lambda: played(
        test_anchorage.test_back_from_18_1_rules_9
    ),
    "| table 6-5 | everything that table 18-1 restores, plus her hull and maneuver |": lambda: played(
        test_anchorage.test_back_from_6_5_likewise_plus_hull_and_maneuver_rules_9
    ),
    "ship leaves her station. You lose a mini campaign if the ship sinks or goes to the rear": lambda: (
        played(test_campaigns.test_sunk_or_returned_to_rear_loses_a_mini_campaign_rules_10, {"16": 2})
        and played(test_campaigns.test_sunk_or_returned_to_rear_loses_a_mini_campaign_rules_10, {"16": 12, "18": 12})
    ),
}
