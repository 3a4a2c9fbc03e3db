"""Weather, storms, typhoons (charts 6-1 to 6-5; rules 4.1 and the typhoon paragraph of 4)."""

import datetime

import pytest

from picket_duty.events import Leave, PhaseBegun, TurnEnd, Weather
from picket_duty.rules import weather
from picket_duty.state import JAPANESE_WIN, US_WIN
from tests.text_table import table_of

from .script import begun, drive, reasons, run, start

WET = {"Previous phase rain or storm": -1}
ANY_DATE = datetime.date(1945, 5, 15)


def sky(play, dice):
    return run(play, weather.roll_weather(play), dice)


@pytest.mark.parametrize(
    ("before", "total", "expected"),
    [
        *(
            ("", total, sky)
            for total, sky in [(2, "storm"), (3, "rain"), (4, "rain"), (5, "clear"), (12, "clear")]
        ),
        ("clear", 5, "clear"),
    ],
)
def test_6_1_weather(before, total, expected):
    play = start(now={"weather_before": before})
    done = sky(play, {"6-1": total, "6-1:rain": 5})
    assert play.state.air.weather == expected
    assert [event.weather for event in done.told(Weather)] == [expected]
    assert done.roll("6-1").modifiers == ()


def test_6_1_rain_or_storm_in_the_previous_phase():
    """A total below 2 is a storm."""
    for before, dice, then in [("rain", 5, "rain"), ("storm", 5, "rain"), ("rain", 2, "storm")]:
        play = start(now={"weather_before": before})
        done = sky(play, {"6-1": dice, "6-1:rain": 1})
        assert reasons(done.roll("6-1").modifiers) == WET
        assert (done.roll("6-1").total, play.state.air.weather) == (dice - 1, then)


@pytest.mark.parametrize(
    ("name", "dice", "wet"),
    [
        ("long-b", {"16": 12, "18": 2}, WET),
        ("long-b", {"16": 2}, WET),
        ("long-a", {"16": 12, "18": 12}, WET),
        ("mini", {"16": 12, "18": 2}, {}),
    ],
)
def test_6_1_weather_carries_over_to_another_ship_unless_the_station_was_empty_for_a_day_rules_4_1(
    name, dice, wet
):
    """Another ship on the next day has the rain of the last phase played; the same one after a week
    has not.
    """
    play = start(campaign=name, date="1945-04-10")
    play.ship.maneuver = 0
    rain = {"6-1": [3, 12], "6-1:rain": 1}
    game, _ = drive(
        play,
        {**rain, **dice},
        until=lambda game: begun(game)[0] != "1945-04-10" and weather_wanted(game),
    )
    assert (game.state.date.isoformat() == "1945-04-11") is bool(wet)
    assert reasons(game.request.modifiers) == wet


def weather_wanted(game):
    """For ``until``: the weather of a phase is to be rolled."""
    return game.request is not None and game.request.table == "6-1"


def test_6_1_phases_skipped_by_8_2_count_as_no_rain_for_the_next_ship_rules_4_3():
    """Dead in the water in the phase that 8-2 ends the turn with; another takes the station the
    next day.
    """
    play = start(campaign="long-b", date="1945-04-10")
    play.ship.maneuver = 0
    dice = {
        "6-1": [3, 12],
        "6-1:rain": 6,
        "8-1": 11,
        "8-1A": 2,
        "8-2": 7,
        "8-2:B": 1,
        "16": 12,
        "18": 2,
    }
    game, _ = drive(
        play, dice, until=lambda game: begun(game)[0] == "1945-04-11" and weather_wanted(game)
    )
    assert game.request.modifiers == ()


def test_storm_in_the_basic_game_is_no_attack_and_no_table_6_2_rules_1():
    play = start()
    done = sky(play, {"6-1": 2})
    assert (done.result, done.tables(), play.state.weather_before) == ("closed", ["6-1"], "storm")


def test_6_2_storm():
    for before, die, result in table_of("""
        ''    | 1 | typhoon
        ''    | 2 | closed
        ''    | 6 | closed
        rain  | 2 | typhoon
        storm | 3 | closed
        """):
        play = start(level="advanced", now={"weather_before": before})
        done = sky(play, {"6-1": 2, "6-2": die})
        assert done.result == result
        assert reasons(done.roll("6-2").modifiers) == (WET if before else {})
        assert play.state.air.weather == ("typhoon" if result == "typhoon" else "storm")


def test_a_storm_phase_still_has_its_damage_control_rules_4_5():
    orders = {"repair men": {"deck fire aft": 3}}
    play = start(aboard={"deck_fires aft": 2})
    _, done = drive(
        play, {"6-1": [2, 12], "20": 12}, orders, until=lambda game: game.state.phase == 1
    )
    assert done.tables() == ["6-1", "20"]


