"""Many machines: any executor gives the same result; a worker with another version or tables
refuses.

With Dask's own cluster of two processes where the extra ``cluster`` is installed.
"""

import contextlib
import importlib.util
import json
import os
import pickle
import re
import shutil
import signal
import socket
import struct
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import partial

import pytest

import picket_duty
from picket_duty.analysis import workers
from picket_duty.analysis.workers import AHEAD, WorkersLost
from picket_duty.book import Tables
from picket_duty.book.tables import shipped_folder
from picket_duty.lab import cluster
from picket_duty.lab.batch import BLOCK, Batch, play_block, simulate
from picket_duty.setup import SetupOptions
from tests.games import TABLES
from tests.text_table import cases

BATCH = Batch(SetupOptions(scenario=6, seed=3), games=3 * BLOCK + 20, policy="random")
#: The path of the weather chart.
WEATHER = "charts/6-1.toml"


def dask(test):
    missing = importlib.util.find_spec("distributed") is None
    skipped = pytest.mark.skipif(
        missing, reason="the extra 'cluster' (Dask distributed) is not installed"
    )
    return pytest.mark.slow(skipped(test))


def counted(results):
    assert not results.cut
    return json.dumps(results.as_data())


@pytest.fixture(scope="module")
def alone():
    return counted(simulate(BATCH))


@pytest.fixture
def threads():
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.mark.slow
def test_every_executor_gives_the_same_counts(alone, threads):
    assert counted(simulate(BATCH, cluster.on_executor(threads, 2))) == alone
    assert (
        counted(simulate(BATCH, cluster.on_executor(threads, 2, cluster.packed(TABLES)))) == alone
    )


class Backwards(Executor):
    """Starts only when its window is full, with the newest call first."""

    def __init__(self, window):
        self.window = window
        self.waiting = []
        self.most = 0

    def submit(self, call, /, *args, **more):
        future = Future()
        self.waiting.append((future, partial(call, *args, **more)))
        self.most = max(self.most, len(self.waiting))
        if len(self.waiting) == self.window:
            while self.waiting:
                waiting, what = self.waiting.pop()
                waiting.set_result(what())
        return future


def test_results_come_in_order_through_a_window():
    pool = Backwards(2 * AHEAD)
    results = cluster.on_executor(pool, 2)(lambda first: first, range(10**9))
    assert [next(results) for _ in range(2 * AHEAD)] == list(range(2 * AHEAD))
    assert pool.most == 2 * AHEAD


class Ending(Executor):
    """An executor that ends after some blocks, with or without reporting it."""

    def __init__(self, blocks, error):
        self.blocks = blocks
        self.error = error

    def submit(self, call, /, *args, **more):
        self.blocks -= 1
        future = Future()
        if self.blocks >= 0:
            future.set_result(call(*args, **more))
        elif self.error:
            future.set_exception(self.error)
        return future


def test_results_before_the_connection_was_lost_count():
    results = simulate(BATCH, cluster.on_executor(Ending(2, BrokenExecutor()), 1))
    assert (results.games, results.cut) == (2 * BLOCK, "lost the connection to the scheduler")


def test_a_silent_scheduler_is_checked(monkeypatch):
    monkeypatch.setattr(cluster, "CHECK_INTERVAL", 0.01)
    answers = [True, True, False]
    results = simulate(BATCH, cluster.on_executor(Ending(0, None), 1, alive=lambda: answers.pop(0)))
    assert (results.games, results.cut, answers) == (0, "lost the connection to the scheduler", [])


