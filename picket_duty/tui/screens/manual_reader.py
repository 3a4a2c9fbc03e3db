"""The manual (topics, page, links to pages and charts) and the help page of each screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events, on
from textual.binding import ActiveBinding
from textual.containers import Horizontal
from textual.widget import Widget

from picket_duty.charts import ChartError
from picket_duty.charts.search import Match as ChartMatch
from picket_duty.charts.search import entry, matches
from picket_duty.manual import (
    CHART,
    PAGES,
    Match,
    chart_of,
    grouped_topics,
    mark_of,
    page,
    search,
    snippet,
    table_cells,
    target_of,
    title_of,
    tree,
    words_of,
)
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.lines import Line, Span, cut, fit, joined, length, line, pad, paragraphs, safe, wrap
from picket_duty.tui.screens.page import Page, TextPage
from picket_duty.tui.widgets.bars import key_words
from picket_duty.tui.widgets.choices import Choices, Item
from picket_duty.tui.widgets.panel import TextPanel

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode


TEXT_WIDTH = 96
LONGEST_SEARCH = 40
#: The styles of a heading with a match.
HEADING = ("title", "mark")


class ManualScreen(Page[None]):
    """The manual, to read, search and follow its links."""

    BINDINGS: ClassVar = [
        bind("tab", "mark_link(1)", "Next link", "Select the next link on the page", "manual.link", display="Tab"),
        hidden("shift+tab", "mark_link(-1)", "Previous link", "Select the previous link", "manual.link_before"),
        bind("right,l", "follow", "Open link", "Open the selected page or chart", "manual.follow", display="Right"),
        bind("left,b", "go_back", "Previous page", "Return to the previous page", "manual.back_a_page", display="Left"),
        bind("slash", "search", "Search", "Search all pages", "manual.search"),
        hidden("pagedown,space", "scroll_text(12)", "Scroll down", "Scroll down", "manual.read_on", display="PgDn"),
        hidden("pageup", "scroll_text(-12)", "Scroll up", "Scroll up", "manual.read_back"),
        hidden("backspace", "erase", "Erase", "Delete the last character you typed", "manual.erase"),
        back(),
    ]

    def __init__(self, topic: str = PAGES[0]) -> None:
        super().__init__()
        self.topic = topic
        self.searching = False
        self.searched = ""
        #: The pages that the search lists.
        self._matches: list[Match] = []
        self.marked: int | None = None
        self._before: list[tuple[str, int | None]] = []
        self._drawn = ManualPage([], [])

    def content(self) -> Iterable[Widget]:
        """The topics on the left, the page on the right."""
        yield TextPanel(self._head, id="head")
        with Horizontal(id="pick", classes="manual"):
            yield Choices(topic_items(), id="list")
            yield TextPanel(self._lines, id="reading")

    def on_mount(self) -> None:
        """Select the topic."""
        self._select()

    # -- the pages ---------------------------------------------------------------

    @on(Choices.LookedAt)
    def look_at(self, event: Choices.LookedAt) -> None:
        """Show the page of the selected topic; a chart is opened by Enter."""
        if chart_of(event.item.value) is None:
            self._open(event.item.value)
        self._redraw_head()

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        """Enter ends typing in a search; otherwise it follows the selected link. It opens a chart at once."""
        chart = chart_of(event.item.value)
        if chart is not None:
            self._show_chart(chart)
        elif self.searching:
            self.searching = False
            self._redraw_head()
        elif self.marked is not None:
            self.action_follow()
        elif event.item.value != self.topic:
            self._open(event.item.value)

    def action_mark_link(self, step: int) -> None:
        """Select the next or previous link; if none is selected, the first one in view."""
        links = self._drawn.links
        if not links:
            return
        if self.marked is None:
            top = round(self._page.scroll_offset.y)
            seen = [number for number, (_, row) in enumerate(links) if row >= top]
            self.marked = (seen[0] if seen else 0) if step > 0 else len(links) - 1
        else:
            self.marked = (self.marked + step) % len(links)
        self._keep_in_view(links[self.marked][1])
        self._page.redraw()

    def action_follow(self, number: int | None = None) -> None:
        """Open the page or chart of a link."""
        number = self.marked if number is None else number
        if number is None or number >= len(self._drawn.links):
            return
        target = self._drawn.links[number][0]
        chart = chart_of(target)
        if chart is not None:
            self._show_chart(chart)
        elif target in PAGES:
            self._before.append((self.topic, number))
            self._show(target, None)

    def action_go_back(self) -> None:
        """Return to the previous page, with the link that was followed selected."""
        if self._before:
            topic, marked = self._before.pop()
            self._show(topic, marked)

    def _open(self, name: str) -> None:
        """Open a page chosen from the list."""
        if name != self.topic:
            self._before.append((self.topic, self.marked))
            self._show(name, None)

    def _show(self, name: str, marked: int | None) -> None:
        self.topic, self.marked = name, marked
        choices = self.query_one(Choices)
        if name not in [item.value for item in choices.items]:
            self.searched, self._matches = "", []
            choices.set_items(topic_items())
        self._select()
        choices.redraw()
        self._redraw_head()
        self._page.show_text(self._lines)
        if marked is not None:
            self._keep_in_view(self._drawn.links[marked][1])
        elif self.searched:
            self._page.call_after_refresh(self._to_first_match)

    def _select(self) -> None:
        """Select the open page in the list, or the first page if it is not listed."""
        choices = self.query_one(Choices)
        values = [item.value for item in choices.items]
        choices.place = values.index(self.topic) if self.topic in values else 0
        # The list has its size only after the next layout.
        choices.call_after_refresh(choices.keep_in_view)

    def _show_chart(self, chart: str) -> None:
        from picket_duty.tui.screens.charts import ChartScreen

        try:
            self.app.push_screen(ChartScreen(self.context.tables[chart]))
        except (ChartError, OSError) as error:
            self.notify(str(error), severity="error", markup=False)

    @property
    def _page(self) -> TextPanel:
        return self.query_one("#reading", TextPanel)

    def _lines(self, width: int) -> list[Line]:
        found = next((match.text for match in self._matches if match.name == self.topic), "")
        self._drawn = draw_page(self.topic, min(width, TEXT_WIDTH), self.marked, found)
        return self._drawn.lines

    def _keep_in_view(self, row: int) -> None:
        page = self._page
        top = round(page.scroll_offset.y)
        if row < top or row >= top + page.size.height:
            page.scroll_to(y=max(0, row - page.size.height // 3), animate=False, immediate=True)

    def action_scroll_text(self, rows: int) -> None:
        """Scroll the page."""
        self._page.scroll_relative(y=rows, animate=False, immediate=True)

    # -- searching -----------------------------------------------------------------

    def action_search(self) -> None:
        """Start typing a search."""
        self.searching = True
        self._redraw_head()

    def on_key(self, event: events.Key) -> None:
        """Add a character to the search."""
        if self.searching and event.character and event.is_printable:
            self.searched = (self.searched + event.character)[:LONGEST_SEARCH]
            self._search()
            event.stop()
            event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a search is being typed, letters are text and not keys."""
        return action in ("close", "erase", "mark_link") or not self.searching

    def action_erase(self) -> None:
        """Delete the last character you typed."""
        self.searched = self.searched[:-1]
        self._search()

    def action_close(self) -> None:
        """Clear the search; close the screen if there is none."""
        if self.searching or self.searched:
            self.searching = False
            self.searched = ""
            self._search()
        else:
            self.dismiss()

    def _search(self) -> None:
        """List the pages that match the search and show the first one."""
        pages = self._matches = search(self.searched)
        charts = self._charts_found()
        items = [*charts, *(Item(match.name, match.title) for match in pages)] if self.searched else topic_items()
        self.query_one(Choices).set_items(items)
        if pages and self.topic != pages[0].name:
            self.topic, self.marked = pages[0].name, None
        self._select()
        if charts:
            self.query_one(Choices).place = 0
        self.query_one(Choices).redraw()
        self._redraw_head()
        self._page.show_text(self._lines)
        # The new page has its lines only after it is drawn.
        self._page.call_after_refresh(self._to_first_match)

    def _charts_found(self) -> list[Item]:
        """The charts with the number searched for: 18-1, 18.1 or 18 1, with or without the word table or chart."""
        if not any(char.isdigit() for char in self.searched):
            return []
        entries = [entry(chart) for chart in self.context.tables.all_charts()]
        found = [one for match, one in matches(entries, self.searched) if match is ChartMatch.NUMBER]
        return [Item(f"{CHART}{one.id}", f"Chart {one.id}: {one.title}") for one in found]

    def _to_first_match(self) -> None:
        """Scroll to the first heading with a match, else to the first match."""
        found = [row for row, spans in enumerate(self._drawn.lines) if any(span.style == "mark" for span in spans)]
        if self._matches and found:
            headings = [row for row in found if all(span.style in HEADING for span in self._drawn.lines[row])]
            self._keep_in_view([*headings, *found][0])

    def _redraw_head(self) -> None:
        self.query_one("#head", TextPanel).redraw()
        self.refresh_bindings()

    def _head(self, width: int) -> list[Line]:
        title = line(("   Manual", "title"), (f"   {title_of(self.topic)}", "strong"))
        if not (self.searching or self.searched):
            return [title, line(("   Tab: next link   Right: open it   Left: previous page   /: search", "dim"))]
        if match := next((match for match in self._matches if match.name == self.topic), None):
            title = [*title, *cut(line((f"   {safe(snippet(match, width))}", "dim")), width - length(title))]
        item = self.query_one(Choices).item
        if item is not None and chart_of(item.value) is not None:
            title = line(("   Manual", "title"), (f"   {safe(item.text)}. Enter opens it.", "strong"))
        count = len(self._matches)
        typed = f" {safe(self.searched)}{'_' if self.searching else ''} "
        words = f"   {count} page{'' if count == 1 else 's'}" if self.searched else "   Type to search"
        return [title, [Span("   Search: "), Span(typed, "mark"), Span(words, "dim")]]


