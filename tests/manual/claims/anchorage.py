# ruff: noqa: E501
"""Claims of the page `anchorage`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import datetime

from picket_duty.rules import anchorage
from tests.manual.evidence import N, must_return, row, totals
from tests.rules import test_anchorage

CLAIMS = {
    "if her hull is at 0, if she has 10 flood points, or": lambda: (
        must_return(maneuver=0, hull=0) == ["dead in the water", "hull integrity gone"] and N.flood_limit == 10
    ),
    "the ship reaches 10 flood points, roll on table 16 at once. Do not roll again when the phase ends. There is one exception: if the": test_anchorage.test_one_table_16_however_many_reasons_rules_9,
    "roll on table 18 to see how long": lambda: (
        {t: row("18", t)["weeks"] for t in range(2, 10)} == {2: 1, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4}
        and totals("18", "rear", True) == {10, 11, 12}
    ),
    "roll on table 18. If the ship's hull is below 2, roll on table 16 first.": lambda: N.steady_hull == 2,
    "of days away plus one to the date on which the ship left. A ship that leaves on April 1 for a week is back on April 9": lambda: (
        anchorage.back_after(datetime.date(1945, 4, 1), N.days_in_week) == datetime.date(1945, 4, 9)
    ),
    "| table 6-5 | everything that table 18-1 restores, plus": test_anchorage.test_back_from_6_5_likewise_plus_hull_and_maneuver_rules_9,
}
