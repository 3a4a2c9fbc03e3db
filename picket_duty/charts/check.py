"""Checks of a chart that was read, against the shape that the rules require; faults of data against
its type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from picket_duty.charts import kinds
from picket_duty.charts.faults import (
    faults_of_cells,
    faults_of_columns,
    faults_of_keyed,
    faults_of_list,
    faults_of_rows,
    faults_of_sum,
)
from picket_duty.charts.kinds import (
    PLAIN,
    Book,
    ChartError,
    Ends,
    ends_of,
    judge,
    located,
    shown,
    twice,
)

#: Keys that identify an entry of a list in a fault, in order of preference.
NAMES = ("id", "name", "number")
Structs = tuple[type[msgspec.Struct], ...]
_COLLECTIONS = (
    inspect.ListType,
    inspect.VarTupleType,
    inspect.TupleType,
    inspect.DictType,
    inspect.StructType,
)


class FieldType(NamedTuple):
    """A field of a struct: its Python type and its msgspec description."""

    kind: Any
    info: inspect.Type
    required: bool


def faults_of(value: Any, kind: type[msgspec.Struct]) -> Iterator[str]:
    """All faults of a table that should be of type ``kind``."""
    if not isinstance(value, Mapping):
        yield f"{shown(value)} is not a table"
        return
    fields = _fields(kind)
    for key in value:
        if key not in fields and key != kind.__struct_config__.tag_field:
            known = "no fields are allowed here"
            if fields:
                known = f"known fields: {', '.join(fields)}"
            yield f"unknown field {key!r}; {known}"
    for name, field in fields.items():
        if name in value:
            yield from _of_value(name, value[name], field)
        elif field.required:
            yield f"{name} is missing"


def sound_fields(table: Mapping[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The valid fields of a table; a required text that is missing or invalid becomes an empty
    text.
    """
    values: dict[str, Any] = {}
    for name, field in _fields(kind).items():
        try:
            if name in table:
                values[name] = msgspec.convert(table[name], field.kind)
                continue
        except msgspec.ValidationError:
            pass
        if field.required and _is_text(field.info):
            values[name] = ""
    return values


def says(info: inspect.Type) -> str:
    """The expected value in words: the description of the type if it has one."""
    if isinstance(info, inspect.Metadata):
        return str((info.extra_json_schema or {}).get("description") or says(info.type))
    if isinstance(info, inspect.IntType | inspect.FloatType):
        return _number(info)
    if isinstance(info, inspect.UnionType):
        parts = [part for part in info.types if not isinstance(part, inspect.NoneType)]
        return " or ".join(map(says, parts))
    if isinstance(info, inspect.ListType | inspect.VarTupleType):
        least = f"{info.min_length} or more, " if info.min_length else ""
        return f"a list of {least}each {says(info.item_type)}"
    if isinstance(info, inspect.TupleType):
        return f"a list of {len(info.item_types)}, each {says(info.item_types[0])}"
    plain: dict[type[inspect.Type], str] = {
        inspect.StrType: "text",
        inspect.BoolType: "true or false",
        inspect.DateType: "a valid date (use YYYY-MM-DD)",
    }
    return plain.get(type(info), "a table")


def any_of(words: list[str]) -> str:
    """A choice of words in a fault: ``one of a, b, c`` or ``a or b``."""
    if len(words) != 2:
        return f"one of {', '.join(words)}"
    return " or ".join(words)


@lru_cache(maxsize=256)
def _fields(kind: type[msgspec.Struct]) -> dict[str, FieldType]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    fields = {}
    for field in described.fields:
        # A list or table type without its description, because its parts are described separately.
        inner = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
        info = inner if isinstance(inner, _COLLECTIONS) else field.type
        fields[field.name] = FieldType(types[field.name], info, field.required)
    return fields


