"""The single-file program works like the installed one: tables, companions, manual, processes, screen, browser.

Run by hand and by the workflow: python -m pytest tests/packages --program dist/picket-duty
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner

from picket_duty import __version__
from picket_duty.commands.main import main
from picket_duty.companions.registry import companion_names
from picket_duty.manual import PAGES

#: Timeout in seconds, long enough for a process that unpacks itself.
PATIENCE = 60


@pytest.fixture
def installed(at_home) -> Callable[..., str]:
    return lambda *words: CliRunner(env=at_home).invoke(main, list(words)).stdout


def test_the_program_reports_this_version(run):
    assert run("--version").strip().endswith(__version__)


@pytest.mark.parametrize("command", sorted(main.list_commands(click.Context(main))))
def test_every_command_is_aboard(run, command):
    # A zipapp prints the name by which it was called.
    assert run(command, "--help").replace(".pyz", "", 1).startswith(f"Usage: picket-duty {command} ")


def test_tables(run, installed):
    assert run("tables", "check") == installed("tables", "check")
    assert run("tables", "list") == installed("tables", "list")
    drawn = ("tables", "show", "9-2/5in", "--roll", "8", "--column", "M")
    assert run(*drawn) == installed(*drawn)


@pytest.mark.parametrize("name", companion_names())
def test_companions(run, installed, name):
    assert run("tables", "--game", name, "list") == installed("tables", "--game", name, "list")
    run("tables", "--game", name, "check")


@pytest.mark.parametrize("page", PAGES)
def test_manual(run, installed, page):
    assert run("manual", page) == installed("manual", page)


def test_a_game_is_the_same(run, installed):
    words = ("play", "--scenario", "6", "--seed", "7", "--auto", "doctrine", "--json")
    assert json.loads(run(*words)) == json.loads(installed(*words))


def test_the_phrases_are_aboard(run, installed, tmp_path):
    """The log is worded from TOML files in the package."""
    save = str(tmp_path / "game.jsonl")
    run("play", "--scenario", "6", "--seed", "7", "--auto", "doctrine", "--save", save)
    for voice in ("log", "diary"):
        assert "picket duty" in run(voice, save).lower()
        assert run(voice, save) == installed(voice, save)


def test_worker_processes(run, installed):
    words = ("simulate", "--scenario", "6", "-n", "60", "--json", "--jobs")
    said = [json.loads(output) for output in (run(*words, "1"), run(*words, "2"), installed(*words, "1"))]
    assert all(output.pop("seconds") for output in said)
    assert said[0] == said[1] == said[2]


def test_the_analyzer_uses_separate_processes(run, tmp_path):
    save = tmp_path / "a.picket"
    run("play", "--scenario", "6", "--seed", "7", "--auto", "doctrine", "--save", save)
    assert "%" in run("luck", save, "--games", "2")


def test_sheets_can_be_written_as_pdf(program, run, tmp_path):
    if program[-1].endswith(".pyz"):
        pytest.skip("the zipapp is for every system and has no compiled libraries for paper")
    paper = tmp_path / "sheets.pdf"
    run("sheets", "--out", paper)
    assert paper.read_bytes().startswith(b"%PDF-")


@pytest.mark.skipif(sys.platform == "win32", reason="Python has no pseudo-terminal on Windows")
def test_the_screen(program, at_home):
    words = [*program, "play", "--scenario", "6", "--seed", "7", "--ask", "all"]
    with Terminal(words, {**at_home, "PICKET_DUTY_PACE": "fast"}) as screen:
        screen.wait_for("ORDERS")
        screen.type("\r")
        screen.wait_for("maneuver")
        screen.type("o")
        # Its style sheets are included, and its worker processes can run playouts.
        screen.wait_for(r"Exec: .*?\d%")
        screen.type("\x1b?")
        screen.wait_for("Keys")
        screen.type("\x1b")
        screen.type("\x11")
        assert screen.ends() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Python has no pseudo-terminal on Windows")
def test_the_menu_and_its_manual(program, at_home):
    with Terminal(program, at_home) as screen:
        screen.wait_for("First battle")
        screen.type("\x11")
        assert screen.ends() == 0


def test_a_game_runs_in_a_browser(program, at_home, tmp_path):
    aiohttp = pytest.importorskip("aiohttp", reason="speaks to the server as a browser does: the extra web")
    port = free_port()
    words = [*program, "serve", "--port", str(port)]
    server = subprocess.Popen(words, cwd=tmp_path, env=at_home, stderr=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://\S+", server.stderr.readline())
        assert b"First battle" in asyncio.run(first_screen(aiohttp, address[0]))
    finally:
        server.terminate()
        server.wait(PATIENCE)


async def first_screen(aiohttp, address: str) -> bytes:
    """The output sent to a browser until the menu is shown, after the page and its parts are loaded."""
    seen = b""
    async with aiohttp.ClientSession() as session, asyncio.timeout(PATIENCE):
        page = await fetched(session, address)
        assert "Picket Duty" in page
        for part in re.findall(r'(?:src|href)="([^":]+\.(?:js|css))', page):
            assert await fetched(session, f"{address}{part}")
        origin = "/".join(address.split("/")[:3])
        async with session.ws_connect(f"{address}ws?width=120&height=40", origin=origin) as line:
            while b"First battle" not in seen:
                message = await line.receive()
                assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), seen[-500:]
                seen += message.data if isinstance(message.data, bytes) else message.data.encode()
    return seen


async def fetched(session, address: str) -> str:
    async with session.get(address) as page:
        assert page.status == 200, address
        return await page.text()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("localhost", 0))
        return int(listener.getsockname()[1])


class Terminal:
    def __init__(self, words: list[str], environment: dict[str, str]) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self._mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = {**environment, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self._run = subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        self._seen = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self._run.kill()
        self._run.wait()

    def wait_for(self, words: str) -> None:
        """Read until this text appears, ignoring color codes within it."""
        end = time.monotonic() + PATIENCE
        while not re.search(words, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self._seen.decode("utf-8", "replace"))):
            assert time.monotonic() < end, self._seen[-2000:]
            self._read()
        self._seen = b""

    def type(self, keys: str) -> None:
        import os

        os.write(self._mine, keys.encode())

    def ends(self) -> int:
        end = time.monotonic() + PATIENCE
        while self._run.poll() is None:
            assert time.monotonic() < end
            self._read()
        return self._run.returncode

    def _read(self) -> None:
        import os
        import select

        ready, _, _ = select.select([self._mine], [], [], 0.2)
        if ready:
            with contextlib.suppress(OSError):
                self._seen += os.read(self._mine, 65536)
