"""The damage sheet: the deck plan, and the state of the items in each section.

Places and sizes are in millimeters from the top left corner of a sheet that lies on its side, so
that ``A4[1]`` is its width; sizes of text are in points (``text_mark``). Marks of a row are placed
from its bottom line ``y``.
"""

from __future__ import annotations

from collections.abc import Iterator

from picket_duty.book import Tables
from picket_duty.book.data import CompartmentData, Equipment
from picket_duty.book.deck import Deck, end_of_room, read_deck
from picket_duty.book.ids import DIRECTOR, STACK, split_id
from picket_duty.figures.marks import MIDDLE, Mark, Polyline
from picket_duty.figures.ship_plan import outline
from picket_duty.pages.form_parts import (
    A4,
    BOLD,
    GAP,
    MARGIN,
    SIDE,
    SOFT,
    Subject,
    box_mark,
    box_row,
    boxes_of,
    damage_effects,
    heading_marks,
    points_by_side,
    rule_mark,
    text_mark,
)
from picket_duty.state import SECTIONS
from picket_duty.text.english import title_case
from picket_duty.text.names import item_name

LEGEND = (
    "f: burning; w: flooded; d: damaged; x: destroyed. P, C, S: flood points to port, center and "
    "starboard. "
    "Secondary compartments (advanced game) have their own sheet."
)
#: Height of the deck plan, and the most width of an item on it.
DECK_HEIGHT = 78
ITEM_WIDTH = 26
#: Height of a row of a section, and side of its boxes.
ROW = 4.7
BOX = 3.6
NOT_REPAIRABLE = "not repairable at sea"
ANY_SECTION = "repaired by any section"


def damage_form(subject: Subject) -> Iterator[Mark]:
    """The deck plan if there is one, the sections side by side, and a mark of the ship below each."""
    width = A4[1] - 2 * MARGIN
    plan = subject.tables.plan_of(subject.data.id)
    top = 40.0
    if plan is not None:
        yield from _deck(subject, read_deck(plan), MARGIN, top, width)
        top += DECK_HEIGHT + 6
    third = width / 3
    ship = subject.ship
    ship_marks = (
        ("Water lines out (chart 15)", ship.lines_out),
        ("Gun bonuses lost (chart 21-1)", ship.gun_bonuses_lost),
        ("Emergency declared (chart 17)", bool(ship.declared)),
    )
    for number, section in enumerate(SECTIONS):
        yield from _section(subject, section, MARGIN + number * third, top, third - 6)
        label, marked = ship_marks[number]
        yield from box_row(MARGIN + number * third, A4[0] - 10, 1, int(marked))
        yield text_mark(MARGIN + number * third + SIDE + 2, A4[0] - 11.2, label, 7)
    yield text_mark(MARGIN, A4[0] - 6, LEGEND, 7, SOFT)


def _deck(subject: Subject, deck: Deck, x: float, y: float, width: float) -> Iterator[Mark]:
    """The outline of the deck, its bulkheads and the items aboard; ``across`` and ``down`` are the
    size of a character of the plan.
    """
    across = width / max(deck.width, 1)
    down = DECK_HEIGHT / max(len(deck.hull), 1)
    yield Polyline(outline(deck, x, y, across, down), "strong-rule")
    for column in deck.bulkheads:
        at = x + (column + 0.5) * across
        yield rule_mark(at, y, at, y + down * len(deck.hull))
    # An option removes mounts, and a modified set may have a ship without some items of her plan.
    aboard = {*subject.ship.mounts, *subject.ship.equipment, *subject.tables.compartments}
    for number, place in enumerate(deck.places):
        parts = split_id(place.item)
        # A director is aboard with its mount.
        if (parts.target if parts.kind == DIRECTOR else place.item) in aboard:
            room = min((end_of_room(deck, number) - place.column) * across - 0.8, ITEM_WIDTH)
            left = x + place.column * across
            yield from _deck_item(subject, place.item, left, y + place.row * down, room)


def _deck_item(subject: Subject, item: str, x: float, y: float, room: float) -> Iterator[Mark]:
    is_director = split_id(item).kind == DIRECTOR
    name = "director" if is_director else item_name(subject.tables, item)
    many, crossed, heads = boxes_of(subject, item)
    side = min(3.4, room / max(many, 1) - GAP)
    # Bold letters are wider than the estimate for the room.
    yield text_mark(x, y + 4.2, name, 6.5, BOLD, room=(room - 1) / 1.3)
    yield from box_row(x, y + 5 + side, many, crossed, side, heads)


def _section(subject: Subject, section: str, x: float, y: float, width: float) -> Iterator[Mark]:
    """A section from ``y`` down: its fire and floods, its rooms and its equipment, a row each."""
    yield from heading_marks(x, y, width, title_case(section))
    y += 7.2
    yield from _fire_and_floods(subject, section, x, y)
    y += 5.4
    for compartment in subject.tables.sheet.compartments:
        if compartment.section == section and compartment.id in subject.ship.compartments:
            yield from _room_row(subject, compartment, x, y, width)
            y += ROW
    for item in subject.tables.sheet.equipment:
        if place_of(subject.tables, item) == section:
            yield from _equipment_row(subject, item, x, y)
            y += ROW


def _fire_and_floods(subject: Subject, section: str, x: float, y: float) -> Iterator[Mark]:
    ship = subject.ship
    most = subject.tables.numbers.deck_fire_limit
    levels = "".join(str(level) for level in range(1, most + 1))
    yield text_mark(x, y - 1.2, "Deck fire, level", 7)
    yield from box_row(x + 24, y, most, ship.deck_fires.get(section, 0), BOX, levels)
    floods = [flood for flood in ship.floods if flood.section == section]
    left = x + 45
    for letter, points in points_by_side(floods).items():
        yield text_mark(left, y - 1, letter, 7, SOFT)
        yield box_mark(left + 3, y - 4, 8, 4)
        yield text_mark(left + 7, y - 0.9, str(points or ""), 7, BOLD, MIDDLE)
        left += 14


def _room_row(
    subject: Subject, compartment: CompartmentData, x: float, y: float, width: float
) -> Iterator[Mark]:
    now = subject.ship.compartments[compartment.id]
    many, crossed, _ = boxes_of(subject, compartment.id)
    yield text_mark(x, y - 1.2, compartment.name, 7, room=38)
    yield from box_row(x + 40, y, many, crossed, BOX)
    # A stack does not burn.
    states = (
        ("f", compartment.kind != STACK, now.fire),
        ("w", compartment.floodable, now.flooded),
        ("x", True, now.destroyed),
    )
    for number, (letter, possible, state) in enumerate(states):
        if possible:
            yield from box_row(x + width - 14 + number * SIDE, y, 1, int(state), BOX, letter)


def _equipment_row(subject: Subject, item: Equipment, x: float, y: float) -> Iterator[Mark]:
    many, crossed, heads = boxes_of(subject, item.id)
    yield text_mark(x, y - 1.2, item.name, 7, room=38)
    yield from box_row(x + 40, y, many, crossed, BOX, heads)
    remark = "" if item.section else ANY_SECTION
    if not item.repairable:
        remark = NOT_REPAIRABLE
    yield text_mark(x + 51, y - 1, remark, 6.5, SOFT)


def place_of(tables: Tables, item: Equipment) -> str:
    """The section under which equipment is listed: the one that repairs it; if any may, the last in
    which table 11 hits it.
    """
    hit = [
        section
        for section, _, effect in damage_effects(tables)
        if item.id in getattr(effect, "items", ())
    ]
    return item.section or (hit[-1] if hit else SECTIONS[-1])
