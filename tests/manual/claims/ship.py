# ruff: noqa: E501
"""Claims of the page `ship`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.analysis.officers import load_officers
from picket_duty.rules import control, damage, gunnery, stations, wave
from picket_duty.state import CHIEFS, POSTS
from picket_duty.text.names import POST_NAMES, title_case
from tests.manual.evidence import (
    WAYS,
    G,
    N,
    T,
    at,
    go,
    levels,
    marked,
    mod,
    mounts,
    must_return,
    raid_shift,
    row,
    sky,
    totals,
)
from tests.rules import test_setup, test_upkeep
from tests.rules.script import CALM, blow, start


def officer_row(post: str) -> str:
    """The row of the table of officers that the measured numbers make."""
    worth = load_officers().posts[post]
    return f"| {title_case(POST_NAMES[post])} | {worth.points:.1f} ({worth.error:.1f}) |"


CLAIMS = {
    "figures come from 16,000 basic games of scenario 3,": lambda: (
        (load_officers().games, load_officers().scenario, load_officers().level) == (16000, 3, "basic")
    ),
    "captain won 30% of these games with a -2 gunnery officer and 79% with a +2 gunnery officer.": lambda: (
        (load_officers().gunnery["-2"], load_officers().gunnery["2"]) == (30, 79)
    ),
    **{officer_row(post): (lambda post=post: post in load_officers().posts) for post in POSTS},
    "## Five tracks": lambda: [N.ammunition, N.fuel, N.hull, N.maneuver, start().ship.flood] == [10, 10, 6, 10, 0],
    "| Ammunition | 10 |": lambda: N.ammunition == 10,
    "at 0, no mount can": lambda: gunnery.all_silent(at(start(), ammunition=0)) == "no ammunition",
    "| Fuel | 10 |": lambda: N.fuel == 10,
    "at 0, the ship cannot": lambda: wave.maneuver_barred(at(start(), fuel=0)) == "no fuel",
    "Hull integrity | 6 |": lambda: N.hull == 6,
    "at 0, the ship may sink (table 14) and must return": lambda: (
        must_return(hull=0) == ["hull integrity gone"] and totals("14", "sinks", True) == {2, 3, 4, 5}
    ),
    "| Maneuver | 10 |": lambda: N.maneuver == 10,
    "at 0, the ship is dead": lambda: must_return(maneuver=0) == ["dead in the water"],
    "| Flood | 0 | this track counts up; at 10, the ship may": lambda: start().ship.flood == 0 and N.flood_limit == 10,
    "starts at 0 and ranges from -4 to +4": lambda: N.morale_limit == 4 and start().ship.morale == 0,
    "repair roll gets +1 if morale is above 0 and -1 if it is below 0.": lambda: (
        (mod("20", "morale_positive"), mod("20", "morale_negative")) == (1, -1)
    ),
    "has a value from -2 to +2, rolled on table V-1. Any officer or chief can be killed (table 13). A replacement takes over at once": lambda: (
        {row("V-1", t)["value"] for t in WAYS} == set(range(-2, 3))
        and go(start(), lambda p: damage.kill_post(p, "captain", blow()), {"V-1": 12}).play.ship.crew["captain"].value
        == 2
    ),
    "be killed (table 13)": lambda: {row("13", t)["killed"] for t in range(2, 13)} - {None} == set(POSTS),
    "(table 17) |": lambda: (
        go(start(crew={"captain": 2}), control.declare, {"17": 2}, {"emergency declaration": "yes"}).roll("17").column
        == "+2"
    ),
    "(table 20) |": lambda: (
        CHIEFS == {"forward": "repair_one_chief", "midship": "repair_two_chief", "aft": "repair_three_chief"}
    ),
    "14 men forward, 10 amidships and 13 aft": lambda: N.men == {"forward": 14, "midship": 10, "aft": 13},
    "takes more than three": lambda: N.men_per_job == 3,
    "| 5-inch mounts 1 and 2 | forward |": lambda: [mounts()[f"5in-{n}"].section for n in (1, 2)] == ["forward"] * 2,
    "| 5-inch mounts 3, 4 and 5 | aft |": lambda: [mounts()[f"5in-{n}"].section for n in (3, 4, 5)] == ["aft"] * 3,
    "| 40 mm tubs A and B |": lambda: [mounts()[f"40mm-{n}"].section for n in "AB"] == ["forward"] * 2,
    "| 40 mm tubs C and D |": lambda: [mounts()[f"40mm-{n}"].section for n in "CD"] == ["midship"] * 2,
    "| 40 mm tub E | aft |": lambda: mounts()["40mm-E"].section == "aft",
    "| 20 mm mounts A to D": lambda: [mounts()[f"20mm-{n}"].section for n in "ABCD"] == ["midship"] * 4,
    "| 20 mm mounts E, F": lambda: (
        [mounts()[f"20mm-{n}"].section for n in "EFG"] == ["aft"] * 3 and len(mounts()) == 17
    ),
    "Only two 5-inch mounts and two 40 mm tubs can fire": lambda: (
        {mount for mount in mounts() if levels(mount, 0)} == {"5in-1", "5in-2", "40mm-A", "40mm-B"}
    ),
    "Each 5-inch mount has": lambda: (
        [mounts()[f"5in-{n}"].magazine for n in range(1, 6)] == [f"5in-mgz-{n}" for n in range(1, 6)]
    ),
    "All 20 mm mounts draw on one magazine aft. The 40 mm tubs share two magazines. Tubs A and B are nearer to the forward magazine, and tubs C, D and E are nearer to the after one": lambda: (
        {mounts()[f"20mm-{n}"].magazine for n in "ABCDEFG"} == {"20mm-mgz-aft"}
        and [mounts()[f"40mm-{n}"].magazine[-3:] for n in "ABCDE"] == ["fwd", "fwd", "aft", "aft", "aft"]
    ),
    "A tub fires at -1 if its nearer magazine is destroyed or flooded. If both magazines are": lambda: (
        mod("9-2/40mm", "magazine") == -1
    ),
    "rooms take 4 markers each. The CIC, the radio room, the bridge and the steering room take 3 markers each, and the stacks take 2 each. A": lambda: (
        {compartment.markers for compartment in G.values() if compartment.kind == "control"} == {3}
        and {compartment.markers for compartment in G.values() if compartment.kind == "stack"} == {2}
    ),
    "new station, roll twice more: once for": lambda: (
        go(start(step="turn"), stations.assign_station, CALM).tables()[-2:] == ["3-1", "4-1"]
    ),
    "Both FDT and SFS shift the column of table 8-1. The FDT also": lambda: (
        raid_shift(fdt=True)["FDT present"] == 1
        and raid_shift(sfs=2)["Each SFS marker available"] == 2
        and mod("7-2", "fdt") == 1
        and "SFS 1" in gunnery.plan_choice(sky(start(sfs=1))).slots
    ),
    "2-2. If no station is": test_setup.test_2_2_a_day_without_duty_ends_the_old_assignment_rules_3,
    "and when result 8 on table 15 sends you to one. In the advanced": test_upkeep.test_15_8_an_undamaged_ship_gets_a_new_station_without_stores_rules_8,
    "the stacks take 2 each. A": lambda: (
        wave.maneuver_barred(marked("stack-fwd")) == "a stack is hit"
        and not marked("cic", 2).ship.compartments["cic"].out
        and "CIC destroyed" not in raid_shift(marked("cic", 2))
    ),
    "the Mk 37 director for the 5-inch mounts, a director for each 40 mm tub, the SC": lambda: (
        {compartment.id for compartment in T.sheet.equipment}
        == {"mk37", "sc", "sg", "water-lines", "rudder", "port-shaft", "stbd-shaft"}
        and all(hasattr(mount, "director") for mount in start().ship.mounts.values())
    ),
}
