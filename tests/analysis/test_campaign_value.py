"""The estimated chance of a long campaign: by hand, over a game, and only where it was measured."""

from __future__ import annotations

import datetime
import math

import msgspec
import pytest

from picket_duty.analysis import campaign_value
from picket_duty.analysis.campaign_value import (
    Standing,
    chance,
    chances_up_to,
    estimates,
    measured,
    standing_of,
    value_for,
)
from picket_duty.analysis.win_probability import estimated_analysis, largest_moves
from picket_duty.book import load_tables
from picket_duty.captains import play_out
from picket_duty.captains.random import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Choice

TABLES = load_tables()
START = datetime.date(1945, 3, 24)
LONG = {"campaign": "long-b", "level": "advanced"}


def standing(day: int, sunk: int, *gunners: int) -> Standing:
    """A state as an estimate sees it: the gunnery officers of the ship on duty and of the squadron."""
    ships = [campaign_value.Duty({"gunnery_officer": campaign_value.Officer("", value)}) for value in gunners]
    return Standing(
        START + datetime.timedelta(day),
        campaign_value.Records(sunk),
        ships[0] if ships else campaign_value.Duty(),
        ships[1:],
    )


def test_the_chance_by_hand() -> None:
    """With two losses to come on average: fewer than 8 ships in all wins, 8 is half a win, more loses."""
    value = msgspec.structs.replace(measured()[0], further=(2.0,), average=0.0, gunnery=-0.5)
    assert chances_up_to(2.0, 2) == pytest.approx([math.exp(-2), 2 * math.exp(-2), 2 * math.exp(-2)])
    assert chance(value, TABLES, START, standing(0, 7)) == pytest.approx(math.exp(-2) * (1 + 2 / 2))
    assert chance(value, TABLES, START, standing(0, 8)) == pytest.approx(math.exp(-2) / 2)
    assert chance(value, TABLES, START, standing(0, 9)) == 0.0
    better = chance(value, TABLES, START, standing(0, 8, 2, -1))
    assert better == pytest.approx(math.exp(-1) / 2), "one value above the average halves the losses"


def test_the_values_fall_day_by_day_to_none() -> None:
    """Long campaigns of the shipped tables; the stated error is that of a check against playouts."""
    for value in measured():
        data = TABLES.campaigns[value.campaign]
        assert len(value.further) == (data.end - data.start).days + 1
        assert value.further[0] > value.further[len(value.further) // 2] > value.further[-1]
        assert value.gunnery < 0 < value.error < 25
        assert value.states >= 10


def test_only_what_was_measured_is_estimated() -> None:
    """Other games, levels and tables have no estimate."""
    game = Game.new(**LONG, seed=1, tables=TABLES)
    value = value_for(TABLES, game.state.setup)
    assert value is not None
    assert value.level == "advanced"
    for other in ({"scenario": 2}, {"campaign": "mini"}, {"patrol": "1945-04-05"}):
        unmeasured = Game.new(**other, seed=1, tables=TABLES)
        assert not estimates(unmeasured)
        assert estimated_analysis(unmeasured) is None


def test_a_partial_state_reads_as_the_whole() -> None:
    """Date, ships sunk and gunnery officers after some weeks."""
    game = Game.new(**LONG, seed=2, tables=TABLES)
    captain = RandomCaptain(1)
    while game.state.date < datetime.date(1945, 4, 10):
        game.answer(captain.choose(game)) if isinstance(game.request, Choice) else game.roll()
    state = game.state
    seen = standing_of(game.system.encode(state))
    assert (seen.date, seen.records.ships_sunk) == (state.date, state.records.ships_sunk)
    assert seen.gunnery == sum(
        ship.crew["gunnery_officer"].value for ship in (state.ship, *state.squadron) if ship.crew
    )


@pytest.mark.slow
def test_the_curve_of_a_campaign_is_estimated_at_once() -> None:
    """A point for each day, from the start to the result."""
    game = Game.new(**LONG, seed=3, tables=TABLES)
    play_out(game, RandomCaptain(3))
    curve = estimated_analysis(game)
    assert curve is not None
    assert len(curve.points) > 60
    assert curve.over
    assert curve.chance(curve.end) in (0.0, 0.5, 1.0)
    assert 0.2 < curve.chance(curve.start) < 0.8


def test_the_largest_moves_with_their_neighbors() -> None:
    """Both ends of a move; never the first or the last answer, nor more than asked."""
    curve = {0: 0.5, 10: 0.5, 20: 0.1, 30: 0.2, 40: 0.9, 50: 0.9}
    assert largest_moves(curve, 3) == [30, 40]
    assert largest_moves(curve, 4) == [10, 20, 30, 40]
    assert largest_moves(curve, 99) == [10, 20, 30, 40]
