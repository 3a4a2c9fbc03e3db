"""The search through all fire plans that could beat the best one so far.

A branch is cut if even all remaining fire at every plane could not beat the best plan.
"""

from __future__ import annotations

from picket_duty.odds.fire import Hits, combine, cost
from picket_duty.odds.plan_problem import KEEP, NOISE, Problem
from picket_duty.odds.working_plan import WorkingPlan


class BranchAndBound:
    """A search through all plans that could beat the best one. Equal slots form a group."""

    def __init__(self, problem: Problem, best: WorkingPlan, limit: int) -> None:
        self.problem = problem
        #: The targets of the best plan so far, and its damage.
        self.best = list(best.targets)
        self.least_damage = best.whole
        self.branches_left = limit
        self.groups: list[list[int]] = [[] for _ in range(max(problem.kinds, default=-1) + 1)]
        for slot, kind in enumerate(problem.kinds):
            self.groups[kind].append(slot)
        self.groups.sort(key=lambda group: len(problem.shots[group[0]]))
        self.order = [slot for group in self.groups for slot in group]
        #: For each slot of the order: the hits on each plane by it and all slots after it together.
        self.fire_to_come: list[list[Hits]] = [[(1.0, 0.0, 0.0, 0.0)] * len(problem.planes)]
        #: For each slot of the order: how many AFS markers it and all slots after it are.
        self.markers_to_come = [0]
        for slot in reversed(self.order):
            self.markers_to_come.append(self.markers_to_come[-1] + problem.fighters[slot])
            rest = list(self.fire_to_come[-1])
            for plane, shot in problem.shots[slot].items():
                rest[plane] = combine(rest[plane], shot)
            self.fire_to_come.append(rest)
        self.fire_to_come.reverse()
        self.markers_to_come.reverse()
        self.targets: list[int | None] = [None] * len(problem.slots)

    def run(self) -> bool:
        """Search to the end or the limit; True if it reached the end."""
        self._branch(at=0, hits=list(self.problem.start), kept=0)
        return self.branches_left > 0

    def _branch(self, at: int, hits: list[Hits], kept: int) -> None:
        """Search the plans that differ only from an index of the order on, given the ``hits`` by the
        slots before it and the markers ``kept``.
        """
        problem = self.problem
        # The limit counts each branch once for every plane.
        self.branches_left -= len(hits)
        if self.branches_left <= 0:
            return
        later = problem.later[kept] if problem.later else 0.0
        if at == len(self.order):
            whole = sum(map(cost, problem.threats, hits)) + later
            if whole < self.least_damage - NOISE:
                self.least_damage = whole
                self.best = list(self.targets)
            return
        if self._bound(at, hits, kept) >= self.least_damage - NOISE:
            return
        slot = self.order[at]
        # Equal slots have targets in ascending order, so that no plan is searched twice.
        before = self.order[at - 1] if at else slot
        alike = at > 0 and problem.kinds[before] == problem.kinds[slot]
        lowest = self.targets[before] if alike else None
        choices = [KEEP] if problem.later and problem.fighters[slot] else []
        # No slot holds its fire: a shot does not add damage.
        for target in [*choices, *sorted(problem.shots[slot])]:
            if lowest is not None and target < lowest:
                continue
            self.targets[slot] = target
            if target == KEEP:
                self._branch(at + 1, hits, kept + 1)
                continue
            was = hits[target]
            hits[target] = combine(was, problem.shots[slot][target])
            self._branch(at + 1, hits, kept)
            hits[target] = was
        self.targets[slot] = None

    def _bound(self, at: int, hits: list[Hits], kept: int) -> float:
        """The damage if each slot from an index of the order on fired at every plane that it
        reaches and every marker among them were kept as well.
        """
        problem = self.problem
        bound = problem.later[kept + self.markers_to_come[at]] if problem.later else 0.0
        for threat, now, rest in zip(problem.threats, hits, self.fire_to_come[at], strict=True):
            bound += cost(threat, combine(now, rest))
        return bound
