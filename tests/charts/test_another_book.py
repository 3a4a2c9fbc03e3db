"""The charts package knows nothing of this game: it reads, looks up, draws, queries and validates
another one.
"""

from __future__ import annotations

import datetime
import io
import re
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

import picket_duty.charts
from picket_duty.charts import Book, Chart, ChartError
from picket_duty.charts.check import Rules, check_chart
from picket_duty.charts.draw import draw
from picket_duty.charts.query import answer_question
from picket_duty.charts.reading import read_chart
from picket_duty.charts.shapes import Shape, number
from picket_duty.charts.words import printed_words
from tests.text_table import table_of


class Flood(msgspec.Struct, tag="flood", tag_field="do", forbid_unknown_fields=True):
    feet: int


FRAME = {"title": "A farm", "level": "basic", "source": "an almanac"}
FIELD = {
    **FRAME,
    "id": "rain",
    "kind": "range",
    "dice": "1d6",
    "fields": ["inches"],
    "rows": [
        {"roll": "1..5", "inches": 0},
        {"roll": "6", "inches": 3, "effects": [{"do": "flood", "feet": 2}]},
    ],
}
MONTHS = {
    **FRAME,
    "id": "sowing",
    "kind": "list",
    "key": "day",
    "by": "date",
    "fields": ["crop"],
    "otherwise": {"crop": "none"},
    "rows": [{"at": "03-01..03-31", "crop": "oats"}, {"at": "09-15", "crop": "wheat"}],
}
FARM = Book(
    effects={"flood": Flood},
    days=(datetime.date(1066, 1, 1), datetime.date(1066, 12, 31)),
    field_words={"inches": lambda value: f"{value} in"},
)


PLAIN = Book()


def read(data, book=PLAIN):
    faults = []
    raw = read_chart(data, book, faults)
    assert faults == []
    return raw


def chart_of(data, book=FARM):
    return Chart(read(data, book), book)


def drawn(chart, *wanted):
    out = io.StringIO()
    Console(file=out, width=100, color_system=None).print(draw(chart, *wanted))
    return out.getvalue()


def test_effects_and_words_are_those_of_the_book():
    chart = chart_of(FIELD)
    assert chart.look_up(6).effects == (Flood(2),)
    assert printed_words(chart, chart.look_up(6)) == "3 in"
    assert "3 in" in drawn(chart, 6)


def test_a_calendar_of_another_year():
    chart = chart_of(MONTHS)
    assert chart.entry(datetime.date(1066, 3, 7))["crop"] == "oats"
    assert chart.entry(datetime.date(1066, 4, 7))["crop"] == "none"
    assert chart.find(datetime.date(1066, 4, 7)) is None
    assert chart.find(datetime.date(1945, 3, 7)) is None
    assert "► Mar 1 - 31" in drawn(chart, datetime.date(1066, 3, 7))
    with pytest.raises(ChartError, match="no entry for 1066-04-07"):
        draw(chart, datetime.date(1066, 4, 7))
    with pytest.raises(ChartError, match="this book has none"):
        chart_of(MONTHS, PLAIN)
    assert answer_question({"sowing": chart}, {"table": "sowing", "day": "1066-09-15"})[
        "result"
    ] == {"crop": "wheat"}
    assert (
        "like 1066-01-01"
        in answer_question({"sowing": chart}, {"table": "sowing", "day": "x"})["error"]
    )


def test_a_check_by_shape_and_rules_of_the_book():
    faults = []
    changed = {**FIELD, "rows": [{"roll": "1..4", "inches": 90}, {"roll": "6", "inches": 1}]}
    raw = read_chart(changed, FARM, faults)
    shape = Shape("range", {"inches": number(0, 12)})
    assert faults == []
    assert list(check_chart(raw, shape, Rules(FARM, sums_of_modifiers=lambda raw: (0, 1)))) == [
        "row 1 (1..4): inches 90 is not a number from 0 to 12",
        "no row covers 5",
        "no row covers 7, which can be rolled with 1d6 and the chart's modifiers",
    ]


def test_every_fault_of_a_file_is_reported_at_once():
    faults = []
    broken = {
        **FIELD,
        "title": 7,
        "tint": "red",
        "dice": "1d7",
        "rows": [
            {"roll": "1..5", "inch": 0},
            {"roll": [], "text": 5, "effects": [{"do": "flood"}, {"do": "drought"}, 3]},
            {"inches": 1, "effects": "flood"},
            "x",
        ],
        "notes": [{"id": "a", "letters": "b", "rows": [{"text": 1}]}, 4],
    }
    assert read_chart(broken, FARM, faults) is not None
    assert [re.sub("; known fields: .*", "", fault) for fault in faults] == [
        "unknown field 'tint'",
        "title 7 is not text",
        "dice '1d7' is not one of 1d6, 2d6, 1d10, d100",
        "note 'a': unknown field 'letters'",
        "note 'a': row 1: field 'roll' is missing",
        "note 'a': row 1: text 1 is not text",
        "notes 2: 4 is not a table",
        "row 1 (1..5): unknown field 'inch'",
        "row 2: roll [] is not text or a whole number",
        "row 2: text 5 is not text",
        "row 2: effect flood: field 'feet' is missing",
        "row 2: unknown effect 'drought'; known effects: flood",
        "row 2: effect 3 is not a table",
        "row 3: field 'roll' is missing",
        "row 3: 'effects' is 'flood', which is not a list",
        "row 4: 'x' is not a table",
    ]


