"""Validates states read from saves, so that a forged one is refused with a reason before it is played."""

from __future__ import annotations

import contextlib
import datetime
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from picket_duty.book import Tables
from picket_duty.book.ids import SECONDARY, Fighters, parts_of, slot_named
from picket_duty.book.limits import CHIT, STATIONS
from picket_duty.book.vocabulary import Sky, Track
from picket_duty.rules import anchorage, campaign, coverage, records, scenario, stations, system
from picket_duty.rules.sequence import STEPS
from picket_duty.saves.format import SaveError
from picket_duty.setup import MOST_DAYS
from picket_duty.state import (
    DAMAGED,
    DESTROYED,
    DRAW,
    GONE,
    JAPANESE_WIN,
    PHASES,
    PLANE_DAMAGED,
    POSTS,
    RECORD,
    REMOVED,
    SECTIONS,
    SHOT_DOWN,
    UNDAMAGED,
    US_WIN,
    WORKING,
    Air,
    Setup,
    Ship,
    State,
)

WEATHERS = ("", *Sky)
OUTCOMES = ("", US_WIN, JAPANESE_WIN, DRAW, RECORD)
FATES = ("", campaign.SUNK, campaign.REAR)
ABSENCES = ("", anchorage.REPAIR, anchorage.REPLENISH, anchorage.STORM_REPAIR)
CONDITIONS = (WORKING, DAMAGED, DESTROYED)
PLANES = (UNDAMAGED, PLANE_DAMAGED, SHOT_DOWN, GONE, REMOVED)
TRACKS = (Track.AMMUNITION, Track.FUEL, Track.HULL, Track.MANEUVER)
SIDES = ("", "port", "starboard")
#: Bearings in degrees, and altitudes.
BEARINGS, ALTITUDES = range(0, 360, 45), ("L", "M", "H")
#: Far above any number in a game.
MOST = 10**6
#: So many digits in a row as larger numbers have; a state without them need not be searched.
MANY_DIGITS = re.compile(rb"[0-9]{%d}" % len(str(MOST)))


def check_state(state: State, setup: Setup, tables: Tables) -> None:
    """Check that a state can occur in a game of this set-up. Raises SaveError with the first reason why not."""
    fault = next(_faults(state, setup, tables), "")
    if fault:
        raise SaveError(f"a state in the save is not one of its game: {fault}")


def _faults(state: State, setup: Setup, tables: Tables) -> Iterator[str]:
    if state.setup != setup:
        yield "it has another set-up"
        return
    if MANY_DIGITS.search(msgspec.json.encode(state)):
        yield from _counts(msgspec.to_builtins(msgspec.structs.replace(state, setup=None)), "state")
    yield from _place(state, tables)
    yield from _not_among("weather", [state.weather_before, state.air.weather], WEATHERS)
    yield from _air(state.air)
    yield from _records(state, tables)
    for ship in (state.ship, *state.squadron):
        yield from _ship(ship, state, tables)
    for ship in (state.ship, *state.squadron, *state.lost):
        yield from _history(ship)


def _place(state: State, tables: Tables) -> Iterator[str]:
    """Step, day, phase and outcome."""
    over = state.step == system.OVER
    yield from _not_among("step", [state.step], (*STEPS, system.OVER))
    yield from _not_among("outcome", [state.outcome], OUTCOMES)
    if over != bool(state.outcome):
        yield f"step {state.step!r} with outcome {state.outcome!r}"
    start = state.setup.start
    if not start <= state.date <= start + datetime.timedelta(days=MOST_DAYS):
        yield f"the date {state.date}"
    phases = scenario.phases_of(system.play_of(state, tables)) if state.phase in range(len(PHASES)) else ()
    if state.phase not in phases and (state.step == "phase" or not phases):
        yield f"phase {state.phase}"


def _air(air: Air) -> Iterator[str]:
    yield from _not_among("fighters", air.coverage, coverage.TYPES)
    yield from _not_among(
        "fighters", [marker for marker in air.markers if not isinstance(slot_named(marker), Fighters)], ()
    )
    for plane in (*air.planes, *(plane for wave in air.waves for plane in wave)):
        yield from _not_among("bearing", [plane.bearing], BEARINGS)
        yield from _not_among("altitude", [plane.altitude], ALTITUDES)
        yield from _not_among("plane", [plane.state], PLANES)


