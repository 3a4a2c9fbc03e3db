"""Captains compared: their figures side by side, and every order in which they differ."""

from __future__ import annotations

import pytest

from picket_duty.game import Game
from picket_duty.reports import ReportError
from picket_duty.reports.comparison import (
    LETTERS,
    NOT_ASKED,
    WIDTH,
    as_json,
    compare_lines,
    differing_orders,
    figures_of,
)
from picket_duty.reports.game_card import DOWN
from picket_duty.requests import ASSIGN, Choice, Roll
from picket_duty.state import PHASES
from tests.saves.games import TABLES, played


def parted(*policies: str, **setup) -> list[Game]:
    return [played(policy, **setup) for policy in policies]


def one_order_apart() -> tuple[list[Game], dict[str, int], dict[str, int]]:
    """Two games of which only the first fire plan differs: in one nobody fires at the plane of one mount."""
    games, plans = [], []
    for drop in (False, True):
        game, first = Game.new(scenario=5, seed=3, tables=TABLES), True
        while (request := game.request) is not None:
            if isinstance(request, Roll):
                game.roll()
                continue
            answer = _plain(request)
            if request.kind == ASSIGN and first:
                first = False
                if drop:
                    del answer["5in-3"]
                plans.append(answer)
            game.answer(answer)
        games.append(game)
    return games, plans[0], plans[1]


def _plain(request: Choice):
    if request.kind == ASSIGN:
        return {slot: planes[0] for slot, planes in request.slots.items() if planes}
    return request.legal()[0] if request.kind == "one" else {}


def test_equal_games_have_no_differing_orders():
    games = parted("random", "random", scenario=5, seed=3)
    assert differing_orders(games) == []
    assert compare_lines(games)[-1] == "All orders were the same."


def test_the_first_differing_order_is_listed_first():
    games, with_it, without = one_order_apart()
    first = differing_orders(games)[0]
    assert first.about == "fire plan"
    assert first.answers == (with_it, without)
    plane = with_it["5in-3"] + 1
    assert first.words == (f"at plane {plane}: 5-inch mount 3", "nothing for 5-inch mount 3")


def test_exactly_the_differing_orders_are_listed():
    games = parted("random", "greedy", "cautious", scenario=5, level="advanced", seed=3)
    orders = differing_orders(games)
    assert orders
    for order in orders:
        assert len(order.answers) == len(order.words) == len(games)
        assert any(answer != order.answers[0] for answer in order.answers)
        for answer, words in zip(order.answers, order.words, strict=True):
            assert (words == NOT_ASKED) is (answer is None)
    for place, game in enumerate(games):
        answers = [order.answers[place] for order in orders if order.answers[place] is not None]
        decisions = [answer for answer in game.answers if not isinstance(answer, tuple)]
        assert all(given in decisions for given in answers)
        assert len(answers) <= len(decisions)


def test_orders_are_listed_in_order_of_play():
    orders = differing_orders(parted("random", "doctrine", campaign="mini", seed=3))
    places = [
        (order.phase.split("/")[0], PHASES.index(order.phase.split("/")[1]), order.wave or 99) for order in orders
    ]
    assert places == sorted(places)
    assert len(places) > 5


def test_lines_fit_a_terminal_and_figures_are_the_games():
    games = parted("random", "greedy", "cautious", "doctrine", scenario=5, seed=3)
    lines = compare_lines(games)
    assert max(map(len, lines)) <= WIDTH
    shot = next(line for line in lines if line.startswith(DOWN))
    assert shot.removeprefix(DOWN).split() == [figures_of(game)[DOWN] for game in games]
    assert as_json(games)["games"] == [game.summary() for game in games]


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (
            {"scenario": 6, "seed": 3},
            r"the same watch as game A: it is Scenario 6, First Blood \(basic\), not",
        ),
        ({"scenario": 5, "seed": 4}, "a different ship or different dice"),
        ({"scenario": 5, "seed": 3, "ship": "USS Heron"}, "a different ship or different dice"),
        ({"scenario": 5, "seed": 3, "level": "advanced"}, "not the same watch"),
    ],
)
def test_another_watch_is_refused(setup, words):
    with pytest.raises(ReportError, match=words):
        compare_lines([played("random", scenario=5, seed=3), played("random", **setup)])


def test_the_name_of_the_captain_does_not_change_the_battle():
    games = [
        played("random", scenario=5, seed=3),
        played("random", scenario=5, seed=3, undo="dice", officers={"captain": "Ann"}),
    ]
    assert compare_lines(games)[-1] == "All orders were the same."


def test_more_captains_than_letters_are_refused():
    game = played("random", scenario=6, seed=3)
    with pytest.raises(ReportError, match="At most 8"):
        compare_lines([game] * (len(LETTERS) + 1))


def test_orders_asked_of_one_captain_are_counted():
    games = parted("random", "doctrine", campaign="mini", seed=3)
    orders = differing_orders(games)
    alone = [sum(order.answers[place] is not None and None in order.answers for order in orders) for place in (0, 1)]
    assert all(alone)
    lines = compare_lines(games, ("mine.txt", "theirs.txt"))
    assert lines[-1] == f"Asked of one captain only, after the battles diverged: A {alone[0]}, B {alone[1]}"
    assert lines[2:5] == ["A  mine.txt", "B  theirs.txt", ""]
    assert sum(NOT_ASKED in line for line in lines) == 0
