"""Shapes: the kind, fields, columns and keys that the rules require of a chart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Field(NamedTuple):
    """Allowed values of a field, in words and as a test; ``optional`` if a row may omit it."""

    says: str
    fits: Callable[[Any], bool]
    optional: bool = False


class Shape(NamedTuple):
    """The form of a chart that the rules use: kind, fields and, if fixed, columns.

    A list is looked up by ``key``, a name, a number or a date (``by``); with ``whole`` every day must have an entry.
    ``column_keys`` are the keys of a question that make up a column's name. If the first of them is a period of the
    calendar, ``periods`` are the words after it. ``summed`` is whether a sum selects the column. ``notes`` are the
    fields of the notes whose die the rules roll, by the name of the note.
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
    """One of the given words."""
    return Field(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


def maybe(field: Field) -> Field:
    """The same field, but optional."""
    return field._replace(optional=True)


def list_of(field: Field, low: int, high: int) -> Field:
    """A list of ``low`` to ``high`` values of a field."""
    return Field(
        f"a list of {low} to {high}, each {field.says}",
        lambda value: isinstance(value, list) and low <= len(value) <= high and all(map(field.fits, value)),
    )


FLAG = Field("true or false", lambda value: isinstance(value, bool))
TEXT = Field("a text", lambda value: isinstance(value, str) and bool(value.strip()))
