"""The fire plan by aims and gun by gun, commanded and unaided: its keys, its chances, and what its
panel shows.
"""

import math
import re

import pytest
from textual.binding import Binding

from picket_duty.book.vocabulary import GUNNERY
from picket_duty.captains.deciders import PLAYER
from picket_duty.captains.doctrine import decide, exec_answer
from picket_duty.drafts.fire_plan import PlanSetting
from picket_duty.events import DecisionMade
from picket_duty.game import Game
from picket_duty.odds.aims import Advice, Aim, AimPlans
from picket_duty.odds.orders import fighters_kept, is_fighters
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.pages.fire_plan import (
    AGAIN,
    NO_AIM,
    chances_of,
    gun_words,
    numbers_words,
)
from picket_duty.requests import Choice, Roll
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.text.chances import BETTER, EXEC, WIN, Chance, Recommendation
from picket_duty.text.english import count, percent
from picket_duty.text.names import short_plane_words, slots_words
from picket_duty.tui.app import PicketApp
from picket_duty.tui.battle_view import BattleView, suggest
from picket_duty.tui.lines import length
from picket_duty.tui.scenes import ASK, WATCHED, Scene
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.dialogs import AskScreen
from picket_duty.tui.settings import FAST, NORMAL
from picket_duty.tui.widgets.fire_plan import OFFICERS_FIRE, FirePlanPanel
from picket_duty.tui.widgets.orders import MORE_BELOW
from picket_duty.tui.widgets.plan_lines import shot_line
from tests.plain.conftest import shipped_routine as shipped_routine
from tests.quick import first_is_quick
from tests.tui.conftest import ROOMS, orders_of, running, text_of, texts
from tests.tui.games import (
    TABLES,
    aims_plan,
    at_choice,
    at_roll,
    big_plan,
    first_game,
    forward,
    has_only_plan,
)


@pytest.mark.slow
async def test_an_unaided_plan_aims_only_slots_with_one_target_and_shows_no_chance() -> None:
    game = big_plan(UNAIDED)
    async with running(PicketApp(TABLES, game), (160, 50)) as (pilot, app):
        panel = app.screen.query_one(FirePlanPanel)
        view = app.screen.view
        choice = game.request
        slots = {slot: planes for slot, planes in choice.slots.items() if not is_fighters(slot)}
        plan = {slot: planes[0] for slot, planes in slots.items() if len(planes) == 1}
        assert view.draft.now.targets == plan
        words = " ".join(text_of(app, "plan-orders").split())
        assert not re.search("%|Expected", words)
        assert "Fighters fire first, then support ships, then the guns" in words, (
            "the first plan says so"
        )
        rows = {
            row.split()[0].strip("→►"): row
            for row in text_of(app, "mounts").splitlines()
            if "ready" in row
        }
        assert all(
            ("holds" in row) == (name in choice.slots and name not in plan)
            for name, row in rows.items()
        )
        assert "none" in rows["20mm-A"]
        assert not re.search("Odds|Exec", text_of(app, "keys"))
        await pilot.press("o", "s")
        assert isinstance(app.screen, BattleScreen), "no odds are shown"
        assert view.draft.now.targets == plan
        view.guarded_until = math.inf
        await pilot.press("1", "space")
        assert view.draft.now.targets == plan, "the key was meant for autoplay"
        view.guarded_until = 0.0
        await pilot.press("space")
        assert view.draft.now.targets != plan
        await pilot.resize_terminal(80, 24)
        shown = text_of(app, "plan-orders")
        assert "Carrier fighters (AFS) 1 at plane" in shown or "at plane 1  2d6 on chart" in shown
        assert "Fighters fire first" not in shown, (
            "the roll of the gun selected takes the room of the hint"
        )
        at_first = [slot for slot, planes in choice.slots.items() if 0 in planes]
        view.draft.now = PlanSetting(dict.fromkeys(at_first, 0))
        panel.redraw()
        assert "17 guns, 1 support ship and 6 fighters" in text_of(app, "plan-orders")


