"""The screen of an order played out twice: it fits, and leads on to the replay."""

import pytest

from picket_duty.analysis.played_twice import play_twice
from picket_duty.analysis.win_probability import Deviation, SamplePoint, WinProbability
from picket_duty.captains.doctrine import decide
from picket_duty.odds.orders import is_same_order
from picket_duty.pages.chance_moments import order_moments
from picket_duty.requests import Choice
from picket_duty.tui import game_analysis
from picket_duty.tui.screens.chance_curve import ChanceCurveScreen
from picket_duty.tui.screens.played_twice import PlayedTwiceScreen
from picket_duty.tui.widgets.panel import ScrollText
from tests.games import new_game
from tests.saves.games import played
from tests.tui.conftest import opened, running, text_of


def orders_of(game):
    """The orders of a game that differ from doctrine's, as if they had been judged."""
    moments = []
    for number, answer in enumerate(game.answers):
        before = game.at(number)
        if not isinstance(before.request, Choice):
            continue
        doctrine = decide(before.play, before.request)
        if not is_same_order(before.play, before.request, answer, doctrine):
            order = Deviation(number, "0" * 128, "2" * 128, doctrine)
            moments += order_moments(game, [order])
    return moments


@pytest.mark.slow
@pytest.mark.parametrize(
    "setup",
    [
        {"scenario": 2, "level": "advanced", "seed": 4},
        {"campaign": "mini", "level": "advanced", "seed": 3},
        {"patrol": "1945-05-11", "days": 3, "seed": 4},
    ],
)
async def test_every_order_fits_a_small_screen(setup):
    game = played("random", **setup)
    orders = orders_of(game)
    assert len(orders) > 3
    async with running(size=(80, 24)) as (pilot, app):
        for order in orders:
            lines = play_twice(game, order.answers)
            await opened(pilot, PlayedTwiceScreen(lines, order, lambda: None))
            assert not app.screen.query_one(ScrollText).is_long
            said = " ".join(text_of(app, "reading").split())
            assert said.endswith("differences.") or "from many pairs." in said
            await pilot.press("escape")


async def test_enter_opens_an_order_twice_and_then_its_replay():
    game = played("random", scenario=3, seed=5)
    order = orders_of(game)[0]
    opened_at = []
    async with running(page_of(game, order, opened_at)) as (pilot, app):
        await pilot.press("o", "enter")
        assert isinstance(app.screen, PlayedTwiceScreen)
        assert "Two orders, the same dice" in text_of(app, "reading")
        assert not opened_at
        await pilot.press("enter")
        assert isinstance(app.screen, ChanceCurveScreen)
        assert opened_at == [order.answers]


@pytest.mark.slow
async def test_enter_opens_the_replay_at_once_if_you_rolled_the_dice():
    game = played("random", scenario=3, seed=5)
    order = orders_of(game)[0]
    own = new_game(scenario=3, seed=5, dice="own")
    for answer in game.answers:
        own.answer(answer)
    opened_at = []
    async with running(page_of(own, order, opened_at)) as (pilot, app):
        await pilot.press("o", "enter")
        assert isinstance(app.screen, ChanceCurveScreen)
        assert opened_at == [order.answers]


def page_of(game, order, opened_at):
    """The page of a game's orders, which has one."""
    analysis = game_analysis.GameAnalysis(game)
    points = (SamplePoint(0, "2" * 64), SamplePoint(len(game.answers), "0" * 64))
    analysis.started = True
    analysis.result = analysis.drawn = WinProbability(64, True, points, ())
    analysis.analyzed = analysis.full_game = game
    analysis.orders = [order]
    return ChanceCurveScreen(analysis, lambda page, answers: opened_at.append(answers))
