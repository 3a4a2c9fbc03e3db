"""The sheet of secondary compartments, of the advanced game.

Places and sizes are in millimeters from the top left corner of the sheet, sizes of text in points
(``text_mark``). Marks of a row are placed from its bottom line ``y``.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from picket_duty.book import Tables
from picket_duty.book.effects import HitSecondary
from picket_duty.book.ids import secondary_id
from picket_duty.figures.marks import END, MIDDLE, Mark
from picket_duty.pages.form_parts import (
    A4,
    BOLD,
    MARGIN,
    SOFT,
    Subject,
    box_mark,
    box_row,
    damage_effects,
    heading_marks,
    points_by_side,
    text_mark,
)
from picket_duty.state import SECTIONS
from picket_duty.text.english import title_case

SECONDARY_LEGEND = (
    "d: damaged; x: destroyed. Numbers: cells of chart 11 (row-column). The letter A or shading: "
    "below the waterline, where each hit adds flood points.",
    (
        "w: flood points of the compartment, with their side (P: port; C: center; S: starboard). "
        "This sheet is for the advanced game."
    ),
)


def secondaries_of(tables: Tables, section: str) -> dict[str, dict[str, bool]]:
    """The secondary compartments of a section on table 11 by name: whether each of its cells is
    below the waterline.
    """
    secondaries: dict[str, dict[str, bool]] = {}
    for struck, cell, effect in damage_effects(tables):
        if struck == section and isinstance(effect, HitSecondary):
            secondaries.setdefault(effect.compartment, {})[cell.label] = cell["below_waterline"]
    return dict(sorted(secondaries.items()))


def secondaries_form(subject: Subject) -> Iterator[Mark]:
    """The sections in two columns, then the legend. Rows are as low as the longer column needs."""
    width = (A4[0] - 2 * MARGIN) / 2
    top = 42.0
    lists = {section: secondaries_of(subject.tables, section) for section in SECTIONS}
    columns = (SECTIONS[:1], SECTIONS[1:])
    # The heading of a section and the gap below it take the height of two rows.
    rows = max(sum(len(lists[section]) + 2 for section in column) for column in columns)
    height = min(6.0, (A4[1] - top - 20) / rows)
    for number, column in enumerate(columns):
        x = MARGIN + number * width
        y = top
        for section in column:
            rooms = lists[section]
            yield from heading_marks(x, y, width - 6, f"{title_case(section)}: {len(rooms)}")
            y = yield from _section_rows(subject, section, rooms, x, y + height * 1.2, height)
            y += height * 0.8
    for number, text in enumerate(SECONDARY_LEGEND):
        yield text_mark(MARGIN, A4[1] - 12 + number * 3.6, text, 7, SOFT)


def _section_rows(
    subject: Subject,
    section: str,
    rooms: dict[str, dict[str, bool]],
    x: float,
    y: float,
    height: float,
) -> Generator[Mark, None, float]:
    """The rows of a section's secondary compartments from ``y`` down; returns where they end."""
    for name, cells in rooms.items():
        item = secondary_id(section, name)
        yield from _secondary_row(subject, item, name, cells, x, y, height)
        y += height
    return y


def _secondary_row(
    subject: Subject,
    item: str,
    name: str,
    cells: dict[str, bool],
    x: float,
    y: float,
    height: float,
) -> Iterator[Mark]:
    """A secondary compartment with its cells of table 11 and its hits; one below the waterline has
    flood points, too.
    """
    side = min(3.8, height - 0.8)
    labels = (f"{cell}{'A' * below}" for cell, below in cells.items())
    yield text_mark(x, y - 1, name, 7.5, room=34)
    yield text_mark(x + 36, y - 1, ", ".join(labels), 6.5, SOFT, room=17)
    most = subject.tables.numbers.secondary_hits
    hits = subject.ship.secondary.get(item, 0)
    yield from box_row(x + 54, y, most, hits, side, heads="dx")
    if not any(cells.values()):
        return
    points = points_by_side(flood for flood in subject.ship.floods if flood.cause == item)
    words = " ".join(f"{number}{letter}" for letter, number in points.items() if number)
    right = x + (A4[0] - 2 * MARGIN) / 2
    yield text_mark(right - 25, y - 1, "w", 6.5, SOFT, END)
    yield box_mark(right - 24, y - side, 18, side, shaded=True)
    yield text_mark(right - 15, y - 0.9, words, 7, BOLD, MIDDLE)
