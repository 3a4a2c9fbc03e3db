"""The charts compared cell by cell with a second, independent transcription of the printed
charts.
"""

from collections import defaultdict

from picket_duty.charts.query import answer_question
from tests.games import TABLES
from tests.second_reading import MODIFIERS, cells, clamped

#: Charts that are not printed: house tables and rules.
UNPRINTED = {"A-1", "K-1", "S-1", "V-1", "rules"}


def by_table(pairs):
    entries = defaultdict(list)
    for question, result in pairs:
        entries[question["table"]].append((question, result))
    return entries


CELLS = by_table(cells())
CLAMPED = by_table(clamped())


def test_every_cell_and_totals_beyond_the_printed_rows():
    for entries in (*CELLS.values(), *CLAMPED.values()):
        for question, result in entries:
            assert answer_question(TABLES, question).get("result") == result, question


def test_every_printed_chart_has_a_second_transcription():
    assert set(TABLES.chart_ids()) - set(CELLS) == UNPRINTED
    assert sum(map(len, CELLS.values())) > 1700


def test_modifiers():
    for named, values in MODIFIERS.items():
        table, _, which = named.partition(" ")
        raw = TABLES[table].raw
        printed = raw.column_modifiers if which == "column" else raw.modifiers
        valued = {
            name: modifier.value for name, modifier in printed.items() if modifier.value is not None
        }
        assert valued == values, named


def test_no_other_chart_adds_to_its_dice():
    listed = {named.partition(" ")[0] for named in MODIFIERS}
    others = {
        chart.id
        for chart in TABLES.all_charts()
        if chart.id not in UNPRINTED | listed
        and any(modifier.value for modifier in chart.raw.modifiers.values())
    }
    assert others == {"12-1", "12-2", "12-3", "firing/dunlap"}
