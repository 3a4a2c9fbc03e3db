"""A companion game at the table: what is kept of it, what is told, and how its rules ask.

The game itself lies on the table; the program knows of it what it was told. So the state is small: the move, and sums.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

import msgspec

from picket_duty.companions.shelf import Companion
from picket_duty.events import Chosen, Event, Happening
from picket_duty.requests import Choice, Decision, Option, Request, Roll
from picket_duty.state import Setup

T = TypeVar("T")
Step = Generator[Request, Any, T]
MOVE, OVER = "move", "over"
YES, NO = "yes", "no"


class Told(Event, tag="told"):
    """What the referee says, in words; ``head`` where something begins."""

    text: str
    head: bool = False


class Table(msgspec.Struct):
    """A companion game in progress: the move, what comes next, the sums, and how it ended."""

    setup: Setup
    move: int = 1
    step: str = MOVE
    sums: dict[str, int] = {}
    outcome: str = ""


class TablePlay:
    """A companion game in play. Its rules change ``state``, look up in ``tables`` and tell ``events``."""

    def __init__(self, state: Table, tables: Companion) -> None:
        self.state = state
        self.tables = tables
        self.events: list[Happening] = []
        self.label = f"move {state.move}"

    def tell(self, event: Event) -> None:
        """Report what happened, stamped with the move."""
        event.phase = self.label
        self.events.append(event)

    def say(self, text: str, head: bool = False) -> None:
        """Say something in words."""
        self.tell(Told(text=text, head=head))

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

    def add(self, name: str, number: int) -> None:
        """Add to a sum of the game."""
        self.state.sums[name] = self.state.sums.get(name, 0) + number

    def _chosen(self, choice: Choice, answer: Any, words: str) -> None:
        self.tell(Chosen(kind=choice.kind, about=choice.about, rule=choice.rule, answer=answer, words=words))
