"""A fire plan as it stands: what each plane may still do to the ship, worked out anew only where the plan changed.

A plane strikes where its dive hits or where its weapon does; one with a bomb or a torpedo may do both. The chances
take the wave as if every plane still flying came to its dive (``fire``).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from picket_duty.book.effects import Sink
from picket_duty.book.ids import slot_named
from picket_duty.odds import fire
from picket_duty.odds.fire import Hits, Orders
from picket_duty.rules import gunnery
from picket_duty.rules.play import Play
from picket_duty.state import Plane

#: Results of a weapon that do not strike the ship.
SPARED = ("miss", "near_miss")


class PlaneStrikes(msgspec.Struct, frozen=True):
    """A plane under fire: the chance that it or its weapon strikes, that its dive does, that its weapon does.

    ``weapon`` is None for a plane without one; ``sinks`` is the chance that it sinks the ship outright. A plane
    ``aflame`` may still strike, one ``destroyed`` may not.
    """

    plane: int
    any: float
    dive: float
    weapon: float | None
    sinks: float
    aflame: float
    destroyed: float

    @property
    def expected(self) -> float:
        """The strikes expected of it."""
        return self.dive + (self.weapon or 0.0)


class Threat(msgspec.Struct, frozen=True):
    """What a plane does if it comes: its dive strikes, by its hits; unless it is aflame its weapon does, or sinks."""

    dives: Hits
    weapon: float
    sinks: float


class WaveStrikes(msgspec.Struct, frozen=True):
    """A wave under a fire plan: its planes, the strikes expected, the chance of none."""

    planes: tuple[PlaneStrikes, ...]
    expected: float
    none: float


class Planned:
    """The chances of the wave in the air under any fire plan; it must not change while they are asked for."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.planes = {plane.number: plane for plane in play.state.air.planes if plane.flying}
        self._threats: dict[int, Threat] = {}
        self._shots: dict[tuple[str, int], Hits] = {}
        self._known: dict[tuple[int, frozenset[str]], PlaneStrikes] = {}

    def plane(self, number: int, slots: Iterable[str] = ()) -> PlaneStrikes:
        """A plane under the fire of some slots."""
        key = (number, frozenset(slots))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._under_fire(self.planes[number], key[1])
        return found

    def wave(self, orders: Orders) -> WaveStrikes:
        """The wave under a fire plan."""
        at: dict[int, list[str]] = {number: [] for number in self.planes}
        for slot, number in orders.items():
            if number in at:
                at[number].append(slot)
        planes = tuple(self.plane(number, slots) for number, slots in at.items())
        none = 1.0
        for plane in planes:
            none *= 1.0 - plane.any
        return WaveStrikes(planes, sum(plane.expected for plane in planes), none)

    def shot(self, slot: str, number: int) -> Hits:
        """What a slot does to a plane."""
        found = self._shots.get((slot, number))
        if found is None:
            roll = gunnery.shot_roll(self.play, slot_named(slot), self.planes[number])
            found = self._shots[slot, number] = fire.shot_hits(roll)
        return found

    def _under_fire(self, plane: Plane, slots: Iterable[str]) -> PlaneStrikes:
        hits = fire.hits_of(plane)
        for slot in slots:
            hits = fire.combine(hits, self.shot(slot, plane.number))
        threat = self._threat(plane)
        armed = sum(hits[:3])
        dive = sum(share * strikes for share, strikes in zip(hits, threat.dives, strict=True))
        weapon = armed * threat.weapon
        both = threat.weapon * sum(share * strikes for share, strikes in zip(hits[:3], threat.dives[:3], strict=True))
        return PlaneStrikes(
            plane.number,
            dive + weapon - both,
            dive,
            weapon if plane.special else None,
            armed * threat.sinks,
            hits[3],
            max(0.0, 1.0 - sum(hits)),
        )

    def _threat(self, plane: Plane) -> Threat:
        found = self._threats.get(plane.number)
        if found is None:
            first, second, third, flamed = (
                fire.dive_chances(self.play, plane, state).get("hit", 0.0) for state in fire.states(self.play)
            )
            rows = fire.weapon_outcomes(self.play, plane)
            weapon = sum(share for row, share in rows if row["result"] not in SPARED)
            sinks = sum(share for row, share in rows if any(isinstance(effect, Sink) for effect in row.effects))
            found = self._threats[plane.number] = Threat((first, second, third, flamed), weapon, sinks)
        return found
