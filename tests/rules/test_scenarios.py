"""The eight scenarios (charts; rules 10)."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from picket_duty.events import PhaseBegun
from picket_duty.game import Game, Outcome
from picket_duty.rules import raid, scenario
from picket_duty.state import JAPANESE_WIN, US_WIN

from .script import TABLES, Run, begun, drive, run, start

PRINTED = {
    1: ("USS Anthony", "DD-515", "1945-06-07", 1),
    2: ("USS Braine", "DD-630", "1945-05-27", 5),
    3: ("USS Cassin Young", "DD-793", "1945-04-12", 1),
    4: ("USS Colhoun", "DD-801", "1945-04-06", 2),
    5: ("USS Evans", "DD-552", "1945-05-11", 15),
    6: ("USS Kimberly", "DD-521", "1945-03-26", 9),
    7: ("USS La Prade", "DE-409", "1945-04-04", 1),
    8: ("USS Dunlap", "DD-384", "1945-04-07", 2),
}


@pytest.mark.parametrize("number", PRINTED)
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_ship_date_and_station_of_each_scenario(number, level):
    game = Game.new(scenario=number, level=level, seed=1, tables=TABLES)
    game, _ = drive(game, until=lambda game: begun(game)[1] in ("morning", "midday"))
    ship, hull, date, station = PRINTED[number]
    assert (game.state.ship.name, game.state.ship.hull_number) == (ship, hull)
    assert (game.state.date.isoformat(), game.state.ship.station) == (date, station)


def played(number: int, dice: dict[str, Any] | None = None, **more: Any) -> tuple[Game, Run]:
    """A scenario from its first turn to its end; nothing attacks unless scripted (a raid of chart 22 is six planes)."""
    play = start(number, step="turn", **more)
    raids = {
        "22": 11,
        "22-1": 6,
        "22-1:altitude": 1,
        "A-1": 99,
        "10": 2,
        "scenario/8 stopped:stopped": 1,
        "scenario/7 relief": 1,
    }
    return drive(play, {**raids, **(dice or {})})


def outcome(game: Game) -> str:
    ending = game.outcome
    assert isinstance(ending, Outcome)
    return ending.result


def test_length_and_us_victory_afloat_and_on_station():
    for level in ["basic", "advanced"]:
        for number, phases, days in [
            (1, ["midday"], 1),
            *((number, ["morning", "midday", "evening"], 1) for number in (2, 3, 4, 5, 6, 8)),
            (7, ["morning", "midday", "evening"] * 2, 2),
        ]:
            game, done = played(number, level=level)
            assert [event.name for event in done.told(PhaseBegun)] == phases
            assert (outcome(game), game.state.on_station, game.state.records.days) == (US_WIN, True, days)


def test_scenario_1_all_three_phases_by_option():
    _, done = played(1, options=("anthony-full-day",))
    assert [event.name for event in done.told(PhaseBegun)] == ["morning", "midday", "evening"]


def test_judged_after_the_last_phase_before_section_8_rules_10():
    """Fuel 0 does not send her in any more: 24 is not rolled."""
    _, done = played(6)
    assert not {"24", "23"} & set(done.tables())


def test_sunk_is_a_japanese_victory():
    for number in PRINTED:
        play = start(number, phase=1)
        play.ship.maneuver = 0
        game, done = drive(
            play,
            {"16": 4, "22": 11, "22-1": 6, "22-1:altitude": 1, "A-1": 99, "10": 2, "scenario/8 stopped:stopped": 1},
        )
        assert (outcome(game), game.state.ship.fate, game.state.on_station) == (JAPANESE_WIN, "sunk", False)
        assert "scenario/7 relief" not in done.tables()


def test_leaving_the_station_is_a_japanese_victory_rules_9():
    for number in PRINTED:
        play = start(number, phase=1)
        play.ship.maneuver = 0
        game, done = drive(
            play,
            {"16": 12, "22": 11, "22-1": 6, "22-1:altitude": 1, "A-1": 99, "10": 2, "scenario/8 stopped:stopped": 1},
        )
        assert (outcome(game), game.state.ship.fate) == (JAPANESE_WIN, "")
        assert not {"18", "scenario/7 relief"} & set(done.tables())


# -- scenario 7 ------------------------------------------------------------------------

RELIEF = {
    "Turn 1 Mid-day": {6},
    "Turn 1 Evening": {5, 6},
    "Turn 2 Morning": {5, 6},
    "Turn 2 Mid-day": {4, 5, 6},
    "Turn 2 Evening": {4, 5, 6},
}


def test_scenario_7_relief_from_turn_1_midday_on():
    for die in range(1, 7):
        for place in range(5):
            relieved = die in list(RELIEF.values())[place]
            game, done = played(7, {"scenario/7 relief": [1] * place + [die] + [1] * (4 - place)})
            rolls = done.all("scenario/7 relief")
            assert [roll.column for roll in rolls[: place + 1]] == list(RELIEF)[: place + 1]
            assert len(rolls) == (place + 1 if relieved else 5)
            assert (outcome(game), game.state.on_station) == (US_WIN, True)


def test_scenario_7_no_relief_die_after_turn_1_morning():
    _, done = played(7)
    assert done.rolls[done.tables().index("scenario/7 relief")].phase == "1945-04-04/midday"


def test_scenario_7_a_forced_return_comes_before_the_relief_die_rules_9():
    play = start(7, phase=1, date="1945-04-05")
    play.state.turn = 2
    play.ship.maneuver = 0
    game, done = drive(play, {"16": 12, "scenario/7 relief": 6})
    assert (outcome(game), "scenario/7 relief" in done.tables()) == (JAPANESE_WIN, False)


def test_scenario_7_keeps_her_station_and_has_section_8_after_turn_1():
    game, done = played(7)
    assert done.tables().count("23") == 1
    assert done.tables().count("3-1") == 0
    assert game.state.date == datetime.date(1945, 4, 5)


def test_scenario_7_armament():
    assert set(start(7).armament()) == {"5in-1", "5in-5", "40mm-A", "40mm-E", *(f"20mm-{x}" for x in "ABCDEFGHIJ")}


# -- scenario 8 ---------------------------------------------------------------------------


def test_scenario_8_stopped_die_before_the_attack_determination_each_phase():
    _, done = played(8)
    for phase in ("morning", "midday", "evening"):
        names = [name for name, roll in zip(done.tables(), done.rolls, strict=True) if roll.phase.endswith(phase)]
        raid_at = names.index("8-1:night" if phase == "evening" else "8-1")
        assert names.index("scenario/8 stopped:stopped") < raid_at


def test_scenario_8_stopped_lasts_one_phase():
    _, done = played(
        8,
        {
            "scenario/8 stopped:stopped": [6, 1, 1],
            "8-1": 12,
            "8-1B": [11, 11, 5],
            "8-1B:A": 1,
            "D-2": 3,
            "D-2:altitude": 1,
        },
    )
    totals = [(roll.phase.split("/")[1], sum(modifier.value for modifier in roll.modifiers)) for roll in done.all("10")]
    assert totals == [("morning", 1)] * 3 + [("midday", 0)] * 3


def test_stopped_die_in_scenario_8_only():
    for number in [1, 2, 3, 4, 5, 6, 7]:
        play = start(number)
        assert run(play, scenario.roll_stopped(play)).rolls == []


def test_scenario_8_armament():
    guns = {"5in-1", "5in-2", "5in-3", "5in-4", "40mm-C", "40mm-D"}
    assert set(start(8).armament()) == guns | {f"20mm-{letter}" for letter in "ABCDE"}


# -- options ------------------------------------------------------------------------------------


def test_kikusui_scenarios_use_22_and_7_3_instead_of_8_1_and_7_1():
    _, done = played(2)
    assert {"22", "22-1", "7-3"} <= set(done.tables())
    assert not {"7-1", "7-2", "8-1"} & set(done.tables())
    _, done = played(6)
    assert {"7-1", "8-1"} <= set(done.tables())
    assert raid.kikusui_today(start(6, level="advanced")) is False
