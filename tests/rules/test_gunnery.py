"""Fighters, support ships and guns (charts 9-1, 9-2, S-1; rules 5.3, 11)."""

import pytest

from picket_duty.book.ids import slot_named
from picket_duty.events import Fire, Support
from picket_duty.requests import Illegal
from picket_duty.rules import firing, gunnery
from picket_duty.state import DAMAGED, DESTROYED, Flood
from tests.text_table import table_of

from .script import in_wave, plane, reasons, run, start

EACH_HIT = "Each hit on the gun"
SPRAY = "Spray fire at a special attack plane"
HARD_TURN = {"Hard turn": -3}
DIRECTOR = {"5in": "Mk 37 director", "40mm": "Director of 40 mm tub A"}


def modifiers(play, mount, target):
    return reasons(gunnery.gun_roll(play, mount, target).modifiers)


def fire(play, orders, dice):
    return run(play, firing.fire_plan(play), dice, {"fire plan": orders})


def plan(play):
    return gunnery.plan_choice(play)


def test_a_mount_can_fire_by_bearing_and_altitude_rules_5_3():
    play = start(planes=[plane(0, "L"), plane(135, "H"), plane(225, "M")])
    bears = dict(
        table_of("""
        5in-1  | (0,)
        5in-3  | (1, 2)
        40mm-A | (0, 1)
        40mm-B | (0,)
        40mm-D | (2,)
        20mm-F | (2,)
        """)
    )
    slots = plan(play).slots
    assert {slot: slots[slot] for slot in bears} == bears
    assert plan(play).barred["20mm-A"] == "no plane within reach"
    assert "20mm-A" not in slots


def test_a_mount_fires_once_at_one_plane_it_bears_on_rules_5_3():
    play = start(planes=[plane(0, "L"), plane(180, "L")])
    choice = plan(play)
    with pytest.raises(Illegal, match="5in-1 cannot fire at plane 1"):
        choice.check({"5in-1": 1})
    with pytest.raises(Illegal, match="20mm-A"):
        choice.check({"20mm-A": 0})
    for wrong in ([0], "0", True, 2, -1, 0.0):
        with pytest.raises(Illegal):
            choice.check({"5in-1": wrong})


def test_a_flamed_plane_is_a_target_one_that_is_gone_is_not():
    for state, targets in [("destroyed", None), ("removed", None), ("shot_down", (0,))]:
        play = start(planes=[plane(0, "L", state=state)])
        assert plan(play).slots.get("5in-1") == targets
        if targets is None:
            assert (plan(play).slots, run(play, firing.fire_plan(play)).asked()) == ({}, [])


