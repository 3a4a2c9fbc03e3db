"""The figure model: a figure is a list of marks with named styles, in one coordinate system.

Coordinates run right and down from the upper left corner, in units of the figure: pixels,
millimeters, or the dots of terminal cells. A mark names its style; SVG and PDF look the name up in
the stylesheet of the figure, the terminal takes it as the name of a text style. A style uses colors
that a palette resolves.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Point = tuple[float, float]
#: Which end of the text the position of ``Words`` refers to.
START = "start"
MIDDLE = "middle"
END = "end"


class Polyline(msgspec.Struct, frozen=True):
    """A line through points. With a ``spacing`` of 3, only one unit of three is drawn. A terminal
    draws dots, or the ``character`` if there is one.
    """

    points: tuple[Point, ...]
    style: str
    spacing: int = 1
    character: str = ""


class Polygon(msgspec.Struct, frozen=True):
    """An area within an outline. A terminal fills it; SVG and PDF fill and stroke it as the style
    says.
    """

    points: tuple[Point, ...]
    style: str


class Rectangle(msgspec.Struct, frozen=True):
    """A rectangle; ``crossed`` draws both diagonals, for a box that is marked. ``title`` is a
    tooltip.
    """

    x: float
    y: float
    width: float
    height: float
    style: str
    crossed: bool = False
    title: str = ""

    def diagonals(self) -> tuple[tuple[Point, Point], ...]:
        """The two lines that cross it."""
        right = self.x + self.width
        bottom = self.y + self.height
        return ((self.x, self.y), (right, bottom)), ((self.x, bottom), (right, self.y))


class Circle(msgspec.Struct, frozen=True):
    """An ellipse around ``x``, ``y`` with half axes ``across`` and ``down``. ``title`` is a
    tooltip.
    """

    x: float
    y: float
    across: float
    down: float
    style: str
    title: str = ""


class Words(msgspec.Struct, frozen=True):
    """Text on the baseline ``y``; ``size`` overrides the font size of the style, in units of the
    figure.

    In a terminal the text starts in the cell of its position; ``action`` runs when it is clicked
    there.
    """

    x: float
    y: float
    text: str
    style: str
    anchor: str = START
    size: float = 0.0
    action: str = ""
    title: str = ""


Mark = Polyline | Polygon | Rectangle | Circle | Words


class Figure(msgspec.Struct, frozen=True):
    """A figure. ``label`` describes it to a screen reader; ``lines`` is the same figure in plain
    text.

    ``unit`` is the unit of the size in an SVG file: ``px`` or ``mm``.
    """

    title: str
    width: float
    height: float
    marks: tuple[Mark, ...]
    sheet: Stylesheet
    label: str = ""
    lines: tuple[str, ...] = ()
    unit: str = "px"


INK = "ink"
PAPER = "paper"
SOFT = "soft"
RULE = "rule"
ACCENT = "sea"
ALERT = "hit"
WHITE = "white"
#: Colors by name: hexadecimal, or variables of CSS.
Palette = Mapping[str, str]


class Style(msgspec.Struct, frozen=True):
    """Fill and stroke as color names of a palette (empty: none); widths and sizes in units of the
    figure.
    """

    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    size: float = 13.0
    bold: bool = False


class Stylesheet(msgspec.Struct, frozen=True):
    """The styles of a kind of figures by name, and their palette on paper."""

    styles: Mapping[str, Style]
    palette: Palette


#: Figures in reports.
REPORT = Stylesheet(
    {
        "hull": Style(stroke=INK, width=2),
        "gun": Style(fill=RULE, stroke=INK),
        "barrel": Style(stroke=SOFT, width=3),
        "stack": Style(fill=RULE, stroke=INK),
        "bulkhead": Style(stroke=SOFT, dash=(4, 5)),
        "axis": Style(stroke=SOFT),
        "hit": Style(fill=ALERT),
        "number": Style(fill=WHITE, size=20, bold=True),
        "name": Style(fill=SOFT, size=22),
        "dice": Style(stroke=ACCENT, width=2.5),
        "grid": Style(stroke=RULE),
        "order": Style(stroke=ALERT, width=4),
        "knob": Style(fill=PAPER, stroke=ALERT, width=2),
        "moment": Style(fill=ACCENT),
        "mark": Style(fill=WHITE, bold=True),
        "bar": Style(fill=ACCENT),
        "label": Style(fill=INK),
        "value": Style(fill=SOFT),
    },
    {
        INK: "#000000",
        PAPER: "#ffffff",
        SOFT: "#444444",
        RULE: "#dddddd",
        ACCENT: "#445566",
        ALERT: "#990000",
        WHITE: "#ffffff",
    },
)
#: An HTML page defines the colors of ``REPORT`` as CSS variables, for light and dark.
PAGE_PALETTE: Palette = {
    **{name: f"var(--{name})" for name in (INK, PAPER, SOFT, RULE, ACCENT, ALERT)},
    WHITE: "#fff",
}

#: Printed forms, in millimeters.
THIN = 0.2
HEAVY = 0.6
FORM = Stylesheet(
    {
        "page": Style(fill=PAPER),
        "text": Style(fill=INK),
        "bold": Style(fill=INK, bold=True),
        "soft": Style(fill=SOFT),
        "box": Style(fill=PAPER, stroke=INK, width=THIN),
        "strong-box": Style(fill=PAPER, stroke=INK, width=HEAVY),
        "shaded-box": Style(fill=RULE, stroke=INK, width=THIN),
        "strong-shaded-box": Style(fill=RULE, stroke=INK, width=HEAVY),
        "rule": Style(stroke=INK, width=THIN),
        "strong-rule": Style(stroke=INK, width=HEAVY),
    },
    {INK: "#1c2733", SOFT: "#5b6875", RULE: "#e3dfd3", PAPER: "#ffffff"},
)
#: The style of the lines that cross a box.
CROSS = "strong-rule"
