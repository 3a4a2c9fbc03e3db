"""The line mode: the game on standard input and output, without a screen. Works in a pipe."""

from __future__ import annotations

from typing import IO

from picket_duty.charts.words import encodable, safe
from picket_duty.events import Happening
from picket_duty.game import Game
from picket_duty.odds.advice import advise
from picket_duty.odds.stakes import stakes
from picket_duty.requests import Request, Roll
from picket_duty.setup import is_players
from picket_duty.terminal.talk import PROMPT, Manner, Say, Talk
from picket_duty.wording import choice_lines, day_lines, roll_words


def play(game: Game, source: IO[str], target: IO[str]) -> bool:
    """Play until the game is over (True) or the input ends or says quit (False). Raises Unsaved, OSError."""
    say = _printer(target)
    data = game.tables.scenarios[int(game.state.setup.name)] if game.state.scenario else None
    if data is not None:
        for line in (f"{data.title}: {data.ship} {data.hull}", *_printed(data.background), *_printed(data.victory), ""):
            say(line)
    manner = Manner(lambda roll: not wants_own_dice(game, roll), lambda request: _question(game, request))
    talk = Talk(game, source, say, manner)
    pages = _Pages(talk)
    if data is None:
        manner.before = pages.before
    over = talk.run()
    if over and data is None:
        pages.rest()
    if over and data is not None:
        talk.show(["", *_printed(f"What history did: {data.history}")])
    return over


def wants_own_dice(game: Game, roll: Roll) -> bool:
    """Whether the player rolls these dice himself."""
    return is_players(roll, game.state.setup.dice)


def _question(game: Game, request: Request) -> list[str]:
    """The dice wanted, or the choice with what the staff can say about it."""
    if isinstance(request, Roll):
        return [f"Roll {roll_words(request, game.tables)}"]
    advice = [f"  ~ {line}" for line in advise(game.play, request)]
    return [*choice_lines(request, game.state, game.tables, stakes(game.play, request)), *advice]


class _Pages:
    """A page at each day's end, before anything of the next day is told."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.shown = self._over()

    def before(self, event: Happening) -> None:
        """The pages of the days that ended before an event; the player reads on by Enter. Raises Leave."""
        self.shown = min(self.shown, self._over())
        daily = self.talk.game.state.records.daily
        while self.shown < self._over() and daily[self.shown].date < event.phase[:10]:
            self._page()
            self.talk.say("Press Enter for the next day, or quit.")
            self._read_on()

    def _read_on(self) -> None:
        """Wait for Enter, or ``auto`` from who leaves everything to the staff. Raises Leave."""
        while (text := self.talk.read()) not in ("", "auto"):
            self.talk.say(f"! {text}: the next day has not begun; press Enter for it, or quit")

    def rest(self) -> None:
        """The page of the last day."""
        while self.shown < self._over():
            self._page()

    def _page(self) -> None:
        self.talk.show(day_lines(self.talk.game.state, self.shown))
        self.shown += 1

    def _over(self) -> int:
        """How many days on duty are over."""
        state = self.talk.game.state
        return len(state.records.daily) - bool(state.day_start)


def _printed(text: str) -> list[str]:
    """The lines of a text of the scenario as they are printed."""
    return text.split("\n")


def _printer(target: IO[str]) -> Say:
    encoding = getattr(target, "encoding", None) or "utf-8"

    def say(text: str) -> None:
        end = "" if text == PROMPT else "\n"
        target.write(encodable(safe(text), encoding) + end)
        target.flush()

    return say
