"""The orders while the tape runs: the roll being made, the last rolls, and how to hurry or hold it."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding
from textual.message import Message

from picket_duty.requests import Choice, Roll
from picket_duty.tui.calendar import day_strip
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.rolls import modifier_lines
from picket_duty.tui.run import CALL, CARD, Run
from picket_duty.tui.situation import Situation
from picket_duty.tui.widgets.orders import RollOrders
from picket_duty.wording.rolls import brief_roll, chart_of

#: The heading where nothing is rolled.
OVER = "The battle goes on"


class RunOrders(RollOrders):
    """The tape runs. Any key that is not another's finishes the beat; Space holds the tape."""

    class Pressed(Message):
        """A key for the tape."""

    class Hold(Message):
        """Hold the tape, or let it go on."""

    BINDINGS: ClassVar = [
        Binding("enter", "hurry", "On", tooltip="Finish what is shown; twice: on to the next moment", id="run.on"),
        Binding("space", "hold", "Hold", tooltip="Hold the tape, or let it go on", id="run.hold"),
    ]

    def __init__(self, situation: Situation, playing: Run, id: str | None = None) -> None:
        super().__init__(situation, id)
        self.playing = playing

    def draw(self, width: int, height: int) -> list[Line]:
        """What goes on, the rolls just made, the days of a campaign, the keys."""
        kind = self.playing.beat.kind
        title, lines = self._call(width) if kind == CALL else self._now(width) if kind != CARD else (OVER, [])
        lines = [self.heading(title, width, self.situation.pace), *lines, *self.notice_lines(width)]
        foot = [*self._days(width), self._keys()]
        return [*lines, *self._made(width, height - len(lines) - len(foot)), *foot]

    def _now(self, width: int) -> tuple[str, list[Line]]:
        """The roll being made with its reasons, or the order being given."""
        request = self.situation.game.request
        if isinstance(request, Choice):
            return "Standing orders", wrap([Span(safe(request.prompt), "strong")], width)
        if not isinstance(request, Roll):
            return OVER, []
        lines = wrap([Span(self._subject(request), "strong")], width)
        lines += wrap(line(("On ", "dim"), safe(chart_of(request))), width)
        return f"Rolling {request.dice_name}", [*lines, *modifier_lines(request, width)]

    def _call(self, width: int) -> tuple[str, list[Line]]:
        """Why the staff in command calls the captain."""
        why = f"Captain, {self.playing.beat.words}."
        orders = [Span("S", "key", "screen.standing"), Span(": your standing orders", "plain", "screen.standing")]
        how = [*line(("Enter", "key"), ": the staff goes on   "), *orders]
        return "The staff calls", [*wrap([Span(safe(why), "bad")], width), how]

    def _keys(self) -> Line:
        """Which keys do what; those with an action can be clicked."""
        words = [("Space", "let it run", ""), ("any key", "one beat on", "")]
        if not self.playing.held:
            words = [("any key", "on", ""), ("twice", "next moment", ""), ("Space", "hold", "")]
        found: Line = []
        for key, what, action in (*words, ("v", "speed", "screen.pace"), ("S", "orders", "screen.standing")):
            found += [Span(key, "key", action), Span(f": {what}  ", "dim", action)]
        return found

    def _days(self, width: int) -> list[Line]:
        """The days of a campaign running by."""
        state = self.situation.state
        return [] if state.scenario else [day_strip(state, self.situation.game.tables, width, self.signs)]

    def _made(self, width: int, room: int) -> list[Line]:
        """The last rolls, the newest first, as many as there is room for; blank lines below them."""
        tables = self.situation.game.tables
        found: list[Line] = []
        for event in reversed(self.situation.game.events):
            if len(found) >= room:
                break
            if isinstance(event, Roll):
                found.append(brief_roll(event, tables))
        return [*found, *([[]] * (room - len(found)))]

    def action_hurry(self) -> None:
        """Finish what is shown."""
        self.post_message(self.Pressed())

    def action_suggest(self) -> None:
        """Nothing is to be suggested: a key for the tape like any other."""
        self.action_hurry()

    def action_hold(self) -> None:
        """Hold the tape, or let it go on."""
        self.post_message(self.Hold())

    def on_key(self, event: events.Key) -> None:
        """Any key that has no other use is one for the tape."""
        if event.key not in self.screen.active_bindings:
            event.stop()
            event.prevent_default()
            self.post_message(self.Pressed())

    def on_click(self, event: events.Click) -> None:
        """So is a click, but on a key that has its own."""
        if "@click" not in event.style.meta:
            self.post_message(self.Pressed())
