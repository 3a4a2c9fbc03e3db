"""Plays the engine with random dice from any step, without serious damage, to check the exact odds."""

from __future__ import annotations

import math
import random
from typing import Any

import msgspec

from picket_duty.book import load_tables
from picket_duty.charts import Chart
from picket_duty.requests import Roll
from picket_duty.rules.play import Play, Procedure
from picket_duty.rules.system import decode, first_state
from picket_duty.setup import SetupOptions, make_setup
from picket_duty.state import POSTS, Officer, Plane

TABLES = load_tables()
#: Standard errors that a share may be off by: one test in 100,000 fails by chance.
SIGMAS = 4.5


def play_with(scenario: int = 2, crew: int = 0, planes: tuple[Plane, ...] = (), **ship: Any) -> Play:
    """A play in the first phase of a scenario with planes in the air and a working land radar."""
    setup = make_setup(TABLES, SetupOptions(scenario=scenario, seed=1))
    state = first_state(TABLES, setup)
    state.step = "phase"
    state.land_radars = 1
    state.ship.crew = {post: Officer(post, crew) for post in POSTS}
    for name, value in ship.items():
        setattr(state.ship, name, value)
    for number, plane in enumerate(planes):
        plane.number = number
    state.air.planes, state.air.wave = list(planes), 1
    return Play(state, TABLES)


def plane(bearing: int, altitude: str, weapon: str = "", hits: int = 0, state: str = "undamaged") -> Plane:
    return Plane(0, bearing, altitude, "Val", weapon, bool(weapon), hits, state)


def copy_of(play: Play) -> Play:
    return Play(decode(msgspec.json.encode(play.state)), play.tables)


def thrown(chart: Chart, chance: random.Random) -> tuple[int, ...]:
    """Random dice; those of a damage chart are chosen so that they do no serious damage."""
    if chart.cells:
        return harmless(chart)
    return tuple(chance.randrange(10) if face == 10 else chance.randint(1, face) for face in chart.faces)


def harmless(chart: Chart) -> tuple[int, ...]:
    for at, cell in chart.cells.items():
        if all(effect.do in ("hit_secondary", "superficial", "none") for effect in cell.effects):
            return at
    raise AssertionError(chart.id)


def run(step: Procedure[Any], chance: random.Random, answers: dict[str, Any] | None = None) -> None:
    """Run a step of play; choices without a given answer get the one that does least."""
    reply: Any = None
    try:
        while True:
            request = step.send(reply)
            if isinstance(request, Roll):
                reply = request.resolve(thrown(request.chart, chance))
            else:
                reply = request.check((answers or {}).get(request.about, request.legal()[0] if request.options else {}))
    except StopIteration:
        return


def agrees(count: int, trials: int, chance: float) -> bool:
    return abs(count / trials - chance) <= SIGMAS * math.sqrt(chance * (1 - chance) / trials) + 1e-9
