"""A folder that cannot lock files: the error names it, and a player who agrees plays without a lock."""

from __future__ import annotations

import errno
import os
import sys

import pytest

from picket_duty.game import Game
from picket_duty.saves import SaveError, is_open, load_whole, start_save


@pytest.fixture
def no_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that cannot lock files, as some network folders."""

    def refuse(_file: int, _how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", refuse)


@pytest.mark.skipif(sys.platform == "win32", reason="locks are those of POSIX")
def test_a_folder_without_locks_is_named_and_played_in_if_the_player_agrees(tmp_path, no_locks, monkeypatch):
    path = tmp_path / "network.picket"
    with pytest.raises(SaveError, match=r"cannot be locked in this folder \(No locks available\)"):
        start_save(Game.new(scenario=6, seed=7), path=path)
    assert not path.exists()
    monkeypatch.setenv("PICKET_DUTY_LOCKS", "off")
    game = Game.new(scenario=6, seed=7)
    start_save(game, path=path)
    game.roll()
    game.save_file.close()
    assert load_whole(path).requests == game.requests


@pytest.mark.skipif(sys.platform == "win32", reason="locks are those of POSIX")
def test_a_save_that_cannot_be_locked_is_not_open(tmp_path, request):
    path = tmp_path / "network.picket"
    game = Game.new(scenario=6, seed=7)
    start_save(game, path=path)
    game.save_file.close()
    request.getfixturevalue("no_locks")
    assert not is_open(path)
