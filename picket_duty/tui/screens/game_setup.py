"""The form of a new game, and that of the names of its officers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.widget import Widget

from picket_duty.book import Tables
from picket_duty.book.ids import FLETCHER
from picket_duty.book.limits import LONGEST_NAME, STATIONS
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.charts import ChartError
from picket_duty.game import Game
from picket_duty.setup import ALL_OWN, BY_COMPUTER, COMMANDED, MINE, UNAIDED
from picket_duty.state import POSTS
from picket_duty.text.english import title_case
from picket_duty.text.names import POST_NAMES
from picket_duty.tui.keymap import HELP, back, bind
from picket_duty.tui.screens.open_games import start_game
from picket_duty.tui.screens.page import Page, head
from picket_duty.tui.widgets.form import Form, FormRow

if TYPE_CHECKING:
    from picket_duty.book.data import OptionData, ScenarioData


YES_NO = (("", "no"), ("yes", "yes"))
CAPTAIN = "captain"
#: How the name of a field begins that sets an option, whose id follows.
OPTION = "option "
#: How the note on a rule of this edition begins.
HOUSE_RULE = "A house rule, not in the printed game."
#: The choice of a player who makes the routine decisions too.
ASK_ALL = "all"


def common_options(tables: Tables) -> list[OptionData]:
    """The optional rules that every game may use (rules 11)."""
    return [option for option in tables.options.values() if not option.special]


def common_fields(options: Iterable[OptionData]) -> list[FormRow]:
    """The fields of every game: level, options, dice, help, officers, seed."""
    seed = FormRow(
        "seed",
        "Seed",
        empty="any",
        note="Any number. The same seed always gives the same dice.",
        most=18,
    )
    chosen = [_option_row(option) for option in options]
    return [_level_row(), *chosen, *_dice_rows(), *_officer_rows(), seed]


def _level_row() -> FormRow:
    return FormRow(
        "level",
        "Level",
        "basic",
        (("basic", "basic"), ("advanced", "advanced")),
        notes={
            "basic": "The basic game has only the main rules. Press Right for the advanced game.",
            "advanced": (
                "The advanced game adds stations by date, land radar, typhoons and more "
                "compartments."
            ),
        },
    )


def _dice_rows() -> list[FormRow]:
    """Who rolls the dice, and whether they can be undone."""
    dice = FormRow(
        "dice",
        "Dice",
        BY_COMPUTER,
        (
            (BY_COMPUTER, "computer rolls"),
            (ALL_OWN, "I roll everything"),
            (MINE, "I roll for my ship"),
        ),
        notes={
            BY_COMPUTER: "The program rolls all dice.",
            ALL_OWN: (
                "You roll real dice and type the results, and your officers leave every decision "
                "to you."
            ),
            MINE: (
                "You roll for gunnery, repairs, flooding, maneuvers and emergency declarations, and "
                "type the results. The program makes all other rolls. Your officers leave every "
                "decision to you."
            ),
        },
    )
    undo = FormRow(
        "undo",
        "Undo",
        "free",
        (("free", "any decision"), ("dice", "not past a roll")),
        note=(
            "Press u to go back to your last decision. With 'not past a roll', you cannot undo a "
            "decision once dice have been rolled."
        ),
    )
    return [dice, undo]


def _officer_rows() -> list[FormRow]:
    """What the officers do for the player, and their captain's name."""
    aid = FormRow(
        "aid",
        "Aid",
        COMMANDED,
        ((COMMANDED, "commanded"), (UNAIDED, "unaided")),
        notes={
            COMMANDED: (
                "Commanded: you choose an aim and how many fighters to hold back. Your officers "
                "assign the guns."
            ),
            UNAIDED: "Unaided: you aim the guns yourself. You see charts but no odds.",
        },
    )
    routine = FormRow(
        "routine",
        "Routine",
        value="",
        choices=(("", "my officers"), (ASK_ALL, "ask me")),
        notes={
            "": (
                "When the computer rolls the dice, your officers make the routine decisions. In "
                "a battle, press a to change this."
            ),
            ASK_ALL: (
                "You make every decision, as in the board game. In a battle, press a to "
                "change this."
            ),
        },
    )
    captain = FormRow(
        CAPTAIN,
        "Your name",
        empty="random",
        note=(
            "A name, with a rank if you like, for example Comdr. John Hall. Press F2 to name the "
            "other officers."
        ),
        most=LONGEST_NAME,
    )
    return [aid, routine, captain]


def _option_row(option: OptionData) -> FormRow:
    """The field of an option; a level that always uses it says so."""

    def overruled(values: Mapping[str, str]) -> tuple[str, str] | None:
        return ("always", option.text) if option.always == values["level"] else None

    note = f"{HOUSE_RULE} {option.text}" if option.house else option.text
    return FormRow(
        f"{OPTION}{option.id}",
        option.title,
        value="",
        choices=YES_NO,
        note=note,
        overruled=overruled,
    )


def scenario_fields(data: ScenarioData, tables: Tables) -> list[FormRow]:
    """The fields of a scenario."""
    ship = FormRow("ship", "Ship name", data.ship, note="You can give the ship another name.")
    return [*common_fields(tables.options_of(data)), ship]


