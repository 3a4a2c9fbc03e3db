"""Order panels: a roll to make, dice to type, the end of the game; the base of all order panels."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.message import Message

from picket_duty.book.vocabulary import DIVE, GUNNERY, SPECIAL_ATTACK, SUPPORT
from picket_duty.charts.words import safe
from picket_duty.drafts.dice import DiceDraft, limits_of
from picket_duty.game import Game
from picket_duty.requests import Answer, Illegal, Request, Roll
from picket_duty.setup import is_players
from picket_duty.text import rolls
from picket_duty.text.names import plane_name, plane_words
from picket_duty.text.styled_text import Line, Span, line, text_of
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.keymap import bind, hidden, key_meant
from picket_duty.tui.lines import wrap
from picket_duty.tui.roll_lines import dice_spans, modifier_lines
from picket_duty.tui.typed_dice import paste_dice
from picket_duty.tui.widgets.panel import Panel
from picket_duty.tui.widgets.radar import RadarPlot

#: At the end of the heading if the panel has more lines than rows.
MORE_BELOW = "PgDn: more"


class Orders(Panel, can_focus=True):
    """A panel that takes the answer to a request.

    ``news`` says what led to the request, above it. ``notice`` says what was wrong with an answer,
    or what a key changed, in the style ``notice_style``.
    """

    class Given(Message):
        """The player has answered a request; it may have been answered since."""

        def __init__(self, answer: Answer, request: Request | None) -> None:
            super().__init__()
            self.answer = answer
            self.request = request

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(id=id, classes="orders")
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
        if self.news:
            lines += wrap([Span(safe(self.news), self.news_style)], width)
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
        result = Span(f" {self.glyphs.to} {rolls.result_of(roll)}", rolls.result_style(roll))
        chart = text_of(rolls.chart_line(roll))
        on = f"  {'by' if rolls.is_rule(roll) else 'on'} {chart[:1].lower()}{chart[1:]}"
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


class RollOrders(Orders):
    """A roll requested: its chart, column, and every modifier with its reason; Enter rolls."""

    class Thrown(Message):
        """The player wants the dice rolled."""

    BINDINGS: ClassVar = [
        bind("enter,space", "throw", "Roll", "Roll the dice", "roll.throw"),
        hidden(
            "s", "suggest", "Exec", "Your exec advises on decisions, not on dice", "roll.suggest"
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
        """The last roll, and beside a full board the planes of the wave if there is room."""
        last = self.last_roll(width, room)
        if not self.view.logged:
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
        hidden("enter", "wait", "Enter", "Enter the dice", "dice.wait"),
        hidden("left", "move(-1)", "Previous die", id="dice.before"),
        hidden("right", "move(1)", "Next die", id="dice.next"),
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
        self._entered = False

    def begin(self) -> None:
        """Start a new roll with empty fields, filled with the digits typed ahead."""
        super().begin()
        roll = self.view.game.request
        self.draft = DiceDraft(roll.faces if isinstance(roll, Roll) else ())
        self._entered = False
        ahead = self._ahead
        self._ahead = []
        for digit in ahead:
            if not self.notice:
                self.action_die(digit)

    def say(self, notice: str, style: str = "bad") -> None:
        """Show what was wrong; the dice stay in their fields to be corrected."""
        self._entered = False
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
        if self._entered:
            self._ahead.append(digit)
        elif limits := self.draft.enter(digit):
            self.say(f"This die cannot show {digit}, only {limits[0]} to {limits[1]}.")
        elif self.draft.is_full:
            self.action_wait()
        else:
            self.say("")

    def action_wait(self) -> None:
        """Enter the dice if all fields are filled; else explain that Enter does not roll."""
        if not self.draft.is_full:
            self.say("Type what your dice show, or press Space to let the computer roll.")
            return
        self._entered = True
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


class OverOrders(Orders):
    """The panel when the game is over; Enter shows the outcome."""

    BINDINGS: ClassVar = [
        bind("enter,space", "show", "Outcome", "Show how the game ended", "over.show")
    ]

    def draw(self, width: int, height: int) -> list[Line]:
        lines = [
            self.heading("The game is over", width),
            line(("Enter", "key"), " shows the outcome"),
        ]
        return [*lines, *self.notice_lines(width), [], *self.last_roll(width, height - 3)]

    def action_show(self) -> None:
        self.give(None)
