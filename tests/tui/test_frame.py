"""What surrounds a battle: dialogs, set-up, standing orders, awards and the last day."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest
from textual.widgets import Static

from picket_duty.book.vocabulary import Remark
from picket_duty.captains.standing_orders import NOTE
from picket_duty.events import Note
from picket_duty.facts import live_facts
from picket_duty.game import Game
from picket_duty.pages.awards import awards_of, awards_on
from picket_duty.pages.campaign_day import awards_section, phase_blocks
from picket_duty.pages.orders import orders_page
from picket_duty.pages.ships import whole_game_facts
from picket_duty.saves import start_save
from picket_duty.text.names import name_within, naval_date, naval_name
from picket_duty.text.ship_service import Award
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import DAY, Autoplay
from picket_duty.tui.keymap import key_groups
from picket_duty.tui.lines import length
from picket_duty.tui.screens.game_setup import (
    LEAST,
    CampaignScreen,
    ScenarioScreen,
    SetupScreen,
    StandingOrdersScreen,
    common_fields,
    fields_of,
)
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.page import AskScreen
from picket_duty.tui.screens.saved_games import SavedGamesScreen
from picket_duty.tui.settings import FAST
from picket_duty.tui.widgets.bars import key_words
from picket_duty.tui.widgets.choices import Form, ItemList
from picket_duty.tui.widgets.panel import Panel, ScrollText
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.quick import first_is_quick
from tests.tui.conftest import TABLES, drawn, new_game, opened, running, showing, text_of, until
from tests.tui.saved import campaign, played
from tests.tui.test_orders_page import at_orders, steps_of

#: The planes met and their fates, as all pages count them.
COUNTS = re.compile(r"\d+ planes: \d+ [^.;]*")


async def test_only_y_says_yes_and_a_key_without_a_use_is_said_to_be_no_answer() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        answers: list[bool | None] = []
        for key in ("enter", "escape", "n", "q", "y"):
            asked = await opened(pilot, AskScreen("Leave?", "leave", "stay"), answers.append)
            note = asked.query_one("#note", Static)
            assert not note.display
            await pilot.press("j")
            assert app.screen is asked
            assert note.display
            assert str(note.render()) == "Press one of the keys listed above."
            await pilot.press(key)
            assert app.screen is not asked
        assert answers == [False] * 4 + [True]


@pytest.mark.slow
async def test_enter_reads_the_last_page_to_its_end_and_then_asks() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        over = await opened(pilot, OutcomeScreen(played(scenario=1, seed=3)))
        reading = over.query_one("#reading")
        assert reading.max_scroll_y > 0
        pages = 0
        while app.screen is over:
            await pilot.press("enter")
            pages += 1
        assert pages > 1
        assert reading.scroll_offset.y == reading.max_scroll_y
        assert isinstance(app.screen, AskScreen)
        await pilot.press("enter")
        assert app.screen is over
        await pilot.press("f", "escape")
        assert app.screen is over
        assert not over.in_figures
        await pilot.press("q")
        assert isinstance(app.screen, MenuScreen)


@first_is_quick(("keys", "asks"), [((), False), (("right",), True)])
async def test_the_form_leaves_every_decision_to_the_player_if_asked(keys: tuple[str, ...], asks: bool) -> None:
    async with showing(SetupScreen("Scenario 3", {"scenario": 3}, common_fields(()))) as (pilot, app):
        form = app.screen.query_one(Form)
        while form.field.name != "routine":
            await pilot.press("down")
        await pilot.press(*keys, "enter")
        await pilot.pause()
        assert (NOTE in app.screen.game.save_file.notes) == asks


def test_every_value_of_a_standing_order_has_a_note_of_its_own() -> None:
    for field in fields_of(SHIPPED_ROUTINE):
        if field.name != LEAST:
            assert set(field.notes) == {value for value, _ in field.choices}
            assert len(set(field.notes.values())) == len(field.choices)


async def test_only_a_typed_value_can_be_erased() -> None:
    async with showing(StandingOrdersScreen(SHIPPED_ROUTINE)) as (pilot, app):
        form = app.screen.query_one(Form)
        typed = []
        for field in form.fields:
            assert form.field is field
            keys = {active.binding.action for active in app.screen.active_bindings.values() if active.enabled}
            typed += [field.name] * ("erase" in keys)
            await pilot.press("down")
        assert typed == [LEAST]


@lru_cache(maxsize=1)
def decorated() -> tuple[Game, list[Award]]:
    game = played(campaign="long-b", level="advanced", seed=10)
    return game, awards_of(whole_game_facts(game), TABLES)


@pytest.mark.slow
def test_the_page_of_awards_names_the_ship_once_per_award() -> None:
    _, awards = decorated()
    for date in {award.date for award in awards}:
        of_day = [award for award in awards if award.date == date]
        head, *rows = drawn(awards_section(of_day), 200).splitlines()
        assert head == "Awards"
        for row in rows:
            assert row.count(of_day[0].ship) <= 1


def test_ranks_are_those_of_1945_wherever_an_officer_is_named() -> None:
    game = at_orders(campaign="mini", seed=3)
    text = drawn(orders_page(game.state, TABLES), 100)
    for post, officer in game.state.ship.crew.items():
        assert naval_name(officer.name, post) in text
    assert "Cdr." not in text
    assert naval_date(game.state.date.isoformat()) in text


def test_a_long_name_keeps_its_surname() -> None:
    assert name_within("Ch. Mach. Donald Hamilton", 24) == "Ch. Mach. D. Hamilton"
    assert name_within("Lt. Walter Connolly", 24) == "Lt. Walter Connolly"
    assert name_within("Bartholomew", 5) == "Bartholomew"


def test_the_last_quiet_day_of_a_patrol_has_a_page() -> None:
    autoplay = Autoplay(new_game(patrol="1945-06-20", days=1, seed=2), FAST)
    steps = [step for step, _ in steps_of(autoplay)]
    assert not awards_on(autoplay.game, "1945-06-20")
    assert [step.date for step in steps if step.kind == DAY] == ["1945-06-20"]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("ctrl+underscore", "Ctrl+_"),
        ("question_mark", "?"),
        ("shift+tab", "Shift+Tab"),
        ("f2", "F2"),
        ("delete", "Delete"),
        ("full_stop", "."),
        ("ctrl+p", "Ctrl+P"),
        ("S", "S"),
    ],
)
def test_keys_have_the_names_on_the_keyboard(key: str, words: str) -> None:
    assert key_words(key) == words


def test_no_page_shows_a_raw_key_name() -> None:
    keys = {key for bindings in key_groups().values() for binding in bindings for key in binding.key.split(",")}
    assert len(keys) > 50
    for key in keys:
        assert "_" not in key_words(key).removesuffix("Ctrl+_")
        assert key_words(key) == key or key_words(key)[0].isupper() or not key_words(key).isalnum()


@pytest.mark.slow
@pytest.mark.parametrize(
    "setup", [{"campaign": "mini"}, {"campaign": "long-a", "level": "advanced"}, {"patrol": "1945-04-06", "days": 3}]
)
async def test_no_counts_are_twice_on_a_page(setup: dict[str, object]) -> None:
    game = played(**setup, seed=3)
    async with showing(OutcomeScreen(game), (120, 40)) as (pilot, app):
        for _ in range(2):
            text = " ".join(text_of(app, "reading").split())
            counts = COUNTS.findall(text)
            assert counts
            assert len(counts) == len(set(counts))
            await pilot.press("f")


def assert_title(app: PicketApp, name: str, title: str) -> None:
    panel = app.screen.query_one(f"#{name}", Panel)
    assert title in " ".join(text_of(app, name).split())
    assert all(length(row) <= panel.size.width for row in panel.lines)


@pytest.mark.slow
async def test_no_title_of_a_game_is_cut_at_80_columns() -> None:
    """The titles of scenarios and campaigns beside their lists and above the forms of new games."""
    titles = {
        ScenarioScreen: [data.title for data in TABLES.scenarios.values()],
        CampaignScreen: [data.title for data in TABLES.campaigns.values()],
    }
    async with running(PicketApp(TABLES)) as (pilot, app):
        for kind, games in titles.items():
            for title in games:
                if title == games[0]:
                    await app.push_screen(kind(TABLES))
                else:
                    await pilot.press("down")
                await pilot.pause()
                assert_title(app, "reading", title)
                await pilot.press("enter")
                await pilot.pause()
                assert_title(app, "head", title)
                await pilot.press("escape")
                await pilot.pause()


async def test_the_replay_list_says_when_a_game_was_played_and_hides_the_name_of_its_file() -> None:
    timed, named = new_game(campaign="mini", seed=1), new_game(scenario=1, seed=2)
    path = start_save(timed)
    start_save(named, "sunday")
    async with showing(SavedGamesScreen(), (120, 40)) as (pilot, app):
        await until(pilot, lambda: "Scenario" in text_of(app, "menu"))
        shown = text_of(app, "menu")
        assert path.stem not in "".join(item.note for item in app.screen.query_one(ItemList).items)
        assert ": sunday" in shown
        assert re.search(r"played [A-Z][a-z]{2} \d+, \d\d:\d\d", shown)


@pytest.mark.slow
async def test_the_key_line_names_the_keys_that_scroll_only_where_text_is_hidden() -> None:
    async with showing(CampaignScreen(TABLES), (80, 24)) as (pilot, app):
        hidden_text = []
        for _ in TABLES.campaigns:
            hidden_text.append(app.screen.query_one(ScrollText).is_long)
            assert ("Scroll down" in text_of(app, "keys")) is hidden_text[-1]
            await pilot.press("down")
            await pilot.pause()
        assert any(hidden_text), "some campaigns have more text than the screen shows"
        await pilot.resize_terminal(160, 60)
        await pilot.pause()
        assert "Scroll down" not in text_of(app, "keys")


@pytest.mark.slow
def test_the_page_of_a_day_names_an_emergency() -> None:
    game = campaign()
    phases = [phase for day in live_facts(game).days for phase in day.phases]
    declared = [
        sum(isinstance(event, Note) and event.remark == (Remark.EMERGENCY, "") for event in phase.aftermath)
        for phase in phases
    ]
    told = [drawn(phase_blocks(game, phase), 120).count("Emergency granted") for phase in phases]
    assert any(declared)
    assert told == declared
