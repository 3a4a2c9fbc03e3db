"""How much the officers help: unaided, commanded; and what the exec says after an order."""

from __future__ import annotations

import pytest
from textual.binding import Binding
from textual.pilot import Pilot

from picket_duty.events import DecisionMade
from picket_duty.odds.command import Command, commanded_plan
from picket_duty.odds.plan import fighters_kept, is_fighters
from picket_duty.requests import Choice
from picket_duty.rules.control import STANDING
from picket_duty.rules.gunnery import plan_choice
from picket_duty.setup import AIDS, COMMANDED, UNAIDED
from picket_duty.text.names import share_words
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.battle import UNDO_CHANGE, UNDO_ORDER, BattleScreen
from picket_duty.tui.screens.page import AskScreen
from picket_duty.tui.widgets.fire_plan import NO_FREE_GUN, FirePlanPanel
from tests.quick import first_is_quick
from tests.tui.conftest import TABLES, at_choice, big_plan, first_game, on_screen, text_of


def test_the_guns_follow_the_captains_orders() -> None:
    game = big_plan(COMMANDED)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        view, choice = app.screen.view, game.request
        assert isinstance(choice, Choice)
        assert view.plan == commanded_plan(game.play, choice, Command())
        await pilot.press("3", "plus", "right_square_bracket", "right_square_bracket")
        promoted = view.command.priority[2]
        assert promoted > 0
        assert view.command == Command({2: promoted}, 2)
        assert fighters_kept(choice, view.plan) == 2
        assert "2 kept" in text_of(app, "plan-orders")
        await pilot.press("left_square_bracket", "minus", "minus")
        assert view.command == Command({2: view.command.priority[2]}, 1)
        assert view.command.priority[2] < promoted
        await pilot.press("space")
        by_hand = next(iter(view.command.by_hand))
        target = view.plan.get(by_hand)
        await pilot.press("1", "plus", "plus")
        assert view.plan.get(by_hand) == target, "a gun set by hand follows no order"
        await pilot.press("x")
        assert view.command == Command()

    on_screen(PicketApp(TABLES, game), test, (120, 40))


@pytest.mark.slow
def test_each_promotion_says_which_guns_follow_until_none_does() -> None:
    game = big_plan(COMMANDED)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        view, panel = app.screen.view, app.screen.query_one(FirePlanPanel)
        ends = set()
        for number in "1234":
            await pilot.press("x", number)
            stood = [dict(view.plan)]
            await pilot.press("plus")
            while view.plan != stood[-1]:
                assert panel.notice.startswith(f"Promoted plane {number}: ")
                stood.append(dict(view.plan))
                await pilot.press("plus")
            assert len(stood) > 2
            ends.add(panel.notice.replace(f"Plane {number}", "It"))
            assert " ++ " in text_of(app, "plan-orders")
            await pilot.press("minus")
            assert view.plan == stood[-2]
        limit = "It is ranked as high as possible"
        assert ends == {f"{limit}.", f"{limit}, but no gun changes its target."}

    on_screen(PicketApp(TABLES, game), test, (120, 40))


@pytest.mark.slow
def test_an_unaided_plan_aims_only_slots_with_one_target_and_shows_no_chance() -> None:
    game = big_plan(UNAIDED)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        choice = game.request
        assert isinstance(choice, Choice)
        guns = {slot: planes for slot, planes in choice.slots.items() if not is_fighters(slot)}
        assert app.screen.view.plan == {slot: planes[0] for slot, planes in guns.items() if len(planes) == 1}
        text = text_of(app, "plan-orders")
        assert "%" not in text
        assert "Expected" not in text
        await pilot.press("o")
        assert isinstance(app.screen, BattleScreen), "no odds are shown"
        assert "Odds" not in text_of(app, "keys")
        assert "Promote" not in text_of(app, "keys")
        assert "Exec" not in text_of(app, "keys")
        plan = dict(app.screen.view.plan)
        await pilot.press("s")
        assert app.screen.view.plan == plan

    on_screen(PicketApp(TABLES, game), test, (120, 40))


@first_is_quick("aid", AIDS)
def test_enter_accepts_no_order_that_nobody_gave(aid: str) -> None:
    game = first_game(at_choice("one", 0), scenario=4, aid=aid)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        request = game.request
        await pilot.press("enter")
        assert game.request is request
        assert "Choose an answer first: 1 or 2" in text_of(app, "one-orders")
        assert "Choose (1 or 2 first)" in text_of(app, "keys")
        await pilot.press("up")
        assert "Choose" in text_of(app, "keys")
        assert "first" not in text_of(app, "keys")
        await pilot.press("enter")
        chosen = [event for event in game.events if isinstance(event, DecisionMade)][-1]
        assert chosen.answer == request.options[-1].value

    on_screen(PicketApp(TABLES, game), test)


@first_is_quick("size", [(80, 24), (120, 40), (160, 50)])
def test_one_key_keeps_the_share_of_fighters_that_the_next_waves_need(size: tuple[int, int]) -> None:
    """Six fighters, seven planes now and six to come: two are kept. The plane with a bomb is selected first."""
    game = big_plan(COMMANDED)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        view = app.screen.view
        assert next(plane for plane in game.state.air.planes if plane.number == view.plane).special
        for _ in range(2):
            await pilot.press("right_square_bracket", "k")
            assert view.command == Command().sharing(game.play, game.request)
            assert view.command.keep == 2
        await pilot.press("w")
        assert view.command.armed_first
        shown = " ".join(text_of(app, "plan-orders").split())
        assert "2 kept" in shown
        assert "Now in force: planes with a weapon first (w), fighters where they do the most good (k)." in shown

    on_screen(PicketApp(TABLES, game), test, size)


