"""Games left and resumed, replayed and played again; campaigns to their end, the day's watch, cards
and records.
"""

import asyncio
import io
import threading
from types import SimpleNamespace
from unittest.mock import Mock

import msgspec
import pytest
from textual import events

from picket_duty.book import load_tables
from picket_duty.book.tables import shipped_folder
from picket_duty.captains import captain_named, play_out
from picket_duty.captains.standing_orders import (
    StandingOrders,
    load_standing_orders,
    save_standing_orders,
)
from picket_duty.pages.game_card import card_of_save
from picket_duty.pages.service_dice import count_dice
from picket_duty.plain import plain_mode
from picket_duty.requests import Choice
from picket_duty.saves import (
    SaveError,
    list_saves,
    load_whole,
    read_record,
    service_record,
    start_save,
)
from picket_duty.saves.daily_watch import attempts_on, watch_setup
from picket_duty.saves.replay_code import read_code
from picket_duty.saves.save_file import SaveFile
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.text.names import SAME_FOR_ALL, title_words, watch_words
from picket_duty.tui import live_recommendation
from picket_duty.tui.app import PicketApp
from picket_duty.tui.scenes import OFFICERS_CALL, OVER
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.card import CardScreen
from picket_duty.tui.screens.day_end import DayScreen, ShipScreen
from picket_duty.tui.screens.day_watch import DayWatchScreen
from picket_duty.tui.screens.dialogs import AskScreen, PickScreen
from picket_duty.tui.screens.menu import MenuScreen, status_of_save
from picket_duty.tui.screens.odds import OddsScreen
from picket_duty.tui.screens.open_games import close_game, play, rematch, resume_game
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.replay import ReplayScreen, load_playback
from picket_duty.tui.screens.saved_games import DiceRecordScreen, SavedGamesScreen, ServiceScreen
from picket_duty.tui.settings import FAST, Settings
from tests.games import TABLES, new_game
from tests.quick import first_is_quick
from tests.tui.conftest import notices, opened, running, text_of, until
from tests.tui.games import (
    DATE,
    at_choice,
    finished_try,
    first_game,
    forward,
    given,
    played,
    save_of,
    under_way,
)


def a_game():
    return forward(new_game(scenario=6, seed=11), lambda game: isinstance(game.request, Choice))


@pytest.fixture
def lost(tmp_path, monkeypatch):
    """A game whose save was deleted and cannot be written again."""
    game = a_game()
    start_save(game, path=tmp_path / "a.picket")
    monkeypatch.setattr(SaveFile, "_move", Mock(side_effect=SaveError("there is no room")))
    (tmp_path / "a.picket").unlink()
    return game


@pytest.mark.slow
@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_the_screen_asks_before_an_unsaved_game_is_lost(lost, key):
    async with running(lost) as (pilot, app):
        await pilot.press(key)
        assert isinstance(app.screen, AskScreen)
        assert (
            "NOT saved: a.picket was moved or deleted during the game, and there is no room"
            in app.screen.question
        )
        await pilot.press("enter")
        assert isinstance(app.screen, BattleScreen)
        assert lost.save_file is not None
        await pilot.press(key, "y")
        assert not isinstance(app.screen, AskScreen | BattleScreen) or app.return_value == 0


def test_plain_mode_asks_before_an_unsaved_game_is_lost(lost):
    target = io.StringIO()
    assert not plain_mode.play(lost, io.StringIO("quit\nquit\n"), target)
    assert (
        target.getvalue().count(
            "! The game is NOT saved: a.picket was moved or deleted during the game, and "
            "there is no room"
        )
        == 1
    )


def test_a_game_that_can_be_saved_again_is_left_without_a_question(tmp_path):
    game = a_game()
    start_save(game, path=tmp_path / "a.picket")
    (tmp_path / "a.picket").unlink()
    assert not plain_mode.play(game, io.StringIO("quit\n"), io.StringIO())
    assert [path.name for path in tmp_path.glob("*.picket")] == ["a-rescued.picket"] or (
        tmp_path / "a.picket"
    ).exists()


