"""Pages between battles: the end of a day, the farewell of a lost ship and the first orders; and a
card over the board.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, takewhile
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.worker import get_current_worker

from picket_duty.captains.standing_orders import load_standing_orders
from picket_duty.charts.words import day_words
from picket_duty.facts import facts_of, sections_hit
from picket_duty.facts.campaign_days import day_before, period_ended
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Paragraph, Space
from picket_duty.pages.campaign_day import end_of_day_page, morning_of, shows_chance, skips_days
from picket_duty.pages.final_page import farewell_page, ship_that_left
from picket_duty.pages.historical_day import can_play
from picket_duty.pages.orders import orders_page
from picket_duty.state import Ship
from picket_duty.text.styled_text import Line, line
from picket_duty.tui.app_context import context_of
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import side_by_side
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens import campaign_records
from picket_duty.tui.screens.dialogs import if_yes, leave_question
from picket_duty.tui.screens.page import DismissOnce, TextPage
from picket_duty.tui.side_view import side_state, side_view
from picket_duty.tui.station_map import small_map_lines
from picket_duty.tui.widgets.panel import TextPanel

if TYPE_CHECKING:
    from picket_duty.text.chances import Chance

#: Prose is wrapped at this width.
TEXT_WIDTH = 100
#: From this width on, the page of a day has two columns.
WIDE = 150
#: The picture of a ship takes one part in so many of a page, within these limits in rows.
SHARE = 4
LEAST_ROWS = 6
MOST_ROWS = 11
#: The playouts for a chance after a day.
PLAYOUTS = 240
#: From this height in rows the page of the orders also has the background of the campaign.
HIGH = 34
#: Up to this height the page of the orders has no empty lines between its first parts.
LOW = 26
#: The width of a card over the board, and how much of it its border and padding take.
CARD_WIDTH = 66
CARD_FRAME = 6
#: Columns between the orders and the map, and of the smallest map.
MAP_GAP = 3
LEAST_MAP = 48


def crew_key(id: str) -> Binding:
    """The binding that opens the page of the crew."""
    tooltip = "Show the values, records and awards of officers and chiefs"
    return bind("c,n", "crew", "Crew", tooltip, id, display="c")


class BattlePage(TextPage[bool]):
    """A page between two steps of a battle. Its result is true if the player wants to leave the
    game.

    Keys do not close it before ``guarded_until``, in monotonic time: they were meant for what was
    shown before.
    """

    MAX_WIDTH = None
    #: The page of the records that a key opens, and the date of their calendar, empty for the
    #: current one.
    records_page: ClassVar[int] = campaign_records.CALENDAR
    date = ""
    guarded_until = 0.0
    BINDINGS: ClassVar = [
        # These keys leave, as on the battle screen. Esc does not continue: a player who closes a
        # page above this one with Esc, and presses it once too often, would not see this page.
        hidden(
            "escape",
            "leave",
            "Leave",
            "Return to the menu; the game is saved",
            "page.back",
            display="Esc",
        ),
        bind(
            "q",
            "leave",
            "Leave",
            "Return to the menu; the game is saved",
            "page.leave",
            system=True,
        ),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def dismiss(self, result: bool | None = None) -> AwaitComplete:
        """Close the page, unless it was opened only a moment ago."""
        if monotonic() < self.guarded_until:
            return AwaitComplete()
        return super().dismiss(result)

    def action_leave(self) -> None:
        if self.game.over:
            self.dismiss(True)
        else:
            self.app.push_screen(leave_question(self.game), if_yes(lambda: self.dismiss(True)))

    def action_records(self) -> None:
        self.app.push_screen(
            campaign_records.CampaignRecordsScreen(self.game, self.records_page, self.date)
        )

    def action_crew(self) -> None:
        self.app.push_screen(
            campaign_records.CampaignRecordsScreen(self.game, campaign_records.CREWS)
        )


class DayScreen(BattlePage):
    """What happened on a day, a stage that is over, and the orders for the next day.

    ``chances`` are the simulated chances of winning after each day, by its date; the page adds
    those that it simulates.
    """

    BINDINGS: ClassVar = [
        bind("enter", "close", "Next day", "Continue to the next day", "day.on"),
        bind(
            "l",
            "luck",
            "Luck",
            "Show how dice and orders changed your chance of winning",
            "day.luck",
        ),
        bind(
            "r",
            "records",
            "Records",
            "Show the calendar, ships, map and other records",
            "day.records",
        ),
        crew_key("day.crew"),
        bind("h", "history", "History", "Show what happened on this date in 1945", "day.history"),
        campaign_records.PLAY,
    ]

    def __init__(self, game: Game, date: str, chances: dict[str, Chance] | None = None) -> None:
        super().__init__(game)
        self.date = date
        self.chances = {} if chances is None else chances

    @property
    def stage(self) -> int:
        """The number of the stage that ended with the day; 0 if none did."""
        state = self.game.state
        return period_ended(state, self.game.tables, self.date) if state.stages else 0

    def on_mount(self) -> None:
        """Simulate the chance after the day, and in its morning, if analysis is on and the player
        sees odds.
        """
        # The game as it is after each day whose chance is not known.
        unknown: dict[str, Game] = {}
        if self.context.analyzer() is not None and shows_chance(self.game):
            game = self.game
            # A copy: the game may be played on while the thread simulates.
            unknown[self.date] = Game.of_replay_state(game.replay_state, game.tables)
            # The morning of a day is the position after the day before.
            if (morning := morning_of(game, self.date)) is not None:
                unknown[day_before(game.state, self.date)] = morning
            for date in self.chances:
                unknown.pop(date, None)
        if unknown:
            self.in_background(partial(_simulated, unknown), self._show)
        self._show({}, counting=bool(unknown))

    def _show(self, chances: dict[str, Chance], counting: bool = False) -> None:
        self.chances.update(chances)
        self.show_blocks(end_of_day_page(self.game, self.date, self.chances, counting))

    def action_luck(self) -> None:
        """Show the luck of the day; of a stage that is over the chance of holding it."""
        from picket_duty.tui.game_analysis import GameAnalysis
        from picket_duty.tui.screens.chance_curve import ChanceCurveScreen
        from picket_duty.tui.screens.luck import LuckScreen
        from picket_duty.tui.screens.replay import open_replay

        if not self.stage:
            self.app.push_screen(LuckScreen(self.game, self.date))
            return
        replay = partial(open_replay, self.game.save_path)
        self.app.push_screen(ChanceCurveScreen(GameAnalysis(self.game, self.stage), replay))

    def action_history(self) -> None:
        self.app.push_screen(
            campaign_records.HistoricalDayScreen(datetime.date.fromisoformat(self.date))
        )

    def action_play_day(self) -> None:
        campaign_records.play_day(self, datetime.date.fromisoformat(self.date))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: a historical ship is not known for every day, and luck shows
        chances, which may be hidden.
        """
        if action == "luck":
            return not self.game.hides_chances
        return action != "play_day" or can_play(
            self.game.tables, datetime.date.fromisoformat(self.date)
        )

    def words_of(self, binding: Binding) -> str:
        """The label of a key: the key for the next day names its date if days without duty are
        skipped, and no day after the last.
        """
        if binding.action != "close":
            return binding.description
        if self.game.over:
            return "Continue"
        then = self.game.state.date
        if skips_days(then, self.date):
            return day_words(then)
        return binding.description

    def lines_for(self, width: int) -> list[Line]:
        """The day, below a picture of its ship if she was hit or if there is room; a stage's result
        comes first.
        """
        height = self.size.height
        glyphs = self.context.glyphs
        lines = page_lines(self.blocks, width if width >= WIDE else min(width, TEXT_WIDTH), glyphs)
        picture = picture_lines(ship_that_left(self.game), self.game, width, height, glyphs)
        day = facts_of(self.game).day_of(self.date)
        phases = day.phases if day is not None else []
        impacts = chain.from_iterable(phase.impacts for phase in phases)
        was_hit = any(not impact.near for impact in impacts)
        if not was_hit and len(picture) + len(lines) >= height - 1:
            return lines
        # The first line is the result of a stage that ended with the day.
        above = 1 if self.stage else 0
        return [*lines[:above], *picture, *lines[above:]]


