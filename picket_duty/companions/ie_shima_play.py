"""A game of Ie Shima in play: the side whose impulse it is, the units that move, and the decisions
that the computer answers.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

import msgspec

from picket_duty.companions.companion import Companion
from picket_duty.companions.ie_shima_board import (
    ATTACK,
    CLEAR,
    DONE,
    JAPANESE,
    LEADERS,
    REPORTED,
    STACKS,
    IslandBoard,
    IslandState,
    Unit,
    day_of_turn,
    opponent_of,
)
from picket_duty.companions.table import Headline, Procedure, TablePlay
from picket_duty.requests import Decision, Option

#: Begins the computer's reason for an Assault without an attack; the plan leaves it out.
NO_ATTACK = "No attack: "


class Mover(msgspec.Struct):
    """A unit in an Assault Impulse: its movement left (None before it moves), the place it came
    from, whether it moves no farther (``stopped``), and whether it has attacked.
    """

    unit: Unit
    left: int | None = None
    came: str = ""
    stopped: bool = False
    fought: bool = False


class Assault(msgspec.Struct):
    """An Assault Impulse: units, Areas contested at first, Areas attacked. ``holds``: stacks leave
    one unit behind.
    """

    movers: list[Mover]
    contested: list[str]
    attacked: list[str] = []
    holds: bool = False


Computer: TypeAlias = (
    "Callable[[IslandPlay, Decision, tuple[Option, ...]], tuple[str, str, str] | None]"
)


class IslandPlay(TablePlay[IslandState]):
    """A game of Ie Shima, with its board if one is tracked."""

    #: The side whose impulse, night or refit it is; the defender is the other.
    attacker: str = JAPANESE
    #: The place to which the computer moves the unit that it has chosen.
    computer_goal: str = ""
    #: The computer's action in this impulse and its reason, not reported yet.
    computer_plan: str = ""
    #: The chart of the last attack and its AT less DT.
    last_attack: tuple[str, int] = ("", 0)
    #: The Assault in progress.
    assault: Assault | None = None
    #: A side for which the computer decides at its player's wish.
    helped_side: str = ""
    #: The computer's units by the place that they have entered, not reported yet.
    entered: dict[str, list[Unit]]

    def __init__(
        self,
        state: IslandState,
        tables: Companion,
        computer: Computer = lambda play, decision, options: None,
    ):
        """``computer`` answers for the side that it plays: side, answer and reason; None if the
        players decide.
        """
        super().__init__(state, tables)
        self.computer = computer
        self.entered = {}

    def choose(self, about: str | Decision, *options: Option, **fields: str) -> Procedure[str]:
        """Ask for one of some options; in a practice game not if the computer decides, or if all
        options are alike.
        """
        decision = self.question(about, fields)
        answered = self.computer(self, decision, options)
        if answered is None:
            if self.has_practice_aids and _are_alike(decision, options):
                return next(option.value for option in options if not option.barred)
            return (yield from super().choose(decision, *options))
        side, answer, why = answered
        # A decision that is not reported shows in its result.
        is_reported = answer.startswith(f"{ATTACK} ") or decision.id in REPORTED
        if not self.has_practice_aids or (is_reported and answer != DONE):
            words = next(option.text for option in options if option.value == answer)
            self._report(decision, side, words, why)
        return answer

    def _report(self, decision: Decision, side: str, words: str, why: str) -> None:
        """Report an answer of the computer and its reason."""
        player = side.capitalize()
        self.say(f"Computer ({player}): {'. '.join(filter(None, (words, why)))}")
        if decision.id.endswith(" impulse"):
            reason = why.removeprefix(NO_ATTACK)
            self.computer_plan = ". ".join(filter(None, (f"{player} {words.lower()}", reason)))

    @property
    def has_practice_aids(self) -> bool:
        """Whether units move together, like units are listed once, and headlines are reported: in
        every practice game, except in older saves.
        """
        return STACKS in self.state.setup.options

    def announce(self, text: str) -> None:
        """Report in a practice game what an attack or the computer's impulse came to, after the
        computer's reason.
        """
        words = ". ".join(filter(None, (self.computer_plan, text)))
        self.computer_plan = ""
        if self.has_practice_aids and words:
            self.emit(Headline(text=words))

    def listed(self, units: list[Unit]) -> list[Unit]:
        """The units to choose from: in a practice game, only the first of those that share
        battalion, strength, value and place.
        """
        if not self.has_practice_aids:
            return units
        board = self.board
        kinds: dict[tuple[object, ...], Unit] = {}
        for unit in reversed(units):
            kind = (unit.battalion, board.is_reduced(unit), board.value(unit), board.place(unit))
            kinds[kind] = unit
        return list(reversed(kinds.values()))

    def orders_stacks(self, side: str) -> bool:
        """Whether a side orders units together; the computer's go one by one."""
        return self.has_practice_aids and side != opponent_of(self.state)

    @cached_property
    def board(self) -> IslandBoard:
        """The board; used only if one is tracked."""
        return IslandBoard(self.tables, self.state)

    @property
    def is_clear(self) -> bool:
        """Whether the weather is clear."""
        return self.state.weather == CLEAR

    @property
    def date(self) -> datetime.date:
        """The day of the turn."""
        return day_of_turn(self.tables, self.state)

    @property
    def allowed(self) -> Mapping[str, Any]:
        """What the day allows."""
        return self.tables["turns"].entry(self.date).fields

    def controls(self, area: int) -> str:
        """Who controls an Area; at first the Japanese controls all (3.1)."""
        return self.state.control.get(str(area), JAPANESE)


def _are_alike(decision: Decision, options: tuple[Option, ...]) -> bool:
    """Whether the options that are not barred differ at most by the name of the unit."""
    texts = {option.text for option in options if not option.barred}
    if decision.id in LEADERS:
        # After its name, a unit is described by strength, value and place.
        texts = {text.partition(", ")[2] for text in texts}
    return len(texts) == 1
