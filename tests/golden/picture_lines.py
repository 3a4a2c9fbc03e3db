"""Pictures as text, for a golden file: the marks of figures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from picket_duty.book.tables import Tables
from picket_duty.figures import svg
from picket_duty.figures.marks import Figure
from picket_duty.figures.plots import Hit, Leg, NumberedPoint, bars, columns, curve, damaged_ship
from picket_duty.state import PORT, SECTIONS, STARBOARD


def picture_lines(tables: Tables) -> Iterator[str]:
    """The ships with hits and the graphs: size, text form, marks and the SVG file of each."""
    for ship_class in tables.ships:
        yield from _figure(damaged_ship(ship_class, "USS Evans", tables, ship_class, _hits()))
    yield from _figure(bars("bars", [("Zeke", 13), ("Val", 4), ("Betty with Ohka", 0)]))
    yield from _figure(columns("columns", [(f"{day} Apr", day * 5 % 7) for day in range(1, 13)]))
    yield from _figure(columns("columns to a scale of 12", [("1 Apr", 2), ("2 Apr", 7)], 12))
    legs = [Leg(0, 0.5, 10, 1.0, False), Leg(10, 1.0, 10, 0.25, True), Leg(10, 0.25, 30, 0.0, False)]
    yield from _figure(curve("curve", legs, [NumberedPoint(10, 0.25, "late"), NumberedPoint(30, 0.0, "sunk")]))


def _hits() -> list[Hit]:
    """A hit on each side of each section, twice at the same place, and two at items of the ship."""
    places = [(section, side) for section in SECTIONS for side in (STARBOARD, "", PORT)]
    at_places = [Hit(str(number), section, side, "Laundry Hit") for number, (section, side) in enumerate(places * 2, 3)]
    rooms = [Hit("1", "midship", PORT, "FWD Fire Room Hit", ("fire-room-fwd",), "1: Zeke, FWD Fire Room Hit")]
    guns = [Hit("2", "forward", "", "5-inch Mount 1 Hit", ("deck fire", "5in-1"))]
    return [*rooms, *guns, *at_places]


def _figure(figure: Figure) -> Iterator[str]:
    drawing = hashlib.sha256(svg.file(figure).encode()).hexdigest()[:16]
    yield f"== {figure.title}: {figure.width:g} by {figure.height:g}, drawing {drawing}"
    yield from figure.lines
    yield from map(str, figure.marks)
