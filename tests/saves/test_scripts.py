"""A script saves, loads and closes games with the public names alone."""

from contextlib import contextmanager

import pytest

from picket_duty import Game, SaveError, captain_named
from picket_duty.saves.save_file import open_for_more
from tests.saves import games


def play(game, answers=10**9):
    games.play(game, captain_named("doctrine", seed=7), answers)


@contextmanager
def locked_elsewhere(path):
    """The answers in a save that no game holds any more, locked as by another program."""
    save_file = open_for_more(path)
    try:
        yield save_file.record.answers
    finally:
        save_file.close()


def test_a_script_loads_what_it_has_just_saved_and_the_earlier_game_becomes_read_only(path):
    first = Game.new(scenario=6, seed=7)
    play(first, 5)
    first.save(path)
    second = Game.load(path)
    play(second, 5)
    with pytest.raises(SaveError, match="loaded again"):
        play(first, 1)
    assert (first.requests, second.requests) == (5, 10)
    third = Game.load(path)
    with pytest.raises(SaveError, match="loaded again"):
        second.undo()
    play(third)
    third.close()
    whole = Game.new(scenario=6, seed=7)
    play(whole)
    assert Game.load(path).outcome == whole.outcome


def test_a_game_saved_again_goes_on_in_its_file_and_elsewhere_in_the_other(tmp_path, path):
    game = Game.new(scenario=6, seed=7)
    game.save(path)
    play(game, 3)
    game.save(path)
    play(game, 3)
    other = tmp_path / "other.picket"
    game.save(other)
    play(game, 3)
    with locked_elsewhere(path) as before:
        assert len(before) == 6
    game.close()
    assert Game.load(other).requests == 9
    with pytest.raises(SaveError, match="already exists"):
        Game.new(scenario=6, seed=7).save(path)


def test_a_context_closes_the_save_and_a_closed_game_refuses_answers(path):
    with Game.new(scenario=6, seed=7) as game:
        game.save(path)
        play(game, 4)
    game.close()
    with pytest.raises(SaveError, match="closed"):
        play(game, 1)
    with locked_elsewhere(path) as answers:
        assert len(answers) == game.requests == 4
    with Game.new(scenario=6, seed=7) as unsaved:
        play(unsaved, 4)
    play(unsaved, 1)


def test_a_finished_game_is_read_without_a_lock_and_locked_when_it_is_undone(path):
    with Game.new(scenario=6, seed=7) as game:
        game.save(path)
        play(game)
    with locked_elsewhere(path):
        reader = Game.load(path)
        assert reader.outcome == game.outcome
        with pytest.raises(SaveError, match="open in another program"):
            reader.undo()
    assert reader.over
    reader.undo(2)
    play(reader)
    with pytest.raises(SaveError, match="open in another program"):
        open_for_more(path)
    reader.close()
    assert Game.load(path).state_hash == game.state_hash


def test_a_closed_game_that_no_file_holds_says_so(path, monkeypatch):
    game = Game.new(scenario=6, seed=7)
    game.save(path)
    path.unlink()

    def refused(*_):
        raise SaveError("the disk is full")

    monkeypatch.setattr("picket_duty.saves.save_file.write_new", refused)
    with pytest.raises(SaveError, match="no longer saved in any file"):
        game.close()