@first_is_quick("size", [(80, 24), (120, 40), (160, 50)])
async def test_the_plan_gun_by_gun_explains_its_signs_and_arrow_keys_follow_what_is_seen(
    size: tuple[int, int],
) -> None:
    async with running(PicketApp(TABLES, big_plan(COMMANDED)), size) as (pilot, app):
        view = app.screen.view
        await pilot.press("1", "g", "3")
        first = view.slot
        slots = view.bearing_slots()
        for keys, plane, slot in (
            ("down", 3, None),
            ("up right", 2, slots[slots.index(first) + 1]),
            ("left", 2, first),
        ):
            await pilot.press(*keys.split())
            assert (view.plane, slot and view.slot) == (plane, slot)
        await pilot.press("space")
        heading, columns, *rows = text_of(app, "plan-orders").splitlines()
        assert "[✓] fires at plane 3  [1] at plane 1  [ ] holds fire" in heading
        assert columns.split()[:8] == "hits your ship no fire planned who fires".split()
        assert sum(row[1:3] in [f"{number} " for number in range(1, 8)] for row in rows[:7]) == 7
        assert all(row.count("%") == 2 for row in rows[:7])
        assert rows[2].startswith("►3 Val 270M")
        assert all(len(row) <= size[0] for row in rows)
        assert ".." not in "".join(rows)


@pytest.mark.slow
async def test_fighters_without_a_target_are_told_when_no_wave_comes() -> None:
    game = first_game(at_choice("assign", 3), scenario=5, aid=COMMANDED)
    markers = sum(map(is_fighters, game.request.slots))
    assert markers
    async with running(PicketApp(TABLES, game), (160, 50)) as (pilot, app):
        await pilot.press("1", *["right_square_bracket"] * markers, "g")
        assert f"{markers} held back" in text_of(app, "plan-orders")
        assert f"hold fire: {count(markers, 'fighter')}" not in text_of(app, "plan-orders")
        app.screen.view.draft.now = PlanSetting({})
        game.state.air.waves = []
        app.screen.query_one(FirePlanPanel).redraw()
        assert f"and {count(markers, 'fighter')}" in text_of(app, "plan-orders")


@pytest.mark.slow
async def test_the_chance_of_a_gun_aimed_elsewhere_names_its_plane() -> None:
    game = big_plan()
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        view = app.screen.view
        await pilot.press("1", "g")
        slot, first, second = next(
            (gun, *at[:2]) for gun, at in game.request.slots.items() if len(at) > 1
        )
        view.slot = slot
        view.plane = first
        for plan, words in (
            ({slot: first}, f"at plane {first + 1}: hits "),
            ({slot: second}, f"at plane {first + 1}: would hit "),
            ({}, f"at plane {first + 1}: would hit "),
        ):
            view.draft.now = PlanSetting(plan)
            plane = view.selected_plane()
            (shown,) = texts([shot_line(view.draft, slot, plane, 118)])
            assert words in shown
            assert (f"(now at plane {second + 1})" in shown) == (plan == {slot: second})
            for width in range(72, 100):
                assert ".." not in texts([shot_line(view.draft, slot, plane, width)])[0]


def binding_of(app: PicketApp, action: str) -> Binding:
    return next(
        each.binding
        for each in app.screen.active_bindings.values()
        if each.binding.action == action
    )


@first_is_quick("size", [(80, 24), (120, 40), (160, 50)])
async def test_a_digit_chooses_an_aim_and_brackets_hold_fighters_back(
    size: tuple[int, int],
) -> None:
    game = aims_plan()
    async with running(PicketApp(TABLES, game), size) as (pilot, app):
        view = app.screen.view
        choice = game.request
        assert isinstance(choice, Choice)
        plans = AimPlans(game.play, choice)
        assert view.draft.now.targets == {}
        await pilot.press("f", "enter")
        assert game.request is choice
        await pilot.press("1")
        assert (view.draft.now.aim, view.draft.now.targets) == (Aim(), plans.plan(Aim()))
        for keys, held in (("right", 1), ("right right", 3), ("left left", 1)):
            await pilot.press(*[f"{key}_square_bracket" for key in keys.split()])
            assert (view.draft.now.held, view.draft.now.targets) == (held, plans.plan(Aim(), held))
            assert fighters_kept(choice, view.draft.now.targets) == held
        rows = text_of(app, "plan-orders").splitlines()
        assert (
            f"wave 1 of 2: 4 planes, 4 later ─ fighters: {plans.fighters - 1} now, 1 held"
            in rows[0]
        )
        (chances,) = chances_of(game.play, [plans.figures(view.draft.now.targets)])
        (row,) = (row for row in rows if row.startswith(" ► 1 "))
        assert row.split()[-len(chances) :] == [*chances.values()]
        (later,) = (row for row in rows if row.startswith(" later  wave 2: "))
        assert later.endswith("fighters left: 1")
        assert not re.search("expected|no hit", "".join(rows))
        assert all(len(row) <= size[0] for row in rows)
        await pilot.press("f")
        chosen = next(event for event in reversed(game.events) if isinstance(event, DecisionMade))
        assert chosen.answer == plans.plan(Aim(), 1)


