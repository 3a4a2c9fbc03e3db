"""Sheets of paper as PDF, by reportlab: the extra ``paper`` of the program."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from reportlab.lib import colors
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from picket_duty.charts.words import safe
from picket_duty.figures.pdf import ENCODING
from picket_duty.reports.paper import (
    HEAVY,
    INK,
    LEFT,
    MIDDLE,
    RIGHT,
    SHADE,
    SOFT,
    THIN,
    Box,
    Mark,
    Outline,
    Paper,
    Rule,
    Words,
)


def sheets_to_pdf(papers: Sequence[Paper]) -> bytes:
    """All sheets in one file, a page each; the same for the same sheets."""
    out = BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setTitle(_plain(papers[0].name) if papers else "")
    for paper in papers:
        canvas.setPageSize((paper.width * mm, paper.height * mm))
        for mark in paper.marks:
            _draw(canvas, mark, paper.height)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _draw(canvas: Any, mark: Mark, height: float) -> None:
    """A mark; a page of PDF is measured from its foot."""
    if isinstance(mark, Words):
        _write(canvas, mark, height)
        return
    canvas.setStrokeColor(colors.HexColor(INK))
    if isinstance(mark, Rule):
        _line(canvas, (mark.x, mark.y, mark.to_x, mark.to_y), height, HEAVY if mark.strong else THIN)
    elif isinstance(mark, Box):
        _box(canvas, mark, height)
    elif isinstance(mark, Outline):
        path = canvas.beginPath()
        for number, (x, y) in enumerate(mark.points):
            (path.lineTo if number else path.moveTo)(x * mm, (height - y) * mm)
        path.close()
        canvas.setLineWidth(HEAVY * mm)
        canvas.drawPath(path)


def _write(canvas: Any, words: Words, height: float) -> None:
    canvas.setFont("Helvetica-Bold" if words.bold else "Helvetica", words.size)
    canvas.setFillColor(colors.HexColor(SOFT if words.soft else INK))
    draw = {LEFT: canvas.drawString, MIDDLE: canvas.drawCentredString, RIGHT: canvas.drawRightString}[words.at]
    draw(words.x * mm, (height - words.y) * mm, _plain(words.text))


def _box(canvas: Any, box: Box, height: float) -> None:
    canvas.setLineWidth((HEAVY if box.strong else THIN) * mm)
    canvas.setFillColor(colors.HexColor(SHADE) if box.shaded else colors.white)
    foot = box.y + box.height
    canvas.rect(box.x * mm, (height - foot) * mm, box.width * mm, box.height * mm, fill=1)
    if box.crossed:
        _line(canvas, (box.x, box.y, box.x + box.width, foot), height, HEAVY)
        _line(canvas, (box.x, foot, box.x + box.width, box.y), height, HEAVY)


def _line(canvas: Any, ends: tuple[float, float, float, float], height: float, width: float) -> None:
    x, y, to_x, to_y = ends
    canvas.setLineWidth(width * mm)
    canvas.line(x * mm, (height - y) * mm, to_x * mm, (height - to_y) * mm)


def _plain(text: str) -> str:
    return safe(text).encode(ENCODING, "replace").decode(ENCODING)
