"""The settings page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.widget import Widget

from picket_duty.tui.bindings import back, hidden
from picket_duty.tui.lines import Line, line, safe
from picket_duty.tui.screens.page import Page
from picket_duty.tui.settings import SETTINGS, Setting, Settings, settings_file
from picket_duty.tui.widgets.choices import Form, FormRow
from picket_duty.tui.widgets.panel import TextPanel


class SettingsForm(Form):
    """A field for each setting; Enter changes it too."""

    BINDINGS: ClassVar = [hidden("enter", "change(1)", "Change", "Next value", "settings.change")]


class SettingsScreen(Page[None]):
    """The settings page."""

    BINDINGS: ClassVar = [back()]

    def content(self) -> Iterable[Widget]:
        yield TextPanel(self._head, id="head")
        yield SettingsForm([field_of(setting, self.context.settings) for setting in SETTINGS], id="form")

    @on(SettingsForm.Changed)
    def change(self) -> None:
        """Apply the changed setting."""
        field = self.query_one(Form).field
        self.context.choose_setting(field.name, field.value)

    def _head(self, width: int) -> list[Line]:
        return [
            line(("   Settings", "title"), ("   Left and Right change the selected setting at once", "dim")),
            line((f"   Saved in {safe(str(settings_file()))}", "dim")),
            line(("   To change keys, edit this file. The manual page 'Key names' lists every key.", "dim")),
        ]


def field_of(setting: Setting, settings: Settings) -> FormRow:
    """The field of a setting at its current value."""
    values = setting.values()
    value = getattr(settings, setting.name) or setting.default()
    return FormRow(setting.name, setting.label, value, tuple((choice, choice) for choice in values), note=setting.note)