def test_a_new_wave_begins_with_no_fighter_held_back() -> None:
    game = first_game(at_choice("assign", 3), scenario=5, level="advanced")
    view = BattleView(game)
    view.start_plan()
    view.draft.hold(2)
    assert view.draft.now.held == 2
    game.answer(view.draft.aims.plan(Aim(), 2))
    while view.planning is None:
        assert game.request is not None
        game.roll() if isinstance(game.request, Roll) else game.answer(
            decide(game.play, game.request)
        )
    view.start_plan()
    assert view.draft.now.held == 0


@pytest.mark.slow
async def test_an_aim_that_is_much_like_another_with_fighters_held_back_stays_chosen() -> None:
    def lost(game: Game) -> Aim | None:
        plans = AimPlans(game.play, game.request) if at_choice("assign")(game) else None
        if plans is None or not plans.most_held or len(plans.offered(1)) < 2:
            return None
        return next((aim for aim in plans.offered() if aim not in plans.offered(1)), None)

    game = first_game(lambda game: lost(game) is not None, scenario=5, level="advanced")
    aim = lost(game)
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        view = app.screen.view
        panel = app.screen.query_one(FirePlanPanel)
        number = view.draft.numbered.index(aim) + 1
        await pilot.press(str(number))
        assert view.draft.now.aim == aim
        shown = lambda: " ".join(text_of(app, "plan-orders").split())  # noqa: E731
        for keys in (["right_square_bracket"], ["1", str(number)]):
            await pilot.press(*keys)
            assert view.draft.now == PlanSetting(view.draft.aim_plans().plan(aim, 1), aim, 1)
            assert "much like aim 1" in shown()
        (row,) = (
            drawn for drawn in panel.draw(80, 30) if texts([drawn])[0][3:].startswith(f"{number} ")
        )
        assert row[0].style == "key"
        assert f" 1-{len(view.draft.numbered)} Aim " in text_of(app, "keys")
        await pilot.press("9")
        assert NO_AIM.format(9, numbers_words(view.draft.numbers)) in shown()
        seen = []
        for _ in range(len(view.draft.numbers) + 1):
            await pilot.press("down")
            seen.append(view.draft.chosen)
        numbers = view.draft.numbers
        assert seen == [*numbers[number:], *numbers[:number], numbers[number % len(numbers)]]


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_no_plane_is_hidden_by_what_the_exec_says(size: tuple[int, int]) -> None:
    """The panel grows where all panels show; where it cannot, it says how many planes it shows and
    scrolls.
    """
    game = first_game(
        lambda game: at_choice("assign", 7)(game) and bool(game.state.air.waves),
        scenario=2,
        level="advanced",
    )
    planes = [f" {short_plane_words(plane)}" for plane in game.state.air.planes if plane.flying]
    async with running(PicketApp(TABLES, game), size) as (pilot, app):
        await pilot.press("1", "right_square_bracket", "s")
        shown = text_of(app, "plan-orders")
        assert "Your exec would" in shown
        panel = app.screen.query_one(FirePlanPanel)
        seen = [
            plane
            for plane in planes
            if any(plane in row for row in shown.splitlines()[: panel.size.height])
        ]
        if size == (120, 40):
            assert seen == planes
        else:
            assert f"{len(seen)} of {len(planes)} planes  {MORE_BELOW}" in shown
            assert all(plane in shown for plane in planes), "the rest is reached by scrolling"


