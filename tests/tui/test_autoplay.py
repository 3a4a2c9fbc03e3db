"""Autoplay without a screen: the steps, and which of them wait for the player."""

import itertools
import re
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pytest

from picket_duty.book import vocabulary
from picket_duty.captains import captain_named
from picket_duty.captains.deciders import (
    OFFICERS,
    has_own_decision,
    last_own_decision,
    nothing_to_undo,
)
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.charts.words import day_words
from picket_duty.events import Crew, DecisionMade, Leave, NewShip, Strike, TurnEnd, WaveBegun
from picket_duty.facts import TrackLoss, facts_of
from picket_duty.facts.campaign_days import period_days, period_ended, periods_over
from picket_duty.odds.aims import Aim, AimOdds, AimPlans
from picket_duty.pages.awards import awards_on
from picket_duty.pages.battle_cards import killed_card
from picket_duty.pages.blocks import Fields, plain
from picket_duty.pages.campaign_day import end_of_day_page
from picket_duty.pages.fire_order import FireOrder
from picket_duty.requests import ASSIGN, Choice, Roll
from picket_duty.rules.play import YES
from picket_duty.setup import AIDS, UNAIDED
from picket_duty.state import ATTACKED, PHASES, QUIET, SECTIONS, SUNK
from picket_duty.text.campaign_progress import decisive_words
from picket_duty.text.cards import card_brief, plain_card_lines
from picket_duty.text.control_report import phase_over
from picket_duty.text.dates import label_words, short_date
from picket_duty.text.headlines import CRIPPLED, DAY_OVER, LEAVES, LOST, PHASE, RAID, WAVE_OVER
from picket_duty.text.log import officers_line
from picket_duty.text.names import naval_name
from picket_duty.text.ship_service import damage_on
from picket_duty.text.status import DUTIES, succession
from picket_duty.text.styled_text import text_of
from picket_duty.tui.autoplay import OFFICERS_FIRED, QUIET_SPELL, SHORT_SPELL, Autoplay
from picket_duty.tui.plane_stages import stages
from picket_duty.tui.scenes import (
    ASK,
    CONTROL_REPORT,
    DAY_PAGE,
    HEADLINE,
    KILLED_CARD,
    LOST_SHIP_PAGE,
    OFFICERS_CALL,
    OFFICERS_ORDER,
    ORDERS_PAGE,
    OVER,
    OWN_SCREENS,
    QUIET_DAYS_CARD,
    ROLL_MADE,
    ROLLS,
    WATCHED,
    WAVE_CARD,
    Scene,
)
from picket_duty.tui.settings import FAST, MANUAL, NORMAL
from tests.games import TABLES, new_game, of_kind
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.plain.conftest import shipped_routine as shipped_routine
from tests.plain.games import lost
from tests.quick import first_is_quick
from tests.text.cards import card_of, hit
from tests.text.cards import wave as wave_of
from tests.text_table import cases
from tests.tui.conftest import drawn
from tests.tui.games import (
    at_choice,
    at_roll,
    first_game,
    forward,
    given,
    go_on,
    has_dangerous_only_plan,
    has_only_plan,
)


def until(autoplay, reached):
    steps = [autoplay.scene]
    while not reached(autoplay.scene) and autoplay.scene.kind != OVER:
        go_on(autoplay)
        steps.append(autoplay.scene)
    return steps


def whole(autoplay):
    return until(autoplay, lambda step: False)


def test_routine_rolls_share_a_step():
    game = new_game(scenario=3, seed=7)
    autoplay = Autoplay(game, NORMAL)
    assert game.request.purpose is vocabulary.CREW
    assert autoplay.scene == Scene(ROLLS, WATCHED.roll)
    autoplay.finish()
    rolled = of_kind(game.events, Roll)
    assert len(rolled) > 1
    assert {roll.purpose for roll in rolled} == {vocabulary.CREW}
    while game.request.purpose is not vocabulary.BEARING:
        autoplay.finish()
    assert autoplay.scene == Scene(ROLLS, WATCHED.plane)
    first = game.request.plane
    autoplay.finish()
    assert game.request.plane != first
    autoplay.finish(all_planes=True)
    assert autoplay.scene.kind == HEADLINE
    assert autoplay.scene.headline.kind == RAID
    assert autoplay.scene.seconds == WATCHED.headline


def test_what_waits_at_each_speed():
    autoplay = Autoplay(new_game(scenario=3, seed=7), MANUAL)
    steps = whole(autoplay)
    assert {step.seconds for step in steps} == {None}
    assert {ASK, HEADLINE, WAVE_CARD} <= {step.kind for step in steps}
    asked = sum(step.kind == ASK for step in steps)
    assert asked == len(autoplay.game.answers)
    autoplay = Autoplay(new_game(campaign="mini", seed=5), FAST)
    steps = [step for step in whole(autoplay) if step.seconds is None]
    waits = [step.kind for step in steps]
    assert set(waits) <= {ASK, WAVE_CARD, CONTROL_REPORT, HEADLINE, ROLL_MADE, *OWN_SCREENS, OVER}
    assert all(
        step.always_waits
        for step in steps
        if step.kind in (WAVE_CARD, CONTROL_REPORT, HEADLINE, ROLL_MADE)
    )
    assert waits.count(ASK) == sum(
        not isinstance(answer, tuple) for answer in autoplay.game.answers
    )


def test_no_wave_since_the_last_order_is_left_out_at_the_speed_fast():
    game = new_game(scenario=6, level="advanced", seed=18)
    autoplay = Autoplay(game, FAST, SHIPPED_ROUTINE)
    told = []
    while autoplay.scene.kind != OVER:
        scene = autoplay.scene
        told += [f"{news.words}." for news in scene.earlier_waves]
        if scene.kind == WAVE_CARD:
            told += plain_card_lines(scene.wave, TABLES)
        go_on(autoplay)
    fought = [wave for day in facts_of(game).days for phase in day.phases for wave in phase.waves]
    assert len(fought) > 1
    for wave in fought:
        assert any(card_brief(wave) in line for line in told)
    assert any(line.startswith(OFFICERS_FIRED) for line in told)


