"""The word commands of plain mode that need more than a line: ``orders`` and ``chances``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from picket_duty.captains.standing_orders import (
    FROM,
    ORDERS,
    StandingOrderError,
    StandingOrders,
    call_reason,
    load_standing_orders,
    save_standing_orders,
    standing_answer,
)
from picket_duty.events import Event
from picket_duty.game import Game
from picket_duty.requests import Answer, Illegal

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalysis, DecisionAnalyzer

COMMANDS, NONE, OFF = "staff commands", "none", "off"
#: Playouts of each option by default, and the most that may be asked for.
BRANCHES, MOST = 256, 100_000
#: How often progress is shown until the playouts are done.
STEPS = 8
HELP = f"""\
  chances, chances 1000  the chance of winning with each order: the game played out {BRANCHES} times, or as often as
                         typed; Ctrl+C stops it and tells what is known
  orders                 the standing orders; orders maneuver always, orders maneuver from 40, orders fire plan staff,
                         orders staff commands, orders staff commands off, orders none"""


class OrdersWord:
    """The word ``orders``: shows and changes the standing orders of a game, which then answer for the player."""

    def __init__(self, game: Game, show: Callable[[Sequence[str]], None]) -> None:
        self.game = game
        self.show = show
        self.standing = load_standing_orders(game)

    def answer(self) -> Answer | None:
        """The answer the standing orders give to the current choice; None where the player is asked."""
        return standing_answer(self.game, self.standing)

    def interruption(self, events: Sequence[Event]) -> str:
        """Why the player must be asked although the staff commands; empty if they need not."""
        return call_reason(self.game, events) if self.standing.commands else ""

    def carry_out(self, rest: str) -> None:
        """Change the standing orders as typed and show them. Raises Illegal, SaveError."""
        if rest:
            try:
                changed = changed_by(self.standing, rest)
            except StandingOrderError as error:
                raise Illegal(str(error)) from None
            save_standing_orders(self.game, changed)
            self.standing = changed
        self.show(order_lines(self.standing))


def changed_by(standing: StandingOrders, text: str) -> StandingOrders:
    """The orders after a change typed. Raises StandingOrderError."""
    words = text.split()
    if words == [NONE]:
        return StandingOrders()
    if " ".join(words[:2]) == COMMANDS and words[2:] in ([], [OFF]):
        return standing.commanded(not words[2:])
    if len(words) == 3 and words[:2] == ["maneuver", FROM] and words[2].isascii() and words[2].isdigit():
        return standing.from_chance(int(words[2]))
    return standing.but(" ".join(words[:-1]), words[-1])


def order_lines(standing: StandingOrders) -> list[str]:
    """Every order with its setting and the settings it can have."""
    lines = [f"  {COMMANDS:<15} {'yes' if standing.commands else 'no'}"]
    for name, allowed in ORDERS.items():
        least = f" {standing.least} per cent" if standing.of(name) == FROM else ""
        lines.append(f"  {name:<15} {standing.of(name)}{least}  ({', '.join(allowed)})")
    return ["Standing orders, in this game:", *lines]


class ChancesWord:
    """The word ``chances``: plays the game out with every option of the current decision.

    Its worker processes start with the first question.
    """

    def __init__(self, game: Game, show: Callable[[Iterable[str]], None]) -> None:
        self.game = game
        self.show = show
        self._analyzer: DecisionAnalyzer | None = None

    def carry_out(self, rest: str) -> None:
        """Show the chance of winning with each option. Ctrl+C stops early with the results so far. Raises Illegal."""
        from picket_duty.reports.luck_report import win_lines

        most = _branches(rest)
        question = self._started(most)
        done = min(map(len, question.ends.values()), default=0)
        if done >= most:
            self.show([f"  ~ every order has been played out {done} times already"])
        else:
            self.show([f"  ~ every order is played out {most} times; Ctrl+C stops it"])
        try:
            self.show(f"  ~ {count} of {most}" for count in _progress(question))
            question.finish()
        except KeyboardInterrupt:
            question.stop()
            self.show(["  ~ stopped"])
        figures = question.figures()
        lines = win_lines(self.game, figures, question.behind(), question.recommendation(self.game))
        self.show(f"  ~ {line}" for line in lines or ["nothing has been played out"])

    def close(self) -> None:
        """End the worker processes."""
        if self._analyzer is not None:
            self._analyzer.close()

    def _started(self, most: int) -> DecisionAnalysis:
        from picket_duty.analysis.decision_analysis import DecisionAnalyzer

        self._analyzer = self._analyzer or DecisionAnalyzer()
        return self._analyzer.start(self.game, most=most, time_limit=math.inf)


def _branches(text: str) -> int:
    """The number of playouts typed. Raises Illegal."""
    if text and not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST and len(text) < 9):
        raise Illegal(f"chances {text}: type how often each order is played out, 1 to {MOST}, as chances {BRANCHES}")
    return int(text or BRANCHES)


def _progress(question: DecisionAnalysis) -> Iterator[int]:
    """The playouts counted for every option, each time another part of them is done, except at the end."""
    step = 1
    while question.wait():
        counted = min(map(len, question.ends.values()))
        if counted * STEPS >= step * question.most and counted < question.most:
            yield counted
            step = counted * STEPS // question.most + 1
