# ruff: noqa: E501
"""Claims of the page `control`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import control, jobs
from tests.manual.evidence import N, T, at, column, die, mending, mod, totals
from tests.rules import test_control
from tests.rules.script import start

CLAIMS = {
    "You play one round of damage control after each wave. After the last wave, or in a quiet phase, you play up to three more": lambda: (
        N.rounds_after == 3
    ),
    "## 1. Emergency": test_control.test_order_of_a_round_rules_7,
    "Once per round, you may declare an emergency, which calls all hands to damage control. Roll on table 17 in the captain's column. During an emergency, every repair roll gets +2, but flooding": lambda: (
        mod("20", "emergency") == 2
        and "emergency" not in T["21"].raw.modifiers
        and T["17"].raw.columns == ["-2", "-1", "0", "+1", "+2"]
    ),
    "## 2. Flooding": test_control.test_order_of_a_round_rules_7,
    "each compartment once per round. Roll on table 21, with -1 if the water": lambda: (
        mod("21", "water_lines") == -1 and totals("21", "successful", True, low=1) == set(range(6, 13))
    ),
    "the ship takes one flood point": lambda: N.flood_per_hit == 1,
    "## 3. Assigning men to": test_control.test_order_of_a_round_rules_7,
    "Each job takes one to three": lambda: N.men_per_job == 3,
    "radars and the Mk 37 director.": lambda: (
        {e.id: e.section for e in T.sheet.equipment if e.id in ("mk37", "sc", "sg", "water-lines")}
        == {"mk37": "forward", "sc": "forward", "sg": "forward", "water-lines": ""}
    ),
    "## 4. Repairs": test_control.test_order_of_a_round_rules_7,
    "a compartment | 1 + men + chief -": lambda: (
        column("compartment", 3, 2, markers=2) == 1 + 3 + 2 - 2 and mod("rules", "repair_base") == 1
    ),
    "+ chief - level - 1 |": lambda: column("deck fire", 3, 2, level=3) == 3 + 2 - 3 - 1,
    "any other job | 1 + men + chief - 2 |": lambda: (
        column("other", 2, 1) == 1 + 2 + 1 - 2 and mod("rules", "other_job") == -2
    ),
    "or destroyed | -1 in total |": lambda: (
        mending(at(start(), lines_out=True, equipment={**start().ship.equipment, "water-lines": "damaged"}))
        == {"Water lines out of order, damaged or destroyed": -1}
    ),
    "| morale is above 0 | +1 | | morale is below 0 | -1 |": lambda: (
        list(mending(at(start(), morale=3)).values()) == [1] and list(mending(at(start(), morale=-1)).values()) == [-1]
    ),
    "| at least one man was on the same job in the previous round of this phase | +1 |": lambda: (
        list(mending(start(), continued=True).values()) == [1]
    ),
    "is in effect | +2 |": lambda: list(mending(at(start(), declared=1)).values()) == [2],
    "you remove: one on a roll of 1-2, two on 3-5, and all on a 6.": lambda: (
        die("20", "markers", "markers") == {1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: "all"}
    ),
    "## 5. Fires": test_control.test_order_of_a_round_rules_7,
    "roll one die. On a roll of 1-3, the compartment gets one more hit marker": lambda: (
        die("rules", "spread", "spreads") == {1: True, 2: True, 3: True, 4: False, 5: False, 6: False}
    ),
    "grows by one level, even if men fought it. If the level would rise above 3, the fire is": lambda: (
        N.deck_fire_limit == 3
    ),
    "fire at level 2 or 3 costs 1 hull point": lambda: (N.deck_fire_burns, N.deck_fire_hull_loss) == (2, 1),
    "ship has only six hull points, so": lambda: N.hull == 6,
    "rolls on table 20 get -1, but flooding rolls do not. You cannot assign men to repair the lines. Instead, roll one die at the start": lambda: (
        mod("20", "water_lines") == -1
        and control.flooding_modifiers(at(start(), lines_out=True)) == ()
        and not any("water" in name for name in jobs.open_jobs(at(start(), lines_out=True)))
        and die("15", "still_out", "out") == {1: True, 2: True, 3: False, 4: False, 5: False, 6: False}
    ),
    "may explode at once (table 21-1)": test_control.test_21_failure_rolls_21_1_at_once,
    "men to damaged 5-inch mounts too.": test_control.test_gun_repair_option_gives_the_bonus_back_rules_11,
}
