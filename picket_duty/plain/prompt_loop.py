"""The loop of every game in plain text: prints events, asks requests, reads lines, runs word
commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import IO

from picket_duty.bounded import read_line
from picket_duty.game import AnyGame
from picket_duty.requests import Illegal, Request
from picket_duty.saves import SaveError

#: Printed before a line is read: for a command or an answer, and for a field of a form. Only these
#: texts have no line end.
PROMPT = "> "
FIELD_PROMPT = ": "
QUIT = "quit"
#: Printed when an answer again cannot be saved.
STILL_UNSAVED = "! Still not saved"

#: Prints one line, whatever characters are in it.
Say = Callable[[str], None]
#: Runs a word command, given the rest of its line.
Word = Callable[[str], None]


class Leave(Exception):
    """The player leaves the game."""


class Unsaved(Exception):
    """The player left or the input ended while the save could not be written. The text is the
    reason.
    """


class LinePrompt:
    """Prints lines and reads those that are typed, until the player leaves."""

    def __init__(self, source: IO[str], say: Say) -> None:
        self.source = source
        self.say = say

    def show(self, lines: Iterable[str]) -> None:
        """Print several lines."""
        for line in lines:
            self.say(line)

    def ask(self, prompt: str = PROMPT) -> str:
        """Prompt for a line and read it. Raises Leave."""
        self.say(prompt)
        return self.read()

    def read(self) -> str:
        """A line, stripped. Raises Leave if the input ends or the player quits, OSError if it is
        too long.
        """
        while line := read_line(self.source):
            if line.strip() != QUIT:
                return line.strip()
            if self.may_quit():
                break
        raise Leave

    def may_quit(self) -> bool:
        """Whether the player can leave now."""
        return True


class PromptLoop(LinePrompt):
    """A game in plain text, the destroyer's or a companion game.

    ``words`` are the word commands, to which each mode adds its own; ``help`` is the text of ``?``.
    ``printed`` is the number of events printed so far. ``retry`` says what to do when an answer
    cannot be saved for the first time.
    """

    retry = "! Answer again, or type quit."

    def __init__(
        self, game: AnyGame, source: IO[str], say: Say, help: str, printed: int = 0
    ) -> None:
        super().__init__(source, say)
        self.game = game
        self.printed = printed
        self.words: dict[str, Word] = {"again": self.repeat}
        self.words |= dict.fromkeys(("?", "help"), lambda rest: self.show(help.split("\n")))
        #: Why the last answer could not be saved; ``answer`` empties it when one is saved.
        self.unsaved = ""
        #: Whether the player was warned that quitting loses the game.
        self._warned = False
        self._asked: Request | None = None

    def run(self) -> bool:
        """Play until the game is over (True) or the player leaves (False). Raises Unsaved if it is
        not saved.
        """
        try:
            self.print_events(len(self.game.events))
            while (request := self.game.request) is not None:
                first = len(self.game.events)
                try:
                    self.take_line(request)
                except SaveError as error:
                    # The reason is printed once. The request stays open.
                    is_known = str(error) == self.unsaved
                    self.show([STILL_UNSAVED] if is_known else [f"! {error}", self.retry])
                    self.unsaved = str(error)
                except Illegal as error:
                    self.say(f"! {error}")
                self.print_events(first)
        except Leave:
            if self.unsaved:
                raise Unsaved(self.unsaved) from None
            return False
        return True

    # -- what each mode adds ---------------------------------------------------------

    def question(self, request: Request) -> Iterable[str]:
        """The lines that ask a request."""
        raise NotImplementedError

    def answer(self, request: Request, text: str) -> None:
        """Use a line as an answer; once it is saved, nothing is ``unsaved``. Raises Illegal,
        SaveError.
        """
        raise NotImplementedError

    def print_events(self, first: int) -> None:
        """Print the events since the last one printed. ``first`` is the number of events before the
        last answer, for a summary of what the answer led to. May wait for a key, and so raises
        Leave.
        """
        raise NotImplementedError

    # -- lines -----------------------------------------------------------------------

    def take_line(self, request: Request) -> None:
        """Ask a request, unless it was the last one asked, and use a line. Raises Illegal,
        SaveError, Leave.
        """
        if request is not self._asked:
            self._asked = request
            self.show(self.question(request))
        self.take(request, self.ask())

    def take(self, request: Request, text: str) -> None:
        """Use a line as a word command or an answer. Raises Illegal, SaveError."""
        if not self.carry_out(text):
            self.answer(request, text)

    def repeat(self, rest: str) -> None:
        """Ask the request again."""
        self._asked = None

    def may_quit(self) -> bool:
        """Whether the game is saved, or the player was warned that it is not."""
        save_file = self.game.save_file
        if save_file is None or self._warned:
            return True
        if why := save_file.unsaved():
            self.say(f"! The game is NOT saved: {why}. Type quit again to leave without saving.")
        self._warned = bool(why)
        return not why

    def carry_out(self, text: str) -> bool:
        """Run a line if it is a word command; returns whether it was. Raises Illegal for an empty
        line.
        """
        word, _, rest = text.partition(" ")
        if not word:
            raise Illegal("Nothing was typed. Type ? for help.")
        if word not in self.words:
            return False
        self.words[word](rest.strip())
        return True
