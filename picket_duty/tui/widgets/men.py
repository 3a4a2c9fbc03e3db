"""The order panel that assigns repair men to jobs."""

from __future__ import annotations

from typing import ClassVar

from picket_duty.odds.consequences import RepairOutcome, working
from picket_duty.odds.repair import done, left_alone
from picket_duty.pages.consequences import worse_words
from picket_duty.requests import MEN_TO_JOBS, Choice, Illegal, Roll
from picket_duty.rules.control import repair_roll
from picket_duty.setup import UNAIDED
from picket_duty.state import SECTIONS
from picket_duty.text.names import SHORT_SECTIONS, item_name, listed, percent
from picket_duty.text.rolls import column_heading, modifier_line
from picket_duty.text.status import NO_GAIN, NO_JOB, without_job
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui import battle_view
from picket_duty.tui.battle_view import BattleView, suggest
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import cut, fit, length, wrap
from picket_duty.tui.widgets.orders import Orders

#: The note on a job whose column of chart 20 stays the same with more men.
MORE_MEN = "more men would not help"


class RepairPanel(Orders):
    """Jobs with the men assigned, and the chance of each job by the number of men."""

    BINDINGS: ClassVar = [
        bind("f", "send", "Send", "Send the repair parties to work as shown", "men.send"),
        hidden(
            "enter",
            "commit",
            "Send",
            "Send the repair parties once you have reviewed or changed their jobs",
            "men.to_work",
        ),
        bind("s", "suggest", "Exec", "Your exec's assignment", "men.suggest"),
        hidden("up", "next_job(-1)", "Previous job", id="men.job_above"),
        bind("down", "next_job(1)", "Job", "Next job", "men.next_job", display="Up/Dn"),
        bind("right,plus,equals_sign", "men(1)", "Men", "Add one man", "men.more", display="+/-"),
        hidden("left,minus", "men(-1)", "Remove one man", id="men.less"),
        *(
            hidden(
                str(number), f"set_men({number})", "Set the number of men", id=f"men.set_{number}"
            )
            for number in range(10)
        ),
        bind("c", "clear", "Clear", "Take all men off their jobs", "men.clear"),
    ]

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        self.men: dict[str, int] = {}
        self.index = 0
        self._sure = False
        #: Whether a key of the panel was pressed: Enter sends no assignment that has only just
        #: appeared.
        self._read = False
        self._asked: Choice | None = None
        self._consequences: dict[str, RepairOutcome] = {}
        self._exec_men: dict[str, int] = {}
        #: Jobs that the officers leave undone although men are idle.
        self._left: list[str] = []

    @property
    def choice(self) -> Choice | None:
        """The choice requested, or None."""
        request = self.view.game.request
        return request if isinstance(request, Choice) and request.kind == MEN_TO_JOBS else None

    def begin(self) -> None:
        """Start a new round with the officers' assignment; with no men assigned in a game without
        odds.
        """
        super().begin()
        self.men = {}
        self.index = 0
        self._sure = False
        if self.view.game.aid != UNAIDED:
            self.action_suggest()
        # The player has yet to read it.
        self._read = False

    def left(self) -> dict[str, int]:
        """The idle men of each section."""
        choice = self.choice
        if choice is None:
            return {}
        left = dict(choice.men)
        for name, men in self.men.items():
            left[choice.jobs[name].section] -= men
        return left

    def marked_roll(self) -> Roll | None:
        """The repair roll of the job selected, or None."""
        if self.choice is None or not (name := self._marked()):
            return None
        return battle_view.repair_of(
            self.view.game.play, name, self.choice.jobs[name], self.men.get(name, 0)
        )

    # -- drawing ---------------------------------------------------------------

    def draw(self, width: int, height: int) -> list[Line]:
        """Idle men, the jobs with their chances, and the roll of the job selected."""
        choice = self.choice
        if choice is None:
            return []
        self._figures(choice)
        left = self.left()
        idle = "  ".join(
            f"{SHORT_SECTIONS[item]} {left[item]}/{choice.men[item]}" for item in SECTIONS
        )
        figures = "chance to repair" if self._shows_chances else "column of chart 20"
        lines = self.top_lines("Assign repair parties", width, f"{figures} with 1, 2, 3 men")
        head = line(("Idle men: ", "dim"), (idle, "strong"))
        if self._shows_chances:
            mine, execs = (
                sum(self._consequences[name].rates[men - 1] for name, men in orders.items() if men)
                for orders in (self.men, self._exec_men)
            )
            same = {name: men for name, men in self.men.items() if men} == self._exec_men
            words = " (exec's)" if same else f" (exec {execs:.1f})"
            head += line(("  Expected repairs ", "dim"), (f"{mine:.1f}", "strong"), (words, "dim"))
        lines.append(head if length(head) <= width else cut(head[1:], width))
        lines += [self._job(choice, name, number, width) for number, name in enumerate(choice.jobs)]
        lines += self.notice_lines(width)
        if marked := self._marked():
            lines += self._preview(choice, marked, width)
        if jobless := without_job(self.view.ship, self.view.game.tables):
            names = listed([safe(item_name(self.view.game.tables, item)) for item in jobless])
            lines += wrap(line(("No job: ", "dim"), f"{names}, {NO_JOB}"), width)
        if self._left and self._shows_chances:
            names = listed([safe(choice.jobs[name].text) for name in self._left])
            lines += wrap(line(("Your exec would skip: ", "dim"), f"{names}, {NO_GAIN}"), width)
        return [*lines, *self.last_roll(width, height - len(lines))]

    def _figures(self, choice: Choice) -> dict[str, RepairOutcome]:
        if choice is not self._asked:
            self._asked = choice
            play = self.view.game.play
            self._consequences = {
                name: working(play, choice, name, job) for name, job in choice.jobs.items()
            }
            self._exec_men = dict(suggest(self.view.game))
            self._left = left_alone(play, choice, self._exec_men)
        return self._consequences

    @property
    def _shows_chances(self) -> bool:
        return self.view.game.aid != UNAIDED

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key is in use: the exec's assignment not unaided."""
        return (action != "suggest" or self._shows_chances) and super().check_action(
            action, parameters
        )

    def _job(self, choice: Choice, name: str, number: int, width: int) -> Line:
        job = choice.jobs[name]
        here = number == self.index
        men = self.men.get(name, 0)
        glyphs = self.glyphs
        state = self.view.ship.compartments.get(name)
        rates = self._consequences[name].rates
        figures = list(map(percent, rates))
        if not self._shows_chances:
            # The column of the chart with 1, 2, 3 men: -1,0, or +2 for +2 or more.
            rolls = (
                repair_roll(self.view.game.play, name, job, more)
                for more in range(1, len(rates) + 1)
            )
            figures = [column_heading(roll.chart, roll.column).partition(" ")[0] for roll in rolls]
        ladder = [Span(" no men left", "dim")] if not figures else []
        for more, figure in enumerate(figures, 1):
            words = f"[{more}: {figure:>3}]" if more == men else f" {more}: {figure:>3} "
            ladder.append(Span(words, "strong" if more == men else "dim"))
        burning = state is not None and state.fire
        room = max(12, min(36, width - 11 - length(ladder) - (6 if burning else 0)))
        spans = [
            Span(glyphs.mark if here else " ", "key"),
            Span(fit(f"{SHORT_SECTIONS[job.section]} ", 4), "dim"),
            Span(fit(safe(job.text), room), "mark" if here else "plain", f"screen.job({number})"),
            Span(
                f" {glyphs.hit * men}{glyphs.clear * (choice.most - men)} ",
                "good" if men else "dim",
            ),
            *ladder,
            Span("  FIRE" if burning else "", "bad"),
        ]
        return cut(spans, width)

    def _preview(self, choice: Choice, name: str, width: int) -> list[Line]:
        job = choice.jobs[name]
        men = self.men.get(name, 0)
        consequence = self._consequences[name]
        spans: Line = [Span(f"{safe(job.text)}: ", "strong")]
        if men:
            roll = repair_roll(self.view.game.play, name, job, men)
            spans.append(
                Span(
                    f"{roll.dice_name} on {roll.table}, column "
                    f"{column_heading(roll.chart, roll.column)}"
                )
            )
            for modifier in roll.modifiers:
                spans += [Span("  "), *modifier_line(modifier, roll, rule=False)]
            finished = done(self.view.game.play, name, job, men)
            if self._shows_chances and percent(finished) != percent(consequence.rates[men - 1]):
                # The chance that no marker is left, if a success may leave some.
                fire = self.view.ship.compartments[name].fire
                words = "; all markers removed and the fire out" if fire else "; all markers off"
                spans += line((words, "dim"), f" {percent(finished)}")
        else:
            spans.append(Span("no men assigned", "dim"))
        if worse := worse_words(consequence, self._shows_chances):
            spans += [
                Span(f"; {'if it fails: ' if men else 'if no men are sent: '}", "dim"),
                Span(worse, "warn"),
            ]
        if 0 < men < choice.most and consequence.rates[men - 1] == max(consequence.rates):
            spans.append(Span(f"; {MORE_MEN}", "dim"))
        return wrap(spans, width)

    # -- orders --------------------------------------------------------------

    def action_next_job(self, step: int) -> None:
        if self.choice is not None and self.choice.jobs:
            self.index = (self.index + step) % len(self.choice.jobs)
            self._changed()

    def action_men(self, step: int) -> None:
        if name := self._marked():
            self.action_set_men(self.men.get(name, 0) + step)

    def action_set_men(self, men: int) -> None:
        """Assign a number of men to the job selected; show the reason if that is illegal."""
        choice = self.choice
        given = {**self.men, self._marked(): men}
        if choice is None or not self._marked() or men < 0:
            return
        try:
            choice.check(given)
        except ValueError as error:
            self.say(str(error))
        else:
            self.men = given
            self._changed()

    def action_clear(self) -> None:
        self.men = {}
        self._changed()

    def action_suggest(self) -> None:
        """Assign the men as the officers would."""
        if self.choice is not None:
            self.men = dict(suggest(self.view.game))
            self._changed()
            # The officers' assignment needs Enter only once, even if it is empty or leaves men
            # idle.
            self._sure = True

    def action_commit(self) -> None:
        """Commit the assignment; an empty one needs Enter twice.

        If no key of the panel was pressed, Enter may have been meant for what was shown before.
        """
        if not self._read:
            accept = (
                "press f to send them as shown, or change them" if self.men else "choose their jobs"
            )
            follow = ", or s for your exec's plan" if self._shows_chances and not self.men else ""
            self.say(f"Your repair parties are waiting: {accept}{follow}.", "key")
        else:
            self.action_send()

    def action_send(self) -> None:
        """Commit the assignment as it stands; an empty one, or one with idle men, is confirmed with
        the same key.
        """
        self._read = True
        if not any(self.men.values()) and not self._sure:
            self._sure = True
            advice = "Press s for your exec's plan, or " if self._shows_chances else ""
            self.say(f"No men assigned. {advice or 'Press '}f again to confirm.")
            return
        more = self._helpful()
        if more and not self._sure:
            self._sure = True
            men, them = ("man", "him") if more == 1 else ("men", "them")
            self.say(
                f"{more} more {men} would help. Add {them} with +, or press f to send the men "
                f"as shown."
            )
            return
        self.give({name: men for name, men in self.men.items() if men})

    def _helpful(self) -> int:
        """The number of idle men who would raise the chance of a job: to its next column of chart
        20.
        """
        choice = self.choice
        left = self.left()
        if choice is None:
            return 0
        helpful = 0
        groups = set[str]()
        for name, job in choice.jobs.items():
            men = self.men.get(name, 0)
            rates = (0.0, *self._figures(choice)[name].rates)
            chances = rates[men : men + left[job.section] + 1]
            # The fewest men that give the job its best chance; only one section may send men to a
            # group.
            more = 0 if job.group in groups else chances.index(max(chances))
            try:
                choice.check({**self.men, name: men + more})
            except Illegal:
                continue
            left[job.section] -= more
            helpful += more
            if more and job.group:
                groups.add(job.group)
        return helpful

    def _marked(self) -> str:
        choice = self.choice
        return list(choice.jobs)[self.index] if choice is not None and choice.jobs else ""

    def _changed(self) -> None:
        self._sure = False
        self._read = True
        self.say("")
        row = self.index + len(self.top_lines("", self.size.width)) + (1 if self.titled else 0)
        top = round(self.scroll_offset.y)
        if row < top or row >= top + self.size.height:
            self.scroll_to(y=max(0, row - self.size.height + 1), animate=False, immediate=True)
