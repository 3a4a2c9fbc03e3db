"""What a hit does (charts 11, 11-1, 13, 15, 21-1 and their notes; rules 6)."""

from __future__ import annotations

from typing import Any

from picket_duty.events import Crew, Damage, Loss
from picket_duty.rules import damage, jobs
from picket_duty.rules.play import Play
from picket_duty.state import DAMAGED, DESTROYED, WORKING, Compartment, Flood

from .script import TABLES, Run, blow, in_wave, plane, run, start


def cell(play: Play, section: str, at: tuple[int, int], dice: dict[str, Any] | None = None, **more: Any) -> Run:
    """Carry out one cell of table 11, nothing else of a hit."""
    chart = f"11/{section}"
    row = TABLES[chart].cell(*at)
    struck = blow(chart, more.pop("bearing", 0), more.pop("markers", 2))
    struck.below = bool(row["below_waterline"])
    return run(play, damage.carry_out(play, row, struck), dice)


def struck(
    state: str = "undamaged", dice: dict[str, Any] | None = None, play: Play | None = None, **more: Any
) -> tuple[Play, Run]:
    """A plane hits: the whole of rules 6 for it, superficial damage unless scripted."""
    play = play or start()
    diver = plane(more.get("bearing", 90), "M", state=state, weapon=more.get("weapon", ""))
    in_wave(play, diver)
    section = more.get("section", "midship")
    return play, run(
        play, damage.plane_hits(play, diver, section), {f"11/{section}": (0, 3), "rules 6:men": 1, **(dice or {})}
    )


# -- primary compartments ---------------------------------------------------------


def test_hit_markers_by_the_plane_and_a_fire_rules_6():
    for state, weapon, markers in [
        ("undamaged", "", 2),
        ("damaged", "", 1),
        ("shot_down", "", 1),
        ("undamaged", "bomb", 2),
        ("damaged", "bomb", 2),
    ]:
        play, _ = struck(state, {"11/forward": (5, 2)}, section="forward", weapon=weapon)
        room = play.ship.compartments["cic"]
        assert (room.markers, room.fire, room.destroyed) == (markers, True, False)


def test_a_stack_takes_one_marker_and_no_fire_rules_6():
    for state in ["undamaged", "damaged"]:
        play, _ = struck(state, {"11/midship": (3, 2)})
        stack = play.ship.compartments["stack-fwd"]
        assert (stack.markers, stack.fire) == (1, False)


def test_enough_markers_destroy_a_compartment_and_cost_a_hull_point_rules_6():
    play = start()
    room = play.ship.compartments["cic"]
    room.markers, room.fire = 1, True
    play.ship.jobs = {"cic": 3}
    done = cell(play, "forward", (5, 2))
    assert (room.markers, room.destroyed, room.fire) == (3, True, False)
    assert (play.ship.hull, play.ship.jobs) == (5, {})
    assert done.tables() == []
    assert [event.effect for event in done.told(Damage)] == ["hit", DESTROYED]


EXPLOSIVE = {
    "5in-mgz-1": ("forward", (0, 3), "magazines"),
    "40mm-mgz-fwd": ("forward", (1, 6), "magazines"),
    "20mm-mgz-aft": ("aft", (6, 3), "magazines"),
    "fuel-fwd": ("forward", (7, 2), "fuel_rooms"),
    "fuel-aft": ("aft", (2, 4), "fuel_rooms"),
    "fire-room-fwd": ("midship", (4, 1), "fire_rooms"),
    "engine-room-aft": ("midship", (5, 4), "engine_rooms"),
}


def test_an_explosive_compartment_destroyed_rolls_21_1_rules_6():
    for name in EXPLOSIVE:
        section, at, column = EXPLOSIVE[name]
        play = start()
        play.ship.compartments[name].markers = 2
        note = {"11/forward:E": 2, "11/aft:D": 2, "11/midship:A": 2}
        done = cell(play, section, at, {**note, "21-1": 5})
        assert done.rolls[-1].table == "21-1"
        assert done.rolls[-1].column == column
        assert play.ship.hull == 5


