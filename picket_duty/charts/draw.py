"""Charts as Rich renderables for the terminal, in the layout of the printed charts.

Rich is imported inside the functions so that lookups do not pay for it. A marked row or cell has a
glyph in addition to the reverse style, so that it is visible without color.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import partial
from io import StringIO
from typing import TYPE_CHECKING, Any

from picket_duty.charts import kinds
from picket_duty.charts.book import PrintedColumn
from picket_duty.charts.chart import Chart
from picket_duty.charts.errors import ChartError
from picket_duty.charts.kinds import Fields
from picket_duty.charts.words import (
    cell_words,
    column_label,
    date_label,
    field_word,
    heading_of,
    matrix_words,
    roll_label,
    row_words,
    safe,
    signed_words,
    to_ascii,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

MARK = "►"
PLAIN_MARK = ">"
#: The columns of the narrowest terminal, which every chart fits.
WIDTH = 80
#: The most fields of a list that fit, each in a column.
MOST_FIELDS = 5
#: What marks a row: a total, the key of a list, or the row and column of a matrix.
Wanted = int | str | tuple[int, int] | datetime.date | None


class Pen:
    """Text style of a drawing: the character set and the glyph of marked text."""

    def __init__(self, ascii_only: bool) -> None:
        self.ascii_only = ascii_only
        self.mark = PLAIN_MARK if ascii_only else MARK

    def text(self, words: str, marked: bool = False, style: str = "") -> Text:
        """A text without markup; marked text is reversed and starts with the glyph."""
        from rich.text import Text

        words = safe(words)
        if self.ascii_only:
            words = to_ascii(words)
        if marked:
            return Text(f"{self.mark} {words}", style="reverse bold")
        return Text(words, style=style)


def draw(
    chart: Chart, roll: Wanted = None, column: str | None = None, ascii: bool = False
) -> RenderableType:
    """The chart as a Rich renderable that fits 80 columns.

    ``roll`` marks a row: a total, the row and column of a matrix, or the key of a list (date,
    number or name). ``column`` marks a column, or with ``roll`` a single cell. Raises ChartError if
    the row or column does not exist.
    """
    from rich.console import Group
    from rich.padding import Padding

    pen = Pen(ascii)
    if column is not None and column not in chart.columns:
        columns = ", ".join(chart.columns)
        missing = f"column {column!r}; its columns are {columns}" if columns else "columns"
        raise ChartError(f"chart {chart.id} has no {missing}")
    raw = chart.raw
    level = f"  ({raw.level} game)" if chart.book.levels else ""
    parts: list[RenderableType] = [pen.text(f"{raw.id}  {raw.title}{level}", style="bold")]
    if isinstance(raw, kinds.MatrixChart):
        parts.append(_draw_matrix(chart, raw, roll, pen))
    elif isinstance(raw, kinds.ColumnChart):
        label = _marked(chart, raw, roll, column)
        if isinstance(raw, kinds.ListChart) and _is_wide(chart, raw):
            parts.append(_draw_turned(chart, raw, label, pen))
        else:
            parts.append(_draw_rows(chart, raw, label, column, pen))
    elif isinstance(raw, kinds.KeyedChart):
        parts.append(_draw_keyed(chart, raw, roll, pen))
    elif isinstance(raw, kinds.SumChart):
        parts += _draw_sum(chart, raw, roll, pen)
    for title, lines in _sections(chart).items():
        if lines:
            parts.append(pen.text(f"{title}:", style="bold"))
            parts += [Padding(pen.text(line), (0, 0, 0, 2), expand=False) for line in lines]
    return Group(*parts, pen.text(f"Source: {raw.source}", style="dim"))


def _sections(chart: Chart) -> dict[str, list[str]]:
    """The lines below a chart by their title."""
    raw = chart.raw
    # How the chart is read is said by its own ``note`` and by the notes marked ``reading``.
    notes: list[str] = []
    reading = [raw.note] if raw.note else []
    for note in raw.notes:
        section = reading if note.reading else notes
        section.append(note_words(chart, note))
    return {
        "Modifiers": _modifiers(raw.modifiers),
        "Column modifiers": _modifiers(raw.column_modifiers),
        "Notes": notes,
        "Reading": reading,
    }


def _modifiers(modifiers: dict[str, kinds.ModifierData]) -> list[str]:
    return [f"{signed_words(each.value):>3}  {each.why}" for each in modifiers.values()]


def drawn_lines(chart: Chart, width: int, ascii: bool) -> list[str]:
    """The drawing of a chart as lines of text without styles."""
    from rich.console import Console

    console = Console(file=StringIO(), width=max(1, width), color_system=None, highlight=False)
    rows = console.render_lines(draw(chart, ascii=ascii), pad=False)
    return ["".join(segment.text for segment in row).rstrip() for row in rows]


def _is_wide(chart: Chart, raw: kinds.ListChart) -> bool:
    """Whether the fields of a list are too many for a column each."""
    return (
        not raw.columns
        and chart.book.printed_columns(raw) is None
        and len(raw.fields) > MOST_FIELDS
    )


def _draw_rows(
    chart: Chart,
    raw: kinds.ColumnChart,
    marked: str,
    column: str | None,
    pen: Pen,
) -> Table:
    """The rows of a chart. The name of a marked row is always marked; otherwise the whole row is
    reversed, or only its cell if ``column`` is given. The heading of ``column`` is marked even
    without a row.
    """
    table = _table(pen)
    by_date = False
    if isinstance(raw, kinds.RangeChart):
        table.add_column(pen.text(f"Roll {raw.dice}"), justify="right", no_wrap=True)
    else:
        table.add_column(pen.text(heading_of(chart, raw.key)), no_wrap=True)
        by_date = raw.by == "date"
    parts = _add_columns(table, chart, raw, column, pen)
    rows: Sequence[kinds.ColumnRow] = raw.rows
    for before, row in zip((None, *rows), rows, strict=False):
        # The label of a date begins with its month.
        new_month = before is not None and row.label[:2] != before.label[:2]
        if by_date and new_month:
            table.add_section()
        is_marked = bool(marked) and row.label == marked
        here = column if is_marked else None
        words = _row_cells(chart, row, parts, here, pen)
        name = pen.text(_entry_name(raw, row.label), is_marked)
        table.add_row(name, *words, style="reverse" if is_marked and column is None else "")
    return table


def _row_cells(
    chart: Chart,
    row: kinds.ColumnRow,
    parts: Sequence[PrintedColumn],
    column: str | None,
    pen: Pen,
) -> list[Text]:
    """The cells of a row, the one in ``column`` marked, or its printed parts."""
    if chart.columns:
        cells = zip(chart.columns, row.cells or [], strict=True)
        return [pen.text(cell_words(chart, cell), marked=name == column) for name, cell in cells]
    fields = kinds.values_of(chart.raw.fields, row.fields)
    return [pen.text(part.words(fields, row.text)) for part in parts]


def _marked(chart: Chart, raw: kinds.ColumnChart, roll: Wanted, column: str | None) -> str:
    """The label of the row that a roll or key marks; empty without one. Raises ChartError."""
    if roll is None:
        return ""
    # Only the label of the row is wanted, so any column will do.
    column = column or next(iter(raw.columns), None)
    if isinstance(raw, kinds.RangeChart):
        if not isinstance(roll, int):
            raise ChartError(
                f"chart {chart.id} uses {raw.dice}; give the roll as one number, not {roll!r}"
            )
        return chart.look_up(roll, column).label
    if isinstance(roll, tuple):
        raise ChartError(f"chart {chart.id} is looked up by {raw.key}, not by row and column")
    if not (label := chart.entry(roll, column).label):
        raise ChartError(f"chart {chart.id} has no entry for {roll}")
    return label


def _entry_name(raw: kinds.ColumnChart, label: str) -> str:
    if isinstance(raw, kinds.RangeChart):
        return roll_label(label, raw.dice)
    words = label
    if raw.by == "date":
        words = date_label(label)
    elif raw.by == "number":
        words = roll_label(label)
    # A list may replace the words of a label, also those of a date or a number.
    return raw.words.get(words, words)


def _draw_turned(chart: Chart, raw: kinds.ListChart, marked: str, pen: Pen) -> Table:
    """A list with a column for each row and a row for each field."""
    table = _table(pen)
    table.padding = (0, 0)
    table.add_column(pen.text(heading_of(chart, raw.key)))
    for row in raw.rows:
        is_marked = bool(marked) and row.label == marked
        name = pen.text(_entry_name(raw, row.label), is_marked)
        table.add_column(name, overflow="fold")
    for field in raw.fields:
        values = [field_word(chart, field, row.fields.get(field)) for row in raw.rows]
        table.add_row(*map(pen.text, (heading_of(chart, field), *values)))
    return table


def _draw_matrix(chart: Chart, raw: kinds.MatrixChart, roll: Wanted, pen: Pen) -> Table:
    if isinstance(roll, tuple):
        # Raises if there is no such cell.
        chart.cell(*roll)
    elif roll is not None:
        raise ChartError(
            f"chart {chart.id} uses {raw.row_dice} and {raw.column_dice}; give the roll as "
            f"row,column"
        )
    marked_row, marked_column = roll or (None, None)
    table = _table(pen, lines=True)
    table.padding = (0, 0)
    table.add_column("", justify="right", no_wrap=True)
    columns = sorted({column for _, column in chart.cells})
    for column in columns:
        table.add_column(
            pen.text(str(column), marked=column == marked_column), justify="left", ratio=1
        )
    for row in sorted({row for row, _ in chart.cells}):
        name = pen.text(str(row))
        # Without the usual space, which would make the column wider.
        if row == marked_row:
            name = pen.text(f"{pen.mark}{row}", style="reverse bold")
        words = []
        for column in columns:
            cell = chart.cells.get((row, column))
            text = matrix_words(chart, cell) if cell else ""
            words.append(pen.text(text, marked=(row, column) == roll))
        table.add_row(name, *words)
    table.caption = pen.text(f"Row: {raw.row_dice}.  Column: {raw.column_dice}.")
    table.caption_justify = "left"
    return table


def _draw_keyed(chart: Chart, raw: kinds.KeyedChart, roll: Wanted, pen: Pen) -> Table:
    if roll is not None:
        raise ChartError(
            f"chart {chart.id} is looked up by {', '.join(raw.keys)}, so --roll does not apply"
        )
    table = _table(pen)
    table.padding = (0, 0)
    for name in (*raw.keys, *raw.fields):
        table.add_column(pen.text(heading_of(chart, name)), overflow="fold")
    for row in raw.rows:
        cells = [_key_words(raw, row.key_values.get(key, "")) for key in raw.keys]
        for field in raw.fields:
            if field in row.fields:
                cells.append(field_word(chart, field, row.fields[field]))
            else:
                cells.append("")
        table.add_row(*map(pen.text, cells))
    return table


def _key_words(raw: kinds.KeyedChart, value: object) -> str:
    """A key of a row in words: a flag, a number, a range of numbers or a name."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return str(value)
    if value[:1].isdigit() or value.startswith(("<", ">", "-")):
        return roll_label(value)
    return raw.words.get(value, value.replace("_", " "))


