"""Tables that the rulebook of a companion game lacks and that its owner types in: files and
checks.

They are entered one by one or read from a TOML file, and saved as charts in the owner's folder; a
new game copies them into its set-up.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from picket_duty.charts import Chart, ChartError
from picket_duty.charts.kinds import KeyedChart
from picket_duty.charts.reading import file_name, load_chart, read_chart
from picket_duty.charts.spans import ends_of, numbers_in
from picket_duty.charts.toml_files import parse_toml
from picket_duty.charts.words import did_you_mean
from picket_duty.companions.companion import (
    CHARTS,
    Companion,
    DataForm,
    FormField,
    companions_folder,
)
from picket_duty.paths import data_folder

#: The typed data: the fields of each entry by its label.
Sheet = dict[str, dict[str, Any]]


def owner_folder(name: str) -> Path:
    """The folder of the data that a game's owner entered. It need not exist. Raises SaveError
    without a home folder.
    """
    return data_folder() / "companions" / name


def form_of(game: Companion, table: str) -> DataForm:
    """The form of a table. Raises ChartError if there is none."""
    forms = {form.table: form for form in game.description.forms}
    if table not in forms:
        listed = f"its forms are {', '.join(forms) or 'none'}"
        if near := did_you_mean(table, forms):
            listed += f".{near}"
        raise ChartError(f"{game.name} has no form {table[:40]!r}; {listed}")
    return forms[table]


def form_entries(game: Companion, form: DataForm) -> list[str]:
    """The labels of all entries of a form."""
    if form.chart:
        return [*(row.label for row in game.list_rows(form.chart)), *form.entries]
    if form.by == "name":
        return list(form.entries)
    return [str(number) for span in form.entries for number in numbers_in(span)]


def read_value(field: FormField, text: str) -> Any:
    """A value typed for a field. Raises ChartError saying what would be right."""
    if field.words and text not in field.words:
        raise ChartError(f"{text[:40]!r} is not one of {', '.join(field.words)}")
    if not field.numbers:
        if not text.isprintable():
            raise ChartError("use printable characters only")
        return text
    numbers = list[int]()
    low, high = ends_of(field.numbers)
    for part in text.replace(",", " ").split():
        # No number of the range has more characters than the text of the range.
        is_number = part.isascii() and part.isdigit() and len(part) <= len(field.numbers)
        if not is_number or not low <= int(part) <= high:
            raise ChartError(f"{part[:40]!r} is not a number from {_range(field)}")
        numbers.append(int(part))
    if not field.many and len(numbers) != 1:
        raise ChartError(f"type one number from {_range(field)}")
    if len(set(numbers)) < len(numbers):
        raise ChartError("a number is listed more than once")
    return numbers if field.many else numbers[0]


def allowed_words(field: FormField) -> str:
    """What may be typed for a field."""
    values = " or ".join(field.words) or (_range(field) if field.numbers else "text")
    if field.many:
        return f"{values}, separated by spaces"
    return values


def _range(field: FormField) -> str:
    low, high = ends_of(field.numbers)
    return f"{low:g} to {high:g}"


def sheet_faults(game: Companion, form: DataForm, sheet: Sheet) -> Iterator[str]:
    """Every fault of a sheet, complete or not: entries, fields, values, contradictions between
    entries.
    """
    faults = list(_faults_of_entries(game, form, sheet))
    yield from faults
    for field in form.fields:
        # Entries with a fault of their own may lack the field.
        if field.mutual and not faults:
            yield from _faults_of_mutual(form.key, field.name, sheet)


def _faults_of_mutual(key: str, field: str, sheet: Sheet) -> Iterator[str]:
    """Entries that name themselves in a field, or another that does not name them."""
    named = {label: [*map(str, entry[field])] for label, entry in sheet.items()}
    for label, others in named.items():
        for other in others:
            if other == label:
                yield f"{key} {label} cannot be {field} to itself"
            # An entry that is still missing contradicts nothing.
            elif label not in named.get(other, [label]):
                yield f"{key} {label} is {field} to {other}, but not the other way around"


def _faults_of_entries(game: Companion, form: DataForm, sheet: Sheet) -> Iterator[str]:
    """Unknown entries, missing or unknown fields, and wrong values."""
    labels = form_entries(game, form)
    names = [field.name for field in form.fields]
    for label, entry in sheet.items():
        where = f"{form.key} {label[:40]!r}"
        if label not in labels:
            yield f"{where}: no such entry in {form.table}"
        elif not isinstance(entry, dict) or entry.keys() != set(names):
            yield f"{where}: needs {', '.join(names)}"
        else:
            for field in form.fields:
                if fault := _fault_of_value(field, entry[field.name]):
                    yield f"{where}, {field.name}: {fault}"


def _fault_of_value(field: FormField, value: Any) -> str:
    """The fault of a value in a file: its type, or the one it would have if typed at the prompt;
    empty for none.
    """
    parts = value if field.many else [value]
    expected = int if field.numbers else str
    # By ``type``, since True is also an instance of int.
    if not isinstance(parts, list) or any(type(part) is not expected for part in parts):
        return f"must be {allowed_words(field)}"
    try:
        read_value(field, " ".join(map(str, parts)))
    except ChartError as error:
        return str(error)
    return ""


def read_sheet(folder: Path, form: DataForm) -> Sheet:
    """The data entered before. Raises ChartError if the file cannot be used."""
    path = sheet_path(folder, form)
    if not path.is_file():
        return {}
    sheet = _sheet_of(load_chart(path), form)
    if sheet is None:
        raise ChartError(
            f"{path} was not created with this form. To start over, move the file elsewhere."
        )
    return sheet


def write_sheets(folder: Path, sheets: Sequence[tuple[DataForm, Sheet]]) -> None:
    """Save the entered data; every file is written completely before any is replaced. Raises
    OSError.
    """
    paths: dict[Path, Path] = {}
    try:
        for form, sheet in sheets:
            path = sheet_path(folder, form)
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_name(f"{path.name}.{os.getpid()}")
            paths[new] = path
            new.write_text(_text_of_chart(form, sheet), encoding="utf-8", newline="\n")
        for new, path in paths.items():
            os.replace(new, path)
    finally:
        for new in paths:
            new.unlink(missing_ok=True)


def sheets_from(game: Companion, text: str) -> list[tuple[DataForm, Sheet]]:
    """The sheets of a TOML text: a table for each form, in it one for each entry. Raises
    ChartError, all or nothing.
    """
    sheets = []
    for table, entries in parse_toml(text).items():
        form = form_of(game, table)
        if not isinstance(entries, dict):
            example = f"[{table}.{form_entries(game, form)[0]!r}]"
            raise ChartError(f"{table}: write a table for each entry, for example {example}")
        sheets.append((form, entries))
    if not sheets:
        raise ChartError(
            f"no table given. Tables in this game: "
            f"{', '.join(form.table for form in game.description.forms)}"
        )
    return sheets


def text_of_sheets(sheets: Sequence[tuple[DataForm, Sheet]]) -> str:
    """The entered data as the TOML text that ``sheets_from`` reads: a table for each entry."""
    lines = []
    for form, sheet in sheets:
        for label, entry in sheet.items():
            # TOML has any other key in quotes.
            key = label if label.isalnum() and label.isascii() else _toml(label)
            lines.append(f"[{form.table}.{key}]")
            lines += [f"{field.name} = {_toml(entry[field.name])}" for field in form.fields]
            lines.append("")
    return "\n".join(lines)


def texts_of(game: Companion, folder: Path) -> tuple[str, ...]:
    """All data that the owner entered for a game, as texts of chart files that a new game copies
    into its setup. Raises ChartError.
    """
    sheets = [(form, read_sheet(folder, form)) for form in game.description.forms]
    return tuple(_text_of_chart(form, sheet) for form, sheet in sheets if sheet)


def practice_texts(game: Companion) -> tuple[str, ...]:
    """The data of the practice island that comes with a game, as texts for a setup. Raises
    ChartError.
    """
    path = companions_folder() / game.name / "practice.toml"
    try:
        sheets = sheets_from(game, path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ChartError(
            f"{path}: cannot be read ({error.strerror}). Reinstall the program."
        ) from None
    return tuple(itertools.starmap(_text_of_chart, sheets))


def apply_typed_texts(game: Companion, options: Sequence[str]) -> None:
    """Add the typed charts among the options of a setup to a game; they override its own.

    The text of a chart has line breaks. Options without one are names, which are skipped. Raises
    ChartError if a chart cannot be read.
    """
    for text in options:
        if "\n" not in text:
            continue
        faults: list[str] = []
        raw = read_chart(parse_toml(text), game.book, faults)
        if raw is None or faults:
            raise ChartError(f"the data entered cannot be read: {faults[0]}")
        chart = Chart(raw, game.book)
        form = form_of(game, raw.id)
        sheet = _sheet_of(chart, form)
        faults = ["the file was not created with this form"] if sheet is None else []
        faults += _faults_of_entries(game, form, sheet or {})
        if faults:
            raise ChartError(f"data entered for {form.table}: {faults[0]}")
        game[raw.id] = chart


def sheet_in(game: Companion, table: str) -> Sheet:
    """The entries of a form that a game has; empty if it has none."""
    form = form_of(game, table)
    # A mapping of charts contains only those loaded so far; typed charts are put into it.
    if table in game:
        return _sheet_of(game[table], form) or {}
    return {}


def sheet_path(folder: Path, form: DataForm) -> Path:
    """The file of a table that was entered."""
    return folder / CHARTS / file_name(form.table)


def _sheet_of(chart: Chart, form: DataForm) -> Sheet | None:
    """The entries of a chart written by the form; None for any other chart."""
    raw = chart.raw
    if not isinstance(raw, KeyedChart):
        return None
    names = {field.name for field in form.fields}
    if any(row.key_values.keys() != {form.key} or row.fields.keys() != names for row in raw.rows):
        return None
    return {str(row.key_values[form.key]): dict(row.fields) for row in raw.rows}


def _text_of_chart(form: DataForm, sheet: Sheet) -> str:
    """The sheet as the text of a chart file: a keyed list, in which entries may be missing."""
    head = {
        "id": form.table,
        "title": form.title,
        "level": "basic",
        "kind": "keyed",
        "source": "The owner's box",
    }
    names = [field.name for field in form.fields]
    lines = [f"{key} = {_toml(value)}" for key, value in head.items()]
    lines.append(f"keys = {{ {form.key} = {_toml(form.by)} }}")
    lines.append(f"fields = {_toml(names)}")
    lines.append("rows = [")
    for label, fields in sheet.items():
        key = label if form.by == "number" else _toml(label)
        row = [f"{form.key} = {key}", *(f"{name} = {_toml(fields[name])}" for name in names)]
        lines.append(f"  {{ {', '.join(row)} }},")
    return "\n".join([*lines, "]", ""])


def _toml(value: Any) -> str:
    """A string, a number or a list of them as TOML, which equals JSON here."""
    return json.dumps(value, ensure_ascii=False)


def battalion_of(unit: str) -> str:
    """The battalion in the name of a unit: the name without its last letter or number."""
    return unit[:-1].rstrip(" -")
