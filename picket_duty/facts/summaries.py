"""The facts of waves, phases, days, officers and the whole game.

The fight of a wave begins when its first plane is identified and ends with the hull points its hits
cost; damage control comes afterwards. An impact is a plane or weapon that hit the ship or fell
close aboard, with all its consequences. A damage sum is that of damage and casualties in an impact,
a wave, a phase or a day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

import msgspec

from picket_duty import events
from picket_duty.book import vocabulary
from picket_duty.book.ids import (
    DECK_FIRE,
    SECONDARY,
    FighterSlot,
    SupportShip,
    slot_named,
    split_id,
)
from picket_duty.book.vocabulary import (
    DamageEffect,
    Light,
    Remark,
    RemarkTopic,
    Sky,
    StrikeOutcome,
    Track,
)
from picket_duty.events import Event, JsonObject
from picket_duty.requests import Choice, Request, Roll
from picket_duty.state import GONE, OHKA, SHOT_DOWN, DayRecord, Records, Ship

#: Effects without damage, and a growing deck fire, which is not new damage.
HARMLESS = (DamageEffect.SUPERFICIAL, DamageEffect.GROWS)
#: Tracks whose loss is not damage: stores used, morale, and counterflooding.
NO_HARM = (Track.FUEL, Track.AMMUNITION, Track.MORALE, Track.COUNTERFLOODING)


class Killed(msgspec.Struct, frozen=True):
    """An officer or chief who was killed, by name if known, and the successor; ``event`` has the
    successor's value.
    """

    post: str
    name: str
    successor: str
    event: events.Crew


Consequence = events.Damage | events.Loss | Killed | events.Note


def is_out_of_control(event: Consequence | Event) -> bool:
    """Whether a deck fire gets out of control."""
    return isinstance(event, events.Damage) and event.effect == DamageEffect.OUT_OF_CONTROL


def is_damage(event: Consequence) -> bool:
    """Whether an event harmed the ship or her crew. Day pages and their contents use this
    definition.
    """
    if isinstance(event, events.Damage):
        return event.effect not in HARMLESS
    if isinstance(event, events.Loss):
        return event.points > 0 and event.track not in NO_HARM
    return isinstance(event, Killed)


class MenLost(msgspec.Struct, frozen=True):
    """Men of a repair party killed or wounded in a section."""

    section: str
    men: int


class TrackLoss(msgspec.Struct, frozen=True):
    """A track that fell from ``first`` to ``left`` (flood: rose), and how many points of that were
    lost here.
    """

    track: Track
    first: int
    left: int
    points: int


DamageEntry = events.Damage | TrackLoss | MenLost | Killed


class DamageSum(msgspec.Struct, frozen=True):
    """Damage, one entry per thing as it is at the end; ``touched``: something was hit without being
    damaged.
    """

    entries: tuple[DamageEntry, ...]
    touched: bool = False

    @property
    def men(self) -> int:
        """Men of the repair parties killed or wounded."""
        return sum(entry.men for entry in self.entries if isinstance(entry, MenLost))


def damage_of(happened: Iterable[Consequence | Event]) -> DamageSum:
    """The damage to the ship by some events or facts; a deck fire out of control before is no new
    damage.
    """
    entries: dict[str, DamageEntry] = {}
    touched = False
    for event in happened:
        if isinstance(event, events.Damage):
            old = event.again or event.effect == DamageEffect.SUPERFICIAL
            touched = touched or old
            if event.item and not old:
                # A deck fire is one of its section; an explosion is apart from other damage to its
                # compartment.
                part = event.section if event.item == DECK_FIRE else ""
                exploded = not part and event.effect == DamageEffect.EXPLODES
                entries[f"{event.item} {part}{exploded}"] = event
        elif isinstance(event, Killed):
            entries[event.post] = event
        elif isinstance(event, events.Crew) and event.killed:
            entries[event.post] = Killed(event.post, "", event.name, event)
        elif isinstance(event, events.Loss) and event.points:
            entries[event.track] = _track(event, entries.get(event.track))
    return DamageSum(tuple(entries.values()), touched)


def _track(event: events.Loss, before: DamageEntry | None) -> TrackLoss | MenLost:
    if event.track in vocabulary.MEN_SECTIONS:
        men = before.men if isinstance(before, MenLost) else 0
        return MenLost(vocabulary.MEN_SECTIONS[event.track], men + event.points)
    first = event.left + event.points
    points = event.points
    if isinstance(before, TrackLoss):
        first = before.first
        points = before.points + points
    return TrackLoss(event.track, first, event.left, points)


class ImpactOutcome(StrEnum):
    """The kind of impact: a plane that crashed into the ship or close aboard, or a weapon that hit
    or fell close.
    """

    CRASH = "hit"
    NEAR_MISS = "near_miss"
    WEAPON = "special"
    WEAPON_NEAR = "special near miss"


class Fate(StrEnum):
    """How a plane ended. Each plane has exactly one fate, so the counts of the five fates add up to
    the planes met.

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
    elif event.flamed_again:
        result = ShotResult.HIT
    elif not event.hits:
        result = ShotResult.MISS
    elif event.state != event.state_before:
        result = ShotResult.SET_AFIRE if event.state == SHOT_DOWN else ShotResult.DAMAGED
    else:
        result = ShotResult.HIT
    return Shot(event, result)


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
    """Planes by fate; ``set_afire`` of them were set afire. Records count planes that withdrew as
    ``missed``.
    """

    splashed: int = 0
    crashed: int = 0
    near_misses: int = 0
    missed: int = 0
    withdrew: int = 0
    flying: int = 0
    set_afire: int = 0

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
    # The fields are in the order of the fates.
    return PlaneCounts(*[*(fates[fate] for fate in Fate), sum(plane.afire for plane in planes)])