def test_21_1_magazine_or_fuel_explosion_sinks():
    for name, total, sunk in [
        ("5in-mgz-1", 3, True),
        ("5in-mgz-1", 4, False),
        ("fuel-aft", 4, True),
        ("fuel-aft", 5, False),
    ]:
        assert run(start(), damage.explosion(start(), name), {"21-1": total}).sunk is sunk


def test_21_1_engine_or_fire_room_explosion():
    for name, bonuses_lost in [("engine-room-fwd", False), ("fire-room-aft", True)]:
        play = start()
        done = run(play, damage.explosion(play, name), {"21-1": 4})
        assert (done.sunk, play.ship.maneuver, play.ship.gun_bonuses_lost) == (False, 0, bonuses_lost)


def test_hits_on_what_is_destroyed_or_flooded_are_superficial_without_notes_rules_6():
    for out in ["destroyed", "flooded"]:
        play = start()
        setattr(play.ship.compartments["5in-mgz-1"], out, True)
        setattr(play.ship.compartments["engine-room-fwd"], out, True)
        play.ship.compartments["stack-fwd"].destroyed = True
        for section, at in (("forward", (0, 3)), ("midship", (1, 2)), ("midship", (0, 2))):
            done = cell(play, section, at)
            assert done.tables() == []
            assert [event.effect for event in done.told(Damage)] == ["superficial"]
        assert (play.ship.maneuver, play.ship.hull) == (10, 6)


def test_11_stack_is_destroyed_as_printed():
    for at, stack in [((0, 2), "stack-fwd"), ((9, 4), "stack-fwd"), ((5, 5), "stack-aft")]:
        play = start()
        cell(play, "midship", at)
        room = play.ship.compartments[stack]
        assert (room.markers, room.destroyed, room.fire, play.ship.hull) == (2, True, False, 5)


# -- notes ------------------------------------------------------------------------------


def test_11_forward_note_c_bridge_destroyed_kills_captain_and_cpo():
    play = start()
    done = cell(play, "forward", (5, 4), {"11/forward:C destroyed": 6, "V-1:captain": 12, "V-1:cpo": 2})
    assert done.tables() == ["11/forward:C destroyed", "V-1", "V-1"]
    assert (play.value_of("captain"), play.value_of("cpo"), play.ship.hull) == (2, -2, 5)
    assert [fallen.post for fallen in play.ship.fallen] == ["captain", "cpo"]


def test_bridge_destroyed_by_the_markers_of_a_hit_kills_them_too_rules_6():
    play = start()
    play.ship.compartments["bridge"].markers = 1
    done = cell(play, "forward", (5, 4), {"11/forward:C destroyed": 1, "11/forward:C captain": 1})
    assert [event.post for event in done.told(Crew)] == ["captain", "cpo"]


def test_one_hit_kills_a_post_at_most_once_rules_6():
    """Note C kills the captain; the successor is not on the bridge that the markers destroy."""
    play = start()
    play.ship.compartments["bridge"].markers = 1
    done = cell(play, "forward", (5, 4), {"11/forward:C destroyed": 1, "11/forward:C captain": 6, "V-1:captain": 12})
    assert [event.post for event in done.told(Crew)] == ["captain", "cpo"]
    assert [fallen.post for fallen in play.ship.fallen] == ["captain", "cpo"]
    assert play.value_of("captain") == 2
    play.ship.compartments["bridge"] = Compartment(markers=1)
    done = cell(play, "forward", (5, 4), {"11/forward:C destroyed": 6})
    assert [event.post for event in done.told(Crew)] == ["captain", "cpo"]


def test_bridge_burnt_out_kills_nobody_rules_6():
    play = start()
    play.ship.compartments["bridge"].markers = 2
    done = run(play, damage.add_markers(play, "bridge", 1, None))
    assert play.ship.compartments["bridge"].destroyed
    assert done.told(Crew) == []


