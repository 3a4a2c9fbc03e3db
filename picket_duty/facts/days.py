"""The facts of phases and days."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from picket_duty import events
from picket_duty.book.vocabulary import Light, Remark, Sky, Track
from picket_duty.events import Event
from picket_duty.facts.damage import Consequence, Killed, damage_of, is_damage
from picket_duty.facts.planes import PlaneCounts, PlaneReport, count_planes
from picket_duty.facts.waves import Impact, WaveReport, drives_off
from picket_duty.rules import anchorage
from picket_duty.state import Ship

#: Why a ship was away: repairs, storm repairs, replenishment, sent to the rear, or unknown.
REPAIRED = anchorage.REPAIR
STORM_REPAIRED = anchorage.STORM_REPAIR
REPLENISHED = anchorage.REPLENISH
REAR = "rear"
UNKNOWN_REASON = ""
#: Where a ship was lost.
ON_STATION = "on station"
ON_THE_WAY = "on the way"
IN_TYPHOON = "in a typhoon"


def is_weather(event: Consequence | Event) -> bool:
    """Whether an event says that the weather ended the day (chart 8-2, note B)."""
    return isinstance(event, events.Note) and event.remark == (Remark.WEATHER_CLOSES_IN, "")


class Phase(msgspec.Struct):
    """A phase of eight hours and everything that happened in it; ``running`` if it is not over.

    ``support_craft`` are the support ships in company when it begins, ``direction_team`` is whether
    a fighter direction team is aboard; both are None if it is not known. ``begun`` is the index of
    its first event among those of the game, ``quiet_at`` the number of events when it became known
    that no plane comes. ``no_raid`` is whether that is known, ``stopped`` whether the ship stopped
    to pick up survivors (scenario 8), ``typhoon_days`` how long the typhoon of the phase lasts.
    ``control`` are the repair jobs after the waves, ``later`` everything lost, hit and noted
    outside the waves. ``rounds`` are the events of its damage control rounds, ``declarations``
    whether each roll for an emergency was granted, ``new_station`` whether a station was drawn
    before it.
    """

    label: str
    date: str
    name: str
    light: Light
    station: int | None
    weather: Sky | None = None
    no_raid: bool = False
    stopped: bool = False
    typhoon_days: int = 0
    raid: events.Raid | None = None
    waves: list[WaveReport] = []
    control: list[events.Control] = []
    later: list[Consequence] = []
    running: bool = False
    support_craft: int | None = None
    direction_team: bool | None = None
    begun: int = 0
    quiet_at: int | None = None
    rounds: list[Event] = []
    declarations: list[bool] = []
    new_station: bool = False

    @property
    def attacked(self) -> bool:
        """Whether planes came."""
        return self.raid is not None and bool(self.raid.planes)

    @property
    def planes(self) -> list[PlaneReport]:
        """The planes met."""
        return [plane for wave in self.waves for plane in wave.planes]

    @property
    def counts(self) -> PlaneCounts:
        """The planes met, counted by fate."""
        return count_planes(self.planes)

    @property
    def impacts(self) -> list[Impact]:
        """Every hit on the ship and near miss."""
        return [impact for wave in self.waves for impact in wave.impacts]

    @property
    def repairs(self) -> list[events.Control]:
        """Every repair job, first those of the waves."""
        return [job for wave in self.waves for job in wave.control] + self.control

    @property
    def consequences(self) -> list[Consequence]:
        """Everything lost, hit and noted; impacts come first."""
        impacts = [event for impact in self.impacts for event in impact.after]
        return impacts + [event for wave in self.waves for event in wave.later] + self.later

    @property
    def shot_down_by(self) -> list[str]:
        """The slot credited with each plane splashed or set afire, wave by wave."""
        return [slot for wave in self.waves for slot in wave.shot_down_by.values()]

    @property
    def driven_off(self) -> bool:
        """Whether fighters drove off the planes that were left."""
        return any(map(drives_off, self.consequences))

    @property
    def stopped_dead(self) -> bool:
        """Whether the ship went dead in the water in this phase."""
        return any(
            isinstance(event, events.Loss) and event.track == Track.MANEUVER and not event.left
            for event in self.consequences
        )


class Arrival(msgspec.Struct, frozen=True):
    """A ship takes over; ``after`` is why she was away, empty for a new ship."""

    name: str
    hull: str
    returning: bool
    after: str


class Stores(msgspec.Struct, frozen=True):
    """Points of fuel, ammunition and hull at the end of a day."""

    fuel: int
    ammunition: int
    hull: int


class Day(msgspec.Struct):
    """A day: the ship on duty, her phases, and how it ended. A day without duty has no phases.

    ``captain`` is her captain at the end of the day, ``crew`` the holder of each post at its start.
    ``end`` is None after the last phase of a game that ends there. ``stores`` are what she has at
    the end of the day; None if it is not over, or if she left her station or sank. ``leave`` is set
    if she left her station or sank on this day; ``absence`` is then why she is away and ``lost``
    where she sank. ``relieved`` is whether relief arrived (scenario 7). ``ship_class`` is empty if
    it is not known.
    """

    date: str
    ship: str
    captain: str = ""
    crew: dict[str, str] = {}
    phases: list[Phase] = []
    arrivals: list[Arrival] = []
    end: events.TurnEnd | None = None
    stores: Stores | None = None
    relieved: bool = False
    leave: events.Leave | None = None
    absence: str = UNKNOWN_REASON
    lost: str = ""
    without_duty: bool = False
    ship_class: str = ""

    def crew_at(self, phase: Phase) -> dict[str, str]:
        """The holder of each post when a phase of the day begins."""
        crew = dict(self.crew)
        for earlier in self.phases:
            if earlier is phase:
                break
            for event in earlier.consequences:
                if isinstance(event, Killed):
                    crew[event.post] = event.successor
        return crew

    @property
    def sent_to_rear(self) -> bool:
        """Whether the ship left her station for good, afloat."""
        # ``leave.rear`` says so, and ``absence`` as well if it was rolled on table 18.
        return (
            self.leave is not None and not self.lost and (self.leave.rear or self.absence == REAR)
        )

    @property
    def men_lost(self) -> int:
        """Men of the repair parties killed or wounded."""
        return sum(damage_of(phase.consequences).men for phase in self.phases)

    @property
    def killed(self) -> list[Killed]:
        """The officers and chiefs killed."""
        return [
            event
            for phase in self.phases
            for event in phase.consequences
            if isinstance(event, Killed)
        ]

    @property
    def suffered(self) -> bool:
        """Whether the ship or her crew was harmed on this day."""
        return any(is_damage(event) for phase in self.phases for event in phase.consequences)


def weapon_hits(days: Iterable[Day]) -> int:
    """How many weapons hit the ship on some days. Their planes withdrew or crashed: no plane count
    includes them.
    """
    impacts = (impact for day in days for phase in day.phases for impact in phase.impacts)
    return sum(impact.by_weapon and not impact.near for impact in impacts)


def sections_hit(days: Iterable[Day], ship: Ship) -> list[str]:
    """The section of each hit on a ship since she was last repaired at the anchorage; empty if it
    is not known.
    """
    sections: list[str] = []
    repaired = False
    for day in days:
        if day.ship != ship.name:
            continue
        sections = [] if repaired else sections
        sections += [
            impact.part for phase in day.phases for impact in phase.impacts if not impact.near
        ]
        repaired = day.leave is not None and day.absence in (REPAIRED, STORM_REPAIRED)
    # She was repaired and is back on duty, but has had no day since.
    if repaired and ship.back is None and not ship.fate:
        return []
    return sections
