"""Look-ups: the grammar of ranges, open ends, clamps, columns, notes, errors, layers."""

import datetime
import shutil
import tomllib
from contextlib import suppress
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picket_duty.book import load_tables
from picket_duty.book.limits import calendar_days, calendar_span
from picket_duty.book.tables import shipped_folder
from picket_duty.book.wording import BOOK
from picket_duty.charts import Chart, ChartError
from picket_duty.charts.faults import shown
from picket_duty.charts.reading import chart_id_of, file_name, load_chart, read_chart
from picket_duty.charts.spans import ends_of
from picket_duty.charts.toml_files import LONGEST_LINE, parse_toml
from tests.games import TABLES
from tests.text_table import table_of


def chart(**changed):
    """A chart compiled from a table. Raises ChartError with its first fault."""
    raw = {
        "id": "T-1",
        "title": "Test",
        "level": "basic",
        "kind": "range",
        "dice": "1d6",
        "source": "nowhere",
        "fields": ["result"],
        "rows": [{"roll": "1..3", "result": "low"}, {"roll": "4..6", "result": "high"}],
    } | changed
    for name in {"range": (), "list": ("dice",), "matrix": ("dice", "rows")}.get(raw["kind"], ()):
        del raw[name]
    faults = []
    read = read_chart(raw, BOOK, faults)
    if faults:
        raise ChartError(faults[0])
    return Chart(read, BOOK)


def test_ends_of():
    ends = {
        "5": (5, 5),
        "5..6": (5, 6),
        "<=2": (-inf, 2),
        ">=13": (13, inf),
        "-1..0": (-1, 0),
        " 7 ": (7, 7),
    }
    assert {text: ends_of(text) for text in ends} == ends
    for text in [
        "",
        "x",
        "5-6",
        "5..",
        "..6",
        "<=",
        ">=x",
        "6..5",
        "1..9999999999",
        ">=1000000",
        "1.5",
    ]:
        with pytest.raises(ChartError, match="range"):
            ends_of(text)


@pytest.mark.slow
@given(st.text(max_size=20))
def test_ends_of_answers_or_refuses(text):
    with suppress(ChartError):
        first, last = ends_of(text)
        assert first <= last


def test_date_span():
    assert calendar_span("04-02..04-28") == (datetime.date(1945, 4, 2), datetime.date(1945, 4, 28))
    assert len(calendar_days("04-02..04-28")) == 27
    assert calendar_days("03-24") == [datetime.date(1945, 3, 24)]
    for text in ["", "April 6", "02-30", "1945-04-06", "04-06.."]:
        with pytest.raises(ChartError, match=r"is not a valid date \(use MM-DD\)"):
            calendar_span(text)


LOW_TO_3 = {"roll": "1..3", "result": "low"}


@pytest.mark.parametrize(
    ("changed", "results", "refused"),
    [
        ({}, {1: "low", 3: "low", 4: "high", 6: "high"}, (0, 7, -(10**30), 10**30)),
        (
            {"rows": [LOW_TO_3 | {"roll": "<=3"}, {"roll": ">=4", "result": "high"}]},
            {-50: "low", 50: "high"},
            (),
        ),
        ({"rows": [LOW_TO_3, {"roll": ">=4", "result": "high"}]}, {50: "high"}, (0,)),
        ({"clamp": True}, {-5: "low", 99: "high"}, ()),
        (
            {"rows": [{"roll": "1,6", "result": "ends"}, {"roll": "2..5", "result": "middle"}]},
            {1: "ends", 2: "middle", 5: "middle", 6: "ends"},
            (),
        ),
    ],
    ids=["closed", "open", "half open", "clamp", "lists"],
)
def test_a_row_covers_its_totals(changed, results, refused):
    looked_up = chart(**changed)
    assert {total: looked_up.look_up(total)["result"] for total in results} == results
    for total in refused:
        with pytest.raises(ChartError, match="its rows run from 1 to "):
            looked_up.look_up(total)


