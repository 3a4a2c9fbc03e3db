"""Checks of a chart that was read: frame, columns, rows, cells, notes, periods.

A shape is the kind, fields, columns and keys that the rules require of a chart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from picket_duty.charts import kinds
from picket_duty.charts.kinds import PLAIN, Book
from picket_duty.charts.rows import (
    faults_of_cells,
    faults_of_columns,
    faults_of_keyed,
    faults_of_list,
    faults_of_periods,
    faults_of_rows,
    faults_of_sum,
)
from picket_duty.charts.spans import ChartError, Ends, ends_of, judge, shown, twice


class Rules(NamedTuple):
    """Requirements of a book on its charts, in addition to their shapes.

    ``effects`` finds the faults of the effects of a row, given the notes they may roll and whether they are in a note.
    ``swing`` is the lowest and the highest sum of the dice modifiers of a chart.
    """

    book: Book = PLAIN
    effects: Callable[[Iterable[Any], Collection[str], bool], Iterator[str]] = lambda effects, notes, inside: iter(())
    swing: Callable[[kinds.RangeChart], tuple[int, int]] = lambda raw: (0, 0)


def check_chart(raw: kinds.RawChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    """All faults of a chart, each naming its row. With ``shape`` None any fields are allowed."""
    yield from _check_frame(raw, shape)
    if isinstance(raw, kinds.RangeChart | kinds.ListChart):
        yield from _check_columns(raw, shape)
        yield from _check_rows(raw, shape, rules)
    if isinstance(raw, kinds.RangeChart):
        yield from _check_range(raw, shape, rules)
    elif isinstance(raw, kinds.MatrixChart):
        yield from _check_matrix(raw, shape, rules)
    elif isinstance(raw, kinds.ListChart):
        yield from faults_of_list(raw, rules.book, bool(shape and shape.whole))
        if raw.otherwise:
            yield from (f"otherwise: {fault}" for fault in _check_fields(raw.otherwise, raw, shape))
    elif isinstance(raw, kinds.KeyedChart):
        yield from faults_of_keyed(raw)
    elif isinstance(raw, kinds.SumChart):
        yield from faults_of_sum(raw)
    yield from _check_worked_out(raw)
    yield from _check_notes(raw, shape, rules)
    modifiers = {**raw.modifiers, **raw.column_modifiers}
    yield from judge(
        [(f"modifier {name!r}", modifier.only) for name, modifier in modifiers.items() if modifier.only],
        "",
        whole=False,
    )


# -- the frame -----------------------------------------------------------


def _check_frame(raw: kinds.RawChart, shape: Shape | None) -> Iterator[str]:
    if shape is not None:
        yield from _check_use(raw, shape)
    if isinstance(raw, kinds.NotesChart) or (isinstance(raw, kinds.SumChart) and not raw.rows):
        return
    if not kinds.rows_of(raw):
        yield "no cells" if isinstance(raw, kinds.MatrixChart) else "no rows"
    if not raw.fields:
        yield "no fields"
    for field in twice(raw.fields):
        yield f"duplicate field {field!r}"
    if shape is None:
        return
    for field in raw.fields:
        if field not in shape.fields:
            yield f"unknown field {field!r}; known fields: {', '.join(shape.fields)}"
    for field, expected in shape.fields.items():
        if field not in raw.fields and not expected.optional:
            yield f"field {field!r} is missing"


def _check_use(raw: kinds.RawChart, shape: Shape) -> Iterator[str]:
    if raw.kind != shape.kind:
        yield f"'kind' is {raw.kind!r}, but the rules need a {shape.kind} here"
    if isinstance(raw, kinds.ListChart) and shape.kind == "list":
        if raw.key != shape.key:
            yield f"'key' is {raw.key!r}, but the rules look up this chart by {shape.key}"
        if raw.by != shape.by:
            yield f"'by' is {raw.by!r}, but this chart is looked up by {shape.by}"
    if isinstance(raw, kinds.RangeChart | kinds.ListChart) and tuple(raw.column_keys) != shape.column_keys:
        yield f"'column_keys' is {shown(raw.column_keys)}, but the rules need {list(shape.column_keys)}"


def _check_columns(raw: kinds.RangeChart | kinds.ListChart, shape: Shape | None) -> Iterator[str]:
    for column in twice(raw.columns):
        yield f"duplicate column {column!r}"
    if raw.headings and len(raw.headings) != len(raw.columns):
        yield f"the number of headings must be {len(raw.columns)}, not {len(raw.headings)}"
    if shape is None or not shape.columns:
        return
    for column in shape.columns:
        if column not in raw.columns:
            yield f"column {column!r} is missing"
    for column in raw.columns:
        if column not in shape.columns:
            yield f"unknown column {column!r}; known columns: {', '.join(shape.columns)}"


# -- rows ----------------------------------------------------------------


def _check_rows(raw: kinds.RangeChart | kinds.ListChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    words = raw.cell_words if isinstance(raw, kinds.RangeChart) else {}
    for word, fields in words.items():
        yield from (f"cell_words.{word}: {fault}" for fault in _check_fields(fields, raw, shape))
    rows: Sequence[kinds.RangeRow | kinds.ListRow] = raw.rows
    for number, row in enumerate(rows, 1):
        for fault in _check_row(raw, row, shape, rules):
            yield f"{kinds.row_name(number, row.label)}: {fault}"


def _check_row(
    raw: kinds.RangeChart | kinds.ListChart, row: kinds.RangeRow | kinds.ListRow, shape: Shape | None, rules: Rules
) -> Iterator[str]:
    yield from rules.effects(row.effects, _rolled_notes(raw), False)
    if not raw.columns:
        if row.cells is not None:
            yield "a chart without columns cannot have cells"
        yield from _check_fields(row.fields, raw, shape)
        return
    if row.cells is None:
        yield "cells are missing"
        return
    if len(row.cells) != len(raw.columns):
        yield f"the number of cells must be {len(raw.columns)}, not {len(row.cells)}"
    for column, cell in zip(raw.columns, row.cells, strict=False):
        for fault in _check_cell(raw, cell, shape):
            yield f"column {column}: {fault}"


def _check_cell(raw: kinds.RangeChart | kinds.ListChart, cell: Any, shape: Shape | None) -> Iterator[str]:
    words = raw.cell_words if isinstance(raw, kinds.RangeChart) else {}
    if isinstance(cell, Mapping):
        for key in cell:
            if key not in raw.fields:
                yield f"unknown field {key!r}; known fields: {', '.join(raw.fields)}"
        yield from _check_fields(cell, raw, shape)
    elif isinstance(cell, str) and cell in words:
        return
    elif words and len(raw.fields) != 1:
        yield f"{shown(cell)} is not one of {', '.join(words)}"
    elif len(raw.fields) != 1:
        yield f"cell {shown(cell)} is not a table with the fields {', '.join(raw.fields)}"
    elif shape is not None and (expected := shape.fields.get(raw.fields[0])) and not expected.fits(cell):
        yield f"{shown(cell)} is not {expected.says}"


def _check_fields(values: Mapping[str, Any], raw: kinds.RawChart, shape: Shape | None) -> Iterator[str]:
    for field in kinds.field_names(raw):
        expected = shape.fields.get(field) if shape else None
        if expected is None:
            continue
        if field not in values:
            if not expected.optional:
                yield f"{field} is missing"
        elif not expected.fits(values[field]):
            yield f"{field} {shown(values[field])} is not {expected.says}"


def _check_worked_out(raw: kinds.RawChart) -> Iterator[str]:
    for number, row in enumerate(kinds.rows_of(raw), 1):
        for field, value in row.fields.items():
            if not isinstance(value, Mapping) or kinds.EACH not in value:
                continue
            valid = set(value) <= {kinds.EACH, kinds.PER} and all(type(part) is int for part in value.values())
            if not valid or value.get(kinds.PER, 1) < 1:
                name = kinds.row_name(number, row.label)
                yield f"{name}: {field} {shown(value)} needs two whole numbers, 'each' and 'per' (1 or more)"


# -- range and matrix ----------------------------------------------------


def _check_range(raw: kinds.RangeChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    for column, effects in raw.column_effects.items():
        if column not in raw.columns:
            yield f"'column_effects' names the unknown column {column!r}"
        yield from (f"column {column}: {fault}" for fault in rules.effects(effects, (), True))
    yield from faults_of_columns(raw)
    for name in raw.asked:
        modifier = raw.modifiers.get(name)
        if modifier is None:
            yield f"'asked' names modifier {name!r}, which the chart does not have"
        elif modifier.value is None:
            try:
                ends_of(modifier.only)
            except ChartError:
                yield f"modifier {name!r} needs a value or a range of numbers"
    if shape is not None and shape.summed and not raw.column_ranges:
        yield "'column_ranges' is missing; this chart's column is selected by a sum"
    yield from _check_periods(raw, shape, rules.book)
    if raw.dice not in kinds.DICE:
        return
    low, high = kinds.dice_ends(raw.dice)
    for total in raw.natural:
        if not low <= total <= high:
            yield f"'natural' lists {total}, which {raw.dice} cannot roll"
    lowest, highest = rules.swing(raw)
    reach: Ends | None = None if raw.clamp else (low + lowest, high + highest)
    yield from faults_of_rows(raw.rows, reach, f", which {raw.dice} with the chart's modifiers can roll")


def _check_periods(raw: kinds.RangeChart, shape: Shape | None, book: Book) -> Iterator[str]:
    """Faults of periods: they must cover the calendar and each must have the same columns."""
    if not raw.periods:
        if shape is not None and shape.periods:
            yield "no periods"
        return
    ids = [period.id for period in raw.periods]
    of_period = [column.partition(" ") for column in raw.columns]
    rests = shape.periods if shape else dict.fromkeys(rest for _, _, rest in of_period)
    for name in ids:
        for rest in rests:
            if f"{name} {rest}" not in raw.columns:
                yield f"period {name!r} has no column {f'{name} {rest}'!r}"
    for name, _, rest in of_period:
        if name not in ids:
            yield f"column {f'{name} {rest}'!r} belongs to no period"
    yield from faults_of_periods(raw, book)


def _check_matrix(raw: kinds.MatrixChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    letters = {entry.letter for entry in raw.notes}
    for cell in raw.cells:
        faults = [*_check_fields(cell.fields, raw, shape), *rules.effects(cell.effects, _rolled_notes(raw), False)]
        note_letters = cell.fields.get("notes")
        for letter in note_letters if isinstance(note_letters, list) else []:
            if not isinstance(letter, str) or letter not in letters:
                faults.append(f"unknown note {shown(letter)}")
        yield from (f"row {cell.row}, column {cell.col}: {fault}" for fault in faults)
    if raw.row_dice in kinds.DICE and raw.column_dice in kinds.DICE:
        yield from faults_of_cells(raw)


# -- notes ---------------------------------------------------------------


def _rolled_notes(raw: kinds.RawChart) -> list[str]:
    """Names of the notes that an effect may use: those with dice or effects."""
    return [note.name for note in raw.notes if note.dice or note.effects]


def _check_notes(raw: kinds.RawChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    for name in twice(_rolled_notes(raw)):
        yield f"duplicate note {name!r}"
    for note in raw.notes:
        expected = shape.notes.get(note.name, {}) if shape else {}
        for fault in _check_note(note, expected, rules):
            yield f"note {note.name!r}: {fault}"


def _check_note(note: kinds.NoteData, expected: Mapping[str, FieldRule], rules: Rules) -> Iterator[str]:
    yield from rules.effects(note.effects, (), True)
    if not note.dice:
        if note.rows:
            yield "a note with rows needs dice"
        return
    if not note.name:
        yield "a note with dice needs an id"
    if not note.rows or not note.fields:
        yield "a note with dice needs rows and fields"
    for number, row in enumerate(note.rows, 1):
        name = kinds.row_name(number, row.label)
        if row.cells is not None:
            yield f"{name}: a note cannot have cells"
        for field in note.fields:
            if field not in row.fields:
                yield f"{name}: {field} is missing"
            elif field in expected and not expected[field].fits(row.fields[field]):
                yield f"{name}: {field} {shown(row.fields[field])} is not {expected[field].says}"
        yield from (f"{name}: {fault}" for fault in rules.effects(row.effects, (), True))
    yield from faults_of_rows(note.rows, kinds.dice_ends(note.dice), f", which {note.dice} can roll")


# -- shapes --------------------------------------------------------------


class FieldRule(NamedTuple):
    """Allowed values of a field, in words and as a test; ``optional`` if a row may omit it."""

    says: str
    fits: Callable[[Any], bool]
    optional: bool = False


class Shape(NamedTuple):
    """The form of a chart that the rules use: kind, fields and, if fixed, columns.

    A list is looked up by ``key``, a name, a number or a date (``by``); with ``whole`` every day must have an entry.
    ``column_keys`` are the keys of a question that make up a column's name. If the first of them is a period of the
    calendar, ``periods`` are the words after it. ``summed`` is whether a sum selects the column. ``notes`` are the
    fields of the notes whose die the rules roll, by the name of the note.
    """

    kind: str
    fields: dict[str, FieldRule]
    columns: tuple[str, ...] = ()
    key: str = ""
    by: str = "name"
    whole: bool = False
    column_keys: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()
    summed: bool = False
    notes: Mapping[str, Mapping[str, FieldRule]] = {}


def number(low: int, high: int) -> FieldRule:
    """A whole number from ``low`` to ``high``."""
    return FieldRule(f"a number from {low} to {high}", lambda value: type(value) is int and low <= value <= high)


def one_of(*words: str) -> FieldRule:
    """One of the given words."""
    return FieldRule(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


def maybe(field: FieldRule) -> FieldRule:
    """The same field, but optional."""
    return field._replace(optional=True)


def list_of(field: FieldRule, low: int, high: int) -> FieldRule:
    """A list of ``low`` to ``high`` values of a field."""
    return FieldRule(
        f"a list of {low} to {high}, each {field.says}",
        lambda value: isinstance(value, list) and low <= len(value) <= high and all(map(field.fits, value)),
    )


FLAG = FieldRule("true or false", lambda value: isinstance(value, bool))
TEXT = FieldRule("text", lambda value: isinstance(value, str) and bool(value.strip()))
