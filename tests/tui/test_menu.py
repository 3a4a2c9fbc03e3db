"""The menu and what it leads to: forms of new games, lists, questions, and pasted text."""

import re
import subprocess
import sys

import pytest
from textual import events

from picket_duty.captains.standing_orders import NOTE
from picket_duty.saves import start_save
from picket_duty.state import POSTS
from picket_duty.text.styled_text import line
from picket_duty.tui.app import PicketApp
from picket_duty.tui.keymap import back, key_groups
from picket_duty.tui.lines import pasted
from picket_duty.tui.scenes import AT_ONCE
from picket_duty.tui.screens import game_lists, game_setup
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.campaign_records import HistoricalDayScreen
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen
from picket_duty.tui.screens.day_watch import DayWatchScreen
from picket_duty.tui.screens.dialogs import AskScreen, NameScreen, PickScreen
from picket_duty.tui.screens.help import HelpScreen, key_list
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.menu import DestinationsScreen, MenuScreen
from picket_duty.tui.screens.open_games import play
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.page import TextPage
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.screens.standing_orders import LEAST, StandingOrdersScreen
from picket_duty.tui.typed_dice import pasted_dice
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.dice_orders import DiceOrders
from picket_duty.tui.widgets.form import Form
from picket_duty.tui.widgets.key_line import key_words
from picket_duty.tui.widgets.panel import ScrollText
from tests.games import HOUSE_RULES, TABLES, new_game
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.quick import first_is_quick
from tests.tui.conftest import assert_title, opened, running, text_of, type_in, until
from tests.tui.games import at_roll, big_plan, first_game, forward


@pytest.mark.slow
async def test_every_menu_entry_leads_to_its_pages_and_escape_leads_back():
    pages = {
        "New game": [
            game_lists.ScenarioScreen,
            game_lists.CampaignScreen,
            game_setup.SetupScreen,
            DayWatchScreen,
        ],
        "Charts and manual": [ChartListScreen, ManualScreen, HistoricalDayScreen, HelpScreen],
    }
    async with running() as (pilot, app):
        entries = [item.text for item in app.screen.query_one(ItemList).items]
        assert entries[:2] == ["First battle", "New game"]
        assert len([*entries, "Continue"]) == 8
        for entry in entries[1:-1]:
            await pilot.press("down", "enter")
            assert not isinstance(app.screen, MenuScreen)
            for place, page in enumerate(pages.get(entry, ())):
                assert entry in text_of(app, "head")
                await pilot.press("home", *["down"] * place, "enter")
                assert isinstance(app.screen, page)
                await pilot.press("escape")
                assert isinstance(app.screen, DestinationsScreen)
            await pilot.press("escape")
            assert isinstance(app.screen, MenuScreen)
        await pilot.press("home", "enter", "q", "y")  # the first battle
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("end", "enter")
        assert app.return_value == 0


@first_is_quick("with_game", [False, True])
@first_is_quick("size", [(80, 24), (80, 32)])
async def test_the_menu_shows_all_its_entries(size, with_game):
    if with_game:
        game = new_game(scenario=6, seed=1)
        start_save(game, "begun")
        game.save_file.close()
    async with running(size=size) as (pilot, app):
        await pilot.pause()
        choices = app.screen.query_one("#menu", ItemList)
        assert ("Continue" in [item.text for item in choices.items]) is with_game
        assert choices.item.text == ("Continue" if with_game else "First battle")
        assert choices.size.height >= len(choices.items)
        assert "P I C K E T" in text_of(app, "title").splitlines()[-2]


async def test_after_the_only_game_is_over_new_game_is_selected():
    game = new_game(scenario=6, seed=1)
    path = start_save(game, "begun")
    game.save_file.close()
    async with running() as (pilot, app):
        listed = app.screen.query_one("#menu", ItemList)
        assert listed.item.text == "Continue"
        await opened(pilot, HelpScreen([]))
        path.unlink()
        await pilot.press("escape")
        assert listed.item.text == "New game"


@pytest.mark.slow
async def test_all_nine_officers_may_have_names_the_captain_in_the_form_too():
    async with running() as (pilot, app):
        await pilot.press("down", "enter", "enter", "enter")
        place = [field.name for field in app.screen.query_one(Form).fields].index("captain")
        await pilot.press(*["down"] * place, *"Cdr. Q", "f2")
        assert isinstance(app.screen, game_setup.OfficersScreen)
        assert app.screen.query_one(Form).values()["captain"] == "Cdr. Q"
        await pilot.press(*["backspace"] * 6)
        names = {}
        for number, post in enumerate(POSTS):
            names[post] = f"Officer {'ABCDEFGHI'[number]}"
            await type_in(pilot, names[post])
            await pilot.press("down")
        await pilot.press("enter")
        assert isinstance(app.screen, game_setup.SetupScreen)
        assert "Officer A" in text_of(app, "form")
        await pilot.press("f2", "escape", "enter")
        game = app.screen.game
        assert game.state.setup.officers == names
        forward(game, lambda game: len(game.state.ship.crew) == len(POSTS))
        assert {post: officer.name for post, officer in game.state.ship.crew.items()} == names


