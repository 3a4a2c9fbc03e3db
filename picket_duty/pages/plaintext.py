"""A report as Markdown, as plain text, or as BBCode for forums. Control characters in names are escaped."""

from __future__ import annotations

import re
import textwrap
from itertools import chain

from picket_duty.charts.words import safe
from picket_duty.figures.marks import Figure
from picket_duty.pages.blocks import Block, Document, Grid, Heading, Items, Paragraph, Trace

WIDTH = 100
#: The gap between the columns of a table, and the least width at which a cell is broken.
BETWEEN, NARROWEST = "  ", 12
#: Characters with a meaning in Markdown.
MARKUP = "\\`*_{}[]<>#|"
#: The place for a backslash where a text would begin a list: after its number, or before its sign.
LIST_MARK = re.compile(r"^(?:(\d+)(?=[.)]\s)|(?=[-+]\s))")


def to_markdown(document: Document) -> str:
    """The report in Markdown."""
    return "\n\n".join([f"# {_quote(document.title)}", *(_markdown(block) for block in document.blocks)]) + "\n"


def _markdown(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {_quote(block.text)}"
    if isinstance(block, Paragraph):
        lead = f"**{_quote(block.lead)}.** " if block.lead else ""
        return f"*{_quote(block.text)}*" if block.kind == "sign" else lead + _quote(block.text)
    if isinstance(block, Items):
        return "\n".join(f"- {_quote(line)}" for line in block.lines)
    if isinstance(block, Grid):
        rows = [block.headings, tuple("---" for _ in block.headings), *block.rows]
        return "\n".join(f"| {' | '.join(cell if row is rows[1] else _quote(cell) for cell in row)} |" for row in rows)
    lines = "\n".join(safe(line).replace("```", "'''") for line in block.lines)
    return f"{_quote(block.title)}\n\n```\n{lines}\n```"


def _quote(text: str) -> str:
    quoted = "".join(f"\\{sign}" if sign in MARKUP else sign for sign in _flat(text))
    return LIST_MARK.sub(r"\1\\", quoted)


def to_text(document: Document) -> str:
    """The report as lines of text."""
    title = safe(document.title.upper())
    parts = [title, "=" * len(title), ""]
    for block in document.blocks:
        parts += [*_text(block), ""]
    return "\n".join(parts)


def _text(block: Block) -> list[str]:
    if isinstance(block, Heading):
        text = safe(block.text.upper() if block.level == 2 else block.text)
        return [text, "=-"[block.level - 2] * len(text)] if block.level < 4 else [text]
    if isinstance(block, Paragraph):
        if block.kind == "sign":
            return [safe(block.text).rjust(WIDTH)]
        text = _flat(f"{block.lead}. {block.text}" if block.lead else block.text)
        return textwrap.wrap(text, WIDTH, subsequent_indent="    " if block.kind == "log" else "") or [""]
    if isinstance(block, Items):
        return [line for item in block.lines for line in textwrap.wrap(_flat(item), WIDTH - 2, initial_indent="- ")]
    if isinstance(block, Grid):
        return grid_lines(block)
    if isinstance(block, Figure | Trace):
        return [safe(block.title), *(f"  {safe(line)}" for line in block.lines)]
    return []


def _flat(text: str) -> str:
    return safe(text)


def grid_lines(block: Grid, width: int = WIDTH) -> list[str]:
    """A table in columns; if it is wider than ``width``, the cells of its widest columns are broken."""
    rows = [tuple(map(_flat, row)) for row in (block.headings, *block.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(block.headings))]
    room = width - len(BETWEEN) * (len(widths) - 1)
    while sum(widths) > room and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    head, *body = [_row(row, widths) for row in rows]
    return [*head, BETWEEN.join("-" * width for width in widths), *chain.from_iterable(body)]


def _row(row: tuple[str, ...], widths: list[int]) -> list[str]:
    """A row of a table, on as many lines as its longest cell needs; no line but the first starts at the left edge."""
    indents = ("  ", *("" for _ in row[1:]))
    cells = [
        textwrap.wrap(cell, size, subsequent_indent=indent) or [""]
        for cell, size, indent in zip(row, widths, indents, strict=True)
    ]
    lines = []
    for number in range(max(map(len, cells))):
        parts = [cell[number] if number < len(cell) else "" for cell in cells]
        lines.append(BETWEEN.join(part.ljust(size) for part, size in zip(parts, widths, strict=True)).rstrip())
    return lines


#: Sizes of headings by level, in percent of the text.
SIZES = {1: 200, 2: 170, 3: 140}
#: BBCode cannot escape brackets.
BRACKETS = str.maketrans("[]", "()")


def to_bbcode(document: Document) -> str:
    """The whole report."""
    return "\n\n".join([_heading(document.title, 1), *map(_bbcode, document.blocks)]) + "\n"


def _bbcode(block: Block) -> str:
    if isinstance(block, Heading):
        return _heading(block.text, block.level)
    if isinstance(block, Paragraph):
        if block.kind == "sign":
            return f"[i]{_escaped(block.text)}[/i]"
        return f"[b]{_escaped(block.lead)}.[/b] {_escaped(block.text)}" if block.lead else _escaped(block.text)
    if isinstance(block, Items):
        return "[list]\n" + "\n".join(f"[*]{_escaped(line)}" for line in block.lines) + "\n[/list]"
    if isinstance(block, Grid):
        return _code(grid_lines(block))
    assert isinstance(block, Figure | Trace)
    return f"{_escaped(block.title)}\n{_code(list(block.lines))}"


def _heading(text: str, level: int) -> str:
    bold = f"[b]{_escaped(text)}[/b]"
    return f"[size={SIZES[level]}]{bold}[/size]" if level in SIZES else bold


def _code(lines: list[str]) -> str:
    return "[code]\n" + "\n".join(safe(line).translate(BRACKETS) for line in lines) + "\n[/code]"


def _escaped(text: str) -> str:
    return safe(text).translate(BRACKETS)
