"""The order panel during autoplay: the current scene, the last rolls, the days and the keys."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding
from textual.message import Message

from picket_duty.charts.words import safe
from picket_duty.requests import Choice, Roll
from picket_duty.text.headlines import LOST
from picket_duty.text.rolls import chart_line, short_roll_line
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.keymap import bind, key_meant
from picket_duty.tui.lines import wrap
from picket_duty.tui.roll_lines import modifier_lines
from picket_duty.tui.scenes import (
    CONTROL_REPORT,
    OFFICERS_CALL,
    OFFICERS_ORDER,
    ROLL_MADE,
    WAVE_CARD,
)
from picket_duty.tui.widgets.day_strip import explained_strip
from picket_duty.tui.widgets.overlays import WAITING_HEADLINES
from picket_duty.tui.widgets.roll_orders import RollOrders

#: Headings of scenes without a roll to make.
WAVE_OVER = "The wave is over"
CONTROL_OVER = "Damage control in this phase"
MADE = "Rolled"
#: The heading for what waits for the player.
WAITS = "The game is waiting for you"


class AutoplayPanel(RollOrders):
    """The order panel during autoplay. Space pauses it; any key without another use finishes the
    scene.
    """

    class StepWanted(Message):
        """A key finishes the scene."""

    class PauseWanted(Message):
        """A key pauses or resumes autoplay."""

    BINDINGS: ClassVar = [
        bind(
            "enter",
            "finish_scene",
            "Next",
            "Finish this step; press twice to jump to the next headline",
            "run.on",
        ),
        bind("space", "pause", "Pause", "Pause or resume the battle", "run.hold"),
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
        rolls = self.roll_and_wave(width, room) if self.view.shows_log else self._rolls(width, room)
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
        """Whether the current scene waits for the player."""
        return self.autoplay.scene.seconds is None

    def _shown(self, width: int) -> tuple[str, list[Line]]:
        """The heading and the lines for a headline, a card, a call, or the roll or order that is
        made next. The first case that applies counts: a headline, a report or a card is about
        what has happened, while the order or roll requested is not yet played.
        """
        scene = self.autoplay.scene
        request = self.view.game.request
        if scene.headline is not None and scene.headline.kind in WAITING_HEADLINES:
            return WAITING_HEADLINES[scene.headline.kind], []
        # Damage control after the waves, or the report with which the ship was lost.
        if scene.report is not None:
            return CONTROL_OVER if scene.report.lost is None else WAITING_HEADLINES[LOST], []
        # A roll was made, and there is time to read it.
        if scene.kind == ROLL_MADE:
            return MADE, []
        if scene.kind == WAVE_CARD:
            return WAVE_OVER, []
        # The officers ask for a decision of the player.
        if scene.kind == OFFICERS_CALL:
            called = "Your officers are calling you" if self.autoplay.standing.commands else WAITS
            return called, wrap([Span(safe(f"Captain, {scene.reason}."), "bad")], width)
        # Any other headline that waits; one that does not is only on the banner.
        if scene.headline is not None and self._waits():
            words = Span(safe(f"{scene.headline.words}."), scene.headline.style)
            return WAITS, wrap([words], width)
        if isinstance(request, Choice) and scene.kind == OFFICERS_ORDER:
            return "Standing orders", wrap([Span(safe(request.prompt), "strong")], width)
        if not isinstance(request, Roll):
            return "The battle continues", []
        lines = wrap([Span(self._subject(request), "strong")], width)
        lines += wrap(chart_line(request), width)
        return f"Rolling {request.dice_name}", [*lines, *modifier_lines(request, width)]

    def _keys(self) -> Line:
        """The keys of the current scene, each with what it does."""
        scene = self.autoplay.scene
        called = scene.kind == OFFICERS_CALL and self.autoplay.standing.commands
        keys: dict[str, str] = {}
        if self._waits():
            # A card and a report show their key over the board.
            if scene.kind not in (WAVE_CARD, CONTROL_REPORT):
                keys = {"Enter": "your officers continue" if called else "continue"}
        elif self.autoplay.is_paused:
            keys = {"Space": "resume", "any key": "next step"}
        else:
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
        """The label of a key: Space resumes autoplay when it is paused, and pauses nothing that
        waits for the player.
        """
        if binding.action != "pause":
            return super().words_of(binding)
        if self._waits():
            return ""
        return self.RESUME if self.autoplay.is_paused else super().words_of(binding)

    def action_finish_scene(self) -> None:
        self.post_message(self.StepWanted())

    def action_suggest(self) -> None:
        """Finish the scene: there is nothing to suggest."""
        self.action_finish_scene()

    def action_pause(self) -> None:
        self.post_message(self.PauseWanted())

    def on_key(self, event: events.Key) -> None:
        """Finish the scene on any key without another use."""
        bound = self.screen.active_bindings
        if key_meant(event, bound) not in bound:
            event.stop()
            event.prevent_default()
            self.post_message(self.StepWanted())

    def on_click(self, event: events.Click) -> None:
        """Finish the scene on a click, except on a key with an action."""
        if "@click" not in event.style.meta:
            self.post_message(self.StepWanted())
