"""Exact chances of planes under fire: hits, special attack and dive of a plane, and of all planes
of a wave.

Once the orders are given, planes are independent of each other, and the order of shots at a plane
does not matter. A plane's chances are conditional on the wave lasting until its dive
(``plan_odds``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from picket_duty.book.effects import Effect, HitCompartment, HitSecondary, LoseLandRadar, Random
from picket_duty.book.ids import secondary_id, slot_named
from picket_duty.book.vocabulary import FireResult
from picket_duty.charts import Chart
from picket_duty.odds import damage_costs
from picket_duty.odds.damage_weights import Measure
from picket_duty.odds.roll_odds import (
    Chances,
    Outcomes,
    chances,
    effects_of,
    outcomes,
    row_chances,
    shift_of,
)
from picket_duty.requests import Roll
from picket_duty.rules import damage, firing, gunnery, wave
from picket_duty.rules.play import Play
from picket_duty.state import OHKA, PLANE_DAMAGED, SECTIONS, SHOT_DOWN, UNDAMAGED, Plane

V = TypeVar("V")
#: Chances of 0, 1, 2 hits on a plane, and of flamed (3 or more); the rest to 1 is destroyed (notes
#: of table 9-2).
Hits = tuple[float, float, float, float]
#: What a plane with 0, 1, 2 hits, and flamed, is expected to do: damage in ships, strikes as an aim
#: counts them, or the chance of a strike. ``cost`` weighs it with the chances of its ``Hits``.
ByHits = tuple[float, float, float, float]
#: The certain state of a plane by its hits.
CERTAIN: tuple[Hits, ...] = (
    (1.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0, 1.0),
)
#: Orders of a fire plan: the plane of each slot.
Orders = Mapping[str, int]


def shot_hits(roll: Roll) -> Hits:
    """The chances of a shot's hits."""
    return _shot_hits(roll.chart, roll.column, shift_of(roll))


@lru_cache(maxsize=65536)
def _shot_hits(chart: Chart, column: str | None, shift: int) -> Hits:
    hits = [0.0] * 3
    flamed = 0.0
    for key, chance in row_chances(chart, column, shift).items():
        if key == FireResult.FLAMED:
            flamed += chance
        elif key != FireResult.DESTROYED:
            hits[firing.HITS[key]] += chance
    return hits[0], hits[1], hits[2], flamed


def hits_of(plane: Plane) -> Hits:
    """A plane's hits before the shots, as certain chances."""
    return CERTAIN[3 if plane.flamed else min(plane.hits, 2)]


def combine(first: Hits, second: Hits) -> Hits:
    """The chances of two shots together, or of a plane's hits and a shot."""
    a0, a1, a2, a3 = first
    b0, b1, b2, b3 = second
    none = a0 * b0
    single = a0 * b1 + a1 * b0
    double = a0 * b2 + a1 * b1 + a2 * b0
    # Flamed: neither shot destroys the plane, and it has 3 hits or more.
    return none, single, double, (a0 + a1 + a2 + a3) * (b0 + b1 + b2 + b3) - none - single - double


def apart(both: Hits, shot: Hits) -> Hits:
    """Undo ``combine``: remove one of two shots. The shot removed must have a chance to miss."""
    a0, a1, a2, a3 = both
    b0, b1, b2, b3 = shot
    none = a0 / b0
    single = (a1 - none * b1) / b0
    double = (a2 - none * b2 - single * b1) / b0
    return none, single, double, (a0 + a1 + a2 + a3) / (b0 + b1 + b2 + b3) - none - single - double


def after_orders(play: Play, plane: Plane, slots: Iterable[str]) -> Hits:
    """A plane's hits after the fire of some slots."""
    hits = hits_of(plane)
    for slot in slots:
        hits = combine(hits, shot_hits(gunnery.shot_roll(play, slot_named(slot), plane)))
    return hits


def state_with(play: Play, **changes: Any) -> Play:
    """A copy of the play with changes to its state; the game itself does not change."""
    return Play(msgspec.structs.replace(play.state, **changes), play.tables)


def air_with(play: Play, **changes: Any) -> Play:
    """A copy of the play with changes to its ``air``."""
    return state_with(play, air=msgspec.structs.replace(play.state.air, **changes))


def ship_with(play: Play, **changes: Any) -> Play:
    """A copy of the play with changes to its ``ship``."""
    return state_with(play, ship=msgspec.structs.replace(play.ship, **changes))


