"""What the events of a game amounted to, computed once: shots, blows, waves, phases, days and harm to the ship.

Log, headlines, wave card, reports and JSON read these structs; text only words them. ``fight`` tells which events
belong to a wave's fight and to a blow, ``harm`` what the ship suffered, ``wave`` and ``day`` hold the structs, and
``builder`` computes them from events.
"""

from picket_duty.facts.builder import blow_at, day_facts, days_of, facts_since, game_facts, wave_at
from picket_duty.facts.day_facts import Arrival, Day, GameFacts, Phase
from picket_duty.facts.harm import Aftermath, Harm, Killed, MenLost, TrackLoss, harm_of, is_harm
from picket_duty.facts.wave_facts import Blow, Fate, Plane, Shot, ShotResult, Side, Wave, shooter_side, shot_of

__all__ = [
    "Aftermath", "Arrival", "Blow", "Day", "Fate", "GameFacts", "Harm", "Killed", "MenLost", "Phase", "Plane", "Shot",
    "ShotResult", "Side", "TrackLoss", "Wave", "blow_at", "day_facts", "days_of", "facts_since", "game_facts",
    "harm_of", "is_harm", "shooter_side", "shot_of", "wave_at",
]  # fmt: skip
