"""The charts: one chart with a roll highlighted, the chart of a roll of the game, and a list of all
charts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain, groupby
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from picket_duty.book import Tables
from picket_duty.charts import Chart, ChartError, Modifier
from picket_duty.charts.draw import Wanted, draw
from picket_duty.charts.search import ChartEntry, ChartMatch, entry, matches
from picket_duty.manual import Match as ManualMatch
from picket_duty.manual import search as search_manual
from picket_duty.manual import snippet
from picket_duty.requests import BY_HAND, Roll
from picket_duty.text.chart_search import searched
from picket_duty.text.english import count, signed
from picket_duty.text.rolls import column_heading
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.keymap import HELP, back, bind, hidden
from picket_duty.tui.lines import wrap
from picket_duty.tui.roll_lines import modifier_lines, roll_lines, sum_line
from picket_duty.tui.screens.page import Page, boards
from picket_duty.tui.screens.search_page import SearchPage
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import TextPanel

if TYPE_CHECKING:
    from rich.console import RenderableType

    from picket_duty.extensions import ChartSet
    from picket_duty.game import AnyGame


#: The chapters in the order of a day on duty, with the first parts of the ids of their charts.
CHAPTERS = {
    "Crew, station, support": ("V", "1", "2", "3", "4", "5", "23"),
    "Weather": ("6",),
    "Combat air patrol": ("7", "S"),
    "The raid": ("8", "D", "A", "22", "K"),
    "Gunnery": ("9", "firing"),
    "Maneuver, dives and weapons": ("19", "10", "12"),
    "Damage": ("11", "13", "14", "15", "16"),
    "Damage control": ("17", "20", "21"),
    "Stores and anchorage": ("24", "18"),
    "Scenarios and campaigns": ("scenario", "campaign"),
}
OTHERS = "Other charts"
#: Sections of the manual listed at most, and the most characters of their text.
MOST_SECTIONS = 8
SNIPPET = 200
#: Charts whose rows are days.
BY_DATE = ("2-2", "K-1")
#: Largest modifier added by hand, up or down.
MOST_ADDED = 20
#: From this width on the roll and the chart are indented, with so many columns of padding left and
#: right together.
ROOMY = 86
PADDING = 4
#: These dice belong to no game: rolls made here are not recorded.
DICE = random.SystemRandom()


class ChartScreen(Page[None]):
    """One chart as printed; r rolls on it, with a modifier and column of the player's choice."""

    #: The roll and the chart have the same indent; a narrow terminal has no room for any.
    HORIZONTAL_BREAKPOINTS = [*Page.HORIZONTAL_BREAKPOINTS, (ROOMY, "-roomy")]

    BINDINGS: ClassVar = [
        bind("r", "roll", "Roll", "Roll on this chart", "chart.roll"),
        bind(
            "plus,equals_sign",
            "modify(1)",
            "Modifier",
            "Increase the modifier",
            "chart.modifier",
            display="+/-",
        ),
        hidden(
            "minus", "modify(-1)", "Lower modifier", "Decrease the modifier", "chart.modifier_less"
        ),
        bind(
            "c,right", "column(1)", "Column", "Go to the next column", "chart.column", display="c"
        ),
        hidden(
            "left",
            "column(-1)",
            "Previous column",
            "Go to the previous column",
            "chart.column_before",
        ),
        bind("slash", "others", "Charts", "Find another chart by number or word", "chart.others"),
        *(
            hidden(
                str(digit),
                f"others('{digit}')",
                "Find another chart by its number",
                id=f"chart.number_{digit}",
            )
            for digit in range(10)
        ),
        bind(
            "space,pagedown",
            "scroll_chart(1)",
            "Scroll",
            "Scroll down",
            "chart.scroll",
            display="PgUp/PgDn",
        ),
        hidden("pageup", "scroll_chart(-1)", "Scroll up", "Scroll up", "chart.scroll_up"),
        back("escape,q,t"),
    ]

    def __init__(self, chart: Chart, charts: ChartSet | None = None) -> None:
        """``charts`` is the set that the chart belongs to, by default the application's tables."""
        super().__init__()
        self.chart = chart
        self.charts = charts
        self.roll: Roll | None = None
        #: The modifier that the player adds by hand.
        self.added = 0
        #: The roll as your ship would make it now; None outside a game, or if nothing in the game
        #: changes it.
        self.roll_now: Roll | None = None
        #: The row to highlight before a roll: today's date in a chart whose rows are days.
        self.today: Wanted = None
        self.column: str | None = None

    def content(self) -> Iterable[Widget]:
        yield TextPanel(self.describe_roll, id="roll")
        yield VerticalScroll(Static("", markup=False, id="drawn"), id="chart")

    def on_mount(self) -> None:
        # The ship matters only to the charts of the game that she is in.
        is_own_chart = self.charts in (None, self.context.tables)
        if is_own_chart and (open_boards := boards(self.app)):
            from picket_duty.tui.battle_view import chart_now

            game = open_boards[0].game
            self.today = game.state.date if self.chart.id in BY_DATE else None
            # The roll requested or selected on the board comes first.
            if isinstance(game.request, Roll) and game.request.chart.raw.id == self.chart.id:
                self.roll_now = game.request
            else:
                self.roll_now = chart_now(game.play, self.chart.id)
        columns = self.chart.columns
        if self.roll_now is not None and self.roll_now.column in columns:
            self.column = self.roll_now.column
        elif columns:
            self.column = self.context.chart_columns.get(self.chart.id, columns[0])
        self.show_chart()

    def on_resize(self, event: events.Resize) -> None:
        self.show_chart()

    def show_chart(self) -> None:
        """Show the chart with the roll or the chosen column highlighted."""
        ascii = self.context.glyphs.ascii
        if self.roll is not None:
            drawn = roll_drawing(self.chart, self.roll, ascii)
        else:
            drawn = drawing(self.chart, self.today, self.column, ascii)
        self.query_one("#drawn", Static).update(drawn)
        roll = self.query_one("#roll", TextPanel)
        width = self.size.width
        if width >= ROOMY:
            width -= PADDING
        # A blank line is between roll and chart.
        roll.styles.height = len(self.describe_roll(width)) + 1
        roll.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: some charts have no dice, and most have no columns."""
        if action == "column":
            return bool(self.chart.columns)
        return action not in ("roll", "modify") or bool(self.chart.faces)

    def action_others(self, search: str = "") -> None:
        """Show the list of charts; go back to it if the chart was opened from there."""
        below = self.app.screen_stack[-2]
        if not isinstance(below, ChartListScreen):
            self.app.push_screen(ChartListScreen(self.charts or self.context.tables, search))
            return
        self.dismiss()
        if search:
            below.search_for(search)

    def action_scroll_chart(self, way: int) -> None:
        chart = self.query_one("#chart")
        chart.scroll_relative(y=way * max(1, chart.size.height - 2), animate=False, immediate=True)

    def action_roll(self) -> None:
        """Roll on the chart; a die with ten faces has 0 to 9."""
        self._resolve(
            tuple(
                DICE.randrange(10) if face == 10 else DICE.randint(1, face)
                for face in self.chart.faces
            )
        )

    def action_modify(self, step: int) -> None:
        """Change the modifier, also of the last roll."""
        self.added = max(-MOST_ADDED, min(MOST_ADDED, self.added + step))
        self._resolve()

    def action_column(self, step: int) -> None:
        """Change the column, also of the last roll."""
        columns = self.chart.columns
        index = columns.index(self.column) if self.column in columns else 0
        self.column = columns[(index + step) % len(columns)]
        # It is chosen again when the chart is next opened.
        self.context.chart_columns[self.chart.id] = self.column
        self._resolve()

    def _resolve(self, dice: tuple[int, ...] | None = None) -> None:
        """Show the result of dice, by default those of the last roll, if there was one."""
        if dice is None and self.roll is not None:
            dice = self.roll.dice
        if dice is None:
            self.show_chart()
            return
        modifiers = self.roll_now.modifiers if self.roll_now is not None else ()
        # A chart of cells is read by row and column; its dice take no modifiers.
        if self.added and not self.chart.cells:
            modifiers = (*modifiers, Modifier(self.added, "added by hand", rule=""))
        self.roll = Roll(self.chart, BY_HAND, column=self.column, modifiers=modifiers)
        # A total that the chart has no row for is shown without a result.
        with suppress(ChartError):
            self.roll.resolve(dice)
        self.show_chart()

    def describe_roll(self, width: int) -> list[Line]:
        """Column, modifier, dice and result."""
        if not self.chart.faces:
            return [line(("You do not roll on this chart. Look up the row you need.", "dim"))]
        lines = self._roll_now_lines(width)
        spans: Line = []
        if self.column is not None:
            heading = column_heading(self.chart, self.column)
            spans += line(("Column ", "dim"), (heading, "strong"), "   ")
        if not self.chart.cells:
            spans += line(("Modifier ", "dim"), (signed(self.added), "strong"), "   ")
        if self.roll is None:
            dice = Roll(self.chart, BY_HAND).dice_name
            return [*lines, line(*spans, ("r", "key"), (f": roll {dice}", "dim"))]
        spans += sum_line(self.roll, self.context.glyphs)
        if self.roll.result is None:
            return [*lines, spans, line(("The printed chart has no row for this total.", "warn"))]
        return [*lines, *wrap(spans, width)]

    def _roll_now_lines(self, width: int) -> list[Line]:
        """The column and the modifiers of your ship, if it is known."""
        roll = self.roll_now
        if roll is None:
            return []
        head: Line = [Span("Your ship now: ", "title")]
        reasons = modifier_lines(roll, width)
        if roll.column is not None:
            heading = column_heading(self.chart, roll.column)
            head += line("column ", (heading, "strong"), "   ")
        elif not reasons:
            head.append(Span("no modifiers", "dim"))
        return [head, *reasons]


class RollScreen(ChartScreen):
    """The chart of a roll of the game, with its reasons; [ and ] go through all rolls of the
    log.
    """

    BINDINGS: ClassVar = [
        bind(
            "left_square_bracket",
            "walk(-1)",
            "Previous",
            "Go to the previous roll",
            "roll_chart.roll_before",
            display="[",
        ),
        bind(
            "right_square_bracket",
            "walk(1)",
            "Next",
            "Go to the next roll",
            "roll_chart.next_roll",
            display="]",
        ),
    ]

    def __init__(self, tables: ChartSet, rolls: Sequence[Roll], index: int = -1) -> None:
        self.rolls = rolls
        self.index = index % len(rolls)
        self.tables = tables
        super().__init__(tables[rolls[self.index].chart.raw.id], tables)
        self.roll = rolls[self.index]

    def on_mount(self) -> None:
        self.show_chart()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: rolls of a game cannot be made again or changed here."""
        return action not in ("roll", "modify", "column")

    def action_walk(self, step: int) -> None:
        self.index = max(0, min(len(self.rolls) - 1, self.index + step))
        self.roll = self.rolls[self.index]
        self.chart = self.tables[self.roll.chart.raw.id]
        self.query_one("#chart").scroll_home(animate=False, immediate=True)
        self.show_chart()

    def describe_roll(self, width: int) -> list[Line]:
        roll = self.rolls[self.index]
        words = f"Roll {self.index + 1} of {len(self.rolls)}" if roll.dice else "Not rolled yet"
        head = line((words, "title"), ("   [: previous   ]: next   /: other charts", "dim"))
        # Rolls of a companion game name no item of the ship, so the tables are not used.
        return [head, *roll_lines(roll, cast(Tables, self.tables), width, self.context.glyphs)]


