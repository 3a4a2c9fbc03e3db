"""Chart coverage: how often each row of each chart was rolled, and the rows never rolled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from picket_duty.book import Tables
from picket_duty.charts import Chart
from picket_duty.events import Event
from picket_duty.requests import Roll

#: A row: chart id, id of the note whose die it is or empty, column or empty, row as printed.
Row = tuple[str, str, str, str]
Rows = Counter[Row]


def count_rows(events: Iterable[Event], counts: Rows) -> None:
    """Count the rows of the rolls among some events."""
    for event in events:
        if type(event) is Roll and event.result is not None:
            counts[event.chart.raw.id, event.chart.note_id, event.column or "", event.result.label] += 1


def all_rows(tables: Tables) -> Iterator[Row]:
    """Every row, cell and note's die of every chart that dice are rolled on."""
    for chart in tables.all_charts():
        yield from _rows_of(chart)
        for die in chart.die_charts.values():
            yield from _rows_of(die)


def _rows_of(chart: Chart) -> Iterator[Row]:
    if not chart.faces:
        return
    for cell in chart.cells.values():
        yield chart.raw.id, chart.note_id, "", cell.label
    for column, rows in chart.by_column.items():
        for label in dict.fromkeys(row.label for row in rows):
            yield chart.raw.id, chart.note_id, column or "", label


def never_reached(tables: Tables, counts: Rows) -> list[Row]:
    """The rows that were never rolled, in the order of the book."""
    return [row for row in all_rows(tables) if not counts[row]]


def row_name(row: Row) -> str:
    """A row in words: ``9-2/5in M >=12``."""
    chart, note, column, label = row
    return " ".join(part for part in (chart, note and f"({note})", column, label) if part)