def topic_items() -> list[Item]:
    """Every page below the heading of its group."""
    return [
        item
        for group, pages in grouped_topics()
        for item in (Item("", group, heading=True), *(Item(name, title) for name, title in pages))
    ]


#: Least width of a table column.
LEAST_COLUMN = 5


class ManualPage(NamedTuple):
    """A page drawn for a width: its lines, and the target and row of every link."""

    lines: list[Line]
    links: list[tuple[str, int]]


def draw_page(name: str, width: int, marked: int | None = None, search: str = "") -> ManualPage:
    """A page of the manual with the selected link and the matches of a search highlighted."""
    writer = PageWriter(width, marked, search.casefold())
    for block in tree(page(name)).children:
        writer.write(block)
    return ManualPage(writer.lines, writer.links)


class PageWriter:
    """Writes blocks as lines and records the rows of links."""

    def __init__(self, width: int, marked: int | None, search: str) -> None:
        self.width = width
        self.marked = marked
        self.search = search
        self.lines: list[Line] = []
        self.links: list[tuple[str, int]] = []

    def write(self, block: SyntaxTreeNode) -> None:
        """Add a block, after an empty line unless it is the first."""
        if self.lines:
            self.lines.append([])
        if block.type == "table":
            self._table(block)
        elif block.type == "heading":
            self.lines.append(self._highlighted(safe(words_of(block)), "title"))
        elif block.type in ("bullet_list", "ordered_list"):
            for item in block.children:
                mark = mark_of(item)
                self._add(wrap(self._spans(item, mark), self.width, len(mark)))
        else:
            self._add(wrap(self._spans(block), self.width, 0))

    def _add(self, lines: list[Line]) -> None:
        """Add lines; the row of a link is that of its first word."""
        for row in lines:
            for span in row:
                number = _link_number(span)
                if number is not None and self.links[number][1] < 0:
                    self.links[number] = (self.links[number][0], len(self.lines))
            self.lines.append(row)

    def _spans(self, node: SyntaxTreeNode, before: str = "") -> Line:
        """The spans of a row: plain text, emphasis and links."""
        spans: Line = []
        for span in joined([Span(before), *self._inline(node, "plain")]):
            spans += [span] if span.action else self._highlighted(span.text, span.style)
        return spans

    def _inline(self, node: SyntaxTreeNode, style: str) -> Line:
        if node.type == "link":
            return [self._link(node)]
        if node.type == "softbreak":
            return [Span(" ", style)]
        if node.type in ("strong", "em", "code_inline"):
            style = "strong"
        if not node.children:
            return [Span(safe(node.content), style)]
        return [span for child in node.children for span in self._inline(child, style)]

    def _link(self, node: SyntaxTreeNode) -> Span:
        number = len(self.links)
        self.links.append((target_of(node), -1))
        label = " ".join(words_of(node).split())
        return Span(f"[{safe(label)}]", "mark" if number == self.marked else "key", f"screen.follow({number})")

    def _highlighted(self, text: str, style: str) -> Line:
        """A text with the matches of the search highlighted."""
        if not self.search or self.search not in text.casefold():
            return [Span(text, style)] if text else []
        place = text.casefold().index(self.search)
        end = place + len(self.search)
        head = [Span(text[:place], style)] if place else []
        return [*head, Span(text[place:end], "mark"), *self._highlighted(text[end:], style)]

    def _table(self, table: SyntaxTreeNode) -> None:
        """A table with columns as wide as needed; the widest are wrapped if they do not fit."""
        cells = [[self._spans(cell) for cell in row] for row in table_cells(table)]
        count = max(map(len, cells))
        widths = [max((length(row[place]) for row in cells if place < len(row)), default=0) for place in range(count)]
        while sum(widths) + 2 * count > self.width and max(widths) > LEAST_COLUMN:
            widths[widths.index(max(widths))] -= 1
        for row in cells:
            self._add(_table_row(row, widths))


