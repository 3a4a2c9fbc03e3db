"""Winding a game played before: the keys and the steps that every replay has."""

from __future__ import annotations

from textual.binding import Binding

from picket_duty.tui.playback import REQUEST, Playback

#: On and back by an answer, and to either end; what lies between has its own keys.
BY_ANSWER = (
    Binding(
        "right,space,enter", f"step('{REQUEST}', 1)", "On", key_display="Left/Right", tooltip="The next answer",
        id="replay.on",
    ),
    Binding(
        "left,backspace", f"step('{REQUEST}', -1)", "Back", show=False, tooltip="The answer before", id="replay.before"
    ),
)  # fmt: skip
TO_AN_END = (
    Binding("home", "wind(False)", "Start", key_display="Home/End", tooltip="The start of the game", id="replay.start"),
    Binding("end", "wind(True)", "End", show=False, tooltip="The end of the game", id="replay.end"),
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
