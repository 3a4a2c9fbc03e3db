"""Win probability over a game, split into dice and decisions.

At each sample point the same playouts are run to the end of the game by the quick doctrine captain; playout i uses the
same dice at every sample point (common random numbers). Where the player's decision differs from doctrine's, playouts
are run with both, and the difference is credited to the player's decisions; the rest of a segment is luck. All values
are whole numbers of half wins, a draw being one, and the last sample point of a finished game is its result, so that
start + luck + decisions equals the result exactly. Playouts do not know the game's own dice, so that luck averages zero
over many games.

A stage of a long campaign is analyzed as a separate game (``stage_game``): it is won if the stage is held.

Measurements are cached in the data folder, never in a save. A file is named after what was played: program version,
tables, first state and all answers. Without it everything is measured again.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from picket_duty import __version__
from picket_duty.analysis import segments
from picket_duty.analysis.playouts import is_won, run_playout
from picket_duty.analysis.segments import EVENT_GROUP, LEVELS, paths_of, source_starts, sources_of, starts_of
from picket_duty.analysis.statistics import Z95, wilson
from picket_duty.analysis.workers import tables_of, workers
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain, decide
from picket_duty.game import Checkpoint, Game, ReplayState
from picket_duty.odds.plan import is_same_order
from picket_duty.requests import Answer, Choice
from picket_duty.rules.campaign import stage_result
from picket_duty.saves import SaveError
from picket_duty.saves.files import win_probability_folder, write_cache
from picket_duty.state import CAMPAIGN, DRAW, PATROL, Stage, State
from picket_duty.text.chances import NOW

#: Half wins of a win and of a draw.
WIN, DRAWN = 2, 1
#: Playouts per sample point. A power of two keeps every probability exact in floating point.
MAX_PLAYOUTS, MIN_PLAYOUTS = 128, 16
#: Requests that the playouts of the first cut may take in all; longer games get fewer playouts.
BUDGET = 600_000
#: The most sample points of the first cut, which is of the finest level that needs no more; and the most added where
#: the source of luck changes.
MAX_POINTS = 60
#: A longer patrol is not analyzed: its playouts would take minutes.
MOST_DAYS = 7
#: Moments listed, and rounds of cutting them finer.
MOMENTS, ROUNDS = 5, 3
#: How many times as long as the first cut the finer cuts and the review take with it, as measured.
ALL_ROUNDS = 3
#: The smallest change of probability that makes a moment.
MIN_CHANGE = 0.02

#: Called with the number of tasks done and their total.
Progress = Callable[[int, int], None]


class SamplePoint(msgspec.Struct, frozen=True):
    """A point of a game after a number of ``answers``, and its value in half wins of all playouts."""

    answers: int
    value: int


class Deviation(msgspec.Struct, frozen=True):
    """A decision that differs from doctrine's, after a number of ``answers``.

    ``given`` and ``better`` are the half wins with it and with doctrine's, ``instead`` is doctrine's answer.
    ``squares`` is the sum of the squared differences between playouts with the same dice.
    """

    answers: int
    given: int
    better: int
    instead: Answer
    squares: int = 0

    @property
    def gain(self) -> int:
        """Half wins gained over doctrine's decision; negative if it was worse."""
        return self.given - self.better


class Segment(msgspec.Struct, frozen=True):
    """The part of a game between two sample points; ``luck`` and ``decisions`` in half wins.

    ``first`` and ``last`` count answers, ``after`` is the value at its end.
    """

    first: int
    last: int
    after: int
    luck: int
    decisions: int


#: What changed the win probability: the dice of a segment, or a decision.
Moment = Segment | Deviation