def blown(play, dice, choices=None):
    """A typhoon in the phase to come, played to the weather of the next day's morning or to the
    end.
    """
    today = play.state.date.isoformat()
    whole = {"6-1": 2, "6-2": 1, "6-3": 1, **dice}
    return drive(
        play, whole, choices, until=lambda game: begun(game)[0] != today and weather_wanted(game)
    )


def typhoon(dice, **more):
    """A typhoon in the first phase of a day."""
    return blown(start(level="advanced", **{"patrol": "1945-05-15", "days": 20, **more}), dice)


def test_6_3_today_is_the_first_day_marked_off():
    """The days marked off have no section 8 and no damage control; the weather before counts as a
    storm.
    """
    for die, days in [(1, 2), (2, 2), (3, 3), (5, 3)]:
        game, done = typhoon({"6-3": die})
        assert (game.state.date, game.state.phase) == (ANY_DATE + datetime.timedelta(days=days), 0)
        assert done.told(PhaseBegun)[-1].name == "morning"
        assert [game.state.records.calendar[f"1945-05-{15 + n}"] for n in range(days)] == [
            "typhoon"
        ] * days
        assert done.tables()[:3] == ["6-1", "6-2", "6-3"]
        assert not {"24", "23", "20"} & set(done.tables())
        assert (game.state.ship.fuel, game.state.fighting_days, game.state.records.phases) == (
            10,
            0,
            0,
        )
        assert reasons(game.request.modifiers) == WET


@pytest.mark.parametrize(
    ("dice", "patrol", "date", "station"),
    [
        ({"6-3": 1, "5-1": 2}, "1945-05-15", "1945-05-17", 7),
        ({"6-3": 3, "2-3F": 2}, "1945-05-20", "1945-05-23", 5),
    ],
)
def test_6_3_assigns_a_new_station_if_the_old_one_is_no_longer_active_rules_4(
    dice, patrol, date, station
):
    game, done = typhoon(dice, patrol=patrol, station=7)
    assert (game.state.date.isoformat(), game.state.ship.station) == (date, station)
    assert ("3-1" in done.tables()) == (station != 7)


def test_a_phase_played_before_makes_it_a_fighting_day_rules_4():
    """The typhoon ends the turn and with it the declaration (rules 7.1)."""
    play = after_a_phase()
    play.ship.declared = 3
    game, _ = drive(
        play, {"6-1": [2, 12], "6-2": 1, "6-3": 1}, until=lambda game: begun(game)[1] == "turn"
    )
    calendar = game.state.records.calendar
    assert (game.state.fighting_days, game.state.ship.declared) == (1, 0)
    assert (calendar["1945-05-15"], calendar["1945-05-16"]) == ("attacked", "typhoon")


def after_a_phase(**more):
    """Midday of a day whose morning was played."""
    play = start(
        level="advanced",
        phase=1,
        **{"patrol": "1945-05-15", "days": 40, **more},
        now={"phase_played": True},
    )
    play.state.records.calendar[play.state.date.isoformat()] = "attacked"
    return play


def test_6_3_is_preceded_by_section_8_of_a_day_already_played_rules_4():
    play = after_a_phase()
    play.state.attacked_today = play.state.maneuvered_today = True
    game, done = blown(play, {"24": 5, "23": 1, "5-1": 2})
    assert done.tables() == ["6-1", "6-2", "24", "24", "23", "6-3", "5-1"]
    assert done.roll("24:fuel").total == 6
    assert [event.date for event in done.told(TurnEnd)] == ["1945-05-15"]
    ship = game.state.ship
    assert (game.state.date.isoformat(), ship.fuel, ship.ammunition, ship.morale) == (
        "1945-05-17",
        8,
        9,
        -1,
    )


def test_6_3_is_not_rolled_for_a_ship_that_leaves_on_relief_first_rules_4():
    play = after_a_phase()
    play.ship.fuel = 3
    game, done = blown(play, {"18-1": 2, "2-3D": 6}, {"relief": "replenish"})
    assert done.tables()[:5] == ["6-1", "6-2", "24", "23", "18-1"]
    assert "6-3" not in done.tables()
    assert done.told(Leave)[0].until == game.state.date.isoformat() == "1945-05-17"
    assert game.state.records.calendar["1945-05-16"] == "absent"


def test_6_3_a_ship_out_of_stores_or_reassigned_with_damage_leaves_before_the_typhoon_rules_4():
    for why in ["stores", "orders"]:
        play = after_a_phase()
        if why == "stores":
            play.ship.fuel = 1
        else:
            play.state.reassigned = True
            play.ship.hull = 5
        _game, done = blown(play, {"24": 2, "18-1": 2, "15:days": 1, "2-3D": 6})
        assert done.tables()[2:5] == ["24", "23", "18-1" if why == "stores" else "15:days"]
        assert "6-3" not in done.tables()


