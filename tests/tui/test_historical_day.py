"""Historical days: on the calendar, at the end of a day and on their own page, and a patrol started from there."""

from __future__ import annotations

import datetime

import pytest

from picket_duty.pages.campaign_day import end_of_day_page
from picket_duty.pages.campaign_records import calendar_page, can_play, day_page, historical_day_page
from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.campaign_records import (
    CALENDAR,
    PLANES,
    CampaignRecordsScreen,
    HistoricalDayScreen,
    within,
)
from picket_duty.tui.screens.game_setup import SetupScreen
from picket_duty.tui.widgets.choices import Form
from tests.tui.conftest import TABLES, drawn, new_game, running, text_of, until

MAY_4, QUIET = datetime.date(1945, 5, 4), datetime.date(1945, 4, 18)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_calendar_shows_the_historical_day(glyphs):
    state = new_game(patrol="1945-05-04", seed=1).state
    text = drawn(calendar_page(state, TABLES), 79, glyphs)
    assert "This day off Okinawa: May 4, 1945" in text
    assert "USS Morrison (station 1)" in text
    assert "No days on duty yet" in text


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
