"""The staff thinks along: the chance of winning with each order, played out beside the screen while the player thinks.

Nothing here keeps a key waiting: processes are begun in a thread, are asked after a pause in which the player may have
answered already, and are looked at a few times a second until they have done.
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

#: Seconds that a decision or a plan stands before the staff is asked about it, and between two looks at its figures.
PAUSE, LOOK = 0.15, 0.1
#: How wide the interval of a figure is at most that is of some use, in chances.
WIDEST = 0.24

#: What is told of a choice: what the staff advises, in words.
Show = Callable[[Choice, RecommendationText], None]


class LiveRecommendation:
    """What the staff works out about the decision on a screen, and tells it by ``show``."""

    def __init__(self, screen: Widget, staff: Callable[[], DecisionAnalyzer | None], show: Show) -> None:
        """``staff`` calls the staff, when it is first wanted; there is none where the player does without."""
        self._screen = screen
        self._staff = staff
        self._show = show
        self._timer: Timer | None = None
        self._question: DecisionAnalysis | None = None
        self._begun = asyncio.Lock()
        self._asked: tuple[Choice | None, Answer | None] = (None, None)
        self._told: Mapping[str, Chance] = {}

    def about(self, game: Game, yours: Answer | None = None) -> None:
        """Think about the decision a game waits for, ``yours`` being the player's plan or men as they stand."""
        choice = game.request if isinstance(game.request, Choice) else None
        if choice is self._asked[0] and yours == self._asked[1]:
            return
        self.rest()
        self._asked, self._told = (choice, yours), {}
        if choice is not None:
            self._timer = self._screen.set_timer(PAUSE, lambda: self._ask(game, choice, yours))

    def rest(self) -> None:
        """Think no more; the figures stay as they are."""
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


def is_news(told: Mapping[str, Chance], figures: Mapping[str, Chance], last: bool) -> bool:
    """Whether figures are to be told: for the first time when their intervals are of use, then where one is another by
    more than half its interval or is known twice as well, and at the end.
    """
    if last or not figures:
        return bool(figures) and figures != told
    if any(one.high - one.low > WIDEST for one in figures.values()):
        return False
    if has_enough(figures) != has_enough(told):
        return True
    return figures.keys() != told.keys() or any(_is_other(told[name], one) for name, one in figures.items())


def _is_other(old: Chance, new: Chance) -> bool:
    wide = old.high - old.low
    return abs(new.chance - old.chance) > wide / 2 or new.high - new.low < wide / 2


def begin(call: Callable[[], DecisionAnalyzer | None]) -> DecisionAnalyzer | None:
    """The decision analyzer with its processes started; None if the player does without."""
    staff = call()
    if staff is not None:
        staff.prepare()
    return staff
