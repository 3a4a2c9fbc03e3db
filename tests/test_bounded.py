"""Reads of devices, pipes and endless lines end, in one line that says why."""

import io
import os

import pytest
from click.testing import CliRunner

from picket_duty import Game, bounded
from picket_duty.commands.main import main
from picket_duty.saves import SaveError, list_saves, read_record, service_record
from tests.saves.games import begun, played

if os.name != "posix":
    pytest.skip("devices and pipes have names here as POSIX does", allow_module_level=True)


def zeros(path):
    path.symlink_to("/dev/zero")


NEVER_END = (os.mkfifo, zeros)


class Endless(io.RawIOBase):
    """Standard input without a line end. Fails if the program reads more than it needs."""

    left = 10_000_000

    def readable(self):
        return True

    def readinto(self, buffer):
        assert self.left > 0, "read without a bound"
        self.left -= len(buffer)
        buffer[:] = b"y" * len(buffer)
        return len(buffer)


@pytest.mark.parametrize("make", NEVER_END)
def test_only_a_regular_file_up_to_its_limit_is_read(tmp_path, make):
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert bounded.read_file(path, 5) == b"12345"
    with pytest.raises(bounded.UnboundedError, match="larger than 4 bytes"):
        bounded.read_file(path, 4)
    path.unlink()
    make(path)
    for unreadable in (path, tmp_path):
        with pytest.raises(bounded.UnboundedError, match="not a regular file"):
            bounded.read_file(unreadable, 5)


@pytest.mark.parametrize("make", NEVER_END)
def test_a_script_a_table_and_a_save_that_never_end_are_refused(tmp_path, run, make):
    chart = tmp_path / "layer" / "charts" / "24.toml"
    chart.parent.mkdir(parents=True)
    for path in (chart, tmp_path / "script.json", tmp_path / "a.picket"):
        make(path)
    script = f"scripted:{tmp_path / 'script.json'}"
    for words in (
        ("simulate", "--scenario", "6", "-n", "1", "--policy", script),
        ("play", "--scenario", "6", "--auto", script),
        ("--tables", chart.parents[1], "tables", "list"),
    ):
        refused = run(*words)
        assert (refused.status, refused.out) == (2, "")
        assert refused.err.endswith(": not a regular file\n")
    with pytest.raises(SaveError, match="not a regular file"):
        Game.load(tmp_path / "a.picket")


@pytest.mark.parametrize("make", NEVER_END)
def test_a_service_record_that_never_ends_is_empty_and_not_written(home, run, make):
    make(service_record.service_file())
    assert service_record.read_service() == []
    assert run("service").status == 0
    with pytest.raises(OSError, match=r"not a regular file|No such device"):
        service_record.record_game(played(scenario=6, seed=2), "a")


@pytest.mark.parametrize(
    "words",
    [
        "play --scenario 6 --seed 7 --plain",
        "referee --scenario 6 --seed 7",
        "referee --game ie-shima --practice --plain",
        "tables query",
        "games fill ie-shima areas",
        "games fill ie-shima --from -",
        "watch --check -",
    ],
)
def test_an_endless_line_ends_the_command_in_one_line(home, words):
    result = CliRunner().invoke(main, words.split(), input=io.BufferedReader(Endless()))
    assert result.exit_code == 2, result.output
    error = result.stderr.splitlines()[-1]
    if not words.startswith("watch"):
        assert error.startswith(("picket-duty: standard input: ", "picket-duty: -: "))
    assert "Traceback" not in result.output
    assert not any(save.trouble for save in list_saves())


def test_a_game_is_saved_up_to_a_line_that_is_too_long(tmp_path, run):
    path = tmp_path / "a.picket"
    game = begun(path, scenario=6, seed=7)
    game.save_file.close()
    refused = run("resume", path, "--plain", input="auto\n" + "y" * 70_000)
    assert refused.err.splitlines()[-1] == (
        "picket-duty: standard input: a line is longer than 65,536 characters"
    )
    assert len(read_record(path).answers) > 1