class ChartListScreen(SearchPage):
    """All charts by chapter; typing searches ids, titles and the text of the charts."""

    takes_text = True

    BINDINGS: ClassVar = [
        hidden("backspace", "erase", "Erase", "Delete the last character", "charts.erase"),
        hidden("ctrl+u", "clear", "Clear", "Clear the search", "charts.clear"),
        back("escape"),
        HELP,
    ]

    def __init__(self, tables: ChartSet | None = None, search: str = "", heading: str = "") -> None:
        """The charts of ``tables``, by default the application's. With a ``heading``, they are listed
        under it instead of by chapter.
        """
        super().__init__()
        self.tables = tables or self.context.tables
        self.heading = heading
        self.search = search
        #: The sections of the manual listed, by the value of their item.
        self._sections: dict[str, ManualMatch] = {}

    def content(self) -> Iterable[Widget]:
        yield TextPanel(self._head, id="head")
        yield ItemList(self.items(), id="list")

    @cached_property
    def charts(self) -> list[ChartEntry]:
        return chart_entries(self.tables)

    def action_close(self) -> None:
        """Clear the search; close the screen if there is none, or if a chart was looked up with
        it.
        """
        if self.search and not self.next_letter_restarts:
            self.search_for(search="")
        else:
            self.dismiss()

    def open(self, item: Item) -> None:
        """Show the chart on its own page, or the section of the manual."""
        section = self._sections.get(item.value)
        self.next_letter_restarts = bool(self.search)
        if section is not None:
            self.context.read_section(self.search, section)
        else:
            self.app.push_screen(ChartScreen(self.tables[item.value], self.tables))

    def items(self) -> list[Item]:
        self._sections = {}
        if self.search:
            return self._found()
        rows = {chart.id: _item_of(chart) for chart in self.charts}
        chapters = [(self.heading, list(rows))] if self.heading else by_chapter(list(rows))
        items: list[Item] = []
        for chapter, charts in chapters:
            items += _under(chapter, [rows[number] for number in charts])
        return items

    def _found(self) -> list[Item]:
        """What a search finds: the charts that it names, sections of the manual, and charts by their
        text.
        """
        named: list[Item] = []
        others: list[Item] = []
        for match, chart in matches(self.charts, self.search):
            listed = others if match is ChartMatch.TEXT else named
            listed.append(_item_of(chart))
        # The manual is about the charts of the destroyer, and a number alone means a chart.
        if self.tables is not self.context.tables or not any(map(str.isalpha, self.search)):
            return [*named, *others]
        sections = search_manual(self.search)[:MOST_SECTIONS]
        self._sections = {f"section {number}": each for number, each in enumerate(sections)}
        section_items = [
            Item(value, "  Manual", f"{section.heading}: {snippet(section, SNIPPET)}")
            for value, section in self._sections.items()
        ]
        return [
            *named,
            *_under("In the manual", section_items),
            *_under("Charts that match your search", others),
        ]

    @on(ItemList.Highlighted)
    def look_at(self) -> None:
        self.query_one("#head", TextPanel).redraw()

    def _head(self, width: int) -> list[Line]:
        typed = Span(f" {self.search}_ ", "mark")
        listed = sum(not item.heading for item in self.query_one(ItemList).items)
        counts = [count(listed - len(self._sections), "chart")]
        if self._sections:
            counts.append(f"{count(len(self._sections), 'section')} of the manual")
        return [
            [Span("   Type a number, a word or a question: "), typed],
            line((f"   {', '.join(counts)}", "dim")),
        ]


