"""The ship: her deck plan with the state of every place, and her port side on the water with what
happened to her.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle, pairwise
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.data import SidePart, SideView
from picket_duty.book.deck import Deck, DeckPlace, end_of_room, read_deck
from picket_duty.book.ids import (
    DECK_FIRE,
    DIRECTOR,
    INSTRUMENT,
    PUMP,
    RADARS,
    STACK,
    WATER_LINES,
    split_id,
)
from picket_duty.dice import mix
from picket_duty.figures.cells import ACROSS, DOWN, Cells
from picket_duty.figures.marks import Point, Polygon, Polyline
from picket_duty.rules.campaign import SUNK
from picket_duty.state import DAMAGED, DESTROYED, SECTIONS, WORKING, Ship
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.glyphs import Glyphs

#: The glyph of a state, after the label of a place; an undamaged place has none.
HIT = "!"
BURNING = "*"
FLOODED = "~"
LOST = "X"
STATES = (
    (HIT, "hit", "warn"),
    (BURNING, "burning", "bad"),
    (FLOODED, "flooded", "warn"),
    (LOST, "destroyed", "bad"),
)
STYLES = {sign: style for sign, _, style in STATES}
#: The largest horizontal scale of a plan; beyond it the places would be too far apart.
MOST_STRETCHED = 1.6
#: Lines for the outline of the hull, above and below the rows of a plan.
RIM = 2


class Condition(NamedTuple):
    """The state of a place: its glyph and style, and how many of its boxes are filled."""

    sign: str = ""
    style: str = "plain"
    filled: int = 0
    boxes: int = 0


class _Scale(NamedTuple):
    """The scale of a plan: size in cells, columns per column of the plan, lines per row of the
    plan.
    """

    columns: int
    lines: int
    across: float
    down: int

    def column(self, column: float) -> int:
        return round(column * self.across)

    def line(self, row: int) -> int:
        """The line of the words of a row."""
        return 1 + row * self.down


class _Spot(NamedTuple):
    """A place as drawn: column, line, and the cells available for its label and state."""

    x: int
    y: int
    room: int
    place: DeckPlace


def deck_plan(
    ship: Ship,
    tables: Tables,
    width: int,
    height: int,
    glyphs: Glyphs,
    actions: Mapping[str, str] | None = None,
    out_of_control: Collection[str] = (),
    at_work: Mapping[str, int] | None = None,
) -> list[Line]:
    """The ship from above, bow left, starboard above, as lines of ``width`` cells; none if it does
    not fit.

    A class without a plan has no lines either. A plan of seven rows takes 9 rows, or 16 with boxes
    below each place, and as many columns as keep its labels apart. ``actions`` is what a click on a
    place does, by its id; ``out_of_control`` are sections with such deck fires; ``at_work`` are the
    men by job.
    """
    jobs = at_work or {}
    clicks = actions or {}
    scaled = _scaled(ship, tables, width, height)
    if scaled is None:
        return []
    deck, scale = scaled
    under = _unhurt(deck, scale, width, glyphs.dots, glyphs.split)
    cells = Cells(width, scale.lines, glyphs.dots, under=under, blank="ship")
    men_at = _men_at_places(jobs)
    boxes = (glyphs.box, glyphs.box_empty) if scale.down > 1 else None
    for spot in _spots(deck, scale, width):
        item = spot.place.item
        condition = condition_of(ship, tables, item)
        _write_state(cells, spot, condition, men_at[item], boxes, clicks.get(item, ""))
    end = 0
    for section, ends in _section_ends(deck).items():
        middle = (width - scale.columns) // 2 + sum(map(scale.column, ends)) / 2
        _middle(cells, middle, 0, _men(section, ship, tables))
        if damage := _damage(section, ship, jobs, out_of_control):
            end = _middle(cells, middle, scale.lines - 1, damage, end)
    return cells.lines()


def _men_at_places(jobs: Mapping[str, int]) -> Counter[str]:
    """The men at work in each place of the plan."""
    men_at: Counter[str] = Counter()
    for job, men in jobs.items():
        men_at[place_of_job(job)] += men
    return men_at


def plan_fits(ship: Ship, tables: Tables, width: int, height: int) -> bool:
    """Whether a ship has a plan that fits a size."""
    return _scaled(ship, tables, width, height) is not None


def state_key() -> Line:
    """The key to the signs on a plan."""
    key: Line = []
    for sign, words, style in STATES:
        key += line((sign, style), (f" {words}  ", "dim"))
    return [*key, *line(("+2", "key"), (" men at work", "dim"))]


def label_key(ship: Ship, tables: Tables) -> Line:
    """The key to the labels on a plan: the first gun of each caliber, director and stack, and the
    radars.
    """
    examples: dict[str, list[str]] = {}
    for item, label in labels_of(ship, tables).items():
        caliber = tables.mounted.get(item)
        room = tables.compartments.get(item)
        if item in RADARS:
            examples.setdefault("radars", []).append(label)
        elif caliber is not None:
            examples.setdefault(caliber.name, [label])
        elif split_id(item).kind == DIRECTOR or (room is not None and room.kind == STACK):
            examples.setdefault(DIRECTOR if room is None else STACK, [label])
    key: Line = []
    for kind, labels in examples.items():
        key += [Span(f"{'  ' if key else ''}{' '.join(labels)}"), Span(f" {kind}", "dim")]
    return key


def labels_of(ship: Ship, tables: Tables) -> dict[str, str]:
    """The labels on the plan of a ship, by the ids of the places; empty without a plan."""
    deck = deck_of(tables, ship.ship_class)
    return {place.item: place.word for place in deck.places} if deck else {}


def places_of(ship: Ship, tables: Tables, width: int, height: int) -> dict[str, tuple[int, int]]:
    """Column and line of every place as ``deck_plan`` draws it in this size, by its id."""
    scaled = _scaled(ship, tables, width, height)
    if scaled is None:
        return {}
    return {spot.place.item: (spot.x, spot.y) for spot in _spots(*scaled, width)}


@lru_cache(maxsize=8)
def deck_of(tables: Tables, ship_class: str) -> Deck | None:
    """The deck of a class; None without a plan."""
    plan = tables.plan_of(ship_class)
    return None if plan is None else read_deck(plan)


def _scaled(ship: Ship, tables: Tables, width: int, height: int) -> tuple[Deck, _Scale] | None:
    """The plan of a ship and its scale; None if she has no plan or it does not fit."""
    deck = deck_of(tables, ship.ship_class)
    if deck is None or height < len(deck.hull) + RIM:
        return None
    rows = len(deck.hull)
    columns = min(width, round(deck.width * MOST_STRETCHED))
    down = 2 if height >= 2 * rows + RIM else 1
    scale = _Scale(columns, rows * down + RIM, (columns - 1) / (deck.width - 1), down)
    fits = columns > 0 and all(
        len(spot.place.word) <= spot.room for spot in _spots(deck, scale, width)
    )
    return (deck, scale) if fits else None


# -- the hull ----------------------------------------------------------------


@lru_cache(maxsize=16)
def _unhurt(deck: Deck, scale: _Scale, width: int, look: str, split: str) -> Cells:
    """The hull with bulkheads and the labels of all places, undamaged."""
    left = (width - scale.columns) // 2
    cells = Cells(width, scale.lines, look, blank="ship")
    cells.draw((Polyline(_rim(deck.hull, scale, left), "ship"),))
    for bulkhead in deck.bulkheads:
        for y in range(1, scale.lines - 1):
            cells.write(left + scale.column(bulkhead), y, split, "sea")
    for spot in _spots(deck, scale, width):
        if spot.y * width + spot.x - 1 not in cells.words:
            cells.write(spot.x - 1, spot.y, " ", "plain")
        cells.write(spot.x, spot.y, spot.place.word, "plain")
    return cells


def _rim(hull: tuple[tuple[int, int], ...], scale: _Scale, left: int) -> tuple[Point, ...]:
    """The closed outline of the hull; unlike that in ``figures``, its corners are in whole
    cells.
    """
    sides = []
    for side, inward in ((0, 1), (1, -1)):
        ends = [scale.column(row[side]) for row in hull]
        corner = max(1, abs(ends[0] - ends[min(1, len(ends) - 1)]) // 2) * inward
        points = [(end, scale.line(row) + scale.down / 2) for row, end in enumerate(ends)]
        sides.append([(ends[0] + corner, 0.5), *points, (ends[-1] + corner, scale.lines - 0.5)])
    outline = [*sides[0], *reversed(sides[1]), sides[0][0]]
    return tuple((float((left + x) * ACROSS + 1), y * DOWN) for x, y in outline)


# -- the places --------------------------------------------------------------


@lru_cache(maxsize=16)
def _spots(deck: Deck, scale: _Scale, width: int) -> tuple[_Spot, ...]:
    """The places as drawn, each with a space before the next one on its row."""
    left = (width - scale.columns) // 2
    spots = []
    for number, place in enumerate(deck.places):
        column = scale.column(place.column)
        room = scale.column(end_of_room(deck, number)) - column - 1
        spots.append(_Spot(left + column, scale.line(place.row), room, place))
    return tuple(spots)


def _write_state(
    cells: Cells,
    spot: _Spot,
    condition: Condition | None,
    men: int,
    boxes: tuple[str, str] | None,
    action: str,
) -> None:
    """Write the state of a place after its label, and the men at work there.

    ``boxes`` are the glyphs of a filled and an empty box if its hits are drawn below.
    """
    x, y, room, place = spot
    if condition is None:
        cells.write(x, y, " " * len(place.word), "plain")
        return
    sign, style, filled, most = condition
    if sign or men or action:
        unhurt = "strong" if men else "plain"
        cells.write(x, y, place.word, style if sign else unhurt, action)
    hits = "" if boxes or not filled or sign == LOST else str(filled)
    state, at_work = _state_signs(sign, hits, men, room - len(place.word))
    behind = x + len(place.word)
    cells.write(behind, y, state, style)
    cells.write(behind + len(state), y, at_work, "key")
    if boxes and sign and most:
        full, empty = boxes
        cells.write(x, y + 1, (full * filled + empty * (most - filled))[:room], style)


def _state_signs(sign: str, hits: str, men: int, room: int) -> tuple[str, str]:
    """The sign of a place with its hits, and the men at work there, as short as the room needs."""
    forms = [(sign + hits, f"+{men}"), (sign, f"+{men}"), (sign, "+")]
    if not men:
        forms = [(sign + hits, ""), (sign, "")]
    fitting = (form for form in forms if len("".join(form)) <= room)
    # Without room the sign takes the blank before the next place.
    return next(fitting, (sign, "") if sign else forms[-1])


def condition_of(ship: Ship, tables: Tables, item: str) -> Condition | None:
    """The state of a mount, director, compartment or piece of equipment; None if it is not
    aboard.
    """
    parts = split_id(item)
    if parts.kind == DIRECTOR:
        mount = ship.mounts.get(parts.target)
        return None if mount is None else _gear(mount.director)
    if item in ship.mounts:
        mount = ship.mounts[item]
        return _hit(LOST if mount.destroyed else "", mount.hits, tables.numbers.mount_hits)
    if item in ship.compartments:
        room = ship.compartments[item]
        signs = ((LOST, room.destroyed), (FLOODED, room.flooded), (BURNING, room.fire), ("", True))
        sign = next(sign for sign, shown in signs if shown)
        return _hit(sign, room.markers, tables.compartments[item].markers)
    if item not in ship.equipment:
        return None
    state = ship.equipment[item]
    if item == WATER_LINES and ship.lines_out and state == WORKING:
        state = DAMAGED
    return _gear(state)


def _hit(sign: str, hits: int, boxes: int) -> Condition:
    """A place with hits; a ``sign`` says that it is worse than hit."""
    shown = sign or (HIT if hits else "")
    if not shown:
        return Condition()
    return Condition(shown, STYLES[shown], boxes if sign == LOST else hits, boxes)


def _gear(state: str) -> Condition:
    sign = {WORKING: "", DESTROYED: LOST}.get(state, HIT)
    return Condition(sign, STYLES[sign]) if sign else Condition()


def place_of_job(job: str) -> str:
    """The id of the place of a job."""
    parts = split_id(job)
    return parts.target if parts.kind in (PUMP, INSTRUMENT) else job


# -- the sections ------------------------------------------------------------


def _section_ends(deck: Deck) -> dict[str, tuple[int, int]]:
    """The columns of the plan in which each section begins and ends."""
    return dict(zip(SECTIONS, pairwise((0, *deck.bulkheads, deck.width - 1)), strict=False))


def _men(section: str, ship: Ship, tables: Tables) -> Line:
    men = ship.men[section]
    full = tables.numbers.men[section]
    style = "warn" if men < full else "dim"
    return line((f" {section.capitalize()} ", "title"), (f"{men}/{full} men ", style))


def _damage(
    section: str, ship: Ship, jobs: Mapping[str, int], out_of_control: Collection[str]
) -> Line:
    """Deck fire, the men at it, and flooding; a fire out of control leaves room for another."""
    damage: Line = []
    if level := ship.deck_fires.get(section):
        words = f" {BURNING * level} FIRE {level} "
        if section in out_of_control:
            if len(set(out_of_control)) > 1:
                words = f" FIRE {level} "
            words += "OUT OF CONTROL "
        damage.append(Span(words, "bad"))
        if working := jobs.get(f"{DECK_FIRE} {section}", 0):
            damage.append(Span(f"+{working} ", "key"))
    water: Counter[str] = Counter()
    for flood in ship.floods:
        if flood.section == section:
            water[{"port": " port", "starboard": " stbd"}.get(flood.side, "")] += flood.points
    if water:
        words = ", ".join(f"{points}{side}" for side, points in water.items())
        damage.append(Span(f" {FLOODED} flood {words} ", "warn"))
    return damage


def _middle(cells: Cells, middle: float, y: int, words: Line, free: int = 0) -> int:
    """Write text centered at a column, but within the picture and not before ``free``; return its
    end.
    """
    size = sum(len(span.text) for span in words)
    x = max(free, min(math.floor(middle + (1 - size) / 2), cells.width - size))
    for span in words:
        cells.write(x, y, span.text, span.style)
        x += len(span.text)
    return x


#: Meters of sea shown ahead of the ship.
SEA_AHEAD = 3.0
#: Lines of text for the sea.
SEA_ROWS = 1
#: The slope of a sinking ship, in meters of depth per meter aft, and the point around which she
#: tilts.
DOWN_BY = 0.22
AFLOAT = 35.0
#: For each point: of trim, meters deeper per meter of length; of flooding, meters deeper; of list,
#: meters that her masts lean per meter of height. No more than ``MOST_POINTS`` show.
TRIM_SLOPE = 0.012
SETTLED = 0.3
LEAN = 0.045
MOST_POINTS = 5
#: Dots per meter from which portholes are drawn.
PORTHOLES_FROM = 0.9
#: The largest factor by which the ship may be stretched to fill the width.
SIDE_STRETCH = 1.25
#: Half the size of a hole in meters, and the heights of holes above the water, in turn.
HOLE = (2.4, 1.7)
HOLE_HEIGHTS = (3.4, 4.6, 2.2)
#: Smoke: where it begins above the water; its half width there, for each level of the fire, and
#: more per meter; its drift aft per meter; the share of dots where it begins, and less per meter.
SMOKE_FROM = 8.0
SMOKE_WIDTH = 1.0
SMOKE_LEVEL = 0.8
SMOKE_WIDENS = 0.3
SMOKE_DRIFTS = 0.7
SMOKE_DENSITY = 0.8
SMOKE_THINS = 0.018


class SideState(NamedTuple):
    """What a side view shows: missing parts, fires and holes by meters aft of the stem, flooding,
    and a sinking ship.

    ``fires`` have their levels; ``trim`` is positive by the stern, ``heel`` to starboard.
    """

    missing: frozenset[str] = frozenset()
    fires: tuple[tuple[float, int], ...] = ()
    holes: tuple[float, ...] = ()
    flood: int = 0
    trim: int = 0
    heel: int = 0
    sinking: bool = False


INTACT = SideState()


def side_state(ship: Ship, tables: Tables, struck: Sequence[str] = ()) -> SideState:
    """What the side view of a ship shows; ``struck`` are the sections of the hits that are not
    repaired.
    """
    deck = deck_of(tables, ship.ship_class)
    plan = tables.plan_of(ship.ship_class)
    if deck is None or plan is None or plan.side is None:
        return SideState(sinking=ship.fate == SUNK)
    meters = plan.side.length / (deck.width - 1)
    # Of a ship that is lost or in the rear, the state keeps nothing that is aboard.
    parts = plan.side.parts if ship.mounts else ()
    missing = []
    for part in parts:
        condition = condition_of(ship, tables, part.item)
        if condition is None or condition.sign == LOST:
            missing.append(part.item)
    return SideState(
        frozenset(missing),
        tuple(sorted(_fires(deck, ship, meters))),
        tuple(_holes(deck, struck, meters)),
        min(ship.flood, MOST_POINTS),
        max(-MOST_POINTS, min(MOST_POINTS, ship.trim_points)),
        max(-MOST_POINTS, min(MOST_POINTS, ship.list_points)),
        ship.fate == SUNK,
    )


def _fires(deck: Deck, ship: Ship, meters: float) -> Iterator[tuple[float, int]]:
    """The deck fires in the middle of their sections, and the burning compartments."""
    ends = _section_ends(deck)
    for section, level in ship.deck_fires.items():
        if level:
            yield sum(ends[section]) / 2 * meters, level
    for place in deck.places:
        compartment = ship.compartments.get(place.item)
        if compartment is not None and compartment.fire:
            yield place.column * meters, 1


def _holes(deck: Deck, struck: Sequence[str], meters: float) -> Iterable[float]:
    """A place for each hit, within its section; hits without a section are in turn forward, midship
    and aft.
    """
    before: Counter[str] = Counter()
    for number, section in enumerate(struck):
        part = section if section in SECTIONS else SECTIONS[number % len(SECTIONS)]
        first, last = _section_ends(deck)[part]
        # The golden ratio spreads any number of places evenly.
        share = (0.5 + before[part] * 0.618) % 1
        before[part] += 1
        yield (first + (last - first) * (0.1 + 0.8 * share)) * meters


def side_view(
    side: SideView, width: int, height: int, glyphs: Glyphs, state: SideState = INTACT
) -> list[Line]:
    """The ship as lines of text, bow left, as large as ``width`` and ``height`` allow."""
    per_row = (side.length + SEA_AHEAD) / side.height * DOWN / ACROSS
    rows = max(1, min(height - SEA_ROWS, math.floor(width / per_row))) + SEA_ROWS
    columns = min(width, math.ceil((rows - SEA_ROWS) * per_row * SIDE_STRETCH))
    return _drawn(side, columns, rows, glyphs.dots, glyphs.flames, state).lines()


class _Projection(NamedTuple):
    """How a side view is drawn: its state, and the dots per meter across and down."""

    side: SideView
    state: SideState
    across: float
    down: float

    def dot(self, x: float, y: float) -> Point:
        """The dot of a point in meters aft of the stem and above the water; the ship may lie
        deeper, and lean.
        """
        state = self.state
        from_raised_end = x if state.trim > 0 else self.side.length - x
        deeper = SETTLED * state.flood + TRIM_SLOPE * abs(state.trim) * from_raised_end
        if state.sinking:
            deeper = DOWN_BY * (x - AFLOAT)
        leaning = x + LEAN * state.heel * y
        return (leaning + SEA_AHEAD) * self.across, (self.side.height - y + deeper) * self.down

    def dots(self, points: Iterable[Point]) -> tuple[Point, ...]:
        """The dots of several points."""
        return tuple(self.dot(x, y) for x, y in points)


@lru_cache(maxsize=4)
def _drawn(
    side: SideView, columns: int, rows: int, look: str, flames: str, state: SideState
) -> Cells:
    # The top of the mast is in the first row of dots, the keel in the last one above the sea.
    across = columns * ACROSS / (side.length + SEA_AHEAD)
    down = ((rows - SEA_ROWS) * DOWN - 1) / side.height
    view = _Projection(side, state, across, down)
    ship = Cells(columns, rows - SEA_ROWS, look)
    _draw_hull(ship, view)
    cells = Cells(columns, rows, look, blank="sea")
    _waves(cells, across)
    for x, level in state.fires:
        _smoke(cells, view, x, level)
    cells.overlay(ship, opaque=True)
    for x, level in state.fires:
        fire_x, fire_y = view.dot(x, SMOKE_FROM)
        row = round(fire_y) // DOWN
        if row < ship.height:
            cells.write(round(fire_x) // ACROSS - level // 2, row, flames * level, "bad")
    return cells


def _draw_hull(ship: Cells, view: _Projection) -> None:
    """Draw the ship without the parts that are missing, with her portholes and holes."""
    side = view.side
    missing = view.state.missing
    shapes: list[SideView | SidePart] = [
        side,
        *(part for part in side.parts if part.item not in missing),
    ]
    for shape in shapes:
        ship.draw(Polygon(view.dots(outline), "ship") for outline in shape.solid)
    for shape in shapes:
        ship.draw(Polyline(view.dots(points), "ship") for points in shape.thin)
    if view.down >= PORTHOLES_FROM:
        _draw_portholes(ship, view)
    for x, high in zip(view.state.holes, cycle(HOLE_HEIGHTS), strict=False):
        _hole(ship, view, x, high)


def _draw_portholes(ship: Cells, view: _Projection) -> None:
    for first, last, apart, high in view.side.portholes:
        for number in range(round((last - first) / apart)):
            ship.dot(*view.dot(first + number * apart, high), "ship", lit=False)


def _hole(ship: Cells, view: _Projection, meters: float, high: float) -> None:
    """Clear the dots of a ragged hole."""
    x, y = view.dot(meters, high)
    across = max(1.5, HOLE[0] * view.across)
    down = max(1.5, HOLE[1] * view.down)
    for dot_y in range(round(y - down), round(y + down) + 1):
        for dot_x in range(round(x - across), round(x + across) + 1):
            distance = ((dot_x - x) / across) ** 2 + ((dot_y - y) / down) ** 2
            if distance <= 0.6 + 0.5 * _grain(dot_x, dot_y):
                ship.dot(dot_x, dot_y, "warn", lit=False)


def _smoke(cells: Cells, view: _Projection, meters: float, level: int) -> None:
    """Dots of smoke from a fire to the top of the picture: wider, thinner and further aft with
    height.
    """
    x, y = view.dot(meters, SMOKE_FROM)
    for dot_y in range(min(round(y) + 1, (cells.height - SEA_ROWS) * DOWN)):
        above = (round(y) - dot_y) / view.down
        wide = (SMOKE_WIDTH + SMOKE_LEVEL * level + SMOKE_WIDENS * above) * view.across
        middle = x + (SMOKE_DRIFTS * above + math.sin(above / 2.3)) * view.across
        for dot_x in range(round(middle - wide), round(middle + wide) + 1):
            if _grain(dot_x, dot_y) < SMOKE_DENSITY - SMOKE_THINS * above:
                cells.dot(dot_x, dot_y, "dim")


def _grain(x: int, y: int) -> float:
    """A number from 0 to 1 that looks random but is the same in every picture."""
    return mix(x * 4099 + y) / 2**64


def _waves(cells: Cells, across: float) -> None:
    water = (cells.height - SEA_ROWS) * DOWN
    for x in range(cells.width * ACROSS):
        meters = x / across - SEA_AHEAD
        cells.dot(x, water + 0.5 + 0.5 * math.sin(meters / 2.1), "sea")
        if math.sin(meters / 5.3) > -0.2:
            cells.dot(x, water + 2.5 + 0.5 * math.sin(meters / 1.7), "sea")
