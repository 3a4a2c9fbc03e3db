"""What every screen has in common: its key line, help, and a plain line where the terminal is too small."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from picket_duty.tui.app_context import AppContext, context_of
from picket_duty.tui.bindings import bind
from picket_duty.tui.lines import Line
from picket_duty.tui.widgets.bars import KeyLine
from picket_duty.tui.widgets.text_panel import Reading

LEAST_WIDTH, LEAST_HEIGHT = 80, 24

Result = TypeVar("Result")


def has_room(size: Size) -> bool:
    """Whether a terminal of this size can show a screen."""
    return size.width >= LEAST_WIDTH and size.height >= LEAST_HEIGHT


class DismissOnce(Screen[Result], Generic[Result]):
    """A screen that is left once: a second key typed before the first was taken would leave the one below it, too."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Leave the screen with a result, unless it was left."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def action_close(self) -> None:
        """Leave the screen without a result."""
        self.dismiss()


class Page(DismissOnce[Result], Generic[Result]):
    """A full screen."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (LEAST_WIDTH, "-fits")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LEAST_HEIGHT, "-high")]
    BINDINGS: ClassVar = [
        bind("question_mark,f1", "app.help", "help", "The keys and how to play", "page.help", display="?", system=True),
    ]

    #: How to play, in the help; empty for the text on playing the destroyer.
    guide: ClassVar[str] = ""

    @property
    def context(self) -> AppContext:
        """The program this screen belongs to."""
        return context_of(self.app)

    def from_beside(self, what: Callable[..., None], *about: object) -> None:
        """From work beside the screen: let the screen do something, unless it was left meanwhile."""
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(what, *about)

    def compose(self) -> ComposeResult:
        """The line for too small a terminal, the content, the key line."""
        yield Static("", id="room", markup=False)
        yield from self.content()
        yield KeyLine(id="keys")

    def content(self) -> Iterable[Widget]:
        """The widgets between top and key line."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        """Say how much room is needed; it is shown where there is less."""
        width, height = event.size
        self.query_one("#room", Static).update(
            f"Picket Duty needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows; here are {width} and {height}. "
            "q leaves; a game stays saved."
        )
        if has_room(event.size):
            self.call_after_refresh(self.take_keys)

    def take_keys(self) -> None:
        """Give the keys to a widget again where there was no room for any."""
        if self.focused is None:
            self.focus_next()


class TextPage(Page[Result], Generic[Result]):
    """A page of text that is scrolled. A subclass makes its lines for a width in ``lines_for``."""

    #: Lines are no wider than this many columns, however wide the terminal; None for no limit.
    MAX_WIDTH: ClassVar[int | None] = 100

    def content(self) -> Iterable[Widget]:
        """The text."""
        yield Reading(self._lines, id="reading")

    def lines_for(self, width: int) -> list[Line]:
        """The lines of the page."""
        raise NotImplementedError

    def redraw_text(self) -> None:
        """Make the lines again; the place read stays."""
        if self.is_attached:
            self.query_one("#reading", Reading).redraw()

    def turn_page(self) -> None:
        """Make the lines again and show their top."""
        self.query_one("#reading", Reading).show_text(self._lines)

    def _lines(self, width: int) -> list[Line]:
        return self.lines_for(min(width, self.MAX_WIDTH or width))
