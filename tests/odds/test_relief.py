"""The parts of the answers about relief, compared with the printed charts, die by die."""

import itertools
from datetime import date
from fractions import Fraction

import pytest

from picket_duty.odds.relief import (
    TAIL,
    ReturnDay,
    days_left,
    kikusui_ahead,
    lasting,
    ready_ships,
    relief_parts,
)
from picket_duty.rules import anchorage, upkeep
from picket_duty.rules.play import Play
from picket_duty.rules.upkeep import ask_relief
from picket_duty.state import Stage
from tests.games import TABLES, new_game
from tests.text_table import cases

from .engine_dice import copy_of

#: Chart 24: the points used by each face of the die.
USED = (0, 1, 1, 1, 1, 2)
#: Table 18-1: the days of replenishment, and 18: the weeks of repairs, by the sum of two dice.
DAYS = {2: 1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 3, 10: 4, 11: 4, 12: 4}
WEEKS = {2: 1, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4}


def two_dice(rows):
    """The chance of each result of two dice; some sums have none."""
    sums = [sum(dice) for dice in itertools.product(range(1, 7), repeat=2)]
    shares = dict.fromkeys(rows.values(), 0.0)
    for total in sums:
        if total in rows:
            shares[rows[total]] += 1 / 36
    return shares


def asked(**ship):
    """An advanced mini campaign at the question about relief on April 9."""
    game = new_game(campaign="mini", level="advanced", seed=3)
    game.roll_on()
    play = Play(copy_of(game.play).state, TABLES)
    play.state.date = date(1945, 4, 9)
    play.state.fighting_days_wanted = 5
    play.state.fighting_days = 3
    for name, value in {"hull": 3, "fuel": 3, **ship}.items():
        setattr(play.ship, name, value)
    return play, next(ask_relief(play))


@pytest.mark.parametrize("points", [1, 2, 3, 5])
def test_the_days_that_fuel_lasts_are_those_of_the_dice(points):
    """Every sequence of dice on chart 24: most likely it is neither empty earlier nor later."""
    play, _ = asked()
    days = 2 * points
    emptied = dict.fromkeys(range(1, days + 1), Fraction(0))
    for dice in itertools.product(USED, repeat=min(days, 6)):
        used = list(itertools.accumulate(dice))
        day = next((day for day, sum_ in enumerate(used, 1) if sum_ >= points), None)
        if day is not None:
            emptied[day] += Fraction(1, 6 ** len(dice))
    by = dict(zip(emptied, itertools.accumulate(emptied.values()), strict=True))
    lasts = lasting(upkeep.fuel_roll(play), points)
    assert lasts.first == min(day for day, chance in by.items() if chance >= TAIL)
    if by[min(days, 6)] >= 1 - TAIL:
        assert lasts.last == min(day for day, chance in by.items() if chance >= 1 - TAIL)
    else:
        assert lasts.last > 6


def test_a_maneuver_of_today_does_not_shorten_the_days_to_come():
    play, choice = asked()
    calm = relief_parts(play, choice)["stay"]
    play.state.maneuvered_today = True
    assert relief_parts(play, choice)["stay"] == calm


def test_each_answer_has_the_ship_the_dates_and_what_she_serves():
    """Tables 16, 18 and 18-1; the Kikusui raids of April 12-13, 15-16 and 27-28 (K-1)."""
    play, choice = asked(hull=1)
    options = relief_parts(play, choice)
    stay, stores, repairs = (options[name] for name in ("stay", "replenish", "repair"))
    assert (stay.hull, stores.hull, repairs.hull) == (1, 1, 6)
    assert stay.fuel.last < stores.fuel.first == repairs.fuel.first
    assert stay.leaving is None
    assert stay.returns == (
        ReturnDay(date(1945, 4, 10), 1.0, 0, (date(1945, 4, 10), date(1945, 4, 11)), 0),
    )
    assert [(day.date.day - 10, day.missed, day.kikusui) for day in stores.returns] == [
        (1, 0, 1),
        (2, 0, 2),
        (3, 1, 1),
        (4, 2, 1),
    ]
    assert [day.chance for day in stores.returns] == pytest.approx([*two_dice(DAYS).values()])
    sinks = repairs.leaving.founders
    weeks = two_dice(WEEKS)
    assert [day.chance for day in repairs.returns] == pytest.approx(
        [share * (1 - sinks) for share in weeks.values()]
    )
    assert sum(day.chance for day in repairs.returns) + repairs.leaving.rear + sinks == (
        pytest.approx(1)
    )
    assert [(day.date, day.missed) for day in repairs.returns] == [
        (date(1945, 4, 17), 4),
        (date(1945, 4, 24), 4),
        (date(1945, 5, 1), 6),
        (date(1945, 5, 8), 8),
    ]


def test_a_basic_game_has_no_kikusui_days():
    game = new_game(campaign="mini", level="basic", seed=3)
    assert kikusui_ahead(game.play, date(1945, 6, 25)) == []


@cases("""
    chosen                              | days
    {"campaign": "mini"}                | 5
    {"campaign": "long-b"}              | 0
    {"patrol": "1945-04-06", "days": 4} | 4
    """)
def test_the_days_left_are_those_of_the_game(chosen, days):
    game = new_game(level="basic", seed=3, **chosen)
    game.state.fighting_days_wanted = days if game.state.setup.kind != "patrol" else 0
    assert days_left(game.play) == days


def test_a_return_is_late_after_the_patrol_or_with_too_few_days_left():
    patrol = new_game(patrol="1945-04-06", days=4, level="basic", seed=3)
    patrol.state.ship.fuel = 1
    choice = next(ask_relief(patrol.play))
    back = relief_parts(patrol.play, choice)["replenish"].returns
    assert [(day.date.day, len(day.serves), day.is_late) for day in back] == [
        (8, 2, False),
        (9, 1, False),
        (10, 0, True),
        (11, 0, True),
    ]
    stages = new_game(campaign="long-a", level="basic", seed=3)
    stages.state.stages[0] = Stage(stages.state.ship.name, 3)
    stages.state.fighting_days_wanted = 5
    stages.state.date = date(1945, 6, 21)
    stages.state.ship.fuel = 1
    back = relief_parts(stages.play, next(ask_relief(stages.play)))["replenish"].returns
    assert [day.is_late for day in back] == [False, False, True, True]


def test_only_a_ship_that_is_back_tomorrow_can_take_the_station():
    game = new_game(campaign="long-b", level="basic", seed=3)
    play = game.play
    play.state.date = date(1945, 4, 9)
    for day in (9, 10, 11):
        ship = copy_of(play).ship
        ship.name = f"USS {day}"
        ship.fuel = 1
        ship.back = date(1945, 4, day)
        ship.away = anchorage.REPLENISH
        play.state.squadron.append(ship)
    full = TABLES.numbers.fuel
    assert [(ship.name, ship.fuel) for ship in ready_ships(play)] == [
        ("USS 9", full),
        ("USS 10", full),
    ]
