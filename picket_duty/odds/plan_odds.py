"""Odds of a fire plan: the chances of each plane's attack, and of an early end of the wave. Results
are cached.

A plane strikes if its dive or its weapon hits. Its own chances are exact and conditional on the
wave lasting until its turn. A wave ends early if the ship sinks or the planes are driven off (table
15, results 3 and 12). Endings that depend on a single row are exact; whether a strike ends the wave
is simulated on the current ship with separate fixed dice.
"""

from __future__ import annotations

import contextlib
import math
import operator
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec

from picket_duty.book import Tables
from picket_duty.book.effects import Effect, Fighters, LoseHull, NearMiss, Random, Sink
from picket_duty.book.ids import slot_named
from picket_duty.book.vocabulary import StrikeOutcome
from picket_duty.charts import Row
from picket_duty.dice import Dice, mix, number_of
from picket_duty.odds import fire
from picket_duty.odds.fire import Hits, Orders
from picket_duty.odds.roll_odds import Outcomes, chance, effects_of
from picket_duty.requests import Roll
from picket_duty.rules import damage, gunnery, wave
from picket_duty.rules.play import Play, Sunk
from picket_duty.rules.system import decode, encode
from picket_duty.state import OHKA, REMOVED, Air, Plane, Records

#: Number of simulated sequences of strikes, and strikes in each; a fourth strike is rare.
TRIES = 150
MOST_STRIKES = 3
#: The number of an extra plane that shows whether the planes are driven off.
NOBODY = 255
#: Standard deviations of a 95 % interval, to each side.
DEVIATIONS = 1.96


