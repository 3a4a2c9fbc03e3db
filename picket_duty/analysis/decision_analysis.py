"""Chances of winning with each order of a decision, estimated by background processes while the player thinks.

A ``DecisionAnalyzer`` keeps the processes and works on one decision at a time; the ``DecisionAnalysis`` it returns can
be read at any time without waiting. The figures do not depend on the number of processes.

``recommend`` chooses the recommended order. The screen, plain mode, ``odds --win`` and its JSON all use it, so that
none of them recommends one order and shows a better chance beside another.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from picket_duty.analysis import playouts
from picket_duty.analysis.statistics import Interval
from picket_duty.analysis.workers import WorkerJob, WorkerPool, cores, tables_of
from picket_duty.captains.doctrine import decide
from picket_duty.game import Game, ReplayState
from picket_duty.odds.plan import is_same_order
from picket_duty.requests import ONE, Answer, Choice
from picket_duty.rules.campaign import stage_at_stake
from picket_duty.state import CAMPAIGN
from picket_duty.text.chances import (
    AFLOAT,
    ALIKE,
    BETTER,
    CLOSE,
    DRAWN,
    HALF_A_POINT,
    STAFF,
    WIN,
    YOURS,
    Chance,
    Recommendation,
    has_enough,
)

#: Playouts, and standard errors of the difference, needed to prefer another order to doctrine's. Three rather than two
#: standard errors, since the figures are tested again and again and the other order is the best of several.
MIN_PLAYOUTS, MIN_ERRORS = 128, 3.0
#: Below this probability of winning the station counts as lost, and orders are compared by the ship's survival.
HARDLY = 0.02
#: Two orders are alike if the confidence interval of their difference is within this probability.
ALIKE_WITHIN = 0.04


def recommend(game: Game, orders: Mapping[str, Answer], ends: playouts.Ends) -> Recommendation | None:
    """The recommendation for the decision that a game waits for, from the playouts so far of its ``orders``.

    It is doctrine's order unless another is better by MIN_ERRORS standard errors. None without playouts, or if the
    game waits for dice.
    """
    choice = game.request
    played = {name: ends[name] for name in orders if ends.get(name)}
    if not isinstance(choice, Choice) or not played:
        return None
    chances = {name: playouts.chance_of(played[name].values()) for name in played}
    if choice.kind == ONE:
        doctrine = str(decide(game.play, choice))
    else:
        agreed = YOURS in orders and is_same_order(game.play, choice, orders[YOURS], orders[STAFF])
        doctrine = YOURS if agreed else STAFF
    if doctrine not in played:
        return None
    stage = stage_at_stake(game.state)
    measure = measure_of(game, chances)
    others = _others(game, choice, played, orders, doctrine)
    order = doctrine
    if others:
        best = _best_by(measure, played, others)
        low, _ = playouts.paired(played[best], played[doctrine], measure, MIN_ERRORS, MIN_PLAYOUTS)
        order = best if low > 0.0 else doctrine
    others, rival, standing = _others(game, choice, played, orders, order), "", ALIKE
    if others:
        rival = _best_by(measure, played, others)
        low, high = playouts.paired(played[order], played[rival], measure, least=MIN_PLAYOUTS)
        alike = low >= -ALIKE_WITHIN and high <= ALIKE_WITHIN
        standing = BETTER if low > 0.0 else ALIKE if alike else CLOSE
    return Recommendation(order, doctrine, rival, standing, measure, chances, stage)


def _others(game: Game, choice: Choice, names: Iterable[str], orders: Mapping[str, Answer], order: str) -> list[str]:
    """The names of the orders that differ from one of them: in a plan, equal guns may be exchanged."""
    return [name for name in names if not is_same_order(game.play, choice, orders[name], orders[order])]


def measure_of(game: Game, chances: Mapping[str, Chance]) -> str:
    """How orders are compared: by wins (stages held); if hardly any order wins, by the ship afloat, or by draws."""
    hardly = has_enough(chances) and all(chance.chance < HARDLY for chance in chances.values())
    if hardly and game.state.setup.kind != CAMPAIGN:
        return AFLOAT
    possible = 1.0 if game.state.forced else HALF_A_POINT
    if any(chance.chance or chance.high >= possible for chance in chances.values()):
        return WIN
    if game.state.scenario:
        return AFLOAT
    return DRAWN if any(chance.draw for chance in chances.values()) else WIN


def _best_by(measure: str, ends: playouts.Ends, names: Iterable[str]) -> str:
    value = playouts.MEASURES[measure]
    return max(names, key=lambda name: sum(value(end) for end in ends[name].values()) / len(ends[name]))


#: Background processes for one player; more would heat the machine for little gain.
MAX_PROCESSES = 4
#: How often a killed process is replaced before the analyzer continues without it.
MAX_LOSSES = 8
#: Seconds spent on one decision: a long campaign is not played to the end a thousand times.
TIME_LIMIT = 20.0

#: A playout as reported by a process: order, number, and won, drawn and ships lost.
Report = tuple[str, int, tuple[bool, bool, int]]


class DecisionAnalysis:
    """The playouts of one decision. They grow until ``done``, or until another decision is analyzed."""

    def __init__(
        self,
        analyzer: DecisionAnalyzer,
        game: Game,
        orders: dict[str, Answer],
        most: int,
        time_limit: float,
        held: int | None = None,
    ) -> None:
        self._analyzer = analyzer
        self.state = game.replay_state
        self.tables = game.tables
        self.orders = orders
        #: The fighters held back with the aims of a fire plan, None without aims.
        self.held = held
        self.most = most
        self.time_limit = time_limit
        self.ends = {name: analyzer.ends_of(self.state, order) for name, order in orders.items()}

    def figures(self) -> dict[str, Chance]:
        """The chance of each order that has been played so far. Never waits."""
        self._analyzer.poll()
        return {name: playouts.chance_of(ends.values()) for name, ends in self.ends.items() if ends}

    def behind(self) -> dict[str, Interval]:
        """The 95 % confidence interval of the win probability that each order gives up compared with the best one."""
        return playouts.behind_best({name: ends for name, ends in self.ends.items() if ends})

    def recommendation(self, game: Game) -> Recommendation | None:
        """The recommendation so far for the decision that ``game`` waits for."""
        return recommend(game, self.orders, self.ends)

    def differs(self, measure: str) -> bool:
        """Whether an order is worse than the best one by more than MIN_ERRORS standard errors of their difference."""
        best = self.ends[_best_by(measure, self.ends, self.ends)]
        losses = (playouts.paired(best, ends, measure, MIN_ERRORS, MIN_PLAYOUTS)[0] for ends in self.ends.values())
        return any(loss > 0.0 for loss in losses)

    @property
    def done(self) -> bool:
        """Whether all playouts have been counted."""
        return all(len(ends) >= self.most for ends in self.ends.values())

    def counted(self, name: str) -> int:
        """The number of an order's playouts counted from the first one without a gap."""
        ends = self.ends[name]
        return next(number for number in range(len(ends) + 1) if number not in ends)

    @property
    def working(self) -> bool:
        """Whether more playouts will come in by themselves."""
        return not self.done and self._analyzer.works_on(self)

    def stop(self) -> None:
        """Stop working on the decision; the figures stay."""
        self._analyzer.stop(self)

    def wait(self) -> bool:
        """Wait for more playouts; False if none will come in by themselves."""
        return not self.done and self._analyzer.wait(self)

    def finish(self) -> dict[str, Chance]:
        """The figures of all playouts. Waits for the processes and runs in this one what they did not."""
        while self.wait():
            pass
        if not self.done:
            game = Game.of_replay_state(self.state, self.tables)
            for number in range(self.most):
                for name, order in self.orders.items():
                    if number not in self.ends[name]:
                        self.ends[name][number] = playouts.run_playout(game, order, number)
        return self.figures()


