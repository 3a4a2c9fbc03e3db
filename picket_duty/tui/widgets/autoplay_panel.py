"""The orders while the tape runs: the roll being made, the last rolls, and how to hurry or hold it."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding
from textual.message import Message

from picket_duty.requests import Choice, Roll
from picket_duty.text.headlines import LEAVES, LOST
from picket_duty.text.rolls import chart_of, short_roll_line
from picket_duty.tui.autoplay import CALL, CARD, ORDER, READ, Autoplay
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.bindings import bind
from picket_duty.tui.calendar import day_strip
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.roll_lines import modifier_lines
from picket_duty.tui.widgets.orders import RollOrders

#: The heading where nothing is rolled, by what stands: a wave is over, the game is, a roll is read, or the rest.
WAVE_OVER, GAME_OVER, MADE, GOES_ON = "The wave is over", "It is over", "Rolled", "The battle goes on"
#: The heading over a moment that waits for the player.
STANDS = {LOST: "The ship is lost", LEAVES: "She leaves her station"}
WAITS, KEY = "The battle waits for you", "Enter goes on"


class AutoplayPanel(RollOrders):
    """The tape runs. Any key that is not another's finishes the beat; Space holds the tape."""

    class Pressed(Message):
        """A key for the tape."""

    class Hold(Message):
        """Hold the tape, or let it go on."""

    BINDINGS: ClassVar = [
        bind("enter", "hurry", "On", "Finish what is shown; twice: on to the next moment", "run.on"),
        bind("space", "hold", "Hold", "Hold the tape, or let it go on", "run.hold"),
    ]
    #: What the key that holds the tape does to one that is held.
    LET_GO: ClassVar = "Go on"

    def __init__(self, view: BattleView, autoplay: Autoplay, id: str | None = None) -> None:
        super().__init__(view, id)
        self.autoplay = autoplay

    def draw(self, width: int, height: int) -> list[Line]:
        """What goes on, the rolls just made, the days of a campaign, the keys."""
        title, lines = self._stands() or self._now(width)
        if self.autoplay.step.kind == CALL:
            title, lines = self._call(width)
        lines = [
            self.heading(title, width, KEY if self._waits() else self.view.speed),
            *lines,
            *self.notice_lines(width),
        ]
        foot = [*self._days(width), self._keys()]
        return [*lines, *self._made(width, height - len(lines) - len(foot)), *foot]

    def _waits(self) -> bool:
        """Whether what is shown stands till a key is pressed."""
        return self.autoplay.step.seconds is None

    def _stands(self) -> tuple[str, list[Line]] | None:
        """The heading over a moment, a card or a roll that is read; None where a roll or an order comes."""
        step = self.autoplay.step
        if step.moment is not None and step.moment.kind in STANDS:
            return STANDS[step.moment.kind], []
        if step.kind == READ:
            return MADE, []
        if step.kind == CARD:
            return GAME_OVER if self.autoplay.game.over else WAVE_OVER, []
        return (WAITS, []) if step.moment is not None and self._waits() else None

    def _now(self, width: int) -> tuple[str, list[Line]]:
        """The roll being made with its reasons, or the order being given."""
        request = self.view.game.request
        if isinstance(request, Choice) and self.autoplay.step.kind == ORDER:
            return "Standing orders", wrap([Span(safe(request.prompt), "strong")], width)
        if not isinstance(request, Roll):
            return GOES_ON, []
        lines = wrap([Span(self._subject(request), "strong")], width)
        lines += wrap(line(("On ", "dim"), safe(chart_of(request))), width)
        return f"Rolling {request.dice_name}", [*lines, *modifier_lines(request, width)]

    def _call(self, width: int) -> tuple[str, list[Line]]:
        """Why the staff in command calls the captain."""
        why = f"Captain, {self.autoplay.step.words}."
        return "The staff calls", wrap([Span(safe(why), "bad")], width)

    def _keys(self) -> Line:
        """Which keys do what; those with an action can be clicked."""
        words = [("Space", "let it run", ""), ("any key", "one beat on", "")]
        if self._waits():
            words = [("Enter", "the staff goes on" if self.autoplay.step.kind == CALL else "go on", "")]
        elif not self.autoplay.held:
            words = [("any key", "on", ""), ("twice", "next moment", ""), ("Space", "hold", "")]
        found: Line = []
        for key, what, action in (*words, ("v", "speed", "screen.pace"), ("S", "orders", "screen.standing")):
            found += [Span(key, "key", action), Span(f": {what}  ", "dim", action)]
        return found

    def _days(self, width: int) -> list[Line]:
        """The days of a campaign running by."""
        state = self.view.state
        return [] if state.scenario else [day_strip(state, self.view.game.tables, width, self.glyphs)]

    def _made(self, width: int, room: int) -> list[Line]:
        """The last rolls, the newest first, as many as there is room for; blank lines below them."""
        tables = self.view.game.tables
        found: list[Line] = []
        for event in reversed(self.view.game.events):
            if len(found) >= room:
                break
            if isinstance(event, Roll):
                found.append(short_roll_line(event, tables))
        return [*found, *([[]] * (room - len(found)))]

    def words_of(self, binding: Binding) -> str:
        """Space lets a tape go on that is held."""
        held = binding.action == "hold" and self.autoplay.held
        return self.LET_GO if held else super().words_of(binding)

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
