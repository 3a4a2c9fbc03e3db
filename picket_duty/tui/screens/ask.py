"""Questions over a screen: yes or no, one of several answers, or a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from picket_duty.tui.bindings import bind
from picket_duty.tui.lines import safe
from picket_duty.tui.screens.page import DismissOnce
from picket_duty.tui.widgets.choices import Choices, Item
from picket_duty.tui.widgets.form import Field, Form


class AskScreen(DismissOnce[bool], ModalScreen[bool]):
    """A yes-or-no question over the screen below: y is yes, Esc or n is no, Enter is ``enter``."""

    BINDINGS: ClassVar = [
        bind("y", "answer(True)", "Yes"),
        bind("n,escape,q", "answer(False)", "No"),
        bind("enter", "enter", "Enter"),
    ]

    def __init__(self, question: str, yes: str = "yes", no: str = "no", enter: bool = True) -> None:
        super().__init__()
        self.question = question
        self.words = (yes, no)
        self.enter = enter

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with Vertical(id="ask"):
            yield Static(safe(self.question), markup=False, id="question")
            yes, no = ("y or Enter", "n or Esc") if self.enter else ("y", "n, Esc or Enter")
            words = Content.from_markup(
                "[@click=screen.answer(True)]$yes[/]      [@click=screen.answer(False)]$no[/]",
                yes=f"{yes}: {self.words[0]}",
                no=f"{no}: {self.words[1]}",
            )
            yield Static(words, id="answers")

    def action_enter(self) -> None:
        """Answer with Enter."""
        self.action_answer(self.enter)

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(yes)


class PickScreen(DismissOnce[str | None], ModalScreen[str | None]):
    """A question with several answers; returns the value of the chosen one, None with Esc."""

    BINDINGS: ClassVar = [bind("escape,q", "close", "back")]

    def __init__(self, question: str, answers: Sequence[Item]) -> None:
        super().__init__()
        self.question = question
        self.answers = list(answers)

    def compose(self) -> ComposeResult:
        """The question and a line for each answer."""
        with Vertical(id="ask"):
            yield Static(safe(self.question), markup=False, id="question")
            yield Choices(self.answers, id="answers")

    def on_mount(self) -> None:
        """Size the list to its answers and focus it."""
        choices = self.query_one(Choices)
        choices.styles.height = len(self.answers)
        choices.focus()

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        """Close with the answer."""
        self.dismiss(event.item.value)


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
