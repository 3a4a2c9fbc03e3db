"""Leaving a battle never waits for background work: the exec's processes may take long to start."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.tui.app import PicketApp
from picket_duty.tui.scenes import CALL, OVER
from picket_duty.tui.screens import odds
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.page import AskScreen
from picket_duty.tui.settings import FAST
from tests.tui.conftest import TABLES, at_choice, first_game, running


async def test_q_at_a_call_leaves_while_the_exec_is_still_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The odds page starts processes in a thread; keys must not wait for it."""
    begun, release = threading.Event(), threading.Event()

    def slow_start(call: Callable[[], object]) -> None:
        begun.set()
        release.wait(30)

    game = first_game(at_choice("one", 0), scenario=3)
    async with running(PicketApp(TABLES, game), (160, 50)) as (pilot, app):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        monkeypatch.setattr(odds, "begin", slow_start)
        monkeypatch.setattr(odds, "PAUSE", 0.001)
        await pilot.press("o")
        try:
            assert await soon(begun.is_set)
            app.simulate_key("escape")
            assert await soon(lambda: app.screen is screen)
            screen.autoplay.speed = FAST
            screen._set_standing(StandingOrders(commands=True))
            while screen.autoplay.scene.kind not in (CALL, OVER):
                screen._play(screen.autoplay.finish)
            for key, wanted in (("q", AskScreen), ("y", MenuScreen)):
                app.simulate_key(key)
                assert await soon(lambda wanted=wanted: isinstance(app.screen, wanted))
            assert await soon(lambda: not screen.is_running)
        finally:
            release.set()


async def soon(so: Callable[[], bool], turns: int = 200) -> bool:
    """Whether something becomes true within some turns of the event loop."""
    for _ in range(turns):
        await asyncio.sleep(0.005)
        if so():
            return True
    return False