@pytest.mark.slow
async def test_help_is_made_from_the_keys_of_the_screen_and_names_no_internal_one():
    async with running(big_plan()) as (pilot, app):
        await pilot.press("f1")
        assert isinstance(app.screen, HelpScreen)
        keys = dict(app.screen.keys)
        assert keys["s"] == "Ask your exec for a plan; press again to use it"
        assert keys["u"].startswith(
            "Undo the last change to this fire plan; if nothing has changed, go back"
        )
        assert "Scroll" not in " ".join(keys.values())[:10]
        await pilot.press("m", "down")
        assert isinstance(app.screen, ManualScreen)
        assert text_of(app, "reading").strip()
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, BattleScreen)
        for screen in (MenuScreen(), ChartScreen(TABLES["10"])):
            await opened(pilot, screen)
            shown = {words for _, words in key_list(app.screen.active_bindings)}
            assert not {"Focus Next", "Focus Previous", "Up", "End", "Top"} & shown
            assert not any(words.istitle() and " " in words for words in shown)


@pytest.mark.slow
async def test_the_key_line_and_the_answers_of_a_question_can_be_clicked():
    async with running() as (pilot, app):

        def at(words):
            return text_of(app, "keys").index(words), 0

        await pilot.press("home", "down", "enter")
        await pilot.click("#keys", offset=at("Enter Choose"))
        assert isinstance(app.screen, game_lists.ScenarioScreen)
        await pilot.press("9", "3")
        assert isinstance(app.screen, game_lists.ScenarioScreen), (
            "a number selects, so that the briefing can be read"
        )
        await pilot.press("enter")
        assert isinstance(app.screen, game_setup.SetupScreen)
        await pilot.press("escape", "escape")
        await pilot.click("#keys", offset=at("Esc Back"))
        assert isinstance(app.screen, MenuScreen)
        play(app, big_plan())
        await pilot.pause()
        battle = app.screen
        assert isinstance(battle, BattleScreen)
        await pilot.click("#keys", offset=at("s Exec"))
        assert "Your exec" in text_of(app, "plan-orders")
        await pilot.click("#keys", offset=at("q Leave"))
        await pilot.click("#answers", offset=(2, 0))
        assert isinstance(app.screen, MenuScreen)


@pytest.mark.slow
async def test_a_click_selects_planes_and_guns():
    async with running() as (pilot, app):
        await pilot.press("home", "down", "enter", "down", "down", "enter")  # New game, Patrol
        form = app.screen.query_one(Form)
        station = [field.name for field in form.fields].index("station")
        for answer in ("", "1"):
            await pilot.click(Form, offset=(4, form.gutter.top + station))
            assert form.field.name == "station"
            assert form.values()["station"] == answer
        await pilot.press("escape", "home", "enter")
        choices = app.screen.query_one(ItemList)
        await pilot.click(ItemList, offset=(4, choices.gutter.top + 3))
        assert isinstance(app.screen, game_setup.SetupScreen)
        assert app.screen.fixed == {"scenario": 3}


async def test_only_y_says_yes():
    async with running() as (pilot, app):
        answers = []
        for key in ("enter", "escape", "n", "q", "y"):
            asked = await opened(pilot, AskScreen("Leave?", "leave", "stay"), answers.append)
            await pilot.press("j")
            assert app.screen is asked
            await pilot.press(key)
            assert app.screen is not asked
        assert answers == [False] * 4 + [True]


@first_is_quick(("keys", "asks"), [((), False), (("right",), True)])
async def test_the_form_leaves_every_decision_to_the_player_if_asked(keys, asks):
    async with running(
        game_setup.SetupScreen("Scenario 3", {"scenario": 3}, game_setup.common_fields(()))
    ) as (
        pilot,
        app,
    ):
        form = app.screen.query_one(Form)
        while form.field.name != "routine":
            await pilot.press("down")
        await pilot.press(*keys, "enter")
        await pilot.pause()
        assert (NOTE in app.screen.game.save_file.notes) == asks


