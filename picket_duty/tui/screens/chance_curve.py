"""The curve of a game's win probability with its key moments and orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding
from textual.widget import Widget

from picket_duty.analysis.played_twice import can_play_twice, play_twice
from picket_duty.pages import chance_moments, luck_report
from picket_duty.pages.blocks import Block, Heading, Paragraph, styled
from picket_duty.text.styled_text import Line, line, text_of
from picket_duty.tui.game_analysis import GameAnalysis, load_cached_in_background, start_analysis
from picket_duty.tui.keymap import back, bind
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.luck import LuckScreen
from picket_duty.tui.screens.page import Page
from picket_duty.tui.screens.played_twice import PlayedTwiceScreen
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import TextPanel

if TYPE_CHECKING:
    from picket_duty.pages.chance_moments import Moment


#: Opens a moment, given this page and the number of answers before the moment.
Open = Callable[["ChanceCurveScreen", int], None]
#: Rows of a curve that are not its plot: its title and its key.
AROUND = 2


class ChanceCurveScreen(Page[None]):
    """The curve of a game with its moments; ``open_moment`` is called for the chosen one.

    A moment is a big swing of the chance or, in the other list, an order that differed from
    doctrine's. The analysis calls ``show_news`` as it progresses.
    """

    BINDINGS: ClassVar = [
        bind(
            "w",
            "analyze",
            "Analyze",
            "Show your chance of winning throughout the game",
            "curve.work_out",
        ),
        bind(
            "o",
            "orders",
            "Orders",
            "Switch between the orders that differed from doctrine and the biggest swings",
            "curve.orders",
        ),
        bind(
            "d",
            "dice",
            "Dice",
            "Compare your dice with the average for each kind of roll",
            "curve.dice",
        ),
        bind(
            "s",
            "stage",
            "Stage",
            "Show the next stage; after the last stage, show the first",
            "curve.stage",
        ),
        back("escape,q,l"),
    ]

    def __init__(self, analysis: GameAnalysis, open_moment: Open, here: int | None = None) -> None:
        """An analysis, finished or not; ``here`` is the position to mark on the curve, in
        answers.
        """
        super().__init__()
        self.analysis = analysis
        self.open_moment = open_moment
        self.here = here
        #: Whether the orders that differed from doctrine's are listed instead of the moments.
        self.in_orders = False

    def content(self) -> Iterable[Widget]:
        yield TextPanel(self._curve, id="curve")
        yield ItemList([], id="moments")
        yield TextPanel(
            lambda width: page_lines(self._detail(), width, self.context.glyphs), id="moment_detail"
        )

    def on_mount(self) -> None:
        # It is shown, and focused, once there is something to choose.
        self.query_one(ItemList).display = False
        self._listen()

    def _listen(self) -> None:
        """Show an analysis from now on: start it, or if analysis is off, show its cached result."""
        self.analysis.listeners[self] = self.show_news
        self.show_news()
        if not self.analysis.started and self.context.analyzer() is not None:
            self.action_analyze()
        load_cached_in_background(self, self.analysis)

    def action_stage(self) -> None:
        """Analyze the next stage of the campaign; after the last one, the first."""
        del self.analysis.listeners[self]
        self.analysis = GameAnalysis(
            self.analysis.game, self.analysis.stage % self.analysis.stages + 1
        )
        self._listen()

    def show_news(self) -> None:
        """Show the curve and the moments known so far."""
        # Moments count from the start of the stage that is analyzed, the items from that of the
        # game.
        items = [
            Item(
                str(self.analysis.answers_before + moment.answers),
                text_of(luck_report.moment_row(number, moment, self.in_orders)),
            )
            for number, moment in enumerate(self._listed(), 1)
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
        analysis = self.analysis
        glyphs = self.context.glyphs
        drawn = analysis.drawn
        analyzed = analysis.analyzed
        waiting = analysis.waiting_page("w") if analysis.result is None else []
        if drawn is None or analyzed is None or not drawn.segments():
            title = Heading(luck_report.chance_title(analysis.game, analysis.stage), level=3)
            return page_lines([title, *waiting], width, glyphs)
        sums = waiting or luck_report.sums_page(analyzed, drawn, analysis.counting)
        if not self.in_orders:
            sums = [*sums, *luck_report.uncertain_note(analyzed, drawn, analysis.moments)]
        below = page_lines(sums, width, glyphs)
        # The list of orders also has those within their margin of error; the curve marks none.
        moments = chance_moments.certain(self._listed())
        curve = luck_report.curve_of(analyzed, drawn, moments, self._marked())
        room = self.query_one("#curve", TextPanel).size.height - len(below) - AROUND
        return [*page_lines([curve], width, glyphs, room), *below]

    def _marked(self) -> int | None:
        """The position marked, in answers of what is analyzed; None outside the stage."""
        if self.here is None:
            return None
        if self.analysis.stage and self.analysis.chance_at(self.here) is None:
            return None
        return self.here - self.analysis.answers_before

    def _detail(self) -> list[Block]:
        """The moment selected, in full, and a note on the list that it is from."""
        listed = self._listed()
        place = self.query_one(ItemList).index
        moment: list[Block] = []
        if place < len(listed):
            moment = [Paragraph(luck_report.moment_line(listed[place]))]
        if self.in_orders:
            return [*moment, *self._orders_note()]
        return [*moment, styled(luck_report.SMALLER)] if moment else []

    def _orders_note(self) -> list[Block]:
        """What the orders changed in all, or what they still wait for."""
        analysis = self.analysis
        if analysis.result is None:
            return []
        if analysis.orders is not None:
            return [styled(luck_report.orders_words(analysis.result))]
        # The curve is known, but the orders have not been compared yet. An analysis that was not
        # started has its curve from the cache.
        if not analysis.started:
            return [Paragraph(line(("w", "key"), (": analyze your orders", "dim")))]
        return [styled("Comparing your orders with doctrine's")]

    @on(ItemList.Highlighted)
    def look(self) -> None:
        self.query_one("#moment_detail", TextPanel).redraw()

    @on(ItemList.Chosen)
    def choose(self, event: ItemList.Chosen) -> None:
        """Open the game at a swing. For an order, show first how the game ends with the order and
        with doctrine's, if this game can be played out.
        """
        answers = int(event.item.value)
        game = self.analysis.full_game
        if not self.in_orders or game is None or not can_play_twice(game):
            self.open_moment(self, answers)
            return
        moment = self._listed()[self.query_one(ItemList).index]
        two_lines = play_twice(game, answers)
        open_order = partial(self.open_moment, self, answers)
        self.app.push_screen(PlayedTwiceScreen(two_lines, moment, open_order))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: the analysis starts only once, and orders need a result."""
        if action == "orders":
            return self.analysis.result is not None
        if action == "stage":
            return self.analysis.stages > 1
        return action != "analyze" or not self.analysis.started

    def words_of(self, binding: Binding) -> str:
        """The label of a key: the key for orders returns from them to the moments."""
        if binding.action == "orders" and self.in_orders:
            return "Swings"
        return binding.description

    def action_analyze(self) -> None:
        start_analysis(self.app, self.analysis)
        self.show_news()

    def action_orders(self) -> None:
        self.in_orders = not self.in_orders
        self.query_one(ItemList).index = 0
        # An order and the notes on the list take more lines than a swing.
        self.query_one("#moment_detail", TextPanel).set_class(self.in_orders, "-orders")
        self.show_news()

    def action_dice(self) -> None:
        self.app.push_screen(LuckScreen(self.analysis.game))

    def _listed(self) -> list[Moment]:
        """The orders or the swings, whichever are listed now, as far as they are known."""
        if self.analysis.result is None:
            return []
        if self.in_orders:
            return self.analysis.orders or []
        return chance_moments.certain(self.analysis.moments)


def luck_screen(analysis: GameAnalysis, open_moment: Open) -> ChanceCurveScreen | LuckScreen:
    """The curve of a game; for a game without one, its dice."""
    if analysis.has_curve:
        return ChanceCurveScreen(analysis, open_moment)
    return LuckScreen(analysis.game)
