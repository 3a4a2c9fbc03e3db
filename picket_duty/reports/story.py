"""A game retold from its events: days, phases, waves, and what each plane did. The reports read this.

What the events leave to their order is settled here once: which loss belongs to which blow, whether a weapon struck
or fell close aboard, what became of a plane that never dived, where a ship sank, from what she came back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from picket_duty.book.ids import DIRECTOR, director_id, parts_of
from picket_duty.book.vocabulary import (
    ANCHORAGE,
    COUNTERFLOOD,
    DAMAGE,
    DECLARATION,
    DECLARE,
    DIVE,
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
    SPECIAL_ATTACK,
    STOPPED,
    TYPHOON,
    UPKEEP,
)
from picket_duty.charts.words import word_of
from picket_duty.events import (
    CARRIER_DONE,
    NEW_STATION,
    NOBODY_COMES,
    WITHOUT_DUTY,
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
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.state import DAMAGED, DESTROYED, GONE, OHKA, SHOT_DOWN, WORKING, Officer, Ship
from picket_duty.text.names import game_words

#: What a plane or its weapon did: the outcomes of a strike, a weapon's own told apart.
HIT, NEAR_MISSED, WEAPON, WEAPON_NEAR = "hit", "near_miss", "special", "special near miss"
#: Results of tables 12.
MISS, CLOSE = "miss", "near_miss"
#: Why a ship was away and so what was put right: all, what was damaged (twice), nothing, for she is at the rear.
REPAIRED, STORM_REPAIRED, REPLENISHED, REAR, UNTOLD = "repair", "storm repair", "replenish", "rear", ""
#: Where a ship was lost.
ON_STATION, ON_THE_WAY, IN_TYPHOON = "on station", "on the way", "in a typhoon"
#: Water let in on purpose to right the ship, told apart from the rest.
COUNTERFLOODING = "counterflooding"
CAPTAIN = "captain"
#: Decisions of a damage control round.
DAMAGE_CONTROL = (DECLARE.id, FLOOD.id, COUNTERFLOOD.id, REPAIR_MEN.id)


#: Topics of notes that say nothing new: each phase names its station, each plane has its fate.
TOLD_ELSEWHERE = (NEW_STATION, CARRIER_DONE)


class Killed(msgspec.Struct, frozen=True):
    """An officer or chief who fell, his name where it is known, and who took over."""

    post: str
    name: str
    successor: str


Aftermath = Damage | Loss | Killed | Note


class Blow(msgspec.Struct):
    """What one plane or its weapon did to the ship.

    ``number`` counts what struck her, 0 for what fell close aboard; ``bearing`` is None for a special plane;
    ``place`` is the result of the damage chart as printed, ``room`` the secondary compartment it names.
    """

    number: int
    plane: int
    type: str
    weapon: str
    bearing: int | None
    outcome: str
    section: str
    place: str = ""
    room: str = ""
    flamed: bool = False
    after: list[Aftermath] = []

    @property
    def part(self) -> str:
        """The section struck; for a weapon the one that its damage names first, empty where none does."""
        if self.section:
            return self.section
        return next((one.section for one in self.after if isinstance(one, Damage) and one.section), "")


class Wave(msgspec.Struct):
    """A wave: its planes as identified, the fire at them, what they did, and the damage control after it.

    ``weapons`` holds the result of each special plane's weapon by the number of the plane; ``missed`` the planes
    that dived and missed; ``dived`` says that every plane that would dive has done so; ``sunk`` that the ship sank.
    """

    number: int
    planes: list[dict[str, Any]]
    shots: list[Fire | Support] = []
    maneuver: bool | None = None
    weapons: dict[int, str] = {}
    blows: list[Blow] = []
    missed: list[int] = []
    dived: bool = False
    sunk: bool = False
    control: list[Control] = []
    later: list[Aftermath] = []

    def downed(self, plane: int) -> list[tuple[str, str]]:
        """What set a plane aflame and what destroyed it, each with who did it."""
        found: list[tuple[str, str]] = []
        for shot in self.shots:
            if shot.plane == plane and shot.state in (SHOT_DOWN, GONE) and shot.state not in dict(found):
                found.append((shot.state, shot.by))
        return found

    def shot_down_by(self) -> dict[int, str]:
        """Who brought each plane down that was brought down: whoever first set it aflame or destroyed it."""
        found: dict[int, str] = {}
        for shot in self.shots:
            if shot.state in (SHOT_DOWN, GONE):
                found.setdefault(shot.plane, shot.by)
        return found

    def flamed(self, plane: int) -> bool:
        """Whether a plane was set aflame."""
        return SHOT_DOWN in dict(self.downed(plane))

    def destroyed(self, plane: int) -> bool:
        """Whether a plane was destroyed in the air."""
        return GONE in dict(self.downed(plane))

    def withdrew(self, plane: int) -> bool:
        """Whether a plane that carried an Ohka has released it and gone."""
        return self._is_carrier(plane) and plane in self.weapons and not self.flamed(plane)

    def _is_carrier(self, plane: int) -> bool:
        return bool(self.planes[plane]["weapon"] == OHKA)

    def fate(self, plane: int) -> str:
        """What became of a plane, in words."""
        if self.destroyed(plane):
            return "destroyed"
        parts = ["flamed"] if self.flamed(plane) else []
        weapon = self.weapons.get(plane, "")
        if weapon:
            parts.append({MISS: "weapon missed", CLOSE: "weapon a near miss"}.get(weapon, "weapon struck home"))
        parts += [{HIT: "struck the ship", NEAR_MISSED: "near miss"}[one] for one in self._dives(plane)]
        if plane in self.missed:
            parts.append("missed")
        elif not self._dives(plane):
            parts += self._undived(plane)
        return ", ".join(parts)

    def _dives(self, plane: int) -> list[str]:
        return [blow.outcome for blow in self.blows if blow.plane == plane and blow.outcome in (HIT, NEAR_MISSED)]

    def _undived(self, plane: int) -> Iterator[str]:
        """Why a plane that was not destroyed has not dived: its carrier leaves, US fighters, or the ship's end."""
        if self.withdrew(plane):
            yield "withdrew"
        elif self._is_carrier(plane) and self.flamed(plane):
            return
        elif self.sunk and not self.dived:
            yield "had not dived"
        elif not self.dived:
            yield "still to dive"
        else:
            yield "turned away"


