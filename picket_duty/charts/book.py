"""The settings of a book of charts."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from picket_duty.charts.errors import ChartError
from picket_duty.charts.kinds import Fields, RawChart


class PrintedColumn(NamedTuple):
    """A printed column of a chart whose rows have fields but no columns: its heading and the
    formatter of a row, which gets the fields and the text of the row.
    """

    heading: str
    words: Callable[[Fields, str], str]
    right: bool = False


class Book(NamedTuple):
    """Settings of a book of charts. Every field is optional.

    ``effects`` are the effect types by name. ``days`` are the first and last day of the calendar;
    dates in chart files omit the year. ``headings`` and ``field_words`` format fields and their
    values, ``note_words`` the values in a printed note. ``row_words`` formats a whole row or cell
    from its fields and its text, or returns None for the default. ``printed_columns`` returns the
    printed columns of a chart, or None for the default. ``answers`` are functions that change
    fields in place for ``tables query``, by the field that calls for it, given the number in the
    question: one replaces a span of dates by all its dates. ``levels`` is whether the game has a
    basic and an advanced level.
    """

    effects: Mapping[str, type[msgspec.Struct]] = {}
    days: tuple[datetime.date, datetime.date] | None = None
    headings: Mapping[str, str] = {}
    field_words: Mapping[str, Callable[[Any], str]] = {}
    note_words: Mapping[str, Callable[[Any], str]] = {}
    row_words: Callable[[RawChart, Fields, str], str | None] = lambda raw, fields, text: None
    printed_columns: Callable[[RawChart], Sequence[PrintedColumn] | None] = lambda raw: None
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
