"""A game in a browser: the screen runs in a separate process, connected to one websocket, and ends with it.

The process runs Textual's web driver and writes packets to its standard output; the page is that of textual-serve.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from aiohttp import WSCloseCode, web

from picket_duty.analysis.workers import PROCESSES
from picket_duty.charts.words import safe
from picket_duty.saves.paths import HOME
from picket_duty.web.visitors import Limits, Visitor, remember_left, take_left

#: Kinds of packets between a screen and the server: terminal data, and messages as JSON.
DATA, META = b"D", b"M"
#: The line a screen prints when it is ready, and the number of lines in which it must come.
READY, PRELUDE = b"__GANGLION__\n", 10
#: Seconds a screen is given to quit when asked, and to end after a signal before a stronger one.
QUIT_PATIENCE, PATIENCE = 1.0, 3.0
#: Seconds between checks that a process has ended. Its pipes may stay open in its children.
LOOK = 0.03
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
#: Bytes that may wait for the screen before more keys are dropped: more than a player types or pastes.
MOST_KEYS = 64 * 1024
#: Bytes kept of its standard error, and bytes of a websocket's close reason.
MOST_ERRORS, MOST_REASON = 20_000, 120
#: Environment variables of the account that serves, not passed on: its settings, and what a bug may show.
NOT_THEIRS = ("PICKET_DUTY_CONFIG", "PICKET_DUTY_TRACEBACK")
ENDED = "The game has ended."


class GameSession:
    """The process of a visitor's game and its websocket. It replaces the session ``previous``, which ends first."""

    def __init__(
        self,
        words: Sequence[str],
        visitor: Visitor,
        limits: Limits,
        websocket: web.WebSocketResponse,
        previous: GameSession | None = None,
    ) -> None:
        self.visitor = visitor
        self._words = words
        self._limits = limits
        self._websocket = websocket
        self._previous = previous
        #: The process, and what forwards its output and waits for its end; None before it begins and when it is over.
        self._process: Process | None = None
        self._output: asyncio.Task[None] | None = None
        self._reaper: asyncio.Task[None] | None = None
        #: Whether the session was ended by the server, and whether the player quit the screen.
        self._over = self._quit = False
        self._step = asyncio.Lock()

    async def begin(self, width: int, height: int) -> None:
        """Start the screen, on the battle that was open when the last session ended. Raises OSError."""
        async with self._step:
            if self._previous is not None:
                await self._previous.leave("The game was opened in another window.")
                self._previous = None
            if self._over:
                return
            save = await asyncio.to_thread(take_left, self.visitor)
            words = [*self._words, *(["resume", str(save)] if save is not None else [])]
            environment = environment_of(self.visitor, self._limits) | screen_environment(width, height)
            self._process = await start_process(words, environment, is_spoken_to=True)
            limit_memory(self._process, self._limits.memory)
            self._reaper = asyncio.create_task(ended(self._process))
            self._output = asyncio.create_task(self._forward(self._process))

    async def leave(self, why: str, code: int = WSCloseCode.GOING_AWAY) -> None:
        """Close the websocket from this side, with the reason, and end the game."""
        await asyncio.gather(self._websocket.close(code=code, message=_short(why)), self.end())

    async def end(self) -> None:
        """End the process and all that it started. The game is saved, as every answer is."""
        self._over = True
        async with self._step:
            process = self._process
            if process is None:
                return
            if not self._quit and process.returncode is None:
                await asyncio.to_thread(remember_left, self.visitor)
                await self._ask_to_quit(process)
            self._process = None
            await end_group(process)
            if self._output is not None:
                await asyncio.wait([self._output], timeout=PATIENCE)

    async def _ask_to_quit(self, process: Process) -> None:
        """Ask the screen to quit; one that has a flood of keys to read first does not answer in time."""
        self.send_meta(type="quit")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended(process), QUIT_PATIENCE)

    # -- to the process -----------------------------------------------------------

    def send_keys(self, text: str) -> None:
        """Send keys to the screen."""
        self._send(DATA, text.encode("utf-8", "replace"))

    def send_meta(self, **meta: str | int) -> None:
        """Send a message about the terminal: its size, focus and blur, the request to quit."""
        self._send(META, json.dumps(meta).encode())

    def _send(self, kind: bytes, payload: bytes) -> None:
        """Send one packet. It is dropped if there is no process, or if the screen does not keep up.

        Waiting for the screen instead would keep the server from seeing that the websocket was closed.
        """
        if self._process is None or self._process.stdin is None or self._is_behind():
            return
        with contextlib.suppress(OSError, RuntimeError):
            self._process.stdin.write(kind + len(payload).to_bytes(4, "big") + payload)

    def _is_behind(self) -> bool:
        """Whether the screen has left too much unread."""
        stdin = self._process.stdin if self._process is not None else None
        return stdin is not None and stdin.transport.get_write_buffer_size() > MOST_KEYS

    # -- from the process ---------------------------------------------------------

    async def _forward(self, process: Process) -> None:
        """Forward the screen's output until it ends; then close the websocket with its last message."""
        assert process.stdout is not None
        assert process.stderr is not None
        errors = asyncio.create_task(_last_of(process.stderr))
        with contextlib.suppress(asyncio.IncompleteReadError):
            if await _is_ready(process.stdout):
                await self._forward_packets(process.stdout)
        message = (await errors).decode("utf-8", "replace").strip()
        if message:
            print("\n".join(map(safe, message.splitlines())), file=sys.stderr, flush=True)
        with contextlib.suppress(ConnectionError):
            await self._websocket.close(message=_short(message.splitlines()[0] if message else ENDED))

    async def _forward_packets(self, screen: asyncio.StreamReader) -> None:
        """Forward packets (kind, length in four bytes, payload); they are read even if the websocket is closed."""
        while True:
            kind, length = await screen.readexactly(1), await screen.readexactly(4)
            payload = await screen.readexactly(int.from_bytes(length, "big"))
            with contextlib.suppress(ConnectionError):
                if kind == DATA:
                    await self._websocket.send_bytes(payload)
                elif kind == META:
                    await self._obey(json.loads(payload))

    async def _obey(self, meta: dict[str, Any]) -> None:
        """Handle a message of the screen: the player has quit, or follows a link."""
        if meta["type"] == "exit":
            self._quit = True
        elif meta["type"] == "open_url":
            await self._websocket.send_json(["open_url", {"url": meta["url"], "new_tab": meta["new_tab"]}])


