"""Odds of a fire plan: the chances of each plane's attack, with early ends of the wave. Results are
cached.

A plane strikes if its dive or its weapon hits. Its own chances are exact and conditional on the
wave lasting until its turn.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from picket_duty.book.effects import Sink
from picket_duty.book.ids import slot_named
from picket_duty.book.vocabulary import StrikeOutcome
from picket_duty.odds import fire
from picket_duty.odds.fire import ByHits, Hits, Orders
from picket_duty.odds.roll_odds import Outcomes
from picket_duty.odds.wave_ending import WaveEnding, ending
from picket_duty.rules import gunnery
from picket_duty.rules.play import Play
from picket_duty.state import Plane

#: Results of a weapon that do not strike the ship.
NO_STRIKE = (StrikeOutcome.MISS, StrikeOutcome.NEAR_MISS)


class AttackToCome(msgspec.Struct, frozen=True):
    """An attack to come, by a weapon or a dive: the chances that it strikes, that it sinks the ship
    outright, and that it is a near miss.
    """

    strikes: float
    sinks: float
    near: float


class WaveCourse(NamedTuple):
    """The course of a wave: the strikes expected, and the chance that each attack is reached.

    ``going`` are the chances of 0, 1 ... strikes in a wave that lasts to its end, ``over`` those in
    one that ends early.
    """

    expected: float
    reached: list[float]
    going: list[float]
    over: list[float]

    @property
    def number(self) -> tuple[float, ...]:
        """The chances of 0, 1 ... strikes."""
        return tuple(map(operator.add, self.going, self.over))


def wave_course(
    attacks: Sequence[AttackToCome], strikes: Sequence[float], near: float
) -> WaveCourse:
    """The course of a wave of some attacks if each strike, and each near miss, may end the wave.

    ``strikes`` are the chances that the first, second ... strike ends it, the last of them also for
    any later strike; ``near`` is the chance that a near miss does (``WaveEnding``).
    """
    going = [1.0] + [0.0] * len(attacks)
    over = [0.0] * (len(attacks) + 1)
    expected = 0.0
    reached = []
    for attack in attacks:
        reached.append(sum(going))
        expected += attack.strikes * reached[-1]
        after = [0.0] * len(going)
        # ``weight`` is the chance that the wave still goes on, with so many strikes so far.
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
    return WaveCourse(expected, reached, going, over)


class PlaneStrikes(msgspec.Struct, frozen=True):
    """The chances of a plane under fire.

    ``dive`` is the chance that its dive strikes, ``weapon`` that its weapon does (None without
    one), ``any`` that either does. ``near`` and ``weapon_near`` are the chances of their near
    misses, ``nothing`` is that of neither strike nor near miss, ``sinks`` that its weapon sinks the
    ship outright. A plane ``aflame`` may still strike, one ``destroyed`` may not.
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
    """The chances of a plane that comes.

    ``dives`` and ``near`` are the chances that its dive strikes and that it is a near miss, with 0,
    1, 2 hits and aflame. ``weapon`` and ``weapon_near`` are those of its weapon, which it has unless
    aflame; ``sinks`` is the chance that the weapon sinks the ship outright.
    """

    dives: ByHits
    near: ByHits
    weapon: float
    weapon_near: float
    sinks: float


