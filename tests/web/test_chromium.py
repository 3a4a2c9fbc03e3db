"""The game in a real browser: Chromium through Playwright (extra web-test)."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("textual_serve", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra web-test is not installed")

from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import async_playwright

from picket_duty.saves import is_open, load_whole
from picket_duty.tui.settings import FAST, STEP
from picket_duty.web.game_process import ENDED
from picket_duty.web.serve import command_words
from picket_duty.web.server import STOPPED
from picket_duty.web.visitors import COOKIE, visitor_of
from tests.web.client import HOST, PATIENCE, answers, free_port, served, the_save, until

pytestmark = pytest.mark.slow

#: Browsers of the system, if Playwright has none.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TO_SCENARIO_1 = ("ArrowDown", "Enter", "Enter", "Enter")


@pytest.fixture(autouse=True)
def _step_by_step(monkeypatch):
    """Every roll waits for Enter and the analysis is off, so that nothing depends on the clock."""
    monkeypatch.setenv("PICKET_DUTY_PACE", STEP)
    monkeypatch.setenv("PICKET_DUTY_STAFF", "off")


@asynccontextmanager
async def chromium():
    """A headless browser. Skips the test if none is installed."""
    async with async_playwright() as driver:
        own = driver.chromium.executable_path
        path = own if Path(own).exists() else next(filter(None, map(shutil.which, BROWSERS)), None)
        if path is None:
            pytest.skip("there is no Chromium: playwright install chromium")
        # Chromium has no sandbox for root.
        options = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        browser = await driver.chromium.launch(executable_path=path, args=options)
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def visit(browser, base: str, top: Path):
    """The page of a new visitor, which takes keys without a click, and the visitor's folder on the server."""
    context = await browser.new_context(viewport={"width": 1200, "height": 800})
    page = await context.new_page()
    await page.goto(base)
    await has_keys(page)
    (cookie,) = [candidate for candidate in await context.cookies() if candidate["name"] == COOKIE]
    yield page, visitor_of(cookie["value"], top)
    await context.close()


async def has_keys(page) -> None:
    """Wait until the screen is ready and has the focus without a click."""
    await page.wait_for_selector("body.-first-byte", timeout=PATIENCE * 1000)
    await page.wait_for_selector("#terminal textarea:focus", state="attached")


async def begin(page, visitor) -> None:
    """Go from the menu to the first request of scenario 1, waiting for the screen after each key."""
    for key in TO_SCENARIO_1:
        await asyncio.sleep(0.5)
        await page.keyboard.press(key)
    await until(lambda: the_save(visitor.home) is not None)


async def play_until(page, visitor, enough) -> None:
    """Press Enter until the save meets a condition; waits for the effect of each key that is an answer."""
    while not enough(save := the_save(visitor.home)):
        await page.keyboard.press("Enter")
        with suppress(TimeoutError):
            async with asyncio.timeout(0.3):
                await until(lambda before=save.answers: answers(visitor) != before)


def test_two_visitors_finish_scenario_1_and_download_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_PACE", FAST)

    async def one_game(browser, base):
        async with visit(browser, base, tmp_path) as (page, visitor):
            await begin(page, visitor)
            await play_until(page, visitor, lambda save: save.over)
            async with page.expect_popup() as opened:
                await page.get_by_text("Your saves and logs").click()
            saves = await opened.value
            taken = []
            for link in ("save", "log"):
                async with saves.expect_download() as download:
                    # The last is the oldest: a key too many may have begun another game.
                    await saves.get_by_role("link", name=link, exact=True).last.click()
                taken.append(Path(await (await download.value).path()).read_bytes())
            return visitor, taken

    async def both():
        async with served(tmp_path, words=command_words()) as (base, _), chromium() as browser:
            return await asyncio.gather(one_game(browser, base), one_game(browser, base))

    (first, (save, log)), (second, _) = asyncio.run(both())
    assert first.home != second.home
    assert save in [path.read_bytes() for path in (first.home / "saves").iterdir()]
    assert b"Anthony" in log


def test_a_reload_in_mid_battle_resumes(tmp_path):
    async def reload():
        async with (
            served(tmp_path, words=command_words()) as (base, _),
            chromium() as browser,
            visit(browser, base, tmp_path) as (page, visitor),
        ):
            await begin(page, visitor)
            await play_until(page, visitor, lambda save: save.answers >= 2)
            save = the_save(visitor.home)
            await page.reload()
            await has_keys(page)
            await until(lambda: is_open(save.path))
            assert answers(visitor) >= save.answers
            await play_until(page, visitor, lambda now: now.answers > save.answers)

    asyncio.run(reload())


