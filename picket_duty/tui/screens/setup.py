"""The set-up page: everything has a default, Enter starts the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding
from textual.widget import Widget

from picket_duty.charts import ChartError, Tables
from picket_duty.game import Game
from picket_duty.tui.lines import Line, line
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.form import Field, Form
from picket_duty.tui.widgets.text import Reading

if TYPE_CHECKING:
    from picket_duty.charts.data import CampaignData, ScenarioData
    from picket_duty.tui.app import PicketApp

YES_NO = (("", "no"), ("yes", "yes"))
#: What the options do, for the note under the field (rules 11).
OPTION_NOTES = {
    "gun-repair": "A damaged 5-inch mount may be mended by its section and gets its bonus back.",
    "aces": "A mount credited with its third plane gets an ace crew: +1. The advanced game always plays with it.",
    "list-and-trim": "Flooding gives her list and trim. The advanced game always plays with it.",
    "dunlap-1941": "Her armament of 1941: no 40 mm.",
    "anthony-full-day": "Play all three phases of the day, not only midday.",
}
OPTION_LABELS = {
    "gun-repair": "Gun repair",
    "aces": "Ace crews",
    "list-and-trim": "List and trim",
    "dunlap-1941": "Dunlap 1941",
    "anthony-full-day": "Full day",
}
COMMON_OPTIONS = ("gun-repair", "aces", "list-and-trim")
LARGEST_SEED = 2**63 - 1


def common_fields(options: tuple[str, ...]) -> list[Field]:
    """The fields of every game: level, options, dice, seed."""
    return [
        Field(
            "level",
            "Level",
            "basic",
            (("basic", "basic"), ("advanced", "advanced")),
            note="Basic leaves out dated stations, land radar, typhoons and secondary compartments.",
        ),
        *(Field(f"option {name}", OPTION_LABELS[name], "", YES_NO, note=OPTION_NOTES[name]) for name in options),
        Field(
            "dice",
            "Dice",
            "computer",
            (("computer", "the computer rolls"), ("own", "I roll everything"), ("mine", "I roll for my own ship")),
            note="Your own dice are typed in. For your own ship: gunnery, repair, flooding, maneuver, declaration.",
        ),
        Field(
            "undo", "Undo", "free", (("free", "any decision"), ("dice", "not past a roll")),
            note="u goes back to the last decision; the strict way takes back nothing that was rolled.",
        ),
        Field("captain", "Captain's name", "", empty="any", note="Your name, if you like."),
        Field("seed", "Seed", "", empty="any", note="A number: the same seed gives the same dice again.", most=19),
    ]


def scenario_fields(data: ScenarioData) -> list[Field]:
    """The fields of a scenario."""
    name = Field("ship", "Ship name", data.ship, note="The name on the stern is yours to choose.")
    return [*common_fields(data.options), name]


def campaign_fields(data: CampaignData, tables: Tables) -> list[Field]:
    """The fields of a campaign."""
    fields = [*common_fields(COMMON_OPTIONS), _ship_name(tables)]
    if data.choose_start:
        note = f"The first day, {data.start} to {data.end}."
        fields.append(Field("start", "First day", data.start.isoformat(), note=note, most=10))
    return fields


def patrol_fields(tables: Tables) -> list[Field]:
    """The fields of a free patrol."""
    campaign = next(iter(tables.campaigns.values()))
    classes = tuple((data.id, data.name) for data in tables.ships.values())
    stations = (("", "as the charts say"), *((str(number), str(number)) for number in range(1, 17)))
    return [
        Field("patrol", "First day", "1945-04-06", note=f"Any day, {campaign.start} to {campaign.end}.", most=10),
        Field("days", "Days", "5", note="How many days the patrol lasts.", most=3),
        Field("station", "Station", "", stations, note="Overrides the calendar of stations."),
        Field("class", "Ship", "fletcher", classes, note="A destroyer of the Fletcher class, or one of the guests."),
        _ship_name(tables),
        *common_fields(COMMON_OPTIONS),
    ]


def _ship_name(tables: Tables) -> Field:
    note = f"A Fletcher's name, such as {tables.names.ships[0].name}, or one of your own; empty takes any."
    return Field("ship", "Ship name", "", empty="any", note=note)


class SetupScreen(Page[None]):
    """Choose how to play. ``fixed`` is what was chosen before."""

    BINDINGS: ClassVar = [
        Binding("escape", "close", "back", tooltip="Back", system=True),
        Binding("f1", "help", "help", tooltip="The keys and how to play", system=True),
    ]

    app: PicketApp

    def __init__(self, title: str, fixed: dict[str, Any], fields: list[Field]) -> None:
        super().__init__()
        self.heading = title
        self.fixed = fixed
        self.fields = fields

    def content(self) -> Iterable[Widget]:
        """The title and the form."""
        yield Reading(self._head, id="head")
        yield Form(self.fields, id="form")

    def on_mount(self) -> None:
        """The form takes the keys."""
        self.query_one("#head", Reading).can_focus = False
        self.query_one(Form).focus()

    def action_close(self) -> None:
        """Back."""
        self.dismiss()

    @on(Form.Done)
    def start(self) -> None:
        """Start the game, or say why it cannot start so."""
        form = self.query_one(Form)
        try:
            game = Game.new(tables=self.app.tables, **arguments(form.values(), self.fixed))
        except (ValueError, ChartError, OverflowError) as error:
            form.say(str(error))
            return
        self.app.start_game(game)

    def _head(self, width: int) -> list[Line]:
        return [line((f"   {self.heading}", "title")), line(("   Enter starts; every field has a default.", "dim"))]


def arguments(values: dict[str, str], fixed: dict[str, Any]) -> dict[str, Any]:
    """What ``Game.new`` wants, from the values of the form. Raises ValueError naming a bad one."""
    found: dict[str, Any] = {**fixed, "level": values["level"], "dice": values["dice"], "undo": values["undo"]}
    if values["captain"]:
        found["officers"] = {"captain": values["captain"]}
    chosen = [name for name, value in values.items() if name.startswith("option ") and value]
    found["options"] = [name.removeprefix("option ") for name in chosen]
    if values["seed"]:
        found["seed"] = _number(values["seed"], "the seed", LARGEST_SEED)
    if values.get("ship"):
        found["ship"] = values["ship"]
    if "patrol" in values:
        found["patrol"] = values["patrol"]
        found["days"] = _number(values["days"], "the number of days", 999)
        if values["station"]:
            found["station"] = int(values["station"])
        if values["class"] != "fletcher":
            found["ship"] = values["class"]
    if values.get("start"):
        found["start"] = values["start"]
    return found


def _number(text: str, what: str, most: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise ValueError(f"{what} is a number, not {text!r}") from None
    if abs(number) > most:
        raise ValueError(f"{what} is {most} at most")
    return number
