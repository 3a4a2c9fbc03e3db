"""The prompt of plain mode: a line is read, a word command carried out, everything else is an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO

from picket_duty.requests import Illegal

#: Printed before every line read; the only text printed without a line end.
PROMPT = "> "
QUIT = "quit"

#: Prints one line, whatever characters are in it.
Say = Callable[[str], None]
#: Carries out a word command, given the rest of its line.
Word = Callable[[str], None]


class Leave(Exception):
    """The player leaves the game."""


class PromptLoop:
    """Reads lines and carries out the word commands among them; ``may_quit`` can refuse a ``quit``."""

    def __init__(
        self, source: IO[str], say: Say, words: dict[str, Word], may_quit: Callable[[], bool] = lambda: True
    ) -> None:
        self.source = source
        self.say = say
        self.words = words
        self._may_quit = may_quit

    def ask(self) -> str:
        """Prompt for a line and read it. Raises Leave."""
        self.say(PROMPT)
        return self.read()

    def read(self) -> str:
        """A line without the blanks around it. Raises Leave where the input ends or the player quits."""
        while line := self.source.readline():
            if line.strip() != QUIT:
                return line.strip()
            if self._may_quit():
                break
        raise Leave

    def carry_out(self, text: str) -> bool:
        """Whether a line was a word command, which has then been carried out. Raises Illegal for an empty line."""
        word, _, rest = text.partition(" ")
        if not word:
            raise Illegal("nothing entered; ? for help")
        if word not in self.words:
            return False
        self.words[word](rest.strip())
        return True
