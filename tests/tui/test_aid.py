"""How much the officers help: an unaided game, and a commanded fire plan by aims."""

from __future__ import annotations

import re

import pytest
from textual.binding import Binding

from picket_duty.book.vocabulary import GUNNERY
from picket_duty.captains.doctrine import decide, exec_answer
from picket_duty.events import DecisionMade
from picket_duty.game import Game
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.odds.plan import fighters_kept, is_fighters
from picket_duty.pages.fire_plan import AGAIN, NO_AIM, dropped_words, numbers_words, single_words
from picket_duty.requests import Choice, Roll
from picket_duty.rules.control import STANDING
from picket_duty.rules.gunnery import plan_choice
from picket_duty.setup import AIDS, UNAIDED
from picket_duty.text.names import percent, plane_line
from picket_duty.tui.app import PicketApp
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.screens.battle import UNDO_CHANGE, UNDO_ORDER, BattleScreen
from picket_duty.tui.screens.page import AskScreen
from picket_duty.tui.widgets.fire_plan import FirePlanPanel
from picket_duty.tui.widgets.orders import MORE_BELOW
from tests.quick import first_is_quick
from tests.tui.conftest import TABLES, aims_plan, at_choice, big_plan, first_game, running, text_of


@pytest.mark.slow
async def test_an_unaided_plan_aims_only_slots_with_one_target_and_shows_no_chance() -> None:
    game = big_plan(UNAIDED)
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        choice = game.request
        guns = {slot: planes for slot, planes in choice.slots.items() if not is_fighters(slot)}
        assert app.screen.view.plan == {slot: planes[0] for slot, planes in guns.items() if len(planes) == 1}
        text = text_of(app, "plan-orders")
        assert "%" not in text
        assert "Expected" not in text
        await pilot.press("o")
        assert isinstance(app.screen, BattleScreen), "no odds are shown"
        assert "Odds" not in text_of(app, "keys")
        assert "Exec" not in text_of(app, "keys")
        plan = dict(app.screen.view.plan)
        await pilot.press("s")
        assert app.screen.view.plan == plan


@first_is_quick("aid", AIDS)
async def test_enter_accepts_no_order_that_nobody_gave(aid: str) -> None:
    game = first_game(at_choice("one", 0), scenario=4, aid=aid)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        request = game.request
        await pilot.press("enter")
        assert game.request is request
        assert "Choose first: 1 or 2." in text_of(app, "one-orders")
        assert "Choose (1 or 2 first)" in text_of(app, "keys")
        await pilot.press("up")
        assert "Choose" in text_of(app, "keys")
        assert "first" not in text_of(app, "keys")
        await pilot.press("enter")
        chosen = [event for event in game.events if isinstance(event, DecisionMade)][-1]
        assert chosen.answer == request.options[-1].value


def binding_of(app: PicketApp, action: str) -> Binding:
    return next(each.binding for each in app.screen.active_bindings.values() if each.binding.action == action)


@pytest.mark.slow
async def test_a_plane_that_guns_spare_in_an_emergency_says_that_they_are_silent() -> None:
    game = first_game(lambda game: at_choice("assign", 3)(game) and not game.state.air.markers, scenario=2)
    game.play.ship.declared = STANDING
    game.request = plan_choice(game.play)
    async with running(PicketApp(TABLES, game), (120, 40)) as (_, app):
        assert "guns silent" in text_of(app, "plan-orders")
        assert "no gun bears" not in text_of(app, "plan-orders")


@first_is_quick("size", [(80, 24), (120, 40), (160, 50)])
async def test_a_digit_chooses_an_aim_and_brackets_hold_fighters_back(size: tuple[int, int]) -> None:
    """Nothing is chosen beforehand; f and Enter then say so, and every row is the plan it leads to."""
    game = aims_plan()
    async with running(PicketApp(TABLES, game), size) as (pilot, app):
        view, choice = app.screen.view, game.request
        assert isinstance(choice, Choice)
        plans = AimPlans(game.play, choice)
        assert view.plan == {}
        await pilot.press("f", "enter")
        assert game.request is choice
        await pilot.press("1")
        assert (view.aim, view.plan) == (Aim(), plans.plan(Aim()))
        await pilot.press("right_square_bracket")
        assert (view.held, view.plan) == (plans.share, plans.plan(Aim(), plans.share))
        assert f"{plans.share} held back: +" in text_of(app, "plan-orders")
        await pilot.press("right_square_bracket", *["left_square_bracket"] * plans.share)
        assert (view.held, view.plan) == (1, plans.plan(Aim(), 1))
        assert fighters_kept(choice, view.plan) == 1
        rows = text_of(app, "plan-orders").splitlines()
        figures = plans.figures(view.plan)
        assert any(f"{figures.expected:.2f}" in row and percent(figures.none) in row for row in rows)
        assert f"{plans.fighters - 1} now, 1 held back: " in text_of(app, "plan-orders")
        assert all(len(row) <= size[0] for row in rows)
        await pilot.press("f")
        chosen = next(event for event in reversed(game.events) if isinstance(event, DecisionMade))
        assert chosen.answer == plans.plan(Aim(), 1)


