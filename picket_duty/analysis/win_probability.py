"""The reckoning of a game: its chance of winning at every station on the way, what its dice and its orders came to.

At every station the same branches are played to the end, the quick doctrine captain playing on: branch ``number`` has
the same dice everywhere. What is measured is a whole number of half wins, a draw being one, and the last station of a
game that is over is its result. An order counts where doctrine would have given another: the branches are played with
both, and the difference is the order's. What is left of a stretch between two stations is luck. So the chance at the
start, luck and orders come to the result to the last digit; and since the branches know nothing of the game's own dice,
the luck of many games comes to nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import msgspec

from picket_duty.analysis.playouts import run_playout
from picket_duty.analysis.segments import DEED, LEVELS, Path, paths_of, starts_of
from picket_duty.analysis.statistics import Z95
from picket_duty.analysis.workers import tables_of, workers
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import decide
from picket_duty.captains.quick import QuickCaptain
from picket_duty.game import Checkpoint, Game, ReplayState
from picket_duty.requests import Answer, Choice
from picket_duty.state import DRAW, RECORD, US_WIN, State
from picket_duty.text.chances import NOW

#: A win and a draw in what is counted.
WIN, DRAWN = 2, 1
#: Branches of a station are a power of two, so that every chance is exact as a number of a computer; so many at most
#: and at least unless another number is asked for.
MOST_BRANCHES, LEAST_BRANCHES = 128, 16
#: Requests that all branches together may come to before fewer are played, in the first cut.
BUDGET = 600_000
#: Stations of the first cut: the finest level that has no more.
MOST_STATIONS = 60
#: Moments told, and how often those of a game are cut finer in search of them.
MOMENTS, ROUNDS = 5, 3
#: What moves the chance by less than this is no moment.
LEAST_MOVED = 0.02

#: Told how much is done, and of how much, as far as it is known.
Progress = Callable[[int, int], None]


class Station(msgspec.Struct, frozen=True):
    """A place in a game, after so many answers, and its chance in half wins over all branches."""

    answers: int
    worth: int


class Order(msgspec.Struct, frozen=True):
    """An order that doctrine would not have given: after how many answers, and the half wins with it and with its."""

    answers: int
    given: int
    better: int
    instead: Answer

    @property
    def worth(self) -> int:
        """What it was worth against doctrine's, in half wins over all branches."""
        return self.given - self.better


class Stretch(msgspec.Struct, frozen=True):
    """What lies between two stations: the chance after it, and what luck and orders brought, in half wins."""

    first: int
    last: int
    after: int
    luck: int
    orders: int


class Reckoning(msgspec.Struct, frozen=True):
    """What a game came to. ``over`` says that its last station is a result, ``branches`` are those of each station."""

    branches: int
    over: bool
    stations: tuple[Station, ...]
    orders: tuple[Order, ...]

    @property
    def whole(self) -> int:
        """What a certain win counts."""
        return WIN * self.branches

    @property
    def start(self) -> int:
        """The chance at the first station, in half wins."""
        return self.stations[0].worth

    @property
    def end(self) -> int:
        """The chance at the last station, in half wins: the result of a game that is over."""
        return self.stations[-1].worth

    @property
    def skill(self) -> int:
        """What all orders together were worth against doctrine's."""
        return sum(order.worth for order in self.orders)

    @property
    def luck(self) -> int:
        """What the dice brought."""
        return sum(stretch.luck for stretch in self.stretches())

    @property
    def sure(self) -> float:
        """How far a chance may be from the true one, in chances."""
        return error_of(self.branches)

    def chance(self, worth: int) -> float:
        """Half wins as a chance, exact."""
        return worth / self.whole

    def stretches(self) -> list[Stretch]:
        """What lies between the stations, in order."""
        found = []
        for before, after in zip(self.stations, self.stations[1:], strict=False):
            orders = sum(one.worth for one in self.orders if before.answers <= one.answers < after.answers)
            luck = after.worth - before.worth - orders
            found.append(Stretch(before.answers, after.answers, after.worth, luck, orders))
        return found

    def moments(self, most: int = MOMENTS) -> list[Stretch | Order]:
        """What moved the chance most, dice and orders, in the order in which it happened."""
        every: list[Stretch | Order] = [*self.stretches(), *self.orders]
        dearest = sorted(every, key=lambda one: (-abs(weight_of(one)), place_of(one)))
        return sorted((one for one in dearest[:most] if abs(weight_of(one)) >= LEAST_MOVED * self.whole), key=place_of)


