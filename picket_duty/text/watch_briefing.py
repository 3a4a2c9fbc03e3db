"""The daily watch in words: its game, and which attempt it is."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.state import CAMPAIGN, PATROL, SCENARIO, Setup
from picket_duty.text.names import count, date_words, game_words, ship_words

#: What is the same for everyone in a watch.
SAME_FOR_ALL = "Same ship, raid and dice for all. Nothing rolled goes back. One try counts."


def situation_words(setup: Setup, tables: Tables) -> str:
    """A game with its days and its station: ``Patrol from Apr 6, 1945 (basic), 2 days, station 10``."""
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
    """Whether an attempt counts."""
    return "This is the try that counts." if number == 1 else f"This is try {number}: it does not count."


def briefing(setup: Setup, tables: Tables) -> str:
    """Situation of a game, for the player."""
    if setup.kind == SCENARIO:
        return tables.scenarios[int(setup.name)].background
    if setup.kind == CAMPAIGN:
        return tables.campaigns[setup.name].background
    days = f"{count(setup.days, 'day')} on Picket Station {setup.station}, from {date_words(setup.start)} on"
    return (
        f"{days}, in the time of the great raids. A patrol is neither won nor lost: what counts is that the ship is "
        "afloat and on her station at the end."
    )
