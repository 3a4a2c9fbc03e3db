"""The page at the end of a day, compared with its events, and the last page of a game."""

import datetime
import itertools
import math
import re
from functools import cache

import pytest

from picket_duty.analysis import decision_analysis
from picket_duty.book.vocabulary import HULL, MORALE, Remark, Track
from picket_duty.captains import captain_named, play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.events import Leave, Loss, NewShip, Note, TurnEnd
from picket_duty.facts import facts_of, is_damage, sections_hit
from picket_duty.odds.survival import chance_to_last
from picket_duty.pages import campaign_day, phases, stages
from picket_duty.pages.battle_cards import killed_card, quiet_card
from picket_duty.pages.blocks import Fields, flat, plain
from picket_duty.pages.final_page import ship_that_left
from picket_duty.pages.orders import (
    LESS_LIKELY,
    fight_words,
    handled_words,
    orders_page,
    rules_clauses,
)
from picket_duty.pages.ships import squadron_page
from picket_duty.requests import Roll
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.state import ATTACKED, LOST, POSTS, QUIET, SUNK, US_WIN, Stage
from picket_duty.text.chances import simulated_words
from picket_duty.text.diary_entries import day_sentences
from picket_duty.text.english import percent
from picket_duty.text.log import log_line
from picket_duty.text.names import item_words, name_within, naval_name
from picket_duty.text.ship_service import Award
from picket_duty.text.status import DUTIES, Succession
from picket_duty.text.styled_text import text_of as words_of
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.scenes import ASK, ORDERS_PAGE, OVER, Durations
from picket_duty.tui.screens import day_end
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.day_end import (
    HIGH,
    LOW,
    CardOverBoard,
    DayScreen,
    OrdersScreen,
    picture_lines,
)
from picket_duty.tui.screens.dialogs import AskScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.outcome import OutcomeScreen, ending_lines
from picket_duty.tui.settings import FAST, NORMAL, Settings
from picket_duty.tui.side_view import INTACT, side_state, side_view
from picket_duty.tui.widgets.fire_plan import FirePlanPanel
from picket_duty.tui.widgets.panel import ScrollText
from tests.games import HOUSE_RULES, TABLES, new_game, of_kind
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.text_table import cases
from tests.tui.conftest import drawn, opened, running, text_of, until
from tests.tui.games import campaign, forward, given, go_on, played, stage_over


@cache
def mini(level, captain):
    game = new_game(campaign="mini", level=level, seed=4)
    play_out(game, captain_named(captain, 4))
    return game


def play_day(game, date):
    return forward(
        game, lambda game: game.state.date.isoformat() != date, captain_named("doctrine", 1)
    )


def day_page(game, date, width=90):
    return drawn(campaign_day.end_of_day_page(game, date), width)


def test_a_day_page_lists_every_loss_and_says_which_fires_were_put_out_and_which_emergencies_refused():
    game = mini("advanced", "random")
    losses = all_men = 0
    for date in {record.date for record in game.state.records.daily}:
        text = day_page(game, date, 2 * campaign_day.COLUMN)
        men = 0
        for event in game.events:
            if not event.phase.startswith(date):
                continue
            if isinstance(event, Loss) and event.points and event.track.startswith("men"):
                men += event.points
            elif isinstance(event, Loss) and event.points and event.track in ("hull", "maneuver"):
                losses += 1
                assert f"{event.points} lost" in text
                at_end = {"hull": ", none left", "maneuver": "dead in the water"}
                assert (f", {event.left} left" if event.left else at_end[event.track]) in text
            if isinstance(event, TurnEnd):
                assert f"hull {event.hull}, maneuver {event.maneuver}, " in text
        told = re.findall(r"(\w+) repair party: (\d+) killed or wounded, \w+ left\.", text)
        assert sum(int(number) for _, number in told) == men
        assert len({section for section, _ in told}) == len(told)
        all_men += men
    assert losses > 2
    assert all_men
    game = mini("basic", "doctrine")
    out = 0
    refused = 0
    for day in facts_of(game).whole.days:
        text = day_page(game, day.date, 2 * campaign_day.COLUMN)
        fires = [
            job
            for phase in day.phases
            for job in phase.repairs
            if job.success and "deck fire" in job.job
        ]
        assert ("put out" in text) == bool(fires)
        out += len(fires)
        vain = sum(bool(phase.declarations) and not any(phase.declarations) for phase in day.phases)
        assert text.count("emergency not granted") == vain
        refused += vain
    assert out
    assert refused


