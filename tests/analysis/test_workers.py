"""Worker processes: results in order, cancellation, killed processes, nothing left running after
any end.
"""

import contextlib
import multiprocessing
import os
import subprocess
import sys
import time
from contextlib import closing
from functools import partial

import pytest

from picket_duty.analysis.workers import (
    KILLED,
    NICENESS,
    RunError,
    WorkerPool,
    WorkersLost,
    workers,
)
from tests.hostile.program import is_running
from tests.systems import POSIX

#: Timeout in seconds.
LIMIT = 60.0


def wait_until(holds):
    until = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def square(number):
    return number * number


def slow(number):
    """The later ones are done first."""
    time.sleep(0.05 if number == 0 else 0)
    return number


def fail(number):
    if number == 2:
        raise RunError("two is too many")
    return number


def exit_for_good(number):
    os._exit(1)


def sleep(number):
    time.sleep(LIMIT)
    return number


@pytest.fixture
def pool():
    with closing(WorkerPool(2)) as pool:
        yield pool
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_results_come_in_the_order_of_the_arguments(pool):
    assert list(pool.each(slow, range(30))) == list(range(30))
    assert list(pool.each(square, range(3))) == [0, 1, 4]
    assert list(pool.each(square, [])) == []


@pytest.mark.slow
def test_one_job_is_done_in_this_process_unless_in_the_background():
    for most in ({}, {"most": 1}):
        with workers(8 if most else 1, **most) as alone:
            assert list(alone(lambda number: number + 1, [1, 2])) == [2, 3]
            assert not multiprocessing.active_children()
    for jobs, background in ((1, True), (8, False)):
        with workers(jobs, background=background) as run:
            assert list(run(square, [3])) == [9]
            assert len(multiprocessing.active_children()) == 1, (
                "no more processes than there are jobs"
            )
            with workers(run) as given:
                assert given is run


@pytest.mark.slow
def test_an_error_of_a_worker_is_raised_with_its_traceback(pool):
    results = pool.each(fail, [1, 2, 3])
    assert next(results) == 1
    with pytest.raises(RunError, match="two is too many") as caught:
        next(results)
    assert str(caught.value) == "two is too many"
    assert "in fail" in str(caught.value.__cause__)
    assert list(pool.each(square, [5])) == [25], "the pool goes on"


@pytest.mark.slow
def test_a_run_ends_when_a_process_is_lost(pool):
    for _ in range(2):
        with pytest.raises(WorkersLost, match=KILLED):
            list(pool.each(exit_for_good, [1, 2]))


def test_a_worker_that_cannot_start_ends_the_run(monkeypatch):
    def refuse(process):
        raise OSError("no more processes")

    monkeypatch.setattr(multiprocessing.context.SpawnProcess, "start", refuse, raising=False)
    with workers(2) as run, pytest.raises(WorkersLost, match=KILLED):
        list(run(square, [1, 2]))


@pytest.mark.slow
def test_a_run_finished_or_abandoned_leaves_no_process_running():
    """Whether busy or idle, and whether or not they were ready."""
    with contextlib.suppress(LookupError), workers(2) as run:
        results = run(partial(slow_after, 2), range(4))
        assert [next(results), next(results)] == [0, 1]
        assert len(multiprocessing.active_children()) == 2
        raise LookupError
    assert not multiprocessing.active_children()
    with contextlib.suppress(LookupError), closing(WorkerPool(2)) as pool:
        pool.submit(sleep, 1)
        raise LookupError
    assert not multiprocessing.active_children()
    with workers(2) as run:
        assert list(run(square, range(4))) == [0, 1, 4, 9]
    assert not multiprocessing.active_children()


def slow_after(quick, number):
    return sleep(number) if number >= quick else number


