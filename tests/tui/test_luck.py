"""The luck page: of a day and of a whole game, computed in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable
from unittest.mock import Mock

import pytest
from textual.pilot import Pilot

from picket_duty.pages import dice_luck
from picket_duty.pages.blocks import Paragraph
from picket_duty.requests import Roll
from picket_duty.saves import resume
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.day_end import DayScreen
from picket_duty.tui.screens.luck import (
    GameAnalysis,
    LuckScreen,
    day_of,
    load_in_background,
    start_analysis,
    whole_game,
)
from picket_duty.tui.screens.outcome import OutcomeScreen
from tests.tui.conftest import PATIENCE, TABLES, new_game, opened, running, text_of, until
from tests.tui.saved import played, save_of


async def until_words(pilot: Pilot[int], app: PicketApp) -> str:
    """The text of the page once it is computed."""
    await until(pilot, lambda: "Comparing" not in text_of(app, "reading"))
    return " ".join(text_of(app, "reading").split())


@pytest.mark.slow
async def test_the_luck_of_a_whole_game_in_words() -> None:
    game = played(scenario=3, seed=5)
    async with running(PicketApp(TABLES)) as (pilot, app):
        await opened(pilot, OutcomeScreen(game))
        await pilot.press("l", "d")
        assert isinstance(app.screen, LuckScreen)
        text = await until_words(pilot, app)
        for line in dice_luck.ledger(TABLES, game.events):
            assert f"{line.rolled} {dice_luck.counted_words(line)} {line.expected:.1f} {line.rolls} " in text
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, OutcomeScreen)


@pytest.mark.slow
async def test_the_luck_of_one_day() -> None:
    game = played(campaign="mini", seed=3)
    async with running(PicketApp(TABLES)) as (pilot, app):
        await opened(pilot, DayScreen(game, "1945-03-26"))
        await pilot.press("l")
        text = await until_words(pilot, app)
        assert "Mar 26" in text
        rolls = [event for event in game.events if isinstance(event, Roll) and event.phase.startswith("1945-03-26")]
        for row in dice_luck.ledger(TABLES, rolls):
            assert f"{row.name} {row.rolled} {dice_luck.counted_words(row)} {row.expected:.1f} {row.rolls} " in text


def test_the_luck_of_a_day_counts_only_its_own_rolls() -> None:
    game = played(campaign="mini", seed=3)
    for date in {point.label[:10] for point in game.checkpoints}:
        expected = [event.dice for event in game.events if isinstance(event, Roll) and event.phase.startswith(date)]
        rolls = [event for event in day_of(game, date).events if isinstance(event, Roll)]
        assert [event.dice for event in rolls if event.phase.startswith(date)] == expected
        assert all(event.phase.startswith(date) for event in rolls)


@pytest.mark.slow
def test_a_resumed_game_is_analyzed_from_its_first_answer() -> None:
    path = save_of("judged", campaign="mini", seed=3)
    game = resume(path, TABLES)
    assert game.base
    whole = whole_game(game)
    game.save_file.close()
    assert not whole.base
    ledger = dice_luck.ledger(TABLES, whole.events)
    assert ledger == dice_luck.ledger(TABLES, played(campaign="mini", seed=3).events)


async def test_the_page_is_computed_without_blocking_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    threads = []

    def slowly(*_about: object) -> list[Paragraph]:
        threads.append(threading.current_thread())
        go_on.wait(PATIENCE)
        return [Paragraph("done at last")]

    monkeypatch.setattr(dice_luck, "ledger_page", slowly)
    async with running(PicketApp(TABLES)) as (pilot, app):
        await opened(pilot, LuckScreen(played(scenario=3, seed=5)))
        assert "Comparing" in text_of(app, "reading")
        go_on.set()
        assert "done at last" in await until_words(pilot, app)
        assert threads != [threading.main_thread()]


def test_orders_are_found_by_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = GameAnalysis(new_game(scenario=1, seed=3))
    assert analysis.order_at(5) is None, "nothing is known before the result"
    analysis.whole, analysis.result = analysis.game, object()  # type: ignore[assignment]
    asked: list[int] = []
    monkeypatch.setattr("picket_duty.pages.luck_report.order_at", lambda game, result, answers: asked.append(answers))
    assert (analysis.order_at(4), analysis.order_at(5), asked) == (None, None, [4, 5])


def test_an_analysis_starts_once_and_again_after_it_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis, app = GameAnalysis(new_game(scenario=1, seed=3)), Mock()
    analysis.error = "The calculation failed: before"
    start_analysis(app, analysis)
    assert (analysis.started, analysis.error) == (True, "")
    assert app.run_worker.call_count == 1
    screen = Mock()
    load_in_background(screen, analysis)
    assert not screen.run_worker.called, "a result being computed is not also loaded"
    analysis.fail("The calculation failed: now")
    assert (analysis.started, analysis.error) == (False, "The calculation failed: now")
    load_in_background(screen, analysis)
    assert screen.run_worker.call_count == 1


async def test_a_page_opened_again_starts_no_second_analysis_beside_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the list of saves each opening starts a separate analysis; the one left ends at its next report."""
    go_on, at_work, most = threading.Event(), [], []

    def compute(analysis: GameAnalysis, folder: str, jobs: int, report: Callable[[], None]) -> None:
        at_work.append(analysis)
        most.append(len(at_work))
        try:
            go_on.wait(PATIENCE)
            report()
        finally:
            at_work.remove(analysis)
        analysis.worst = []

    monkeypatch.setattr(GameAnalysis, "compute", compute)
    async with running(PicketApp(TABLES)) as (pilot, app):
        first, second = GameAnalysis(new_game(scenario=1, seed=3)), GameAnalysis(new_game(scenario=1, seed=3))

        def listen() -> None:
            pass

        first.listeners.append(listen)
        start_analysis(app, first)
        await until(pilot, lambda: at_work == [first])
        first.listeners.remove(listen)
        second.listeners.append(listen)
        start_analysis(app, second)
        await pilot.pause()
        go_on.set()
        await until(pilot, lambda: second.worst == [])
        assert (max(most), first.started, first.worst) == (1, False, None)


async def test_an_analysis_shown_again_while_it_ends_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    async with running(PicketApp(TABLES)) as (pilot, app):
        analysis = GameAnalysis(new_game(scenario=1, seed=3))

        def compute(_: GameAnalysis, folder: str, jobs: int, report: Callable[[], None]) -> None:
            calls.append(len(analysis.listeners))
            if len(calls) == 1:
                try:
                    report()
                finally:
                    analysis.listeners.append(lambda: None)
            analysis.worst = []

        monkeypatch.setattr(GameAnalysis, "compute", compute)
        start_analysis(app, analysis)
        await until(pilot, lambda: analysis.worst == [])
        assert calls == [0, 1]
