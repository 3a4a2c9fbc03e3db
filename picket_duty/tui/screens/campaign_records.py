"""The books of a campaign: calendar, squadron, waters, planes, days and crews, a page each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.widget import Widget

from picket_duty.game import Game
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.calendar import calendar_lines
from picket_duty.tui.campaign_lines import course_lines, crews_lines, planes_lines, result_lines
from picket_duty.tui.history import can_play
from picket_duty.tui.lines import Line
from picket_duty.tui.map import map_lines
from picket_duty.tui.screens.historical_day import PLAY, HistoryScreen, play_day
from picket_duty.tui.screens.page import Page
from picket_duty.tui.squadron import squadron_lines
from picket_duty.tui.widgets.reading import Reading
from picket_duty.tui.widgets.tabs import PageTabs

CALENDAR, SQUADRON, WATERS, PLANES, DAYS, CREWS, RESULT = range(7)
NAMES = ("Calendar", "Squadron", "Waters", "Planes", "Days", "Crews", "Result")


class RecordsScreen(Page[None]):
    """Pages about a campaign or patrol; with the result among them when it is over."""

    BINDINGS: ClassVar = [
        bind("right,tab", "turn(1)", "Page", "The next page", "records.page", display="Left/Right"),
        hidden("left,shift+tab", "turn(-1)", "Page before", "The page before", "records.page_before"),
        *(
            hidden(str(number), f"show({number - 1})", "Page by number", id=f"records.page_{number}")
            for number in range(1, len(NAMES) + 1)
        ),
        bind("d", "diary", "Diary", "The war diary of every ship of the game", "records.diary"),
        bind("h", "history", "Real day", "What really happened, with its sources", "records.history"),
        PLAY,
        back("escape,q,r,enter"),
    ]

    def __init__(self, game: Game, shown: int = CALENDAR) -> None:
        super().__init__()
        self.game = game
        self.names = NAMES if game.over else NAMES[:-1]
        self.shown = min(shown, len(self.names) - 1)

    def content(self) -> Iterable[Widget]:
        """The names of the pages, the page."""
        yield PageTabs(self.names, self.shown, id="tabs")
        yield Reading(self._writer(), id="records")

    def action_turn(self, way: int) -> None:
        """The next page, or the one before."""
        self.action_show((self.shown + way) % len(self.names))

    def action_show(self, number: int) -> None:
        """A page."""
        if number >= len(self.names):
            return
        self.shown = number
        tabs = self.query_one(PageTabs)
        tabs.shown = number
        tabs.redraw()
        self.query_one("#records", Reading).show_text(self._writer())
        self.refresh_bindings()

    def action_diary(self) -> None:
        """The war diary."""
        from picket_duty.tui.screens.ship_diary import open_diary

        open_diary(self, self.game)

    def action_history(self) -> None:
        """The real day, with its sources."""
        self.app.push_screen(HistoryScreen(self.game.state.date))

    def action_play_day(self) -> None:
        """A patrol on the station of the real ship."""
        play_day(self, self.game.state.date)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The real day belongs to the calendar; a ship to stand the watch of is not known of every day."""
        if action == "play_day":
            return self.shown == CALENDAR and can_play(self.game.tables, self.game.state.date)
        return action != "history" or self.shown == CALENDAR

    def _writer(self) -> Callable[[int], list[Line]]:
        """What writes the page shown."""
        game, shown, glyphs = self.game, self.shown, self.context.glyphs
        state, tables = game.state, game.tables
        writers: dict[int, Callable[[int], list[Line]]] = {
            CALENDAR: lambda width: calendar_lines(state, tables, width, glyphs),
            SQUADRON: lambda width: squadron_lines(state, tables, width, glyphs),
            WATERS: lambda width: map_lines(state, tables, width, self.size.height - 2, glyphs),
            PLANES: lambda width: planes_lines(state, tables, width, glyphs),
            DAYS: lambda width: course_lines(state, tables, width, self.size.height, glyphs),
            CREWS: lambda width: crews_lines(state, width),
            RESULT: lambda width: result_lines(state, tables, width, glyphs),
        }
        return writers[shown]
