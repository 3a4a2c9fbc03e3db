"""The tape of a game: every answer from first to last, and the game as it stood before any of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from pathlib import Path

from picket_duty.book import Tables
from picket_duty.events import Chosen, Event, WaveBegun
from picket_duty.game import Game
from picket_duty.requests import Answer, Roll
from picket_duty.tui.bindings import bind, hidden

REQUEST, WAVE, PHASE, DAY = "request", "wave", "phase", "day"


class Playback:
    """A game wound to a place: so many of its answers given. ``game`` is the game as it stood there.

    ``path`` is the save it was read from, none for a game that is not saved.
    """

    def __init__(self, whole: Game, path: Path | None = None) -> None:
        self.whole = whole
        self.path = path
        self.place = 0
        self.game = whole.at(0)
        self._after = _answers_after(whole.events)
        points = [point for point in whole.checkpoints if point.answers]
        waves = [self._after[number] for number, one in enumerate(whole.events) if isinstance(one, WaveBegun)]
        #: Where each kind of stop begins, as numbers of answers, in order.
        self.stops = {
            WAVE: sorted(set(waves)),
            PHASE: sorted({point.answers for point in points}),
            DAY: sorted({point.answers for point in points if point.day}),
        }

    @property
    def length(self) -> int:
        """The answers on the tape."""
        return len(self.whole.answers)

    @property
    def at_end(self) -> bool:
        """Whether every answer is given."""
        return self.place == self.length

    @property
    def answers_before(self) -> int:
        """The answers of the save before this place, those left out of the tape too."""
        return self.whole.base + self.place

    def answer(self) -> Answer | None:
        """What was answered to the request that stands, None at the end of the tape."""
        return None if self.at_end else self.whole.answers[self.place]

    def rolled(self) -> Roll | None:
        """The roll made here with its dice and result, None where a decision was taken or the tape ends."""
        first = bisect_left(self._after, self.place + 1)
        found = self.whole.events[first] if first < len(self._after) else None
        return found if isinstance(found, Roll) else None

    def wind(self, place: int) -> None:
        """Wind to a place; beyond the ends, to the end."""
        self.place = max(0, min(self.length, place))
        self.game = self.whole.at(self.place)

    def step(self, kind: str, way: int) -> None:
        """Wind to the next stop of a kind (way 1) or the one before (way -1), or to the end of the tape."""
        if kind == REQUEST:
            self.wind(self.place + way)
            return
        stops = self.stops[kind]
        number = bisect_right(stops, self.place) if way > 0 else bisect_left(stops, self.place) - 1
        self.wind(0 if number < 0 else self.length if number >= len(stops) else stops[number])


def _answers_after(events: list[Event]) -> list[int]:
    """For every event the answers given when it happened."""
    found, count = [], 0
    for event in events:
        count += isinstance(event, Roll | Chosen)
        found.append(count)
    return found


def load_playback(path: Path, tables: Tables) -> Playback:
    """The tape of a save. Raises SaveError."""
    from picket_duty.saves import load_whole

    return Playback(load_whole(path, tables), path)


#: On and back by an answer, and to either end; what lies between has its own keys.
BY_ANSWER = (
    bind("right,space,enter", f"step('{REQUEST}', 1)", "On", "The next answer", "replay.on", display="Left/Right"),
    hidden("left,backspace", f"step('{REQUEST}', -1)", "Back", "The answer before", "replay.before"),
)  # fmt: skip
TO_AN_END = (
    bind("home", "wind(False)", "Start", "The start of the game", "replay.start", display="Home/End"),
    hidden("end", "wind(True)", "End", "The end of the game", "replay.end"),
)


class PlaybackControls:
    """A screen on which a tape is wound."""

    playback: Playback

    def shown(self) -> None:
        """Show the place at which the tape stands."""
        raise NotImplementedError

    def action_step(self, kind: str, way: int) -> None:
        """Wind by an answer, or by more at a time."""
        self.playback.step(kind, way)
        self.shown()

    def action_wind(self, end: bool) -> None:
        """Wind to the start or the end."""
        self.playback.wind(self.playback.length if end else 0)
        self.shown()
