"""The historical days: sources, totals of the literature, and marks of uncertainty."""

import datetime

import msgspec
import pytest

from picket_duty.book import Tables
from picket_duty.book.check_tables import check
from picket_duty.book.historical_days import (
    DAMAGED,
    DESTROYERS,
    SUNK,
    Men,
    Planes,
    historical_day_of,
    ship_on,
    type_of,
)
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from tests.book.shipped import change

TABLES = Tables()
HISTORY = TABLES.history
DAYS = [FIRST_DAY + datetime.timedelta(number) for number in range((LAST_DAY - FIRST_DAY).days + 1)]
#: Ships sunk, damaged, and sunk after the calendar, by type (R. L. Rielly, Kamikazes, Corsairs, and
#: Picket Ships).
LITERATURE = {("DD", "DM", "DMS"): (10, 32, 1), ("LCS(L)",): (2, 11, 0), ("LSM(R)",): (3, 2, 0)}
#: Words of a source that confirms nothing.
MEMORY = "general knowledge"


def entries():
    return [*HISTORY.raids, *HISTORY.stations, *HISTORY.ships, *HISTORY.days]


def test_every_entry_has_its_source_and_memory_alone_is_never_sure():
    for entry in entries():
        assert entry.source
        parts = [part.strip() for part in entry.source.split(";")]
        if all(MEMORY in part or part == "no source available" for part in parts):
            assert not entry.sure, entry
        if MEMORY in entry.source and entry.sure:
            assert entry.about, f"{entry}: an entry from memory is not marked"


def test_the_ships_listed_are_those_of_the_literature():
    for types, (sunk, damaged, later) in LITERATURE.items():
        ours = [ship for ship in HISTORY.ships if type_of(ship.hull) in types]
        assert sum(ship.fate == SUNK for ship in ours) + later == sunk
        assert len({(ship.ship, ship.date) for ship in ours if ship.fate == DAMAGED}) <= damaged


def test_the_lost_fletchers_of_the_map_have_history_entries():
    for lost in TABLES.map_data.lost:
        if lost.station:
            entry = ship_on(HISTORY, lost.date, lost.ship)
            assert (entry.fate, entry.hull, entry.station) == (SUNK, lost.hull, lost.station)
        else:
            assert any(
                lost.ship in note.text for note in historical_day_of(HISTORY, lost.date).notes
            )


def test_the_ships_of_the_scenarios_have_history_entries():
    slugs = {
        data.slug
        for data in TABLES.scenarios.values()
        if (entry := ship_on(HISTORY, data.date, data.ship))
        and (
            entry.station == data.station and entry.strikes is not None and entry.hull == data.hull
        )
    }
    assert slugs == {"anthony", "braine", "cassin-young", "colhoun", "evans", "kimberly"}


def test_the_great_raids_are_on_the_days_of_the_house_table():
    assert len(DAYS) == 94
    raids = {day for day in DAYS if historical_day_of(HISTORY, day).raid is not None}
    assert raids == {day for day in DAYS if TABLES["K-1"].find(day) is not None}
    assert [raid.number for raid in HISTORY.raids] == list(range(1, 11))


def test_ships_were_at_stations_that_were_in_use():
    """An entry with a station that is not known to have been in use is not marked sure."""
    for ship in HISTORY.ships:
        if ship.station is not None and ship.sure and "station" not in ship.about:
            assert ship.station in [
                station.number for station in historical_day_of(HISTORY, ship.date).stations
            ], ship


def test_a_day_offers_the_station_of_its_worst_hit_destroyer():
    luce = historical_day_of(HISTORY, datetime.date(1945, 5, 28)).playable
    assert (luce.ship, luce.station) == ("USS Drexler", 15)
    assert historical_day_of(HISTORY, datetime.date(1945, 4, 22)).playable is None, (
        "a landing craft alone"
    )
    for day in DAYS:
        playable = historical_day_of(HISTORY, day).playable
        assert playable is None or (
            type_of(playable.hull) in DESTROYERS and playable.station is not None
        )


def test_history_is_not_part_of_the_digest(tmp_path):
    assert check(change(tmp_path, "history/days.toml", "President", "The President")) == []
    assert Tables(tmp_path).digest == TABLES.digest


def test_counts_of_men_and_planes_begin_at_none():
    for count in (Men, Planes):
        assert msgspec.convert(0, count) == 0
        with pytest.raises(msgspec.ValidationError, match=">= 0"):
            msgspec.convert(-1, count)
