"""The odds of the current request, and the exec's recommendation, which is worked out while the player thinks.

It never blocks the keys: processes are started in a thread, the analysis starts after a short pause, and its results
are polled until it is done.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from textual.timer import Timer
from textual.widget import Widget

from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.captains.doctrine import ReliefNeed, relief_need
from picket_duty.game import Game
from picket_duty.odds.option_outcomes import consequences
from picket_duty.odds.survival import relief_chances
from picket_duty.pages.consequences import reason_words
from picket_duty.requests import ONE, Choice
from picket_duty.rules.anchorage import things_destroyed
from picket_duty.rules.campaign import days_to_serve
from picket_duty.rules.upkeep import ASK_REPAIR, ASK_REPLENISH, STAY
from picket_duty.state import CAMPAIGN
from picket_duty.text.chances import (
    RecommendationText,
    coarse_words,
    has_enough,
    recommendation_text,
)
from picket_duty.text.names import count, listed, percent, title_case
from picket_duty.tui.battle_view import suggest
from picket_duty.tui.bindings import back
from picket_duty.tui.lines import Line, Span, line, safe, wrap
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
        analyzer: Callable[[], DecisionAnalyzer | None] | None = None,
        advise: Callable[[Choice, str], None] = lambda choice, order: None,
    ) -> None:
        """The odds of a game's request; for a fire plan the odds of ``plan``, the player's plan so far.

        With an ``analyzer``, the page works out the recommendation for a decision between options by playouts, and
        calls ``advise`` with the order.
        """
        super().__init__()
        self.game = game
        self.plan = plan
        self.recommendation = RecommendationText()
        self._analyzer = analyzer
        self._advise = advise
        self._live: LiveRecommendation | None = None

    def on_mount(self) -> None:
        """Start to work out the recommendation for a decision between options."""
        request, analyzer = self.game.request, self._analyzer
        if isinstance(request, Choice) and request.kind == ONE and analyzer is not None:
            self._live = LiveRecommendation(self, analyzer, self._show_recommendation)
            self._live.about(self.game, request)

    def on_unmount(self) -> None:
        """Stop working on it."""
        if self._live is not None:
            self._live.rest()

    def _show_recommendation(self, choice: Choice, recommendation: RecommendationText) -> None:
        self.recommendation = recommendation
        self._advise(choice, recommendation.order)
        self.redraw_text()

    def lines_for(self, width: int) -> list[Line]:
        """The odds, then the advice."""
        from picket_duty.pages.odds_report import WIDTH, odds_lines

        lines: list[Line] = [line(("Odds and advice", "title"))]
        for text in odds_lines(self.game, self.plan, min(width, WIDTH)):
            lines += wrap([Span(safe(text))], width, indent=max(4, len(text) - len(text.lstrip())))
        request = self.game.request
        words = {option.value: option.text for option in request.options} if isinstance(request, Choice) else {}
        if self.recommendation.words:
            lines += [[], *wrap([Span(safe(f"  {self.recommendation.words}"), "strong")], width, indent=4)]
        if isinstance(request, Choice) and request.kind == ONE:
            order = self.recommendation.order or suggest(self.game)
            advice = line("  Exec: ", (f"{safe(words[order])}. ", "strong")) if not self.recommendation.words else []
            relief = request.decision is ASK_RELIEF
            reason = relief_words(self.game, order) if relief else reason_words(consequences(self.game.play, request))
            if advice or reason:
                lines += [[], *wrap([*advice, Span(reason if advice else f"  {reason}")], width, indent=4)]
        if self._live is not None and not self.recommendation.words:
            lines.append(line(("  RepairOutcome out the chances of each option", "dim")))
        lines += [
            line(f"  {safe(words[name])}: {safe(chance)}") for name, chance in self.recommendation.chances.items()
        ]
        return lines


#: What the chance to last depends on, by answer about relief.
IF_RELIEVED = {STAY: "if she stays", ASK_REPLENISH: "after replenishing", ASK_REPAIR: "after repairs"}


def relief_words(game: Game, order: str) -> str:
    """Why the exec asks for relief or stays; empty if not by what doctrine goes by."""
    if days_to_serve(game.play):
        return _lasting_words(game, order)
    ship, need = game.state.ship, relief_need(game.play)
    if order == STAY:
        return "Her hull, fuel and ammunition are good for another day." if need is ReliefNeed.NONE else ""
    if need is ReliefNeed.HULL:
        why = f"With hull {ship.hull} of {game.tables.numbers.hull}, one bad wave could sink her."
    elif need is ReliefNeed.DESTROYED:
        why = f"{things_destroyed(game.play)} items are destroyed, and only the anchorage can replace them."
    else:
        left, limit = {"fuel": ship.fuel, "ammunition": ship.ammunition}, game.tables.numbers.relief_stores
        low = [f"{name} {points}" for name, points in left.items() if points <= limit]
        why = f"{title_case(listed(low))} may not last another day."
    return why


def _lasting_words(game: Game, order: str) -> str:
    """The measured chances of a mini campaign or stage; empty if another order has the best one."""
    assert isinstance(game.request, Choice)
    chances = relief_chances(game.play, game.request.legal())
    if order != max(chances, key=lambda name: chances[name]):
        return ""
    days = count(days_to_serve(game.play), "more fighting day")
    each = listed([f"{percent(chance)} {IF_RELIEVED[name]}" for name, chance in chances.items()])
    return f"Estimated chance of lasting {days}: {each}."


#: Seconds before analysis of a decision or plan starts, and between two polls of its results.
PAUSE, LOOK = 0.15, 0.1
#: Widest 95 % confidence interval worth showing, as a probability.
WIDEST = 0.24

#: Playouts of each order between two counts shown while the figures are too coarse.
COUNT_STEP = 8
#: Shows the recommendation for a choice.
Show = Callable[[Choice, RecommendationText], None]


class LiveRecommendation:
    """Analyzes the decision on a screen and shows the recommendation by ``show``."""

    def __init__(self, screen: Widget, analyzer: Callable[[], DecisionAnalyzer | None], show: Show) -> None:
        """``analyzer`` returns the analyzer when it is first needed, None if the player does without."""
        self._screen = screen
        self._analyzer = analyzer
        self._show = show
        self._timer: Timer | None = None
        self._question: DecisionAnalysis | None = None
        self._shown: Mapping[str, Chance] = {}

    def about(self, game: Game, choice: Choice) -> None:
        """Analyze the decision requested."""
        self._timer = self._screen.set_timer(PAUSE, lambda: self._in_background(self._ask(game, choice)))

    def rest(self) -> None:
        """Stop the analysis; what is shown stays on the screen."""
        if self._timer is not None:
            self._timer.stop()
        if self._question is not None:
            self._question.stop()
        self._timer = self._question = None

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Work beside the messages of the screen: it could not be closed while it waited for processes to start."""
        self._screen.run_worker(work, group="recommendation")

    async def _ask(self, game: Game, choice: Choice) -> None:
        timer = self._timer
        analyzer = await asyncio.to_thread(begin, self._analyzer)
        if analyzer is None or timer is not self._timer or game.request is not choice:
            return
        self._question = question = analyzer.start(game, time_limit=time_limit(game))
        while question is self._question:
            await asyncio.sleep(LOOK)
            if question is self._question:
                self._look(game, choice, question)

    def _look(self, game: Game, choice: Choice, question: DecisionAnalysis) -> None:
        figures = question.figures()
        working, setup = question.working, game.state.setup
        if is_news(self._shown, figures, not working, setup.kind == CAMPAIGN):
            self._shown = dict(figures)
            recommendation = question.recommendation(game)
            if recommendation is not None:
                text = recommendation_text(choice, setup, recommendation)
                coarse = coarse_words(setup, figures, working)
                self._show(choice, msgspec.structs.replace(text, words=f"{text.words} {coarse}".rstrip()))
        if not question.working:
            self.rest()


