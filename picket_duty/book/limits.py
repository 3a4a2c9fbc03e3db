"""The limits of the game and of its tables, and the calendar."""

from __future__ import annotations

import datetime
from contextlib import suppress
from typing import Any

from picket_duty.charts import ChartError
from picket_duty.charts.spans import date_span, days_in

#: First and last day of the calendar, and every day of it; dates without a year have its year.
FIRST_DAY = datetime.date(1945, 3, 24)
LAST_DAY = datetime.date(1945, 6, 25)
CALENDAR = [FIRST_DAY + datetime.timedelta(day) for day in range((LAST_DAY - FIRST_DAY).days + 1)]
#: The radar picket stations (chart 1-1).
STATIONS = range(1, 17)
#: Most points that one result may cost; no track is longer.
MOST_POINTS = 10
#: Highest value of a value chit, positive or negative (rules 2).
CHIT = 2
#: Most planes that note A of an attack table adds.
NOTE_A = 6
#: Most waves of a raid (chart 8-3).
WAVES = 3
#: Most planes, days or markers that one row may name.
MOST_COUNTED = 99
#: Most characters in the name of a ship or an officer.
LONGEST_NAME = 40
#: Most characters of a text in ``tables/history``, men of one ship there, planes of one raid.
LONGEST_TEXT = 300
MOST_MEN = 400
MOST_PLANES = 2000
#: Results of chart 8-1 besides the letters of the attack tables: no attack, and random result
#: (chart 8-2).
NO_ATTACK = "NA"
RANDOM = "RR"

#: Most files of a set of tables, four times the shipped number.
MOST_FILES = 400
#: Most mounts of a ship, and most compartments or pieces of equipment of a sheet.
MOST_ABOARD = 60
#: An id is one word, because names of jobs and slots separate their parts with spaces and slashes.
ID = r"[A-Za-z0-9][A-Za-z0-9._-]*"
#: Largest deck plan that fits an 80-column terminal with its surroundings.
PLAN_COLUMNS = 72
PLAN_ROWS = 7
#: Free cells behind a word of a plan, for the state of the item.
PLAN_ROOM = 2
#: Most marks of each kind in the side view of a ship, and its largest coordinate in meters.
SIDE_MARKS = 200
MOST_METERS = 500
#: Largest distance of an island from Point Bolo in miles, and most points of all islands.
MOST_MILES = 500
MOST_POINTS_DRAWN = 2000


def calendar_span(text: str) -> tuple[datetime.date, datetime.date]:
    """The first and last day of ``03-24`` or ``04-02..04-28``. Raises ChartError."""
    return date_span(text, FIRST_DAY.year)


def calendar_days(text: str) -> list[datetime.date]:
    """Every day of ``04-02..04-28``. Raises ChartError."""
    return days_in(text, FIRST_DAY.year)


def days_of(spans: Any) -> set[datetime.date]:
    """Every day of a list of spans. What cannot be read adds no day: its fault is reported by the
    check of its field.
    """
    days: set[datetime.date] = set()
    for span in spans if isinstance(spans, list) else ():
        with suppress(ChartError, OverflowError):
            days.update(calendar_days(str(span)))
    return days
