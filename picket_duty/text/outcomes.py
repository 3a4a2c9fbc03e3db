"""What hangs on each answer to a decision, in figures and in words.

The figures are worked out in ``odds``, exactly; here they are structs, one for each kind of consequence, and the words
that stand beside an option, a job or a plane. Chances are shares of 1, strikes and points are what is expected.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import msgspec

from picket_duty.charts.words import day_words
from picket_duty.text.names import POST_NAMES, count, signed


class Steering(msgspec.Struct, frozen=True):
    """An emergency maneuver tried, or the course held (``made`` None).

    ``strikes`` are expected of this wave, ``if_made`` with the maneuver made; ``fuel`` are the points that tonight
    takes (None where the try changes nothing of it), ``dry`` the chance that they are all she has.
    """

    made: float | None
    strikes: float
    if_made: float = 0.0
    fuel: float | None = None
    dry: float = 0.0


class Declaring(msgspec.Struct, frozen=True):
    """An emergency declared, or not (``granted`` None).

    ``repairs`` of ``rolls`` succeed in this round with the men as the staff sends them. ``strikes`` are expected of
    the next wave of ``planes`` (0 where none is known), ``raids`` says whether another raid may come today.
    """

    granted: float | None
    repairs: float
    rolls: int
    strikes: float
    planes: int
    raids: bool


class Rescinding(msgspec.Struct, frozen=True):
    """An emergency ended, or left to stand (``silent``): the strikes expected of this wave, the repairs' modifier."""

    silent: bool
    strikes: float
    repairs: int


class FightingFires(msgspec.Struct, frozen=True):
    """Nothing flooded: the chance of each fire, by its compartment, that the men put it out in this round."""

    fires: tuple[tuple[str, float], ...]


class FloodingRoom(msgspec.Struct, frozen=True):
    """A burning compartment flooded: that it works, that it explodes instead; the flood track then."""

    works: float
    explodes: float
    flood: int
    limit: int


class Righting(msgspec.Struct, frozen=True):
    """Counterflooding at a place, or none (``works`` None): list and trim then, and whether they hinder guns and helm.

    The flood track stands at ``flood`` of ``limit``, at ``flooded`` after an attempt that works.
    """

    works: float | None
    list_points: int
    trim_points: int
    hinders: bool
    flood: int
    flooded: int
    limit: int


class Staying(msgspec.Struct, frozen=True):
    """Staying on station: stores, and the chance of each that the next day takes all of it; the hull."""

    fuel: int
    fuel_out: float
    ammunition: int
    ammunition_out: float
    hull: int


class GoingIn(msgspec.Struct, frozen=True):
    """Going in: the day she is back with its chance, day by day; to the rear for good; lost on the way; mended."""

    back: tuple[tuple[datetime.date, float], ...]
    rear: float
    founders: float
    mended: bool


class Relieving(msgspec.Struct, frozen=True):
    """A ship that takes the station, as she comes: tracks, what is destroyed aboard, the posts with a value."""

    hull: int
    fuel: int
    ammunition: int
    men: int
    destroyed: int
    crew: tuple[tuple[str, int], ...]


class Working(msgspec.Struct, frozen=True):
    """A repair job: its chance by its men, from one on; what becomes of it if it fails.

    ``level`` is that of a deck fire then, which costs ``hull`` points and past ``limit`` is out of control, ``wild``
    where it is so already. A compartment's fire brings a marker more at a chance of ``spreads``, to ``markers`` of
    ``limit``.
    """

    rates: tuple[float, ...]
    level: int = 0
    hull: int = 0
    spreads: float = 0.0
    markers: int = 0
    limit: int = 0
    wild: bool = False


class Striking(msgspec.Struct, frozen=True):
    """A plane: the chance that it or its weapon strikes if nobody fires at it, and under the staff's plan."""

    unfired: float
    planned: float


Stake = (
    Steering | Declaring | Rescinding | FightingFires | FloodingRoom | Righting | Staying | GoingIn | Relieving
    | Working | Striking
)  # fmt: skip
#: Stakes by the option, the job, or the number of the plane as the game counts it.
Stakes = Mapping[str, Stake]


def percent(share: float) -> str:
    """A chance as people read it; what is not impossible or certain is not told as such."""
    if 0.0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1.0 - 1e-9 else f"{share:.0%}"


def stake_words(stake: Stake) -> str:
    """The consequence of an option in one line."""
    match stake:
        case Steering():
            return _steering(stake)
        case Declaring():
            return _declaring(stake)
        case Rescinding():
            guns = "guns silent" if stake.silent else "guns fire"
            repairs = f"repairs {'keep' if stake.silent else 'lose'} their {signed(stake.repairs)}"
            return f"{guns}: {strikes_words(stake.strikes)}; {repairs}"
        case FightingFires():
            fires = ", ".join(f"{name} {percent(out)}" for name, out in stake.fires)
            return f"the men fight on; out this round: {fires}"
        case FloodingRoom():
            works = f"works {percent(stake.works)}: fire out, compartment lost, flooding {stake.flood} of {stake.limit}"
            return f"{works}; explodes {percent(stake.explodes)}"
        case Righting():
            return _righting(stake)
        case Staying():
            return _staying(stake)
        case GoingIn():
            return _going_in(stake)
        case Relieving():
            return _relieving(stake)
        case Working():
            return _working(stake)
        case Striking():
            return f"strikes {percent(stake.unfired)} if unfired at, {percent(stake.planned)} as the staff plans"


