"""Summaries of the events of a game, each computed once: shots, impacts, waves, phases, days and damage to the ship.

Log, headlines, wave card, reports and JSON read these structs; the text package only puts them into words.
``wave_facts`` and ``day_facts`` hold the structs. An ``Observer`` computes them from the events as they come:
``live_facts`` of a game is its observer, and ``game_facts`` what documents need of it.

Counts of planes have one definition. Each plane has one ``Fate``: splashed, crashed, near miss, missed or withdrew.
``counts`` of a wave, phase or game is a ``PlaneCounts``, whose parts add up to the planes met. Set afire is an
attribute: ``plane.afire`` is true of a plane that was set afire and not splashed. ``count_records`` gives the same
counts from the records of a game, which do not distinguish misses from withdrawals.
"""

from picket_duty.facts.day_facts import (
    Arrival,
    Day,
    GameFacts,
    OfficerRecord,
    Phase,
    count_records,
    is_weather,
    sections_hit,
    weapon_hits,
)
from picket_duty.facts.observer import Observer, game_facts, live_facts
from picket_duty.facts.wave_facts import (
    Aftermath,
    Fate,
    Harm,
    HarmEntry,
    Impact,
    Killed,
    MenLost,
    PlaneCounts,
    PlaneReport,
    Shot,
    ShotResult,
    Side,
    TrackLoss,
    WaveReport,
    count_planes,
    harm_of,
    is_harm,
    shooter_side,
    shot_of,
)

__all__ = [
    "Aftermath", "Arrival", "Day", "Fate", "GameFacts", "Harm", "HarmEntry", "Impact", "Killed", "MenLost", "Observer",
    "OfficerRecord", "Phase", "PlaneCounts", "PlaneReport", "Shot", "ShotResult", "Side", "TrackLoss",
    "WaveReport", "count_planes", "count_records", "game_facts", "harm_of", "is_harm", "is_weather", "live_facts",
    "sections_hit", "shooter_side", "shot_of", "weapon_hits",
]  # fmt: skip
