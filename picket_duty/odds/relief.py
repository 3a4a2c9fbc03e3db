"""What each answer about relief brings, part by part: the ship as she is then, how long her stores
last, the possible days of return, and the days left to serve.

The figures are exact: they come from the rolls that play would request. They are for the page of
the decision; ``consequences`` has those of the JSON.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import msgspec

from picket_duty.odds.departure import Departure, departure_for_repairs, departure_for_stores
from picket_duty.odds.fire import state_with
from picket_duty.odds.roll_odds import outcomes
from picket_duty.odds.survival import dates_to_serve
from picket_duty.requests import Choice, Roll
from picket_duty.rules import anchorage, campaign, raid, records, upkeep
from picket_duty.rules.play import Play
from picket_duty.state import PATROL, Ship

#: The chance that a store runs out before the days of ``Lasting``, or after them.
TAIL = 0.1
#: The most days for which a store is followed: the whole calendar is not longer.
MOST_DAYS = 100


class Lasting(msgspec.Struct, frozen=True):
    """The ``first`` and the ``last`` day on which a store is likely to run out.

    The days are counted from 1; for ammunition, only days with an attack count. The chance that the
    store runs out before ``first`` is below ``TAIL``, and the chance that it lasts beyond ``last``
    is at most ``TAIL``.
    """

    first: int
    last: int


class ReturnDay(msgspec.Struct, frozen=True):
    """A possible day on station: its chance, the Kikusui days missed until then, the dates that she
    serves from then on and the Kikusui days among them.

    ``is_late``: the game is over by then, or too few days are left for those to serve.
    """

    date: datetime.date
    chance: float
    missed: int
    serves: tuple[datetime.date, ...] = ()
    kikusui: int = 0
    is_late: bool = False


class ReliefOption(msgspec.Struct, frozen=True):
    """An answer about relief: the ship and her stores once she is on station again.

    ``leaving`` has the chances if she leaves, None if she stays; ``returns`` are the days on which
    she may be back, tomorrow if she stays.
    """

    hull: int
    maneuver: int
    men: int
    destroyed: int
    fuel: Lasting
    ammunition: Lasting
    returns: tuple[ReturnDay, ...]
    leaving: Departure | None = None


def relief_parts(play: Play, choice: Choice) -> dict[str, ReliefOption]:
    """The parts of each legal answer about relief; the game does not change."""
    options: dict[str, ReliefOption] = {}
    for name in choice.legal():
        if name == upkeep.STAY:
            tomorrow = play.state.date + campaign.ONE_DAY
            options[name] = _option(play, play.ship, ((tomorrow, 1.0),))
            continue
        is_repair = name == upkeep.ASK_REPAIR
        away = anchorage.REPAIR if is_repair else anchorage.REPLENISH
        leaving = departure_for_repairs(play) if is_repair else departure_for_stores(play)
        back = anchorage.refitted(play, msgspec.structs.replace(play.ship, away=away))
        options[name] = _option(play, back, leaving.back, leaving)
    return options


def _option(
    play: Play,
    ship: Ship,
    back: tuple[tuple[datetime.date, float], ...],
    leaving: Departure | None = None,
) -> ReliefOption:
    tomorrow = state_with(play, maneuvered_today=False)
    return ReliefOption(
        hull=ship.hull,
        maneuver=ship.maneuver,
        men=sum(ship.men.values()),
        destroyed=anchorage.things_destroyed(state_with(play, ship=ship)),
        fuel=lasting(upkeep.fuel_roll(tomorrow), ship.fuel),
        ammunition=lasting(upkeep.ammunition_roll(tomorrow), ship.ammunition),
        returns=tuple(_return_day(play, date, chance) for date, chance in back),
        leaving=leaving,
    )


def lasting(roll: Roll, left: int) -> Lasting:
    """How long a store of so many points lasts if this roll is made once a day."""
    first = 0
    day = 0
    for day, chance in enumerate(empty_by(roll, left), 1):
        if not first and chance >= TAIL:
            first = day
        if chance >= 1.0 - TAIL:
            break
    return Lasting(first or day, day)


def empty_by(roll: Roll, left: int) -> Iterator[float]:
    """The chance that a store is empty after 1, 2, ... rolls."""
    used = [(int(row["spaces"]), share) for row, share in outcomes(roll)]
    #: The chance of each number of points left.
    chances = {left: 1.0}
    for _ in range(MOST_DAYS):
        after: dict[int, float] = {}
        for points, chance in chances.items():
            for spaces, share in used:
                # An empty store stays empty.
                rest = max(0, points - spaces) if points else 0
                after[rest] = after.get(rest, 0.0) + chance * share
        chances = after
        yield chances.get(0, 0.0)


def _return_day(play: Play, date: datetime.date, chance: float) -> ReturnDay:
    then = state_with(play, date=date)
    serves = dates_to_serve(then, days_left(then))
    is_late = date > records.last_day(play.state, play.tables)
    return ReturnDay(
        date=date,
        chance=chance,
        missed=len(kikusui_ahead(play, date - campaign.ONE_DAY)),
        serves=tuple(serves),
        kikusui=len(_kikusui(play, serves)),
        is_late=is_late or len(serves) < campaign.days_to_serve(play),
    )


def days_left(play: Play) -> int:
    """The days to serve from today on: the fighting days of a mini campaign or stage, the rest of a
    patrol; 0 in a game without a number of days.
    """
    state = play.state
    if state.setup.kind == PATROL:
        return max(0, (records.last_day(state, play.tables) - state.date).days + 1)
    return campaign.days_to_serve(play)


def kikusui_ahead(play: Play, last: datetime.date) -> list[datetime.date]:
    """The Kikusui days after today up to ``last``."""
    days = (last - play.state.date).days
    dates = [play.state.date + number * campaign.ONE_DAY for number in range(1, days + 1)]
    return _kikusui(play, dates)


def _kikusui(play: Play, dates: list[datetime.date]) -> list[datetime.date]:
    return [date for date in dates if raid.kikusui_today(state_with(play, date=date))]


def ready_ships(play: Play) -> list[Ship]:
    """The ships of the squadron, as they are repaired, that can take the station tomorrow."""
    tomorrow = play.state.date + campaign.ONE_DAY
    return [
        anchorage.refitted(play, ship)
        for ship in play.state.squadron
        if ship.back is not None and ship.back <= tomorrow
    ]
