"""The order panel that assigns repair men to jobs."""

from __future__ import annotations

from typing import ClassVar

from picket_duty.drafts.men import MenDraft
from picket_duty.odds.repair import done
from picket_duty.pages.consequences import (
    NO_CHANCE,
    rest_words,
    unrepaired_words,
    worse_in_short,
    worse_words,
)
from picket_duty.requests import MEN_TO_JOBS, Choice, Illegal, Roll
from picket_duty.rules.control import repair_roll
from picket_duty.saves.notes import EXEC_ASKED, note_asked
from picket_duty.setup import UNAIDED
from picket_duty.state import SECTIONS
from picket_duty.text.english import listed, percent
from picket_duty.text.names import SHORT_SECTIONS, item_name
from picket_duty.text.rolls import column_heading, modifier_line
from picket_duty.text.status import NO_JOB, without_job
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui import battle_view
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import cut, fit, pad, wrap
from picket_duty.tui.widgets.orders import Orders

#: The note on a job whose column of chart 20 stays the same with more men.
MORE_MEN = "more men would not help"
#: What the exec says of his assignment.
EXECS = "Exec: this assignment prevents the most damage. Press f to send the men."
#: Columns of a figure, of that without men, of a section, and the fewest of a job's name.
CELL = 6
NO_MEN = 4
SECTION = 4
NARROWEST = 12


