"""Orders are the player's: nothing unread is given by a key, undo goes back to them, cards wait until they are read."""

from __future__ import annotations

import math

import pytest

from picket_duty.captains.standing_orders import last_own_decision, nothing_to_undo
from picket_duty.events import Fire, Loss, Strike, WaveBegun
from picket_duty.facts import WaveReport
from picket_duty.odds.plan import is_fighters
from picket_duty.setup import AIDS, COMMANDED, UNAIDED
from picket_duty.text.cards import card_due, card_text
from picket_duty.text.names import count, slots_words
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import ASK, OVER, REPORT, Autoplay
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.settings import FAST, NORMAL
from picket_duty.tui.widgets.fire_plan import BRIEFEST, FirePlanPanel, _slots_words
from picket_duty.tui.widgets.orders import MORE_BELOW, ChoicePanel
from picket_duty.tui.widgets.panel import Panel
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.quick import first_is_quick
from tests.text.cards import card_of
from tests.tui.conftest import TABLES, at_choice, big_plan, first_game, new_game, running, text_of, until


def wave(*events):
    """The events of the first wave of a phase."""
    planes = [
        {"plane": 0, "type": "Zeke", "bearing": 225, "altitude": "M", "weapon": None},
        {"plane": 1, "type": "Jill", "bearing": None, "altitude": None, "weapon": "torpedo"},
        {"plane": 2, "type": "Val", "bearing": 90, "altitude": "L", "weapon": None},
    ]
    all_events = [WaveBegun(number=1, planes=planes), *events]
    for event in all_events:
        event.phase, event.wave = "1945-05-11/morning", 1
    return all_events


def hit(plane, by, state):
    return Fire(plane=plane, by=by, hits=1, state=state, state_before="undamaged")


@pytest.mark.parametrize(
    ("first", "last", "credited"),
    [
        ("AFS carrier 1", "AFS land 2", "fighters"),
        ("SFS 1", "SFS 2", "support ships"),
        ("SFS 1", "AFS carrier 1", "support ships (set it afire first)"),
    ],
)
def test_a_card_says_who_set_a_plane_afire_only_if_another_side_splashed_it(
    first: str, last: str, credited: str
) -> None:
    fight = wave(hit(0, first, "shot_down"), hit(0, last, "destroyed"))
    assert card_text(card_of(fight), TABLES)[1] == f"  1 splashed, credited to {credited}"


def test_a_card_without_room_keeps_what_came_of_the_order() -> None:
    impacts = [Strike(plane=plane, outcome="hit", section="aft") for plane in range(3)]
    card = card_of(wave(hit(0, "5in-1", "shot_down"), *impacts, Loss(track="hull", points=3, left=3)))
    card.order = "You went for the fewest hits: 0.84 hits expected, 3 taken"
    panel = ChoicePanel(BattleView(first_game(at_choice("one", 0), scenario=2), card=card))
    panel.__dict__["glyphs"] = UNICODE
    whole, few = (["".join(span.text for span in spans) for spans in panel.draw(80, rows)[:rows]] for rows in (30, 7))
    last = next(row for row, text in enumerate(whole) if "You went for" in text)
    assert "crashed" in whole[last - 1]
    assert whole[last] in few
    assert sum("Plane" in text for text in few) < 3


def routine_game(scenario: int = 6, speed: str = FAST) -> Autoplay:
    """A game with the routine orders at its first fire plan."""
    autoplay = Autoplay(new_game(scenario=scenario, seed=7), speed, SHIPPED_ROUTINE)
    while autoplay.scene.kind != ASK:
        autoplay.finish()
    return autoplay


@first_is_quick("aid", AIDS)
async def test_enter_fires_no_plan_that_has_only_just_appeared(aid: str) -> None:
    game = big_plan(aid)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        plan = game.request
        await pilot.press("enter", "enter", "enter")
        assert game.request is plan
        words, style = ("Choose an aim first", "bad") if aid == COMMANDED else ("ress f to open fire", "key")
        assert words in text_of(app, "plan-orders")
        assert app.screen.query_one(FirePlanPanel).notice_style == style
        await pilot.press("1", *["space"] * (aid == UNAIDED), "enter")
        assert game.request is not plan


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "key", "words"),
    [(("f",), "f", "press f again to hold fire"), (("down", "enter"), "enter", "no guns fire")],
)
async def test_a_key_is_pressed_twice_before_nobody_fires(first: tuple[str, ...], key: str, words: str) -> None:
    game = big_plan(UNAIDED)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        plan = game.request
        app.screen.view.plan = {}
        await pilot.press(*first)
        assert game.request is plan
        assert words in text_of(app, "plan-orders")
        await pilot.press(key)
        assert game.request is not plan


@pytest.mark.slow
async def test_enter_sends_no_men_that_nobody_has_read() -> None:
    game = first_game(at_choice("men", 4), scenario=2, level="advanced", aid=COMMANDED)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        men = game.request
        await pilot.press("enter", "enter")
        assert game.request is men
        assert "press f to send them as shown" in text_of(app, "men-orders").replace("\n", " ")
        await pilot.press("s", "enter")
        assert game.request is not men


