"""The local server: a page with a terminal, and a game in a separate process for each window. The
terminal is that of textual-serve.

Only the loopback address is bound. Other accounts of the machine and pages of other sites reach it
too, so every address contains a random key, and a request must name this host and come from this
origin.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from string import Template
from typing import Any

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web

HOST = "127.0.0.1"
#: Names of this machine that a request may use, with the port unless it is the usual one.
NAMES = (HOST, "localhost")
HTTP = 80
ASSETS = Path(__file__).parent / "assets"
STATIC = Path(textual_serve.__file__).parent / "static"
#: A page loads only from this server, cannot be framed, and shows its address, which has the key,
#: to no other site.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
#: Bytes of the random key.
KEY_BYTES = 32
HEARTBEAT_SECONDS = 15.0
#: Seconds that windows and games may take to end with the server.
CLOSING_SECONDS = 5.0
#: Kinds of packets between a game and this server: terminal data and messages.
DATA = b"D"
META = b"M"
#: The line that a game prints once it is ready.
READY = b"__GANGLION__\n"
#: Font sizes in pixels: the largest that is chosen to fit the window, and those that an address may
#: ask for.
LARGEST_FITTED_FONT = 16
LEAST_FONT = 6
MOST_FONT = 60
#: The cells of a terminal that should fit in the window, and the most of a width or height.
COLUMNS = 80
LINES = 24
MOST_CELLS = 1000
ENDED = b"The game has ended."
STOPPED = b"The server was stopped. Your game is saved."
FORBIDDEN = "Open the address that 'picket-duty serve' printed.\n"


class LocalServer:
    """The page, and the games open in it, with the command line that starts a game."""

    def __init__(self, words: Sequence[str], port: int) -> None:
        self.port = port
        self._words = words
        self._key = secrets.token_urlsafe(KEY_BYTES)
        #: The open websockets, one for each game.
        self.games: set[web.WebSocketResponse] = set()

    @property
    def address(self) -> str:
        """The address of the page, with the key."""
        return f"http://{HOST}:{self.port}/{self._key}/"

    def application(self) -> web.Application:
        """The routes, all below the key."""
        app = web.Application(middlewares=[self._guard])
        top = f"/{self._key}"
        app.add_routes([web.get(f"{top}/", self._page), web.get(f"{top}/ws", self._play)])
        app.add_routes([web.static(f"{top}/assets", ASSETS), web.static(f"{top}/static", STATIC)])
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._end_games)
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse requests without the key, under another host name or from another origin."""
        key = request.path.partition("/")[2].partition("/")[0].encode("utf-8", "replace")
        is_named = request.host in {
            name if self.port == HTTP else f"{name}:{self.port}" for name in NAMES
        }
        is_own = request.headers.get("Origin") in (None, f"http://{request.host}")
        if not (is_named and is_own and secrets.compare_digest(key, self._key.encode())):
            raise web.HTTPForbidden(text=FORBIDDEN)
        response: web.StreamResponse = await handler(request)
        return response

    async def _page(self, request: web.Request) -> web.Response:
        """The page with the terminal; its script chooses the font size if the address has none."""
        size = _number(request.query.get("fontsize"))
        page = Template((ASSETS / "game.html").read_text(encoding="utf-8")).substitute(
            websocket=f"ws://{request.host}/{self._key}/ws",
            font_size="" if size is None else max(LEAST_FONT, min(MOST_FONT, size)),
            columns=COLUMNS,
            lines=LINES,
            least_font=LEAST_FONT,
            fitted_font=LARGEST_FITTED_FONT,
        )
        return web.Response(
            text=page, content_type="text/html", headers={"Cache-Control": "no-store"}
        )

    async def _play(self, request: web.Request) -> web.WebSocketResponse:
        """The websocket of a game, from its start to its end. Browsers always send the origin of a
        websocket.
        """
        if "Origin" not in request.headers:
            raise web.HTTPForbidden(text=FORBIDDEN)
        websocket = web.WebSocketResponse(heartbeat=HEARTBEAT_SECONDS, timeout=CLOSING_SECONDS)
        await websocket.prepare(request)
        self.games.add(websocket)
        width = _cells(request.query.get("width"), COLUMNS)
        height = _cells(request.query.get("height"), LINES)
        try:
            process = await start_game(self._words, width, height)
            output = asyncio.create_task(_show(process, websocket))
            try:
                await _obey(websocket, process)
            finally:
                await end_game(process)
                await output
        finally:
            self.games.discard(websocket)
        return websocket

    async def _end_games(self, _app: web.Application) -> None:
        """Close every window, which ends its game; every answer is saved already."""
        await asyncio.gather(
            *(game.close(code=WSCloseCode.GOING_AWAY, message=STOPPED) for game in self.games)
        )


