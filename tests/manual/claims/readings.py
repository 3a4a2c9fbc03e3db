# ruff: noqa: E501
"""Claims of the page `readings`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import datetime
from collections import Counter
from itertools import pairwise

from picket_duty.book.effects import Hit20mm
from picket_duty.rules import anchorage, coverage, damage, gunnery, raid, sequence, wave
from picket_duty.state import PHASES, SECTIONS
from tests.manual.evidence import (
    ALWAYS_ADVANCED,
    WAYS,
    G,
    N,
    T,
    a_hit,
    after_absence,
    at,
    by_column,
    cover,
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
    played,
    raid_shift,
    row,
    sky,
    station_modifier,
    support_shot,
)
from tests.rules import (
    test_anchorage,
    test_campaigns,
    test_control,
    test_gunnery,
    test_raid,
    test_scenarios,
    test_setup,
    test_upkeep,
    test_wave,
    test_weather,
)
from tests.rules.script import CALM, plane, start

CLAIMS = {
    "Only 5-inch mounts 1 and 2 and 40 mm tubs A and B": lambda: (
        {mount for mount in mounts() if levels(mount, 0)} == {"5in-1", "5in-2", "40mm-A", "40mm-B"}
    ),
    "(S). A turn is one day and has three phases of eight hours each. The ship has three sections, each with its own repair party. The ship has five": lambda: (
        len(PHASES) == 3 and len(SECTIONS) == 3
    ),
    "tracks, five 5-inch mounts, five 40 mm tubs and seven 20 mm mounts. A": lambda: (
        [sum(m.kind == k for m in mounts().values()) for k in ("5in", "40mm", "20mm")] == [5, 5, 7]
    ),
    "repair the Mk 37 director and both radars. Men in": lambda: (
        {e.id: e.section for e in T.sheet.equipment if e.id in ("mk37", "sc", "sg")}
        == {"mk37": "forward", "sc": "forward", "sg": "forward"}
    ),
    'result "all aft 20 mm" means mounts': lambda: (
        T["11/aft"].cell(5, 5).effects[0].mounts == ("20mm-E", "20mm-F", "20mm-G")
    ),
    "If table 8-2 changes the weather, skip the rest of the day's phases (C, note B). Play the end of the turn. When you roll for the weather the next morning, treat the previous phase as one with no rain or": test_raid.test_8_2_phases_not_played_leave_no_rain_rules_4_3,
    "you roll on table 22-1": test_raid.test_kikusui_at_night_is_halved_before_22_1,
    "If table 6-5 calls for repairs, add the days they take to the ship's absence. If a ship goes to the anchorage because of table 6-5, do not roll on table 16.": test_weather.test_6_5_days_are_added_and_a_new_station_follows_without_table_16,
    "whole phase. The +1 for a stopped ship applies only to table 10": lambda: mod("rules", "stopped") == 1,
    "Scenarios 1, 6, 7 and 8 do not use the": lambda: (
        {n for n, item in T.scenarios.items() if not item.kikusui} == {1, 6, 7, 8}
    ),
    "column of table 19, add the values of the captain and the engineering officer, and subtract 1 or 2 if the maneuver": lambda: (
        [maneuver_column(maneuver=n) for n in (8, 7, 4)] == [0, -1, -2]
    ),
    "A flooded 40 mm magazine counts as destroyed. If both 40 mm magazines are": test_gunnery.test_40_mm_mounts_are_silent_without_both_magazines_rules_5_3,
    "fires like a 40 mm mount without": lambda: (
        support_shot("L").table == "9-2/40mm" and support_shot("L").modifiers == () and gunnery.SFS_LEVELS == ("L", "M")
    ),
    "Roll on table 14-1 once per wave": test_wave.test_14_1_once_a_wave_by_the_number_of_plane_hits,
    "Roll on table 14 each time a result reduces the hull to 0. Also roll each time a result costs hull points when the hull is already at 0.": test_wave.test_14_each_result_that_leaves_hull_0_rolls_once_rules_5_6,
    "is hit, it takes one marker but does": lambda: N.markers_stack == 1,
    "A hit on a 20 mm mount destroys": lambda: (
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
    "costs another 5 maneuver points.": lambda: T["11/midship"].note("B").effects[0].points == 5,
    "hit never kills both an officer and": lambda: G["bridge"].destroyed_by_hit[0].posts == ("captain", "cpo"),
    "fire started by table 12-1 or 12-3 is aft if": lambda: (
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
    "or mount 3, 4 or E was hit. If the bow or mount 1, 2, A or B was hit,": lambda: (
        [T["12-1"].look_up(t).effects[0].mounts for t in (10, 11)]
        == [("5in-3", "5in-4", "40mm-E"), ("5in-1", "5in-2", "40mm-A", "40mm-B")]
    ),
    "printed on table 11-1.": lambda: (
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
    "A) adds one flood point on": lambda: N.flood_per_hit == 1,
    "rolls on table 20 but not on table 21": lambda: (
        mod("20", "emergency") == 2 and "emergency" not in T["21"].raw.modifiers
    ),
    "column of table 20; see Damage": test_control.test_a_job_without_a_man_does_not_roll_rules_7_4,
    "stays at level 3, and you roll on table 16": lambda: N.deck_fire_limit == 3,
    "return, roll once on table 16, no matter how many reasons apply. If a fire goes out of control or the ship has 10 flood points, make that roll at once instead of at the": test_anchorage.test_one_table_16_however_many_reasons_rules_9,
    "you roll on table 18-1 or 6-5, or get result 8 on table 15, find the date of return in the same way as for table 18": lambda: (
        anchorage.back_after(datetime.date(1945, 4, 1), 2) == datetime.date(1945, 4, 4)
    ),
    "Result 8 on table 15 takes effect at most once per turn. A ship": lambda: all(
        played(test_upkeep.test_15_8_what_counts_as_damaged_rules_8, getattr(test_upkeep, what))
        for what in ("marker", "fire", "flood", "item", "gun", "low_hull", "low_maneuver")
    ),
    'A is "composed of 5 five-day': test_campaigns.test_long_a_a_ship_at_the_anchorage_comes_back_and_continues_her_stage_rules_10,
    "it is hardly possible to lose more than five.": lambda: (
        T.campaigns["long-a"].ships_sunk_draw == 8 > T.campaigns["long-a"].stages
    ),
    "station on June 25, or if she is": test_campaigns.test_mini_campaign_absent_on_june_25_is_lost_rules_10,
    "days by June 25": test_campaigns.test_mini_campaign_unfinished_on_june_25_is_lost_rules_10,
    "apply to all three phases of a day": lambda: (
        not raid.kikusui_today(start(1))
        and raid.kikusui_today(start(patrol="1945-06-07", level="advanced"))
        and not raid.kikusui_today(start(patrol="1945-06-07"))
    ),
    "| row 9, `1350L` | 135L |": lambda: "135L" in row("8-1B", 9)["planes"],
    "note A refers to D2 | D-2 |": lambda: T["D-2"].id == "D-2",
    "columns end at -2 and +2 | if the sum is below -2, use the -2 column; if it is above +2, use the +2 column": lambda: (
        [T[c].column_of(n) for c in ("8-1", "19") for n in (-9, 9)] == ["-2", "+2", "-2", "+2"]
    ),
    "is no entry for one plane | a single plane comes in one wave, with the special attack allowance for 2-4 planes |": lambda: (
        T["8-3"].entry(1).fields == T["8-3"].entry(4).fields
    ),
    "is no row for 12 or more | a roll of 12 or more destroys the plane at all three altitudes |": lambda: (
        [row("9-2/5in", 12, c)["result"] for c in "LMH"] == ["destroyed"] * 3
    ),
    "for totals of 1 and 13 | a total of 1 counts as 2, and a total of 13 counts as 12 |": lambda: (
        [row("10", a, c) == row("10", b, c) for a, b in ((1, 2), (13, 12)) for c in T["10"].raw.columns] == [True] * 8
    ),
    "row 1, column 2, `Trune`": lambda: T["11/forward"].cell(1, 2)["name"] == "Trunk Hit",
    "row 8, column 3 is not marked as": lambda: T["11/forward"].cell(8, 3)["sec"],
    "| 11, all sections | several cells have the same name | cells in the same section are a single compartment; cells in two sections are two compartments;": lambda: (
        {at: c["below_waterline"] for at, c in T["11/forward"].cells.items() if c["name"] == "Repair Stores Hit"}
        == {(6, 1): True, (9, 3): False}
    ),
    "row 4, column 1 is blank": lambda: T["11-1"].cell(4, 1)["effect"] == "none",
    "| 12-3 | the result for a 4 refers to table 10-1 | table 11-1 |": lambda: (
        T["12-3"].look_up(4)["result"] == "near_miss"
    ),
    "| 16 | there is no row for totals below 2 | totals below 2 count as 2; a natural 2 always counts as 2 |": lambda: (
        T["16"].natural == (2,) and row("16", 0) == row("16", 2)
    ),
    "roll of 1 | in every column, a roll of 1 means that no": lambda: (
        not any(row("17", 1, c)["declared"] for c in T["17"].raw.columns)
    ),
    "is no row for a 7 (with the modifier) | a 7 counts as a 6 |": lambda: row("24", 7) == row("24", 6),
    "`20mm D -` | midship,": lambda: (
        mounts("dunlap")["20mm-D"].section == "midship"
        and levels("20mm-D", 90, "dunlap") == "LM"
        and not levels("20mm-D", 270, "dunlap")
    ),
    "four 40 mm mounts, but": lambda: sum(m.kind == "40mm" for m in mounts("dunlap").values()) == 2,
    "failed (table 15, result 2), roll for them": lambda: (
        go(at(start(), lines_out=True), sequence.play_phase, {**CALM, "15:still_out": 1}).tables()[0] == "15:still_out"
    ),
    "air patrol (table 7-1) before the die": lambda: (
        [
            table
            for table in go(start(phase=2), sequence.play_phase, CALM).tables()
            if table in ("6-1", "7-1", "8-1:night")
        ]
        == ["6-1", "7-1", "8-1:night"]
    ),
    "result on table 8-2 in the evening,": test_raid.test_8_2_in_the_evening_the_rain_of_that_phase_counts_rules_4_3,
    "fighters, SFS, 5-inch, 40 mm and 20 mm. Mounts of the": lambda: (
        coverage.TYPES == ("carrier", "land")
        and [m.kind for m in T.ships["fletcher"].mounts] == ["5in"] * 5 + ["40mm"] * 5 + ["20mm"] * 7
    ),
    "attack plane with two hits still dives in the special column. If such a plane hits, it adds two hit markers. A plane that was set afire adds only one hit marker": lambda: (
        wave.dive_roll(start(), plane(0, "L", "bomb", "damaged")).column == "special"
    ),
    "Only result 7 on table 15, with no working": test_wave.test_15_7_with_no_land_radar_working_is_a_miss_rules_5_5,
    "result on table 11 is a deck fire, apply it before the fire that every hit starts. Together, the two fires become a single level 3 deck fire": lambda: (
        N.deck_fire_start + 1 == 3
    ),
    "you had rolled a 1 for the note.": lambda: [e.do for e in G["steering"].out] == ["dead_in_water"],
    "Roll on table 14 for each fire": test_control.test_each_deck_fire_costs_a_hull_point_rules_7_5,
    "track stops at 10": lambda: N.flood_limit == 10,
    "away under table 18-1 or 6-5, the yard repairs": test_anchorage.test_back_from_18_1_rules_9,
    "roll on table 16, because she may sink. Do not roll on table 18": test_scenarios.test_leaving_the_station_is_a_japanese_victory_rules_9,
    "compartments take four markers and some take two or three (S). We decided": lambda: (
        Counter(item.markers for item in G.values()).most_common() == [(4, 14), (3, 4), (2, 2)]
    ),
    "Table A-1 divides one hundred aircraft among": lambda: T["A-1"].faces == (10, 10),
    "director or its 5-inch magazine.": test_setup.test_damage_to_an_item_not_aboard_is_superficial_rules_2,
    "and when table 15 orders the ship to a new one. In the advanced game, also roll when the old station is no longer active, and after a day without duty (C, table 2-2: roll again)": test_upkeep.test_15_8_an_undamaged_ship_gets_a_new_station_without_stores_rules_8,
    "Note B of table 18 sets up a new": test_setup.test_a_lost_land_radar_stays_lost_for_the_game_15_7,
    "dates from March 24 through June 25": lambda: start(patrol="1945-03-24").state.date == T.campaigns["mini"].start,
    "We use table 8-1 as printed. Good": lambda: (
        raid_shift(cover(land=2), sfs=1)
        == {
            "FDT present": 1,
            "Chit of each fighter type present": 2,
            "All ship radars working": 1,
            "Each SFS marker available": 1,
        }
        and all(by_column(mean_planes, dice)[-1] == max(by_column(mean_planes, dice)) for dice in (0, -1, -2))
    ),
    "from table 8-1, its attack tables and table 8-2: | Station | -2 | -1 | 0 | +1 | +2 |": lambda: (
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
    "raid grows from 3.8 to 5.2 planes at stations 5-10, from 3.6 to 5.1 at stations 2-4 and 11-16, and from 3.5 to 4.9 at station 1": lambda: (
        [(by_column(mean_raid, dice)[0], by_column(mean_raid, dice)[-1]) for dice in (0, -1, -2)]
        == [(3.8, 5.2), (3.6, 5.1), (3.5, 4.9)]
        and all(left < right for dice in (0, -1, -2) for left, right in pairwise(by_column(mean_raid, dice)))
    ),
    'phase" on table 6-1 is the last phase': test_weather.test_6_1_rain_or_storm_in_the_previous_phase,
    "between tables 6-2 and 6-3.": test_weather.test_6_3_is_preceded_by_section_8_of_a_day_already_played_rules_4,
    "not roll on table 6-3. An undamaged ship with orders from table 15 rides out the": test_weather.test_6_3_a_ship_out_of_stores_or_reassigned_with_damage_leaves_before_the_typhoon_rules_4,
    "Scenario 7 is played at station 1 on April 4 and 5. Roll the die for relief at the end of each phase, beginning with the first midday phase. Scenario 8 is played at station 2 on April 7": lambda: (
        [(T.scenarios[n].station, str(T.scenarios[n].date), T.scenarios[n].turns) for n in (7, 8)]
        == [(1, "1945-04-04", 2), (2, "1945-04-07", 1)]
    ),
    "or fuel is at 0, or if list or trim is 3 or more. You cannot try one in scenario 8 either (C)": lambda: (
        [
            wave.maneuver_barred(item)
            for item in (
                marked("stack-fwd"),
                at(start(), maneuver=0),
                at(start(), fuel=0),
                flooded(*[("aft", "")] * 3),
                start(8),
            )
        ]
        == ["a stack is hit", "dead in the water", "no fuel", "list or trim too great", "the scenario allows none"]
    ),
    "If the 20 mm magazine is lost, no 20 mm mount fires. If a 5-inch magazine is": test_gunnery.test_20_mm_mounts_are_silent_without_their_magazine_rules_5_3,
    "ammunition is at 0, no mount fires": test_gunnery.test_no_mount_fires_without_ammunition_afs_and_sfs_do_rules_5_3,
    "fire fires at one special attack": lambda: (
        all(
            planes == (0,) for slot, planes in gunnery.plan_choice(sky(start(), plane(0, "L", "torpedo"))).slots.items()
        )
        and len(gunnery.plan_choice(sky(start(), plane(0, "L", "torpedo"))).slots) == 17
    ),
    "hits on table 12-1, 12-2 or 12-3 does not count as a plane that hits. - Result 3 on table 15 ends the raid (C),": lambda: (
        row("15", 3)["effect"] == "fighters"
    ),
    "Result 7 on table 15 puts one land radar": test_wave.test_15_7_with_a_working_land_radar_takes_it_off_line_and_keeps_the_hit_rules_5_5,
    "afloat at hull 0, she leaves for": lambda: must_return(hull=0) == ["hull integrity gone"],
    "maneuver is at 0.": lambda: must_return(maneuver=0) == ["dead in the water"],
    "explodes on table 21-1, every gun loses its bonus until the ship has been to the anchorage (C). A boiler explosion on table 11 does not take": lambda: (
        does(T["11/midship"].die("A").look_up(1).effects) == ["dead_in_water"]
    ),
    "Table 20 prints its": lambda: any("primary compartments" in note.text for note in T["20"].raw.notes),
    "We apply all four modifiers (water lines, morale, continued, emergency) to every job on table 20. Result 2 on table 15 supports this reading for the water lines, and table 17 supports it for": lambda: (
        mending(at(start(), lines_out=True, morale=1, declared=1), continued=True)
        == {
            T["20"].raw.modifiers[item].why: T["20"].raw.modifiers[item].value
            for item in ("water_lines", "morale_positive", "continued", "emergency")
        }
    ),
    "from table 15, result 2, separately from damage to the water lines. The failure gives you -1 on table 20 only. It does not create a repair job, and it does not add to the -1 for damaged water": test_control.test_21_ignores_water_lines_out_by_15_2_rules_4_7,
    "not roll on table 21-1. When you pump": test_control.test_flooded_counts_as_destroyed_for_its_effects_rules_7_2,
    "ammunition is at 0 (S). We": test_upkeep.test_18_1_fuel_or_ammunition_0_return_for_replenishment_rules_8,
    "note B of tables 12-1 to 12-3, and table 21-1)": test_anchorage.test_dead_in_the_water_after_an_immediate_roll_rolls_again_12_note_b_rules_9,
    "from result 8. In a scenario, result 8 has no effect.": test_upkeep.test_15_8_is_superseded_by_a_forced_return_rules_8,
    "in scenario 7 does not count as": test_scenarios.test_leaving_the_station_is_a_japanese_victory_rules_9,
    "for scenarios 7 and 8 do not mention optional rules, except for scenario 8's special option. You can use `gun-repair`, `aces` and `list-and-trim` in both scenarios. You": lambda: (
        set(T.scenarios[7].options) == {"gun-repair", "aces", "list-and-trim"}
        and set(T.scenarios[8].options) == {"gun-repair", "aces", "list-and-trim", "dunlap-1941"}
        and not any("optional rules" in item for number in (7, 8) for item in T.scenarios[number].special)
        and all(any("optional rules" in item for item in T.scenarios[number].special) for number in range(1, 7))
    ),
    "in both scenarios. You can also play both scenarios at the": lambda: ALWAYS_ADVANCED == ["aces", "list-and-trim"],
    "option uses table 20, like any other": test_control.test_gun_repair_option_gives_the_bonus_back_rules_11,
    "(C, table 5-1 note A)": lambda: "A" in {note.letter for note in T["5-1"].raw.notes},
    "(C, table 6-3 note A)": lambda: "A" in {note.letter for note in T["6-3"].raw.notes},
    "| Scenario 7 | the heading gives April 2-5 | the dates are April 4 and 5, because play begins on the morning of April 4": lambda: (
        str(T.scenarios[7].date) == "1945-04-04" and T.scenarios[7].turns == 2 and T.scenarios[7].phases[0] == "morning"
    ),
    "| Scenario 8 | the heading gives April 6 | the date is April 7, because play": lambda: (
        str(T.scenarios[8].date) == "1945-04-07" and T.scenarios[8].phases[0] == "morning"
    ),
    "| 8-2 | for a roll of 6, `Zero` | the plane is a": lambda: T.aircraft[row("8-2", 6)["plane"]].name == "Zeke",
    "roll on table D-2 only for planes": test_raid.test_night_halves_the_total_with_note_a,
    "In scenario 8, roll at that": test_scenarios.test_scenario_8_stopped_die_before_the_attack_determination_each_phase,
    "the ship at hull 0, roll on table 18 but not on table 16": test_weather.test_6_4_hull_loss_may_roll_table_14_and_force_a_return_rules_4,
    "result (table 15), the plane has still hit the ship. Such a hit starts a deck fire, may kill or wound men, and counts on table 14-1": lambda: (
        a_hit((0, 3), 90).tables() == ["11/midship", "rules 6:men"]
        and a_hit((0, 1), 90, {"15": 6}).tables() == ["11/midship", "15", "rules 6:men"]
        and a_hit((0, 1), 90, {"15": 6}).play.state.air.plane_hits == 1
    ),
    "roll on table 21-1 for the effect.": lambda: flooding_failed("fire-room-aft") == (2, 0),
    "If fuel falls to 0 in battle, the": lambda: (
        wave.maneuver_barred(at(start(), fuel=0)) == "no fuel" and must_return(fuel=0) == []
    ),
    "lines (table 15, result 2) work again.": lambda: all(
        after_absence(kind) == (False, False)
        for kind in (anchorage.REPAIR, anchorage.REPLENISH, anchorage.STORM_REPAIR)
    ),
    "| 3-1, 11, forward | the charts use both Fighter Detection Team and Fighter Direction Team | both names mean the": lambda: (
        "The printed chart says Fighter Detection Team" in T["3-1"].raw.note
        and "Fighter Direction Team" in T["3-1"].raw.title
        and any(
            "Fighter Direction Team" in cell["name"] and does(cell.effects) == ["kill_fdt"]
            for cell in T["11/forward"].cells.values()
        )
    ),
    "later than June 1, so that 25 days remain": lambda: (
        str(T.campaigns["long-a"].latest_start) == "1945-06-01"
        and (T.campaigns["long-a"].end - T.campaigns["long-a"].latest_start).days + 1
        == T.campaigns["long-a"].fighting_days * T.campaigns["long-a"].stages
        == 25
    ),
    "rolls on tables 11 and 15.": test_wave.test_a_strike_is_reported_after_table_15_and_before_its_effects_rules_5_5,
    "If table 18-1 or 6-5 applies, however,": lambda: (
        go(at(start(7), fuel=0), sequence.end_turn, {**CALM, "18-1": 7}).tables()[-1] == "18-1"
    ),
    "note B of table 18).": lambda: all(
        played(
            test_campaigns.test_long_campaigns_continue_with_a_new_ship_the_next_day_rules_9,
            name,
            test_campaigns.REAR,
        )
        for name in ("long-a", "long-b")
    ),
}
