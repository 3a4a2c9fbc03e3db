"""A report as BBCode for forums, with figures in text."""

from __future__ import annotations

from picket_duty.charts.words import safe
from picket_duty.figures.marks import Figure
from picket_duty.reports.document import Block, Document, Grid, Heading, Items, Paragraph, Trace
from picket_duty.reports.plaintext import grid_lines

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
            return f"[i]{_flat(block.text)}[/i]"
        return f"[b]{_flat(block.lead)}.[/b] {_flat(block.text)}" if block.lead else _flat(block.text)
    if isinstance(block, Items):
        return "[list]\n" + "\n".join(f"[*]{_flat(line)}" for line in block.lines) + "\n[/list]"
    if isinstance(block, Grid):
        return _code(grid_lines(block))
    assert isinstance(block, Figure | Trace)
    return f"{_flat(block.title)}\n{_code(list(block.lines))}"


def _heading(text: str, level: int) -> str:
    bold = f"[b]{_flat(text)}[/b]"
    return f"[size={SIZES[level]}]{bold}[/size]" if level in SIZES else bold


def _code(lines: list[str]) -> str:
    return "[code]\n" + "\n".join(safe(line).translate(BRACKETS) for line in lines) + "\n[/code]"


def _flat(text: str) -> str:
    return safe(text).translate(BRACKETS)
