"""A chart drawn as it is printed, for the terminal.

Rich is imported inside the functions, so that look-ups never pay for it. A
marked row or cell carries a sign as well as the reverse style: it shows
without colour too.
"""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from picket_duty.charts.chart import Chart, ChartError, RawNote, Row
from picket_duty.charts.query import by_bearing
from picket_duty.charts.words import (
    date_label,
    field_word,
    heading_of,
    modifier_words,
    plain,
    roll_label,
    row_words,
    title_of,
    word_of,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

MARK, PLAIN_MARK = "►", ">"
#: Every chart fits a terminal of this many columns.
WIDTH = 80
Wanted = int | str | tuple[int, int] | datetime.date | None


class Pen:
    """What a drawing needs to know on every line: plain signs or not, and what is marked."""

    def __init__(self, ascii_only: bool) -> None:
        self.ascii_only = ascii_only
        self.mark = PLAIN_MARK if ascii_only else MARK

    def text(self, words: str, marked: bool = False, style: str = "") -> Text:
        """A text that is never read as markup; a marked one is reversed and carries the sign."""
        from rich.text import Text

        words = plain(words) if self.ascii_only else words
        return Text(f"{self.mark} {words}", style="reverse bold") if marked else Text(words, style=style)


def draw(chart: Chart, roll: Wanted = None, column: str | None = None, ascii: bool = False) -> RenderableType:
    """The chart as a rich renderable that fits 80 columns.

    ``roll`` marks a row: a total, the row and column of a matrix, or the key of a
    list (a date, a number of planes, a mount). ``column`` marks a column; with
    ``roll`` the cell where they meet. Raises ChartError where there is no such row or column.
    """
    from rich.console import Group

    pen = Pen(ascii)
    if column is not None and column not in chart.raw.columns:
        columns = ", ".join(chart.raw.columns)
        told = f"column {column!r}; columns: {columns}" if columns else "columns"
        raise ChartError(f"chart {chart.id} has no {told}")
    parts: list[RenderableType] = [pen.text(title_of(chart.raw), style="bold")]
    if chart.raw.kind == "matrix":
        parts.append(_draw_matrix(chart, roll, pen))
    elif chart.raw.kind == "list":
        parts.append(_draw_list(chart, roll, column, pen))
    elif chart.raw.kind == "range":
        parts.append(_draw_range(chart, roll, column, pen))
    return Group(*parts, *_draw_below(chart, pen))


# -- the kinds -----------------------------------------------------------


def _draw_range(chart: Chart, roll: Wanted, column: str | None, pen: Pen) -> Table:
    raw = chart.raw
    marked = ""
    if roll is not None:
        if not isinstance(roll, int):
            raise ChartError(f"chart {chart.id} is rolled with {raw.dice}; a roll is a number, not {roll!r}")
        marked = chart.look_up(roll, column or (raw.columns[0] if raw.columns else None)).label
    table = _table(pen)
    table.add_column(pen.text(f"Roll {raw.dice}"), justify="right", no_wrap=True)
    if raw.columns:
        _add_columns(table, chart, column, pen)
    elif "note_a" in raw.fields:
        table.add_column("Planes", justify="right")
        table.add_column("Bearing of attack / altitude")
    else:
        table.add_column("Result" if len(raw.fields) > 1 else heading_of(raw.fields[0]))
    for raw_row in raw.rows:
        label = str(raw_row.get("roll", ""))
        here = bool(marked) and label == marked
        words = pen.text(roll_label(label, raw.dice), here)
        table.add_row(words, *_row_cells(chart, raw_row, here, column, pen), style=_style(here, column))
    return table


def _draw_list(chart: Chart, roll: Wanted, column: str | None, pen: Pen) -> Table:
    raw = chart.raw
    marked = ""
    if roll is not None:
        if isinstance(roll, tuple):
            raise ChartError(f"chart {chart.id} is asked by {raw.key}, not by row and column")
        marked = chart.entry(roll, column or (raw.columns[0] if raw.columns else None)).label
    table = _table(pen)
    table.add_column(heading_of(raw.key), no_wrap=True)
    if raw.columns:
        _add_columns(table, chart, column, pen)
    elif "waves" in raw.fields:
        for number in ("1st", "2nd", "3rd"):
            table.add_column(f"{number} wave", justify="right")
        for number in ("1st", "2nd", "3rd"):
            table.add_column(f"Special {number}", justify="right")
    else:
        for field in raw.fields:
            if field != "active":
                table.add_column(heading_of(field))
    month = ""
    for raw_row in raw.rows:
        label = str(raw_row.get("at", ""))
        here = bool(marked) and label == marked
        if raw.key == "date" and month and label[:2] != month:
            table.add_section()
        month = label[:2]
        shown = date_label(label) if raw.key == "date" else roll_label(label) if raw.key == "planes" else label
        name = raw.words.get(shown, shown)
        table.add_row(pen.text(name, here), *_row_cells(chart, raw_row, here, column, pen), style=_style(here, column))
    return table


def _draw_matrix(chart: Chart, roll: Wanted, pen: Pen) -> Table:
    raw = chart.raw
    marked: tuple[int, int] | None = None
    if roll is not None:
        if not isinstance(roll, tuple):
            raise ChartError(f"chart {chart.id} is rolled with {raw.row_dice} and {raw.column_dice}: row,column")
        chart.cell(*roll)
        marked = roll
    rows = sorted({row for row, _ in chart.cells})
    columns = sorted({column for _, column in chart.cells})
    table = _table(pen, lines=True)
    table.padding = (0, 0)
    table.add_column("", justify="right", no_wrap=True)
    for column in columns:
        here = marked is not None and column == marked[1]
        table.add_column(pen.text(str(column), here), justify="left", ratio=1)
    for row in rows:
        here = marked is not None and row == marked[0]
        name = pen.text(f"{pen.mark}{row}" if here else str(row), style="reverse bold" if here else "")
        table.add_row(name, *(_matrix_cell(chart, (row, column), marked, pen) for column in columns))
    table.caption = pen.text(f"Row: {raw.row_dice}.  Column: {raw.column_dice}.")
    table.caption_justify = "left"
    return table


# -- cells ---------------------------------------------------------------


def _add_columns(table: Table, chart: Chart, column: str | None, pen: Pen) -> None:
    raw = chart.raw
    headings = raw.headings or raw.columns
    if by_bearing(chart) or not _fits_with_margins(chart, headings):
        table.padding = (0, 0)
    for name, heading in zip(raw.columns, headings, strict=True):
        table.add_column(pen.text(heading, marked=name == column), justify="center", overflow="fold")


def _fits_with_margins(chart: Chart, headings: list[str]) -> bool:
    """Whether the longest words of all columns stand side by side in 80 columns, a blank on both sides of each."""
    wide = len(f"{MARK} Roll 2d6")
    for index, heading in enumerate(headings):
        texts = [heading, *(_cell_words(chart, row["cells"][index]) for row in chart.raw.rows)]
        wide += max(len(word) for text in texts for word in text.split() or [""])
    return wide + 3 * (len(headings) + 1) + 1 <= WIDTH


def _row_cells(chart: Chart, raw_row: dict[str, Any], here: bool, column: str | None, pen: Pen) -> list[Text]:
    raw = chart.raw
    if raw.columns:
        cells = raw_row.get("cells", [])
        return [
            pen.text(_cell_words(chart, cell), here and name == column)
            for name, cell in zip(raw.columns, cells, strict=True)
        ]
    text = str(raw_row.get("text", ""))
    fields = {field: raw_row.get(field) for field in raw.fields}
    if "waves" in fields:
        waves = [*(fields["waves"] or []), None, None, None][:3]
        return [pen.text(word_of(raw, one)) for one in waves] + [
            pen.text(word_of(raw, one or None)) for one in fields["special"] or []
        ]
    if raw.kind == "list":
        shown = {field: value for field, value in fields.items() if field != "active"}
        words = [field_word(raw, field, value) if value else "" for field, value in shown.items()]
        return [pen.text(text or words[0]), *(pen.text(word) for word in words[1:])] if words else []
    words_of_row = pen.text(row_words(chart, fields, text))
    if "note_a" in fields:
        planes = fields.get("planes") or []
        return [pen.text("-" if fields.get("random") else str(len(planes))), words_of_row]
    return [words_of_row]


def _cell_words(chart: Chart, cell: Any) -> str:
    raw = chart.raw
    if isinstance(cell, dict):
        if cell.get("can_fire") is False:
            return "Cannot fire"
        bonus = cell.get("bonus")
        return f"{bonus:+d}" if isinstance(bonus, int) and bonus else "0" if bonus == 0 else word_of(raw, cell)
    return word_of(raw, cell)


def _matrix_cell(chart: Chart, at: tuple[int, int], marked: tuple[int, int] | None, pen: Pen) -> Text:
    row: Row | None = chart.cells.get(at)
    if row is None:
        return pen.text("")
    marks = [f"({letter})" for letter in row.fields.get("notes") or []]
    if row.fields.get("sec"):
        marks.insert(0, "(SEC)")
    return pen.text(" ".join([row.text, *marks]), at == marked)


# -- below the table -----------------------------------------------------


def _draw_below(chart: Chart, pen: Pen) -> list[RenderableType]:
    raw = chart.raw
    parts: list[RenderableType] = []
    for title, modifiers in (("Modifiers", raw.modifiers), ("Column modifiers", raw.column_modifiers)):
        if modifiers:
            parts.append(pen.text(f"{title}:", style="bold"))
            parts += [_item(line, pen) for line in modifier_words(modifiers.values())]
    if raw.notes:
        parts.append(pen.text("Notes:", style="bold"))
        parts += [_item(_note_words(note), pen) for note in raw.notes]
    if raw.note:
        parts.append(pen.text("Reading:", style="bold"))
        parts.append(_item(raw.note, pen))
    parts.append(pen.text(f"Source: {raw.source}", style="dim"))
    return parts


def _note_words(note: RawNote) -> str:
    letter = note.letter if note.letter.isupper() else ""
    words = f"{letter}: {note.text}" if letter and not note.text.startswith(f"{letter}:") else note.text
    if not note.dice:
        return words
    if all(str(row.get("roll")) == str(row.get(field)) for row in note.rows for field in note.fields):
        return words
    rolls = "; ".join(_note_row(note, row) for row in note.rows)
    return f"{words} ({note.dice}: {rolls})"


def _note_row(note: RawNote, row: dict[str, Any]) -> str:
    label = roll_label(str(row.get("roll", "")))
    if row.get("text"):
        return f"{label}: {row['text']}"
    values = []
    for field in note.fields:
        value = row.get(field)
        if field == "pick":
            values.append("the first" if value == 0 else "the second")
        elif isinstance(value, bool):
            values.append("yes" if value else "no")
        elif isinstance(value, int):
            values.append(f"{value} {field}")
        else:
            values.append(str(value))
    return f"{label}: {', '.join(values)}"


def _item(words: str, pen: Pen) -> RenderableType:
    from rich.padding import Padding

    return Padding(pen.text(words), (0, 0, 0, 2), expand=False)


def _table(pen: Pen, lines: bool = False) -> Table:
    from rich import box
    from rich.table import Table

    return Table(box=box.ASCII if pen.ascii_only else box.SQUARE, show_lines=lines, safe_box=False)


def _style(here: bool, column: str | None) -> str:
    """The whole row is reversed where no single cell is meant."""
    return "reverse" if here and column is None else ""
