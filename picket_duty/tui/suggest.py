"""A sensible order for every decision: pure functions of the request and the state.

``picket_duty.captains.doctrine`` may replace them; nothing else in the interface decides anything.
"""

from __future__ import annotations

from picket_duty.game import Game
from picket_duty.requests import Answer, Choice
from picket_duty.state import State

#: How many hits a plane is worth firing at before the next plane gets its turn.
WEIGHT = {"AFS": 4, "5in": 3, "40mm": 2, "SFS": 2, "20mm": 1}
#: Answers to yes-or-no decisions and other choices of one, by what they are about.
STANDING_ORDERS = {
    "emergency maneuver": "yes",
    "emergency declaration": "no",
    "rescind emergency": "yes",
    "voluntary flooding": "none",
    "counterflooding": "none",
}
#: Maneuver and hull at which a captain asks for repairs rather than for stores.
WORN = 3


def suggest(game: Game) -> Answer:
    """An answer to the choice wanted now. Raises ValueError where no choice is wanted."""
    choice = game.request
    if not isinstance(choice, Choice):
        raise ValueError("no decision is wanted now")
    if choice.kind == "assign":
        return suggest_fire(choice)
    if choice.kind == "men":
        return suggest_men(choice)
    return suggest_one(choice, game.state)


def suggest_fire(choice: Choice) -> dict[str, int]:
    """Spread the fire over the planes: the slot with the fewest planes first, each at the plane least fired at."""
    fired: dict[int, int] = {}
    orders: dict[str, int] = {}
    for slot in sorted(choice.slots, key=lambda slot: (len(choice.slots[slot]), -_weight(slot))):
        plane = min(choice.slots[slot], key=lambda plane: (fired.get(plane, 0), plane))
        fired[plane] = fired.get(plane, 0) + _weight(slot)
        orders[slot] = plane
    return {slot: orders[slot] for slot in choice.slots}


def suggest_men(choice: Choice) -> dict[str, int]:
    """Deck fires and compartments first, then the rest, as many men on each as a job takes."""
    left = dict(choice.men)
    groups: set[str] = set()
    orders: dict[str, int] = {}
    rank = {"deck fire": 0, "compartment": 1}
    for name in sorted(choice.jobs, key=lambda name: rank.get(choice.jobs[name].kind, 2)):
        job = choice.jobs[name]
        men = min(choice.most, left[job.section])
        if not men or job.group in groups:
            continue
        if job.group:
            groups.add(job.group)
        left[job.section] -= men
        orders[name] = men
    return {name: orders[name] for name in choice.jobs if name in orders}


def suggest_one(choice: Choice, state: State) -> str:
    """One of the legal options: the standing order where there is one, else the first."""
    legal = choice.legal()
    if choice.about == "relief":
        wanted = "repair" if state.ship.hull <= WORN else "replenish"
        return wanted if wanted in legal else legal[-1]
    wanted = STANDING_ORDERS.get(choice.about, "")
    return wanted if wanted in legal else legal[0]


def _weight(slot: str) -> int:
    """What a slot's fire is worth."""
    return next((weight for kind, weight in WEIGHT.items() if slot.startswith(kind)), 1)
