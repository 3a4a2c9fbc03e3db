"""Claims of the page `control`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import control, gunnery, jobs
from tests.manual.evidence import N, T, at, column, die, in_wave, mending, mod, plane, played, start, totals
from tests.rules import test_anchorage, test_control

CLAIMS = {
    "One round after each wave, and up to three more": lambda: N.rounds_after == 3,
    "## 1. Emergency declaration": lambda: played(test_control.test_order_of_a_round_rules_7),
    "captain's column, once a round. While it stands every repair gets +2 (flooding does not)": lambda: (
        mod("20", "emergency") == 2
        and "emergency" not in T["21"].raw.modifiers
        and T["17"].raw.columns == ["-2", "-1", "0", "+1", "+2"]
    ),
    "mount fires; fighters and support ships still do": lambda: (
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
    "It stands at least through the next wave of the day and its": lambda: (
        (control.DECLARED, control.STANDING, control.MAY_RESCIND) == (1, 2, 3)
    ),
    "From then on you are asked before each wave whether to end it. It ends with the day": lambda: (
        played(test_control.test_17_stands_through_the_next_wave_and_its_round_then_may_be_rescinded_rules_7_1)
        and played(test_control.test_17_ends_with_the_turn_rules_7_1)
    ),
    "## 2. Flooding": lambda: played(test_control.test_order_of_a_round_rules_7),
    "may be flooded, each once a round: table 21, -1 with water": lambda: (
        mod("21", "water_lines") == -1 and totals("21", "successful", True, low=1) == set(range(6, 13))
    ),
    "the compartment out of action, one flood point": lambda: N.flood_per_hit == 1,
    "**counterflood**, one try a round on the same table": lambda: played(
        test_control.test_counterflooding_one_attempt_a_round
    ),
    "## 3. Men to jobs": lambda: played(test_control.test_order_of_a_round_rules_7),
    "Each takes up to three": lambda: N.men_per_job == 3,
    "Radars and the Mk 37 belong to the men forward": lambda: (
        {e.id: e.section for e in T.sheet.equipment if e.id in ("mk37", "sc", "sg", "water-lines")}
        == {"mk37": "forward", "sc": "forward", "sg": "forward", "water-lines": ""}
    ),
    "## 4. Repairs": lambda: played(test_control.test_order_of_a_round_rules_7),
    "| compartment | 1 + men + chief - hit markers |": lambda: (
        column("compartment", 3, 2, markers=2) == 1 + 3 + 2 - 2 and mod("rules", "repair_base") == 1
    ),
    "| deck fire | men + chief - level - 1 |": lambda: column("deck fire", 3, 2, level=3) == 3 + 2 - 3 - 1,
    "| anything else | 1 + men + chief - 2 |": lambda: (
        column("other", 2, 1) == 1 + 2 + 1 - 2 and mod("rules", "other_job") == -2
    ),
    "| water lines out, damaged or destroyed | -1, once |": lambda: (
        mending(at(start(), lines_out=True, equipment={**start().ship.equipment, "water-lines": "damaged"}))
        == {"Water lines out of order, damaged or destroyed": -1}
    ),
    "| morale above or below 0 | +1, -1 |": lambda: (
        list(mending(at(start(), morale=3)).values()) == [1] and list(mending(at(start(), morale=-1)).values()) == [-1]
    ),
    "| at least one man still on the job since the last round of this phase | +1 |": lambda: (
        list(mending(start(), continued=True).values()) == [1]
        and played(test_control.test_20_continued_with_a_man_still_on_the_job_rules_7_4)
    ),
    "| emergency declared | +2 |": lambda: list(mending(at(start(), declared=1)).values()) == [2],
    "by one die: 1-2 one, 3-5 two, 6 all": lambda: (
        die("20", "markers", "markers") == {1: 1, 2: 1, 3: 2, 4: 2, 5: 2, 6: "all"}
    ),
    "Every other job is done with one success": lambda: played(test_control.test_other_jobs_success_mends_it_rules_7_4),
    "## 5. Fires": lambda: played(test_control.test_order_of_a_round_rules_7),
    "one die, on 1-3 one more marker": lambda: (
        die("rules", "spread", "spreads") == {1: True, 2: True, 3: True, 4: False, 5: False, 6: False}
    ),
    "fought or not: one level more. Past 3 it is **out of control**": lambda: N.deck_fire_limit == 3,
    "Then each deck fire of level 2 or 3 costs 1 hull point": lambda: (
        (N.deck_fire_burns, N.deck_fire_hull_loss) == (2, 1)
    ),
    "Six points of hull are soon burnt away": lambda: N.hull == 6,
    "-1 on table 20 but not on flooding, no job for it, one die at the start of each later phase": lambda: (
        mod("20", "water_lines") == -1
        and control.flooding_modifiers(at(start(), lines_out=True)) == ()
        and not any("water" in name for name in jobs.open_jobs(at(start(), lines_out=True)))
        and die("15", "still_out", "out") == {1: True, 2: True, 3: False, 4: False, 5: False, 6: False}
    ),
    "Failure: it may blow up on the spot (table 21-1)": lambda: played(
        test_control.test_21_failure_rolls_21_1_at_once, 5
    ),
    "It can be pumped out later and works again": lambda: played(
        test_control.test_pumping_out_restores_the_compartment_and_takes_its_flood_off_rules_7_2
    ),
    "Jobs are deck fires, burning or hit primary compartments, flooded ones to pump out": lambda: played(
        test_control.test_jobs_and_whose_men_they_take_rules_2_and_7_3
    ),
    "and with an option damaged 5-inch mounts": lambda: played(
        test_control.test_gun_repair_option_gives_the_bonus_back_rules_11
    ),
    "With the last marker the fire goes": lambda: played(test_control.test_20_markers_removed, 6, 3),
    "What is destroyed stays so until she is repaired": lambda: (
        played(test_control.test_destroyed_things_are_not_mended_at_sea_rules_7_4)
        and played(test_anchorage.test_back_from_18_1_rules_9)
    ),
}
