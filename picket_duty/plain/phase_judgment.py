"""The judgment of the player's orders at the end of a phase in plain mode, worked out within a fixed time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from picket_duty.analysis.judgment import JudgedOrder, extra_hits, judgment_words, lesson_of
from picket_duty.captains.doctrine import recommend
from picket_duty.events import Ended, Event, Leave, PhaseBegun, TurnEnd
from picket_duty.game import Game, ReplayState
from picket_duty.odds.plan import is_same_order
from picket_duty.requests import ONE, Answer, Choice
from picket_duty.text.chances import ENOUGH, STAFF, YOURS

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalyzer

#: Seconds that the judgment of a phase may take, and the most playouts of each order.
BUDGET, PLAYOUTS = 2.0, 256
#: Events before which a phase is judged.
ENDS = (PhaseBegun, TurnEnd, Leave, Ended)


class Given(NamedTuple):
    """An order of the player: the game before it, the decision, doctrine's order and the player's."""

    before: ReplayState
    answers: int
    choice: Choice
    execs: Answer
    given: Answer


class PhaseJudgment:
    """Notes the player's orders of a phase and judges them when it is over."""

    def __init__(self, game: Game, budget: float = BUDGET) -> None:
        self.game = game
        self.budget = budget
        self._orders: list[Given] = []
        self._analyzer: DecisionAnalyzer | None = None

    def note(self, choice: Choice, given: Answer) -> None:
        """Note an order that is about to be given. Orders undone before it no longer count."""
        game = self.game
        self._orders = [order for order in self._orders if order.answers < game.requests]
        execs = recommend(game.play, choice)
        execs = given if is_same_order(game.play, choice, given, execs) else execs
        self._orders.append(Given(game.replay_state, game.requests, choice, execs, given))

    def lines(self, event: Event) -> list[str]:
        """The judgment if an event ends the phase of the orders noted, in a line; empty if there is none."""
        if not isinstance(event, ENDS) or not self._orders:
            return []
        orders, self._orders = self._orders, []
        other = sum(order.given != order.execs for order in orders)
        judged = [self._judged(order, self.budget / max(1, other)) for order in orders]
        words = judgment_words([order for order in judged if order is not None], "in this phase")
        return [f"  ~ {words}"] if words else []

    def close(self) -> None:
        """End the worker processes."""
        if self._analyzer is not None:
            self._analyzer.close()

    def _judged(self, order: Given, seconds: float) -> JudgedOrder | None:
        """An order compared with doctrine's; None if too few playouts ended in time."""
        choice, answers = order.choice, order.answers
        if order.given == order.execs:
            return JudgedOrder(choice.phase, choice.wave, answers, matched=True)
        from picket_duty.analysis.decision_analysis import DecisionAnalyzer
        from picket_duty.analysis.playouts import points_and_error

        self._analyzer = self._analyzer or DecisionAnalyzer()
        game = Game.of_replay_state(order.before, self.game.tables)
        yours = order.given if choice.kind != ONE else None
        question = self._analyzer.start(game, yours, most=PLAYOUTS, time_limit=seconds)
        names = (str(order.execs), str(order.given)) if choice.kind == ONE else (STAFF, YOURS)
        started = time.monotonic()
        while time.monotonic() - started < seconds and question.wait():
            pass
        question.stop()
        better, worse = (question.ends[name] for name in names)
        if min(len(better), len(worse)) < ENOUGH:
            return None
        lesson = lesson_of(game, choice, order.execs, order.given)
        hits = extra_hits(game, choice, order.execs, order.given)
        return JudgedOrder(choice.phase, choice.wave, answers, *points_and_error(better, worse), lesson, hits)
