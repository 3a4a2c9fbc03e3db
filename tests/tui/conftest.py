"""Shared by the tests of screens: a quiet environment, and helpers for the pilot."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import textual.app
import textual.pilot
import textual.screen
from textual import events
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.screen import Screen

from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.game import Game
from picket_duty.odds.aims import exec_plan
from picket_duty.pages.blocks import Block
from picket_duty.requests import Choice
from picket_duty.rules.play import Play
from picket_duty.rules.system import encode
from picket_duty.text.styled_text import Line
from picket_duty.text.styled_text import text_of as line_text
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.crash import TRACEBACK_VARIABLE
from picket_duty.tui.glyphs import UNICODE, Glyphs
from picket_duty.tui.lines import length
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.settings import MANUAL
from picket_duty.tui.widgets.orders import Orders
from picket_duty.tui.widgets.panel import Panel
from tests.games import TABLES

#: Timeout in seconds; not a measure of speed.
PATIENCE = 60
#: Timers that are due within this many seconds are waited for.
SOON = 0.008
#: While other threads work, the program is idle after this many turns in a row (each of this many
#: seconds, then this many passes of the event loop) that used less than this many seconds of
#: processor time.
TURNS = 4
TURN = 0.002
PASSES = 8
NOTHING = 0.0003
#: The threads of this process (Linux), and the states of busy threads: runnable, or waiting for a
#: disk.
THREADS = Path("/proc/self/task")
BUSY = ("R", "D")


async def idle(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Wait until the program has nothing left to do, or has used ``max_sleep`` seconds of processor
    time.

    Textual's own function sleeps 20 ms, twice with every key. A program whose other threads wait
    for work is idle when the event loop has nothing to call and no timer is due soon. Otherwise, on
    a busy machine this process may not run at all for several turns, so the limit does not depend
    on the clock, and each turn lets the event loop run several times. A thread without a processor
    uses no time either, but is not idle.
    """
    end = time.process_time() + max_sleep
    quiet = 0
    while quiet < TURNS and time.process_time() < end:
        if threading.active_count() == 1 + waiting_threads():
            await asyncio.sleep(0)
            due = time_to_next_call()
            if due > SOON:
                return
            await asyncio.sleep(due)
            continue
        before = time.process_time()
        await asyncio.sleep(TURN)
        for _ in range(PASSES):
            await asyncio.sleep(0)
        quiet = (
            quiet + 1
            if time.process_time() - before < NOTHING and not another_thread_is_busy()
            else 0
        )


def time_to_next_call() -> float:
    """Seconds until the event loop calls something; infinite if nothing is scheduled."""
    loop: Any = asyncio.get_running_loop()
    if loop._ready:
        return 0
    return (
        min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=math.inf)
        - loop.time()
    )


def waiting_threads() -> int:
    threads: Any = getattr(asyncio.get_running_loop(), "_default_executor", None)
    return threads._idle_semaphore._value if threads is not None else 0


def another_thread_is_busy() -> bool:
    """Whether another thread runs or is ready to run. False outside Linux."""
    if threading.active_count() == 1 or not THREADS.exists():
        return False
    mine = str(threading.get_native_id())
    return any(thread.name != mine and thread_state(thread) in BUSY for thread in THREADS.iterdir())


def thread_state(thread: Path) -> str:
    try:
        return (thread / "stat").read_text().rpartition(") ")[2][:1]
    except OSError:
        return ""


#: Frames are drawn at once. The plugin for snapshots imports Textual before a variable could say
#: so.
textual.screen.UPDATE_PERIOD = 1 / 500
textual.app.wait_for_idle = textual.pilot.wait_for_idle = idle

#: The rules of a style sheet as parsed by Textual, and those parsed so far: by source and
#: variables.
parse_rules = Stylesheet._parse_rules
PARSED: dict[tuple[object, ...], list[RuleSet]] = {}


def parse_rules_once(sheet: Stylesheet, *source: Any, **more: Any) -> list[RuleSet]:
    """The rules of a style sheet, parsed once for all applications of a run: each has the same
    ones.
    """
    key = (source, tuple(more.items()), tuple(sheet._variables.items()))
    if key not in PARSED:
        PARSED[key] = parse_rules(sheet, *source, **more)
    return PARSED[key]


