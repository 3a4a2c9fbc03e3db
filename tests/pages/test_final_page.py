"""The last page: its numbers read back, its last entry, of a resumed game; and what documents say
of the last day.
"""

import datetime
import re
from collections import Counter
from functools import lru_cache
from itertools import chain

import msgspec
import pytest

from picket_duty.book.limits import LAST_DAY
from picket_duty.captains import captain_named, play_out
from picket_duty.charts.words import day_words
from picket_duty.events import Loss
from picket_duty.facts import facts_of
from picket_duty.facts.days import ON_STATION
from picket_duty.pages.awards import awards_so_far
from picket_duty.pages.blocks import Heading, Items, Paragraph, plain
from picket_duty.pages.crews import killed_blocks
from picket_duty.pages.final_page import farewell_page, final_page, last_entry, ship_that_left
from picket_duty.pages.log_pages import log_blocks
from picket_duty.pages.ships import READY, closing_state, duty_status, ships_of, squadron_page
from picket_duty.pages.ships_served import ships_served
from picket_duty.pages.war_diary import read_diary, ships_with_days
from picket_duty.requests import Roll
from picket_duty.saves.service_record import honors_words
from picket_duty.state import REAR, SUNK, DayRecord
from picket_duty.text import ship_service
from picket_duty.text.dates import plain_day
from picket_duty.text.diary_entries import closing_sentence
from picket_duty.text.english import count
from picket_duty.text.ship_service import DayDamage, hardest_day, hardest_day_words
from tests.games import TABLES, new_game, of_kind
from tests.saves.games import played
from tests.text_table import table_of


@lru_cache(maxsize=8)
def over(captain="greedy", **setup):
    game = new_game(**setup)
    play_out(game, captain_named(captain, 1))
    return game


@pytest.fixture(scope="module")
def campaign():
    games = (over(campaign="long-a", level="advanced", seed=seed) for seed in range(20))
    return next(
        game for game in games if {ship.fate == SUNK for ship in game.state.lost} == {True, False}
    )


def texts(game):
    for block in final_page(game):
        if isinstance(block, Heading | Paragraph | Items):
            yield from map(plain, block.lines if isinstance(block, Items) else (block.text,))


def test_the_last_entry_is_the_last_page_of_the_log():
    games = (over(scenario=3, level="advanced", seed=seed) for seed in range(40))
    game = next(game for game in games if game.state.ship.fate == SUNK)
    page = of_kind(log_blocks(facts_of(game).whole, TABLES), Paragraph)
    entry = last_entry(game)
    assert entry[1 : 1 + len(page)] == page
    assert "sank on her station" in entry[-2].text
    assert entry[-1].text == "End of log."


def test_the_log_of_a_ship_that_leaves_after_a_raid_ends_with_the_raid():
    """Scenario 2 with seed 5: she left because of fire, so that no watch went on as before."""
    game = played("doctrine", scenario=2, level="basic", seed=5)
    page = [block.text for block in of_kind(log_blocks(facts_of(game).whole, TABLES), Paragraph)]
    departure = next(place for place, text in enumerate(page) if text.startswith("Left station"))
    assert page[departure - 1].endswith("Secured from general quarters.")


def test_a_ship_lost_in_a_campaign_has_her_own_last_page(campaign):
    facts = facts_of(campaign).whole
    for ship in campaign.state.lost:
        if ship.fate != SUNK:
            continue
        blocks = farewell_page(campaign, ship)
        assert blocks[0] == Heading(f"{ship.name} ({ship.hull_number}) is lost", 2)
        day = [day for day in facts.days if day.ship == ship.name and day.phases][-1]
        assert day.lost
        log = of_kind(log_blocks(msgspec.structs.replace(facts, days=[day]), TABLES), Paragraph)
        ends = [block.text for block in of_kind(blocks, Paragraph) if block.kind == "log"]
        assert ends
        assert all(any(block.text.endswith(end) for block in log) for end in ends)
        words = str(blocks)
        assert ("sank on her station" in words) == (day.lost == ON_STATION)
        assert all(officer.name in words for officer in ship.fallen)
        assert [lost for lost in campaign.state.lost if lost.name in words] == [ship]


def test_weapons_that_hit_a_ship_are_in_her_service(campaign):
    facts = facts_of(campaign).whole.days
    for ship in campaign.state.lost:
        days = [day for day in campaign.state.records.daily if day.ship == ship.name]
        impacts = [
            impact
            for day in facts
            if day.ship == ship.name
            for phase in day.phases
            for impact in phase.impacts
        ]
        weapons = sum(impact.by_weapon and not impact.near for impact in impacts)
        told = f"; {count(weapons, 'weapon')} hit the ship." if weapons else "hit the ship"
        assert (told in ship_service.service_words(ship, days, campaign.state, facts)) == bool(
            weapons
        )


