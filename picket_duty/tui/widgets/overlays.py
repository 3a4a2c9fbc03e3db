"""What covers the board during autoplay: the headline, and the card of a wave."""

from __future__ import annotations

import re

from rich.cells import set_cell_size
from textual.geometry import Size
from textual.message import Message

from picket_duty.charts.words import safe
from picket_duty.text import headlines
from picket_duty.text.cards import card_lines
from picket_duty.text.control_report import report_lines
from picket_duty.text.headlines import LEAVES, LOST
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.app_context import context_of
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.lines import cell_len, wrap
from picket_duty.tui.scenes import HEADLINE, WAVE_CARD
from picket_duty.tui.settings import FAST
from picket_duty.tui.widgets.panel import Panel

#: Headlines that wait for the player, each with the heading of the order panel meanwhile.
WAITING_HEADLINES = {LOST: "Your ship is lost", LEAVES: "Your ship is leaving her station"}
#: Headlines that the card of a wave tells, or that are over with it.
ON_CARD = (
    headlines.DIVES,
    headlines.STRIKES,
    headlines.NEAR_MISS,
    headlines.WAVE_OVER,
    headlines.CONTROL_OVER,
)
#: Columns left free on both sides of the text.
MARGIN = 2
#: Where a headline too long for the banner may end: after a clause, or else after a word.
CLAUSE_ENDS = re.compile("[,;:] ")
WORD_ENDS = re.compile(" ")


class Overlay(Panel):
    """The current scene of autoplay over the board, as high as needed; a click continues."""

    class Clicked(Message):
        """The overlay was clicked."""

    def __init__(self, autoplay: Autoplay, id: str | None = None) -> None:
        super().__init__(id=id)
        self.autoplay = autoplay

    def cover(self, width: int) -> None:
        """Set the size to a width and the lines for it, and hide the overlay if there are none."""
        # An overlay has the lines that it needs, whatever the height.
        lines = self.draw(width, height=0)
        self.styles.width = width
        self.styles.height = len(lines)
        self.display = bool(lines)
        self.redraw()
        self.draw_ahead(Size(width, len(lines)))

    def on_click(self) -> None:
        self.post_message(self.Clicked())


class HeadlineBanner(Overlay):
    """A headline across the whole width, in the row of the tabs or of the panels' titles: it covers
    no plane.

    None stays while a decision is asked.
    """

    def draw(self, width: int, height: int) -> list[Line]:
        """The headline, centered in a rule, in capitals if it is bad news. No line if the order
        panel shows the headline.
        """
        headline = self._headline()
        if headline is None:
            return []
        words = banner_words(headline, width)
        beside = width - cell_len(words)
        left = self.glyphs.rule * (beside // 2)
        right = self.glyphs.rule * (beside - beside // 2)
        return [[Span(f"{left}{words}{right}", headline.style)]]

    def cut_headline(self, width: int) -> str:
        """The words of the headline if a width shows only their beginning, else empty."""
        headline = self.autoplay.scene.headline
        if headline is None or self._headline() is None:
            return ""
        banner = banner_words(headline, width).upper()
        return "" if safe(headline.words).upper() in banner else headline.words

    def _headline(self) -> headlines.Headline | None:
        """The headline of the scene, or the last one above a wave card at the speed fast. None for a
        headline that waits: the order panel shows it, unless it has only a heading for it.
        """
        scene = self.autoplay.scene
        headline = scene.headline
        if headline is None and self.autoplay.speed == FAST and scene.kind == WAVE_CARD:
            # The last headline stays above a card, unless the card says it.
            for news in self.autoplay.recent[-1:]:
                return None if news.kind in ON_CARD else news
        if headline is None or headline.kind in WAITING_HEADLINES:
            return headline
        return None if scene.kind == HEADLINE and scene.always_waits else headline


def banner_words(headline: headlines.Headline, width: int) -> str:
    """A headline in one line with a space at each end, and with stars if there is room.

    If it is too long, it ends after a clause, or else after a word, and with two dots.
    """
    text = safe(headline.words)
    if headline.style == "bad":
        text = text.upper()
    clauses = [f" {text[: end.start()]} .. " for end in CLAUSE_ENDS.finditer(text)]
    words = [f" {text[: end.start()]} .. " for end in WORD_ENDS.finditer(text)]
    forms = [f" *** {text} *** ", f" {text} ", *reversed(clauses), *reversed(words)]
    room = width - 2 * MARGIN
    return next((form for form in forms if cell_len(form) <= room), set_cell_size(text, room))


class WaveCardPanel(Overlay):
    """The card of a wave or a damage control report."""

    def draw(self, width: int, height: int) -> list[Line]:
        """The waves that nothing has shown, the card or report, and the key that continues."""
        tables = context_of(self.app).tables
        scene = self.autoplay.scene
        if scene.kind == WAVE_CARD and scene.wave is not None:
            shown = card_lines(scene.wave, tables)
        elif scene.report is not None:
            shown = report_lines(scene.report, tables)
        else:
            return []
        told = [[Span(f"{safe(news.words)}.", news.style)] for news in scene.earlier_waves]
        rule = [Span(self.glyphs.rule * width, "sea")]
        lines: list[Line] = [rule]
        for spans in [*told, *shown]:
            lines += wrap([Span("  "), *spans], width - MARGIN, indent=6)
        passes = scene.seconds is not None and not self.autoplay.is_paused
        by_itself = "   Play continues by itself. Press Space to pause." if passes else ""
        return [*lines, line(("  Enter", "key"), ": continue", (by_itself, "dim")), rule]
