"""The system that a game plays: its first state, the steps from there, and what a state says of itself.

``game.py`` plays on with these and knows no more of a destroyer.
"""

from __future__ import annotations

from typing import Any

import msgspec

from picket_duty.book import Tables
from picket_duty.charts import ChartError
from picket_duty.rules import stations
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.play import Play, Step
from picket_duty.rules.sequence import play_step
from picket_duty.state import PHASES, Setup, State

OVER = "over"
#: Steps that a day begins with.
DAY_BEGINS = ("setup", "turn")

_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(State)


def first_state(tables: Tables, setup: Setup) -> State:
    """The state before the first die. Raises ChartError where the tables hold no such ship."""
    try:
        ship = stations.build_ship(tables, setup.ship, setup.hull_number, setup.ship_class, setup.options)
    except KeyError as error:
        raise ChartError(f"no ship class {error}") from None
    return State(setup=setup, date=setup.start, ship=ship)


def play_of(state: State, tables: Tables) -> Play:
    """What the steps from a state work on."""
    return Play(state, tables)


def next_step(play: Play) -> Step[None] | None:
    """The step that the state names next, None where the game is over."""
    return None if play.state.step == OVER else play_step(play)


def address(state: State) -> str:
    """The name of the next step for its dice."""
    return f"{state.date.isoformat()} {state.step} {state.phase} {state.ship.name}"


def label(state: State) -> str:
    """The next step as saves and lists name it: ``1945-04-06/morning``, ``1945-04-06/turn``."""
    return f"{state.date.isoformat()}/{PHASES[state.phase] if state.step == 'phase' else state.step}"


def begins_day(state: State) -> bool:
    """Whether a day begins with the next step."""
    return state.step in DAY_BEGINS


def encode(state: State) -> bytes:
    """A state as the bytes that a snapshot holds and a hash is taken of."""
    return _ENCODER.encode(state)


def decode(data: bytes) -> State:
    """A state from its snapshot; fields of older programs are passed over. Raises msgspec.DecodeError."""
    return _DECODER.decode(data)


def summary(state: State) -> dict[str, Any]:
    """The result as ``play --json`` prints it, without what the game itself counts."""
    setup, records = state.setup, state.records
    return {
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
    }


def outcome(state: State) -> str:
    """How the game ended, empty while it goes on."""
    return state.outcome
