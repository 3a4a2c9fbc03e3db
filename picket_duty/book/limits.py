"""The calendar of the game, March 24 to June 25, 1945, and the bounds of what files and set-ups may say."""

from __future__ import annotations

import datetime

from picket_duty.charts import spans

#: The calendar of the game: the year is that of every date written without one.
FIRST_DAY = datetime.date(1945, 3, 24)
LAST_DAY = datetime.date(1945, 6, 25)
#: The radar picket stations (chart 1-1).
STATIONS = range(1, 17)
#: Most points one result may cost; the tracks are no longer.
MOST_POINTS = 10
#: Most a value chit adds or takes (rules 2).
CHIT = 2
#: Most planes note A of an attack table adds.
NOTE_A = 6
#: A raid comes in at most so many waves (chart 8-3).
WAVES = 3
#: Most planes, days or markers that one row may name.
MOST_COUNTED = 99
#: Letters in the name of a ship or an officer.
LONGEST_NAME = 40
#: Letters of a sentence or a source in ``tables/history``, men of one ship there, planes of one raid.
LONGEST_TEXT, MOST_MEN, MOST_PLANES = 300, 400, 2000
#: Results of chart 8-1 beside the letters of the attack tables: no attack, and chart 8-2.
NO_ATTACK, RANDOM = "NA", "RR"

# -- what a modified set may say ---------------------------------------------------------------

#: Most files of a set of tables: four times the shipped ones. A folder with more is something else.
MOST_FILES = 400
#: Most damage control rounds after the last wave; each may ask for every job of the ship.
MOST_ROUNDS = 9
#: Most mounts of a ship, compartments and pieces of equipment of a sheet: each is asked for in every round.
MOST_ABOARD = 60
#: Most that a thing lost may cost in the judgement of the staff: the ship.
MOST_WORTH = 1.0
#: An id is a word: jobs, slots and saves are named by it and blanks and slashes stand between their parts.
ID = r"[A-Za-z0-9][A-Za-z0-9._-]*"
#: A deck plan fits a terminal of 80 columns, with a row of the hull above and below it and room for what is around.
PLAN_COLUMNS, PLAN_ROWS = 72, 7
#: Marks of each kind in the side view of a ship, and the most meters of a point in it.
SIDE_MARKS, MOST_METERS = 200, 500
#: Cells that stay free behind a word of a plan for the state of what it names.
PLAN_ROOM = 2
#: Miles from Point Bolo to the farthest point of an island, and most points of all islands: every chart draws each.
MOST_MILES, MOST_POINTS_DRAWN = 500, 2000


def date_span(text: str) -> tuple[datetime.date, datetime.date]:
    """The first and last day of ``03-24`` or ``04-02..04-28``. Raises ChartError."""
    return spans.date_span(text, FIRST_DAY.year)


def days_in(text: str) -> list[datetime.date]:
    """Every day of ``04-02..04-28``. Raises ChartError."""
    return spans.days_in(text, FIRST_DAY.year)
