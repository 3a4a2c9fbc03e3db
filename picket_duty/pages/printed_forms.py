"""Forms of the board game to print, blank or filled in from a game: log, guns, damage,
compartments, calendar.

They are made from the tables, so they also fit modified ships and numbers. Players of the board
game own its charts.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import CaliberData, CompartmentData, Equipment, MountData, ShipData
from picket_duty.book.deck import Deck, end_of_room, read_deck
from picket_duty.book.effects import Effect, Hit5in, HitSecondary, HitTub
from picket_duty.book.ids import DIRECTOR, STACK, secondary_id, split_id
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.charts.chart import Row
from picket_duty.facts import count_records
from picket_duty.figures.marks import (
    END,
    FORM,
    MIDDLE,
    START,
    Figure,
    Mark,
    Polyline,
    Rectangle,
    Words,
)
from picket_duty.figures.ship_plan import outline
from picket_duty.pages.campaign_calendar import ONE_DAY, is_kikusui, months, weekday
from picket_duty.rules.records import reported_days, reported_marks
from picket_duty.rules.stations import build_ship
from picket_duty.state import (
    DAMAGED,
    DESTROYED,
    PORT,
    POSTS,
    SECTIONS,
    STARBOARD,
    WORKING,
    Compartment,
    DayRecord,
    Flood,
    Ship,
    State,
)
from picket_duty.text.dates import date_words, short_date
from picket_duty.text.english import count, signed, title_case
from picket_duty.text.names import POST_NAMES, item_name, naval_name
from picket_duty.text.status import fate_parts

LOG, GUNS, DAMAGE, SECONDARIES, CALENDAR = KINDS = (
    "log",
    "guns",
    "damage",
    "secondary",
    "calendar",
)
TITLES = {
    LOG: "Ship's log",
    GUNS: "Gun mounts",
    DAMAGE: "Damage sheet",
    SECONDARIES: "Secondary Compartment Hit Sheet",
    CALENDAR: "Calendar",
}
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
#: Height of a line of boxes, and side of a box, in millimeters.
LINE = 7.0
SIDE = 4.6
#: Boxes for planes credited to a mount; a higher number is written after the boxes.
KILLS = 10
#: Millimeters for the post before an officer's name.
POST_ROOM = 34
#: Days in the battle record of one page.
DAYS = 24
WEEK = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
LEGEND = (
    "f burning, w flooded, d damaged, x destroyed. P, C, S: flood points to port, center and "
    "starboard. "
    "Secondary compartments (advanced game) have their own sheet."
)
SECONDARY_LEGEND = (
    "d damaged, x destroyed. Cells of table 11 (row-column); A and shading: below the "
    "waterline, where each hit adds "
    "flood points.",
    (
        "w: flood points of the compartment, with their side (P port, C center, S starboard). "
        "Advanced game."
    ),
)
NOT_REPAIRABLE = "not repairable at sea"
ANY_SECTION = "repaired by any section"


class Subject(msgspec.Struct, frozen=True, dict=True):
    """The ship on the forms: her class, and the state of a game unless the forms are blank."""

    tables: Tables
    data: ShipData
    state: State | None = None

    @cached_property
    def ship(self) -> Ship:
        """The ship on duty; for blank forms a new ship of the class."""
        if self.state is None:
            return build_ship(self.tables, "", "", self.data.id, ())
        return self.state.ship

    @cached_property
    def days(self) -> Sequence[DayRecord]:
        """The days on duty."""
        return [] if self.state is None else reported_days(self.state)

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """The marks of the calendar by date."""
        return {} if self.state is None else reported_marks(self.state)


def printed_forms(subject: Subject, kinds: Sequence[str] = KINDS) -> list[Figure]:
    """The forms of some kinds, in their order; a log of many days takes several pages."""
    forms = []
    for kind in filter(kinds.__contains__, KINDS):
        size = A4[::-1] if kind in (DAMAGE, CALENDAR) else A4
        for page, marks in enumerate(_pages(subject, kind), 1):
            name = f"{TITLES[kind]}, {subject.ship.name or subject.data.id}"
            if page > 1:
                name += f", page {page}"
            marks = (*_head(subject, kind, size[0]), *marks)
            forms.append(Figure(name, *size, marks, FORM, unit="mm"))
    return forms


def _pages(subject: Subject, kind: str) -> Iterator[Iterable[Mark]]:
    if kind == LOG:
        for first in range(0, max(len(subject.days), 1), DAYS):
            yield _log(subject, subject.days[first : first + DAYS])
    else:
        draw = {GUNS: _guns, DAMAGE: _damage, SECONDARIES: _secondaries, CALENDAR: _calendar}
        yield draw[kind](subject)


# -- parts of every form ---------------------------------------------------------------


def fitting(text: str, points: float, room: float) -> float:
    """The font size at which a text fits: its own size or a smaller one. Its width is estimated."""
    return min(points, points * room / max(len(text) * points * POINT * LETTER, 0.1))


def _words(
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
    size = fitting(text, points, room) if room else points
    return Words(x, y, text, style, anchor, size * POINT)


def _box(
    x: float,
    y: float,
    width: float,
    height: float,
    crossed: bool = False,
    strong: bool = False,
    shaded: bool = False,
) -> Rectangle:
    style = f"{'strong-' if strong else ''}{'shaded-' if shaded else ''}box"
    return Rectangle(x, y, width, height, style, crossed)


def _rule(x: float, y: float, to_x: float, to_y: float, strong: bool = False) -> Polyline:
    return Polyline(((x, y), (to_x, to_y)), "strong-rule" if strong else "rule")


def _head(subject: Subject, kind: str, width: float) -> Iterator[Mark]:
    ship = subject.ship
    yield _words(MARGIN, 18, TITLES[kind], 18, BOLD)
    yield _words(width - MARGIN, 18, subject.data.name, 10, SOFT, END)
    yield _rule(MARGIN, 21, width - MARGIN, 21, strong=True)
    known = ("", "", "", "")
    if subject.state is not None:
        station = "" if ship.station is None else str(ship.station)
        known = (ship.name, ship.hull_number, station, date_words(subject.state.date))
    labels = ("Ship", "Hull number", "Station", "Date")
    share = (width - 2 * MARGIN) / 10
    x = MARGIN
    for label, words, parts in zip(labels, known, (4, 2, 1.6, 2.4), strict=True):
        yield from _field(x, 29, parts * share - 3, label, words)
        x += parts * share


class Track(NamedTuple):
    """A track of the log: its values, the place of the one that the ship has, and whether those
    before it are crossed out.
    """

    label: str
    values: list[str]
    place: int
    crossed: bool = False


def _field(x: float, y: float, width: float, label: str, words: str) -> Iterator[Mark]:
    yield _words(x + 1, y - 1.2, words, 10, BOLD, room=width - 2)
    yield _rule(x, y, x + width, y)
    yield _words(x, y + 3, label, 6.5, SOFT)


def _boxes(
    x: float, y: float, many: int, crossed: int = 0, side: float = SIDE, heads: str = ""
) -> Iterator[Mark]:
    for number in range(many):
        yield _box(x + number * (side + 0.7), y - side, side, side, crossed=number < crossed)
        if number < len(heads) and number >= crossed:
            middle = x + number * (side + 0.7) + side / 2
            yield _words(middle, y - side * 0.28, heads[number], side * 1.6, SOFT, MIDDLE)


def _heading(x: float, y: float, width: float, text: str) -> Iterator[Mark]:
    yield _words(x, y, text, 10, BOLD)
    yield _rule(x, y + 1.3, x + width, y + 1.3)


# -- the ship's log -----------------------------------------------------------------------


def _log(subject: Subject, days: Sequence[DayRecord]) -> Iterator[Mark]:
    width = A4[0] - 2 * MARGIN
    yield from _heading(MARGIN, 41, width * 0.56, "Tracks")
    yield from _tracks(subject, MARGIN, 48)
    right = MARGIN + width * 0.6
    yield from _heading(right, 41, width * 0.4, "Crew")
    yield from _crew(subject, right, 48, width * 0.4)
    yield from _heading(MARGIN, 107, width, "Men in repair parties")
    for number, section in enumerate(SECTIONS):
        full = subject.tables.numbers.men[section]
        y = 115 + number * LINE
        yield _words(MARGIN, y - 1.2, title_case(section))
        yield from _boxes(MARGIN + 26, y, full, max(0, full - subject.ship.men[section]))
    yield from _heading(MARGIN, 142, width, "Battle record")
    yield from _record(subject, days, MARGIN, 149, width)


def _tracks(subject: Subject, x: float, y: float) -> Iterator[Mark]:
    for track in _tracks_of(subject):
        yield _words(x, y - 1.2, track.label)
        yield from _track_boxes(track, x + 26, y, filled=subject.state is not None)
        y += LINE
    y += 2
    state = subject.state
    ship = subject.ship
    known = (
        ("Support ships", str(ship.sfs)),
        ("Fighter direction", "yes" if ship.fdt else "no"),
        ("Land radar", str(state.land_radars) if state else ""),
        ("Fighting days", str(state.fighting_days) if state else ""),
    )
    for number, (label, words) in enumerate(known):
        yield from _field(x + number * 26, y, 23, label, words if state else "")


def _tracks_of(subject: Subject) -> Iterator[Track]:
    numbers = subject.tables.numbers
    ship = subject.ship
    for label, most, left in (
        ("Hull integrity", numbers.hull, ship.hull),
        ("Maneuver", numbers.maneuver, ship.maneuver),
        ("Ammunition", numbers.ammunition, ship.ammunition),
        ("Fuel", numbers.fuel, ship.fuel),
    ):
        values = list(map(str, range(most, -1, -1)))
        yield Track(label, values, most - max(0, min(most, left)), crossed=True)
    limit = numbers.morale_limit
    morale = list(map(signed, range(limit, -limit - 1, -1)))
    yield Track("Morale", morale, limit - ship.morale)
    flooding = list(map(str, range(numbers.flood_limit + 1)))
    yield Track("Flooding", flooding, min(ship.flood, numbers.flood_limit))


def _track_boxes(track: Track, x: float, y: float, filled: bool) -> Iterator[Mark]:
    for number, value in enumerate(track.values):
        here = filled and number == track.place
        gone = filled and number < track.place and track.crossed
        yield _box(x, y - SIDE, SIDE, SIDE, crossed=gone, strong=here, shaded=here)
        if not gone:
            yield _words(x + SIDE / 2, y - 1.4, value, 6.5, BOLD if here else SOFT, MIDDLE)
        x += SIDE + 1.2


def _crew(subject: Subject, x: float, y: float, width: float) -> Iterator[Mark]:
    for post in POSTS:
        officer = subject.ship.crew.get(post)
        name = "" if officer is None else naval_name(officer.name, post)
        yield _words(x, y - 1, POST_NAMES[post], 7, SOFT, room=POST_ROOM - 2)
        yield _rule(x + POST_ROOM, y, x + width - SIDE - 3, y)
        yield _words(x + POST_ROOM + 1, y - 1, name, room=width - POST_ROOM - SIDE - 5)
        yield _box(x + width - SIDE - 1, y - SIDE + 0.6, SIDE + 1, SIDE)
        if officer is not None:
            yield _words(
                x + width - SIDE / 2 - 0.5, y - 0.7, signed(officer.value), 7, BOLD, MIDDLE
            )
        y += 6.3


def _record(
    subject: Subject, days: Sequence[DayRecord], x: float, y: float, width: float
) -> Iterator[Mark]:
    share = width / sum(parts for _, parts, _ in COLUMNS)
    height = 5.6
    for heading, parts, words in COLUMNS:
        room = parts * share
        yield _words(x + 0.7, y - 1, heading, 6.5, SOFT, room=room - 1)
        for row in range(DAYS):
            top = y + row * height
            yield _box(x, top, room, height)
            if row < len(days):
                text = words(days[row], subject)
                yield _words(x + 0.8, top + 3.9, text, 7.5, room=room - 1.4)
        x += room


def _fallen(day: DayRecord, subject: Subject) -> str:
    """The officers and chiefs of the ship killed on a day."""
    if day.ship != subject.ship.name:
        return ""
    fallen = [each.post for each in subject.ship.fallen if each.phase.startswith(day.date)]
    return f"{', '.join(POST_NAMES[post] for post in fallen)} killed" if fallen else ""


#: The columns of the battle record: heading, share of the width, contents.
COLUMNS: tuple[tuple[str, float, Callable[[DayRecord, Subject], str]], ...] = (
    ("Day", 1.4, lambda day, _: short_date(day.date)),
    ("Ship", 2.6, lambda day, _: day.ship.removeprefix("USS ")),
    ("Station", 1.1, lambda day, _: str(day.station or "")),
    ("Planes", 1, lambda day, _: str(day.planes)),
    ("Splashed", 1.2, lambda day, _: str(day.destroyed)),
    ("Set afire", 1.2, lambda day, _: str(day.flamed)),
    ("Crashed", 1.1, lambda day, _: str(day.hits)),
    ("Near misses", 1.5, lambda day, _: str(day.near_misses)),
    ("Hull", 0.8, lambda day, _: str(day.hull)),
    ("Fuel", 0.8, lambda day, _: str(day.fuel)),
    ("Amm.", 0.9, lambda day, _: str(day.ammunition)),
    ("Morale", 1, lambda day, _: signed(day.morale)),
    ("Men", 0.8, lambda day, _: str(day.men)),
    ("Remarks", 3, _fallen),
)


# -- gun mounts ---------------------------------------------------------------------------


def _guns(subject: Subject) -> Iterator[Mark]:
    y = 41.0
    aboard = [mount for mount in subject.data.mounts if mount.id in subject.ship.mounts]
    for kind, group in itertools.groupby(aboard, key=lambda mount: mount.kind):
        mounts = list(group)
        caliber = subject.tables.calibers[kind]
        director = _has_directors(subject.tables, caliber)
        yield from _guns_heading(subject, caliber, mounts, y, director)
        y += 7.5
        for mount in mounts:
            yield from _mount_row(subject, mount, y, director)
            y += 8.6
        y += 6
    planes = subject.tables.numbers.ace_planes
    text = f"d damaged, x destroyed. {planes} planes make an ace crew (advanced game)."
    yield _words(MARGIN, y, text, 7, SOFT)


def _guns_heading(
    subject: Subject, caliber: CaliberData, mounts: Sequence[MountData], y: float, director: bool
) -> Iterator[Mark]:
    yield from _heading(MARGIN, y, A4[0] - 2 * MARGIN, f"{caliber.name} guns")
    full = max(hit_boxes(subject.tables, mount) for mount in mounts)
    needed = "Hit: destroyed" if full == 1 else f"Hits ({full}: destroyed)"
    yield _words(70, y - 0.3, needed, 6.5, SOFT)
    yield _words(108, y - 0.3, "Director" if director else "", 6.5, SOFT)
    yield _words(128, y - 0.3, "Ace", 6.5, SOFT)
    yield _words(138, y - 0.3, "Planes credited", 6.5, SOFT)


def _has_directors(tables: Tables, caliber: CaliberData) -> bool:
    """Whether each mount of a caliber has its own director: if none is shared, and if it gives a
    bonus (chart 9-1).
    """
    if caliber.director:
        return False
    levels = tables[caliber.chart].columns
    return any(tables["9-1"].entry(caliber.bonus, level)["bonus"] for level in levels)


def _mount_row(subject: Subject, mount: MountData, y: float, director: bool) -> Iterator[Mark]:
    now = subject.ship.mounts[mount.id]
    full, hits, _ = _marks_of(subject, mount.id)
    yield _words(MARGIN, y - 1.2, mount.name, 9, BOLD)
    yield _words(MARGIN + 34, y - 1.2, mount.section, 7.5, SOFT)
    yield from _boxes(70, y, full, hits, 5.2)
    if director:
        yield from _boxes(108, y, 2, BOXES_LOST[now.director], 5.2, heads="dx")
    yield _box(128, y - 5.2, 5.2, 5.2, crossed=now.ace)
    yield from _boxes(138, y, KILLS, now.kills)
    if now.kills > KILLS:
        yield _words(138 + KILLS * (SIDE + 0.7) + 1, y - 1, str(now.kills), 8, BOLD)


def hit_boxes(tables: Tables, mount: MountData) -> int:
    """Hits that destroy a mount: one, unless table 11 damages mounts of its caliber."""
    damaged = {
        effect.mount
        for _, _, effect in _damage_effects(tables)
        if isinstance(effect, (HitTub, Hit5in))
    }
    alike = {
        other.id
        for ship in tables.ships.values()
        for other in ship.mounts
        if other.kind == mount.kind
    }
    return tables.numbers.mount_hits if alike & damaged else 1


#: Crossed boxes for the state of a director or a piece of equipment.
BOXES_LOST = {WORKING: 0, DAMAGED: 1, DESTROYED: 2}


# -- the damage sheet -----------------------------------------------------------------------


def _damage(subject: Subject) -> Iterator[Mark]:
    width = A4[1] - 2 * MARGIN
    plan = subject.tables.plan_of(subject.data.id)
    top = 40.0
    if plan is not None:
        yield from _deck(subject, read_deck(plan), MARGIN, top, width)
        top += 84
    third = width / 3
    ship = subject.ship
    ship_marks = (
        ("Water lines out (table 15)", ship.lines_out),
        ("Gun bonuses lost (table 21-1)", ship.gun_bonuses_lost),
        ("Emergency declared (table 17)", bool(ship.declared)),
    )
    for number, section in enumerate(SECTIONS):
        yield from _section(subject, section, MARGIN + number * third, top, third - 6)
        label, marked = ship_marks[number]
        yield from _boxes(MARGIN + number * third, A4[0] - 10, 1, int(marked))
        yield _words(MARGIN + number * third + SIDE + 2, A4[0] - 11.2, label, 7)
    yield _words(MARGIN, A4[0] - 6, LEGEND, 7, SOFT)


def _deck(subject: Subject, deck: Deck, x: float, y: float, width: float) -> Iterator[Mark]:
    across = width / max(deck.width, 1)
    down = 78 / max(len(deck.hull), 1)
    yield Polyline(outline(deck, x, y, across, down), "strong-rule")
    for column in deck.bulkheads:
        at = x + (column + 0.5) * across
        yield _rule(at, y, at, y + down * len(deck.hull))
    # An option removes mounts, and a modified set may have a ship without some items of her plan.
    aboard = {*subject.ship.mounts, *subject.ship.equipment, *subject.tables.compartments}
    for number, place in enumerate(deck.places):
        parts = split_id(place.item)
        if (parts.target if parts.kind == DIRECTOR else place.item) in aboard:
            room = min((end_of_room(deck, number) - place.column) * across - 0.8, 26)
            left = x + place.column * across
            yield from _deck_item(subject, place.item, left, y + place.row * down, room)


def _deck_item(subject: Subject, item: str, x: float, y: float, room: float) -> Iterator[Mark]:
    is_director = split_id(item).kind == DIRECTOR
    name = "director" if is_director else item_name(subject.tables, item)
    many, crossed, heads = _marks_of(subject, item)
    side = min(3.4, room / max(many, 1) - 0.7)
    yield _words(x, y + 4.2, name, 6.5, BOLD, room=(room - 1) / 1.3)
    yield from _boxes(x, y + 5 + side, many, crossed, side, heads)


def _marks_of(subject: Subject, item: str) -> tuple[int, int, str]:
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


def _section(subject: Subject, section: str, x: float, y: float, width: float) -> Iterator[Mark]:
    yield from _heading(x, y, width, title_case(section))
    y += 7.2
    yield from _fire_and_floods(subject, section, x, y)
    y += 5.4
    for compartment in subject.tables.sheet.compartments:
        if compartment.section == section and compartment.id in subject.ship.compartments:
            yield from _room_row(subject, compartment, x, y, width)
            y += 4.7
    for item in subject.tables.sheet.equipment:
        if place_of(subject.tables, item) == section:
            yield from _equipment_row(subject, item, x, y)
            y += 4.7


def _fire_and_floods(subject: Subject, section: str, x: float, y: float) -> Iterator[Mark]:
    ship = subject.ship
    most = subject.tables.numbers.deck_fire_limit
    levels = "".join(str(level) for level in range(1, most + 1))
    yield _words(x, y - 1.2, "Deck fire, level", 7)
    yield from _boxes(x + 24, y, most, ship.deck_fires.get(section, 0), 3.6, levels)
    floods = [flood for flood in ship.floods if flood.section == section]
    left = x + 45
    for letter, points in _points_by_side(floods).items():
        yield _words(left, y - 1, letter, 7, SOFT)
        yield _box(left + 3, y - 4, 8, 4)
        yield _words(left + 7, y - 0.9, str(points or ""), 7, BOLD, MIDDLE)
        left += 14


def _room_row(
    subject: Subject, compartment: CompartmentData, x: float, y: float, width: float
) -> Iterator[Mark]:
    now = subject.ship.compartments[compartment.id]
    many, crossed, _ = _marks_of(subject, compartment.id)
    yield _words(x, y - 1.2, compartment.name, 7, room=38)
    yield from _boxes(x + 40, y, many, crossed, 3.6)
    states = (
        ("f", compartment.kind != STACK, now.fire),
        ("w", compartment.floodable, now.flooded),
        ("x", True, now.destroyed),
    )
    for number, (letter, possible, state) in enumerate(states):
        if possible:
            yield from _boxes(x + width - 14 + number * 4.6, y, 1, int(state), 3.6, letter)


def _equipment_row(subject: Subject, item: Equipment, x: float, y: float) -> Iterator[Mark]:
    many, crossed, heads = _marks_of(subject, item.id)
    yield _words(x, y - 1.2, item.name, 7, room=38)
    yield from _boxes(x + 40, y, many, crossed, 3.6, heads)
    remark = "" if item.section else ANY_SECTION
    if not item.repairable:
        remark = NOT_REPAIRABLE
    yield _words(x + 51, y - 1, remark, 6.5, SOFT)


def _points_by_side(floods: Iterable[Flood]) -> dict[str, int]:
    points = dict.fromkeys("PCS", 0)
    for flood in floods:
        side = {PORT: "P", STARBOARD: "S"}.get(flood.side, "C")
        points[side] += flood.points
    return points


def place_of(tables: Tables, item: Equipment) -> str:
    """The section of equipment: the one that repairs it, or the last in which table 11 hits it."""
    hit = [
        section
        for section, _, effect in _damage_effects(tables)
        if item.id in getattr(effect, "items", ())
    ]
    return item.section or (hit[-1] if hit else SECTIONS[-1])


def _damage_effects(tables: Tables) -> Iterator[tuple[str, Row, Effect]]:
    for section in SECTIONS:
        for cell in tables[f"11/{section}"].cells.values():
            yield from ((section, cell, effect) for effect in cell.effects)


# -- the secondary compartments ---------------------------------------------------------------


def secondaries_of(tables: Tables, section: str) -> dict[str, dict[str, bool]]:
    """The secondary compartments of a section on table 11 by name: whether each of its cells is
    below the waterline.
    """
    secondaries: dict[str, dict[str, bool]] = {}
    for struck, cell, effect in _damage_effects(tables):
        if struck == section and isinstance(effect, HitSecondary):
            secondaries.setdefault(effect.compartment, {})[cell.label] = cell["below_waterline"]
    return dict(sorted(secondaries.items()))


def _secondaries(subject: Subject) -> Iterator[Mark]:
    width = (A4[0] - 2 * MARGIN) / 2
    top = 42.0
    lists = {section: secondaries_of(subject.tables, section) for section in SECTIONS}
    columns = (SECTIONS[:1], SECTIONS[1:])
    rows = max(sum(len(lists[section]) + 2 for section in column) for column in columns)
    height = min(6.0, (A4[1] - top - 20) / rows)
    for number, column in enumerate(columns):
        x = MARGIN + number * width
        y = top
        for section in column:
            rooms = lists[section]
            yield from _heading(x, y, width - 6, f"{title_case(section)}: {len(rooms)}")
            y += height * 1.2
            for name, cells in rooms.items():
                item = secondary_id(section, name)
                yield from _secondary_row(subject, item, name, cells, x, y, height)
                y += height
            y += height * 0.8
    for number, text in enumerate(SECONDARY_LEGEND):
        yield _words(MARGIN, A4[1] - 12 + number * 3.6, text, 7, SOFT)


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
    yield _words(x, y - 1, name, 7.5, room=34)
    yield _words(x + 36, y - 1, ", ".join(labels), 6.5, SOFT, room=17)
    most = subject.tables.numbers.secondary_hits
    hits = subject.ship.secondary.get(item, 0)
    yield from _boxes(x + 54, y, most, hits, side, heads="dx")
    if not any(cells.values()):
        return
    points = _points_by_side(flood for flood in subject.ship.floods if flood.cause == item)
    words = " ".join(f"{number}{letter}" for letter, number in points.items() if number)
    right = x + (A4[0] - 2 * MARGIN) / 2
    yield _words(right - 25, y - 1, "w", 6.5, SOFT, END)
    yield _box(right - 24, y - side, 18, side, shaded=True)
    yield _words(right - 15, y - 0.9, words, 7, BOLD, MIDDLE)


# -- the calendar ---------------------------------------------------------------------------


def _calendar(subject: Subject) -> Iterator[Mark]:
    first = FIRST_DAY - weekday(FIRST_DAY) * ONE_DAY
    width = (A4[1] - 2 * MARGIN) / 7
    top = 42.0
    height = (A4[0] - top - 12) / ((LAST_DAY - first).days // 7 + 1)
    for number, name in enumerate(WEEK):
        yield _words(MARGIN + number * width + width / 2, top - 1.2, name, 7, SOFT, MIDDLE)
    for day in itertools.chain(*months(FIRST_DAY, LAST_DAY)):
        week, column = divmod((day - first).days, 7)
        x = MARGIN + column * width
        y = top + week * height
        today = subject.state is not None and subject.state.date == day
        yield _box(x, y, width, height, strong=today, shaded=day.month % 2 == 0)
        yield from _calendar_day(subject, day, x, y, width)
    yield _words(MARGIN, A4[0] - 6, "* Kikusui raids (advanced game)", 7, SOFT)


def _calendar_day(
    subject: Subject, day: datetime.date, x: float, y: float, width: float
) -> Iterator[Mark]:
    """The date, the mark of the day, and what came of a day on duty."""
    date = day.isoformat()
    record = next((record for record in subject.days if record.date == date), None)
    month = f"{day:%b} " if day.day == 1 or day == FIRST_DAY else ""
    name = f"{month}{day.day}{' *' if is_kikusui(day, subject.tables) else ''}"
    station = f"station {record.station}" if record and record.station else ""
    yield _words(x + 1, y + 3.6, name, 8.5, BOLD)
    yield _words(x + width - 1, y + 3.4, station, 6.5, SOFT, END)
    yield _words(x + 1, y + 7, subject.marks.get(date, ""), 7, BOLD)
    if record and record.planes:
        planes = count(record.planes, "plane")
        words = f"{planes}: {', '.join(fate_parts(count_records(record)))}"
        yield _words(x + width - 1, y + 7, words, 6.5, anchor=END, room=width - 12)
