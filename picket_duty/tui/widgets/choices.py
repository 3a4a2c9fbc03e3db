"""A list to choose from, with the arrow keys and Enter or the mouse."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding
from textual.message import Message

from picket_duty.tui.lines import Line, Span, fit, line, wrap
from picket_duty.tui.widgets.panel import Panel


class Item(NamedTuple):
    """One line of a list: its value, its words, and what stands behind them."""

    value: str
    text: str
    note: str = ""


class Choices(Panel, can_focus=True):
    """Items one below the other, the one looked at marked with a sign."""

    class LookedAt(Message):
        """Another item is marked."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    class Chosen(Message):
        """An item was chosen."""

        def __init__(self, item: Item) -> None:
            super().__init__()
            self.item = item

    BINDINGS: ClassVar = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Move", key_display="Up/Dn", tooltip="Move the mark"),
        Binding("pageup", "move(-10)", "Ten up", show=False),
        Binding("pagedown", "move(10)", "Ten down", show=False),
        Binding("home", "move(-1000)", "First", show=False),
        Binding("end", "move(1000)", "Last", show=False),
        Binding("enter", "choose", "Choose", tooltip="Choose the item marked"),
    ]

    def __init__(self, items: list[Item], id: str | None = None, spaced: bool = False) -> None:
        super().__init__(id=id)
        self.items = items
        self.place = 0
        self.spaced = spaced

    @property
    def item(self) -> Item | None:
        """The item marked."""
        return self.items[self.place] if self.items else None

    def set_items(self, items: list[Item]) -> None:
        """Other items; the mark stays where it was as far as it can."""
        self.items = items
        self.place = max(0, min(self.place, len(items) - 1))
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        """The items; the notes behind them where there is room."""
        if not self.items:
            return [line(("nothing found", "dim"))]
        label = max(len(item.text) for item in self.items) + 2
        lines: list[Line] = []
        for number, item in enumerate(self.items):
            here = number == self.place
            mark = Span(f" {self.signs.mark} " if here else "   ", "key")
            words = Span(f" {fit(item.text, label) if item.note else item.text + ' '}", "mark" if here else "plain")
            lines.append(wrap([mark, words, Span(f" {item.note}", "dim")], width)[0])
            if self.spaced:
                lines.append([])
        return lines

    def action_move(self, step: int) -> None:
        """Mark another item."""
        if not self.items:
            return
        self.place = max(0, min(len(self.items) - 1, self.place + step))
        self._keep_in_view()
        self.redraw()
        self.post_message(self.LookedAt(self.items[self.place]))

    def action_choose(self) -> None:
        """Choose the item marked."""
        if self.item is not None:
            self.post_message(self.Chosen(self.item))

    def on_click(self, event: events.Click) -> None:
        """A click marks an item and chooses it."""
        at = event.get_content_offset(self)
        if at is None:
            return
        row = at.y + round(self.scroll_offset.y)
        place = row // 2 if self.spaced else row
        if 0 <= place < len(self.items):
            self.action_move(place - self.place)
            self.action_choose()

    def _keep_in_view(self) -> None:
        row = self.place * 2 if self.spaced else self.place
        top = round(self.scroll_offset.y)
        if row < top:
            self.scroll_to(y=row, animate=False, immediate=True)
        elif row >= top + self.size.height:
            self.scroll_to(y=row - self.size.height + 1, animate=False, immediate=True)
