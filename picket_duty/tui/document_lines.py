"""Documents (reports in prose) as lines of the screen."""

from __future__ import annotations

from collections.abc import Iterable

from picket_duty.figures.marks import Figure
from picket_duty.reports.document import Block, Grid, Heading, Items, Paragraph
from picket_duty.reports.plaintext import grid_lines
from picket_duty.tui.lines import Line, Span, cut, line, safe, wrap


def document_lines(blocks: Iterable[Block], width: int) -> list[Line]:
    """The blocks of a document as lines: headings, paragraphs, log entries, lists, tables."""
    lines: list[Line] = []
    for block in blocks:
        if isinstance(block, Heading):
            space: list[Line] = [[]] if lines else []
            lines += [*space, line((safe(block.text), "strong" if block.level < 3 else "title"))]
        elif isinstance(block, Paragraph) and block.kind == "sign":
            lines.append(line((f"{safe(block.text):>{width}}", "dim")))
        elif isinstance(block, Paragraph):
            lead = [Span(f"{safe(block.lead)}. ", "strong")] if block.lead else []
            if lead and lines and lines[-1]:
                lines.append([])
            lines += wrap([*lead, Span(safe(block.text))], width, indent=4 if block.kind else 0)
        elif isinstance(block, Items):
            lines += [row for text in block.lines for row in wrap(line(("- ", "dim"), safe(text)), width, 2)]
        elif isinstance(block, Grid):
            head, *rows = grid_lines(block, width)
            lines += [line((head, "dim")), *(cut(line(row), width) for row in rows)]
        elif isinstance(block, Figure):
            lines.append(line((safe(block.title), "dim")))
            lines += [cut(line(safe(text)), width) for text in block.lines]
    return lines