class WaveEnding(msgspec.Struct, frozen=True):
    """The chances that a wave ends: ``strikes`` with the first, second ... strike, ``near`` with a
    near miss.

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


class Course(NamedTuple):
    """The course of a wave: the strikes expected, the chances that each attack is reached, and of
    0, 1 ... strikes while the wave goes on and when it has ended early.
    """

    expected: float
    reached: list[float]
    going: list[float]
    over: list[float]

    @property
    def number(self) -> tuple[float, ...]:
        """The chances of 0, 1 ... strikes."""
        return tuple(map(operator.add, self.going, self.over))


def course(attacks: Sequence[Coming], strikes: Sequence[float], near: float) -> Course:
    """The course of some attacks if each strike, and each near miss, may end the wave."""
    going = [1.0] + [0.0] * len(attacks)
    over = [0.0] * (len(attacks) + 1)
    expected = 0.0
    reached = []
    for attack in attacks:
        reached.append(sum(going))
        expected += attack.strikes * reached[-1]
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
    return Course(expected, reached, going, over)


def ending(play: Play) -> WaveEnding:
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
    founders = chance(damage.hull_roll(play), "yes")
    near = sum(
        share * _ends(play, effect, founders) for effect, share in effects_of(play.tables["11-1"])
    )
    return WaveEnding(middle, low, high, near)


def _ends(play: Play, effect: Effect, founders: float) -> float:
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
    """Let planes of the wave strike one after another; the number of strikes, and whether the last
    ended the wave.
    """
    row: Row | None
    dice = Dice(number_of(f"ending {number}"))
    dice.begin("strikes")
    last = Plane(NOBODY, 0, "L")
    planes = play.state.air.planes
    play.state.air.planes = [*play.state.air.planes, last]
    strikes = 0
    for plane in sorted(planes, key=lambda each: mix(number << 8 | each.number)):
        try:
            section = damage.section_of(play, plane.bearing)
            if plane.special:
                roll = wave.section_roll(play, plane)
                dice.take(roll)
                section = roll.resolve(dice.throw(roll.faces))["section"]
            step = damage.plane_hits(play, plane, section)
            row = None
            with contextlib.suppress(StopIteration):
                while True:
                    request = step.send(row)
                    assert isinstance(request, Roll)
                    dice.take(request)
                    row = request.resolve(dice.throw(request.faces))
        except Sunk:
            return strikes + 1, True
        strikes += plane.outcome == StrikeOutcome.HIT
        if not last.flying or strikes == MOST_STRIKES:
            return strikes, not last.flying
        plane.state = REMOVED
    return strikes, False


#: Results of a weapon that do not strike the ship.
SPARED = (StrikeOutcome.MISS, StrikeOutcome.NEAR_MISS)


class PlaneStrikes(msgspec.Struct, frozen=True):
    """A plane under fire: the chance that it or its weapon strikes, that its dive does, that its
    weapon does.

    ``weapon`` is None for a plane without one; ``sinks`` is the chance that it sinks the ship
    outright, ``near`` and ``weapon_near`` are those of near misses, ``nothing`` that of neither
    strike nor near miss. A plane ``aflame`` may still strike, one ``destroyed`` may not.
    """

    plane: int
    any: float
    dive: float
    weapon: float | None
    nothing: float
    near: float
    weapon_near: float
    sinks: float
    aflame: float
    destroyed: float

    @property
    def expected(self) -> float:
        """The strikes expected of it."""
        return self.dive + (self.weapon or 0.0)


class Threat(msgspec.Struct, frozen=True):
    """The chances of a plane that comes: its dive by its hits (strike, near miss), its weapon
    unless aflame.
    """

    dives: Hits
    near: Hits
    weapon: float
    weapon_near: float
    sinks: float


class WaveStrikes(msgspec.Struct, frozen=True):
    """A wave under a fire plan, early endings included: its planes, the expected strikes, the
    chance of none.

    ``undamaged`` is the chance of neither strike nor near miss, ``number`` those of 0, 1, 2 ...
    strikes; ``coming`` are the chances of each plane by its number that the wave lasts until its
    dive. ``low`` and ``high`` are the bounds of ``expected`` (95 %): endings that are not exact are
    simulated.
    """

    planes: tuple[PlaneStrikes, ...]
    expected: float
    none: float
    undamaged: float
    number: tuple[float, ...]
    coming: dict[int, float]
    low: float
    high: float


class PlanOdds:
    """The chances of the wave in the air under any fire plan. The play must not change
    meanwhile.
    """

    def __init__(self, play: Play, ends: WaveEnding | None = None) -> None:
        """Odds of the wave in the air; ``ends`` are the chances of an early end if already
        known.
        """
        self.play = play
        self.planes = {plane.number: plane for plane in play.state.air.planes if plane.flying}
        self._threats: dict[int, Threat] = {}
        self._known: dict[tuple[int, frozenset[str]], PlaneStrikes] = {}
        self._waves: dict[frozenset[tuple[str, int]], WaveStrikes] = {}
        self._known_ending = ends

    def plane(self, number: int, slots: Iterable[str] = ()) -> PlaneStrikes:
        """A plane under the fire of some slots."""
        key = (number, frozenset(slots))
        if key not in self._known:
            plane = self.planes[number]
            hits = fire.after_orders(self.play, plane, key[1])
            self._known[key] = _strikes_of(plane, hits, self._threat(plane))
        return self._known[key]

    def wave(self, orders: Orders) -> WaveStrikes:
        """The wave under a fire plan."""
        key = frozenset(orders.items())
        if key not in self._waves:
            slots: dict[int, list[str]] = {number: [] for number in self.planes}
            for slot, number in orders.items():
                if number in slots:
                    slots[number].append(slot)
            planes = tuple(self.plane(number, fired) for number, fired in slots.items())
            self._waves[key] = self._wave(planes)
        return self._waves[key]

    def crashes(self, orders: Orders) -> tuple[float, ...]:
        """The chances that 0, 1, 2 ... planes crash; a weapon that hits is not counted."""
        planes = self.wave(orders).planes
        attacks = [attack for _, attack in self._turns(planes)]
        first_dive = len(attacks) - len(planes)
        ends = self.ending
        weapons = course(attacks[:first_dive], ends.strikes, ends.near)
        chances = [sum(weapons.over)] + [0.0] * len(planes)
        for struck, weight in enumerate(weapons.going):
            # After hits by weapons, the first crash is a later strike.
            later = ends.strikes[min(struck, len(ends.strikes) - 1) :] if ends.strikes else ()
            dives = course(attacks[first_dive:], later, ends.near)
            for crashes, chance_of_it in enumerate(dives.number):
                chances[crashes] += weight * chance_of_it
        return tuple(chances)

    def _wave(self, planes: tuple[PlaneStrikes, ...]) -> WaveStrikes:
        ends = self.ending
        turns = self._turns(planes)
        attacks = [attack for _, attack in turns]
        whole = course(attacks, ends.strikes, ends.near)
        # A weapon and the dive after it depend on each other; a wave ended by near misses does not.
        spared = course(attacks, (), ends.near).number[0]
        without = math.prod(1.0 - attack.strikes for attack in attacks)
        none = math.prod(1.0 - plane.any for plane in planes)
        return WaveStrikes(
            planes,
            whole.expected,
            none=none * (spared / without if without else 1.0),
            undamaged=math.prod(plane.nothing for plane in planes),
            number=whole.number,
            coming=dict(zip([plane for plane, _ in turns], whole.reached, strict=True)),
            low=course(attacks, ends.high, ends.near).expected,
            high=course(attacks, ends.low, ends.near).expected,
        )

    def _turns(self, planes: Iterable[PlaneStrikes]) -> list[tuple[int, Coming]]:
        """Weapons and dives in the order of play, each with the number of its plane: weapons,
        special dives, dives.
        """
        diving = sorted(planes, key=lambda plane: not self.planes[plane.plane].special)
        weapons = [
            (plane.plane, Coming(plane.weapon, plane.sinks, plane.weapon_near))
            for plane in planes
            if plane.weapon
        ]
        dives = [(plane.plane, Coming(plane.dive, 0.0, plane.near)) for plane in diving]
        return weapons + dives

    @cached_property
    def ending(self) -> WaveEnding:
        """The chances of an early end, computed when first used."""
        return self._known_ending or ending(self.play)

    def shot(self, slot: str, number: int) -> Hits:
        """The chances of a slot's shot at a plane."""
        return fire.shot_hits(gunnery.shot_roll(self.play, slot_named(slot), self.planes[number]))

    def _threat(self, plane: Plane) -> Threat:
        if plane.number not in self._threats:
            self._threats[plane.number] = _threat_of(self.play, plane)
        return self._threats[plane.number]


