"""A game: one request after another, each answered with dice or a decision.

>>> from picket_duty import Game
>>> game = Game.new(scenario=6, level="basic", seed=7)
>>> game.request.table
'V-1'
>>> game.roll().result["value"] in (-2, -1, 0, 1, 2)
True
"""

from __future__ import annotations

import datetime
import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias, cast

import msgspec

from picket_duty.book import Tables, load_tables
from picket_duty.dice import Dice
from picket_duty.events import Ended, Event, Undone
from picket_duty.requests import Answer, Illegal, Request, Roll
from picket_duty.setup import BASIC, UNDO_DICE, Choices, make_setup
from picket_duty.setup import system as picket_duty

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from picket_duty.events import BaseEvent
    from picket_duty.rules.play import Play, Step
    from picket_duty.state import Setup, State

    class AnyState(Protocol):
        """What the loop needs of a state."""

        setup: Setup

    class AnyPlay(Protocol):
        """What the loop needs of what the steps work on; its ``state`` is that of the system."""

        state: Any
        events: list[Event]

        def tell(self, event: BaseEvent) -> None:
            """Report what happened."""
            ...

    S = TypeVar("S", bound=AnyState, default=State)
    T = TypeVar("T", default=Tables)
    P = TypeVar("P", bound=AnyPlay, default=Play)
    T_contra = TypeVar("T_contra", contravariant=True, default=Tables)
else:
    from typing import TypeVar

    S, T, P, T_contra = TypeVar("S"), TypeVar("T"), TypeVar("P"), TypeVar("T_contra", contravariant=True)


class System(Protocol[S, T_contra, P]):
    """What is played: the rules as the loop sees them, over a state, the tables of the game, and what its steps use."""

    def first_state(self, tables: T_contra, setup: Setup) -> S:
        """The state before the first die."""
        ...

    def play_of(self, state: S, tables: T_contra) -> P:
        """What the steps from a state work on."""
        ...

    def next_step(self, play: P) -> Step[None] | None:
        """The step that the state names next, not yet begun; None where the game is over."""
        ...

    def address(self, state: S) -> str:
        """The name of the next step for its dice."""
        ...

    def label(self, state: S) -> str:
        """The name of the next step in saves and lists."""
        ...

    def begins_day(self, state: S) -> bool:
        """Whether a day begins with the next step."""
        ...

    def encode(self, state: S) -> bytes:
        """A state as bytes, equal for equal states."""
        ...

    def decode(self, data: bytes) -> S:
        """A state from its bytes."""
        ...

    def summary(self, state: S) -> dict[str, Any]:
        """The result as ``play --json`` prints it, without what the game itself counts."""
        ...

    def outcome(self, state: S) -> str:
        """How the game ended, empty while it goes on."""
        ...


class SaveWriter(Protocol):
    """An open save: every answer is entered before play goes on. What cannot be entered raises and nothing changes.

    ``notice`` is what the player should know about the save as it was found, ``doubt`` what of it may not have come
    to the disk; ``notes`` is what front ends have remembered in it.
    """

    path: Path
    notice: str
    doubt: str
    notes: dict[str, Any]

    def write_roll(self, dice: tuple[int, ...], key: str) -> None:
        """Enter the dice of a roll and the key of its result."""
        ...

    def write_choice(self, decision: Any) -> None:
        """Enter a decision."""
        ...

    def write_undo(self, count: int) -> None:
        """Enter that answers were taken back."""
        ...

    def write_note(self, key: str, value: Any) -> None:
        """Remember something for a front end."""
        ...

    def write_checkpoint(self, point: Checkpoint) -> None:
        """Enter the start of a step; never raises."""
        ...

    def write_end(self, state_hash: str) -> None:
        """Enter the end of the game; never raises."""
        ...

    def unsaved(self) -> str:
        """Why no file holds the game, which is tried once more; empty where one does."""
        ...

    def close(self) -> str:
        """Let go of the save; answers what the player should know of it, mostly nothing."""
        ...


