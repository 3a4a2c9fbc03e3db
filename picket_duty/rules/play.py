"""The context of a step of play: the state, the tables, the list of events, and the mounts aboard
(charts 9-1, 9-2).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import CaliberData, MountData, ShipData
from picket_duty.book.vocabulary import CREW, Track
from picket_duty.charts import Chart, Modifier
from picket_duty.events import BaseEvent, Crew, DecisionMade, Event, Loss
from picket_duty.requests import Choice, Decision, Option, Request, Roll
from picket_duty.state import POSTS, Mount, Officer, Ship, State, label_of

T = TypeVar("T")
#: A step of play: a generator that yields requests, receives answers and returns its result.
Procedure = Generator[Request, Any, T]
#: Values of the options of a yes/no choice.
YES = "yes"
NO = "no"


class Sunk(Exception):
    """The ship sinks; the wave and the turn end at once. Its text is the cause."""


class Play:
    """A game in progress. The rules change ``state``, look up ``tables`` and append to
    ``events``.
    """

    __slots__ = (
        "_armed",
        "_armed_class",
        "events",
        "hits_before_raid",
        "label",
        "no_events",
        "on_wave",
        "state",
        "tables",
        "wave",
    )

    def __init__(self, state: State, tables: Tables) -> None:
        self.state = state
        self.tables = tables
        self.events: list[Event] = []
        #: Whether ``emit`` drops its events: of a playout only the state is needed.
        self.no_events = False
        self.wave: int | None = None
        #: Day and phase as in events, constant for a step of play.
        self.label = state.label
        #: Called by ``wave.fight_waves`` before each wave and after the last, when the rest of the
        #: phase depends on the state alone. A game sets it to keep a point to resume from.
        self.on_wave: Callable[[], None] | None = None
        #: Hits on the ship before the raid, set by ``sequence.attack``.
        self.hits_before_raid = 0
        #: The battery and the class of the ship that has it, to save the look-up of ``battery_of``.
        self._armed: Mapping[str, ArmedMount] = {}
        self._armed_class = ""

    @property
    def ship(self) -> Ship:
        """The ship on duty."""
        return self.state.ship

    def begin(self, phase: int) -> None:
        """Begin a step of play: its events get today's date and this phase."""
        self.wave = None
        self.label = label_of(self.state.date, phase)

    def emit(self, event: BaseEvent) -> None:
        """Append an event with the current phase and wave."""
        if self.no_events:
            return
        event.phase = self.label
        event.wave = self.wave
        self.events.append(event)

    def ask(self, roll: Roll) -> Roll:
        """Set the phase and wave of a roll and return it; yielding it returns its result row."""
        roll.phase = self.label
        roll.wave = self.wave
        return roll

    def choose(self, choice: Choice, officer: str = "") -> Procedure[Any]:
        """Ask for a decision; returns it in canonical form. ``officer`` gives the order, if the log
        names one.
        """
        choice.phase = self.label
        choice.wave = self.wave
        answer = yield choice
        if self.no_events:
            return answer
        words = next((option.text for option in choice.options if option.value == answer), "")
        chosen = DecisionMade(
            kind=choice.kind, about=choice.about, rule=choice.rule, answer=answer, words=words
        )
        chosen.officer = officer
        self.emit(chosen)
        return answer

    def confirm(self, decision: Decision, yes: str, no: str, officer: str = "") -> Procedure[bool]:
        """Ask a yes/no question; returns whether the answer is yes."""
        answer = yield from self.choose(
            Choice(decision, (Option(YES, yes), Option(NO, no))), officer
        )
        return bool(answer == YES)

    def value_of(self, post: str) -> int:
        """The value of an officer or chief, -2 to +2."""
        return self.ship.crew[post].value

    def lose(self, track: Track, points: int, cause: str = "") -> int:
        """Reduce a track of the ship, at most to 0, and report the loss; returns the points
        left.
        """
        points_before: int = getattr(self.ship, track)
        left = max(0, points_before - points)
        setattr(self.ship, track, left)
        self.emit(Loss(track=track, points=points_before - left, left=left, cause=cause))
        return left

    # -- the ship's class ------------------------------------------------

    def battery(self) -> Mapping[str, ArmedMount]:
        """The mounts of the ship on duty by id, with their gunnery data and the options in play."""
        ship_class = self.state.ship.ship_class
        if ship_class != self._armed_class:
            self._armed_class = ship_class
            self._armed = battery_of(self.tables, ship_class, self.state.setup.options)
        return self._armed

    def armament(self) -> Mapping[str, MountData]:
        """The data of the mounts of the ship on duty by id, with the options in play."""
        state = self.state
        return armament_of(self.tables, state.ship.ship_class, state.setup.options)

    def mount(self, mount_id: str) -> Mount | None:
        """The state of a mount, or None if the ship does not carry it."""
        return self.ship.mounts.get(mount_id)

    # -- the crew --------------------------------------------------------

    def fill_post(self, post: str, killed: bool = False) -> Procedure[None]:
        """Draw a new officer or chief on house table V-1 (table 13, rules 2)."""
        row = yield self.ask(Roll(self.tables["V-1"], CREW, post, item=post))
        officer = Officer(next_name(self, post), row["value"])
        before = self.ship.crew.get(post) if killed else None
        self.ship.crew[post] = officer
        self.emit(
            Crew(
                post=post,
                killed=killed,
                value=officer.value,
                name=officer.name,
                fallen=before.name if before is not None else "",
                value_before=before.value if before is not None else None,
            )
        )