@cases("""
    level    | seed
    basic    | 7
    advanced | 2
    advanced | 5
    """)
def test_a_ship_that_is_back_is_drawn_as_she_left_and_her_repairs_are_named(level, seed):
    game = new_game(campaign="mini", level=level, seed=seed)
    forward(
        game,
        lambda game: any(isinstance(event, NewShip) for event in game.events[-9:]),
        captain_named("doctrine", 1),
    )
    ship = game.state.ship
    days = facts_of(game).days
    closed = [
        record.date
        for record in game.state.records.daily
        if record.date < game.state.date.isoformat()
    ]
    before = ship_that_left(game)
    assert before.hull < ship.hull
    states = [side_state(one, TABLES, sections_hit(days, one)) for one in (before, ship)]
    assert states[0].holes or states[0].missing
    assert states[1] == INTACT
    text = day_page(game, closed[-1], 200)
    check_repairs(text, before, ship)


def check_repairs(text, before, ship):
    [repaired] = [row for row in text.splitlines() if row.startswith("Repaired")]
    assert f"{ship.hull - before.hull} hull point" in repaired
    out = [item for item, state in before.equipment.items() if state != ship.equipment[item]]
    out += [name for name, room in before.compartments.items() if room != ship.compartments[name]]
    assert all(item_words(TABLES, item).split()[0] in repaired for item in out)


def test_a_day_page_lists_each_loss_under_its_cause_and_puts_the_impacts_in_words():
    """Hull points rolled for after the dives, and those lost to a fire, are not credited to the
    last plane.
    """
    game = mini("advanced", "random")
    after = 0
    for date in {record.date for record in game.state.records.daily}:
        lines = day_page(game, date, 200).splitlines()
        for number, line in enumerate(lines):
            if "lost to the deck fire" in line or (
                line.strip().startswith("Hull integrity: ") and "lost" in line
            ):
                head = next(
                    row
                    for row in reversed(lines[:number])
                    if row.startswith("  ") and row[2] != " "
                )
                after += head.startswith("  After")
                assert head.startswith("  After") or "lost to the deck fire" not in line
    assert after
    left = of_kind(game.events, Leave)
    assert left
    page = day_page(game, left[0].phase[:10], 200)
    assert "Departure  " in page or "Lost  " in page


def test_a_day_page_puts_the_impacts_in_words():
    game = mini("basic", "doctrine")
    said = set()
    for day in facts_of(game).whole.days:
        rows = day_page(game, day.date, 2 * campaign_day.COLUMN).splitlines()
        for row, after in itertools.pairwise(rows):
            if impact := re.fullmatch(r"  Wave \d+: (?:Plane|Near miss)[^:]*(?:: (.*))?", row):
                assert bool(impact[1]) != after.startswith("      ")
                said.add(impact[1])
    assert said >= {"no damage", "superficial damage", "fuel 8 to 6"}


def test_a_quiet_day_has_a_page():
    """A mini campaign of seed 32: on March 27 the weather closes in in the morning, and no planes
    come.
    """
    game = played(campaign="mini", level="basic", seed=32)
    assert game.state.records.calendar["1945-03-27"] == QUIET
    assert "    Weather closes in: no further phases today" in day_page(game, "1945-03-27", 80)
    quiet = day_page(game, "1945-03-27", 80).splitlines()
    ship = game.state.ship.name
    number = f"Day 4 of {game.state.fighting_days_wanted}"
    station = next(day.station for day in game.state.records.daily if day.date == "1945-03-27")
    title = f"Mar 27, {ship}, station {station}: no attack"
    assert quiet[0] == f"{title}{number:>{80 - len(title)}}"
    assert "no attack" not in day_page(game, "1945-03-28", 80).splitlines()[0]
    today = facts_of(game).day_of("1945-03-27")
    assert today is not None
    assert "In the morning the weather closed in for the rest of the day." in day_sentences(
        today, None, game.tables
    )