def _draw_sum(chart: Chart, raw: kinds.SumChart, roll: Wanted, pen: Pen) -> list[RenderableType]:
    """The lines that a sum adds up, and the table of totals if the chart has one. A line with a
    ``flag`` is answered with yes or no, one with a ``value`` adds the number that it names, and any
    other adds so much for each unit; its ``numbers`` are those allowed.
    """
    if roll is not None:
        raise ChartError(f"no dice are rolled on chart {chart.id}, so --roll does not apply")
    table = _table(pen)
    for heading in ("Line", "Adds", "Numbers"):
        table.add_column(pen.text(heading))
    for line in raw.lines:
        numbers = "yes or no" if line.flag else line.numbers and roll_label(line.numbers)
        name = raw.words.get(line.name, line.name.replace("_", " "))
        adds = f"{line.adds:+g}"
        if line.value:
            adds = f"the {line.value}"
        elif not line.flag:
            adds += " for each"
        table.add_row(*map(pen.text, (name, adds, numbers)))
    if raw.constant:
        table.add_row(*map(pen.text, ("always", f"{raw.constant:+d}", "")))
    if not raw.rows:
        return [table]
    totals = _table(pen)
    totals.add_column(pen.text("Total"), justify="right", no_wrap=True)
    for field in raw.fields:
        totals.add_column(pen.text(heading_of(chart, field)))
    for row in raw.rows:
        values = [field_word(chart, field, row.fields.get(field)) for field in raw.fields]
        totals.add_row(*map(pen.text, (roll_label(row.label), *values)))
    return [table, totals]


