"""Games in progress: listed with their status, resumed, continued from a replay, played again."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from picket_duty.captains import captain_named, play_out
from picket_duty.captains.standing_orders import StandingOrders, load_standing_orders, save_standing_orders
from picket_duty.game import Game
from picket_duty.saves import list_saves, load_whole, read_record, start_save
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.game_setup import ScenarioScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.page import PickScreen
from picket_duty.tui.screens.replay import ReplayScreen, load_playback
from picket_duty.tui.screens.saved_games import GamesInProgressScreen, SavedGamesScreen, status_of_save
from picket_duty.tui.settings import FAST, Settings
from picket_duty.tui.widgets.choices import ItemList
from tests.tui.conftest import TABLES, forward, new_game, opened, running, text_of, until
from tests.tui.saved import played, save_of


def under_way(name: str, answers: int, **setup: object) -> Path:
    """A saved game with some answers, closed."""
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


async def test_continue_lists_every_game_in_progress() -> None:
    older = under_way("older", 12, scenario=6, seed=1)
    under_way("newer", 12, scenario=5, seed=1)
    save_of("done", scenario=1, seed=4)
    os.utime(older, (1, 1))
    async with running(PicketApp(TABLES)) as (pilot, app):
        await until(pilot, lambda: "hull 6/6" in text_of(app, "menu"))
        await pilot.press("enter")
        assert isinstance(app.screen, GamesInProgressScreen)
        await until(pilot, lambda: text_of(app, "menu").count("hull") == 2)
        assert "2 games in progress" in text_of(app, "head")
        assert "Scenario 5" in text_of(app, "head")
        await pilot.press("down")
        assert "older" in text_of(app, "head")
        await pilot.press("enter")
        assert [type(screen) for screen in app.screen_stack] == [MenuScreen, BattleScreen]
        assert app.screen.game.save_file.path == older


@pytest.mark.slow
async def test_the_list_of_scenarios_begins_at_the_one_played_last() -> None:
    save_of("done", scenario=3, seed=5)
    async with running(PicketApp(TABLES)) as (pilot, app):
        await opened(pilot, ScenarioScreen(TABLES))
        assert app.screen.query_one(ItemList).item.value == "3"
        assert "USS Cassin Young" in text_of(app, "reading")


@pytest.mark.slow
async def test_a_single_game_is_continued_at_once() -> None:
    path = under_way("alone", 12, scenario=6, seed=1)
    async with running(PicketApp(TABLES)) as (pilot, app):
        await pilot.press("enter")
        assert app.screen.game.save_file.path == path


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
        app.close_game(battle.game)
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
        app.close_game(game)
        assert list(read_record(path).branches) == ["main"]


@pytest.mark.slow
async def test_a_finished_game_is_not_continued_at_its_end() -> None:
    path = save_of("kimberly", scenario=3, seed=5)
    async with running(PicketApp(TABLES)) as (pilot, app):
        await opened(pilot, ReplayScreen(load_playback(path, TABLES)))
        await pilot.press("end", "g")
        assert isinstance(app.screen, ReplayScreen)
        assert list(read_record(path).branches) == ["main"]


@pytest.mark.slow
async def test_a_rematch_has_the_same_set_up_and_the_dice_chosen() -> None:
    setup = Game.new(scenario=3, seed=5, level="advanced", tables=TABLES).state.setup
    async with running(PicketApp(TABLES)) as (pilot, app):
        for keys, same in ((("enter",), False), (("down", "enter"), True)):
            app.rematch(setup, COMMANDED, {})
            await pilot.pause()
            assert isinstance(app.screen, PickScreen)
            await pilot.press(*keys)
            battle = app.screen
            rematch = battle.game.state.setup
            assert (rematch.name, rematch.level) == ("3", "advanced")
            assert (rematch.seed == setup.seed) is same
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
        for make in (
            SavedGamesScreen,
            lambda: ReplayScreen(load_playback(path, TABLES)),
            lambda: OutcomeScreen(game),
        ):
            await opened(pilot, make())
            await until(pilot, lambda: getattr(app.screen, "saves", True))
            await pilot.press("n")
            assert isinstance(app.screen, PickScreen)
            await pilot.press("enter")
            battle = app.screen
            played.append((battle.game.aid, load_standing_orders(battle.game)))
            # The latest save is that of the rematch.
            assert battle.game.save_file is not None
            app.close_game(battle.game)
            battle.game.save_file.path.unlink()
    assert played == [(UNAIDED, given)] * 3