async def run(server: LocalServer, begun: Callable[[], None]) -> None:
    """Serve until Ctrl+C or a signal, then end all games. ``begun`` is called when it listens.
    Raises OSError.
    """
    stop = asyncio.Event()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with suppress(AttributeError, NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(getattr(signal, name), stop.set)
    async with listening(server):
        begun()
        await stop.wait()


@asynccontextmanager
async def listening(server: LocalServer) -> AsyncIterator[None]:
    """Listen on the loopback address; all games have ended on exit. Raises OSError."""
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=CLOSING_SECONDS)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, server.port).start()
        yield
    finally:
        await runner.cleanup()


async def start_game(words: Sequence[str], width: int, height: int) -> Process:
    """Start a game on a screen of this size, with Textual's driver for the web."""
    screen = {
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
    }
    screen |= {"COLUMNS": str(width), "ROWS": str(height)}
    return await asyncio.create_subprocess_exec(
        *words, stdin=PIPE, stdout=PIPE, env={**os.environ, **screen}
    )


async def end_game(process: Process) -> None:
    """Ask a game to quit, and wait for its end; kill it if it does not end in time."""
    assert process.stdin is not None
    _send(process, META, b'{"type": "quit"}')
    process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), CLOSING_SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()


async def _obey(websocket: web.WebSocketResponse, process: Process) -> None:
    """Forward keys, sizes and focus to the game until the websocket closes; other messages are
    ignored.
    """
    assert process.stdin is not None
    async for message in websocket:
        if message.type is not WSMsgType.TEXT:
            continue
        match _frame(message.data):
            case ["stdin", str(keys)]:
                _send(process, DATA, keys.encode("utf-8", "replace"))
            case ["resize", {"width": int(columns), "height": int(lines)}]:
                size = {"width": _cells(str(columns), COLUMNS), "height": _cells(str(lines), LINES)}
                _send(process, META, json.dumps({"type": "resize", **size}).encode())
            case ["focus" | "blur" as kind]:
                _send(process, META, json.dumps({"type": kind}).encode())
            case ["ping", str(data)]:
                with suppress(ConnectionError):
                    await websocket.send_json(["pong", data])
        with suppress(ConnectionError):
            await process.stdin.drain()


def _frame(text: str) -> Any:
    """A frame from the page; None if it is not JSON, or is nested too deeply to be read."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _send(process: Process, kind: bytes, payload: bytes) -> None:
    """Write a packet to a game: its kind, its length and its data."""
    assert process.stdin is not None
    process.stdin.write(kind + len(payload).to_bytes(4, "big") + payload)


async def _show(process: Process, websocket: web.WebSocketResponse) -> None:
    """Forward the screens of a game to its window until the game ends."""
    assert process.stdout is not None
    screen = process.stdout
    with suppress(asyncio.IncompleteReadError):
        while await screen.readline() not in (READY, b""):
            pass
        while True:
            kind = await screen.readexactly(1)
            length = await screen.readexactly(4)
            payload = await screen.readexactly(int.from_bytes(length, "big"))
            if kind == DATA:
                with suppress(ConnectionError):
                    await websocket.send_bytes(payload)
    await websocket.close(message=ENDED)


def _cells(given: str | None, otherwise: int) -> int:
    """A width or height from the page, in cells; ``otherwise`` if it is not a number."""
    number = _number(given)
    return otherwise if number is None else max(1, min(MOST_CELLS, number))


def _number(given: str | None) -> int | None:
    """A number of at most five digits in a text from the page, else None."""
    if given and given.isdecimal() and len(given) < 6:
        return int(given)
    return None


async def _add_headers(_request: web.BaseRequest, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
