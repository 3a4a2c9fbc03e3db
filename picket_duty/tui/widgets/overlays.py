"""What lies over the board for a while: the line of a moment, the card of a wave."""

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
    """Lines over the board, as high as they are; a click goes on."""

    class Clicked(Message):
        """It has been read."""

    def cover(self, width: int) -> None:
        """Lie over the board with as many rows as there are lines."""
        lines = self.draw(width, 0)
        self.styles.height = len(lines)
        self.display = bool(lines)
        self.redraw()
        self.draw_ahead(Size(width, len(lines)))

    def on_click(self) -> None:
        """Read."""
        self.post_message(self.Clicked())


class HeadlineBanner(Overlay):
    """A moment across the whole width, between two rules; ``brief`` without them."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.moment: Headline | None = None
        self.brief = False
        #: Whether it stands until a key is pressed.
        self.waits = False

    def draw(self, width: int, height: int) -> list[Line]:
        """The words in the middle of the line, in capitals where they are bad news, and how it goes on."""
        if self.moment is None:
            return []
        style = self.moment.style
        words = self.moment.words.upper() if style == "bad" else self.moment.words
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
    """Words in one line; where they are too long, broken where they pause, else where there is no more room."""
    if cell_len(words) <= width:
        return [words]
    pauses = (place + 1 for place, sign in enumerate(words) if sign in ",:")
    halves = [(words[:place], words[place:].strip()) for place in pauses]
    even = min(halves, key=lambda both: max(map(cell_len, both)), default=(words, ""))
    if max(map(cell_len, even)) <= width:
        return list(even)
    return ["".join(span.text for span in part) for part in wrap([Span(words)], width, indent=0)]


class WaveCardPanel(Overlay):
    """The card of a wave, and how it goes on; ``passes`` says that time takes it away."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.card: WaveCard | None = None
        self.passes = False

    def draw(self, width: int, height: int) -> list[Line]:
        """The card in its lines, and at its foot the key."""
        if self.card is None:
            return []
        lines = [[Span(self.glyphs.rule * width, "sea")]]
        for one in card_lines(self.card, context_of(self.app).tables):
            lines += wrap([Span("  "), *one], width - MARGIN, indent=6)
        foot = line(("  Enter", "key"), ": go on", ("   by itself; Space holds it" if self.passes else "", "dim"))
        return [*lines, foot, [Span(self.glyphs.rule * width, "sea")]]
