"""Reading chart files: TOML, ids and the names of their files; frame, rows, cells and notes one by one.

A fault never hides another: what cannot be read is left out, told, and the rest read on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from picket_duty.charts.book import PLAIN, Book
from picket_duty.charts.chart import Chart
from picket_duty.charts.faults import any_of, faults_of, sound_fields
from picket_duty.charts.kinds import (
    KINDS,
    MOST_ROWS,
    KeyedChart,
    KeyedRow,
    ListChart,
    ListRow,
    MatrixCell,
    MatrixChart,
    NoteData,
    RangeChart,
    RangeRow,
    RawChart,
    SumChart,
    row_name,
)
from picket_duty.charts.spans import ChartError, shown

#: Bytes of the largest file: twenty times the longest printed chart, and still read in a moment.
LARGEST_FILE = 262_144
#: A file nests a list of effects in a row in a list; what is ten times as deep is no table of a game.
DEEPEST = 40
#: Numbers of TOML are those of 64 bits, whatever a reader takes.
LARGEST_NUMBER = 2**63
#: Parts of a file that are read one by one, after the frame that tells how.
APART = ("rows", "cells", "notes", "column_effects")

T = TypeVar("T", bound=msgspec.Struct)
R = TypeVar("R", RangeRow, ListRow, KeyedRow, MatrixCell)
Faults = list[str]


def file_name(chart_id: str) -> str:
    """The file of a chart: its id with slash and blank turned into a dash."""
    return chart_id.replace("/", "-").replace(" ", "-") + ".toml"


def load_chart(path: Path, book: Book = PLAIN) -> Chart:
    """Read one chart file. Raises ChartError naming the file and what is wrong."""
    faults: Faults = []
    raw = read_chart(read_toml(path), book, faults)
    try:
        if raw is None or faults:
            raise ChartError(faults[0])
        return Chart(raw, book)
    except ChartError as error:
        raise ChartError(f"{path}: {error}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file. Raises ChartError naming the file."""
    try:
        return parse_toml(text_of(path))
    except (OSError, UnicodeDecodeError, ChartError) as error:
        raise ChartError(f"{path}: {error}") from None


def parse_toml(text: str) -> dict[str, Any]:
    """A TOML text of sane depth and numbers. Raises ChartError."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ChartError(str(error)) from None
    except (RecursionError, ValueError, OverflowError):
        raise ChartError("nested too deeply, or a number too large") from None
    if not _is_sane(found):
        raise ChartError("nested too deeply, or a number too large")
    return found


def text_of(path: Path) -> str:
    """The text of a plain file: a pipe or a device may never end. Raises ChartError or OSError."""
    if path.exists() and not path.is_file():
        raise ChartError("not a plain file")
    with path.open("rb") as file:
        data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise ChartError(f"larger than {LARGEST_FILE:,} bytes")
    return data.decode("utf-8").replace("\r\n", "\n")


def _is_sane(found: Any) -> bool:
    """Whether tables and lists lie no deeper in each other than any file needs, and numbers are of 64 bits."""
    level = [found]
    for _ in range(DEEPEST):
        if any(type(one) is int and abs(one) >= LARGEST_NUMBER for one in level):
            return False
        inside = (one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list))
        level = [value for values in inside for value in values]
    return not level


def chart_id_of(path: Path) -> str:
    """The id a chart file says it has, read without loading the whole file."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            name, _, value = line.partition("=")
            if name.strip() == "id":
                return value.split("#")[0].strip().strip("\"'")
    raise ChartError(f"{path}: no id")


# -- a chart -------------------------------------------------------------


def read_chart(found: Mapping[str, Any], book: Book, faults: Faults) -> RawChart | None:
    """A chart as far as it can be read, None where not even its kind can; every fault is added to ``faults``."""
    named = found.get("kind")
    kind = KINDS.get(named) if isinstance(named, str) else None
    if kind is None:
        faults.append(f"kind {shown(named)} is not {any_of(list(KINDS))}" if named else "kind is missing")
        return None
    apart = [name for name in APART if name in kind.__struct_fields__]
    raw = _table({key: found[key] for key in found if key not in apart}, kind, faults)
    if raw is None:
        return None
    raw.notes = [_note(one, number, book, faults) for number, one in _numbered(found, "notes", faults)]
    if isinstance(raw, RangeChart):
        raw.rows = _rows(found, "rows", RangeRow, raw.fields, book, faults)
        raw.column_effects = {
            column: _effects(effects, book, f"column {column}", faults)
            for column, effects in _named(found, "column_effects", faults)
        }
    elif isinstance(raw, ListChart):
        raw.rows = _rows(found, "rows", ListRow, raw.fields, book, faults)
    elif isinstance(raw, KeyedChart):
        raw.rows = _keyed_rows(found, raw, book, faults)
    elif isinstance(raw, SumChart):
        raw.rows = _rows(found, "rows", RangeRow, raw.fields, book, faults)
    elif isinstance(raw, MatrixChart):
        raw.cells = _rows(found, "cells", MatrixCell, raw.fields, book, faults)
    return raw


