"""The word commands ``orders`` and ``win`` of plain mode."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from picket_duty.captains.standing_orders import (
    StandingOrders,
    asks_to_play_on,
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

#: The words of each order, and what turns it off.
ROUTINE, MANEUVER, COMMANDS, OFF = "routine", "maneuver from", "officers command", "off"
#: The changes that may be typed.
CHANGES = f"{ROUTINE}, {ROUTINE} {OFF}, {MANEUVER} 40, {COMMANDS}, {COMMANDS} {OFF}"
#: Playouts of each option by default, and the most that may be asked for.
BRANCHES, MOST = 256, 100_000
#: How many times progress is shown until the playouts are done.
STEPS = 8
HELP = f"""\
  win, win 1000          show your chance of winning with each order; the computer plays {BRANCHES} games with each, or
                         as many as you type; Ctrl+C stops
  orders                 show your standing orders; change them with orders {ROUTINE}, orders {ROUTINE} {OFF},
                         orders {MANEUVER} 40, orders {COMMANDS}, orders {COMMANDS} {OFF}"""


class OrdersWord:
    """The word command ``orders``: shows and changes the standing orders, which then answer for the player."""

    def __init__(self, game: Game, show: Callable[[Sequence[str]], None]) -> None:
        self.game = game
        self.show = show
        self.standing = load_standing_orders(game)
        #: Whether the officers finish the game without a call; the phase in which the player chose to play on.
        self._finishing, self._plays_on = False, ""

    def answer(self) -> Answer | None:
        """The answer of the standing orders to the current choice; None if the player is asked."""
        return standing_answer(self.game, self.standing)

    def interruption(self, events: Sequence[Event]) -> str:
        """Why the player is called although their officers are in command; empty if not."""
        return call_reason(self.game, events) if self.standing.commands and not self._finishing else ""

    def asks_to_play_on(self) -> bool:
        """Whether the player must say first whether to play on: the station is lost."""
        return asks_to_play_on(self.game, self.standing) and self._plays_on != self.game.state.label

    def play_on(self, yes: bool) -> None:
        """Let the player play on, or the officers finish the game."""
        self._plays_on, self._finishing = self.game.state.label, not yes
        self.standing = self.standing if yes else self.standing.commanded(True)

    def carry_out(self, rest: str) -> None:
        """Change the standing orders as typed and show them. Raises Illegal, SaveError."""
        if rest:
            changed = changed_by(self.standing, rest)
            save_standing_orders(self.game, changed)
            self.standing = changed
        self.show(order_lines(self.standing))


def changed_by(standing: StandingOrders, text: str) -> StandingOrders:
    """The orders after a change that was typed. Raises Illegal."""
    order, _, last = text.rpartition(" ")
    try:
        if order == MANEUVER:
            return standing.from_chance(last)
    except ValueError as error:
        raise Illegal(str(error)) from None
    order, on = (order, False) if last == OFF else (text, True)
    if order == ROUTINE:
        return msgspec.structs.replace(standing, routine=on)
    if order == COMMANDS:
        return standing.commanded(on)
    raise Illegal(f"Unknown standing order {text!r}. Type one of: {CHANGES}.")


def order_lines(standing: StandingOrders) -> list[str]:
    """Every order with its value."""
    on = {True: "on", False: OFF}
    return [
        "Standing orders in this game:",
        f"  {COMMANDS:<17} {on[standing.commands]}",
        f"  {ROUTINE:<17} {on[standing.routine]}",
        f"  {MANEUVER:<17} {standing.least}%",
    ]


class ChancesWord:
    """The word command ``win``: plays the game to the end with every option of the current decision.

    Worker processes start when it is first used.
    """

    def __init__(self, game: Game, show: Callable[[Iterable[str]], None]) -> None:
        self.game = game
        self.show = show
        self._analyzer: DecisionAnalyzer | None = None

    def carry_out(self, rest: str) -> None:
        """Show the chance of winning with each option. Ctrl+C stops with the results so far. Raises Illegal."""
        from picket_duty.pages.luck_report import win_lines

        most = _branches(rest)
        question = self._started(most)
        done = min(map(len, question.ends.values()), default=0)
        if done >= most:
            self.show([f"  ~ {done} games with each order have already been played"])
        else:
            self.show([f"  ~ Playing {most} games with each order. Press Ctrl+C to stop."])
        try:
            self.show(f"  ~ {count} of {most}" for count in _progress(question))
            question.finish()
        except KeyboardInterrupt:
            question.stop()
            self.show(["  ~ Stopped"])
        figures = question.figures()
        lines = win_lines(self.game, figures, question.behind(), question.recommendation(self.game))
        self.show(f"  ~ {line}" for line in lines or ["No games were played"])

    def close(self) -> None:
        """End the worker processes."""
        if self._analyzer is not None:
            self._analyzer.close()

    def _started(self, most: int) -> DecisionAnalysis:
        from picket_duty.analysis.decision_analysis import DecisionAnalyzer

        self._analyzer = self._analyzer or DecisionAnalyzer()
        return self._analyzer.start(self.game, most=most, time_limit=math.inf, held=0)


def _branches(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST and len(text) < 9):
        raise Illegal(f"win {text}: type a number of games, 1 to {MOST}")
    return int(text or BRANCHES)


def _progress(question: DecisionAnalysis) -> Iterator[int]:
    """The number of playouts finished for every option, each time another part is done, except at the end."""
    step = 1
    while question.wait():
        counted = min(map(len, question.ends.values()))
        if counted * STEPS >= step * question.most and counted < question.most:
            yield counted
            step = counted * STEPS // question.most + 1
