"""A picture of the map page: the invented practice island."""

import pytest
import textual

from picket_duty.companions import table_saves
from picket_duty.companions.ie_shima_board import AMERICAN
from picket_duty.companions.screens.table_board import TablePageScreen
from picket_duty.companions.screens.table_screen import AtTableScreen
from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import UNICODE
from tests.companions.play import give
from tests.games import TABLES
from tests.tui.conftest import until
from tests.tui.every import RECORDED_WITH

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        textual.__version__ != RECORDED_WITH,
        reason=f"pictures recorded with Textual {RECORDED_WITH}",
    ),
]


@pytest.fixture(autouse=True)
def _still(monkeypatch):
    monkeypatch.setattr("picket_duty.tui.app.glyphs_for", lambda *_, **__: UNICODE)


async def open_map(pilot):
    await until(
        pilot,
        lambda: (
            isinstance(pilot.app.screen, AtTableScreen) and pilot.app.screen.focused is not None
        ),
    )
    await pilot.press("m")
    await until(pilot, lambda: isinstance(pilot.app.screen, TablePageScreen))


def test_the_map(snap_compare):
    """With an American foothold, a contested Area and a reduced unit."""
    game = give(
        table_saves.new_game("ie-shima", 1, ("practice", "computer-japanese")), "no", "no", 0, "no"
    )
    board = game.play.board
    for unit, area in (("1/306 A", "1"), ("1/306 B", "1"), ("1/306 C", "15")):
        board.put(board.units[unit], area)
    board.reduce(board.units["1/306 B"])
    board.state.control["1"] = AMERICAN
    assert snap_compare(PicketApp(TABLES, game), run_before=open_map, terminal_size=(80, 24))
