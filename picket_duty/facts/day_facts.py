"""Facts of phases, days and the whole game."""

from __future__ import annotations

from typing import Any

import msgspec

from picket_duty.book.vocabulary import Light, Sky, Track
from picket_duty.events import Control, Event, Leave, Loss, Raid, TurnEnd
from picket_duty.facts.wave_facts import Aftermath, Blow, Plane, PlaneCounts, Wave, count_planes, is_harm
from picket_duty.state import DayRecord, Officer, Records

#: Why a ship was away: repairs, storm repairs, replenishment, sent to the rear, or unknown.
REPAIRED, STORM_REPAIRED, REPLENISHED, REAR, UNTOLD = "repair", "storm repair", "replenish", "rear", ""
#: Where a ship was lost.
ON_STATION, ON_THE_WAY, IN_TYPHOON = "on station", "on the way", "in a typhoon"


class Phase(msgspec.Struct):
    """A phase of eight hours and everything that happened in it; ``running`` if it is not over.

    ``support_craft`` are the support ships in company when it begins, ``directors`` is whether a fighter director team
    is aboard; both are None if it is not known.
    """

    label: str
    date: str
    name: str
    light: Light
    station: int | None
    weather: Sky | None = None
    nobody_comes: bool = False
    stopped: bool = False
    typhoon_days: int = 0
    raid: Raid | None = None
    waves: list[Wave] = []
    control: list[Control] = []
    later: list[Aftermath] = []
    running: bool = False
    support_craft: int | None = None
    directors: bool | None = None

    @property
    def attacked(self) -> bool:
        """Whether planes came."""
        return self.raid is not None and bool(self.raid.planes)

    @property
    def planes(self) -> list[Plane]:
        """The planes met."""
        return [plane for wave in self.waves for plane in wave.planes]

    @property
    def counts(self) -> PlaneCounts:
        """The planes met, counted by fate."""
        return count_planes(self.planes)

    @property
    def blows(self) -> list[Blow]:
        """Every hit on the ship and near miss."""
        return [blow for wave in self.waves for blow in wave.blows]

    @property
    def crashes(self) -> list[Blow]:
        """The planes that crashed into the ship, without weapons."""
        return [blow for wave in self.waves for blow in wave.crashes]

    @property
    def repairs(self) -> list[Control]:
        """Every repair job, first those of the waves."""
        return [job for wave in self.waves for job in wave.control] + self.control

    @property
    def aftermath(self) -> list[Aftermath]:
        """Everything lost, hit and noted; blows come first."""
        blows = [event for blow in self.blows for event in blow.after]
        return blows + [event for wave in self.waves for event in wave.later] + self.later

    @property
    def shot_down_by(self) -> list[str]:
        """The slot credited with each plane splashed or set afire, wave by wave."""
        return [slot for wave in self.waves for slot in wave.shot_down_by.values()]

    @property
    def stopped_dead(self) -> bool:
        """Whether the ship went dead in the water in this phase."""
        return any(
            isinstance(event, Loss) and event.track == Track.MANEUVER and not event.left for event in self.aftermath
        )


class Arrival(msgspec.Struct, frozen=True):
    """A ship takes over; ``after`` is why she was away, empty for a new ship."""

    name: str
    hull: str
    returning: bool
    after: str


class Day(msgspec.Struct):
    """A day: the ship on duty, her phases, and how it ended. A day without duty has no phases.

    ``captain`` is her captain at the end of the day, ``crew`` the holder of each post at its start. ``absence`` is why
    she leaves, ``lost`` where she sank. ``ship_class`` is empty if it is not known.
    """

    date: str
    ship: str
    captain: str = ""
    crew: dict[str, str] = {}
    phases: list[Phase] = []
    arrivals: list[Arrival] = []
    end: TurnEnd | None = None
    relieved: bool = False
    leave: Leave | None = None
    absence: str = UNTOLD
    lost: str = ""
    without_duty: bool = False
    ship_class: str = ""

    @property
    def planes(self) -> list[Plane]:
        """The planes met."""
        return [plane for phase in self.phases for plane in phase.planes]

    @property
    def counts(self) -> PlaneCounts:
        """The planes met, counted by fate."""
        return count_planes(self.planes)

    @property
    def suffered(self) -> bool:
        """Whether the ship or her crew was harmed on this day."""
        return any(is_harm(event) for phase in self.phases for event in phase.aftermath)


class RecordCounts(msgspec.Struct, frozen=True):
    """Planes counted by fate, from the records that the rules keep.

    ``splashed``, ``crashed``, ``near_misses``, ``missed_or_withdrew`` and ``flying`` add up to ``met``; ``set_afire``
    of them were set afire and not splashed. The records do not distinguish misses from withdrawals.
    """

    met: int
    splashed: int
    crashed: int
    near_misses: int
    set_afire: int
    flying: int = 0

    @property
    def missed_or_withdrew(self) -> int:
        """The other planes."""
        return self.met - self.splashed - self.crashed - self.near_misses - self.flying


def count_records(*records: Records | DayRecord, flying: int = 0) -> RecordCounts:
    """The counts of some days or of a whole game; ``flying`` is how many of the planes are still in the air."""
    return RecordCounts(
        met=sum(record.planes for record in records),
        splashed=sum(record.destroyed for record in records),
        crashed=sum(record.hits for record in records),
        near_misses=sum(record.near_misses for record in records),
        set_afire=sum(record.flamed for record in records),
        flying=flying,
    )


class GameFacts(msgspec.Struct):
    """The whole game: its days, every event in order, and its result as in ``play --json``.

    ``missing`` is the number of answers before the first event, ``crews`` the first officers of each ship.
    """

    days: list[Day]
    events: list[Event]
    summary: dict[str, Any]
    missing: int = 0
    crews: dict[str, dict[str, Officer]] = {}

    @property
    def waves(self) -> list[Wave]:
        """Every wave of the game."""
        return [wave for day in self.days for phase in day.phases for wave in phase.waves]

    @property
    def counts(self) -> PlaneCounts:
        """The planes met, counted by fate."""
        return count_planes(plane for wave in self.waves for plane in wave.planes)

    @property
    def blows(self) -> list[Blow]:
        """Every hit on a ship and near miss."""
        return [blow for wave in self.waves for blow in wave.blows]
