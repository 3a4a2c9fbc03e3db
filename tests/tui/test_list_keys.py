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
from tests.tui.conftest import TABLES, Pilot, big_plan, first_game, on_screen, text_of, until


def test_arrows_in_the_menu_go_round_and_page_keys_do_not() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        menu = app.screen.query_one(ItemList)
        last = len(menu.items) - 1
        await pilot.press("home", "up")
        assert menu.index == last
        await pilot.press("down")
        assert menu.index == 0
        await pilot.press("end", "pagedown")
        assert menu.index == last

    on_screen(PicketApp(TABLES), test)


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


def test_a_digit_selects_an_answer_and_enter_gives_it() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        given: list[str | None] = []
        app.push_screen(PickScreen("Which?", [Item("a", "This"), Item("b", "That")]), given.append)
        await pilot.pause()
        assert [words.split()[-2] for words in text_of(app, "answers").splitlines()] == ["1", "2"]
        await pilot.press("2", "9")
        assert not given
        await pilot.press("enter")
        assert given == ["b"]

    on_screen(PicketApp(TABLES), test)


def test_a_digit_selects_an_option_of_a_decision_and_arrows_go_round() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
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

    on_screen(PicketApp(TABLES), test)


def test_the_search_is_on_the_key_line_where_it_has_room_and_leaves_every_other_key_there() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
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

    on_screen(PicketApp(TABLES), test)


def test_after_the_order_to_fire_the_plan_gives_way_to_the_rolls() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        await app.push_screen(BattleScreen(big_plan(), NORMAL))
        await pilot.pause()
        plan = app.screen.query_one(FirePlanPanel)
        assert plan.display
        await pilot.press("1", "f")
        await pilot.pause()
        assert not plan.display
        assert app.screen.query_one(AutoplayPanel).display

    on_screen(PicketApp(TABLES), test)
