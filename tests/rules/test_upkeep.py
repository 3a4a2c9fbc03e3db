"""The end of a turn (charts 15/8, 18-1, 23, 24; rules 8)."""

from __future__ import annotations

from typing import Any

import pytest

from picket_duty.events import Leave, TurnEnd
from picket_duty.rules import anchorage, upkeep
from picket_duty.rules.play import Play
from picket_duty.state import DAMAGED, DESTROYED, Flood

from .script import Run, begun, change, drive, reasons, run, start

DAY = "1945-05-15"


def turn_end(play: Play, dice: dict[str, Any] | None = None, choices: dict[str, Any] | None = None) -> tuple[Any, Run]:
    """Section 8, up to the next morning's first request or the end."""
    play.state.step = "turn_end"
    play.state.phase = 2
    return drive(play, dice, choices, until=lambda game: begun(game)[1] not in ("turn_end", "return", "turn"))


# -- table 24 -------------------------------------------------------------------------


def test_24_fuel_always_ammunition_only_after_an_attack():
    for die, spaces in [(1, 0), (2, 1), (5, 1), (6, 2)]:
        play = start()
        done = run(play, upkeep.end_of_turn(play), {"24": die, "23": 3})
        assert (play.ship.fuel, play.ship.ammunition) == (10 - spaces, 10)
        assert [roll.actor for roll in done.all("24")] == ["fuel"]
        play = start()
        play.state.attacked_today = True
        run(play, upkeep.end_of_turn(play), {"24:fuel": 1, "24:ammunition": die, "23": 3})
        assert (play.ship.fuel, play.ship.ammunition) == (10, 10 - spaces)


def test_24_a_maneuver_attempt_adds_1_on_the_fuel_die_7_counts_as_6_rules_5_2():
    for die, spaces in [(1, 1), (5, 2), (6, 2)]:
        play = start()
        play.state.maneuvered_today = play.state.attacked_today = True
        done = run(play, upkeep.end_of_turn(play), {"24:fuel": die, "24:ammunition": 1, "23": 3})
        assert play.ship.fuel == 10 - spaces
        assert [sum(modifier.value for modifier in roll.modifiers) for roll in done.all("24")] == [1, 0]


def test_24_an_attempt_counts_in_its_turn_only():
    play = start(step="turn")
    play.state.maneuvered_today = play.state.attacked_today = True
    game, _ = drive(play, until=lambda game: begun(game)[1] == "morning")
    assert not game.state.maneuvered_today
    assert not game.state.attacked_today


# -- table 23 ------------------------------------------------------------------------------


def test_23_column_is_xo_and_cpo_rules_8():
    play = start(crew={"xo": 2, "cpo": -1, "captain": 2})
    roll = upkeep.morale_roll(play)
    assert (roll.column, reasons(roll.column_modifiers)) == ("+1", {"Executive officer": 2, "Chief petty officer": -1})


def test_23_morale_check():
    for values, die, morale in [
        (0, 1, -1),
        (0, 3, 0),
        (0, 4, 1),
        (0, 6, 2),
        (-2, 1, -2),
        (-2, 4, 0),
        (2, 3, 1),
        (2, 5, 2),
    ]:
        play = start(crew={"xo": values, "cpo": values})
        run(play, upkeep.end_of_turn(play), {"24": 1, "23": die})
        assert play.ship.morale == morale


def test_23_morale_track_ends_at_4_rules_2():
    for before, die, after in [(4, 6, 4), (3, 6, 4), (-4, 1, -4)]:
        play = start()
        play.ship.morale = before
        run(play, upkeep.end_of_turn(play), {"24": 1, "23": die})
        assert play.ship.morale == after


def test_23_minus_1_with_a_secondary_compartment_damaged_or_destroyed():
    for hits in [1, 2]:
        play = start(level="advanced")
        play.ship.secondary = {"aft/Trunk": hits}
        done = run(play, upkeep.end_of_turn(play), {"24": 1, "23": 1})
        roll = done.roll("23")
        assert (reasons(roll.modifiers), roll.total, play.ship.morale) == (
            {"A secondary compartment is damaged or destroyed": -1},
            0,
            -1,
        )


