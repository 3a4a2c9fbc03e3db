# ruff: noqa: E501
"""Claims of the page `control`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import control, gunnery, jobs
from tests.manual.evidence import N, T, at, column, die, in_wave, mending, mod, plane, played, start, totals
from tests.rules import test_anchorage, test_control

CLAIMS = {
    "You play one round of damage control after each wave. After the last wave, or in a quiet phase, you play up to three more": lambda: (
        N.rounds_after == 3
    ),
    "## 1. Emergency declaration": lambda: played(test_control.test_order_of_a_round_rules_7),
    (
        "Once per round, you may declare an emergency, which calls all hands to damage control. Roll on table"
        " 17 in the captain's column. During an emergency, every repair roll gets +2, but flooding rolls do "
        "not. No"
    ): lambda: (
        mod("20", "emergency") == 2
        and "emergency" not in T["21"].raw.modifiers
        and T["17"].raw.columns == ["-2", "-1", "0", "+1", "+2"]
    ),
    "mount may fire during an emergency, but fighters and support ships still can.": lambda: (
        bool(gunnery.all_silent(at(start(), declared=1)))
        and set(
            gunnery.plan_choice(
                (lambda p: (in_wave(p, plane(0, "L")), setattr(p.state.air, "markers", ["AFS land 1"]), p)[2])(
                    at(start(sfs=1), declared=1)
                )
            ).slots
        )
        == {"AFS land 1", "SFS 1"}
    ),
    "An emergency lasts at least through the day's next wave and the round after it.": lambda: (
        (control.DECLARED, control.STANDING, control.MAY_RESCIND) == (1, 2, 3)
    ),
    (
        "After that, the program asks you before each wave whether you want to end the emergency. Every "
        "emergency ends at the end of the day."
    ): lambda: (
        played(test_control.test_17_lasts_through_the_next_wave_and_its_round_then_may_be_rescinded_rules_7_1)
        and played(test_control.test_17_ends_with_the_turn_rules_7_1)
    ),
    "## 2. Flooding": lambda: played(test_control.test_order_of_a_round_rules_7),
    "You may try to flood each compartment once per round. Roll on table 21, with -1 if the water": lambda: (
        mod("21", "water_lines") == -1 and totals("21", "successful", True, low=1) == set(range(6, 13))
    ),
    "The compartment is now flooded and out of action, and the ship takes one flood point": lambda: (
        N.flood_per_hit == 1
    ),
    "**counterflood** once per round, on the same table": lambda: played(
        test_control.test_counterflooding_one_attempt_a_round
    ),
    "## 3. Assigning men to jobs": lambda: played(test_control.test_order_of_a_round_rules_7),
    "Each job takes one to three": lambda: N.men_per_job == 3,
    (
        "You may send men from any section to the water lines, but all of them must come from the same "
        "section. Use men from the forward section for the radars and the Mk 37 director."
    ): lambda: (
        {e.id: e.section for e in T.sheet.equipment if e.id in ("mk37", "sc", "sg", "water-lines")}
        == {"mk37": "forward", "sc": "forward", "sg": "forward", "water-lines": ""}
    ),
    "## 4. Repairs": lambda: played(test_control.test_order_of_a_round_rules_7),
    "| repair a compartment | 1 + men + chief - hit markers |": lambda: (
        column("compartment", 3, 2, markers=2) == 1 + 3 + 2 - 2 and mod("rules", "repair_base") == 1
    ),
    "| fight a deck fire | men + chief - level - 1 |": lambda: column("deck fire", 3, 2, level=3) == 3 + 2 - 3 - 1,
    "| do any other job | 1 + men + chief - 2 |": lambda: (
        column("other", 2, 1) == 1 + 2 + 1 - 2 and mod("rules", "other_job") == -2
    ),
    "| the water lines are out of action, damaged or destroyed | -1 in total |": lambda: (
        mending(at(start(), lines_out=True, equipment={**start().ship.equipment, "water-lines": "damaged"}))
        == {"Water lines out of order, damaged or destroyed": -1}
    ),
    "| morale is above 0 | +1 | | morale is below 0 | -1 |": lambda: (
        list(mending(at(start(), morale=3)).values()) == [1] and list(mending(at(start(), morale=-1)).values()) == [-1]
    ),
    "| at least one man was on the same job in the previous round of this phase | +1 |": lambda: (
        list(mending(start(), continued=True).values()) == [1]
        and played(test_control.test_20_continued_with_a_man_still_on_the_job_rules_7_4)
    ),
    "| an emergency is in effect | +2 |": lambda: list(mending(at(start(), declared=1)).values()) == [2],
    "you remove: one on a roll of 1-2, two on 3-5, and all on a 6.": lambda: (
        die("20", "markers", "markers") == {1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: "all"}
    ),
    "Any other job is finished after one success": lambda: played(
        test_control.test_success_at_other_jobs_repairs_the_item_rules_7_4
    ),
    "## 5. Fires": lambda: played(test_control.test_order_of_a_round_rules_7),
    "roll one die. On a roll of 1-3, the compartment gets one more hit marker": lambda: (
        die("rules", "spread", "spreads") == {1: True, 2: True, 3: True, 4: False, 5: False, 6: False}
    ),
    "grows by one level, even if men fought it. If the level would rise above 3, the fire is **out of "
    "control**. Roll": lambda: N.deck_fire_limit == 3,
    "Then each deck fire at level 2 or 3 costs 1 hull point": lambda: (
        (N.deck_fire_burns, N.deck_fire_hull_loss) == (2, 1)
    ),
    "Your ship has only six hull points, so fight": lambda: N.hull == 6,
    (
        "without damaging them. Your rolls on table 20 get -1, but flooding rolls do not. You cannot assign "
        "men to repair the lines. Instead, roll one die at the start of each later phase to see whether the "
        "lines work again."
    ): lambda: (
        mod("20", "water_lines") == -1
        and control.flooding_modifiers(at(start(), lines_out=True)) == ()
        and not any("water" in name for name in jobs.open_jobs(at(start(), lines_out=True)))
        and die("15", "still_out", "out") == {1: True, 2: True, 3: False, 4: False, 5: False, 6: False}
    ),
    "If the attempt fails, the compartment may explode at once (table 21-1)": lambda: played(
        test_control.test_21_failure_rolls_21_1_at_once, 5
    ),
    (
        "A flooded compartment costs you as much as a destroyed one, but you do not lose a hull point, and "
        "you do not roll for an explosion. You can pump out the compartment later, and then it works again"
    ): lambda: played(test_control.test_pumping_out_restores_the_compartment_and_takes_its_flood_off_rules_7_2),
    (
        "You can assign men to deck fires, to primary compartments that are burning or have hit markers, and "
        "to flooded compartments that can be pumped out. You can also assign men to"
    ): lambda: played(test_control.test_jobs_and_whose_men_they_take_rules_2_and_7_3),
    "lines. With the `gun-repair` option, you can assign men to damaged 5-inch mounts too.": lambda: played(
        test_control.test_gun_repair_option_gives_the_bonus_back_rules_11
    ),
    "When you remove the last marker, the fire in the compartment is out": lambda: played(
        test_control.test_20_markers_removed, 6, 3
    ),
    "Destroyed items cannot be repaired at sea, only at the anchorage.": lambda: (
        played(test_control.test_destroyed_items_are_not_repaired_at_sea_rules_7_4)
        and played(test_anchorage.test_back_from_18_1_rules_9)
    ),
}
