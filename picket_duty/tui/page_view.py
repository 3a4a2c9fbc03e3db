"""Blocks of a page (``picket_duty/pages/blocks.py``) as lines of the screen.

A screen makes its blocks in ``picket_duty/pages`` and shows them with ``page_lines``; only keys and navigation are its
own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from picket_duty.figures.marks import Figure
from picket_duty.figures.plots import TimeSeries, bar_lines, column_lines
from picket_duty.pages.blocks import (
    BarChart,
    Block,
    Columns,
    DayChart,
    Fields,
    Grid,
    Heading,
    Items,
    Paragraph,
    Space,
    Text,
    Trace,
    plain,
)
from picket_duty.pages.plaintext import BETWEEN, column_widths
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, cut, fit, length, line, pad, safe, side_by_side, wrap

#: Columns between parts side by side, and between a label and its text.
GAP, AFTER_LABEL = 2, 2
#: Longest label that is given a column in any width.
LABEL = 14


def page_lines(blocks: Iterable[Block], width: int, glyphs: Glyphs, rows: int = 8) -> list[Line]:
    """The blocks as lines no wider than ``width``; charts have ``rows`` rows."""
    lines: list[Line] = []
    for block in blocks:
        if isinstance(block, Heading):
            lines += [*([[]] if lines and lines[-1] else []), *_heading(block, width)]
        elif isinstance(block, Paragraph):
            lines += [[]] if block.lead and lines and lines[-1] else []
            lines += _paragraph(block, width)
        elif isinstance(block, Items):
            lines += [row for text in block.lines for row in wrap([Span("- ", "dim"), *_spans(text)], width)]
        elif isinstance(block, Fields):
            lines += _fields(block, width, glyphs)
        elif isinstance(block, Grid):
            lines += _grid(block, width)
        elif isinstance(block, BarChart):
            lines += [line((safe(block.title), "title")), *bar_lines(block.values, width, glyphs.dots, block.style)]
        elif isinstance(block, DayChart):
            values = [value for _, value in block.days]
            series = TimeSeries(block.title, values, block.most, block.style, max if block.highest else min)
            lines += column_lines(series, width, rows, glyphs.dots, block.marks)
        elif isinstance(block, Columns):
            lines += _columns(block, width, glyphs, rows)
        elif isinstance(block, Figure | Trace):
            lines += [line((safe(block.title), "dim")), *(cut(line(safe(text)), width) for text in block.lines)]
        elif isinstance(block, Space):
            lines.append([])
    return lines


def _spans(text: Text, style: str = "plain") -> Line:
    return [Span(safe(text), style)] if isinstance(text, str) else text


def _heading(block: Heading, width: int) -> list[Line]:
    text = _spans(block.text, "strong" if block.level < 3 else "title")
    if not block.aside:
        return wrap(text, width)
    return [[*pad(text, width - length([Span(block.aside)])), Span(block.aside, "dim")]]


def _paragraph(block: Paragraph, width: int) -> list[Line]:
    if block.kind == "sign":
        return [line((f"{safe(plain(block.text)):>{width}}", "dim"))]
    lead = [Span(f"{safe(block.lead)}. ", "strong")] if block.lead else []
    return wrap([*lead, *_spans(block.text)], width, indent=4 if block.kind else 0)


def _fields(block: Fields, width: int, glyphs: Glyphs) -> list[Line]:
    """Labels in a column, their texts beside them; a text follows a longer label than the column has room for."""
    lines = [title_rule(block.title, width, glyphs)] if block.title else []
    margin = " " if block.title else ""
    rows = [row for row in block.rows if row[1]]
    short = (len(label) for label, _ in rows if label and len(label) <= max(LABEL, width // 3))
    room = max(short, default=0) + AFTER_LABEL + len(margin)
    for label, text in rows:
        first = margin + (fit(safe(label), max(room - len(margin), len(label) + AFTER_LABEL)) if label else "")
        lines += wrap([Span(first, "dim"), *_spans(text)], width, indent=room if label else len(margin))
    return lines


def title_rule(title: str, width: int, glyphs: Glyphs) -> Line:
    """A title in a rule across the width."""
    rule = glyphs.rule * max(0, width - len(title) - 4)
    return line((f"{glyphs.rule * 2} ", "sea"), (safe(title), "title"), (f" {rule}", "sea"))


def _grid(block: Grid, width: int) -> list[Line]:
    """A table with as many of its optional columns as fit; cells that are still too wide are broken."""
    shown = list(range(len(block.headings)))
    optional = sorted(block.optional)
    while optional and sum(_natural(block, shown)) + len(BETWEEN) * (len(shown) - 1) > width:
        shown.remove(optional.pop())
    kept = Grid(
        tuple(block.headings[number] for number in shown),
        tuple(tuple(row[number] for number in shown) for row in block.rows),
        tuple(place for place, number in enumerate(shown) if number in block.right),
    )
    widths = column_widths(kept, width)
    heads = table_row([[Span(safe(text), "dim")] for text in kept.headings], widths, kept.right)
    return [
        *heads,
        *(spans for row in kept.rows for spans in table_row([_spans(text) for text in row], widths, kept.right)),
    ]


def _natural(block: Grid, shown: Sequence[int]) -> list[int]:
    """The widths of some columns before any is narrowed."""
    return [max(len(plain(row[number])) for row in (block.headings, *block.rows)) for number in shown]


def table_row(cells: Sequence[Line], widths: Sequence[int], right: Sequence[int] = ()) -> list[Line]:
    """A row of a table, on as many lines as its longest cell needs."""
    broken = [
        wrap(cell, size, indent=0 if number else 2)
        for number, (cell, size) in enumerate(zip(cells, widths, strict=True))
    ]
    lines: list[Line] = []
    for parts in zip_longest(*broken, fillvalue=[]):
        spans: Line = []
        for number, (part, size) in enumerate(zip(parts, widths, strict=True)):
            spans += [Span(BETWEEN)] if number else []
            before = size - length(part) if number in right else 0
            spans += pad([*([Span(" " * before)] if before > 0 else []), *part], size)
        lines.append(spans)
    return lines


def _columns(block: Columns, width: int, glyphs: Glyphs, rows: int) -> list[Line]:
    """Parts side by side, as many as there is room for, then the next ones below them."""
    across = max(1, min(len(block.parts), (width + GAP) // (block.least + GAP)))
    room = (width - GAP * (across - 1)) // across if block.stretch or across == 1 else block.least
    lines: list[Line] = []
    for first in range(0, len(block.parts), across):
        beside = [page_lines(part, room, glyphs, rows) for part in block.parts[first : first + across]]
        joined = beside[0]
        for number, part in enumerate(beside[1:], 1):
            joined = side_by_side(joined, part, number * (room + GAP))
        lines += [*([[]] if lines else []), *joined]
    return lines
