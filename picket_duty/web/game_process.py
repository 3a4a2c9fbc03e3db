"""A game in a browser: the screen in a process of its own, spoken to by one websocket, ended with it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Mapping, Sequence
from pathlib import Path

from aiohttp import WSCloseCode, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from picket_duty.analysis.workers import PROCESSES
from picket_duty.charts.words import safe
from picket_duty.saves.paths import HOME
from picket_duty.web.sessions import Limits, Visitor, remember_left, take_left

#: The line by which a screen says that it is one, and the lines that it may come after.
READY, PRELUDE = b"__GANGLION__\n", 10
#: What a process is given before it is ended less gently, in seconds.
PATIENCE = 3.0
#: Seconds between two looks whether a process has ended: its pipes do not tell, others may hold them.
LOOK = 0.03
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
#: How much is kept of what it wrote on standard error, in bytes, and how much of that a closed websocket takes along.
MOST_ERRORS, MOST_REASON = 20_000, 120
#: Variables that hold for whoever started the server, not for a visitor: his settings, and what a fault may show.
NOT_THEIRS = ("PICKET_DUTY_CONFIG", "PICKET_DUTY_TRACEBACK")
ENDED = "The game has ended."


class Window(AppService):
    """The game of a visitor. It takes the place of the one ``before``, which ends first."""

    def __init__(
        self,
        words: Sequence[str],
        visitor: Visitor,
        limits: Limits,
        websocket: web.WebSocketResponse,
        before: Window | None = None,
    ) -> None:
        super().__init__(
            "",
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=self._note_left,
            download_manager=DownloadManager(),
        )
        self.visitor = visitor
        self._words = words
        self._limits = limits
        self._websocket = websocket
        self._before = before
        self._resumed: Path | None = None
        self._over = self._is_left = False
        self._step = asyncio.Lock()
        self._reaper: asyncio.Task[None] | None = None

    async def begin(self, width: int, height: int) -> None:
        """Start the screen, in the battle that was left. Raises OSError."""
        async with self._step:
            if self._before is not None:
                await self._before.leave("The game goes on in another window.")
                self._before = None
            if self._over:
                return
            self._resumed = await asyncio.to_thread(take_left, self.visitor)
            await self.start(width, height)

    async def leave(self, why: str, code: int = WSCloseCode.GOING_AWAY) -> None:
        """Close the window from this side, with the reason, and end its game."""
        await asyncio.gather(self._websocket.close(code=code, message=_short(why)), self.end())

    async def end(self) -> None:
        """End the process and all that it began; what was played is saved, as every answer is."""
        self._over = True
        async with self._step:
            process, self._process = self._process, None
            if process is None:
                return
            if not self._is_left and process.returncode is None:
                await asyncio.to_thread(remember_left, self.visitor)
                await self._ask_to_quit(process)
            await end_group(process)
            if self._task is not None:
                await asyncio.wait([self._task], timeout=PATIENCE)

    async def _ask_to_quit(self, process: Process) -> None:
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(PATIENCE):
                await self.send_meta({"type": "quit"})
                await ended(process)

    # -- the process --------------------------------------------------------------

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        chosen = ["resume", str(self._resumed)] if self._resumed is not None else []
        environment = environment_of(self.visitor, self._limits, self._build_environment(width, height))
        process = await start_process([*self._words, *chosen], environment, is_spoken_to=True)
        self._process, self._stdin = process, process.stdin
        self._reaper = asyncio.create_task(ended(process))
        return process

    async def run(self) -> None:
        """Pass on what the screen shows until it ends; then close the window with what is to be said."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        assert process.stderr is not None
        errors = asyncio.create_task(_last_of(process.stderr))
        with contextlib.suppress(asyncio.IncompleteReadError):
            if await _is_ready(process.stdout):
                await self._pass_on(process.stdout)
        said = (await errors).decode("utf-8", "replace").strip()
        if said:
            print("\n".join(map(safe, said.splitlines())), file=sys.stderr, flush=True)
        with contextlib.suppress(ConnectionError):
            await self._websocket.close(message=_short(said.splitlines()[0] if said else ENDED))

    async def _pass_on(self, screen: asyncio.StreamReader) -> None:
        """Packets: a sign for the kind, four bytes for the length, the rest. They are read on when nobody looks."""
        take = {b"D": self.on_data, b"M": self.on_meta, b"P": self.on_packed}
        while True:
            kind, length = await screen.readexactly(1), await screen.readexactly(4)
            packet = await screen.readexactly(int.from_bytes(length, "big"))
            with contextlib.suppress(ConnectionError):
                await take[kind](packet)

    async def _note_left(self) -> None:
        """The screen says that its player leaves it: there is no battle to come back to unasked."""
        self._is_left = True


def environment_of(visitor: Visitor, limits: Limits, environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """What a process that works for a visitor is told: where his folder is, and how many it may begin."""
    told = os.environ if environment is None else environment
    kept = {name: value for name, value in told.items() if name not in NOT_THEIRS}
    return {**kept, HOME: str(visitor.home), PROCESSES: str(limits.processes)}


async def start_process(words: Sequence[str], environment: Mapping[str, str], is_spoken_to: bool = False) -> Process:
    """Start a process in a group of its own, which Ctrl+C at the server does not reach. Raises OSError."""
    return await asyncio.create_subprocess_exec(
        *words,
        stdin=PIPE if is_spoken_to else DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        env=environment,
        start_new_session=True,
    )


async def end_group(process: Process) -> None:
    """End a process and whatever it began, gently where it can be."""
    if process.returncode is None:
        _signal(process, signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended(process), PATIENCE)
    _signal(process, KILL)
    await ended(process)


async def ended(process: Process) -> None:
    """Wait until a process has ended; then end what it leaves behind, which would hold its pipes open."""
    while process.returncode is None:
        await asyncio.sleep(LOOK)
    _signal(process, KILL)


def _signal(process: Process, number: signal.Signals) -> None:
    """To the whole group, also where its first process is gone; Windows knows no groups."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, number)
        elif process.returncode is None:
            process.send_signal(number)


async def _is_ready(screen: asyncio.StreamReader) -> bool:
    """Whether a screen begins, after a few lines at most."""
    for _ in range(PRELUDE):
        line = await screen.readline()
        if line == READY or not line:
            return bool(line)
    return False


async def _last_of(stream: asyncio.StreamReader) -> bytes:
    """The last of what is written on a stream, which is read to its end."""
    kept = b""
    while data := await stream.read(4096):
        kept = (kept + data)[-MOST_ERRORS:]
    return kept


def _short(words: str) -> bytes:
    """Words as a websocket takes them along when it is closed."""
    return safe(words).encode()[:MOST_REASON].decode("utf-8", "ignore").encode()
