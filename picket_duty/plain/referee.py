"""Referee mode: the board game is on the table, the program keeps the sheets and says the next step.

It asks for one thing after another, looks up what the dice come to, and marks the sheets. Each
kind of roll is the table's or the computer's; a die typed wrong is taken back with ``back``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from picket_duty.book.vocabulary import PURPOSES
from picket_duty.game import Game
from picket_duty.plain.conversation import HELP, PROMPT, Manner, Say, Talk
from picket_duty.requests import Illegal, Purpose, Request, Roll
from picket_duty.text import choice_lines, roll_words
from picket_duty.text.wave_card import card_text

__all__ = ["NOTE", "PROMPT", "Referee", "checked_kinds", "step_words"]

#: The note in the save that holds the computer's kinds.
NOTE = "computer rolls"
OWN_HELP = f"""\
{HELP}
  back                   take back the last die or decision typed
  computer KIND          leave a kind of roll to the computer (computer all: every kind)
  table KIND             roll a kind on the table (table all: every kind)
  kinds                  every kind of roll and who rolls it"""


class Referee:
    """One game at the table. ``computer`` are the kinds of roll that the computer makes."""

    def __init__(self, game: Game, source: IO[str], say: Say, computer: Iterable[str] = ()) -> None:
        """Take up a game. Raises Illegal for a kind of roll there is not."""
        self.game = game
        self.say = say
        self.computer = checked_kinds(computer)
        self.typed = self._typed_before()
        words = {
            "back": self._back, "kinds": self._kinds,
            "computer": lambda kind: self._assign("computer", kind), "table": lambda kind: self._assign("table", kind),
        }  # fmt: skip
        manner = Manner(
            self.is_computers,
            self._question,
            words,
            OWN_HELP,
            "  mark: ",
            answered=self.typed.append,
            card=lambda card: ["", *card_text(card, game.tables)],
        )
        self.talk = Talk(game, source, say, manner, len(game.events))

    def run(self) -> bool:
        """Referee until the game is over (True) or the player leaves (False)."""
        return self.talk.run()

    def is_computers(self, roll: Roll) -> bool:
        """Whether the computer makes this roll."""
        return roll.purpose.id in self.computer

    def _question(self, request: Request) -> list[str]:
        if isinstance(request, Roll):
            return [f"Next: {step_words(request.purpose)}. Roll {roll_words(request, self.game.tables)}"]
        return ["Next: your decision.", *choice_lines(request, self.game.state, self.game.tables)]

    def _kinds(self, rest: str) -> None:
        kinds = PURPOSES.values()
        self.talk.show(f"  {self._roller(one.id):<8} {one.id:<14} {step_words(one)}" for one in kinds)

    def _roller(self, kind: str) -> str:
        return "computer" if kind in self.computer else "table"

    def _assign(self, roller: str, kind: str) -> None:
        """Give a kind of roll to the computer or the table. Raises Illegal for a kind there is not."""
        kinds = checked_kinds(PURPOSES if kind == "all" else [kind])
        self.computer = self.computer | kinds if roller == "computer" else self.computer - kinds
        if self.game.journal is not None:
            self.game.journal.write_note(NOTE, sorted(self.computer))
        self.say(f"{', '.join(sorted(kinds)) if kind != 'all' else 'every roll'}: {roller}")

    def _back(self, rest: str) -> None:
        """To before the last thing typed; what the computer rolled since goes with it and comes again as it was."""
        while self.typed and self.typed[-1] >= len(self.game.answers):
            self.typed.pop()
        if not self.typed:
            raise Illegal("nothing typed stands before this")
        self.game.undo(len(self.game.answers) - self.typed[-1])
        self.typed.pop()
        self.talk.taken_back()
        self.say("taken back")

    def _typed_before(self) -> list[int]:
        """Where the player answered, for a game taken up again."""
        rolls = (event for event in self.game.events if isinstance(event, Roll))
        return [
            number
            for number, answer in enumerate(self.game.answers)
            if not (isinstance(answer, tuple) and self.is_computers(next(rolls)))
        ]


def step_words(purpose: Purpose) -> str:
    """What a kind of roll is for, with its paragraph of the rules."""
    return f"{purpose.words} ({purpose.rule})"


def checked_kinds(kinds: Iterable[str]) -> set[str]:
    """Kinds of roll by name. Raises Illegal naming them all where there is no such kind."""
    found = set(kinds)
    for kind in sorted(found):
        if kind not in PURPOSES:
            raise Illegal(f"unknown kind of roll {kind!r}; kinds: {', '.join(PURPOSES)}")
    return found
