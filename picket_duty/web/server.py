"""The web application: pages, the websocket of a game, downloads. It ends with all its games."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web

from picket_duty.charts.words import safe
from picket_duty.saves import SUFFIX, SaveInfo, list_saves
from picket_duty.text.names import label_words
from picket_duty.web.connections import BACKLOG, KEEP_ALIVE, FaultReport, gates, most_connections
from picket_duty.web.disk import is_full, make_room
from picket_duty.web.game_process import GameSession, end_group, environment_of, start_process
from picket_duty.web.visitors import (
    COOKIE,
    COOKIE_AGE,
    MEGABYTE,
    Address,
    Limits,
    Visitor,
    files_in,
    has_folder,
    is_called,
    is_cookie,
    is_own_page,
    make_folder,
    new_cookie,
    shared_visitor,
    visitor_of,
)

TITLE = "Picket Duty"
HERE = Path(__file__).parent
PAGES, OURS, THEIRS = HERE / "pages", HERE / "assets", Path(textual_serve.__file__).parent / "static"
#: A page loads only from this server and cannot be framed by another.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
#: The script of the terminal, and where options are added that its page cannot give it.
SCRIPT = "static/js/textual.js"
OPTIONS, MORE_OPTIONS = "scrollback:0,", 'scrollback:0,screenReaderMode:"on"===e.dataset.screenReader,'
#: Font sizes in pixels and terminal sizes in cells: default and limits, which bound the memory of a session.
FONT, LEAST_FONT, MOST_FONT = 16, 6, 60
COLUMNS, LINES, MOST_COLUMNS, MOST_LINES = 80, 24, 400, 150
#: Largest websocket message in bytes; seconds between heartbeats, and until a closing websocket is dropped.
MOST_MESSAGE, ALIVE, GOODBYE = 64 * 1024, 15.0, 2.0
#: Seconds a log may take to be written, and how many are written at once.
LOG_PATIENCE, MOST_LOGS = 60.0, 2
#: Seconds between two looks at the disk space of a visitor who plays.
TIDY = 60.0
FULL = "The server is full. Try again later."
NO_FOLDER = "The server cannot accept new visitors."
NO_GAME = "The server cannot start a game now."
IDLE = "The game was closed because no key was pressed for a while. It is saved."
STOPPED = "The server was stopped. Your game is saved."


@dataclass(frozen=True)
class Serving:
    """What is served: the command line of a game, the data folder, the server's names, the limits."""

    words: Sequence[str]
    home: Path
    names: frozenset[str]
    public: Address | None = None
    shared: bool = False
    limits: Limits = field(default_factory=Limits)


