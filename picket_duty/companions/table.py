"""A companion game at the table: its state, its events, and how its rules ask.

The game itself is on the table; the program knows only what was entered, so the state of each game is small.
"""

from __future__ import annotations

import datetime
from collections.abc import Generator
from typing import Any, Generic, TypeVar

import msgspec

from picket_duty.charts.words import result_words
from picket_duty.companions.registry import Companion
from picket_duty.events import BaseEvent, Chosen, Event
from picket_duty.requests import Choice, Decision, Option, Request, Roll
from picket_duty.state import BASIC, TABLE, Setup

T = TypeVar("T")
Step = Generator[Request, Any, T]
#: Steps of play: what is chosen before the first move, a move, none any more.
SET_UP, MOVE, OVER = "set-up", "move", "over"
YES, NO = "yes", "no"
#: No number that is read off a table is greater.
MOST = 999
#: The first day of a game that has no calendar: that of the landing.
LANDING = datetime.date(1945, 4, 1)


class Remark(BaseEvent, tag="told"):
    """Words of the referee; ``head`` marks a beginning, ``side`` the only side that may read it."""

    text: str
    head: bool = False
    side: str = ""


class TableState(msgspec.Struct):
    """What every companion game keeps: the move, the step that comes next, and how the game ended.

    ``seat`` is the side that has the table to itself while the other looks away; empty if both sit there.
    """

    setup: Setup
    move: int = 1
    step: str = MOVE
    seat: str = ""
    outcome: str = ""


S = TypeVar("S", bound=TableState)


class TablePlay(Generic[S]):
    """A companion game in play. Its rules change ``state``, look up in ``tables`` and report ``events``."""

    def __init__(self, state: S, tables: Companion) -> None:
        self.state = state
        self.tables = tables
        self.events: list[Event] = []
        self.label = f"move {state.move}"

    def tell(self, event: BaseEvent) -> None:
        """Report what happened, stamped with the move."""
        event.phase = self.label
        self.events.append(event)

    def say(self, text: str, head: bool = False, side: str = "") -> None:
        """Say something in words, to both players or to one of them alone."""
        self.tell(Remark(text=text, head=head, side=side))

    def ask(self, roll: Roll) -> Roll:
        """The dice of a roll are wanted; yielded it comes back as its row."""
        roll.phase = self.label
        return roll

    def choose(self, decision: Decision, *options: Option) -> Step[str]:
        """Ask for one of some options."""
        choice = Choice(decision, options, phase=self.label)
        answer = yield choice
        words = next(option.text for option in options if option.value == answer)
        self._chosen(choice, answer, words)
        return str(answer)

    def confirm(self, decision: Decision) -> Step[bool]:
        """Ask a question of yes or no."""
        answer = yield from self.choose(decision, Option(YES, "Yes"), Option(NO, "No"))
        return answer == YES

    def number(self, decision: Decision, least: int, most: int) -> Step[int]:
        """Ask for a number that is read off the table."""
        choice = Choice(decision, least=least, most=most, phase=self.label)
        answer = yield choice
        self._chosen(choice, answer, str(answer))
        return int(answer)

    def read_label(self, decision: Decision, *options: Option) -> Step[str]:
        """Ask for a label that is read off the table, such as that of a hexagon, or for one of some options."""
        choice = Choice(decision, options, phase=self.label)
        answer = yield choice
        self._chosen(choice, answer, str(answer))
        return str(answer)

    def seat(self, side: str = "") -> None:
        """From now on one player has the table alone; without a side both sit there."""
        self.state.seat = side

    def _chosen(self, choice: Choice, answer: Any, words: str) -> None:
        self.tell(Chosen(kind=choice.kind, about=choice.about, rule=choice.rule, answer=answer, words=words))


_ENCODER = msgspec.json.Encoder(order="deterministic")


# -- what the system of every game at the table has in common ----------------


def begins_day(state: TableState) -> bool:
    """Whether a day begins: every step does, for saves hold the state where one does."""
    return True


def encode(state: TableState) -> bytes:
    """A state as bytes."""
    return _ENCODER.encode(state)


def outcome(state: TableState) -> str:
    """How the game ended, empty while it goes on."""
    return state.outcome


def new_setup(tables: Companion, seed: int, options: tuple[str, ...] = ()) -> Setup:
    """The set-up of a new game."""
    first = tables.book.days[0] if tables.book.days else LANDING
    return Setup(TABLE, tables.name, BASIC, seed, first, "", options=options)


def is_visible(event: Event, seat: str) -> bool:
    """Whether the side at the table (empty: both) may read an event; some are for one side only."""
    return not isinstance(event, Remark) or event.side in ("", seat)


def roll_words(roll: Roll) -> str:
    """A roll that was made: what for, the dice and what they came to."""
    dice = " ".join(map(str, roll.dice))
    result = result_words(roll.chart, roll.result, roll.column) if roll.result is not None and roll.column else ""
    column = f" in column {roll.chart.heading(roll.column)}" if roll.column is not None else ""
    return f"{roll.purpose.words}: {dice}{column}{f', {result}' if result else ''}"
