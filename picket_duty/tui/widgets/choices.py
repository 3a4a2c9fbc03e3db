"""A list to choose from with the arrow keys and Enter or the mouse.

OptionList of Textual 8.2.8 would take 7 times as long to appear with 10 items, and its selection
cannot be seen without colors.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding
from textual.geometry import Region
from textual.message import Message

from picket_duty.text.styled_text import Line, line
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import cell_len, cut, fit, wrap
from picket_duty.tui.widgets.panel import Panel

#: Columns of an item before its text and between text and note.
LIST_MARGIN = 4


class Item(NamedTuple):
    """A line of a list: value, text and a note behind it.

    A heading cannot be selected, and its value is empty.
    """

    value: str
    text: str
    note: str = ""
    heading: bool = False


def text_width(items: Iterable[Item]) -> int:
    """The columns that the texts of a list take; the notes begin after them."""
    return max((cell_len(item.text) for item in items if not item.heading), default=0) + 2


class ItemList(Panel, can_focus=True):
    """Items one below the other; the one selected, number ``index``, is highlighted."""

    @dataclasses.dataclass
    class Highlighted(Message):
        """Another item was selected."""

        item: Item

    @dataclasses.dataclass
    class Chosen(Message):
        """An item was chosen."""

        item: Item

    BINDINGS: ClassVar = [
        hidden("up", "move(-1)", "Up", "Select the item above", "list.up"),
        bind("down", "move(1)", "Move", "Select the item below", "list.move", display="Up/Dn"),
        hidden(
            "pageup", "move(-10)", "Ten lines up", "Select the item ten lines up", "list.ten_up"
        ),
        hidden(
            "pagedown",
            "move(10)",
            "Ten lines down",
            "Select the item ten lines down",
            "list.ten_down",
        ),
        hidden("home", "move(-1000)", "First", "Select the first item", "list.first"),
        hidden("end", "move(1000)", "Last", "Select the last item", "list.last"),
        bind("enter", "choose", "Choose", "Choose the selected item", "list.choose"),
    ]

    def __init__(
        self,
        items: list[Item],
        value: str = "",
        id: str | None = None,
        key_labels: Callable[[], dict[str, str]] = dict,
    ) -> None:
        """``value`` is that of the item selected, by default the first one.

        ``key_labels`` returns the labels of keys, by binding id, that replace those of the
        bindings. An empty label means that the key is out of use.
        """
        super().__init__(id=id)
        self.key_labels = key_labels
        self.items: list[Item] = []
        self.index = 0
        #: The place of the item of each row drawn.
        self.rows: list[int] = []
        self.set_items(items, value)

    @property
    def item(self) -> Item | None:
        """The selected item; None in an empty list."""
        return self.items[self.index] if self.items else None

    def words_of(self, binding: Binding) -> str:
        return self.key_labels().get(binding.id or "", binding.description)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter is in use only if it does something."""
        return action != "choose" or self.key_labels().get("list.choose") != ""

    def set_items(self, items: list[Item], value: str | None = None) -> None:
        """Replace the items and select the one of a value, or the first.

        Without a value, the selection keeps its item, or its row if that is no longer listed.
        """
        index = 0
        if value is None:
            index = self.index
            value = self.item.value if self.item is not None else None
        self.items = items
        places = (number for number in self._selectable() if items[number].value == value)
        self._select(next(places, index))
        self.redraw()

    def _selectable(self) -> list[int]:
        """The places of the items that are no headings."""
        return [number for number, item in enumerate(self.items) if not item.heading]

    def select(self, value: str) -> None:
        """Select the item of a value, and say so; nothing changes if it is not listed."""
        places = (number for number, item in enumerate(self.items) if item.value == value)
        self.action_move(next(places, self.index) - self.index)

    def _select(self, index: int, step: int = 1) -> None:
        """Select an item; instead of a heading the next one in the direction of ``step``, else in
        the other.
        """
        items = self._selectable()
        below = [number for number in items if number >= index][:1]
        above = [number for number in items if number <= index][-1:]
        nearest = below + above if step > 0 else above + below
        self.index = nearest[0] if nearest else 0

    def draw(self, width: int, height: int) -> list[Line]:
        before_note = text_width(self.items)
        lines: list[Line] = []
        self.rows = []
        for number, item in enumerate(self.items):
            text = fit(item.text, before_note) if item.note else f"{item.text} "
            here = number == self.index
            mark = f" {self.glyphs.mark} " if here else "   "
            style = "mark" if here else "plain"
            spans = line((mark, "key"), (f" {text}", style), (f" {item.note}", "dim"))
            if item.heading:
                spans = line((f" {item.text}", "title"))
            wraps = not item.note and cell_len(item.text) + LIST_MARGIN > width
            rows = wrap(spans, width, LIST_MARGIN) if wraps else [cut(spans, width)]
            lines += rows
            self.rows += [number] * len(rows)
        return lines or [line(("Nothing found", "dim"))]

    def action_move(self, step: int) -> None:
        """Select another item; a step past an end selects the item there."""
        if self.item is None:
            return
        self._select(self.index + step, step)
        self.keep_in_view()
        self.redraw()
        self.post_message(self.Highlighted(self.items[self.index]))

    def action_choose(self) -> None:
        if self.item is not None and not self.item.heading:
            self.post_message(self.Chosen(self.item))

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        row = at.y + round(self.scroll_offset.y) if at is not None else -1
        if 0 <= row < len(self.rows) and not self.items[self.rows[row]].heading:
            self.action_move(self.rows[row] - self.index)
            self.action_choose()

    def keep_in_view(self) -> None:
        """Scroll as little as shows the selected item, and a heading right above it."""
        first = self.index
        if first and self.items[first - 1].heading:
            first -= 1
        rows = [row for row, number in enumerate(self.rows) if first <= number <= self.index]
        if rows:
            self.scroll_to_region(Region(0, rows[0], 1, len(rows)), animate=False, immediate=True)