def _rows(found: Mapping[str, Any], key: str, kind: type[R], fields: list[str], book: Book, faults: Faults) -> list[R]:
    """The rows or cells of a chart or a note; one that says not even where it stands is left out."""
    read = [_row(one, number, kind, fields, book, faults) for number, one in _numbered(found, key, faults)]
    return [row for row in read if row is not None]


def _keyed_rows(found: Mapping[str, Any], raw: KeyedChart, book: Book, faults: Faults) -> list[KeyedRow]:
    """The rows of a keyed list, what they are asked for apart from what they answer."""
    rows = _rows(found, "rows", KeyedRow, [*raw.keys, *raw.fields], book, faults)
    for row in rows:
        row.asked = {key: row.fields.pop(key) for key in raw.keys if key in row.fields}
    return rows


def _row(found: Any, number: int, kind: type[R], fields: list[str], book: Book, faults: Faults) -> R | None:
    """A row: what every row of its kind has, and the fields that its chart names."""
    where = _place_of(found, number, kind)
    if not isinstance(found, dict):
        faults.append(f"{where}: {shown(found)} is not a table")
        return None
    known = kind.__struct_fields__
    own = {}
    for key, value in found.items():
        if key in known and key not in ("fields", "effects"):
            own[key] = value
        elif key not in fields and key != "effects":
            faults.append(f"{where}: unknown field {key!r}; fields: {', '.join(fields)}")
    row = _table(own, kind, faults, where)
    if row is not None:
        row.fields = {field: found[field] for field in fields if field in found}
        if "effects" in found:
            row.effects = _effects(found["effects"], book, where, faults)
    return row


def _note(found: Any, number: int, book: Book, faults: Faults) -> NoteData:
    if not isinstance(found, dict):
        faults.append(f"notes {number}: {shown(found)} is not a table")
        return NoteData()
    where = f"note {found.get('id') or found.get('letter') or number!r}"
    told: Faults = []
    own = {key: found[key] for key in found if key not in ("rows", "effects")}
    note = _table(own, NoteData, told) or NoteData()
    note.rows = _rows(found, "rows", RangeRow, note.fields, book, told)
    note.effects = _effects(found.get("effects", []), book, "", told)
    faults += [f"{where}: {fault}" for fault in told]
    return note


def _effects(found: Any, book: Book, where: str, faults: Faults) -> tuple[Any, ...]:
    """Effects of the types that the book knows."""
    before = f"{where}: " if where else ""
    if not isinstance(found, list):
        faults.append(f"{before}effects {shown(found)} are not a list")
        return ()
    read = []
    for one in found:
        if not isinstance(one, dict):
            faults.append(f"{before}effect {shown(one)} is not a table")
            continue
        name = one.get("do")
        kind = book.effects.get(name) if isinstance(name, str) else None
        if kind is None:
            faults.append(f"{before}unknown effect {shown(name)}; effects: {', '.join(book.effects)}")
        elif (effect := _table(one, kind, faults, f"{before}effect {name}")) is not None:
            read.append(effect)
    return tuple(read)


# -- tables and lists ----------------------------------------------------


def _table(found: Mapping[str, Any], kind: type[T], faults: Faults, where: str = "") -> T | None:
    """A table as its type, with as many fields as are sound; None where one it cannot do without is not."""
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError:
        pass
    faults += [f"{where}: {fault}" if where else fault for fault in faults_of(found, kind)]
    sound = sound_fields(found, kind)
    wanted = [field.name for field in msgspec.structs.fields(kind) if field.required]
    return kind(**sound) if all(name in sound for name in wanted) else None


def _numbered(found: Mapping[str, Any], key: str, faults: Faults) -> Iterator[tuple[int, Any]]:
    """The entries of a list, counted from 1."""
    value = found.get(key, [])
    if isinstance(value, list):
        if len(value) > MOST_ROWS:
            faults.append(f"{key}: {len(value)} are more than {MOST_ROWS}")
        yield from enumerate(value[:MOST_ROWS], 1)
    else:
        faults.append(f"{key} {shown(value)} are not a list")


def _named(found: Mapping[str, Any], key: str, faults: Faults) -> Iterator[tuple[str, Any]]:
    """The entries of a table."""
    value = found.get(key, {})
    if isinstance(value, dict):
        yield from value.items()
    else:
        faults.append(f"{key} {shown(value)} are not a table")


def _place_of(found: Any, number: int, kind: type[R]) -> str:
    """A row in a complaint: its number and its label, or where a cell stands."""
    said = found if isinstance(found, dict) else {}
    if kind is MatrixCell:
        return f"row {shown(said.get('row'))}, column {shown(said.get('col'))}"
    label = said.get("at" if kind is ListRow else "roll", "")
    return row_name(number, str(label).strip() if isinstance(label, str | int) else "")
