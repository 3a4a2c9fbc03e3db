"""Summaries of the events of a game, each computed once by an ``Observer``; text, pages and JSON read them.

Each plane has one ``Fate``, so the parts of a ``PlaneCounts`` add up to the planes met. ``count_records`` gives the
same counts from the records of a game, which do not distinguish misses from withdrawals.
"""

from picket_duty.facts.observer import Observer, game_facts, live_facts
from picket_duty.facts.summaries import (
    Aftermath,
    Arrival,
    Day,
    Fate,
    GameFacts,
    Harm,
    HarmEntry,
    Impact,
    Killed,
    MenLost,
    OfficerRecord,
    Phase,
    PlaneCounts,
    PlaneReport,
    Shot,
    ShotResult,
    Side,
    TrackLoss,
    WaveReport,
    count_planes,
    count_records,
    harm_of,
    is_harm,
    is_weather,
    sections_hit,
    shooter_side,
    shot_of,
    weapon_hits,
)

__all__ = [
    "Aftermath", "Arrival", "Day", "Fate", "GameFacts", "Harm", "HarmEntry", "Impact", "Killed", "MenLost", "Observer",
    "OfficerRecord", "Phase", "PlaneCounts", "PlaneReport", "Shot", "ShotResult", "Side", "TrackLoss",
    "WaveReport", "count_planes", "count_records", "game_facts", "harm_of", "is_harm", "is_weather", "live_facts",
    "sections_hit", "shooter_side", "shot_of", "weapon_hits",
]  # fmt: skip