def harmed(step):
    return step.wave is not None and bool(
        step.wave.strikes or any(hit.suffered for hit in step.wave.impacts)
    )


@pytest.mark.parametrize("speed", [NORMAL, FAST])
def test_a_scenario_waits_after_a_wave_that_harmed_the_ship_and_once_at_the_end_of_each_phase(
    speed,
):
    harms = ends = passing = 0
    for scenario, seed in ((3, 7), (3, 9), (6, 2), (2, 3)):
        autoplay = Autoplay(new_game(scenario=scenario, seed=seed), speed)
        waited = Counter()
        while autoplay.scene.kind != OVER:
            step = autoplay.scene
            game = autoplay.game
            if step.kind in (WAVE_CARD, CONTROL_REPORT, HEADLINE):
                events = len(game.events) if step.events_shown is None else step.events_shown
                label = game.events[min(events, len(game.events)) - 1].phase
                over = phase_over(game, label)
                assert (
                    step.kind != CONTROL_REPORT
                    or game.state_at(step.events_shown).state.label == label
                ), "the header waits too"
                assert (step.seconds is None) is (
                    step.always_waits or (step.kind != HEADLINE and speed == FAST)
                )
                assert not harmed(step) or step.seconds is None
                if step.kind == WAVE_CARD and step.seconds is not None:
                    passing += step.seconds == WATCHED.card
                if step.seconds is None and harmed(step):
                    harms += 1
                if step.seconds is None and not (harmed(step) and not over):
                    assert over, "nothing else waits within a phase"
                    waited[label] += 1
            go_on(autoplay)
        phases = [phase.label for phase in facts_of(autoplay.game).days[-1].phases]
        assert list(waited) == phases
        assert set(waited.values()) <= {1, 2}, "a wave that harmed the ship may be the last"
        ends += len(phases)
    assert harms
    assert bool(passing) == (speed == NORMAL)
    assert ends > 6


@first_is_quick("seed", [5, 32, 1])
def test_no_fire_plan_is_asked_before_its_raid_is_announced_and_the_end_of_the_phase_before_has_waited(
    seed,
):
    for speed in (FAST, NORMAL):
        autoplay = Autoplay(new_game(campaign="mini", level="basic", seed=seed), speed)
        stops = 0
        last = ""
        plans = 0
        announced = set()
        while autoplay.scene.kind != OVER:
            step = autoplay.scene
            request = autoplay.game.request
            if step.kind == ASK:
                if request.about == "fire plan":
                    assert request.phase == last or stops or not last
                    assert request.phase in announced
                    plans += request.phase != last
                    stops = 0
                    last = request.phase
                autoplay.answer(decide(autoplay.game.play, request))
                continue
            if step.headline is not None and step.headline.kind == RAID:
                announced.add(autoplay.game.state.label)
            stops += step.seconds is None
            autoplay.finish()
        assert plans > 1


def test_a_quiet_phase_of_a_campaign_waits_only_with_the_raid_after_it():
    for seed in (32, 16):
        for speed in (NORMAL, FAST):
            autoplay = Autoplay(new_game(campaign="mini", level="basic", seed=seed), speed)
            steps = whole(autoplay)
            calendar = autoplay.game.state.records.calendar
            assert "quiet" in calendar.values()
            waits = [step for step in steps if step.kind == HEADLINE and step.seconds is None]
            assert {step.headline.kind for step in waits} <= {RAID, WAVE_OVER}
            quiet = [
                step.date
                for step in steps
                if step.kind == DAY_PAGE and calendar.get(step.date) == "quiet"
            ]
            assert len(quiet) == len(set(quiet))


@pytest.mark.parametrize("aid", AIDS)
def test_the_card_of_a_wave_has_expected_hits_except_in_an_unaided_game(aid):
    autoplay = Autoplay(new_game(scenario=4, seed=3, aid=aid), NORMAL)
    until(autoplay, lambda step: step.kind == WAVE_CARD)
    assert autoplay.scene.wave is not None
    assert (autoplay.scene.wave.expected is None) == (aid == UNAIDED)


def test_the_headline_of_a_wave_says_what_came_of_the_order():
    """Without a last period, which comes where the headline is shown."""
    autoplay = Autoplay(new_game(campaign="mini", seed=1), FAST)

    def told(_):
        odds = AimOdds(0.5, 0.6, dict.fromkeys(SECTIONS, 0.25), None, 0.0)
        autoplay.fire_order = FireOrder("You held your fire", odds, 0)
        return [headline.words for headline in autoplay.recent if headline.kind == WAVE_OVER]

    until(autoplay, lambda step: bool(told(step)))
    assert ". You held your fire: " in told(autoplay.scene)[0]
    assert told(autoplay.scene)[0][-1] != "."


def test_a_harmless_last_wave_of_a_campaign_is_told_with_the_report_of_its_phase_at_the_speed_fast():
    autoplay = Autoplay(new_game(campaign="long-a", level="basic", seed=3), FAST)
    steps = until(autoplay, lambda step: periods_over(autoplay.game.state, TABLES) == 2)
    before = [
        (step, then) for step, then in itertools.pairwise(steps) if then.kind == CONTROL_REPORT
    ]
    assert all(harmed(step) for step, _ in before if step.kind == WAVE_CARD)
    assert any(step.kind != WAVE_CARD and then.earlier_waves for step, then in before)


