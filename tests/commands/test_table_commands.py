"""``tables`` and ``locate`` on the command line: output, errors in one line, and imports."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import picket_duty
from picket_duty.book.check_tables import totals_with_modifiers
from picket_duty.book.tables import shipped_folder
from picket_duty.requests import Roll
from tests.command_line import bad, good, run
from tests.games import of_kind
from tests.saves.games import played
from tests.text_table import table_of, texts_of

ROOT = Path(picket_duty.__file__).parent.parent


@pytest.fixture
def modified(tmp_path):
    """A set of tables in which a 6 on table 24 costs three spaces."""
    (tmp_path / "charts").mkdir()
    text = (shipped_folder() / "charts/24.toml").read_text(encoding="utf-8")
    (tmp_path / "charts/24.toml").write_text(
        text.replace("spaces = 2", "spaces = 3"), encoding="utf-8"
    )
    return tmp_path


def test_errors_are_reported_in_one_line():
    for words, said in texts_of("""
        bogus                                   | No such command 'bogus'
        --bogus                                 | No such option
        tables bogus                            | No chart 'bogus'
        tables show                             | Missing argument 'ID'
        tables show 10 --rol 8                  | --roll
        tables show 99                          | No chart '99'. List all charts with 'picket-duty tables list'.
        tables show firng/flecher               | Did you mean firing/fletcher
        tables roll 9.2                         | 3 charts match '9.2': 9-2/5in, 9-2/40mm, 9-2/20mm
        tables show 10 --roll x                 | --roll 'x': give numbers separated by commas
        tables show 10 --roll 1,2               | --roll '1,2': give one number
        tables show 3-1 --roll 13               | has no row for 13
        tables show 10 --column x               | its columns are special, undamaged
        tables show 11/aft --roll 7             | Give a row and a column, for example --roll 3,4.
        tables show 2-2 --roll Easter           | is not a valid date (use MM-DD)
        tables show rules --roll 3              | has no rows to mark
        tables roll 10                          | needs a column: special
        tables roll 8-3                         | No dice are rolled on
        tables roll rules                       | No dice are rolled on
        tables roll 24 --dice 7                 | a die roll of 7 is outside the range 1 to 6
        tables roll 24 --dice 1,2               | chart 24 needs 1d6, but the number of dice is 2
        tables roll 24 --dice x                 | --dice 'x': give numbers separated by commas
        tables roll 24 --dice 1 --seed 1        | --dice cannot be used with --seed
        tables roll 3-1 --dice 6,6 --modifier 1 | has no row for 13
        tables roll 24 --modifier x             | 'x' is not a valid integer
        tables roll 11/aft --modifier 1         | is a matrix
        tables check /no/such/folder            | tables folder /no/such/folder does not exist
        --tables /no/such/folder tables list    | tables folder /no/such/folder does not exist
        tables list --tables /no/such/folder    | does not exist
        """):
        assert said in bad(*words.split())
    assert f"No chart '{'x' * 40}'." in bad("tables", "show", "x" * 9999)
    assert "give numbers" in bad("tables", "show", "10", "--roll", "9" * 5000)


def test_show_and_roll_find_a_chart_as_printed():
    for typed, title in [("12.1", "12-1  "), ("table 10", "10  "), ("2-2a", "2-2A  ")]:
        assert good("tables", "show", typed).startswith(title)
        column = ("--column", "damaged") if typed == "table 10" else ()
        assert good("tables", "roll", typed, *column).startswith(f"table     {title.strip()}  ")
    for typed in ["18-1", "18.1", "18 1", "table 18-1"]:
        assert good("tables", typed) == good("tables", "show", "18-1")


def test_show_shows_the_best_match_in_full_and_lists_the_others_below_it():
    text = good("tables", "show", "emergency")
    best, _, others = text.partition("\nOther charts that match 'emergency':\n")
    assert best == good("tables", "show", "17")
    assert others == "19                 basic     Emergency Maneuver\n"
    guns = good("tables", "show", "9.2", "--roll", "7", "--column", "M")
    assert guns.startswith(good("tables", "show", "9-2/5in", "--roll", "7", "--column", "M"))
    assert [line.split()[0] for line in guns.splitlines()[-2:]] == ["9-2/40mm", "9-2/20mm"]
    assert "Other charts" not in good("tables", "show", "declaration")


def test_show_marks_rows_on_every_kind_of_chart():
    for args in [
        ("11/aft", "--roll", "0,6"),
        ("2-2", "--roll", "1945-04-06"),
        ("2-2", "--roll", "04-06"),
        ("8-3", "--roll", "7"),
        ("firing/fletcher", "--roll", "40 mm A", "--column", "135°"),
        ("9-2/5in", "--roll", "99", "--column", "medium"),
        ("8-1", "--roll", "-3", "--column", "-2"),
        ("20", "--column", "-1,0"),
        ("20", "--column", "+2 or >"),
        ("20", "--column", "+2 or more"),
        ("rules",),
    ]:
        assert ("►" in good("tables", "show", *args)) == (len(args) > 1)
    assert good("tables", "show", "firing/fletcher", "--ascii", "--roll", "5in-1").isascii()


def test_roll_on_a_matrix_in_lines_and_as_an_event():
    lines = good("tables", "roll", "11/forward", "--dice", "0,2").splitlines()
    assert lines[-3:] == ["row       0", "column    2", "result    Ice Machine Hit (SEC) (A)"]
    data = json.loads(good("tables", "roll", "11-1", "--dice", "2,3", "--json"))
    assert (data["row"], data["col"]) == (2, 3)
    assert "total" not in data
    assert data["result"] == {"effect": "random", "points": None}


def test_results_as_printed():
    for table, args, result in table_of("""
        8-2 | ('--dice', '1,1') | Sally w/ Ohka (A)
        8-2 | ('--dice', '3,4') | See note B
        8-1B | ('--dice', '5,6') | 180H, 180L + (see note A)
        7-1 | ('--dice', '4,4', '--column', 'apr07-apr15 day') | Land based
        2-2A | ('--dice', '4,4') | Station 9 (roll again if Apr 2 - 28)
        A-1 | ('--dice', '0,0') | Zeke w/ Bomb
        V-1 | ('--dice', '1,1') | '-2'
        D-2 | ('--dice', '6,6') | 315°
        '10' | ('--dice', '1,1', '--modifier', '-1', '--column', 'Undamaged (0-1 hit)') | Miss
        """):
        assert good("tables", "roll", table, *args).splitlines()[-1] == f"result    {result}"


def test_the_same_seed_rolls_the_same_dice():
    first = good("tables", "roll", "3-1", "--seed", "7")
    assert "(seed 7)" in first
    assert good("tables", "roll", "3-1", "--seed", "7") == first
    free = good("tables", "roll", "3-1")
    seed = free.split("(seed ")[1].split(")")[0]
    assert good("tables", "roll", "3-1", "--seed", seed) == free


def test_query():
    questions = ['{"table":"24","roll":6}', "", "{broken", '{"table":"24"}']
    lines = good("tables", "query", stdin="\n".join(questions)).splitlines()
    assert json.loads(lines[0]) == {"table": "24", "query": {"roll": 6}, "result": {"spaces": 2}}
    assert "error" in json.loads(lines[1])
    assert json.loads(lines[2])["table"] == "24"
    assert len(lines) == 3


def test_check_lists_every_mistake_and_what_a_slip_probably_is(modified):
    assert "No errors found" in good("tables", "check", modified)
    chart = modified / "charts/24.toml"
    text = chart.read_text(encoding="utf-8")
    chart.write_text(text.replace("spaces = 3", "spaces = -3"), encoding="utf-8")
    (modified / "charts/x.tml").write_text("")
    result = run("tables", "check", modified)
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        "charts/x.tml: the program does not use this file",
        "charts/24.toml: row 3 (6): spaces -3 is not a number from 0 to 99",
    ]
    assert result.stderr == f"picket-duty: 2 mistakes in {modified}\n"
    assert "charts/x.tml: the program does not use this file (and 1 more" in bad(
        "--tables", modified, "tables", "show", "24"
    )
    (modified / "charts/x.tml").unlink()
    number = text[: text.index("title = ")].count("\n") + 1
    chart.write_text(text.replace('Consumption"', "Consumption", 1), encoding="utf-8")
    result = run("tables", "check", modified)
    assert result.exit_code == 2
    assert result.stdout == (
        f'charts/24.toml: line {number}: a quotation mark (") is probably missing at the end '
        f"of the string: "
        'title = "Ammo and Fuel Consumption\n'
    )


def test_modified_tables_can_be_named_at_every_level(modified, monkeypatch, tmp_path):
    """The innermost option counts; without one the variable does."""
    roll = ("roll", "24", "--dice", "6")
    for args in (
        ("--tables", modified, "tables", *roll),
        ("tables", "--tables", modified, *roll),
        ("--tables", tmp_path / "gone", "tables", *roll, "--tables", modified),
    ):
        assert good(*args).splitlines()[-1] == "result    3"
    monkeypatch.setenv("PICKET_DUTY_TABLES", str(modified))
    assert good("tables", *roll).splitlines()[-1] == "result    3"
    assert good("tables", "check") == f"No errors found in {modified}\n"


def test_locate(modified, monkeypatch, tmp_path):
    lines = dict(line.split(maxsplit=1) for line in good("locate").splitlines())
    assert set(lines) == {"data", "config", "tables"}
    assert lines["tables"] == str(shipped_folder())
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path / "home"))
    assert f"data    {tmp_path / 'home'}\n" in good("locate")
    assert f"tables  {modified}\n" in good("--tables", modified, "locate")


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

LIGHT = """
import sys
import picket_duty
heavy = [name for name in ("textual", "rich", "click", "msgspec", "hypothesis") if name in sys.modules]
assert not heavy, heavy
from picket_duty.commands.main import main
for args in (["--help"], ["tables", "--help"], ["tables", "show", "--help"], ["tables", "roll", "24"]):
    try:
        main(args)
    except SystemExit as ended:
        assert not ended.code, ended.code
