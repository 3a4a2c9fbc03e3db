"""The word ``chances`` of line mode: what asks for an answer, played out to the end with every order.

Nothing is played out before the word is typed. How far it has come is told while it goes on, and Ctrl+C ends it with
the figures there are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from picket_duty.game import Game
from picket_duty.requests import Illegal

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalysis, DecisionAnalyzer

#: Branches of an order, and the most that may be asked for.
BRANCHES, MOST = 256, 100_000
#: How often it is told how far the staff has come, till it is done.
STEPS = 8
HELP = f"""\
  chances, chances 1000  the chance of winning with each order: the game played out {BRANCHES} times, or as often as
                         typed; Ctrl+C stops it and tells what is known"""


class ChancesWord:
    """The staff that a player of line mode may ask; its processes begin with the first question."""

    def __init__(self, game: Game, show: Callable[[Iterable[str]], None]) -> None:
        self.game = game
        self.show = show
        self._staff: DecisionAnalyzer | None = None

    def carry_out(self, rest: str) -> None:
        """The chance of winning with each order. Raises Illegal for what is no number of branches."""
        from picket_duty.reports.win_chances import win_lines

        most = _branches(rest)
        question = self._begun(most)
        known = min(map(len, question.ends.values()), default=0)
        if known >= most:
            self.show([f"  ~ every order has been played out {known} times already"])
        else:
            self.show([f"  ~ every order is played out {most} times; Ctrl+C stops it"])
        try:
            self.show(f"  ~ {count} of {most}" for count in _progress(question))
            question.finish()
        except KeyboardInterrupt:
            question.stop()
            self.show(["  ~ stopped"])
        figures = question.figures()
        told = win_lines(self.game, figures, question.behind(), question.recommendation(self.game))
        self.show(f"  ~ {line}" for line in told or ["nothing has been played out"])

    def close(self) -> None:
        """End the processes, if there are any."""
        if self._staff is not None:
            self._staff.close()

    def _begun(self, most: int) -> DecisionAnalysis:
        from picket_duty.analysis.decision_analysis import DecisionAnalyzer

        self._staff = self._staff or DecisionAnalyzer()
        return self._staff.start(self.game, most=most, time_limit=math.inf)


def _branches(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST and len(text) < 9):
        raise Illegal(f"chances {text}: type how often each order is played out, 1 to {MOST}, as chances {BRANCHES}")
    return int(text or BRANCHES)


def _progress(question: DecisionAnalysis) -> Iterator[int]:
    """How many branches of every order have been counted, at each step of the way but the last."""
    step = 1
    while question.wait():
        counted = min(map(len, question.ends.values()))
        if counted * STEPS >= step * question.most and counted < question.most:
            yield counted
            step = counted * STEPS // question.most + 1
