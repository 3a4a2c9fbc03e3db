"""The search for the best fire plan.

A plan is built shot by shot (the greedy captain's plan), then improved by moving one slot or
exchanging two. For a player, branch and bound follows: a branch is cut if even all remaining fire
at every plane could not beat the best plan. There is one search with different limits (``Limit``)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from picket_duty.odds import fire
from picket_duty.odds.fire import Hits, combine, cost, weights_of

#: The target of an AFS marker kept for a later wave.
KEEP = -1
#: Damage below this is rounding error.
NOISE = 1e-12
#: More than rounding errors can add to any damage.
NEAR = 1e-9
#: A shot that misses less often than this is not divided out, which would magnify rounding errors.
SELDOM = 0.05


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
#: A slot with a choice of targets: its index, its kind, the planes that it reaches, each with the
#: chances of 0, 1, 2 hits and flamed by its shot, and whether it may be kept.
Movable = tuple[int, int, list[tuple[int, float, float, float, float]], bool]
#: A slot that fires: its kind, its plane, its index and its shots; the hits on the plane without the
#: slot, and the weights of these.
Aimed = tuple[int, int, int, dict[int, Hits], Hits, Hits]


class FirePlan(msgspec.Struct, frozen=True, rename={"damage": "harm"}):
    """A fire plan: its orders, the expected damage in this wave (``harm`` in JSON) and in later ones,
    and whether it is proven best.
    """

    orders: dict[str, int]
    damage: float
    later: float
    proven: bool = False

    @property
    def whole(self) -> float:
        """The expected damage of this wave and later ones, in ships."""
        return self.damage + self.later


class Problem(msgspec.Struct):
    """Which slots may fire at which planes.

    Slots and planes are known by their index in ``slots`` and ``planes``; AFS markers are the last
    slots. ``start`` are the hits on each plane before the shots, ``threats`` the damage that it does
    after 0, 1, 2 hits and flamed. ``shots`` are the hits of each slot by plane. Equal slots have the
    same number in ``kinds``. ``later`` is the damage of later waves by the number of AFS markers
    kept; it is empty if none may be kept.
    """

    planes: list[int]
    start: list[Hits]
    threats: list[Hits]
    slots: list[str]
    shots: list[dict[int, Hits]]
    kinds: list[int]
    fighters: list[bool]
    later: list[float]


class WorkingPlan:
    """A plan that the search changes: the target of each slot, with the hits on each plane and its
    expected damage.
    """

    def __init__(
        self, problem: Problem, targets: list[int | None] | None = None, first: int | None = None
    ) -> None:
        """The plan with given ``targets``, or without any the greedy plan. All slots that reach the
        plane ``first`` are aimed at it.
        """
        self.problem = problem
        self.hits = list(problem.start)
        #: The expected damage of each plane after 0, 1, 2, 3 more hits.
        self.weights = list(map(weights_of, problem.threats, self.hits))
        #: The expected damage of each plane: the first of its weights.
        self.costs = [weights[0] for weights in self.weights]
        self.targets: list[int | None] = [None] * len(problem.slots)
        self.kept = 0
        #: For a slot: the hits on its target, and those without its shot.
        self.lifted: dict[int, tuple[Hits, Hits]] = {}
        #: The kind and the target of slots for which no other target is better as the plan is now.
        self.settled: set[tuple[int, int | None]] = set()
        for slot, shots in enumerate(problem.shots):
            if first is not None and first in shots:
                # A slot that does not reach this plane never looks at the plane's weights: they
                # are set once, below.
                self.targets[slot] = first
                self.hits[first] = combine(self.hits[first], shots[first])
                continue
            target = targets[slot] if targets else self._best(slot)
            if target is not None:
                self._aim(slot, target)
        if first is not None:
            self._set(first, self.hits[first])

    @property
    def damage(self) -> float:
        """The expected damage of this wave."""
        return sum(self.costs)

    @property
    def later(self) -> float:
        """The expected damage of later waves."""
        return self.problem.later[self.kept] if self.problem.later else 0.0

    @property
    def whole(self) -> float:
        """The expected damage of this wave and later ones."""
        return self.damage + self.later

    def _best(self, slot: int) -> int | None:
        """The target at which a slot prevents most damage; None if it prevents none."""
        problem = self.problem
        later = problem.later
        best = None
        # What a shot must prevent: more than rounding errors, or more than the marker if kept.
        bound = 2 * NOISE
        if later and problem.fighters[slot]:
            best = KEEP
            bound = later[self.kept] - later[self.kept + 1] + NOISE
        weights = self.weights
        for plane, (b0, b1, b2, b3) in problem.shots[slot].items():
            w0, w1, w2, w3 = weights[plane]
            gain = w0 - (w0 * b0 + w1 * b1 + w2 * b2 + w3 * b3)
            if gain > bound:
                best = plane
                bound = gain + NOISE
        return best

    def _aim(self, slot: int, target: int) -> None:
        self.targets[slot] = target
        if target == KEEP:
            self.kept += 1
            return
        # ``combine``, without the call.
        a0, a1, a2, a3 = self.hits[target]
        b0, b1, b2, b3 = self.problem.shots[slot][target]
        none = a0 * b0
        single = a0 * b1 + a1 * b0
        double = a0 * b2 + a1 * b1 + a2 * b0
        self._set(
            target,
            (
                none,
                single,
                double,
                (a0 + a1 + a2 + a3) * (b0 + b1 + b2 + b3) - none - single - double,
            ),
        )

    def _set(self, plane: int, hits: Hits) -> None:
        """Set a plane's hits, its expected damage and ``weights_of`` it, computed here to save the
        call.
        """
        self.hits[plane] = hits
        none, single, double, flamed = hits
        t0, t1, t2, most = self.problem.threats[plane]
        self.costs[plane] = now = none * t0 + single * t1 + double * t2 + flamed * most
        self.weights[plane] = (
            now,
            none * t1 + single * t2 + (double + flamed) * most,
            none * t2 + (single + double + flamed) * most,
            (none + single + double + flamed) * most,
        )

    def _without(self, plane: int, slot: int) -> Hits:
        """A plane's hits from all slots aimed at it except one; computed once until its hits
        change.
        """
        now = self.hits[plane]
        known = self.lifted.get(slot)
        # ``_set`` gives a plane a new tuple of hits.
        if known is not None and known[0] is now:
            return known[1]
        shot = self.problem.shots[slot][plane]
        if shot[0] > SELDOM:
            hits = fire.apart(now, shot)
        else:
            hits = self.problem.start[plane]
            for other, target in enumerate(self.targets):
                if target == plane and other != slot:
                    hits = combine(hits, self.problem.shots[other][plane])
        self.lifted[slot] = (now, hits)
        return hits

    def improve(self, known: set[tuple[int | None, ...]]) -> None:
        """Move one slot or exchange two while that reduces the expected damage.

        Ends at targets that are ``known`` from another plan; the targets of this one are added.
        """
        problem = self.problem
        movable: list[Movable] = []
        for slot, shots in enumerate(problem.shots):
            keeps = problem.fighters[slot] and bool(problem.later)
            # A slot with a single target cannot move.
            if len(shots) + keeps > 1:
                movable.append(
                    (
                        slot,
                        problem.kinds[slot],
                        [(plane, *hits) for plane, hits in shots.items()],
                        keeps,
                    )
                )
        while self._move(movable) or self._exchange(movable):
            targets = tuple(self.targets)
            if targets in known:
                return
            known.add(targets)

    def _move(self, movable: list[Movable]) -> bool:
        """Move each slot to its best target; True if any was moved."""
        problem = self.problem
        targets = self.targets
        weights = self.weights
        settled = self.settled
        threats = problem.threats
        later = problem.later
        moved = False
        #: The kind and the target of slots that stay in this pass: equal slots would stay too.
        seen: set[tuple[int, int | None]] = set()
        for slot, kind, shots, keeps in movable:
            target = targets[slot]
            aim = (kind, target)
            if aim in seen:
                continue
            if aim in settled:
                seen.add(aim)
                continue
            # What the slot prevents at its target: the most so far.
            lifted = None
            most = 0.0
            if target is not None and target != KEEP:
                lifted = a0, a1, a2, a3 = self._without(target, slot)
                t0, t1, t2, t3 = threats[target]
                # ``cost`` of the threat and the hits, without the call.
                most = t0 * a0 + t1 * a1 + t2 * a2 + t3 * a3 - weights[target][0]
            best = target
            # The markers kept without this slot.
            kept = self.kept
            if keeps:
                # What the marker saves in later waves if it is kept.
                kept -= target == KEEP
                saved = later[kept] - later[kept + 1]
                if target == KEEP:
                    most = saved
                elif saved > most + NOISE:
                    best = KEEP
                    most = saved
            bound = most + NOISE
            for plane, b0, b1, b2, b3 in shots:
                if plane == target:
                    continue
                # ``cost`` of the weights and the shot, without the call: this is the hottest line
                # of a game.
                w0, w1, w2, w3 = weights[plane]
                prevented = w0 - (w0 * b0 + w1 * b1 + w2 * b2 + w3 * b3)
                if prevented > bound:
                    best = plane
                    bound = prevented + NOISE
            if best == target:
                seen.add(aim)
                settled.add(aim)
                continue
            moved = True
            settled.clear()
            self.kept = kept
            if lifted is not None and target is not None:
                self._set(target, lifted)
            if best is not None:
                self._aim(slot, best)
        return moved

    def _exchange(self, movable: list[Movable]) -> bool:
        """Exchange the targets of two slots; True at the first exchange that reduces the expected
        damage.
        """
        threats = self.problem.threats
        costs = self.costs
        aimed = self._aimed(movable)
        # Each pair once: ``index`` is the place after the first slot. ``v`` and ``w`` are the
        # weights of each plane without its slot.
        for index, (kind, plane, slot, shots, hits, (v0, v1, v2, v3)) in enumerate(aimed, 1):
            for other_kind, other_plane, other, others, other_hits, (w0, w1, w2, w3) in aimed[
                index:
            ]:
                if (
                    kind == other_kind
                    or plane == other_plane
                    or other_plane not in shots
                    or plane not in others
                ):
                    continue
                a0, a1, a2, a3 = others[plane]
                b0, b1, b2, b3 = shots[other_plane]
                before = costs[plane] + costs[other_plane]
                # The damage after the exchange but for rounding errors: most exchanges end here.
                if (
                    v0 * a0 + v1 * a1 + v2 * a2 + v3 * a3 + w0 * b0 + w1 * b1 + w2 * b2 + w3 * b3
                    > before + NEAR
                ):
                    continue
                here = combine(hits, others[plane])
                there = combine(other_hits, shots[other_plane])
                if cost(threats[plane], here) + cost(threats[other_plane], there) < before - NOISE:
                    self.targets[slot] = other_plane
                    self.targets[other] = plane
                    self._set(plane, here)
                    self._set(other_plane, there)
                    self.settled.clear()
                    return True
        return False

    def _aimed(self, movable: list[Movable]) -> list[Aimed]:
        """One slot of each kind aimed at each plane, of those that reach another plane too."""
        problem = self.problem
        slots: dict[tuple[int, int], int] = {}
        for slot, kind, reached, _ in movable:
            target = self.targets[slot]
            if target is not None and target != KEEP and len(reached) > 1:
                slots.setdefault((kind, target), slot)
        aimed = []
        for (kind, plane), slot in slots.items():
            hits = self._without(plane, slot)
            weights = weights_of(problem.threats[plane], hits)
            aimed.append((kind, plane, slot, problem.shots[slot], hits, weights))
        return aimed


class BranchAndBound:
    """A search through all plans that could beat the best one. Equal slots form a group."""

    def __init__(self, problem: Problem, best: WorkingPlan, limit: int) -> None:
        self.problem = problem
        self.best = list(best.targets)
        self.least = best.whole
        self.left = limit
        self.groups: list[list[int]] = [[] for _ in range(max(problem.kinds, default=-1) + 1)]
        for slot, kind in enumerate(problem.kinds):
            self.groups[kind].append(slot)
        self.groups.sort(key=lambda group: len(problem.shots[group[0]]))
        self.order = [slot for group in self.groups for slot in group]
        #: For each slot of the order: the hits on each plane by it and all slots after it together.
        self.rest: list[list[Hits]] = [[(1.0, 0.0, 0.0, 0.0)] * len(problem.planes)]
        #: For each slot of the order: how many AFS markers it and all slots after it are.
        self.markers = [0]
        for slot in reversed(self.order):
            self.markers.append(self.markers[-1] + problem.fighters[slot])
            rest = list(self.rest[-1])
            for plane, shot in problem.shots[slot].items():
                rest[plane] = combine(rest[plane], shot)
            self.rest.append(rest)
        self.rest.reverse()
        self.markers.reverse()
        self.targets: list[int | None] = [None] * len(problem.slots)

    def run(self) -> bool:
        """Search to the end or the limit; True if it reached the end."""
        self._branch(0, list(self.problem.start), 0)
        return self.left > 0

    def _branch(self, at: int, hits: list[Hits], kept: int) -> None:
        """Search the plans that differ only from an index of the order on, given the ``hits`` by the
        slots before it and the markers ``kept``.
        """
        problem = self.problem
        # The limit counts each branch once for every plane.
        self.left -= len(hits)
        if self.left <= 0:
            return
        later = problem.later[kept] if problem.later else 0.0
        if at == len(self.order):
            whole = sum(map(cost, problem.threats, hits)) + later
            if whole < self.least - NOISE:
                self.least = whole
                self.best = list(self.targets)
            return
        if self._bound(at, hits, kept) >= self.least - NOISE:
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
        bound = problem.later[kept + self.markers[at]] if problem.later else 0.0
        for threat, now, rest in zip(problem.threats, hits, self.rest[at], strict=True):
            bound += cost(threat, combine(now, rest))
        return bound


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
    return plan_made(problem, WorkingPlan(problem, search.best), proven)


def plan_made(problem: Problem, plan: WorkingPlan, proven: bool = False) -> FirePlan:
    """A working plan with the names of its slots and the numbers of its planes."""
    orders = {
        slot: problem.planes[target]
        for slot, target in zip(problem.slots, plan.targets, strict=True)
        if target is not None and target != KEEP
    }
    return FirePlan(orders, plan.damage, plan.later, proven)