def _of_value(name: str, value: Any, field: FieldType) -> Iterator[str]:
    info = field.info
    if isinstance(value, list) and (kinds := _tables_in(info)):
        yield from _of_length(name, value, info)
        for number, entry in enumerate(value, 1):
            yield from located(f"{name} {number}{_called(entry)}", _of_item(entry, kinds))
    elif isinstance(info, inspect.DictType) and isinstance(value, Mapping):
        yield from _of_length(name, value, info)
        _, kind = get_args(_plain(field.kind))
        for key, entry in value.items():
            yield from _of_entry(f"{name}.{key}", entry, info.value_type, kind)
    elif isinstance(info, inspect.StructType):
        yield from _of_entry(name, value, info, field.kind)
    elif not _fits(value, field.kind):
        words = _words_of(field.kind)
        wanted = any_of(words) if words else says(info)
        faults = _of_parts(name, value, field) if isinstance(value, list) else []
        yield from faults or [f"{name} {shown(value)} is not {wanted}"]


def _of_parts(name: str, values: list[Any], field: FieldType) -> list[str]:
    """Faults of a list, and of its entries if they are lists or have a description."""
    info = field.info
    faults = [*_of_length(name, values, info)]
    if not isinstance(info, inspect.VarTupleType):
        return faults
    if isinstance(info.item_type, inspect.TupleType | inspect.Metadata):
        kind = get_args(_plain(field.kind))[0]
        for number, entry in enumerate(values, 1):
            faults += _of_entry(f"{name} {number}:", entry, info.item_type, kind)
    return faults


def _called(entry: Any) -> str:
    """The id, name or number of an entry, in parentheses."""
    keys = entry if isinstance(entry, Mapping) else {}
    names = [keys[key] for key in NAMES if isinstance(keys.get(key), str | int)]
    return f" ({names[0]})" if names else ""


def _of_entry(name: str, value: Any, info: inspect.Type, kind: Any) -> Iterator[str]:
    if isinstance(info, inspect.StructType):
        yield from located(name, faults_of(value, info.cls))
    elif not _fits(value, kind):
        yield f"{name} {shown(value)} is not {says(info)}"


def _of_length(name: str, value: Any, info: inspect.Type) -> Iterator[str]:
    if not isinstance(info, inspect.ListType | inspect.VarTupleType | inspect.DictType):
        return
    if info.min_length and not value:
        yield f"no {name}"
    if info.max_length is not None and len(value) > info.max_length:
        yield f"{len(value)} {name}; at most {info.max_length} are allowed"


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _plain(kind: Any) -> Any:
    if get_origin(kind) is Annotated:
        return get_args(kind)[0]
    return kind


def _words_of(kind: Any) -> list[str]:
    parts = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    if any(get_origin(part) is not Literal for part in parts):
        return []
    return [word for part in parts for word in get_args(part) if word]


def _tables_in(info: inspect.Type) -> Structs:
    if not isinstance(info, inspect.ListType | inspect.VarTupleType):
        return ()
    item = info.item_type
    kinds = item.types if isinstance(item, inspect.UnionType) else (item,)
    return tuple(kind.cls for kind in kinds if isinstance(kind, inspect.StructType))


def _of_item(entry: Any, kinds: Structs) -> Iterator[str]:
    if len(kinds) == 1 or not isinstance(entry, Mapping):
        yield from faults_of(entry, kinds[0])
        return
    tag = str(kinds[0].__struct_config__.tag_field)
    tags = {kind.__struct_config__.tag: kind for kind in kinds}
    entry_tag = entry.get(tag)
    if isinstance(entry_tag, str) and entry_tag in tags:
        yield from located(entry_tag, faults_of(entry, tags[entry_tag]))
    else:
        yield f"{tag} {shown(entry_tag)} is not one of {', '.join(map(str, tags))}"


def _number(info: inspect.IntType | inspect.FloatType) -> str:
    if info.ge is None:
        if isinstance(info, inspect.IntType):
            return "a whole number"
        return "a number"
    if info.le is None:
        return f"a number of {info.ge:g} or more"
    return f"a number from {info.ge:g} to {info.le:g}"


def _is_text(info: inspect.Type) -> bool:
    if isinstance(info, inspect.UnionType):
        return any(map(_is_text, info.types))
    if isinstance(info, inspect.Metadata):
        return _is_text(info.type)
    return isinstance(info, inspect.StrType | inspect.LiteralType)


