"""The records of a campaign, one page each: calendar, ships, map of the stations, planes, days,
crews and result.

From them open the war diary of the ships and the historical days off Okinawa, whose screens are
here too.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from picket_duty.book.historical_days import historical_day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.facts import facts_of, weapon_hits
from picket_duty.facts.campaign_days import campaign_of
from picket_duty.game import Game
from picket_duty.pages import campaign_records, crews, ships
from picket_duty.pages.awards import awards_so_far
from picket_duty.pages.blocks import Block, Paragraph, Space
from picket_duty.pages.campaign_calendar import calendar_page, evening_of
from picket_duty.pages.historical_day import can_play, historical_day_page, play_key
from picket_duty.pages.war_diary import (
    Diary,
    read_diary,
    report_blocks,
    ship_blocks,
    ships_with_days,
    write_diary,
)
from picket_duty.saves import SaveError
from picket_duty.text.styled_text import Line, Span, safe
from picket_duty.tui.keymap import back, bind, hidden
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.game_setup import SetupScreen, patrol_fields
from picket_duty.tui.screens.page import Page, TabbedPage, TextPage
from picket_duty.tui.station_map import map_lines

#: The pages of the records, by their place among the names.
CALENDAR, SHIPS, MAP, PLANES, DAYS, CREWS, RESULT = range(7)
NAMES = ("Calendar", "Ships", "Map", "Planes", "Days", "Crews", "Result")
#: The fewest and the most rows of a plot: three plots fill a page.
LEAST_ROWS = 5
MOST_ROWS = 12
PLAY = bind(
    "p", "play_day", "Play", "Play a patrol in a ship that was on station that day", "history.play"
)


class CampaignRecordsScreen(TabbedPage[None]):
    """The records of a campaign or patrol.

    Only a game of several ships, a squadron or a campaign of stages, has the page of the ships, and
    only a game that is over has that of the result. The calendar is that of ``date``, by default
    the current one.
    """

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind(
            "right,tab",
            "turn(1)",
            "Page",
            "Go to the next page",
            "records.page",
            display="Left/Right",
        ),
        hidden(
            "left,shift+tab",
            "turn(-1)",
            "Previous page",
            "Go to the previous page",
            "records.page_before",
        ),
        *(
            hidden(
                str(number),
                f"show({number - 1})",
                "Go to the page with this number",
                id=f"records.page_{number}",
            )
            for number in range(1, len(NAMES) + 1)
        ),
        bind("d", "diary", "Diary", "Open the war diaries of all your ships", "records.diary"),
        bind(
            "h", "history", "History", "Show what happened on this date in 1945", "records.history"
        ),
        PLAY,
        back("escape,q,r,enter"),
    ]

    def __init__(self, game: Game, shown: int = CALENDAR, date: str = "") -> None:
        data = campaign_of(game.state, game.tables)
        is_squadron = data is not None and data.squadron
        has_ships = is_squadron or (data is not None and data.stages > 0)
        has_page = {SHIPS: has_ships, RESULT: game.over}
        #: The pages that this game has.
        self.pages = [page for page in range(len(NAMES)) if has_page.get(page, True)]
        names = [
            "Squadron" if page == SHIPS and is_squadron else NAMES[page] for page in self.pages
        ]
        super().__init__(tuple(names), self.pages.index(shown) if shown in self.pages else 0)
        self.game = game
        self.date = datetime.date.fromisoformat(date) if date else game.state.date

    @property
    def page(self) -> int:
        """The page that is shown, as a number of ``NAMES``."""
        return self.pages[self.shown]

    def action_diary(self) -> None:
        open_diary(self, self.game)

    def action_history(self) -> None:
        self.app.push_screen(HistoricalDayScreen(self.date))

    def action_play_day(self) -> None:
        play_day(self, self.date)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: the historical day belongs to the calendar page, and a ship is not
        known for every day.
        """
        if action == "play_day":
            return self.page == CALENDAR and can_play(self.game.tables, self.date)
        if action == "history":
            return self.page == CALENDAR
        return super().check_action(action, parameters)

    def lines_for(self, width: int) -> list[Line]:
        state = self.game.state
        tables = self.game.tables
        glyphs = self.context.glyphs
        if self.page == MAP:
            return map_lines(state, tables, width, self.size.height - 2, glyphs)
        facts = facts_of(self.game).whole
        closing = ships.closing_state(state, facts.days)
        pages: dict[int, Callable[[], list[Block]]] = {
            CALENDAR: lambda: calendar_page(evening_of(state, self.date), tables),
            SHIPS: lambda: ships.squadron_page(closing, tables),
            PLANES: lambda: campaign_records.planes_page(state, tables, weapon_hits(facts.days)),
            DAYS: lambda: campaign_records.daily_plots(state, tables),
            CREWS: lambda: [
                *crews.changes_of_day(facts.days, state.setup, tables),
                *crews.crew_page(
                    ships.current_first(closing), closing, tables, facts, awards_so_far(self.game)
                ),
            ],
            RESULT: lambda: campaign_records.result_page(state, tables, facts.days),
        }
        # Four rows are for the rest of the screen, and four for what is around each plot, such as
        # its title and its axis.
        rows_each = (self.size.height - 4) // 3
        rows = max(LEAST_ROWS, min(MOST_ROWS, rows_each - 4))
        lines = page_lines(pages[self.page](), width - 1, glyphs, rows)
        return [[Span(" "), *spans] for spans in lines]


