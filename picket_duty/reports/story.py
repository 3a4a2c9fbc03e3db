"""A game retold from its events: days, phases, waves, and what each plane did. The reports read this."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from picket_duty.book.vocabulary import (
    DAMAGE,
    DECLARATION,
    FIRE,
    FLOODING,
    HULL_LOSS,
    NEAR_MISS,
    REPAIR,
    SPECIAL_ATTACK,
)
from picket_duty.events import (
    Control,
    Crew,
    Damage,
    Fire,
    Happening,
    Leave,
    Loss,
    NewShip,
    Note,
    PhaseBegun,
    Raid,
    Strike,
    Support,
    TurnEnd,
    WaveBegun,
    Weather,
)
from picket_duty.game import Game
from picket_duty.requests import Roll

Aftermath = Damage | Loss | Crew | Note


class Blow(msgspec.Struct):
    """What one plane or its weapon did to the ship. ``place`` is the result of the damage chart as printed."""

    number: int
    plane: int
    type: str
    bearing: int | None
    outcome: str
    section: str
    place: str = ""
    after: list[Aftermath] = []


class Wave(msgspec.Struct):
    """A wave: its planes as identified, the fire at them, what they did, and the damage control after it."""

    number: int
    planes: list[dict[str, Any]]
    shots: list[Fire | Support] = []
    blows: list[Blow] = []
    misses: int = 0
    control: list[Control] = []
    later: list[Aftermath] = []

    def fate(self, plane: int) -> str:
        """What became of a plane, in words."""
        down = next((shot for shot in self.shots if shot.plane == plane and shot.state == "destroyed"), None)
        if down is not None:
            return "destroyed"
        flamed = any(shot.plane == plane and shot.state == "shot_down" for shot in self.shots)
        ends = [blow.outcome for blow in self.blows if blow.plane == plane]
        words = {"hit": "hit the ship", "near_miss": "near miss", "special": "weapon struck home"}
        end = ", ".join(words[one] for one in ends)
        if not end:
            return "flamed" if flamed else "missed"
        return f"flamed, {end}" if flamed else end


class Phase(msgspec.Struct):
    """Eight hours on station and everything that happened in them."""

    label: str
    date: str
    name: str
    light: str
    station: int | None
    weather: str = ""
    raid: Raid | None = None
    waves: list[Wave] = []
    control: list[Control] = []
    later: list[Aftermath] = []

    @property
    def blows(self) -> list[Blow]:
        """Everything that struck the ship or the sea beside her."""
        return [blow for wave in self.waves for blow in wave.blows]


class Day(msgspec.Struct):
    """A day: the ship on duty, her phases, and how it ended."""

    date: str
    ship: str
    phases: list[Phase] = []
    arrivals: list[NewShip] = []
    crew: list[Crew] = []
    end: TurnEnd | None = None
    leave: Leave | None = None
    notes: list[str] = []


class Story(msgspec.Struct):
    """The whole game: its days, every event in order, and its result as ``play --json`` gives it."""

    title: str
    days: list[Day]
    events: list[Happening]
    summary: dict[str, Any]
    missing: int = 0


def tell(game: Game) -> Story:
    """The story of a game as far as it was played."""
    teller = _Teller(game)
    for event in game.events:
        teller.take(event)
    return Story(title_of(game), teller.days, list(game.events), game.summary(), game.base)


def title_of(game: Game) -> str:
    """What is played, in words."""
    setup, tables = game.state.setup, game.tables
    if setup.kind == "scenario":
        return f"Scenario {setup.name}: {tables.scenarios[int(setup.name)].title}"
    if setup.kind == "campaign":
        return f"Campaign: {tables.campaigns[setup.name].title}"
    return f"Free patrol from {setup.start.isoformat()}"


class _Teller:
    """Puts events, one after another, where they belong."""

    def __init__(self, game: Game) -> None:
        self.days: list[Day] = []
        self.ship = game.state.setup.ship
        self.phase: Phase | None = None
        self.wave: Wave | None = None
        self.blow: Blow | None = None
        self.struck = 0
        #: What the last roll on a chart of damage named: its strike is told after it.
        self.named = ""
        self.crew: list[Crew] = []
        self.arrivals: list[NewShip] = []

    def take(self, event: Happening) -> None:
        """Enter one event."""
        if isinstance(event, Roll):
            self._roll(event)
            return
        place = PLACES.get(type(event))
        if place is not None:
            place(self, event)

    def _roll(self, roll: Roll) -> None:
        if roll.purpose in (DAMAGE, SPECIAL_ATTACK) and not roll.chart.note_id and roll.result:
            self.named = roll.result.text
        elif roll.purpose is NEAR_MISS and self.blow is not None and roll.result:
            self.blow.place = roll.result.text
        elif roll.purpose in (HULL_LOSS, DECLARATION, FLOODING, REPAIR, FIRE):
            self.blow = None

    def _phase(self, event: PhaseBegun) -> None:
        if not self.days or self.days[-1].date != event.date:
            self.days.append(Day(event.date, self.ship, arrivals=self.arrivals, crew=self.crew))
            self.arrivals, self.crew = [], []
        self.phase = Phase(event.phase, event.date, event.name, event.light, event.station)
        self.wave = self.blow = None
        self.days[-1].phases.append(self.phase)

    def _weather(self, event: Weather) -> None:
        if self.phase is not None:
            self.phase.weather = event.weather

    def _raid(self, event: Raid) -> None:
        if self.phase is not None:
            self.phase.raid = event

    def _wave(self, event: WaveBegun) -> None:
        self.wave, self.blow = Wave(event.number, event.planes), None
        if self.phase is not None:
            self.phase.waves.append(self.wave)

    def _shot(self, event: Fire | Support) -> None:
        if self.wave is not None:
            self.wave.shots.append(event)

    def _strike(self, event: Strike) -> None:
        if self.wave is None:
            return
        if event.outcome == "miss":
            self.wave.misses += 1
            self.blow = None
            return
        plane: dict[str, Any] = next((one for one in self.wave.planes if one["plane"] == event.plane), {})
        self.struck += event.outcome != "near_miss"
        number = self.struck if event.outcome != "near_miss" else 0
        name, bearing = str(plane.get("type", "")), plane.get("bearing")
        if event.outcome == "special" and plane.get("weapon"):
            name = f"{name} with {plane['weapon']}"
        place = "" if event.outcome == "near_miss" else self.named
        self.blow = Blow(number, event.plane, name, bearing, event.outcome, event.section, place)
        self.wave.blows.append(self.blow)

    def _control(self, event: Control) -> None:
        self.blow = None
        if event.wave is not None and self.wave is not None:
            self.wave.control.append(event)
        elif self.phase is not None:
            self.phase.control.append(event)

    def _aftermath(self, event: Aftermath) -> None:
        if isinstance(event, Crew) and not event.killed:
            self.crew.append(event)
        elif self.blow is not None:
            self.blow.after.append(event)
        elif self.wave is not None and event.wave is not None:
            self.wave.later.append(event)
        elif self.phase is not None and event.phase == self.phase.label:
            self.phase.later.append(event)
        elif isinstance(event, Note) and self.days:
            self.days[-1].notes.append(event.text)

    def _turn_end(self, event: TurnEnd) -> None:
        self.wave = self.blow = None
        if self.days:
            self.days[-1].end = event

    def _leave(self, event: Leave) -> None:
        self.wave = self.blow = None
        if self.days:
            self.days[-1].leave = event

    def _new_ship(self, event: NewShip) -> None:
        self.ship = event.name
        self.arrivals.append(event)


PLACES: dict[type, Callable[[_Teller, Any], None]] = {
    PhaseBegun: _Teller._phase,
    Weather: _Teller._weather,
    Raid: _Teller._raid,
    WaveBegun: _Teller._wave,
    Fire: _Teller._shot,
    Support: _Teller._shot,
    Strike: _Teller._strike,
    Control: _Teller._control,
    Damage: _Teller._aftermath,
    Loss: _Teller._aftermath,
    Crew: _Teller._aftermath,
    Note: _Teller._aftermath,
    TurnEnd: _Teller._turn_end,
    Leave: _Teller._leave,
    NewShip: _Teller._new_ship,
}
