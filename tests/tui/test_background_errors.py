"""An error of work beside a page is reported on it; the page stays."""

from __future__ import annotations

import ast
import importlib
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Static

import picket_duty
from picket_duty import tui
from picket_duty.game import Game
from picket_duty.requests import ONE
from picket_duty.saves import start_save
from picket_duty.setup import SetupError
from picket_duty.tui.app import PicketApp
from picket_duty.tui.ending import TRACEBACK_VARIABLE
from picket_duty.tui.palette import Palette
from picket_duty.tui.screens.day_end import DayScreen
from picket_duty.tui.screens.luck import CardScreen, ChanceCurveScreen, GameAnalysis, LuckScreen, start_analysis
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.odds import OddsScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.page import DismissOnce
from picket_duty.tui.screens.saved_games import DiceRecordScreen, GamesInProgressScreen, SavedGamesScreen
from tests.quick import first_is_quick
from tests.tui.conftest import TABLES, at_choice, forward, new_game, opened, running, until
from tests.tui.every import screens_of
from tests.tui.saved import played, save_of, stage_over

PACKAGE = Path(picket_duty.__file__).parent
FAULT = "USS [red] has another hull number"


def refuse(*_: object, **__: object) -> None:
    raise SetupError(FAULT)


def _finished() -> OutcomeScreen:
    path = save_of("done", scenario=1, seed=3)
    return OutcomeScreen(Game.load(path, TABLES))


def _with_saves(screen: Callable[[], Screen[Any]]) -> Callable[[], Screen[Any]]:
    def make() -> Screen[Any]:
        start_save(new_game(scenario=1, seed=3), "begun")
        return screen()

    return make


def _with_options() -> Game:
    """A game that waits for a decision between options."""
    return forward(new_game(scenario=6, seed=7), at_choice(ONE, 0))


class Analyzer:
    """An analyzer of decisions whose results cannot be read."""

    def prepare(self) -> None:
        pass

    def start(self, game: Game, time_limit: float, held: int | None = None) -> Analyzer:
        return self

    def stop(self) -> None:
        pass

    figures = refuse


#: Every page with background work: the method that does it, what fails in it, how to open the page, the keys to press.
PAGES: dict[str, tuple[str, Callable[[], Screen[Any]], tuple[str, ...]]] = {
    "MenuScreen._look": (
        "picket_duty.tui.screens.saved_games.status_of_save", _with_saves(lambda: MenuScreen(covered=False)), ()),
    "SavedGamesScreen.on_mount": ("picket_duty.saves.list_saves", SavedGamesScreen, ()),
    "SavedGamesScreen._load": (
        "picket_duty.tui.screens.replay.load_playback", _with_saves(SavedGamesScreen), ("enter",)),
    "GamesInProgressScreen.on_mount": ("picket_duty.saves.list_saves", GamesInProgressScreen, ()),
    "GamesInProgressScreen._work_out": (
        "picket_duty.tui.screens.saved_games.status_of_save", _with_saves(GamesInProgressScreen), ()),
    "LuckScreen.on_mount": (
        "picket_duty.pages.dice_luck.ledger", lambda: LuckScreen(played(scenario=1, seed=3)), ()),
    "OutcomeScreen.action_replay": ("picket_duty.tui.screens.outcome.load_playback", _finished, ("p",)),
    "DayScreen.on_mount": ("picket_duty.analysis.playouts.run_playout", lambda: DayScreen(*stage_over()), ()),
    "DiceRecordScreen.on_mount": (
        "picket_duty.pages.service_pages.count_dice", lambda: DiceRecordScreen([]), ()),
    "CardScreen.on_mount": (
        "picket_duty.pages.game_card.card_of_save", lambda: CardScreen(save_of("card", scenario=1, seed=3)), ()),
    "LiveRecommendation._in_background": (
        "picket_duty.tui.screens.odds.time_limit", lambda: OddsScreen(_with_options(), analyzer=Analyzer), ()),
    "load_in_background": (
        "picket_duty.analysis.win_probability.load_measurements",
        lambda: ChanceCurveScreen(GameAnalysis(played(scenario=1, seed=3)), lambda page, place: None), ()),
}  # fmt: skip

