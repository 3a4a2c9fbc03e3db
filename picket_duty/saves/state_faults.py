"""Why a state in a save cannot occur in its game."""

from __future__ import annotations

import contextlib
import datetime
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec

from picket_duty import state as game_state
from picket_duty.book import Tables
from picket_duty.book.ids import SECONDARY, FighterSlot, slot_named, split_id
from picket_duty.book.limits import CHIT, STATIONS
from picket_duty.book.vocabulary import Sky, Track
from picket_duty.rules import anchorage, coverage, records, scenario, stations, system
from picket_duty.rules.sequence import STEPS
from picket_duty.setup import MOST_DAYS
from picket_duty.state import Setup, Ship, State, date_in_label

#: Far above any number in a game.
MOST = 10**6
#: As many digits as a number above ``MOST`` has; a state without such a run has no such number.
MANY_DIGITS = re.compile(rb"[0-9]{%d}" % len(str(MOST)))


def faults_of_state(state: State, setup: Setup, tables: Tables) -> Iterator[str]:
    """Why a state cannot occur in a game of this set-up."""
    if state.setup != setup:
        yield "different setup"
        return
    if MANY_DIGITS.search(msgspec.json.encode(state)):
        yield from _counts(msgspec.to_builtins(msgspec.structs.replace(state, setup=None)), "state")
    for ship in (state.ship, *state.squadron):
        yield from _ship(ship, state, tables)
    for what, values, known in _named(state):
        yield from (f"unknown {what} {str(value)[:40]!r}" for value in values if value not in known)
    if (state.step == system.OVER) != bool(state.outcome):
        yield f"step {state.step!r} does not match outcome {state.outcome!r}"
    if not setup.start <= state.date <= setup.start + datetime.timedelta(days=MOST_DAYS):
        yield f"the date ({state.date}) is out of range"
    phases: Collection[int] = ()
    if state.phase in range(len(game_state.PHASES)):
        phases = scenario.phases_of(system.play_of(state, tables))
    # A phase that does not exist is always a fault. One that is not played in this game is a fault
    # only if the next step would play it.
    if state.phase not in phases and (state.step == "phase" or not phases):
        yield f"phase {state.phase} is not played in this game"
    stages = 0
    if setup.kind == game_state.CAMPAIGN:
        stages = tables.campaigns[setup.name].stages
    if len(state.stages) != stages:
        yield f"the campaign has {len(state.stages)} stages, not {stages}"
    if state.day_start and not state.records.daily:
        yield "the day in progress has no daily record"
    yield from _faults_of_dates(state)


def _faults_of_dates(state: State) -> Iterator[str]:
    """Dates in records that are not in ISO format."""
    days = [*state.records.calendar, *(day.date for day in state.records.daily)]
    for ship in (state.ship, *state.squadron, *state.lost):
        days += [date_in_label(officer.phase) for officer in ship.fallen]
    for day in days:
        with contextlib.suppress(ValueError):
            if datetime.date.fromisoformat(day).isoformat() == day:
                continue
        yield f"{day[:40]!r} is not a valid date"


