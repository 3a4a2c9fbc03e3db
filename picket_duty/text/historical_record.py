"""What happened off Okinawa on each day of 1945, in sentences.

Approximate data are marked: ``about`` before a number, ``probably`` before a station, ``perhaps``
before a ship.
"""

from __future__ import annotations

import datetime
import textwrap
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from picket_duty.book import Tables, historical_days
from picket_duty.book.limits import CALENDAR, FIRST_DAY, LAST_DAY
from picket_duty.charts.words import day_words
from picket_duty.text.dates import date_words, spell_words
from picket_duty.text.english import count, listed, number_words, title_case
from picket_duty.text.styled_text import safe

#: The title of a day, before its date.
HEADING = "This day off Okinawa"
#: Width of the lines of the calendar.
WIDTH = 80
#: For a day on which no ship is known to have been hit.
NO_SHIP = "No picket ship is known to have been hit"
FATES = {
    historical_days.SUNK: "was sunk",
    historical_days.DAMAGED: "was damaged",
    historical_days.HELD: "was on her station",
}
HIT = (historical_days.SUNK, historical_days.DAMAGED)


class DayEntry(NamedTuple):
    """An entry of a day in a sentence, with its source, if it has one."""

    text: str
    source: str = ""


def day_sentences(tables: Tables, date: datetime.date) -> list[str]:
    """What happened on a day, in a sentence or two; empty outside the calendar."""
    if not FIRST_DAY <= date <= LAST_DAY:
        return []
    day = historical_days.historical_day_of(tables.history, date)
    events = _events(day, date)
    if day.notes or _hit_sentence(day.ships):
        return events
    numbers = listed([str(station.number) for station in day.stations])
    stations = "station" if len(day.stations) == 1 else "stations"
    in_use = f"; {stations} {numbers} in use in {date.year}" if day.stations else ""
    return [*events, f"{NO_SHIP}{in_use}."]


def calendar_lines(tables: Tables) -> list[str]:
    """Every day of the battle in a line or more; consecutive days without any event share one
    line.
    """
    events = {}
    for date in CALENDAR:
        day = historical_days.historical_day_of(tables.history, date)
        events[date] = " ".join(_events(day, date))
    told = []
    for quiet, dates in groupby(CALENDAR, lambda date: not events[date]):
        spell = list(dates)
        if quiet:
            days = spell_words(str(spell[0]), str(spell[-1]))
            told.append(f"{days}  {NO_SHIP}.")
        else:
            told += (f"{date}  {events[date]}" for date in spell)
    lines = []
    for text in told:
        lines += textwrap.wrap(text, WIDTH, subsequent_indent=" " * 12, break_on_hyphens=False)
    return lines


def _events(day: historical_days.HistoricalDay, date: datetime.date) -> list[str]:
    """A great raid, with the planes of all its days on the first; then the ships hit, or else a
    note.
    """
    events = []
    if (raid := day.raid) is not None:
        days = (raid.last - raid.first).days + 1
        name = f"Kikusui {raid.number}"
        if days == 1:
            events.append(f"{name}{_planes(raid)}.")
        elif date == raid.first:
            # The planes named before are those of all days of the raid.
            spell = f" over {number_words(days)} days" if raid.navy + raid.army else ""
            events.append(f"{name} begins{_planes(raid)}{spell}.")
        else:
            number = (date - raid.first).days + 1
            day_name = "Last day" if date == raid.last else f"Day {number}"
            events.append(f"{day_name} of {name}.")
    if hit := _hit_sentence(day.ships):
        events.append(hit)
    elif day.notes:
        events.append(safe(day.notes[0].text))
    return events


