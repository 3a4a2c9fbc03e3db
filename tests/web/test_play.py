"""The real program over the websocket: a window closed and opened again, and a server that is
stopped or killed.
"""

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("textual_serve", reason="the extra web is not installed")

import aiohttp

from picket_duty.saves import load_whole
from picket_duty.web.serve import command_arguments
from tests.web.client import free_port, is_alive, is_open, open_tab, served, the_save, until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
ENTER = "\r"
DOWN = "\x1b[B"
#: The keys from the menu into the first scenario with the default setup, and what is shown after
#: each.
TO_SCENARIO_1 = (
    (DOWN, b"New game"),
    (ENTER, b"start with"),
    (ENTER, b"The End Is Near"),
    (ENTER, b"Officers"),
    (ENTER, b""),
)
#: Seconds until another key is pressed where one had no effect.
AGAIN = 1.0


async def begin(tab, home):
    await tab.shows(b"First battle")
    for key, shown in TO_SCENARIO_1:
        await tab.type(key)
        await tab.shows(shown)
    await until(lambda: the_save(home) is not None)


async def play_until(tab, home, answers):
    """Press Enter, one request after another, until the save has this many answers."""
    while (before := the_save(home).answers) < answers:
        assert tab.closed is None
        seen = len(tab.seen)
        await tab.type(ENTER)
        try:
            async with asyncio.timeout(AGAIN):
                await until(
                    lambda before=before, seen=seen: (
                        the_save(home).answers != before or len(tab.seen) > seen
                    )
                )
        except TimeoutError:
            # A decision without a recommended option: Enter accepts only what has been marked.
            await tab.type(DOWN)


async def test_closing_the_window_keeps_the_save_and_the_menu_continues_it(home):
    async with aiohttp.ClientSession() as browser:
        async with served(command_arguments()) as server:
            tab = await open_tab(browser, server.address)
            await begin(tab, home)
            await play_until(tab, home, 2)
            path = the_save(home).path
            before = the_save(home).answers
            await tab.close()
            await until(lambda: not server.games)
            assert not is_open(path)
            # A key already sent may have been answered since.
            assert load_whole(path).requests >= before
            again = await open_tab(browser, server.address)
            await again.shows(b"Continue")
            await again.type(ENTER)
            await until(lambda: is_open(path))
            await play_until(again, home, before + 2)
            before = the_save(home).answers
        assert not is_open(path)
        assert load_whole(path).requests >= before


@pytest.mark.skipif(sys.platform != "linux", reason="asks the system which processes there are")
@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL],
    ids=["Ctrl+C", "terminated", "hung up", "killed"],
)
def test_every_game_ends_with_the_command(home, number):
    port = free_port()
    pipe = subprocess.PIPE
    words = [sys.executable, "-m", "picket_duty", "serve", "--port", str(port)]
    server = subprocess.Popen(
        words, cwd=ROOT, env=dict(os.environ), stdout=pipe, stderr=pipe, text=True
    )
    shown = rf"Picket Duty is running at (http://127\.0\.0\.1:{port}/[\w-]{{43}}/) \(press Ctrl\+C to stop\)\n"

    async def visit():
        line = await asyncio.to_thread(server.stderr.readline)
        address = re.fullmatch(shown, line)[1]
        async with aiohttp.ClientSession() as browser:
            tab = await open_tab(browser, address)
            await tab.shows(b"First battle")
            children = children_of(server.pid)
            assert len(children) == 1
            server.send_signal(number)
            await until(lambda: not any(map(is_alive, children)))
            assert await asyncio.to_thread(server.wait, 20) == (
                -number if number == signal.SIGKILL else 0
            )

    try:
        asyncio.run(visit())
        assert server.stderr.read() == server.stdout.read() == ""
    finally:
        server.kill()
        server.wait()
        server.stderr.close()
        server.stdout.close()
    assert not (home / "reports").exists()


def children_of(pid):
    return [
        int(word)
        for path in Path(f"/proc/{pid}/task").glob("*/children")
        for word in path.read_text().split()
    ]
