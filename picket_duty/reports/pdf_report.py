"""A report as PDF by reportlab (the extra ``paper``): A4, with running heads, page numbers and, if long, contents.

Lines and pages are laid out here, in a quarter of the time that reportlab's own layout takes. A heading stays with the
text below it. A part with its own page is reduced, by ``SCALES``, until it fits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from math import sqrt

import msgspec
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from picket_duty.figures.marks import Figure
from picket_duty.figures.pdf import SERIF, draw_figure, encodable
from picket_duty.reports.document import (
    Block,
    Document,
    Grid,
    Heading,
    Items,
    Paragraph,
    Trace,
    begins_page,
    parts_of,
    span_of,
)

MARGIN, TOP, BOTTOM = 20 * mm, 22 * mm, 16 * mm
WIDTH, HEIGHT = A4[0] - 2 * MARGIN, A4[1] - TOP - BOTTOM
INK, SOFT, RULE = colors.HexColor("#1c2733"), colors.HexColor("#5b6875"), colors.HexColor("#c9c4b6")
PLAIN, BOLD = SERIF
ITALIC = "Times-Italic"
#: Size of the text and its leading, and size of tables, in points.
SIZE, LEADING, CELL = 10.5, 13.5, 9.0
#: Size of a heading by its level, and the space before it.
SIZES = {1: (22, 0), 2: (17, 0), 3: (13, 12), 4: (11, 7), 5: (10.5, 5), 6: (10, 5)}
#: The scales tried in turn for a part with its own page.
SCALES = (0.97, 0.94, 0.88, 0.82, 0.76, 0.7, 0.65)
#: A longer report has a table of contents.
MOST = 10
#: Width of a figure as a share of the text width.
DRAWN = 0.75
#: Space between the columns of a table, in points.
GAP = 8.0

#: A piece of a line: text, font, and the distance from the left.
Piece = tuple[str, str, float]
_WIDTHS: dict[tuple[str, str], float] = {}


class Row(msgspec.Struct):
    """An indivisible piece of a page: a line of text, a row of a table, a figure.

    ``lines`` are lines of pieces, the first at the top; ``rule`` is a line below; ``lead`` is the date of an entry that
    begins here, ``target`` the number of the entry in the contents that begins or is shown here.
    """

    height: float
    lines: tuple[tuple[Piece, ...], ...] = ()
    size: float = SIZE
    leading: float = LEADING
    rule: bool = False
    soft: bool = False
    figure: Figure | None = None
    wide: float = 0.0
    lead: str = ""
    target: int = -1


class Box(msgspec.Struct):
    """Rows that belong together. ``room`` is the space above them; ``joined`` keeps them on the page of the next box.

    ``head`` are the rows repeated on the next page; ``whole`` keeps all rows on one page.
    """

    rows: list[Row]
    room: float = 0.0
    joined: bool = False
    head: int = 0
    whole: bool = False

    @property
    def height(self) -> float:
        """The height of all rows, without the space above."""
        return sum(row.height for row in self.rows)


class Page(msgspec.Struct):
    """Rows with their distance from the top of the text, and the ship and dates for the running head."""

    rows: list[tuple[float, Row]]
    ship: str = ""
    dates: list[str] = []


class Entry(msgspec.Struct):
    """An entry of the contents; ``page`` is its number from 1."""

    text: str
    level: int
    page: int = 0


def to_pdf(document: Document) -> bytes:
    """The file; the same report gives the same bytes."""
    maker = _Maker(document, sum(map(begins_page, document.blocks)) > MOST)
    if not maker.contents and len(maker.pages) > MOST:
        maker = _Maker(document, True)
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setTitle(encodable(document.title))
    _Printer(canvas, maker).print()
    canvas.save()
    return out.getvalue()


# -- lines -------------------------------------------------------------------------


def _width(word: str, font: str) -> float:
    """The width of a word in a font of one point."""
    key = word, font
    if key not in _WIDTHS:
        _WIDTHS[key] = stringWidth(word, font, 1)
    return _WIDTHS[key]


def _broken(
    text: str, width: float, size: float, font: str = PLAIN, lead: str = "", indent: float = 0.0, hang: float = 0.0
) -> list[tuple[Piece, ...]]:
    """A text broken into lines, after ``lead`` in bold; ``indent`` is for the first line, ``hang`` for others."""
    lines: list[tuple[Piece, ...]] = []
    line: list[str] = []
    before: tuple[Piece, ...] = ((lead, BOLD, indent),) if lead else ()
    start = left = indent + (_width(f"{lead} ", BOLD) * size if lead else 0.0)
    space = _width(" ", font)
    for word in text.split(" "):
        wide = _WIDTHS.get((word, font)) or _width(word, font)
        if line and left + (space + wide) * size > width:
            lines.append((*before, (" ".join(line), font, start)))
            before, line = (), []
            start = left = hang
        left += (wide + space if line else wide) * size
        line.append(word)
    lines.append((*before, (" ".join(line), font, start)))
    return lines


# -- pages -------------------------------------------------------------------------


class _Maker:
    """Lays out the pages of a document, with or without contents."""

    def __init__(self, document: Document, contents: bool) -> None:
        self.contents = contents
        self.pages: list[Page] = []
        self.entries: list[Entry] = []
        self.scale = 1.0
        self.top = 0.0
        self.ship = document.title
        self._begin("")
        self._place(self._heading(Heading(document.title, 1)))
        listed = [block for block in document.blocks if isinstance(block, Heading) and begins_page(block)]
        blocks = list(document.blocks)
        first = next((place for place, block in enumerate(blocks) if isinstance(block, Heading)), len(blocks))
        self._flow([self._box(block) for block in blocks[:first]])
        if contents:
            self._list(listed)
        for part in parts_of(blocks[first:]):
            self._part(part)

    def _begin(self, ship: str) -> None:
        self.ship = ship or self.ship
        self.pages.append(Page([], self.ship))
        self.top = 0.0

    def _list(self, headings: Sequence[Heading]) -> None:
        rows = [Row(18.0, tuple(_broken("Contents", WIDTH, 13, BOLD)), 13)]
        for number, heading in enumerate(headings):
            indent = 0.0 if heading.level == 2 else 14.0
            text = encodable(heading.text)
            rows.append(Row(LEADING, (((text, PLAIN, indent),),), SIZE, target=number))
        self._flow([Box(rows, 10.0, head=1)])

    def _part(self, blocks: Sequence[Block]) -> None:
        """A part that begins with a heading, on its own page if the heading has a ship."""
        heading = blocks[0]
        assert isinstance(heading, Heading)
        self.scale = 1.0
        boxes: list[Box] = []
        if heading.level == 2:
            self._begin(heading.text)
        elif heading.ship:
            if not self._is_under_title():
                self._begin(heading.ship)
            above = self.top
            self.pages[-1].ship = heading.ship
            self.pages[-1].dates.append(heading.date)
            boxes = [self._box(block) for block in blocks]
            # Smaller text also has fewer lines, so the height falls with the square of the scale.
            wanted = sqrt((HEIGHT - above) / _high(boxes))
            for self.scale in (scale for scale in SCALES if wanted < 1 and scale < wanted + 0.07):
                boxes = [self._box(block) for block in blocks]
                if _high(boxes) <= HEIGHT - above:
                    break
        boxes = boxes or [self._box(block) for block in blocks]
        if begins_page(heading):
            self.entries.append(Entry(heading.text, heading.level, len(self.pages)))
            boxes[0].rows[0].target = len(self.entries) - 1
        self._flow(boxes)
        self.scale = 1.0

    def _is_under_title(self) -> bool:
        """Whether the page has only the title of a chapter so far."""
        return len(self.pages[-1].rows) == 1 and bool(self.entries) and self.entries[-1].level == 2

    def _flow(self, boxes: Sequence[Box]) -> None:
        """Place boxes one below another on as many pages as they need."""
        for place, box in enumerate(boxes):
            need = box.height if box.whole else sum(row.height for row in box.rows[: box.head + 2])
            after = place
            while boxes[after].joined and after + 1 < len(boxes):
                after += 1
                rows = boxes[after].rows if boxes[after].whole or boxes[after].joined else boxes[after].rows[:2]
                need += boxes[after].room + sum(row.height for row in rows)
            if self.top and self.top + box.room + need > HEIGHT:
                self._begin("")
            self._place(box)

    def _place(self, box: Box) -> None:
        if self.top:
            self.top += box.room
        for number, row in enumerate(box.rows):
            last = len(box.rows) - 1
            # Avoid widows and orphans.
            need = row.height + (box.rows[last].height if not box.head and number == last - 1 and number else 0.0)
            if self.top and self.top + need > HEIGHT:
                self._begin("")
                for repeated in box.rows[: box.head] if number >= box.head else ():
                    self._put(repeated)
            self._put(row)

    def _put(self, row: Row) -> None:
        page = self.pages[-1]
        page.rows.append((self.top, row))
        if row.lead:
            page.dates.append(row.lead)
        self.top += row.height

    # -- boxes ---------------------------------------------------------------------

    def _box(self, block: Block) -> Box:
        return SHAPES[type(block)](self, block)

    def _heading(self, block: Heading) -> Box:
        size, room = (value * self.scale for value in SIZES[block.level])
        lines = _broken(encodable(block.text), WIDTH, size, BOLD)
        rows = [Row(size * 1.2, (line,), size, size * 1.2) for line in lines]
        rows[-1].height += size * 0.25
        return Box(rows, room, joined=True, whole=True)

    def _paragraph(self, block: Paragraph) -> Box:
        size, leading = SIZE * self.scale, LEADING * self.scale
        text = encodable(block.text)
        if block.kind == "sign":
            left = WIDTH - _width(text, ITALIC) * size
            rows = [Row(leading, (((text, ITALIC, left),),), size, leading)]
        else:
            hang = 18.0 if block.kind == "log" else 0.0
            lead = f"{encodable(block.lead)}." if block.lead else ""
            lines = _broken(text, WIDTH, size, PLAIN, lead, 0.0, hang)
            rows = [Row(leading, (line,), size, leading) for line in lines]
        if block.lead:
            rows[0].lead = block.lead.rpartition(", ")[2]
        return Box(rows, (7.0 if block.lead or block.kind == "sign" else 4.0) * self.scale)

    def _items(self, block: Items) -> Box:
        size, leading = SIZE * self.scale, LEADING * self.scale
        rows = []
        for item in block.lines:
            lines = _broken(encodable(item), WIDTH, size, PLAIN, "", 12.0, 12.0)
            lines[0] = (("\u2022", PLAIN, 3.0), *lines[0])
            rows += [Row(leading, (line,), size, leading) for line in lines]
        return Box(rows, 2.0 * self.scale)

    def _grid(self, block: Grid) -> Box:
        size = CELL * self.scale
        leading = size * 1.22
        table = [[encodable(cell) for cell in row] for row in (block.headings, *block.rows)]
        widths = _columns(table, size)
        rows = []
        for number, cells in enumerate(table):
            font = BOLD if number == 0 else PLAIN
            left, columns = 0.0, []
            for cell, width in zip(cells, widths, strict=True):
                columns.append(_broken(cell, left + width, size, font, "", left, left))
                left += width + GAP
            high = max(map(len, columns))
            lines = tuple(
                tuple(piece for column in columns if place < len(column) for piece in column[place])
                for place in range(high)
            )
            rows.append(Row(high * leading + 3.5 * self.scale, lines, size, leading, rule=True, soft=number == 0))
        return Box(rows, 5.0 * self.scale, head=1)

    def _figure(self, block: Figure) -> Box:
        size, wide = CELL * self.scale, WIDTH * DRAWN * self.scale
        title = Row(size * 1.4, tuple(_broken(encodable(block.title), WIDTH, size, ITALIC)), size)
        drawing = Row(block.height * wide / block.width, figure=block, wide=wide)
        return Box([title, drawing], 4.0, whole=True)

    def _trace(self, block: Trace) -> Box:
        size = 8.0
        lines = [line for text in block.lines for line in _broken(encodable(text), WIDTH, size, PLAIN, "", 0.0, 12.0)]
        title = Row(LEADING, tuple(_broken(encodable(block.title), WIDTH, SIZE, BOLD)))
        return Box([title, *(Row(size * 1.2, (line,), size, size * 1.2) for line in lines)], 5.0)


SHAPES: dict[type[Block], Callable[..., Box]] = {
    Heading: _Maker._heading,
    Paragraph: _Maker._paragraph,
    Items: _Maker._items,
    Grid: _Maker._grid,
    Figure: _Maker._figure,
    Trace: _Maker._trace,
}


def _high(boxes: Sequence[Box]) -> float:
    """The total height of boxes placed one below another."""
    return sum(box.room + box.height for box in boxes)


def _columns(table: Sequence[Sequence[str]], size: float) -> list[float]:
    """The widths of the columns: those of their longest texts, with the widest columns narrowed until all fit."""
    widths = []
    for column in zip(*table, strict=True):
        head, *cells = column
        longest = [
            sum(_width(word, PLAIN) for word in cell.split(" ")) + _width(" ", PLAIN) * cell.count(" ")
            for cell in cells
        ]
        widths.append((max([_width(head, BOLD), *longest])) * size + 1.0)
    over = sum(widths) + GAP * (len(widths) - 1) - WIDTH
    while over > 0:
        widest = max(range(len(widths)), key=widths.__getitem__)
        others = sorted(widths)[-2] if len(widths) > 1 else 0.0
        cut = min(over, max(widths[widest] - others, 12.0))
        widths[widest] -= cut
        over -= cut
    return widths


# -- on paper ----------------------------------------------------------------------


class _Printer:
    """Draws finished pages on a canvas."""

    def __init__(self, canvas: Canvas, maker: _Maker) -> None:
        self.canvas, self.pages, self.entries = canvas, maker.pages, maker.entries

    def print(self) -> None:
        """Draw every page."""
        for number, page in enumerate(self.pages, 1):
            self._head(page, number)
            for top, row in page.rows:
                self._row(A4[1] - TOP - top, row, number)
            self.canvas.showPage()

    def _head(self, page: Page, number: int) -> None:
        """Draw ship and dates at the top from page 2 on, and the page number at the bottom."""
        canvas = self.canvas
        canvas.setFillColor(SOFT)
        canvas.setFont(PLAIN, 9)
        canvas.drawCentredString(A4[0] / 2, BOTTOM / 2, f"Page {number} of {len(self.pages)}")
        if number == 1:
            return
        top = A4[1] - TOP + 16
        canvas.drawString(MARGIN, top, encodable(page.ship))
        canvas.drawRightString(A4[0] - MARGIN, top, encodable(span_of(page.dates)))
        canvas.setStrokeColor(RULE)
        canvas.setLineWidth(0.5)
        canvas.line(MARGIN, top - 5, A4[0] - MARGIN, top - 5)

    def _row(self, top: float, row: Row, number: int) -> None:
        canvas = self.canvas
        if row.figure is not None:
            draw_figure(canvas, row.figure, MARGIN, top - row.height, row.wide, SERIF)
            return
        canvas.setFillColor(SOFT if row.soft else INK)
        base = top - row.size
        for line in row.lines:
            for text, font, left in line:
                canvas.setFont(font, row.size)
                canvas.drawString(MARGIN + left, base, text)
            base -= row.leading
        if row.rule:
            canvas.setStrokeColor(RULE)
            canvas.setLineWidth(0.4)
            canvas.line(MARGIN, top - row.height + 1.5, A4[0] - MARGIN, top - row.height + 1.5)
        if 0 <= row.target < len(self.entries):
            self._target(base + row.leading, row, number)

    def _target(self, base: float, row: Row, number: int) -> None:
        """Draw the target of an entry in the contents, or the entry with its page number."""
        entry, canvas = self.entries[row.target], self.canvas
        key = f"part{row.target}"
        if entry.page == number and row.size > SIZE * SCALES[-1] and row.lines[0][0][1] == BOLD:
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(encodable(entry.text), key, 0 if entry.level == 2 else 1, closed=True)
            return
        ((text, font, left),) = row.lines[0]
        canvas.drawRightString(A4[0] - MARGIN, base, str(entry.page))
        dots = int((WIDTH - left - _width(text, font) * row.size - 30) / (_width(" .", PLAIN) * row.size))
        canvas.setFillColor(RULE)
        canvas.drawRightString(A4[0] - MARGIN - 18, base, " ." * max(dots, 0))
        canvas.linkRect("", key, (MARGIN, base - 3, A4[0] - MARGIN, base + row.size), relative=0, thickness=0)
