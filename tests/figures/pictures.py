"""A stylesheet and one mark of each kind."""

from __future__ import annotations

from picket_duty.figures import marks

STRANGE = '<b>"&\x1b'
PLOT = marks.Stylesheet(
    {
        "text": marks.Style(fill="ink"),
        "bar": marks.Style(fill="sea"),
        "line": marks.Style(stroke="ink", width=1.5),
    },
    {"ink": "#22313a", "sea": "#3b6f8f"},
)


MARKS = (
    marks.Polyline(((0, 0), (10, 5.125)), "line"),
    marks.Polyline(((0, 0), (10, 0)), "line", spacing=4),
    marks.Polygon(((0, 0), (10, 0), (5, 5)), "bar"),
    marks.Rectangle(1, 2, 3, 4, "bar", title=STRANGE),
    marks.Circle(20, 21, 5, 4, "text"),
    marks.Words(30, 31, STRANGE, "text", marks.END, 7.5, title="tip"),
)
