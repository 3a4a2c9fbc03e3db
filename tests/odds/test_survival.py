"""The chance to last a mini campaign or stage by hand; what fight each scenario brings, by
games.
"""

import datetime
import math
import statistics

import msgspec
import pytest

from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain
from picket_duty.game import Game
from picket_duty.odds import survival
from picket_duty.odds.fights import measured_fights
from picket_duty.odds.survival import (
    chance_to_last,
    dates_to_serve,
    load_survival,
    relief_chances,
    terms_of,
)
from picket_duty.rules import anchorage
from picket_duty.rules.play import Play
from picket_duty.state import LEVELS, US_WIN, Stage
from tests.games import TABLES
from tests.rules.script import serving
from tests.text_table import table_of
from tools.survival import fit, mornings, new_game, played

ORDERS = ("stay", "replenish", "repair")
#: Days of repairs on table 18, with the number of throws of 36 that give them; the other six send
#: her to the rear.
REPAIRS = {7: 1, 14: 9, 21: 16, 28: 4}
#: Terms that not every play has: periods of chart 7-1, Kikusui raids, numbers of days.
AHEAD = ("apr07-apr15", "apr16-jun25", "kikusui", "kikusui today")
DAY_NAMES = tuple(f"days {number}" for number in range(1, survival.MOST_DAYS + 1))
#: Days on table 18-1, likewise.
DAYS = {1: 3, 2: 7, 3: 20, 4: 6}


def on(play, date, **ship):
    changed = msgspec.structs.replace(play.ship, **ship)
    return Play(msgspec.structs.replace(play.state, date=date, ship=changed), TABLES)


def back(play, kind, away):
    date = play.state.date + datetime.timedelta(away + 1)
    ship = anchorage.refitted(play, msgspec.structs.replace(play.ship, away=kind))
    days = play.state.fighting_days_wanted - play.state.fighting_days
    return chance_to_last(
        Play(msgspec.structs.replace(play.state, date=date, ship=ship), TABLES), days
    )


def test_the_chance_by_hand(monkeypatch):
    """Three days from April 6 on: one in the first period of chart 7-1, two in the second; two
    dates of Kikusui.
    """
    odds = dict(
        table_of("""
        days 3        | 1.0
        hull          | 0.25
        hull by days  | 0.125
        maneuver      | 0.5
        men           | 0.125
        morale        | -0.25
        captain       | 2.0
        mar24-apr06   | 0.5
        apr07-apr15   | -0.25
        kikusui       | -0.125
        kikusui today | -0.0625
        """)
    )
    value = msgspec.structs.replace(load_survival("advanced"), odds=odds)
    monkeypatch.setattr(survival, "load_survival", lambda level: value)
    play = serving(3, "1945-04-06", level="advanced", hull=4, maneuver=9, morale=1)
    play.ship.men["aft"] -= 2
    play.ship.crew["captain"].value = 1
    dates = [datetime.date(1945, 4, day) for day in (6, 7, 8)]
    assert terms_of(play, dates)["apr07-apr15"] == 2
    total = 1.0 - 2 * 0.25 - 6 * 0.125 - 0.5 - 2 * 0.125 - 0.25 + 2 * math.sqrt(3)
    total += 0.5 - 2 * 0.25 - 2 * 0.125 - 0.0625
    assert chance_to_last(play, 3) == pytest.approx(1 / (1 + math.exp(-total)))


def test_days_without_a_station_do_not_count_and_the_calendar_ends_on_june_25():
    """In the advanced game no station is active on March 25 and 27; the basic game has no such
    days.
    """
    assert [date.day for date in dates_to_serve(serving(3, "1945-03-25", level="advanced"), 3)] == [
        26,
        28,
        29,
    ]
    assert [date.day for date in dates_to_serve(serving(3, "1945-03-25"), 3)] == [25, 26, 27]
    assert len(dates_to_serve(serving(3, "1945-06-24"), 3)) == 2
    assert (
        chance_to_last(serving(3, "1945-06-24"), 3)
        == 0.0
        < chance_to_last(serving(2, "1945-06-24"), 2)
    )


@pytest.mark.parametrize(
    ("left", "date", "level", "ship", "order", "days"),
    [
        *((4, "03-28", level, {"hull": 3}, "repair", REPAIRS) for level in LEVELS),
        # Table 16 below hull 2: six throws of 36 sink her.
        (
            2,
            "04-20",
            "basic",
            {"hull": 1},
            "repair",
            {days: 30 / 36 * ways for days, ways in REPAIRS.items()},
        ),
        # Table 18-1, with hull, maneuver and men as they are.
        (3, "04-04", "basic", {"hull": 4, "maneuver": 7, "fuel": 2}, "replenish", DAYS),
        # Back by June 25: one or two weeks are in time for three days, three weeks are not, at last
        # not one week.
        (3, "06-08", "basic", {"hull": 2}, "repair", {7: REPAIRS[7], 14: REPAIRS[14]}),
        (3, "06-16", "basic", {"hull": 2}, "repair", {}),
    ],
)
def test_relief_is_weighed_over_every_date_of_return(left, date, level, ship, order, days):
    """Tables 16, 18 and 18-1: the rear, six throws of 36, loses the campaign, as does a date that
    is too late.
    """
    play = serving(left, f"1945-{date}", level=level, **ship)
    chances = relief_chances(play, ORDERS)
    expected = sum(ways / 36 * back(play, order, away) for away, ways in days.items())
    assert chances[order] == pytest.approx(expected)
    assert bool(expected) == bool(days)
    assert chances["stay"] == chance_to_last(
        on(play, play.state.date + datetime.timedelta(1)), left
    )
    assert play.ship.hull == ship["hull"], "the game does not change"


