"""Questions over a screen: yes or no, one of several answers, a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from picket_duty.text.styled_text import safe
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.screens.page import DismissOnce
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.form import Form, FormRow

if TYPE_CHECKING:
    from picket_duty.game import Game


class AskScreen(DismissOnce[bool], ModalScreen[bool]):
    """A yes-or-no question over the screen below: only y is yes; Enter, Esc or n is no, so that no
    key typed in haste loses anything.
    """

    BINDINGS: ClassVar = [
        bind("y", "answer(True)", "Yes"),
        bind("n,enter,escape,q", "answer(False)", "No"),
    ]

    def __init__(self, question: str, yes: str = "yes", no: str = "no") -> None:
        super().__init__()
        self.question = question
        self.yes = yes
        self.no = no

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static(safe(self.question), markup=False, id="question")
            words = Content.from_markup(
                "[@click=screen.answer(True)]$yes[/]      [@click=screen.answer(False)]$no[/]",
                yes=f"y: {self.yes}",
                no=f"Enter or Esc: {self.no}",
            )
            yield Static(words, id="answers")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


def if_yes(then: Callable[[], object]) -> Callable[[bool | None], None]:
    """What is called with the answer to a question: ``then`` is done if it is yes."""

    def answered(yes: bool | None) -> None:
        if yes:
            then()

    return answered


def leave_question(game: Game) -> AskScreen:
    """The question whether to leave a game that is not over."""
    why = game.save_file.unsaved() if game.save_file is not None else ""
    if why:
        question = f"Leave the game? It is NOT saved: {why}. If you leave, it cannot be resumed."
        return AskScreen(question, "leave without saving", "stay")
    return AskScreen(
        "Leave the game? It is saved. Choose Continue on the menu to resume.", "leave", "stay"
    )


class PickScreen(DismissOnce[str | None], ModalScreen[str | None]):
    """A question with several numbered answers; returns the value of the chosen one, None with
    Esc.
    """

    BINDINGS: ClassVar = [
        bind("escape,q", "close", "Back"),
        *(
            hidden(str(digit), f"select({digit})", "Select an answer by its number")
            for digit in range(1, 10)
        ),
    ]

    def __init__(self, question: str, answers: Sequence[Item]) -> None:
        super().__init__()
        self.question = question
        self.answers = [
            item._replace(text=f"{number} {item.text}") for number, item in enumerate(answers, 1)
        ]

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static(safe(self.question), markup=False, id="question")
            yield ItemList(self.answers, id="answers")

    def on_mount(self) -> None:
        answers = self.query_one(ItemList)
        answers.styles.height = len(self.answers)
        answers.focus()

    def action_select(self, number: int) -> None:
        """Select an answer by its number; Enter chooses it."""
        if number <= len(self.answers):
            self.query_one(ItemList).select(self.answers[number - 1].value)

    @on(ItemList.Chosen)
    def choose(self, event: ItemList.Chosen) -> None:
        self.dismiss(event.item.value)


class NameScreen(DismissOnce[str | None], ModalScreen[str | None]):
    """Returns the name typed; None with Esc."""

    BINDINGS: ClassVar = [bind("escape", "close", "Back")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self.before = name

    def compose(self) -> ComposeResult:
        note = "Enter: save the name   Esc: cancel"
        with Vertical(id="name"):
            yield Form(
                [FormRow("name", "Save name", self.before, note=note, most=60)], id="name-form"
            )

    def on_mount(self) -> None:
        self.query_one(Form).focus()

    @on(Form.Done)
    def done(self) -> None:
        """Return the name; None if it was not changed."""
        name = self.query_one(Form).values()["name"]
        self.dismiss(name if name != self.before else None)