def test_the_fate_of_the_real_ship_is_given_if_known():
    bush = over(patrol="1945-04-06", days=2, level="advanced", seed=5, ship="USS Bush")
    assert (
        list(texts(bush))[-1]
        == "USS Bush (DD-529) was lost to air attack on 6 April, on station 1."
    )
    heron = over(patrol="1945-04-06", days=2, level="advanced", seed=5, ship="USS Heron")
    assert not any("air attack" in text for text in texts(heron))


def test_a_resumed_game_ends_with_the_same_page(campaign):
    days = (point for point in reversed(campaign.checkpoints) if point.day)
    point = next(point for point in days if point.answers < len(campaign.answers) - 5)
    again = campaign.again_from(point)
    again.base = point.answers
    for answer in campaign.answers[point.answers :]:
        again.answer(answer) if not isinstance(again.request, Roll) else again.roll()
    assert again.over
    assert again.events[0].phase[:10] == point.label[:10]
    # Without its save, the game has no earlier awards, does not know why a stage was lost, and
    # knows the harm of a day by its crashes alone.
    pages = [
        [
            re.sub(" Her hardest day was [^.]*[.]", "", str(block))
            for block in final_page(game)
            if "Awards to" not in str(block) and "lost by" not in str(block)
        ]
        for game in (again, campaign)
    ]
    assert pages[0] == pages[1]


def test_a_campaign_ends_with_the_awards_of_all_its_ships(campaign):
    assert f"Awards to ships and crews: {honors_words(awards_so_far(campaign))}." in list(
        texts(campaign)
    )


def test_a_patrol_has_a_last_page():
    game = over("doctrine", patrol="1945-04-06", days=3, level="advanced", seed=5)
    ship = game.state.ship.name
    assert final_page(game)[0] == Heading(f"The patrol is over: {ship} sank", 2)
    assert f"{game.state.records.days} days on duty" in next(
        text for text in texts(game) if "on duty" in text
    )


def test_each_end_of_a_scenario_says_how_it_ended():
    for scenario, seed, title, words in [
        (
            6,
            1,
            "USS Kimberly (DD-521) held her station",
            "No raid came. At the end, on Mar 26, USS Kimberly was on "
            "Radar Picket Station No. 9, afloat with hull integrity 6. US victory.",
        ),
        (
            6,
            2,
            "USS Kimberly (DD-521) is lost",
            "USS Kimberly, on Radar Picket Station No. 9, was sunk on Mar 26: she "
            "foundered, burning out of control. Japanese victory.",
        ),
        (
            2,
            3,
            "USS Braine (DD-630) left her station",
            "On May 27, USS Braine left Radar Picket Station No. 5, afloat "
            "with hull integrity 3. Japanese victory.",
        ),
    ]:
        game = played(scenario=scenario, seed=seed)
        assert ship_service.end_title(game.state, TABLES) == title
        assert ship_service.end_words(game, game.state) == words


def test_the_last_page_of_a_mini_campaign_says_each_count_once():
    for seed in range(6):
        game = over("doctrine", campaign="mini", level="basic", seed=seed)
        title, *rest = texts(game)
        assert title.startswith(("US victory: ", "Japanese victory: "))
        assert f"{game.state.ship.name} " in title
        page = "\n".join((title, *rest))
        done = game.state.fighting_days
        wanted = game.state.fighting_days_wanted
        is_last = done == wanted and not game.state.on_station
        assert (
            page.count(
                f"last of {wanted} fighting days" if is_last else f"{done} of {wanted} fighting day"
            )
            == 1
        )
        assert page.count(f"{game.state.records.planes} plane") <= 1
        raided = sum(day.planes > 0 for day in game.state.records.daily)
        assert ("Her hardest day was" in page) == (raided > 1)


def test_the_last_page_of_the_long_campaign_has_its_stages_and_says_the_printed_verdict_once(
    campaign,
):
    page = list(texts(campaign))
    stages = campaign.state.stages
    held = sum(bool(stage.held) for stage in stages)
    assert f"Stages held: {held} of 5" in page
    assert page[0].startswith(f"{held} of 5 stages held. By the printed rules: US victory, ")
    assert sum("victory" in text or "would be a draw" in text for text in page) == 1
    for number, stage in enumerate(stages, start=1):
        row = next(text for text in page if text.startswith(f"Stage {number}: "))
        assert ("held by" in row) == bool(stage.held)
        assert stage.ship in row


def test_the_last_page_says_that_nobody_was_killed(campaign, monkeypatch):
    for game in (campaign, played(scenario=3, seed=5)):
        for ship in ships_of(game.state):
            monkeypatch.setattr(ship, "fallen", [])
        assert Paragraph("No officers or chiefs were killed.") in final_page(game)
        assert killed_blocks(ships_of(game.state)) == []


