"""The charts: a browser of all of them, and one chart with a roll marked."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from textual import events, on
from textual.containers import Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from picket_duty.book import Tables
from picket_duty.book.vocabulary import BY_HAND
from picket_duty.charts import Chart, ChartError, Modifier
from picket_duty.charts.draw import Wanted, draw
from picket_duty.charts.words import words_on
from picket_duty.requests import Roll
from picket_duty.text.names import count, signed
from picket_duty.text.rolls import column_heading
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.lines import Line, Span, line, wrap
from picket_duty.tui.roll_lines import roll_lines, sum_line
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.choices import Choices, Item
from picket_duty.tui.widgets.text_panel import TextPanel

if TYPE_CHECKING:
    from rich.console import RenderableType

    from picket_duty.extensions import ChartSet
    from picket_duty.game import Game


class Chapter(NamedTuple):
    """Words for it, and the first parts of the numbers of its charts."""

    words: str
    numbers: tuple[str, ...]


#: In the order of a day on duty.
CHAPTERS = (
    Chapter("Crew, station, support", ("V", "1", "2", "3", "4", "5", "23")),
    Chapter("Weather", ("6",)),
    Chapter("Fighters overhead", ("7", "S")),
    Chapter("The raid", ("8", "D", "A", "22", "K")),
    Chapter("Gunnery", ("9", "firing")),
    Chapter("Maneuver, dives and weapons", ("19", "10", "12")),
    Chapter("Damage", ("11", "13", "14", "15", "16")),
    Chapter("Damage control", ("17", "20", "21")),
    Chapter("Stores and the anchorage", ("24", "18")),
    Chapter("Scenarios and campaigns", ("scenario", "campaign")),
)
OTHERS = Chapter("Others", ())


def chapter_of(chart: str) -> Chapter:
    """The chapter of a chart by its id."""
    first = chart.replace("/", "-").partition("-")[0]
    return next((chapter for chapter in CHAPTERS if first in chapter.numbers), OTHERS)


def by_chapter(charts: list[str]) -> list[tuple[Chapter, list[str]]]:
    """Charts under their chapters, in the order of the chapter's numbers; chapters without any are left out."""
    found: dict[Chapter, list[str]] = {}
    for chart in charts:
        found.setdefault(chapter_of(chart), []).append(chart)
    return [(chapter, _in_order(found[chapter], chapter)) for chapter in (*CHAPTERS, OTHERS) if chapter in found]


def _in_order(charts: list[str], chapter: Chapter) -> list[str]:
    numbers = chapter.numbers
    if not numbers:
        return charts
    return sorted(charts, key=lambda chart: numbers.index(chart.replace("/", "-").partition("-")[0]))


BACK = back("escape")
HELP = bind("f1", "app.help", "help", "The keys and how to play", "page.help", system=True)
#: From this width on the chart stands beside the list.
BESIDE = 156
#: The most that is added to a roll by hand.
MOST_ADDED = 20
#: Columns at both sides of what is told of a roll.
TOLD_PADDING = 4
#: Dice of no game: what is rolled here is forgotten.
DICE = random.SystemRandom()


