"""Damage weights: the cost of damage in ships lost, used to compare fire plans and repairs.

The chance of an effect comes from the charts, its cost from weights. Plans are made with weights
set by hand. Costs are stated with those measured in games won (``weights.toml``, made by
``tools/weights.py``), if they are precise enough. The cost of radars, fighter direction and support
ships follows from the charts they shift (7-1, 7-2, 8-1, S-1, 9-2). As printed, 8-1 brings more
planes to a ship that has them, so a loss may cost less than nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from picket_duty.book import Tables, effects
from picket_duty.book.effects import NO_ATTACK, RANDOM, Effect
from picket_duty.book.ids import PLOTTING_ROOMS, RADARS, STACK
from picket_duty.book.vocabulary import FireResult
from picket_duty.charts import Chart
from picket_duty.charts.reading import read_toml
from picket_duty.odds.roll_odds import row_outcomes
from picket_duty.rules import gunnery
from picket_duty.rules.coverage import TYPES
from picket_duty.rules.play import Play
from picket_duty.state import CAMPAIGN, DAMAGED, DESTROYED, SCENARIO, SECTIONS, WORKING

T = TypeVar("T")


def load_measured(name: str, kind: type[T]) -> T:
    """The numbers of a file, such as ``weights.toml``. Raises msgspec.ValidationError."""
    return msgspec.convert(read_toml(Path(__file__).with_name(name)), kind)


#: The cost of a ship lost: the unit.
LOST = 1.0
#: Cost of a damaged instrument or mount, as a share of its whole cost.
DAMAGED_SHARE = 0.5


class Weights(msgspec.Struct, frozen=True):
    """The cost of each kind of damage, in ships lost; the defaults are set by hand.

    ``mounts`` and ``magazines`` are by caliber; the caliber's own file has those set by hand.
    ``radars`` (both together), ``team`` and ``support_ship`` are None if their cost follows from
    the charts they shift (``raids``).
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
            return float(getattr(self.weights, EQUIPMENT[item]))
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
    by_hand = hand_measure(tables, kind == SCENARIO).weights
    return Measure(
        tables,
        fitted_weights((weight for weight in load_weights() if weight.kind == kind), by_hand),
    )


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
        """Whether it is precise enough to be used: the margin of error is at most a third of the
        value.
        """
        return self.high - self.low <= 2 * KNOWN * abs(self.value)


#: The largest margin of error of a weight in use, as a share of its value.
KNOWN = 1 / 3
SHIP = "ship"


@lru_cache(maxsize=1)
def load_weights() -> tuple[MeasuredWeight, ...]:
    """The weights measured in games won."""
    return load_measured("weights.toml", dict[str, tuple[MeasuredWeight, ...]])["worths"]


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


def effects_cost(measure: Measure, chart: Chart, what: Iterable[Effect], markers: int) -> float:
    """The mean cost of the effects of a row; ``markers`` are those that a hit puts on a
    compartment.
    """
    return sum(EFFECT_COSTS[type(effect)](measure, chart, effect, markers) for effect in what)


#: The mean cost of an effect by measure, chart, effect and the markers that a hit puts on a
#: compartment.
EffectCost = Callable[[Measure, Chart, Any, int], float]


def _always(cost: float) -> EffectCost:
    return lambda measure, chart, effect, markers: cost


def _by_weight(name: str) -> EffectCost:
    return lambda measure, chart, effect, markers: float(getattr(measure.weights, name))


def _each_point(name: str) -> EffectCost:
    return lambda measure, chart, effect, markers: float(
        getattr(measure.weights, name) * effect.points
    )


def _mount_hit(
    measure: Measure, chart: Chart, effect: effects.HitTub | effects.Hit5in, markers: int
) -> float:
    worth = measure.mount(effect.mount)
    return sum(_die_cost(chart.die(note), worth) for note in effect.notes)


def _by_chart(chart_id: str) -> EffectCost:
    return lambda measure, chart, effect, markers: chart_cost(measure, chart_id, None, markers)


def _compartment_destroyed(
    measure: Measure, chart: Chart, effect: effects.DestroyCompartment, markers: int
) -> float:
    return (
        destruction_cost(measure, effect.compartment)
        if effect.compartment
        else measure.weights.hull_point
    )


def _compartment_hit(
    measure: Measure, chart: Chart, effect: effects.HitCompartment, markers: int
) -> float:
    """The cost of its notes and of the markers as a share of its destruction; a stack has a
    separate weight.
    """
    data = measure.tables.compartments[effect.compartment]
    notes = 0.0
    for note in effect.notes:
        if note in chart.die_charts:
            rows = row_outcomes(chart.die(note), None, 0)
            notes += sum(
                chance * effects_cost(measure, chart, row.effects, markers) for row, chance in rows
            )
        else:
            notes += effects_cost(measure, chart, chart.note(note).effects, markers)
    if data.kind == STACK:
        return notes + measure.weights.stack
    return notes + destruction_cost(measure, data.id) * markers / data.markers


