"""The rating of a campaign of stages: by hand, over a game, and only where it was measured."""

from __future__ import annotations

import datetime
from functools import cache

import msgspec
import pytest

from picket_duty.analysis.campaign_rating import (
    OF,
    Averages,
    Counted,
    Measured,
    Record,
    averages,
    averages_words,
    measured_for,
    rated,
    rating_of,
    rating_words,
    ratings,
    record_after,
    still_counts_words,
)
from picket_duty.book import load_tables
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.game import Game
from picket_duty.rules.campaign import REAR, SUNK
from picket_duty.state import LEVELS, LOST, DayRecord, Stage, State
from picket_duty.text.campaign_progress import periods_over
from picket_duty.text.campaign_rating import held_stakes_words, lost_stakes_words

TABLES = load_tables()
BY_HAND = Measured("", "long-a", "basic", 10, ((Counted(1, 0, 0, 2), Counted(0, 0, 0, 5), Counted(0, 1, 0, 3)),))


@cache
def played(level: str = "basic", seed: int = 3) -> State:
    """The last state of a game that doctrine played."""
    game = Game.new(campaign="long-a", level=level, seed=seed, tables=TABLES)
    play_out(game, QuickCaptain())
    return game.state


def test_a_record_is_compared_by_stages_held_then_ships_sunk_then_ships_sent_to_the_rear() -> None:
    records = [Record(0, 2, 0), Record(1, 3, 0), Record(0, 1, 4), Record(0, 1, 0)]
    assert sorted(records, key=lambda record: record.merit, reverse=True) == [
        Record(1, 3, 0),
        Record(0, 1, 0),
        Record(0, 1, 4),
        Record(0, 2, 0),
    ]


@pytest.mark.parametrize(
    ("record", "shares", "standing", "name"),
    [
        (Record(1, 0, 0), (0, 20, 80), 90, "Outstanding"),
        (Record(1, 1, 0), (20, 0, 80), 80, "Excellent"),
        (Record(0, 0, 0), (20, 50, 30), 55, "Good"),
        (Record(0, 1, 0), (70, 30, 0), 15, "Fair"),
        (Record(0, 2, 0), (100, 0, 0), 0, "Poor"),
    ],
)
def test_the_rating_by_hand(record: Record, shares: tuple[int, int, int], standing: float, name: str) -> None:
    """Its standing is the share of doctrine campaigns that did worse, plus half of those that did the same."""
    rating = rated(BY_HAND, 1, record)
    assert (rating.better, rating.equal, rating.worse) == shares
    assert (rating.standing, rating.name) == (standing, name)
    assert averages(BY_HAND, 1) == Averages(0.2, 0.3, 0)


def test_shares_add_up_to_100_and_a_few_campaigns_are_not_none() -> None:
    few = msgspec.structs.replace(BY_HAND, games=1000, stages=((Counted(1, 0, 0, 1), Counted(0, 0, 0, 999)),))
    for record, shares in (
        (Record(0, 0, 0), (1, 99, 0)),
        (Record(1, 0, 1), (1, 0, 99)),
        (Record(1, 0, 0), (0, 0, 100)),
    ):
        rating = rated(few, 1, record)
        assert (rating.better, rating.equal, rating.worse) == shares


