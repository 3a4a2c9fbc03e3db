"""Pasted text: taken in searches, in text fields and as dice, and nowhere else."""

from __future__ import annotations

import pytest
from textual import events
from textual.pilot import Pilot

from picket_duty.tui.app import PicketApp
from picket_duty.tui.paste import pasted, pasted_dice
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.charts import ChartListScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.page import NameScreen
from picket_duty.tui.widgets.choices import Form
from picket_duty.tui.widgets.orders import DiceOrders
from tests.tui.conftest import TABLES, at_roll, big_plan, first_game, running, until


async def paste(pilot: Pilot[int], text: str) -> None:
    """Paste a text as the terminal does."""
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


def test_a_pasted_text_is_one_line_without_control_characters() -> None:
    assert pasted(" radar\n\tpicket \x1b[31mduty\r\n") == "radar picket [31mduty"


def test_pasted_dice_are_digits_in_any_form_and_never_too_many() -> None:
    assert pasted_dice("5 4", 2) == pasted_dice("5,4\n", 2) == pasted_dice("54", 2) == [5, 4]
    assert pasted_dice("", 2) == []
    with pytest.raises(ValueError, match="'x' is not a digit"):
        pasted_dice("5 x", 2)
    with pytest.raises(ValueError, match="You pasted 2 dice, but this roll needs 1"):
        pasted_dice("5 4", 1)


async def test_a_text_is_pasted_into_the_searches() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        charts = ChartListScreen(TABLES)
        app.push_screen(charts)
        await until(pilot, lambda: charts.is_mounted)
        await paste(pilot, "9-2/5in\n")
        assert charts.search == "9-2/5in"
        await pilot.press("escape", "escape")
        manual = ManualScreen()
        app.push_screen(manual)
        await until(pilot, lambda: manual.is_mounted)
        await paste(pilot, "ignored")
        assert manual.searched == ""
        await pilot.press("slash")
        await paste(pilot, "radical maneuvers")
        assert manual.searched == "radical maneuvers"
        app.push_screen(NameScreen("sun"))
        await until(pilot, lambda: isinstance(app.screen, NameScreen) and isinstance(app.focused, Form))
        await paste(pilot, "day\nnight")
        assert app.screen.query_one(Form).values()["name"] == "sunday night"


async def test_pasted_dice_are_entered_and_those_of_another_roll_are_refused() -> None:
    game = first_game(at_roll("gunnery"), scenario=4, dice="own")
    answers = len(game.answers)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        await until(pilot, lambda: isinstance(app.screen, BattleScreen))
        dice = app.screen.query_one(DiceOrders)
        await paste(pilot, "3 4 5")
        assert dice.notice == "You pasted 3 dice, but this roll needs 2"
        await paste(pilot, "3 9")
        assert "This die cannot show 9" in dice.notice
        assert dice.dice == [3, None]
        await pilot.press("backspace")
        await paste(pilot, "five")
        assert "'f' is not a digit" in dice.notice
        assert game.answers[answers:] == []
        await paste(pilot, "3, 4")
        assert game.answers[answers:][:1] == [(3, 4)]


async def test_a_pasted_text_gives_no_orders() -> None:
    game = big_plan()
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        await until(pilot, lambda: isinstance(app.screen, BattleScreen))
        request = game.request
        await paste(pilot, "f\nfq\r")
        assert game.request is request
        assert isinstance(app.screen, BattleScreen)
