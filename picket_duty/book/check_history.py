"""Validation of ``tables/history``: days, stations, ships, sources, and the totals of the literature."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence

from picket_duty.book.calendar import days_in
from picket_duty.book.historical_days import (
    DAMAGED,
    SUNK,
    DayNote,
    GreatRaid,
    PicketShip,
    Sourced,
    StationDays,
    Total,
    type_of,
)
from picket_duty.book.limits import FIRST_DAY, LAST_DAY, LONGEST_NAME, STATIONS
from picket_duty.charts import ChartError
from picket_duty.charts.spans import shown, twice

#: A hull number: letters of the type, a dash, digits.
HULL = re.compile(r"[A-Z]+(\([A-Z]\))?-[0-9]{1,4}")
MOST_MEN = 400
MOST_PLANES = 2000
#: Most letters of a source, of a note, of a sentence.
MOST_LETTERS = 300


def faults_of_history(name: str, entries: Sequence[Sourced]) -> Iterator[str]:
    """What is wrong with the entries of a file of the folder, each fault with file, row and what would be right."""
    for row, one in enumerate(entries, 1):
        yield from (f"{name}: row {row}: {fault}" for fault in (*_faults_of_source(one), *_faults_of(one)))
    if entries and isinstance(entries[0], StationDays | GreatRaid):
        for again in twice([str(one.number) for one in entries if isinstance(one, StationDays | GreatRaid)]):
            yield f"{name}: number {again} stands twice"
    ships = [f"{one.ship} on {one.date}" for one in entries if isinstance(one, PicketShip)]
    yield from (f"{name}: {again} stands twice" for again in twice(ships))


def faults_of_totals(ships: Sequence[PicketShip], totals: Mapping[str, Sequence[Total]]) -> Iterator[str]:
    """Where the ships do not come to the totals of the literature."""
    for name, listed in totals.items():
        for one in listed:
            ours = [ship for ship in ships if type_of(ship.hull) in one.types]
            sunk = sum(ship.fate == SUNK for ship in ours) + len(one.later)
            damaged = len({(ship.ship, ship.date) for ship in ours if ship.fate == DAMAGED})
            if sunk != one.sunk:
                yield f"{name}: {one.name}: {sunk} sunk by ships.toml and later, {one.sunk} by the literature"
            if damaged > one.damaged:
                yield f"{name}: {one.name}: {damaged} damaged by ships.toml, more than the {one.damaged} there were"


def faults_of_hulls(ships: Sequence[PicketShip], known: Mapping[str, str]) -> Iterator[str]:
    """Ships whose hull number is another than that of the Fletcher of their name, or than on another day."""
    hulls = dict(known)
    for row, one in enumerate(ships, 1):
        if (hull := hulls.setdefault(one.ship, one.hull)) != one.hull:
            yield f"row {row}: hull {one.hull!r}; that of {one.ship} is {hull!r}"


def _faults_of_source(one: Sourced) -> Iterator[str]:
    if not one.source.strip():
        yield "source is empty; wanted where it stands, or that it is general knowledge"
    if not one.source.isprintable() or len(one.source) > MOST_LETTERS:
        yield f"source must have 1 to {MOST_LETTERS} printable letters"
    known = [field for field in one.__struct_fields__ if field not in Sourced.__struct_fields__]
    for field in one.about:
        if field not in known:
            yield f"about names {shown(field)}; fields: {', '.join(known)}"
        elif getattr(one, field) is None:
            yield f"about names {field!r}, which is not given"
    if one.about and not one.sure:
        yield "about is for a sure entry; one that is not sure is approximate altogether"


def _faults_of(one: Sourced) -> Iterator[str]:
    if isinstance(one, GreatRaid):
        yield from _faults_of_raid(one)
    elif isinstance(one, StationDays):
        yield from _faults_of_station(one)
    elif isinstance(one, PicketShip):
        yield from _faults_of_ship(one)
    elif isinstance(one, DayNote):
        yield from _faults_of_date("date", one.date)
        yield from _faults_of_text("text", one.text)


def _faults_of_raid(one: GreatRaid) -> Iterator[str]:
    yield from _faults_of_date("first", one.first)
    yield from _faults_of_date("last", one.last)
    if one.last < one.first:
        yield f"last {one.last} is before first {one.first}"
    for field in ("navy", "army"):
        yield from _faults_of_number(field, getattr(one, field), MOST_PLANES)


def _faults_of_station(one: StationDays) -> Iterator[str]:
    yield from _faults_of_place("number", one.number)
    if not one.days:
        yield "days is empty; wanted spans such as '04-01..05-06'"
    for span in one.days:
        try:
            for day in days_in(span):
                yield from _faults_of_date("days", day)
        except ChartError as error:
            yield f"days: {error}"
    if one.note:
        yield from _faults_of_text("note", one.note)


def _faults_of_ship(one: PicketShip) -> Iterator[str]:
    yield from _faults_of_date("date", one.date)
    if one.station is not None:
        yield from _faults_of_place("station", one.station)
    if not one.ship.strip() or not one.ship.isprintable() or len(one.ship) > LONGEST_NAME:
        yield f"ship {shown(one.ship)} must have 1 to {LONGEST_NAME} printable letters"
    if not HULL.fullmatch(one.hull):
        yield f"hull {shown(one.hull)} is no hull number such as 'DD-529' or 'LCS(L)-33'"
    for field in ("strikes", "killed", "wounded"):
        if (number := getattr(one, field)) is not None:
            yield from _faults_of_number(field, number, MOST_MEN)


def _faults_of_date(field: str, date: datetime.date) -> Iterator[str]:
    if not FIRST_DAY <= date <= LAST_DAY:
        yield f"{field} {date} is outside the calendar, {FIRST_DAY} to {LAST_DAY}"


def _faults_of_place(field: str, number: int) -> Iterator[str]:
    if number not in STATIONS:
        yield f"{field} {number} is no picket station, {STATIONS[0]} to {STATIONS[-1]}"


def _faults_of_number(field: str, number: int, most: int) -> Iterator[str]:
    if not 0 <= number <= most:
        yield f"{field} {number} is not 0 to {most}"


def _faults_of_text(field: str, text: str) -> Iterator[str]:
    if not text.strip() or not text.isprintable() or len(text) > MOST_LETTERS:
        yield f"{field} must have 1 to {MOST_LETTERS} printable letters"