#: Words of this game, which the charts package may not contain.
WORDS = (
    "okinawa station mount wave plane kikusui carrier 1945 altitude raid ohka hull fuel fdt sfs "
    "gun kamikaze"
).split()


def test_the_charts_package_has_no_words_of_this_game():
    for file in sorted(Path(picket_duty.charts.__file__).parent.glob("*.py")):
        text = file.read_text(encoding="utf-8").casefold()
        assert [word for word in WORDS if re.search(rf"\b{word}s?\b", text)] == []


PRICES = {
    **FRAME,
    "id": "prices",
    "kind": "keyed",
    "keys": {"acres": "number", "crop": "name", "sold": "flag"},
    "fields": ["pence", "why"],
    "rows": [
        {"acres": "1..3", "crop": "oats", "pence": {"each": 4}},
        {"acres": ">=4", "crop": "oats", "pence": {"each": 7, "per": 2}},
        {"acres": 2, "crop": "wheat", "pence": 9},
        {"sold": True, "pence": 0, "why": "gone"},
    ],
}
HARVEST = {
    **FRAME,
    "id": "harvest",
    "kind": "sum",
    "line": "line",
    "constant": 1,
    "lines": [
        {"name": "men", "adds": 2, "numbers": "0..5"},
        {"name": "boys", "adds": 0.5},
        {"name": "horse", "adds": 3, "flag": True},
        {"name": "field", "value": "acre count"},
    ],
}
WEIGHED = {
    **FRAME,
    "id": "weighed",
    "kind": "sum",
    "lines": [{"name": "in", "numbers": "1..6"}, {"name": "out", "adds": -1, "numbers": "1..6"}],
    "fields": ["left"],
    "rows": [{"roll": "<=0", "left": 0}, {"roll": ">=1", "left": {"each": 1}}],
}
YIELD = {
    **FRAME,
    "id": "yield",
    "kind": "range",
    "dice": "1d6",
    "fields": ["sacks"],
    "column_keys": ["acres"],
    "columns": ["few", "many"],
    "column_ranges": ["1..3", "4..9"],
    "asked": ["rain", "dung"],
    "modifiers": {
        "rain": {"value": -1, "why": "Rain", "rule": "p. 3"},
        "dung": {"why": "Dung", "rule": "p. 4", "only": "0..2"},
    },
    "rows": [{"roll": "<=3", "cells": [1, 2]}, {"roll": ">=4", "cells": [3, 4]}],
}


CHARTS = {data["id"]: chart_of(data, PLAIN) for data in (PRICES, HARVEST, WEIGHED, YIELD)}


def asked(table, **question):
    return answer_question(CHARTS, {"table": table, **question})


def test_answers():
    for table, question, result in table_of("""
        prices  | {'acres': 3, 'crop': 'oats'}                      | {'pence': 12, 'why': None}
        prices  | {'acres': 5, 'crop': 'oats'}                      | {'pence': 14, 'why': None}
        prices  | {'acres': 2, 'crop': 'wheat'}                     | {'pence': 9, 'why': None}
        prices  | {'sold': True}                                    | {'pence': 0, 'why': 'gone'}
        harvest | {'line': 'boys'}                                  | {'adds': 0.5}
        harvest | {'line': 'field'}                                 | {'adds': 'acre count'}
        harvest | {'boys': 3}                                       | {'total': 2}
        harvest | {'boys': 3, 'men': 2, 'horse': True, 'field': 10} | {'total': 19}
        weighed | {'in': 2, 'out': 5}                               | {'left': 0}
        weighed | {'in': 5, 'out': 2}                               | {'left': 3}
        yield   | {'roll': 4, 'acres': 3, 'rain': False, 'dung': 0} | {'sacks': 3}
        yield   | {'roll': 4, 'acres': 9, 'rain': True, 'dung': 0}  | {'sacks': 2}
        yield   | {'roll': 2, 'acres': 4, 'rain': False, 'dung': 2} | {'sacks': 4}
        """):
        assert asked(table, **question)["result"] == result


