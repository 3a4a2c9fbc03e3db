"""A fire plan while the search builds and improves it.

A plan is built shot by shot (the greedy captain's plan), then improved by moving one slot or
exchanging two. In the hottest lines, chances and weights of 0, 1, 2 hits and flamed are unpacked
into a0 to a3 and the like, to save the calls of ``fire``.
"""

from __future__ import annotations

from picket_duty.odds import fire
from picket_duty.odds.fire import ByHits, Hits, combine, cost, weights_of
from picket_duty.odds.plan_problem import KEEP, NOISE, Problem

#: More than rounding errors can add to any damage.
NEAR = 1e-9
#: A shot that misses less often than this is not divided out, which would magnify rounding errors.
SELDOM = 0.05
#: A slot with a choice of targets: its index, its kind, the planes that it reaches, each with the
#: chances of 0, 1, 2 hits and flamed by its shot, and whether it may be kept.
Movable = tuple[int, int, list[tuple[int, float, float, float, float]], bool]
#: A slot that fires: its kind, its plane, its index and its shots; the hits on the plane without the
#: slot, and the weights of these (``weights_of``).
Aimed = tuple[int, int, int, dict[int, Hits], Hits, ByHits]


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
        self.hits_without: dict[int, tuple[Hits, Hits]] = {}
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
            # The damage before the shot less that after it.
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

    def _without(self, slot: int, plane: int) -> Hits:
        """A plane's hits from all slots aimed at it except one; computed once until its hits
        change.
        """
        now = self.hits[plane]
        known = self.hits_without.get(slot)
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
        self.hits_without[slot] = (now, hits)
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
            hits_without = None
            most = 0.0
            if target is not None and target != KEEP:
                hits_without = a0, a1, a2, a3 = self._without(slot, target)
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
            if hits_without is not None and target is not None:
                self._set(target, hits_without)
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
            hits = self._without(slot, plane)
            weights = weights_of(problem.threats[plane], hits)
            aimed.append((kind, plane, slot, problem.shots[slot], hits, weights))
        return aimed