def test_the_page_of_a_day_shows_why_it_was_opened_and_what_the_ship_has_left():
    """A patrol of seed 9: on April 9 the ship suffered nothing but the loss of a support ship."""
    game = new_game(patrol="1945-04-06", days=6, level="advanced", seed=9)
    play_out(game, captain_named("doctrine", 9))
    day = facts_of(game).day_of("1945-04-09")
    harms = [event for phase in day.phases for event in phase.consequences if is_damage(event)]
    assert [event.track for event in of_kind(harms, Loss)] == [Track.SFS]
    assert day.suffered
    page = day_page(game, "1945-04-09", 80)
    assert "Support ships: 1 lost" in page
    game = next(
        game
        for seed in range(20)
        if (game := played(campaign="mini", seed=seed)).state.outcome == US_WIN
    )
    ship = game.state.ship
    date = game.state.records.daily[-1].date
    assert not any(
        isinstance(event, TurnEnd | Leave) and event.phase.startswith(date) for event in game.events
    )
    page = day_page(game, date)
    assert (
        f"ammunition {ship.ammunition}, hull {ship.hull}, maneuver {ship.maneuver}, morale" in page
    )
    struck = (played(scenario=3, seed=seed) for seed in range(20))
    game, roll = next(
        (game, event)
        for game in struck
        for event in game.events
        if isinstance(event, Roll) and event.purpose is HULL
    )
    assert words_of(log_line(roll, TABLES)).strip() in day_page(game, roll.phase[:10], 120)


def test_the_page_of_a_day_has_the_station_of_the_next_and_how_it_changed_the_chance():
    game = new_game(campaign="mini", level="basic", seed=32)
    play_day(game, "1945-03-24")
    rows = day_page(game, "1945-03-24", 80).splitlines()
    assert f"Orders    Mar 25, station {game.state.ship.station}." in rows
    (chance,) = (row for row in rows if row.startswith("Chance "))
    after = percent(chance_to_last(game.play, game.state.fighting_days_wanted - 1))
    assert re.fullmatch(rf"Chance +wins {after} \(\d+-\d+\), estimated", chance), (
        "her crew came aboard that day"
    )
    tomorrow = play_day(
        given(new_game(campaign="mini", level="basic", seed=32), game.answers),
        "1945-03-25",
    )
    now = percent(chance_to_last(tomorrow.play, game.state.fighting_days_wanted - 2))
    page = " ".join(day_page(tomorrow, "1945-03-25", 80).split())
    assert re.search(rf"Chance wins {now} \(\d+-\d+\), estimated; {after} in the morning", page)
    waiting = " ".join(
        drawn(campaign_day.end_of_day_page(tomorrow, "1945-03-25", counting=True), 80).split()
    )
    assert "Chance Simulating ..." in waiting
    assert "estimated" not in waiting
    check_unaided(game)


def check_unaided(game):
    game.recorded_aid = UNAIDED
    assert "Chance" not in day_page(game, "1945-03-24", 80)
    ship = game.state.ship
    yesterday = f"Mar 25, station {ship.station}"
    ship.station = 3 if ship.station != 3 else 5

    def orders():
        page = campaign_day.end_of_day_page(game, "1945-03-24")
        return next(plain(dict(block.rows)["Orders"]) for block in of_kind(flat(page), Fields))

    assert orders().startswith(f"Mar 25, station {ship.station}: "), "another station is described"
    assert yesterday not in orders()
    game.state.date = datetime.date(1945, 3, 27)
    assert orders().endswith(" Not on duty until then.")
    ship.back = game.state.date
    assert orders() == "Mar 27: another ship takes over. Not on duty until then."


