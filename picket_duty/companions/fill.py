"""What the owner of a box types in once: a table that the text of his game lacks becomes a chart of his own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from picket_duty.charts import ChartError
from picket_duty.charts.kinds import KeyedChart, ListChart
from picket_duty.charts.reading import file_name, load_chart
from picket_duty.charts.spans import ends_of, numbers_in
from picket_duty.companions.data import Form, FormField
from picket_duty.companions.shelf import CHARTS, Companion

#: What was typed in: the fields of each entry by its label.
Sheet = dict[str, dict[str, Any]]


def form_of(game: Companion, table: str) -> Form:
    """The form of a table. Raises ChartError where there is none."""
    for form in game.game.forms:
        if form.table == table:
            return form
    known = ", ".join(form.table for form in game.game.forms) or "none"
    raise ChartError(f"{game.name} has no form {table[:40]!r}; forms: {known}")


def entries_of(game: Companion, form: Form) -> list[str]:
    """The labels of all entries of a form."""
    if form.chart:
        raw = game[form.chart].raw
        assert isinstance(raw, ListChart)
        return [row.label for row in raw.rows]
    if form.by == "name":
        return list(form.entries)
    return [str(number) for span in form.entries for number in numbers_in(span)]


def read_value(field: FormField, text: str) -> Any:
    """A value typed for a field. Raises ChartError saying what would be right."""
    if field.words:
        if text not in field.words:
            raise ChartError(f"{text[:40]!r} is not one of {', '.join(field.words)}")
        return text
    if not field.numbers:
        if not text.isprintable():
            raise ChartError("a text of printable signs")
        return text
    found = [_number(field, part) for part in text.replace(",", " ").split()]
    if field.many:
        return found
    if len(found) != 1:
        raise ChartError(f"one number, {field.numbers}")
    return found[0]


def words_of(field: FormField) -> str:
    """What may be typed for a field."""
    said = " or ".join(field.words) or field.numbers or "a text"
    return f"{said}, with blanks between" if field.many else said


def read_sheet(own: Path, form: Form) -> Sheet:
    """What was typed in before. Raises ChartError where the file cannot be used."""
    path = path_of(own, form)
    if not path.is_file():
        return {}
    raw = load_chart(path).raw
    if not isinstance(raw, KeyedChart) or form.key not in raw.keys:
        raise ChartError(f"{path}: is not what this form writes; move it away to begin anew")
    return {str(row.asked[form.key]): dict(row.fields) for row in raw.rows}


def write_sheet(own: Path, form: Form, sheet: Sheet) -> None:
    """Keep what was typed in, exchanged as a whole. Raises OSError."""
    path = path_of(own, form)
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_text(_text_of(form, sheet), encoding="utf-8", newline="\n")
    os.replace(new, path)


def path_of(own: Path, form: Form) -> Path:
    """Where a table that was typed in lies."""
    return own / CHARTS / file_name(form.table)


def _number(field: FormField, text: str) -> int:
    low, high = ends_of(field.numbers)
    if not (text.isascii() and text.isdigit() and len(text) <= len(field.numbers) and low <= int(text) <= high):
        raise ChartError(f"{text[:40]!r} is not a number of {field.numbers}")
    return int(text)


def _text_of(form: Form, sheet: Sheet) -> str:
    """The sheet as a chart file: a keyed list, in which entries may be missing."""
    head = {"id": form.table, "title": form.title, "level": "basic", "kind": "keyed", "source": "The owner's box"}
    lines = [f"{key} = {_word(value)}" for key, value in head.items()]
    lines += [f"keys = {{ {form.key} = {_word(form.by)} }}"]
    lines += [f"fields = {_word([field.name for field in form.fields])}", "rows = ["]
    lines += [f"  {{ {_row(form, label, fields)} }}," for label, fields in sheet.items()]
    return "\n".join([*lines, "]", ""])


def _row(form: Form, label: str, fields: Mapping[str, Any]) -> str:
    asked = f"{form.key} = {label if form.by == 'number' else _word(label)}"
    return ", ".join([asked, *(f"{field.name} = {_word(fields[field.name])}" for field in form.fields)])


def _word(value: Any) -> str:
    """A text, a number or a list of them, alike in TOML and in JSON."""
    return json.dumps(value, ensure_ascii=False)
