"""Every binding whose keys can be changed, by place; the settings file names bindings by id."""

from __future__ import annotations

from typing import NamedTuple

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


class Place(NamedTuple):
    """A named place of the program, and the screens and widgets that own its bindings."""

    words: str
    owners: tuple[type[object], ...]


class KeyGroup(NamedTuple):
    """A place of the program, named, and the bindings that work there."""

    words: str
    bindings: list[Binding]


#: The places of the core, in the order of the manual's list of keys.
PLACES = (
    Place("Battle", (BattleScreen, BoardScreen, AutoplayPanel, StandingOrdersScreen)),
    Place("Fire plan", (FirePlanPanel,)),
    Place("Damage control", (RepairPanel,)),
    Place("Decisions", (ChoicePanel,)),
    Place("Dice", (RollOrders, DiceOrders)),
    Place(
        "End of day or battle",
        (
            BattlePage,
            DayScreen,
            ShipScreen,
            OrdersScreen,
            CardOverBoard,
            OutcomeScreen,
            ChanceCurveScreen,
            OverOrders,
        ),
    ),
    Place("First battle", (TutorialScreen,)),
    Place("Replay and saves", (ReplayScreen, SavedGamesScreen)),
    Place("Watch and card", (DayWatchScreen, CardScreen)),
    Place("Charts", (ChartScreen, RollScreen, ChartListScreen)),
    Place("Manual and help", (ManualScreen, HelpScreen)),
    Place("Game setup", (ScenarioScreen, SetupScreen, Form, OfficersForm)),
    Place("Records", (CampaignRecordsScreen, HistoricalDayScreen, ShipDiaryScreen, ServiceScreen)),
    Place("Menu and settings", (MenuScreen, SettingsScreen, SettingsForm)),
    Place("Every page", (Page, ItemList, ScrollText)),
)


def places() -> list[Place]:
    """The places of the core and of the packages around it, in the order of the manual's list of keys."""
    ordered = list(PLACES)
    for extension in extensions():
        for added in extension.key_places:
            index = [place.words for place in ordered].index(added.after) + 1
            ordered.insert(index, Place(added.heading, tuple(map(load, added.owners))))
    return ordered


def key_groups() -> list[KeyGroup]:
    """The bindings by place, each id once."""
    seen: set[str] = set()
    groups = []
    for place in places():
        bindings = [binding for owner in place.owners for binding in own_bindings(owner) if binding.id]
        first = {binding.id: binding for binding in reversed(bindings) if binding.id not in seen}
        groups.append(KeyGroup(place.words, list(reversed(first.values()))))
        seen.update(name for name in first if name)
    return groups


def own_bindings(owner: type[object]) -> list[Binding]:
    """The bindings that a class defines itself."""
    return [binding for binding in vars(owner).get("BINDINGS", ()) if isinstance(binding, Binding)]


def binding_ids() -> list[str]:
    """Every id that the settings file may name."""
    return [binding.id for group in key_groups() for binding in group.bindings if binding.id]
