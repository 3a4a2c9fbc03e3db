"""The doctrine captain: sensible fire, sensible repairs, prudent with his ship.

Fire goes shot by shot where it removes most expected harm; fighters are shared
out over the waves still to come; men go where one more man raises the chance of
what matters most.
"""

from __future__ import annotations

import math

from picket_duty.game import Game
from picket_duty.odds import fire
from picket_duty.odds.rolls import chance
from picket_duty.requests import Answer, Choice, Job
from picket_duty.rules import anchorage, control, gunnery, jobs, scenario, wave
from picket_duty.rules.play import Play

#: A captain's judgement, not rules of the game: what an order must promise before he gives it.
MANEUVER_AT = 0.15
FLOOD_BELOW = 0.4
STORES_AT = 2
REPAIR_HULL = 2
REPAIR_DESTROYED = 6
#: What a job is worth when it succeeds; a deck fire on the point of getting out of hand most of all.
DECK_FIRE_WORTH = {2: 6.0, 3: 12.0}
BURNING_WORTH = 2.0
MARKER_WORTH = 1.0
STACK_WORTH = 2.5
OTHER_WORTH = {"mk37": 1.5, "sc": 0.6, "sg": 0.6}
PLAIN_WORTH = 0.5


class DoctrineCaptain:
    """Answers every choice by the odds he can see. He needs no dice of his own."""

    def choose(self, game: Game) -> Answer:
        """A legal answer to the choice the game asks for."""
        choice = game.request
        assert isinstance(choice, Choice)
        return decide(game.play, choice)


def decide(play: Play, choice: Choice) -> Answer:
    """The doctrine's answer to a choice."""
    if choice.kind == "assign":
        return fire_plan(play, choice)
    if choice.kind == "men":
        return assign_men(play, choice)
    return DECISIONS[choice.about](play, choice)


# -- fire ----------------------------------------------------------------------


def fire_plan(play: Play, choice: Choice) -> dict[str, int]:
    """Each mount, then SFS, then AFS at the plane where it removes most expected harm."""
    planes = {plane.number: plane for plane in play.state.air.planes if plane.flying}
    fates = {number: fire.fate_of(plane) for number, plane in planes.items()}
    threats = {number: fire.threat_of(play, plane) for number, plane in planes.items()}
    spare = markers_for_this_wave(play)
    orders: dict[str, int] = {}
    for slot in sorted(choice.slots, key=lambda slot: (slot.startswith("AFS"), len(choice.slots[slot]), slot)):
        if slot.startswith("AFS"):
            if not spare:
                continue
            spare -= 1
        best, gain, after = -1, 0.0, None
        for number in choice.slots[slot]:
            fate = fire.shoot(fates[number], gunnery.shot_roll(play, slot, planes[number]))
            removed = threats[number].expected(fates[number]) - threats[number].expected(fate)
            if removed > gain:
                best, gain, after = number, removed, fate
        if after is not None:
            orders[slot] = best
            fates[best] = after
    return orders


def markers_for_this_wave(play: Play) -> int:
    """The share of AFS markers for this wave, by planes here and still to come."""
    air = play.state.air
    here = len(air.planes)
    coming = sum(len(planes) for planes in air.waves)
    return math.ceil(len(air.markers) * here / (here + coming))


# -- men -----------------------------------------------------------------------


def assign_men(play: Play, choice: Choice) -> dict[str, int]:
    """Men where they gain most: the chance of success they add, times what the job is worth."""
    left = dict(choice.men)
    orders: dict[str, int] = {}
    taken: set[str] = set()
    while True:
        best: tuple[float, str, int] | None = None
        for name, job in choice.jobs.items():
            if job.group in taken and name not in orders:
                continue
            found = _best_step(play, choice, name, job, orders.get(name, 0), left[job.section])
            if found is not None and (best is None or found[0] > best[0]):
                best = (found[0], name, found[1])
        if best is None:
            return orders
        _, name, more = best
        job = choice.jobs[name]
        orders[name] = orders.get(name, 0) + more
        left[job.section] -= more
        if job.group:
            taken.add(job.group)


