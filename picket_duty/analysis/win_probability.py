"""Win probability over a game, split into dice and decisions.

From each sample point, playouts are run to the end of the game by the quick doctrine captain;
playout i uses the same dice at every point and with every order (common random numbers). The curve
comes first: few playouts at few points, then more where it bends. The orders come after it: where
the player's decision differs from doctrine's, playouts are run with both, and the difference is
credited to the player's decisions; the rest of a segment is luck.

Results are strings of half wins by playout number, a draw being one. They grow by doubling, so that
every chance is exact in floating point and start + luck + decisions equals the result exactly; the
last sample point of a finished game is its result. Playouts do not know the game's own dice, so
that luck averages zero over many games.

A stage of a long campaign is analyzed as a separate game (``stage_game``): it is won if the stage
is held.

Measurements are cached in the data folder, never in a save. A file is named after what was played:
program version, tables, first state and all answers. Without it everything is measured again.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from picket_duty import __version__
from picket_duty.analysis import segments
from picket_duty.analysis.playouts import is_won, play_on, run_playout
from picket_duty.analysis.segments import EVENT_GROUP, PART, paths_of, sources_of, starts_of
from picket_duty.analysis.statistics import wilson
from picket_duty.analysis.workers import Run, tables_of, workers
from picket_duty.bounded import read_file
from picket_duty.captains.doctrine import QuickCaptain, decide
from picket_duty.captains.standing_orders import BY_OFFICERS
from picket_duty.checkpoints import Checkpoint
from picket_duty.game import Game, ReplayState
from picket_duty.odds.plan import is_same_order
from picket_duty.requests import Answer, Choice
from picket_duty.rules.campaign import stage_result
from picket_duty.saves import SaveError
from picket_duty.saves.files import write_cache
from picket_duty.saves.format import LARGEST_FILE
from picket_duty.saves.places import win_probability_folder
from picket_duty.state import CAMPAIGN, DRAW, PATROL, Stage, State
from picket_duty.text.chances import CLAIM, NOW

#: Half wins of a win and of a draw.
WIN = 2
DRAWN = 1
#: Playouts of the start of the curve of a scenario, or of a longer game, and wherever it bends;
#: twice as many at the ends of the steepest stretches; a quarter, but at least FEWEST, elsewhere.
MAX_PLAYOUTS = 128
MIN_PLAYOUTS = 32
FEWEST = 16
#: The most sample points of the first cut, and the most added where the source of luck changes.
MAX_POINTS = 60
#: A longer patrol is not analyzed: its playouts would take minutes.
MOST_DAYS = 7
#: Moments listed, and rounds of cutting them finer.
MOMENTS = 5
ROUNDS = 3
#: The smallest change of probability that makes a moment.
MIN_CHANGE = 0.02
#: Pairs of playouts of an order before the orders are compared, and orders measured at a time after
#: that.
FIRST_PAIRS = 64
AT_ONCE = 4
#: An order is decided if its standard error is below this probability, or its difference is SURE
#: standard errors. That is three rather than two for what is tested again and again, and for the
#: steepest of many stretches.
ENOUGH = 0.015
SURE = 3.0
#: Pairs with new dice for an order that stands out, for each pair that it stands out by.
FRESH = 2
#: Playouts of a task.
BLOCK = 16
#: Games played to estimate the time of others.
TRIALS = 4
#: Points with all playouts that come after the first cut, as measured.
FINER = 18


def share(results: str) -> float:
    """The probability of winning by the results of playouts, a draw being half a win; 0 without
    any.
    """
    half_wins = WIN * results.count(str(WIN)) + DRAWN * results.count(str(DRAWN))
    return half_wins / (WIN * max(1, len(results)))


def difference_error(one: str, other: str) -> float:
    """The standard error of the difference of two shares; 1 if either has no playouts.

    Playouts of the same number had the same dice. It is at least that of one game: playouts that
    all agree do not make a figure certain.
    """
    both = min(len(one), len(other))
    if not both:
        return 1.0
    middle = share(one)
    rest = share(other)
    common = sum(
        (int(mine) / WIN - middle) * (int(its) / WIN - rest)
        for mine, its in zip(one, other, strict=False)
    )
    covariance = common / max(1, both - 1) / max(len(one), len(other))
    variance = _variance(one) + _variance(other) - 2 * covariance
    return max(math.sqrt(max(0.0, variance)), 1 / both)


def _variance(results: str) -> float:
    """The variance of the share of some results."""
    middle = share(results)
    playouts = len(results)
    squares = sum(
        results.count(str(value)) * (value / WIN - middle) ** 2 for value in (0, DRAWN, WIN)
    )
    return squares / max(1, playouts - 1) / playouts


#: The results of playouts, by the number of answers after which they began.
PlayedAt = dict[int, str]


class SamplePoint(msgspec.Struct, frozen=True):
    """A point of a game after a number of ``answers``, and the results of its playouts."""

    answers: int
    results: str

    @property
    def chance(self) -> float:
        """The probability of winning."""
        return share(self.results)


class Deviation(msgspec.Struct, frozen=True):
    """A decision that differs from doctrine's, after a number of ``answers``.

    ``given`` and ``better`` are the results of playouts with it and with doctrine's, ``instead`` is
    doctrine's answer. An order whose first playouts stand out is played again with new dice, and
    only these count: the first ones were chosen because they stand out. ``confirmed`` is whether
    that has been done, None if it is not needed. ``by_officers`` is whether the officers made the
    decision, not the player.
    """

    answers: int
    given: str
    better: str
    instead: Answer
    confirmed: bool | None = None
    by_officers: bool = False

    @property
    def gain(self) -> float:
        """The probability gained over doctrine's decision; negative if it was worse."""
        return share(self.given) - share(self.better)

    @property
    def error(self) -> float:
        """The standard error of the gain."""
        return difference_error(self.given, self.better)

    @property
    def is_open(self) -> bool:
        """Whether it takes more playouts to say what the decision cost or gained."""
        if self.confirmed is not None:
            return not self.confirmed
        return self.error >= ENOUGH and abs(self.gain) <= SURE * self.error

    @property
    def is_clear(self) -> bool:
        """Whether it is decided, and the gain is outside its margin of error."""
        return not self.is_open and abs(self.gain) > CLAIM * self.error


