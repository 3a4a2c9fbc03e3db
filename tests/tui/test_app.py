"""Keys typed before a screen is ready or faster than the palette: none crashes the program or is
lost.
"""

import asyncio
import random
from functools import partial

import pytest
from textual import events
from textual.app import App
from textual.binding import Binding
from textual.widgets import Input, Static

from picket_duty.charts.search import LONGEST_SEARCH, matches
from picket_duty.manual import search as search_manual
from picket_duty.paths import data_folder
from picket_duty.saves import start_save
from picket_duty.tui.app import HOW_TO_QUIT, PicketApp
from picket_duty.tui.app_context import context_of
from picket_duty.tui.crash import TRACEBACK_VARIABLE
from picket_duty.tui.keymap import key_groups, key_meant
from picket_duty.tui.palette import Finder
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.charts import ChartListScreen, ChartScreen, chart_entries
from picket_duty.tui.screens.dialogs import AskScreen, NameScreen
from picket_duty.tui.screens.manual_reader import ManualScreen
from picket_duty.tui.screens.menu import MenuScreen, SettingsScreen
from picket_duty.tui.screens.odds import OddsScreen
from picket_duty.tui.screens.standing_orders import StandingOrdersScreen
from picket_duty.tui.settings import Settings
from picket_duty.tui.widgets.form import Form
from picket_duty.tui.widgets.key_line import KeyLine
from picket_duty.tui.widgets.panel import TextPanel
from tests.games import TABLES, new_game
from tests.quick import first_is_quick
from tests.tui.conftest import notices, opened, running, text_of, type_in, until
from tests.tui.early_keys import typed_before_it_stands
from tests.tui.every import SCREENS
from tests.tui.games import big_plan, hurt_ship


@pytest.mark.slow
async def test_keys_typed_before_a_screen_is_ready_do_no_harm():
    await typed_before_it_stands(SCREENS)


@pytest.mark.slow
async def test_keys_typed_early_are_taken_in_order_by_their_own_screen():
    async with running() as (pilot, app):
        page = ChartListScreen(TABLES)
        app.push_screen(page)
        for sign in "hul":
            await app.on_event(events.Key(sign, sign))
        app.post_message(events.Key("l", "l"))
        await until(pilot, lambda: page.search == "hull")
    async with running() as (pilot, app):
        below = ChartListScreen(TABLES)
        above = ChartListScreen(TABLES)
        app.push_screen(below)
        await app.on_event(events.Key("h", "h"))
        app.push_screen(above)
        await app.on_event(events.Key("u", "u"))
        await until(pilot, lambda: above.search == "u" and below.is_mounted)
        await pilot.pause()
        assert below.search == ""
        assert not app.is_taking_keys


async def test_every_key_of_a_burst_reaches_the_page_that_the_first_one_opens():
    async with running() as (pilot, app):
        for typed in ("21", "1234"):
            await opened(pilot, ChartScreen(TABLES["15"]))
            await type_in(pilot, typed)
            await until(pilot, lambda typed=typed: getattr(app.screen, "search", "") == typed)
            assert [type(screen) for screen in app.screen_stack[-2:]] == [
                ChartScreen,
                ChartListScreen,
            ]
            app.pop_screen()
            app.pop_screen()


@pytest.mark.slow
async def test_a_command_of_the_palette_and_keys_for_its_page_may_be_one_burst():
    async with running(PicketApp(TABLES)) as (pilot, app):
        app.post_message(events.Key("ctrl+p", None))
        for sign in "chart 15":
            app.post_message(events.Key("space" if sign == " " else sign, sign))
        app.post_message(events.Key("enter", None))
        for sign in "1234":
            app.post_message(events.Key(sign, sign))
        await until(pilot, lambda: getattr(app.screen, "search", "") == "1234")


@pytest.mark.slow
async def test_bursts_of_all_the_keys_of_a_screen_crash_none(
    monkeypatch,
):
    random_keys = random.Random(1)
    monkeypatch.setattr(PicketApp, "exit", lambda *_, **__: None)
    async with running() as (pilot, app):
        menu = app.screen
        for kind, make in SCREENS.items():
            await opened(pilot, make())
            keys = [key for key in app.screen.active_bindings if key != "ctrl+z"]
            for key in random_keys.choices([*keys, *"12", "escape"], k=12):
                app.post_message(events.Key(key, key if len(key) == 1 else None))
            await until(pilot, lambda: not (app.message_queue_size or app.is_taking_keys))
            assert app._exception is None, kind
            while app.screen is not menu:
                app.pop_screen()


