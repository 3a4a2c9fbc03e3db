# ruff: noqa: E501
"""Claims of the page `damage`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import damage, gunnery
from tests.manual.evidence import G, N, T, die, flooded, mod, must_return, row
from tests.rules import test_damage, test_wave

CLAIMS = {
    "notes. A roll of 1 can destroy the compartment at once. Then fill in 2 hit markers": lambda: (
        N.markers_fresh == 2
        and T["11/forward"].die("E").look_up(1)["result"] == "explosion"
        and T["11/aft"].die("D").look_up(1)["result"] == "explosion"
    ),
    "afire. Fill in 1 marker for any other plane. The compartment also catches fire. A stack that is hit takes 1 marker but does": lambda: (
        (N.markers_other, N.markers_stack) == (1, 1)
    ),
    "the ship loses 1 hull point, and": lambda: N.hull_loss_destroyed == 1,
    'to see whether a 5-inch or 40 mm mount is damaged or destroyed. Each "damaged" result gives the mount one hit. The mount fires at -1 for each hit, and': lambda: (
        N.mount_hits == 3
        and mod("9-2/5in", "hit") == -1
        and die("11/forward", "B 5in", "result")
        == {1: "damaged", 2: "damaged", 3: "damaged", 4: "destroyed", 5: "destroyed", 6: "destroyed"}
    ),
    "hit destroys a 20 mm mount.": lambda: T["11/forward"].cell(0, 1).effects[0].notes == ("B director", "B gun"),
    "If you roll a 7, you lose a land": test_wave.test_15_7_with_a_working_land_radar_takes_it_off_line_and_keeps_the_hit_rules_5_5,
    "| you lose 5 maneuver points": lambda: (
        T["11/midship"].note("B").effects[0].points == 5
        and {e.points for c in T["11/aft"].cells.values() for e in c.effects if e.do == "lose_maneuver"} == {5}
    ),
    "or a boiler explodes | maneuver falls to 0 |": lambda: (
        [e.do for e in G["steering"].out] == ["dead_in_water"]
        and [e.do for e in T["11/midship"].die("A").look_up(1).effects] == ["dead_in_water"]
        and "dead_in_water" in [e.do for e in T["11/aft"].cell(0, 4).effects]
    ),
    "| both fire rooms are destroyed or flooded | maneuver falls to 0, and": test_damage.test_both_fire_rooms_destroyed_is_dead_in_the_water_rules_6,
    "| you lose 4 fuel points |": lambda: [G[f"fuel-{place}"].out[0].points for place in ("fwd", "aft")] == [4, 4],
    "column of table 8-1 shifts by -1 for each |": lambda: (
        [mod("8-1", place) for place in ("cic", "bridge", "radio")] == [-1, -1, -1]
    ),
    "maneuver falls to 0 | | a fire room explodes | maneuver falls to 0, and": lambda: (
        [[e.do for e in T["21-1"].raw.column_effects[k]] for k in ("engine_rooms", "fire_rooms")]
        == [["dead_in_water"], ["dead_in_water", "lose_gun_bonuses"]]
    ),
    "At maneuver 0, the ship is": lambda: must_return(maneuver=0) == ["dead in the water"],
    "starts at level 2. If another deck fire starts in the same section, the level rises by 1. If the level would rise above 3, the fire is out": lambda: (
        (N.deck_fire_start, N.deck_fire_limit) == (2, 3)
    ),
    "roll one die and subtract 3. The result is": lambda: (
        die("rules", "men", "men") == {1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 3}
    ),
    "at bearings 225 to 315 floods the port side, damage from 45 to 135 floods the": lambda: (
        {b: damage.side_of(b) for b in range(0, 360, 45)}
        == {0: "", 45: "starboard", 90: "starboard", 135: "starboard", 180: "", 225: "port", 270: "port", 315: "port"}
    ),
    "list or trim is 3 or more, the ship": lambda: (
        flooded(("aft", "starboard")).ship.trim_points == 1
        and flooded(("aft", "starboard")).ship.list_points == 1
        and N.list_limit == 3
    ),
    "mount fires at -1. At 10 flood points,": lambda: (
        gunnery.listing(flooded(*[("aft", "")] * 3))
        and not gunnery.listing(flooded(*[("aft", "")] * 2))
        and mod("rules", "list") == -1
        and N.flood_limit == 10
    ),
    "listed in table 11-1": lambda: (
        {(c["effect"], c["points"]) for c in T["11-1"].cells.values() if c["points"]}
        == {("hull", 1), ("maneuver", 1), ("maneuver", 2), ("maneuver", 5), ("fuel", 2)}
    ),
    "bearing, so roll one die for the": lambda: (
        die("rules", "side", "section") == {1: "forward", 2: "forward", 3: "midship", 4: "midship", 5: "aft", 6: "aft"}
    ),
    "compartment adds one flood point on": lambda: N.flood_per_hit == 1,
    "If you roll a 12, the hit breaks": lambda: row("15", 12)["effect"] == "sunk",
}
