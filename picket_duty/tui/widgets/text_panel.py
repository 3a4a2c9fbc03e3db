"""Panels of text made for the width, fixed or scrolled with keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from picket_duty.tui.bindings import bind, hidden
from picket_duty.tui.lines import Line
from picket_duty.tui.widgets.panel import Panel


class TextPanel(Panel):
    """Text that takes no keys; ``write`` makes its lines for a width."""

    def __init__(self, write: Callable[[int], list[Line]], id: str | None = None) -> None:
        super().__init__(id=id)
        self.write = write

    def draw(self, width: int, height: int) -> list[Line]:
        """The lines of the text."""
        return self.write(width)

    def show_text(self, write: Callable[[int], list[Line]]) -> None:
        """Show another text from its top."""
        self.write = write
        self.scroll_home(animate=False, immediate=True)
        self.redraw()


class Reading(TextPanel, can_focus=True):
    """Text that is scrolled with keys."""

    BINDINGS: ClassVar = [
        hidden("up", "scroll_up", "Up", id="text.up"),
        bind("down", "scroll_down", "Scroll", "Scroll the text", "text.scroll", display="Up/Dn"),
        hidden("pageup", "page_up", "Page up", id="text.page_up"),
        hidden("pagedown,space", "page_down", "Page down", id="text.page_down"),
        hidden("home", "scroll_home", "Top", id="text.top"),
        hidden("end", "scroll_end", "End", id="text.end"),
    ]
