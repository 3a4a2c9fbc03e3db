"""Leaving the station for stores or for repairs: when the ship is back, and the chances that she is not."""

from __future__ import annotations

import datetime
from collections import defaultdict

import msgspec

from picket_duty.odds import repair
from picket_duty.odds.fire import ship_with
from picket_duty.odds.roll_odds import outcomes
from picket_duty.rules import (
    anchorage,
    campaign,
    records,
)
from picket_duty.rules.play import Play
from picket_duty.text.campaign_progress import at_stake_words

#: The possible days of return, in order, each with its chance.
Returns = tuple[tuple[datetime.date, float], ...]


class Departure(msgspec.Struct, frozen=True):
    """Leaving the station: the chances of each day of return, of being sent to the rear, and of
    being lost on the way.

    ``is_repaired`` is whether everything is repaired; else the ship is only replenished. ``over`` is
    the chance that the game ends before she is back. In a mini campaign or stage, it is the chance
    that the game ends before she has served the days that she has ``to_serve``. ``rear_loses`` is
    what a ship sent to the rear loses: ``the campaign``, ``stage 2``, or empty.
    """

    back: Returns
    rear: float
    founders: float
    is_repaired: bool
    over: float = 0.0
    rear_loses: str = ""
    to_serve: int = 0


def chance_of_no_return(play: Play) -> float:
    """The chance that a ship with days to serve does not serve them after a forced return."""
    if not campaign.days_to_serve(play):
        return 0.0
    # A forced return always rolls on table 16 first. A return for repairs does so only with a badly
    # damaged hull, so the hull is set to 0.
    in_port = departure_for_repairs(ship_with(play, hull=0))
    return in_port.founders + in_port.rear + in_port.over


def departure_for_stores(play: Play) -> Departure:
    """Leaving for stores: table 18-1."""
    rows = outcomes(anchorage.replenish_roll(play))
    back = _return_dates(play, [(int(row["days"]), share) for row, share in rows])
    return Departure(
        back,
        rear=0.0,
        founders=0.0,
        is_repaired=False,
        over=_over(play, back),
        to_serve=campaign.days_to_serve(play),
    )


def departure_for_repairs(play: Play) -> Departure:
    """Leaving for repairs: table 16 for a badly damaged ship, then table 18."""
    week = play.tables.numbers.days_in_week
    rows = outcomes(anchorage.repairs_roll(play))
    founders = 0.0
    if play.ship.hull < play.tables.numbers.steady_hull:
        founders = repair.sinks_on_the_way(play)
    days = [
        (int(row["weeks"]) * week, share * (1.0 - founders))
        for row, share in rows
        if not row["rear"]
    ]
    rear = sum(share for row, share in rows if row["rear"]) * (1.0 - founders)
    back = _return_dates(play, days)
    data = campaign.data_of(play)
    rear_loses = at_stake_words(play.state)
    if data is not None and not data.replacement:
        # The campaign ends with its ship.
        rear_loses = "the campaign"
    return Departure(
        back,
        rear=rear,
        founders=founders,
        is_repaired=True,
        over=_over(play, back),
        rear_loses=rear_loses,
        to_serve=campaign.days_to_serve(play),
    )


def _over(play: Play, back: Returns) -> float:
    """The chance that a game with a single ship ends before she is back and has served her days."""
    if play.state.squadron:
        return 0.0
    last_day = records.last_day(play.state, play.tables)
    # The last day on which she can be back and still has the days that she must serve.
    last = last_day - campaign.ONE_DAY * max(0, campaign.days_to_serve(play) - 1)
    return sum(share for day, share in back if day > last)


def _return_dates(play: Play, days: list[tuple[int, float]]) -> Returns:
    """The dates of return after some days away, each with its chance."""
    days_back: dict[datetime.date, float] = defaultdict(float)
    for away, share in days:
        days_back[anchorage.back_after(play.state.date, away)] += share
    return tuple(sorted(days_back.items()))
