"""Special attacks (charts 10 special column, 12-1 to 12-3, note to 19; rules 5.4)."""

from __future__ import annotations

from picket_duty.book.vocabulary import SPECIAL_ATTACK
from picket_duty.events import Damage
from picket_duty.requests import Roll
from picket_duty.rules import anchorage, wave
from picket_duty.rules.play import Play
from picket_duty.state import DESTROYED

from .script import TABLES, Run, in_wave, plane, reasons, run, start

CHARTS = {"ohka": "12-1", "bomb": "12-2", "torpedo": "12-3"}


def attacked(play: Play, weapon: str, dice: dict[str, object], **more: object) -> Run:
    in_wave(play, plane(0, "M", weapon=weapon, **more))
    return run(play, wave.special_attacks(play), {"10": 2, "11-1": (1, 3), "rules 6:men": 1, **dice})


def test_each_weapon_on_its_chart_then_the_dive_rules_5_4():
    for weapon in CHARTS:
        play = start()
        done = attacked(play, weapon, {CHARTS[weapon]: 7})
        assert done.tables() == ([CHARTS[weapon]] if weapon == "ohka" else [CHARTS[weapon], "10"])
        assert play.state.air.planes[0].state == "removed"


def test_all_weapons_before_the_first_dive_rules_5_4():
    play = start()
    in_wave(play, plane(weapon="bomb"), plane(weapon="torpedo"))
    done = run(play, wave.special_attacks(play), {"12-2": 7, "12-3": 7, "10": 2})
    assert done.tables() == ["12-2", "12-3", "10", "10"]


def test_a_damaged_special_plane_dives_in_the_special_column():
    done = attacked(start(), "bomb", {"12-2": 7}, state="damaged")
    assert done.roll("10").column == "special"


def test_a_flamed_plane_loses_its_weapon_and_dives_as_shot_down_rules_5_4():
    for weapon in ["bomb", "torpedo"]:
        play = start()
        done = attacked(play, weapon, {"10": 9, "10:section": 3, "11/midship": (0, 3)}, state="shot_down")
        assert done.tables()[:2] == ["10", "10:section"]
        assert done.roll("10").column == "shot_down"


def test_a_flamed_ohka_carrier_is_removed_rules_5_4():
    play = start()
    done = attacked(play, "ohka", {}, state="shot_down")
    assert (done.rolls, play.state.air.planes[0].state) == ([], "removed")


def test_a_destroyed_special_plane_does_nothing():
    assert attacked(start(), "bomb", {}, state="destroyed").rolls == []


# -- the maneuver rule of 12 and 19 -----------------------------------------------------


def test_19_note_maneuver_pulls_toward_a_miss():
    for natural in range(2, 13):
        for weapon in CHARTS:
            chart = TABLES[CHARTS[weapon]]
            last_miss = 10 if weapon == "torpedo" else 9
            value = 1 if natural < 5 else -1 if natural > last_miss else 0
            roll = Roll(chart, SPECIAL_ATTACK, maneuver=chart.modifier("maneuver"))
            row = roll.resolve((max(1, natural - 6), min(6, natural - 1)))
            assert (roll.natural, roll.total, sum(modifier.value for modifier in roll.modifiers)) == (
                natural,
                natural + value,
                value,
            )
            assert row is chart.look_up(natural + value)
            roll.undo()
            assert roll.modifiers == ()


def test_12_only_a_successful_maneuver_counts():
    for success, total in [(True, 3), (False, 2), (None, 2)]:
        play = start()
        play.state.air.maneuver = success
        done = attacked(play, "ohka", {"12-1": 2})
        assert done.roll("12-1").total == total
        assert done.sunk is not success


def test_19_maneuver_also_on_the_dive_of_a_special_plane():
    play = start()
    play.state.air.maneuver = True
    done = attacked(play, "bomb", {"12-2": 7, "10": 8})
    assert reasons(done.roll("10").modifiers) == {"Successful emergency maneuver": -1}


def test_stopped_does_not_count_on_chart_12_scenario_8():
    play = start(8)
    play.state.air.stopped = True
    assert attacked(play, "torpedo", {"12-3": 5}).roll("12-3").modifiers == ()


# -- results -------------------------------------------------------------------------------


def test_12_ship_lost():
    for weapon, total in [("ohka", 2), ("ohka", 12), ("bomb", 2), ("bomb", 12), ("torpedo", 2), ("torpedo", 12)]:
        assert attacked(start(), weapon, {CHARTS[weapon]: total}).sunk


def test_12_1_three_hull_points():
    play = start()
    attacked(play, "ohka", {"12-1": 3})
    assert (play.ship.hull, play.state.records.hits, play.state.air.plane_hits) == (3, 0, 0)


def test_12_stern_hit():
    for weapon, total in [("ohka", 4), ("torpedo", 3)]:
        play = start()
        attacked(play, weapon, {CHARTS[weapon]: total})
        assert play.ship.maneuver == 0
        assert {play.ship.equipment[name] for name in ("rudder", "port-shaft", "stbd-shaft")} == {DESTROYED}
        assert play.ship.deck_fires == {"aft": 2}
        assert anchorage.reasons_to_return(play) == ["dead in the water"]


def test_12_3_bow_hit():
    play = start()
    attacked(play, "torpedo", {"12-3": 11})
    assert (play.ship.maneuver, play.ship.deck_fires) == (0, {"forward": 2})
    assert play.ship.equipment["rudder"] == "working"


def test_12_1_mounts_destroyed():
    for total, mounts, section in [
        (10, {"5in-3", "5in-4", "40mm-E"}, "aft"),
        (11, {"5in-1", "5in-2", "40mm-A", "40mm-B"}, "forward"),
    ]:
        play = start()
        done = attacked(play, "ohka", {"12-1": total})
        assert {name for name, mount in play.ship.mounts.items() if mount.destroyed} == mounts
        assert play.ship.deck_fires == {section: 2}
        assert {event.item for event in done.told(Damage) if event.effect == DESTROYED} == mounts


def test_12_1_destroys_only_mounts_that_la_prade_carries():
    play = start(7)
    attacked(play, "ohka", {"12-1": 11})
    assert {name for name, mount in play.ship.mounts.items() if mount.destroyed} == {"5in-1", "40mm-A"}


def test_12_near_miss_rolls_11_1():
    for weapon, total in [("bomb", 3), ("bomb", 4), ("bomb", 10), ("bomb", 11), ("torpedo", 4)]:
        play = start()
        done = attacked(play, weapon, {CHARTS[weapon]: total, "11-1": (1, 1)})
        assert done.tables()[:2] == [CHARTS[weapon], "11-1"]
        assert (play.ship.hull, play.state.air.plane_hits) == (5, 0)


def test_fighters_of_15_3_also_stop_the_dives():
    play = start()
    in_wave(play, plane(weapon="bomb"), plane(weapon="torpedo"), plane(0, "L"))
    done = run(play, wave.special_attacks(play), {"12-2": 3, "11-1": (2, 3), "15": 3})
    assert done.tables() == ["12-2", "11-1", "15"]
    assert [target.state for target in play.state.air.planes] == ["removed"] * 3


def test_a_special_hit_counts_as_a_plane_hit_and_adds_two_markers_rules_6():
    play = start()
    attacked(play, "bomb", {"12-2": 7, "10": 9, "10:section": 1, "11/forward": (5, 2)}, state="damaged")
    assert (play.state.air.plane_hits, play.ship.compartments["cic"].markers) == (1, 2)