@first_is_quick(("keys", "options"), [(("right",), HOUSE_RULES), ((), ())])
async def test_the_switch_of_a_house_rule_says_that_it_is_not_printed(keys, options):
    fields = game_setup.scenario_fields(TABLES.scenarios[3], TABLES)
    screen = game_setup.SetupScreen("Scenario 3", {"scenario": 3}, fields)
    async with running(screen) as (pilot, app):
        form = app.screen.query_one(Form)
        labels = [field.label for field in form.fields]
        await pilot.press(*["down"] * labels.index("Hard turns spoil the aim"))
        said = " ".join(text_of(app, "form").split())
        assert "not in the printed game" in said
        assert all(rule.text in said for rule in TABLES.house_rules)
        await pilot.press(*keys, "enter")
        await pilot.pause()
        assert app.screen.game.state.setup.options == options


async def test_the_note_on_a_field_comes_into_view_on_a_low_screen():
    screen = game_setup.SetupScreen("Patrol", {}, game_setup.patrol_fields(TABLES))
    async with running(screen, size=(80, 24)) as (pilot, app):
        form = app.screen.query_one(Form)
        while form.field.label != "Hard turns spoil the aim":
            await pilot.press("down")
        last = form.scroll_offset.y + form.size.height
        assert len(form.lines) == last, "the end of the note"
        await pilot.press(*["up"] * len(form.fields))
        assert form.scroll_offset.y == 0


async def test_the_list_of_scenarios_says_whose_games_by_which_rules():
    async with running(game_lists.ScenarioScreen(), size=(80, 24)) as (_, app):
        assert game_lists.DOCTRINE.strip() in text_of(app, "list")
        assert "printed rules" in game_lists.DOCTRINE


async def test_the_selection_of_a_form_stops_at_its_ends():
    screen = game_setup.SetupScreen("Scenario 3", {"scenario": 3}, game_setup.common_fields(()))
    async with running(screen) as (pilot, app):
        form = app.screen.query_one(Form)
        await pilot.press("up")
        assert form.index == 0
        await pilot.press(*["down"] * len(form.fields))
        assert form.index == len(form.fields) - 1


async def test_a_standing_order_has_a_note_for_every_value_and_only_a_typed_one_can_be_erased():
    async with running(StandingOrdersScreen(SHIPPED_ROUTINE)) as (pilot, app):
        form = app.screen.query_one(Form)
        typed = []
        for field in form.fields:
            assert form.field is field
            if field.name != LEAST:
                assert set(field.notes) == {value for value, _ in field.choices}
                assert len(set(field.notes.values())) == len(field.choices)
            keys = {
                active.binding.action
                for active in app.screen.active_bindings.values()
                if active.enabled
            }
            typed += [field.name] * ("erase" in keys)
            await pilot.press("down")
        assert typed == [LEAST]


def test_keys_have_the_names_on_the_keyboard():
    names = "Ctrl+_ ? Shift+Tab F2 Delete . Ctrl+P S"
    assert (
        " ".join(
            map(
                key_words,
                "ctrl+underscore question_mark shift+tab f2 delete full_stop ctrl+p S".split(),
            )
        )
        == names
    )
    keys = {
        key
        for bindings in key_groups().values()
        for binding in bindings
        for key in binding.key.split(",")
    }
    assert len(keys) > 50
    for key in keys:
        assert "_" not in key_words(key).removesuffix("Ctrl+_")
        assert key_words(key) == key or key_words(key)[0].isupper() or not key_words(key).isalnum()


@pytest.mark.slow
async def test_no_title_of_a_game_is_cut_at_80_columns():
    titles = {
        game_lists.ScenarioScreen: [data.title for data in TABLES.scenarios.values()],
        game_lists.CampaignScreen: [data.title for data in TABLES.campaigns.values()],
    }
    async with running() as (pilot, app):
        for kind, games in titles.items():
            for title in games:
                if title == games[0]:
                    await app.push_screen(kind())
                else:
                    await pilot.press("down")
                await pilot.pause()
                assert_title(app, "reading", title)
                await pilot.press("enter")
                await pilot.pause()
                assert_title(app, "head", title)
                await pilot.press("escape")
                await pilot.pause()


async def test_headings_are_skipped_at_the_ends_of_a_list_and_a_digit_selects():
    items = [Item("", "Head", heading=True), Item("a", "A"), Item("b", "B")]
    async with running(PickScreen("Which?", items)) as (pilot, app):
        listed = app.screen.query_one(ItemList)
        pressed = []
        for key in ("home", "up", "down", "down", "up"):
            await pilot.press(key)
            pressed.append(listed.index)
        assert pressed == [1, 1, 2, 2, 1]
    async with running() as (pilot, app):
        given = []
        await opened(
            pilot, PickScreen("Which?", [Item("a", "This"), Item("b", "That")]), given.append
        )
        assert [words.split()[-2] for words in text_of(app, "answers").splitlines()] == ["1", "2"]
        await pilot.press("2", "9")
        assert not given
        await pilot.press("enter")
        assert given == ["b"]