def by_state(play: Play, of: Callable[[str], V]) -> tuple[V, V, V, V]:
    """The values of a function ``of`` the state of a plane, by its hits: 0, 1, 2, flamed."""
    damaged = play.tables.numbers.hits_damaged
    first, second, third = (
        of(PLANE_DAMAGED if hits >= damaged else UNDAMAGED) for hits in range(3)
    )
    return first, second, third, of(SHOT_DOWN)


def dive_chances(play: Play, plane: Plane, state: str) -> Chances:
    """The chances of a plane's dive on table 10 in a state; empty if it does not dive."""
    if plane.special and plane.weapon == OHKA:
        return {}
    return chances(wave.dive_roll(play, msgspec.structs.replace(plane, state=state)))


def weapon_outcomes(play: Play, plane: Plane) -> Outcomes:
    """The special attack of a plane that still has its weapon, on its table 12."""
    return outcomes(wave.special_roll(play, plane)) if plane.special else ()


def threats_of(play: Play, measure: Measure) -> Callable[[Plane], ByHits]:
    """The function for the expected damage of a plane with 0, 1, 2 hits, or flamed, in ships."""
    known: dict[tuple[str, bool, str], ByHits] = {}
    near = damage_costs.near_miss_cost(measure)

    def threat(plane: Plane) -> ByHits:
        # A special plane may hit any section.
        section = "" if plane.special else damage.section_of(play, plane.bearing)
        key = (section, plane.special, plane.weapon)
        if key in known:
            return known[key]
        by_weapon = 0.0
        for row, chance in weapon_outcomes(play, plane):
            chart = play.tables[wave.SPECIAL_CHART[plane.weapon]]
            by_weapon += chance * damage_costs.effects_cost(measure, chart, row.effects, markers=0)

        def damage_in(state: str) -> float:
            # As in ``damage.plane_hits``: the hit of a fresh plane does more damage.
            fresh = state == UNDAMAGED or (plane.special and state != SHOT_DOWN)
            dive = dive_chances(play, plane, state)
            hit = dive.get("hit", 0.0) * damage_costs.hit_cost(measure, section, fresh)
            by_dive = hit + dive.get("near_miss", 0.0) * near
            # A plane set afire does not use its weapon.
            return by_dive + by_weapon if state != SHOT_DOWN else by_dive

        known[key] = by_state(play, damage_in)
        return known[key]

    return threat


def cost(threat: ByHits, hits: Hits) -> float:
    """The expected damage of a plane: its ``threat``, weighed by the chances of its hits; so with any
    other values ``ByHits``.
    """
    return threat[0] * hits[0] + threat[1] * hits[1] + threat[2] * hits[2] + threat[3] * hits[3]


def weights_of(threat: ByHits, hits: Hits) -> ByHits:
    """The expected damage of a plane if a further shot adds 0, 1, 2 hits, or flames it.

    With weights, one shot can be judged without ``combine``: ``cost(weights, shot)`` equals
    ``cost(threat, combine(hits, shot))``.
    """
    none, single, double, flamed = hits
    most = threat[3]
    return (
        none * threat[0] + single * threat[1] + double * threat[2] + flamed * most,
        none * threat[1] + single * threat[2] + (double + flamed) * most,
        none * threat[2] + (single + double + flamed) * most,
        (none + single + double + flamed) * most,
    )


class PlaneOdds(msgspec.Struct, frozen=True):
    """The chances of one plane under its orders.

    ``hits`` are the chances of 0, 1, 2 hits, flamed, destroyed. ``miss``, ``near_miss`` and ``hit``
    are those of its dive; they add up to the chance that it dives. ``weapon`` are those of its
    special attack by result, ``sections`` those of a hit on each section.
    """

    plane: int
    hits: tuple[float, float, float, float, float]
    miss: float
    near_miss: float
    hit: float
    weapon: Chances
    sections: dict[str, float]


class WaveOdds(msgspec.Struct, frozen=True):
    """The chances of a wave's dives: those of each plane, and those of 0, 1, 2 ... hits on each
    section.

    ``shares`` are the shares of table 11 that name each compartment, by section. ``coming`` are the
    chances, by plane number, that the wave lasts until its dive; planes without an entry are certain
    to come.
    """

    planes: tuple[PlaneOdds, ...]
    sections: dict[str, tuple[float, ...]]
    shares: dict[str, dict[str, float]]
    coming: dict[int, float]

    def struck(self, compartment: str) -> float:
        """The chance that table 11 names a compartment at least once (``section/Name`` for a
        secondary one).
        """
        spared = 1.0
        for plane in self.planes:
            named = (
                share * self.shares[section].get(compartment, 0.0)
                for section, share in plane.sections.items()
            )
            spared *= 1.0 - self.coming.get(plane.plane, 1.0) * sum(named)
        return 1.0 - spared


