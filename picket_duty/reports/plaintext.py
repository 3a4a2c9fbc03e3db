"""A report as Markdown or as plain text."""

from __future__ import annotations

import textwrap

from picket_duty.reports.document import Block, Document, Drawing, Grid, Heading, Items, Paragraph, Trace

WIDTH = 100
#: Signs that Markdown reads as its own.
MARKUP = "\\`*_{}[]<>#|"


def to_markdown(document: Document) -> str:
    """The report in Markdown."""
    return "\n\n".join([f"# {_safe(document.title)}", *(_markdown(block) for block in document.blocks)]) + "\n"


def _markdown(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {_safe(block.text)}"
    if isinstance(block, Paragraph):
        return f"*{_safe(block.text)}*" if block.kind == "sign" else _safe(block.text)
    if isinstance(block, Items):
        return "\n".join(f"- {_safe(line)}" for line in block.lines)
    if isinstance(block, Grid):
        rows = [block.headings, tuple("---" for _ in block.headings), *block.rows]
        return "\n".join(f"| {' | '.join(cell if row is rows[1] else _safe(cell) for cell in row)} |" for row in rows)
    lines = "\n".join(line.replace("```", "'''") for line in block.lines)
    return f"{_safe(block.title)}\n\n```\n{lines}\n```"


def _safe(text: str) -> str:
    return "".join(f"\\{sign}" if sign in MARKUP else sign for sign in text.replace("\n", " "))


def to_text(document: Document) -> str:
    """The report as lines of text."""
    parts = [document.title.upper(), "=" * len(document.title), ""]
    for block in document.blocks:
        parts += [*_text(block), ""]
    return "\n".join(parts)


def _text(block: Block) -> list[str]:
    if isinstance(block, Heading):
        text = block.text.upper() if block.level == 2 else block.text
        return [text, "=-"[block.level - 2] * len(text)] if block.level < 4 else [text]
    if isinstance(block, Paragraph):
        if block.kind == "sign":
            return [block.text.rjust(WIDTH)]
        return textwrap.wrap(block.text, WIDTH, subsequent_indent="    " if block.kind == "log" else "") or [""]
    if isinstance(block, Items):
        return [line for one in block.lines for line in textwrap.wrap(one, WIDTH - 2, initial_indent="- ")]
    if isinstance(block, Grid):
        return _grid(block)
    if isinstance(block, Drawing | Trace):
        return [block.title, *(f"  {line}" for line in block.lines)]
    return []


def _grid(block: Grid) -> list[str]:
    rows = [block.headings, *block.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(block.headings))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [lines[0], "  ".join("-" * width for width in widths), *lines[1:]]
