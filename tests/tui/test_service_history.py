"""The pages of the service record on the screen."""

from __future__ import annotations

from pathlib import Path

from picket_duty.pages.dice_record import count_dice
from picket_duty.saves import load_whole, service_record
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.service_history import DiceRecordScreen, ServiceScreen
from tests.tui.conftest import TABLES, running, text_of, until
from tests.tui.saved import save_of


async def test_the_dice_of_all_games_are_counted_behind_a_key(home: Path) -> None:
    path = save_of("kimberly", scenario=3, seed=5)
    service_record.record_game(load_whole(path, TABLES), path.stem)
    counts = count_dice(service_record.read_service(), TABLES)
    assert counts.guns is not None
    async with running(PicketApp(TABLES), (80, 24)) as (pilot, app):
        app.push_screen(ServiceScreen())
        await pilot.pause()
        await pilot.press("d")
        assert isinstance(app.screen, DiceRecordScreen)
        await until(pilot, lambda: "1 game counted." in text_of(app, "reading"))
        text = text_of(app, "reading")
        assert f"Six-sided dice: {counts.total('d6'):,}" in text
        assert f"{counts.guns.rolls} rolls: {counts.guns.rolled} hit" in text
        await pilot.press("escape")
        assert isinstance(app.screen, ServiceScreen)
