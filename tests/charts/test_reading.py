"""Mistakes in TOML files: each message names the line and says what is probably missing."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picket_duty.book.tables import shipped_folder
from picket_duty.charts.reading import LONGEST_LINE, parse_toml
from picket_duty.charts.spans import ChartError

TEXT = 'id = "10"\ntitle = "Hits"\nrows = [\n  { roll = "1", shift = 1 },\n  { roll = "2", shift = 2 },\n]\n'
#: What is replaced in the text, by what, and the message.
SLIPS = {
    "closing quotation mark": ('"Hits"', '"Hits', 'line 2: a quotation mark (") is probably missing at the end of the'),
    "quotation marks": ('"Hits"', "Hits", 'line 2: a value or the quotation marks (") of a text are probably missing'),
    "value": ('"Hits"', "", 'line 2: a value or the quotation marks (") of a text are probably missing: title ='),
    "equals sign": ("title =", "title", "line 2: an equals sign (=) is probably missing after the name: title"),
    "two values": ('"Hits"', '"Hits" 3', 'line 2: the quotation marks (") of a text are probably missing'),
    "comma in a row": ('"1",', '"1"', "line 4: a comma, a closing brace (}) or the quotation marks of a text are"),
    "brace": ("1 },", "1,", "line 4: a name or a closing brace (}) is probably missing: { roll"),
    "comma after a row": (
        "1 },",
        "1 }",
        "line 5: a comma or a closing bracket (]) is probably missing, here or on the",
    ),
    "bracket": ("]\n", "", "line 5: the file ends early; a closing bracket (]) or a value is probably missing"),
    "bracket of a table": ("]\n", "]\n[more\n", "line 7: a closing bracket (]) is probably missing: [more"),
    "brackets of a table": ("]\n", "]\n[[more]\n", "line 7: two closing brackets (]]) are probably missing: [[more]"),
    "three quotation marks": ('"Hits"', '"""Hits', 'line 6: quotation marks (""") are probably missing at the end'),
    "name twice": ("]\n", ']\nid = "2"\n', 'line 7: the name is given twice: id = "2"'),
    "backslash": ("Hits", r"C:\users", r"line 2: write each backslash in a text twice (\\): title ="),
    "other": ("]\n", "]\n[a]\n[a]\n", "line 8: Cannot declare ('a',) twice: [a]"),
}


@pytest.mark.parametrize(("before", "after", "says"), SLIPS.values(), ids=SLIPS)
def test_a_slip_names_its_line_and_what_is_probably_missing(before, after, says):
    assert before in TEXT
    with pytest.raises(ChartError) as raised:
        parse_toml(TEXT.replace(before, after, 1))
    assert str(raised.value).startswith(says)


def test_a_long_line_is_shortened():
    with pytest.raises(ChartError) as raised:
        parse_toml(f'title = "{"x" * 500}\n')
    assert str(raised.value).endswith("x ...")
    assert len(str(raised.value).partition("text: ")[2]) == LONGEST_LINE + len(" ...")


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
