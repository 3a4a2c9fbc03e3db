"""The service record: every finished game with totals, and the register of ships."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding

from picket_duty.pages.blocks import Block
from picket_duty.pages.service_pages import count_dice, dice_page, register_page, service_page
from picket_duty.saves.service_record import (
    FinishedGame,
    read_service,
    ship_register,
)
from picket_duty.tui.bindings import back, bind
from picket_duty.tui.lines import Line
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.page import TextPage


class ServiceScreen(TextPage[None]):
    """Totals, plots and every game; h switches to the register of ships."""

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind("h", "register", "Ships", "Switch between the ship register and the service record", "service.hall"),
        bind("d", "dice", "Dice", "How often each face of the dice came up in all your games", "service.dice"),
        back("escape,q,enter"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.entries = read_service()
        self.in_register = False

    def action_register(self) -> None:
        self.in_register = not self.in_register
        self.turn_page()
        self.refresh_bindings()

    def action_dice(self) -> None:
        self.app.push_screen(DiceRecordScreen(self.entries))

    def action_close(self) -> None:
        """Return from the register to the record; from the record to the menu."""
        if self.in_register:
            self.action_register()
        else:
            super().action_close()

    def words_of(self, binding: Binding) -> str:
        """The label of a key: the key for the register returns from it."""
        return "Record" if binding.action == "register" and self.in_register else binding.description

    def lines_for(self, width: int) -> list[Line]:
        if self.in_register:
            blocks = register_page(ship_register(self.entries))
        else:
            blocks = service_page(self.entries, self.context.tables)
        return page_lines(blocks, width, self.context.glyphs)


class DiceRecordScreen(TextPage[None]):
    """The dice of all finished games, counted in the background."""

    BINDINGS: ClassVar = [back("escape,q,enter")]

    def __init__(self, entries: list[FinishedGame]) -> None:
        super().__init__()
        self.entries = entries
        self.blocks: list[Block] = dice_page(None)

    def on_mount(self) -> None:
        self.in_background(lambda: dice_page(count_dice(self.entries, self.context.tables)), self._show)

    def _show(self, blocks: list[Block]) -> None:
        self.blocks = blocks
        self.redraw_text()

    def lines_for(self, width: int) -> list[Line]:
        return page_lines(self.blocks, width, self.context.glyphs)
