"""Worker processes: one pool with cancellation for batches of games and for background work of a screen.

A worker starts when there is a job for it. It ends with the pool, or when its parent ends in any way, because the
parent holds the only other end of its pipe. Results do not depend on the number of workers.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from functools import partial
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from picket_duty.book import Tables, load_tables

A = TypeVar("A")
T = TypeVar("T")
#: The most worker processes: Windows waits for no more pipes at a time.
MAX_WORKERS = 61
#: The reason for an early end when the user pressed Ctrl+C.
INTERRUPTED = "interrupted"
#: Games in a block: enough to be worth sending to a worker; of a campaign, whose games last longer.
BLOCK, CAMPAIGN_BLOCK = 50, 4
#: Jobs of ``each`` under way for each worker: none waits for work, and long runs do not fill the memory.
AHEAD = 3
#: Jobs that a worker holds at a time: the second one is there when the first is done.
HELD = 2
#: Seconds between two reports of a job.
REPORT_INTERVAL = 0.03
#: How much a background worker lowers its priority.
NICENESS = 10
#: Allocations before a worker looks for reference cycles; playing creates next to none.
COLLECT_AT = 50_000
#: The number of the first report of a worker, which says that it reads its pipe.
READY = 0
KILLED = "a worker process was killed. Try a lower --jobs value to save memory."


class RunError(ValueError):
    """A run that cannot be started as requested; the text says why."""


class WorkersLost(RuntimeError):
    """The workers cannot continue: a process was killed, or a remote worker has another version; the text says why."""


class Workers(Protocol):
    """Runs a function for many arguments: in this process, in local workers, or on a cluster."""

    def each(self, function: Callable[[A], T], arguments: Sequence[A]) -> Iterator[T]:
        """The result for each argument, in their order. Raises WorkersLost, or what the function raised."""
        ...


#: A number of local processes, or workers already open.
Jobs = int | Workers


class ThisProcess:
    """Runs everything in this process."""

    def each(self, function: Callable[[A], T], arguments: Sequence[A]) -> Iterator[T]:
        """The result for each argument, in their order."""
        return map(function, arguments)


@contextlib.contextmanager
def workers(jobs: Jobs, background: bool = False, most: int = MAX_WORKERS) -> Iterator[Workers]:
    """Up to ``jobs`` local workers, at most ``most``; for one this process itself. Open workers are passed on as is.

    With ``background`` even a single job gets a worker process, of low priority.
    """
    if not isinstance(jobs, int):
        yield jobs
    elif (size := min(jobs, most, MAX_WORKERS)) <= 1 and not background:
        yield ThisProcess()
    else:
        pool = WorkerPool(size, background)
        try:
            yield pool
        finally:
            pool.close()


class WorkerJob(Generic[T]):
    """A call in a worker. ``done`` is set when it has ended, ``error`` if it raised."""

    def __init__(self, number: int, call: bytes) -> None:
        self.number = number
        self.call = call
        self.done = False
        self.error: BaseException | None = None
        self.results: list[T] = []

    def take(self) -> list[T]:
        """The results reported since the last call."""
        results, self.results = self.results, []
        return results


class WorkerPool:
    """Up to ``size`` worker processes of this machine, started as jobs come in.

    A worker that is killed is replaced, up to ``restarts`` times in all, and its jobs start over. ``background``
    workers have low priority and print nothing.
    """

    def __init__(self, size: int, background: bool = False, restarts: int = 0) -> None:
        self.size = max(1, size)
        self._background = background
        #: The number of processes that may still be lost before the pool stops replacing them.
        self._restarts = restarts
        self._workers: list[_Worker] = []
        self._queue: deque[WorkerJob[Any]] = deque()
        self._last = 0

    def submit(self, function: Callable[..., Iterator[list[T]]], *arguments: Any) -> WorkerJob[T]:
        """Run a generator function in a worker. It yields lists of results, which are reported as they come.

        After each list, an empty one too, the job can be cancelled. The function may run more than once, because it
        starts over if its worker is killed.
        """
        self._last += 1
        job: WorkerJob[T] = WorkerJob(self._last, pickle.dumps(partial(function, *arguments)))
        self._queue.append(job)
        self._assign()
        return job

    def cancel(self) -> None:
        """Cancel all jobs. Returns at once; running ones stop after the list of results they are working on."""
        self._queue.clear()
        for worker in list(self._workers):
            worker.jobs.clear()
            self._send(worker, self._last, None)

    @property
    def started(self) -> int:
        """The number of workers started."""
        return len(self._workers)

    @property
    def broken(self) -> bool:
        """Whether more workers were lost than are replaced."""
        return self._restarts < 0

    @property
    def working(self) -> bool:
        """Whether any worker has a job."""
        return any(worker.jobs for worker in self._workers)

    def poll(self) -> None:
        """Receive what the workers have reported. Never waits."""
        for worker in list(self._workers):
            try:
                while worker.reports.poll():
                    self._receive(worker, *worker.reports.recv())
            except (EOFError, OSError):
                self._lose(worker)
        self._assign()

    def wait(self) -> bool:
        """Wait for a report and receive it; False if no worker has a job."""
        if not self.working:
            return False
        wait([worker.reports for worker in self._workers])
        self.poll()
        return True

    def each(self, function: Callable[[A], T], arguments: Sequence[A]) -> Iterator[T]:
        """The result for each argument, in their order. Raises WorkersLost, or what the function raised."""
        to_come = iter(arguments)
        jobs = deque(self.submit(_only, function, argument) for argument in islice(to_come, self.size * AHEAD))
        try:
            while jobs:
                job = jobs.popleft()
                while not job.done:
                    if self.broken or not self.wait():
                        raise WorkersLost(KILLED)
                if job.error is not None:
                    raise job.error
                yield from job.take()
                jobs.extend(self.submit(_only, function, argument) for argument in islice(to_come, 1))
        finally:
            self.cancel()

    def close(self) -> None:
        """End all workers at once, even busy ones. The pool starts new ones for further jobs."""
        self._queue.clear()
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.end()
        self._workers = []

    # -- one worker ------------------------------------------------------------------

    def _assign(self) -> None:
        """Give queued jobs to the workers with the fewest, starting more workers while there is room."""
        while self._queue:
            free = [worker for worker in self._workers if len(worker.jobs) < (HELD if worker.ready else 1)]
            if all(worker.jobs for worker in free) and len(self._workers) < self.size and (new := self._start()):
                free = [new]
            if not free:
                return
            worker, job = min(free, key=lambda worker: len(worker.jobs)), self._queue.popleft()
            worker.jobs[job.number] = job
            if worker.ready:
                self._send(worker, job.number, job.call)

    def _start(self) -> _Worker | None:
        """A new worker; None if no more may be started or the system refuses."""
        if self.broken:
            return None
        try:
            _start_resource_tracker()
            # A worker missing from the list at Ctrl+C would not be ended with the pool.
            with uninterrupted():
                worker = _Worker(self._background)
                self._workers.append(worker)
        except (OSError, RuntimeError, ValueError):
            self._restarts = -1
            return None
        return worker

    def _send(self, worker: _Worker, number: int, call: bytes | None) -> None:
        """Send a job, or without a call cancel all jobs up to its number. A starting worker gets its jobs when ready,
        since nobody empties its pipe before.
        """
        if worker.ready:
            try:
                worker.tasks.send((number, call))
            except OSError:
                self._lose(worker)

    def _receive(self, worker: _Worker, number: int, results: list[Any], ended: bool, error: Any) -> None:
        if number == READY:
            worker.ready = True
            for job in list(worker.jobs.values()):
                self._send(worker, job.number, job.call)
        elif (running := worker.jobs.get(number)) is not None:
            running.results += results
            if ended:
                running.done, running.error = True, error
                del worker.jobs[number]

    def _lose(self, worker: _Worker) -> None:
        """Forget a worker that has ended, and queue its jobs again."""
        if worker in self._workers:
            self._workers.remove(worker)
            worker.process.terminate()
            worker.end()
            self._restarts -= 1
            self._queue.extendleft(reversed(worker.jobs.values()))


class _Worker:
    """A worker process and its two pipes. Raises OSError if it cannot be started.

    ``sys.stderr`` must not be replaced to start it: a screen runs this in a thread, and may be putting its own stream
    there or taking it away.
    """

    def __init__(self, background: bool) -> None:
        self.ready = False
        self.jobs: dict[int, WorkerJob[Any]] = {}
        context = get_context("spawn")
        theirs, self.tasks = context.Pipe(duplex=False)
        self.reports, ours = context.Pipe(duplex=False)
        self.process = context.Process(target=work, args=(theirs, ours, background), daemon=True)
        try:
            self.process.start()
        finally:
            theirs.close()
            ours.close()

    def end(self) -> None:
        """Close the pipes and wait for the process, which was asked to end."""
        self.tasks.close()
        self.reports.close()
        self.process.join()


def _start_resource_tracker() -> None:
    """Start the process in which multiprocessing keeps account of shared resources.

    It starts with the first worker otherwise, and unblocks SIGINT when it does (Python 3.11): that worker would be
    interrupted while it starts, and print a traceback.
    """
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()


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
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


# -- in the worker -------------------------------------------------------------------


class _Cancelled:
    """Jobs up to ``number`` are cancelled."""

    number = 0


def work(tasks: Connection, reports: Connection, background: bool) -> None:
    """Run jobs until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.set_threshold(COLLECT_AT)
    if background:
        _stay_in_background()
    waiting: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
    cancelled = _Cancelled()
    threading.Thread(target=_listen, args=(tasks, waiting, cancelled), daemon=True).start()
    _report(reports, READY, [], False, None)
    while True:
        number, call = waiting.get()
        if number > cancelled.number:
            _run(number, call, cancelled, reports)