async def test_the_exec_names_an_aim_and_chooses_nothing() -> None:
    async with running(PicketApp(TABLES, aims_plan()), (120, 40)) as (pilot, app):
        view = app.screen.view
        shown = lambda: " ".join(text_of(app, "plan-orders").split())  # noqa: E731
        await pilot.press("s")
        assert view.draft.now.targets == {}
        assert re.search(r"Your exec would choose \d, ", shown())
        await pilot.press("right_square_bracket")
        assert "Your exec would" in shown(), "it stays until fire is opened"
        assert AGAIN in shown()
        advised = view.draft.aims.advised()
        await pilot.press("s")
        assert (view.draft.now.aim, view.draft.now.held, view.draft.now.targets) == advised
        assert AGAIN not in shown()
        panel = app.screen.query_one(FirePlanPanel)
        panel.say("nothing bears on plane 9")
        panel.begin()
        panel.redraw()
        assert not panel.notice, "a new plan starts without the notice of the last"
        assert "nothing bears" not in shown()


async def test_the_exec_says_another_aim_if_games_show_that_it_is_better() -> None:
    async with running(PicketApp(TABLES, aims_plan()), (120, 40)) as (pilot, app):
        draft = app.screen.view.draft
        panel = app.screen.query_one(FirePlanPanel)
        await pilot.press("s")
        aim = draft.aim_plans().offered()[-1]
        chance = Chance(0.7, 0.6, 0.8, 512, 0.0, 0.3)
        worse = Chance(0.5, 0.4, 0.6, 512, 0.0, 0.5)
        names = [EXEC, *(each.name for each in draft.aim_plans().offered())]
        chances = {name: chance if name == aim.name else worse for name in names}
        draft.learn_from_games(Recommendation(aim.name, EXEC, EXEC, BETTER, WIN, chances), 0)
        panel.show_chances(0, "Chance so far.")
        await pilot.pause()
        number = draft.numbered.index(aim) + 1
        shown = " ".join(text_of(app, "plan-orders").split())
        assert f"Your exec would choose {number}, " in shown
        assert "Chance so far." in shown
        await pilot.press("s")
        assert (draft.now.aim, draft.now.held) == (aim, 0)


async def test_no_gun_is_said_to_hold_before_an_aim_is_chosen() -> None:
    async with running(PicketApp(TABLES, aims_plan()), (160, 50)) as (pilot, app):
        assert "holds" not in text_of(app, "mounts")
        await pilot.press("1", "g")
        slot = app.screen.view.slot
        app.screen.view.draft.aim_slots({slot: None})
        await pilot.press("down")
        held = [
            name
            for name in app.screen.view.planning.slots
            if name in app.screen.view.ship.mounts and name not in app.screen.view.draft.now.targets
        ]
        assert text_of(app, "mounts").count("holds") == len(held)


async def test_the_execs_own_plan_is_a_row_that_a_digit_chooses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = aims_plan()
    own = dict(list(exec_answer(game.play, game.request).items())[1:])
    monkeypatch.setattr(AimPlans, "advised", lambda plans: Advice(None, 0, own))
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        view = app.screen.view
        number = len(view.draft.aims.offered()) + 1
        await pilot.press(str(number))
        assert view.draft.now.targets == {}, "the exec has not named his plan"
        await pilot.press("s")
        text = " ".join(text_of(app, "plan-orders").split())
        assert f" {number} Your exec's plan " in text
        assert f"Your exec would choose {number}, his own plan" in text
        assert AGAIN in text
        assert f" 1-{number} Aim " in text_of(app, "keys")
        await pilot.press(str(number))
        assert (view.draft.now.targets, view.draft.now.is_execs) == (own, True)
        await pilot.press("down")
        assert view.draft.now.aim == Aim(), "the arrows go through all rows"
        await pilot.press("up")
        assert view.draft.now.is_execs


