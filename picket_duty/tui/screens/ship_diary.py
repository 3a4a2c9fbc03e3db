"""The war diary of a game: one page per ship, her action reports, and a key that writes them to a file."""

from __future__ import annotations

from typing import Any, ClassVar

from picket_duty.game import Game
from picket_duty.reports.war_diary import Diary, read_diary, report_blocks, ship_blocks, ships_with_days, write_diary
from picket_duty.saves import SaveError
from picket_duty.state import Ship
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.lines import Line, document_lines, line
from picket_duty.tui.screens.page import Page, TabbedPage


def open_diary(screen: Page[Any], game: Game) -> None:
    """Show the diary of a game over a screen, or why it cannot be read."""
    try:
        diary = read_diary(game)
    except SaveError as error:
        screen.notify(str(error), severity="error", markup=False)
        return
    screen.app.push_screen(ShipDiaryScreen(diary))


class ShipDiaryScreen(TabbedPage[None]):
    """The diary by ship."""

    BINDINGS: ClassVar = [
        bind("right,tab", "turn(1)", "Ship", "Next ship", "diary.ship", display="Left/Right"),
        hidden("left,shift+tab", "turn(-1)", "Ship before", id="diary.ship_before"),
        bind("a", "reports", "Reports", "The ship's action reports, or her diary", "diary.reports"),
        bind("w", "write", "Save", "Save the whole diary as an HTML file", "diary.write"),
        back("escape,q,d,enter"),
    ]

    def __init__(self, diary: Diary) -> None:
        self.ships = ships_with_days(diary)
        super().__init__(tuple(ship.name.removeprefix("USS ") for ship in self.ships))
        self.diary = diary
        self.in_reports = False

    def action_show(self, number: int) -> None:
        """Show the diary of a ship."""
        self.in_reports = False
        super().action_show(number)

    def action_reports(self) -> None:
        """Switch between diary and action reports."""
        self.in_reports = not self.in_reports
        self.turn_page()

    def action_write(self) -> None:
        """Write the whole diary to a file and show its path."""
        try:
            path = write_diary(self.diary)
        except (OSError, SaveError) as error:
            self.notify(f"The diary could not be saved: {error}", severity="error", markup=False)
            return
        self.notify(str(path), title="Diary saved", markup=False)

    def lines_for(self, width: int) -> list[Line]:
        """The diary or the action reports of the current ship."""
        if not self.ships:
            return [line("The diary begins after the first day on duty.")]
        return diary_lines(self.diary, self.ships[self.shown], self.in_reports, width)


def diary_lines(diary: Diary, ship: Ship, reports: bool, width: int) -> list[Line]:
    """The diary of a ship, or her action reports."""
    return document_lines(report_blocks(diary, ship) if reports else ship_blocks(diary, ship), width)
