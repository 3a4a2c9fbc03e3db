"""Printed text of charts: row labels, cells, headings, modifiers. After that, texts in the
characters that a terminal can show.
"""

from __future__ import annotations

import datetime
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from picket_duty.charts import kinds
from picket_duty.charts.chart import Chart, Row, cell_fields
from picket_duty.charts.errors import ChartError
from picket_duty.charts.spans import date_span

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
#: A leap year, so that every day of a year can be formatted.
ANY_YEAR = 2000
#: How a printed heading ends that has no limit on one side, in words.
OPEN_ENDS = {" or <": " or less", " or >": " or more"}
#: Environment variable for the ASCII look, which overrides the setting. These values of it ask for
#: the usual look.
ASCII_VARIABLE = "PICKET_DUTY_ASCII"
USUAL_LOOK = ("0", "off")
#: Characters used on charts, each with its replacement for encodings without it.
LIKE = (("–", "-"), ("—", "-"), ("°", ""), ("Ω", "(omega)"), ("►", ">"), ("±", "+/-"), ("’", "'"))
#: Known names that are suggested for a mistyped one, and the least likeness of each, 0 to 1.
MOST_SUGGESTED = 3
LIKENESS = 0.6


def roll_label(label: str, dice: str = "") -> str:
    """A row label in words: ``<=2`` is 2 or less, ``5..6`` is 5-6; two digits for d100."""
    parts = []
    for part in label.split(","):
        part = part.strip()
        if part.startswith("<="):
            parts.append(f"{part[2:]} or less")
        elif part.startswith(">="):
            parts.append(f"{part[2:]} or more")
        else:
            ends = [end.zfill(2) if dice == "d100" else end for end in part.split("..")]
            parts.append("-".join(ends))
    return ", ".join(parts)


def column_label(chart: Chart, column: str) -> str:
    """The heading of a column in words: +2 or > is +2 or more."""
    return re.sub(r" or [<>]$", lambda match: OPEN_ENDS[match[0]], chart.heading(column))


def date_label(label: str) -> str:
    """``04-02..04-28`` as Apr 2 - 28."""
    try:
        first, last = date_span(label, ANY_YEAR)
    except ChartError:
        return label
    start = day_words(first)
    if first == last:
        return start
    if first.month == last.month:
        return f"{start} - {last.day}"
    return f"{start} - {day_words(last)}"


def day_words(day: datetime.date) -> str:
    """A day as printed: Apr 6."""
    return f"{MONTHS[day.month - 1]} {day.day}"


def heading_of(chart: Chart, field: str) -> str:
    """A field as a column heading."""
    return chart.book.headings.get(field, field.replace("_", " ").capitalize())


def word_of(raw: kinds.RawChart, value: Any) -> str:
    """A value as printed: from the words of the chart, else in a default form."""
    key = str(value).lower() if isinstance(value, bool) else str(value)
    if value is None:
        return "-"
    if key in raw.words:
        return raw.words[key]
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list | tuple):
        return ", ".join(word_of(raw, item) for item in value) or "-"
    if isinstance(value, int):
        return key
    # A value that depends on a number: so much for each one, or for each few.
    if isinstance(value, Mapping) and kinds.EACH in value:
        per = value.get(kinds.PER, 1)
        words = f"{value[kinds.EACH]} for each"
        return words if per == 1 else f"{words} {per}"
    if isinstance(value, Mapping):
        return ", ".join(f"{item} for {name}" for name, item in value.items())
    return key[:1].upper() + key[1:] if key else "-"


def field_word(chart: Chart, field: str, value: Any) -> str:
    """A value of a field as printed."""
    formatter = chart.book.field_words.get(field)
    if formatter and value is not None:
        return formatter(value)
    return word_of(chart.raw, value)


def row_words(chart: Chart, fields: Mapping[str, Any], text: str) -> str:
    """A row or cell in one phrase: the wording of the book, its printed text, or its fields."""
    words = chart.book.row_words(chart.raw, fields, text)
    if words is not None:
        return words
    if text:
        return text
    if len(fields) == 1:
        ((field, value),) = fields.items()
        return field_word(chart, field, value)
    values = {field: value for field, value in fields.items() if value is not None}
    # The row only refers to a note.
    if set(values) == {"note"}:
        return f"See note {values['note']}"
    return ", ".join(
        f"{field_word(chart, field, value)} {heading_of(chart, field).lower()}"
        for field, value in values.items()
    )


