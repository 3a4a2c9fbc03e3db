"""The charts: a browser of all of them, and one chart with a roll marked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from picket_duty.charts import Chart, ChartError, Tables
from picket_duty.charts.draw import Wanted, draw
from picket_duty.requests import Roll
from picket_duty.tui.lines import Line, Span, line
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.choices import Choices, Item
from picket_duty.tui.widgets.text import Reading

if TYPE_CHECKING:
    from rich.console import RenderableType

    from picket_duty.tui.app import PicketApp

BACK = Binding("escape", "close", "back", tooltip="Back", system=True)
HELP = Binding("f1", "help", "help", tooltip="The keys and how to play", system=True)
#: From this width on the chart stands beside the list.
BESIDE = 120


class ChartScreen(Page[None]):
    """One chart as printed, scrolled with the arrow keys."""

    BINDINGS: ClassVar = [
        Binding("escape,q,t", "close", "back", key_display="Esc", tooltip="Back", system=True),
    ]

    app: PicketApp

    def __init__(self, chart: Chart, roll: Wanted = None, column: str | None = None) -> None:
        super().__init__()
        self.chart = chart
        self.marked = (roll, column)

    def content(self) -> Iterable[Widget]:
        """The chart in a scrolling page."""
        drawn = drawing(self.chart, *self.marked, ascii=self.app.signs.ascii)
        yield VerticalScroll(Static(drawn, markup=False), id="chart")

    def on_mount(self) -> None:
        """The page takes the keys."""
        self.query_one("#chart").focus()

    def action_close(self) -> None:
        """Back."""
        self.dismiss()


class TablesScreen(Page[None]):
    """All the charts; letters typed search numbers and titles."""

    BINDINGS: ClassVar = [
        Binding("backspace", "erase", "Erase", show=False, tooltip="Erase a letter of the search"),
        BACK,
        HELP,
    ]

    app: PicketApp

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables
        self.search = ""
        self._charts = [(chart.id, chart.raw.title) for chart in tables.all_charts()]

    def content(self) -> Iterable[Widget]:
        """The search, the list, and beside it the chart where there is room."""
        yield Reading(self._head, id="head")
        with Horizontal(id="browse"):
            yield Choices(self._found(), id="list")
            yield VerticalScroll(Static("", markup=False, id="drawn"), id="chart", can_focus=False)

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one("#head", Reading).can_focus = False
        self.query_one(Choices).focus()
        self._preview()

    def on_key(self, event: events.Key) -> None:
        """Letters and digits search."""
        if event.character and event.is_printable:
            self.search = (self.search + event.character)[:20]
            self._searched()
            event.stop()

    def action_erase(self) -> None:
        """The last letter of the search goes."""
        self.search = self.search[:-1]
        self._searched()

    def action_close(self) -> None:
        """First the search goes, then the screen."""
        if self.search:
            self.search = ""
            self._searched()
        else:
            self.dismiss()

    @on(Choices.LookedAt)
    def look_at(self) -> None:
        """Draw the chart marked."""
        self._preview()

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        """The chart on a page of its own."""
        self.app.push_screen(ChartScreen(self.tables[event.item.value]))

    def on_resize(self, event: events.Resize) -> None:
        """The chart stands beside the list where there is room."""
        self.query_one("#chart").display = event.size.width >= BESIDE
        self._preview()

    def _searched(self) -> None:
        choices = self.query_one(Choices)
        choices.place = 0
        choices.set_items(self._found())
        choices.scroll_home(animate=False, immediate=True)
        self.query_one("#head", Reading).redraw()
        self._preview()

    def _found(self) -> list[Item]:
        wanted = self.search.casefold()
        found = [
            Item(number, number, title) for number, title in self._charts if wanted in f"{number} {title}".casefold()
        ]
        return sorted(found, key=lambda item: not item.value.casefold().startswith(wanted))

    def _preview(self) -> None:
        item = self.query_one(Choices).item
        if item is not None and self.query_one("#chart").display:
            drawn = drawing(self.tables[item.value], ascii=self.app.signs.ascii)
            self.query_one("#drawn", Static).update(drawn)
            self.query_one("#chart").scroll_home(animate=False, immediate=True)

    def _head(self, width: int) -> list[Line]:
        typed = Span(f" {self.search}_ ", "mark")
        return [[Span("   Search by number or title: "), typed], line((f"   {len(self._found())} charts", "dim"))]


def drawing(chart: Chart, roll: Wanted = None, column: str | None = None, ascii: bool = False) -> RenderableType:
    """A chart drawn; without its mark where the roll is not on it."""
    try:
        return draw(chart, roll, column, ascii)
    except ChartError:
        return draw(chart, None, None, ascii)


def chart_screen(tables: Tables, roll: Roll) -> ChartScreen:
    """The chart of a roll with its row and column marked."""
    chart = tables[roll.chart.raw.id]
    if roll.chart.letter:
        return ChartScreen(chart)
    if roll.is_matrix:
        at = None if roll.row is None or roll.col is None else (roll.row, roll.col)
        return ChartScreen(chart, at)
    return ChartScreen(chart, roll.total, roll.column)
