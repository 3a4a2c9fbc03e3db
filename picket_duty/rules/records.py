"""What a game keeps of its days: the calendar and the state of the ship at each day's end."""

from __future__ import annotations

import datetime

import msgspec

from picket_duty.rules.play import Play
from picket_duty.state import ABSENT, ATTACKED, LOST, PATROL, QUIET, STRUCK, DayRecord, State

#: What a day's entry counts of the game's records.
COUNTED = ("planes", "destroyed", "flamed", "hits", "near_misses")
#: Words of the calendar, a later one replacing an earlier one of the same day.
MARKS = (QUIET, ATTACKED, STRUCK, ABSENT, LOST)


def open_day(play: Play) -> None:
    """A day on duty begins: its entry, and the counts as they stand before it."""
    state, records = play.state, play.state.records
    records.days += 1
    mark(play, QUIET)
    records.daily.append(DayRecord(state.date.isoformat(), play.ship.name, play.ship.station or 0))
    state.day_start = {name: getattr(records, name) for name in COUNTED}


def close_day(play: Play) -> None:
    """The day is over: the ship as it leaves her, and what it brought. Nothing where no day is open."""
    state, records, ship = play.state, play.state.records, play.ship
    if not state.day_start:
        return
    entry = records.daily[-1]
    for name, at_start in state.day_start.items():
        setattr(entry, name, getattr(records, name) - at_start)
    entry.hull, entry.fuel, entry.ammunition, entry.morale = ship.hull, ship.fuel, ship.ammunition, ship.morale
    entry.men = sum(ship.men.values())
    state.day_start = {}


def days_so_far(state: State) -> list[DayRecord]:
    """The days on duty; one that is not over as it stands now."""
    records, ship = state.records, state.ship
    if not state.day_start:
        return records.daily
    today = msgspec.structs.replace(
        records.daily[-1],
        hull=ship.hull,
        fuel=ship.fuel,
        ammunition=ship.ammunition,
        morale=ship.morale,
        men=sum(ship.men.values()),
        **{name: getattr(records, name) - at_start for name, at_start in state.day_start.items()},
    )
    return [*records.daily[:-1], today]


def days_told(state: State) -> list[DayRecord]:
    """The days on duty that there is something to tell of: those over, and today once it is a quiet one no more."""
    days = days_so_far(state)
    return days[:-1] if state.day_start and days[-1].date not in marks_told(state) else days


def marks_told(state: State) -> dict[str, str]:
    """The calendar without a day that is not over and so far quiet."""
    calendar = state.records.calendar
    if not state.day_start:
        return calendar
    today = state.records.daily[-1].date
    return {day: word for day, word in calendar.items() if day != today or word != QUIET}


def mark(play: Play, word: str) -> None:
    """Mark today on the calendar."""
    calendar, today = play.state.records.calendar, play.state.date.isoformat()
    earlier = calendar.get(today)
    if earlier not in MARKS or MARKS.index(word) > MARKS.index(earlier):
        calendar[today] = word


def mark_away(play: Play, word: str, until: datetime.date) -> None:
    """Mark the days after today and before ``until``, none after the last day that can be played."""
    calendar = play.state.records.calendar
    day = play.state.date + datetime.timedelta(days=1)
    while day < until and day <= last_day(play):
        calendar.setdefault(day.isoformat(), word)
        day += datetime.timedelta(days=1)


def last_day(play: Play) -> datetime.date:
    """The last day that can be played: a patrol's own, else the end of the calendar."""
    setup = play.state.setup
    end = max(campaign.end for campaign in play.tables.campaigns.values())
    if setup.kind == PATROL:
        return min(end, setup.start + datetime.timedelta(days=setup.days - 1))
    return end
