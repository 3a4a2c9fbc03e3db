"""Games played with keys only."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.captains.doctrine import decide
from picket_duty.events import DecisionMade
from picket_duty.requests import Choice, Roll
from picket_duty.setup import UNAIDED
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import AT_ONCE
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.widgets.choices import ItemList
from picket_duty.tui.widgets.panel import Panel
from tests.quick import first_is_quick
from tests.tui.conftest import (
    TABLES,
    at_choice,
    at_roll,
    big_plan,
    first_game,
    hurt_ship,
    running,
    text_of,
    until,
)

#: The keys for a request: roll the dice, choose the first option, use the suggested plan.
KEYS = {"one": ["down", "enter"], "assign": ["1", "enter"], "men": ["s", "enter", "enter"]}


async def press_on(pilot: Pilot[int], app: PicketApp) -> None:
    screen = app.screen
    request = screen.game.request if isinstance(screen, BattleScreen) else None
    await pilot.press(*(KEYS[request.kind] if isinstance(request, Choice) else ["enter"]))


@pytest.mark.slow
async def test_a_whole_scenario_from_the_menu_to_the_outcome_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("picket_duty.tui.screens.battle.WATCHED", AT_ONCE)
    async with running(PicketApp(TABLES)) as (pilot, app):
        await pilot.press("down", "enter", "enter")  # New game, Scenario
        await pilot.press("enter")  # the first
        await pilot.press(*["down"] * 10, "7", "enter")  # seed 7, start
        game = app.screen.game
        assert game.state.setup.seed == 7
        await pilot.press("enter", "enter")
        assert [len(answer) for answer in game.answers] == [2, 2]
        await pilot.press("v")
        for _ in range(200):
            if isinstance(app.screen, OutcomeScreen):
                break
            await press_on(pilot, app)
        assert isinstance(app.screen, OutcomeScreen)
        assert game.over
        story = text_of(app, "reading")
        assert "Historical outcome" in story
        await pilot.press("f")
        assert re.search(rf"Seed +{game.state.setup.seed}\b", text_of(app, "reading"))
        await pilot.press("f")
        assert text_of(app, "reading") == story
        assert "Replay" in text_of(app, "keys")
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        assert app.screen.playback.whole.answers == game.answers
        await pilot.press("escape", "q")
        assert isinstance(app.screen, MenuScreen)
        assert "Continue" not in text_of(app, "menu")


async def test_a_fire_plan_by_keys() -> None:
    game = big_plan(UNAIDED)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        request = game.request
        bears = [slot for slot, planes in request.slots.items() if 3 in planes]
        app.screen.view.plan = {}
        await pilot.press("4", "space", "space")
        assert app.screen.view.plan == {bears[0]: 3, bears[1]: 3}
        await pilot.press("left", "space")
        assert app.screen.view.plan == {bears[0]: 3}
        await pilot.press("down", "9")
        assert "There is no plane 9" in text_of(app, "plan-orders")
        await pilot.press("enter")
        chosen = [event for event in game.events if isinstance(event, DecisionMade)][-1]
        assert set(chosen.answer.values()) == {3}


async def test_assigning_men_by_keys() -> None:
    game = hurt_ship()
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        request = game.request
        jobs = list(request.jobs)
        assert app.screen.query_one("#men-orders").men == decide(game.play, request)
        await pilot.press("c", "3", "down", "right", "plus", "minus", "plus")
        assert "1" in text_of(app, "men-orders")
        await pilot.press("9")
        assert "a job takes 0 to 3" in text_of(app, "men-orders")
        await pilot.press("enter")
        assert game.request is request
        assert "more men would help. Add them with +, or press f to send the men as shown." in text_of(
            app, "men-orders"
        )
        await pilot.press("f")
        chosen = [event for event in game.events if isinstance(event, DecisionMade)][-1]
        assert chosen.answer == {jobs[0]: 3, jobs[1]: 2}


@first_is_quick(("purpose", "panel"), [("dive", "roll-orders"), ("support", "dice-orders"), ("gunnery", "dice-orders")])
async def test_own_dice_for_your_ship_only(purpose: str, panel: str) -> None:
    async with running(PicketApp(TABLES, first_game(at_roll(purpose), scenario=4, dice="mine"))) as (_, app):
        assert app.focused.id == panel


@pytest.mark.slow
async def test_leaving_and_continuing_at_the_same_request() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        await pilot.press("down", "enter", "enter", "down", "enter", "up", "up", "7", "enter")
        screen = app.screen
        assert screen.game.state.setup.seed == 7
        await pilot.press("v", "enter")
        for _ in range(3):
            await press_on(pilot, app)
        assert not screen.game.over
        await pilot.press("q", "y")
        left = screen.game
        assert isinstance(app.screen, MenuScreen)
        assert "Continue" in text_of(app, "menu")
        assert app.screen.query_one(ItemList).item.value == "continue"
    async with running(PicketApp(TABLES)) as (pilot, app):
        await pilot.press("enter")
        screen = app.screen
        assert screen.game.state_hash == left.state_hash
        assert screen.game.request == left.request
        await press_on(pilot, app)


@pytest.mark.slow
async def test_clicks_fire_a_mount_and_select_a_plane() -> None:
    game = big_plan(UNAIDED)

    def place_of(panel: Panel, action: str) -> tuple[int, int]:
        row = next(y for y, line in enumerate(panel.lines) if any(span.action == action for span in line))
        before = [span.action for span in panel.lines[row]].index(action)
        return sum(len(span.text) for span in panel.lines[row][:before]) + 1, row

    async with running(PicketApp(TABLES, game)) as (pilot, app):
        orders = app.screen.query_one("#plan-orders")
        app.screen.view.plan = {}
        await pilot.press("down", "up")
        await pilot.click(orders, offset=place_of(orders, "screen.slot('SFS 1')"))
        assert list(app.screen.view.plan) == ["SFS 1"]
        for panel, plane in ((app.screen.query_one("#plot"), 4), (orders, 2)):
            await pilot.click(panel, offset=place_of(panel, f"screen.look_at({plane})"))
            assert app.screen.view.plane == plane


@pytest.mark.slow
async def test_y_is_offered_only_if_it_applies() -> None:
    """Not for relief, which the player decides. The key line changes with the decision, whatever has the focus."""
    game = first_game(at_choice("one", 0), campaign="long-b")

    def is_relief() -> bool:
        return isinstance(game.request, Choice) and game.request.decision is ASK_RELIEF

    async with running(PicketApp(TABLES, game), (160, 50)) as (pilot, app):
        screen = app.screen
        assert not is_relief()
        await until(pilot, lambda: "Delegate" in text_of(app, "keys"))
        while not is_relief():
            game.roll() if isinstance(game.request, Roll) else game.answer(decide(game.play, game.request))
        screen.autoplay.begin()
        screen._show_request()
        await until(pilot, lambda: "Delegate" not in text_of(app, "keys"))
