"""Pictures of the main screens. They need one Textual version; to renew them: pytest
--snapshot-update.

There is one for each kind of layout at each size: what the other screens write is in the golden
listing of screens.
"""

from collections.abc import Callable

import pytest
import textual

from picket_duty.requests import ASSIGN, Choice
from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.campaign_records import CALENDAR, CampaignRecordsScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.replay import ReplayScreen
from tests.games import TABLES, new_game
from tests.tui.every import RECORDED_WITH
from tests.tui.games import big_plan, hurt_ship, middle, playback

SMALL = (80, 24)
LARGE = (120, 40)
LARGEST = (160, 50)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        textual.__version__ != RECORDED_WITH,
        reason=f"pictures recorded with Textual {RECORDED_WITH}",
    ),
]

Compare = Callable[..., bool]


@pytest.fixture(autouse=True)
def _still(monkeypatch):
    """Use the glyphs of a UTF-8 terminal. None of our widgets has a blinking cursor."""
    monkeypatch.setattr("picket_duty.tui.app.glyphs_for", lambda *_, **__: UNICODE)


@pytest.mark.parametrize("size", [SMALL, LARGE, LARGEST], ids=["small", "large", "largest"])
def test_the_fire_plan(snap_compare, size):
    assert snap_compare(PicketApp(TABLES, big_plan()), press=["s", "3", "down"], terminal_size=size)


def test_damage_control(snap_compare):
    assert snap_compare(PicketApp(TABLES, hurt_ship()), press=["3", "down"], terminal_size=SMALL)


def test_the_plan_by_daylight_without_box_signs(snap_compare, monkeypatch):
    monkeypatch.setattr("picket_duty.tui.app.glyphs_for", lambda *_, **__: ASCII)
    app = PicketApp(TABLES, big_plan())
    app.theme = "daylight"
    assert snap_compare(app, press=["s", "1"], terminal_size=LARGE)


def test_the_menu(snap_compare):
    assert snap_compare(PicketApp(TABLES), terminal_size=SMALL)


def test_the_chart_beside_the_list(snap_compare):
    keys = ["home", "down", "down", "enter", "enter", "9"]
    assert snap_compare(PicketApp(TABLES), press=keys, terminal_size=LARGE)


def test_the_outcome(snap_compare):
    """After a game with the first aim at every fire plan and the exec's order at every other
    decision.
    """

    async def play(pilot):
        await pilot.press("v", "v")
        for _ in range(60):
            shown = pilot.app.screen
            if type(shown).__name__ == "OutcomeScreen":
                return
            request = shown.game.request if isinstance(shown, BattleScreen) else None
            keys = (
                []
                if not isinstance(request, Choice)
                else ["1"]
                if request.kind == ASSIGN
                else ["s", "s"]
            )
            await pilot.press(*keys, "enter")

    assert snap_compare(
        PicketApp(TABLES, new_game(scenario=5, seed=3)), run_before=play, terminal_size=SMALL
    )


SCREENS = {
    "calendar": (lambda: CampaignRecordsScreen(middle(), CALENDAR), [], SMALL),
    "manual": (lambda: ManualScreen("wave"), ["tab", "tab"], SMALL),
    "replay": (lambda: ReplayScreen(playback()), ["w", *["right"] * 12], LARGE),
}


def at(make, *keys):
    async def go(pilot):
        pilot.app.push_screen(make())
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()

    return go


@pytest.mark.parametrize("name", SCREENS)
def test_the_screens(snap_compare, name):
    make, keys, size = SCREENS[name]
    assert snap_compare(PicketApp(TABLES), run_before=at(make, *keys), terminal_size=size)