class Server:
    """The games being played, one for each visitor, and the pages."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.games: dict[str, GameSession] = {}
        self._logs = asyncio.Semaphore(MOST_LOGS)
        self._closing = False
        self._pages = jinja2.Environment(loader=jinja2.FileSystemLoader(PAGES), autoescape=True)

    def application(self) -> web.Application:
        """The routes, also below the path of the public address, which a proxy may keep or strip."""
        app = web.Application(middlewares=[self._guard])
        public = self.serving.public
        for top in sorted({"", public.path.rstrip("/") if public is not None else ""}):
            # Links in a page are relative to its own address, which ends with a slash.
            if top:
                app.add_routes([web.get(top, _add_slash)])
            app.add_routes(
                [
                    web.get(f"{top}/", self._page),
                    web.get(f"{top}/ws", self._talk),
                    web.get(f"{top}/saves", self._list),
                    web.get(f"{top}/saves/{{name}}", self._save),
                    web.get(f"{top}/logs/{{name}}", self._log),
                    web.get(f"{top}/table/{{name}}", self._table),
                    web.get(f"{top}/reports/{{name}}", self._report),
                    web.static(f"{top}/assets", OURS),
                    web.get(f"{top}/{SCRIPT}", _terminal_script),
                    web.static(f"{top}/static", THEIRS),
                ]
            )
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._close)
        return app

    async def _close(self, _app: web.Application) -> None:
        """End every game and refuse new ones."""
        self._closing = True
        await asyncio.gather(*(session.leave(STOPPED) for session in self.games.values()))

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Refuse requests whose Host header does not name this server."""
        if not is_called(request.headers.get("Host", ""), self.serving.names):
            raise web.HTTPForbidden(text="Unknown host name. Start the server with --public-url to set its name.\n")
        response: web.StreamResponse = await handler(request)
        return response

    def _visitor(self, request: web.Request) -> Visitor:
        """The visitor of a request. Raises HTTPForbidden without a cookie."""
        if self.serving.shared:
            return shared_visitor(self.serving.home)
        cookie = request.cookies.get(COOKIE)
        if cookie is None or not is_cookie(cookie):
            raise web.HTTPForbidden(text="Open the game's page first; a cookie is required.\n")
        return visitor_of(cookie, self.serving.home)

    # -- the game ---------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.Response:
        """The page with the terminal; it sets the cookie of a new visitor and reports what was removed for room."""
        size = _number(request.query.get("fontsize"), 0, MOST_FONT, LEAST_FONT) if "fontsize" in request.query else 0
        is_known = self.serving.shared or is_cookie(request.cookies.get(COOKIE))
        removed = await self._make_room(self._visitor(request)) if is_known else []
        response = self._html(
            "game.html",
            font_size=size,
            columns=COLUMNS,
            lines=LINES,
            least_font=LEAST_FONT,
            most_font=FONT,
            removed=removed,
            disk=self.serving.limits.disk // MEGABYTE,
        )
        if not is_known:
            secure = self.serving.public is not None and self.serving.public.is_secure
            response.set_cookie(
                COOKIE, new_cookie(), max_age=COOKIE_AGE, path="/", httponly=True, samesite="Lax", secure=secure
            )
        return response

    async def _make_room(self, visitor: Visitor) -> list[str]:
        """Remove what is beyond a visitor's disk space; the names of the files. The owner's own folder has no limit."""
        if self.serving.shared or not visitor.home.is_dir():
            return []
        return await asyncio.to_thread(make_room, visitor, self.serving.limits.disk)

    def _html(self, name: str, **words: Any) -> web.Response:
        """A page from its template; its links are relative."""
        text = self._pages.get_template(name).render(title=TITLE, **words)
        return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-store"})

    async def _talk(self, request: web.Request) -> web.WebSocketResponse:
        """The websocket of a game, from its start to its end."""
        if self._closing or not is_own_page(request.headers.get("Origin"), request.host, self.serving.public):
            raise web.HTTPForbidden(text="Open the game from this server's own page.\n")
        visitor = self._visitor(request)
        websocket = web.WebSocketResponse(heartbeat=ALIVE, timeout=GOODBYE, max_msg_size=MOST_MESSAGE)
        await websocket.prepare(request)
        if why := self._why_not(visitor):
            await websocket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=why.encode())
            return websocket
        limits = self.serving.limits
        session = GameSession(self.serving.words, visitor, limits, websocket, self.games.get(visitor.key))
        self.games[visitor.key] = session
        try:
            make_folder(visitor)
            await session.begin(*_size(request.query.get("width"), request.query.get("height")))
            tidying = asyncio.create_task(self._tidy(visitor))
            try:
                await _listen(websocket, session, limits.idle)
            finally:
                tidying.cancel()
        except OSError as error:
            print(safe(f"{visitor.home}: no game can be started ({error.strerror})"), file=sys.stderr, flush=True)
            await websocket.close(code=WSCloseCode.INTERNAL_ERROR, message=NO_GAME.encode())
        finally:
            await asyncio.shield(self._forget(session))
        return websocket

    async def _tidy(self, visitor: Visitor) -> None:
        """Keep a visitor's disk space within its limit while they play."""
        while True:
            await asyncio.sleep(TIDY)
            await self._make_room(visitor)

    def _why_not(self, visitor: Visitor) -> str:
        """The reason why a visitor cannot play now; empty if they can."""
        limits = self.serving.limits
        if self._closing:
            return STOPPED
        if visitor.key not in self.games and len(self.games) >= limits.visitors:
            return FULL
        if self.serving.shared or visitor.home.is_dir():
            return ""
        return NO_FOLDER if is_full(self.serving.home, limits.all_disk) or not has_folder(visitor, limits.kept) else ""

    async def _forget(self, session: GameSession) -> None:
        """End a session; its slot is free once its processes have ended."""
        try:
            await session.end()
        finally:
            if self.games.get(session.visitor.key) is session:
                del self.games[session.visitor.key]

    # -- downloads -------------------------------------------------------------

    async def _list(self, request: web.Request) -> web.Response:
        """The page that lists the visitor's saves and reports."""
        visitor = self._visitor(request)
        saves = await asyncio.to_thread(list_saves, visitor.saves)
        entries = [{"file": save.path.name, "name": save.name, "words": _words(save)} for save in saves]
        tables, reports = files_in(visitor.at_table, SUFFIX), files_in(visitor.reports)
        return self._html("saves.html", saves=entries, tables=list(tables), reports=list(reports))

    async def _save(self, request: web.Request) -> web.Response:
        return await _download(self._file(request, self._visitor(request).saves, SUFFIX))

    async def _table(self, request: web.Request) -> web.Response:
        return await _download(self._file(request, self._visitor(request).at_table, SUFFIX))

    async def _report(self, request: web.Request) -> web.Response:
        return await _download(self._file(request, self._visitor(request).reports))

    async def _log(self, request: web.Request) -> web.Response:
        """The ship's log of a save, written by a separate process so that the server keeps answering."""
        visitor = self._visitor(request)
        path = self._file(request, visitor.saves, SUFFIX)
        words = [*self.serving.words, "log", str(path), "--format", "html"]
        async with self._logs:
            process = await start_process(words, environment_of(visitor, self.serving.limits))
            try:
                log, errors = await asyncio.wait_for(process.communicate(), LOG_PATIENCE)
            except TimeoutError:
                raise web.HTTPServiceUnavailable(text="This log takes too long to generate on this server.\n") from None
            finally:
                await end_group(process)
        if process.returncode:
            raise web.HTTPConflict(text=errors.decode("utf-8", "replace"))
        return _attached(log, f"{path.stem}.html")

    def _file(self, request: web.Request, folder: Path, suffix: str = "") -> Path:
        """The file a request names, looked up in the listing of a folder. Raises HTTPNotFound."""
        path = files_in(folder, suffix).get(request.match_info["name"])
        if path is None:
            raise web.HTTPNotFound(text="No such file.\n")
        return path


