"""The set-up page's form: fields one below the other, each with a value of its own."""

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
    """A field: ``choices`` (value, words) to go through, or a text where there are none.

    ``empty`` stands where a text is empty, ``note`` explains the field.
    """

    name: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    empty: str = ""
    note: str = ""
    most: int = 30


class Form(Panel, can_focus=True):
    """Fields with defaults: arrows choose, letters type, Enter starts the game. ``label`` is the room for labels."""

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
        """The field marked."""
        return self.fields[self.place]

    def values(self) -> dict[str, str]:
        """The values by the names of the fields."""
        return {one.name: one.value.strip() for one in self.fields}

    def say(self, problem: str) -> None:
        """Show why the game cannot start so."""
        self.problem = problem
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        """The fields, and the note of the one marked."""
        lines: list[Line] = []
        for number, one in enumerate(self.fields):
            here = number == self.place
            lines.append(
                [
                    Span(f" {self.glyphs.mark} " if here else "   ", "key"),
                    Span(fit(one.label, self.label), "strong" if here else "plain"),
                    *self._value(one, here),
                ]
            )
        lines.append([])
        if self.problem:
            lines += wrap(line((f"   {safe(self.problem)}", "bad")), width, indent=3)
        else:
            lines += wrap(line((f"   {self.field.note}", "dim")), width, indent=3)
        return lines

    def _value(self, one: Field, here: bool) -> Line:
        style = "mark" if here else "plain"
        if one.choices:
            words = dict(one.choices)[one.value]
            arrows = ("< ", " >") if here else ("  ", "  ")
            return [Span(arrows[0], "key"), Span(f" {words} ", style), Span(arrows[1], "key")]
        if one.value:
            return [Span("  "), Span(f" {safe(one.value)}{'_' if here else ''} ", style)]
        return [Span("  "), Span(f" {'_' if here else ''}{one.empty} ", style if here else "dim")]

    # -- keys ----------------------------------------------------------------

    def action_move(self, step: int) -> None:
        """Another field."""
        self.place = (self.place + step) % len(self.fields)
        self.problem = ""
        self.redraw()

    def action_change(self, step: int) -> None:
        """Another value of a field with choices."""
        one = self.field
        if one.choices:
            values = [value for value, _ in one.choices]
            one.value = values[(values.index(one.value) + step) % len(values)]
            self.say("")

    def action_erase(self) -> None:
        """The last letter of a text goes."""
        if not self.field.choices:
            self.field.value = self.field.value[:-1]
            self.say("")

    def action_done(self) -> None:
        """Start."""
        self.post_message(self.Done())

    def on_key(self, event: events.Key) -> None:
        """Letters type a text; a blank changes a choice."""
        if event.key == "space" and self.field.choices:
            self.action_change(1)
        elif event.character and event.is_printable and not self.field.choices:
            self._type(event.character)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """A text pasted into a field."""
        if not self.field.choices:
            self._type("".join(sign for sign in event.text if sign.isprintable()))

    def on_click(self, event: events.Click) -> None:
        """A click marks a field; on the one marked it changes it."""
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
