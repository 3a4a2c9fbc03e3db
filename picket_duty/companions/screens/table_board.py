"""A companion game on the screen: its panels, and the pages that its keys open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.containers import Container, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_map, ie_shima_play
from picket_duty.companions.ie_shima_prospect import chart_of_question
from picket_duty.companions.screens import GUIDE, SECTION
from picket_duty.companions.screens.table_orders import TableOrders
from picket_duty.companions.screens.table_panels import MAP_ROWS, ScoreSheetPanel, TableLog
from picket_duty.companions.screens.table_view import View
from picket_duty.companions.table_saves import TableGame
from picket_duty.pages.blocks import Block
from picket_duty.requests import Choice, Roll
from picket_duty.text.styled_text import Line, line
from picket_duty.tui.keymap import back, bind, hidden
from picket_duty.tui.screens import charts
from picket_duty.tui.screens.page import Page, TextPage
from picket_duty.tui.widgets.panel import Panel, TextPanel

#: From this width on, the chart is shown below the request, in so many rows.
CHART_WIDTH = 118
CHART_ROWS = 17
#: The rows that the request leaves to the log, without a map and with one: then the log also shows
#: what the selected Area holds.
LOG_ROWS = 6
MAP_LOG_ROWS = 8
#: From this width on, the score sheet has room for the large map.
LARGE_MAP_WIDTH = 112


class TableBoard(Page[None]):
    """The panels of a companion game."""

    CSS_PATH = "table.tcss"
    guide = GUIDE

    BINDINGS: ClassVar = [
        bind(
            "t",
            "chart",
            "Chart",
            "Show the chart for the question or the last roll; [ and ] show other rolls",
            "at_table.chart",
        ),
        bind("c", "charts", "Charts", "List all the charts in this game", "at_table.charts"),
        bind("m", "map", "Map", "Draw the map, if it has been entered", "at_table.map"),
        hidden(
            "w",
            "score_sheet",
            "Score sheet",
            "Show the whole score sheet on one page",
            "at_table.stands",
        ),
        hidden(
            "pageup", "read_log(8)", "Log back", "Scroll back through the log", "at_table.log_back"
        ),
        hidden(
            "pagedown",
            "read_log(-8)",
            "Log forward",
            "Scroll forward through the log",
            "at_table.log_on",
        ),
        bind(
            "q,escape",
            "close",
            "Leave",
            "Leave; the game is saved",
            "page.back",
            display="Esc",
            system=True,
        ),
    ]

    #: Shown before the title, as in a replay.
    words = ""

    def __init__(self, game: TableGame) -> None:
        super().__init__()
        self.view = View(game)
        self.section = "the practice island" if island.is_practice(game.state) else SECTION

    @property
    def game(self) -> TableGame:
        """The game that is shown."""
        return self.view.game

    def content(self) -> Iterable[Widget]:
        yield TextPanel(
            lambda width: self.view.title(width, self.words, self.context.glyphs.split), id="status"
        )
        with Container(id="at-table"):
            yield ScoreSheetPanel(self.view)
            yield self.orders()
            yield VerticalScroll(
                Static("", markup=False, id="drawn"), id="table-chart", can_focus=False
            )
            yield TableLog(self.view)

    def orders(self) -> TableOrders:
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        self.lay_out()

    def lay_out(self) -> None:
        """Lay the panels out for the size and the request, and draw them."""
        sheet_width, width = self._sheet_and_rest()
        name, difference = self.chart_asked()
        roll = self.game.request
        if not isinstance(roll, Roll):
            roll = self.game.last_roll
        has_chart = width >= CHART_WIDTH and (bool(name) or roll is not None)
        self.query_one(TableOrders).chart_is_elsewhere = has_chart
        self.query_one("#table-chart").display = has_chart
        chart_rows = CHART_ROWS if has_chart else 0
        rows = [str(self._order_rows(sheet_width, chart_rows)), "1fr"]
        if has_chart:
            rows.insert(1, str(chart_rows))
            self._draw_chart(name, difference, roll)
        self._set_grid(sheet_width, rows)
        for panel in self.query(Panel):
            panel.redraw()

    def _order_rows(self, sheet_width: int, chart_rows: int) -> int:
        """The rows of the request, as far as the chart and the log leave them."""
        log_rows = MAP_LOG_ROWS if ie_shima_map.has_map(self.game.state) else LOG_ROWS
        lines = self.query_one(TableOrders).draw(max(1, self.size.width - sheet_width - 2))
        # The title and the key line have a row each.
        room = self.size.height - 2 - chart_rows - log_rows
        return min(len(lines) + 1, max(4, room))

    def _set_grid(self, sheet_width: int, rows: list[str]) -> None:
        """The score sheet beside the other panels, which are one below the other."""
        grid = self.query_one("#at-table").styles
        grid.grid_size_columns = 2
        grid.grid_size_rows = len(rows)
        grid.grid_columns = f"{sheet_width} 1fr"
        grid.grid_rows = " ".join(rows)
        self.query_one("#score-sheet").styles.row_span = len(rows)

    def _sheet_and_rest(self) -> tuple[int, int]:
        """The columns of the score sheet, and the width by which ``lay_out`` decides whether the
        chart has room: that of the screen, without the columns that a map adds to the score sheet.
        """
        width = self.size.width
        sheet = 28 if width < CHART_WIDTH else 36
        if not ie_shima_map.has_map(self.game.state):
            return sheet, width
        is_large = width >= LARGE_MAP_WIDTH and self.size.height - 2 >= MAP_ROWS
        size = ie_shima_map.ASCII_MAP if is_large else ie_shima_map.SMALL_MAP
        return size.columns, width - size.columns + sheet

    def _draw_chart(self, name: str, difference: int | None, roll: Roll | None) -> None:
        drawn = self.query_one("#drawn", Static)
        ascii = self.context.glyphs.ascii
        if name:
            drawn.update(charts.drawing(self.game.tables[name], difference, ascii=ascii))
        elif roll is not None:
            drawn.update(charts.roll_drawing(roll.chart, roll, ascii))

    def action_read_log(self, lines: int) -> None:
        self.query_one(TableLog).look_back(lines)

    def action_chart(self) -> None:
        name, difference = self.chart_asked()
        screen = charts.chart_screen(self.game)
        if name:
            self.app.push_screen(QuestionChart(self.game, name, difference))
        elif screen is not None:
            self.app.push_screen(screen)
        else:
            self.action_charts()

    def chart_asked(self) -> tuple[str, int | None]:
        """The chart of the current question (empty if none) and the difference that it is about, if
        any.
        """
        play = self.game.play
        request = self.game.request
        if not isinstance(play, ie_shima_play.IslandPlay) or not isinstance(request, Choice):
            return "", None
        return chart_of_question(play, request.about)

    def action_score_sheet(self) -> None:
        self.app.push_screen(TablePageScreen(self.view.score_sheet()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a tracked board has a map."""
        return action != "map" or ie_shima_map.has_map(self.game.state)

    def action_map(self) -> None:
        state = self.game.state
        assert isinstance(state, island.IslandState)
        self.app.push_screen(TablePageScreen(ie_shima_map.island_map(state, self.game.tables)))

    def action_charts(self) -> None:
        game = self.game.tables
        self.app.push_screen(charts.ChartListScreen(game, heading=game.description.title))