def cell_words(chart: Chart, cell: Any) -> str:
    """A printed cell: one word, or several fields in a phrase."""
    raw = chart.raw
    if not isinstance(cell, dict):
        return word_of(raw, cell)
    fields = cell_fields(raw, cell, raw.fields)
    return row_words(chart, fields, text="")


def matrix_words(chart: Chart, row: Row) -> str:
    """A cell of a matrix as printed, with the letters of its notes."""
    words = chart.book.row_words(chart.raw, row.fields, row.text)
    marks = [f"({letter})" for letter in row.fields.get("notes") or []]
    return " ".join([row.text if words is None else words, *marks])


def words_on(chart: Chart) -> str:
    """All text on a chart in lower case, for a search: reading, values, rows, notes, modifiers."""
    raw = chart.raw
    texts = [raw.note, *raw.words.values(), *(note.text for note in raw.notes)]
    texts += [each.why for each in (*raw.modifiers.values(), *raw.column_modifiers.values())]
    for row in raw.rows:
        names = [] if isinstance(row, kinds.MatrixCell) else [row.label]
        names += [getattr(row, field, "") for field in ("name", "text", "id")]
        texts += names + [value for value in row.fields.values() if isinstance(value, str)]
    return " ".join(texts).casefold()


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """The known names most like a mistyped one as a question after a space, in their own order:
    `` Did you mean long-a or long-b?``; empty if none is like it. Case and punctuation do not
    count.
    """
    from difflib import get_close_matches

    plain = {letters_and_digits(name): name for name in known}
    close = get_close_matches(letters_and_digits(given), plain, n=MOST_SUGGESTED, cutoff=LIKENESS)
    near = [name for bare, name in plain.items() if bare in close]
    return f" Did you mean {' or '.join(near)}?" if near else ""


def letters_and_digits(text: str) -> str:
    """A text without case and punctuation, to compare names as typed."""
    return "".join(character for character in text.casefold() if character.isalnum())


def signed_words(value: int | None) -> str:
    """The number of a modifier with its sign; ``+/-`` if a value chit gives it."""
    if value is None:
        return "+/-"
    return f"{value:+d}" if value else "0"


def printed_words(chart: Chart, row: Row, column: str | None = None) -> str:
    """A result as printed in one line: the text of its row or cell with its note letters."""
    raw = chart.raw
    if chart.cells:
        return matrix_words(chart, row)
    if isinstance(raw, kinds.RangeChart) and len(row.fields) > 1:
        # A cell given as one word is printed as that word.
        for word, fields in raw.cell_words.items():
            if fields == row.fields:
                return word_of(raw, word)
    if column is not None and len(row.fields) == 1:
        return word_of(raw, next(iter(row.fields.values())))
    return row_words(chart, row.fields, row.text)


def to_ascii(text: str) -> str:
    """A text in ASCII, for terminals without Unicode."""
    return in_encoding(text, "ascii")


def ascii_asked() -> bool | None:
    """Whether the environment asks for the ASCII look; None if it does not say."""
    value = os.environ.get(ASCII_VARIABLE)
    return value.lower() not in USUAL_LOOK if value else None


def in_ascii_look(text: str, encoding: str = "utf-8") -> str:
    """A text with ASCII symbols; the letters of names stay if the encoding has them."""
    if text.isascii():
        return text
    for character, replacement in LIKE:
        text = text.replace(character, replacement)
    # Letters, marks and numbers stay.
    kept = (
        char if char.isascii() or unicodedata.category(char)[0] in "LMN" else "?" for char in text
    )
    return in_encoding("".join(kept), encoding)


def in_encoding(text: str, encoding: str) -> str:
    """A text in the characters of an encoding; others become similar characters or question
    marks.
    """
    try:
        text.encode(encoding)
        return text
    except UnicodeEncodeError:
        for character, replacement in LIKE:
            text = text.replace(character, replacement)
        return text.encode(encoding, "replace").decode(encoding)


def safe(text: str) -> str:
    r"""Untrusted text for one line of a terminal: control characters and line ends escaped, such as
    ``\x1b``.
    """
    if text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character.isprintable():
        return character
    if unicodedata.category(character) == "Zs":
        return " "
    return character.encode("unicode_escape").decode("ascii")
