"""A form with a field on each line.

A form of 11 Select and Input of Textual 8.2.8 would take 100 times as long to appear, and Enter
would open a menu there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import ClassVar

from textual import events
from textual.message import Message

from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import fit, pasted, wrap
from picket_duty.tui.widgets.panel import Panel


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
    """Fields with defaults: arrows choose, letters type, Enter is done."""

    #: The least width of the labels.
    label_width = 16

    class Done(Message):
        """Enter was pressed."""

    class Changed(Message):
        """Another value was chosen in the selected field."""

    BINDINGS: ClassVar = [
        hidden("up,shift+tab", "move(-1)", "Go to the previous field", id="form.field_above"),
        bind("down,tab", "move(1)", "Field", "Go to the next field", "form.field", display="Up/Dn"),
        bind(
            "right",
            "change(1)",
            "Change",
            "Choose the next value",
            "form.change",
            display="Left/Right",
        ),
        hidden("left", "change(-1)", "Choose the previous value", id="form.value_before"),
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
            self.action_change(step=1)
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
            self.action_change(step=1)
        elif row < len(self.fields):
            self.action_move(row - self.index)

    def _type(self, text: str) -> None:
        self.field.value = (self.field.value + text)[: self.field.most]
        self.say("")
