"""Finished blocks in a file: a run resumes where it stopped, and refuses the file of another run."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from picket_duty.analysis.workers import RunError, ThisProcess
from picket_duty.commands.main import main
from picket_duty.lab import batch
from picket_duty.lab.batch import BLOCK, Results

SIX = (
    "simulate",
    "--scenario",
    "6",
    "--policy",
    "random",
    "-n",
    str(2 * BLOCK + 20),
    "--json",
    "--jobs",
    "1",
)
HEAD = batch.head_of("abc", {"games": 7, "chosen": {"seed": None, "level": "basic"}})


def but_for_seconds(text: str) -> str:
    return re.sub(r'"seconds":[\d.]+', "", text)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """The file of a run of three blocks, and what the run printed."""
    path = tmp_path_factory.mktemp("run") / "run.blocks"
    result = CliRunner().invoke(main, [*SIX, "--out", str(path)])
    assert (result.exit_code, result.stderr) == (0, "")
    return path.read_bytes(), result.stdout


@pytest.fixture
def finished_run(played, tmp_path) -> tuple[Path, str]:
    """A separate copy of that file."""
    path = tmp_path / "run.blocks"
    path.write_bytes(played[0])
    return path, played[1]


def test_a_blocks_file_has_a_head_and_one_line_per_block(run, finished_run):
    path, out = finished_run
    assert but_for_seconds(run(*SIX).out) == but_for_seconds(out)
    head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert head["settings"]["games"] == 2 * BLOCK + 20
    assert [line["block"][0] for line in lines] == [BLOCK, BLOCK, 20]


@pytest.mark.slow
@pytest.mark.parametrize("lines", [1, 2, 4])
@pytest.mark.parametrize("torn", ["", '{"seconds":1.5,"blo', "\0\0\0"])
def test_a_run_resumes_where_it_stopped(run, finished_run, lines, torn):
    """After any block, and after a torn line."""
    path, out = finished_run
    whole = path.read_text(encoding="utf-8")
    path.write_text("".join(whole.splitlines(keepends=True)[:lines]) + torn, encoding="utf-8")
    result = run(*SIX, "--resume", path)
    assert but_for_seconds(result.out) == but_for_seconds(out)
    assert but_for_seconds(path.read_text(encoding="utf-8")) == but_for_seconds(whole)


@pytest.mark.slow
def test_seconds_are_those_of_the_whole_run(run, finished_run):
    path, _ = finished_run
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r'"seconds":[\d.]+', '"seconds":1000.0', text), encoding="utf-8")
    assert 1000 <= json.loads(run(*SIX, "--resume", path).out)["seconds"] < 1100


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("--seed", "5"), "a different run (seed none, not 5)"),
        (("-n", "50"), "a different run (games 120, not 50)"),
        (("--policy", "doctrine"), "a different run (policy random, not doctrine)"),
        (("--level", "advanced"), "a different run (level basic, not advanced)"),
    ],
)
def test_the_file_of_other_settings_is_refused(run, finished_run, change, why):
    path, _ = finished_run
    before = path.read_bytes() + b"torn"
    path.write_bytes(before)
    result = run(*SIX, *change, "--resume", path)
    assert (result.status, result.out, result.err) == (2, "", f"picket-duty: {path}: made by {why}\n")
    assert path.read_bytes() == before


@pytest.mark.parametrize(("name", "value"), [("version", "0.0.9"), ("tables", "abc")])
def test_the_file_of_another_version_or_tables_is_refused(run, finished_run, name, value):
    path, _ = finished_run
    head, rest = path.read_text(encoding="utf-8").split("\n", 1)
    path.write_text(json.dumps(json.loads(head) | {name: value}) + "\n" + rest, encoding="utf-8")
    result = run(*SIX, "--resume", path)
    assert (result.status, result.out) == (2, "")
    assert f"made by a different run ({name} {value}, not " in result.err


def test_an_invalid_line_is_refused(run, finished_run):
    path, _ = finished_run
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([lines[0], '{"seconds":1,"block":[1]}', lines[2], ""]), encoding="utf-8")
    assert run(*SIX, "--resume", path).err == f"picket-duty: {path}: line 2 is not a valid block\n"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda lines: [lines[0], *lines[2:]], "line 2 has block 2 instead of block 1"),
        (lambda lines: [*lines, lines[-1]], "line 5 has block 3 instead of block 4"),
        (lambda lines: [*lines[:3], lines[3].replace('"block":[20,', '"block":[21,')], "line 4 is not a valid block"),
        (lambda lines: [lines[0], "[" * 100_000, *lines[2:]], "line 2 is not a valid block"),
    ],
    ids=["first missing", "repeated", "altered", "nested"],
)
def test_a_block_missing_repeated_or_altered_is_refused(run, finished_run, change, why):
    path, _ = finished_run
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*change(lines), ""]), encoding="utf-8")
    result = run(*SIX, "--resume", path)
    assert (result.status, result.out, result.err) == (2, "", f"picket-duty: {path}: {why}\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices are files on POSIX")
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_plain_file_is_refused_at_once(run, tmp_path, kind):
    path = tmp_path / "run.blocks"
    os.mkfifo(path) if kind == "pipe" else path.symlink_to("/dev/zero")
    result = run(*SIX, "--resume", path)
    assert (result.status, result.err) == (2, f"picket-duty: {path}: not a file made with --out\n")


@pytest.mark.parametrize("text", [b"", b"no blocks\n", b"\xff\n", b"{}", b'{"version":"1"}\n', b"[" * 100_000 + b"\n"])
def test_a_file_without_blocks(run, tmp_path, text):
    path = tmp_path / "other"
    path.write_bytes(text)
    result = run(*SIX, "--resume", path)
    assert (result.status, result.out, result.err) == (2, "", f"picket-duty: {path}: not a file made with --out\n")
    assert path.read_bytes() == text


def test_no_file_is_overwritten(run, finished_run):
    path, _ = finished_run
    before = path.read_bytes()
    result = run(*SIX, "--out", path)
    assert result.err == f"picket-duty: {path}: already exists. Continue it with --resume, or choose another name.\n"
    assert path.read_bytes() == before


def test_bad_usage(run, tmp_path):
    assert "cannot be used" in run(*SIX, "--out", tmp_path / "no" / "folder").err
    assert "cannot be used" in run(*SIX, "--resume", tmp_path / "nothing").err
    assert "--out cannot be used with --resume" in run(*SIX, "--resume", tmp_path / "a", "--out", tmp_path / "b").err


def test_two_runs_never_write_the_same_file(tmp_path):
    path = tmp_path / "run.blocks"
    first = batch.new_blocks(path, HEAD)
    with pytest.raises(RunError, match="open in another program"):
        batch.resumed_blocks(path, HEAD)
    first.close()
    batch.resumed_blocks(path, HEAD).close()


class Full(io.BytesIO):
    """A disk that accepts a few more bytes, then only part of a write."""

    room = 170

    def write(self, data: bytes) -> int:  # type: ignore[override]
        return super().write(data[: max(0, self.room - self.tell())])


def test_a_full_disk_leaves_only_complete_lines():
    disk = Full()
    finished = batch.Blocks(disk)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        list(finished.each(ThisProcess(), lambda number: Results(games=number), range(10)))
    lines = disk.getvalue().decode().splitlines(keepends=True)
    assert [json.loads(line)["block"][0] for line in lines] == [0, 1]
    assert lines[-1].endswith("\n")


def test_results_survive_a_round_trip():
    results = Results(
        games=2,
        outcomes=Counter(us_win=1, draw=1),
        numbers={"hits": Counter({0: 1, 3: 1})},
    )
    again = Results.of_data(json.loads(json.dumps(results.as_data())))
    assert again == results
    assert isinstance(again.numbers["hits"], Counter)
