"""Win probability of a game, computed in the background for the screens that show it.

A ``GameAnalysis`` belongs to one game and notifies the screens that listen to it. Results are cached, so an analysis
that was left early is resumed later.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.screen import Screen
from textual.worker import get_current_worker

from picket_duty.game import Game
from picket_duty.rules.campaign import stages_begun
from picket_duty.tui.ending import wants_traceback

if TYPE_CHECKING:
    from picket_duty.analysis.win_probability import Analysis, WinProbability
    from picket_duty.pages.blocks import Block
    from picket_duty.pages.luck_report import Moment

#: Worker processes of a background analysis: more would heat the player's machine for little gain.
MAX_PROCESSES = 4
#: Seconds between two progress reports.
REPORT_INTERVAL = 0.3
#: The share of the playouts that shows the pace: the first ones wait for the processes to start.
ENOUGH = 0.1
#: Held by the analysis that computes: the next one waits, and then knows what the first one measured.
COMPUTING = threading.Lock()


class Abandoned(Exception):
    """No screen shows the analysis any more."""


class GameAnalysis:
    """The win probability over a game: ``drawn`` is what is known, ``result`` the same once its curve is complete.

    In a campaign of stages it is the chance of holding one ``stage``, by default the current one or the last; 0 is the
    whole game. ``whole`` is what is analyzed, from its first answer; ``moments`` count their answers in it, and
    ``before`` is the number of answers before it.
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
        #: The orders that clearly lowered the chance, so far; None until the orders are compared.
        self.worst: list[Moment] | None = None
        self.error = ""
        #: About how many seconds the curve still takes, 0 until it is known.
        self.seconds = 0.0
        self.started = False
        #: Called whenever there is something new to show.
        self.listeners: list[Callable[[], None]] = []

    @property
    def has_curve(self) -> bool:
        """Whether the game or the stage can be analyzed; of other games, only the dice are compared."""
        from picket_duty.analysis.win_probability import has_curve

        return has_curve(self.game, self.stage)

    @property
    def before(self) -> int:
        """The answers of the game before the stage that is analyzed; 0 for a whole game and until it is known."""
        return self.whole.base if self.stage and self.whole is not None else 0

    def order_at(self, answers: int) -> Moment | None:
        """The order given after so many answers; None if unknown or the same as doctrine's."""
        if self.result is None or self.whole is None:
            return None
        from picket_duty.pages.luck_report import order_at

        place = answers - self.before
        return order_at(self.whole, self.result, place)

    def chance_at(self, answers: int) -> float | None:
        """The chance after so many answers of the game; None if unknown, and outside the stage that is analyzed."""
        if self.result is None:
            return None
        from picket_duty.pages.luck_report import chance_at

        place = answers - self.before
        if self.stage and not 0 <= place <= self.result.points[-1].answers:
            return None
        return chance_at(self.result, place)

    @property
    def swings(self) -> list[Moment]:
        """The moments outside their margin of error."""
        from picket_duty.pages.luck_report import certain

        return certain(self.moments)

    def waiting_page(self, key: str) -> list[Block]:
        """Shown without a result: that it is computed, the error, or the ``key`` that starts the analysis."""
        from picket_duty.pages.luck_report import waiting_page

        return waiting_page(key, self.started, self.seconds, self.error)

    def notify(self) -> None:
        """Call every listener."""
        for listener in list(self.listeners):
            listener()

    def compute(self, folder: str, jobs: int, report: Callable[[Callable[[], None]], None]) -> None:
        """Compute in this thread.

        ``report`` is called often, with a function that shows what is known by then. It may raise Abandoned, which ends
        the work.
        """
        from picket_duty.analysis.win_probability import (
            Analysis,
            estimated_seconds,
            load_measurements,
            store_measurements,
        )
        from picket_duty.analysis.workers import WorkersLost
        from picket_duty.saves import SaveError

        try:
            whole, stage = self._analyzed_game(), self.stage
            known = load_measurements(whole, stage)
            self.seconds = self.seconds or estimated_seconds(whole, jobs, stage)
            self.whole, analysis, started = whole, Analysis(whole, folder, known, stage), time.monotonic()

            def show() -> None:
                self.seconds = seconds_left(analysis, time.monotonic() - started) or self.seconds
                self._show(analysis.so_far(), known.curve)

            try:
                for _ in analysis.run(jobs, background=True):
                    report(show)
            finally:
                store_measurements(whole, known, stage)
            show()
        except WorkersLost:
            self.fail("The analysis was interrupted")
        except (SaveError, OSError) as error:
            self.fail(str(error))

    def _show(self, drawn: WinProbability, is_complete: bool) -> None:
        """Take over what is known; the moments and the orders once the curve ``is_complete``."""
        from picket_duty.pages.luck_report import moments_of, worst_of

        self.drawn = drawn
        if is_complete and self.whole is not None:
            self.moments, self.result = moments_of(self.whole, drawn), drawn
            self.worst = worst_of(self.whole, drawn.costly, drawn) if drawn.is_compared else None

    def load_cached(self) -> None:
        """Load the result from the cache, if it is complete."""
        from picket_duty.analysis.win_probability import estimated_seconds, known_analysis, load_measurements
        from picket_duty.analysis.workers import cores
        from picket_duty.saves import SaveError

        try:
            whole = self._analyzed_game()
        except SaveError:
            return
        result = known_analysis(whole, load_measurements(whole, self.stage), self.stage)
        if result is not None and self.result is None:
            self.whole = whole
            self._show(result, True)
        elif self.result is None:
            self.whole = whole if self.stage else self.whole
            self.seconds = estimated_seconds(whole, min(MAX_PROCESSES, cores()), self.stage)

    def _analyzed_game(self) -> Game:
        """The game from its first answer, or the stage as a separate game. Raises SaveError."""
        from picket_duty.analysis.win_probability import stage_game

        self.entire = whole = whole_game(self.game)
        return stage_game(whole, self.stage) if self.stage else whole

    def fail(self, error: str) -> None:
        """Show the error; the player may start the analysis again."""
        self.error, self.started = error, False


