"""The form of standing orders, opened during a battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from textual import on
from textual.widget import Widget

from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.tui.keymap import back, bind
from picket_duty.tui.screens.page import Page, head
from picket_duty.tui.widgets.form import Form, FormRow

#: The names of the fields, and the values of those that are chosen.
COMMANDS = "command"
ROUTINE = "routine"
LEAST = "least"
YES = "yes"
NO = "no"
OFFICERS_DECIDE = "my officers decide"
#: The note on a field that the officers in command overrule.
COMMANDED_NOTE = "Your officers are in command. To give orders yourself, set 'In command' to 'you'."


class StandingOrdersScreen(Page[StandingOrders | None]):
    """The standing orders of a game. Returns the changed orders, None if they stay."""

    BINDINGS: ClassVar = [
        bind(
            "enter",
            "give",
            "Give orders",
            "Give these standing orders",
            "standing.give",
            priority=True,
        ),
        back("escape", "Go back without changing the orders"),
    ]

    def __init__(self, standing: StandingOrders) -> None:
        super().__init__()
        self.standing = standing

    def content(self) -> Iterable[Widget]:
        yield head(
            "Standing orders",
            "Choose what your officers do without asking you. The log shows each order.",
        )
        yield Form(fields_of(self.standing), id="form")

    @on(Form.Done)
    def action_give(self) -> None:
        form = self.query_one(Form)
        try:
            self.dismiss(standing_from(form.values()))
        except ValueError as error:
            form.say(str(error))


def fields_of(standing: StandingOrders) -> list[FormRow]:
    """The fields of the form."""
    least = FormRow(
        LEAST,
        "  maneuver from (%)",
        str(standing.least),
        note=(
            "Your officers try an emergency maneuver if its chance of success is at least this "
            "high."
        ),
        most=2,
        overruled=lambda values: _while_commanded(values, values[LEAST]),
    )
    return [_command_row(standing), _routine_row(standing), least]


def _command_row(standing: StandingOrders) -> FormRow:
    return FormRow(
        COMMANDS,
        "In command",
        YES if standing.commands else NO,
        ((NO, "you"), (YES, "your officers")),
        notes={
            NO: "You are in command. Use the row below to choose who makes routine decisions.",
            YES: (
                "Your officers are in command and make every decision. They call you after a hit "
                "(but not a near miss) and before they ask for relief. They also call you if a deck "
                "fire is out of control, the hull is nearly gone or the ship is lost."
            ),
        },
    )


def _routine_row(standing: StandingOrders) -> FormRow:
    return FormRow(
        ROUTINE,
        "Routine",
        YES if standing.routine else NO,
        ((YES, OFFICERS_DECIDE), (NO, "ask me")),
        notes={
            YES: (
                "Your officers handle maneuvers, damage control, and fire plans that leave no "
                "choice. They ask you before a maneuver that may use up the fuel. If a section is "
                "shorthanded, they ask what its men should do. If planes may come, they ask "
                "whether to declare an emergency that may save the ship."
            ),
            NO: "You make every decision, as in the board game.",
        },
        overruled=lambda values: _while_commanded(values, OFFICERS_DECIDE),
    )


def _while_commanded(values: Mapping[str, str], words: str) -> tuple[str, str] | None:
    """The words and the note of a field that the officers in command overrule."""
    return (words, COMMANDED_NOTE) if values[COMMANDS] == YES else None


def standing_from(values: dict[str, str]) -> StandingOrders:
    """The standing orders of a filled-in form. Raises ValueError."""
    standing = StandingOrders(routine=values[ROUTINE] == YES, commands=values[COMMANDS] == YES)
    return standing.from_chance(values[LEAST])