class ChartScreen(Page[None]):
    """One chart as printed; r rolls on it, with a modifier and in a column of the reader's own."""

    BINDINGS: ClassVar = [
        bind("r", "roll", "Roll", "Roll on this chart", "chart.roll"),
        bind("plus,equals_sign", "modify(1)", "Modifier", "A modifier of one more", "chart.modifier", display="+/-"),
        hidden("minus", "modify(-1)", "Modifier less", "A modifier of one less", "chart.modifier_less"),
        bind("c,right", "column(1)", "Column", "The next column", "chart.column", display="c"),
        hidden("left", "column(-1)", "Column before", "The column before", "chart.column_before"),
        bind("slash", "others", "Charts", "Any other chart, by number or word", "chart.others"),
        back("escape,q,t"),
    ]

    def __init__(self, chart: Chart, charts: ChartSet | None = None) -> None:
        """``charts`` are those that the chart is one of, by default the program's own."""
        super().__init__()
        self.chart = chart
        self.charts = charts
        self.roll: Roll | None = None
        self.added = 0

    def content(self) -> Iterable[Widget]:
        """What is rolled, and the chart in a scrolling page."""
        yield TextPanel(self.told, id="told")
        yield VerticalScroll(Static("", markup=False, id="drawn"), id="chart")

    def on_mount(self) -> None:
        """Draw the chart."""
        self.show_chart()

    def on_resize(self, event: events.Resize) -> None:
        """What is told is as high as it needs."""
        self.show_chart()

    def show_chart(self) -> None:
        """Tell the roll and mark its row."""
        self.query_one("#drawn", Static).update(self.drawn())
        told = self.query_one("#told", TextPanel)
        told.styles.height = len(self.told(self.size.width - TOLD_PADDING)) + 1
        told.redraw()

    def drawn(self) -> RenderableType:
        """The chart with the roll marked, or the column chosen."""
        ascii = self.context.glyphs.ascii
        if self.roll is not None:
            return roll_drawing(self.chart, self.roll, ascii)
        return drawing(self.chart, None, self.picked, ascii)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Charts that are looked up have no dice, and few have columns."""
        if action == "column":
            return bool(self.chart.columns)
        return bool(self.chart.faces) if action in ("roll", "modify") else True

    def on_key(self, event: events.Key) -> None:
        """A digit begins the number of another chart."""
        if event.character and event.character.isdigit():
            event.stop()
            self.action_others(event.character)

    def action_others(self, search: str = "") -> None:
        """Any other chart."""
        self.app.push_screen(ChartListScreen(self.charts or self.context.tables, search))

    # -- rolling -----------------------------------------------------------------

    @property
    def picked(self) -> str | None:
        """The column chosen, remembered for each chart while the program runs."""
        columns = self.chart.columns
        return self.context.chart_columns.get(self.chart.id, columns[0]) if columns else None

    def action_roll(self) -> None:
        """Roll the dice of the chart."""
        self._resolve(tuple(DICE.randrange(10) if face == 10 else DICE.randint(1, face) for face in self.chart.faces))

    def action_modify(self, step: int) -> None:
        """Another modifier, for the dice cast too."""
        self.added = max(-MOST_ADDED, min(MOST_ADDED, self.added + step))
        self._again()

    def action_column(self, step: int) -> None:
        """Another column, for the dice cast too."""
        columns = self.chart.columns
        place = columns.index(self.picked) if self.picked in columns else 0
        self.context.chart_columns[self.chart.id] = columns[(place + step) % len(columns)]
        self._again()

    def _again(self) -> None:
        """The dice cast before, read anew."""
        if self.roll is not None:
            self._resolve(self.roll.dice)
        else:
            self.show_chart()

    def _resolve(self, dice: tuple[int, ...]) -> None:
        modifiers = (Modifier(self.added, "added by hand", ""),) if self.added and not self.chart.cells else ()
        self.roll = Roll(self.chart, BY_HAND, column=self.picked, modifiers=modifiers)
        # A total beyond the print has no row: dice and total stand, without a result.
        with suppress(ChartError):
            self.roll.resolve(dice)
        self.show_chart()

    def told(self, width: int) -> list[Line]:
        """The dice, the modifier and the column, and what they came to."""
        if not self.chart.faces:
            return [line(("This chart is looked up, not rolled on.", "dim"))]
        found: Line = []
        if self.picked is not None:
            found += line(("Column ", "dim"), (column_heading(self.chart, self.picked), "strong"), "   ")
        if not self.chart.cells:
            found += line(("Modifier ", "dim"), (signed(self.added), "strong"), "   ")
        if self.roll is None:
            return [line(*found, ("r", "key"), (f" rolls {Roll(self.chart, BY_HAND).dice_name}", "dim"))]
        if self.roll.result is None:
            no_row = line(("The print has no row for this.", "warn"))
            return [[*found, *sum_line(self.roll, self.context.glyphs)], no_row]
        return wrap([*found, *sum_line(self.roll, self.context.glyphs)], width)


class RollScreen(ChartScreen):
    """The chart of a roll of the game, told with its reasons; [ and ] lead through all the rolls of the log."""

    BINDINGS: ClassVar = [
        bind(
            "left_square_bracket", "walk(-1)", "Roll before", "The roll before", "roll_chart.roll_before", display="["
        ),
        bind("right_square_bracket", "walk(1)", "Next roll", "The roll after", "roll_chart.next_roll", display="]"),
    ]

    def __init__(self, tables: ChartSet, rolls: Sequence[Roll], place: int = -1) -> None:
        self.rolls = rolls
        self.place = place % len(rolls)
        self.tables = tables
        super().__init__(self._chart(), tables)
        self.roll = rolls[self.place]

    def _chart(self) -> Chart:
        return self.tables[self.rolls[self.place].chart.raw.id]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The rolls of a game are looked at, not made again."""
        return action not in ("roll", "modify", "column")

    def action_walk(self, step: int) -> None:
        """The chart of another roll."""
        self.place = max(0, min(len(self.rolls) - 1, self.place + step))
        self.roll = self.rolls[self.place]
        self.chart = self._chart()
        self.query_one("#chart").scroll_home(animate=False, immediate=True)
        self.show_chart()

    def told(self, width: int) -> list[Line]:
        """The roll with its modifiers and reasons, and its place among the others."""
        roll = self.rolls[self.place]
        place = f"Roll {self.place + 1} of {len(self.rolls)}"
        head = line(
            (place if roll.dice else "Not rolled yet", "title"), ("   [ before   ] after   / other charts", "dim")
        )
        # Rolls of a companion name no item of the ship, by which alone the tables are asked.
        return [head, *roll_lines(roll, cast(Tables, self.tables), width, self.context.glyphs)]


