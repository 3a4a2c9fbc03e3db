"""Whole games in plain mode and referee mode, for a golden listing: each word command where it can
be typed.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import cycle

from picket_duty.game import Game
from picket_duty.plain import plain_mode
from picket_duty.plain.printing import printer
from picket_duty.plain.referee import Referee
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, ONE, Request, Roll
from tests.golden.fixed import each_kind_once, fixed_home

#: What is typed at each kind of decision: the next part each time. Words first, then the answer.
PARTS = {
    ONE: (
        "? / odds / exec / 9 / nonsense / 1",
        "ship / sky / log 5 / exec / y",
        "crew / orders / plan / auto",
        "again / odds / 2",
        "orders maneuver from 40 / orders routine / orders nothing / log / auto",
        "win 0 / sky /  / fire / aim 1 / fire / 1",
    ),
    ASSIGN: (
        "aim 1 / odds / plan / 1=1 2=1 / plan / 1=0 / exec / guns / fire",
        "sky / aim 2 / hold 2 / aim 1 / exec / odds / fire",
        "exec / auto",
        "1=9 / 99=1 / clear / hold 99 / aim 9 / hold / auto",
        '{"5in-1": 0} / fire',
        "y",
        "log 3 / exec / go",
    ),
    MEN_TO_JOBS: (
        "odds / plan / ship / exec / auto",
        "1=1 / 1=9 / 9=1 / hold",
        "exec / y",
        "1=2 / 2=1 / auto",
        "odds / undo / auto",
    ),
    "roll": (
        "ship / 1 2 3 4 5 6 7 / 0 / auto",
        "odds / sky / auto",
        "log 2 / auto",
        "kinds / 3 / 3 4 / auto",
        "auto",
    ),
}


class Typist(io.StringIO):
    """Types the parts for the request of a game, then ``auto`` until the request changes."""

    def __init__(self, game: Game, lines: int) -> None:
        super().__init__()
        self.game = game
        self.lines = lines
        self._parts = {kind: cycle(parts) for kind, parts in PARTS.items()}
        self._asked: Request | None = None
        self._left: list[str] = []

    def readline(self, size: int | None = -1) -> str:
        request = self.game.request
        self.lines -= 1
        if request is None or self.lines < 0:
            return ""
        if request is not self._asked:
            self._asked = request
            kind = "roll" if isinstance(request, Roll) else request.kind
            self._left = next(self._parts[kind]).split("/")
        return f"{self._left.pop(0).strip() if self._left else 'auto'}\n"


def plain_lines() -> Iterator[str]:
    """The transcripts, with each kind of line once."""
    yield from each_kind_once(_transcripts())


def _transcripts() -> Iterator[str]:
    for setup in (
        {"scenario": 3, "level": "advanced", "seed": 5},
        {"patrol": "1945-04-05", "days": 3, "level": "advanced", "seed": 9, "aid": "commanded"},
        {"scenario": 2, "level": "advanced", "seed": 8, "aid": "unaided", "dice": "mine"},
        {"campaign": "mini", "level": "basic", "seed": 26, "dice": "own", "undo": "dice"},
    ):
        game = Game.new(**setup)  # type: ignore[arg-type]
        yield f"== plain mode, {setup}"
        yield from _transcript(
            game, lambda typist, target, game=game: plain_mode.play(game, typist, target)
        )
    game = Game.new(scenario=4, level="advanced", seed=7, dice="own")
    yield "== referee mode"
    yield from _transcript(
        game,
        lambda typist, target: Referee(game, typist, printer(target), ["crew", "identify"]).run(),
    )


def _transcript(
    game: Game, play: Callable[[Typist, io.StringIO], object], lines: int = 400
) -> Iterator[str]:
    """What a mode prints, and its result."""
    with fixed_home():
        target = io.StringIO()
        over = play(Typist(game, lines), target)
    yield from target.getvalue().splitlines()
    yield f"-- {over}"
