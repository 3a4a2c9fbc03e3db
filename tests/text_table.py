"""Tables of cases, written as text: one row is one case."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest

#: A cell that is a Python literal, and no text: a number, a name of Python, a quoted text, a tuple,
#: list or dictionary.
LITERAL = re.compile(r"-?\d+(\.\d+)?|None|True|False|['\"(\[{].*")


def texts_of(text: str) -> list[tuple[str, ...]]:
    """The rows of a table, whose cells are separated by `` | ``.

    A row that ends in ``|`` continues on the next line, one that ends in a backslash within its
    cell; ``#`` begins a comment of a line.
    """
    text = re.sub(r"\|\n +", "| ", re.sub(r"\\\n +", "", text))
    rows = [row.strip() for row in text.splitlines()]
    return [
        tuple(cell.strip() for cell in row.split(" | "))
        for row in rows
        if row and not row.startswith("#")
    ]


def table_of(text: str) -> list[tuple[Any, ...]]:
    """The same, with cells that are Python literals as their values."""
    return [tuple(map(value_of, row)) for row in texts_of(text)]


def value_of(cell: str) -> Any:
    return ast.literal_eval(cell) if LITERAL.fullmatch(cell) else cell


def cases(text: str) -> pytest.MarkDecorator:
    """Parametrize a test by a table, whose first row has the names of the parameters."""
    names, *rows = table_of(text)
    return pytest.mark.parametrize(names, rows)