async def test_what_was_worked_out_for_a_screen_that_has_just_closed_is_dropped(monkeypatch):
    async with running() as (pilot, app):
        page = await opened(pilot, AskScreen("Leave?"))
        results = []
        shown = []
        monkeypatch.setattr(app, "call_from_thread", results.append)
        page.in_background(lambda: "a list of saves", shown.append)
        await until(pilot, lambda: results)
        results[0]()
        assert shown == ["a list of saves"]
        app.pop_screen()
        # Its widgets go at the next message; it is attached until they are gone.
        assert page.is_attached
        results[0]()
        assert shown == ["a list of saves"]


async def test_two_keys_at_once_answer_a_screen_only_once():
    async with running() as (pilot, app):
        below = SettingsScreen()
        above = AskScreen("Leave?")
        app.push_screen(below)
        app.push_screen(above)
        await until(pilot, lambda: above.is_mounted and below.is_mounted)
        for sign in "yy":
            await app.on_event(events.Key(sign, sign))
        await until(pilot, lambda: app.screen is not above)
        await pilot.pause()
        assert app.screen is below


KEYS = [
    *["pagedown"] * 6,
    *"pageup down up enter escape ctrl+p ctrl+p a s c backspace home".split(),
]


def hammer(keys, pauses):
    """Type keys into the menu and its palette without waiting for the screen. Raises what ended the
    program.
    """
    app = PicketApp(TABLES)

    async def play():
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            for key in ("ctrl+p", *keys):
                app.post_message(events.Key(key, key if len(key) == 1 else None))
                await asyncio.sleep(pauses.choice([0, 0, 0, 0.003, 0.02]))
            # A key may have quit: what was typed behind it is left.
            await until(
                pilot,
                lambda: bool(app._exception or not app.is_running or not app.is_taking_keys),
            )

    asyncio.run(play())
    return app


@pytest.fixture
def played_by_a_player(monkeypatch, home):
    monkeypatch.delenv(TRACEBACK_VARIABLE, raising=False)


@first_is_quick("seed", range(2))
def test_a_page_key_held_down_in_the_palette(seed, played_by_a_player):
    assert hammer(["pagedown"] * 40, random.Random(seed)).crash is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(15))
def test_random_keys_in_the_palette(seed, played_by_a_player):
    keys = random.Random(seed)
    assert hammer([keys.choice(KEYS) for _ in range(60)], keys).crash is None


@pytest.mark.slow
async def test_capitals_and_full_width_keys_act_as_small_letters():
    async with running(big_plan()) as (pilot, app):
        battle = app.screen
        assert isinstance(battle, BattleScreen)
        for sign, opened_by_it in (("O", OddsScreen), ("Ａ", StandingOrdersScreen)):
            await type_in(pilot, sign)
            await until(pilot, lambda kind=opened_by_it: isinstance(app.screen, kind))
            await pilot.press("escape")
        await type_in(pilot, "１Ｇ")
        assert battle.view.by_guns
        await type_in(pilot, "GS")
        assert "Your exec" in text_of(app, "plan-orders")
        await type_in(pilot, "Q")
        assert isinstance(app.screen, AskScreen)
        await type_in(pilot, "N")
        assert app.screen is battle


@pytest.mark.parametrize("key", ["alt+o", "ctrl+o", "super+o", "meta+o"])
async def test_a_modifier_makes_another_key_of_a_letter(key):
    async with running(PicketApp(TABLES, big_plan())) as (pilot, app):
        battle = app.screen
        app.post_message(events.Key(key, "o"))
        await until(pilot, lambda: not (app.message_queue_size or app.is_taking_keys))
        assert app.screen is battle
        assert battle.query_one(KeyLine).notice == ""


async def test_a_capital_bound_in_the_settings_keeps_its_meaning():
    settings = Settings(keys={"battle.odds": "S"})
    async with running(PicketApp(TABLES, big_plan(), settings=settings)) as (pilot, app):
        await type_in(pilot, "S")
        assert isinstance(app.screen, OddsScreen)


