"""The draft of an assignment of repair men: the men of each job, its figures, who is idle."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property

from picket_duty.captains.doctrine import exec_answer
from picket_duty.odds.consequences import RepairOutcome, job_outcome
from picket_duty.odds.repair_men import not_needed
from picket_duty.requests import Choice, Illegal
from picket_duty.rules.control import repair_roll
from picket_duty.rules.play import Play
from picket_duty.text.english import percent
from picket_duty.text.rolls import column_heading


class MenDraft:
    """The repair men that the player is assigning. ``men`` are those of each job, at first none.

    ``rest`` are the jobs of secondary compartments, which come last and on which no fight depends.
    """

    def __init__(self, play: Play, choice: Choice) -> None:
        self.play = play
        self.choice = choice
        self.men: dict[str, int] = {}
        self.rest = not_needed(choice.jobs)
        self.outcomes: dict[str, RepairOutcome] = {
            name: job_outcome(play, choice, name, job) for name, job in choice.jobs.items()
        }

    @cached_property
    def execs(self) -> dict[str, int]:
        """The exec's assignment."""
        return dict(exec_answer(self.play, self.choice))

    def assign(self, name: str, men: int) -> None:
        """Assign a number of men to a job. Raises Illegal."""
        self.choice.check({**self.men, name: men})
        self.men = {**self.men, name: men}

    def order(self) -> dict[str, int]:
        """The jobs with men, as the answer."""
        return {name: men for name, men in self.men.items() if men}

    def left(self) -> dict[str, int]:
        """The idle men of each section."""
        return self.choice.idle(self.men)

    def chances(self, name: str) -> list[str]:
        """The chance of a job with one man, two men and so on."""
        return list(map(percent, self.outcomes[name].rates))

    def columns(self, name: str) -> list[str]:
        """The column of the chart with one man, two men and so on, such as ``-1,0``, or ``+2`` for
        *+2 or more*.
        """
        columns = []
        for men in range(1, len(self.outcomes[name].rates) + 1):
            roll = repair_roll(self.play, name, self.choice.jobs[name], men)
            columns.append(column_heading(roll.chart, roll.column).partition(" ")[0])
        return columns

    def has_enough(self, name: str) -> bool:
        """Whether more men would not help at a job that has some, but could have more."""
        men = self.men.get(name, 0)
        rates = self.outcomes[name].rates
        return 0 < men < self.choice.most and rates[men - 1] == max(rates)

    def helpful(self) -> int:
        """The number of idle men who would raise chances, if each job in turn got the fewest that
        give it its best.
        """
        orders = self.order()
        for name, job in self.choice.jobs.items():
            more = self._more_at(name, self.choice.idle(orders)[job.section])
            # Only one section may send men to a group.
            with suppress(Illegal):
                orders = self.choice.check({**orders, name: orders.get(name, 0) + more})
        return sum(orders.values()) - sum(self.men.values())

    def _more_at(self, name: str, left: int) -> int:
        """The fewest men more, of those left, that give a job its best chance."""
        men = self.men.get(name, 0)
        rates = (0.0, *self.outcomes[name].rates)
        chances = rates[men : men + left + 1]
        return chances.index(max(chances))
