"""Saves and folders that cannot be written or locked, and homes that are missing: one line, nothing changed."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from picket_duty.game import Game
from picket_duty.paths import config_folder, data_folder
from picket_duty.plain import plain_mode
from picket_duty.plain.conversation import Unsaved
from picket_duty.plain.plain_mode import Referee
from picket_duty.saves import SaveError, is_open, load_whole, start_save
from picket_duty.saves.writer import SaveFile, create
from picket_duty.tui.settings import settings_file
from tests.hostile.program import run
from tests.quick import first_is_quick
from tests.saves import games

#: Bytes available for a save: its header and some answers.
ROOM = 6000


class Full:
    """A file on a full disk."""

    def __init__(self, save_file: SaveFile, room: int = 0) -> None:
        self.file, self.room = save_file._file, room
        save_file._file = self

    def write(self, data: bytes) -> int:
        self.room -= 1
        if self.room < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self.file.write(data)

    def __getattr__(self, name: str) -> object:
        return getattr(self.file, name)


@pytest.fixture
def new_save(tmp_path: Path) -> Iterator[Callable[..., Game]]:
    """Start a saved game; its file is closed after the test."""
    with ExitStack() as files:

        def start(**chosen: object) -> Game:
            game = Game.new(**{"scenario": 6, "seed": 7, **chosen})
            start_save(game, path=tmp_path / "full.picket")
            # Close the file itself: the save file cannot write its remaining entries in these tests.
            files.callback(game.save_file._file.close)
            return game

        yield start


def test_plain_mode_reports_the_failure_once_and_stops(new_save: Callable[..., Game]):
    game = new_save()
    Full(game.save_file)
    target, before = io.StringIO(), game.requests
    with pytest.raises(Unsaved, match="No space left"):
        plain_mode.play(game, io.StringIO("\n\nship\n"), target)
    output = target.getvalue()
    assert output.count("No space left") == 1
    assert output.count("Still not saved") == 2
    assert len(output.splitlines()) < 40
    assert game.requests == before


def test_the_referee_reports_the_failure_once_and_quit_leaves(new_save: Callable[..., Game]):
    game = new_save(dice="own")
    Full(game.save_file)
    lines: list[str] = []
    with pytest.raises(Unsaved, match="No space left"):
        Referee(game, io.StringIO("3 4\n3 4\nquit\n"), lines.append).run()
    assert sum("No space left" in line for line in lines) == 1
    assert game.requests == 0


def test_the_game_continues_at_the_same_request_when_there_is_space_again(new_save: Callable[..., Game]):
    game, other = new_save(), Game.new(scenario=6, seed=7)
    full = Full(game.save_file, room=9)

    class Freed(io.StringIO):
        def readline(self, *size: int) -> str:
            full.room = 10**6
            return super().readline(*size)

    assert plain_mode.play(game, Freed("\n" + "auto\n" * 500), io.StringIO())
    assert plain_mode.play(other, io.StringIO("auto\n" * 500), io.StringIO())
    assert game.state_hash == other.state_hash


@first_is_quick("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG, errno.EROFS])
def test_a_failed_sync_is_reported_once(new_save: Callable[..., Game], monkeypatch: pytest.MonkeyPatch, number: int):
    game = new_save()

    def fails(_file: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("picket_duty.saves.writer.os.fsync", fails)
    target = io.StringIO()
    assert plain_mode.play(game, io.StringIO("auto\n" * 500), target)
    assert target.getvalue().count("not synced to disk") == 1
    assert os.strerror(number) in target.getvalue()


def test_a_failed_answer_is_an_error_of_the_save(new_save: Callable[..., Game]):
    game = new_save()
    Full(game.save_file)
    with pytest.raises(
        SaveError, match=r"Nothing was changed\. Your earlier answers are saved\. Free some disk space, then answer"
    ):
        game.roll()


def test_a_game_that_cannot_be_saved_suggests_another_folder(home: Path, monkeypatch: pytest.MonkeyPatch):
    def full(path: Path) -> SaveFile:
        save = create(path)
        Full(save)
        return save

    monkeypatch.setattr("picket_duty.saves.writer.create", full)
    with pytest.raises(SaveError, match="Free some disk space there, or set PICKET_DUTY_HOME to another folder"):
        start_save(Game.new(scenario=6, seed=7))
    assert list(home.iterdir()) == []


# -- the real program on a file that may not grow --------------------------------


def _no_more() -> None:
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="limits of a process are POSIX")
def test_a_report_that_does_not_fit_on_the_disk_leaves_no_partial_file(tmp_path: Path):
    (tmp_path / "saves").mkdir()
    games.saved(tmp_path / "saves" / "full.picket", scenario=3, seed=5, answers=200)
    done = run(tmp_path, "log", "full", "--format", "html", "-o", "log.html", before=_no_more)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1), done.stderr
    assert b"log.html: cannot write (" in done.stderr
    assert not (tmp_path / "log.html").exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="limits of a process are POSIX")
@pytest.mark.parametrize(
    "words",
    [("play", "--scenario", "3", "--seed", "5", "--plain"), ("resume", "full", "--plain"), ("referee", "full")],
    ids=" ".join,
)
def test_the_program_ends_with_1_in_a_few_lines(tmp_path: Path, words: tuple[str, ...]):
    if "full" in words:
        (tmp_path / "saves").mkdir()
        game = Game.new(scenario=3, seed=5, dice="own" if words[0] == "referee" else "computer")
        start_save(game, path=tmp_path / "saves" / "full.picket")
        game.save_file.close()
    done = run(tmp_path, *words, input=b"auto\n" * 300, before=_no_more)
    assert done.returncode == 1, done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stdout.count(b"cannot write (") == 1
    assert b"cannot write (" in done.stderr.splitlines()[-1]
    assert len(done.stdout) < 200_000


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


COMMANDS = (
    ("locate",),
    ("saves",),
    ("log",),
    ("service",),
    ("resume", "--plain"),
    ("play", "--scenario", "6", "--plain"),
)


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("home", ["~nosuchuser", "~nosuchuser/games"])
def test_a_home_of_an_unknown_user_is_refused(tmp_path: Path, words: tuple[str, ...], home: str):
    done = run(tmp_path, *words, PICKET_DUTY_HOME=home)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"PICKET_DUTY_HOME" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_missing_home_and_user_entry_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run, words: tuple[str, ...]
):
    for name in ("PICKET_DUTY_HOME", "HOME", "USERPROFILE", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    result = run(*words)
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert "PICKET_DUTY_HOME" in result.err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="elsewhere the current folder cannot be deleted")
def test_a_deleted_current_folder_is_reported(tmp_path: Path):
    gone = tmp_path / "gone"
    gone.mkdir()
    done = run(tmp_path, "locate", PICKET_DUTY_HOME="games", before=gone.rmdir, cwd=gone)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"PICKET_DUTY_HOME" in done.stderr


def test_one_variable_moves_all_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path / "all"))
    monkeypatch.delenv("PICKET_DUTY_CONFIG", raising=False)
    for place in (data_folder(), config_folder(), settings_file()):
        assert place.is_relative_to(tmp_path / "all")


def test_settings_of_an_unknown_user_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PICKET_DUTY_CONFIG", "~nosuchuser/config.toml")
    with pytest.raises(ValueError, match="PICKET_DUTY_CONFIG"):
        settings_file()
