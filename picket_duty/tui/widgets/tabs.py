"""The tabs of the board and of a screen with several pages."""

from __future__ import annotations

from picket_duty.text.styled_text import Line, Span
from picket_duty.tui.lines import length
from picket_duty.tui.widgets.board_layout import TABS, panel_key
from picket_duty.tui.widgets.panel import Panel

#: The titles of the tabs of the board.
TAB_TITLES = {
    "plot": "Plot",
    "mounts": "Mounts",
    "ship": "Ship status",
    "damage": "Damage",
    "log": "Ship's log",
}


class Tabs(Panel):
    """The names of the panels, the visible ones highlighted."""

    in_sight: tuple[str, ...] = TABS[:1]

    def draw(self, width: int, height: int) -> list[Line]:
        spans: Line = []
        for name in TABS:
            title = f"{panel_key(name)} {TAB_TITLES[name]}"
            spans += [
                _tab(title, here=name in self.in_sight, action=f"screen.panel('{name}')"),
                Span(" "),
            ]
        return [[*spans, Span("Tab: next", "dim")]]


class PageTabs(Panel):
    """The names of the pages, the current one highlighted. Textual's Tabs takes 13 times as long to
    appear.
    """

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
        tabs = [
            _tab(f"{number + 1} {name}", here=number == self.shown, action=f"screen.show({number})")
            for number, name in enumerate(self.names)
        ]
        first = 0
        while first < self.shown and length(tabs[first : self.shown + 1]) >= width:
            first += 1
        return [[Span(" "), *tabs[first:]]]


def _tab(title: str, here: bool, action: str) -> Span:
    if here:
        return Span(f"[{title}]", "mark", action)
    return Span(f" {title} ", "dim", action)
