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
from picket_duty.text.names import label_words, short_date
from picket_duty.text.ship_service import departure_sentence
from picket_duty.text.stage_result import decisive_words, dice_words, stage_sentences

TABLES = load_tables()


@cache
def played() -> tuple[Game, GameFacts]:
    """A campaign with a stage held and one lost."""
    for seed in range(20):
        game = Game.new(campaign="long-a", level="basic", seed=seed, tables=TABLES)
        play_out(game, QuickCaptain())
        if {stage.held for stage in game.state.stages} >= {True, False}:
            return game, game_facts(game)
    raise AssertionError("no campaign has both")


def test_a_stage_names_what_took_its_ship_off_station_or_how_hard_it_was_to_hold() -> None:
    game, facts = played()
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
            assert words == f"{stage.ship} served {stage.days} of 5 days of it.", "June 25 came before its last day"
            continue
        assert words == f"{stage.ship}, {departure_sentence(lost[0], facts.days)}"
        assert sentences[number - 1].startswith(f"Stage {number}: lost by {stage.ship} ")
        assert sentences[number - 1].endswith(departure_sentence(lost[0], facts.days))


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
    assert departure_sentence(left, ()) == words


def test_hits_of_the_phase_are_counted_unless_the_captain_asked_for_relief() -> None:
    _, facts = played()
    day = next(day for day in facts.days if any(not impact.near for phase in day.phases for impact in phase.impacts))
    phase = next(phase for phase in day.phases if any(not impact.near for impact in phase.impacts))
    hits = sum(not impact.near for impact in phase.impacts)
    forced = Leave(reason=Reason.FLOODING, until="", phase=phase.label)
    after = f"{label_words(phase.label)}: after {hits} hit{'s' if hits > 1 else ''}, flooding got beyond control; "
    assert departure_sentence(forced, facts.days) == f"{after}she was sent to the rear."
    asked = Leave(reason=Reason.REPLENISHMENT, until="", phase=phase.label)
    assert "hit" not in departure_sentence(asked, facts.days)
    assert short_date(day.date) in departure_sentence(asked, facts.days)


def test_the_dice_of_a_stage_by_hand() -> None:
    assert dice_words(1, 2.34, 20, 18.0) == (
        "1 hit rolled on your ships, average of the same rolls 2.3; 20 hits on planes, average 18.0."
    )