class Rules(NamedTuple):
    """Requirements of a book on its charts, in addition to their shapes.

    ``effects`` finds the faults of the effects of a row, given the notes they may roll and whether
    they are in a note. ``swing`` is the lowest and the highest sum of the dice modifiers of a
    chart.
    """

    book: Book = PLAIN
    effects: Callable[[Iterable[Any], Collection[str], bool], Iterator[str]] = (
        lambda effects, notes, inside: iter(())
    )
    swing: Callable[[kinds.RangeChart], tuple[int, int]] = lambda raw: (0, 0)


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
        yield from faults_of_list(raw, rules.book, bool(shape and shape.whole))
        if raw.otherwise:
            yield from located("otherwise", _check_fields(raw.otherwise, raw, shape))
    elif isinstance(raw, kinds.KeyedChart):
        yield from faults_of_keyed(raw)
    elif isinstance(raw, kinds.SumChart):
        yield from faults_of_sum(raw)
    yield from _check_worked_out(raw)
    yield from _check_notes(raw, shape, rules)
    modifiers = {**raw.modifiers, **raw.column_modifiers}
    limited = [(f"modifier {name!r}", each.only) for name, each in modifiers.items() if each.only]
    yield from judge(limited, "", whole=False)


def _check_frame(raw: kinds.RawChart, shape: Shape | None) -> Iterator[str]:
    if shape is not None:
        yield from _check_keys(raw, shape)
    if isinstance(raw, kinds.NotesChart) or (isinstance(raw, kinds.SumChart) and not raw.rows):
        return
    if not raw.rows:
        yield "no cells" if isinstance(raw, kinds.MatrixChart) else "no rows"
    if not raw.fields:
        yield "no fields"
    yield from (f"duplicate field {field!r}" for field in twice(raw.fields))
    if shape is not None:
        yield from _unknown("field", raw.fields, shape.fields)
        for field, expected in shape.fields.items():
            if field not in raw.fields and (expected.read or not expected.optional):
                yield f"field {field!r} is missing"


def _check_keys(raw: kinds.RawChart, shape: Shape) -> Iterator[str]:
    if raw.kind != shape.kind:
        yield f"'kind' is {raw.kind!r}, but the rules need a {shape.kind} here"
    if isinstance(raw, kinds.ListChart) and shape.kind == "list":
        if raw.key != shape.key:
            yield f"'key' is {raw.key!r}, but the rules look up this chart by {shape.key}"
        if raw.by != shape.by:
            yield f"'by' is {raw.by!r}, but this chart is looked up by {shape.by}"
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
    yield from (f"duplicate column {column!r}" for column in twice(raw.columns))
    if raw.headings and len(raw.headings) != len(raw.columns):
        yield f"the number of headings must be {len(raw.columns)}, not {len(raw.headings)}"
    # The columns of a chart with periods belong to them.
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
        yield from located(name, rules.effects(row.effects, notes, False))
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
    expected = shape.fields if shape else {}
    rules = {field: expected[field] for field in raw.fields if field in expected}
    return _check_values(values, rules)


def _check_values(values: kinds.Fields, expected: Mapping[str, FieldRule]) -> Iterator[str]:
    for field, rule in expected.items():
        if field not in values and not rule.optional:
            yield f"{field} is missing"
        elif field in values and not rule.fits(values[field]):
            yield f"{field} {shown(values[field])} is not {rule.says}"


def _check_worked_out(raw: kinds.RawChart) -> Iterator[str]:
    for number, row in enumerate(raw.rows, 1):
        name = kinds.row_name(number, row.label)
        for field, value in row.fields.items():
            if not isinstance(value, Mapping) or kinds.EACH not in value:
                continue
            whole = all(type(part) is int for part in value.values())
            others = value.keys() - {kinds.EACH, kinds.PER}
            if not whole or others or value.get(kinds.PER, 1) < 1:
                yield (
                    f"{name}: {field} {shown(value)} needs two whole numbers, 'each' and 'per' (1 "
                    f"or more)"
                )


