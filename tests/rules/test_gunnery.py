"""Fighters, support ships and guns (charts 9-1, 9-2, S-1; rules 5.3, 11)."""

from __future__ import annotations

import pytest

from picket_duty.book.ids import slot_named
from picket_duty.events import Fire, Support
from picket_duty.requests import Illegal
from picket_duty.rules import gunnery
from picket_duty.rules.play import Play
from picket_duty.state import DAMAGED, DESTROYED, Flood, Plane

from .script import Run, in_wave, plane, reasons, run, start

DIRECTOR = {"5in": "Mk 37 director", "40mm": "Director of 40 mm tub A"}


def modifiers(play: Play, mount: str, target: Plane) -> dict[str, int]:
    return reasons(gunnery.gun_roll(play, mount, target).modifiers)


def fire(play: Play, orders: dict[str, int], dice: dict[str, object]) -> Run:
    return run(play, gunnery.fire_plan(play), dice, {"fire plan": orders})


def plan(play: Play):
    return gunnery.plan_choice(play)


# -- who bears --------------------------------------------------------------------


def test_a_mount_can_fire_by_bearing_and_altitude_rules_5_3():
    play = start()
    in_wave(play, plane(0, "L"), plane(135, "H"), plane(225, "M"))
    slots = plan(play).slots
    assert slots["5in-1"] == (0,)
    assert slots["5in-3"] == (1, 2)
    assert slots["40mm-A"] == (0, 1)
    assert slots["40mm-B"] == (0,)
    assert slots["40mm-D"] == (2,)
    assert slots["20mm-F"] == (2,)
    assert "20mm-A" not in slots
    assert plan(play).barred["20mm-A"] == "no plane within reach"


def test_a_mount_fires_once_at_one_plane_it_bears_on_rules_5_3():
    play = start()
    in_wave(play, plane(0, "L"), plane(180, "L"))
    choice = plan(play)
    with pytest.raises(Illegal, match="5in-1 cannot fire at plane 1"):
        choice.check({"5in-1": 1})
    with pytest.raises(Illegal, match="20mm-A"):
        choice.check({"20mm-A": 0})
    for wrong in ([0], "0", True, 2, -1, 0.0):
        with pytest.raises(Illegal):
            choice.check({"5in-1": wrong})


def test_a_plane_that_is_gone_is_not_a_target():
    for state in ["destroyed", "removed"]:
        play = start()
        in_wave(play, plane(0, "L", state=state))
        assert plan(play).slots == {}
        assert run(play, gunnery.fire_plan(play)).asked() == []


def test_a_flamed_plane_is_still_a_target():
    play = start()
    in_wave(play, plane(0, "L", state="shot_down"))
    assert plan(play).slots["5in-1"] == (0,)


# -- modifiers ------------------------------------------------------------------------


def test_9_1_bonus():
    for mount, bonus in [
        ("5in-1", {"L": 0, "M": 1, "H": 1}),
        ("40mm-A", {"L": 1, "M": 1, "H": 0}),
        ("20mm-A", {"L": 0, "M": 0}),
    ]:
        for level, value in bonus.items():
            listed = modifiers(start(), mount, plane(45, level))
            assert listed == ({DIRECTOR[mount[:-2]]: value} if value else {})


def test_9_1_no_bonus_without_the_director():
    for state in [DAMAGED, DESTROYED]:
        play = start()
        play.ship.equipment["mk37"] = state
        play.ship.mounts["40mm-A"].director = state
        assert modifiers(play, "5in-1", plane(0, "M")) == {}
        assert modifiers(play, "40mm-A", plane(0, "M")) == {}
        assert modifiers(play, "40mm-B", plane(0, "M")) == {"Director of 40 mm tub B": 1}


def test_9_1_each_caliber_has_its_own_director():
    play = start()
    play.ship.equipment["mk37"] = DESTROYED
    assert modifiers(play, "40mm-A", plane(0, "M")) == {DIRECTOR["40mm"]: 1}


