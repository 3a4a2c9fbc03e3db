"""What the search for a fire plan starts from, and what it finds."""

from __future__ import annotations

import msgspec

from picket_duty.odds.fire import ByHits, Hits

#: The target of an AFS marker kept for a later wave.
KEEP = -1
#: Damage below this is rounding error.
NOISE = 1e-12


class FirePlan(msgspec.Struct, frozen=True, rename={"damage": "harm"}):
    """A fire plan: its orders, the expected damage in this wave (``harm`` in JSON) and in later ones,
    and whether it is proven best.
    """

    orders: dict[str, int]
    damage: float
    later: float
    proven: bool = False

    @property
    def whole(self) -> float:
        """The expected damage of this wave and later ones, in ships."""
        return self.damage + self.later


class Problem(msgspec.Struct):
    """Which slots may fire at which planes.

    Slots and planes are known by their index in ``slots`` and ``planes``; AFS markers are the last
    slots. ``start`` are the chances of the hits on each plane before the shots, ``threats`` the damage
    that it does by its hits. ``shots`` are the chances of the hits of each slot, by plane. Equal slots
    have the same number in ``kinds``; ``fighters`` is true for AFS markers. ``later`` is the damage of
    later waves by the number of AFS markers kept; it is empty if none may be kept.
    """

    planes: list[int]
    start: list[Hits]
    threats: list[ByHits]
    slots: list[str]
    shots: list[dict[int, Hits]]
    kinds: list[int]
    fighters: list[bool]
    later: list[float]