def _best_step(play: Play, choice: Choice, name: str, job: Job, men: int, left: int) -> tuple[float, int] | None:
    worth = worth_of(play, name, job)
    now = success(play, name, job, men)
    best: tuple[float, int] | None = None
    for more in range(1, min(choice.most - men, left) + 1):
        gain = (success(play, name, job, men + more) - now) * worth / more
        if gain > 1e-9 and (best is None or gain > best[0] + 1e-12):
            best = (gain, more)
    return best


def success(play: Play, name: str, job: Job, men: int) -> float:
    """The chance that a job succeeds with so many men; none without a man."""
    return chance(control.repair_roll(play, name, job, men), "yes") if men else 0.0


def worth_of(play: Play, name: str, job: Job) -> float:
    """What a job is worth to the ship when it succeeds."""
    ship = play.ship
    if job.kind == jobs.DECK_FIRE:
        return DECK_FIRE_WORTH.get(ship.deck_fires[job.section], max(DECK_FIRE_WORTH.values()))
    if job.kind == jobs.OTHER:
        return OTHER_WORTH.get(name, PLAIN_WORTH)
    data = play.tables.compartments[name]
    compartment = ship.compartments[name]
    if data.kind == "stack":
        return STACK_WORTH
    urgency = MARKER_WORTH * compartment.markers * (2.0 if data.explodes else 1.0)
    return BURNING_WORTH + urgency if compartment.fire else MARKER_WORTH


# -- decisions -------------------------------------------------------------------


def maneuver(play: Play, choice: Choice) -> str:
    """Try it where it has a fair chance."""
    return "yes" if chance(wave.maneuver_roll(play), "yes") >= MANEUVER_AT else "no"


def declare(play: Play, choice: Choice) -> str:
    """Only when no wave can come before the turn is over: silent guns cost more than they mend."""
    return "yes" if _quiet_until_turn_end(play) else "no"


def rescind(play: Play, choice: Choice) -> str:
    """At once, unless nothing can come before the turn is over."""
    return "no" if _quiet_until_turn_end(play) else "yes"


def _quiet_until_turn_end(play: Play) -> bool:
    return not play.state.air.waves and play.state.phase == scenario.phases_of(play)[-1]


def flood(play: Play, choice: Choice) -> str:
    """Flood a magazine or fuel tank that the next marker destroys and that men are unlikely to save."""
    for option in choice.options[1:]:
        data = play.tables.compartments[option.value]
        compartment = play.ship.compartments[option.value]
        if data.kind not in ("magazine", "fuel") or compartment.markers < data.markers - 1:
            continue
        job = Job(data.section, jobs.COMPARTMENT, data.name)
        men = min(play.tables.numbers.men_per_job, play.ship.men[data.section])
        if success(play, option.value, job, men) < FLOOD_BELOW:
            return option.value
    return control.NO_FLOODING


def counterflood(play: Play, choice: Choice) -> str:
    """Right her when list or trim hinder guns and helm and the flood track has room."""
    ship, numbers = play.ship, play.tables.numbers
    if not gunnery.listing(play) or ship.flood >= numbers.flood_limit - 3:
        return control.NO_FLOODING
    side = "" if abs(ship.list_points) < numbers.list_limit else "port" if ship.list_points > 0 else "starboard"
    trimmed = abs(ship.trim_points) >= numbers.list_limit
    section = "midship" if not trimmed else "forward" if ship.trim_points > 0 else "aft"
    return f"{section} {side or 'center'}"


def relief(play: Play, choice: Choice) -> str:
    """Go in before the stores or the hull give out."""
    legal, ship = choice.legal(), play.ship
    worn = ship.hull <= REPAIR_HULL or anchorage.things_destroyed(play) >= REPAIR_DESTROYED
    if "repair" in legal and worn:
        return "repair"
    if "replenish" in legal and min(ship.fuel, ship.ammunition) <= STORES_AT:
        return "replenish"
    return "stay"


def relieving_ship(play: Play, choice: Choice) -> str:
    """The ship with the best morale."""
    ready = {ship.name: ship for ship in play.state.squadron}
    return max(choice.legal(), key=lambda name: ready[name].morale)


DECISIONS = {
    "emergency maneuver": maneuver,
    "emergency declaration": declare,
    "rescind emergency": rescind,
    "voluntary flooding": flood,
    "counterflooding": counterflood,
    "relief": relief,
    "relieving ship": relieving_ship,
}
