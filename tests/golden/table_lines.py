"""Companion games refereed in plain mode, for a golden listing: word commands, and answers chosen
by fixed dice.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

from picket_duty.companions.ie_shima_board import PRACTICE, STACKS
from picket_duty.companions.table_conversation import TableConversation
from picket_duty.companions.table_saves import OPTIONS, SYSTEMS, TableGame, new_game
from picket_duty.plain.printing import printer
from picket_duty.requests import LABEL, NUMBER, Roll
from tests.golden.fixed import each_kind_once, fixed_home

#: How often a line typed is a word or a mistake.
EVERY = 9
WORDS = (
    "sums",
    "again",
    "map",
    "undo",
    "?",
    "chart",
    "nonsense",
    "99999",
    "-1",
    "chart combat",
    "chart nothing",
    "7 7 7",
    "",
)
#: The games: name, options, seed, lines typed.
GAMES = (
    *((name, (), 3, 500) for name in SYSTEMS),
    ("ie-shima", (PRACTICE, "computer-american"), 7, 150),
    ("ie-shima", (PRACTICE, "computer-japanese"), 7, 500),
    ("ie-shima", (PRACTICE, STACKS, "computer-japanese"), 7, 500),
    *(("international-team", (option,), 5, 400) for option in OPTIONS["international-team"]),
)


class Typist(io.StringIO):
    """Types an answer for the request of a game, and from time to time a word command or a
    mistake.
    """

    def __init__(self, game: TableGame, seed: int, lines: int) -> None:
        super().__init__()
        self.game = game
        self.lines = lines
        self.typed = 0
        self.dice = random.Random(seed)

    def readline(self, size: int | None = -1) -> str:
        self.typed += 1
        if self.typed > self.lines:
            return ""
        if self.typed % EVERY == 0:
            return f"{WORDS[self.typed // EVERY % len(WORDS)]}\n"
        return f"{self._answer()}\n"

    def _answer(self) -> str:
        request = self.game.request
        dice = self.dice
        if request is None or isinstance(request, Roll):
            return "auto"
        if request.kind == LABEL:
            return str(dice.choice([*request.legal(), "1", "2", "3"]))
        if request.kind == NUMBER:
            return str(dice.randint(request.least, min(request.most, request.least + 12)))
        return str(dice.randint(1, len(request.options)))


def table_lines() -> Iterator[str]:
    """The transcripts with each kind of line once, and the hash of the last state of each."""
    yield from each_kind_once(_transcripts())


def _transcripts() -> Iterator[str]:
    for name, options, seed, lines in GAMES:
        with fixed_home():
            target = io.StringIO()
            game = new_game(name, seed, options)
            over = TableConversation(
                game, Typist(game, seed, lines), printer(target), lambda: None
            ).run()
            yield f"== {name} {' '.join(options)}"
            yield from target.getvalue().splitlines()
            yield f"-- {'over' if over else 'left'} {game.state_hash[:16]}"
