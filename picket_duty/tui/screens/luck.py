"""A game looked back at: the curve of its win probability with the key moments, its dice, and its
card.

A ``GameAnalysis`` computes the curve of one game in the background and notifies the screens that
show it. Results are cached, so an analysis that was left early is resumed later. The dice are those
of the whole game or of a day, compared with their averages.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from textual import on
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import get_current_worker

from picket_duty.analysis import win_probability
from picket_duty.analysis.workers import WorkersLost, cores
from picket_duty.game import Game
from picket_duty.pages import dice_luck, luck_report
from picket_duty.pages.blocks import Block, Heading, Paragraph, Space, styled
from picket_duty.paths import SaveError, data_folder
from picket_duty.rules.campaign import stages_begun
from picket_duty.text.names import short_date
from picket_duty.text.styled_text import Line, line, text_of
from picket_duty.tui.ending import wants_traceback
from picket_duty.tui.keymap import back, bind
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.page import Page, TextPage
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import TextPanel

if TYPE_CHECKING:
    from picket_duty.analysis.win_probability import WinProbability
    from picket_duty.pages.game_card import GameCard
    from picket_duty.pages.luck_report import Moment

#: Worker processes of a background analysis: more would heat the player's machine for little gain.
MAX_PROCESSES = 4
#: Seconds between two progress reports.
REPORT_INTERVAL = 0.3
#: The share of the playouts that shows the pace: the first ones wait for the processes to start.
ENOUGH = 0.1
#: The largest share done that is shown before the curve is complete.
MOST = 0.99
#: Held by the analysis that computes: the next one waits, and then knows what the first one
#: measured.
COMPUTING = threading.Lock()


class GameAnalysis:
    """The win probability over a game: ``drawn`` is what is known, ``result`` the same once its
    curve is complete.

    In a campaign of stages it is the chance of holding one ``stage``, by default the current one or
    the last; 0 is the whole game. ``whole`` is what is analyzed, from its first answer; ``moments``
    count their answers in it, and ``before`` is the number of answers before it.
    """

    def __init__(self, game: Game, stage: int = 0) -> None:
        self.game = game
        #: The stages that have begun.
        self.stages = stages_begun(game.state)
        self.stage = stage or self.stages
        self.whole: Game | None = None
        #: The game from its first answer, also if only a stage of it is analyzed.
        self.entire: Game | None = None
        self.result: WinProbability | None = None
        self.drawn: WinProbability | None = None
        self.moments: list[Moment] = []
        #: The orders that differed from doctrine's, as judged so far; None until the orders are
        #: compared.
        self.orders: list[Moment] | None = None
        self.error = ""
        #: About how many seconds the curve takes in all, 0 until it is known.
        self.seconds = 0.0
        #: The share of its playouts that are done, what measures it, and when that began.
        self.done = 0.0
        self.measuring: win_probability.Analysis | None = None
        self.begun = 0.0
        self.started = False
        #: Whether playouts under way may still change the numbers.
        self.counting = False
        #: The screens that show it, each with what shows news there.
        self.listeners: dict[Widget, Callable[[], None]] = {}

    @property
    def has_curve(self) -> bool:
        """Whether the game or the stage can be analyzed; of other games, only the dice are
        compared.
        """
        return win_probability.has_curve(self.game, self.stage)

    @property
    def before(self) -> int:
        """The answers of the game before the stage that is analyzed; 0 for a whole game and until
        it is known.
        """
        return self.whole.base if self.stage and self.whole is not None else 0

    def order_at(self, answers: int) -> Moment | None:
        """The order given after so many answers; None if unknown or the same as doctrine's."""
        if self.result is None or self.whole is None:
            return None
        return luck_report.order_at(self.whole, self.result, answers - self.before)

    def chance_at(self, answers: int) -> float | None:
        """The chance after so many answers of the game; None if unknown, and outside the stage that
        is analyzed.
        """
        place = answers - self.before
        if self.result is None or (self.stage and not 0 <= place <= self.result.points[-1].answers):
            return None
        return luck_report.chance_at(self.result, place)

    def waiting_page(self, key: str) -> list[Block]:
        """Shown without a result: that it is computed, the error, or the ``key`` that starts the
        analysis.
        """
        return luck_report.waiting_page(
            key, self.done if self.started else None, self.seconds, self.error
        )

    @property
    def is_shown(self) -> bool:
        """Whether a screen that is open shows it."""
        return any(screen.is_attached for screen in self.listeners)

    def notify(self) -> None:
        """Show the news on every screen."""
        for screen, show in list(self.listeners.items()):
            if screen.is_attached:
                show()

    def compute(self, folder: str, jobs: int) -> Generator[None, None, None]:
        """Compute in this thread, with a stop after each result; ``show`` takes over what is known
        by then.
        """
        try:
            whole = self._analyzed_game()
            stage = self.stage
            known = win_probability.load_measurements(whole, stage)
            self.counting = True
            self.seconds = self.seconds or win_probability.estimated_seconds(whole, jobs, stage)
            self.measuring, self.begun = (
                win_probability.Analysis(whole, folder, known, stage),
                time.monotonic(),
            )
            self.whole = whole
            try:
                for _ in self.measuring.run(jobs, background=True):
                    self.done = min(self.measuring.played / max(1, self.measuring.wanted), MOST)
                    yield
            finally:
                win_probability.store_measurements(whole, known, stage)
                self.counting = False
            self.show()
        except WorkersLost:
            self.fail("The analysis was interrupted")
        except (SaveError, OSError) as error:
            self.fail(str(error))

    def show(self) -> None:
        """Take over what is known; the moments and the orders once the curve is complete."""
        if self.measuring is None or self.whole is None:
            return
        if self.done > ENOUGH:
            self.seconds = (time.monotonic() - self.begun) / self.done
        self.drawn = drawn = self.measuring.so_far()
        if self.measuring.known.curve:
            self._show_result(drawn)

    def _show_result(self, result: WinProbability) -> None:
        assert self.whole is not None
        self.moments = luck_report.moments_of(self.whole, result)
        self.result = result
        if result.is_compared:
            self.orders = luck_report.order_moments(
                self.whole, result.ranked, result, self.orders or ()
            )

    def load_cached(self) -> None:
        """Load the result from the cache, if it is complete."""
        try:
            whole = self._analyzed_game()
        except SaveError:
            return
        known = win_probability.load_measurements(whole, self.stage)
        result = win_probability.known_analysis(whole, known, self.stage)
        if self.result is not None:
            return
        if result is not None:
            self.whole = whole
            self.drawn = result
            self._show_result(result)
        else:
            self.whole = whole if self.stage else self.whole
            self.seconds = win_probability.estimated_seconds(
                whole, min(MAX_PROCESSES, cores()), self.stage
            )

    def _analyzed_game(self) -> Game:
        """The game from its first answer, or the stage as a separate game. Raises SaveError."""
        self.entire = whole = whole_game(self.game)
        return win_probability.stage_game(whole, self.stage) if self.stage else whole

    def fail(self, error: str) -> None:
        """Show the error; the player may start the analysis again."""
        self.error = error
        self.started = False


