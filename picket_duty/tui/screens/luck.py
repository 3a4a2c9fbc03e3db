"""The luck of a game or a day: its dice compared with their averages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from picket_duty.game import Game
from picket_duty.pages import dice_luck
from picket_duty.pages.blocks import Block, Heading, Space, styled
from picket_duty.text.dates import short_date
from picket_duty.text.styled_text import line
from picket_duty.tui.keymap import back
from picket_duty.tui.screens.page import TextPage


class LuckScreen(TextPage[None]):
    """The luck of a whole game or of a day, computed in the background."""

    BINDINGS: ClassVar = [back("escape,q,l,enter")]

    def __init__(self, game: Game, date: str = "") -> None:
        super().__init__()
        self.game = game
        self.date = date
        self.blocks = [styled("Comparing every roll with its average...")]

    def on_mount(self) -> None:
        def make_page() -> list[Block]:
            # A resumed game holds only its last events; without a date, every event counts.
            events = (
                event
                for event in self.game.from_start().events
                if event.phase.startswith(self.date)
            )
            return dice_luck.ledger_page(dice_luck.ledger(self.game.tables, events))

        self.in_background(
            make_page, self.show_blocks, lambda error: self.show_blocks([styled(str(error), "bad")])
        )

    def contents(self) -> Iterable[Block]:
        when = short_date(self.date) if self.date else "whole game"
        return [
            Heading(line(("Luck", "title"), (f"  {when}", "dim")), level=3),
            Space(),
            *self.blocks,
        ]