class DecisionAnalyzer:
    """The background processes of one player. A new decision replaces the one before."""

    def __init__(self, processes: int = 0) -> None:
        """``processes`` is the number of processes, 0 for one per processor; they are started when needed."""
        self.pool = WorkerPool(min(MAX_PROCESSES, processes or cores()), background=True, restarts=MAX_LOSSES)
        self._jobs: list[WorkerJob[Report]] = []
        self._open: DecisionAnalysis | None = None
        self._state: ReplayState | None = None
        self._known: dict[bytes, dict[int, playouts.End]] = {}
        #: Held while the pool is used: a screen starts processes in a thread and polls them in its own.
        self._lock = threading.RLock()

    def prepare(self) -> None:
        """Start the processes, so that the first decision need not wait for them."""
        with self._lock:
            for _ in range(self.pool.size - self.pool.started):
                self.pool.submit(_load)

    def start(
        self,
        game: Game,
        yours: Answer | None = None,
        most: int = playouts.MAX_PLAYOUTS,
        time_limit: float = TIME_LIMIT,
        held: int | None = None,
    ) -> DecisionAnalysis:
        """Start work on the decision a game waits for. Returns at once.

        ``yours`` is the player's plan or assignment as it stands; the orders compared are those of ``orders_of``, with
        every aim of a fire plan if ``held`` is the number of fighters held back. A
        finished game has none and is done. Raises Illegal for an illegal plan and for a game without history.
        """
        self.poll()
        analysis = DecisionAnalysis(self, game, playouts.orders_of(game, yours, held), most, time_limit, held)
        self._cancel()
        self._open = analysis
        folder = str(analysis.tables.layer or "")
        counted = {name: analysis.counted(name) for name in analysis.orders}
        arguments = analysis.state, folder, analysis.orders, counted
        with self._lock:
            for first in range(self.pool.size) if analysis.orders else ():
                numbers = range(first, most, self.pool.size)
                self._jobs.append(self.pool.submit(run_playouts, *arguments, numbers, time_limit))
        return analysis

    def ends_of(self, state: ReplayState, order: Answer) -> dict[int, playouts.End]:
        """The known playouts of an order by number; those of an earlier analysis of the same decision are kept."""
        if state != self._state:
            self._state, self._known = state, {}
        return self._known.setdefault(msgspec.json.encode(order, order="deterministic"), {})

    def stop(self, analysis: DecisionAnalysis) -> None:
        """Stop work on a decision, if it is the current one."""
        if self._open is analysis:
            self.poll()
            self._cancel()

    def close(self) -> None:
        """End the processes; the analyzer can still be used again."""
        with self._lock:
            self._open, self._jobs = None, []
            self.pool.close()

    def poll(self) -> None:
        """Count the playouts reported so far. Never waits."""
        with self._lock:
            self.pool.poll()
        self._count()

    def works_on(self, analysis: DecisionAnalysis) -> bool:
        """Whether any process works on a decision."""
        return self._open is analysis and self.pool.working

    def wait(self, analysis: DecisionAnalysis) -> bool:
        """Wait for playouts and count them; False if no process works on the decision."""
        if not self.works_on(analysis):
            return False
        self.pool.wait()
        self._count()
        return True

    def _count(self) -> None:
        for job in self._jobs:
            for name, number, end in job.take():
                if self._open is not None:
                    self._open.ends[name][number] = playouts.End(*end)

    def _cancel(self) -> None:
        with self._lock:
            self._open, self._jobs = None, []
            self.pool.cancel()


# -- in the process -----------------------------------------------------------------------


def _load() -> Iterator[list[Report]]:
    """Yield nothing; calling this in a worker process loads the module there."""
    yield []


def run_playouts(
    state: ReplayState,
    folder: str,
    orders: Mapping[str, Answer],
    counted: Mapping[str, int],
    numbers: range,
    time_limit: float,
) -> Iterator[list[Report]]:
    """Run the playouts of these numbers with each order, those that were ``counted`` excepted, until time is up."""
    game = Game.of_replay_state(state, tables_of(folder))
    gc.freeze()
    started = time.monotonic()
    for number in numbers:
        reports: list[Report] = []
        for name, order in orders.items():
            if number >= counted[name]:
                end = playouts.run_playout(game, order, number)
                reports.append((name, number, (end.won, end.drawn, end.lost)))
                # The job can be cancelled at each yield.
                yield []
        yield reports
        if time.monotonic() - started >= time_limit:
            return
