# ruff: noqa: E501
"""Claims of the page `readings`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import datetime
from collections import Counter
from itertools import pairwise

from picket_duty.book.effects import Hit20mm
from picket_duty.rules import anchorage, coverage, damage, gunnery, raid, scenario, sequence, upkeep, wave
from picket_duty.state import PHASES, SECTIONS
from tests.manual.evidence import (
    ALWAYS_ADVANCED,
    CALM,
    WAYS,
    G,
    N,
    T,
    a_hit,
    aces_after_repairs,
    after_absence,
    all_aft_20_mm,
    at,
    below_waterline,
    boiler_explosion,
    by_column,
    cover,
    die,
    does,
    flooded,
    flooding_failed,
    go,
    levels,
    maneuver_column,
    marked,
    mean_planes,
    mean_raid,
    mending,
    mod,
    mounts,
    must_return,
    plane,
    played,
    raid_shift,
    relieved_after_sinking,
    row,
    shift,
    sky,
    start,
    station_modifier,
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
    "Dead ahead, only 5-inch 1 and 2 and 40 mm A and B bear (S)": lambda: (
        {mount for mount in mounts() if levels(mount, 0)} == {"5in-1", "5in-2", "40mm-A", "40mm-B"}
    ),
    "Known (S): a turn is a day of three eight-hour phases. The ship has three sections with their repair parties, five": lambda: (
        len(PHASES) == 3 and len(SECTIONS) == 3
    ),
    "tracks, five 5-inch, five 40 mm tubs and seven 20 mm, at the places listed": lambda: (
        [sum(m.kind == k for m in mounts().values()) for k in ("5in", "40mm", "20mm")] == [5, 5, 7]
    ),
    "Jobs on the Mk 37 and both radars take men from the forward section": lambda: (
        {e.id: e.section for e in T.sheet.equipment if e.id in ("mk37", "sc", "sg")}
        == {"mk37": "forward", "sc": "forward", "sg": "forward"}
    ),
    '"All aft 20 mm" are E, F and G': lambda: (
        T["11/aft"].cell(5, 5).effects[0].mounts == ("20mm-E", "20mm-F", "20mm-G")
    ),
    "There is one attempt at land radar per turn": lambda: played(test_setup.test_5_1_one_attempt_a_turn, 5, 1),
    "A day without an active station is not a fighting day and has no end-of-turn steps": lambda: played(
        test_setup.test_2_2_no_active_station_no_duty, "1945-03-25"
    ),
    "AFS markers last for the phase. Each is used once, and several may attack the same plane": lambda: played(
        test_gunnery.test_several_afs_at_one_plane_rules_4_2
    ),
    "Weather in table 8-2: the rest of the day's phases are skipped and the end of the turn is played. No rain or storm carries over": lambda: (
        played(test_raid.test_8_2_phases_not_played_leave_no_rain_rules_4_3)
    ),
    "and the planes listed first stay. A Kikusui raid is halved before table 22-1": lambda: played(
        test_raid.test_kikusui_at_night_is_halved_before_22_1
    ),
    "A single plane becomes none": lambda: played(test_raid.test_night_halves_one_plane_of_8_2_to_none),
    "A typhoon's first day is today": lambda: played(test_weather.test_6_3_today_is_the_first_day_marked_off, 1, 2),
    "Table 6-5 adds its days; she does not roll on table 16 on the way in": lambda: played(
        test_weather.test_6_5_days_are_added_and_a_new_station_follows_without_table_16, 1, 2
    ),
    "the die for stopping is rolled before the attack and holds for the phase. Its +1 applies to table 10 only": lambda: (
        mod("rules", "stopped") == 1
    ),
    "Scenarios 1, 6, 7 and 8 are not Kikusui": lambda: (
        {n for n, one in T.scenarios.items() if not one.kikusui} == {1, 6, 7, 8}
    ),
    "Column of table 19: captain plus engineering officer, worse with a low maneuver track": lambda: (
        [maneuver_column(maneuver=n) for n in (8, 7, 4)] == [0, -1, -2]
    ),
    "All orders are given before any die is rolled. AFS fire first, then SFS, then mounts": lambda: played(
        test_gunnery.test_afs_then_sfs_then_mounts_roll_in_that_order_rules_5_3
    ),
    "A flooded 40 mm magazine counts as destroyed. With both gone, no tub fires": lambda: (
        played(test_gunnery.test_40_mm_mounts_are_silent_without_both_magazines_rules_5_3)
        and played(test_gunnery.test_9_2_nearest_40_mm_magazine, "A", "fwd", "flooded")
    ),
    "SFS fires like a 40 mm mount without modifiers, at low and medium only": lambda: (
        support_shot("L").table == "9-2/40mm" and support_shot("L").modifiers == () and gunnery.SFS_LEVELS == ("L", "M")
    ),
    "Spray fire counts torpedo planes as low, bomb planes as medium and Ohka carriers as high, with the modifier above": lambda: (
        gunnery.SPRAY_LEVEL == {"torpedo": "L", "bomb": "M", "ohka": "H"}
    ),
    'A special attack plane set afire loses its weapon. A bomb or torpedo plane then dives in the "shot down" column': lambda: (
        wave.dive_roll(start(), plane(0, "L", "torpedo", "shot_down")).column == "shot_down"
    ),
    "Table 14-1 is rolled once per wave": lambda: played(
        test_wave.test_14_1_once_a_wave_by_the_number_of_plane_hits, 2, "1-2"
    ),
    "Each result that takes hull to 0, or takes more when it is already 0, calls for one roll on table 14": lambda: (
        played(test_wave.test_14_each_result_that_leaves_hull_0_rolls_once_rules_5_6, 2, 2, 1)
    ),
    "A stack takes one marker and no fire": lambda: N.markers_stack == 1,
    "A 20 mm hit destroys the mount": lambda: (
        {
            e.do
            for s in SECTIONS
            for c in T[f"11/{s}"].cells.values()
            if c["name"].startswith("20mm Gun")
            for e in c.effects
        }
        == {"hit_20mm"}
        and damage.CARRIED[Hit20mm] is damage.hit_20mm
    ),
    "costs its 5 points again": lambda: T["11/midship"].note("B").effects[0].points == 5,
    "With both fire rooms out, she is dead in the water": lambda: played(
        test_damage.test_both_fire_rooms_destroyed_is_dead_in_the_water_rules_6
    ),
    "A bridge destroyed by a hit (C, note C) kills captain and CPO. One hit kills the holder of a post at most once": lambda: (
        G["bridge"].destroyed_by_hit[0].posts == ("captain", "cpo")
        and played(test_damage.test_one_hit_kills_a_post_at_most_once_rules_6)
    ),
    "Deck fires from tables 12-1 and 12-3 are aft for stern hits and": lambda: (
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
    "mounts 3, 4 and E, and forward for bow hits and mounts 1, 2, A and B": lambda: (
        [T["12-1"].look_up(t).effects[0].mounts for t in (10, 11)]
        == [("5in-3", "5in-4", "40mm-E"), ("5in-1", "5in-2", "40mm-A", "40mm-B")]
    ),
    "A near miss costs only what table 11-1 prints": lambda: (
        {e.do for c in T["11-1"].cells.values() for e in c.effects}
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
    "takes one flood point with each hit, on the side of the bearing, in a primary compartment too. The order is markers, fire, flood, destruction": lambda: (
        N.flood_per_hit == 1
        and played(test_damage.test_below_the_waterline_markers_fire_flood_then_destruction_rules_6)
    ),
    "It helps table 20, not 21": lambda: mod("20", "emergency") == 2 and "emergency" not in T["21"].raw.modifiers,
    "There is one flooding attempt per round for each compartment, and one counterflooding attempt": lambda: (
        played(test_control.test_21_allows_one_attempt_per_compartment_and_round_rules_7_2)
        and played(test_control.test_counterflooding_one_attempt_a_round)
    ),
    "means that at least one man has stayed on the job since the last round of the same phase": lambda: (
        played(test_control.test_20_continued_with_a_man_still_on_the_job_rules_7_4)
        and played(test_control.test_20_not_continued_into_the_next_phase_rules_7_4)
    ),
    "Table 20 has its own columns for deck fires and other jobs. A job without men gets no roll": lambda: played(
        test_control.test_a_job_without_a_man_does_not_roll_rules_7_4
    ),
    "A fire out of control stays at level 3, and table 16 is": lambda: N.deck_fire_limit == 3,
    "A deck fire that nobody fights counts as failed": lambda: played(
        test_control.test_deck_fire_left_unfought_grows_and_burns_the_hull_rules_7_5
    ),
    "The column for morale is XO plus CPO": lambda: shift(upkeep.morale_roll(start(crew={"xo": 1, "cpo": 1}))) == 2,
    "A forced return calls for one roll on table 16, no matter how many reasons there are. Fire and flood call for it at once, and that roll replaces the later one": lambda: (
        played(test_anchorage.test_one_table_16_however_many_reasons_rules_9)
    ),
    "The day of return for tables 18-1, 6-5 and 15 result 8 is counted the same way as for table 18": lambda: (
        anchorage.back_after(datetime.date(1945, 4, 1), 2) == datetime.date(1945, 4, 4)
    ),
    'Table 15 result 8, once per turn: "damaged" means any marker, fire, water, damaged or destroyed item, or hull or maneuver below its starting value': lambda: (
        all(
            played(test_upkeep.test_15_8_what_counts_as_damaged_rules_8, getattr(test_upkeep, what))
            for what in ("marker", "fire", "flood", "item", "gun", "low_hull", "low_maneuver")
        )
    ),
    "Scenarios are judged after the returns of their last phase, before the end of the turn": lambda: played(
        test_scenarios.test_judged_after_the_last_phase_before_section_8_rules_10
    ),
    "Long A plays 25 of them in five stages, with a squadron": lambda: (
        (data := T.campaigns["long-a"]).fighting_days == 25 and data.stage_days * 5 == 25
    ),
    "Mini is lost if the ship is sunk, in the rear, absent or unfinished on June 25, or forced off on the last fighting day": lambda: (
        played(test_campaigns.test_mini_campaign_absent_on_june_25_is_lost_rules_10)
        and played(test_campaigns.test_forced_off_on_the_last_fighting_day_loses_rules_10)
    ),
    "Kikusui dates apply to advanced campaigns and patrols, in all three phases, and never to scenarios": lambda: (
        not raid.kikusui_today(start(1))
        and raid.kikusui_today(start(patrol="1945-06-07", level="advanced"))
        and not raid.kikusui_today(start(patrol="1945-06-07"))
    ),
    "| row 9, `1350L` | 135L |": lambda: "135L" in row("8-1B", 9)["planes"],
    "| note A refers to D2 | D-2 |": lambda: T["D-2"].id == "D-2",
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
    "| 11, all sections | the same name in several cells | one compartment in one section, two in two sections; each cell says whether it is below the waterline |": lambda: (
        {at: c["below_waterline"] for at, c in T["11/forward"].cells.items() if c["name"] == "Repair Stores Hit"}
        == {(6, 1): True, (9, 3): False}
    ),
    "row 4 column 1 blank": lambda: T["11-1"].cell(4, 1)["effect"] == "none",
    "| 12-3 | roll 4 names table 10-1 | 11-1 |": lambda: T["12-3"].look_up(4)["result"] == "near_miss",
    "| 16 | totals below 2 | count as 2; a natural 2 stays 2 |": lambda: (
        T["16"].natural == (2,) and row("16", 0) == row("16", 2)
    ),
    "roll 1 filled in for one column only": lambda: not any(row("17", 1, c)["declared"] for c in T["17"].raw.columns),
    "totals outside the rows": lambda: T["20"].raw.clamp and T["23"].raw.clamp,
    "| a 7 with the modifier | counts as 6 |": lambda: row("24", 7) == row("24", 6),
    "`20mm D -` | midship, starboard": lambda: (
        mounts("dunlap")["20mm-D"].section == "midship"
        and levels("20mm-D", 90, "dunlap") == "LM"
        and not levels("20mm-D", 270, "dunlap")
    ),
    "four 40 mm in the text, two on the chart": lambda: sum(m.kind == "40mm" for m in mounts("dunlap").values()) == 2,
    "The die for the water lines of table 15 result 2 comes first in each later phase": lambda: (
        go(at(start(), lines_out=True), sequence.play_phase, {**CALM, "15:still_out": 1}).tables()[0] == "15:still_out"
    ),
    "Fighter coverage (7-1) is rolled before the night die, and only if the weather allows an attack": lambda: (
        [
            table
            for table in go(start(phase=2), sequence.play_phase, CALM).tables()
            if table in ("6-1", "7-1", "8-1:night")
        ]
        == ["6-1", "7-1", "8-1:night"]
    ),
    "In the evening, table 8-2 does not skip a phase; the weather of that phase counts for the next morning": lambda: (
        played(test_raid.test_8_2_in_the_evening_the_rain_of_that_phase_counts_rules_4_3)
    ),
    "A typhoon has no damage control rounds and ends a declaration. If she rides it out, she wins a scenario": lambda: (
        played(test_weather.test_typhoon_ends_the_turn_and_with_it_the_declaration_rules_7_1)
        and played(test_weather.test_typhoon_in_a_scenario, 7, "us_win")
    ),
    "If it is then destroyed, it counts only once toward an ace": lambda: played(
        test_gunnery.test_the_records_count_a_plane_once_flamed_or_destroyed
    ),
    "carrier markers, land markers, SFS, 5-inch, 40 mm and 20 mm": lambda: (
        coverage.TYPES == ("carrier", "land")
        and [m.kind for m in T.ships["fletcher"].mounts] == ["5in"] * 5 + ["40mm"] * 5 + ["20mm"] * 7
    ),
    "First, all weapons in the box are resolved in order of entry": lambda: played(
        test_special.test_all_weapons_before_the_first_dive_rules_5_4
    ),
    "A special attack plane with two hits still dives in the special column and adds two markers. A plane set afire adds one": lambda: (
        wave.dive_roll(start(), plane(0, "L", "bomb", "damaged")).column == "special"
    ),
    "Only table 15 result 7 with no land radar working makes it a miss": lambda: played(
        test_wave.test_15_7_with_no_land_radar_working_is_a_miss_rules_5_5, "basic"
    ),
    "A deck fire result on table 11 comes before the fire that the plane starts itself. Together they make level 3 with one hit": lambda: (
        N.deck_fire_start + 1 == 3
    ),
    "The bridge die comes first. If the bridge stands, roll the captain's die": lambda: (
        T["11/forward"].cell(5, 4).effects[0].notes == ("C destroyed", "C captain")
        and die("11/forward", "C destroyed", "result")[6] == "destroyed"
        and [t for t, r in die("11/forward", "C captain", "result").items() if r == "killed"] == [5, 6]
    ),
    "A steering room destroyed by markers stops the ship, just like a 1 for the note": lambda: (
        [e.do for e in G["steering"].out] == ["dead_in_water"]
    ),
    "You pay the cost of losing a compartment (fuel, maneuver) once. Losing it again after pumping out costs nothing more": lambda: (
        played(test_damage.test_an_engine_room_that_has_paid_pays_no_more_when_destroyed_rules_7_2)
    ),
    "Voluntary flooding adds to the flood track at both levels": lambda: played(test_control.test_21_success_rules_7_2),
    "The game asks only before a later wave, once its planes are known": lambda: played(
        test_control.test_17_lasts_through_the_next_wave_and_its_round_then_may_be_rescinded_rules_7_1
    ),
    "Jobs roll in this order: deck fires, compartments, equipment, directors and mounts, secondary compartments": lambda: (
        played(test_control.test_jobs_and_whose_men_they_take_rules_2_and_7_3)
    ),
    "All deck fires grow first. Then each one burns the hull and gets its own roll": lambda: played(
        test_control.test_each_deck_fire_costs_a_hull_point_rules_7_5
    ),
    "`gun-repair` removes all hits from a mount": lambda: played(
        test_control.test_gun_repair_option_gives_the_bonus_back_rules_11
    ),
    "The flood track stops at 10": lambda: N.flood_limit == 10,
    'For relief, "destroyed" counts mounts, directors, compartments, equipment and secondary compartments, one each': lambda: (
        played(test_upkeep.test_four_things_are_mounts_directors_compartments_equipment_secondaries)
    ),
    "Tables 18-1 and 6-5 repair hits on mounts that still stand": lambda: played(
        test_anchorage.test_back_from_18_1_rules_9
    ),
    "If she leaves in a scenario, roll on table 16, because she may sink, but not on table 18": lambda: played(
        test_scenarios.test_leaving_the_station_is_a_japanese_victory_rules_9, 2
    ),
    "That most take four and some three or two is S; which ones is R": lambda: (
        Counter(one.markers for one in G.values()).most_common() == [(4, 14), (3, 4), (2, 2)]
    ),
    "One hundred aircraft by type": lambda: T["A-1"].faces == (10, 10),
    "In the basic game, a storm means only that no planes come": lambda: played(
        test_weather.test_storm_in_the_basic_game_is_no_attack_and_no_table_6_2_rules_1
    ),
    "Damage to a mount that the ship does not carry is superficial. So is damage to its director and its 5-inch magazine": lambda: (
        played(test_setup.test_damage_to_an_item_not_aboard_is_superficial_rules_2, (1, 4), "11/midship")
        and played(test_setup.test_ships_without_a_mount_lack_its_magazine_but_keep_the_others_rules_2)
    ),
    "FDT and SFS stay until the ship has a new station": lambda: played(
        test_setup.test_present_station_still_active_stays_with_its_fdt_and_sfs_rules_3
    ),
    "The station is rolled at the start, after an absence, and when table 15 orders it. In the advanced game, it is also rolled when the old one is no longer active, or when a day has passed without duty (C, table 2-2: roll again)": lambda: (
        played(test_upkeep.test_15_8_an_undamaged_ship_gets_a_new_station_without_stores_rules_8)
        and played(test_setup.test_present_station_not_active_any_more_gets_a_new_one_rules_3)
        and played(test_setup.test_2_2_a_day_without_duty_ends_the_old_assignment_rules_3, 1, 5)
    ),
    'Lost stations stay lost, even when the ship changes. Table 18 note B sets up a new ship "as if starting a new game", but land radar and the weather carry over': lambda: (
        played(test_setup.test_a_lost_land_radar_stays_lost_for_the_game_15_7)
        and played(test_setup.test_land_radars_survive_a_change_of_ship_rules_3)
    ),
    "A patrol must be within March 24 to June 25": lambda: (
        played(test_setup.test_free_patrol_runs_within_the_campaign_rules_3, "1945-03-23")
        and played(test_setup.test_free_patrol_runs_within_the_campaign_rules_3, "1945-06-26")
        and start(patrol="1945-03-24").state.date == T.campaigns["mini"].start
    ),
    "Table 8-1 is played as printed: good cover, radar and support move the column to the right, where there are more planes": lambda: (
        raid_shift(cover(land=2), sfs=1)
        == {
            "FDT present": 1,
            "Chit of each fighter type present": 2,
            "All ship radars working": 1,
            "Each SFS marker available": 1,
        }
        and all(by_column(mean_planes, dice)[-1] == max(by_column(mean_planes, dice)) for dice in (0, -1, -2))
    ),
    "The table shows the mean number of planes in a day phase by column, computed from table 8-1, its attack tables and table 8-2, without rain: | Station | -2 | -1 | 0 | +1 | +2 |": lambda: (
        T["8-1"].raw.columns == ["-2", "-1", "0", "+1", "+2"]
    ),
    "| 5-10 | 2.46 | 2.90 | 3.25 | 3.17 | 3.33 |": lambda: (
        by_column(mean_planes, 0) == [2.46, 2.90, 3.25, 3.17, 3.33]
        and not any(sum(station_modifier(n)) for n in range(5, 11))
    ),
    "| 2-4, 11-16 | 2.31 | 2.83 | 3.18 | 3.28 | 3.46 |": lambda: (
        by_column(mean_planes, -1) == [2.31, 2.83, 3.18, 3.28, 3.46]
        and {sum(station_modifier(n)) for n in (2, 3, 4, *range(11, 17))} == {-1}
    ),
    "| 1 | 2.21 | 2.66 | 2.96 | 3.26 | 3.47 |": lambda: (
        by_column(mean_planes, -2) == [2.21, 2.66, 2.96, 3.26, 3.47] and station_modifier(1) == [-2]
    ),
    "Counting only the raids that do come, their size grows with every column: from 3.8 to 5.2 planes at stations 5-10, from 3.6 to 5.1 at 2-4 and 11-16, and from 3.5 to 4.9 at station 1": lambda: (
        [(by_column(mean_raid, dice)[0], by_column(mean_raid, dice)[-1]) for dice in (0, -1, -2)]
        == [(3.8, 5.2), (3.6, 5.1), (3.5, 4.9)]
        and all(left < right for dice in (0, -1, -2) for left, right in pairwise(by_column(mean_raid, dice)))
    ),
    '"Previous phase" in table 6-1 means the last phase played today or yesterday, no matter by which ship': lambda: (
        played(test_weather.test_6_1_rain_or_storm_in_the_previous_phase, "rain")
    ),
    "A game's first phase has none. Neither does the first phase after days with nobody on station": lambda: played(
        test_anchorage.test_first_phase_after_an_absence_has_no_previous_phase_rules_4_1
    ),
    "If a phase was played today, its end of the turn comes between tables 6-2 and 6-3, including relief": lambda: (
        played(test_weather.test_6_3_is_preceded_by_section_8_of_a_day_already_played_rules_4)
        and played(test_weather.test_6_3_is_not_rolled_for_a_ship_that_leaves_on_relief_first_rules_4)
    ),
    "A ship that leaves at that point does not roll on table 6-3. An undamaged ship with orders from table 15 rides the typhoon out first": lambda: (
        played(
            test_weather.test_6_3_a_ship_out_of_stores_or_reassigned_with_damage_leaves_before_the_typhoon_rules_4,
            "stores",
        )
        and played(test_weather.test_6_3_an_undamaged_reassigned_ship_rides_out_the_typhoon_then_changes_station_15_8)
    ),
    "play continues at the same station, or at a new one if that one is inactive by then": lambda: (
        played(test_weather.test_6_3_keeps_the_station_if_it_is_still_active)
        and played(test_weather.test_6_3_assigns_a_new_station_if_the_old_one_is_no_longer_active_rules_4)
    ),
    "Scenario 7 is played at station 1 on April 4 and 5, with relief dice starting at the first midday. Scenario 8 is played at station 2 on April 7": lambda: (
        [(T.scenarios[n].station, str(T.scenarios[n].date), T.scenarios[n].turns) for n in (7, 8)]
        == [(1, "1945-04-04", 2), (2, "1945-04-07", 1)]
        and played(test_scenarios.test_scenario_7_no_relief_die_after_turn_1_morning)
    ),
    "Special attack planes beyond the allowance lose their weapon and keep their bearing": lambda: played(
        test_wave.test_beyond_the_allowance_a_plane_keeps_its_bearing_rules_5_1
    ),
    "No maneuver is possible with a stack hit, at maneuver 0, without fuel, with list or trim of 3 or more, or in scenario 8 (C)": lambda: (
        [
            wave.maneuver_barred(one)
            for one in (
                marked("stack-fwd"),
                at(start(), maneuver=0),
                at(start(), fuel=0),
                flooded(*[("aft", "")] * 3),
                start(8),
            )
        ]
        == ["a stack is hit", "dead in the water", "no fuel", "list or trim too great", "the scenario allows none"]
    ),
    "A mount fires once per wave, at one plane that it bears on": lambda: played(
        test_gunnery.test_a_mount_fires_once_at_one_plane_it_bears_on_rules_5_3
    ),
    "Without the 20 mm magazine, no 20 mm mount fires. A 5-inch mount does not fire without its own magazine": lambda: (
        played(test_gunnery.test_20_mm_mounts_are_silent_without_their_magazine_rules_5_3)
        and played(test_gunnery.test_a_5_inch_mount_is_silent_without_its_magazine_rules_5_3)
    ),
    "At ammunition 0, no mount fires": lambda: played(
        test_gunnery.test_no_mount_fires_without_ammunition_afs_and_sfs_do_rules_5_3
    ),
    "Any number of mounts may fire, each at one special attack plane and nothing else": lambda: (
        all(
            planes == (0,) for slot, planes in gunnery.plan_choice(sky(start(), plane(0, "L", "torpedo"))).slots.items()
        )
        and len(gunnery.plan_choice(sky(start(), plane(0, "L", "torpedo"))).slots) == 17
    ),
    "The others dive in the special column after their attack": lambda: (
        wave.dive_roll(start(), plane(0, "L", "bomb")).column == "special"
        and played(test_special.test_each_weapon_on_its_chart_then_the_dive_rules_5_4, "bomb")
    ),
    "Special attacks on the 12-series tables are not plane hits. - Table 15 result 3 ends the raid, but the hull roll and damage control of the wave are still played": lambda: (
        played(test_wave.test_15_3_removes_planes_and_waves_hull_and_damage_control_follow_rules_5_5)
        and row("15", 3)["effect"] == "fighters"
    ),
    "Table 15 result 7 takes a land radar station offline, and the hit stays a hit. It becomes a miss only if no land radar is working": lambda: (
        played(test_wave.test_15_7_with_a_working_land_radar_takes_it_off_line_and_keeps_the_hit_rules_5_5)
        and played(test_wave.test_15_7_with_no_land_radar_working_is_a_miss_rules_5_5, "advanced")
    ),
    "A ship still afloat at 0 returns when the phase ends": lambda: (
        must_return(hull=0) == ["hull integrity gone"]
        and played(
            test_anchorage.test_16_and_18_at_the_end_of_the_phase_skip_later_phases_and_section_8_rules_9,
            test_anchorage.no_hull,
        )
    ),
    "Dead in the water and maneuver 0 are the same": lambda: (
        must_return(maneuver=0) == ["dead in the water"]
        and played(test_damage.test_11_midship_note_a_boiler_explosion, 1, 0)
    ),
    "An explosion in a fire room (21-1) takes away all gun bonuses until the anchorage (C). The boiler explosion of table 11 does not": lambda: (
        played(test_damage.test_21_1_engine_or_fire_room_explosion, "fire-room-aft", True)
        and does(T["11/midship"].die("A").look_up(1).effects) == ["dead_in_water"]
    ),
    "For men of the repair parties who are hit, see the numbers above. Idle men are hit first": lambda: played(
        test_damage.test_idle_men_fall_first_rules_6, 10, {"cic": 3, "deck fire midship": 3, "engine-room-fwd": 2}
    ),
    "If it takes a support ship and none is left, nothing happens": lambda: played(test_damage.test_15_4_sfs, 0, 0),
    "No midship cell floods, because note A there is about the boiler. Something that is destroyed, flooded or not carried cannot flood": lambda: (
        not below_waterline("midship")
        and played(test_damage.test_below_the_waterline_nothing_on_destroyed_flooded_or_uncarried_ones_rules_6)
    ),
    "The water in a primary compartment is removed with its last marker, or when it is pumped out. A destroyed compartment keeps its water": lambda: (
        played(test_control.test_removing_the_last_marker_removes_the_flooding_of_a_hit_rules_6)
        and played(test_control.test_flooding_of_a_hit_stays_after_voluntary_flooding_until_pumped_out_rules_6)
        and played(test_damage.test_below_the_waterline_markers_fire_flood_then_destruction_rules_6)
    ),
    "A declaration lasts at least through the next wave and its round, ends with the day, and outlives the captain": lambda: (
        played(test_control.test_17_lasts_through_the_next_wave_and_its_round_then_may_be_rescinded_rules_7_1)
        and played(test_control.test_17_ends_with_the_turn_rules_7_1)
        and played(test_control.test_17_continues_when_the_captain_is_killed_rules_7_1)
    ),
    'The heading of the modifiers on table 20 is "Repairing Primary Compartments"': lambda: any(
        "primary compartments" in note.text for note in T["20"].raw.notes
    ),
    "The game gives all four (water lines, morale, continued, emergency) to every job on table 20, because table 15 result 2 prints that for water lines and 17 for the emergency": lambda: (
        mending(at(start(), lines_out=True, morale=1, declared=1), continued=True)
        == {
            T["20"].raw.modifiers[one].why: T["20"].raw.modifiers[one].value
            for one in ("water_lines", "morale_positive", "continued", "emergency")
        }
    ),
    "The water-line failure of table 15 result 2 is tracked separately. It gives -1 on table 20 only, creates no repair job, and does not stack with hit water lines": lambda: (
        played(test_control.test_21_ignores_water_lines_out_by_15_2_rules_4_7)
        and played(test_control.test_20_water_lines_never_count_twice_rules_4_7)
    ),
    "A flooded compartment counts as destroyed, but without hull loss or a roll on 21-1. Pumping out restores the compartment and removes its water. So does repairing a secondary one": lambda: (
        played(test_control.test_flooded_counts_as_destroyed_for_its_effects_rules_7_2)
        and played(test_control.test_pumping_out_restores_the_compartment_and_takes_its_flood_off_rules_7_2)
    ),
    "Known (S): stores at 0 send her in": lambda: played(
        test_upkeep.test_18_1_fuel_or_ammunition_0_return_for_replenishment_rules_8, "ammunition", 5, 2
    ),
    "A ship that was not dead in the water at that roll, but is when the phase ends, rolls again (C, 12 note B and 21-1)": lambda: (
        played(test_anchorage.test_dead_in_the_water_after_an_immediate_roll_rolls_again_12_note_b_rules_9, 7, False)
        and played(test_anchorage.test_dead_in_the_water_before_an_immediate_roll_does_not_roll_again_rules_9)
    ),
    "A forced return comes first. The result does nothing in a scenario": lambda: (
        played(test_upkeep.test_15_8_is_superseded_by_a_forced_return_rules_8)
        and played(test_upkeep.test_15_8_no_effect_in_a_scenario_rules_8)
    ),
    "If the ship returns because of damage, the later phases and the end of the turn are not played on that day": lambda: (
        played(
            test_anchorage.test_16_and_18_at_the_end_of_the_phase_skip_later_phases_and_section_8_rules_9,
            test_anchorage.no_hull,
        )
    ),
    "Leaving is defeat. Relief in scenario 7 is not leaving, and a forced return comes before its die": lambda: (
        played(test_scenarios.test_leaving_the_station_is_a_japanese_victory_rules_9, 7)
        and played(test_scenarios.test_scenario_7_a_forced_return_comes_before_the_relief_die_rules_9)
    ),
    "Scenarios 7 and 8 say nothing about optional rules, except that 8 has its own option. The game offers `gun-repair`, `aces` and `list-and-trim` there too": lambda: (
        set(T.scenarios[7].options) == {"gun-repair", "aces", "list-and-trim"}
        and set(T.scenarios[8].options) == {"gun-repair", "aces", "list-and-trim", "dunlap-1941"}
        and not any("optional rules" in one for number in (7, 8) for one in T.scenarios[number].special)
        and all(any("optional rules" in one for one in T.scenarios[number].special) for number in range(1, 7))
    ),
    "Both can be played at the advanced level, which has the last two anyway": lambda: (
        ALWAYS_ADVANCED == ["aces", "list-and-trim"]
        and played(test_scenarios.test_advanced_options_are_on_in_the_advanced_game_rules_11, 8)
    ),
    "`gun-repair` uses table 20 like any other job": lambda: played(
        test_control.test_gun_repair_option_gives_the_bonus_back_rules_11
    ),
    "| Scenario 8 | headed April 6 | April 7, because play begins with that morning |": lambda: (
        str(T.scenarios[8].date) == "1945-04-07" and T.scenarios[8].phases[0] == "morning"
    ),
    "but only midday is played | at the end of its last phase |": lambda: (
        T.scenarios[1].phases == ("midday",) and scenario.phases_of(start(1)) == (1,)
    ),
    "| 8-2 | roll 6, `Zero` | a Zeke |": lambda: T.aircraft[row("8-2", 6)["plane"]].name == "Zeke",
    "Table D-2 is rolled only for planes that remain after halving at night. No die is rolled for a wasted shot": lambda: (
        played(test_raid.test_night_halves_the_total_with_note_a)
        and played(test_gunnery.test_fire_at_a_plane_already_destroyed_is_wasted_rules_5_3)
    ),
    "If a ship leaves during a typhoon, or sinks in it, the ship that takes the station the next day still has a storm": lambda: (
        played(test_weather.test_6_3_in_long_b_marks_no_days_off_for_the_relieving_ship_rules_4)
    ),
    "So is the die for stopping in scenario 8": lambda: played(
        test_scenarios.test_scenario_8_stopped_die_before_the_attack_determination_each_phase
    ),
    "For the ammunition die, an attack is a phase with at least one plane": lambda: played(
        test_raid.test_a_raid_halved_to_no_planes_does_not_count_as_an_attack_rules_4_3
    ),
    "the fighting day is judged first, before the end of the turn, as always": lambda: played(
        test_weather.test_6_3_the_fighting_day_is_judged_before_section_8_rules_10, 4, "us_win"
    ),
    "If it leaves her at hull 0, she goes to table 18 without table 16": lambda: played(
        test_weather.test_6_4_hull_loss_may_roll_table_14_and_force_a_return_rules_4
    ),
    "A plane that rolls superficial damage or a result on table 15 is still a hit, with its deck fire, men and table 14-1": lambda: (
        a_hit((0, 3), 90).tables() == ["11/midship", "rules 6:men"]
        and a_hit((0, 1), 90, {"15": 6}).tables() == ["11/midship", "15", "rules 6:men"]
        and a_hit((0, 1), 90, {"15": 6}).play.state.air.plane_hits == 1
    ),
    "A near miss by a bomb or a torpedo has no bearing. One die decides the section of its fire": lambda: played(
        test_special.test_12_near_miss_deck_fire_section_is_rolled_rules_6
    ),
    "A result that destroys several mounts affects those still standing. If none is left, it is superficial": lambda: (
        all_aft_20_mm(("20mm-E",)) == {"20mm-F", "20mm-G"}
        and all_aft_20_mm(("20mm-E", "20mm-F", "20mm-G")) == {"superficial"}
    ),
    "A boiler explosion stops the ship. The fire room then still takes its markers and fire": lambda: (
        boiler_explosion() == (0, N.markers_fresh, True)
    ),
    "An explosion after failed flooding does what table 21-1 says. If the ship survives, the compartment keeps its markers": lambda: (
        flooding_failed("fire-room-aft") == (2, 0)
    ),
    "A primary compartment flooded on purpose also keeps the water of its hits until it is pumped out": lambda: played(
        test_control.test_flooding_of_a_hit_stays_after_voluntary_flooding_until_pumped_out_rules_6
    ),
    "If fuel falls to 0 in battle, maneuvers stop at once, but she goes in only after the end of the turn": lambda: (
        wave.maneuver_barred(at(start(), fuel=0)) == "no fuel"
        and must_return(fuel=0) == []
        and played(test_upkeep.test_18_1_fuel_or_ammunition_0_return_for_replenishment_rules_8, "fuel", 5, 2)
    ),
    "The loss of all gun bonuses and the failure of table 15 result 2 end with any absence": lambda: all(
        after_absence(kind) == (False, False)
        for kind in (anchorage.REPAIR, anchorage.REPLENISH, anchorage.STORM_REPAIR)
    ),
    "An ace crew stays through repairs unless its mount was destroyed. In that case, the planes to its credit are lost too": lambda: (
        aces_after_repairs() == {"5in-1": (True, 3), "5in-2": (False, 0)}
    ),
    "A patrol counts calendar days, including absences. It ends when the ship is sunk or sent to the rear": lambda: (
        played(test_anchorage.test_absent_beyond_the_last_day_of_a_patrol)
        and played(test_campaigns.test_free_patrol_sunk)
        and played(test_anchorage.test_returned_to_rear_ends_a_patrol_rules_9)
    ),
    "If only one ship of the squadron is ready, she goes, and you are not asked": lambda: played(
        test_campaigns.test_in_long_b_the_ship_that_is_ready_relieves_rules_10
    ),
    "A ship due back after the last day is off station at the end. Long campaigns are still judged by their losses": lambda: (
        played(test_campaigns.test_mini_campaign_absent_on_june_25_is_lost_rules_10)
        and played(test_campaigns.test_campaign_2_a_ship_lost_on_the_last_day_counts, 7, "draw")
    ),
    "New ships come from a list of Fletchers. No name is used twice until the list runs out": lambda: played(
        test_campaigns.test_new_ships_have_unique_names
    ),
    "| 3-1, 11, forward | Fighter Detection Team; Fighter Direction Team | the same team |": lambda: (
        "Fighter Detection Team" in T["3-1"].raw.title
        and any(
            "Fighter Direction Team" in cell["name"] and does(cell.effects) == ["kill_fdt"]
            for cell in T["11/forward"].cells.values()
        )
    ),
    "It starts on June 1 at the latest, to leave 25 days": lambda: (
        str(T.campaigns["long-a"].latest_start) == "1945-06-01"
        and (T.campaigns["long-a"].end - T.campaigns["long-a"].latest_start).days + 1
        == T.campaigns["long-a"].fighting_days
        == 25
    ),
    "That is why a hit is reported after tables 11 and 15 have been rolled": lambda: played(
        test_wave.test_a_strike_is_reported_after_table_15_and_before_its_effects_rules_5_5
    ),
    "Tables 18-1 and 6-5 are still rolled": lambda: (
        go(at(start(7), fuel=0), sequence.end_turn, {**CALM, "18-1": 7}).tables()[-1] == "18-1"
        and played(test_weather.test_typhoon_in_a_scenario, 3, "japanese_win")
    ),
    "A ship that is sunk or sent to the rear is replaced the next day. In the long campaigns, a ship of the squadron that is back takes over; if there is none, a new ship does": lambda: (
        played(test_campaigns.test_long_campaigns_continue_with_a_new_ship_the_next_day_rules_9, "long-b", {"16": 2})
        and relieved_after_sinking(back="1945-04-01") == "USS Newcomb"
        and relieved_after_sinking(back="1945-05-30") != "USS Newcomb"
    ),
    "The water lines are one job, done by men from any one section": lambda: played(
        test_control.test_jobs_and_whose_men_they_take_rules_2_and_7_3
    ),
    "The weather before the next morning is a storm": lambda: played(
        test_weather.test_6_3_weather_before_counts_as_storm
    ),
    "A scenario's station, or the one chosen for a patrol, overrides the calendar": lambda: (
        played(test_setup.test_station_of_a_scenario_overrides_the_calendar_rules_3)
        and played(test_setup.test_station_of_a_free_patrol_overrides_the_calendar_rules_3)
    ),
}