class Segment(msgspec.Struct, frozen=True):
    """The part of a game between two sample points; ``decisions`` is the gain of those in it,
    ``errors`` its error.
    """

    begin: SamplePoint
    end: SamplePoint
    decisions: float = 0.0
    errors: float = 0.0

    @property
    def answers(self) -> int:
        """The number of answers at its begin."""
        return self.begin.answers

    @property
    def last(self) -> int:
        """The number of answers at its end."""
        return self.end.answers

    @property
    def gain(self) -> float:
        """The probability gained by dice: the luck."""
        return self.end.chance - self.begin.chance - self.decisions

    @property
    def error(self) -> float:
        """The standard error of the luck."""
        return math.hypot(difference_error(self.begin.results, self.end.results), self.errors)

    @property
    def margin(self) -> float:
        """The margin of error of the luck, for one of the steepest of many segments."""
        return SURE * self.error

    @property
    def is_clear(self) -> bool:
        """Whether the luck is outside its margin of error."""
        return abs(self.gain) > self.margin


def together(parts: Sequence[Segment]) -> Segment:
    """Adjacent segments as one."""
    decisions = sum(part.decisions for part in parts)
    errors = math.hypot(*(part.errors for part in parts))
    return Segment(parts[0].begin, parts[-1].end, decisions, errors)


def stretches(parts: Sequence[Segment]) -> list[Segment]:
    """Adjacent segments, with those joined that changed the chance only together: the steepest
    stretch of them.
    """
    joined = []
    for alone, group in groupby(parts, lambda part: part.is_clear):
        some = list(group)
        joined += some if alone else _steepest(some)
    return joined


#: The shortest stretch with this share of the largest change counts as the steepest.
STEEP = 2 / 3


def _steepest(parts: list[Segment]) -> list[Segment]:
    """Segments none of which is clear, with the steepest clear stretch joined if there is one."""
    sums = [0.0]
    for part in parts:
        sums.append(sums[-1] + part.gain)
    changes = {}
    for last in range(2, len(parts) + 1):
        for first in range(last - 1):
            changes[first, last] = abs(sums[last] - sums[first])
    least = STEEP * max(changes.values(), default=0.0)

    def length(ends: tuple[int, int]) -> tuple[int, float]:
        first, last = ends
        return parts[last - 1].last - parts[first].answers, -changes[ends]

    steep = [ends for ends, change in changes.items() if change >= least]
    for first, last in sorted(steep, key=length):
        whole = together(parts[first:last])
        if whole.is_clear:
            return [*_steepest(parts[:first]), whole, *_steepest(parts[last:])]
    return parts