def test_a_server_stopped_in_mid_battle_loses_nothing_and_reports_it(tmp_path):
    async def stop():
        port = free_port()
        words = command_words()
        async with chromium() as browser:
            async with served(tmp_path, words=words, port=port) as (base, _):
                context = visit(browser, base, tmp_path)
                page, visitor = await context.__aenter__()
                await begin(page, visitor)
                await play_until(page, visitor, lambda save: save.answers >= 2)
            save = the_save(visitor.home)
            assert load_whole(save.path).requests == save.answers >= 2
            await page.wait_for_selector("#stand:has-text('stopped')")
            assert await page.text_content("#stand") == STOPPED
            async with served(tmp_path, words=words, port=port):
                # The button that continues has the focus.
                await page.keyboard.press("Enter")
                await has_keys(page)
                await until(lambda: is_open(save.path))
                await play_until(page, visitor, lambda now: now.answers > save.answers)
                await context.__aexit__(None, None, None)

    asyncio.run(stop())


def strangers() -> web.Application:
    """A page of another site."""

    async def page(_request: web.Request) -> web.Response:
        return web.Response(text="<title>Not ours</title>", content_type="text/html")

    app = web.Application()
    app.add_routes([web.get("/", page)])
    return app


def test_the_page_loads_only_from_this_server_and_other_sites_are_refused(tmp_path):
    asked, faults = [], []

    async def look():
        async with (
            served(tmp_path, words=command_words()) as (base, server),
            TestServer(strangers(), host=HOST) as elsewhere,
            chromium() as browser,
        ):
            context = await browser.new_context()
            page = await context.new_page()
            page.on("request", lambda request: asked.append(request.url))
            page.on("requestfailed", lambda request: faults.append(request.url))
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
            await page.goto(base)
            await has_keys(page)
            assert all(url.startswith((base, "data:")) for url in asked), asked
            assert any(url.endswith(".ttf") for url in asked)
            assert not faults
            # Another page in the same browser on another port gets the cookie too, because cookies ignore ports.
            stranger = await context.new_page()
            await stranger.goto(str(elsewhere.make_url("/")))
            closed = await stranger.evaluate(
                "url => new Promise(done => { new WebSocket(url).onclose = event => done(event.code) })",
                base.replace("http", "ws") + "/ws",
            )
            assert closed == 1006
            assert len(server.games) == 1
            # After the player quits, the page says so.
            await stranger.close()
            await page.keyboard.press("q")
            await page.wait_for_selector("body.closed")
            assert await page.text_content("#stand") == ENDED

    asyncio.run(look())


@pytest.mark.parametrize(("width", "height"), [(390, 844), (800, 500), (1280, 800), (2560, 1440)])
def test_the_font_lets_80_columns_and_24_rows_fit(tmp_path, width, height):
    async def look():
        async with served(tmp_path) as (base, _), chromium() as browser:
            context = await browser.new_context(viewport={"width": width, "height": height})
            page = await context.new_page()
            async with page.expect_websocket() as opened:
                await page.goto(base)
            size = parse_qs(urlsplit((await opened.value).url).query)
            return int(size["width"][0]), int(size["height"][0])

    columns, lines = asyncio.run(look())
    assert columns >= 80
    assert lines >= 24


def test_a_key_leads_from_the_terminal_to_the_links_and_back(tmp_path):
    async def press():
        async with (
            served(tmp_path, words=command_words()) as (base, _),
            chromium() as browser,
            visit(browser, base, tmp_path) as (page, _visitor),
        ):
            await page.keyboard.press("Control+F6")
            await page.keyboard.press("Tab")
            assert await page.evaluate("document.activeElement.textContent") == "Your saves and logs"
            await page.keyboard.press("Control+F6")
            await has_keys(page)

    asyncio.run(press())


def test_a_screen_reader_reads_the_game(tmp_path):
    async def read():
        async with (
            served(tmp_path, words=command_words()) as (base, _),
            chromium() as browser,
            visit(browser, base, tmp_path) as (page, _visitor),
        ):
            assert await page.get_by_role("application", name="Picket Duty: the game").count() == 1
            assert await page.locator(".xterm-accessibility").count() == 0
            await page.get_by_role("button", name="Screen reader").click()
            await page.wait_for_selector(".xterm-accessibility :text('First battle')", state="attached")

    asyncio.run(read())
