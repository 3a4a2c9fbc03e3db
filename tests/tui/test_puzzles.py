"""Puzzles on the screen: the list, the position on the board, the page that judges the answer."""

from __future__ import annotations

import datetime

import pytest
import textual
from textual.pilot import Pilot

from picket_duty.analysis import puzzles as module
from picket_duty.analysis.puzzle_record import answered
from picket_duty.analysis.puzzles import puzzle_with
from picket_duty.saves import list_saves, service_record
from picket_duty.saves.service_record import PUZZLE
from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.puzzles import PuzzleAnswerScreen, PuzzleScreen, PuzzlesScreen
from picket_duty.tui.settings import Settings
from picket_duty.tui.widgets.choices import Choices
from tests.analysis.puzzle_set import DECLARE, HOLD, PLAN, small_set
from tests.tui.conftest import TABLES, on_screen, text_of, until
from tests.tui.test_pictures import RECORDED_WITH, Compare

__all__ = ["small_set"]
pytestmark = pytest.mark.usefixtures("small_set")
DAY = datetime.date(2026, 11, 24)


@pytest.fixture(autouse=True)
def _a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Today is the same day in every test, and an answer is judged in this process."""
    monkeypatch.setattr("picket_duty.saves.daily_watch.today", lambda: DAY)
    monkeypatch.setattr("picket_duty.analysis.workers.cores", lambda: 1)


def opened(name: str, aid: str = "") -> PicketApp:
    """The program on a puzzle."""
    return PicketApp(TABLES, puzzle=puzzle_with(name), settings=Settings(aid=aid))


def page_text(app: PicketApp) -> str:
    """The text of the page on top."""
    return text_of(app, "reading")


async def judged(pilot: Pilot[int], app: PicketApp) -> PuzzleAnswerScreen:
    """The page of the answer, with the lines of play."""
    await until(pilot, lambda: isinstance(app.screen, PuzzleAnswerScreen) and bool(app.screen.played))
    assert isinstance(app.screen, PuzzleAnswerScreen)
    return app.screen


@pytest.mark.slow
def test_the_menu_leads_to_todays_puzzle() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        assert isinstance(app.screen, MenuScreen)
        items = app.screen.query_one(Choices).items
        await pilot.press(*["down"] * [item.value for item in items].index("puzzles"), "enter")
        assert isinstance(app.screen, PuzzlesScreen)
        assert "Your rating: 1500 ±350  No puzzles answered yet" in text_of(app, "head")
        values = [item.value for item in app.screen.query_one(Choices).items]
        assert values == ["today", "near", "fire-plan", "declaration"]
        await pilot.press("enter")
        assert isinstance(app.screen, PuzzleScreen)
        assert app.screen.puzzle == module.puzzle_of_day(DAY)
        await pilot.press("escape")
        assert isinstance(app.screen, PuzzlesScreen)

    on_screen(PicketApp(TABLES), test)


def test_an_order_on_the_board_is_the_answer() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        screen = app.screen
        assert isinstance(screen, PuzzleScreen)
        before = screen.game.state_hash
        assert "Declare an emergency?" in text_of(app, "one-orders")
        await pilot.press("enter")
        assert screen is app.screen, "no option is selected at first"
        await pilot.press("2", "enter")
        page = await judged(pilot, app)
        text = page_text(app)
        assert page.verdict is not None
        assert page.verdict.solved
        assert "Right: 8.1 points better than" in text
        assert "Why: In 100 games" in text
        assert "Played out with the same dice" in text
        assert screen.game.state_hash == before, "the game has not gone on"
        assert [entry.puzzle for entry in answered()] == [HOLD]
        await pilot.press("enter")
        assert isinstance(app.screen, PuzzlesScreen)
        assert "1 puzzle answered, 1 right" in text_of(app, "head")

    on_screen(opened(HOLD), test)


@pytest.mark.slow
def test_nobody_helps_with_a_puzzle() -> None:
    """The exec's plan, odds, undo and the officers are not available, and the plan is that of the guns."""

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        screen = app.screen
        assert isinstance(screen, PuzzleScreen)
        plan = dict(screen.view.plan)
        shown = {active.binding.action for active in screen.active_bindings.values() if active.enabled}
        assert not shown & {"suggest", "odds", "undo", "very_well", "standing", "pace", "bug_report", "records"}
        await pilot.press("s", "o", "u", "y", "v", "B")
        assert app.screen is screen
        assert screen.view.plan == plan
        await pilot.press("right_square_bracket", "right_square_bracket")
        assert sum(slot.startswith("AFS") for slot in screen.view.plan) == 6

    on_screen(opened(PLAN, "advised"), test)


