"""What a repair is worth: pumping out a compartment gains what it gives back."""

from __future__ import annotations

from picket_duty.book.ids import PUMP
from picket_duty.game import Game
from picket_duty.odds import damage_weights, repair
from picket_duty.rules import jobs
from picket_duty.state import Compartment
from tests.saves.games import TABLES


def test_pumping_out_a_magazine_is_worth_more_than_a_room_without_effect() -> None:
    game = Game.new(tables=TABLES, scenario=3, seed=1)
    measure = damage_weights.by_hand(game.play)
    rooms = {
        name: damage_weights.out_of_action_cost(measure, name)
        for name, data in TABLES.compartments.items()
        if data.floodable
    }
    costly, cheap = max(rooms, key=rooms.__getitem__), min(rooms, key=rooms.__getitem__)
    assert rooms[costly] > rooms[cheap]
    for name in (costly, cheap):
        game.state.ship.compartments[name] = Compartment(flooded=True)
    pumps = {job.target: job for job in jobs.open_jobs(game.play).values() if job.kind == PUMP}
    gains = {name: repair.worth_of(game.play, pumps[name], measure) for name in (costly, cheap)}
    assert gains[costly] > gains[cheap] > 0
