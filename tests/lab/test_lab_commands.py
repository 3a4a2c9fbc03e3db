"""``simulate`` on the command line: options, errors, completion."""

from __future__ import annotations

import json

import pytest

from picket_duty.commands.options import OPTIONS
from picket_duty.lab.lab_commands import simulate
from tests.book.escort import escort_tables
from tests.commands.test_complete import completed


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["simulate", "--scenario", "6", "--policy", "scripted:nowhere.toml"], "nowhere.toml: No such file"),
        (["simulate", "--scenario", "6", "--policy", "no_module:Captain"], "policy no_module:Captain"),
        (["simulate", "-n", "5"], "choose a scenario"),
        (["simulate", "--scenario", "6", "--jobs", "2", "--scheduler", "tcp://nowhere:1"], "cannot be used with"),
        (["calibrate", "-n", "20"], "The command calibrate is gone. Use picket-duty simulate instead."),
    ],
)
def test_bad_usage_is_reported_in_one_line(run, words, says):
    result = run(*words)
    assert result.status == 2
    assert says in result.err
    assert len(result.err.splitlines()) == 1


def test_the_games_of_a_run_begin_as_play_begins_them():
    assert set(OPTIONS) - {parameter.name for parameter in simulate.params} == {
        "station", "start", "ship", "dice", "undo", "aid", "officers"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "first"),
    [(("simulate", "--policy", "d"), ["doctrine"]), (("simulate", "--option", "gun"), ["gun-repair"])],
)
def test_values_are_completed(words, first):
    assert completed(*words) == first


def test_games_are_played_by_modified_tables(run, tmp_path):
    folder = escort_tables(tmp_path)
    result = run("simulate", "--scenario", "7", "-n", "6", "--jobs", "1", "--tables", folder, "--json")
    assert json.loads(result.out)["games"] == 6