heavy = [name for name in ("textual", "rich", "random", "asyncio") if name in sys.modules]
assert not heavy, heavy
"""


@pytest.mark.slow
def test_the_package_and_its_help_import_little():
    result = subprocess.run(
        [sys.executable, "-c", LIGHT], env=ENVIRONMENT, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr


def test_query_answers_each_question_immediately():
    command = [sys.executable, "-m", "picket_duty", "tables", "query"]
    with subprocess.Popen(
        command, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        for roll in (1, 6):
            process.stdin.write(b'{"table":"24","roll":%d}\n' % roll)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["query"] == {"roll": roll}
        process.stdin.close()
        assert process.wait(10) == 0


@pytest.mark.slow
@pytest.mark.parametrize("args", [("list",), ("show", "11/aft"), ("query",)])
def test_a_closed_pipe_is_not_an_error(args):
    command = [sys.executable, "-m", "picket_duty", "tables", *args]
    questions = b'{"table":"24","roll":6}\n' * 20000
    with subprocess.Popen(
        command,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        try:
            process.stdin.write(questions if args == ("query",) else b"")
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(10) == 0
        assert process.stderr.read() == b""


def test_public_names():
    assert picket_duty.Roll.__module__ == "picket_duty.requests"
    assert picket_duty.load_tables()["24"].id == "24"
    assert "Game" in dir(picket_duty)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        picket_duty.nonsense  # noqa: B018


def test_a_query_for_a_total_that_dice_and_modifiers_cannot_make_is_an_error_of_one_question():
    asked = [
        {"table": "24", "roll": 7},
        {"table": "24", "roll": 8},
        {"table": "10", "roll": 13, "column": "damaged"},
        {"table": "10", "roll": 99, "column": "damaged"},
        {"table": "9-2/5in", "roll": -6, "column": "M"},
    ]
    replies = good("tables", "query", stdin="".join(f"{json.dumps(line)}\n" for line in asked))
    answers = [json.loads(line) for line in replies.splitlines()]
    assert ["result" in answer for answer in answers] == [True, False, True, False, False]
    assert answers[1] == {
        "table": "24",
        "query": {"roll": 8},
        "error": "8 cannot be rolled on chart 24; its totals run from 1 to 7",
    }


def test_every_total_of_a_game_can_be_asked_for():
    """The totals of the rolls of some games, with the modifiers they had."""
    totals = totals_with_modifiers(None)
    games = [played("random", seed=seed, scenario=3, level="advanced") for seed in range(8)]
    rolls = [
        roll
        for game in games
        for roll in of_kind(game.events, Roll)
        # Not the die of a note on the chart.
        if roll.chart.id in totals and roll.chart is game.tables[roll.chart.id]
    ]
    assert len(rolls) > 500
    assert [roll for roll in rolls if roll.total not in totals[roll.chart.id]] == []
