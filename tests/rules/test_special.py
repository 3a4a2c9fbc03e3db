"""Special attacks (charts 10 special column, 12-1 to 12-3, note to 19; rules 5.4)."""

from __future__ import annotations

import pytest

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


def test_each_weapon_on_its_chart_then_the_dives_rules_5_4():
    for weapons, tables in [
        (["ohka"], ["12-1"]),
        (["bomb"], ["12-2", "10"]),
        (["torpedo"], ["12-3", "10"]),
        (["bomb", "torpedo"], ["12-2", "12-3", "10", "10"]),
    ]:
        play = start()
        in_wave(play, *(plane(weapon=weapon) for weapon in weapons))
        done = run(play, wave.special_attacks(play), {"12-1": 7, "12-2": 7, "12-3": 7, "10": 2})
        assert done.tables() == tables
        assert {target.state for target in play.state.air.planes} == {"removed"}


@pytest.mark.parametrize(
    ("weapon", "state", "dice", "column"),
    [
        ("bomb", "damaged", {"12-2": 7}, "special"),
        *((weapon, "shot_down", {"10": 9, "10:section": 3}, "shot_down") for weapon in ("bomb", "torpedo")),
        ("ohka", "shot_down", {}, ""),
        ("bomb", "destroyed", {}, ""),
    ],
)
def test_a_flamed_plane_loses_its_weapon_and_dives_as_shot_down_rules_5_4(weapon, state, dice, column):
    """A flamed Ohka carrier is removed, a destroyed plane does nothing, a damaged one dives in the special column."""
    play = start()
    done = attacked(play, weapon, {**dice, "11/midship": (0, 3)}, state=state)
    assert done.tables()[: len(dice)] == list(dice)
    assert [roll.column for roll in done.all("10")] == ([column] if column else [])
    assert column or done.rolls == []
    assert play.state.air.planes[0].state == ("destroyed" if state == "destroyed" else "removed")


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


def lost(*mounts: str) -> dict[str, bool]:
    return {f"{mount} destroyed": True for mount in mounts}


BOTH_SHAFTS = {"rudder": DESTROYED, "port-shaft": DESTROYED, "stbd-shaft": DESTROYED, "maneuver": 0}


@pytest.mark.parametrize(
    ("weapon", "totals", "changed"),
    [
        *((weapon, (2, 12), None) for weapon in CHARTS),
        ("ohka", (3,), {"hull": 3}),
        ("ohka", (4,), {**BOTH_SHAFTS, "deck_fires aft": 2}),
        ("torpedo", (3,), {**BOTH_SHAFTS, "deck_fires aft": 2}),
        ("torpedo", (11,), {"maneuver": 0, "deck_fires forward": 2}),
        ("ohka", (10,), {"deck_fires aft": 2, **lost("5in-3", "5in-4", "40mm-E")}),
        ("ohka", (11,), {"deck_fires forward": 2, **lost("5in-1", "5in-2", "40mm-A", "40mm-B")}),
        ("bomb", (3, 4, 10, 11), {"hull": 5}),
        ("torpedo", (4,), {"hull": 5}),
    ],
)
def test_12_ship_lost_hull_stern_and_bow_hits_mounts_destroyed_near_misses(weapon, totals, changed):
    """A near miss rolls 11-1. No result counts as the hit of a plane."""
    for total in totals:
        play = start()
        done = attacked(play, weapon, {CHARTS[weapon]: total, "11-1": (1, 1)})
        assert done.sunk is (changed is None)
        if done.sunk:
            continue
        assert done.changed == changed
        destroyed = {item.removesuffix(" destroyed") for item, value in changed.items() if value in (DESTROYED, True)}
        assert {event.item for event in done.told(Damage) if event.effect == DESTROYED} == destroyed
        assert ("11-1" in done.tables(), play.state.air.plane_hits) == (changed == {"hull": 5}, 0)
        assert anchorage.reasons_to_return(play) == ["dead in the water"] * ("maneuver" in changed)
        assert play.state.records.hits == 0


def test_12_1_destroys_only_mounts_that_la_prade_carries():
    play = start(7)
    attacked(play, "ohka", {"12-1": 11})
    assert {name for name, mount in play.ship.mounts.items() if mount.destroyed} == {"5in-1", "40mm-A"}


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
