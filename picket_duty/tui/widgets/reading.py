"""Text to read: lines made for the width there is, scrolled with the arrow keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding

from picket_duty.tui.lines import Line
from picket_duty.tui.widgets.panel import Panel


class Reading(Panel, can_focus=True):
    """A page of text; ``write`` makes its lines for a width."""

    BINDINGS: ClassVar = [
        Binding("up", "scroll_up", "Up", show=False, id="text.up"),
        Binding("down", "scroll_down", "Scroll", key_display="Up/Dn", tooltip="Scroll the text", id="text.scroll"),
        Binding("pageup", "page_up", "Page up", show=False, id="text.page_up"),
        Binding("pagedown,space", "page_down", "Page down", show=False, id="text.page_down"),
        Binding("home", "scroll_home", "Top", show=False, id="text.top"),
        Binding("end", "scroll_end", "End", show=False, id="text.end"),
    ]

    def __init__(self, write: Callable[[int], list[Line]], id: str | None = None) -> None:
        super().__init__(id=id)
        self.write = write

    def draw(self, width: int, height: int) -> list[Line]:
        """The lines of the text."""
        return self.write(width)

    def show_text(self, write: Callable[[int], list[Line]]) -> None:
        """Another text, from its top."""
        self.write = write
        self.scroll_home(animate=False, immediate=True)
        self.redraw()
