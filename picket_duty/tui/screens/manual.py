"""The manual: its topics in a list, the page marked beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widget import Widget

from picket_duty.manual import page, plain, topics
from picket_duty.tui.lines import Line, Span, safe, wrap
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.choices import Choices, Item
from picket_duty.tui.widgets.text import Reading

TEXT_WIDTH = 96


class ManualScreen(Page[None]):
    """The rules of play for the player."""

    BINDINGS: ClassVar = [
        Binding("pagedown,space", "scroll_text(12)", "Read on", key_display="PgDn", tooltip="Scroll the page"),
        Binding("pageup", "scroll_text(-12)", "Read back", show=False, tooltip="Scroll the page back"),
        Binding("escape,q", "close", "back", key_display="Esc", tooltip="Back", system=True),
    ]

    def content(self) -> Iterable[Widget]:
        """The topics at the left, the page at the right."""
        items = [Item(name, title) for name, title in topics()]
        with Horizontal(id="pick", classes="manual"):
            yield Choices(items, id="list")
            yield Reading(self._lines_of(items[0].value), id="reading")

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one(Choices).focus()

    @on(Choices.LookedAt)
    @on(Choices.Chosen)
    def look_at(self, event: Choices.LookedAt | Choices.Chosen) -> None:
        """Show the page of the topic marked."""
        self.query_one(Reading).show_text(self._lines_of(event.item.value))

    def action_scroll_text(self, rows: int) -> None:
        """Scroll the page beside the list."""
        self.query_one(Reading).scroll_relative(y=rows, animate=False, immediate=True)

    def action_close(self) -> None:
        """Back."""
        self.dismiss()

    def _lines_of(self, name: str) -> Callable[[int], list[Line]]:
        return lambda width: manual_lines(name, min(width, TEXT_WIDTH))


def manual_lines(name: str, width: int) -> list[Line]:
    """A page of the manual as lines: paragraphs joined and broken anew, headings standing out."""
    rows = [*plain(page(name)).splitlines(), ""]
    found: list[Line] = []
    running = ""
    for number, row in enumerate(rows[:-1]):
        below = rows[number + 1]
        if _is_rule(row):
            continue
        heading = _is_rule(below) and len(below) == len(row)
        if not running and (heading or not row or row.startswith(" ")):
            found += wrap([Span(safe(row), "title" if heading else "plain")], width) if row else [[]]
            continue
        running = f"{running} {row}".strip()
        if not below or below.startswith((" ", "- ")) or below[:2].rstrip(".").isdigit():
            found += wrap([Span(safe(running))], width, indent=2 if running.startswith("- ") else 0)
            running = ""
    return found


def _is_rule(row: str) -> bool:
    """Whether a row underlines the heading above it."""
    return bool(row) and (set(row) == {"="} or set(row) == {"-"})
