"""The chance that a ship lasts her fighting days, measured in many games.

``tools/survival.py`` makes the file. The chance is a logistic function of the days left, the ship,
her crew and the dates; the dates of her return are exact.
"""

from __future__ import annotations

import datetime
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from picket_duty.odds.damage_weights import load_measured
from picket_duty.odds.departure import Departure, departure_for_repairs, departure_for_stores
from picket_duty.odds.fire import state_with
from picket_duty.rules import anchorage, campaign, raid, records, stations, upkeep
from picket_duty.rules.play import Play

#: Longer times are valued as this many days: no mini campaign is longer.
MOST_DAYS = 7


class Survival(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The log odds of lasting at a level: a coefficient for each term of ``terms_of``.

    They were measured over ``games``. ``error`` is the root mean square error of the chance in
    points, measured against ``playouts`` at each of ``states``, without the error of the playouts.
    """

    level: str
    games: int
    states: int
    playouts: int
    error: float
    odds: dict[str, float]


@cache
def load_survival(level: str) -> Survival:
    """The measured values of a level."""
    rows = load_measured("survival.toml", dict[str, tuple[Survival, ...]])["survival"]
    return next(row for row in rows if row.level == level)


def error(play: Play) -> float:
    """The root mean square error of the measured chance, as a probability."""
    return load_survival(play.state.setup.level).error / 100


def relief_chances(play: Play, orders: Iterable[str], days: int = 0) -> dict[str, float]:
    """The chance that a ship lasts so many fighting days, by answer about relief; by default those
    of the mini campaign or the (next) stage.
    """
    days = days or campaign.days_to_serve(play)
    return {order: _chance_with(play, order, days) for order in orders}


def _chance_with(play: Play, order: str, days: int) -> float:
    """The chance with an answer about relief."""
    if order == upkeep.STAY:
        tomorrow = state_with(play, date=play.state.date + campaign.ONE_DAY)
        return chance_to_last(tomorrow, days)
    if order == upkeep.ASK_REPLENISH:
        return _chance_after(play, departure_for_stores(play), anchorage.REPLENISH, days)
    return _chance_after(play, departure_for_repairs(play), anchorage.REPAIR, days)


def _chance_after(play: Play, leaving: Departure, kind: str, days: int) -> float:
    """The chance of lasting the days after the anchorage: the mean over the dates of return, and over
    what happens if the ship does not return.
    """
    back = anchorage.refitted(play, msgspec.structs.replace(play.ship, away=kind))
    chance = sum(
        share * chance_to_last(state_with(play, date=date, ship=back), days)
        for date, share in leaving.back
    )
    gone = leaving.rear + leaving.founders
    if gone and play.state.stages and campaign.stage_going_on(play.state) is None:
        # Between two stages, a new ship begins the next one, with a crew that is not known yet.
        new = msgspec.structs.replace(back, crew={}, morale=0)
        chance += gone * chance_to_last(
            state_with(play, date=play.state.date + campaign.ONE_DAY, ship=new), days
        )
    return chance


def chance_to_last(play: Play, days: int) -> float:
    """The measured chance that the ship on duty lasts so many fighting days from today on; 0 if
    they are too many.
    """
    dates = dates_to_serve(play, days)
    if len(dates) < days:
        return 0.0
    coefficients = load_survival(play.state.setup.level).odds
    terms = terms_of(play, dates)
    log_odds = sum(coefficients.get(name, 0.0) * value for name, value in terms.items())
    return 1 / (1 + math.exp(-log_odds))


def dates_to_serve(play: Play, days: int) -> list[datetime.date]:
    """The dates of so many fighting days from today on if the ship does not leave; typhoons are
    left out.
    """
    dates: list[datetime.date] = []
    date = play.state.date
    while len(dates) < days and date <= records.last_day(play.state, play.tables):
        active = stations.stations_today(state_with(play, date=date))
        # None: the calendar does not apply, so that there is a station every day.
        if active is None or active:
            dates.append(date)
        date += campaign.ONE_DAY
    return dates


def terms_of(play: Play, dates: Sequence[datetime.date]) -> dict[str, float]:
    """What the chance to last these fighting days depends on, by name.

    Hull, maneuver and men count by how far they are below full. Officers and chiefs count by their
    value and the square root of the days; dates by the periods of chart 7-1 and as days of Kikusui
    raids.
    """
    ship = play.ship
    numbers = play.tables.numbers
    days = len(dates)
    terms: dict[str, float] = defaultdict(float)
    terms[f"days {min(days, MOST_DAYS)}"] = 1.0
    terms["hull"] = float(ship.hull - numbers.hull)
    terms["hull by days"] = float(ship.hull - numbers.hull) * days
    terms["maneuver"] = float(ship.maneuver - numbers.maneuver)
    terms["men"] = float(sum(ship.men.values()) - sum(numbers.men.values()))
    terms["morale"] = float(ship.morale)
    for post, officer in ship.crew.items():
        terms[post] = officer.value * math.sqrt(days)
    for number, date in enumerate(dates):
        # The calendar periods of chart 7-1 differ in the fighters overhead.
        terms[play.tables["7-1"].period_of(date)] += 1.0
        if raid.kikusui_today(state_with(play, date=date)):
            terms["kikusui"] += 1.0
            # The first date is today.
            terms["kikusui today"] += not number
    return terms
