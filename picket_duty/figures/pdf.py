"""Figures as PDF, by reportlab: the extra ``paper`` of the program."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from picket_duty.charts.words import safe
from picket_duty.figures import marks

#: The encoding of the standard fonts, which every PDF viewer has.
ENCODING = "cp1252"


def encodable(text: str) -> str:
    """A text in characters that the standard fonts of PDF have, others as question marks."""
    return safe(text).encode(ENCODING, "replace").decode(ENCODING)


def pages(figures: Sequence[marks.Figure]) -> bytes:
    """A PDF with one page for each figure, which is measured in millimeters. Equal figures give
    equal bytes.
    """
    out = BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setTitle(encodable(figures[0].title) if figures else "")
    for figure in figures:
        canvas.setPageSize((figure.width * mm, figure.height * mm))
        canvas.scale(mm, mm)
        for mark in figure.marks:
            _draw(canvas, figure, mark)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw(canvas: Canvas, figure: marks.Figure, mark: marks.Mark) -> None:
    """Draw a mark on a canvas whose units are those of the figure, measured from the lower left."""
    style = figure.sheet.styles[mark.style]
    palette = figure.sheet.palette
    height = figure.height
    fill = int(bool(style.fill))
    stroke = int(bool(style.stroke))
    if fill:
        canvas.setFillColor(colors.HexColor(palette[style.fill]))
    if isinstance(mark, marks.Words):
        _write(canvas, mark, style, height - mark.y)
        return
    if stroke:
        canvas.setStrokeColor(colors.HexColor(palette[style.stroke]))
        canvas.setLineWidth(style.width)
        canvas.setDash(list(style.dash))
    if isinstance(mark, marks.Polyline | marks.Polygon):
        is_filled = isinstance(mark, marks.Polygon) and fill
        canvas.drawPath(_path(canvas, mark, height), stroke=stroke, fill=int(is_filled))
    elif isinstance(mark, marks.Rectangle):
        bottom = height - mark.y - mark.height
        canvas.rect(mark.x, bottom, mark.width, mark.height, stroke=stroke, fill=fill)
        if mark.crossed:
            for line in mark.diagonals():
                _draw(canvas, figure, marks.Polyline(line, marks.CROSS))
    else:
        x = mark.x
        y = height - mark.y
        sides = (x - mark.across, y - mark.down, x + mark.across, y + mark.down)
        canvas.ellipse(*sides, stroke=stroke, fill=fill)


def _write(canvas: Canvas, words: marks.Words, style: marks.Style, y: float) -> None:
    canvas.setFont("Helvetica-Bold" if style.bold else "Helvetica", words.size or style.size)
    draw = {
        marks.START: canvas.drawString,
        marks.MIDDLE: canvas.drawCentredString,
        marks.END: canvas.drawRightString,
    }
    draw[words.anchor](words.x, y, encodable(words.text))


def _path(canvas: Canvas, mark: marks.Polyline | marks.Polygon, height: float) -> PDFPathObject:
    path = canvas.beginPath()
    first, *others = mark.points
    path.moveTo(first[0], height - first[1])
    for x, y in others:
        path.lineTo(x, height - y)
    if isinstance(mark, marks.Polygon):
        path.close()
    elif mark.spacing > 1:
        canvas.setDash([1, mark.spacing - 1])
    return path
