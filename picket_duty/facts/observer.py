"""Computes facts from events while the game goes on.

Some facts follow only from the order of the events: which loss belongs to which blow, whether a weapon hit or fell
close aboard, the fate of a plane that never dived, where a ship sank, why she was away. They are decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from picket_duty.book.ids import FIGHTER_DIRECTION_TEAM
from picket_duty.book.vocabulary import (
    ANCHORAGE,
    DAMAGE,
    DECLARATION,
    FDT,
    FIRE,
    FLOODING,
    HULL,
    HULL_LOSS,
    MANEUVER,
    NEAR_MISS,
    RANDOM,
    REASSIGNED,
    RELIEF,
    REPAIR,
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
    UNKNOWN_REASON,
    Arrival,
    Day,
    GameFacts,
    OfficerRecord,
    Phase,
    Stores,
)
from picket_duty.facts.wave_facts import (
    CONTROL_ORDERS,
    CONTROL_ROLLS,
    DAY_ROLLS,
    Aftermath,
    Blow,
    BlowOutcome,
    Fate,
    Killed,
    Plane,
    Side,
    Wave,
    in_blow,
    in_fight,
    is_blow,
    shooter_side,
    shot_of,
)
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.state import CHIEFS, GONE, POSTS, SHOT_DOWN, Officer, Ship

CAPTAIN, ENGINEER, GUNNERY_OFFICER = "captain", "engineering_officer", "gunnery_officer"
DAMAGE_CONTROL_OFFICER, XO, CPO = "damage_control_officer", "xo", "cpo"
#: Topics of notes that repeat other facts: each phase has its station, each plane its fate.
KNOWN_ELSEWHERE = (Topic.NEW_STATION, Topic.CARRIER_DONE)
#: Fates by the outcome of a plane's own dive.
DIVES = {StrikeOutcome.MISS: Fate.MISSED, StrikeOutcome.NEAR_MISS: Fate.NEAR_MISS, StrikeOutcome.HIT: Fate.CRASHED}


#: The observer of each game.
_OBSERVERS: WeakKeyDictionary[Game, Observer] = WeakKeyDictionary()


def live_facts(game: Game) -> Observer:
    """The facts of a game up to its last event; for a resumed game, only since it was resumed.

    They are kept while the game goes on: each event is taken once.
    """
    observer = _OBSERVERS.get(game)
    if observer is None:
        observer = _OBSERVERS[game] = Observer(game)
    observer.follow(game)
    return observer


def game_facts(game: Game, observer: Observer | None = None) -> GameFacts:
    """The facts of a game so far as documents need them, from another observer than its own if one is given."""
    if observer is None:
        observer = live_facts(game)
    else:
        observer.follow(game)
    ships = (*game.state.lost, *game.state.squadron, game.state.ship)
    classes = {ship.name: ship.ship_class for ship in ships}
    for day in observer.days:
        day.ship_class = classes.get(day.ship, "")
    events = [*observer.earlier, *game.events]
    return GameFacts(observer.days, events, game.summary(), observer.missing, observer.officers)


class Observer:
    """The facts of a game: takes its events in order and assigns them to days, phases, waves and impacts.

    ``start`` is the game from its start, which has the ship and officers; ``earlier`` are events before those of the
    game it follows, which may have been resumed. ``days``, ``waves`` and ``officers`` are the facts; ``phase``,
    ``wave`` and ``blow`` are those that the next event may belong to.
    """

    def __init__(self, start: Game | None = None, earlier: Sequence[Event] = ()) -> None:
        self.earlier = earlier
        #: The number of answers before the first event.
        self.missing = 0 if start is None else start.base
        self._first_ship, self._first_crew = "", dict[str, Officer]()
        self._flood_limit = 0
        if start is not None:
            self._first_ship, self._flood_limit = start.state.setup.ship, start.tables.numbers.flood_limit
            if start.base and start.checkpoints:
                ship = start.system.decode(start.checkpoints[0].state).ship
                self._first_ship, self._first_crew = ship.name, ship.crew
        self._restart()

    def _restart(self) -> None:
        self.days: list[Day] = []
        self.waves: list[Wave] = []
        self.ship = self._first_ship
        #: The phase that began last, even if its ship has left.
        self.last_phase: Phase | None = None
        #: The number of phases begun, and whether a station was drawn since the last one began.
        self.phases = 0
        self._new_station = False
        self.phase: Phase | None = None
        self.wave: Wave | None = None
        self.blow: Blow | None = None
        #: The wave that is being fought, and whether the events are those of damage control.
        self._fight: Wave | None = None
        self._is_control = False
        self._struck = 0
        #: The result of the last roll on a damage chart and its secondary compartment; the strike follows the roll.
        self._named = self._room = ""
        self._arrivals: list[Arrival] = []
        #: Everyone who held a post, and the present holder of each post by ship name.
        self.officers: list[OfficerRecord] = []
        self._crews: dict[str, dict[str, OfficerRecord]] = {}
        #: The support ships in company, and whether a fighter direction team is aboard; None if it is not known.
        self._support_craft: int | None = None
        self._directors: bool | None = None
        self._absences: dict[str, str] = {}
        self._absence, self._foundering = UNKNOWN_REASON, ON_STATION
        #: Whether the end of the turn has begun, and whether table 16 was rolled at once in this phase.
        self._closing = self._rolled_at_once = False
        self._before: Event | None = None
        #: The number of events taken, and how many of them are of the game followed.
        self.count = self._followed = 0
        #: Whether the current request is a consequence of the last blow, or of a fire or flooding after the waves.
        self.blow_goes_on = False
        for post, officer in self._first_crew.items():
            self._appoint(OfficerRecord(self.ship, post, officer.name, officer.value))
        self.take_all(self.earlier)

    def follow(self, game: Game) -> None:
        """Take the events of a game that are not taken yet; start again if an undo has replaced some of the others."""
        events = game.events
        if self._followed > len(events) or (self._followed and events[self._followed - 1] is not self._before):
            self._restart()
        self.take_all(islice(events, self._followed, None))
        self._followed = len(events)
        request = game.request
        if self.blow is not None and not in_blow(request, self.blow.strike.wave):
            self.blow.end = self.count
        if self._fight is not None and not in_fight(request, self._fight.number):
            self._fight.end = self.count
        if request is None:
            self._end_last_day(game.state.ship)
        in_wave = request is not None and request.wave is not None
        self.blow_goes_on = self.blow is not None and self.blow.end is None if in_wave else in_blow(request, None)

    # -- what is asked -------------------------------------------------------------

    def blow_over(self, first: int) -> Blow | None:
        """The blow that ended since the event at an index, with the current request at the latest."""
        blow = self.waves[-1].blows[-1] if self.waves and self.waves[-1].blows else None
        return blow if blow is not None and blow.end is not None and blow.end > first else None

    def is_consequence(self, event: Event, place: int) -> bool:
        """Whether the event at an index is a consequence of the blow before it, or of a fire or flooding."""
        if event.wave is None:
            return in_blow(event, None)
        blows = (blow for wave in reversed(self.waves) for blow in reversed(wave.blows) if blow.begun < place)
        blow = next(blows, None)
        return blow is not None and (blow.end is None or place < blow.end)

    def fight_over(self, first: int) -> Wave | None:
        """The wave under way at an index whose fight has ended since, with the current request at the latest."""
        wave = next((wave for wave in reversed(self.waves) if wave.begun <= first), None)
        return wave if wave is not None and wave.end is not None and wave.end > first else None

    def fight_ended_at(self, place: int) -> Wave | None:
        """The wave whose fight ended just before the event at an index."""
        return next((wave for wave in reversed(self.waves) if wave.end == place), None)

    def day_of(self, date: str) -> Day | None:
        """The latest day of a date, or None."""
        return next((day for day in reversed(self.days) if day.date == date), None)

    def phase_of(self, label: str) -> Phase | None:
        """The latest phase with a label, or None."""
        day = self.day_of(label.partition("/")[0])
        phases = day.phases if day is not None else []
        return next((phase for phase in reversed(phases) if phase.label == label), None)

    # -- taking events ---------------------------------------------------------------

    def take_all(self, events: Iterable[Event]) -> None:
        """Take several events in order."""
        for event in events:
            self.take(event)

    def take(self, event: Event) -> None:
        """Take one event."""
        if not isinstance(event, Undone):
            self._end_parts(event)
            if isinstance(event, Roll):
                if event.result is not None and (enter_roll := ROLLS.get(event.purpose.id)) is not None:
                    enter_roll(self, event)
            elif (enter := PLACES.get(type(event))) is not None:
                enter(self, event)
            self._control_round(event)
        self._before = event
        self.count += 1

    def _end_parts(self, event: Event) -> None:
        """End the blow and the fight that an event does not belong to."""
        if self.blow is not None and not in_blow(event, self.blow.strike.wave):
            self.blow.end, self.blow = self.count, None
        fight = self._fight
        if fight is not None and not in_fight(event, fight.number):
            fight.end, self._fight = self.count, None
            fight.lost = isinstance(event, Leave) and event.reason == SUNK

    def _control_round(self, event: Event) -> None:
        """Enter an event of a damage control round in its phase."""
        if isinstance(event, PhaseBegun | WaveBegun):
            self._is_control = False
        elif isinstance(event, Roll):
            control = event.purpose in CONTROL_ROLLS
            self._is_control = control or (self._is_control and event.purpose not in DAY_ROLLS)
        elif isinstance(event, Chosen):
            self._is_control = event.about in CONTROL_ORDERS
        if self._is_control and self.last_phase is not None and self.last_phase.label == event.phase:
            self.last_phase.rounds.append(event)

    def _end_last_day(self, ship: Ship) -> None:
        """Set the stores of a last day that has no end of turn, because the game was over after its last phase."""
        self._phase_over()
        day = self.days[-1] if self.days else None
        if day is not None and day.phases and day.stores is None and day.leave is None:
            day.stores = Stores(ship.fuel, ship.ammunition, ship.hull)

    # -- rolls that no event repeats ----------------------------------------------

    def _damage_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        if roll.chart.note_id:
            return
        self._named = roll.result.text
        self._room = self._named.removesuffix(" Hit") if roll.result.fields.get("sec") else ""

    def _random_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        effect = roll.result["effect"]
        words = word_of(roll.chart.raw, effect)
        if effect == "fighters" and self.wave is not None:
            self._dives_over()
        if self.blow is not None:
            self.blow.place = words
        else:
            self._named, self._room = words, ""

    def _near_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        if self.blow is not None:
            self.blow.place = roll.result.text

    def _weapon_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        self._named, self._room = roll.result.text, ""
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

    def _hull_roll(self, roll: Roll) -> None:
        if self._fight is not None:
            self._fight.afloat_rolls += 1

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
        self._closing = True

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
            self._absence = STORM_REPAIRED

    def _reassigned_roll(self, roll: Roll) -> None:
        self._absence = REPAIRED

    def _anchorage_roll(self, roll: Roll) -> None:
        """Note where the ship is (if table 16 is rolled at once, on station) and why she leaves (tables 18, 18-1)."""
        assert roll.result is not None
        fields = roll.result.fields
        if "sinks" in fields:
            at_once = not self._rolled_at_once and self._is_emergency()
            self._rolled_at_once = self._rolled_at_once or at_once
            self._foundering = ON_STATION if at_once else ON_THE_WAY
            for record in self._holders(DAMAGE_CONTROL_OFFICER):
                record.kept_afloat += not fields["sinks"]
        elif "rear" in fields:
            self._absence = REAR if fields["rear"] else REPAIRED
        else:
            self._absence = REPLENISHED

    def _is_emergency(self) -> bool:
        """Whether the previous event is a fire out of control or flooding at its limit, which roll table 16 at once."""
        event = self._before
        if isinstance(event, Damage):
            return event.effect == DamageEffect.OUT_OF_CONTROL
        return isinstance(event, Loss) and event.track == Track.FLOOD and event.left >= self._flood_limit

    def _directors_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        self._directors = bool(roll.result["assigned"])

    def _support_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        self._support_craft = int(roll.result["markers"])

    # -- days and phases -----------------------------------------------------------

    def _phase(self, event: PhaseBegun) -> None:
        day = self._day(event.date)
        self._dives_over()
        self._phase_over()
        self.phase = self.last_phase = Phase(
            event.phase,
            event.date,
            event.name,
            event.light,
            event.station,
            begun=self.count,
            running=True,
            new_station=self._new_station,
            support_craft=self._support_craft,
            directors=self._directors,
        )
        self.wave = None
        self.phases += 1
        self._new_station = False
        self._closing = self._rolled_at_once = False
        self._absence, self._foundering = UNKNOWN_REASON, ON_STATION
        day.phases.append(self.phase)
        for record in self._holders(*POSTS):
            record.serve(event.date)

    def _phase_over(self) -> None:
        if self.last_phase is not None:
            self.last_phase.running = False

    def _day(self, date: str) -> Day:
        """The day of a date, created if there is none."""
        if not self.days or self.days[-1].date != date:
            crew = {post: record.name for post, record in self._crews.get(self.ship, {}).items()}
            self.days.append(Day(date, self.ship, crew.get(CAPTAIN, ""), crew, arrivals=self._arrivals))
            self._arrivals = []
        return self.days[-1]

    def _weather(self, event: Weather) -> None:
        if self.phase is not None:
            self.phase.weather = event.weather
            if event.weather == Sky.STORM:
                self.phase.quiet_at = self.count + 1

    def _raid(self, event: Raid) -> None:
        if self.phase is not None:
            self.phase.raid = event
            if not event.planes:
                self._no_raid(self.phase)

    def _no_raid(self, phase: Phase) -> None:
        phase.no_raid, phase.quiet_at = True, self.count + 1

    def _turn_end(self, event: TurnEnd) -> None:
        self.wave = None
        self._closing = False
        self._phase_over()
        if self.days:
            self.days[-1].end, self.days[-1].stores = event, Stores(event.fuel, event.ammunition, event.hull)

    def _leave(self, event: Leave) -> None:
        self._dives_over(sunk=event.reason == SUNK)
        self._phase_over()
        if self.days:
            day = self.days[-1]
            day.leave, day.absence = event, self._absence
            if event.reason == SUNK:
                typhoon = self.phase is not None and self.phase.weather == Sky.TYPHOON
                day.lost = IN_TYPHOON if typhoon else self._foundering
        if self.wave is not None:
            self.wave.sunk = event.reason == SUNK
        self._absences[self.ship] = self._absence
        self.phase = self.wave = None

    def _new_ship(self, event: NewShip) -> None:
        self.phase = None
        self.ship = event.name
        self._support_craft = self._directors = None
        after = self._absences.pop(event.name, UNKNOWN_REASON) if event.returning else UNKNOWN_REASON
        self._arrivals.append(Arrival(event.name, event.hull, event.returning, after))

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
        raid = event.number + len(event.to_come)
        self.wave = self._fight = Wave(event.number, planes, waves=raid, begun=self.count)
        self.waves.append(self.wave)
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
        self._struck += struck
        self.blow = Blow(
            self._struck if struck else 0,
            event.plane,
            plane.type,
            plane.weapon,
            plane.bearing,
            outcome,
            event.section,
            event,
            self._named if struck else "",
            self._room if struck else "",
            plane.set_afire,
            begun=self.count,
        )
        wave.blows.append(self.blow)

    def _chosen(self, event: Chosen) -> None:
        if event.about in CONTROL_ORDERS:
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
            self._support_craft = event.left
        if self._closing:
            if event.track == Track.MORALE:
                for record in self._holders(XO, CPO):
                    record.morale_rises += event.points < 0
                    record.morale_falls += event.points > 0
            # Stores used are in the report at the end of the day.
            return
        if event.track == Track.FLOOD and isinstance(self._before, Roll) and self._before.purpose is FLOODING:
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
        self._crews.setdefault(record.ship, {})[record.post] = record

    def _holders(self, *posts: str) -> Iterator[OfficerRecord]:
        """The present holders of some posts aboard the ship on duty, as far as they are known."""
        crew = self._crews.get(self.ship, {})
        return (crew[post] for post in posts if post in crew)

    def _note(self, event: Note) -> None:
        self._new_station = self._new_station or event.topic == Topic.NEW_STATION
        if event.topic == Topic.WITHOUT_DUTY:
            self.phase = self.wave = None
            self._day(event.phase.partition("/")[0]).without_duty = True
        elif event.topic == Topic.NOBODY_COMES and self.phase is not None:
            self._no_raid(self.phase)
        elif event.topic not in KNOWN_ELSEWHERE:
            self._aftermath(event)

    def _aftermath(self, event: Aftermath, wave: int | None = None) -> None:
        if not isinstance(event, Killed):
            wave = event.wave
        if isinstance(event, Damage) and event.item == FIGHTER_DIRECTION_TEAM:
            self._directors = False
        if self.blow is not None:
            self.blow.after.append(event)
        elif self.wave is not None and wave is not None:
            self.wave.later.append(event)
            if self._fight is self.wave:
                self.wave.at_end.append(event)
        elif self.phase is not None:
            self.phase.later.append(event)


PLACES: dict[type, Callable[[Observer, Any], None]] = {
    PhaseBegun: Observer._phase,
    Weather: Observer._weather,
    Raid: Observer._raid,
    WaveBegun: Observer._wave,
    Fire: Observer._shot,
    Support: Observer._shot,
    Strike: Observer._strike,
    Chosen: Observer._chosen,
    Control: Observer._control,
    Damage: Observer._aftermath,
    Loss: Observer._loss,
    Crew: Observer._crew,
    Note: Observer._note,
    TurnEnd: Observer._turn_end,
    Leave: Observer._leave,
    NewShip: Observer._new_ship,
}
ROLLS: dict[str, Callable[[Observer, Roll], None]] = {
    DAMAGE.id: Observer._damage_roll,
    RANDOM.id: Observer._random_roll,
    NEAR_MISS.id: Observer._near_roll,
    SPECIAL_ATTACK.id: Observer._weapon_roll,
    MANEUVER.id: Observer._maneuver_roll,
    HULL.id: Observer._hull_roll,
    HULL_LOSS.id: Observer._after_dives,
    DECLARATION.id: Observer._after_dives,
    FLOODING.id: Observer._after_dives,
    REPAIR.id: Observer._after_dives,
    FIRE.id: Observer._after_dives,
    UPKEEP.id: Observer._upkeep_roll,
    STOPPED.id: Observer._stopped_roll,
    FDT.id: Observer._directors_roll,
    SFS.id: Observer._support_roll,
    RELIEF.id: Observer._relief_roll,
    TYPHOON.id: Observer._typhoon_roll,
    REASSIGNED.id: Observer._reassigned_roll,
    ANCHORAGE.id: Observer._anchorage_roll,
}
