"""A report as a list of blocks, independent of its format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from picket_duty.figures.marks import Figure


class Heading(msgspec.Struct, frozen=True):
    """A heading, level 1 to 6.

    A heading of level 2 begins a new page. So does one with ``ship`` and ``date``, which are shown at the top of its
    page; its section has that page to itself.
    """

    text: str
    level: int = 2
    ship: str = ""
    date: str = ""


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph; ``kind`` is empty, or ``log`` for an entry of the ship's log, ``sign`` for a signature.

    ``lead`` is printed before it in bold: the date of an entry, ``Friday, 6 April``.
    """

    text: str
    kind: str = ""
    lead: str = ""


class Items(msgspec.Struct, frozen=True):
    """A list of short items."""

    lines: tuple[str, ...]


class Grid(msgspec.Struct, frozen=True):
    """A table: headings and rows."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Trace(msgspec.Struct, frozen=True):
    """Many lines for reference; folded away in formats that can."""

    title: str
    lines: tuple[str, ...]


Block = Heading | Paragraph | Items | Grid | Figure | Trace


class Document(msgspec.Struct, frozen=True):
    """A report: its title and its blocks in order."""

    title: str
    blocks: tuple[Block, ...]


def parts_of(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """The blocks split into parts; each part but the first begins with a heading that begins a page."""
    part: list[Block] = []
    for block in blocks:
        if part and isinstance(block, Heading) and (block.level == 2 or block.ship):
            yield part
            part = []
        part.append(block)
    if part:
        yield part


def span_of(dates: Sequence[str]) -> str:
    """A range of dates as text: the only date, or the first and the last."""
    named = list(dict.fromkeys(dates))
    return f"{named[0]} to {named[-1]}" if len(named) > 1 else "".join(named)
