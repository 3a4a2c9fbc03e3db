"""Pictures of manual, replay, tutorial and campaign pages; see ``test_pictures``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

import pytest
import textual
from textual.pilot import Pilot
from textual.screen import Screen

from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.events import Event, Leave, NewShip
from picket_duty.game import Game
from picket_duty.pages.awards import awards_so_far
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import ASK, Autoplay
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.screens.campaign_records import CALENDAR, CREWS, DAYS, MAP, SHIPS, CampaignRecordsScreen
from picket_duty.tui.screens.day_end import DayScreen, ShipScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.orders_page import OrdersScreen
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.screens.tutorial import TutorialScreen, lesson_game, load_script
from picket_duty.tui.settings import FAST
from tests.tui.conftest import TABLES, new_game
from tests.tui.saved import campaign, middle, playback
from tests.tui.test_orders_page import at_orders
from tests.tui.test_pictures import RECORDED_WITH

pytestmark = pytest.mark.skipif(
    textual.__version__ != RECORDED_WITH, reason=f"pictures recorded with Textual {RECORDED_WITH}"
)


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the glyphs of a UTF-8 terminal."""
    monkeypatch.setattr("picket_duty.tui.app.glyphs_for", lambda *_: UNICODE)


def at(make: Callable[[], Screen[Any]], *keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Go to a screen and press keys there."""

    async def go(pilot: Pilot[Any]) -> None:
        pilot.app.push_screen(make())
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()

    return go


@lru_cache(maxsize=2)
def relieved(by: type[Event]) -> tuple[Game, tuple[Event, ...]]:
    """A campaign at the page of a ship that was sunk, or of the one that replaces her, and its event of this type."""
    autoplay = Autoplay(new_game(campaign="long-a", level="advanced", seed=10), FAST, StandingOrders(commands=True))
    while not (autoplay.game.state.records.ships_sunk and any(isinstance(event, by) for event in autoplay.scene.ships)):
        autoplay.finish() if autoplay.scene.kind != ASK else autoplay.answer(
            decide(autoplay.game.play, autoplay.game.request)
        )
    return autoplay.game, autoplay.scene.ships


@lru_cache(maxsize=1)
def decorated() -> tuple[Game, str, str]:
    """A finished campaign, its day with the most citations, and what comes after its page."""
    game = campaign()
    days = Counter(award.date for award in awards_so_far(game) if award.citation)
    return game, max(sorted(days), key=lambda day: days[day]), "the next day"


SCREENS: dict[str, tuple[Callable[[], Screen[Any]], list[str], tuple[int, int]]] = {
    "calendar": (lambda: CampaignRecordsScreen(middle(), CALENDAR), [], (80, 24)),
    "squadron": (lambda: CampaignRecordsScreen(middle(), SHIPS), [], (120, 40)),
    "waters": (lambda: CampaignRecordsScreen(middle(), MAP), [], (80, 24)),
    "days": (lambda: CampaignRecordsScreen(middle(), DAYS), [], (160, 50)),
    "crews": (lambda: CampaignRecordsScreen(middle(), CREWS), [], (120, 40)),
    "crews-small": (lambda: CampaignRecordsScreen(middle(), CREWS), [], (80, 24)),
    "awards": (lambda: DayScreen(*decorated()), ["enter"], (120, 40)),
    "awards-small": (lambda: DayScreen(*decorated()), ["enter"], (80, 24)),
    "farewell": (lambda: ShipScreen(*relieved(Leave)), [], (120, 40)),
    "farewell-small": (lambda: ShipScreen(*relieved(Leave)), [], (80, 24)),
    "new-ship": (lambda: ShipScreen(*relieved(NewShip)), [], (120, 40)),
    "orders": (lambda: OrdersScreen(at_orders(campaign="mini", seed=5)), [], (80, 24)),
    "manual": (lambda: ManualScreen("wave"), ["tab", "tab"], (80, 24)),
    "replay": (lambda: ReplayScreen(playback()), ["w", *["right"] * 12], (120, 40)),
    "lesson": (lambda: TutorialScreen(lesson_game(load_script(), TABLES), "fast"), [], (80, 24)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_the_screens(snap_compare: Callable[..., bool], name: str) -> None:
    make, keys, size = SCREENS[name]
    assert snap_compare(PicketApp(TABLES), run_before=at(make, *keys), terminal_size=size)
