"""The form that the rules need a chart to have, and the values of its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Shape(NamedTuple):
    """The form of a chart that the rules use: kind, fields and, if fixed, columns.

    A list is looked up by ``key``, a name, a number or a date (``by``); with ``whole`` every day
    must have an entry. ``column_keys`` are the keys of a question that make up a column's name:
    that of the column *90* of a firing chart is *bearing*. If a column's name begins with a period
    of the calendar, ``periods`` are the words that may follow it, such as *day* and *night*.
    ``summed`` is whether a sum selects the column, as of *1-2* and *3+*. ``notes`` are the fields
    of the notes whose die the rules roll, by the name of the note.
    """

    kind: str
    fields: dict[str, FieldRule]
    columns: tuple[str, ...] = ()
    key: str = ""
    by: str = "name"
    whole: bool = False
    column_keys: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()
    summed: bool = False
    notes: Mapping[str, Mapping[str, FieldRule]] = {}


class FieldRule(NamedTuple):
    """Allowed values of a field, in words and as a test.

    A row may omit an ``optional`` field. If no row needs it, the chart may leave it out of its list
    of fields, unless the rules read it in every row (``read``).
    """

    says: str
    fits: Callable[[Any], bool]
    optional: bool = False
    read: bool = False


def number(low: int, high: int) -> FieldRule:
    """A whole number from ``low`` to ``high``."""
    return FieldRule(
        f"a number from {low} to {high}", lambda value: type(value) is int and low <= value <= high
    )


def one_of(*words: str) -> FieldRule:
    """One of the given words."""
    return FieldRule(
        f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words
    )


def maybe(field: FieldRule) -> FieldRule:
    """The same field, but optional."""
    return field._replace(optional=True)


def blank(field: FieldRule) -> FieldRule:
    """The same field, but a row may leave it blank; the rules read it in every row."""
    return field._replace(optional=True, read=True)


def list_of(field: FieldRule, low: int, high: int) -> FieldRule:
    """A list of ``low`` to ``high`` values of a field."""
    return FieldRule(
        f"a list of {low} to {high}, each {field.says}",
        lambda value: (
            isinstance(value, list) and low <= len(value) <= high and all(map(field.fits, value))
        ),
    )


ANYTHING = FieldRule("anything", lambda value: True)
FLAG = FieldRule("true or false", lambda value: isinstance(value, bool))
TEXT = FieldRule("text", lambda value: isinstance(value, str) and bool(value.strip()))
