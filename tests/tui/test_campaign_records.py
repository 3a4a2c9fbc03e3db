"""Pages of a campaign: calendar, squadron, map, planes, days, crews, result; changes of ships; the
service record.
"""

import copy
import datetime
import itertools
import math
import re

import pytest

from picket_duty.charts.words import day_words
from picket_duty.facts import PlaneCounts, facts_of
from picket_duty.pages.awards import awards_on, awards_so_far
from picket_duty.pages.blocks import BarChart, plain
from picket_duty.pages.campaign_calendar import calendar_page, evening_of
from picket_duty.pages.campaign_day import awards_section, end_of_day_page
from picket_duty.pages.campaign_records import daily_plots, planes_page, result_page, stations_page
from picket_duty.pages.crews import crew_page
from picket_duty.pages.historical_day import can_play, day_page, historical_day_page
from picket_duty.pages.service_pages import register_page
from picket_duty.pages.ships import current_first, duty_status, roster, ship_record, squadron_page
from picket_duty.pages.ships_served import ships_served
from picket_duty.pages.war_diary import (
    FOLDER,
    read_diary,
    report_blocks,
    ship_blocks,
    ships_with_days,
)
from picket_duty.rules.records import reported_days
from picket_duty.state import SUNK, DayRecord
from picket_duty.text.historical_record import day_title
from picket_duty.text.ship_service import award_words
from picket_duty.text.status import afire_words
from picket_duty.tui import station_map
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens import campaign_records
from picket_duty.tui.screens.day_end import DayScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.widgets.tabs import PageTabs
from tests.games import TABLES, new_game, of_kind
from tests.saves.games import played as played_by
from tests.text_table import cases, table_of
from tests.tui.conftest import drawn, running, text_of, until
from tests.tui.games import campaign, middle

#: The islands that the chart of the waters names.
NAMED = tuple(land.name for land in TABLES.map_data.lands)


def words(lines):
    return "\n".join("".join(span.text for span in line) for line in lines)


def test_the_record_of_a_ship_names_her_stations():
    state = new_game(campaign="mini", seed=1).state
    for state.ship.stations, row in (
        ([], "Stations none"),
        ([14, 14], "Station 14"),
        ([14, 2], "Stations 14, 2"),
    ):
        shown = drawn(ship_record(state.ship, state, TABLES), 79).splitlines()
        assert row in [" ".join(line.split()) for line in shown]


def test_the_record_of_a_ship_names_her_ace_crews():
    state = new_game(campaign="mini", seed=1).state
    assert "Ace" not in drawn(ship_record(state.ship, state, TABLES), 79)
    for name in ("5in-1", "40mm-A"):
        state.ship.mounts[name].ace = True
    shown = " ".join(drawn(ship_record(state.ship, state, TABLES), 79).split())
    assert "Ace crews 5-inch mount 1 and 40 mm tub A" in shown


@cases("""
    working | lost | signs | words
    0       | 0    | ....  | 0 of 4 on the air
    3       | 0    | ***.  | 3 of 4 on the air
    2       | 2    | **XX  | 2 of 4 on the air, 2 lost
    1       | 1    | *X..  | 1 of 4 on the air, 1 lost
    """)
def test_every_land_radar_has_a_sign(working, lost, signs, words):
    state = new_game(campaign="mini", level="advanced", seed=1).state
    state.land_radars = working
    state.land_radars_lost = lost
    shown = drawn(stations_page(state, TABLES), 79).splitlines()
    assert f"Land radar {signs} {words}" in [" ".join(line.split()) for line in shown]


@pytest.mark.slow
@pytest.mark.parametrize("width", [79, 119, 159])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_page_fits_its_width(width, glyphs):
    for game in (middle(), campaign(), new_game(campaign="mini", seed=1)):
        state = game.state
        pages = [
            page(state, TABLES)
            for page in (calendar_page, squadron_page, planes_page, daily_plots, result_page)
        ]
        pages.append(
            crew_page(
                current_first(state), state, TABLES, facts_of(game).whole, awards_so_far(game)
            )
        )
        for lines in (
            station_map.map_lines(state, TABLES, width, 22, glyphs),
            *(page_lines(page, width, glyphs) for page in pages),
        ):
            assert all(length(line) <= width for line in lines)
            assert words(lines).isascii() or not glyphs.ascii


@pytest.mark.slow
def test_the_calendar_marks_the_kikusui_dates_of_advanced_games_only():
    text = drawn(calendar_page(middle().state, TABLES), 79)
    days = [datetime.date(1945, 3, 24) + datetime.timedelta(days=n) for n in range(91)]
    marked = {f"{day.day:>2}" for day in days if TABLES["K-1"].find(day)}
    assert set(re.findall(r"\*( ?\d+)", text.partition("* Kikusui raids")[0])) == marked
    assert not re.search(
        r"Kikusui|\*", drawn(calendar_page(new_game(campaign="mini", seed=1).state, TABLES), 79)
    )
    state = new_game(patrol="1945-04-06", level="advanced", seed=1).state
    assert "Kikusui raids (one today)" in drawn(calendar_page(state, TABLES), 79)