MK_37 = {DIRECTOR["5in"]: 1}
TUB_A = {DIRECTOR["40mm"]: 1}
MAGAZINE = {"Nearest 40mm magazine destroyed": -1}
MODIFIERS = [
    *(
        (
            "9-1: bonus by altitude",
            {},
            mount,
            45,
            level,
            {DIRECTOR[mount[:-2]]: value} if value else {},
        )
        for mount, bonus in table_of("""
            5in-1  | (0, 1, 1)
            40mm-A | (1, 1, 0)
            20mm-A | (0, 0)
            """)
        for level, value in zip("LMH", bonus, strict=False)
    ),
    *(
        (
            "9-1: no bonus without the director",
            {"mk37": state, "40mm-A director": state},
            mount,
            0,
            "M",
            bonus,
        )
        for state in (DAMAGED, DESTROYED)
        for mount, bonus in [
            ("5in-1", {}),
            ("40mm-A", {}),
            ("40mm-B", {"Director of 40 mm tub B": 1}),
        ]
    ),
    ("9-1: each caliber has its own director", {"mk37": DESTROYED}, "40mm-A", 0, "M", TUB_A),
    (
        "9-2: a damaged 40 mm keeps its director",
        {"40mm-A hits": 2},
        "40mm-A",
        0,
        "M",
        {**TUB_A, EACH_HIT: -2},
    ),
    *(
        (
            "9-1: both fire rooms out",
            {f"fire-room-fwd {out}": True, "fire-room-aft destroyed": both},
            mount,
            0,
            "M",
            {} if both else bonus,
        )
        for out in ("destroyed", "flooded")
        for both in (False, True)
        for mount, bonus in [("5in-1", MK_37), ("40mm-A", TUB_A)]
    ),
    *(
        (
            "21-1: a fire room explosion takes all bonuses",
            {"gun_bonuses_lost": True},
            mount,
            0,
            "M",
            {},
        )
        for mount in ("5in-1", "40mm-A")
    ),
    *(
        (
            "9-2: nearest 40 mm magazine",
            {f"40mm-mgz-{gone} {out}": True},
            f"40mm-{mount}",
            bearing,
            "H",
            MAGAZINE if gone == nearest else {},
        )
        for mount, bearing, nearest in table_of("""
            A | 45  | fwd
            B | 315 | fwd
            C | 90  | aft
            D | 270 | aft
            E | 180 | aft
            """)
        for out in ("destroyed", "flooded")
        for gone in ("fwd", "aft")
    ),
    (
        "rules 11: list is ignored without the option",
        {"floods": [Flood("midship", "port", 5, "x")]},
        "5in-1",
        0,
        "L",
        {},
    ),
]


@pytest.mark.parametrize(("rule", "aboard", "mount", "bearing", "level", "listed"), MODIFIERS)
def test_9_1_and_9_2_modifiers(rule, aboard, mount, bearing, level, listed):
    assert modifiers(start(aboard=aboard), mount, plane(bearing, level)) == listed, rule


def test_9_1_a_damaged_5_inch_mount_is_worked_manually():
    play = start(aboard={"5in-1 hits": 1})
    assert modifiers(play, "5in-1", plane(0, "M")) == {EACH_HIT: -1}
    assert modifiers(play, "5in-2", plane(0, "M")) == MK_37


def test_a_hard_turn_takes_the_director_bonus_and_3_from_every_mount_rules_11():
    """Attempted, successful or not; the gunnery officer, hits and the ace crew count as ever. AFS
    and SFS are not concerned.
    """
    others = {"Gunnery officer": 2, EACH_HIT: -1, "Ace gun crew": 1}
    bonus = {DIRECTOR["40mm"]: 1}
    for options, attempt, directed in table_of("""
        ('spoiled-aim',) | None  | True
        ('spoiled-aim',) | False | False
        ('spoiled-aim',) | True  | False
        ()               | None  | True
        ()               | False | True
        ()               | True  | True
        """):
        aboard = {"40mm-A hits": 1, "40mm-A ace": True}
        play = start(options=options, crew={"gunnery_officer": 2}, aboard=aboard)
        play.state.air.maneuver = attempt
        expected = others | (bonus if directed else HARD_TURN)
        assert modifiers(play, "40mm-A", plane(0, "L")) == expected
        spoiled = {} if directed else HARD_TURN
        assert modifiers(play, "20mm-A", plane(45, "L")) == {"Gunnery officer": 2} | spoiled
        support = gunnery.shot_roll(play, slot_named("SFS 1"), plane(45, "L"))
        assert support.modifiers == ()


@pytest.mark.parametrize("mount", ["5in-1", "40mm-A", "20mm-A"])
def test_9_2_officer_ace_crew_list_and_trim_on_all_gun_rolls_rules_6(mount):
    for value in [-2, 2]:
        assert (
            modifiers(start(crew={"gunnery_officer": value}), mount, plane(45, "L"))[
                "Gunnery officer"
            ]
            == value
        )
    assert (
        modifiers(start(aboard={f"{mount} ace": True}), mount, plane(45, "L"))["Ace gun crew"] == 1
    )
    for section, side in [("midship", "port"), ("aft", ""), ("forward", "")]:
        for points, value in [(2, None), (3, -1)]:
            play = start(level="advanced", aboard={"floods": [Flood(section, side, points, "x")]})
            assert (
                modifiers(play, mount, plane(45, "L")).get("List or trim of three or more") == value
            )