class QuestionChart(charts.ChartScreen):
    """The chart of a question, with the row of the difference that it is about."""

    BINDINGS: ClassVar = [
        bind(
            "left_square_bracket",
            "rolls",
            "Previous",
            "Go to the previous roll",
            "roll_chart.roll_before",
            display="[",
        ),
    ]

    def __init__(self, game: TableGame, name: str, difference: int | None) -> None:
        """``difference`` is AT less DT, None if the question is about no roll."""
        super().__init__(game.tables[name], game.tables)
        self.game = game
        # ``today`` is what the chart screen highlights.
        self.today = self.difference = difference

    def describe_roll(self, width: int) -> list[Line]:
        """The question's difference."""
        words = "The chart for this question"
        if self.difference is not None:
            words = f"The difference is {self.difference:+d}"
        return [line((words, "title"), ("   [: last roll   /: other charts", "dim"))]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is rolled here."""
        return action not in ("roll", "modify", "column")

    def action_rolls(self) -> None:
        if (screen := charts.chart_screen(self.game)) is not None:
            self.app.switch_screen(screen)


class TablePageScreen(TextPage[None]):
    """The score sheet or the map as a page that scrolls."""

    guide = GUIDE
    MAX_WIDTH = None
    BINDINGS: ClassVar = [back("escape,q,w,m")]

    def __init__(self, blocks: Sequence[Block]) -> None:
        super().__init__()
        self.blocks = blocks
