"""Commanded fire plans: the captain sets priorities of planes and how many fighters to keep, and the guns follow.

The guns consider how likely each plane is to strike, not what a strike would cost, which is left to the captain. The
weight of a plane is its chance to strike times ``STEP`` for every step of priority. A promotion takes as many steps as
the next gun needs to follow. Slots set by hand do not change.

With planes that carry a weapon first and as many fighters kept as the exec would, the plans of scenarios 2 to 8 prevent
0.997 of what the best plans prevent; without any order 0.957 (``tools/bench/bench_aid.py plans``). With the fair share
of fighters, this captain won 0.3 points more than doctrine in 6,300 pairs of games (standard error 0.4; ``bench_aid.py
win-rate``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from functools import reduce

import msgspec

from picket_duty.odds.damage_weights import fitted
from picket_duty.odds.fire import Hits, combine, cost, dive_chances, hits_of, states, weapon_outcomes
from picket_duty.odds.plan import (
    AT_EACH_KEY,
    NOISE,
    THOROUGH,
    Problem,
    ThreatOf,
    best_plan,
    fighters_kept,
    is_fighters,
    plan_of,
    problem_by,
    solve,
    staff_plan,
)
from picket_duty.requests import Choice
from picket_duty.rules.play import Play
from picket_duty.state import SHOT_DOWN, Plane

#: The factor by which a step of priority multiplies the weight of a plane.
STEP = 2**0.25
#: How much the strike of a weapon counts if planes with a weapon come first.
WEAPON = 2.0
#: Results of the weapons' charts (12) that strike the ship.
STRIKES = ("damage", "sunk")
#: The highest priority, and the lowest as its negative: a plane counts at most four times as much, or a fourth.
HIGHEST = 8
#: Characters of the sign of a priority.
SIGN_WIDTH = 2


class Command(msgspec.Struct, frozen=True):
    """A captain's orders for a fire plan.

    ``priority`` are steps up (or down, below 0) by plane, ``keep`` is the number of fighters kept for later waves,
    ``by_hand`` the target of each slot set by hand (None: it holds its fire). ``armed_first`` counts the strike of a
    weapon twice, and ``by_share`` says that ``keep`` is the exec's number: both orders stand until changed.
    """

    priority: dict[int, int] = {}
    keep: int = 0
    by_hand: dict[str, int | None] = {}
    armed_first: bool = False
    by_share: bool = False

    def raised(self, plane: int, steps: int) -> Command:
        """A copy with a plane promoted (or demoted) by some steps, at most to ``HIGHEST``."""
        level = max(-HIGHEST, min(HIGHEST, self.priority.get(plane, 0) + steps))
        others = {number: other for number, other in self.priority.items() if number != plane}
        return msgspec.structs.replace(self, priority=others | ({plane: level} if level else {}))

    def sign(self, plane: int) -> str:
        """``+`` beside a promoted plane and ``-`` beside a demoted one, twice at the limit; else empty."""
        steps = self.priority.get(plane, 0)
        return ("+" if steps > 0 else "-") * ((steps != 0) + (abs(steps) == HIGHEST))

    def key(self) -> Hashable:
        """The orders on which the plan depends."""
        return tuple(sorted(self.priority.items())), self.keep, tuple(sorted(self.by_hand.items())), self.armed_first

    def keeping(self, fighters: int) -> Command:
        """A copy that keeps a number of fighters."""
        return msgspec.structs.replace(self, keep=fighters, by_share=False)

    def sharing(self, play: Play, choice: Choice) -> Command:
        """A copy that keeps as many fighters as the exec would."""
        return msgspec.structs.replace(self, keep=best_keep(play, choice), by_share=True)

    def arming(self) -> Command:
        """A copy that puts planes with a weapon first, or no longer does."""
        return msgspec.structs.replace(self, armed_first=not self.armed_first)

    def for_next(self, play: Play, choice: Choice) -> Command:
        """The orders that stand for the next wave, of this raid or a later one."""
        command = Command(armed_first=self.armed_first)
        return command.sharing(play, choice) if self.by_share else command

    def standing(self) -> Command:
        """Only the orders that stand until changed."""
        return Command(armed_first=self.armed_first, by_share=self.by_share)

    def with_slot(self, slot: str, plane: int | None) -> Command:
        """A copy with a slot set by hand."""
        return msgspec.structs.replace(self, by_hand={**self.by_hand, slot: plane})


def commanded_plan(play: Play, choice: Choice, command: Command) -> dict[str, int]:
    """The fire plan of a command: targets by slot, without the slots that hold their fire."""
    return CommandedPlans(play, choice).plan(command)


class CommandedPlans:
    """The fire plans of a choice under different commands. The play must not change meanwhile."""

    def __init__(self, play: Play, choice: Choice) -> None:
        self._play = play
        self._planes = [plane for plane in play.state.air.planes if plane.flying]
        #: The shots of the choice; what the planes threaten depends on the command.
        self._problem = problem_by(play, choice, lambda _: hits_of, keeps=False)
        #: The strikes of each plane by how much those of weapons count.
        self._strikes: dict[float, list[Hits]] = {}
        #: The last plan of each command that was made after another.
        self._stood: dict[Hashable, dict[str, int]] = {}

    def plan(self, command: Command, before: Mapping[str, int] | None = None) -> dict[str, int]:
        """The plan of a command: targets by slot, without the slots that hold their fire.

        Of slots that are equal, as many as possible do what they do in the plan ``before``, if it is given. If the last
        plan of the command changes no more of them, it stands again: a promotion and a demotion lead back to it.
        """
        if before is None:
            return self._computed(command, None)
        plan, stood = self._computed(command, before), self._stood.get(command.key())
        if stood is not None and self._changes(stood, before) <= self._changes(plan, before):
            plan = stood
        self._stood[command.key()] = plan
        return dict(plan)

    def promoted(self, command: Command, plane: int, sign: int, before: Mapping[str, int]) -> Command:
        """The command with a plane promoted (``sign`` 1) or demoted (-1) until its plan changes, or to the limit.

        ``before`` is the plan that stands. A step back takes further steps that change nothing, at most to no rank.
        """
        plan = after = self.plan(command, before)
        while after == plan and (raised := command.raised(plane, sign)) != command:
            command, after = raised, self.plan(raised, plan)
        while sign * command.priority.get(plane, 0) < 0:
            back = command.raised(plane, sign)
            if self.plan(back, after) != after:
                break
            command = back
        return command

    def _changes(self, plan: Mapping[str, int], before: Mapping[str, int]) -> int:
        """How many slots have another target than before."""
        return sum(plan.get(slot) != before.get(slot) for slot in self._problem.slots)

    def _computed(self, command: Command, before: Mapping[str, int] | None) -> dict[str, int]:
        """The plan of a command, whatever stood before; equal slots do what they do in the plan ``before``."""
        start, threats = list(self._problem.start), self._threats(command)
        problem = msgspec.structs.replace(self._problem, start=start, threats=threats)
        by_hand_orders = {slot: plane for slot, plane in command.by_hand.items() if plane is not None}
        free = _free_slots(problem, command)
        for slot, number in by_hand_orders.items():
            place = problem.planes.index(number)
            shot = problem.shots[problem.slots.index(slot)][place]
            start[place] = combine(start[place], shot)
        # A plan without orders for planes or slots is made once for a wave, the others at every key.
        limit = AT_EACH_KEY if command.priority or command.by_hand else THOROUGH
        solved_orders = solve(_only(problem, free), limit).orders
        plan = by_hand_orders | solved_orders | _joined(problem, free, solved_orders)
        return plan if before is None else _steady(problem, plan, before, command.by_hand)

    def _threats(self, command: Command) -> list[Hits]:
        counts = _weapon_counts(command)
        strikes = self._strikes.get(counts)
        if strikes is None:
            strikes = self._strikes[counts] = [strike_chances(self._play, plane, counts) for plane in self._planes]
        return [_promoted(hits, plane, command) for hits, plane in zip(strikes, self._planes, strict=True)]


def _joined(problem: Problem, free: Collection[int], orders: Mapping[str, int]) -> dict[str, int]:
    """Targets for free guns without one: at a plane where several guns help together, though none helps alone."""
    hits = list(problem.start)
    for place in free:
        if (number := orders.get(problem.slots[place])) is not None:
            plane = problem.planes.index(number)
            hits[plane] = combine(hits[plane], problem.shots[place][plane])
    idle = [place for place in free if problem.slots[place] not in orders and not problem.fighters[place]]
    joined: dict[str, int] = {}
    while idle:
        gains = []
        for plane, threat in enumerate(problem.threats):
            shots = [problem.shots[place][plane] for place in idle if plane in problem.shots[place]]
            gains.append(cost(threat, hits[plane]) - cost(threat, reduce(combine, shots, hits[plane])))
        best = max(range(len(gains)), key=gains.__getitem__)
        if gains[best] <= NOISE:
            break
        joined |= {problem.slots[place]: problem.planes[best] for place in idle if best in problem.shots[place]}
        idle = [place for place in idle if best not in problem.shots[place]]
    return joined


def exec_plan(play: Play, choice: Choice) -> dict[str, int]:
    """The exec's fire plan: of three plans the one with the least expected damage, by the weights used to state it.

    The three are doctrine's, the best one by those weights, and the guns' own with weapons first and the fair share of
    fighters kept. A search that moves one gun at a time leaves a gun idle that helps only together with others.
    """
    measure = fitted(play)
    command = Command(keep=fair_share(play, choice, armed_first=True), armed_first=True)
    plans = (
        staff_plan(play, choice),
        best_plan(play, choice, measure=measure).orders,
        commanded_plan(play, choice, command),
    )
    return min(plans, key=lambda orders: plan_of(play, choice, orders, measure).whole)


def best_keep(play: Play, choice: Choice) -> int:
    """The fighters that the exec's plan keeps for later waves; 0 if none comes."""
    return fighters_kept(choice, exec_plan(play, choice)) if play.state.air.waves else 0


