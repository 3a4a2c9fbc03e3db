"""A long campaign left and resumed at a hundred random requests ends like one played without interruption."""

from __future__ import annotations

import random

import pytest

from picket_duty.book import load_tables
from picket_duty.captains.scripted import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.saves import resume, start_save


def drive(game: Game, captain: RandomCaptain, requests: int) -> None:
    while game.request is not None and requests:
        requests -= 1
        if isinstance(game.request, Roll):
            game.roll()
        else:
            game.answer(captain.choose(game))


@pytest.mark.slow
@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("campaign", ["long-a", "long-b"])
def test_a_game_can_be_left_and_resumed_a_hundred_times(tmp_path, campaign, level):
    tables = load_tables()
    whole = Game.new(campaign=campaign, level=level, seed=99, tables=tables, history=False)
    drive(whole, RandomCaptain(5), -1)

    game = Game.new(campaign=campaign, level=level, seed=99, tables=tables)
    start_save(game, path=tmp_path / "long.picket")
    captain, chance = RandomCaptain(5), random.Random(f"{campaign} {level}")
    left = sorted(chance.sample(range(1, whole.requests), 100))
    for before, after in zip([0, *left], left, strict=False):
        drive(game, captain, after - before)
        game.save_file.close()
        game = resume(tmp_path / "long.picket", tables)
        assert game.requests == after
    drive(game, captain, -1)
    assert game.state_hash == whole.state_hash
    assert game.summary() == whole.summary()
    assert (tmp_path / "long.picket").stat().st_size < 170 * whole.requests
