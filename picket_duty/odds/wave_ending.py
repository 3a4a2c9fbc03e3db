"""How a wave ends before its last plane: the ship sunk, or the planes driven off (table 15, results 3 and 12).

What a plane does if it comes hangs on nothing that those before it did; whether it comes does. What of that hangs on a
single row is worked out exactly. That a strike ends the wave hangs on hull, fires and rooms, and on the strikes before:
it is played out, strike after strike upon the ship as she is, with dice of their own, always the same.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from picket_duty.book import Tables
from picket_duty.book.effects import Effect, Fighters, LoseHull, LoseLandRadar, NearMiss, Random, Sink
from picket_duty.book.vocabulary import StrikeOutcome
from picket_duty.charts import Chart, Row
from picket_duty.dice import Dice, mix, number_of
from picket_duty.odds.roll_odds import chance, row_outcomes
from picket_duty.requests import Roll
from picket_duty.rules import damage, wave
from picket_duty.rules.play import Play, Step, Sunk
from picket_duty.rules.system import decode, encode
from picket_duty.state import OHKA, REMOVED, Air, Plane, Records

#: Number of simulated sequences of strikes, and strikes in each; a fourth that still comes is rare.
TRIES = 150
MOST_STRIKES = 3
#: The number of an extra plane that shows whether the planes are driven off.
NOBODY = 255
#: Standard deviations of a 95 % interval, to each side.
DEVIATIONS = 1.96


class Ending(msgspec.Struct, frozen=True):
    """The chances that a wave ends: ``strikes`` with the first, second ... strike, ``near`` with a near miss.

    ``low`` and ``high`` are the bounds of ``strikes`` (95 %).
    """

    strikes: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    near: float


class Coming(msgspec.Struct, frozen=True):
    """A weapon or a dive: the chances that it strikes, sinks the ship outright, is a near miss."""

    strikes: float
    sinks: float
    near: float


class Course(msgspec.Struct, frozen=True):
    """The course of a wave: the chance that each weapon or dive is reached, and the chances of 0, 1, 2 ... strikes."""

    reached: tuple[float, ...]
    number: tuple[float, ...]


def course(attacks: Sequence[Coming], strikes: Sequence[float], near: float) -> Course:
    """The course of weapons and dives in order, with the chances that the wave ends as in ``Ending``."""
    going, over = [1.0] + [0.0] * len(attacks), [0.0] * (len(attacks) + 1)
    reached = []
    for attack in attacks:
        reached.append(sum(going))
        after = [0.0] * len(going)
        for number, weight in enumerate(going):
            if not weight:
                continue
            after[number] += weight * (1.0 - attack.strikes - attack.near * near)
            over[number] += weight * attack.near * near
            if not attack.strikes:
                continue
            ends = strikes[min(number, len(strikes) - 1)] if strikes else 0.0
            struck = weight * (attack.strikes - attack.sinks)
            after[number + 1] += struck * (1.0 - ends)
            over[number + 1] += struck * ends + weight * attack.sinks
        going = after
    return Course(tuple(reached), tuple(a + b for a, b in zip(going, over, strict=True)))


def ending(play: Play) -> Ending:
    """How the wave in the air may end before its last plane; the game does not change."""
    planes = [plane for plane in play.state.air.planes if plane.flying]
    diving = [plane for plane in planes if not (plane.special and plane.weapon == OHKA)]
    bounds: tuple[tuple[float, float, float], ...] = ()
    if len(planes) > 1 and diving:
        air = Air(planes=diving, stopped=play.state.air.stopped)
        seen = msgspec.structs.replace(
            play.state, air=air, maneuvered_today=False, records=Records(), squadron=[], lost=[]
        )
        bounds = _struck(play.tables, encode(seen))
    middle, low, high = zip(*bounds, strict=True) if bounds else ((), (), ())
    return Ending(middle, low, high, _near(play))


# -- exactly ------------------------------------------------------------------------


def spared(play: Play, section: str) -> float:
    """The chance that a dive that hits a section becomes a miss: table 15, result 7, without land radar."""
    if play.state.land_radars:
        return 0.0
    lost = sum(share for effect, share in _effects(play.tables["15"]) if isinstance(effect, LoseLandRadar))
    chart = play.tables[f"11/{section}"]
    return lost * sum(share for effect, share in _effects(chart) if isinstance(effect, Random))


def _near(play: Play) -> float:
    """The chance that a near miss ends the wave, by table 15 or by the last hull points."""
    founders = chance(damage.hull_roll(play), "yes")
    return sum(share * _ends(play, effect, founders) for effect, share in _effects(play.tables["11-1"]))


def _ends(play: Play, effect: Effect, founders: float) -> float:
    """The chance that an effect ends the wave by itself."""
    if isinstance(effect, Sink | Fighters):
        return 1.0
    if isinstance(effect, LoseHull):
        return founders if effect.points >= play.ship.hull else 0.0
    if isinstance(effect, Random | NearMiss):
        chart = play.tables["15" if isinstance(effect, Random) else "11-1"]
        return sum(share * _ends(play, each, founders) for each, share in _effects(chart))
    return 0.0


@lru_cache(maxsize=64)
def _effects(chart: Chart) -> tuple[tuple[Effect, float], ...]:
    """The effects of a chart's rows or cells, each with its chance."""
    if chart.cells:
        cells = chart.cells.values()
        return tuple((effect, 1 / len(cells)) for cell in cells for effect in cell.effects)
    rows = row_outcomes(chart, None, 0)
    return tuple((effect, share) for row, share in rows for effect in row.effects)