class Impact(msgspec.Struct):
    """The effect of one plane or its weapon on the ship.

    ``number`` counts the hits of the game from 1; a near miss has 0. ``bearing`` is None for a
    special plane. ``place`` is the result of the damage chart as printed, ``room`` the secondary
    compartment it names. ``flamed`` is whether the plane was afire. ``begun`` is the index of its
    strike among the events of the game, ``end`` that of the first event that is no consequence of
    it; None while the current request is one.
    """

    number: int
    plane: int
    type: str
    weapon: str
    bearing: int | None
    outcome: ImpactOutcome
    section: str
    strike: events.Strike
    place: str = ""
    room: str = ""
    flamed: bool = False
    after: list[Consequence] = []
    begun: int = 0
    end: int | None = None

    @property
    def near(self) -> bool:
        """Whether it was a near miss."""
        return self.outcome in (ImpactOutcome.NEAR_MISS, ImpactOutcome.WEAPON_NEAR)

    @property
    def by_weapon(self) -> bool:
        """Whether it was the weapon, not the plane."""
        return self.outcome in (ImpactOutcome.WEAPON, ImpactOutcome.WEAPON_NEAR)

    @property
    def part(self) -> str:
        """The section hit; for a weapon the first section of its damage, empty if it has none."""
        if self.section:
            return self.section
        return next(
            (
                event.section
                for event in self.after
                if isinstance(event, events.Damage) and event.section
            ),
            "",
        )

    @property
    def suffered(self) -> bool:
        """Whether it harmed the ship or her crew."""
        return any(is_damage(event) for event in self.after)

    @property
    def damage(self) -> DamageSum:
        """The damage it did."""
        return damage_of(self.after)


class WaveReport(msgspec.Struct):
    """A wave: its planes, the shots at them, hits and near misses, and the damage control
    afterwards.

    ``missed`` are the planes that dived and missed, in the order of their dives. ``dived`` is
    whether all dives are over, ``sunk`` whether the ship sank in the wave. ``later`` is everything
    that happened in the wave except impacts, ``at_end`` what of it belongs to the fight. ``waves``
    is the number of waves of the raid. ``begun`` and ``end`` are the indexes among the events of
    the game of its start and of the first event after its fight; None while the current request
    belongs to it. ``lost`` is whether the ship sank in the fight, ``afloat_rolls`` how often chart
    14 was rolled for her. ``expected`` are the hits expected with the fire plan as ordered, None
    until they are computed; ``order`` is what came of the captain's order in sentences, empty if it
    is not known. ``gunners`` are the captains of mounts credited or destroyed on the day, each with
    the planes credited to him in all, empty if not looked up.
    """

    number: int
    planes: list[PlaneReport]
    shots: list[Shot] = []
    maneuver: bool | None = None
    impacts: list[Impact] = []
    missed: list[int] = []
    dived: bool = False
    sunk: bool = False
    control: list[events.Control] = []
    later: list[Consequence] = []
    at_end: list[Consequence] = []
    waves: int = 1
    begun: int = 0
    end: int | None = None
    lost: bool = False
    afloat_rolls: int = 0
    expected: float | None = None
    order: tuple[str, ...] = ()
    gunners: dict[str, tuple[str, int]] = {}

    @property
    def consequences(self) -> list[Consequence]:
        """Everything lost, hit and noted in the wave; impacts come first."""
        return [event for impact in self.impacts for event in impact.after] + self.later

    @property
    def crashes(self) -> list[Impact]:
        """The planes that crashed into the ship, without weapons."""
        return [impact for impact in self.impacts if impact.outcome == ImpactOutcome.CRASH]

    @property
    def strikes(self) -> int:
        """How many planes and weapons hit the ship."""
        return sum(not impact.near for impact in self.impacts)

    @property
    def fates(self) -> dict[int, Fate]:
        """The fate of each plane by number when the fight is over: a plane that has not dived
        withdraws.
        """
        fates = {plane.number: plane.fate for plane in self.planes}
        return {
            number: Fate.WITHDREW if fate is Fate.FLYING else fate for number, fate in fates.items()
        }

    @property
    def fight_damage(self) -> DamageSum:
        """The damage by the fight, without that of damage control."""
        return damage_of([event for impact in self.impacts for event in impact.after] + self.at_end)

    @property
    def shot_down_by(self) -> dict[int, str]:
        """The credited slot of each plane set afire or splashed, in the order of the shots."""
        credits: dict[int, str] = {}
        for shot in self.shots:
            if shot.event.state in (SHOT_DOWN, GONE):
                credits.setdefault(shot.plane, shot.by)
        return credits

    @property
    def weapons(self) -> dict[int, str]:
        """The result of each special plane's weapon, by the number of the plane."""
        return {plane.number: plane.weapon_result for plane in self.planes if plane.weapon_result}

    @property
    def counts(self) -> PlaneCounts:
        """The planes of the wave, counted by fate."""
        return count_planes(self.planes)


