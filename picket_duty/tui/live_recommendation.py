"""The exec's recommendation, which is worked out while the player thinks.

It never blocks the keys: processes are started in a thread, the analysis starts after a short
pause, and its results are polled until it is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer
from textual.widget import Widget

from picket_duty.game import Game
from picket_duty.requests import Choice
from picket_duty.text.chances import has_enough

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalysis, DecisionAnalyzer
    from picket_duty.text.chances import Chance

#: Seconds before the analysis of a decision starts, and between two polls of its results.
PAUSE = 0.15
POLL_INTERVAL = 0.1
#: Widest 95 % confidence interval worth showing, as a probability.
WIDEST = 0.24
#: Playouts of each order between two counts shown while the intervals are wider.
COUNT_STEP = 8
#: Shows the figures for a choice.
Show = Callable[[Choice, "DecisionAnalysis"], None]


class LiveRecommendation:
    """Analyzes the decision on a screen, and calls its ``listeners`` with the figures.

    The battle screen has one for all its decisions: ``start`` begins the analysis of one after a
    pause, ``stop`` ends it. Meanwhile the figures are polled, and shown when they are news.
    """

    def __init__(
        self, screen: Widget, analyzer: Callable[[], DecisionAnalyzer | None], show: Show
    ) -> None:
        """``analyzer`` is called when the analyzer is first needed; it returns None if the player
        does without.
        """
        self._screen = screen
        self._analyzer = analyzer
        #: What shows the figures: on the screen, and on pages above it.
        self.listeners = [show]
        #: The pause before the analysis; kept until the analysis ends.
        self._timer: Timer | None = None
        #: The analysis that runs.
        self._analysis: DecisionAnalysis | None = None
        #: The last decision with figures, and its analysis, which may have ended.
        self._latest: tuple[Choice, DecisionAnalysis] | None = None
        #: The figures shown last.
        self._shown: Mapping[str, Chance] = {}

    def start(self, game: Game, choice: Choice, held: int | None = None) -> None:
        """Analyze the decision requested; if it is a fire plan, with every aim and ``held`` fighters
        held back.
        """
        self.stop()
        self._shown = {}
        self._latest = None
        # In a worker: the screen handles no message, not even to close, while a handler waits for
        # processes to start.
        run = partial(self._screen.run_worker, group="recommendation")
        self._timer = self._screen.set_timer(PAUSE, lambda: run(self._analyze(game, choice, held)))

    def is_about(self, choice: Choice) -> bool:
        """Whether the figures of a decision are worked out, or known."""
        return self._timer is not None or (self._latest is not None and self._latest[0] is choice)

    def add_listener(self, show: Show) -> None:
        """Show the figures by ``show`` too, at once if there are any."""
        self.listeners.append(show)
        self._show()

    def stop(self) -> None:
        """Stop the analysis; what is shown stays on the screen."""
        if self._timer is not None:
            self._timer.stop()
        if self._analysis is not None:
            self._analysis.stop()
        self._timer = None
        self._analysis = None

    async def _analyze(self, game: Game, choice: Choice, held: int | None) -> None:
        """Start the analysis, and show its figures until it ends or another one begins."""
        timer = self._timer
        analyzer = await asyncio.to_thread(self._analyzer)
        if analyzer is not None:
            await asyncio.to_thread(analyzer.prepare)
        # Starting the processes takes a while: the decision may have been made meanwhile.
        if timer is not self._timer or game.request is not choice:
            return
        if analyzer is None:
            self.stop()
            return
        self._analysis = analysis = analyzer.start(game, held=held)
        while analysis is self._analysis:
            await asyncio.sleep(POLL_INTERVAL)
            if analysis is not self._analysis:
                return
            figures = analysis.figures()
            ended = not analysis.working
            if ended or is_news(self._shown, figures):
                self._shown = dict(figures)
                self._latest = choice, analysis
                self._show()
            if ended:
                self.stop()

    def _show(self) -> None:
        if self._latest is not None:
            for show in self.listeners:
                show(*self._latest)


def is_news(shown: Mapping[str, Chance], figures: Mapping[str, Chance]) -> bool:
    """Whether new chances are worth showing after those shown last.

    While an interval is too wide, only the number of playouts is shown, in steps. Then the chances
    are shown at once, and again whenever their playouts have doubled.
    """
    if not figures:
        return False
    least = min(chance.branches for chance in figures.values())
    before = min((chance.branches for chance in shown.values()), default=0)
    if any(chance.high - chance.low > WIDEST for chance in figures.values()):
        return least // COUNT_STEP > before // COUNT_STEP
    return (
        has_enough(figures) != has_enough(shown)
        or figures.keys() != shown.keys()
        or least >= 2 * before
    )