@first_is_quick("speed", [FAST, NORMAL, MANUAL])
def test_what_came_of_a_declared_emergency_waits_before_the_page_of_the_day(speed):
    autoplay = Autoplay(new_game(campaign="mini", seed=5), speed, StandingOrders())
    ends = 0
    while autoplay.scene.kind != OVER:
        request = autoplay.game.request
        if (
            autoplay.scene.kind != ASK
            or getattr(request, "decision", None) is not vocabulary.DECLARE
        ):
            go_on(autoplay)
            continue
        assert request is not None
        autoplay.answer(YES)
        scenes = [autoplay.scene]
        while (
            scenes[-1].kind not in (*OWN_SCREENS, OVER)
            and request.phase == autoplay.game.state.label
        ):
            go_on(autoplay)
            scenes.append(autoplay.scene)
        shown = [scene for scene in scenes if scene.report is not None and scene.always_waits]
        assert len(shown) == 1
        assert shown[0].seconds is None
        assert shown[0].report is not None
        assert shown[0].report.declarations
        ends += request.phase.endswith(PHASES[-1])
    assert ends


@pytest.mark.parametrize("speed", [FAST, NORMAL])
@pytest.mark.parametrize(("seed", "kind"), [(3, WAVE_CARD), (6, CONTROL_REPORT)])
def test_what_sank_the_ship_waits_even_if_the_officers_finish_the_game(speed, seed, kind):
    autoplay = Autoplay(new_game(scenario=2, seed=seed), speed, StandingOrders(commands=True))
    *before, _ = whole(autoplay)
    assert autoplay.game.state.ship.fate == SUNK
    told = [scene for scene in before if scene.kind in (WAVE_CARD, CONTROL_REPORT)][-1]
    assert (told.kind, told.seconds) == (kind, None)
    assert told.wave.sunk_in_fight if kind == WAVE_CARD else told.report.lost


def test_to_next_headline_skips_the_rolls_between_and_undo_restarts_autoplay():
    autoplay = Autoplay(new_game(scenario=3, seed=7), NORMAL)
    autoplay.to_next_headline()
    assert autoplay.scene.kind == HEADLINE
    autoplay.finish()
    autoplay.to_next_headline()
    assert autoplay.scene.kind == ASK
    until(autoplay, lambda step: step.kind == WAVE_CARD)
    autoplay.game.undo_decision()
    autoplay.begin()
    assert (autoplay.scene.kind, autoplay.scene.wave) == (ASK, None)


def test_every_shot_has_a_separate_step_and_the_roll_for_the_place_of_a_hit_lasts_as_long_as_a_headline():
    game = first_game(at_roll("gunnery"), scenario=4)
    rolls = len(game.events)
    Autoplay(game, NORMAL).finish()
    assert [event.purpose for event in of_kind(game.events[rolls:], Roll)] == [vocabulary.GUNNERY]
    game = first_game(
        lambda game: (
            at_roll("damage")(game) and getattr(game.events[-1], "purpose", None) is not None
        ),
        scenario=3,
    )
    assert Autoplay(game, NORMAL).scene == Scene(ROLLS, WATCHED.headline)
    rushed = Autoplay(first_game(at_roll("dive"), scenario=3, level="advanced"), NORMAL)
    while rushed.scene.kind not in (WAVE_CARD, ASK, OVER):
        rushed.to_next_headline()
        assert rushed.scene.kind != ROLLS or rushed.game.request.purpose.id == "damage"


@pytest.mark.parametrize("commands", [True, False])
def test_the_last_card_of_a_raid_waits_if_its_waves_were_delegated_and_the_officers_do_not_command(
    commands,
):
    autoplay = Autoplay(new_game(scenario=3, seed=7), NORMAL, StandingOrders(commands=commands))
    cards = []
    while autoplay.scene.kind != OVER:
        step = autoplay.scene
        if step.kind == WAVE_CARD and step.wave is not None and not step.wave.impacts:
            cards.append(step)
        autoplay.delegate() if autoplay.can_delegate() else autoplay.finish()
    last = [step for step in cards if step.wave.number == step.wave.waves]
    assert last
    assert all(
        step.seconds == (None if step in last and not commands else WATCHED.card) for step in cards
    )


def test_panels_show_the_finished_wave_while_its_card_is_read():
    autoplay = Autoplay(new_game(scenario=3, seed=9), NORMAL)
    cards = together = 0
    while autoplay.scene.kind != OVER:
        until(autoplay, lambda step: step.kind == OVER or step.wave is not None)
        if autoplay.scene.kind == ASK:
            assert autoplay.game.request.decision is vocabulary.DECLARE
            together += 1
            autoplay.answer(decide(autoplay.game.play, autoplay.game.request))
        elif autoplay.scene.wave is not None:
            seen = autoplay.game.state_at(autoplay.scene.events_shown)
            assert len(seen.events) == autoplay.scene.wave.end
            assert seen.state.air.wave == autoplay.scene.wave.number
            assert {plane.number for plane in seen.state.air.planes} == set(
                autoplay.scene.wave.fates
            )
            for loss in autoplay.scene.wave.fight_damage.entries:
                assert (
                    not isinstance(loss, TrackLoss)
                    or loss.track != "hull"
                    or seen.state.ship.hull == loss.left
                )
            assert not {"coming in", "diving"} & set(stages(seen).values())
            cards += 1
            autoplay.finish()
    assert cards
    assert cards + together > 3


def test_the_stage_of_a_plane_never_goes_back():
    order = ("coming in", "in range", "under fire", "attacking", "diving")
    for seed in (7, 9):
        before = {}

        def look(game, before=before):
            for plane, stage in stages(game).items():
                key = game.state.air.wave, game.state.label, plane
                was = before.get(key, stage)
                assert stage not in order or (
                    was in order and order.index(was) <= order.index(stage)
                )
                before[key] = stage
            return False

        assert forward(new_game(scenario=3, seed=seed), look, captain_named("doctrine", 1)).over


