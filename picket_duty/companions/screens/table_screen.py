"""The screens of the companion games: the list, a game in play, and a saved game played back."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import IO, TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual import events, on
from textual.app import SuspendNotSupported
from textual.containers import Container, Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from picket_duty.charts import ChartError
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_map, ie_shima_play, table_pages, table_saves
from picket_duty.companions.companion import Companion, companion, companion_names
from picket_duty.companions.fill import owner_folder
from picket_duty.companions.form_prompt import FormPrompt
from picket_duty.companions.ie_shima import chart_of_question
from picket_duty.companions.international_team import UMPIRE
from picket_duty.companions.screens import GUIDE, SECTION, table_panels
from picket_duty.companions.screens.table_panels import TableOrders
from picket_duty.companions.table_conversation import ALONE, TableConversation, print_text
from picket_duty.companions.table_saves import TableGame
from picket_duty.pages.blocks import Block
from picket_duty.plain.prompt_loop import Unsaved
from picket_duty.requests import Answer, Choice, Illegal, Roll
from picket_duty.saves import SaveError, list_saves
from picket_duty.setup import new_seed
from picket_duty.text.styled_text import Line, line, safe
from picket_duty.tui.keymap import back, bind, hidden
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens import charts, open_games, replay
from picket_duty.tui.screens.dialogs import NameScreen, PickScreen
from picket_duty.tui.screens.page import Page, TextPage
from picket_duty.tui.screens.saved_games import SaveListScreen
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import Panel, ScrollText, TextPanel

if TYPE_CHECKING:
    from textual.binding import ActiveBinding

    from picket_duty.saves import SaveInfo

#: The practice games: their options, and who plays.
PRACTICES = {
    (island.PRACTICE, island.STACKS, "computer-japanese"): "You are American",
    (island.PRACTICE, island.STACKS, "computer-american"): "You are Japanese",
    (island.PRACTICE, island.STACKS): "Two players",
}


class Entry(NamedTuple):
    """What an item of the list of games stands for: a game, empty if a save cannot be read; its
    options, or a save.
    """

    game: str = ""
    options: tuple[str, ...] = ()
    save: SaveInfo | None = None


class GamesScreen(SaveListScreen):
    """The companion games and their saves; Enter begins or resumes one."""

    guide = GUIDE
    section = SECTION
    at_table = True

    BINDINGS: ClassVar = [
        bind("c", "charts", "Charts", "List the selected game's charts", "games.charts"),
        bind("n", "new", "New", "Start the selected game", "games.new"),
        bind("f", "fill", "Data", "Enter missing data from your copy of the game", "games.fill"),
        bind(
            "v",
            "replay",
            "Replay",
            "Replay the selected game, one answer at a time",
            "games.replay",
        ),
        bind("s", "name_save", "Rename", "Rename the selected save", "games.name"),
        hidden(
            "pagedown,space",
            "scroll_text(8)",
            "Scroll down",
            "Scroll the text down",
            "games.read_on",
        ),
        hidden("pageup", "scroll_text(-8)", "Scroll up", "Scroll the text up", "games.read_back"),
        bind("d", "delete", "Delete", "Delete the selected save", "games.delete"),
        back(tooltip="Return to the menu"),
    ]

    def content(self) -> Iterable[Widget]:
        with Horizontal(id="pick"):
            yield ItemList(self._items([]), id="list")
            yield ScrollText(self._lines, id="reading")

    def on_mount(self) -> None:
        self.query_one(ItemList).focus()

    def on_screen_resume(self) -> None:
        """List the saves, at first and after each game."""
        self.list_again()

    def list_again(self) -> None:
        """List the saves in the background."""
        self.in_background(partial(list_saves, at_table=True), self._list)

    def _list(self, saves: list[SaveInfo]) -> None:
        self.query_one(ItemList).set_items(self._items(saves))
        self.look_at()

    def _items(self, saves: list[SaveInfo]) -> list[Item]:
        practices = {
            f"game ie-shima {' '.join(options)}": Entry("ie-shima", options)
            for options in PRACTICES
        }
        games = {f"game {name}": Entry(name) for name in companion_names()}
        saved = {
            f"save {save.name}": Entry(save.setup.name if save.setup else "", (), save)
            for save in saves
        }
        #: What each item of the list stands for.
        self.entries = practices | games | saved
        return [
            Item("", "Practice island", heading=True),
            *(Item(value, PRACTICES[entry.options]) for value, entry in practices.items()),
            Item("", "New game", heading=True),
            *(
                Item(value, table_pages.SHORT.get(entry.game, entry.game))
                for value, entry in games.items()
            ),
            *([Item("", "Continue", heading=True)] if saves else []),
            *(Item(value, name_of(save)) for value, save in zip(saved, saves, strict=True)),
        ]

    @property
    def entry(self) -> Entry:
        """What the selected item stands for."""
        if self.item is not None:
            return self.entries[self.item.value]
        return Entry()

    @property
    def save(self) -> SaveInfo | None:
        """The selected save; None for a game."""
        return self.entry.save

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for saves need a selected save; typing in needs a game with forms."""
        game, _, save = self.entry
        if action == "fill":
            return bool(game) and bool(companion(game).game.forms)
        return action not in ("replay", "name_save", "delete") or save is not None

    @on(ItemList.Highlighted)
    def look_at(self) -> None:
        """Show the description of the selection."""
        self.query_one(ScrollText).show_text(self._lines)
        self.refresh_bindings()

    @on(ItemList.Chosen)
    def choose(self) -> None:
        """Resume the save, or begin the game."""
        if (save := self.save) is None:
            self.action_new()
        else:
            self.change(lambda: open_games.play(self.app, table_saves.resume_game(save.path)))

    def _lines(self, width: int) -> list[Line]:
        width = min(width, 90)
        glyphs = self.context.glyphs
        game, options, save = self.entry
        if save is None:
            page = table_pages.practice_page if options else table_pages.game_page
            if game:
                return page_lines(page(companion(game)), width, glyphs)
            return []
        return page_lines(table_pages.save_page(save), width, glyphs)

    def action_new(self) -> None:
        """Begin a game; one with an umpire asks first who keeps the hidden pieces."""
        name, options, _ = self.entry
        if UMPIRE not in table_saves.OPTIONS.get(name, ()):
            if name:
                self._begin(name, options)
            return

        def answered(option: str | None) -> None:
            if option is not None:
                self._begin(name, (option,) if option else ())

        japanese = Item("", "The Japanese player", "on the game's small maps")
        umpire = Item(
            UMPIRE, "The program as umpire", "entered here while the American player looks away"
        )
        self.app.push_screen(
            PickScreen("Who keeps track of the hidden pieces?", (japanese, umpire)), answered
        )

    def _begin(self, name: str, options: tuple[str, ...]) -> None:
        self.change(
            lambda: open_games.play(
                self.app, table_saves.begin_game(name, new_seed(), options=options)[0]
            )
        )

    def action_scroll_text(self, rows: int) -> None:
        self.query_one(ScrollText).scroll_relative(y=rows, animate=False, immediate=True)

    def action_charts(self) -> None:
        if name := self.entry.game:
            heading = table_pages.SHORT.get(name, name)
            self.app.push_screen(charts.ChartListScreen(companion(name), heading=heading))

    def action_fill(self) -> None:
        name = self.entry.game
        try:
            with self.app.suspend():
                fill_in_plain_mode(companion(name), sys.stdin)
        except SuspendNotSupported:
            words = (
                f"Plain mode is not available here. Quit, then run picket-duty games fill {name}."
            )
            self.notify(words, markup=False)
        except (ChartError, SaveError, OSError) as error:
            self.notify(str(error), title="Something went wrong", severity="error", markup=False)

    def action_replay(self) -> None:
        if (save := self.save) is None:
            return
        path = save.path
        self.change(
            lambda: self.app.push_screen(
                TableReplayScreen(replay.Playback(table_saves.load_game(path), path))
            )
        )