def test_23_voluntary_flooding_does_not_count():
    play = start()
    play.ship.compartments["fuel-fwd"].flooded = True
    play.ship.floods = [Flood("forward", "", 1, "fuel-fwd")]
    assert upkeep.morale_roll(play).modifiers == ()


def test_the_end_of_a_turn_is_reported():
    play = start()
    done = run(play, upkeep.end_of_turn(play), {"24": 6, "23": 6})
    end = done.told(TurnEnd)[0]
    assert (end.date, end.fuel, end.ammunition, end.hull, end.morale) == (DAY, 8, 10, 6, 2)


# -- out of stores ----------------------------------------------------------------------------


def test_18_1_fuel_or_ammunition_0_return_for_replenishment_rules_8():
    for total, days in [(2, 1), (3, 1), (4, 2), (6, 3), (9, 3), (12, 4)]:
        for track in ["fuel", "ammunition"]:
            play = start(days=20)
            setattr(play.ship, track, 0)
            play.ship.hull, play.ship.maneuver = 4, 6
            game, done = turn_end(play, {"18-1": total})
            assert (game.state.date - game.state.setup.start).days == days + 1
            assert (game.state.ship.fuel, game.state.ship.ammunition) == (10, 10)
            assert (game.state.ship.hull, game.state.ship.maneuver) == (4, 6)
            assert done.told(Leave)[0].reason == f"out of {track}"
            assert done.asked() == []


# -- relief ---------------------------------------------------------------------------------------


def options(play: Play) -> list[str]:
    return [option.value for option in upkeep.relief_options(play) if not option.barred]


def test_relief_for_replenishment_rules_8():
    for left, may in [(4, False), (3, True)]:
        for track in ["fuel", "ammunition"]:
            play = start()
            setattr(play.ship, track, left)
            assert options(play) == (["stay", "replenish"] if may else ["stay"])


def test_relief_for_repair_rules_8():
    for worn, changes in [
        (True, {"hull": 3}),
        (False, {"hull": 4}),
        (True, {"maneuver": 5}),
        (False, {"maneuver": 6}),
        (True, {"sg": DESTROYED}),
        (False, {"sg": DAMAGED}),
    ]:
        play = start()
        if "sg" in changes:
            changes |= {"5in-1 destroyed": True, "cic destroyed": True, "sc": DESTROYED}
        for what, value in changes.items():
            change(play, what, value)
        assert options(play) == (["stay", "repair"] if worn else ["stay"]), changes


def test_no_question_where_no_relief_is_possible():
    assert run(start(), upkeep.ask_relief(start())).choices == []


def test_four_things_are_mounts_directors_compartments_equipment_secondaries():
    play = start(level="advanced")
    play.ship.mounts["40mm-A"].director = DESTROYED
    play.ship.secondary = {"aft/Trunk": 2, "aft/Storeroom 1": 1}
    assert anchorage.things_destroyed(play) == 2


def test_relief_is_the_players_choice_and_the_date_advances_rules_8():
    play = start()
    play.ship.fuel = 2
    game, done = turn_end(play, {}, {"relief": "stay"})
    assert done.asked() == ["relief"]
    assert game.state.date.isoformat() == "1945-05-16"


def test_relief_for_replenishment_goes_by_18_1():
    play = start(days=20)
    play.ship.fuel = 2
    play.ship.hull = 5
    game, done = turn_end(play, {"18-1": 5}, {"relief": "replenish"})
    assert (game.state.date.isoformat(), game.state.ship.fuel, game.state.ship.hull) == ("1945-05-18", 10, 5)
    assert "16" not in done.tables()