def fair_share(play: Play, choice: Choice, armed_first: bool = False) -> int:
    """The fighters to keep so that all waves together, those to come too, strike least."""
    command = Command(armed_first=armed_first)
    problem = problem_by(play, choice, lambda seen: _weighed(seen, command))
    return fighters_kept(choice, solve(problem, THOROUGH).orders) if problem.later else 0


def _steady(
    problem: Problem, plan: Mapping[str, int], before: Mapping[str, int], by_hand: Collection[str]
) -> dict[str, int]:
    """The plan with targets exchanged among equal slots, so that few differ from those before."""
    equal: dict[int, list[str]] = {}
    for slot, kind in zip(problem.slots, problem.kinds, strict=True):
        if slot not in by_hand:
            equal.setdefault(kind, []).append(slot)
    targets: dict[str, int | None] = {slot: plan.get(slot) for slot in by_hand}
    for slots in equal.values():
        open_targets, moved = Counter(map(plan.get, slots)), []
        for slot in slots:
            if open_targets[before.get(slot)]:
                open_targets[before.get(slot)] -= 1
                targets[slot] = before.get(slot)
            else:
                moved.append(slot)
        targets |= zip(moved, open_targets.elements(), strict=True)
    return {slot: target for slot, target in targets.items() if target is not None}


