"""What really happened off Okinawa on a day, in words: a sentence or two, or everything with its source.

What is only approximate says so: ``about`` before a number, ``probably`` before a station, ``perhaps`` before a ship.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.historical_days import DAMAGED, HELD, SUNK, GreatRaid, PicketShip, RealDay, StationDays, day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.charts.words import day_words
from picket_duty.text.names import count, date_words, listed, title_case
from picket_duty.text.spans import safe

HEADING = "This day off Okinawa"
#: Said where nothing is known of a day.
NO_SHIP = "The sources at hand name no picket ship hit"
FATES = {SUNK: "was sunk", DAMAGED: "was damaged", HELD: "was on her station"}
HIT = (SUNK, DAMAGED)


#: Fields that are only approximate, where their name is no word for what it holds.
UNSURE = {"navy": "number of planes", "army": "number of planes", "first": "first day", "later": "later losses"}


class Told(NamedTuple):
    """An entry of a day in a sentence, and where it stands."""

    text: str
    source: str
    sure: bool
    #: Of a sure entry what is only approximate.
    about: tuple[str, ...] = ()

    @property
    def standing(self) -> str:
        """How far it may be relied on: ``sure``, ``sure, but not its station``, ``approximate``."""
        if not self.sure:
            return "approximate"
        unsure = list(dict.fromkeys(UNSURE.get(name, name) for name in self.about))
        return f"sure, but not its {listed(unsure)}" if unsure else "sure"


def day_sentences(tables: Tables, date: datetime.date) -> list[str]:
    """What really happened on a day, in a sentence or two; nothing outside the calendar."""
    if not FIRST_DAY <= date <= LAST_DAY:
        return []
    day = day_of(tables.history, date)
    first = [_raid_day(day.raid, date)] if day.raid is not None else []
    hit = _hit_sentence(day.ships)
    if not hit and day.notes:
        return [*first, safe(day.notes[0].text)][:2]
    return [*first, hit or f"{NO_SHIP}{_in_use(day.stations)}."]


def day_entries(tables: Tables, date: datetime.date) -> list[Told]:
    """Everything known of a day, each with its source."""
    day = day_of(tables.history, date)
    found = (
        [] if day.raid is None else [Told(_raid_words(day.raid), safe(day.raid.source), day.raid.sure, day.raid.about)]
    )
    found += [Told(ship_words_of(one), safe(one.source), one.sure, one.about) for one in day.ships]
    found += [Told(safe(one.text), safe(one.source), one.sure) for one in day.notes]
    if day.stations:
        stations = [f"{one.number} ({safe(one.note)})" if one.note else str(one.number) for one in day.stations]
        source = listed(list(dict.fromkeys(safe(one.source) for one in day.stations)))
        found.append(Told(f"Stations in use: {', '.join(stations)}.", source, all(one.sure for one in day.stations)))
    return found


def day_title(date: datetime.date) -> str:
    """``This day off Okinawa: May 4, 1945``."""
    return f"{HEADING}: {date_words(date)}"


def play_words(day: RealDay) -> str:
    """The watch of the day that can be stood: ``USS Luce, station 12``; empty where none can."""
    one = day.playable
    return "" if one is None else f"{safe(one.ship)}, station {one.station}"


def ship_words_of(one: PicketShip) -> str:
    """A ship of the picket line on a day, in a sentence."""
    hull = "" if one.hull == one.ship else f" ({one.hull})"
    fate, where = FATES[one.fate], ""
    if one.station is not None:
        where = f" at station {one.station}" if "station" not in one.about else f", probably at station {one.station}"
    if one.fate == HELD:
        fate, where = (f"was on station {one.station}", "") if "station" not in one.about else (fate, where)
    losses = _losses(one)
    perhaps = "" if one.sure else "Perhaps "
    return f"{perhaps}{safe(one.ship)}{hull} {fate}{where}{': ' if losses else ''}{', '.join(losses)}."


# -- parts of sentences ---------------------------------------------------------------


def _losses(one: PicketShip) -> list[str]:
    """Strikes and men, as far as they are known."""
    found = []
    if one.strikes is not None:
        struck = count(one.strikes, "strike") if one.strikes else "no strike, a plane fell close by"
        found.append(f"{_about(one, 'strikes')}{struck}")
    for field in ("killed", "wounded"):
        if (number := getattr(one, field)) is not None:
            found.append(f"{_about(one, field)}{number} {field}")
    return found


def _about(one: GreatRaid | PicketShip, field: str) -> str:
    return "" if one.sure and field not in one.about else "about "


def _raid_day(raid: GreatRaid, date: datetime.date) -> str:
    """Which day of a great raid it was: ``The first day of Kikusui 5, about 75 Navy and 50 Army planes``."""
    days = (raid.last - raid.first).days + 1
    which = {raid.first: "first", raid.last: "last"}.get(date, f"day {(date - raid.first).days + 1}")
    words = f"The {which} day" if which in ("first", "last") else title_case(which)
    return f"{words if days > 1 else 'The day'} of Kikusui {raid.number}{_planes(raid)}."


def _raid_words(raid: GreatRaid) -> str:
    days = f"{day_words(raid.first)} to {day_words(raid.last)}"
    return f"Kikusui {raid.number}, {_about(raid, 'first')}{days}{_planes(raid)}."


def _planes(raid: GreatRaid) -> str:
    if not raid.navy + raid.army:
        return ""
    return f": {_about(raid, 'navy')}{raid.navy} suicide planes of the Navy and {raid.army} of the Army"


def _hit_sentence(ships: Sequence[PicketShip]) -> str:
    """Who was hit on the picket line, each ship with her station: those sunk first; empty where nobody is known."""
    parts = []
    for fate in HIT:
        ours = [one for one in ships if one.fate == fate]
        if ours:
            parts.append(f"{fate}: {listed([_named(one) for one in ours])}")
    return f"{title_case('; '.join(parts))}." if parts else ""


def _named(one: PicketShip) -> str:
    """A ship with her station where it is known: ``USS Luce (probably station 12)``."""
    sure = "" if "station" not in one.about else "probably "
    station = "" if one.station is None else f" ({sure}station {one.station})"
    return f"{'' if one.sure else 'perhaps '}{safe(one.ship)}{station}"


def _in_use(stations: Sequence[StationDays]) -> str:
    numbers = listed([str(one.number) for one in stations])
    return f"; {'station' if len(stations) == 1 else 'stations'} {numbers} in use" if stations else ""
