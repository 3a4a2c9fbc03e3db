# ruff: noqa: E501
"""Claims of the page `readings`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import datetime

from picket_duty.rules import anchorage, coverage, damage, gunnery, raid, sequence, upkeep, wave
from picket_duty.state import PHASES, SECTIONS
from tests.manual.evidence import (
    CALM,
    WAYS,
    G,
    N,
    T,
    at,
    band,
    die,
    go,
    levels,
    maneuver_column,
    mod,
    mounts,
    plane,
    played,
    row,
    shift,
    start,
    support_shot,
)
from tests.rules import (
    test_anchorage,
    test_campaigns,
    test_control,
    test_damage,
    test_gunnery,
    test_raid,
    test_scenarios,
    test_setup,
    test_special,
    test_upkeep,
    test_wave,
    test_weather,
)

CLAIMS = {
    "that dead ahead only 5-inch 1 and 2 and 40 mm A and B bear": lambda: (
        {one for one in mounts() if levels(one, 0)} == {"5in-1", "5in-2", "40mm-A", "40mm-B"}
    ),
    "three eight-hour phases; three sections with their repair parties; five": lambda: (
        len(PHASES) == 3 and len(SECTIONS) == 3
    ),
    "tracks; five 5-inch, five 40 mm tubs, seven 20 mm and where they stand": lambda: (
        [sum(m.kind == k for m in mounts().values()) for k in ("5in", "40mm", "20mm")] == [5, 5, 7]
    ),
    "Jobs on the Mk 37 and both radars are forward's": lambda: (
        {e.id: e.section for e in T.sheet.equipment if e.id in ("mk37", "sc", "sg")}
        == {"mk37": "forward", "sc": "forward", "sg": "forward"}
    ),
    '"All aft 20 mm" are E, F and G': lambda: (
        T["11/aft"].cell(5, 5).effects[0].mounts == ("20mm-E", "20mm-F", "20mm-G")
    ),
    "One try a turn at land radar": lambda: played(test_setup.test_5_1_one_attempt_a_turn, 5, 1),
    "A day without an active station is no fighting day and has no end of turn": lambda: played(
        test_setup.test_2_2_no_active_station_no_duty, "1945-03-25"
    ),
    "AFS markers last for the phase, each is used once, several may meet at one plane": lambda: played(
        test_gunnery.test_several_afs_at_one_plane_rules_4_2
    ),
    "the rest of the day's phases is skipped, the end of the turn is played, and no rain or storm is left behind": lambda: (
        played(test_raid.test_8_2_phases_not_played_leave_no_rain_rules_4_3)
    ),
    "the first listed stay, Kikusui is halved before 22-1": lambda: played(
        test_raid.test_kikusui_at_night_is_halved_before_22_1
    ),
    "and a single plane halves to none": lambda: played(test_raid.test_night_one_plane_of_8_2_halves_to_none),
    "A typhoon's first day is today": lambda: played(test_weather.test_6_3_today_is_the_first_day_marked_off, 1, 2),
    "adds its days; no table 16 is rolled on the way in": lambda: played(
        test_weather.test_6_5_days_are_added_and_a_new_station_follows_without_table_16, 1, 2
    ),
    "the stopped die is rolled before the attack and holds for the phase; its +1 is for table 10 only": lambda: (
        mod("rules", "stopped") == 1
    ),
    "Scenarios 7 and 8 are not Kikusui. Neither are scenarios 1 and 6": lambda: (
        {n for n, one in T.scenarios.items() if not one.kikusui} == {1, 6, 7, 8}
    ),
    "Column of 19: captain plus engineering officer, worse with the maneuver track low": lambda: (
        [maneuver_column(maneuver=n) for n in (8, 7, 4)] == [0, -1, -2]
    ),
    "Everything is committed before a die falls; AFS, SFS, mounts, in that order": lambda: played(
        test_gunnery.test_afs_then_sfs_then_mounts_roll_in_that_order_rules_5_3
    ),
    "A flooded 40 mm magazine counts like a destroyed one. With both gone no tub fires": lambda: (
        played(test_gunnery.test_both_40_mm_magazines_gone_no_40_mm_fires_rules_5_3)
        and played(test_gunnery.test_9_2_nearest_40_mm_magazine, "A", "fwd", "flooded")
    ),
    "SFS fires as a 40 mm without modifiers, low and medium only": lambda: (
        support_shot("L").table == "9-2/40mm" and support_shot("L").modifiers == () and gunnery.SFS_LEVELS == ("L", "M")
    ),
    "torpedo low, bomb medium, Ohka high, at the modifier above": lambda: (
        gunnery.SPRAY_LEVEL == {"torpedo": "L", "bomb": "M", "ohka": "H"}
    ),
    "A flamed special plane loses its weapon; a bomb or torpedo plane then dives in the shot-down column": lambda: (
        wave.dive_roll(start(), plane(0, "L", "torpedo", "shot_down")).column == "shot_down"
    ),
    "14-1 is rolled once a wave": lambda: played(test_wave.test_14_1_once_a_wave_by_the_number_of_plane_hits, 2, "1-2"),
    "Each result that takes hull at or down to 0 rolls table 14 once": lambda: played(
        test_wave.test_14_each_result_at_or_down_to_0_rolls_once_rules_5_6, 2, 2, 1
    ),
    "a stack takes one marker and no fire": lambda: N.markers_stack == 1,
    "A 20 mm hit destroys the mount": lambda: (
        {
            e["do"]
            for s in SECTIONS
            for c in T[f"11/{s}"].raw.cells
            if c["name"].startswith("20mm Gun")
            for e in c["effects"]
        }
        == {"hit_20mm"}
        and damage.EFFECTS["hit_20mm"] is damage.destroy_mounts
    ),
    "costs its 5 points again": lambda: T["11/midship"].note("B").effects[0].points == 5,
    "Both fire rooms out: dead in the water": lambda: played(
        test_damage.test_both_fire_rooms_destroyed_is_dead_in_the_water_rules_6
    ),
    "A bridge destroyed by a hit (C, note C) kills captain and CPO. One hit kills a post at most once": lambda: (
        G["bridge"].destroyed_by_hit[0].posts == ("captain", "cpo")
        and played(test_damage.test_one_hit_kills_a_post_at_most_once_rules_6)
    ),
    "Deck fires by 12-1 and 12-3 lie aft for stern hits and": lambda: (
        {
            (c, t): e.section
            for c in ("12-1", "12-3")
            for t in WAYS
            for e in T[c].look_up(t).effects
            if e.do == "deck_fire"
        }
        == {
            ("12-1", 4): "aft",
            ("12-1", 10): "aft",
            ("12-1", 11): "forward",
            ("12-3", 3): "aft",
            ("12-3", 11): "forward",
        }
    ),
    "mounts 3, 4, E, forward for bow hits and mounts 1, 2, A, B": lambda: (
        [T["12-1"].look_up(t).effects[0].mounts for t in (10, 11)]
        == [("5in-3", "5in-4", "40mm-E"), ("5in-1", "5in-2", "40mm-A", "40mm-B")]
    ),
    "A near miss costs what 11-1 prints and nothing else": lambda: (
        {e["do"] for c in T["11-1"].raw.cells for e in c["effects"]}
        == {
            "lose_hull",
            "superficial",
            "none",
            "lose_maneuver",
            "lose_sfs",
            "random",
            "lose_fuel",
            "deck_fire",
            "destroy_equipment",
        }
    ),
    "floods by one point with each hit on the side of the bearing, a primary compartment too: markers, fire, flood, then destruction": lambda: (
        N.flood_per_hit == 1
        and played(test_damage.test_below_the_waterline_markers_fire_flood_then_destruction_rules_6)
    ),
    "It helps": lambda: mod("20", "emergency") == 2 and "emergency" not in T["21"].raw.modifiers,
    "One attempt each a round at flooding, one at counterflooding": lambda: (
        played(test_control.test_21_one_attempt_each_a_round_rules_7_2)
        and played(test_control.test_counterflooding_one_attempt_a_round)
    ),
    "means at least one man left on the job since the last round of the same phase": lambda: (
        played(test_control.test_20_continued_with_a_man_still_on_the_job_rules_7_4)
        and played(test_control.test_20_not_continued_into_the_next_phase_rules_7_4)
    ),
    "a job without a man does not roll": lambda: played(test_control.test_a_job_without_a_man_does_not_roll_rules_7_4),
    "Out of control it stays at level 3; table 16": lambda: N.deck_fire_limit == 3,
    "A deck fire not fought counts as failed": lambda: played(
        test_control.test_deck_fire_left_unfought_grows_and_burns_the_hull_rules_7_5
    ),
    "Morale's column is XO plus CPO": lambda: shift(upkeep.morale_roll(start(crew={"xo": 1, "cpo": 1}))) == 2,
    "One roll on 16 for a forced return": lambda: played(test_anchorage.test_one_table_16_however_many_reasons_rules_9),
    "is counted as for 18": lambda: anchorage.back_after(datetime.date(1945, 4, 1), 2) == datetime.date(1945, 4, 4),
    "damaged means any marker, fire, water, damaged or destroyed thing, or hull or maneuver below the start": lambda: (
        all(
            played(test_upkeep.test_15_8_what_counts_as_damaged_rules_8, getattr(test_upkeep, what))
            for what in ("marker", "fire", "flood", "item", "gun", "low_hull", "low_maneuver")
        )
    ),
    "Scenarios are judged after the returns of their last phase, before the end of the turn": lambda: played(
        test_scenarios.test_judged_after_the_last_phase_before_section_8_rules_10
    ),
    "long A counts 25 of them through": lambda: T.campaigns["long-a"].fighting_days == 25,
    "Mini: lost if sunk, in the rear, absent or unfinished on June 25, or forced off on the last fighting day": lambda: (
        played(test_campaigns.test_mini_campaign_absent_on_june_25_is_lost_rules_10)
        and played(test_campaigns.test_forced_off_on_the_last_fighting_day_loses_rules_10)
    ),
    "Kikusui dates bind advanced campaigns and patrols, all three phases, never scenarios": lambda: (
        not raid.kikusui_today(start(1))
        and raid.kikusui_today(start(patrol="1945-06-07", level="advanced"))
        and not raid.kikusui_today(start(patrol="1945-06-07"))
    ),
    "| row 9, `1350L` | 135L |": lambda: "135L" in row("8-1B", 9)["planes"],
    "| note A sends to D2 | D-2 |": lambda: T["D-2"].id == "D-2",
    "columns end at -2 and +2": lambda: (
        [T[c].column_of(n) for c in ("8-1", "19") for n in (-9, 9)] == ["-2", "+2", "-2", "+2"]
    ),
    "| nothing for one plane | one wave, special allowance as for 2-4 |": lambda: (
        T["8-3"].entry(1).fields == T["8-3"].entry(4).fields
    ),
    "| no row 12 or more | destroyed at all three altitudes |": lambda: (
        [row("9-2/5in", 12, c)["result"] for c in "LMH"] == ["destroyed"] * 3
    ),
    "| no totals 1 and 13 | 2 and 12 |": lambda: (
        [row("10", a, c) == row("10", b, c) for a, b in ((1, 2), (13, 12)) for c in T["10"].raw.columns] == [True] * 8
    ),
    "row 1 column 2, `Trune`": lambda: T["11/forward"].cell(1, 2)["name"] == "Trunk Hit",
    "row 8 column 3 lacks its mark": lambda: T["11/forward"].cell(8, 3)["sec"],
    "| the same name in several cells | in one section one compartment, in two sections two; below the waterline goes by the cell |": lambda: (
        {
            (c["row"], c["col"]): c["below_waterline"]
            for c in T["11/forward"].raw.cells
            if c["name"] == "Repair Stores Hit"
        }
        == {(6, 1): True, (9, 3): False}
    ),
    "row 4 column 1 blank": lambda: T["11-1"].cell(4, 1)["effect"] == "none",
    "roll 4 names table 10-1": lambda: T["12-3"].look_up(4)["result"] == "near_miss",
    "| count as 2; a natural 2 stays 2 |": lambda: T["16"].natural == (2,) and row("16", 0) == row("16", 2),
    "roll 1 filled in one column": lambda: not any(row("17", 1, c)["declared"] for c in T["17"].raw.columns),
    "totals outside the rows": lambda: T["20"].raw.clamp and T["23"].raw.clamp,
    "| a 7 with the modifier | counts as 6 |": lambda: row("24", 7) == row("24", 6),
    "`20mm D -` | midship, starboard": lambda: (
        mounts("dunlap")["20mm-D"].section == "midship"
        and levels("20mm-D", 90, "dunlap") == "LM"
        and not levels("20mm-D", 270, "dunlap")
    ),
    "four 40 mm in the text, two on the chart": lambda: sum(m.kind == "40mm" for m in mounts("dunlap").values()) == 2,
    "The die for water lines of 15 result 2 comes first in each later phase": lambda: (
        go(at(start(), lines_out=True), sequence.play_phase, {**CALM, "15:still_out": 1}).tables()[0] == "15:still_out"
    ),
    "Coverage is rolled before the night die, and only if weather allows an attack": lambda: (
        [one for one in go(start(phase=2), sequence.play_phase, CALM).tables() if one in ("6-1", "7-1", "8-1:night")]
        == ["6-1", "7-1", "8-1:night"]
    ),
    "8-2 in the evening skips no phase": lambda: played(
        test_raid.test_8_2_in_the_evening_the_rain_of_that_phase_counts_rules_4_3
    ),
    "A typhoon has no damage control rounds, ends a declaration, and if she rides it out wins a scenario": lambda: (
        played(test_weather.test_typhoon_ends_the_turn_and_with_it_the_declaration_rules_7_1)
        and played(test_weather.test_typhoon_in_a_scenario, 7, "us_win")
    ),
    "destroyed then, it counts once for the ace": lambda: played(
        test_gunnery.test_the_records_count_a_plane_once_flamed_or_destroyed
    ),
    "carrier markers, land markers, SFS, 5-inch, 40 mm, 20 mm": lambda: (
        coverage.TYPES == ("carrier", "land")
        and [m.kind for m in T.ships["fletcher"].mounts] == ["5in"] * 5 + ["40mm"] * 5 + ["20mm"] * 7
    ),
    "First all weapons of the box in order of entry": lambda: played(
        test_special.test_all_weapons_before_the_first_dive_rules_5_4
    ),
    "A special plane with two hits still dives in the special column and brings two markers; a flamed one brings one": lambda: (
        wave.dive_roll(start(), plane(0, "L", "bomb", "damaged")).column == "special"
    ),
    "Only 15 result 7 with no land radar working makes it a miss": lambda: played(
        test_wave.test_15_7_with_no_land_radar_working_is_a_miss_rules_5_5, "basic"
    ),
    "level 3 with one hit": lambda: N.deck_fire_start + 1 == 3,
    "The bridge die comes first; if it stands, the captain's": lambda: (
        T["11/forward"].cell(5, 4).effects[0].notes == ("C destroyed", "C captain")
        and die("11/forward", "C destroyed", "result")[6] == "destroyed"
        and [t for t, r in die("11/forward", "C captain", "result").items() if r == "killed"] == [5, 6]
    ),
    "The steering room destroyed by markers stops the ship": lambda: (
        [e.do for e in G["steering"].out] == ["dead_in_water"]
    ),
    "is paid once: pumped out and lost again, it costs no more": lambda: played(
        test_damage.test_an_engine_room_that_has_paid_pays_no_more_when_destroyed_rules_7_2
    ),
    "Voluntary flooding fills the flood track at both levels": lambda: played(test_control.test_21_success_rules_7_2),
    "the game asks only before a later wave, once its planes are known": lambda: played(
        test_control.test_17_stands_through_the_next_wave_and_its_round_then_may_be_rescinded_rules_7_1
    ),
    "Jobs roll in order: deck fires, compartments, equipment, directors and mounts, secondary compartments": lambda: (
        played(test_control.test_jobs_and_whose_men_they_take_rules_2_and_7_3)
    ),
    "All deck fires grow first, then each burns the hull and rolls for itself": lambda: played(
        test_control.test_each_deck_fire_costs_a_hull_point_rules_7_5
    ),
    "`gun-repair` takes all hits off a mount": lambda: played(
        test_control.test_gun_repair_option_gives_the_bonus_back_rules_11
    ),
    "The flood track stops at 10": lambda: N.flood_limit == 10,
    "Destroyed, for relief, are mounts, directors, compartments, equipment and secondary compartments, each counting one": lambda: (
        played(test_upkeep.test_four_things_are_mounts_directors_compartments_equipment_secondaries)
    ),
    "18-1 and 6-5 mend hits on mounts that still stand": lambda: played(test_anchorage.test_back_from_18_1_rules_9),
    "Leaving in a scenario rolls 16, for she may sink, but not 18": lambda: played(
        test_scenarios.test_leaving_the_station_is_a_japanese_victory_rules_9, 2
    ),
    "| Planes at gun range shot down, Kikusui waves | 58-66 % |": lambda: band("shot down", "bare guns") == (58, 66),
    "| Planes at gun range that hit, Kikusui waves | 20-27 % |": lambda: band("hits", "bare guns") == (20, 27),
    "| Planes at gun range shot down, ordinary raids | 66-74 % |": lambda: (
        band("shot down", "bare guns, ordinary") == (66, 74)
    ),
    "| Planes at gun range that hit, ordinary raids | 17-24 % |": lambda: (
        band("hits", "bare guns, ordinary") == (17, 24)
    ),
    "| One ordinary basic day, fresh ship: she is hit | 42-52 % |": lambda: band("day hit", "ordinary day") == (42, 52),
    "| Attacked Kikusui day phases on which she is hit | 60-75 % |": lambda: band("phase hit", "kikusui") == (60, 75),
    "| One ordinary basic day, fresh ship: lost per plane hit | 7-11 % |": lambda: (
        band("lost", "ordinary day") == (7, 11)
    ),
    "| Scenario 1 won | 90-97 % |": lambda: band("wins", "scenario 1") == (90, 97),
    "| Scenarios 2, 3, 4, 5 won | 42-55 % |": lambda: (
        {band("wins", f"scenario {n}") for n in (2, 3, 4, 5)} == {(42, 55)}
    ),
    "| Scenario 6 won | 75-85 % |": lambda: band("wins", "scenario 6") == (75, 85),
    "| Scenario 7 won | 60-70 % |": lambda: band("wins", "scenario 7") == (60, 70),
    "| Scenario 8 won | 62-73 % |": lambda: band("wins", "scenario 8") == (62, 73),
    "| Scenario 2 won by random orders | 10-20 % |": lambda: band("wins", "random") == (10, 20),
    "| Scenario 2 won with no man at work | below 20 % |": lambda: band("wins", "no men") == (0, 20),
    "| Ships sunk in long campaign B, advanced | 6-10 |": lambda: band("ships sunk", "long-b") == (6, 10),
    "| Long campaign B, worn ships: lost per plane hit | 9-13 % |": lambda: band("lost", "long-b") == (9, 13),
}
