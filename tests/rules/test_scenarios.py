"""The eight scenarios (charts; rules 10)."""

import datetime

import pytest

from picket_duty.events import PhaseBegun
from picket_duty.rules import scenario
from picket_duty.state import JAPANESE_WIN, US_WIN
from tests.games import new_game
from tests.text_table import table_of

from .script import begun, drive, run, start

PRINTED = dict(
    table_of("""
    1 | ('USS Anthony', 'DD-515', '1945-06-07', 1)
    2 | ('USS Braine', 'DD-630', '1945-05-27', 5)
    3 | ('USS Cassin Young', 'DD-793', '1945-04-12', 1)
    4 | ('USS Colhoun', 'DD-801', '1945-04-06', 2)
    5 | ('USS Evans', 'DD-552', '1945-05-11', 15)
    6 | ('USS Kimberly', 'DD-521', '1945-03-26', 9)
    7 | ('USS La Prade', 'DE-409', '1945-04-04', 1)
    8 | ('USS Dunlap', 'DD-384', '1945-04-07', 2)
    """)
)


@pytest.mark.parametrize("number", PRINTED)
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_ship_date_and_station_of_each_scenario(number, level):
    game = new_game(scenario=number, level=level, seed=1)
    game, _ = drive(game, until=lambda game: begun(game)[1] in ("morning", "midday"))
    ship, hull, date, station = PRINTED[number]
    assert (game.state.ship.name, game.state.ship.hull_number) == (ship, hull)
    assert (game.state.date.isoformat(), game.state.ship.station) == (date, station)


#: Nothing attacks unless scripted; a raid of chart 22 is six planes.
RAIDS = {
    "22": 11,
    "22-1": 6,
    "22-1:altitude": 1,
    "A-1": 99,
    "10": 2,
    "scenario/8 stopped:stopped": 1,
    "scenario/7 relief": 1,
}


def played(number, dice=None, **more):
    """A scenario from its first turn to its end."""
    return drive(start(number, step="turn", **more), {**RAIDS, **(dice or {})})


def test_length_and_us_victory_afloat_and_on_station():
    phases = ["morning", "midday", "evening"]
    for level in ["basic", "advanced"]:
        for number, options, expected, days in [
            (1, (), ["midday"], 1),
            (1, ("anthony-full-day",), phases, 1),
            *((number, (), phases, 1) for number in (2, 3, 4, 5, 6, 8)),
            (7, (), phases * 2, 2),
        ]:
            game, done = played(number, level=level, options=options)
            assert [event.name for event in done.told(PhaseBegun)] == expected
            assert (game.outcome.result, game.state.on_station, game.state.records.days) == (
                US_WIN,
                True,
                days,
            )


def test_judged_after_the_last_phase_before_section_8_rules_10():
    """Fuel 0 does not send her in any more: 24 is not rolled."""
    _, done = played(6)
    assert not {"24", "23"} & set(done.tables())


@pytest.mark.parametrize("number", PRINTED)
def test_leaving_the_station_is_a_japanese_victory_rules_9(number):
    """As is sinking."""
    for total, fate in [(4, "sunk"), (12, "")]:
        game, done = drive(start(number, phase=1, aboard={"maneuver": 0}), {**RAIDS, "16": total})
        assert (game.outcome.result, game.state.ship.fate, game.state.on_station) == (
            JAPANESE_WIN,
            fate,
            False,
        )
        assert not {"18", "scenario/7 relief"} & set(done.tables())


RELIEF = {
    "Turn 1 Mid-day": {6},
    "Turn 1 Evening": {5, 6},
    "Turn 2 Morning": {5, 6},
    "Turn 2 Mid-day": {4, 5, 6},
    "Turn 2 Evening": {4, 5, 6},
}


@pytest.mark.parametrize("place", range(5))
def test_scenario_7_relief_from_turn_1_midday_on(place):
    for die in range(1, 7):
        relieved = die in list(RELIEF.values())[place]
        game, done = played(7, {"scenario/7 relief": [1] * place + [die] + [1] * (4 - place)})
        rolls = done.all("scenario/7 relief")
        assert [roll.column for roll in rolls] == list(RELIEF)[: place + 1 if relieved else 5]
        assert (game.outcome.result, game.state.on_station) == (US_WIN, True)


def test_scenario_7_a_forced_return_comes_before_the_relief_die_rules_9():
    play = start(7, phase=1, date="1945-04-05", aboard={"maneuver": 0}, now={"turn": 2})
    game, done = drive(play, {"16": 12, "scenario/7 relief": 6})
    assert (game.outcome.result, "scenario/7 relief" in done.tables()) == (JAPANESE_WIN, False)


def test_scenario_7_keeps_her_station_has_section_8_after_turn_1_and_no_relief_die_in_its_morning():
    game, done = played(7)
    assert (done.tables().count("23"), done.tables().count("3-1")) == (1, 0)
    assert game.state.date == datetime.date(1945, 4, 5)
    assert done.roll("scenario/7 relief").phase == "1945-04-04/midday"


def test_armament_of_scenarios_7_and_8():
    dunlap = {
        "5in-1",
        "5in-2",
        "5in-3",
        "5in-4",
        "40mm-C",
        "40mm-D",
        *(f"20mm-{letter}" for letter in "ABCDE"),
    }
    la_prade = {
        "5in-1",
        "5in-5",
        "40mm-A",
        "40mm-E",
        *(f"20mm-{letter}" for letter in "ABCDEFGHIJ"),
    }
    assert [set(start(number).armament()) for number in (7, 8)] == [la_prade, dunlap]


def test_scenario_8_stopped_die_before_the_attack_determination_each_phase():
    _, done = played(8)
    for phase in ("morning", "midday", "evening"):
        names = [
            name
            for name, roll in zip(done.tables(), done.rolls, strict=True)
            if roll.phase.endswith(phase)
        ]
        raid_at = names.index("8-1:night" if phase == "evening" else "8-1")
        assert names.index("scenario/8 stopped:stopped") < raid_at


def test_scenario_8_stopped_lasts_one_phase_and_no_other_scenario_rolls():
    dice = {"8-1": 12, "8-1B": [11, 11, 5], "8-1B:A": 1, "D-2": 3, "D-2:altitude": 1}
    _, done = played(8, {"scenario/8 stopped:stopped": [6, 1, 1], **dice})
    totals = [
        (roll.phase.split("/")[1], sum(modifier.value for modifier in roll.modifiers))
        for roll in done.all("10")
    ]
    assert totals == [("morning", 1)] * 3 + [("midday", 0)] * 3
    assert not any(run(play, scenario.roll_stopped(play)).rolls for play in map(start, range(1, 8)))


def test_kikusui_scenarios_use_22_and_7_3_instead_of_8_1_and_7_1():
    _, done = played(2)
    assert {"22", "22-1", "7-3"} <= set(done.tables())
    assert not {"7-1", "7-2", "8-1"} & set(done.tables())
    _, done = played(6)
    assert {"7-1", "8-1"} <= set(done.tables())
