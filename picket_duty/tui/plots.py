"""Small plots in text: bars, columns over time, parts of a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, fit, line


class Course(NamedTuple):
    """A number over time. ``most`` is the top of its scale, ``join`` makes one of several in a column."""

    name: str
    values: Sequence[int]
    most: int
    style: str = "title"
    join: Callable[[Sequence[int]], int] = min


def bars(rows: Sequence[tuple[str, int]], width: int, glyphs: Glyphs, style: str = "good") -> list[Line]:
    """A bar for every name, the longest as wide as there is room."""
    if not rows:
        return [line(("  none", "dim"))]
    label = max(len(name) for name, _ in rows) + 1
    most = max((count for _, count in rows), default=0) or 1
    digits = len(str(most))
    room = max(1, min(60, width - label - digits - 3))
    found = []
    for name, count in rows:
        full = min(room, max(1, round(count * room / most))) if count else 0
        words = line("  ", fit(name, label), (f"{count:>{digits}} ", "strong"), (glyphs.full * full, style))
        found.append(words)
    return found


def columns(course: Course, width: int, rows: int, glyphs: Glyphs, marks: str = "") -> list[Line]:
    """A column for every day, joined where there are more days than columns; the scale at the left."""
    room = max(1, width - 6)
    each = -(-len(course.values) // room) or 1
    values = [course.join(course.values[start : start + each]) for start in range(0, len(course.values), each)]
    wide = 2 if len(values) * 2 <= room else 1
    most = max(course.most, *values, 1) if values else course.most
    rows = max(1, min(rows, most))
    note = f"  a column is {each} days" if each > 1 else ""
    last = f", at last {course.values[-1]}" if course.values else ""
    found = [line((course.name, "title"), (f"{last}{note}", "dim"))]
    for row in range(rows, 0, -1):
        cells = "".join(
            (glyphs.full if value * rows >= most * row or (value and row == 1) else " ") * wide for value in values
        )
        scale = most if row == rows else round(most * row / rows) if row == (rows + 1) // 2 and rows > 2 else None
        found.append([Span(f"{'' if scale is None else scale:>4} ", "dim"), Span(cells.rstrip(), course.style)])
    found.append(line((f"   0 {glyphs.rule * (len(values) * wide)}", "sea")))
    if marks:
        found.append(line((f"     {''.join(mark.ljust(wide) for mark in marks[::each])}", "dim")))
    return found


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