def start_analysis(app: App[Any], analysis: GameAnalysis) -> None:
    """Compute in the background for as long as a screen shows it."""
    analysis.started = True
    analysis.error = ""
    folder, jobs = str(analysis.game.tables.layer or ""), min(MAX_PROCESSES, cores())

    def work() -> None:
        worker = get_current_worker()
        is_done = False
        reported = 0.0
        try:
            with COMPUTING, closing(analysis.compute(folder, jobs)) as results:
                while analysis.is_shown and not worker.is_cancelled and not is_done:
                    is_done = next(results, results) is results
                    if is_done or time.monotonic() - reported >= REPORT_INTERVAL:
                        analysis.show()
                        app.call_from_thread(analysis.notify)
                        reported = time.monotonic()
        except Exception as error:
            # A save that was changed by hand may not be playable: the page says so, and the program
            # goes on.
            if wants_traceback():
                raise
            analysis.fail(f"The calculation failed: {error}")
            app.call_from_thread(analysis.notify)
            return
        if not is_done:
            analysis.started = analysis.result is not None
            if analysis.is_shown and not analysis.started and not worker.is_cancelled:
                # A page was opened on it again while it ended.
                app.call_from_thread(start_analysis, app, analysis)

    app.run_worker(work, thread=True, group="analysis")


