"""The card of a finished game and its replay code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec

from picket_duty.pages.blocks import Heading, Paragraph, Space
from picket_duty.tui.bindings import back, bind
from picket_duty.tui.game_analysis import GameAnalysis, start_analysis
from picket_duty.tui.lines import Line, line
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.page import TextPage

if TYPE_CHECKING:
    from picket_duty.pages.game_card import GameCard

#: Folder below the data folder where cards are written.
FOLDER = "cards"


class CardScreen(TextPage[None]):
    """The card of a save."""

    BINDINGS: ClassVar = [
        bind("c", "copy", "Copy", "Copy the card and replay code", "card.copy"),
        bind("w", "write", "Write", "Write the card and replay code to a text file", "card.write"),
        back("escape,q,enter"),
    ]

    def __init__(self, path: Path, analysis: GameAnalysis | None = None) -> None:
        """The card of a save; ``analysis`` is shared with another page that started it."""
        super().__init__()
        self.path = path
        self.analysis = analysis
        self.card: GameCard | None = None
        self.trouble = ""

    def on_mount(self) -> None:
        self._work_out()

    def on_unmount(self) -> None:
        if self.analysis is not None and self._news in self.analysis.listeners:
            self.analysis.listeners.remove(self._news)

    def action_copy(self) -> None:
        if self.card is not None:
            self.app.copy_to_clipboard(self.text(self.card))
            self.notify(
                "Card and replay code copied. If your terminal has no clipboard, press w to write a file instead."
            )

    def action_write(self) -> None:
        """Write card and code to a text file named after the save."""
        from picket_duty.paths import data_folder
        from picket_duty.saves.files import write_file

        if self.card is None:
            return
        target = data_folder() / FOLDER / f"{self.path.stem}.txt"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_file(target, (self.text(self.card) + "\n").encode("utf-8"))
        except OSError as error:
            self.notify(f"Cannot write {target}: {error.strerror}", severity="error", markup=False)
            return
        self.notify(f"Written to {target}", markup=False)

    def text(self, card: GameCard) -> str:
        """Card and code as plain text."""
        from picket_duty.pages.game_card import card_lines, code_lines

        return "\n".join([*card_lines(card, self.context.glyphs.ascii), *code_lines(card)])

    def _work_out(self) -> None:
        self.in_background(self._make, self._show, self._say)

    def _make(self) -> GameCard | None:
        from picket_duty.analysis.win_probability import known_analysis, load_measurements
        from picket_duty.pages.game_card import card_of_save, luck_words
        from picket_duty.pages.report import ReportError

        try:
            card = card_of_save(self.path, self.context.tables)
        except ReportError as error:
            self.from_worker(self._say, error)
            return None
        if (result := known_analysis(card.game, load_measurements(card.game))) and result.is_split:
            card = msgspec.structs.replace(card, luck=luck_words(result))
        return card

    def _say(self, trouble: Exception) -> None:
        self.trouble = str(trouble)
        self.redraw_text()

    def _show(self, card: GameCard | None) -> None:
        self.card = card
        self.redraw_text()
        if card is not None and not card.luck and self.context.analyzer() is not None:
            self._analyze(card)

    def _analyze(self, card: GameCard) -> None:
        from picket_duty.analysis.win_probability import has_curve

        if not has_curve(card.game):
            self.analysis = None
            return
        self.analysis = self.analysis or GameAnalysis(card.game)
        self.analysis.listeners.append(self._news)
        if not self.analysis.started:
            start_analysis(self.app, self.analysis)
        self._news()

    def _news(self) -> None:
        from picket_duty.pages.game_card import luck_words

        result = self.analysis.result if self.analysis is not None else None
        if self.card is not None and result is not None and result.is_split:
            self.card = msgspec.structs.replace(self.card, luck=luck_words(result))
        self.redraw_text()

    def lines_for(self, width: int) -> list[Line]:
        from picket_duty.pages.game_card import card_page

        glyphs = self.context.glyphs
        if self.card is None:
            state = (self.trouble, "bad") if self.trouble else ("Replaying the game to make the card", "dim")
            return page_lines([Heading("The card", 3), Space(), Paragraph(line(state))], width, glyphs)
        return page_lines(card_page(self.card, glyphs.ascii, self._progress()), width, glyphs)

    def _progress(self) -> str:
        analysis = self.analysis
        if analysis is None or not analysis.started or (self.card and self.card.luck) or analysis.error:
            return ""
        return "Analyzing dice and orders"