def test_bad_news_lasts_longer_and_a_sinking_roll_stays_on_screen():
    long = set()
    read = {NORMAL: [], FAST: []}
    for seed, speed in ((9, NORMAL), (3, NORMAL), (9, FAST)):
        autoplay = Autoplay(new_game(scenario=3, seed=seed), speed)
        while autoplay.scene.kind != OVER:
            step = autoplay.scene
            game = autoplay.game
            if step.kind == ROLL_MADE:
                roll = of_kind(game.events, Roll)[-1]
                read[speed].append(roll)
                waits = step.seconds is None
                assert waits == (roll.purpose in vocabulary.SINKING_ROLLS)
                assert waits or step.seconds == WATCHED.headline
            elif step.headline is not None and speed == NORMAL:
                assert (
                    step.seconds is not None or step.kind != HEADLINE or step.headline.kind != RAID
                )
                if step.seconds is not None and step.seconds > WATCHED.headline:
                    long.add(step.headline.kind)
            go_on(autoplay) if speed == NORMAL or step.kind == ASK else autoplay.to_next_headline()
    assert {CRIPPLED, LEAVES, LOST} <= long
    assert {roll.purpose for roll in read[NORMAL]} == {
        vocabulary.CREW,
        vocabulary.HULL,
        vocabulary.ANCHORAGE,
    }
    assert (
        read[FAST]
        == [
            event
            for event in of_kind(game.events, Roll)
            if event.purpose in vocabulary.SINKING_ROLLS
        ]
        != []
    )


@pytest.mark.slow
def test_a_phase_without_planes_has_a_headline_and_the_first_day_of_a_stage_a_page():
    quiet = []
    for seed in range(6):
        steps = whole(Autoplay(new_game(scenario=6, seed=seed), NORMAL))
        quiet += [
            step for step in steps if step.headline is not None and step.headline.kind == PHASE
        ]
    assert quiet
    assert all(
        step.seconds is None and step.headline.words.endswith(": no attack") for step in quiet
    )
    game = new_game(campaign="long-a", level="basic", seed=5)
    steps = whole(Autoplay(game, FAST))
    (first, *_) = period_days(game.state, 2)
    quiet = game.state.records.calendar
    assert quiet[first.date] == "quiet"
    assert [step.date for step in steps].count(first.date) == 1
    pages = {step.date for step in steps if step.kind == DAY_PAGE}
    assert any(
        quiet[day.date] == "quiet" and day.date not in pages for day in game.state.records.daily
    )


class Step(NamedTuple):
    """A scene, the date of the game then, and whether there was news."""

    scene: Scene
    date: str
    news: bool


@cache
def long_campaign():
    game = new_game(campaign="long-b", seed=2)
    autoplay = Autoplay(game, FAST)
    steps = []
    while True:
        steps.append(Step(autoplay.scene, game.state.date.isoformat(), bool(autoplay.recent)))
        if game.state.turn > 45 and autoplay.scene.kind != ROLL_MADE:
            return game, steps
        go_on(autoplay)


@pytest.mark.slow
def test_every_day_with_harm_has_one_page_and_quiet_days_have_none():
    """Nor has a day after which nothing changes: a day before a new station or at the end of a
    month has a page.
    """
    game, steps = long_campaign()
    days = [step.date for step, *_ in steps if step.kind == DAY_PAGE]
    assert days
    assert len(set(days)) == len(days)
    daily = game.state.records.daily
    facts = facts_of(game)
    moved = {
        day.date
        for day, later in pairwise(daily)
        if (day.ship, day.station) != (later.ship, later.station)
    }
    redrawn = {phase.date for day in facts.days for phase in day.phases if phase.new_station}
    moved |= {day.date for day, later in pairwise(daily) if later.date in redrawn}
    ended = {day: period_ended(game.state, TABLES, day) for day in days}
    for day in days:
        record = next(record for record in daily if record.date == day)
        suffered = (fact := facts.day_of(day)) is not None and fact.suffered
        assert record.planes or day in moved or ended[day] or awards_on(game, day) or suffered
    awarded = {day.date for day in daily[:-2] if awards_on(game, day.date)}
    lost = {event.phase[:10] for event in of_kind(game.events, Leave) if event.reason == SUNK}
    over = {event.phase[:10] for event in of_kind(game.events, TurnEnd | Leave)}
    attacked = {day.date for day in daily[:-1] if day.planes} & over
    assert len(attacked) > 3
    assert (awarded | lost | moved) - {daily[-1].date} | attacked <= set(days)
    assert [day for day, number in ended.items() if number == 1] == [
        period_days(game.state, 1)[-1].date
    ]
    assert {day.date[:7] for day in period_days(game.state, 1)} == {"1945-03"}, (
        "the end of a month is on a page"
    )


@pytest.mark.slow
def test_three_days_without_damage_have_a_page_or_card_and_no_page_leaves_news():
    game, steps = long_campaign()
    assert not any(
        news
        for step, _, news in steps
        if step.kind in OWN_SCREENS and step.kind not in (KILLED_CARD, QUIET_DAYS_CARD)
    )
    assert all(step.seconds is None for step, *_ in steps if step.kind in OWN_SCREENS)
    assert sum(step.kind == ORDERS_PAGE for step, *_ in steps) == 1
    spells = [step.date for step, *_ in steps if step.kind == QUIET_DAYS_CARD]
    assert spells
    records = [record.date for record in game.state.records.daily]
    undamaged = {record.date for record in game.state.records.daily if not record.hits}
    for first in spells:
        place = records.index(first)
        assert undamaged.issuperset(records[place : place + QUIET_SPELL]), (
            "a day with damage ends the count"
        )
    check_spells(game, steps)


def check_spells(game, steps):
    shown = {date for step, date, _ in steps if step.kind in OWN_SCREENS}
    spell = 0
    for date, mark in sorted(game.state.records.calendar.items()):
        spell = 0 if date in shown or mark not in (QUIET, ATTACKED) else spell + 1
        assert spell <= QUIET_SPELL