# -- played out ------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _struck(tables: Tables, state: bytes) -> tuple[tuple[float, float, float], ...]:
    """The chance that the first, second ... strike ends the wave, with 95 % bounds, for strikes that occurred."""
    came, ended = [0] * MOST_STRIKES, [0] * MOST_STRIKES
    for number in range(TRIES):
        strikes, over = _strike(Play(decode(state), tables), number)
        for strike in range(strikes):
            came[strike] += 1
        if over:
            ended[strikes - 1] += 1
    return tuple(_bounds(count, tries) for count, tries in zip(ended, came, strict=True) if tries)


def _bounds(count: int, tries: int) -> tuple[float, float, float]:
    """A share with its 95 % bounds by Wilson's score interval."""
    square = DEVIATIONS * DEVIATIONS
    centre = (count + square / 2) / (tries + square)
    half = DEVIATIONS * math.sqrt(count * (tries - count) / tries + square / 4) / (tries + square)
    return count / tries, max(0.0, centre - half), min(1.0, centre + half)


def _strike(play: Play, number: int) -> tuple[int, bool]:
    """Let planes of the wave strike one after another; the number of strikes, and whether the last ended the wave."""
    dice = Dice(number_of(f"ending {number}"))
    dice.begin("strikes")
    last = Plane(NOBODY, 0, "L")
    planes, play.state.air.planes = play.state.air.planes, [*play.state.air.planes, last]
    strikes = 0
    for plane in sorted(planes, key=lambda each: mix(number << 8 | each.number)):
        try:
            _carried(_hit(play, plane), dice)
        except Sunk:
            return strikes + 1, True
        strikes += plane.outcome == StrikeOutcome.HIT
        if not last.flying or strikes == MOST_STRIKES:
            return strikes, not last.flying
        plane.state = REMOVED
    return strikes, False


def _hit(play: Play, plane: Plane) -> Step[None]:
    """A strike: on the section by bearing, for a special attack by die."""
    section = (yield wave.section_roll(play, plane))["section"] if plane.special else None
    yield from damage.plane_hits(play, plane, section or damage.section_of(play, plane.bearing))


def _carried(step: Step[None], dice: Dice) -> None:
    """Play a step that requests only rolls. Raises Sunk."""
    row: Row | None = None
    with contextlib.suppress(StopIteration):
        while True:
            roll = step.send(row)
            assert isinstance(roll, Roll)
            dice.take(roll)
            row = roll.resolve(dice.throw(roll.faces))