async def test_guns_are_changed_one_by_one_from_the_plan_of_an_aim() -> None:
    async with running(PicketApp(TABLES, aims_plan()), (160, 50)) as (pilot, app):
        view = app.screen.view
        await pilot.press("g")
        assert not view.by_guns, "first an aim"
        await pilot.press("1", "g")
        before = dict(view.draft.now.targets)
        for number in "123":
            await pilot.press(number)
            slot = view.slot
            stood = dict(view.draft.now.targets)
            await pilot.press("space")
            assert {
                name
                for name in stood.keys() | view.draft.now.targets.keys()
                if stood.get(name) != view.draft.now.targets.get(name)
            } == {slot}
        changed = dict(view.draft.now.targets)
        assert (view.draft.now.aim, changed == before) == (None, False)
        assert app.focused.words_of(binding_of(app, "by_guns")) == "Aims"
        await pilot.press("escape")
        assert (view.by_guns, view.draft.now.targets) == (False, changed), (
            "back to the aims, not to the question whether to leave"
        )
        assert "Gun by gun" in text_of(app, "plan-orders")
        await pilot.press("1")
        assert view.draft.now.targets == before


async def test_undo_takes_back_the_last_change_of_the_plan_and_then_the_last_order() -> None:
    async with running(PicketApp(TABLES, aims_plan()), (120, 40)) as (pilot, app):
        view = app.screen.view
        assert app.screen.words_of(binding_of(app, "undo")) == "Undo order"
        await pilot.press("1")
        first = dict(view.draft.now.targets), view.draft.now.aim, view.draft.now.held
        await pilot.press("right_square_bracket", "u")
        assert (view.draft.now.targets, view.draft.now.aim, view.draft.now.held) == first
        assert app.screen.words_of(binding_of(app, "undo")) == "Undo change"
        await pilot.press("u")
        assert (view.draft.now.targets, view.draft.now.aim) == ({}, None)
        await pilot.press("u")
        assert isinstance(app.screen, AskScreen)


async def test_a_plan_without_a_question_is_shown_and_fired_at_once() -> None:
    game = first_game(
        lambda game: (
            at_choice("assign")(game) and not AimPlans(game.play, game.request).is_question()
        ),
        scenario=5,
    )
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        assert app.screen.view.draft.now.targets == AimPlans(game.play, game.request).plan(Aim())
        assert "Choose an aim" not in text_of(app, "plan-orders")
        assert " ► 1 Fewest hits " in text_of(app, "plan-orders")
        assert "Press" not in text_of(app, "plan-orders")
        panel = app.screen.query_one(FirePlanPanel)
        assert {
            panel.words_of(binding) for binding in panel.BINDINGS if binding.key in ("1", "down")
        } == {""}
        await pilot.press("f")
        assert (
            next(event for event in reversed(game.events) if isinstance(event, DecisionMade)).kind
            == "assign"
        )


def test_near_misses_are_told_while_the_hull_is_low() -> None:
    panel = plan_of(big_plan(COMMANDED))
    panel.view.draft.by_guns = False
    plans = panel.view.draft.aims
    ship = panel.view.ship
    panel.view.draft.now = PlanSetting(plans.plan(Aim()), Aim())
    wave = PlanOdds(panel.view.game.play).wave(plans.plan(Aim()))
    spared = percent(wave.undamaged)
    for hull, told in ((TABLES.numbers.steady_hull, True), (TABLES.numbers.steady_hull + 1, False)):
        ship.hull = hull
        rows = texts(panel.draw(100, 30))
        words = (
            f" Hull {hull}: near misses can be fatal. Chance of no hit and no near miss: {spared}."
        )
        assert (words in rows) == told


@first_is_quick("key", ["space", "g", "s", "o", "[", "]"])
async def test_a_key_keeps_the_officers_from_opening_fire_with_the_only_plan(
    key: str, shipped_routine: None
) -> None:
    game = first_game(has_only_plan, scenario=5)
    async with running(PicketApp(TABLES), (120, 40)) as (pilot, app):
        screen = BattleScreen(game, NORMAL)
        screen.autoplay.durations = WATCHED._replace(card=3600)
        screen.autoplay.set_speed(NORMAL)
        await app.push_screen(screen)
        await pilot.pause()
        assert OFFICERS_FIRE in " ".join(text_of(app, "plan-orders").split())
        await pilot.press(key)
        assert screen.autoplay.scene == Scene(ASK)
        if key == "o":
            await pilot.press("escape")
        assert app.screen is screen
        assert screen._clock is None
        assert OFFICERS_FIRE not in " ".join(text_of(app, "plan-orders").split())
        await pilot.press("f")
        fired = next(event for event in reversed(game.events) if isinstance(event, DecisionMade))
        decided = [decider for decider in game.deciders if decider]
        assert (fired.kind, decided[-1]) == ("assign", PLAYER)


