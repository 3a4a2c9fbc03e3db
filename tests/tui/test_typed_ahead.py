"""Keys typed before a screen stands: none crashes it, none is lost, they are taken in the order in which they came."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import getmembers, isclass
from pkgutil import iter_modules
from typing import Any

from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from picket_duty.captains.standing import Standing
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.tui import screens
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.ask import AskScreen, PickScreen
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.board import BoardScreen
from picket_duty.tui.screens.help import HelpScreen
from picket_duty.tui.screens.keys import KeysScreen, PressScreen
from picket_duty.tui.screens.luck import LuckScreen
from picket_duty.tui.screens.manual import ManualScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.page import LeftOnce, Page
from picket_duty.tui.screens.records import RecordsScreen
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.screens.reports import DayScreen, OddsScreen, OutcomeScreen
from picket_duty.tui.screens.saves import SavesScreen
from picket_duty.tui.screens.scenarios import CampaignScreen, ScenarioScreen
from picket_duty.tui.screens.service import ServiceScreen
from picket_duty.tui.screens.settings import SettingsScreen
from picket_duty.tui.screens.setup import OfficersScreen, SetupScreen, patrol_fields
from picket_duty.tui.screens.ships import ShipScreen
from picket_duty.tui.screens.standing import StandingScreen
from picket_duty.tui.screens.tables import ChartScreen, RollScreen, TablesScreen
from picket_duty.tui.screens.tutorial import TutorialScreen
from picket_duty.tui.screens.underway import UnderwayScreen
from picket_duty.tui.tape import Tape
from picket_duty.tui.widgets.choices import Item
from tests.tui.conftest import TABLES, forward, new_game, on_screen, until

#: What is typed: a search, letters, a digit, a move, a sign taken back.
TYPED = (("slash", "/"), ("a", "a"), ("1", "1"), ("c", "c"), ("down", None), ("backspace", None))


def at_once(game: Game) -> dict[type[Screen[Any]], Callable[[], Screen[Any]]]:
    """Every screen of the program, and how to make one."""
    rolls = [event for event in game.events if isinstance(event, Roll)]
    date = game.state.date.isoformat()
    return {
        AskScreen: lambda: AskScreen("Leave?"),
        PickScreen: lambda: PickScreen("Which?", [Item("a", "one")]),
        BattleScreen: lambda: BattleScreen(new_game(scenario=6)),
        TutorialScreen: lambda: TutorialScreen(new_game(scenario=3), "step"),
        HelpScreen: lambda: HelpScreen([]),
        KeysScreen: KeysScreen,
        PressScreen: lambda: PressScreen("Roll"),
        LuckScreen: lambda: LuckScreen(game),
        ManualScreen: ManualScreen,
        MenuScreen: MenuScreen,
        RecordsScreen: lambda: RecordsScreen(game),
        ReplayScreen: lambda: ReplayScreen(Tape(game)),
        DayScreen: lambda: DayScreen(game, date, "on"),
        OddsScreen: lambda: OddsScreen(game),
        OutcomeScreen: lambda: OutcomeScreen(forward(new_game(scenario=6, seed=3), lambda game: False)),
        SavesScreen: SavesScreen,
        ScenarioScreen: lambda: ScenarioScreen(TABLES),
        CampaignScreen: lambda: CampaignScreen(TABLES),
        ServiceScreen: ServiceScreen,
        SettingsScreen: SettingsScreen,
        OfficersScreen: lambda: OfficersScreen({}),
        SetupScreen: lambda: SetupScreen("Patrol", {}, patrol_fields(TABLES)),
        ShipScreen: lambda: ShipScreen(game, []),
        StandingScreen: lambda: StandingScreen(Standing()),
        ChartScreen: lambda: ChartScreen(TABLES["15"]),
        RollScreen: lambda: RollScreen(TABLES, rolls),
        TablesScreen: lambda: TablesScreen(TABLES),
        UnderwayScreen: UnderwayScreen,
    }


def test_no_screen_minds_keys_typed_before_it_stands() -> None:
    game = new_game(scenario=6, seed=3)
    while isinstance(game.request, Roll):
        game.roll()
    make = at_once(game)
    every = {
        one
        for module in iter_modules(screens.__path__)
        for _, one in getmembers(import_module(f"{screens.__name__}.{module.name}"), isclass)
        if issubclass(one, Screen) and one.__module__.startswith(screens.__name__)
    }
    assert every - {LeftOnce, Page, BoardScreen} == set(make)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        menu = app.screen
        for kind, screen in make.items():
            one = screen()
            app.push_screen(one)
            assert app.screen is one, kind
            assert not one.is_mounted
            for key, sign in TYPED:
                await app.on_event(events.Key(key, sign))
            assert len(app._typed) == len(TYPED), kind
            await until(pilot, lambda one=one: one.is_mounted and not app._typed)  # type: ignore[misc]
            await pilot.pause()
            while app.screen is not menu:
                app.pop_screen()

    on_screen(PicketApp(TABLES), test)


def test_keys_typed_early_are_taken_in_their_order() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        page = ManualScreen()
        app.push_screen(page)
        for key, sign in (("slash", "/"), ("s", "s"), ("t", "t"), ("a", "a")):
            await app.on_event(events.Key(key, sign))
        app.post_message(events.Key("f", "f"))
        await until(pilot, lambda: page.searched == "staf")

    on_screen(PicketApp(TABLES), test)


def test_keys_kept_for_a_screen_that_is_gone_go_with_it() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        app.push_screen(ManualScreen())
        await app.on_event(events.Key("slash", "/"))
        app.pop_screen()
        await pilot.press("down")
        assert app._typed == []
        assert isinstance(app.screen, MenuScreen)

    on_screen(PicketApp(TABLES), test)


def test_a_second_escape_typed_at_once_leaves_no_second_screen() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        below, above = SettingsScreen(), ManualScreen()
        app.push_screen(below)
        app.push_screen(above)
        await until(pilot, lambda: above.is_mounted)
        for _ in range(3):
            await app.on_event(events.Key("escape", None))
        await until(pilot, lambda: app.screen is not above)
        await pilot.pause()
        assert app.screen is below

    on_screen(PicketApp(TABLES), test)