def strikes_words(strikes: float) -> str:
    """Strikes that are expected."""
    return f"{strikes:.2f} strikes expected"


def _steering(stake: Steering) -> str:
    words = strikes_words(stake.strikes)
    if stake.made is not None:
        words = f"made {percent(stake.made)}: {words} ({stake.if_made:.2f} if made)"
    if stake.fuel is None:
        return words
    dry = f" (all there is: {percent(stake.dry)})" if stake.dry else ""
    return f"{words}, fuel tonight -{stake.fuel:.1f}{dry}"


def _declaring(stake: Declaring) -> str:
    found = [f"{stake.repairs:.1f} of {count(stake.rolls, 'repair')} expected" if stake.rolls else "no repairs to make"]
    guns = "guns silent in the next wave" if stake.granted is not None else ""
    if stake.planes:
        planes = count(stake.planes, "plane")
        found.append(f"{guns or 'next wave'}, {planes}: {strikes_words(stake.strikes)}")
    elif guns:
        found.append("guns silent in the next raid's first wave" if stake.raids else "no raid can come before it ends")
    granted = f"granted {percent(stake.granted)}: " if stake.granted is not None else ""
    return granted + "; ".join(found)


def _righting(stake: Righting) -> str:
    sides = (("list", stake.list_points, "starboard", "port"), ("trim", stake.trim_points, "aft", "forward"))
    found = [f"{name} {abs(points)} {more if points > 0 else less}" for name, points, more, less in sides if points]
    words = f"{', '.join(found) or 'on an even keel'}{', hinders guns and helm' if stake.hinders else ''}"
    if stake.works is not None:
        return f"{percent(stake.works)}: {words}"
    return f"{words}; water {stake.flood} of {stake.limit}, {stake.flooded} with more"


def _staying(stake: Staying) -> str:
    fuel = f"fuel {stake.fuel}" + (f", gone tomorrow {percent(stake.fuel_out)}" if stake.fuel_out else "")
    rounds = f"ammunition {stake.ammunition}"
    if stake.ammunition_out:
        rounds += f", gone tomorrow if attacked {percent(stake.ammunition_out)}"
    return f"{fuel}; {rounds}; hull {stake.hull}"


def _going_in(stake: GoingIn) -> str:
    found = []
    if stake.back:
        found.append(f"back about {back_words(stake.back)}")
    if stake.rear:
        found.append(f"to the rear for good {percent(stake.rear)}")
    if stake.founders:
        found.append(f"lost on the way {percent(stake.founders)}")
    found.append("all mended" if stake.mended else "stores full, what is destroyed stays so")
    return "; ".join(found)


def back_words(back: tuple[tuple[datetime.date, float], ...]) -> str:
    """The likeliest middle of some days, and their span: ``Apr 16 (12-19)``."""
    half, sofar = sum(share for _, share in back) / 2, 0.0
    days = sorted(back)
    middle = days[-1][0]
    for day, share in days:
        sofar += share
        if sofar >= half:
            middle = day
            break
    first, last = days[0][0], days[-1][0]
    if first == last:
        return day_words(middle)
    if first.month == last.month:
        return f"{day_words(middle)} ({first.day}-{last.day})"
    return f"{day_words(middle)} ({day_words(first)} to {day_words(last)})"


def _relieving(stake: Relieving) -> str:
    tracks = f"hull {stake.hull}, fuel {stake.fuel}, ammunition {stake.ammunition}, men {stake.men}"
    destroyed = f"; {count(stake.destroyed, 'thing')} destroyed" if stake.destroyed else ""
    crew = ", ".join(f"{POST_NAMES[post]} {signed(value)}" for post, value in stake.crew)
    return f"{tracks}{destroyed}; {crew or 'nobody aboard is worth more or less than another'}"


def _working(stake: Working) -> str:
    first, *more = stake.rates or (0.0,)
    ladder = f"1 man {percent(first)}" + "".join(f", {men} {percent(rate)}" for men, rate in enumerate(more, 2))
    worse = worse_words(stake)
    return f"{ladder if stake.rates else 'no men left'}{f'; else {worse}' if worse else ''}"


def worse_words(stake: Working) -> str:
    """What becomes of a job that fails; empty where nothing does."""
    if stake.level:
        out = "burns on out of control" if stake.wild else "out of control"
        grown = out if stake.level > stake.limit else f"level {stake.level}"
        return grown + (f", hull -{stake.hull}" if stake.hull else "")
    if not stake.spreads:
        return ""
    end = "destroyed" if stake.markers >= stake.limit else f"marker {stake.markers} of {stake.limit}"
    return f"{end} {percent(stake.spreads)}"
