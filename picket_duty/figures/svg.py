"""Figures as SVG, without a library."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from picket_duty.charts.words import safe
from picket_duty.figures import marks

FONT = "Helvetica,Arial,sans-serif"


def element(figure: marks.Figure) -> str:
    """A figure as an SVG element, for a page whose style sheet includes ``css`` of its styles."""
    label = _escaped(figure.label or figure.title)
    box = f'viewBox="0 0 {_number(figure.width)} {_number(figure.height)}"'
    return f'<svg {box} role="img" aria-label="{label}">{"".join(_marks(figure.marks))}</svg>'


def file(figure: marks.Figure) -> str:
    """A figure as an SVG file with its styles. Equal figures give equal bytes."""
    width = _number(figure.width)
    height = _number(figure.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}{figure.unit}" '
        f'height="{height}{figure.unit}" '
        f'viewBox="0 0 {width} {height}" role="img">'
    )
    title = f"<title>{_escaped(figure.title)}</title>"
    style = f"<style>text{{font-family:{FONT}}}{css(figure.sheet, figure.sheet.palette)}</style>"
    page = marks.Rectangle(0, 0, figure.width, figure.height, "page")
    return "\n".join((head, title, style, *_marks((page, *figure.marks)), "</svg>\n"))


def css(sheet: marks.Stylesheet, palette: marks.Palette) -> str:
    """A stylesheet as CSS rules, one class per style."""
    rules = []
    for name, style in sheet.styles.items():
        fill = palette[style.fill] if style.fill else "none"
        parts = [f"fill:{fill}", f"font-size:{_number(style.size)}px"]
        if style.stroke:
            parts.append(f"stroke:{palette[style.stroke]}")
            parts.append(f"stroke-width:{_number(style.width)}")
        if style.dash:
            dash = " ".join(map(_number, style.dash))
            parts.append(f"stroke-dasharray:{dash}")
        if style.bold:
            parts.append("font-weight:bold")
        rules.append(f".{name}{{{';'.join(parts)}}}")
    return "".join(rules)


def _marks(drawing: Iterable[marks.Mark]) -> Iterable[str]:
    for mark in drawing:
        if isinstance(mark, marks.Polyline):
            spacing = f' stroke-dasharray="1 {mark.spacing - 1}"' if mark.spacing > 1 else ""
            yield f'<polyline points="{_points(mark)}" class="{mark.style}"{spacing}/>'
        elif isinstance(mark, marks.Polygon):
            yield f'<polygon points="{_points(mark)}" class="{mark.style}"/>'
        elif isinstance(mark, marks.Rectangle):
            box = _attributes(x=mark.x, y=mark.y, width=mark.width, height=mark.height)
            yield _titled("rect", f'{box} class="{mark.style}"', mark.title)
            if mark.crossed:
                yield from _marks(marks.Polyline(line, marks.CROSS) for line in mark.diagonals())
        elif isinstance(mark, marks.Circle):
            box = _attributes(cx=mark.x, cy=mark.y, rx=mark.across, ry=mark.down)
            yield _titled("ellipse", f'{box} class="{mark.style}"', mark.title)
        elif isinstance(mark, marks.Words):
            anchor = f' text-anchor="{mark.anchor}"' if mark.anchor != marks.START else ""
            size = f' style="font-size:{_number(mark.size)}px"' if mark.size else ""
            position = f'{_attributes(x=mark.x, y=mark.y)} class="{mark.style}"'
            title = f"<title>{_escaped(mark.title)}</title>" if mark.title else ""
            yield f"<text {position}{anchor}{size}>{title}{_escaped(mark.text)}</text>"


def _points(mark: marks.Polyline | marks.Polygon) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in mark.points)


def _attributes(**values: float) -> str:
    return " ".join(f'{name}="{_number(value)}"' for name, value in values.items())


def _titled(tag: str, attributes: str, title: str) -> str:
    if title:
        return f"<{tag} {attributes}><title>{_escaped(title)}</title></{tag}>"
    return f"<{tag} {attributes}/>"


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _escaped(text: str) -> str:
    """Text escaped for an element or attribute; control characters become visible symbols."""
    return escape(safe(text), quote=True)
