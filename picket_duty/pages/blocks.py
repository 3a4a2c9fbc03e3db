"""What a page contains, as a list of blocks, independent of screen and file format.

Documents and screens are made of the same blocks. ``formats`` writes them to a file or in plain
mode. A screen shows them with ``page_lines`` (``picket_duty/tui/page_view.py``)::

    def lines_for(self, width: int) -> list[Line]:
        return page_lines(crew_page(self.game), width, self.context.glyphs)

A text is plain or a line of styled spans (``picket_duty/text/styled_text.py``): ``line("hull ",
("2", "bad"))``. Formats without styles print it plain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from picket_duty.figures.curves import Leg, NumberedPoint, Tick
from picket_duty.figures.marks import Figure
from picket_duty.text.styled_text import Line, line, text_of

#: The sign before today, shown as another one in the ASCII look.
MARK = "►"
#: A plain text, or a line of styled spans.
Text = str | Line
#: A label and the text beside it.
Row = tuple[str, Text]


class Heading(msgspec.Struct, frozen=True):
    """A heading, level 1 to 6. ``aside`` is printed at the right end of its line, such as a date.

    A heading of level 2 begins a new page. So does one with ``ship`` and ``date``, which are shown
    at the top of its page; its section has that page to itself.
    """

    text: Text
    level: int = 2
    ship: str = ""
    date: str = ""
    aside: str = ""


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph; ``kind`` is empty, or ``log`` for an entry of the ship's log, ``sign`` for a
    signature.

    ``lead`` is printed before it in bold: the date of an entry, ``Friday, 6 April``. On a screen
    its lines are indented by ``indent`` columns, those after the first by ``hang`` more.
    """

    text: Text
    kind: str = ""
    lead: str = ""
    indent: int = 0
    hang: int = 0


class Items(msgspec.Struct, frozen=True):
    """A list of short items."""

    lines: tuple[Text, ...]


class Fields(msgspec.Struct, frozen=True):
    """Short labels, each with its text beside it, under a title if there is one; rows without a
    text are left out.
    """

    rows: tuple[Row, ...]
    title: str = ""


class Grid(msgspec.Struct, frozen=True):
    """A table: headings and rows. A table without a text in its headings has none.

    ``right`` are the columns aligned right, by number; ``optional`` those left out on a screen too
    narrow for all, the last first. There are ``gap`` columns between two.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    right: tuple[int, ...] = ()
    optional: tuple[int, ...] = ()
    gap: int = 2


class BarChart(msgspec.Struct, frozen=True):
    """A bar for each name, under a title."""

    title: str
    values: tuple[tuple[str, int], ...]
    style: str = "good"


class DayChart(msgspec.Struct, frozen=True):
    """A column for each day, named by its date, under a title.

    ``most`` is the top of the scale, 0 for the highest value; ``marks`` are below the columns, one
    for each day. If several days share a column, it shows the highest of them if ``highest``, else
    the lowest.
    """

    title: str
    days: tuple[tuple[str, int], ...]
    most: int = 0
    style: str = "title"
    marks: str = ""
    highest: bool = False


class CurveChart(msgspec.Struct, frozen=True):
    """A curve over the answers of a game, with numbered points and ticks; a screen marks ``here``,
    in answers.
    """

    title: str
    legs: tuple[Leg, ...]
    points: tuple[NumberedPoint, ...] = ()
    ticks: tuple[Tick, ...] = ()
    here: int | None = None


class Columns(msgspec.Struct, frozen=True):
    """Parts side by side, as many as have ``least`` columns each; with ``stretch`` they share the
    whole width.
    """

    parts: tuple[tuple[Block, ...], ...]
    least: int
    stretch: bool = True


class Trace(msgspec.Struct, frozen=True):
    """Many lines for reference; folded away in formats that can."""

    title: str
    lines: tuple[str, ...]


class Space(msgspec.Struct, frozen=True):
    """An empty line on a screen; nothing in a document."""


Block = (
    Heading
    | Paragraph
    | Items
    | Fields
    | Grid
    | BarChart
    | DayChart
    | CurveChart
    | Columns
    | Figure
    | Trace
    | Space
)
#: The contents of a page, or of a part of one.
Page = list[Block]


class Document(msgspec.Struct, frozen=True):
    """A report: its title and its blocks in order."""

    title: str
    blocks: tuple[Block, ...]


def plain(text: Text) -> str:
    """A text without its styles."""
    return text if isinstance(text, str) else text_of(text)


def flat(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks one below another, for formats without columns."""
    for block in blocks:
        if isinstance(block, Columns):
            for part in block.parts:
                yield from flat(part)
        elif not isinstance(block, Space):
            yield block


def styled(text: str, style: str = "dim") -> Paragraph:
    """A paragraph in one style."""
    return Paragraph(line((text, style)))


def paragraphs_of(text: str) -> Page:
    """The lines of a text, a paragraph each, without empty ones."""
    return [Paragraph(part.strip()) for part in text.splitlines() if part.strip()]
