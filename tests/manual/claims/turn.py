"""Claims of the page `turn`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import upkeep
from tests.manual.evidence import N, T, at, die, go, maneuvered, mod, played, reasons, row, shift, start
from tests.rules import test_anchorage, test_scenarios, test_upkeep

CLAIMS = {
    "1. **Fuel**: roll one die on table 24, with +1 if you tried an emergency maneuver today": lambda: (
        T["24"].dice == "1d6"
        and mod("rules", "maneuvered") == 1
        and {t: row("24", t)["spaces"] for t in range(1, 8)} == {1: 0, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2}
    ),
    "one die on the same table, without the +1.": lambda: (
        played(test_upkeep.test_24_fuel_always_ammunition_only_after_an_attack, 6, 2)
        and not upkeep.ammunition_roll(maneuvered()).modifiers
        and reasons(upkeep.fuel_roll(maneuvered()).modifiers) != {}
    ),
    "3. **Morale**: add the values of the XO and the CPO to find the column of table 23. Roll one die, with "
    "-1 if a secondary compartment": lambda: (
        T["23"].dice == "1d6"
        and mod("23", "secondary") == -1
        and shift(upkeep.morale_roll(start(crew={"xo": 1, "cpo": 2}))) == 3
    ),
    "4. **Emergency**: if an emergency is still in effect, it ends now": lambda: (
        go(at(start(), declared=3), upkeep.end_of_turn, {"24": 2, "23": 3}).play.ship.declared == 0
    ),
    "5. **Stores**: if fuel or ammunition is at 0, the ship goes to the anchorage to replenish": lambda: played(
        test_upkeep.test_18_1_fuel_or_ammunition_0_return_for_replenishment_rules_8, "fuel", 5, 2
    ),
    (
        "turn. An undamaged ship gets a new station tomorrow, but she gets no repairs or stores. A damaged "
        "ship goes in for repairs instead, for the number of days you roll"
    ): lambda: (
        die("15", "days", "days") == {1: 2, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4}
        and played(test_upkeep.test_15_8_an_undamaged_ship_gets_a_new_station_without_stores_rules_8)
    ),
    "A damaged ship goes in for repairs instead": lambda: played(
        test_upkeep.test_15_8_a_damaged_ship_is_away_for_the_rolled_days_and_repaired_as_after_18, 3, "05-19"
    ),
    (
        "for stores if her fuel or ammunition is 3 or less. You may take her to the anchorage for repairs if "
        "her hull is 3 or less, if her maneuver"
    ): lambda: (N.relief_stores, N.relief_hull) == (3, 3),
    "5 or less, or if at least four items aboard are destroyed": lambda: (
        (N.relief_maneuver, N.relief_destroyed) == (5, 4)
    ),
    (
        "next day begins. The outcome of a scenario is decided after its last phase, before any of these "
        "steps. In scenario 7, take these steps after the first day, but skip orders and relief"
    ): lambda: (
        played(test_scenarios.test_judged_after_the_last_phase_before_section_8_rules_10)
        and played(test_scenarios.test_scenario_7_keeps_her_station_and_has_section_8_after_turn_1)
        and played(test_upkeep.test_no_relief_in_a_scenario)
    ),
    "If the ship is still on station after the last phase, take these steps in order:": lambda: played(
        test_anchorage.test_16_and_18_at_the_end_of_the_phase_skip_later_phases_and_section_8_rules_9,
        test_anchorage.dead,
    ),
    "Ignore the orders if you are playing a scenario or if the ship must return to the anchorage anyway.": lambda: (
        played(test_upkeep.test_15_8_no_effect_in_a_scenario_rules_8)
        and played(test_upkeep.test_15_8_is_superseded_by_a_forced_return_rules_8)
    ),
    "Then the next day begins. The outcome of a scenario is": lambda: played(
        test_upkeep.test_relief_is_the_players_choice_and_the_date_advances_rules_8
    ),
}
