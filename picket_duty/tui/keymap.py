"""How key bindings are written, and the list of all whose keys the player can change, by place.

The settings file names these by id.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import partial
from itertools import chain

from textual import events
from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS

from picket_duty.extensions import extensions, load

#: The places of the core with the screens and widgets that own their bindings, as in the manual's
#: list of keys.
PLACES: dict[str, tuple[str, ...]] = {
    "Battle": (
        "screens.battle:BattleScreen",
        "screens.board:BoardScreen",
        "widgets.autoplay_panel:AutoplayPanel",
        "screens.standing_orders:StandingOrdersScreen",
    ),
    "Fire plan": ("widgets.fire_plan:FirePlanPanel",),
    "Damage control": ("widgets.men:RepairPanel",),
    "Decisions": ("widgets.choice_panel:ChoicePanel",),
    "Dice": ("widgets.roll_orders:RollOrders", "widgets.dice_orders:DiceOrders"),
    "End of day or battle": (
        "screens.day_end:BattlePage",
        "screens.day_end:DayScreen",
        "screens.day_end:ShipScreen",
        "screens.day_end:OrdersScreen",
        "screens.day_end:CardOverBoard",
        "screens.outcome:OutcomeScreen",
        "screens.chance_curve:ChanceCurveScreen",
        "screens.played_twice:PlayedTwiceScreen",
        "widgets.over_orders:OverOrders",
    ),
    "First battle": ("screens.tutorial:TutorialScreen",),
    "Replay and saves": ("screens.replay:ReplayScreen", "screens.saved_games:SavedGamesScreen"),
    "Watch and card": ("screens.day_watch:DayWatchScreen", "screens.card:CardScreen"),
    "Charts": (
        "screens.charts:ChartScreen",
        "screens.charts:RollScreen",
        "screens.charts:ChartListScreen",
    ),
    "Manual and help": ("screens.manual_reader:ManualScreen", "screens.help:HelpScreen"),
    "Game setup": (
        "screens.game_lists:ScenarioScreen",
        "screens.game_setup:SetupScreen",
        "widgets.form:Form",
        "screens.game_setup:OfficersForm",
    ),
    "Records": (
        "screens.campaign_records:CampaignRecordsScreen",
        "screens.campaign_records:HistoricalDayScreen",
        "screens.campaign_records:ShipDiaryScreen",
        "screens.saved_games:ServiceScreen",
    ),
    "Menu and settings": (
        "screens.menu:MenuScreen",
        "screens.menu:SettingsScreen",
        "screens.menu:SettingsForm",
    ),
    "Every page": ("screens.page:Page", "widgets.choices:ItemList", "widgets.panel:ScrollText"),
}


def bind(
    keys: str,
    action: str,
    label: str,
    tooltip: str = "",
    id: str | None = None,
    *,
    display: str | None = None,
    show: bool = True,
    system: bool = False,
    priority: bool = False,
) -> Binding:
    """A binding of one or several keys (comma-separated).

    The label is shown on the key line, the tooltip in help and in the manual's list of keys.
    Without an id the player cannot change the keys. ``display`` is how the key line writes the
    keys; ``system`` bindings come last there.
    """
    return Binding(
        keys,
        action,
        label,
        show=show,
        key_display=display,
        priority=priority,
        tooltip=tooltip,
        id=id,
        system=system,
    )


#: A binding that is not shown on the key line.
hidden = partial(bind, show=False)


def digits(action: str, description: str, id: str, first: int = 1) -> list[Binding]:
    """The hidden bindings of the digits from ``first`` to 9, each of an action with its digit."""
    return [
        hidden(str(digit), f"{action}({digit})", description, id=f"{id}_{digit}")
        for digit in range(first, 10)
    ]


def back(keys: str = "escape,q", tooltip: str = "Go back") -> Binding:
    """The binding that closes a page: the same id and label everywhere."""
    return bind(keys, "close", "Back", tooltip, "page.back", display="Esc", system=True)


#: The key for help where ``?`` is typed.
HELP = bind("f1", "app.help", "Help", "Show the keys and how to play", "page.help", system=True)


def key_meant(typed: events.Key, bound: Collection[str]) -> str:
    """The name of a key among those that are bound, its own if none is.

    A capital that is not bound is its small letter, and a full-width form its ASCII
    twin. A letter with Alt, Ctrl or another modifier is not that letter, even if the terminal sends
    its character.
    """
    sign = typed.character
    if typed.key in bound or not sign or not typed.is_printable or "+" in typed.key:
        return typed.key
    if unicodedata.east_asian_width(sign) == "F":
        sign = unicodedata.normalize("NFKC", sign)
    for twin in (sign, sign.lower()):
        if (name := _name_of(twin)) in bound:
            return name
    return typed.key


def _name_of(sign: str) -> str:
    """The name that Textual gives the key of a printable character."""
    if sign.isalnum():
        return sign
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


def key_groups() -> dict[str, list[Binding]]:
    """The bindings by place, each id once: the core and the packages around it, as in the manual's
    list of keys.
    """
    seen: set[str | None] = {None}
    groups: dict[str, list[Binding]] = {}
    for heading, owners in _places():
        groups[heading] = []
        for binding in chain.from_iterable(own_bindings(load(owner)) for owner in owners):
            if binding.id not in seen:
                seen.add(binding.id)
                groups[heading].append(binding)
    return groups


def _places() -> list[tuple[str, list[str]]]:
    """The places, those of the packages around the core each after another one."""
    places = [
        (heading, [f"{__package__}.{owner}" for owner in owners])
        for heading, owners in PLACES.items()
    ]
    for extension in extensions():
        for added in extension.key_places:
            index = [heading for heading, _ in places].index(added.after) + 1
            places.insert(index, (added.heading, list(added.owners)))
    return places


def own_bindings(owner: type[object]) -> list[Binding]:
    """The bindings that a class defines itself."""
    return [binding for binding in vars(owner).get("BINDINGS", ()) if isinstance(binding, Binding)]


def binding_ids() -> list[str]:
    """Every id that the settings file may name."""
    return [binding.id for bindings in key_groups().values() for binding in bindings if binding.id]
