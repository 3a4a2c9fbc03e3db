"""Playback of a recorded game: a position among its answers, and the game as it was there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from pathlib import Path
from typing import Generic

from picket_duty.book import Tables
from picket_duty.events import Chosen, Event, WaveBegun
from picket_duty.game import Game, P, S, T
from picket_duty.requests import Answer, Roll
from picket_duty.tui.bindings import bind, hidden

REQUEST, WAVE, PHASE, DAY = "request", "wave", "phase", "day"


class Playback(Generic[S, T, P]):
    """A recorded game at a position: ``place`` of its answers given. ``game`` is the game as it was then.

    ``path`` is the save it was read from, none for a game that is not saved.
    """

    def __init__(self, whole: Game[S, T, P], path: Path | None = None) -> None:
        self.whole = whole
        self.path = path
        self.place = 0
        self.game = whole.at(0)
        self._after = _answers_after(whole.events)
        points = [point for point in whole.checkpoints if point.answers]
        waves = [self._after[number] for number, event in enumerate(whole.events) if isinstance(event, WaveBegun)]
        #: The positions where each kind of stop begins, in order.
        self.stops = {
            WAVE: sorted(set(waves)),
            PHASE: sorted({point.answers for point in points}),
            DAY: sorted({point.answers for point in points if point.day}),
        }

    @property
    def length(self) -> int:
        """The number of answers."""
        return len(self.whole.answers)

    @property
    def at_end(self) -> bool:
        """Whether every answer is given."""
        return self.place == self.length

    @property
    def answers_before(self) -> int:
        """The answers of the save before this position, those before the first one loaded included."""
        return self.whole.base + self.place

    def answer(self) -> Answer | None:
        """The answer given to the current request; None at the end."""
        return None if self.at_end else self.whole.answers[self.place]

    def rolled(self) -> Roll | None:
        """The roll made here with its dice and result; None for a decision and at the end."""
        first = bisect_left(self._after, self.place + 1)
        event = self.whole.events[first] if first < len(self._after) else None
        return event if isinstance(event, Roll) else None

    def go_to(self, place: int) -> None:
        """Go to a position, or to the nearest end."""
        self.place = max(0, min(self.length, place))
        self.game = self.whole.at(self.place)

    def step(self, kind: str, way: int) -> None:
        """Go to the next stop of a kind (way 1) or the previous one (way -1), or to that end of the game."""
        if kind == REQUEST:
            self.go_to(self.place + way)
            return
        stops = self.stops[kind]
        number = bisect_right(stops, self.place) if way > 0 else bisect_left(stops, self.place) - 1
        self.go_to(0 if number < 0 else self.length if number >= len(stops) else stops[number])


def _answers_after(events: list[Event]) -> list[int]:
    """The number of answers given when each event happened."""
    answers, count = [], 0
    for event in events:
        count += isinstance(event, Roll | Chosen)
        answers.append(count)
    return answers


def load_playback(path: Path, tables: Tables) -> Playback:
    """The playback of a save. Raises SaveError."""
    from picket_duty.saves import load_whole

    return Playback(load_whole(path, tables), path)


#: Forward and back by an answer, and to either end.
BY_ANSWER = (
    bind("right,space,enter", f"step('{REQUEST}', 1)", "Step", "Next answer", "replay.on", display="Left/Right"),
    hidden("left,backspace", f"step('{REQUEST}', -1)", "Previous", "Previous answer", "replay.before"),
)  # fmt: skip
TO_AN_END = (
    bind("home", "jump(False)", "Start/end", "Start of the game", "replay.start", display="Home/End"),
    hidden("end", "jump(True)", "End", "End of the game", "replay.end"),
)


class PlaybackControls:
    """Actions of a screen that plays back a recorded game."""

    playback: Playback

    def shown(self) -> None:
        """Show the current position."""
        raise NotImplementedError

    def action_step(self, kind: str, way: int) -> None:
        """Go to the next or previous stop of a kind."""
        self.playback.step(kind, way)
        self.shown()

    def action_jump(self, end: bool) -> None:
        """Go to the start or the end."""
        self.playback.go_to(self.playback.length if end else 0)
        self.shown()