PACKAGES = [tui]
if importlib.util.find_spec("picket_duty.companions"):
    PACKAGES.append(importlib.import_module("picket_duty.companions.screens"))
    games_screen = importlib.import_module("picket_duty.companions.screens.games_screen").GamesScreen
    PAGES["GamesScreen._look"] = ("picket_duty.companions.table_saves.list_games", games_screen, ())


@first_is_quick("page", PAGES, quick=4)
async def test_a_page_whose_work_fails_says_so_and_stays(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target, make, keys = PAGES[page]
    monkeypatch.delenv(TRACEBACK_VARIABLE)
    if page.startswith("DayScreen"):
        monkeypatch.setattr(PicketApp, "THINKS", True)
        monkeypatch.setattr("picket_duty.tui.app_context.AppContext.analyzer", lambda self: Analyzer())
    async with running(PicketApp(TABLES)) as (pilot, app):
        screen = make()
        monkeypatch.setattr(target, refuse)
        await opened(pilot, screen)
        for key in keys:
            await pilot.press(key)
        await until(pilot, lambda: bool(screen.query(".failed")))
        assert str(screen.query_one(".failed", Static).content) == f"The calculation failed: {FAULT}"
        assert app.screen is screen
        await pilot.press("question_mark")
        assert app.screen is not screen, "keys still work"


async def test_results_that_cannot_be_read_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TRACEBACK_VARIABLE)
    async with running(PicketApp(TABLES)) as (pilot, app):
        screen = OddsScreen(_with_options(), analyzer=Analyzer)  # type: ignore[arg-type]
        await app.push_screen(screen)
        await until(pilot, lambda: bool(screen.query(".failed")))
        assert app.screen is screen


async def test_a_palette_whose_search_fails_ends_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TRACEBACK_VARIABLE)
    monkeypatch.setattr("picket_duty.tui.palette.targets", refuse)
    async with running(PicketApp(TABLES)) as (pilot, app):
        await pilot.press("ctrl+p", "h", "u", "l", "l")
        await pilot.pause()
        assert isinstance(app.screen, Palette)
        await pilot.press("escape")
        assert app.is_running


async def test_an_analysis_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TRACEBACK_VARIABLE)
    monkeypatch.setattr("picket_duty.analysis.win_probability.load_measurements", refuse)
    async with running(PicketApp(TABLES)) as (pilot, app):
        analysis = GameAnalysis(Game.new(scenario=6, seed=7))
        analysis.listeners.append(lambda: None)
        start_analysis(app, analysis)
        await until(pilot, lambda: analysis.error != "")
        assert analysis.error == f"The calculation failed: {FAULT}"
        assert app.is_running


def test_all_background_work_is_that_of_a_page_and_is_tested_here() -> None:
    """``start_analysis`` reports its errors itself: its work outlives the page."""
    assert _background_work() == {
        *PAGES,
        "start_analysis",
        "DismissOnce.run_worker",
        "DismissOnce.in_background",
    }
    assert all(issubclass(screen, DismissOnce) for package in PACKAGES for screen in screens_of(package))


#: Calls and decorators that begin background work.
CALLS = {"work", "run_worker", "in_background"}


def _background_work() -> set[str]:
    """Every function of the package that is or begins background work of Textual."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        tree = ast.parse(text if any(f".{call}" in text for call in CALLS) else "")
        for owner in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]:
            name = f"{owner.name}." if isinstance(owner, ast.ClassDef) else ""
            for function in owner.body:
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and _is_work(function):
                    found.add(f"{name}{function.name}")
    return found


def _is_work(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    calls = {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)}
    return bool(calls & CALLS)
