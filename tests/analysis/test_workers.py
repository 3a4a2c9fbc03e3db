"""Worker processes: results in order, cancellation, killed processes, nothing left running after any end."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from picket_duty.analysis.workers import KILLED, RunError, ThisProcess, WorkerPool, WorkersLost, _Worker, workers

#: Timeout in seconds.
LIMIT = 60.0

kill = getattr(signal, "SIGKILL", signal.SIGTERM)


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def square(number: int) -> int:
    return number * number


def slow(number: int) -> int:
    """The later ones are done first."""
    time.sleep(0.05 if number == 0 else 0)
    return number


def fail(number: int) -> int:
    if number == 2:
        raise RunError("two is too many")
    return number


def exit_for_good(number: int) -> int:
    os._exit(1)


def sleep(number: int) -> int:
    time.sleep(LIMIT)
    return number


def count(first: int, seconds: float = 0.01) -> Iterator[list[int]]:
    while True:
        yield [first]
        first += 1
        time.sleep(seconds)


def once(number: int) -> Iterator[list[int]]:
    yield [number]


def die_the_first_time(mark: str) -> Iterator[list[str]]:
    yield ["started"]
    if not os.path.exists(mark):
        open(mark, "x").close()
        time.sleep(0.2)
        os._exit(1)
    yield ["finished"]


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with closing(WorkerPool(2)) as pool:
        yield pool
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_results_come_in_the_order_of_the_arguments_and_a_closed_pool_starts_again(pool):
    assert list(pool.each(slow, range(30))) == list(range(30))
    assert list(pool.each(square, range(3))) == [0, 1, 4]
    assert list(pool.each(square, [])) == []
    pool.close()
    assert pool.started == 0
    assert list(pool.each(square, [3])) == [9]


@pytest.mark.slow
def test_one_job_is_done_in_this_process_unless_in_the_background():
    with workers(1) as alone:
        assert isinstance(alone, ThisProcess)
        assert list(alone.each(lambda number: number + 1, [1, 2])) == [2, 3]
    with workers(8, most=1) as alone:
        assert isinstance(alone, ThisProcess)
    for jobs, background in ((1, True), (8, False)):
        with workers(jobs, background=background) as pool:
            assert isinstance(pool, WorkerPool)
            assert list(pool.each(square, [3])) == [9]
            assert pool.started == 1, "no more processes than there are jobs"
    with workers(pool) as given:
        assert given is pool
    pool.close()


@pytest.mark.slow
def test_an_error_of_a_worker_is_raised_with_its_traceback(pool):
    results = pool.each(fail, [1, 2, 3])
    assert next(results) == 1
    with pytest.raises(RunError, match="two is too many") as caught:
        next(results)
    assert str(caught.value) == "two is too many"
    assert "in fail" in "".join(caught.value.__notes__)
    assert list(pool.each(square, [5])) == [25], "the pool goes on"


@pytest.mark.slow
def test_a_run_ends_when_a_process_is_lost(pool):
    with pytest.raises(WorkersLost, match=KILLED):
        list(pool.each(exit_for_good, [1, 2]))


def test_a_worker_that_cannot_start_ends_the_run(monkeypatch):
    def refuse(background: bool) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr("picket_duty.analysis.workers._Worker", refuse)
    with workers(2) as pool, pytest.raises(WorkersLost, match=KILLED):
        list(pool.each(square, [1, 2]))


@pytest.mark.slow
def test_a_run_finished_or_abandoned_leaves_no_process_running():
    """Whether busy or idle, and whether or not they were ready."""
    with contextlib.suppress(LookupError), workers(2) as pool:
        results = pool.each(partial(slow_after, 2), range(4))
        assert [next(results), next(results)] == [0, 1]
        assert len(multiprocessing.active_children()) == 2
        raise LookupError
    assert not multiprocessing.active_children()
    with contextlib.suppress(LookupError), workers(2) as pool:
        assert isinstance(pool, WorkerPool)
        pool.submit(once, 1)
        raise LookupError
    assert not multiprocessing.active_children()
    with workers(2) as pool:
        assert list(pool.each(square, range(4))) == [0, 1, 4, 9]
    assert not multiprocessing.active_children()


def slow_after(quick: int, number: int) -> int:
    return sleep(number) if number >= quick else number


@pytest.mark.slow
def test_a_server_ends_only_its_own_processes():
    """Other processes, started meanwhile, keep running."""
    other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(LIMIT,), daemon=True)
    try:
        with contextlib.suppress(LookupError), workers(2, background=True) as pool:
            for _ in pool.each(abs, [1, 2, 3, 4]):
                other.start()
                raise LookupError
        assert other.is_alive()
        assert multiprocessing.active_children() == [other]
    finally:
        other.terminate()
        other.join()


@pytest.mark.slow
def test_cancelled_jobs_stop_and_the_next_starts_at_once(pool):
    endless = [pool.submit(count, 0), pool.submit(count, 1000), pool.submit(count, 2000)]
    while not all(job.take() for job in endless[:2]):
        assert pool.wait()
    before = [worker.process.pid for worker in pool._workers]
    pool.cancel()
    assert not pool.working
    jobs = [pool.submit(once, number) for number in range(4)]
    while not all(job.done for job in jobs):
        assert pool.wait()
    assert [job.take() for job in jobs] == [[0], [1], [2], [3]]
    assert [job.take() for job in jobs] == [[], [], [], []], "a result is taken once"
    assert not any(job.take() for job in endless), "nothing of a cancelled job is counted"
    assert [worker.process.pid for worker in pool._workers] == before
    assert not pool.wait(), "there is nothing to wait for"


@pytest.mark.slow
def test_jobs_cancelled_before_a_process_was_ready_are_never_run(tmp_path):
    with closing(WorkerPool(1)) as pool:
        pool.submit(die_the_first_time, str(tmp_path / "mark"))
        pool.cancel()
        job = pool.submit(once, 7)
        while not job.done:
            assert pool.wait()
        assert not (tmp_path / "mark").exists()


@pytest.mark.slow
def test_a_killed_process_is_replaced_and_its_job_run_again(tmp_path):
    with closing(WorkerPool(1, restarts=1)) as pool:
        job = pool.submit(die_the_first_time, str(tmp_path / "mark"))
        while not job.done:
            assert pool.wait()
        assert job.take() == ["started", "started", "finished"]
        os.kill(pool._workers[0].process.pid, kill)
        job = pool.submit(once, 1)
        wait_until(lambda: pool.poll() or pool.broken)
        assert not pool.wait()
        assert not job.done


def test_results_are_reported_while_a_job_runs(pool):
    job = pool.submit(count, 5, LIMIT)
    assert pool.wait()
    wait_until(lambda: pool.poll() or (bool(results := job.take()) and results == [5]))
    assert not job.done


def test_standard_error_is_not_replaced_while_a_process_starts(monkeypatch):
    """A screen that closes at that moment restores the real stream, which must stay."""
    streams = []
    monkeypatch.setattr(
        multiprocessing.context.SpawnProcess, "start", lambda process: streams.append(sys.stderr), raising=False
    )
    monkeypatch.setattr(multiprocessing.context.SpawnProcess, "join", lambda process: None)
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    worker = _Worker(background=True)
    worker.end()
    assert streams == [screen]


ENVIRONMENT = os.environ | {"PYTHONPATH": os.getcwd()}


def written(folder: Path, program: str) -> str:
    (folder / "program.py").write_text(program)
    return str(folder / "program.py")


ENDED_WITH_THE_PROGRAM = """
import multiprocessing, sys, time
from picket_duty.analysis.workers import WorkerPool
from tests.analysis.test_workers import count
if __name__ == "__main__":
    pool = WorkerPool(2, background=sys.argv[1] == "True")
    jobs = [pool.submit(count, 0), pool.submit(count, 0)]
    while not all(job.take() for job in jobs):
        pool.wait()
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    time.sleep(60)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
@pytest.mark.parametrize("background", [True, False])
def test_processes_end_if_the_program_is_killed(tmp_path, background):
    """No process is left, although the program could not end them, and nothing was printed."""
    with subprocess.Popen(
        [sys.executable, written(tmp_path, ENDED_WITH_THE_PROGRAM), str(background)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True,
    ) as program:  # fmt: skip
        processes = [int(word) for word in program.stdout.readline().split()]
        assert len(processes) == 2
        assert all(map(is_running, processes))
        program.kill()
        wait_until(lambda: not any(map(is_running, processes)))
        assert program.stderr.read() == ""


INTERRUPTED_WHILE_STARTING = """
import multiprocessing, os, signal, sys
from picket_duty.analysis.workers import WorkerPool
from tests.analysis.test_workers import once
if __name__ == "__main__":
    pool = WorkerPool(2, background=sys.argv[1] == "True")
    jobs = []
    for number in range(2):
        jobs.append(pool.submit(once, number))
        for child in multiprocessing.active_children():
            os.kill(child.pid, signal.SIGINT)
    while not all(job.done for job in jobs) and pool.wait():
        pass
    print(*(job.take() for job in jobs), pool.broken)
    pool.close()
"""


INTERRUPTED_BY_ITS_OWN_START = """
import multiprocessing, os, signal
from picket_duty.analysis import workers
from tests.analysis.test_workers import once
class Interrupted(workers._Worker):
    def __init__(self, background):
        super().__init__(background)
        os.killpg(0, signal.SIGINT)
if __name__ == "__main__":
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    workers._Worker = Interrupted
    try:
        with workers.workers(2) as pool:
            pool.submit(once, 1)
    except KeyboardInterrupt:
        print(pool.started, multiprocessing.active_children())
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be blocked there")
@pytest.mark.parametrize(
    ("program", "background", "printed"),
    [
        (INTERRUPTED_WHILE_STARTING, True, "[0] [1] False\n"),
        (INTERRUPTED_WHILE_STARTING, False, "[0] [1] False\n"),
        (INTERRUPTED_BY_ITS_OWN_START, False, "0 []\n"),
    ],
    ids=["starting in the background", "starting", "started"],
)
def test_ctrl_c_does_not_reach_a_process_that_is_starting_and_ends_it_with_the_pool(
    tmp_path, program, background, printed
):
    """Not even the first one, with which multiprocessing starts its resource tracker."""
    done = subprocess.run(
        [sys.executable, written(tmp_path, program), str(background)],
        capture_output=True, env=ENVIRONMENT, text=True, timeout=LIMIT,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (printed, "")


def is_running(process: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        os.kill(process, 0)
    except OSError:
        return False
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return True