def _add_columns(
    table: Table,
    chart: Chart,
    raw: kinds.ColumnChart,
    column: str | None,
    pen: Pen,
) -> Sequence[PrintedColumn]:
    """Add the columns of a chart to a table; returns the printed parts if the chart has fields and
    no columns.
    """
    if not raw.columns:
        parts = _parts(chart, raw)
        for part in parts:
            table.add_column(pen.text(part.heading), justify="right" if part.right else "left")
        return parts
    # Each column, and that of the rolls, has a margin on both sides and a border, and the table one
    # more border. If the longest words do not fit with the margins, the margins are left out.
    # Columns that are selected by a number are narrow and many, so they never have margins.
    frame = 3 * (len(raw.columns) + 1) + 1
    if chart.has_numbered_columns or _narrowest_width(chart, raw) + frame > WIDTH:
        table.padding = (0, 0)
    for name in raw.columns:
        here = name == column
        heading = pen.text(column_label(chart, name), here)
        style = "bold" if here else ""
        table.add_column(heading, justify="center", overflow="fold", style=style)
    return ()


def _narrowest_width(chart: Chart, raw: kinds.ColumnChart) -> int:
    """The width of the longest words of all columns, with that of the rolls."""
    width = len(f"{MARK} Roll 2d6")
    for index, name in enumerate(raw.columns):
        cells = [(row.cells or [])[index] for row in raw.rows]
        texts = [column_label(chart, name), *(cell_words(chart, cell) for cell in cells)]
        width += max(len(word) for text in texts for word in text.split() or [""])
    return width


