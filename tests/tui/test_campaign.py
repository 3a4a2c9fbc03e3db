"""A campaign on the battle screen, the day's watch, the card of a game and the service record."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from textual.pilot import Pilot

from picket_duty.captains.doctrine import decide
from picket_duty.game import Game
from picket_duty.pages.service_pages import count_dice
from picket_duty.requests import Choice, Roll
from picket_duty.saves import load_whole, service_record, start_save
from picket_duty.saves.daily_watch import attempts_on, start_or_resume, watch_setup
from picket_duty.saves.replay_code import read_code
from picket_duty.saves.service_record import record_game
from picket_duty.state import State
from picket_duty.text.names import SAME_FOR_ALL, title_words, watch_words
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.day_end import DayScreen, ShipScreen
from picket_duty.tui.screens.day_watch import DayWatchScreen
from picket_duty.tui.screens.luck import CardScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.open_games import play
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.page import Page
from picket_duty.tui.screens.saved_games import DiceRecordScreen, ServiceScreen
from tests.tui.conftest import running, showing, text_of, until
from tests.tui.games import TABLES, forward, new_game, save_of


def before_leaving(**setup: object) -> Game:
    """A game one answer before a ship leaves for good or for the anchorage."""

    def ships(state: State) -> int:
        return len(state.lost) + len(state.squadron)

    whole = new_game(**setup)
    while whole.request is not None and not ships(whole.state):
        whole.roll() if isinstance(whole.request, Roll) else whole.answer(decide(whole.play, whole.request))
    answers = len(whole.answers)
    while answers and ships(whole.at(answers - 1).state):
        answers -= 1
    return whole.at(answers - 1)


async def press_to(pilot: Pilot[int], app: PicketApp, screen: type[Page[None]]) -> None:
    for _ in range(20):
        if isinstance(app.screen, screen):
            return
        await pilot.press("enter")
    raise AssertionError(f"no {screen.__name__} comes")


@pytest.mark.slow
async def test_a_lost_ship_has_her_page() -> None:
    game = before_leaving(campaign="long-b", level="advanced", seed=11)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        name = game.state.ship.name
        await pilot.press("enter")
        assert "LOST" in text_of(app, "moment")
        await press_to(pilot, app, ShipScreen)
        text = text_of(app, "reading")
        assert f"{name} " in text
        assert "From the last page of her log" in text
        assert "Her service" in text
        await pilot.press("r")
        assert "Status" in text_of(app, "reading")
        await pilot.press("escape", "c")
        assert "[6 Crews]" in text_of(app, "tabs")
        await pilot.press("escape", "enter")
        assert isinstance(app.screen, DayScreen)
        assert "foundered" in text_of(app, "reading")
        await pilot.press("enter")
        assert isinstance(app.screen, BattleScreen)


@pytest.mark.slow
async def test_a_game_that_ends_on_the_screen_is_recorded_once() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        game = new_game(campaign="mini", seed=3)
        start_save(game, "mini")
        before = before_last(game)
        play(app, game)
        await pilot.pause()
        assert before
        for _ in range(20):
            if isinstance(app.screen, OutcomeScreen):
                break
            await pilot.press(*(["s"] if isinstance(game.request, Choice) else []), "enter")
        assert isinstance(app.screen, OutcomeScreen)
        assert "fighting days" in " ".join(text_of(app, "reading").split())
        keys = text_of(app, "keys")
        assert [word for word in ("Menu", "Card", "Diary", "Luck", "Totals", "Replay") if word not in keys] == []
        await pilot.press("r", "6")
        assert "fighting days" in " ".join(text_of(app, "reading").split())
        await pilot.press("escape", "b")
        assert "Records" in text_of(app, "keys")
        assert not any(key in text_of(app, "keys") for key in ("Odds", "Speed"))
        await pilot.press("enter", "enter")
        assert [entry.save for entry in service_record.read_service()] == ["mini"]


def before_last(game: Game) -> int:
    whole = forward(new_game(campaign="mini", seed=3), lambda _: False)
    for answer in whole.answers[:-3]:
        game.answer(answer)
    return len(game.answers)


DATE = datetime.date(2026, 11, 20)


def finished_try(answers: int | None = None) -> None:
    game, _ = start_or_resume(DATE, TABLES)
    forward(game, lambda game: game.over or (answers is not None and game.requests >= answers))
    assert game.save_file is not None
    if game.over:
        record_game(game, game.save_file.path.stem)
    game.save_file.close()


def shows(app: PicketApp, part: str, words: str) -> bool:
    return isinstance(app.screen, DayWatchScreen) and bool(app.screen.query(f"#{part}")) and words in text_of(app, part)


async def test_the_card_says_that_it_is_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CardScreen, "on_mount", lambda self: None)
    async with showing(CardScreen(save_of("carded", scenario=1, seed=3))) as (pilot, app):
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


async def test_the_card_of_a_finished_attempt_can_be_copied_and_written() -> None:
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


async def test_the_dice_of_all_games_are_counted_behind_a_key(home: Path) -> None:
    path = save_of("kimberly", scenario=3, seed=5)
    service_record.record_game(load_whole(path, TABLES), path.stem)
    counts = count_dice(service_record.read_service(), TABLES)
    assert counts.guns is not None
    async with showing(ServiceScreen(), (80, 24)) as (pilot, app):
        await pilot.press("d")
        assert isinstance(app.screen, DiceRecordScreen)
        await until(pilot, lambda: "1 game counted." in text_of(app, "reading"))
        text = text_of(app, "reading")
        assert f"Six-sided dice: {counts.seen['d6'].total():,}" in text
        assert f"{counts.guns.rolls} rolls: {counts.guns.rolled} hit" in text
        await pilot.press("escape")
        assert isinstance(app.screen, ServiceScreen)