def test_9_1_a_damaged_5_inch_mount_is_worked_manually():
    play = start()
    play.ship.mounts["5in-1"].hits = 1
    assert modifiers(play, "5in-1", plane(0, "M")) == {"Each hit on the gun": -1}
    assert modifiers(play, "5in-2", plane(0, "M")) == {DIRECTOR["5in"]: 1}


def test_a_damaged_40_mm_keeps_its_director_9_2():
    play = start()
    play.ship.mounts["40mm-A"].hits = 2
    assert modifiers(play, "40mm-A", plane(0, "M")) == {DIRECTOR["40mm"]: 1, "Each hit on the gun": -2}


def test_9_1_no_bonus_with_both_fire_rooms_out():
    for out in ["destroyed", "flooded"]:
        play = start()
        setattr(play.ship.compartments["fire-room-fwd"], out, True)
        assert modifiers(play, "5in-1", plane(0, "M")) == {DIRECTOR["5in"]: 1}
        play.ship.compartments["fire-room-aft"].destroyed = True
        for mount in ("5in-1", "40mm-A"):
            assert modifiers(play, mount, plane(0, "M")) == {}


def test_21_1_fire_room_explosion_takes_all_bonuses():
    play = start()
    play.ship.gun_bonuses_lost = True
    for mount in ("5in-1", "40mm-A"):
        assert modifiers(play, mount, plane(0, "M")) == {}


def test_9_2_gunnery_officer():
    for value in [-2, 2]:
        for mount in ["5in-1", "40mm-A", "20mm-A"]:
            play = start(crew={"gunnery_officer": value})
            assert modifiers(play, mount, plane(45, "L"))["Gunnery officer"] == value


def test_9_2_ace_crew():
    for mount in ["5in-1", "40mm-A", "20mm-A"]:
        play = start()
        play.ship.mounts[mount].ace = True
        assert modifiers(play, mount, plane(45, "L"))["Ace gun crew"] == 1


def test_9_2_nearest_40_mm_magazine():
    for mount, nearest in [("A", "fwd"), ("B", "fwd"), ("C", "aft"), ("D", "aft"), ("E", "aft")]:
        for out in ["destroyed", "flooded"]:
            bearing = {"A": 45, "B": 315, "C": 90, "D": 270, "E": 180}[mount]
            for gone in ("fwd", "aft"):
                play = start()
                setattr(play.ship.compartments[f"40mm-mgz-{gone}"], out, True)
                listed = modifiers(play, f"40mm-{mount}", plane(bearing, "H"))
                assert listed == ({"Nearest 40mm magazine destroyed": -1} if gone == nearest else {})


def test_40_mm_mounts_are_silent_without_both_magazines_rules_5_3():
    play = start()
    in_wave(play, plane(0, "L"))
    play.ship.compartments["40mm-mgz-fwd"].destroyed = True
    assert "40mm-A" in plan(play).slots
    play.ship.compartments["40mm-mgz-aft"].flooded = True
    assert plan(play).barred["40mm-A"] == "both magazines are out"


def test_20_mm_mounts_are_silent_without_their_magazine_rules_5_3():
    play = start()
    in_wave(play, plane(90, "L"))
    assert "20mm-A" in plan(play).slots
    play.ship.compartments["20mm-mgz-aft"].destroyed = True
    assert not [slot for slot in plan(play).slots if slot.startswith("20mm")]


def test_a_5_inch_mount_is_silent_without_its_magazine_rules_5_3():
    play = start()
    in_wave(play, plane(0, "L"))
    play.ship.compartments["5in-mgz-1"].flooded = True
    assert "5in-1" not in plan(play).slots
    assert "5in-2" in plan(play).slots


def test_no_mount_fires_without_ammunition_afs_and_sfs_do_rules_5_3():
    play = start(sfs=2)
    play.state.air.markers = ["AFS land 1"]
    in_wave(play, plane(0, "L"))
    play.ship.ammunition = 0
    assert list(plan(play).slots) == ["AFS land 1", "SFS 1", "SFS 2"]


