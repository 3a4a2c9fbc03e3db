"""Summaries of the events of a game, each computed once by an ``Observer``; text, pages and JSON
read them.

Each plane has one ``Fate``, so the parts of a ``PlaneCounts`` add up to the planes met.
``count_records`` gives the same counts from the records of a game, which do not distinguish misses
from withdrawals.
"""

from picket_duty.facts.damage import (
    Consequence,
    DamageEntry,
    DamageSum,
    Killed,
    MenLost,
    TrackLoss,
    damage_of,
    is_damage,
)
from picket_duty.facts.days import Arrival, Day, Phase, is_weather, sections_hit, weapon_hits
from picket_duty.facts.observer import Observer, facts_of
from picket_duty.facts.planes import (
    Fate,
    PlaneCounts,
    PlaneReport,
    Shot,
    ShotResult,
    Side,
    count_planes,
    count_records,
    shooter_side,
    shot_of,
)
from picket_duty.facts.waves import Impact, WaveReport
from picket_duty.facts.whole_game import GameFacts, OfficerRecord

__all__ = [
    "Arrival",
    "Consequence",
    "DamageEntry",
    "DamageSum",
    "Day",
    "Fate",
    "GameFacts",
    "Impact",
    "Killed",
    "MenLost",
    "Observer",
    "OfficerRecord",
    "Phase",
    "PlaneCounts",
    "PlaneReport",
    "Shot",
    "ShotResult",
    "Side",
    "TrackLoss",
    "WaveReport",
    "count_planes",
    "count_records",
    "damage_of",
    "facts_of",
    "is_damage",
    "is_weather",
    "sections_hit",
    "shooter_side",
    "shot_of",
    "weapon_hits",
]
