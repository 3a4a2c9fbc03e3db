"""Companion games at the table: whole games, killed at each answer, undone, taken up, refused."""

from __future__ import annotations

import random
import shutil

import pytest

from picket_duty import Game
from picket_duty.companions import shelf
from picket_duty.companions.table import Told
from picket_duty.journal import SaveError, at_table
from picket_duty.requests import NUMBER, Roll

NAMES = sorted(at_table.SYSTEMS)


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))


def answer_at_random(game, dice):
    """An answer that ends a move soon: few planes, few shots."""
    request = game.request
    if isinstance(request, Roll):
        game.roll()
    elif request.kind == NUMBER:
        game.answer(dice.randint(request.least, min(request.most, request.least + 12)))
    elif request.about == "cleared":
        game.answer("no")
    else:
        game.answer(dice.choice(request.legal()))


def looks(game):
    told = [event.text for event in game.events if isinstance(event, Told)]
    return game.state_hash, about(game), len(game.answers), told, [str(one.dice) for one in rolls(game)]


def about(game):
    if game.request is None:
        return "over"
    return game.request.purpose.id if isinstance(game.request, Roll) else game.request.about


def rolls(game):
    return [event for event in game.events if isinstance(event, Roll)]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_killed_at_each_answer_goes_on_as_it_was(name):
    game, path = at_table.begin(name, seed=11)
    dice = random.Random(3)
    for number in range(100):
        if game.over:
            break
        answer_at_random(game, dice)
        before = looks(game)
        game.journal.let_go()
        if number % 7 == 0:
            with path.open("ab") as file:
                file.write(b'["c", "to')
        game = at_table.take_up(path)
        assert looks(game) == before
    assert game.state.move > 1
    game.journal.close()


@pytest.mark.parametrize("name", NAMES)
def test_undo_restores_every_total(name):
    game, dice = at_table.new_game(name, seed=5), random.Random(9)
    stood = []
    while not game.over and len(stood) < 150:
        stood.append((game.state_hash, about(game), dict(game.state.sums), game.state.move))
        answer_at_random(game, dice)
    assert len({one[3] for one in stood}) > 1
    assert len({str(one[2]) for one in stood}) > 5
    for before in reversed(stood):
        game.undo()
        assert (game.state_hash, about(game), game.state.sums, game.state.move) == before


def test_a_game_over_is_taken_up_as_over():
    game, path = at_table.begin("island-war-1975", seed=1)
    dice = random.Random(2)
    while not game.over:
        answer_at_random(game, dice)
    game.journal.close()
    found = at_table.take_up(path)
    assert found.over
    assert found.summary() == game.summary()
    found.journal.close()


def test_saves_of_other_charts_and_other_games_are_refused(tmp_path):
    game, path = at_table.begin("international-team", seed=1)
    game.answer(3)
    game.journal.close()
    changed = tmp_path / "changed.picket"
    shutil.copy(path, changed)
    shelf.Companion.digest, kept = "0" * 16, shelf.Companion.digest
    try:
        with pytest.raises(SaveError, match="made with other charts of international-team"):
            at_table.take_up(changed)
    finally:
        shelf.Companion.digest = kept
    other = Game.new(scenario=6, seed=7)
    other.save(tmp_path / "destroyer.picket")
    other.journal.close()
    with pytest.raises(SaveError, match="is no game at the table"):
        at_table.take_up(tmp_path / "destroyer.picket")
    with pytest.raises(SaveError, match="'picket-duty referee --game international-team' takes it up"):
        Game.load(path)
