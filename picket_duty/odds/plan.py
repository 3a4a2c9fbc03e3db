"""The best fire plan: the orders with the least expected damage in this wave and later ones
together.

A fighter (AFS) marker kept is worth the damage it prevents in later waves, whose planes are known
by bearing and altitude. A plan is built shot by shot (the greedy captain's plan), then improved by
moving one slot or exchanging two. For a player, branch and bound follows: a branch is cut if even
all remaining fire at every plane could not beat the best plan. There is one search with different
limits (``Limit``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from picket_duty.book.ids import FighterSlot, slot_named
from picket_duty.odds import fire
from picket_duty.odds.damage_weights import Measure, by_hand
from picket_duty.odds.fire import Hits, Orders, combine, cost, weights_of
from picket_duty.requests import ASSIGN, Answer, Choice
from picket_duty.rules import control, gunnery
from picket_duty.rules.play import Play
from picket_duty.state import Plane

#: The target of an AFS marker kept for a later wave.
KEEP = -1
#: Damage below this is rounding error.
NOISE = 1e-12
#: Far more than rounding errors make of any damage.
NEAR = 1e-9
#: A shot that misses less often than this is not divided out, which would magnify rounding errors.
SELDOM = 0.05


class Limit(NamedTuple):
    """How far the search for a plan goes.

    ``improved``: whether a plan is improved by moving and exchanging slots. ``starts`` is the
    number of further plans improved, from all fire at one plane, times the number of planes; None
    stands for every plane. ``branches`` limits branch and bound, counted in planes over all
    branches; a plan that ends within it is proven best.
    """

    improved: bool = True
    starts: int | None = 0
    branches: int = 0


#: Shot by shot; for playouts; for many games; for a wave; for a player.
GREEDY = Limit(improved=False)
QUICK = Limit()
EXEC = Limit(starts=9)
THOROUGH = Limit(starts=None)
#: About 10 ms.
PROVEN = Limit(starts=None, branches=10000)

#: What a plane threatens, with 0, 1, 2 hits and set afire; and how to find that for the planes of a
#: play.
ThreatOf = Callable[[Plane], Hits]
Weigh = Callable[[Play], ThreatOf]


#: A slot with a choice of targets: its index, its kind, planes with the hits of the shot, whether
#: it may be kept.
Movable = tuple[int, int, list[tuple[int, float, float, float, float]], bool]


class FirePlan(msgspec.Struct, frozen=True, rename={"damage": "harm"}):
    """A fire plan: its orders, the expected damage in this wave and in later ones, and whether it
    is proven best.
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
    """Which slots may fire at which planes, by their index in ``slots`` and ``planes``.

    Equal slots have the same number in ``kinds``; ``later`` is the damage of later waves by the
    number of AFS markers kept, empty if none may be kept.
    """

    planes: list[int]
    start: list[Hits]
    threats: list[Hits]
    slots: list[str]
    shots: list[dict[int, Hits]]
    kinds: list[int]
    fighters: list[bool]
    later: list[float]


def problem_of(play: Play, choice: Choice, measure: Measure | None = None) -> Problem:
    """The problem of the wave in the air, by the weights set by hand unless a ``measure`` is
    given.
    """
    weights = measure or by_hand(play)
    return problem_by(play, choice, lambda seen: fire.threats_of(seen, weights))


def problem_by(play: Play, choice: Choice, weigh: Weigh, keeps: bool = True) -> Problem:
    """The problem of the wave in the air by any weight of planes; without ``keeps`` no AFS markers
    are kept.
    """
    problem = _problem(
        play, choice, [plane for plane in play.state.air.planes if plane.flying], weigh(play)
    )
    markers = sum(problem.fighters)
    if keeps and markers and play.state.air.waves:
        problem.later = later_damage(play, markers, weigh)
    return problem