def test_a_ship_that_is_back_has_the_stores_and_men_she_returns_with():
    state = copy.deepcopy(new_game(campaign="long-a", seed=1).state)
    ship = copy.deepcopy(state.ship)
    ship.name = "USS Back"
    ship.fuel = 3
    ship.ammunition = 8
    ship.hull = 5
    ship.away = "replenish"
    ship.back = state.date + datetime.timedelta(days=1)
    state.squadron = [ship]
    assert re.search(r"USS Back .* 5/6 +\d+ +10 +3 +8 ", drawn(squadron_page(state, TABLES), 119))
    state.date = ship.back
    assert re.search(
        r"USS Back .* ready since .* 5/6 +\d+ +10 +10 +10 ",
        drawn(squadron_page(state, TABLES), 119),
    )
    assert (ship.fuel, ship.ammunition) == (3, 8)
    ship.men = {**ship.men, "aft": 0}
    ship.away = "repair"
    full = sum(TABLES.numbers.men.values())
    crews = crew_page(current_first(state), state, TABLES, facts_of(middle()).whole, [])
    assert f"Repair parties: {full} of {full} men" in drawn(crews, 119)


async def test_the_calendar_from_the_page_of_a_day_is_that_of_the_day():
    """The next day may have begun, but its history is not told yet."""
    state = middle().state
    date = state.date - datetime.timedelta(days=1)
    today = page_lines(calendar_page(evening_of(state, date), TABLES), 79, UNICODE)
    marked = next(
        row
        for row in today
        if any(span.text == UNICODE.mark and span.style == "key" for span in row)
    )
    at = next(place for place, span in enumerate(marked) if span.text == UNICODE.mark)
    assert marked[at + 1].text.strip() == str(date.day)
    assert day_title(date) in words(today)
    assert day_title(state.date) not in words(today)
    assert evening_of(state, state.date) is state
    game = middle()
    async with running(DayScreen(game, date.isoformat())) as (pilot, app):
        await pilot.press("r")
        assert day_title(date) in text_of(app, "reading")
        await pilot.press("h")
        assert isinstance(app.screen, campaign_records.HistoricalDayScreen)
        assert app.screen.date == date


def test_the_plot_of_the_hull_names_the_ships():
    state = copy.deepcopy(middle().state)
    ships = ["USS Bush", "USS Bush", "USS Colhoun", "USS Bush", "USS Howorth"]
    state.day_start = {}
    state.records.daily = [
        DayRecord(f"1945-03-{24 + number}", ship, 1, hull=5) for number, ship in enumerate(ships)
    ]
    for width in (76, 156):
        text = drawn(daily_plots(state, TABLES), width)
        assert "Letters under the hull graph: A USS Bush, B USS Colhoun, C USS Howorth" in text
        assert "A   A   B   A   C" in text
    state.records.daily = state.records.daily[:2]
    assert "USS Bush" not in drawn(daily_plots(state, TABLES), 76)
    state.records.daily = [DayRecord("1945-03-24", "USS Bush", 1)]
    assert "1 day on duty, Mar 24; one column per day" in drawn(
        daily_plots(state, TABLES), 100, ASCII
    )


def test_an_unfinished_day_is_reported_once_planes_came():
    state = copy.deepcopy(middle().state)
    today = state.date.isoformat()
    records = state.records
    assert state.day_start
    assert records.daily[-1].date == today
    days = len(records.daily) - 1
    for mark, reported in (("quiet", days), ("attacked", days + 1)):
        records.calendar[today] = mark
        assert len(reported_days(state)) == reported
        (served,) = of_kind(stations_page(state, TABLES), BarChart)
        assert sum(number for _, number in served.values) <= reported
        assert f"on {reported} days" in drawn(planes_page(state, TABLES), 79)
        latest = drawn(calendar_page(state, TABLES), 79).partition("latest first")[2].split("\n")[2]
        assert (day_words(state.date) in latest) == (mark == "attacked")


def test_a_day_on_duty_is_counted_when_its_fighting_is_over():
    state = copy.deepcopy(middle().state)
    daily = state.records.daily
    days = len(daily) - 1
    of_ship = sum(day.ship == state.ship.name for day in daily) - 1
    for state.step, over in (("phase", 0), ("turn_end", 1)):
        assert f"{days + over} days on duty, " in drawn(daily_plots(state, TABLES), 119)
        (row,) = roster([state.ship], state, TABLES).rows
        assert row[5] == str(of_ship + over)
        crews = drawn(
            crew_page(current_first(state), state, TABLES, facts_of(middle()).whole, []), 119
        )
        assert f", {of_ship + over} day" in crews.split("\n")[0]


