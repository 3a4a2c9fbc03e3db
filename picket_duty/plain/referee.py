"""Referee mode: you play on the table, and you or the computer make each kind of roll."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import IO

from picket_duty.book.vocabulary import PURPOSES
from picket_duty.charts.words import did_you_mean
from picket_duty.drafts.dice import dice_or_total
from picket_duty.game import Game
from picket_duty.pages.choices import choice_lines
from picket_duty.plain import conversation
from picket_duty.plain.prompt_loop import Say
from picket_duty.requests import Illegal, Request, Roll
from picket_duty.text.rolls import actor_of, dice_to_roll, purpose_of

#: The note in the save with the kinds of roll that the computer makes.
NOTE = "computer rolls"
#: Who makes a kind of roll, and the word command that says so.
COMPUTER = "computer"
TABLE = "table"
#: Stands for every kind of roll.
EVERY = "all"
OWN_HELP = f"""\
{conversation.HELP}
  7                      the total of two six-sided dice
  34                     the two digits of d100
  back                   undo the last die or decision you typed
  computer KIND          let the computer make a kind of roll; computer all: every kind
  table KIND             make one kind of roll yourself; table all: every roll
  kinds                  list every kind of roll and who makes it"""


class Referee(conversation.Conversation):
    """A game with dice rolled on the table. ``computer`` holds the kinds of roll that the computer
    makes.
    """

    mark = "  mark: "

    def __init__(self, game: Game, source: IO[str], say: Say, computer: Iterable[str] = ()) -> None:
        """Referee a game from its current point. Raises Illegal for an unknown kind of roll."""
        super().__init__(game, source, say, OWN_HELP, printed=len(game.events))
        self.computer = checked_kinds(computer)
        rolls = (event for event in game.events if isinstance(event, Roll))
        for number, answer in enumerate(game.answers):
            # Only the answer to a roll is a tuple, of its dice. Any other answer was typed.
            if not isinstance(answer, tuple) or not self.rolls_unasked(next(rolls)):
                self.typed.append(number)
        self.words |= {"back": self._back, "kinds": self._kinds}
        self.words |= {roller: partial(self._assign, roller) for roller in (COMPUTER, TABLE)}

    def rolls_unasked(self, roll: Roll) -> bool:
        """Whether the computer makes this roll."""
        return roll.purpose.id in self.computer

    def question(self, request: Request) -> list[str]:
        """The next step, with the dice to roll or the options."""
        if isinstance(request, Roll):
            what = purpose_of(request)
            who = actor_of(request, self.game.tables)
            subject = f": {who}" if who and who.lower() != what.lower() else ""
            return [f"Next: {what} ({request.purpose.rule}){subject}. Roll {dice_to_roll(request)}"]
        return ["Next: your decision.", *choice_lines(request, self.game.state, self.game.tables)]

    def dice_typed(self, roll: Roll, text: str) -> list[int]:
        """The dice typed, or those that their total stands for. Raises Illegal."""
        return dice_or_total(roll, text)

    def _kinds(self, rest: str) -> None:
        width = max(map(len, PURPOSES))
        for kind in PURPOSES.values():
            roller = COMPUTER if kind.id in self.computer else TABLE
            self.say(f"  {roller:<{len(COMPUTER)}} {kind.id:<{width}} {kind.words} ({kind.rule})")

    def _assign(self, roller: str, kind: str) -> None:
        kinds = checked_kinds([kind])
        if roller == COMPUTER:
            self.computer |= kinds
        else:
            self.computer -= kinds
        if self.game.save_file is not None:
            self.game.save_file.write_note(NOTE, sorted(self.computer))
        self.say(f"{', '.join(sorted(kinds)) if kind != EVERY else 'every roll'}: {roller}")

    def _back(self, rest: str) -> None:
        """Undo the last typed answer and the computer's rolls since, which will have the same
        results.
        """
        while self.typed and self.typed[-1] >= len(self.game.answers):
            self.typed.pop()
        if not self.typed:
            raise Illegal("There is nothing to undo")
        self.game.undo(len(self.game.answers) - self.typed[-1])
        self.typed.pop()
        self.undone()
        self.say("Undone")


def checked_kinds(kinds: Iterable[str]) -> set[str]:
    """Kinds of roll by name, every kind for ``all``. Raises Illegal for an unknown one; its message
    lists all kinds.
    """
    known = set(kinds)
    if EVERY in known:
        return set(PURPOSES)
    for kind in sorted(known):
        if kind not in PURPOSES:
            listed = f"Kinds of roll: {', '.join(PURPOSES)}."
            near = did_you_mean(kind, PURPOSES)
            raise Illegal(f"Unknown kind of roll: {kind!r}. {listed}{near}")
    return known
