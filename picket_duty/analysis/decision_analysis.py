"""Chances of winning with each order of a decision, estimated by background processes while the
player thinks.

A ``DecisionAnalyzer`` keeps the processes and works on one decision at a time; the
``DecisionAnalysis`` it returns can be read at any time without waiting. The figures do not depend
on the number of processes.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from typing import Any, TypeVar

import msgspec

from picket_duty.analysis import playouts
from picket_duty.analysis.recommendation import (
    FEW_PLAYOUTS,
    MIN_ERRORS,
    MIN_PLAYOUTS,
    best_by,
    recommend,
)
from picket_duty.analysis.statistics import Interval
from picket_duty.analysis.workers import WorkerPool, WorkersLost, cores, tables_of
from picket_duty.game import Game, ReplayState
from picket_duty.requests import Answer
from picket_duty.text import chances

#: Background processes for one player; more would heat the machine for little gain.
MAX_PROCESSES = 4
#: How often killed processes are replaced before the analyzer continues without any.
MAX_LOSSES = 8
#: The most seconds of playouts for one decision, whether for the exec's advice or for a page.
TIME_LIMIT = 10.0
#: The most playouts of a block, and the seconds after which it reports those it has.
BLOCK = 64
BLOCK_SECONDS = 0.1
#: Blocks under way for each process: the second one is there when the first is done, so that no
#: process waits.
AHEAD = 2

T = TypeVar("T")
#: A playout: the name of its order, and its number.
Playout = tuple[str, int]


class DecisionAnalysis:
    """The playouts of one decision. They grow until ``done``, or until another decision is
    analyzed.
    """

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
        #: The most playouts of each order, and when work on them ends, in seconds of the clock.
        self.most = most
        self.until = analyzer.clock() + time_limit
        self.ends = {name: analyzer.ends_of(self.state, order) for name, order in orders.items()}

    def figures(self) -> dict[str, chances.Chance]:
        """The chance of each order that has been played so far. Never waits."""
        self._analyzer.poll()
        return {name: playouts.chance_of(ends.values()) for name, ends in self.ends.items() if ends}

    def behind(self) -> dict[str, Interval]:
        """The 95 % confidence interval of the win probability that each order gives up compared
        with the best one.
        """
        return playouts.behind_best({name: ends for name, ends in self.ends.items() if ends})

    def recommendation(self, game: Game) -> chances.Recommendation | None:
        """The recommendation so far for the decision that ``game`` waits for."""
        return recommend(game, self.orders, self.ends)

    def in_time(self, game: Game) -> chances.Recommendation | None:
        """The recommendation so far; if no more playouts come in, from few of them too."""
        least = MIN_PLAYOUTS if self.working else FEW_PLAYOUTS
        return recommend(game, self.orders, self.ends, least)

    def differs(self, measure: str) -> bool:
        """Whether an order is worse than the best one by more than MIN_ERRORS standard errors of
        their difference.
        """
        # An earlier analysis of this decision may have played only some of the orders.
        played = {name: ends for name, ends in self.ends.items() if ends}
        best = played[best_by(measure, played, played)]
        for ends in played.values():
            least_loss, _ = playouts.paired(
                best, ends, measure, errors=MIN_ERRORS, least=MIN_PLAYOUTS
            )
            if least_loss > 0.0:
                return True
        return False

    @property
    def missing(self) -> list[Playout]:
        """The playouts that are not counted yet, all orders of a number together."""
        return [
            (name, number)
            for number in range(self.most)
            for name, ends in self.ends.items()
            if number not in ends
        ]

    @property
    def done(self) -> bool:
        """Whether all playouts have been counted."""
        return all(len(ends) >= self.most for ends in self.ends.values())

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

    def finish(self) -> dict[str, chances.Chance]:
        """The figures of all playouts. Waits for the processes and runs in this one what they did
        not.
        """
        while self.wait():
            pass
        game = Game.of_replay_state(self.state, self.tables)
        for name, number in self.missing:
            self.ends[name][number] = playouts.run_playout(game, self.orders[name], number)
        return self.figures()


class DecisionAnalyzer:
    """The background processes of one player. A new decision replaces the one before."""

    def __init__(self, processes: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        """``processes`` is the number of processes, 0 for one per processor; they are started when
        needed. ``clock`` returns seconds.
        """
        self.clock = clock
        self._size = min(MAX_PROCESSES, processes or cores())
        self._pool: WorkerPool | None = None
        #: How often processes may still be lost; none are started if it is negative.
        self.restarts = MAX_LOSSES
        self._open: DecisionAnalysis | None = None
        #: The blocks to be sent to processes, and those under way.
        self._blocks: deque[Sequence[Playout]] = deque()
        self._futures: dict[Future[list[playouts.End]], Sequence[Playout]] = {}
        #: The decision analyzed last, and its known playouts: by encoded order, then by number.
        self._state: ReplayState | None = None
        self._known: dict[bytes, dict[int, playouts.End]] = {}
        #: Held while the pool is used: a screen starts processes in a thread and polls them in its
        #: own.
        self._lock = threading.RLock()

    def prepare(self) -> None:
        """Start the processes, so that the first decision need not wait for them."""
        with self._lock:
            if self._pool is None:
                for _ in range(self._size):
                    # A process starts with its first call; this one does nothing.
                    self._submit(int)

    def start(
        self,
        game: Game,
        yours: Answer | None = None,
        most: int = playouts.MAX_PLAYOUTS,
        time_limit: float = TIME_LIMIT,
        held: int | None = None,
    ) -> DecisionAnalysis:
        """Start work on the decision a game waits for. Returns at once.

        The orders compared are those of ``orders_of``: ``yours`` is the player's order, ``held``
        the fighters held back with each aim. ``most`` is the most playouts of each order. A
        finished game has no orders and is done. Raises Illegal for an illegal plan and for a game
        without history.
        """
        self.poll()
        analysis = DecisionAnalysis(
            self, game, playouts.orders_of(game, yours, held), most, time_limit, held
        )
        with self._lock:
            self._cancel()
            self._open = analysis
            missing = analysis.missing
            self._blocks.extend(
                missing[first : first + BLOCK] for first in range(0, len(missing), BLOCK)
            )
            self._fill()
        return analysis

    def ends_of(self, state: ReplayState, order: Answer) -> dict[int, playouts.End]:
        """The known playouts of an order by number, a dict that the analyses of the decision share
        and fill.
        """
        # Only those of one decision are kept.
        if state != self._state:
            self._state = state
            self._known = {}
        return self._known.setdefault(msgspec.json.encode(order, order="deterministic"), {})

    def stop(self, analysis: DecisionAnalysis) -> None:
        """Stop work on a decision, if it is the current one."""
        if self._open is analysis:
            self.poll()
            self._cancel()

    def close(self) -> None:
        """End the processes; the analyzer can still be used again."""
        with self._lock:
            self._cancel()
            if self._pool is not None:
                self._pool.close()
                self._pool = None

    def poll(self) -> None:
        """Count the playouts reported so far, and send more to the processes. Never waits."""
        with self._lock:
            for future in [future for future in self._futures if future.done()]:
                # Counting a future may find that processes are lost, which empties the futures.
                if future in self._futures:
                    self._count(self._futures.pop(future), future)
            if self._open is not None and self.clock() >= self._open.until:
                self._cancel()
            self._fill()

    def works_on(self, analysis: DecisionAnalysis) -> bool:
        """Whether any process works on a decision."""
        return self._open is analysis and bool(self._futures)

    def wait(self, analysis: DecisionAnalysis) -> bool:
        """Wait for playouts and count them; False if no process works on the decision."""
        if not self.works_on(analysis):
            return False
        wait(self._futures, return_when=FIRST_COMPLETED)
        self.poll()
        return True

    def _count(self, block: Sequence[Playout], future: Future[list[playouts.End]]) -> None:
        """Count the results of a block; the playouts that it had no time for come again.

        Playouts that raised another error stay missing, so that ``finish`` runs them in this
        process and raises it there.
        """
        error = future.exception()
        if isinstance(error, BrokenExecutor):
            self._blocks.appendleft(block)
            self._lose()
        if error is not None or self._open is None:
            return
        ends = future.result()
        for (name, number), end in zip(block, ends, strict=False):
            self._open.ends[name][number] = end
        if len(ends) < len(block):
            self._blocks.appendleft(block[len(ends) :])

    def _fill(self) -> None:
        """Keep every process at work on the open decision."""
        while self._open is not None and self._blocks and len(self._futures) < AHEAD * self._size:
            block = self._blocks.popleft()
            analysis = self._open
            seconds = min(BLOCK_SECONDS, max(0.0, analysis.until - self.clock()))
            folder = str(analysis.tables.layer or "")
            future = self._submit(
                run_block, analysis.state, folder, analysis.orders, block, seconds
            )
            if future is None:
                # No more processes: ``finish`` runs what is missing.
                return
            self._futures[future] = block

    def _submit(self, function: Callable[..., T], *arguments: Any) -> Future[T] | None:
        """A call in a process; None if no more are started."""
        while self.restarts >= 0:
            self._pool = self._pool or WorkerPool(self._size, background=True)
            try:
                return self._pool.submit(function, *arguments)
            except WorkersLost:
                self._lose()
        return None

    def _lose(self) -> None:
        """End processes of which one was killed; the blocks they had under way are sent again."""
        self._blocks.extendleft(self._futures.values())
        self._futures.clear()
        self.restarts -= 1
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _cancel(self) -> None:
        self._open = None
        self._blocks.clear()
        self._futures.clear()


# -- in the process -----------------------------------------------------------------------


def run_block(
    state: ReplayState,
    folder: str,
    orders: Mapping[str, Answer],
    block: Sequence[Playout],
    seconds: float,
) -> list[playouts.End]:
    """The results of the first playouts of a block: one of every order, then more until time is
    up.
    """
    game = Game.of_replay_state(state, tables_of(folder))
    until = time.monotonic() + seconds
    ends: list[playouts.End] = []
    for name, number in block:
        if len(ends) >= len(orders) and time.monotonic() >= until:
            break
        ends.append(playouts.run_playout(game, orders[name], number))
    return ends