def _problem(play: Play, choice: Choice, planes: list[Plane], threat_of: ThreatOf) -> Problem:
    place = {plane.number: index for index, plane in enumerate(planes)}
    conditions = [(plane.altitude, plane.special, plane.weapon) for plane in planes]
    named = {slot: slot_named(slot) for slot in choice.slots}
    fighters = {slot: isinstance(fires, FighterSlot) for slot, fires in named.items()}
    slots = sorted(choice.slots, key=lambda slot: (fighters[slot], len(choice.slots[slot]), slot))
    shots = []
    kinds = []
    known: dict[tuple[tuple[int, Hits], ...], int] = {}
    #: The shots of slots that are alike at the same planes.
    alike_at: dict[tuple[object, tuple[int, ...]], tuple[dict[int, Hits], int]] = {}
    shots_of_slots: dict[object, dict[tuple[str, bool, str], Hits]] = {}
    for slot in slots:
        # A shot depends only on the condition of the slot, and on altitude and weapon of the plane.
        fires = named[slot]
        reached = choice.slots[slot]
        alike = gunnery.alike(play, fires)
        same = alike_at.get((alike, reached))
        if same is None:
            rolls = shots_of_slots.setdefault(alike, {})
            hits_by_plane: dict[int, Hits] = {}
            for number in reached:
                index = place[number]
                key = conditions[index]
                hits = rolls.get(key)
                if hits is None:
                    hits = rolls[key] = fire.shot_hits(
                        gunnery.shot_roll(play, fires, planes[index])
                    )
                hits_by_plane[index] = hits
            kind = known.setdefault(tuple(hits_by_plane.items()), len(known))
            same = alike_at[alike, reached] = hits_by_plane, kind
        shots.append(same[0])
        kinds.append(same[1])
    return Problem(
        [plane.number for plane in planes],
        [fire.hits_of(plane) for plane in planes],
        [threat_of(plane) for plane in planes],
        slots,
        shots,
        kinds,
        [fighters[slot] for slot in slots],
        [],
    )


def is_fighters(slot: str) -> bool:
    """Whether a slot is a fighter (AFS) marker, which may be kept for a later wave."""
    return isinstance(slot_named(slot), FighterSlot)


def fighters_kept(choice: Choice, orders: Orders) -> int:
    """How many AFS markers a plan keeps."""
    return sum(map(is_fighters, choice.slots)) - sum(map(is_fighters, orders))


def is_same_order(play: Play, choice: Choice, order: Answer, other: Answer) -> bool:
    """Whether two answers to a choice are the same order; in fire plans equal slots and equal
    planes may be exchanged.

    Planes are equal if they differ by their numbers only: then just the order of their dives
    differs.
    """
    if choice.kind != ASSIGN or not isinstance(order, dict) or not isinstance(other, dict):
        return bool(order == other)
    planes = {
        plane.number: msgspec.structs.replace(plane, number=0) for plane in play.state.air.planes
    }
    fires = []
    for orders in (order, other):
        # How many equal planes are the target of the same slots; None stands for the slots that
        # hold their fire.
        slots: dict[int | None, Counter[object]] = {target: Counter() for target in (None, *planes)}
        for slot, reached in choice.slots.items():
            slots[orders.get(slot)][gunnery.alike(play, slot_named(slot)), reached] += 1
        fires.append(
            Counter(
                (
                    None if target is None else msgspec.structs.astuple(planes[target]),
                    frozenset(fire.items()),
                )
                for target, fire in slots.items()
            )
        )
    return fires[0] == fires[1]


def later_damage(play: Play, most: int, weigh: Weigh) -> list[float]:
    """What later waves threaten with 0 to ``most`` AFS markers kept, each used where it prevents
    most.
    """
    damage = 0.0
    open_planes: list[tuple[Hits, Hits]] = []
    firing = fire.ship_with(play, declared=control.NONE) if play.ship.declared else play
    for planes in play.state.air.waves:
        wave = [
            msgspec.structs.replace(plane, number=number) for number, plane in enumerate(planes)
        ]
        seen = fire.seen_with(firing, planes=wave, markers=[], maneuver=None)
        problem = _problem(seen, gunnery.plan_choice(seen), wave, weigh(seen))
        plan = PlanDraft(problem)
        damage += plan.damage
        open_planes += zip(problem.threats, plan.hits, strict=True)
    fighter = fire.shot_hits(
        gunnery.shot_roll(play, slot_named(play.state.air.markers[0]), play.state.air.waves[0][0])
    )
    damages = [damage]
    for _ in range(most):
        gains = [
            cost(threat, hits) - cost(threat, combine(hits, fighter))
            for threat, hits in open_planes
        ]
        best = max(range(len(gains)), key=gains.__getitem__)
        damages.append(damages[-1] - max(0.0, gains[best]))
        threat, hits = open_planes[best]
        open_planes[best] = (threat, combine(hits, fighter))
    return damages