def _parts(chart: Chart, raw: kinds.ColumnChart) -> Sequence[PrintedColumn]:
    """The printed columns of a chart without columns: those of the book, else one for the result of
    a roll, or one for each field of a list.
    """
    parts = chart.book.printed_columns(raw)
    if parts is not None:
        return parts
    if isinstance(raw, kinds.RangeChart):
        heading = "Result" if len(raw.fields) > 1 else heading_of(chart, raw.fields[0])
        return (PrintedColumn(heading, lambda fields, text: row_words(chart, fields, text)),)

    def words(field: str, fields: Fields, text: str) -> str:
        # The printed text of a row replaces its first field.
        if text and field == raw.fields[0]:
            return text
        value = fields.get(field)
        if value is None or value is False or value in ("", []):
            return ""
        return field_word(chart, field, value)

    return [PrintedColumn(heading_of(chart, field), partial(words, field)) for field in raw.fields]


def note_words(chart: Chart, note: kinds.NoteData) -> str:
    """A note with its letter, and with the results of its dice."""
    words = note.text
    # A printed letter is a capital; other letters only name the note.
    head = f"{note.letter}:"
    if note.letter.isupper() and not words.startswith(head):
        words = f"{head} {words}"
    if not note.dice:
        return words
    # The results of such a note are the numbers rolled, so they need no list.
    repeats_dice = all(
        row.label == str(row.fields.get(field)) for row in note.rows for field in note.fields
    )
    if repeats_dice:
        return words
    rolls = []
    for row in note.rows:
        values = [_note_value(chart, field, row.fields.get(field)) for field in note.fields]
        result = row.text or ", ".join(values)
        rolls.append(f"{roll_label(row.label)}: {result}")
    return f"{words} ({note.dice}: {'; '.join(rolls)})"


def _note_value(chart: Chart, field: str, value: Any) -> str:
    if formatter := chart.book.note_words.get(field):
        return formatter(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, int):
        return str(value)
    noun = field.removesuffix("s") if value == 1 else field
    return f"{value} {noun}"


def _table(pen: Pen, lines: bool = False) -> Table:
    from rich import box
    from rich.table import Table

    return Table(box=box.ASCII if pen.ascii_only else box.SQUARE, show_lines=lines, safe_box=False)
