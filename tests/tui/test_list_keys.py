"""One rule for keys in lists: a digit selects, Enter answers, u takes back, and arrows go round."""

from __future__ import annotations

from picket_duty.requests import ONE
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.page import PickScreen
from picket_duty.tui.settings import MANUAL, NORMAL
from picket_duty.tui.widgets.autoplay_panel import AutoplayPanel
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.fire_plan import FirePlanPanel
from picket_duty.tui.widgets.orders import NONE, ChoicePanel
from tests.tui.conftest import TABLES, big_plan, first_game, running, text_of, until


async def test_arrows_in_the_menu_go_round_and_page_keys_do_not() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        menu = app.screen.query_one(ItemList)
        last = len(menu.items) - 1
        await pilot.press("home", "up")
        assert menu.index == last
        await pilot.press("down")
        assert menu.index == 0
        await pilot.press("end", "pagedown")
        assert menu.index == last


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
        app.push_screen(PickScreen("Which?", [Item("a", "This"), Item("b", "That")]), given.append)
        await pilot.pause()
        assert [words.split()[-2] for words in text_of(app, "answers").splitlines()] == ["1", "2"]
        await pilot.press("2", "9")
        assert not given
        await pilot.press("enter")
        assert given == ["b"]


async def test_a_digit_selects_an_option_of_a_decision_and_arrows_go_round() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        game = first_game(lambda game: getattr(game.request, "kind", "") == ONE, scenario=3)
        await app.push_screen(BattleScreen(game, MANUAL))
        await pilot.pause()
        panel, answers = app.screen.query_one(ChoicePanel), len(game.answers)
        last = len(game.request.options) - 1
        assert panel.index == NONE
        await pilot.press("up")
        assert panel.index == last
        await pilot.press("down")
        assert panel.index == 0
        await pilot.press(str(last + 1))
        assert (panel.index, len(game.answers)) == (last, answers)
        await pilot.press("enter")
        assert len(game.answers) > answers


async def test_the_search_is_on_the_key_line_where_it_has_room_and_leaves_every_other_key_there() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        assert "Ctrl+P Search" in text_of(app, "keys")
        await app.push_screen(BattleScreen(big_plan(), MANUAL))
        await pilot.pause()
        narrow = text_of(app, "keys")
        assert "Search" not in narrow
        assert "Hold back" in narrow
        await pilot.resize_terminal(160, 50)
        await until(pilot, lambda: "Ctrl+P Search" in text_of(app, "keys"))
        line = text_of(app, "keys")
        assert line.index("Undo") < line.index("Search") < line.index("Help")


async def test_after_the_order_to_fire_the_plan_gives_way_to_the_rolls() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        await app.push_screen(BattleScreen(big_plan(), NORMAL))
        await pilot.pause()
        plan = app.screen.query_one(FirePlanPanel)
        assert plan.display
        await pilot.press("1", "f")
        await pilot.pause()
        assert not plan.display
        assert app.screen.query_one(AutoplayPanel).display
