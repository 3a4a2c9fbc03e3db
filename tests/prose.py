"""A prose lint: phrases that this project avoids, each with a replacement.

It reads Markdown outside code, strings and comments of TOML files, and string literals, docstrings
and comments of Python files. Patterns find only habits; a reader decides whether a sentence is good
English. From the top of the repository: ``python -m tests.prose``.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
#: Phrase, as a regular expression, and its replacement.
RULES = {
    r"\banew\b": "again",
    r"\btill\b": "until",
    r"\bin place of\b": "instead of",
    r"\b[Ii]n lines\b": "in plain mode",
    r"\bat hand\b": "available",
    r"\bthe print\b": "the printed charts",
    r"\b(?:Whoever|whoever|[Hh]e who)\b": "anyone who, the player",
    r"\bhangs? on\b": "depends on, is at stake",
    r"\b(?:laid|[Ll]ay the [a-z]+ (?:in|of)) .{0,40}\bover\b|\blaid over\b": "overrides, on top of",
    r"\bgoes? before (?:the|it|its|every)\b": "takes precedence over",
    r"\b(?:takes?|taken|took) (?:it |them |a \w+ |the \w+ )?up\b": "resume, continue",
    r"\bgone on with\b": "continued",
    r"\bgoes on (?:with|from|where|after)\b": "continues",
    r"\bexcludes? each other\b": "cannot be used with",
    r"\b(?:is|are) no (?:game|number|option|job|plain|text|block|save|table|die|dice)\b": "is not a ...",
    r"\bstands? (?:in|at|beside|behind|below|there|twice)\b": "is in, is listed in, occurs twice",
    r"\bof (?:one's|its|his|your) own\b(?! ?[a-z]+ship)": "its own ..., a separate ...",
    r"\b(?:tells?|told) (?:it|them|the|of|in|how|what|which|all|by|as|apart|anew|every|a|no)\b": "shows, reports, says",
    r"\b(?:one|signs?|games?|sign|file|module|complaint|object|line|question) an? "
    r"(?:scenario|game|line|chart|wave|plane|day|chapter|table|file|column|save|question)\b": "one per ...",
    r"\bsigns (?:that|in|of|every|is|are)\b|\bprintable signs\b": "characters, symbols",
    # Two ids of the companion games, which are in saves, keep their spelling.
    r"\b(?:[Hh]onou?red?|[Cc]olour\w*|[Cc]alibres?|(?<!leads )[Dd]efence(?! dr)|[Mm]illimetres?|[Mm]etres)\b"
    r"(?<![Hh]onor)(?<![Hh]onored)": "American spelling",
    r"\btold off\b": "assigned",
    # "saves mend" is the name of a command.
    r"(?<!saves )\b[Mm]end(?:s|ed|ing)?\b": "repair",
    r"\bworths\b": "values",
    r"\bexchanged for another file\b": "replaced by another file",
    r"\bout of control (?:twice|\w+ times)\b": "say it once",
}
COMPILED = [(re.compile(pattern), advice) for pattern, advice in RULES.items()]
#: Every rule begins a word; with this in front of them all the search is several times faster.
ANY = re.compile(r"\b(?:" + "|".join(pattern.removeprefix(r"\b") for pattern in RULES) + ")")
#: The end of a literal, the line end, and the start of the literal that continues it.
JOINT = re.compile(r"""["']\s+[rf]*["']|\s+(?:#:? )?""")
#: Code in Markdown, a line or a span.
CODE = re.compile(r"^```.*?^```|`[^`\n]*`|\]\([^)]*\)", re.MULTILINE | re.DOTALL)
MARKDOWN = ("*.md", "docs/*.md", "picket_duty/manual/**/*.md", "companions/**/*.md")
TOML = ("tables/**/*.toml", "companions/**/*.toml", "picket_duty/**/*.toml", "pyproject.toml")
PYTHON = ("picket_duty/**/*.py", "tests/**/*.py", "docs/*.py", "packaging/*.py")
#: These files contain the phrases, or names as a chart prints them.
SELF = ("tests/prose.py", "tests/test_prose.py", "tests/companions/second_reading_ie_shima.py")


class Hit(NamedTuple):
    """A phrase that was found, and its replacement."""

    place: str
    phrase: str
    advice: str

    def __str__(self) -> str:
        return f"{self.place}: {self.phrase!r}: write {self.advice}"


def hits(
    root: Path = ROOT, kinds: tuple[tuple[str, ...], ...] = (MARKDOWN, TOML, PYTHON)
) -> Iterator[Hit]:
    """All matches in the project, or in its files of some kinds."""
    for patterns, texts in ((MARKDOWN, markdown_texts), (TOML, toml_texts), (PYTHON, python_texts)):
        if patterns not in kinds:
            continue
        for path in sorted({path for pattern in patterns for path in root.glob(pattern)}):
            name = path.relative_to(root).as_posix()
            source = path.read_text("utf-8")
            # Only files with a match are parsed, because parsing takes most of the time.
            if name not in SELF and ANY.search(JOINT.sub(" ", source)):
                yield from (
                    hit for line, text in texts(source) for hit in hits_in(text, f"{name}:{line}")
                )


def hits_in(text: str, place: str) -> Iterator[Hit]:
    text = " ".join(text.split())
    for rule, advice in COMPILED:
        yield from (Hit(place, match.group(), advice) for match in rule.finditer(text))


def markdown_texts(source: str) -> Iterator[tuple[int, str]]:
    """The paragraphs of a Markdown file without code, each with its line."""
    source = CODE.sub(lambda match: "\n" * match.group().count("\n"), source)
    line = 1
    for paragraph in source.split("\n\n"):
        yield line + (len(paragraph) - len(paragraph.lstrip("\n"))), paragraph
        line += paragraph.count("\n") + 2


def toml_texts(source: str) -> Iterator[tuple[int, str]]:
    """The strings of a TOML file that have a space, and its comments, each with its line if
    known.
    """
    for text in strings_of(tomllib.loads(source)):
        if " " not in text:
            continue
        at = source.find(text.split("\n")[0])
        yield source.count("\n", 0, at) + 1 if at >= 0 else 1, text
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("#"):
            yield number, line


def strings_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for item in value.values() for text in strings_of(item))
    elif isinstance(value, list):
        yield from (text for item in value for text in strings_of(item))


def python_texts(source: str) -> Iterator[tuple[int, str]]:
    """String literals that have a space, docstrings included, and comments of a Python file, each
    with its line.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value
    comment: list[str] = []
    first = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            first = first if comment else token.start[0]
            comment.append(token.string.lstrip("#: "))
        elif token.type not in (tokenize.NL, tokenize.NEWLINE) and comment:
            yield first, " ".join(comment)
            comment = []
    if comment:
        yield first, " ".join(comment)


if __name__ == "__main__":
    found = list(hits())
    print("\n".join(map(str, found)))
    print(len(found), "found")
    sys.exit(bool(found))
