"""Blocks of a page (``picket_duty/pages/blocks.py``) as lines of the screen.

A screen makes its blocks in ``picket_duty/pages`` and shows them with ``page_lines``; only keys and
navigation are its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest

from picket_duty.figures.curves import curve_key, curve_lines
from picket_duty.figures.marks import Figure
from picket_duty.figures.plots import TimeSeries, bar_lines, column_lines
from picket_duty.pages import blocks
from picket_duty.pages.formats import column_widths, fitting
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.glyphs import ASCII, Glyphs
from picket_duty.tui.lines import cut, fit, length, pad, side_by_side, wrap

#: Columns between parts side by side, and between a label and its text.
GAP = 2
AFTER_LABEL = 2
#: Longest label that is given a column in any width.
LABEL = 14
#: Indent of the second and later lines of an entry of the ship's log.
LOG_INDENT = 4
#: The symbols of pages in the ASCII look.
IN_ASCII = str.maketrans({blocks.MARK: ASCII.mark})


def page_lines(
    content: Iterable[blocks.Block], width: int, glyphs: Glyphs, rows: int = 8
) -> list[Line]:
    """The blocks as lines no wider than ``width``; charts have ``rows`` rows."""
    lines: list[Line] = []
    for block in content:
        if isinstance(block, blocks.Heading) and lines and lines[-1]:
            lines.append([])
        if isinstance(block, blocks.Paragraph) and block.lead and lines and lines[-1]:
            lines.append([])
        lines += _block_lines(block, width, glyphs, rows)
    if glyphs.ascii:
        return [
            [span._replace(text=span.text.translate(IN_ASCII)) for span in spans] for spans in lines
        ]
    return lines


def _block_lines(block: blocks.Block, width: int, glyphs: Glyphs, rows: int) -> list[Line]:
    match block:
        case blocks.Heading():
            return _heading(block, width)
        case blocks.Paragraph():
            return _paragraph(block, width)
        case blocks.Items():
            items = (wrap([Span("- ", "dim"), *_spans(text)], width) for text in block.lines)
            return list(chain.from_iterable(items))
        case blocks.Fields():
            return _fields(block, width, glyphs)
        case blocks.Grid():
            return _grid(block, width)
        case blocks.BarChart():
            return [
                line((safe(block.title), "title")),
                *bar_lines(block.values, width, glyphs.dots, block.style),
            ]
        case blocks.DayChart():
            values = [value for _, value in block.days]
            # Which value a column shows that stands for several days.
            shown = max if block.highest else min
            series = TimeSeries(block.title, values, block.most, block.style, shown)
            return column_lines(series, width, rows, glyphs.dots, block.marks)
        case blocks.CurveChart():
            curve = curve_lines(
                block.legs, block.points, width, rows, glyphs.dots, block.here, block.ticks
            )
            key = curve_key(glyphs.dots, here=block.here is not None, listed=bool(block.points))
            return [line((safe(block.title), "title")), *curve, key]
        case blocks.Columns():
            return _columns(block, width, glyphs, rows)
        case Figure() | blocks.Trace():
            return [
                line((safe(block.title), "dim")),
                *(cut(line(safe(text)), width) for text in block.lines),
            ]
        case blocks.Space():
            return [[]]


def _spans(text: blocks.Text, style: str = "plain") -> Line:
    if isinstance(text, str):
        return [Span(safe(text), style)]
    return [span._replace(text=safe(span.text)) for span in text]


def _heading(block: blocks.Heading, width: int) -> list[Line]:
    text = _spans(block.text, "strong" if block.level < 3 else "title")
    if not block.aside:
        return wrap(text, width)
    if length(text) + GAP + len(block.aside) > width:
        return [*wrap(text, width), line((f"{block.aside:>{width}}", "dim"))]
    return [[*pad(text, width - length([Span(block.aside)])), Span(block.aside, "dim")]]


def _paragraph(block: blocks.Paragraph, width: int) -> list[Line]:
    if block.kind == "sign":
        return [line((f"{safe(blocks.plain(block.text)):>{width}}", "dim"))]
    spans = _spans(block.text)
    if block.lead:
        spans.insert(0, Span(f"{safe(block.lead)}. ", "strong"))
    if block.indent:
        spans.insert(0, Span(" " * block.indent))
    indent = LOG_INDENT if block.kind == "log" else block.indent + block.hang
    return wrap(spans, width, indent)


def _fields(block: blocks.Fields, width: int, glyphs: Glyphs) -> list[Line]:
    lines: list[Line] = []
    if block.title:
        rule = glyphs.rule * max(0, width - len(block.title) - 4)
        lines.append(
            line((f"{glyphs.rule * 2} ", "sea"), (safe(block.title), "title"), (f" {rule}", "sea"))
        )
    margin = " " if block.title else ""
    rows = [(label, text) for label, text in block.rows if text]
    # The texts are aligned after the longest label, not counting those that are too long. These
    # push their text to the right.
    limit = max(LABEL, width // 3)
    short = (len(label) for label, _ in rows if label and len(label) <= limit)
    room = max(short, default=0) + AFTER_LABEL + len(margin)
    for label, text in rows:
        first = margin
        indent = len(margin)
        if label:
            first += fit(safe(label), max(room - len(margin), len(label) + AFTER_LABEL))
            indent = room
        lines += wrap([Span(first, "dim"), *_spans(text)], width, indent)
    return lines


def _grid(block: blocks.Grid, width: int) -> list[Line]:
    """A table with as many of its optional columns as fit; cells that are still too wide are
    broken.
    """
    kept = fitting(block, width)
    widths = column_widths(kept, width)
    rows = [[_spans(text) for text in row] for row in kept.rows]
    if any(kept.headings):
        rows.insert(0, [[Span(safe(text), "dim")] for text in kept.headings])
    return [spans for cells in rows for spans in table_row(cells, widths, kept.right, kept.gap)]


def table_row(
    cells: Sequence[Line], widths: Sequence[int], right: Sequence[int] = (), gap: int = GAP
) -> list[Line]:
    """A row of a table, on as many lines as its longest cell needs. ``right`` are the numbers of the
    columns aligned right.
    """
    # In the first column, the further lines of a cell are indented, as they continue its label.
    broken = [
        wrap(cell, size, indent=0 if number else 2)
        for number, (cell, size) in enumerate(zip(cells, widths, strict=True))
    ]
    lines: list[Line] = []
    for parts in zip_longest(*broken, fillvalue=[]):
        spans: Line = []
        for number, (part, size) in enumerate(zip(parts, widths, strict=True)):
            if number and gap:
                spans.append(Span(" " * gap))
            before = size - length(part)
            if number in right and before > 0:
                spans.append(Span(" " * before))
                size -= before
            spans += pad(part, size)
        lines.append(spans)
    return lines


def _columns(block: blocks.Columns, width: int, glyphs: Glyphs, rows: int) -> list[Line]:
    """The parts side by side, as many as fit with their ``least`` width; to ``stretch`` them, or if
    only one fits, they share the whole width.
    """
    across = max(1, min(len(block.parts), (width + GAP) // (block.least + GAP)))
    room = block.least
    if block.stretch or across == 1:
        room = (width - GAP * (across - 1)) // across
    lines: list[Line] = []
    for first in range(0, len(block.parts), across):
        joined: list[Line] = []
        for number, part in enumerate(block.parts[first : first + across]):
            beside = page_lines(part, room, glyphs, rows)
            joined = side_by_side(joined, beside, number * (room + GAP))
        if lines:
            lines.append([])
        lines += joined
    return lines