def is_hit(shot: Fire | Support) -> bool:
    """Whether a shot hit: a plane already aflame, too."""
    return bool(shot.hits) or shot.again or shot.state == GONE


class Phase(msgspec.Struct):
    """Eight hours on station and everything that happened in them; ``running`` where they are not over."""

    label: str
    date: str
    name: str
    light: str
    station: int | None
    weather: str = ""
    nobody_comes: bool = False
    stopped: bool = False
    typhoon_days: int = 0
    raid: Raid | None = None
    waves: list[Wave] = []
    control: list[Control] = []
    later: list[Aftermath] = []
    running: bool = False

    @property
    def blows(self) -> list[Blow]:
        """Everything that struck the ship or the sea beside her."""
        return [blow for wave in self.waves for blow in wave.blows]

    @property
    def aftermath(self) -> list[Aftermath]:
        """All that was lost, hit and remarked, blows first."""
        found = [event for blow in self.blows for event in blow.after]
        found += [event for wave in self.waves for event in wave.later]
        return found + self.later

    @property
    def stopped_dead(self) -> bool:
        """Whether the ship lost her last way in this phase."""
        return any(isinstance(one, Loss) and one.track == "maneuver" and not one.left for one in self.aftermath)


class Arrival(msgspec.Struct, frozen=True):
    """A ship takes the duty; ``after`` is what she comes back from, empty for a new one."""

    name: str
    hull: str
    returning: bool
    after: str


