"""Overlays on the board: the headline and the wave card."""

from __future__ import annotations

from textual.geometry import Size
from textual.message import Message

from picket_duty.text.headlines import Headline
from picket_duty.text.wave_card import WaveCard, card_lines
from picket_duty.tui.app_context import context_of
from picket_duty.tui.lines import Line, Span, cell_len, length, line, safe, wrap
from picket_duty.tui.widgets.panel import Panel

#: Columns left free on both sides of the words.
MARGIN = 2


class Overlay(Panel):
    """Lines over the board, as high as needed; a click continues."""

    class Clicked(Message):
        """The overlay was clicked."""

    def cover(self, width: int) -> None:
        """Set the height to the lines for a width, and hide the overlay if there are none."""
        lines = self.draw(width, 0)
        self.styles.height = len(lines)
        self.display = bool(lines)
        self.redraw()
        self.draw_ahead(Size(width, len(lines)))

    def on_click(self) -> None:
        """Report the click."""
        self.post_message(self.Clicked())


class HeadlineBanner(Overlay):
    """A headline across the whole width between two rules; ``brief`` leaves the rules out."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.headline: Headline | None = None
        self.brief = False
        #: Whether it waits for a key.
        self.waits = False

    def draw(self, width: int, height: int) -> list[Line]:
        """The headline, centered, in capitals if it is bad news, and the key that continues."""
        if self.headline is None:
            return []
        style = self.headline.style
        words = self.headline.words.upper() if style == "bad" else self.headline.words
        lines: list[Line] = []
        for part in _broken(f"*** {safe(words)} ***", width - 2 * MARGIN):
            lines.append([Span(" " * max(0, (width - cell_len(part)) // 2)), Span(part, style)])
        rule = [Span(self.glyphs.rule * width, style)]
        if self.brief:
            return lines
        if self.waits:
            key = line(("Enter", "key"), ": go on")
            lines.append([Span(" " * ((width - length(key)) // 2)), *key])
        return [rule, *lines, rule]


def _broken(words: str, width: int) -> list[str]:
    """Words in one line; if they are too long, split at a comma or colon, else wrapped."""
    if cell_len(words) <= width:
        return [words]
    pauses = (place + 1 for place, sign in enumerate(words) if sign in ",:")
    halves = [(words[:place], words[place:].strip()) for place in pauses]
    even = min(halves, key=lambda both: max(map(cell_len, both)), default=(words, ""))
    if max(map(cell_len, even)) <= width:
        return list(even)
    return ["".join(span.text for span in part) for part in wrap([Span(words)], width, indent=0)]


class WaveCardPanel(Overlay):
    """The card of a wave; ``passes`` says that it closes by itself."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.card: WaveCard | None = None
        self.passes = False

    def draw(self, width: int, height: int) -> list[Line]:
        """The card, and the key that continues."""
        if self.card is None:
            return []
        lines = [[Span(self.glyphs.rule * width, "sea")]]
        for spans in card_lines(self.card, context_of(self.app).tables):
            lines += wrap([Span("  "), *spans], width - MARGIN, indent=6)
        foot = line(("  Enter", "key"), ": go on", ("   by itself; Space holds it" if self.passes else "", "dim"))
        return [*lines, foot, [Span(self.glyphs.rule * width, "sea")]]
