"""Whole games over the websocket with the real program: two at once, a reload, a server stopped or killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("textual_serve", reason="the extra web is not installed")

from picket_duty.game import Game
from picket_duty.saves import is_open, load_whole, start_save
from picket_duty.tui.settings import FAST, STEP
from picket_duty.web.serve import command_words
from picket_duty.web.visitors import COOKIE, Visitor, visitor_of
from tests.web.client import (
    DOWN,
    ENTER,
    HOST,
    TO_SCENARIO_1,
    answers,
    browser,
    free_port,
    is_alive,
    open_tab,
    served,
    the_save,
    until,
)

#: Seconds until another key is pressed where one had no effect.
AGAIN = 1.0
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _step_by_step(monkeypatch):
    """Every roll waits for Enter and the analysis is off, so that nothing depends on the clock."""
    monkeypatch.setenv("PICKET_DUTY_PACE", STEP)
    monkeypatch.setenv("PICKET_DUTY_STAFF", "off")


def visitor_in(session, top: Path) -> Visitor:
    """The visitor identified by a browser's cookie."""
    return visitor_of(next(cookie.value for cookie in session.cookie_jar if cookie.key == COOKIE), top)


async def play_until(tab, visitor: Visitor, enough) -> None:
    """Press Enter, one request after another, until the save meets a condition."""
    while not enough(save := the_save(visitor.home)):
        assert tab.closed is None
        before, seen = save.answers, len(tab.seen)
        await tab.type(ENTER)
        try:
            async with asyncio.timeout(AGAIN):
                await until(lambda before=before, seen=seen: answers(visitor) != before or len(tab.seen) > seen)
        except TimeoutError:
            # A decision without a recommended option: Enter accepts only what has been marked.
            await tab.type(DOWN)


async def begin(tab, visitor: Visitor) -> None:
    """From the menu to the first request of scenario 1."""
    await tab.shows(b"First battle")
    for key, shown in zip(TO_SCENARIO_1, (b"New scenario", b"The End Is Near", b"Officers", b""), strict=True):
        await tab.type(key)
        await tab.shows(shown)
    await until(lambda: the_save(visitor.home) is not None)


@pytest.mark.slow
def test_two_visitors_play_scenario_1_to_its_end(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_PACE", FAST)

    async def one_game(base):
        async with browser() as session:
            tab = await open_tab(session, base)
            visitor = visitor_in(session, tmp_path)
            await begin(tab, visitor)
            await play_until(tab, visitor, lambda save: save.over)
            async with session.get(f"{base}/logs/{the_save(visitor.home).path.name}") as log:
                return visitor.home, await log.text()

    async def both():
        async with served(tmp_path, words=command_words()) as (base, _):
            return await asyncio.gather(one_game(base), one_game(base))

    (mine, log), (theirs, _) = asyncio.run(both())
    assert mine != theirs
    assert "Anthony" in log


@pytest.mark.slow
def test_reloading_and_stopping_the_server_lose_nothing(tmp_path):
    """Each time the battle is on the screen again with all its answers."""

    async def visit():
        async with browser() as session:
            async with served(tmp_path, words=command_words()) as (base, _):
                tab = await open_tab(session, base)
                visitor = visitor_in(session, tmp_path)
                await begin(tab, visitor)
                await play_until(tab, visitor, lambda save: save.answers >= 2)
                path, before = the_save(visitor.home).path, answers(visitor)
                await tab.close()
                again = await open_tab(session, base)
                await again.shows(b"Anthony")
                assert is_open(path)
                await play_until(again, visitor, lambda save: save.answers > before)
                before = answers(visitor)
            assert not is_open(path)
            # A key already sent may have been answered since.
            assert answers(visitor) >= before
            before = answers(visitor)
            assert load_whole(path).requests == before
            async with served(tmp_path, words=command_words()) as (base, _):
                once_more = await open_tab(session, base)
                await once_more.shows(b"Anthony")
                assert is_open(path)
                await play_until(once_more, visitor, lambda save: save.answers > before)

    asyncio.run(visit())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks the system which processes there are")
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGKILL], ids=["hung up", "killed"])
def test_every_game_ends_with_the_command(tmp_path, number):
    """Even if the server cannot end it any more."""
    port = free_port()
    base = f"http://{HOST}:{port}"
    words = [sys.executable, "-m", "picket_duty", "serve", "--port", str(port), "--shared"]
    environment = {**os.environ, "PICKET_DUTY_HOME": str(tmp_path)}
    server = subprocess.Popen(words, cwd=ROOT, env=environment, stderr=subprocess.PIPE)

    async def visit():
        await asyncio.to_thread(server.stderr.readline)
        async with browser() as session:
            tab = await open_tab(session, base)
            await tab.shows(b"First battle")
            children = children_of(server.pid)
            assert len(children) == 1
            server.send_signal(number)
            await until(lambda: not any(map(is_alive, children)))
            assert await asyncio.to_thread(server.wait, 20) == (0 if number == signal.SIGHUP else -number)

    try:
        asyncio.run(visit())
    finally:
        server.kill()
        server.wait()
        server.stderr.close()
    assert not (tmp_path / "reports").exists()


def children_of(pid: int) -> list[int]:
    """The child processes of a process."""
    return [int(word) for path in Path(f"/proc/{pid}/task").glob("*/children") for word in path.read_text().split()]


@pytest.mark.slow
def test_with_shared_all_visitors_play_the_owners_game(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    game = Game.new(scenario=6, seed=7)
    path = start_save(game, "mine")
    game.journal.close()

    async def visit():
        async with served(tmp_path, words=command_words(), shared=True) as (base, _), browser() as session:
            await (await open_tab(session, base)).shows(b"Continue")
            async with session.get(f"{base}/saves/{path.name}") as response:
                assert await response.read() == path.read_bytes()

    asyncio.run(visit())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads the memory of a process from /proc")
def test_a_flood_of_keys_fills_no_memory_and_ends_with_the_visitor(tmp_path):
    async def visit():
        async with served(tmp_path, words=command_words()) as (base, server), browser() as session:
            others = set(children_of(os.getpid()))
            tab = await open_tab(session, base)
            await tab.shows(b"First battle")
            (child,) = set(children_of(os.getpid())) - others
            for _ in range(125):
                await tab.send(["stdin", "\x1b[B\x1b[A" * 3333])
            await asyncio.sleep(1)
            assert most_memory(child) < 100
            assert tab.closed is None
            await tab.close()
            await until(lambda: not server.games)
            assert not is_alive(child)

    asyncio.run(visit())


def most_memory(pid: int) -> float:
    """The most memory that a process has used, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
