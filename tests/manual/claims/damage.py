# ruff: noqa: E501
"""Claims of the page `damage`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import damage, gunnery, wave
from tests.manual.evidence import WAYS, G, N, T, below_waterline, die, flooded, marked, mod, must_return, played, row
from tests.rules import test_anchorage, test_control, test_damage, test_wave

CLAIMS = {
    (
        "When a plane hits the ship, take four steps. First, roll on the damage table of the section it hits:"
        " forward, midship or aft. Second, start a deck fire in that section. Third, roll to see how many men"
        " in the section's repair party are killed or wounded. Fourth, count the plane toward the hull roll "
        "at the end of the wave"
    ): lambda: (
        played(test_damage.test_every_plane_that_hits_sets_the_deck_on_fire_rules_6)
        and played(test_wave.test_14_1_once_a_wave_by_the_number_of_plane_hits, 2, "1-2")
    ),
    "first apply the table's notes. A roll of 1 can destroy the compartment at once. Then fill in 2 hit "
    "markers": lambda: (
        N.markers_fresh == 2
        and T["11/forward"].die("E").look_up(1)["result"] == "explosion"
        and T["11/aft"].die("D").look_up(1)["result"] == "explosion"
    ),
    (
        "markers for an undamaged plane or for a special attack plane not afire. Fill in 1 marker for any other "
        "plane. The compartment also catches fire. A stack that is hit takes 1 marker but does not"
    ): lambda: (N.markers_other, N.markers_stack) == (1, 1),
    "the compartment is **destroyed**: the ship loses 1 hull point, and the fire in the compartment goes out": lambda: (
        N.hull_loss_destroyed == 1
    ),
    (
        'a die to see whether a 5-inch or 40 mm mount is damaged or destroyed. Each "damaged" result gives '
        "the mount one hit. The mount fires at -1 for each hit, and the third hit destroys it. If a"
    ): lambda: (
        N.mount_hits == 3
        and mod("9-2/5in", "hit") == -1
        and die("11/forward", "B 5in", "result")
        == {1: "damaged", 2: "damaged", 3: "damaged", 4: "destroyed", 5: "destroyed", 6: "destroyed"}
    ),
    "tub is hit, roll for its director first. A single hit destroys a 20 mm mount.": lambda: (
        T["11/forward"].cell(0, 1).effects[0].notes == ("B director", "B gun")
    ),
    (
        'damaged or destroyed. The die may also leave a director undamaged. A second "damaged" result for the'
        " same item has no further effect."
    ): lambda: (
        die("11/forward", "H", "result")
        == {1: "undamaged", 2: "undamaged", 3: "damaged", 4: "damaged", 5: "damaged", 6: "destroyed"}
        and die("11/forward", "F", "result")[5] == "damaged"
        and die("11/forward", "F", "result")[6] == "destroyed"
        and die("11/forward", "G", "result")[3] == "damaged"
        and damage.worse("damaged", "damaged") == "damaged"
    ),
    "the first hit damages the compartment, and the second destroys it. In the basic game, a hit on a "
    "secondary compartment is superficial damage": lambda: (
        N.secondary_hits == 2
        and played(test_damage.test_sec_damaged_then_destroyed_then_superficial_rules_6)
        and played(test_damage.test_sec_is_superficial_in_the_basic_game_rules_2)
    ),
    (
        "If you roll a 7, you lose a land radar station, and the hit still counts. But if no land radar "
        "station is working, the hit becomes a miss"
    ): lambda: (
        played(test_wave.test_15_7_with_a_working_land_radar_takes_it_off_line_and_keeps_the_hit_rules_5_5)
        and played(test_wave.test_15_7_with_no_land_radar_working_is_a_miss_rules_5_5, "basic")
    ),
    (
        "| an engine room is hit, a shaft is bent, or the rudder is damaged | you lose 5 maneuver points for each |"
    ): lambda: (
        T["11/midship"].note("B").effects[0].points == 5
        and {e.points for c in T["11/aft"].cells.values() for e in c.effects if e.do == "lose_maneuver"} == {5}
    ),
    "| the rudder or the steering room is destroyed, or a boiler explodes | maneuver falls to 0 |": lambda: (
        [e.do for e in G["steering"].out] == ["dead_in_water"]
        and [e.do for e in T["11/midship"].die("A").look_up(1).effects] == ["dead_in_water"]
        and "dead_in_water" in [e.do for e in T["11/aft"].cell(0, 4).effects]
    ),
    "| both fire rooms are destroyed or flooded | maneuver falls to 0, and": lambda: played(
        test_damage.test_both_fire_rooms_destroyed_is_dead_in_the_water_rules_6
    ),
    "| fuel tanks are destroyed or flooded | you lose 4 fuel points |": lambda: (
        [G[f"fuel-{place}"].out[0].points for place in ("fwd", "aft")] == [4, 4]
    ),
    "| the CIC, the bridge or the radio is destroyed | the column of table 8-1 shifts by -1 for each |": lambda: (
        [mod("8-1", place) for place in ("cic", "bridge", "radio")] == [-1, -1, -1]
    ),
    (
        "| a hit destroys the bridge | the captain and the CPO are killed, but this hit spares their replacements |"
    ): lambda: (
        G["bridge"].destroyed_by_hit[0].posts == ("captain", "cpo")
        and played(test_damage.test_one_hit_kills_a_post_at_most_once_rules_6)
    ),
    "| a magazine or a fuel tank explodes | the ship sinks |": lambda: (
        [e.do for k in ("magazines", "fuel_rooms") for e in T["21-1"].raw.column_effects[k]] == ["sink", "sink"]
    ),
    "| an engine room explodes | maneuver falls to 0 | | a fire room explodes | maneuver falls to 0, and": lambda: (
        [[e.do for e in T["21-1"].raw.column_effects[k]] for k in ("engine_rooms", "fire_rooms")]
        == [["dead_in_water"], ["dead_in_water", "lose_gun_bonuses"]]
    ),
    "At maneuver 0, the ship is **dead in the water**. She then": lambda: (
        must_return(maneuver=0) == ["dead in the water"]
    ),
    (
        "A new deck fire starts at level 2. If another deck fire starts in the same section, the level rises "
        "by 1. If the level would rise above 3, the fire is out of control. Roll"
    ): lambda: (N.deck_fire_start, N.deck_fire_limit) == (2, 3),
    (
        "So the third hit in the same section puts its fire out of control, unless damage control has put it out"
    ): lambda: N.deck_fire_start + 1 <= N.deck_fire_limit < N.deck_fire_start + 2,
    'is "Deck Fire", the ship gets that fire in addition to the one that the plane itself starts': lambda: played(
        test_damage.test_a_hit_starts_a_deck_fire_in_addition_to_table_11_rules_6
    ),
    (
        "roll one die and subtract 3. The result is the number of men in the section's repair party who are "
        "killed or wounded. When you choose the casualties, choose idle men first"
    ): lambda: die("rules", "men", "men") == {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 3},
    "side. Damage from planes at bearings 225 to 315 floods the port side, damage from 45 to 135 floods "
    "the starboard side, and all": lambda: (
        {b: damage.side_of(b) for b in range(0, 360, 45)}
        == {0: "", 45: "starboard", 90: "starboard", 135: "starboard", 180: "", 225: "port", 270: "port", 315: "port"}
    ),
    (
        "To find the ship's **trim**, subtract the flood points forward from those aft. To find her **list**,"
        " subtract the flood points to port from those to starboard. If list or trim is 3 or more, the ship"
    ): lambda: (
        flooded(("aft", "starboard")).ship.trim_points == 1
        and flooded(("aft", "starboard")).ship.list_points == 1
        and N.list_limit == 3
    ),
    "or more, the ship cannot try an emergency maneuver, and every mount fires at -1. At 10 flood points, roll": lambda: (
        gunnery.listing(flooded(*[("aft", "")] * 3))
        and not gunnery.listing(flooded(*[("aft", "")] * 2))
        and mod("rules", "list") == -1
        and N.flood_limit == 10
    ),
    "A near miss does only the damage listed in table 11-1": lambda: (
        {(c["effect"], c["points"]) for c in T["11-1"].cells.values() if c["points"]}
        == {("hull", 1), ("maneuver", 1), ("maneuver", 2), ("maneuver", 5), ("fuel", 2)}
    ),
    "bearing determines the section. A special attack plane has no bearing, so roll one die for the section": lambda: (
        die("rules", "side", "section") == {1: "forward", 2: "forward", 3: "midship", 4: "midship", 5: "aft", 6: "aft"}
    ),
    "A compartment that is already destroyed or flooded takes no more damage": lambda: (
        played(test_damage.test_hits_on_what_is_destroyed_or_flooded_are_superficial_without_notes_rules_6, "destroyed")
        and played(
            test_damage.test_hits_on_what_is_destroyed_or_flooded_are_superficial_without_notes_rules_6, "flooded"
        )
    ),
    "note A of the forward and aft tables): each hit on a primary or secondary compartment adds one "
    "flood point on the side from which the plane came.": lambda: (
        N.flood_per_hit == 1
        and played(test_damage.test_below_the_waterline_each_hit_floods_by_the_side_rules_6, 270, "port")
        and played(
            test_damage.test_below_the_waterline_primary_compartments_flood_too_note_a_rules_6,
            next(iter(test_damage.BELOW)),
            45,
            "starboard",
        )
    ),
    "Midship hits are never below the waterline": lambda: (
        not below_waterline("midship")
        and all(
            any(cell["sec"] == kind for cell in below_waterline(section))
            for section in ("forward", "aft")
            for kind in (True, False)
        )
    ),
    "Remove the flood point when the compartment is repaired or pumped out. A destroyed compartment keeps its "
    "flood points.": lambda: (
        played(test_control.test_removing_the_last_marker_removes_the_flooding_of_a_hit_rules_6)
        and played(test_control.test_pumping_out_restores_the_compartment_and_takes_its_flood_off_rules_7_2)
        and played(test_damage.test_below_the_waterline_markers_fire_flood_then_destruction_rules_6)
    ),
    "The water lines can fail, an officer can be killed, you can lose a support ship, or you can receive new "
    "orders. Very rarely, friendly fighters arrive": lambda: (
        [row("15", t)["effect"] for t in (2, 5, 4, 8, 3)] == ["water_lines", "officer", "sfs", "reassigned", "fighters"]
        and WAYS[3] == 2
    ),
    "If you roll a 12, the hit breaks the ship's back": lambda: (
        row("15", 12)["effect"] == "sunk" and played(test_wave.test_15_12_sinks_at_once)
    ),
    "| a stack is hit | you cannot try an emergency maneuver until the stack is repaired |": lambda: (
        wave.maneuver_barred(marked("stack-aft")) == "a stack is hit"
        and played(test_control.test_a_repaired_stack_allows_the_maneuver_again_rules_6)
    ),
    (
        "| a stack is destroyed | you cannot try an emergency maneuver until the stack is repaired at the anchorage |"
    ): lambda: (
        wave.maneuver_barred(marked("stack-aft", 2, destroyed=True)) == "a stack is hit"
        and played(test_anchorage.test_back_from_18_1_rules_9)
    ),
}
