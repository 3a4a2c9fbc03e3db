"""Saves resumed: with different tables, after a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from picket_duty.book import Tables
from picket_duty.book.tables import shipped_folder
from picket_duty.saves import start_save
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.page import AskScreen
from tests.quick import first_is_quick
from tests.tui.conftest import TABLES, forward, new_game, running, until


def saved(answers: int = 30) -> Path:
    """A game of some answers, saved and closed."""
    game = new_game(campaign="mini", seed=5)
    path = start_save(game, "other")
    forward(game, lambda game: len(game.answers) >= answers)
    game.save_file.close()
    return path


def other_tables(folder: Path) -> Tables:
    """The tables with two results of the first rolls changed."""
    layer = folder / "layer"
    file = shipped_folder() / "house" / "V-1.toml"
    target = layer / file.relative_to(shipped_folder())
    target.parent.mkdir(parents=True)
    target.write_text(file.read_text().replace("value = 0", "value = 1").replace("value = -1", "value = 0"))
    from picket_duty.book import load_tables

    return load_tables(layer)


@first_is_quick("yes", [True, False])
async def test_other_tables_ask_for_the_last_snapshot(tmp_path: Path, yes: bool) -> None:
    path = saved()
    before = path.read_bytes()
    tables = other_tables(tmp_path)
    assert tables.digest != TABLES.digest
    async with running(PicketApp(tables, save_path=path)) as (pilot, app):
        assert isinstance(app.screen, AskScreen)
        assert "made with different tables" in app.screen.question
        await pilot.press("y" if yes else "n")
        if yes:
            assert isinstance(app.screen, BattleScreen)
            await pilot.press("enter")
            assert app.screen.game.save_file.path == path
        else:
            assert isinstance(app.screen, MenuScreen)
            assert path.read_bytes() == before


@pytest.mark.slow
async def test_the_game_on_the_screen_is_not_resumed_again_but_another_is() -> None:
    path, second = saved(), new_game(scenario=3, seed=7)
    other = start_save(second, "second")
    second.save_file.close()
    async with running(PicketApp(TABLES, save_path=path)) as (pilot, app):
        before = app.screen
        app.resume_game(path)
        await pilot.pause()
        assert app.screen is before
        assert [notice.message for notice in app._notifications] == ["You are playing this game now."]
        app.resume_game(other)
        await until(pilot, lambda: app.screen is not before and bool(app.screen.query("#roll-orders")))
        assert app.screen.game.save_file.path == other


@pytest.mark.slow
async def test_a_torn_save_says_what_was_dropped() -> None:
    path = saved()
    with path.open("ab") as file:
        file.write(b'["r", [3')
    async with running(PicketApp(TABLES, save_path=path)) as (_, app):
        assert isinstance(app.screen, BattleScreen)
        notes = [note.message for note in app._notifications]
        assert any("cut off by a crash" in note for note in notes)
