"""The recommendation for the current decision, worked out by playouts in other processes while the player thinks.

No key waits for it: the processes are started in a thread, analysis starts after a pause in which the player may have
answered already, and its results are polled until it is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from textual.timer import Timer
from textual.widget import Widget

from picket_duty.game import Game
from picket_duty.requests import Answer, Choice, Illegal
from picket_duty.text.chances import RecommendationText, has_enough, recommendation_text

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalysis, DecisionAnalyzer
    from picket_duty.text.chances import Chance

#: Seconds before analysis of a decision or plan starts, and between two polls of its results.
PAUSE, LOOK = 0.15, 0.1
#: Widest 95 % confidence interval worth showing, as a probability.
WIDEST = 0.24

#: Shows the recommendation for a choice.
Show = Callable[[Choice, RecommendationText], None]


class LiveRecommendation:
    """Analyzes the decision on a screen and shows the recommendation by ``show``."""

    def __init__(self, screen: Widget, staff: Callable[[], DecisionAnalyzer | None], show: Show) -> None:
        """``staff`` returns the analyzer when it is first needed, None if the player does without."""
        self._screen = screen
        self._staff = staff
        self._show = show
        self._timer: Timer | None = None
        self._question: DecisionAnalysis | None = None
        self._begun = asyncio.Lock()
        self._asked: tuple[Choice | None, Answer | None] = (None, None)
        self._told: Mapping[str, Chance] = {}

    def about(self, game: Game, yours: Answer | None = None) -> None:
        """Analyze the decision requested; ``yours`` are the player's orders so far."""
        choice = game.request if isinstance(game.request, Choice) else None
        if choice is self._asked[0] and yours == self._asked[1]:
            return
        self.rest()
        self._asked, self._told = (choice, yours), {}
        if choice is not None:
            self._timer = self._screen.set_timer(PAUSE, lambda: self._ask(game, choice, yours))

    def rest(self) -> None:
        """Stop the analysis; what is shown stays."""
        if self._timer is not None:
            self._timer.stop()
        if self._question is not None:
            self._question.stop()
        self._timer = self._question = None

    async def _ask(self, game: Game, choice: Choice, yours: Answer | None) -> None:
        timer = self._timer
        async with self._begun:
            staff = await asyncio.to_thread(begin, self._staff)
        if staff is None or timer is not self._timer or game.request is not choice:
            return
        try:
            self._question = question = staff.start(game, yours)
        except Illegal:
            return
        self._timer = self._screen.set_interval(LOOK, lambda: self._look(game, choice, question))

    def _look(self, game: Game, choice: Choice, question: DecisionAnalysis) -> None:
        figures = question.figures()
        if is_news(self._told, figures, not question.working):
            self._told = dict(figures)
            recommendation = question.recommendation(game)
            if recommendation is not None:
                self._show(choice, recommendation_text(choice, game.state.setup, recommendation))
        if not question.working:
            self.rest()


def is_news(shown: Mapping[str, Chance], figures: Mapping[str, Chance], last: bool) -> bool:
    """Whether new chances are worth showing.

    First when all intervals are narrow enough, then when a chance has moved by half its interval or its interval has
    halved, and at the end.
    """
    if last or not figures:
        return bool(figures) and figures != shown
    if any(chance.high - chance.low > WIDEST for chance in figures.values()):
        return False
    if has_enough(figures) != has_enough(shown):
        return True
    return figures.keys() != shown.keys() or any(_is_other(shown[name], chance) for name, chance in figures.items())


def _is_other(old: Chance, new: Chance) -> bool:
    wide = old.high - old.low
    return abs(new.chance - old.chance) > wide / 2 or new.high - new.low < wide / 2


def begin(call: Callable[[], DecisionAnalyzer | None]) -> DecisionAnalyzer | None:
    """The decision analyzer with its processes started; None if the player does without."""
    staff = call()
    if staff is not None:
        staff.prepare()
    return staff