def _records(state: State, tables: Tables) -> Iterator[str]:
    log = state.records
    yield from _not_dates([*log.calendar, *(day.date for day in log.daily)])
    yield from _not_among("count of a day", state.day_start, records.COUNTED)
    if state.day_start and not log.daily:
        yield "a day that was never begun"


def _ship(ship: Ship, state: State, tables: Tables) -> Iterator[str]:
    """The sheet of a ship that is or may be played again."""
    if ship.ship_class not in tables.ships:
        yield f"no ship class {ship.ship_class[:40]!r}"
        return
    built = stations.build_ship(tables, ship.name, ship.hull_number, ship.ship_class, state.setup.options)
    yield from _not_the_same("mount", ship.mounts, built.mounts)
    yield from _not_the_same("compartment", ship.compartments, built.compartments)
    yield from _not_the_same("equipment", ship.equipment, built.equipment)
    yield from _not_the_same("section", ship.men, SECTIONS)
    drawn = ship.crew or ship is not state.ship or state.step != "setup"
    yield from _not_the_same("post", ship.crew, POSTS if drawn else ())
    conditions = [*ship.equipment.values(), *(mount.director for mount in ship.mounts.values())]
    yield from _not_among("condition", conditions, CONDITIONS)
    for track in TRACKS:
        if not 0 <= getattr(ship, track) <= getattr(tables.numbers, track):
            yield f"{track} {getattr(ship, track)}"
    if any(not 0 <= men <= tables.numbers.men.get(section, 0) for section, men in ship.men.items()):
        yield f"men {ship.men}"
    if any(not -CHIT <= officer.value <= CHIT for officer in ship.crew.values()):
        yield "an officer beyond every value"
    yield from _not_among("section", [*ship.deck_fires, *(flood.section for flood in ship.floods)], SECTIONS)
    yield from _not_among("side", [flood.side for flood in ship.floods], SIDES)
    yield from _not_among("compartment", [name for name in ship.secondary if parts_of(name).kind != SECONDARY], ())
    yield from _not_among("station", [ship.station] if ship.station is not None else [], STATIONS)
    yield from _not_among("absence", [ship.away], ABSENCES)


def _history(ship: Ship) -> Iterator[str]:
    """The history of a ship, lost ones included."""
    yield from _not_among("fate", [ship.fate], FATES)
    yield from _not_among("post", [officer.post for officer in ship.fallen], POSTS)
    yield from _not_among("post", ship.crew, POSTS)
    yield from _not_among("phase", [officer.phase.partition("/")[2] for officer in ship.fallen], PHASES)
    yield from _not_dates([officer.phase.partition("/")[0] for officer in ship.fallen])


# -- reasons ---------------------------------------------------------------------------


def _not_among(what: str, values: Iterable[Any], known: Iterable[Any]) -> Iterator[str]:
    known = tuple(known)
    for value in values:
        if value not in known:
            yield f"no {what} {str(value)[:40]!r}"


def _not_the_same(what: str, names: Iterable[str], wanted: Iterable[str]) -> Iterator[str]:
    names, wanted = set(names), set(wanted)
    yield from (f"no {what} {name[:40]!r}" for name in sorted(names - wanted))
    yield from (f"{what} {name!r} is missing" for name in sorted(wanted - names))


def _not_dates(days: Iterable[str]) -> Iterator[str]:
    for day in days:
        with contextlib.suppress(ValueError):
            if datetime.date.fromisoformat(day).isoformat() == day:
                continue
        yield f"no day {day[:40]!r}"


def _counts(value: Any, name: str) -> Iterator[str]:
    """Numbers out of range, at any depth."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _counts(item, str(key))
    elif isinstance(value, list):
        for item in value:
            yield from _counts(item, name)
    elif type(value) is int and not -MOST <= value <= MOST:
        yield f"{name[:40]} {str(value)[:40]}"