def _free_slots(problem: Problem, command: Command) -> list[int]:
    """The indexes of the slots that follow the plan: neither set by hand nor fighters to be kept."""
    free = [place for place, slot in enumerate(problem.slots) if slot not in command.by_hand]
    held = sum(plane is None and is_fighters(slot) for slot, plane in command.by_hand.items())
    fighters = [place for place in free if problem.fighters[place]]
    kept = fighters[len(fighters) - max(0, command.keep - held) :] if command.keep > held else []
    return [place for place in free if place not in kept]


def _only(problem: Problem, places: list[int]) -> Problem:
    """The problem restricted to some of its slots."""
    return msgspec.structs.replace(
        problem,
        slots=[problem.slots[place] for place in places],
        shots=[problem.shots[place] for place in places],
        kinds=[problem.kinds[place] for place in places],
        fighters=[problem.fighters[place] for place in places],
    )


def strike_chances(play: Play, plane: Plane, counts: float = 1.0) -> Hits:
    """The expected strikes of a plane with 0, 1, 2 hits and set afire: its dive, and its weapon ``counts`` times."""
    weapon = counts * sum(chance for row, chance in weapon_outcomes(play, plane) if row["result"] in STRIKES)
    strikes = [
        dive_chances(play, plane, state).get("hit", 0.0) + (weapon if state != SHOT_DOWN else 0.0)
        for state in states(play)
    ]
    return strikes[0], strikes[1], strikes[2], strikes[3]


def _weighed(play: Play, command: Command) -> ThreatOf:
    """The strikes of each plane as a command weighs them."""
    counts = _weapon_counts(command)
    return lambda plane: _promoted(strike_chances(play, plane, counts), plane, command)


def _weapon_counts(command: Command) -> float:
    """How much the strike of a weapon counts."""
    return WEAPON if command.armed_first else 1.0


def _promoted(strikes: Hits, plane: Plane, command: Command) -> Hits:
    """The strikes of a plane by its hits, weighed by its priority."""
    weight = STEP ** command.priority.get(plane.number, 0)
    none, one, two, afire = strikes
    return none * weight, one * weight, two * weight, afire * weight
