"""Reading of chart files. A fault is reported and its part left out, so that all faults are found
at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from picket_duty.bounded import UnboundedError, read_file
from picket_duty.charts import kinds, parsed
from picket_duty.charts.book import PLAIN, Book
from picket_duty.charts.chart import Chart
from picket_duty.charts.errors import ChartError
from picket_duty.charts.faults import shown

#: Largest size of a file in bytes: twenty times the longest printed chart, and still fast to read.
LARGEST_FILE = 262_144
#: Deepest nesting of a file: ten times that of a list of effects in a row in a list.
DEEPEST = 40
#: A dotted key of more parts than that, which would take tomllib seconds to read.
DEEP_KEY = (
    rf"""(?:^[ \t]*\[?\[?|[{{,])[ \t]*(?:(?:[\w-]+|"[^"]*"|'[^']*')[ \t]*\.[ \t]*){{{DEEPEST}}}"""
)
#: TOML allows 64-bit integers, but tomllib accepts larger ones.
LARGEST_NUMBER = 2**63
#: A message of tomllib: what is wrong, and the line, left out at the end of the file.
TOML_FAULT = r"(.+) \(at (?:line (\d+), column \d+|end of document)\)"
#: What is probably missing, by the message of tomllib.
TOML_SLIPS = {
    r"Illegal character '\n'": 'a quotation mark (") is probably missing at the end of the string',
    "Invalid value": 'a value, or the quotation marks (") around a string, are probably missing',
    "Expected '=' after a key in a key/value pair": "an equals sign (=) is probably missing after the name",
    "Expected newline or end of document after a statement": 'quotation marks (") are probably missing around a string',
    "Invalid initial character for a key part": "a name or a closing brace (}) is probably missing",
    "Unclosed inline table": "a comma, a closing brace (}) or the quotation marks around a string are probably missing",
    "Unclosed array": "a comma or a closing bracket (]) is probably missing, here or on the line before",
    "Expected ']' at the end of a table declaration": "a closing bracket (]) is probably missing",
    "Expected ']]' at the end of an array declaration": "two closing brackets (]]) are probably missing",
    "Unterminated string": 'quotation marks (""") are probably missing at the end of a string',
    "Cannot overwrite a value": "the name is given twice",
    "Invalid hex value": r"write each backslash in a string twice (\\)",
    r"Unescaped '\' in a string": r"write each backslash in a string twice (\\)",
}
#: The same for a message at the end of the file.
END_OF_FILE = "the file ends early; a closing bracket (]) or a value is probably missing"
#: Most characters of a line that a message repeats.
LONGEST_LINE = 60
#: Parts of a file that are read entry by entry, after the frame that defines them.
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


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file, from the parsed copy if that has it. Raises ChartError with the file
    name.
    """
    try:
        text = read_text(path)
        data = parsed.find(text)
        return parse_toml(text) if data is None else data
    except (OSError, UnicodeDecodeError, ChartError) as error:
        raise ChartError(f"{path}: {error}") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text. Raises ChartError, also for deep nesting or large numbers."""
    # Not loaded where the parsed copy has every file.
    import tomllib

    # Counting dots first avoids searching, and compiling the pattern, for every ordinary file.
    is_deep = any(
        line.count(".") >= DEEPEST and re.search(DEEP_KEY, line) for line in text.split("\n")
    )
    try:
        data = None if is_deep else tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ChartError(toml_fault(str(error), text)) from None
    except (RecursionError, ValueError, OverflowError):
        data = None
    if data is None or not _is_sane(data):
        raise ChartError("the nesting is too deep, or a number is too large")
    return data


def toml_fault(message: str, text: str) -> str:
    """The line of a mistake in a TOML text, what is probably missing there, and the start of the
    line.
    """
    parts = re.fullmatch(TOML_FAULT, message)
    if parts is None:
        return message
    lines = text.rstrip("\n").split("\n")
    what = parts[1]
    number = int(parts[2] or len(lines))
    if not parts[2] and what in ("Invalid value", "Unclosed array"):
        return f"line {number}: {END_OF_FILE}"
    line = lines[number - 1].strip() if number <= len(lines) else ""
    line = f"{line[:LONGEST_LINE]} ..." if len(line) > LONGEST_LINE else line
    return f"line {number}: {TOML_SLIPS.get(what, what)}: {line}"


def read_text(path: Path) -> str:
    """The text of a regular file of limited size. Raises ChartError, OSError or
    UnicodeDecodeError.
    """
    try:
        data = read_file(path, LARGEST_FILE)
    except UnboundedError as error:
        raise ChartError(error.strerror) from None
    return data.decode("utf-8").replace("\r\n", "\n")


def digest_of(files: Iterable[tuple[str, Path]]) -> str:
    """A short hash of files and the names given with them. The kind of line ends does not count."""
    import hashlib

    summed = hashlib.blake2b(digest_size=8)
    for name, path in files:
        data = read_file(path, LARGEST_FILE).replace(b"\r\n", b"\n")
        summed.update(b"%b\0%b\0" % (name.encode(), data))
    return summed.hexdigest()


def _is_sane(data: Any) -> bool:
    """Whether data is nested no deeper than ``DEEPEST`` and its integers fit 64 bits."""
    level = [data]
    for _ in range(DEEPEST):
        if any(type(value) is int and abs(value) >= LARGEST_NUMBER for value in level):
            return False
        inside: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inside += value.values()
            elif isinstance(value, list):
                inside += value
        level = inside
    return not level


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
            row.asked = {key: row.fields.pop(key) for key in raw.keys if key in row.fields}
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
    note.effects = _effects(data.get("effects", []), book, "", note_faults)
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
