"""Games of one watch compared: your replay code is filled in, others are pasted below it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.widget import Widget
from textual.widgets import TextArea

from picket_duty.tui.bindings import back, bind
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.text_panel import Reading

#: Shown with fewer than two codes.
ALONE = "Paste the codes of others below yours, a blank line between. Tab: to the comparison and back."


class CompareScreen(Page[None]):
    """The game of a save compared with others of the same watch, from where their orders differ."""

    BINDINGS: ClassVar = [
        bind("tab", "app.focus_next", "Codes or orders", "From codes to orders and back", "compare.other"),
        back("escape"),
    ]

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.comparison: list[str] = []
        self.trouble = ""

    def content(self) -> Iterable[Widget]:
        """The codes, and the comparison below them."""
        yield TextArea("", id="codes", soft_wrap=True)
        yield Reading(self._lines, id="reading")

    def on_mount(self) -> None:
        """Fill in your own code."""
        self._begin()

    @work(thread=True)
    def _begin(self) -> None:
        from picket_duty.reports import ReportError
        from picket_duty.reports.game_card import card_of_save, code_lines
        from picket_duty.saves import SaveError

        try:
            code = "\n".join(code_lines(card_of_save(self.path, self.context.tables))).strip()
        except (SaveError, ReportError) as error:
            self.from_worker(self._show, [], str(error))
            return
        self.from_worker(self._own, code)

    def _own(self, code: str) -> None:
        if self.is_attached:
            area = self.query_one(TextArea)
            area.text = f"{code}\n\n"
            area.move_cursor(area.document.end)

    @on(TextArea.Changed)
    def look(self, event: TextArea.Changed) -> None:
        """Compare the codes entered so far."""
        self._compare(event.text_area.text)

    @work(thread=True, exclusive=True, group="compare")
    def _compare(self, text: str) -> None:
        from picket_duty.reports import ReportError
        from picket_duty.reports.comparison import compare_lines
        from picket_duty.saves.replay_code import CodeError, codes_in, read_code

        codes = codes_in(text)
        comparison: list[str] = []
        trouble = ""
        try:
            games = [read_code(code, self.context.tables).game for code in codes]
            comparison = compare_lines(games) if len(games) > 1 else []
        except (CodeError, ReportError) as error:
            trouble = str(error)
        self.from_worker(self._show, comparison, trouble)

    def _show(self, comparison: list[str], trouble: str) -> None:
        if self.is_attached:
            self.comparison, self.trouble = comparison, trouble
            self.query_one(Reading).redraw()

    def _lines(self, width: int) -> list[Line]:
        if self.trouble:
            return wrap([Span(safe(self.trouble), "bad")], width)
        if not self.comparison:
            return wrap([Span(ALONE, "dim")], width, indent=0)
        title, *rest = self.comparison
        return [line((safe(title), "title")), *(line(safe(text)) for text in rest)]
