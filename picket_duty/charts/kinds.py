"""The kinds of charts as chart files define them: range, matrix, list, keyed, sum and notes.

A range chart maps a dice total to a row, with or without columns. A matrix maps a row die and a column die to a cell.
A list is looked up by a date, a number or a name, a keyed list by several of them. A sum adds up lines. A notes chart
has only notes and modifiers. A note with a die is a small range chart inside the file of its chart.

The file names the fields of its rows (``fields``); ``charts/check.py`` defines their values. The book of the chart
defines the effect types, the calendar and the wording.
"""

# Annotations are not strings here, which msgspec would compile one by one at every start.

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec

from picket_duty.charts.spans import ChartError

#: Faces of each die by the name of the dice. A ten-sided die counts 0 to 9, a six-sided die 1 to 6.
DICE: dict[str, tuple[int, ...]] = {"1d6": (6,), "2d6": (6, 6), "1d10": (10,), "d100": (10, 10)}
Dice = Literal["1d6", "2d6", "1d10", "d100"]
Text = Annotated[str, msgspec.Meta(pattern=r"\S")]
#: Largest absolute value of a printed modifier.
MOST_ADDED = 9
#: Characters of a row's label in a fault.
LONGEST_LABEL = 60
#: Most rows or cells of a chart: twice the number of results of two ten-sided dice.
MOST_ROWS = 200


class ModifierData(msgspec.Struct, forbid_unknown_fields=True):
    """A printed modifier; ``value`` is None if the game supplies it. ``only`` is the range of numbers it applies to."""

    why: Text
    rule: Text
    value: Annotated[int, msgspec.Meta(ge=-MOST_ADDED, le=MOST_ADDED)] | None = None
    note: str = ""
    only: str = ""


class RangeRow(msgspec.Struct, forbid_unknown_fields=True):
    """A row of a range chart or of a note's die; ``cells`` if the chart has columns."""

    roll: str | int
    cells: list[Any] | None = None
    text: str = ""
    effects: tuple[Any, ...] = ()
    fields: dict[str, Any] = {}

    @property
    def label(self) -> str:
        """The totals of the row as written in the file."""
        return str(self.roll).strip()


class ListRow(msgspec.Struct, forbid_unknown_fields=True):
    """An entry of a list; ``id`` is an alternative name."""

    at: str | int
    id: str = ""
    cells: list[Any] | None = None
    text: str = ""
    effects: tuple[Any, ...] = ()
    fields: dict[str, Any] = {}

    @property
    def label(self) -> str:
        """The key of the entry as written in the file."""
        return str(self.at).strip()


class KeyedRow(msgspec.Struct, forbid_unknown_fields=True):
    """An entry of a keyed list; ``asked`` are its values by key: a number or span, a name, or a boolean."""

    asked: dict[str, Any] = {}
    text: str = ""
    effects: tuple[Any, ...] = ()
    fields: dict[str, Any] = {}

    @property
    def label(self) -> str:
        """The keys and values of the entry in one line."""
        return ", ".join(f"{key} {value}" for key, value in self.asked.items())