def _threat_of(play: Play, plane: Plane) -> Threat:
    true = 1.0 - fire.spared_of(play, plane)
    rows = fire.weapon_outcomes(play, plane)

    def dives(state: str) -> float:
        return fire.dive_chances(play, plane, state).get("hit", 0.0) * true

    def near(state: str) -> float:
        return fire.dive_chances(play, plane, state).get("near_miss", 0.0)

    return Threat(
        fire.by_state(play, dives),
        fire.by_state(play, near),
        weapon_strikes(rows),
        sum(share for row, share in rows if row["result"] == StrikeOutcome.NEAR_MISS),
        sum(
            share for row, share in rows if any(isinstance(effect, Sink) for effect in row.effects)
        ),
    )


def _strikes_of(plane: Plane, hits: Hits, threat: Threat) -> PlaneStrikes:
    """A plane with the chances of 0, 1, 2 hits and set afire."""
    armed = sum(hits[:3])
    destroyed = max(0.0, 1.0 - sum(hits))
    # The chance that it is not destroyed but neither its weapon nor its dive does anything.
    quiet = [1.0 - strikes - near for strikes, near in zip(threat.dives, threat.near, strict=True)]
    misses = sum(map(operator.mul, hits[:3], quiet[:3]))
    nothing = misses * (1.0 - threat.weapon - threat.weapon_near) + hits[3] * quiet[3]
    dive = fire.cost(threat.dives, hits)
    weapon = armed * threat.weapon
    both = threat.weapon * sum(map(operator.mul, hits[:3], threat.dives[:3]))
    return PlaneStrikes(
        plane.number,
        any=dive + weapon - both,
        dive=dive,
        weapon=weapon if plane.special else None,
        nothing=destroyed + nothing,
        near=fire.cost(threat.near, hits),
        weapon_near=armed * threat.weapon_near,
        sinks=armed * threat.sinks,
        aflame=hits[3],
        destroyed=destroyed,
    )


def weapon_strikes(rows: Outcomes) -> float:
    """The chance that a weapon still carried strikes, by the outcomes of its chart."""
    return sum(share for row, share in rows if row["result"] not in SPARED)
