"""Every roll on its chart: past rolls one after the other, and rolls made on a chart by the player."""

from __future__ import annotations

import pytest

from picket_duty.charts import Modifier
from picket_duty.requests import Roll
from picket_duty.tui.app import PicketApp
from picket_duty.tui.game_lines import roll_lines
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen, RollScreen
from picket_duty.tui.screens.replay import ReplayScreen
from tests.tui.conftest import TABLES, at_roll, first_game, new_game, running, text_of
from tests.tui.saved import playback


@pytest.mark.slow
async def test_past_rolls_are_shown_one_by_one_with_their_modifiers() -> None:
    game = first_game(lambda game: at_roll("gunnery")(game) and bool(game.request.modifiers), scenario=4)
    game.roll()
    rolls = [event for event in game.events if isinstance(event, Roll)]
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        await pilot.press("left_square_bracket")
        screen = app.screen
        assert isinstance(screen, RollScreen)
        assert screen.roll is rolls[-1]
        text = " ".join(text_of(app, "roll").split())
        assert "".join(f"[{die}]" for die in rolls[-1].dice) in text
        for modifier in rolls[-1].modifiers:
            assert modifier.why in text
        assert f"= {rolls[-1].total}" in text
        for number, roll in enumerate(reversed(rolls[:-1])):
            # The keys are the same for every roll; a dozen pressed is enough.
            await pilot.press("left_square_bracket") if number < 12 else screen.action_walk(-1)
            assert screen.roll is roll
            assert screen.chart.id == roll.chart.raw.id
        await pilot.press("left_square_bracket", "right_square_bracket")
        assert screen.roll is rolls[1]
        await pilot.press("escape")
        assert isinstance(app.screen, BattleScreen)


@pytest.mark.slow
async def test_the_roll_to_make_comes_after_the_past_rolls() -> None:
    async with running(PicketApp(TABLES, new_game(scenario=1, seed=1))) as (pilot, app):
        await pilot.press("left_square_bracket")
        assert "Roll " in text_of(app, "roll")
        await pilot.press("escape", "enter", "t")
        assert "Roll " in text_of(app, "roll")
        await pilot.press("left_square_bracket")
        assert "Rolled [" in text_of(app, "roll")


async def test_a_roll_in_the_log_can_be_clicked() -> None:
    async with running(PicketApp(TABLES, new_game(scenario=1, seed=1)), (120, 40)) as (pilot, app):
        await pilot.press("enter", "enter")
        lines = app.screen.query_one("#log").lines
        row = next(number for number, line in enumerate(lines) if line and "roll_at" in line[0].action)
        await pilot.click("#log", offset=(4, row))
        assert isinstance(app.screen, RollScreen)


@pytest.mark.slow
async def test_rolls_of_a_replay_open_on_their_charts() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        app.push_screen(ReplayScreen(playback()))
        await pilot.pause()
        await pilot.press("right", "right", "right", "left_square_bracket")
        assert isinstance(app.screen, RollScreen)
        assert "Rolled [" in text_of(app, "roll")


def test_the_lines_of_a_roll_fit_and_can_be_ascii() -> None:
    for event in playback().whole.events:
        if isinstance(event, Roll):
            for glyphs in (UNICODE, ASCII):
                for row in roll_lines(event, TABLES, 76, glyphs)[:-1]:
                    assert length(row) <= 76


@pytest.mark.slow
async def test_r_rolls_on_the_chart_with_the_last_column_and_modifier() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        app.push_screen(ChartListScreen(TABLES))
        await pilot.pause()
        await pilot.press(*"9-2/5in", "enter")
        screen = app.screen
        assert isinstance(screen, ChartScreen)
        assert "r: roll 2d6" in text_of(app, "roll")
        assert "c Column" in text_of(app, "keys")
        await pilot.press("c", "plus", "r")
        roll = screen.roll
        assert roll.result is not None
        assert roll.column == TABLES["9-2/5in"].columns[1]
        assert roll.modifiers == (Modifier(1, "added by hand", ""),)
        assert f"[{roll.dice[0]}][{roll.dice[1]}] +1 = {sum(roll.dice) + 1}" in text_of(app, "roll")
        await pilot.press("minus", "minus")
        assert screen.roll.dice == roll.dice
        assert screen.roll.total == sum(roll.dice) - 1
        await pilot.press("escape", "enter")
        assert app.screen is not screen
        assert app.screen.column == roll.column


@pytest.mark.slow
async def test_every_chart_can_be_rolled_on_or_says_why_not() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        screen = ChartScreen(TABLES["9-2/5in"])
        app.push_screen(screen)
        await pilot.pause()
        for chart in TABLES.all_charts():
            screen.chart, screen.roll, screen.added = chart, None, 20
            screen.show_chart()
            if not chart.faces:
                assert "do not roll on this chart" in text_of(app, "roll")
            else:
                assert "r: roll" in text_of(app, "roll")
                screen.action_roll()
                assert "Rolled [" in text_of(app, "roll")


def test_charts_are_found_by_their_content():
    """Number first, then title, then content."""
    from picket_duty.book import load_tables
    from picket_duty.charts.words import words_on

    tables = load_tables()
    assert "wardroom stores hit" in words_on(tables["11/forward"])
    assert "successful emergency maneuver" in words_on(tables["12-1"])
    assert "wardroom" not in words_on(tables["11/aft"])