def test_tables_and_the_file_of_a_scenario_are_sent_as_text(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("# nothing\n", encoding="utf-8")
    own = Tables(path)
    assert cluster.tables_sent(own.digest, cluster.layer_of(own)).digest == own.digest
    folder = tmp_path / "mine"
    (folder / "charts").mkdir(parents=True)
    text = (shipped_folder() / WEATHER).read_text(encoding="utf-8")
    (folder / WEATHER).write_text(text + "\n# layered\n", encoding="utf-8")
    tables = Tables(folder)
    assert list(cluster.layer_of(tables)) == [WEATHER]
    batch = Batch(SetupOptions(scenario=6), games=3, policy="random", folder=str(folder))
    here = play_block(batch, 0)
    sent = pickle.dumps(cluster.packed(tables)(partial(play_block, batch, 0)))
    shutil.rmtree(folder)
    assert counted(pickle.loads(sent)()) == counted(here)
    laid_out = workers._CACHE[tables.digest]
    assert laid_out.digest != TABLES.digest
    assert laid_out["6-1"]


def test_another_version_other_tables_and_a_captain_that_is_not_installed_are_refused(monkeypatch):
    batch = Batch(SetupOptions(scenario=6), policy="no_such_module:Captain", games=1)
    with pytest.raises(
        WorkersLost, match=r"^worker .*: policy no_such_module:Captain: No module named"
    ):
        cluster.packed(TABLES)(partial(play_block, batch, 0))()
    sent = cluster.packed(TABLES)(partial(play_block, BATCH, 0))
    monkeypatch.setattr(cluster, "__version__", "0.0.9")
    with pytest.raises(
        WorkersLost, match=rf"^worker .*, process {os.getpid()}: has version 0\.0\.9, not "
    ):
        sent()
    monkeypatch.undo()
    with pytest.raises(
        WorkersLost, match=rf"^worker .*: has different tables \({TABLES.digest}, not abc\)$"
    ):
        cluster.carry_out(picket_duty.__version__, "abc", {}, b"")


def test_a_worker_without_the_program_fails_at_the_block(monkeypatch):
    """The sent data refer only to the standard library until the block is played."""
    sent = pickle.dumps(cluster.packed(TABLES)(partial(play_block, BATCH, 0)))
    monkeypatch.setitem(sys.modules, "picket_duty.lab.cluster", None)
    block = pickle.loads(sent)
    with pytest.raises(ImportError) as fault:
        block()
    assert cluster.reason_lost(fault.value).startswith("a worker lacks picket-duty ")


SIMULATE = ("simulate", "--scenario", "6", "--scheduler")


def test_without_the_extra_one_line_names_it(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run(*SIMULATE, "tcp://127.0.0.1:1")
    assert (result.status, result.out) == (2, "")
    assert result.err == (
        "picket-duty: the extra 'cluster' is not installed. "
        "In the game's source folder, run: pip install '.[cluster]'.\n"
    )


def test_a_completion_script_calls_this_installation(run, home):
    script = home / "orders"
    script.write_text("{}", encoding="utf-8")
    result = run(*SIMULATE, "tcp://127.0.0.1:1", "--policy", f"scripted:{script}")
    assert "other machines cannot read this file" in result.err


@pytest.fixture(scope="module")
def two_workers():
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        worker_dashboard_address=None,
    ) as scheduler:
        yield scheduler


@dask
def test_a_cluster_prints_the_same_json(run, two_workers):
    words = ("simulate", "--scenario", "6", "-n", "120", "--json")
    ways = (("--jobs", "1"), ("--jobs", "2"), ("--scheduler", two_workers.scheduler_address))
    alone, processes, elsewhere = (
        re.sub(r'"seconds":[\d.]+', "", run(*words, *way).out) for way in ways
    )
    assert alone == processes == elsewhere


@dask
def test_a_killed_worker_changes_nothing(two_workers):
    batch = Batch(SetupOptions(scenario=6, seed=3), games=10 * BLOCK, policy="random")
    victim = next(iter(two_workers.workers.values()))
    killed = []

    def kill(_games, _wins):
        if not killed:
            killed.append(victim.pid)
            os.kill(victim.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    with cluster.cluster(two_workers.scheduler_address, TABLES) as players:
        assert counted(simulate(batch, players, kill)) == counted(simulate(batch))
    assert killed
    until = time.monotonic() + 30
    while victim.pid == killed[0]:
        assert time.monotonic() < until, "the worker was not restarted"
        time.sleep(0.05)


@dask
@cases("""
    address               | why
    nowhere               | ''
    foo://nowhere:1       | ''
    inproc://x            | ''
    tls://127.0.0.1:1     | ''
    ws://127.0.0.1:1      | must begin with tcp:// or tls://
    tcp://127.0.0.1:99999 | 99999 is not a valid port
    """)
def test_an_address_without_a_scheduler_is_one_line(run, address, why):
    result = run(*SIMULATE, address, "-n", "20", "--json")
    assert (result.status, result.out) == (2, "")
    reason = re.search(
        rf"{re.escape(address)}: cannot reach the scheduler \((.*)\)$", result.err.strip()
    )
    assert why in reason[1]
    assert len(reason[1].split()) > 1
    assert len(result.err.splitlines()) == 1


@dask
@pytest.mark.parametrize("first", [b"", struct.pack("<QQ", 1, 10), struct.pack("<QQ", 1, 2**50)])
def test_a_server_that_sends_without_end_is_no_scheduler(run, first):
    def send():
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=send_to, args=(server.accept()[0],), daemon=True).start()

    def send_to(connection):
        with contextlib.suppress(OSError), connection:
            connection.sendall(first)
            while True:
                connection.sendall(bytes(65536))

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=send, daemon=True).start()
        began = time.monotonic()
        result = run(*SIMULATE, f"tcp://127.0.0.1:{server.getsockname()[1]}")
        assert time.monotonic() - began < 2 * cluster.PATIENCE
        server.shutdown(socket.SHUT_RDWR)
    assert (result.status, len(result.err.splitlines())) == (2, 1)
    assert "cannot reach the scheduler" in result.err


#: A greeting of a few parts.
GREETING = (2).to_bytes(8, "little") + bytes(16)
NO_GREETINGS = [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(range(256)), bytes(100)]


@pytest.mark.parametrize("answer", [GREETING, *NO_GREETINGS])
def test_another_server_is_no_scheduler(answer, monkeypatch):
    monkeypatch.setattr(cluster, "GREETING_PATIENCE", 0.1)
    refused = pytest.raises(ValueError, match="the server at this address is not a Dask scheduler")
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:
        greeted = pool.submit(greet, server, answer)
        with contextlib.nullcontext() if answer is GREETING else refused:
            cluster.check_scheduler(*server.getsockname(), scheme="tcp")
        greeted.result().close()


def greet(server, answer):
    connection, _ = server.accept()
    connection.sendall(answer)
    return connection