def test_columns():
    columned = chart(columns=["a", "b"], rows=[{"roll": "1..6", "cells": ["x", "y"]}])
    assert columned.look_up(3, "b")["result"] == "y"
    with pytest.raises(ChartError, match="needs a column: a, b"):
        columned.look_up(3)
    with pytest.raises(ChartError, match="has no column 'c'; its columns are a, b"):
        columned.look_up(3, "c")
    with pytest.raises(ChartError, match="chart T-1 has no columns"):
        chart().look_up(3, "a")


def test_a_sum_picks_the_column_and_clamps():
    for total, column in table_of("""
        -9 | '-2'
        -2 | '-2'
        -1 | '-1'
        0  | '0'
        1  | +1
        2  | +2
        8  | +2
        """):
        assert TABLES["8-1"].column_of(total) == TABLES["19"].column_of(total) == column
    assert [TABLES["20"].column_of(total) for total in (-2, -1, 0, 1, 2)] == [
        "-2",
        "-1..0",
        "-1..0",
        "+1",
        "+2",
    ]


def test_look_ups():
    forward = TABLES["11/forward"]
    calendar = TABLES["2-2"]
    fletcher = TABLES["firing/fletcher"]
    assert TABLES["13"].look_up(6)["killed"] is None, "an absent field"
    assert forward.cell(8, 6).text == "SC & SG Radar Destroyed"
    assert calendar.entry(datetime.date(1945, 4, 20))["table"] == "2-2A"
    assert TABLES["8-3"].entry(3)["waves"] == ["all"]
    assert (
        fletcher.entry("40 mm A", "135")["levels"]
        == fletcher.entry("40mm-A", "135")["levels"]
        == "H"
    )
    assert TABLES["7-1"].period_of(datetime.date(1945, 4, 6)) == "mar24-apr06"
    assert TABLES["7-1"].period_of(datetime.date(1945, 4, 7)) == "apr07-apr15"
    exploded = TABLES["21-1"].look_up(3, "fire_rooms")
    assert [effect.do for effect in exploded.effects] == ["dead_in_water", "lose_gun_bonuses"]
    assert TABLES["21-1"].look_up(5, "fire_rooms").effects == ()
    die = forward.die("C captain")
    assert (die.id, die.letter, die.faces) == ("11/forward", "C", (6,))
    assert die.look_up(5).effects[0].posts == ("captain",)
    assert TABLES["11/midship"].note("B").effects[0].points == 5
    assert TABLES["10"].modifier("maneuver").value == -1
    assert [
        TABLES["9-2/5in"].modifier("gunnery_officer", *value).value for value in ((), (2,))
    ] == [0, 2]
    assert TABLES["8-1"].modifier("fdt") is TABLES["8-1"].modifier("fdt")
    unlisted = datetime.date(1945, 4, 8)
    assert (TABLES["K-1"].entry(unlisted)["kikusui"], TABLES["K-1"].find(unlisted)) == (
        False,
        None,
    ), "a default"


@pytest.mark.parametrize(
    ("look_up", "words"),
    [
        (
            lambda: TABLES["11/forward"].cell(10, 1),
            "chart 11/forward has no cell at row 10, column 1",
        ),
        (lambda: TABLES["8-3"].entry(19), "chart 8-3 has no entry for 19"),
        (lambda: TABLES["firing/fletcher"].entry("40mm-A", "10"), "its columns are 315, 0, 45"),
        (lambda: TABLES["7-1"].period_of(datetime.date(1945, 7, 1)), "no period"),
        (lambda: TABLES["11/forward"].die("Z"), "no note 'Z' that calls for a die roll"),
        (lambda: TABLES["10"].note("Z"), "no note 'Z'"),
        (lambda: TABLES["10"].modifier("luck"), "no modifier 'luck'"),
        (lambda: TABLES["99-9"], "no chart '99-9'"),
        (lambda: TABLES["9-2-5in"], "no chart '9-2-5in'"),
    ],
)
def test_what_a_chart_does_not_have_is_refused(look_up, words):
    with pytest.raises(ChartError, match=words):
        look_up()