class NarrowPage(TextPage[None]):
    MAX_WIDTH = 60
    BINDINGS = [back()]

    def lines_for(self, width):
        return [line(f"made for {width}") for _ in range(100)]


async def test_a_text_page_has_a_width_scrolls_and_closes():
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


async def paste(pilot, text):
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


def test_a_pasted_text_is_one_line_and_pasted_dice_are_digits_in_any_form():
    assert pasted(" radar\n\tpicket \x1b[31mduty\r\n") == "radar picket [31mduty"
    assert pasted_dice("5 4", 2) == pasted_dice("5,4\n", 2) == pasted_dice("54", 2) == [5, 4]
    assert pasted_dice("", 2) == []
    with pytest.raises(ValueError, match="'x' is not a digit"):
        pasted_dice("5 x", 2)
    with pytest.raises(ValueError, match="You pasted 2 numbers, but this roll needs only 1"):
        pasted_dice("5 4", 1)


async def test_a_text_is_pasted_into_the_searches_and_gives_no_orders():
    async with running(big_plan()) as (pilot, app):
        request = app.screen.game.request
        await paste(pilot, "f\nfq\r")
        assert app.screen.game.request is request
        charts = await opened(pilot, ChartListScreen(TABLES))
        await paste(pilot, "9-2/5in\n")
        assert charts.search == "9-2/5in"
        manual = await opened(pilot, ManualScreen())
        await paste(pilot, "ignored")
        assert manual.search == ""
        await pilot.press("slash")
        await paste(pilot, "radical maneuvers")
        assert manual.search == "radical maneuvers"
        await opened(pilot, NameScreen("sun"))
        await paste(pilot, "day\nnight")
        assert app.screen.query_one(Form).values()["name"] == "sunday night"


async def test_pasted_dice_are_entered_and_those_of_another_roll_are_refused():
    game = first_game(at_roll("gunnery"), scenario=4, dice="own")
    answers = len(game.answers)
    async with running(game) as (pilot, app):
        dice = app.screen.query_one(DiceOrders)
        await paste(pilot, "3 4 5")
        assert dice.notice == "You pasted 3 numbers, but this roll needs only 2"
        await paste(pilot, "3 9")
        assert "This die cannot show 9" in dice.notice
        assert dice.draft.dice == [3, None]
        await pilot.press("backspace")
        await paste(pilot, "five")
        assert "'f' is not a digit" in dice.notice
        assert game.answers[answers:] == []
        await paste(pilot, "3, 4")
        assert game.answers[answers:][:1] == [(3, 4)]


@pytest.mark.slow
async def test_a_whole_scenario_from_the_menu_to_the_outcome_and_back(
    monkeypatch,
):
    monkeypatch.setattr("picket_duty.tui.scenes.WATCHED", AT_ONCE)
    keys = {"one": ["down"], "assign": ["1"], "men": ["s", "enter"]}
    async with running() as (pilot, app):
        # New game, the first scenario, seed 7.
        await pilot.press("down", "enter", "enter", "enter", *["down"] * 11, "7", "enter")
        game = app.screen.game
        assert game.state.setup.seed == 7
        await pilot.press("enter", "enter")
        assert [len(answer) for answer in game.answers] == [2, 2]
        await pilot.press("v")
        for _ in range(200):
            if not isinstance(app.screen, OutcomeScreen):
                request = game.request if isinstance(app.screen, BattleScreen) else None
                await pilot.press(*keys.get(getattr(request, "kind", ""), ()), "enter")
        assert game.over
        story = text_of(app, "reading")
        assert "Historical outcome" in story
        await pilot.press("f")
        assert re.search(r"Seed +7\b", text_of(app, "reading"))
        await pilot.press("f")
        assert text_of(app, "reading") == story
        assert "Replay" in text_of(app, "keys")
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        assert app.screen.playback.whole.answers == game.answers
        await pilot.press("escape", "q")
        assert isinstance(app.screen, MenuScreen)
        assert "Continue" not in text_of(app, "menu")


#: Opens the menu and prints what would play a game.
ALONE = """
import asyncio, sys
from picket_duty.tui.app import PicketApp
from picket_duty.book import load_tables
async def look():
    async with PicketApp(load_tables()).run_test() as pilot:
        await pilot.pause()
asyncio.run(look())
print([name for name in sys.modules if name in ("picket_duty.game", "picket_duty.rules.system")])
"""


@pytest.mark.slow
def test_the_menu_opens_without_what_plays_a_game(home):
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]"]