@pytest.mark.slow
async def test_q_at_a_call_leaves_while_the_exec_is_still_starting(
    monkeypatch,
):
    """The odds page starts processes in a thread; keys must not wait for it."""
    begun = threading.Event()
    release = threading.Event()

    def slow_start():
        begun.set()
        release.wait(30)

    game = first_game(at_choice("one", 0), scenario=3)
    async with running(game, (160, 50)) as (pilot, app):
        screen = app.screen
        monkeypatch.setattr(live_recommendation, "PAUSE", 0.001)
        monkeypatch.setattr(PicketApp, "analyzer", lambda app: SimpleNamespace(prepare=slow_start))
        await pilot.press("o")
        try:
            assert await soon(begun.is_set)
            app.simulate_key("escape")
            assert await soon(lambda: app.screen is screen)
            screen.autoplay.speed = FAST
            screen._set_standing(StandingOrders(commands=True))
            while screen.autoplay.scene.kind not in (OFFICERS_CALL, OVER):
                screen._play(screen.autoplay.finish)
            for key, wanted in (("q", AskScreen), ("y", MenuScreen)):
                app.simulate_key(key)
                assert await soon(lambda wanted=wanted: isinstance(app.screen, wanted))
            assert await soon(lambda: not screen.is_running)
        finally:
            release.set()


async def soon(so, turns=200):
    for _ in range(turns):
        await asyncio.sleep(0.005)
        if so():
            return True
    return False


def other_tables(folder):
    """The tables with two results of the first rolls changed."""
    text = (shipped_folder() / "house" / "V-1.toml").read_text()
    (folder / "house").mkdir()
    (folder / "house" / "V-1.toml").write_text(
        text.replace("value = 0", "value = 1").replace("value = -1", "value = 0")
    )
    return load_tables(folder)


@first_is_quick("yes", [True, False])
async def test_other_tables_ask_for_the_last_snapshot(tmp_path, yes):
    path = under_way("other", 30, campaign="mini", seed=5)
    before = path.read_bytes()
    (tmp_path / "layer").mkdir()
    tables = other_tables(tmp_path / "layer")
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
async def test_the_game_on_the_screen_is_not_resumed_again_but_another_is():
    path = under_way("other", 30, campaign="mini", seed=5)
    second = new_game(scenario=3, seed=7)
    other = start_save(second, "second")
    second.save_file.close()
    async with running(PicketApp(TABLES, save_path=path)) as (pilot, app):
        before = app.screen
        resume_game(app, path)
        await pilot.pause()
        assert app.screen is before
        assert notices(app) == ["You are already playing this game."]
        resume_game(app, other)
        await until(
            pilot, lambda: app.screen is not before and bool(app.screen.query("#roll-orders"))
        )
        assert app.screen.game.save_file.path == other


@pytest.mark.slow
async def test_a_torn_save_says_what_was_dropped():
    path = under_way("other", 30, campaign="mini", seed=5)
    with path.open("ab") as file:
        file.write(b'["r", [3')
    async with running(PicketApp(TABLES, save_path=path)) as (_, app):
        assert isinstance(app.screen, BattleScreen)
        assert any("cut off by a crash" in notice for notice in notices(app))


async def test_a_screen_of_a_program_that_ended_before_it_was_composed_mounts_nothing():
    async with running() as (_, app):
        for screen in (BattleScreen(a_game()), MenuScreen(), OddsScreen(a_game())):
            await screen.on_event(events.Mount())
            assert not screen.children
        assert not app.query(".failed")


def test_a_save_shows_the_progress_of_its_game():
    under_way("evans", 30, scenario=5, seed=1)
    (save,) = list_saves()
    assert status_of_save(save, TABLES).startswith(
        "USS Evans  May 11, morning  hull 6/6  Scenario 5"
    )


@first_is_quick(("keys", "fresh"), [(["enter"], False), (["down", "enter"], True)])
async def test_continuing_from_a_replay_copies_the_save_or_starts_anew_with_fresh_dice(keys, fresh):
    path = save_of("kimberly", scenario=3, seed=5)
    before = read_record(path).answers
    playback = load_playback(path, TABLES)
    async with running() as (pilot, app):
        await opened(pilot, ReplayScreen(playback))
        await pilot.press("w", "g")
        assert isinstance(app.screen, PickScreen)
        at = playback.index
        await pilot.press(*keys)
        await until(pilot, lambda: isinstance(app.screen, BattleScreen))
        game = app.screen.game
        whole = playback.whole
        assert game.requests == at
        assert (game.state.setup.seed != whole.state.setup.seed) is fresh
        copy = game.save_file.path
        assert (copy == path.with_name("kimberly-copy.picket")) is not fresh
        assert copy != path
        if not fresh:
            game.answer(whole.answers[at])
        close_game(app, game)
        assert read_record(copy).answers == before[: at + (not fresh)]
        assert read_record(path).answers == before
        assert list(read_record(path).branches) == ["main"]