@pytest.mark.slow
def test_each_officer_killed_has_a_card():
    game, steps = long_campaign()
    killed = [loss for step, *_ in steps for loss in step.killed]
    assert killed == [succession(event) for event in of_kind(game.events, Crew) if event.killed]
    ships = {
        ship.name: ship for ship in (*game.state.squadron, *game.state.lost, game.state.ship)
    }.values()
    fallen = [
        (man.phase, man.post, naval_name(man.name, man.post))
        for ship in ships
        for man in ship.fallen
    ]
    assert sorted((loss.phase, loss.post, loss.killed) for loss in killed) == sorted(fallen)
    assert fallen
    check_cards(killed)


def check_cards(killed):
    for loss in killed:
        text = drawn(killed_card([loss]), 60)
        date = label_words(loss.phase)
        assert all(
            words in text
            for words in (loss.killed.upper(), loss.successor, date, DUTIES[loss.post])
        )


@pytest.mark.slow
def test_a_lost_ship_has_a_scene_before_the_page_of_her_day_and_a_ship_that_left_is_only_on_the_page():
    game, steps = long_campaign()
    left = of_kind(game.events, Leave)
    lost = [event.phase[:10] for event in left if event.reason == SUNK]
    assert lost
    assert len(left) > len(lost)
    pages = [step for step, *_ in steps if step.kind in (DAY_PAGE, LOST_SHIP_PAGE)]
    farewells = [place for place, step in enumerate(pages) if step.kind == LOST_SHIP_PAGE]
    assert [pages[place + 1].date for place in farewells] == lost
    assert {event.phase[:10] for event in left} <= {step.date for step in pages}


@pytest.mark.slow
@pytest.mark.parametrize("speed", [NORMAL, FAST])
def test_the_page_of_a_day_has_the_orders_for_the_next(speed):
    autoplay = Autoplay(
        new_game(campaign="long-a", level="basic", seed=3), speed, StandingOrders(commands=True)
    )
    pages = moves = 0
    while pages < 20 and autoplay.scene.kind != OVER:
        game = autoplay.game
        step = autoplay.scene
        if step.kind == DAY_PAGE and not game.over:
            pages += 1
            fields = (
                dict(block.rows) for block in of_kind(end_of_day_page(game, step.date), Fields)
            )
            orders = next(rows for rows in fields if "Orders" in rows)
            today = game.state.records.daily[-1]
            assert today.date > step.date
            assert plain(orders["Orders"]).startswith(
                f"{day_words(game.state.date)}, station {game.state.ship.station}"
            )
            moves += "miles from Point Bolo" in plain(orders["Orders"])
        autoplay.finish()
    assert moves > 2


@first_is_quick("speed", [NORMAL, MANUAL])
def test_every_day_ends_with_one_page_that_waits_unless_the_speed_is_fast(speed):
    game = new_game(campaign="mini", level="basic", seed=32)
    steps = whole(Autoplay(game, speed))
    assert "quiet" in game.state.records.calendar.values()
    assert [step.date for step in steps if step.kind == DAY_PAGE] == [
        day.date for day in game.state.records.daily
    ]
    assert all(step.seconds is None for step in steps if step.kind == DAY_PAGE)
    assert QUIET_DAYS_CARD not in {step.kind for step in steps}


def test_two_quiet_days_have_a_card_before_the_next_attack_at_the_speed_fast():
    spells = 0
    for seed in (22, 49):
        game = new_game(campaign="mini", level="basic", seed=seed)
        autoplay = Autoplay(game, FAST, StandingOrders(commands=True))
        while autoplay.scene.kind != OVER:
            if autoplay.scene.kind == QUIET_DAYS_CARD and autoplay.scene.events_shown is not None:
                spells += 1
                assert autoplay.recent, "the raid is news at the next decision"
                closed = [
                    day for day in game.state.records.daily[:-1] if day.date >= autoplay.scene.date
                ]
                assert len(closed) == SHORT_SPELL
                assert not any(day.planes for day in closed)
            autoplay.finish()
    assert spells == 2


def test_every_attacked_day_has_a_page_when_the_officers_command_at_the_speed_fast():
    game = new_game(campaign="mini", seed=5)
    steps = whole(Autoplay(game, FAST, StandingOrders(commands=True)))
    pages = [step for step in steps if step.kind == DAY_PAGE]
    attacked = [day.date for day in game.state.records.daily if day.planes]
    assert len(attacked) > 1
    assert set(attacked) <= {page.date for page in pages}
    assert all(page.seconds is None for page in pages)
    assert not any(step.headline is not None and step.headline.kind == DAY_OVER for step in steps)


@cache
def long_a():
    """A long campaign of stages that the officers fight, up to the page of its second stage's last
    day, and its steps.
    """
    autoplay = Autoplay(
        new_game(campaign="long-a", level="basic", seed=3), FAST, StandingOrders(commands=True)
    )
    state = autoplay.game.state
    return autoplay, until(
        autoplay, lambda step: step.kind == DAY_PAGE and period_ended(state, TABLES, step.date) == 2
    )


def test_a_stage_ends_on_the_page_of_its_last_day_with_its_result_losses_awards_and_what_comes_next():
    autoplay, steps = long_a()
    state = autoplay.game.state
    ended = [period_ended(state, TABLES, step.date) for step in steps if step.kind == DAY_PAGE]
    assert [number for number in ended if number] == [1, 2]
    for number in (1, 2):
        days = period_days(state, number)
        assert [day.ship for day in days] == [state.stages[number - 1].ship] * state.stages[
            number - 1
        ].days


