"""A report with every kind of block in every format, for a golden listing."""

from __future__ import annotations

from collections.abc import Iterator

from picket_duty.figures.plots import bars, columns
from picket_duty.pages.blocks import (
    BarChart,
    Block,
    Columns,
    DayChart,
    Document,
    Fields,
    Grid,
    Heading,
    Items,
    Paragraph,
    Space,
    Trace,
)
from picket_duty.pages.formats import grid_lines, to_bbcode, to_html, to_markdown, to_text
from picket_duty.text.styled_text import line
from tests.golden.fixed import checksum, each_kind_once

SENTENCE = "Steaming on picket station 1, the ship met a raid from the north and fired with all mounts that bear. "
#: Sentences of the days.
DAYS = (1, 9)


def document_lines() -> Iterator[str]:
    """The report in each format, and a table in several widths, with each kind of line once."""
    yield from each_kind_once(_lines())


def _lines() -> Iterator[str]:
    document = Document("A report <of> *every* kind & more", tuple(_blocks()))
    for name, write in (("text", to_text), ("markdown", to_markdown), ("bbcode", to_bbcode), ("html", to_html)):
        lines = write(document).splitlines()
        yield f"== {name}"
        yield from (line if len(line) <= 200 else f"{line[:200]}... {checksum(line)}" for line in lines)
    for width in (24, 40, 79, 200):
        yield f"== a table, {width} wide"
        yield from grid_lines(_grid(3), width)


def _blocks() -> Iterator[Block]:
    yield Paragraph("Before the first heading.")
    yield Heading("The games", 2)
    for level in (3, 4, 5, 6):
        yield Heading(
            f"A heading of level {level}, long enough to need a second line " + "in a large size " * level, level
        )
        yield Paragraph(SENTENCE * level)
    yield Heading("A heading of level 1", 1)
    yield Items((SENTENCE * 2, "a short item", "*not bold* _not italic_ [not a link](x) <not a tag> & so on"))
    yield _grid(4)
    yield bars("Splashed by type", [("Zeke", 13), ("Val", 4)])
    yield Heading("The ship's log", 2)
    for number, sentences in enumerate(DAYS, 1):
        date = f"{number} April"
        yield Heading(f"Friday, {date}", 3, "USS Evans", date)
        yield Paragraph(SENTENCE * sentences, "log", "00 to 04")
        yield Paragraph(f"{SENTENCE}0733 All hands to quarters.", lead=f"Friday, {date}")
        yield Paragraph("R. J. Archer, Commander", "sign")
    yield Heading("Side by side", 3, aside="6 April")
    styled = line(("2 < 3", "bad"), " of 6")
    yield Columns(((Fields((("Hull", styled), ("Fuel", ""))), Space()), (Paragraph(styled), Items((styled,)))), 30)
    yield Fields((("Ship", styled), ("", "no label")), "Under a title")
    yield BarChart("Splashed by type", (("Zeke", 13), ("Val", 4)))
    yield DayChart("Hull", (("Apr 1", 6), ("Apr 2", 2)), 6)
    yield Heading("Tables", 2)
    yield _grid(12)
    yield columns("By day", [(f"{day} Apr", day * 5 % 7) for day in range(1, 13)])
    yield Items(tuple(f"item {number}: {SENTENCE}" for number in range(3)))
    yield Trace("Every roll", tuple(f"roll {number} {'of the guns ' * (number % 15)}" for number in range(17)))
    yield Paragraph("The end. Naïve — “quoted” ☃.")


def _grid(rows: int) -> Grid:
    cells = [
        (line((f"{row}", "dim")), "USS Kimberly" * (row % 3), f"{row * 7 % 5} | {SENTENCE[: row * 9 % 70]}")
        for row in range(rows)
    ]
    return Grid(("No.", "Ship", "What happened"), tuple(cells), right=(0,))
