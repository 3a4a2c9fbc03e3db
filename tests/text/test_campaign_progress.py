"""The day and stage of a campaign in words, and what decided a stage."""

from __future__ import annotations

import datetime
from functools import cache

import msgspec

from picket_duty.book import load_tables
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.facts import GameFacts, game_facts
from picket_duty.game import Game
from picket_duty.state import LOST, DayRecord, Stage, State
from picket_duty.text.campaign_progress import (
    LONGEST_PROGRESS,
    days_done_words,
    decisive_words,
    dice_words,
    fighting_day,
    period_days,
    period_ended,
    progress_words,
    stage_sentences,
    stages_words,
    stakes_words,
    sunk_words,
)
from picket_duty.text.ship_service import departure_sentence
from tests.saves.games import played

TABLES = load_tables()


def test_each_day_of_a_mini_campaign_has_its_number() -> None:
    game = played("doctrine", campaign="mini", level="basic", seed=3)
    numbers: list[int] = []
    for point in game.checkpoints:
        state = game.at(point.answers).state
        if state.fighting_days_wanted:
            numbers.append(fighting_day(state))
            assert progress_words(state, TABLES) == f"day {numbers[-1]} of {state.fighting_days_wanted}"
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, game.state.fighting_days + 1))
    assert fighting_day(game.state) == game.state.fighting_days


def in_stage(*days: int, held: tuple[bool, ...] = ()) -> State:
    """Long campaign A on a morning after stages of so many days, all by USS Wren; the last may go on."""
    state = Game.new(tables=TABLES, campaign="long-a", level="basic", seed=1).state
    state.fighting_days_wanted, state.fighting_days, state.step = 5, sum(days), "turn"
    state.ship = msgspec.structs.replace(state.ship, name="USS Wren")
    for number, done in enumerate(days):
        state.stages[number] = Stage("USS Wren", done, held[number] if number < len(held) else None)
    first = state.setup.start
    dates = [first + datetime.timedelta(day) for day in range(sum(days))]
    state.records.daily = [DayRecord(date.isoformat(), "USS Wren", 1) for date in dates]
    state.date = first + datetime.timedelta(sum(days))
    return state


def test_the_long_campaign_of_stages_counts_days_within_a_stage() -> None:
    assert progress_words(in_stage(), TABLES) == "stage 1 of 5, day 1"
    assert progress_words(in_stage(3), TABLES) == "stage 1 of 5, day 4"
    between = in_stage(5, held=(True,))
    assert progress_words(between, TABLES) == "stage 2 of 5, day 1"
    between.step = "turn_end"
    assert progress_words(between, TABLES) == "stage 1 of 5, day 5", "until the last day ends"
    last = in_stage(5, 2, 5, 5, 4, held=(True, False, True, True))
    assert progress_words(last, TABLES) == LONGEST_PROGRESS == "stage 5 of 5, day 5"
    assert progress_words(last, TABLES, "1945-03-30") == "stage 2 of 5, day 2"
    assert progress_words(last, TABLES, "1945-06-01") == ""


def test_a_day_lost_to_a_typhoon_belongs_to_no_stage_also_if_it_sank_the_ship() -> None:
    state = in_stage(2, held=(False,))
    state.records.daily.append(DayRecord("1945-03-26", "USS Wren", 1))
    state.records.daily += [DayRecord("1945-03-27", "USS Bush", 1), DayRecord("1945-03-28", "USS Bush", 1)]
    state.records.calendar["1945-03-26"] = LOST
    state.stages[1] = Stage("USS Bush", 2)
    assert [day.date[-2:] for day in period_days(state, 1)] == ["24", "25"]
    assert [day.date[-2:] for day in period_days(state, 2)] == ["27", "28"]


def test_other_games_have_a_day_of_the_calendar_or_none() -> None:
    for setup, words in [
        ({"scenario": 3}, ""),
        ({"patrol": "1945-04-06", "days": 3, "level": "advanced"}, "day 1 of 3"),
        ({"campaign": "long-b", "level": "basic"}, "day 1 of 94"),
    ]:
        state = Game.new(tables=TABLES, seed=1, **setup).state
        assert progress_words(state, TABLES) == words
        assert stages_words(state) == []


def test_each_stage_that_has_begun_is_listed_with_its_ship_rules_10() -> None:
    assert stages_words(in_stage()) == []
    state = in_stage(5, 2, 5, 3, held=(True, False, False))
    stages = [
        "Stages held: 1 of 3 played, 2 to come",
        "Stage 1: held by USS Wren",
        "Stage 2: lost by USS Wren after 2 of 5 days",
        "Stage 3: lost by USS Wren on the last day",
        "Stage 4: 3 of 5 days done by USS Wren",
    ]
    assert stages_words(state) == stages
    assert days_done_words(state) == "Stage 4: 3 of 5 fighting days done, 2 to go"
    state.ship.back = state.date + datetime.timedelta(2)
    assert stages_words(state)[-1] == f"{stages[-1]}; she is back on Apr 10"
    assert stages_words(in_stage(2))[0] == "None of the 5 stages is over"
    state.outcome, state.stages[3].held = "us_win", False
    assert stages_words(state)[0] == "Stages held: 1 of 5"
    ended = "Stage 4: lost by USS Wren with 3 of 5 days done when the campaign ended on Jun 25"
    assert stages_words(state)[4:] == [ended, "Stage 5: not played", "Cut short on Jun 25, 1 stage not played"]
    state.ship.fate = "sunk"
    assert stages_words(state)[4] == "Stage 4: lost by USS Wren after 3 of 5 days"
    assert days_done_words(state) == "Stage 4: 3 of 5 fighting days done"


