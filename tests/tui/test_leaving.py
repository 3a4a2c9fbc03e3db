"""Leaving a game without a file asks first; a window that is too small accepts no answers."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from picket_duty import Game
from picket_duty.plain.plain_mode import play
from picket_duty.requests import Choice
from picket_duty.saves import SaveError, start_save
from picket_duty.saves.writer import SaveFile
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.page import AskScreen
from tests.tui.conftest import TABLES, forward, running


def a_game() -> Game:
    return forward(Game.new(scenario=6, seed=11, tables=TABLES), lambda game: isinstance(game.request, Choice))


@pytest.fixture
def lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose save was deleted and cannot be written again."""
    game = a_game()
    start_save(game, path=tmp_path / "a.picket")

    def no_room(_save_file: SaveFile) -> None:
        raise SaveError("there is no room")

    monkeypatch.setattr(SaveFile, "_go_elsewhere", no_room)
    (tmp_path / "a.picket").unlink()
    return game


@pytest.mark.slow
@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_the_screen_asks_before_an_unsaved_game_is_lost(lost: Game, key: str) -> None:
    async with running(PicketApp(TABLES, lost)) as (pilot, app):
        await pilot.press(key)
        assert isinstance(app.screen, AskScreen)
        assert "NOT saved: a.picket was moved or deleted, and there is no room" in app.screen.question
        await pilot.press("enter")
        assert isinstance(app.screen, BattleScreen)
        assert lost.save_file is not None
        await pilot.press(key, "y")
        assert not isinstance(app.screen, AskScreen | BattleScreen) or app.return_value == 0


def test_plain_mode_asks_before_an_unsaved_game_is_lost(lost: Game) -> None:
    target = io.StringIO()
    assert not play(lost, io.StringIO("quit\nquit\n"), target)
    assert target.getvalue().count("! The game is NOT saved: a.picket was moved or deleted, and there is no room") == 1


def test_a_game_that_can_be_saved_again_is_left_without_a_question(tmp_path: Path) -> None:
    game = a_game()
    start_save(game, path=tmp_path / "a.picket")
    (tmp_path / "a.picket").unlink()
    assert not play(game, io.StringIO("quit\n"), io.StringIO())
    assert [path.name for path in tmp_path.glob("*.picket")] == ["a-rescued.picket"] or (tmp_path / "a.picket").exists()


@pytest.mark.slow
async def test_a_terminal_too_small_accepts_no_answers() -> None:
    game = a_game()
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        before = len(game.answers)
        await pilot.resize_terminal(60, 20)
        await pilot.press("enter", "y", "1", "space", "o")
        assert len(game.answers) == before
        await pilot.resize_terminal(120, 40)
        assert isinstance(app.screen, BattleScreen)
        await pilot.press("down", "enter")
        assert len(game.answers) > before


@pytest.mark.slow
async def test_q_quits_at_once_on_a_terminal_too_small_for_a_question() -> None:
    async with running(PicketApp(TABLES, a_game()), (120, 40)) as (pilot, app):
        await pilot.resize_terminal(60, 20)
        await pilot.press("q")
        assert app.return_value == 0