def test_a_crash_today_is_in_the_calendar_at_once():
    state = copy.deepcopy(middle().state)
    records = state.records
    records.calendar[state.date.isoformat()] = "attacked"
    state.step = "phase"
    state.day_start["hits"] = records.hits
    before = list(records.calendar.values()).count("hit")
    assert f"# crash {before}\n" in drawn(calendar_page(state, TABLES), 79)
    records.hits += 1
    text = drawn(calendar_page(state, TABLES), 79)
    assert f"# crash {before + 1}\n" in text
    assert f"{UNICODE.mark}{state.date.day:>2}#" in text
    assert text.partition("latest first")[2].split("\n")[2].split()[2:4] == ["#", "crash"]


def test_a_station_to_be_assigned_is_on_no_page(monkeypatch):
    state = middle().state
    monkeypatch.setattr(state, "new_station", True)
    assert "station to be assigned" in duty_status(state.ship, state)[1]
    text = words(station_map.map_lines(state, TABLES, 79, 22, ASCII))
    assert "no station yet" in text
    assert f"[{state.ship.station}]" not in text.replace("[1] your station", "")


def test_a_sunk_ship_has_no_tracks_and_a_new_one_no_crew_yet():
    state = middle().state
    sunk = next(ship for ship in state.lost if ship.fate == SUNK)
    (row,) = roster([sunk], state, TABLES).rows
    assert [plain(row[number]) for number in (0, 3, 4, 6, 7, 8, 9)] == [
        "X",
        "sunk",
        "-",
        "-",
        "-",
        "-",
        "-",
    ]
    crews = drawn(crew_page(current_first(state), state, TABLES, facts_of(middle()).whole, []), 119)
    of_ship = crews.partition(sunk.name)[2].split("on duty")[1]
    assert "before she sank." in of_ship
    assert "Repair parties" not in of_ship
    game = new_game(campaign="long-a", seed=1)
    game.state.ship.crew.clear()
    text = drawn(
        crew_page(current_first(game.state), game.state, TABLES, facts_of(game).whole, []), 119
    )
    assert game.state.ship.name in text
    assert "Her officers and chiefs have not been assigned yet" in text


@cases("""
    width | rows
    79    | 22
    119   | 38
    159   | 48
    """)
def test_no_label_of_the_map_hides_another_or_is_cut(width, rows):
    """The names of islands give way to the stations, all of which are shown."""
    state = middle().state
    for glyphs, land in ((UNICODE, "\u28ff"), (ASCII, "#")):
        text = words(station_map.map_lines(state, TABLES, width, rows, glyphs))
        assert land in text
        assert sum(name in text for name in NAMED) >= (6 if width < 100 else len(NAMED))
    assert text.isascii()
    check_labels(state, width, rows)


