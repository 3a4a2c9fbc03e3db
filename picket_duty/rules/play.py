"""What every step of play works on: the state, the tables and the list of events."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, TypeVar

from picket_duty.book import Tables
from picket_duty.book.data import MountData
from picket_duty.book.vocabulary import CREW, Track
from picket_duty.events import BaseEvent, Chosen, Crew, Event, Loss
from picket_duty.requests import Choice, Decision, Option, Request, Roll
from picket_duty.rules.battery import Armed, armament_of, battery_of
from picket_duty.state import POSTS, Mount, Officer, Ship, State, label_of

T = TypeVar("T")
#: A step of play: yields requests, receives answers, returns its result.
Step = Generator[Request, Any, T]
#: The options of a question of yes or no.
YES, NO = "yes", "no"


class Sunk(Exception):
    """The ship sinks: wave and turn end at once. Its text says what sank her."""


class Play:
    """A game in play. The rules change ``state``, look up in ``tables`` and tell ``events``."""

    __slots__ = ("events", "label", "state", "tables", "wave")

    def __init__(self, state: State, tables: Tables) -> None:
        self.state = state
        self.tables = tables
        self.events: list[Event] = []
        self.wave: int | None = None
        #: Day and phase as events name them, the same for a whole step of play.
        self.label = state.label

    @property
    def ship(self) -> Ship:
        """The ship on duty."""
        return self.state.ship

    def begin(self, phase: int) -> None:
        """A step of play begins: what happens in it is told under today's date and this phase."""
        self.wave = None
        self.label = label_of(self.state.date, phase)

    def tell(self, event: BaseEvent) -> None:
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

    def lose(self, track: Track, points: int, cause: str = "") -> int:
        """Move a track of the ship toward 0, told with what it really lost and why; returns what is left."""
        points_before: int = getattr(self.ship, track)
        left = max(0, points_before - points)
        setattr(self.ship, track, left)
        self.tell(Loss(track=track, points=points_before - left, left=left, cause=cause))
        return left

    # -- the ship's class ------------------------------------------------

    def battery(self) -> Mapping[str, Armed]:
        """The battery of the ship on duty by the ids of her mounts, options taken into account."""
        state = self.state
        return battery_of(self.tables, state.ship.ship_class, state.setup.options)

    def armament(self) -> Mapping[str, MountData]:
        """The mounts of the ship on duty by id, options taken into account."""
        state = self.state
        return armament_of(self.tables, state.ship.ship_class, state.setup.options)

    def mount(self, mount_id: str) -> Mount | None:
        """A mount the ship carries, or None."""
        return self.ship.mounts.get(mount_id)

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
