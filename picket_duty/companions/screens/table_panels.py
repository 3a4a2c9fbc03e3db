"""The panels of a companion game: score sheet, request, log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.geometry import Region
from textual.message import Message

from picket_duty.charts.kinds import RangeChart, numbers_in
from picket_duty.charts.words import printed_words, roll_label
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_map, ie_shima_play
from picket_duty.companions.ie_shima_opponent import decider
from picket_duty.companions.international_team import PRIVATE
from picket_duty.companions.table import Headline, RefereeRemark, is_visible, rolled_words
from picket_duty.companions.table_pages import SHORT, area_of_answer, prospect, score_sheet
from picket_duty.companions.table_saves import TableGame
from picket_duty.drafts.choice import NONE, ChoiceDraft, offered_words
from picket_duty.drafts.dice import DiceDraft
from picket_duty.events import DecisionMade, Event
from picket_duty.pages.blocks import Block, Fields
from picket_duty.requests import NUMBER, ONE, Answer, Choice, Illegal, Roll
from picket_duty.text.english import count, title_case
from picket_duty.text.rolls import chart_of, result_of
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import cut, fit, length, pasted, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.roll_lines import modifier_lines
from picket_duty.tui.typed_dice import paste_dice
from picket_duty.tui.widgets.panel import LogPanel, Panel

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
        return [event for event in self.game.events if self.shows_all or self._may_read(event)]

    def _may_read(self, event: Event) -> bool:
        is_private = isinstance(event, DecisionMade) and event.about in PRIVATE
        return is_visible(event, self.seat) and (bool(self.seat) or not is_private)

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

    def tracked_play(self) -> ie_shima_play.IslandPlay | None:
        """The game on a board that the program tracks; None for any other game."""
        play = self.game.play
        if isinstance(play, ie_shima_play.IslandPlay) and ie_shima_map.has_map(play.state):
            return play
        return None

    def prospect(self) -> list[Block]:
        """What the selected answer concerns, on a tracked board."""
        play = self.tracked_play()
        request = self.game.request
        if play is not None and isinstance(request, Choice):
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
        spans = line(" ", (before, "warn"), (SHORT[self.game.tables.name], "strong"))
        if head := self.head():
            spans += line((f" {split} ", "sea"), (safe(head), "title"))
        return [cut(spans, width)]


class ScoreSheetPanel(Panel):
    """The score sheet: calendar or track, windows, ledger, totals."""

    def __init__(self, view: View) -> None:
        super().__init__("score-sheet")
        self.view = view

    def draw(self, width: int, height: int) -> list[Line]:
        play = self.view.tracked_play()
        sections = self.view.score_sheet()
        lines = []
        if play is not None and width >= ie_shima_map.SMALL_MAP.columns:
            lines = self._map_lines(play, sections, width, height)
            # Too few rows to list the units here; the sheet of w does.
            few_rows = self._is_small(width, height) and height < len(lines) + 12
            shown = ("Map", "Day", "Areas", *(("Units",) if few_rows else ()))
            if self._is_small(width, height):
                lines += self._boxes(play, width)
            sections = [section for section in sections if section.title not in shown]
        lines += page_lines(sections, width, self.glyphs)
        if len(lines) <= height:
            return lines
        over = f"+{len(lines) - height + 1} more, "
        more = line((over, "dim"), ("w", "key"), (": score sheet", "dim"))
        return [*lines[: height - 1], cut(more, width)]

    def _frame(self) -> ie_shima_map.MapSize:
        if self.glyphs.ascii:
            return ie_shima_map.ASCII_MAP
        return ie_shima_map.FRAMED_MAP

    def _is_small(self, width: int, height: int) -> bool:
        """Whether the framed map has no room."""
        return width < self._frame().columns or height < MAP_ROWS

    def _map_lines(
        self, play: ie_shima_play.IslandPlay, sections: list[Fields], width: int, height: int
    ) -> list[Line]:
        """The day, the map, what borders it cannot draw, and its key."""
        is_small = self._is_small(width, height)
        day = next((section for section in sections if section.title == "Day"), Fields(()))
        lines = _day_lines(day, width, is_small)
        size = ie_shima_map.SMALL_MAP if is_small else self._frame()
        area = area_of_answer(self.view.selected)
        drawing, others = ie_shima_map.drawn_map(play.board, size, area)
        lines += drawing[:-1]
        if others:
            lines += wrap(line(("Other borders ", "dim"), ", ".join(others)), width, indent=1)
        key = ie_shima_map.MAP_KEY
        if not is_small:
            key = f"{key}  {ie_shima_map.BOX_KEY}"
        return [*lines, cut([Span(key, "dim")], width)]

    def _boxes(self, play: ie_shima_play.IslandPlay, width: int) -> list[Line]:
        """The boxes beside the map, with the number of units in each."""
        texts = play.board.box_texts().items()
        boxes = ((words, str(len(play.board.at(place)) or "")) for place, words in texts)
        return page_lines([Fields(tuple(boxes))], width, self.glyphs)


def _day_lines(day: Fields, width: int, is_small: bool) -> list[Line]:
    """The facts of the day, as many in a line as it has room for; ``is_small`` leaves out those
    without a name.
    """
    lines: list[Line] = []
    for name, text in day.rows:
        if not name and is_small:
            continue
        fact = [Span(f" {name} " if name else " ", "dim"), *text, Span(" ")]
        if lines and length([*lines[-1], *fact]) <= width:
            lines[-1] += fact
        else:
            lines += wrap(fact, width, indent=1)
    return lines


class TableLog(LogPanel):
    """The log of answers, rolls and remarks, the newest at the bottom."""

    def __init__(self, view: View) -> None:
        super().__init__("table-log")
        self.view = view

    def draw(self, width: int, height: int) -> list[Line]:
        # A reader of older lines has the whole panel.
        above = [] if self.back else self._above(width, height)
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
        shown = self.in_view(lines, room)
        more = ""
        if self.back:
            more = f"{count(self.back, 'more line')} below"
        return [*above, self.heading("Log", width, more), *shown][:height]

    def _above(self, width: int, height: int) -> list[Line]:
        """What the selected answer concerns, and what happened last."""
        above = page_lines(self.view.prospect(), width, self.glyphs)
        headlines = self.view.headlines()
        if not headlines:
            return above
        above.append(self.heading("What happened", width))
        said = []
        for text in headlines:
            said += wrap([Span(f" {safe(text)}", "strong")], width, indent=3)
        # If not all fit, the latest do, without the log.
        return [*above, *said[-max(1, height - len(above)) :]]


def event_lines(event: Event, width: int, is_new: bool = True) -> list[Line]:
    """An event as lines, dim unless it is new; empty if it is not shown."""
    if isinstance(event, Roll):
        text = rolled_words(event)
        style = "dim"
    elif isinstance(event, DecisionMade):
        # Ids of choices are in saves and keep their spelling.
        subject = event.about.replace("defence", "defense").replace("spend ", "advantage for ")
        about = title_case(subject)
        if subject.startswith("us "):
            about = f"U.S. {subject.removeprefix('us ')}"
        text = f"{about}: {event.words}"
        style = "dim"
    elif isinstance(event, RefereeRemark):
        text = event.text
        style = "plain" if is_new else "dim"
        style = "title" if event.head else style
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
        # What an attack can bring is beside the selected one.
        question, end, _ = choice.prompt.partition("?")
        prompt = question + end if choice.about == "order" else choice.prompt
        return [head, *wrap(line((f" {safe(prompt)}", "strong")), width, indent=1)]

    def _mark(self) -> None:
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
        self.post_message(self.Given(None))

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

    def __init__(self, words: Callable[[], str]) -> None:
        super().__init__("cover")
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
        text = safe(printed_words(chart, chart.look_up(total, roll.column), roll.column))
        mark = ">" if is_rolled else " "
        totals = Span(f" {mark}{fit(label, room)}", "dim")
        lines.append([totals, Span(f" {text} ", "mark" if is_rolled else "plain")])
    return lines