class SaveBackend(msgspec.Struct, frozen=True):
    """How games are saved and loaded; ``picket_duty.saves`` sets it (``Game.saves``)."""

    write_whole: Callable[[AnyGame, Path], SaveWriter]
    resume: Callable[[Path, Tables | None], Game]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: ``result`` is us_win, japanese_win, draw or record (a patrol); the rest as ``play --json``."""

    result: str
    summary: dict[str, Any]


class Checkpoint(msgspec.Struct, frozen=True):
    """Where a step of play began: how many answers and events came before, and the state as it stood."""

    answers: int
    events: int
    label: str
    day: bool
    state: bytes

    @property
    def state_hash(self) -> str:
        """A short hash of the state."""
        return _hash(self.state)


class ReplayState(msgspec.Struct, frozen=True):
    """A game that can be sent to another process: the state at the start of its step, and the answers since."""

    state: bytes
    answers: tuple[Answer, ...]


class _LimitReached(Exception):
    """So much has happened as is to be looked at."""


class _LimitedEvents(list[Event]):
    """Events that are so many at most: the last of them stops play."""

    def __init__(self, events: Iterable[Event], most: int) -> None:
        super().__init__(events)
        self.most = most

    def append(self, event: Event) -> None:
        super().append(event)
        if len(self) >= self.most:
            raise _LimitReached


class Game(Generic[S, T, P]):
    """A game in progress. ``request`` is what is wanted next, None when the game is over.

    ``Game`` alone is a game of the destroyer; other systems have their own state, tables and play.
    """

    #: Set by ``picket_duty.saves``, which keeps the saves.
    saves: ClassVar[SaveBackend | None] = None

    def __init__(
        self,
        state: S,
        tables: T,
        history: bool = True,
        system: System[S, T, P] | None = None,
        seed: int | None = None,
    ) -> None:
        """Take up a game at the beginning of a step. ``history=False`` keeps no checkpoints and cannot undo.

        ``seed`` is that of other dice than the game's own.
        """
        self.tables = tables
        self.system = cast("System[S, T, P]", picket_duty) if system is None else system
        self.play = self.system.play_of(state, tables)
        self.dice = Dice(state.setup.seed if seed is None else seed)
        self.answers: list[Answer] = []
        self.checkpoints: list[Checkpoint] = []
        self.journal: SaveWriter | None = None
        self.history = history
        self.request: Request | None = None
        #: Answers before the step this game was taken up at; not among ``answers``.
        self.base = 0
        self._answered = 0
        self._step: Step[None] | None = None
        #: What the step under way has been told: the row of each roll, each decision.
        self._replies: list[Any] = []
        self._next_step()

    # -- starting ----------------------------------------------------------

    @classmethod
    def new(
        cls,
        *,
        scenario: int | str | None = None,
        campaign: str | None = None,
        patrol: datetime.date | str | None = None,
        level: str = BASIC,
        seed: int | None = None,
        options: Iterable[str] = (),
        ship: str | None = None,
        days: int = 5,
        station: int | None = None,
        start: datetime.date | str | None = None,
        dice: str = "computer",
        undo: str = "free",
        officers: Mapping[str, str] | None = None,
        tables: Tables | None = None,
        history: bool = True,
    ) -> Game:
        """A new game: one of a scenario (1-8 or name), a campaign (mini, long-a, long-b) or a patrol (first date).

        ``days`` and ``station`` (1-16) are a patrol's, ``start`` is long-a's first date, ``undo`` is
        ``free`` or ``dice`` (nothing rolled is taken back), ``officers`` names the first crew by post.
        Raises ValueError naming what is wrong and what would be right.
        """
        chosen = Choices(
            scenario=scenario,
            campaign=campaign,
            patrol=patrol,
            level=level,
            seed=seed,
            options=tuple(options),
            ship=ship,
            days=days,
            station=station,
            start=start,
            dice=dice,
            undo=undo,
            officers=officers or {},
        )
        return Game.begin(chosen, load_tables() if tables is None else tables, history)

    @classmethod
    def begin(cls, chosen: Choices, tables: Tables, history: bool = True) -> Game:
        """A new game as it was chosen. Raises SetupError naming what is wrong and what would be right."""
        return Game.of_setup(make_setup(tables, chosen), tables, history)

    @classmethod
    def of_setup(cls, setup: Setup, tables: Tables, history: bool = True) -> Game:
        """A new game of a set-up that was made or read before."""
        return Game(picket_duty.first_state(tables, setup), tables, history)

    def again_from(self, point: Checkpoint, history: bool = True) -> Game[S, T, P]:
        """A game of its own from a checkpoint of this one."""
        return Game(self.system.decode(point.state), self.tables, history, self.system)

    # -- playing -------------------------------------------------------------

    @property
    def state(self) -> S:
        """The state of the game. Look, do not touch: only answers change it."""
        return cast("S", self.play.state)

    @property
    def events(self) -> list[Event]:
        """Everything that happened since the game was begun or loaded."""
        return self.play.events

    @property
    def requests(self) -> int:
        """How many requests have been answered, those taken back not counted."""
        return self.base + self._answered

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.request is None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return Outcome(self.system.outcome(self.state), self.summary()) if self.request is None else None

    @property
    def state_hash(self) -> str:
        """A short hash of the whole state."""
        return _hash(self.system.encode(self.state))

    def roll(self) -> Roll:
        """Answer a roll with the game's own dice; returns the roll with its result. Raises Illegal for a choice."""
        request = self.request
        if not isinstance(request, Roll):
            raise Illegal("no dice are wanted now" if request else "the game is over")
        self._answer_roll(request, self.dice.throw(request.chart.faces))
        return request

    def answer(self, value: Answer) -> Request:
        """Answer the request: single dice for a roll, a decision for a choice. Returns the request answered.

        Raises Illegal with the reason; the same request then stands and nothing has changed.
        """
        request = self.request
        if request is None:
            raise Illegal("the game is over")
        if isinstance(request, Roll):
            self._answer_roll(request, request.check(value))
            return request
        decision = request.check(value)
        if self.journal is not None:
            self.journal.write_choice(decision)
        if self.history:
            self.answers.append(decision)
        self._advance(decision)
        return request

    def undo(self, count: int = 1) -> None:
        """Take back the last answers, dice too. Raises Illegal where there are not so many since loading."""
        if not self.history or not 1 <= count <= len(self.answers):
            available = len(self.answers) if self.history else 0
            raise Illegal(
                f"{count} answers cannot be taken back; {available} can" if available else "nothing can be taken back"
            )
        if self.state.setup.undo == UNDO_DICE and any(isinstance(answer, tuple) for answer in self.answers[-count:]):
            raise Illegal("this game was set up so that nothing rolled is taken back")
        if self.journal is not None:
            self.journal.write_undo(count)
        decisions = sum(not isinstance(answer, tuple) for answer in self.answers[-count:])
        self._go_back(len(self.answers) - count)
        self.play.tell(Undone(answers=count, decisions=decisions))

    def undo_decision(self) -> None:
        """Take back everything since the last decision, and the decision. Raises Illegal where there is none."""
        for number in range(len(self.answers) - 1, -1, -1):
            if not isinstance(self.answers[number], tuple):
                self.undo(len(self.answers) - number)
                return
        raise Illegal("there is no decision to take back")

    def _answer_roll(self, roll: Roll, dice: tuple[int, ...]) -> None:
        row = roll.resolve(dice)
        if self.journal is not None:
            try:
                self.journal.write_roll(dice, row.key)
            except BaseException:
                roll.undo()
                raise
        if self.history:
            self.answers.append(dice)
        self.play.events.append(roll)
        self._advance(row)

    def _advance(self, reply: Any) -> None:
        assert self._step is not None
        self._answered += 1
        if self.history:
            self._replies.append(reply)
        try:
            request: Request = self._step.send(reply)
        except StopIteration:
            self._next_step()
            return
        self.request = request
        if type(request) is Roll:
            self.dice.take(request)

    def _next_step(self) -> None:
        """Begin the step that the state names, and the next, until one asks for something or the game is over."""
        play, system = self.play, self.system
        self._replies = []
        while (step := system.next_step(play)) is not None:
            self._checkpoint()
            self.dice.begin(system.address(play.state))
            try:
                self.request = next(step)
            except StopIteration:
                continue
            self._step = step
            if isinstance(self.request, Roll):
                self.dice.take(self.request)
            return
        self.request = None
        self._step = None
        play.tell(Ended(summary=self.summary()))
        if self.journal is not None:
            self.journal.write_end(self.state_hash)

    # -- history ---------------------------------------------------------------

    def _checkpoint(self) -> None:
        if not self.history:
            return
        state, system = self.play.state, self.system
        point = Checkpoint(
            len(self.answers),
            len(self.play.events),
            system.label(state),
            system.begins_day(state),
            system.encode(state),
        )
        self.checkpoints.append(point)
        if self.journal is not None:
            self.journal.write_checkpoint(point)

    def _go_back(self, target: int) -> None:
        """Restore the last checkpoint at or before an answer, then play the answers since again."""
        answers = self.answers[:target]
        while len(self.checkpoints) > 1 and self.checkpoints[-1].answers > target:
            self.checkpoints.pop()
        # Steps that ask for nothing leave several checkpoints at one answer; the earliest replays them all.
        while len(self.checkpoints) > 1 and self.checkpoints[-2].answers == self.checkpoints[-1].answers:
            self.checkpoints.pop()
        point = self.checkpoints.pop()
        events = self.play.events[: point.events]
        self.play = self.system.play_of(self.system.decode(point.state), self.tables)
        self.play.events.extend(events)
        self.answers = answers[: point.answers]
        self._answered = len(self.answers)
        journal, self.journal = self.journal, None
        self._next_step()
        for answer in answers[point.answers :]:
            self.answer(answer)
        self.journal = journal

    def at(self, answers: int, events: int = 300) -> Game[S, T, P]:
        """The game as it stood after so many of ``answers``, to look at: with its last events, without history."""
        starts = [point.answers for point in self.checkpoints]
        # Steps that ask for nothing leave several checkpoints at one answer; the earliest replays them all.
        point = self.checkpoints[bisect_left(starts, starts[max(0, bisect_right(starts, answers) - 1)])]
        game = self.again_from(point, history=False)
        game.base = self.base + point.answers
        for answer in self.answers[point.answers : answers]:
            game.answer(answer)
        game.play.events[:0] = self.play.events[max(0, point.events - events) : point.events]
        return game

    def state_at(self, events: int) -> Game[S, T, P]:
        """The game as it stood when so many of its events had happened, to look at: nothing is asked in it.

        That may be in the midst of what an answer brought. Raises Illegal for a game without history.
        """
        self._last_checkpoint()
        point = next(
            point for point in reversed(self.checkpoints) if point.events < events or point is self.checkpoints[0]
        )
        game = self.again_from(point, history=False)
        count = sum(not isinstance(event, Undone) for event in self.events[point.events : events])
        game.play.events = _LimitedEvents(game.events, count)
        with suppress(_LimitReached):
            for answer in self.answers[point.answers :]:
                game.answer(answer)
        game.request = None
        game.play.events = self.events[:events]
        return game

    # -- branches ----------------------------------------------------------------

    @property
    def replay_state(self) -> ReplayState:
        """Where this game stands. Raises Illegal for a game without history."""
        point = self._last_checkpoint()
        return ReplayState(point.state, tuple(self.answers[point.answers :]))

    @classmethod
    def of_replay_state(
        cls,
        start: ReplayState,
        tables: Tables,
        seed: int | None = None,
        history: bool = True,
    ) -> Game:
        """A game restored without its earlier history; ``seed`` is that of other dice from there on."""
        game = Game(picket_duty.decode(start.state), tables, history, seed=seed)
        for answer in start.answers:
            game.answer(answer)
        return game

    def branch(self, seed: int) -> Game[S, T, P]:
        """This game at its request, to be played on with the dice of another seed; it has no history of its own.

        A step of play cannot be copied: it is begun anew from its checkpoint and told again what it was told.
        Raises Illegal for a game without history.
        """
        state = self.system.decode(self._last_checkpoint().state)
        game = Game(state, self.tables, False, self.system, seed)
        game._replay(self._replies)
        return game

    def _replay(self, replies: list[Any]) -> None:
        """Bring a step just begun to where these replies left it."""
        if not replies:
            return
        assert self._step is not None
        request: Request | None = None
        for reply in replies:
            request = self._step.send(reply)
        self.request = request
        self._answered += len(replies)
        if type(request) is Roll:
            self.dice.take(request)

    def _last_checkpoint(self) -> Checkpoint:
        if not self.checkpoints:
            raise Illegal("a game without history cannot be taken up elsewhere")
        return self.checkpoints[-1]

    # -- summing up --------------------------------------------------------------

    def summary(self) -> dict[str, Any]:
        """The result as ``play --json`` prints it."""
        counted = {"requests": self.requests, "state_hash": self.state_hash}
        return self.system.summary(self.state) | counted

    # -- saves -------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the whole game as a journal and keep writing every answer to it. Raises SaveError."""
        self.journal = self._backend().write_whole(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, tables: Tables | None = None) -> Game:
        """Take a saved game up at the exact request where it was left. Raises SaveError."""
        return cls._backend().resume(Path(path), tables)

    @classmethod
    def _backend(cls) -> SaveBackend:
        if cls.saves is None:
            raise RuntimeError("nobody keeps saves; take Game from picket_duty, or import picket_duty.saves")
        return cls.saves


#: A game of any system: what saves know of it is its set-up, its answers and the digest of its tables.
AnyGame: TypeAlias = Game[Any, Any, Any]


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()
