"""Streams that are closed, full or limited in encoding, and behavior that differs on Windows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from picket_duty.saves.format import LARGEST_FILE
from picket_duty.saves.writer import lock
from tests.hostile.program import ROOT

if os.name != "posix":
    pytest.skip("file descriptors are closed here as POSIX does", allow_module_level=True)


from tests.hostile.program import run
from tests.saves.games import saved

COMMANDS = (
    ("--help",), ("--version",), ("locate",), ("saves",), ("saves", "list", "--json"), ("log",),
    ("log", "--format", "json"),
    ("replay",), ("odds",), ("service",), ("tables", "list"), ("tables", "show", "11/aft"), ("tables", "roll", "V-1"),
    ("manual",), ("manual", "start"), ("play", "--scenario", "6", "--auto", "doctrine", "--json"),
    ("play", "--scenario", "6", "--auto", "doctrine", "--events", "-"), ("bug-report",),
    ("resume", "--plain"),
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    (home / "saves").mkdir()
    saved(home / "saves" / "one.picket", answers=60, scenario=3, seed=5)
    return home


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_closed_output_is_not_an_error(folder: Path, words: tuple[str, ...]):
    done = run(folder, *words, before=lambda: os.close(1), stdout=None)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_output_to_a_full_disk_is_reported_in_one_line(folder: Path, words: tuple[str, ...]):
    with open("/dev/full", "wb") as full:
        done = run(folder, *words, stdout=full)
    assert done.returncode == 1, done.stderr
    assert done.stderr.splitlines()[-1].startswith(b"picket-duty: cannot write (")
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr


@pytest.mark.slow
def test_all_streams_closed_at_once_lose_no_save(folder: Path, tmp_path: Path):
    done = run(
        folder, "play", "--scenario", "6", "--seed", "7", "--auto", "doctrine", "--save", str(tmp_path / "s.picket"),
        before=lambda: os.closerange(0, 3), stdout=None,
    )  # fmt: skip
    assert done.returncode == 0
    assert (tmp_path / "s.picket").read_bytes().startswith(b'["game"')
    assert b"us_win" not in (tmp_path / "s.picket").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp437", "latin-1", "no-such-code"])
@pytest.mark.parametrize("words", [("tables", "show", "11/aft"), ("tables", "list"), ("manual", "start"), ("replay",)])
def test_characters_missing_in_an_encoding_are_replaced(folder: Path, words: tuple[str, ...], encoding: str):
    if encoding == "no-such-code":
        done = run(folder, *words, LC_ALL="xx_XX.nothing", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    else:
        done = run(folder, *words, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    whole = run(folder, *words, PYTHONIOENCODING="utf-8")
    assert done.stdout.count(b"\n") == whole.stdout.count(b"\n")


@pytest.mark.slow
def test_a_name_in_different_case_does_not_hide_another_save(tmp_path: Path):
    (tmp_path / "saves").mkdir()
    for number, ship in enumerate(("Laffey", "Отважный", "Kimberly")):
        saved(tmp_path / "saves" / f"{number}.picket", answers=1, scenario=3, seed=5, ship=ship)
        os.utime(tmp_path / "saves" / f"{number}.picket", (number, number))
    done = run(tmp_path, "saves", PYTHONIOENCODING="ascii")
    assert [line[:1] for line in done.stdout.splitlines()] == [b"2", b"1", b"0"]
    result = run(tmp_path, "saves", "list", "--json", PYTHONIOENCODING="ascii")
    assert [json.loads(line)["setup"]["ship"] for line in result.stdout.splitlines()] == [
        "Kimberly",
        "Отважный",
        "Laffey",
    ]


@pytest.mark.slow
def test_file_names_that_are_not_valid_text_are_shown(tmp_path: Path):
    (tmp_path / "saves").mkdir()
    os.close(os.open(os.fsencode(tmp_path) + b"/saves/\xff\xfe.picket", os.O_CREAT | os.O_WRONLY))
    for words in (("saves",), ("saves", "list", "--json"), ("log", b"\xff\xfe"), ("replay", b"nothing-\xff")):
        done = run(tmp_path, *words)
        assert b"Traceback" not in done.stderr
        assert done.returncode == (0 if words[0] == "saves" else 2)
        assert rb"\udcff" in done.stdout + done.stderr
    assert json.loads(run(tmp_path, "saves", "list", "--json").stdout)["name"] == "\udcff\udcfe"


@pytest.mark.slow
def test_a_reader_that_closes_the_pipe_is_not_an_error(folder: Path):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        done = run(folder, "replay", stdout=gone)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_lock_byte_is_beyond_the_end_of_any_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    locked: list[int] = []
    with open(tmp_path / "s.picket", "w+b", buffering=0) as file:
        places = SimpleNamespace(LK_NBLCK=2, locking=lambda number, mode, count: locked.append(file.tell()))
        monkeypatch.setitem(sys.modules, "msvcrt", places)
        monkeypatch.setattr(sys, "platform", "win32")
        lock(file, tmp_path / "s.picket")
        assert file.tell() == 0
    assert len(locked) == 1
    # A reader requests one byte more than the largest save; the system function counts in 31 bits.
    assert LARGEST_FILE + 1 <= locked[0] < 2**31


@pytest.mark.slow
def test_the_module_imports_nothing_from_the_current_folder(tmp_path: Path):
    for name in ("click", "msgspec", "platformdirs"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the current folder')\n")
    done = subprocess.run(
        [sys.executable, "-m", "picket_duty", "tables", "list"], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
