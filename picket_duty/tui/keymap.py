"""Every binding whose keys can be changed, by place; the settings file names bindings by id."""

from __future__ import annotations

from textual.binding import Binding

from picket_duty.extensions import extensions, load
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.board import BoardScreen
from picket_duty.tui.screens.campaign_records import CampaignRecordsScreen, HistoricalDayScreen, ShipDiaryScreen
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen, RollScreen
from picket_duty.tui.screens.day_end import CardOverBoard, DayScreen, OrdersScreen, ShipScreen
from picket_duty.tui.screens.day_watch import DayWatchScreen
from picket_duty.tui.screens.game_setup import OfficersForm, ScenarioScreen, SetupScreen, StandingOrdersScreen
from picket_duty.tui.screens.luck import CardScreen, ChanceCurveScreen
from picket_duty.tui.screens.manual_reader import HelpScreen, ManualScreen
from picket_duty.tui.screens.menu import MenuScreen, SettingsForm, SettingsScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.page import BattlePage, Page
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.screens.saved_games import SavedGamesScreen, ServiceScreen
from picket_duty.tui.screens.tutorial import TutorialScreen
from picket_duty.tui.widgets.autoplay_panel import AutoplayPanel
from picket_duty.tui.widgets.choices import Form, ItemList
from picket_duty.tui.widgets.fire_plan import FirePlanPanel
from picket_duty.tui.widgets.men import RepairPanel
from picket_duty.tui.widgets.orders import ChoicePanel, DiceOrders, OverOrders, RollOrders
from picket_duty.tui.widgets.panel import ScrollText

#: The places of the core with the screens and widgets that own their bindings, as in the manual's list of keys.
PLACES: dict[str, tuple[type[object], ...]] = {
    "Battle": (BattleScreen, BoardScreen, AutoplayPanel, StandingOrdersScreen),
    "Fire plan": (FirePlanPanel,),
    "Damage control": (RepairPanel,),
    "Decisions": (ChoicePanel,),
    "Dice": (RollOrders, DiceOrders),
    "End of day or battle": (
        BattlePage,
        DayScreen,
        ShipScreen,
        OrdersScreen,
        CardOverBoard,
        OutcomeScreen,
        ChanceCurveScreen,
        OverOrders,
    ),
    "First battle": (TutorialScreen,),
    "Replay and saves": (ReplayScreen, SavedGamesScreen),
    "Watch and card": (DayWatchScreen, CardScreen),
    "Charts": (ChartScreen, RollScreen, ChartListScreen),
    "Manual and help": (ManualScreen, HelpScreen),
    "Game setup": (ScenarioScreen, SetupScreen, Form, OfficersForm),
    "Records": (CampaignRecordsScreen, HistoricalDayScreen, ShipDiaryScreen, ServiceScreen),
    "Menu and settings": (MenuScreen, SettingsScreen, SettingsForm),
    "Every page": (Page, ItemList, ScrollText),
}


def key_groups() -> dict[str, list[Binding]]:
    """The bindings by place, each id once: the core and the packages around it, as in the manual's list of keys."""
    places = list(PLACES.items())
    for extension in extensions():
        for added in extension.key_places:
            index = [heading for heading, _ in places].index(added.after) + 1
            places.insert(index, (added.heading, tuple(map(load, added.owners))))
    seen: set[str | None] = {None}
    groups: dict[str, list[Binding]] = {}
    for heading, owners in places:
        bindings = [binding for owner in owners for binding in own_bindings(owner)]
        first = {binding.id: binding for binding in reversed(bindings) if binding.id not in seen}
        groups[heading] = list(reversed(first.values()))
        seen.update(first)
    return groups


def own_bindings(owner: type[object]) -> list[Binding]:
    """The bindings that a class defines itself."""
    return [binding for binding in vars(owner).get("BINDINGS", ()) if isinstance(binding, Binding)]


def binding_ids() -> list[str]:
    """Every id that the settings file may name."""
    return [binding.id for bindings in key_groups().values() for binding in bindings if binding.id]
