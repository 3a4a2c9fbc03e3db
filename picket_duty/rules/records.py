"""Daily records of a game: the calendar and the state of the ship at the end of each day.

A day on duty is open until its turn has ended. It is counted once its fighting is over, and
reported once planes have attacked or it is over.
"""

from __future__ import annotations

import datetime

import msgspec

from picket_duty.book import Tables
from picket_duty.rules.play import Play
from picket_duty.state import ABSENT, ATTACKED, LOST, PATROL, QUIET, STRUCK, DayRecord, State

#: Counts of the game's records that a day's entry also has.
COUNTED = ("planes", "destroyed", "flamed", "hits", "near_misses")
#: Words of the calendar in rising order; on the same day a higher one replaces a lower one.
MARKS = (QUIET, ATTACKED, STRUCK, ABSENT, LOST)


def open_day(play: Play) -> None:
    """Open the entry of a day on duty and store the counts at its start. The day is open while
    ``day_start`` has them.
    """
    state = play.state
    records = play.state.records
    records.days += 1
    mark(play, QUIET)
    today = state.date.isoformat()
    records.daily.append(DayRecord(today, play.ship.name, station=play.ship.station or 0))
    state.day_start = {name: getattr(records, name) for name in COUNTED}


def close_day(play: Play) -> None:
    """Complete the entry of the day: the state of the ship and the day's counts. Does nothing if no
    day is open.
    """
    state = play.state
    if not state.day_start:
        return
    state.records.daily[-1] = _today(state)
    state.day_start = {}


def _today(state: State) -> DayRecord:
    """The entry of the open day with the state of the ship and the counts as of now."""
    records = state.records
    ship = state.ship
    return msgspec.structs.replace(
        records.daily[-1],
        hull=ship.hull,
        fuel=ship.fuel,
        ammunition=ship.ammunition,
        morale=ship.morale,
        men=sum(ship.men.values()),
        **{name: getattr(records, name) - at_start for name, at_start in state.day_start.items()},
    )


def days_over(state: State) -> list[DayRecord]:
    """The days on duty that are over."""
    daily = state.records.daily
    return daily[:-1] if state.day_start else daily


def days_so_far(state: State) -> list[DayRecord]:
    """The days on duty, an unfinished one with its present counts."""
    if not state.day_start:
        return state.records.daily
    return [*days_over(state), _today(state)]


def is_fought(state: State) -> bool:
    """Whether today's fighting is over, so that today is counted."""
    return bool(state.outcome) or state.step == "turn_end" or _ended_by_typhoon(state)


def _ended_by_typhoon(state: State) -> bool:
    """Whether a typhoon has ended a day of a campaign or patrol after its first phase.

    The day is then counted (``campaign.day_over``), but the step ``phase`` continues with the end of
    the turn and the typhoon.
    """
    is_later_phase = state.step == "phase" and state.phase > 0
    return is_later_phase and not state.scenario and not state.phase_played


def days_on_duty(state: State) -> list[DayRecord]:
    """The days on duty that are counted: those whose fighting is over."""
    days = days_so_far(state)
    if state.day_start and not is_fought(state):
        return days[:-1]
    return days


def reported_days(state: State) -> list[DayRecord]:
    """The days on duty to report: finished days, and today unless it is quiet so far."""
    days = days_so_far(state)
    if state.day_start and days[-1].date not in reported_marks(state):
        return days[:-1]
    return days


def reported_marks(state: State) -> dict[str, str]:
    """The calendar as of now: today is left out while it is quiet so far, and has a hit once a
    plane hit the ship.
    """
    calendar = state.records.calendar
    if not state.day_start:
        return calendar
    today = days_so_far(state)[-1]
    word = calendar.get(today.date, QUIET)
    if word == QUIET:
        return {day: other for day, other in calendar.items() if day != today.date}
    # The rules mark the hit only after the raid (``sequence.fight_raid``).
    return calendar | {today.date: STRUCK if word == ATTACKED and today.hits else word}


def mark(play: Play, word: str) -> None:
    """Mark today on the calendar, unless it already has a higher mark. A word that is not one of
    ``MARKS`` is replaced.
    """
    calendar = play.state.records.calendar
    today = play.state.date.isoformat()
    earlier = calendar.get(today)
    if earlier not in MARKS or MARKS.index(word) > MARKS.index(earlier):
        calendar[today] = word


def mark_away(play: Play, word: str, until: datetime.date) -> None:
    """Mark the days after today and before ``until``, up to the last day that can be played."""
    calendar = play.state.records.calendar
    day = play.state.date + datetime.timedelta(days=1)
    while day < until and day <= last_day(play.state, play.tables):
        calendar.setdefault(day.isoformat(), word)
        day += datetime.timedelta(days=1)


def last_day(state: State, tables: Tables) -> datetime.date:
    """The last day that can be played: that of the patrol, else the end of the calendar."""
    setup = state.setup
    end = max(campaign.end for campaign in tables.campaigns.values())
    if setup.kind == PATROL:
        return min(end, setup.start + datetime.timedelta(days=setup.days - 1))
    return end


def day_reached(state: State, tables: Tables) -> datetime.date:
    """Today, or the last day if the calendar ended before the ship was back."""
    return min(state.date, last_day(state, tables))
