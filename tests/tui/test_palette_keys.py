"""Keys typed faster than the command palette can follow never end the program."""

import asyncio
import random

import pytest
from textual import events

from picket_duty.tui.app import PicketApp
from picket_duty.tui.ending import TRACEBACK_VARIABLE
from tests.quick import first_is_quick
from tests.tui.conftest import TABLES

KEYS = ["pagedown"] * 6 + [
    "pageup",
    "down",
    "up",
    "enter",
    "escape",
    "ctrl+p",
    "ctrl+p",
    "a",
    "s",
    "c",
    "backspace",
    "home",
]


def hammer(keys: list[str], pauses: random.Random) -> PicketApp:
    """Type keys into the menu and its palette without waiting for the screen. Raises what ended the program."""
    app = PicketApp(TABLES)

    async def play() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            for key in ("ctrl+p", *keys):
                app.post_message(events.Key(key, key if len(key) == 1 else None))
                await asyncio.sleep(pauses.choice([0, 0, 0, 0.003, 0.02]))
            await pilot.pause()

    asyncio.run(play())
    return app


@pytest.fixture(autouse=True)
def played_by_a_player(monkeypatch, home):
    monkeypatch.delenv(TRACEBACK_VARIABLE, raising=False)


@first_is_quick("seed", range(2))
def test_a_page_key_held_down_in_the_palette(seed):
    assert hammer(["pagedown"] * 40, random.Random(seed)).crash is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(15))
def test_random_keys_in_the_palette(seed):
    keys = random.Random(seed)
    assert hammer([keys.choice(KEYS) for _ in range(60)], keys).crash is None
