"""Speeds of autoplay: how long each step lasts, and which rolls share a step."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from picket_duty.book.vocabulary import (
    ANCHORAGE,
    BEARING,
    COVERAGE,
    CREW,
    DAMAGE,
    EXPLOSION,
    FDT,
    FIRE,
    FLOODING,
    GUNNERY,
    HULL,
    HULL_LOSS,
    IDENTIFY,
    LAND_RADAR,
    MORALE,
    RAID,
    RANDOM,
    REPAIR,
    SFS,
    STATION,
    SUPPORT,
    UPKEEP,
    WATER_LINES,
    WEATHER,
)
from picket_duty.requests import Roll

#: Speeds: every step is timed; only decisions and pages wait; every roll waits for Enter.
WATCH, FAST, STEP = "watch", "fast", "step"
SPEEDS = (WATCH, FAST, STEP)
#: Rolls without a decision: consecutive ones of the same purpose share a step.
ROUTINE = frozenset(
    (CREW, STATION, FDT, SFS, LAND_RADAR, WATER_LINES, WEATHER, COVERAGE, RAID, BEARING, IDENTIFY, UPKEEP, MORALE)
)
#: Of these, each plane has its own step, so that planes appear on the plot one by one.
BY_PLANE = frozenset((BEARING, IDENTIFY))
#: Frequent rolls that matter little; rolls that decide what happens to the ship.
SHOTS = frozenset((GUNNERY, SUPPORT))
WEIGHTY = frozenset((DAMAGE, RANDOM, EXPLOSION, HULL_LOSS, FLOODING, REPAIR, FIRE))
#: Rolls that may sink her.
GRAVE = frozenset((HULL, ANCHORAGE))
#: Textual's variable and value for reduced motion.
ANIMATIONS, NO_MOTION = "TEXTUAL_ANIMATIONS", "none"


class Durations(NamedTuple):
    """Durations at the speed watch, in seconds.

    ``roll``: a roll or a standing order; ``shot``: a single shot; ``plane``: a plane placed or identified;
    ``weighty``: a roll that decides what happens to the ship; ``headline``: a headline, or a roll that may sink her;
    ``card``: the card of a wave without damage; ``guard``: how long keys are ignored after autoplay stops, since they
    were meant for autoplay.
    """

    roll: float = 0.3
    shot: float = 0.25
    plane: float = 0.12
    weighty: float = 0.6
    headline: float = 1.0
    card: float = 4.0
    guard: float = 0.35


WATCHED = Durations()
#: For tests and benchmarks: nothing takes time.
AT_ONCE = Durations(0, 0, 0, 0, 0, 0, 0)


def default_speed() -> str:
    """The speed when the player has set none: watch, or fast with reduced motion or a slow terminal line."""
    return FAST if os.environ.get(ANIMATIONS) == NO_MOTION or _slow_line() else WATCH


def _slow_line() -> bool:
    """Whether the terminal is on a serial line below 38,400 baud (pseudo-terminals report 38,400)."""
    try:
        import termios

        assert sys.__stdout__ is not None
        return int(termios.tcgetattr(sys.__stdout__.fileno())[5]) < termios.B38400
    except (ImportError, AssertionError, OSError, ValueError, AttributeError):
        return False
    except termios.error:
        return False


def same_step(first: Roll, then: Roll, all_planes: bool) -> bool:
    """Whether a roll shares the step of the one before it; ``all_planes`` puts every plane in one step."""
    if first.purpose not in ROUTINE or then.purpose is not first.purpose or then.phase != first.phase:
        return False
    return all_planes or first.purpose not in BY_PLANE or then.plane == first.plane


def step_seconds(roll: Roll, durations: Durations) -> float:
    """How long a roll is shown before it is made, in seconds."""
    if roll.purpose in BY_PLANE:
        return durations.plane
    if roll.purpose in SHOTS:
        return durations.shot
    if roll.purpose in WEIGHTY:
        return durations.weighty
    return durations.headline if roll.purpose in GRAVE else durations.roll
