"""The order panel of a choice between options, with what each option leads to."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding
from textual.message import Message

from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE, UNAIDED
from picket_duty.charts.words import safe
from picket_duty.drafts.choice import NONE, ChoiceDraft
from picket_duty.odds.consequences import Consequences
from picket_duty.odds.consequences import consequences as consequences_of
from picket_duty.odds.later_raids import raid_later_today
from picket_duty.odds.prospects import Prospects, SpoiledAim, prospects
from picket_duty.odds.relief import ReliefOption, relief_parts
from picket_duty.pages import consequences as consequence_pages
from picket_duty.pages import relief as relief_pages
from picket_duty.pages.comparisons import compared, outcomes_of
from picket_duty.requests import ONE, Choice, Illegal, Roll
from picket_duty.saves.notes import EXEC_ASKED, note_asked
from picket_duty.text.cards import card_lines
from picket_duty.text.chances import RecommendationText, by_doctrine_words
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui import battle_view
from picket_duty.tui.battle_view import BattleView, suggest
from picket_duty.tui.keymap import bind, digits, hidden
from picket_duty.tui.lines import wrap
from picket_duty.tui.widgets.answer_tables import (
    INDENT,
    comparison_rows,
    outcome_rows,
    relief_rows,
)
from picket_duty.tui.widgets.orders import MORE_BELOW, Orders

#: Up to this many rows of room, the card of a wave has no blank line after it.
CLOSE_ROOM = 5
#: Rows in which any card has room.
CARD_ROOM = 100
#: Said while the option selected is not the one that the exec has named.
AGAIN = "Press s again to choose it."


class ChoicePanel(Orders):
    """A choice between options, by number or with the arrow keys and Enter.

    Asked for advice, the exec selects an option by an estimate, and the panel posts ``Advised``.
    The battle screen then counts games in the background and calls ``counted`` with what he says,
    each time it knows more.
    """

    class Advised(Message):
        """The exec was asked before his chances were worked out."""

    BINDINGS: ClassVar = [
        bind("enter,space", "commit", "Choose", "Choose the selected option", "one.choose"),
        bind(
            "s",
            "suggest",
            "Exec",
            "Ask your exec; press again to select his choice",
            "one.suggest",
        ),
        hidden("up,k,left", "move(-1)", "Select the previous option", id="one.up"),
        hidden("down,j,right", "move(1)", "Select the next option", id="one.down"),
        *digits("pick", "Select an option by its number", "one.choose"),
    ]

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        self._draft: ChoiceDraft | None = None
        #: What each answer of a yes-or-no decision leads to, shown side by side; None for others.
        self._prospects: Prospects | None = None
        #: The consequences of each option of other decisions.
        self._consequences: Consequences = {}
        #: Whether the exec was asked: his advice stays until the player selects something.
        self._exec_asked = False
        #: What the exec recommends, empty until it is worked out.
        self.advice = RecommendationText()
        #: What each answer about relief leads to.
        self._relief: dict[str, ReliefOption] = {}
        #: The row of each option, and the row after the last option and its notice.
        self._rows: list[int] = []
        self._options_end = 0

    @property
    def draft(self) -> ChoiceDraft | None:
        """The choice being made, or None."""
        request = self.view.game.request
        if not isinstance(request, Choice) or request.kind != ONE:
            return None
        if self._draft is None or self._draft.choice is not request:
            self._draft = ChoiceDraft(request)
            self._prospects = None
            self._consequences = {}
            self._relief = {}
            if self.view.game.aid != UNAIDED:
                self._work_out(request)
        return self._draft

    def _work_out(self, choice: Choice) -> None:
        """Work out what each option brings."""
        play = self.view.game.play
        self._prospects = prospects(play, choice)
        if choice.decision is ASK_RELIEF:
            self._relief = relief_parts(play, choice)
        elif self._prospects is None:
            self._consequences = consequences_of(play, choice)

    def begin(self) -> None:
        """Start a new decision without a selection or advice."""
        super().begin()
        self._draft = None
        self._exec_asked = False
        self.advice = RecommendationText()

    def marked_roll(self) -> Roll | None:
        """The roll that the decision leads to, or None."""
        return next(iter(self._rolls()), None)

    def rolls_after(self) -> list[Roll]:
        """The other rolls that the decision leads to."""
        return self._rolls()[1:]

    def _rolls(self) -> list[Roll]:
        if self.draft is None:
            return []
        return battle_view.decision_rolls(self.view.game.play, self.draft.choice)

    def rows_wanted(self, width: int) -> int:
        """The rows that show the whole card of the wave, unless the log shows it, or all that a
        decision about relief depends on, with a row for what the exec will say.
        """
        has_card = self.view.card is not None and not self.view.shows_log
        if not has_card and not self._relief:
            return 0
        rows = len(self.draw(width, CARD_ROOM))
        return rows + 1 if self._relief and not self.notice else rows

    def words_of(self, binding: Binding) -> str:
        """The label of a key: Enter chooses nothing before an option is selected."""
        draft = self.draft
        if binding.action != "commit" or draft is None or draft.selected != NONE:
            return super().words_of(binding)
        return f"Choose ({draft.open_keys()} first)"

    # -- drawing ---------------------------------------------------------------

    def draw(self, width: int, height: int) -> list[Line]:
        """What led to the question, the question, the options with their consequences, and the last
        roll.
        """
        draft = self.draft
        if draft is None:
            return []
        choice = draft.choice
        lines = self._question(choice, width)
        rows = []
        for block in self._options(draft, width):
            rows.append(len(lines))
            lines += block
        lines += self.notice_lines(width)
        notes = " ".join(relief_pages.question_notes(choice, self.view.game.play))
        lines += wrap([Span(notes, "dim")], width) if notes else []
        above, below = self._news_and_card(choice, width, height - 1 - len(lines))
        # The first block is the heading of the options.
        self._rows = [len(above) + row for row in rows[1:]]
        self._options_end = len(above) + len(lines)
        lines = [*above, *lines, *below]
        if self.view.card is None and not self._relief:
            lines += self.last_roll(width, height - len(lines))
        if len(lines) > height:
            lines[0] = self.heading("Your decision", width, MORE_BELOW)
        return lines

    def _news_and_card(
        self, choice: Choice, width: int, room: int
    ) -> tuple[list[Line], list[Line]]:
        """The lines above the question: the heading, what led to the question, and the card of the
        wave; and those for which there is no ``room`` there, which follow the options.
        """
        heading, *news = self.top_lines("Your decision", width, choice.rule)
        news_above = news if len(news) <= room else []
        news_below = [] if news_above else news
        card_above, card_below = self._card(width, room - len(news_above))
        return [heading, *news_above, *card_above], [*news_below, *card_below]

    def _question(self, choice: Choice, width: int) -> list[Line]:
        """The question, what it is about, and what a deck fire may cost."""
        state = self.view.state
        caution = consequence_pages.caution_words(
            choice, state, self.view.game.tables, self._prospects
        )
        # Both answers side by side have the question at the head of their table.
        lines = [] if self._prospects is not None else [line((safe(choice.prompt), "strong"))]
        words = self._in_short(choice)
        words = words or consequence_pages.counterflooding_words(self._consequences)
        if words:
            lines += wrap([Span(safe(words), "dim")], width, indent=0)
        if caution:
            lines += wrap([Span(safe(caution), "warn")], width, indent=0)
        return lines

    def _options(self, draft: ChoiceDraft, width: int) -> list[list[Line]]:
        """The heading of the options as block 0, and the rows of each option as a block after it."""
        options = draft.choice.options
        text_width = max(len(safe(option.text)) for option in options if not option.barred)
        if self._prospects is not None:
            return self._both_answers(draft, self._prospects, width)
        answers = [self._option(draft, number, text_width) for number in range(len(options))]
        if self._relief:
            by_value = dict(zip((option.value for option in options), answers, strict=True))
            return relief_rows(self.view.game.play, by_value, self._relief, text_width, width)
        blocks: list[list[Line]] = [[]]
        for option, spans in zip(options, answers, strict=True):
            if option.value in self._consequences:
                words = consequence_pages.consequence_words(self._consequences[option.value])
                spans.append(Span(f" {safe(words)}"))
            blocks.append(wrap(spans, width, indent=INDENT))
        return blocks

    def _both_answers(
        self, draft: ChoiceDraft, expected: Prospects, width: int
    ) -> list[list[Line]]:
        """What both answers of a yes-or-no decision lead to, side by side."""
        question = safe(draft.choice.prompt)
        # The columns of these tables have their own widths: the texts are not filled up.
        yes, no = (self._option(draft, number, text_width=0) for number in range(2))
        if isinstance(expected, SpoiledAim):
            outcomes = outcomes_of(self.view.game.play, expected)
            return outcome_rows(question, yes, no, outcomes, width)
        return comparison_rows(question, [yes, no], compared(expected), width)

    def _in_short(self, choice: Choice) -> str:
        """What the decision is about, for players who see no figures; empty if the card of the wave
        says it.
        """
        if self.view.game.aid != UNAIDED:
            return ""
        declares = choice.decision == DECLARE
        if self.view.card is not None and not declares:
            return ""
        if declares and not self._more_to_come():
            return consequence_pages.DECLARED_AFTER_WAVES
        return consequence_pages.in_short_words(choice, self.view.state)

    def _more_to_come(self) -> bool:
        """Whether another wave or raid may come today."""
        return bool(self.view.state.air.waves or raid_later_today(self.view.game.play))

    def _card(self, width: int, room: int) -> tuple[list[Line], list[Line]]:
        """The card of the wave that the decision directly follows: the lines above the question, and
        those for which there is no ``room`` there, which follow the options.
        """
        if self.view.card is None:
            return [], []
        card = self.view.card
        tables = self.view.game.tables
        lines = [row for spans in card_lines(card, tables) for row in wrap(spans, width, indent=4)]
        if len(lines) < room and room > CLOSE_ROOM:
            lines.append([])
        if len(lines) <= room:
            return lines, []
        above: list[Line] = []
        below: list[Line] = []
        for spans in card_lines(card, tables, order_first=True):
            rows = wrap(spans, width, indent=4)
            if below or len(above) + len(rows) > room:
                below += rows
            else:
                above += rows
        return above, below

    def _option(self, draft: ChoiceDraft, number: int, text_width: int) -> Line:
        """An option with its key, filled up to the width of the texts; a barred one has its reason
        instead.
        """
        option = draft.choice.options[number]
        is_selected = number == draft.selected
        key = draft.keys[number] if number < 9 else " "
        mark = self.glyphs.mark if is_selected else " "
        text = safe(option.text)
        action = f"screen.pick({number})"
        spans = [Span(f"{mark}{key} ", "key")]
        if option.barred:
            words = f" {text}: no, {safe(option.barred)}"
            return [*spans, Span(words, "mark" if is_selected else "dim", action)]
        spans.append(Span(f" {text} ", "mark" if is_selected else "plain", action))
        return [*spans, Span(" " * (text_width - len(text)))]

    # -- keys ------------------------------------------------------------------

    def action_suggest(self) -> None:
        """Ask the exec what he would choose; asked again, select it."""
        draft = self.draft
        if draft is None:
            return
        note_asked(self.view.game, EXEC_ASKED)
        if self._exec_asked:
            draft.select(self._execs)
        self._exec_asked = True
        self.advise(self.advice.words or f"Exec: {self.estimate(draft.choice)}")
        if not self.advice.words and self.view.game.aid != UNAIDED:
            self.post_message(self.Advised())

    @property
    def _execs(self) -> str:
        """The answer that the exec would choose."""
        return self.advice.order or str(suggest(self.view.game))

    def advise(self, words: str) -> None:
        """Show what the exec says, and how to select his answer while another one is selected."""
        is_selected = self.draft is not None and self.draft.value == self._execs
        self.say(words if is_selected else f"{words} {AGAIN}", "key")
        self._keep_in_view()

    def estimate(self, choice: Choice) -> str:
        """What the exec says before he has counted games; without a figure to a player who sees
        none.
        """
        game = self.view.game
        order = str(suggest(game))
        if game.aid == UNAIDED:
            return by_doctrine_words(choice, order)
        return relief_pages.estimate_words(choice, game.play, order)

    def counted(self, advice: RecommendationText) -> None:
        """Show what the exec says as he counts, if he was asked."""
        self.advice = advice
        if self._exec_asked:
            self.advise(advice.words)

    def action_move(self, step: int) -> None:
        """Select the option above or below."""
        if self.draft is not None:
            self.draft.move(step)
            self._selected()

    def action_pick(self, number: int) -> None:
        """Select an option by its number, from 1; Enter chooses it."""
        draft = self.draft
        if draft is None:
            return
        if number > len(draft.choice.options):
            self.say("Choose an option from the list.")
            return
        draft.selected = number - 1
        self._selected()

    def _selected(self) -> None:
        """Show the option that the player has selected, without what the exec says."""
        self._exec_asked = False
        self.say("")
        self._keep_in_view()

    def action_commit(self) -> None:
        if self.draft is None:
            return
        try:
            self.give(self.draft.answer())
        except Illegal as error:
            self.say(str(error))
            self._keep_in_view()

    def _keep_in_view(self) -> None:
        """Show the option selected with what was said about it, and what Enter does now."""
        self.refresh_bindings()
        # A panel without a title does not show its first line.
        hidden_rows = 0 if self.titled else 1
        selected = self.draft.selected if self.draft is not None else NONE
        row = 0
        # Without a selection (NONE is below 0), the first option is kept in view.
        if selected < len(self._rows):
            row = self._rows[max(0, selected)] - hidden_rows
        last = self._options_end - hidden_rows - 1 if self.notice else row
        top = round(self.scroll_offset.y)
        if row < top or last >= top + self.size.height:
            self.scroll_to(y=max(0, last - self.size.height + 1), animate=False, immediate=True)
