"""The rating of a campaign of stages: its record compared with those of campaigns that doctrine played.

Doctrine wins nearly every such campaign, so the verdict says little about the captain. A record is better with more
stages held; if these are equal, with fewer ships sunk; then with fewer ships sent to the rear. Records are compared
after the same number of stages. The standing of a record is the share of doctrine campaigns that did worse, plus half
of those that did the same; the rating is named by it. The middle rating is that of a record level with doctrine.

The numbers are in ``campaign_ratings.toml``, made by ``tests/bench/bench_campaign_rating.py``. They hold for one
edition of the tables, one campaign, one level and its first date of start.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from picket_duty.analysis.statistics import wilson
from picket_duty.book import Tables
from picket_duty.rules.campaign import REAR, stage_at_stake, stage_now, stage_result
from picket_duty.rules.play import Play
from picket_duty.state import CAMPAIGN, LOST, DayRecord, Setup, State
from picket_duty.text import campaign_rating
from picket_duty.text.campaign_progress import fought_days, periods_over

#: The shares of doctrine campaigns are given of this number.
OF = 100


class Record(NamedTuple):
    """The stages held, the ships sunk and the ships sent to the rear."""

    held: int
    sunk: int
    rear: int

    @property
    def merit(self) -> tuple[int, int, int]:
        """A key that is higher for a better record."""
        return self.held, -self.sunk, -self.rear


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rating: its name, and the least standing that earns it, in percent."""

    name: str
    least: int


class Counted(NamedTuple):
    """The doctrine campaigns with the same record: stages held, ships sunk, ships sent to the rear, campaigns."""

    held: int
    sunk: int
    rear: int
    campaigns: int

    @property
    def record(self) -> Record:
        """The record."""
        return Record(self.held, self.sunk, self.rear)


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The records of ``games`` doctrine campaigns after each stage; ``digest`` is that of the tables."""

    digest: str
    campaign: str
    level: str
    games: int
    stages: tuple[tuple[Counted, ...], ...]


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The names of the ratings, best first, and the records measured."""

    names: tuple[Name, ...]
    measured: tuple[Measured, ...]


class Averages(NamedTuple):
    """What doctrine does on average in a number of stages: stages held, ships sunk, ships sent to the rear."""

    held: float
    sunk: float
    rear: float


class Rating(msgspec.Struct, frozen=True):
    """A record after some stages, its rating, and how many of 100 doctrine campaigns did better, the same or worse.

    ``standing`` is the share that did worse and half of those that did the same, in percent.
    """

    stages: int
    record: Record
    name: str
    better: int
    equal: int
    worse: int
    standing: float
    games: int
    averages: Averages


