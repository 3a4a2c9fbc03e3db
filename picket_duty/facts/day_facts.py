"""Facts of phases, days, officers and the whole game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from picket_duty.book.ids import DECK_FIRE, SECONDARY, split_id
from picket_duty.book.vocabulary import Light, Remark, Sky, Track
from picket_duty.events import Control, Event, Leave, Loss, Note, Raid, TurnEnd
from picket_duty.facts import wave_facts
from picket_duty.state import DayRecord, Records, Ship

#: Why a ship was away: repairs, storm repairs, replenishment, sent to the rear, or unknown.
REPAIRED, STORM_REPAIRED, REPLENISHED, REAR, UNKNOWN_REASON = "repair", "storm repair", "replenish", "rear", ""
#: Where a ship was lost.
ON_STATION, ON_THE_WAY, IN_TYPHOON = "on station", "on the way", "in a typhoon"


def is_weather(event: wave_facts.Aftermath | Event) -> bool:
    """Whether an event says that the weather ended the day (chart 8-2, note B)."""
    return isinstance(event, Note) and event.remark == (Remark.WEATHER_CLOSES_IN, "")


class Phase(msgspec.Struct):
    """A phase of eight hours and everything that happened in it; ``running`` if it is not over.

    ``support_craft`` are the support ships in company when it begins, ``directors`` is whether a fighter direction team
    is aboard; both are None if it is not known. ``begun`` is the index of its first event among those of the game,
    ``quiet_at`` the number of events when it became known that no plane comes. ``rounds`` are the events of its damage
    control rounds, ``declarations`` whether each roll for an emergency was granted, ``new_station`` whether a station
    was drawn before it.
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
    raid: Raid | None = None
    waves: list[wave_facts.WaveReport] = []
    control: list[Control] = []
    later: list[wave_facts.Aftermath] = []
    running: bool = False
    support_craft: int | None = None
    directors: bool | None = None
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
    def planes(self) -> list[wave_facts.PlaneReport]:
        """The planes met."""
        return [plane for wave in self.waves for plane in wave.planes]

    @property
    def counts(self) -> wave_facts.PlaneCounts:
        """The planes met, counted by fate."""
        return wave_facts.count_planes(self.planes)

    @property
    def impacts(self) -> list[wave_facts.Impact]:
        """Every hit on the ship and near miss."""
        return [impact for wave in self.waves for impact in wave.impacts]

    @property
    def repairs(self) -> list[Control]:
        """Every repair job, first those of the waves."""
        return [job for wave in self.waves for job in wave.control] + self.control

    @property
    def aftermath(self) -> list[wave_facts.Aftermath]:
        """Everything lost, hit and noted; impacts come first."""
        impacts = [event for impact in self.impacts for event in impact.after]
        return impacts + [event for wave in self.waves for event in wave.later] + self.later

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


class Stores(msgspec.Struct, frozen=True):
    """Points of fuel, ammunition and hull at the end of a day."""

    fuel: int
    ammunition: int
    hull: int


class Day(msgspec.Struct):
    """A day: the ship on duty, her phases, and how it ended. A day without duty has no phases.

    ``captain`` is her captain at the end of the day, ``crew`` the holder of each post at its start. ``end`` is
    None after the last phase of a game that ends there. ``stores`` are what she has at the end of the day; None if it
    is not over, or if she left her station or sank. ``absence`` is why she leaves, ``lost`` where she sank.
    ``ship_class`` is empty if it is not known.
    """

    date: str
    ship: str
    captain: str = ""
    crew: dict[str, str] = {}
    phases: list[Phase] = []
    arrivals: list[Arrival] = []
    end: TurnEnd | None = None
    stores: Stores | None = None
    relieved: bool = False
    leave: Leave | None = None
    absence: str = UNKNOWN_REASON
    lost: str = ""
    without_duty: bool = False
    ship_class: str = ""

    @property
    def sent_to_rear(self) -> bool:
        """Whether the ship left her station for good, afloat."""
        return self.leave is not None and not self.lost and (self.leave.rear or self.absence == REAR)

    @property
    def men_lost(self) -> int:
        """Men of the repair parties killed or wounded."""
        return sum(wave_facts.harm_of(phase.aftermath).men for phase in self.phases)

    @property
    def killed(self) -> list[wave_facts.Killed]:
        """The officers and chiefs killed."""
        return [event for phase in self.phases for event in phase.aftermath if isinstance(event, wave_facts.Killed)]

    @property
    def suffered(self) -> bool:
        """Whether the ship or her crew was harmed on this day."""
        return any(wave_facts.is_harm(event) for phase in self.phases for event in phase.aftermath)