def test_6_3_an_undamaged_reassigned_ship_rides_out_the_typhoon_then_changes_station_15_8():
    play = after_a_phase(station=5)
    play.state.reassigned = True
    game, done = blown(play, {"2-3D": 12})
    assert done.tables() == ["6-1", "6-2", "24", "23", "6-3", "2-3D", "3-1", "4-1", "5-1"]
    assert (game.state.date.isoformat(), game.state.ship.station) == ("1945-05-17", 16)
    assert not done.told(Leave)


def test_6_3_in_long_b_marks_no_days_off_for_the_relieving_ship_rules_4():
    """The weather is the sea's: the phase before her first one was a storm."""
    play = after_a_phase(campaign="long-b", patrol=None, date="1945-05-15")
    play.ship.fuel = 1
    game, done = blown(play, {"24": 2, "18-1": 2, "2-3D": 6})
    assert (game.state.date.isoformat(), "6-3" in done.tables()) == ("1945-05-16", False)
    assert reasons(game.request.modifiers) == WET


def test_6_3_the_fighting_day_is_judged_before_section_8_rules_10():
    for before, outcome in [(3, ""), (4, US_WIN)]:
        play = after_a_phase(campaign="mini", patrol=None, date="1945-05-15")
        play.state.fighting_days = before
        play.state.fighting_days_wanted = 5
        game, done = blown(play, {"6-3": 6, "6-4": 12})
        assert (game.state.fighting_days, game.state.outcome) == (before + 1, outcome)
        assert ("24" in done.tables(), "6-3" in done.tables()) == (not outcome, not outcome)


def test_6_3_in_a_scenario_is_not_preceded_by_section_8_rules_4():
    play = after_a_phase(scenario=6, patrol=None)
    game, done = drive(play, {"6-1": 2, "6-2": 1, "6-3": 1})
    assert (done.tables(), game.outcome.result) == (["6-1", "6-2", "6-3"], US_WIN)


def test_6_4_hull_points():
    for total, hull in [(4, 4), (5, 5), (6, 6), (12, 6)]:
        game, done = typhoon({"6-3": 6, "6-4": total})
        assert (game.state.ship.hull, game.state.date) == (
            hull,
            ANY_DATE + datetime.timedelta(days=4),
        )
        assert not done.told(Leave)


def test_6_4_ship_sinks_with_her_last_hull_points_on_table_14():
    for hull, dice in [(6, {"6-4": 2}), (1, {"6-4": 5, "14": 5})]:
        play = start(level="advanced", aboard={"hull": hull})
        game, done = drive(play, {"6-1": 2, "6-2": 1, "6-3": 6, **dice})
        assert (game.over, game.state.ship.fate, game.state.records.ships_sunk) == (True, "sunk", 1)
        assert done.tables()[3:] == list(dice)


def test_6_5_days_are_added_and_a_new_station_follows_without_table_16():
    for die, days in [(1, 2), (3, 3), (6, 4)]:
        game, done = typhoon(
            {"6-3": 6, "6-4": 3, "6-5": die, "2-3F": 6, "2-3E": 2, "2-3D": 2}, patrol="1945-05-08"
        )
        back = datetime.date(1945, 5, 8) + datetime.timedelta(days=4 + days)
        assert game.state.date == back
        assert done.told(Leave)[0].until == back.isoformat()
        assert {"3-1", "4-1"} <= set(done.tables())
        assert not {"16", "18"} & set(done.tables())
        assert game.request.modifiers == ()


def test_6_4_hull_loss_may_roll_table_14_and_force_a_return_rules_4():
    play = start(level="advanced", days=60, patrol="1945-05-15", aboard={"hull": 2})
    dice = {"6-1": [2, 12], "6-2": 1, "6-3": 6, "6-4": 4, "14": 6, "18": 2}
    game, done = drive(play, dice, until=lambda game: begun(game)[1] == "turn")
    assert done.tables()[:6] == ["6-1", "6-2", "6-3", "6-4", "14", "18"]
    assert (game.state.date.isoformat(), game.state.ship.hull) == ("1945-05-26", 6)


def test_typhoon_in_a_scenario():
    """Its days end the scenario; leaving for 6-5 or sinking loses it (rules 4, 9)."""
    for total, outcome in [(6, US_WIN), (3, JAPANESE_WIN), (2, JAPANESE_WIN)]:
        play = start(6, level="advanced")
        game, _ = drive(play, {"6-1": 2, "6-2": 1, "6-3": 6, "6-4": total, "6-5": 1})
        assert game.outcome.result == outcome
