"""The prompt of plain mode: reads lines, runs word commands, parses answers. Planes count from 1, as shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import IO, Any

from picket_duty.captains.doctrine import exec_answer
from picket_duty.game import Game
from picket_duty.requests import ASSIGN, ONE, Choice, Illegal, Request
from picket_duty.text.names import item_name, plane_number

#: Printed before every line is read; the only text without a line end.
PROMPT = "> "
#: The number of a slot or job, or a run of them.
RUN = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")
QUIT = "quit"

#: Prints one line, whatever characters are in it.
Say = Callable[[str], None]
#: Runs a word command, given the rest of its line.
Word = Callable[[str], None]


class Leave(Exception):
    """The player leaves the game."""


class PromptLoop:
    """Asks requests, reads lines and runs the word commands among them.

    ``words`` are the word commands, to which each mode adds its own; ``help`` is the text of ``?``. ``may_quit`` can
    refuse a ``quit``.
    """

    def __init__(self, source: IO[str], say: Say, help: str, may_quit: Callable[[], bool] = lambda: True) -> None:
        self.source = source
        self.say = say
        self.words: dict[str, Word] = {"again": self._again}
        self.words |= dict.fromkeys(("?", "help"), lambda rest: self.show(help.split("\n")))
        self._may_quit = may_quit
        self._asked: Request | None = None

    def show(self, lines: Iterable[str]) -> None:
        """Print several lines."""
        for line in lines:
            self.say(line)

    def ask_once(self, request: Request, question: Callable[[Request], Iterable[str]]) -> None:
        """Print the question of a request, unless it was the last one printed."""
        if request is not self._asked:
            self._asked = request
            self.show(question(request))

    def _again(self, rest: str) -> None:
        self._asked = None

    def ask(self) -> str:
        """Prompt for a line and read it. Raises Leave."""
        self.say(PROMPT)
        return self.read()

    def read(self) -> str:
        """A line, stripped. Raises Leave if the input ends or the player quits."""
        while line := self.source.readline():
            if line.strip() != QUIT:
                return line.strip()
            if self._may_quit():
                break
        raise Leave

    def carry_out(self, text: str) -> bool:
        """Run a line if it is a word command; returns whether it was. Raises Illegal for an empty line."""
        word, _, rest = text.partition(" ")
        if not word:
            raise Illegal("Nothing was typed. Type ? for help.")
        if word not in self.words:
            return False
        self.words[word](rest.strip())
        return True


#: Words for the exec's order.
EXEC = ("auto", "y")
#: The word for an order without any shots or repairs; and a word that is ambiguous there.
NOBODY, GO = "hold", "go"


def dice_of(text: str) -> list[int]:
    """Dice typed as ``3 4`` or ``3,4``. Raises Illegal."""
    try:
        return [int(part) for part in text.replace(",", " ").replace("+", " ").split()]
    except ValueError:
        raise Illegal(f"{text!r}: not valid dice. Type each die, for example 3 4.") from None


def decision_of(game: Game, choice: Choice, text: str) -> Any:
    """A decision from a line: JSON, a number, a word, pairs, or the exec's order. Raises Illegal."""
    if text in EXEC:
        return exec_answer(game.play, choice)
    if text.startswith("{"):
        try:
            return json.loads(text)
        except ValueError as error:
            raise Illegal(f"{text!r} is not valid JSON: {error}") from None
    if choice.kind != ONE and text == GO:
        raise Illegal(f"Type {NOBODY} for no orders, or auto for your exec's plan")
    if choice.kind == ASSIGN:
        orders = {} if text == NOBODY else slot_pairs(text, list(choice.slots))
        return {slot: plane_of(game, choice, slot, shown) for slot, shown in orders.items()}
    if choice.kind != ONE:
        return {} if text == NOBODY else slot_pairs(text, list(choice.jobs))
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(choice.options):
        return choice.options[int(text) - 1].value
    return _option(choice, text)


def _option(choice: Choice, text: str) -> str:
    for option in choice.options:
        if text == option.value or text.lower() == option.text.lower():
            return option.value
    printed = ", ".join(
        f"{number} {option.text}" for number, option in enumerate(choice.options, 1) if not option.barred
    )
    raise Illegal(f"{text!r} is not an option. Type one of: {printed}.")


def plane_of(game: Game, choice: Choice, slot: str, shown: int) -> int:
    """The game's number of a plane, from 0, given the number shown. Raises Illegal with the numbers shown."""
    name = item_name(game.tables, slot)
    if slot not in choice.slots:
        raise Illegal(f"{name}: {choice.barred.get(slot, 'no such slot')}")
    planes = {plane_number(plane): plane for plane in choice.slots[slot]}
    flying = [plane_number(plane.number) for plane in game.state.air.planes if plane.flying]
    if shown not in flying:
        raise Illegal(f"{name}: there is no plane {shown}. Planes: {', '.join(map(str, flying))}.")
    if shown not in planes:
        raise Illegal(f"{name} cannot fire at plane {shown}, only at {', '.join(map(str, planes))}")
    return planes[shown]


def slot_pairs(text: str, names: list[str]) -> dict[str, int]:
    """``1=2 3-5=1 40mm-A=1`` as slots or jobs with their numbers. Raises Illegal."""
    pairs: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        name, equals, value = part.partition("=")
        try:
            number = int(value)
        except ValueError:
            number = -1
        if not equals or number < 0:
            raise Illegal(f"{part!r} is not an order. Type an order such as 1=2, or auto.")
        run = RUN.fullmatch(name)
        if run is None:
            pairs[name] = number
            continue
        first, last = int(run[1]), int(run[2] or run[1])
        if not 1 <= first <= last <= len(names):
            raise Illegal(f"{part!r}: the first number must be from 1 to {len(names)}")
        pairs |= dict.fromkeys(names[first - 1 : last], number)
    return pairs
