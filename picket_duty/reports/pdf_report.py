"""A report as PDF, A4 with page numbers, by reportlab (the extra ``paper``)."""

from __future__ import annotations

from html import escape
from io import BytesIO
from typing import Any

from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, LongTable, PageBreak, Preformatted, SimpleDocTemplate, Spacer, TableStyle
from reportlab.platypus import Paragraph as Set

from picket_duty.figures.marks import Figure
from picket_duty.figures.pdf import FigureBlock, encodable
from picket_duty.reports.document import Block, Document, Grid, Heading, Items, Paragraph, Trace

MARGIN, INK, SOFT, RULE = 20 * mm, colors.HexColor("#1c2733"), colors.HexColor("#5b6875"), colors.HexColor("#c9c4b6")
BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=10.5, leading=14, spaceAfter=4, textColor=INK)
LOG = ParagraphStyle("log", BODY, leftIndent=18, firstLineIndent=-18)
DAY = ParagraphStyle("day", BODY, spaceBefore=6)
SIGN = ParagraphStyle("sign", BODY, fontName="Times-Italic", alignment=TA_RIGHT, spaceBefore=6)
ITEM = ParagraphStyle("item", BODY, leftIndent=14, bulletIndent=4, spaceAfter=2)
CELL = ParagraphStyle("cell", BODY, fontName="Helvetica", fontSize=8, leading=10, spaceAfter=0)
FIXED = ParagraphStyle("fixed", fontName="Courier", fontSize=7.5, leading=9, textColor=INK)
#: Size of a heading by its level, and the room before it.
SIZES = {1: (24, 0), 2: (18, 0), 3: (14, 12), 4: (11.5, 9), 5: (10.5, 6), 6: (10, 5)}
TITLE = ParagraphStyle("title", BODY, fontName="Times-Bold", keepWithNext=1)
TITLES = {
    level: ParagraphStyle(f"title{level}", TITLE, fontSize=size, leading=size * 1.2, spaceBefore=room)
    for level, (size, room) in SIZES.items()
}


def to_pdf(document: Document) -> bytes:
    """The file; the same report gives the same bytes."""
    out = BytesIO()
    page = SimpleDocTemplate(
        out,
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=MARGIN,
        bottomMargin=MARGIN,
        title=encodable(document.title),
        invariant=1,
    )
    story: list[Flowable] = [Set(_text(document.title), TITLES[1]), Spacer(1, 8 * mm)]
    for number, block in enumerate(document.blocks):
        if isinstance(block, Heading) and block.level == 2 and number:
            story.append(PageBreak())
        story += _set(block, page.width)
    page.build(story, onFirstPage=_foot, onLaterPages=_foot)
    return out.getvalue()


def _foot(canvas: Any, page: Any) -> None:
    canvas.setFont("Times-Roman", 9)
    canvas.setFillColor(SOFT)
    canvas.drawCentredString(A4[0] / 2, MARGIN / 2, str(canvas.getPageNumber()))


def _set(block: Block, width: float) -> list[Flowable]:
    """A part of the report for reportlab."""
    if isinstance(block, Heading):
        return [Set(_text(block.text), TITLES[block.level])]
    if isinstance(block, Paragraph):
        lead = f"<b>{_text(block.lead)}.</b> " if block.lead else ""
        style = DAY if block.lead else {"log": LOG, "sign": SIGN}.get(block.kind, BODY)
        return [Set(lead + _text(block.text), style)]
    if isinstance(block, Items):
        return [Set(_text(line), ITEM, bulletText="\u2022") for line in block.lines]
    if isinstance(block, Grid):
        return [_grid(block, width), Spacer(1, 2 * mm)]
    if isinstance(block, Figure):
        return [Set(_text(block.title), TITLES[6]), FigureBlock(block, width * DRAWN), Spacer(1, 2 * mm)]
    assert isinstance(block, Trace)
    return [Set(_text(block.title), TITLES[6]), Preformatted("\n".join(map(encodable, block.lines)), FIXED)]


def _grid(block: Grid, width: float) -> Flowable:
    """A table; columns as wide as their longest text, up to a limit and the width of the page."""
    rows = (block.headings, *block.rows)
    wanted = [min(max(len(row[column]) for row in rows), MOST) + 2 for column in range(len(block.headings))]
    share = min(1, width / sum(letters * LETTER for letters in wanted))
    sizes = [letters * LETTER * share for letters in wanted]
    cells = [[_cell(cell, size) for cell, size in zip(row, sizes, strict=True)] for row in rows]
    table = LongTable(cells, colWidths=sizes, repeatRows=1, hAlign="LEFT")
    fonts = [
        ("FONT", (0, 0), (-1, -1), CELL.fontName, CELL.fontSize, CELL.leading),
        ("FONT", (0, 0), (-1, 0), f"{CELL.fontName}-Bold", CELL.fontSize, CELL.leading),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("TEXTCOLOR", (0, 0), (-1, 0), SOFT),
    ]
    lines = [("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    pads = [(f"{side}PADDING", (0, 0), (-1, -1), 2) for side in ("TOP", "BOTTOM", "LEFT", "RIGHT")]
    table.setStyle(TableStyle([*fonts, *lines, *pads]))
    return table


def _cell(text: str, width: float) -> str | Set:
    """A cell: plain text if it fits, which is much faster to set than a paragraph."""
    plain = encodable(text)
    return plain if len(plain) * LETTER < width else Set(escape(plain, quote=False), CELL)


#: Share of the width of the page that a figure takes.
DRAWN = 0.7
#: Most letters by which the width of a column is measured.
MOST = 40
#: Width of a letter in a table, in points.
LETTER = 4.6


def _text(text: str) -> str:
    """Text escaped for the markup of reportlab."""
    return escape(encodable(text), quote=False)