def _table_row(row: list[Line], widths: list[int]) -> list[Line]:
    """The lines of a table row."""
    columns: list[list[Line]] = [
        wrap(cell, width, indent=0) if cell else [[]] for cell, width in zip(row, widths, strict=False)
    ]
    lines = []
    for number in range(max(map(len, columns))):
        line: Line = [Span("  ")]
        for place, (column, width) in enumerate(zip(columns, widths, strict=False)):
            cell = cut(column[number], width) if number < len(column) else []
            line += pad(cell, width + 2) if place + 1 < len(columns) else cell
        lines.append(line)
    return lines


def _link_number(span: Span) -> int | None:
    if not span.action.startswith("screen.follow("):
        return None
    return int(span.action.removeprefix("screen.follow(").rstrip(")"))


#: The keys of each binding, and what it does.
Keys = list[tuple[str, str]]

GUIDE = """\
You command a destroyer on radar picket duty off Okinawa in the spring of 1945. A turn is one day with three phases: \
morning and midday (daylight) and evening (night). In each phase the charts decide the weather, the combat air patrol \
overhead, and whether a raid comes in. A raid is fought wave by wave.

In a wave you may try an emergency maneuver. Then you make the fire plan: give each mount, fighter marker (AFS) and \
support ship (SFS) a plane it can reach. Then they all fire. Two hits damage a plane and three set it afire. \
The planes still in the air then dive. Planes with a bomb, a torpedo or an Ohka are in the special attack box. Only \
AFS, SFS and spray fire can reach them.

After each wave comes a round of damage control. Assign up to three men to a job; they work only in their own \
section. Deck fires grow and burn the hull, hit markers destroy compartments, and magazines and fuel can explode. A \
ship must leave her station when she is dead in the water, has no hull points left, is flooded to 10, or has a deck \
fire out of control.

The battle plays itself. Any key finishes the step on the screen; press it twice to go on to the next event. Space \
pauses the battle, and v changes the speed. y (very well) lets your officers handle the rest of the wave or its \
damage control. S gives standing orders.

Every roll shows its chart, its column and each modifier with the reason. t shows the chart. The game is saved after \
every answer: q leaves it, and Continue on the menu resumes it.

Symbols: on the plot each digit is a plane, the three rings are low, medium and high altitude, and 000 is the bow. \
Planes move in during a wave: they are on their ring when in range, inside it when under fire, and beside the ship \
when they dive. Lit dots show the selected mount's arc. Dotted lines show which mounts bear. F2 to F6 enlarge a \
panel; press the key again to restore it. b puts the plot and the ship on one board, with the bow to the left. On \
the deck plan, ! with a number shows hit markers, * a fire, ~ flooding, X something destroyed, and +2 two men at work. \
In the list (m), filled boxes are hit markers, and empty boxes show how many more destroy the compartment. In the gun \
mount panel, the arcs run from the port quarter around the bow to the stern. A full block means that the mount fires \
at every altitude."""