@first_is_quick("size", [(80, 24), (160, 50)])
async def test_the_plot_is_drawn_ahead_for_every_plane(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("picket_duty.tui.screens.battle.LAID_OUT", 0.01)
    async with running(PicketApp(TABLES, big_plan(UNAIDED)), size) as (pilot, app):
        screen = app.screen
        plot = screen.query_one("#plot", Panel)
        await until(pilot, lambda: not screen._unseen)
        screen._show_request()  # Lines drawn before the first layout is done are drawn again after it.
        await until(pilot, lambda: not screen._unseen)
        assert len(plot._painted) > len(plot.lines)
        selected, painted = (screen.view.plane, screen.view.slot), len(plot._painted)
        for plane in "34567":
            await pilot.press(plane)
        assert (screen.view.plane, screen.view.slot) != selected
        assert len(plot._painted) == painted, "nothing is painted for the first time"


def test_undo_goes_back_to_the_players_own_decision() -> None:
    """After the fire plan the officers decide about maneuvers and men of the next wave."""
    autoplay = routine_game()
    game = autoplay.game
    while True:
        before, about, plan = len(game.answers), game.request.about, game.request
        first = len(game.events)
        autoplay.answer(next(iter(plan.legal())) if plan.kind == "one" else {})
        while autoplay.scene.kind not in (ASK, OVER):
            autoplay.finish()
        officers = [place for place in autoplay.by_officers if place >= first]
        if officers:
            break
    own = autoplay.last_own_decision()
    assert (own.event.about, own.answers) == (about, before)
    resumed = Autoplay(game, FAST, SHIPPED_ROUTINE)
    assert resumed.last_own_decision() == own, "a resumed game knows by its standing orders"
    game.undo(len(game.answers) - own.answers)
    assert game.request.about == about


def test_a_delegated_decision_is_the_players_own() -> None:
    autoplay = routine_game()
    before, about = len(autoplay.game.answers), autoplay.game.request.about
    autoplay.delegate()
    autoplay.finish()
    own = autoplay.last_own_decision()
    assert (own.event.about, own.answers) == (about, before)


def test_there_may_be_no_own_decision() -> None:
    game = routine_game().game
    assert last_own_decision(game, SHIPPED_ROUTINE) is None
    assert nothing_to_undo(game) == "You have no decision to undo."
    game.base = 12
    assert "In a resumed game" in nothing_to_undo(game), "it was loaded from the last day's snapshot"


@pytest.mark.parametrize("speed", [FAST, NORMAL])
def test_every_wave_and_report_is_shown_before_the_next_decision(speed: str) -> None:
    autoplay = routine_game(speed=speed)
    game, cards, reports, due = autoplay.game, 0, 0, 0
    while autoplay.scene.kind != OVER:
        step, first = autoplay.scene, len(game.events)
        cards += step.wave is not None
        reports += step.kind == REPORT
        if step.kind == REPORT:
            assert game.state_at(step.seen).state.label == game.events[step.seen - 1].phase, "the header waits too"
        if step.kind != ASK:
            autoplay.finish()
        elif autoplay.asks_to_play_on():
            autoplay.play_on(True)
            continue
        else:
            autoplay.delegate()
            continue
        card = card_due(game, first) if len(game.events) > first else None
        # At the speed fast a wave without damage and a report before another decision do not wait.
        due += card is not None and (speed == NORMAL or bool(card.strikes))
    assert cards >= due > 0
    assert reports or speed == FAST


@first_is_quick("size", [(80, 24), (120, 40), (160, 50)])
async def test_arrow_keys_follow_what_is_seen(size: tuple[int, int]) -> None:
    """Planes are in rows, the guns of the plane selected side by side."""
    game = big_plan(COMMANDED)
    async with running(PicketApp(TABLES, game), size) as (pilot, app):
        view = app.screen.view
        await pilot.press("1", "g", "3")
        first = view.slot
        await pilot.press("down")
        assert view.plane == 3
        await pilot.press("up", "right")
        assert (view.plane, view.slot) == (2, view.bearing_slots()[view.bearing_slots().index(first) + 1])
        await pilot.press("left")
        assert view.slot == first


@first_is_quick("size", [(80, 24), (120, 40), (160, 50)])
async def test_the_plan_has_one_layout_that_explains_its_signs(size: tuple[int, int]) -> None:
    game = big_plan(COMMANDED)
    async with running(PicketApp(TABLES, game), size) as (pilot, app):
        await pilot.press("1", "g", "3", "space")
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
        await pilot.press("1", "[", "g")
        assert f"{markers} held back" in text_of(app, "plan-orders")
        assert f"hold fire: {count(markers, 'fighter')}" not in text_of(app, "plan-orders")
        app.screen.view.plan, game.state.air.waves = {}, []
        app.screen.query_one(FirePlanPanel).redraw()
        assert f"and {count(markers, 'fighter')}" in text_of(app, "plan-orders")


@pytest.mark.slow
async def test_mounts_without_a_target_in_the_plan_say_that_they_hold_their_fire() -> None:
    game = big_plan(UNAIDED)
    async with running(PicketApp(TABLES, game), (160, 50)) as (_, app):
        rows = {row.split()[0].strip("→►"): row for row in text_of(app, "mounts").splitlines() if "ready" in row}
        plan, choice = app.screen.view.plan, game.request
        assert all(("holds" in row) == (name in choice.slots and name not in plan) for name, row in rows.items())
        assert "none" in rows["20mm-A"]
        words = " ".join(text_of(app, "plan-orders").split())
        assert "Fighters fire first, then support ships, then the guns" in words, "the first plan says so"


@pytest.mark.slow
async def test_fighters_and_guns_are_counted_where_their_names_have_no_room() -> None:
    game = big_plan(UNAIDED)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        panel, view = app.screen.query_one(FirePlanPanel), app.screen.view
        slots = [slot for slot, planes in game.request.slots.items() if 0 in planes]
        view.plan = dict.fromkeys(slots, 0)
        panel.redraw()
        await pilot.pause()
        assert _slots_words(slots, 0) == slots_words(slots)
        named = _slots_words(slots, 1)
        assert named.startswith("6 fighters  ")
        assert "carr" not in named
        assert _slots_words(slots, BRIEFEST) == "6 fighters, 17 guns, 1 SFS"
        assert "6 fighters" in text_of(app, "plan-orders")


@pytest.mark.slow
async def test_a_decision_after_a_wave_shows_the_whole_card() -> None:
    """At 80x24 too; a longer card scrolls."""
    game = first_game(at_choice("one", 0), scenario=2, aid=UNAIDED)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        screen = app.screen
        panel = screen.query_one("#one-orders")
        impacts = [Strike(plane=plane, outcome="hit", section="aft") for plane in range(3)]
        fight = wave(hit(0, "5in-1", "shot_down"), *impacts, Loss(track="hull", points=3, left=3))

        async def show(card: WaveReport) -> None:
            screen.autoplay.scene = screen.autoplay.scene._replace(wave=card)
            screen._update_view()
            screen._place_overlays()
            screen._give_rows(panel)
            panel.redraw()
            await pilot.pause()

        await show(card_of(fight, 2))
        await until(pilot, lambda: MORE_BELOW not in text_of(app, "one-orders"))
        assert "Plane 3, Val, crashed aft: hull 6 to 3" in text_of(app, "one-orders")
        await show(card_of([*fight[:-1], *8 * impacts, fight[-1]], 2))
        await until(pilot, lambda: MORE_BELOW in text_of(app, "one-orders").splitlines()[0])
        rows = text_of(app, "one-orders").splitlines()
        assert sum(row.startswith("  Plane ") for row in rows) == 27, "no line of the card is cut"
        assert panel.scroll_offset.y == 0
        await pilot.press("pagedown")
        await until(pilot, lambda: panel.scroll_offset.y > 0)
        await pilot.press("pageup")
        await until(pilot, lambda: panel.scroll_offset.y == 0)


@pytest.mark.slow
async def test_the_chance_of_a_gun_aimed_elsewhere_names_its_plane() -> None:
    game = big_plan()
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        view, orders = app.screen.view, app.screen.query_one(FirePlanPanel)
        await pilot.press("1", "g")
        slot, first, second = next((gun, *at[:2]) for gun, at in game.request.slots.items() if len(at) > 1)
        view.slot, view.plane = slot, first
        for plan, words in (
            ({slot: first}, f"at plane {first + 1}: hits "),
            ({slot: second}, f"at plane {first + 1}: would hit "),
            ({}, f"at plane {first + 1}: would hit "),
        ):
            view.plan = plan
            shown = "".join(span.text for span in orders._preview(118))
            assert words in shown
            assert (f"(now at plane {second + 1})" in shown) == (plan == {slot: second})
            for width in range(72, 100):
                assert ".." not in "".join(span.text for span in orders._preview(width))


@pytest.mark.slow
async def test_without_odds_the_roll_of_the_gun_selected_goes_before_the_hint() -> None:
    game = big_plan(UNAIDED)
    async with running(PicketApp(TABLES, game)) as (_, app):
        shown = text_of(app, "plan-orders")
        assert "Carrier fighters (AFS) 1 at plane" in shown or "at plane 1  2d6 on chart" in shown
        assert "Fighters fire first" not in shown


@pytest.mark.slow
async def test_space_that_was_meant_for_autoplay_aims_no_gun() -> None:
    game = big_plan(UNAIDED)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        view = app.screen.view
        before = dict(view.plan)
        view.guarded_until = math.inf
        await pilot.press("1", "space")
        assert view.plan == before
        view.guarded_until = 0.0
        await pilot.press("space")
        assert view.plan != before
