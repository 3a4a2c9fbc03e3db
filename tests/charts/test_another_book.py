"""The charts package knows nothing of this game: it reads, looks up, draws, queries and validates another one."""

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
from picket_duty.charts.check import Rules, Shape, check_chart, number
from picket_duty.charts.draw import draw
from picket_duty.charts.query import answer_question
from picket_duty.charts.reading import read_chart
from picket_duty.charts.words import format_result


class Flood(msgspec.Struct, tag="flood", tag_field="do", forbid_unknown_fields=True):
    """An effect of the other game."""

    feet: int


FRAME = {"title": "Rain", "level": "basic", "source": "a farm"}
FIELD = {
    **FRAME,
    "id": "rain",
    "kind": "range",
    "dice": "1d6",
    "fields": ["inches"],
    "rows": [{"roll": "1..5", "inches": 0}, {"roll": "6", "inches": 3, "effects": [{"do": "flood", "feet": 2}]}],
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


def chart_of(data, book=FARM):
    faults = []
    raw = read_chart(data, book, faults)
    assert faults == []
    return Chart(raw, book)


def drawn(chart, *wanted):
    out = io.StringIO()
    Console(file=out, width=100, color_system=None).print(draw(chart, *wanted))
    return out.getvalue()


def test_effects_are_of_the_types_of_the_book():
    row = chart_of(FIELD).look_up(6)
    assert row.effects == (Flood(2),)
    assert format_result(chart_of(FIELD), row) == "3 in"


def test_a_calendar_of_another_year():
    chart = chart_of(MONTHS)
    assert chart.entry(datetime.date(1066, 3, 7))["crop"] == "oats"
    assert chart.entry(datetime.date(1066, 4, 7))["crop"] == "none"
    assert chart.find(datetime.date(1066, 4, 7)) is None
    assert chart.find(datetime.date(1945, 3, 7)) is None
    assert "► Mar 1 - 31" in drawn(chart, datetime.date(1066, 3, 7))
    with pytest.raises(ChartError, match="no entry for 1066-04-07"):
        draw(chart, datetime.date(1066, 4, 7))
    assert answer_question({"sowing": chart}, {"table": "sowing", "day": "1066-09-15"})["result"] == {"crop": "wheat"}
    assert "like 1066-01-01" in answer_question({"sowing": chart}, {"table": "sowing", "day": "x"})["error"]


def test_a_book_without_a_calendar_has_no_dates():
    with pytest.raises(ChartError, match="this book has none"):
        chart_of(MONTHS, Book())


def test_the_drawing_uses_the_words_of_the_book():
    assert "3 in" in drawn(chart_of(FIELD), 6)


def test_a_check_by_shape_and_rules_of_the_book():
    faults = []
    changed = {**FIELD, "rows": [{"roll": "1..4", "inches": 90}, {"roll": "6", "inches": 1}]}
    raw = read_chart(changed, FARM, faults)
    shape = Shape("range", {"inches": number(0, 12)})
    assert faults == []
    assert list(check_chart(raw, shape, Rules(FARM, swing=lambda raw: (0, 1)))) == [
        "row 1 (1..4): inches 90 is not a number from 0 to 12",
        "no row covers 5",
        "no row covers 7, which 1d6 with the chart's modifiers can roll",
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
        "note 'a': row 1: roll is missing",
        "note 'a': row 1: text 1 is not text",
        "notes 2: 4 is not a table",
        "row 1 (1..5): unknown field 'inch'",
        "row 2: roll [] is not text or a whole number",
        "row 2: text 5 is not text",
        "row 2: effect flood: feet is missing",
        "row 2: unknown effect 'drought'; known effects: flood",
        "row 2: effect 3 is not a table",
        "row 3: roll is missing",
        "row 3: 'effects' is 'flood', which is not a list",
        "row 4: 'x' is not a table",
    ]


#: Words of this game, which the charts package may not contain.
WORDS = (
    "okinawa station mount wave plane kikusui carrier 1945 altitude raid ohka hull fuel fdt sfs gun kamikaze".split()
)


def test_the_charts_package_has_no_words_of_this_game():
    for file in sorted(Path(picket_duty.charts.__file__).parent.glob("*.py")):
        text = file.read_text(encoding="utf-8").casefold()
        assert [word for word in WORDS if re.search(rf"\b{word}s?\b", text)] == []
