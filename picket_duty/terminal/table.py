"""A companion game refereed in lines: dice, numbers and choices are typed, what they come to is said."""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_lowercase
from typing import IO

from picket_duty.companions.table import Told, roll_words
from picket_duty.events import Happening
from picket_duty.game import Game
from picket_duty.journal import SaveError
from picket_duty.requests import NUMBER, Choice, Illegal, Roll
from picket_duty.terminal.answers import dice_of

PROMPT = "> "
HELP = """\
  a number               the option of that number, or the number asked for
  3, or 3 4              dice rolled on the table
  auto                   the computer rolls
  undo                   take the last answer back
  again                  what is asked, once more
  sums                   what was lost so far
  quit                   leave; the game is saved after every answer"""


class AtTable:
    """A companion game in conversation; of one taken up the move under way is told again."""

    def __init__(self, game: Game, source: IO[str], say: Callable[[str], None]) -> None:
        self.game = game
        self.source = source
        self.say = say
        #: How many events were told.
        self.told = _last_head(game.events)
        self._asked: object = None

    def run(self) -> bool:
        """Referee until the game is over (True) or the player leaves (False)."""
        while (request := self.game.request) is not None:
            self._tell()
            if request is not self._asked:
                self._asked = request
                self._ask(request)
            self.say(PROMPT)
            line = self.source.readline()
            if not line or line.strip() == "quit":
                return False
            self._one(request, line.strip())
        self._tell()
        return True

    def _ask(self, request: Roll | Choice) -> None:
        if isinstance(request, Roll):
            self.say(f"Next: {request.purpose.words} ({request.purpose.rule}). Roll {request.dice_name}")
            return
        limits = f" ({request.least} to {request.most})" if request.kind == NUMBER else ""
        self.say(f"Next: {request.prompt}{limits}")
        for key, option in zip(keys_of(request), request.options, strict=True):
            self.say(f"  {key}  {option.text}{f': not now, {option.barred}' if option.barred else ''}")

    def _one(self, request: Roll | Choice, text: str) -> None:
        """One line: a word carried out, or an answer; what is wrong with it is said."""
        words = {"?": self._help, "help": self._help, "again": self._again, "undo": self._undo, "sums": self._sums}
        try:
            if not text:
                raise Illegal("nothing entered; ? for help")
            if text in words:
                words[text]()
            elif isinstance(request, Roll):
                self.game.roll() if text == "auto" else self.game.answer(dice_of(text))
            else:
                self.game.answer(_decision_of(request, text))
        except (Illegal, SaveError) as error:
            self.say(f"! {error}")

    def _tell(self) -> None:
        """What has happened since."""
        for event in self.game.events[self.told :]:
            if words := _words_of(event):
                self.say(words)
        self.told = len(self.game.events)

    def _help(self) -> None:
        for line in HELP.split("\n"):
            self.say(line)

    def _again(self) -> None:
        self._asked = None

    def _undo(self) -> None:
        self.game.undo()
        self.told = len(self.game.events)
        self.say("taken back")

    def _sums(self) -> None:
        summary = self.game.system.summary(self.game.state)
        for name, value in summary.items():
            self.say(f"  {name}: {'-' if value is None else value}")


def _decision_of(choice: Choice, text: str) -> object:
    """An answer typed: the number asked for, or an option by its number or its word. Raises Illegal."""
    is_number = text.isascii() and text.removeprefix("-").isdigit()
    if choice.kind == NUMBER:
        if not is_number or len(text) > len(str(choice.most)) + 1:
            raise Illegal(f"{text[:20]!r} is not a number from {choice.least} to {choice.most}")
        return int(text)
    keys = keys_of(choice)
    return choice.options[keys.index(text)].value if text in keys else text


def keys_of(choice: Choice) -> list[str]:
    """What is typed for each option: its number in the list; that of the map, and letters, where it is numbered."""
    if not choice.decision.numbered:
        return [str(number) for number in range(1, len(choice.options) + 1)]
    letters = iter(ascii_lowercase)
    return [option.value if option.value.isdigit() else next(letters) for option in choice.options]


def _last_head(events: list[Happening]) -> int:
    """Where the move under way begins."""
    heads = [number for number, event in enumerate(events) if isinstance(event, Told) and event.head]
    return heads[-1] if heads else 0


def _words_of(event: Happening) -> str:
    """An event as it is told here: empty where it says nothing new."""
    if isinstance(event, Roll):
        return f"    {roll_words(event)}"
    if isinstance(event, Told):
        return f"=== {event.text}" if event.head else f"  * {event.text}"
    return ""
