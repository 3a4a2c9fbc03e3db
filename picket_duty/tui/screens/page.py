"""The base classes of screens: key line, help, closing, a notice on small terminals; pages of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from textual import events
from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker, WorkerState, WorkType, get_current_worker

from picket_duty.charts.words import safe
from picket_duty.text.styled_text import Line, Span
from picket_duty.tui.app_context import AppContext, context_of
from picket_duty.tui.crash import wants_traceback
from picket_duty.tui.keymap import bind
from picket_duty.tui.lines import wrap
from picket_duty.tui.widgets.key_line import KeyLine
from picket_duty.tui.widgets.panel import ScrollText, TextPanel
from picket_duty.tui.widgets.tabs import PageTabs

if TYPE_CHECKING:
    from picket_duty.pages.blocks import Block
    from picket_duty.saves import SaveError

LEAST_WIDTH = 80
LEAST_HEIGHT = 24

Result = TypeVar("Result")
Value = TypeVar("Value")


def has_room(size: Size) -> bool:
    """Whether a terminal of this size can show a screen."""
    return size.width >= LEAST_WIDTH and size.height >= LEAST_HEIGHT


class DismissOnce(Screen[Result], Generic[Result]):
    """A screen that is dismissed once: a second key typed too early must not also dismiss the
    screen below. It can work in the background, too.
    """

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the screen with a result, unless it is already closed."""
        if not self.is_active:
            return AwaitComplete()
        return super().dismiss(result)

    def action_close(self) -> None:
        self.dismiss()

    def run_worker(self, work: WorkType[Any], *arguments: Any, **options: Any) -> Worker[Any]:
        """Work in the background. An error there is reported on the screen and does not end the
        program.

        It does end it where a traceback is wanted, as in tests.
        """
        return super().run_worker(
            work, *arguments, **{**options, "exit_on_error": wants_traceback()}
        )

    def in_background(
        self,
        work: Callable[[], Value],
        done: Callable[[Value], object],
        failed: Callable[[SaveError], object] | None = None,
        group: str = "default",
    ) -> None:
        """Work in a thread instead of older work of its group, then call ``done`` with the result,
        unless the screen has been closed meanwhile.

        If a save cannot be read, ``failed`` is called if it is given; any other error is reported
        on the screen.
        """
        from picket_duty.saves import SaveError

        def run() -> None:
            try:
                then: Callable[[], object] = partial(done, work())
            except SaveError as error:
                if failed is None:
                    raise
                then = partial(failed, error)
            if not get_current_worker().is_cancelled:
                self.app.call_from_thread(lambda: self._is_open and then())

        self.run_worker(run, thread=True, exclusive=True, group=group)

    @property
    def _is_open(self) -> bool:
        """Whether the screen has all its widgets: a closed screen loses them before it is detached."""
        return self.is_attached and self in self.app.screen_stack

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR:
            self.report_failure(safe(f"The calculation failed: {event.worker.error}"))

    def report_failure(self, words: str) -> None:
        """Show that background work has failed."""
        self.notify(words, severity="error")


