"""The kinds of charts as their files give them: range, matrix, list, keyed, sum and notes, and what stands in each.

A range chart sets dice against rows, with or without columns; a matrix a row die against a column die; a list
answers a date, a number or a name, a keyed list several of them at once; a sum adds up lines; notes are dice and
modifiers without a chart of their own. A note that wants a die of its own is a small range chart inside the file of
its chart.

The rows of a chart carry fields that its file names (``fields``); ``charts/shapes.py`` judges what they hold.
Effects are of whatever type the book of the chart has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

#: Dice by name: the faces of each die. A ten-sided die counts 0 to 9, a six-sided one 1 to 6.
DICE: dict[str, tuple[int, ...]] = {
    "1d6": (6,),
    "2d6": (6, 6),
    "1d10": (10,),
    "d100": (10, 10),
}
Dice = Literal["1d6", "2d6", "1d10", "d100"]
Text = Annotated[str, msgspec.Meta(pattern=r"\S")]
#: No printed modifier is greater.
MOST_ADDED = 9
#: Letters of a row's label in a complaint.
LONGEST_LABEL = 60
#: A row for each number of two ten-sided dice and as many again; a matrix of them has no more cells either.
MOST_ROWS = 200


class ModifierData(msgspec.Struct, forbid_unknown_fields=True):
    """A printed modifier; no value where the game gives it. ``only`` are the numbers for which it holds."""

    why: Text
    rule: Text
    value: Annotated[int, msgspec.Meta(ge=-MOST_ADDED, le=MOST_ADDED)] | None = None
    note: str = ""
    only: str = ""


class RangeRow(msgspec.Struct, forbid_unknown_fields=True):
    """A row of a range chart or of a note's die; ``cells`` where the chart has columns."""

    roll: str | int
    cells: list[Any] | None = None
    text: str = ""
    effects: tuple[Any, ...] = ()
    fields: dict[str, Any] = {}

    @property
    def label(self) -> str:
        """The totals of the row, as its file writes them."""
        return str(self.roll).strip()


class ListRow(msgspec.Struct, forbid_unknown_fields=True):
    """An entry of a list; ``id`` is another name for it."""

    at: str | int
    id: str = ""
    cells: list[Any] | None = None
    text: str = ""
    effects: tuple[Any, ...] = ()
    fields: dict[str, Any] = {}

    @property
    def label(self) -> str:
        """What the entry stands for, as its file writes it."""
        return str(self.at).strip()


class KeyedRow(msgspec.Struct, forbid_unknown_fields=True):
    """An entry of a keyed list: what it must be asked for, by key (a number or a span, a name, true or false)."""

    asked: dict[str, Any] = {}
    text: str = ""
    effects: tuple[Any, ...] = ()
    fields: dict[str, Any] = {}

    @property
    def label(self) -> str:
        """What the entry stands for."""
        return ", ".join(f"{key} {value}" for key, value in self.asked.items())


