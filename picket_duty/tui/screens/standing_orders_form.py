"""The form of standing orders: what your officers do in this game without asking you."""

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
    SHORT,
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
WORDS = {
    ASK: "ask me",
    STAFF: "my officers decide",
    ALWAYS: "always",
    NEVER: "never",
    FROM: "at or above a chance",
    SHORT: "ask me if men are short",
}
LABELS = {
    "maneuver": ("Maneuver", "Emergency maneuvers: every wave, never, or only from the chance below."),
    "fire plan": ("Fire plan", "Your officers make the fire plan of every wave and carry it out."),
    "declaration": ("Declaration", "Emergency declarations: when to make one."),
    "rescinding": ("End emergency", "When to end an emergency that was declared."),
    "flooding": ("Flooding", "Flooding burning compartments, and counterflooding."),
    "men": ("Repair parties", "Who goes to which job. Men are short if a section has fewer than its jobs can use."),
    "relief": ("Relief", "When your ship leaves her station, and which ship takes over."),
}
HEAD = "What your officers do without asking you, in this game until you change it. The log shows each order they give."
COMMAND_NOTE = (
    "Your officers make every decision. They call you if a plane crashes into the ship, a deck fire is out of control, "
    "the hull is nearly gone, the ship leaves her station or a ship is lost."
)


def fields_of(standing: StandingOrders) -> list[Field]:
    """The fields of the form."""
    yes_no = ((NO, "no"), (YES, "yes"))
    fields = [Field(COMMANDS, "Officers decide", YES if standing.commands else NO, yes_no, note=COMMAND_NOTE)]
    for name, allowed in ORDERS.items():
        label, note = LABELS[name]
        choices = tuple((choice, WORDS[choice]) for choice in allowed)
        fields.append(Field(name, label, standing.of(name), choices, note=note))
        if name == "maneuver":
            note = "Your officers try a maneuver if its chance is at least this percentage."
            fields.append(Field(LEAST, "  at least (%)", str(standing.least), note=note, most=2))
    return fields


def standing_from(values: dict[str, str]) -> StandingOrders:
    """The standing orders of a filled-in form. Raises StandingOrderError."""
    least = values[LEAST]
    if not (least.isascii() and least.isdigit()):
        raise StandingOrderError(f"The maneuver chance must be from 1 to 99, not {least!r}")
    standing = StandingOrders(commands=values[COMMANDS] == YES).from_chance(int(least))
    for name in ORDERS:
        standing = standing.but(name, values[name])
    return standing


class StandingOrdersScreen(Page[StandingOrders | None]):
    """The standing orders of a game. Returns the changed orders, None if they stay."""

    BINDINGS: ClassVar = [
        bind("enter", "give", "Give orders", "Give these standing orders", "standing.give", priority=True),
        back("escape", "Back without changing the orders", action="leave"),
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