#: What changed the win probability: the dice of a segment, or a decision.
Moment = Segment | Deviation
M = TypeVar("M", Segment, Moment)


class WinProbability(msgspec.Struct, frozen=True):
    """The win probability over a game; ``playouts`` is the number of playouts of the first sample
    point.

    ``over`` says that the last sample point is a result. ``stage`` is the number of the stage
    analyzed, 0 for a whole game. ``is_compared`` says that the orders were compared with
    doctrine's.
    """

    playouts: int
    over: bool
    points: tuple[SamplePoint, ...]
    deviations: tuple[Deviation, ...]
    stage: int = 0
    is_compared: bool = True

    @property
    def start(self) -> float:
        """The probability at the first sample point."""
        return self.points[0].chance

    @property
    def end(self) -> float:
        """The probability at the last sample point: the result of a finished game."""
        return self.points[-1].chance

    @property
    def decisions(self) -> float:
        """The probability gained by all decisions over doctrine's, with the same dice."""
        return sum((deviation.gain for deviation in self.deviations), 0.0)

    @property
    def own_orders(self) -> list[Deviation]:
        """The player's decisions that differ from doctrine's."""
        return [order for order in self.deviations if not order.by_officers]

    @property
    def officers_orders(self) -> list[Deviation]:
        """The decisions of the officers that differ from doctrine's."""
        return [order for order in self.deviations if order.by_officers]

    @property
    def luck(self) -> float:
        """The probability gained by the dice."""
        return sum((segment.gain for segment in self.segments()), 0.0)

    @property
    def orders_error(self) -> float:
        """The standard error of the gain of all decisions together."""
        return math.hypot(*(order.error for order in self.deviations))

    @property
    def open_orders(self) -> int:
        """How many of the player's decisions need more playouts."""
        return sum(order.is_open for order in self.own_orders)

    @property
    def is_split(self) -> bool:
        """Whether every order was played out, so that luck and orders are known apart."""
        return self.is_compared and all(order.given for order in self.deviations)

    @property
    def ranked(self) -> list[Deviation]:
        """The player's decisions judged so far: those that clearly changed the chance, the worst
        first, then the others.
        """
        judged = [order for order in self.own_orders if not order.is_open]
        return sorted(judged, key=lambda order: (not order.is_clear, order.gain, order.answers))

    @property
    def end_margin(self) -> float:
        """Half-width of the wider confidence interval of the chances at the start and now; a result
        is certain.
        """
        margins = []
        for point in self.points[:1] if self.over else (self.points[0], self.points[-1]):
            playouts = len(point.results)
            low, high = wilson(round(point.chance * playouts), playouts)
            margins.append((high - low) / 2)
        return max(margins)

    @property
    def is_certain(self) -> bool:
        """Whether every playout from every sample point was won, or every one lost, and orders
        changed no point.
        """
        return {point.chance for point in self.points} in ({0.0}, {1.0}) and not round(
            100 * self.decisions
        )

    def segments(self, playouts: int = 0) -> list[Segment]:
        """The segments between the sample points with at least so many ``playouts``, in order."""
        segments = []
        for begin, end in pairwise(
            point for point in self.points if len(point.results) >= playouts
        ):
            inner = [
                order for order in self.deviations if begin.answers <= order.answers < end.answers
            ]
            errors = math.hypot(*(order.error for order in inner))
            segments.append(Segment(begin, end, sum((order.gain for order in inner), 0.0), errors))
        return segments

    def moments(self, most: int = MOMENTS) -> list[Moment]:
        """The largest changes, by the dice of a stretch or by the player's decisions, in the order of
        the game.

        A stretch begins and ends at points with all playouts: of many points with few, some always
        stand out.
        """
        decided = [order for order in self.own_orders if not order.is_open]
        every: list[Moment] = [*stretches(self.segments(self.playouts)), *decided]
        # An order comes before the dice that begin at the same answer: they are rolled after it.
        return sorted(
            largest(every, most), key=lambda moment: (moment.answers, isinstance(moment, Segment))
        )