class WaveStrikes(msgspec.Struct, frozen=True):
    """A wave under a fire plan, early endings included: its planes, the expected strikes, and the
    chance of none.

    ``undamaged`` is the chance of neither strike nor near miss. ``number`` are the chances of 0, 1,
    2 ... strikes. ``coming`` are the chances, by the number of the plane, that the wave lasts until
    its dive. ``low`` and ``high`` are the bounds of ``expected`` (95 %), since some endings are
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
    """The chances of the wave in the air under any fire plan. Results are cached, so the play must
    not change.
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
        # Each plane has one dive; the weapons come before all dives.
        first_dive = len(attacks) - len(planes)
        ends = self.ending
        weapons = wave_course(attacks[:first_dive], ends.strikes, ends.near)
        # If a weapon ends the wave, no plane crashes.
        chances = [sum(weapons.over)] + [0.0] * len(planes)
        for struck, weight in enumerate(weapons.going):
            # After hits by weapons, the first crash is a later strike.
            later = ends.strikes[min(struck, len(ends.strikes) - 1) :] if ends.strikes else ()
            dives = wave_course(attacks[first_dive:], later, ends.near)
            for crashes, chance_of_it in enumerate(dives.number):
                chances[crashes] += weight * chance_of_it
        return tuple(chances)

    def _wave(self, planes: tuple[PlaneStrikes, ...]) -> WaveStrikes:
        ends = self.ending
        turns = self._turns(planes)
        attacks = [attack for _, attack in turns]
        whole = wave_course(attacks, ends.strikes, ends.near)
        # The chance of no strike if all planes come. It is exact: a plane's weapon and dive depend
        # on each other.
        none = math.prod(1.0 - plane.any for plane in planes)
        # A near miss may end the wave before it strikes, which raises that chance. By how much is
        # found as if all attacks were independent, with and without such an end.
        with_end = wave_course(attacks, strikes=(), near=ends.near).number[0]
        without_end = math.prod(1.0 - attack.strikes for attack in attacks)
        return WaveStrikes(
            planes,
            whole.expected,
            none=none * (with_end / without_end if without_end else 1.0),
            undamaged=math.prod(plane.nothing for plane in planes),
            number=whole.number,
            # A plane with a weapon has two turns; the dictionary keeps the last, its dive.
            coming=dict(zip([plane for plane, _ in turns], whole.reached, strict=True)),
            # The more likely a strike ends the wave, the fewer strikes.
            low=wave_course(attacks, ends.high, ends.near).expected,
            high=wave_course(attacks, ends.low, ends.near).expected,
        )

    def _turns(self, planes: Iterable[PlaneStrikes]) -> list[tuple[int, AttackToCome]]:
        """Weapons and dives in the order of play, each with the number of its plane: weapons,
        special dives, dives.
        """
        diving = sorted(planes, key=lambda plane: not self.planes[plane.plane].special)
        weapons = [
            (plane.plane, AttackToCome(plane.weapon, sinks=plane.sinks, near=plane.weapon_near))
            for plane in planes
            if plane.weapon
        ]
        dives = [
            (plane.plane, AttackToCome(plane.dive, sinks=0.0, near=plane.near)) for plane in diving
        ]
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
    # The share of the hits on table 10 that stay hits.
    stay_hits = 1.0 - fire.hit_becomes_miss(play, plane)
    rows = fire.weapon_outcomes(play, plane)

    def dives(state: str) -> float:
        return fire.dive_chances(play, plane, state).get("hit", 0.0) * stay_hits

    def near(state: str) -> float:
        return fire.dive_chances(play, plane, state).get("near_miss", 0.0)

    return Threat(
        dives=fire.by_state(play, dives),
        near=fire.by_state(play, near),
        weapon=weapon_strikes(rows),
        weapon_near=sum(share for row, share in rows if row["result"] == StrikeOutcome.NEAR_MISS),
        sinks=sum(
            share for row, share in rows if any(isinstance(effect, Sink) for effect in row.effects)
        ),
    )


def _strikes_of(plane: Plane, hits: Hits, threat: Threat) -> PlaneStrikes:
    """A plane with the chances of 0, 1, 2 hits and set afire. ``fire.cost`` weighs the chances of
    its dive by them.
    """
    # It still has its weapon unless it is aflame or destroyed.
    armed = sum(hits[:3])
    destroyed = max(0.0, 1.0 - sum(hits))
    # The chances that its dive neither strikes nor is a near miss, with 0, 1, 2 hits and aflame.
    harmless = [
        1.0 - strikes - near for strikes, near in zip(threat.dives, threat.near, strict=True)
    ]
    misses = sum(map(operator.mul, hits[:3], harmless[:3]))
    # The chance that it is not destroyed but neither its weapon nor its dive does anything.
    nothing = misses * (1.0 - threat.weapon - threat.weapon_near) + hits[3] * harmless[3]
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
    return sum(share for row, share in rows if row["result"] not in NO_STRIKE)