def _simulated(games: Mapping[str, Game]) -> dict[str, Chance]:
    """The chance in each game, by its date; games for which no time was left have none."""
    from picket_duty.analysis.decision_analysis import TIME_LIMIT
    from picket_duty.analysis.playouts import chance_of, run_playout

    worker = get_current_worker()
    until = monotonic() + TIME_LIMIT
    chances = {}
    for date, game in games.items():
        numbers = takewhile(
            lambda _: not worker.is_cancelled and monotonic() < until, range(PLAYOUTS)
        )
        if ends := [run_playout(game, order=None, number=number) for number in numbers]:
            chances[date] = chance_of(ends)
    return chances


def picture_lines(ship: Ship, game: Game, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """A ship of the game as she is, if her class has a side view and the page is high enough."""
    rows = min(height // SHARE, MOST_ROWS)
    plan = game.tables.plan_of(ship.ship_class)
    if plan is None or plan.side is None or rows < LEAST_ROWS:
        return []
    state = side_state(ship, game.tables, sections_hit(facts_of(game).whole.days, ship))
    return [*side_view(plan.side, min(width, TEXT_WIDTH), rows, glyphs, state), []]


class ShipScreen(BattlePage):
    """The farewell of a ship that was lost."""

    records_page = campaign_records.SHIPS
    BINDINGS: ClassVar = [
        bind("enter", "close", "Continue", "Continue to the day's page", "ship.go_on"),
        crew_key("ship.crew"),
        bind(
            "r",
            "records",
            "Records",
            "Show the calendar, ships, map and other records",
            "ship.records",
        ),
    ]

    def lines_for(self, width: int) -> list[Line]:
        ship = ship_that_left(self.game)
        glyphs = self.context.glyphs
        picture = picture_lines(ship, self.game, width, self.size.height, glyphs)
        return [
            *picture,
            *page_lines(farewell_page(self.game, ship), min(width, TEXT_WIDTH), glyphs),
        ]


class OrdersScreen(BattlePage):
    """The orders at the start of a game, with its rules and background.

    On a wide terminal a map shows the station.
    """

    records_page = campaign_records.MAP
    BINDINGS: ClassVar = [
        bind("enter", "close", "Continue", "Take the station", "orders.go_on"),
        crew_key("orders.crew"),
        bind(
            "r",
            "records",
            "Map",
            "Show the calendar, ships, map and other records",
            "orders.records",
        ),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: a scenario has no records and no page of its crew."""
        return action not in ("records", "crew") or not self.game.state.scenario

    def lines_for(self, width: int) -> list[Line]:
        """The orders, beside them the map if there is room."""
        game = self.game
        height = self.size.height
        glyphs = self.context.glyphs
        standing = load_standing_orders(game)
        blocks = orders_page(
            game.state,
            game.tables,
            standing,
            game.aid,
            spaced=height > LOW,
            background=height >= HIGH,
        )
        orders = page_lines(blocks, min(width, TEXT_WIDTH), glyphs)
        if width < TEXT_WIDTH + MAP_GAP + LEAST_MAP:
            return orders
        chart = small_map_lines(game.state, game.tables, width - TEXT_WIDTH - MAP_GAP, glyphs)
        return side_by_side(orders, [[], *chart], TEXT_WIDTH + MAP_GAP)


class CardOverBoard(DismissOnce[None], ModalScreen[None]):
    """A card over the board that waits for a key."""

    BINDINGS: ClassVar = [
        bind("enter,space,escape,q", "close", "Continue", "Close the card", "notice.go_on")
    ]

    def __init__(self, blocks: Sequence[Block]) -> None:
        super().__init__()
        self.blocks = [*blocks, Space(), Paragraph(line(("Enter", "key"), (": continue", "dim")))]

    def compose(self) -> ComposeResult:
        rows = page_lines(self.blocks, CARD_WIDTH - CARD_FRAME, context_of(self.app).glyphs)
        with Vertical(id="ask"):
            yield (notice := TextPanel(lambda width: rows, id="notice"))
            notice.styles.height = len(rows)