def test_the_page_of_a_day_says_once_what_the_campaign_needs():
    game = new_game(campaign="long-b", level="basic", seed=1)
    game.state.date = datetime.date(1945, 3, 28)
    game.state.records.ships_sunk = 2
    rows = day_page(game, "1945-03-27").splitlines()
    assert "Campaign  2 ships sunk. The eighth loss makes the campaign a draw." in rows
    game = new_game(campaign="long-a", level="basic", seed=1)
    state = game.state
    state.fighting_days_wanted = 5
    state.date = datetime.date(1945, 3, 26)
    state.step = "turn"
    state.stages[0] = Stage(state.ship.name, 2)
    state.records.ships_sunk = 1
    holds = (
        f"{state.ship.name} holds stage 1 if she is afloat and on station after 3 more fighting "
        f"days."
    )
    page = " ".join(day_page(game, "1945-03-25").split())
    assert page.count(f"Campaign 1 ship sunk. {holds}") == page.count("stage 1") == 1
    assert holds in " ".join(drawn(squadron_page(state, game.tables), 120).split())


def test_a_lost_stage_ends_with_the_log_of_its_ship_unless_she_sank():
    game, last = stage_over()
    stage = game.state.stages[0]
    calendar = game.state.records.calendar
    for held, mark, ends in (
        (True, ATTACKED, False),
        (False, ATTACKED, True),
        (False, LOST, False),
    ):
        stage.held = held
        calendar[last] = mark
        assert ("From the last page of her log" in day_page(game, last)) == ends


async def test_the_result_of_a_stage_is_above_the_picture_of_its_ship():
    game, last = stage_over()
    async with running(size=(120, 90)) as (pilot, app):
        screen = await opened(pilot, DayScreen(game, last))
        assert picture_lines(ship_that_left(game), game, 120, 90, app.glyphs)
        first, second = ("".join(span.text for span in row) for row in screen.lines_for(120)[:2])
        assert re.match("STAGE 1 (HELD|LOST) ", first)
        assert not second.split() or second.split()[0] not in ("Date", "Ship"), (
            "the picture comes next"
        )


def fields(blocks):
    """The rows of a page that have the chance."""
    rows = (dict(block.rows) for block in of_kind(flat(blocks), Fields))
    return next(row for row in rows if "Chance" in row)


async def test_the_last_day_of_a_stage_has_the_chance_of_the_next_one_in_a_place_kept_for_it(
    monkeypatch,
):
    monkeypatch.setattr(day_end, "PLAYOUTS", 3)
    monkeypatch.setattr(decision_analysis, "TIME_LIMIT", math.inf)
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: app)
    game, last = stage_over()
    async with running() as (pilot, app):
        screen = DayScreen(game, last)
        app.push_screen(screen)
        await until(pilot, lambda: bool(screen.chances))
        after = fields(screen.blocks)
        stage_2 = simulated_words(game.state.setup, screen.chances[last], 2)
        assert after["Chance"] == stage_2, "the morning was about another stage"
        assert re.fullmatch(
            r"holds stage 2 \d+% \(\d+-\d+\)(, \d.\d ships lost)?, simulated", stage_2
        )
        assert screen.chances.keys() == {last}
        before = fields(campaign_day.end_of_day_page(game, last))
        assert re.fullmatch(r"holds stage 2 \d+% \(\d+-\d+\), estimated", before["Chance"])
        assert before.keys() == after.keys()
        game.recorded_aid = UNAIDED
        unaided = await opened(pilot, DayScreen(game, last))
        assert not fields(unaided.blocks)["Chance"]
        await pilot.press("l")
        assert app.screen is unaided, "the luck of the day is shown"


async def test_a_day_without_time_to_count_keeps_its_estimate(monkeypatch):
    monkeypatch.setattr(decision_analysis, "TIME_LIMIT", -math.inf)
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: app)
    game, last = stage_over()
    async with running() as (pilot, _):
        screen = await opened(pilot, DayScreen(game, last))
        await until(pilot, lambda: "estimated" in fields(screen.blocks)["Chance"])
        assert not screen.chances