#: The mean cost of each type of effect.
EFFECT_COSTS: Mapping[type[Effect], EffectCost] = {
    effects.Sink: _always(LOST),
    effects.DeadInWater: _by_weight("stopped"),
    effects.LoseHull: _each_point("hull_point"),
    effects.LoseManeuver: _each_point("maneuver_point"),
    effects.LoseFuel: _each_point("fuel_point"),
    effects.LoseSfs: lambda measure, chart, effect, markers: measure.support_ship,
    effects.LoseLandRadar: _always(0.0),
    effects.LoseGunBonuses: _by_weight("bonuses"),
    effects.DeckFire: _by_weight("deck_fire"),
    effects.NearMiss: _by_chart("11-1"),
    effects.Random: _by_chart("15"),
    effects.Superficial: _always(0.0),
    effects.Nothing: _always(0.0),
    effects.KillFdt: lambda measure, chart, effect, markers: measure.team,
    effects.KillOfficer: _by_weight("officer"),
    effects.Kill: lambda measure, chart, effect, markers: (
        measure.weights.officer * len(effect.posts)
    ),
    effects.HitCompartment: _compartment_hit,
    effects.DestroyCompartment: _compartment_destroyed,
    effects.HitTub: _mount_hit,
    effects.Hit5in: _mount_hit,
    effects.Hit20mm: lambda measure, chart, effect, markers: measure.mount(effect.mount),
    effects.DestroyMounts: lambda measure, chart, effect, markers: sum(
        map(measure.mount, effect.mounts)
    ),
    effects.HitEquipment: lambda measure, chart, effect, markers: sum(
        _die_cost(chart.die(effect.notes[0]), measure.equipment(item)) for item in effect.items
    ),
    effects.DamageEquipment: lambda measure, chart, effect, markers: sum(
        map(measure.equipment, effect.items)
    ),
    effects.DestroyEquipment: lambda measure, chart, effect, markers: sum(
        map(measure.equipment, effect.items)
    ),
    effects.HitSecondary: _by_weight("secondary"),
    effects.LinesOut: _by_weight("water_lines"),
    effects.Fighters: _always(0.0),
    effects.Reassigned: _always(0.0),
}


def _die_cost(die: Chart, worth: float) -> float:
    """The mean cost of the die of a mount or an instrument: all of its cost if destroyed, half if
    damaged.
    """
    shares = {DESTROYED: 1.0, DAMAGED: 0.5}
    return worth * sum(
        chance * shares.get(row["result"], 0.0) for row, chance in row_outcomes(die, None, 0)
    )


@lru_cache(maxsize=256)
def destruction_cost(measure: Measure, name: str) -> float:
    """The cost of destroying a compartment: hull, what it did, and a possible explosion (rules
    6).
    """
    hull = measure.weights.hull_point * measure.tables.numbers.hull_loss_destroyed
    return hull + out_of_action_cost(measure, name) + explosion_cost(measure, name)


def out_of_action_cost(measure: Measure, name: str) -> float:
    """The cost of a compartment flooded or destroyed, without hull and explosion."""
    data = measure.tables.compartments[name]
    fed = measure.magazine(data.feeds) if data.feeds else 0.0
    return (
        fed
        + room_cost(measure.tables, name)
        + effects_cost(measure, measure.tables["21-1"], data.out, 0)
    )


def explosion_cost(measure: Measure, name: str) -> float:
    """The mean cost of table 21-1 in the column of a compartment."""
    column = measure.tables.compartments[name].explodes
    return chart_cost(measure, "21-1", column, 0) if column else 0.0


@lru_cache(maxsize=256)
def chart_cost(measure: Measure, chart_id: str, column: str | None, markers: int) -> float:
    """The mean cost of a roll on a chart."""
    chart = measure.tables[chart_id]
    if chart.cells:
        cells = chart.cells.values()
        return sum(effects_cost(measure, chart, cell.effects, markers) for cell in cells) / len(
            cells
        )
    rows = row_outcomes(chart, column, 0)
    return sum(chance * effects_cost(measure, chart, row.effects, markers) for row, chance in rows)


@lru_cache(maxsize=64)
def hit_cost(measure: Measure, section: str, fresh: bool) -> float:
    """The mean cost of a plane's hit on a section or on any (empty); its parts scaled to a measured
    cost.
    """
    if not section:
        return sum(hit_cost(measure, each, fresh) for each in SECTIONS) / len(SECTIONS)
    whole = measure.weights.hit
    parts = _hit_parts(measure, section, fresh)
    if whole is None:
        return parts
    return parts * whole * len(SECTIONS) / sum(_hit_parts(measure, each, True) for each in SECTIONS)


