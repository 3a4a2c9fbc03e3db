"""The card of a finished game, its replay code, and the comparison of several captains of one watch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec
from textual import on, work
from textual.widget import Widget
from textual.widgets import TextArea

from picket_duty.tui.bindings import back, bind
from picket_duty.tui.game_analysis import GameAnalysis, start_analysis
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.screens.page import Page, TextPage
from picket_duty.tui.widgets.panel import Reading

if TYPE_CHECKING:
    from picket_duty.analysis.baseline import BackgroundBaseline
    from picket_duty.reports.game_card import Card


#: Seconds between two polls of the baseline games.
LOOKS = 0.5
#: Folder below the data folder where cards are written.
FOLDER = "cards"


class CardScreen(TextPage[None]):
    """The card of a save. The baseline games it is compared with are played in the background."""

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
        self.card: Card | None = None
        self.trouble = ""
        self._baseline: BackgroundBaseline | None = None

    def on_mount(self) -> None:
        """Start making the card."""
        self._work_out()

    def on_unmount(self) -> None:
        """Stop the baseline games and the analysis."""
        if self._baseline is not None:
            self._baseline.close()
        if self.analysis is not None and self._news in self.analysis.listeners:
            self.analysis.listeners.remove(self._news)

    def action_copy(self) -> None:
        """Copy card and code to the clipboard."""
        if self.card is not None:
            self.app.copy_to_clipboard(self.text(self.card))
            self.notify(
                "Card and replay code copied. If your terminal has no clipboard, press w to write a file instead."
            )

    def action_write(self) -> None:
        """Write card and code to a text file named after the save."""
        from picket_duty.saves.paths import data_folder

        if self.card is None:
            return
        target = data_folder() / FOLDER / f"{self.path.stem}.txt"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self.text(self.card) + "\n", encoding="utf-8", newline="\n")
        except OSError as error:
            self.notify(f"Cannot write {target}: {error.strerror}", severity="error", markup=False)
            return
        self.notify(f"Written to {target}", markup=False)

    def text(self, card: Card) -> str:
        """Card and code as plain text."""
        from picket_duty.reports.game_card import card_lines, code_lines

        return "\n".join([*card_lines(card, self.context.glyphs.ascii), *code_lines(card)])

    # -- made in the background --------------------------------------------------------

    @work(thread=True)
    def _work_out(self) -> None:
        from picket_duty.analysis.baseline import cached_baseline
        from picket_duty.analysis.win_probability import known_analysis, load_measurements
        from picket_duty.reports import ReportError
        from picket_duty.reports.game_card import card_of_save, doctrine_game, luck_words
        from picket_duty.saves import SaveError

        try:
            card = card_of_save(self.path, self.context.tables)
        except (SaveError, ReportError) as error:
            self.from_worker(self._show, None, str(error))
            return
        setup = card.game.state.setup
        result = known_analysis(card.game, load_measurements(card.game))
        card = msgspec.structs.replace(
            card,
            doctrine=doctrine_game(card.game),
            baseline=cached_baseline(setup, self.context.tables),
            luck=luck_words(result) if result else "",
        )
        self.from_worker(self._show, card)

    def _show(self, card: Card | None, trouble: str = "") -> None:
        if not self.is_attached:
            return
        self.card, self.trouble = card, trouble
        self.redraw_text()
        if card is None or self.context.staff() is None:
            return
        if card.baseline is None:
            self._count(card)
        if not card.luck:
            self._analyze(card)

    def _analyze(self, card: Card) -> None:
        """Start the win probability analysis, unless the game is too long for one of the whole."""
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
        """Show the result or the progress of the analysis."""
        from picket_duty.reports.game_card import luck_words

        result = self.analysis.result if self.analysis is not None else None
        if self.card is not None and result is not None:
            self.card = msgspec.structs.replace(self.card, luck=luck_words(result))
        self.redraw_text()

    def _count(self, card: Card) -> None:
        """Start the baseline games, if processes can be started."""
        from picket_duty.analysis.baseline import BackgroundBaseline
        from picket_duty.setup import SetupError

        try:
            self._baseline = BackgroundBaseline(card.game.state.setup, self.context.tables)
        except (SetupError, OSError, RuntimeError, ValueError):
            return
        self.set_interval(LOOKS, self._look)

    def _look(self) -> None:
        """Show the progress or the result of the baseline games."""
        baseline, card = self._baseline, self.card
        if baseline is None or card is None or card.baseline is not None:
            return
        if (result := baseline.poll()) is not None:
            self.card = msgspec.structs.replace(card, baseline=result)
        self.redraw_text()

    # -- drawn -------------------------------------------------------------------------

    def lines_for(self, width: int) -> list[Line]:
        """The card, or that it is being made."""
        if self.trouble:
            return [line(("The card", "title")), [], *wrap([Span(safe(self.trouble), "bad")], width)]
        if self.card is None:
            return [line(("The card", "title")), [], line(("Replaying the game to make the card", "dim"))]
        return card_page(self.text(self.card), self._progress(), width)

    def _progress(self) -> list[str]:
        """The progress of whatever is still being computed."""
        from picket_duty.analysis.baseline import GAMES

        baseline, analysis, card = self._baseline, self.analysis, self.card
        lines = []
        if baseline is not None and card is not None and card.baseline is None and baseline.working:
            played = f": {baseline.played:,} played" if baseline.played else ""
            lines.append(f"Playing {GAMES:,} games with the doctrine captain for comparison{played}")
        if analysis is not None and analysis.started and analysis.result is None and not analysis.error:
            far = f": {analysis.done} of {analysis.total}" if analysis.total else ""
            lines.append(f"Analyzing dice and orders{far}")
        return lines


def card_page(text: str, progress: Sequence[str], width: int) -> list[Line]:
    """Card and code as a page: title, facts, progress, code."""
    card, _, code = text.partition("\n\n")
    title, *facts = card.split("\n")
    lines = [line((safe(title), "title")), *(line(safe(fact)) for fact in facts)]
    lines += [line((text, "dim")) for text in progress]
    code_is_for = "Replay code: others can use it to check this card or to compare their game with yours"
    lines += [[], *wrap(line((code_is_for, "dim")), width)]
    lines += [line((safe(row), "key")) for row in code.split("\n")]
    return [*lines, [], line(("c", "key"), ": copy both   ", ("w", "key"), ": write them to a file")]


#: Shown with fewer than two codes.
ALONE = (
    "Paste other captains' codes below yours, with a blank line between them. Tab switches to the comparison and back."
)


class CompareScreen(Page[None]):
    """Compares the game of a save with others of the same watch."""

    BINDINGS: ClassVar = [
        bind("tab", "app.focus_next", "Codes or orders", "Move between the codes and the comparison", "compare.other"),
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
        """Compare the games of the codes entered so far."""
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
