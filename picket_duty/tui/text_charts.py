"""Charts in lines of text: bars, columns over time, parts of a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from picket_duty.figures.graphs import column_rows
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, fit, line


class TimeSeries(NamedTuple):
    """A value per day. ``most`` is the top of its scale; ``join`` makes one value of several that share a column."""

    name: str
    values: Sequence[int]
    most: int
    style: str = "title"
    join: Callable[[Sequence[int]], int] = min


def bars(rows: Sequence[tuple[str, int]], width: int, glyphs: Glyphs, style: str = "good") -> list[Line]:
    """A bar for each name, the longest as wide as there is room."""
    if not rows:
        return [line(("  none", "dim"))]
    label = max(len(name) for name, _ in rows) + 1
    most = max((count for _, count in rows), default=0) or 1
    digits = len(str(most))
    room = max(1, min(60, width - label - digits - 3))
    lines = []
    for name, count in rows:
        full = min(room, max(1, round(count * room / most))) if count else 0
        lines.append(line("  ", fit(name, label), (f"{count:>{digits}} ", "strong"), (glyphs.full * full, style)))
    return lines


def columns(series: TimeSeries, width: int, rows: int, glyphs: Glyphs, marks: str = "") -> list[Line]:
    """A column per day, or per several days if there are more days than columns; the scale at the left."""
    room = max(1, width - 6)
    each = -(-len(series.values) // room) or 1
    values = [series.join(series.values[start : start + each]) for start in range(0, len(series.values), each)]
    wide = 2 if len(values) * 2 <= room else 1
    most = max(series.most, *values, 1) if values else series.most
    rows = max(1, min(rows, most))
    note = f"  a column is {each} days" if each > 1 else ""
    last = f", at last {series.values[-1]}" if series.values else ""
    lines = [line((series.name, "title"), (f"{last}{note}", "dim"))]
    heights = [max(value * rows // most, 1 if value else 0) for value in values]
    for number, texts in enumerate(column_rows(heights, rows, lambda part: (glyphs.full if part > 0 else " ") * wide)):
        row, cells = rows - number, "".join(texts)
        scale = most if row == rows else round(most * row / rows) if row == (rows + 1) // 2 and rows > 2 else None
        lines.append([Span(f"{'' if scale is None else scale:>4} ", "dim"), Span(cells.rstrip(), series.style)])
    lines.append(line((f"   0 {glyphs.rule * (len(values) * wide)}", "sea")))
    if marks:
        lines.append(line((f"     {''.join(mark.ljust(wide) for mark in marks[::each])}", "dim")))
    return lines


def share(parts: Sequence[tuple[str, int, str, str]], width: int, glyphs: Glyphs) -> list[Line]:
    """A bar divided among parts (name, count, style, sign), and what its pieces are."""
    total = sum(count for _, count, _, _ in parts)
    if not total:
        return [line(("  none", "dim"))]
    room = max(10, min(60, width - 4))
    bar: Line = [Span("  ")]
    legend: Line = [Span("  ")]
    used = seen = 0
    for name, count, style, sign in parts:
        seen += count
        cells = round(seen * room / total) - used
        used += cells
        bar.append(Span(sign * cells, style))
        legend += [Span(sign, style), Span(f" {name} {count}   ")]
    return [bar, legend]
