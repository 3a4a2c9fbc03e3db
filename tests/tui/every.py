"""Every screen of the program with its arguments, for the tests of all screens."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

from textual.screen import Screen

from picket_duty.analysis.played_twice import TwoLines
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.game import Game
from picket_duty.pages.blocks import Paragraph
from picket_duty.pages.chance_moments import ORDERS, Moment
from picket_duty.pages.war_diary import read_diary
from picket_duty.text.two_lines import Row
from picket_duty.tui.game_analysis import GameAnalysis
from picket_duty.tui.palette import Palette
from picket_duty.tui.screens import game_lists, game_setup, menu
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.board import BoardScreen
from picket_duty.tui.screens.campaign_records import (
    CampaignRecordsScreen,
    HistoricalDayScreen,
    ShipDiaryScreen,
)
from picket_duty.tui.screens.card import CardScreen
from picket_duty.tui.screens.chance_curve import ChanceCurveScreen
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen, RollScreen
from picket_duty.tui.screens.day_end import (
    BattlePage,
    CardOverBoard,
    DayScreen,
    OrdersScreen,
    ShipScreen,
)
from picket_duty.tui.screens.day_watch import DayWatchScreen
from picket_duty.tui.screens.dialogs import AskScreen, NameScreen, PickScreen
from picket_duty.tui.screens.help import HelpScreen
from picket_duty.tui.screens.luck import LuckScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.odds import OddsScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.page import DismissOnce, Page, TabbedPage, TextPage
from picket_duty.tui.screens.played_twice import PlayedTwiceScreen
from picket_duty.tui.screens.replay import ReplayScreen, load_playback
from picket_duty.tui.screens.saved_games import (
    DiceRecordScreen,
    GamesInProgressScreen,
    SavedGamesScreen,
    SaveListScreen,
    ServiceScreen,
)
from picket_duty.tui.screens.search_page import SearchPage
from picket_duty.tui.screens.standing_orders import StandingOrdersScreen
from picket_duty.tui.screens.tutorial import TutorialScreen, lesson_game, load_script
from picket_duty.tui.widgets.choices import Item
from tests.games import TABLES, new_game
from tests.tui.games import big_plan, forward, hurt_ship, played, save_of

#: Base classes, which are not screens themselves, and Textual's palette, whose keys are Textual's.
SHARED = {
    Page,
    SearchPage,
    SaveListScreen,
    BattlePage,
    TabbedPage,
    TextPage,
    DismissOnce,
    BoardScreen,
    Palette,
}


def _rolled() -> Game:
    """A game with its first roll made, so that there is a roll to show."""
    return forward(new_game(scenario=1, seed=3), lambda game: bool(game.events))


#: Both lines of an order, and the order.
TWO_LINES = (
    TwoLines((), (Row("result", "won, hull 3", "lost: sunk Apr 6, midday", 0),)),
    Moment(
        ORDERS, 7, "Apr 6, morning, wave 1", "Fire plan: fewest hits", 0.6, 0.4, -0.2, "guard aft"
    ),
)

#: How to make every screen, by its class.
SCREENS: dict[type[Screen[Any]], Callable[[], Screen[Any]]] = {
    menu.MenuScreen: lambda: menu.MenuScreen(covered=False),
    menu.DestinationsScreen: lambda: menu.DestinationsScreen("New game", menu.NEW_GAMES),
    BattleScreen: lambda: BattleScreen(big_plan(), "step"),
    TutorialScreen: lambda: TutorialScreen(lesson_game(load_script(), TABLES), "step"),
    AskScreen: lambda: AskScreen("Leave?"),
    PickScreen: lambda: PickScreen("Which?", (Item("a", "This"), Item("b", "That"))),
    HelpScreen: lambda: HelpScreen([]),
    LuckScreen: lambda: LuckScreen(played(scenario=1, seed=3)),
    ManualScreen: ManualScreen,
    CampaignRecordsScreen: lambda: CampaignRecordsScreen(played(scenario=1, seed=3)),
    ReplayScreen: lambda: ReplayScreen(load_playback(save_of("seen", scenario=1, seed=3), TABLES)),
    DayScreen: lambda: DayScreen(hurt_ship(), "1945-05-11"),
    OddsScreen: lambda: OddsScreen(hurt_ship()),
    OrdersScreen: lambda: OrdersScreen(new_game(campaign="mini", seed=3)),
    CardOverBoard: lambda: CardOverBoard([Paragraph("Three quiet days")]),
    OutcomeScreen: lambda: OutcomeScreen(played(scenario=1, seed=3)),
    SavedGamesScreen: SavedGamesScreen,
    game_lists.ScenarioScreen: game_lists.ScenarioScreen,
    game_lists.CampaignScreen: game_lists.CampaignScreen,
    ServiceScreen: ServiceScreen,
    DiceRecordScreen: lambda: DiceRecordScreen([]),
    menu.SettingsScreen: menu.SettingsScreen,
    game_setup.OfficersScreen: lambda: game_setup.OfficersScreen({}),
    game_setup.SetupScreen: lambda: game_setup.SetupScreen(
        "Patrol", {}, game_setup.patrol_fields(TABLES)
    ),
    ShipScreen: lambda: ShipScreen(hurt_ship()),
    StandingOrdersScreen: lambda: StandingOrdersScreen(StandingOrders()),
    ChartScreen: lambda: ChartScreen(TABLES["10"]),
    RollScreen: lambda: RollScreen(TABLES, [_rolled().request]),
    ChartListScreen: lambda: ChartListScreen(TABLES),
    GamesInProgressScreen: GamesInProgressScreen,
    NameScreen: lambda: NameScreen("sunday"),
    DayWatchScreen: lambda: DayWatchScreen(datetime.date(2026, 5, 11)),
    CardScreen: lambda: CardScreen(save_of("carded", scenario=1, seed=3)),
    ShipDiaryScreen: lambda: ShipDiaryScreen(read_diary(played(scenario=1, seed=3))),
    HistoricalDayScreen: lambda: HistoricalDayScreen(datetime.date(1945, 5, 11)),
    ChanceCurveScreen: lambda: ChanceCurveScreen(
        GameAnalysis(played(scenario=1, seed=3)), lambda page, place: None
    ),
    PlayedTwiceScreen: lambda: PlayedTwiceScreen(*TWO_LINES, lambda: None),
}


def screens_of(package: ModuleType) -> set[type[Screen[Any]]]:
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    return {
        kind for kind in _kinds(Screen) if kind.__module__.startswith(f"{package.__name__}.")
    } - SHARED


def _kinds(of: type[Any]) -> Iterator[type[Any]]:
    for kind in of.__subclasses__():
        yield kind
        yield from _kinds(kind)


#: The version of Textual that drew the snapshots.
RECORDED_WITH = "8.2.8"
