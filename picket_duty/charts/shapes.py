"""What the rules want of a chart: its kind, what its fields may hold, its columns and how it is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Field(NamedTuple):
    """What a field may hold: in words and as a test; ``optional`` where a row may leave it out."""

    says: str
    fits: Callable[[Any], bool]
    optional: bool = False


class Shape(NamedTuple):
    """A chart as the rules use it: kind, fields and, where they are fixed, columns.

    A list is asked by ``key``, which is a name, a number or a date (``by``); ``whole`` where every day must have an
    entry. ``column_keys`` are the words of a column's name in a question; where the first is a period of the calendar,
    ``periods`` are the words that follow it. ``summed``: a sum picks the column. ``notes`` are the fields of the notes
    with a die that the rules roll, by the name of the note.
    """

    kind: str
    fields: dict[str, Field]
    columns: tuple[str, ...] = ()
    key: str = ""
    by: str = "name"
    whole: bool = False
    column_keys: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()
    summed: bool = False
    notes: Mapping[str, Mapping[str, Field]] = {}


def number(low: int, high: int) -> Field:
    """A whole number from ``low`` to ``high``."""
    return Field(f"a number from {low} to {high}", lambda value: type(value) is int and low <= value <= high)


def one_of(*words: str) -> Field:
    """One of a few words."""
    return Field(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


def maybe(field: Field) -> Field:
    """The same field where a row may leave it out."""
    return field._replace(optional=True)


def list_of(field: Field, low: int, high: int) -> Field:
    """A list of ``low`` to ``high`` such values."""
    return Field(
        f"a list of {low} to {high}, each {field.says}",
        lambda value: isinstance(value, list) and low <= len(value) <= high and all(map(field.fits, value)),
    )


FLAG = Field("true or false", lambda value: isinstance(value, bool))
TEXT = Field("a text", lambda value: isinstance(value, str) and bool(value.strip()))
