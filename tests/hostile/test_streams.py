"""Streams that are closed, full or limited in encoding; saves and folders that cannot be written,
locked or found.
"""

import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from picket_duty.saves.format import LARGEST_FILE
from picket_duty.saves.save_file import lock
from tests.hostile.program import ROOT
from tests.saves.faulty import Faulty

if os.name != "posix":
    pytest.skip("file descriptors are closed here as POSIX does", allow_module_level=True)


import errno
import io
import os
from contextlib import ExitStack

import pytest

from picket_duty.paths import config_folder, data_folder
from picket_duty.plain import plain_mode
from picket_duty.plain.prompt_loop import Unsaved
from picket_duty.plain.referee import Referee
from picket_duty.saves import SaveError, load_whole, start_save
from picket_duty.saves.save_file import create
from picket_duty.tui.settings import settings_file
from tests.games import new_game
from tests.hostile.program import run
from tests.quick import first_is_quick
from tests.saves.games import saved

COMMANDS = [
    words.split()
    for words in (
        "--help",
        "--version",
        "locate",
        "saves",
        "saves list --json",
        "log",
        "log --format json",
        "replay",
        "odds",
        "service",
        "tables list",
        "tables show 11/aft",
        "tables roll V-1",
        "manual",
        "manual start",
        "play --scenario 6 --auto doctrine --json",
        "play --scenario 6 --auto doctrine --events -",
        "bug-report",
        "resume --plain",
    )
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    saved(home / "saves" / "one.picket", answers=60, scenario=3, seed=5)
    return home


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_closed_output_is_not_an_error(folder, words):
    done = run(folder, *words, before=lambda: os.close(1), stdout=None)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_output_to_a_full_disk_is_reported_in_one_line(folder, words):
    with open("/dev/full", "wb") as full:
        done = run(folder, *words, stdout=full)
    assert done.returncode == 1, done.stderr
    assert done.stderr.splitlines()[-1].startswith(b"picket-duty: the output cannot be written (")
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


@pytest.mark.slow
def test_all_streams_closed_at_once_lose_no_save(folder, tmp_path):
    done = run(
        folder,
        "play",
        "--scenario",
        "6",
        "--seed",
        "7",
        "--auto",
        "doctrine",
        "--save",
        str(tmp_path / "s.picket"),
        before=lambda: os.closerange(0, 3),
        stdout=None,
    )
    assert done.returncode == 0
    assert (tmp_path / "s.picket").read_bytes().startswith(b'["game"')
    assert b"us_win" not in (tmp_path / "s.picket").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp437", "latin-1", "no-such-code"])
@pytest.mark.parametrize(
    "words", [("tables", "show", "11/aft"), ("tables", "list"), ("manual", "start"), ("replay",)]
)
def test_characters_missing_in_an_encoding_are_replaced(folder, words, encoding):
    if encoding == "no-such-code":
        done = run(folder, *words, LC_ALL="xx_XX.nothing", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    else:
        done = run(folder, *words, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    whole = run(folder, *words, PYTHONIOENCODING="utf-8")
    assert done.stdout.count(b"\n") == whole.stdout.count(b"\n")


@pytest.mark.slow
def test_a_name_in_different_case_does_not_hide_another_save(tmp_path):
    for number, ship in enumerate(("Laffey", "Отважный", "Kimberly")):
        saved(tmp_path / "saves" / f"{number}.picket", answers=1, scenario=3, seed=5, ship=ship)
        os.utime(tmp_path / "saves" / f"{number}.picket", (number, number))
    done = run(tmp_path, "saves", PYTHONIOENCODING="ascii")
    assert [line[:1] for line in done.stdout.splitlines()] == [b"2", b"1", b"0"]
    listed = run(tmp_path, "saves", "list", "--json", PYTHONIOENCODING="ascii").stdout.splitlines()
    assert [json.loads(line)["setup"]["ship"] for line in listed] == [
        "Kimberly",
        "Отважный",
        "Laffey",
    ]


@pytest.mark.slow
def test_file_names_that_are_not_valid_text_are_shown(tmp_path):
    (tmp_path / "saves").mkdir()
    os.close(os.open(os.fsencode(tmp_path) + b"/saves/\xff\xfe.picket", os.O_CREAT | os.O_WRONLY))
    for words in (
        ("saves",),
        ("saves", "list", "--json"),
        ("log", b"\xff\xfe"),
        ("replay", b"nothing-\xff"),
    ):
        done = run(tmp_path, *words)
        assert b"Traceback" not in done.stderr
        assert done.returncode == (0 if words[0] == "saves" else 2)
        assert rb"\udcff" in done.stdout + done.stderr
    assert json.loads(run(tmp_path, "saves", "list", "--json").stdout)["name"] == "\udcff\udcfe"


@pytest.mark.slow
def test_a_reader_that_closes_the_pipe_is_not_an_error(folder):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        done = run(folder, "replay", stdout=gone)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_lock_byte_is_beyond_the_end_of_any_save(tmp_path, monkeypatch):
    locked = []
    with open(tmp_path / "s.picket", "w+b", buffering=0) as file:
        places = SimpleNamespace(
            LK_NBLCK=2, locking=lambda number, mode, count: locked.append(file.tell())
        )
        monkeypatch.setitem(sys.modules, "msvcrt", places)
        monkeypatch.setattr(sys, "platform", "win32")
        lock(file, tmp_path / "s.picket")
        assert file.tell() == 0
    assert len(locked) == 1
    # A reader requests one byte more than the largest save; the system function counts in 31 bits.
    assert LARGEST_FILE + 1 <= locked[0] < 2**31


@pytest.mark.slow
def test_the_module_imports_nothing_from_the_current_folder(tmp_path):
    for name in ("click", "msgspec", "platformdirs"):
        (tmp_path / f"{name}.py").write_text(
            "raise SystemExit('imported from the current folder')\n"
        )
    done = subprocess.run(
        [sys.executable, "-m", "picket_duty", "tables", "list"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr


def raising(number):
    """A function of the system that fails."""

    def fails(*_):
        raise OSError(number, os.strerror(number))

    return fails


class Full(Faulty):
    def __init__(self, save_file, room=0):
        super().__init__(save_file)
        self.room = room

    def write(self, data):
        self.room -= 1
        if self.room < 0:
            raising(errno.ENOSPC)()
        return self.file.write(data)


@pytest.fixture
def new_save(tmp_path):
    """Start a saved game; its file is closed after the test."""
    with ExitStack() as files:

        def start(**chosen):
            game = new_game(**{"scenario": 6, "seed": 7, **chosen})
            start_save(game, path=tmp_path / f"{game.state.setup.dice}.picket")
            # Close the file itself: the save file cannot write its remaining entries in these
            # tests.
            files.callback(game.save_file.let_go)
            return game

        yield start


def test_plain_mode_and_the_referee_report_the_failure_once(new_save):
    game = new_save()
    Full(game.save_file)
    target = io.StringIO()
    before = game.requests
    with pytest.raises(Unsaved, match="No space left"):
        plain_mode.play(game, io.StringIO("\n\nship\n"), target)
    output = target.getvalue()
    assert output.count("No space left") == 1
    assert output.count("Still not saved") == 2
    assert len(output.splitlines()) < 40
    assert game.requests == before
    game = new_save(dice="own")
    Full(game.save_file)
    lines = []
    with pytest.raises(Unsaved, match="No space left"):
        Referee(game, io.StringIO("3 4\n3 4\nquit\n"), lines.append).run()
    assert sum("No space left" in line for line in lines) == 1
    assert game.requests == 0


def test_the_game_continues_at_the_same_request_when_there_is_space_again(
    new_save,
):
    game = new_save()
    other = new_game(scenario=6, seed=7)
    full = Full(game.save_file, room=9)

    class Freed(io.StringIO):
        def readline(self, *size):
            full.room = 10**6
            return super().readline(*size)

    assert plain_mode.play(game, Freed("\n" + "auto\n" * 500), io.StringIO())
    assert plain_mode.play(other, io.StringIO("auto\n" * 500), io.StringIO())
    assert game.state_hash == other.state_hash


@first_is_quick("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG, errno.EROFS])
def test_a_failed_sync_is_reported_once(new_save, monkeypatch, number):
    game = new_save()

    monkeypatch.setattr("picket_duty.saves.save_file.os.fsync", raising(number))
    target = io.StringIO()
    assert plain_mode.play(game, io.StringIO("auto\n" * 500), target)
    assert target.getvalue().count("not synced to disk") == 1
    assert os.strerror(number) in target.getvalue()


def test_a_save_or_an_answer_that_cannot_be_written_says_what_to_do(new_save, home, monkeypatch):
    game = new_save()
    game.roll()
    Full(game.save_file)
    with pytest.raises(
        SaveError,
        match=r"Nothing was changed\. Your earlier answers are saved\. Free some disk space or make",
    ):
        game.roll()

    def full(path, header):
        save = create(path, header)
        Full(save)
        return save

    monkeypatch.setattr("picket_duty.saves.writer.create", full)
    with pytest.raises(
        SaveError, match="Free some disk space, or set PICKET_DUTY_HOME to another folder"
    ):
        start_save(new_game(scenario=6, seed=7))
    assert list(home.iterdir()) == []


def _no_more():
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    # There is room for the header of a save and some answers.
    resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))


@pytest.mark.slow
def test_a_report_that_does_not_fit_on_the_disk_leaves_no_partial_file(tmp_path):
    saved(tmp_path / "saves" / "full.picket", scenario=3, seed=5, answers=200)
    done = run(tmp_path, "log", "full", "--format", "html", "-o", "log.html", before=_no_more)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1), done.stderr
    assert b"log.html: cannot be written (" in done.stderr
    assert not (tmp_path / "log.html").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("play", "--scenario", "3", "--seed", "5", "--plain"),
        ("resume", "full", "--plain"),
        ("referee", "full"),
    ],
    ids=" ".join,
)
def test_the_program_ends_with_1_in_a_few_lines(tmp_path, words):
    if "full" in words:
        dice = "own" if words[0] == "referee" else "computer"
        saved(tmp_path / "saves" / "full.picket", answers=0, scenario=3, seed=5, dice=dice)
    done = run(tmp_path, *words, input=b"auto\n" * 300, before=_no_more)
    assert done.returncode == 1, done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stdout.count(b"cannot be written (") == 1
    assert b"cannot be written (" in done.stderr.splitlines()[-1]
    assert len(done.stdout) < 200_000


@pytest.fixture
def no_locks(monkeypatch):
    monkeypatch.setattr("fcntl.flock", raising(errno.ENOLCK))


def test_a_folder_without_locks_is_named_and_played_in_if_the_player_agrees(
    tmp_path, no_locks, monkeypatch
):
    path = tmp_path / "network.picket"
    with pytest.raises(SaveError, match=r"cannot be locked in this folder \(No locks available\)"):
        start_save(new_game(scenario=6, seed=7), path=path)
    assert not path.exists()
    monkeypatch.setenv("PICKET_DUTY_LOCKS", "off")
    game = saved(path, answers=1, scenario=6, seed=7)
    assert load_whole(path).requests == game.requests == 1


HOME_COMMANDS = [
    words.split()
    for words in (
        "locate",
        "saves",
        "log",
        "service",
        "resume --plain",
        "play --scenario 6 --plain",
    )
]


@pytest.mark.slow
@pytest.mark.parametrize("words", HOME_COMMANDS, ids=" ".join)
@pytest.mark.parametrize("home", ["~nosuchuser", "~nosuchuser/games"])
def test_a_home_of_an_unknown_user_is_refused(tmp_path, words, home):
    done = run(tmp_path, *words, PICKET_DUTY_HOME=home)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"PICKET_DUTY_HOME" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", HOME_COMMANDS, ids=" ".join)
def test_a_missing_home_and_user_entry_are_reported(tmp_path, monkeypatch, run, words):
    for name in ("PICKET_DUTY_HOME", "HOME", "USERPROFILE", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    result = run(*words)
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert "PICKET_DUTY_HOME" in result.err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.slow
def test_a_deleted_current_folder_is_reported(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    done = run(tmp_path, "locate", PICKET_DUTY_HOME="games", before=gone.rmdir, cwd=gone)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"PICKET_DUTY_HOME" in done.stderr


def test_one_variable_moves_all_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path / "all"))
    monkeypatch.delenv("PICKET_DUTY_CONFIG", raising=False)
    for place in (data_folder(), config_folder(), settings_file()):
        assert place.is_relative_to(tmp_path / "all")
    monkeypatch.setenv("PICKET_DUTY_CONFIG", "~nosuchuser/config.toml")
    with pytest.raises(ValueError, match="PICKET_DUTY_CONFIG"):
        settings_file()