def test_fighters_are_held_back_in_proportion_again_in_the_next_wave() -> None:
    """Only if the captain did so in the last one of the phase; no aim is chosen for them."""

    def has_shares(game: Game) -> bool:
        if not at_choice("assign")(game) or len(game.state.air.waves) < 2:
            return False
        plans = AimPlans(game.play, game.request)
        return 1 < plans.share < plans.most_held

    for presses, shares in ((1, True), (2, False)):
        game = first_game(has_shares, scenario=5, level="advanced")
        view, phase = BattleView(game), game.state.label
        view.start_plan()
        for _ in range(presses):
            view.hold_more(1)
        view.keep_share()
        game.answer(view.aims.plan(Aim(), view.held))
        while view.planning is None or game.state.label != phase:
            assert game.request is not None
            game.roll() if isinstance(game.request, Roll) else game.answer(decide(game.play, game.request))
        view.start_plan()
        assert view.aims is not None
        assert view.held == (view.aims.share if shares else 0)
        assert view.aim is None or not view.aims.is_question(view.held)


def test_after_all_fighters_none_is_held_back_and_before_none_all_are() -> None:
    view = BattleView(aims_plan())
    view.start_plan()
    share, most = max(1, view.aims.share), view.aims.most_held
    held = []
    for more in (*[1] * (most - share + 3), -1, *[-1] * share):
        view.hold_more(more)
        held.append(view.held)
    assert held == [*range(share, most + 1), 0, share, *range(share - 1, -1, -1), most]


async def test_no_more_fighters_are_held_back_than_there_are_and_none_without_a_later_wave() -> None:
    game = first_game(lambda game: at_choice("assign", 3)(game) and not game.state.air.waves, scenario=5)
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        await pilot.press("right_square_bracket")
        assert app.screen.view.held == 0
        assert re.search("You have no fighters|This is the last wave", text_of(app, "plan-orders"))
        assert "Hold back" not in text_of(app, "keys")


@pytest.mark.slow
async def test_an_aim_that_fighters_held_back_make_useless_is_let_go_and_the_captain_chooses_again() -> None:
    def lost(game: Game) -> tuple[Aim, int] | None:
        plans = AimPlans(game.play, game.request) if at_choice("assign")(game) else None
        held = max(1, plans.share) if plans is not None and plans.most_held else 0
        left = plans.offered(held) if plans is not None and held else []
        gone = [aim for aim in plans.offered() if aim not in left] if plans is not None and len(left) > 1 else []
        return (gone[0], held) if gone else None

    game = first_game(lambda game: lost(game) is not None, scenario=5, level="advanced")
    aim, held = lost(game) or (Aim(), 0)
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        view = app.screen.view
        await pilot.press(str(view.aims.offered().index(aim) + 1))
        assert view.aim == aim
        await pilot.press("right_square_bracket")
        assert (view.aim, view.plan, view.held) == (None, {}, held)
        assert dropped_words(view.aims, aim, held) in " ".join(text_of(app, "plan-orders").split())
        listed = len(view.aims.offered(held))
        assert f" 1-{listed} Aim " in text_of(app, "keys"), "the key line has the digits that choose something"
        assert "]/[ Hold back" in text_of(app, "keys")
        for aim in (None, view.aims.offered(held)[0]):
            await pilot.press(str(listed + 1))
            assert view.aim == aim
            assert NO_AIM.format(listed + 1, numbers_words(listed)) in text_of(app, "plan-orders")
            await pilot.press("1")


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_no_plane_is_hidden_by_what_the_exec_says(size: tuple[int, int]) -> None:
    """The panel grows where all panels show; where it cannot, it says how many planes it shows and scrolls."""
    game = first_game(
        lambda game: at_choice("assign", 7)(game) and bool(game.state.air.waves), scenario=2, level="advanced"
    )
    planes = [f" {plane_line(plane)}" for plane in game.state.air.planes if plane.flying]
    async with running(PicketApp(TABLES, game), size) as (pilot, app):
        await pilot.press("1", "right_square_bracket", "s")
        shown = text_of(app, "plan-orders")
        assert "Your exec would" in shown
        panel = app.screen.query_one(FirePlanPanel)
        seen = [plane for plane in planes if any(plane in row for row in shown.splitlines()[: panel.size.height])]
        if size == (120, 40):
            assert seen == planes
        else:
            assert f"{len(seen)} of {len(planes)} planes  {MORE_BELOW}" in shown
            assert all(plane in shown for plane in planes), "the rest is reached by scrolling"