def time_limit(game: Game) -> float:
    """Seconds spent on a decision: those of a campaign are refined for as long as the page is open."""
    from picket_duty.analysis.decision_analysis import TIME_LIMIT

    return math.inf if game.state.setup.kind == CAMPAIGN else TIME_LIMIT


def is_news(shown: Mapping[str, Chance], figures: Mapping[str, Chance], last: bool, slow: bool = False) -> bool:
    """Whether new chances are worth showing.

    They are shown when all intervals are narrow enough, again when a chance has moved by half its interval or its
    interval has halved, and at the end. If they are ``slow`` to come, their count is shown before that.
    """
    if last or not figures:
        return bool(figures) and figures != shown
    if any(chance.high - chance.low > WIDEST for chance in figures.values()):
        return slow and _least(figures) // COUNT_STEP > _least(shown) // COUNT_STEP
    if has_enough(figures) != has_enough(shown):
        return True
    return figures.keys() != shown.keys() or any(_is_other(shown[name], chance) for name, chance in figures.items())


def _least(figures: Mapping[str, Chance]) -> int:
    """The playouts of the order that has fewest."""
    return min((chance.branches for chance in figures.values()), default=0)


def _is_other(old: Chance, new: Chance) -> bool:
    wide = old.high - old.low
    return abs(new.chance - old.chance) > wide / 2 or new.high - new.low < wide / 2


def begin(call: Callable[[], DecisionAnalyzer | None]) -> DecisionAnalyzer | None:
    """The decision analyzer with its processes started; None if the player does without."""
    analyzer = call()
    if analyzer is not None:
        analyzer.prepare()
    return analyzer
