"""What a player's own files and keys do wrong is said in one line, without a traceback."""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from picket_duty import saves
from picket_duty.book.check_files import check
from picket_duty.book.tables import shipped_folder
from picket_duty.commands.main import main
from picket_duty.plain.conversation import PromptLoop
from picket_duty.saves import SaveError, SaveFile
from tests.saves.games import saved

#: For cases of commands that the lab adds.
WITH_LAB = pytest.mark.skipif(not importlib.util.find_spec("picket_duty.lab"), reason="needs the lab")
SCRIPT = """
class Bold:
    def choose(self, game):
        return self.missing(game)


class Late:
    def __init__(self):
        raise RuntimeError("not today")
"""


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("os:system", "policy os:system: TypeError"),
        ("bold_captain:Bold", "bold_captain.py, line 4, return self.missing(game): AttributeError: 'Bold' object"),
        ("bold_captain:Late", 'line 9, raise RuntimeError("not today"): RuntimeError: not today'),
    ],
)
@pytest.mark.parametrize(
    "command", [["play", "--auto"], pytest.param(["simulate", "-n", "2", "--jobs", "1", "--policy"], marks=WITH_LAB)]
)
def test_an_error_of_a_players_captain_shows_its_own_line(tmp_path, monkeypatch, policy, words, command):
    (tmp_path / "bold_captain.py").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    result = CliRunner().invoke(main, [*command, policy, "--scenario", "6", "--seed", "7"])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert words in result.stderr


def test_a_forged_number_of_an_attempt_is_ignored(home):
    path = home / "watch.picket"
    saved(path, scenario=6, seed=7)
    game = saves.resume(path)
    game.save_file.write_note("watch", ["2026-11-21", -1])
    game.save_file.close()
    result = CliRunner().invoke(main, ["card", str(path), "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout)["code"]


def test_a_game_saved_elsewhere_is_resumed_by_its_path(tmp_path, home):
    path = tmp_path / "else where.picket"
    result = CliRunner().invoke(
        main, ["play", "--plain", "--scenario", "6", "--seed", "7", "--save", str(path)], input="quit\n"
    )
    assert f"Resume it with 'picket-duty resume '{path}' --plain'" in result.stderr
    inside = CliRunner().invoke(main, ["play", "--plain", "--scenario", "6", "--seed", "7"], input="quit\n")
    assert "Resume it with 'picket-duty resume --plain'" in inside.stderr


def moved_while_played(monkeypatch, happens):
    """The errors of a game that is left after ``happens`` was called with the path of its save."""
    ask_once = PromptLoop.ask_once

    def ask_then(self, request, question):
        if (save := next(saves.saves_folder().glob("*.picket"), None)) is not None:
            happens(save)
        ask_once(self, request, question)

    monkeypatch.setattr(PromptLoop, "ask_once", ask_then)
    result = CliRunner().invoke(main, ["play", "--plain", "--scenario", "6", "--seed", "7"], input="quit\nquit\n")
    assert result.exit_code == 0
    return result.stderr


def test_a_save_that_was_deleted_is_said_to_be_rescued_under_another_name(home, monkeypatch):
    errors = moved_while_played(monkeypatch, lambda path: path.unlink())
    (rescued,) = home.glob("*-rescued.picket")
    assert f"Nothing is lost: the whole game is now in {rescued.name} in the same folder" in errors
    assert "Game saved. Resume it with 'picket-duty resume --plain'." in errors


def test_a_game_that_is_in_no_file_is_not_said_to_be_saved(home, monkeypatch):
    monkeypatch.setattr(SaveFile, "_move", full_disk)
    errors = moved_while_played(monkeypatch, lambda path: path.unlink())
    assert "The game is no longer in any file" in errors
    assert "Game saved" not in errors


def full_disk(*_):
    raise SaveError("the disk is full")


def test_a_refereed_game_is_resumed_by_its_name_or_path(tmp_path, home):
    path = tmp_path / "else where.picket"
    elsewhere = CliRunner().invoke(main, ["referee", "--scenario", "6", "--save", str(path)], input="quit\n")
    assert f"Resume it with 'picket-duty referee '{path}''." in elsewhere.stderr
    inside = CliRunner().invoke(main, ["referee", "--scenario", "6"], input="quit\n")
    (save,) = home.iterdir()
    assert f"Resume it with 'picket-duty referee {save.stem}'." in inside.stderr


@pytest.mark.parametrize("command", [["watch"], ["resume"], ["play", "--scenario", "6"]])
def test_without_a_terminal_a_command_advises_its_own_plain_mode(home, command):
    saved(home / "one.picket", answers=3, scenario=6, seed=7)
    result = CliRunner().invoke(main, command)
    assert result.stderr.endswith("is not a terminal. Add --plain to play in plain mode.\n")


@pytest.mark.parametrize("command", [[], ["play"]])
def test_without_a_terminal_the_menu_advises_a_command_that_works(home, command):
    result = CliRunner().invoke(main, command)
    assert result.stderr.endswith("Use plain mode, such as 'picket-duty play --scenario 1 --plain'.\n")
    advised = shlex.split(result.stderr.split("'")[1])[1:]
    assert CliRunner().invoke(main, advised, input="quit\n").exit_code == 0


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_in_plain_mode_says_that_the_game_is_saved(tmp_path):
    command = [sys.executable, "-m", "picket_duty", "play", "--plain", "--scenario", "6", "--seed", "7"]
    environment = {**os.environ, "PICKET_DUTY_HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        # A check that runs in the background ignores SIGINT, and so would the program.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:  # fmt: skip
        for line in process.stdout:
            if line.startswith("Fire plan"):
                break
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Game saved. Resume it with 'picket-duty resume --plain'." in errors


def test_questions_that_are_not_json_are_bad_input():
    nonsense = CliRunner().invoke(main, ["tables", "query"], input="nonsense\n<xml/>\n")
    assert (nonsense.exit_code, nonsense.stdout.count('"error"'), nonsense.stderr.count("\n")) == (2, 2, 1)
    mixed = CliRunner().invoke(main, ["tables", "query"], input='nonsense\n{"table":"3-1","roll":7}\n')
    assert (mixed.exit_code, mixed.stdout.count('"result"'), mixed.stderr) == (0, 1, "")
    assert CliRunner().invoke(main, ["tables", "query"], input="").exit_code == 0


@pytest.mark.parametrize("missing", ["charts/10.toml", "options.toml"])
def test_a_file_missing_from_the_shipped_tables_is_found(tmp_path, monkeypatch, missing):
    shipped = tmp_path / "tables"
    shutil.copytree(shipped_folder(), shipped)
    (shipped / missing).unlink()
    monkeypatch.setattr("picket_duty.book.tables.shipped_folder", lambda: shipped)
    faults = check()
    assert [fault for fault in faults if missing.partition("/")[2] in fault and "missing" in fault]
    assert len(faults) < 4