LIST = {"kind": "list", "key": "name"}
MATRIX = {"kind": "matrix", "row_dice": "1d6", "column_dice": "1d6"}
TWO_COLUMNS = {"columns": ["a", "b"], "rows": [{"roll": "1", "cells": [1, 2]}]}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"rows": []}, "no rows"),
        ({"rows": [{"roll": "1..2"}, {"roll": "4"}]}, "no row covers 3"),
        ({"rows": [{"roll": "1..3"}, {"roll": "3..4"}]}, "row 2 .3..4. overlaps row 1 .1..3. at 3"),
        ({"columns": ["a"], "rows": [{"roll": "1"}]}, "one cell for each of the chart's 1 columns"),
        (TWO_COLUMNS | {"column_ranges": ["0"]}, "the number of column ranges must be 2, not 1"),
        (TWO_COLUMNS | {"column_ranges": ["0", "2"]}, "no column covers 1"),
        (TWO_COLUMNS | {"column_ranges": ["0", "0"]}, "column b overlaps column a at 0"),
        (MATRIX | {"row_dice": "9d9"}, "row_dice '9d9' is not 1d6 or 1d10"),
        ({"kind": "matrix", "row_dice": "1d6"}, "field 'column_dice' is missing"),
        (
            MATRIX | {"cells": [{"row": 1, "col": 1, "result": "x"}] * 2},
            "row 1, column 1: duplicate cell",
        ),
        (
            MATRIX | {"cells": [{"row": 0, "col": 1, "result": "x"}]},
            "cannot be rolled with 1d6 and 1d6",
        ),
        (MATRIX | {"cells": []}, "row 1, column 1: the cell is missing"),
        (LIST | {"rows": [{}]}, "row 1: field 'at' is missing"),
        (LIST | {"by": "date", "rows": [{"at": "04-01"}, {"at": "04-01"}]}, "overlaps row 1"),
        (LIST | {"by": "date", "rows": [{"at": "07-01"}]}, "outside the calendar \\(03-24"),
        (LIST | {"by": "number", "rows": [{"at": "1"}, {"at": "3"}]}, "no row covers 2"),
        (LIST | {"rows": [{"at": "a"}, {"at": "a"}]}, "duplicate row 'a'"),
    ],
)
def test_charts_that_cannot_be_used(changed, words):
    with pytest.raises(ChartError, match=words):
        chart(**changed)


@pytest.mark.parametrize(
    "data",
    [
        b"id = 1",
        b"id = ",
        b"[[[[",
        b"a = " + b"[" * 5000,
        b"a = " + b"1" * 5000,
        b'id = "x"',
        b"\xff\xfe\x00",
    ],
)
def test_a_broken_file_is_named(tmp_path, data):
    path = tmp_path / "x.toml"
    path.write_bytes(data)
    with pytest.raises(ChartError, match=r"x\.toml: "):
        load_chart(path)


def test_a_file_that_is_not_text_has_no_id(tmp_path):
    path = tmp_path / "x.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ChartError, match="field 'id' is missing"):
        chart_id_of(path)


def test_every_chart_has_its_own_file_and_they_come_in_the_order_of_the_book():
    for chart in TABLES.all_charts():
        files = [shipped_folder() / folder / file_name(chart.id) for folder in ("charts", "house")]
        assert [file.is_file() for file in files].count(True) == 1
    ids = iter(TABLES.chart_ids())
    assert all(
        wanted in ids
        for wanted in ("1-1", "2-2", "2-2A", "8-1H", "D-2", "8-2", "9-2/5in", "10", "24", "A-1")
    )


def test_modified_tables_override_the_shipped_ones(tmp_path):
    (tmp_path / "charts").mkdir()
    text = (shipped_folder() / "charts" / "24.toml").read_text(encoding="utf-8")
    (tmp_path / "charts" / "24.toml").write_text(
        text.replace("spaces = 2", "spaces = 3"), encoding="utf-8"
    )
    layered = load_tables(tmp_path)
    assert layered["24"].look_up(6)["spaces"] == 3
    assert layered["10"].id == "10"
    assert layered.digest != TABLES.digest
    assert load_tables().digest == TABLES.digest


