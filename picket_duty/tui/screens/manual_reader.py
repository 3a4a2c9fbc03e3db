"""The manual: its topics, a page with links to other pages and to charts, and the search."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget

from picket_duty import manual
from picket_duty.charts import ChartError
from picket_duty.charts.search import ChartEntry, matches
from picket_duty.extensions import load
from picket_duty.manual import markdown
from picket_duty.manual.answers import found
from picket_duty.text.chart_search import searched
from picket_duty.text.english import count
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.drawn_page import DrawnPage
from picket_duty.tui.keymap import back, bind, hidden
from picket_duty.tui.lines import cut
from picket_duty.tui.screens.page import Page
from picket_duty.tui.screens.search_page import SearchPage
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import TextPanel

TEXT_WIDTH = 96
#: Lines above a passage found whose heading is too far above it.
ROWS_ABOVE = 3
#: Charts of a search listed at most.
MOST_CHARTS = 8


class ManualScreen(SearchPage):
    """The manual, to read, search and follow its links.

    The list on the left has the topics or, during a search, the sections and charts found; the page
    on the right shows the item selected. ``drawn`` is that page as it was last drawn, with the rows
    of its links and passages.
    """

    #: The list is wider if there is room.
    HORIZONTAL_BREAKPOINTS = [*Page.HORIZONTAL_BREAKPOINTS, (120, "-wide")]

    BINDINGS: ClassVar = [
        hidden("space", "read_on", "Scroll down", "Scroll down", "manual.space"),
        bind(
            "pagedown",
            "scroll_text(1)",
            "Scroll",
            "Scroll down",
            "manual.read_on",
            display="PgDn",
            priority=True,
        ),
        hidden(
            "pageup", "scroll_text(-1)", "Scroll up", "Scroll up", "manual.read_back", priority=True
        ),
        bind("slash", "search", "Search", "Search all pages and charts", "manual.search"),
        bind(
            "tab",
            "mark_link(1)",
            "Next link",
            "Select the next link on the page",
            "manual.link",
            display="Tab",
        ),
        hidden(
            "shift+tab",
            "mark_link(-1)",
            "Previous link",
            "Select the previous link",
            "manual.link_before",
        ),
        bind(
            "right,l",
            "follow",
            "Open link",
            "Open the selected page or chart",
            "manual.follow",
            display="Right",
        ),
        bind(
            "left,b",
            "go_back",
            "Previous page",
            "Return to the previous page",
            "manual.back_a_page",
            display="Left",
        ),
        hidden(
            "backspace", "erase", "Erase", "Delete the last character you typed", "manual.erase"
        ),
        hidden("ctrl+u", "clear", "Clear", "Clear the search", "manual.clear"),
        back(),
    ]

    def __init__(
        self, topic: str = manual.PAGES[0], search: str = "", match: manual.Match | None = None
    ) -> None:
        """``match`` is the section to open of those that ``search`` lists."""
        super().__init__()
        self.topic = match.name if match else topic
        self.typing = False
        self.search = search
        #: The search of the page that opened the manual: Esc goes back to that page.
        self._came_with = search
        #: The sections that the search lists, and the one shown.
        self._matches: list[manual.Match] = manual.search(search) if search else []
        self._match: manual.Match | None = match
        #: The number of the link selected on the page, None if none is.
        self.marked: int | None = None
        #: The pages read before this one, each with the link that was selected on it.
        self._before: list[tuple[str, int | None]] = []
        self.drawn = DrawnPage(name="", width=0)

    def content(self) -> Iterable[Widget]:
        yield TextPanel(self._head, id="head")
        with Horizontal(id="pick", classes="manual"):
            yield ItemList(self.items(), id="list", key_labels=self.key_labels)
            yield TextPanel(self._lines, id="reading")

    def on_mount(self) -> None:
        self._select()
        # The page has its size after the first layout, and its lines after that.
        self.call_after_refresh(self._page.call_after_refresh, self._to_match)

    # -- the pages ---------------------------------------------------------------

    @on(ItemList.Highlighted)
    def look_at(self) -> None:
        """Show the topic, the section or the chart selected in the list."""
        item = self.query_one(ItemList).item
        value = item.value if item is not None else self.topic
        match = next((match for match in self._matches if item_value(match) == value), None)
        if match is not None:
            self.topic = match.name
            self.marked = None
            self._match = match
            self._page.show_text(self._lines)
            # The new page has its lines only after it is drawn.
            self._page.call_after_refresh(self._to_match)
        elif markdown.chart_of(value) is not None:
            self.marked = None
            self._page.show_text(self._lines)
        elif value != self.topic:
            self._before.append((self.topic, self.marked))
            self._show(value, marked=None)
        self._redraw_head()

    def open(self, item: Item) -> None:
        """Enter ends typing in a search and opens a chart at once; otherwise it follows the
        selected link.
        """
        chart = markdown.chart_of(item.value)
        was_typed = self.typing
        self.typing = False
        self._redraw_head()
        if chart is not None:
            self._show_chart(chart)
        elif self.marked is not None and not was_typed:
            self.action_follow()

    def key_labels(self) -> dict[str, str]:
        """The labels of the keys of the list. Enter has none if it does nothing: the page selected is
        already shown.
        """
        enter = "Open link" if self.marked is not None else ""
        if self._chart_selected is not None:
            enter = "Open chart"
        elif self.typing:
            enter = "End typing"
        return {"list.move": "Topic", "list.choose": enter}

    def action_mark_link(self, step: int) -> None:
        """Select the next or previous link. If none is selected, the next one is the first in view,
        and the previous one the last of the page.
        """
        links = self.drawn.links
        if not links:
            return
        if self.marked is None:
            top = round(self._page.scroll_offset.y)
            in_view = (number for number, link in enumerate(links) if link.row >= top)
            self.marked = next(in_view, 0) if step > 0 else len(links) - 1
        else:
            self.marked = (self.marked + step) % len(links)
        self._keep_in_view(links[self.marked].row)
        self._page.redraw()
        self.refresh_bindings()

    def action_follow(self, number: int | None = None) -> None:
        number = self.marked if number is None else number
        if number is None or number >= len(self.drawn.links):
            return
        target = self.drawn.links[number].target
        chart = markdown.chart_of(target)
        if chart is not None:
            self._show_chart(chart)
        elif target in manual.PAGES:
            self._before.append((self.topic, number))
            self._show(target, marked=None)

    def action_go_back(self) -> None:
        if self._before:
            topic, marked = self._before.pop()
            self._show(topic, marked)

    def _show(self, name: str, marked: int | None) -> None:
        """Leave a search, and show a page with the link of this number selected."""
        self.topic = name
        self.marked = marked
        self._match = None
        if self.search:
            self.search = ""
            self._matches = []
            self.query_one(ItemList).set_items(self.items())
        self._select()
        self._redraw_head()
        self._page.show_text(self._lines)
        if marked is not None:
            self._keep_in_view(self.drawn.links[marked].row)

    def _select(self) -> None:
        """Select the page or section shown in the list."""
        topics = self.query_one(ItemList)
        topics.set_items(topics.items, item_value(self._match) if self._match else self.topic)
        # The list has its size only after the next layout.
        topics.call_after_refresh(topics.keep_in_view)

    def _show_chart(self, chart: str) -> None:
        try:
            self.app.push_screen(
                load("picket_duty.tui.screens.charts:ChartScreen")(self.context.tables[chart])
            )
        except (ChartError, OSError) as error:
            self.notify(str(error), severity="error")

    @property
    def _page(self) -> TextPanel:
        return self.query_one("#reading", TextPanel)

    def _lines(self, width: int) -> list[Line]:
        chart = self._chart_selected
        if chart is not None:
            drawn = load("picket_duty.charts.draw:drawn_lines")
            title, *rest = drawn(self.context.tables[chart], width, self.context.glyphs.ascii)
            self.drawn = DrawnPage(name="", width=width)
            self.drawn.lines = [[Span(title, "title")], *([Span(row)] for row in rest)]
        else:
            self.drawn = DrawnPage(self.topic, min(width, TEXT_WIDTH), self.marked, self._match)
        lines = self.drawn.lines
        rows = self.drawn.rows
        height = self._page.size.height
        if self._match is None or not rows or len(lines) <= height:
            return lines
        # Blank rows below a long page, so that a section found near its end can be at the top of
        # the screen; none if enough lines follow the section.
        missing = self._match_row(self._match) + height - len(lines)
        return [*lines, *[[]] * missing]

    @property
    def _chart_selected(self) -> str | None:
        item = self.query_one(ItemList).item
        return markdown.chart_of(item.value) if item is not None else None

    def _keep_in_view(self, row: int) -> None:
        page = self._page
        top = round(page.scroll_offset.y)
        if row < top or row >= top + page.size.height:
            page.scroll_to(y=max(0, row - page.size.height // 3), animate=False, immediate=True)

    def action_scroll_text(self, way: int) -> None:
        self._page.scroll_relative(
            y=way * max(1, self._page.size.height - 2), animate=False, immediate=True
        )

    def action_read_on(self) -> None:
        self.action_scroll_text(1)

    # -- searching -----------------------------------------------------------------

    def action_search(self) -> None:
        """Start typing a search, instead of the one before."""
        self.typing = True
        self.next_letter_restarts = bool(self.search)
        self._redraw_head()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a search is being typed, letters are text and not keys."""
        return action in ("close", "erase", "clear", "mark_link", "scroll_text") or not self.typing

    def action_close(self) -> None:
        """Clear the search; close the screen if there is none, or if it is still the one with which
        the page below opened the manual.
        """
        if self.typing or self.search not in ("", self._came_with):
            self.typing = False
            self.search_for(search="")
        else:
            self.dismiss()

    def search_for(self, search: str) -> None:
        self._matches = manual.search(search)
        super().search_for(search)
        if not search:
            self._match = None
            self._select()
            self._page.redraw()
            self._redraw_head()

    def items(self) -> list[Item]:
        """Every page by group, or what the search finds: as in the command palette, with fewer
        charts by their text.
        """
        items: list[Item] = []
        if not self.search:
            for group, pages in manual.grouped_topics():
                items.append(Item("", group, heading=True))
                items += (Item(name, title) for name, title in pages)
            return items
        charts = matches(self.charts, self.search)[:MOST_CHARTS]
        for each in found(charts, self._matches, self.search):
            if isinstance(each, manual.Match):
                items.append(Item(item_value(each), each.heading))
            else:
                items.append(Item(f"{markdown.CHART}{each.id}", f"Chart {each.id}: {each.title}"))
        return items

    @cached_property
    def charts(self) -> list[ChartEntry]:
        return searched(self.context.tables.all_charts())

    def _to_match(self) -> None:
        """Scroll to the section shown of those that the search lists."""
        if self._match is not None and self.drawn.rows:
            # Forced, because a new page may not have its scroll bar yet.
            self._page.scroll_to(
                y=self._match_row(self._match), animate=False, immediate=True, force=True
            )

    def _match_row(self, match: manual.Match) -> int:
        """The row at the top of the view of a section found: its heading, or a row just above the
        passage that matches if that is too far below the heading.
        """
        heading = self.drawn.rows[match.heading_number]
        row = self.drawn.rows[match.number]
        if row - heading < self._page.size.height - 1:
            return heading
        return max(0, row - ROWS_ABOVE)

    def _redraw_head(self) -> None:
        self.query_one("#head", TextPanel).redraw()
        self.refresh_bindings()

    def _head(self, width: int) -> list[Line]:
        is_search = self.typing or self.search
        shown = self._match.words if self._match else manual.title_of(self.topic)
        if is_search and (chart := self._chart_selected) is not None:
            shown = f"Chart {chart}: press Enter to open it"
        title = line(("   Manual", "title"), (f"   {shown}", "strong"))
        if not is_search:
            keys = "   /: search for a word or a question   Tab: next link, Right: open it"
            return [title, line((keys, "dim"))]
        typed = f" {safe(self.search)}{'_' if self.typing else ''} "
        words = "Type a word or a question, for example: what is spray fire"
        if self.search:
            places = [item for item in self.query_one(ItemList).items if not item.heading]
            words = count(len(places), "place")
        return [cut(title, width), line("   Search: ", (typed, "mark"), (f"   {words}", "dim"))]


def item_value(match: manual.Match) -> str:
    """The value of the item of the list that is a section found."""
    return f"{match.name}#{match.heading_number}"
