"""The command line of the companion games: ``games`` and ``tables --game``."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from picket_duty.companions.companion import companion, companion_names
from tests.command_line import bad, good, run
from tests.companions import small_island
from tests.text_table import cases

NAMES = ("ie-shima", "international-team", "island-war-1975", "island-war-2008")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_chart_is_drawn_in_eighty_columns_and_checked(name):
    listed = good("tables", "--game", name, "list")
    assert listed == good("tables", "list", "--game", name)
    assert ("support/tank       advanced  Tank Support Call" in listed) == (name == "ie-shima")
    assert "8-1A" not in listed
    for line in listed.splitlines():
        text = good("tables", "--game", name, "show", line[:18].strip())
        assert "Source: " in text
        assert all(len(row.rstrip()) <= 80 for row in text.splitlines())
        assert "…" not in text
    assert "No errors found" in good("tables", "--game", name, "check")


def test_games_prints_one_line_a_game_and_the_rest_by_name():
    listed = run("games")
    lines = listed.stdout.splitlines()
    assert "picket-duty games show GAME" in listed.stderr
    assert [line.split()[0] for line in lines] == companion_names()
    for name, line in zip(companion_names(), lines, strict=True):
        assert line.endswith(companion(name).description.title)
        assert "What the program offers" in good("games", "show", name)


def test_questions_and_answers_and_columns_by_their_number():
    assert "► De" in good(
        "tables", "--game", "international-team", "show", "fights", "--roll", 5, "--column", 10
    )
    rolled = good(
        "tables", "--game", "international-team", "roll", "fights", "--column", 10, "--dice", 5
    )
    assert "column 9/10" in rolled
    assert rolled.endswith("result    De\n")
    fight = {"table": "fights", "difference": 10, "roll": 5}
    april_6 = {"table": "calendar", "date": "1945-04-06"}
    lines = [
        fight,
        fight | {"difference": 51},
        april_6 | {"field": "turn"},
        april_6 | {"field": "kamikaze"},
        {"table": "8-1", "roll": 7, "column": "0"},
        {"table": None},
        [],
        fight | {"field": ["result"]},
    ]
    text = good(
        "tables",
        "--game",
        "international-team",
        "query",
        stdin="\n".join(map(json.dumps, lines)) + "\nx\n",
    )
    replies = [json.loads(line) for line in text.splitlines()]
    assert replies[0] == {
        "table": "fights",
        "query": {"difference": 10, "roll": 5},
        "result": {"result": "De"},
    }
    assert replies[2]["result"] == {"turn": 2}
    assert replies[2]["query"] == {"date": "1945-04-06", "field": "turn"}
    assert ["result" in reply for reply in replies] == [
        True,
        False,
        True,
        False,
        False,
        False,
        False,
        False,
        False,
    ]
    assert all("error" in reply for reply in replies if "result" not in reply)


@cases("""
    words                                                       | says
    tables --game midway list                                   | no companion game 'midway'
    tables --game ieshima list                                  | Did you mean ie-shima?
    tables --game ie-shima show areas                           | ie-shima lacks the map
    tables --game ie-shima show 8-1                             | no chart '8-1'; the charts of ie-shima are attack
    tables --game ie-shima roll combat                          | No dice are rolled on
    tables --game ie-shima check tests                          | --game cannot be used with a folder
    tables --game ie-shima --tables tests list                  | --game cannot be used with --tables
    tables --game ../tables list                                | no companion game '../tables'
    tables --game international-team show fights --column 51    | has no difference 51
    tables --game international-team show fire/ship --column 16 | has no column '16'
    games fill midway                                           | no companion game 'midway'
    games fill ie-shima area                                    | Did you mean areas?
    games fill ie-shima sky |
        ie-shima has no form 'sky'; its forms are areas, boxes, units, markers, impulses
    games fill international-team map                           | has no form 'map'; its forms are planes
    games fill ie-shima --from /no/where.toml                   | No such file
    games fill ie-shima areas --from -                          | --from cannot be used with TABLE
    games fill ie-shima areas 1 --show                          | --from cannot be used with TABLE
    games fill ie-shima areas 17                                | areas has no entry '17'. Entries: 1, 2,
    referee --game ie-shima a                                   | no save named 'a' in
    referee --game midway                                       | no companion game 'midway'
    referee --game international-team nowhere                   | no save named 'nowhere' in
    referee --game international-team --scenario 6              | cannot be used with setup options
    referee --game international-team --computer crew           | or roll options
    referee --game international-team a --save b                | SAVE cannot be used with --save
    referee --game international-team --save nowhere/a.picket   | cannot be written
    referee --game ie-shima --umpire                            | option 'umpire' applies only to international-team
    referee --umpire |
        --umpire can only be used with --game international-team
    referee --game international-team a --umpire |
        SAVE cannot be used with --save, --umpire, --practice or --opponent
    referee --practice |
        --practice and --opponent can only be used with --game ie-shima
    referee --game ie-shima --opponent japanese                 | the computer plays only on the practice island
    referee --game island-war-1975 --practice                   | option 'practice' applies only to ie-shima
    """)
def test_bad_usage_is_reported_in_one_line(words, says):
    assert says in bad(*words.split())


@pytest.mark.slow
def test_the_core_program_loads_no_companion():
    code = (
        "import sys; from picket_duty import Game; import picket_duty.commands.main;"
        "import picket_duty.commands.play_commands, picket_duty.plain.plain_mode; "
        "Game.new(scenario=6, seed=7);"
        "print([name for name in sys.modules if 'companions' in name])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


AREAS = ["urban", "3", "1 2, 5", "", "x", "clear", "5", "1", "3", "quit"]


def ask(name, **question):
    return json.loads(good("tables", "--game", name, "query", stdin=json.dumps(question)))


def fill(*words, lines=()):
    result = run("games", "fill", *words, stdin="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_queries_for_typed_data_are_answered_and_others_refused():
    assert "ie-shima lacks the map" in ask("ie-shima", table="areas", area=1)["error"]
    text = fill("ie-shima", "areas", lines=AREAS)
    assert text.startswith("Areas, from the map: 0 of 16 entered.")
    assert "area 1, terrain (clear or urban): " in text
    assert "! 'x' is not one of clear, urban" in text
    assert "! '5' is not a number from 1 to 4" in text
    assert ask("ie-shima", table="areas", area=1)["result"] == {
        "terrain": "urban",
        "tem": 3,
        "adjacent": [1, 2, 5],
    }
    assert ask("ie-shima", table="areas", area=3, field="tem")["result"] == {"tem": 1}
    assert "it has 1, 3" in ask("ie-shima", table="areas", area=2)["error"]
    assert "ie-shima lacks combat values" in ask("ie-shima", table="units", unit="IE-A")["error"]
    again = fill("ie-shima", "areas", lines=["quit"])
    assert ": 2 of 16 entered." in again
    assert "area 2, terrain" in again
    assert "area 1, terrain" not in again
    assert "Areas, from the map" in good("tables", "--game", "ie-shima", "show", "areas")
    assert "areas" in good("tables", "--game", "ie-shima", "list")
    assert "No errors found" in good("tables", "--game", "ie-shima", "check")


def test_an_incomplete_entry_is_not_saved_and_a_read_only_folder_is_reported(home):
    assert good("games", "fill", "ie-shima", "--show") == ""
    fill("ie-shima", "areas", lines=["clear", "quit"])
    fill("ie-shima", "areas", lines=["clear", "2"])
    assert not (home / "companions").exists()
    text = fill("ie-shima", lines=[""] * 76)
    assert all(title in text for title in ("Areas, from", "Units, from", "Attack factors, from"))
    (home / "companions").write_text("", encoding="utf-8")
    result = run("games", "fill", "ie-shima", "markers", stdin="5\n")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_every_form_can_be_filled_to_the_end():
    units = '3 4-3-10, "A" \\ \u00e9'
    for name, table, lines, entries in (
        ("ie-shima", "areas", ["clear", "1", "2"], 16),
        ("ie-shima", "boxes", ["1"], 3),
        ("ie-shima", "units", ["5", "4", "3", "4"], 52),
        ("ie-shima", "impulses", ["12"], 1),
        ("ie-shima", "markers", ["6"], 4),
        ("island-war-2008", "reinforcements", [units], 60),
    ):
        fill(name, table, lines=lines * entries)
        assert f": {entries} of {entries} entered." in fill(name, table)
    assert ask("ie-shima", table="units", unit="MG-D", field="mf")["result"] == {"mf": 4}
    assert ask("island-war-2008", table="reinforcements", turn=60)["result"] == {"units": units}
    assert "lacks" in ask("island-war-1975", table="reinforcements", turn=60)["error"]


def test_an_unusable_file_of_the_owner_is_reported(home):
    fill("ie-shima", "areas", lines=AREAS)
    (home / "companions/ie-shima/charts/areas.toml").write_text("id = 3", encoding="utf-8")
    assert "areas.toml" in ask("ie-shima", table="areas", area=1)["error"]
    assert "areas.toml" in bad("games", "fill", "ie-shima", "areas")


def from_text(text):
    return run("games", "fill", "ie-shima", "--from", "-", stdin=text)


def test_a_whole_island_from_a_file_and_read_back(tmp_path):
    file = tmp_path / "island.toml"
    file.write_text(small_island.text(), encoding="utf-8")
    output = good("games", "fill", "ie-shima", "--from", file)
    assert "Areas, from the map: 16 of 16" in output
    assert "Units, from both sides of the counters (full and reduced): 52 of 52" in output
    assert good("games", "fill", "ie-shima", "--show") == small_island.text()
    assert ask("ie-shima", table="units", unit="2/307 4")["result"]["reduced_value"] == 2
    # More entries replace only those of the same name.
    assert from_text("[markers.air]\nattack_factor = 9\n").exit_code == 0
    shown = good("games", "fill", "ie-shima", "markers", "--show")
    assert shown.startswith("[markers.air]\nattack_factor = 9\n")
    assert "[markers.artillery]\nattack_factor = 4\n" in shown


AREA = "[areas.1]\nterrain = 'clear'\ntem = 2\nadjacent = [2]\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            AREA.replace("tem = 2", "tem = 5"),
            "areas: area '1', tem: '5' is not a number from 1 to 4",
        ),
        (AREA.replace("tem = 2", "tem = '2'"), "areas: area '1', tem: must be 1 to 4"),
        (AREA.replace("tem = 2", "tem = true"), "areas: area '1', tem: must be 1 to 4"),
        (AREA.replace("tem = 2\n", ""), "areas: area '1': needs terrain, tem, adjacent"),
        (AREA + "owner = 'me'\n", "areas: area '1': needs terrain, tem, adjacent"),
        (AREA.replace("clear", "rough"), "area '1', terrain: 'rough' is not one of clear, urban"),
        (AREA.replace("[2]", "2"), "area '1', adjacent: must be 1 to 16, separated by spaces"),
        (AREA.replace("[2]", "[2, 2]"), "area '1', adjacent: a number is listed more than once"),
        (AREA.replace("[2]", "[1]"), "area 1 cannot be adjacent to itself"),
        (
            AREA + AREA.replace("areas.1", "areas.2").replace("[2]", "[3]"),
            "area 1 is adjacent to 2, but not the other",
        ),
        (AREA.replace("areas.1", "areas.17"), "area '17': no such entry in areas"),
        (
            "[markers.air]\nattack_factor = 3\n" + AREA.replace("2]", "20]"),
            "'20' is not a number from 1 to 16",
        ),
        ("[sky.1]\ntem = 1\n", "ie-shima has no form 'sky'"),
        ("areas = 3\n", "areas: write a table for each entry"),
        ("[areas]\n1 = 3\n", "areas: area '1': needs terrain, tem, adjacent"),
        ("", "no table given. Tables in this game: areas, boxes, units, markers, impulses"),
        ("x", "line 1: an equals sign (=) is probably missing after the name: x"),
        ("a = " + "[" * 200 + "]" * 200, "the nesting is too deep"),
    ],
)
def test_a_faulty_file_is_refused_in_one_line_and_nothing_is_saved(home, text, says):
    result = from_text(text)
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (home / "companions").exists()


def test_if_one_table_cannot_be_written_none_is(home, monkeypatch):
    def files():
        return {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}

    assert from_text("[markers.air]\nattack_factor = 3\n").exit_code == 0
    before = files()
    write_text = Path.write_text

    def write(path, text, **options):
        if "units" in path.name:
            write_text(path, text[:40], **options)
            raise OSError(28, "No space left on device", str(path))
        return write_text(path, text, **options)

    monkeypatch.setattr(Path, "write_text", write)
    result = from_text(small_island.text())
    assert result.exit_code == 2
    assert "cannot be written (No space left on device)" in result.stderr
    assert files() == before


def test_a_repeated_entry_shows_its_value_and_can_be_cleared_and_one_sided_borders_are_reported():
    fill("ie-shima", "areas", lines=["clear", "1", "2 3", "quit"])
    text = fill("ie-shima", "areas", "1", lines=["clear", "2", ""])
    assert "area 1, terrain (clear or urban), now clear: " in text
    assert "adjacent (1 to 16, separated by spaces), now 2 3: " in text
    assert ask("ie-shima", table="areas", area=1)["result"]["tem"] == 1
    assert "area 1 cleared" in fill("ie-shima", "areas", "1", lines=["delete"])
    assert "0 of 16" in fill("ie-shima", "areas", lines=["delete", "quit"])
    fill("ie-shima", "areas", lines=["clear", "1", "2", "clear", "1", "3", "quit"])
    output = fill("ie-shima", "areas", "1", lines=["urban", "2", "3"])
    assert "! area 2 is adjacent to 3" not in output
    assert ask("ie-shima", table="areas", area=1, field="terrain")["result"] == {"terrain": "urban"}
    output = fill("ie-shima", "areas", "1", lines=["urban", "2", "2"])
    assert (
        "! area 1 is adjacent to 2, but not the other way around. Correct it with: "
        "picket-duty games fill"
    ) in output


def test_saves_of_both_games_are_listed_and_deleted_alike_each_in_its_own_folder(home):
    run("referee", "--game", "ie-shima", stdin="quit\n")
    (path,) = (home / "table").glob("*.picket")
    damaged = path.with_stem("damaged")
    damaged.write_text("no save\n")
    rows = good("games", "saves").splitlines()
    assert sum(path.stem in row and "ie-shima: " in row for row in rows) == 1
    (row,) = (row for row in rows if row.startswith("damaged"))
    assert "  ! " in row
    assert str(path.parent) not in row
    assert run("saves").stdout == ""
    assert run("games", "delete", "damaged", "--yes").exit_code == 0
    assert not damaged.exists()
    assert path.exists()
