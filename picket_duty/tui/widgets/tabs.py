"""Pages by name in one line, for a screen of several."""

from __future__ import annotations

from picket_duty.tui.lines import Line, Span, length
from picket_duty.tui.widgets.panel import Panel


class PageTabs(Panel):
    """The pages by name, the one shown marked."""

    def __init__(self, names: tuple[str, ...], shown: int, id: str | None = None) -> None:
        super().__init__(id=id)
        self.names = names
        self.shown = shown

    def draw(self, width: int, height: int) -> list[Line]:
        """One line of names, each to be clicked; where there is no room for all, those about the one shown."""
        tabs: Line = []
        for number, name in enumerate(self.names):
            here = number == self.shown
            text = f"[{number + 1} {name}]" if here else f" {number + 1} {name} "
            tabs.append(Span(text, "mark" if here else "dim", f"screen.show({number})"))
        first = 0
        while first < self.shown and length(tabs[first : self.shown + 1]) >= width:
            first += 1
        return [[Span(" "), *tabs[first:]]]
