"""The bounds of what files and set-ups may say, each in this one place."""

from __future__ import annotations

import datetime

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
#: Results of chart 8-1 beside the letters of the attack tables: no attack, and chart 8-2.
NO_ATTACK, RANDOM = "NA", "RR"
