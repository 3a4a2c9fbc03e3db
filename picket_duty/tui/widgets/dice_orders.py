"""The order panel of a roll with physical dice, whose numbers the player types."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.message import Message

from picket_duty.drafts.dice import DiceDraft, limits_of
from picket_duty.game import Game
from picket_duty.requests import Illegal, Roll
from picket_duty.setup import is_players
from picket_duty.text.styled_text import Line, Span
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.keymap import bind, hidden, key_meant
from picket_duty.tui.lines import wrap
from picket_duty.tui.typed_dice import paste_dice
from picket_duty.tui.widgets.roll_orders import RollOrders


class DiceOrders(RollOrders):
    """Physical dice: a field for each die. The last digit enters them, so that rolls can be typed
    in a row.
    """

    class UndoWanted(Message):
        """The player wants to correct the dice typed last."""

    BINDINGS: ClassVar = [
        *(
            bind(
                str(digit),
                f"die({digit})",
                "Your dice",
                "Type what your dice show; the last digit confirms the roll",
                f"dice.die_{digit}",
                display="0-9",
                show=digit == 0,
            )
            for digit in range(10)
        ),
        hidden("enter", "enter_dice", "Enter", "Confirm the dice that you have typed", "dice.wait"),
        hidden("left", "move(-1)", "Select the previous die", id="dice.before"),
        hidden("right", "move(1)", "Select the next die", id="dice.next"),
        bind(
            "backspace,delete",
            "erase",
            "Erase",
            "Erase a die; if no die is typed, undo your last roll",
            "dice.erase",
            display="Bksp",
        ),
        bind("space", "throw", "Computer rolls", "Let the computer make this roll", "dice.throw"),
    ]

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        self.draft = DiceDraft()
        #: Digits typed ahead, before the next roll was requested.
        self._ahead: list[int] = []
        #: Whether the dice were entered: digits typed from now on are for the next roll.
        self._is_entered = False

    def begin(self) -> None:
        """Start a new roll with empty fields, filled with the digits typed ahead."""
        super().begin()
        roll = self.view.game.request
        self.draft = DiceDraft(roll.faces if isinstance(roll, Roll) else ())
        self._is_entered = False
        ahead = self._ahead
        self._ahead = []
        for digit in ahead:
            if not self.notice:
                self.action_die(digit)

    def say(self, notice: str, style: str = "bad") -> None:
        """Show what was wrong; the dice stay in their fields to be corrected."""
        self._is_entered = False
        super().say(notice, style)

    def on_blur(self) -> None:
        """Forget digits typed ahead: they were not meant for what comes now."""
        self._ahead = []

    def dice_lines(self, roll: Roll, width: int) -> list[Line]:
        """The fields, with the current one highlighted."""
        spans: Line = [Span("Your dice: ", "strong")]
        for number, (die, face) in enumerate(zip(self.draft.dice, roll.faces, strict=False)):
            here = number == self.draft.index
            low, high = limits_of(face)
            field = f"[ {'_' if die is None else die} ]"
            action = f"screen.die_field({number})"
            spans.append(Span(self.glyphs.mark if here else " ", "key"))
            spans.append(Span(field, "mark" if here else "strong", action))
            spans.append(Span(f" {low}-{high} ", "dim"))
        spans.append(Span("  the last digit confirms the roll", "dim"))
        return wrap(spans, width)

    def action_die(self, digit: int) -> None:
        """Enter a digit in the current field and move to the next empty one; the last digit enters
        the dice.
        """
        if not self.draft.dice:
            return
        if self._is_entered:
            self._ahead.append(digit)
        elif limits := self.draft.enter(digit):
            self.say(f"This die cannot show {digit}, only {limits[0]} to {limits[1]}.")
        elif self.draft.is_full:
            self.action_enter_dice()
        else:
            self.say("")

    def action_enter_dice(self) -> None:
        """Enter the dice if all fields are filled; else explain that Enter does not roll."""
        if not self.draft.is_full:
            self.say("Type what your dice show, or press Space to let the computer roll.")
            return
        self._is_entered = True
        self.give(list(self.draft.dice))

    def action_move(self, step: int) -> None:
        """Move to another field."""
        self.draft.move(step)
        self.say("")

    def action_erase(self) -> None:
        """Clear the current field, or the one before it; if nothing is typed, undo the last
        dice.
        """
        if self.draft.missing == len(self.draft.dice):
            self.post_message(self.UndoWanted())
            return
        self.draft.erase()
        self.say("")

    def on_key(self, event: events.Key) -> None:
        """Explain that a character is not a die."""
        bound = self.screen.active_bindings
        if event.is_printable and event.key != "space" and key_meant(event, bound) not in bound:
            self.say(f"{event.character!r} is not a digit. Type the digits your dice show.")

    def on_paste(self, event: events.Paste) -> None:
        """Enter pasted dice, at most as many as are missing."""
        event.stop()
        paste_dice(self, event.text, self.draft.missing, self.action_die)


def answers_since_own_dice(game: Game) -> int:
    """How many answers to undo to correct the player's last dice. Raises Illegal if a decision was
    made since.
    """
    rolls_backward = (event for event in reversed(game.events) if isinstance(event, Roll))
    for count, answer in enumerate(reversed(game.answers), 1):
        # The answer to a roll is a tuple of dice.
        if not isinstance(answer, tuple):
            break
        if is_players(next(rolls_backward), game.state.setup.dice):
            return count
    raise Illegal("You have entered no dice since your last order. Press u to undo that order.")
