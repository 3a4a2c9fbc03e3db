"""The first battle: the battle screen with fixed dice and a lesson at each step."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget

from picket_duty.book import Tables
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.screens.ask import AskScreen
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.tutorial import Lesson, TutorialGame, load_script
from picket_duty.tui.widgets.panel import Panel
from picket_duty.tui.widgets.text import Reading

KEY = re.compile(r"\[([^\]]+)\]")


def lesson_lines(lesson: Lesson, width: int) -> list[Line]:
    """A lesson with its keys standing out."""
    lines = [line((lesson.title, "title"))]
    for part in lesson.text.strip().split("\n\n"):
        spans: Line = []
        for place, piece in enumerate(KEY.split(" ".join(part.split()))):
            spans.append(Span(safe(piece), "key" if place % 2 else "plain"))
        lines += [*wrap([span for span in spans if span.text], width, indent=0), []]
    return [*lines, line(("Now: ", "strong"), lesson.hint)]


class HintLine(Panel):
    """What to do now, in one line."""

    lesson: Lesson | None = None

    def draw(self, width: int, height: int) -> list[Line]:
        """The hint of the lesson read last."""
        if self.lesson is None:
            return [[]]
        return [line((f" {self.signs.mark} ", "key"), (self.lesson.hint, "strong"), ("   l: lesson", "dim"))]


class LessonScreen(ModalScreen[None]):
    """A lesson over the board, which stays in sight."""

    BINDINGS: ClassVar = [Binding("enter,space,escape,l,q", "close", "Go on", tooltip="To the board")]

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(classes=lesson.at)
        self.lesson = lesson

    def compose(self) -> ComposeResult:
        """The text in a box."""
        with Vertical(id="lesson"):
            yield LessonText(self.lesson, id="lesson-text")

    def action_close(self) -> None:
        """To the board."""
        self.dismiss()


class LessonText(Reading, inherit_bindings=False):
    """The text of a lesson, as high as it is."""

    BINDINGS: ClassVar = [
        Binding("up", "scroll_up", "Up", show=False),
        Binding("down", "scroll_down", "Down", show=False),
    ]

    def __init__(self, lesson: Lesson, id: str | None = None) -> None:
        super().__init__(lambda width: [*lesson_lines(lesson, width), self._foot()], id=id)
        self.lesson = lesson

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """As many rows as the text has."""
        return len(self.write(width))

    def _foot(self) -> Line:
        return line(("Enter", "key"), (" closes this page", "dim"))


class TutorialScreen(BattleScreen):
    """The battle with its lessons."""

    BINDINGS: ClassVar = [Binding("l", "lesson", "Lesson", tooltip="Read the last lesson again", id="lesson.lesson")]
    #: The key line and the hint.
    bar_rows = 2

    def __init__(self, tables: Tables) -> None:
        script = load_script()
        super().__init__(TutorialGame(script, tables))
        self.waiting = list(script.lessons)

    def content(self) -> Iterable[Widget]:
        """The hint over the battle."""
        yield HintLine(id="hint")
        yield from super().content()

    def action_lesson(self) -> None:
        """The last lesson again."""
        lesson = self.query_one(HintLine).lesson
        if lesson is not None:
            self.app.push_screen(LessonScreen(lesson))

    def action_leave(self) -> None:
        """Ask, then leave; the tutorial is not saved."""
        if self.game.over:
            self.dismiss()
            return
        self.app.push_screen(AskScreen("Leave the first battle? It is not saved.", "leave", "stay"), self._leave)

    def _show_request(self) -> None:
        """The request, and the lesson that waits for it."""
        super()._show_request()
        if self.game.over:
            return
        for place, lesson in enumerate(self.waiting):
            if lesson.fits(self.game.request):
                del self.waiting[: place + 1]
                self._show_lesson(lesson)
                return

    def _staff(self) -> None:
        """The lesson has dice of its own, which nobody could play out."""

    def _show_outcome(self) -> None:
        """The last lesson, then the outcome."""
        last = [lesson for lesson in self.waiting if lesson.over]
        self.waiting = []
        if last:
            self.app.push_screen(LessonScreen(last[0]), self._lesson_over)
        else:
            super()._show_outcome()

    def _lesson_over(self, _result: None) -> None:
        self._show_outcome()

    def _show_lesson(self, lesson: Lesson) -> None:
        hint = self.query_one(HintLine)
        hint.lesson = lesson
        hint.redraw()
        if lesson.tab:
            self.action_tab(lesson.tab)
        self.app.push_screen(LessonScreen(lesson))
