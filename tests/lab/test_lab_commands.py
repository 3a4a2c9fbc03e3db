"""The commands of the laboratory, and its page."""

import errno
import io
import json
import os
from collections import Counter

import pytest
from click.testing import CliRunner

from picket_duty.commands.main import main
from picket_duty.commands.options import OPTIONS
from picket_duty.lab import run_files
from picket_duty.lab.batch import Batch
from picket_duty.lab.lab_commands import simulate
from picket_duty.lab.results import Results
from picket_duty.lab.results_page import grouped, results_page
from picket_duty.pages.formats import text_lines
from picket_duty.setup import SetupOptions
from picket_duty.state import US_WIN
from tests.command_line import completed
from tests.recipes import ship_of_the_recipes
from tests.text_table import cases


@cases("""
    words                                                      | says
    simulate --scenario 6 --policy scripted:nowhere.toml       | nowhere.toml: No such file
    simulate --scenario 6 --policy no_module:Captain           | policy no_module:Captain
    simulate -n 5                                              | choose a scenario
    simulate --scenario 6 --jobs 2 --scheduler tcp://nowhere:1 | cannot be used with
    calibrate -n 20 |
        The command calibrate has been removed. Use 'picket-duty simulate' instead.
    """)
def test_bad_usage_is_reported_in_one_line(run, words, says):
    result = run(*words.split())
    assert result.status == 2
    assert says in result.err
    assert len(result.err.splitlines()) == 1


class Disk(io.FileIO):
    """A file on a disk that becomes read-only after its first two lines."""

    lines = 2

    def write(self, data):
        self.lines -= 1
        if self.lines < 0:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return super().write(data)

    def truncate(self, size=None):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))


@pytest.mark.slow
def test_a_disk_that_becomes_read_only_ends_a_run_in_one_line(tmp_path, monkeypatch):
    path = tmp_path / "run.blocks"
    monkeypatch.setattr(
        run_files, "open", lambda path, mode, **_: Disk(path, mode.replace("b", "")), raising=False
    )
    words = ["simulate", "--scenario", "6", "-n", "120", "--jobs", "1", "--out", str(path)]
    ended = CliRunner().invoke(main, words)
    assert (ended.exit_code, ended.stdout) == (1, "")
    assert ended.stderr == (
        f"picket-duty: {path}: cannot be written (Read-only file system). Continue with --resume {path}.\n"
    )
    assert len(path.read_bytes().splitlines()) == 2
    monkeypatch.undo()
    words[-2:] = ["--resume", str(path)]
    assert "120 games" in CliRunner().invoke(main, words).stdout


def test_the_games_of_a_run_begin_as_play_begins_them():
    assert set(OPTIONS) - {parameter.name for parameter in simulate.params} == {
        "station",
        "start",
        "ship",
        "dice",
        "undo",
        "aid",
        "officers",
    }


def test_values_are_completed():
    assert completed("simulate", "--policy", "d") == ["doctrine"]
    assert completed("simulate", "--option", "gun") == ["gun-repair"]


def test_games_are_played_by_modified_tables(run, tmp_path):
    folder = ship_of_the_recipes(tmp_path)
    result = run(
        "simulate", "--scenario", "7", "-n", "6", "--jobs", "1", "--tables", folder, "--json"
    )
    assert json.loads(result.out)["games"] == 6


def test_the_page_fits_a_narrow_terminal_and_groups_many_numbers():
    many = Counter({number: 1 + number % 7 for number in range(200)})
    few = Counter({0: 6, 1: 3, 3: 1})
    assert grouped(few) == (("0", 6), ("1", 3), ("2", 0), ("3", 1))
    groups = grouped(many)
    assert len(groups) == 20
    assert (groups[0][0], groups[-1][0]) == ("0-9", "190-199")
    assert sum(number for _, number in groups) == many.total()
    results = Results(
        10, Counter({US_WIN: 10}), {"hits": few, "days": many, "ships_sunk": Counter({0: 10})}
    )
    lines = text_lines(results_page(Batch(SetupOptions(scenario=2)), results), 80)
    assert max(map(len, lines)) <= 80
    assert "\n".join(lines).isascii()
    titles = [line for line in lines if line.startswith("Games by ")]
    assert titles[0] == "Games by hits (mean 0.60, standard deviation 0.97)"
    assert [title.split(" (")[0] for title in titles] == ["Games by hits", "Games by days"]


def test_the_stages_held_come_before_the_outcome():
    held = Counter({0: 1, 2: 2, 5: 1})
    numbers = {"days": Counter({9: 4}), "ships_sunk": Counter({1: 4}), "stages_held": held}
    results = Results(4, Counter({US_WIN: 4}), numbers)
    chosen = SetupOptions(campaign="long-a")
    page = "\n".join(text_lines(results_page(Batch(chosen), results), 80))
    rows = ("stages held", "days", "ships sunk", "US victory", "Games by stages held")
    places = [page.index(row) for row in rows]
    assert places == sorted(places)
