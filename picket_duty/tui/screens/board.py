"""A screen with the board of panels: the base of battle, replay and tutorial."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from textual import events
from textual.geometry import Region, Size
from textual.widget import Widget

from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.keymap import hidden
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.board_layout import (
    ALL_HEIGHT,
    ALL_WIDTH,
    DAMAGE,
    LOG,
    MOUNTS,
    PLOT,
    SHIP,
    TABS,
    Board,
    panel_key,
    shows_all,
)
from picket_duty.tui.widgets.damage_sheet import DamageSheet
from picket_duty.tui.widgets.event_log import EventLog
from picket_duty.tui.widgets.mounts import Mounts
from picket_duty.tui.widgets.panel import CachedBackground, Panel
from picket_duty.tui.widgets.radar import RadarPlot
from picket_duty.tui.widgets.ship_status import ShipStatus
from picket_duty.tui.widgets.status_line import StatusLine
from picket_duty.tui.widgets.tabs import TAB_TITLES, Tabs

Result = TypeVar("Result")
#: What each panel shows, in the order of the tabs.
PANEL_HELP = {
    PLOT: "the plot of the planes around the ship",
    MOUNTS: "the gun mounts with their arcs and targets",
    SHIP: "the ship's status, support and crew",
    DAMAGE: "the damage to the ship",
    LOG: "the ship's log",
}


def header_rows(width: int) -> int:
    """The rows of the header at a width: it has one line from 118 columns on."""
    return 1 if width >= 118 else 2


class BoardScreen(Page[Result], CachedBackground):
    """Header, board and its panels, all at once or one at a time by tabs."""

    BINDINGS: ClassVar = [
        hidden(
            "tab",
            "next_tab(1)",
            "Next panel",
            "Show the next panel (on a small terminal)",
            "board.next_panel",
        ),
        hidden(
            "shift+tab",
            "next_tab(-1)",
            "Previous panel",
            "Show the previous panel (on a small terminal)",
            "board.panel_before",
        ),
        *(
            hidden(
                panel_key(name).lower(),
                f"panel('{name}')",
                TAB_TITLES[name],
                f"Show, enlarge or shrink {words}",
                f"board.{name}",
            )
            for name, words in PANEL_HELP.items()
        ),
        hidden(
            "left_square_bracket",
            "last_roll",
            "Rolls",
            "Show the charts for past rolls, latest first",
            "board.rolls",
        ),
        hidden(
            "b",
            "one_board",
            "Board",
            "Show the plot and the ship separately or together",
            "board.one_board",
        ),
        hidden(
            "e",
            "since_order",
            "Since",
            "Show the ship's log since your last order, or all of it",
            "board.since_order",
        ),
        hidden("m", "sheet", "Sheet", "Show the damage as a deck plan or as a list", "board.sheet"),
        hidden("pageup", "page(-1)", "Page up", "Scroll the panel or the log up", "board.page_up"),
        hidden(
            "pagedown",
            "page(1)",
            "Page down",
            "Scroll the panel or the log down",
            "board.page_down",
        ),
    ]

    #: Rows of the screen besides header and board: that of the key line.
    bar_rows = 1

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.view = BattleView(game)
        self._panels: list[Panel] = []

    def content(self) -> Iterable[Widget]:
        view = self.view
        yield StatusLine(view, id="status")
        with Board(id="board"):
            yield Tabs(id="tabs")
            for panel in (
                RadarPlot(view, id="plot"),
                Mounts(view, id="mounts"),
                ShipStatus(view, id="ship"),
                DamageSheet(view, id="damage"),
                EventLog(view, id="log"),
            ):
                panel.key = panel_key(str(panel.id))
                panel.enlarge = f"screen.panel('{panel.id}')"
                yield panel
            yield from self.order_panels()

    def order_panels(self) -> Iterable[Widget]:
        """The order panels, which share one place."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        """Set the rows of the header and show the panels that fit."""
        self.query_one(StatusLine).styles.height = header_rows(self.room().width)
        self._arrange()

    def room(self) -> Size:
        """The size for header, board and key line: the screen."""
        return self.size

    def board_size(self) -> Size:
        """The size for the panels: the screen without header and key line."""
        width, height = self.room()
        return Size(width, max(0, height - header_rows(width) - self.bar_rows))

    def _arrange(self) -> None:
        """Give each panel its place for the size of the screen and what the player chose to see.

        If all panels show, the plot is joined with the damage sheet: it also shows the ship. The
        player may keep them ``apart``.
        """
        board = self.query_one(Board)
        regions = board.places(self.board_size())
        plot = self.query_one(RadarPlot)
        plot.may_join = shows_all(self.board_size())
        plot.enlarged = board.large == PLOT
        plot.joined = plot.may_join and not board.apart and not board.large
        # The panels are drawn here, the plot as set above.
        self._show_panels(regions)
        log = self.query_one(EventLog)
        if LOG in regions and regions[LOG].height < log.size.height:
            # What was read back in a larger panel is out of sight in a small one.
            log.newest()
        self.query_one(Tabs).redraw()
        board.refresh(layout=True)
        # The key line says how to restore an enlarged panel.
        self.refresh_bindings()

    def _show_panels(self, regions: Mapping[str, Region]) -> None:
        """Show the tabs and the panels that have a region."""
        tabs = self.query_one(Tabs)
        tabs.display = "tabs" in regions
        tabs.in_sight = tuple(name for name in TABS if name in regions)
        self.view.shows_log = LOG in regions
        for name in TABS:
            panel = self.query_one(f"#{name}", Panel)
            # Of a panel that is alone, the tab is the title.
            panel.titled = not tabs.display or len(tabs.in_sight) > 1
            panel.display = name in regions
            if name in regions:
                panel.draw_ahead(regions[name].size)

    def redraw(self) -> None:
        if not self._panels:
            self._panels = [panel for panel in self.query(Panel) if panel.id != "keys"]
        for panel in self._panels:
            panel.redraw()

    # -- keys ------------------------------------------------------------------------

    def action_chart(self) -> None:
        """Open the chart of the roll requested, or of the last roll."""
        self._show_chart(roll=None)

    def action_last_roll(self) -> None:
        self._show_chart(self.game.last_roll)

    def action_roll_at(self, place: int) -> None:
        happened = self.game.events
        if place < len(happened) and isinstance(roll := happened[place], Roll):
            self._show_chart(roll)

    def _show_chart(self, roll: Roll | None, after: Sequence[Roll] = ()) -> None:
        from picket_duty.tui.screens.charts import chart_screen

        screen = chart_screen(self.game, roll, after)
        if screen is not None:
            self.app.push_screen(screen)

    def action_next_tab(self, step: int) -> None:
        """Bring the next panel to the front, or enlarge it if a panel is enlarged."""
        board = self.query_one(Board)
        if board.large in TABS:
            self.action_panel(TABS[(TABS.index(board.large) + step) % len(TABS)])
        elif self.query_one(Tabs).display:
            self.action_tab(TABS[(TABS.index(board.shown) + step) % len(TABS)])

    def action_tab(self, name: str) -> None:
        """Show a panel: in front if there are tabs, enlarged if it has no place."""
        self.bring_to_front(name)
        self._arrange()

    def bring_to_front(self, name: str) -> None:
        """Show a panel from the next ``_arrange`` on: in front, or enlarged if it has no place."""
        board = self.query_one(Board)
        board.shown = name
        board.large = ""
        # Where the damage sheet is joined with the plot, the plot shows the damage already.
        joined = name == DAMAGE and not board.apart and shows_all(self.board_size())
        if name not in board.places(self.board_size()) and not joined:
            board.large = name

    def action_panel(self, name: str) -> None:
        """Bring a panel to the front; enlarge one that is in front; put an enlarged one back.

        The log since the last order is enlarged by another key. While it is, the panel is shown in
        its usual place instead of enlarged.
        """
        board = self.query_one(Board)
        size = self.board_size()
        log = self.query_one(EventLog)
        was_since_order = log.since_order
        log.since_order = False
        if board.large == name:
            board.large = ""
        elif was_since_order:
            board.shown = name
            board.large = ""
        elif board.large or shows_all(size) or name in board.places(size):
            board.large = name
        else:
            board.shown = name
        self._arrange()

    def restore_panel(self) -> bool:
        """Put an enlarged panel back; whether there was one."""
        board = self.query_one(Board)
        if not board.large:
            return False
        log = self.query_one(EventLog)
        board.large = ""
        log.since_order = False
        self._arrange()
        log.redraw()
        return True

    def action_one_board(self) -> None:
        if not shows_all(self.board_size()):
            rows = ALL_HEIGHT + header_rows(ALL_WIDTH) + self.bar_rows
            self.notify(
                f"To show the plot and ship together, the terminal needs {ALL_WIDTH} columns and "
                f"{rows} rows."
            )
            return
        board = self.query_one(Board)
        board.apart = not board.apart
        board.large = ""
        self._arrange()
        self.query_one(RadarPlot).redraw()

    def action_look_at(self, number: int) -> None:
        self.view.plane = None if self.view.plane == number else number
        self.redraw()

    def action_mark_mount(self, name: str) -> None:
        self.view.mount = "" if self.view.mount == name else name
        self.redraw()

    def action_sheet(self) -> None:
        """Switch the damage sheet between plan and list. If it is hidden, show it instead; enlarged,
        it shows the plan, then the list, and then goes back to its place.
        """
        sheet = self.query_one(DamageSheet)
        if not sheet.display:
            self.action_panel(DAMAGE)
            return
        if sheet.as_list and self.query_one(Board).large == DAMAGE:
            self.action_panel(DAMAGE)
        sheet.change()

    def action_since_order(self) -> None:
        """Enlarge the log with what happened since the last order, or put it back."""
        board = self.query_one(Board)
        log = self.query_one(EventLog)
        log.since_order = not log.since_order
        log.newest()
        board.large = str(log.id) if log.since_order else ""
        self._arrange()
        log.redraw()

    def action_page(self, step: int) -> None:
        """Scroll the enlarged panel, else the one in front; the log if all panels show."""
        board = self.query_one(Board)
        front = board.shown if self.query_one(Tabs).display else "log"
        name = board.large if board.large in TABS else front
        panel = self.query_one(f"#{name}", Panel)
        if isinstance(panel, EventLog):
            panel.look_back(-step * max(1, panel.size.height - 2))
            return
        panel.scroll_relative(y=step * max(1, panel.size.height - 1), animate=False, immediate=True)
