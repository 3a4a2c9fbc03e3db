"""The game in a real browser: Chromium through Playwright (extra web-test)."""

import asyncio
import json
import os
import shutil
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("textual_serve", reason="the extra web is not installed")
pytest.importorskip("playwright", reason="the extra web-test is not installed")

from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import async_playwright

from picket_duty.saves import load_whole
from picket_duty.web.serve import command_arguments
from picket_duty.web.server import ENDED, STOPPED
from tests.text_table import cases
from tests.web.client import HOST, PATIENCE, is_open, origin_of, served, the_save, until

pytestmark = pytest.mark.slow

#: Browsers of the system, if Playwright has none.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TO_SCENARIO_1 = ("ArrowDown", "Enter", "Enter", "Enter", "Enter")


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


async def has_keys(page):
    """Wait until the screen is ready and has the focus without a click."""
    await page.wait_for_selector("body.-first-byte", timeout=PATIENCE * 1000)
    await page.wait_for_selector("#terminal textarea:focus", state="attached")


async def begin(page, home):
    for key in TO_SCENARIO_1:
        await asyncio.sleep(0.5)
        await page.keyboard.press(key)
    await until(lambda: the_save(home) is not None)


async def play_until(page, home, answers):
    while the_save(home).answers < answers:
        await page.keyboard.press("Enter")
        await asyncio.sleep(0.3)


async def test_a_battle_survives_a_reload_and_the_end_of_the_server(home):
    async with chromium() as browser:
        page = await browser.new_page(viewport={"width": 1200, "height": 800})
        async with served(command_arguments()) as server:
            await page.goto(server.address)
            await has_keys(page)
            await begin(page, home)
            await play_until(page, home, 2)
            path = the_save(home).path
            before = the_save(home).answers
            await page.reload()
            await has_keys(page)
            await until(lambda: len(server.games) == 1 and not is_open(path))
            # The menu marks the battle.
            await page.keyboard.press("Enter")
            await until(lambda: is_open(path))
            await play_until(page, home, before + 2)
        assert load_whole(path).requests >= before + 2
        await page.wait_for_selector("dialog[open]")
        assert await page.text_content("#reason") == STOPPED.decode()


async def not_ours(_request):
    return web.Response(text="<title>Not ours</title>", content_type="text/html")


#: Opens a websocket and returns "open", or the code with which it was closed.
TRY = """url => new Promise(done => {
    const socket = new WebSocket(url);
    socket.onopen = () => done("open");
    socket.onclose = event => done(event.code);
})"""


async def test_the_page_loads_only_from_this_server_and_other_sites_are_refused(home):
    asked = []
    faults = []
    strangers = web.Application()
    strangers.add_routes([web.get("/", not_ours)])
    elsewhere = TestServer(strangers, host=HOST)
    async with served(command_arguments()) as server, elsewhere, chromium() as browser:
        context = await browser.new_context()
        page = await context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("requestfailed", lambda request: faults.append(request.url))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
        await page.goto(server.address)
        await has_keys(page)
        assert all(url.startswith((server.address, "data:")) for url in asked), asked
        assert any(url.endswith(".ttf") for url in asked)
        assert not faults
        # A page of another origin cannot open a game even with the key; a page of this one cannot
        # without it.
        stranger = await context.new_page()
        await stranger.goto(str(elsewhere.make_url("/")))
        socket = f"{server.address.replace('http', 'ws')}ws"
        assert await stranger.evaluate(TRY, socket) == 1006
        assert (
            await page.evaluate(TRY, f"{origin_of(server.address).replace('http', 'ws')}/ws")
            == 1006
        )
        assert len(server.games) == 1
        # After the player quits, the page says so.
        await stranger.close()
        await page.reload()
        await has_keys(page)
        await page.keyboard.press("q")
        await page.wait_for_selector("dialog[open]")
        assert await page.text_content("#reason") == ENDED.decode()
        # The button that starts the game again has the focus.
        await page.keyboard.press("Enter")
        await has_keys(page)


@cases("""
    width | height
    390   | 844
    800   | 500
    1280  | 800
    2560  | 1440
    """)
async def test_the_font_lets_80_columns_and_24_rows_fit(width, height):
    async with served() as server, chromium() as browser:
        page = await browser.new_page(viewport={"width": width, "height": height})
        async with page.expect_websocket() as opened:
            await page.goto(server.address)
        size = parse_qs(urlsplit((await opened.value).url).query)
    assert int(size["width"][0]) >= 80
    assert int(size["height"][0]) >= 24


async def test_the_font_follows_the_window_while_a_game_is_open():
    """The game has at least 80 columns and 24 rows in every window, and the large plot at the end again."""
    async with served() as server, chromium() as browser:
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        sizes = []
        page.on("websocket", lambda socket: socket.on("framesent", partial(note_size, sizes)))
        await page.goto(server.address)
        await until(lambda: sizes)
        for width, height in ((700, 500), (1000, 420), (390, 844), (640, 320), (1280, 800)):
            before = len(sizes)
            await page.set_viewport_size({"width": width, "height": height})
            await until(lambda before=before: len(sizes) > before)
            await until(lambda: sizes[-1][0] >= 80 and sizes[-1][1] >= 24)
        await until(lambda: sizes[-1][0] == sizes[0][0] and sizes[-1][1] >= 40)


def note_size(sizes, frame):
    kind, *rest = json.loads(frame)
    if kind == "resize":
        sizes.append((rest[0]["width"], rest[0]["height"]))
