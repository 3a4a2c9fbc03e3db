"""Undo in plain mode: each undo goes to the player's previous own decision, whatever was undone before."""

from __future__ import annotations

import io
import random

import pytest

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import exec_answer
from picket_duty.captains.standing_orders import standing_answer
from picket_duty.events import Undone
from picket_duty.game import Game
from picket_duty.plain import plain_mode
from picket_duty.requests import Choice, Roll
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.quick import first_is_quick

TABLES = load_tables()


pytestmark = pytest.mark.usefixtures("shipped_routine")


def to_question(game: Game) -> None:
    """Roll and let the officers decide until the player is asked or the game is over."""
    while game.request is not None:
        if isinstance(game.request, Roll):
            game.roll()
        elif (order := standing_answer(game, SHIPPED_ROUTINE)) is not None:
            game.answer(order)
        else:
            return


def answer(game: Game) -> None:
    game.answer(exec_answer(game.play, game.request))
    to_question(game)


@first_is_quick("seed", range(12))
def test_answers_and_undos_in_any_order_end_as_in_a_simple_model(seed: int) -> None:
    """The model keeps the number of answers before each of the player's own decisions."""
    dice = random.Random(seed)
    model = Game.new(scenario=2 + seed % 5, level="advanced", seed=seed, tables=TABLES)
    own: list[int] = []
    typed: list[str] = []
    to_question(model)
    for _ in range(60):
        if dice.random() < 0.5:
            typed.append("undo")
            if own:
                model.undo(len(model.answers) - own.pop())
            continue
        if not isinstance(model.request, Choice) or model.state.forced:
            break
        typed.append("auto")
        own.append(len(model.answers))
        answer(model)
    game = Game.new(scenario=2 + seed % 5, level="advanced", seed=seed, tables=TABLES)
    plain_mode.play(game, io.StringIO("\n".join([*typed, "quit"])), io.StringIO())
    assert game.answers == model.answers
    assert game.state_hash == model.state_hash


def test_an_undo_keeps_the_places_of_all_events_before_it() -> None:
    game = Game.new(scenario=6, seed=7, tables=TABLES)
    to_question(game)
    first = len(game.answers)
    answer(game)
    game.undo(len(game.answers) - first)
    answer(game)
    second, events = len(game.answers), list(game.events)
    answer(game)
    game.undo(len(game.answers) - second)
    assert list(map(type, game.events)) == [*map(type, events), Undone]
    game.undo(len(game.answers) - first)
    assert sum(isinstance(event, Undone) for event in game.events) == 2, "the undo after it is undone too"
