"""Pages and cards between battles: the first orders, the end of a day, the farewell of a lost ship, short news."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.worker import get_current_worker

from picket_duty.captains.standing_orders import load_standing_orders
from picket_duty.charts.words import day_words
from picket_duty.facts import live_facts, sections_hit
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Paragraph, Space
from picket_duty.pages.campaign_day import end_of_day_page, morning_of, shows_chance, skips_days
from picket_duty.pages.campaign_records import can_play
from picket_duty.pages.final_page import farewell_page, ship_that_left
from picket_duty.pages.orders import orders_page
from picket_duty.pages.ships import known_facts
from picket_duty.state import Ship
from picket_duty.text.campaign_progress import day_before, period_ended
from picket_duty.text.styled_text import line
from picket_duty.tui.app_context import context_of
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.keymap import bind
from picket_duty.tui.lines import Line, side_by_side
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens import campaign_records
from picket_duty.tui.screens.page import BattlePage, DismissOnce
from picket_duty.tui.ship_pictures import side_state, side_view
from picket_duty.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from picket_duty.text.chances import Chance

#: Prose is wrapped at this width; from the other the page of a day has two columns.
TEXT_WIDTH, WIDE = 100, 150
#: The picture of a ship takes this fraction of a page, within these limits in rows.
SHARE, LEAST_ROWS, MOST_ROWS = 4, 6, 11
#: The playouts for a chance after a day.
PLAYOUTS = 240


class DayScreen(BattlePage):
    """What happened on a day, a stage that is over, and the orders for the next day.

    ``chances`` are those simulated after a day, by its date; the page adds those that it simulates.
    """

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind("enter", "close", "Next day", "Continue to the next day", "day.on"),
        bind(
            "l",
            "luck",
            "Luck",
            "How dice and orders changed your chance today, or in the stage that just ended",
            "day.luck",
        ),
        bind("r", "records", "Records", "Calendar, ships, map and other records", "day.records"),
        bind("c,C", "crew", "Crew", "Officers and chiefs: values, records and awards", "day.crew", display="c"),
        bind("h", "history", "History", "What happened on this date in 1945", "day.history"),
        campaign_records.PLAY,
    ]

    def __init__(self, game: Game, date: str, chances: dict[str, Chance] | None = None) -> None:
        super().__init__(game)
        self.date = date
        self.chances = {} if chances is None else chances
        #: Whether chances are being simulated.
        self._counting = False
        #: The page; None until it was drawn, and again when a chance is known.
        self._blocks: list[Block] | None = None

    @property
    def stage(self) -> int:
        """The number of the stage that ended with the day; 0 if none did."""
        return period_ended(self.game.state, self.game.tables, self.date) if self.game.state.stages else 0

    def on_mount(self) -> None:
        """Simulate the chance after the day, and in its morning, if analysis is on and the player sees odds."""
        if self.context.analyzer() is None or not shows_chance(self.game):
            return
        from picket_duty.analysis.playouts import chance_of, run_playout

        now = Game.of_replay_state(self.game.replay_state, self.game.tables)
        games = {self.date: now, day_before(self.game.state, self.date): morning_of(self.game, self.date)}
        unknown = [(date, game) for date, game in games.items() if game is not None and date not in self.chances]

        def simulated() -> dict[str, Chance]:
            worker, chances = get_current_worker(), {}
            for date, game in unknown:
                ends = [run_playout(game, None, number) for number in range(PLAYOUTS) if not worker.is_cancelled]
                chances[date] = chance_of(ends)
            return chances

        if unknown:
            self._counting, self._blocks = True, None
            self.in_background(simulated, self._show_chances)

    def _show_chances(self, chances: dict[str, Chance]) -> None:
        self.chances.update(chances)
        self._counting, self._blocks = False, None
        self.redraw_text()

    def action_luck(self) -> None:
        """Show the luck of the day; of a stage that is over the chance of holding it."""
        from picket_duty.tui.screens.luck import ChanceCurveScreen, GameAnalysis, LuckScreen
        from picket_duty.tui.screens.replay import open_replay

        if not self.stage:
            self.app.push_screen(LuckScreen(self.game, self.date))
            return
        save_file = self.game.save_file
        replay = partial(open_replay, save_file.path if save_file is not None else None)
        self.app.push_screen(ChanceCurveScreen(GameAnalysis(self.game, self.stage), replay))

    def action_records(self) -> None:
        self.app.push_screen(campaign_records.CampaignRecordsScreen(self.game, date=self.date))

    def action_crew(self) -> None:
        self.app.push_screen(campaign_records.CampaignRecordsScreen(self.game, campaign_records.CREWS))

    def action_history(self) -> None:
        self.app.push_screen(campaign_records.HistoricalDayScreen(datetime.date.fromisoformat(self.date)))

    def action_play_day(self) -> None:
        campaign_records.play_day(self, datetime.date.fromisoformat(self.date))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A historical ship is not known for every day."""
        return action != "play_day" or can_play(self.game.tables, datetime.date.fromisoformat(self.date))

    def words_of(self, binding: Binding) -> str:
        """The label of a key: the next day has its date after days without duty, and none comes after the last."""
        if binding.action != "close":
            return binding.description
        if self.game.over:
            return "Continue"
        then = self.game.state.date
        return day_words(then) if skips_days(then, self.date) else binding.description

    def lines_for(self, width: int) -> list[Line]:
        """The day, below a picture of its ship if she was hit or if there is room; a stage's result comes first."""
        if self._blocks is None:
            self._blocks = end_of_day_page(self.game, self.date, self.chances, self._counting)
        height, glyphs = self.size.height, self.context.glyphs
        lines = page_lines(self._blocks, width if width >= WIDE else min(width, TEXT_WIDTH), glyphs)
        picture = picture_lines(ship_that_left(self.game), self.game, width, height, glyphs)
        day = live_facts(self.game).day_of(self.date)
        was_hit = day is not None and any(not impact.near for phase in day.phases for impact in phase.impacts)
        if not was_hit and len(picture) + len(lines) >= height - 1:
            return lines
        heading = 1 if self.stage else 0
        return [*lines[:heading], *picture, *lines[heading:]]