@pytest.mark.slow
async def test_a_rematch_has_the_same_set_up_and_the_dice_chosen():
    setup = new_game(scenario=3, seed=5, level="advanced").state.setup
    async with running() as (pilot, app):
        for keys, same in ((("enter",), False), (("down", "enter"), True)):
            rematch(app, setup, COMMANDED, {})
            await pilot.pause()
            assert isinstance(app.screen, PickScreen)
            await pilot.press(*keys)
            again = app.screen.game.state.setup
            assert msgspec.structs.replace(again, seed=setup.seed) == setup
            assert (again.seed == setup.seed) is same
            assert app.screen.game.aid == COMMANDED


@pytest.mark.slow
async def test_after_a_game_without_a_raid_one_key_begins_again_with_new_dice():
    quiet = played(scenario=6, seed=1)
    assert quiet.state.records.planes == 0
    async with running(PicketApp(TABLES, settings=Settings(pace=FAST))) as (pilot, app):
        await opened(pilot, OutcomeScreen(quiet))
        assert "n: again with new dice" in text_of(app, "reading")
        await pilot.press("n")
        assert app.screen.game.state.setup.seed != quiet.state.setup.seed


@pytest.mark.slow
async def test_a_rematch_has_the_aid_and_the_standing_orders_of_the_game():
    game = new_game(scenario=1, seed=4, aid=UNAIDED)
    path = start_save(game, "kimberly")
    given = StandingOrders(routine=True, least=40)
    save_standing_orders(game, given.commanded(True))
    play_out(game, captain_named("doctrine", 1))
    async with running() as (pilot, app):
        for make in (
            SavedGamesScreen,
            lambda: ReplayScreen(load_playback(path, TABLES)),
            lambda: OutcomeScreen(game),
        ):
            below = await opened(pilot, make())
            await until(pilot, lambda: getattr(app.screen, "saves", True))
            await pilot.press("n", "escape")
            assert app.screen is below
            await pilot.press("n")
            assert isinstance(app.screen, PickScreen)
            await pilot.press("enter")
            again = app.screen.game
            assert (again.aid, load_standing_orders(again)) == (UNAIDED, given)
            # The latest save is that of the rematch.
            close_game(app, again)
            again.save_file.path.unlink()


def before_leaving(**setup):
    """A game one answer before a ship leaves for good or for the anchorage."""
    left = lambda game: bool(game.state.lost or game.state.squadron)  # noqa: E731
    whole = forward(new_game(**setup), left, captain_named("doctrine", 1))
    return next(
        game for game in map(whole.at, range(len(whole.answers) - 1, 0, -1)) if not left(game)
    )


@pytest.mark.slow
async def test_a_lost_ship_has_her_page():
    game = before_leaving(campaign="long-b", level="advanced", seed=11)
    async with running(game) as (pilot, app):
        name = game.state.ship.name
        await pilot.press("enter")
        assert "LOST" in text_of(app, "moment")
        while not isinstance(app.screen, ShipScreen):
            # What sank her takes no key that was meant for the moment before.
            await pilot.press("enter")
        text = text_of(app, "reading")
        assert all(
            words in text for words in (f"{name} ", "From the last page of her log", "Her service")
        )
        await pilot.press("r")
        assert "Status" in text_of(app, "reading")
        await pilot.press("escape", "c")
        assert "[6 Crews]" in text_of(app, "tabs")
        await pilot.press("escape", "enter")
        assert isinstance(app.screen, DayScreen)
        assert "sank on her station" in " ".join(text_of(app, "reading").split())
        await pilot.press("enter")
        assert isinstance(app.screen, BattleScreen)


@pytest.mark.slow
async def test_a_game_that_ends_on_the_screen_is_recorded_once():
    async with running() as (pilot, app):
        game = new_game(campaign="mini", seed=3)
        start_save(game, "mini")
        play(
            app,
            given(game, forward(new_game(campaign="mini", seed=3), lambda _: False).answers[:-3]),
        )
        await pilot.pause()
        for _ in range(20):
            if not isinstance(app.screen, OutcomeScreen):
                await pilot.press(
                    *(["s", "s"] if isinstance(game.request, Choice) else []), "enter"
                )
        assert "fighting days" in " ".join(text_of(app, "reading").split())
        assert all(
            word in text_of(app, "keys")
            for word in ("Menu", "Card", "Diary", "Luck", "Totals", "Replay")
        )
        await pilot.press("r", "6")
        assert "fighting days" in " ".join(text_of(app, "reading").split())
        await pilot.press("escape", "b")
        assert "Records" in text_of(app, "keys")
        assert not any(key in text_of(app, "keys") for key in ("Odds", "Speed"))
        await pilot.press("enter", "enter")
        assert [entry.save for entry in service_record.read_service()] == ["mini"]