async def run(serving: Serving, host: str, port: int, begun: Callable[[], None]) -> None:
    """Serve until Ctrl+C or a signal, then end all games. ``begun`` is called when it listens. Raises OSError."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with suppress(AttributeError, NotImplementedError):
            loop.add_signal_handler(getattr(signal, name), stop.set)
    async with listening(serving, host, port):
        begun()
        await stop.wait()


@asynccontextmanager
async def listening(serving: Serving, host: str, port: int) -> AsyncIterator[Server]:
    """A server that listens; all its games have ended on exit. Raises OSError."""
    server = Server(serving)
    runner = web.AppRunner(
        server.application(), access_log=None, shutdown_timeout=GOODBYE, keepalive_timeout=KEEP_ALIVE
    )
    await runner.setup()
    assert runner.server is not None
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(FaultReport())
    try:
        connections = gates(runner.server, most_connections())
        listener = await loop.create_server(connections, host, port, backlog=BACKLOG)
        try:
            yield server
        finally:
            listener.close()
    finally:
        await runner.cleanup()


async def _terminal_script(_request: web.Request) -> web.Response:
    """The script of the terminal, with the option for screen readers."""
    text = await asyncio.to_thread((THEIRS / "js" / "textual.js").read_text, encoding="utf-8")
    return web.Response(text=text.replace(OPTIONS, MORE_OPTIONS, 1), content_type="text/javascript")


async def _add_headers(_request: web.BaseRequest, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


async def _add_slash(request: web.Request) -> web.Response:
    raise web.HTTPFound(f"{request.path}/")


async def _listen(websocket: web.WebSocketResponse, session: GameSession, idle: float) -> None:
    """Forward keys and sizes until the websocket closes, or for ``idle`` seconds without a key."""
    loop = asyncio.get_running_loop()
    end = loop.time() + idle
    while not websocket.closed:
        try:
            message = await asyncio.wait_for(websocket.receive(), max(0.0, end - loop.time()))
        except TimeoutError:
            await session.leave(IDLE)
            return
        if message.type is not WSMsgType.TEXT:
            if message.type is WSMsgType.BINARY:
                continue
            return
        if await _obey(message, websocket, session):
            end = loop.time() + idle


async def _obey(message: Any, websocket: web.WebSocketResponse, session: GameSession) -> bool:
    """Forward one message of the page; malformed ones are ignored. Returns whether it was a key."""
    try:
        kind, *more = message.json()
        data = more[0] if more else None
    except (ValueError, TypeError, RecursionError):
        return False
    if kind == "stdin" and isinstance(data, str):
        session.send_keys(data)
        return True
    if kind == "resize" and isinstance(data, dict):
        width, height = _size(data.get("width"), data.get("height"))
        session.send_meta(type="resize", width=width, height=height)
    elif kind == "ping" and isinstance(data, str):
        await websocket.send_json(["pong", data])
    elif kind in ("focus", "blur"):
        session.send_meta(type=kind)
    return False


def _size(columns: object, lines: object) -> tuple[int, int]:
    """A terminal size from a browser, within the limits."""
    return _number(columns, COLUMNS, MOST_COLUMNS), _number(lines, LINES, MOST_LINES)


def _number(given: object, otherwise: int, most: int, least: int = 1) -> int:
    """A number from a browser, within the limits; ``otherwise`` if it is not a number."""
    text = str(given)
    return max(least, min(most, int(text))) if text.isdecimal() and len(text) < 6 else otherwise


def _words(save: SaveInfo) -> str:
    """A save in a few words."""
    if save.setup is None:
        return save.trouble
    status = "finished" if save.over else label_words(save.label)
    return f"{save.setup.kind} {save.setup.name}, {save.setup.ship}: {status}"


async def _download(path: Path) -> web.Response:
    return _attached(await asyncio.to_thread(path.read_bytes), path.name)


def _attached(data: bytes, name: str) -> web.Response:
    """A file to download; it is never shown in the page, because its content is the visitor's."""
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
        "Cache-Control": "no-store",
    }
    return web.Response(body=data, content_type="application/octet-stream", headers=headers)
