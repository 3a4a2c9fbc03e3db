"""The panels of a companion game: score sheet, request, log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.geometry import Region
from textual.message import Message

from picket_duty.charts.kinds import RangeChart, numbers_in
from picket_duty.charts.words import format_result, roll_label
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_map, ie_shima_play
from picket_duty.companions.ie_shima_opponent import decider
from picket_duty.companions.international_team import PRIVATE
from picket_duty.companions.table import Headline, RefereeRemark, is_visible, roll_text
from picket_duty.companions.table_conversation import answer_of, keys_text, option_keys, option_text
from picket_duty.companions.table_pages import SHORT, area_of_answer, prospect, score_sheet
from picket_duty.companions.table_saves import TableGame
from picket_duty.events import DecisionMade, Event
from picket_duty.pages.blocks import Block, Fields
from picket_duty.requests import LABEL, NUMBER, ONE, Answer, Choice, Illegal, Roll
from picket_duty.text.names import count, title_case
from picket_duty.text.rolls import chart_of, result_of
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import cut, fit, length, pasted, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.roll_lines import modifier_lines
from picket_duty.tui.typed_dice import paste_dice
from picket_duty.tui.widgets.panel import Panel

#: The least rows of a score sheet with the framed map.
MAP_ROWS = 30


class View:
    """The view of a game on its panels: the game, the side that may look, and whether all events
    are shown.
    """

    def __init__(self, game: TableGame) -> None:
        self.game = game
        #: The side that is alone at the screen, empty for both.
        self.seat = ""
        #: Whether private events are shown too, as in a game that is over.
        self.shows_all = False
        #: The selected answer, empty for none.
        self.selected = ""
        #: The number of events before the last answer: the later ones are new.
        self.old_events = 0

    def visible_events(self) -> list[Event]:
        """The events that the players at the screen may read."""
        return [
            event
            for event in self.game.events
            if self.shows_all
            or (
                is_visible(event, self.seat)
                and (self.seat or not isinstance(event, DecisionMade) or event.about not in PRIVATE)
            )
        ]

    def headlines(self) -> list[str]:
        """What happened since the player's last impulse began, or in the one before if nothing has
        happened in it.
        """
        texts: list[str] = []
        for event in reversed(self.visible_events()):
            if isinstance(event, Headline):
                texts.insert(0, event.text)
            elif texts and isinstance(event, DecisionMade) and event.about.endswith(" impulse"):
                break
        return texts

    def prospect(self) -> list[Block]:
        """What the selected answer concerns, on a tracked board."""
        play = self.game.play
        request = self.game.request
        if (
            isinstance(play, ie_shima_play.IslandPlay)
            and ie_shima_map.has_map(play.state)
            and isinstance(request, Choice)
        ):
            return prospect(play, request, self.selected)
        return []

    def score_sheet(self) -> list[Fields]:
        """The score sheet as the players at the screen may see it."""
        state = self.game.state
        return score_sheet(state, self.game.tables, state.seat if self.shows_all else self.seat)

    def head(self) -> str:
        """The last heading in the log."""
        remarks = (
            event for event in reversed(self.visible_events()) if isinstance(event, RefereeRemark)
        )
        return next((remark.text for remark in remarks if remark.head), "")

    def title(self, width: int, before: str, split: str) -> list[Line]:
        """The title of the game and the last heading in one line."""
        heading = (
            line((f" {split} ", "sea"), (safe(head), "title")) if (head := self.head()) else []
        )
        return [
            cut(
                [*line(" ", (before, "warn"), (SHORT[self.game.tables.name], "strong")), *heading],
                width,
            )
        ]


class ScoreSheetPanel(Panel):
    """The score sheet: calendar or track, windows, ledger, totals."""

    def __init__(self, view: View, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view

    def draw(self, width: int, height: int) -> list[Line]:
        play = self.view.game.play
        sections = self.view.score_sheet()
        lines: list[Line] = []
        if (
            isinstance(play, ie_shima_play.IslandPlay)
            and ie_shima_map.has_map(play.state)
            and width >= ie_shima_map.SMALL_MAP.columns
        ):
            framed = ie_shima_map.ASCII_MAP if self.glyphs.ascii else ie_shima_map.FRAMED_MAP
            size = (
                framed if width >= framed.columns and height >= MAP_ROWS else ie_shima_map.SMALL_MAP
            )
            day = next((section for section in sections if section.title == "Day"), Fields(()))
            for name, text in day.rows:
                fact = [Span(f" {name} " if name else " ", "dim"), *text, Span(" ")]
                if not name and size is ie_shima_map.SMALL_MAP:
                    continue
                if lines and length([*lines[-1], *fact]) <= width:
                    lines[-1] += fact
                else:
                    lines += wrap(fact, width, indent=1)
            drawing, others = ie_shima_map.map_lines(
                play.board, size, area_of_answer(self.view.selected)
            )
            lines += drawing[:-1]
            if others:
                lines += wrap(line(("Other borders ", "dim"), ", ".join(others)), width, indent=1)
            lines.append(cut([Span(ie_shima_map.MAP_KEY, "dim")], width))
            if size is ie_shima_map.SMALL_MAP:
                if height < len(lines) + 12:
                    # Too few rows to list the units here; the sheet of w does.
                    sections = [section for section in sections if section.title != "Units"]
                texts = play.board.box_texts().items()
                boxes = ((words, str(len(play.board.at(place)) or "")) for place, words in texts)
                lines += page_lines([Fields(tuple(boxes))], width, self.glyphs)
            sections = [
                section for section in sections if section.title not in ("Map", "Day", "Areas")
            ]
        lines += page_lines(sections, width, self.glyphs)
        if len(lines) <= height:
            return lines
        more = line(
            (f"+{len(lines) - height + 1} more, ", "dim"), ("w", "key"), (": score sheet", "dim")
        )
        return [*lines[: height - 1], cut(more, width)]


class TableLog(Panel):
    """The log of answers, rolls and remarks, the newest at the bottom."""

    ALLOW_SELECT = True

    def __init__(self, view: View, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view
        self.back = 0

    def draw(self, width: int, height: int) -> list[Line]:
        # A reader of older lines has the whole panel.
        above = page_lines([] if self.back else self.view.prospect(), width, self.glyphs)
        if not self.back and (headlines := self.view.headlines()):
            above.append(self.heading("What happened", width))
            said = [
                row
                for text in headlines
                for row in wrap([Span(f" {safe(text)}", "strong")], width, indent=3)
            ]
            # If not all fit, the latest do, without the log.
            above += said[-max(1, height - len(above)) :]
        if len(above) >= height - 1:
            return above[:height]
        room = height - 1 - len(above)
        lines = list[Line]()
        new = {id(event) for event in self.view.game.events[self.view.old_events :]}
        for event in reversed(self.view.visible_events()):
            if isinstance(event, RefereeRemark) or not island.is_practice(self.view.game.state):
                lines[:0] = event_lines(event, width, id(event) in new)
            if len(lines) >= room + self.back:
                break
        self.back = max(0, min(self.back, len(lines) - room))
        end = len(lines) - self.back
        more = f"{count(self.back, 'more line')} below" if self.back else ""
        return [*above, self.heading("Log", width, more), *lines[max(0, end - room) : end]][:height]

    def look_back(self, lines: int) -> None:
        """Scroll back by some lines, or forward if negative."""
        self.back = max(0, self.back + lines)
        self.redraw()

    def on_mouse_scroll_up(self) -> None:
        self.look_back(3)

    def on_mouse_scroll_down(self) -> None:
        self.look_back(-3)


def event_lines(event: Event, width: int, is_new: bool = True) -> list[Line]:
    """An event as lines, dim unless it is new; empty if it is not shown."""
    if isinstance(event, Roll):
        text = roll_text(event)
        style = "dim"
    elif isinstance(event, DecisionMade):
        # Ids of choices are in saves and keep their spelling.
        subject = event.about.replace("defence", "defense").replace("spend ", "advantage for ")
        about = f"U.S. {subject[3:]}" if subject.startswith("us ") else title_case(subject)
        text = f"{about}: {event.words}"
        style = "dim"
    elif isinstance(event, RefereeRemark):
        text = event.text
        style = "title" if event.head else "plain" if is_new else "dim"
    else:
        return []
    return wrap([Span(f" {safe(text)}", style)], width, indent=3)


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
                "An option, a number, or your dice",
                f"table.digit_{digit}",
            )
            for digit in range(10)
        ),
    ]

    def __init__(self, view: View, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view = view
        self.notice = ""
        self.typed = ""
        self.selected = 0
        #: Whether the whole chart is shown elsewhere on the screen.
        self.chart_is_elsewhere = False
        self._options: dict[int, int] = {}
        #: Whether the last typed option was refused: an Enter typed after it is ignored.
        self._refused = False

    def begin(self) -> None:
        """Begin another request: clear what was typed and select its default option."""
        self.notice = self.typed = ""
        self.selected = 0
        self._refused = False
        request = self.view.game.request
        if isinstance(request, Choice):
            ranks = [
                (option.value != request.decision.marked, bool(option.barred))
                for option in request.options
            ]
            self.selected = ranks.index(min(ranks)) if ranks else 0
        self.scroll_home(animate=False, immediate=True)
        self._mark()

    def say(self, notice: str) -> None:
        """Show what was wrong with an answer."""
        self.notice = notice
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        request_type = {"throw": Roll, "enter": Choice}.get(action)
        return request_type is None or isinstance(self.view.game.request, request_type)

    def draw(self, width: int, height: int = 0) -> list[Line]:
        """The lines of the request; ``_options`` are the options that they show, by row."""
        request = self.view.game.request
        self._options = {}
        if request is None:
            lines = [
                self.heading("The game is over", width),
                *wrap(line((safe(self.view.head()), "strong")), width),
            ]
            return [
                *lines,
                *wrap(
                    line(("Esc", "key"), ": leave   ", ("u", "key"), ": undo the last answer"),
                    width,
                ),
            ]
        if isinstance(request, Roll):
            lines = self._roll(request, width)
        else:
            lines = self.question(request, width)
            lines += (
                self._list(request, width, len(lines))
                if request.kind == ONE
                else self._field(request, width)
            )
        if self.notice:
            lines += wrap([Span(f"{self.glyphs.mark} {safe(self.notice)}", "bad")], width)
        return lines

    def question(self, choice: Choice, width: int) -> list[Line]:
        """The question of a choice with its paragraph of the rules, and who answers it, if the game
        knows.
        """
        play = self.view.game.play
        asked = "Question"
        if isinstance(play, ie_shima_play.IslandPlay) and (
            side := decider(play, choice.decision, choice.options)
        ):
            asked = (
                f"{'You, the ' if island.opponent_of(play.state) else ''}{side.capitalize()} player"
            )
        head = self.heading(asked, width, safe(choice.rule))
        # What an attack can bring is beside the selected one.
        question, end, _ = choice.prompt.partition("?")
        prompt = question + end if choice.about == "order" else choice.prompt
        return [head, *wrap(line((f" {safe(prompt)}", "strong")), width, indent=1)]

    def _mark(self) -> None:
        request = self.view.game.request
        value = ""
        if isinstance(request, Choice) and request.kind == ONE:
            value = request.options[self.selected].value
        if value != self.view.selected:
            self.view.selected = value
            self.screen.query_one(ScoreSheetPanel).redraw()
            self.screen.query_one(TableLog).redraw()

    def _list(self, choice: Choice, width: int, row: int) -> list[Line]:
        """The options, from a row on; above them the field if their numbers have two digits."""
        lines: list[Line] = []
        keys = option_keys(choice)
        room = max(map(len, keys))
        if room > 1:
            hint = f" type a number{'' if all(map(str.isdigit, keys)) else ' or letter'}, then "
            lines = [line((f" [ {self.typed}_ ] ", "mark"), (hint, "dim"), ("Enter", "key"))]
        for number, option in enumerate(choice.options):
            is_selected = number == self.selected
            spans = [
                Span(f"{self.glyphs.mark if is_selected else ' '}{keys[number]:<{room}} ", "key"),
                Span(
                    f" {safe(option_text(option))} ",
                    "mark" if is_selected else "dim" if option.barred else "plain",
                ),
            ]
            wrapped = wrap(spans, width, indent=room + 3)
            self._options |= dict.fromkeys(
                range(row + len(lines), row + len(lines) + len(wrapped)), number
            )
            lines += wrapped
        return lines

    def _field(self, choice: Choice, width: int) -> list[Line]:
        field: Line = [Span(f" [ {self.typed}_ ] ", "mark")]
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
            shown = " ".join(
                f"[ {self.typed[number : number + 1] or '_'} ]" for number in range(len(roll.faces))
            )
            dice = [Span(f" Your {roll.dice_name}: ", "strong"), Span(shown, "mark")]
        lines += wrap(dice, width)
        lines += wrap(
            line(
                ("  or ", "dim"),
                Span("Space", "key", "focused.throw"),
                Span(": the computer rolls", "dim", "focused.throw"),
            ),
            width,
        )
        return lines

    def action_enter(self) -> None:
        choice = self.view.game.request
        if not isinstance(choice, Choice):
            return
        if choice.kind == ONE:
            if not self._refused:
                self.post_message(self.Given(choice.options[self.selected].value))
            self._refused = False
        elif self.typed:
            try:
                self.post_message(self.Given(answer_of(choice, self.typed)))
            except Illegal as error:
                self.say(str(error))
        elif choice.options:
            self.post_message(self.Given(choice.options[0].value))
        else:
            kind = (
                f"a number from {choice.least} to {choice.most}"
                if choice.kind == NUMBER
                else "the label"
            )
            self.say(f"Type {kind}, then press Enter.")

    def action_throw(self) -> None:
        self.post_message(self.Given(None))

    def action_move(self, step: int) -> None:
        request = self.view.game.request
        if not isinstance(request, Choice):
            return
        self.notice = ""
        self._refused = False
        if request.kind == ONE:
            self.typed = ""
            # A single step past an end goes to the other end.
            last = len(request.options) - 1
            target = self.selected + step
            self.selected = target % (last + 1) if abs(step) == 1 else max(0, min(last, target))
        elif request.kind == NUMBER:
            typed = int(self.typed) if self.typed.removeprefix("-").isdigit() else request.least
            self.typed = str(max(request.least, min(request.most, typed - step)))
        self.redraw()
        self._keep_in_view()

    def action_digit(self, digit: int) -> None:
        request = self.view.game.request
        if isinstance(request, Choice):
            self._type(request, str(digit))
        elif isinstance(request, Roll):
            face = request.faces[len(self.typed)]
            low, high = (0, 9) if face == 10 else (1, face)
            if not low <= digit <= high:
                self.say(f"{digit} is not on this die ({low} to {high})")
                return
            self.typed += str(digit)
            self.say("")
            if len(self.typed) == len(request.faces):
                dice = self.typed
                self.typed = ""
                self.post_message(self.Given(list(map(int, dice))))

    def _type(self, choice: Choice, character: str) -> None:
        """Select an option, or add to a number or label; after a refused answer, start over."""
        if choice.kind != ONE:
            character = character.upper()
            # More characters than any answer has, so that a long answer is refused, not cut.
            self.typed = character if self.notice else (self.typed + character)[:12]
            self.say("")
            return
        self.notice = ""
        self._refused = False
        keys = option_keys(choice)
        self.typed = (
            self.typed + character if max(map(len, keys)) > 1 and character.isdigit() else character
        )
        matching = [key for key in keys if key.startswith(self.typed)]
        if not matching:
            typed = self.typed
            self.typed = ""
            self._refused = True
            self.say(f"{typed} is not an option; type {keys_text(keys)}")
            return
        self.selected = keys.index(self.typed if self.typed in keys else matching[0])
        self.redraw()
        self._keep_in_view()

    def action_erase(self) -> None:
        self.typed = self.typed[:-1]
        self.say("")

    def on_key(self, event: events.Key) -> None:
        """Letters type a label or choose an option; this overrides their bindings."""
        request = self.view.game.request
        if event.key == "enter" and isinstance(request, Roll):
            self.say("Type your dice, or press Space to roll.")
        elif event.key == "space" and isinstance(request, Choice):
            self.say("No dice are needed now. Press Enter to answer.")
        character = (event.character or "").strip()
        if isinstance(request, Choice) and character and self._takes(request, character):
            event.stop()
            event.prevent_default()
            self._type(request, character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        request = self.view.game.request
        if isinstance(request, Roll):
            paste_dice(self, event.text, len(request.faces) - len(self.typed), self.action_digit)
        elif isinstance(request, Choice) and request.kind != ONE:
            for character in pasted(event.text):
                if character.isdigit() or self._takes(request, character):
                    self._type(request, character)

    def _takes(self, choice: Choice, character: str) -> bool:
        """Whether a character other than a digit is typed: letters of a label or an option,
        separators of a number.
        """
        if choice.kind == ONE:
            return character.isalpha() and character in option_keys(choice)
        return character in ".,-+/" or (
            choice.kind == LABEL and character.isascii() and character.isalpha()
        )

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        option = self._options.get(at.y + round(self.scroll_offset.y)) if at is not None else None
        if option is not None:
            self.selected = option
            self._refused = False
            self.action_enter()

    def _keep_in_view(self) -> None:
        self._mark()
        rows = [row for row, option in self._options.items() if option == self.selected]
        if rows:
            # With the row above, which may be the question.
            self.scroll_to_region(
                Region(0, max(0, rows[0] - 1), 1, len(rows) + 1), animate=False, immediate=True
            )


class Cover(Panel, can_focus=True):
    """A page that covers the table while the players change seats."""

    class Uncovered(Message):
        """The next player is at the screen."""

    BINDINGS: ClassVar = [
        bind(
            "enter,space",
            "uncover",
            "Show",
            "Show the screen to the player whose turn it is",
            "table.uncover",
        ),
    ]

    def __init__(self, words: Callable[[], str], id: str | None = None) -> None:
        super().__init__(id=id)
        self.words = words

    def draw(self, width: int, height: int) -> list[Line]:
        words = line("The other player should look away. The screen is hidden.")
        lines = [
            line((self.words(), "title")),
            [],
            words,
            [],
            line(("Enter", "key"), ": show the screen"),
        ]
        return [*([[]] * (height // 3)), *([Span("    "), *spans] for spans in lines)]

    def action_uncover(self) -> None:
        self.post_message(self.Uncovered())

    on_click = action_uncover


class Answered(TableOrders, inherit_bindings=False):
    """A request of a game played before, with the answer it was given."""

    BINDINGS: ClassVar = []

    def __init__(
        self, view: View, answer: Callable[[], Answer | Roll | None], id: str | None = None
    ) -> None:
        super().__init__(view, id)
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
                lines.append(
                    line(
                        (f" {dice} ", "strong"), f"{self.glyphs.to} ", (result_of(answer), "title")
                    )
                )
            return lines
        text = next(
            (option.text for option in request.options if option.value == answer), str(answer)
        )
        shown = text if answer is not None else "not answered yet"
        return [
            *self.question(request, width),
            *wrap(line(f" {self.glyphs.to} ", (safe(shown), "title")), width),
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return False


def purpose_lines(roll: Roll, width: int) -> list[Line]:
    """What a roll is for, and on which chart."""
    return wrap(
        line((f" {safe(roll.purpose.words)}", "strong"), (f"  on {safe(chart_of(roll))}", "dim")),
        width,
    )


def chart_rows(roll: Roll, width: int) -> list[Line]:
    """The rows of a roll's chart in its column, the rolled one highlighted; empty for no ranges, or
    more than 12.
    """
    chart = roll.chart
    if (
        not isinstance(chart.raw, RangeChart)
        or chart.letter
        or chart.note_id
        or len(chart.raw.rows) > 12
    ):
        return []
    lines = list[Line]()
    labels = [roll_label(str(row.label)) for row in chart.raw.rows]
    room = max(map(len, labels)) + 1
    for row, label in zip(chart.raw.rows, labels, strict=True):
        is_rolled = roll.result is not None and roll.result.label == row.label
        total = min(numbers_in(row.label))
        text = safe(format_result(chart, chart.look_up(total, roll.column), roll.column))
        lines.append(
            [
                Span(f" {'>' if is_rolled else ' '}{fit(label, room)}", "dim"),
                Span(f" {text} ", "mark" if is_rolled else "plain"),
            ]
        )
    return lines
