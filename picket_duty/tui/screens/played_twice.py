"""An order of a finished game played out twice, as it was given and as doctrine would have given it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from picket_duty.analysis.played_twice import TwoLines
from picket_duty.pages.chance_moments import Moment
from picket_duty.pages.played_twice import MOST_ROWS, twice_page
from picket_duty.text.styled_text import Line
from picket_duty.tui.keymap import back, bind
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.page import TextPage


class PlayedTwiceScreen(TextPage[None]):
    """An order and doctrine's side by side; Enter opens the game at the order."""

    BINDINGS: ClassVar = [
        bind("enter", "open", "Replay", "Replay the game from this order", "twice.replay"),
        back("escape,q"),
    ]

    def __init__(self, two_lines: TwoLines, moment: Moment, open_order: Callable[[], None]) -> None:
        """Both lines of an order, which is judged as ``moment``; ``open_order`` opens the game
        there.
        """
        super().__init__()
        self.two_lines = two_lines
        self.moment = moment
        self.open_order = open_order

    def lines_for(self, width: int) -> list[Line]:
        """The page, with as many rows of what followed the two orders as fit."""
        room = self.query_one("#reading").size.height
        lines: list[Line] = []
        for most in range(MOST_ROWS, 0, -1):
            page = twice_page(self.two_lines, self.moment, most)
            lines = page_lines(page, width, self.context.glyphs)
            if len(lines) <= room:
                break
        return lines

    def action_open(self) -> None:
        self.dismiss()
        self.open_order()