class WinProbability(msgspec.Struct, frozen=True):
    """The win probability over a game, in half wins of ``playouts`` playouts per sample point.

    ``over`` says that the last sample point is a result. ``stage`` is the number of the stage analyzed, 0 for a whole
    game.
    """

    playouts: int
    over: bool
    points: tuple[SamplePoint, ...]
    deviations: tuple[Deviation, ...]
    stage: int = 0

    @property
    def whole(self) -> int:
        """The value of a certain win in all playouts."""
        return WIN * self.playouts

    @property
    def start(self) -> int:
        """The value at the first sample point."""
        return self.points[0].value

    @property
    def end(self) -> int:
        """The value at the last sample point: the result of a finished game."""
        return self.points[-1].value

    @property
    def decisions(self) -> int:
        """Half wins gained by the player's decisions over doctrine's."""
        return sum(deviation.gain for deviation in self.deviations)

    @property
    def luck(self) -> int:
        """Half wins gained by the dice."""
        return sum(segment.luck for segment in self.segments())

    @property
    def orders_points(self) -> float:
        """The points that the player's decisions gained against doctrine's, with the same dice."""
        return 100 * self.chance(self.decisions)

    @property
    def orders_error(self) -> float:
        """The standard error of these points: that of all decisions together."""
        errors = (error_of(order.gain, order.squares, self.playouts) for order in self.deviations)
        return math.hypot(*errors)

    @property
    def margin(self) -> float:
        """Half-width of the 95 % confidence interval of a sample point, as a probability."""
        return margin_of(self.playouts)

    @property
    def end_margin(self) -> float:
        """Half-width of the wider confidence interval of the chances at the start and now; a result is certain."""
        values = (self.start,) if self.over else (self.start, self.end)
        intervals = (wilson(round(self.chance(value) * self.playouts), self.playouts) for value in values)
        return max((high - low) / 2 for low, high in intervals)

    @property
    def is_certain(self) -> bool:
        """Whether every playout from every sample point was won, or every one lost, and orders changed no point."""
        return {point.value for point in self.points} in ({0}, {self.whole}) and not round(self.orders_points)

    def chance(self, half_wins: float) -> float:
        """Half wins as a probability; exact for whole ones."""
        return half_wins / self.whole

    def segments(self) -> list[Segment]:
        """The segments between the sample points, in order."""
        segments = []
        for before, after in zip(self.points, self.points[1:], strict=False):
            numbers = range(before.answers, after.answers)
            decisions = sum(deviation.gain for deviation in self.deviations if deviation.answers in numbers)
            luck = after.value - before.value - decisions
            segments.append(Segment(before.answers, after.answers, after.value, luck, decisions))
        return segments

    def moments(self, most: int = MOMENTS, joined: Sequence[Segment] | None = None) -> list[Moment]:
        """The largest changes, by dice or by decisions, in the order of the game; of segments, those ``joined``."""
        every: list[Moment] = [*(self.segments() if joined is None else joined), *self.deviations]
        largest = sorted(every, key=lambda moment: (-abs(change_of(moment)), start_of(moment)))[:most]
        worth_listing = (moment for moment in largest if abs(change_of(moment)) >= MIN_CHANGE * self.whole)
        # An order comes before the dice that begin at the same answer: they are rolled after it.
        return sorted(worth_listing, key=lambda moment: (start_of(moment), isinstance(moment, Segment)))


def margin_of(playouts: int, chance: float = 0.5) -> float:
    """Half-width of the 95 % confidence interval of a probability from a number of playouts, widest at 0.5."""
    return Z95 * math.sqrt(max(0.0, chance * (1 - chance)) / playouts)


def change_of(moment: Moment) -> int:
    """The half wins that a moment gained."""
    return moment.luck if isinstance(moment, Segment) else moment.gain


def start_of(moment: Moment) -> int:
    """The number of answers before a moment."""
    return moment.first if isinstance(moment, Segment) else moment.answers


# -- the analysis ------------------------------------------------------------------


def has_curve(game: Game, stage: int = 0) -> bool:
    """Whether a game can be analyzed: not a long campaign but by its stages, and no patrol of more than MOST_DAYS."""
    setup = game.state.setup
    if setup.kind == CAMPAIGN:
        return bool(stage) or not game.tables.campaigns[setup.name].ships_sunk_draw
    return setup.kind != PATROL or 0 < setup.days <= MOST_DAYS


class Measurements(msgspec.Struct):
    """Results for a game by number of answers, as stored in the cache.

    ``points`` are values of sample points, ``deviations`` half wins (given, doctrine's) and their squared differences,
    ``doctrine`` doctrine's answers where they differ (None before the game was searched for them). ``reviewed`` are
    (given, doctrine's, playouts, squares) of reviewed decisions.
    """

    playouts: int = 0
    points: dict[int, int] = {}
    deviations: dict[int, tuple[int, int, int]] = {}
    doctrine: dict[int, Answer] | None = None
    reviewed: dict[int, tuple[int, int, int, int]] = {}


class PlayoutTask(msgspec.Struct, frozen=True):
    """Playouts to run from a point of the game with an order (NOW: none), from playout number ``first`` on."""

    answers: int
    state: ReplayState
    order: Answer
    playouts: int
    first: int = 0


class PairTask(msgspec.Struct, frozen=True):
    """The same playouts with both the player's order and doctrine's."""

    given: PlayoutTask
    better: PlayoutTask


