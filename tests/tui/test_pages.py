"""Screens outside the battle: menu, setup, charts, help, odds, manual."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.screen import Screen

from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.pages.formats import text_lines
from picket_duty.pages.odds_report import advice_page, relief_words
from picket_duty.paths import data_folder
from picket_duty.requests import Choice
from picket_duty.rules import control, upkeep, wave
from picket_duty.rules.gunnery import gun_roll
from picket_duty.saves import start_save
from picket_duty.state import POSTS, Compartment
from picket_duty.text.chances import RecommendationText
from picket_duty.tui import battle_view
from picket_duty.tui.app import PICTURES, PicketApp
from picket_duty.tui.battle_view import suggest
from picket_duty.tui.palette import Finder, _show_chart
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.campaign_records import HistoricalDayScreen
from picket_duty.tui.screens.charts import OTHERS, ChartListScreen, ChartScreen, by_chapter, roll_now
from picket_duty.tui.screens.day_watch import DayWatchScreen
from picket_duty.tui.screens.game_setup import CampaignScreen, OfficersScreen, ScenarioScreen, SetupScreen
from picket_duty.tui.screens.manual_reader import HelpScreen, ManualScreen
from picket_duty.tui.screens.menu import DestinationsScreen, MenuScreen, SettingsScreen
from picket_duty.tui.screens.open_games import play
from picket_duty.tui.widgets.choices import Form, ItemList
from tests.quick import first_is_quick
from tests.tui.conftest import (
    TABLES,
    at_choice,
    big_plan,
    first_game,
    forward,
    hurt_ship,
    new_game,
    opened,
    running,
    showing,
    text_of,
    type_in,
)


@pytest.mark.slow
async def test_every_menu_entry_leads_somewhere_and_escape_leads_back() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        choices = app.screen.query_one(ItemList)
        entries = [item.text for item in choices.items]
        assert entries[:2] == ["First battle", "New game"]
        assert len([*entries, "Continue"]) == 8
        for _ in entries[1:-1]:
            await pilot.press("down", "enter")
            assert not isinstance(app.screen, MenuScreen)
            await pilot.press("escape")
            assert isinstance(app.screen, MenuScreen)
        await pilot.press("home", "enter", "q", "y")  # the first battle
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("end", "enter")
        assert app.return_value == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entry", "opened"),
    [
        ("New game", [ScenarioScreen, CampaignScreen, SetupScreen, DayWatchScreen]),
        ("Charts and manual", [ChartListScreen, ManualScreen, HistoricalDayScreen, HelpScreen]),
    ],
)
async def test_a_page_of_the_menu_leads_to_its_pages_and_back(entry: str, opened: list[type[Screen[Any]]]) -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        places = [item.text for item in app.screen.query_one(ItemList).items]
        await pilot.press("home", *["down"] * places.index(entry), "enter")
        assert isinstance(app.screen, DestinationsScreen)
        assert entry in text_of(app, "head")
        for place, page in enumerate(opened):
            await pilot.press("home", *["down"] * place, "enter")
            assert isinstance(app.screen, page)
            await pilot.press("escape")
            assert isinstance(app.screen, DestinationsScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, MenuScreen)


@first_is_quick("with_game", [False, True])
@first_is_quick("size", [(80, 24), (80, 32)])
async def test_the_menu_shows_all_its_entries(size: tuple[int, int], with_game: bool) -> None:
    """With Continue there is one more; the picture of the ship gives way."""
    if with_game:
        game = new_game(scenario=6, seed=1)
        start_save(game, "begun")
        game.save_file.close()
    async with running(PicketApp(TABLES), size) as (pilot, app):
        await pilot.pause()
        choices = app.screen.query_one("#menu", ItemList)
        assert ("Continue" in [item.text for item in choices.items]) is with_game
        assert choices.item.text == ("Continue" if with_game else "First battle")
        assert choices.size.height >= len(choices.items)
        assert "P I C K E T" in text_of(app, "title").splitlines()[-2]


@pytest.mark.slow
async def test_a_campaign_of_every_kind_can_be_set_up() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        await pilot.press("home", "down", "enter", "down", "enter")
        assert isinstance(app.screen, CampaignScreen)
        for data in TABLES.campaigns.values():
            await pilot.press("enter")
            assert isinstance(app.screen, SetupScreen)
            assert app.screen.fixed == {"campaign": data.id}
            await pilot.press("escape", "down")


@pytest.mark.slow
async def test_the_player_may_name_the_captain() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        await pilot.press("down", "enter", "enter", "enter")
        form = app.screen.query_one("#form")
        place = [field.name for field in form.fields].index("captain")
        await pilot.press(*["down"] * place, *"Cdr. Q. Test", "enter")
        assert isinstance(app.screen, BattleScreen)
        await pilot.press("enter")
        assert app.screen.game.state.ship.crew["captain"].name == "Cdr. Q. Test"


@pytest.mark.slow
async def test_all_nine_officers_may_have_names() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        await pilot.press("down", "enter", "enter", "enter", "f2")
        assert isinstance(app.screen, OfficersScreen)
        names = {}
        for number, post in enumerate(POSTS):
            names[post] = f"Officer {'ABCDEFGHI'[number]}"
            await type_in(pilot, names[post])
            await pilot.press("down")
        await pilot.press("enter")
        assert isinstance(app.screen, SetupScreen)
        assert "Officer A" in text_of(app, "form")
        await pilot.press("f2", "escape", "enter")
        game = app.screen.game
        assert game.state.setup.officers == names
        forward(game, lambda game: len(game.state.ship.crew) == len(POSTS))
        assert {post: officer.name for post, officer in game.state.ship.crew.items()} == names


@pytest.mark.slow
async def test_help_is_made_from_the_keys_of_the_screen() -> None:
    async with running(PicketApp(TABLES, big_plan())) as (pilot, app):
        await pilot.press("f1")
        assert isinstance(app.screen, HelpScreen)
        keys = dict(app.screen.keys)
        assert keys["s"] == "Ask your exec for an aim; press again to use his plan"
        assert keys["u"] == (
            "Undo the last change to this fire plan. If nothing has changed, go back to your last decision."
        )
        assert "Scroll" not in " ".join(keys.values())[:10]
        await pilot.press("m")
        assert isinstance(app.screen, ManualScreen)
        await pilot.press("down")
        assert text_of(app, "reading").strip()
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, BattleScreen)


def test_the_odds_of_a_decision_end_with_the_execs_advice() -> None:
    game = forward(new_game(scenario=6, seed=11), lambda game: isinstance(game.request, Choice))
    words = " ".join(text_lines(advice_page(game, game.request, RecommendationText(), suggest(game), working=False)))
    assert "Exec: Maneuver" in words


@pytest.mark.parametrize(
    ("order", "tracks", "reason"),
    [
        ("repair", {"hull": 3}, "With her hull at 3 of 6, one bad wave could sink her."),
        ("replenish", {"fuel": 2}, "Fuel 2 may not last another day."),
        ("stay", {}, "Her hull, fuel and ammunition are good for another day."),
        ("stay", {"hull": 3}, ""),
    ],
)
def test_the_exec_says_why_to_ask_for_relief(order: str, tracks: dict[str, int], reason: str) -> None:
    game = new_game(campaign="long-b", seed=1)
    for name, points in tracks.items():
        setattr(game.state.ship, name, points)
    assert relief_words(game, order) == reason


def test_among_days_to_serve_the_exec_goes_by_limits_only_if_the_estimates_are_close() -> None:
    """Against the higher estimate, he gives his reason until games are simulated."""
    game = new_game(campaign="mini", level="basic", seed=7)
    play_out(game, QuickCaptain(), lambda now: getattr(now.request, "decision", None) is ASK_RELIEF)
    close = "The estimates are too close to call. With her hull at 3 of 6, one bad wave could sink her."
    assert (relief_words(game, "repair"), relief_words(game, "stay")) == (close, "")
    for advised, shown in ((RecommendationText(), True), (RecommendationText("repair", {}, "Exec: repair."), False)):
        page = " ".join(text_lines(advice_page(game, game.request, advised, "repair", working=True)))
        assert ("too close" in page) is shown


def test_the_exec_counts_what_only_the_anchorage_replaces() -> None:
    game = new_game(campaign="long-b", seed=1)
    rooms = game.state.ship.compartments
    rooms |= {name: Compartment(destroyed=True) for name in list(rooms)[:4]}
    assert relief_words(game, "repair") == "4 items are destroyed, and only the anchorage can replace them."


@pytest.mark.slow
async def test_the_palette_knows_themes_and_the_commands_of_the_screen() -> None:
    async with running(PicketApp(TABLES, big_plan())) as (pilot, app):
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert any(title.startswith("Undo the last ") for title in titles)
        assert sum("quit" in title.lower() for title in titles) == 1
        menu = [command.title for command in app.get_system_commands(app.screen_stack[0])]
        assert sum("quit" in title.lower() for title in menu) == 1
        app.theme = "daylight"
        await pilot.pause()
        app.theme = "high-contrast"
        await pilot.pause()
        assert text_of(app, "plot")


@pytest.mark.slow
async def test_the_palette_saves_a_picture_of_the_screen() -> None:
    async with running(PicketApp(TABLES, big_plan())) as (pilot, app):
        command = next(c for c in app.get_system_commands(app.screen) if c.title == "Save a picture of the screen")
        command.callback()
        await pilot.pause()
        (picture,) = (data_folder() / PICTURES).iterdir()
        assert picture.suffix == ".svg"
        assert "Fire" in picture.read_text(encoding="utf-8")
        assert str(picture) in [notice.message for notice in app._notifications][-1]


@pytest.mark.slow
async def test_the_palette_finds_charts_pages_settings_and_saves() -> None:
    start_save(new_game(scenario=6, seed=1), name="mine")
    async with running(PicketApp(TABLES, new_game(scenario=1, seed=1))) as (pilot, app):
        finder = Finder(app.screen)
        await finder.startup()

        async def hits(query: str) -> dict[str, Callable[[], object]]:
            return {str(hit.text): hit.command async for hit in finder.search(query)}  # type: ignore[attr-defined]

        assert "Theme: daylight" in await hits("daylight")
        assert any(name.startswith("Manual: Damage: Flooding") for name in await hits("counterflooding"))
        assert {"Continue mine", "Replay mine"} <= set(await hits("mine"))
        assert len([name for name in await hits("gunnery") if name.startswith("Chart 9")]) == 4
        (await hits("20mm guns"))["Chart 9-2/20mm US Defensive Fire: 20mm Guns (Gunnery)"]()
        await pilot.pause()
        assert isinstance(app.screen, ChartScreen)
        for name in ("Scenario", "Campaign", "Patrol", "Today's watch", "First battle", "Charts", "Manual", "Saves"):
            assert name in await hits(name)
        assert {"Historical days", "Service record"} <= {*await hits("historical"), *await hits("service")}
        (await hits("settings"))["Settings"]()
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        (await hits("mine"))["Continue mine"]()
        await pilot.pause()
        assert [type(screen) for screen in app.screen_stack] == [MenuScreen, BattleScreen]
        assert app.screen.game.state.setup.name == "6"


@first_is_quick("typed", ["morale", "5. Fires", "9-2", "crash", "does firing cost ammunition", "firing"])
async def test_the_manual_and_the_palette_rank_alike(typed: str) -> None:
    """Sections and charts come in one order; the palette lists commands and settings too."""
    async with running(PicketApp(TABLES)) as (pilot, app):
        finder = Finder(app.screen)
        await finder.startup()
        hits = sorted([hit async for hit in finder.search(typed)], key=lambda hit: -hit.score)
        ranked = [str(hit.text) for hit in hits if str(hit.text).startswith(("Manual:", "Chart "))]  # type: ignore[attr-defined]
        manual = await opened(pilot, ManualScreen(search=typed))
        for item, name in zip(manual.items()[:8], ranked, strict=False):
            assert item.text.partition(":")[0] in name if item.text.startswith("Chart ") else name.endswith(item.text)


@pytest.mark.slow
async def test_t_opens_the_chart_of_the_selection_and_others_from_there() -> None:
    async with running(PicketApp(TABLES, big_plan())) as (pilot, app):
        battle = app.screen
        battle.view.by_guns = True
        for slot, chart in (("5in-1", "9-2/5in"), ("20mm-B", "9-2/20mm")):
            battle.view.slot = slot
            battle.view.plane = battle.view.planning.slots[slot][0]
            await pilot.press("t")
            assert app.screen.chart.id == chart
            plane = battle.view.plane_looked_at()
            assert app.screen.roll.column == gun_roll(battle.game.play, slot, plane).column
            assert "Not rolled yet" in text_of(app, "roll")
            await pilot.press("escape")
        await pilot.press("t", "1", "9", "enter")
        assert app.screen.chart.id == "19"
        await pilot.press("slash")
        assert isinstance(app.screen, ChartListScreen)


def test_t_opens_the_chart_of_a_job_or_decision() -> None:
    game = hurt_ship()
    name, job = next(iter(game.request.jobs.items()))
    assert battle_view.repair_of(game.play, name, job, 0).table == "20"
    game = first_game(at_choice("one", 0), scenario=2)
    assert [roll.table for roll in battle_view.decision_rolls(game.play, game.request)] == ["19"]


def test_t_opens_table_16_before_table_18_if_the_ship_may_founder_on_the_way() -> None:
    game = forward(new_game(campaign="mini", seed=1), lambda game: False)
    ship, steady = game.state.ship, TABLES.numbers.steady_hull
    ship.fuel, tables = 1, {}
    for ship.hull in (steady - 1, steady):
        choice = Choice(ASK_RELIEF, upkeep.relief_options(game.play))
        tables[ship.hull] = [roll.table for roll in battle_view.decision_rolls(game.play, choice)]
    assert tables == {steady - 1: ["16", "18", "18-1"], steady: ["18", "18-1"]}


def test_every_chart_has_its_chapter() -> None:
    listed = by_chapter(TABLES.chart_ids())
    assert [chart for chapter, charts in listed for chart in charts if chapter == OTHERS] == ["rules"]
    assert sorted(chart for _, charts in listed for chart in charts) == sorted(TABLES.chart_ids())


@pytest.mark.slow
async def test_the_key_line_and_the_answers_of_a_question_can_be_clicked() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):

        def at(words: str) -> tuple[int, int]:
            return text_of(app, "keys").index(words), 0

        await pilot.press("home", "down", "enter")
        await pilot.click("#keys", offset=at("Enter Choose"))
        assert isinstance(app.screen, ScenarioScreen)
        await pilot.press("9", "3")
        assert isinstance(app.screen, ScenarioScreen), "a number selects, so that the briefing can be read"
        await pilot.press("enter")
        assert isinstance(app.screen, SetupScreen)
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
async def test_a_click_selects_planes_and_guns() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
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
        assert isinstance(app.screen, SetupScreen)
        assert app.screen.fixed == {"scenario": 3}


@first_is_quick("chart", ["17", "19"])
async def test_a_chart_from_the_palette_marks_the_column_of_the_ship(chart: str) -> None:
    game = big_plan()
    make = {"17": control.declaration_roll, "19": wave.maneuver_roll}[chart]
    game.play.ship.crew["captain"].value = 2
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        _show_chart(app, chart)
        await pilot.pause()
        assert isinstance(app.screen, ChartScreen)
        assert app.screen.column == make(game.play).column
        assert "Your ship now: " in text_of(app, "roll")
        await pilot.press("c")
        assert app.screen.column != make(game.play).column, "another column can be looked at"
        await pilot.press("slash", *chart)
        assert isinstance(app.screen, ChartListScreen)


async def test_a_chart_from_the_menu_knows_no_ship() -> None:
    async with showing(ChartScreen(TABLES["19"])) as (_, app):
        assert roll_now(app, TABLES["19"]) == (None, None)
        assert "Your ship now" not in text_of(app, "roll")