def _named(state: State) -> Iterator[tuple[str, Iterable[Any], Collection[Any]]]:
    """What a state names, and what there is of each kind."""
    air = state.air
    yield "step", [state.step], (*STEPS, system.OVER)
    yield (
        "outcome",
        [state.outcome],
        ("", game_state.US_WIN, game_state.JAPANESE_WIN, game_state.DRAW, game_state.RECORD),
    )
    yield "weather", [state.weather_before, air.weather], ("", *Sky)
    yield "daily count", state.day_start, records.COUNTED
    yield "fighters", air.coverage, coverage.TYPES
    # Markers of other kinds are faults, so none of them is known; likewise for compartments below.
    others = [marker for marker in air.markers if not isinstance(slot_named(marker), FighterSlot)]
    yield "fighters", others, ()
    planes = [*air.planes, *(plane for wave in air.waves for plane in wave)]
    yield "bearing", [plane.bearing for plane in planes], range(0, 360, 45)
    yield "altitude", [plane.altitude for plane in planes], ("L", "M", "H")
    flying = (game_state.UNDAMAGED, game_state.PLANE_DAMAGED, game_state.SHOT_DOWN)
    states = (*flying, game_state.GONE, game_state.REMOVED)
    yield "plane", [plane.state for plane in planes], states
    for ship in (state.ship, *state.squadron):
        yield from _named_aboard(ship)
    for ship in (state.ship, *state.squadron, *state.lost):
        yield "fate", [ship.fate], ("", game_state.SUNK, game_state.REAR)
        yield "post", [*ship.crew, *(officer.post for officer in ship.fallen)], game_state.POSTS
        phases = [officer.phase.partition("/")[2] for officer in ship.fallen]
        yield "phase", phases, game_state.PHASES


def _named_aboard(ship: Ship) -> Iterator[tuple[str, Iterable[Any], Collection[Any]]]:
    """What the state of a ship on duty or in the squadron names."""
    conditions = [*ship.equipment.values(), *(mount.director for mount in ship.mounts.values())]
    known = (game_state.WORKING, game_state.DAMAGED, game_state.DESTROYED)
    yield "condition", conditions, known
    sections = [*ship.deck_fires, *(flood.section for flood in ship.floods)]
    yield "section", sections, game_state.SECTIONS
    yield "side", [flood.side for flood in ship.floods], ("", "port", "starboard")
    rooms = [name for name in ship.secondary if split_id(name).kind != SECONDARY]
    yield "compartment", rooms, ()
    yield "station", [ship.station], (None, *STATIONS)
    absences = ("", anchorage.REPAIR, anchorage.REPLENISH, anchorage.STORM_REPAIR)
    yield "absence", [ship.away], absences


def _ship(ship: Ship, state: State, tables: Tables) -> Iterator[str]:
    """Why a ship cannot occur: what is aboard must be as built, and its values within limits."""
    if ship.ship_class not in tables.ships:
        yield f"unknown ship class {ship.ship_class[:40]!r}"
        return
    built = stations.build_ship(
        tables, ship.name, ship.hull_number, ship.ship_class, state.setup.options
    )
    # The crew of the first ship is drawn during the step "setup".
    drawn = ship.crew or ship is not state.ship or state.step != "setup"
    for what, names, wanted in (
        ("mount", set(ship.mounts), set(built.mounts)),
        ("compartment", set(ship.compartments), set(built.compartments)),
        ("equipment", set(ship.equipment), set(built.equipment)),
        ("section", set(ship.men), set(game_state.SECTIONS)),
        ("post", set(ship.crew), set(game_state.POSTS if drawn else ())),
    ):
        yield from (f"unknown {what} {name[:40]!r}" for name in sorted(names - wanted))
        yield from (f"{what} {name!r} is missing" for name in sorted(wanted - names))
    for track in (Track.AMMUNITION, Track.FUEL, Track.HULL, Track.MANEUVER):
        if not 0 <= getattr(ship, track) <= getattr(tables.numbers, track):
            yield f"{track} ({getattr(ship, track)}) is out of range"
    for section, men in ship.men.items():
        if not 0 <= men <= tables.numbers.men.get(section, 0):
            yield f"the number of men {section[:40]} ({men}) is out of range"
    if any(not -CHIT <= officer.value <= CHIT for officer in ship.crew.values()):
        yield "an officer's value is out of range"


def _counts(value: Any, name: str) -> Iterator[str]:
    """Numbers in a value that are too large; ``name`` is the key of the value."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _counts(item, str(key))
    elif isinstance(value, list):
        for item in value:
            yield from _counts(item, name)
    elif type(value) is int and not -MOST <= value <= MOST:
        yield f"{name[:40]} ({str(value)[:40]}) is out of range"