class PlanDraft:
    """A plan being improved: the target of each slot, with hits and expected damage of each
    plane.
    """

    def __init__(
        self, problem: Problem, orders: list[int | None] | None = None, first: int | None = None
    ) -> None:
        """The greedy plan, with everything that bears on plane ``first`` aimed at it; or the plan
        of given targets.
        """
        self.problem = problem
        self.hits = list(problem.start)
        self.weights = list(map(weights_of, problem.threats, self.hits))
        #: The expected damage of each plane: the first of its weights.
        self.costs = [weights[0] for weights in self.weights]
        self.targets: list[int | None] = [None] * len(problem.slots)
        self.kept = 0
        #: For a slot: the hits of its target, and the same hits without it.
        self.lifted: dict[int, tuple[Hits, Hits]] = {}
        #: Kinds and targets that have no better target as the plan is now.
        self.fresh: set[tuple[int, int | None]] = set()
        for slot, shots in enumerate(problem.shots):
            if first is not None and first in shots:
                # No other slot is aimed by the weights of this plane, which are set below.
                self.targets[slot] = first
                self.hits[first] = combine(self.hits[first], shots[first])
                continue
            target = orders[slot] if orders else self._best(slot)
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

    def _best(self, slot: int) -> int | None:
        problem = self.problem
        later = self.problem.later
        best = None
        most = NOISE
        if later and problem.fighters[slot]:
            best = KEEP
            most = later[self.kept] - later[self.kept + 1]
        weights = self.weights
        bound = most + NOISE
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
        """Move one slot or exchange two while that reduces the expected damage, up to targets that
        are ``known``.
        """
        problem, movable = self.problem, list[Movable]()
        for slot, shots in enumerate(problem.shots):
            keeps = problem.fighters[slot] and bool(problem.later)
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
        problem = self.problem
        targets = self.targets
        weights = self.weights
        fresh = self.fresh
        threats = problem.threats
        later = problem.later
        moved = False
        seen: set[tuple[int, int | None]] = set()
        for slot, kind, shots, keeps in movable:
            target = targets[slot]
            aim = (kind, target)
            if aim in seen:
                continue
            if aim in fresh:
                seen.add(aim)
                continue
            lifted = None
            most = 0.0
            if target is not None and target != KEEP:
                lifted = a0, a1, a2, a3 = self._without(target, slot)
                t0, t1, t2, t3 = threats[target]
                # ``cost`` of the threat and the hits, without the call.
                most = t0 * a0 + t1 * a1 + t2 * a2 + t3 * a3 - weights[target][0]
            best = target
            kept = self.kept
            if keeps:
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
                fresh.add(aim)
                continue
            moved = True
            fresh.clear()
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
        problem = self.problem
        targets = self.targets
        now = self.costs
        threats = problem.threats
        groups: dict[tuple[int, int], int] = {}
        for slot, kind, listed, _ in movable:
            target = targets[slot]
            if target is not None and target != KEEP and len(listed) > 1:
                groups.setdefault((kind, target), slot)
        aimed = []
        for (kind, plane), slot in groups.items():
            hits = self._without(plane, slot)
            aimed.append(
                (kind, plane, slot, problem.shots[slot], hits, weights_of(threats[plane], hits))
            )
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
                before = now[plane] + now[other_plane]
                # The damage after the exchange but for rounding errors: most exchanges end here.
                if (
                    v0 * a0 + v1 * a1 + v2 * a2 + v3 * a3 + w0 * b0 + w1 * b1 + w2 * b2 + w3 * b3
                    > before + NEAR
                ):
                    continue
                here = combine(hits, others[plane])
                there = combine(other_hits, shots[other_plane])
                if cost(threats[plane], here) + cost(threats[other_plane], there) < before - NOISE:
                    targets[slot], targets[other] = other_plane, plane
                    self._set(plane, here)
                    self._set(other_plane, there)
                    self.fresh.clear()
                    return True
        return False


