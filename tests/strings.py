"""All strings that the program shows, each in up to three fillings, for a reader to judge.

From the top of the repository: ``python -m tests.strings [PART]``, where PART is a folder such as ``tui``. A string
with fields is listed as it is in the code, ``{}`` for a field, with lines of the golden texts that it made.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHOWN = ("tui", "pages", "text", "plain", "commands", "manual", "companions")
GOLDEN = ROOT / "tests" / "golden"
#: Listings of code, not of text.
NOT_TEXT = ("errors", "schema", "vocabulary", "wording", "forms", "table")
FILLINGS = 3
#: The shortest fixed part by which a filling is looked for, and the lines that are looked at.
SHORTEST, MOST = 6, 200
#: A field of a template.
FIELD = re.compile(r"\{[^{}]*\}")


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
    """The texts of a file of phrases."""
    if isinstance(row, str):
        yield row
    elif isinstance(row, dict):
        for value in row.values():
            yield from phrases(value)
    elif isinstance(row, list):
        for value in row:
            yield from phrases(value)


def fillings(template: str, corpus: str) -> list[str]:
    """Different texts of the corpus that the template made, at most ``FILLINGS``."""
    parts = FIELD.split(template)
    if len(parts) == 1 or len(max(parts, key=len).strip()) < SHORTEST:
        return []
    pattern = re.compile(r".{1,60}?".join(re.escape(part) for part in parts))
    anchor = max(parts, key=len)
    found: dict[str, None] = {}
    end = 0
    for _ in range(MOST):
        position = corpus.find(anchor, end)
        if position < 0 or len(found) == FILLINGS:
            break
        start, end = corpus.rfind("\n", 0, position) + 1, corpus.find("\n", position)
        if match := pattern.search(corpus[start:end]):
            found[" ".join(match[0].split())] = None
    return list(found)


def main(part: str = "") -> None:
    files = [path for folder in ("texts", "listings") for path in sorted((GOLDEN / folder).glob("*.txt"))]
    corpus = "".join(path.read_text("utf-8") for path in files if path.stem not in NOT_TEXT)
    for folder in [part] if part else SHOWN:
        for path in sorted((ROOT / "picket_duty" / folder).rglob("*")):
            if path.suffix == ".py":
                texts = dict.fromkeys(templates(path.read_text("utf-8")))
            elif path.suffix == ".toml":
                texts = dict.fromkeys(phrases(tomllib.loads(path.read_text("utf-8"))))
            else:
                continue
            if texts:
                print(f"\n== {path.relative_to(ROOT)}")
            for text in texts:
                print(text.replace("\n", "\n  "))
                for filled in fillings(text, corpus):
                    print(f"    > {filled}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