class Day(msgspec.Struct):
    """A day: the ship on duty, her phases, and how it ended. A day without duty has no phase.

    ``captain`` is who commands her at its end, ``crew`` who holds each post when it begins; ``absence`` why she leaves,
    ``lost`` where she sank.
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


class Story(msgspec.Struct):
    """The whole game: its days, every event in order, and its result as ``play --json`` gives it.

    ``crews`` holds the first officers of each ship with their values.
    """

    title: str
    days: list[Day]
    events: list[Event]
    summary: dict[str, Any]
    missing: int = 0
    crews: dict[str, dict[str, Officer]] = {}

    @property
    def blows(self) -> list[Blow]:
        """Everything that struck a ship or the sea beside her."""
        return [blow for day in self.days for phase in day.phases for blow in phase.blows]


def tell(game: Game) -> Story:
    """The story of a game as far as it was played; of one taken up again what came after that."""
    return _story(game, game, list(game.events))


def tell_whole(game: Game) -> Story:
    """The story of a game from its first answer on: what came before it was taken up is read from its save.

    Raises SaveError where that cannot be read.
    """
    if not game.base or game.journal is None:
        return tell(game)
    known = _BEFORE.get(game)
    if known is None or known[0] != game.base:
        from picket_duty.saves import load_whole

        whole = load_whole(game.journal.path, game.tables)
        # What was taken back stands in the game's events, and not in what its save is read to.
        since = sum(not isinstance(event, Undone) for event in game.events)
        known = _BEFORE[game] = game.base, whole, len(whole.events) - since
    _, whole, count = known
    return _story(game, whole, [*whole.events[:count], *game.events])


#: Of each game that was taken up: how many answers came before, the whole game as it was read, its events before.
_BEFORE: WeakKeyDictionary[Game, tuple[int, Game, int]] = WeakKeyDictionary()


def _story(game: Game, whole: Game, events: list[Event]) -> Story:
    """The story of events, ``whole`` being the game that knows what came before the first of them."""
    teller = _Teller(whole)
    for event in events:
        teller.take(event)
    if game.request is not None:
        teller.interrupted()
    title = game_words(game.state.setup, game.tables)
    return Story(title, teller.days, events, game.summary(), whole.base, teller.first_crews)


class _Teller:
    """Puts events, one after another, where they belong."""

    def __init__(self, game: Game) -> None:
        self.days: list[Day] = []
        self.ship = game.state.setup.ship
        self.phase: Phase | None = None
        self.wave: Wave | None = None
        self.blow: Blow | None = None
        self.struck = 0
        #: What the last roll on a chart of damage named, and its secondary compartment: its strike comes after it.
        self.named = self.room = ""
        self.arrivals: list[Arrival] = []
        #: Who holds each post, and what of her gear is damaged or destroyed, by the name of the ship.
        self.crews: dict[str, dict[str, str]] = {}
        self.first_crews: dict[str, dict[str, Officer]] = {}
        self.gear: dict[str, dict[str, str]] = {}
        self.gear_ids = {item.id for item in game.tables.sheet.equipment}
        self.flood_limit = game.tables.numbers.flood_limit
        self.absences: dict[str, str] = {}
        self.absence, self.foundering = UNTOLD, ON_STATION
        #: Whether the end of the turn is being played, whether table 16 was rolled at once in this phase.
        self.closing = self.rolled_at_once = False
        self.before: Event | None = None
        if game.base and game.checkpoints:
            self._begin_with(game.system.decode(game.checkpoints[0].state).ship)

    def _begin_with(self, ship: Ship) -> None:
        """A game taken up again tells of the ship on duty then, with her officers and what was hurt aboard."""
        self.ship = ship.name
        self.crews[ship.name] = {post: officer.name for post, officer in ship.crew.items()}
        self.first_crews[ship.name] = dict(ship.crew)
        hurt = {item: state for item, state in ship.equipment.items() if state != WORKING}
        hurt |= {director_id(name): one.director for name, one in ship.mounts.items() if one.director != WORKING}
        self.gear[ship.name] = hurt

    def interrupted(self) -> None:
        """The game goes on: what began last is not over, unless it has its end."""
        day = self.days[-1] if self.days else None
        if day is not None and day.phases and day.end is None and day.leave is None:
            day.phases[-1].running = True

    def take(self, event: Event) -> None:
        """Enter one event."""
        if isinstance(event, Roll):
            if event.result is not None:
                self._roll(event)
        else:
            place = PLACES.get(type(event))
            if place is not None:
                place(self, event)
        self.before = event

    # -- rolls -----------------------------------------------------------------

    def _roll(self, roll: Roll) -> None:
        """What a roll says that no event repeats."""
        told = ROLLS.get(roll.purpose.id)
        if told is not None:
            told(self, roll)

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
            self.wave.dived = True
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
        self.blow = None
        self.named, self.room = roll.result.text, ""
        if self.wave is not None and roll.plane is not None:
            self.wave.weapons[roll.plane] = str(roll.result["result"])

    def _dive_roll(self, roll: Roll) -> None:
        self.blow = None

    def _maneuver_roll(self, roll: Roll) -> None:
        assert roll.result is not None
        if self.wave is not None:
            self.wave.maneuver = bool(roll.result["successful"])

    def _after_dives(self, roll: Roll) -> None:
        self._dives_over()

    def _dives_over(self) -> None:
        self.blow = None
        if self.wave is not None:
            self.wave.dived = True

    def _upkeep_roll(self, roll: Roll) -> None:
        self._dives_over()
        self.wave = self.blow = None
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
        """Table 16 says where she is: rolled at once she is on station, else on her way. 18 and 18-1 say why."""
        assert roll.result is not None
        fields = roll.result.fields
        if "sinks" in fields:
            at_once = not self.rolled_at_once and self._out_of_hand()
            self.rolled_at_once = self.rolled_at_once or at_once
            self.foundering = ON_STATION if at_once else ON_THE_WAY
        elif "rear" in fields:
            self.absence = REAR if fields["rear"] else REPAIRED
        else:
            self.absence = REPLENISHED

    def _out_of_hand(self) -> bool:
        """Whether the event before is a fire out of control or a flood: these roll table 16 at once."""
        event = self.before
        if isinstance(event, Damage):
            return event.effect == "out of control"
        return isinstance(event, Loss) and event.track == "flood" and event.left >= self.flood_limit

    # -- days and phases -----------------------------------------------------------

    def _phase(self, event: PhaseBegun) -> None:
        day = self._day(event.date)
        self._dives_over()
        self.phase = Phase(event.phase, event.date, event.name, event.light, event.station)
        self.wave = self.blow = None
        self.closing = self.rolled_at_once = False
        self.absence, self.foundering = UNTOLD, ON_STATION
        day.phases.append(self.phase)

    def _day(self, date: str) -> Day:
        """The page of a date, a new one where there is none."""
        if not self.days or self.days[-1].date != date:
            crew = self.crews.get(self.ship, {})
            self.days.append(Day(date, self.ship, crew.get(CAPTAIN, ""), dict(crew), arrivals=self.arrivals))
            self.arrivals = []
        return self.days[-1]

    def _weather(self, event: Weather) -> None:
        if self.phase is not None:
            self.phase.weather = event.weather

    def _raid(self, event: Raid) -> None:
        if self.phase is not None:
            self.phase.raid, self.phase.nobody_comes = event, not event.planes

    def _turn_end(self, event: TurnEnd) -> None:
        self.wave = self.blow = None
        self.closing = False
        if self.days:
            self.days[-1].end = event

    def _leave(self, event: Leave) -> None:
        if self.days:
            day = self.days[-1]
            day.leave, day.absence = event, self.absence
            if event.reason == SUNK:
                typhoon = self.phase is not None and self.phase.weather == "typhoon"
                day.lost = IN_TYPHOON if typhoon else self.foundering
                if self.wave is not None:
                    self.wave.sunk = True
            else:
                self._dives_over()
        self.absences[self.ship] = self.absence
        self.phase = self.wave = self.blow = None

    def _new_ship(self, event: NewShip) -> None:
        self.phase = None
        self.ship = event.name
        after = self.absences.pop(event.name, UNTOLD) if event.returning else UNTOLD
        gear = self.gear.get(event.name, {})
        # Repairs put everything right; else destroyed things stay so (rules 9).
        stays = () if after == REPAIRED else (DESTROYED,)
        self.gear[event.name] = {item: state for item, state in gear.items() if state in stays}
        self.arrivals.append(Arrival(event.name, event.hull, event.returning, after))

    # -- waves -----------------------------------------------------------------------

    def _wave(self, event: WaveBegun) -> None:
        self._dives_over()
        self.wave, self.blow = Wave(event.number, event.planes), None
        if self.phase is not None:
            self.phase.waves.append(self.wave)

    def _shot(self, event: Fire | Support) -> None:
        if self.wave is not None:
            self.wave.shots.append(event)

    def _strike(self, event: Strike) -> None:
        wave = self.wave
        if wave is None:
            return
        if event.outcome == "miss":
            wave.missed.append(event.plane)
            self.blow = None
            return
        plane = wave.planes[event.plane]
        outcome = event.outcome
        if outcome == WEAPON and wave.weapons.get(event.plane) == CLOSE:
            outcome = WEAPON_NEAR
        struck = outcome in (HIT, WEAPON)
        self.struck += struck
        self.blow = Blow(
            self.struck if struck else 0,
            event.plane,
            str(plane["type"]),
            str(plane["weapon"] or ""),
            plane["bearing"],
            outcome,
            event.section,
            self.named if struck else "",
            self.room if struck else "",
            wave.flamed(event.plane),
        )
        wave.blows.append(self.blow)

    def _chosen(self, event: Chosen) -> None:
        if event.about in DAMAGE_CONTROL:
            self._dives_over()

    def _control(self, event: Control) -> None:
        self._dives_over()
        if event.success:
            parts = parts_of(event.job)
            name = director_id(parts.target) if parts.kind == DIRECTOR else parts.target
            self.gear.get(self.ship, {}).pop(name, None)
        if event.wave is not None and self.wave is not None:
            self.wave.control.append(event)
        elif self.phase is not None:
            self.phase.control.append(event)

    # -- what is lost ------------------------------------------------------------------

    def _damage(self, event: Damage) -> None:
        told = event if self._is_news(event) else Damage(section=event.section, item="", effect="superficial")
        self._aftermath(told, event.wave)

    def _is_news(self, event: Damage) -> bool:
        """Whether a result changed the state of gear; damage on damage changes nothing (rules 2)."""
        if event.item not in self.gear_ids and parts_of(event.item).kind != DIRECTOR:
            return True
        order = (WORKING, DAMAGED, DESTROYED)
        gear = self.gear.setdefault(self.ship, {})
        if event.effect not in order:
            return True
        if order.index(event.effect) <= order.index(gear.get(event.item, WORKING)):
            return False
        gear[event.item] = event.effect
        return True

    def _loss(self, event: Loss) -> None:
        if self.closing:
            # What the day used of the stores stands in the report at its end.
            return
        if event.track == "flood" and isinstance(self.before, Roll) and self.before.purpose is FLOODING:
            event = msgspec.structs.replace(event, track=COUNTERFLOODING)
        self._aftermath(event, event.wave)

    def _crew(self, event: Crew) -> None:
        crew = self.crews.setdefault(self.ship, {})
        fallen, crew[event.post] = crew.get(event.post, ""), event.name
        if not event.killed:
            self.first_crews.setdefault(self.ship, {}).setdefault(event.post, Officer(event.name, event.value))
            return
        self._aftermath(Killed(event.post, fallen, event.name), event.wave)
        if event.post == CAPTAIN and self.days:
            self.days[-1].captain = event.name

    def _note(self, event: Note) -> None:
        if event.topic == WITHOUT_DUTY:
            self.phase = self.wave = self.blow = None
            self._day(event.phase.partition("/")[0]).without_duty = True
        elif event.topic == NOBODY_COMES and self.phase is not None:
            self.phase.nobody_comes = True
        elif event.topic not in TOLD_ELSEWHERE:
            self._aftermath(event, event.wave)

    def _aftermath(self, event: Aftermath, wave: int | None) -> None:
        if self.blow is not None:
            self.blow.after.append(event)
        elif self.wave is not None and wave is not None:
            self.wave.later.append(event)
        elif self.phase is not None:
            self.phase.later.append(event)


PLACES: dict[type, Callable[[_Teller, Any], None]] = {
    PhaseBegun: _Teller._phase,
    Weather: _Teller._weather,
    Raid: _Teller._raid,
    WaveBegun: _Teller._wave,
    Fire: _Teller._shot,
    Support: _Teller._shot,
    Strike: _Teller._strike,
    Chosen: _Teller._chosen,
    Control: _Teller._control,
    Damage: _Teller._damage,
    Loss: _Teller._loss,
    Crew: _Teller._crew,
    Note: _Teller._note,
    TurnEnd: _Teller._turn_end,
    Leave: _Teller._leave,
    NewShip: _Teller._new_ship,
}
ROLLS: dict[str, Callable[[_Teller, Roll], None]] = {
    DAMAGE.id: _Teller._damage_roll,
    RANDOM.id: _Teller._random_roll,
    NEAR_MISS.id: _Teller._near_roll,
    SPECIAL_ATTACK.id: _Teller._weapon_roll,
    DIVE.id: _Teller._dive_roll,
    MANEUVER.id: _Teller._maneuver_roll,
    HULL_LOSS.id: _Teller._after_dives,
    DECLARATION.id: _Teller._after_dives,
    FLOODING.id: _Teller._after_dives,
    REPAIR.id: _Teller._after_dives,
    FIRE.id: _Teller._after_dives,
    UPKEEP.id: _Teller._upkeep_roll,
    STOPPED.id: _Teller._stopped_roll,
    RELIEF.id: _Teller._relief_roll,
    TYPHOON.id: _Teller._typhoon_roll,
    REASSIGNED.id: _Teller._reassigned_roll,
    ANCHORAGE.id: _Teller._anchorage_roll,
}
