"""Which events belong to the fight of a wave, and which follow from a blow.

The fight of a wave lasts from its first plane identified to the hull points its hits cost; damage control comes after
it. A blow is a plane's dive or its weapon that struck the ship or fell close aboard, with everything that followed.
"""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book.vocabulary import (
    ANCHORAGE,
    CREW,
    DAMAGE,
    DIVE,
    EXPLOSION,
    FIRE_PLAN,
    GUNNERY,
    HULL,
    HULL_LOSS,
    IDENTIFY,
    MANEUVER,
    MEN,
    NEAR_MISS,
    OFFICER,
    ORDER_MANEUVER,
    RANDOM,
    RESCIND,
    SPECIAL_ATTACK,
    SUPPORT,
    StrikeOutcome,
    Topic,
)
from picket_duty.events import Chosen, Event, Note, Strike, WaveBegun
from picket_duty.requests import Choice, Request, Roll

#: Rolls that follow from a blow, and all that are made in the fight of a wave.
BLOW_ROLLS = frozenset((DAMAGE, NEAR_MISS, RANDOM, MEN, OFFICER, CREW, EXPLOSION, HULL, ANCHORAGE))
FIGHT_ROLLS = BLOW_ROLLS | {IDENTIFY, MANEUVER, GUNNERY, SUPPORT, SPECIAL_ATTACK, DIVE, HULL_LOSS}
#: Decisions of the fight of a wave.
FIGHT_ORDERS = frozenset(decision.id for decision in (RESCIND, ORDER_MANEUVER, FIRE_PLAN))


def in_fight(event: Event | Request | None, wave: int | None) -> bool:
    """Whether an event, or the present request, belongs to the fight of a wave."""
    if event is None or event.wave != wave:
        return False
    if isinstance(event, Roll):
        return event.purpose in FIGHT_ROLLS
    return event.about in FIGHT_ORDERS if isinstance(event, Chosen | Choice) else True


def in_blow(event: Event | Request | None, wave: int | None) -> bool:
    """Whether an event, or the present request, follows from the blow before it."""
    if event is None or event.wave != wave or isinstance(event, Choice | Chosen | Strike | WaveBegun):
        return False
    if isinstance(event, Roll):
        return event.purpose in BLOW_ROLLS
    return not (isinstance(event, Note) and event.topic == Topic.CARRIER_DONE)


def is_blow(event: Event) -> bool:
    """Whether an event is a plane or a weapon that struck or fell close aboard."""
    return isinstance(event, Strike) and event.outcome != StrikeOutcome.MISS


def goes_on(events: Sequence[Event], request: Request | None) -> bool:
    """Whether the last blow is not over: the present request follows from it."""
    wave = None if request is None else request.wave
    for event in reversed(events):
        if wave is None or is_blow(event):
            return in_blow(request, wave)
        if not in_blow(event, wave):
            return False
    return False
