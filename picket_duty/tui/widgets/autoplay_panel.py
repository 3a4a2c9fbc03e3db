"""The display during autoplay: the current roll with the last rolls, headlines, and wave cards."""

from __future__ import annotations

import datetime
import re
from typing import ClassVar

from rich.cells import set_cell_size
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message

from picket_duty.book import Tables
from picket_duty.charts.words import safe
from picket_duty.pages.blocks import MARK
from picket_duty.pages.campaign_calendar import KIKUSUI, MARKS, ONE_DAY, WEEKDAYS, day_cell, months
from picket_duty.requests import Choice, Roll
from picket_duty.state import State
from picket_duty.text import headlines
from picket_duty.text.cards import card_lines, report_lines
from picket_duty.text.headlines import LEAVES, LOST
from picket_duty.text.rolls import chart_line, short_roll_line
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.app_context import context_of
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.keymap import bind, key_meant
from picket_duty.tui.lines import cell_len, length, wrap
from picket_duty.tui.roll_lines import modifier_lines
from picket_duty.tui.scenes import CALL, CARD, HEADLINE, ORDER, READ, REPORT
from picket_duty.tui.settings import FAST
from picket_duty.tui.widgets.orders import RollOrders
from picket_duty.tui.widgets.panel import Panel

#: Headings without a roll: the wave is over, damage control is over, the result of a roll is shown.
WAVE_OVER = "The wave is over"
CONTROL_OVER = "Damage control in this phase"
MADE = "Rolled"
#: The heading for a headline that waits for the player.
WAITING_HEADLINES = {LOST: "Your ship is lost", LEAVES: "Your ship is leaving her station"}
WAITS = "The game is waiting for you"
#: Headlines that the card of a wave tells, or that are over with it.
ON_CARD = (
    headlines.DIVES,
    headlines.STRIKES,
    headlines.NEAR_MISS,
    headlines.WAVE_OVER,
    headlines.CONTROL_OVER,
)


