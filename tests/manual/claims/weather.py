# ruff: noqa: E501
"""Claims of the page `weather`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import weather
from tests.manual.evidence import T, die, mod, row, totals
from tests.rules import test_weather
from tests.rules.script import start

CLAIMS = {
    "with -1 if there was rain": lambda: mod("6-1", "wet") == -1 and mod("6-2", "wet") == -1,
    "Only two phases have no": lambda: not weather.weather_roll(start()).modifiers,
    "is **rain**, roll one die. If you roll 1-4, no planes come": lambda: (
        die("6-1", "rain", "attack") == {1: False, 2: False, 3: False, 4: False, 5: True, 6: True}
    ),
    "If you roll 5-6, planes may come, and the roll on table 8-1 gets +1.": lambda: mod("8-1", "rain") == 1,
    "game, roll one die on table 6-2": lambda: (
        totals("6-2", "typhoon", True, low=1, high=6) == {1} and T["6-2"].dice == "1d6"
    ),
    "two to four days. Today is": lambda: (
        {t: row("6-3", t)["days"] for t in range(1, 7)} == {1: 2, 2: 2, 3: 3, 4: 3, 5: 3, 6: 4}
    ),
    "roll on table 6-4. Usually she": lambda: (
        {t for t in range(1, 7) if row("6-3", t)["ship_damaged"]} == {6}
        and totals("6-4", "result", "superficial") == set(range(6, 13))
    ),
    "next day, the -1 also applies to": test_weather.test_6_3_in_long_b_marks_no_days_off_for_the_relieving_ship_rules_4,
    "from result 8 on table 15, she rides out": test_weather.test_6_3_a_ship_out_of_stores_or_reassigned_with_damage_leaves_before_the_typhoon_rules_4,
}
