"""Setup of a ship: crew, duty station, FDT, SFS, land radar (charts 1-1 to 5-1, rules 3)."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.book.limits import calendar_days
from picket_duty.book.vocabulary import FDT, LAND_RADAR, SFS, STATION, Remark
from picket_duty.charts import Chart, Row
from picket_duty.events import note_of
from picket_duty.requests import Roll
from picket_duty.rules.play import Play, Procedure, armament_of
from picket_duty.state import POSTS, WORKING, Compartment, Mount, Ship


def build_ship(
    tables: Tables, name: str, hull_number: str, ship_class: str, options: tuple[str, ...]
) -> Ship:
    """A new, undamaged ship without a crew (rules 2)."""
    numbers = tables.numbers
    mounts = armament_of(tables, ship_class, options)
    magazines = {mount.magazine for mount in mounts.values()}
    return Ship(
        name=name,
        hull_number=hull_number,
        ship_class=ship_class,
        ammunition=numbers.ammunition,
        fuel=numbers.fuel,
        hull=numbers.hull,
        maneuver=numbers.maneuver,
        men=dict(numbers.men),
        mounts={mount: Mount() for mount in mounts},
        # All compartments, except a magazine for a single mount that is not aboard.
        compartments={
            data.id: Compartment()
            for data in tables.sheet.compartments
            if data.id in magazines
            or not data.feeds
            or not tables.calibers[data.feeds].magazine_each
        },
        equipment={item.id: WORKING for item in tables.sheet.equipment},
    )


def draw_crew(play: Play) -> Procedure[None]:
    """Draw the officers and chiefs of all nine posts on house table V-1."""
    for post in POSTS:
        yield from play.fill_post(post)


def assign_station(play: Play) -> Procedure[None]:
    """A new duty station with its FDT and SFS (charts 1-1 or 2-2, 3-1, 4-1)."""
    state = play.state
    ship = play.ship
    station_before = play.ship.station
    if state.setup.station is not None:
        ship.station = state.setup.station
    elif state.advanced:
        ship.station = yield from dated_station(play)
    else:
        row = yield play.ask(station_roll(play, "1-1"))
        ship.station = yield from pick_station(play, play.tables["1-1"], row["stations"])
    ship.stations.append(ship.station)
    state.new_station = False
    as_before = ship.station == station_before
    play.emit(note_of(Remark.SAME_STATION if as_before else Remark.STATION, ship.station))
    ship.fdt = (yield play.ask(Roll(play.tables["3-1"], FDT)))["assigned"]
    ship.sfs = (yield play.ask(Roll(play.tables["4-1"], SFS)))["markers"]


def station_roll(play: Play, chart: str) -> Roll:
    """The roll on a chart of stations."""
    return Roll(play.tables[chart], STATION)


def pick_station(play: Play, chart: Chart, stations: list[int]) -> Procedure[int]:
    """The station, chosen by the die of the chart's note if there are two."""
    if len(stations) == 1:
        return stations[0]
    row = yield play.ask(Roll(chart.die("split"), STATION, "split"))
    return stations[int(row["pick"])]


def dated_station(play: Play) -> Procedure[int]:
    """The station by date (chart 2-2 and its tables), rerolled where the printed charts say so."""
    today = calendar_entry(play)
    if not today["table"]:
        station = yield from pick_station(play, play.tables["2-2"], today["stations"])
        return station
    while True:
        row = yield play.ask(station_roll(play, today["table"]))
        if not _is_rerolled(row, play.state.date):
            return int(row["station"])


def _is_rerolled(row: Row, date: datetime.date) -> bool:
    """Whether a row of stations lists a date, as in 04-02..04-28, on which the die is rolled again."""
    return any(date in calendar_days(span) for span in row.fields.get("reroll_on") or ())


def calendar_entry(play: Play) -> Row:
    """Today's row of chart 2-2."""
    return play.tables["2-2"].entry(play.state.date)


def active_stations(tables: Tables, first: datetime.date, days: int) -> list[int]:
    """The stations that chart 2-2 lists as active on each of so many days; empty if there is
    none.
    """
    listed = [
        tables["2-2"].entry(first + datetime.timedelta(day))["stations"] for day in range(days)
    ]
    return [station for station in listed[0] if all(station in stations for stations in listed)]


def stations_today(play: Play) -> list[int] | None:
    """The active stations of today, or None if the calendar does not apply (rules 3)."""
    state = play.state
    if not state.advanced or state.setup.station is not None:
        return None
    return list(calendar_entry(play)["stations"])


def activate_land_radar(play: Play) -> Procedure[None]:
    """One attempt per turn to activate a land radar, while fewer than four are active or lost
    (chart 5-1).
    """
    state = play.state
    if (
        not state.advanced
        or state.land_radars + state.land_radars_lost >= play.tables.numbers.land_radars
    ):
        return
    row = yield play.ask(land_radar_roll(play))
    if row["activated"]:
        state.land_radars += 1


def land_radar_roll(play: Play) -> Roll:
    """The roll on chart 5-1."""
    return Roll(play.tables["5-1"], LAND_RADAR)


def lose_land_radar(play: Play) -> bool:
    """Take an active land radar station off line for the rest of the game; returns False if none is
    active.
    """
    state = play.state
    if not state.land_radars:
        return False
    state.land_radars -= 1
    state.land_radars_lost += 1
    return True
