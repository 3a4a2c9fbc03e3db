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
    "Draw the type of each plane on table A-1": lambda: (
        T["A-1"].dice == "d100" and sum(1 for n in range(100) if row("A-1", n)["weapon"]) == 20
    ),
    "usually two": lambda: {n for k in range(1, 19) for n in T["8-3"].entry(k)["special"] if n} == {2},
    "goes to the special attack box, up to the wave's limit": lambda: played(
        test_wave.test_beyond_the_allowance_a_plane_keeps_its_bearing_rules_5_1
    ),
    "## 2. Emergency maneuver": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "You may try it once per wave": lambda: played(test_wave.test_maneuver_is_the_players_choice_rules_5_2),
    "column captain plus engineering officer, -1 with the": lambda: (
        shift(wave.maneuver_roll(start(crew={"captain": 1, "engineering_officer": -2}))) == -1
        and mod("rules", "maneuver_low") == -1
    ),
    "maneuver track at 7 or less, and another -1 at 4 or less": lambda: (
        [maneuver_column(maneuver=n) for n in (10, 8, 7, 5, 4, 1)] == [0, 0, -1, -1, -2, -2]
    ),
    "If it succeeds, every dive of the wave gets -1, and special attacks are more likely to miss": lambda: (
        mod("10", "maneuver") == -1
    ),
    "An attempt can cost more fuel: that day's fuel die gets +1": lambda: mod("rules", "maneuvered") == 1,
    "You cannot try it with a stack hit or destroyed, at maneuver 0, without fuel, with list or trim of 3 or more, or in scenario 8": lambda: (
        [
            wave.maneuver_barred(p)
            for p in (at(start(), maneuver=0), at(start(), fuel=0), flooded(*[("aft", "")] * 3), start(8))
        ]
        == ["dead in the water", "no fuel", "list or trim too great", "the scenario allows none"]
    ),
    "## 3. Fire plan": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "Fighters fire first, then support ships, then mounts": lambda: played(
        test_gunnery.test_afs_then_sfs_then_mounts_roll_in_that_order_rules_5_3
    ),
    "a plane that is already gone is wasted; no die is rolled for it": lambda: played(
        test_gunnery.test_fire_at_a_plane_already_destroyed_is_wasted_rules_5_3
    ),
    "**Mounts** fire once per wave, each at one plane": lambda: played(
        test_gunnery.test_a_mount_fires_once_at_one_plane_it_bears_on_rules_5_3
    ),
    "| director bonus by altitude, table 9-1 | 0 or +1 |": lambda: (
        {T["9-1"].entry(k, c)["bonus"] for k in ("5in", "40mm", "20mm") for c in "LMH"} == {0, 1}
    ),
    "| gunnery officer | the officer's value |": lambda: (
        guns(start(crew={"gunnery_officer": -2}), "5in-1")["Gunnery officer"] == -2
    ),
    "| each hit on the mount | -1 |": lambda: (mod("9-2/5in", "hit"), mod("9-2/40mm", "hit")) == (-1, -1),
    "| ace crew (option) | +1 |": lambda: {mod(f"9-2/{k}", "ace") for k in ("5in", "40mm", "20mm")} == {1},
    "| nearer 40 mm magazine gone | -1 |": lambda: mod("9-2/40mm", "magazine") == -1,
    "| list or trim of 3 or more | -1 |": lambda: mod("rules", "list") == -1 and N.list_limit == 3,
    "| spray fire | -2 |": lambda: mod("rules", "spray") == -2,
    "A 5-inch mount that has been hit is worked by hand and gets no bonus": lambda: played(
        test_gunnery.test_9_1_a_damaged_5_inch_mount_is_worked_manually
    ),
    "If both fire rooms are out, 5-inch and 40 mm get none. After an explosion in a fire room (table 21-1) no gun gets one": lambda: (
        [e.do for e in T["21-1"].raw.column_effects["fire_rooms"]] == ["dead_in_water", "lose_gun_bonuses"]
        and "lose_gun_bonuses" not in [e.do for e in T["11/midship"].die("A").look_up(1).effects]
    ),
    "**SFS** fires once per wave for each marker, like a 40 mm without": lambda: (
        support_shot("M").table == "9-2/40mm"
        and support_shot("M").modifiers == ()
        and len([one for one in gunnery.plan_choice(sky(start(sfs=2))).slots if one.startswith("SFS")]) == 2
    ),
    "modifiers, at low and medium planes on any bearing": lambda: gunnery.SFS_LEVELS == ("L", "M"),
    "any mount, at -2 and without director bonus": lambda: (
        guns(start(), "40mm-A", "M", True) == {"Spray fire at a special attack plane": -2}
    ),
    "Torpedo planes count as low, bomb planes as medium, Ohka carriers as high. SFS and 20 mm therefore cannot reach an Ohka": lambda: (
        gunnery.SPRAY_LEVEL == {"torpedo": "L", "bomb": "M", "ohka": "H"}
        and T["9-2/20mm"].raw.columns == ["L", "M"]
        and "H" not in gunnery.SFS_LEVELS
    ),
    "Hits add up: 0-1 undamaged, 2 damaged, 3 afire": lambda: (N.hits_damaged, N.hits_flamed) == (2, 3),
    "## 4. Special attacks": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "Each plane in the box that is not afire attacks: Ohka table 12-1, bomb table 12-2, torpedo": lambda: (
        wave.SPECIAL_CHART == {"ohka": "12-1", "bomb": "12-2", "torpedo": "12-3"}
    ),
    "a natural miss stays a miss, a higher roll gets -1, and a lower one +1": lambda: played(
        test_special.test_19_note_maneuver_pulls_toward_a_miss, "bomb", 7
    ),
    "Ohka carriers then leave; one set afire is removed": lambda: played(
        test_special.test_a_flamed_ohka_carrier_is_removed_rules_5_4
    ),
    'or in the "shot down" column if afire. You cannot fire at them again. If one hits, a die decides the section': lambda: (
        wave.dive_roll(start(), plane(0, "L", "bomb")).column == "special"
        and wave.dive_roll(start(), plane(0, "L", "bomb", "shot_down")).column == "shot_down"
        and die("10", "section", "section")
        == {1: "forward", 2: "forward", 3: "midship", 4: "midship", 5: "aft", 6: "aft"}
    ),
    "## 5. Dives": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "section: 315, 0, 45 forward; 90, 270 midship; 135, 180, 225 aft": lambda: (
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
    "roll once on table 14-1 for the wave; three or more hits use the worse column": lambda: (
        T["14-1"].column_of(2) == "1-2"
        and T["14-1"].column_of(3) == "3+"
        and all(row("14-1", t, "3+")["hull"] >= row("14-1", t, "1-2")["hull"] for t in WAYS)
    ),
    "If a result takes the hull to 0, or takes more when it is already 0, roll on table 14": lambda: played(
        test_wave.test_14_each_result_at_or_down_to_0_rolls_once_rules_5_6, 2, 2, 1
    ),
    "## 7. Damage control": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "Play one round, then the next wave": lambda: played(test_wave.test_order_of_a_wave_rules_5),
    "Beyond the limit a plane loses its weapon and keeps its bearing as an ordinary kamikaze": lambda: played(
        test_wave.test_beyond_the_allowance_a_plane_keeps_its_bearing_rules_5_1
    ),
    "Give all orders before any die is rolled": lambda: played(
        test_gunnery.test_afs_then_sfs_then_mounts_roll_in_that_order_rules_5_3
    ),
    "| Dunlap's twin 20 mm; with her 1941 guns, a further modifier for A, B and C | +1; -1 |": lambda: (
        (mod("firing/dunlap", "twin_20mm"), mod("firing/dunlap", "single_20mm")) == (1, -1)
        and played(test_gunnery.test_dunlap_of_1941_rules_2)
    ),
    "The director bonus applies only if the mount's director is working": lambda: played(
        test_gunnery.test_9_1_no_bonus_without_the_director, "damaged"
    ),
    "*Destroyed* splashes it at once": lambda: played(test_gunnery.test_a_plane_gone_is_no_target, "destroyed"),
    "A near miss rolls on table 11-1": lambda: (
        go(start(), lambda p: damage.near_miss(p, plane()), {"11-1": (1, 4)}).tables() == ["11-1"]
    ),
}
