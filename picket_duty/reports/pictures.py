"""The drawings of a report for PDF: the shapes of which ``drawings`` makes its SVG, set by reportlab."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from reportlab.graphics.shapes import Circle, Drawing, Ellipse, Path, Rect, String
from reportlab.lib import colors

#: The encoding of the fonts that every reader of PDF has.
ENCODING = "cp1252"
#: Fill and stroke of a shape by its class, as the style of the HTML has them on paper.
SHAPES = {
    "hull": (None, colors.black),
    **dict.fromkeys(("gun", "stack", "house"), (colors.HexColor("#dddddd"), colors.black)),
    **dict.fromkeys(("barrel", "bulkhead", "axis"), (None, colors.HexColor("#666666"))),
    "hit": (colors.HexColor("#990000"), None),
    "bar": (colors.HexColor("#445566"), None),
}
#: Font, size, anchor and color of words by their class.
WORDS = {
    "number": ("Helvetica-Bold", 20, "middle", colors.white),
    "name": ("Helvetica", 22, "middle", colors.HexColor("#444444")),
    "label": ("Helvetica", 13, "end", colors.black),
    "value": ("Helvetica", 13, "start", colors.HexColor("#444444")),
}
STEP = re.compile(r"([MHhVvQZ])([^MHhVvQZ]*)")


def picture(svg: str, width: float) -> Drawing:
    """A drawing of ours as wide as the page."""
    root = ElementTree.fromstring(svg)
    _, _, across, down = map(float, root.attrib["viewBox"].split())
    found = Drawing(across, down)
    for shape in root.iter():
        made = _shape(shape, down)
        if made is not None:
            found.add(made)
    scale = width / across
    found.scale(scale, scale)
    found.width, found.height = width, down * scale
    return found


def _shape(shape: Any, down: float) -> Any:
    """A shape with its look; None for what only groups or titles others."""
    at = {name: float(value) for name, value in shape.attrib.items() if re.fullmatch(r"-?[\d.]+", value)}
    kind = shape.attrib.get("class", "")
    if shape.tag == "text":
        font, size, anchor, color = WORDS[kind]
        text = (shape.text or "").encode(ENCODING, "replace").decode(ENCODING)
        return String(at["x"], down - at["y"], text, fontName=font, fontSize=size, textAnchor=anchor, fillColor=color)
    if kind not in SHAPES:
        return None
    fill, stroke = SHAPES[kind]
    look = {"fillColor": fill, "strokeColor": stroke, "strokeWidth": 1.5}
    if shape.tag == "circle":
        return Circle(at["cx"], down - at["cy"], at["r"], **look)
    if shape.tag == "ellipse":
        return Ellipse(at["cx"], down - at["cy"], at["rx"], at["ry"], **look)
    if shape.tag == "rect":
        return Rect(at["x"], down - at["y"] - at["height"], at["width"], at["height"], **look)
    return _path(shape.attrib["d"], down, look)


def _path(steps: str, down: float, look: dict[str, Any]) -> Path:
    """A path of straight lines and curves of one bend."""
    path = Path(**look)
    x = y = 0.0
    for letter, numbers in STEP.findall(steps):
        found = [float(one) for one in numbers.split()]
        if letter == "Q":
            bend, end = found[:2], found[2:]
            near = [here + 2 / 3 * (to - here) for here, to in zip((x, y), bend, strict=True)]
            far = [here + 2 / 3 * (to - here) for here, to in zip(end, bend, strict=True)]
            path.curveTo(near[0], down - near[1], far[0], down - far[1], end[0], down - end[1])
            x, y = end
        elif letter == "Z":
            path.closePath()
        else:
            x, y = _moved(letter, found, x, y)
            (path.moveTo if letter == "M" else path.lineTo)(x, down - y)
    return path


def _moved(letter: str, to: list[float], x: float, y: float) -> tuple[float, float]:
    """Where a straight step leads."""
    match letter:
        case "M":
            return to[0], to[1]
        case "H":
            return to[0], y
        case "h":
            return x + to[0], y
        case "V":
            return x, to[0]
    return x, y + to[0]