def test_steering_burnt_out_is_dead_in_the_water_rules_6():
    play = start()
    play.ship.compartments["steering"].markers = 2
    run(play, damage.add_markers(play, "steering", 1, None))
    assert play.ship.maneuver == 0


def test_11_midship_note_b_engine_room_costs_5_maneuver_each_cell_rules_6():
    play = start()
    cell(play, "midship", (1, 2), markers=1)
    assert play.ship.maneuver == 5
    cell(play, "midship", (1, 2), markers=1)
    assert play.ship.maneuver == 0


def test_an_engine_room_that_has_paid_pays_no_more_when_destroyed_rules_7_2():
    play = start()
    cell(play, "midship", (1, 2), markers=2)
    run(play, damage.add_markers(play, "engine-room-fwd", 2, None), {"21-1": 12})
    assert (play.ship.maneuver, play.ship.compartments["engine-room-fwd"].destroyed) == (5, True)


def test_11_aft_notes_e_and_g_cost_5_maneuver():
    for at, item in [((1, 2), "port-shaft"), ((5, 6), "stbd-shaft"), ((7, 3), "rudder")]:
        play = start()
        cell(play, "aft", at)
        assert (play.ship.maneuver, play.ship.equipment[item]) == (5, DAMAGED)
        cell(play, "aft", at)
        assert (play.ship.maneuver, play.ship.equipment[item]) == (0, DAMAGED)


def test_11_aft_note_h_rudder_destroyed():
    play = start()
    cell(play, "aft", (0, 4))
    assert (play.ship.maneuver, play.ship.equipment["rudder"]) == (0, DESTROYED)


def test_both_fire_rooms_destroyed_is_dead_in_the_water_rules_6():
    play = start()
    run(play, damage.destroy(play, "fire-room-fwd", None), {"21-1": 12})
    assert play.ship.maneuver == 10
    run(play, damage.destroy(play, "fire-room-aft", None), {"21-1": 12})
    assert play.ship.maneuver == 0


def test_fuel_tanks_destroyed_cost_4_fuel_rules_6():
    for name in ["fuel-fwd", "fuel-aft"]:
        play = start()
        run(play, damage.destroy(play, name, blow()), {"21-1": 12})
        assert (play.ship.fuel, play.ship.hull) == (6, 5)


# -- mounts -------------------------------------------------------------------------------


def test_three_hits_destroy_a_mount_rules_6():
    for mount in ["5in-1", "40mm-A"]:
        play = start()
        at, script = (
            ((6, 3), {"11/forward:B 5in": 1})
            if mount == "5in-1"
            else ((0, 1), {"11/forward:B director": 1, "11/forward:B gun": 1})
        )
        play.ship.mounts[mount].ace = True
        for hits in (1, 2, 3):
            cell(play, "forward", at, script)
            assert (play.ship.mounts[mount].hits, play.ship.mounts[mount].destroyed) == (hits, hits == 3)
        assert not play.ship.mounts[mount].ace


def test_a_hit_on_a_destroyed_tub_still_rolls_for_its_director_rules_2():
    play = start()
    play.ship.mounts["40mm-A"].destroyed = True
    done = cell(play, "forward", (0, 1), {"11/forward:B director": 6})
    assert done.tables() == ["11/forward:B director"]
    assert play.ship.mounts["40mm-A"].director == DESTROYED


def test_a_hit_on_a_destroyed_5_inch_mount_is_superficial():
    play = start()
    play.ship.mounts["5in-1"].destroyed = True
    assert cell(play, "forward", (6, 3)).tables() == []


def test_a_20_mm_hit_destroys_the_mount_rules_6():
    for section, at, mount in [("midship", (2, 2), "20mm-A"), ("aft", (3, 1), "20mm-E")]:
        play = start()
        for effect in (DESTROYED, "superficial"):
            done = cell(play, section, at)
            assert play.ship.mounts[mount].destroyed
            assert done.tables() == []
            assert [event.effect for event in done.told(Damage)] == [effect]


