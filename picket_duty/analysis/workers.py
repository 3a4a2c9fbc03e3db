"""Who plays blocks of games, their results in the order of the blocks: processes of this machine, or another engine."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from itertools import islice
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Lock
from typing import Any, TypeVar

from picket_duty.book import Tables, load_tables

A = TypeVar("A")
T = TypeVar("T")
#: Windows waits for no more processes at a time.
MOST_JOBS = 61
#: Blocks asked for ahead, for each process: enough that none waits, few enough for runs of any length.
AHEAD = 3
#: Seconds between two looks whether an engine is still there.
LOOK = 1.0
#: Environment variable: the most worker processes to start where no number is given.
PROCESSES = "PICKET_DUTY_PROCESSES"
#: Why a run ended early where the user pressed Ctrl+C.
INTERRUPTED = "interrupted"
#: Games in a block: enough to be worth sending to a worker; of a campaign, whose games last longer.
BLOCK, CAMPAIGN_BLOCK = 50, 4
#: How far processes give way that work beside a screen.
NICE = 10


class RunError(ValueError):
    """A run that cannot be begun as it is wanted; the text says why."""


#: A block as it is asked for, and as it is sent.
Block = Callable[[], Any]


class WorkersLost(RuntimeError):
    """Those who played can play no more: a process was ended, a worker has another version; the text says it."""


class Workers:
    """Any executor that plays, ``jobs`` blocks at a time; without one this process plays alone.

    ``packed`` makes a block fit to be sent to where it is played, and ``told`` says in words what the engine raised,
    nothing where that is no fault of the engine's. ``alive`` is asked while a result keeps one waiting. A pool of
    this program's ``own`` ends with its run.
    """

    def __init__(
        self,
        pool: Executor | None,
        jobs: int = 1,
        packed: Callable[[Block], Block] | None = None,
        told: Callable[[Exception], str] | None = None,
        alive: Callable[[], bool] | None = None,
        own: bool = False,
    ) -> None:
        self._pool = pool
        self._ahead = jobs * AHEAD
        self._packed = packed
        self._told = told or _killed
        self._alive = alive
        self._own = own
        #: Whether nothing that was asked for is still played.
        self.done = True

    def each(self, play: Callable[[A], T], starts: Sequence[A]) -> Iterator[T]:
        """Play a block from each of these on; the results come in this order. Raises WorkersLost."""
        if self._pool is None:
            yield from map(play, starts)
            return
        to_come = iter(starts)
        asked: deque[Future[T]] = deque()
        self.done = False
        try:
            with uninterrupted():
                asked.extend(self._ask(self._pool, play, first) for first in islice(to_come, self._ahead))
            while asked:
                yield self._result(asked.popleft())
                asked.extend(self._ask(self._pool, play, first) for first in islice(to_come, 1))
            self.done = True
        except WorkersLost:
            raise
        except Exception as error:
            if words := self._told(error):
                raise WorkersLost(words) from None
            raise
        finally:
            # Processes that are ended cannot bear that their blocks were cancelled.
            for one in () if self._own else asked:
                one.cancel()

    def _result(self, asked: Future[T]) -> T:
        """The result of a block. Raises CancelledError where its engine is gone, which may tell nobody."""
        if self._alive is None:
            return asked.result()
        while not asked.done():
            with suppress(TimeoutError):
                return asked.result(LOOK)
            if not asked.done() and not self._alive():
                raise CancelledError
        return asked.result()

    def _ask(self, pool: Executor, play: Callable[[A], T], first: A) -> Future[T]:
        if self._packed is None:
            return pool.submit(play, first)
        return pool.submit(self._packed(partial(play, first)))


#: Who plays: so many processes of this machine, or those that are given.
Jobs = int | Workers


def _killed(error: Exception) -> str:
    if isinstance(error, BrokenExecutor | CancelledError):
        return "a process that played games was ended; fewer --jobs want less memory"
    return ""


class _Context(SpawnContext):
    """Begins processes, and knows them: a screen has others at work that are not to be ended with these."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[SpawnProcess] = []

    def Process(self, *args: Any, **more: Any) -> SpawnProcess:  # type: ignore[override]
        """A process, not yet started."""
        process = SpawnProcess(*args, **more)
        self.begun.append(process)
        return process


@contextmanager
def workers(jobs: Jobs, nice: bool = False, most: int = MOST_JOBS) -> Iterator[Workers]:
    """So many processes, but ``most`` at most, for one this one itself; what still plays at the end is ended.

    With ``nice`` it is processes even for one, and they give way to others. Workers that are given play, and go on.
    """
    if isinstance(jobs, Workers):
        yield jobs
        return
    jobs = min(jobs, most, MOST_JOBS)
    if jobs <= 1 and not nice:
        yield Workers(None, 1)
        return
    context = _Context()
    pool = ProcessPoolExecutor(jobs, context, _give_way if nice else _pass_over_ctrl_c)
    players = Workers(pool, jobs, own=True)
    try:
        yield players
    finally:
        # Processes with nothing to do end by themselves at once; to end them would leave the pool half shut.
        pool.shutdown(wait=players.done, cancel_futures=True)
        for process in () if players.done else context.begun:
            if process.pid is not None:
                process.terminate()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl+C waits for the end of this; processes begun in here are deaf to it, it is for the one that began them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _pass_over_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _give_way() -> None:
    _pass_over_ctrl_c()
    if hasattr(os, "nice"):
        os.nice(NICE)


def cores() -> int:
    """The number of processors this process may use, at most PICKET_DUTY_PROCESSES."""
    available = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    limit = os.environ.get(PROCESSES, "")
    return min(available, max(1, int(limit))) if limit.isdecimal() else available


# -- tables of this process ----------------------------------------------------------


#: The tables loaded so far: by folder ("" for the shipped ones), or by digest for tables sent from another machine.
_CACHE: dict[str, Tables] = {}
_CACHE_LOCK = Lock()
#: Tables that replace those of any folder while a block from another machine is played: its folders do not exist here.
_SENT: ContextVar[Tables | None] = ContextVar("tables sent", default=None)


def cached_tables(key: str, load: Callable[[], Tables]) -> Tables:
    """The tables of a folder or digest, loaded once for each process."""
    with _CACHE_LOCK:
        if key not in _CACHE:
            _CACHE[key] = load()
        return _CACHE[key]


def tables_of(folder: str) -> Tables:
    """The tables of a folder (empty: the shipped ones), or those sent with the block now played."""
    sent = _SENT.get()
    return sent if sent is not None else cached_tables(folder, lambda: load_tables(folder or None))


@contextmanager
def sent_tables(tables: Tables) -> Iterator[None]:
    """Within this context ``tables_of`` returns these tables for every folder."""
    token = _SENT.set(tables)
    try:
        yield
    finally:
        _SENT.reset(token)