def weapon_hits(days: Iterable[Day]) -> int:
    """How many weapons hit the ship on some days. Their planes withdrew or crashed: no plane count includes them."""
    impacts = (impact for day in days for phase in day.phases for impact in phase.impacts)
    return sum(impact.by_weapon and not impact.near for impact in impacts)


def sections_hit(days: Iterable[Day], ship: Ship) -> list[str]:
    """The section of each hit on a ship since she was last repaired at the anchorage; empty if it is not known."""
    sections: list[str] = []
    repaired = False
    for day in days:
        if day.ship != ship.name:
            continue
        sections = [] if repaired else sections
        sections += [impact.part for phase in day.phases for impact in phase.impacts if not impact.near]
        repaired = day.leave is not None and day.absence in (REPAIRED, STORM_REPAIRED)
    return [] if repaired and ship.back is None and not ship.fate else sections


def count_records(*records: Records | DayRecord, flying: int = 0) -> wave_facts.PlaneCounts:
    """The counts of some days or of a whole game; ``flying`` is how many of the planes are still in the air."""
    met, splashed, crashed, near_misses, set_afire = (
        sum(getattr(record, field) for record in records)
        for field in ("planes", "destroyed", "hits", "near_misses", "flamed")
    )
    missed = met - splashed - crashed - near_misses - flying
    return wave_facts.PlaneCounts(splashed, crashed, near_misses, missed, flying=flying, set_afire=set_afire)


class OfficerRecord(msgspec.Struct):
    """An officer or chief, and what was done under them.

    ``since`` is the phase of the appointment of a successor, empty for the first holder; ``killed`` the phase of
    death and ``successor`` who took over then, both empty if alive. ``dates`` are the days in the post. ``splashed``
    counts planes splashed that are credited to the ship's guns (gunnery officer); ``maneuvers`` and ``evaded``
    emergency maneuvers tried and successful (captain, engineering officer); ``kept_afloat`` rolls of table 16
    survived (damage control officer); ``morale_rises`` and ``morale_falls`` changes at the end of a day (executive
    officer, chief petty officer). The others count successful jobs of a repair party (its chief): deck fires put out,
    compartments restored, compartments with hit markers left; ``repaired`` are the jobs of other repairs, in order.
    """

    ship: str
    post: str
    name: str
    value: int
    since: str = ""
    killed: str = ""
    successor: str = ""
    dates: list[str] = []
    splashed: int = 0
    maneuvers: int = 0
    evaded: int = 0
    kept_afloat: int = 0
    morale_rises: int = 0
    morale_falls: int = 0
    fires_out: int = 0
    rooms_saved: int = 0
    headway: int = 0
    repaired: list[str] = []

    def repair(self, job: Control) -> None:
        """Count a successful job."""
        kind = split_id(job.job).kind
        if kind == DECK_FIRE:
            self.fires_out += 1
        elif kind == SECONDARY or (job.markers and not job.markers_left):
            self.rooms_saved += 1
        elif job.markers:
            self.headway += 1
        else:
            self.repaired.append(job.job)


class GameFacts(msgspec.Struct):
    """The whole game and its result as in ``play --json``; ``missing`` answers came before its first event."""

    days: list[Day]
    events: list[Event]
    summary: dict[str, Any]
    missing: int = 0
    officers: list[OfficerRecord] = []

    @property
    def waves(self) -> list[wave_facts.WaveReport]:
        """Every wave of the game."""
        return [wave for day in self.days for phase in day.phases for wave in phase.waves]

    @property
    def counts(self) -> wave_facts.PlaneCounts:
        """The planes met, counted by fate."""
        return wave_facts.count_planes(plane for wave in self.waves for plane in wave.planes)

    def casualties(self, ship: str) -> tuple[int, int]:
        """The officers and chiefs of a ship killed, and men of her repair parties killed or wounded."""
        days = [day for day in self.days if day.ship == ship]
        return sum(len(day.killed) for day in days), sum(day.men_lost for day in days)