@pytest.mark.slow
def test_a_server_ends_only_its_own_processes():
    """Other processes, started meanwhile, keep running."""
    other = multiprocessing.get_context("spawn").Process(
        target=time.sleep, args=(LIMIT,), daemon=True
    )
    try:
        with contextlib.suppress(LookupError), workers(2, background=True) as run:
            for _ in run(abs, [1, 2, 3, 4]):
                other.start()
                raise LookupError
        assert other.is_alive()
        assert multiprocessing.active_children() == [other]
    finally:
        other.terminate()
        other.join()


@pytest.mark.slow
@POSIX
def test_a_process_in_the_background_has_low_priority_and_is_silent(capfd):
    with workers(1, background=True) as run:
        assert list(run(nice_after_printing, [0])) == [min(19, os.nice(0) + NICENESS)]
    assert capfd.readouterr() == ("", "")


def nice_after_printing(number):
    os.write(1, b"printed")
    os.write(2, b"printed")
    return os.nice(0)


ENVIRONMENT = os.environ | {"PYTHONPATH": os.getcwd()}


def written(folder, program):
    (folder / "program.py").write_text(program)
    return str(folder / "program.py")


ENDED_WITH_THE_PROGRAM = """
import multiprocessing, sys, time
from picket_duty.analysis.workers import WorkerPool
if __name__ == "__main__":
    pool = WorkerPool(2, background=sys.argv[1] == "True")
    for job in [pool.submit(abs, 1), pool.submit(abs, 2)]:
        job.result()
    pool.submit(time.sleep, 60)
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    time.sleep(60)
"""


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("background", [True, False])
def test_processes_end_if_the_program_is_killed(tmp_path, background):
    """No process is left, although the program could not end them, and nothing was printed."""
    with subprocess.Popen(
        [sys.executable, written(tmp_path, ENDED_WITH_THE_PROGRAM), str(background)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        text=True,
    ) as program:
        processes = [int(word) for word in program.stdout.readline().split()]
        assert len(processes) == 2
        assert all(map(is_running, processes))
        program.kill()
        wait_until(lambda: not any(map(is_running, processes)))
        assert program.stderr.read() == ""


INTERRUPTED_WHILE_STARTING = """
import multiprocessing, os, signal, sys
from picket_duty.analysis.workers import WorkerPool
if __name__ == "__main__":
    pool = WorkerPool(2, background=sys.argv[1] == "True")
    jobs = []
    for number in range(2):
        jobs.append(pool.submit(abs, number))
        for child in multiprocessing.active_children():
            os.kill(child.pid, signal.SIGINT)
    print(*(job.result() for job in jobs))
    pool.close()
"""


INTERRUPTED_BY_ITS_OWN_START = """
import multiprocessing, os, signal
from multiprocessing.context import SpawnProcess
from picket_duty.analysis import workers
class Interrupted(SpawnProcess):
    def start(self):
        super().start()
        os.killpg(0, signal.SIGINT)
if __name__ == "__main__":
    os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    multiprocessing.get_context("spawn").Process = Interrupted
    try:
        with workers.workers(2) as run:
            list(run(abs, [1, 2]))
    except KeyboardInterrupt:
        print(multiprocessing.active_children())
"""


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    ("program", "background", "printed"),
    [
        (INTERRUPTED_WHILE_STARTING, True, "0 1\n"),
        (INTERRUPTED_WHILE_STARTING, False, "0 1\n"),
        (INTERRUPTED_BY_ITS_OWN_START, False, "[]\n"),
    ],
    ids=["starting in the background", "starting", "started"],
)
def test_ctrl_c_does_not_reach_a_process_that_is_starting_and_ends_it_with_the_pool(
    tmp_path, program, background, printed
):
    """Not even the first one, with which multiprocessing starts its resource tracker."""
    done = subprocess.run(
        [sys.executable, written(tmp_path, program), str(background)],
        capture_output=True,
        env=ENVIRONMENT,
        text=True,
        timeout=LIMIT,
    )
    assert (done.stdout, done.stderr) == (printed, "")
