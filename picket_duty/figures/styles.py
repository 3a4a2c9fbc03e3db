"""Styles of figures in SVG and PDF: the look of each named style, with colors that a palette resolves."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

INK, PAPER, SOFT, RULE, ACCENT, ALERT, WHITE = "ink", "paper", "soft", "rule", "sea", "hit", "white"
#: Colors by name: hexadecimal, or variables of CSS.
Palette = Mapping[str, str]


class Style(msgspec.Struct, frozen=True):
    """Fill and stroke as color names of a palette (empty: none); widths and sizes in units of the figure."""

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
        INK: "#000000", PAPER: "#ffffff", SOFT: "#444444", RULE: "#dddddd", ACCENT: "#445566", ALERT: "#990000",
        WHITE: "#ffffff",
    },
)  # fmt: skip
#: An HTML page defines the colors of ``REPORT`` as CSS variables, for light and dark.
PAGE_PALETTE: Palette = {
    **{name: f"var(--{name})" for name in (INK, PAPER, SOFT, RULE, ACCENT, ALERT)}, WHITE: "#fff",
}  # fmt: skip

#: Plots of batches of games.
PLOT = Stylesheet(
    {
        "page": Style(fill=PAPER),
        "text": Style(fill=INK),
        "head": Style(fill=INK, bold=True),
        "bar": Style(fill=ACCENT),
        "band": Style(fill=RULE),
        "line": Style(stroke=INK, width=1.5),
        "value": Style(fill=ALERT),
    },
    {INK: "#22313a", PAPER: "#ffffff", RULE: "#dbe6ec", ACCENT: "#3b6f8f", ALERT: "#b3401f"},
)

#: Printed forms, in millimeters.
THIN, HEAVY = 0.2, 0.6
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
