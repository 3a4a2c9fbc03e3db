"""Pages, cookies, refusals, limits and files of the server, with a stub program instead of the game."""

from __future__ import annotations

import asyncio
import re
import sys

import pytest

pytest.importorskip("textual_serve", reason="the extra web is not installed")

import aiohttp
from yarl import URL

from picket_duty.analysis.decision_analysis import DecisionAnalyzer
from picket_duty.analysis.workers import PROCESSES, cores
from picket_duty.game import Game
from picket_duty.saves import start_save
from picket_duty.web.game_process import ENDED, environment_of
from picket_duty.web.serve import command_words
from picket_duty.web.server import FULL, IDLE, NO_FOLDER, NO_GAME, STOPPED
from picket_duty.web.visitors import COOKIE, Address, Limits, Visitor, visitor_of
from tests.web.client import DEAF, browser, is_alive, open_tab, served, until

PUBLIC = Address("https://games.example", "/picket/")


def whose(tab) -> tuple[int, int, str]:
    """The processes of a tab's screen, and the folder of its visitor."""
    pid, child, home = re.match(rb"(\d+) (\d+) ([^|]*)\|", tab.seen).groups()
    return int(pid), int(child), home.decode()


# -- pages ---------------------------------------------------------------------------


def test_the_page_loads_only_from_the_server_and_cannot_be_framed(tmp_path):
    async def visit():
        async with served(tmp_path) as (base, _), browser() as visitor:
            async with visitor.get(base) as page:
                text = await page.text()
                policy = page.headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in policy
            assert "default-src 'none'" in policy
            assert "://" not in text
            assert "<title>Picket Duty</title>" in text
            parts = re.findall(r'(?:src|href)="((?:static|assets)/[^"]+)"', text)
            assert len(parts) == 4
            for part in parts:
                async with visitor.get(f"{base}/{part}") as response:
                    assert response.status == 200
                    words = await response.text()
                for font in re.findall(r'url\("\.\./(static/[^"]+)"\)', words):
                    async with visitor.get(f"{base}/{font}") as response:
                        assert response.status == 200
            # Only browsers send the origin of the page.
            assert "127.0.0.1" not in text

    asyncio.run(visit())


def test_the_script_of_the_terminal_has_the_option_for_screen_readers(tmp_path):
    async def visit():
        address = "static/js/textual.js"
        async with served(tmp_path) as (base, _), browser() as user, user.get(f"{base}/{address}") as script:
            assert script.content_type == "text/javascript"
            assert (await script.text()).count('screenReaderMode:"on"===e.dataset.screenReader,') == 1

    asyncio.run(visit())


def test_the_cookie_is_for_this_server_alone(tmp_path):
    async def visit():
        async with served(tmp_path) as (base, _), browser() as visitor:
            async with visitor.get(base) as page:
                cookie = page.cookies[COOKIE]
            assert cookie["httponly"]
            assert cookie["samesite"] == "Lax"
            assert not cookie["secure"]
            async with visitor.get(base) as page:
                assert COOKIE not in page.cookies

    asyncio.run(visit())


def test_behind_a_proxy(tmp_path):
    async def visit():
        async with served(tmp_path, public=PUBLIC) as (base, _), aiohttp.ClientSession() as visitor:
            for top in ("", "/picket"):
                async with visitor.get(f"{base}{top}/", headers={"Host": "games.example"}) as page:
                    assert page.cookies[COOKIE]["secure"]
                    assert not re.search(r'(?:src|href)="/', await page.text())
                async with visitor.get(f"{base}{top}/assets/game.js", headers={"Host": "games.example"}) as script:
                    assert script.status == 200
            async with visitor.get(f"{base}/picket") as page:
                assert page.url.path == "/picket/"
                headers = {"Cookie": f"{COOKIE}={page.cookies[COOKIE].value}"}
            async with visitor.ws_connect(f"{base}/picket/ws", origin=PUBLIC.origin, headers=headers) as line:
                assert (await line.receive()).type is aiohttp.WSMsgType.BINARY

    asyncio.run(visit())


# -- who is let in ---------------------------------------------------------------------


def test_a_foreign_host_name_for_this_machine_is_refused(tmp_path):
    async def visit():
        async with served(tmp_path) as (base, _), browser() as visitor:
            for path in ("/", "/saves", "/ws", "/assets/game.js"):
                async with visitor.get(f"{base}{path}", headers={"Host": "evil.example"}) as page:
                    assert page.status == 403

    asyncio.run(visit())


