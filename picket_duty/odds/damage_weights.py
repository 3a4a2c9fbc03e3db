"""Damage weights: the cost of damage in ships lost, used to compare fire plans and repairs.

Plans are made with weights set by hand. Costs are stated with those measured in games won
(``weights.toml``, made by ``tools/weights.py``), if they are precise enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from picket_duty.book import Tables
from picket_duty.book.ids import RADARS
from picket_duty.charts.toml_files import read_toml
from picket_duty.odds.raid_costs import radars_cost, support_ship_cost, team_cost
from picket_duty.rules.play import Play
from picket_duty.state import CAMPAIGN, SCENARIO

T = TypeVar("T")


#: The cost of a ship lost: the unit.
LOST = 1.0
#: Cost of a damaged instrument or mount, as a share of its whole cost.
DAMAGED_SHARE = 0.5
#: The largest margin of error with which a measured weight is used, as a share of its value.
LARGEST_MARGIN = 1 / 3
#: The id of the measured cost of a ship lost.
SHIP = "ship"


class Weights(msgspec.Struct, frozen=True):
    """The cost of each kind of damage, in ships lost; the defaults are set by hand.

    ``mounts`` and ``magazines`` are by caliber; the caliber's own file has those set by hand.
    ``radars`` (both together), ``team`` and ``support_ship`` are None if their cost follows from
    the charts they shift (``raid_costs``).
    """

    #: Leaving the station: a scenario is lost (rules 9); a campaign continues for weeks without the
    #: ship.
    leave: float = 0.4
    #: A plane's hit and a near miss as measured, with all consequences; None for the sum of their
    #: effects.
    hit: float | None = None
    near_miss: float | None = None
    #: Dead in the water: the ship must leave, and may founder on the way (table 16).
    stopped: float = 0.7
    #: One of six hull points: at 0 table 14 decides, and 14-1 takes more with every wave that hits.
    hull_point: float = 0.06
    #: A deck fire: hull points and men to fight it, and table 16 if it gets out of control.
    deck_fire: float = 0.04
    #: A hit marker on a burning compartment: one step closer to its destruction.
    marker: float = 0.01
    #: The ship has ten maneuver points; losing half of them already costs maneuvers.
    maneuver_point: float = 0.01
    fuel_point: float = 0.01
    #: A director; the guns themselves count by their caliber.
    director: float = 0.01
    #: All gun bonuses, lost with the fire rooms: about two of the ten heavy mounts.
    bonuses: float = 0.04
    #: Equipment with a separate cost.
    mk37: float = 0.03
    water_lines: float = 0.01
    rudder: float = 0.0
    shaft: float = 0.0
    radars: float | None = None
    team: float | None = None
    support_ship: float | None = None
    #: An officer or chief: the successor's value is rolled again.
    officer: float = 0.005
    #: A stack hit bars the emergency maneuver until repaired.
    stack: float = 0.03
    #: A secondary compartment: morale, and flooding below the waterline.
    secondary: float = 0.003
    mounts: dict[str, float] = {}
    magazines: dict[str, float] = {}


#: The weight of each piece of equipment; the radars share one.
EQUIPMENT = {
    "mk37": "mk37",
    "water-lines": "water_lines",
    "rudder": "rudder",
    "port-shaft": "shaft",
    "stbd-shaft": "shaft",
}
#: Set by hand; a scenario is lost when the ship leaves its station.
BY_HAND = Weights()
BY_HAND_IN_SCENARIOS = Weights(leave=LOST)


class Measure(msgspec.Struct, frozen=True, eq=False):
    """Costs of damage: charts of a set of tables, weighted by a set of weights."""

    tables: Tables
    weights: Weights

    def equipment(self, item: str) -> float:
        """The cost of a piece of equipment."""
        if item not in RADARS:
            # Other equipment has no weight.
            return float(getattr(self.weights, EQUIPMENT[item])) if item in EQUIPMENT else 0.0
        radars = self.weights.radars
        return (radars_cost(self.tables) if radars is None else radars) / len(RADARS)

    def mount(self, mount: str) -> float:
        """The cost of a mount, 0 if no ship of the tables carries it."""
        caliber = self.tables.mounted.get(mount)
        return self.caliber(caliber.id) if caliber else 0.0

    def caliber(self, name: str) -> float:
        """The cost of a mount of a caliber."""
        return self.weights.mounts.get(name, self.tables.calibers[name].worth)

    @property
    def team(self) -> float:
        """The cost of the fighter direction team."""
        return team_cost(self.tables) if self.weights.team is None else self.weights.team

    @property
    def support_ship(self) -> float:
        """The cost of a support ship."""
        return (
            support_ship_cost(self.tables)
            if self.weights.support_ship is None
            else self.weights.support_ship
        )

    def magazine(self, feeds: str) -> float:
        """The cost of a magazine by the caliber it feeds."""
        return self.weights.magazines.get(feeds, self.tables.calibers[feeds].magazine_worth)


def by_hand(play: Play) -> Measure:
    """The measure set by hand, for making plans."""
    return hand_measure(play.tables, play.state.scenario)


def fitted(play: Play) -> Measure:
    """The measure fitted to games won, for stating costs."""
    return _fitted(play.tables, SCENARIO if play.state.scenario else CAMPAIGN)


@lru_cache(maxsize=16)
def hand_measure(tables: Tables, scenario: bool = False) -> Measure:
    """The measure set by hand, for scenarios or for campaigns and patrols."""
    return Measure(tables, BY_HAND_IN_SCENARIOS if scenario else BY_HAND)


@lru_cache(maxsize=16)
def _fitted(tables: Tables, kind: str) -> Measure:
    default = hand_measure(tables, kind == SCENARIO).weights
    measured = [weight for weight in load_weights() if weight.kind == kind]
    return Measure(tables, fitted_weights(measured, default))


class MeasuredWeight(msgspec.Struct, frozen=True):
    """A weight measured in a kind of game, with its 95 % interval and the number of positions it
    was measured at.

    ``id`` names a field of ``Weights``, or one of its tables and a caliber. ``SHIP`` is the cost of
    a ship lost in games won; all others are shares of it.
    """

    id: str
    words: str
    kind: str
    value: float
    low: float
    high: float
    moments: int

    @property
    def known(self) -> bool:
        """Whether it is precise enough to be used: the margin of error is at most ``LARGEST_MARGIN``."""
        margin = (self.high - self.low) / 2
        return margin <= LARGEST_MARGIN * abs(self.value)


@lru_cache(maxsize=1)
def load_weights() -> tuple[MeasuredWeight, ...]:
    """The weights measured in games won."""
    return load_measured("weights.toml", dict[str, tuple[MeasuredWeight, ...]])["worths"]


def load_measured(name: str, kind: type[T]) -> T:
    """The numbers of a file, such as ``weights.toml``. Raises msgspec.ValidationError."""
    return msgspec.convert(read_toml(Path(__file__).with_name(name)), kind)


def fitted_weights(measured: Iterable[MeasuredWeight], by_hand: Weights = BY_HAND) -> Weights:
    """Weights set by hand, replaced by measured ones that are precise enough."""
    given: dict[str, Any] = {"mounts": {}, "magazines": {}}
    for weight in measured:
        table, _, caliber = weight.id.partition(" ")
        if weight.known and caliber:
            given[table][caliber] = weight.value
        elif weight.known and table in Weights.__struct_fields__:
            given[table] = weight.value
    return msgspec.structs.replace(by_hand, **given)
