"""The analysis of one game, computed in the background.

A ``GameAnalysis`` computes the curve of a game and notifies the screens that show it. Results are
cached, so an analysis that was left early is resumed later.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import get_current_worker

from picket_duty.analysis import measurements, win_analysis
from picket_duty.analysis.stage_game import stage_game
from picket_duty.analysis.workers import WorkersLost, cores
from picket_duty.game import Game
from picket_duty.pages import chance_moments, luck_report, win_curve
from picket_duty.pages.blocks import Block, Heading
from picket_duty.paths import SaveError
from picket_duty.rules.campaign import stages_begun
from picket_duty.tui.ending import wants_traceback

if TYPE_CHECKING:
    from picket_duty.analysis.win_probability import WinProbability
    from picket_duty.pages.chance_moments import Moment


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
        self.measuring: win_analysis.Analysis | None = None
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
        return win_analysis.has_curve(self.game, self.stage)

    @property
    def before(self) -> int:
        """The answers of the game before the stage that is analyzed; 0 for a whole game and until
        it is known.
        """
        if not self.stage or self.whole is None:
            return 0
        return self.whole.base

    def order_at(self, answers: int) -> Moment | None:
        """The order given after so many answers; None if unknown or the same as doctrine's."""
        if self.result is None or self.whole is None:
            return None
        return chance_moments.order_at(self.whole, self.result, answers - self.before)

    def chance_at(self, answers: int) -> float | None:
        """The chance after so many answers of the game; None if unknown, and outside the stage that
        is analyzed.
        """
        place = answers - self.before
        if self.result is None or (self.stage and not 0 <= place <= self.result.points[-1].answers):
            return None
        return win_curve.chance_at(self.result, place)

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
            known = measurements.load_measurements(whole, stage)
            self.counting = True
            self.seconds = self.seconds or win_analysis.estimated_seconds(whole, jobs, stage)
            self.measuring = measuring = win_analysis.Analysis(whole, folder, known, stage)
            self.begun = time.monotonic()
            self.whole = whole
            try:
                for _ in measuring.run(jobs, background=True):
                    self.done = min(measuring.played / max(1, measuring.wanted), MOST)
                    yield
            finally:
                measurements.store_measurements(whole, known, stage)
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
        self.moments = chance_moments.moments_of(self.whole, result)
        self.result = result
        if result.is_compared:
            self.orders = chance_moments.order_moments(
                self.whole, result.ranked, result, self.orders or ()
            )

    def load_cached(self) -> None:
        """Load the result from the cache, if it is complete."""
        try:
            whole = self._analyzed_game()
        except SaveError:
            return
        known = measurements.load_measurements(whole, self.stage)
        result = win_analysis.known_analysis(whole, known, self.stage)
        # An analysis may have finished in the meantime.
        if self.result is not None:
            return
        if result is not None or self.stage:
            self.whole = whole
        if result is not None:
            self.drawn = result
            self._show_result(result)
        else:
            self.seconds = win_analysis.estimated_seconds(whole, jobs_wanted(), self.stage)

    def _analyzed_game(self) -> Game:
        """The game from its first answer, or the stage as a separate game. Raises SaveError."""
        self.entire = whole = self.game.from_start()
        if self.stage:
            return stage_game(whole, self.stage)
        return whole

    def fail(self, error: str) -> None:
        """Show the error; the player may start the analysis again."""
        self.error = error
        self.started = False


def jobs_wanted() -> int:
    """The number of worker processes of a background analysis."""
    return min(MAX_PROCESSES, cores())


def start_analysis(app: App[Any], analysis: GameAnalysis) -> None:
    """Compute in the background for as long as a screen shows it."""
    analysis.started = True
    analysis.error = ""
    folder = str(analysis.game.tables.layer or "")

    def work() -> None:
        worker = get_current_worker()
        is_done = False
        reported = 0.0
        try:
            with COMPUTING, closing(analysis.compute(folder, jobs_wanted())) as results:
                while analysis.is_shown and not worker.is_cancelled and not is_done:
                    # ``next`` returns its second argument only after the last result.
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
            # Nobody looked on: unless the curve is known, the analysis can be started again.
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
