"""A list to choose from with the arrow keys and Enter or the mouse, and a form with a field per
line.

Those of Textual 8.2.8 would cost more: OptionList takes 7 times as long to appear with 10 items,
and its selection cannot be seen without colors; a form of 11 Select and Input takes 100 times as
long, and Enter opens a menu there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, NamedTuple

from textual import events
from textual.binding import Binding
from textual.geometry import Region
from textual.message import Message

from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import cell_len, cut, fit, pasted, wrap
from picket_duty.tui.widgets.panel import Panel


class Item(NamedTuple):
    """A line of a list: value, text and a note behind it. A heading cannot be selected."""

    value: str
    text: str
    note: str = ""
    heading: bool = False


#: Columns of an item before its text and between text and note.
LIST_MARGIN = 4


def text_width(items: Iterable[Item]) -> int:
    """The columns of the texts of a list, after which the notes begin."""
    return max((cell_len(item.text) for item in items if not item.heading), default=0) + 2


class ItemList(Panel, can_focus=True):
    """Items one below the other; the selected one is highlighted. ``index`` is its place among
    them.
    """

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
        hidden("pageup", "move(-10)", "Ten lines up", "Move ten lines up", "list.ten_up"),
        hidden("pagedown", "move(10)", "Ten lines down", "Move ten lines down", "list.ten_down"),
        hidden("home", "move(-1000)", "First", "Select the first item", "list.first"),
        hidden("end", "move(1000)", "Last", "Select the last item", "list.last"),
        bind("enter", "choose", "Choose", "Choose the selected item", "list.choose"),
    ]

    def __init__(
        self,
        items: list[Item],
        value: str = "",
        id: str | None = None,
        labels: Callable[[], dict[str, str]] = dict,
    ) -> None:
        """``value`` is that of the item selected, by default the first one.

        ``labels`` are those of keys, by binding id, that differ from the bindings'; an empty one
        means out of use.
        """
        super().__init__(id=id)
        self.labels = labels
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
        return self.labels().get(binding.id or "", binding.description)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter is in use only if it does something."""
        return action != "choose" or self.labels().get("list.choose") != ""

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


@dataclasses.dataclass
class FormRow:
    """A field: one of ``choices`` (value, words), or a text if there are none.

    ``empty`` is shown for an empty text, ``note`` explains the field, ``notes`` one of its values
    instead (by value), ``most`` is the length of a text. ``overruled`` takes the values of all
    fields by name. If another field overrules this one, it returns the words and the note to show
    instead; the value is kept.
    """

    name: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    empty: str = ""
    note: str = ""
    most: int = 30
    notes: Mapping[str, str] = dataclasses.field(default_factory=dict)
    overruled: Callable[[Mapping[str, str]], tuple[str, str] | None] = lambda values: None


class Form(Panel, can_focus=True):
    """Fields with defaults: arrows choose, letters type, Enter is done. ``label_width`` is the
    least width of labels.
    """

    label_width = 16

    class Done(Message):
        """Enter was pressed."""

    class Changed(Message):
        """Another value was chosen in the selected field."""

    BINDINGS: ClassVar = [
        hidden("up,shift+tab", "move(-1)", "Previous field", id="form.field_above"),
        bind("down,tab", "move(1)", "Field", "Next field", "form.field", display="Up/Dn"),
        bind("right", "change(1)", "Change", "Next value", "form.change", display="Left/Right"),
        hidden("left", "change(-1)", "Previous value", id="form.value_before"),
        hidden("backspace", "erase", "Erase", "Delete the last character", "form.erase"),
        bind("enter", "done", "Start", "Start the game", "form.start"),
    ]

    def __init__(self, fields: list[FormRow], id: str | None = None) -> None:
        super().__init__(id=id)
        self.fields = fields
        self.index = 0
        self.problem = ""

    @property
    def field(self) -> FormRow:
        """The selected field."""
        return self.fields[self.index]

    def values(self) -> dict[str, str]:
        """The values by field name."""
        return {field.name: field.value.strip() for field in self.fields}

    def say(self, problem: str) -> None:
        """Show an error below the fields."""
        self.problem = problem
        self.redraw()
        # On a low screen, scroll to the note below the fields, unless that hides the selected one.
        hidden_rows = len(self.lines) - self.size.height
        hides_selected = self.index < hidden_rows
        top = 0 if hides_selected else hidden_rows
        self.scroll_to(y=top, animate=False, immediate=True, force=True)

    def draw(self, width: int, height: int) -> list[Line]:
        lines: list[Line] = []
        width_needed = max(len(field.label) + 1 for field in self.fields)
        label_width = max(self.label_width, width_needed)
        for number, field in enumerate(self.fields):
            here = number == self.index
            mark, style = (f" {self.glyphs.mark} ", "strong") if here else ("   ", "plain")
            label = Span(fit(field.label, label_width), style)
            lines.append([Span(mark, "key"), label, *self._value(field, here)])
        _, note = self.shown(self.field)
        below = line((f"   {note}", "dim"))
        if self.problem:
            below = line((f"   {safe(self.problem)}", "bad"))
        return [*lines, [], *wrap(below, width, indent=3)]

    def shown(self, field: FormRow) -> tuple[str, str]:
        """The value of a field in words, and the note on it."""
        words = dict(field.choices).get(field.value, field.value)
        return field.overruled(self.values()) or (words, field.notes.get(field.value, field.note))

    def _value(self, field: FormRow, here: bool) -> Line:
        style = "mark" if here else "plain"
        if field.choices:
            words, _ = self.shown(field)
            before, after = ("< ", " >") if here else ("  ", "  ")
            return line((before, "key"), (f" {words} ", style), (after, "key"))
        typed = ""
        if field.value or here:
            typed = f" {safe(field.value)}{'_' if here else ''} "
        empty = "" if field.value else f" {field.empty} "
        return line("  ", (typed, style), (empty, "dim"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only text can be erased."""
        return action != "erase" or not self.field.choices

    def action_move(self, step: int) -> None:
        self.index = max(0, min(self.index + step, len(self.fields) - 1))
        self.say("")

    def action_change(self, step: int) -> None:
        field = self.field
        if field.choices:
            values = [value for value, _ in field.choices]
            field.value = values[(values.index(field.value) + step) % len(values)]
            self.say("")
            self.post_message(self.Changed())

    def action_erase(self) -> None:
        if not self.field.choices:
            self.field.value = self.field.value[:-1]
            self.say("")

    def action_done(self) -> None:
        self.post_message(self.Done())

    def on_key(self, event: events.Key) -> None:
        if event.key == "space" and self.field.choices:
            self.action_change(1)
        elif event.character and event.is_printable and not self.field.choices:
            self._type(event.character)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        if not self.field.choices:
            self._type(pasted(event.text))

    def on_click(self, event: events.Click) -> None:
        """Select the clicked field; change it if it is already selected."""
        at = event.get_content_offset(self)
        if at is None:
            return
        row = at.y + round(self.scroll_offset.y)
        if row == self.index:
            self.action_change(1)
        elif row < len(self.fields):
            self.action_move(row - self.index)

    def _type(self, text: str) -> None:
        self.field.value = (self.field.value + text)[: self.field.most]
        self.say("")
