"""The estimated chance of a campaign: by hand, over a game, and only where it was measured."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Sequence

import msgspec
import pytest

from picket_duty.analysis import campaign_value, win_probability
from picket_duty.analysis.campaign_value import (
    Losses,
    Standing,
    Survival,
    chance,
    chances_up_to,
    estimates,
    kikusui_dates,
    measured,
    standing_of,
    value_for,
    worth_of_a_ship,
)
from picket_duty.analysis.playouts import play_days, same_future
from picket_duty.analysis.win_probability import (
    ORDER_DAYS,
    Deviation,
    Measurements,
    PairTask,
    PlayoutTask,
    SamplePoint,
    error_of,
    estimated_analysis,
    largest_moves,
    order_playouts,
    pair_at,
    run_pair,
    scaled,
)
from picket_duty.book import load_tables
from picket_duty.book.vocabulary import FIRE_PLAN
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.captains.random import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Choice, Roll
from picket_duty.state import DRAW, US_WIN

TABLES = load_tables()
START = datetime.date(1945, 3, 24)
LONG = {"campaign": "long-b", "level": "advanced"}


def standing(day: int, sunk: int, *gunners: int) -> Standing:
    """A state as an estimate sees it: the gunnery officers of the ship on duty and of the squadron."""
    ships = [campaign_value.Duty({"gunnery_officer": campaign_value.Officer("", value)}) for value in gunners]
    return Standing(
        START + datetime.timedelta(day),
        campaign_value.Records(sunk),
        ships[0] if ships else campaign_value.Duty(),
        ships[1:],
    )


def test_the_chance_by_hand() -> None:
    """With two losses to come on average: fewer than 8 ships in all wins, 8 is half a win, more loses."""
    value = msgspec.structs.replace(measured()[0], further=(2.0,), average=0.0, gunnery=-0.5)
    assert chances_up_to(2.0, 2) == pytest.approx([math.exp(-2), 2 * math.exp(-2), 2 * math.exp(-2)])
    assert chance(value, TABLES, START, standing(0, 7)) == pytest.approx(math.exp(-2) * (1 + 2 / 2))
    assert chance(value, TABLES, START, standing(0, 8)) == pytest.approx(math.exp(-2) / 2)
    assert chance(value, TABLES, START, standing(0, 9)) == 0.0
    better = chance(value, TABLES, START, standing(0, 8, 2, -1))
    assert better == pytest.approx(math.exp(-1) / 2), "one value above the average halves the losses"


def test_fighting_days_count_in_a_campaign_of_a_number_of_them() -> None:
    """Long A: the date says nothing."""
    value = next(value for value in measured() if value.campaign == "long-a")
    value = msgspec.structs.replace(value, further=(2.0, 1.0), average=0.0)
    early, late = standing(0, 8), standing(40, 8)
    assert chance(value, TABLES, START, early) == chance(value, TABLES, START, late) == pytest.approx(math.exp(-2) / 2)
    early.fighting_days = 1
    assert chance(value, TABLES, START, early) == pytest.approx(math.exp(-1) / 2)


def test_the_chance_to_last_by_hand() -> None:
    """Mini campaign: days left, hull, morale, gunnery officer; the chance at the start before the days are rolled."""
    value = next(value for value in measured() if value.campaign == "mini")
    value = msgspec.structs.replace(value, left=(1.0, 0.5, 0.0, -0.5), hull=0.25, gunnery=0.5, morale=0.1, start=0.4)
    state = standing(3, 0, 2)
    assert chance(value, TABLES, START, state) == 0.4
    state.fighting_days, state.fighting_days_wanted, state.ship.hull = 3, 7, 4
    assert chance(value, TABLES, START, state) == pytest.approx(1 / (1 + math.exp(0.5 + 0.25 * 2 - 0.5 * 2 * 2)))
    state.fighting_days, state.ship.hull, state.ship.morale = 6, 6, -3
    assert chance(value, TABLES, START, state) == pytest.approx(1 / (1 + math.exp(-1.0 - 0.5 * 2 + 0.1 * 3)))


def test_kikusui_dates_ahead_lower_the_chance() -> None:
    """The advanced mini campaign: the raids of April 6 and 7 begin on the 14th day."""
    assert [kikusui_dates(TABLES, START, days) for days in (13, 14, 15, 19)] == [0, 1, 2, 2]
    value = next(value for value in measured() if (value.campaign, value.level) == ("mini", "advanced"))
    value = msgspec.structs.replace(value, left=(0.0,) * 7, hull=0.0, kikusui=-0.25, today=-0.5)
    for day, odds in ((9, 0.0), (10, -0.25), (11, -0.5), (13, -1.0), (14, -0.75), (15, 0.0)):
        state = standing(day, 0, 0)
        state.fighting_days_wanted = 4
        assert chance(value, TABLES, START, state) == pytest.approx(1 / (1 + math.exp(-odds)))


def test_the_values_fall_day_by_day_to_none() -> None:
    """Every campaign of the shipped tables; the stated error is that of a check against playouts."""
    for value in measured():
        data = TABLES.campaigns[value.campaign]
        assert 0 <= value.error < 25
        assert value.states >= 10
        if isinstance(value, Survival):
            assert list(value.left) == sorted(value.left, reverse=True)
            assert value.gunnery > 0 < value.hull
            assert value.morale > 0 >= value.kikusui
            assert value.today <= 0
            continue
        assert isinstance(value, Losses)
        assert len(value.further) == (data.fighting_days or (data.end - data.start).days + 1)
        assert value.further[0] > value.further[len(value.further) // 2] > value.further[-1]
        assert value.gunnery < 0


@pytest.mark.parametrize(("campaign", "level"), [(value.campaign, value.level) for value in measured()])
def test_a_measured_campaign_is_estimated_from_its_first_day(campaign: str, level: str) -> None:
    """Each with its own numbers."""
    game = Game.new(campaign=campaign, level=level, seed=1, tables=TABLES)
    value = value_for(TABLES, game.state.setup)
    assert value is not None
    assert (value.campaign, value.level) == (campaign, level)
    assert all(0.0 < estimate <= 1.0 for estimate in estimates(game).values())


def test_only_what_was_measured_is_estimated() -> None:
    """Other games and a later start of a campaign have no estimate."""
    for other in ({"scenario": 2}, {"patrol": "1945-04-05"}, {"campaign": "long-a", "start": "1945-05-01"}):
        unmeasured = Game.new(**other, seed=1, tables=TABLES)
        assert not estimates(unmeasured)
        assert estimated_analysis(unmeasured) is None


def test_a_partial_state_reads_as_the_whole() -> None:
    """Date, ships sunk and gunnery officers after some weeks."""
    game = Game.new(**LONG, seed=2, tables=TABLES)
    captain = RandomCaptain(1)
    while game.state.date < datetime.date(1945, 4, 10):
        game.answer(captain.choose(game)) if isinstance(game.request, Choice) else game.roll()
    state = game.state
    seen = standing_of(game.system.encode(state))
    assert (seen.date, seen.records.ships_sunk) == (state.date, state.records.ships_sunk)
    assert (seen.fighting_days, seen.ship.hull) == (state.fighting_days, state.ship.hull)
    assert seen.ship.morale == state.ship.morale
    assert seen.gunnery == sum(
        ship.crew["gunnery_officer"].value for ship in (state.ship, *state.squadron) if ship.crew
    )


@pytest.mark.slow
def test_the_curve_of_a_campaign_is_estimated_at_once() -> None:
    """A point for each day, from the start to the result."""
    game = Game.new(**LONG, seed=3, tables=TABLES)
    play_out(game, RandomCaptain(3))
    curve = estimated_analysis(game)
    assert curve is not None
    assert len(curve.points) > 60
    assert curve.over
    assert curve.chance(curve.end) in (0.0, 0.5, 1.0)
    assert 0.2 < curve.chance(curve.start) < 0.8


def test_the_largest_moves_with_their_neighbors() -> None:
    """Both ends of a move; never the first or the last answer, nor more than asked."""
    curve = {0: 0.5, 10: 0.5, 20: 0.1, 30: 0.2, 40: 0.9, 50: 0.9}
    assert largest_moves(curve, 3) == [30, 40]
    assert largest_moves(curve, 4) == [10, 20, 30, 40]
    assert largest_moves(curve, 99) == [10, 20, 30, 40]


def at_a_plan(skipped: int) -> Game:
    """A long campaign of the quick captain at a fire plan, after some of them."""
    game, captain = Game.new(**LONG, seed=3, tables=TABLES), QuickCaptain()
    while True:
        choice = game.request
        if isinstance(choice, Choice) and choice.decision == FIRE_PLAN:
            skipped -= 1
            if skipped < 0:
                return game
        game.roll() if isinstance(choice, Roll) else game.answer(captain.choose(game))


def test_orders_of_a_long_campaign_are_played_for_some_days() -> None:
    """With the same dice the same order ends alike, after a day; nobody firing costs, by paired squares."""
    game = at_a_plan(2)
    plan, date = QuickCaptain().choose(game), game.state.date
    same = play_days(game, (plan, plan), 0, 3)
    assert {trial.state.date for trial in same} == {date + datetime.timedelta(1)}
    assert same[0].state == same[1].state
    game.answer(plan)
    place, value = len(game.answers) - 1, value_for(TABLES, game.state.setup)
    assert value is not None
    floor = round(win_probability.ESTIMATED_WIN * worth_of_a_ship(value, game.at(place))) ** 2 // 2
    assert floor > 0
    given, better, squares = run_pair("", pair_at(game, place, plan, 2, 0, ORDER_DAYS))
    assert (given, squares) == (better, floor), "as if half a playout lost a ship: no figure is certain"
    given, better, squares = run_pair("", pair_at(game, place, {}, 8, 0, ORDER_DAYS))
    apart = [run_pair("", pair_at(game, place, {}, 1, number, ORDER_DAYS)) for number in range(8)]
    assert given == sum(chance for chance, _, _ in apart) != better
    assert squares == sum(square - floor for _, _, square in apart) + floor


def test_a_campaign_that_is_lost_cannot_be_lost_by_orders() -> None:
    """Beyond the most ships sunk, orders are exactly even and no playout is needed."""
    game = at_a_plan(0)
    game.state.records.ships_sunk = TABLES.campaigns["long-b"].ships_sunk_draw + 1
    state = msgspec.structs.replace(game.replay_state, state=game.system.encode(game.state), answers=())
    task = PlayoutTask(0, state, {}, 4)
    assert run_pair("", PairTask(task, task, ORDER_DAYS)) == (0, 0, 0)


def test_the_same_future_ignores_records_that_no_rule_reads() -> None:
    one, other = (Game.new(**LONG, seed=3, tables=TABLES).state for _ in range(2))
    other.records.planes += 1
    assert same_future(one, other)
    other.records.ships_sunk += 1
    assert not same_future(one, other)
    one.records.ships_sunk += 1
    one.ship.hull -= 1
    assert not same_future(one, other)


def test_points_of_a_long_campaign_count_in_parts_of_a_win() -> None:
    """By hand: 32 playouts, 1,024 half wins each; a gain of a sixteenth of a win, squares of one playout."""
    unit = win_probability.ESTIMATED_WIN
    order = Deviation(4, 16 * unit + 2 * unit, 16 * unit, "no", unit * unit)
    ends = (SamplePoint(0, 16 * unit), SamplePoint(9, 32 * unit))
    campaign = win_probability.WinProbability(32, True, ends, (order,), unit)
    assert campaign.orders_estimated
    assert campaign.chance(campaign.start) == 0.5
    assert campaign.orders_points == pytest.approx(6.25)
    assert campaign.orders_error == pytest.approx(100 * math.sqrt((1 / 32 - 1 / 256) / 31))
    assert campaign.start + campaign.luck + campaign.decisions == campaign.end


def test_many_orders_get_fewer_playouts_each_and_a_larger_error() -> None:
    """A power of two within the budget; scaled to the playouts of a point, mean and error stay the same."""
    assert [order_playouts(32, orders) for orders in (0, 63, 128, 129, 248, 600, 5000)] == [32, 32, 32, 16, 16, 8, 8]
    few = (7000, 9000, 5_000_000)
    given, better, squares = scaled(few, 8, 32)
    assert (given, better) == (28_000, 36_000)
    unit = win_probability.ESTIMATED_WIN
    error = error_of(few[0] - few[1], few[2], 8, unit)
    assert error_of(given - better, squares, 32, unit) == pytest.approx(error, rel=1e-4)


def refined(game: Game, chance_at: Callable[[int], float]) -> win_probability.WinProbability:
    """The analysis of a game with these chances instead of playouts, and no decisions to judge."""

    def run(function: object, tasks: Sequence[PlayoutTask]) -> list[int]:
        return [round(2 * task.playouts * chance_at(task.answers)) for task in tasks]

    known = Measurements(doctrine={})
    return win_probability._Analysis(game, "", known).result(run, 32, lambda done, total: None)


@pytest.mark.slow
def test_a_long_campaign_is_cut_finer_only_beyond_the_margin() -> None:
    """A smaller change needs no more playouts; a larger one is followed to a part of its day."""
    game = Game.new(**LONG, seed=3, tables=TABLES)
    play_out(game, RandomCaptain(3))
    end = {US_WIN: 1.0, DRAW: 0.5}.get(game.state.outcome, 0.0)
    first = [0, *largest_moves(estimates(game), win_probability.MAX_ESTIMATED), len(game.answers)]
    start, after = largest_moves(estimates(game), 2)
    margin, place = win_probability.margin_of(32), (start + after) // 2
    noise = refined(game, lambda answers: end if answers > place else abs(end - margin + 0.02))
    assert [point.answers for point in noise.points] == first
    cut = refined(game, lambda answers: end if answers > place else abs(end - margin - 0.05))
    assert len(first) < len(cut.points) <= win_probability.MAX_REFINED + 1
    moment = max(cut.segments(), key=lambda segment: abs(segment.luck))
    assert start <= moment.first <= place < moment.last <= after
    assert moment.last - moment.first < after - start
