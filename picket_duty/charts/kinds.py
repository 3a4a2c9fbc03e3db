"""The kinds of charts as chart files define them: range, matrix, list, keyed, sum and notes.

A file names the fields of its rows (``fields``); ``charts/shapes.py`` defines their values, and the
book of the chart the effect types, the calendar and the wording. A note with a die is a small range
chart inside the file of its chart.
"""

from __future__ import annotations

import datetime
import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args

import msgspec

#: Largest absolute number in a range: far beyond any total, so a larger one is a typing error.
FARTHEST = 999
#: Most ranges checked at once, because every pair is compared.
MOST_RANGES = 200
#: Most numbers of a gap listed in a fault.
MOST_LISTED = 10

#: First and last number of a span, infinite if the span is open.
Ends = tuple[float, float]
Span = tuple[str, Ends]


class ChartError(ValueError):
    """An invalid chart file, or a lookup without a result."""


def judge(
    named: Iterable[tuple[str, str]],
    what: str,
    book: Book | None = None,
    whole: bool = True,
    reach: Ends | None = None,
    reason: str = "",
) -> Iterator[str]:
    """Faults of named ranges: unreadable, overlapping, or with gaps.

    ``what`` is the word for a range in a fault (row, column, period). Gaps are faults only if
    ``whole``. ``reach`` is the first and last number that must be covered, and ``reason`` is added
    to the fault if they are not. With a ``book`` the ranges are days, and its calendar is the
    reach.
    """
    shown: Callable[[int], str] = str
    if book is not None:
        reach = book.calendar[0].toordinal(), book.calendar[1].toordinal()
        shown = _day
    spans = []
    ranges = list(named)
    if len(ranges) > MOST_RANGES:
        yield f"{len(ranges)} ranges; at most {MOST_RANGES} are allowed"
        return
    for name, text in ranges:
        try:
            spans.append((name, ends_of(text) if book is None else _ordinals(text, book)))
        except ChartError as error:
            yield f"{name}: {error}"
    ordered = sorted(ends for _, ends in spans)
    if any(previous[1] >= following[0] for previous, following in itertools.pairwise(ordered)):
        yield from _overlaps(spans, shown)
    if ordered and whole:
        for missed, why in ((_between(ordered), ""), (_outside(ordered, reach), reason)):
            if missed:
                yield f"no {what} covers {list_numbers(missed, shown)}{why}"


def _day(ordinal: int) -> str:
    return datetime.date.fromordinal(ordinal).strftime("%m-%d")


def _overlaps(spans: list[Span], shown: Callable[[int], str]) -> Iterator[str]:
    for (other, (other_low, other_high)), (name, (low, high)) in itertools.combinations(spans, 2):
        first = max(low, other_low)
        last = min(high, other_high)
        if first <= last:
            place = first if math.isfinite(first) else last
            yield f"{name} overlaps {other} at {shown(int(place))}"


def _between(ordered: list[Ends]) -> list[int]:
    """The numbers between ranges that none of them has."""
    missed: list[int] = []
    reached = ordered[0][1]
    for low, high in ordered:
        if low > reached + 1:
            missed.extend(range(int(reached) + 1, int(low)))
        reached = max(reached, high)
    return missed


def _outside(ordered: list[Ends], reach: Ends | None) -> list[int]:
    """The numbers of ``reach`` below or above all ranges."""
    if reach is None:
        return []
    low = ordered[0][0]
    high = max(ends[1] for ends in ordered)
    numbers = range(int(reach[0]), int(reach[1]) + 1)
    return [number for number in numbers if not low <= number <= high]


def ends_of(text: str) -> Ends:
    """First and last number of a range: ``5``, ``5..6``, ``<=2`` or ``>=13``, infinite if open.
    Raises ChartError.
    """
    text = text.strip()
    if text.startswith("<="):
        return -math.inf, _number(text[2:], text)
    if text.startswith(">="):
        return _number(text[2:], text), math.inf
    first, dots, last = text.partition("..")
    low = _number(first, text)
    high = _number(last, text) if dots else low
    if low > high:
        raise ChartError(f"range {text!r} runs backward")
    return low, high


def number_span(value: Any) -> Ends:
    """First and last number of a range, or of a number alone. Raises ChartError."""
    if isinstance(value, str):
        return ends_of(value)
    return value, value


def _number(text: str, whole: str) -> int:
    try:
        number = int(text)
    except ValueError:
        raise ChartError(f"range {whole!r} must be a number, a..b, <=a or >=b") from None
    if abs(number) > FARTHEST:
        raise ChartError(f"range {whole!r} is too large for any dice")
    return number


def numbers_in(text: str) -> range:
    """The numbers written in a range; for an open range only its one written end. Raises
    ChartError.
    """
    ends = [int(end) for end in ends_of(text) if math.isfinite(end)]
    return range(ends[0], ends[-1] + 1)


