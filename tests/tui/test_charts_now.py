"""A chart opened in a game shows what applies to the ship now, wherever it was opened from."""

from __future__ import annotations

import pytest

from picket_duty.rules import control, wave
from picket_duty.tui.app import PicketApp
from picket_duty.tui.palette import _show_chart
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen, roll_now
from picket_duty.tui.screens.manual_reader import ManualScreen
from tests.quick import first_is_quick
from tests.tui.conftest import TABLES, big_plan, running, text_of


@first_is_quick("chart", ["17", "19"])
async def test_a_chart_from_the_palette_marks_the_column_of_the_ship(chart: str) -> None:
    game = big_plan()
    make = {"17": control.declaration_roll, "19": wave.maneuver_roll}[chart]
    game.play.ship.crew["captain"].value = 2
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        _show_chart(app, chart)
        await pilot.pause()
        assert isinstance(app.screen, ChartScreen)
        assert app.screen.column == make(game.play).column
        assert "Your ship now: " in text_of(app, "roll")
        await pilot.press("c")
        assert app.screen.column != make(game.play).column, "another column can be looked at"
        await pilot.press("slash", *chart)
        assert isinstance(app.screen, ChartListScreen)


async def test_a_chart_from_the_menu_knows_no_ship() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        app.push_screen(ChartScreen(TABLES["19"]))
        await pilot.pause()
        assert roll_now(app, TABLES["19"]) is None
        assert "Your ship now" not in text_of(app, "roll")


@first_is_quick("size", [(80, 24), (120, 40)])
async def test_the_roll_and_the_chart_have_the_same_indent(size: tuple[int, int]) -> None:
    async with running(PicketApp(TABLES), size) as (pilot, app):
        app.push_screen(ChartScreen(TABLES["S-1"]))
        await pilot.pause()
        roll, drawn = app.screen.query_one("#roll"), app.screen.query_one("#drawn")
        assert roll.content_region.x == drawn.content_region.x == (0 if size[0] == 80 else 2)


@pytest.mark.slow
async def test_a_question_in_the_list_of_charts_finds_the_manual() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        screen = ChartListScreen(TABLES, "what does AFS mean")
        await app.push_screen(screen)
        await pilot.pause()
        assert "abbreviations" in text_of(app, "list")
        await pilot.press("enter")
        assert isinstance(app.screen, ManualScreen)
        await pilot.pause()
        assert app.screen.topic in ("questions", "glossary")
        await pilot.press("escape")
        assert app.screen is screen


@pytest.mark.slow
async def test_a_chart_opened_from_the_list_goes_back_to_it() -> None:
    """Looking up one chart after the other leaves one page to close, not one for each chart."""
    async with running(PicketApp(TABLES)) as (pilot, app):
        app.push_screen(ChartListScreen(TABLES))
        await pilot.pause()
        depth, charts = len(app.screen_stack), app.screen
        await pilot.press("enter")
        assert isinstance(app.screen, ChartScreen)
        await pilot.press("slash")
        assert app.screen is charts
        assert len(app.screen_stack) == depth
        await pilot.press("enter", "1")
        assert app.screen is charts
        assert charts.search == "1"
        await pilot.press("enter", "slash", "s")
        assert charts.search == "s", "a letter begins a new search after a chart was looked up"
        await pilot.press("f")
        assert charts.search == "sf"


async def test_esc_leaves_the_charts_at_once_after_a_chart_was_looked_up() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        depth = len(app.screen_stack)
        await app.push_screen(ChartListScreen(TABLES))
        await pilot.press("1", "9", "escape")
        assert len(app.screen_stack) == depth + 1, "the first Esc clears a search that is being typed"
        await pilot.press("1", "9", "enter", "escape", "escape")
        assert len(app.screen_stack) == depth
