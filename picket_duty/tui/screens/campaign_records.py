"""The records of a campaign, one page each: calendar, ships, map, planes, days, crews and result.

From them open the war diary of the ships, and the historical days off Okinawa. Every game with a log has a diary.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any, ClassVar

from picket_duty.book import Tables
from picket_duty.book.historical_days import PicketShip, historical_day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.facts import GameFacts, weapon_hits
from picket_duty.game import Game
from picket_duty.pages.blocks import Block
from picket_duty.pages.campaign_records import (
    calendar_page,
    can_play,
    daily_plots,
    evening_of,
    historical_day_page,
    planes_page,
    result_page,
)
from picket_duty.pages.ships import changes_of_day, closing_state, crew_page, current_first, squadron_page
from picket_duty.pages.war_diary import Diary, read_diary, report_blocks, ship_blocks, ships_with_days, write_diary
from picket_duty.saves import SaveError
from picket_duty.state import State
from picket_duty.text.campaign_progress import campaign_of
from picket_duty.text.ship_service import Award
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.lines import Line, Span, line, safe
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.game_setup import SetupScreen, patrol_fields
from picket_duty.tui.screens.page import Page, TabbedPage, TextPage
from picket_duty.tui.station_map import map_lines
from picket_duty.tui.widgets.choices import FormRow

CALENDAR, SHIPS, MAP, PLANES, DAYS, CREWS, RESULT = range(7)
NAMES = ("Calendar", "Ships", "Map", "Planes", "Days", "Crews", "Result")
#: The name of the page of the ships where they are a squadron.
SQUADRON = "Squadron"
#: The fewest and the most rows of a plot: three plots fill a page.
LEAST_ROWS, MOST_ROWS = 5, 12
PLAY = bind("p", "play_day", "Play", "Play a patrol as a ship that was there", "history.play")


class CampaignRecordsScreen(TabbedPage[None]):
    """The records of a campaign or patrol: the ships in a game of several, the result when the game is over.

    The calendar is that of ``date``, by default the current one.
    """

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind("right,tab", "turn(1)", "Page", "Next page", "records.page", display="Left/Right"),
        hidden("left,shift+tab", "turn(-1)", "Previous page", "Previous page", "records.page_before"),
        *(
            hidden(
                str(number),
                f"show({number - 1})",
                "Page by number",
                "Go to the page with this number",
                id=f"records.page_{number}",
            )
            for number in range(1, len(NAMES) + 1)
        ),
        bind("d", "diary", "Diary", "War diary for every ship in the game", "records.diary"),
        bind("h", "history", "History", "What happened on this date in 1945", "records.history"),
        PLAY,
        back("escape,q,r,enter"),
    ]

    def __init__(self, game: Game, shown: int = CALENDAR, date: str = "") -> None:
        data = campaign_of(game.state, game.tables)
        squadron = data is not None and data.squadron
        several = data is not None and (squadron or data.stages > 0)
        #: The pages that this game has.
        self.pages = [
            page for page in range(len(NAMES)) if (page != SHIPS or several) and (page != RESULT or game.over)
        ]
        names = [SQUADRON if page == SHIPS and squadron else NAMES[page] for page in self.pages]
        super().__init__(tuple(names), self.pages.index(shown) if shown in self.pages else 0)
        self.game = game
        self.date = datetime.date.fromisoformat(date) if date else game.state.date
        #: Facts and awards of the game, once the page of the crews was shown.
        self._crew_records: tuple[GameFacts, list[Award]] | None = None

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
        """The historical day belongs to the calendar page; a ship is not known for every day."""
        if action == "play_day":
            return self.page == CALENDAR and can_play(self.game.tables, self.date)
        return (action != "history" or self.page == CALENDAR) and super().check_action(action, parameters)

    def lines_for(self, width: int) -> list[Line]:
        state, tables, glyphs = self.game.state, self.game.tables, self.context.glyphs
        if self.page == MAP:
            return map_lines(state, tables, width, self.size.height - 2, glyphs)
        pages: dict[int, Callable[[], list[Block]]] = {
            CALENDAR: lambda: calendar_page(evening_of(state, self.date), tables),
            SHIPS: lambda: squadron_page(self._closing_state(), tables),
            PLANES: lambda: planes_page(state, tables, self._weapons()),
            DAYS: lambda: daily_plots(state, tables),
            CREWS: self._crews,
            RESULT: lambda: result_page(state, tables, self._weapons()),
        }
        rows = max(LEAST_ROWS, min(MOST_ROWS, (self.size.height - 4) // 3 - 4))
        return [[Span(" "), *spans] for spans in page_lines(pages[self.page](), width - 1, glyphs, rows)]

    def _crews(self) -> list[Block]:
        """The page of the crews; their records are computed once."""
        from picket_duty.pages.awards import awards_so_far
        from picket_duty.pages.ships import known_facts

        game, state = self.game, self._closing_state()
        if self._crew_records is None:
            self._crew_records = known_facts(game), awards_so_far(game)
        changes = changes_of_day(self._crew_records[0].days, state.setup, game.tables)
        return [*changes, *crew_page(current_first(state), state, game.tables, *self._crew_records)]

    def _weapons(self) -> int:
        """How many weapons hit a ship in the whole game."""
        from picket_duty.pages.ships import known_facts

        return weapon_hits(known_facts(self.game).days)

    def _closing_state(self) -> State:
        """The state of the game, with where its last ship went if it is over."""
        from picket_duty.pages.ships import known_facts

        game = self.game
        return closing_state(game.state, known_facts(game).days) if game.over else game.state


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
        hidden("left,shift+tab", "turn(-1)", "Previous ship", id="diary.ship_before"),
        bind("a", "reports", "Reports", "Show the ship's action reports or diary", "diary.reports"),
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
        """Write the whole diary to a file and show its path."""
        try:
            path = write_diary(self.diary)
        except (OSError, SaveError) as error:
            self.notify(f"The diary could not be saved: {error}", severity="error", markup=False)
            return
        self.notify(str(path), title="Diary saved", markup=False)

    def lines_for(self, width: int) -> list[Line]:
        if not self.ships:
            return [line("The diary begins after the first day on duty.")]
        ship = self.ships[self.shown]
        blocks = report_blocks(self.diary, ship) if self.in_reports else ship_blocks(self.diary, ship)
        return page_lines(blocks, width, self.context.glyphs)


class HistoricalDayScreen(TextPage[None]):
    """A historical day. Left and Right turn to the days before and after, p sets up a patrol as a historical ship."""

    BINDINGS: ClassVar = [
        bind("left", "turn(-1)", "Previous day", "Previous day", "history.before"),
        bind("right", "turn(1)", "Next day", "Next day", "history.after"),
        PLAY,
        back("escape,q,h,enter"),
    ]

    def __init__(self, date: datetime.date) -> None:
        super().__init__()
        self.date = within(date)

    def action_turn(self, days: int) -> None:
        self.date = within(self.date + datetime.timedelta(days))
        self.turn_page()
        self.refresh_bindings()

    def action_play_day(self) -> None:
        play_day(self, self.date)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A patrol needs a ship whose station is known."""
        return action != "play_day" or can_play(self.context.tables, self.date)

    def lines_for(self, width: int) -> list[Line]:
        return page_lines(historical_day_page(self.context.tables, self.date), width, self.context.glyphs)


def within(date: datetime.date) -> datetime.date:
    """A date, or the nearest one of the calendar."""
    return max(FIRST_DAY, min(LAST_DAY, date))


def play_day(screen: Page[Any], date: datetime.date) -> None:
    """Open the setup page of a patrol, filled in with the historical ship's day, station and name."""
    tables = screen.context.tables
    ship = historical_day_of(tables.history, date).playable
    if ship is not None:
        screen.app.push_screen(SetupScreen(f"Patrol: {safe(ship.ship)}", {}, filled_in(tables, ship)))


def filled_in(tables: Tables, real: PicketShip) -> list[FormRow]:
    """The fields of a patrol, filled in with the day, station and name of a historical ship."""
    fields = patrol_fields(tables)
    known = {"patrol": real.date.isoformat(), "station": str(real.station), "ship": real.ship}
    for field in fields:
        field.value = known.get(field.name, field.value)
    return fields