async def test_the_chance_in_the_morning_is_that_of_the_evening_before(
    monkeypatch,
):
    monkeypatch.setattr(day_end, "PLAYOUTS", 8)
    monkeypatch.setattr(decision_analysis, "TIME_LIMIT", math.inf)
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: app)
    game = new_game(campaign="mini", level="basic", seed=32)
    days = ("1945-03-24", "1945-03-25")
    async with running() as (pilot, app):
        screens = []
        for day in days:
            play_day(game, day)
            screens.append(await opened(pilot, DayScreen(game, day)))
            await until(pilot, lambda: bool(app.screen.chances))
        first, second = screens
        assert first.chances.keys() == {days[0]}
        assert second.chances == {**first.chances, days[1]: second.chances[days[1]]}
        morning = percent(first.chances[days[0]].chance)
        words = " ".join(" ".join(words_of(row) for row in second.lines_for(78)).split())
        assert (
            f"{simulated_words(game.state.setup, second.chances[days[1]], 0)}; {morning} in the morning"
            in words
        )


def test_morale_has_the_chart_of_the_roll_that_changed_it():
    """A change of morale that no roll precedes has no chart."""
    game = played(campaign="mini", level="basic", seed=4)
    place, roll = next(
        (place, event)
        for place, event in enumerate(game.events)
        if isinstance(event, Roll) and event.purpose is MORALE and game.events[place + 1].points
    )
    day = roll.phase[:10]
    assert re.search(rf"\(chart 23: rolled {roll.natural}[^)]*\)", day_page(game, day))
    game.events.insert(place + 1, game.events.pop(place + 2))
    assert "chart 23" not in day_page(game, day)


def test_after_the_last_day_no_next_day_is_named():
    game = played(campaign="mini", level="basic", seed=4)
    going_on = new_game(campaign="mini", seed=4)
    enter = DayScreen.BINDINGS[0]
    assert [DayScreen(each, "1945-03-26").words_of(enter) for each in (game, going_on)] == [
        "Continue",
        "Next day",
    ]
    going_on.state.date = datetime.date(1945, 3, 30)
    assert [DayScreen(going_on, f"1945-03-{day}").words_of(enter) for day in (28, 29)] == [
        "Mar 30",
        "Next day",
    ]


def test_long_names_stay_in_one_piece():
    longest = max((ship.name for ship in TABLES.names.ships), key=len)
    game = played(campaign="mini", level="basic", seed=2, ship=longest)
    lines = drawn(
        [stages.served_by_day(game.state.records.daily, facts_of(game).whole.days)], 76
    ).splitlines()
    assert all(len(line) <= 76 for line in lines)
    assert (
        sum(longest in line for line in lines)
        == sum(day.ship == longest for day in game.state.records.daily)
        > 0
    )
    assert name_within("Ch. Mach. Donald Hamilton", 24) == "Ch. Mach. D. Hamilton"
    assert name_within("Lt. Walter Connolly", 24) == "Lt. Walter Connolly"
    assert name_within("Bartholomew", 5) == "Bartholomew"


def days_told(game, facts):
    dates = {fact.date for fact in facts}
    return [day for day in game.state.records.daily if day.date in dates]


def test_the_page_of_a_stage_names_how_each_ship_ended_her_day_under_a_heading():
    ends = set()
    for seed in (0, 1):
        game = played(campaign="long-a", level="basic", seed=seed)
        facts = facts_of(game).whole.days
        grid = stages.served_by_day(days_told(game, facts), facts)
        assert max(map(len, drawn([grid], 78).splitlines())) <= 78
        assert {"Station", "Near miss", "Missed"} <= set(grid.headings) - set(
            drawn([grid], 78).splitlines()[0].split("  ")
        )
        for place in range(3, 9):
            numbers = [int(plain(row[place]) or 0) for row in grid.rows]
            assert sum(numbers[:-1]) == numbers[-1], grid.headings[place]
        ends |= {plain(row[-1]) for row in grid.rows[:-1]}
    assert ends == {"on station", "left station", "to the rear", "sunk"}


