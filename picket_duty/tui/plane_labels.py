"""The labels of the planes on the radar plot, moved so that they do not overlap."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from picket_duty.figures.cells import ACROSS, DOWN
from picket_duty.figures.marks import Words
from picket_duty.tui.plane_stages import OVER
from picket_duty.tui.radar_plot import (
    RINGS,
    Blip,
    Frame,
    Place,
    bearing_of,
    distance_of,
    eighths,
    text_mark,
)

#: The farthest that a label with a name may be moved, in rows.
NEAR_ROWS = 5.0
#: How many rows away a spot for a label is as good as one that is a ring off.
RING_ROWS = 2.0
#: How many rows away a spot is as good as one at the edge of its eighth, so many degrees off.
EDGE_ROWS = 3.0
EDGE = 22.5


class _Form(NamedTuple):
    """Which parts every label has, besides the number and the glyph of its plane.

    ``gap`` is the number of free cells on either side of a label, ``near`` the number of rows that
    it may be moved.
    """

    altitude: bool
    type: bool
    note: bool
    gap: int
    near: float

    def label(self, blip: Blip) -> str:
        """The label of a plane; one that has left the plot has number and glyph only."""
        if blip.stage in OVER or not self.altitude:
            return blip.text
        named = blip.text + blip.plane.altitude
        if self.type and blip.plane.type:
            named += f" {blip.plane.type}"
        if self.note:
            named += blip.note
        return named


#: The forms of labels, tried in turn.
FORMS = (
    _Form(altitude=True, type=True, note=True, gap=1, near=NEAR_ROWS),
    _Form(altitude=True, type=True, note=False, gap=1, near=NEAR_ROWS),
    _Form(altitude=True, type=False, note=False, gap=1, near=math.inf),
    _Form(altitude=False, type=False, note=False, gap=1, near=math.inf),
    _Form(altitude=False, type=False, note=False, gap=0, near=math.inf),
)


def blip_marks(
    frame: Frame, blips: Iterable[Blip], taken: Iterable[int], ship: Iterable[int] = ()
) -> list[Words]:
    """The labels of the planes without overlaps, all in the longest form for which there is room.

    ``taken`` are the numbers of the cells that already hold text. The cells of the ``ship`` may
    hold the number and the glyph of a plane, but not its name. Planes still flying come before the
    others, and labels in their planes' own places before all others. A label covers its plane's
    place, or is in the eighth of the circle around its bearing. Planes without room even there are
    counted in the place of the last one on the bearing.
    """
    ship_cells = frozenset(ship)
    ordered = sorted(
        (blip for blip in blips if not blip.plane.special), key=lambda blip: blip.stage in OVER
    )
    labels: list[Words | None] = []
    for form in FORMS:
        cells = set(taken)
        labels = [
            place_label(frame, cells, ship_cells, blip, frame.cell(*_drawn_at(blip)), form)
            for blip in ordered
        ]
        for number, blip in enumerate(ordered):
            labels[number] = labels[number] or _label_near(frame, cells, ship_cells, blip, form)
        if all(labels):
            break
    bearings = [_drawn_at(blip)[0] for blip in ordered]
    return _counted(list(zip(bearings, labels, strict=True)))


def _counted(placed: list[tuple[int, Words | None]]) -> list[Words]:
    """The labels of planes by bearing; planes without room, whose label is None, are counted
    instead of the last label on the bearing.
    """
    shown = [(bearing, label) for bearing, label in placed if label is not None]
    counts: list[Words] = []
    for bearing, others in Counter(each for each, label in placed if label is None).items():
        on_bearing = [index for index, (each, _) in enumerate(shown) if each == bearing]
        if on_bearing:
            _, last = shown.pop(on_bearing[-1])
            counts.append(msgspec.structs.replace(last, text=f"+{others + 1}", action=""))
    return [*counts, *(label for _, label in shown)]


def _drawn_at(blip: Blip) -> tuple[int, float]:
    """The bearing and distance at which a plane is drawn: within the high ring, since bearings are
    written outside.
    """
    return bearing_of(blip.plane, blip.stage), min(RINGS["H"], distance_of(blip.plane, blip.stage))


def _label_near(
    frame: Frame, taken: set[int], ship: frozenset[int], blip: Blip, form: _Form
) -> Words | None:
    """The best label for a plane in the eighth of the circle around its bearing; None if there is
    no room.
    """
    bearing, distance = _drawn_at(blip)
    own_x, own_y = frame.cell(bearing, distance)

    def rows_moved(place: Place) -> float:
        x, y = place.cell
        rows_across = (x - own_x) * ACROSS / DOWN
        rows_around = place.off / EDGE * EDGE_ROWS
        rows_outward = (place.distance - distance) * RING_ROWS
        return math.hypot(rows_across, y - own_y, rows_around, rows_outward)

    def rank(place: Place) -> tuple[float, int, int]:
        # Of places that are equally good, the upper one comes first, then the left one.
        column, row = place.cell
        return rows_moved(place), row, column

    for place in sorted(eighths(frame)[bearing], key=rank):
        if rows_moved(place) > form.near:
            return None
        if label := place_label(frame, taken, ship, blip, place.cell, form):
            return label
    return None


def place_label(
    frame: Frame,
    taken: set[int],
    ship: frozenset[int],
    blip: Blip,
    cell: tuple[int, int],
    form: _Form,
) -> Words | None:
    """A label that has its glyph in a cell, or else its end there; None if there is no room.

    It needs free cells around it, and its name may cover none of the ship's. Its own cells are
    added to those ``taken``.
    """
    x, y = cell
    text = form.label(blip)
    # The glyph comes after the name. A label without more than both ends with its glyph, so that
    # there is only one place to try.
    for first in dict.fromkeys((x - len(blip.name), x - len(text) + 1)):
        last = first + len(text)
        is_inside = form.gap <= first and last + form.gap <= frame.width
        if not is_inside or not 0 <= y < frame.height:
            continue
        start = y * frame.width
        free = taken.isdisjoint(range(start + first - form.gap, start + last + form.gap))
        if free and ship.isdisjoint(range(start + first + len(blip.text), start + last)):
            taken.update(range(start + first, start + last))
            return text_mark((first, y), text, blip.style, blip.action)
    return None
