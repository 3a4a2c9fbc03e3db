"""A screen with the board of panels: the battle, a replay, the tutorial."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeVar

from textual import events
from textual.binding import Binding
from textual.widget import Widget

from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.tui.report import newest_roll
from picket_duty.tui.screens.page import Page
from picket_duty.tui.situation import Situation
from picket_duty.tui.widgets.bars import StatusLine, Tabs
from picket_duty.tui.widgets.board import TABS, Board, shows_all
from picket_duty.tui.widgets.damage import DamageSheet
from picket_duty.tui.widgets.log import EventLog
from picket_duty.tui.widgets.mounts import Mounts
from picket_duty.tui.widgets.panel import Panel
from picket_duty.tui.widgets.plot import Plot
from picket_duty.tui.widgets.ship import ShipLog

Result = TypeVar("Result")
#: Status line and key line take a row each.
BARS = 2


class BoardScreen(Page[Result]):
    """Status line, board and its panels, all at once or one at a time by tabs."""

    BINDINGS: ClassVar = [
        Binding(
            "tab",
            "next_tab(1)",
            "Next panel",
            show=False,
            tooltip="The next panel (on a small terminal)",
            id="board.next_panel",
        ),
        Binding(
            "shift+tab", "next_tab(-1)", "Panel before", show=False, tooltip="The panel before", id="board.panel_before"
        ),
        *(
            Binding(
                f"f{number + 2}",
                f"tab('{name}')",
                "Panel",
                show=False,
                tooltip="A panel by its key",
                id=f"board.{name}",
            )
            for number, name in enumerate(TABS)
        ),
        Binding(
            "left_square_bracket",
            "last_roll",
            "Rolls",
            show=False,
            tooltip="The rolls of the log, each on its chart",
            id="board.rolls",
        ),
        Binding(
            "pageup", "page(-1)", "Page up", show=False, tooltip="Scroll the panel back, or the log", id="board.page_up"
        ),
        Binding(
            "pagedown",
            "page(1)",
            "Page down",
            show=False,
            tooltip="Scroll the panel on, or the log",
            id="board.page_down",
        ),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.situation = Situation(game)
        self._panels: list[Panel] = []

    def content(self) -> Iterable[Widget]:
        """Status line, board and all its panels."""
        situation = self.situation
        yield StatusLine(situation, id="status")
        with Board(id="board"):
            yield Tabs(id="tabs")
            yield Plot(situation, id="plot")
            yield Mounts(situation, id="mounts")
            yield ShipLog(situation, id="ship")
            yield DamageSheet(situation, id="damage")
            yield self.log_panel()
            yield from self.order_panels()

    def log_panel(self) -> EventLog:
        """The panel of the log."""
        return EventLog(self.situation, id="log")

    def order_panels(self) -> Iterable[Widget]:
        """The panels that stand in the place of the orders."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        """All panels at once, or one with tabs."""
        width, height = event.size
        self._arrange(shows_all(event.size.with_height(height - BARS)), width)

    def _arrange(self, every: bool, width: int) -> None:
        board = self.query_one(Board)
        self.query_one(Tabs).display = not every
        for name in TABS:
            panel = self.query_one(f"#{name}", Panel)
            panel.titled = every
            panel.display = every or name == board.shown

    def _tabbed(self) -> bool:
        return self.query_one(Tabs).display

    def redraw(self) -> None:
        """Every panel as the game stands now."""
        if not self._panels:
            self._panels = [panel for panel in self.query(Panel) if panel.id != "keys"]
        for panel in self._panels:
            panel.redraw()

    # -- keys ------------------------------------------------------------------------

    def action_chart(self) -> None:
        """The chart of the roll wanted, or of the one just made."""
        self._show_chart(None)

    def action_last_roll(self) -> None:
        """The chart of the roll made last; from there all before it."""
        self._show_chart(newest_roll(self.game))

    def action_roll_at(self, place: int) -> None:
        """A roll was clicked in the log."""
        events = self.game.events
        roll = events[place] if place < len(events) else None
        if isinstance(roll, Roll):
            self._show_chart(roll)

    def _show_chart(self, roll: Roll | None) -> None:
        from picket_duty.tui.screens.tables import chart_screen

        screen = chart_screen(self.game, roll)
        if screen is not None:
            self.app.push_screen(screen)

    def action_next_tab(self, step: int) -> None:
        """The next panel in front."""
        if self._tabbed():
            shown = self.query_one(Board).shown
            self.action_tab(TABS[(TABS.index(shown) + step) % len(TABS)])

    def action_tab(self, name: str) -> None:
        """A panel in front."""
        if not self._tabbed():
            return
        self.query_one(Board).show_tab(name)
        tabs = self.query_one(Tabs)
        tabs.shown = name
        tabs.redraw()
        self._arrange(False, self.size.width)

    def action_page(self, step: int) -> None:
        """Scroll the panel in front; with all panels shown, the log."""
        name = self.query_one(Board).shown if self._tabbed() else "log"
        panel = self.query_one(f"#{name}", Panel)
        if isinstance(panel, EventLog):
            panel.look_back(-step * max(1, panel.size.height - 2))
            return
        panel.scroll_relative(y=step * max(1, panel.size.height - 1), animate=False, immediate=True)
