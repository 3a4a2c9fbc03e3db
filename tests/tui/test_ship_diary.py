"""The diary screen, the page of a day's awards, and the ship register."""

from __future__ import annotations

from pathlib import Path

import pytest

from picket_duty.pages.awards import awards_on
from picket_duty.pages.campaign_day import awards_section, end_of_day_page
from picket_duty.pages.final_page import ships_served
from picket_duty.pages.service_pages import register_page
from picket_duty.pages.war_diary import FOLDER, read_diary, report_blocks, ship_blocks, ships_with_days
from picket_duty.saves import service_record
from picket_duty.text.ship_service import award_words
from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.campaign_records import CampaignRecordsScreen, ShipDiaryScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.saved_games import SavedGamesScreen
from picket_duty.tui.widgets.bars import PageTabs
from picket_duty.tui.widgets.choices import ItemList
from tests.saves.games import TABLES
from tests.saves.games import played as played_by
from tests.tui.conftest import drawn, opened, running, text_of, until
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
    async with running(PicketApp(TABLES)) as (pilot, app):
        await opened(pilot, OutcomeScreen(squadron))
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
    async with running(PicketApp(TABLES)) as (pilot, app):
        app.push_screen(CampaignRecordsScreen(squadron))
        await until(pilot, lambda: isinstance(app.screen, CampaignRecordsScreen))
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, ShipDiaryScreen))


@pytest.mark.slow
async def test_the_diary_of_a_save() -> None:
    save_of("kept", campaign="mini", seed=3)
    async with running(PicketApp(TABLES)) as (pilot, app):
        app.push_screen(SavedGamesScreen())
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


def test_the_ship_register(squadron) -> None:
    ships = ships_served(squadron)
    text = drawn(register_page(ships), 100)
    for ship in ships:
        sign = {"sunk": "X", "rear": "<", "": "*"}[ship.fate]
        assert f"{sign} {ship.name} {ship.hull}" in text
    assert "Battle Star" in text
    assert "No ships yet" in drawn(register_page([]), 100)
    assert service_record.ship_register([]) == []


def test_the_ship_shown_is_marked_in_the_list_of_ships() -> None:
    names = tuple(f"Ship number {number}" for number in range(30))
    for shown in range(30):
        (line,) = PageTabs(names, shown).draw(80, 1)
        before = words([line])[:80]
        assert f"[{shown + 1} {names[shown]}]" in before