class LineData(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A line of a sum: what it is called and what one of it adds.

    ``numbers`` are those it may be given, any where there are none; a line that is a ``flag`` is so or is not.
    ``value`` names what the player reads off his own piece or map, of which the line adds all.
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
        """Where the cell stands."""
        return f"{self.row}-{self.col}"


class NoteData(msgspec.Struct, forbid_unknown_fields=True):
    """A printed note; with dice it is a chart of its own."""

    letter: str = ""
    id: str = ""
    text: str = ""
    dice: Dice | Literal[""] = ""
    table: str = ""
    fields: list[Text] = []
    rows: list[RangeRow] = []
    effects: tuple[Any, ...] = ()

    @property
    def name(self) -> str:
        """The name by which rules and effects call for the note."""
        return self.id or self.letter


class PeriodData(msgspec.Struct, forbid_unknown_fields=True):
    """A stretch of the calendar that names columns: their first word is its id."""

    id: Text
    first: str
    last: str


class Frame(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, kw_only=True):
    """What every chart has. ``note`` is the reading where the print is at fault, ``words`` its values as printed."""

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
        """The kind of the chart in a word."""
        return str(self.__struct_config__.tag)


class RangeChart(Frame, tag="range", kw_only=True):
    """Dice against rows.

    ``column_ranges`` are the sums that pick each column, ``column_keys`` the words of which a column's name is made
    in a question, ``cell_words`` what a cell of one word says of several fields, ``column_effects`` what every row
    brings in a column where it says something. A total beyond the rows takes the nearest where the chart clamps.
    ``asked`` are the modifiers that a question names beside the natural roll: whether one holds, or its number.
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


class MatrixChart(Frame, tag="matrix", kw_only=True):
    """A row die against a column die; ``only`` are the numbers that lead to it rather than to its neighbours."""

    row_dice: Dice
    column_dice: Dice
    fields: list[Text] = []
    cells: list[MatrixCell] = []
    only: list[int] = []


class ListChart(Frame, tag="list", kw_only=True):
    """A calendar, a firing chart or the like: ``key`` is what it is asked for, ``by`` of which kind that is.

    ``otherwise`` are the fields of a key that is not listed, where silence says something.
    """

    key: Text
    by: Literal["date", "number", "name"] = "name"
    fields: list[Text] = []
    rows: list[ListRow] = []
    columns: list[str] = []
    headings: list[str] = []
    column_keys: list[Text] = []
    otherwise: dict[str, Any] = {}


class KeyedChart(Frame, tag="keyed", kw_only=True):
    """A list asked by several keys, each a number, a name or a flag.

    A row names the keys it is about; a question is answered by the row that names the same keys and fits.
    """

    keys: dict[str, Literal["number", "name", "flag"]]
    fields: list[Text] = []
    rows: list[KeyedRow] = []


class SumChart(Frame, tag="sum", kw_only=True):
    """Lines that are added up, halves rounded down at the end, and rows for the totals where there are any.

    Where the sum is asked by ``line``, a question may name one line and learns what it ``adds``, or give the number of
    each line that counts and learns the ``total``. Where it is not, a question gives every line.
    """

    lines: list[LineData]
    constant: int = 0
    line: str = ""
    adds: str = "adds"
    total: str = "total"
    fields: list[Text] = []
    rows: list[RangeRow] = []


class NotesChart(Frame, tag="notes", kw_only=True):
    """Notes and modifiers alone."""


RawChart = RangeChart | MatrixChart | ListChart | KeyedChart | SumChart | NotesChart
AnyRow = RangeRow | ListRow | KeyedRow | MatrixCell
KINDS: dict[str, type[RawChart]] = {
    "range": RangeChart,
    "matrix": MatrixChart,
    "list": ListChart,
    "keyed": KeyedChart,
    "sum": SumChart,
    "notes": NotesChart,
}


def columns_of(raw: RawChart) -> list[str]:
    """The columns of a chart by key; none where its kind has none."""
    return raw.columns if isinstance(raw, RangeChart | ListChart) else []


def fields_of(raw: RawChart) -> list[str]:
    """The fields that the rows of a chart carry."""
    return [] if isinstance(raw, NotesChart) else raw.fields


def rows_of(raw: RawChart) -> Sequence[AnyRow]:
    """The rows, entries or cells of a chart."""
    if isinstance(raw, MatrixChart):
        return raw.cells
    return [] if isinstance(raw, NotesChart) else raw.rows


def row_name(number: int, label: str) -> str:
    """A row in a complaint: its number and what the print calls it, never longer than a line."""
    if len(label) > LONGEST_LABEL:
        label = f"{label[: LONGEST_LABEL - 3]}..."
    return f"row {number} ({label})" if label else f"row {number}"


#: A value of a row that is worked out from the number asked for: so much for each, or for each so many of it.
EACH, PER = "each", "per"


def worked_out(value: Any, asked: int) -> Any:
    """A value of a row for the number that was asked for: ``{each = 2}`` twice that number, ``per`` parts left out."""
    if isinstance(value, dict) and EACH in value:
        return value[EACH] * (asked // value.get(PER, 1))
    return value


def dice_ends(dice: str) -> tuple[int, int]:
    """Lowest and highest total of dice."""
    if dice == "d100":
        return 0, 99
    faces = DICE[dice]
    return sum(0 if face == 10 else 1 for face in faces), sum(9 if face == 10 else face for face in faces)
