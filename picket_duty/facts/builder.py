"""Computes facts from events in one pass.

Some facts follow only from the order of the events: which loss belongs to which blow, whether a weapon hit or fell
close aboard, the fate of a plane that never dived, where a ship sank, why she was away. They are decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from picket_duty.book.ids import FIGHTER_DIRECTION_TEAM
from picket_duty.book.vocabulary import (
    ANCHORAGE,
    COUNTERFLOOD,
    DAMAGE,
    DECLARATION,
    DECLARE,
    FDT,
    FIRE,
    FLOOD,
    FLOODING,
    HULL_LOSS,
    MANEUVER,
    NEAR_MISS,
    RANDOM,
    REASSIGNED,
    RELIEF,
    REPAIR,
    REPAIR_MEN,
    SFS,
    SPECIAL_ATTACK,
    STOPPED,
    TYPHOON,
    UPKEEP,
    DamageEffect,
    Sky,
    StrikeOutcome,
    Topic,
    Track,
)
from picket_duty.charts.words import word_of
from picket_duty.events import (
    Chosen,
    Control,
    Crew,
    Damage,
    Event,
    Fire,
    Leave,
    Loss,
    NewShip,
    Note,
    PhaseBegun,
    Raid,
    Strike,
    Support,
    TurnEnd,
    Undone,
    WaveBegun,
    Weather,
)
from picket_duty.facts.day_facts import (
    IN_TYPHOON,
    ON_STATION,
    ON_THE_WAY,
    REAR,
    REPAIRED,
    REPLENISHED,
    STORM_REPAIRED,
    UNTOLD,
    Arrival,
    Day,
    GameFacts,
    OfficerRecord,
    Phase,
    Stores,
)
from picket_duty.facts.wave_facts import (
    Aftermath,
    Blow,
    BlowOutcome,
    Fate,
    Killed,
    Plane,
    Side,
    Wave,
    in_blow,
    is_blow,
    shooter_side,
    shot_of,
)
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.state import CHIEFS, GONE, POSTS, SHOT_DOWN, Ship

CAPTAIN, ENGINEER, GUNNERY_OFFICER = "captain", "engineering_officer", "gunnery_officer"
DAMAGE_CONTROL_OFFICER, XO, CPO = "damage_control_officer", "xo", "cpo"
#: Decisions of a damage control round.
DAMAGE_CONTROL = (DECLARE.id, FLOOD.id, COUNTERFLOOD.id, REPAIR_MEN.id)
#: Topics of notes that repeat other facts: each phase has its station, each plane its fate.
KNOWN_ELSEWHERE = (Topic.NEW_STATION, Topic.CARRIER_DONE)
#: Fates by the outcome of a plane's own dive.
DIVES = {StrikeOutcome.MISS: Fate.MISSED, StrikeOutcome.NEAR_MISS: Fate.NEAR_MISS, StrikeOutcome.HIT: Fate.CRASHED}


def game_facts(game: Game) -> GameFacts:
    """The facts of a game so far; for a resumed game, only since it was resumed."""
    return facts_since(game, game, game.events)


def facts_since(game: Game, whole: Game, events: Iterable[Event]) -> GameFacts:
    """The facts of some events of a game; ``whole`` is the game from its start, which has the ship and officers."""
    builder = Builder(whole.state.setup.ship, game.tables.numbers.flood_limit)
    if whole.base and whole.checkpoints:
        builder.resume_with(whole.system.decode(whole.checkpoints[0].state).ship)
    events = list(events)
    builder.take_all(events)
    if game.request is not None:
        builder.mark_running()
    else:
        builder.end_last_day(game.state.ship)
    ships = (*game.state.lost, *game.state.squadron, game.state.ship)
    classes = {ship.name: ship.ship_class for ship in ships}
    for day in builder.days:
        day.ship_class = classes.get(day.ship, "")
    return GameFacts(builder.days, events, game.summary(), whole.base, builder.officers)


def days_of(events: Iterable[Event]) -> list[Day]:
    """The facts of some days alone: ships and the killed have no names, and hits count from 1."""
    builder = Builder()
    builder.take_all(events)
    return builder.days


def day_facts(game: Game, date: str) -> Day | None:
    """The facts of a recent day, or None. The cost depends only on the events since the day began.

    Ships and the killed have no names, and hits count from 1.
    """
    today: list[Event] = []
    for event in reversed(game.events):
        if event.phase.partition("/")[0] == date:
            today.append(event)
        elif today:
            break
    return next(iter(days_of(reversed(today))), None)


def wave_at(events: Sequence[Event], place: int) -> Wave | None:
    """The facts so far of the wave at an index among events; None outside a wave.

    The cost depends only on the events of the wave, however long the game is.
    """
    begun = place
    while begun >= 0 and not isinstance(events[begun], WaveBegun):
        if isinstance(events[begun], PhaseBegun):
            return None
        begun -= 1
    if begun < 0:
        return None
    builder = Builder()
    builder.take(events[begun])
    for number in range(begun + 1, len(events)):
        event = events[number]
        if isinstance(event, WaveBegun | PhaseBegun):
            break
        builder.take(event)
    return builder.last_wave


def blow_at(events: Sequence[Event], place: int) -> Blow:
    """The facts of the blow whose strike is at an index among events."""
    strike = events[place]
    wave = wave_at(events, place)
    assert wave is not None
    return next(blow for blow in wave.blows if blow.strike is strike)


class Builder:
    """Assigns events, in order, to days, phases, waves and blows.

    ``ship`` is the first ship on duty; ``flood_limit`` is needed to decide where a ship was lost.
    """

    def __init__(self, ship: str = "", flood_limit: int = 0) -> None:
        self.days: list[Day] = []
        self.ship = ship
        self.phase: Phase | None = None
        self.wave: Wave | None = None
        self.last_wave: Wave | None = None
        self.blow: Blow | None = None
        self.struck = 0
        #: The result of the last roll on a damage chart and its secondary compartment; the strike follows the roll.
        self.named = self.room = ""
        self.arrivals: list[Arrival] = []
        #: Everyone who held a post, and the present holder of each post by ship name.
        self.officers: list[OfficerRecord] = []
        self.crews: dict[str, dict[str, OfficerRecord]] = {}
        self.flood_limit = flood_limit
        #: The support ships in company, and whether a fighter direction team is aboard; None if it is not known.
        self.support_craft: int | None = None
        self.directors: bool | None = None
        self.absences: dict[str, str] = {}
        self.absence, self.foundering = UNTOLD, ON_STATION
        #: Whether the end of the turn has begun, and whether table 16 was rolled at once in this phase.
        self.closing = self.rolled_at_once = False
        self.before: Event | None = None

    def resume_with(self, ship: Ship) -> None:
        """Start from the ship that was on duty when the game was resumed, with her officers."""
        self.ship = ship.name
        for post, officer in ship.crew.items():
            self._appoint(OfficerRecord(ship.name, post, officer.name, officer.value))

    def mark_running(self) -> None:
        """Mark the last phase as not over, unless its day has ended. Called if the game is still running."""
        day = self.days[-1] if self.days else None
        if day is not None and day.phases and day.stores is None and day.leave is None:
            day.phases[-1].running = True

    def end_last_day(self, ship: Ship) -> None:
        """Set the stores of a last day that has no end of turn, because the game was over after its last phase."""
        day = self.days[-1] if self.days else None
        if day is not None and day.phases and day.stores is None and day.leave is None:
            day.stores = Stores(ship.fuel, ship.ammunition, ship.hull)

    def take_all(self, events: Iterable[Event]) -> None:
        """Process several events in order."""
        for event in events:
            self.take(event)

    def take(self, event: Event) -> None:
        """Process one event."""
        if isinstance(event, Undone):
            self.before = event
            return
        if self.blow is not None and not in_blow(event, self.blow.strike.wave):
            self.blow = None
        if isinstance(event, Roll):
            if event.result is not None and (enter_roll := ROLLS.get(event.purpose.id)) is not None:
                enter_roll(self, event)
        elif (enter := PLACES.get(type(event))) is not None:
            enter(self, event)
        self.before = event

    # -- rolls that no event repeats ----------------------------------------------

    def _damage_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        if roll.chart.note_id:
            return
        self.named = roll.result.text
        self.room = self.named.removesuffix(" Hit") if roll.result.fields.get("sec") else ""

    def _random_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        effect = roll.result["effect"]
        words = word_of(roll.chart.raw, effect)
        if effect == "fighters" and self.wave is not None:
            self._dives_over()
        if self.blow is not None:
            self.blow.place = words
        else:
            self.named, self.room = words, ""

    def _near_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        if self.blow is not None:
            self.blow.place = roll.result.text

    def _weapon_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        self.named, self.room = roll.result.text, ""
        if self.wave is not None and roll.plane is not None:
            plane = self.wave.planes[roll.plane]
            plane.weapon_result = str(roll.result["result"])
            if plane.carries_ohka:
                plane.fate = Fate.WITHDREW

    def _maneuver_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        if self.wave is not None:
            self.wave.maneuver = bool(roll.result["successful"])
            for record in self._holders(CAPTAIN, ENGINEER):
                record.maneuvers += 1
                record.evaded += self.wave.maneuver

    def _after_dives(self, roll: Roll) -> None:
        self._dives_over()

    def _dives_over(self, sunk: bool = False) -> None:
        """Mark the dives of the wave as over; planes that have not dived withdraw."""
        if self.wave is None or self.wave.dived:
            return
        self.wave.dived = not sunk
        for plane in self.wave.planes:
            if plane.fate is Fate.FLYING:
                plane.fate = Fate.WITHDREW

    def _upkeep_roll(self, roll: Roll) -> None:
        self._dives_over()
        self.wave = None
        self.closing = True

    def _stopped_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        if self.phase is not None:
            self.phase.stopped = bool(roll.result["stopped"])

    def _relief_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        if self.days:
            self.days[-1].relieved = bool(roll.result["relieved"])

    def _typhoon_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        fields = roll.result.fields
        if "ship_damaged" in fields and self.phase is not None:
            self.phase.typhoon_days = int(fields["days"])
        elif "days" in fields:
            self.absence = STORM_REPAIRED

    def _reassigned_roll(self, roll: Roll) -> None:
        self.absence = REPAIRED

    def _anchorage_roll(self, roll: Roll) -> None:
        """Note where the ship is (if table 16 is rolled at once, on station) and why she leaves (tables 18, 18-1)."""
        assert roll.result is not None
        fields = roll.result.fields
        if "sinks" in fields:
            at_once = not self.rolled_at_once and self._is_emergency()
            self.rolled_at_once = self.rolled_at_once or at_once
            self.foundering = ON_STATION if at_once else ON_THE_WAY
            for record in self._holders(DAMAGE_CONTROL_OFFICER):
                record.kept_afloat += not fields["sinks"]
        elif "rear" in fields:
            self.absence = REAR if fields["rear"] else REPAIRED
        else:
            self.absence = REPLENISHED

    def _is_emergency(self) -> bool:
        """Whether the previous event is a fire out of control or flooding at its limit, which roll table 16 at once."""
        event = self.before
        if isinstance(event, Damage):
            return event.effect == DamageEffect.OUT_OF_CONTROL
        return isinstance(event, Loss) and event.track == Track.FLOOD and event.left >= self.flood_limit

    def _directors_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        self.directors = bool(roll.result["assigned"])

    def _support_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        self.support_craft = int(roll.result["markers"])

    # -- days and phases -----------------------------------------------------------

    def _phase(self, event: PhaseBegun) -> None:
        day = self._day(event.date)
        self._dives_over()
        self.phase = Phase(
            event.phase,
            event.date,
            event.name,
            event.light,
            event.station,
            support_craft=self.support_craft,
            directors=self.directors,
        )
        self.wave = None
        self.closing = self.rolled_at_once = False
        self.absence, self.foundering = UNTOLD, ON_STATION
        day.phases.append(self.phase)
        for record in self._holders(*POSTS):
            record.serve(event.date)

    def _day(self, date: str) -> Day:
        """The day of a date, created if there is none."""
        if not self.days or self.days[-1].date != date:
            crew = {post: record.name for post, record in self.crews.get(self.ship, {}).items()}
            self.days.append(Day(date, self.ship, crew.get(CAPTAIN, ""), crew, arrivals=self.arrivals))
            self.arrivals = []
        return self.days[-1]

    def _weather(self, event: Weather) -> None:
        if self.phase is not None:
            self.phase.weather = event.weather

    def _raid(self, event: Raid) -> None:
        if self.phase is not None:
            self.phase.raid, self.phase.nobody_comes = event, not event.planes

    def _turn_end(self, event: TurnEnd) -> None:
        self.wave = None
        self.closing = False
        if self.days:
            self.days[-1].end, self.days[-1].stores = event, Stores(event.fuel, event.ammunition, event.hull)

    def _leave(self, event: Leave) -> None:
        self._dives_over(sunk=event.reason == SUNK)
        if self.days:
            day = self.days[-1]
            day.leave, day.absence = event, self.absence
            if event.reason == SUNK:
                typhoon = self.phase is not None and self.phase.weather == Sky.TYPHOON
                day.lost = IN_TYPHOON if typhoon else self.foundering
        if self.wave is not None:
            self.wave.sunk = event.reason == SUNK
        self.absences[self.ship] = self.absence
        self.phase = self.wave = None

    def _new_ship(self, event: NewShip) -> None:
        self.phase = None
        self.ship = event.name
        self.support_craft = self.directors = None
        after = self.absences.pop(event.name, UNTOLD) if event.returning else UNTOLD
        self.arrivals.append(Arrival(event.name, event.hull, event.returning, after))

    # -- waves -----------------------------------------------------------------------

    def _wave(self, event: WaveBegun) -> None:
        self._dives_over()
        planes = [
            Plane(
                int(plane["plane"]),
                str(plane["type"]),
                plane["bearing"],
                plane["altitude"],
                str(plane["weapon"] or ""),
            )
            for plane in event.planes
        ]
        self.wave = self.last_wave = Wave(event.number, planes)
        if self.phase is not None:
            self.phase.waves.append(self.wave)

    def _shot(self, event: Fire | Support) -> None:
        if self.wave is None:
            return
        shot = shot_of(event)
        self.wave.shots.append(shot)
        plane = self.wave.planes[event.plane]
        if event.state == GONE:
            plane.destroyed_by = plane.destroyed_by or event.by
            plane.fate = Fate.SPLASHED
            if shooter_side(plane.shot_down_by) is Side.GUNS:
                for record in self._holders(GUNNERY_OFFICER):
                    record.splashed += 1
        elif event.state == SHOT_DOWN:
            plane.set_afire_by = plane.set_afire_by or event.by
            if plane.carries_ohka:
                plane.fate = Fate.WITHDREW

    def _strike(self, event: Strike) -> None:
        wave = self.wave
        if wave is None:
            return
        plane = wave.planes[event.plane]
        if event.outcome in DIVES:
            plane.fate = DIVES[event.outcome]
        if not is_blow(event):
            wave.missed.append(event.plane)
            return
        outcome = BlowOutcome(event.outcome)
        if outcome is BlowOutcome.WEAPON and (event.near or plane.weapon_result == StrikeOutcome.NEAR_MISS):
            outcome = BlowOutcome.WEAPON_NEAR
        struck = outcome in (BlowOutcome.CRASH, BlowOutcome.WEAPON)
        self.struck += struck
        self.blow = Blow(
            self.struck if struck else 0,
            event.plane,
            plane.type,
            plane.weapon,
            plane.bearing,
            outcome,
            event.section,
            event,
            self.named if struck else "",
            self.room if struck else "",
            plane.set_afire,
        )
        wave.blows.append(self.blow)

    def _chosen(self, event: Chosen) -> None:
        if event.about in DAMAGE_CONTROL:
            self._dives_over()

    def _control(self, event: Control) -> None:
        self._dives_over()
        if event.success and event.section:
            for record in self._holders(CHIEFS[event.section]):
                record.repair(event)
        if event.wave is not None and self.wave is not None:
            self.wave.control.append(event)
        elif self.phase is not None:
            self.phase.control.append(event)

    # -- what is lost ------------------------------------------------------------------

    def _loss(self, event: Loss) -> None:
        if event.track == Track.SFS:
            self.support_craft = event.left
        if self.closing:
            if event.track == Track.MORALE:
                for record in self._holders(XO, CPO):
                    record.morale_rises += event.points < 0
                    record.morale_falls += event.points > 0
            # Stores used are in the report at the end of the day.
            return
        if event.track == Track.FLOOD and isinstance(self.before, Roll) and self.before.purpose is FLOODING:
            event = msgspec.structs.replace(event, track=Track.COUNTERFLOODING)
        self._aftermath(event)

    def _crew(self, event: Crew) -> None:
        record = OfficerRecord(self.ship, event.post, event.name, event.value)
        if not event.killed:
            self._appoint(record)
            return
        record.since = event.phase
        for fallen in self._holders(event.post):
            fallen.killed, fallen.successor = event.phase, event.name
            record.dates = fallen.dates[-1:]
        self._aftermath(Killed(event.post, event.fallen, event.name, event), event.wave)
        self._appoint(record)
        if event.post == CAPTAIN and self.days:
            self.days[-1].captain = event.name

    def _appoint(self, record: OfficerRecord) -> None:
        self.officers.append(record)
        self.crews.setdefault(record.ship, {})[record.post] = record

    def _holders(self, *posts: str) -> Iterator[OfficerRecord]:
        """The present holders of some posts aboard the ship on duty, as far as they are known."""
        crew = self.crews.get(self.ship, {})
        return (crew[post] for post in posts if post in crew)

    def _note(self, event: Note) -> None:
        if event.topic == Topic.WITHOUT_DUTY:
            self.phase = self.wave = None
            self._day(event.phase.partition("/")[0]).without_duty = True
        elif event.topic == Topic.NOBODY_COMES and self.phase is not None:
            self.phase.nobody_comes = True
        elif event.topic not in KNOWN_ELSEWHERE:
            self._aftermath(event)

    def _aftermath(self, event: Aftermath, wave: int | None = None) -> None:
        if not isinstance(event, Killed):
            wave = event.wave
        if isinstance(event, Damage) and event.item == FIGHTER_DIRECTION_TEAM:
            self.directors = False
        if self.blow is not None:
            self.blow.after.append(event)
        elif self.wave is not None and wave is not None:
            self.wave.later.append(event)
        elif self.phase is not None:
            self.phase.later.append(event)


PLACES: dict[type, Callable[[Builder, Any], None]] = {
    PhaseBegun: Builder._phase,
    Weather: Builder._weather,
    Raid: Builder._raid,
    WaveBegun: Builder._wave,
    Fire: Builder._shot,
    Support: Builder._shot,
    Strike: Builder._strike,
    Chosen: Builder._chosen,
    Control: Builder._control,
    Damage: Builder._aftermath,
    Loss: Builder._loss,
    Crew: Builder._crew,
    Note: Builder._note,
    TurnEnd: Builder._turn_end,
    Leave: Builder._leave,
    NewShip: Builder._new_ship,
}
ROLLS: dict[str, Callable[[Builder, Roll], None]] = {
    DAMAGE.id: Builder._damage_roll,
    RANDOM.id: Builder._random_roll,
    NEAR_MISS.id: Builder._near_roll,
    SPECIAL_ATTACK.id: Builder._weapon_roll,
    MANEUVER.id: Builder._maneuver_roll,
    HULL_LOSS.id: Builder._after_dives,
    DECLARATION.id: Builder._after_dives,
    FLOODING.id: Builder._after_dives,
    REPAIR.id: Builder._after_dives,
    FIRE.id: Builder._after_dives,
    UPKEEP.id: Builder._upkeep_roll,
    STOPPED.id: Builder._stopped_roll,
    FDT.id: Builder._directors_roll,
    SFS.id: Builder._support_roll,
    RELIEF.id: Builder._relief_roll,
    TYPHOON.id: Builder._typhoon_roll,
    REASSIGNED.id: Builder._reassigned_roll,
    ANCHORAGE.id: Builder._anchorage_roll,
}
