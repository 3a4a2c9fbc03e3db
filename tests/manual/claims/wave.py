# ruff: noqa: E501
"""Claims of the page `wave`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import damage, gunnery, wave
from tests.manual.evidence import (
    WAYS,
    N,
    T,
    at,
    die,
    flooded,
    go,
    guns,
    maneuver_column,
    mod,
    plane,
    played,
    row,
    shift,
    sky,
    start,
    support_shot,
)
from tests.rules import test_gunnery, test_special, test_wave

CLAIMS = {
    "## 1. Identify": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "Roll for the type of each plane on table A-1": lambda: (
        T["A-1"].dice == "d100" and sum(1 for n in range(100) if row("A-1", n)["weapon"]) == 20
    ),
    "usually two": lambda: {n for k in range(1, 19) for n in T["8-3"].entry(k)["special"] if n} == {2},
    "in the special attack box. Table 8-3 limits how many planes the box may hold in each wave,": lambda: played(
        test_wave.test_beyond_the_allowance_a_plane_keeps_its_bearing_rules_5_1
    ),
    "## 2. Emergency maneuver": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "You may try an emergency maneuver once per wave": lambda: played(
        test_wave.test_maneuver_is_the_players_choice_rules_5_2
    ),
    (
        "Add the values of the captain and the engineering officer to find the column of table 19, then roll."
        " Shift the column by -1 if the"
    ): lambda: (
        shift(wave.maneuver_roll(start(crew={"captain": 1, "engineering_officer": -2}))) == -1
        and mod("rules", "maneuver_low") == -1
    ),
    "maneuver track is at 7 or less, and by another -1 if it is at 4 or less": lambda: (
        [maneuver_column(maneuver=n) for n in (10, 8, 7, 5, 4, 1)] == [0, 0, -1, -1, -2, -2]
    ),
    "If the maneuver succeeds, every dive roll in the wave gets -1, and special attacks are more likely "
    "to miss": lambda: mod("10", "maneuver") == -1,
    "An attempt can cost you fuel, because the fuel die at the end of the day gets +1": lambda: (
        mod("rules", "maneuvered") == 1
    ),
    "You cannot try an emergency maneuver if a stack is hit or destroyed, if maneuver or fuel is at 0, "
    "or if list or trim is 3 or more. In scenario 8, you can never try one": lambda: (
        [
            wave.maneuver_barred(p)
            for p in (at(start(), maneuver=0), at(start(), fuel=0), flooded(*[("aft", "")] * 3), start(8))
        ]
        == ["dead in the water", "no fuel", "list or trim too great", "the scenario allows none"]
    ),
    "## 3. Fire plan": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "Then roll for the fighters, the support ships and the mounts, in that order.": lambda: played(
        test_gunnery.test_afs_then_sfs_then_mounts_roll_in_that_order_rules_5_3
    ),
    "If a plane is already gone, any later shot at it is wasted, and you do not roll for that shot": lambda: played(
        test_gunnery.test_fire_at_a_plane_already_destroyed_is_wasted_rules_5_3
    ),
    "**Mounts**: each mount fires once per wave, at one plane": lambda: played(
        test_gunnery.test_a_mount_fires_once_at_one_plane_it_bears_on_rules_5_3
    ),
    "| the mount's director bonus for the plane's altitude (table 9-1) | 0 or +1 |": lambda: (
        {T["9-1"].entry(k, c)["bonus"] for k in ("5in", "40mm", "20mm") for c in "LMH"} == {0, 1}
    ),
    "| the gunnery officer | the value of the officer |": lambda: (
        guns(start(crew={"gunnery_officer": -2}), "5in-1")["Gunnery officer"] == -2
    ),
    "| each hit that the mount has taken | -1 |": lambda: (mod("9-2/5in", "hit"), mod("9-2/40mm", "hit")) == (-1, -1),
    "| the mount has an ace crew (option) | +1 |": lambda: (
        {mod(f"9-2/{k}", "ace") for k in ("5in", "40mm", "20mm")} == {1}
    ),
    "| the mount is a 40 mm tub whose nearer magazine is destroyed or flooded | -1 |": lambda: (
        mod("9-2/40mm", "magazine") == -1
    ),
    "| the ship has list or trim of 3 or more | -1 |": lambda: mod("rules", "list") == -1 and N.list_limit == 3,
    "| the mount uses spray fire | -2 |": lambda: mod("rules", "spray") == -2,
    "A 5-inch mount that has been hit is worked by hand and gets no bonus": lambda: played(
        test_gunnery.test_9_1_a_damaged_5_inch_mount_is_worked_manually
    ),
    "If both fire rooms are destroyed or flooded, no 5-inch or 40 mm mount gets its bonus. After an explosion "
    "in a fire room (table 21-1), no gun gets its bonus.": lambda: (
        [e.do for e in T["21-1"].raw.column_effects["fire_rooms"]] == ["dead_in_water", "lose_gun_bonuses"]
        and "lose_gun_bonuses" not in [e.do for e in T["11/midship"].die("A").look_up(1).effects]
    ),
    "**SFS markers** are your support ships. Each SFS marker fires once per wave": lambda: (
        support_shot("M").table == "9-2/40mm"
        and support_shot("M").modifiers == ()
        and len([slot for slot in gunnery.plan_choice(sky(start(sfs=2))).slots if slot.startswith("SFS")]) == 2
    ),
    "at a low or medium plane on any bearing. Roll as you would for a 40 mm mount, but without modifiers": lambda: (
        gunnery.SFS_LEVELS == ("L", "M")
    ),
    "Any mount can use spray fire, at -2 and without its director bonus": lambda: (
        guns(start(), "40mm-A", "M", True) == {"Spray fire at a special attack plane": -2}
    ),
    "Torpedo planes count as low, bombers as medium and Ohka carriers as high. SFS markers and 20 mm mounts therefore cannot reach an Ohka": lambda: (
        gunnery.SPRAY_LEVEL == {"torpedo": "L", "bomb": "M", "ohka": "H"}
        and T["9-2/20mm"].raw.columns == ["L", "M"]
        and "H" not in gunnery.SFS_LEVELS
    ),
    "Hits on a plane add up. A plane with no hits or 1 hit is undamaged, a plane with 2 hits is "
    "damaged, and a plane with 3 hits is afire": lambda: (N.hits_damaged, N.hits_flamed) == (2, 3),
    "## 4. Special attacks": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "Each plane in the box attacks unless it is afire. Roll on table 12-1 for an Ohka, on table 12-2 for a "
    "bomb, or on table 12-3 for a torpedo": lambda: (
        wave.SPECIAL_CHART == {"ohka": "12-1", "bomb": "12-2", "torpedo": "12-3"}
    ),
    "a roll above the miss range gets -1, and a roll below it gets +1. A miss stays a miss": lambda: played(
        test_special.test_19_note_maneuver_pulls_toward_a_miss, "bomb", 7
    ),
    "Ohka carriers leave after their attack. Remove any Ohka carrier that has been set afire": lambda: played(
        test_special.test_a_flamed_ohka_carrier_is_removed_rules_5_4
    ),
    (
        'or in its "shot down" column if the plane is afire. You cannot fire at these planes again. If such a'
        " plane hits, roll a die to find the section"
    ): lambda: (
        wave.dive_roll(start(), plane(0, "L", "bomb")).column == "special"
        and wave.dive_roll(start(), plane(0, "L", "bomb", "shot_down")).column == "shot_down"
        and die("10", "section", "section")
        == {1: "forward", 2: "forward", 3: "midship", 4: "midship", 5: "aft", 6: "aft"}
    ),
    "## 5. Dives": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "which section it hits: forward for 315, 0 and 45; midship for 90 and 270; aft for 135, 180 and 225.": lambda: (
        {b: damage.section_of(start(), b) for b in range(0, 360, 45)}
        == {
            0: "forward",
            45: "forward",
            90: "midship",
            135: "aft",
            180: "aft",
            225: "aft",
            270: "midship",
            315: "forward",
        }
    ),
    "## 6. Hull": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "roll once on table 14-1 for the whole wave. If three or more planes hit, use the worse column": lambda: (
        T["14-1"].column_of(2) == "1-2"
        and T["14-1"].column_of(3) == "3+"
        and all(row("14-1", t, "3+")["hull"] >= row("14-1", t, "1-2")["hull"] for t in WAYS)
    ),
    ("If this brings the hull to 0, or costs hull points when it is at 0, roll on table 14 to see whether"): lambda: (
        played(test_wave.test_14_each_result_that_leaves_hull_0_rolls_once_rules_5_6, 2, 2, 1)
    ),
    "A hit by a weapon (Ohka, bomb or torpedo) does not count for this roll.": lambda: (
        "plane_hits" not in wave.special_attack.__code__.co_names and "plane_hits" in wave.dive.__code__.co_names
    ),
    "An Ohka costs 3 hull points at once if you roll a 3 on table 12-1. Of the other results of weapons, none costs "
    "hull points at once, but some sink the ship.": lambda: (
        {total: row("12-1", total).get("hull") for total in range(2, 13)} == dict.fromkeys(range(2, 13)) | {3: 3}
        and not any(row(chart, total).get("hull") for chart in ("12-2", "12-3") for total in range(2, 13))
    ),
    "## 7. Damage control": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "Play one round of damage control. Then the next wave comes.": lambda: played(
        test_wave.test_order_of_a_wave_rules_5
    ),
    "Once the box is full, any further plane with a weapon loses the weapon, keeps its bearing and "
    "attacks as an ordinary kamikaze": lambda: played(
        test_wave.test_beyond_the_allowance_a_plane_keeps_its_bearing_rules_5_1
    ),
    "Give all your orders before you roll any dice": lambda: played(
        test_gunnery.test_afs_then_sfs_then_mounts_roll_in_that_order_rules_5_3
    ),
    (
        "| the mount is a 20 mm mount on the Dunlap | +1 | | the mount is 20 mm mount A, B or C on the "
        "Dunlap with her 1941 guns (this cancels the +1) | -1 |"
    ): lambda: (
        (mod("firing/dunlap", "twin_20mm"), mod("firing/dunlap", "single_20mm")) == (1, -1)
        and played(test_gunnery.test_dunlap_of_1941_rules_2)
    ),
    "A mount gets its director bonus only while its director works.": lambda: played(
        test_gunnery.test_9_1_no_bonus_without_the_director, "damaged"
    ),
    "*Destroyed* splashes the plane at once": lambda: played(
        test_gunnery.test_a_plane_that_is_gone_is_not_a_target, "destroyed"
    ),
    "If the plane scores a near miss, roll on table 11-1": lambda: (
        go(start(), lambda p: damage.near_miss(p, plane()), {"11-1": (1, 4)}).tables() == ["11-1"]
    ),
}
