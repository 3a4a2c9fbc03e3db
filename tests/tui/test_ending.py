"""Crashes on every screen and errors of work beside a page: in plain words, and no game is lost."""

import ast
import importlib
import importlib.util
import re
from pathlib import Path

import pytest
from textual.widgets import Static

import picket_duty
import picket_duty.tui
from picket_duty import tui
from picket_duty.game import Game
from picket_duty.pages import bug_report
from picket_duty.requests import ONE
from picket_duty.saves import start_save
from picket_duty.setup import SetupError
from picket_duty.tui import crash
from picket_duty.tui.app import PicketApp
from picket_duty.tui.crash import TRACEBACK_VARIABLE
from picket_duty.tui.game_analysis import GameAnalysis, start_analysis
from picket_duty.tui.palette import Palette
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.card import CardScreen
from picket_duty.tui.screens.chance_curve import ChanceCurveScreen
from picket_duty.tui.screens.day_end import DayScreen
from picket_duty.tui.screens.luck import LuckScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.page import DismissOnce
from picket_duty.tui.screens.saved_games import DiceRecordScreen, SavedGamesScreen
from picket_duty.tui.settings import Settings
from tests.games import TABLES, new_game, of_kind
from tests.quick import first_is_quick
from tests.systems import POSIX
from tests.terminal_codes import ALTERNATE_OFF, MOUSE_OFF
from tests.tui.conftest import opened, running, until
from tests.tui.every import SCREENS, screens_of
from tests.tui.faults import SECRET, Provoked, ends_the_program
from tests.tui.games import at_choice, forward, played, save_of, stage_over

SETTINGS = Settings(theme="night-watch")


def test_every_screen_is_covered():
    assert screens_of(picket_duty.tui) == set(SCREENS)


@pytest.mark.slow
@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
def test_a_crash_in_any_key_handler_exits_with_1(kind, monkeypatch):
    ends_the_program(kind, SCREENS[kind], monkeypatch)


def _fault():
    value = SECRET
    try:
        raise Provoked("the gun director spins")
    except Provoked as error:
        assert value
        return error


def page_of(game):
    return "\n".join(crash.crash_lines(_fault(), game, TABLES, SETTINGS))


def test_the_page_says_what_became_of_the_game(tmp_path, monkeypatch):
    """No game, one without a file, one that is over, and one whose file cannot be written."""
    assert "No game was open" in page_of(None)
    (report,) = (tmp_path / "home" / "reports").iterdir()
    assert "save: none" in report.read_text(encoding="utf-8")
    game = new_game(scenario=6, seed=7)
    over = new_game(scenario=1, seed=3)
    assert "No game was open, and no save was changed." in page_of(game)
    start_save(over, "over")
    forward(over, lambda game: game.over)
    assert "Your finished game is saved as over." in page_of(over)
    assert "picket-duty resume" not in page_of(over)
    start_save(game, "evans")
    monkeypatch.setattr(type(game.save_file), "unsaved", lambda _: "the disk is full")
    assert "The game is NOT saved: the disk is full." in page_of(game)


