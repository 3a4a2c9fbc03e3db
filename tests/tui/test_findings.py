"""Regression tests for problems that players found on the screens."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

from picket_duty.manual import search
from picket_duty.requests import Choice, Roll
from picket_duty.saves import start_save
from picket_duty.saves.record import LESSON
from picket_duty.setup import COMMANDED
from picket_duty.state import Plane
from picket_duty.tui.app import PicketApp
from picket_duty.tui.radar_plot import NEARER, UNDER_FIRE, Blip, blip_marks, frame_of
from picket_duty.tui.screens.charts import ChartScreen
from picket_duty.tui.screens.manual_reader import ManualScreen, keys_of
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.tutorial import lesson_game, load_script
from picket_duty.tui.settings import FAST, MANUAL, NORMAL, Settings
from picket_duty.tui.widgets.board_layout import Board
from tests.quick import first_is_quick
from tests.tui.conftest import (
    TABLES,
    big_plan,
    first_game,
    running,
    showing,
    text_of,
    until,
)

SIZES = ((80, 24), (120, 40), (160, 50))


@first_is_quick("size", SIZES)
async def test_keys_header_and_arcs_are_named_in_full_where_they_have_room(size: tuple[int, int]) -> None:
    async with running(PicketApp(TABLES, big_plan(COMMANDED)), size) as (_, app):
        keys = text_of(app, "keys")
        assert f"1-{len(app.screen.view.aims.offered())} Aim" in keys
        assert "]/[ " in keys
        if size == (120, 40):
            assert "▄LM" in text_of(app, "mounts").splitlines()[0]
        if size == (160, 50):
            head = text_of(app, "status")
            assert "Maneuver 10" in head
            assert ".." not in head


@first_is_quick("size", SIZES[:2])
async def test_planes_are_listed_once_while_a_fire_plan_is_made(size: tuple[int, int]) -> None:
    """The plot shows no list then, unless it is enlarged."""
    async with running(PicketApp(TABLES, big_plan(COMMANDED)), size) as (pilot, app):
        await pilot.press("1")
        assert "undamaged" not in text_of(app, "plot")
        assert "Zeke bomb" in text_of(app, "plot")
        assert "To come: waves of 4" in text_of(app, "plot")
        await pilot.press("f2")
        assert "undamaged" in text_of(app, "plot")


def test_a_label_at_the_edge_ends_in_its_place() -> None:
    frame = frame_of(60, 20)
    blip = Blip(Plane(0, 90, "H", "Betty"), UNDER_FIRE, "5", "v", "plane")
    far = frame_of(2 * (frame.cell(90, 3.0 + NEARER[UNDER_FIRE])[0] // 2) + 6, 20)
    assert [mark.text for mark in blip_marks(far, [blip], ())] == ["5vH Betty"]
    own = frame.cell(90, 3.0 + NEARER[UNDER_FIRE])
    taken = [row * 60 + column for row in range(20) for column in range(own[0] + 2, 60)]
    (label,) = blip_marks(frame, [blip], taken)
    assert (label.text, label.y) == ("5vH Betty", own[1] * 4)
    assert label.x == (own[0] - len(label.text) + 1) * 2


@pytest.mark.slow
async def test_the_hint_of_a_lesson_disappears_after_its_request() -> None:
    game = lesson_game(load_script(), TABLES)
    start_save(game)
    game.save_file.write_note(LESSON, 0)
    async with running(PicketApp(TABLES, game), (160, 50)) as (pilot, app):
        assert "Now: " in text_of(app, "lesson")
        screen = app.screen
        screen._shown_for = None  # its request is no longer the current one
        screen._place()
        await pilot.pause()
        assert "Now: " not in text_of(app, "lesson")


def test_the_first_lessons_leave_ship_status_in_front() -> None:
    """It lists the officers only after they were drawn, when the second lesson is shown."""
    lessons = load_script().lessons
    assert [lesson.tab for lesson in lessons[:3]] == ["ship", "ship", "plot"]


@pytest.mark.slow
async def test_the_plot_returns_when_fire_is_opened() -> None:
    """On a screen with room for one panel; a panel chosen after that stays."""
    from picket_duty.tui.battle_view import suggest
    from picket_duty.tui.widgets.orders import Orders

    game = first_game(lambda game: isinstance(game.request, Choice) and bool(game.request.slots), scenario=3)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        screen = app.screen
        board = screen.query_one(Board)
        await pilot.press("f3")
        assert board.shown == "mounts"
        screen.post_message(Orders.Given(suggest(screen.game), screen.game.request))
        await until(pilot, lambda: isinstance(screen.game.request, Roll) and board.shown == "plot")
        await pilot.press("f3")
        before = screen.game.request
        await pilot.press("enter")
        assert screen.game.request is not before
        assert board.shown == "mounts"


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_the_orders_do_not_repeat_a_log_in_sight(size: tuple[int, int]) -> None:
    """Beside the log the order panel explains the last roll; on a small terminal it lists the last rolls."""
    game = first_game(lambda game: len(game.events) > 12, scenario=3)
    async with running(PicketApp(TABLES, game), size) as (pilot, app):
        screen = app.screen
        for _ in range(400):
            if screen.autoplay.scene.wave is not None:
                break
            await pilot.press("up", "enter")
        assert ("Last roll: " in text_of(app, "run-orders")) is (size[0] >= 120)


def keys_shown(app: PicketApp) -> dict[str, str]:
    return {words: names for names, words in keys_of(app.screen.active_bindings)}


@first_is_quick("make", [MenuScreen, lambda: ChartScreen(TABLES["10"])])
async def test_the_help_names_no_internal_binding(make: Callable[[], Screen[Any]]) -> None:
    async with showing(make()) as (_, app):
        shown = keys_shown(app)
        assert not {"Focus Next", "Focus Previous", "Up", "End", "Top"} & set(shown)
        assert not any(words.istitle() and " " in words for words in shown)


@pytest.mark.slow
async def test_a_battle_that_opens_fast_says_so_and_v_changes_the_setting() -> None:
    async with running(PicketApp(TABLES, big_plan(COMMANDED), settings=Settings(pace=FAST))) as (pilot, app):
        assert "Speed: fast." not in text_of(app, "plan-orders"), "the help of the plan has its place"
        assert "fast" in text_of(app, "status")
        app.screen.autoplay.held = True
        await pilot.press("v")
        assert "step" in text_of(app, "status"), "at a decision the game is not paused"
        assert app.settings.pace == MANUAL
        await pilot.press("f1", "escape")
        assert "step" in text_of(app, "status"), "another page changes no speed"
        app.settings.pace = NORMAL
        await pilot.press("f1", "escape")
        assert "normal" in text_of(app, "status"), "a new setting does"


@first_is_quick("typed", ["tables 18-1", "chart 18.1", "18 1"])
async def test_a_chart_number_searched_in_the_manual_lists_the_chart(typed: str) -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        screen = ManualScreen()
        await app.push_screen(screen)
        await pilot.press("slash")
        screen.search = typed[:-1]
        await pilot.press(typed[-1])
        assert "Chart 18-1:" in text_of(app, "list").splitlines()[0]
        await pilot.press("enter")
        assert isinstance(app.screen, ChartScreen)
        assert app.screen.chart.id == "18-1"


@pytest.mark.parametrize("typed", ["leave a station", "sent to the rear"])
def test_a_search_for_leaving_a_station_finds_the_anchorage(typed: str) -> None:
    assert search(typed)[0].name == "anchorage"


def test_no_screen_text_speaks_of_staff_or_plain_chances() -> None:
    """Former words that the glossary replaced: your officers, your exec, odds, chance of winning."""
    listed = (Path(__file__).parents[1] / "golden" / "listings" / "screens.txt").read_text(encoding="utf-8")
    assert not re.findall(r"\bstaff\b|no chances|Very well", listed)