def picture_lines(ship: Ship, game: Game, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """A ship of the game as she is, if her class has a side view and the page is high enough."""
    rows = min(height // SHARE, MOST_ROWS)
    plan = game.tables.plan_of(ship.ship_class)
    if plan is None or plan.side is None or rows < LEAST_ROWS:
        return []
    state = side_state(ship, game.tables, sections_hit(known_facts(game).days, ship))
    return [*side_view(plan.side, min(width, TEXT_WIDTH), rows, glyphs, state), []]


class ShipScreen(BattlePage):
    """The farewell of a ship that was lost."""

    MAX_WIDTH = 130
    BINDINGS: ClassVar = [
        bind("enter", "close", "Continue", "Continue to the day's page", "ship.go_on"),
        bind("c,C", "crew", "Crew", "Officers and chiefs: values, records and awards", "ship.crew", display="c"),
        bind("r", "records", "Records", "Calendar, ships, map and other records", "ship.records"),
    ]

    def action_records(self) -> None:
        self.app.push_screen(campaign_records.CampaignRecordsScreen(self.game, campaign_records.SHIPS))

    def action_crew(self) -> None:
        self.app.push_screen(campaign_records.CampaignRecordsScreen(self.game, campaign_records.CREWS))

    def lines_for(self, width: int) -> list[Line]:
        ship, height, glyphs = ship_that_left(self.game), self.size.height, self.context.glyphs
        picture = picture_lines(ship, self.game, width, height, glyphs)
        return [*picture, *page_lines(farewell_page(self.game, ship), min(width, TEXT_WIDTH), glyphs)]


#: From this height in rows the page also has the background of the campaign.
HIGH = 34
#: Up to this height there are no empty lines between its first parts.
LOW = 26
CARD_WIDTH = 66
#: Columns between the orders and the map, and of the smallest map.
MAP_GAP, LEAST_MAP = 3, 48


class OrdersScreen(BattlePage):
    """The orders at the start of a game, with its rules and background.

    On a wide terminal a map shows the station.
    """

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind("enter", "close", "Continue", "Take the station", "orders.go_on"),
        bind("c,C", "crew", "Crew", "Officers and chiefs: values, records and awards", "orders.crew", display="c"),
        bind("r", "records", "Map", "Map, calendar, ships and other records", "orders.records"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A scenario has no records and no page of its crew."""
        return action not in ("records", "crew") or not self.game.state.scenario

    def action_records(self) -> None:
        self.app.push_screen(campaign_records.CampaignRecordsScreen(self.game, campaign_records.MAP))

    def action_crew(self) -> None:
        self.app.push_screen(campaign_records.CampaignRecordsScreen(self.game, campaign_records.CREWS))

    def lines_for(self, width: int) -> list[Line]:
        """The orders, beside them the map if there is room."""
        game, height, glyphs = self.game, self.size.height, self.context.glyphs
        standing = load_standing_orders(game)
        blocks = orders_page(game.state, game.tables, standing, game.aid, height > LOW, height >= HIGH)
        orders = page_lines(blocks, min(width, TEXT_WIDTH), glyphs)
        if width < TEXT_WIDTH + MAP_GAP + LEAST_MAP:
            return orders
        chart = campaign_records.small_map_lines(game.state, game.tables, width - TEXT_WIDTH - MAP_GAP, glyphs)
        return side_by_side(orders, [[], *chart], TEXT_WIDTH + MAP_GAP)


class Notice(Panel):
    """The text of a card."""

    def __init__(self, rows: Sequence[Line]) -> None:
        super().__init__(id="notice")
        self.rows = list(rows)
        self.styles.height = len(self.rows)

    def draw(self, width: int, height: int) -> list[Line]:
        return self.rows


class CardOverBoard(DismissOnce[None], ModalScreen[None]):
    """A card over the board that waits for a key."""

    BINDINGS: ClassVar = [bind("enter,space,escape,q", "close", "Continue", "Close the card", "notice.go_on")]

    def __init__(self, blocks: Sequence[Block]) -> None:
        super().__init__()
        self.blocks = [*blocks, Space(), Paragraph(line(("Enter", "key"), (": continue", "dim")))]

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield from self.content()

    def content(self) -> Iterable[Widget]:
        yield Notice(page_lines(self.blocks, CARD_WIDTH - 6, context_of(self.app).glyphs))
