"""``tables query``: the contract, bad questions, and that no line of input stops it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picket_duty.charts.query import answer_line, answer_question, question_keys
from tests.games import TABLES
from tests.text_table import table_of


def asked(**question):
    return answer_question(TABLES, question)


#: Charts and totals that the second reading of the printed charts does not have, and other names of
#: mounts.
CONTRACT = table_of("""
    {'table': '1-1', 'roll': 2}                                    | {'stations': [1, 2]}
    {'table': '9-2/5in', 'roll': 99, 'column': 'L'}                | {'result': 'destroyed'}
    {'table': 'firing/la-prade', 'mount': '5in-1', 'bearing': 315} | {'levels': 'LMH'}
    {'table': 'V-1', 'roll': 2}                                    | {'value': -2}
    {'table': 'S-1', 'roll': 5}                                    | {'result': 'hit'}
    {'table': 'A-1', 'roll': 0}                                    | {'type': 'Zeke', 'weapon': 'bomb'}
    {'table': 'A-1', 'roll': 99}                                   | {'type': 'Spruce', 'weapon': None}
    {'table': 'K-1', 'date': '1945-04-06'}                         | {'kikusui': True}
    {'table': 'K-1', 'date': '1945-04-08'}                         | {'kikusui': False}
    """)


def test_contract():
    for question, result in CONTRACT:
        rest = {key: value for key, value in question.items() if key != "table"}
        assert answer_question(TABLES, question) == {
            "table": question["table"],
            "query": rest,
            "result": result,
        }


def test_an_answer_never_changes_the_chart():
    for table, question, field in [
        ("8-3", {"planes": 3}, "waves"),
        ("8-1B", {"roll": 2}, "planes"),
        ("1-1", {"roll": 2}, "stations"),
    ]:
        before = asked(table=table, **question)["result"][field]
        kept = list(before)
        before.clear()
        assert asked(table=table, **question)["result"][field] == kept != []


BAD = [
    ([], "not a list"),
    (None, "not null"),
    ("10", "not '10'"),
    (7, "not a number"),
    (True, "not true"),
    ({}, "the question has no 'table' field"),
    ({"table": None, "roll": 3}, "the question has no 'table' field"),
    ({"table": 10, "roll": 3}, "table must be text, not a number"),
    ({"table": ["10"]}, "table must be text, not a list"),
    ({"table": "99", "roll": 3}, "no chart '99'"),
    ({"table": "../../etc/passwd", "roll": 3}, "no chart"),
    ({"table": "x" * 9999, "roll": 3}, "no chart"),
    ({"table": "10\0", "roll": 3}, "no chart"),
    ({"table": "rules"}, "only notes and modifiers"),
    ({"table": "10", "column": "damaged"}, "lacks roll; chart 10 needs roll, column"),
    ({"table": "10", "roll": 3, "clm": "damaged"}, "lacks column and does not take clm"),
    ({"table": "24", "roll": 3, "column": "x"}, "does not take column"),
    ({"table": "10", "roll": "3", "column": "damaged"}, "roll must be a whole number, not '3'"),
    ({"table": "10", "roll": 3.0, "column": "damaged"}, "roll must be a whole number"),
    ({"table": "10", "roll": True, "column": "damaged"}, "not true"),
    ({"table": "10", "roll": None, "column": "damaged"}, "not null"),
    ({"table": "10", "roll": [3], "column": "damaged"}, "not a list"),
    ({"table": "10", "roll": 10**40, "column": "damaged"}, "too large"),
    ({"table": "10", "roll": -(10**9), "column": "damaged"}, "too large"),
    ({"table": "10", "roll": 3, "column": 3}, "column must be text"),
    ({"table": "10", "roll": 3, "column": "Damaged"}, "its columns are special, undamaged"),
    ({"table": "3-1", "roll": 13}, "has no row for 13; its rows run from 2 to 12"),
    ({"table": "3-1", "roll": 1}, "has no row for 1"),
    ({"table": "A-1", "roll": 100}, "has no row for 100"),
    ({"table": "7-1", "period": "may", "light": "day", "roll": 3}, "periods: mar24-apr06"),
    (
        {"table": "7-1", "period": "mar24-apr06", "light": "dusk", "roll": 3},
        "no light 'dusk'; lights: day, night",
    ),
    ({"table": "7-1", "roll": 3, "column": "mar24-apr06 day"}, "lacks period, light"),
    ({"table": "2-2", "date": "1945-03-23"}, "no entry for 1945-03-23"),
    ({"table": "2-2", "date": "1944-04-06"}, "no entry"),
    ({"table": "2-2", "date": "1945-02-30"}, "a date like 1945-03-24"),
    ({"table": "2-2", "date": "19450406"}, "a date like 1945-03-24"),
    ({"table": "2-2", "date": 19450406}, "date must be text"),
    ({"table": "8-3", "planes": 0}, "no entry for 0"),
    ({"table": "8-3", "planes": 19}, "no entry for 19"),
    ({"table": "9-1", "mount": "3in", "column": "L"}, "no entry for 3in"),
    ({"table": "9-1", "mount": 5, "column": "L"}, "mount must be text"),
    ({"table": "firing/fletcher", "mount": "5in-1", "bearing": 10}, "no column '10'"),
    (
        {"table": "firing/fletcher", "mount": "5in-1", "bearing": "0"},
        "bearing must be a whole number",
    ),
    ({"table": "firing/fletcher", "mount": "5in-9", "bearing": 0}, "no entry for 5in-9"),
    ({"table": "11/aft", "row": 10, "col": 1}, "no cell at row 10"),
    ({"table": "11/aft", "row": 1, "col": 0}, "no cell"),
    ({"table": "11/aft", "roll": 11}, "lacks row, col"),
]


def test_bad_questions_are_answered_with_an_error():
    for question, words in BAD:
        reply = answer_question(TABLES, question)
        assert "result" not in reply
        assert words in reply["error"]
        assert "\n" not in reply["error"]
        if isinstance(question, dict) and isinstance(question.get("table"), str):
            assert reply["table"] == question["table"]
            assert reply["query"] == {
                key: value for key, value in question.items() if key != "table"
            }


def test_broken_lines_are_reported():
    for line in [
        b"",
        b"{",
        b"nul",
        b"\xff\xfe",
        b'{"table":"10"',
        b"[" * 100000,
        b"1" * 6000,
        b'"\\ud800"',
        b"NaN",
        b'{"a":1}}',
        b"1e999",
    ]:
        assert list(json.loads(answer_line(TABLES, line))) == ["error"]
    huge = json.loads(
        answer_line(TABLES, b'{"table":"10","roll":' + b"9" * 300 + b',"column":"damaged"}')
    )
    assert "too large" in huge["error"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    [
        "table",
        "roll",
        "column",
        "row",
        "col",
        "date",
        "planes",
        "mount",
        "bearing",
        "period",
        "light",
        "x",
    ]
)
LIKELY = (
    JSON
    | st.integers(-3, 20)
    | st.sampled_from(
        ["L", "M", "-2", "+1", "5in", "5in-1", "day", "1945-04-06", "mar24-apr06", "damaged"]
    )
)
QUESTIONS = st.dictionaries(KEYS, LIKELY, max_size=5)
IDS = st.sampled_from(TABLES.chart_ids())


def one_line(reply):
    """Check that an answer is one line of strict JSON with a result or an error."""
    assert b"\n" not in reply
    data = json.loads(reply)
    assert ("result" in data) != ("error" in data)
    return data


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(IDS, QUESTIONS)
def test_any_question_is_answered_in_one_line(table, question):
    reply = answer_question(TABLES, {**question, "table": table})
    assert ("result" in reply) != ("error" in reply)
    one_line(answer_line(TABLES, json.dumps({**question, "table": table})))


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(JSON)
def test_any_json_is_answered_in_one_line(value):
    one_line(answer_line(TABLES, json.dumps(value)))


@settings(deadline=None, max_examples=300)
@given(st.binary(max_size=60))
def test_any_bytes_are_answered_in_one_line(line):
    one_line(answer_line(TABLES, line))


def test_the_keys_of_every_table_are_in_the_documented_order():
    others = {
        "2-2": ("date",),
        "K-1": ("date",),
        "7-1": ("period", "light", "roll"),
        "8-3": ("planes",),
        "9-1": ("mount", "column"),
        "rules": (),
        **dict.fromkeys(
            ("7-2", "8-1", "9-2/5in", "9-2/40mm", "9-2/20mm", "10", "14-1"), ("roll", "column")
        ),
        **dict.fromkeys(("17", "19", "20", "21-1", "23", "scenario/7 relief"), ("roll", "column")),
        **dict.fromkeys(("11/forward", "11/midship", "11/aft", "11-1"), ("row", "col")),
        **dict.fromkeys(
            ("firing/dunlap", "firing/la-prade", "firing/fletcher"), ("mount", "bearing")
        ),
    }
    assert {chart.id: question_keys(chart) for chart in TABLES.all_charts()} == {
        chart.id: others.get(chart.id, ("roll",)) for chart in TABLES.all_charts()
    }