def pair_at(game: Game, answers: int, instead: Answer, playouts: int, first: int = 0) -> PairTask:
    """The task for the decision after a number of answers, and doctrine's answer."""
    state, orders = state_after(game, answers), (game.answers[answers], instead)
    given, better = (PlayoutTask(answers, state, order, playouts, first) for order in orders)
    return PairTask(given, better)


def analyze_game(
    game: Game,
    jobs: int = 1,
    playouts: int = 0,
    folder: str = "",
    known: Measurements | None = None,
    progress: Progress | None = None,
    background: bool = False,
    stage: int = 0,
) -> WinProbability:
    """The win probability over a game that has its history. Raises WorkersLost.

    For a ``stage``, the game is that of ``stage_game``. ``playouts`` is rounded up to a power of two; 0 uses as many as
    the length of the game allows. ``folder`` is that of its tables. Results go into ``known``, and what is in it is not
    measured again. ``background`` uses processes of low priority.
    """
    analysis = _Analysis(game, folder, Measurements() if known is None else known, stage)
    with workers(jobs, background) as players:

        def run(function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterable[Any]:
            return players.each(function, tasks)

        return analysis.result(run, playouts, progress or (lambda done, total: None))


def estimated_seconds(game: Game, jobs: int, stage: int = 0) -> float:
    """About how long ``analyze_game`` and a review take on this machine, from the time of one doctrine game.

    The orders that differ from doctrine's are not known before, so that it may take twice or half as long.
    """
    analysis = _Analysis(game, "", Measurements(), stage)
    points = len(analysis.first_starts())
    started = time.perf_counter()
    length = analysis.length()
    per_request = (time.perf_counter() - started) / length
    playouts = max(MIN_PLAYOUTS, min(MAX_PLAYOUTS, BUDGET // max(1, points * length // 2)))
    return ALL_ROUNDS * playouts * points * length / 2 * per_request / max(1, jobs)


def known_analysis(game: Game, known: Measurements, stage: int = 0) -> WinProbability | None:
    """The win probability over a game from known measurements alone; None if any is missing."""
    if not known.playouts or not has_curve(game, stage):
        return None
    try:
        return _Analysis(game, "", known, stage).result(_run_nothing, 0, lambda done, total: None)
    except LookupError:
        return None


def _run_nothing(function: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterable[Any]:
    if tasks:
        raise LookupError("the chance of winning is not known yet")
    return ()


Run = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]


class _Analysis:
    """An analysis in progress: the sample points so far, denser where the probability changed most."""

    def __init__(self, game: Game, folder: str, known: Measurements, stage: int = 0) -> None:
        self.game = game
        self.folder = folder
        self.known = known
        self.stage = stage
        self.paths: list[segments.Path] = paths_of(game)
        self.last = len(game.answers)
        #: The level of the segment that starts at each sample point.
        self.levels: dict[int, int] = {}

    def result(self, run: Run, playouts: int, progress: Progress) -> WinProbability:
        """Sample the whole game at an affordable level, then its moments at finer levels."""
        self._find_deviations(run)
        level, starts = self._first_cut()
        changes = source_starts(sources_of(self.game))
        changes = changes if len(changes) <= MAX_POINTS else []
        self.levels = dict.fromkeys(sorted({*starts[:-1], *changes}), level)
        self._set_playouts(playouts, starts)
        self._measure(run, progress)
        for _ in range(ROUNDS):
            if not self._cut_finer():
                break
            self._measure(run, progress)
        return self._so_far()

    # -- sample points -----------------------------------------------------------

    def first_starts(self) -> list[int]:
        """The starts of the segments of the first cut."""
        return self._first_cut()[1]

    def _first_cut(self) -> tuple[int, list[int]]:
        """The level of the first segments, and their starts."""
        for level in reversed(LEVELS):
            starts = starts_of(self.paths, level, 0, self.last)
            if len(starts) <= MAX_POINTS:
                break
        return level, starts

    def _cut_finer(self) -> bool:
        """Cut the segments among the moments into finer ones; False if none can be cut."""
        so_far, cut = self._so_far(), False
        for segment in so_far.moments():
            if not isinstance(segment, Segment):
                continue
            level, starts = self.levels[segment.first], [segment.first, segment.last]
            while level < EVENT_GROUP and len(starts) == 2:
                level += 1
                starts = starts_of(self.paths, level, segment.first, segment.last)
            self.levels |= dict.fromkeys(starts[:-1], level)
            cut = cut or len(starts) > 2
        return cut

    def _set_playouts(self, wanted: int, starts: Sequence[int]) -> None:
        """Set the number of playouts: as requested, or as known already, or as the budget allows.

        A playout takes half the requests of a game on average.
        """
        if not wanted and self.known.playouts:
            return
        if not wanted:
            points = len(starts) + 2 * len(self.known.doctrine or ())
            wanted = max(MIN_PLAYOUTS, min(MAX_PLAYOUTS, BUDGET // max(1, points * self.length() // 2)))
            playouts = 1 << wanted.bit_length() - 1
        else:
            playouts = 1 << (wanted - 1).bit_length()
        if playouts != self.known.playouts:
            self.known.playouts = playouts
            self.known.points.clear()
            self.known.deviations.clear()
            self.known.reviewed.clear()

    def length(self) -> int:
        """The requests of a doctrine game from the same start; of a stage until it is held or lost."""
        trial = self.game.again_from(self.game.checkpoints[0], history=False)
        before = trial.requests
        play_out(trial, QuickCaptain(), lambda now: self.stage > 0 and stage_result(now.state, self.stage) is not None)
        return max(1, trial.requests - before)

    # -- measuring -----------------------------------------------------------------

    def _find_deviations(self, run: Run) -> None:
        if self.known.doctrine is not None:
            return
        checkpoints = _checkpoints(self.game)
        ends = [checkpoint.answers for checkpoint in checkpoints[1:]] + [self.last]
        steps = [
            (start.answers, ReplayState(start.state, tuple(self.game.answers[start.answers : end])))
            for start, end in zip(checkpoints, ends, strict=True)
            if any(not isinstance(answer, tuple) for answer in self.game.answers[start.answers : end])
        ]
        doctrine: dict[int, Answer] = {}
        for answers in run(partial(doctrine_answers, self.folder), steps):
            doctrine |= answers
        self.known.doctrine = doctrine

    def _measure(self, run: Run, progress: Progress) -> None:
        """Run the playouts of all sample points and deviations that are not known yet."""
        known, doctrine = self.known, self.known.doctrine or {}
        points = [number for number in (*sorted(self.levels), self.last) if number not in known.points]
        if self.last in points and (result := self._result()) is not None:
            points.remove(self.last)
            known.points[self.last] = result * known.playouts
        deviations = [number for number in sorted(doctrine) if number not in known.deviations]
        tasks: list[PlayoutTask | PairTask] = [
            PlayoutTask(number, state_after(self.game, number), NOW, known.playouts) for number in points
        ]
        tasks += [pair_at(self.game, number, doctrine[number], known.playouts) for number in deviations]
        for done, value in enumerate(run(partial(run_task_or_pair, self.folder), tasks), 1):
            if done <= len(points):
                known.points[points[done - 1]] = value
            else:
                known.deviations[deviations[done - len(points) - 1]] = value
            progress(done, len(tasks))

    def _result(self) -> int | None:
        """The half wins of the game if it is over, of the stage if it is held or lost; None before."""
        if not self.stage:
            return half_wins_of(self.game.state) if self.game.over else None
        held = stage_result(self.game.state, self.stage)
        return None if held is None else WIN * held

    def _so_far(self) -> WinProbability:
        known, doctrine = self.known, self.known.doctrine or {}
        points = tuple(SamplePoint(number, known.points[number]) for number in (*sorted(self.levels), self.last))
        deviations = (
            Deviation(number, given, better, doctrine[number], squares)
            for number in sorted(doctrine)
            for given, better, squares in (known.deviations[number],)
        )
        over = self._result() is not None
        return WinProbability(known.playouts, over, points, tuple(deviations), self.stage)


def state_after(game: Game, answers: int) -> ReplayState:
    """The state of a game after a number of its answers."""
    start = next(checkpoint for checkpoint in reversed(_checkpoints(game)) if checkpoint.answers <= answers)
    return ReplayState(start.state, tuple(game.answers[start.answers : answers]))


class _Stages(msgspec.Struct):
    """The part of a state that says which stages were judged."""

    stages: list[Stage]


_STAGES = msgspec.json.Decoder(_Stages)


def stage_game(game: Game, number: int) -> Game:
    """A stage of long campaign A as a separate game, from the judgment of the one before to its own.

    The game needs its history. ``base`` of the stage counts the answers before it.
    """

    def is_after(checkpoint: Checkpoint) -> bool:
        return number == 1 or _STAGES.decode(checkpoint.state).stages[number - 2].held is not None

    first = game.checkpoints[bisect_left(game.checkpoints, True, key=is_after)]
    stage = game.again_from(first)
    stage.base = game.base + first.answers
    for answer in game.answers[first.answers :]:
        if stage_result(stage.state, number) is not None:
            break
        stage.answer(answer)
    return stage


def _checkpoints(game: Game) -> list[Checkpoint]:
    """The checkpoints of a game, only the first one after each answer: steps without a request add more."""
    first: dict[int, Checkpoint] = {}
    for checkpoint in game.checkpoints:
        first.setdefault(checkpoint.answers, checkpoint)
    return list(first.values())


def half_wins_of(state: State) -> int:
    """The result of a finished game in half wins; a patrol counts as won if the station is kept."""
    return WIN if is_won(state) else DRAWN if state.outcome == DRAW else 0


# -- in the process ------------------------------------------------------------------


def doctrine_answers(folder: str, step: tuple[int, ReplayState]) -> dict[int, Answer]:
    """Doctrine's answers in a step where the player gave others, by number of answers.

    A plan of the quick doctrine captain counts as doctrine's too, since that captain runs the playouts.
    """
    first, state = step
    game = Game.of_replay_state(ReplayState(state.state, ()), tables_of(folder))
    quick, answers = QuickCaptain(), dict[int, Answer]()
    for number, answer in enumerate(state.answers, first):
        choice = game.request
        if isinstance(choice, Choice):
            doctrine = choice.check(decide(game.play, choice))
            own = doctrine, choice.check(quick.choose(game))
            if not any(is_same_order(game.play, choice, answer, order) for order in own):
                answers[number] = doctrine
        game.answer(answer)
    return answers


def run_task_or_pair(folder: str, task: PlayoutTask | PairTask) -> int | tuple[int, int, int]:
    """The result of a task of either kind."""
    return run_task(folder, task) if isinstance(task, PlayoutTask) else run_pair(folder, task)


def run_task(folder: str, task: PlayoutTask) -> int:
    """The half wins of all playouts of a task."""
    return sum(_half_wins(folder, task))


def run_pair(folder: str, task: PairTask) -> tuple[int, int, int]:
    """The half wins with each of two orders, and the sum of the squared differences of their playouts."""
    given, better = _half_wins(folder, task.given), _half_wins(folder, task.better)
    squares = sum((one - other) ** 2 for one, other in zip(given, better, strict=True))
    return sum(given), sum(better), squares


def _half_wins(folder: str, task: PlayoutTask) -> list[int]:
    game = Game.of_replay_state(task.state, tables_of(folder))
    order = None if task.order == NOW else task.order
    numbers = range(task.first, task.first + task.playouts)
    ends = (run_playout(game, order, number) for number in numbers)
    return [WIN if end.won else DRAWN if end.drawn else 0 for end in ends]


# -- the cache ---------------------------------------------------------------------------


#: The most games in the cache; the oldest files are deleted.
MAX_GAMES = 200
SUFFIX = ".json"


def key_of(game: Game, stage: int = 0) -> str:
    """A key of the game played: equal for equal answers with equal tables. The game needs its history."""
    said = [__version__, game.tables.digest, game.base, game.answers, *([stage] if stage else [])]
    played = msgspec.json.encode(said, order="deterministic")
    return hashlib.blake2b(played + game.checkpoints[0].state, digest_size=12).hexdigest()


def load_measurements(game: Game, stage: int = 0) -> Measurements:
    """The measurements of a game in the cache; empty if there are none or the file is damaged."""
    try:
        return msgspec.json.decode(_file(game, stage).read_bytes(), type=Measurements)
    except (OSError, SaveError, msgspec.DecodeError, ValueError, RecursionError):
        return Measurements()


def store_measurements(game: Game, known: Measurements, stage: int = 0) -> None:
    """Write measurements to the cache, if it can be written."""
    with contextlib.suppress(OSError, SaveError):
        target = _file(game, stage)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_cache(target, msgspec.json.encode(known))
        games = sorted(target.parent.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
        for path in games[:-MAX_GAMES]:
            path.unlink()


def _file(game: Game, stage: int) -> Path:
    return win_probability_folder() / f"{key_of(game, stage)}{SUFFIX}"


def error_of(gain: int, squares: int, playouts: int) -> float:
    """The standard error, in points, of a gain over paired playouts; ``squares`` is the sum of squares.

    It is at least that of one game: playouts that all agree do not make a figure certain.
    """
    mean = gain / playouts
    variance = max(0.0, squares / playouts - mean * mean)
    return 100 * max(math.sqrt(variance / max(1, playouts - 1)) / WIN, 1 / playouts)