async def test_undo_names_the_only_plan_that_the_officers_fired(shipped_routine: None) -> None:
    game = first_game(has_only_plan, scenario=5)
    before = len(game.answers)
    async with running(PicketApp(TABLES), (120, 40)) as (pilot, app):
        screen = BattleScreen(game, FAST)
        await app.push_screen(screen)
        await pilot.pause()
        assert len(game.answers) > before
        assert screen.words_of(binding_of(app, "undo")) == "Undo order"
        await pilot.press("u")
        assert isinstance(app.screen, AskScreen)
        assert "your officers' last order (fire plan" in app.screen.question
        rolls = len(game.answers) - before - 1
        assert app.screen.question.endswith(f"This also undoes {count(rolls, 'roll')}.")
        await pilot.press("y")
        assert len(game.answers) == before
        assert screen.autoplay.scene == Scene(ASK)


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


def plan_of(game: Game) -> FirePlanPanel:
    panel = orders_of(FirePlanPanel, game)
    panel.scroll_home = lambda **options: None
    panel.begin()
    panel.view.draft.by_guns = True
    return panel


@pytest.mark.parametrize("room", ROOMS)
def test_every_plane_has_a_line_with_its_chance_as_planned(room: tuple[int, int]) -> None:
    game = big_plan()
    panel = plan_of(game)
    panel.view.draft.now = PlanSetting(
        {slot: plane for slot, plane in suggest(game).items() if plane != 6}
    )
    wave = PlanOdds(game.play).wave(panel.view.draft.now.targets)
    drawn = panel.draw(*room)
    assert len(drawn) <= room[1]
    assert all(length(row) <= room[0] for row in drawn)
    text = texts(drawn)
    for plane_odds in wave.planes:
        (line,) = (words for words in text[2:9] if words[1:].startswith(f"{plane_odds.plane + 1} "))
        assert ("nobody" in line) == (plane_odds.plane not in panel.view.draft.now.targets.values())
        assert percent(plane_odds.any) in line
    sums = next(line for line in text if " forward " in line)
    odds = panel.view.draft.aims.figures(panel.view.draft.now.targets)
    for heading, chance in chances_of(game.play, [odds])[0].items():
        assert f" {heading} {chance} " in f"{sums} "
    assert "no fire at 7" in " ".join(text)


def test_a_plane_at_which_an_emergency_keeps_guns_silent_says_so() -> None:
    game = big_plan()
    panel = plan_of(game)
    panel.view.draft.now = PlanSetting({})
    assert "guns silent" not in " ".join(texts(panel.draw(80, 30)))
    game.state.ship.declared = True
    assert "guns silent (emergency)" in " ".join(texts(panel.draw(80, 30)))


def test_the_plan_says_that_nobody_fires_how_many_fighters_are_kept_and_how_many_planes_it_shows() -> (
    None
):
    game = big_plan()
    panel = plan_of(game)
    panel.view.draft.now = PlanSetting({})
    assert "no guns fire" in str(texts(panel.draw(74, 11)))
    panel.view.draft.now = PlanSetting(dict(suggest(game)))
    held = fighters_kept(game.request, panel.view.draft.now.targets)
    assert f"fighters {6 - held} now, {held} held back" in str(texts(panel.draw(74, 20)))
    rows = texts(panel.draw(80, 8))
    shown = next(row for row, words in enumerate(rows) if " forward " in words) - 2
    assert f"{shown} of 7 planes" in next(words for words in rows if "who fires" in words)
    panel.view.plane = 6
    assert any(row.startswith("►7 ") for row in texts(panel.draw(74, 6)))