@pytest.mark.slow
def test_an_unaided_player_plans_unaided() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        screen = app.screen
        assert isinstance(screen, PuzzleScreen)
        assert screen.view.command is None
        assert "%" not in text_of(app, "plan-orders")

    on_screen(opened(PLAN, "unaided"), test)


@pytest.mark.slow
def test_a_measured_plan_needs_no_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "play_orders", lambda *_: pytest.fail("played out"))

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        await pilot.press("f")
        page = await judged(pilot, app)
        assert page.verdict is not None
        assert page.verdict.yours.name == "all now"
        assert "Guns fire at will, all fighters now" in page_text(app)
        assert "Best:  plane 1" in page_text(app)
        assert "Yours: plane 1" in page_text(app)

    on_screen(opened(PLAN), test)


@pytest.mark.slow
def test_another_plan_is_played_out_in_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "JUDGED_AT", (64, 128))

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        await pilot.press("right_square_bracket", "minus", "enter")
        page = await judged(pilot, app)
        assert page.verdict is not None
        assert page.verdict.yours.name == "yours"
        assert page.verdict.yours.branches in (64, 128)

    on_screen(opened(PLAN), test)


@pytest.mark.slow
def test_next_is_another_puzzle_and_an_answer_counts_once() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        await pilot.press("2", "enter")
        await judged(pilot, app)
        rating = answered()[-1].rating
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen) and app.screen.puzzle.id != HOLD)
        await pilot.press("escape")
        assert isinstance(app.screen, PuzzlesScreen)
        app.screen._open(puzzle_with(HOLD))
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await pilot.press("1", "enter")
        await judged(pilot, app)
        assert "You have answered this puzzle before" in page_text(app)
        assert answered()[-1].rating == rating

    on_screen(opened(HOLD), test)


@pytest.mark.slow
def test_a_game_played_on_from_a_puzzle_does_not_count() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        await pilot.press("1", "enter")
        await judged(pilot, app)
        await pilot.press("p")
        await until(pilot, lambda: type(app.screen) is BattleScreen)
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        game = screen.game
        assert game.requests == puzzle_with(DECLARE).answers
        assert game.journal is not None
        assert game.journal.notes[PUZZLE] == DECLARE
        assert len(list(list_saves())) == 1
        while not game.over:
            from picket_duty.captains.doctrine import decide

            request = game.request
            game.answer(decide(game.play, request)) if hasattr(request, "kind") else game.roll()  # type: ignore[arg-type, union-attr]
        service_record.record_game(game, "x")
        assert service_record.read() == []

    on_screen(opened(DECLARE), test)


def test_tables_that_play_differently_have_no_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise module.PuzzleError("made with different tables")

    monkeypatch.setattr(module, "position_of", refuse)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        assert isinstance(app.screen, PuzzlesScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, PuzzlesScreen)

    on_screen(opened(HOLD), test)


@pytest.mark.skipif(textual.__version__ != RECORDED_WITH, reason=f"pictures recorded with Textual {RECORDED_WITH}")
class TestPictures:
    """How the screens look."""

    @pytest.fixture(autouse=True)
    def _still(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("picket_duty.tui.app.glyphs_for", lambda _encoding: UNICODE)

    @pytest.mark.slow
    def test_the_position(self, snap_compare: Compare) -> None:
        assert snap_compare(opened(DECLARE), terminal_size=(120, 40))

    @pytest.mark.slow
    @pytest.mark.parametrize(("name", "size"), [(HOLD, (80, 24)), (PLAN, (120, 40))])
    def test_the_answer(self, snap_compare: Compare, name: str, size: tuple[int, int]) -> None:
        async def go(pilot: Pilot[int]) -> None:
            app = pilot.app
            assert isinstance(app, PicketApp)
            await pilot.press("1", "enter")
            await judged(pilot, app)
            await pilot.pause()

        assert snap_compare(opened(name), run_before=go, terminal_size=size)
