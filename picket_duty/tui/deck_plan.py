"""The deck plan of the ship, with the state of every place."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from picket_duty.book import Tables
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
from picket_duty.figures.cells import ACROSS, DOWN, Cells
from picket_duty.figures.marks import Point, Polyline
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
    """The state of a place: its glyph and style, and how many of its ``boxes`` for hits are
    filled.
    """

    sign: str = ""
    style: str = "plain"
    filled: int = 0
    boxes: int = 0


class _Scale(NamedTuple):
    """The scale of a plan: its width and height in cells as drawn, and the cells that a column and
    a row of the plan take.
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
    """The ship from above, bow left, starboard above, as lines of ``width`` cells.

    There are no lines if the plan does not fit, or if the class of the ship has none. A plan of
    seven rows takes 9 rows, or 16 with boxes below each place, and as many columns as keep its
    labels apart. ``actions`` is what a click on a place does, by its id. ``out_of_control`` are the
    sections whose deck fires are out of control. ``at_work`` are the men by job.
    """
    jobs = at_work or {}
    clicks = actions or {}
    scaled = _scaled(ship, tables, width, height)
    if scaled is None:
        return []
    deck, scale = scaled
    undamaged = _undamaged(deck, scale, width, glyphs.dots, glyphs.split)
    cells = Cells(width, scale.lines, glyphs.dots, under=undamaged, blank="ship")
    men_at = _men_at_places(jobs)
    # With two lines to a row, the boxes of a place are on the lower one.
    box_glyphs = (glyphs.box, glyphs.box_empty) if scale.down > 1 else None
    for spot in _spots(deck, scale, width):
        item = spot.place.item
        condition = condition_of(ship, tables, item)
        _write_state(cells, spot, condition, men_at[item], box_glyphs, clicks.get(item, ""))
    end = 0
    for section, ends in section_ends(deck).items():
        middle = (width - scale.columns) // 2 + sum(map(scale.column, ends)) / 2
        _write_centered(cells, middle, y=0, words=_men(section, ship, tables))
        if damage := _damage(section, ship, jobs, out_of_control):
            # The damage of a section begins after that of the section before.
            end = _write_centered(cells, middle, y=scale.lines - 1, words=damage, free=end)
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
def _undamaged(deck: Deck, scale: _Scale, width: int, look: str, split: str) -> Cells:
    """The hull with its bulkheads and the labels of all places, which no damage changes."""
    left = (width - scale.columns) // 2
    cells = Cells(width, scale.lines, look, blank="ship")
    cells.draw((Polyline(_rim(deck.hull, scale, left), "ship"),))
    for bulkhead in deck.bulkheads:
        for y in range(1, scale.lines - 1):
            cells.write(left + scale.column(bulkhead), y, split, "sea")
    for spot in _spots(deck, scale, width):
        # A blank keeps the label from the hull, but does not erase a bulkhead.
        if spot.y * width + spot.x - 1 not in cells.words:
            cells.write(spot.x - 1, spot.y, " ", "plain")
        cells.write(spot.x, spot.y, spot.place.word, "plain")
    return cells


def _rim(hull: tuple[tuple[int, int], ...], scale: _Scale, left: int) -> tuple[Point, ...]:
    """The closed outline of the hull in dots; unlike the one in ``figures``, it has its corners in
    whole cells.

    It passes through both ends of every row. In the lines of the rim, above the first row and below
    the last, it lies further in, so that the hull is rounded there.
    """
    sides = []
    # The bow is at the left, so that inward is to the right there.
    for side, inward in ((0, 1), (1, -1)):
        ends = [scale.column(row[side]) for row in hull]
        # Half as far as the first row begins further in than the second.
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
    box_glyphs: tuple[str, str] | None,
    action: str,
) -> None:
    """Write the state of a place after its label, and the men at work there.

    ``box_glyphs`` are a filled and an empty box if the hits of a place are drawn below it.
    """
    x, y, room, place = spot
    if condition is None:
        # It is not aboard, so that its label is erased.
        cells.write(x, y, " " * len(place.word), "plain")
        return
    sign, style, filled, boxes = condition
    if sign or men or action:
        unhurt = "strong" if men else "plain"
        cells.write(x, y, place.word, style if sign else unhurt, action)
    # The number of hits, unless boxes show it, or the sign says enough.
    hits = "" if box_glyphs or not filled or sign == LOST else str(filled)
    state, at_work = _state_signs(sign, hits, men, room - len(place.word))
    behind = x + len(place.word)
    cells.write(behind, y, state, style)
    cells.write(behind + len(state), y, at_work, "key")
    if box_glyphs and sign and boxes:
        full, empty = box_glyphs
        cells.write(x, y + 1, (full * filled + empty * (boxes - filled))[:room], style)


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
    # Lines that are out for other reasons than their own damage are shown like damaged ones.
    if item == WATER_LINES and ship.lines_out and state == WORKING:
        state = DAMAGED
    return _gear(state)


def _hit(sign: str, hits: int, boxes: int) -> Condition:
    """A place with hits; a ``sign`` says that it is worse than hit. If it is destroyed, all its
    boxes are filled.
    """
    shown = sign or (HIT if hits else "")
    if not shown:
        return Condition()
    return Condition(shown, STYLES[shown], boxes if sign == LOST else hits, boxes)


def _gear(state: str) -> Condition:
    """A director or a piece of equipment, which has no boxes: it works, is damaged or destroyed."""
    sign = {WORKING: "", DESTROYED: LOST}.get(state, HIT)
    return Condition(sign, STYLES[sign]) if sign else Condition()


def place_of_job(job: str) -> str:
    """The id of the place of a job."""
    parts = split_id(job)
    return parts.target if parts.kind in (PUMP, INSTRUMENT) else job


# -- the sections ------------------------------------------------------------


def section_ends(deck: Deck) -> dict[str, tuple[int, int]]:
    """The columns of the plan in which each section begins and ends."""
    columns = (0, *deck.bulkheads, deck.width - 1)
    # A faulty plan may have too few or too many bulkheads.
    return dict(zip(SECTIONS, pairwise(columns), strict=False))


def _men(section: str, ship: Ship, tables: Tables) -> Line:
    """The name of a section with its men, aboard and at full strength."""
    men = ship.men[section]
    full = tables.numbers.men[section]
    style = "warn" if men < full else "dim"
    return line((f" {section.capitalize()} ", "title"), (f"{men}/{full} men ", style))


def _damage(
    section: str, ship: Ship, jobs: Mapping[str, int], out_of_control: Collection[str]
) -> Line:
    """The deck fire of a section, the men who fight it, and the flooding.

    If fires are out of control in several sections, their words are short, so that all have room.
    """
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


def _write_centered(cells: Cells, middle: float, y: int, words: Line, free: int = 0) -> int:
    """Write text centered at a column, but within the picture and not before the column ``free``;
    return the column after it.
    """
    size = sum(len(span.text) for span in words)
    x = max(free, min(math.floor(middle + (1 - size) / 2), cells.width - size))
    for span in words:
        cells.write(x, y, span.text, span.style)
        x += len(span.text)
    return x