class ChartListScreen(Page[None]):
    """All the charts by chapter; letters typed search numbers, titles, and what stands on the charts."""

    BINDINGS: ClassVar = [
        hidden("backspace", "erase", "Erase", "Erase a letter of the search", "charts.erase"),
        BACK,
        HELP,
    ]

    def __init__(self, tables: ChartSet, search: str = "", heading: str = "") -> None:
        """With a heading all charts stand under it, and under no chapters."""
        super().__init__()
        self.tables = tables
        self.heading = heading
        self.search = search
        self._charts = [(chart.id, chart.raw.title, words_on(chart)) for chart in tables.all_charts()]

    def content(self) -> Iterable[Widget]:
        """The search, the list, and beside it the chart where there is room."""
        yield TextPanel(self._head, id="head")
        with Horizontal(id="browse"):
            yield Choices(self._found(), id="list")
            yield VerticalScroll(Static("", markup=False, id="drawn"), id="chart", can_focus=False)

    def on_mount(self) -> None:
        """Draw the first chart."""
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
        self.app.push_screen(ChartScreen(self.tables[event.item.value], self.tables))

    def on_resize(self, event: events.Resize) -> None:
        """The chart stands beside the list where there is room."""
        self.query_one("#chart").display = event.size.width >= BESIDE
        self._preview()

    def _searched(self) -> None:
        if not self.query(Choices):
            # Typed before the list stands: it will begin with what is found.
            return
        choices = self.query_one(Choices)
        choices.place = 0
        choices.set_items(self._found())
        choices.scroll_home(animate=False, immediate=True)
        self.query_one("#head", TextPanel).redraw()
        self._preview()

    def _found(self) -> list[Item]:
        return self._matching() if self.search else self._by_chapter()

    def _by_chapter(self) -> list[Item]:
        titles = {number: title for number, title, _ in self._charts}
        if self.heading:
            listed = [Item(number, f"  {number}", titles[number]) for number in titles]
            return [Item("", self.heading, heading=True), *listed]
        items: list[Item] = []
        for chapter, charts in by_chapter(list(titles)):
            items.append(Item("", chapter.words, heading=True))
            items += [Item(number, f"  {number}", titles[number]) for number in charts]
        return items

    def _matching(self) -> list[Item]:
        """What was searched for: numbers that begin so, then titles, then charts that hold the word."""
        wanted = self.search.casefold()
        ranked: list[tuple[int, Item]] = []
        for number, title, words in self._charts:
            places = (number.casefold().startswith(wanted), wanted in f"{number} {title}".casefold(), wanted in words)
            if any(places):
                ranked.append((places.index(True), Item(number, f"  {number}", title)))
        return [item for _, item in sorted(ranked, key=lambda one: one[0])]

    def _preview(self) -> None:
        item = self.query_one(Choices).item
        if item is not None and not item.heading and self.query_one("#chart").display:
            drawn = drawing(self.tables[item.value], ascii=self.context.glyphs.ascii)
            self.query_one("#drawn", Static).update(drawn)
            self.query_one("#chart").scroll_home(animate=False, immediate=True)

    def _head(self, width: int) -> list[Line]:
        typed = Span(f" {self.search}_ ", "mark")
        return [
            [Span("   Search by number, title or content: "), typed],
            line((f"   {count(len(self._matching()), 'chart')}", "dim")),
        ]


def drawing(chart: Chart, roll: Wanted = None, column: str | None = None, ascii: bool = False) -> RenderableType:
    """A chart drawn; without its mark where the roll is not on it."""
    try:
        return draw(chart, roll, column, ascii)
    except ChartError:
        return draw(chart, None, None, ascii)


def roll_drawing(chart: Chart, roll: Roll, ascii: bool = False) -> RenderableType:
    """The chart of a roll with its row and column marked; the small charts of notes stand below unmarked."""
    if roll.chart.letter or roll.chart.note_id:
        return drawing(chart, ascii=ascii)
    if roll.is_matrix:
        at = None if roll.row is None or roll.col is None else (roll.row, roll.col)
        return drawing(chart, at, ascii=ascii)
    total = roll.natural if roll.natural in roll.chart.natural else roll.total
    return drawing(chart, total, roll.column, ascii)


def chart_screen(game: Game, wanted: Roll | None = None) -> RollScreen | None:
    """The chart of a roll, by default of the one made last; all others are a key away. None before the first.

    A roll that was not made, that of the gun marked, comes after all that were.
    """
    rolls = [event for event in game.events if isinstance(event, Roll)]
    if isinstance(game.request, Roll):
        rolls.append(game.request)
    if wanted is not None and not any(roll is wanted for roll in rolls):
        rolls.append(wanted)
    if not rolls:
        return None
    place = next((number for number, roll in enumerate(rolls) if roll is wanted), len(rolls) - 1)
    return RollScreen(game.tables, rolls, place)
