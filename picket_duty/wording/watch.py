"""The watch of a day in words: which game it is, and which try."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.state import PATROL, Setup
from picket_duty.wording.names import count, date_words, game_words, ship_words

#: What everyone has in common in a watch.
SAME_FOR_ALL = "The same ship, raid and dice for everyone. Nothing rolled is taken back. One try counts."


def situation_words(setup: Setup, tables: Tables) -> str:
    """A game in a line with its days and its station: ``Patrol from Apr 6, 1945 (basic), 2 days, station 10``."""
    days = f", {count(setup.days, 'day')}" if setup.kind == PATROL else ""
    station = f", station {setup.station}" if setup.station else ""
    return f"{game_words(setup, tables)}{days}{station}"


def watch_words(setup: Setup, tables: Tables) -> str:
    """The game of a watch and its ship in a line."""
    return f"{situation_words(setup, tables)}, {ship_words(setup.ship, setup.hull_number)}"


def title_words(date: datetime.date) -> str:
    """The watch by its date."""
    return f"The watch of {date_words(date)}"


def try_words(number: int) -> str:
    """What a try is worth."""
    return "This is the try that counts." if number == 1 else f"This is try {number}: it does not count."