Stylesheet._parse_rules = parse_rules_once  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for saves and settings per test. Rolls and decisions wait for the player, and
    nothing is analyzed.

    A scenario begins without the page of its orders. An error of background work fails the test.
    """
    monkeypatch.setenv(TRACEBACK_VARIABLE, "1")
    monkeypatch.setattr("picket_duty.tui.screens.open_games.default_speed", lambda: MANUAL)
    monkeypatch.setattr("picket_duty.captains.standing_orders.ROUTINE", StandingOrders())
    monkeypatch.setattr(PicketApp, "THINKS", False)
    monkeypatch.setattr(Autoplay, "has_orders", False)
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PICKET_DUTY_CONFIG", str(tmp_path / "config" / "config.toml"))


#: The exec's fire plans computed so far, by position.
EXEC_PLANS: dict[tuple[object, ...], dict[str, int]] = {}


def exec_plan_once(play: Play, choice: Choice) -> dict[str, int]:
    """The exec's fire plan, computed once for a position: many tests begin at the same one."""
    key = (encode(play.state), id(play.tables), str(choice.slots))
    if key not in EXEC_PLANS:
        EXEC_PLANS[key] = exec_plan(play, choice)
    return dict(EXEC_PLANS[key])


@pytest.fixture(autouse=True)
def _exec_plans_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speed up the tests: the exec's fire plan takes a third of the time of a battle that opens."""
    for module in ("captains.doctrine", "odds.aims", "odds.consequences", "pages.odds_report"):
        monkeypatch.setattr(f"picket_duty.{module}.exec_plan", exec_plan_once)


@asynccontextmanager
async def running(
    start: PicketApp | Game | Screen[Any] | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[int], PicketApp]]:
    """The application on a terminal of a size, with its pilot: at a game, at a screen above the
    menu, or at the menu.
    """
    app = start if isinstance(start, PicketApp) else PicketApp(TABLES)
    if isinstance(start, Game):
        app = PicketApp(start.tables, start)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        if isinstance(start, Screen):
            await opened(pilot, start)
        yield pilot, app


async def opened(
    pilot: Pilot[int], screen: Screen[Any], answered: Callable[..., None] | None = None
) -> Screen[Any]:
    pilot.app.push_screen(screen, answered)
    await pilot.pause()
    return screen


def notices(app: PicketApp) -> list[str]:
    """The messages of the notifications that are shown."""
    return [notice.message for notice in app._notifications]


async def type_in(pilot: Pilot[int], text: str) -> None:
    """Type a text without waiting for the screen after every letter."""
    for sign in text:
        pilot.app.post_message(events.Key("space" if sign == " " else sign, sign))
    await pilot.pause()


async def until(pilot: Pilot[int], so: Callable[[], bool]) -> None:
    """Wait until something computed in the background is true."""
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.01)
            await pilot.pause()


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(coroutine)


def drawn(blocks: Iterable[Block], width: int, glyphs: Glyphs = UNICODE, rows: int = 8) -> str:
    return "\n".join(line_text(spans).rstrip() for spans in page_lines(blocks, width, glyphs, rows))


def text_of(app: PicketApp, panel: str) -> str:
    shown = app.screen.query_one(f"#{panel}", Panel)
    return "\n".join("".join(span.text for span in line) for line in shown.lines)


def off_screen(panel: Any, glyphs: Glyphs = UNICODE) -> Any:
    """A panel that is on no screen, with the glyphs of one."""
    panel.__dict__["glyphs"] = glyphs
    return panel


#: Width and height of the orders: 80x24 under tabs, 120x40, enlarged.
ROOMS = [(80, 13), (74, 15), (74, 30)]


def orders_of(kind: type[Orders], game: Game) -> Orders:
    """A panel of orders for a game, on no screen."""
    return off_screen(kind(BattleView(game)))


def texts(lines: Iterable[Line]) -> list[str]:
    return [line_text(line) for line in lines]


def assert_title(app, name, title):
    panel = app.screen.query_one(f"#{name}", Panel)
    assert title in " ".join(text_of(app, name).split())
    assert all(length(row) <= panel.size.width for row in panel.lines)
