"""The orders of a ship, and the cards of officers killed and of quiet days: when they come, and what they say."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest

from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.events import Crew
from picket_duty.game import Game
from picket_duty.pages.orders import fight_words, handled_words, killed_card, orders_page, quiet_card, rules_words
from picket_duty.requests import Choice
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.state import ATTACKED, POSTS, QUIET
from picket_duty.text.names import label_words, naval_name
from picket_duty.text.status import DUTIES, Succession, succession
from picket_duty.text.styled_text import text_of as words_of
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import ASK, KILLED, ORDERS, OVER, PAGES, QUIET_DAYS, QUIET_SPELL, Autoplay, Scene
from picket_duty.tui.lines import length
from picket_duty.tui.screens.day_end import HIGH, LOW, CardOverBoard, OrdersScreen
from picket_duty.tui.screens.page import AskScreen
from picket_duty.tui.settings import FAST, NORMAL, Settings
from picket_duty.tui.widgets.fire_plan import FirePlanPanel
from picket_duty.tui.widgets.panel import ScrollText
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.quick import first_is_quick
from tests.tui.conftest import TABLES, drawn, go_on, new_game, opened, running, text_of


def steps_of(autoplay: Autoplay) -> list[tuple[Scene, str]]:
    steps = []
    while True:
        steps.append((autoplay.scene, autoplay.game.state.date.isoformat()))
        if autoplay.scene.kind == OVER:
            return steps
        go_on(autoplay)


@lru_cache(maxsize=1)
def long_campaign() -> tuple[Game, list[tuple[Scene, str]]]:
    game = new_game(campaign="long-b", level="advanced", seed=2)
    return game, steps_of(Autoplay(game, NORMAL))


def at_orders(**setup: object) -> Game:
    autoplay = Autoplay(new_game(**setup), FAST)
    while autoplay.scene.kind != ORDERS:
        autoplay.finish() if autoplay.scene.kind != ASK else autoplay.roll()
    return autoplay.game


@pytest.mark.parametrize(
    ("setup", "task"),
    [
        ({"campaign": "mini", "seed": 5}, "fighting days."),
        ({"campaign": "long-a", "level": "advanced", "seed": 5}, "5 stages of 5 fighting days each"),
        ({"campaign": "long-b", "level": "advanced", "seed": 5}, "every day until 25 June"),
        ({"patrol": "1945-04-06", "days": 3, "level": "advanced", "seed": 5}, "for a patrol of 3 days"),
    ],
)
def test_the_opening_orders_have_the_frame_of_the_game(setup: dict[str, object], task: str) -> None:
    game = at_orders(**setup)
    for width, height in ((76, 22), (100, 38), (100, 48)):
        page = drawn(orders_page(game.state, TABLES, spaced=height > LOW, background=height >= HIGH), width)
        assert max(map(len, page.splitlines())) <= width
        text = " ".join(page.split())
        ship = game.state.ship
        assert f"{ship.name} ({ship.hull_number}) will take Radar Picket Station No. {ship.station}" in text
        assert task in text
        for post in POSTS:
            assert naval_name(ship.crew[post].name, post).rsplit(" ", 1)[-1] in text
            assert DUTIES[post] in text
        wanted = game.state.fighting_days_wanted
        assert wanted == 0 or setup["campaign"] != "mini" or f"{wanted} fighting days" in text
        assert "win" in text or "won" in text or "You hold a stage" in text


async def test_the_opening_orders_say_what_the_officers_handle_at_80_by_24(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("picket_duty.captains.standing_orders.ROUTINE", SHIPPED_ROUTINE)
    game = at_orders(campaign="long-a", seed=5)
    async with running(PicketApp(TABLES, settings=Settings(pace=FAST)), (80, 24)) as (pilot, app):
        await opened(pilot, OrdersScreen(game))
        reading = app.screen.query_one(ScrollText)
        shown = " ".join(" ".join(map(words_of, reading.lines[: reading.size.height])).split())
        assert "Your officers handle maneuvers and routine damage control. Press S in battle to change that." in shown
    assert handled_words(StandingOrders()) == ""
    assert (
        handled_words(StandingOrders(commands=True))
        == "Your officers are in command. Press S in battle to change that."
    )


def test_the_opening_orders_say_what_to_play_for_and_how_to_fire() -> None:
    state = new_game(campaign="long-a", seed=1).state
    assert rules_words(state, TABLES)[-1].endswith("Hold as many stages as you can.")
    keys = {key for binding in FirePlanPanel.BINDINGS for key in binding.key.split(",")}
    for aid, named in ((COMMANDED, ("f", "s")), (UNAIDED, ("space", "f"))):
        words = fight_words(aid, None)
        assert keys.issuperset(named)
        for key in named:
            assert re.search(rf"(?<!\w){re.escape(NAMES_OF_KEYS.get(key, key))}(?!\w)", words)
    assert fight_words(COMMANDED, StandingOrders(commands=True)) == "", "the officers fire"


#: Keys as the orders name them.
NAMES_OF_KEYS = {"space": "Space"}


@pytest.mark.slow
@pytest.mark.parametrize(("size", "has_map"), [((80, 24), False), ((120, 40), False), ((160, 50), True)])
@pytest.mark.parametrize(
    "setup", [{"campaign": "long-a", "seed": 5}, {"patrol": "1945-04-06", "days": 3, "level": "advanced", "seed": 5}]
)
async def test_a_wide_page_of_orders_shows_the_station_on_the_map(
    setup: dict[str, object], size: tuple[int, int], has_map: bool
) -> None:
    async with running(PicketApp(TABLES), size) as (pilot, app):
        game = at_orders(**setup)
        await opened(pilot, OrdersScreen(game))
        lines = app.screen.query_one(ScrollText).lines
        assert all(length(row) <= size[0] for row in lines)
        text = text_of(app, "reading")
        assert ("Point Bolo" in text.replace("from Point Bolo", "")) is has_map
        assert text.count(f"[{game.state.ship.station}]") == (2 if has_map else 0), "on the map and in its key"


@pytest.mark.slow
def test_what_is_on_a_page_is_no_news_after_it() -> None:
    autoplay, pages = Autoplay(new_game(campaign="long-a", seed=3), FAST), 0
    while autoplay.scene.kind != OVER and pages < 20:
        if autoplay.scene.kind in PAGES and autoplay.scene.kind not in (KILLED, QUIET_DAYS):
            pages += 1
            assert not autoplay.recent
        go_on(autoplay)
    assert pages == 20


@pytest.mark.slow
def test_orders_come_once_at_the_start() -> None:
    _, steps = long_campaign()
    assert sum(step.kind == ORDERS for step, _ in steps) == 1
    assert all(step.seconds is None for step, _ in steps if step.kind in PAGES)


@pytest.mark.slow
def test_each_officer_killed_has_a_card_that_waits() -> None:
    game, steps = long_campaign()
    killed = [loss for step, _ in steps for loss in step.killed]
    events = [event for event in game.events if isinstance(event, Crew) and event.killed]
    assert killed == [succession(event) for event in events]
    ships = {ship.name: ship for ship in (*game.state.squadron, *game.state.lost, game.state.ship)}.values()
    fallen = sorted(
        (fallen_officer.phase, fallen_officer.post, naval_name(fallen_officer.name, fallen_officer.post))
        for ship in ships
        for fallen_officer in ship.fallen
    )
    assert sorted((loss.phase, loss.post, loss.killed) for loss in killed) == fallen
    assert fallen
    for loss in killed:
        text = drawn(killed_card([loss]), 60)
        assert loss.killed.upper() in text
        assert loss.successor in text
        assert label_words(loss.phase) in text, "the date as in the header"
        assert DUTIES[loss.post] in text


@first_is_quick(("commands", "speed"), [(True, FAST), (True, NORMAL), (False, FAST)])
def test_only_officers_in_command_at_speed_fast_leave_out_the_card(commands: bool, speed: str) -> None:
    game = new_game(campaign="mini", level="advanced", seed=27)
    kinds = {step.kind for step, _ in steps_of(Autoplay(game, speed, StandingOrders(commands=commands)))}
    assert (KILLED in kinds) is not (commands and speed == FAST)


@pytest.mark.slow
def test_three_quiet_days_never_pass_without_a_page_or_card() -> None:
    game = new_game(campaign="long-b", level="basic", seed=2)
    steps = steps_of(Autoplay(game, FAST))
    shown = {date for step, date in steps if step.kind in PAGES}
    spell = 0
    for date, mark in sorted(game.state.records.calendar.items()):
        spell = 0 if date in shown or mark not in (QUIET, ATTACKED) else spell + 1
        assert spell <= QUIET_SPELL
    assert QUIET_DAYS in {step.kind for step, _ in steps}


def test_the_card_of_quiet_days_has_the_ship_and_the_days_to_go() -> None:
    game = at_orders(campaign="mini", seed=5)
    days = [*game.state.records.daily] * 3
    game.state.fighting_days = 3
    text = drawn(quiet_card(days, game.state), 60)
    assert "3 QUIET DAYS" in text
    assert f"3 of {game.state.fighting_days_wanted} fighting days done" in text


async def test_cards_close_by_key_and_q_and_esc_on_a_page_ask_to_leave() -> None:
    game = new_game(campaign="mini", seed=5)
    async with running(PicketApp(TABLES, game, settings=Settings(pace=FAST))) as (pilot, app):
        for _ in range(30):
            if isinstance(app.screen, OrdersScreen):
                break
            await pilot.press("enter")
        assert isinstance(app.screen, OrdersScreen)
        assert "Gunnery officer" in text_of(app, "reading")
        page, battle, answers = app.screen, app.screen_stack[-2], len(game.answers)
        for key, back in (("q", "enter"), ("escape", "escape")):
            await pilot.press(key)
            assert isinstance(app.screen, AskScreen)
            assert "Leave the game?" in app.screen.question
            await pilot.press(back)
            assert app.screen is page
        await opened(pilot, CardOverBoard(killed_card([succession_of_no_one()])))
        assert "GUNNERY OFFICER, KILLED" in text_of(app, "notice")
        assert "+1 becomes -1" in text_of(app, "notice")
        await pilot.press("enter")
        assert app.screen is page
        await pilot.press("q", "y")
        assert battle not in app.screen_stack
        assert len(game.answers) == answers


def succession_of_no_one() -> Succession:
    """A gunnery officer killed, whose successor is worse."""
    return Succession("gunnery_officer", "Lt. R. Hughes", "Ens. T. Dawson", 1, -1, "1945-04-06/morning")


def test_a_scenario_begins_with_its_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """They say what wins and how to fire; the tutorial has lessons instead. A resumed game has none."""
    monkeypatch.setattr(Autoplay, "has_orders", True)
    game = new_game(scenario=5, seed=7, aid=COMMANDED)
    autoplay = Autoplay(game, FAST)
    autoplay.begin()
    while autoplay.scene.kind not in (ASK, ORDERS, OVER):
        autoplay.finish()
    assert autoplay.scene.kind == ORDERS
    words = drawn(orders_page(game.state, TABLES, StandingOrders(), COMMANDED), 100)
    victory = TABLES.scenarios[5].victory.split()
    assert " ".join(victory) in " ".join(words.split())
    assert "USS Evans (DD-552) is on Radar Picket Station No. 15." in words
    assert fight_words(COMMANDED, None) in " ".join(words.split())
    autoplay.finish()
    while autoplay.scene.kind not in (ORDERS, OVER):
        if autoplay.scene.kind == ASK and isinstance(game.request, Choice):
            autoplay.answer(decide(game.play, game.request))
        else:
            autoplay.finish(all_planes=True)
    assert autoplay.scene.kind == OVER, "they are shown once"