def test_40_mm_mounts_are_silent_without_both_magazines_rules_5_3():
    play = start(aboard={"40mm-mgz-fwd destroyed": True}, planes=[plane(0, "L")])
    assert "40mm-A" in plan(play).slots
    play.ship.compartments["40mm-mgz-aft"].flooded = True
    assert plan(play).barred["40mm-A"] == "both magazines are out of action"


def test_20_mm_mounts_are_silent_without_their_magazine_rules_5_3():
    play = start(planes=[plane(90, "L")])
    assert "20mm-A" in plan(play).slots
    play.ship.compartments["20mm-mgz-aft"].destroyed = True
    assert not [slot for slot in plan(play).slots if slot.startswith("20mm")]


def test_a_5_inch_mount_is_silent_without_its_magazine_or_destroyed_rules_5_3():
    for out in ["5in-mgz-1 flooded", "5in-1 destroyed"]:
        play = start(aboard={out: True}, planes=[plane(0, "L")])
        assert ("5in-1" in plan(play).slots, "5in-2" in plan(play).slots) == (False, True)
    assert plan(play).barred["5in-1"] == "destroyed"


def test_no_mount_fires_without_ammunition_afs_and_sfs_do_rules_5_3():
    """Nor with an emergency declared (17)."""
    for aboard in [{"ammunition": 0}, *({"declared": stage} for stage in (1, 2, 3))]:
        play = start(sfs=2, aboard=aboard, now={"markers": ["AFS land 1"]}, planes=[plane(0, "L")])
        assert list(plan(play).slots) == ["AFS land 1", "SFS 1", "SFS 2"]


def test_total_below_2_or_above_12_of_9_2():
    for officer, aboard, level, dice, total, state in table_of("""
        -2 | {'5in-1 hits': 2} | L | 2  | -2 | undamaged
        2  | {}                | M | 12 | 15 | destroyed
        """):
        play = start(crew={"gunnery_officer": officer}, aboard=aboard)
        (target,) = in_wave(play, plane(0, level))
        done = fire(play, {"5in-1": 0}, {"9-2/5in": dice})
        assert (done.roll("9-2/5in").total, target.hits, target.state) == (total, 0, state)


def test_9_2_hits_on_a_plane_rules_1():
    for hits, result, after, state in table_of("""
        0 | miss      | 0 | undamaged
        0 | hit       | 1 | undamaged
        1 | hit       | 2 | damaged
        0 | 2 hits    | 2 | damaged
        2 | hit       | 3 | shot_down
        1 | 2 hits    | 3 | shot_down
        2 | 2 hits    | 4 | shot_down
        0 | flamed    | 3 | shot_down
        2 | flamed    | 3 | shot_down
        0 | destroyed | 0 | destroyed
        3 | destroyed | 3 | destroyed
        3 | hit       | 4 | shot_down
        """):
        play = start()
        (target,) = in_wave(
            play, plane(0, "L", state={2: "damaged", 3: "shot_down"}.get(hits, "undamaged"))
        )
        target.hits = hits
        firing.apply_fire(play, target, result, slot_named("5in-1"))
        assert (target.hits, target.state) == (after, state)
        assert play.state.records.destroyed == (state == "destroyed")


def test_afs_then_sfs_then_mounts_roll_in_that_order_rules_5_3():
    play = start(sfs=1, now={"markers": ["AFS land 1"]}, planes=[plane(0, "L"), plane(45, "M")])
    orders = {"40mm-A": 1, "5in-2": 0, "SFS 1": 1, "AFS land 1": 0}
    done = fire(play, orders, {"S-1": 5, "9-2/40mm": 2, "9-2/5in": 2})
    assert [roll.actor for roll in done.rolls] == ["AFS land 1", "SFS 1", "5in-2", "40mm-A"]
    assert [(event.by, event.plane) for event in done.told(Support)] == [
        ("AFS land 1", 0),
        ("SFS 1", 1),
    ]
    assert [(event.by, event.plane) for event in done.told(Fire)] == [("5in-2", 0), ("40mm-A", 1)]