async def test_full_width_symbols_act_as_ordinary_ones():
    async with running(PicketApp(TABLES)) as (pilot, _):
        page = await opened(pilot, ManualScreen())
        await type_in(pilot, "／hull")
        await until(pilot, lambda: page.search == "hull")
        twins = {sign: chr(ord(sign) + 0xFEE0) for sign in "/+-?[]="}
        for sign, wide in twins.items():
            (bound,) = Binding.make_bindings([Binding(sign, "close", "")])
            assert key_meant(events.Key(wide, wide), {bound.key}) == bound.key


async def test_a_page_that_closes_by_itself_takes_the_report_of_a_key_with_it():
    async with running(PicketApp(TABLES)) as (pilot, app):
        await opened(pilot, ChartScreen(TABLES["15"]))
        await type_in(pilot, "ф")
        app.pop_screen()
        await pilot.pause()
        await pilot.press("down")
        assert isinstance(app.screen, MenuScreen)


def test_capitals_have_a_meaning_of_their_own_only_in_a_replay():
    capitals = {
        binding.id
        for bindings in key_groups().values()
        for binding in bindings
        if any(len(key) == 1 and key.isupper() for key in binding.key.split(","))
    }
    replays = {str(name).partition(".")[0] for name in capitals}
    # The core alone has no replay of companion games.
    assert "replay" in replays
    assert replays <= {"replay", "table_replay"}


async def test_text_fields_keep_capitals_and_full_width_characters():
    async with running() as (pilot, _):
        page = ChartListScreen(TABLES)
        await opened(pilot, page)
        await type_in(pilot, "AＡ")
        assert page.search == "AＡ"
        name = NameScreen("")
        await opened(pilot, name)
        await type_in(pilot, "QＱ")
        assert name.query_one(Form).values() == {"name": "QＱ"}


@pytest.mark.parametrize("question", [False, True])
async def test_the_footer_reports_a_key_that_does_nothing_until_the_next_key(
    question,
):
    async with running(big_plan()) as (pilot, app):
        keys = text_of(app, "keys")
        battle = app.screen
        if question:
            await opened(pilot, AskScreen("Leave?"))
        footer = battle.query_one(KeyLine)
        for sign in "фX²":
            await type_in(pilot, sign)
            assert footer.notice.startswith(f"{sign} does nothing. Check Caps Lock")
            assert "key settings." in "".join(span.text for span in footer.lines[0])
        for sign in "z&":
            await type_in(pilot, sign)
            assert footer.notice == f"{sign} does nothing here.", "it is no matter of the keyboard"
        await pilot.press("escape" if question else "space")
        assert app.screen is battle
        assert text_of(app, "keys") == keys


LONG = "fire gun hull plane " * 1000


@pytest.mark.slow
async def test_a_long_paste_into_any_search_is_cut():
    async with running() as (pilot, app):
        for page in (ChartListScreen(TABLES), ManualScreen()):
            await opened(pilot, page)
            app.post_message(events.Paste(f"/{LONG}" if isinstance(page, ManualScreen) else LONG))
            await type_in(pilot, "/")
            app.post_message(events.Paste(LONG))
            await until(pilot, lambda page=page: page.search == LONG[:LONGEST_SEARCH])
        await pilot.press("ctrl+p")
        app.post_message(events.Paste(LONG))
        field = app.screen.query_one(Input)
        await until(pilot, lambda: field.value == LONG[:LONGEST_SEARCH])
        await type_in(pilot, "x")
        assert field.value == LONG[:LONGEST_SEARCH]


@pytest.mark.parametrize("search", [search_manual, partial(matches, chart_entries(TABLES))])
def test_only_the_beginning_of_a_long_search_counts(search):
    assert search(LONG) == search(LONG[:LONGEST_SEARCH])


async def drag(pilot, panel, start, end):
    await pilot.mouse_down(panel, offset=start)
    await pilot.hover(panel, offset=end)
    await pilot.mouse_up(panel, offset=end)
    await pilot.press("ctrl+c")


@pytest.mark.slow
async def test_text_of_pages_and_of_the_log_is_selected_with_the_mouse_and_copied():
    async with running(hurt_ship()) as (pilot, app):
        await pilot.press("f6")
        for end in ((12, 2), (60, 9)):
            await drag(pilot, "#log", (3, 1), end)
            first = text_of(app, "log").splitlines()[1]
            assert app.clipboard.splitlines()[0] == first[3:].rstrip()
        await pilot.press("e")
        assert not app.screen.selections
        page = await opened(pilot, ManualScreen())
        reading = page.query_one("#reading", TextPanel)
        plain = reading.render_line(0)
        await drag(pilot, "#reading", (0, 0), (7, 0))
        assert app.clipboard == "Getting"
        assert next(segment.text for segment in reading.render_line(0)) == "Getting"
        await drag(pilot, "#reading", (0, 3), (0, 3))
        assert reading.render_line(0) == plain


