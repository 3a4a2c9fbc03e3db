"""The radar plot: rings for low, medium and high around the ship, bearings relative to her bow, and
planes by stage.

Distances are counted in rings: 0 is the ship's side, 1 the low ring, 2 medium, 3 high.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from picket_duty.figures.cells import ACROSS, DOWN, Cells
from picket_duty.figures.marks import Circle, Mark, Polyline, Words
from picket_duty.state import Plane
from picket_duty.tui.plane_stages import (
    COMING,
    DIVING,
    MISSED,
    NEAR,
    ON_RUN,
    STRUCK,
    UNDER_FIRE,
    Contact,
)

# -- the geometry ----------------------------------------------------------------------------

#: The bearings of planes, relative to the bow.
BEARINGS = (0, 45, 90, 135, 180, 225, 270, 315)
#: The distances of the rings, by altitude.
RINGS = {"L": 1.0, "M": 2.0, "H": 3.0}
#: The distances between which a bearing is marked, on either side of the high ring.
TICK = (2.9, 3.1)
#: The bearing of the letters of the rings, between two bearings of planes.
LETTERS_AT = 22
#: The distance of planes whose altitude is not known yet, beyond the high ring.
FAR = 3.35
#: The sign of a bearing of a later wave.
LATER = "w"
#: How far planes are from their ring, by stage: outside it, or inside if negative.
OFF_RING = {COMING: 0.45, UNDER_FIRE: -0.25}
#: The distance of planes that dive, that crashed and that flew past, wherever their ring is.
CLOSE_AT = {DIVING: 0.45, STRUCK: 0.05, NEAR: 0.7, MISSED: 0.7}
#: The style and the spacing of the path of a plane, by its stage.
TRACES = {DIVING: ("warn", 1), STRUCK: ("bad", 1), NEAR: ("dim", 3), MISSED: ("dim", 3)}
#: Columns from the high ring to the number of a bearing, left of, above or below, and right of the
#: ship.
BESIDE_RING = {-1: -4, 0: -1, 1: 2}
#: How much wider than high the plot may be drawn.
MOST_STRETCH = 1.35
#: The ship's share of the radius of the plot.
SHIP_SHARE = 0.2
#: The least radius of the plot, in dots.
LEAST_RADIUS = 6
#: Columns of a plane in a special attack, at the edge.
SPECIAL_WIDTH = 15
#: Columns and rows that the three rings need outside the ship, and that they need if they may be
#: flat.
RINGS_ROOM = (12, 6)
FLAT_RINGS = (2, 2)
#: Rings to which distances are measured, and the steps of a ring: enough to separate the rings.
FARTHEST = 4
STEPS = 64


class Frame(NamedTuple):
    """The geometry of a plot, in dots: its center, and the half axes of the ship's side and of the
    high ring.

    The size is in cells. The bow points up, or to the left if ``turned``.
    """

    width: int
    height: int
    x: int
    y: int
    inner: tuple[float, float]
    outer: tuple[float, float]
    turned: bool = False

    def axes(self, distance: float) -> tuple[float, float]:
        """The half axes at a distance in rings."""
        part = distance / RINGS["H"]
        inner_x, inner_y = self.inner
        outer_x, outer_y = self.outer
        return inner_x + (outer_x - inner_x) * part, inner_y + (outer_y - inner_y) * part

    def point(self, bearing: float, distance: float) -> tuple[int, int]:
        """The dot of a bearing at a distance in rings."""
        across, down = self.axes(distance)
        angle = math.radians(bearing - 90 if self.turned else bearing)
        return self.x + round(math.sin(angle) * across), self.y - round(math.cos(angle) * down)

    def cell(self, bearing: float, distance: float) -> tuple[int, int]:
        """The cell of a bearing at a distance, as column and row."""
        x, y = self.point(bearing, distance)
        return x // ACROSS, y // DOWN


def frame_of(width: int, height: int) -> Frame:
    """The largest plot with the bow up in ``width`` by ``height`` cells, with room for the bearings
    around it.
    """
    # Five columns on either side hold the numbers of the bearings, here and below.
    room = max(LEAST_RADIUS, (width * ACROSS) // 2 - 5 * ACROSS)
    radius = min(room, max(LEAST_RADIUS, (height * DOWN) // 2 - DOWN - 1))
    across = min(room, radius * MOST_STRETCH)
    side = radius * SHIP_SHARE
    # The center is inside a cell, so that both sides of the ship look alike.
    x = width // 2 * ACROSS
    y = height // 2 * DOWN + 1
    return Frame(width, height, x, y, inner=(side * 0.7, side), outer=(across, radius))


def frame_round(
    width: int, height: int, ship: tuple[int, int], rings: tuple[int, int] = RINGS_ROOM
) -> Frame | None:
    """The plot around a ship of ``ship`` cells, bow left; None without the columns and rows for the
    ``rings``.
    """
    x = width // 2 * ACROSS
    y = height // 2 * DOWN + 1
    columns, rows = ship
    inner = (columns * ACROSS / 2, rows * DOWN / 2)
    outer = (x - 5.0 * ACROSS, (height * DOWN) / 2 - 1.5 * DOWN)
    frame = Frame(width, height, x, y, inner, outer, turned=True)
    return frame if _has_room(frame, rings) else None


def _has_room(frame: Frame, rings: tuple[int, int]) -> bool:
    """Whether the columns and rows for the ``rings`` are outside the ship."""
    columns, rows = rings
    inner_x, inner_y = frame.inner
    outer_x, outer_y = frame.outer
    return outer_x - inner_x >= columns * ACROSS and outer_y - inner_y >= rows * DOWN


# -- the background ---------------------------------------------------------------


@lru_cache(maxsize=16)
def background(frame: Frame, look: str) -> Cells:
    """Rings, their letters and the bearings."""
    cells = Cells(frame.width, frame.height, look)
    for distance in RINGS.values():
        cells.draw((Circle(frame.x, frame.y, *frame.axes(distance), "sea"),))
    for bearing in BEARINGS:
        across_ring = tuple(frame.point(bearing, distance) for distance in TICK)
        cells.draw((Polyline(across_ring, "sea"),))
    write_labels(
        cells,
        [text_mark(frame.cell(LETTERS_AT, distance), level) for level, distance in RINGS.items()],
    )
    write_labels(cells, [bearing_number(frame, bearing) for bearing in BEARINGS])
    return cells


def write_labels(cells: Cells, labels: Iterable[Words]) -> None:
    """Write labels with a blank cell on either side, so that no ring or path touches their
    letters.
    """
    for each in labels:
        cells.clear(int(each.x) // ACROSS - 1, int(each.y) // DOWN, len(each.text) + 2)
        cells.draw((each,))


def text_mark(cell: tuple[int, int], text: str, style: str = "dim", action: str = "") -> Words:
    """Text that starts in a cell."""
    return Words(cell[0] * ACROSS, cell[1] * DOWN, text, style, action=action)


def bearing_number(frame: Frame, bearing: int) -> Words:
    """The number of a bearing, outside the high ring."""
    x, y = frame.cell(bearing, RINGS["H"])
    way = math.radians(bearing - 90 if frame.turned else bearing)
    left = x + BESIDE_RING[round(math.sin(way))]
    row = y - round(math.cos(way))
    return text_mark((left, max(0, min(frame.height - 1, row))), f"{bearing:03d}")


@lru_cache(maxsize=16)
def sectors(frame: Frame) -> Mapping[tuple[int, str], Sequence[int]]:
    """The cells of each bearing and altitude: an eighth of the circle, from half a ring inside the
    ring of the altitude to half a ring outside it.
    """
    sectors: dict[tuple[int, str], list[int]] = defaultdict(list)
    for bearing, places in eighths(frame).items():
        for place in places:
            column, row = place.cell
            for level, ring in RINGS.items():
                if abs(place.distance - ring) < 0.5:
                    sectors[bearing, level].append(row * frame.width + column)
    return sectors


class Place(NamedTuple):
    """A cell, its distance from the ship in rings, and how many degrees it is off the bearing of
    its eighth.
    """

    cell: tuple[int, int]
    distance: float
    off: float


@lru_cache(maxsize=16)
def eighths(frame: Frame) -> dict[int, list[Place]]:
    """The cells of the eighth of the circle around each bearing, up to half a ring beyond the high
    ring.
    """
    places: dict[int, list[Place]] = {bearing: [] for bearing in BEARINGS}
    ellipses = [frame.axes(step / STEPS) for step in range(FARTHEST * STEPS)]
    ahead = 90 if frame.turned else 0
    for row, column in product(range(frame.height), range(frame.width)):
        # The middle of the cell, in dots from the ship.
        x = column * ACROSS + 0.5 - frame.x
        y = row * DOWN + 1.5 - frame.y
        distance = _distance(ellipses, x, y)
        if distance < RINGS["H"] + 0.5:
            across, down = frame.axes(distance)
            angle = math.degrees(math.atan2(x / across, -y / down)) + ahead
            bearing = round(angle / 45) * 45
            places[bearing % 360].append(Place((column, row), distance, abs(angle - bearing)))
    return places


def _distance(ellipses: Sequence[tuple[float, float]], x: float, y: float) -> float:
    """The distance of a point in rings: halfway between the largest of the ``ellipses`` that does
    not cover it and the smallest that does.
    """

    def covers(axes: tuple[float, float]) -> bool:
        across, down = axes
        return (x / across) ** 2 + (y / down) ** 2 <= 1.0

    return (bisect_left(ellipses, True, lo=1, key=covers) - 0.5) / STEPS


# -- the planes ----------------------------------------------------------------------


class Blip(NamedTuple):
    """A plane on the plot: its stage, the style and glyph of its state, its click action, and an
    optional note.
    """

    plane: Plane
    stage: str
    name: str
    glyph: str
    style: str
    action: str = ""
    note: str = ""

    @property
    def text(self) -> str:
        """Its number and glyph."""
        return f"{self.name}{self.glyph}"


def distance_of(plane: Plane, stage: str) -> float:
    """The distance of a plane from the ship, in rings."""
    return CLOSE_AT.get(stage) or RINGS[plane.altitude] + OFF_RING.get(stage, 0.0)


def bearing_of(plane: Plane, stage: str) -> int:
    """The bearing on which a plane is drawn: a plane that missed has flown past."""
    return (plane.bearing + 180) % 360 if stage in (NEAR, MISSED) else plane.bearing


def lit_cells(frame: Frame, arcs: dict[int, str]) -> list[int]:
    """The cells of the bearings and altitudes at which a mount fires."""
    cells = sectors(frame)
    lit: list[int] = []
    for bearing, levels in arcs.items():
        for level in levels:
            lit += cells.get((bearing, level), ())
    return lit


def reported_marks(frame: Frame, reported: Iterable[Contact], glyph: str) -> Iterator[Words]:
    """Planes that are not in a wave yet: on their rings, or beyond them until the altitude is
    known.
    """
    for contact, planes in Counter(reported).items():
        distance = RINGS[contact.altitude] if contact.altitude else FAR
        yield text_mark(
            frame.cell(contact.bearing, distance), f"{glyph}{planes if planes > 1 else ''}", "plane"
        )


def later_mark(frame: Frame, bearing: int) -> Words:
    """The sign of a later wave beside the number of its bearing, on the side of the ship."""
    number = bearing_number(frame, bearing)
    left = int(number.x) // ACROSS + (-1 if number.x > frame.x else len(number.text))
    return text_mark((left, int(number.y) // DOWN), LATER, "warn")


def trace_marks(frame: Frame, blips: Iterable[Blip]) -> Iterator[Mark]:
    """The paths of planes that dive or have dived."""
    for blip in blips:
        plane = blip.plane
        stage = blip.stage
        if plane.special or stage not in TRACES:
            continue
        start = frame.point(plane.bearing, RINGS[plane.altitude])
        end = frame.point(bearing_of(plane, stage), distance_of(plane, stage))
        style, spacing = TRACES[stage]
        yield Polyline((start, end), style, spacing)


def special_cell(frame: Frame, number: int) -> tuple[int, int]:
    """The cell of a plane in a special attack: in a column at the edge, since it has no bearing."""
    # The row of the number of the bearing at the upper left stays free.
    _, row_at_ring = frame.cell(45 if frame.turned else 315, RINGS["H"])
    labeled_row = row_at_ring - 1
    return 0, number if number < labeled_row else number + 1


def run_marks(frame: Frame, blips: Iterable[Blip]) -> Iterator[Mark]:
    """The paths of planes in special attacks that are coming in."""
    for number, blip in enumerate(blip for blip in blips if blip.plane.special):
        if blip.stage in (ON_RUN, DIVING):
            x, y = special_cell(frame, number)
            yield Polyline(
                (((x + SPECIAL_WIDTH) * ACROSS, y * DOWN + 2), (frame.x, frame.y)), "warn"
            )


def fire_marks(
    frame: Frame, starts: Iterable[tuple[int, int]], blip: Blip, style: str, spacing: int
) -> Iterator[Mark]:
    """Lines from mounts to a plane, from the dots ``starts``."""
    end = frame.point(blip.plane.bearing, distance_of(blip.plane, blip.stage))
    for start in starts:
        yield Polyline((start, end), style, spacing)


# -- the ship ------------------------------------------------------------------------


@lru_cache(maxsize=16)
def hull_cells(frame: Frame, look: str, styles: tuple[str, ...]) -> Cells:
    """The ship from above, bow up, with the styles of her forward, midship and aft sections."""
    across, down = frame.axes(distance=0)
    beam = max(2.0, across * 0.55)
    half = round(down * 1.25)
    cells = Cells(frame.width, frame.height, look)
    for row in range(-half, half + 1):
        # From 0 at the bow to 1 at the stern. The bow is pointed, the stern cut off.
        place = (row + half) / (2 * half)
        wide = round(beam * min(1.0, math.sqrt(place * 3.2), 0.62 + (1 - place) * 2))
        y = frame.y + row
        style = styles[min(2, int(place * 3))]
        cells.stroke((frame.x - wide, y), (frame.x + wide, y), style)
    return cells