@cache
def ratings() -> File:
    """The ratings and records of ``campaign_ratings.toml``."""
    text = (files("picket_duty.analysis") / "campaign_ratings.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), File)


def measured_for(tables: Tables, setup: Setup) -> Measured | None:
    """The doctrine campaigns to compare a game with; None if its campaign, level or tables were not measured."""
    if setup.kind != CAMPAIGN or setup.start != tables.campaigns[setup.name].start:
        return None
    for entry in ratings().measured:
        if (entry.campaign, entry.level) == (setup.name, setup.level) and tables.plays_as(entry.digest, setup.name):
            return entry
    return None


def record_after(state: State, tables: Tables, stages: int) -> Record:
    """The record of a game when a number of its stages was over, from its records of days."""
    calendar, fought = state.records.calendar, fought_days(state)
    days = fought[: stages * tables.campaigns[state.setup.name].stage_days]
    end = days[-1].date if days else ""
    held = sum(stage.held for stage in state.stages[:stages])
    sunk = sum(calendar.get(day.date) == LOST for day in days)
    rear = sum(ship.fate == REAR and _last_day(fought, ship.name) <= end for ship in state.lost)
    return Record(held, sunk, rear)


def rating_of(state: State, tables: Tables) -> Rating | None:
    """The rating of a game after the last of its stages that is over; None before that or if nothing was measured."""
    measured, stages = measured_for(tables, state.setup), periods_over(state, tables)
    if measured is None or not 0 < stages <= len(measured.stages):
        return None
    return rated(measured, stages, record_after(state, tables, stages))


def rated(measured: Measured, stages: int, record: Record) -> Rating:
    """The rating of a record after a number of stages."""
    counts = measured.stages[stages - 1]
    better = sum(row.campaigns for row in counts if row.record.merit > record.merit)
    worse = sum(row.campaigns for row in counts if row.record.merit < record.merit)
    equal = measured.games - better - worse
    standing = OF * (worse + equal / 2) / measured.games
    name = next(rating.name for rating in ratings().names if standing >= rating.least)
    of_better = _of_hundred(better, measured.games)
    of_worse = min(_of_hundred(worse, measured.games), OF - of_better)
    shares = of_better, OF - of_better - of_worse, of_worse
    return Rating(stages, record, name, *shares, standing, measured.games, averages(measured, stages))


def _of_hundred(number: int, games: int) -> int:
    """A number of games as one of 100: some are at least one."""
    return max(round(OF * number / games), int(number > 0))


def averages(measured: Measured, stages: int) -> Averages:
    """What doctrine does on average in a number of stages."""
    counts = measured.stages[stages - 1]
    return Averages(*(sum(row[place] * row.campaigns for row in counts) / measured.games for place in range(3)))


# -- in words ---------------------------------------------------------------------------


def rating_words(state: State, tables: Tables, with_averages: bool = False) -> str:
    """The rating of a game so far in a sentence or two, and doctrine's averages; empty if there is none."""
    rating = rating_of(state, tables)
    if rating is None:
        return ""
    goes_on = rating.stages < state.fighting_days_wanted // tables.campaigns[state.setup.name].stage_days
    after = rating.stages if goes_on else 0
    words = campaign_rating.rating_words(rating.record, rating.name, rating.better, rating.worse, after)
    if not with_averages:
        return words
    return f"{words} {campaign_rating.averages_words(rating.averages, rating.stages, goes_on)}"


def averages_words(state: State, tables: Tables) -> str:
    """What doctrine does on average in a whole campaign like this one; empty if it was not measured."""
    measured = measured_for(tables, state.setup)
    if measured is None:
        return ""
    stages = len(measured.stages)
    return campaign_rating.averages_words(averages(measured, stages), stages)


def still_counts_words(state: State, tables: Tables, says_lost: bool = False) -> str:
    """What the rating still depends on in the stage that goes on or comes next: whether it is held, else ships sunk.

    The ratings are those after the stage, with no other ship sunk or sent to the rear. Empty once the game is over, and
    if nothing was measured. ``says_lost``: if the stage is lost, it begins with that.
    """
    measured, play = measured_for(tables, state.setup), Play(state, tables)
    if measured is None or state.outcome:
        return ""
    number, stage = stage_at_stake(play), stage_now(play)
    if stage is None or not 0 < number <= len(measured.stages):
        return ""
    now = record_after(state, tables, number)
    is_lost = stage_result(play, number) is False
    good = now if is_lost else now._replace(held=now.held + 1)
    bad = now._replace(sunk=now.sunk + 1) if is_lost else now
    first, second = rated(measured, number, good), rated(measured, number, bad)
    names, better = (first.name, second.name), (first.better, second.better)
    if is_lost:
        return campaign_rating.lost_stakes_words(number, stage.last, names, better, says_lost)
    return campaign_rating.held_stakes_words(number, names, better)


def new_ship_words(tables: Tables, setup: Setup) -> str:
    """How often a new ship held the first stage in doctrine campaigns; empty if nothing was measured."""
    measured = measured_for(tables, setup)
    if measured is None:
        return ""
    held = sum(row.campaigns for row in measured.stages[0] if row.held)
    low, high = wilson(held, measured.games)
    return campaign_rating.new_ship_words(held / measured.games, (high - low) / 2, measured.games)


# -- days and stages ----------------------------------------------------------------------


def _last_day(days: Sequence[DayRecord], ship: str) -> str:
    """The last of some days on which a ship was on duty."""
    return max((day.date for day in days if day.ship == ship), default="")
