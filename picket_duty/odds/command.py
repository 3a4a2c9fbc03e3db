"""Commanded fire plans: the captain sets priorities of planes and how many fighters to keep, and the guns follow.

The guns consider how likely each plane is to strike, not what a strike would cost, which is left to the captain. The
weight of a plane is its chance to strike, doubled for every step of priority. Slots set by hand do not change.
"""

from __future__ import annotations

import msgspec

from picket_duty.odds.damage_weights import by_hand
from picket_duty.odds.fire import Hits, combine, dive_chances, states, weapon_outcomes
from picket_duty.odds.plan import Problem, is_fighters, problem_of, solved
from picket_duty.requests import Choice
from picket_duty.rules.play import Play
from picket_duty.state import SHOT_DOWN, Plane

#: The factor by which a step of priority multiplies the weight of a plane.
STEP = 2.0
#: Results of the weapons' charts (12) that strike the ship.
STRIKES = ("damage", "sunk")
#: The highest priority, and the lowest as its negative.
HIGHEST = 2


class Command(msgspec.Struct, frozen=True):
    """A captain's orders for a fire plan.

    ``priority`` are steps up (or down, below 0) by plane, ``keep`` is the number of fighters kept for later waves,
    ``by_hand`` the target of each slot set by hand (None: it holds its fire).
    """

    priority: dict[int, int] = {}
    keep: int = 0
    by_hand: dict[str, int | None] = {}

    def raised(self, plane: int, steps: int) -> Command:
        """A copy with a plane promoted (or demoted) by some steps, at most to ``HIGHEST``."""
        level = max(-HIGHEST, min(HIGHEST, self.priority.get(plane, 0) + steps))
        others = {number: other for number, other in self.priority.items() if number != plane}
        return msgspec.structs.replace(self, priority=others | ({plane: level} if level else {}))

    def keeping(self, fighters: int) -> Command:
        """A copy that keeps a number of fighters."""
        return msgspec.structs.replace(self, keep=fighters)

    def with_slot(self, slot: str, plane: int | None) -> Command:
        """A copy with a slot set by hand."""
        return msgspec.structs.replace(self, by_hand={**self.by_hand, slot: plane})

    def without_slot(self, slot: str) -> Command:
        """A copy in which a slot follows the guns' plan again."""
        return msgspec.structs.replace(self, by_hand={name: at for name, at in self.by_hand.items() if name != slot})


def commanded_plan(play: Play, choice: Choice, command: Command) -> dict[str, int]:
    """The fire plan of a command: targets by slot, without the slots that hold their fire."""
    planes = {plane.number: plane for plane in play.state.air.planes if plane.flying}
    problem = problem_of(play, choice, by_hand(play))
    problem.later = []
    problem.threats = [
        _weighted(strike_chances(play, planes[number]), STEP ** command.priority.get(number, 0))
        for number in problem.planes
    ]
    by_hand_orders = {slot: plane for slot, plane in command.by_hand.items() if plane is not None}
    free = _free_slots(problem, command)
    for slot, number in by_hand_orders.items():
        place = problem.planes.index(number)
        shot = problem.shots[problem.slots.index(slot)][place]
        problem.start[place] = combine(problem.start[place], shot)
    return by_hand_orders | solved(_only(problem, free))


def fair_share(play: Play, choice: Choice) -> int:
    """The fighters to keep if they are sent in proportion to the planes of this wave and of those to come."""
    air = play.state.air
    later = sum(map(len, air.waves))
    now = sum(plane.flying for plane in air.planes)
    return round(sum(map(is_fighters, choice.slots)) * later / (now + later)) if later else 0


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


def strike_chances(play: Play, plane: Plane) -> Hits:
    """The expected strikes of a plane, dive and weapon together, with 0, 1, 2 hits and set afire."""
    weapon = sum(chance for row, chance in weapon_outcomes(play, plane) if row["result"] in STRIKES)
    strikes = [
        dive_chances(play, plane, state).get("hit", 0.0) + (weapon if state != SHOT_DOWN else 0.0)
        for state in states(play)
    ]
    return strikes[0], strikes[1], strikes[2], strikes[3]


def _weighted(threat: Hits, weight: float) -> Hits:
    return threat[0] * weight, threat[1] * weight, threat[2] * weight, threat[3] * weight
