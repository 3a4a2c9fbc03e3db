"""A browser as a local server sees it: the page, and the websocket as textual.js uses it."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp

from picket_duty.paths import SaveError
from picket_duty.saves import SaveInfo
from picket_duty.saves.save_file import lock
from picket_duty.saves.save_list import save_info
from picket_duty.web.server import HOST, LocalServer, listening

#: Timeout in seconds; not a measure of speed.
PATIENCE = 60.0
#: A stub program with the protocol of a screen: it prints its process id, repeats what it reads,
#: and quits when asked.
SCREEN = """
import os, sys
def say(kind, text):
    sys.stdout.buffer.write(kind + len(text).to_bytes(4, "big") + text)
    sys.stdout.buffer.flush()
print("__GANGLION__", flush=True)
say(b"D", f"{os.getpid()}|".encode())
while head := sys.stdin.buffer.read(5):
    packet = sys.stdin.buffer.read(int.from_bytes(head[1:], "big"))
    say(b"D", packet)
    if b"quit" in packet:
        break
"""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return int(listener.getsockname()[1])


@asynccontextmanager
async def served(
    words: Sequence[str] = (sys.executable, "-c", SCREEN),
) -> AsyncIterator[LocalServer]:
    server = LocalServer(words, free_port())
    async with listening(server):
        yield server


def origin_of(address: str) -> str:
    return "/".join(address.split("/")[:3])


class Tab:
    """A page of the game in a browser, and the output of the screen in it."""

    def __init__(self, websocket: aiohttp.ClientWebSocketResponse) -> None:
        self._websocket = websocket
        self.seen = b""
        #: The reason why the server closed it; None while it is open.
        self.closed: str | None = None
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message.type is aiohttp.WSMsgType.BINARY:
                self.seen += message.data
            elif message.type is not aiohttp.WSMsgType.TEXT:
                self.closed = str(message.extra or "")
                return

    @property
    def pid(self) -> int:
        return int(self.seen.split(b"|")[0])

    async def type(self, key: str) -> None:
        await self.send(["stdin", key])

    async def send(self, message: Any) -> None:
        await self.send_text(json.dumps(message))

    async def send_text(self, frame: str) -> None:
        with suppress(ConnectionError):
            await self._websocket.send_str(frame)

    async def shows(self, text: bytes) -> None:
        await until(lambda: text in self.seen or self.closed is not None)
        assert text in self.seen, (self.closed, self.seen[-500:])

    async def is_closed(self) -> str:
        await until(lambda: self.closed is not None)
        return self.closed or ""

    async def close(self) -> None:
        self._reader.cancel()
        await self._websocket.close()


async def open_tab(browser: aiohttp.ClientSession, address: str) -> Tab:
    async with browser.get(address) as page:
        assert page.status == 200
        found = re.search(r'data-session-websocket-url="([^"]+)"', await page.text())
    assert found
    return Tab(
        await browser.ws_connect(f"{found[1]}?width=120&height=40", origin=origin_of(address))
    )


async def until(happened: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it never happened"
        await asyncio.sleep(0.02)


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def the_save(home: Path) -> SaveInfo | None:
    (path,) = list((home / "saves").glob("*.picket")) or (None,)
    return path and save_info(path)


def is_open(path: Path) -> bool:
    try:
        with open(path, "r+b", buffering=0) as file:
            lock(file, path)
    except SaveError:
        return True
    return False
