"""The commands of the laboratory, and its plots."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product

import pytest

from picket_duty.commands.options import OPTIONS
from picket_duty.lab import batch
from picket_duty.lab.batch import Spread
from picket_duty.lab.lab_commands import simulate
from tests.book.test_recipe_ship import ship_of_the_recipes
from tests.commands.test_play_commands import completed


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


def test_values_are_completed():
    assert completed("simulate", "--policy", "d") == ["doctrine"]
    assert completed("simulate", "--option", "gun") == ["gun-repair"]


def test_games_are_played_by_modified_tables(run, tmp_path):
    folder = ship_of_the_recipes(tmp_path)
    result = run("simulate", "--scenario", "7", "-n", "6", "--jobs", "1", "--tables", folder, "--json")
    assert json.loads(result.out)["games"] == 6


MANY = Spread("strikes a game", Counter({number: 1 + number % 7 for number in range(200)}))

FEW = Spread("ships sunk a game", Counter({0: 6, 1: 3, 3: 1}))


def test_columns_fit_a_narrow_terminal() -> None:
    for spread, ascii_only in product([FEW, MANY], [False, True]):
        lines = batch.spread_lines(spread, ascii_only)
        assert max(map(len, lines)) <= batch.WIDTH
        assert "".join(lines).isascii() == ascii_only
        assert sum(share for *_, share in spread.columns(20)) == pytest.approx(1.0)
        assert len(spread.columns(20)) <= 20


def test_a_column_is_as_high_as_its_share() -> None:
    lines = batch.spread_lines(FEW, ascii_only=True)
    assert lines[0] == "ships sunk a game (mean 0.60, standard deviation 0.97)"
    assert [line[batch.SCALE :].split() for line in lines[1:-1]] == [
        *([["#####"]] * 3), *([["#####", "#####"]] * 2), ["#####", "#####", "#####"]
    ]  # fmt: skip
    assert lines[-1].split() == ["0", "1", "2", "3"]
    assert lines[1].split()[0] == "60.0%"


def test_a_bar_is_shaded_over_its_interval() -> None:
    assert batch.bar(0.5, (0.4, 0.6), 20, ascii_only=True) == "########===="
    assert batch.bar(0.5, (0.499, 0.501), 20) == "█" * 10
