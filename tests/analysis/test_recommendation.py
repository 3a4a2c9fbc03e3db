"""The recommendation from playouts: doctrine's order, unless another is significantly better."""

import itertools

import msgspec
import pytest

from picket_duty.analysis.playouts import End, orders_of
from picket_duty.analysis.recommendation import FEW_PLAYOUTS, MIN_PLAYOUTS, measure_of, recommend
from picket_duty.book.vocabulary import FIRE_PLAN
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain, decide, exec_answer
from picket_duty.odds.aims import exec_plan
from picket_duty.odds.orders import is_fighters
from picket_duty.requests import Choice
from picket_duty.text.chances import (
    AFLOAT,
    ALIKE,
    BETTER,
    CLOSE,
    DRAWN,
    ENOUGH,
    EXEC,
    WIN,
    YOURS,
    Chance,
)
from tests.analysis.whole import at_decision
from tests.games import new_game

WON = End(True, False, 0)
LOST = End(False, False, 1)
DRAW = End(False, True, 0)


def ends(share, count=512, won=WON, lost=LOST):
    """A number of playouts with the same dice, of which the first ones are won."""
    return {number: won if number < share * count else lost for number in range(count)}


def at_orders(**chosen):
    """A game at the question of a maneuver, doctrine's order and the other."""
    game = at_decision(**chosen)
    doctrine = decide(game.play, game.request)
    return game, doctrine, "no" if doctrine == "yes" else "yes"


def advice(game, orders, played):
    advised = recommend(game, orders, played)
    assert advised is not None
    return advised


@pytest.mark.parametrize(
    ("doctrines", "others", "count", "is_doctrines", "standing"),
    [
        (0.7, 0.6, 512, True, BETTER),
        (0.7, 0.71, 512, True, ALIKE),
        (0.5, 1.0, MIN_PLAYOUTS - 1, True, CLOSE),
        (0.6, 0.7, 512, False, BETTER),
    ],
)
def test_doctrines_order_is_recommended_unless_another_is_clearly_better(
    doctrines, others, count, is_doctrines, standing
):
    game, doctrine, other = at_orders()
    advised = advice(
        game, orders_of(game), {doctrine: ends(doctrines, count), other: ends(others, count)}
    )
    best, rival = (doctrine, other) if is_doctrines else (other, doctrine)
    assert (advised.order, advised.doctrine, advised.standing) == (best, doctrine, standing)
    assert standing != BETTER or advised.rival == rival


def test_few_playouts_are_enough_if_asked_for():
    """With them another order may be preferred, and two orders are not too close to call."""
    game, doctrine, other = at_orders()
    orders = orders_of(game)
    played = {doctrine: ends(0.5, FEW_PLAYOUTS), other: ends(1.0, FEW_PLAYOUTS)}
    in_time = recommend(game, orders, played, FEW_PLAYOUTS)
    assert (in_time.order, in_time.standing) == (other, BETTER)
    assert recommend(game, orders, played).order == doctrine


def test_a_rival_leads_if_it_won_more_by_more_than_the_error():
    """Between two and three standard errors: too little to prefer it, too much to call it equal."""
    game, doctrine, other = at_orders()
    for more, leads in ((0, False), (5, True)):
        won = ends(0.5, 1000)
        rival = {number: WON if number < 500 + more else LOST for number in won}
        advised = advice(game, orders_of(game), {doctrine: won, other: rival})
        assert (advised.order, advised.rival_leads) == (doctrine, leads)


def test_orders_are_alike_only_if_neither_can_be_much_better():
    """Both ends of the interval count: a rival that may be much better, or much worse, is close."""
    for more_won, standing in [
        (-100, BETTER),
        (-30, CLOSE),
        (-4, ALIKE),
        (0, ALIKE),
        (4, ALIKE),
        (30, CLOSE),
    ]:
        game, doctrine, other = at_orders()
        won = ends(0.5, 1000)
        rival = {number: WON if number < 500 + more_won else LOST for number in won}
        # As many playouts again differ by chance alone, half of them either way.
        for number in range(300):
            won[number], rival[number] = (WON, LOST) if number % 2 else (LOST, WON)
        advised = advice(game, orders_of(game), {doctrine: won, other: rival})
        assert (advised.order, advised.standing) == (doctrine, standing)