class BranchAndBound:
    """Branch and bound over all plans that could beat the best one; equal slots form a group."""

    def __init__(self, problem: Problem, best: PlanDraft, limit: int) -> None:
        self.problem = problem
        self.best = list(best.targets)
        self.least = best.damage + best.later
        self.left = limit
        self.groups: list[list[int]] = [[] for _ in range(max(problem.kinds, default=-1) + 1)]
        for slot, kind in enumerate(problem.kinds):
            self.groups[kind].append(slot)
        self.groups.sort(key=lambda group: len(problem.shots[group[0]]))
        self.order = [slot for group in self.groups for slot in group]
        #: For each slot of the order: the hits on each plane by it and all slots after it together.
        self.rest: list[list[Hits]] = [[(1.0, 0.0, 0.0, 0.0)] * len(problem.planes)]
        for slot in reversed(self.order):
            rest = list(self.rest[-1])
            for plane, shot in problem.shots[slot].items():
                rest[plane] = combine(rest[plane], shot)
            self.rest.append(rest)
        self.rest.reverse()
        self.targets: list[int | None] = [None] * len(problem.slots)

    def run(self) -> bool:
        """Search to the end or the limit; True if it reached the end."""
        self._branch(0, list(self.problem.start), 0)
        return self.left > 0

    def _branch(self, at: int, hits: list[Hits], kept: int) -> None:
        problem = self.problem
        self.left -= len(hits)
        if self.left <= 0:
            return
        later = problem.later[kept] if problem.later else 0.0
        if at == len(self.order):
            whole = sum(map(cost, problem.threats, hits)) + later
            if whole < self.least - NOISE:
                self.least, self.best = whole, list(self.targets)
            return
        markers = sum(problem.fighters[slot] for slot in self.order[at:])
        bound = problem.later[kept + markers] if problem.later else 0.0
        for threat, now, rest in zip(problem.threats, hits, self.rest[at], strict=True):
            bound += cost(threat, combine(now, rest))
        if bound >= self.least - NOISE:
            return
        slot = self.order[at]
        # Equal slots have targets in ascending order, so that no plan is searched twice.
        before = self.order[at - 1] if at else slot
        alike = at > 0 and problem.kinds[before] == problem.kinds[slot]
        lowest = self.targets[before] if alike else None
        choices = [KEEP] if problem.later and problem.fighters[slot] else []
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


def best_plan(
    play: Play, choice: Choice, limit: Limit = PROVEN, measure: Measure | None = None
) -> FirePlan:
    """The best plan found for a fire plan choice."""
    return solve(problem_of(play, choice, measure), limit)


def staff_plan(play: Play, choice: Choice) -> dict[str, int]:
    """The orders that the officers suggest."""
    return best_plan(play, choice, EXEC).orders


def solve(problem: Problem, limit: Limit) -> FirePlan:
    """The best plan found for a problem."""
    best = PlanDraft(problem)
    known = {tuple(best.targets)}
    if limit.improved:
        best.improve(known)
    planes = range(len(problem.planes))
    for plane in planes if limit.starts is None else planes[: limit.starts // max(1, len(planes))]:
        other = PlanDraft(problem, first=plane)
        if tuple(other.targets) in known:
            continue
        known.add(tuple(other.targets))
        other.improve(known)
        if other.damage + other.later < best.damage + best.later - NOISE:
            best = other
    if not limit.branches:
        return _plan(problem, best)
    search = BranchAndBound(problem, best, limit.branches)
    proven = search.run()
    return _plan(problem, PlanDraft(problem, search.best), proven)


def plan_of(play: Play, choice: Choice, orders: Orders, measure: Measure | None = None) -> FirePlan:
    """The plan of given orders; markers without an order are kept."""
    problem = problem_of(play, choice, measure)
    place = {number: index for index, number in enumerate(problem.planes)}
    targets: list[int | None] = []
    for slot, fighter in zip(problem.slots, problem.fighters, strict=True):
        number = orders.get(slot)
        targets.append(
            place[number] if number is not None else KEEP if fighter and problem.later else None
        )
    return _plan(problem, PlanDraft(problem, targets))


def _plan(problem: Problem, plan: PlanDraft, proven: bool = False) -> FirePlan:
    orders = {
        slot: problem.planes[target]
        for slot, target in zip(problem.slots, plan.targets, strict=True)
        if target is not None and target != KEEP
    }
    return FirePlan(orders, plan.damage, plan.later, proven)
