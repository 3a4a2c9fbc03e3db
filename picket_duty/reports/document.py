"""A report as a list of blocks, independent of its format."""

from __future__ import annotations

import msgspec

from picket_duty.figures.marks import Figure


class Heading(msgspec.Struct, frozen=True):
    """A heading, level 1 to 6."""

    text: str
    level: int = 2


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph; ``kind`` is empty, or ``log`` for an entry of the ship's log, ``sign`` for a signature.

    ``lead`` stands before it and stands out: the date of an entry.
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
    """A report: its title and its parts in order."""

    title: str
    blocks: tuple[Block, ...]