class LineData(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A line of a sum: its name and what each unit adds.

    ``numbers`` is the range of allowed numbers, empty for any; a ``flag`` line is true or false. ``value`` names a
    number that the player reads from a piece or the map; the line adds that number.
    """

    name: Text
    adds: int | float = 1
    numbers: str = ""
    flag: bool = False
    value: str = ""
    rule: str = ""


class MatrixCell(msgspec.Struct, forbid_unknown_fields=True):
    """A cell of a matrix."""

    row: int
    col: int
    name: str = ""
    effects: tuple[Any, ...] = ()
    fields: dict[str, Any] = {}

    @property
    def label(self) -> str:
        """Row and column of the cell."""
        return f"{self.row}-{self.col}"


class NoteData(msgspec.Struct, forbid_unknown_fields=True):
    """A printed note, or a ``reading`` of ours beside it; a note with dice is a separate small chart."""

    letter: str = ""
    id: str = ""
    reading: bool = False
    text: str = ""
    dice: Dice | Literal[""] = ""
    table: str = ""
    fields: list[Text] = []
    rows: list[RangeRow] = []
    effects: tuple[Any, ...] = ()

    @property
    def name(self) -> str:
        """The name of the note in rules and effects."""
        return self.id or self.letter


class PeriodData(msgspec.Struct, forbid_unknown_fields=True):
    """A period of the calendar; its id is the first word of the names of its columns."""

    id: Text
    first: str
    last: str


class ChartFrame(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, kw_only=True):
    """Fields of every chart. ``note`` explains how a printing error is read, ``words`` are printed forms of values."""

    id: Text
    title: Text
    level: Literal["basic", "advanced"]
    source: Text
    note: str = ""
    words: dict[str, str] = {}
    modifiers: dict[str, ModifierData] = {}
    column_modifiers: dict[str, ModifierData] = {}
    notes: list[NoteData] = []

    @property
    def kind(self) -> str:
        """Name of the kind of chart."""
        return str(self.__struct_config__.tag)


class RangeChart(ChartFrame, tag="range", kw_only=True):
    """A chart with one row per dice total or range of totals.

    ``column_ranges`` are the sums for each column. ``column_keys`` are the keys of a question that make up a column's
    name. ``cell_words`` are the fields of a cell given as one word. ``column_effects`` are added to every cell of a
    column that has a value. With ``clamp`` a total beyond the rows uses the nearest row. ``asked`` are the modifiers
    that a question gives in addition to the natural roll, each as a boolean or as a number.
    """

    dice: Dice
    fields: list[Text] = []
    rows: list[RangeRow] = []
    columns: list[str] = []
    headings: list[str] = []
    column_ranges: list[str] = []
    column_keys: list[Text] = []
    column_effects: dict[str, tuple[Any, ...]] = {}
    cell_words: dict[str, dict[str, Any]] = {}
    clamp: bool = False
    natural: list[int] = []
    periods: list[PeriodData] = []
    asked: list[Text] = []


class MatrixChart(ChartFrame, tag="matrix", kw_only=True):
    """Cells by a row die and a column die; ``only`` are the numbers, such as bearings, that select this matrix."""

    row_dice: Dice
    column_dice: Dice
    fields: list[Text] = []
    cells: list[MatrixCell] = []
    only: list[int] = []


class ListChart(ChartFrame, tag="list", kw_only=True):
    """A list such as a calendar or a firing chart: ``key`` is the name of its key, ``by`` the type of the key.

    ``otherwise`` are the fields of every key that is not listed, empty if such a key is an error.
    """

    key: Text
    by: Literal["date", "number", "name"] = "name"
    fields: list[Text] = []
    rows: list[ListRow] = []
    columns: list[str] = []
    headings: list[str] = []
    column_keys: list[Text] = []
    otherwise: dict[str, Any] = {}


class KeyedChart(ChartFrame, tag="keyed", kw_only=True):
    """A list looked up by several keys, each a number, a name or a flag.

    A question matches the row that has the same keys and matching values.
    """

    keys: dict[str, Literal["number", "name", "flag"]]
    fields: list[Text] = []
    rows: list[KeyedRow] = []


class SumChart(ChartFrame, tag="sum", kw_only=True):
    """Lines that are added up, rounded down at the end, and optional rows for the totals.

    With ``line`` set, a question either names one line, and the answer is what it ``adds``, or gives a number for each
    line that counts, and the answer is the ``total``. Otherwise a question gives every line.
    """

    lines: list[LineData]
    constant: int = 0
    line: str = ""
    adds: str = "adds"
    total: str = "total"
    fields: list[Text] = []
    rows: list[RangeRow] = []


class NotesChart(ChartFrame, tag="notes", kw_only=True):
    """A chart with only notes and modifiers."""


RawChart = RangeChart | MatrixChart | ListChart | KeyedChart | SumChart | NotesChart
AnyRow = RangeRow | ListRow | KeyedRow | MatrixCell
KINDS: dict[str, type[RawChart]] = {str(kind.__struct_config__.tag): kind for kind in get_args(RawChart)}


def columns_of(raw: RawChart) -> list[str]:
    """The columns of a chart by key, empty if its kind has none."""
    return raw.columns if isinstance(raw, RangeChart | ListChart) else []


def field_names(raw: RawChart) -> list[str]:
    """The field names of the rows of a chart."""
    return [] if isinstance(raw, NotesChart) else raw.fields


def rows_of(raw: RawChart) -> Sequence[AnyRow]:
    """The rows, entries or cells of a chart."""
    if isinstance(raw, MatrixChart):
        return raw.cells
    return [] if isinstance(raw, NotesChart) else raw.rows


def row_name(number: int, label: str) -> str:
    """A row in a fault: its number and its printed label, shortened to fit a line."""
    if len(label) > LONGEST_LABEL:
        label = f"{label[: LONGEST_LABEL - 3]}..."
    return f"row {number} ({label})" if label else f"row {number}"


#: Keys of a computed value of a row: ``each`` times the number in the question divided by ``per``, rounded down.
EACH, PER = "each", "per"


def worked_out(value: Any, asked: int) -> Any:
    """A value of a row for the number in a question, computed if it is a table such as ``{each = 2, per = 5}``."""
    if isinstance(value, dict) and EACH in value:
        return value[EACH] * (asked // value.get(PER, 1))
    return value


def dice_ends(dice: str) -> tuple[int, int]:
    """Lowest and highest total of dice."""
    if dice == "d100":
        return 0, 99
    faces = DICE[dice]
    return sum(0 if face == 10 else 1 for face in faces), sum(9 if face == 10 else face for face in faces)


Fields = Mapping[str, Any]


class PrintedColumn(NamedTuple):
    """A printed column of a chart whose rows have fields but no columns: its heading and the formatter of a row."""

    heading: str
    words: Callable[[Fields, str], str]
    right: bool = False


class Book(NamedTuple):
    """Settings of a book of charts. Every field is optional.

    ``effects`` are the effect types by name. ``days`` are the first and last day of the calendar; dates in chart files
    omit the year. ``headings`` and ``field_words`` format fields and their values, ``note_words`` the values in a
    printed note. ``row_words`` formats a whole row or cell, or returns None for the default. ``parts`` returns the
    printed columns of a chart, or None for the default. ``answers`` are functions that change fields in place for
    ``tables query``, given the number in the question. ``levels`` is whether the game has a basic and an advanced
    level.
    """

    effects: Mapping[str, type[msgspec.Struct]] = {}
    days: tuple[datetime.date, datetime.date] | None = None
    headings: Mapping[str, str] = {}
    field_words: Mapping[str, Callable[[Any], str]] = {}
    note_words: Mapping[str, Callable[[Any], str]] = {}
    row_words: Callable[[RawChart, Fields, str], str | None] = lambda raw, fields, text: None
    parts: Callable[[RawChart], Sequence[PrintedColumn] | None] = lambda raw: None
    answers: Mapping[str, Callable[[dict[str, Any], int], None]] = {}
    levels: bool = True

    @property
    def first_day(self) -> datetime.date:
        """First day of the calendar; its year completes dates in files. Raises ChartError if there is no calendar."""
        if self.days is None:
            raise ChartError("dates need a calendar, but this book has none")
        return self.days[0]

    @property
    def last_day(self) -> datetime.date:
        """Last day of the calendar. Raises ChartError if there is no calendar."""
        return self.days[1] if self.days else self.first_day


#: A book with default settings.
PLAIN = Book()
