"""The search for the best fire plan, with different limits (``Limit``).

It improves a plan (``working_plan``); for a player, branch and bound follows
(``branch_and_bound``).
"""

from __future__ import annotations

from typing import NamedTuple

from picket_duty.odds.branch_and_bound import BranchAndBound
from picket_duty.odds.plan_problem import KEEP, NOISE, FirePlan, Problem
from picket_duty.odds.working_plan import WorkingPlan


class Limit(NamedTuple):
    """How far the search for a plan goes.

    ``improved`` is whether a plan is improved by moving and exchanging slots. ``starts`` limits the
    further plans, each of which begins with all fire at one plane and is then improved: their
    number times the number of planes is at most ``starts``. None is a further plan for every plane.
    ``branches`` limits branch and bound: the number of branches times the number of planes. A plan
    is proven best if the search ends within this limit.
    """

    improved: bool = True
    starts: int | None = 0
    branches: int = 0


#: Shot by shot.
GREEDY = Limit(improved=False)
#: For playouts.
QUICK = Limit()
#: For many games.
EXEC = Limit(starts=9)
#: For one wave.
THOROUGH = Limit(starts=None)
#: For a player; about 10 ms.
PROVEN = Limit(starts=None, branches=10000)


def solve(problem: Problem, limit: Limit) -> FirePlan:
    """The best plan found for a problem."""
    best = WorkingPlan(problem)
    known = {tuple(best.targets)}
    if limit.improved:
        best.improve(known)
    starts = len(problem.planes)
    if limit.starts is not None:
        starts = min(starts, limit.starts // max(1, starts))
    for plane in range(starts):
        other = WorkingPlan(problem, first=plane)
        if tuple(other.targets) in known:
            continue
        known.add(tuple(other.targets))
        other.improve(known)
        if other.whole < best.whole - NOISE:
            best = other
    if not limit.branches:
        return plan_made(problem, best)
    search = BranchAndBound(problem, best, limit.branches)
    proven = search.run()
    return plan_made(problem, WorkingPlan(problem, search.best), proven=proven)


def plan_made(problem: Problem, plan: WorkingPlan, proven: bool = False) -> FirePlan:
    """A working plan with the names of its slots and the numbers of its planes."""
    orders = {
        slot: problem.planes[target]
        for slot, target in zip(problem.slots, plan.targets, strict=True)
        if target is not None and target != KEEP
    }
    return FirePlan(orders, damage=plan.damage, later=plan.later, proven=proven)
