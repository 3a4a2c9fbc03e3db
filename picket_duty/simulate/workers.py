"""Processes that play blocks of games, their results in the order of the blocks."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, TypeVar

A = TypeVar("A")
T = TypeVar("T")
#: Windows waits for no more processes at a time.
MOST_JOBS = 61
#: Blocks asked for ahead, for each process: enough that none waits, few enough for runs of any length.
AHEAD = 3
#: How far processes give way that work beside a screen.
NICE = 10


class WorkersLost(RuntimeError):
    """A process that played games was ended from outside."""


class Workers:
    """Processes that play; without a pool this one plays alone."""

    def __init__(self, pool: ProcessPoolExecutor | None, jobs: int) -> None:
        self._pool = pool
        self._ahead = jobs * AHEAD
        #: Whether nothing that was asked for is still played.
        self.done = True

    def each(self, play: Callable[[A], T], starts: Sequence[A]) -> Iterator[T]:
        """Play a block from each of these on; the results come in this order. Raises WorkersLost."""
        if self._pool is None:
            yield from map(play, starts)
            return
        to_come = iter(starts)
        self.done = False
        try:
            with uninterrupted():
                asked = deque(self._pool.submit(play, first) for first in islice(to_come, self._ahead))
            while asked:
                yield asked.popleft().result()
                asked.extend(self._pool.submit(play, first) for first in islice(to_come, 1))
            self.done = True
        except BrokenProcessPool:
            raise WorkersLost("a process that played games was ended; fewer --jobs want less memory") from None


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
def workers(jobs: int, nice: bool = False) -> Iterator[Workers]:
    """So many processes, for one this one itself; what still plays at the end is ended.

    With ``nice`` it is processes even for one, and they give way to others.
    """
    if jobs <= 1 and not nice:
        yield Workers(None, 1)
        return
    jobs = min(jobs, MOST_JOBS)
    context = _Context()
    pool = ProcessPoolExecutor(jobs, context, _give_way if nice else _pass_over_ctrl_c)
    players = Workers(pool, jobs)
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
