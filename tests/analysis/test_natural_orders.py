"""The orders that puzzles compare: legal, different, and what their names say."""

from __future__ import annotations

import pytest

from picket_duty import Game, captain_named
from picket_duty.analysis.natural_orders import (
    ALL_NOW,
    DOCTRINE,
    EVEN,
    KEEP_ALL,
    men_evenly,
    orders_to_compare,
    pattern_of,
    spread_evenly,
)
from picket_duty.book.vocabulary import FIRE_PLAN, REPAIR_MEN
from picket_duty.odds.plan import fighters_kept, is_fighters
from picket_duty.requests import ONE, Choice, Decision, Roll
from tests.saves.games import TABLES


def decisions_of(decision: Decision, **setup: object) -> list[Game]:
    """A copy of a greedy game at each of its decisions of a kind."""
    game, captain, copies = Game.new(tables=TABLES, **setup), captain_named("greedy", 1), []  # type: ignore[arg-type]
    while (request := game.request) is not None:
        if isinstance(request, Roll):
            game.roll()
            continue
        if request.decision is decision:
            copies.append(Game.of_replay_state(game.replay_state, TABLES))
        game.answer(captain.choose(game))
    return copies


@pytest.mark.parametrize("seed", [3, 8])
def test_plans_are_legal_and_different(seed: int) -> None:
    for game in decisions_of(FIRE_PLAN, scenario=4, seed=seed)[:2]:
        choice = game.request
        assert isinstance(choice, Choice)
        orders = orders_to_compare(game)
        assert next(iter(orders)) == DOCTRINE
        assert all(choice.check(plan) == plan for plan in orders.values())
        patterns = [pattern_of(game.play, choice, plan) for plan in orders.values()]
        assert len(set(patterns)) == len(patterns)
        assert fighters_kept(choice, orders.get(ALL_NOW, {})) in (0, sum(map(is_fighters, choice.slots)))
        if KEEP_ALL in orders:
            assert not any(map(is_fighters, orders[KEEP_ALL]))


def test_an_even_spread_uses_every_slot_and_no_plane_twice_before_another() -> None:
    game = decisions_of(FIRE_PLAN, scenario=4, seed=3)[0]
    choice = game.request
    assert isinstance(choice, Choice)
    plan = spread_evenly(choice)
    assert plan.keys() == choice.slots.keys()
    free = {plane for planes in choice.slots.values() for plane in planes}
    assert set(plan.values()) == free


def test_men_are_legal_and_spread() -> None:
    for game in decisions_of(REPAIR_MEN, scenario=2, seed=5)[:4]:
        choice = game.request
        assert isinstance(choice, Choice)
        orders = orders_to_compare(game)
        assert all(choice.check(men) == men for men in orders.values())
        men = men_evenly(choice)
        assert choice.check(men) == men
        for section, available in choice.men.items():
            used = [men.get(name, 0) for name, job in choice.jobs.items() if job.section == section and not job.group]
            assert sum(used) <= available
            assert not used or max(used) - min(used) <= 1


def test_other_decisions_have_all_their_options() -> None:
    game = Game.new(scenario=3, seed=7, tables=TABLES)
    while not isinstance(game.request, Choice) or game.request.kind != ONE:
        game.roll()
    assert list(orders_to_compare(game).values()) == game.request.legal()
    assert EVEN not in orders_to_compare(game)
