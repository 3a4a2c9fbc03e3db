"""A saved companion game played back."""

from __future__ import annotations

from typing import Any, ClassVar

from picket_duty.companions.screens.table_board import TableBoard
from picket_duty.companions.screens.table_orders import Answered, TableOrders
from picket_duty.companions.screens.table_panels import TableLog
from picket_duty.requests import Answer, Choice, Roll
from picket_duty.tui.screens import replay


class TableReplayScreen(replay.PlaybackControls, TableBoard):
    """A saved companion game, played back to any place."""

    playback: replay.Playback[Any, Any, Any]
    BINDINGS: ClassVar = [
        *replay.BY_ANSWER,
        *replay.stop_keys(
            replay.PHASE,
            keys="p,down",
            back_keys="P,up",
            name="move",
            id="table_replay.move",
            what="move or turn",
        ),
        *replay.TO_AN_END,
    ]

    def __init__(self, playback: replay.Playback[Any, Any, Any]) -> None:
        super().__init__(playback.game)
        self.playback = playback
        self.view.shows_all = playback.whole.over

    def orders(self) -> TableOrders:
        return Answered(self.view, self._answer)

    def _answer(self) -> Answer | Roll | None:
        """The answer given at this place; a private one is hidden until the game is over."""
        private = self.game.state.seat and not self.view.shows_all
        if isinstance(self.game.request, Choice):
            if private:
                return "shown when the game is over"
            return self.playback.answer()
        return self.playback.rolled()

    def on_mount(self) -> None:
        self.shown()

    def shown(self) -> None:
        """Show the current place of the playback."""
        self.view.game = self.playback.game
        self.words = f"REPLAY {self.playback.index} of {self.playback.length}  "
        # The log was perhaps scrolled back.
        self.query_one(TableLog).lines_below = 0
        self.lay_out()