def largest(moments: Sequence[M], most: int = MOMENTS) -> list[M]:
    """The largest changes that are worth listing, the largest first."""
    ranked = sorted(moments, key=lambda moment: (-abs(moment.gain), moment.answers))[:most]
    return [moment for moment in ranked if abs(moment.gain) >= MIN_CHANGE]


# -- the analysis ------------------------------------------------------------------


def has_curve(game: Game, stage: int = 0) -> bool:
    """Whether a game can be analyzed: not a long campaign but by its stages, no patrol of more than
    MOST_DAYS, and none whose chances are hidden.
    """
    if game.hides_chances:
        return False
    setup = game.state.setup
    if setup.kind == CAMPAIGN:
        return bool(stage) or not game.tables.campaigns[setup.name].ships_sunk_draw
    return setup.kind != PATROL or 0 < setup.days <= MOST_DAYS


class Measurements(msgspec.Struct):
    """Results for a game by number of answers, as stored in the cache.

    ``points`` are the results of sample points, ``given`` and ``better`` those of orders;
    ``doctrine`` has doctrine's answers where they differ (None before the game was searched for
    them). ``playouts`` is the number of playouts of the first point, ``limit`` the most pairs of an
    order (0: no limit); ``curve`` says that the curve is complete.
    """

    playouts: int = 0
    limit: int = 0
    curve: bool = False
    points: PlayedAt = {}
    given: PlayedAt = {}
    better: PlayedAt = {}
    doctrine: dict[int, Answer] | None = None


class PlayoutTask(msgspec.Struct, frozen=True):
    """Playouts to run from a state with an order (NOW: none), from playout number ``first`` on."""

    state: ReplayState
    order: Answer
    playouts: int
    first: int = 0


class _Estimate(NamedTuple):
    """Results to bring to a number of playouts: after a number of answers, with an order."""

    results: PlayedAt
    answers: int
    order: Answer
    playouts: int


def known_analysis(game: Game, known: Measurements, stage: int = 0) -> WinProbability | None:
    """The win probability over a game from known measurements alone; None if the curve is not
    complete.

    Orders that are not known are open.
    """
    if not known.curve or not has_curve(game, stage):
        return None
    analysis = Analysis(game, "", known, stage)
    for _ in analysis.curve(lambda function, tasks: iter(())):
        pass
    if analysis.counts.keys() <= known.points.keys():
        return analysis.so_far()
    return None


def estimated_seconds(game: Game, jobs: int, stage: int = 0) -> float:
    """About how long the curve takes on this machine, from the time of some doctrine games."""
    analysis = Analysis(game, "", Measurements(), stage)
    analysis.set_playouts()
    started = time.perf_counter()
    start = game.again_from(game.checkpoints[0])
    for number in range(TRIALS):
        play_on(start, number)
    per_game = (time.perf_counter() - started) / TRIALS
    return analysis.expected(len(analysis.first_cut())) * per_game / 2 / max(1, jobs)


