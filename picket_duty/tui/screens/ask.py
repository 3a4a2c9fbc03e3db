"""A question with yes or no."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from picket_duty.tui.lines import safe


class AskScreen(ModalScreen[bool]):
    """A question over the screen below; Enter or y is yes, Esc or n is no."""

    BINDINGS: ClassVar = [
        Binding("y,enter", "answer(True)", "Yes"),
        Binding("n,escape,q", "answer(False)", "No"),
    ]

    def __init__(self, question: str, yes: str = "yes", no: str = "no") -> None:
        super().__init__()
        self.question = question
        self.words = (yes, no)

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with Vertical(id="ask"):
            yield Static(safe(self.question), markup=False, id="question")
            yield Static(f"y or Enter: {self.words[0]}      n or Esc: {self.words[1]}", markup=False, id="answers")

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(yes)
