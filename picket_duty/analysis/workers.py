"""Worker processes: a pool of this machine for batches of games and for background work of a
screen.

A worker starts when there is a call for it. It ends with the pool, or when its parent ends in any
way, because the parent holds the only other end of its pipe. Results do not depend on the number of
workers.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextvars import ContextVar
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar

from picket_duty.book import Tables, load_tables

A = TypeVar("A")
P = ParamSpec("P")
T = TypeVar("T")
#: The most worker processes: Windows waits for no more pipes at a time.
MAX_WORKERS = 61
#: The reason for an early end when the user pressed Ctrl+C.
INTERRUPTED = "interrupted"
#: Games in a block: enough to be worth sending to a worker; of a campaign, whose games last longer.
BLOCK = 50
CAMPAIGN_BLOCK = 4
#: Calls under way for each worker: none waits for work, and long runs do not fill the memory.
AHEAD = 3
#: How much a background worker lowers its priority.
NICENESS = 10
#: Allocations before a worker looks for reference cycles; playing creates next to none.
COLLECT_AT = 50_000
KILLED = "a worker process was killed. Try a lower --jobs value to save memory."


class RunError(ValueError):
    """A run that cannot be started as requested; the text says why."""


class WorkersLost(RuntimeError):
    """The workers cannot continue: a process was killed, or a remote worker has another version;
    the text says why.
    """


#: Calls a function with each argument, like ``map``: in this process, in local workers, or on a
#: cluster. Raises WorkersLost, or what the function raised.
Run = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]
#: A number of local processes, or workers already open.
Jobs = int | Run


@contextlib.contextmanager
def workers(jobs: Jobs, background: bool = False, most: int = MAX_WORKERS) -> Iterator[Run]:
    """Up to ``jobs`` local workers, at most ``most``; for one this process itself. Open workers are
    passed on as is.

    With ``background`` even a single job gets a worker process, of low priority.
    """
    if not isinstance(jobs, int):
        yield jobs
    elif (size := min(jobs, most)) <= 1 and not background:
        yield map
    else:
        with contextlib.closing(WorkerPool(size, background=background)) as pool:
            yield pool.each


class WorkerPool(ProcessPoolExecutor):
    """Up to ``size`` worker processes of this machine; ``background`` workers have low priority and
    print nothing.
    """

    def __init__(self, size: int, background: bool = False) -> None:
        # Python's tracker of shared resources would print a warning if this program is killed.
        os.environ.setdefault("PYTHONWARNINGS", "ignore:resource_tracker")
        context = get_context("spawn")
        self.size = max(1, min(size, MAX_WORKERS))
        theirs, self._lifeline = context.Pipe(duplex=False)
        super().__init__(
            self.size, mp_context=context, initializer=_begin, initargs=(theirs, background)
        )

    def submit(
        self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs
    ) -> Future[T]:
        """Call a function in a worker. Raises WorkersLost if one was killed or none can be
        started.
        """
        try:
            with uninterrupted():
                return super().submit(function, *arguments, **named)
        except (BrokenExecutor, OSError):
            raise WorkersLost(KILLED) from None

    def each(self, function: Callable[[A], T], arguments: Iterable[A]) -> Iterator[T]:
        """The result for each argument, in their order. Raises WorkersLost, or what the function
        raised.
        """
        try:
            for future in in_order(
                lambda argument: self.submit(function, argument), arguments, AHEAD * self.size
            ):
                yield future.result()
        except BrokenExecutor:
            raise WorkersLost(KILLED) from None

    def close(self) -> None:
        """End all workers at once, even busy ones."""
        self._lifeline.close()
        self.shutdown()


def in_order(
    submit: Callable[[A], Future[T]], arguments: Iterable[A], ahead: int
) -> Iterator[Future[T]]:
    """The futures of calls in the order of their arguments, up to ``ahead`` of them under way."""
    remaining = iter(arguments)
    futures = deque(map(submit, islice(remaining, ahead)))
    while futures:
        yield futures.popleft()
        futures.extend(map(submit, islice(remaining, 1)))


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back Ctrl+C until the end of this context. Processes started in it ignore Ctrl+C."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def cores() -> int:
    """The number of processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# -- in the worker -------------------------------------------------------------------


def _begin(lifeline: Connection, background: bool) -> None:
    """Set up a new worker: its signals, its priority, and a thread that ends it with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.set_threshold(COLLECT_AT)
    if background:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(nowhere, stream)
        if hasattr(os, "nice"):
            os.nice(NICENESS)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    """End this process when the parent closes its end of the pipe or has ended."""
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(0)


# -- tables of this process ----------------------------------------------------------


#: The tables loaded so far: by folder ("" for the shipped ones), or by digest for tables sent from
#: another machine.
_CACHE: dict[str, Tables] = {}
_CACHE_LOCK = threading.Lock()
#: Tables that replace those of any folder while a block from another machine is played: its folders
#: do not exist here.
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
    if sent is not None:
        return sent
    return cached_tables(folder, lambda: load_tables(folder or None))


@contextlib.contextmanager
def sent_tables(tables: Tables) -> Iterator[None]:
    """Context in which ``tables_of`` returns these tables for every folder."""
    token = _SENT.set(tables)
    try:
        yield
    finally:
        _SENT.reset(token)
