"""The chances that a wave ends before its last plane.

A wave ends early if the ship sinks or the planes are driven off (table 15, results 3 and 12).
Endings that depend on a single row are exact; whether a strike ends the wave is simulated on the
current ship with separate fixed dice."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TypeVar

import msgspec

from picket_duty.book import Tables
from picket_duty.book.effects import Effect, Fighters, LoseHull, NearMiss, Random, Sink
from picket_duty.book.vocabulary import StrikeOutcome
from picket_duty.charts import Row
from picket_duty.dice import Dice, mix, number_of
from picket_duty.odds.roll_odds import chance, effects_of
from picket_duty.requests import Roll
from picket_duty.rules import damage, wave
from picket_duty.rules.play import Play, Procedure, Sunk
from picket_duty.rules.system import decode, encode
from picket_duty.state import OHKA, REMOVED, Air, Plane, Records

T = TypeVar("T")
#: Number of simulated sequences of strikes, and strikes in each; a fourth strike is rare.
TRIES = 150
MOST_STRIKES = 3
#: The number of an extra plane that does not strike: it is gone once the planes are driven off.
WITNESS = 255
#: Standard deviations of a 95 % interval, to each side.
DEVIATIONS = 1.96


class WaveEnding(msgspec.Struct, frozen=True):
    """The chances that a wave ends with its first, second ... strike (``strikes``), and with a near
    miss (``near``).

    ``low`` and ``high`` are the bounds of ``strikes`` (95 %).
    """

    strikes: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    near: float


def ending(play: Play) -> WaveEnding:
    """How the wave in the air may end before its last plane; the game does not change."""
    planes = [plane for plane in play.state.air.planes if plane.flying]
    diving = [plane for plane in planes if not (plane.special and plane.weapon == OHKA)]
    bounds: tuple[tuple[float, float, float], ...] = ()
    # After a single plane, there is no more of the wave to end.
    if len(planes) > 1 and diving:
        # Without what the strikes do not depend on, so that more waves share the cached result.
        air = Air(planes=diving, stopped=play.state.air.stopped)
        seen = msgspec.structs.replace(
            play.state, air=air, maneuvered_today=False, records=Records(), squadron=[], lost=[]
        )
        bounds = _struck(play.tables, encode(seen))
    middle, low, high = zip(*bounds, strict=True) if bounds else ((), (), ())
    founders = chance(damage.hull_roll(play), "yes")
    near = sum(
        share * _ends(play, effect, founders) for effect, share in effects_of(play.tables["11-1"])
    )
    return WaveEnding(strikes=middle, low=low, high=high, near=near)


def _ends(play: Play, effect: Effect, founders: float) -> float:
    """The chance that an effect ends the wave, by the chance that a ship without hull founders."""
    if isinstance(effect, Sink | Fighters):
        return 1.0
    if isinstance(effect, LoseHull):
        return founders if effect.points >= play.ship.hull else 0.0
    if isinstance(effect, Random | NearMiss):
        chart = play.tables["15" if isinstance(effect, Random) else "11-1"]
        return sum(share * _ends(play, each, founders) for each, share in effects_of(chart))
    return 0.0


@lru_cache(maxsize=64)
def _struck(tables: Tables, state: bytes) -> tuple[tuple[float, float, float], ...]:
    """The chance that the first, second ... strike ends the wave, with 95 % bounds, for strikes
    that occurred.
    """
    came = [0] * MOST_STRIKES
    ended = [0] * MOST_STRIKES
    for number in range(TRIES):
        strikes, over = _strike(Play(decode(state), tables), number)
        for strike in range(strikes):
            came[strike] += 1
        if over:
            ended[strikes - 1] += 1
    return tuple(interval(count, tries) for count, tries in zip(ended, came, strict=True) if tries)


def interval(count: int, tries: int) -> tuple[float, float, float]:
    """A share of tries, with the bounds of Wilson's interval at 95 %."""
    square = DEVIATIONS * DEVIATIONS
    center = (count + square / 2) / (tries + square)
    half = DEVIATIONS * math.sqrt(count * (tries - count) / tries + square / 4) / (tries + square)
    return count / tries, max(0.0, center - half), min(1.0, center + half)


def _strike(play: Play, number: int) -> tuple[int, bool]:
    """The number of strikes of a simulated wave, whose planes strike one after another, and whether
    the last strike ended the wave.
    """
    dice = Dice(number_of(f"ending {number}"))
    dice.begin("strikes")
    witness = Plane(WITNESS, bearing=0, altitude="L")
    planes = play.state.air.planes
    play.state.air.planes = [*play.state.air.planes, witness]
    strikes = 0
    # In a different order in each try.
    for plane in sorted(planes, key=lambda each: mix(number << 8 | each.number)):
        try:
            section = damage.section_of(play, plane.bearing)
            if plane.special:
                section = roll_row(wave.section_roll(play, plane), dice)["section"]
            play_rolls(damage.plane_hits(play, plane, section), dice)
        except Sunk:
            return strikes + 1, True
        strikes += plane.outcome == StrikeOutcome.HIT
        if not witness.flying or strikes == MOST_STRIKES:
            return strikes, not witness.flying
        plane.state = REMOVED
    return strikes, False


def play_rolls(step: Procedure[T], dice: Dice) -> T:
    """Make the rolls of a procedure that only rolls; returns its result."""
    row = None
    try:
        while True:
            roll = step.send(row)
            assert isinstance(roll, Roll)
            row = roll_row(roll, dice)
    except StopIteration as over:
        result: T = over.value
        return result


def roll_row(roll: Roll, dice: Dice) -> Row:
    """The row of a roll by the next of some dice."""
    dice.take(roll)
    return roll.resolve(dice.throw(roll.faces))
