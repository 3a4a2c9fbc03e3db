"""A chart compiled for lookups: totals, cells, entries, columns, notes and modifiers."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from picket_duty.charts import kinds
from picket_duty.charts.book import PLAIN, Book
from picket_duty.charts.errors import ChartError
from picket_duty.charts.faults import (
    faults_of_cells,
    faults_of_columns,
    faults_of_keyed,
    faults_of_list,
    faults_of_rows,
    faults_of_sum,
)
from picket_duty.charts.spans import covers, date_span, ends_of, numbers_in


class Modifier(msgspec.Struct, frozen=True):
    """A signed number added to dice or to a column, with its reason and its source."""

    value: int
    why: str
    rule: str


class Row(msgspec.Struct, frozen=True):
    """A row or cell: its printed label, its fields as a lookup returns them, its effects.

    ``text`` is its printed text, ``key`` its fields in one line, which saves record.
    """

    label: str
    fields: dict[str, Any]
    effects: tuple[Any, ...] = ()
    text: str = ""
    key: str = ""

    def __getitem__(self, field: str) -> Any:
        return self.fields[field]


Key = str | int | datetime.date
#: A compiled row for each column of a printed row, or one under None if the chart has no columns.
Rows = dict[str | None, Row]


class Chart:
    """A chart compiled for lookups, or the small chart of a note's die if ``note_id`` is set."""

    def __init__(
        self, raw: kinds.RawChart, book: Book = PLAIN, note: kinds.NoteData | None = None
    ) -> None:
        """Compile a chart, or the small chart of ``note`` if given. Raises ChartError."""
        self.raw = raw
        self.book = book
        self.kind = raw.kind
        self.id = (note.table or raw.id) if note else raw.id
        self.letter = note.letter if note else ""
        self.note_id = note.name if note else ""
        self.text = note.text if note else raw.note
        self.columns: list[str] = [] if note else kinds.columns_of(raw)
        self.column_keys: tuple[str, ...] = ()
        #: Whether a question selects a column by a number, not by its name.
        self.has_numbered_columns = False
        self.dice = ""
        self.faces: tuple[int, ...] = ()
        #: Whether the dice are added up to find the row: not so on a matrix, or for a ten-sided die
        #: of tens.
        self.adds = False
        #: Rolls that are looked up without modifiers.
        self.natural: tuple[int, ...] = ()
        #: Numbers, such as bearings, that select this matrix.
        self.only: list[int] = raw.only if isinstance(raw, kinds.MatrixChart) else []
        #: The lowest total with its own row; the rows of ``by_column`` follow from it, one by one.
        self.low = 0
        self.open_low = self.open_high = False
        #: The rows of a range, the cells of a matrix, and the rows of a list with their keys.
        self.by_column: dict[str | None, list[Row]] = {}
        self.cells: dict[tuple[int, int], Row] = {}
        self.list_rows: list[tuple[str, Row | Rows]] = []
        self.entry_cache: dict[Key, Row | Rows] = {}
        self.otherwise: Row | None = None
        #: The columns of a chart whose column is a sum: one name for each sum, from ``column_low``.
        self.column_low = 0
        self.column_names: list[str] = []
        self.modifier_cache: dict[tuple[str, int | None], Modifier] = {}
        self.die_charts: dict[str, Chart] = {}
        if note:
            self._compile_range(note.dice, note.rows, note.fields)
            return
        self._compile(raw)
        self.die_charts = {entry.name: Chart(raw, book, entry) for entry in raw.notes if entry.dice}

    # -- lookups ---------------------------------------------------------

    def look_up(self, total: int, column: str | None = None) -> Row:
        """The row for a dice total, clamped if the printed chart clamps. Raises ChartError."""
        try:
            rows = self.by_column[column]
        except KeyError:
            raise ChartError(self._no_column(column)) from None
        index = total - self.low
        if 0 <= index < len(rows):
            return rows[index]
        if index < 0 and self.open_low:
            return rows[0]
        if index >= len(rows) and self.open_high:
            return rows[-1]
        raise ChartError(
            f"chart {self.id} has no row for {total}; its rows run from {self.low} to {self.high}"
        )

    def cell(self, row: int, column: int) -> Row:
        """The cell of a matrix. Raises ChartError."""
        try:
            return self.cells[row, column]
        except KeyError:
            raise ChartError(f"chart {self.id} has no cell at row {row}, column {column}") from None

    def entry(self, key: Key, column: str | None = None) -> Row:
        """The entry of a list chart for a date, number or name, or its default entry. Raises
        ChartError.
        """
        row = self.entry_cache.get(key) or self._search(key) or self.otherwise
        if row is None:
            raise ChartError(f"chart {self.id} has no entry for {key}")
        if isinstance(row, Row):
            return row
        if column in row:
            return row[column]
        raise ChartError(self._no_column(column))

    def find(self, key: Key) -> Row | None:
        """The entry of a list chart without columns, or None if the key is not listed; ignores the
        default entry.
        """
        row = self.entry_cache.get(key) or self._search(key)
        return row if isinstance(row, Row) else None

    def _search(self, key: Key) -> Row | Rows | None:
        for label, row in self.list_rows:
            if self._matches(label, key):
                self.entry_cache[key] = row
                return row
        return None

    def _matches(self, label: str, key: Key) -> bool:
        if isinstance(key, datetime.date):
            first, last = date_span(label, self.book.calendar[0].year)
            return first <= key <= last
        if isinstance(key, int):
            return covers(label, key)
        return label == key

    def column_of(self, total: int) -> str:
        """The column for a sum of column modifiers, clamped to the first and last column."""
        names = self.column_names
        return names[min(max(total - self.column_low, 0), len(names) - 1)]

    def column_at(self, number: int) -> str:
        """The column for a number. Raises ChartError for a number outside the printed columns."""
        # Without ranges, the columns are named after their numbers.
        if not self.column_names:
            return str(number)
        raw = self.raw
        assert isinstance(raw, kinds.RangeChart)
        for text, column in zip(raw.column_ranges, raw.columns, strict=True):
            if covers(text, number):
                return column
        ranges = ", ".join(raw.column_ranges)
        raise ChartError(f"chart {self.id} has no {self.column_keys[0]} {number}; it has {ranges}")

    def period_of(self, day: datetime.date) -> str:
        """Id of the calendar period that contains a date; columns are named for it. Raises
        ChartError.
        """
        for period in self.raw.periods if isinstance(self.raw, kinds.RangeChart) else ():
            first, last = date_span(f"{period.first}..{period.last}", self.book.calendar[0].year)
            if first <= day <= last:
                return period.id
        raise ChartError(f"chart {self.id} has no period for {day}")

    def heading(self, column: str) -> str:
        """The printed heading of a column."""
        raw = self.raw
        # Without headings, the keys of the columns are printed.
        headings = raw.headings if isinstance(raw, kinds.ColumnChart) else []
        return dict(zip(self.columns, headings, strict=False)).get(column, column)

    def die(self, note: str) -> Chart:
        """The small chart of a note with a die. Raises ChartError."""
        try:
            return self.die_charts[note]
        except KeyError:
            raise ChartError(
                f"chart {self.id} has no note {note!r} that calls for a die roll"
            ) from None

    def note(self, note: str) -> kinds.NoteData:
        """A printed note by id or letter. Raises ChartError."""
        for entry in self.raw.notes:
            if note in (entry.id, entry.letter):
                return entry
        raise ChartError(f"chart {self.id} has no note {note!r}")

    def modifier(self, name: str, value: int | None = None) -> Modifier:
        """A printed modifier by name; ``value`` replaces its number if a chit gives it. Raises
        ChartError.
        """
        modifier = self.modifier_cache.get((name, value))
        if modifier is None:
            raw = self.raw.modifiers.get(name) or self.raw.column_modifiers.get(name)
            if raw is None:
                raise ChartError(f"chart {self.id} has no modifier {name!r}")
            modifier = Modifier((raw.value or 0) if value is None else value, raw.why, raw.rule)
            self.modifier_cache[name, value] = modifier
        return modifier

    @property
    def high(self) -> int:
        """Highest total with its own printed row."""
        rows = next(iter(self.by_column.values()), [])
        return self.low + len(rows) - 1

    def _no_column(self, column: str | None) -> str:
        columns = ", ".join(self.columns)
        if not columns:
            return f"chart {self.id} has no columns"
        if column is None:
            return f"chart {self.id} needs a column: {columns}"
        return f"chart {self.id} has no column {column!r}; its columns are {columns}"

    # -- compiling -------------------------------------------------------

    def _compile(self, raw: kinds.RawChart) -> None:
        if isinstance(raw, kinds.ColumnChart) and raw.columns:
            self.column_keys = tuple(raw.column_keys) or ("column",)
            summed = isinstance(raw, kinds.RangeChart) and bool(raw.column_ranges)
            self.has_numbered_columns = bool(raw.column_keys) and (
                summed or all(column.isdigit() for column in raw.columns)
            )
        if isinstance(raw, kinds.RangeChart):
            self._compile_range(raw.dice, raw.rows, raw.fields)
            self._compile_columns(raw)
            self.natural = tuple(raw.natural)
            self.open_low |= raw.clamp
            self.open_high |= raw.clamp
        elif isinstance(raw, kinds.MatrixChart):
            self._compile_cells(raw)
        elif isinstance(raw, kinds.ListChart):
            self._compile_list(raw)
        # Lookups use keyed charts and sums as they are (``charts/lookups.py``).
        elif isinstance(raw, kinds.KeyedChart):
            _refuse(faults_of_keyed(raw))
        elif isinstance(raw, kinds.SumChart):
            _refuse(faults_of_sum(raw))

    def _compile_range(self, dice: str, raw_rows: list[kinds.RangeRow], fields: list[str]) -> None:
        _refuse(faults_of_rows(raw_rows))
        self.dice = dice
        self.faces = kinds.DICE[dice]
        self.adds = self.faces[0] != 10 or len(self.faces) == 1
        placed: dict[int, Rows] = {}
        for raw_row in raw_rows:
            rows = self._rows(raw_row, fields)
            for part in raw_row.label.split(","):
                first, last = ends_of(part)
                self.open_low |= math.isinf(first)
                self.open_high |= math.isinf(last)
                # Of an open range, only the written end has a row; look_up clamps to it.
                placed.update(dict.fromkeys(numbers_in(part), rows))
        totals = sorted(placed)
        if not totals:
            raise ChartError("no rows")
        self.low = totals[0]
        columns: Sequence[str | None] = self.columns or (None,)
        self.by_column = {column: [placed[total][column] for total in totals] for column in columns}

    def _compile_columns(self, raw: kinds.RangeChart) -> None:
        _refuse(faults_of_columns(raw))
        # Most charts have no ranges, although they have columns.
        ranges = zip(raw.column_ranges, raw.columns, strict=False)
        numbered = {number: column for text, column in ranges for number in numbers_in(text)}
        self.column_low = min(numbered, default=0)
        self.column_names = [numbered[number] for number in sorted(numbered)]

    def _compile_cells(self, raw: kinds.MatrixChart) -> None:
        _refuse(faults_of_cells(raw))
        self.dice = f"{raw.row_dice} and {raw.column_dice}"
        self.faces = kinds.DICE[raw.row_dice] + kinds.DICE[raw.column_dice]
        for cell in raw.cells:
            values = kinds.values_of(raw.fields, cell.fields)
            self.cells[cell.row, cell.col] = Row(
                cell.label, values, effects=cell.effects, text=cell.name, key=cell.name
            )

    def _compile_list(self, raw: kinds.ListChart) -> None:
        _refuse(faults_of_list(raw, self.book))
        if raw.otherwise:
            self.otherwise = Row(label="", fields=kinds.values_of(raw.fields, raw.otherwise))
        for raw_row in raw.rows:
            rows = self._rows(raw_row, raw.fields)
            # Without columns, the entry has one row.
            row = rows.get(None, rows)
            self.list_rows.append((raw_row.label, row))
            if raw_row.id:
                self.list_rows.append((raw_row.id, row))

    def _rows(self, raw_row: kinds.ColumnRow, fields: list[str]) -> Rows:
        """A printed row compiled: one row for each column, or one if the chart has no columns."""
        label = raw_row.label
        text = raw_row.text
        effects = raw_row.effects
        if not self.columns:
            values = kinds.values_of(fields, raw_row.fields)
            return {None: Row(label, values, effects=effects, text=text, key=_key(values))}
        cells = raw_row.cells
        if cells is None or len(cells) != len(self.columns):
            raise ChartError(
                f"row {label} needs one cell for each of the chart's {len(self.columns)} columns"
            )
        column_effects = self.raw.column_effects if isinstance(self.raw, kinds.RangeChart) else {}
        rows: Rows = {}
        for column, cell in zip(self.columns, cells, strict=True):
            values = cell_fields(self.raw, cell, fields)
            # Only a cell with a value has the effects of its column.
            of_column = column_effects.get(column, ()) if any(values.values()) else ()
            rows[column] = Row(
                label, values, effects=effects + of_column, text=text, key=_key(values)
            )
        return rows


def cell_fields(raw: kinds.RawChart, cell: Any, fields: Sequence[str]) -> dict[str, Any]:
    """The fields of a cell, given as a table, as a word from ``cell_words``, or as the value of the
    only field.
    """
    if isinstance(raw, kinds.RangeChart) and isinstance(cell, str) and cell in raw.cell_words:
        cell = raw.cell_words[cell]
    if isinstance(cell, dict):
        return kinds.values_of(fields, cell)
    return {fields[0]: cell}


def _refuse(faults: Iterator[str]) -> None:
    """Raise ChartError for the first fault, if there is one."""
    for fault in faults:
        raise ChartError(fault)


def _key(values: dict[str, Any]) -> str:
    """The values of a row in one line."""
    return ",".join(_word(value) for value in values.values())


def _word(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "+".join(map(_word, value)) or "none"
    return str(value)