def plane_odds(play: Play, plane: Plane, slots: Iterable[str] = ()) -> PlaneOdds:
    """A plane under the fire of some slots."""
    hits = after_orders(play, plane, slots)
    dives = by_state(play, lambda state: dive_chances(play, plane, state))
    on_table_10 = {
        key: sum(chance * dive.get(key, 0.0) for chance, dive in zip(hits, dives, strict=True))
        for key in ("miss", "near_miss", "hit")
    }
    hit = on_table_10["hit"]
    if hit:
        hit *= 1.0 - hit_becomes_miss(play, plane)
    armed = sum(hits[:3])
    weapon: Chances = {}
    for row, chance in weapon_outcomes(play, plane):
        weapon[row["result"]] = weapon.get(row["result"], 0.0) + chance * armed
    return PlaneOdds(
        plane=plane.number,
        hits=(*hits, max(0.0, 1.0 - sum(hits))),
        # With the hits that become misses.
        miss=on_table_10["miss"] + on_table_10["hit"] - hit,
        near_miss=on_table_10["near_miss"],
        hit=hit,
        weapon=weapon,
        sections={section: share * hit for section, share in sections_struck(play, plane).items()},
    )


def hit_becomes_miss(play: Play, plane: Plane) -> float:
    """The chance that a dive that hits becomes a miss: table 11 has a random result, which is
    result 7 on table 15, and no land radar is working.
    """
    if play.state.land_radars:
        return 0.0
    lost = _chance_of(play.tables["15"], LoseLandRadar)
    becomes_miss = 0.0
    for section, share in sections_struck(play, plane).items():
        becomes_miss += share * (lost * _chance_of(play.tables[f"11/{section}"], Random))
    return becomes_miss


def _chance_of(chart: Chart, kind: type[Effect]) -> float:
    """The chance that a roll on a chart has an effect of a kind."""
    return sum(share for effect, share in effects_of(chart) if isinstance(effect, kind))


def wave_odds(play: Play, orders: Orders, coming: Mapping[int, float] | None = None) -> WaveOdds:
    """The wave in the air under a fire plan; ``coming`` are the chances that the wave lasts until
    each plane.
    """
    planes = tuple(
        plane_odds(play, plane, [slot for slot, number in orders.items() if number == plane.number])
        for plane in play.state.air.planes
        if plane.flying
    )
    comes = dict(coming or {})
    hits = {}
    for section in SECTIONS:
        hits[section] = how_many(
            plane.sections.get(section, 0.0) * comes.get(plane.plane, 1.0) for plane in planes
        )
    shares = {each: struck_shares(play.tables[f"11/{each}"], each) for each in SECTIONS}
    return WaveOdds(planes, hits, shares, comes)


def how_many(each: Iterable[float]) -> tuple[float, ...]:
    """The chances that 0, 1, 2 ... of some independent events happen."""
    chances = [1.0]
    for chance in each:
        chances.append(0.0)
        for number in range(len(chances) - 1, -1, -1):
            one_more = chances[number - 1] * chance if number else 0.0
            chances[number] = chances[number] * (1 - chance) + one_more
    return tuple(chances)


def sections_struck(play: Play, plane: Plane) -> dict[str, float]:
    """The chance of each section for a hit: by bearing, for a special attack by the die of table
    10.
    """
    if not plane.special:
        return {damage.section_of(play, plane.bearing): 1.0}
    shares = dict.fromkeys(SECTIONS, 0.0)
    for row, chance in outcomes(wave.section_roll(play, plane)):
        shares[row["section"]] += chance
    return shares


@lru_cache(maxsize=16)
def struck_shares(chart: Chart, section: str) -> dict[str, float]:
    """The share of a section's cells of table 11 that name each compartment."""
    shares: dict[str, float] = {}
    for cell in chart.cells.values():
        for effect in cell.effects:
            if isinstance(effect, HitSecondary):
                name = secondary_id(section, effect.compartment)
            elif isinstance(effect, HitCompartment):
                name = effect.compartment
            else:
                continue
            shares[name] = shares.get(name, 0.0) + 1 / len(chart.cells)
    return shares
