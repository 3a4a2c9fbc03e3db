"""A browser as a server sees it: pages, cookies, and the websocket as textual.js uses it."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

from picket_duty.saves import SaveInfo, list_saves
from picket_duty.web.server import Server, Serving, listening
from picket_duty.web.visitors import Address, Limits, Visitor, names_of

#: Timeout in seconds; not a measure of speed.
PATIENCE = 60.0
HOST = "127.0.0.1"
ENTER, DOWN = "\r", "\x1b[B"
#: The keys from the menu into the first scenario, with the default setup.
TO_SCENARIO_1 = (DOWN, ENTER, ENTER, ENTER)
#: A stub program with the protocol of a screen: it prints its folder and its process ids, and quits when asked.
SCREEN = """
import os, subprocess, sys
def say(kind, text):
    sys.stdout.buffer.write(kind + len(text).to_bytes(4, "big") + text)
    sys.stdout.buffer.flush()
print("__GANGLION__", flush=True)
child = subprocess.Popen(["sleep", "120"])
say(b"D", f"{os.getpid()} {child.pid} {os.environ['PICKET_DUTY_HOME']}|".encode())
while head := sys.stdin.buffer.read(5):
    packet = sys.stdin.buffer.read(int.from_bytes(head[1:], "big"))
    say(b"D", packet)
    if b"quit" in packet and OBEYS:
        break
"""
#: A stub program that never quits.
DEAF = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); OBEYS = False\n" + SCREEN


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return int(listener.getsockname()[1])


@asynccontextmanager
async def served(
    home: Path,
    *,
    words: Sequence[str] = (sys.executable, "-c", f"OBEYS = True\n{SCREEN}"),
    public: Address | None = None,
    shared: bool = False,
    limits: Limits | None = None,
    port: int = 0,
) -> AsyncIterator[tuple[str, Server]]:
    """A server in this process, and its address."""
    port = port or free_port()
    serving = Serving(list(words), home, names_of(HOST, public), public, shared, limits or Limits())
    async with listening(serving, HOST, port) as server:
        yield f"http://{HOST}:{port}", server


@asynccontextmanager
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    """A browser without cookies yet."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


class Tab:
    """A page of the game in a browser, and the output of the screen in it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self.seen = b""
        #: The reason why the server closed it; None while it is open.
        self.closed: str | None = None
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while True:
            message = await self._socket.receive()
            if message.type is aiohttp.WSMsgType.BINARY:
                self.seen += message.data
            elif message.type is not aiohttp.WSMsgType.TEXT:
                self.closed = str(message.extra or "")
                return

    async def type(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            await self.send(["stdin", key])

    async def send(self, message: Any) -> None:
        """A message as textual.js sends it."""
        with suppress(ConnectionError):
            await self._socket.send_json(message)

    async def shows(self, text: bytes) -> None:
        """Wait until the screen has shown a text."""
        await until(lambda: text in self.seen or self.closed is not None)
        assert text in self.seen, (self.closed, self.seen[-500:])

    async def is_closed(self) -> str:
        """Wait until the server closes it; returns the reason."""
        await until(lambda: self.closed is not None)
        return self.closed or ""

    async def close(self) -> None:
        """Close it, as reloading the page does first."""
        self._reader.cancel()
        await self._socket.close()


async def open_tab(browser: aiohttp.ClientSession, base: str) -> Tab:
    """Load the page and open its websocket."""
    async with browser.get(f"{base}/") as page:
        assert page.status == 200
    return Tab(await browser.ws_connect(f"{base}/ws?width=120&height=40", origin=base))


async def until(happened: Callable[[], object]) -> None:
    """Wait until a condition is true, with a time limit."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.02)


def is_alive(pid: int) -> bool:
    """Whether a process exists and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def answers(visitor: Visitor) -> int:
    """The number of answers in the visitor's game."""
    save = the_save(visitor.home)
    return 0 if save is None else save.answers


def the_save(home: Path) -> SaveInfo | None:
    """Wait for the only save of a visitor, and return it."""
    (save,) = list_saves(home / "saves") or (None,)
    return save