async def test_the_exec_names_an_aim_and_chooses_nothing() -> None:
    game = aims_plan()
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        view = app.screen.view
        await pilot.press("s")
        assert view.plan == {}
        shown = " ".join(text_of(app, "plan-orders").split())
        assert "Your exec would choose" in shown or "Your exec would use a different plan" in shown
        await pilot.press("right_square_bracket")
        shown = text_of(app, "plan-orders")
        assert "Your exec would" in shown, "it stays until fire is opened"
        assert AGAIN in " ".join(shown.split())
        aim, held, orders = view.aims.advised()
        await pilot.press("s")
        assert (view.aim, view.held, view.plan) == (aim, held, orders)
        assert AGAIN not in " ".join(text_of(app, "plan-orders").split())


async def test_the_execs_own_plan_is_a_row_that_a_digit_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    game = aims_plan()
    own = dict(list(exec_answer(game.play, game.request).items())[1:])
    monkeypatch.setattr(AimPlans, "advised", lambda plans: (None, 0, own))
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        view = app.screen.view
        number = len(view.aims.offered()) + 1
        await pilot.press(str(number))
        assert view.plan == {}, "the exec has not named his plan"
        await pilot.press("s")
        text = " ".join(text_of(app, "plan-orders").split())
        assert f" {number} Your exec's plan " in text
        assert f"Press {number} or s again to use it." in text
        assert f" 1-{number} Aim " in text_of(app, "keys")
        await pilot.press(str(number))
        assert (view.plan, view.is_execs) == (own, True)
        await pilot.press("down")
        assert view.aim == Aim(), "the arrows go through all rows"
        await pilot.press("up")
        assert view.is_execs


async def test_guns_are_changed_one_by_one_from_the_plan_of_an_aim() -> None:
    game = aims_plan()
    async with running(PicketApp(TABLES, game), (160, 50)) as (pilot, app):
        view = app.screen.view
        await pilot.press("g")
        assert not view.by_guns, "first an aim"
        await pilot.press("1", "g")
        before = dict(view.plan)
        for number in "123":
            await pilot.press(number)
            slot, stood = view.slot, dict(view.plan)
            await pilot.press("space")
            slots = stood.keys() | view.plan.keys()
            assert {name for name in slots if stood.get(name) != view.plan.get(name)} == {slot}
        assert view.plan != before
        assert view.aim is None
        changed = dict(view.plan)
        assert app.focused.words_of(binding_of(app, "by_guns")) == "Aims"
        await pilot.press("escape")
        assert not view.by_guns, "back from the guns to the aims, not to the question whether to leave"
        assert view.plan == changed
        assert "Gun by gun" in text_of(app, "plan-orders")
        await pilot.press("1")
        assert view.plan == before


async def test_undo_takes_back_the_last_change_of_the_plan_and_then_the_last_order() -> None:
    game = aims_plan()
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        view = app.screen.view
        assert app.screen.words_of(binding_of(app, "undo")) == UNDO_ORDER
        await pilot.press("1")
        first = dict(view.plan), view.aim, view.held
        await pilot.press("right_square_bracket", "u")
        assert (view.plan, view.aim, view.held) == first
        assert app.screen.words_of(binding_of(app, "undo")) == UNDO_CHANGE
        await pilot.press("u")
        assert (view.plan, view.aim) == ({}, None)
        await pilot.press("u")
        assert isinstance(app.screen, AskScreen)


async def test_a_plan_without_a_question_is_shown_and_fired_at_once() -> None:
    game = first_game(
        lambda game: at_choice("assign")(game) and not AimPlans(game.play, game.request).is_question(), scenario=5
    )
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        assert app.screen.view.plan == AimPlans(game.play, game.request).plan(Aim())
        assert "Choose an aim" not in text_of(app, "plan-orders")
        words = single_words(app.screen.view.aims, 0)
        assert words in " ".join(text_of(app, "plan-orders").split())
        planes = sum(plane.flying for plane in game.state.air.planes)
        assert re.match(rf"\d+ \w.* can fire at {planes} planes?: (every aim|no other aim) ", words)
        panel = app.screen.query_one(FirePlanPanel)
        assert {panel.words_of(binding) for binding in panel.BINDINGS if binding.key in ("1", "down")} == {""}
        await pilot.press("f")
        assert next(event for event in reversed(game.events) if isinstance(event, DecisionMade)).kind == "assign"


async def test_t_opens_the_charts_of_the_plan_those_of_the_guns_first() -> None:
    game = aims_plan()
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        panel = app.screen.query_one(FirePlanPanel)
        for keys in ((), ("1",)):
            await pilot.press(*keys)
            shots = [panel.marked_roll(), *panel.rolls_after()]
            charts = [shot.chart.id for shot in shots]
            assert len(set(charts)) == len(charts) > 1
            assert shots[0].purpose is GUNNERY
            gunnery = [shot.purpose is GUNNERY for shot in shots]
            assert gunnery == sorted(gunnery, reverse=True)
        await pilot.press("t")
        assert app.screen.chart.id == charts[0]
