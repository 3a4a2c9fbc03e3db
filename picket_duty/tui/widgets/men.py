"""Repair men to jobs, section by section."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding

from picket_duty.odds.rolls import chance
from picket_duty.requests import MEN_TO_JOBS, Choice, Roll
from picket_duty.rules.control import repair_roll
from picket_duty.state import SECTIONS
from picket_duty.tui import marked
from picket_duty.tui.lines import Line, Span, fit, line, safe
from picket_duty.tui.situation import Situation
from picket_duty.tui.suggest import suggest
from picket_duty.tui.widgets.orders import Orders
from picket_duty.wording.names import SHORT_SECTIONS, signed
from picket_duty.wording.rolls import column_heading


class MenOrders(Orders):
    """Jobs with their men; the roll that each would make stands beside it."""

    BINDINGS: ClassVar = [
        Binding("enter", "commit", "To work", tooltip="Send the men", id="men.to_work"),
        Binding("s", "suggest", "Suggest", tooltip="A sensible distribution", id="men.suggest"),
        Binding("up", "next_job(-1)", "Job above", show=False, id="men.job_above"),
        Binding("down", "next_job(1)", "Job", key_display="Up/Dn", tooltip="The next job", id="men.next_job"),
        Binding(
            "right,plus,equals_sign",
            "men(1)",
            "Men",
            key_display="+/-",
            tooltip="One man more; 0 to 3 set them",
            id="men.more",
        ),
        Binding("left,minus", "men(-1)", "A man less", show=False, id="men.less"),
        *(
            Binding(str(number), f"set_men({number})", "So many men", show=False, id=f"men.set_{number}")
            for number in range(10)
        ),
        Binding("c", "clear", "Clear", tooltip="No men on any job", id="men.clear"),
    ]

    def __init__(self, situation: Situation, id: str | None = None) -> None:
        super().__init__(situation, id)
        self.men: dict[str, int] = {}
        self.place = 0
        self._sure = False

    @property
    def choice(self) -> Choice | None:
        """The choice wanted."""
        request = self.situation.game.request
        return request if isinstance(request, Choice) and request.kind == MEN_TO_JOBS else None

    def begin(self) -> None:
        """A new round: nobody assigned."""
        super().begin()
        self.men, self.place, self._sure = {}, 0, False

    def left(self) -> dict[str, int]:
        """The men still idle in each section."""
        choice = self.choice
        if choice is None:
            return {}
        left = dict(choice.men)
        for name, men in self.men.items():
            left[choice.jobs[name].section] -= men
        return left

    def marked_roll(self) -> Roll | None:
        """The repair roll of the job marked."""
        name = self._marked()
        if self.choice is None or not name:
            return None
        return marked.repair(self.situation.game.play, name, self.choice.jobs[name], self.men.get(name, 0))

    def draw(self, width: int, height: int) -> list[Line]:
        """The men left, then the jobs."""
        choice = self.choice
        if choice is None:
            return []
        left = self.left()
        idle = "  ".join(f"{section} {left[section]}/{choice.men[section]}" for section in SECTIONS)
        lines = [
            self.heading("Damage control: men to jobs", width, choice.rule),
            line(("Idle men: ", "dim"), (idle, "strong"), (f"   up to {choice.most} a job", "dim")),
        ]
        lines += self.notice_lines(width)
        lines += [self._job(name, number, width) for number, name in enumerate(choice.jobs)]
        return [*lines, *self.last_roll(width, height - len(lines))]

    def _job(self, name: str, number: int, width: int) -> Line:
        choice = self.choice
        assert choice is not None
        job = choice.jobs[name]
        here = number == self.place
        men = self.men.get(name, 0)
        signs = self.signs
        room = max(16, min(36, width - 40))
        return [
            Span(f"{signs.mark if here else ' '}", "key"),
            Span(fit(f"{SHORT_SECTIONS[job.section]} ", 4), "dim"),
            Span(fit(safe(job.text), room), "mark" if here else "plain", f"screen.job({number})"),
            Span(f" {signs.hit * men}{signs.clear * (choice.most - men)} {men}", "good" if men else "dim"),
            *self._preview(name, men),
        ]

    def _preview(self, name: str, men: int) -> Line:
        choice = self.choice
        assert choice is not None
        job = choice.jobs[name]
        state = self.situation.ship.compartments.get(name)
        burning = "  FIRE" if state is not None and state.fire else ""
        if not men:
            return [Span(burning, "bad")]
        roll = repair_roll(self.situation.game.play, name, job, men)
        dice = sum(modifier.value for modifier in roll.modifiers)
        rate = chance(roll, "yes")
        modified = f", dice {signed(dice)}" if dice else ""
        words = f"  {rate:4.0%}  column {column_heading(roll.chart, roll.column)}{modified}"
        return [Span(words, "dim"), Span(", continued" if job.continued else "", "dim"), Span(burning, "bad")]

    # -- orders --------------------------------------------------------------

    def action_next_job(self, step: int) -> None:
        """The job above or below."""
        if self.choice is not None and self.choice.jobs:
            self.place = (self.place + step) % len(self.choice.jobs)
            self._changed()

    def action_men(self, step: int) -> None:
        """One man more or less on the job marked."""
        name = self._marked()
        if name:
            self.action_set_men(self.men.get(name, 0) + step)

    def action_set_men(self, men: int) -> None:
        """So many men on the job marked; the reason where that cannot be."""
        choice, name = self.choice, self._marked()
        if choice is None or not name or men < 0:
            return
        try:
            choice.check({**self.men, name: men})
        except ValueError as error:
            self.say(str(error))
            return
        self.men = {**self.men, name: men}
        self._changed()

    def action_clear(self) -> None:
        """Nobody on any job."""
        self.men = {}
        self._changed()

    def action_suggest(self) -> None:
        """A sensible distribution."""
        if self.choice is not None:
            self.men = dict(suggest(self.situation.game))
            self._changed()

    def action_commit(self) -> None:
        """Send the men; nobody at all wants Enter twice."""
        if not any(self.men.values()) and not self._sure:
            self._sure = True
            self.say("nobody works: s suggests, Enter once more lets everything be")
            return
        self.post_message(self.Given({name: men for name, men in self.men.items() if men}))

    def _marked(self) -> str:
        choice = self.choice
        return list(choice.jobs)[self.place] if choice is not None and choice.jobs else ""

    def _changed(self) -> None:
        self._sure = False
        self.say("")
        row = self.place + (2 if self.titled else 1)
        top = round(self.scroll_offset.y)
        if row < top or row >= top + self.size.height:
            self.scroll_to(y=max(0, row - self.size.height + 1), animate=False, immediate=True)