class Page(DismissOnce[Result], Generic[Result]):
    """A full screen with help, a key line and a notice on small terminals."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (LEAST_WIDTH, "-fits")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LEAST_HEIGHT, "-high")]
    BINDINGS: ClassVar = [
        bind(
            "question_mark,f1",
            "app.help",
            "Help",
            "Show the keys and how to play",
            "page.help",
            display="?",
            system=True,
        ),
    ]

    #: Whether a game is played here.
    plays: ClassVar[bool] = False
    #: Whether letters and symbols are typed here: the key line then names no key that is one.
    takes_text: ClassVar[bool] = False
    #: How to play, in the help; empty for the text on playing the destroyer.
    guide: ClassVar[str] = ""
    #: The section of the manual that the help opens, as a search; empty for the first page.
    section: str = ""

    async def on_event(self, event: events.Event) -> None:
        """Handle an event. A screen without children is not mounted: the program has ended before it
        was composed.
        """
        if not isinstance(event, events.Mount) or self.children:
            await super().on_event(event)

    @property
    def context(self) -> AppContext:
        return context_of(self.app)

    def compose(self) -> ComposeResult:
        yield Static("", id="room", markup=False)
        yield from self.content()
        yield KeyLine(id="keys")

    def content(self) -> Iterable[Widget]:
        raise NotImplementedError

    def report_failure(self, words: str) -> None:
        """Show above the key line that background work has failed, for as long as the page is
        open.
        """
        if self.is_attached:
            self.query(".failed").remove()
            self.mount(Static(words, classes="failed", markup=False), before="#keys")

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        self.query_one("#room", Static).update(
            f"Picket Duty needs {LEAST_WIDTH} columns and {LEAST_HEIGHT} rows. "
            f"This terminal has {width} and {height}. Press q to quit; your game is saved."
        )
        if has_room(event.size):
            # A widget is focused again after the terminal was too small.
            self.call_after_refresh(lambda: self.focused or self.focus_next())


def boards(app: App[Any]) -> list[Any]:
    """The screens that are open on which a game is played, the one in front first."""
    return [
        screen for screen in reversed(app.screen_stack) if isinstance(screen, Page) and screen.plays
    ]


class TextPage(Page[Result], Generic[Result]):
    """A scrolled page of text: its ``blocks``, those that ``contents`` makes, or the lines of
    ``lines_for``.
    """

    #: Lines are no wider than this many columns, however wide the terminal; None for no limit.
    MAX_WIDTH: ClassVar[int | None] = 100
    #: What ``contents`` returns by default.
    blocks: Sequence[Block] = ()

    def content(self) -> Iterable[Widget]:
        yield ScrollText(self._lines, id="reading")

    def contents(self) -> Iterable[Block]:
        """The blocks of the page."""
        return self.blocks

    def lines_for(self, width: int) -> list[Line]:
        # Imported here because the menu shows no page.
        from picket_duty.tui.page_view import page_lines

        return page_lines(self.contents(), width, self.context.glyphs)

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        """Show other contents and keep the scroll position."""
        self.blocks = blocks
        self.redraw_text()

    def redraw_text(self) -> None:
        """Make the lines again and keep the scroll position."""
        if self.is_attached:
            self.query_one("#reading", ScrollText).redraw()

    def turn_page(self) -> None:
        """Make the lines again and scroll to the top."""
        self.query_one("#reading", ScrollText).show_text(self._lines)

    def _lines(self, width: int) -> list[Line]:
        return self.lines_for(min(width, self.MAX_WIDTH or width))


class TabbedPage(TextPage[Result], Generic[Result]):
    """Several pages of text, the current one chosen by its tab; ``shown`` is its number, from 0."""

    def __init__(self, names: tuple[str, ...], shown: int = 0) -> None:
        super().__init__()
        self.names = names
        self.shown = shown

    def content(self) -> Iterable[Widget]:
        yield PageTabs(self.names, self.shown, id="tabs")
        yield from super().content()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a page that exists has a key."""
        if action == "show":
            return parameters[0] in range(len(self.names))
        return super().check_action(action, parameters)

    def action_turn(self, way: int) -> None:
        if self.names:
            self.action_show((self.shown + way) % len(self.names))

    def action_show(self, number: int) -> None:
        if number < len(self.names):
            self.shown = number
            self.query_one(PageTabs).show(number)
            self.turn_page()
            self.refresh_bindings()


def head(title: str, *notes: str) -> TextPanel:
    """The title of a page, and below it what to know there."""
    rows = [(title, "title"), *((note, "dim") for note in notes)]
    return TextPanel(
        lambda width: [
            row
            for text, style in rows
            for row in wrap([Span(f"   {safe(text)}", style)], width, indent=3)
        ],
        "head",
    )
