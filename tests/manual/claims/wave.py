# ruff: noqa: E501
"""Claims of the page `wave`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import damage, gunnery, wave
from tests.manual.evidence import WAYS, N, T, at, flooded, go, guns, maneuver_column, mod, row, shift, sky, support_shot
from tests.rules import test_gunnery, test_special, test_wave
from tests.rules.script import plane, start

CLAIMS = {
    "## 1. Identify": test_wave.test_order_of_a_wave_rules_5,
    "plane on table A-1": lambda: (
        T["A-1"].dice == "d100" and sum(1 for n in range(100) if row("A-1", n)["weapon"]) == 20
    ),
    "usually two": lambda: {n for k in range(1, 19) for n in T["8-3"].entry(k)["special"] if n} == {2},
    "attack box. Table 8-3 limits how many": test_wave.test_beyond_the_allowance_a_plane_keeps_its_bearing_rules_5_1,
    "## 2. Emergency": test_wave.test_order_of_a_wave_rules_5,
    "column of table 19, then roll. Shift the column by -1 if the": lambda: (
        shift(wave.maneuver_roll(start(crew={"captain": 1, "engineering_officer": -2}))) == -1
        and mod("rules", "maneuver_low") == -1
    ),
    "track is at 7 or less, and by another -1 if it is at 4 or less": lambda: (
        [maneuver_column(maneuver=n) for n in (10, 8, 7, 5, 4, 1)] == [0, 0, -1, -1, -2, -2]
    ),
    "in the wave gets -1, and special": lambda: mod("10", "maneuver") == -1,
    "of the day gets +1": lambda: mod("rules", "maneuvered") == 1,
    "or fuel is at 0, or if list or trim is 3 or more. In scenario 8, you can never try one": lambda: (
        [
            wave.maneuver_barred(p)
            for p in (at(start(), maneuver=0), at(start(), fuel=0), flooded(*[("aft", "")] * 3), start(8))
        ]
        == ["dead in the water", "no fuel", "list or trim too great", "the scenario allows none"]
    ),
    "## 3. Fire plan": test_wave.test_order_of_a_wave_rules_5,
    "altitude (table 9-1) | 0 or +1 |": lambda: (
        {T["9-1"].entry(k, c)["bonus"] for k in ("5in", "40mm", "20mm") for c in "LMH"} == {0, 1}
    ),
    "has taken | -1 |": lambda: (mod("9-2/5in", "hit"), mod("9-2/40mm", "hit")) == (-1, -1),
    "crew (option) | +1 |": lambda: {mod(f"9-2/{k}", "ace") for k in ("5in", "40mm", "20mm")} == {1},
    "| the mount is a 40 mm tub whose nearer magazine is destroyed or flooded | -1 |": lambda: (
        mod("9-2/40mm", "magazine") == -1
    ),
    "list or trim of 3 or more | -1 |": lambda: mod("rules", "list") == -1 and N.list_limit == 3,
    "spray fire | -2 |": lambda: mod("rules", "spray") == -2,
    "A 5-inch mount that": test_gunnery.test_9_1_a_damaged_5_inch_mount_is_worked_manually,
    "If both fire rooms are destroyed or flooded, no 5-inch or 40 mm mount gets its bonus. After an explosion in a fire room (table 21-1), no gun gets its": lambda: (
        [e.do for e in T["21-1"].raw.column_effects["fire_rooms"]] == ["dead_in_water", "lose_gun_bonuses"]
        and "lose_gun_bonuses" not in [e.do for e in T["11/midship"].die("A").look_up(1).effects]
    ),
    "SFS marker fires once per wave": lambda: (
        support_shot("M").table == "9-2/40mm"
        and support_shot("M").modifiers == ()
        and len([slot for slot in gunnery.plan_choice(sky(start(sfs=2))).slots if slot.startswith("SFS")]) == 2
    ),
    "you would for a 40 mm mount, but": lambda: gunnery.SFS_LEVELS == ("L", "M"),
    "spray fire, at -2 and without its": lambda: (
        guns(start(), "40mm-A", "M", True) == {"Spray fire at a special attack plane": -2}
    ),
    "SFS markers and 20 mm mounts": lambda: (
        gunnery.SPRAY_LEVEL == {"torpedo": "L", "bomb": "M", "ohka": "H"}
        and T["9-2/20mm"].raw.columns == ["L", "M"]
        and "H" not in gunnery.SFS_LEVELS
    ),
    "with no hits or 1 hit is undamaged, a plane with 2 hits is damaged, and a plane with 3 hits is afire": lambda: (
        (N.hits_damaged, N.hits_flamed) == (2, 3)
    ),
    "## 4. Special attacks": test_wave.test_order_of_a_wave_rules_5,
    "Roll on table 12-1 for an Ohka, on table 12-2 for a bomb, or on table 12-3 for a torpedo": lambda: (
        wave.SPECIAL_CHART == {"ohka": "12-1", "bomb": "12-2", "torpedo": "12-3"}
    ),
    "miss range gets -1, and a roll below it gets +1. A miss stays a": test_special.test_19_note_maneuver_pulls_toward_a_miss,
    "## 5. Dives": test_wave.test_order_of_a_wave_rules_5,
    "hits: forward for 315, 0 and 45; midship for 90 and 270; aft for 135, 180 and 225.": lambda: (
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
    "## 6. Hull": test_wave.test_order_of_a_wave_rules_5,
    "roll once on table 14-1 for the whole wave. If three or more planes": lambda: (
        T["14-1"].column_of(2) == "1-2"
        and T["14-1"].column_of(3) == "3+"
        and all(row("14-1", t, "3+")["hull"] >= row("14-1", t, "1-2")["hull"] for t in WAYS)
    ),
    "the hull to 0, or costs hull points when the hull is already at 0, roll on table 14 to see whether": test_wave.test_14_each_result_that_leaves_hull_0_rolls_once_rules_5_6,
    "An Ohka costs 3 hull points at once if you roll a 3 on table 12-1. No other weapon hit costs hull points at once, but some weapon hits sink": lambda: (
        {total: row("12-1", total).get("hull") for total in range(2, 13)} == dict.fromkeys(range(2, 13)) | {3: 3}
        and not any(row(chart, total).get("hull") for chart in ("12-2", "12-3") for total in range(2, 13))
    ),
    "## 7. Damage control": test_wave.test_order_of_a_wave_rules_5,
    "| the mount is a 20 mm mount on the Dunlap | +1 | | the mount is 20 mm mount A, B or C on the Dunlap with her 1941 guns (this cancels the +1) | -1 |": lambda: (
        (mod("firing/dunlap", "twin_20mm"), mod("firing/dunlap", "single_20mm")) == (1, -1)
    ),
    "roll on table 11-1": lambda: (
        go(start(), lambda p: damage.near_miss(p, plane()), {"11-1": (1, 4)}).tables() == ["11-1"]
    ),
}
