"""Keys typed before a screen is ready or faster than the palette: none crashes the program or is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from textual import events
from textual.app import App
from textual.screen import Screen

from picket_duty.tui.app import PicketApp
from picket_duty.tui.app_context import context_of
from picket_duty.tui.ending import TRACEBACK_VARIABLE
from picket_duty.tui.screens.charts import ChartListScreen
from picket_duty.tui.screens.menu import SettingsScreen
from picket_duty.tui.screens.page import AskScreen
from tests.quick import first_is_quick
from tests.tui.conftest import TABLES, running, until
from tests.tui.every import SCREENS

#: The keys typed: a search, letters, a digit, a move, a deleted character.
TYPED = (("slash", "/"), ("a", "a"), ("1", "1"), ("c", "c"), ("down", None), ("backspace", None))


@pytest.mark.slow
async def test_keys_typed_before_a_screen_is_ready_do_no_harm() -> None:
    await typed_before_it_stands(SCREENS)


async def typed_before_it_stands(screens: dict[type[Screen[Any]], Callable[[], Screen[Any]]]) -> None:
    """Type keys before each of some screens is ready; they wait and are then taken."""
    async with running(PicketApp(TABLES)) as (pilot, app):
        menu = app.screen
        for kind, screen in screens.items():
            opened = screen()
            app.push_screen(opened)
            assert app.screen is opened, kind
            assert not opened.is_mounted
            for key, sign in TYPED:
                await app.on_event(events.Key(key, sign))
            assert len(app._typed) == len(TYPED), kind
            await until(pilot, lambda opened=opened: opened.is_mounted and not app._typed)  # type: ignore[misc]
            while app.screen is not menu:
                app.pop_screen()


async def test_keys_typed_early_are_taken_in_order() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        page = ChartListScreen(TABLES)
        app.push_screen(page)
        for sign in "hul":
            await app.on_event(events.Key(sign, sign))
        app.post_message(events.Key("l", "l"))
        await until(pilot, lambda: page.search == "hull")


@pytest.mark.slow
async def test_keys_queued_for_a_screen_do_not_reach_the_screen_above() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        below, above = ChartListScreen(TABLES), ChartListScreen(TABLES)
        app.push_screen(below)
        await app.on_event(events.Key("h", "h"))
        app.push_screen(above)
        await app.on_event(events.Key("u", "u"))
        await until(pilot, lambda: above.search == "u" and below.is_mounted)
        await pilot.pause()
        assert (below.search, app._typed) == ("", [])


async def test_two_keys_at_once_answer_a_screen_only_once() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        below, above = SettingsScreen(), AskScreen("Leave?")
        app.push_screen(below)
        app.push_screen(above)
        await until(pilot, lambda: above.is_mounted and below.is_mounted)
        for sign in "yy":
            await app.on_event(events.Key(sign, sign))
        await until(pilot, lambda: app.screen is not above)
        await pilot.pause()
        assert app.screen is below


KEYS = [*["pagedown"] * 6, *"pageup down up enter escape ctrl+p ctrl+p a s c backspace home".split()]


def hammer(keys: list[str], pauses: random.Random) -> PicketApp:
    """Type keys into the menu and its palette without waiting for the screen. Raises what ended the program."""
    app = PicketApp(TABLES)

    async def play() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            for key in ("ctrl+p", *keys):
                app.post_message(events.Key(key, key if len(key) == 1 else None))
                await asyncio.sleep(pauses.choice([0, 0, 0, 0.003, 0.02]))
            await pilot.pause()

    asyncio.run(play())
    return app


@pytest.fixture
def played_by_a_player(monkeypatch, home):
    monkeypatch.delenv(TRACEBACK_VARIABLE, raising=False)


@first_is_quick("seed", range(2))
def test_a_page_key_held_down_in_the_palette(seed, played_by_a_player):
    assert hammer(["pagedown"] * 40, random.Random(seed)).crash is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(15))
def test_random_keys_in_the_palette(seed, played_by_a_player):
    keys = random.Random(seed)
    assert hammer([keys.choice(KEYS) for _ in range(60)], keys).crash is None


def test_another_application_is_refused() -> None:
    with pytest.raises(TypeError, match="App is not the application"):
        context_of(App())
