"""The analysis of a game: its win probability, measured by playouts.

From each sample point, playouts are run to the end of the game by the quick doctrine captain;
playout i uses the same dice at every point and with every order (common random numbers). Playouts
do not know the game's own dice, so that luck averages zero over many games.

The curve comes first: few playouts at few points, then more where it bends. The orders come after
it: where a decision differs from doctrine's, playouts are run with both. Numbers of playouts grow
by doubling, as ``win_probability`` needs them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from picket_duty.analysis import segments
from picket_duty.analysis.half_wins import WIN, half_wins_of
from picket_duty.analysis.measurements import Measurements, PlayedAt
from picket_duty.analysis.playout_tasks import (
    PlayoutTask,
    checkpoints_by_answers,
    doctrine_answers,
    run_task,
    state_after,
)
from picket_duty.analysis.playouts import play_on
from picket_duty.analysis.segments import EVENT_GROUP, PART, paths_of, sources_of, starts_of
from picket_duty.analysis.win_probability import (
    Deviation,
    SamplePoint,
    WinProbability,
    largest,
    stretches,
)
from picket_duty.analysis.workers import Run, workers
from picket_duty.captains.deciders import BY_OFFICERS
from picket_duty.game import Game, ReplayState
from picket_duty.requests import Answer
from picket_duty.rules.campaign import stage_result
from picket_duty.state import CAMPAIGN, PATROL
from picket_duty.text.chances import NOW

#: Playouts of a point at the start of the curve and wherever it bends: in a scenario, and in a
#: longer game. The ends of the steepest stretches have twice as many, all other points a quarter of
#: them, but at least FEWEST.
SCENARIO_PLAYOUTS = 128
LONG_PLAYOUTS = 32
FEWEST = 16
#: The most sample points of the first cut, and the most added where the source of luck changes.
MAX_POINTS = 60
#: A longer patrol is not analyzed: its playouts would take minutes.
MOST_DAYS = 7
#: Rounds of cutting the steepest segments finer.
ROUNDS = 3
#: Pairs of playouts of an order before the orders are compared, and orders measured at a time after
#: that.
FIRST_PAIRS = 64
AT_ONCE = 4
#: Pairs with new dice for an order that stands out, for each pair that it stands out by.
FRESH = 2
#: Playouts of a task.
BLOCK = 16
#: Games played to estimate the time of others.
TRIALS = 4
#: About how many points get all playouts after the first cut, as measured in many games.
FINER = 18


def has_curve(game: Game, stage: int = 0) -> bool:
    """Whether a game can be analyzed. A long campaign can only be analyzed by its stages. A patrol
    of more than MOST_DAYS cannot be analyzed, nor a game whose chances are hidden.
    """
    if game.hides_chances:
        return False
    setup = game.state.setup
    if setup.kind == CAMPAIGN:
        # The long campaigns are those that are drawn if many ships are sunk.
        return bool(stage) or not game.tables.campaigns[setup.name].ships_sunk_draw
    return setup.kind != PATROL or 0 < setup.days <= MOST_DAYS


class _Estimate(NamedTuple):
    """A chance to be measured: that of an ``order`` after a number of ``answers``. ``results`` has
    its results so far under that number; ``playouts`` is how many there should be.
    """

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
    analysis = Analysis(game, folder="", known=known, stage=stage)
    # A runner that runs nothing. The curve then cuts the game by the known results, at the same
    # sample points as when these were measured. A point without results is a new one.
    for _ in analysis.curve(lambda function, tasks: iter(())):
        pass
    if analysis.counts.keys() <= known.points.keys():
        return analysis.so_far()
    return None


def estimated_seconds(game: Game, jobs: int, stage: int = 0) -> float:
    """About how long the curve takes on this machine, from the time of some doctrine games."""
    analysis = Analysis(game, folder="", known=Measurements(), stage=stage)
    analysis.set_playouts()
    started = time.perf_counter()
    start = game.again_from(game.checkpoints[0])
    for number in range(TRIALS):
        play_on(start, number)
    per_game = (time.perf_counter() - started) / TRIALS
    # On average, a playout begins in the middle of the game.
    per_playout = per_game / 2
    return analysis.expected(len(analysis.first_cut())) * per_playout / max(1, jobs)


class Analysis:
    """An analysis in progress, which brings ``known`` results to the number of playouts that is
    needed.

    The game needs its history. If a ``stage`` is analyzed, the game is that of ``stage_game``; it
    is won if the stage is held. ``folder`` is the folder of the game's tables.
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
        self.done = 0
        self.total = 0
        #: The playouts done, and about how many the curve takes, 0 before it begins.
        self.played = 0
        self.wanted = 0

    def run(
        self, jobs: int, playouts: int = 0, curve: bool = True, background: bool = False
    ) -> Iterator[None]:
        """Measure the curve and then the orders, with a stop after each result. Raises WorkersLost.

        ``playouts`` is the number of playouts of a point and the most of an order, rounded up to a
        power of two. If it is 0, the kind of game sets the number, and orders are played until they
        are decided. ``background`` uses processes of low priority.
        """
        self.set_playouts(playouts, curve)
        with workers(jobs, background) as run:
            if curve:
                yield from self.curve(run)
            yield from self.orders(run)

    def so_far(self) -> WinProbability:
        """What is known by now."""
        known = self.known
        points = (
            SamplePoint(number, _whole(known.points[number], self.counts[number]))
            for number in sorted(self.counts)
            if number in known.points
        )
        return WinProbability(
            playouts=known.playouts,
            over=self._result() is not None,
            points=tuple(points),
            deviations=tuple(self._deviation(number) for number in sorted(known.doctrine or {})),
            stage=self.stage,
            is_compared=known.doctrine is not None,
        )

    def _deviation(self, answers: int) -> Deviation:
        """What is known of an order: its first pairs of playouts, or those with new dice if the
        first ones stand out.

        ``confirmed`` is None as long as none stand out, False while pairs with new dice are
        missing, and True when only these count.
        """
        known = self.known
        given = known.given.get(answers, "")
        better = known.better.get(answers, "")
        pairs_played = len(_whole(given, len(better)))
        order = Deviation(
            answers=answers,
            given=given[:pairs_played],
            better=better[:pairs_played],
            instead=(known.doctrine or {})[answers],
            by_officers=self.game.deciders[answers] in BY_OFFICERS,
        )
        # An order is judged after its first pairs and whenever these have doubled. The judgment at
        # which it first stands out counts, so that more playouts do not change it.
        pairs = int(min(FIRST_PAIRS, known.limit or FIRST_PAIRS))
        while pairs <= pairs_played:
            first = msgspec.structs.replace(
                order, given=given[:pairs], better=better[:pairs], confirmed=False
            )
            if first.stands_out:
                # The pairs with new dice follow those that stand out.
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
        result = self._result()
        if result is not None:
            # The end of a finished game is certain: the same result for as many playouts as a point
            # may have.
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
        # The last cut was not measured any more.
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
        starts = starts_of(self.paths, EVENT_GROUP, first=0, last=self.last)
        if len(starts) > MAX_POINTS:
            starts = starts_of(self.paths, PART, first=0, last=self.last)
        sources = sources_of(self.game)
        changes = [
            number for number in range(1, self.last) if sources[number] != sources[number - 1]
        ]
        if len(changes) > MAX_POINTS:
            changes = []
        # Of too many parts, only every so many.
        step = math.ceil(len(starts) / MAX_POINTS)
        return sorted({*starts[::step], *changes, self.last})

    def _cut_finer(self) -> None:
        """Give the ends of the steepest segments all playouts, and those of the steepest stretches
        twice as many; then add points within the steepest segments, with few playouts.
        """
        # Without the orders, the gain of a segment is the whole change of the curve.
        parts = msgspec.structs.replace(self.so_far(), deviations=()).segments()
        for segment in largest(parts):
            self.counts |= dict.fromkeys((segment.answers, segment.last), self.known.playouts)
        for segment in largest(stretches(parts)):
            self.counts |= dict.fromkeys((segment.answers, segment.last), 2 * self.known.playouts)
        for segment in largest(parts):
            starts = starts_of(self.paths, PART, first=segment.answers, last=segment.last)
            # Only both ends: no part begins between them.
            if len(starts) == 2:
                starts = starts_of(
                    self.paths, EVENT_GROUP, first=segment.answers, last=segment.last
                )
            # Points that are there already keep their numbers.
            self.counts = dict.fromkeys(starts, self.fewest) | self.counts

    def _points(self) -> list[_Estimate]:
        """The sample points, the ends first and then ever closer ones, so that the curve can be
        drawn as they come.
        """
        numbers = sorted(self.counts)
        places = sorted(range(len(numbers)), key=_power_of_two_in, reverse=True)
        ordered = dict.fromkeys((numbers[-1], numbers[0], *(numbers[place] for place in places)))
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
        # The next power of two.
        limit = 1 << (wanted - 1).bit_length() if wanted else 0
        usual = SCENARIO_PLAYOUTS if self.game.state.scenario else LONG_PLAYOUTS
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
        if self.known.doctrine is None:
            self.known.doctrine = self._find_deviations(run)
        first_pairs = min(FIRST_PAIRS, self.known.limit or FIRST_PAIRS)
        wanted: list[_Estimate] = []
        for number in sorted(self.known.doctrine):
            wanted += self._pair(number, first_pairs)
        yield from self._measure(run, wanted)
        while undecided := self._undecided():
            wanted = []
            for order in undecided[:AT_ONCE]:
                # Twice the pairs so far; or, for an order that stands out, the pairs with new dice.
                times = 2 if order.confirmed is None else 1 + FRESH
                wanted += self._pair(order.answers, times * len(order.given))
            yield from self._measure(run, wanted)

    def _undecided(self) -> list[Deviation]:
        """The orders to be played more often, the largest difference first."""
        limit = self.known.limit or math.inf
        orders = map(self._deviation, sorted(self.known.doctrine or {}))
        undecided = [
            order
            for order in orders
            if order.is_open and (order.confirmed is not None or 2 * len(order.given) <= limit)
        ]
        return sorted(undecided, key=lambda order: (-abs(order.gain), order.answers))

    def _pair(self, number: int, playouts: int) -> tuple[_Estimate, _Estimate]:
        """The order given after a number of answers and doctrine's instead, to be played so many
        times.
        """
        known = self.known
        doctrine = known.doctrine or {}
        return (
            _Estimate(known.given, number, self.game.answers[number], playouts),
            _Estimate(known.better, number, doctrine[number], playouts),
        )

    def _find_deviations(self, run: Run) -> dict[int, Answer]:
        """Doctrine's orders where those given differ, by number of answers."""
        checkpoints = checkpoints_by_answers(self.game)
        ends = [*(checkpoint.answers for checkpoint in checkpoints[1:]), self.last]
        steps = []
        for start, end in zip(checkpoints, ends, strict=True):
            answers = tuple(self.game.answers[start.answers : end])
            # Dice are tuples; a step with dice alone has no order.
            if any(not isinstance(answer, tuple) for answer in answers):
                steps.append((start.answers, ReplayState(start.state, answers)))
        doctrine: dict[int, Answer] = {}
        for found in run(partial(doctrine_answers, self.folder), steps):
            doctrine |= found
        return doctrine

    # -- playouts ------------------------------------------------------------------

    def _measure(self, run: Run, wanted: Sequence[_Estimate]) -> Iterator[None]:
        """Run the playouts that are not known yet, with a stop after each task."""
        tasks = []
        estimates = []
        for estimate in wanted:
            known = len(estimate.results.get(estimate.answers, ""))
            if known >= estimate.playouts:
                continue
            state = state_after(self.game, estimate.answers)
            for first in range(known, estimate.playouts, BLOCK):
                playouts = min(BLOCK, estimate.playouts - first)
                tasks.append(PlayoutTask(state, estimate.order, playouts, first))
                estimates.append(estimate)
        self.done = 0
        self.total = len(tasks)
        results_of_tasks = run(partial(run_task, self.folder), tasks)
        # Not strict: the runner of ``known_analysis`` has no results.
        for estimate, results in zip(estimates, results_of_tasks, strict=False):
            before = estimate.results.get(estimate.answers, "")
            estimate.results[estimate.answers] = before + results
            self.done += 1
            self.played += len(results)
            yield


def _power_of_two_in(place: int) -> int:
    """The largest power of two that divides a place; 0 for place 0. With the largest powers first,
    the places are ever closer to each other.
    """
    return place & -place


def _whole(results: str, most: int) -> str:
    """The first results, as many as the largest power of two that is at most ``most``."""
    playouts = min(len(results), most)
    if playouts:
        return results[: 1 << playouts.bit_length() - 1]
    return ""
