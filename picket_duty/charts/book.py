"""What charts must be told of the book they stand in: its effects, its calendar, its words."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from picket_duty.charts.kinds import RawChart
from picket_duty.charts.spans import ChartError

Fields = Mapping[str, Any]


class Part(NamedTuple):
    """A printed column of a chart whose rows have fields and no columns: its heading, and a row's words in it."""

    heading: str
    words: Callable[[Fields, str], str]
    right: bool = False


def as_usual(raw: RawChart, fields: Fields, text: str) -> str | None:
    """No wording of the book's own for a row."""
    return None


def no_parts(raw: RawChart) -> Sequence[Part] | None:
    """No columns of the book's own for a chart."""
    return None


class Book(NamedTuple):
    """A book of charts; every part may be left out.

    ``effects`` are the types of its effects by name. ``days`` are the first and the last day of its calendar, whose
    year the dates of the files leave out. ``headings`` and ``field_words`` print fields and their values,
    ``note_words`` those that stand in a printed note. ``row_words`` prints a whole row or cell, None where it is
    printed as usual; ``parts`` gives the printed columns of a chart, None where it is drawn as usual. ``answers``
    changes fields in place for ``tables query``, knowing the number asked for. ``levels`` is whether the game has a
    basic and an advanced one.
    """

    effects: Mapping[str, type[msgspec.Struct]] = {}
    days: tuple[datetime.date, datetime.date] | None = None
    headings: Mapping[str, str] = {}
    field_words: Mapping[str, Callable[[Any], str]] = {}
    note_words: Mapping[str, Callable[[Any], str]] = {}
    row_words: Callable[[RawChart, Fields, str], str | None] = as_usual
    parts: Callable[[RawChart], Sequence[Part] | None] = no_parts
    answers: Mapping[str, Callable[[dict[str, Any], int], None]] = {}
    levels: bool = True

    @property
    def first_day(self) -> datetime.date:
        """The first day of the calendar, whose year dates leave out. Raises ChartError for a book without one."""
        if self.days is None:
            raise ChartError("a book without a calendar has no dates")
        return self.days[0]

    @property
    def last_day(self) -> datetime.date:
        """The last day of the calendar. Raises ChartError for a book without one."""
        return self.days[1] if self.days else self.first_day


#: A book that says nothing of its own.
PLAIN = Book()
