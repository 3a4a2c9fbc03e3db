"""The order panel of a roll that the computer makes when the player presses a key."""

from __future__ import annotations

from typing import ClassVar

from textual.message import Message

from picket_duty.book.vocabulary import DIVE, GUNNERY, SPECIAL_ATTACK, SUPPORT
from picket_duty.requests import Roll
from picket_duty.text import rolls
from picket_duty.text.names import plane_name, plane_words
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import wrap
from picket_duty.tui.roll_lines import modifier_lines
from picket_duty.tui.widgets.orders import Orders
from picket_duty.tui.widgets.radar import RadarPlot


class RollOrders(Orders):
    """A roll requested: its chart, column, and every modifier with its reason; Enter rolls."""

    class Thrown(Message):
        """The player wants the dice rolled."""

    BINDINGS: ClassVar = [
        bind("enter,space", "throw", "Roll", "Roll the dice", "roll.throw"),
        hidden(
            "s",
            "suggest",
            "Exec",
            "Ask your exec (he advises on decisions, not on dice)",
            "roll.suggest",
        ),
    ]

    def draw(self, width: int, height: int) -> list[Line]:
        """The roll requested, then the last roll."""
        roll = self.view.game.request
        if not isinstance(roll, Roll):
            return []
        lines = self.top_lines(f"Roll {roll.dice_name}", width)
        lines += [
            *wrap([Span(self._subject(roll), "strong")], width),
            *wrap(rolls.chart_line(roll), width),
        ]
        lines += [
            *modifier_lines(roll, width),
            *self.dice_lines(roll, width),
            *self.notice_lines(width),
        ]
        last = self.roll_and_wave(width, height - len(lines))
        if last and len(lines) + len(last) < height:
            lines.append([])
        return [*lines, *last]

    def roll_and_wave(self, width: int, room: int) -> list[Line]:
        """The last roll. A plot that is joined with the ship has no list of planes: then, if the
        log is visible, the planes of the wave follow here where there is room.
        """
        last = self.last_roll(width, room)
        if not self.view.shows_log:
            return last
        plot = self.screen.query_one(RadarPlot)
        wave = plot.wave_lines(width, room - len(last) - 1)
        return [*last, [], *wave] if wave else last

    def dice_lines(self, roll: Roll, width: int) -> list[Line]:
        """The line that says how the dice are rolled."""
        return [line(("Enter", "key"), " rolls the dice")]

    def action_throw(self) -> None:
        self.post_message(self.Thrown())

    def action_suggest(self) -> None:
        """Explain that there is nothing to suggest."""
        self.say("Your exec has no advice on a die roll. Press o for the odds.")

    def _subject(self, roll: Roll) -> str:
        """What a roll is for; a plane that fires, dives or is shot at is described in full."""
        game = self.view.game
        words = rolls.subject_of(roll, game.tables)
        plane = next((plane for plane in game.state.air.planes if plane.number == roll.plane), None)
        if plane is None:
            return words
        if roll.purpose in (GUNNERY, SUPPORT):
            return words.replace(plane_name(plane.number), plane_words(plane))
        if roll.purpose in (DIVE, SPECIAL_ATTACK):
            return f"{rolls.before_result(rolls.purpose_of(roll))}{plane_words(plane)}"
        return words
