"""A list to choose from with the arrow keys and Enter or the mouse.

Textual's OptionList takes twice as long to appear, knows neither headings nor aligned notes, and its bindings have no
ids that the settings file could name.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual import events
from textual.message import Message

from picket_duty.tui.bindings import bind, hidden
from picket_duty.tui.lines import Line, Span, cut, fit, line
from picket_duty.tui.widgets.panel import Panel


class Item(NamedTuple):
    """A line of a list: value, text and a note behind it. A heading cannot be chosen."""

    value: str
    text: str
    note: str = ""
    heading: bool = False


class Choices(Panel, can_focus=True):
    """Items one below the other; the selected one is highlighted."""

    class LookedAt(Message):
        """Another item was selected."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    class Chosen(Message):
        """An item was chosen."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    BINDINGS: ClassVar = [
        hidden("up", "move(-1)", "Up", id="list.up"),
        bind("down", "move(1)", "Move", "Move the mark", "list.move", display="Up/Dn"),
        hidden("pageup", "move(-10)", "Ten up", id="list.ten_up"),
        hidden("pagedown", "move(10)", "Ten down", id="list.ten_down"),
        hidden("home", "move(-1000)", "First", id="list.first"),
        hidden("end", "move(1000)", "Last", id="list.last"),
        bind("enter", "choose", "Choose", "Choose the item marked", "list.choose"),
    ]

    def __init__(self, items: list[Item], id: str | None = None, spaced: bool = False) -> None:
        super().__init__(id=id)
        self.items = items
        self.place = 0
        self.spaced = spaced
        self._off_heading(1)

    @property
    def item(self) -> Item | None:
        """The selected item."""
        return self.items[self.place] if self.items else None

    def set_items(self, items: list[Item], follow: bool = False) -> None:
        """Replace the items. The selection keeps its row, or with ``follow`` its item if that is still listed."""
        values, marked = [item.value for item in items], self.item.value if self.item is not None else ""
        self.items = items
        self.place = max(0, min(self.place, len(items) - 1))
        if follow and marked in values:
            self.place = values.index(marked)
        self._off_heading(1)
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        """The items with their notes as far as they fit."""
        if not self.items:
            return [line(("nothing found", "dim"))]
        label = max((len(item.text) for item in self.items if not item.heading), default=0) + 2
        lines: list[Line] = []
        for number, item in enumerate(self.items):
            if item.heading:
                lines.append(line((f" {item.text}", "title")))
                continue
            here = number == self.place
            mark = Span(f" {self.glyphs.mark} " if here else "   ", "key")
            words = Span(f" {fit(item.text, label) if item.note else item.text + ' '}", "mark" if here else "plain")
            lines.append(cut([mark, words, Span(f" {item.note}", "dim")], width))
            if self.spaced:
                lines.append([])
        return lines

    def action_move(self, step: int) -> None:
        """Select another item."""
        if not self.items:
            return
        self.place = max(0, min(len(self.items) - 1, self.place + step))
        self._off_heading(step)
        self._keep_in_view()
        self.redraw()
        self.post_message(self.LookedAt(self.items[self.place]))

    def action_choose(self) -> None:
        """Choose the selected item."""
        if self.item is not None and not self.item.heading:
            self.post_message(self.Chosen(self.item))

    def on_click(self, event: events.Click) -> None:
        """Select and choose the clicked item."""
        at = event.get_content_offset(self)
        if at is None:
            return
        row = at.y + round(self.scroll_offset.y)
        place = row // 2 if self.spaced else row
        if 0 <= place < len(self.items) and not self.items[place].heading:
            self.action_move(place - self.place)
            self.action_choose()

    def _off_heading(self, step: int) -> None:
        """Move the selection off a heading in the direction of ``step``, else in the other one."""
        on, back = range(self.place, len(self.items)), range(min(self.place, len(self.items) - 1), -1, -1)
        places = (*on, *back) if step > 0 else (*back, *on)
        self.place = next((place for place in places if not self.items[place].heading), 0)

    def _keep_in_view(self) -> None:
        row = self.place * 2 if self.spaced else self.place
        top = round(self.scroll_offset.y)
        if self.place and self.items[self.place - 1].heading and row - 1 < top:
            row -= 1
        if row < top:
            self.scroll_to(y=row, animate=False, immediate=True)
        elif row >= top + self.size.height:
            self.scroll_to(y=row - self.size.height + 1, animate=False, immediate=True)
