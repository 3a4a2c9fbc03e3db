"""The local server: who is refused, what the page contains, and how games end, with a stub for the
screen.
"""

import asyncio
import re
import socket
import sys
from contextlib import asynccontextmanager

import aiohttp
import pytest

pytest.importorskip("textual_serve", reason="the extra web is not installed")

from picket_duty.web.server import ENDED, STOPPED
from tests.text_table import cases
from tests.web.client import HOST, SCREEN, is_alive, open_tab, origin_of, served, until

LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="asks the system which processes there are"
)


@asynccontextmanager
async def visiting():
    async with served() as server, aiohttp.ClientSession() as browser:
        yield server, browser


async def socket_status(browser, address, headers):
    """The status of the answer to a websocket: 101 if it is opened."""
    try:
        await (await browser.ws_connect(address.replace("http", "ws"), headers=headers)).close()
    except aiohttp.WSServerHandshakeError as error:
        return error.status
    return 101


async def test_only_the_loopback_address_is_bound():
    async with visiting() as (server, _):
        others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), server.port)}
        for other in others - {HOST}:
            with pytest.raises(OSError, match=r"."):
                await asyncio.open_connection(other, server.port)
        assert server.address.startswith(f"http://127.0.0.1:{server.port}/")


async def test_without_the_key_from_other_sites_and_under_other_names_nothing_is_served():
    async with visiting() as (server, browser):
        base = origin_of(server.address)
        key = server.address.split("/")[3]
        port = server.port
        parts = ("", "static/js/textual.js", "assets/game.js")
        ours = {"Origin": base}
        ws = f"{server.address}ws"
        paths = [*parts, "ws", "/ws", "x/", "x/ws", "x/static/js/textual.js", "%ff/ws"]
        nearly = [key[:-1], f"{key}A", key.swapcase(), f"{key[1:]}{key[0]}"]
        origins = ["null", "http://evil.example", "http://127.0.0.1:1", f"https://127.0.0.1:{port}"]
        hosts = [
            "evil.example",
            f"evil.example:{port}",
            "127.0.0.1",
            "127.0.0.1:1",
            f"10.0.0.7:{port}",
        ]
        named = [
            {"Host": host} | more for host in hosts for more in ({}, {"Origin": f"http://{host}"})
        ]
        sockets = [
            *((f"{base}/{path}", ours) for path in (*paths, *(f"{wrong}/ws" for wrong in nearly))),
            (ws, {}),
        ]
        sockets += [
            (ws, headers) for headers in (*named, *({"Origin": origin} for origin in origins))
        ]
        assert [asked for asked in sockets if await socket_status(browser, *asked) != 403] == []
        pages = [
            *((f"{base}/{path}", {}) for path in paths),
            *((server.address, {"Origin": one}) for one in origins),
        ]
        pages += [(f"{server.address}{part}", headers) for part in parts for headers in named]
        let_in = []
        for address, headers in pages:
            async with browser.get(address, headers=headers) as page:
                is_refused = page.status == 403 and ("printed" in await page.text() or headers)
                let_in += [] if is_refused else [(address, headers)]
        assert let_in == []
        assert not server.games


async def test_localhost_is_this_machine_too_and_a_request_without_a_host_is_refused():
    async with visiting() as (server, browser):
        reader, writer = await asyncio.open_connection(HOST, server.port)
        writer.write(f"GET /{server.address.split('/')[3]}/ HTTP/1.0\r\n\r\n".encode())
        assert b" 403 " in await reader.readline()
        writer.close()
        tab = await open_tab(browser, server.address.replace(HOST, "localhost"))
        await tab.shows(b"|")


