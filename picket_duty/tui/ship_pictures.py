"""The deck plan of the ship with the state of every place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.deck import Deck, DeckPlace, read_deck, room_of
from picket_duty.book.ids import DECK_FIRE, DIRECTOR, INSTRUMENT, PUMP, RADARS, STACK, WATER_LINES, split_id
from picket_duty.figures.cells import ACROSS, DOWN, Cells
from picket_duty.figures.marks import Point, Polyline
from picket_duty.state import DAMAGED, DESTROYED, SECTIONS, WORKING, Ship
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span

#: The glyph of a state, after the label of a place; an undamaged place has none.
HIT, BURNING, FLOODED, LOST = "!", "*", "~", "X"
STATES = ((HIT, "hit", "warn"), (BURNING, "burning", "bad"), (FLOODED, "flooded", "warn"), (LOST, "destroyed", "bad"))
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
    """The scale of a plan: size in cells, columns per column of the plan, lines per row of the plan."""

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
    """The ship from above, bow left, starboard above, as lines of ``width`` cells; none if it does not fit.

    A class without a plan has no lines either. A plan of seven rows takes 9 rows, or 16 with boxes below each place,
    and as many columns as keep its labels apart. ``actions`` is what a click on a place does, by its id;
    ``out_of_control`` are sections with such deck fires; ``at_work`` are the men by job.
    """
    jobs = at_work or {}
    scaled = _scaled(ship, tables, width, height)
    if scaled is None:
        return []
    deck, scale = scaled
    cells = Cells(
        width, scale.lines, glyphs.dots, under=_unhurt(deck, scale, width, glyphs.dots, glyphs.split), blank="ship"
    )
    for spot in _spots(deck, scale, width):
        action = actions.get(spot.place.item, "") if actions else ""
        men = sum(men for job, men in jobs.items() if place_of_job(job) == spot.place.item)
        _write_state(cells, spot, condition_of(ship, tables, spot.place.item), men, glyphs, scale.down > 1, action)
    columns = _columns((width - scale.columns) // 2, deck, scale)
    is_brief, free = len(columns.keys() & set(out_of_control)) > 1, 0
    for section, (first, last) in columns.items():
        _middle(cells, first, last, 0, _men(section, ship, tables))
        if damage := _damage(section, ship, jobs, section in out_of_control, is_brief):
            free = _middle(cells, first, last, scale.lines - 1, damage, free)
    return cells.lines()


def plan_fits(ship: Ship, tables: Tables, width: int, height: int) -> bool:
    """Whether a ship has a plan that fits a size."""
    return _scaled(ship, tables, width, height) is not None


def state_key() -> Line:
    """The key to the signs on a plan."""
    key = [span for sign, words, style in STATES for span in (Span(sign, style), Span(f" {words}  ", "dim"))]
    return [*key, Span("+2", "key"), Span(" men at work", "dim")]


def label_key(ship: Ship, tables: Tables) -> Line:
    """The key to the labels on a plan: the first gun of each caliber, director and stack, and the radars."""
    examples: dict[str, list[str]] = {}
    for item, label in labels_of(ship, tables).items():
        caliber, room = tables.mounted.get(item), tables.compartments.get(item)
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
    return {spot.place.item: (spot.x, spot.y) for spot in _spots(*scaled, width)} if scaled else {}


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
    rows, columns = len(deck.hull), min(width, round(deck.width * MOST_STRETCHED))
    down = 2 if height >= 2 * rows + RIM else 1
    scale = _Scale(columns, rows * down + RIM, (columns - 1) / (deck.width - 1), down)
    fits = columns > 0 and all(len(spot.place.word) <= spot.room for spot in _spots(deck, scale, width))
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
    """The closed outline of the hull; unlike that in ``figures``, its corners are in whole cells."""
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
    left, spots = (width - scale.columns) // 2, []
    for number, place in enumerate(deck.places):
        column = scale.column(place.column)
        room = scale.column(room_of(deck, number)) - column - 1
        spots.append(_Spot(left + column, scale.line(place.row), room, place))
    return tuple(spots)


def _write_state(
    cells: Cells, spot: _Spot, condition: Condition | None, men: int, glyphs: Glyphs, boxed: bool, action: str
) -> None:
    """Write the state of a place after its label, with ``boxed`` its hits below, and the men at work there."""
    x, y, room, place = spot
    if condition is None:
        cells.write(x, y, " " * len(place.word), "plain")
        return
    if condition.sign or men or action:
        style = condition.style if condition.sign else "strong" if men else "plain"
        cells.write(x, y, place.word, style, action)
    if not (condition.sign or men):
        return
    boxes_written = boxed or condition.sign == LOST
    hits = f"{condition.sign}{condition.filled}" if condition.filled and not boxes_written else condition.sign
    work = f"+{men}" if men else ""
    texts = ((hits, work), (condition.sign, work), (condition.sign, "+" if men else ""))
    # Without room the sign takes the blank before the next place.
    last = (condition.sign or "+", "")
    state, men_words = next((text for text in texts if len(place.word + text[0] + text[1]) <= room), last)
    behind = x + len(place.word)
    cells.write(behind, y, state, condition.style)
    cells.write(behind + len(state), y, men_words, "key")
    if boxed and condition.sign and condition.boxes:
        boxes = glyphs.box * condition.filled + glyphs.box_empty * (condition.boxes - condition.filled)
        cells.write(x, y + 1, boxes[:room], condition.style)


def condition_of(ship: Ship, tables: Tables, item: str) -> Condition | None:
    """The state of a mount, director, compartment or piece of equipment; None if it is not aboard."""
    parts = split_id(item)
    if parts.kind == DIRECTOR:
        mount = ship.mounts.get(parts.target)
        return None if mount is None else _gear(mount.director)
    if item in ship.mounts:
        return _mount(ship, tables, item)
    if item in ship.compartments:
        return _compartment(ship, tables, item)
    if item not in ship.equipment:
        return None
    state = ship.equipment[item]
    return _gear(DAMAGED if item == WATER_LINES and ship.lines_out and state == WORKING else state)


def _mount(ship: Ship, tables: Tables, item: str) -> Condition:
    mount, most = ship.mounts[item], tables.numbers.mount_hits
    if mount.destroyed:
        return Condition(LOST, "bad", most, most)
    return Condition(HIT, "warn", mount.hits, most) if mount.hits else Condition()


def _compartment(ship: Ship, tables: Tables, item: str) -> Condition:
    compartment, most = ship.compartments[item], tables.compartments[item].markers
    if compartment.destroyed:
        return Condition(LOST, "bad", most, most)
    if compartment.flooded:
        return Condition(FLOODED, "warn", compartment.markers, most)
    if compartment.fire:
        return Condition(BURNING, "bad", compartment.markers, most)
    return Condition(HIT, "warn", compartment.markers, most) if compartment.markers else Condition()


def _gear(state: str) -> Condition:
    return {WORKING: Condition(), DESTROYED: Condition(LOST, "bad")}.get(state, Condition(HIT, "warn"))


def place_of_job(job: str) -> str:
    """The id of the place of a job."""
    parts = split_id(job)
    return parts.target if parts.kind in (PUMP, INSTRUMENT) else job


# -- the sections ------------------------------------------------------------


def _columns(left: int, deck: Deck, scale: _Scale) -> dict[str, tuple[int, int]]:
    """The columns of the bulkheads before and behind each section."""
    ends = [left + scale.column(end) for end in (0, *deck.bulkheads, deck.width - 1)]
    return dict(zip(SECTIONS, pairwise(ends), strict=False))


def _men(section: str, ship: Ship, tables: Tables) -> Line:
    men, full = ship.men[section], tables.numbers.men[section]
    words = f"{men}/{full} men "
    return [Span(f" {section.capitalize()} ", "title"), Span(words, "warn" if men < full else "dim")]


def _damage(section: str, ship: Ship, jobs: Mapping[str, int], out_of_control: bool, brief: bool) -> Line:
    """Deck fire, the men at it, and flooding; ``brief``: a fire out of control leaves room for another."""
    damage: Line = []
    if level := ship.deck_fires.get(section):
        parts = ((split_id(job), men) for job, men in jobs.items())
        working = sum(men for part, men in parts if part.kind == DECK_FIRE and part.section == section)
        flames = "" if brief and out_of_control else f"{BURNING * level} "
        damage.append(Span(f" {flames}FIRE {level} {'OUT OF CONTROL ' if out_of_control else ''}", "bad"))
        damage += [Span(f"+{working} ", "key")] if working else []
    water: dict[str, int] = {}
    for flood in ship.floods:
        if flood.section == section:
            side = {"port": " port", "starboard": " stbd"}.get(flood.side, "")
            water[side] = water.get(side, 0) + flood.points
    words = ", ".join(f"{points}{side}" for side, points in water.items())
    return [*damage, Span(f" {FLOODED} flood {words} ", "warn")] if words else damage


def _middle(cells: Cells, first: int, last: int, y: int, words: Line, free: int = 0) -> int:
    """Write text centered between two columns, but within the picture and not before ``free``; return its end."""
    size = sum(len(span.text) for span in words)
    x = max(free, min((first + last + 1 - size) // 2, cells.width - size))
    for span in words:
        cells.write(x, y, span.text, span.style)
        x += len(span.text)
    return x