def test_the_last_page_fits_its_size_and_shows_a_lost_ship_sinking():
    game = played(scenario=3, seed=5)
    for size, glyphs in itertools.product(((76, 21), (116, 37), (156, 47)), (UNICODE, ASCII)):
        lines = ending_lines(game, *size, glyphs)
        assert all(length(line) <= size[0] for line in lines), size
        texts = [words_of(line) for line in lines]
        assert any("Her service" in text for text in texts)
        assert any("Damage at the end" in text for text in texts)
        assert any("bridge" in text for text in texts[-16:])
        assert not glyphs.ascii or "".join(texts).isascii()
    game = played(scenario=3, seed=5)
    plan = game.tables.plan_of("fletcher")
    assert plan.side is not None
    heading = game.state.ship.name
    assert words_of(ending_lines(game, 76, 21, ASCII)[0]).startswith(heading)
    above = {}
    for fate in ("", SUNK):
        game.state.ship.fate = fate
        lines = [words_of(line) for line in ending_lines(game, 100, 37, ASCII)]
        at = next(row for row, text in enumerate(lines) if text.startswith(heading))
        picture = lines[: at - 1]
        struck = sections_hit(facts_of(game).days, game.state.ship)
        state = side_state(game.state.ship, game.tables, struck)
        assert picture == [words_of(line) for line in side_view(plan.side, 100, 9, ASCII, state)]
        above[fate] = picture
    width = len(above[""][-2].rstrip())
    assert "#" in above[""][-2][-10:], "afloat she floats from bow to stern"
    assert not above[SUNK][-2][width * 3 // 4 :].strip(), "going down, her stern is under water"


def award(to, name, **more):
    return Award("1945-05-10", "USS Bush", "x", name, to, "credited with 3 planes", **more)


def test_an_award_has_its_citation_and_others_a_row_each():
    promoted = award("Lt. A", "Captain", promotion=True, citation="Long.")
    crews = [
        award(f"the crew of 5-inch mount {number}", "Letter of commendation", crew=True)
        for number in (1, 3)
    ]
    rows = drawn(campaign_day.awards_section([promoted, *crews]), 200).splitlines()
    assert [row.strip(" -") for row in rows if row.strip()] == [
        "Awards",
        "* PROMOTED TO CAPTAIN",
        "Lt. A",
        "Long.",
        "The crew of 5-inch mount 1: Letter of commendation, credited with 3 planes.",
        "The crew of 5-inch mount 3: Letter of commendation, credited with 3 planes.",
    ]


def test_the_page_of_a_day_says_what_came_of_each_order_and_counts_a_single_raid_once():
    game = new_game(campaign="mini", level="advanced", seed=9)
    forward(game, lambda game: game.state.date.isoformat() != "1945-03-24", QuickCaptain())
    (day,) = facts_of(game).days[:1]
    (raid,) = (phase for phase in day.phases if phase.attacked)
    raid.waves[0].order = ("You guarded aft: nothing hit aft.",)
    page = day_page(game, raid.date)
    assert "Wave 1: You guarded aft: nothing hit aft." in page
    assert "So far" not in page
    assert "No attack: morning and evening (rain)" in page


def at_orders(**setup):
    autoplay = Autoplay(new_game(**setup), FAST)
    while autoplay.scene.kind != ORDERS_PAGE:
        autoplay.finish() if autoplay.scene.kind != ASK else autoplay.roll()
    return autoplay.game


@cases("""
    setup                                                               | task
    {'campaign': 'mini', 'seed': 5}                                     | fighting days.
    {'campaign': 'long-a', 'level': 'advanced', 'seed': 5}              | 5 stages of 5 fighting days each
    {'campaign': 'long-b', 'level': 'advanced', 'seed': 5}              | every day until 25 June
    {'patrol': '1945-04-06', 'days': 3, 'level': 'advanced', 'seed': 5} | for a patrol of 3 days
    """)
def test_the_opening_orders_have_the_frame_of_the_game(setup, task):
    game = at_orders(**setup)
    for width, height in ((76, 22), (100, 38), (100, 48)):
        page = drawn(
            orders_page(game.state, TABLES, spaced=height > LOW, background=height >= HIGH), width
        )
        assert max(map(len, page.splitlines())) <= width
        text = " ".join(page.split())
        ship = game.state.ship
        assert (
            f"{ship.name} ({ship.hull_number}) will take Radar Picket Station No. {ship.station}"
            in text
        )
        assert task in text
        for post in POSTS:
            assert naval_name(ship.crew[post].name, post).rsplit(" ", 1)[-1] in text
            assert DUTIES[post] in text
        wanted = game.state.fighting_days_wanted
        assert wanted == 0 or setup["campaign"] != "mini" or f"{wanted} fighting days" in text
        assert "win" in text or "won" in text or "You hold a stage" in text


async def test_the_opening_orders_say_what_the_officers_handle_at_80_by_24(
    monkeypatch,
):
    monkeypatch.setattr("picket_duty.captains.standing_orders.ROUTINE", SHIPPED_ROUTINE)
    game = at_orders(campaign="long-a", seed=5)
    async with running(PicketApp(TABLES, settings=Settings(pace=FAST)), (80, 24)) as (pilot, app):
        await opened(pilot, OrdersScreen(game))
        reading = app.screen.query_one(ScrollText)
        shown = " ".join(" ".join(map(words_of, reading.lines[: reading.size.height])).split())
        assert (
            "Your officers handle maneuvers, damage control and fire plans that leave no choice "
            "and ask you in a crisis. In a battle, press a to change your standing orders."
        ) in shown
    assert "fire plans" not in handled_words(UNAIDED, SHIPPED_ROUTINE)
    assert handled_words(COMMANDED, StandingOrders()) == ""
    assert (
        handled_words(COMMANDED, StandingOrders(commands=True))
        == "Your officers are in command. In a battle, press a to change your standing orders."
    )


def test_the_opening_orders_say_what_to_play_for_and_how_to_fire():
    state = new_game(campaign="long-a", seed=1).state
    assert rules_clauses(state, TABLES)[-1].endswith("Hold as many stages as you can.")
    keys = {key for binding in FirePlanPanel.BINDINGS for key in binding.key.split(",")}
    for aid, named in ((COMMANDED, {"f": "f", "s": "s"}), (UNAIDED, {"space": "Space", "f": "f"})):
        assert keys.issuperset(named)
        for key in named.values():
            assert re.search(rf"(?<!\w){re.escape(key)}(?!\w)", fight_words(aid, None))
    assert fight_words(COMMANDED, StandingOrders(commands=True)) == "", "the officers fire"


@pytest.mark.slow
@cases("""
    size      | has_map
    (80, 24)  | False
    (120, 40) | False
    (160, 50) | True
    """)
@pytest.mark.parametrize(
    "setup",
    [
        {"campaign": "long-a", "seed": 5},
        {"patrol": "1945-04-06", "days": 3, "level": "advanced", "seed": 5},
    ],
)
async def test_a_wide_page_of_orders_shows_the_station_on_the_map(setup, size, has_map):
    async with running(size=size) as (pilot, app):
        game = at_orders(**setup)
        await opened(pilot, OrdersScreen(game))
        lines = app.screen.query_one(ScrollText).lines
        assert all(length(row) <= size[0] for row in lines)
        text = text_of(app, "reading")
        assert ("Point Bolo" in text.replace("from Point Bolo", "")) is has_map
        assert text.count(f"[{game.state.ship.station}]") == (2 if has_map else 0), (
            "on the map and in its key"
        )


def test_the_card_of_quiet_days_has_the_ship_and_the_days_to_go():
    game = at_orders(campaign="mini", seed=5)
    days = [*game.state.records.daily] * 3
    game.state.fighting_days = 3
    text = drawn(quiet_card(days, game.state), 60)
    assert "3 QUIET DAYS" in text
    assert f"3 of {game.state.fighting_days_wanted} fighting days done" in text


async def test_cards_close_by_key_and_q_and_esc_on_a_page_ask_to_leave():
    game = new_game(campaign="mini", seed=5)
    async with running(PicketApp(TABLES, game, settings=Settings(pace=FAST))) as (pilot, app):
        for _ in range(30):
            if not isinstance(app.screen, OrdersScreen):
                await pilot.press("enter")
        assert "Gunnery officer" in text_of(app, "reading")
        page = app.screen
        battle = app.screen_stack[-2]
        answers = len(game.answers)
        for key, back in (("q", "enter"), ("escape", "escape")):
            await pilot.press(key)
            assert "Leave the game?" in app.screen.question
            await pilot.press(back)
            assert app.screen is page
        loss = Succession(
            "gunnery_officer", "Lt. R. Hughes", "Ens. T. Dawson", 1, -1, "1945-04-06/morning"
        )
        await opened(pilot, CardOverBoard(killed_card([loss])))
        assert "GUNNERY OFFICER, KILLED" in text_of(app, "notice")
        assert "was +1, now -1" in text_of(app, "notice")
        await pilot.press("enter")
        assert app.screen is page
        await pilot.press("q", "y")
        assert battle not in app.screen_stack
        assert len(game.answers) == answers


@pytest.mark.slow
@pytest.mark.parametrize("setup", [{"campaign": "mini"}, {"scenario": 4}])
async def test_the_orders_come_at_once_and_take_the_first_key(monkeypatch, setup):
    monkeypatch.setattr(Autoplay, "has_orders", True)
    endless = Durations(*[1000] * len(Durations._fields))
    monkeypatch.setattr("picket_duty.tui.scenes.WATCHED", endless)
    app = PicketApp(TABLES, new_game(seed=1, **setup), settings=Settings(pace=NORMAL))
    async with running(app) as (pilot, _):
        assert isinstance(app.screen, OrdersScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, BattleScreen)


def test_the_orders_name_the_house_rules_and_say_what_they_change():
    game = at_orders(campaign="mini", seed=5, options=HOUSE_RULES)
    for spaced in (False, True):
        page = orders_page(game.state, TABLES, spaced=spaced, background=False)
        words = " ".join(drawn(page, 100).split())
        assert "House rule: Hard turns spoil the aim. In a wave with" in words
        assert all(rule.text in words for rule in TABLES.house_rules)
        assert LESS_LIKELY in words
    plain = at_orders(campaign="mini", seed=5)
    assert "House rule" not in drawn(orders_page(plain.state, TABLES), 100)


def test_a_scenario_begins_with_its_orders(monkeypatch):
    monkeypatch.setattr(Autoplay, "has_orders", True)
    game = new_game(scenario=5, seed=7, aid=COMMANDED)
    autoplay = Autoplay(game, FAST)
    kinds = []
    while autoplay.scene.kind != OVER:
        kinds.append(autoplay.scene.kind)
        go_on(autoplay)
    assert kinds.count(ORDERS_PAGE) == 1
    assert kinds.index(ORDERS_PAGE) < (kinds.index(ASK) if ASK in kinds else len(kinds))
    words = " ".join(
        drawn(orders_page(game.state, TABLES, StandingOrders(), COMMANDED), 100).split()
    )
    for part in (
        TABLES.scenarios[5].victory,
        "USS Evans (DD-552) is on Radar Picket Station No. 15.",
        fight_words(COMMANDED, None),
    ):
        assert " ".join(part.split()) in words


@pytest.mark.slow
async def test_enter_reads_the_last_page_to_its_end_and_then_asks():
    async with running() as (pilot, app):
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


@pytest.mark.slow
def test_the_page_of_a_day_names_an_emergency():
    game = campaign()
    fought = [phase for day in facts_of(game).days for phase in day.phases]
    declared = [
        sum(
            isinstance(event, Note) and event.remark == (Remark.EMERGENCY, "")
            for event in phase.consequences
        )
        for phase in fought
    ]
    told = [
        drawn(phases.phase_blocks(game, phase), 120).count("Emergency granted") for phase in fought
    ]
    assert any(declared)
    assert told == declared