def test_the_page_of_a_stage_has_a_row_for_each_day_and_fits():
    autoplay, _ = long_a()
    state = autoplay.game.state
    days = period_days(autoplay.game.state, 2)
    for width in (80, 100):
        rows = drawn(end_of_day_page(autoplay.game, days[-1].date), width).splitlines()
        text = " ".join(" ".join(rows).split())
        assert text.startswith(f"STAGE 2 {'HELD' if state.stages[1].held else 'LOST'} ")
        assert text.count(decisive_words(state, TABLES, 2, facts_of(autoplay.game).whole)) == 1
        assert f"{sum(day.planes for day in days)} {sum(day.destroyed for day in days)}" in text
        assert f"{state.ship.name} begins stage 3. She holds the stage if" in text
        assert f"Orders {day_words(state.date)}, station {state.ship.station}" in text
        for part in ("Losses", "Awards", "Campaign Stages held"):
            assert part in text
        assert state.stages[1].ship in text
        facts = facts_of(autoplay.game).whole.days
        for day in days:
            check_row(rows, day, damage_on(day, facts).hull)
        assert max(map(len, rows)) <= width


def check_row(rows, day, hull):
    row = next(row.split() for row in rows if re.match(rf"{short_date(day.date)}  ", row))
    assert [value for value in row if value.isdigit()][-1] == str(hull)
    assert f" {day.planes} {day.destroyed} {day.hits} " in f"{' '.join(row)} "


def test_a_resumed_game_shows_the_page_or_call_it_was_left_at():
    """The day is counted before its end: the decision about relief is still to come."""
    autoplay, _ = long_a()
    game = autoplay.game
    last = period_days(game.state, 2)[-1].date
    evening = next(
        before
        for before in map(game.at, range(len(game.answers)))
        if before.request is not None
        and before.request.phase[:10] == last
        and periods_over(before.state, TABLES) == 2
    )
    resumed = Autoplay(evening, FAST, StandingOrders(commands=True))
    steps = until(resumed, lambda step: step.kind in (DAY_PAGE, OVER))
    assert (steps[-1].kind, steps[-1].date) == (DAY_PAGE, last)


def test_a_resumed_game_shows_a_departure_or_a_call_again():
    setup = {"campaign": "long-a", "level": "basic", "seed": 3}
    autoplay = Autoplay(new_game(**setup), FAST, StandingOrders(commands=True))
    left = until(
        autoplay,
        lambda step: (
            step.kind == DAY_PAGE and bool(facts_of(autoplay.game).day_of(step.date).leave)
        ),
    )
    again = Autoplay(
        given(new_game(**setup), autoplay.game.answers), FAST, StandingOrders(commands=True)
    )
    assert (again.scene.kind, again.scene.date) == (DAY_PAGE, left[-1].date)
    autoplay = Autoplay(new_game(scenario=3, seed=9), FAST, StandingOrders(commands=True))
    calls = 0
    while autoplay.scene.kind != OVER:
        if autoplay.scene.kind == OFFICERS_CALL and not autoplay.game.over:
            calls += 1
            copy = given(new_game(scenario=3, seed=9), autoplay.game.answers)
            again = Autoplay(copy, FAST, StandingOrders(commands=True))
            assert (again.scene, again.recent) == (autoplay.scene, [])
        autoplay.finish()
    assert calls > 1


@pytest.mark.slow
def test_the_page_of_a_day_comes_before_the_choice_of_a_relieving_ship_and_after_the_relief_question():
    autoplay = Autoplay(new_game(campaign="long-b", level="basic", seed=2), FAST)
    steps = until(
        autoplay,
        lambda step: (
            step.kind == ASK and autoplay.game.request.decision is vocabulary.RELIEVING_SHIP
        ),
    )
    game = autoplay.game
    page = steps[-2]
    assert (page.kind, page.date) == (DAY_PAGE, game.state.records.daily[-1].date)
    rows = next(dict(block.rows) for block in of_kind(end_of_day_page(game, page.date), Fields))
    assert plain(rows["Orders"]) == f"{day_words(game.state.date)}: another ship takes over."
    assert rows["Squadron"].count("ready since") == len(game.request.options) > 1
    autoplay = Autoplay(new_game(campaign="long-b", seed=1), NORMAL)
    steps = until(
        autoplay, lambda step: step.kind == ASK and autoplay.game.request.about == "relief"
    )
    assert not autoplay.can_delegate()
    today = autoplay.game.state.date.isoformat()
    assert today not in [step.date for step in steps]
    # In a game resumed there, the page is still to come.
    again = Autoplay(autoplay.game.at(len(autoplay.game.answers)), NORMAL)
    again.answer("stay")
    assert (again.scene.kind, again.scene.date) == (DAY_PAGE, today)


def test_y_delegates_one_wave_to_the_officers():
    autoplay = Autoplay(new_game(scenario=3, seed=9), NORMAL)
    until(autoplay, lambda step: step.kind == ASK)
    wave = autoplay.game.request.wave
    assert autoplay.can_delegate()
    autoplay.delegate()
    while autoplay.scene.kind != ASK:
        autoplay.finish()
    decided = [answer for answer in autoplay.game.answers if not isinstance(answer, tuple)]
    assert len(decided) == 2
    assert autoplay.game.request.wave == wave
    assert autoplay.game.request.decision is not vocabulary.ORDER_MANEUVER


def test_officers_in_command_call_when_the_ship_is_hit_and_before_they_ask_for_relief():
    autoplay = Autoplay(new_game(scenario=3, seed=9), FAST, StandingOrders(commands=True))
    calls = []
    for step in whole(autoplay):
        if step.kind == OFFICERS_CALL:
            calls.append(step.reason)
            assert not facts_of(autoplay.game).impact_goes_on
    assert calls[0].startswith("we are hit: ")
    hits = sum(
        isinstance(event, Strike) and event.outcome in ("hit", "special") and not event.near
        for event in autoplay.game.events
    )
    assert sum(words.startswith("we are hit") for words in calls) == hits > 1
    assert " crashes into the ship" in calls[0]
    assert "a deck fire is out of control" in calls or any(
        word.startswith("the hull") for word in calls
    )
    autoplay = Autoplay(
        new_game(campaign="long-a", level="advanced", seed=3), FAST, StandingOrders(commands=True)
    )
    until(autoplay, lambda step: step.kind == OFFICERS_CALL and "we should" in step.reason)
    assert autoplay.scene.reason == "we should return for repairs: hull 3, fuel 8, ammunition 8"
    assert autoplay.game.request.about == "relief"
    again = Autoplay(
        autoplay.game.at(len(autoplay.game.answers)), FAST, StandingOrders(commands=True)
    )
    assert again.scene == autoplay.scene, "also in a resumed game"
    autoplay.finish()
    assert (autoplay.scene.kind, autoplay.scene.answer) == (OFFICERS_ORDER, "repair")
    again.set_standing(StandingOrders())
    again.finish()
    assert again.scene.kind == ASK, "the player may take command and decide"


