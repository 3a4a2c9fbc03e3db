"""The odds of the current request, and the exec's recommendation, which is worked out while the
player thinks.

It never blocks the keys: processes are started in a thread, the analysis starts after a short
pause, and its results are polled until it is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.timer import Timer
from textual.widget import Widget

from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Heading
from picket_duty.requests import ONE, Choice
from picket_duty.text.chances import (
    RecommendationText,
    by_doctrine_words,
    has_enough,
    uncounted_words,
    worded_recommendation,
)
from picket_duty.tui.battle_view import suggest
from picket_duty.tui.keymap import back
from picket_duty.tui.screens.page import TextPage

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalysis, DecisionAnalyzer
    from picket_duty.text.chances import Chance


class OddsScreen(TextPage[None]):
    """The exact odds of the current request, and the exec's recommendation."""

    BINDINGS: ClassVar = [back("escape,q,o,enter")]

    def __init__(
        self,
        game: Game,
        plan: Mapping[str, int] | None = None,
        live: LiveRecommendation | None = None,
    ) -> None:
        """The odds of a game's request; for a fire plan the odds of ``plan``, the player's plan so
        far.

        ``live`` works out the recommendation for a decision between options; the battle screen,
        which started it, shows it too.
        """
        super().__init__()
        self.game = game
        self.plan = plan
        self.recommendation = RecommendationText()
        self._live = live

    def on_mount(self) -> None:
        if self._live is not None:
            self._live.join(self._show_recommendation)

    def on_unmount(self) -> None:
        if self._live is not None:
            self._live.shows.remove(self._show_recommendation)

    def _show_recommendation(self, choice: Choice, analysis: DecisionAnalysis) -> None:
        advised = analysis.in_time(self.game)
        setup = self.game.state.setup
        if advised is not None:
            self.recommendation = worded_recommendation(choice, setup, advised, analysis.working)
        else:
            meanwhile = by_doctrine_words(choice, suggest(self.game))
            self.recommendation = RecommendationText(words=uncounted_words(meanwhile))
        self.redraw_text()

    def contents(self) -> Iterable[Block]:
        from picket_duty.pages.odds_report import advice_page, odds_page

        request = self.game.request
        relief = isinstance(request, Choice) and request.decision is ASK_RELIEF
        simulated = self.recommendation.chances if relief else {}
        yield Heading("Odds and advice", 3)
        yield from odds_page(self.game, self.plan, simulated)
        if isinstance(request, Choice):
            order = self.recommendation.order or (suggest(self.game) if request.kind == ONE else "")
            yield from advice_page(request, self.recommendation, order, self._live is not None)


#: Seconds before analysis of a decision or plan starts, and between two polls of its results.
PAUSE = 0.15
LOOK = 0.1
#: Widest 95 % confidence interval worth showing, as a probability.
WIDEST = 0.24

#: Playouts of each order between two counts shown while the figures are too coarse.
COUNT_STEP = 8
#: Shows the figures for a choice.
Show = Callable[[Choice, "DecisionAnalysis"], None]


class LiveRecommendation:
    """Analyzes the decision on a screen and shows the figures by ``show``.

    The battle screen has one for all its decisions: ``about`` starts the analysis of one after a
    pause, ``rest`` ends it. Meanwhile the figures are polled, and shown when they are news.
    """

    def __init__(
        self, screen: Widget, analyzer: Callable[[], DecisionAnalyzer | None], show: Show
    ) -> None:
        """``analyzer`` returns the analyzer when it is first needed, None if the player does
        without.
        """
        self._screen = screen
        self._analyzer = analyzer
        #: Who is shown the figures.
        self.shows = [show]
        #: The pause before the analysis; kept until the analysis ends.
        self._timer: Timer | None = None
        #: The analysis that runs.
        self._analysis: DecisionAnalysis | None = None
        #: The last decision with figures, and its analysis, which may have ended.
        self._latest: tuple[Choice, DecisionAnalysis] | None = None
        #: The figures shown last.
        self._shown: Mapping[str, Chance] = {}

    def about(self, game: Game, choice: Choice, held: int | None = None) -> None:
        """Analyze the decision requested, a fire plan with every aim and ``held`` fighters held
        back.
        """
        self.rest()
        self._shown = {}
        self._latest = None
        # In a worker: the screen handles no message, not even to close, while a handler waits for
        # processes to start.
        run = partial(self._screen.run_worker, group="recommendation")
        self._timer = self._screen.set_timer(PAUSE, lambda: run(self._ask(game, choice, held)))

    def is_about(self, choice: Choice) -> bool:
        """Whether the figures of a decision are worked out, or known."""
        return self._timer is not None or (self._latest is not None and self._latest[0] is choice)

    def join(self, show: Show) -> None:
        """Show the figures by ``show`` too, at once if there are any."""
        self.shows.append(show)
        self._show()

    def _show(self) -> None:
        if self._latest is not None:
            for show in self.shows:
                show(*self._latest)

    def rest(self) -> None:
        """Stop the analysis; what is shown stays on the screen."""
        if self._timer is not None:
            self._timer.stop()
        if self._analysis is not None:
            self._analysis.stop()
        self._timer = self._analysis = None

    async def _ask(self, game: Game, choice: Choice, held: int | None) -> None:
        """Start the analysis, and show its figures until it ends or another one begins."""
        timer = self._timer
        analyzer = await asyncio.to_thread(self._analyzer)
        if analyzer is not None:
            await asyncio.to_thread(analyzer.prepare)
        # Starting the processes takes a while: the decision may have been made meanwhile.
        if timer is not self._timer or game.request is not choice:
            return
        if analyzer is None:
            self.rest()
            return
        self._analysis = analysis = analyzer.start(game, held=held)
        while analysis is self._analysis:
            await asyncio.sleep(LOOK)
            if analysis is not self._analysis:
                return
            figures = analysis.figures()
            ended = not analysis.working
            if ended or is_news(self._shown, figures):
                self._shown = dict(figures)
                self._latest = choice, analysis
                self._show()
            if ended:
                self.rest()


def is_news(shown: Mapping[str, Chance], figures: Mapping[str, Chance]) -> bool:
    """Whether new chances are worth showing.

    They are shown when all intervals are narrow enough, and again when their playouts have doubled.
    Their count is shown before that.
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
