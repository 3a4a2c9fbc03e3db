"""Plays the engine with random dice from any step, without serious damage, to check the exact
odds.
"""

from __future__ import annotations

import math
import random
from typing import Any

import msgspec

from picket_duty.charts import Chart
from picket_duty.requests import Roll
from picket_duty.rules import coverage, raid, weather
from picket_duty.rules.play import Play, Procedure
from picket_duty.rules.system import decode
from picket_duty.state import Plane
from tests.games import TABLES
from tests.rules.script import start

__all__ = [
    "TABLES",
    "TRIALS",
    "agrees",
    "copy_of",
    "plane",
    "play_with",
    "raid_of",
    "run",
    "trials",
    "with_bombers",
]

TRIALS = 1500

#: Standard errors that a share may be off by: one test in 100,000 fails by chance.
SIGMAS = 4.5


def play_with(scenario: int = 2, planes: tuple[Plane, ...] = (), **ship: Any) -> Play:
    """A play in the first phase of a scenario with planes in the air and a working land radar."""
    return start(scenario, aboard=ship, now={"land_radars": 1, "wave": 1}, planes=planes)


def plane(
    bearing: int, altitude: str, weapon: str = "", hits: int = 0, state: str = "undamaged"
) -> Plane:
    return Plane(0, bearing, altitude, "Val", weapon, bool(weapon), hits, state)


def copy_of(play: Play) -> Play:
    return Play(decode(msgspec.json.encode(play.state)), play.tables)


def thrown(chart: Chart, chance: random.Random) -> tuple[int, ...]:
    """Random dice; those of a damage chart are chosen so that they do no serious damage."""
    if chart.cells:
        return harmless(chart)
    return tuple(
        chance.randrange(10) if face == 10 else chance.randint(1, face) for face in chart.faces
    )


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
                reply = request.check(
                    (answers or {}).get(
                        request.about, request.legal()[0] if request.options else {}
                    )
                )
    except StopIteration:
        return


def agrees(count: int, trials: int, chance: float) -> bool:
    return abs(count / trials - chance) <= SIGMAS * math.sqrt(chance * (1 - chance) / trials) + 1e-9


def trials(play):
    """Copies of a play, one for each trial."""
    return (copy_of(play) for _ in range(TRIALS))


def with_bombers():
    """A wave of five planes, three of them with a weapon."""
    planes = (
        plane(0, "L"),
        plane(90, "M", hits=1),
        plane(0, "L", "torpedo"),
        plane(0, "H", "ohka"),
        plane(225, "H"),
    )
    play = play_with(planes=planes)
    play.state.air.markers = ["AFS carrier 1"]
    return play


def raid_of(play, planes):
    """The steps that determine the raid of a phase; its planes are added to ``planes``."""
    if (yield from weather.roll_weather(play)) == weather.OPEN:
        kikusui = raid.kikusui_today(play)
        yield from coverage.roll_coverage(play, kikusui)
        planes += yield from raid.determine_raid(play, kikusui)
