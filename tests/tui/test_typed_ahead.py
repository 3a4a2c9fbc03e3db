"""Keys typed before a screen stands: none crashes it, none is lost, they are taken in the order in which they came."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import getmembers, isclass, signature
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
from picket_duty.tui.screens.ask import AskScreen, NameScreen, PickScreen
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.help import HelpScreen
from picket_duty.tui.screens.keys import PressScreen
from picket_duty.tui.screens.luck import LuckScreen
from picket_duty.tui.screens.page import Page
from picket_duty.tui.screens.records import RecordsScreen
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.screens.reports import DayScreen, OddsScreen, OutcomeScreen
from picket_duty.tui.screens.scenarios import CampaignScreen, ScenarioScreen
from picket_duty.tui.screens.settings import SettingsScreen
from picket_duty.tui.screens.setup import OfficersScreen, SetupScreen, patrol_fields
from picket_duty.tui.screens.ships import ShipScreen
from picket_duty.tui.screens.standing import StandingScreen
from picket_duty.tui.screens.tables import ChartScreen, RollScreen, TablesScreen
from picket_duty.tui.screens.tutorial import TutorialScreen
from picket_duty.tui.screens.watch import WatchScreen
from picket_duty.tui.tape import Tape
from picket_duty.tui.widgets.choices import Item
from tests.tui.conftest import TABLES, forward, new_game, on_screen, until

#: What is typed: a search, letters, a digit, a move, a sign taken back.
TYPED = (("slash", "/"), ("a", "a"), ("1", "1"), ("c", "c"), ("down", None), ("backspace", None))


def made_with_nothing() -> list[type[Screen[Any]]]:
    """The screens of the program that want nothing to be made with."""
    modules = [import_module(f"{screens.__name__}.{one.name}") for one in iter_modules(screens.__path__)]
    every = {one for module in modules for _, one in getmembers(module, isclass) if issubclass(one, Page)}
    return sorted((one for one in every - {Page} if not wanted(one)), key=lambda one: one.__name__)


def wanted(screen: type[Screen[Any]]) -> list[str]:
    """What a screen must be made with."""
    return [one.name for one in signature(screen).parameters.values() if one.default is one.empty]


def at_once(game: Game) -> dict[type[Screen[Any]], Callable[[], Screen[Any]]]:
    """Every screen that is made with nothing, and those made with little, each with how to make one."""
    rolls = [event for event in game.events if isinstance(event, Roll)]
    date = game.state.date.isoformat()
    return {one: one for one in made_with_nothing()} | {
        AskScreen: lambda: AskScreen("Leave?"),
        NameScreen: lambda: NameScreen("Mertz"),
        WatchScreen: lambda: WatchScreen(game.state.date),
        PickScreen: lambda: PickScreen("Which?", [Item("a", "one")]),
        BattleScreen: lambda: BattleScreen(new_game(scenario=6)),
        TutorialScreen: lambda: TutorialScreen(new_game(scenario=3), "step"),
        HelpScreen: lambda: HelpScreen([]),
        PressScreen: lambda: PressScreen("Roll"),
        LuckScreen: lambda: LuckScreen(game),
        RecordsScreen: lambda: RecordsScreen(game),
        ReplayScreen: lambda: ReplayScreen(Tape(game)),
        DayScreen: lambda: DayScreen(game, date, "on"),
        OddsScreen: lambda: OddsScreen(game),
        OutcomeScreen: lambda: OutcomeScreen(forward(new_game(scenario=6, seed=3), lambda game: False)),
        ScenarioScreen: lambda: ScenarioScreen(TABLES),
        CampaignScreen: lambda: CampaignScreen(TABLES),
        OfficersScreen: lambda: OfficersScreen({}),
        SetupScreen: lambda: SetupScreen("Patrol", {}, patrol_fields(TABLES)),
        ShipScreen: lambda: ShipScreen(game, []),
        StandingScreen: lambda: StandingScreen(Standing()),
        ChartScreen: lambda: ChartScreen(TABLES["15"]),
        RollScreen: lambda: RollScreen(TABLES, rolls),
        TablesScreen: lambda: TablesScreen(TABLES),
    }


def test_no_screen_minds_keys_typed_before_it_stands() -> None:
    game = new_game(scenario=6, seed=3)
    while isinstance(game.request, Roll):
        game.roll()
    make = at_once(game)

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
            while app.screen is not menu:
                app.pop_screen()

    on_screen(PicketApp(TABLES), test)


def test_keys_typed_early_are_taken_in_their_order() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        page = TablesScreen(TABLES)
        app.push_screen(page)
        for sign in "hul":
            await app.on_event(events.Key(sign, sign))
        app.post_message(events.Key("l", "l"))
        await until(pilot, lambda: page.search == "hull")

    on_screen(PicketApp(TABLES), test)


def test_keys_kept_for_a_screen_are_not_taken_by_the_one_that_comes_over_it() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        below, above = TablesScreen(TABLES), TablesScreen(TABLES)
        app.push_screen(below)
        await app.on_event(events.Key("h", "h"))
        app.push_screen(above)
        await app.on_event(events.Key("u", "u"))
        await until(pilot, lambda: above.search == "u" and below.is_mounted)
        await pilot.pause()
        assert (below.search, app._typed) == ("", [])

    on_screen(PicketApp(TABLES), test)


def test_two_keys_at_once_leave_a_screen_that_takes_one() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        below, above = SettingsScreen(), PressScreen("Roll")
        app.push_screen(below)
        app.push_screen(above)
        await until(pilot, lambda: above.is_mounted and below.is_mounted)
        for sign in "zz":
            await app.on_event(events.Key(sign, sign))
        await until(pilot, lambda: app.screen is not above)
        await pilot.pause()
        assert app.screen is below

    on_screen(PicketApp(TABLES), test)
