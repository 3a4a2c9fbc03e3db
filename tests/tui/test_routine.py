"""Routine decisions of the officers on the screen, and the question when the station is lost."""

from __future__ import annotations

import math

import pytest

from picket_duty.captains.standing_orders import OFFICERS_FINISH, PLAY_ON, STATION_LOST
from picket_duty.events import DecisionMade
from picket_duty.game import Game
from picket_duty.requests import Choice
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import ASK, CALL, HEADLINE, Autoplay
from picket_duty.tui.screens.page import PickScreen
from picket_duty.tui.settings import FAST, NORMAL
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.plain.conftest import shipped_routine as shipped_routine
from tests.plain.test_routine import lost
from tests.quick import first_is_quick
from tests.tui.conftest import new_game, running, text_of

pytestmark = pytest.mark.usefixtures("shipped_routine")


def played(game: Game, speed: str) -> tuple[Autoplay, list[str]]:
    autoplay, asked = Autoplay(game, speed, SHIPPED_ROUTINE), []
    while game.request is not None:
        if autoplay.scene.kind != ASK:
            autoplay.finish()
            continue
        assert isinstance(game.request, Choice), "routine leaves only decisions to the player"
        asked.append(game.request.about)
        if autoplay.asks_to_play_on():
            autoplay.play_on(True)
        autoplay.delegate()
    return autoplay, asked


@pytest.mark.parametrize("speed", [NORMAL, FAST])
def test_autoplay_stops_in_damage_control_only_for_the_captain(speed: str) -> None:
    game = new_game(scenario=6, seed=7)
    _, asked = played(game, speed)
    assert set(asked) <= {"fire plan", "emergency declaration", "repair men"}


def test_orders_of_the_officers_are_marked_until_they_are_undone() -> None:
    game = new_game(scenario=6, seed=7)
    autoplay, _ = played(game, FAST)
    marked = {place for place in autoplay.by_officers if isinstance(game.events[place], DecisionMade)}
    assert marked == autoplay.by_officers
    assert {game.events[place].about for place in marked} >= {"emergency maneuver", "repair men"}
    game.undo_decision()
    autoplay.begin()
    assert all(place < len(game.events) for place in autoplay.by_officers)


@pytest.mark.slow
async def test_the_log_names_the_officers() -> None:
    game = new_game(scenario=6, seed=7)
    async with running(PicketApp(game.tables, game), (120, 40)) as (pilot, app):
        await pilot.press("v", "v")
        for _ in range(60):
            if app.screen.autoplay.scene.kind == ASK and isinstance(game.request, Choice):
                break
            await pilot.press("enter")
        assert "orders hard rudder and full speed" in " ".join(text_of(app, "log").split())


@first_is_quick(("keys", "finish"), [(("enter",), False), (("escape",), False), (("down", "enter"), True)])
async def test_a_lost_station_is_asked_about_once(keys: tuple[str, ...], finish: bool) -> None:
    game = lost()
    first = game.request
    async with running(PicketApp(game.tables, game), (120, 40)) as (pilot, app):
        assert isinstance(app.screen, PickScreen)
        assert app.screen.question == STATION_LOST
        assert [item.value for item in app.screen.answers] == [PLAY_ON, OFFICERS_FINISH]
        battle = app.screen_stack[-2]
        app.screen._guarded_until = math.inf
        await pilot.press("enter")
        assert isinstance(app.screen, PickScreen), "the key was meant for what was shown before"
        app.screen._guarded_until = 0.0
        await pilot.press(*keys)
        await pilot.pause()
        assert not isinstance(app.screen, PickScreen)
        assert battle.autoplay.standing.commands is finish
        if not finish:
            assert game.request is first
            assert not battle.autoplay.asks_to_play_on()


def test_officers_who_finish_do_not_call() -> None:
    game = lost()
    autoplay = Autoplay(game, NORMAL, SHIPPED_ROUTINE)
    autoplay.play_on(False)
    kinds = []
    while game.request is not None:
        kinds.append(autoplay.scene.kind)
        assert autoplay.scene.seconds is not None or autoplay.scene.kind == HEADLINE
        autoplay.finish()
    assert ASK not in kinds
    assert CALL not in kinds
