"""Historical events off Okinawa in 1945, day by day, from ``tables/history``. No rule depends on
them.

Every entry has a source. ``sure``: the source was read and confirms the entry. ``about`` names the
fields of a sure entry that are approximate.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from picket_duty.book.data import ShownName, Station
from picket_duty.book.limits import LONGEST_TEXT, MOST_MEN, MOST_PLANES, calendar_span

Men: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_MEN)]
Planes: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_PLANES)]
Sentence: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"\S",
        max_length=LONGEST_TEXT,
        description=f"text of 1 to {LONGEST_TEXT} characters",
    ),
]
#: A hull number: the letters of the type, a dash, digits.
HullNumber: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"\A[A-Z]+(\([A-Z]\))?-[0-9]{1,4}\Z",
        description="a hull number such as 'DD-529' or 'LCS(L)-33'",
    ),
]

#: Fate of a ship on picket duty: sunk, damaged, or on station with nothing else known.
SUNK = "sunk"
DAMAGED = "damaged"
HELD = "held"
#: Ship types that the player may command (destroyers), by the letters of the hull number.
DESTROYERS = ("DD", "DM", "DMS")


class Sourced(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry with its source."""

    sure: bool
    source: Annotated[
        str,
        Meta(
            pattern=r"\S",
            max_length=LONGEST_TEXT,
            description=f"text of 1 to {LONGEST_TEXT} characters that names a source",
        ),
    ]
    about: tuple[str, ...] = ()


class GreatRaid(Sourced, frozen=True, kw_only=True):
    """A Kikusui raid: its days, and the number of Navy and Army suicide planes that set out (0: not
    known).
    """

    number: int
    first: datetime.date
    last: datetime.date
    navy: Planes = 0
    army: Planes = 0


class StationDays(Sourced, frozen=True, kw_only=True):
    """Days on which a picket station was in use, as spans such as ``04-01..05-06``."""

    number: Station
    days: Annotated[tuple[str, ...], Meta(min_length=1)]
    note: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""


class PicketShip(Sourced, frozen=True, kw_only=True):
    """A ship on picket duty on a day, and how many planes and weapons hit her. None means not
    known.
    """

    date: datetime.date
    ship: ShownName
    hull: HullNumber
    fate: Literal["sunk", "damaged", "held"]
    station: Station | None = None
    strikes: Men | None = None
    killed: Men | None = None
    wounded: Men | None = None

    @property
    def entry(self) -> str:
        """The ship and the day, the unique key of an entry."""
        return f"{self.ship} on {self.date}"


class DayNote(Sourced, frozen=True, kw_only=True):
    """Another event of a day, in one sentence."""

    date: datetime.date
    text: Sentence


class RaidsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``history/raids.toml``."""

    raids: tuple[GreatRaid, ...]


class StationsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``history/stations.toml``."""

    stations: tuple[StationDays, ...]


class ShipsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``history/ships.toml``."""

    ships: tuple[PicketShip, ...]


class DaysFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``history/days.toml``."""

    days: tuple[DayNote, ...]


#: The files of ``tables/history`` with their types; each has one list, which has the name of the
#: file.
FILES: dict[str, type[msgspec.Struct]] = {
    "raids": RaidsFile,
    "stations": StationsFile,
    "ships": ShipsFile,
    "days": DaysFile,
}


class History(msgspec.Struct, frozen=True):
    """All files of ``tables/history``."""

    raids: tuple[GreatRaid, ...]
    stations: tuple[StationDays, ...]
    ships: tuple[PicketShip, ...]
    days: tuple[DayNote, ...]


class HistoricalDay(msgspec.Struct, frozen=True):
    """Everything known of one day: its raid, its ships, other events, and the stations in use."""

    date: datetime.date
    raid: GreatRaid | None
    ships: tuple[PicketShip, ...]
    notes: tuple[DayNote, ...]
    stations: tuple[StationDays, ...]

    @property
    def playable(self) -> PicketShip | None:
        """The destroyer to play on this day, or None. Her station must be known; of several, one
        that was sunk comes first, then one that was damaged.
        """
        ships = [
            ship
            for ship in self.ships
            if ship.station is not None and type_of(ship.hull) in DESTROYERS
        ]
        return min(ships, key=lambda ship: (SUNK, DAMAGED, HELD).index(ship.fate), default=None)


def type_of(hull: str) -> str:
    """The letters of a hull number: ``LCS(L)`` of ``LCS(L)-33``."""
    return hull.rpartition("-")[0]


def historical_day_of(history: History, date: datetime.date) -> HistoricalDay:
    """Everything known of a day."""
    return HistoricalDay(
        date=date,
        raid=next((raid for raid in history.raids if raid.first <= date <= raid.last), None),
        ships=tuple(ship for ship in history.ships if ship.date == date),
        notes=tuple(note for note in history.days if note.date == date),
        stations=tuple(
            station
            for station in history.stations
            if any(first <= date <= last for first, last in map(calendar_span, station.days))
        ),
    )


def ship_on(history: History, date: datetime.date, ship: str) -> PicketShip | None:
    """The entry of a ship on a day, or None."""
    return next(
        (entry for entry in history.ships if entry.date == date and entry.ship == ship), None
    )
