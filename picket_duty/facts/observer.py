"""Computes facts from events while the game goes on.

Some facts follow only from the order of the events: which loss belongs to which impact, whether a
weapon hit or fell close aboard, the fate of a plane that never dived, where a ship sank, why she
was away. They are decided here.

``Observer`` first follows a game with its undos and answers questions. Then, from ``take`` on, each
event is entered: rolls, days and phases, waves, and what is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any

import msgspec

from picket_duty import events
from picket_duty.book import vocabulary
from picket_duty.book.ids import FIGHTER_DIRECTION_TEAM
from picket_duty.book.vocabulary import RemarkTopic, Sky, StrikeOutcome, Track
from picket_duty.charts.words import word_of
from picket_duty.events import Event
from picket_duty.facts.damage import Consequence, Killed, forces_return
from picket_duty.facts.days import (
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
    Phase,
    Stores,
)
from picket_duty.facts.planes import Fate, PlaneReport, Side, shooter_side, shot_of
from picket_duty.facts.waves import (
    Impact,
    ImpactOutcome,
    WaveReport,
    in_fight,
    in_impact,
    is_impact,
)
from picket_duty.facts.whole_game import GameFacts, OfficerRecord
from picket_duty.game import Game
from picket_duty.paths import SaveError
from picket_duty.requests import Request, Roll
from picket_duty.state import CHIEFS, GONE, POSTS, SHOT_DOWN, SUNK, Officer, Ship, date_in_label

CAPTAIN = "captain"
ENGINEER = "engineering_officer"
GUNNERY_OFFICER = "gunnery_officer"
DAMAGE_CONTROL_OFFICER = "damage_control_officer"
XO = "xo"
CPO = "cpo"
#: Fates by the outcome of a plane's own dive.
DIVES = {
    StrikeOutcome.MISS: Fate.MISSED,
    StrikeOutcome.NEAR_MISS: Fate.NEAR_MISS,
    StrikeOutcome.HIT: Fate.CRASHED,
}


def facts_of(game: Game) -> Observer:
    """The observer of a game, made by the first call, with all events so far taken. The events from
    before a game was resumed are only in its ``whole``.
    """
    if game.observer is None:
        game.observer = Observer(game)
    observer: Observer = game.observer
    observer.follow(game)
    return observer


class Observer:
    """The facts of a game: takes its events in order and assigns them to days, phases, waves and
    impacts. ``facts_of`` makes the observer of a game, and calls ``follow`` whenever facts are
    wanted.

    The ship and officers at the start come from ``start``, which is the game followed or, if that
    was resumed, a replay of its save. ``earlier`` are the events of the replay from before the game
    was resumed; the events of the game followed come after them. ``days``, ``waves`` and
    ``officers`` are the facts; ``phase``, ``wave`` and ``impact`` are those that the next event may
    belong to.
    """

    def __init__(self, start: Game | None = None, earlier: Sequence[Event] = ()) -> None:
        self.earlier = earlier
        self._game = start
        #: If the game was resumed: a second observer, which has its events from the first answer,
        #: and the number of answers before it was resumed when that observer was made.
        self._from_start: Observer | None = None
        self._answers_before = 0
        self._lock = Lock()
        self._first_ship = ""
        self._first_crew = dict[str, Officer]()
        self._flood_limit = 0
        if start is not None:
            self._first_ship = start.state.setup.ship
            self._flood_limit = start.tables.numbers.flood_limit
            # The events of a resumed game lack the first ship and the appointments of her officers.
            if start.base and start.checkpoints:
                ship = start.system.decode(start.checkpoints[0].state).ship
                self._first_ship = ship.name
                self._first_crew = ship.crew
        self._restart()

    def _restart(self) -> None:
        """Forget all events but the earlier ones."""
        self.days: list[Day] = []
        self.waves: list[WaveReport] = []
        self.ship = self._first_ship
        #: The phase that began last, even if its ship has left.
        self.last_phase: Phase | None = None
        #: The number of phases begun, and whether a station was drawn since the last one began.
        self.phases = 0
        self._new_station = False
        self.phase: Phase | None = None
        self.wave: WaveReport | None = None
        self.impact: Impact | None = None
        self._last_impact: Impact | None = None
        #: The wave that is being fought, and whether the events are those of damage control.
        self._fight: WaveReport | None = None
        self._is_control = False
        #: The number of hits on the ship in the game so far.
        self._struck = 0
        #: What the next impact hits: the result of the last roll on a damage chart and its
        #: secondary compartment. The roll comes before its strike.
        self._next_place = self._next_room = ""
        self._arrivals: list[Arrival] = []
        #: Everyone who held a post, and the present holder of each post by ship name.
        self.officers: list[OfficerRecord] = []
        self._crews: dict[str, dict[str, OfficerRecord]] = {}
        #: The support ships in company, and whether a fighter direction team is aboard; None if it
        #: is not known.
        self._support_craft: int | None = None
        self._direction_team: bool | None = None
        #: Why each ship is away, by name; why the ship on duty would leave, and where she would
        #: sink, by the rolls so far.
        self._absences: dict[str, str] = {}
        self._absence = UNKNOWN_REASON
        self._foundering = ON_STATION
        #: Whether the end of the turn has begun, and whether table 16 was rolled at once in this
        #: phase.
        self._closing = self._rolled_at_once = False
        #: The last event taken.
        self._before: Event | None = None
        #: The number of events taken, and how many of them are of the game followed.
        self.count = self._followed = 0
        #: Whether the current request is a consequence of the last impact, or of a fire or flooding
        #: after the waves.
        self.impact_goes_on = False
        for post, officer in self._first_crew.items():
            self._appoint(OfficerRecord(self.ship, post, officer.name, officer.value))
        self.take_all(self.earlier)

    def follow(self, game: Game) -> None:
        """Take the events of a game that are not taken yet, all again if an undo replaced some;
        from any thread.
        """
        with self._lock:
            happened = game.events
            if self._was_undone(happened):
                self._start_over(happened)
            else:
                self.take_all(happened[self._followed :])
            self._followed = len(happened)
            request = game.request
            self._follow_request(request)
            if request is None:
                self._game_over(game.state.ship)

    def _was_undone(self, happened: Sequence[Event]) -> bool:
        """Whether events that were taken are not among those of the game any more."""
        if self._followed > len(happened):
            return True
        return self._followed > 0 and happened[self._followed - 1] is not self._before

    def _start_over(self, happened: Sequence[Event]) -> None:
        """Take all events again. A wave that the undo did not change keeps what the screens have
        computed for its card.
        """
        earlier_reports = {wave.begun: wave for wave in self.waves}
        self._restart()
        self.take_all(happened)
        for wave in self.waves:
            earlier = earlier_reports.get(wave.begun, wave)
            if msgspec.structs.replace(earlier, expected=None, order=(), gunners={}) == wave:
                wave.expected = earlier.expected
                wave.order = earlier.order
                wave.gunners = earlier.gunners

    def _follow_request(self, request: Request | None) -> None:
        """End the impact and the fight if the current request does not belong to them: then they
        are over before its answer, which is the next event.
        """
        if self.impact is not None and not in_impact(request, self.impact.strike.wave):
            self.impact.end = self.count
        if self._fight is not None and not in_fight(request, self._fight.number):
            self._fight.end = self.count
        if request is not None and request.wave is not None:
            self.impact_goes_on = self.impact is not None and self.impact.end is None
        else:
            # Outside waves, what a fire or flooding does is rolled as after an impact.
            self.impact_goes_on = in_impact(request, wave=None)

    def _game_over(self, ship: Ship) -> None:
        """Enter the stores at the end of a game that is over after its last phase: no event has
        them.
        """
        self._phase_over()
        day = self.days[-1] if self.days else None
        if day is not None and day.phases and day.stores is None and day.leave is None:
            day.stores = Stores(ship.fuel, ship.ammunition, ship.hull)

    @property
    def whole(self) -> GameFacts:
        """The facts of the game from its first answer, as documents need them. If its save cannot
        be read, they are only those since it was resumed, with the reason in ``trouble``.
        """
        game = self._game
        assert game is not None, "an observer of a game"
        try:
            return self._of_whole(game)._summary(game)
        except SaveError as error:
            return msgspec.structs.replace(self._summary(game), trouble=str(error))

    def _of_whole(self, game: Game) -> Observer:
        """An observer of the game from its first answer. A resumed game has lost its earlier
        events: they come from replaying the save.
        """
        if not game.base or game.save_file is None:
            return self
        if self._from_start is None or self._answers_before != game.base:
            whole = game.from_start()
            # The replay has the events before the game was resumed and those since, without undos:
            # undone answers are not replayed.
            since = sum(not isinstance(event, events.Undone) for event in game.events)
            self._from_start = Observer(whole, whole.events[: len(whole.events) - since])
            self._answers_before = game.base
        return self._from_start

    def _summary(self, game: Game) -> GameFacts:
        """The facts so far, with the class of each day's ship and the result of the game."""
        assert self._game is not None, "an observer of a game"
        self.follow(game)
        ships = (*game.state.lost, *game.state.squadron, game.state.ship)
        classes = {ship.name: ship.ship_class for ship in ships}
        for day in self.days:
            day.ship_class = classes.get(day.ship, "")
        happened = [*self.earlier, *game.events]
        return GameFacts(self.days, happened, game.summary(), self._game.base, self.officers)

    # -- what is asked -------------------------------------------------------------

    def impact_over(self, first: int) -> Impact | None:
        """The last impact, if it ended after the event at index ``first``; the current request may
        have ended it.
        """
        impact = self._last_impact
        if impact is not None and impact.end is not None and impact.end > first:
            return impact
        return None

    def is_consequence(self, event: Event, place: int) -> bool:
        """Whether the event at an index is a consequence of the impact before it, or of a fire or
        flooding.
        """
        if event.wave is None:
            # As in ``_follow_request``.
            return in_impact(event, wave=None)
        impacts = (
            impact
            for wave in reversed(self.waves)
            for impact in reversed(wave.impacts)
            if impact.begun < place
        )
        impact = next(impacts, None)
        return impact is not None and (impact.end is None or place < impact.end)

    def fight_over(self, first: int) -> WaveReport | None:
        """The wave that was under way at index ``first``, if its fight has ended since; the current
        request may have ended it.
        """
        wave = next((wave for wave in reversed(self.waves) if wave.begun <= first), None)
        if wave is not None and wave.end is not None and wave.end > first:
            return wave
        return None

    def fight_ended_at(self, place: int) -> WaveReport | None:
        """The wave whose fight ended just before the event at an index."""
        return next((wave for wave in reversed(self.waves) if wave.end == place), None)

    def day_of(self, date: str) -> Day | None:
        """The latest day of a date, or None."""
        return next((day for day in reversed(self.days) if day.date == date), None)

    def phase_of(self, label: str) -> Phase | None:
        """The latest phase with a label, or None."""
        phases = (phase for day in reversed(self.days) for phase in reversed(day.phases))
        return next((phase for phase in phases if phase.label == label), None)

    def phase_events(self, game: Game) -> Sequence[Event]:
        """The events of the game followed since its last phase began."""
        return game.events[self.last_phase.begun if self.last_phase is not None else 0 :]

    # -- taking events ---------------------------------------------------------------

    def take_all(self, happened: Iterable[Event]) -> None:
        """Take several events in order."""
        for event in happened:
            self.take(event)

    def take(self, event: Event) -> None:
        """Take one event."""
        if not isinstance(event, events.Undone):
            # The impact and the fight end with an event that does not belong to them.
            if self.impact is not None and not in_impact(event, self.impact.strike.wave):
                self.impact.end = self.count
                self.impact = None
            fight = self._fight
            if fight is not None and not in_fight(event, fight.number):
                fight.end = self.count
                self._fight = None
                fight.sunk_in_fight = isinstance(event, events.Leave) and event.reason == SUNK
            if isinstance(event, Roll):
                self._roll(event)
            else:
                self._event(event)
            self._control_round(event)
        self._before = event
        self.count += 1

    def _control_round(self, event: Event) -> None:
        """Enter an event in the damage control rounds of its phase. They begin with a roll or order
        of damage control, and end with the next wave, phase or roll of the day's end.
        """
        if isinstance(event, events.PhaseBegun | events.WaveBegun):
            self._is_control = False
        elif isinstance(event, Roll):
            goes_on = self._is_control and event.purpose not in vocabulary.DAY_ROLLS
            self._is_control = goes_on or event.purpose in vocabulary.CONTROL_ROLLS
        elif isinstance(event, events.DecisionMade):
            self._is_control = event.about in vocabulary.CONTROL_ORDERS
        if (
            self._is_control
            and self.last_phase is not None
            and self.last_phase.label == event.phase
        ):
            self.last_phase.rounds.append(event)

    def _roll(self, roll: Roll) -> None:
        """Enter what a roll decides and no event repeats."""
        if roll.result is None:
            return
        fields = roll.result.fields
        text = roll.result.text
        wave = self.wave
        match roll.purpose.id:
            # The die of a note adds to the result of its chart.
            case vocabulary.DAMAGE.id if not roll.chart.note_id:
                self._next_place = text
                self._next_room = text.removesuffix(" Hit") if fields.get("sec") else ""
            case vocabulary.RANDOM.id:
                if fields["effect"] == "fighters":
                    self._dives_over()
                effect = word_of(roll.chart.raw, fields["effect"])
                # After a strike, the roll is part of its impact; before one, it says what will be
                # hit.
                if self.impact is not None:
                    self.impact.place = effect
                else:
                    self._next_place = effect
                    self._next_room = ""
            case vocabulary.NEAR_MISS.id if self.impact is not None:
                self.impact.place = text
            case vocabulary.SPECIAL_ATTACK.id:
                self._next_place = text
                self._next_room = ""
                if wave is not None and roll.plane is not None:
                    plane = wave.planes[roll.plane]
                    plane.weapon_result = str(fields["result"])
                    # Without its Ohka, the carrier leaves.
                    plane.fate = Fate.WITHDREW if plane.carries_ohka else plane.fate
            case vocabulary.MANEUVER.id if wave is not None:
                wave.maneuver = bool(fields["successful"])
                for record in self._holders(CAPTAIN, ENGINEER):
                    record.maneuvers += 1
                    record.evaded += wave.maneuver
            case vocabulary.HULL.id if self._fight is not None:
                self._fight.afloat_rolls += 1
            case _:
                self._roll_of_day(roll, fields)
        if roll.purpose is vocabulary.HULL_LOSS or roll.purpose in vocabulary.CONTROL_ROLLS:
            self._dives_over()

    def _roll_of_day(self, roll: Roll, fields: Mapping[str, Any]) -> None:
        """Enter a roll that does not belong to a fight."""
        phase = self.phase
        match roll.purpose.id:
            case vocabulary.UPKEEP.id:
                self._dives_over()
                self.wave = None
                self._closing = True
            case vocabulary.DECLARATION.id if phase is not None:
                phase.declarations.append(bool(fields["declared"]))
            case vocabulary.STOPPED.id if phase is not None:
                phase.stopped = bool(fields["stopped"])
            case vocabulary.RELIEF.id if self.days:
                self.days[-1].relieved = bool(fields["relieved"])
            # Table 6-3 has the days of the typhoon, table 6-5 those of repairs after it.
            case vocabulary.TYPHOON.id if "ship_damaged" in fields and phase is not None:
                phase.typhoon_days = int(fields["days"])
            case vocabulary.TYPHOON.id if "days" in fields:
                self._absence = STORM_REPAIRED
            # Only a damaged ship rolls for the days until her new station: she is repaired first.
            case vocabulary.REASSIGNED.id:
                self._absence = REPAIRED
            case vocabulary.ANCHORAGE.id:
                self._anchorage(fields)
            case vocabulary.FDT.id:
                self._direction_team = bool(fields["assigned"])
            case vocabulary.SFS.id:
                self._support_craft = int(fields["markers"])

    def _event(self, event: Event) -> None:  # noqa: C901 -- a case for each kind.
        match event:
            case events.PhaseBegun():
                self._begin_phase(event)
            case events.Weather() if self.phase is not None:
                self.phase.weather = event.weather
                self.phase.quiet_at = self.count + 1 if event.weather == Sky.STORM else None
            case events.Raid() if self.phase is not None:
                self.phase.raid = event
                if not event.planes:
                    self._nobody_comes(self.phase)
            case events.WaveBegun():
                self._begin_wave(event)
            case events.Fire() | events.Support() if self.wave is not None:
                self._shot(event, self.wave)
            case events.Strike() if self.wave is not None:
                self._strike(event, self.wave)
            case events.DecisionMade() if event.about in vocabulary.CONTROL_ORDERS:
                self._dives_over()
            case events.Control():
                self._control(event)
            case events.Damage():
                self._consequence(event)
            case events.Loss():
                self._loss(event)
            case events.Crew():
                self._crew(event)
            case events.Note():
                self._note(event)
            case events.TurnEnd():
                self._end_turn(event)
            case events.Leave():
                self._leave(event)
            case events.NewShip():
                self._take_over(event)

    # -- days and phases -----------------------------------------------------------

    def _begin_phase(self, event: events.PhaseBegun) -> None:
        day = self._day(event.date)
        self._dives_over()
        self._phase_over()
        self.phase = self.last_phase = Phase(
            label=event.phase,
            date=event.date,
            name=event.name,
            light=event.light,
            station=event.station,
            begun=self.count,
            running=True,
            new_station=self._new_station,
            support_craft=self._support_craft,
            direction_team=self._direction_team,
        )
        self.phases += 1
        self.wave = None
        self._new_station = False
        self._closing = self._rolled_at_once = False
        self._absence = UNKNOWN_REASON
        self._foundering = ON_STATION
        day.phases.append(self.phase)
        for record in self._holders(*POSTS):
            if event.date not in record.dates[-1:]:
                record.dates.append(event.date)

    def _nobody_comes(self, phase: Phase) -> None:
        phase.no_raid = True
        phase.quiet_at = self.count + 1

    def _end_turn(self, event: events.TurnEnd) -> None:
        self.wave = None
        self._closing = False
        self._phase_over()
        if self.days:
            self.days[-1].end = event
            self.days[-1].stores = Stores(event.fuel, event.ammunition, event.hull)

    def _take_over(self, event: events.NewShip) -> None:
        """A ship relieves the one on duty; a ship that returns has a reason why she was away."""
        self.phase = None
        self.ship = event.name
        self._support_craft = self._direction_team = None
        after = UNKNOWN_REASON
        if event.returning:
            after = self._absences.pop(event.name, UNKNOWN_REASON)
        self._arrivals.append(Arrival(event.name, event.hull, event.returning, after))

    def _phase_over(self) -> None:
        if self.last_phase is not None:
            self.last_phase.running = False

    def _day(self, date: str) -> Day:
        """The latest day, or a new one if its date is another; a new day has the arrivals since the
        last.
        """
        if not self.days or self.days[-1].date != date:
            crew = {post: record.name for post, record in self._crews.get(self.ship, {}).items()}
            self.days.append(
                Day(date, self.ship, crew.get(CAPTAIN, ""), crew, arrivals=self._arrivals)
            )
            self._arrivals = []
        return self.days[-1]

    def _anchorage(self, fields: Mapping[str, Any]) -> None:
        """Enter a roll on table 16, 18 or 18-1: where the ship would sink, or why she is away."""
        if "sinks" in fields:
            # Table 16. A fire out of control and flooding at its limit roll it at once, on station;
            # otherwise the ship is on the way to the anchorage.
            before = self._before
            is_forced = before is not None and forces_return(before, self._flood_limit)
            at_once = is_forced and not self._rolled_at_once
            self._rolled_at_once = self._rolled_at_once or at_once
            self._foundering = ON_STATION if at_once else ON_THE_WAY
            for record in self._holders(DAMAGE_CONTROL_OFFICER):
                record.kept_afloat += not fields["sinks"]
        elif "rear" in fields:
            # Table 18.
            self._absence = REAR if fields["rear"] else REPAIRED
        else:
            # Table 18-1.
            self._absence = REPLENISHED

    def _leave(self, event: events.Leave) -> None:
        """Enter why a ship leaves her station with the day, or where she sank."""
        sunk = event.reason == SUNK
        self._dives_over(sunk)
        self._phase_over()
        if self.days:
            day = self.days[-1]
            day.leave = event
            day.absence = self._absence
            if sunk:
                typhoon = self.phase is not None and self.phase.weather == Sky.TYPHOON
                day.lost = IN_TYPHOON if typhoon else self._foundering
        if self.wave is not None:
            self.wave.sunk = sunk
        self._absences[self.ship] = self._absence
        self.phase = self.wave = None

    # -- waves -----------------------------------------------------------------------

    def _begin_wave(self, event: events.WaveBegun) -> None:
        """Enter a wave with its planes as identified."""
        self._dives_over()
        planes = [
            PlaneReport(
                number=plane["plane"],
                type=plane["type"],
                bearing=plane["bearing"],
                altitude=plane["altitude"],
                weapon=plane["weapon"] or "",
            )
            for plane in event.planes
        ]
        waves = event.number + len(event.to_come)
        self.wave = self._fight = WaveReport(event.number, planes, waves=waves, begun=self.count)
        self.waves.append(self.wave)
        if self.phase is not None:
            self.phase.waves.append(self.wave)

    def _dives_over(self, sunk: bool = False) -> None:
        """Mark the dives of the wave as over; planes that have not dived withdraw. The first event
        of any kind that follows the dives calls this.
        """
        if self.wave is None or self.wave.dived:
            return
        # If the ship sinks first, the dives of the others never come.
        self.wave.dived = not sunk
        for plane in self.wave.planes:
            if plane.fate is Fate.FLYING:
                plane.fate = Fate.WITHDREW

    def _shot(self, event: events.Fire | events.Support, wave: WaveReport) -> None:
        """Enter a shot, and the fate of a plane that it destroyed or, with an Ohka, set afire."""
        wave.shots.append(shot_of(event))
        plane = wave.planes[event.plane]
        if event.state == GONE:
            plane.destroyed_by = plane.destroyed_by or event.by
            plane.fate = Fate.SPLASHED
            if shooter_side(plane.shot_down_by) is Side.GUNS:
                for record in self._holders(GUNNERY_OFFICER):
                    record.splashed += 1
        elif event.state == SHOT_DOWN:
            plane.set_afire_by = plane.set_afire_by or event.by
            # Aflame, the carrier of an Ohka falls without a dive.
            plane.fate = Fate.WITHDREW if plane.carries_ohka else plane.fate

    def _strike(self, event: events.Strike, wave: WaveReport) -> None:
        """Enter a dive or the attack of a weapon; a hit or near miss begins an impact."""
        plane = wave.planes[event.plane]
        plane.fate = DIVES.get(event.outcome, plane.fate)
        if not is_impact(event):
            wave.missed.append(event.plane)
            return
        outcome = ImpactOutcome(event.outcome)
        is_near = event.near or plane.weapon_result == StrikeOutcome.NEAR_MISS
        if outcome is ImpactOutcome.WEAPON and is_near:
            outcome = ImpactOutcome.WEAPON_NEAR
        struck = outcome in (ImpactOutcome.CRASH, ImpactOutcome.WEAPON)
        self._struck += struck
        self.impact = self._last_impact = Impact(
            number=self._struck if struck else 0,
            plane=event.plane,
            type=plane.type,
            weapon=plane.weapon,
            bearing=plane.bearing,
            outcome=outcome,
            section=event.section,
            strike=event,
            place=self._next_place if struck else "",
            room=self._next_room if struck else "",
            flamed=plane.set_afire,
            begun=self.count,
        )
        wave.impacts.append(self.impact)

    def _control(self, event: events.Control) -> None:
        self._dives_over()
        if event.success and event.section:
            for record in self._holders(CHIEFS[event.section]):
                record.repair(event)
        if event.wave is not None and self.wave is not None:
            self.wave.control.append(event)
        elif self.phase is not None:
            self.phase.control.append(event)

    # -- what is lost ------------------------------------------------------------------

    def _loss(self, event: events.Loss) -> None:
        """Enter a loss as a consequence, except for stores and morale at the end of a day. Water
        let in on purpose gets its own track, since it is not damage.
        """
        if event.track == Track.SFS:
            self._support_craft = event.left
        if self._closing:
            if event.track == Track.MORALE:
                for record in self._holders(XO, CPO):
                    record.morale_rises += event.points < 0
                    record.morale_falls += event.points > 0
            # The stores left are in the report at the end of the day.
            return
        before = self._before
        if (
            event.track == Track.FLOOD
            and isinstance(before, Roll)
            and before.purpose is vocabulary.FLOODING
        ):
            event = msgspec.structs.replace(event, track=Track.COUNTERFLOODING)
        self._consequence(event)

    def _crew(self, event: events.Crew) -> None:
        """Enter an appointment, or a death with the successor."""
        record = OfficerRecord(self.ship, event.post, event.name, event.value)
        if not event.killed:
            self._appoint(record)
            return
        record.since = event.phase
        for fallen in self._holders(event.post):
            fallen.killed = event.phase
            fallen.successor = event.name
            # The successor serves on the same day.
            record.dates = fallen.dates[-1:]
        self._consequence(Killed(event.post, name=event.fallen, successor=event.name, event=event))
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

    def _note(self, event: events.Note) -> None:
        self._new_station = self._new_station or event.topic == RemarkTopic.NEW_STATION
        if event.topic == RemarkTopic.WITHOUT_DUTY:
            self.phase = self.wave = None
            self._day(date_in_label(event.phase)).without_duty = True
        elif event.topic == RemarkTopic.NOBODY_COMES and self.phase is not None:
            self._nobody_comes(self.phase)
        elif event.topic not in (RemarkTopic.NEW_STATION, RemarkTopic.CARRIER_DONE):
            # Those two repeat other facts: each phase has its station, each plane its fate.
            self._consequence(event)

    def _consequence(self, event: Consequence) -> None:
        """Enter an event with the impact it follows from, or else with its wave or phase."""
        wave = (event.event if isinstance(event, Killed) else event).wave
        if isinstance(event, events.Damage) and event.item == FIGHTER_DIRECTION_TEAM:
            self._direction_team = False
        if self.impact is not None:
            self.impact.after.append(event)
        elif self.wave is not None and wave is not None:
            self.wave.later.append(event)
            if self._fight is self.wave:
                self.wave.later_in_fight.append(event)
        elif self.phase is not None:
            self.phase.later.append(event)