async def test_the_page_names_nothing_on_other_hosts():
    async with visiting() as (server, browser):
        async with browser.get(server.address) as page:
            text = await page.text()
            policy = page.headers["Content-Security-Policy"]
            assert page.headers["Referrer-Policy"] == "no-referrer"
            assert page.headers["Cache-Control"] == "no-store"
        assert "http" not in text
        assert f'"ws://{HOST}:{server.port}/' in text
        assert "default-src 'none'" in policy
        assert "http" not in policy
        parts = re.findall(r'(?:src|href)="([^":]+)"', text)
        assert len(parts) == 4
        for part in parts:
            async with browser.get(f"{server.address}{part}") as response:
                assert response.status == 200
        async with browser.get(f"{server.address}assets/page.css") as style:
            for font in re.findall(r'url\("([^"]+)"\)', await style.text()):
                async with browser.get(f"{server.address}assets/{font}") as response:
                    assert response.status == 200


@cases("""
    asked     | size
    '20'      | '20'
    '1'       | '6'
    '999'     | '60'
    '9999999' | ''
    big       | ''
    ''        | ''
    '-5'      | ''
    """)
async def test_the_font_size_can_be_chosen(asked, size):
    async with (
        visiting() as (server, browser),
        browser.get(server.address, params={"fontsize": asked}) as page,
    ):
        assert f'data-font-size="{size}"' in await page.text()


async def test_keys_sizes_and_focus_reach_the_game():
    async with visiting() as (server, browser):
        tab = await open_tab(browser, server.address)
        await tab.shows(b"|")
        await tab.send(["resize", {"width": 99_999, "height": 30}])
        await tab.shows(b'"width": 1000, "height": 30')
        for message in (
            ["focus"],
            ["blur"],
            [],
            {},
            7,
            None,
            ["stdin", 5],
            ["resize", []],
            ["ping", {}],
        ):
            await tab.send(message)
        await tab.type("x")
        await tab.shows(b"x")
        assert b"focus" in tab.seen
        assert b"blur" in tab.seen


@pytest.mark.parametrize(
    "frame",
    ["[" * 5000, '{"a":' * 5000, "[" * 10**6, "keys", "", "\0", "9" * 5000, '["stdin", "x'],
    ids=["brackets", "braces", "a million", "word", "empty", "zero", "digits", "cut off"],
)
async def test_a_frame_that_cannot_be_read_is_ignored(caplog, frame):
    async with visiting() as (server, browser):
        tab = await open_tab(browser, server.address)
        await tab.shows(b"|")
        await tab.send_text(frame)
        await tab.type("x")
        await tab.shows(b"x")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_each_window_is_a_game_and_the_process_ends_with_it():
    async with visiting() as (server, browser):
        tabs = [await open_tab(browser, server.address) for _ in range(2)]
        for tab in tabs:
            await tab.shows(b"|")
        assert tabs[0].pid != tabs[1].pid
        await tabs[0].close()
        await until(lambda: len(server.games) == 1)
        if sys.platform == "linux":
            await until(lambda: not is_alive(tabs[0].pid))
            assert is_alive(tabs[1].pid)


@LINUX
async def test_games_end_with_the_server_which_says_so():
    async with aiohttp.ClientSession() as browser:
        async with served() as server:
            tab = await open_tab(browser, server.address)
            await tab.shows(b"|")
        assert not is_alive(tab.pid)
        assert await tab.is_closed() == STOPPED.decode()


@LINUX
async def test_a_game_that_does_not_quit_is_killed(monkeypatch):
    monkeypatch.setattr("picket_duty.web.server.CLOSING_SECONDS", 0.2)
    deaf = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + SCREEN.replace(
        "quit", "never"
    )
    words = (sys.executable, "-c", f"{deaf}\nwhile True: pass")
    async with served(words) as server, aiohttp.ClientSession() as browser:
        tab = await open_tab(browser, server.address)
        await tab.shows(b"|")
        await tab.close()
        await until(lambda: not is_alive(tab.pid))
        await until(lambda: not server.games)


@pytest.mark.parametrize("code", ["print('__GANGLION__')", "import sys; sys.exit('no such thing')"])
async def test_a_window_closes_when_its_program_ends(code):
    async with served((sys.executable, "-c", code)) as server, aiohttp.ClientSession() as browser:
        assert await (await open_tab(browser, server.address)).is_closed() == ENDED.decode()
        await until(lambda: not server.games)