def by_chapter(charts: list[str]) -> list[tuple[str, list[str]]]:
    """Chart ids by chapter, in the order of the chapter's numbers; empty chapters are left out."""
    places = {part: place for place, part in enumerate(chain(*CHAPTERS.values()))}
    ordered = sorted(charts, key=lambda chart: places.get(_first_part(chart), len(places)))
    return [(chapter, list(listed)) for chapter, listed in groupby(ordered, chapter_of)]


def chapter_of(chart: str) -> str:
    """The chapter of a chart, by its id."""
    return next(
        (chapter for chapter, parts in CHAPTERS.items() if _first_part(chart) in parts), OTHERS
    )


def _first_part(chart: str) -> str:
    """The first part of the id of a chart: ``9`` of ``9-2/5in``."""
    first, _, _ = chart.replace("/", "-").partition("-")
    return first


def _item_of(chart: ChartEntry) -> Item:
    return Item(chart.id, f"  {chart.id}", chart.title)


def _under(heading: str, items: list[Item]) -> list[Item]:
    return [Item("", heading, heading=True), *items] if items else []


def chart_entries(tables: ChartSet) -> list[ChartEntry]:
    """The charts of a set as they are searched."""
    charts = tables.all_charts()
    return searched(charts) if isinstance(tables, Tables) else list(map(entry, charts))