def fill_in_plain_mode(game: Companion, source: IO[str]) -> None:
    """Every form of a game, one after another, until all are filled or the player leaves.

    Raises ChartError, SaveError or OSError if the entered data cannot be read or saved.
    """
    folder = owner_folder(game.name)
    for form in game.game.forms:
        if not FormPrompt(game, form, folder, source, print_text).run():
            return


def name_of(save: SaveInfo) -> str:
    """A save in the list: by the name it was given, else by its game and when it was played."""
    name = save.setup.name if save.setup is not None else ""
    for begins, words in (
        (name, table_pages.SHORT.get(name, name)),
        (island.PRACTICE, island.PRACTICE.capitalize()),
    ):
        if name and save.name.startswith(f"{begins}-"):
            return f"{save.modified:%b %d %H:%M} {words}"
    return safe(save.name)


#: From this width on, the chart is shown below the request.
BELOW = 118


class TableBoard(Page[None]):
    """The panels of a companion game."""

    CSS_PATH = "table.tcss"
    guide = GUIDE

    BINDINGS: ClassVar = [
        bind(
            "t",
            "chart",
            "Chart",
            "Show the chart for the question or last roll; [ and ]: other rolls",
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
            "pagedown", "read_log(-8)", "Log forward", "Scroll the log forward", "at_table.log_on"
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

    words = ""

    def __init__(self, game: TableGame) -> None:
        super().__init__()
        self.view = table_panels.View(game)
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
            yield table_panels.ScoreSheetPanel(self.view)
            yield self.orders()
            yield VerticalScroll(
                Static("", markup=False, id="drawn"), id="table-chart", can_focus=False
            )
            yield table_panels.TableLog(self.view)

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
        has_chart = width >= BELOW and (bool(name) or roll is not None)
        self.query_one(TableOrders).chart_is_elsewhere = has_chart
        self.query_one("#table-chart").display = has_chart
        chart_rows = 17 if has_chart else 0
        rows = [str(self._order_rows(sheet_width, chart_rows)), "1fr"]
        if has_chart:
            rows.insert(1, str(chart_rows))
            self._draw_chart(name, difference, roll)
        self._set_grid(sheet_width, rows)
        for panel in self.query(Panel):
            panel.redraw()

    def _order_rows(self, sheet_width: int, chart_rows: int) -> int:
        """The rows of the request, as far as the chart and the log leave them."""
        # What an Area holds takes its rows from the log.
        log_rows = 8 if ie_shima_map.has_map(self.game.state) else 6
        lines = self.query_one(TableOrders).draw(max(1, self.size.width - sheet_width - 2))
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
        """The columns of the score sheet, and those that count for the chart.

        The map on the score sheet takes its columns from the chart.
        """
        width = self.size.width
        sheet = 28 if width < BELOW else 36
        if not ie_shima_map.has_map(self.game.state):
            return sheet, width
        is_large = width >= 112 and self.size.height - 2 >= table_panels.MAP_ROWS
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
        self.query_one(table_panels.TableLog).look_back(lines)

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
        self.app.push_screen(charts.ChartListScreen(game, heading=game.game.title))


class QuestionChart(charts.ChartScreen):
    """The chart of a question, with the row of the difference that it is about."""

    BINDINGS: ClassVar = [
        bind(
            "left_square_bracket",
            "rolls",
            "Previous",
            "Previous roll",
            "roll_chart.roll_before",
            display="[",
        ),
    ]

    def __init__(self, game: TableGame, name: str, difference: int | None) -> None:
        """``difference`` is AT less DT, None if the question is about no roll."""
        super().__init__(game.tables[name], game.tables)
        self.game = game
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


class AtTableScreen(TableBoard):
    """A companion game in play; every answer is saved at once."""

    BINDINGS: ClassVar = [
        bind("u,ctrl+underscore", "undo", "Undo", "Undo the last answer", "at_table.undo"),
        bind("x", "lines", "Plain", "Continue in plain mode; quit returns here", "at_table.lines"),
        bind("s", "name_save", "Rename", "Rename the save", "at_table.name"),
    ]

    #: The request shown last.
    _asked: object = None

    def content(self) -> Iterable[Widget]:
        yield from super().content()
        cover = table_panels.Cover(lambda: f"{ALONE.get(self.game.state.seat)} only")
        cover.display = False
        yield cover

    def orders(self) -> TableOrders:
        return TableOrders(self.view)

    def on_mount(self) -> None:
        self._do(lambda: None)

    def show_request(self) -> None:
        """Show the current request; if only one player may look, the cover first."""
        seat = self.game.state.seat
        orders = self.query_one(TableOrders)
        cover = self.query_one(table_panels.Cover)
        if not seat:
            self.view.seat = ""
        covered = cover.display = seat != self.view.seat
        for panel in ("#status", "#at-table"):
            self.query_one(panel).display = not covered
        if covered:
            cover.redraw()
            cover.focus()
            return
        if self.game.request is not self._asked:
            self._asked = self.game.request
            orders.begin()
        self.query_one(table_panels.TableLog).back = 0
        orders.focus(scroll_visible=False)
        self.lay_out()
        self.refresh_bindings()

    @on(table_panels.Cover.Uncovered)
    def uncover(self) -> None:
        """The player who may look has uncovered the table."""
        self.view.seat = self.game.state.seat
        self.show_request()

    @on(TableOrders.Given)
    def take_answer(self, event: TableOrders.Given) -> None:
        """Give an answer to the game, or roll for the player."""
        if event.answer is None:
            self._do(self.game.roll)
        else:
            self._do(partial(self.game.answer, event.answer))

    def _do(self, step: Callable[[], object]) -> None:
        """Take a step; on the practice island the computer then rolls."""
        before = len(self.game.events)
        try:
            step()
            while self._computer_rolls:
                self.game.roll()
        except (Illegal, SaveError, ChartError, OSError) as error:
            self.query_one(TableOrders).say(str(error))
            self.lay_out()
            return
        self.view.old_events = min(before, len(self.game.events))
        self.show_request()

    @property
    def _computer_rolls(self) -> bool:
        return island.is_practice(self.game.state) and isinstance(self.game.request, Roll)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that the key line and the help list: not the letters that answer the question."""
        bound = super().active_bindings
        orders = self.query(TableOrders)
        choice = orders.first().choice if orders else None
        if choice is None:
            return bound
        return {key: binding for key, binding in bound.items() if not choice.takes(key)}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only leaving is possible while the cover is shown."""
        covered = self.game.state.seat != self.view.seat
        if covered:
            return action == "close"
        return super().check_action(action, parameters)

    def action_undo(self) -> None:
        """Undo the last answer, with the dice that the computer rolled after it."""

        def undo() -> None:
            self.game.undo()
            while self._computer_rolls:
                self.game.undo()

        self._do(undo)

    def action_lines(self) -> None:
        """Continue in plain mode until the game is over or the player leaves it."""
        try:
            with self.app.suspend():
                print("Plain mode. Type quit to return to the screen.")
                TableConversation(self.game, sys.stdin, print_text).run()
        except Unsaved as error:
            self.notify(str(error), severity="error", markup=False)
        except SuspendNotSupported:
            self.notify(
                "Plain mode is not available here. Leave, then run picket-duty referee --plain.",
                markup=False,
            )
        self.view.seat = ""
        self.show_request()

    def action_name_save(self) -> None:
        if self.game.save_file is None:
            return

        def answered(name: str | None) -> None:
            if not name:
                return
            try:
                self.notify(f"Saved in {table_saves.rename_open(self.game, name)}", markup=False)
            except SaveError as error:
                self.notify(
                    str(error), title="The save was not renamed", severity="error", markup=False
                )

        self.app.push_screen(NameScreen(self.game.save_file.path.stem), answered)

    def action_close(self) -> None:
        open_games.close_game(self.app, self.game)
        self.dismiss()


class TableReplayScreen(replay.PlaybackControls, TableBoard):
    """A saved companion game, played back to any place."""

    playback: replay.Playback[Any, Any, Any]
    BINDINGS: ClassVar = [
        *replay.BY_ANSWER,
        *replay.stop_keys(
            replay.PHASE, "p,down", "P,up", "move", "table_replay.move", "move or turn"
        ),
        *replay.TO_AN_END,
    ]

    def __init__(self, playback: replay.Playback[Any, Any, Any]) -> None:
        super().__init__(playback.game)
        self.playback = playback
        self.view.shows_all = playback.whole.over

    def orders(self) -> TableOrders:
        return table_panels.Answered(self.view, self._answer)

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
        self.query_one(table_panels.TableLog).back = 0
        self.lay_out()
