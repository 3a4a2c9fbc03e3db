"""The tape of a battle without a screen: which beats come, and which of them wait for the player."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import cache

import pytest

from picket_duty.book.vocabulary import ANCHORAGE, BEARING, CREW, DECISIONS, GUNNERY, HULL
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import ORDERS, STAFF, UNDER, Standing
from picket_duty.charts.words import day_words
from picket_duty.events import Leave, TurnEnd
from picket_duty.game import Game
from picket_duty.reports.awards import honours_on
from picket_duty.requests import Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.text.fight import goes_on
from picket_duty.text.headlines import CRIPPLED, DAY_OVER, LEAVES, LOST, PHASE, RAID
from picket_duty.tui import pace
from picket_duty.tui.approach import stages
from picket_duty.tui.pace import FAST, STEP, WATCH, WATCHED, default_pace
from picket_duty.tui.run import ASK, CALL, CARD, DAY, MOMENT, OVER, READ, ROLLS, SHIP, Beat, Run, day_events, hurt
from tests.tui.conftest import at_roll, found, new_game


def until(run: Run, wanted: Callable[[Beat], bool]) -> list[Beat]:
    """Play on, decisions as the doctrine has them, till a beat is as wanted; answers every beat up to it."""
    beats = [run.beat]
    while not wanted(run.beat) and run.beat.kind != OVER:
        if run.beat.kind != ASK:
            run.finish()
        elif isinstance(run.game.request, Roll):
            run.throw()
        else:
            run.answer(decide(run.game.play, run.game.request))
        beats.append(run.beat)
    return beats


def whole(run: Run) -> list[Beat]:
    """Every beat of a game."""
    return until(run, lambda beat: False)


@cache
def long_campaign() -> tuple[Game, list[Beat]]:
    """Half a campaign and its beats."""
    game = new_game(campaign="long-b", seed=2)
    return game, until(Run(game, WATCH), lambda beat: game.state.turn > 45)


def test_rolls_that_ask_nothing_are_one_beat_each() -> None:
    game = new_game(scenario=3, seed=7)
    run = Run(game, WATCH)
    assert game.request.purpose is CREW
    assert run.beat == Beat(ROLLS, WATCHED.roll)
    run.finish()
    rolled = [event for event in game.events if isinstance(event, Roll)]
    assert len(rolled) > 1
    assert {roll.purpose for roll in rolled} == {CREW}
    while game.request.purpose is not BEARING:
        run.finish()
    assert run.beat == Beat(ROLLS, WATCHED.plane)
    first = game.request.plane
    run.finish()
    assert game.request.plane != first
    run.finish(whole=True)
    assert run.beat.kind == MOMENT
    assert run.beat.moment.kind == RAID
    assert run.beat.seconds == WATCHED.moment


def test_every_shot_is_a_beat_of_its_own() -> None:
    game = found(at_roll("gunnery"), scenario=4)
    run = Run(game, WATCH)
    rolls = len(game.events)
    run.finish()
    made = [event for event in game.events[rolls:] if isinstance(event, Roll)]
    assert [roll.purpose for roll in made] == [GUNNERY]


def test_at_step_every_roll_and_every_moment_waits() -> None:
    run = Run(new_game(scenario=3, seed=7), STEP)
    beats = whole(run)
    assert {beat.seconds for beat in beats} == {None}
    assert {ASK, MOMENT, CARD} <= {beat.kind for beat in beats}
    asked = sum(beat.kind == ASK for beat in beats)
    assert asked == len(run.game.answers)


def test_at_fast_nothing_waits_but_decisions_cards_and_pages() -> None:
    run = Run(new_game(campaign="mini", seed=5), FAST)
    waits = [beat.kind for beat in whole(run) if beat.seconds is None]
    assert set(waits) <= {ASK, CARD, DAY, SHIP, OVER}
    assert waits.count(ASK) == sum(not isinstance(answer, tuple) for answer in run.game.answers)


def test_the_next_moment_is_reached_at_once() -> None:
    run = Run(new_game(scenario=3, seed=7), WATCH)
    run.to_next_moment()
    assert run.beat.kind == MOMENT
    run.finish()
    run.to_next_moment()
    assert run.beat.kind == ASK


def test_where_it_strikes_is_waited_for_as_long_as_a_moment() -> None:
    game = found(
        lambda game: at_roll("damage")(game) and getattr(game.events[-1], "purpose", None) is not None, scenario=3
    )
    assert Run(game, WATCH).beat == Beat(ROLLS, WATCHED.moment)
    rushed = Run(found(at_roll("dive"), scenario=3, level="advanced"), WATCH)
    for beat in iter_moments(rushed):
        if beat.kind == ROLLS:
            assert rushed.game.request.purpose.id == "damage"


def iter_moments(run: Run) -> list[Beat]:
    """Where hurrying from moment to moment stops, till the first card."""
    found_beats = []
    while run.beat.kind not in (CARD, ASK, OVER):
        run.to_next_moment()
        found_beats.append(run.beat)
    return found_beats


def test_a_wave_that_did_no_harm_passes_by_itself_and_the_others_wait() -> None:
    cards = [beat for seed in (7, 9) for beat in whole(Run(new_game(scenario=3, seed=seed), WATCH)) if beat.card]
    waiting = [beat.card for beat in cards if beat.seconds is None]
    passing = [beat.card for beat in cards if beat.seconds == WATCHED.card]
    assert waiting
    assert passing
    assert len(waiting) + len(passing) == len(cards)
    assert all(card.blows for card in waiting)
    assert not any(card.strikes for card in passing)


def test_while_a_card_is_read_the_panels_look_at_the_wave_that_is_over() -> None:
    run = Run(new_game(scenario=3, seed=9), WATCH)
    cards = 0
    while run.beat.kind != OVER:
        until(run, lambda beat: beat.kind in (CARD, OVER))
        if run.beat.card is not None:
            seen = run.game.at_event(run.beat.seen)
            assert len(seen.events) == run.beat.card.over
            assert seen.state.air.wave == run.beat.card.number
            assert {plane.number for plane in seen.state.air.planes} == set(run.beat.card.fates)
            if "hull" in run.beat.card.tracks:
                assert seen.state.ship.hull == run.beat.card.tracks["hull"][1]
            assert not {"coming in", "diving"} & set(stages(seen.state, seen.request, seen.events).values())
            cards += 1
            run.finish()
    assert cards > 3


def test_no_plane_goes_back() -> None:
    order = ("coming in", "in range", "under fire", "on its run", "diving")
    for seed in (7, 9):
        game, before = new_game(scenario=3, seed=seed), {}
        while not game.over:
            now = stages(game.state, game.request, game.events)
            for plane, stage in now.items():
                was = before.get((game.state.air.wave, game.state.label, plane), stage)
                assert stage not in order or (was in order and order.index(was) <= order.index(stage))
                before[game.state.air.wave, game.state.label, plane] = stage
            game.roll() if isinstance(game.request, Roll) else game.answer(decide(game.play, game.request))


def test_the_greatest_moments_wait_and_the_roll_that_may_sink_her_is_read() -> None:
    waits, read = set(), set()
    for scenario, seed in ((3, 9), (3, 3)):
        run = Run(new_game(scenario=scenario, seed=seed), WATCH)
        beats = []
        while run.beat.kind != OVER:
            beats += until(run, lambda beat: beat.kind in (READ, OVER))
            if run.beat.kind == READ:
                read.add(next(one.purpose for one in reversed(run.game.events) if isinstance(one, Roll)))
                assert run.beat.seconds == WATCHED.moment
                run.finish()
        waits |= {beat.moment.kind for beat in beats if beat.moment is not None and beat.seconds is None}
        assert not any(beat.seconds is None for beat in beats if beat.kind == MOMENT and beat.moment.kind == RAID)
    assert waits >= {CRIPPLED, LEAVES, LOST}
    assert read == {CREW, HULL, ANCHORAGE}


def test_a_phase_in_which_nobody_comes_is_told() -> None:
    quiet = []
    for seed in range(6):
        beats = whole(Run(new_game(scenario=6, seed=seed), WATCH))
        quiet += [beat for beat in beats if beat.moment is not None and beat.moment.kind == PHASE]
    assert quiet
    assert all(beat.seconds == WATCHED.moment and beat.moment.words.endswith(": nobody comes") for beat in quiet)


def test_no_day_is_told_twice_and_quiet_ones_not_at_all() -> None:
    game, beats = long_campaign()
    days = [beat.words for beat in beats if beat.kind == DAY]
    assert days
    assert len(set(days)) == len(days)
    for day in days:
        if not honours_on(game, day):
            assert hurt(event for event in game.events if event.phase.startswith(day))
    honoured = {day.date for day in game.state.records.daily[:-2] if honours_on(game, day.date)}
    lost = {event.phase[:10] for event in game.events if isinstance(event, Leave) and event.reason == SUNK}
    assert honoured - lost <= set(days)
    assert not lost & set(days)


def test_the_day_on_which_she_is_driven_off_has_its_page_before_the_ships() -> None:
    game, beats = long_campaign()
    left = [event for event in game.events if isinstance(event, Leave) and event.reason != SUNK]
    driven = [one for one in left if hurt(day_events(game.at_event(game.events.index(one) + 1), one.phase[:10]))]
    assert driven
    pages = [beat for beat in beats if beat.kind in (DAY, SHIP)]
    for event in driven:
        page = next(place for place, beat in enumerate(pages) if event in beat.ships)
        assert (pages[page - 1].kind, pages[page - 1].words) == (DAY, event.phase[:10])


def test_the_end_of_a_day_under_attack_is_a_moment_where_no_page_tells_of_it() -> None:
    game, beats = long_campaign()
    calendar = game.state.records.calendar
    ends = [beat.moment.words for beat in beats if beat.moment is not None and beat.moment.kind == DAY_OVER]
    over = [event.date for event in game.events if isinstance(event, TurnEnd)]
    told = [day for day in over if calendar[day] != "quiet" and not hurt(day_events(game, day))]
    assert told
    assert ends == [f"End of {day_words(datetime.date.fromisoformat(day))}" for day in told]


def test_every_day_on_duty_has_its_page_where_the_setting_says_so() -> None:
    game = new_game(campaign="mini", seed=5)
    days = [beat.words for beat in whole(Run(game, WATCH, daily="always")) if beat.kind == DAY]
    ended = {event.phase.partition("/")[0] for event in game.events if isinstance(event, TurnEnd | Leave)}
    assert days == sorted(ended)


def test_the_page_of_a_day_comes_after_the_relief_question() -> None:
    run = Run(new_game(campaign="long-b", seed=1), WATCH, daily="always")
    beats = until(run, lambda beat: beat.kind == ASK and run.game.request.about == "relief")
    today = run.game.state.date.isoformat()
    assert today not in [beat.words for beat in beats]
    # Taken up again there, the page is still to come.
    again = Run(run.game.at(len(run.game.answers)), WATCH, daily="always")
    again.answer("stay")
    assert (again.beat.kind, again.beat.words, again.after()) == (DAY, today, "the next day")


def test_a_ship_that_goes_and_the_one_that_comes_have_one_page() -> None:
    game, beats = long_campaign()
    ships = [beat for beat in beats if beat.kind == SHIP]
    left = sum(isinstance(event, Leave) for event in game.events)
    assert left - 1 <= len(ships) <= left
    assert all(len(beat.ships) == 2 for beat in ships)


def test_very_well_leaves_one_wave_to_the_staff() -> None:
    run = Run(new_game(scenario=3, seed=9), WATCH)
    until(run, lambda beat: beat.kind == ASK)
    wave = run.game.request.wave
    assert run.can_trust()
    run.very_well()
    while run.beat.kind != ASK:
        run.finish()
    decided = [answer for answer in run.game.answers if not isinstance(answer, tuple)]
    assert len(decided) == 2
    assert run.game.request.wave == wave
    assert UNDER[run.game.request.decision] != "maneuver"


def test_relief_is_the_captains_own() -> None:
    run = Run(new_game(campaign="long-b", seed=1), WATCH)
    until(run, lambda beat: beat.kind == ASK and run.game.request.about == "relief")
    assert not run.can_trust()


def test_standing_orders_answer_in_the_captains_place() -> None:
    orders = {name: STAFF for name, allowed in ORDERS.items() if STAFF in allowed} | {"maneuver": "always"}
    run = Run(new_game(campaign="mini", seed=5), WATCH, Standing(orders))
    assert ASK not in {beat.kind for beat in whole(run)}
    assert {UNDER[decision] for decision in DECISIONS.values()} == set(ORDERS)


def test_the_staff_in_command_calls_when_she_is_struck() -> None:
    run = Run(new_game(scenario=3, seed=9), FAST, Standing(commands=True))
    calls = []
    for beat in whole(run):
        if beat.kind == CALL:
            calls.append(beat.words)
            assert not goes_on(run.game.events, run.game.request)
    assert calls[0].startswith("we are struck: ")
    assert " strikes us" in calls[0]
    assert "a deck fire is out of control" in calls or any(word.startswith("the hull") for word in calls)


def test_the_staff_in_command_calls_when_the_last_ship_is_lost() -> None:
    beats = whole(Run(new_game(campaign="mini", seed=6), FAST, Standing(commands=True)))
    assert beats[-2].kind == CALL
    assert beats[-2].words == "USS Capps DD-550 is lost: dead in the water"


def test_undo_begins_the_tape_anew() -> None:
    run = Run(new_game(scenario=3, seed=7), WATCH)
    until(run, lambda beat: beat.kind == CARD)
    run.game.undo_decision()
    run.begin()
    assert run.beat.kind == ASK
    assert run.beat.card is None


def test_motion_is_unwanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEXTUAL_ANIMATIONS", raising=False)
    monkeypatch.setattr(pace, "_slow_line", lambda: False)
    assert default_pace() == WATCH
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    assert default_pace() == FAST
    monkeypatch.delenv("TEXTUAL_ANIMATIONS")
    monkeypatch.setattr(pace, "_slow_line", lambda: True)
    assert default_pace() == FAST