def test_17_emergency_silences_the_mounts_afs_and_sfs_fire():
    play = start(sfs=1)
    play.state.air.markers = ["AFS land 1"]
    in_wave(play, plane(0, "L"))
    for stage in (1, 2, 3):
        play.ship.declared = stage
        assert list(plan(play).slots) == ["AFS land 1", "SFS 1"]


def test_a_destroyed_mount_does_not_fire():
    play = start()
    in_wave(play, plane(0, "L"))
    play.ship.mounts["5in-1"].destroyed = True
    assert "5in-1" not in plan(play).slots
    assert plan(play).barred["5in-1"] == "destroyed"


def test_list_or_trim_on_all_gun_rolls_rules_6():
    for section, side in [("midship", "port"), ("aft", ""), ("forward", "")]:
        for points, value in [(2, None), (3, -1)]:
            play = start(level="advanced")
            play.ship.floods = [Flood(section, side, points, "x")]
            for mount in ("5in-1", "40mm-A", "20mm-A"):
                assert modifiers(play, mount, plane(45, "L")).get("List or trim of three or more") == value


def test_list_is_ignored_without_the_option_rules_11():
    play = start()
    play.ship.floods = [Flood("midship", "port", 5, "x")]
    assert modifiers(play, "5in-1", plane(0, "L")) == {}


def test_a_destroyed_mount_row_and_total_below_2_or_above_12_of_9_2():
    play = start(crew={"gunnery_officer": -2})
    in_wave(play, plane(0, "L"))
    play.ship.mounts["5in-1"].hits = 2
    done = fire(play, {"5in-1": 0}, {"9-2/5in": 2})
    assert (done.roll("9-2/5in").total, done.roll("9-2/5in").result["result"]) == (-2, "miss")
    play = start(crew={"gunnery_officer": 2})
    in_wave(play, plane(0, "M"))
    done = fire(play, {"5in-1": 0}, {"9-2/5in": 12})
    assert (done.roll("9-2/5in").total, play.state.air.planes[0].state) == (15, "destroyed")


# -- results ----------------------------------------------------------------------------------


def test_9_2_hits_on_a_plane_rules_1():
    for hits, result, after, state in [
        (0, "miss", 0, "undamaged"),
        (0, "hit", 1, "undamaged"),
        (1, "hit", 2, "damaged"),
        (0, "2 hits", 2, "damaged"),
        (2, "hit", 3, "shot_down"),
        (1, "2 hits", 3, "shot_down"),
        (2, "2 hits", 4, "shot_down"),
        (0, "flamed", 3, "shot_down"),
        (2, "flamed", 3, "shot_down"),
        (0, "destroyed", 0, "destroyed"),
        (3, "destroyed", 3, "destroyed"),
        (3, "hit", 4, "shot_down"),
    ]:
        play = start()
        target = plane(0, "L", state={0: "undamaged", 1: "undamaged", 2: "damaged", 3: "shot_down"}[hits])
        target.hits = hits
        in_wave(play, target)
        gunnery.apply_fire(play, target, result, slot_named("5in-1"))
        assert (target.hits, target.state) == (after, state)
        assert play.state.records.destroyed == (state == "destroyed")


def test_afs_then_sfs_then_mounts_roll_in_that_order_rules_5_3():
    play = start(sfs=1)
    play.state.air.markers = ["AFS land 1"]
    in_wave(play, plane(0, "L"), plane(45, "M"))
    orders = {"40mm-A": 1, "5in-2": 0, "SFS 1": 1, "AFS land 1": 0}
    done = fire(play, orders, {"S-1": 5, "9-2/40mm": 2, "9-2/5in": 2})
    assert [roll.actor for roll in done.rolls] == ["AFS land 1", "SFS 1", "5in-2", "40mm-A"]
    assert [(event.by, event.plane) for event in done.told(Support)] == [("AFS land 1", 0), ("SFS 1", 1)]
    assert [(event.by, event.plane) for event in done.told(Fire)] == [("5in-2", 0), ("40mm-A", 1)]


