"""Keys: bindings and their names, lists, and pasted text."""

from __future__ import annotations

import pytest
from textual import events
from textual.pilot import Pilot

from picket_duty.requests import ONE
from picket_duty.tui.app import PicketApp
from picket_duty.tui.keymap import back
from picket_duty.tui.lines import Line, line, pasted, pasted_dice
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.charts import ChartListScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.page import NameScreen, PickScreen, TextPage
from picket_duty.tui.settings import MANUAL
from picket_duty.tui.widgets.choices import Form, Item, ItemList
from picket_duty.tui.widgets.orders import NONE, ChoicePanel, DiceOrders
from picket_duty.tui.widgets.panel import ScrollText
from tests.tui.conftest import TABLES, at_roll, big_plan, first_game, opened, running, text_of, until


def test_headings_are_skipped_where_a_list_goes_round() -> None:
    items = ItemList([Item("", "Head", heading=True), Item("a", "A"), Item("b", "B")])
    items._select(1)
    pressed = [items.index]
    for step in (1, 1, -1):
        last = items.index
        items.keep_in_view = lambda: None  # type: ignore[method-assign]
        items.post_message = lambda message: True  # type: ignore[method-assign]
        items.action_move(step)
        assert items.index != last
        pressed.append(items.index)
    assert pressed == [1, 2, 1, 2]


async def test_a_digit_selects_an_answer_and_enter_gives_it() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        given: list[str | None] = []
        await opened(pilot, PickScreen("Which?", [Item("a", "This"), Item("b", "That")]), given.append)
        assert [words.split()[-2] for words in text_of(app, "answers").splitlines()] == ["1", "2"]
        await pilot.press("2", "9")
        assert not given
        await pilot.press("enter")
        assert given == ["b"]


async def test_a_digit_selects_an_option_of_a_decision_and_arrows_go_round() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        game = first_game(lambda game: getattr(game.request, "kind", "") == ONE, scenario=3)
        await opened(pilot, BattleScreen(game, MANUAL))
        panel, answers = app.screen.query_one(ChoicePanel), len(game.answers)
        last = len(game.request.options) - 1
        assert panel.index == NONE
        await pilot.press("up")
        assert panel.index == last
        await pilot.press("down")
        assert panel.index == 0
        await pilot.press(str(last + 1))
        assert (panel.index, len(game.answers)) == (last, answers)
        await pilot.press("9")
        assert "Choose an option from the list" in text_of(app, "one-orders")
        await pilot.press("enter")
        assert len(game.answers) > answers


async def test_a_click_on_an_option_of_a_decision_gives_it() -> None:
    game = first_game(lambda game: getattr(game.request, "kind", "") == ONE, scenario=4)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        values, lines = game.request.legal(), app.screen.query_one(ChoicePanel).lines
        row = next(row for row, spans in enumerate(lines) if any(span.action == "screen.pick(1)" for span in spans))
        await pilot.click(ChoicePanel, offset=(6, row))
        assert game.answers[-1] == values[1]


async def test_the_search_is_on_the_key_line_where_it_has_room_and_leaves_every_other_key_there() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        assert "Ctrl+P Search" in text_of(app, "keys")
        await opened(pilot, BattleScreen(big_plan(), MANUAL))
        narrow = text_of(app, "keys")
        assert "Search" not in narrow
        assert "Hold back" in narrow
        await pilot.resize_terminal(160, 50)
        await until(pilot, lambda: "Ctrl+P Search" in text_of(app, "keys"))
        line = text_of(app, "keys")
        assert line.index("Undo") < line.index("Search") < line.index("Help")


class NarrowPage(TextPage[None]):
    MAX_WIDTH = 60
    BINDINGS = [back()]

    def lines_for(self, width: int) -> list[Line]:
        return [line(f"made for {width}") for _ in range(100)]


async def test_a_text_page_has_a_width_scrolls_and_closes() -> None:
    app = PicketApp(TABLES)
    async with running(app) as (pilot, _):
        page = await opened(pilot, NarrowPage())
        text = page.query_one(ScrollText)
        assert text.has_focus
        assert text.lines[0] == line("made for 60")
        await pilot.press("pagedown")
        assert text.scroll_offset.y > 0
        read_to = text.scroll_offset.y
        page.redraw_text()
        assert text.scroll_offset.y == read_to
        page.turn_page()
        assert text.scroll_offset.y == 0
        await pilot.press("escape")
        assert isinstance(app.screen, MenuScreen)


async def paste(pilot: Pilot[int], text: str) -> None:
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


def test_a_pasted_text_is_one_line_without_control_characters() -> None:
    assert pasted(" radar\n\tpicket \x1b[31mduty\r\n") == "radar picket [31mduty"


def test_pasted_dice_are_digits_in_any_form_and_never_too_many() -> None:
    assert pasted_dice("5 4", 2) == pasted_dice("5,4\n", 2) == pasted_dice("54", 2) == [5, 4]
    assert pasted_dice("", 2) == []
    with pytest.raises(ValueError, match="'x' is not a digit"):
        pasted_dice("5 x", 2)
    with pytest.raises(ValueError, match="You pasted 2 numbers, but this roll needs only 1"):
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
        assert manual.search == ""
        await pilot.press("slash")
        await paste(pilot, "radical maneuvers")
        assert manual.search == "radical maneuvers"
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
        assert dice.notice == "You pasted 3 numbers, but this roll needs only 2"
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
