"""What every step of play works on: the state, the tables and the list of events."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

from picket_duty.book import Tables
from picket_duty.book.data import MountData, ShipData
from picket_duty.book.vocabulary import CREW
from picket_duty.events import Chosen, Crew, Event, Happening, Loss
from picket_duty.requests import Choice, Decision, Option, Request, Roll
from picket_duty.state import POSTS, Mount, Officer, Ship, State, label_of

T = TypeVar("T")
#: A step of play: yields requests, receives answers, returns its result.
Step = Generator[Request, Any, T]
#: The options of a question of yes or no.
YES, NO = "yes", "no"


class Sunk(Exception):
    """The ship sinks: wave and turn end at once."""


class Play:
    """A game in play. The rules change ``state``, look up in ``tables`` and tell ``events``."""

    __slots__ = ("_arcs", "_armed", "events", "label", "state", "tables", "wave")

    def __init__(self, state: State, tables: Tables) -> None:
        self.state = state
        self.tables = tables
        self.events: list[Happening] = []
        self.wave: int | None = None
        #: Day and phase as events name them, the same for a whole step of play.
        self.label = state.label
        self._armed: tuple[str, tuple[str, ...], dict[str, MountData]] | None = None
        self._arcs: dict[str, dict[int, str]] = {}

    @property
    def ship(self) -> Ship:
        """The ship on duty."""
        return self.state.ship

    def begin(self, phase: int) -> None:
        """A step of play begins: what happens in it is told under today's date and this phase."""
        self.wave = None
        self.label = label_of(self.state.date, phase)

    def tell(self, event: Event) -> None:
        """Report what happened, stamped with phase and wave."""
        event.phase = self.label
        event.wave = self.wave
        self.events.append(event)

    def ask(self, roll: Roll) -> Roll:
        """The dice of a roll are wanted: it is stamped with phase and wave, and yielded it comes back as its row."""
        roll.phase = self.label
        roll.wave = self.wave
        return roll

    def choose(self, choice: Choice) -> Step[Any]:
        """Ask for a decision and return it in canonical form."""
        choice.phase = self.label
        choice.wave = self.wave
        answer = yield choice
        words = next((option.text for option in choice.options if option.value == answer), "")
        self.tell(Chosen(kind=choice.kind, about=choice.about, rule=choice.rule, answer=answer, words=words))
        return answer

    def confirm(self, decision: Decision, yes: str, no: str) -> Step[bool]:
        """Ask a question of yes or no."""
        answer = yield from self.choose(Choice(decision, (Option(YES, yes), Option(NO, no))))
        return bool(answer == YES)

    def value_of(self, post: str) -> int:
        """The value of an officer or chief, -2 to +2."""
        return self.ship.crew[post].value

    def lose(self, track: str, points: int) -> int:
        """Move a track of the ship toward 0, told with what it really lost; returns what is left."""
        before: int = getattr(self.ship, track)
        left = max(0, before - points)
        setattr(self.ship, track, left)
        self.tell(Loss(track=track, points=before - left, left=left))
        return left

    # -- the ship's class ------------------------------------------------

    @property
    def ship_data(self) -> ShipData:
        """The class of the ship on duty."""
        return self.tables.ships[self.ship.ship_class]

    def armament(self) -> dict[str, MountData]:
        """The mounts of the ship on duty by id, options taken into account."""
        state = self.state
        ship_class, options = state.ship.ship_class, state.setup.options
        armed = self._armed
        if armed is None or armed[0] != ship_class or armed[1] != options:
            self._arcs = {}
            self._armed = armed = (ship_class, options, armament_of(self.tables, ship_class, options))
        return armed[2]

    def mount(self, mount_id: str) -> Mount | None:
        """A mount the ship carries, or None."""
        return self.ship.mounts.get(mount_id)

    def arcs(self, mount: MountData) -> dict[int, str]:
        """The altitudes (some of L, M, H) at which a mount fires, by bearing in degrees (firing chart)."""
        found = self._arcs.get(mount.id)
        if found is None:
            chart = self.tables[self.ship_data.firing]
            found = {int(column): str(chart.entry(mount.firing, column)["levels"]) for column in chart.columns}
            self._arcs[mount.id] = found
        return found

    # -- the crew --------------------------------------------------------

    def fill_post(self, post: str, killed: bool = False) -> Step[None]:
        """Draw a new officer or chief on house table V-1 (table 13, rules 2)."""
        row = yield self.ask(crew_roll(self, post))
        officer = Officer(next_name(self, post), row["value"])
        self.ship.crew[post] = officer
        self.tell(Crew(post=post, killed=killed, value=officer.value, name=officer.name))


def crew_roll(play: Play, post: str) -> Roll:
    """The value of a new officer or chief, on house table V-1."""
    return Roll(play.tables["V-1"], CREW, post, item=post)


def armament_of(tables: Tables, ship_class: str, options: tuple[str, ...]) -> dict[str, MountData]:
    """The mounts of a class of ship with the options in play."""
    data = tables.ships[ship_class]
    changes = [data.options[name] for name in options if name in data.options]
    removed = {mount for change in changes for mount in change.remove}
    found: dict[str, MountData] = {}
    for mount in data.mounts:
        if mount.id in removed:
            continue
        extra = tuple(name for change in changes for name in change.modifiers.get(mount.id, ()))
        if extra:
            mount = MountData(
                mount.id,
                mount.name,
                mount.kind,
                mount.section,
                mount.firing,
                mount.magazine,
                mount.other_magazine,
                mount.modifiers + extra,
            )
        found[mount.id] = mount
    return found


def next_name(play: Play, post: str) -> str:
    """The next officer's name: a stroll through the name lists that the seed begins."""
    state, names = play.state, play.tables.names
    count = state.officers_named
    state.officers_named += 1
    if count < len(POSTS) and post in state.setup.officers:
        return state.setup.officers[post]
    stride = abs(state.setup.seed) * 7919
    given = names.given[(stride + count * 17) % len(names.given)]
    surname = names.surnames[(stride // 3 + count * 31 + count // len(names.surnames)) % len(names.surnames)]
    rank = names.ranks.get(post, "")
    return f"{rank} {given} {surname}".strip()