def _hit_parts(measure: Measure, section: str, fresh: bool) -> float:
    tables = measure.tables
    weights = measure.weights
    markers = tables.numbers.markers_fresh if fresh else tables.numbers.markers_other
    column = tables["14-1"].column_of(1)
    hull: float = sum(
        chance * row["hull"] for row, chance in row_outcomes(tables["14-1"], column, 0)
    )
    return (
        chart_cost(measure, f"11/{section}", None, markers)
        + weights.deck_fire
        + weights.hull_point * hull
    )


def near_miss_cost(measure: Measure) -> float:
    """The cost of a near miss: table 11-1, or as measured."""
    whole = measure.weights.near_miss
    return chart_cost(measure, "11-1", None, 0) if whole is None else whole


#: The cost of a plane that comes, in ships: about a fifth of those at gun range strike (rules 13),
#: and a strike costs about a sixth of a ship (``hit_cost``).
PLANE = 0.2 * 0.16
#: Results of a shot that alone bring a plane down.
BROUGHT_DOWN = (FireResult.FLAMED, FireResult.DESTROYED)


@lru_cache(maxsize=16)
def planes_in(tables: Tables, column: str) -> float:
    """The mean number of planes of chart 8-1 in a column, by day, without rain and the station's
    modifier.
    """
    random = sum(chance for row, chance in row_outcomes(tables["8-2"], None, 0) if row["plane"])
    planes = {NO_ATTACK: 0.0, RANDOM: random}
    for raid, _ in row_outcomes(tables["8-1"], column, 0):
        if (result := raid["result"]) in planes:
            continue
        planes[result], chart = 0.0, tables[f"8-1{result}"]
        for row, chance in row_outcomes(chart, None, 0):
            more = _mean(chart.die("A"), "planes") if row["note_a"] else 0.0
            planes[result] += chance * (random if row["random"] else len(row["planes"]) + more)
    return sum(
        chance * planes[row["result"]] for row, chance in row_outcomes(tables["8-1"], column, 0)
    )


def _mean(chart: Chart, field: str, column: str | None = None, shift: int = 0) -> float:
    return float(sum(chance * row[field] for row, chance in row_outcomes(chart, column, shift)))


@lru_cache(maxsize=16)
def column_cost(tables: Tables) -> float:
    """The cost of one column of 8-1 to the right, in ships, for the next raid: later ones may not
    use the chart.
    """
    first, *columns = tables["8-1"].columns
    return (planes_in(tables, columns[-1]) - planes_in(tables, first)) / len(columns) * PLANE


def shift_cost(tables: Tables, *names: str) -> float:
    """The cost of modifiers of the column of 8-1 together, by their names on the chart."""
    chart = tables["8-1"]
    return column_cost(tables) * sum(chart.modifier(name).value for name in names)


def radars_cost(tables: Tables) -> float:
    """The cost of losing the radars: from the column of working ones to that of destroyed ones."""
    return shift_cost(tables, f"radars_{DESTROYED}") - shift_cost(tables, f"radars_{WORKING}")


def room_cost(tables: Tables, name: str) -> float:
    """The cost of a compartment out of action by its column of 8-1; 0 if the chart does not name
    it.
    """
    return shift_cost(tables, name) if name in PLOTTING_ROOMS else 0.0


@lru_cache(maxsize=16)
def team_cost(tables: Tables) -> float:
    """The cost of losing the fighter direction team: its column, and the fighters it brings."""
    columns = shift_cost(tables, "no_fdt") - shift_cost(tables, "fdt")
    chart = tables["7-2"]
    markers = 0.0
    for row, chance in row_outcomes(tables["V-1"], None, 0):
        column = chart.column_of(row["value"])
        with_team, without = (
            _mean(chart, "markers", column, chart.modifier(name).value)
            for name in ("fdt", "no_fdt")
        )
        markers += chance * (with_team - without)
    types = tables["7-1"]
    overhead = [sum(_mean(types, name, column) for name in TYPES) for column in types.columns]
    mean_overhead = sum(overhead) / len(overhead)
    return columns + markers * mean_overhead * _kills(tables["S-1"], None) * PLANE


@lru_cache(maxsize=16)
def support_ship_cost(tables: Tables) -> float:
    """The cost of losing a support ship: its column, and its shot at a plane in each phase."""
    gun = tables[gunnery.SFS_CHART]
    shot = sum(_kills(gun, level) for level in gunnery.SFS_LEVELS) / len(gunnery.SFS_LEVELS)
    return -shift_cost(tables, "sfs") + shot * PLANE


def _kills(chart: Chart, column: str | None) -> float:
    return sum(
        chance for row, chance in row_outcomes(chart, column, 0) if row["result"] in BROUGHT_DOWN
    )
