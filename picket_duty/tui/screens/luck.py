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
from picket_duty.text import count
from picket_duty.text.names import short_date
from picket_duty.text.styled_text import text_of
from picket_duty.tui.bindings import back, bind
from picket_duty.tui.game_analysis import (
    NO_COST,
    WITHIN_MARGIN,
    GameAnalysis,
    analysis_heading,
    curve_picture,
    detail_lines,
    load_in_background,
    moment_line,
    start_analysis,
    sums_lines,
    waiting_lines,
    whole_game,
)
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.screens.page import Page, TextPage
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from picket_duty.pages.luck_report import Moment


#: Beside an order that was played again.
PLAYED_AGAIN = "This order was played out again in more games, so its points differ a little from the curve's."
#: Below a swing: the chance may have changed since the swing before it.
SMALLER = "Only the biggest swings are listed; smaller ones lie between them."


class Picture(Panel):
    """The sums and the curve."""

    def __init__(self, screen: ChanceCurveScreen, id: str) -> None:
        super().__init__(id=id)
        self.page = screen

    def draw(self, width: int, height: int) -> list[Line]:
        """The sums and as much of the curve as fits."""
        return self.page.curve(width, height)


class MomentDetail(Panel):
    """The selected moment in full."""

    def __init__(self, screen: ChanceCurveScreen, id: str) -> None:
        super().__init__(id=id)
        self.page = screen

    def draw(self, width: int, height: int) -> list[Line]:
        """Two or three lines."""
        return self.page.detail(width)[:height]


class ChanceCurveScreen(Page[None]):
    """The curve of a game with its moments; ``open_moment`` is called for the chosen one."""

    BINDINGS: ClassVar = [
        bind("w", "ask", "Analyze", "Show your chance of winning throughout the game", "curve.work_out"),
        bind("o", "orders", "Orders", "List your costliest orders, or the biggest swings", "curve.orders"),
        bind("d", "dice", "Dice", "Dice results by kind of roll", "curve.dice"),
        bind("s", "stage", "Stage", "Show the next stage, after the last the first", "curve.stage"),
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
        yield Picture(self, id="curve")
        yield ItemList([], id="moments")
        yield MomentDetail(self, id="moment_detail")

    def on_mount(self) -> None:
        """Show what is known, and start the analysis."""
        # It is shown, and focused, once there is something to choose.
        self.query_one(ItemList).display = False
        self._listen()

    def _listen(self) -> None:
        """Listen to the analysis, and start it if analysis is on."""
        self.analysis.listeners.append(self.show_news)
        self.show_news()
        if not self.analysis.started and self.context.staff() is not None:
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
        lines = (moment_line(number, moment, self.in_orders) for number, moment in enumerate(self._listed(), 1))
        before = self.analysis.before
        items = [
            Item(str(before + moment.answers), text_of(row)) for moment, row in zip(self._listed(), lines, strict=True)
        ]
        moments = self.query_one(ItemList)
        if moments.display != bool(items):
            moments.display = bool(items)
            # The keys of an empty list are not named.
            self.set_focus(moments if items else None)
        moments.set_items(items)
        self.query_one(Picture).redraw()
        detail = self.query_one(MomentDetail)
        detail.display = bool(items) or self.in_orders
        detail.redraw()
        self.refresh_bindings()

    def curve(self, width: int, height: int) -> list[Line]:
        """Heading, sums and curve for a size."""
        analysis = self.analysis
        head = [analysis_heading(analysis)]
        if analysis.result is None:
            return [*head, [], *waiting_lines(analysis, "w")]
        sums = sums_lines(analysis, width)
        above = [] if self.in_orders else analysis.heading_lines(width)
        room = height - 1 - len(sums) - len(above)
        picture = curve_picture(analysis, width, room, self.context.glyphs, self._listed(), self._here())
        return [*head, *sums, *picture, *above]

    def _here(self) -> int | None:
        """The position to mark, in answers of what is analyzed; None outside."""
        analysis = self.analysis
        if self.here is None or (analysis.stage and analysis.chance_at(self.here) is None):
            return None
        return self.here - analysis.before

    def detail(self, width: int) -> list[Line]:
        """The selected moment, or why there is none."""
        listed, place = self._listed(), self.query_one(ItemList).index
        if place < len(listed):
            again = [PLAYED_AGAIN] if listed[place] in (self.analysis.worst or ()) else []
            notes = [self._others()] if self.in_orders else again or [SMALLER]
            dim = [row for note in notes for row in wrap(line((note, "dim")), width)]
            return [*detail_lines(listed[place], width), *dim]
        if not self.in_orders or self.analysis.result is None:
            return []
        if self.analysis.worst is not None:
            return wrap(line((self._no_cost(), "dim")), width)
        if not self.analysis.started:
            return [line(("w", "key"), (": analyze your orders", "dim"))]
        return wrap(line(("Analyzing your orders", "dim")), width)

    def _no_cost(self) -> str:
        """That no order clearly cost anything, and why the total says otherwise if it clearly does."""
        from picket_duty.pages.luck_report import are_orders_clear, measured_again_words

        result = self.analysis.result
        if result is None or not result.deviations:
            return NO_COST
        if not are_orders_clear(result):
            return f"{NO_COST} {WITHIN_MARGIN}"
        return f"{NO_COST} {measured_again_words(result)}"

    def _others(self) -> str:
        """Why the orders listed do not add up to the total, and what the list leaves out."""
        from picket_duty.pages.luck_report import measured_again_words

        result = self.analysis.result
        assert result is not None
        more = len(result.deviations) - len(self._listed())
        less = f" {count(more, 'other order')} cost you less." if more > 0 else ""
        again = measured_again_words(result)
        return f"{again}{less} Of a fire plan, only the difference from doctrine's is shown."

    @on(ItemList.Highlighted)
    def look(self) -> None:
        """Show the selected moment."""
        self.query_one(MomentDetail).redraw()

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
        self.query_one(MomentDetail).set_class(self.in_orders, "-orders")
        self.show_news()

    def action_dice(self) -> None:
        """Show the dice by kind."""
        self.app.push_screen(LuckScreen(self.analysis.game))

    def _listed(self) -> list[Moment]:
        """The moments, or the most costly orders."""
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
        self.words: list[str] = []
        self.trouble = ""

    def on_mount(self) -> None:
        """Start the computation."""
        self._work_out()

    def _work_out(self) -> None:
        def work() -> list[str]:
            return day_words(self.game, self.date) if self.date else luck_words(whole_game(self.game))

        self.in_background(work, self._show, lambda error: self._show([], str(error)))

    def _show(self, words: list[str], trouble: str = "") -> None:
        self.words, self.trouble = words, trouble
        self.redraw_text()

    def lines_for(self, width: int) -> list[Line]:
        """The luck, or that it is being computed."""
        when = short_date(self.date) if self.date else "whole game"
        lines: list[Line] = [line(("Luck", "title"), (f"  {when}", "dim")), []]
        if self.trouble:
            return [*lines, *wrap([Span(safe(self.trouble), "bad")], width)]
        if not self.words:
            return [
                *lines,
                line(("Comparing every roll with its average...", "dim")),
            ]
        for text in self.words:
            lines += wrap([Span(safe(text))], width, indent=4) if text else [[]]
        return lines


def luck_words(game: Game) -> list[str]:
    """The luck of a game in words; the win probability curve shows what its orders cost."""
    from picket_duty.pages import dice_luck

    return dice_luck.words(dice_luck.ledger(game.tables, game.events))


def day_words(game: Game, date: str) -> list[str]:
    """The luck of a day."""
    return luck_words(day_of(game, date))


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