def test_refusals():
    for table, question, says in table_of("""
        prices | {'acres': 0, 'crop': 'oats'} | has no acres 0; it has 1..3, >=4, 2
        prices | {'acres': 1, 'crop': 'wheat'} | no entry for acres 1, crop wheat
        prices | {'acres': 1, 'crop': 'rye'} | no crop 'rye'; it has oats, wheat
        prices | {'acres': 1} | chart prices needs acres, crop or sold, but the query has acres
        prices | {'acres': '1', 'crop': 'oats'} | acres must be a whole number, not '1'
        prices | {'acres': True, 'crop': 'oats'} | acres must be a whole number, not true
        prices | {'sold': 1} | sold must be true or false, not a number
        prices | {'sold': False} | has no sold False
        prices | {} | has nothing
        harvest | {} | needs men, boys, horse, field
        harvest | {'line': 'girls'} | has no line 'girls'; it has men, boys
        harvest | {'line': 'boys', 'men': 1} | does not take men
        harvest | {'men': 6} | men must be 0..5, not 6
        harvest | {'girls': 1} | does not take girls
        harvest | {'horse': 1} | horse must be true or false
        weighed | {'in': 2} | lacks out
        weighed | {'in': 2, 'out': 7} | out must be 1..6, not 7
        yield | {'roll': 4, 'acres': 10, 'rain': False, 'dung': 0} | has no acres 10; it has 1..3, 4..9
        yield | {'roll': 4, 'acres': 0, 'rain': False, 'dung': 0} | has no acres 0
        yield | {'roll': 7, 'acres': 3, 'rain': False, 'dung': 0} | 7 cannot be rolled with 1d6
        yield | {'roll': 4, 'acres': 3, 'rain': False, 'dung': 3} | dung must be 0..2, not 3
        yield | {'roll': 4, 'acres': 3} | lacks rain, dung
        """):
        answer = asked(table, **question)
        assert says in answer["error"]
        assert "result" not in answer


def test_faults_are_found_by_the_check_and_when_compiled():
    for expected, change, says in [
        (
            PRICES,
            {"rows": [{"acres": "1..3", "pence": 1}, {"acres": 3, "pence": 2}]},
            "the same keys as acres 1..3",
        ),
        (
            PRICES,
            {"rows": [{"crop": "oats", "pence": 1}, {"crop": "oats", "pence": 2}]},
            "the same keys as crop oats",
        ),
        (PRICES, {"rows": [{"pence": 1}]}, "the key is missing"),
        (PRICES, {"rows": [{"acres": "x", "pence": 1}]}, "acres: range 'x' must be a number"),
        (
            PRICES,
            {"rows": [{"acres": 1.5, "pence": 1}]},
            "'acres' must be a number or a range, not 1.5",
        ),
        (PRICES, {"rows": [{"crop": 3, "pence": 1}]}, "'crop' must be a name, not 3"),
        (
            PRICES,
            {"rows": [{"sold": "yes", "pence": 1}]},
            "'sold' must be true or false, not 'yes'",
        ),
        (PRICES, {"keys": {}, "rows": []}, "no keys"),
        (HARVEST, {"lines": []}, "no lines"),
        (HARVEST, {"lines": [{"name": "men"}, {"name": "men"}]}, "duplicate line 'men'"),
        (HARVEST, {"lines": [{"name": "men", "numbers": "5..1"}]}, "runs backward"),
        (
            HARVEST,
            {"lines": [{"name": "men", "flag": True, "numbers": "1..2"}]},
            "a flag cannot have 'numbers'",
        ),
        (HARVEST, {"line": ""}, "a chart without rows needs 'line'"),
        (
            WEIGHED,
            {"rows": [{"roll": "<=0", "left": 0}, {"roll": ">=2", "left": 1}]},
            "no row covers 1",
        ),
        (WEIGHED, {"rows": [{"roll": "<=1", "left": 0}, {"roll": ">=1", "left": 1}]}, "overlaps"),
    ]:
        raw = read({**expected, **change})
        assert any(says in fault for fault in check_chart(raw, None, Rules()))
        with pytest.raises(ChartError) as refused:
            Chart(raw)
        assert says in str(refused.value)


def test_faults_of_forms_and_numbers():
    for expected, change, says in [
        (
            YIELD,
            {"asked": ["hail"]},
            "'asked' names modifier 'hail', which the chart does not have",
        ),
        (
            YIELD,
            {"modifiers": {"rain": {"why": "R", "rule": "p"}}, "asked": ["rain"]},
            "needs a value or a range",
        ),
        (
            WEIGHED,
            {"rows": [{"roll": ">=-9", "left": {"each": "x"}}]},
            "needs whole numbers for",
        ),
        (
            WEIGHED,
            {"rows": [{"roll": ">=-9", "left": {"each": 1, "per": 0}}]},
            "needs whole numbers for",
        ),
        (
            WEIGHED,
            {"rows": [{"roll": ">=-9", "left": {"each": 1, "of": 2}}]},
            "needs whole numbers for",
        ),
    ]:
        assert any(
            says in fault for fault in check_chart(read({**expected, **change}), None, Rules())
        )


def test_drawings():
    assert not any(list(check_chart(chart.raw, None, Rules())) for chart in CHARTS.values()), (
        "sound charts"
    )
    assert "7 for each 2" in drawn(CHARTS["prices"])
    harvest = drawn(CHARTS["harvest"])
    assert "the acre count" in harvest
    assert "+0.5 for each" in harvest
    assert "yes or no" in harvest
    assert "1 or more" in drawn(CHARTS["weighed"])
    for name in ("prices", "harvest"):
        with pytest.raises(ChartError, match=r"--roll (cannot be used|does not apply)"):
            draw(CHARTS[name], 3)
