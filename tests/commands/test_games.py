"""The command line of the companions: ``games`` and ``tables --game``."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from picket_duty.companions import companion_names
from tests.commands.test_tables import bad, good

NAMES = ("ie-shima", "international-team", "island-war-1975", "island-war-2008")


def test_the_list_says_what_each_can_do_and_what_it_lacks():
    text = good("games")
    assert companion_names() == list(NAMES)
    for name in NAMES:
        assert f"\n{name}  " in f"\n{text}"
    assert "lacks  the kamikaze of each move:" in text
    assert all(len(line) <= 80 for line in text.splitlines())


def test_one_game_alone():
    assert good("games", "ie-shima").count("tables attack") == 1
    assert "no companion game 'midway'; there are ie-shima" in bad("games", "midway")


def test_the_list_as_json():
    found = [json.loads(line) for line in good("games", "--json").splitlines()]
    assert [one["name"] for one in found] == list(NAMES)
    by_name = {one["name"]: one for one in found}
    assert by_name["island-war-2008"]["over"] == "island-war-1975"
    assert {"combat", "terrain", "zones"} <= {one["table"] for one in by_name["island-war-2008"]["lacks"]}
    assert all(one["can"] and one["tables"] and one["lacks"] and one["title"] for one in found)
    assert all(lack["what"] and lack["reason"] for one in found for lack in one["lacks"])


@pytest.mark.parametrize("before", [True, False], ids=["on the group", "on the command"])
def test_the_game_may_stand_on_the_group_or_on_the_command(before):
    words = ["--game", "ie-shima"]
    found = good("tables", *words, "list") if before else good("tables", "list", *words)
    assert "support/tank       a  Tank Support Call" in found
    assert "8-1A" not in found


@pytest.mark.parametrize("name", NAMES)
def test_every_chart_is_drawn_in_eighty_columns_and_checked(name):
    for line in good("tables", "--game", name, "list").splitlines():
        text = good("tables", "--game", name, "show", line[:18].strip())
        assert "Source: " in text
        assert all(len(row.rstrip()) <= 80 for row in text.splitlines())
        assert "…" not in text
    assert "nothing wrong" in good("tables", "--game", name, "check")


def test_a_column_is_marked_and_rolled_on_by_its_number():
    assert "► De" in good("tables", "--game", "international-team", "show", "fights", "--roll", 5, "--column", 10)
    rolled = good("tables", "--game", "international-team", "roll", "fights", "--column", 10, "--dice", 5)
    assert "column 9/10" in rolled
    assert rolled.endswith("result    De\n")


def test_questions_and_answers():
    lines = [
        {"table": "fights", "difference": 10, "roll": 5},
        {"table": "fights", "difference": 51, "roll": 5},
        {"table": "calendar", "date": "1945-04-06", "field": "turn"},
        {"table": "calendar", "date": "1945-04-06", "field": "kamikaze"},
        {"table": "8-1", "roll": 7, "column": "0"},
        {"table": None},
        [],
        {"table": "fights", "difference": 10, "roll": 5, "field": ["result"]},
    ]
    text = good("tables", "--game", "international-team", "query", stdin="\n".join(map(json.dumps, lines)) + "\nx\n")
    found = [json.loads(line) for line in text.splitlines()]
    assert found[0] == {"table": "fights", "query": {"difference": 10, "roll": 5}, "result": {"result": "De"}}
    assert found[2]["result"] == {"turn": 2}
    assert found[2]["query"] == {"date": "1945-04-06", "field": "turn"}
    assert ["result" in one for one in found] == [True, False, True, False, False, False, False, False, False]
    assert all("error" in one for one in found if "result" not in one)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--game", "midway", "list"], "no companion game 'midway'"),
        (["--game", "ie-shima", "show", "areas"], "ie-shima lacks the map"),
        (["--game", "ie-shima", "show", "8-1"], "no chart '8-1'; ie-shima has attack"),
        (["--game", "ie-shima", "roll", "combat"], "is not rolled on"),
        (["--game", "ie-shima", "check", "tests"], "--game wants no folder"),
        (["--game", "ie-shima", "--tables", "tests", "list"], "--game and --tables exclude each other"),
        (["--game", "../tables", "list"], "no companion game '../tables'"),
        (["--game", "international-team", "show", "fights", "--column", "51"], "has no difference 51"),
        (["--game", "international-team", "show", "fire/ship", "--column", "16"], "has no column '16'"),
    ],
)
def test_what_was_given_wrongly_is_one_line(words, says):
    assert says in bad("tables", *words)


def test_the_program_itself_loads_no_companion():
    code = (
        "import sys; from picket_duty import Game; import picket_duty.commands.main, picket_duty.commands.play;"
        "import picket_duty.terminal.plain; Game.new(scenario=6, seed=7);"
        "print([name for name in sys.modules if 'companions' in name])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