def test_the_page_says_where_the_game_is_and_what_to_send(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    game = new_game(scenario=6, seed=7)
    start_save(game, "evans")
    game.roll()
    page = page_of(game)
    assert "Your game is saved as evans" in page
    assert "picket-duty resume evans" in page
    assert "Provoked: the gun director spins" in page
    assert SECRET not in page
    (report,) = (tmp_path / "home" / "reports").iterdir()
    assert str(report) in page
    text = report.read_text(encoding="utf-8")
    assert "the gun director spins" in text
    assert "test_ending.py" in text
    assert SECRET not in text
    assert str(tmp_path) not in text
    assert "setting theme: night-watch" in text
    assert f"save: {Path('~', 'home', 'saves', 'evans.picket')}" in text


def test_the_crash_page_says_if_no_report_can_be_written(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "reports").write_text("in the way")
    page = page_of(None)
    assert "The bug report could not be written" in page
    assert "the gun director spins" in page


def test_a_fault_in_a_thread_is_reported_by_its_cause():
    from textual.worker import WorkerFailed

    assert bug_report.where_it_broke(WorkerFailed(_fault()))[0].endswith(
        "Provoked: the gun director spins"
    )


BROKEN = """
import sys
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.app import PicketApp, run
def broken(self):
    value = "the-value-of-a-variable"
    raise RuntimeError("the gun director spins")
PicketApp.action_help = broken
sys.exit(run())
"""


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("asked", [False, True])
def test_the_terminal_is_restored_and_the_page_printed(tmp_path, monkeypatch, asked):
    monkeypatch.delenv(crash.TRACEBACK_VARIABLE, raising=False)
    if asked:
        monkeypatch.setenv(crash.TRACEBACK_VARIABLE, "1")
    from tests.hostile.program import Terminal

    terminal = Terminal(tmp_path, code=BROKEN, PICKET_DUTY_PACE="step")
    terminal.wait_for(b"New game")
    terminal.seen = b""
    terminal.press(b"?")
    assert terminal.end() == 1
    seen = terminal.seen
    assert seen.rindex(ALTERNATE_OFF) < seen.index(b"crashed. This is a bug")
    assert MOUSE_OFF in seen
    assert b"RuntimeError: the gun director spins" in seen
    assert (SECRET.encode() in seen) is asked


PACKAGE = Path(picket_duty.__file__).parent
FAULT = "USS [red] has another hull number"


def refuse(*_, **__):
    raise SetupError(FAULT)


def _finished():
    path = save_of("done", scenario=1, seed=3)
    return OutcomeScreen(Game.load(path, TABLES))


def _with_saves(screen):
    def make():
        start_save(new_game(scenario=1, seed=3), "begun")
        return screen()

    return make


def _with_options():
    return forward(new_game(scenario=6, seed=7), at_choice(ONE, 0))


class Analyzer:
    def prepare(self):
        pass

    def start(self, game, held=None):
        return self

    def stop(self):
        pass

    figures = refuse


#: Every page with background work: the method that does it, what fails in it, how to open the page,
#: the keys to press.
PAGES = {
    "MenuScreen._read_status": (
        "picket_duty.tui.screens.menu.status_of_save",
        _with_saves(lambda: MenuScreen(covered=False)),
        (),
    ),
    "SavedGamesScreen.list_again": ("picket_duty.saves.list_saves", SavedGamesScreen, ()),
    "SavedGamesScreen._load": (
        "picket_duty.tui.screens.replay.load_playback",
        _with_saves(SavedGamesScreen),
        ("enter",),
    ),
    "LuckScreen.on_mount": (
        "picket_duty.pages.dice_luck.ledger",
        lambda: LuckScreen(played(scenario=1, seed=3)),
        (),
    ),
    "OutcomeScreen.action_replay": (
        "picket_duty.tui.screens.outcome.load_playback",
        _finished,
        ("p",),
    ),
    "DayScreen.on_mount": (
        "picket_duty.analysis.playouts.run_playout",
        lambda: DayScreen(*stage_over()),
        (),
    ),
    "DiceRecordScreen.on_mount": (
        "picket_duty.pages.service_dice.count_dice",
        lambda: DiceRecordScreen([]),
        (),
    ),
    "CardScreen.on_mount": (
        "picket_duty.pages.game_card.card_of_save",
        lambda: CardScreen(save_of("card", scenario=1, seed=3)),
        (),
    ),
    "LiveRecommendation.start": (
        "picket_duty.tui.live_recommendation.is_news",
        lambda: BattleScreen(_with_options()),
        ("s",),
    ),
    "load_cached_in_background": (
        "picket_duty.analysis.measurements.load_measurements",
        lambda: ChanceCurveScreen(
            GameAnalysis(played(scenario=1, seed=3)), lambda page, place: None
        ),
        (),
    ),
}

PACKAGES = [tui]
if importlib.util.find_spec("picket_duty.companions"):
    PACKAGES.append(importlib.import_module("picket_duty.companions.screens"))
    games_screen = importlib.import_module(
        "picket_duty.companions.screens.games_screen"
    ).GamesScreen
    PAGES["GamesScreen.list_again"] = (
        "picket_duty.companions.screens.games_screen.list_saves",
        games_screen,
        (),
    )


@first_is_quick("page", PAGES, quick=2)
async def test_a_page_whose_work_fails_says_so_and_stays(page, monkeypatch):
    target, make, keys = PAGES[page]
    monkeypatch.delenv(TRACEBACK_VARIABLE)
    if page.startswith(("DayScreen", "LiveRecommendation")):
        monkeypatch.setattr(PicketApp, "THINKS", True)
        monkeypatch.setattr(
            "picket_duty.tui.app_context.AppContext.analyzer", lambda self: Analyzer()
        )
    async with running() as (pilot, app):
        screen = make()
        monkeypatch.setattr(target, refuse)
        await opened(pilot, screen)
        for key in keys:
            await pilot.press(key)
        await until(pilot, lambda: bool(screen.query(".failed")))
        assert (
            str(screen.query_one(".failed", Static).content) == f"The calculation failed: {FAULT}"
        )
        assert app.screen is screen
        await pilot.press("question_mark")
        assert app.screen is not screen, "keys still work"


async def test_results_that_cannot_be_read_and_a_failed_search_or_analysis_end_no_program(
    monkeypatch,
):
    monkeypatch.delenv(TRACEBACK_VARIABLE)
    async with running() as (pilot, app):
        monkeypatch.setattr(PicketApp, "analyzer", lambda app: Analyzer())
        screen = BattleScreen(_with_options())
        await app.push_screen(screen)
        await pilot.press("s")
        await until(pilot, lambda: bool(screen.query(".failed")))
        assert app.screen is screen
    monkeypatch.setattr("picket_duty.tui.palette.targets", refuse)
    async with running() as (pilot, app):
        await pilot.press("ctrl+p", "h", "u", "l", "l")
        await pilot.pause()
        assert isinstance(app.screen, Palette)
        await pilot.press("escape")
        assert app.is_running
    monkeypatch.setattr("picket_duty.analysis.measurements.load_measurements", refuse)
    async with running() as (pilot, app):
        analysis = GameAnalysis(new_game(scenario=6, seed=7))
        analysis.listeners[app.screen] = lambda: None
        start_analysis(app, analysis)
        await until(pilot, lambda: analysis.error != "")
        assert analysis.error == f"The calculation failed: {FAULT}"
        assert app.is_running


def test_all_background_work_is_that_of_a_page_and_is_tested_here():
    """``start_analysis`` reports its errors itself: its work outlives the page."""
    assert _background_work() == {
        *PAGES,
        "start_analysis",
        "DismissOnce.run_worker",
        "DismissOnce.in_background",
    }
    assert all(
        issubclass(screen, DismissOnce) for package in PACKAGES for screen in screens_of(package)
    )


#: Calls and decorators that begin background work.
CALLS = {"work", "run_worker", "in_background"}


def _background_work():
    """Every function of the package that is or begins background work of Textual."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        tree = ast.parse(text if re.search(rf"\.({'|'.join(CALLS)})\b", text) else "")
        for owner in [tree, *of_kind(ast.walk(tree), ast.ClassDef)]:
            name = f"{owner.name}." if isinstance(owner, ast.ClassDef) else ""
            for function in owner.body:
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                    calls = {node.attr for node in of_kind(ast.walk(function), ast.Attribute)}
                    found |= {f"{name}{function.name}"} if calls & CALLS else set()
    return found
