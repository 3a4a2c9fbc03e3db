"""Aircraft: planes, waves and fighter support. Plain data, no rules."""

from __future__ import annotations

import msgspec

#: States of a plane; the first three are the columns of table 10.
UNDAMAGED, DAMAGED, SHOT_DOWN, GONE, REMOVED = "undamaged", "damaged", "shot_down", "destroyed", "removed"

#: Weapons of special planes.
OHKA, BOMB, TORPEDO = "ohka", "bomb", "torpedo"
WEAPONS = (OHKA, BOMB, TORPEDO)


class Plane(msgspec.Struct, omit_defaults=True):
    """A plane of a wave.

    ``number`` counts from 0 within the wave; ``bearing`` is in degrees (0, 45, ... 315), ``altitude`` is L, M or H.
    ``special`` marks a plane in the special attack box: it keeps its bearing and altitude, but only AFS, SFS and spray
    fire can hit it. ``state`` is undamaged, damaged, shot_down (set afire), destroyed, or removed (withdrew or dived).
    """

    number: int
    bearing: int
    altitude: str
    type: str = ""
    weapon: str = ""
    special: bool = False
    hits: int = 0
    state: str = UNDAMAGED
    outcome: str = ""

    @property
    def flying(self) -> bool:
        """Whether the plane is still in the air."""
        return self.state not in (GONE, REMOVED)

    @property
    def flamed(self) -> bool:
        """Whether the plane was set afire; it then dives in the shot-down column."""
        return self.state == SHOT_DOWN


class Air(msgspec.Struct, omit_defaults=True):
    """The raid of a phase.

    ``waves`` are the planes of the waves to come, ``allowances`` the number of special planes allowed in each.
    ``wave`` is the number of the current wave (0 before the first). ``markers`` are the AFS markers left;
    ``maneuver`` is whether the emergency maneuver of the wave succeeded, None before or without an attempt.
    """

    weather: str = ""
    coverage: dict[str, int] = {}
    markers: list[str] = []
    table: str = ""
    kikusui: bool = False
    stopped: bool = False
    wave: int = 0
    planes: list[Plane] = []
    waves: list[list[Plane]] = []
    allowances: list[int] = []
    maneuver: bool | None = None
    plane_hits: int = 0
    round: int = 0
