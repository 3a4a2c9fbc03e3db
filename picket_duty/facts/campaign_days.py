"""The days of a campaign: which are fighting days, and which belong to a stage or month."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.book.data import CampaignData
from picket_duty.rules.records import is_fought
from picket_duty.state import CAMPAIGN, STORMED, DayRecord, State


def campaign_of(state: State, tables: Tables) -> CampaignData | None:
    """The data of the campaign being played; None for a scenario or a patrol."""
    if state.setup.kind == CAMPAIGN:
        return tables.campaigns[state.setup.name]
    return None


def fighting_day(state: State) -> int:
    """The number of the current fighting day, from 1. When the day or the game is over, it is that
    of the last one.
    """
    return max(1, state.fighting_days + (0 if is_fought(state) else 1))


def is_cut_short(state: State) -> bool:
    """Whether the end of the calendar ended a campaign of stages before its last stage was
    complete.
    """
    if not state.outcome or not state.stages:
        return False
    last = state.stages[-1]
    if last.held is None:
        return True
    # A stage that was lost with days left and the ship afloat was lost to the calendar.
    return not last.held and last.days < state.fighting_days_wanted and not state.ship.fate


def periods_over(state: State, tables: Tables) -> int:
    """The number of stages that are over; in a campaign of every day, of months. 0 for other
    games.
    """
    if state.stages:
        return sum(stage.held is not None for stage in state.stages)
    data = campaign_of(state, tables)
    # A campaign without stages that ends in a draw after some ships sunk is one of every day.
    if data is not None and data.ships_sunk_draw:
        return _months(state.setup.start, state.date)
    return 0


def fought_days(state: State) -> list[DayRecord]:
    """The days on duty without those lost to a typhoon, which are no fighting days."""
    return [day for day in state.records.daily if state.records.calendar.get(day.date) != STORMED]


def day_before(state: State, date: str) -> str:
    """The day on duty before one; empty before the first."""
    return max((day.date for day in state.records.daily if day.date < date), default="")


def period_days(state: State, number: int) -> list[DayRecord]:
    """The days on duty of a stage or month, by its number from 1. Days lost to a typhoon belong to
    no stage.
    """
    start = state.setup.start
    if not state.stages:
        daily = state.records.daily
        return [
            day
            for day in daily
            if _months(start, datetime.date.fromisoformat(day.date)) == number - 1
        ]
    # A stage has ``stage.days`` days in a row, from the first day of its ship after the stage before.
    # Usually that is the next day. A ship that a typhoon sank before the first phase has a day in
    # between, which belongs to no stage.
    days = fought_days(state)
    first = 0
    end = 0
    for stage in state.stages[:number]:
        hers = (index for index in range(end, len(days)) if days[index].ship == stage.ship)
        first = next(hers, len(days))
        end = first + stage.days
    return days[first:end]


def period_ended(state: State, tables: Tables, date: str) -> int:
    """The number of the stage or month whose last day on duty was this one; 0 if none ended
    then.
    """
    for number in range(1, periods_over(state, tables) + 1):
        days = period_days(state, number)
        if days and days[-1].date == date:
            return number
    return 0


def _months(first: datetime.date, then: datetime.date) -> int:
    """How many months of the calendar ``then`` is after ``first``: 0 in the same month."""
    return 12 * (then.year - first.year) + then.month - first.month