async def test_nothing_selected_copies_nothing_and_ctrl_c_names_the_keys_that_leave():
    async with running(big_plan()) as (pilot, app):
        app.copy_to_clipboard("kept")
        await drag(pilot, "#plan-orders", (3, 1), (12, 3))
        await pilot.press("ctrl+p", "ctrl+c")
        assert app.clipboard == "kept"
        (hint,) = notices(app)
        assert hint == HOW_TO_QUIT


async def test_the_brackets_of_a_notification_are_shown():
    app = PicketApp(TABLES)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        app.screen.notify("Written to [b]x[/b].txt", markup=True)
        await until(pilot, lambda: bool(app.screen.query("Toast")))
        assert str(app.screen.query_one("Toast", Static).render()) == "Written to [b]x[/b].txt"


def test_another_application_is_refused():
    with pytest.raises(TypeError, match="App is not the application"):
        context_of(App())


@pytest.mark.slow
async def test_the_palette_has_the_commands_of_the_screen_and_saves_its_picture():
    async with running(big_plan()) as (pilot, app):
        for screen in app.screen_stack:
            assert (
                sum("quit" in command.title.lower() for command in app.get_system_commands(screen))
                == 1
            )
        commands = {
            command.title: command.callback for command in app.get_system_commands(app.screen)
        }
        assert any(title.startswith("Undo the last ") for title in commands)
        for app.theme in ("daylight", "high-contrast"):
            await pilot.pause()
            assert text_of(app, "plot")
        commands["Save a picture of the screen"]()
        await pilot.pause()
        (picture,) = (data_folder() / "pictures").iterdir()
        assert picture.suffix == ".svg"
        assert "Fire" in picture.read_text(encoding="utf-8")
        assert str(picture) in notices(app)[-1]


@pytest.mark.slow
async def test_the_palette_finds_charts_pages_settings_and_saves():
    start_save(new_game(scenario=6, seed=1), name="mine")
    async with running(new_game(scenario=1, seed=1)) as (pilot, app):
        finder = Finder(app.screen)
        await finder.startup()

        async def hits(query):
            return {str(hit.text): hit.command async for hit in finder.search(query)}

        assert "Theme: daylight" in await hits("daylight")
        assert any(
            name.startswith("Manual: Damage: Flooding") for name in await hits("counterflooding")
        )
        assert {"Continue mine", "Replay mine"} <= set(await hits("mine"))
        assert len([name for name in await hits("gunnery") if name.startswith("Chart 9")]) == 4
        (await hits("20mm guns"))["Chart 9-2/20mm US Defensive Fire: 20mm Guns (Gunnery)"]()
        await pilot.pause()
        assert isinstance(app.screen, ChartScreen)
        for name in (
            "Scenario",
            "Campaign",
            "Patrol",
            "Today's watch",
            "First battle",
            "Charts",
            "Manual",
            "Saves",
        ):
            assert name in await hits(name)
        assert {"Historical days", "Service record"} <= {
            *await hits("historical"),
            *await hits("service"),
        }
        (await hits("settings"))["Settings"]()
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        (await hits("mine"))["Continue mine"]()
        await pilot.pause()
        assert [type(screen) for screen in app.screen_stack] == [MenuScreen, BattleScreen]
        assert app.screen.game.state.setup.name == "6"


@first_is_quick(
    "typed", ["morale", "5. Fires", "9-2", "crash", "does firing cost ammunition", "firing"]
)
async def test_the_manual_and_the_palette_rank_alike(typed):
    async with running() as (pilot, app):
        finder = Finder(app.screen)
        await finder.startup()
        hits = sorted([hit async for hit in finder.search(typed)], key=lambda hit: -hit.score)
        ranked = [str(hit.text) for hit in hits if str(hit.text).startswith(("Manual:", "Chart "))]
        manual = await opened(pilot, ManualScreen(search=typed))
        for item, name in zip(manual.items()[:8], ranked, strict=False):
            assert (
                item.text.partition(":")[0] in name
                if item.text.startswith("Chart ")
                else name.endswith(item.text)
            )
