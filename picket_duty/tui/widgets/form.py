"""A form: fields one below the other, each with a value and a note.

One panel instead of a Textual Input or Select for each field: it appears in a fifth of the time, fits 80x24 and is
drawn in ASCII.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.message import Message

from picket_duty.tui.bindings import bind, hidden
from picket_duty.tui.lines import Line, Span, fit, line, safe, wrap
from picket_duty.tui.widgets.panel import Panel

LABEL = 16


@dataclass
class Field:
    """A field: one of ``choices`` (value, words), or a text if there are none.

    ``empty`` is shown for an empty text, ``note`` explains the field, ``most`` is the length of a text.
    """

    name: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    empty: str = ""
    note: str = ""
    most: int = 30


class Form(Panel, can_focus=True):
    """Fields with defaults: arrows choose, letters type, Enter is done. ``label`` is the width of labels."""

    label = LABEL

    class Done(Message):
        """Enter was pressed."""

    BINDINGS: ClassVar = [
        hidden("up,shift+tab", "move(-1)", "Field above", id="form.field_above"),
        bind("down,tab", "move(1)", "Field", "The next field", "form.field", display="Up/Dn"),
        bind("right", "change(1)", "Change", "Another value", "form.change", display="Left/Right"),
        hidden("left", "change(-1)", "Value before", id="form.value_before"),
        hidden("backspace", "erase", "Erase", "Erase a letter", "form.erase"),
        bind("enter", "done", "Start", "Start the game", "form.start"),
    ]

    def __init__(self, fields: list[Field], id: str | None = None) -> None:
        super().__init__(id=id)
        self.fields = fields
        self.place = 0
        self.problem = ""

    @property
    def field(self) -> Field:
        """The selected field."""
        return self.fields[self.place]

    def values(self) -> dict[str, str]:
        """The values by field name."""
        return {field.name: field.value.strip() for field in self.fields}

    def say(self, problem: str) -> None:
        """Show an error below the fields."""
        self.problem = problem
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        """The fields, and the note of the selected one."""
        lines: list[Line] = []
        for number, field in enumerate(self.fields):
            here = number == self.place
            lines.append(
                [
                    Span(f" {self.glyphs.mark} " if here else "   ", "key"),
                    Span(fit(field.label, self.label), "strong" if here else "plain"),
                    *self._value(field, here),
                ]
            )
        lines.append([])
        if self.problem:
            lines += wrap(line((f"   {safe(self.problem)}", "bad")), width, indent=3)
        else:
            lines += wrap(line((f"   {self.field.note}", "dim")), width, indent=3)
        return lines

    def _value(self, field: Field, here: bool) -> Line:
        style = "mark" if here else "plain"
        if field.choices:
            words = dict(field.choices)[field.value]
            arrows = ("< ", " >") if here else ("  ", "  ")
            return [Span(arrows[0], "key"), Span(f" {words} ", style), Span(arrows[1], "key")]
        if field.value:
            return [Span("  "), Span(f" {safe(field.value)}{'_' if here else ''} ", style)]
        return [Span("  "), Span(f" {'_' if here else ''}{field.empty} ", style if here else "dim")]

    # -- keys ----------------------------------------------------------------

    def action_move(self, step: int) -> None:
        """Select another field."""
        self.place = (self.place + step) % len(self.fields)
        self.problem = ""
        self.redraw()

    def action_change(self, step: int) -> None:
        """Choose another value of a field with choices."""
        field = self.field
        if field.choices:
            values = [value for value, _ in field.choices]
            field.value = values[(values.index(field.value) + step) % len(values)]
            self.say("")

    def action_erase(self) -> None:
        """Erase the last letter of a text."""
        if not self.field.choices:
            self.field.value = self.field.value[:-1]
            self.say("")

    def action_done(self) -> None:
        """Finish the form."""
        self.post_message(self.Done())

    def on_key(self, event: events.Key) -> None:
        """Type into a text field; space changes a choice."""
        if event.key == "space" and self.field.choices:
            self.action_change(1)
        elif event.character and event.is_printable and not self.field.choices:
            self._type(event.character)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Paste into a text field."""
        if not self.field.choices:
            self._type("".join(sign for sign in event.text if sign.isprintable()))

    def on_click(self, event: events.Click) -> None:
        """Select the clicked field; change it if it is already selected."""
        at = event.get_content_offset(self)
        if at is None:
            return
        row = at.y + round(self.scroll_offset.y)
        if row == self.place:
            self.action_change(1)
        elif row < len(self.fields):
            self.action_move(row - self.place)

    def _type(self, text: str) -> None:
        self.field.value = (self.field.value + text)[: self.field.most]
        self.say("")