def test_11_all_aft_20_mm_are_e_f_g_rules_2():
    for scenario, lost in ((2, {"20mm-E", "20mm-F", "20mm-G"}), (8, {"20mm-E"})):
        play = start(scenario)
        cell(play, "aft", (5, 5))
        assert {name for name, gun in play.ship.mounts.items() if gun.destroyed} == lost


# -- equipment ------------------------------------------------------------------------------


def test_11_forward_note_h_mk_37_and_a_deck_fire():
    for die, state in [(1, WORKING), (2, WORKING), (3, DAMAGED), (5, DAMAGED), (6, DESTROYED)]:
        play = start()
        cell(play, "forward", (0, 5), {"11/forward:H": die})
        assert (play.ship.equipment["mk37"], play.ship.deck_fires) == (state, {"forward": 2})


def test_11_radar_is_destroyed_as_printed():
    for section, at, items in [
        ("forward", (8, 6), {"sc", "sg"}),
        ("midship", (3, 1), {"sc"}),
        ("midship", (6, 3), {"sg"}),
    ]:
        play = start()
        assert cell(play, section, at).tables() == []
        assert {name for name, condition in play.ship.equipment.items() if condition == DESTROYED} == items


def test_damage_to_a_damaged_item_changes_nothing_rules_2():
    play = start()
    play.ship.equipment["sc"] = DAMAGED
    cell(play, "forward", (9, 1), {"11/forward:F": 1})
    assert play.ship.equipment["sc"] == DAMAGED
    play.ship.equipment["water-lines"] = DESTROYED
    assert cell(play, "forward", (5, 6)).tables() == []
    assert play.ship.equipment["water-lines"] == DESTROYED
    assert damage.worse(DESTROYED, DAMAGED) == DESTROYED
    assert damage.worse(DAMAGED, "ok") == DAMAGED


def test_11_fighter_direction_team_killed():
    play = start(fdt=True)
    cell(play, "forward", (2, 3))
    assert play.ship.fdt is False
    assert [event.effect for event in cell(play, "forward", (2, 3)).told(Damage)] == ["superficial"]


# -- secondary compartments -------------------------------------------------------------------


def test_sec_is_superficial_in_the_basic_game_rules_2():
    play = start()
    done = cell(play, "forward", (3, 5))
    assert play.ship.secondary == {}
    assert [event.effect for event in done.told(Damage)] == ["superficial"]


def test_sec_damaged_then_destroyed_then_superficial_rules_6():
    play = start(level="advanced")
    for wanted in (DAMAGED, DESTROYED, "superficial"):
        done = cell(play, "forward", (3, 5))
        assert [event.effect for event in done.told(Damage)] == [wanted]
    assert play.ship.secondary == {"forward/Plot Room": 2}


def test_same_name_in_one_section_is_one_compartment_in_two_are_two_rules_0():
    play = start(level="advanced")
    cell(play, "forward", (1, 2))
    cell(play, "forward", (2, 4))
    cell(play, "aft", (5, 1))
    assert play.ship.secondary == {"forward/Trunk": 2, "aft/Trunk": 1}


def test_below_the_waterline_each_hit_floods_by_the_side_rules_6():
    for bearing, side in [
        (225, "port"),
        (270, "port"),
        (315, "port"),
        (45, "starboard"),
        (90, "starboard"),
        (135, "starboard"),
        (0, ""),
        (180, ""),
        (None, ""),
    ]:
        play = start(level="advanced")
        for points in (1, 2):
            done = cell(play, "forward", (0, 2), bearing=bearing)
            assert (play.ship.flood, done.told(Loss)[0].track, done.told(Loss)[0].left) == (points, "flood", points)
        assert play.ship.floods == [Flood("forward", side, 1, "forward/Ice Machine")] * 2


