"""The settings page, and the page of keys: every binding with its keys, both of which can be changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from picket_duty.tui.app_context import KeyGroup
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.lines import Line, line, safe, wrap
from picket_duty.tui.screens.page import DismissOnce, Page
from picket_duty.tui.settings import SETTINGS, Setting, Settings, settings_file
from picket_duty.tui.widgets.bars import key_words
from picket_duty.tui.widgets.choices import Choices, Field, Form, Item
from picket_duty.tui.widgets.panel import TextPanel


class KeysScreen(Page[None]):
    """Every binding. Enter asks for another key, Backspace restores the default."""

    BINDINGS: ClassVar = [
        bind("backspace,delete", "as_shipped", "Reset", "Reset to the default key", "keys.as_it_came"),
        back(),
    ]

    def content(self) -> Iterable[Widget]:
        """The heading and the list."""
        yield TextPanel(self._head, id="head")
        yield Choices(self._items(), id="menu")
        yield TextPanel(self._about, id="about")

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        """Ask for another key."""
        name = event.item.value

        def pressed(key: str | None) -> None:
            if key:
                self._set(name, key)

        self.app.push_screen(PressScreen(event.item.note or name), pressed)

    def action_as_shipped(self) -> None:
        """Restore the default keys of the selected binding."""
        item = self.query_one(Choices).item
        if item is not None:
            self._set(item.value, "")

    def _set(self, name: str, key: str) -> None:
        self.context.choose_keys(name, key)
        self.query_one(Choices).set_items(self._items())
        if others := also_on(key, name, self.context.key_groups(), self.context.settings.keys):
            self.notify("; ".join(others), title=f"{key_words(key)} also does this", markup=False)

    def _items(self) -> list[Item]:
        return key_items(self.context.key_groups(), self.context.settings.keys)

    @on(Choices.LookedAt)
    def show_whole(self) -> None:
        """Show the whole text of the selected binding."""
        self.query_one("#about", TextPanel).redraw()

    def _about(self, width: int) -> list[Line]:
        """The whole text of the selected binding: in the list it may be cut."""
        item = self.query_one(Choices).item
        return wrap(line(f"   {item.note}"), width, indent=3) if item is not None else []

    def _head(self, width: int) -> list[Line]:
        return [
            line(("   Keys", "title"), ("   Enter: set a new key   Backspace: reset to default", "dim")),
            line(("   * set by you. If a panel and its page share a key, it works in the panel.", "dim")),
        ]


class PressScreen(DismissOnce[str | None], ModalScreen[str | None]):
    """Waits for one key and returns it; returns None for Esc."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def compose(self) -> ComposeResult:
        """What the key will do, and the keys to press."""
        with Vertical(id="ask"):
            yield Static(self.what, markup=False, id="question")
            yield Static("Press the new key, or Esc to keep the current one.", markup=False, id="answers")

    def on_key(self, event: events.Key) -> None:
        """Return the key."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)


def key_items(groups: list[KeyGroup], own: dict[str, str]) -> list[Item]:
    """The items: a heading for each place, then its bindings with their keys."""
    items = []
    for group in groups:
        items.append(Item("", group.words, heading=True))
        for binding in group.bindings:
            name = binding.id or ""
            keys = ", ".join(key_words(key) for key in own.get(name, binding.key).split(","))
            words = binding.tooltip or binding.description
            items.append(
                Item(name, f"  {'*' if name in own else ' '} {keys}", f"{words[:1].upper()}{words[1:]}  ({name})")
            )
    return items


def also_on(key: str, name: str, groups: list[KeyGroup], own: dict[str, str]) -> list[str]:
    """The other uses of a key in the place of a binding, or on every page."""
    others = []
    for group in groups:
        here = any(binding.id == name for binding in group.bindings)
        for binding in group.bindings if here or group is groups[-1] else ():
            if key and binding.id != name and key in own.get(binding.id or "", binding.key).split(","):
                others.append(binding.tooltip or binding.description)
    return others


class SettingsForm(Form):
    """A field for each setting; changes apply at once."""

    BINDINGS: ClassVar = [hidden("enter", "change(1)", "Change", "Next value", "settings.change")]

    class Changed(Message):
        """A setting was changed."""

    def action_change(self, step: int) -> None:
        """Choose another value and apply it."""
        super().action_change(step)
        self.post_message(self.Changed())


class SettingsScreen(Page[None]):
    """The settings page."""

    BINDINGS: ClassVar = [
        bind("k", "keys", "Keys", "See and change the keys", "settings.keys"),
        back(),
    ]

    def content(self) -> Iterable[Widget]:
        """The heading and the form."""
        yield TextPanel(self._head, id="head")
        yield SettingsForm([field_of(setting, self.context.settings) for setting in SETTINGS], id="form")

    @on(SettingsForm.Changed)
    def change(self) -> None:
        """Apply the changed setting."""
        field = self.query_one(Form).field
        self.context.choose_setting(field.name, field.value)

    def action_keys(self) -> None:
        """Open the page of keys."""
        self.app.push_screen(KeysScreen())

    def _head(self, width: int) -> list[Line]:
        return [
            line(("   Settings", "title"), ("   Left and Right change the selected setting at once", "dim")),
            line((f"   Saved in {safe(str(settings_file()))}", "dim")),
        ]


def field_of(setting: Setting, settings: Settings) -> Field:
    """The field of a setting at its current value."""
    values = setting.values()
    value = getattr(settings, setting.name) or setting.default()
    return Field(setting.name, setting.label, value, tuple((choice, choice) for choice in values), note=setting.note)
