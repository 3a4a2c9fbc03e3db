"""The greedy captain: shot by shot, job by job. The ranges of rules 13 were measured with such a
captain.

It considers one slot after another and only the current round; the doctrine captain optimizes the
whole plan. It is a fixed reference: improvements of doctrine are not adopted here
(``tests/captains`` pins its answers).
"""

from __future__ import annotations

from typing import NamedTuple

from picket_duty.book.ids import DECK_FIRE, MAGAZINE, ROOM, STACK
from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE, FLOOD
from picket_duty.captains import doctrine
from picket_duty.game import Game
from picket_duty.odds import plan, plan_search, repair
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Answer, Choice, Job
from picket_duty.rules import control
from picket_duty.rules.play import NO, YES, Play

#: Floods a magazine or fuel tank at its last marker if men have less than this chance to put the
#: fire out.
FLOOD_BELOW = 0.4
FLOODED = (MAGAZINE, "fuel")
#: Value of a job that succeeds, in points. That of a deck fire is by its level; a level not listed
#: counts as the highest, at which the fire is about to get out of control.
DECK_FIRE_WORTH = {2: 6.0, 3: 12.0}
BURNING_WORTH = 2.0
MARKER_WORTH = 1.0
STACK_WORTH = 2.5
OTHER_WORTH = {"mk37": 1.5, "sc": 0.6, "sg": 0.6}
PLAIN_WORTH = 0.5
#: Leaves at this damage or these stores.
REPAIR_HULL = 2
REPAIR_DESTROYED = 6
STORES_AT = 2
NOISE = 1e-9


class GreedyCaptain:
    """Answers every choice by the best next step."""

    def choose(self, game: Game) -> Answer:
        """A legal answer to the choice requested."""
        choice = game.request
        assert isinstance(choice, Choice)
        if choice.kind == ASSIGN:
            return plan.best_plan(game.play, choice, plan_search.GREEDY).orders
        if choice.kind == MEN_TO_JOBS:
            return assign_men_by_job(game.play, choice)
        return doctrine.decide(game.play, choice, DECISIONS)


def assign_men_by_job(play: Play, choice: Choice) -> dict[str, int]:
    """Repeat the step that gains most for each man it uses."""
    orders: dict[str, int] = {}
    taken: set[str] = set()
    while True:
        left = choice.idle(orders)
        best: Step | None = None
        for name, job in choice.jobs.items():
            # Only one job of a group may have men.
            if job.group in taken and name not in orders:
                continue
            step = _best_step(play, choice, name, men=orders.get(name, 0), left=left[job.section])
            if step is not None and (best is None or step.gain > best.gain):
                best = step
        if best is None:
            return orders
        orders[best.job] = orders.get(best.job, 0) + best.men
        group = choice.jobs[best.job].group
        if group:
            taken.add(group)


class Step(NamedTuple):
    """Some more men for a job, and what each of them gains."""

    job: str
    men: int
    gain: float


def _best_step(play: Play, choice: Choice, name: str, men: int, left: int) -> Step | None:
    """The step of a job with some men that gains most for each man; None if none gains."""
    job = choice.jobs[name]
    worth = job_worth(play, name, job)
    now = repair.success(play, name, job, men)
    best: Step | None = None
    for more in range(1, min(choice.most - men, left) + 1):
        gain = (repair.success(play, name, job, men + more) - now) * worth / more
        if gain > NOISE and (best is None or gain > best.gain + NOISE):
            best = Step(name, more, gain)
    return best


def job_worth(play: Play, name: str, job: Job) -> float:
    """The value of a job that succeeds, in points."""
    if job.kind == DECK_FIRE:
        return DECK_FIRE_WORTH.get(play.ship.deck_fires[job.section], max(DECK_FIRE_WORTH.values()))
    if job.kind != ROOM:
        return OTHER_WORTH.get(name, PLAIN_WORTH)
    data = play.tables.compartments[name]
    compartment = play.ship.compartments[name]
    if data.kind == STACK:
        return STACK_WORTH
    if not compartment.fire:
        return MARKER_WORTH
    # Markers count double in a compartment that explodes.
    urgency = MARKER_WORTH * compartment.markers * (2.0 if data.explodes else 1.0)
    return BURNING_WORTH + urgency


def flood_last_markers(play: Play, choice: Choice) -> str:
    """A magazine or fuel tank that the next marker destroys and men are unlikely to save."""
    # The first option is to flood nothing.
    for option in choice.options[1:]:
        data = play.tables.compartments[option.value]
        compartment = play.ship.compartments[option.value]
        if data.kind not in FLOODED or compartment.markers < data.markers - 1:
            continue
        # The job that men would have.
        job = Job(data.section, ROOM, data.name)
        men = min(play.tables.numbers.men_per_job, play.ship.men[data.section])
        if repair.success(play, option.value, job, men) < FLOOD_BELOW:
            return option.value
    return control.NO_FLOODING


def declare_if_quiet(play: Play, choice: Choice) -> str:
    """Yes only if no wave can come before the turn ends."""
    return YES if doctrine.quiet_until_turn_end(play) else NO


def relief_late(play: Play, choice: Choice) -> str:
    """Late: when one more bad wave may sink the ship, or one more day may empty the stores."""
    return doctrine.relief_at(
        play, choice, hull=REPAIR_HULL, destroyed=REPAIR_DESTROYED, stores=STORES_AT
    )


DECISIONS = {
    **doctrine.DECISIONS,
    FLOOD: flood_last_markers,
    DECLARE: declare_if_quiet,
    ASK_RELIEF: relief_late,
}