def test_fire_at_a_plane_already_destroyed_is_wasted_rules_5_3():
    play = start()
    play.state.air.markers = ["AFS land 1", "AFS land 2"]
    in_wave(play, plane(0, "L"))
    done = fire(play, {"AFS land 1": 0, "AFS land 2": 0, "5in-1": 0}, {"S-1": 12})
    assert done.tables() == ["S-1"]
    assert play.state.air.markers == []


def test_s_1_afs():
    for total, hits, state in [(4, 0, "undamaged"), (5, 1, "undamaged"), (8, 1, "undamaged"), (9, 0, "destroyed")]:
        play = start(crew={"gunnery_officer": 2})
        play.state.air.markers = ["AFS land 1"]
        in_wave(play, plane(0, "H"))
        done = fire(play, {"AFS land 1": 0}, {"S-1": total})
        target = play.state.air.planes[0]
        assert (target.hits, target.state, done.roll("S-1").modifiers) == (hits, state, ())


def test_an_afs_marker_is_used_once_a_spared_one_stays_rules_4_2():
    play = start()
    play.state.air.markers = ["AFS carrier 1", "AFS land 1"]
    in_wave(play, plane(0, "H"))
    fire(play, {"AFS carrier 1": 0}, {"S-1": 2})
    assert play.state.air.markers == ["AFS land 1"]


def test_sfs_fires_as_a_40_mm_without_modifier_low_and_medium_at_any_bearing_rules_5_3():
    play = start(level="advanced", sfs=2, crew={"gunnery_officer": 2})
    play.ship.floods = [Flood("aft", "", 5, "x")]
    in_wave(play, plane(0, "L"), plane(180, "M"), plane(90, "H"))
    assert plan(play).slots["SFS 1"] == (0, 1)
    done = fire(play, {"SFS 1": 0, "SFS 2": 1}, {"9-2/40mm": 6})
    assert [(roll.column, roll.modifiers, roll.total) for roll in done.rolls] == [("L", (), 6), ("M", (), 6)]
    assert [target.hits for target in play.state.air.planes] == [1, 0, 0]


def test_sfs_has_nothing_to_fire_at_when_all_fly_high():
    play = start(sfs=1)
    in_wave(play, plane(0, "H"))
    assert plan(play).barred["SFS 1"] == "fires at low and medium planes only"


# -- special planes --------------------------------------------------------------------------


def test_10_note_c_spray_fire_column_and_modifiers_rules_5_3():
    for mount in ["5in-1", "40mm-E"]:
        for weapon, column in [("torpedo", "L"), ("bomb", "M"), ("ohka", "H")]:
            play = start(crew={"gunnery_officer": 1})
            play.ship.mounts[mount].hits = 1
            play.ship.mounts[mount].ace = True
            roll = gunnery.gun_roll(play, mount, plane(180, "M", weapon=weapon))
            assert roll.column == column
            assert reasons(roll.modifiers) == {
                "Spray fire at a special attack plane": -2,
                "Gunnery officer": 1,
                "Each hit on the gun": -1,
                "Ace gun crew": 1,
            }


def test_no_20_mm_at_an_ohka_carrier_rules_5_3():
    for weapon, can in [("torpedo", True), ("bomb", True), ("ohka", False)]:
        play = start(sfs=1)
        in_wave(play, plane(180, "M", weapon=weapon))
        slots = plan(play).slots
        assert all((f"20mm-{letter}" in slots) is can for letter in "ABCDEFG")
        assert ("SFS 1" in slots) is can
        assert all(f"5in-{number}" in slots for number in range(1, 6))
        assert all(f"40mm-{letter}" in slots for letter in "ABCDE")


def test_sfs_at_a_special_plane_without_the_minus_2_rules_5_3():
    for weapon, column in [("torpedo", "L"), ("bomb", "M")]:
        play = start(sfs=1)
        in_wave(play, plane(180, "H", weapon=weapon))
        roll = fire(play, {"SFS 1": 0}, {"9-2/40mm": 2}).rolls[0]
        assert (roll.column, roll.modifiers) == (column, ())


