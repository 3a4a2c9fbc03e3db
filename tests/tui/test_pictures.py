"""Pictures of the main screens. They need one Textual version; to renew them: pytest --snapshot-update."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import textual
from textual.pilot import Pilot

from picket_duty.game import Game
from picket_duty.requests import Choice
from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.screens.battle import BattleScreen
from tests.tui.conftest import TABLES, at_roll, big_plan, first_game, hurt_ship, new_game

RECORDED_WITH = "8.2.8"
SIZES = [(80, 24), (120, 40), (160, 50)]

pytestmark = pytest.mark.skipif(
    textual.__version__ != RECORDED_WITH, reason=f"pictures recorded with Textual {RECORDED_WITH}"
)

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the glyphs of a UTF-8 terminal. None of our widgets has a blinking cursor."""
    monkeypatch.setattr("picket_duty.tui.app.glyphs_for", lambda *_: UNICODE)


def at_a_gun() -> Game:
    """A gun with modifiers is about to roll."""
    return first_game(lambda game: at_roll("gunnery")(game) and bool(game.request.modifiers), scenario=4)


def own_dice() -> Game:
    """A gun waits for dice rolled at the table."""
    return first_game(at_roll("gunnery"), scenario=4, dice="own")


GAMES: dict[str, tuple[Callable[[], Game], list[str]]] = {
    "plan": (big_plan, ["s", "3", "down"]),
    "roll": (at_a_gun, []),
    "men": (hurt_ship, ["3", "down"]),
}


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_the_battle(snap_compare: Compare, name: str, size: tuple[int, int]) -> None:
    make, keys = GAMES[name]
    assert snap_compare(PicketApp(TABLES, make()), press=keys, terminal_size=size)


def test_own_dice(snap_compare: Compare) -> None:
    assert snap_compare(PicketApp(TABLES, own_dice()), press=["3", "9"], terminal_size=(80, 24))


@pytest.mark.slow
def test_the_plan_by_daylight_without_box_signs(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("picket_duty.tui.app.glyphs_for", lambda *_: ASCII)
    app = PicketApp(TABLES, big_plan())
    app.theme = "daylight"
    assert snap_compare(app, press=["s", "1"], terminal_size=(120, 40))


PAGES: dict[str, list[str]] = {
    "menu": [],
    "scenarios": ["down", "enter", "enter", "down"],
    "set-up": ["down", "enter", "enter", "enter", "down"],
    "tables": ["home", "down", "down", "enter", "enter", "9"],
    "help": ["home", "down", "down", "enter", "end", "enter"],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_the_pages(snap_compare: Compare, name: str) -> None:
    assert snap_compare(PicketApp(TABLES), press=PAGES[name], terminal_size=(80, 24))


@pytest.mark.slow
def test_the_chart_beside_the_list(snap_compare: Compare) -> None:
    assert snap_compare(PicketApp(TABLES), press=PAGES["tables"], terminal_size=(120, 40))


async def _play_to(pilot: Pilot[Any], screen: str) -> None:
    """Play until a page comes, with the exec's order at every decision."""
    await pilot.press("v", "v")
    for _ in range(60):
        shown = pilot.app.screen
        if type(shown).__name__ == screen:
            return
        asks = isinstance(shown, BattleScreen) and isinstance(shown.game.request, Choice)
        await pilot.press(*(["s"] if asks else []), "enter")


def _until(screen: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    return lambda pilot: _play_to(pilot, screen)


@pytest.mark.slow
def test_the_outcome(snap_compare: Compare) -> None:
    app = PicketApp(TABLES, new_game(scenario=5, seed=3))
    assert snap_compare(app, run_before=_until("OutcomeScreen"), terminal_size=(80, 24))


@pytest.mark.slow
def test_the_end_of_a_day(snap_compare: Compare) -> None:
    app = PicketApp(TABLES, new_game(campaign="mini", seed=5))
    assert snap_compare(app, run_before=_until("DayScreen"), terminal_size=(80, 24))
