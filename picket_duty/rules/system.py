"""The game system of the destroyer: first state, steps, and properties of a state.

``game.py`` uses only these functions and does not depend on the rules.
"""

from __future__ import annotations

from typing import Any

import msgspec

from picket_duty.book import Tables
from picket_duty.charts import ChartError
from picket_duty.extensions import load
from picket_duty.rules import stations
from picket_duty.rules.play import Play, Procedure
from picket_duty.rules.sequence import play_step
from picket_duty.state import CAMPAIGN, PHASES, Setup, Stage, State

OVER = "over"
#: The function for the result of a game.
RESULT = "picket_duty.facts.result:result_of"
#: Steps that begin a day. A day on which a ship returns or is relieved begins with the turn after
#: that.
DAY_BEGINS = ("setup", "turn")

_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(State)


def first_state(tables: Tables, setup: Setup) -> State:
    """The state before the first die. Raises ChartError if the tables do not have the ship
    class.
    """
    try:
        ship = stations.build_ship(
            tables,
            setup.ship,
            hull_number=setup.hull_number,
            ship_class=setup.ship_class,
            options=setup.options,
        )
    except KeyError as error:
        raise ChartError(f"unknown ship class {error}") from None
    stages = tables.campaigns[setup.name].stages if setup.kind == CAMPAIGN else 0
    return State(setup=setup, date=setup.start, ship=ship, stages=[Stage() for _ in range(stages)])


def play_of(state: State, tables: Tables) -> Play:
    """The context for the steps from a state."""
    return Play(state, tables)


def next_step(play: Play) -> Procedure[None] | None:
    """The next step of the state, None if the game is over."""
    return None if play.state.step == OVER else play_step(play)


def resume_step(play: Play) -> Procedure[None]:
    """The rest of a step from the point at which it last called ``play.on_wave``."""
    return play_step(play, resumed=True)


def address(state: State) -> str:
    """The name of the next step in the addresses of its dice."""
    return f"{state.date.isoformat()} {state.step} {state.phase} {state.ship.name}"


def label(state: State) -> str:
    """The name of the next step in saves and lists: ``1945-04-06/morning``, ``1945-04-06/turn``."""
    step = PHASES[state.phase] if state.step == "phase" else state.step
    return f"{state.date.isoformat()}/{step}"


def begins_day(state: State) -> bool:
    """Whether the next step begins a day."""
    return state.step in DAY_BEGINS


def encode(state: State) -> bytes:
    """A state as bytes, for snapshots and hashes."""
    return _ENCODER.encode(state)


def decode(data: bytes) -> State:
    """A state from its snapshot; ignores fields of older programs. Raises msgspec.DecodeError."""
    return _DECODER.decode(data)


def summary(game: Any) -> dict[str, Any]:
    """The result of a game, computed above the rules: it may use facts."""
    result: dict[str, Any] = load(RESULT)(game)
    return result


def outcome(state: State) -> str:
    """How the game ended, empty while it is in progress."""
    return state.outcome