def test_requests_without_a_host_are_refused(tmp_path):
    async def visit():
        async with served(tmp_path) as (base, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", int(base.rpartition(":")[2]))
            writer.write(b"GET / HTTP/1.0\r\n\r\n")
            assert b" 403 " in await reader.readline()
            writer.close()

    asyncio.run(visit())


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:1"])
def test_a_page_of_another_site_cannot_reach_a_game(tmp_path, origin):
    async def visit():
        async with served(tmp_path) as (base, server), browser() as visitor:
            async with visitor.get(base):
                pass
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await visitor.ws_connect(f"{base}/ws", origin=origin)
            assert refused.value.status == 403
            assert not server.games
            assert not (tmp_path / "visitors").exists()

    asyncio.run(visit())


@pytest.mark.parametrize("cookie", ["", "../../etc", "a" * 42, "%2e%2e%2f" + "a" * 34])
def test_a_game_requires_the_servers_cookie(tmp_path, cookie):
    async def visit():
        async with served(tmp_path) as (base, _), aiohttp.ClientSession() as visitor:
            headers = {"Cookie": f"{COOKIE}={cookie}"}
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await visitor.ws_connect(f"{base}/ws", origin=base, headers=headers)
            assert refused.value.status == 403
            async with visitor.get(f"{base}/saves", headers=headers) as page:
                assert page.status == 403

    asyncio.run(visit())


def test_each_visitor_has_a_folder_and_with_shared_all_have_one(tmp_path):
    async def visit(shared):
        async with served(tmp_path, shared=shared) as (base, _), browser() as visitor, browser() as second_visitor:
            tabs = [await open_tab(who, base) for who in (visitor, second_visitor)]
            for tab in tabs:
                await tab.shows(b"|")
            return [whose(tab)[2] for tab in tabs]

    mine, theirs = asyncio.run(visit(False))
    assert mine != theirs
    assert {str(path) for path in (tmp_path / "visitors").iterdir()} == {mine, theirs}
    assert asyncio.run(visit(True)) == [str(tmp_path), str(tmp_path)]


# -- limits ---------------------------------------------------------------------------


def test_game_slots_are_limited_and_released(tmp_path):
    async def visit():
        async with (
            served(tmp_path, limits=Limits(visitors=1)) as (base, server),
            browser() as visitor,
            browser() as second_visitor,
        ):
            first = await open_tab(visitor, base)
            await first.shows(b"|")
            assert await (await open_tab(second_visitor, base)).is_closed() == FULL
            await first.close()
            await until(lambda: not server.games)
            await (await open_tab(second_visitor, base)).shows(b"|")

    asyncio.run(visit())


def test_the_number_of_visitors_is_limited(tmp_path):
    async def visit():
        async with (
            served(tmp_path, limits=Limits(kept=1)) as (base, _),
            browser() as visitor,
            browser() as second_visitor,
        ):
            await (await open_tab(visitor, base)).shows(b"|")
            assert await (await open_tab(second_visitor, base)).is_closed() == NO_FOLDER
            await (await open_tab(visitor, base)).shows(b"|")

    asyncio.run(visit())


@pytest.mark.slow
def test_an_idle_game_is_closed_and_an_active_one_is_not(tmp_path):
    async def visit():
        async with (
            served(tmp_path, limits=Limits(idle=0.5)) as (base, server),
            browser() as visitor,
            browser() as second_visitor,
        ):
            idle, busy = await open_tab(visitor, base), await open_tab(second_visitor, base)
            while idle.closed is None:
                await busy.type("x")
                await idle.send(["resize", {"width": 100, "height": 30}])
                await asyncio.sleep(0.05)
            assert idle.closed == IDLE
            assert busy.closed is None
            await until(lambda: len(server.games) == 1)

    asyncio.run(visit())


def test_a_visitors_game_moves_to_the_latest_window(tmp_path):
    async def visit():
        async with served(tmp_path) as (base, server), browser() as visitor:
            tabs = [await open_tab(visitor, base) for _ in range(3)]
            await tabs[2].shows(b"|")
            assert all(["another window" in await tab.is_closed() for tab in tabs[:2]])
            assert len(server.games) == 1
            assert all(not is_alive(whose(tab)[0]) for tab in tabs[:2] if tab.seen)

    asyncio.run(visit())


def test_absurd_sizes_and_messages_are_ignored(tmp_path):
    async def visit():
        async with served(tmp_path) as (base, _), browser() as visitor:
            tab = await open_tab(visitor, base)
            for message in (
                ["resize", {"width": 99_999, "height": "x" * 1000}], ["resize", []], ["resize"], ["stdin", 5],
                [], {}, 7, None, [[]], ["ping", {}],
            ):  # fmt: skip
                await tab.send(message)
            await tab.type("x")
            await tab.shows(b"x")
            assert re.findall(rb'"width": (\d+), "height": (\d+)', tab.seen) == [(b"400", b"24")]
            await tab.type("x" * 70_000)
            await tab.is_closed()

    asyncio.run(visit())


# -- the end ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks the system which processes there are")
@pytest.mark.parametrize("program", ["obedient", "deaf"])
def test_processes_end_with_their_window_and_with_the_server(tmp_path, program, monkeypatch):
    monkeypatch.setattr("picket_duty.web.game_process.PATIENCE", 0.3 if program == "deaf" else 20)
    words = {"words": (sys.executable, "-c", DEAF)} if program == "deaf" else {}

    async def visit():
        async with browser() as visitor, browser() as second_visitor:
            async with served(tmp_path, **words) as (base, server):
                left, stopped = await open_tab(visitor, base), await open_tab(second_visitor, base)
                for tab in (left, stopped):
                    await tab.shows(b"|")
                await left.close()
                await until(lambda: len(server.games) == 1)
                await until(lambda: not any(map(is_alive, whose(left)[:2])))
                assert all(map(is_alive, whose(stopped)[:2]))
            await until(lambda: not any(map(is_alive, whose(stopped)[:2])))
            assert await stopped.is_closed() == STOPPED

    asyncio.run(visit())


def test_a_program_that_does_not_start_says_why(tmp_path, capsys):
    words = (sys.executable, "-c", "import sys; sys.exit('no such \\x1b[2J thing')")

    async def visit():
        async with served(tmp_path, words=words) as (base, server), browser() as visitor:
            assert "no such" in await (await open_tab(visitor, base)).is_closed()
            await until(lambda: not server.games)

    asyncio.run(visit())
    said = capsys.readouterr().err
    assert "no such" in said
    assert "\x1b" not in said


def test_a_folder_that_cannot_be_created_is_reported(tmp_path, capsys):
    (tmp_path / "visitors").write_text("in the way")

    async def visit():
        async with served(tmp_path) as (base, server), browser() as visitor:
            assert await (await open_tab(visitor, base)).is_closed() == NO_GAME
            await until(lambda: not server.games)

    asyncio.run(visit())
    assert "no game can be started" in capsys.readouterr().err


def test_processes_are_limited(tmp_path, monkeypatch):
    environment = environment_of(Visitor("a", tmp_path), Limits(processes=1))
    monkeypatch.setenv(PROCESSES, environment[PROCESSES])
    assert cores() == 1
    assert DecisionAnalyzer().pool.size == 1


def test_a_window_closes_when_its_program_ends(tmp_path):
    words = (sys.executable, "-c", "print('__GANGLION__')")

    async def visit():
        async with served(tmp_path, words=words) as (base, _), browser() as visitor:
            assert await (await open_tab(visitor, base)).is_closed() == ENDED

    asyncio.run(visit())


# -- files to take home --------------------------------------------------------------------


@pytest.mark.slow
def test_saves_and_logs_are_private_to_the_visitor(tmp_path, monkeypatch):
    async def visit():
        async with (
            served(tmp_path, words=command_words()) as (base, _),
            browser() as visitor,
            browser() as second_visitor,
        ):
            for who in (visitor, second_visitor):
                async with who.get(base):
                    pass
            async with visitor.get(f"{base}/saves") as page:
                assert "No games yet." in await page.text()
            key = next(cookie.value for cookie in visitor.cookie_jar if cookie.key == COOKIE)
            home = visitor_of(key, tmp_path).home
            monkeypatch.setenv("PICKET_DUTY_HOME", str(home))
            path = start_save(Game.new(scenario=6, seed=7), "a & b")
            (home / "table").mkdir()
            (home / "table" / "b.picket").write_text("at the table")
            (home / "reports").mkdir()
            (home / "reports" / "report.txt").write_text("a report")
            (home / "config.toml").write_text("")
            async with visitor.get(f"{base}/saves") as page:
                text = await page.text()
            links = re.findall(r'href="((?:saves|logs|table|reports)/[^"]+)"', text)
            assert len(links) == 4
            assert "a &amp; b" in text
            contents = path.read_bytes(), b"<!DOCTYPE html>", b"at the table", b"a report"
            for link, begins in zip(links, contents, strict=True):
                async with visitor.get(f"{base}/{link}") as response:
                    assert response.status == 200
                    assert response.headers["Content-Disposition"].startswith("attachment;")
                    assert (await response.read()).lower().startswith(begins.lower())
                async with second_visitor.get(f"{base}/{link}") as response:
                    assert response.status == 404
            name = home.name
            for way in (
                "..%2Fconfig.toml",
                "..%2f..%2f" + name + "%2Fconfig.toml",
                "%2Fetc%2Fpasswd",
                "..",
                "config.toml",
            ):
                for folder in ("saves", "logs", "table", "reports"):
                    async with visitor.get(URL(f"{base}/{folder}/{way}", encoded=True)) as response:
                        assert response.status == 404, way

    asyncio.run(visit())
