"""Referee mode: you play on the table; the program asks, looks up the charts and keeps the sheets.

You or the computer make each kind of roll. ``back`` undoes a die that was typed wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import IO

from picket_duty.book.vocabulary import PURPOSES
from picket_duty.game import Game
from picket_duty.pages.consequences import choice_lines
from picket_duty.plain.conversation import HELP, Conversation, Mode
from picket_duty.plain.prompt import Say, dice_of
from picket_duty.requests import Illegal, Request, Roll
from picket_duty.text.cards import card_text
from picket_duty.text.rolls import actor_of, dice_to_roll, purpose_of

TWO = 2
#: The note in the save with the kinds of roll that the computer makes.
NOTE = "computer rolls"
#: Stands for every kind of roll.
EVERY = "all"
OWN_HELP = f"""\
{HELP}
  7                      the total of two six-sided dice
  34                     the two digits of d100
  back                   undo the last die or decision you typed
  computer KIND          let the computer make a kind of roll; computer all: every kind
  table KIND             make a kind of roll yourself; table all: every kind
  kinds                  list every kind of roll and who makes it"""


class Referee:
    """A game with dice rolled on the table. ``computer`` holds the kinds of roll that the computer makes."""

    def __init__(self, game: Game, source: IO[str], say: Say, computer: Iterable[str] = ()) -> None:
        """Referee a game from its current point. Raises Illegal for an unknown kind of roll."""
        self.game = game
        self.say = say
        self.computer = checked_kinds(computer)
        rolls = (event for event in game.events if isinstance(event, Roll))
        #: The numbers of the answers that were typed.
        self.typed = [
            number
            for number, answer in enumerate(game.answers)
            if not (isinstance(answer, tuple) and self.is_computers(next(rolls)))
        ]
        mode = Mode(
            rolls_unasked=self.is_computers,
            question=self._question,
            words={
                "back": self._back, "kinds": self._kinds,
                "computer": partial(self._assign, "computer"), "table": partial(self._assign, "table"),
            },
            help=OWN_HELP,
            mark="  mark: ",
            after_answer=self.typed.append,
            card=lambda card: ["", *card_text(card, game.tables)],
            dice_typed=dice_or_total,
        )  # fmt: skip
        self.conversation = Conversation(game, source, say, mode, len(game.events))

    def run(self) -> bool:
        """Referee until the game is over (True) or the player leaves (False)."""
        return self.conversation.run()

    def is_computers(self, roll: Roll) -> bool:
        """Whether the computer makes this roll."""
        return roll.purpose.id in self.computer

    def _question(self, request: Request) -> list[str]:
        if isinstance(request, Roll):
            what, who = purpose_of(request), actor_of(request, self.game.tables)
            subject = f": {who}" if who and who.lower() != what.lower() else ""
            return [f"Next: {what} ({request.purpose.rule}){subject}. Roll {dice_to_roll(request)}"]
        return ["Next: your decision.", *choice_lines(request, self.game.state, self.game.tables)]

    def _kinds(self, rest: str) -> None:
        for kind in PURPOSES.values():
            roller = "computer" if kind.id in self.computer else "table"
            self.conversation.say(f"  {roller:<8} {kind.id:<14} {kind.words} ({kind.rule})")

    def _assign(self, roller: str, kind: str) -> None:
        kinds = checked_kinds([kind])
        self.computer = self.computer | kinds if roller == "computer" else self.computer - kinds
        if self.game.save_file is not None:
            self.game.save_file.write_note(NOTE, sorted(self.computer))
        self.say(f"{', '.join(sorted(kinds)) if kind != EVERY else 'every roll'}: {roller}")

    def _back(self, rest: str) -> None:
        """Undo the last typed answer and the computer's rolls since, which will have the same results."""
        while self.typed and self.typed[-1] >= len(self.game.answers):
            self.typed.pop()
        if not self.typed:
            raise Illegal("There is nothing to undo")
        self.game.undo(len(self.game.answers) - self.typed[-1])
        self.typed.pop()
        self.conversation.undone()
        self.say("Undone")


def dice_or_total(roll: Roll, text: str) -> list[int]:
    """The dice typed. A single number stands for two dice: their sum, or the digits of d100. Raises Illegal.

    Two dice with that sum are recorded: charts of two six-sided dice know only the sum.
    """
    dice = dice_of(text)
    if len(dice) != 1 or len(roll.faces) != TWO or roll.is_matrix:
        return dice
    if roll.faces == (10, 10):
        return [int(digit) for digit in text.strip()] if len(text.strip()) == TWO else dice
    first = max(1, dice[0] - 6)
    return [first, dice[0] - first] if TWO <= dice[0] <= sum(roll.faces) else dice


def checked_kinds(kinds: Iterable[str]) -> set[str]:
    """Kinds of roll by name, every kind for ``all``. Raises Illegal for an unknown one; its message lists all kinds."""
    known = set(kinds)
    if EVERY in known:
        return set(PURPOSES)
    for kind in sorted(known):
        if kind not in PURPOSES:
            raise Illegal(f"Unknown roll type {kind!r}. Types: {', '.join(PURPOSES)}.")
    return known
