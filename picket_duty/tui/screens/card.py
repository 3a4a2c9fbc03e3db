"""The card of a game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec

from picket_duty.analysis import measurements, win_analysis
from picket_duty.pages import luck_report
from picket_duty.pages.blocks import Block, Heading, Space, styled
from picket_duty.paths import data_folder
from picket_duty.tui.game_analysis import GameAnalysis, start_analysis
from picket_duty.tui.keymap import back, bind
from picket_duty.tui.screens.page import TextPage

if TYPE_CHECKING:
    from picket_duty.analysis.win_probability import WinProbability
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
        self.in_background(self._make, self._show, self._show)

    def action_copy(self) -> None:
        if self.card is not None:
            self.app.copy_to_clipboard(self.text(self.card))
            self.notify(
                "Card and replay code copied. If your terminal has no clipboard, press w to "
                "write a file instead."
            )

    def action_write(self) -> None:
        from picket_duty.saves.files import write_file

        if self.card is None:
            return
        target = data_folder() / FOLDER / f"{self.path.stem}.txt"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            write_file(target, (self.text(self.card) + "\n").encode("utf-8"))
        except OSError as error:
            self.notify(f"Cannot write {target}: {error.strerror}", severity="error")
            return
        self.notify(f"Written to {target}")

    def text(self, card: GameCard) -> str:
        """Card and code as plain text."""
        from picket_duty.pages.game_card import asked_lines, card_lines, code_lines

        lines = card_lines(card, self.context.glyphs.ascii)
        return "\n".join([*lines, *code_lines(card), *asked_lines(card)])

    def _make(self) -> GameCard | ValueError:
        """The card, with its luck if that is known from earlier; or the reason why there is none."""
        from picket_duty.pages import game_card
        from picket_duty.pages.report import ReportError

        try:
            card = game_card.card_of_save(self.path, self.context.tables)
        except ReportError as error:
            return error
        known = measurements.load_measurements(card.game)
        return _with_luck(card, win_analysis.known_analysis(card.game, known))

    def _show(self, card: GameCard | Exception) -> None:
        """Show the card, or why there is none; start the analysis of its luck, if that is on."""
        if isinstance(card, Exception):
            self.trouble = str(card)
            self.redraw_text()
            return
        self.card = card
        # Nothing is analyzed if the luck is known, analysis is off or the game is too long for it.
        if card.luck or self.context.analyzer() is None or not win_analysis.has_curve(card.game):
            self.analysis = None
            self.redraw_text()
            return
        self.analysis = self.analysis or GameAnalysis(card.game)
        self.analysis.listeners[self] = self._news
        if not self.analysis.started:
            start_analysis(self.app, self.analysis)
        self._news()

    def _news(self) -> None:
        """Show the luck as far as it is known; the analysis calls this as it progresses."""
        if self.card is not None and self.analysis is not None:
            self.card = _with_luck(self.card, self.analysis.result)
        self.redraw_text()

    def contents(self) -> Iterable[Block]:
        from picket_duty.pages.game_card import card_page

        if self.card is None:
            state = styled("Replaying the game to make the card", "dim")
            if self.trouble:
                state = styled(self.trouble, "bad")
            return [Heading("The card", level=3), Space(), state]
        return card_page(self.card, self.context.glyphs.ascii, self._progress(self.card))

    def _progress(self, card: GameCard) -> str:
        """What is still analyzed for the card; empty for nothing."""
        analysis = self.analysis
        if analysis is None or not analysis.started or analysis.error:
            return ""
        if not card.luck:
            return "Analyzing dice and orders"
        return f"Luck and orders: {luck_report.COUNTING}" if analysis.counting else ""


def _with_luck(card: GameCard, result: WinProbability | None) -> GameCard:
    """A card with its luck, once its dice and orders are known."""
    from picket_duty.pages.game_card import luck_words

    if result is None or not result.is_split:
        return card
    return msgspec.structs.replace(card, luck=luck_words(result))
