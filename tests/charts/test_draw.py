"""Charts drawn for the terminal: as printed, nothing cut off, marks visible without color."""

import datetime
import io

import pytest
from rich.console import Console

from picket_duty.charts import ChartError
from picket_duty.charts.draw import draw
from picket_duty.charts.words import column_label, date_label, roll_label, signed_words, to_ascii
from tests.games import TABLES
from tests.text_table import cases, table_of

IDS = TABLES.chart_ids()


def drawn(chart_id, roll=None, column=None, ascii=False, width=80):
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None, legacy_windows=False)
    console.print(draw(TABLES[chart_id], roll, column, ascii))
    return out.getvalue()


def words(text):
    return {word for word in text.replace("│", " ").split() if word[0] not in "┌├└"}


@pytest.mark.slow
def test_every_chart_fits_80_columns_with_all_its_words_and_no_cut():
    for chart_id in IDS:
        raw = TABLES[chart_id].raw
        text = drawn(chart_id)
        wide = drawn(chart_id, width=600)
        assert all(len(line) <= 80 for line in text.splitlines())
        assert "…" not in text
        assert chart_id != "24" or "[" not in text, "texts are never markup"
        assert words(wide) <= words(text)
        assert wide.startswith(f"{raw.id}  {raw.title}  ({raw.level} game)")
        assert f"Source: {raw.source}" in wide
        assert ("Reading:" in wide) == (bool(raw.note) or any(note.reading for note in raw.notes))
        assert all(note in wide for note in (raw.note, *(note.text for note in raw.notes)))
        for modifier in (*raw.modifiers.values(), *raw.column_modifiers.values()):
            assert f"{signed_words(modifier.value):>3}  {modifier.why}" in wide


def test_plain_ascii():
    for chart_id in IDS:
        text = drawn(chart_id, ascii=True)
        assert text.isascii()
        assert "?" not in text
        assert all(len(line) <= 80 for line in text.splitlines())


def test_marked_rows_and_cells_are_visible_without_color():
    text = drawn("10", 8, "damaged", width=160)
    (line,) = [line for line in text.splitlines() if "► 8 " in line]
    assert line.count("►") == 2
    assert line.split("│")[4].strip() == "► Hit (Table 11)"
    assert "► Damaged (2 hits)" in text
    assert text.count("►") == 3
    assert "> 8 " in drawn("10", 8, "damaged", ascii=True)


@cases("""
    chart_id | roll | column  | marks | label
    3-1      | 12   | None    | 1     | ► 5-12
    '20'     | None | +2      | 1     | ► +2
    '10'     | 1    | damaged | 3     | ► 2-4
    '10'     | 13   | damaged | 3     | ► 9-12
    """)
def test_a_row_or_column_alone_is_marked_and_a_total_that_clamps_marks_the_nearest(
    chart_id, roll, column, marks, label
):
    text = drawn(chart_id, roll, column)
    assert (text.count("►"), label in text) == (marks, True)


def test_a_matrix_as_a_grid():
    text = drawn("11/forward", (7, 4), width=300)
    (line,) = [line for line in text.splitlines() if line.startswith("│►7│")]
    cells = [cell.strip() for cell in line.split("│")[2:-1]]
    assert len(cells) == 6
    assert cells[3] == "► Cold Storage Hit (SEC) (A)"
    assert (
        len([line for line in text.splitlines() if line[2:3].isdigit() or line[1:2] == "►"]) == 10
    )
    assert "Row: 1d10.  Column: 1d6." in text


def test_a_firing_chart():
    text = drawn("firing/dunlap", "5in-1", "90")
    (line,) = [line for line in text.splitlines() if '► 5" #1 - Bow' in line]
    assert "► L-M-H" in line
    assert "► 90°" in text
    assert "│  -  │" in line


def test_the_calendar():
    text = drawn("2-2", datetime.date(1945, 4, 3))
    assert "► Apr 2 - 28" in text
    assert "No station active" in text
    assert [len(line.strip()) for line in text.splitlines()].count(len(text.splitlines()[1])) >= 6


@cases("""
    chart_id | roll | cells
    8-1B     | 11   | ['► 11', '2', '180H, 180L + (see note A)']
    8-3      | 3    | ['► 1-4', 'All', '-', '-', '2', '-', '-']
    9-1      | 20mm | ['► 20mm', '0', '0', 'Cannot fire']
    """)
def test_a_row_is_drawn_as_printed(chart_id, roll, cells):
    line = next(line for line in drawn(chart_id, roll).splitlines() if cells[0] in line)
    assert [cell.strip() for cell in line.split("│")[1:-1]] == cells
    assert "│       12 │      - │ Random result: Table 8-2" in drawn("8-1B")


def test_rows_that_cannot_be_marked_are_refused():
    for chart_id, roll, column, fault in [
        ("3-1", 13, None, "has no row for 13"),
        ("3-1", (1, 2), None, "give the roll as one number"),
        ("3-1", "x", None, "give the roll as one number"),
        ("10", 8, "burning", "has no column 'burning'; its columns are special"),
        ("24", 1, "x", "has no columns"),
        ("11/aft", 7, None, "uses 1d10 and 1d6; give the roll as row,column"),
        ("11/aft", (10, 1), None, "has no cell at row 10"),
        ("8-3", 19, None, "has no entry for 19"),
        ("8-3", (1, 2), None, "looked up by planes"),
        ("2-2", datetime.date(1945, 7, 1), None, "has no entry for 1945-07-01"),
        ("firing/dunlap", "6in", None, "has no entry for 6in"),
    ]:
        with pytest.raises(ChartError, match=fault):
            draw(TABLES[chart_id], roll, column)


def test_labels_in_words():
    for label, dice, shown in table_of("""
        <=2  | 2d6  | 2 or less
        >=12 | 2d6  | 12 or more
        5..6 | 2d6  | 5-6
        2,12 | 2d6  | 2, 12
        0..2 | d100 | 00-02
        '7'  | 1d10 | '7'
        """):
        assert roll_label(label, dice) == shown


def test_columns_and_dates_in_words():
    chart = TABLES["8-1"]
    assert [column_label(chart, column) for column in chart.columns] == [
        "-2 or less",
        "-1",
        "0",
        "+1",
        "+2 or more",
    ]
    assert chart.heading("+2") == "+2 or >"
    dates = {"04-02..04-28": "Apr 2 - 28", "04-29..05-02": "Apr 29 - May 2", "06-25": "Jun 25"}
    assert {date: date_label(date) for date in dates} == dates
    assert to_ascii("315° – Ω ►") == "315 - (omega) >", "plain mode"
