"""What decided a stage, compared with the events of its days."""

from __future__ import annotations

from functools import cache

import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import Reason
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.events import Leave
from picket_duty.facts import GameFacts, game_facts
from picket_duty.game import Game
from picket_duty.rules.campaign import SUNK
from picket_duty.text.campaign_progress import period_days
from picket_duty.text.campaign_rating import averages_words, rating_words
from picket_duty.text.names import label_words, short_date
from picket_duty.text.stage_result import decisive_words, dice_words, left_words, stage_sentences

TABLES = load_tables()


@cache
def played() -> tuple[Game, GameFacts]:
    """A campaign with a stage held."""
    for seed in range(20):
        game = Game.new(campaign="long-a", level="basic", seed=seed, tables=TABLES)
        play_out(game, QuickCaptain())
        if any(stage.held for stage in game.state.stages):
            return game, game_facts(game)
    raise AssertionError("no stage is held")


def test_a_stage_names_what_took_its_ship_off_station_or_how_hard_it_was_to_hold() -> None:
    game, facts = played()
    state = game.state
    sentences = stage_sentences(state, TABLES, facts)
    for number, stage in enumerate(state.stages, start=1):
        words, days = decisive_words(state, TABLES, number, facts), period_days(state, TABLES, number)
        assert words.startswith(f"{stage.ship} began it")
        if stage.held:
            assert f"with hull {days[-1].hull} of {TABLES.numbers.hull}" in words
            assert sentences[number - 1] == f"Stage {number}: held by {stage.ship}."
            continue
        left = [event for event in game.events if isinstance(event, Leave) and event.phase[:10] <= days[-1].date]
        last = next(
            event
            for event in reversed(left)
            if any(day.date == event.phase[:10] and day.ship == stage.ship for day in days)
        )
        assert words == f"{stage.ship} began it. {left_words(last, facts.days)}"
        assert f"lost. {words}" in sentences[number - 1]
        assert sentences[number - 1].endswith("followed.") is (len(stage.ships) > 1)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (
            Leave(reason=Reason.DECK_FIRE, until="1945-04-05", phase="1945-03-26/midday"),
            "Mar 26, midday: a deck fire got out of control; she left for the anchorage until Apr 5.",
        ),
        (
            Leave(reason=SUNK, until="", why=Reason.FLOODING, phase="1945-03-26/evening"),
            "Mar 26, evening: she foundered from flooding.",
        ),
        (Leave(reason=SUNK, until="", phase="1945-03-26/evening"), "Mar 26, evening: she sank."),
        (
            Leave(reason=Reason.REPAIRS, until="", rear=True, phase="1945-03-26/evening"),
            "Mar 26, evening: relieved for repairs; she was sent to the rear.",
        ),
    ],
)
def test_how_a_ship_left_by_hand(left: Leave, words: str) -> None:
    assert left_words(left, ()) == words


def test_hits_of_the_phase_are_counted_unless_the_captain_asked_for_relief() -> None:
    _, facts = played()
    day = next(day for day in facts.days if any(not blow.near for phase in day.phases for blow in phase.blows))
    phase = next(phase for phase in day.phases if any(not blow.near for blow in phase.blows))
    hits = sum(not blow.near for blow in phase.blows)
    forced = Leave(reason=Reason.FLOODING, until="", phase=phase.label)
    after = f"{label_words(phase.label)}: after {hits} hit{'s' if hits > 1 else ''}, flooding got beyond control; "
    assert left_words(forced, facts.days) == f"{after}she was sent to the rear."
    asked = Leave(reason=Reason.REPLENISHMENT, until="", phase=phase.label)
    assert "hit" not in left_words(asked, facts.days)
    assert short_date(day.date) in left_words(asked, facts.days)


def test_dice_ratings_and_averages_by_hand() -> None:
    assert dice_words(1, 2.34, 20, 18.0) == (
        "1 hit rolled on your ships, average of the same rolls 2.3; 20 hits on planes, average 18.0."
    )
    assert rating_words((1, 1, 0), "Excellent", 12, 70) == (
        "Stages held 1, ships sunk 1, sent to the rear 0: Excellent. "
        "Of 100 doctrine campaigns, 12 did better and 70 worse."
    )
    assert rating_words((1, 0, 0), "Outstanding", 0, 90, after=2) == (
        "Stages held 1, ships sunk 0, sent to the rear 0: Outstanding so far. "
        "Of 100 doctrine campaigns after stage 2, none did better and 90 did worse."
    )
    assert rating_words((0, 7, 0), "Poor", 99, 0).endswith("99 did better and none worse.")
    assert averages_words((0.72, 1.68, 1.1), 5) == (
        "Doctrine's average: 0.7 of 5 stages held, 1.7 ships sunk, 1.1 sent to the rear."
    )
    assert averages_words((0.1, 0.5, 0.3), 1, after=True).startswith("Doctrine's average after stage 1: 0.1 of 1 stage")
