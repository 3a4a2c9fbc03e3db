"""The day's watch and the card of a game, on their screens."""

from __future__ import annotations

import datetime

import pytest

from picket_duty.saves import list_saves, load_whole
from picket_duty.saves.daily_watch import attempts_on, start_or_resume, watch_setup
from picket_duty.saves.replay_code import read_code
from picket_duty.saves.service_record import record_game
from picket_duty.text.names import SAME_FOR_ALL, title_words, watch_words
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.card import CardScreen
from picket_duty.tui.screens.day_watch import DayWatchScreen
from picket_duty.tui.screens.menu import MenuScreen
from tests.tui.conftest import TABLES, forward, running, text_of, until
from tests.tui.saved import save_of

DATE = datetime.date(2026, 11, 20)


def finished_try(answers: int | None = None) -> None:
    """An attempt at the day's watch, finished or not."""
    game, _ = start_or_resume(DATE, TABLES)
    forward(game, lambda game: game.over or (answers is not None and game.requests >= answers))
    assert game.save_file is not None
    if game.over:
        record_game(game, game.save_file.path.stem)
    game.save_file.close()


def shows(app: PicketApp, part: str, words: str) -> bool:
    """Whether the page of the watch is shown and a part of it has this text."""
    return isinstance(app.screen, DayWatchScreen) and bool(app.screen.query(f"#{part}")) and words in text_of(app, part)


async def test_the_card_says_that_it_is_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CardScreen, "_work_out", lambda self: None)
    async with running(PicketApp(TABLES)) as (pilot, app):
        await app.push_screen(CardScreen(save_of("carded", scenario=1, seed=3)))
        await until(pilot, lambda: "Replaying the game to make the card" in text_of(app, "reading"))


@pytest.mark.slow
async def test_the_menu_opens_todays_watch_and_its_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("picket_duty.tui.screens.day_watch.today", lambda: DATE)
    async with running(PicketApp(TABLES)) as (pilot, app):
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("home", "down", "enter", "end", "enter")
        await until(pilot, lambda: shows(app, "head", "Not played yet."))
        await until(pilot, lambda: shows(app, "menu", "Stand the watch"))
        game = watch_words(watch_setup(DATE, TABLES), TABLES)
        for words in (title_words(DATE), game, SAME_FOR_ALL):
            assert words in " ".join(text_of(app, "head").split())
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen))
        assert [item.save for item in attempts_on(DATE)] == ["watch-2026-11-20"]


async def test_keys_select_other_days() -> None:
    async with running(PicketApp(TABLES, watch=DATE)) as (pilot, app):
        await until(pilot, lambda: title_words(DATE) in text_of(app, "head"))
        await pilot.press("right")
        await until(pilot, lambda: title_words(DATE + datetime.timedelta(1)) in text_of(app, "head"))
        await pilot.press("left", "left")
        await until(pilot, lambda: title_words(DATE - datetime.timedelta(1)) in text_of(app, "head"))
        assert "Coming days" in text_of(app, "reading")


@pytest.mark.slow
async def test_an_attempt_in_progress_is_resumed() -> None:
    finished_try(answers=20)
    async with running(PicketApp(TABLES, watch=DATE)) as (pilot, app):
        await until(pilot, lambda: "Attempt 1, which counts" in text_of(app, "menu"))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen))
        assert app.playing.requests >= 20
        assert len(attempts_on(DATE)) == 1


async def test_the_card_of_a_finished_attempt_can_be_copied_and_written() -> None:
    finished_try()
    async with running(PicketApp(TABLES, watch=DATE)) as (pilot, app):
        await until(pilot, lambda: "The result of your first attempt" in text_of(app, "menu"))
        assert "1 attempt. First attempt: " in text_of(app, "head")
        assert text_of(app, "menu").index("Card") < text_of(app, "menu").index("Play again")
        await pilot.press("enter")
        await until(pilot, lambda: "PD2-" in text_of(app, "reading"))
        screen = app.screen
        assert isinstance(screen, CardScreen)
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


async def test_an_unfinished_game_has_no_card() -> None:
    finished_try(answers=20)
    path = list_saves()[0].path
    async with running(PicketApp(TABLES)) as (pilot, app):
        await app.push_screen(CardScreen(path))
        await until(pilot, lambda: "the game is not over" in text_of(app, "reading"))
        assert text_of(app, "reading").split("\n")[0].strip() == "The card"
        await pilot.press("c", "w", "escape")
