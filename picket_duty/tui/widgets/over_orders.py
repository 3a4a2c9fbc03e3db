"""The order panel when the game is over."""

from __future__ import annotations

from typing import ClassVar

from picket_duty.text.styled_text import Line, line
from picket_duty.tui.keymap import bind
from picket_duty.tui.widgets.orders import Orders


class OverOrders(Orders):
    """The panel when the game is over; Enter shows the outcome."""

    BINDINGS: ClassVar = [
        bind("enter,space", "show", "Outcome", "Show how the game ended", "over.show")
    ]

    def draw(self, width: int, height: int) -> list[Line]:
        lines = [
            self.heading("The game is over", width),
            line(("Enter", "key"), " shows the outcome"),
        ]
        return [*lines, *self.notice_lines(width), [], *self.last_roll(width, height - 3)]

    def action_show(self) -> None:
        """Ask the battle screen for the outcome: it shows it on any answer after the game."""
        self.give(answer=None)
