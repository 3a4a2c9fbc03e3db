"""The JSON of a game: its result as ``play --json`` prints it. A statistic that follows from events
is computed in the other modules of ``facts`` and named here.
"""

from __future__ import annotations

from picket_duty.events import JsonObject
from picket_duty.game import Game
from picket_duty.rules import campaign
from picket_duty.state import CAMPAIGN, SUNK, State


def result_of(game: Game) -> JsonObject:
    """The result of a game as ``play --json`` and its last event have it."""
    state = game.state
    setup = state.setup
    records = state.records
    return {
        # The first key is the kind of game, such as ``scenario``; its value is the number or name.
        setup.kind: int(setup.name) if state.scenario else setup.name,
        "level": setup.level,
        "seed": setup.seed,
        "outcome": state.outcome or None,
        "afloat": state.ship.fate != SUNK,
        "on_station": state.on_station,
        "days": records.days,
        "phases": records.phases,
        "waves": records.waves,
        "planes": records.planes,
        "destroyed": records.destroyed,
        "flamed": records.flamed,
        "hits": records.hits,
        "near_misses": records.near_misses,
        "hull": state.ship.hull,
        "ships_sunk": records.ships_sunk,
        **_campaign_result(state),
        "requests": game.requests,
        "state_hash": game.state_hash,
    }


def _campaign_result(state: State) -> JsonObject:
    """The fighting days of a campaign; in a campaign of stages also every stage, and how many were
    held.
    """
    if state.setup.kind != CAMPAIGN:
        return {}
    if not state.stages:
        return {"fighting_days": state.fighting_days}
    stages = [
        {
            "held": bool(stage.held),
            "played": bool(stage.ship),
            "ships": [stage.ship] if stage.ship else [],
            "days": stage.days,
        }
        for stage in state.stages
    ]
    return {
        "fighting_days": state.fighting_days,
        "stages": stages,
        "stages_held": campaign.stages_held(state),
    }