def test_between_two_stages_the_rear_costs_a_ship_but_no_stage():
    """The chances are those of the next stage; a new ship begins it on the next day."""
    going_on = serving(5, "1945-04-20", "long-a", hull=3)
    going_on.state.stages[0] = Stage(going_on.ship.name, 0)
    between = serving(5, "1945-04-20", "long-a", hull=3)
    between.state.stages[0] = Stage(between.ship.name, 5, True)
    whole = dict.fromkeys(ORDERS, 0.0) | relief_chances(going_on, ORDERS)
    full = TABLES.numbers
    new = on(
        between,
        datetime.date(1945, 4, 21),
        hull=full.hull,
        maneuver=full.maneuver,
        men=dict(full.men),
        crew={},
    )
    chances = relief_chances(between, ORDERS)
    assert chances["stay"] == whole["stay"]
    assert chances["repair"] == pytest.approx(whole["repair"] + 6 / 36 * chance_to_last(new, 5))


def test_the_measured_values_are_complete_and_plausible():
    """Fewer days, a whole hull and a good gunnery officer are better; the stated error is that of a
    check.
    """
    for level in LEVELS:
        value = load_survival(level)
        assert 0 < value.error < 12
        assert value.states >= 30
        days = [value.odds[f"days {number}"] for number in range(1, survival.MOST_DAYS + 1)]
        assert days == sorted(days, reverse=True)
        assert all(
            value.odds["hull"] + number * value.odds.get("hull by days", 0.0) > 0
            for number in range(1, 8)
        )
        assert value.odds["gunnery_officer"] > 0
        play = serving(7, "1945-04-03", level=level)
        assert set(value.odds) <= set(terms_of(play, dates_to_serve(play, 7))) | {
            *AHEAD,
            *DAY_NAMES,
            "mar24-apr06",
        }
        assert ("kikusui" in value.odds) == (level == "advanced")


def test_the_fit_finds_the_log_odds_of_counted_games():
    """By hand: 3 to 1 without a term, 1 to 3 with it."""
    rows = [({"days 1": 1.0}, number < 750) for number in range(1000)]
    rows += [({"days 1": 1.0, "hull": -2.0}, number < 250) for number in range(1000)]
    found = fit(rows)
    assert list(found) == ["days 1", "hull"]
    assert found["days 1"] == pytest.approx(math.log(3), abs=0.01)
    assert found["hull"] == pytest.approx(math.log(3), abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["mini", "long-a"])
def test_the_mornings_that_are_measured_come_after_the_answer_at_random(kind):
    """Each morning with days to serve has a row; an answer at random drops the rows before it."""
    seeds = range(4)
    for seed in seeds:
        game = new_game(kind, "basic", seed)
        lapses = list[bool]()
        for at_random in mornings(game, seed):
            lapses.append(at_random)
        kept = len(lapses) - max(
            (place for place, at_random in enumerate(lapses) if at_random), default=0
        )
        rows = played(kind, "basic", seed)
        assert 0 < len(rows) <= kept
        assert all(sum(name.startswith("days") for name in terms) == 1 for terms, _ in rows)


#: Games of the check, and the standard errors that a mean may be away from the measured one.
GAMES = 60
SURE = 4


def test_every_scenario_is_measured_at_every_level():
    for level in LEVELS:
        fights = measured_fights(level)
        assert list(fights) == list(TABLES.scenarios)
        for fight in fights.values():
            assert 0 <= fight.no_attack <= 100
            assert 0 <= fight.won <= 100
            assert fight.planes > 0
            assert fight.minutes > 0


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [1, 4])
def test_the_numbers_are_those_of_doctrine_games(scenario):
    fight = measured_fights("basic")[scenario]
    planes = []
    won = 0
    for seed in range(5001, 5001 + GAMES):
        game = Game.new(scenario=scenario, seed=seed, tables=TABLES, history=False)
        play_out(game, DoctrineCaptain())
        planes.append(game.state.records.planes)
        won += game.state.outcome == US_WIN
    assert abs(statistics.mean(planes) - fight.planes) < SURE * statistics.stdev(
        planes
    ) / math.sqrt(GAMES)
    for percent, found in ((fight.won, won), (fight.no_attack, planes.count(0))):
        share = percent / 100
        assert abs(found / GAMES - share) < SURE * math.sqrt(share * (1 - share) / GAMES)