def seconds_left(analysis: Analysis, seconds: float) -> float:
    """About how many seconds a curve still takes at the pace of the playouts done in ``seconds``; 0 if unknown."""
    left = max(1, analysis.wanted - analysis.played)
    return seconds / analysis.played * left if analysis.played > ENOUGH * analysis.wanted else 0.0


def start_analysis(app: App[Any], analysis: GameAnalysis) -> None:
    """Compute in the background for as long as a screen listens."""
    from picket_duty.analysis.workers import cores

    analysis.started, analysis.error = True, ""
    folder = str(analysis.game.tables.layer or "")
    jobs = min(MAX_PROCESSES, cores())

    def work() -> None:
        worker = get_current_worker()
        reported_at = 0.0

        def report(show: Callable[[], None] = lambda: None) -> None:
            nonlocal reported_at
            if worker.is_cancelled or not analysis.listeners:
                raise Abandoned
            if time.monotonic() - reported_at >= REPORT_INTERVAL:
                show()
                app.call_from_thread(analysis.notify)
                reported_at = time.monotonic()

        try:
            while not COMPUTING.acquire(timeout=REPORT_INTERVAL):
                report()
            try:
                analysis.compute(folder, jobs, report)
            finally:
                COMPUTING.release()
            app.call_from_thread(analysis.notify)
        except Abandoned:
            analysis.started = analysis.result is not None
            if analysis.listeners and not analysis.started and not worker.is_cancelled:
                # A page was opened on it again while it ended.
                app.call_from_thread(start_analysis, app, analysis)
        except Exception as error:
            # A save that was changed by hand may not be playable: the page says so, and the program goes on.
            if wants_traceback():
                raise
            analysis.fail(f"The calculation failed: {error}")
            app.call_from_thread(analysis.notify)

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
    """A game from its first answer, read from its save if only its end was loaded. Raises SaveError."""
    from picket_duty.saves import load_whole

    return load_whole(game.save_file.path, game.tables) if game.base and game.save_file else game


def analysis_page(analysis: GameAnalysis) -> list[Block]:
    """The curve, the sums and the moments, or the progress; empty if the analysis was never started."""
    from picket_duty.pages.blocks import Heading
    from picket_duty.pages.luck_report import chance_title, luck_page

    if analysis.result is not None and analysis.whole is not None:
        return luck_page(analysis.whole, analysis.result, analysis.moments)
    if not analysis.started:
        return []
    return [Heading(chance_title(analysis.game, analysis.stage), 3), *analysis.waiting_page("")]
