"""The best fire plan: the orders with the least expected damage in this wave and later ones
together.

A fighter (AFS) marker kept is worth the damage it prevents in later waves, whose planes are known
by bearing and altitude.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from picket_duty.book.ids import FighterSlot, Slot, slot_named
from picket_duty.odds import fire
from picket_duty.odds.damage_weights import Measure, by_hand
from picket_duty.odds.fire import ByHits, Hits, Orders, combine, cost
from picket_duty.odds.plan_problem import KEEP, FirePlan, Problem
from picket_duty.odds.plan_search import EXEC, PROVEN, Limit, plan_made, solve
from picket_duty.odds.working_plan import WorkingPlan
from picket_duty.requests import Choice
from picket_duty.rules import control, gunnery
from picket_duty.rules.play import Play
from picket_duty.state import Plane

#: A function for the expected damage of a plane with 0, 1, 2 hits and set afire.
ThreatOf = Callable[[Plane], ByHits]
#: A function that finds that function for the planes of a play.
Weigh = Callable[[Play], ThreatOf]


def problem_of(play: Play, choice: Choice, measure: Measure | None = None) -> Problem:
    """The problem of the wave in the air, by the weights set by hand unless a ``measure`` is
    given.
    """
    weights = measure or by_hand(play)
    return problem_by(play, choice, lambda seen: fire.threats_of(seen, weights))


def problem_by(play: Play, choice: Choice, weigh: Weigh, keeps: bool = True) -> Problem:
    """The problem of the wave in the air by any weight of planes. AFS markers may be kept only if
    ``keeps`` is true.
    """
    planes = [plane for plane in play.state.air.planes if plane.flying]
    problem = _problem(play, choice, planes, weigh(play))
    markers = sum(problem.fighters)
    if keeps and markers and play.state.air.waves:
        problem.later = later_damage(play, markers, weigh)
    return problem


def _problem(play: Play, choice: Choice, planes: list[Plane], threat_of: ThreatOf) -> Problem:
    """The problem of some planes, in which no AFS marker may be kept."""
    # Guns and ships first, those that reach the fewest planes before the others.
    ordered = sorted(
        [
            (isinstance(slot_named(slot), FighterSlot), len(reached), slot)
            for slot, reached in choice.slots.items()
        ]
    )
    fire_at = _FireAt(play, planes)
    slots = []
    shots = []
    kinds = []
    fighters = []
    for is_fighter, _, slot in ordered:
        shots_of_slot, kind = fire_at.shots(slot_named(slot), choice.slots[slot])
        slots.append(slot)
        shots.append(shots_of_slot)
        kinds.append(kind)
        fighters.append(is_fighter)
    return Problem(
        planes=[plane.number for plane in planes],
        start=[fire.hits_of(plane) for plane in planes],
        threats=[threat_of(plane) for plane in planes],
        slots=slots,
        shots=shots,
        kinds=kinds,
        fighters=fighters,
        later=[],
    )


class _FireAt:
    """The shots at some planes, computed once for equal slots and for equal planes."""

    def __init__(self, play: Play, planes: list[Plane]) -> None:
        self.play = play
        #: The index of a plane by its number, the plane, and what a shot at it depends on.
        self.planes = {
            plane.number: (index, plane, (plane.altitude, plane.special, plane.weapon))
            for index, plane in enumerate(planes)
        }
        #: The number of each kind of slots: slots of a kind have the same shots.
        self.kinds: dict[tuple[tuple[int, Hits], ...], int] = {}
        #: The shots and the kind of equal slots that reach the same planes.
        self.known: dict[tuple[object, tuple[int, ...]], tuple[dict[int, Hits], int]] = {}
        #: The hits of a shot of equal slots, by altitude and weapon of the plane.
        self.hits: dict[object, dict[tuple[str, bool, str], Hits]] = {}

    def shots(self, slot: Slot, reached: tuple[int, ...]) -> tuple[dict[int, Hits], int]:
        """The shots of a slot at the planes that it reaches, by index, and the kind of the slot."""
        alike = gunnery.alike(self.play, slot)
        known = self.known.get((alike, reached))
        if known is not None:
            return known
        hits_at = self.hits.setdefault(alike, {})
        shots = {}
        for number in reached:
            index, plane, condition = self.planes[number]
            hits = hits_at.get(condition)
            if hits is None:
                hits = fire.shot_hits(gunnery.shot_roll(self.play, slot, plane))
                hits_at[condition] = hits
            shots[index] = hits
        kind = self.kinds.setdefault(tuple(shots.items()), len(self.kinds))
        self.known[alike, reached] = (shots, kind)
        return shots, kind


def later_damage(play: Play, most: int, weigh: Weigh) -> list[float]:
    """What later waves threaten with 0 to ``most`` AFS markers kept, each used where it prevents
    most.
    """
    damage = 0.0
    #: The threat of each plane, and the hits on it.
    open_planes: list[tuple[ByHits, Hits]] = []
    for plan in _plans_of_later_waves(play, weigh):
        damage += plan.damage
        open_planes += zip(plan.problem.threats, plan.hits, strict=True)
    # The shot of a fighter is the same at every plane.
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


def _plans_of_later_waves(play: Play, weigh: Weigh) -> Iterator[WorkingPlan]:
    """The greedy plan for each later wave, without AFS markers. No emergency is declared then."""
    firing = fire.ship_with(play, declared=control.NO_EMERGENCY) if play.ship.declared else play
    for planes in play.state.air.waves:
        wave = [
            msgspec.structs.replace(plane, number=number) for number, plane in enumerate(planes)
        ]
        seen = fire.air_with(firing, planes=wave, markers=[], maneuver=None)
        yield WorkingPlan(_problem(seen, gunnery.plan_choice(seen), wave, weigh(seen)))


def best_plan(
    play: Play, choice: Choice, limit: Limit = PROVEN, measure: Measure | None = None
) -> FirePlan:
    """The best plan found for a fire plan choice."""
    return solve(problem_of(play, choice, measure), limit)


def staff_plan(play: Play, choice: Choice) -> dict[str, int]:
    """The orders that the officers suggest."""
    return best_plan(play, choice, EXEC).orders


def plan_of(play: Play, choice: Choice, orders: Orders, measure: Measure | None = None) -> FirePlan:
    """The plan of given orders; markers without an order are kept."""
    problem = problem_of(play, choice, measure)
    index_of = {number: index for index, number in enumerate(problem.planes)}
    targets: list[int | None] = []
    for slot, fighter in zip(problem.slots, problem.fighters, strict=True):
        number = orders.get(slot)
        if number is not None:
            targets.append(index_of[number])
        elif fighter and problem.later:
            targets.append(KEEP)
        else:
            targets.append(None)
    return plan_made(problem, WorkingPlan(problem, targets))