def test_fire_at_a_plane_already_destroyed_is_wasted_rules_5_3():
    play = start(now={"markers": ["AFS land 1", "AFS land 2"]}, planes=[plane(0, "L")])
    done = fire(play, {"AFS land 1": 0, "AFS land 2": 0, "5in-1": 0}, {"S-1": 12})
    assert done.tables() == ["S-1"]
    assert play.state.air.markers == []


def test_s_1_afs():
    for total, hits, state in [
        (4, 0, "undamaged"),
        (5, 1, "undamaged"),
        (8, 1, "undamaged"),
        (9, 0, "destroyed"),
    ]:
        play = start(
            crew={"gunnery_officer": 2}, now={"markers": ["AFS land 1"]}, planes=[plane(0, "H")]
        )
        done = fire(play, {"AFS land 1": 0}, {"S-1": total})
        target = play.state.air.planes[0]
        assert (target.hits, target.state, done.roll("S-1").modifiers) == (hits, state, ())


def test_an_afs_marker_is_used_once_a_spared_one_stays_rules_4_2():
    play = start(now={"markers": ["AFS carrier 1", "AFS land 1"]}, planes=[plane(0, "H")])
    fire(play, {"AFS carrier 1": 0}, {"S-1": 2})
    assert play.state.air.markers == ["AFS land 1"]


def test_sfs_fires_as_a_40_mm_without_modifier_low_and_medium_at_any_bearing_rules_5_3():
    play = start(
        level="advanced",
        sfs=2,
        crew={"gunnery_officer": 2},
        aboard={"floods": [Flood("aft", "", 5, "x")]},
    )
    in_wave(play, plane(0, "L"), plane(180, "M"), plane(90, "H"))
    assert plan(play).slots["SFS 1"] == (0, 1)
    done = fire(play, {"SFS 1": 0, "SFS 2": 1}, {"9-2/40mm": 6})
    assert [(roll.column, roll.modifiers, roll.total) for roll in done.rolls] == [
        ("L", (), 6),
        ("M", (), 6),
    ]
    assert [target.hits for target in play.state.air.planes] == [1, 0, 0]
    in_wave(play, plane(0, "H"))
    assert plan(play).barred["SFS 1"] == "fires only at planes at low or medium altitude"


def test_10_note_c_spray_fire_column_and_modifiers_rules_5_3():
    for mount in ["5in-1", "40mm-E"]:
        for weapon, column in [("torpedo", "L"), ("bomb", "M"), ("ohka", "H")]:
            play = start(
                crew={"gunnery_officer": 1}, aboard={f"{mount} hits": 1, f"{mount} ace": True}
            )
            roll = gunnery.gun_roll(play, mount, plane(180, "M", weapon=weapon))
            assert roll.column == column
            assert reasons(roll.modifiers) == {
                SPRAY: -2,
                "Gunnery officer": 1,
                EACH_HIT: -1,
                "Ace gun crew": 1,
            }


def test_no_20_mm_at_an_ohka_carrier_and_sfs_without_the_minus_2_rules_5_3():
    for weapon, column in [("torpedo", "L"), ("bomb", "M"), ("ohka", "")]:
        play = start(sfs=1, planes=[plane(180, "M", weapon=weapon)])
        slots = plan(play).slots
        assert (
            {f"20mm-{letter}" in slots for letter in "ABCDEFG"}
            == {"SFS 1" in slots}
            == {bool(column)}
        )
        assert {
            *(f"5in-{number}" for number in range(1, 6)),
            *(f"40mm-{letter}" for letter in "ABCDE"),
        } <= set(slots)
        if column:
            roll = fire(play, {"SFS 1": 0}, {"9-2/40mm": 2}).rolls[0]
            assert (roll.column, roll.modifiers) == (column, ())