def test_below_the_waterline_depends_on_the_cell_hit_rules_0():
    """Crew Quarters forward: cell 4-4 lies below, Repair Stores 9-3 above and 6-1 below."""
    play = start(level="advanced")
    cell(play, "forward", (9, 3))
    assert play.ship.flood == 0
    cell(play, "forward", (6, 1))
    assert (play.ship.flood, play.ship.secondary) == (1, {"forward/Repair Stores": 2})


BELOW = {
    "5in-mgz-1": ("forward", (0, 3)),
    "5in-mgz-2": ("forward", (6, 5)),
    "40mm-mgz-fwd": ("forward", (1, 6)),
    "fuel-fwd": ("forward", (7, 2)),
    "5in-mgz-3": ("aft", (2, 2)),
    "5in-mgz-4": ("aft", (3, 6)),
    "5in-mgz-5": ("aft", (5, 4)),
    "40mm-mgz-aft": ("aft", (4, 3)),
    "20mm-mgz-aft": ("aft", (6, 3)),
    "fuel-aft": ("aft", (2, 4)),
}
SAFE = {"11/forward:E": 2, "11/aft:D": 2, "11/midship:A": 2}


def test_below_the_waterline_only_these_primary_compartments_rules_6():
    """None midship, where note A is the boiler; none above the line; none at all in the basic game."""
    for level in ("basic", "advanced"):
        for section in ("forward", "midship", "aft"):
            for at, row in TABLES[f"11/{section}"].cells.items():
                if row.effects[0].do == "hit_compartment":
                    play = start(level=level)
                    cell(play, section, at, {f"11/{section}:{note}": 2 for note in TABLES[f"11/{section}"].die_charts})
                    wet = level == "advanced" and (section, at) in BELOW.values()
                    assert play.ship.flood == wet, (section, at)


def test_below_the_waterline_nothing_on_destroyed_flooded_or_uncarried_ones_rules_6():
    play = start(level="advanced")
    play.ship.compartments["5in-mgz-1"].destroyed = True
    play.ship.compartments["fuel-aft"].flooded = True
    cell(play, *BELOW["5in-mgz-1"])
    cell(play, *BELOW["fuel-aft"])
    la_prade = start(7, level="advanced")
    cell(la_prade, *BELOW["5in-mgz-2"])
    assert (play.ship.flood, la_prade.ship.flood) == (0, 0)


def test_below_the_waterline_markers_fire_flood_then_destruction_rules_6():
    """Flood 10 rolls table 16 before the destruction costs hull and rolls 21-1; a destroyed one keeps its water."""
    play = start(level="advanced")
    room = play.ship.compartments["5in-mgz-1"]
    room.markers = 2
    play.ship.floods = [Flood("aft", "", 9, "x")]
    done = cell(play, *BELOW["5in-mgz-1"], {**SAFE, "16": 12, "21-1": 12})
    assert done.tables() == ["11/forward:E", "16", "21-1"]
    events = [event for event in done.events if isinstance(event, Damage | Loss)]
    assert [event.track if isinstance(event, Loss) else event.effect for event in events] == [
        "hit",
        "flood",
        DESTROYED,
        "hull",
    ]
    assert (room.destroyed, room.fire, play.ship.hull, play.ship.flood) == (True, False, 5, 10)


def test_trim_and_list_rules_6():
    play = start(level="advanced")
    play.ship.floods = [
        Flood("aft", "port", 2, "a"),
        Flood("forward", "starboard", 1, "b"),
        Flood("midship", "port", 1, "c"),
    ]
    assert (play.ship.flood, play.ship.trim_points, play.ship.list_points) == (4, 1, -2)


def test_flood_10_rolls_table_16_at_once_and_sends_her_in_rules_6():
    for total, sunk in [(4, True), (5, False)]:
        play = start(level="advanced")
        play.ship.floods = [Flood("aft", "", 9, "x")]
        done = cell(play, "forward", (0, 2), {"16": total})
        assert (done.tables(), done.sunk, play.state.forced) == (["16"], sunk, ["flooding"])


