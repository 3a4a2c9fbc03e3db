"""Claims of the page `glossary`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.rules import wave
from picket_duty.state import PHASES, SECTIONS, Plane
from tests.manual.evidence import N, T, guns, levels, mod, must_return, plane, played, row, start
from tests.odds.engine_dice import play_with
from tests.rules import test_anchorage, test_campaigns, test_control, test_damage, test_gunnery

CLAIMS = {
    "a day that begins with a ship on station and on which at least one phase is played": lambda: played(
        test_campaigns.test_a_fighting_day_needs_a_phase_played_also_if_the_ship_leaves_during_it_rules_10
    ),
    "a gun crew that has been credited with three planes and fires at +1": lambda: (
        N.ace_planes == 3 and mod("9-2/40mm", "ace") == 1
    ),
    "the largest number of special attack planes that a wave may include": lambda: (
        T["8-3"].entry(7)["special"] == [2, 2, 0]
    ),
    "L (low), M (medium) or H (high); it never changes during a wave": lambda: T["9-1"].raw.columns == ["L", "M", "H"],
    "0 (bow) to 315 in steps of 45": lambda: (
        sorted(b for s in SECTIONS for b in T[f"11/{s}"].only) == list(range(0, 360, 45))
    ),
    "| dead in the water | unable to move, because maneuver is at 0": lambda: (
        must_return(maneuver=0) == ["dead in the water"]
    ),
    "out of action until the ship is repaired": lambda: played(test_anchorage.test_back_from_18_1_rules_9),
    'a *Flamed* result; it may still hit the ship, so when it dives, roll in the "shot down" column '
    "of table 10": lambda: (
        N.hits_flamed == 3 and wave.dive_roll(start(), plane(state="shot_down")).column == "shot_down"
    ),
    "| credit | recognition for setting a plane afire or splashing it; it goes to the first gun, "
    "support ship or fighter to do so": lambda: (
        played(test_gunnery.test_the_mount_with_the_decisive_hit_gets_the_credit_rules_11)
        and played(test_gunnery.test_the_records_count_a_plane_once_flamed_or_destroyed)
    ),
    "| L, M, H | low, medium and high altitude; LM beside a gun means that it reaches low and medium planes": lambda: (
        levels("20mm-A", 90) == "LM" and T["9-1"].raw.columns == ["L", "M", "H"]
    ),
    "| NA | no attack |": lambda: "NA" in {row("8-1", t, "+2")["result"] for t in (11, 12)},
    "a compartment that takes hit markers; all primary compartments except the stacks can burn": lambda: played(
        test_damage.test_a_stack_takes_one_marker_and_no_fire_rules_6, "undamaged"
    ),
    "| section | one of the ship's three parts: forward, midship or aft |": lambda: (
        SECTIONS == ("forward", "midship", "aft")
    ),
    "mount at a special attack plane; the roll gets -2": lambda: mod("rules", "spray") == -2,
    "| strike | a hit on the ship, either by a plane that crashes into her or by its weapon": lambda: (
        (bomber := PlanOdds(play_with(planes=(Plane(0, 0, "L", "Val", "bomb", True),))).wave({})).expected
        > bomber.planes[0].dive
        > 0
    ),
    "| turn | one day, made up of three": lambda: len(PHASES) == 3,
    "| Mk 37 | the director of the 5-inch mounts |": lambda: (
        guns(start(), "5in-1", "M") == {"Mk 37 director": 1} and "Mk 37 director" not in guns(start(), "40mm-A", "M")
    ),
    "| wave | one part of a raid; you play each wave to its end before the next one comes": lambda: played(
        test_control.test_one_round_after_each_wave_and_three_after_the_last_rules_4_5
    ),
}