def test_the_last_day_of_a_game_has_a_page_after_that_of_a_lost_ship():
    steps = whole(Autoplay(new_game(campaign="mini", seed=6), FAST, StandingOrders(commands=True)))
    assert [step.kind for step in steps[-3:]] == [LOST_SHIP_PAGE, DAY_PAGE, OVER], (
        "the loss is told before its day"
    )
    assert steps[-3].seconds is None
    assert all(step.reason != "ship lost" for step in steps if step.kind == OFFICERS_CALL)
    autoplay = Autoplay(new_game(patrol="1945-06-20", days=1, seed=2), FAST)
    assert [step.date for step in whole(autoplay) if step.kind == DAY_PAGE] == ["1945-06-20"]
    assert not awards_on(autoplay.game, "1945-06-20")


@first_is_quick("setup", [{"scenario": 5}, {"scenario": 2}])
def test_the_last_wave_is_shown_before_the_game_is_over_at_the_speed_fast(
    setup,
):
    waves = 0
    for seed in range(3):
        autoplay = Autoplay(new_game(seed=seed, **setup), FAST)
        seen = []
        while autoplay.scene.kind != OVER:
            if autoplay.scene.wave is not None:
                seen.append(autoplay.scene.wave.end)
                assert autoplay.scene.kind == ASK or autoplay.scene.seconds is None
            go_on(autoplay)
        begun = [
            place
            for place, event in enumerate(autoplay.game.events)
            if isinstance(event, WaveBegun)
        ]
        if begun:
            waves += 1
            assert seen[-1] > begun[-1]
    assert waves


@pytest.mark.slow
def test_a_ship_that_leaves_is_shown_with_her_headline_and_the_next_one_not_before_it():
    autoplay = Autoplay(new_game(campaign="long-b", level="basic", seed=1), NORMAL)
    steps = until(autoplay, lambda step: step.kind == LOST_SHIP_PAGE)
    places = [
        place for place, event in enumerate(autoplay.game.events) if isinstance(event, NewShip)
    ]
    lost = max(
        place for place, event in enumerate(autoplay.game.events) if isinstance(event, Leave)
    )
    arrived = next(place for place in [*places, len(autoplay.game.events)] if place > lost)
    sinks = max(place for place, step in enumerate(steps) if step.kind == ROLL_MADE)
    later = [step for step in steps[sinks:] if step.kind in (ROLL_MADE, HEADLINE)]
    assert later
    assert all(step.events_shown is not None and step.events_shown <= arrived for step in later)


@pytest.mark.slow
def test_the_headline_of_a_ship_that_leaves_names_the_ship_shown():
    game = new_game(campaign="long-b", seed=2)
    autoplay = Autoplay(game, NORMAL)
    ships = set()
    while autoplay.scene.kind != OVER and len(ships) < 2:
        step = autoplay.scene
        if step.headline is not None and step.headline.kind == LEAVES:
            shown = game.state_at(step.events_shown).state.ship.name
            assert shown in step.headline.words
            ships.add(shown)
        if step.kind == ASK:
            autoplay.answer(decide(game.play, game.request))
        else:
            autoplay.to_next_headline()
    assert len(ships) == 2


@cases("""
    first         | last          | credited
    AFS carrier 1 | AFS land 2    | 1 splashed by fighters
    SFS 1         | SFS 2         | 1 splashed by support ships
    SFS 1         | AFS carrier 1 | 1 splashed, set afire by support ships and finished off by fighters
    """)
def test_a_card_says_who_set_a_plane_afire_only_if_another_side_splashed_it(first, last, credited):
    fight = wave_of(hit(0, first, "shot_down"), hit(0, last, "destroyed"))
    assert plain_card_lines(card_of(fight), TABLES)[1] == f"  {credited}"


def at_only_plan(speed=NORMAL, standing=SHIPPED_ROUTINE, reached=has_only_plan, **setup):
    return Autoplay(first_game(reached, **({"scenario": 5} | setup)), speed, standing)


def test_the_officers_open_fire_with_the_only_plan_unless_the_player_stops_them():
    autoplay = at_only_plan()
    game = autoplay.game
    plan = AimPlans(game.play, game.request).plan(Aim())
    assert autoplay.scene == Scene(ASK, WATCHED.card, answer=plan)
    autoplay.stop_officers()
    assert autoplay.scene == Scene(ASK)
    autoplay.set_speed(FAST)
    assert autoplay.scene == Scene(ASK)
    autoplay.answer({})
    assert last_own_decision(game, autoplay.standing).event.answer == {}
    for speed, kind in ((NORMAL, ASK), (FAST, OFFICERS_ORDER)):
        autoplay = at_only_plan(speed)
        assert (autoplay.scene.kind, autoplay.scene.answer) == (kind, plan)
        autoplay.finish()
        fired = of_kind(autoplay.game.events, DecisionMade)[-1]
        assert (fired.kind, fired.answer) == (ASSIGN, plan)
        assert autoplay.game.deciders[-1] == OFFICERS
        assert "Your officers fire" in text_of(officers_line(fired, TABLES))


def test_the_officers_open_fire_with_the_only_plan_however_dangerous_the_wave():
    for speed, kind in ((NORMAL, ASK), (FAST, OFFICERS_ORDER)):
        scene = at_only_plan(speed, reached=has_dangerous_only_plan).scene
        assert scene.kind == kind
        assert scene.answer