def error_of(branches: int) -> float:
    """How far a chance by so many branches may be from the true one: half its 95 % interval where that is widest."""
    return Z95 / 2 / math.sqrt(branches)


def weight_of(moment: Stretch | Order) -> int:
    """What a moment brought, in half wins."""
    return moment.luck if isinstance(moment, Stretch) else moment.worth


def place_of(moment: Stretch | Order) -> int:
    """After how many answers a moment begins."""
    return moment.first if isinstance(moment, Stretch) else moment.answers


# -- working it out ----------------------------------------------------------------


class Known(msgspec.Struct):
    """What was measured of a game with so many branches: stations and orders by their numbers of answers.

    ``instead`` holds doctrine's answers where they differ, None until the game was looked through. ``fellows`` is the
    luck in ships of other games of the same start; ``judged`` are orders of a review with their branches.
    """

    branches: int = 0
    stations: dict[int, int] = {}
    orders: dict[int, tuple[int, int]] = {}
    instead: dict[int, Answer] | None = None
    fellows: list[float] = []
    judged: dict[int, tuple[int, int, int]] = {}


class Measure(msgspec.Struct, frozen=True):
    """Branches to be played, from number ``first`` on: of a position with an order, or of it as it stands."""

    answers: int
    position: ReplayState
    order: Answer
    branches: int
    first: int = 0