def test_a_record_level_with_doctrine_has_the_middle_rating() -> None:
    """The median record of doctrine's campaigns, after each stage."""
    middle = ratings().names[len(ratings().names) // 2].name
    for entry in ratings().measured:
        for number, counts in enumerate(entry.stages, start=1):
            ranked = sorted(counts, key=lambda row: row.record.merit)
            every = [row.record for row in ranked for _ in range(row.campaigns)]
            assert rated(entry, number, every[len(every) // 2]).name == middle


def test_every_rating_is_earned_by_some_campaign_of_doctrine() -> None:
    for entry in ratings().measured:
        names = {rated(entry, 5, row.record).name for row in entry.stages[4]}
        assert names == {name.name for name in ratings().names}


def test_both_levels_are_measured_and_the_counts_are_complete() -> None:
    assert [(entry.campaign, entry.level) for entry in ratings().measured] == [("long-a", level) for level in LEVELS]
    for entry in ratings().measured:
        assert TABLES.plays_as(entry.digest, entry.campaign)
        assert len(entry.stages) == 5
        assert {sum(row.campaigns for row in counts) for counts in entry.stages} == {entry.games}
        for number, counts in enumerate(entry.stages, start=1):
            assert all(row.held <= number for row in counts)
    assert sorted((name.least for name in ratings().names), reverse=True) == [name.least for name in ratings().names]
    assert ratings().names[-1].least == 0


@pytest.mark.parametrize("level", LEVELS)
def test_the_records_of_a_game_grow_to_those_at_its_end(level: str) -> None:
    state = played(level)
    assert periods_over(state, TABLES) == 5
    records = [record_after(state, TABLES, number) for number in range(6)]
    assert records[0] == Record(0, 0, 0)
    for counts in zip(*records, strict=True):
        assert list(counts) == sorted(counts)
    rear = sum(ship.fate == REAR for ship in state.lost)
    assert records[5] == Record(sum(stage.held for stage in state.stages), state.records.ships_sunk, rear)
    rating = rating_of(state, TABLES)
    assert rating is not None
    assert (rating.stages, rating.record) == (5, records[5])
    assert rating.better + rating.equal + rating.worse == OF


def test_only_measured_campaigns_are_rated() -> None:
    state = Game.new(campaign="long-a", level="basic", seed=1, tables=TABLES).state
    assert rating_of(state, TABLES) is None, "no stage is over"
    assert rating_words(state, TABLES) == ""
    assert averages_words(state, TABLES).startswith("Doctrine's average: 0.")
    later = msgspec.structs.replace(state.setup, start=datetime.date(1945, 5, 1))
    assert measured_for(TABLES, later) is None
    for setup in ({"campaign": "long-b"}, {"campaign": "mini"}, {"scenario": 3}):
        other = Game.new(level="basic", seed=1, tables=TABLES, **setup).state
        assert rating_of(other, TABLES) is None
        assert averages_words(other, TABLES) == ""


def test_a_rating_in_words() -> None:
    state = played()
    rating, words = rating_of(state, TABLES), rating_words(state, TABLES, with_averages=True)
    assert rating is not None
    held, sunk, rear = rating.record
    assert words.startswith(f"Stages held {held}, ships sunk {sunk}, sent to the rear {rear}: {rating.name}. Of 100")
    assert f"{rating.better} did better and {rating.worse} worse. Doctrine's average: " in words
    assert SUNK in {ship.fate for ship in state.lost} or not sunk


def test_what_the_rating_still_depends_on_is_the_stage_and_once_it_is_lost_the_ships_sunk() -> None:
    game = Game.new(campaign="long-a", level="basic", seed=1, tables=TABLES)
    state = game.state
    state.fighting_days_wanted, state.date, state.step = 25, datetime.date(1945, 3, 26), "turn"
    hold = "Hold stage 1 and you rate Outstanding; lose it and you rate Good at best."
    assert still_counts_words(state, TABLES) == hold
    state.stages = [Stage("Wren", ["Wren"], 2)]
    state.records.daily = [DayRecord("1945-03-24", "Wren", 1), DayRecord("1945-03-25", "Wren", 1)]
    state.ship = msgspec.structs.replace(state.ship, name="Wren")
    assert still_counts_words(state, TABLES) == hold
    state.ship = msgspec.structs.replace(state.ship, name="McKee")
    counts = "Lose no ship before stage 1 ends, Mar 28, and you rate {}; lose one and you rate {}."
    assert still_counts_words(state, TABLES) == counts.format("Good", "Fair"), "she was sent to the rear"
    state.records.calendar["1945-03-25"] = LOST
    assert still_counts_words(state, TABLES) == counts.format("Fair", "Poor")
    state.squadron = [msgspec.structs.replace(state.ship, name="Wren", back=datetime.date(1945, 3, 28))]
    assert still_counts_words(state, TABLES).startswith("Hold stage 1 and you rate "), "she is back in time"
    state.outcome = "us_win"
    assert still_counts_words(state, TABLES) == ""
    other = Game.new(campaign="long-b", level="basic", seed=1, tables=TABLES).state
    assert still_counts_words(other, TABLES) == ""


def test_equal_ratings_are_told_apart_by_the_campaigns_that_did_better() -> None:
    assert held_stakes_words(4, ("Poor", "Poor"), (91, 97)) == (
        "Hold stage 4 and 91 of 100 doctrine campaigns did better; lose it and 97 did. "
        "You rate Poor either way if no ship is sunk."
    )
    assert lost_stakes_words(2, datetime.date(1945, 4, 2), ("Good", "Good"), (27, 58)) == (
        "Lose no ship before stage 2 ends, Apr 2, and 27 of 100 doctrine campaigns did better; lose one and 58 did. "
        "You rate Good either way."
    )