def hull_lost(day):
    events = chain.from_iterable(phase.consequences for phase in day.phases)
    return sum(loss.points for loss in of_kind(events, Loss) if loss.track == "hull")


def test_the_hardest_day_is_the_one_with_the_most_harm():
    hardest = 0
    for seed in range(6):
        game = over("doctrine", campaign="mini", level="basic", seed=seed)
        facts = facts_of(game).whole.days
        raided = [day for day in game.state.records.daily if day.planes]
        if len(raided) < 2:
            continue
        day, damage = hardest_day(raided, facts)
        hull = Counter({fact.date: hull_lost(fact) for fact in facts})
        assert damage.hull == hull[day.date] == max(hull[other.date] for other in raided)
        hardest += day.planes < max(other.planes for other in raided)
        assert day_words(datetime.date.fromisoformat(day.date)) in hardest_day_words(raided, facts)
        assert damage.words in hardest_day_words(raided, facts)
    assert hardest


def test_the_hardest_day_says_why():
    assert DayDamage(2, 1, 4, 2).words == (
        "2 hits, 2 hull points lost, 1 officer or chief killed, 4 men of the repair parties "
        "killed or wounded"
    )
    assert DayDamage().words == ""
    calm = [
        DayRecord("1945-03-24", "USS Bush", 1, planes=4),
        DayRecord("1945-03-25", "USS Bush", 1, planes=2, hits=1),
    ]
    assert hardest_day(calm, ()) == (calm[1], DayDamage(hits=1))
    assert hardest_day(calm[:1], ()) == (calm[0], DayDamage())
    assert hardest_day_words(()) == hardest_day_words(calm[:1]) == ""


#: Games that end on the day on which a ship is sent to the rear: a mini campaign, the last stage of
#: a long campaign, and the last day of the calendar.
SENT_ON_THE_LAST_DAY = table_of("""
    random   | 9  | {'campaign': 'mini', 'level': 'advanced'}
    doctrine | 13 | {'campaign': 'long-a', 'level': 'advanced'}
    random   | 5  | {'campaign': 'long-b', 'level': 'advanced'}
    """)
#: Games of other ends: held, lost, at the anchorage, a patrol, a scenario that was left.
OTHERS = (
    *(("random", seed, {"campaign": "mini", "level": "advanced"}) for seed in range(6)),
    *(
        ("doctrine", seed, {"patrol": "1945-06-18", "days": 9, "level": "advanced"})
        for seed in range(6)
    ),
    *(("random", seed, {"scenario": 2, "level": "advanced"}) for seed in range(6)),
)


@pytest.mark.parametrize(("captain", "seed", "setup"), [*SENT_ON_THE_LAST_DAY, *OTHERS])
def test_every_document_knows_where_each_ship_went(captain, seed, setup):
    game = played(captain, seed=seed, history=False, **setup)
    left = {}
    for day in facts_of(game).whole.days:
        left[day.ship] = day.leave
    #: What became of a ship that left so on her last day.
    ends = {
        name: "" if leave is None else SUNK if leave.reason == SUNK else REAR if leave.rear else ""
        for name, leave in left.items()
    }
    assert {ship.name: ship.fate for ship in ships_served(game)} == ends
    state = closing_state(game.state, facts_of(game).whole.days)
    assert {ship.name: ship.fate for ship in ships_of(state) if ship.name in ends} == ends
    sent, sunk = (sum(fate == kind for fate in ends.values()) for kind in (REAR, SUNK))
    sums = [block.text for block in of_kind(squadron_page(state, TABLES), Paragraph)]
    assert any(
        "".join(span.text for span in text).startswith(f"{sunk} sunk, {sent} sent to the rear")
        for text in sums
    )
    if (captain, seed, setup) in SENT_ON_THE_LAST_DAY:
        assert facts_of(game).whole.days[-1].sent_to_rear
        assert (game.state.on_station, ship_that_left(game).fate) == (False, REAR)
    diary = read_diary(game)
    for ship in ships_with_days(diary):
        days = [day for day in diary.facts.days if day.ship == ship.name]
        words = closing_sentence(game, ship, days)
        leave = left[ship.name]
        if leave is not None and not ends[ship.name] and leave.until:
            assert plain_day(leave.until) in words
            assert ship.back == datetime.date.fromisoformat(leave.until)
        assert duty_status(ship, state)[1].startswith("sent to the rear") == (
            ends[ship.name] == REAR
        )


def test_no_ship_is_ready_on_a_day_after_the_last():
    game = played("doctrine", seed=3, history=False, campaign="long-b", level="advanced")
    back = {ship.back for ship in game.state.squadron}
    assert any(LAST_DAY < day <= game.state.date for day in back)
    for ship in game.state.squadron:
        assert (duty_status(ship, game.state)[0] == READY) == (ship.back <= LAST_DAY)
