"""Asks for the name of a save over the screen below."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from picket_duty.tui.bindings import bind
from picket_duty.tui.screens.page import DismissOnce
from picket_duty.tui.widgets.form import Field, Form


class NameScreen(DismissOnce[str | None], ModalScreen[str | None]):
    """Returns the name typed; None with Esc."""

    BINDINGS: ClassVar = [bind("escape", "close", "back")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.before = name

    def compose(self) -> ComposeResult:
        """The field."""
        note = "Enter names it so, Esc leaves it as it is"
        with Vertical(id="name"):
            yield Form([Field("name", "Name of the save", self.before, note=note, most=60)], id="name-form")

    def on_mount(self) -> None:
        """Focus the field."""
        self.query_one(Form).focus()

    @on(Form.Done)
    def done(self) -> None:
        """Return the name; None if it was not changed."""
        name = self.query_one(Form).values()["name"]
        self.dismiss(name if name != self.before else None)