def day_entries(tables: Tables, date: datetime.date) -> list[DayEntry]:
    """Everything known about a day, each entry with its source. The entry that no ship was hit has
    no source.
    """
    day = historical_days.historical_day_of(tables.history, date)
    entries = []
    if (raid := day.raid) is not None:
        days = f"{_about(raid, 'first')}{day_words(raid.first)} to {day_words(raid.last)}"
        text = f"Kikusui {raid.number}, {days}{_planes(raid)}."
        entries.append(DayEntry(text, safe(raid.source)))
    entries += [DayEntry(ship_sentence(ship), safe(ship.source)) for ship in day.ships]
    entries += [DayEntry(safe(note.text), safe(note.source)) for note in day.notes]
    if not day.notes and not _hit_sentence(day.ships):
        entries.append(DayEntry(f"{NO_SHIP}."))
    if day.stations:
        stations = ", ".join(map(_station, day.stations))
        sources = dict.fromkeys(safe(station.source) for station in day.stations)
        heading = "Station" if len(day.stations) == 1 else "Stations"
        text = f"{heading} in use in {date.year}: {stations}."
        entries.append(DayEntry(text, listed(list(sources))))
    return entries


def _station(station: historical_days.StationDays) -> str:
    if station.note:
        return f"{station.number} ({safe(station.note)})"
    return str(station.number)


def day_title(date: datetime.date) -> str:
    """``This day off Okinawa: May 4, 1945``."""
    return f"{HEADING}: {date_words(date)}"


def play_words(day: historical_days.HistoricalDay) -> str:
    """The ship and station that can be played on a day: ``USS Luce, station 12``; empty if none
    can.
    """
    watch = day.playable
    if watch is None:
        return ""
    return f"{safe(watch.ship)}, station {watch.station}"


def ship_sentence(ship: historical_days.PicketShip) -> str:
    """A ship of the picket line on a day, in a sentence."""
    # Landing craft have only their hull number as a name.
    hull = "" if ship.hull == ship.ship else f" ({ship.hull})"
    fate = FATES[ship.fate]
    where = ""
    is_station_sure = "station" not in ship.about
    if ship.fate == historical_days.HELD and is_station_sure:
        fate = f"was on station {ship.station}"
    elif ship.station is not None:
        at = " at" if is_station_sure else ", probably at"
        where = f"{at} station {ship.station}"
    losses = []
    if ship.strikes is not None:
        # Piloted weapons count as planes.
        hit = f"hit by {_about(ship, 'strikes')}{count(ship.strikes, 'plane')}"
        losses.append(hit if ship.strikes else "no hit, but a plane crashed close aboard")
    for field in ("killed", "wounded"):
        if (number := getattr(ship, field)) is not None:
            losses.append(f"{_about(ship, field)}{number} {field}")
    perhaps = "" if ship.sure else "Perhaps "
    text = f"{perhaps}{safe(ship.ship)}{hull} {fate}{where}"
    if losses:
        return f"{text}: {', '.join(losses)}."
    return f"{text}."


def _about(entry: historical_days.GreatRaid | historical_days.PicketShip, field: str) -> str:
    """``about`` before a number that is approximate or belongs to an entry that is not sure."""
    if entry.sure and field not in entry.about:
        return ""
    return "about "


def _planes(raid: historical_days.GreatRaid) -> str:
    """The planes of a great raid after its name; empty if their numbers are not known."""
    if not raid.navy + raid.army:
        return ""
    return f": {_about(raid, 'navy')}{raid.navy} Navy and {raid.army} Army suicide planes"


def _hit_sentence(ships: Sequence[historical_days.PicketShip]) -> str:
    """Ships hit on the picket line with their stations, those sunk first; empty if none is
    known.
    """
    parts = []
    for fate in HIT:
        hit = [ship for ship in ships if ship.fate == fate]
        if hit:
            parts.append(f"{fate}: {listed([_named(ship) for ship in hit])}")
    return f"{title_case('; '.join(parts))}." if parts else ""


def _named(ship: historical_days.PicketShip) -> str:
    perhaps = "" if ship.sure else "perhaps "
    name = f"{perhaps}{safe(ship.ship)}"
    if ship.station is None:
        return name
    probably = "probably " if "station" in ship.about else ""
    return f"{name} ({probably}station {ship.station})"