def test_flood_track_ends_at_10_and_table_16_once_a_phase_rules_2_9():
    play = start(level="advanced")
    play.ship.floods = [Flood("aft", "", 10, "x")]
    play.state.sank_roll = True
    done = cell(play, "forward", (0, 2))
    assert (done.tables(), play.ship.flood, play.state.forced) == ([], 10, ["flooding"])


# -- deck fires and men ---------------------------------------------------------------------------


def test_every_plane_that_hits_sets_the_deck_on_fire_rules_6():
    play, done = struck()
    assert play.ship.deck_fires == {"midship": 2}
    assert done.tables() == ["11/midship", "rules 6:men"]


def test_a_hit_starts_a_deck_fire_in_addition_to_table_11_rules_6():
    play, _ = struck(dice={"11/midship": (2, 6)})
    assert play.ship.deck_fires == {"midship": 3}


def test_more_deck_fires_raise_the_level_and_past_3_it_is_out_of_control_rules_6():
    play = start()
    play.ship.deck_fires = {"midship": 3}
    play, done = struck(play=play, dice={"16": 5})
    assert (play.ship.deck_fires, play.state.forced) == ({"midship": 3}, ["deck fire out of control"])
    assert done.tables() == ["11/midship", "16", "rules 6:men"]


def test_only_the_hit_that_got_a_deck_fire_out_of_control_says_so():
    play = start()
    play.ship.deck_fires = {"midship": 3}
    for _ in range(2):
        play, _ = struck(play=play, dice={"16": 5})
    fires = [event for event in play.events if isinstance(event, Damage) and event.item == "deck fire"]
    assert [(event.effect, event.again) for event in fires] == [("out of control", False), ("out of control", True)]
    assert not damage.was_out_of_control(play.events, "aft")
    lit = Damage(section="midship", item="deck fire", effect="lit")
    assert not damage.was_out_of_control([*play.events, lit], "midship"), "a new fire"


def test_11_1_deck_fire_by_the_bearing_rules_6():
    for bearing, section in [(315, "forward"), (270, "midship"), (180, "aft")]:
        for at, _effect in [((3, 2), "deck_fire"), ((5, 6), "deck_fire")]:
            play = start()
            diver = plane(bearing, "L")
            in_wave(play, diver)
            run(play, damage.near_miss(play, diver), {"11-1": at})
            assert play.ship.deck_fires == {section: 2}


def test_no_more_men_are_lost_than_are_left_rules_6():
    play = start()
    play.ship.men["midship"] = 1
    play, _ = struck(play=play, dice={"rules 6:men": 6})
    assert play.ship.men["midship"] == 0


def test_idle_men_fall_first_rules_6():
    for present, left in [
        (10, {"cic": 3, "deck fire midship": 3, "engine-room-fwd": 2}),
        (7, {"cic": 3, "deck fire midship": 3, "engine-room-fwd": 1}),
    ]:
        play = start()
        play.ship.men["midship"] = present
        play.ship.jobs = {"cic": 3, "deck fire midship": 3, "engine-room-fwd": 2}
        struck(play=play, dice={"rules 6:men": 6})
        assert play.ship.jobs == left


def test_a_near_miss_kills_no_men_and_starts_no_deck_fire():
    play = start()
    diver = plane()
    in_wave(play, diver)
    done = run(play, damage.near_miss(play, diver), {"11-1": (1, 3)})
    assert (done.tables(), play.ship.deck_fires) == (["11-1"], {})


# -- near misses ----------------------------------------------------------------------------------


def test_11_1_printed_points_only_rules_6():
    for at, track, left in [((1, 1), "hull", 5), ((1, 6), "maneuver", 9), ((6, 2), "maneuver", 5), ((3, 6), "fuel", 8)]:
        play = start()
        before = (play.ship.compartments, play.ship.equipment.copy())
        run(play, damage.near_miss_damage(play, blow("11-1")), {"11-1": at})
        assert getattr(play.ship, track) == left
        assert not any(compartment.markers or compartment.fire for compartment in before[0].values())
        assert play.ship.equipment == before[1]