def in_fight(event: Event | Request | None, wave: int | None) -> bool:
    """Whether an event, or the current request, belongs to the fight of a wave."""
    if event is None or event.wave != wave:
        return False
    if isinstance(event, Roll):
        return event.purpose in vocabulary.FIGHT_ROLLS
    if isinstance(event, events.DecisionMade | Choice):
        return event.about in vocabulary.FIGHT_ORDERS
    return True


def in_impact(event: Event | Request | None, wave: int | None) -> bool:
    """Whether an event, or the current request, is a consequence of the impact before it."""
    if (
        event is None
        or event.wave != wave
        or isinstance(event, Choice | events.DecisionMade | events.Strike | events.WaveBegun)
    ):
        return False
    if isinstance(event, Roll):
        return event.purpose in vocabulary.IMPACT_ROLLS
    return not (isinstance(event, events.Note) and event.topic == RemarkTopic.CARRIER_DONE)


def is_impact(event: Event) -> bool:
    """Whether an event is a hit or a near miss, by a plane or a weapon."""
    return isinstance(event, events.Strike) and event.outcome != StrikeOutcome.MISS


#: Why a ship was away: repairs, storm repairs, replenishment, sent to the rear, or unknown.
REPAIRED = "repair"
STORM_REPAIRED = "storm repair"
REPLENISHED = "replenish"
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

    ``support_craft`` are the support ships in company when it begins, ``directors`` is whether a
    fighter direction team is aboard; both are None if it is not known. ``begun`` is the index of
    its first event among those of the game, ``quiet_at`` the number of events when it became known
    that no plane comes. ``rounds`` are the events of its damage control rounds, ``declarations``
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
        return any(
            isinstance(event, events.Note) and event.text == Remark.FIGHTERS
            for event in self.consequences
        )

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
    the end of the day; None if it is not over, or if she left her station or sank. ``absence`` is
    why she leaves, ``lost`` where she sank. ``ship_class`` is empty if it is not known.
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
    if repaired and ship.back is None and not ship.fate:
        return []
    return sections


def count_records(*records: Records | DayRecord, flying: int = 0) -> PlaneCounts:
    """The counts of some days or of a whole game; ``flying`` is how many of the planes are still in
    the air.
    """
    met, splashed, crashed, near_misses, set_afire = (
        sum(getattr(record, field) for record in records)
        for field in ("planes", "destroyed", "hits", "near_misses", "flamed")
    )
    missed = met - splashed - crashed - near_misses - flying
    return PlaneCounts(splashed, crashed, near_misses, missed, flying=flying, set_afire=set_afire)


class OfficerRecord(msgspec.Struct):
    """An officer or chief, and what was done under them.

    ``since`` is the phase of the appointment of a successor, empty for the first holder; ``killed``
    the phase of death and ``successor`` who took over then, both empty if alive. ``dates`` are the
    days in the post. ``splashed`` counts planes splashed that are credited to the ship's guns
    (gunnery officer); ``maneuvers`` and ``evaded`` emergency maneuvers tried and successful
    (captain, engineering officer); ``kept_afloat`` rolls of table 16 survived (damage control
    officer); ``morale_rises`` and ``morale_falls`` changes at the end of a day (executive officer,
    chief petty officer). The others count successful jobs of a repair party (its chief): deck fires
    put out, compartments restored, compartments with hit markers left; ``repaired`` are the jobs of
    other repairs, in order.
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

    def repair(self, job: events.Control) -> None:
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
    """The whole game and its result as in ``play --json``; ``missing`` answers came before its
    first event, and ``trouble`` says why they cannot be read.
    """

    days: list[Day]
    events: list[Event]
    summary: JsonObject
    missing: int = 0
    officers: list[OfficerRecord] = []
    trouble: str = ""

    @property
    def waves(self) -> list[WaveReport]:
        """Every wave of the game."""
        return [wave for day in self.days for phase in day.phases for wave in phase.waves]

    @property
    def counts(self) -> PlaneCounts:
        """The planes met, counted by fate."""
        return count_planes(plane for wave in self.waves for plane in wave.planes)

    def casualties(self, ship: str) -> tuple[int, int]:
        """The officers and chiefs of a ship killed, and men of her repair parties killed or
        wounded.
        """
        days = [day for day in self.days if day.ship == ship]
        return sum(len(day.killed) for day in days), sum(day.men_lost for day in days)