def reckon(
    game: Game,
    jobs: int = 1,
    branches: int = 0,
    folder: str = "",
    known: Known | None = None,
    progress: Progress | None = None,
    background: bool = False,
) -> Reckoning:
    """Work out a game that has its history. Raises WorkersLost.

    ``branches`` is taken up to a power of two; 0 takes as many as the game allows. What is measured is entered in
    ``known``, and not measured again. ``background`` lets the processes give way to others.
    """
    known = Known() if known is None else known
    course = _Course(game, folder, known)
    with workers(jobs, background) as players:

        def play(what: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterable[Any]:
            return players.each(what, tasks)

        return course.work_out(play, branches, progress or (lambda done, of: None))


def recalled(game: Game, known: Known) -> Reckoning | None:
    """What a game came to where all of it was measured before; None where anything is missing."""
    if not known.branches:
        return None
    try:
        return _Course(game, "", known).work_out(_play_nothing, 0, lambda done, of: None)
    except LookupError:
        return None


def _play_nothing(what: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterable[Any]:
    if tasks:
        raise LookupError("not measured yet")
    return ()


Play = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]


class _Course:
    """The work on one game: its stations so far, cut finer where most happened."""

    def __init__(self, game: Game, folder: str, known: Known) -> None:
        self.game = game
        self.folder = folder
        self.known = known
        self.paths: list[Path] = paths_of(game)
        self.last = len(game.answers)
        #: The level that the stretch from each station on was cut at.
        self.levels: dict[int, int] = {}

    def work_out(self, play: Play, branches: int, progress: Progress) -> Reckoning:
        """First the whole game in a cut that can be afforded, then finer where it moved most."""
        self._look_through(play)
        level, starts = self._first_cut()
        self.levels = dict.fromkeys(starts[:-1], level)
        self._settle_branches(branches, starts)
        self._measure(play, progress)
        for _ in range(ROUNDS):
            if not self._cut_finer():
                break
            self._measure(play, progress)
        return self._found()

    # -- the cut -----------------------------------------------------------------

    def _first_cut(self) -> tuple[int, list[int]]:
        for level in reversed(LEVELS):
            starts = starts_of(self.paths, level, 0, self.last)
            if len(starts) <= MOST_STATIONS:
                break
        return level, starts

    def _cut_finer(self) -> bool:
        """Cut every moment that can be cut, each one level finer; False where none can."""
        moments = [one for one in self._found().moments() if isinstance(one, Stretch)]
        cut = False
        for one in moments:
            level, starts = self.levels[one.first], [one.first, one.last]
            while level < DEED and len(starts) == 2:
                level += 1
                starts = starts_of(self.paths, level, one.first, one.last)
            self.levels |= dict.fromkeys(starts[:-1], level)
            cut = cut or len(starts) > 2
        return cut

    def _settle_branches(self, wanted: int, starts: Sequence[int]) -> None:
        """As many branches as were asked for, or were played before, or can be afforded.

        A game that is played on from one of its stations is half a game long.
        """
        if not wanted and self.known.branches:
            return
        if not wanted:
            places = len(starts) + 2 * len(self.known.instead or ())
            wanted = max(LEAST_BRANCHES, min(MOST_BRANCHES, BUDGET // max(1, places * self._length() // 2)))
            branches = 1 << wanted.bit_length() - 1
        else:
            branches = 1 << (wanted - 1).bit_length()
        if branches != self.known.branches:
            self.known.branches = branches
            self.known.stations.clear()
            self.known.orders.clear()
            self.known.judged.clear()

    def _length(self) -> int:
        """The requests of a game of this kind: those of one of doctrine's, played from the start."""
        trial = self.game.again_from(self.game.checkpoints[0], history=False)
        before = trial.requests
        play_out(trial, QuickCaptain())
        return max(1, trial.requests - before)

    # -- measuring -----------------------------------------------------------------

    def _look_through(self, play: Play) -> None:
        """Find doctrine's answers where the captain gave others."""
        if self.known.instead is not None:
            return
        points = _points(self.game)
        ends = [point.answers for point in points[1:]] + [self.last]
        steps = [
            (point.answers, ReplayState(point.state, tuple(self.game.answers[point.answers : end])))
            for point, end in zip(points, ends, strict=True)
            if any(not isinstance(one, tuple) for one in self.game.answers[point.answers : end])
        ]
        found: dict[int, Answer] = {}
        for part in play(partial(otherwise, self.folder), steps):
            found |= part
        self.known.instead = found

    def _measure(self, play: Play, progress: Progress) -> None:
        """Play the branches of every station and order that is not known."""
        known, over = self.known, self.game.over
        wanted = [number for number in (*sorted(self.levels), self.last) if number not in known.stations]
        if over and self.last in wanted:
            wanted.remove(self.last)
            known.stations[self.last] = worth_of(self.game.state) * known.branches
        orders = [number for number in sorted(known.instead or ()) if number not in known.orders]
        tasks = [Measure(number, position_at(self.game, number), NOW, known.branches) for number in wanted]
        instead = known.instead or {}
        for number in orders:
            place = position_at(self.game, number)
            tasks.append(Measure(number, place, self.game.answers[number], known.branches))
            tasks.append(Measure(number, place, instead[number], known.branches))
        measured: list[int] = []
        for worth in play(partial(measure, self.folder), tasks):
            measured.append(worth)
            done = len(measured)
            if done <= len(wanted):
                known.stations[wanted[done - 1]] = worth
            elif not (done - len(wanted)) % 2:
                known.orders[orders[(done - len(wanted)) // 2 - 1]] = (measured[-2], worth)
            progress(done, len(tasks))

    def _found(self) -> Reckoning:
        known = self.known
        stations = tuple(Station(number, known.stations[number]) for number in (*sorted(self.levels), self.last))
        instead = known.instead or {}
        orders = tuple(Order(number, *known.orders[number], instead[number]) for number in sorted(instead))
        return Reckoning(known.branches, self.game.over, stations, orders)


def position_at(game: Game, answers: int) -> ReplayState:
    """A game after so many of its answers."""
    point = next(one for one in reversed(_points(game)) if one.answers <= answers)
    return ReplayState(point.state, tuple(game.answers[point.answers : answers]))


def _points(game: Game) -> list[Checkpoint]:
    """The checkpoints of a game, the earliest of those at one answer: steps that ask for nothing leave several."""
    found: dict[int, Checkpoint] = {}
    for point in game.checkpoints:
        found.setdefault(point.answers, point)
    return list(found.values())


def worth_of(state: State) -> int:
    """The result of a game in half wins: a station kept is a patrol's win."""
    won = state.outcome == US_WIN or (state.outcome == RECORD and state.on_station)
    return WIN if won else DRAWN if state.outcome == DRAW else 0


# -- in the process ------------------------------------------------------------------


def otherwise(folder: str, step: tuple[int, ReplayState]) -> dict[int, Answer]:
    """Doctrine's answers in a step where others were given, by the answers before them.

    A plan that the captain in haste would have given is doctrine's as well: it is he who plays the branches.
    """
    first, position = step
    game = Game.of_replay_state(ReplayState(position.state, ()), tables_of(folder))
    haste, found = QuickCaptain(), {}
    for number, answer in enumerate(position.answers, first):
        choice = game.request
        if isinstance(choice, Choice):
            instead = choice.check(decide(game.play, choice))
            if answer not in (instead, choice.check(haste.choose(game))):
                found[number] = instead
        game.answer(answer)
    return found


def measure(folder: str, task: Measure) -> int:
    """The half wins of all branches of a position with an order."""
    game = Game.of_replay_state(task.position, tables_of(folder))
    order = None if task.order == NOW else task.order
    ends = (run_playout(game, order, number) for number in range(task.first, task.first + task.branches))
    return sum(WIN if end.won else DRAWN if end.drawn else 0 for end in ends)