class RepairPanel(Orders):
    """Jobs with the men assigned, and the chance of each job by the number of men."""

    BINDINGS: ClassVar = [
        bind("f", "send", "Send", "Send the repair parties to work as shown", "men.send"),
        hidden(
            "enter",
            "commit",
            "Send",
            "Send the repair parties to work, but only after you review or change their jobs",
            "men.to_work",
        ),
        bind("s", "suggest", "Exec", "Assign the men as your exec would", "men.suggest"),
        hidden("up", "next_job(-1)", "Select the previous job", id="men.job_above"),
        bind("down", "next_job(1)", "Job", "Select the next job", "men.next_job", display="Up/Dn"),
        bind(
            "right,plus,equals_sign",
            "men(1)",
            "Men",
            "Add one man to the job",
            "men.more",
            display="+/-",
        ),
        hidden("left,minus", "men(-1)", "Take one man off the job", id="men.less"),
        *(
            hidden(
                str(number),
                f"set_men({number})",
                "Set the number of men on the job",
                id=f"men.set_{number}",
            )
            for number in range(10)
        ),
        bind("c", "clear", "Clear", "Take all men off their jobs", "men.clear"),
    ]

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        self._draft: MenDraft | None = None
        #: The job selected.
        self.index = 0
        #: The row of each job.
        self._rows: dict[str, int] = {}
        #: Whether the player was warned of no or idle men: the same key then sends them.
        self._was_warned = False
        #: Whether a key of the panel was pressed: Enter sends no assignment that has only just
        #: appeared.
        self._key_pressed = False

    @property
    def draft(self) -> MenDraft | None:
        """The assignment being made, or None."""
        request = self.view.game.request
        if not isinstance(request, Choice) or request.kind != MEN_TO_JOBS:
            return None
        if self._draft is None or self._draft.choice is not request:
            self._draft = MenDraft(self.view.game.play, request)
        return self._draft

    def begin(self) -> None:
        """Start a new round with no men assigned."""
        super().begin()
        self._draft = None
        self.index = 0
        self._was_warned = False
        self._key_pressed = False

    def marked_roll(self) -> Roll | None:
        """The repair roll of the job selected, or None."""
        draft = self.draft
        name = self._selected_job()
        if draft is None or not name:
            return None
        job = draft.choice.jobs[name]
        return battle_view.repair_of(draft.play, name, job, draft.men.get(name, 0))

    @property
    def _shows_chances(self) -> bool:
        return self.view.game.aid != UNAIDED

    # -- drawing ---------------------------------------------------------------

    def draw(self, width: int, height: int) -> list[Line]:
        """Idle men, the jobs with their chances, and the roll of the job selected."""
        draft = self.draft
        if draft is None:
            return []
        figures = "chance to repair" if self._shows_chances else "column of chart 20"
        lines = self.top_lines("Assign repair parties", width, f"{figures}, by men sent")
        lines.append(self._head(draft, width))
        self._rows = {}
        for name in draft.choice.jobs:
            # The jobs of secondary compartments come last, below a line on what they are good for.
            if name in draft.rest[:1]:
                lines += wrap([Span(rest_words(draft.play), "dim")], width)
            self._rows[name] = len(lines)
            lines.append(self._job(draft, name, width))
        lines += self.notice_lines(width)
        if marked := self._selected_job():
            lines += self._preview(draft, marked, width)
        lines += self._left_undone(width)
        return [*lines, *self.last_roll(width, height - len(lines))]

    def _head(self, draft: MenDraft, width: int) -> Line:
        """The idle men, and the numbers of men over the columns of figures."""
        left = draft.left()
        men = draft.choice.men
        idle = "  ".join(f"{SHORT_SECTIONS[item]} {left[item]}/{men[item]}" for item in SECTIONS)
        head = line((" Idle men: ", "dim"), (idle, "strong"))
        numbers = "".join(f"{each:>{CELL - 1}} " for each in range(1, draft.choice.most + 1))
        columns = f"men: {0:>{NO_MEN - 1}} {numbers}"
        return cut([*pad(head, width - len(columns)), Span(columns, "dim")], width)

    def _job(self, draft: MenDraft, name: str, width: int) -> Line:
        """A job: its section, what it is, what comes if it fails, and its figures."""
        job = draft.choice.jobs[name]
        number = list(draft.choice.jobs).index(name)
        ladder = self._ladder(draft, name)
        else_width = max(len(self._else_words(draft, each)) for each in draft.choice.jobs)
        # The two other columns are the cursor and the blank before what comes if it fails.
        room = width - SECTION - else_width - NO_MEN - CELL * draft.choice.most - 2
        room = max(NARROWEST, room)
        text = safe(job.text)
        if draft.outcomes[name].spreads:
            text += ", burning"
        if len(text) > room:
            # The number of the level is enough.
            text = text.replace(", level", "")
        spans = [
            Span(self.glyphs.mark if number == self.index else " ", "key"),
            Span(fit(SHORT_SECTIONS[job.section], SECTION), "dim"),
            Span(
                fit(text, room),
                "mark" if number == self.index else "plain",
                f"screen.job({number})",
            ),
            Span(f" {fit(self._else_words(draft, name), else_width)}", "warn"),
            *ladder,
        ]
        return cut(spans, width)

    def _else_words(self, draft: MenDraft, name: str) -> str:
        """What a job without success leads to, or nothing."""
        worse = worse_in_short(draft.outcomes[name], self._shows_chances)
        worse = worse or unrepaired_words(draft.play, draft.choice.jobs[name])
        return f"else {worse}" if worse else ""

    def _ladder(self, draft: MenDraft, name: str) -> Line:
        """The figure of a job with no man, one man and so on; that of the men sent in brackets."""
        sent = draft.men.get(name, 0)
        figures = draft.chances(name) if self._shows_chances else draft.columns(name)
        if not figures:
            return [Span("no men left", "dim")]
        cells: Line = []
        for men, figure in enumerate([NO_CHANCE, *figures]):
            words = f"[{figure}]" if men == sent else f"{figure} "
            style = "strong" if men == sent else "dim"
            cells.append(Span(f"{words:>{CELL if men else NO_MEN}}", style))
        return cells

    def _preview(self, draft: MenDraft, name: str, width: int) -> list[Line]:
        """The roll of a job, and what happens if it fails."""
        men = draft.men.get(name, 0)
        spans: Line = [Span(f"{safe(draft.choice.jobs[name].text)}: ", "strong")]
        if men:
            spans += self._roll(draft, name, men)
        else:
            spans.append(Span("no men assigned", "dim"))
        worse = worse_words(draft.outcomes[name], self._shows_chances)
        if worse := worse or unrepaired_words(draft.play, draft.choice.jobs[name]):
            when = "if it fails" if men else "if no men are sent"
            spans += [Span(f"; {when}: ", "dim"), Span(worse, "warn")]
        if draft.has_enough(name):
            spans.append(Span(f"; {MORE_MEN}", "dim"))
        return wrap(spans, width)

    def _roll(self, draft: MenDraft, name: str, men: int) -> Line:
        """The roll of a job, and the chance that no marker is left, if a success may leave some."""
        job = draft.choice.jobs[name]
        roll = repair_roll(draft.play, name, job, men)
        column = column_heading(roll.chart, roll.column)
        spans: Line = [Span(f"{roll.dice_name} on {roll.table}, column {column}")]
        for modifier in roll.modifiers:
            spans += [Span("  "), *modifier_line(modifier, roll, rule=False)]
        finished = percent(done(draft.play, name, job, men))
        if self._shows_chances and finished != draft.chances(name)[men - 1]:
            words = "; all markers removed"
            if self.view.ship.compartments[name].fire:
                words = "; all markers removed and the fire put out"
            spans += line((words, "dim"), f" {finished}")
        return spans

    def _left_undone(self, width: int) -> list[Line]:
        """The damage that no job repairs."""
        lines: list[Line] = []
        tables = self.view.game.tables
        if jobless := without_job(self.view.ship, tables):
            items = listed([safe(item_name(tables, item)) for item in jobless])
            lines += wrap(line(("No job: ", "dim"), f"{items}, {NO_JOB}"), width)
        return lines

    # -- keys ------------------------------------------------------------------

    def action_next_job(self, step: int) -> None:
        if self.draft is not None and self.draft.choice.jobs:
            self.index = max(0, min(self.index + step, len(self.draft.choice.jobs) - 1))
            self._changed()

    def action_men(self, step: int) -> None:
        if self.draft is not None:
            self.action_set_men(self.draft.men.get(self._selected_job(), 0) + step)

    def action_set_men(self, men: int) -> None:
        """Assign a number of men to the job selected; show the reason if that is illegal."""
        name = self._selected_job()
        if self.draft is None or not name or men < 0:
            return
        try:
            self.draft.assign(name, men)
        except Illegal as error:
            self.say(str(error))
        else:
            self._changed()

    def action_clear(self) -> None:
        if self.draft is not None:
            self.draft.men = {}
            self._changed()

    def action_suggest(self) -> None:
        """Assign the men as the officers would."""
        if self.draft is not None:
            note_asked(self.view.game, EXEC_ASKED)
            self.draft.men = dict(self.draft.execs)
            self._changed()
            self.say(EXECS, "key")
            # The officers' assignment needs Enter only once, even if it is empty or leaves men
            # idle.
            self._was_warned = True

    def action_commit(self) -> None:
        """Commit the assignment; Enter sends an empty one only if the exec would, too.

        If no key of the panel was pressed, Enter may have been meant for what was shown before.
        """
        draft = self.draft
        if draft is None:
            return
        if not self._key_pressed:
            words = "Choose their jobs, or press s for your exec's plan."
            self.say(f"Your repair parties are waiting. {words}", "key")
            return
        if not draft.order() and draft.men != draft.execs:
            # However often Enter is pressed, it only warns.
            self._was_warned = False
        self.action_send()

    def action_send(self) -> None:
        """Commit the assignment as it stands; an empty one, or one with idle men, is confirmed with
        the same key.
        """
        draft = self.draft
        if draft is None:
            return
        self._key_pressed = True
        doubt = "" if self._was_warned else self._doubt(draft)
        self._was_warned = True
        if doubt:
            self.say(doubt)
        else:
            self.give(draft.order())

    def _doubt(self, draft: MenDraft) -> str:
        """What is asked about an assignment before it is sent."""
        if not draft.order():
            return "No men assigned. Press s for your exec's plan, or f to send nobody."
        more = draft.helpful()
        if not more:
            return ""
        men, them = ("man", "him") if more == 1 else ("men", "them")
        add = f"Add {them} with +, or press f to send the men as shown."
        return f"{more} more {men} would help. {add}"

    def _selected_job(self) -> str:
        """The id of the job selected, empty if no assignment is being made."""
        return list(self.draft.choice.jobs)[self.index] if self.draft is not None else ""

    def _changed(self) -> None:
        """Show the assignment changed, with the job selected in view."""
        self._was_warned = False
        self._key_pressed = True
        self.say("")
        # A panel without a title does not show its first line.
        hidden_rows = 0 if self.titled else 1
        row = self._rows.get(self._selected_job(), 0) - hidden_rows
        top = round(self.scroll_offset.y)
        if row < top or row >= top + self.size.height:
            self.scroll_to(y=max(0, row - self.size.height + 1), animate=False, immediate=True)