def _stay_in_background() -> None:
    """Print nothing on the player's terminal, and yield the processor to the screen."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _listen(tasks: Connection, waiting: SimpleQueue[tuple[int, bytes]], cancelled: _Cancelled) -> None:
    """Receive jobs at once, so that sending never waits; end the process with the pipe."""
    try:
        while True:
            number, call = tasks.recv()
            if call is None:
                cancelled.number = number
            else:
                waiting.put((number, call))
    except (EOFError, OSError):
        os._exit(0)


def _run(number: int, call: bytes, cancelled: _Cancelled, reports: Connection) -> None:
    """Run one job and report its results until it ends or is cancelled."""
    results: list[Any] = []
    error, reported = None, 0.0
    try:
        for more in pickle.loads(call)():
            if number <= cancelled.number:
                return
            results += more
            if results and (now := time.monotonic()) - reported >= REPORT_INTERVAL:
                _report(reports, number, results, False, None)
                results, reported = [], now
    except BaseException as fault:
        error = _portable(fault)
    _report(reports, number, results, True, error)


def _report(reports: Connection, *report: Any) -> None:
    try:
        reports.send(report)
    except OSError:
        os._exit(0)


def _portable(error: BaseException) -> BaseException:
    """An error that can be sent to the parent, with the traceback as a note."""
    error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _only(function: Callable[[A], T], argument: A) -> Iterator[list[T]]:
    yield [function(argument)]


# -- tables of this process ----------------------------------------------------------


#: The tables loaded so far: by folder ("" for the shipped ones), or by digest for tables sent from another machine.
_CACHE: dict[str, Tables] = {}
_CACHE_LOCK = threading.Lock()
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


@contextlib.contextmanager
def sent_tables(tables: Tables) -> Iterator[None]:
    """Context in which ``tables_of`` returns these tables for every folder."""
    token = _SENT.set(tables)
    try:
        yield
    finally:
        _SENT.reset(token)