def test_spray_counts_list_and_twin_mounts():
    play = start(8, level="advanced", aboard={"floods": [Flood("aft", "", 3, "x")]})
    listed = modifiers(play, "20mm-A", plane(0, "M", weapon="bomb"))
    assert listed == {SPRAY: -2, "List or trim of three or more": -1, "Twin 20 mm mounts": 1}


def test_dunlap_twin_20_mm_in_scenario_8_and_of_1941_rules_2():
    for options, twins in [((), "ABCDE"), (("dunlap-1941",), "DE")]:
        play = start(8, options=options)
        assert any(mount.startswith("40mm") for mount in play.armament()) is not bool(options)
        for letter, bearing in zip("ABCDE", (0, 45, 90, 90, 270), strict=True):
            single = {} if letter in twins else {"Single 20 mm mounts A, B, C (1941 armament)": -1}
            assert modifiers(play, f"20mm-{letter}", plane(bearing, "L")) == {
                "Twin 20 mm mounts": 1,
                **single,
            }


def kills(play, *results):
    for result in results:
        (target,) = in_wave(play, plane(0, "L"))
        firing.apply_fire(play, target, result, slot_named("5in-1"))


def test_third_plane_makes_an_ace_crew_rules_11():
    for level, options, ace in [
        ("advanced", (), True),
        ("basic", ("aces",), True),
        ("basic", (), False),
    ]:
        play = start(level=level, options=options)
        mount = play.ship.mounts["5in-1"]
        for results, credited in [
            (("destroyed", "flamed", "hit", "miss"), (False, 2)),
            (("flamed",), (ace, 3)),
        ]:
            kills(play, *results)
            assert (mount.ace, mount.kills) == credited


def test_the_mount_with_the_decisive_hit_gets_the_credit_rules_11():
    play = start(level="advanced")
    (target,) = in_wave(play, plane(0, "L"))
    for mount in ("5in-1", "5in-1", "40mm-A", "40mm-B"):
        firing.apply_fire(play, target, "hit", slot_named(mount))
    firing.apply_fire(play, target, "destroyed", slot_named("40mm-B"))
    assert {name: gun.kills for name, gun in play.ship.mounts.items() if gun.kills} == {"40mm-A": 1}


def test_mounts_get_no_credit_for_planes_of_the_fighters():
    play = start(level="advanced")
    (target,) = in_wave(play, plane(0, "L"))
    firing.apply_fire(play, target, "destroyed", slot_named("AFS land 1"))
    assert not any(mount.kills for mount in play.ship.mounts.values())
    assert play.state.records.by_mount == {"AFS": 1}


def test_the_records_count_a_plane_once_flamed_or_destroyed():
    play = start()
    records = play.state.records
    (target,) = in_wave(play, plane(0, "L"))
    firing.apply_fire(play, target, "flamed", slot_named("5in-1"))
    assert (records.flamed, records.destroyed, sum(records.by_type.values())) == (1, 0, 1)
    firing.apply_fire(play, target, "destroyed", slot_named("40mm-A"))
    assert (records.flamed, records.destroyed, sum(records.by_type.values())) == (0, 1, 1)
    assert records.by_mount == {"5in-1": 1}


def test_the_gunnery_officer_has_part_in_a_plane_splashed_under_his_director():
    """The Mk 37 director controls the 5-inch mounts only (chart 21-1); without it they fire by
    themselves.
    """
    for mount, director, credited in [
        ("5in-1", "working", True),
        ("5in-1", "destroyed", False),
        ("20mm-A", "working", False),
    ]:
        play = start()
        play.ship.equipment["mk37"] = director
        (target,) = in_wave(play, plane(0, "L"))
        event = firing.shoot(play, target, DESTROYED, slot_named(mount))
        assert event.officer == (play.ship.crew["gunnery_officer"].name if credited else "")
