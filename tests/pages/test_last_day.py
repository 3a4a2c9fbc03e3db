"""What documents say of the last day of a game: where each ship is, and which lines are about the real ships."""

from __future__ import annotations

import datetime

import pytest

from picket_duty.book import load_tables
from picket_duty.book.limits import LAST_DAY
from picket_duty.captains import captain_named, play_out
from picket_duty.events import Leave
from picket_duty.facts import game_facts
from picket_duty.game import Game
from picket_duty.pages.blocks import Heading, Paragraph
from picket_duty.pages.final_page import ship_that_left, ships_served
from picket_duty.pages.ships import READY, closing_state, duty_status, ships_of, squadron_page
from picket_duty.pages.war_diary import read_diary, ship_blocks, ships_with_days
from picket_duty.rules.campaign import REAR, SUNK
from picket_duty.text.diary_entries import closing_sentence
from picket_duty.text.names import plain_day

TABLES = load_tables()
#: Games that end on the day on which a ship is sent to the rear: a mini campaign, the last stage of a long campaign,
#: and the last day of the calendar.
SENT_ON_THE_LAST_DAY = (
    ("random", 9, {"campaign": "mini", "level": "advanced"}),
    ("doctrine", 13, {"campaign": "long-a", "level": "advanced"}),
    ("random", 5, {"campaign": "long-b", "level": "advanced"}),
)
#: Games of other ends: held, lost, at the anchorage, a patrol, a scenario that was left.
OTHERS = (
    *(("random", seed, {"campaign": "mini", "level": "advanced"}) for seed in range(6)),
    *(("doctrine", seed, {"patrol": "1945-06-18", "days": 9, "level": "advanced"}) for seed in range(6)),
    *(("random", seed, {"scenario": 2, "level": "advanced"}) for seed in range(6)),
)


def over(captain: str, seed: int, setup: dict[str, object]) -> Game:
    game = Game.new(seed=seed, tables=TABLES, history=False, **setup)
    play_out(game, captain_named(captain, seed))
    return game


def _fate(left: Leave | None) -> str:
    """What became of a ship that left so on her last day."""
    if left is None:
        return ""
    return SUNK if left.reason == SUNK else REAR if left.rear else ""


@pytest.mark.parametrize(("captain", "seed", "setup"), [*SENT_ON_THE_LAST_DAY, *OTHERS])
def test_every_document_knows_where_each_ship_went(captain, seed, setup):
    game = over(captain, seed, setup)
    left: dict[str, Leave | None] = {}
    for day in game_facts(game).days:
        left[day.ship] = day.leave
    ends = {name: _fate(leave) for name, leave in left.items()}
    assert {ship.name: ship.fate for ship in ships_served(game)} == ends
    state = closing_state(game.state, game_facts(game).days)
    assert {ship.name: ship.fate for ship in ships_of(state) if ship.name in ends} == ends
    sent, sunk = (sum(fate == kind for fate in ends.values()) for kind in (REAR, SUNK))
    sums = [block.text for block in squadron_page(state, TABLES) if isinstance(block, Paragraph)]
    assert any("".join(span.text for span in text).startswith(f"{sunk} sunk, {sent} sent to the rear") for text in sums)
    diary = read_diary(game)
    for ship in ships_with_days(diary):
        days = [day for day in diary.facts.days if day.ship == ship.name]
        words, leave = closing_sentence(game, ship, days), left[ship.name]
        if leave is not None and not ends[ship.name] and leave.until:
            assert plain_day(leave.until) in words
            assert ship.back == datetime.date.fromisoformat(leave.until)
        assert duty_status(ship, state)[1].startswith("sent to the rear") == (ends[ship.name] == REAR)


def test_no_ship_is_ready_on_a_day_after_the_last():
    game = over("doctrine", 3, {"campaign": "long-b", "level": "advanced"})
    back = {ship.back for ship in game.state.squadron}
    assert any(LAST_DAY < day <= game.state.date for day in back)
    for ship in game.state.squadron:
        assert (duty_status(ship, game.state)[0] == READY) == (ship.back <= LAST_DAY)


def test_the_games_end_on_the_day_on_which_a_ship_is_sent_to_the_rear():
    for captain, seed, setup in SENT_ON_THE_LAST_DAY:
        game = over(captain, seed, setup)
        last = game_facts(game).days[-1]
        assert last.sent_to_rear
        assert not game.state.on_station
        assert ship_that_left(game).fate == REAR


@pytest.mark.parametrize("ship", [loss.ship for loss in TABLES.map_data.lost])
def test_the_loss_of_a_real_ship_has_a_heading_of_its_own(ship):
    diary = read_diary(over("doctrine", 1, {"patrol": "1945-05-20", "days": 1, "ship": ship}))
    blocks = ship_blocks(diary, ships_with_days(diary)[0])
    last = max(place for place, block in enumerate(blocks) if isinstance(block, Heading))
    assert f"the real {ship}" in str(blocks[last].text)
    assert not any("lost to air attack" in str(block.text) for block in blocks[:last] if isinstance(block, Paragraph))
    assert any("lost to air attack" in str(block.text) for block in blocks[last:] if isinstance(block, Paragraph))