def test_spray_counts_list_and_twin_mounts():
    play = start(8, level="advanced")
    play.ship.floods = [Flood("aft", "", 3, "x")]
    listed = modifiers(play, "20mm-A", plane(0, "M", weapon="bomb"))
    assert listed == {
        "Spray fire at a special attack plane": -2,
        "List or trim of three or more": -1,
        "Twin 20 mm mounts": 1,
    }


# -- options -------------------------------------------------------------------------------------


def test_dunlap_twin_20_mm_scenario_8():
    play = start(8)
    for letter, bearing in zip("ABCDE", (0, 45, 90, 90, 270), strict=True):
        assert modifiers(play, f"20mm-{letter}", plane(bearing, "L")) == {"Twin 20 mm mounts": 1}


def test_dunlap_of_1941_rules_2():
    play = start(8, options=("dunlap-1941",))
    assert not [mount for mount in play.armament() if mount.startswith("40mm")]
    for letter, bearing in zip("ABCDE", (0, 45, 90, 90, 270), strict=True):
        total = sum(modifiers(play, f"20mm-{letter}", plane(bearing, "L")).values())
        assert total == (0 if letter in "ABC" else 1)


def kills(play: Play, *results: str) -> None:
    for result in results:
        target = plane(0, "L")
        in_wave(play, target)
        gunnery.apply_fire(play, target, result, slot_named("5in-1"))


def test_third_plane_makes_an_ace_crew_rules_11():
    for level, options, ace in [("advanced", (), True), ("basic", ("aces",), True), ("basic", (), False)]:
        play = start(level=level, options=options)
        kills(play, "destroyed", "flamed", "hit", "miss")
        assert (play.ship.mounts["5in-1"].ace, play.ship.mounts["5in-1"].kills) == (False, 2)
        kills(play, "flamed")
        assert (play.ship.mounts["5in-1"].ace, play.ship.mounts["5in-1"].kills) == (ace, 3)


def test_the_mount_with_the_decisive_hit_gets_the_credit_rules_11():
    play = start(level="advanced")
    target = plane(0, "L")
    in_wave(play, target)
    for mount in ("5in-1", "5in-1", "40mm-A", "40mm-B"):
        gunnery.apply_fire(play, target, "hit", slot_named(mount))
    gunnery.apply_fire(play, target, "destroyed", slot_named("40mm-B"))
    assert {name: gun.kills for name, gun in play.ship.mounts.items() if gun.kills} == {"40mm-A": 1}


def test_mounts_get_no_credit_for_planes_of_the_fighters():
    play = start(level="advanced")
    target = plane(0, "L")
    in_wave(play, target)
    gunnery.apply_fire(play, target, "destroyed", slot_named("AFS land 1"))
    assert not any(mount.kills for mount in play.ship.mounts.values())
    assert play.state.records.by_mount == {"AFS": 1}


def test_the_records_count_a_plane_once_flamed_or_destroyed():
    play = start()
    records = play.state.records
    target = plane(0, "L")
    in_wave(play, target)
    gunnery.apply_fire(play, target, "flamed", slot_named("5in-1"))
    assert (records.flamed, records.destroyed, sum(records.by_type.values())) == (1, 0, 1)
    gunnery.apply_fire(play, target, "destroyed", slot_named("40mm-A"))
    assert (records.flamed, records.destroyed, sum(records.by_type.values())) == (0, 1, 1)
    assert records.by_mount == {"5in-1": 1}


def test_the_gunnery_officer_has_part_in_a_plane_splashed_under_his_director():
    """The Mk 37 director controls the 5-inch mounts only (chart 21-1); without it they fire by themselves."""
    for mount, director, credited in [
        ("5in-1", "working", True),
        ("5in-1", "destroyed", False),
        ("20mm-A", "working", False),
    ]:
        play = start()
        play.ship.equipment["mk37"] = director
        (target,) = in_wave(play, plane(0, "L"))
        event = gunnery.shoot(play, target, DESTROYED, slot_named(mount))
        assert isinstance(event, Fire)
        assert event.officer == (play.ship.crew["gunnery_officer"].name if credited else "")
