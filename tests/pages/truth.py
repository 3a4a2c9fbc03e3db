"""What happened in a game, observed in its state answer by answer, independently of the data that
reports use.

A ``Watch`` looks at the ship before and after every answer and records each change in its phase;
counts come from the records of the game. Only data that no state has (who fired, what was sighted)
is taken from events.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from picket_duty import events
from picket_duty.book.ids import director_id
from picket_duty.book.vocabulary import EXPLOSION, MANEUVER, SPECIAL_ATTACK
from picket_duty.events import Fire, Leave, NewShip, PhaseBegun, Strike, Support, WaveBegun
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.state import DAMAGED, DESTROYED, SECTIONS, WORKING, Ship
from picket_duty.text.names import item_name
from tests.games import of_kind

COUNTED = ("planes", "destroyed", "flamed", "hits", "near_misses")
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Ship)


class Wave:
    def __init__(self, event: WaveBegun) -> None:
        self.planes = event.planes
        self.types = Counter(str(plane["type"]) for plane in event.planes)
        self.ends: dict[int, list[tuple[str, str]]] = {}
        #: Who fired and who else attacked, shot by shot.
        self.shots: list[Fire] = []
        self.helped: list[Support] = []
        self.maneuver: bool | None = None
        self.weapons: dict[int, str] = {}
        self.dives: dict[int, str] = {}

    @property
    def withdrew(self) -> Counter[str]:
        """The carriers of an Ohka that released it, by type: none that was set aflame or
        destroyed.
        """
        return Counter(
            str(plane["type"])
            for plane in self.planes
            if plane["weapon"] == "ohka"
            and plane["plane"] in self.weapons
            and not self.ends.get(plane["plane"])
        )

    def shot(self, event: Fire | Support) -> None:
        """Note who first set a plane afire and who destroyed it."""
        (self.shots if isinstance(event, Fire) else self.helped).append(event)  # type: ignore[arg-type]
        ends = self.ends.setdefault(event.plane, [])
        if event.state in ("shot_down", "destroyed") and event.state not in [
            state for state, _ in ends
        ]:
            ends.append((event.state, event.by))


class Phase:
    def __init__(self, event: PhaseBegun, ship: str) -> None:
        self.begun = event
        self.ship = ship
        self.weather = ""
        self.raid = 0
        self.waves: list[Wave] = []
        self.counts: Counter[str] = Counter()
        self.strikes: Counter[str] = Counter()
        self.explosions = 0
        #: Whether the weather ended the day after this phase.
        self.closed = 0
        #: Names by what befell them: damaged, destroyed, restored, pumped, headway, put right, lit,
        #: out.
        self.changes: defaultdict[str, Counter[str]] = defaultdict(Counter)
        #: The points that each track lost.
        self.lost: Counter[str] = Counter()
        self.men: Counter[str] = Counter()
        self.fallen: Counter[tuple[str, str]] = Counter()

    def of(self, what: str) -> Counter[str]:
        return self.changes[what]


class Watch:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.phases: list[Phase] = []
        #: The captain on each day on duty, and the captains of each ship, by the days observed.
        self.captains: dict[str, str] = {}
        self.commanders: dict[str, dict[str, str]] = {}
        self.stores: dict[str, tuple[int, int, int]] = {}
        self.sunk: dict[str, str] = {}
        self.left: dict[str, str] = {}
        self.arrived: list[tuple[str, str]] = []
        self._seen = 0
        self._before: dict[str, int] = {}
        self._last_leave: dict[str, str] = {}
        self._look()

    def play(self, answer: Callable[[Game], Any], most: int) -> None:
        for _ in range(most):
            if self.game.request is None:
                break
            self._answer(answer(self.game))
        self._count()
        if self.game.request is None:
            # The end of the game leaves out the end of the last turn.
            ship = self.game.state.ship
            date = self.game.state.records.daily[-1].date
            self.stores.setdefault(date, (ship.fuel, ship.ammunition, ship.hull))

    def _answer(self, reply: Any) -> None:
        game = self.game
        ship = game.state.ship
        sunk = game.state.records.ships_sunk
        before = _ENCODER.encode(ship)
        aborted = game.state.turn_aborted
        running = _rules_running(game)
        phase = self.phases[-1] if self.phases else None
        in_phase = game.state.step == "phase" and "leaves_after_upkeep" not in running
        date = game.state.records.daily[-1].date if game.state.records.daily else ""
        game.answer(reply)
        after = _ENCODER.encode(ship)
        came = bool(of_kind(game.events[self._seen :], NewShip))
        if phase is not None and before != after:
            self._compare(phase, _DECODER.decode(before), _DECODER.decode(after), in_phase, came)
        if phase is not None:
            phase.closed += game.state.turn_aborted and not aborted
        if game.state.records.ships_sunk > sunk:
            self.sunk[date] = _where_sunk(phase, running)
        self._look()

    def _look(self) -> None:
        game = self.game
        for event in game.events[self._seen :]:
            self._event(event)
        self._seen = len(game.events)
        state = game.state
        if "captain" in state.ship.crew:
            name = state.ship.crew["captain"].name
            self.commanders.setdefault(state.ship.name, {})[state.date.isoformat()] = name
            if state.day_start:
                self.captains[state.records.daily[-1].date] = name

    def captain_of(self, ship: str, date: str) -> str:
        if date in self.captains:
            return self.captains[date]
        known = self.commanders[ship]
        return known[max(day for day in known if day <= date)]

    def _event(self, event: Any) -> None:
        phase = self.phases[-1] if self.phases else None
        ship = self.game.state.ship
        if isinstance(event, PhaseBegun):
            self._count()
            self.phases.append(Phase(event, ship.name))
        elif isinstance(event, NewShip):
            self.arrived.append(
                (event.name, self._last_leave.pop(event.name, "") if event.returning else "new")
            )
        elif isinstance(event, events.TurnEnd):
            self.stores[event.date] = (ship.fuel, ship.ammunition, ship.hull)
        elif isinstance(event, Leave) and self.game.state.records.daily:
            entry = self.game.state.records.daily[-1]
            self.left[entry.date] = event.reason
            self._last_leave[entry.ship] = event.reason
        elif phase is not None:
            self._in_phase(phase, event)

    def _in_phase(self, phase: Phase, event: Any) -> None:
        wave = phase.waves[-1] if phase.waves else None
        if isinstance(event, events.Weather):
            phase.weather = event.weather
        elif isinstance(event, events.Raid):
            phase.raid = event.planes
        elif isinstance(event, WaveBegun):
            phase.waves.append(Wave(event))
        elif isinstance(event, Fire | Support) and wave is not None:
            wave.shot(event)
        elif isinstance(event, events.Control):
            phase.counts["jobs"] += 1
            phase.counts["jobs done"] += event.success
        elif isinstance(event, Strike) and wave is not None and event.outcome != "special":
            phase.strikes[event.section or event.outcome] += 1
            wave.dives[event.plane] = event.outcome
        elif isinstance(event, Roll) and event.result is not None:
            if event.purpose is EXPLOSION:
                phase.explosions += bool(event.result["explosion"])
            elif event.result.fields.get("result") == "explosion":
                # A magazine or a fuel tank blows up where it is hit (notes of tables 11 forward and
                # aft).
                phase.explosions += 1
            elif event.purpose is MANEUVER and wave is not None:
                wave.maneuver = bool(event.result["successful"])
            elif event.purpose is SPECIAL_ATTACK and wave is not None:
                wave.weapons[int(event.actor.split()[1])] = event.result["result"]

    def _count(self) -> None:
        records = self.game.state.records
        now = {name: getattr(records, name) for name in COUNTED}
        if self.phases:
            for name in COUNTED:
                self.phases[-1].counts[name] += now[name] - self._before.get(name, 0)
        self._before = now

    def _compare(self, phase: Phase, old: Ship, new: Ship, in_phase: bool, came: bool) -> None:
        phase.fallen.update((fallen.post, fallen.name) for fallen in new.fallen[len(old.fallen) :])
        if not in_phase:
            return
        for track in ("hull", "maneuver", "fuel"):
            phase.lost[track] += max(0, getattr(old, track) - getattr(new, track))
        for name, before, after in self._things(old, new):
            if before != after and after in (DAMAGED, DESTROYED) and before != DESTROYED:
                phase.changes[after][name] += 1
            elif before != after == WORKING and not came:
                phase.changes["restored"][name] += 1
        for section in SECTIONS:
            phase.men[section] += max(0, old.men[section] - new.men[section])
            was = old.deck_fires.get(section, 0)
            now = new.deck_fires.get(section, 0)
            if now and not was:
                phase.changes["lit"][section] += 1
            elif was and not now and not came:
                phase.changes["out"][section] += 1
        for room, now in new.compartments.items():
            was = old.compartments[room]
            name = item_name(self.game.tables, room)
            if now.destroyed and not was.destroyed:
                phase.changes[DESTROYED][name] += 1
            if came:
                continue
            # A room that is flooded loses its markers; that is no repair.
            if was.flooded and not now.flooded:
                phase.changes["pumped"][name] += 1
            elif now.flooded == was.flooded and now.markers < was.markers:
                phase.changes["headway" if now.markers else "put right"][name] += 1

    def _things(self, old: Ship, new: Ship) -> Iterator[tuple[str, str, str]]:
        """Every item except compartments, by name, with its state before and after."""
        tables = self.game.tables
        limit = tables.numbers.secondary_hits
        for item in new.equipment:
            yield item_name(tables, item), old.equipment[item], new.equipment[item]
        for mount, now in new.mounts.items():
            yield item_name(tables, director_id(mount)), old.mounts[mount].director, now.director
            was = old.mounts[mount]
            if now.destroyed != was.destroyed:
                yield item_name(tables, mount), WORKING, DESTROYED if now.destroyed else WORKING
            elif now.hits > was.hits:
                yield item_name(tables, mount), WORKING, DAMAGED
            elif now.hits < was.hits:
                yield item_name(tables, mount), DAMAGED, WORKING
        for name in {*old.secondary, *new.secondary}:
            hits = old.secondary.get(name, 0), new.secondary.get(name, 0)
            before, after = (
                DESTROYED if each >= limit else DAMAGED if each else WORKING for each in hits
            )
            yield item_name(tables, name), before, after


def _rules_running(game: Game) -> list[str]:
    """The names of the rules being executed, outermost first."""
    running = []
    step = game._step
    while step is not None and hasattr(step, "gi_code"):
        running.append(step.gi_code.co_name)
        step = step.gi_yieldfrom
    return running


def _where_sunk(phase: Any, running: list[str]) -> str:
    if phase is not None and phase.weather == "typhoon":
        return "typhoon"
    return "on the way" if {"forced_return", "leaves_on_request"} & {*running} else "on station"
