"""Games left and resumed: without a file, with other tables, after a crash; listed, replayed and played again."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from textual import events

from picket_duty.book import Tables
from picket_duty.book.tables import shipped_folder
from picket_duty.captains import captain_named, play_out
from picket_duty.captains.standing_orders import StandingOrders, load_standing_orders, save_standing_orders
from picket_duty.game import Game
from picket_duty.plain.plain_mode import play
from picket_duty.requests import Choice
from picket_duty.saves import SaveError, list_saves, load_whole, read_record, start_save
from picket_duty.saves.writer import SaveFile
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import CALL, OVER
from picket_duty.tui.screens import odds
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.menu import MenuScreen, status_of_save
from picket_duty.tui.screens.open_games import close_game, rematch, resume_game
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.page import AskScreen, PickScreen
from picket_duty.tui.screens.replay import ReplayScreen, load_playback
from picket_duty.tui.screens.saved_games import SavedGamesScreen
from picket_duty.tui.settings import FAST, Settings
from tests.quick import first_is_quick
from tests.tui.conftest import opened, running, text_of, until
from tests.tui.games import TABLES, at_choice, first_game, forward, new_game, played, save_of


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


async def test_q_at_a_call_leaves_while_the_exec_is_still_starting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The odds page starts processes in a thread; keys must not wait for it."""
    begun, release = threading.Event(), threading.Event()

    def slow_start(call: Callable[[], object]) -> None:
        begun.set()
        release.wait(30)

    game = first_game(at_choice("one", 0), scenario=3)
    async with running(PicketApp(TABLES, game), (160, 50)) as (pilot, app):
        screen = app.screen
        monkeypatch.setattr(odds, "begin", slow_start)
        monkeypatch.setattr(odds, "PAUSE", 0.001)
        monkeypatch.setattr(PicketApp, "analyzer", lambda app: SimpleNamespace())
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
    for _ in range(turns):
        await asyncio.sleep(0.005)
        if so():
            return True
    return False


def saved(answers: int = 30) -> Path:
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
        resume_game(app, path)
        await pilot.pause()
        assert app.screen is before
        assert [notice.message for notice in app._notifications] == ["You are already playing this game."]
        resume_game(app, other)
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


def under_way(name: str, answers: int, **setup: object) -> Path:
    game = new_game(**setup)
    path = start_save(game, name)
    forward(game, lambda game: len(game.answers) >= answers)
    game.save_file.close()
    return path


def test_a_save_shows_the_progress_of_its_game() -> None:
    under_way("evans", 30, scenario=5, seed=1)
    (save,) = list_saves()
    status_of = status_of_save(save, TABLES)
    game = load_whole(save.path, TABLES)
    assert status_of.ship == "USS Evans"
    assert status_of.words.startswith("May 11, morning  station 15  hull 6/6  ")
    assert game.request is not None
    assert status_of.asked


async def test_continuing_from_a_replay_copies_the_save() -> None:
    path = save_of("kimberly", scenario=3, seed=5)
    async with running(PicketApp(TABLES)) as (pilot, app):
        before = read_record(path).answers
        playback = load_playback(path, TABLES)
        await opened(pilot, ReplayScreen(playback))
        await pilot.press("w", "g")
        assert isinstance(app.screen, PickScreen)
        at = playback.index
        await pilot.press("enter")
        battle = app.screen
        assert battle.game.requests == at
        copy = battle.game.save_file.path
        assert copy == path.with_name("kimberly-copy.picket")
        battle.game.answer(playback.whole.answers[at])
        close_game(app, battle.game)
        assert read_record(path).answers == before
        assert read_record(copy).answers == before[: at + 1]


@pytest.mark.slow
async def test_continuing_from_a_replay_with_fresh_dice_starts_a_new_game() -> None:
    path = save_of("kimberly", scenario=3, seed=5)
    async with running(PicketApp(TABLES)) as (pilot, app):
        playback = load_playback(path, TABLES)
        await opened(pilot, ReplayScreen(playback))
        await pilot.press("w", "g", "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen))
        game = app.screen.game
        assert game.answers == playback.whole.answers[: playback.index]
        assert game.state.setup.seed != playback.whole.state.setup.seed
        assert game.save_file.path != path
        close_game(app, game)
        assert list(read_record(path).branches) == ["main"]


@pytest.mark.slow
async def test_a_rematch_has_the_same_set_up_and_the_dice_chosen() -> None:
    setup = Game.new(scenario=3, seed=5, level="advanced", tables=TABLES).state.setup
    async with running(PicketApp(TABLES)) as (pilot, app):
        for keys, same in ((("enter",), False), (("down", "enter"), True)):
            rematch(app, setup, COMMANDED, {})
            await pilot.pause()
            assert isinstance(app.screen, PickScreen)
            await pilot.press(*keys)
            battle = app.screen
            again = battle.game.state.setup
            assert (again.name, again.level) == ("3", "advanced")
            assert (again.seed == setup.seed) is same
            assert battle.game.aid == COMMANDED
        over = await opened(pilot, OutcomeScreen(played(scenario=1, seed=4)))
        await pilot.press("n")
        assert isinstance(app.screen, PickScreen)
        await pilot.press("escape")
        assert app.screen is over


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_after_a_game_without_a_raid_one_key_begins_again_with_new_dice(size: tuple[int, int]) -> None:
    quiet = played(scenario=6, seed=1)
    assert quiet.state.records.planes == 0
    async with running(PicketApp(TABLES, settings=Settings(pace=FAST)), size) as (pilot, app):
        await opened(pilot, OutcomeScreen(quiet))
        assert "n: again with new dice" in text_of(app, "reading")
        await pilot.press("n")
        battle = app.screen
        again, before = battle.game.state.setup, quiet.state.setup
        assert again.seed != before.seed
        assert msgspec.structs.replace(again, seed=before.seed) == before


@pytest.mark.slow
async def test_a_rematch_has_the_aid_and_the_standing_orders_of_the_game() -> None:
    """From the list of saves, from the replay and after the end; officers in command do not command again."""
    game = Game.new(scenario=1, seed=4, aid=UNAIDED, tables=TABLES)
    path = start_save(game, "kimberly")
    given = StandingOrders(routine=True, least=40)
    save_standing_orders(game, given.commanded(True))
    play_out(game, captain_named("doctrine", 1))
    played: list[tuple[str, StandingOrders]] = []
    async with running(PicketApp(TABLES)) as (pilot, app):
        for make in (SavedGamesScreen, lambda: ReplayScreen(load_playback(path, TABLES)), lambda: OutcomeScreen(game)):
            await opened(pilot, make())
            await until(pilot, lambda: getattr(app.screen, "saves", True))
            await pilot.press("n")
            assert isinstance(app.screen, PickScreen)
            await pilot.press("enter")
            battle = app.screen
            played.append((battle.game.aid, load_standing_orders(battle.game)))
            # The latest save is that of the rematch.
            assert battle.game.save_file is not None
            close_game(app, battle.game)
            battle.game.save_file.path.unlink()
    assert played == [(UNAIDED, given)] * 3
