"""The base of the order panels, which take the answers to requests."""

from __future__ import annotations

from textual.message import Message

from picket_duty.charts.words import safe
from picket_duty.requests import Answer, Request, Roll
from picket_duty.text import roll_results, rolls
from picket_duty.text.english import lowered
from picket_duty.text.styled_text import Line, Span, line, text_of
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.lines import wrap
from picket_duty.tui.roll_lines import dice_spans
from picket_duty.tui.widgets.board_layout import ORDERS
from picket_duty.tui.widgets.panel import Panel

#: At the end of the heading if the panel has more lines than rows.
MORE_BELOW = "PgDn: more"


class Orders(Panel, can_focus=True):
    """A panel that takes the answer to a request.

    The battle screen shows one such panel at a time, the one that fits the request. It calls
    ``begin`` at each new request and gives the panel ``rows_wanted``, if there is room.

    ``news`` says what led to the request, above it. ``notice`` says what was wrong with an answer,
    or what a key changed, in the style ``notice_style``.
    """

    class Given(Message):
        """The player has answered ``request``; by the time the message arrives, another answer may
        have been taken.
        """

        def __init__(self, answer: Answer, request: Request | None) -> None:
            super().__init__()
            self.answer = answer
            self.request = request

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(id=id, classes=ORDERS)
        self.view = view
        self.notice = ""
        self.notice_style = "bad"
        self.news = ""
        self.news_style = "key"

    def rows_wanted(self, width: int) -> int:
        """The rows that show everything, 0 if the usual ones do."""
        return 0

    def begin(self) -> None:
        """Start a new request: clear the notice."""
        self.notice = ""
        self.scroll_home(animate=False, immediate=True)

    def give(self, answer: Answer) -> None:
        """Answer the request."""
        self.post_message(self.Given(answer, self.view.game.request))

    def say(self, notice: str, style: str = "bad") -> None:
        """Show what was wrong with an answer, or what to do in another style."""
        self.notice = notice
        self.notice_style = style
        self.redraw()

    def report(self, news: str, style: str) -> None:
        """Show above the request what led to it."""
        self.news = news
        self.news_style = style
        self.redraw()

    def top_lines(self, title: str, width: int, right: str = "") -> list[Line]:
        """The heading, and below it the news."""
        lines = [self.heading(title, width, right)]
        for news in self.news.splitlines():
            lines += wrap([Span(safe(news), self.news_style)], width)
        return lines

    def notice_lines(self, width: int) -> list[Line]:
        """The notice, if there is one."""
        if not self.notice:
            return []
        words = f"{self.glyphs.mark} {safe(self.notice)}"
        return wrap([Span(words, self.notice_style)], width)

    def marked_roll(self) -> Roll | None:
        """The roll that the selection would make, or the roll requested; None without one."""
        request = self.view.game.request
        return request if isinstance(request, Roll) else None

    def rolls_after(self) -> list[Roll]:
        """The other rolls that the selection leads to."""
        return []

    def last_roll(self, width: int, room: int) -> list[Line]:
        """The last roll with every modifier and its reason; without room only its dice and
        result.
        """
        roll = self.view.game.last_roll
        if roll is None or room < 1:
            return []
        what = rolls.subject_of(roll, self.view.game.tables)
        result = Span(
            f" {self.glyphs.to} {roll_results.result_of(roll)}", roll_results.result_style(roll)
        )
        chart = text_of(rolls.chart_line(roll))
        on = f"  {'by' if rolls.is_rule(roll) else 'on'} {lowered(chart)}"
        lines = wrap(line(("Last roll: ", "title"), what, (on, "dim")), width)
        sums: Line = [Span("  "), *dice_spans(roll)]
        for modifier in roll.modifiers:
            sums += [Span("  "), *rolls.modifier_line(modifier, roll)]
        if not roll.is_matrix:
            sums.append(Span(f"  = {roll.total}", "strong"))
        lines += wrap([*sums, result], width, indent=4)
        if len(lines) <= room:
            return lines
        short = [*rolls.dice_line(roll, reasons=False), result]
        return wrap([*line(("Last roll: ", "title"), rolls.before_result(what)), *short], width)[
            :room
        ]
