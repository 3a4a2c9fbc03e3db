"""A list of charts and other items that is searched by typing."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from textual import events, on

from picket_duty.tui.lines import pasted
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.choices import Item, ItemList

if TYPE_CHECKING:
    from picket_duty.charts.search import ChartEntry


class SearchPage(Page[None]):
    """A list of charts and other items that is searched by typing."""

    search = ""
    #: Whether letters are typed into the search.
    typing = True
    #: Whether the next letter begins a new search instead of continuing this one.
    next_letter_restarts = False

    @cached_property
    def charts(self) -> list[ChartEntry]:
        """The charts that are searched."""
        raise NotImplementedError

    def items(self) -> list[Item]:
        """What the search lists."""
        raise NotImplementedError

    def look_at(self) -> None:
        """Show the selected item."""
        raise NotImplementedError

    def open(self, item: Item) -> None:
        """Open a chosen item."""
        raise NotImplementedError

    def search_for(self, search: str) -> None:
        """List what a search finds."""
        self.search = search
        self.next_letter_restarts = False
        listed = self.query_one(ItemList)
        listed.scroll_home(animate=False, immediate=True)
        # No item has an empty value: the first one is selected.
        listed.set_items(self.items(), value="")
        self.look_at()

    def on_key(self, event: events.Key | events.Paste) -> None:
        """Add to the search; Backspace and Ctrl+U delete, and / clears it unless it continues the
        id of a chart.

        Backspace and Ctrl+U are handled here although they have bindings: by these, they would not
        keep their places among letters that arrive at the same time.
        """
        from picket_duty.charts.search import LONGEST_SEARCH, is_id_begun

        if not self.typing:
            return
        before = "" if self.next_letter_restarts else self.search
        if isinstance(event, events.Paste):
            search = before + pasted(event.text)
        elif event.key in ("backspace", "ctrl+u"):
            search = self.search[:-1] if event.key == "backspace" else ""
        elif event.is_printable and event.character:
            search = before + event.character
            if event.character == "/" and not is_id_begun(self.charts, search):
                search = ""
        else:
            return
        event.stop()
        event.prevent_default()
        if search or self.search:
            self.search_for(search[:LONGEST_SEARCH])

    on_paste = on_key

    def action_erase(self) -> None:
        self.search_for(self.search[:-1])

    def action_clear(self) -> None:
        if self.search:
            self.search_for(search="")

    @on(ItemList.Chosen)
    def choose(self, event: ItemList.Chosen) -> None:
        """Open the item, unless a key typed since then has changed what the search finds."""
        if event.item in self.query_one(ItemList).items:
            self.open(event.item)