def test_voluntary_repair_without_table_16_if_hull_is_2_or_more_rules_9():
    for points, rolls in [(3, 0), (2, 0), (1, 1)]:
        play = start(days=40)
        play.ship.hull = points
        game, done = turn_end(play, {"16": 12, "18": 2}, {"relief": "repair"})
        assert done.tables().count("16") == rolls
        assert (game.state.date.isoformat(), game.state.ship.hull) == ("1945-05-23", 6)


def test_no_relief_in_a_scenario():
    play = start(7, date="1945-04-04")
    play.ship.fuel = 2
    _, done = turn_end(play)
    assert "relief" not in done.asked()


# -- 15/8 --------------------------------------------------------------------------------------------


def reassigned(
    play: Play, dice: dict[str, Any] | None = None, choices: dict[str, Any] | None = None
) -> tuple[Any, Run]:
    play.state.reassigned = True
    return turn_end(play, {"1-1": 9, "15:days": 1, **(dice or {})}, choices)


def test_15_8_an_undamaged_ship_gets_a_new_station_without_stores_rules_8():
    play = start(sfs=0, fdt=False)
    play.ship.fuel = 7
    game, done = reassigned(play, {"4-1": 12, "24": 1})
    assert (game.state.date.isoformat(), game.state.ship.station, game.state.ship.fuel) == ("1945-05-16", 9, 7)
    assert (game.state.ship.sfs, game.state.ship.fdt) == (2, True)
    assert "15:days" not in done.tables()


def test_15_8_a_damaged_ship_is_away_for_the_rolled_days_and_repaired_as_after_18():
    for die, back in [(1, "05-18"), (2, "05-18"), (3, "05-19"), (4, "05-19"), (5, "05-20"), (6, "05-20")]:
        play = start(days=20)
        play.ship.hull, play.ship.fuel, play.ship.ammunition = 5, 4, 4
        play.ship.men["aft"] = 2
        play.ship.mounts["5in-1"].destroyed = True
        game, _ = reassigned(play, {"15:days": die})
        ship = game.state.ship
        assert game.state.date.isoformat() == f"1945-{back}"
        assert (ship.hull, ship.fuel, ship.ammunition, ship.men["aft"]) == (6, 10, 10, 13)
        assert (ship.mounts["5in-1"].destroyed, ship.station) == (False, 9)


DAMAGE = {
    "cic markers": 1,
    "deck_fires aft": 1,
    "floods": [Flood("aft", "", 1, "x")],
    "sg": DAMAGED,
    "40mm-E director": DAMAGED,
    "5in-2 hits": 1,
    "secondary aft/Trunk": 1,
    "hull": 5,
    "maneuver": 9,
}


@pytest.mark.parametrize("what", DAMAGE)
def test_15_8_what_counts_as_damaged_rules_8(what):
    play = start()
    assert not anchorage.is_damaged(play)
    change(play, what, DAMAGE[what])
    assert anchorage.is_damaged(play)


def test_15_8_lost_stores_and_men_are_not_damage():
    play = start()
    play.ship.fuel = play.ship.ammunition = 1
    play.ship.men["aft"] = 0
    play.ship.morale = -4
    assert not anchorage.is_damaged(play)


def test_15_8_an_undamaged_ship_may_still_ask_for_relief_rules_8():
    play = start(days=20)
    play.ship.fuel = 3
    game, done = reassigned(play, {"18-1": 2}, {"relief": "replenish"})
    assert done.asked() == ["relief"]
    assert (game.state.date.isoformat(), game.state.ship.fuel, game.state.ship.station) == ("1945-05-17", 10, 9)


def test_15_8_is_superseded_by_a_forced_return_rules_8():
    play = start(days=20)
    play.ship.fuel = 0
    play.ship.hull = 5
    game, done = reassigned(play, {"18-1": 2})
    assert done.told(Leave)[0].reason == "out of fuel"
    assert game.state.ship.hull == 5


def test_15_8_no_effect_in_a_scenario_rules_8():
    play = start(7, date="1945-04-04", sfs=1)
    game, done = reassigned(play)
    assert (game.state.ship.station, game.state.ship.sfs) == (1, 1)
    assert "15:days" not in done.tables()
