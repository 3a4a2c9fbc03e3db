"""Keys typed before a screen is ready or faster than the palette: none crashes the program or is
lost.
"""

import asyncio
import random

import pytest
from textual import events
from textual.app import App

from picket_duty.paths import data_folder
from picket_duty.saves import start_save
from picket_duty.tui.app import PicketApp
from picket_duty.tui.app_context import context_of
from picket_duty.tui.ending import TRACEBACK_VARIABLE
from picket_duty.tui.palette import Finder
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen
from picket_duty.tui.screens.dialogs import AskScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.menu import MenuScreen, SettingsScreen
from tests.games import TABLES, new_game
from tests.quick import first_is_quick
from tests.text_table import table_of
from tests.tui.conftest import opened, running, text_of, until
from tests.tui.every import SCREENS
from tests.tui.games import big_plan

#: The keys typed: a search, letters, a digit, a move, a deleted character.
TYPED = table_of("""
    slash     | /
    a         | a
    '1'       | '1'
    c         | c
    down      | None
    backspace | None
    """)


@pytest.mark.slow
async def test_keys_typed_before_a_screen_is_ready_do_no_harm():
    await typed_before_it_stands(SCREENS)


async def typed_before_it_stands(
    screens,
):
    """Type keys before each of some screens is ready; they wait and are then taken."""
    async with running() as (pilot, app):
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


@pytest.mark.slow
async def test_keys_typed_early_are_taken_in_order_by_their_own_screen():
    async with running() as (pilot, app):
        page = ChartListScreen(TABLES)
        app.push_screen(page)
        for sign in "hul":
            await app.on_event(events.Key(sign, sign))
        app.post_message(events.Key("l", "l"))
        await until(pilot, lambda: page.search == "hull")
    async with running() as (pilot, app):
        below, above = ChartListScreen(TABLES), ChartListScreen(TABLES)
        app.push_screen(below)
        await app.on_event(events.Key("h", "h"))
        app.push_screen(above)
        await app.on_event(events.Key("u", "u"))
        await until(pilot, lambda: above.search == "u" and below.is_mounted)
        await pilot.pause()
        assert (below.search, app._typed) == ("", [])


async def test_two_keys_at_once_answer_a_screen_only_once():
    async with running() as (pilot, app):
        below, above = SettingsScreen(), AskScreen("Leave?")
        app.push_screen(below)
        app.push_screen(above)
        await until(pilot, lambda: above.is_mounted and below.is_mounted)
        for sign in "yy":
            await app.on_event(events.Key(sign, sign))
        await until(pilot, lambda: app.screen is not above)
        await pilot.pause()
        assert app.screen is below


KEYS = [
    *["pagedown"] * 6,
    *"pageup down up enter escape ctrl+p ctrl+p a s c backspace home".split(),
]


def hammer(keys, pauses):
    """Type keys into the menu and its palette without waiting for the screen. Raises what ended the
    program.
    """
    app = PicketApp(TABLES)

    async def play():
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


def test_another_application_is_refused():
    with pytest.raises(TypeError, match="App is not the application"):
        context_of(App())


@pytest.mark.slow
async def test_the_palette_has_the_commands_of_the_screen_and_saves_its_picture():
    async with running(big_plan()) as (pilot, app):
        for screen in app.screen_stack:
            assert (
                sum("quit" in command.title.lower() for command in app.get_system_commands(screen))
                == 1
            )
        commands = {
            command.title: command.callback for command in app.get_system_commands(app.screen)
        }
        assert any(title.startswith("Undo the last ") for title in commands)
        for app.theme in ("daylight", "high-contrast"):
            await pilot.pause()
            assert text_of(app, "plot")
        commands["Save a picture of the screen"]()
        await pilot.pause()
        (picture,) = (data_folder() / "pictures").iterdir()
        assert picture.suffix == ".svg"
        assert "Fire" in picture.read_text(encoding="utf-8")
        assert str(picture) in [notice.message for notice in app._notifications][-1]


@pytest.mark.slow
async def test_the_palette_finds_charts_pages_settings_and_saves():
    start_save(new_game(scenario=6, seed=1), name="mine")
    async with running(new_game(scenario=1, seed=1)) as (pilot, app):
        finder = Finder(app.screen)
        await finder.startup()

        async def hits(query):
            return {str(hit.text): hit.command async for hit in finder.search(query)}  # type: ignore[attr-defined]

        assert "Theme: daylight" in await hits("daylight")
        assert any(
            name.startswith("Manual: Damage: Flooding") for name in await hits("counterflooding")
        )
        assert {"Continue mine", "Replay mine"} <= set(await hits("mine"))
        assert len([name for name in await hits("gunnery") if name.startswith("Chart 9")]) == 4
        (await hits("20mm guns"))["Chart 9-2/20mm US Defensive Fire: 20mm Guns (Gunnery)"]()
        await pilot.pause()
        assert isinstance(app.screen, ChartScreen)
        for name in (
            "Scenario",
            "Campaign",
            "Patrol",
            "Today's watch",
            "First battle",
            "Charts",
            "Manual",
            "Saves",
        ):
            assert name in await hits(name)
        assert {"Historical days", "Service record"} <= {
            *await hits("historical"),
            *await hits("service"),
        }
        (await hits("settings"))["Settings"]()
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        (await hits("mine"))["Continue mine"]()
        await pilot.pause()
        assert [type(screen) for screen in app.screen_stack] == [MenuScreen, BattleScreen]
        assert app.screen.game.state.setup.name == "6"


@first_is_quick(
    "typed", ["morale", "5. Fires", "9-2", "crash", "does firing cost ammunition", "firing"]
)
async def test_the_manual_and_the_palette_rank_alike(typed):
    async with running() as (pilot, app):
        finder = Finder(app.screen)
        await finder.startup()
        hits = sorted([hit async for hit in finder.search(typed)], key=lambda hit: -hit.score)
        ranked = [str(hit.text) for hit in hits if str(hit.text).startswith(("Manual:", "Chart "))]  # type: ignore[attr-defined]
        manual = await opened(pilot, ManualScreen(search=typed))
        for item, name in zip(manual.items()[:8], ranked, strict=False):
            assert (
                item.text.partition(":")[0] in name
                if item.text.startswith("Chart ")
                else name.endswith(item.text)
            )
