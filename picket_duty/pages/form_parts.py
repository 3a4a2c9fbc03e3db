"""Parts of the printed forms: their subject, and the marks that they are drawn with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import MountData, ShipData
from picket_duty.book.effects import Effect, Hit5in, HitTub
from picket_duty.book.ids import DIRECTOR, split_id
from picket_duty.charts.chart import Row
from picket_duty.figures.marks import MIDDLE, START, Mark, Polyline, Rectangle, Words
from picket_duty.rules.records import reported_days, reported_marks
from picket_duty.rules.stations import build_ship
from picket_duty.state import (
    DAMAGED,
    DESTROYED,
    PORT,
    SECTIONS,
    STARBOARD,
    WORKING,
    Compartment,
    DayRecord,
    Flood,
    Ship,
    State,
)

#: A4 upright in millimeters: width and height.
A4 = (210.0, 297.0)
#: Millimeters per typographic point, and the average width of a letter as a share of its size, as
#: in Helvetica.
POINT = 0.3528
LETTER = 0.52
#: Styles of words besides ``text``.
BOLD = "bold"
SOFT = "soft"
MARGIN = 12.0
#: Height of a line of boxes, side of a box, and gap between two, in millimeters.
LINE = 7.0
SIDE = 4.6
GAP = 0.7
#: Crossed boxes for the state of a director or a piece of equipment.
BOXES_LOST = {WORKING: 0, DAMAGED: 1, DESTROYED: 2}


class Subject(msgspec.Struct, frozen=True, dict=True):
    """The ship on the forms: her class, and the state of a game unless the forms are blank."""

    tables: Tables
    data: ShipData
    state: State | None = None

    @cached_property
    def ship(self) -> Ship:
        """The ship on duty; for blank forms a new ship of the class."""
        if self.state is None:
            return build_ship(
                self.tables, name="", hull_number="", ship_class=self.data.id, options=()
            )
        return self.state.ship

    @cached_property
    def days(self) -> Sequence[DayRecord]:
        """The days on duty."""
        return [] if self.state is None else reported_days(self.state)

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """The marks of the calendar by date."""
        return {} if self.state is None else reported_marks(self.state)


def fitting_size(text: str, points: float, room: float) -> float:
    """The font size at which a text fits: its own size or a smaller one. Its width is estimated."""
    return min(points, points * room / max(len(text) * points * POINT * LETTER, 0.1))


def text_mark(
    x: float,
    y: float,
    text: str,
    points: float = 8,
    style: str = "text",
    anchor: str = START,
    room: float = 0,
) -> Words:
    """Text in a size of so many ``points``, or the largest that fits the ``room`` if that is
    less.
    """
    size = fitting_size(text, points, room) if room else points
    return Words(x, y, text, style, anchor, size * POINT)


def box_mark(
    x: float,
    y: float,
    width: float,
    height: float,
    crossed: bool = False,
    strong: bool = False,
    shaded: bool = False,
) -> Rectangle:
    """A box, drawn with a ``strong`` line, shaded or crossed out."""
    style = f"{'strong-' if strong else ''}{'shaded-' if shaded else ''}box"
    return Rectangle(x, y, width, height, style, crossed)


def rule_mark(x: float, y: float, to_x: float, to_y: float, strong: bool = False) -> Polyline:
    """A straight line."""
    return Polyline(((x, y), (to_x, to_y)), "strong-rule" if strong else "rule")


def field_marks(x: float, y: float, width: float, label: str, words: str) -> Iterator[Mark]:
    """A line to write on, with its words and below it its label."""
    yield text_mark(x + 1, y - 1.2, words, 10, BOLD, room=width - 2)
    yield rule_mark(x, y, x + width, y)
    yield text_mark(x, y + 3, label, 6.5, SOFT)


def box_row(
    x: float, y: float, many: int, crossed: int = 0, side: float = SIDE, heads: str = ""
) -> Iterator[Mark]:
    """A row of boxes, the first ``crossed`` of them crossed out. ``heads`` are letters for the boxes
    that are not.
    """
    for number in range(many):
        left = x + number * (side + GAP)
        yield box_mark(left, y - side, side, side, crossed=number < crossed)
        if number < len(heads) and number >= crossed:
            middle = left + side / 2
            yield text_mark(middle, y - side * 0.28, heads[number], side * 1.6, SOFT, MIDDLE)


def heading_marks(x: float, y: float, width: float, text: str) -> Iterator[Mark]:
    """A heading with a rule below it."""
    yield text_mark(x, y, text, 10, BOLD)
    yield rule_mark(x, y + 1.3, x + width, y + 1.3)


def boxes_of(subject: Subject, item: str) -> tuple[int, int, str]:
    """The boxes of an item, how many are crossed out, and the letters in them."""
    ship = subject.ship
    tables = subject.tables
    parts = split_id(item)
    if parts.kind == DIRECTOR:
        return 2, BOXES_LOST[ship.mounts[parts.target].director], "dx"
    if item in tables.equipment:
        return 2, BOXES_LOST[ship.equipment[item]], "dx"
    if item in tables.compartments:
        full = tables.compartments[item].markers
        room = ship.compartments.get(item, Compartment())
        return full, full if room.destroyed else room.markers, ""
    full = next(hit_boxes(tables, mount) for mount in subject.data.mounts if mount.id == item)
    mount = ship.mounts[item]
    return full, full if mount.destroyed else mount.hits, ""


def hit_boxes(tables: Tables, mount: MountData) -> int:
    """Hits that destroy a mount: one, unless table 11 damages mounts of its caliber."""
    damaged = {
        effect.mount
        for _, _, effect in damage_effects(tables)
        if isinstance(effect, (HitTub, Hit5in))
    }
    # Table 11 names single mounts of one class, which stand for their caliber on every ship.
    alike = {
        other.id
        for ship in tables.ships.values()
        for other in ship.mounts
        if other.kind == mount.kind
    }
    return tables.numbers.mount_hits if alike & damaged else 1


def points_by_side(floods: Iterable[Flood]) -> dict[str, int]:
    """Flood points to port (P), in the center (C) and to starboard (S)."""
    points = dict.fromkeys("PCS", 0)
    for flood in floods:
        side = {PORT: "P", STARBOARD: "S"}.get(flood.side, "C")
        points[side] += flood.points
    return points


def damage_effects(tables: Tables) -> Iterator[tuple[str, Row, Effect]]:
    """Every effect in the tables 11, with its section and its cell."""
    for section in SECTIONS:
        for cell in tables[f"11/{section}"].cells.values():
            yield from ((section, cell, effect) for effect in cell.effects)