def open_diary(screen: Page[Any], game: Game) -> None:
    """Show the diary of a game over a screen, or why it cannot be read."""
    try:
        diary = read_diary(game)
    except SaveError as error:
        screen.notify(str(error), severity="error")
        return
    screen.app.push_screen(ShipDiaryScreen(diary))


class ShipDiaryScreen(TabbedPage[None]):
    """The diary by ship."""

    BINDINGS: ClassVar = [
        bind(
            "right,tab",
            "turn(1)",
            "Ship",
            "Go to the next ship",
            "diary.ship",
            display="Left/Right",
        ),
        hidden("left,shift+tab", "turn(-1)", "Go to the previous ship", id="diary.ship_before"),
        bind(
            "a",
            "reports",
            "Reports",
            "Switch between the ship's diary and her action reports",
            "diary.reports",
        ),
        bind("w", "write", "Save", "Save the whole diary as an HTML file", "diary.write"),
        back("escape,q,d,enter"),
    ]

    def __init__(self, diary: Diary) -> None:
        self.ships = ships_with_days(diary)
        super().__init__(tuple(ship.name.removeprefix("USS ") for ship in self.ships))
        self.diary = diary
        self.in_reports = False

    def action_show(self, number: int) -> None:
        self.in_reports = False
        super().action_show(number)

    def action_reports(self) -> None:
        self.in_reports = not self.in_reports
        self.turn_page()

    def action_write(self) -> None:
        try:
            path = write_diary(self.diary)
        except (OSError, SaveError) as error:
            self.notify(f"The diary could not be saved: {error}", severity="error")
            return
        self.notify(str(path), title="Diary saved")

    def contents(self) -> Iterable[Block]:
        if not self.ships:
            return [Paragraph("The diary begins after the first day on duty.")]
        blocks = report_blocks if self.in_reports else ship_blocks
        return blocks(self.diary, self.ships[self.shown])


class HistoricalDayScreen(TextPage[None]):
    """A historical day. Left and Right turn to the days before and after, p sets up a patrol as a
    historical ship.
    """

    BINDINGS: ClassVar = [
        bind("left", "turn(-1)", "Previous day", "Go to the previous day", "history.before"),
        bind("right", "turn(1)", "Next day", "Go to the next day", "history.after"),
        PLAY,
        back("escape,q,h,enter"),
    ]

    def __init__(self, date: datetime.date = FIRST_DAY) -> None:
        super().__init__()
        self.date = within(date)

    def action_turn(self, days: int) -> None:
        self.date = within(self.date + datetime.timedelta(days))
        self.turn_page()
        self.refresh_bindings()

    def action_play_day(self) -> None:
        play_day(self, self.date)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: a patrol needs a ship whose station is known."""
        return action != "play_day" or can_play(self.context.tables, self.date)

    def contents(self) -> Iterable[Block]:
        tables = self.context.tables
        date = self.date
        page = historical_day_page(tables, date)
        return [*page, Space(), *play_key(tables, date)]


def within(date: datetime.date) -> datetime.date:
    """A date, or the nearest one of the calendar."""
    return max(FIRST_DAY, min(LAST_DAY, date))


def play_day(screen: Page[Any], date: datetime.date) -> None:
    """Open the setup page of a patrol, filled in with the historical ship's day, station and
    name.
    """
    tables = screen.context.tables
    ship = historical_day_of(tables.history, date).playable
    if ship is None:
        return
    fields = patrol_fields(tables)
    known = {"patrol": ship.date.isoformat(), "station": str(ship.station), "ship": ship.ship}
    for field in fields:
        field.value = known.get(field.name, field.value)
    screen.app.push_screen(SetupScreen(f"Patrol: {safe(ship.ship)}", fixed={}, fields=fields))
