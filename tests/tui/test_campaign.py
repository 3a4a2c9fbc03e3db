"""A campaign on the battle screen: records by key, pages of ships, the entry into the service record."""

from __future__ import annotations

import datetime

import pytest
from textual.pilot import Pilot

from picket_duty.captains.doctrine import decide
from picket_duty.game import Game
from picket_duty.requests import Choice, Roll
from picket_duty.saves import service_record, start_save
from picket_duty.state import ABSENT, ATTACKED, QUIET, STORMED, STRUCK, State
from picket_duty.text.styled_text import text_of as line_text
from picket_duty.tui.app import PicketApp
from picket_duty.tui.day_strip import day_strip, explained_strip
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.campaign_records import CampaignRecordsScreen
from picket_duty.tui.screens.day_end import ShipScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.page import Page
from tests.tui.conftest import TABLES, forward, new_game, on_screen, running, text_of


def before_leaving(**setup: object) -> Game:
    """A game one answer before a ship leaves for good or for the anchorage."""

    def ships(state: State) -> int:
        return len(state.lost) + len(state.squadron)

    whole = new_game(**setup)
    while whole.request is not None and not ships(whole.state):
        whole.roll() if isinstance(whole.request, Roll) else whole.answer(decide(whole.play, whole.request))
    answers = len(whole.answers)
    while answers and ships(whole.at(answers - 1).state):
        answers -= 1
    return whole.at(answers - 1)


async def press_to(pilot: Pilot[int], app: PicketApp, screen: type[Page[None]]) -> None:
    """Press Enter until a page is shown."""
    for _ in range(20):
        if isinstance(app.screen, screen):
            return
        await pilot.press("enter")
    raise AssertionError(f"no {screen.__name__} comes")


def test_records_open_by_key_in_a_campaign_and_not_in_a_scenario() -> None:
    async def campaign(pilot: Pilot[int], app: PicketApp) -> None:
        await pilot.press("r")
        assert isinstance(app.screen, CampaignRecordsScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, BattleScreen)

    async def scenario(pilot: Pilot[int], app: PicketApp) -> None:
        await pilot.press("r")
        assert isinstance(app.screen, BattleScreen)
        assert "Records" not in text_of(app, "keys")

    on_screen(PicketApp(TABLES, new_game(campaign="mini", seed=5)), campaign)
    on_screen(PicketApp(TABLES, new_game(scenario=1, seed=5)), scenario)


@pytest.mark.slow
async def test_a_lost_ship_has_her_page() -> None:
    game = before_leaving(campaign="long-b", level="advanced", seed=11)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        name = game.state.ship.name
        await pilot.press("enter")
        assert "LOST" in text_of(app, "moment")
        await press_to(pilot, app, ShipScreen)
        text = text_of(app, "reading")
        assert f"{name} " in text
        assert "From the last page of her log" in text
        assert "Her service" in text
        await pilot.press("r")
        assert "Status" in text_of(app, "reading")
        await pilot.press("escape", "c")
        assert "[6 Crews]" in text_of(app, "tabs")
        await pilot.press("escape", "enter")
        assert isinstance(app.screen, ShipScreen)
        assert f"{game.state.ship.name} " in text_of(app, "reading")
        assert "picket duty" in text_of(app, "reading")
        await pilot.press("enter")
        assert isinstance(app.screen, BattleScreen)


@pytest.mark.slow
async def test_a_game_that_ends_on_the_screen_is_recorded_once() -> None:
    async with running(PicketApp(TABLES)) as (pilot, app):
        game = new_game(campaign="mini", seed=3)
        start_save(game, "mini")
        before = before_last(game)
        app.play(game)
        await pilot.pause()
        assert before
        for _ in range(20):
            if isinstance(app.screen, OutcomeScreen):
                break
            await pilot.press(*(["s"] if isinstance(game.request, Choice) else []), "enter")
        assert isinstance(app.screen, OutcomeScreen)
        assert "fighting days" in " ".join(text_of(app, "reading").split())
        keys = text_of(app, "keys")
        assert [word for word in ("Menu", "Card", "Diary", "Luck", "Totals", "Replay") if word not in keys] == []
        await pilot.press("r", "6")
        assert "fighting days" in " ".join(text_of(app, "reading").split())
        await pilot.press("escape", "b")
        assert "Records" in text_of(app, "keys")
        assert not any(key in text_of(app, "keys") for key in ("Odds", "Speed"))
        await pilot.press("enter", "enter")
        assert [entry.save for entry in service_record.read_service()] == ["mini"]


def before_last(game: Game) -> int:
    """Play a game to a few answers before its end; returns their number."""
    whole = forward(new_game(campaign="mini", seed=3), lambda _: False)
    for answer in whole.answers[:-3]:
        game.answer(answer)
    return len(game.answers)


def test_the_strip_of_days_explains_its_signs_at_every_width() -> None:
    state = new_game(campaign="mini", seed=1).state
    state.date = state.setup.start + datetime.timedelta(days=12)
    for day, mark in enumerate((QUIET, ATTACKED, STRUCK, ABSENT, STORMED)):
        state.records.calendar[(state.setup.start + datetime.timedelta(days=8 + day)).isoformat()] = mark
    for width in (50, 58, 78, 118, 158):
        rows = explained_strip(state, TABLES, width, UNICODE)
        text = "\n".join(line_text(row) for row in rows)
        assert all(length(row) <= width for row in rows)
        for sign, words in (("!", "attacked"), ("#", "crash"), ("a", "absent")):
            assert (f"{sign} {words}" in text) == any(span.text == sign for span in rows[0])
        assert "a absent" in text


def test_the_strip_of_days_has_a_space_before_a_month() -> None:
    state = new_game(campaign="mini", seed=1).state
    state.date = datetime.date(1945, 4, 1)
    for day in range(24, 32):
        state.records.calendar[f"1945-03-{day}"] = ABSENT
    strip = line_text(day_strip(state, TABLES, 78, UNICODE))
    assert "31a Apr " in strip
    assert all(length(day_strip(state, TABLES, width, UNICODE)) <= width for width in range(30, 80))