async def test_the_card_says_that_it_is_being_made(monkeypatch):
    monkeypatch.setattr(CardScreen, "on_mount", lambda self: None)
    async with running(CardScreen(save_of("carded", scenario=1, seed=3))) as (pilot, app):
        await until(pilot, lambda: "Replaying the game to make the card" in text_of(app, "reading"))


@pytest.mark.slow
async def test_the_card_says_what_is_still_analyzed(monkeypatch):
    monkeypatch.setattr(CardScreen, "on_mount", lambda self: None)
    path = save_of("analyzed", scenario=1, seed=3)
    async with running(CardScreen(path)) as (pilot, app):
        app.screen.card = card_of_save(path, TABLES)
        for started, error, is_said in ((False, "", False), (True, "", True), (True, "no", False)):
            analysis = SimpleNamespace(started=started, error=error, counting=False)
            app.screen.analysis = analysis
            app.screen.redraw_text()
            await until(pilot, lambda: "Replaying" not in text_of(app, "reading"))
            assert ("Analyzing dice and orders" in text_of(app, "reading")) == is_said


@pytest.mark.slow
async def test_the_menu_opens_todays_watch_and_its_battle(monkeypatch):
    monkeypatch.setattr("picket_duty.tui.screens.day_watch.today", lambda: DATE)
    async with running() as (pilot, app):
        await pilot.press("home", "down", "enter", "end", "enter")
        await until(pilot, lambda: isinstance(app.screen, DayWatchScreen) and app.screen.is_mounted)
        await until(
            pilot,
            lambda: (
                "Not played yet." in text_of(app, "head") and "Stand the" in text_of(app, "menu")
            ),
        )
        game = watch_words(watch_setup(DATE, TABLES), TABLES)
        for words in (title_words(DATE), game, SAME_FOR_ALL):
            assert words in " ".join(text_of(app, "head").split())
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen))
        assert [item.save for item in attempts_on(DATE)] == ["watch-2026-11-20"]


async def test_the_card_of_a_finished_attempt_can_be_copied_and_written():
    finished_try()
    async with running(PicketApp(TABLES, watch=DATE)) as (pilot, app):
        await until(pilot, lambda: "The result of your first attempt" in text_of(app, "menu"))
        assert "1 attempt. First attempt: " in text_of(app, "head")
        assert text_of(app, "menu").index("Card") < text_of(app, "menu").index("Play again")
        await pilot.press("enter")
        await until(pilot, lambda: "PD2-" in text_of(app, "reading"))
        screen = app.screen
        rows = [row.strip() for row in text_of(app, "reading").split("\n")]
        assert rows[: rows.index("")] == screen.text(screen.card).split("\n\n")[0].split("\n")
        assert rows.index("Replay code: others can use it to check this card") == rows.index("") + 1
        await pilot.press("c", "w")
        assert screen.card is not None
        assert app.clipboard == screen.text(screen.card)
        written = screen.path.parent.parent / "cards" / "watch-2026-11-20.txt"
        await until(pilot, written.is_file)
        assert written.read_text(encoding="utf-8") == app.clipboard + "\n"
        coded = read_code(app.clipboard, TABLES)
        assert (coded.watch, coded.tried) == (DATE, 1)
        assert coded.game.state_hash == load_whole(screen.path, TABLES).state_hash


async def test_the_dice_of_all_games_are_counted_behind_a_key(home):
    path = save_of("kimberly", scenario=3, seed=5)
    service_record.record_game(load_whole(path, TABLES), path.stem)
    counts = count_dice(service_record.read_service(), TABLES)
    assert counts.guns is not None
    async with running(ServiceScreen(), (80, 24)) as (pilot, app):
        await pilot.press("d")
        assert isinstance(app.screen, DiceRecordScreen)
        await until(pilot, lambda: "1 game counted." in text_of(app, "reading"))
        text = text_of(app, "reading")
        assert f"Six-sided dice: {counts.seen['d6'].total():,}" in text
        assert f"{counts.guns.rolls} rolls: {counts.guns.rolled} hit" in text
        await pilot.press("escape")
        assert isinstance(app.screen, ServiceScreen)
