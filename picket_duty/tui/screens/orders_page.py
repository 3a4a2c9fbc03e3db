"""Pages and cards between battles: the orders of a ship, an officer killed, a spell of quiet days."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget

from picket_duty.captains.standing_orders import load_standing_orders
from picket_duty.pages.blocks import Block, Paragraph, Space
from picket_duty.pages.orders import orders_page
from picket_duty.text.styled_text import line
from picket_duty.tui.app_context import context_of
from picket_duty.tui.bindings import bind
from picket_duty.tui.lines import Line, side_by_side
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.campaign_records import CREWS, MAP, CampaignRecordsScreen
from picket_duty.tui.screens.page import BattlePage, DismissOnce
from picket_duty.tui.station_map import small_map_lines
from picket_duty.tui.widgets.panel import Panel

#: From this height in rows the page also has the background of the campaign.
HIGH = 34
#: Up to this height there are no empty lines between its first parts.
LOW = 26
CARD_WIDTH = 66
#: Columns of the orders, between them and the map, and of the smallest map.
TEXT_WIDTH, MAP_GAP, LEAST_MAP = 100, 3, 48


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
        self.app.push_screen(CampaignRecordsScreen(self.game, MAP))

    def action_crew(self) -> None:
        self.app.push_screen(CampaignRecordsScreen(self.game, CREWS))

    def lines_for(self, width: int) -> list[Line]:
        """The orders, beside them the map if there is room."""
        game, height, glyphs = self.game, self.size.height, self.context.glyphs
        standing = load_standing_orders(game)
        blocks = orders_page(game.state, game.tables, standing, game.aid, height > LOW, height >= HIGH)
        orders = page_lines(blocks, min(width, TEXT_WIDTH), glyphs)
        if width < TEXT_WIDTH + MAP_GAP + LEAST_MAP:
            return orders
        chart = small_map_lines(game.state, game.tables, width - TEXT_WIDTH - MAP_GAP, glyphs)
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