def test_11_1_nothing_and_the_blank_cell():
    for at in [(1, 2), (1, 3), (2, 1), (4, 1), (4, 6), (6, 5)]:
        play = start()
        done = run(play, damage.near_miss_damage(play, blow("11-1")), {"11-1": at})
        assert done.tables() == ["11-1"]
        assert (play.ship.hull, play.ship.maneuver, play.ship.fuel) == (6, 10, 10)


def test_11_1_mast_clipped():
    for at in [(3, 3), (6, 6)]:
        play = start()
        run(play, damage.near_miss_damage(play, blow("11-1")), {"11-1": at})
        assert (play.ship.equipment["sc"], play.ship.equipment["sg"]) == (DESTROYED, DESTROYED)


def test_11_1_sfs_marker():
    for sfs, left in [(2, 1), (1, 0), (0, 0)]:
        for at in [(2, 2), (4, 4)]:
            play = start(sfs=sfs)
            run(play, damage.near_miss_damage(play, blow("11-1")), {"11-1": at})
            assert play.ship.sfs == left


def test_11_1_random_result():
    for at in [(2, 3), (2, 6), (6, 4)]:
        assert run(start(), damage.near_miss_damage(start(), blow("11-1")), {"11-1": at, "15": 6}).tables() == [
            "11-1",
            "15",
        ]


# -- tables 15 and 13 -------------------------------------------------------------------------------


def random_result(play: Play, total: int, more: dict[str, Any] | None = None) -> Run:
    return cell(play, "forward", (1, 4), {"15": total, **(more or {})})


def test_15_has_no_modifiers():
    assert random_result(start(crew={"captain": 2}), 6).roll("15").modifiers == ()


def test_15_2_water_lines_out_is_tracked_separately():
    play = start()
    random_result(play, 2)
    assert (play.ship.lines_out, play.ship.equipment["water-lines"]) == (True, WORKING)
    assert jobs.open_jobs(play) == {}


def test_15_4_sfs():
    for sfs, left in [(2, 1), (0, 0)]:
        play = start(sfs=sfs)
        done = random_result(play, 4)
        assert play.ship.sfs == left
        assert ("superficial" in [event.effect for event in done.told(Damage)]) is (not sfs)


def test_13_officer_killed_and_replaced_at_once():
    for total, post in [(2, "captain"), (5, "repair_two_chief"), (6, None), (12, "xo")]:
        play = start()
        done = random_result(play, 5, {"13": total, "V-1": 12})
        assert [(event.post, event.killed, event.value) for event in done.told(Crew)] == (
            [(post, True, 2)] if post else []
        )
        assert [name for name, officer in play.ship.crew.items() if officer.value == 2] == ([post] if post else [])
        assert [fallen_officer.post for fallen_officer in play.ship.fallen] == ([post] if post else [])


def test_15_superficial():
    for total in [6, 9, 10, 11]:
        assert [event.effect for event in random_result(start(), total).told(Damage)] == ["superficial"]


def test_15_8_waits_for_the_end_of_the_turn():
    play = start()
    random_result(play, 8)
    assert play.state.reassigned
    assert play.ship.station == 5


def test_15_12_sinks():
    assert random_result(start(), 12).sunk


def test_every_cell_of_table_11_can_be_carried_out_at_both_levels():
    """No cell asks for an effect, note or thing that the ship does not know."""
    lucky = {"16": 12, "21-1": 12, "14": 12, "15": 6}
    for number in (2, 7, 8):
        for level in ("basic", "advanced"):
            for section in ("forward", "midship", "aft"):
                for at in TABLES[f"11/{section}"].cells:
                    notes = {f"11/{section}:{note}": 3 for note in TABLES[f"11/{section}"].die_charts}
                    assert not cell(start(number, level=level), section, at, {**lucky, **notes}).sunk
