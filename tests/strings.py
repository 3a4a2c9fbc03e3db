"""All texts that the program shows, as templates."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHOWN = ("tui", "pages", "text", "plain", "commands", "manual", "companions")
#: The shortest fixed part by which a filling is looked for, and the lines that are looked at.
SHORTEST, MOST = 6, 200


def templates(source: str) -> Iterator[str]:
    """The strings of a module that read as words, with ``{}`` for each field; neither docstrings nor styles."""
    tree = ast.parse(source)
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        if isinstance(node, ast.Assign) and any(getattr(name, "id", "").endswith("CSS") for name in node.targets):
            skipped.update(ast.walk(node.value))
        if isinstance(node, ast.JoinedStr):
            skipped.update(part for part in node.values if isinstance(part, ast.Constant))
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            text = "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        else:
            continue
        if re.search(r"[A-Za-z]{2,} [A-Za-z{]|[A-Z{][a-z}]+[.!?:]$|^[A-Z][a-z]+ ", text):
            yield text


def phrases(row: object) -> Iterator[str]:
    if isinstance(row, str):
        yield row
    elif isinstance(row, dict):
        for value in row.values():
            yield from phrases(value)
    elif isinstance(row, list):
        for value in row:
            yield from phrases(value)
