"""Batches under hostile conditions: killed processes, Ctrl+C, huge numbers, floats of other Python
versions.
"""

import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from picket_duty.analysis import statistics
from tests.hostile.program import is_running
from tools.calibrate import ratio_interval

#: Upper limit in seconds for each test, on a busy machine.
PATIENCE = 150
#: CPU seconds in which a process can start and play some games.
PLAYS_BY_NOW = 2.0
LONG_RUN = ("simulate", "--campaign", "long-b", "-n", "100000", "--jobs", "2", "--json")


@contextlib.contextmanager
def begun(tmp_path, *words):
    """The command line in its own process group, which is gone afterwards."""
    with subprocess.Popen(
        [sys.executable, "-m", "picket_duty", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PICKET_DUTY_HOME": str(tmp_path)},
        start_new_session=True,
        # Ctrl+C is ignored if the tests run in the background of a shell.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def workers_of(process):
    """The worker processes, once all are running; the first child process tracks shared memory."""

    def found():
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        return [
            int(child)
            for child in children
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        ]

    wait_until(lambda: len(found()) == 2)
    return found()


def processor_time(pid):
    numbers = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def wait_until(holds):
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.05)


linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks into /proc")


@pytest.mark.slow
@linux
def test_a_killed_process_is_reported(tmp_path):
    with begun(tmp_path, *LONG_RUN) as process:
        os.kill(workers_of(process)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "counted, then a worker process was killed" in err
    assert len(err.splitlines()) == 1
    assert not out or json.loads(out)


@pytest.mark.slow
@linux
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_was_counted(tmp_path, jobs):
    many = (
        "simulate",
        "--scenario",
        "6",
        "-n",
        "10000000",
        "--jobs",
        jobs,
        "--policy",
        "random",
        "--json",
    )
    with begun(tmp_path, *many) as process:
        players = workers_of(process) if jobs == "2" else [process.pid]
        wait_until(lambda: min(map(processor_time, players)) >= PLAYS_BY_NOW)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    data = json.loads(out)
    assert 0 < data["games"] == sum(data["outcomes"].values())
    assert err == f"picket-duty: interrupted ({data['games']} games counted)\n"
    wait_until(lambda: not any(map(is_running, players)))


def test_endless_games_and_jobs_are_stopped(run):
    for games in ("1" + "0" * 23, "1000000001", str(2**63), "9" * 400):
        result = run("simulate", "--scenario", "6", "-n", games)
        assert (result.status, result.out, len(result.err.splitlines())) == (2, "", 1)
        assert "the number of games must be at most 1,000,000,000" in result.err
    assert run("simulate", "--scenario", "6", "-n", "2", "--jobs", "9" * 30).status == 0


COUNTS = st.dictionaries(
    st.integers(-(10**9), 10**9), st.integers(1, 10**6), min_size=1, max_size=30
).map(Counter)
PAIRS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=2, max_size=30)


def root(square):
    return math.sqrt(square.numerator / square.denominator)


@pytest.mark.slow
@given(COUNTS)
def test_deviation_is_exact(counts):
    trials = counts.total()
    total = sum(value * count for value, count in counts.items())
    assert statistics.mean(counts) == float(Fraction(total, trials))
    if trials > 1:
        middle = Fraction(total, trials)
        square = sum(count * (value - middle) ** 2 for value, count in counts.items()) / (
            trials - 1
        )
        assert statistics.deviation(counts) == root(square)


@given(PAIRS)
def test_ratio_is_exact(pairs):
    above, below = (sum(part) for part in zip(*pairs, strict=True))
    if not below:
        return
    ratio = Fraction(above, below)
    square = (
        sum((up - ratio * down) ** 2 for up, down in pairs)
        / (len(pairs) - 1)
        * len(pairs)
        / below**2
    )
    half = statistics.Z95 * root(square)
    assert ratio_interval(pairs) == (above / below - half, above / below + half)