def drawing(
    chart: Chart, roll: Wanted = None, column: str | None = None, ascii: bool = False
) -> RenderableType:
    """A chart drawn; without a highlight if the roll is not on it."""
    try:
        return draw(chart, roll, column, ascii)
    except ChartError:
        return draw(chart, ascii=ascii)


def roll_drawing(chart: Chart, roll: Roll, ascii: bool = False) -> RenderableType:
    """The chart of a roll with its row and column highlighted.

    Without a highlight if the roll is on the small chart of one of its notes, or was not made.
    """
    if roll.chart.letter or roll.chart.note_id:
        return drawing(chart, ascii=ascii)
    if not roll.is_matrix:
        # Some results are looked up by the dice alone, without modifiers.
        total = roll.natural if roll.natural in roll.chart.natural else roll.total
        return drawing(chart, total, roll.column, ascii)
    if roll.row is None or roll.col is None:
        return drawing(chart, ascii=ascii)
    return drawing(chart, (roll.row, roll.col), ascii=ascii)


def chart_screen(
    game: AnyGame, wanted: Roll | None = None, after: Sequence[Roll] = ()
) -> RollScreen | None:
    """The chart of a roll, by default of the last one. None before the first.

    The keys [ and ] go through all rolls of the game. A roll that is not made yet, such as that of
    the selected gun, comes after these, and the rolls ``after`` come after it.
    """
    rolls = [event for event in (*game.events, game.request) if isinstance(event, Roll)]
    places = [number for number, roll in enumerate(rolls) if roll is wanted]
    if wanted is not None and not places:
        rolls.append(wanted)
    if not rolls:
        return None
    index = places[0] if places else len(rolls) - 1
    return RollScreen(game.tables, [*rolls, *after], index)