def surname_of(seed: int, count: int, surnames: Sequence[str]) -> str:
    """The surname of an officer or chief after ``count`` others."""
    # Each seed starts at a different place. Steps of 31 reach every name of a list whose length is
    # not a multiple of 31; after each round, the last summand moves on by one.
    return surnames[(abs(seed) * 7919 // 3 + count * 31 + count // len(surnames)) % len(surnames)]


def next_name(play: Play, post: str) -> str:
    """Rank and name of the next officer: chosen by the player, else taken from the name lists,
    starting by the seed.
    """
    state = play.state
    names = play.tables.names
    count = state.officers_named
    state.officers_named += 1
    if count < len(POSTS) and post in state.setup.officers:
        return state.setup.officers[post]
    given = names.given[(abs(state.setup.seed) * 7919 + count * 17) % len(names.given)]
    surname = surname_of(state.setup.seed, count, names.surnames)
    rank = names.ranks.get(post, "")
    return f"{rank} {given} {surname}".strip()


# -- the mounts of a ship class -------------------------------------------------


class ArmedMount(msgspec.Struct, frozen=True, gc=False):
    """A mount as the rules use it: its data, its caliber and its gunnery chart.

    ``arcs`` are the altitudes (some of L, M, H) at which it fires, by bearing in degrees;
    ``director_bonus`` is by altitude; ``own_modifiers`` are those of this mount only. Mounts with
    the same ``reach_number`` have the same arcs and chart, so that they bear on the same planes.
    """

    data: MountData
    caliber: CaliberData
    chart: Chart
    arcs: dict[int, str]
    director_bonus: dict[str, Modifier]
    own_modifiers: tuple[Modifier, ...]
    reach_number: int


@lru_cache(maxsize=64)
def battery_of(
    tables: Tables, ship_class: str, options: tuple[str, ...]
) -> Mapping[str, ArmedMount]:
    """The mounts of a ship class with the options in play, by mount id, with their gunnery data."""
    ship = tables.ships[ship_class]
    reaches: dict[object, int] = {}
    return {mount.id: _armed(tables, ship, mount, reaches) for mount in _carried(ship, options)}


@lru_cache(maxsize=64)
def armament_of(
    tables: Tables, ship_class: str, options: tuple[str, ...]
) -> Mapping[str, MountData]:
    """The data of the mounts of a ship class with the options in play, by mount id."""
    return {name: armed.data for name, armed in battery_of(tables, ship_class, options).items()}


def _carried(ship: ShipData, options: tuple[str, ...]) -> list[MountData]:
    """The mounts aboard with the changes of the options: some removed, others with modifiers."""
    changes = [ship.options[name] for name in options if name in ship.options]
    removed = {mount for change in changes for mount in change.remove}
    mounts = []
    for mount in ship.mounts:
        if mount.id not in removed:
            extra = tuple(name for change in changes for name in change.modifiers.get(mount.id, ()))
            mounts.append(msgspec.structs.replace(mount, modifiers=mount.modifiers + extra))
    return mounts


def _armed(
    tables: Tables, ship: ShipData, mount: MountData, reaches: dict[object, int]
) -> ArmedMount:
    """A mount as the rules use it. ``reaches`` has the number of each reach so far; a new reach is
    added to it.
    """
    caliber = tables.calibers[mount.kind]
    firing = tables[ship.firing]
    chart = tables[caliber.chart]
    arcs = {
        int(column): str(firing.entry(mount.firing, column)["levels"]) for column in firing.columns
    }
    shared = tables.equipment.get(caliber.director)
    director = shared.name if shared else f"Director of {mount.name}"
    bonuses = {level: tables["9-1"].entry(caliber.bonus, level)["bonus"] for level in chart.columns}
    bonus = {
        level: Modifier(value, why=director, rule="9-1")
        for level, value in bonuses.items()
        if value
    }
    own = tuple(firing.modifier(name) for name in mount.modifiers)
    reach = reaches.setdefault((chart.id, tuple(arcs.items())), len(reaches))
    return ArmedMount(mount, caliber, chart, arcs, bonus, own, reach)