def test_the_environment_names_a_layer(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_TABLES", str(tmp_path))
    assert load_tables().folders[0] == tmp_path
    monkeypatch.setenv("PICKET_DUTY_TABLES", str(tmp_path / "gone"))
    with pytest.raises(ChartError, match="does not exist"):
        load_tables()


def test_a_file_under_a_wrong_name(tmp_path):
    (tmp_path / "charts").mkdir()
    shutil.copy(shipped_folder() / "charts" / "24.toml", tmp_path / "charts" / "23.toml")
    with pytest.raises(ChartError, match=r"23\.toml: id '24' belongs in a file named 24\.toml"):
        load_tables(tmp_path)["23"]


TEXT = (
    'id = "10"\ntitle = "Hits"\nrows = [\n  { roll = "1", shift = 1 },\n  { roll = "2", shift = 2 '
    "},\n]\n"
)

#: What is replaced in the text, by what, and the message.
SLIPS = {
    "closing quotation mark": (
        '"Hits"',
        '"Hits',
        'line 2: a quotation mark (") is probably missing at the end of the',
    ),
    "quotation marks": (
        '"Hits"',
        "Hits",
        'line 2: a value, or the quotation marks (") around a string, are probably missing',
    ),
    "value": (
        '"Hits"',
        "",
        'line 2: a value, or the quotation marks (") around a string, are probably missing: title =',
    ),
    "equals sign": (
        "title =",
        "title",
        "line 2: an equals sign (=) is probably missing after the name: title",
    ),
    "two values": (
        '"Hits"',
        '"Hits" 3',
        'line 2: quotation marks (") are probably missing around a string',
    ),
    "comma in a row": (
        '"1",',
        '"1"',
        "line 4: a comma, a closing brace (}) or the quotation marks around a string are",
    ),
    "brace": ("1 },", "1,", "line 4: a name or a closing brace (}) is probably missing: { roll"),
    "comma after a row": (
        "1 },",
        "1 }",
        "line 5: a comma or a closing bracket (]) is probably missing, here or on",
    ),
    "bracket": (
        "]\n",
        "",
        "line 5: the file ends early; a closing bracket (]) or a value is probably missing",
    ),
    "bracket of a table": (
        "]\n",
        "]\n[more\n",
        "line 7: a closing bracket (]) is probably missing: [more",
    ),
    "brackets of a table": (
        "]\n",
        "]\n[[more]\n",
        "line 7: two closing brackets (]]) are probably missing: [[more]",
    ),
    "three quotation marks": (
        '"Hits"',
        '"""Hits',
        'line 6: quotation marks (""") are probably missing at the end',
    ),
    "name twice": ("]\n", ']\nid = "2"\n', 'line 7: the name is given twice: id = "2"'),
    "backslash": (
        "Hits",
        r"C:\users",
        r"line 2: write each backslash in a string twice (\\): title =",
    ),
    "other": ("]\n", "]\n[a]\n[a]\n", "line 8: Cannot declare ('a',) twice: [a]"),
}


def test_a_slip_names_its_line_and_what_is_probably_missing():
    for before, after, says in SLIPS.values():
        assert before in TEXT
        with pytest.raises(ChartError) as raised:
            parse_toml(TEXT.replace(before, after, 1))
        assert str(raised.value).startswith(says)


def test_long_lines_and_values_are_shortened():
    with pytest.raises(ChartError) as raised:
        parse_toml(f'title = "{"x" * 500}\n')
    assert str(raised.value).endswith("x ...")
    assert len(str(raised.value).partition("string: ")[2]) == LONGEST_LINE + len(" ...")
    assert shown("x" * 58) == repr("x" * 58)
    assert shown("x" * 59) == "'" + "x" * 56 + "..."


CHART = (shipped_folder() / "charts/10.toml").read_text(encoding="utf-8")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(CHART) - 1))
def test_a_missing_character_of_a_chart_is_reported_with_its_line_in_one_line(place):
    text = CHART[:place] + CHART[place + 1 :]
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(ChartError, match=r"^line \d+: .+") as raised:
            parse_toml(text)
        assert "\n" not in str(raised.value)
        assert "Illegal character" not in str(raised.value)
    else:
        parse_toml(text)