class Analysis:
    """An analysis in progress, which brings ``known`` results to the number of playouts that is
    needed.

    The game has its history; for a ``stage``, it is that of ``stage_game``. ``folder`` is that of
    its tables.
    """

    def __init__(self, game: Game, folder: str, known: Measurements, stage: int = 0) -> None:
        self.game = game
        self.folder = folder
        self.known = known
        self.stage = stage
        self.paths: list[segments.Path] = paths_of(game)
        self.last = len(game.answers)
        #: The number of playouts of each sample point.
        self.counts: dict[int, int] = {}
        #: The tasks done and all tasks of this part of the work.
        self.done = self.total = 0
        #: The playouts done, and about how many the curve takes, 0 before it begins.
        self.played = self.wanted = 0

    def run(
        self, jobs: int, playouts: int = 0, curve: bool = True, background: bool = False
    ) -> Iterator[None]:
        """Measure the curve and then the orders, with a stop after each result. Raises WorkersLost.

        ``playouts`` of a point, and the most of an order, are rounded up to a power of two; 0 uses
        those for the kind of game, and orders until they are decided. ``background`` uses processes
        of low priority.
        """
        self.set_playouts(playouts, curve)
        with workers(jobs, background) as run:
            if curve:
                yield from self.curve(run)
            yield from self.orders(run)

    def so_far(self) -> WinProbability:
        """What is known by now."""
        known = self.known
        doctrine = self.known.doctrine or {}
        points = (
            SamplePoint(number, _whole(known.points[number], self.counts[number]))
            for number in sorted(self.counts)
            if number in known.points
        )
        over = self._result() is not None
        orders = tuple(self._deviation(number) for number in sorted(doctrine))
        return WinProbability(
            known.playouts, over, tuple(points), orders, self.stage, known.doctrine is not None
        )

    def _deviation(self, answers: int) -> Deviation:
        known = self.known
        given, better = (part.get(answers, "") for part in (known.given, known.better))
        whole = len(_whole(given, len(better)))
        order = Deviation(
            answers=answers,
            given=given[:whole],
            better=better[:whole],
            instead=(known.doctrine or {})[answers],
            by_officers=self.game.deciders[answers] in BY_OFFICERS,
        )
        pairs = int(min(FIRST_PAIRS, known.limit or FIRST_PAIRS))
        while pairs <= whole:
            first = msgspec.structs.replace(
                order, given=given[:pairs], better=better[:pairs], confirmed=False
            )
            if ENOUGH <= first.error < abs(first.gain) / SURE:
                last = (1 + FRESH) * pairs
                if min(len(given), len(better)) < last:
                    return first
                return msgspec.structs.replace(
                    first, given=given[pairs:last], better=better[pairs:last], confirmed=True
                )
            pairs *= 2
        return order

    def _result(self) -> int | None:
        """The half wins of the game if it is over, of the stage if it is held or lost; None
        before.
        """
        if not self.stage:
            if self.game.over:
                return half_wins_of(self.game.state)
            return None
        held = stage_result(self.game.state, self.stage)
        return None if held is None else WIN * held

    # -- the curve ---------------------------------------------------------------

    def curve(self, run: Run) -> Iterator[None]:
        """Sample the whole game at an affordable level, then its steepest segments with more
        playouts and points.
        """
        most = self.known.playouts
        if (result := self._result()) is not None:
            self.known.points[self.last] = 2 * most * str(result)
        starts = self.first_cut()
        played = sum(map(len, self.known.points.values()))
        self.wanted = self.expected(len(starts)) - played
        self.counts = dict.fromkeys(starts, self.fewest) | {0: most, self.last: most}
        before: dict[int, int] = {}
        for _ in range(1 + ROUNDS):
            if before == self.counts:
                break
            before = dict(self.counts)
            yield from self._measure(run, self._points())
            self._cut_finer()
        self.counts = before
        self.known.curve = True

    @property
    def fewest(self) -> int:
        """The playouts of a point where the curve does not bend."""
        return min(self.known.playouts, max(FEWEST, self.known.playouts // 4))

    def expected(self, points: int) -> int:
        """About how many playouts the curve takes that begins with so many points."""
        return self.fewest * points + FINER * self.known.playouts

    def first_cut(self) -> list[int]:
        """The starts of event groups, or of parts if that is too many, and where the source of luck
        changes.
        """
        groups, parts = (
            starts_of(self.paths, level, 0, self.last) for level in (EVENT_GROUP, PART)
        )
        starts = groups if len(groups) <= MAX_POINTS else parts
        sources = sources_of(self.game)
        changes = [
            number for number in range(1, self.last) if sources[number] != sources[number - 1]
        ]
        every = -(-len(starts) // MAX_POINTS)
        return sorted(
            {*starts[::every], self.last, *(changes if len(changes) <= MAX_POINTS else [])}
        )

    def _cut_finer(self) -> None:
        """Cut the steepest segments into finer ones, and add playouts at the ends of those that are
        cut no finer.
        """
        parts = msgspec.structs.replace(self.so_far(), deviations=()).segments()
        for segment in largest(parts):
            self.counts |= dict.fromkeys((segment.answers, segment.last), self.known.playouts)
        for segment in largest(stretches(parts)):
            self.counts |= dict.fromkeys((segment.answers, segment.last), 2 * self.known.playouts)
        for segment in largest(parts):
            starts = starts_of(self.paths, PART, segment.answers, segment.last)
            if len(starts) == 2:
                starts = starts_of(self.paths, EVENT_GROUP, segment.answers, segment.last)
            self.counts = dict.fromkeys(starts, self.fewest) | self.counts

    def _points(self) -> list[_Estimate]:
        """The sample points, the ends first and then ever closer ones, so that the curve can be
        drawn as they come.
        """
        numbers = sorted(self.counts)
        # A place that a larger power of two divides comes earlier.
        places = sorted(
            range(len(numbers)), key=lambda place: place & -place or len(numbers), reverse=True
        )
        ordered = dict.fromkeys((numbers[-1], *(numbers[place] for place in places)))
        return [
            _Estimate(self.known.points, number, NOW, self.counts[number]) for number in ordered
        ]

    def set_playouts(self, wanted: int = 0, curve: bool = True) -> None:
        """Set the number of playouts: as requested, else by the kind of game, or more if they are
        known.

        Results with another number stay: a longer run continues them, a shorter one begins with
        them. A run without the curve only limits the orders.
        """
        known = self.known
        limit = 1 << (wanted - 1).bit_length() if wanted else 0
        usual = MAX_PLAYOUTS if self.game.state.scenario else MIN_PLAYOUTS
        playouts = limit if limit and curve else max(usual, known.playouts)
        if playouts != known.playouts:
            known.curve = False
        known.playouts = playouts
        known.limit = limit

    # -- the orders ----------------------------------------------------------------

    def orders(self, run: Run) -> Iterator[None]:
        """Measure every order a little, then those with the largest difference until each is
        decided.

        One that stands out is measured again, whatever the limit.
        """
        self._find_deviations(run)
        limit = self.known.limit or math.inf
        doctrine = sorted(self.known.doctrine or {})
        yield from self._measure(run, self._pairs(doctrine, int(min(FIRST_PAIRS, limit))))
        while True:
            orders = (self._deviation(number) for number in doctrine)
            undecided = [
                order
                for order in orders
                if order.is_open and (order.confirmed is not None or 2 * len(order.given) <= limit)
            ]
            if not undecided:
                return
            undecided.sort(key=lambda order: (-abs(order.gain), order.answers))
            more = (
                self._pairs(
                    [order.answers],
                    (2 if order.confirmed is None else 1 + FRESH) * len(order.given),
                )
                for order in undecided[:AT_ONCE]
            )
            yield from self._measure(run, [part for pair in more for part in pair])

    def _pairs(self, orders: Iterable[int], playouts: int) -> list[_Estimate]:
        known = self.known
        doctrine = self.known.doctrine or {}
        return [
            _Estimate(results, number, order, playouts)
            for number in orders
            for results, order in (
                (known.given, self.game.answers[number]),
                (known.better, doctrine[number]),
            )
        ]

    def _find_deviations(self, run: Run) -> None:
        if self.known.doctrine is not None:
            return
        checkpoints = _checkpoints(self.game)
        ends = [checkpoint.answers for checkpoint in checkpoints[1:]] + [self.last]
        steps = [
            (start.answers, ReplayState(start.state, tuple(self.game.answers[start.answers : end])))
            for start, end in zip(checkpoints, ends, strict=True)
            if any(
                not isinstance(answer, tuple) for answer in self.game.answers[start.answers : end]
            )
        ]
        doctrine: dict[int, Answer] = {}
        for answers in run(partial(doctrine_answers, self.folder), steps):
            doctrine |= answers
        self.known.doctrine = doctrine

    # -- playouts ------------------------------------------------------------------

    def _measure(self, run: Run, wanted: Sequence[_Estimate]) -> Iterator[None]:
        """Run the playouts that are not known yet, with a stop after each task."""
        tasks = []
        parts = []
        for part in wanted:
            firsts = range(len(part.results.get(part.answers, "")), part.playouts, BLOCK)
            if not firsts:
                continue
            state = state_after(self.game, part.answers)
            tasks += [
                PlayoutTask(state, part.order, min(BLOCK, part.playouts - first), first)
                for first in firsts
            ]
            parts += [part] * len(firsts)
        self.done = 0
        self.total = len(tasks)
        for part, results in zip(parts, run(partial(run_task, self.folder), tasks), strict=False):
            part.results[part.answers] = part.results.get(part.answers, "") + results
            self.done += 1
            self.played += len(results)
            yield


def _whole(results: str, most: int) -> str:
    """As many of the first results as are a power of two and at most ``most``."""
    playouts = min(len(results), most)
    if playouts:
        return results[: 1 << playouts.bit_length() - 1]
    return ""


def state_after(game: Game, answers: int) -> ReplayState:
    """The state of a game after a number of its answers."""
    start = next(
        checkpoint for checkpoint in reversed(_checkpoints(game)) if checkpoint.answers <= answers
    )
    return ReplayState(start.state, tuple(game.answers[start.answers : answers]))


class _Stages(msgspec.Struct):
    """The part of a state that says which stages were judged."""

    stages: list[Stage]


def stage_game(game: Game, number: int) -> Game:
    """A stage of long campaign A as a separate game, from the judgment of the one before to its
    own.

    The game needs its history. ``base`` of the stage counts the answers before it.
    """

    def is_after(checkpoint: Checkpoint) -> bool:
        return (
            number == 1
            or msgspec.json.decode(checkpoint.state, type=_Stages).stages[number - 2].held
            is not None
        )

    first = game.checkpoints[bisect_left(game.checkpoints, True, key=is_after)]
    stage = game.again_from(first)
    stage.base = game.base + first.answers
    later = slice(first.answers, None)
    for answer, decider in zip(game.answers[later], game.deciders[later], strict=True):
        if stage_result(stage.state, number) is not None:
            break
        stage.answer(answer, decider)
    return stage


def _checkpoints(game: Game) -> list[Checkpoint]:
    """The checkpoints of a game, only the first one after each answer: steps without a request add
    more.
    """
    first: dict[int, Checkpoint] = {}
    for checkpoint in game.checkpoints:
        first.setdefault(checkpoint.answers, checkpoint)
    return list(first.values())


def half_wins_of(state: State) -> int:
    """The result of a finished game in half wins; a patrol counts as won if the station is kept."""
    if is_won(state):
        return WIN
    if state.outcome == DRAW:
        return DRAWN
    return 0


# -- in the process ------------------------------------------------------------------


def doctrine_answers(folder: str, step: tuple[int, ReplayState]) -> dict[int, Answer]:
    """Doctrine's answers in a step where the player gave others, by number of answers.

    A plan of the quick doctrine captain counts as doctrine's too, since that captain runs the
    playouts.
    """
    first, state = step
    game = Game.of_replay_state(ReplayState(state.state, ()), tables_of(folder))
    quick = QuickCaptain()
    answers = dict[int, Answer]()
    for number, answer in enumerate(state.answers, first):
        choice = game.request
        if isinstance(choice, Choice):
            doctrine = choice.check(decide(game.play, choice))
            own = doctrine, choice.check(quick.choose(game))
            if not any(is_same_order(game.play, choice, answer, order) for order in own):
                answers[number] = doctrine
        game.answer(answer)
    return answers


def run_task(folder: str, task: PlayoutTask) -> str:
    """The results of the playouts of a task."""
    game = Game.of_replay_state(task.state, tables_of(folder))
    order = None if task.order == NOW else task.order
    ends = (
        run_playout(game, order, number) for number in range(task.first, task.first + task.playouts)
    )
    return "".join(str(WIN if end.won else DRAWN if end.drawn else 0) for end in ends)


# -- the cache ---------------------------------------------------------------------------


#: The most games in the cache; the oldest files are deleted.
MAX_GAMES = 200
SUFFIX = ".json"


def key_of(game: Game, stage: int = 0) -> str:
    """A key of the game played: equal for equal answers with equal tables. The game needs its
    history.
    """
    said = [__version__, game.tables.digest, game.base, game.answers, *([stage] if stage else [])]
    played = msgspec.json.encode(said, order="deterministic")
    return hashlib.blake2b(played + game.checkpoints[0].state, digest_size=12).hexdigest()


def load_measurements(game: Game, stage: int = 0) -> Measurements:
    """The measurements of a game in the cache; empty if there are none or the file is damaged."""
    try:
        return msgspec.json.decode(read_file(_file(game, stage), LARGEST_FILE), type=Measurements)
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