def screen_environment(width: int, height: int) -> dict[str, str]:
    """The variables that make Textual show a screen in a browser."""
    return {
        "TEXTUAL_DRIVER": "picket_duty.web.driver:BrowserDriver",
        "TEXTUAL_FPS": "60",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM_PROGRAM": "textual",
        "TERM_PROGRAM_VERSION": version("textual-serve"),
        "COLUMNS": str(width),
        "ROWS": str(height),
    }


def environment_of(visitor: Visitor, limits: Limits) -> dict[str, str]:
    """The environment of a process that works for a visitor: their folder, and how many processes it may start."""
    passed = {name: value for name, value in os.environ.items() if name not in NOT_THEIRS}
    return {**passed, HOME: str(visitor.home), PROCESSES: str(limits.processes)}


async def start_process(words: Sequence[str], environment: Mapping[str, str], is_spoken_to: bool = False) -> Process:
    """Start a process in a separate group, which Ctrl+C at the server does not reach. Raises OSError."""
    return await asyncio.create_subprocess_exec(
        *words,
        stdin=PIPE if is_spoken_to else DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        env=environment,
        start_new_session=True,
    )


def limit_memory(process: Process, size: int) -> None:
    """Limit the data of a process, and of each that it starts, to ``size`` bytes, where the system can (Linux)."""
    with contextlib.suppress(ImportError, AttributeError, ProcessLookupError, PermissionError, ValueError):
        import resource

        resource.prlimit(process.pid, resource.RLIMIT_DATA, (size, size))


async def end_group(process: Process) -> None:
    """End a process and all that it started, gently if possible."""
    if process.returncode is None:
        _signal(process, signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended(process), PATIENCE)
    _signal(process, KILL)
    await ended(process)


async def ended(process: Process) -> None:
    """Wait until a process has ended, then kill what it left behind, which would hold its pipes open."""
    while process.returncode is None:
        await asyncio.sleep(LOOK)
    _signal(process, KILL)


def _signal(process: Process, number: signal.Signals) -> None:
    """Signal a whole process group, also after its leader has ended; on Windows only the process."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        elif process.returncode is None:
            process.send_signal(number)


async def _is_ready(screen: asyncio.StreamReader) -> bool:
    """Whether the process is a screen: its ready line comes within a few lines."""
    for _ in range(PRELUDE):
        line = await screen.readline()
        if line == READY or not line:
            return bool(line)
    return False


async def _last_of(stream: asyncio.StreamReader) -> bytes:
    """The last bytes of a stream, read to its end."""
    last = b""
    while data := await stream.read(4096):
        last = (last + data)[-MOST_ERRORS:]
    return last


def _short(words: str) -> bytes:
    """A text as a websocket's close reason."""
    return safe(words).encode()[:MOST_REASON].decode("utf-8", "ignore").encode()