def test_a_special_plane_shows_the_chance_of_its_weapon() -> None:
    game = first_game(
        lambda game: (
            at_choice("assign")(game)
            and any(plane.weapon == "ohka" for plane in game.state.air.planes)
        ),
        scenario=3,
    )
    panel = plan_of(game)
    ohka = next(plane for plane in game.state.air.planes if plane.weapon == "ohka")
    panel.view.plane = ohka.number
    strikes = PlanOdds(game.play).plane(ohka.number)
    assert strikes.any == strikes.weapon > 0
    text = texts(panel.draw(90, 30))
    assert any("Ohka" in line and percent(strikes.any) in line for line in text)
    assert any(f"Ohka hits {percent(strikes.weapon)}" in line for line in text)


def test_assigning_a_mount_selects_the_next_free_one_and_one_that_has_fired_has_no_target(
    monkeypatch,
) -> None:
    panel = plan_of(big_plan())
    monkeypatch.setattr(panel, "post_message", lambda message: True)
    slots = panel.view.bearing_slots()
    panel.view.draft.now = PlanSetting({slots[1]: 1})
    panel.action_fire()
    assert panel.view.slot == slots[2]
    game = first_game(at_roll("gunnery"), scenario=3)
    view = BattleView(game)
    first = view.targets()
    fired = game.request.item
    assert fired in first
    game.roll()
    assert fired not in view.targets()
    forward(
        game,
        lambda game: (
            getattr(getattr(game.request, "purpose", None), "id", "") in ("dive", "special attack")
        ),
    )
    assert not set(view.targets()) & set(game.state.ship.mounts)


@pytest.mark.parametrize("width", [60, 70, 80, 120])
def test_the_slots_of_a_plane_are_named_if_its_row_has_room_else_counted(width: int) -> None:
    panel = plan_of(big_plan(COMMANDED))
    panel.view.draft.by_guns = False
    plans = panel.view.draft.aims
    panel.view.draft.now = PlanSetting(plans.plan(Aim()), Aim())
    rows = texts(panel.draw(width, 30))
    assert all(len(row) <= width for row in rows)
    for plane in panel.view.state.air.planes:
        slots = [
            slot
            for slot in plans.choice.slots
            if panel.view.draft.now.targets.get(slot) == plane.number
        ]
        row = next(row for row in rows if row.startswith(f" {short_plane_words(plane)} "))
        before = row.rindex("%  ") + 3
        guns = [slot for slot in slots if not is_fighters(slot)]
        few = f"{count(len(slots) - len(guns), 'fighter')}  {slots_words(guns)}"
        fitting = (words for words in (slots_words(slots), few) if before + len(words) <= width)
        assert row[before:] == next(fitting, gun_words(slots))


async def test_the_gun_selected_comes_back_with_the_planes_it_bears_on() -> None:
    game = big_plan(UNAIDED)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        view = app.screen.view
        slots = game.request.slots
        gun = next(slot for slot in slots if slot.startswith("40mm") and 1 not in slots[slot])
        (first, *_) = slots[gun]
        await pilot.press(str(first + 1), *["right"] * view.bearing_slots().index(gun))
        assert view.slot == gun
        await pilot.press("2")
        assert view.slot != gun
        await pilot.press(str(first + 1))
        assert view.slot == gun
        await pilot.press("space")
        assert view.draft.now.targets[gun] == first


async def test_a_fire_plan_by_keys() -> None:
    game = big_plan(UNAIDED)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        request = game.request
        bears = [slot for slot, planes in request.slots.items() if 3 in planes]
        app.screen.view.draft.now = PlanSetting({})
        await pilot.press("4", "space", "space")
        assert app.screen.view.draft.now.targets == {bears[0]: 3, bears[1]: 3}
        await pilot.press("left", "space")
        assert app.screen.view.draft.now.targets == {bears[0]: 3}
        await pilot.press("down", "9")
        assert "There is no plane 9" in text_of(app, "plan-orders")
        await pilot.press("enter")
        chosen = [event for event in game.events if isinstance(event, DecisionMade)][-1]
        assert set(chosen.answer.values()) == {3}
