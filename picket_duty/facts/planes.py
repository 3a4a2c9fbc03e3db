"""Planes, their fates, and the shots at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

import msgspec

from picket_duty import events
from picket_duty.book.ids import FighterSlot, SupportShip, slot_named
from picket_duty.state import GONE, OHKA, SHOT_DOWN, DayRecord, Records


class Fate(StrEnum):
    """How a plane ended. Each plane has exactly one fate, so the counts of all fates add up to the
    planes met.

    Splashed: destroyed in the air. Crashed: hit the ship. Near miss: crashed close aboard. Missed:
    dived and missed. Withdrew: left without diving, because it carried an Ohka, U.S. fighters drove
    it off, or the ship sank first. Flying: still in the air; no plane of a finished wave is. That a
    plane was set afire is not a fate: see ``PlaneReport.set_afire``.
    """

    SPLASHED = "splashed"
    CRASHED = "crashed"
    NEAR_MISS = "near miss"
    MISSED = "missed"
    WITHDREW = "withdrew"
    FLYING = "flying"


class PlaneReport(msgspec.Struct):
    """A plane as identified, and its fate.

    ``bearing`` and ``altitude`` are None for a special plane; ``weapon`` is empty for any other.
    ``weapon_result`` is the result on table 12, empty until the plane attacks. ``set_afire_by`` and
    ``destroyed_by`` are slots, or empty.
    """

    number: int
    type: str
    bearing: int | None
    altitude: str | None
    weapon: str
    fate: Fate = Fate.FLYING
    set_afire_by: str = ""
    destroyed_by: str = ""
    weapon_result: str = ""

    @property
    def set_afire(self) -> bool:
        """Whether a shot set it afire, even if another splashed it later."""
        return bool(self.set_afire_by)

    @property
    def afire(self) -> bool:
        """Whether it was set afire and not splashed: it went to its fate burning. The records call
        it flamed.
        """
        return self.set_afire and self.fate is not Fate.SPLASHED

    @property
    def shot_down_by(self) -> str:
        """The credited slot: the first that set it afire or splashed it; empty if none did."""
        return self.set_afire_by or self.destroyed_by

    @property
    def carries_ohka(self) -> bool:
        """Whether it carries an Ohka and so never dives itself."""
        return self.weapon == OHKA


class PlaneCounts(msgspec.Struct, frozen=True):
    """Planes by fate; ``afire`` of them were set afire and not splashed. Counts made from records
    have the planes that withdrew under ``missed``.
    """

    splashed: int = 0
    crashed: int = 0
    near_misses: int = 0
    missed: int = 0
    withdrew: int = 0
    flying: int = 0
    afire: int = 0

    @property
    def met(self) -> int:
        """Every plane."""
        return (
            self.splashed + self.crashed + self.near_misses + self.missed_or_withdrew + self.flying
        )

    @property
    def missed_or_withdrew(self) -> int:
        """The planes that did not reach the ship."""
        return self.missed + self.withdrew


def count_planes(planes: Iterable[PlaneReport]) -> PlaneCounts:
    """Count planes by fate. Every text and every total uses this definition."""
    planes = list(planes)
    fates = Counter(plane.fate for plane in planes)
    # The fields are the fates, in their order, then the planes afire.
    numbers = [fates[fate] for fate in Fate]
    numbers.append(sum(plane.afire for plane in planes))
    return PlaneCounts(*numbers)


def count_records(*records: Records | DayRecord, flying: int = 0) -> PlaneCounts:
    """The counts of some days or of a whole game; ``flying`` is how many of the planes are still in
    the air. Planes that missed and those that withdrew are ``missed``: records do not separate
    them.
    """
    met, splashed, crashed, near_misses, afire = (
        sum(getattr(record, field) for record in records)
        for field in ("planes", "destroyed", "hits", "near_misses", "flamed")
    )
    missed = met - splashed - crashed - near_misses - flying
    return PlaneCounts(
        splashed=splashed,
        crashed=crashed,
        near_misses=near_misses,
        missed=missed,
        flying=flying,
        afire=afire,
    )


class ShotResult(StrEnum):
    """What a shot did to its plane. ``FINISHED_OFF`` splashed a plane that another shot had set
    afire.
    """

    MISS = "miss"
    HIT = "hit"
    DAMAGED = "damaged"
    SET_AFIRE = "set afire"
    DESTROYED = "destroyed"
    FINISHED_OFF = "finished off"


class Side(StrEnum):
    """The side of a shooter: the ship's guns, fighters (AFS) or support ships (SFS)."""

    GUNS = "guns"
    FIGHTERS = "fighters"
    SUPPORT_SHIPS = "support ships"


def shooter_side(slot: str) -> Side:
    """The side of a slot."""
    match slot_named(slot):
        case FighterSlot():
            return Side.FIGHTERS
        case SupportShip():
            return Side.SUPPORT_SHIPS
    return Side.GUNS


class Shot(msgspec.Struct, frozen=True):
    """One shot of a mount, or attack of fighters or support ships, at a plane."""

    event: events.Fire | events.Support
    result: ShotResult

    @property
    def plane(self) -> int:
        """The number of the plane in its wave."""
        return self.event.plane

    @property
    def by(self) -> str:
        """The slot that fired."""
        return self.event.by

    @property
    def is_hit(self) -> bool:
        """Whether the shot hit, even if the plane was already afire."""
        return self.result is not ShotResult.MISS

    @property
    def by_guns(self) -> bool:
        """Whether a mount of the ship fired it."""
        return isinstance(self.event, events.Fire)


def shot_of(event: events.Fire | events.Support) -> Shot:
    """The facts of one shot."""
    if event.state == GONE:
        result = (
            ShotResult.FINISHED_OFF if event.state_before == SHOT_DOWN else ShotResult.DESTROYED
        )
    # A plane that is afire already has no more hits to count, so this comes before the misses.
    elif event.flamed_again:
        result = ShotResult.HIT
    elif not event.hits:
        result = ShotResult.MISS
    elif event.state != event.state_before:
        result = ShotResult.SET_AFIRE if event.state == SHOT_DOWN else ShotResult.DAMAGED
    else:
        result = ShotResult.HIT
    return Shot(event, result)
