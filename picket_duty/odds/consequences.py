"""The expected consequences of each option of a decision: a struct for each kind.

``option_outcomes`` computes them exactly. Chances are probabilities from 0 to 1; strikes, repairs and points are
expected values.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping

import msgspec


class ManeuverOutcome(msgspec.Struct, frozen=True):
    """An emergency maneuver is attempted, or the course is held (``made`` is None).

    ``strikes`` of this wave, ``if_made`` if the attempt succeeds. ``fuel`` points used tonight (None if the attempt
    does not change them), ``dry`` the chance that no fuel is left then.
    """

    made: float | None
    strikes: float
    if_made: float = 0.0
    fuel: float | None = None
    dry: float = 0.0


class Risk(msgspec.Struct, frozen=True):
    """The chances that the ship sinks in a damage control round, and that she stays afloat but must leave.

    ``leaves`` is 0 if she must leave her station anyway.
    """

    sinks: float = 0.0
    leaves: float = 0.0


class Declaring(msgspec.Struct, frozen=True):
    """An emergency is declared, or not (``granted`` is None).

    ``repairs`` of ``rolls`` succeed in this round with the recommended men; ``fire``: the only one puts out a deck
    fire. ``strikes`` of the next wave of ``planes`` (0 if unknown); ``raid`` is the chance of another raid today.
    ``risk`` is that of this round if the emergency is granted, ``in_all`` whether it is granted or not.
    ``must_leave``: she must leave her station anyway. ``no_return`` is the chance that a ship of a mini campaign or
    stage that leaves is not back in time to serve her days.
    """

    granted: float | None
    repairs: float
    rolls: int
    strikes: float
    planes: int
    raid: float
    risk: Risk = Risk()
    in_all: Risk = Risk()
    must_leave: bool = False
    fire: bool = False
    no_return: float = 0.0


class Rescinding(msgspec.Struct, frozen=True):
    """An emergency is ended, or kept (``silent``): strikes of this wave, and the modifier on repairs."""

    silent: bool
    strikes: float
    repairs: int


class FightingFires(msgspec.Struct, frozen=True):
    """Nothing is flooded: the chance that the men put each fire out in this round, by compartment."""

    fires: tuple[tuple[str, float], ...]


class FloodingRoom(msgspec.Struct, frozen=True):
    """A burning compartment is flooded: the chances of success and of an explosion, and the flood track then."""

    works: float
    explodes: float
    flood: int
    limit: int


class CounterfloodOutcome(msgspec.Struct, frozen=True):
    """Counterflooding, or none (``works`` is None): the resulting list and trim, and whether they hinder guns and helm.

    The flood track is at ``flood`` of ``limit``, and at ``flooded`` after an attempt that works.
    """

    works: float | None
    list_points: int
    trim_points: int
    hinders: bool
    flood: int
    flooded: int
    limit: int


class Staying(msgspec.Struct, frozen=True):
    """Staying on station: hull, maneuver, stores, and for each store the chance that the next day uses it up.

    ``maneuver`` is None if none of it is lost.
    """

    fuel: int
    fuel_out: float
    ammunition: int
    ammunition_out: float
    hull: int
    maneuver: int | None = None


#: The possible days of return, in order, each with its chance.
Returns = tuple[tuple[datetime.date, float], ...]


class GoingIn(msgspec.Struct, frozen=True):
    """Leaving the station: the chances of each day of return, of being sent to the rear, and of being lost on the way.

    ``is_repaired`` is true if everything is repaired, not only replenished. ``over`` is the chance that the game ends
    before the ship is back, or in a mini campaign or stage before the days that she has ``to_serve`` are over.
    ``rear_loses`` is what a ship sent to the rear loses: ``the campaign``, ``stage 2``, or empty.
    """

    back: Returns
    rear: float
    founders: float
    is_repaired: bool
    over: float = 0.0
    rear_loses: str = ""
    to_serve: int = 0


class Relieving(msgspec.Struct, frozen=True):
    """A ship that takes the station: tracks, number of items destroyed, posts with a value other than 0."""

    hull: int
    fuel: int
    ammunition: int
    men: int
    destroyed: int
    crew: tuple[tuple[str, int], ...]


class RepairOutcome(msgspec.Struct, frozen=True):
    """A repair job: its chance with 1, 2, ... men, and what happens if it fails.

    A deck fire then has this ``level``, costs ``hull`` points, and is out of control past ``limit``
    (``out_of_control``: it is already); ``may_sink``: no hull is left then, and a roll decides whether she sinks. A
    compartment's fire adds a marker with the chance ``spreads``, which makes ``markers`` of ``limit``.
    """

    rates: tuple[float, ...]
    level: int = 0
    hull: int = 0
    spreads: float = 0.0
    markers: int = 0
    limit: int = 0
    out_of_control: bool = False
    may_sink: bool = False


class Striking(msgspec.Struct, frozen=True):
    """A plane: the chance that it or its weapon strikes if nobody fires at it, and under the recommended plan."""

    unfired: float
    planned: float


Consequence = (
    ManeuverOutcome | Declaring | Rescinding | FightingFires | FloodingRoom | CounterfloodOutcome | Staying | GoingIn
    | Relieving | RepairOutcome | Striking
)  # fmt: skip
#: By the value of the option, the id of the job, or the number of the plane counted from 0.
Consequences = Mapping[str, Consequence]
