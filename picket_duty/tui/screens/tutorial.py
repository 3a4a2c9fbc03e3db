"""The first battle: the battle screen with fixed dice, and a page of the lesson beside it at each step."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.geometry import Region, Size
from textual.widget import Widget

from picket_duty.game import Game
from picket_duty.requests import Request
from picket_duty.saves import SaveError
from picket_duty.tui.autoplay import ASK, OVER
from picket_duty.tui.bindings import bind
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.screens.ask import AskScreen
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.board import header_rows
from picket_duty.tui.settings import EVENTS, OFF
from picket_duty.tui.tutorial import Lesson, keep_lessons, lessons_read, load_script, with_lesson
from picket_duty.tui.widgets.board_layout import Board
from picket_duty.tui.widgets.panel import Panel

KEY = re.compile(r"\[([^\]]+)\]")
#: From this width on the lesson has a column of its own beside the board, so wide.
BESIDE, COLUMN = 120, 40
ORDERS = "orders"


def lesson_lines(lesson: Lesson, width: int, foot: str = "") -> list[Line]:
    """A lesson with its keys standing out; no blank lines where ``foot`` says that there is little room."""
    lines = [line((lesson.title, "title"), (f"   {foot}", "dim"))]
    for part in lesson.text.strip().split("\n\n"):
        lines += [*_keyed(part, width), *([] if foot else [[]])]
    return [*lines, *_keyed(f"Now: {lesson.hint}", width, "strong")]


def _keyed(text: str, width: int, style: str = "plain") -> list[Line]:
    """A text in lines, [words] in it as keys."""
    pieces = enumerate(KEY.split(" ".join(text.split())))
    return wrap([Span(safe(piece), "key" if place % 2 else style) for place, piece in pieces if piece], width, indent=0)


class LessonPanel(Panel):
    """The page of a lesson: in a column beside the board, or over what it does not speak of."""

    lesson: Lesson | None = None

    def draw(self, width: int, height: int) -> list[Line]:
        """The text; closer where it would not have room."""
        if self.lesson is None:
            return []
        lines = lesson_lines(self.lesson, width)
        return lines if len(lines) <= height else lesson_lines(self.lesson, width, "l hides this page")


class TutorialScreen(BattleScreen):
    """The battle with its lessons. The dice wait at each page, and roll by themselves to the next."""

    BINDINGS: ClassVar = [
        bind("l", "lesson", "Lesson", "The page of the lesson: hide it, show it again", "lesson.lesson")
    ]

    def __init__(self, game: Game, pace: str, daily: str = EVENTS, bell: str = OFF) -> None:
        self.script = load_script()
        self.shown = lessons_read(game) or 0
        if self.shown and self.script.lessons[self.shown - 1].fits(game.request):
            # Taken up where its page stood: it is shown again.
            self.shown -= 1
        self.closed = self._ended = False
        #: The request that the page shown came with.
        self._told: Request | None = None
        super().__init__(with_lesson(game, self.script), pace, daily, bell)
        self.autoplay.waits = self._waits
        self.autoplay.begin()

    def content(self) -> Iterable[Widget]:
        """The battle, and the lesson."""
        yield from super().content()
        yield LessonPanel(id="lesson")

    # -- where the page stands -------------------------------------------------------

    @property
    def beside(self) -> bool:
        """Whether the lesson has a column of its own."""
        return self.size.width >= BESIDE

    def room(self) -> Size:
        """The screen without the column of the lesson."""
        return Size(self.size.width - COLUMN, self.size.height) if self.beside else self.size

    def on_resize(self, event: events.Resize) -> None:
        """The page in its place."""
        self.call_after_refresh(self._place)

    def _place(self) -> None:
        """Put the page beside the board, or over what it does not speak of while its request stands."""
        panel, lesson = self.query_one(LessonPanel), self.query_one(LessonPanel).lesson
        panel.set_class(self.beside, "beside")
        standing = self._told is self.game.request and self.autoplay.step.kind in (ASK, OVER)
        panel.display = lesson is not None and not self.closed and (self.beside or standing)
        if lesson is None or self.beside:
            panel.styles.offset, panel.styles.width, panel.styles.height = (0, 0), COLUMN, "100%"
        else:
            region = self._region(lesson)
            panel.styles.offset = (region.x, region.y)
            panel.styles.width, panel.styles.height = region.width, region.height
        panel.redraw()

    def _region(self, lesson: Lesson) -> Region:
        """What the page lies over: the orders, or all panels above them."""
        room = self.board_size()
        orders = self.query_one(Board).places(room)[ORDERS]
        found = orders if lesson.over == ORDERS else Region(0, 0, room.width, orders.y)
        return found.translate((0, header_rows(room.width)))

    # -- which page is shown -----------------------------------------------------------

    def _waits(self, request: Request) -> bool:
        """Whether the dice wait: a page came with this roll, or comes with it."""
        return request is self._told or any(lesson.fits(request) for lesson in self._waiting())

    def _waiting(self) -> tuple[Lesson, ...]:
        return self.script.lessons[self.shown :]

    def _show_request(self) -> None:
        """The request, and the lesson that comes with it."""
        super()._show_request()
        if self.autoplay.step.kind in (ASK, OVER) and self.game.request is not self._told:
            for place, lesson in enumerate(self._waiting()):
                if lesson.fits(self.game.request):
                    self._show_lesson(lesson, self.shown + place + 1)
                    break
        self._place()

    def _show_lesson(self, lesson: Lesson, shown: int) -> None:
        self.query_one(LessonPanel).lesson = lesson
        self.shown, self.closed, self._told = shown, False, self.game.request
        if lesson.tab:
            self.action_tab(lesson.tab)
        try:
            keep_lessons(self.game, shown)
        except SaveError as error:
            self._orders().say(str(error))

    def _show_outcome(self) -> None:
        """The last page first; from it Enter leads to the outcome."""
        if self._ended:
            super()._show_outcome()
        self._ended = True

    def _staff(self) -> None:
        """The lesson has dice of its own, which nobody could play out."""

    # -- keys ------------------------------------------------------------------------------

    def action_lesson(self) -> None:
        """Hide the page, or show it again; one whose request is answered comes back over the orders."""
        panel = self.query_one(LessonPanel)
        if panel.lesson is not None:
            self.closed = panel.display
            self._told = self.game.request if not self.closed else self._told
            self._place()

    def action_leave(self) -> None:
        """Ask, then leave; Enter stays."""
        if self.game.over:
            self._close()
            return
        question = "Leave the first battle? It is saved; Continue on the menu takes it up here."
        self.app.push_screen(AskScreen(question, "leave", "stay", enter=False), self._leave)
