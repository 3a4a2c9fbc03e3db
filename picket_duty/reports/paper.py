"""A sheet of paper as boxes, lines and words, in millimetres from its upper left corner; as SVG, without a library."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import msgspec

from picket_duty.charts.words import safe

#: A4 upright: width and height.
A4 = (210.0, 297.0)
#: Millimetres of a typographic point.
POINT = 0.3528
#: Width of a letter, by its size: roughly that of Helvetica.
LETTER = 0.52
LEFT, MIDDLE, RIGHT = "start", "middle", "end"


class Words(msgspec.Struct, frozen=True):
    """Words whose line stands at ``y``, ``size`` in points; ``at`` says which end of them is at ``x``."""

    x: float
    y: float
    text: str
    size: float = 8
    bold: bool = False
    at: str = LEFT
    soft: bool = False


class Box(msgspec.Struct, frozen=True):
    """A box to be marked: ``crossed`` where it is, ``strong`` with a heavy rim, ``shaded`` as a mark of its own."""

    x: float
    y: float
    width: float
    height: float
    crossed: bool = False
    strong: bool = False
    shaded: bool = False


class Rule(msgspec.Struct, frozen=True):
    """A line."""

    x: float
    y: float
    to_x: float
    to_y: float
    strong: bool = False


class Outline(msgspec.Struct, frozen=True):
    """A closed line through points."""

    points: tuple[tuple[float, float], ...]


Mark = Words | Box | Rule | Outline


class Paper(msgspec.Struct, frozen=True):
    """A page: its name, its size, what stands on it."""

    name: str
    width: float
    height: float
    marks: tuple[Mark, ...]


def words_width(text: str, size: float) -> float:
    """Roughly how wide words are."""
    return len(text) * size * LETTER * POINT


def fitting(text: str, size: float, room: float) -> float:
    """The size at which words have room: their own, or less."""
    return min(size, size * room / max(words_width(text, size), 0.1))


# -- SVG ------------------------------------------------------------------------------

INK, SOFT, SHADE = "#1c2733", "#5b6875", "#e3dfd3"
THIN, HEAVY = 0.2, 0.6


def to_svg(paper: Paper) -> str:
    """A page as a file of SVG, the same for the same page."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_mm(paper.width)}mm" height="{_mm(paper.height)}mm" '
        f'viewBox="0 0 {_mm(paper.width)} {_mm(paper.height)}" font-family="Helvetica, Arial, sans-serif">'
    )
    ground = f'<rect width="{_mm(paper.width)}" height="{_mm(paper.height)}" fill="white"/>'
    title = f"<title>{_text(paper.name)}</title>"
    return "\n".join((head, title, ground, *_drawn(paper.marks), "</svg>")) + "\n"


def _drawn(marks: Iterable[Mark]) -> Iterable[str]:
    for mark in marks:
        if isinstance(mark, Words):
            weight = ' font-weight="bold"' if mark.bold else ""
            yield (
                f'<text x="{_mm(mark.x)}" y="{_mm(mark.y)}" font-size="{_mm(mark.size * POINT)}" '
                f'text-anchor="{mark.at}" fill="{SOFT if mark.soft else INK}"{weight}>{_text(mark.text)}</text>'
            )
        elif isinstance(mark, Box):
            yield from _box(mark)
        elif isinstance(mark, Rule):
            yield _line(mark.x, mark.y, mark.to_x, mark.to_y, HEAVY if mark.strong else THIN)
        else:
            points = " ".join(f"{_mm(x)},{_mm(y)}" for x, y in mark.points)
            yield f'<polygon points="{points}" fill="none" stroke="{INK}" stroke-width="{HEAVY}"/>'


def _box(box: Box) -> Iterable[str]:
    yield (
        f'<rect x="{_mm(box.x)}" y="{_mm(box.y)}" width="{_mm(box.width)}" height="{_mm(box.height)}" '
        f'fill="{SHADE if box.shaded else "white"}" stroke="{INK}" stroke-width="{HEAVY if box.strong else THIN}"/>'
    )
    if box.crossed:
        right, foot = box.x + box.width, box.y + box.height
        yield _line(box.x, box.y, right, foot, HEAVY)
        yield _line(box.x, foot, right, box.y, HEAVY)


def _line(x: float, y: float, to_x: float, to_y: float, width: float) -> str:
    ends = f'x1="{_mm(x)}" y1="{_mm(y)}" x2="{_mm(to_x)}" y2="{_mm(to_y)}"'
    return f'<line {ends} stroke="{INK}" stroke-width="{width}"/>'


def _mm(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    return escape(safe(text), quote=False)