def test_what_counts_in_a_campaign_of_stages_is_the_stage_rules_10() -> None:
    holds = "USS Wren holds stage 2 if she is afloat and on station after"
    begins = "USS Wren begins stage 2. She holds it if she is afloat and on station after 5 fighting days."
    assert stakes_words(in_stage(5, held=(True,)), TABLES) == begins
    assert stakes_words(in_stage(5, 2, held=(True,)), TABLES) == f"{holds} 3 more fighting days."
    state = in_stage(5, 4, held=(True,))
    assert stakes_words(state, TABLES) == f"{holds} 1 more fighting day."
    state.outcome = "us_win"
    assert stakes_words(state, TABLES) == ""


def test_a_stage_that_is_over_has_its_result() -> None:
    state = in_stage(5, 2, held=(True, False))
    ends = [period_days(state, number)[-1].date for number in (1, 2)]
    ended = {day.date: period_ended(state, TABLES, day.date) for day in state.records.daily}
    assert {date: number for date, number in ended.items() if number} == {ends[0]: 1, ends[1]: 2}


def test_what_counts_in_a_mini_campaign_is_its_last_day_rules_10() -> None:
    state = Game.new(tables=TABLES, campaign="mini", level="basic", seed=1).state
    state.fighting_days_wanted, state.fighting_days = 5, 3
    wins = f"{state.ship.name} wins if she is afloat and on station after 2 more fighting days."
    assert stakes_words(state, TABLES) == wins
    state.outcome = "us_win"
    assert stakes_words(state, TABLES) == ""


def test_a_campaign_of_every_day_counts_the_ships_sunk_and_others_do_not() -> None:
    state = Game.new(tables=TABLES, campaign="long-b", level="basic", seed=1).state
    assert stakes_words(state, TABLES) == "No ship sunk. The eighth makes the campaign a draw."
    state.date, state.step, state.records.ships_sunk = state.setup.start + datetime.timedelta(days=9), "turn_end", 1
    assert sunk_words(state, TABLES) == "1 ship sunk in 10 of 94 days."
    state.step = "turn"
    assert sunk_words(state, TABLES) == "1 ship sunk in 9 of 94 days."
    assert stakes_words(state, TABLES) == "1 ship sunk. The eighth makes the campaign a draw."
    state.records.ships_sunk = 8
    assert (
        stakes_words(state, TABLES)
        == "8 ships sunk: the campaign is now a draw. If you lose one more, you lose the campaign."
    )
    state.records.ships_sunk = 9
    assert stakes_words(state, TABLES) == "9 ships sunk. With more than 8 sunk, you have lost the campaign."
    assert sunk_words(in_stage(2), TABLES) == ""
    assert sunk_words(Game.new(tables=TABLES, campaign="mini", level="basic", seed=1).state, TABLES) == ""


@cache
def stages_played() -> tuple[Game, GameFacts]:
    """A campaign with a stage held and one lost."""
    for seed in range(20):
        game = Game.new(campaign="long-a", level="basic", seed=seed, tables=TABLES)
        play_out(game, QuickCaptain())
        if {stage.held for stage in game.state.stages} >= {True, False}:
            return game, game_facts(game)
    raise AssertionError("no campaign has both")


def test_a_stage_names_what_took_its_ship_off_station_or_how_hard_it_was_to_hold() -> None:
    game, facts = stages_played()
    state = game.state
    sentences = stage_sentences(state, facts)
    assert len(sentences) == len(state.stages)
    for number, stage in enumerate(state.stages, start=1):
        if not stage.ship:
            assert sentences[number - 1] == f"Stage {number}: not played."
            continue
        words, days = decisive_words(state, TABLES, number, facts), period_days(state, number)
        assert [day.ship for day in days] == [stage.ship] * stage.days
        if stage.held:
            assert words.startswith(
                f"{stage.ship} was on station when its last day ended, with hull {days[-1].hull} of "
            )
            assert sentences[number - 1] == f"Stage {number}: held by {stage.ship}."
            continue
        left = [event for day in facts.days if day.ship == stage.ship and (event := day.leave) is not None]
        whole = stage.days == state.fighting_days_wanted
        lost = [event for event in left if (event.phase[:10] == days[-1].date if whole else not event.until)]
        if not lost:
            assert words == f"{stage.ship} served {stage.days} of 5 days in this stage.", (
                "June 25 came before its last day"
            )
            continue
        assert words == f"{stage.ship}, {departure_sentence(lost[0], facts.days)}"
        assert sentences[number - 1].startswith(f"Stage {number}: lost by {stage.ship} ")
        assert sentences[number - 1].endswith(departure_sentence(lost[0], facts.days))


def test_the_dice_of_a_stage_by_hand() -> None:
    assert dice_words(1, 2.34, 20, 18.0) == (
        "1 hit rolled on your ships (average for those rolls: 2.3); 20 hits on planes (average: 18.0)."
    )
