"""The luck of a game: the curve of its win probability with the key moments, and its dice compared with their averages.

The dice are those of the whole game or of a day; a day also shows what each of its fire plans cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding
from textual.widget import Widget

from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Heading, Paragraph, Space
from picket_duty.text.names import short_date
from picket_duty.text.styled_text import line, text_of
from picket_duty.tui.bindings import back, bind
from picket_duty.tui.game_analysis import GameAnalysis, load_in_background, start_analysis, whole_game
from picket_duty.tui.lines import Line
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.page import Page, TextPage
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import TextPanel

if TYPE_CHECKING:
    from picket_duty.pages.luck_report import Moment
    from picket_duty.saves import SaveError

#: Rows of a curve that are not its plot: its title and its key.
AROUND = 2


class ChanceCurveScreen(Page[None]):
    """The curve of a game with its moments; ``open_moment`` is called for the chosen one."""

    BINDINGS: ClassVar = [
        bind("w", "ask", "Analyze", "Show your chance of winning throughout the game", "curve.work_out"),
        bind("o", "orders", "Orders", "List your costliest orders, or the biggest swings", "curve.orders"),
        bind("d", "dice", "Dice", "Dice results by kind of roll", "curve.dice"),
        bind("s", "stage", "Stage", "Show the next stage (after the last, the first again)", "curve.stage"),
        back("escape,q,l"),
    ]

    def __init__(self, analysis: GameAnalysis, open_moment: Open, here: int | None = None) -> None:
        """An analysis, finished or not; ``here`` is the position to mark on the curve, in answers."""
        super().__init__()
        self.analysis = analysis
        self.open_moment = open_moment
        self.here = here
        #: Whether the most costly orders are listed instead of the moments.
        self.in_orders = False

    def content(self) -> Iterable[Widget]:
        """The curve, the list of moments, the selected one."""
        yield TextPanel(self._curve, id="curve")
        yield ItemList([], id="moments")
        yield TextPanel(self._detail, id="moment_detail")

    def on_mount(self) -> None:
        """Show what is known, and start the analysis."""
        # It is shown, and focused, once there is something to choose.
        self.query_one(ItemList).display = False
        self._listen()

    def _listen(self) -> None:
        self.analysis.listeners.append(self.show_news)
        self.show_news()
        if not self.analysis.started and self.context.analyzer() is not None:
            self.action_ask()
        load_in_background(self, self.analysis)

    def on_unmount(self) -> None:
        """Stop listening to the analysis."""
        self.analysis.listeners.remove(self.show_news)

    def action_stage(self) -> None:
        """Analyze the next stage of the campaign; after the last one, the first."""
        self.analysis.listeners.remove(self.show_news)
        self.analysis = GameAnalysis(self.analysis.game, self.analysis.stage % self.analysis.stages + 1)
        self._listen()

    def show_news(self) -> None:
        """Show the curve and the moments known so far."""
        if not self.is_attached:
            return
        from picket_duty.pages.luck_report import moment_row

        rows = (moment_row(number, moment, self.in_orders) for number, moment in enumerate(self._listed(), 1))
        before = self.analysis.before
        items = [
            Item(str(before + moment.answers), text_of(row)) for moment, row in zip(self._listed(), rows, strict=True)
        ]
        moments = self.query_one(ItemList)
        if moments.display != bool(items):
            moments.display = bool(items)
            # The keys of an empty list are not named.
            self.set_focus(moments if items else None)
        moments.set_items(items)
        self.query_one("#curve", TextPanel).redraw()
        detail = self.query_one("#moment_detail", TextPanel)
        detail.display = bool(items) or self.in_orders
        detail.redraw()
        self.refresh_bindings()

    def _curve(self, width: int) -> list[Line]:
        """The curve in what room the sums leave, as far as it is known."""
        from picket_duty.pages.luck_report import chance_title, curve_of, sums_page, uncertain_note

        analysis, glyphs = self.analysis, self.context.glyphs
        waiting = [] if analysis.result is not None else analysis.waiting_page("w")
        if analysis.drawn is None or analysis.whole is None or not analysis.drawn.segments():
            title = Heading(chance_title(analysis.game, analysis.stage), 3)
            return page_lines([title, *waiting], width, glyphs)
        above = [] if self.in_orders else uncertain_note(analysis.moments)
        below = page_lines([*(waiting or sums_page(analysis.whole, analysis.drawn)), *above], width, glyphs)
        curve = curve_of(analysis.whole, analysis.drawn, self._listed(), self._here())
        room = self.query_one("#curve", TextPanel).size.height - len(below) - AROUND
        return [*page_lines([curve], width, glyphs, room), *below]

    def _here(self) -> int | None:
        """The position to mark, in answers of what is analyzed; None outside."""
        analysis = self.analysis
        if self.here is None or (analysis.stage and analysis.chance_at(self.here) is None):
            return None
        return self.here - analysis.before

    def _detail(self, width: int) -> list[Line]:
        return page_lines(self._detail_page(), width, self.context.glyphs)

    def _detail_page(self) -> list[Block]:
        from picket_duty.pages import luck_report

        analysis, listed, place = self.analysis, self._listed(), self.query_one(ItemList).index
        if place < len(listed):
            moment = listed[place]
            note = luck_report.SMALLER
            if self.in_orders and analysis.result is not None:
                note = luck_report.orders_note(analysis.result)
            return [Paragraph(luck_report.moment_text(moment)), Paragraph(line((note, "dim")))]
        if not self.in_orders or analysis.result is None:
            return []
        if analysis.worst is not None:
            return [Paragraph(line((luck_report.orders_note(analysis.result), "dim")))]
        if not analysis.started:
            return [Paragraph(line(("w", "key"), (": analyze your orders", "dim")))]
        return [Paragraph(line(("Comparing your orders with doctrine's", "dim")))]

    @on(ItemList.Highlighted)
    def look(self) -> None:
        """Show the selected moment."""
        self.query_one("#moment_detail", TextPanel).redraw()

    @on(ItemList.Chosen)
    def choose(self, event: ItemList.Chosen) -> None:
        """Open the chosen moment."""
        self.open_moment(self, int(event.item.value))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: the analysis starts only once, and orders need a result."""
        if action == "orders":
            return self.analysis.result is not None
        if action == "stage":
            return self.analysis.stages > 1
        return action != "ask" or not self.analysis.started

    def words_of(self, binding: Binding) -> str:
        """The label of a key: the key for orders returns from them to the moments."""
        return "Swings" if binding.action == "orders" and self.in_orders else binding.description

    def action_ask(self) -> None:
        """Start the analysis."""
        start_analysis(self.app, self.analysis)
        self.show_news()

    def action_orders(self) -> None:
        """Switch between the moments and the most costly orders."""
        self.in_orders = not self.in_orders
        self.query_one(ItemList).index = 0
        # An order and the notes on the list take more lines than a swing.
        self.query_one("#moment_detail", TextPanel).set_class(self.in_orders, "-orders")
        self.show_news()

    def action_dice(self) -> None:
        """Show the dice by kind."""
        self.app.push_screen(LuckScreen(self.analysis.game))

    def _listed(self) -> list[Moment]:
        if self.analysis.result is None:
            return []
        return self.analysis.worst or [] if self.in_orders else self.analysis.swings