@cases("""
    why                | speed  | standing | setup
    the speed is step  | step   | routine  | {}
    everything         | normal | all      | {}
    unaided            | normal | routine  | {'aid': 'unaided'}
    dice on the table  | normal | routine  | {'dice': 'own'}
    """)
def test_the_player_is_asked_about_the_only_plan(why, speed, standing, setup):
    orders = {"routine": SHIPPED_ROUTINE, "all": StandingOrders()}[standing]
    assert at_only_plan(speed, orders, **setup).scene == Scene(ASK), why


def test_the_player_is_asked_about_several_aims_and_a_later_wave():
    def is_question(game):
        return at_choice(ASSIGN)(game) and AimPlans(game.play, game.request).is_question()

    def is_first_wave(game):
        return at_choice(ASSIGN)(game) and AimPlans(game.play, game.request).most_held > 0

    for reached in (is_question, is_first_wave):
        assert at_only_plan(reached=reached).scene == Scene(ASK)


@pytest.mark.parametrize("speed", [NORMAL, FAST])
def test_undo_stops_at_the_only_plan_of_the_officers_which_is_then_the_players(speed):
    autoplay = at_only_plan(speed)
    game, standing = autoplay.game, autoplay.standing
    before = len(game.answers)
    autoplay.finish()
    while autoplay.scene.kind not in (ASK, OVER) or autoplay.scene.answer is not None:
        autoplay.finish()
    assert has_own_decision(game, standing)
    own = last_own_decision(game, standing)
    assert (own.event.kind, own.answers_before) == (ASSIGN, before)
    assert last_own_decision(game, standing.commanded(True)) != own, "in command, all is theirs"
    game.undo(len(game.answers) - own.answers_before)
    autoplay.begin()
    assert autoplay.scene == Scene(ASK)


def test_in_a_lost_battle_the_officers_may_finish_what_the_player_decides(monkeypatch):
    autoplay = at_only_plan()
    monkeypatch.setattr("picket_duty.captains.standing_orders.officers_may_finish", lambda *_: True)
    assert not autoplay.can_finish()
    autoplay.stop_officers()
    assert autoplay.can_finish()


def test_undo_goes_back_to_the_players_own_decision():
    """After the fire plan the officers decide about maneuvers and men of the next wave. A delegated
    one is his own.
    """
    autoplay = Autoplay(new_game(scenario=6, seed=7), FAST, SHIPPED_ROUTINE)
    until(autoplay, lambda step: step.kind == ASK)
    game = autoplay.game
    assert last_own_decision(game, SHIPPED_ROUTINE) is None
    assert nothing_to_undo(game) == "You have no decision to undo."
    officers = []
    while not officers:
        before = len(game.answers)
        about = game.request.about
        plan = game.request
        first = len(game.events)
        autoplay.answer(next(iter(plan.legal())) if plan.kind == "one" else {})
        while autoplay.scene.kind not in (ASK, OVER):
            autoplay.finish()
        officers = [place for place in autoplay.by_officers if place >= first]
    own = last_own_decision(game, autoplay.standing)
    assert (own.event.about, own.answers_before) == (about, before)
    assert last_own_decision(game, SHIPPED_ROUTINE) == own, (
        "a resumed game knows by its standing orders"
    )
    game.undo(len(game.answers) - own.answers_before)
    assert game.request.about == about
    autoplay.begin()
    autoplay.delegate()
    autoplay.finish()
    own = last_own_decision(game, autoplay.standing)
    assert (own.event.about, own.answers_before) == (about, before)
    game.base = 12
    assert "In a resumed game" in nothing_to_undo(game), (
        "it was loaded from the last day's snapshot"
    )


def played(game, speed):
    autoplay = Autoplay(game, speed, SHIPPED_ROUTINE)
    asked = []
    while game.request is not None:
        if autoplay.scene.kind != ASK:
            autoplay.finish()
            continue
        assert isinstance(game.request, Choice), "routine leaves only decisions to the player"
        asked.append(game.request.about)
        autoplay.delegate()
    return autoplay, asked


@pytest.mark.usefixtures("shipped_routine")
@pytest.mark.parametrize("speed", [NORMAL, FAST])
def test_routine_leaves_fire_plans_emergencies_and_repairs_and_marks_what_the_officers_order(
    speed,
):
    game = new_game(scenario=6, seed=7)
    autoplay, asked = played(game, speed)
    assert set(asked) <= {"fire plan", "emergency declaration", "repair men"}
    marked = {
        place for place in autoplay.by_officers if isinstance(game.events[place], DecisionMade)
    }
    assert marked == autoplay.by_officers
    assert {game.events[place].about for place in marked} >= {"emergency maneuver", "repair men"}
    game.undo_decision()
    autoplay.begin()
    assert all(place < len(game.events) for place in autoplay.by_officers), "until they are undone"


@pytest.mark.usefixtures("shipped_routine")
def test_officers_who_finish_do_not_call():
    game = lost()
    autoplay = Autoplay(game, NORMAL, SHIPPED_ROUTINE)
    autoplay.let_officers_finish()
    kinds = []
    while game.request is not None:
        kinds.append(autoplay.scene.kind)
        assert autoplay.scene.seconds is not None or autoplay.scene.kind == HEADLINE
        autoplay.finish()
    assert not {ASK, OFFICERS_CALL} & set(kinds)


@first_is_quick(("commands", "speed"), [(True, FAST), (True, NORMAL), (False, FAST)])
def test_only_officers_in_command_at_speed_fast_leave_out_the_card(commands, speed):
    game = new_game(campaign="mini", level="advanced", seed=27)
    kinds = {step.kind for step in whole(Autoplay(game, speed, StandingOrders(commands=commands)))}
    assert (KILLED_CARD in kinds) is not (commands and speed == FAST)