def patrol_fields(tables: Tables) -> list[FormRow]:
    """The fields of a free patrol."""
    campaign = next(iter(tables.campaigns.values()))
    classes = tuple((data.id, data.name) for data in tables.ships.values())
    # The options that only a ship of another class has.
    class_options = [
        tables.options[name] for data in tables.ships.values() for name in data.options
    ]
    stations = (
        ("", "assigned by the charts"),
        *((str(number), str(number)) for number in STATIONS),
    )
    return [
        FormRow(
            "patrol",
            "First day",
            "1945-04-06",
            note=f"Any date from {campaign.start} to {campaign.end}.",
            most=10,
        ),
        FormRow("days", "Days", "5", note="How many days the patrol lasts.", most=3),
        FormRow(
            "station",
            "Station",
            value="",
            choices=stations,
            note="Your picket station. The charts assign one by default.",
        ),
        FormRow(
            "class",
            "Ship",
            FLETCHER,
            classes,
            note="A Fletcher-class destroyer, or a ship of another class.",
        ),
        ship_name_row(tables),
        *common_fields([*common_options(tables), *class_options]),
    ]


def ship_name_row(tables: Tables) -> FormRow:
    """The field of the name of the ship."""
    note = f"Any name, for example {tables.names.ships[0].name}. Leave it empty for a random name."
    return FormRow("ship", "Ship name", value="", empty="any", note=note)


class OfficersForm(Form):
    """The form of names; Enter confirms them."""

    BINDINGS: ClassVar = [
        bind("enter", "done", "Confirm", "Use these names and go back", "officers.keep")
    ]


class OfficersScreen(Page[dict[str, str] | None]):
    """The names of the officers and chiefs. Enter returns them, Esc returns None."""

    takes_text = True

    BINDINGS: ClassVar = [back("escape", "Go back without changing the names"), HELP]

    def __init__(self, names: dict[str, str]) -> None:
        super().__init__()
        self.names = names

    def content(self) -> Iterable[Widget]:
        yield head("Officers", "The officers and chiefs who begin the game on your ship.")
        note = "Any name. Leave it empty for a random name."
        names = self.names
        fields = [
            FormRow(
                post,
                title_case(POST_NAMES[post]),
                names.get(post, ""),
                empty="any",
                note=note,
                most=LONGEST_NAME,
            )
            for post in POSTS
        ]
        yield OfficersForm(fields, id="form")

    @on(Form.Done)
    def keep(self) -> None:
        self.dismiss({post: name for post, name in self.query_one(Form).values().items() if name})


class SetupScreen(Page[None]):
    """The setup of a game. ``fixed`` holds the arguments already chosen."""

    takes_text = True

    BINDINGS: ClassVar = [
        bind("f2", "officers", "Officers", "Name the officers and chiefs", "setup.officers"),
        back("escape"),
        HELP,
    ]

    def __init__(self, title: str, fixed: dict[str, Any], fields: list[FormRow]) -> None:
        super().__init__()
        self.heading = title
        self.fixed = fixed
        self.fields = {field.name: field for field in fields}
        self.officers: dict[str, str] = {}

    def content(self) -> Iterable[Widget]:
        aid = self.fields["aid"]
        aid.value = self.context.settings.aid or aid.value
        yield head(self.heading, "Every field has a default. Press Enter to start.")
        yield Form(list(self.fields.values()), id="form")

    @on(Form.Done)
    def start(self) -> None:
        form = self.query_one(Form)
        try:
            given = {**arguments(form.values(), self.fixed), "officers": self._names()}
            game = Game.new(tables=self.context.tables, **given)
        except (ValueError, ChartError) as error:
            form.say(str(error))
            return
        # StandingOrders() leaves every decision to the player; None gives the usual standing orders.
        standing = StandingOrders() if form.values()["routine"] == ASK_ALL else None
        start_game(self.app, game, standing)

    def _names(self) -> dict[str, str]:
        """The names chosen; the captain's name is also a field of the form."""
        names = {**self.officers, CAPTAIN: self.fields[CAPTAIN].value.strip()}
        return {post: name for post, name in names.items() if name}

    def action_officers(self) -> None:
        def named(names: dict[str, str] | None) -> None:
            if names is not None:
                self.officers = names
                self.fields[CAPTAIN].value = names.get(CAPTAIN, "")
                self.query_one(Form).say("")

        self.app.push_screen(OfficersScreen(self._names()), named)


def arguments(values: dict[str, str], fixed: dict[str, Any]) -> dict[str, Any]:
    """Arguments of ``Game.new`` from the values of the form. Raises ValueError naming an invalid
    one.
    """
    # Each form has only some of these fields.
    texts = ("level", "dice", "undo", "aid", "ship", "patrol", "start")
    given: dict[str, Any] = dict(fixed)
    given |= {name: values[name] for name in texts if values.get(name)}
    chosen = [name for name, value in values.items() if value and name.startswith(OPTION)]
    given["options"] = [name.removeprefix(OPTION) for name in chosen]
    for name, what in (
        ("seed", "The seed"),
        ("days", "The number of days"),
        ("station", "The station"),
    ):
        if text := values.get(name, ""):
            try:
                given[name] = int(text)
            except ValueError:
                raise ValueError(f"{what} must be a number, not {text!r}") from None
    # A ship of another class is asked for by her class instead of her name.
    if values.get("class", FLETCHER) != FLETCHER:
        given["ship"] = values["class"]
    return given