def covers(label: str, number: int) -> bool:
    """Whether a number is in one of the ranges of a label such as ``2,5..6``. Raises ChartError."""
    return any(low <= number <= high for low, high in map(ends_of, label.split(",")))


@lru_cache(maxsize=1024)
def date_span(text: str, year: int) -> tuple[datetime.date, datetime.date]:
    """First and last day of ``03-24`` or ``04-02..04-28`` in a year. Raises ChartError."""
    first, dots, last = text.partition("..")
    return _month_day(first, year), _month_day(last if dots else first, year)


def _month_day(text: str, year: int) -> datetime.date:
    try:
        month, day = text.strip().split("-")
        return datetime.date(year, int(month), int(day))
    except ValueError:
        raise ChartError(f"{text!r} is not a valid date (use MM-DD)") from None


def days_in(text: str, year: int) -> list[datetime.date]:
    """Every day of ``04-02..04-28``. Raises ChartError."""
    first, last = date_span(text, year)
    return [first + datetime.timedelta(days=n) for n in range((last - first).days + 1)]


def _ordinals(text: str, book: Book) -> Ends:
    first, last = book.calendar
    begin, end = date_span(text, first.year)
    if begin > end:
        raise ChartError("runs backward")
    if begin < first or end > last:
        raise ChartError(f"outside the calendar ({first:%m-%d} to {last:%m-%d})")
    return begin.toordinal(), end.toordinal()


def list_numbers(numbers: list[int], shown: Callable[[int], str] = str) -> str:
    """Numbers in a fault, at most ``MOST_LISTED`` of them."""
    text = ", ".join(map(shown, numbers[:MOST_LISTED]))
    if len(numbers) > MOST_LISTED:
        return f"{text} and {len(numbers) - MOST_LISTED} more"
    return text


def twice(names: Iterable[str]) -> list[str]:
    """The names that occur more than once, for each repetition."""
    counted = Counter(names)
    return [*(counted - Counter({*counted})).elements()]


def located(place: str, faults: Iterable[str]) -> Iterator[str]:
    """Faults, each with its place."""
    return (f"{place}: {fault}" for fault in faults)


def shown(value: Any) -> str:
    """A value in a fault, shortened to fit a line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


#: Faces of each die by the name of the dice. A ten-sided die counts 0 to 9, a six-sided die 1 to 6.
DICE: dict[str, tuple[int, ...]] = {"1d6": (6,), "2d6": (6, 6), "1d10": (10,), "d100": (10, 10)}
#: The totals of the dice.
TOTALS = {"1d6": range(1, 7), "2d6": range(2, 13), "1d10": range(10), "d100": range(100)}
Dice = Literal["1d6", "2d6", "1d10", "d100"]
#: The dice of a matrix: one for the row and one for the column.
Die = Literal["1d6", "1d10"]
Text = Annotated[str, msgspec.Meta(pattern=r"\S")]
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
    """An entry of a keyed list; ``asked`` are its values by key: a number or span, a name, or a
    boolean.
    """

    asked: dict[str, Any] = {}
    text: str = ""

    @property
    def label(self) -> str:
        """The keys and values of the entry in one line."""
        return ", ".join(f"{key} {value}" for key, value in self.asked.items())


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
    """A printed note, or a ``reading`` of ours beside it; a note with dice is a separate small
    chart.
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
    beyond the rows uses the nearest row. ``asked`` are the modifiers that a question gives in
    addition to the natural roll, each as a boolean or as a number.
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
    gives every line.
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


#: Keys of a computed value of a row: ``each`` times the number in the question divided by ``per``,
#: rounded down.
EACH = "each"
PER = "per"


def worked_out(value: Any, asked: int) -> Any:
    """A value of a row for the number in a question, computed if it is a table such as ``{each = 2,
    per = 5}``.
    """
    if isinstance(value, dict) and EACH in value:
        return value[EACH] * (asked // value.get(PER, 1))
    return value


Fields = Mapping[str, Any]


class PrintedColumn(NamedTuple):
    """A printed column of a chart whose rows have fields but no columns: its heading and the
    formatter of a row.
    """

    heading: str
    words: Callable[[Fields, str], str]
    right: bool = False


class Book(NamedTuple):
    """Settings of a book of charts. Every field is optional.

    ``effects`` are the effect types by name. ``days`` are the first and last day of the calendar;
    dates in chart files omit the year. ``headings`` and ``field_words`` format fields and their
    values, ``note_words`` the values in a printed note. ``row_words`` formats a whole row or cell,
    or returns None for the default. ``parts`` returns the printed columns of a chart, or None for
    the default. ``answers`` are functions that change fields in place for ``tables query``, given
    the number in the question. ``levels`` is whether the game has a basic and an advanced level.
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
    def calendar(self) -> tuple[datetime.date, datetime.date]:
        """First and last day; their year completes dates in files. Raises ChartError if there is no
        calendar.
        """
        if self.days is None:
            raise ChartError("dates need a calendar, but this book has none")
        return self.days


#: A book with default settings.
PLAIN = Book()
