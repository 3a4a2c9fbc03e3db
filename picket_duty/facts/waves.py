"""The facts of waves and of impacts.

The fight of a wave begins when its first plane is identified and ends with the hull points its hits
cost; damage control comes afterwards. An impact is a plane or weapon that hit the ship or fell
close aboard, with all its consequences.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from picket_duty import events
from picket_duty.book import vocabulary
from picket_duty.book.vocabulary import Remark, RemarkTopic, StrikeOutcome
from picket_duty.events import Event
from picket_duty.facts.damage import Consequence, DamageSum, damage_of, is_damage
from picket_duty.facts.planes import Fate, PlaneCounts, PlaneReport, Shot, count_planes
from picket_duty.requests import Choice, Request, Roll
from picket_duty.state import GONE, SHOT_DOWN


class ImpactOutcome(StrEnum):
    """The kind of impact: a plane that crashed into the ship or close aboard, or a weapon that hit
    or fell close.
    """

    CRASH = "hit"
    NEAR_MISS = "near_miss"
    WEAPON = "special"
    WEAPON_NEAR = "special near miss"


class Impact(msgspec.Struct):
    """The effect of one plane or its weapon on the ship.

    ``number`` counts the hits of the game from 1; a near miss has 0. ``bearing`` is None for a
    special plane. ``place`` is the result of the damage chart as printed, ``room`` the secondary
    compartment it names. ``flamed`` (as in JSON) is whether the plane was set afire before.
    ``begun`` is the index of its strike among the events of the game, ``end`` that of the first
    event that is no consequence of it; None while the current request is one.
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
    that happened in the wave except impacts, ``later_in_fight`` the part of it that belongs to the
    fight. ``waves`` is the number of waves of the raid. ``begun`` and ``end`` are the indexes among
    the events of the game of its start and of the first event after its fight; None while the
    current request belongs to it. ``sunk_in_fight`` is whether the ship sank before the fight was
    over, ``afloat_rolls`` how often chart 14 was rolled for her.

    The battle screen and plain mode set the rest when the wave is over, for its card: ``expected``
    are the hits expected with the fire plan as ordered, None until they are computed; ``order`` is
    what came of the captain's order in sentences, empty if it is not known. ``gunners`` are the
    captains of mounts credited or destroyed on the day, each with the planes credited to him in
    all, empty if not looked up.
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
    later_in_fight: list[Consequence] = []
    waves: int = 1
    begun: int = 0
    end: int | None = None
    sunk_in_fight: bool = False
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
        """The damage by the fight, without what went wrong during damage control."""
        return damage_of(
            [event for impact in self.impacts for event in impact.after] + self.later_in_fight
        )

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


def drives_off(event: Consequence) -> bool:
    """Whether an event says that fighters drove off the planes that were left."""
    return isinstance(event, events.Note) and event.text == Remark.FIGHTERS


def in_fight(event: Event | Request | None, wave: int | None) -> bool:
    """Whether an event, or the current request, belongs to the fight of a wave."""
    if event is None or event.wave != wave:
        return False
    if isinstance(event, Roll):
        return event.purpose in vocabulary.FIGHT_ROLLS
    if isinstance(event, events.DecisionMade | Choice):
        return event.about in vocabulary.FIGHT_ORDERS
    # Other events follow from a roll or order before them: the first one of damage control ends the
    # fight, before any event of damage control.
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
    # The carrier of an Ohka leaves after what its weapon did.
    return not (isinstance(event, events.Note) and event.topic == RemarkTopic.CARRIER_DONE)


def is_impact(event: Event) -> bool:
    """Whether an event is a hit or a near miss, by a plane or a weapon."""
    return isinstance(event, events.Strike) and event.outcome != StrikeOutcome.MISS
