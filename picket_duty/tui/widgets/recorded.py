"""A request of a recorded game with the answer given to it, and the log up to there."""

from __future__ import annotations

from picket_duty.requests import ASSIGN, ONE, Choice, Roll
from picket_duty.text.names import plane_words
from picket_duty.text.rolls import result_of, result_style, sum_words
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.game_analysis import GameAnalysis, better_lines
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.playback import Playback
from picket_duty.tui.widgets.event_log import EventLog, told_at
from picket_duty.tui.widgets.orders import RollOrders


class PlaybackLog(EventLog):
    """The log during playback: only visible lines are made, since the next step may lead anywhere."""

    def draw(self, width: int, height: int) -> list[Line]:
        """The heading and the last lines, or those scrolled back to."""
        if self.since_order:
            return super().draw(width, height)
        room = max(1, height - 1)
        tables = self.view.game.tables
        lines: list[Line] = []
        events = self.view.game.events
        for place in range(len(events) - 1, -1, -1):
            text = told_at(events, place, tables)
            if text:
                lines[:0] = wrap(text, width, indent=4)
            if len(lines) >= room + self.back:
                break
        self.back = max(0, min(self.back, len(lines) - room))
        end = len(lines) - self.back
        more = f"{self.back} lines below" if self.back else ""
        return [self.heading("Log", width, more), *lines[max(0, end - room) : end]]


class Recorded(RollOrders, inherit_bindings=False):
    """The request, the answer given, and its result."""

    def __init__(
        self, view: BattleView, playback: Playback, analysis: GameAnalysis | None = None, id: str | None = None
    ) -> None:
        """The playback, with the analysis of its game if there is one."""
        super().__init__(view, id)
        self.playback = playback
        self.analysis = analysis

    def draw(self, width: int, height: int) -> list[Line]:
        """The request with its answer, or that the recording ends."""
        request = self.view.game.request
        if self.playback.at_end:
            return self._end(width, height)
        if isinstance(request, Choice):
            lines = [self.heading("Decision", width, request.rule), line((safe(request.prompt), "strong"))]
            lines += self._decision(request, width)
            better = self.analysis.order_at(self.playback.place) if self.analysis is not None else None
            lines += better_lines(better, width) if better is not None else []
            return [*lines, [], *self.last_roll(width, height - len(lines) - 1)]
        return super().draw(width, height)

    def dice_lines(self, roll: Roll, width: int) -> list[Line]:
        """The dice rolled, and their result."""
        done = self.playback.rolled()
        if done is None:
            return []
        result = Span(f" {self.glyphs.to} {result_of(done)}", result_style(done))
        return wrap([Span("Rolled ", "title"), *sum_words(done)[:-1], result], width, indent=4)

    def _end(self, width: int, height: int) -> list[Line]:
        game = self.view.game
        words = "The game is over" if game.over else "The game was left here"
        lines = [self.heading("End of the tape", width), line((words, "strong"))]
        return [*lines, [], *self.last_roll(width, height - 3)]

    def _decision(self, choice: Choice, width: int) -> list[Line]:
        answer = self.playback.answer()
        if choice.kind == ONE:
            return [self._option(option.value == answer, option.text, option.barred) for option in choice.options]
        if choice.kind == ASSIGN:
            return self._plan(dict(answer or {}), width)
        return self._men(choice, dict(answer or {}), width)

    def _option(self, chosen: bool, text: str, barred: str) -> Line:
        mark = f" {self.glyphs.mark} " if chosen else "   "
        why = f": not then, {safe(barred)}" if barred else ""
        return [Span(mark, "key"), Span(f" {safe(text)}{why} ", "mark" if chosen else "dim")]

    def _plan(self, plan: dict[str, int], width: int) -> list[Line]:
        """The fire plan by plane."""
        lines: list[Line] = []
        for plane in self.view.state.air.planes:
            slots = [slot for slot, target in plan.items() if target == plane.number]
            if slots:
                words = line(("At ", "dim"), (plane_words(plane), "strong"), ": ", (safe(", ".join(slots)), "key"))
                lines += wrap(words, width, indent=4)
        return lines or [line(("All fire was held", "warn"))]

    def _men(self, choice: Choice, men: dict[str, int], width: int) -> list[Line]:
        """The men sent to each job."""
        lines: list[Line] = []
        for name, number in men.items():
            job = choice.jobs[name]
            glyphs = self.glyphs.hit * number + self.glyphs.clear * max(0, choice.most - number)
            lines += wrap(line((f"  {glyphs} {number} ", "good"), safe(job.text), (f" ({job.section})", "dim")), width)
        return lines or [line(("Nobody was sent", "warn"))]
