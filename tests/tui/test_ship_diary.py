"""The diary screen, the page of a day's awards, the ship register, and the historical days with a patrol from there."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from picket_duty.pages.awards import awards_on
from picket_duty.pages.campaign_day import awards_section, end_of_day_page
from picket_duty.pages.campaign_records import can_play, day_page, historical_day_page
from picket_duty.pages.final_page import ships_served
from picket_duty.pages.service_pages import register_page
from picket_duty.pages.war_diary import FOLDER, read_diary, report_blocks, ship_blocks, ships_with_days
from picket_duty.text.ship_service import award_words
from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.campaign_records import (
    CALENDAR,
    PLANES,
    CampaignRecordsScreen,
    HistoricalDayScreen,
    ShipDiaryScreen,
    within,
)
from picket_duty.tui.screens.game_setup import SetupScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.saved_games import SavedGamesScreen
from picket_duty.tui.widgets.bars import PageTabs
from picket_duty.tui.widgets.choices import Form, ItemList
from tests.saves.games import played as played_by
from tests.tui.conftest import TABLES, drawn, new_game, running, showing, text_of, until
from tests.tui.saved import save_of


@pytest.fixture(scope="module")
def squadron():
    """A campaign of several ships."""
    return played_by("doctrine", campaign="long-a", level="advanced", seed=3)


def words(lines) -> str:
    """The text of lines."""
    return "\n".join("".join(span.text for span in line) for line in lines)


@pytest.mark.slow
async def test_the_diary_from_the_last_page(squadron, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    names = [ship.name for ship in ships_with_days(read_diary(squadron))]
    assert len(names) > 1
    async with showing(OutcomeScreen(squadron)) as (pilot, app):
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, ShipDiaryScreen))
        await until(pilot, lambda: bool(app.screen.query("#reading")) and names[0] in text_of(app, "reading"))
        await pilot.press("right")
        await until(pilot, lambda: f"{names[1]} " in text_of(app, "reading"))
        await pilot.press("a")
        await until(pilot, lambda: "Brief summary" in text_of(app, "reading"))
        await pilot.press("w")
        await until(pilot, lambda: any((tmp_path / FOLDER).glob("*.html")))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, OutcomeScreen))
    (written,) = (tmp_path / FOLDER).glob("*.html")
    assert all(name in written.read_text(encoding="utf-8") for name in names)


@pytest.mark.slow
async def test_the_diary_from_the_books_of_a_campaign(squadron) -> None:
    async with showing(CampaignRecordsScreen(squadron)) as (pilot, app):
        await until(pilot, lambda: isinstance(app.screen, CampaignRecordsScreen))
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, ShipDiaryScreen))


@pytest.mark.slow
async def test_the_diary_of_a_save() -> None:
    save_of("kept", campaign="mini", seed=3)
    async with showing(SavedGamesScreen()) as (pilot, app):
        await until(pilot, lambda: bool(app.screen.query(ItemList)) and app.screen.query_one(ItemList).item is not None)
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, ShipDiaryScreen))
        await until(
            pilot, lambda: bool(app.screen.query("#reading")) and "Officers and chiefs" in text_of(app, "reading")
        )


def test_the_page_of_a_day_has_its_awards() -> None:
    game = played_by("doctrine", campaign="mini", level="advanced", seed=5)
    for day in game.state.records.daily:
        awards = awards_on(game, day.date)
        text = " ".join(drawn(end_of_day_page(game, day.date), 100).split())
        assert all(award.citation in text or award_words(award) in text for award in awards)
        assert ("Awards" in text) == bool(awards)
    assert any(awards_on(game, day.date) for day in game.state.records.daily)


@pytest.mark.slow
def test_everything_fits_its_width(squadron) -> None:
    diary = read_diary(squadron)
    for width in (78, 100):
        for ship in ships_with_days(diary):
            for blocks in (ship_blocks(diary, ship), report_blocks(diary, ship)):
                assert max(map(length, page_lines(blocks, width, UNICODE))) <= width
        assert max(map(len, drawn(awards_section(diary.awards), width).splitlines())) <= width
        assert max(map(len, drawn(register_page(ships_served(squadron)), width).splitlines())) <= width


def test_the_ship_shown_is_marked_in_the_list_of_ships() -> None:
    names = tuple(f"Ship number {number}" for number in range(30))
    for shown in range(30):
        (line,) = PageTabs(names, shown).draw(80, 1)
        before = words([line])[:80]
        assert f"[{shown + 1} {names[shown]}]" in before


MAY_4, QUIET = datetime.date(1945, 5, 4), datetime.date(1945, 4, 18)


def test_the_end_of_a_day_shows_the_historical_day():
    game = new_game(patrol="1945-04-06", seed=1)
    text = drawn(end_of_day_page(game, "1945-04-06"), 79)
    assert text.endswith(drawn(day_page(TABLES, datetime.date(1945, 4, 6)), 79))
    assert "USS Bush (station 1) and USS Colhoun (station 2)" in " ".join(text.split())


@pytest.mark.parametrize("width", [79, 100])
def test_every_day_has_a_page_that_fits(width: int):
    for number in range(94):
        day = datetime.date(1945, 3, 24) + datetime.timedelta(number)
        for blocks in (historical_day_page(TABLES, day), day_page(TABLES, day)):
            lines = drawn(blocks, width).splitlines()
            assert len(lines) > 1
            assert all(len(line) <= width for line in lines)


def test_days_outside_the_battle_have_no_entries():
    after = datetime.date(1945, 6, 26)
    assert day_page(TABLES, after) == []
    assert not can_play(TABLES, after)
    assert within(after) == datetime.date(1945, 6, 25)


@pytest.mark.slow
async def test_one_key_leads_from_the_calendar_to_the_watch_of_a_real_ship():
    async with running(PicketApp(TABLES)) as (pilot, app):
        records = CampaignRecordsScreen(new_game(patrol="1945-05-04", seed=1), CALENDAR)
        app.push_screen(records)
        await until(pilot, lambda: app.screen is records)
        assert records.check_action("play_day", ())
        records.shown = PLANES
        assert not records.check_action("play_day", ()), "it belongs to the calendar"
        records.shown = CALENDAR
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, SetupScreen))
        values = app.screen.query_one(Form).values()
        assert (values["patrol"], values["station"], values["ship"]) == ("1945-05-04", "1", "USS Morrison")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen))
        state = app.screen.game.state
        assert (state.setup.ship, state.setup.station, state.date) == ("USS Morrison", 1, MAY_4)


async def test_keys_go_through_the_days():
    async with running(PicketApp(TABLES)) as (pilot, app):
        page = HistoricalDayScreen(QUIET)
        app.push_screen(page)
        await until(pilot, lambda: bool(app.screen.query("#reading")) and "Apr 18" in text_of(app, "reading"))
        assert not page.check_action("play_day", ())
        await pilot.press("left", "left")
        await until(pilot, lambda: "USS Laffey (DD-724) was damaged at station 1" in text_of(app, "reading"))
        assert page.check_action("play_day", ())
        assert "Naval History and Heritage Command" in text_of(app, "reading")
