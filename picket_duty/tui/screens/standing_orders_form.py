"""The form of standing orders: what the staff does in this game without asking."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.widget import Widget

from picket_duty.captains.standing_orders import (
    ALWAYS,
    ASK,
    FROM,
    NEVER,
    ORDERS,
    STAFF,
    StandingOrderError,
    StandingOrders,
)
from picket_duty.tui.bindings import back, bind
from picket_duty.tui.lines import Line, line, wrap
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.choices import Field, Form
from picket_duty.tui.widgets.panel import TextPanel

COMMANDS, LEAST = "staff commands", "least"
YES, NO = "yes", "no"
WORDS = {ASK: "ask me", STAFF: "as the staff decides", ALWAYS: "always", NEVER: "never", FROM: "from a chance on"}
LABELS = {
    "maneuver": ("Maneuver", "Emergency maneuvers: each wave, never, or where the chance of one is good enough."),
    "fire plan": ("Fire plan", "The staff lays the plan of every wave and gives it."),
    "declaration": ("Declaration", "Emergency declarations, and when one ends."),
    "flooding": ("Flooding", "Flooding of burning compartments, and counterflooding."),
    "men": ("Men to jobs", "The staff sends the repair men."),
    "relief": ("Relief", "When she goes in, and which ship takes the station."),
}
HEAD = "What is done without asking you: in this game alone, till you change it."
COMMAND_NOTE = (
    "The staff decides everything. It calls you when we are struck, when a deck fire is out of control, when the hull "
    "is nearly gone, when she leaves her station and when a ship is lost."
)


def fields_of(standing: StandingOrders) -> list[Field]:
    """The fields of the form."""
    yes_no = ((NO, "no"), (YES, "yes"))
    fields = [Field(COMMANDS, "Staff commands", YES if standing.commands else NO, yes_no, note=COMMAND_NOTE)]
    for name, allowed in ORDERS.items():
        label, note = LABELS[name]
        choices = tuple((choice, WORDS[choice]) for choice in allowed)
        fields.append(Field(name, label, standing.of(name), choices, note=note))
        if name == "maneuver":
            note = "The chance of a maneuver, in per cent, from which it is tried."
            fields.append(Field(LEAST, "  from, per cent", str(standing.least), note=note, most=2))
    return fields


def standing_from(values: dict[str, str]) -> StandingOrders:
    """The standing orders of a filled-in form. Raises StandingOrderError."""
    least = values[LEAST]
    if not (least.isascii() and least.isdigit()):
        raise StandingOrderError(f"the chance of a maneuver is a number, not {least!r}")
    standing = StandingOrders(commands=values[COMMANDS] == YES).from_chance(int(least))
    for name in ORDERS:
        standing = standing.but(name, values[name])
    return standing


class StandingOrdersScreen(Page[StandingOrders | None]):
    """The standing orders of a game. Returns the changed orders, None if they stay."""

    BINDINGS: ClassVar = [
        bind("enter", "give", "Give orders", "Give these orders", "standing.give", priority=True),
        back("escape", "Leave them as they were", action="leave"),
    ]

    def __init__(self, standing: StandingOrders) -> None:
        super().__init__()
        self.standing = standing

    def content(self) -> Iterable[Widget]:
        """The heading and the form."""
        yield TextPanel(_head, id="head")
        yield Form(fields_of(self.standing), id="form")

    @on(Form.Done)
    def action_give(self) -> None:
        """Return the orders, or show what is wrong with them."""
        form = self.query_one(Form)
        try:
            self.dismiss(standing_from(form.values()))
        except StandingOrderError as error:
            form.say(str(error))

    def action_leave(self) -> None:
        """Return without a change."""
        self.dismiss(None)


def _head(width: int) -> list[Line]:
    return [line((" Standing orders", "title")), *wrap(line((f" {HEAD}", "dim")), width - 1, indent=1)]
