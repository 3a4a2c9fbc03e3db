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
import weakref
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self, TypeAlias, cast

import msgspec

from picket_duty import extensions
from picket_duty.book import Tables, load_tables
from picket_duty.checkpoints import Checkpoint, hash_of, shared_parts
from picket_duty.dice import Dice
from picket_duty.events import Ended, Event, JsonObject, Undone
from picket_duty.requests import Answer, Illegal, Request, Roll
from picket_duty.setup import (
    BASIC,
    COMMANDED,
    UNAIDED,
    UNDO_DICE,
    SetupOptions,
    current_aid,
    make_setup,
)
from picket_duty.setup import system as destroyer_rules
from picket_duty.systems import P, S, SaveWriter, System, T

if TYPE_CHECKING:
    from picket_duty.rules.play import Play, Procedure
    from picket_duty.state import Setup


#: The events before a step that a copy of a game has, if the caller needs no more.
EARLIER_EVENTS = 300
#: The functions that write and resume saves, which the game loop does not import.
WRITE_SAVE = "picket_duty.saves.writer:write_whole"
RESUME_SAVE = "picket_duty.saves.loading:resume"
LOAD_WHOLE = "picket_duty.saves.loading:load_whole"


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: ``result`` is us_win, japanese_win, draw or record (a patrol); the rest as
    ``play --json``.
    """

    result: str
    summary: JsonObject


class WavePoint(msgspec.Struct, frozen=True):
    """A moment within a step after which play depends on the state, the counts of dice and
    ``hits_before_raid`` alone. ``replies`` is the number of replies to the step before it.
    """

    replies: int
    state: bytes
    rolled: dict[tuple[str, str, int | None], int]
    hits_before_raid: int


class ReplayState(msgspec.Struct, frozen=True):
    """A game in a form for another process: the state at the start of its step, and the answers
    since.
    """

    state: bytes
    answers: tuple[Answer, ...]


class _LimitReached(Exception):
    """The event list has reached its limit."""


class _LimitedEvents(list[Event]):
    """A list of events with a limit; appending the last one raises ``_LimitReached`` to stop
    play.
    """

    def __init__(self, events: Iterable[Event], most: int) -> None:
        super().__init__(events)
        self.most = most

    def append(self, event: Event) -> None:
        super().append(event)
        if len(self) >= self.most:
            raise _LimitReached


class Game(Generic[S, T, P]):
    """A game in progress, of the destroyer unless typed. ``request`` is the next request, None if
    the game is over.

    A step of play is a generator of the rules: it yields requests and is sent a reply to each. An
    answer is what the player gives, dice or a decision; the reply is the row that the dice find, or
    the decision.
    """

    def __init__(
        self,
        state: S,
        tables: T,
        history: bool = True,
        system: System[S, T, P] | None = None,
        seed: int | None = None,
        resumed: WavePoint | None = None,
    ) -> None:
        """Start a game at the beginning of a step. ``history=False`` keeps no checkpoints and
        cannot undo.

        ``seed`` overrides the seed of the setup for the dice. With ``resumed``, the game starts at
        this point within the step.
        """
        self.tables = tables
        self.system = cast("System[S, T, P]", destroyer_rules) if system is None else system
        self.play = self.system.play_of(state, tables)
        self.dice = Dice(state.setup.seed if seed is None else seed)
        self.answers: list[Answer] = []
        #: Who made each of the answers, as given to ``answer``; empty for a roll, or if it is not
        #: known.
        self.deciders: list[str] = []
        self.checkpoints: list[Checkpoint] = []
        self.save_file: SaveWriter | None = None
        self.history = history
        #: The aid in the save or code of this game, which an older version may have written.
        self.recorded_aid = COMMANDED
        self.request: Request | None = None
        #: What follows the events of this game, if anything does; the game does not use it.
        self.observer: Any = None
        #: Number of answers before the step at which this game was started; these are not in
        #: ``answers``.
        self.base = 0
        #: Number of answers since the game was started, counted also without history.
        self._answered = 0
        self._step: Procedure[None] | None = None
        #: Replies to the current step: the row of each roll, each decision.
        self._replies: list[Any] = []
        #: The last wave of the step, where branches start; None before the first.
        self._wave_point: WavePoint | None = None
        if resumed is None:
            self._next_step()
            return
        # Only branches of the destroyer's game begin within a step.
        play = cast("Play", self.play)
        play.hits_before_raid = resumed.hits_before_raid
        self.dice.resume(destroyer_rules.address(play.state), resumed.rolled)
        self._answered = resumed.replies
        self._step = destroyer_rules.resume_step(play)
        # A generator that has not begun can only be sent None.
        self._send(reply=None)

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
        aid: str = COMMANDED,
        officers: Mapping[str, str] | None = None,
        tables: Tables | None = None,
        history: bool = True,
    ) -> Game:
        """A new game: one of a scenario (1-8 or name), a campaign (mini, long-a, long-b) or a
        patrol (first date).

        ``days`` and ``station`` (1-16) are for a patrol, ``start`` is the first date of long-a,
        ``undo`` is ``free`` or ``dice`` (rolls cannot be undone), ``aid`` is ``unaided`` or
        ``commanded``, ``officers`` are names of the first crew by post. Raises ValueError with the
        fault and the allowed values.
        """
        chosen = SetupOptions(
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
            aid=aid,
            officers=officers or {},
        )
        return Game.begin(chosen, load_tables() if tables is None else tables, history)

    @classmethod
    def begin(cls, chosen: SetupOptions, tables: Tables, history: bool = True) -> Game:
        """A new game from choices. Raises SetupError with the fault and the allowed values."""
        game = Game.of_setup(make_setup(tables, chosen), tables, history)
        game.recorded_aid = current_aid(chosen.aid)
        return game

    @classmethod
    def of_setup(cls, setup: Setup, tables: Tables, history: bool = True) -> Game:
        """A new game from a checked setup."""
        return Game(destroyer_rules.first_state(tables, setup), tables, history)

    def again_from(self, point: Checkpoint, history: bool = True) -> Game[S, T, P]:
        """A separate game from a checkpoint of this one."""
        state = self.system.decode(point.state)
        return Game(state, self.tables, history=history, system=self.system)

    # -- playing -------------------------------------------------------------

    @property
    def state(self) -> S:
        """The state of the game. Read-only for callers: only answers change it."""
        return cast("S", self.play.state)

    @property
    def aid(self) -> str:
        """How much the officers help the player, one of ``setup.AIDS``."""
        return current_aid(self.recorded_aid)

    @property
    def hides_chances(self) -> bool:
        """Whether no chance may be shown: the game is played unaided and is not over."""
        return self.aid == UNAIDED and not self.over

    @property
    def events(self) -> list[Event]:
        """All events since the game was started or loaded."""
        return self.play.events

    @property
    def requests(self) -> int:
        """Number of answered requests, without those undone."""
        return self.base + self._answered

    @property
    def last_roll(self) -> Roll | None:
        """The last roll of the game; None before the first."""
        return next((event for event in reversed(self.events) if isinstance(event, Roll)), None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.request is None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it is in progress."""
        return (
            Outcome(self.system.outcome(self.state), self.summary())
            if self.request is None
            else None
        )

    @property
    def save_path(self) -> Path | None:
        """The file of its save; None if it is not saved."""
        return self.save_file.path if self.save_file is not None else None

    @property
    def notes(self) -> Mapping[str, Any]:
        """The notes in its save."""
        return self.save_file.notes if self.save_file is not None else {}

    @property
    def state_hash(self) -> str:
        """A short hash of the whole state."""
        return hash_of(self.system.encode(self.state))

    def roll(self) -> Roll:
        """Answer a roll with the game's dice; returns the roll with its result. Raises Illegal for
        a choice.
        """
        request = self.request
        if not isinstance(request, Roll):
            raise Illegal("no dice are needed now" if request else "the game is over")
        self._answer_roll(request, self.dice.throw(request.chart.faces))
        return request

    def roll_on(self) -> None:
        """Answer every roll with the game's dice until a choice is requested or the game is
        over.
        """
        if self.history or not self._no_events:
            while isinstance(self.request, Roll):
                self.roll()
            return
        # Playouts: the loop of ``roll`` without its calls.
        dice = self.dice
        step = self._step
        request = self.request
        while type(request) is Roll and step is not None:
            row = request.resolve(dice.throw(request.chart.faces))
            self._answered += 1
            try:
                self.request = request = step.send(row)
            except StopIteration:
                self._next_step()
                step = self._step
                request = self.request
                continue
            if type(request) is Roll:
                dice.take(request)

    def answer(self, value: Answer, decider: str = "") -> Request:
        """Answer the request: single dice for a roll, a decision for a choice. Returns the answered
        request.

        ``decider`` is who made the decision, one of ``deciders.DECIDERS``; the save keeps
        it. Raises Illegal with the reason; the request then stays open and nothing changes.
        """
        request = self.request
        if request is None:
            raise Illegal("the game is over")
        if isinstance(request, Roll):
            self._answer_roll(request, request.check(value))
            return request
        decision = request.check(value)
        if self.save_file is not None:
            self.save_file.write_choice(decision, decider)
        self._advance(decision, decider, decision)
        return request

    def undo(self, count: int = 1) -> None:
        """Undo the last answers, including dice. Raises Illegal if fewer can be undone or the setup
        forbids it.
        """
        # A game without history has no answers.
        available = len(self.answers)
        if not 1 <= count <= available:
            raise Illegal(
                f"cannot undo {count} answers; there are only {available}"
                if available
                else "nothing to undo"
            )
        # Dice are tuples, decisions are not.
        decisions = sum(not isinstance(answer, tuple) for answer in self.answers[-count:])
        if self.state.setup.undo == UNDO_DICE and decisions < count:
            raise Illegal("rolls cannot be undone in this game")
        if self.save_file is not None:
            self.save_file.write_undo(count)
        self._go_back(len(self.answers) - count)
        self.play.emit(Undone(answers=count, decisions=decisions))

    def undo_decision(self) -> None:
        """Undo the last decision and everything after it. Raises Illegal if there is none."""
        for count, answer in enumerate(reversed(self.answers), 1):
            if not isinstance(answer, tuple):
                return self.undo(count)
        raise Illegal("no decision to undo")

    def _answer_roll(self, roll: Roll, dice: tuple[int, ...]) -> None:
        """Answer a roll with checked dice; if they cannot be saved, the roll stays open."""
        row = roll.resolve(dice)
        if self.save_file is not None:
            try:
                self.save_file.write_roll(dice, row.key)
            except BaseException:
                roll.undo()
                raise
        self.play.events.append(roll)
        self._advance(dice, decider="", reply=row)

    def _advance(self, answer: Answer, decider: str, reply: Any) -> None:
        """Record an answer and continue the step with its reply."""
        self._answered += 1
        if self.history:
            self.answers.append(answer)
            self.deciders.append(decider)
            self._replies.append(reply)
        self._send(reply)

    def _send(self, reply: Any) -> None:
        """Continue the step until its next request, or if it ends, with the next step."""
        assert self._step is not None
        try:
            request: Request = self._step.send(reply)
        except StopIteration:
            self._next_step()
            return
        self.request = request
        if type(request) is Roll:
            self.dice.take(request)

    def _next_step(self) -> None:
        """Play steps, starting with the next one, until one makes a request or the game is over."""
        play = self.play
        system = self.system
        self._replies = []
        self._wave_point = None
        # Only the destroyer's game has waves.
        if self.history and hasattr(play, "on_wave"):
            play.on_wave = self._wave_marker()
        while (step := system.next_step(play)) is not None:
            if self.history:
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
        if not self._no_events:
            play.emit(Ended(summary=self.summary()))
        if self.save_file is not None:
            with suppress(MemoryError):
                self.save_file.write_end(self.state_hash)

    # -- history ---------------------------------------------------------------

    def _wave_marker(self) -> Callable[[], None]:
        """A call that keeps the state before a wave, so that branches need not repeat the step up
        to it.

        It does not keep the game alive: an unused game closes its save at once.
        """
        marked = weakref.ref(self)

        def mark() -> None:
            if (game := marked()) is not None:
                state = game.system.encode(game.state)
                hits = cast("Play", game.play).hits_before_raid
                game._wave_point = WavePoint(len(game._replies), state, game.dice.rolled, hits)

        return mark

    def _checkpoint(self) -> None:
        """Keep the start of a step, also in the save."""
        state = self.play.state
        system = self.system
        point = Checkpoint(
            answers=len(self.answers),
            events=len(self.play.events),
            label=system.label(state),
            day=system.begins_day(state),
            parts=shared_parts(
                system.encode(state), self.checkpoints[-1].parts if self.checkpoints else ()
            ),
        )
        self.checkpoints.append(point)
        if self.save_file is not None:
            # The answers are in the save already: if memory runs out here, play goes on without
            # this checkpoint.
            with suppress(MemoryError):
                self.save_file.write_checkpoint(point)

    def _go_back(self, target: int) -> None:
        """Go back to the first ``target`` answers: restore the last checkpoint before them, replay
        the answers since, and keep the events of earlier undos.
        """
        answers = self.answers[:target]
        deciders = self.deciders[:target]
        while len(self.checkpoints) > 1 and self.checkpoints[-1].answers > target:
            self.checkpoints.pop()
        # Steps without requests leave several checkpoints at one answer; the earliest one replays
        # them all.
        while (
            len(self.checkpoints) > 1
            and self.checkpoints[-2].answers == self.checkpoints[-1].answers
        ):
            self.checkpoints.pop()
        point = self.checkpoints.pop()
        before = self.play.events
        self.play = self.system.play_of(self.system.decode(point.state), self.tables)
        self.play.events.extend(before[: point.events])
        self.answers = answers[: point.answers]
        self.deciders = deciders[: point.answers]
        self._answered = len(self.answers)
        # The answers replayed here are in the save already.
        save_file = self.save_file
        self.save_file = None
        self._next_step()
        self._repeat_undone(before)
        for answer, decider in zip(
            answers[point.answers :], deciders[point.answers :], strict=True
        ):
            self.answer(answer, decider)
            self._repeat_undone(before)
        self.save_file = save_file

    def _repeat_undone(self, before: list[Event]) -> None:
        """Append the Undone events that come next in ``before``, the events before going back: no
        answer makes these events again.
        """
        events = self.play.events
        while len(events) < len(before) and isinstance(undone := before[len(events)], Undone):
            events.append(undone)

    def at(self, answers: int, events: int = EARLIER_EVENTS) -> Game[S, T, P]:
        """A copy of the game after ``answers`` answers, without history. Of the events before its
        current step, it has the last ``events``.
        """
        starts = [point.answers for point in self.checkpoints]
        last = max(0, bisect_right(starts, answers) - 1)
        # Steps without requests leave several checkpoints at one answer; the earliest one replays
        # them all.
        point = self.checkpoints[bisect_left(starts, starts[last])]
        game = self.again_from(point, history=False)
        game.base = self.base + point.answers
        for answer in self.answers[point.answers : answers]:
            game.answer(answer)
        game.play.events[:0] = self.play.events[max(0, point.events - events) : point.events]
        return game

    def state_at(self, events: int) -> Game[S, T, P]:
        """A copy after ``events`` events, for display only, without a request. Raises Illegal
        without history.
        """
        # Without history, this raises.
        self._last_checkpoint()
        point = next(
            point
            for point in reversed(self.checkpoints)
            if point.events < events or point is self.checkpoints[0]
        )
        game = self.again_from(point, history=False)
        # The replay stops at the last event wanted. It makes no Undone events, so these are not
        # counted.
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
        """The current position of the game. Raises Illegal for a game without history."""
        point = self._last_checkpoint()
        return ReplayState(point.state, tuple(self.answers[point.answers :]))

    @classmethod
    def of_replay_state(cls, start: ReplayState, tables: Tables) -> Game:
        """The game at this position, without its earlier history."""
        game = Game(destroyer_rules.decode(start.state), tables)
        for answer in start.answers:
            game.answer(answer)
        return game

    def branch(self, seed: int) -> Game[S, T, P]:
        """A copy of this game at its current request, with dice of another seed and without
        history.

        Generators cannot be copied, so the step restarts from its last wave, or from its
        checkpoint, and receives its replies since then again. Raises Illegal for a game without
        history.
        """
        checkpoint = self._last_checkpoint()
        point = self._wave_point
        state = self.system.decode(point.state if point else checkpoint.state)
        # This game is already at the first request after that point.
        game = Game(state, self.tables, history=False, system=self.system, seed=seed, resumed=point)
        replies = self._replies[point.replies :] if point else self._replies
        step = game._step
        if not replies or step is None:
            return game
        for reply in replies:
            game.request = step.send(reply)
        game._answered += len(replies)
        if type(game.request) is Roll:
            game.dice.take(game.request)
        return game

    @property
    def _no_events(self) -> bool:
        """Whether the play keeps no events; only that of the destroyer can."""
        return getattr(self.play, "no_events", False)

    def _last_checkpoint(self) -> Checkpoint:
        if not self.checkpoints:
            raise Illegal("this game keeps no record of moves and cannot be copied")
        return self.checkpoints[-1]

    # -- summing up --------------------------------------------------------------

    def summary(self) -> JsonObject:
        """The result as printed by ``play --json``."""
        return self.system.summary(self)

    def from_start(self) -> Game[S, T, P]:
        """This game from its first answer, read from its save if it was resumed at a later one.
        Raises SaveError.
        """
        if not self.base or self.save_file is None:
            return self
        game: Game[S, T, P] = extensions.load(LOAD_WHOLE)(self.save_file.path, self.tables)
        return game

    # -- saves -------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the whole game to a new save file and write every later answer to it. Nothing
        happens if the game is in this file already. Raises SaveError.
        """
        before = self.save_file
        if before is not None and before.holds(Path(path)):
            return
        self.save_file = extensions.load(WRITE_SAVE)(self, Path(path))
        if before is not None:
            before.close()

    @classmethod
    def load(cls, path: str | Path, tables: Tables | None = None) -> Game:
        """Resume a saved game at its last request. Raises SaveError.

        An earlier game of this program in the same file becomes read-only. A finished game is read
        even if another program has it open.
        """
        game: Game = extensions.load(RESUME_SAVE)(Path(path), tables, takes_over=True)
        return game

    def close(self) -> None:
        """Close the save, if there is one; the game is read-only from then on. Raises SaveError if
        no file holds the game.
        """
        if self.save_file is None:
            return
        words = self.save_file.close()
        if self.save_file.lost:
            from picket_duty.paths import SaveError

            raise SaveError(words)

    def __enter__(self) -> Self:
        """The game itself, which closes its save at the end of the context."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the save."""
        self.close()


#: A game of any system; saves use only its setup, its answers and the digest of its tables.
AnyGame: TypeAlias = Game[Any, Any, Any]
