"""Connections: half a request, too many at once, and faults that repeat."""

from __future__ import annotations

import asyncio

import pytest

pytest.importorskip("textual_serve", reason="the extra web is not installed")

from picket_duty.web import connections, server
from picket_duty.web.connections import FaultReport
from tests.web.client import HOST, browser, open_tab, served


async def connect(base: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(HOST, int(base.rpartition(":")[2]))


async def is_closed(reader: asyncio.StreamReader) -> bool:
    """Wait until the server closes a connection; returns whether it did."""
    try:
        return await reader.read(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"])
def test_half_a_request_is_closed_after_the_limit(tmp_path, monkeypatch, sent):
    monkeypatch.setattr(connections, "HEAD_PATIENCE", 0.1)

    async def visit():
        async with served(tmp_path) as (base, _):
            reader, writer = await connect(base)
            writer.write(sent)
            assert await is_closed(reader)
            writer.close()

    asyncio.run(visit())


def test_a_game_outlives_the_limit_of_its_first_request(tmp_path, monkeypatch):
    monkeypatch.setattr(connections, "HEAD_PATIENCE", 0.1)

    async def visit():
        async with served(tmp_path) as (base, _), browser() as session:
            tab = await open_tab(session, base)
            await tab.shows(b"|")
            await asyncio.sleep(0.2)
            await tab.type("x")
            await tab.shows(b"x")
            assert tab.closed is None

    asyncio.run(visit())


def test_a_connection_too_many_is_refused_until_one_is_free(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "most_connections", lambda: 1)

    async def visit():
        async with served(tmp_path) as (base, _):
            _, first = await connect(base)
            await asyncio.sleep(0)
            reader, second = await connect(base)
            assert await is_closed(reader)
            second.close()
            first.close()
            await first.wait_closed()

            async def is_answered() -> bool:
                reader, writer = await connect(base)
                writer.write(b"GET / HTTP/1.0\r\n\r\n")
                try:
                    return b" 403 " in await reader.readline()
                except ConnectionError:
                    return False
                finally:
                    writer.close()

            while not await is_answered():
                await asyncio.sleep(0.01)

    asyncio.run(visit())


def test_a_message_nested_deeply_is_ignored(tmp_path):
    async def visit():
        async with served(tmp_path) as (base, _), browser() as session:
            tab = await open_tab(session, base)
            await tab.shows(b"|")
            await tab._socket.send_str("[" * 40_000)
            await tab.type("x")
            await tab.shows(b"x")

    asyncio.run(visit())


def test_a_repeated_fault_is_reported_once(capsys):
    report = FaultReport()
    for _ in range(100):
        report(None, {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many")})
    report(None, {"message": "another"})
    assert capsys.readouterr().err.splitlines() == [
        "socket.accept() out of system resource: [Errno 24] Too many",
        "another",
    ]


@pytest.mark.parametrize(("descriptors", "most"), [(200, 100), (10**6, 500), (-1, 500)])
def test_at_most_half_of_the_descriptors_are_connections(
    monkeypatch: pytest.MonkeyPatch, descriptors: int, most: int
) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda what: (descriptors, descriptors))
    monkeypatch.setattr(resource, "RLIM_INFINITY", -1)
    assert connections.most_connections() == most
