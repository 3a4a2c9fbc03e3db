"""A ship of another caliber on the screen: her mounts, her fire plan, her rolls, her charts."""

from __future__ import annotations

from pathlib import Path

import pytest

from picket_duty.book import load_tables
from picket_duty.game import Game
from picket_duty.requests import Choice, Roll
from picket_duty.tui.app import PicketApp
from tests.book.escort import MOUNTS, escort_tables
from tests.tui.conftest import forward, running, text_of


def firing(game: Game) -> bool:
    """Whether a fire plan is wanted in which a 3-inch mount bears."""
    request = game.request
    return isinstance(request, Choice) and request.kind == "assign" and bool(set(MOUNTS) & set(request.slots))


@pytest.mark.slow
async def test_a_three_inch_mount_is_shown_on_the_battle_screen(tmp_path: Path) -> None:
    tables = load_tables(escort_tables(tmp_path))
    games = (forward(Game.new(scenario=7, seed=seed, tables=tables), firing) for seed in range(50))
    game = next(game for game in games if game.request is not None)
    async with running(PicketApp(tables, game), (160, 50)) as (pilot, app):
        await pilot.press("1", "g")
        plan = text_of(app, "plan-orders")
        assert any(mount in plan for mount in MOUNTS)
        assert all(mount in text_of(app, "mounts") for mount in MOUNTS)
        assert "mag 1" in text_of(app, "mounts")
        await pilot.press("f")
        for _ in range(40):
            if isinstance(game.request, Roll) and game.request.table == "9-2/3in":
                break
            await pilot.press("enter")
        assert isinstance(game.request, Roll)
        assert game.request.table == "9-2/3in"
        assert "3in" in text_of(app, "roll-orders")
        await pilot.press("enter")
        assert "3in-" in text_of(app, "log")
