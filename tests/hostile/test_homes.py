"""No home folder, an unknown user, a deleted current folder: one line that says which variable to set."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from picket_duty.paths import config_folder, data_folder
from picket_duty.tui.settings import settings_file
from tests.hostile.program import run

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
