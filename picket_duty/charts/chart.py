"""What a chart is and how a row is looked up.

Three kinds cover the whole book: a range chart (dice against rows, with or
without columns), a matrix (row die against column die) and a list (a calendar,
a firing chart, waves). A note that wants a die of its own is a small range
chart inside the file of its chart.
"""

from __future__ import annotations

import datetime
from functools import lru_cache
from typing import Any

import msgspec

#: Dice by name: the faces of each die. A ten-sided die counts 0 to 9, a six-sided one 1 to 6.
DICE: dict[str, tuple[int, ...]] = {
    "1d6": (6,),
    "2d6": (6, 6),
    "1d10": (10,),
    "d100": (10, 10),
}
CALENDAR_YEAR = 1945
#: No total of the game comes near this number; a range beyond it is a slip of the pen.
FARTHEST = 999


class ChartError(ValueError):
    """A chart file that cannot be used, or a look-up that the chart cannot answer."""


class Modifier(msgspec.Struct, frozen=True):
    """One signed number added to dice or to a column, with its reason and its source."""

    value: int
    why: str
    rule: str


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One consequence of a result; ``do`` names the damage rule that carries it out."""

    do: str
    points: int = 0
    section: str = ""
    compartment: str = ""
    mount: str = ""
    mounts: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    posts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """One row or cell: its label as printed, its fields as a look-up answers them, its effects."""

    label: str
    fields: dict[str, Any]
    effects: tuple[Effect, ...] = ()
    text: str = ""
    key: str = ""

    def __getitem__(self, field: str) -> Any:
        return self.fields[field]


class RawModifier(msgspec.Struct, forbid_unknown_fields=True):
    """A printed modifier as its file gives it; no value where a chit gives it."""

    why: str
    rule: str
    value: int | None = None
    note: str = ""
    stations: str = ""


class RawNote(msgspec.Struct, forbid_unknown_fields=True):
    """A printed note; with dice it is a chart of its own."""

    letter: str = ""
    id: str = ""
    text: str = ""
    dice: str = ""
    table: str = ""
    fields: list[str] = []
    rows: list[dict[str, Any]] = []
    effects: list[Effect] = []


class RawPeriod(msgspec.Struct, forbid_unknown_fields=True):
    """A stretch of the calendar that names columns of table 7-1."""

    id: str
    first: str
    last: str


class RawChart(msgspec.Struct, forbid_unknown_fields=True):
    """A chart as its file gives it."""

    id: str
    title: str
    level: str
    kind: str
    source: str
    note: str = ""
    dice: str = ""
    row_dice: str = ""
    column_dice: str = ""
    key: str = ""
    fields: list[str] = []
    columns: list[str] = []
    headings: list[str] = []
    column_ranges: list[str] = []
    clamp: bool = False
    natural: list[int] = []
    rows: list[dict[str, Any]] = []
    cells: list[dict[str, Any]] = []
    words: dict[str, str] = {}
    modifiers: dict[str, RawModifier] = {}
    column_modifiers: dict[str, RawModifier] = {}
    notes: list[RawNote] = []
    periods: list[RawPeriod] = []
    bearings: list[int] = []
    column_effects: dict[str, list[Effect]] = {}


def spread(text: str) -> tuple[int | None, int | None]:
    """Read one part of a range: ``5``, ``5..6``, ``<=2`` or ``>=13``; None stands for no end."""
    text = text.strip()
    if text.startswith("<="):
        return None, _number(text[2:], text)
    if text.startswith(">="):
        return _number(text[2:], text), None
    first, dots, last = text.partition("..")
    low = _number(first, text)
    high = _number(last, text) if dots else low
    if low > high:
        raise ChartError(f"range {text!r} runs backwards")
    return low, high


def _number(text: str, whole: str) -> int:
    """A number of a range. Raises ChartError naming the whole range."""
    try:
        number = int(text)
    except ValueError:
        raise ChartError(f"range {whole!r} is not a number, a..b, <=a or >=b") from None
    if abs(number) > FARTHEST:
        raise ChartError(f"range {whole!r} is out of reach of any dice")
    return number


class Chart:
    """A chart ready for look-ups. ``note`` is set for the small chart of a note's die."""

    __slots__ = (
        "by_column",
        "cells",
        "column_low",
        "column_names",
        "dice",
        "die_charts",
        "faces",
        "found",
        "id",
        "letter",
        "list_rows",
        "low",
        "modifier_cache",
        "natural",
        "note_id",
        "open_high",
        "open_low",
        "raw",
        "text",
    )

    def __init__(self, raw: RawChart, note: RawNote | None = None) -> None:
        """Compile a chart, or with ``note`` the small chart of that note. Raises ChartError."""
        self.raw = raw
        self.id = (note.table or raw.id) if note else raw.id
        self.letter = note.letter if note else ""
        self.note_id = (note.id or note.letter) if note else ""
        self.text = note.text if note else raw.note
        self.dice = note.dice if note else raw.dice
        self.natural = () if note else tuple(raw.natural)
        self.low = 0
        self.open_low = self.open_high = False
        self.by_column: dict[str | None, list[Row]] = {}
        self.cells: dict[tuple[int, int], Row] = {}
        self.list_rows: list[tuple[str, Row | dict[str, Row]]] = []
        self.found: dict[str | int | datetime.date, Row | dict[str, Row]] = {}
        self.column_low = 0
        self.column_names: list[str] = []
        self.modifier_cache: dict[tuple[str, int | None], Modifier] = {}
        self.die_charts: dict[str, Chart] = {}
        if note:
            self._compile_range(note.rows, note.fields, [], clamp=False)
        elif raw.kind == "range":
            self._compile_range(raw.rows, raw.fields, raw.columns, clamp=raw.clamp)
        elif raw.kind == "matrix":
            self._compile_matrix()
        elif raw.kind == "list":
            self._compile_list()
        elif raw.kind != "notes":
            raise ChartError(f"kind {raw.kind!r} is not range, matrix, list or notes")
        self.faces = self._faces()
        if note:
            return
        self._compile_columns()
        for entry in raw.notes:
            if entry.dice:
                self.die_charts[entry.id or entry.letter] = Chart(raw, entry)

    # -- look-ups --------------------------------------------------------

    def look_up(self, total: int, column: str | None = None) -> Row:
        """The row for a dice total (clamped where the print clamps). Raises ChartError."""
        try:
            rows = self.by_column[column]
        except KeyError:
            raise ChartError(self._no_column(column)) from None
        index = total - self.low
        if 0 <= index < len(rows):
            return rows[index]
        if index < 0 and self.open_low:
            return rows[0]
        if index > 0 and self.open_high:
            return rows[-1]
        raise ChartError(f"chart {self.id} has no row for {total}; it runs from {self.low} to {self.high}")

    def cell(self, row: int, column: int) -> Row:
        """The cell of a matrix. Raises ChartError."""
        try:
            return self.cells[row, column]
        except KeyError:
            raise ChartError(f"chart {self.id} has no cell at row {row}, column {column}") from None

    def entry(self, key: str | int | datetime.date, column: str | None = None) -> Row:
        """The entry of a list chart for a date, a number or a name. Raises ChartError."""
        row = self.found.get(key) or self._search(key)
        if isinstance(row, Row):
            return row
        if column in row:
            return row[column]
        raise ChartError(self._no_column(column))

    def _search(self, key: str | int | datetime.date) -> Row | dict[str, Row]:
        for at, row in self.list_rows:
            if self._matches(at, key):
                self.found[key] = row
                return row
        raise ChartError(f"chart {self.id} has no entry for {key}")

    def find(self, key: str | int | datetime.date) -> Row | None:
        """The entry of a list chart without columns, or None where the chart names only what is so."""
        for at, row in self.list_rows:
            if isinstance(row, Row) and self._matches(at, key):
                return row
        return None

    def column_of(self, total: int) -> str:
        """The column that a sum of column modifiers picks, clamped to the outermost ones."""
        names = self.column_names
        return names[min(max(total - self.column_low, 0), len(names) - 1)]

    def die(self, note: str) -> Chart:
        """The small chart of a note that wants a die. Raises ChartError."""
        try:
            return self.die_charts[note]
        except KeyError:
            raise ChartError(f"chart {self.id} has no note {note!r} with a die") from None

    def note(self, note: str) -> RawNote:
        """A printed note by id or letter. Raises ChartError."""
        for entry in self.raw.notes:
            if note in (entry.id, entry.letter):
                return entry
        raise ChartError(f"chart {self.id} has no note {note!r}")

    def modifier(self, name: str, value: int | None = None) -> Modifier:
        """A printed modifier by name; ``value`` replaces the number where a chit gives it."""
        found = self.modifier_cache.get((name, value))
        if found is None:
            raw = self.raw.modifiers.get(name) or self.raw.column_modifiers.get(name)
            if raw is None:
                raise ChartError(f"chart {self.id} has no modifier {name!r}")
            found = Modifier((raw.value or 0) if value is None else value, raw.why, raw.rule)
            self.modifier_cache[name, value] = found
        return found

    @property
    def high(self) -> int:
        """The highest total with a printed row of its own."""
        rows = next(iter(self.by_column.values()), [])
        return self.low + len(rows) - 1

    # -- compiling -------------------------------------------------------

    def _faces(self) -> tuple[int, ...]:
        if self.raw.kind == "matrix" and not self.note_id:
            return _faces_of(self.raw.row_dice) + _faces_of(self.raw.column_dice)
        return _faces_of(self.dice) if self.dice else ()

    def _compile_range(
        self, raw_rows: list[dict[str, Any]], fields: list[str], columns: list[str], clamp: bool
    ) -> None:
        placed: dict[str | None, dict[int, Row]] = {column: {} for column in columns} or {None: {}}
        for number, raw_row in enumerate(raw_rows, 1):
            label = str(raw_row.get("roll", ""))
            if not label:
                raise ChartError(f"row {number} has no roll")
            for part in label.split(","):
                first, last = spread(part)
                self.open_low |= first is None
                self.open_high |= last is None
                low = last if first is None else first
                high = low if last is None else last
                assert low is not None
                assert high is not None
                for total in range(low, high + 1):
                    self._place(placed, total, label, raw_row, fields, columns, number)
        totals = sorted(next(iter(placed.values())))
        if not totals:
            raise ChartError("no rows")
        if totals != list(range(totals[0], totals[-1] + 1)):
            missing = sorted(set(range(totals[0], totals[-1] + 1)) - set(totals))
            raise ChartError(f"no row covers {', '.join(map(str, missing))}")
        self.low = totals[0]
        self.open_low |= clamp
        self.open_high |= clamp
        self.by_column = {column: [rows[total] for total in totals] for column, rows in placed.items()}

    def _place(
        self,
        placed: dict[str | None, dict[int, Row]],
        total: int,
        label: str,
        raw_row: dict[str, Any],
        fields: list[str],
        columns: list[str],
        number: int,
    ) -> None:
        for index, column in enumerate(placed):
            if total in placed[column]:
                raise ChartError(f"row {number} ({label}) overlaps another row at {total}")
            placed[column][total] = self._row(label, raw_row, fields, index if columns else None)

    def _row(self, label: str, raw_row: dict[str, Any], fields: list[str], column: int | None) -> Row:
        effects = tuple(msgspec.convert(raw_row.get("effects", []), list[Effect]))
        text = str(raw_row.get("text", ""))
        if column is None:
            values = {field: raw_row.get(field) for field in fields}
            return Row(label, values, effects, text, _key(values))
        cells = raw_row.get("cells")
        if not isinstance(cells, list) or len(cells) != len(self.raw.columns):
            raise ChartError(f"row {label} must have one cell for each of its {len(self.raw.columns)} columns")
        values = _cell_fields(cells[column], fields)
        if any(values.values()):
            effects += tuple(self.raw.column_effects.get(self.raw.columns[column], ()))
        return Row(label, values, effects, text, _key(values))

    def _compile_matrix(self) -> None:
        for raw_cell in self.raw.cells:
            line, column = raw_cell.get("row"), raw_cell.get("col")
            if not (isinstance(line, int) and isinstance(column, int)):
                raise ChartError(f"row {line!r}, column {column!r} is not a place of the matrix")
            at = (line, column)
            if at in self.cells:
                raise ChartError(f"row {at[0]}, column {at[1]} stands twice")
            values = {field: raw_cell.get(field) for field in self.raw.fields}
            effects = tuple(msgspec.convert(raw_cell.get("effects", []), list[Effect]))
            text = str(raw_cell.get("name", ""))
            self.cells[at] = Row(f"{at[0]}-{at[1]}", values, effects, text, text)

    def _compile_list(self) -> None:
        for number, raw_row in enumerate(self.raw.rows, 1):
            label = str(raw_row.get("at", ""))
            if not label:
                raise ChartError(f"row {number} has no 'at'")
            if self.raw.columns:
                columns = {
                    column: self._row(label, raw_row, self.raw.fields, index)
                    for index, column in enumerate(self.raw.columns)
                }
                self.list_rows.append((label, columns))
                if alias := raw_row.get("id"):
                    self.list_rows.append((str(alias), columns))
            else:
                self.list_rows.append((label, self._row(label, raw_row, self.raw.fields, None)))

    def _compile_columns(self) -> None:
        if not self.raw.column_ranges:
            return
        if len(self.raw.column_ranges) != len(self.raw.columns):
            raise ChartError("column_ranges must name one range for each column")
        numbered: dict[int, str] = {}
        for text, column in zip(self.raw.column_ranges, self.raw.columns, strict=True):
            first, last = spread(text)
            low = last if first is None else first
            high = low if last is None else last
            assert low is not None
            assert high is not None
            for value in range(low, high + 1):
                if value in numbered:
                    raise ChartError(f"column ranges overlap at {value}")
                numbered[value] = column
        self.column_low = min(numbered)
        self.column_names = [numbered[value] for value in sorted(numbered)]
        if sorted(numbered) != list(range(self.column_low, self.column_low + len(numbered))):
            raise ChartError("column ranges leave a gap")

    def _matches(self, at: str, key: str | int | datetime.date) -> bool:
        if isinstance(key, datetime.date):
            first, last = date_span(at)
            return first <= key <= last
        if isinstance(key, int):
            return any(_within(spread(part), key) for part in at.split(","))
        return at == key

    def _no_column(self, column: str | None) -> str:
        columns = ", ".join(self.raw.columns)
        if not columns:
            return f"chart {self.id} has no columns"
        if column is None:
            return f"chart {self.id} wants a column: {columns}"
        return f"chart {self.id} has no column {column!r}; columns: {columns}"


