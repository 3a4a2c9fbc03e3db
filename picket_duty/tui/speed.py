"""How fast a battle plays itself: the speeds there are, how long a beat lasts, which rolls are one beat."""

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

#: Speeds: timed; nothing waits but what wants the player; every roll waits for Enter.
WATCH, FAST, STEP = "watch", "fast", "step"
SPEEDS = (WATCH, FAST, STEP)
#: Rolls that ask nothing of the player: those of one purpose in a row are one beat.
ROUTINE = frozenset(
    (CREW, STATION, FDT, SFS, LAND_RADAR, WATER_LINES, WEATHER, COVERAGE, RAID, BEARING, IDENTIFY, UPKEEP, MORALE)
)
#: Of these the rolls of one plane are shown by themselves, so that planes appear on the plot one by one.
BY_PLANE = frozenset((BEARING, IDENTIFY))
#: Rolls of which there are many, each of little weight; rolls on which the ship hangs.
SHOTS = frozenset((GUNNERY, SUPPORT))
WEIGHTY = frozenset((DAMAGE, RANDOM, EXPLOSION, HULL_LOSS, FLOODING, REPAIR, FIRE))
#: Rolls that may sink her.
GRAVE = frozenset((HULL, ANCHORAGE))
#: Textual's own word for motion that is unwanted.
ANIMATIONS, NO_MOTION = "TEXTUAL_ANIMATIONS", "none"


class Durations(NamedTuple):
    """How long things last at the speed watch, in seconds.

    ``roll``: a roll, or a standing order given; ``shot``: one of many; ``plane``: a plane placed or identified;
    ``weighty``: a roll on which the ship hangs; ``moment``: a line across the screen, or a roll that may sink her;
    ``card``: the card of a wave in which nothing touched the ship; ``guard``: after the tape has stopped, the time in
    which a key still meant the tape.
    """

    roll: float = 0.3
    shot: float = 0.25
    plane: float = 0.12
    weighty: float = 0.6
    moment: float = 1.0
    card: float = 4.0
    guard: float = 0.35


WATCHED = Durations()
#: For who drives the tape himself: nothing lasts.
AT_ONCE = Durations(0, 0, 0, 0, 0, 0, 0)


def default_speed() -> str:
    """Watch, but fast where motion is unwanted or the line to the terminal is slow."""
    return FAST if os.environ.get(ANIMATIONS) == NO_MOTION or _slow_line() else WATCH


def _slow_line() -> bool:
    """Whether the terminal hangs on a serial line below 38,400 baud, the speed that every line without one claims."""
    try:
        import termios

        assert sys.__stdout__ is not None
        return int(termios.tcgetattr(sys.__stdout__.fileno())[5]) < termios.B38400
    except (ImportError, AssertionError, OSError, ValueError, AttributeError):
        return False
    except termios.error:
        return False


def same_step(first: Roll, then: Roll, whole: bool) -> bool:
    """Whether a roll belongs to the beat of the one before it; ``whole`` takes every plane's at once."""
    if first.purpose not in ROUTINE or then.purpose is not first.purpose or then.phase != first.phase:
        return False
    return whole or first.purpose not in BY_PLANE or then.plane == first.plane


def step_seconds(roll: Roll, lengths: Durations) -> float:
    """How long a roll is shown before it is made, in seconds."""
    if roll.purpose in BY_PLANE:
        return lengths.plane
    if roll.purpose in SHOTS:
        return lengths.shot
    if roll.purpose in WEIGHTY:
        return lengths.weighty
    return lengths.moment if roll.purpose in GRAVE else lengths.roll
