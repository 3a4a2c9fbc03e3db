"""Claims of the page `weather`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import weather
from tests.manual.evidence import T, die, mod, played, row, start, totals
from tests.rules import test_anchorage, test_weather

CLAIMS = {
    "with -1 if there was rain or a storm in the previous phase": lambda: (
        mod("6-1", "wet") == -1 and mod("6-2", "wet") == -1
    ),
    (
        "Only two phases have no previous phase: the first phase of a game and the first phase after a "
        "day with no ship on station"
    ): lambda: (
        played(test_anchorage.test_first_phase_after_an_absence_has_no_previous_phase_rules_4_1)
        and not weather.weather_roll(start()).modifiers
    ),
    "If there is **rain**, roll one die. If you roll 1-4, no planes come": lambda: (
        die("6-1", "rain", "attack") == {1: False, 2: False, 3: False, 4: False, 5: True, 6: True}
    ),
    "If you roll 5-6, planes may come, and the roll on table 8-1 gets +1.": lambda: mod("8-1", "rain") == 1,
    "In the advanced game, roll one die on table 6-2": lambda: (
        totals("6-2", "typhoon", True, low=1, high=6) == {1} and T["6-2"].dice == "1d6"
    ),
    "two to four days. Today is the first of these days": lambda: (
        {t: row("6-3", t)["days"] for t in range(1, 7)} == {1: 2, 2: 2, 3: 3, 4: 3, 5: 3, 6: 4}
    ),
    "If you have played any phase today, play the end of the turn first, including relief": lambda: (
        played(test_weather.test_6_3_is_preceded_by_section_8_of_a_day_already_played_rules_4)
        and played(test_weather.test_6_3_is_not_rolled_for_a_ship_that_leaves_on_relief_first_rules_4)
    ),
    "Typhoon days have no phases and no end-of-turn steps": lambda: played(
        test_weather.test_6_3_days_marked_off_have_no_section_8_and_no_damage_control
    ),
    "days. Today is still a fighting day if you have played any phase": lambda: played(
        test_weather.test_a_phase_played_before_makes_it_a_fighting_day_rules_4
    ),
    (
        "The longest typhoon may also damage the ship: roll on table 6-4. Usually she comes through undamaged. But"
    ): lambda: (
        {t for t in range(1, 7) if row("6-3", t)["ship_damaged"]} == {6}
        and totals("6-4", "result", "superficial") == set(range(6, 13))
    ),
    "can lose hull points, go to the anchorage for several days of repairs": lambda: (
        (row("6-4", 4)["hull"], row("6-4", 5)["hull"], row("6-4", 3)["result"], row("6-4", 2)["result"])
        == (2, 1, "major", "sinks")
    ),
    (
        "If the ship stays afloat and on station, play continues on the morning after the typhoon. The ship "
        "keeps her station, or she gets a new one if hers is no longer active"
    ): lambda: (
        played(test_weather.test_6_3_assigns_a_new_station_if_the_old_one_is_no_longer_active_rules_4)
        and played(test_weather.test_6_3_keeps_the_station_if_it_is_still_active)
    ),
    "That morning, roll for the weather as if the previous phase had been a storm": lambda: played(
        test_weather.test_6_3_weather_before_counts_as_storm
    ),
    "If another ship takes over the next day, the -1 also applies to her first phase.": lambda: played(
        test_weather.test_6_3_in_long_b_marks_no_days_off_for_the_relieving_ship_rules_4
    ),
    (
        "If the ship leaves her station at that point, she avoids the typhoon. If an undamaged ship has "
        "orders from result 8 on table 15, she rides out the typhoon before she goes to her new station"
    ): lambda: (
        played(
            test_weather.test_6_3_a_ship_out_of_stores_or_reassigned_with_damage_leaves_before_the_typhoon_rules_4,
            "stores",
        )
        and played(test_weather.test_6_3_an_undamaged_reassigned_ship_rides_out_the_typhoon_then_changes_station_15_8)
    ),
    "If the ship rides out a typhoon in a scenario, the scenario ends, and she counts as on station": lambda: played(
        test_weather.test_typhoon_in_a_scenario, 6, "us_win"
    ),
}
