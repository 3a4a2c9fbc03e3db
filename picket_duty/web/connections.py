"""Connections of the server: how many at once, and how long a browser may take to send the head of its first request.

aiohttp limits neither. Later requests on a connection are covered by its keep-alive limit.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable
from typing import Any

from picket_duty.charts.words import safe

#: Seconds for the head of the first request, and seconds a connection stays open between two requests.
HEAD_PATIENCE, KEEP_ALIVE = 10.0, 30.0
#: Connections at once, and descriptors of this process that are left for its games, files and pipes.
MOST_CONNECTIONS, MOST_DESCRIPTORS_SHARE = 500, 0.5
#: Connections accepted in one go.
BACKLOG = 64
#: End of a request's head.
HEAD_END = b"\r\n\r\n"
#: Seconds before the same fault is reported again.
REPORT_AGAIN = 60.0


def most_connections() -> int:
    """The most connections at once: at most half of the descriptors that this process may open."""
    with contextlib.suppress(ImportError):
        import resource

        descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if descriptors != resource.RLIM_INFINITY:
            return min(MOST_CONNECTIONS, int(descriptors * MOST_DESCRIPTORS_SHARE))
    return MOST_CONNECTIONS


class Gate(asyncio.Protocol):
    """A connection on its way to aiohttp's protocol, which sees all of it except connections that are refused."""

    def __init__(self, inner: asyncio.Protocol, open_gates: set[Gate], most: int) -> None:
        self._inner = inner
        self._open = open_gates
        self._most = most
        self._is_admitted = False
        self._end_of_head = b""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit a connection and wait for its first request; refuse one too many."""
        assert isinstance(transport, asyncio.Transport)
        if len(self._open) >= self._most:
            transport.abort()
            return
        self._is_admitted = True
        self._open.add(self)
        self._timer = asyncio.get_running_loop().call_later(HEAD_PATIENCE, transport.abort)
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Forward data; the first request's head has come when its empty line has."""
        if self._timer is not None:
            end = self._end_of_head + data
            self._end_of_head = end[-len(HEAD_END) :]
            if HEAD_END in end:
                self._stop_timer()
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Forward the end of what the browser sends."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Forward that the browser does not read what is sent."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Forward that the browser reads again."""
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._stop_timer()
        self._open.discard(self)
        if self._is_admitted:
            self._inner.connection_lost(exc)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def gates(inner: Callable[[], asyncio.Protocol], most: int) -> Callable[[], Gate]:
    """A protocol factory that puts a gate before each connection of ``inner``."""
    open_gates: set[Gate] = set()
    return lambda: Gate(inner(), open_gates, most)


class FaultReport:
    """Reports faults of the event loop in one line each, the same fault once a minute."""

    def __init__(self) -> None:
        self._reported: dict[str, float] = {}

    def __call__(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error that the event loop caught."""
        error = context.get("exception")
        line = safe(f"{context['message']}: {error}" if error is not None else context["message"])
        now = time.monotonic()
        if now - self._reported.get(line, -REPORT_AGAIN) >= REPORT_AGAIN:
            self._reported[line] = now
            print(line, file=sys.stderr, flush=True)
