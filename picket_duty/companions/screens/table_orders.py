"""The request of a companion game: dice, options, a number or a label."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.geometry import Region
from textual.message import Message

from picket_duty.charts.kinds import RangeChart
from picket_duty.charts.spans import numbers_in
from picket_duty.charts.words import printed_words, roll_label
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_play
from picket_duty.companions.ie_shima_opponent import decider
from picket_duty.companions.screens.table_panels import ScoreSheetPanel, TableLog
from picket_duty.companions.screens.table_view import View
from picket_duty.drafts.choice import NONE, ChoiceDraft, offered_words
from picket_duty.drafts.dice import DiceDraft
from picket_duty.requests import NUMBER, ONE, Answer, Choice, Illegal, Roll
from picket_duty.text.roll_results import result_of
from picket_duty.text.rolls import chart_of
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import fit, pasted, wrap
from picket_duty.tui.roll_lines import modifier_lines
from picket_duty.tui.typed_dice import paste_dice
from picket_duty.tui.widgets.panel import Panel

#: The most rows of a chart that are shown with its roll.
MOST_ROWS = 12


class TableOrders(Panel, can_focus=True):
    """The request: dice, options, a number or a label. ``notice`` shows what was wrong with an
    answer.
    """

    @dataclass
    class Given(Message):
        """The player has answered, or has the computer roll (None)."""

        answer: Answer | None

    BINDINGS: ClassVar = [
        bind("enter", "enter", "Answer", "Submit the selected or typed answer", "table.answer"),
        bind("space", "throw", "Computer rolls", "Let the computer roll", "table.roll"),
        hidden(
            "up",
            "move(-1)",
            "Above",
            "Select the previous option, or increase the number",
            "table.up",
        ),
        hidden(
            "down",
            "move(1)",
            "Below",
            "Select the next option, or decrease the number",
            "table.down",
        ),
        hidden("home", "move(-1000)", "First", "Select the first option", "table.first"),
        hidden("end", "move(1000)", "Last", "Select the last option", "table.last"),
        hidden("backspace,delete", "erase", "Erase", "Delete the last character", "table.erase"),
        *(
            hidden(
                str(digit),
                f"digit({digit})",
                "Type",
                "Type an option, a number, or your dice",
                f"table.digit_{digit}",
            )
            for digit in range(10)
        ),
    ]

    def __init__(self, view: View) -> None:
        super().__init__("asked")
        self.view = view
        self.notice = ""
        self.draft: ChoiceDraft | DiceDraft | None = None
        #: Whether the whole chart is shown elsewhere on the screen.
        self.chart_is_elsewhere = False
        #: The options shown, by row.
        self._options: dict[int, int] = {}

    def begin(self) -> None:
        """Begin another request, with its usual option selected."""
        self.notice = ""
        request = self.view.game.request
        self.draft = None
        if isinstance(request, Roll):
            self.draft = DiceDraft(request.faces)
        elif request is not None:
            self.draft = ChoiceDraft(request)
            if request.kind == ONE:
                self.draft.select_usual()
        self.scroll_home(animate=False, immediate=True)
        self._mark()

    @property
    def choice(self) -> ChoiceDraft | None:
        """The choice being made, or None."""
        if isinstance(self.draft, ChoiceDraft):
            return self.draft
        return None

    def say(self, notice: str) -> None:
        """Show what was wrong with an answer."""
        self.notice = notice
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        draft_type = {"throw": DiceDraft, "enter": ChoiceDraft}.get(action)
        return draft_type is None or isinstance(self.draft, draft_type)

    def draw(self, width: int, height: int = 0) -> list[Line]:
        """The lines of the request."""
        request = self.view.game.request
        self._options = {}
        if isinstance(request, Roll):
            lines = self._roll(request, width)
        elif self.choice is None:
            return self._over(width)
        else:
            lines = self.question(self.choice.choice, width)
            if self.choice.choice.kind == ONE:
                lines += self._list(self.choice, width, len(lines))
            else:
                lines += self._field(self.choice, width)
        if self.notice:
            lines += wrap([Span(f"{self.glyphs.mark} {safe(self.notice)}", "bad")], width)
        return lines

    def _over(self, width: int) -> list[Line]:
        keys = line(("Esc", "key"), ": leave   ", ("u", "key"), ": undo the last answer")
        return [
            self.heading("The game is over", width),
            *wrap(line((safe(self.view.head()), "strong")), width),
            *wrap(keys, width),
        ]

    def question(self, choice: Choice, width: int) -> list[Line]:
        """The question of a choice with its paragraph of the rules, and who answers it, if the game
        knows.
        """
        play = self.view.game.play
        asked = "Question"
        side = ""
        if isinstance(play, ie_shima_play.IslandPlay):
            side = decider(play, choice.decision, choice.options)
        if side:
            you = "You, the " if island.opponent_of(play.state) else ""
            asked = f"{you}{side.capitalize()} player"
        head = self.heading(asked, width, safe(choice.rule))
        # The log shows what the selected order can bring, so that only the question is asked here.
        question, end, _ = choice.prompt.partition("?")
        prompt = question + end if choice.about == "order" else choice.prompt
        return [head, *wrap(line((f" {safe(prompt)}", "strong")), width, indent=1)]

    def _mark(self) -> None:
        """Let the other panels show what the selected answer concerns."""
        value = self.choice.value if self.choice is not None else ""
        if value != self.view.selected:
            self.view.selected = value
            self.screen.query_one(ScoreSheetPanel).redraw()
            self.screen.query_one(TableLog).redraw()

    def _list(self, draft: ChoiceDraft, width: int, row: int) -> list[Line]:
        """The options, from a row on; above them the field if their numbers have two digits."""
        lines = []
        room = max(map(len, draft.keys))
        if room > 1:
            letters = "" if all(map(str.isdigit, draft.keys)) else " or letter"
            hint = f" type a number{letters}, then "
            lines = [line((f" [ {draft.typed}_ ] ", "mark"), (hint, "dim"), ("Enter", "key"))]
        for number, option in enumerate(draft.choice.options):
            mark = " "
            style = "dim" if option.barred else "plain"
            if number == draft.selected:
                mark = self.glyphs.mark
                style = "mark"
            spans = [
                Span(f"{mark}{draft.keys[number]:<{room}} ", "key"),
                Span(f" {safe(offered_words(option))} ", style),
            ]
            for wrapped in wrap(spans, width, indent=room + 3):
                self._options[row + len(lines)] = number
                lines.append(wrapped)
        return lines

    def _field(self, draft: ChoiceDraft, width: int) -> list[Line]:
        """The field of a number or a label, and the option that Enter alone gives."""
        choice = draft.choice
        field: Line = [Span(f" [ {draft.typed}_ ] ", "mark")]
        if choice.kind == NUMBER:
            field += [Span(f" {choice.least} to {choice.most}  ", "dim")]
            field += [Span(" - ", "key", "focused.move(1)"), Span(" + ", "key", "focused.move(-1)")]
        else:
            field += [Span(" letters and digits  ", "dim")]
        lines = wrap([*field, Span("  Enter", "key", "focused.enter")], width)
        for option in choice.options:
            enter = f" {self.glyphs.to} Enter alone: {safe(option.text)}"
            lines += wrap([Span(enter, "dim", "focused.enter")], width, indent=3)
        return lines

    def _roll(self, roll: Roll, width: int) -> list[Line]:
        """A roll before it is made: a single small die as its faces, other dice as fields."""
        lines = [
            self.heading(f"Roll {roll.dice_name}", width, safe(roll.purpose.rule)),
            *purpose_lines(roll, width),
        ]
        lines += modifier_lines(roll, width)
        if not self.chart_is_elsewhere:
            lines += chart_rows(roll, width)
        if len(roll.faces) == 1 and roll.faces[0] < 10:
            dice: Line = [Span(" Your die: ", "strong")]
            for face in range(1, roll.faces[0] + 1):
                dice += [Span(f" {face} ", "mark", f"focused.digit({face})"), Span(" ")]
        else:
            typed = self.draft.dice if isinstance(self.draft, DiceDraft) else []
            shown = " ".join(f"[ {'_' if die is None else die} ]" for die in typed)
            dice = [Span(f" Your {roll.dice_name}: ", "strong"), Span(shown, "mark")]
        lines += wrap(dice, width)
        key = Span("Space", "key", "focused.throw")
        words = Span(": the computer rolls", "dim", "focused.throw")
        lines += wrap(line(("  or ", "dim"), key, words), width)
        return lines

    def action_enter(self) -> None:
        if self.choice is None:
            return
        try:
            answer = self.choice.answer()
        except Illegal as error:
            self.say(str(error))
            return
        if answer is not None:
            self.post_message(self.Given(answer))

    def action_throw(self) -> None:
        self.post_message(self.Given(answer=None))

    def action_move(self, step: int) -> None:
        if self.choice is not None:
            self.choice.move(step)
            self.say("")
            self._keep_in_view()

    def action_digit(self, digit: int) -> None:
        draft = self.draft
        if isinstance(draft, ChoiceDraft):
            self._type(draft, str(digit))
        elif draft is not None:
            if limits := draft.enter(digit):
                self.say(f"{digit} is not on this die ({limits[0]} to {limits[1]})")
                return
            self.say("")
            if draft.is_full:
                self.post_message(self.Given(list(draft.dice)))
                # If the dice are refused, they are typed again.
                self.draft = DiceDraft(draft.faces)

    def _type(self, draft: ChoiceDraft, character: str) -> None:
        """Select an option, or add to a number or label; after a refused answer, start over."""
        try:
            draft.type(character, afresh=bool(self.notice))
        except Illegal as error:
            self.say(str(error))
            return
        self.say("")
        self._keep_in_view()

    def action_erase(self) -> None:
        if self.draft is not None:
            self.draft.erase()
        self.say("")

    def on_key(self, event: events.Key) -> None:
        """Letters type a label or choose an option; this overrides their bindings."""
        if event.key == "enter" and isinstance(self.draft, DiceDraft):
            self.say("Type your dice, or press Space to roll.")
        elif event.key == "space" and self.choice is not None:
            self.say("No dice are needed now. Press Enter to answer.")
        character = (event.character or "").strip()
        if self.choice is not None and character and self.choice.takes(character):
            event.stop()
            event.prevent_default()
            self._type(self.choice, character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        draft = self.draft
        if isinstance(draft, DiceDraft):
            paste_dice(self, event.text, draft.missing, self.action_digit)
        elif draft is not None and draft.choice.kind != ONE:
            for character in pasted(event.text):
                if character.isdigit() or draft.takes(character):
                    self._type(draft, character)

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        option = None
        if at is not None:
            option = self._options.get(at.y + round(self.scroll_offset.y))
        if option is not None and self.choice is not None:
            self.choice.selected = option
            self.choice.is_refused = False
            self.action_enter()

    def _keep_in_view(self) -> None:
        self._mark()
        selected = NONE if self.choice is None else self.choice.selected
        rows = [row for row, option in self._options.items() if option == selected]
        if rows:
            # With the row above, which may be the question.
            self.scroll_to_region(
                Region(0, max(0, rows[0] - 1), 1, len(rows) + 1), animate=False, immediate=True
            )


class Answered(TableOrders, inherit_bindings=False):
    """A request of a game played before, with the answer it was given."""

    BINDINGS: ClassVar = []

    def __init__(self, view: View, answer: Callable[[], Answer | Roll | None]) -> None:
        super().__init__(view)
        self.answer = answer

    def draw(self, width: int, height: int = 0) -> list[Line]:
        """The request, then its answer."""
        request = self.view.game.request
        answer = self.answer()
        if request is None:
            return super().draw(width)
        if isinstance(request, Roll):
            lines = [
                self.heading("Rolled", width, safe(request.purpose.rule)),
                *purpose_lines(request, width),
            ]
            if isinstance(answer, Roll):
                lines += chart_rows(answer, width)
                dice = "".join(f"[{die}]" for die in answer.dice)
                result = (result_of(answer), "title")
                lines.append(line((f" {dice} ", "strong"), f"{self.glyphs.to} ", result))
            return lines
        shown = "not answered yet"
        if answer is not None:
            texts = (option.text for option in request.options if option.value == answer)
            shown = next(texts, str(answer))
        answered = line(f" {self.glyphs.to} ", (safe(shown), "title"))
        return [*self.question(request, width), *wrap(answered, width)]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return False


def purpose_lines(roll: Roll, width: int) -> list[Line]:
    """What a roll is for, and on which chart."""
    purpose = (f" {safe(roll.purpose.words)}", "strong")
    chart = (f"  on {safe(chart_of(roll))}", "dim")
    return wrap(line(purpose, chart), width)


def chart_rows(roll: Roll, width: int) -> list[Line]:
    """The rows of a roll's chart in its column, the rolled one highlighted; empty for a chart
    without ranges of totals, for the small chart of a note, and for one with too many rows.
    """
    chart = roll.chart
    if (
        not isinstance(chart.raw, RangeChart)
        or chart.letter
        or chart.note_id
        or len(chart.raw.rows) > MOST_ROWS
    ):
        return []
    lines = list[Line]()
    labels = [roll_label(str(row.label)) for row in chart.raw.rows]
    room = max(map(len, labels)) + 1
    for row, label in zip(chart.raw.rows, labels, strict=True):
        is_rolled = roll.result is not None and roll.result.label == row.label
        total = min(numbers_in(row.label))
        text = safe(printed_words(chart, chart.look_up(total, roll.column), roll.column))
        mark = ">" if is_rolled else " "
        totals = Span(f" {mark}{fit(label, room)}", "dim")
        lines.append([totals, Span(f" {text} ", "mark" if is_rolled else "plain")])
    return lines