class AutoplayPanel(RollOrders):
    """The order panel during autoplay. Space pauses it; any key without another use finishes the
    scene.
    """

    class Pressed(Message):
        """A key for autoplay was pressed."""

    class Hold(Message):
        """Pause or resume autoplay."""

    BINDINGS: ClassVar = [
        bind(
            "enter",
            "hurry",
            "Next",
            "Finish this step; press twice to jump to the next headline",
            "run.on",
        ),
        bind("space", "hold", "Pause", "Pause or resume autoplay", "run.hold"),
    ]
    #: The label of the pause key while autoplay is paused.
    RESUME: ClassVar = "Resume"

    def __init__(self, view: BattleView, autoplay: Autoplay, id: str | None = None) -> None:
        super().__init__(view, id)
        self.autoplay = autoplay

    def draw(self, width: int, height: int) -> list[Line]:
        """The current scene, the last rolls, the days of a campaign, the keys."""
        title, lines = self._shown(width)
        lines = [
            self.heading(title, width, "" if self._waits() else self.view.speed),
            *self._cut_headline(width),
            *lines,
            *self.notice_lines(width),
        ]
        state = self.view.state
        foot = [self._keys()]
        if not state.scenario:
            foot = [*explained_strip(state, self.view.game.tables, width, self.glyphs), *foot]
        room = height - len(lines) - len(foot)
        # The log beside the panel already lists the rolls.
        rolls = self.roll_and_wave(width, room) if self.view.logged else self._rolls(width, room)
        return [*lines, *rolls, *([[]] * (room - len(rolls))), *foot]

    def _cut_headline(self, width: int) -> list[Line]:
        """The whole headline if the banner shows only its beginning."""
        headline = self.autoplay.scene.headline
        if headline is None or not self.view.cut_headline:
            return []
        return wrap([Span(safe(f"{self.view.cut_headline}."), headline.style)], width)

    def _rolls(self, width: int, room: int) -> list[Line]:
        """The last rolls, the latest first."""
        tables = self.view.game.tables
        rows: list[Line] = []
        for event in reversed(self.view.game.events):
            if len(rows) >= room:
                break
            if isinstance(event, Roll):
                rows += wrap(short_roll_line(event, tables), width, indent=4)
        return rows[: max(0, room)]

    def _waits(self) -> bool:
        return self.autoplay.scene.seconds is None

    def _shown(self, width: int) -> tuple[str, list[Line]]:
        """The heading and the lines for a headline, a card, a call, or the roll or order that is
        made next.
        """
        scene = self.autoplay.scene
        request = self.view.game.request
        if scene.headline is not None and scene.headline.kind in WAITING_HEADLINES:
            return WAITING_HEADLINES[scene.headline.kind], []
        if scene.report is not None:
            return CONTROL_OVER if scene.report.lost is None else WAITING_HEADLINES[LOST], []
        if scene.kind == READ:
            return MADE, []
        if scene.kind == CARD:
            return WAVE_OVER, []
        if scene.kind == CALL:
            called = "Your officers are calling you" if self.autoplay.standing.commands else WAITS
            return called, wrap([Span(safe(f"Captain, {scene.reason}."), "bad")], width)
        if scene.headline is not None and self._waits():
            words = Span(safe(f"{scene.headline.words}."), scene.headline.style)
            return WAITS, wrap([words], width)
        if isinstance(request, Choice) and scene.kind == ORDER:
            return "Standing orders", wrap([Span(safe(request.prompt), "strong")], width)
        if not isinstance(request, Roll):
            return "The battle continues", []
        lines = wrap([Span(self._subject(request), "strong")], width)
        lines += wrap(chart_line(request), width)
        return f"Rolling {request.dice_name}", [*lines, *modifier_lines(request, width)]

    def _keys(self) -> Line:
        scene = self.autoplay.scene
        called = scene.kind == CALL and self.autoplay.standing.commands
        keys = {"Space": "resume", "any key": "next step"}
        if self._waits() and scene.kind in (CARD, REPORT):
            keys = {}
        elif self._waits():
            keys = {"Enter": "your officers continue" if called else "continue"}
        elif not self.autoplay.held:
            keys = {"any key": "next", "twice": "next headline", "Space": "pause"}
        spans: Line = []
        for key, words in keys.items():
            spans += line((key, "key"), (f": {words}  ", "dim"))
        if called or not (self.view.lost or self.autoplay.game.over):
            words = "take command" if called else "standing orders"
            action = "screen.standing"
            spans += [Span("a", "key", action), Span(f": {words}  ", "dim", action)]
        return spans

    def words_of(self, binding: Binding) -> str:
        """The label of a key: Space continues when autoplay is held, and pauses nothing that waits
        for the player.
        """
        if binding.action != "hold":
            return super().words_of(binding)
        if self._waits():
            return ""
        return self.RESUME if self.autoplay.held else super().words_of(binding)

    def action_hurry(self) -> None:
        self.post_message(self.Pressed())

    def action_suggest(self) -> None:
        """Finish the scene: there is nothing to suggest."""
        self.action_hurry()

    def action_hold(self) -> None:
        self.post_message(self.Hold())

    def on_key(self, event: events.Key) -> None:
        """Finish the scene on any key without another use."""
        bound = self.screen.active_bindings
        if key_meant(event, bound) not in bound:
            event.stop()
            event.prevent_default()
            self.post_message(self.Pressed())

    def on_click(self, event: events.Click) -> None:
        """Finish the scene on a click, except on a key with an action."""
        if "@click" not in event.style.meta:
            self.post_message(self.Pressed())


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
        lines = self.draw(width, 0)
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
        """The headline, centered in a rule, in capitals if it is bad news; none that the panel of
        orders has.
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
        scene = self.autoplay.scene
        headline = scene.headline
        if headline is None and self.autoplay.speed == FAST and scene.kind == CARD:
            # The last headline stays above a card, unless the card says it.
            for news in self.autoplay.recent[-1:]:
                return None if news.kind in ON_CARD else news
        if headline is None or headline.kind in WAITING_HEADLINES:
            return headline
        return None if scene.kind == HEADLINE and scene.waits else headline


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
        """The card or report, and the key that continues."""
        tables = context_of(self.app).tables
        scene = self.autoplay.scene
        if scene.kind == CARD and scene.wave is not None:
            shown = card_lines(scene.wave, tables)
        elif scene.report is not None:
            shown = report_lines(scene.report, tables)
        else:
            return []
        rule = [Span(self.glyphs.rule * width, "sea")]
        lines: list[Line] = [rule]
        for spans in shown:
            lines += wrap([Span("  "), *spans], width - MARGIN, indent=6)
        passes = scene.seconds is not None and not self.autoplay.held
        by_itself = "   Play continues by itself. Press Space to pause." * passes
        return [*lines, line(("  Enter", "key"), ": continue", (by_itself, "dim")), rule]


#: Columns of a day, and days after today in the strip.
CELL = len(WEEKDAYS[0])
AHEAD = 3


def day_strip(state: State, tables: Tables, width: int, glyphs: Glyphs) -> Line:
    """The days around today with their marks in one line, from the first day of the game; each
    month by its name.
    """
    last = state.date + ONE_DAY * AHEAD
    first = state.date
    while last > first and _strip_width(first, last) > width:
        last -= ONE_DAY
    while first > state.setup.start and _strip_width(first - ONE_DAY, last) <= width:
        first -= ONE_DAY
    strip: Line = []
    for month in months(first, last):
        strip.append(Span(f"{' ' if strip else ''}{month[0]:%b} ", "title"))
        strip += [span for day in month for span in day_cell(day, state, tables)]
    return [span._replace(text=glyphs.mark) if span.text == MARK else span for span in strip]


#: The fewest columns of the strip of days beside its key.
LEAST_STRIP = 7 * CELL


def explained_strip(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The strip of days, with the key of its signs beside it, or below it if there is no room."""
    strip = day_strip(state, tables, width, glyphs)
    key = _marks_key(strip)
    room = width - length(key)
    if key and room < LEAST_STRIP:
        first, *others = key
        return [strip, [first._replace(text=first.text.removeprefix(" ")), *others]]
    strip = day_strip(state, tables, room, glyphs)
    return [[*strip, *_marks_key(strip)]]


def _marks_key(strip: Line) -> Line:
    """The marks on a strip of days, each with its meaning."""
    shown = {span.text for span in strip}
    key: Line = []
    for sign, style, words in (*MARKS.values(), (KIKUSUI, "warn", "Kikusui raids")):
        if sign in shown:
            key += line((f"  {sign} ", style), (words, "dim"))
    return key


def _strip_width(first: datetime.date, last: datetime.date) -> int:
    """The columns of some days and of the names of their months, each name after the first with a
    space before it.
    """
    shown = months(first, last)
    return CELL * (len(shown) + sum(map(len, shown))) + len(shown) - 1
