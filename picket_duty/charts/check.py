"""Checks a chart that was read against the shape that the rules require."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from picket_duty.charts import kinds
from picket_duty.charts.book import PLAIN, Book
from picket_duty.charts.errors import ChartError
from picket_duty.charts.faults import (
    faults_of_cells,
    faults_of_columns,
    faults_of_keyed,
    faults_of_list,
    faults_of_ranges,
    faults_of_rows,
    faults_of_sum,
    located,
    repeated,
    shown,
)
from picket_duty.charts.shapes import ANYTHING, FieldRule, Shape
from picket_duty.charts.spans import Ends, ends_of


class FaultsOfEffects(Protocol):
    """Finds the faults of the effects of a row: ``notes`` are the notes that they may roll, and
    ``inside_note`` is whether they are in a note.
    """

    def __call__(
        self, effects: Iterable[Any], notes: Collection[str], inside_note: bool
    ) -> Iterator[str]: ...


def no_faults(effects: Iterable[Any], notes: Collection[str], inside_note: bool) -> Iterator[str]:
    """No faults, for a book that has no effects."""
    return iter(())


class Rules(NamedTuple):
    """Requirements of a book on its charts, in addition to their shapes.

    ``sums_of_modifiers`` is the lowest and the highest sum of the dice modifiers of a chart.
    """

    book: Book = PLAIN
    effects: FaultsOfEffects = no_faults
    sums_of_modifiers: Callable[[kinds.RangeChart], tuple[int, int]] = lambda raw: (0, 0)


def check_chart(raw: kinds.RawChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    """All faults of a chart, each naming its row. With ``shape`` None any fields are allowed."""
    yield from _check_frame(raw, shape)
    if isinstance(raw, kinds.ColumnChart):
        yield from _check_columns(raw, shape)
        yield from _check_rows(raw, shape, rules)
    if isinstance(raw, kinds.RangeChart):
        yield from _check_range(raw, shape, rules)
    elif isinstance(raw, kinds.MatrixChart):
        yield from _check_matrix(raw, shape, rules)
    elif isinstance(raw, kinds.ListChart):
        yield from faults_of_list(raw, rules.book, whole=bool(shape and shape.whole))
        if raw.otherwise:
            yield from located("otherwise", _check_fields(raw.otherwise, raw, shape))
    elif isinstance(raw, kinds.KeyedChart):
        yield from faults_of_keyed(raw)
    elif isinstance(raw, kinds.SumChart):
        yield from faults_of_sum(raw)
    yield from _check_computed(raw)
    yield from _check_notes(raw, shape, rules)
    modifiers = {**raw.modifiers, **raw.column_modifiers}
    # Modifiers for a range of numbers only: the ranges must be readable and must not overlap.
    limited = [(f"modifier {name!r}", each.only) for name, each in modifiers.items() if each.only]
    yield from faults_of_ranges(limited, what="", whole=False)


def _check_frame(raw: kinds.RawChart, shape: Shape | None) -> Iterator[str]:
    if shape is not None:
        yield from _check_keys(raw, shape)
    # A chart of notes has no rows, and a sum need not have any.
    if isinstance(raw, kinds.NotesChart) or (isinstance(raw, kinds.SumChart) and not raw.rows):
        return
    if not raw.rows:
        yield "no cells" if isinstance(raw, kinds.MatrixChart) else "no rows"
    if not raw.fields:
        yield "no fields"
    yield from (f"duplicate field {field!r}" for field in repeated(raw.fields))
    if shape is not None:
        yield from _unknown("field", raw.fields, shape.fields)
        for field, expected in shape.fields.items():
            if field not in raw.fields and (expected.read or not expected.optional):
                yield f"field {field!r} is missing"


def _check_keys(raw: kinds.RawChart, shape: Shape) -> Iterator[str]:
    if raw.kind != shape.kind:
        yield f"'kind' is {raw.kind!r}, but the rules need {shape.kind!r} here"
    if isinstance(raw, kinds.ListChart) and shape.kind == "list":
        if raw.key != shape.key:
            yield f"'key' is {raw.key!r}, but this chart is looked up by {shape.key!r}"
        if raw.by != shape.by:
            yield f"'by' is {raw.by!r}, but this chart is looked up by {shape.by!r}"
    if isinstance(raw, kinds.ColumnChart):
        wanted = list(shape.column_keys)
        if raw.column_keys != wanted:
            yield f"'column_keys' is {shown(raw.column_keys)}, but the rules need {wanted}"


def _unknown(what: str, names: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """Faults of names that are not among the known ones; ``what`` they are, in the singular."""
    for name in names:
        if name not in known:
            yield f"unknown {what} {name!r}; known {what}s: {', '.join(known)}"


def _check_columns(raw: kinds.ColumnChart, shape: Shape | None) -> Iterator[str]:
    yield from (f"duplicate column {column!r}" for column in repeated(raw.columns))
    if raw.headings and len(raw.headings) != len(raw.columns):
        yield f"the number of headings must be {len(raw.columns)}, not {len(raw.headings)}"
    # ``_check_periods`` checks the columns of a chart with periods.
    if shape is None or shape.periods:
        return
    if raw.columns and not shape.columns:
        yield "columns are not allowed; the rules roll on this chart without columns"
        return
    for column in shape.columns:
        if column not in raw.columns:
            yield f"column {column!r} is missing"
    yield from _unknown("column", raw.columns, shape.columns)


def _check_rows(raw: kinds.ColumnChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    words = raw.cell_words if isinstance(raw, kinds.RangeChart) else {}
    for word, fields in words.items():
        yield from located(f"cell_words.{word}", _check_fields(fields, raw, shape))
    notes = _rolled_notes(raw)
    rows: Sequence[kinds.ColumnRow] = raw.rows
    for number, row in enumerate(rows, 1):
        name = kinds.row_name(number, row.label)
        yield from located(name, rules.effects(row.effects, notes, inside_note=False))
        yield from located(name, _check_row(raw, row, shape))


def _check_row(
    raw: kinds.ColumnChart,
    row: kinds.ColumnRow,
    shape: Shape | None,
) -> Iterator[str]:
    cells = row.cells
    if not raw.columns:
        if cells is not None:
            yield "a chart without columns cannot have cells"
        yield from _check_fields(row.fields, raw, shape)
    elif cells is None:
        yield "cells are missing"
    else:
        if len(cells) != len(raw.columns):
            yield f"the number of cells must be {len(raw.columns)}, not {len(cells)}"
        for column, cell in zip(raw.columns, cells, strict=False):
            yield from located(f"column {column}", _check_cell(raw, cell, shape))


def _check_cell(raw: kinds.ColumnChart, cell: Any, shape: Shape | None) -> Iterator[str]:
    words = raw.cell_words if isinstance(raw, kinds.RangeChart) else {}
    if isinstance(cell, Mapping):
        yield from _unknown("field", cell, raw.fields)
        yield from _check_fields(cell, raw, shape)
    elif isinstance(cell, str) and cell in words:
        # ``_check_rows`` checks the fields that the word stands for.
        return
    elif len(raw.fields) == 1:
        expected = shape.fields.get(raw.fields[0], ANYTHING) if shape else ANYTHING
        if not expected.fits(cell):
            yield f"{shown(cell)} is not {expected.says}"
    elif words:
        yield f"{shown(cell)} is not one of {', '.join(words)}"
    else:
        yield f"cell {shown(cell)} is not a table with the fields {', '.join(raw.fields)}"


def _check_fields(values: kinds.Fields, raw: kinds.RawChart, shape: Shape | None) -> Iterator[str]:
    """Faults of the values of a row or cell; fields that the shape lacks may have any value."""
    expected = shape.fields if shape else {}
    rules = {field: expected[field] for field in raw.fields if field in expected}
    return _check_values(values, rules)


def _check_values(values: kinds.Fields, expected: Mapping[str, FieldRule]) -> Iterator[str]:
    for field, rule in expected.items():
        if field not in values and not rule.optional:
            yield f"field {field!r} is missing"
        elif field in values and not rule.fits(values[field]):
            yield f"{field} {shown(values[field])} is not {rule.says}"


def _check_computed(raw: kinds.RawChart) -> Iterator[str]:
    """Faults of values such as ``{each = 2, per = 5}``, which a lookup computes from the number in
    the question.
    """
    for number, row in enumerate(raw.rows, 1):
        name = kinds.row_name(number, row.label)
        for field, value in row.fields.items():
            if not isinstance(value, Mapping) or kinds.EACH not in value:
                continue
            whole = all(type(part) is int for part in value.values())
            others = value.keys() - {kinds.EACH, kinds.PER}
            if not whole or others or value.get(kinds.PER, 1) < 1:
                yield (
                    f"{name}: {field} {shown(value)} needs whole numbers for 'each' and 'per' "
                    f"(at least 1)"
                )


def _check_range(raw: kinds.RangeChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    for column, effects in raw.column_effects.items():
        if column not in raw.columns:
            yield f"'column_effects' names an unknown column, {column!r}"
        # As in a note, the item that is hit is known.
        yield from located(f"column {column}", rules.effects(effects, notes=(), inside_note=True))
    yield from faults_of_columns(raw)
    # A modifier without a value gets a number from the question, which must be in its range.
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
        yield "this chart selects its column by a sum, so it needs 'column_ranges'"
    yield from _check_periods(raw, shape, rules.book)
    if raw.dice not in kinds.DICE:
        return
    totals = kinds.TOTALS[raw.dice]
    for total in raw.natural:
        if total not in totals:
            yield f"'natural' lists {total}, which cannot be rolled with {raw.dice}"
    # With ``clamp``, a total beyond the rows uses the nearest row.
    reach: Ends | None = None
    if not raw.clamp:
        lowest, highest = rules.sums_of_modifiers(raw)
        reach = (totals[0] + lowest, totals[-1] + highest)
    reason = f", which can be rolled with {raw.dice} and the chart's modifiers"
    yield from faults_of_rows(raw.rows, reach=reach, reason=reason)


def _check_periods(raw: kinds.RangeChart, shape: Shape | None, book: Book) -> Iterator[str]:
    """Faults of periods: they must cover the calendar and each must have the same columns."""
    if not raw.periods:
        if shape is not None and shape.periods:
            yield "no periods"
        return
    ids = [period.id for period in raw.periods]
    # The name of a column is the id of its period, a space and the rest.
    of_period = [column.partition(" ") for column in raw.columns]
    rests = shape.periods if shape else dict.fromkeys(rest for _, _, rest in of_period)
    for name in ids:
        for rest in rests:
            if f"{name} {rest}" not in raw.columns:
                yield f"period {name!r} has no column {f'{name} {rest}'!r}"
    for name, _, rest in of_period:
        if name not in ids:
            yield f"column {f'{name} {rest}'!r} belongs to no period"
    ranges = [(f"period {period.id!r}", f"{period.first}..{period.last}") for period in raw.periods]
    yield from faults_of_ranges(ranges, "period", book=book)


def _check_matrix(raw: kinds.MatrixChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    letters = {entry.letter for entry in raw.notes}
    notes = _rolled_notes(raw)
    for cell in raw.cells:
        name = f"row {cell.row}, column {cell.col}"
        yield from located(name, _check_fields(cell.fields, raw, shape))
        yield from located(name, rules.effects(cell.effects, notes, inside_note=False))
        note_letters = cell.fields.get("notes")
        for letter in note_letters if isinstance(note_letters, list) else []:
            if not isinstance(letter, str) or letter not in letters:
                yield f"{name}: unknown note {shown(letter)}"
    if raw.row_dice in kinds.DICE and raw.column_dice in kinds.DICE:
        yield from faults_of_cells(raw)


def _rolled_notes(raw: kinds.RawChart) -> list[str]:
    """Names of the notes that an effect may use: those with dice or effects."""
    return [note.name for note in raw.notes if note.dice or note.effects]


def _check_notes(raw: kinds.RawChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    yield from (f"duplicate note {name!r}" for name in repeated(_rolled_notes(raw)))
    for note in raw.notes:
        name = f"note {note.name!r}"
        expected = shape.notes.get(note.name, {}) if shape else {}
        yield from located(name, rules.effects(note.effects, notes=(), inside_note=True))
        if note.dice:
            yield from located(name, _check_die(note, note.dice, expected, rules))
        elif note.rows:
            yield f"{name}: a note with 'rows' needs 'dice'"


def _check_die(
    note: kinds.NoteData, dice: str, expected: Mapping[str, FieldRule], rules: Rules
) -> Iterator[str]:
    """Faults of a note with dice."""
    if not note.name:
        yield "a note with 'dice' needs an 'id'"
    if not (note.rows and note.fields):
        yield "a note with 'dice' needs 'rows' and 'fields'"
    for field in expected:
        if field not in note.fields:
            yield f"field {field!r} is missing"
    rules_of = {field: expected.get(field, ANYTHING) for field in note.fields}
    for number, row in enumerate(note.rows, 1):
        name = kinds.row_name(number, row.label)
        if row.cells is not None:
            yield f"{name}: a note cannot have cells"
        yield from located(name, _check_values(row.fields, rules_of))
        yield from located(name, rules.effects(row.effects, notes=(), inside_note=True))
    totals = kinds.TOTALS[dice]
    reach = (totals[0], totals[-1])
    reason = f", which can be rolled with {dice}"
    yield from faults_of_rows(note.rows, reach=reach, reason=reason)
