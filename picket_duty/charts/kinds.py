"""The kinds of charts as chart files define them: range, matrix, list, keyed, sum and notes.

A file names the fields of its rows (``fields``); ``charts/shapes.py`` defines their values, and the
book of the chart the effect types, the calendar and the wording. A note with a die is a small range
chart inside the file of its chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, get_args

import msgspec

#: Faces of each die by the name of the dice. A ten-sided die counts 0 to 9, a six-sided die 1 to 6.
DICE: dict[str, tuple[int, ...]] = {"1d6": (6,), "2d6": (6, 6), "1d10": (10,), "d100": (10, 10)}
#: The totals of the dice.
TOTALS = {"1d6": range(1, 7), "2d6": range(2, 13), "1d10": range(10), "d100": range(100)}
Dice = Literal["1d6", "2d6", "1d10", "d100"]
#: The dice of a matrix: one for the row and one for the column.
Die = Literal["1d6", "1d10"]
Text = Annotated[str, msgspec.Meta(pattern=r"\S")]
#: The values of a row or cell by field.
Fields = Mapping[str, Any]
#: Largest absolute value of a printed modifier.
MOST_ADDED = 9
#: Characters of a row's label in a fault.
LONGEST_LABEL = 60
#: Most rows or cells of a chart: twice the number of results of two ten-sided dice.
MOST_ROWS = 200


class ModifierData(msgspec.Struct, forbid_unknown_fields=True):
    """A printed modifier; ``value`` is None if the game supplies it. ``only`` is the range of
    numbers it applies to.
    """

    why: Text
    rule: Text
    value: Annotated[int, msgspec.Meta(ge=-MOST_ADDED, le=MOST_ADDED)] | None = None
    note: str = ""
    only: str = ""


class PrintedRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What the rows and cells of all kinds of charts have."""

    effects: tuple[Any, ...] = ()
    fields: dict[str, Any] = {}

    @property
    def label(self) -> str:
        """The row as written in the file."""
        raise NotImplementedError


class RangeRow(PrintedRow):
    """A row of a range chart or of a note's die; ``cells`` if the chart has columns."""

    roll: str | int
    cells: list[Any] | None = None
    text: str = ""

    @property
    def label(self) -> str:
        """The totals of the row as written in the file."""
        return str(self.roll).strip()


class ListRow(PrintedRow):
    """An entry of a list; ``id`` is an alternative name."""

    at: str | int
    id: str = ""
    cells: list[Any] | None = None
    text: str = ""

    @property
    def label(self) -> str:
        """The key of the entry as written in the file."""
        return str(self.at).strip()


class KeyedRow(PrintedRow):
    """An entry of a keyed list; ``key_values`` are its values by key: a number or span, a name, or
    a boolean.
    """

    key_values: dict[str, Any] = {}
    text: str = ""

    @property
    def label(self) -> str:
        """The keys and values of the entry in one line."""
        return ", ".join(f"{key} {value}" for key, value in self.key_values.items())


class LineData(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A line of a sum: its name and what each unit adds.

    ``numbers`` is the range of allowed numbers, empty for any; a ``flag`` line is true or false.
    ``value`` names a number that the player reads from a piece or the map; the line adds that
    number.
    """

    name: Text
    adds: int | float = 1
    numbers: str = ""
    flag: bool = False
    value: str = ""
    rule: str = ""


class MatrixCell(PrintedRow):
    """A cell of a matrix."""

    row: int
    col: int
    name: str = ""

    @property
    def label(self) -> str:
        """Row and column of the cell."""
        return f"{self.row}-{self.col}"


class NoteData(msgspec.Struct, forbid_unknown_fields=True):
    """A printed note, or our explanation of how the chart is read (``reading``).

    ``letter`` is printed, ``id`` names it in the rules. A note with ``dice`` is a separate small
    chart with ``fields`` and ``rows``; ``table`` is its own chart number, if it has one.
    """

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
    """Fields of every chart. ``note`` explains how a printing error is read, ``words`` are printed
    forms of values.
    """

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

    ``column_ranges`` are the sums for each column. ``column_keys`` are the keys of a question that
    make up a column's name. ``cell_words`` are the fields of a cell given as one word.
    ``column_effects`` are added to every cell of a column that has a value. With ``clamp`` a total
    beyond the rows uses the nearest row. A roll in ``natural`` is looked up without modifiers.
    ``asked`` are the modifiers that a question gives in addition to the natural roll, each as a
    boolean or as a number.
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
    """Cells by a row die and a column die; ``only`` are the numbers, such as bearings, that select
    this matrix.
    """

    row_dice: Die
    column_dice: Die
    fields: list[Text] = []
    cells: list[MatrixCell] = []
    only: list[int] = []

    @property
    def rows(self) -> list[MatrixCell]:
        """The cells, which are the rows of other charts."""
        return self.cells


class ListChart(ChartFrame, tag="list", kw_only=True):
    """A list by a ``key`` of a type (``by``); ``otherwise`` are the fields of keys that are not
    listed, if allowed.
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
    """A list looked up by several keys: a question matches the row that has the same keys and
    matching values.
    """

    keys: dict[str, Literal["number", "name", "flag"]]
    fields: list[Text] = []
    rows: list[KeyedRow] = []


class SumChart(ChartFrame, tag="sum", kw_only=True):
    """Lines that are added up, rounded down at the end, and optional rows for the totals.

    With ``line`` set, a question either names one line, and the answer is what it ``adds``, or
    gives a number for each line that counts, and the answer is the ``total``. Otherwise a question
    gives every line. ``line``, ``adds`` and ``total`` are the keys in questions and answers.
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

    fields: ClassVar[Sequence[str]] = ()
    rows: ClassVar[Sequence[RangeRow]] = ()


RawChart = RangeChart | MatrixChart | ListChart | KeyedChart | SumChart | NotesChart
#: The charts that can have columns, and their rows.
ColumnChart = RangeChart | ListChart
ColumnRow = RangeRow | ListRow
KINDS: dict[str, type[RawChart]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(RawChart)
}


def columns_of(raw: RawChart) -> list[str]:
    """The columns of a chart by key, empty if its kind has none."""
    if isinstance(raw, ColumnChart):
        return raw.columns
    return []


def values_of(fields: Iterable[str], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of some fields, None for those that are left out."""
    return {field: values.get(field) for field in fields}


def row_name(number: int, label: str) -> str:
    """A row in a fault: its number and its printed label, shortened to fit a line."""
    if len(label) > LONGEST_LABEL:
        label = f"{label[: LONGEST_LABEL - 3]}..."
    if label:
        return f"row {number} ({label})"
    return f"row {number}"


#: Keys of a computed value of a row: ``each`` counts for every full ``per`` of the number in the
#: question.
EACH = "each"
PER = "per"


def computed(value: Any, number: int) -> Any:
    """A value of a row for the number in a question, computed if it is a table such as ``{each = 2,
    per = 5}``.
    """
    if isinstance(value, dict) and EACH in value:
        return value[EACH] * (number // value.get(PER, 1))
    return value
