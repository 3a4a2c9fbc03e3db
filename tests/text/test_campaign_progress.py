"""The day and stage of a campaign in words, at every step of games played to their end."""

from __future__ import annotations

import pytest

from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.text.campaign_progress import (
    LONGEST_PROGRESS,
    days_done_words,
    fighting_day,
    pace_words,
    progress_words,
    stages_words,
)

TABLES = load_tables()


def played(**setup) -> Game:
    game = Game.new(tables=TABLES, **setup)
    play_out(game, captain_named("doctrine", 1))
    return game


def test_each_day_of_a_mini_campaign_has_its_number() -> None:
    game = played(campaign="mini", level="basic", seed=3)
    numbers: list[int] = []
    for point in game.checkpoints:
        state = game.at(point.answers).state
        if state.fighting_days_wanted:
            numbers.append(fighting_day(state))
            assert progress_words(state, TABLES) == f"day {numbers[-1]} of {state.fighting_days_wanted}"
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, game.state.fighting_days + 1))
    assert fighting_day(game.state) == game.state.fighting_days


def test_the_long_campaign_of_stages_counts_days_within_a_stage() -> None:
    game = Game.new(tables=TABLES, campaign="long-a", level="basic", seed=1)
    state = game.state
    state.fighting_days_wanted, state.step = 25, "turn"
    seen = []
    for state.fighting_days in range(25):
        seen.append(progress_words(state, TABLES))
    assert seen[0] == "stage 1 of 5, day 1"
    assert seen[7] == "stage 2 of 5, day 3"
    assert seen[-1] == LONGEST_PROGRESS == "stage 5 of 5, day 5"
    assert len(set(seen)) == 25


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"scenario": 3}, ""),
        ({"patrol": "1945-04-06", "days": 3, "level": "advanced"}, "day 1 of 3"),
        ({"campaign": "long-b", "level": "basic"}, "day 1 of 94"),
    ],
)
def test_other_games_have_a_day_of_the_calendar_or_none(setup: dict[str, object], words: str) -> None:
    state = Game.new(tables=TABLES, seed=1, **setup).state
    assert progress_words(state, TABLES) == words
    assert stages_words(state, TABLES) == []
    assert pace_words(state, TABLES) == ""


def test_days_to_go_are_left_out_at_the_end() -> None:
    state = Game.new(tables=TABLES, campaign="mini", level="basic", seed=1).state
    state.fighting_days, state.fighting_days_wanted = 3, 7
    assert days_done_words(state, TABLES) == "3 of 7 fighting days done, 4 to go"
    state.fighting_days = 7
    assert days_done_words(state, TABLES) == "7 of 7 fighting days done"