def load_in_background(screen: Screen[Any], analysis: GameAnalysis) -> None:
    """Load the cached result without blocking the screen, unless the game is too long for one."""

    def work() -> None:
        worker = get_current_worker()
        analysis.load_cached()
        if (analysis.result or analysis.seconds) and not worker.is_cancelled:
            screen.app.call_from_thread(analysis.notify)

    if analysis.result is None and not analysis.started and analysis.has_curve:
        screen.run_worker(work, thread=True)


def whole_game(game: Game) -> Game:
    """A game from its first answer, read from its save if only its end was loaded. Raises
    SaveError.
    """
    from picket_duty.saves import load_whole

    return load_whole(game.save_file.path, game.tables) if game.base and game.save_file else game


def analysis_page(analysis: GameAnalysis) -> list[Block]:
    """The curve, the sums and the moments, or the progress; empty if the analysis was never
    started.
    """
    if analysis.result is not None and analysis.whole is not None:
        return luck_report.luck_page(
            analysis.whole, analysis.result, analysis.moments, analysis.counting
        )
    if not analysis.started:
        return []
    return [
        Heading(luck_report.chance_title(analysis.game, analysis.stage), 3),
        *analysis.waiting_page(""),
    ]


#: Rows of a curve that are not its plot: its title and its key.
AROUND = 2


