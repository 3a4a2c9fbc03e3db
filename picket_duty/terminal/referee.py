"""Referee mode: the board game is on the table, the program keeps the sheets and says the next step.

It asks for one thing after another, looks up what the dice come to, and marks the sheets. Each
kind of roll is the table's or the computer's; a die typed wrong is taken back with ``back``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import IO

from picket_duty.book.vocabulary import PURPOSES
from picket_duty.events import Happening, PhaseBegun, WaveBegun
from picket_duty.game import Game
from picket_duty.journal import SaveError
from picket_duty.requests import Illegal, Purpose, Request, Roll
from picket_duty.terminal.plain import decision_of, dice_of
from picket_duty.wording import OUTCOMES, choice_lines, event_words, plane_line, roll_words, ship_lines

#: Said before every line read; the only thing said that does not end its line.
PROMPT = "> "
#: The note in the save that holds the computer's kinds.
NOTE = "computer rolls"
HELP = """\
  3 4                    dice as they lie on the table, singly
  a number, a word, 1=2  a decision, as in the line mode
  auto                   let the computer roll this once, or let the staff decide
  back                   take back the last die or decision typed
  computer KIND          leave a kind of roll to the computer (computer all: every kind)
  table KIND             roll a kind on the table (table all: every kind)
  kinds                  every kind of roll and who rolls it
  ship, sky              the ship's sheet, the planes
  quit                   leave; everything is saved"""


class Stop(Exception):
    """The player leaves."""


class Referee:
    """One game at the table. ``computer`` are the kinds of roll that the computer makes."""

    def __init__(self, game: Game, source: IO[str], say: Callable[[str], None], computer: Iterable[str] = ()) -> None:
        """Take up a game. Raises ValueError for a kind of roll there is not."""
        self.game = game
        self.source = source
        self.say = say
        self.computer = checked_kinds(computer)
        self.told = len(game.events)
        self.typed = self._typed_before()

    def run(self) -> bool:
        """Referee until the game is over (True) or the player leaves (False)."""
        self._tell()
        while self.game.request is not None:
            try:
                self._one(self.game.request)
            except Stop:
                return False
            except (Illegal, SaveError, ValueError) as error:
                self.say(f"! {error}")
            self._tell()
        assert self.game.outcome is not None
        self.say(f"\n{OUTCOMES[self.game.outcome.result]}")
        return True

    def is_computers(self, roll: Roll) -> bool:
        """Whether the computer makes this roll."""
        return roll.purpose.id in self.computer

    def _one(self, request: Request) -> None:
        if isinstance(request, Roll) and self.is_computers(request):
            self.game.roll()
            return
        if isinstance(request, Roll):
            self.say(f"Next: {step_words(request.purpose)}. Roll {roll_words(request)}")
        else:
            self.say("\n".join(["Next: your decision.", *choice_lines(request, self.game.state, self.game.tables)]))
        text = self._read()
        if text and not self._command(text):
            before = len(self.game.answers)
            if not isinstance(request, Roll):
                self.game.answer(decision_of(self.game, request, text))
            elif text == "auto":
                self.game.roll()
            else:
                self.game.answer(dice_of(text))
            self.typed.append(before)

    def _read(self) -> str:
        self.say(PROMPT)
        line = self.source.readline()
        if not line or line.strip() == "quit":
            raise Stop
        return line.strip()

    def _command(self, text: str) -> bool:
        """Carry out a word that is no answer; False where it is one."""
        word, _, rest = text.partition(" ")
        if word in ("computer", "table") and rest:
            self._assign(word, rest.strip())
        elif text == "back":
            self._back()
        elif text == "kinds":
            kinds = PURPOSES.values()
            self.say("\n".join(f"  {self._roller(one.id):<8} {one.id:<14} {step_words(one)}" for one in kinds))
        elif text == "ship":
            self.say("\n".join(ship_lines(self.game.state, self.game.tables)))
        elif text == "sky":
            self.say("\n".join(plane_line(plane) for plane in self.game.state.air.planes) or "The sky is empty")
        elif text in ("?", "help"):
            self.say(HELP)
        else:
            return False
        return True

    def _roller(self, kind: str) -> str:
        return "computer" if kind in self.computer else "table"

    def _assign(self, roller: str, kind: str) -> None:
        kinds = checked_kinds(PURPOSES if kind == "all" else [kind])
        self.computer = self.computer | kinds if roller == "computer" else self.computer - kinds
        if self.game.journal is not None:
            self.game.journal.write_note(NOTE, sorted(self.computer))
        self.say(f"{', '.join(sorted(kinds)) if kind != 'all' else 'every roll'}: {roller}")

    def _back(self) -> None:
        """To before the last thing typed; what the computer rolled since goes with it and comes again as it was."""
        if not self.typed:
            raise Illegal("nothing typed stands before this")
        self.game.undo(len(self.game.answers) - self.typed[-1])
        self.typed.pop()
        self.told = len(self.game.events)
        self.say("taken back")

    def _typed_before(self) -> list[int]:
        """Where the player answered, for a game taken up again."""
        rolls = (event for event in self.game.events if isinstance(event, Roll))
        return [
            number
            for number, answer in enumerate(self.game.answers)
            if not (isinstance(answer, tuple) and self.is_computers(next(rolls)))
        ]

    def _tell(self) -> None:
        self.told = min(self.told, len(self.game.events))
        for event in self.game.events[self.told :]:
            text = event_words(event, self.game.tables)
            if text:
                self.say(f"{_lead(event)}{text}")
        self.told = len(self.game.events)


def step_words(purpose: Purpose) -> str:
    """What a kind of roll is for, with its paragraph of the rules."""
    return f"{purpose.words} ({purpose.rule})"


def checked_kinds(kinds: Iterable[str]) -> set[str]:
    """Kinds of roll by name. Raises ValueError naming them all where there is no such kind."""
    found = set(kinds)
    for kind in sorted(found):
        if kind not in PURPOSES:
            raise ValueError(f"unknown kind of roll {kind!r}; kinds: {', '.join(PURPOSES)}")
    return found


def _lead(event: Happening) -> str:
    if isinstance(event, PhaseBegun):
        return "\n=== "
    if isinstance(event, WaveBegun):
        return "\n--- "
    return "    " if isinstance(event, Roll) else "  mark: "