def test_the_players_plan_is_recommended_if_it_is_the_execs_or_better():
    game = at_decision(FIRE_PLAN.id, seed=4, scenario=2)
    staffs = exec_answer(game.play, game.request)
    same = advice(game, orders_of(game, staffs), {EXEC: ends(0.7), YOURS: ends(0.7)})
    assert (same.order, same.doctrine, same.rival) == (YOURS, YOURS, "")
    better = advice(game, orders_of(game, {}), {EXEC: ends(0.5), YOURS: ends(0.7)})
    assert (better.order, better.doctrine) == (YOURS, EXEC)


def test_a_lost_station_is_compared_by_staying_afloat():
    game = at_decision(seed=3, scenario=2)
    lost = {
        name: Chance(0.0, 0.0, 0.02, 200, 0.0, share)
        for name, share in (("yes", 0.25), ("no", 0.5))
    }
    few = {
        name: msgspec.structs.replace(result, branches=ENOUGH - 1) for name, result in lost.items()
    }
    assert measure_of(game, few) == WIN
    assert measure_of(game, lost) == AFLOAT, "as good as none holds the station"
    assert measure_of(game, {**lost, "yes": Chance(0.03, 0.01, 0.06, 200, 0.0, 0.2)}) == WIN
    game.state.forced.append("flooded")
    assert measure_of(game, lost) == AFLOAT
    assert measure_of(game, {**lost, "yes": Chance(0.1, 0.05, 0.2, 200, 0.0, 0.2)}) == WIN
    afloat = advice(game, orders_of(game), {"yes": ends(0.9, won=DRAW), "no": ends(0.2, won=DRAW)})
    assert (afloat.measure, afloat.order, afloat.standing) == (AFLOAT, "yes", BETTER)


def test_a_campaign_without_wins_is_compared_by_draws():
    game = new_game(campaign="long-b", seed=3)
    assert measure_of(game, {"a": Chance(0.0, 0.0, 0.004, 1000, 0.4, 8.0)}) == DRAWN
    assert measure_of(game, {"a": Chance(0.0, 0.0, 0.004, 1000, 0.0, 9.0)}) == WIN
    assert measure_of(game, {"a": Chance(0.0, 0.0, 0.02, 200, 0.4, 8.0)}) == WIN


def test_no_recommendation_for_dice_or_before_a_playout():
    game = at_decision()
    assert recommend(game, orders_of(game), {}) is None
    game.answer("yes")
    assert recommend(game, orders_of(game), {"now": ends(0.5)}) is None


def test_a_stage_is_measured_by_holding_it_as_a_mini_campaign_by_winning_it():
    game, doctrine, other = at_orders(seed=4, campaign="long-a")
    advised = advice(game, orders_of(game), {doctrine: ends(0.3), other: ends(0.5)})
    assert (advised.stage, advised.measure, advised.order, advised.standing) == (
        1,
        WIN,
        other,
        BETTER,
    )
    assert measure_of(game, {"a": Chance(0.0, 0.0, 0.004, 1000, 0.0, 0.3)}) == WIN


def test_a_plan_that_differs_from_the_execs_by_equal_guns_is_the_execs():
    """Two fighters exchange their targets: there is no other plan to compare with."""
    game = new_game(scenario=5, level="basic", seed=1)
    play_out(game, DoctrineCaptain(), lambda game: exchanged(game) is not None)
    orders = orders_of(game, exchanged(game))
    assert orders[YOURS] != orders[EXEC]
    advised = advice(game, orders, {EXEC: ends(0.6), YOURS: ends(0.5)})
    assert (advised.order, advised.doctrine, advised.rival) == (YOURS, YOURS, "")


def exchanged(game):
    """The exec's plan with the targets of two fighters exchanged; None if all have the same
    target.
    """
    if not isinstance(game.request, Choice) or game.request.decision is not FIRE_PLAN:
        return None
    plan = exec_plan(game.play, game.request)
    for slot, other in itertools.combinations(filter(is_fighters, plan), 2):
        if plan[slot] != plan[other]:
            return {**plan, slot: plan[other], other: plan[slot]}
    return None