class ChanceCurveScreen(Page[None]):
    """The curve of a game with its moments; ``open_moment`` is called for the chosen one."""

    BINDINGS: ClassVar = [
        bind(
            "w",
            "ask",
            "Analyze",
            "Show your chance of winning throughout the game",
            "curve.work_out",
        ),
        bind(
            "o",
            "orders",
            "Orders",
            "List the orders that differed from doctrine, or the biggest swings",
            "curve.orders",
        ),
        bind("d", "dice", "Dice", "Dice results by kind of roll", "curve.dice"),
        bind(
            "s",
            "stage",
            "Stage",
            "Show the next stage; after the last stage, show the first",
            "curve.stage",
        ),
        back("escape,q,l"),
    ]

    def __init__(self, analysis: GameAnalysis, open_moment: Open, here: int | None = None) -> None:
        """An analysis, finished or not; ``here`` is the position to mark on the curve, in
        answers.
        """
        super().__init__()
        self.analysis = analysis
        self.open_moment = open_moment
        self.here = here
        #: Whether the orders that differed from doctrine's are listed instead of the moments.
        self.in_orders = False

    def content(self) -> Iterable[Widget]:
        yield TextPanel(self._curve, id="curve")
        yield ItemList([], id="moments")
        yield TextPanel(
            lambda width: page_lines(self._detail(), width, self.context.glyphs), id="moment_detail"
        )

    def on_mount(self) -> None:
        # It is shown, and focused, once there is something to choose.
        self.query_one(ItemList).display = False
        self._listen()

    def _listen(self) -> None:
        self.analysis.listeners[self] = self.show_news
        self.show_news()
        if not self.analysis.started and self.context.analyzer() is not None:
            self.action_ask()
        load_in_background(self, self.analysis)

    def action_stage(self) -> None:
        """Analyze the next stage of the campaign; after the last one, the first."""
        del self.analysis.listeners[self]
        self.analysis = GameAnalysis(
            self.analysis.game, self.analysis.stage % self.analysis.stages + 1
        )
        self._listen()

    def show_news(self) -> None:
        """Show the curve and the moments known so far."""
        items = [
            Item(
                str(self.analysis.before + moment.answers),
                text_of(luck_report.moment_row(number, moment, self.in_orders)),
            )
            for number, moment in enumerate(self._listed(), 1)
        ]
        moments = self.query_one(ItemList)
        if moments.display != bool(items):
            moments.display = bool(items)
            # The keys of an empty list are not named.
            self.set_focus(moments if items else None)
        moments.set_items(items)
        self.query_one("#curve", TextPanel).redraw()
        detail = self.query_one("#moment_detail", TextPanel)
        detail.display = bool(items) or self.in_orders
        detail.redraw()
        self.refresh_bindings()

    def _curve(self, width: int) -> list[Line]:
        """The curve in what room the sums leave, as far as it is known."""
        analysis = self.analysis
        glyphs = self.context.glyphs
        drawn = analysis.drawn
        whole = analysis.whole
        waiting = [] if analysis.result is not None else analysis.waiting_page("w")
        if drawn is None or whole is None or not drawn.segments():
            title = Heading(luck_report.chance_title(analysis.game, analysis.stage), 3)
            return page_lines([title, *waiting], width, glyphs)
        above = [] if self.in_orders else luck_report.uncertain_note(whole, drawn, analysis.moments)
        sums = waiting or luck_report.sums_page(whole, drawn, analysis.counting)
        below = page_lines([*sums, *above], width, glyphs)
        here = None if self.here is None else self.here - analysis.before
        if self.here is not None and analysis.stage and analysis.chance_at(self.here) is None:
            here = None
        curve = luck_report.curve_of(whole, drawn, luck_report.certain(self._listed()), here)
        room = self.query_one("#curve", TextPanel).size.height - len(below) - AROUND
        return [*page_lines([curve], width, glyphs, room), *below]

    def _detail(self) -> list[Block]:
        analysis, listed, place = self.analysis, self._listed(), self.query_one(ItemList).index
        note = luck_report.SMALLER
        if self.in_orders and analysis.result is not None:
            note = luck_report.orders_words(analysis.result)
        if place < len(listed):
            return [Paragraph(luck_report.moment_text(listed[place])), styled(note)]
        if not self.in_orders or analysis.result is None:
            return []
        if analysis.orders is not None:
            return [styled(note)]
        if not analysis.started:
            return [Paragraph(line(("w", "key"), (": analyze your orders", "dim")))]
        return [styled("Comparing your orders with doctrine's")]

    @on(ItemList.Highlighted)
    def look(self) -> None:
        self.query_one("#moment_detail", TextPanel).redraw()

    @on(ItemList.Chosen)
    def choose(self, event: ItemList.Chosen) -> None:
        self.open_moment(self, int(event.item.value))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: the analysis starts only once, and orders need a result."""
        if action == "orders":
            return self.analysis.result is not None
        if action == "stage":
            return self.analysis.stages > 1
        return action != "ask" or not self.analysis.started

    def words_of(self, binding: Binding) -> str:
        """The label of a key: the key for orders returns from them to the moments."""
        return "Swings" if binding.action == "orders" and self.in_orders else binding.description

    def action_ask(self) -> None:
        start_analysis(self.app, self.analysis)
        self.show_news()

    def action_orders(self) -> None:
        self.in_orders = not self.in_orders
        self.query_one(ItemList).index = 0
        # An order and the notes on the list take more lines than a swing.
        self.query_one("#moment_detail", TextPanel).set_class(self.in_orders, "-orders")
        self.show_news()

    def action_dice(self) -> None:
        self.app.push_screen(LuckScreen(self.analysis.game))

    def _listed(self) -> list[Moment]:
        if self.analysis.result is None:
            return []
        return (
            self.analysis.orders or []
            if self.in_orders
            else luck_report.certain(self.analysis.moments)
        )


class LuckScreen(TextPage[None]):
    """The luck of a whole game or of a day, computed in the background."""

    BINDINGS: ClassVar = [back("escape,q,l,enter")]

    def __init__(self, game: Game, date: str = "") -> None:
        super().__init__()
        self.game = game
        self.date = date
        self.blocks = [styled("Comparing every roll with its average...")]

    def on_mount(self) -> None:
        def ledger() -> list[Block]:
            events = (
                event for event in whole_game(self.game).events if event.phase.startswith(self.date)
            )
            return dice_luck.ledger_page(dice_luck.ledger(self.game.tables, events))

        self.in_background(
            ledger, self.show_blocks, lambda error: self.show_blocks([styled(str(error), "bad")])
        )

    def contents(self) -> Iterable[Block]:
        when = short_date(self.date) if self.date else "whole game"
        return [Heading(line(("Luck", "title"), (f"  {when}", "dim")), 3), Space(), *self.blocks]


#: Opens a moment, given this page and the number of answers before the moment.
Open = Callable[["ChanceCurveScreen", int], None]


def luck_page(analysis: GameAnalysis, open_moment: Open) -> ChanceCurveScreen | LuckScreen:
    """The curve of a game; for a game without one, its dice."""
    return (
        ChanceCurveScreen(analysis, open_moment)
        if analysis.has_curve
        else LuckScreen(analysis.game)
    )


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
            self.notify(f"Cannot write {target}: {error.strerror}", severity="error", markup=False)
            return
        self.notify(f"Written to {target}", markup=False)

    def text(self, card: GameCard) -> str:
        """Card and code as plain text."""
        from picket_duty.pages.game_card import card_lines, code_lines

        return "\n".join([*card_lines(card, self.context.glyphs.ascii), *code_lines(card)])

    def _make(self) -> GameCard | ValueError:
        from picket_duty.pages import game_card
        from picket_duty.pages.report import ReportError

        try:
            card = game_card.card_of_save(self.path, self.context.tables)
        except ReportError as error:
            return error
        known = win_probability.load_measurements(card.game)
        return _with_luck(card, win_probability.known_analysis(card.game, known))

    def _show(self, card: GameCard | Exception) -> None:
        """Show the card, or why there is none; start the analysis of its luck, if that is on."""
        if isinstance(card, Exception):
            self.trouble = str(card)
            self.redraw_text()
            return
        self.card = card
        if card.luck or self.context.analyzer() is None or not win_probability.has_curve(card.game):
            self.analysis = None
            self.redraw_text()
            return
        self.analysis = self.analysis or GameAnalysis(card.game)
        self.analysis.listeners[self] = self._news
        if not self.analysis.started:
            start_analysis(self.app, self.analysis)
        self._news()

    def _news(self) -> None:
        if self.card is not None and self.analysis is not None:
            self.card = _with_luck(self.card, self.analysis.result)
        self.redraw_text()

    def contents(self) -> Iterable[Block]:
        from picket_duty.pages.game_card import card_page

        if self.card is None:
            state = (
                (self.trouble, "bad")
                if self.trouble
                else ("Replaying the game to make the card", "dim")
            )
            return [Heading("The card", 3), Space(), styled(*state)]
        analysis = self.analysis
        progress = ""
        if analysis is not None and analysis.started and not analysis.error:
            counting = f"Luck and orders: {luck_report.COUNTING}" if analysis.counting else ""
            progress = counting if self.card.luck else "Analyzing dice and orders"
        return card_page(self.card, self.context.glyphs.ascii, progress)


def _with_luck(card: GameCard, result: WinProbability | None) -> GameCard:
    """A card with its luck, once its dice and orders are known."""
    from picket_duty.pages.game_card import luck_words

    return (
        msgspec.structs.replace(card, luck=luck_words(result))
        if result is not None and result.is_split
        else card
    )
