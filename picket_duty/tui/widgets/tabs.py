"""The names of a screen's pages in one line. Textual's Tabs take two rows and underline with box-drawing characters."""

from __future__ import annotations

from picket_duty.tui.lines import Line, Span, length
from picket_duty.tui.widgets.panel import Panel


class PageTabs(Panel):
    """The names of the pages, the current one highlighted."""

    def __init__(self, names: tuple[str, ...], shown: int, id: str | None = None) -> None:
        super().__init__(id=id)
        self.names = names
        self.shown = shown

    def show(self, number: int) -> None:
        """Highlight another page."""
        self.shown = number
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        """One line of clickable names; if they do not fit, those around the current page."""
        tabs: Line = []
        for number, name in enumerate(self.names):
            here = number == self.shown
            text = f"[{number + 1} {name}]" if here else f" {number + 1} {name} "
            tabs.append(Span(text, "mark" if here else "dim", f"screen.show({number})"))
        first = 0
        while first < self.shown and length(tabs[first : self.shown + 1]) >= width:
            first += 1
        return [[Span(" "), *tabs[first:]]]
