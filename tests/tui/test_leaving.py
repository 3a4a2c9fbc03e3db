"""Games left and resumed: without a file, beside background work, with other tables, after a crash."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events

from picket_duty import Game
from picket_duty.book import Tables
from picket_duty.book.tables import shipped_folder
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.plain.plain_mode import play
from picket_duty.requests import Choice
from picket_duty.saves import SaveError, start_save
from picket_duty.saves.writer import SaveFile
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import CALL, OVER
from picket_duty.tui.screens import odds
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.page import AskScreen
from picket_duty.tui.settings import FAST
from tests.quick import first_is_quick
from tests.tui.conftest import TABLES, at_choice, first_game, forward, new_game, running, until


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


async def test_q_at_a_call_leaves_while_the_exec_is_still_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The odds page starts processes in a thread; keys must not wait for it."""
    begun, release = threading.Event(), threading.Event()

    def slow_start(call: Callable[[], object]) -> None:
        begun.set()
        release.wait(30)

    game = first_game(at_choice("one", 0), scenario=3)
    async with running(PicketApp(TABLES, game), (160, 50)) as (pilot, app):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        monkeypatch.setattr(odds, "begin", slow_start)
        monkeypatch.setattr(odds, "PAUSE", 0.001)
        await pilot.press("o")
        try:
            assert await soon(begun.is_set)
            app.simulate_key("escape")
            assert await soon(lambda: app.screen is screen)
            screen.autoplay.speed = FAST
            screen._set_standing(StandingOrders(commands=True))
            while screen.autoplay.scene.kind not in (CALL, OVER):
                screen._play(screen.autoplay.finish)
            for key, wanted in (("q", AskScreen), ("y", MenuScreen)):
                app.simulate_key(key)
                assert await soon(lambda wanted=wanted: isinstance(app.screen, wanted))
            assert await soon(lambda: not screen.is_running)
        finally:
            release.set()


async def soon(so: Callable[[], bool], turns: int = 200) -> bool:
    """Whether something becomes true within some turns of the event loop."""
    for _ in range(turns):
        await asyncio.sleep(0.005)
        if so():
            return True
    return False


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
        assert [notice.message for notice in app._notifications] == ["You are already playing this game."]
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


async def test_a_screen_of_a_program_that_ended_before_it_was_composed_mounts_nothing() -> None:
    async with running(PicketApp(TABLES)) as (_, app):
        for screen in (BattleScreen(a_game()), MenuScreen(), odds.OddsScreen(a_game())):
            await screen.on_event(events.Mount())
            assert not screen.children
        assert not app.query(".failed")
