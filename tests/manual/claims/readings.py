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
    "(R, `house/firing-fletcher.toml`). Only 5-inch mounts 1 and 2 and 40 mm tubs A and B can fire dead ahead (S)": lambda: (
        {mount for mount in mounts() if levels(mount, 0)} == {"5in-1", "5in-2", "40mm-A", "40mm-B"}
    ),
    (
        "Published descriptions give these rules (S). A turn is one day and has three phases of eight hours "
        "each. The ship has three sections, each with its own repair party. The ship has five"
    ): lambda: len(PHASES) == 3 and len(SECTIONS) == 3,
    "tracks, five 5-inch mounts, five 40 mm tubs and seven 20 mm mounts. A plane's altitude": lambda: (
        [sum(m.kind == k for m in mounts().values()) for k in ("5in", "40mm", "20mm")] == [5, 5, 7]
    ),
    "Men in the forward section repair the Mk 37 director and both radars. Men in the same section as a": lambda: (
        {e.id: e.section for e in T.sheet.equipment if e.id in ("mk37", "sc", "sg")}
        == {"mk37": "forward", "sc": "forward", "sg": "forward"}
    ),
    'magazines. The chart result "all aft 20 mm" means mounts E, F and G': lambda: (
        T["11/aft"].cell(5, 5).effects[0].mounts == ("20mm-E", "20mm-F", "20mm-G")
    ),
    "Roll for land radar once per turn": lambda: played(test_setup.test_5_1_one_attempt_a_turn, 5, 1),
    "A day without an active picket station is not a fighting day and has no end-of-turn steps": lambda: played(
        test_setup.test_2_2_no_active_station_no_duty, "1945-03-25"
    ),
    "AFS marker is available for one phase. Each marker can be used once, and several markers may attack the same plane": lambda: (
        played(test_gunnery.test_several_afs_at_one_plane_rules_4_2)
    ),
    (
        "If table 8-2 changes the weather, skip the rest of the day's phases and play the end of the "
        "turn. When you roll for the weather the next morning, treat the previous phase as one with no "
        "rain or storm, whatever its"
    ): lambda: played(test_raid.test_8_2_phases_not_played_leave_no_rain_rules_4_3),
    "and keep the planes that are listed first. Halve a Kikusui raid before you roll on table 22-1": lambda: played(
        test_raid.test_kikusui_at_night_is_halved_before_22_1
    ),
    "If only one plane is coming, no plane is left after you halve the raid": lambda: played(
        test_raid.test_night_halves_one_plane_of_8_2_to_none
    ),
    "The day on which a typhoon comes is the first day that you mark off.": lambda: played(
        test_weather.test_6_3_today_is_the_first_day_marked_off, 1, 2
    ),
    (
        "If table 6-5 calls for repairs, add the days they take to the ship's absence. If a ship goes to the "
        "anchorage because of table 6-5, do not roll on table 16."
    ): lambda: played(test_weather.test_6_5_days_are_added_and_a_new_station_follows_without_table_16, 1, 2),
    (
        "to see whether the ship stops, and then roll for the attack. The result applies to the whole phase. "
        "The +1 for a stopped ship applies only to table 10"
    ): lambda: mod("rules", "stopped") == 1,
    "Scenarios 1, 6, 7 and 8 do not use the Kikusui rules.": lambda: (
        {n for n, item in T.scenarios.items() if not item.kikusui} == {1, 6, 7, 8}
    ),
    "To find the column of table 19, add the values of the captain and the engineering officer, and "
    "subtract 1 or 2 if the maneuver track is low.": lambda: (
        [maneuver_column(maneuver=n) for n in (8, 7, 4)] == [0, -1, -2]
    ),
    "Give all orders before you roll any dice. AFS markers attack first, then SFS markers fire, and "
    "mounts fire last.": lambda: played(test_gunnery.test_afs_then_sfs_then_mounts_roll_in_that_order_rules_5_3),
    "A flooded 40 mm magazine counts as destroyed. If both 40 mm magazines are lost, no tub fires": lambda: (
        played(test_gunnery.test_40_mm_mounts_are_silent_without_both_magazines_rules_5_3)
        and played(test_gunnery.test_9_2_nearest_40_mm_magazine, "A", "fwd", "flooded")
    ),
    (
        "SFS marker fires like a 40 mm mount without modifiers. The marker can fire only at low and medium planes,"
    ): lambda: (
        support_shot("L").table == "9-2/40mm" and support_shot("L").modifiers == () and gunnery.SFS_LEVELS == ("L", "M")
    ),
    (
        "For spray fire, torpedo planes count as low, bombers as medium, and Ohka carriers as high. A spray "
        "fire roll gets the spray fire modifier and the usual modifiers"
    ): lambda: gunnery.SPRAY_LEVEL == {"torpedo": "L", "bomb": "M", "ohka": "H"},
    (
        "A special attack plane that is set afire loses its weapon. If the plane carried a bomb or a torpedo,"
        ' it then dives in the "shot down" column. An'
    ): lambda: wave.dive_roll(start(), plane(0, "L", "torpedo", "shot_down")).column == "shot_down",
    "Roll on table 14-1 once per wave": lambda: played(
        test_wave.test_14_1_once_a_wave_by_the_number_of_plane_hits, 2, "1-2"
    ),
    "Roll on table 14 each time a result reduces the hull to 0. Also roll each time a result costs hull "
    "points when the hull is already at 0.": lambda: played(
        test_wave.test_14_each_result_that_leaves_hull_0_rolls_once_rules_5_6, 2, 2, 1
    ),
    "When a stack is hit, it takes one marker but does not catch fire": lambda: N.markers_stack == 1,
    "A hit on a 20 mm mount destroys it.": lambda: (
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
    "costs another 5 maneuver points. Lost hull": lambda: T["11/midship"].note("B").effects[0].points == 5,
    "If both fire rooms are out of action, the ship is dead in the water": lambda: played(
        test_damage.test_both_fire_rooms_destroyed_is_dead_in_the_water_rules_6
    ),
    "If a hit destroys the bridge, the captain and the CPO are killed (C, note C). A single hit never kills both an officer and the officer's successor, because": lambda: (
        G["bridge"].destroyed_by_hit[0].posts == ("captain", "cpo")
        and played(test_damage.test_one_hit_kills_a_post_at_most_once_rules_6)
    ),
    "A deck fire that table 12-1 or 12-3 starts is aft if the stern or mount": lambda: (
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
    "or mount 3, 4 or E was hit. If the bow or mount 1, 2, A or B was hit, the deck fire is forward": lambda: (
        [T["12-1"].look_up(t).effects[0].mounts for t in (10, 11)]
        == [("5in-3", "5in-4", "40mm-E"), ("5in-1", "5in-2", "40mm-A", "40mm-B")]
    ),
    "A near miss does only the damage printed on table 11-1.": lambda: (
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
    (
        "A) adds one flood point on the side from which the plane came. Primary compartments can flood too. "
        "Apply the effects in this order: hit markers, fire, flood point, destruction"
    ): lambda: (
        N.flood_per_hit == 1
        and played(test_damage.test_below_the_waterline_markers_fire_flood_then_destruction_rules_6)
    ),
    "captain is killed. The declaration helps your rolls on table 20 but not on table 21": lambda: (
        mod("20", "emergency") == 2 and "emergency" not in T["21"].raw.modifiers
    ),
    "In each round, you may try once to flood each compartment, and once to counterflood.": lambda: (
        played(test_control.test_21_allows_one_attempt_per_compartment_and_round_rules_7_2)
        and played(test_control.test_counterflooding_one_attempt_a_round)
    ),
    'The "continued" modifier applies if at least one man on the job was also on it in the previous '
    "round of the same phase": lambda: (
        played(test_control.test_20_continued_with_a_man_still_on_the_job_rules_7_4)
        and played(test_control.test_20_not_continued_into_the_next_phase_rules_7_4)
    ),
    (
        "Deck fires and other jobs each have their own formula for the column of table 20; see Damage "
        "control. If no men are assigned to a job, do not roll for it."
    ): lambda: played(test_control.test_a_job_without_a_man_does_not_roll_rules_7_4),
    "A fire that is out of control stays at level 3, and you roll on table 16": lambda: N.deck_fire_limit == 3,
    "If no men are fighting a deck fire, it grows, just as if a repair had failed": lambda: played(
        test_control.test_deck_fire_left_unfought_grows_and_burns_the_hull_rules_7_5
    ),
    "To find the column for the morale roll, add the values of the XO and the CPO": lambda: (
        shift(upkeep.morale_roll(start(crew={"xo": 1, "cpo": 1}))) == 2
    ),
    (
        "For a forced return, roll once on table 16, no matter how many reasons apply. If a fire goes out of "
        "control or the ship has 10 flood points, make that roll at once instead of at the end of the phase. "
        "Roll again only if the"
    ): lambda: played(test_anchorage.test_one_table_16_however_many_reasons_rules_9),
    (
        "If you roll on table 18-1 or 6-5, or get result 8 on table 15, find the date of return in the same "
        "way as for table 18"
    ): lambda: anchorage.back_after(datetime.date(1945, 4, 1), 2) == datetime.date(1945, 4, 4),
    (
        "Result 8 on table 15 takes effect at most once per turn. A ship counts as damaged if she has any hit"
        " marker, fire, flooding, or damaged or destroyed item. A ship also counts as damaged if her hull or "
        "maneuver is below its starting value"
    ): lambda: all(
        played(test_upkeep.test_15_8_what_counts_as_damaged_rules_8, getattr(test_upkeep, what))
        for what in ("marker", "fire", "flood", "item", "gun", "low_hull", "low_maneuver")
    ),
    "A scenario is decided after its last phase, before the end of the turn. Resolve any forced return first.": lambda: (
        played(test_scenarios.test_judged_after_the_last_phase_before_section_8_rules_10)
    ),
    (
        'The charts say that long A is "composed of 5 five-day mini-campaigns", and that the fighting days of a mini campaign '
        '"need not be consecutive", because maintenance and repairs may add days (C).'
    ): lambda: played(test_campaigns.test_long_a_a_ship_at_the_anchorage_comes_back_and_continues_her_stage_rules_10),
    (
        "The next one begins with the next fighting day, of the same ship as she is. Stages do not overlap, and days "
        "between two stages belong to neither."
    ): lambda: (
        played(test_campaigns.test_long_a_is_five_stages_of_five_fighting_days_rules_10)
        and played(test_campaigns.test_long_a_a_ship_lost_between_two_stages_loses_none_rules_10, 0, [(True, 5)])
    ),
    "The printed charts count only the ships that are sunk, and hardly more than five can sink.": lambda: (
        T.campaigns["long-a"].ships_sunk_draw == 8 > T.campaigns["long-a"].stages
        and played(test_campaigns.test_campaign_2_goes_by_the_ships_sunk, "long-a", 7, "us_win")
    ),
    "a stage is judged after the last phase of its fifth fighting day.": lambda: played(
        test_campaigns.test_long_a_a_stage_is_judged_before_section_8_rules_10
    ),
    "You lose a mini campaign if the ship is sunk or sent to the rear. You lose if she is off station "
    "on June 25, or if she is forced off station on the last fighting day": lambda: (
        played(test_campaigns.test_mini_campaign_absent_on_june_25_is_lost_rules_10)
        and played(test_campaigns.test_forced_off_on_the_last_fighting_day_loses_rules_10)
    ),
    "You also lose if she has not finished her fighting days by June 25": lambda: played(
        test_campaigns.test_mini_campaign_unfinished_on_june_25_is_lost_rules_10
    ),
    (
        "Kikusui dates apply to all three phases of a day in advanced campaigns and patrols. The dates never "
        "apply to scenarios"
    ): lambda: (
        not raid.kikusui_today(start(1))
        and raid.kikusui_today(start(patrol="1945-06-07", level="advanced"))
        and not raid.kikusui_today(start(patrol="1945-06-07"))
    ),
    "| row 9, `1350L` | 135L |": lambda: "135L" in row("8-1B", 9)["planes"],
    "| note A refers to D2 | D-2 |": lambda: T["D-2"].id == "D-2",
    (
        "columns end at -2 and +2 | if the sum is below -2, use the -2 column; if it is above +2, use the +2 column"
    ): lambda: [T[c].column_of(n) for c in ("8-1", "19") for n in (-9, 9)] == ["-2", "+2", "-2", "+2"],
    (
        "| there is no entry for one plane | a single plane comes in one wave, with the special attack "
        "allowance for 2-4 planes |"
    ): lambda: T["8-3"].entry(1).fields == T["8-3"].entry(4).fields,
    "| there is no row for 12 or more | a roll of 12 or more destroys the plane at all three altitudes |": lambda: (
        [row("9-2/5in", 12, c)["result"] for c in "LMH"] == ["destroyed"] * 3
    ),
    (
        "| there are no rows for totals of 1 and 13 | a total of 1 counts as 2, and a total of 13 counts as 12 |"
    ): lambda: (
        [row("10", a, c) == row("10", b, c) for a, b in ((1, 2), (13, 12)) for c in T["10"].raw.columns] == [True] * 8
    ),
    "row 1, column 2, `Trune`": lambda: T["11/forward"].cell(1, 2)["name"] == "Trunk Hit",
    "row 8, column 3 is not marked as": lambda: T["11/forward"].cell(8, 3)["sec"],
    "| 11, all sections | several cells have the same name | cells in the same section are a single "
    "compartment; cells in two sections are two compartments; each cell shows whether it is below the "
    "waterline |": lambda: (
        {at: c["below_waterline"] for at, c in T["11/forward"].cells.items() if c["name"] == "Repair Stores Hit"}
        == {(6, 1): True, (9, 3): False}
    ),
    "row 4, column 1 is blank": lambda: T["11-1"].cell(4, 1)["effect"] == "none",
    "| 12-3 | the result for a 4 refers to table 10-1 | table 11-1 |": lambda: (
        T["12-3"].look_up(4)["result"] == "near_miss"
    ),
    (
        "| 16 | there is no row for totals below 2 | totals below 2 count as 2; a natural 2 always counts as 2 |"
    ): lambda: T["16"].natural == (2,) and row("16", 0) == row("16", 2),
    "roll of 1 | in every column, a roll of 1 means that no emergency is declared": lambda: (
        not any(row("17", 1, c)["declared"] for c in T["17"].raw.columns)
    ),
    "no rows for very low or very high totals | use the nearest row": lambda: T["20"].raw.clamp and T["23"].raw.clamp,
    "| there is no row for a 7 (with the modifier) | a 7 counts as a 6 |": lambda: row("24", 7) == row("24", 6),
    "`20mm D -` | midship, starboard": lambda: (
        mounts("dunlap")["20mm-D"].section == "midship"
        and levels("20mm-D", 90, "dunlap") == "LM"
        and not levels("20mm-D", 270, "dunlap")
    ),
    "four 40 mm mounts, but the chart": lambda: sum(m.kind == "40mm" for m in mounts("dunlap").values()) == 2,
    (
        "If the water lines have failed (table 15, result 2), roll for them at the start of each later phase,"
        " no matter what the"
    ): lambda: (
        go(at(start(), lines_out=True), sequence.play_phase, {**CALM, "15:still_out": 1}).tables()[0] == "15:still_out"
    ),
    (
        "Roll for the combat air patrol (table 7-1) before the die for a night attack, and only if the "
        "weather allows an attack"
    ): lambda: (
        [
            table
            for table in go(start(phase=2), sequence.play_phase, CALM).tables()
            if table in ("6-1", "7-1", "8-1:night")
        ]
        == ["6-1", "7-1", "8-1:night"]
    ),
    (
        "If you get the weather result on table 8-2 in the evening, there are no phases left to skip. The "
        "weather in that evening phase then counts as the previous weather for the next morning"
    ): lambda: played(test_raid.test_8_2_in_the_evening_the_rain_of_that_phase_counts_rules_4_3),
    (
        "There are no damage control rounds during a typhoon, and any emergency declaration ends. If the ship"
        " rides out a typhoon in a scenario, you win"
    ): lambda: (
        played(test_weather.test_typhoon_ends_the_turn_and_with_it_the_declaration_rules_7_1)
        and played(test_weather.test_typhoon_in_a_scenario, 7, "us_win")
    ),
    "If that plane is then destroyed, it still counts only once toward an ace crew.": lambda: played(
        test_gunnery.test_the_records_count_a_plane_once_flamed_or_destroyed
    ),
    "carrier fighters, land-based fighters, SFS, 5-inch, 40 mm and 20 mm. Mounts of the same caliber fire": lambda: (
        coverage.TYPES == ("carrier", "land")
        and [m.kind for m in T.ships["fletcher"].mounts] == ["5in"] * 5 + ["40mm"] * 5 + ["20mm"] * 7
    ),
    (
        "First, roll for the weapons of all the planes in the special attack box, in the order in which "
        "the planes came. After that, those planes dive first, followed by"
    ): lambda: played(test_special.test_all_weapons_before_the_first_dive_rules_5_4),
    (
        "A special attack plane with two hits still dives in the special column. If such a plane hits, it "
        "adds two hit markers. A plane that was set afire adds only one hit marker"
    ): lambda: wave.dive_roll(start(), plane(0, "L", "bomb", "damaged")).column == "special",
    "Only result 7 on table 15, with no working land radar station, turns the hit into a miss": lambda: played(
        test_wave.test_15_7_with_no_land_radar_working_is_a_miss_rules_5_5, "basic"
    ),
    (
        "If the result on table 11 is a deck fire, apply it before the fire that every hit starts. "
        "Together, the two fires become a single level 3 deck fire"
    ): lambda: N.deck_fire_start + 1 == 3,
    "Roll the die for the bridge first. If the bridge is not destroyed, roll the die for the captain.": lambda: (
        T["11/forward"].cell(5, 4).effects[0].notes == ("C destroyed", "C captain")
        and die("11/forward", "C destroyed", "result")[6] == "destroyed"
        and [t for t, r in die("11/forward", "C captain", "result").items() if r == "killed"] == [5, 6]
    ),
    "If hit markers destroy the steering room, the ship is dead in the water, just as if you had rolled "
    "a 1 for the note.": lambda: [e.do for e in G["steering"].out] == ["dead_in_water"],
    (
        "The loss of a given compartment costs you fuel or maneuver points only once. If you pump it out and "
        "lose it again, you lose no more points."
    ): lambda: played(test_damage.test_an_engine_room_that_has_paid_pays_no_more_when_destroyed_rules_7_2),
    "At either level, each compartment you flood adds to the flood track": lambda: played(
        test_control.test_21_success_rules_7_2
    ),
    (
        "The game asks you only before a later wave, once its planes are known. A declaration does not "
        "cost you anything until"
    ): lambda: played(test_control.test_17_lasts_through_the_next_wave_and_its_round_then_may_be_rescinded_rules_7_1),
    "Roll for jobs in this order: deck fires, compartments, equipment, directors and mounts, secondary compartments": lambda: (
        played(test_control.test_jobs_and_whose_men_they_take_rules_2_and_7_3)
    ),
    "First, all deck fires grow. Then each deck fire costs its hull points. Roll on table 14 for each "
    "fire that calls for it.": lambda: played(test_control.test_each_deck_fire_costs_a_hull_point_rules_7_5),
    "`gun-repair` option, a successful repair removes all hits from a mount": lambda: played(
        test_control.test_gun_repair_option_gives_the_bonus_back_rules_11
    ),
    "The flood track stops at 10": lambda: N.flood_limit == 10,
    "When you ask for relief, each destroyed mount, director, primary or secondary compartment, and "
    "piece of equipment counts as one destroyed item.": lambda: played(
        test_upkeep.test_four_things_are_mounts_directors_compartments_equipment_secondaries
    ),
    "While the ship is away under table 18-1 or 6-5, the yard repairs damaged directors and clears hits from mounts that are not destroyed.": lambda: (
        played(test_anchorage.test_back_from_18_1_rules_9)
    ),
    "If the ship leaves in a scenario, roll on table 16, because she may sink. Do not roll on table 18": lambda: played(
        test_scenarios.test_leaving_the_station_is_a_japanese_victory_rules_9, 2
    ),
    "According to published descriptions, most compartments take four markers and some take two or three "
    "(S). We decided how many each compartment takes (R).": lambda: (
        Counter(item.markers for item in G.values()).most_common() == [(4, 14), (3, 4), (2, 2)]
    ),
    "Table A-1 divides one hundred aircraft among the types": lambda: T["A-1"].faces == (10, 10),
    "In the basic game, a storm has only one effect: no planes come": lambda: played(
        test_weather.test_storm_in_the_basic_game_is_no_attack_and_no_table_6_2_rules_1
    ),
    (
        "If a chart names a mount that the ship does not have, the damage is superficial. The same is true if"
        " a chart names that mount's director or its 5-inch magazine."
    ): lambda: (
        played(test_setup.test_damage_to_an_item_not_aboard_is_superficial_rules_2, (1, 4), "11/midship")
        and played(test_setup.test_ships_without_a_mount_lack_its_magazine_but_keep_the_others_rules_2)
    ),
    "FDT and SFS until she gets a new station": lambda: played(
        test_setup.test_present_station_still_active_stays_with_its_fdt_and_sfs_rules_3
    ),
    (
        "Roll for a station at the start, after the ship has been away, and when table 15 orders the ship to "
        "a new one. In the advanced game, also roll when the old station is no longer active, and after a day"
        " without duty (C, table 2-2: roll again)"
    ): lambda: (
        played(test_upkeep.test_15_8_an_undamaged_ship_gets_a_new_station_without_stores_rules_8)
        and played(test_setup.test_present_station_not_active_any_more_gets_a_new_one_rules_3)
        and played(test_setup.test_2_2_a_day_without_duty_ends_the_old_assignment_rules_3, 1, 5)
    ),
    (
        "A land radar station that is lost stays lost, even when another ship takes over. Note B of table 18 "
        'sets up a new ship "as if starting a new game", but land radar and the weather stay as they were'
    ): lambda: (
        played(test_setup.test_a_lost_land_radar_stays_lost_for_the_game_15_7)
        and played(test_setup.test_land_radars_survive_a_change_of_ship_rules_3)
    ),
    "A patrol can take place on any dates from March 24 through June 25": lambda: (
        played(test_setup.test_free_patrol_runs_within_the_campaign_rules_3, "1945-03-23")
        and played(test_setup.test_free_patrol_runs_within_the_campaign_rules_3, "1945-06-26")
        and start(patrol="1945-03-24").state.date == T.campaigns["mini"].start
    ),
    "We use table 8-1 as printed. Good fighter cover, radar and support shift the column to the right, "
    "where more planes come.": lambda: (
        raid_shift(cover(land=2), sfs=1)
        == {
            "FDT present": 1,
            "Chit of each fighter type present": 2,
            "All ship radars working": 1,
            "Each SFS marker available": 1,
        }
        and all(by_column(mean_planes, dice)[-1] == max(by_column(mean_planes, dice)) for dice in (0, -1, -2))
    ),
    "The table below shows the average number of planes in a daylight phase without rain, for each "
    "column. We calculated these averages from table 8-1, its attack tables and table 8-2: | Station | "
    "-2 | -1 | 0 | +1 | +2 |": lambda: T["8-1"].raw.columns == ["-2", "-1", "0", "+1", "+2"],
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
    (
        "If you count only phases in which planes come, the average raid also gets larger with every column. "
        "The average raid grows from 3.8 to 5.2 planes at stations 5-10, from 3.6 to 5.1 at stations 2-4 and "
        "11-16, and from 3.5 to 4.9 at station 1"
    ): lambda: (
        [(by_column(mean_raid, dice)[0], by_column(mean_raid, dice)[-1]) for dice in (0, -1, -2)]
        == [(3.8, 5.2), (3.6, 5.1), (3.5, 4.9)]
        and all(left < right for dice in (0, -1, -2) for left, right in pairwise(by_column(mean_raid, dice)))
    ),
    'The "previous phase" on table 6-1 is the last phase that any ship played today or yesterday,': lambda: played(
        test_weather.test_6_1_rain_or_storm_in_the_previous_phase, "rain"
    ),
    (
        "The first phase of a game has no previous phase. The first phase after one or more days with no ship"
        " on station has no previous phase either"
    ): lambda: played(test_anchorage.test_first_phase_after_an_absence_has_no_previous_phase_rules_4_1),
    "But if you have already played a phase today, play the end of the turn, including relief, between "
    "tables 6-2 and 6-3.": lambda: (
        played(test_weather.test_6_3_is_preceded_by_section_8_of_a_day_already_played_rules_4)
        and played(test_weather.test_6_3_is_not_rolled_for_a_ship_that_leaves_on_relief_first_rules_4)
    ),
    "If the ship leaves at the end of that turn, do not roll on table 6-3. An undamaged ship with orders from table 15 rides out the typhoon before she goes to her new station.": lambda: (
        played(
            test_weather.test_6_3_a_ship_out_of_stores_or_reassigned_with_damage_leaves_before_the_typhoon_rules_4,
            "stores",
        )
        and played(test_weather.test_6_3_an_undamaged_reassigned_ship_rides_out_the_typhoon_then_changes_station_15_8)
    ),
    (
        "play continues at the same station, or at a new station if the old one is no longer active. When you"
        " roll for the weather"
    ): lambda: (
        played(test_weather.test_6_3_keeps_the_station_if_it_is_still_active)
        and played(test_weather.test_6_3_assigns_a_new_station_if_the_old_one_is_no_longer_active_rules_4)
    ),
    (
        "Scenario 7 is played at station 1 on April 4 and 5. Roll the die for relief at the end of each "
        "phase, beginning with the first midday phase. Scenario 8 is played at station 2 on April 7"
    ): lambda: (
        [(T.scenarios[n].station, str(T.scenarios[n].date), T.scenarios[n].turns) for n in (7, 8)]
        == [(1, "1945-04-04", 2), (2, "1945-04-07", 1)]
        and played(test_scenarios.test_scenario_7_no_relief_die_after_turn_1_morning)
    ),
    "Special attack planes beyond the wave's allowance lose their weapons but keep their bearings.": lambda: played(
        test_wave.test_beyond_the_allowance_a_plane_keeps_its_bearing_rules_5_1
    ),
    "You cannot try a maneuver if a stack has been hit, if maneuver or fuel is at 0, or if list or trim "
    "is 3 or more. You cannot try one in scenario 8 either (C)": lambda: (
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
    "A mount fires once per wave, at one plane that it can reach (S and R).": lambda: played(
        test_gunnery.test_a_mount_fires_once_at_one_plane_it_bears_on_rules_5_3
    ),
    "If the 20 mm magazine is lost, no 20 mm mount fires. If a 5-inch magazine is lost, its mount does not fire": lambda: (
        played(test_gunnery.test_20_mm_mounts_are_silent_without_their_magazine_rules_5_3)
        and played(test_gunnery.test_a_5_inch_mount_is_silent_without_its_magazine_rules_5_3)
    ),
    "When ammunition is at 0, no mount fires": lambda: played(
        test_gunnery.test_no_mount_fires_without_ammunition_afs_and_sfs_do_rules_5_3
    ),
    (
        "Any number of mounts may use spray fire. Each mount that uses spray fire fires at one special attack"
        " plane and at nothing else"
    ): lambda: (
        all(
            planes == (0,) for slot, planes in gunnery.plan_choice(sky(start(), plane(0, "L", "torpedo"))).slots.items()
        )
        and len(gunnery.plan_choice(sky(start(), plane(0, "L", "torpedo"))).slots) == 17
    ),
    "Bomb and torpedo planes that are not afire attack with their weapon and then dive in the special column.": lambda: (
        wave.dive_roll(start(), plane(0, "L", "bomb")).column == "special"
        and played(test_special.test_each_weapon_on_its_chart_then_the_dive_rules_5_4, "bomb")
    ),
    "A weapon that hits on table 12-1, 12-2 or 12-3 does not count as a plane that hits. - Result 3 on "
    "table 15 ends the raid, but you still make the wave's hull roll and play its damage control.": lambda: (
        played(test_wave.test_15_3_removes_planes_and_waves_hull_and_damage_control_follow_rules_5_5)
        and row("15", 3)["effect"] == "fighters"
    ),
    (
        "Result 7 on table 15 puts one land radar station out of action, and the hit still counts. The hit "
        "becomes a miss only if no land radar station is working"
    ): lambda: (
        played(test_wave.test_15_7_with_a_working_land_radar_takes_it_off_line_and_keeps_the_hit_rules_5_5)
        and played(test_wave.test_15_7_with_no_land_radar_working_is_a_miss_rules_5_5, "advanced")
    ),
    "If the ship stays afloat at hull 0, she leaves for the anchorage when the phase ends": lambda: (
        must_return(hull=0) == ["hull integrity gone"]
        and played(
            test_anchorage.test_16_and_18_at_the_end_of_the_phase_skip_later_phases_and_section_8_rules_9,
            test_anchorage.no_hull,
        )
    ),
    "A ship is dead in the water if, and only if, her maneuver is at 0.": lambda: (
        must_return(maneuver=0) == ["dead in the water"]
        and played(test_damage.test_11_midship_note_a_boiler_explosion, 1, 0)
    ),
    "If a fire room explodes on table 21-1, every gun loses its bonus until the ship has been to the "
    "anchorage (C). A boiler explosion on table 11 does not take away the bonuses.": lambda: (
        played(test_damage.test_21_1_engine_or_fire_room_explosion, "fire-room-aft", True)
        and does(T["11/midship"].die("A").look_up(1).effects) == ["dead_in_water"]
    ),
    (
        "The house die above shows how many men in the repair party a hit kills or wounds. When you choose "
        "the casualties, take men without a job first"
    ): lambda: played(
        test_damage.test_idle_men_fall_first_rules_6, 10, {"cic": 3, "deck fire midship": 3, "engine-room-fwd": 2}
    ),
    "If the result costs you a support ship and you have none left, nothing happens": lambda: played(
        test_damage.test_15_4_sfs, 0, 0
    ),
    "Hits amidships cause no flooding, because note A of the midship table is about the boiler. A "
    "compartment cannot flood if it is already destroyed or flooded, or if the ship does not have "
    "it.": lambda: (
        not below_waterline("midship")
        and played(test_damage.test_below_the_waterline_nothing_on_destroyed_flooded_or_uncarried_ones_rules_6)
    ),
    "Remove a primary compartment's flood points when you repair its last hit marker or pump it out. A "
    "destroyed compartment keeps its flood points.": lambda: (
        played(test_control.test_removing_the_last_marker_removes_the_flooding_of_a_hit_rules_6)
        and played(test_control.test_flooding_of_a_hit_stays_after_voluntary_flooding_until_pumped_out_rules_6)
        and played(test_damage.test_below_the_waterline_markers_fire_flood_then_destruction_rules_6)
    ),
    (
        "An emergency declaration lasts at least through the next wave and its damage control round. The "
        "declaration ends at the end of the day, and it stays in force even if the captain is killed. The "
        "declaration"
    ): lambda: (
        played(test_control.test_17_lasts_through_the_next_wave_and_its_round_then_may_be_rescinded_rules_7_1)
        and played(test_control.test_17_ends_with_the_turn_rules_7_1)
        and played(test_control.test_17_continues_when_the_captain_is_killed_rules_7_1)
    ),
    'Table 20 prints its modifiers under the heading "Repairing Primary Compartments"': lambda: any(
        "primary compartments" in note.text for note in T["20"].raw.notes
    ),
    (
        "We apply all four modifiers (water lines, morale, continued, emergency) to every job on table 20. "
        "Result 2 on table 15 supports this reading for the water lines, and table 17 supports it for the "
        "emergency"
    ): lambda: (
        mending(at(start(), lines_out=True, morale=1, declared=1), continued=True)
        == {
            T["20"].raw.modifiers[item].why: T["20"].raw.modifiers[item].value
            for item in ("water_lines", "morale_positive", "continued", "emergency")
        }
    ),
    (
        "Keep track of the water line failure from table 15, result 2, separately from damage to the water "
        "lines. The failure gives you -1 on table 20 only. It does not create a repair job, and it does not "
        "add to the -1 for damaged water lines"
    ): lambda: (
        played(test_control.test_21_ignores_water_lines_out_by_15_2_rules_4_7)
        and played(test_control.test_20_water_lines_never_count_twice_rules_4_7)
    ),
    (
        "A flooded compartment counts as destroyed, but it costs no hull point and you do not roll on table "
        "21-1. When you pump out a compartment, it works again, and its flood points are removed. The same "
        "happens when you repair a secondary compartment."
    ): lambda: (
        played(test_control.test_flooded_counts_as_destroyed_for_its_effects_rules_7_2)
        and played(test_control.test_pumping_out_restores_the_compartment_and_takes_its_flood_off_rules_7_2)
    ),
    (
        "Published descriptions say that a ship returns to the anchorage when her fuel or ammunition is at 0 "
        "(S). We reconstructed these rules"
    ): lambda: played(test_upkeep.test_18_1_fuel_or_ammunition_0_return_for_replenishment_rules_8, "ammunition", 5, 2),
    (
        "end of the phase. Roll again only if the ship was not dead in the water when you rolled but is dead "
        "in the water when the phase ends (C, note B of tables 12-1 to 12-3, and table 21-1)"
    ): lambda: (
        played(test_anchorage.test_dead_in_the_water_after_an_immediate_roll_rolls_again_12_note_b_rules_9, 7, False)
        and played(test_anchorage.test_dead_in_the_water_before_an_immediate_roll_does_not_roll_again_rules_9)
    ),
    (
        "A forced return takes precedence over the orders from result 8. In a scenario, result 8 has no effect."
    ): lambda: (
        played(test_upkeep.test_15_8_is_superseded_by_a_forced_return_rules_8)
        and played(test_upkeep.test_15_8_no_effect_in_a_scenario_rules_8)
    ),
    "If damage forces the ship off her station, do not play the day's remaining phases or the end of "
    "the turn.": lambda: played(
        test_anchorage.test_16_and_18_at_the_end_of_the_phase_skip_later_phases_and_section_8_rules_9,
        test_anchorage.no_hull,
    ),
    (
        "If the ship leaves her station, you lose the scenario. Relief in scenario 7 does not count as "
        "leaving, but resolve a forced return before you roll the relief die."
    ): lambda: (
        played(test_scenarios.test_leaving_the_station_is_a_japanese_victory_rules_9, 7)
        and played(test_scenarios.test_scenario_7_a_forced_return_comes_before_the_relief_die_rules_9)
    ),
    "The printed sheets for scenarios 7 and 8 do not mention optional rules, except for scenario 8's "
    "special option. You can use `gun-repair`, `aces` and `list-and-trim` in both scenarios. You": lambda: (
        set(T.scenarios[7].options) == {"gun-repair", "aces", "list-and-trim"}
        and set(T.scenarios[8].options) == {"gun-repair", "aces", "list-and-trim", "dunlap-1941"}
        and not any("optional rules" in item for number in (7, 8) for item in T.scenarios[number].special)
        and all(any("optional rules" in item for item in T.scenarios[number].special) for number in range(1, 7))
    ),
    (
        "in both scenarios. You can also play both scenarios at the advanced level, which always uses `aces` "
        "and `list-and-trim`. - The mount whose hit sets a plane afire or destroys it gets the credit"
    ): lambda: (
        ALWAYS_ADVANCED == ["aces", "list-and-trim"]
        and played(test_scenarios.test_advanced_options_are_on_in_the_advanced_game_rules_11, 8)
    ),
    "`gun-repair` option uses table 20, like any other job": lambda: played(
        test_control.test_gun_repair_option_gives_the_bonus_back_rules_11
    ),
    ("| Scenario 8 | the heading gives April 6 | the date is April 7, because play begins on that morning |"): lambda: (
        str(T.scenarios[8].date) == "1945-04-07" and T.scenarios[8].phases[0] == "morning"
    ),
    "although only midday is played | you win or lose at the end of the last phase |": lambda: (
        T.scenarios[1].phases == ("midday",) and scenario.phases_of(start(1)) == (1,)
    ),
    "| 8-2 | for a roll of 6, `Zero` | the plane is a Zeke |": lambda: (
        T.aircraft[row("8-2", 6)["plane"]].name == "Zeke"
    ),
    "until you need it. At night, roll on table D-2 only for planes that remain after halving. Do not "
    "roll for a wasted shot": lambda: (
        played(test_raid.test_night_halves_the_total_with_note_a)
        and played(test_gunnery.test_fire_at_a_plane_already_destroyed_is_wasted_rules_5_3)
    ),
    (
        "If a ship leaves during a typhoon or sinks in one, another ship takes the station the next day. When"
        " you roll for the weather for that ship, treat the previous phase as a storm."
    ): lambda: played(test_weather.test_6_3_in_long_b_marks_no_days_off_for_the_relieving_ship_rules_4),
    "In scenario 8, roll at that point to see whether the ship stops.": lambda: played(
        test_scenarios.test_scenario_8_stopped_die_before_the_attack_determination_each_phase
    ),
    "Roll for ammunition if at least one plane attacked in any phase of the day.": lambda: played(
        test_raid.test_a_raid_halved_to_no_planes_does_not_count_as_an_attack_rules_4_3
    ),
    (
        "the day still counts as a fighting day. If that day is the last fighting day, the campaign is "
        "decided before the end of the turn."
    ): lambda: played(test_weather.test_6_3_the_fighting_day_is_judged_before_section_8_rules_10, 4, "us_win"),
    "If a typhoon leaves the ship at hull 0, roll on table 18 but not on table 16": lambda: played(
        test_weather.test_6_4_hull_loss_may_roll_table_14_and_force_a_return_rules_4
    ),
    (
        "If a plane's roll gives superficial damage or a random result (table 15), the plane has still hit "
        "the ship. Such a hit starts a deck fire, may kill or wound men, and counts on table 14-1"
    ): lambda: (
        a_hit((0, 3), 90).tables() == ["11/midship", "rules 6:men"]
        and a_hit((0, 1), 90, {"15": 6}).tables() == ["11/midship", "15", "rules 6:men"]
        and a_hit((0, 1), 90, {"15": 6}).play.state.air.plane_hits == 1
    ),
    (
        "A near miss by a bomb or a torpedo has no bearing. If such a near miss starts a fire, roll one die "
        "for the section."
    ): lambda: played(test_special.test_12_near_miss_deck_fire_section_is_rolled_rules_6),
    (
        "A result that destroys several mounts affects only those that are not already destroyed. If all the "
        "mounts are already destroyed, the damage is superficial"
    ): lambda: (
        all_aft_20_mm(("20mm-E",)) == {"20mm-F", "20mm-G"}
        and all_aft_20_mm(("20mm-E", "20mm-F", "20mm-G")) == {"superficial"}
    ),
    "A boiler explosion leaves the ship dead in the water. The fire room still gets its hit markers and "
    "catches fire": lambda: boiler_explosion() == (0, N.markers_fresh, True),
    "If you try to flood a compartment and it explodes, roll on table 21-1 for the effect. If the ship "
    "survives, the compartment keeps its hit markers": lambda: flooding_failed("fire-room-aft") == (2, 0),
    "If you flood a primary compartment that has flood points from hits, it keeps those points until it is pumped out": lambda: (
        played(test_control.test_flooding_of_a_hit_stays_after_voluntary_flooding_until_pumped_out_rules_6)
    ),
    (
        "If fuel falls to 0 in battle, the ship can no longer maneuver, but she does not leave for the "
        "anchorage until the end of the turn"
    ): lambda: (
        wave.maneuver_barred(at(start(), fuel=0)) == "no fuel"
        and must_return(fuel=0) == []
        and played(test_upkeep.test_18_1_fuel_or_ammunition_0_return_for_replenishment_rules_8, "fuel", 5, 2)
    ),
    (
        "Whenever the ship comes back, any gun bonuses lost in a fire room explosion are restored, and the water lines "
        "(table 15, result 2) work again."
    ): lambda: all(
        after_absence(kind) == (False, False)
        for kind in (anchorage.REPAIR, anchorage.REPLENISH, anchorage.STORM_REPAIR)
    ),
    (
        "An ace crew stays with the ship through repairs unless its mount was destroyed. If the mount was "
        "destroyed, the ship also loses the planes credited to that crew."
    ): lambda: aces_after_repairs() == {"5in-1": (True, 3), "5in-2": (False, 0)},
    "The days of a patrol are calendar days, so days off station count too. A patrol ends early if the "
    "ship is sunk or sent to the rear": lambda: (
        played(test_anchorage.test_absent_beyond_the_last_day_of_a_patrol)
        and played(test_campaigns.test_free_patrol_sunk)
        and played(test_anchorage.test_returned_to_rear_ends_a_patrol_rules_9)
    ),
    ("If only one ship in the squadron is ready, she takes over, and the program does not ask you."): lambda: played(
        test_campaigns.test_in_long_b_the_ship_that_is_ready_relieves_rules_10
    ),
    "A ship that is due back after the last day counts as off station at the end. In the long campaigns, only the number of ships sunk decides who wins.": lambda: (
        played(test_campaigns.test_mini_campaign_absent_on_june_25_is_lost_rules_10)
        and played(test_campaigns.test_campaign_2_a_ship_lost_on_the_last_day_counts, 7, "draw")
    ),
    "New ships come from a list of Fletcher-class destroyers. No name is used twice until every name "
    "has been used.": lambda: played(test_campaigns.test_new_ships_have_unique_names),
    (
        "| 3-1, 11, forward | the charts use both Fighter Detection Team and Fighter Direction Team | both "
        "names mean the same team |"
    ): lambda: (
        "The printed chart says Fighter Detection Team" in T["3-1"].raw.note
        and "Fighter Direction Team" in T["3-1"].raw.title
        and any(
            "Fighter Direction Team" in cell["name"] and does(cell.effects) == ["kill_fdt"]
            for cell in T["11/forward"].cells.values()
        )
    ),
    "Long A starts no later than June 1, so that 25 days remain": lambda: (
        str(T.campaigns["long-a"].latest_start) == "1945-06-01"
        and (T.campaigns["long-a"].end - T.campaigns["long-a"].latest_start).days + 1
        == T.campaigns["long-a"].fighting_days * T.campaigns["long-a"].stages
        == 25
    ),
    "For that reason, the log reports a hit only after the rolls on tables 11 and 15.": lambda: played(
        test_wave.test_a_strike_is_reported_after_table_15_and_before_its_effects_rules_5_5
    ),
    "If table 18-1 or 6-5 applies, however, do roll on it.": lambda: (
        go(at(start(7), fuel=0), sequence.end_turn, {**CALM, "18-1": 7}).tables()[-1] == "18-1"
        and played(test_weather.test_typhoon_in_a_scenario, 3, "japanese_win")
    ),
    "In the long campaigns, a new ship and crew take the place of a ship that is sent to the rear, from the next day on (C, note B of table 18).": lambda: (
        all(
            played(
                test_campaigns.test_long_campaigns_continue_with_a_new_ship_the_next_day_rules_9,
                name,
                test_campaigns.REAR,
            )
            for name in ("long-a", "long-b")
        )
    ),
    "The same applies to a ship that is sunk. A ship of the squadron never takes her place.": lambda: (
        played(test_campaigns.test_long_campaigns_continue_with_a_new_ship_the_next_day_rules_9, "long-b", {"16": 2})
        and all(
            played(
                test_campaigns.test_in_long_b_a_ship_lost_for_good_is_replaced_by_a_new_one_chart_18_note_b_rules_9,
                dice,
            )
            for dice in (test_campaigns.SINKS, test_campaigns.REAR)
        )
    ),
    "Repairing the water lines is a single job for men from any one section": lambda: played(
        test_control.test_jobs_and_whose_men_they_take_rules_2_and_7_3
    ),
    ("no longer active. When you roll for the weather the next morning, treat the previous phase as a storm"): lambda: (
        played(test_weather.test_6_3_weather_before_counts_as_storm)
    ),
    (
        "If a scenario names a station, or if you choose one for a patrol, use that station and ignore the calendar"
    ): lambda: (
        played(test_setup.test_station_of_a_scenario_overrides_the_calendar_rules_3)
        and played(test_setup.test_station_of_a_free_patrol_overrides_the_calendar_rules_3)
    ),
}
