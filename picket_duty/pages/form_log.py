"""The form of the ship's log: tracks, crew, men and the battle record.

Places and sizes are in millimeters from the top left corner of the sheet, sizes of text in points
(``text_mark``). Marks of a row are placed from its bottom line ``y``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from picket_duty.figures.marks import MIDDLE, Mark
from picket_duty.pages.form_parts import (
    A4,
    BOLD,
    LINE,
    MARGIN,
    SIDE,
    SOFT,
    Subject,
    box_mark,
    box_row,
    field_marks,
    heading_marks,
    rule_mark,
    text_mark,
)
from picket_duty.state import POSTS, SECTIONS, DayRecord
from picket_duty.text.dates import short_date
from picket_duty.text.english import signed, title_case
from picket_duty.text.names import POST_NAMES, naval_name

#: Millimeters for the post before an officer's name.
POST_ROOM = 34
#: Days in the battle record of one page.
DAYS = 24


class Track(NamedTuple):
    """A track of the log: its values, the index of the value that the ship has (``place``), and
    whether the values before it are crossed out.
    """

    label: str
    values: list[str]
    place: int
    crossed: bool = False


def log_form(subject: Subject, days: Sequence[DayRecord]) -> Iterator[Mark]:
    """The tracks beside the crew, the men below them, then the battle record of up to ``DAYS``
    days.
    """
    width = A4[0] - 2 * MARGIN
    yield from heading_marks(MARGIN, 41, width * 0.56, "Tracks")
    yield from _tracks(subject, MARGIN, 48)
    right = MARGIN + width * 0.6
    yield from heading_marks(right, 41, width * 0.4, "Crew")
    yield from _crew(subject, right, 48, width * 0.4)
    yield from heading_marks(MARGIN, 107, width, "Men in repair parties")
    for number, section in enumerate(SECTIONS):
        full = subject.tables.numbers.men[section]
        y = 115 + number * LINE
        yield text_mark(MARGIN, y - 1.2, title_case(section))
        yield from box_row(MARGIN + 26, y, full, max(0, full - subject.ship.men[section]))
    yield from heading_marks(MARGIN, 142, width, "Battle record")
    yield from _record(subject, days, MARGIN, 149, width)


def _tracks(subject: Subject, x: float, y: float) -> Iterator[Mark]:
    for track in _tracks_of(subject):
        yield text_mark(x, y - 1.2, track.label)
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
        yield from field_marks(x + number * 26, y, 23, label, words if state else "")


def _tracks_of(subject: Subject) -> Iterator[Track]:
    """The tracks, and where the ship is on each. Tracks of points run from full to 0."""
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
    """The boxes of a track; a blank form has none ``filled``."""
    for number, value in enumerate(track.values):
        here = filled and number == track.place
        gone = filled and number < track.place and track.crossed
        yield box_mark(x, y - SIDE, SIDE, SIDE, crossed=gone, strong=here, shaded=here)
        if not gone:
            yield text_mark(x + SIDE / 2, y - 1.4, value, 6.5, BOLD if here else SOFT, MIDDLE)
        x += SIDE + 1.2


def _crew(subject: Subject, x: float, y: float, width: float) -> Iterator[Mark]:
    for post in POSTS:
        officer = subject.ship.crew.get(post)
        name = "" if officer is None else naval_name(officer.name, post)
        yield text_mark(x, y - 1, POST_NAMES[post], 7, SOFT, room=POST_ROOM - 2)
        yield rule_mark(x + POST_ROOM, y, x + width - SIDE - 3, y)
        yield text_mark(x + POST_ROOM + 1, y - 1, name, room=width - POST_ROOM - SIDE - 5)
        yield box_mark(x + width - SIDE - 1, y - SIDE + 0.6, SIDE + 1, SIDE)
        if officer is not None:
            yield text_mark(
                x + width - SIDE / 2 - 0.5, y - 0.7, signed(officer.value), 7, BOLD, MIDDLE
            )
        y += 6.3


def _record(
    subject: Subject, days: Sequence[DayRecord], x: float, y: float, width: float
) -> Iterator[Mark]:
    """The battle record, drawn column by column, with empty rows for days to come."""
    share = width / sum(parts for _, parts, _ in COLUMNS)
    height = 5.6
    for heading, parts, words in COLUMNS:
        room = parts * share
        yield text_mark(x + 0.7, y - 1, heading, 6.5, SOFT, room=room - 1)
        for row in range(DAYS):
            top = y + row * height
            yield box_mark(x, top, room, height)
            if row < len(days):
                text = words(days[row], subject)
                yield text_mark(x + 0.8, top + 3.9, text, 7.5, room=room - 1.4)
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