def check_labels(state, width, rows):
    page = words(station_map.map_lines(state, TABLES, width, rows, UNICODE)).splitlines()
    charts = [[row[: page[0].index("[n]")] for row in page]]
    for small in (36, 44, width // 2):
        charts.append(
            words(station_map.small_map_lines(state, TABLES, small, UNICODE)).splitlines()[:-2]
        )
    for chart in charts:
        labels = " ".join(re.sub(r"[^\w\s()\[\]+]", " ", "\n".join(chart)).split())
        for name in NAMED:
            assert labels.count(name) <= 1
            labels = labels.replace(name, "")
        found = labels.split()
        assert {"N", "+"} <= set(found)
        assert sorted(
            int(label.strip("()[]")) for label in found if label not in ("N", "+")
        ) == list(range(1, 17))


def test_okinawa_is_placed_correctly_from_point_bolo():
    lands = {land.name: land.points for land in TABLES.lands}
    assert set(NAMED) <= set(lands)
    okinawa = lands["Okinawa"]
    assert min(math.hypot(*point) for point in okinawa) < 1, "Zampa Misaki is on the coast"
    assert max(north for _, north in okinawa) - min(north for _, north in okinawa) == pytest.approx(
        48, abs=3
    )
    for name in NAMED:
        rough = next(land.points for land in TABLES.map_data.lands if land.name == name)
        apart = [
            sum(point[axis] for point in lands[name]) / len(lands[name]) - rough[0][axis]
            for axis in (0, 1)
        ]
        assert name == "Okinawa" or math.hypot(*apart) < 8, name


def test_every_station_is_at_sea():
    lands = {land.name: land.points for land in TABLES.lands}
    for place in TABLES.map_data.stations:
        angle = math.radians(place.bearing)
        east = math.sin(angle) * place.distance
        north = math.cos(angle) * place.distance
        assert all(
            math.dist((east, north), point) > 3 for points in lands.values() for point in points
        ), place.number


def test_the_planes_set_afire_are_those_not_splashed():
    for *counts, afire, words in table_of("""
        4 | 0 | 0 | 0 | 0 | ''
        3 | 1 | 0 | 0 | 0 | ''
        3 | 1 | 0 | 0 | 1 | ; the one not splashed had been set afire
        2 | 1 | 0 | 1 | 1 | ; of the 2 not splashed, 1 had been set afire
        2 | 1 | 0 | 6 | 7 | ; the 7 not splashed had been set afire
        0 | 1 | 0 | 0 | 1 | ; the plane had been set afire
        0 | 1 | 0 | 1 | 2 | ; both had been set afire
        0 | 1 | 0 | 2 | 3 | ; all 3 had been set afire
        0 | 1 | 0 | 2 | 1 | ; 1 of the 3 had been set afire
        """):
        assert afire_words(PlaneCounts(*counts, afire=afire)) == words


def test_the_squadron_shows_the_status_of_every_ship_and_next_return():
    state = copy.deepcopy(middle().state)
    for width in (79, 119, 156):
        page = drawn(squadron_page(state, TABLES), width)
        assert max(map(len, page.splitlines())) <= width
        text = " ".join(page.split())
        assert all(ship.name in text for ship in current_first(state))
        for words in (
            f"on station {state.ship.station}",
            "returns May",
            "sunk",
            "sent to the rear",
        ):
            assert words in text or width < 100
        for ship in state.squadron:
            assert (
                ship.name
                in text.partition("Ready now" if ship.back <= state.date else "Back next")[2]
            )
    names = [ship.name for ship in current_first(campaign().state)]
    assert len(names) == len(set(names))


@pytest.fixture(scope="module")
def squadron():
    return played_by("doctrine", campaign="long-a", level="advanced", seed=3)


@pytest.mark.slow
async def test_the_diary_from_the_last_page(squadron, tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    names = [ship.name for ship in ships_with_days(read_diary(squadron))]
    assert len(names) > 1
    async with running(OutcomeScreen(squadron)) as (pilot, app):
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, campaign_records.ShipDiaryScreen))
        await until(
            pilot,
            lambda: bool(app.screen.query("#reading")) and names[0] in text_of(app, "reading"),
        )
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


def test_the_page_of_a_day_has_its_awards():
    game = played_by("doctrine", campaign="mini", level="advanced", seed=5)
    for day in game.state.records.daily:
        awards = awards_on(game, day.date)
        text = " ".join(drawn(end_of_day_page(game, day.date), 100).split())
        assert all(award.citation in text or award_words(award) in text for award in awards)
        assert ("Awards" in text) == bool(awards)
    assert any(awards_on(game, day.date) for day in game.state.records.daily)


@pytest.mark.slow
def test_everything_fits_its_width(squadron):
    diary = read_diary(squadron)
    for width in (78, 100):
        for ship in ships_with_days(diary):
            for blocks in (ship_blocks(diary, ship), report_blocks(diary, ship)):
                assert max(map(length, page_lines(blocks, width, UNICODE))) <= width
        assert max(map(len, drawn(awards_section(diary.awards), width).splitlines())) <= width
        assert (
            max(map(len, drawn(register_page(ships_served(squadron)), width).splitlines())) <= width
        )


def test_the_ship_shown_is_marked_in_the_list_of_ships():
    names = tuple(f"Ship number {number}" for number in range(30))
    for shown in range(30):
        (line,) = PageTabs(names, shown).draw(80, 1)
        before = words([line])[:80]
        assert f"[{shown + 1} {names[shown]}]" in before


def test_every_day_has_a_page_that_fits_and_the_end_of_a_day_shows_it():
    first = datetime.date(1945, 3, 24)
    for number, width in itertools.product(range(94), (79, 100)):
        day = first + datetime.timedelta(number)
        for blocks in (historical_day_page(TABLES, day), day_page(TABLES, day)):
            lines = drawn(blocks, width).splitlines()
            assert len(lines) > 1
            assert all(len(line) <= width for line in lines)
    after = datetime.date(1945, 6, 26)
    assert day_page(TABLES, after) == []
    assert not can_play(TABLES, after)
    assert campaign_records.within(after) == datetime.date(1945, 6, 25)
    text = drawn(end_of_day_page(new_game(patrol="1945-04-06", seed=1), "1945-04-06"), 79)
    assert text.endswith(drawn(day_page(TABLES, datetime.date(1945, 4, 6)), 79))
    assert "USS Bush (station 1) and USS Colhoun (station 2)" in " ".join(text.split())
