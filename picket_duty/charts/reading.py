"""Reading of chart files. A fault is reported and its part left out, so that all faults are found
at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from picket_duty.bounded import read_file
from picket_duty.charts import kinds
from picket_duty.charts.book import PLAIN, Book
from picket_duty.charts.chart import Chart
from picket_duty.charts.errors import ChartError
from picket_duty.charts.faults import shown
from picket_duty.charts.toml_files import LARGEST_FILE, read_toml

#: Parts of a chart file that are read entry by entry, after the rest, which is the frame.
APART = ("rows", "cells", "notes", "column_effects")

T = TypeVar("T", bound=msgspec.Struct)
R = TypeVar("R", kinds.RangeRow, kinds.ListRow, kinds.KeyedRow, kinds.MatrixCell)
Faults = list[str]


def file_name(chart_id: str) -> str:
    """File name of a chart: its id with slashes and spaces replaced by dashes."""
    return chart_id.replace("/", "-").replace(" ", "-") + ".toml"


def load_chart(path: Path, book: Book = PLAIN) -> Chart:
    """Read a chart file. Raises ChartError with the file name and the fault."""
    faults: Faults = []
    raw = read_chart(read_toml(path), book, faults)
    try:
        if raw is None or faults:
            raise ChartError(faults[0])
        return Chart(raw, book)
    except ChartError as error:
        raise ChartError(f"{path}: {error}") from None


def chart_id_of(path: Path) -> str:
    """The id in a chart file, read without parsing the whole file. Raises ChartError, OSError."""
    for line in read_file(path, LARGEST_FILE).decode("utf-8", "replace").splitlines():
        name, _, value = line.partition("=")
        if name.strip() == "id":
            return value.split("#")[0].strip().strip("\"'")
    raise ChartError(f"{path}: field 'id' is missing")


def read_chart(data: Mapping[str, Any], book: Book, faults: Faults) -> kinds.RawChart | None:
    """The readable parts of a chart, or None if its kind or its frame (everything but ``APART``) is
    invalid; appends every fault to ``faults``.
    """
    kind_name = data.get("kind")
    kind = kinds.KINDS.get(kind_name) if isinstance(kind_name, str) else None
    if kind is None:
        from picket_duty.charts.data_faults import any_of

        fault = "field 'kind' is missing"
        if kind_name:
            fault = f"unknown kind {shown(kind_name)}; it must be {any_of(list(kinds.KINDS))}"
        faults.append(fault)
        return None
    separate = [name for name in APART if name in kind.__struct_fields__]
    raw = _table({key: data[key] for key in data if key not in separate}, kind, faults)
    if raw is None:
        return None
    raw.notes = [
        _note(entry, number, book, faults) for number, entry in _numbered(data, "notes", faults)
    ]
    if isinstance(raw, kinds.RangeChart):
        raw.rows = _rows(data, "rows", kinds.RangeRow, raw.fields, book, faults)
        raw.column_effects = _column_effects(data.get("column_effects", {}), book, faults)
    elif isinstance(raw, kinds.ListChart):
        raw.rows = _rows(data, "rows", kinds.ListRow, raw.fields, book, faults)
    elif isinstance(raw, kinds.KeyedChart):
        raw.rows = _rows(data, "rows", kinds.KeyedRow, [*raw.keys, *raw.fields], book, faults)
        # In the file, keys and fields are written side by side.
        for row in raw.rows:
            row.key_values = {key: row.fields.pop(key) for key in raw.keys if key in row.fields}
    elif isinstance(raw, kinds.SumChart):
        raw.rows = _rows(data, "rows", kinds.RangeRow, raw.fields, book, faults)
    elif isinstance(raw, kinds.MatrixChart):
        raw.cells = _rows(data, "cells", kinds.MatrixCell, raw.fields, book, faults)
    return raw


def _column_effects(brought: Any, book: Book, faults: Faults) -> dict[str, tuple[Any, ...]]:
    """The effects of each column of a chart."""
    if not isinstance(brought, dict):
        faults.append(f"'column_effects' must be a table, not {shown(brought)}")
        return {}
    return {name: _effects(each, book, f"column {name}", faults) for name, each in brought.items()}


def _rows(
    data: Mapping[str, Any], key: str, kind: type[R], fields: list[str], book: Book, faults: Faults
) -> list[R]:
    """The rows or cells of a chart or note; those without a valid label or position are left
    out.
    """
    rows = [
        _row(entry, number, kind, fields, book, faults)
        for number, entry in _numbered(data, key, faults)
    ]
    return [row for row in rows if row is not None]


def _row(
    data: Any, number: int, kind: type[R], fields: list[str], book: Book, faults: Faults
) -> R | None:
    where = _place_of(data, number, kind)
    if not isinstance(data, dict):
        faults.append(f"{where}: {shown(data)} is not a table")
        return None
    # A file writes the fields of the chart directly into the row, beside the row's own keys.
    known = kind.__struct_fields__
    values = {}
    for key, value in data.items():
        if key in known and key not in ("fields", "effects"):
            values[key] = value
        elif key not in fields and key != "effects":
            faults.append(f"{where}: unknown field {key!r}; known fields: {', '.join(fields)}")
    row = _table(values, kind, faults, where)
    if row is not None:
        row.fields = {field: data[field] for field in fields if field in data}
        if "effects" in data:
            row.effects = _effects(data["effects"], book, where, faults)
    return row


def _note(data: Any, number: int, book: Book, faults: Faults) -> kinds.NoteData:
    if not isinstance(data, dict):
        faults.append(f"notes {number}: {shown(data)} is not a table")
        return kinds.NoteData()
    where = f"note {data.get('id') or data.get('letter') or number!r}"
    note_faults: Faults = []
    values = {key: data[key] for key in data if key not in ("rows", "effects")}
    note = _table(values, kinds.NoteData, note_faults) or kinds.NoteData()
    note.rows = _rows(data, "rows", kinds.RangeRow, note.fields, book, note_faults)
    note.effects = _effects(data.get("effects", []), book, where="", faults=note_faults)
    faults += [f"{where}: {fault}" for fault in note_faults]
    return note


def _effects(data: Any, book: Book, where: str, faults: Faults) -> tuple[Any, ...]:
    prefix = f"{where}: " if where else ""
    if not isinstance(data, list):
        faults.append(f"{prefix}'effects' is {shown(data)}, which is not a list")
        return ()
    effects = []
    for entry in data:
        if not isinstance(entry, dict):
            faults.append(f"{prefix}effect {shown(entry)} is not a table")
            continue
        name = entry.get("do")
        kind = book.effects.get(name) if isinstance(name, str) else None
        if kind is None:
            faults.append(
                f"{prefix}unknown effect {shown(name)}; known effects: {', '.join(book.effects)}"
            )
        elif (effect := _table(entry, kind, faults, f"{prefix}effect {name}")) is not None:
            effects.append(effect)
    return tuple(effects)


def _table(data: Mapping[str, Any], kind: type[T], faults: Faults, where: str = "") -> T | None:
    """A table as ``kind`` with its valid fields; None if a required field is invalid."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError:
        # Sound files do not need this module.
        from picket_duty.charts.data_faults import faults_of, sound_fields
    faults += [f"{where}: {fault}" if where else fault for fault in faults_of(data, kind)]
    valid = sound_fields(data, kind)
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    if all(name in valid for name in required):
        return kind(**valid)
    return None


def _numbered(data: Mapping[str, Any], key: str, faults: Faults) -> Iterator[tuple[int, Any]]:
    """The entries of a list, numbered from 1 and limited in number."""
    value = data.get(key, [])
    if isinstance(value, list):
        if len(value) > kinds.MOST_ROWS:
            faults.append(f"{len(value)} {key}; at most {kinds.MOST_ROWS} are allowed")
        yield from enumerate(value[: kinds.MOST_ROWS], 1)
    else:
        faults.append(f"{key} {shown(value)} is not a list")


def _place_of(data: Any, number: int, kind: type[R]) -> str:
    """The name of a row or cell in a fault, before it is known to be valid."""
    fields = data if isinstance(data, dict) else {}
    if kind is kinds.MatrixCell:
        return f"row {shown(fields.get('row'))}, column {shown(fields.get('col'))}"
    label = fields.get("at" if kind is kinds.ListRow else "roll", "")
    return kinds.row_name(number, str(label).strip() if isinstance(label, str | int) else "")
