"""The radar plot: rings for low, medium and high around the ship, bearings relative to her bow, and planes by stage.

Distances are counted in rings: 0 is the ship's side, 1 the low ring, 2 medium, 3 high.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from picket_duty.book.vocabulary import BEARING, DIVE, IDENTIFY, RAID, SPECIAL_ATTACK, StrikeOutcome
from picket_duty.events import Chosen, Event, Fire, PhaseBegun, Support
from picket_duty.figures.cells import Cells
from picket_duty.figures.dot_glyphs import ACROSS, DOWN
from picket_duty.figures.marks import Circle, Mark, Polyline, Words
from picket_duty.game import Game
from picket_duty.requests import ASSIGN, Request, Roll
from picket_duty.rules.raid import parse_plane
from picket_duty.state import GONE, REMOVED, Plane, State

# -- the stages of the planes --------------------------------------------------------------

#: The stages of a plane, as shown in the list beside the radar plot.
COMING, IN_RANGE, UNDER_FIRE, ON_RUN, DIVING = "coming in", "in range", "under fire", "attacking", "diving"
STRUCK, NEAR, MISSED, SPLASHED, AWAY = "CRASHED", "near miss", "missed", "splashed", "withdrew"
#: Rolls about a plane that show its stage.
STAGE_OF = {SPECIAL_ATTACK: ON_RUN, DIVE: DIVING}
OUTCOMES: Mapping[str, str] = {StrikeOutcome.HIT: STRUCK, StrikeOutcome.NEAR_MISS: NEAR, StrikeOutcome.MISS: MISSED}
#: Stages of planes that have left the plot; all but the last leave a trace.
OVER = (STRUCK, NEAR, MISSED, SPLASHED, AWAY)


class Contact(NamedTuple):
    """A plane reported but not yet in a wave: bearing in degrees; altitude L, M, H, or empty if unknown."""

    bearing: int
    altitude: str


def stages(state: State, request: Request | None, events: Sequence[Event]) -> dict[int, str]:
    """The stage of every plane of the wave, by its number."""
    planes = state.air.planes
    if not planes:
        return {}
    coming = isinstance(request, Roll) and request.purpose is IDENTIFY
    fired_at, come = _fired_at(state, events), _come(state, request, events)
    return {plane.number: _stage(plane, coming, come.get(plane.number), plane.number in fired_at) for plane in planes}


def _stage(plane: Plane, coming: bool, come: str | None, fired_at: bool) -> str:
    if plane.outcome:
        return OUTCOMES[plane.outcome]
    if plane.state == GONE:
        return SPLASHED
    if plane.state == REMOVED:
        return AWAY
    if coming:
        return COMING
    return come or (UNDER_FIRE if fired_at else IN_RANGE)


def _come(state: State, request: Request | None, events: Sequence[Event]) -> dict[int, str]:
    """The stage of planes on their run or diving, by number, from the roll requested and the rolls made."""
    stages_by_plane: dict[int, str] = {}
    if isinstance(request, Roll) and request.plane is not None and request.purpose in STAGE_OF:
        stages_by_plane[request.plane] = STAGE_OF[request.purpose]
    for event in reversed(events):
        if event.wave != state.air.wave or event.phase != state.label:
            break
        if isinstance(event, Roll) and event.plane is not None and event.purpose in STAGE_OF:
            stages_by_plane.setdefault(event.plane, STAGE_OF[event.purpose])
    return stages_by_plane


def _fired_at(state: State, events: Sequence[Event]) -> set[int]:
    """The planes that guns, fighters or support ships have fired at in this wave."""
    targets: set[int] = set()
    for event in reversed(events):
        if event.wave != state.air.wave or event.phase != state.label:
            break
        if isinstance(event, Fire | Support):
            targets.add(event.plane)
        elif isinstance(event, Chosen) and event.kind == ASSIGN:
            break
    return targets


def contacts(game: Game) -> list[Contact]:
    """The planes placed by the rolls of this phase while the raid is still being determined."""
    state = game.state
    if state.step != "phase" or state.air.wave:
        return []
    rolls: list[Roll] = []
    for event in reversed(game.events):
        if isinstance(event, PhaseBegun):
            break
        if isinstance(event, Roll) and event.purpose in (RAID, BEARING):
            rolls.append(event)
    return _placed(rolls[::-1], state.night)


def _placed(rolls: Sequence[Roll], night: bool) -> list[Contact]:
    """The contacts placed by raid rolls; at night without those of an attack table, half of which do not come."""
    placed: list[Contact] = []
    for roll in rolls:
        row = roll.result
        if row is None:
            continue
        if roll.purpose is RAID and row.fields.get("planes") and isinstance(row["planes"], list | tuple) and not night:
            listed = [parse_plane(number, text) for number, text in enumerate(row["planes"])]
            placed += [Contact(plane.bearing, plane.altitude) for plane in listed]
        elif roll.purpose is BEARING and "bearing" in row.fields:
            placed.append(Contact(row["bearing"], ""))
        elif roll.purpose is BEARING and placed:
            placed[-1] = placed[-1]._replace(altitude=row["altitude"])
    return placed


# -- the geometry ----------------------------------------------------------------------------

BEARINGS = (0, 45, 90, 135, 180, 225, 270, 315)
RINGS = {"L": 1.0, "M": 2.0, "H": 3.0}
#: The bearing of the letters of the rings, between two bearings of planes.
LETTERS_AT = 22
#: Distance of planes of later waves, beyond the high ring.
FAR = 3.35
#: Distance of planes from their ring by stage; distances of planes that dive, that crashed and that flew past.
NEARER = {COMING: 0.45, UNDER_FIRE: -0.25}
DIVE_AT, STRIKE_AT, PAST_AT = 0.45, 0.05, 0.7
#: How much wider than high the plot may be drawn, and the ship's share of its radius.
MOST_STRETCH, SHIP_SHARE = 1.35, 0.2
LEAST_RADIUS = 6
#: Columns of a plane in a special attack, at the edge.
SPECIAL_WIDTH = 15
#: Columns and rows that the three rings need outside the ship.
RINGS_ACROSS, RINGS_DOWN = 12, 6


class Frame(NamedTuple):
    """The geometry of a plot, in dots: its center, and the half axes of the ship's side and of the high ring.

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
        (inner_x, inner_y), (outer_x, outer_y) = self.inner, self.outer
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
    """The largest plot with the bow up in ``width`` by ``height`` cells, with room for the bearings around it."""
    room = max(LEAST_RADIUS, (width * ACROSS) // 2 - 5 * ACROSS)
    radius = min(room, max(LEAST_RADIUS, (height * DOWN) // 2 - DOWN - 1))
    across = min(room, radius * MOST_STRETCH)
    side = radius * SHIP_SHARE
    # The center is inside a cell, so that both sides of the ship look alike.
    middle = width // 2 * ACROSS, height // 2 * DOWN + 1
    return Frame(width, height, *middle, (side * 0.7, side), (across, radius))


def frame_round(width: int, height: int, ship: tuple[int, int]) -> Frame | None:
    """The plot around a ship of ``ship`` cells, bow left; None if the rings would be too close together."""
    middle = width // 2 * ACROSS, height // 2 * DOWN + 1
    inner = (ship[0] * ACROSS / 2, ship[1] * DOWN / 2)
    outer = (middle[0] - 5.0 * ACROSS, (height * DOWN) / 2 - 1.5 * DOWN)
    if outer[0] - inner[0] < RINGS_ACROSS * ACROSS or outer[1] - inner[1] < RINGS_DOWN * DOWN:
        return None
    return Frame(width, height, *middle, inner, outer, turned=True)


# -- the background ---------------------------------------------------------------


@lru_cache(maxsize=16)
def background(frame: Frame, look: str) -> Cells:
    """Rings, their letters and the bearings."""
    cells = Cells(frame.width, frame.height, look)
    for level, distance in RINGS.items():
        cells.draw(
            (Circle(frame.x, frame.y, *frame.axes(distance), "sea"), words(frame.cell(LETTERS_AT, distance), level))
        )
    for bearing in BEARINGS:
        cells.draw((Polyline((frame.point(bearing, 2.9), frame.point(bearing, 3.1)), "sea"), _bearing(frame, bearing)))
    return cells


def words(cell: tuple[int, int], text: str, style: str = "dim", action: str = "") -> Words:
    """Text that starts in a cell."""
    return Words(cell[0] * ACROSS, cell[1] * DOWN, text, style, action=action)


def _bearing(frame: Frame, bearing: int) -> Words:
    x, y = frame.cell(bearing, 3)
    way = bearing - 90 if frame.turned else bearing
    across, down = math.sin(math.radians(way)), -math.cos(math.radians(way))
    left = x + (2 if across > 0.1 else -4 if across < -0.1 else -1)
    row = y + (1 if down > 0.1 else -1 if down < -0.1 else 0)
    return words((left, max(0, min(frame.height - 1, row))), f"{bearing:03d}")


@lru_cache(maxsize=16)
def sectors(frame: Frame) -> dict[tuple[int, str], tuple[int, ...]]:
    """The cells of each bearing and altitude: an eighth of the circle, half a ring to either side."""
    sectors: dict[tuple[int, str], list[int]] = {}
    for row in range(frame.height):
        for column in range(frame.width):
            x, y = column * ACROSS + 0.5 - frame.x, row * DOWN + 1.5 - frame.y
            distance = _distance(frame, x, y)
            level = next((name for name, ring in RINGS.items() if abs(distance - ring) < 0.5), "")
            if level:
                across, down = frame.axes(distance)
                angle = math.degrees(math.atan2(x / across, -y / down)) + (90 if frame.turned else 0)
                bearing = round(angle / 45) * 45 % 360
                sectors.setdefault((bearing, level), []).append(row * frame.width + column)
    return {place: tuple(cells) for place, cells in sectors.items()}


def _distance(frame: Frame, x: float, y: float) -> float:
    """The distance of a dot from the ship in rings, exact enough to separate the rings."""
    low, high = 0.0, 4.0
    for _ in range(8):
        middle = (low + high) / 2
        across, down = frame.axes(middle)
        if (x / across) ** 2 + (y / down) ** 2 > 1:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# -- the planes ----------------------------------------------------------------------


class Blip(NamedTuple):
    """A plane on the plot: its stage, the style and glyph of its state, its click action, and an optional note."""

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
    if stage == DIVING:
        return DIVE_AT
    if stage == STRUCK:
        return STRIKE_AT
    if stage in (NEAR, MISSED):
        return PAST_AT
    return RINGS[plane.altitude] + NEARER.get(stage, 0.0)


def bearing_of(plane: Plane, stage: str) -> int:
    """The bearing on which a plane is drawn: a plane that missed has flown past."""
    return (plane.bearing + 180) % 360 if stage in (NEAR, MISSED) else plane.bearing


def lit_cells(frame: Frame, arcs: dict[int, str]) -> list[int]:
    """The cells of the bearings and altitudes at which a mount fires."""
    cells = sectors(frame)
    places = [(bearing, level) for bearing, levels in arcs.items() for level in levels]
    return [cell for place in places for cell in cells.get(place, ())]


def reported_marks(frame: Frame, reported: Iterable[Contact], glyph: str) -> Iterator[Mark]:
    """Planes that are not in a wave yet: on their rings, or beyond them until the altitude is known."""
    for contact, planes in Counter(reported).items():
        distance = RINGS[contact.altitude] if contact.altitude else FAR
        yield words(frame.cell(contact.bearing, distance), f"{glyph}{planes if planes > 1 else ''}", "plane")


@lru_cache(maxsize=64)
def bracket(frame: Frame, bearing: int) -> tuple[Mark, ...]:
    """The bearing of a later wave, as a bracket beyond the high ring."""
    rim = frame.point(bearing - 4, FAR), frame.point(bearing + 4, FAR)
    return Polyline(rim, "dim"), Polyline((frame.point(bearing, FAR - 0.2), frame.point(bearing, FAR)), "dim")


def trace_marks(frame: Frame, blips: Iterable[Blip]) -> Iterator[Mark]:
    """The paths of planes that dive or have dived."""
    for blip in blips:
        plane, stage = blip.plane, blip.stage
        if plane.special or stage not in (DIVING, STRUCK, NEAR, MISSED):
            continue
        start = frame.point(plane.bearing, RINGS[plane.altitude])
        end = frame.point(bearing_of(plane, stage), distance_of(plane, stage))
        style = "bad" if stage == STRUCK else "warn" if stage == DIVING else "dim"
        yield Polyline((start, end), style, 1 if stage in (STRUCK, DIVING) else 3)


def special_cell(frame: Frame, number: int) -> tuple[int, int]:
    """The cell of a plane in a special attack: in a column at the edge, since it has no bearing."""
    labeled = frame.cell(45 if frame.turned else 315, 3)[1] - 1
    return 0, number + (number >= labeled)


def run_marks(frame: Frame, blips: Iterable[Blip]) -> Iterator[Mark]:
    """The paths of planes in special attacks that are coming in."""
    for number, blip in enumerate(blip for blip in blips if blip.plane.special):
        if blip.stage in (ON_RUN, DIVING):
            x, y = special_cell(frame, number)
            yield Polyline((((x + SPECIAL_WIDTH) * ACROSS, y * DOWN + 2), (frame.x, frame.y)), "warn")


def fire_marks(frame: Frame, starts: Iterable[tuple[int, int]], blip: Blip, style: str, spacing: int) -> Iterator[Mark]:
    """Lines from mounts to a plane, from the dots ``starts``."""
    end = frame.point(blip.plane.bearing, distance_of(blip.plane, blip.stage))
    for start in starts:
        yield Polyline((start, end), style, spacing)


def blip_marks(frame: Frame, blips: Sequence[Blip], taken: Iterable[int], ship: Iterable[int] = ()) -> list[Words]:
    """The planes without overlaps: each glyph in its place or near it, its name if there is room.

    ``taken`` are the numbers of cells that already hold text, ``ship`` those of cells without names. Planes still
    flying are placed first. A plane without room for its name is moved a little.
    """
    places = _Places(frame, set(taken))
    placed: list[tuple[int, int, Blip]] = []
    for blip in sorted(blips, key=lambda blip: blip.stage in OVER):
        if not blip.plane.special:
            wanted = frame.cell(bearing_of(blip.plane, blip.stage), distance_of(blip.plane, blip.stage))
            x, y = places.free(wanted, len(blip.text))
            places.take(x, y, blip.text)
            placed.append((x, y, blip))
    places.ship.update(ship)
    named = [_named(places, x, y, blip) for x, y, blip in placed]
    return [mark for number in (0, 1) for marks in named for mark in marks[number : number + 1]]


class _Places:
    """The cells that hold text, by number, and those of the ship, which hold no names."""

    def __init__(self, frame: Frame, taken: set[int]) -> None:
        self.width, self.height, self.taken = frame.width, frame.height, taken
        self.ship: set[int] = set()

    def free(self, wanted: tuple[int, int], size: int) -> tuple[int, int]:
        """The nearest free cells to those wanted, with a free cell on either side."""
        x, y = wanted
        for reach in range(8):
            for across, down in _around(reach):
                column, row = x + across, y + down
                within = column > 0 and column + size < self.width and 0 <= row < self.height
                first = row * self.width + column
                if within and self.taken.isdisjoint(range(first - 1, first + size + 1)):
                    return column, row
        return x, y

    def has_room(self, first: int, last: int, y: int, before: int, after: int) -> bool:
        """Whether cells in a row are on the plot and free, with so many cells before and after them without text."""
        row = y * self.width
        cells = range(row + first, row + last)
        if first < 0 or last > self.width or not 0 <= y < self.height or not self.ship.isdisjoint(cells):
            return False
        return self.taken.isdisjoint(range(row + max(0, first - before), row + min(self.width, last + after)))

    def take(self, x: int, y: int, text: str) -> None:
        """Reserve the cells of a text."""
        self.taken.update(self._cells(x, y, text))

    def give_back(self, x: int, y: int, text: str) -> None:
        """Free the cells of a text."""
        self.taken.difference_update(self._cells(x, y, text))

    def _cells(self, x: int, y: int, text: str) -> range:
        return range(y * self.width + x, y * self.width + x + len(text))


@lru_cache(maxsize=16)
def _around(reach: int) -> tuple[tuple[int, int], ...]:
    """Offsets (columns, rows) of the cells at a distance, other rows first: names in one column read easily."""
    steps = {(across * 2, down) for across in range(-reach, reach + 1) for down in range(-reach, reach + 1)}
    ring = [step for step in steps if abs(step[0]) // 2 + abs(step[1]) == reach]
    return tuple(sorted(ring, key=lambda step: (abs(step[0]), -step[1], step[0])))


#: The free cells between the names of two planes.
NAME_GAP = 2
#: Where a plane is drawn for its name, as offsets: one row away at most, so that bearing and altitude can be read.
BESIDE = tuple((across, down) for reach in range(4) for across, down in _around(reach) if abs(down) <= 1)


def _named(places: _Places, x: int, y: int, blip: Blip) -> list[Words]:
    """The glyph of a plane and its name, both in its cell or near it; if there is no room, only the altitude."""
    text, at = blip.text, (x, y)
    name: tuple[int, int, str] | None = None
    if blip.stage not in OVER:
        places.give_back(x, y, text)
        found = (((x + across, y + down), _name(places, x + across, y + down, blip)) for across, down in BESIDE)
        at, name = next(((cell, name) for cell, name in found if name), ((x, y), _altitude(places, x, y, blip)))
        places.take(*at, text)
    marks = [words(at, text, blip.style, blip.action)]
    if name is not None:
        places.take(*name)
        marks.append(words(name[:2], name[2], blip.style, blip.action))
    return marks


def _altitude(places: _Places, x: int, y: int, blip: Blip) -> tuple[int, int, str] | None:
    """Where the altitude alone has room, after the glyph; else None."""
    altitude, right = blip.plane.altitude or "", x + len(blip.text)
    fits = altitude and places.has_room(right, right + len(altitude), y, 0, NAME_GAP)
    return (right, y, altitude) if fits else None


def _name(places: _Places, x: int, y: int, blip: Blip) -> tuple[int, int, str] | None:
    """Where a name has room beside the glyph in a cell: altitude, type and note after it, else before it.

    Without room for the note it is left out; None if there is none for the name.
    """
    plane, right = blip.plane, x + len(blip.text)
    long = f"{plane.altitude} {plane.type}".rstrip()
    before = f"{plane.type} {plane.altitude}".lstrip()
    for note in dict.fromkeys((blip.note, "")):
        after, ahead = long + note, f"{before}{note} "
        if places.has_room(x, right + len(after), y, NAME_GAP, NAME_GAP):
            return right, y, after
        if places.has_room(x - len(ahead), right, y, NAME_GAP, NAME_GAP):
            return x - len(ahead), y, ahead
    return None


# -- the ship ------------------------------------------------------------------------


@lru_cache(maxsize=16)
def hull(frame: Frame, look: str, styles: tuple[str, str, str]) -> Cells:
    """The ship from above, bow up, with the styles of her forward, midship and aft sections."""
    across, down = frame.axes(0)
    beam, half = max(2.0, across * 0.55), round(down * 1.25)
    cells = Cells(frame.width, frame.height, look)
    for row in range(-half, half + 1):
        place = (row + half) / (2 * half)
        wide = round(beam * min(1.0, math.sqrt(place * 3.2), 0.62 + (1 - place) * 2))
        y, style = frame.y + row, styles[min(2, int(place * 3))]
        cells.stroke((frame.x - wide, y), (frame.x + wide, y), style)
    return cells


def section_points(frame: Frame) -> tuple[tuple[int, int], ...]:
    """The dots from which the mounts of the three sections fire."""
    _, down = frame.axes(0)
    return tuple((frame.x, frame.y + round(down * way)) for way in (-0.75, 0.0, 0.75))
