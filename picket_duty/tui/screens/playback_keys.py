"""Winding a game played before: the keys and the steps that every replay has."""

from __future__ import annotations

from picket_duty.tui.bindings import bind, hidden
from picket_duty.tui.playback import REQUEST, Playback

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
