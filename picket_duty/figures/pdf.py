"""Figures as PDF, by reportlab: the extra ``paper`` of the program."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from picket_duty.charts.words import safe
from picket_duty.figures import marks

#: The encoding of the standard fonts, which every PDF viewer has.
ENCODING = "cp1252"
#: A font and its bold form.
FONTS = ("Helvetica", "Helvetica-Bold")


def encodable(text: str) -> str:
    """A text in characters that the standard fonts of PDF have, others as question marks."""
    return safe(text).encode(ENCODING, "replace").decode(ENCODING)


def pages(figures: Sequence[marks.Figure]) -> bytes:
    """A PDF with one page for each figure, which is measured in millimeters. Equal figures give equal bytes."""
    out = BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setTitle(encodable(figures[0].title) if figures else "")
    for figure in figures:
        canvas.setPageSize((figure.width * mm, figure.height * mm))
        canvas.scale(mm, mm)
        drawing = _Drawing(canvas, figure)
        for mark in figure.marks:
            drawing.draw(mark)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Drawing:
    """Draws the marks of a figure on a canvas whose units are those of the figure, measured from the lower left."""

    def __init__(self, canvas: Canvas, figure: marks.Figure) -> None:
        self.canvas, self.figure = canvas, figure
        self.height = figure.height
        self.colors = {name: colors.HexColor(code) for name, code in figure.sheet.palette.items()}

    def draw(self, mark: marks.Mark) -> None:
        style = self.figure.sheet.styles[mark.style]
        if isinstance(mark, marks.Words):
            self._words(mark, style)
            return
        fill, stroke = self._look(style)
        if isinstance(mark, marks.Polyline):
            if mark.spacing > 1:
                self.canvas.setDash([1, mark.spacing - 1])
            self._path(mark.points, False, 0, stroke)
        elif isinstance(mark, marks.Polygon):
            self._path(mark.points, True, fill, stroke)
        elif isinstance(mark, marks.Rectangle):
            bottom = self.height - mark.y - mark.height
            self.canvas.rect(mark.x, bottom, mark.width, mark.height, stroke=stroke, fill=fill)
            for line in mark.diagonals() if mark.crossed else ():
                self.draw(marks.Polyline(line, marks.CROSS))
        elif isinstance(mark, marks.Circle):
            x, y = mark.x, self.height - mark.y
            sides = (x - mark.across, y - mark.down, x + mark.across, y + mark.down)
            self.canvas.ellipse(*sides, stroke=stroke, fill=fill)

    def _look(self, style: marks.Style) -> tuple[int, int]:
        if style.fill:
            self.canvas.setFillColor(self.colors[style.fill])
        if style.stroke:
            self.canvas.setStrokeColor(self.colors[style.stroke])
            self.canvas.setLineWidth(style.width)
            self.canvas.setDash(list(style.dash))
        return int(bool(style.fill)), int(bool(style.stroke))

    def _path(self, points: Sequence[marks.Point], closed: bool, fill: int, stroke: int) -> None:
        path = self.canvas.beginPath()
        for number, (x, y) in enumerate(points):
            (path.lineTo if number else path.moveTo)(x, self.height - y)
        if closed:
            path.close()
        self.canvas.drawPath(path, stroke=stroke, fill=fill)

    def _words(self, words: marks.Words, style: marks.Style) -> None:
        self.canvas.setFont(FONTS[style.bold], words.size or style.size)
        self.canvas.setFillColor(self.colors[style.fill])
        draw = {
            marks.START: self.canvas.drawString,
            marks.MIDDLE: self.canvas.drawCentredString,
            marks.END: self.canvas.drawRightString,
        }[words.anchor]
        draw(words.x, self.height - words.y, encodable(words.text))
