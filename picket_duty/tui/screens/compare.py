"""Captains of one watch side by side: your own code stands there, theirs are pasted below it."""

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

#: What is said while there is nobody to compare with.
ALONE = "Paste the codes of others below yours, a blank line between. Tab: to the comparison and back."


class CompareScreen(Page[None]):
    """The game of a save beside others of the same watch, order by order where they parted."""

    BINDINGS: ClassVar = [
        bind("tab", "app.focus_next", "Codes or orders", "From codes to orders and back", "compare.other"),
        back("escape"),
    ]

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.told: list[str] = []
        self.trouble = ""

    def content(self) -> Iterable[Widget]:
        """The codes at the top, what comes of them below."""
        yield TextArea("", id="codes", soft_wrap=True)
        yield Reading(self._lines, id="reading")

    def on_mount(self) -> None:
        """Your own code first."""
        self._begin()

    @work(thread=True)
    def _begin(self) -> None:
        from picket_duty.reports import ReportError
        from picket_duty.reports.game_card import card_of_save, code_lines
        from picket_duty.saves import SaveError

        try:
            code = "\n".join(code_lines(card_of_save(self.path, self.context.tables))).strip()
        except (SaveError, ReportError) as error:
            self.from_beside(self._show, [], str(error))
            return
        self.from_beside(self._own, code)

    def _own(self, code: str) -> None:
        if self.is_attached:
            area = self.query_one(TextArea)
            area.text = f"{code}\n\n"
            area.move_cursor(area.document.end)

    @on(TextArea.Changed)
    def look(self, event: TextArea.Changed) -> None:
        """What was typed or pasted is compared as it stands."""
        self._compare(event.text_area.text)

    @work(thread=True, exclusive=True, group="compare")
    def _compare(self, text: str) -> None:
        from picket_duty.reports import ReportError
        from picket_duty.reports.comparison import compare_lines
        from picket_duty.saves.replay_code import CodeError, codes_in, read_code

        codes = codes_in(text)
        told: list[str] = []
        trouble = ""
        try:
            games = [read_code(code, self.context.tables).game for code in codes]
            told = compare_lines(games) if len(games) > 1 else []
        except (CodeError, ReportError) as error:
            trouble = str(error)
        self.from_beside(self._show, told, trouble)

    def _show(self, told: list[str], trouble: str) -> None:
        if self.is_attached:
            self.told, self.trouble = told, trouble
            self.query_one(Reading).redraw()

    def _lines(self, width: int) -> list[Line]:
        if self.trouble:
            return wrap([Span(safe(self.trouble), "bad")], width)
        if not self.told:
            return wrap([Span(ALONE, "dim")], width, indent=0)
        title, *rest = self.told
        return [line((safe(title), "title")), *(line(safe(one)) for one in rest)]
