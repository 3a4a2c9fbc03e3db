"""The analysis of one game, computed in the background.

A ``GameAnalysis`` holds what is known of the curve of a game, and computes it; ``start_analysis``
does so in a thread, and notifies the screens that show it. Results are cached, so an analysis that
was left early is resumed later.
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
from picket_duty.tui.crash import wants_traceback

if TYPE_CHECKING:
    from picket_duty.analysis.win_probability import WinProbability
    from picket_duty.pages.chance_moments import Moment


#: Worker processes of a background analysis: more would heat the player's machine for little gain.
MAX_PROCESSES = 4
#: Seconds between two progress reports.
REPORT_INTERVAL = 0.3
#: The share of the playouts that must be done before their pace is known: the first ones wait for
#: the processes to start.
SHOWS_PACE = 0.1
#: The largest share done that is shown before the curve is complete.
MOST_DONE = 0.99
#: Held by the analysis that computes: the next one waits, and then knows what the first one
#: measured.
COMPUTING = threading.Lock()


class GameAnalysis:
    """The win probability over a game: ``drawn`` is what is known, ``result`` the same once its
    curve is complete.

    In a campaign of stages it is the chance of holding one ``stage``, by default the current one or
    the last; in other games the stage is 0, and the whole game is analyzed. ``analyzed`` is that
    stage or game, from its first answer. The ``moments`` count their answers in it.
    """

    def __init__(self, game: Game, stage: int = 0) -> None:
        self.game = game
        #: The stages that have begun.
        self.stages = stages_begun(game.state)
        self.stage = stage or self.stages
        self.analyzed: Game | None = None
        #: The game from its first answer, also if only a stage of it is analyzed.
        self.full_game: Game | None = None
        self.result: WinProbability | None = None
        self.drawn: WinProbability | None = None
        self.moments: list[Moment] = []
        #: The orders that differed from doctrine's, as judged so far; None until the orders are
        #: compared.
        self.orders: list[Moment] | None = None
        self.error = ""
        #: About how many seconds the curve takes in all, 0 until it is known.
        self.seconds = 0.0
        #: The share of its playouts that are done, what makes them, and the monotonic time when that
        #: began.
        self.done = 0.0
        self.measuring: win_analysis.Analysis | None = None
        self.began_at = 0.0
        #: Whether the analysis runs or is complete.
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
    def answers_before(self) -> int:
        """The number of answers before the stage that is analyzed; 0 for a whole game, and until
        the stage is known.
        """
        if not self.stage or self.analyzed is None:
            return 0
        return self.analyzed.base

    def order_at(self, answers: int) -> Moment | None:
        """The order given after so many answers; None if unknown or the same as doctrine's."""
        if self.result is None or self.analyzed is None:
            return None
        return chance_moments.order_at(self.analyzed, self.result, answers - self.answers_before)

    def chance_at(self, answers: int) -> float | None:
        """The chance after so many answers of the game; None if unknown, and outside the stage that
        is analyzed.
        """
        place = answers - self.answers_before
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

    def compute(self, folder: str, jobs: int) -> Generator[bool, None, None]:
        """Compute in this thread. Yields False after each result; ``take_over`` then takes over what
        is known.
        """
        try:
            analyzed = self._analyzed_game()
            stage = self.stage
            known = measurements.load_measurements(analyzed, stage)
            self.counting = True
            self.seconds = self.seconds or win_analysis.estimated_seconds(analyzed, jobs, stage)
            self.measuring = measuring = win_analysis.Analysis(analyzed, folder, known, stage)
            self.began_at = time.monotonic()
            self.analyzed = analyzed
            try:
                for _ in measuring.run(jobs, background=True):
                    self.done = min(measuring.played / max(1, measuring.wanted), MOST_DONE)
                    yield False
            finally:
                measurements.store_measurements(analyzed, known, stage)
                self.counting = False
            self.take_over()
        except WorkersLost:
            self.fail("The analysis was interrupted")
        except (SaveError, OSError) as error:
            self.fail(str(error))

    def take_over(self) -> None:
        """Take over what is known by now; the moments and the orders once the curve is complete."""
        if self.measuring is None or self.analyzed is None:
            return
        if self.done > SHOWS_PACE:
            self.seconds = (time.monotonic() - self.began_at) / self.done
        self.drawn = drawn = self.measuring.so_far()
        if self.measuring.known.curve:
            self._take_over_result(drawn)

    def _take_over_result(self, result: WinProbability) -> None:
        assert self.analyzed is not None
        self.moments = chance_moments.moments_of(self.analyzed, result)
        self.result = result
        if result.is_compared:
            self.orders = chance_moments.order_moments(
                self.analyzed, result.ranked, result, self.orders or ()
            )

    def load_cached(self) -> None:
        """Load the result from the cache, if it is complete."""
        try:
            analyzed = self._analyzed_game()
        except SaveError:
            return
        known = measurements.load_measurements(analyzed, self.stage)
        result = win_analysis.known_analysis(analyzed, known, self.stage)
        # An analysis may have finished in the meantime.
        if self.result is not None:
            return
        self.analyzed = analyzed
        if result is not None:
            self.drawn = result
            self._take_over_result(result)
        else:
            self.seconds = win_analysis.estimated_seconds(analyzed, jobs_wanted(), self.stage)

    def _analyzed_game(self) -> Game:
        """The game from its first answer, or the stage as a separate game. Raises SaveError."""
        self.full_game = self.game.from_start()
        if self.stage:
            return stage_game(self.full_game, self.stage)
        return self.full_game

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
        reported_at = 0.0
        try:
            with COMPUTING, closing(analysis.compute(folder, jobs_wanted())) as results:
                while analysis.is_shown and not worker.is_cancelled and not is_done:
                    # After the last result, nothing more is yielded.
                    is_done = next(results, True)
                    if is_done or time.monotonic() - reported_at >= REPORT_INTERVAL:
                        analysis.take_over()
                        app.call_from_thread(analysis.notify)
                        reported_at = time.monotonic()
        except Exception as error:
            # A save that was changed by hand may not be playable: the page says so, and the program
            # goes on.
            if wants_traceback():
                raise
            analysis.fail(f"The calculation failed: {error}")
            app.call_from_thread(analysis.notify)
            return
        if not is_done:
            # No screen showed it any more: unless the curve is known, it can be started again.
            analysis.started = analysis.result is not None
            if analysis.is_shown and not analysis.started and not worker.is_cancelled:
                # A page was opened on it again while it ended.
                app.call_from_thread(start_analysis, app, analysis)

    app.run_worker(work, thread=True, group="analysis")


def load_cached_in_background(screen: Screen[Any], analysis: GameAnalysis) -> None:
    """Load the cached result without blocking the screen, unless the game is too long for a
    curve.
    """

    def work() -> None:
        worker = get_current_worker()
        analysis.load_cached()
        if (analysis.result or analysis.seconds) and not worker.is_cancelled:
            screen.app.call_from_thread(analysis.notify)

    if analysis.result is None and not analysis.started and analysis.has_curve:
        screen.run_worker(work, thread=True)


def analysis_page(analysis: GameAnalysis) -> list[Block]:
    """The curve, the sums and the moments, or the progress; empty if there is no result and the
    analysis has not been started.
    """
    if analysis.result is not None and analysis.analyzed is not None:
        return luck_report.luck_page(
            analysis.analyzed, analysis.result, analysis.moments, analysis.counting
        )
    if not analysis.started:
        return []
    return [
        Heading(luck_report.chance_title(analysis.game, analysis.stage), level=3),
        *analysis.waiting_page(key=""),
    ]