class LuckScreen(TextPage[None]):
    """The luck of a whole game or of a day, computed in the background."""

    BINDINGS: ClassVar = [back("escape,q,l,enter")]

    def __init__(self, game: Game, date: str = "") -> None:
        super().__init__()
        self.game = game
        self.date = date
        self.blocks: list[Block] = [Paragraph(line(("Comparing every roll with its average...", "dim")))]

    def on_mount(self) -> None:
        """Start the computation."""

        def failed(error: SaveError) -> None:
            self._show([Paragraph(line((str(error), "bad")))])

        self.in_background(self._ledger, self._show, failed)

    def _ledger(self) -> list[Block]:
        from picket_duty.pages import dice_luck

        game = day_of(self.game, self.date) if self.date else whole_game(self.game)
        return dice_luck.ledger_page(dice_luck.ledger(game.tables, game.events))

    def _show(self, blocks: list[Block]) -> None:
        self.blocks = blocks
        self.redraw_text()

    def lines_for(self, width: int) -> list[Line]:
        """The luck, or that it is being computed."""
        when = short_date(self.date) if self.date else "whole game"
        title = Heading(line(("Luck", "title"), (f"  {when}", "dim")), 3)
        return page_lines([title, Space(), *self.blocks], width, self.context.glyphs)


def day_of(game: Game, date: str) -> Game:
    """One day as a separate game, replayed from the start of the day."""
    points = [place for place, point in enumerate(game.checkpoints) if point.label.startswith(date)]
    if not points:
        return game
    first, after = game.checkpoints[points[0]], game.checkpoints[points[-1] + 1 :]
    day = game.again_from(first)
    for answer in game.answers[first.answers : after[0].answers if after else None]:
        day.answer(answer)
    return day


#: Opens a moment, given this page and the number of answers before the moment.
Open = Callable[["ChanceCurveScreen", int], None]


def luck_page(analysis: GameAnalysis, open_moment: Open) -> ChanceCurveScreen | LuckScreen:
    """The curve of a game; for a game without one, its dice."""
    return ChanceCurveScreen(analysis, open_moment) if analysis.has_curve else LuckScreen(analysis.game)