def _check_range(raw: kinds.RangeChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    for column, effects in raw.column_effects.items():
        if column not in raw.columns:
            yield f"'column_effects' names an unknown column, {column!r}"
        yield from located(f"column {column}", rules.effects(effects, (), True))
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
    totals = kinds.TOTALS[raw.dice]
    for total in raw.natural:
        if total not in totals:
            yield f"'natural' lists {total}, which {raw.dice} cannot roll"
    reach: Ends | None = None
    if not raw.clamp:
        lowest, highest = rules.swing(raw)
        reach = (totals[0] + lowest, totals[-1] + highest)
    reason = f", which {raw.dice} can produce with the chart's modifiers"
    yield from faults_of_rows(raw.rows, reach, reason)


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
    ranges = [(f"period {period.id!r}", f"{period.first}..{period.last}") for period in raw.periods]
    yield from judge(ranges, "period", book)


def _check_matrix(raw: kinds.MatrixChart, shape: Shape | None, rules: Rules) -> Iterator[str]:
    letters = {entry.letter for entry in raw.notes}
    for cell in raw.cells:
        name = f"row {cell.row}, column {cell.col}"
        yield from located(name, _check_fields(cell.fields, raw, shape))
        yield from located(name, rules.effects(cell.effects, _rolled_notes(raw), False))
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
    yield from (f"duplicate note {name!r}" for name in twice(_rolled_notes(raw)))
    for note in raw.notes:
        name = f"note {note.name!r}"
        expected = shape.notes.get(note.name, {}) if shape else {}
        yield from located(name, rules.effects(note.effects, (), True))
        if note.dice:
            yield from located(name, _check_die(note, note.dice, expected, rules))
        elif note.rows:
            yield f"{name}: a note with rows needs dice"


def _check_die(
    note: kinds.NoteData, dice: str, expected: Mapping[str, FieldRule], rules: Rules
) -> Iterator[str]:
    """Faults of a note with dice."""
    if not note.name:
        yield "a note with dice needs an id"
    if not (note.rows and note.fields):
        yield "a note with dice needs rows and fields"
    for field in expected:
        if field not in note.fields:
            yield f"field {field!r} is missing"
    rules_of = {field: expected.get(field, ANYTHING) for field in note.fields}
    for number, row in enumerate(note.rows, 1):
        name = kinds.row_name(number, row.label)
        if row.cells is not None:
            yield f"{name}: a note cannot have cells"
        yield from located(name, _check_values(row.fields, rules_of))
        yield from located(name, rules.effects(row.effects, (), True))
    totals = kinds.TOTALS[dice]
    reach = (totals[0], totals[-1])
    yield from faults_of_rows(note.rows, reach, f", which {dice} can roll")


class FieldRule(NamedTuple):
    """Allowed values of a field, in words and as a test.

    A row may omit an ``optional`` field, and a chart without it may leave it out of its fields,
    unless the rules read it in every row (``read``).
    """

    says: str
    fits: Callable[[Any], bool]
    optional: bool = False
    read: bool = False


class Shape(NamedTuple):
    """The form of a chart that the rules use: kind, fields and, if fixed, columns.

    A list is looked up by ``key``, a name, a number or a date (``by``); with ``whole`` every day
    must have an entry. ``column_keys`` are the keys of a question that make up a column's name. If
    the first of them is a period of the calendar, ``periods`` are the words after it. ``summed`` is
    whether a sum selects the column. ``notes`` are the fields of the notes whose die the rules
    roll, by the name of the note.
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
    return FieldRule(
        f"a number from {low} to {high}", lambda value: type(value) is int and low <= value <= high
    )


def one_of(*words: str) -> FieldRule:
    """One of the given words."""
    return FieldRule(
        f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words
    )


def maybe(field: FieldRule) -> FieldRule:
    """The same field, but optional."""
    return field._replace(optional=True)


def blank(field: FieldRule) -> FieldRule:
    """The same field, but a row may leave it blank; the rules read it in every row."""
    return field._replace(optional=True, read=True)


def list_of(field: FieldRule, low: int, high: int) -> FieldRule:
    """A list of ``low`` to ``high`` values of a field."""
    return FieldRule(
        f"a list of {low} to {high}, each {field.says}",
        lambda value: (
            isinstance(value, list) and low <= len(value) <= high and all(map(field.fits, value))
        ),
    )


ANYTHING = FieldRule("anything", lambda value: True)
FLAG = FieldRule("true or false", lambda value: isinstance(value, bool))
TEXT = FieldRule("text", lambda value: isinstance(value, str) and bool(value.strip()))