def _faces_of(dice: str) -> tuple[int, ...]:
    if dice not in DICE:
        raise ChartError(f"dice {dice!r} are not one of {', '.join(DICE)}")
    return DICE[dice]


@lru_cache(maxsize=1024)
def date_span(text: str) -> tuple[datetime.date, datetime.date]:
    """Read ``03-24`` or ``04-02..04-28`` as first and last day of 1945. Raises ChartError."""
    first, dots, last = text.partition("..")
    return _month_day(first), _month_day(last if dots else first)


def days_in(text: str) -> list[datetime.date]:
    """Every day of ``04-02..04-28``."""
    first, last = date_span(text)
    return [first + datetime.timedelta(days=n) for n in range((last - first).days + 1)]


def _month_day(text: str) -> datetime.date:
    try:
        month, day = text.strip().split("-")
        return datetime.date(CALENDAR_YEAR, int(month), int(day))
    except ValueError:
        raise ChartError(f"date {text!r} is not MM-DD") from None


def _within(ends: tuple[int | None, int | None], value: int) -> bool:
    first, last = ends
    return (first is None or first <= value) and (last is None or value <= last)


def _cell_fields(cell: Any, fields: list[str]) -> dict[str, Any]:
    if isinstance(cell, dict):
        return {field: cell.get(field) for field in fields}
    if fields == ["carrier", "land"]:
        return {"carrier": cell in ("carrier", "both"), "land": cell in ("land", "both")}
    return {fields[0]: cell}


def _key(values: dict[str, Any]) -> str:
    return ",".join(_word(value) for value in values.values())


def _word(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "+".join(map(_word, value)) or "none"
    return str(value)