@pytest.mark.slow
def test_a_slot_set_by_hand_in_the_execs_plan_has_a_star_and_stays() -> None:
    game = big_plan(COMMANDED)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        view = app.screen.view
        await pilot.press("space", "s")
        assert not view.command.by_hand, "the exec's plan is a whole new one"
        execs = dict(view.plan)
        await pilot.press("2")
        slot, aims = view.slot, view.plan.get(view.slot) != view.plane
        await pilot.press("space")
        assert view.plan == {name: at for name, at in execs.items() if name != slot} | ({slot: 1} if aims else {})
        assert view.command.by_hand == {slot: 1 if aims else None}
        assert "]*" in text_of(app, "plan-orders")
        assert "* by hand" in text_of(app, "plan-orders")
        held = view.command.keep
        await pilot.press("3", "plus", "minus")
        assert (view.plan.get(slot) == 1) is aims
        assert view.command.keep == held

    on_screen(PicketApp(TABLES, game), test, (120, 40))


@pytest.mark.slow
def test_undo_takes_back_the_last_change_of_the_plan_and_then_the_last_order() -> None:
    game = big_plan(COMMANDED)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        view = app.screen.view
        start = dict(view.plan), view.command
        assert app.screen.words_of(binding_of(app, "undo")) == UNDO_ORDER
        await pilot.press("3", "plus")
        promoted = dict(view.plan), view.command
        await pilot.press("s", "u")
        assert (view.plan, view.command) == promoted
        assert app.screen.words_of(binding_of(app, "undo")) == UNDO_CHANGE
        await pilot.press("u")
        assert (view.plan, view.command) == start
        await pilot.press("u")
        assert isinstance(app.screen, AskScreen)

    on_screen(PicketApp(TABLES, game), test, (120, 40))


@pytest.mark.slow
def test_all_guns_never_include_fighters_at_the_first_press() -> None:
    game = big_plan(UNAIDED)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        view, choice = app.screen.view, game.request
        assert isinstance(choice, Choice)
        guns = [slot for slot, planes in choice.slots.items() if 2 in planes and slot in game.play.battery()]
        await pilot.press("3", "a")
        assert all(view.plan[slot] == 2 for slot in guns)
        await pilot.press("4", "3", "x", *["a"] * 2)
        assert any(is_fighters(slot) for slot, plane in view.plan.items() if plane == 2)
        await pilot.press("x")
        view.plan = dict.fromkeys(guns, 2)
        app.screen.query_one(FirePlanPanel)._all_guns_at = None
        await pilot.press("a")
        assert NO_FREE_GUN in " ".join(text_of(app, "plan-orders").split())
        assert view.plan == dict.fromkeys(guns, 2)

    on_screen(PicketApp(TABLES, game), test, (120, 40))


def binding_of(app: PicketApp, action: str) -> Binding:
    """The binding of an action of the screen in front."""
    return next(each.binding for each in app.screen.active_bindings.values() if each.binding.action == action)


@pytest.mark.slow
def test_all_guns_take_guns_of_other_planes_but_none_set_by_hand() -> None:
    game = big_plan(COMMANDED)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        view, choice = app.screen.view, game.request
        assert isinstance(choice, Choice)
        await pilot.press("2", "space")
        mine = view.command.by_hand
        await pilot.press("3", "a")
        reach = [slot for slot, planes in choice.slots.items() if 2 in planes and slot not in mine]
        assert all(view.plan[slot] == 2 for slot in reach if slot in game.play.battery())
        assert all(view.plan.get(slot) == plane for slot, plane in mine.items())
        assert "guns at plane 3, set by hand" in text_of(app, "plan-orders")
        await pilot.press("a")
        assert all(view.plan[slot] == 2 for slot in reach)
        assert "fighters at plane 3, set by hand" in text_of(app, "plan-orders")
        await pilot.press("a")
        assert "is set by hand" in text_of(app, "plan-orders")

    on_screen(PicketApp(TABLES, game), test, (120, 40))


@pytest.mark.slow
def test_a_slot_set_by_hand_moves_no_other() -> None:
    game = big_plan(COMMANDED)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        view = app.screen.view
        for number in "1234567":
            before = dict(view.plan)
            await pilot.press(number)
            slot = view.slot
            await pilot.press("space")
            slots = before.keys() | view.plan.keys()
            assert {name for name in slots if before.get(name) != view.plan.get(name)} == {slot}
            assert slot in view.command.by_hand

    on_screen(PicketApp(TABLES, game), test, (160, 50))


@pytest.mark.slow
def test_a_fair_share_says_when_fighters_are_set_by_hand() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        await pilot.press("k")
        assert "2 of 6 kept for 6 planes in 2 waves to come" in text_of(app, "plan-orders")
        await pilot.press("3", "a", "a")
        assert app.screen.view.command.by_share
        assert share_words(2, 0, 6, [4, 2]).endswith("0 kept because you set fighters by hand.")
        await pilot.press("down")
        assert "2 of 6 for 6 planes in 2 waves to come; 0 kept" in " ".join(text_of(app, "plan-orders").split())

    on_screen(PicketApp(TABLES, big_plan(COMMANDED)), test, (160, 50))


@pytest.mark.slow
def test_a_plane_that_guns_spare_in_an_emergency_says_that_they_are_silent() -> None:
    game = first_game(lambda game: at_choice("assign", 3)(game) and not game.state.air.markers, scenario=2)
    game.play.ship.declared = STANDING
    game.request = plan_choice(game.play)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        assert "guns silent" in text_of(app, "plan-orders")
        assert "no gun bears" not in text_of(app, "plan-orders")

    on_screen(PicketApp(TABLES, game), test, (120, 40))