#: The words for Textual's own keys, by action. Keys that only move the focus are not listed.
FRAMEWORK_WORDS = {
    "app.focus_next": "",
    "app.focus_previous": "",
    "scroll_up": "Scroll up",
    "scroll_down": "Scroll down",
    "scroll_left": "Scroll left",
    "scroll_right": "Scroll right",
    "scroll_home": "Go to the top",
    "scroll_end": "Go to the end",
    "page_up": "Scroll one page up",
    "page_down": "Scroll one page down",
}


def keys_of(bindings: Mapping[str, ActiveBinding]) -> Keys:
    """The names of the keys that are active on a screen, and what each does."""
    names_of: dict[str, list[str]] = {}
    for key, active in bindings.items():
        binding = active.binding
        if not active.enabled or key.startswith(("ctrl+", "super+")):
            continue
        words = binding.tooltip or FRAMEWORK_WORDS.get(binding.action, binding.description)
        if not words:
            continue
        names_of.setdefault(words, []).append(key_words(key))
    rows = [(" ".join(_short(names)), words[:1].upper() + words[1:]) for words, names in names_of.items()]
    return [*rows, ("Ctrl+P", "Search all commands, themes, charts and pages")]


def _short(names: list[str]) -> list[str]:
    """Key names with a run of digits shortened to its ends."""
    digits = [name for name in names if name.isdigit()]
    if len(digits) > 2:
        return [f"{digits[0]}-{digits[-1]}", *(name for name in names if not name.isdigit())]
    return names


class HelpScreen(TextPage[None]):
    """The keys of a screen, then how to play."""

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind("m", "manual", "Manual", "Open the manual", "help.the_manual"),
        back("escape,q,question_mark,f1"),
    ]

    def __init__(self, keys: Keys, guide: str = GUIDE) -> None:
        super().__init__()
        self.keys = keys
        self._how_to_play = guide

    def action_manual(self) -> None:
        """Open the manual."""
        from picket_duty.tui.screens.manual_reader import ManualScreen

        self.app.push_screen(ManualScreen())

    def lines_for(self, width: int) -> list[Line]:
        """The keys, then the guide."""
        lines: list[Line] = [line(("Keys", "title"))]
        for names, words in self.keys:
            lines += wrap([Span(f"  {fit(names, 14)} ", "key"), Span(words)], width, indent=17)
        guide = paragraphs(self._how_to_play, min(width, 100))
        return [*lines, [], line(("How to play", "title"), ("   m opens the manual", "dim")), *guide]
