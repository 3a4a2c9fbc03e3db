# ruff: noqa: E501
"""Claims of the page `turn`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import upkeep
from tests.manual.evidence import N, T, at, go, maneuvered, mod, row, shift
from tests.rules import test_scenarios, test_upkeep
from tests.rules.script import reasons, start

CLAIMS = {
    "1. **Fuel**: roll one die on table 24, with +1 if you tried an": lambda: (
        T["24"].dice == "1d6"
        and mod("rules", "maneuvered") == 1
        and {t: row("24", t)["spaces"] for t in range(1, 8)} == {1: 0, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2}
    ),
    "one die on the same table, without the +1.": lambda: (
        not upkeep.ammunition_roll(maneuvered()).modifiers and reasons(upkeep.fuel_roll(maneuvered()).modifiers) != {}
    ),
    "3. **Morale**: add the values of the XO and the CPO to find the column of table 23. Roll one die, with -1 if a secondary": lambda: (
        T["23"].dice == "1d6"
        and mod("23", "secondary") == -1
        and shift(upkeep.morale_roll(start(crew={"xo": 1, "cpo": 2}))) == 3
    ),
    "4. **Emergency**:": lambda: (
        go(at(start(), declared=3), upkeep.end_of_turn, {"24": 2, "23": 3}).play.ship.declared == 0
    ),
    "5. **Stores**: if fuel or ammunition is at 0, the ship goes to": test_upkeep.test_18_1_fuel_or_ammunition_0_return_for_replenishment_rules_8,
    "or ammunition is 3 or less. You may take her to the anchorage for repairs if her hull is 3 or less, if her": lambda: (
        (N.relief_stores, N.relief_hull) == (3, 3)
    ),
    "5 or less, or if at least four items aboard are": lambda: (N.relief_maneuver, N.relief_destroyed) == (5, 4),
    "In scenario 7, take these steps": test_scenarios.test_judged_after_the_last_phase_before_section_8_rules_10,
}
