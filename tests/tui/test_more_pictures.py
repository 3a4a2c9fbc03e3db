"""Pictures of manual, replay, tutorial and campaign pages; see ``test_pictures``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import textual
from textual.pilot import Pilot
from textual.screen import Screen

from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.screens.campaign_records import CALENDAR, DAYS, MAP, SQUADRON, CampaignRecordsScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.screens.tutorial import TutorialScreen, lesson_game, load_script
from tests.tui.conftest import TABLES
from tests.tui.saved import middle, playback
from tests.tui.test_pictures import RECORDED_WITH

pytestmark = pytest.mark.skipif(
    textual.__version__ != RECORDED_WITH, reason=f"pictures recorded with Textual {RECORDED_WITH}"
)


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the glyphs of a UTF-8 terminal."""
    monkeypatch.setattr("picket_duty.tui.app.glyphs_for", lambda _encoding: UNICODE)


def at(make: Callable[[], Screen[Any]], *keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Go to a screen and press keys there."""

    async def go(pilot: Pilot[Any]) -> None:
        pilot.app.push_screen(make())
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()

    return go


SCREENS: dict[str, tuple[Callable[[], Screen[Any]], list[str], tuple[int, int]]] = {
    "calendar": (lambda: CampaignRecordsScreen(middle(), CALENDAR), [], (80, 24)),
    "squadron": (lambda: CampaignRecordsScreen(middle(), SQUADRON), [], (120, 40)),
    "waters": (lambda: CampaignRecordsScreen(middle(), MAP), [], (80, 24)),
    "days": (lambda: CampaignRecordsScreen(middle(), DAYS), [], (160, 50)),
    "manual": (lambda: ManualScreen("wave"), ["tab", "tab"], (80, 24)),
    "replay": (lambda: ReplayScreen(playback()), ["w", *["right"] * 12], (120, 40)),
    "lesson": (lambda: TutorialScreen(lesson_game(load_script(), TABLES), "fast"), [], (80, 24)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_the_screens(snap_compare: Callable[..., bool], name: str) -> None:
    make, keys, size = SCREENS[name]
    assert snap_compare(PicketApp(TABLES), run_before=at(make, *keys), terminal_size=size)
